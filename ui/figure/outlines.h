// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QPainterPath>
#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

class QPainter;

namespace gf {

/// A drawing of filled shapes alone, as LaTeX's formulas are: what dvisvgm writes of them. It needs
/// no reader of all of SVG (https://www.w3.org/TR/SVG11), which not every system's Qt has.
class Outlines {
public:
    /// Of the elements <svg> (viewBox, fill), <title>, <g> (fill), <rect> and <path>, whose
    /// commands are absolute: M, L, H, V, C, S and Z. Something else is an error of who drew it: it
    /// is left out, and problem() says what it was.
    static Outlines fromSvg(const QByteArray& svg);

    bool isEmpty() const { return m_shapes.empty(); }
    /// What fills the place that it is painted in, in its own units.
    const QRectF& box() const { return m_box; }
    const QString& title() const { return m_title; }
    /// Empty if all was understood.
    const QString& problem() const { return m_problem; }

    /// Fills `place` with it; each shape in the colour that `dressed` gives for its own.
    void paint(QPainter& painter, const QRectF& place,
               const std::function<QColor(const QColor&)>& dressed) const;

private:
    struct Shape {
        QPainterPath path;
        QRectF rectangle; ///< in the place of a path: its edges are drawn more exactly
        QColor fill;
    };

    QRectF m_box;
    QString m_title;
    QString m_problem;
    std::vector<Shape> m_shapes;

    class Reader;
};

} // namespace gf
