// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf {

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto between = [share](int x, int y) {
        return static_cast<int>(std::lround(x + (y - x) * share));
    };
    return {between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue())};
}

namespace {

// Eleven colours at equal distances; between them the eye sees no difference to the full table.
constexpr std::array<QRgb, 11> viridis = {0xff440154, 0xff482576, 0xff414487, 0xff35608d,
                                          0xff2a788e, 0xff21908c, 0xff22a884, 0xff43bf71,
                                          0xff7ad151, 0xffbbdf27, 0xfffde725};

// −1 … 1. Blue-green against orange-brown is told apart with any colour vision; both arms have the
// same lightness at the same distance from zero.
constexpr std::array<QRgb, 9> onLight = {0xff00434f, 0xff0f7480, 0xff57a9b0, 0xffafd7d8, 0xfff5f5f3,
                                         0xfff3d0a0, 0xffe09a48, 0xffb3610f, 0xff6e3300};
constexpr std::array<QRgb, 9> onDark = {0xffa5f1ef, 0xff58c6c9, 0xff2a8d95, 0xff1d535b, 0xff22262d,
                                        0xff66431b, 0xffab6a1a, 0xffe79a42, 0xffffd8a3};

constexpr std::size_t shades = 2049; ///< of a map; odd, so that zero has one of its own

/// The colours of a map between those of `stops`: heatmaps look up a million of them in a frame.
template <std::size_t N> std::array<QRgb, shades> between(const std::array<QRgb, N>& stops) {
    std::array<QRgb, shades> map{};
    for (std::size_t shade = 0; shade < shades; ++shade) {
        const double at = static_cast<double>(shade) * (N - 1) / (shades - 1);
        const std::size_t i = std::min(static_cast<std::size_t>(at), N - 2);
        const double f = at - static_cast<double>(i);
        const QRgb a = stops[i];
        const QRgb b = stops[i + 1];
        map[shade] = mixed(QColor(a), QColor(b), f).rgb();
    }
    return map;
}

QRgb along(const std::array<QRgb, shades>& map, double t) {
    return map[static_cast<std::size_t>(std::clamp(t, 0.0, 1.0) * (shades - 1) + 0.5)];
}

} // namespace

QRgb sequentialColour(double t) {
    static const auto map = between(viridis);
    return along(map, t);
}

QRgb divergingColour(double t, bool dark) {
    static const std::array maps{between(onLight), between(onDark)};
    return along(maps[dark ? 1 : 0], (t + 1) / 2);
}

} // namespace gf
