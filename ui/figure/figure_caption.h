// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"

#include <QFont>
#include <QPointF>
#include <QStringList>

#include <vector>

namespace gf {

class Canvas;

/// What stands under every figure on paper: what its hatches mean, and as many lines as it takes
/// to say what the figure is and where it comes from.
class FigureCaption {
public:
    /// Of a figure of this width, in units of its drawing.
    FigureCaption(const QString& text, std::vector<Hidden> masks, double width, const QFont& font);

    double height() const;
    /// With its upper left corner there.
    void draw(Canvas& canvas, const QPointF& corner) const;

private:
    QStringList m_lines;
    std::vector<Hidden> m_masks;
    QFont m_font;
};

} // namespace gf
