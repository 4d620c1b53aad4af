// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/film.h"

#include "core/tensor/error.h"
#include "ui/figure/gif_file.h"
#include "ui/language/tr.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

/// What is said of each moment, all as wide as the widest: the lines of captions break where they
/// do in all others.
std::vector<QString> captionsOf(const Film& film) {
    QStringList losses;
    qsizetype widest = 0;
    for (const double loss : film.losses) {
        losses << (std::isfinite(loss) ? QString::number(loss, 'f', 4) : QStringLiteral("–"));
        widest = std::max(widest, losses.back().size());
    }
    constexpr QChar wideAsADigit(0x2007);
    const auto stepWidth = QString::number(film.steps.back()).size();
    std::vector<QString> captions;
    for (std::size_t i = 0; i < film.steps.size(); ++i)
        captions.push_back(
            tr("training step %1 · loss %2")
                .arg(QString::number(film.steps[i]).rightJustified(stepWidth, wideAsADigit),
                     losses[static_cast<qsizetype>(i)].leftJustified(widest, wideAsADigit)));
    return captions;
}

} // namespace

Sentence Film::problem(std::size_t moments, const QSize& pixels) {
    constexpr int longest = 65535; // a GIF has 16 bits for a side
    const double all =
        static_cast<double>(moments) * static_cast<double>(pixels.width()) * pixels.height();
    if (all <= mostMillionPixels * 1e6 && pixels.width() <= longest && pixels.height() <= longest)
        return {};
    return {phrase("%1 moments of %2 × %3 pixels are %4 million in all, but at most %5 million are "
                   "possible; take fewer moments, a smaller width or a lower resolution"),
            moments,
            pixels.width(),
            pixels.height(),
            std::llround(all / 1e6),
            mostMillionPixels};
}

QByteArray Film::gif(const std::optional<Paper>& paper) const {
    const std::vector<QString> captions = captionsOf(*this);
    const double dpi = paper ? paper->dpi : unitsPerInch;
    const auto drawingOf = [&](Figure seen, std::size_t moment) {
        const QString caption = seen.caption.isEmpty() ? QString() : " · " + seen.caption;
        seen.caption = captions[moment] + caption;
        std::optional<Paper> own = paper;
        if (own)
            own->caption = seen.caption;
        return onPaper(seen, own);
    };
    QSize size;
    std::vector<std::pair<double, double>> ranges; // of each panel, over all moments
    for (std::size_t moment = 0; moment < steps.size(); ++moment) {
        const Figure seen = figure(moment);
        if (moment == 0) {
            size = drawingOf(seen, moment).pixels(dpi);
            if (Sentence reason = problem(steps.size(), size); !reason.empty())
                throw Error(std::move(reason));
            ranges.assign(seen.panels.size(), {0, 0});
        }
        for (std::size_t panel = 0; panel < seen.panels.size(); ++panel) {
            const auto [least, most] = seen.panels[panel].colourRange();
            ranges[panel] = {std::min(ranges[panel].first, least),
                             std::max(ranges[panel].second, most)};
        }
    }
    GifFile file(size);
    for (std::size_t moment = 0; moment < steps.size(); ++moment) {
        Figure seen = figure(moment);
        for (std::size_t panel = 0; panel < seen.panels.size(); ++panel)
            seen.panels[panel].range = ranges[panel];
        file.add(paperImage(drawingOf(seen, moment), dpi));
    }
    return file.finish();
}

} // namespace gf
