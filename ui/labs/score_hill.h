// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/score_statistics.h"
#include "ui/stations/drawing.h"

#include <optional>
#include <vector>

namespace gf {

/// Scores are spread over it, in one line of the drawing.
struct Hill {
    QRectF area;
    ScaleRange range;

    double at(double score) const {
        return area.left() + (score - range.first) / (range.second - range.first) * area.width();
    }
};

/// Of scores that are divided.
ScoreMoments divided(const ScoreMoments& moments, double divisor);

/// A horizontal axis that holds normal distributions of these moments.
ScaleRange rangeOfHills(const std::vector<ScoreMoments>& all);

/// Bars of the scores, theory's curve over them with its mean and its deviation, and the curve of
/// another variance (`misprint`) in dashes. Scores and moments are not divided yet.
void drawHill(Drawing& drawing, const Hill& hill, std::vector<float> scores, double divisor,
              const ScoreMoments& theory, std::optional<double> misprint, const QColor& colour);

} // namespace gf
