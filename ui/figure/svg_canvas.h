// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/canvas.h"

#include <QByteArray>
#include <QSizeF>
#include <QXmlStreamWriter>

namespace gf {

/// Writes an SVG in which a cell is one `<rect class="cell">` and a text is one `<text>`, so that
/// it can be edited and searched.
class SvgCanvas : public Canvas {
public:
    /// Coordinates go from (0, 0) to `drawing`; the picture is shown as large as `millimetres`.
    SvgCanvas(const QSizeF& millimetres, const QSizeF& drawing, const QFont& font,
              const QString& title);

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
    void image(const QRectF& area, const QImage& image) override;
    bool prefersImages() const override { return false; }

    /// Closes the document and hands it over.
    QByteArray finish();

private:
    void stroke(const QString& path, const QColor& colour, double width, const char* kind);

    double m_capital; ///< height of a capital, of a font of size 1
    QByteArray m_bytes;
    QXmlStreamWriter m_xml;
};

} // namespace gf
