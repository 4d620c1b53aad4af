// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/drawing.h"

#include <vector>

namespace gf {

/// How much one query looks at each key: a bar for each, the key's word before it and the weight
/// behind it.
struct WeightBars {
    const HeatmapData& weights; ///< [T,S]
    Index query = 0;
    QString queryWord;
    std::vector<Index> keys = {}; ///< from top to bottom
    QStringList words = {};       ///< of these keys
    double most = 1;              ///< the weight whose bar is full
    QRectF bars;
    double row = 0;       ///< the height of one
    double wordsEnd = 0;  ///< where the words end
    double spotsFrom = 0; ///< what points at a key lies between these
    double spotsTo = 0;
};

void drawWeightBars(Drawing& drawing, const WeightBars& bars);

} // namespace gf
