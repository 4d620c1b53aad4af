// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/canvas.h"

#include <QByteArray>
#include <QSizeF>

namespace gf {

/// Writes a TikZ picture for LaTeX: a document of its own, whose picture can be copied into
/// another. Words are set in the document's own letters.
class TikzCanvas : public Canvas {
public:
    /// Coordinates go from (0, 0) to `drawing`; the picture is as large as `millimetres`.
    TikzCanvas(const QSizeF& millimetres, const QSizeF& drawing, const QString& title);

    void rectangle(const QRectF& area, const QColor& fill, const char* kind) override;
    void outline(const QRectF& area, const QColor& colour, double width) override;
    void lines(const std::vector<QLineF>& lines, const QColor& colour, double width,
               const char* kind) override;
    void polyline(const std::vector<QPointF>& points, const QColor& colour, double width,
                  const char* kind) override;
    void disc(const QPointF& centre, double radius, const QColor& fill, const char* kind) override;
    void polygon(const std::vector<QPointF>& corners, const QColor& fill,
                 const char* kind) override;
    void text(const CanvasText& text) override;
    /// Throws Error: what has more cells than a page of TeX can have is no picture in it.
    void image(const QRectF& area, const QImage& image) override;
    bool prefersImages() const override { return false; }

    /// Closes the document and hands it over.
    QByteArray finish();

private:
    /// A width in units as LaTeX's points.
    QByteArray points(double units) const;
    QByteArray stroke(const QColor& colour, double width) const;
    void shape(const QByteArray& command, const QByteArray& options, const QByteArray& path);

    double m_unit; ///< millimetres of one
    QByteArray m_bytes;
};

/// Any text as LaTeX sets it: what is special there is escaped, and signs that its usual letters
/// lack are formulas.
QByteArray latexOf(const QString& text);

} // namespace gf
