// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_layout.h"

namespace gf {

/// Every letter is 0.6 em wide: layouts are tested without a font.
inline HeatmapOptions plainLetters() {
    HeatmapOptions options;
    options.measure = [](const QString& text, double size) {
        return 0.6 * size * static_cast<double>(text.size());
    };
    return options;
}

} // namespace gf
