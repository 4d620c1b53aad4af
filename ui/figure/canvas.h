// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QImage>
#include <QLineF>
#include <QRectF>
#include <QString>

#include <map>
#include <memory>
#include <tuple>
#include <vector>

class QPainter;

namespace gf {

/// A line of text. `at` is its left end, middle or right end, at half the height of a capital.
struct CanvasText {
    QPointF at;
    QString text;
    double size = 12; ///< of the font, in pixels
    QColor colour;
    Qt::AlignmentFlag align = Qt::AlignLeft; ///< AlignLeft, AlignHCenter or AlignRight
    bool bold = false;
    bool upwards = false; ///< turned by 90°, reading upwards; `align` is along the text
};

/// What a heatmap needs to draw with, so that the same lines of code draw on the screen, into a PDF
/// and into an SVG whose elements are what they look like.
class Canvas {
public:
    virtual ~Canvas() = default;

    /// A filled rectangle; `kind` names what it is ("cell", "background") where that is kept.
    virtual void rectangle(const QRectF& area, const QColor& fill, const char* kind) = 0;
    /// A line around a rectangle, inside it.
    virtual void outline(const QRectF& area, const QColor& colour, double width) = 0;
    virtual void lines(const std::vector<QLineF>& lines, const QColor& colour, double width,
                       const char* kind) = 0;
    /// A line through all points in turn.
    virtual void polyline(const std::vector<QPointF>& points, const QColor& colour, double width,
                          const char* kind) = 0;
    /// A filled circle.
    virtual void disc(const QPointF& centre, double radius, const QColor& fill,
                      const char* kind) = 0;
    /// A filled shape with straight sides.
    virtual void polygon(const std::vector<QPointF>& corners, const QColor& fill,
                         const char* kind) = 0;
    virtual void text(const CanvasText& text) = 0;
    /// A picture of many small cells; only asked for where `prefersImages()`.
    virtual void image(const QRectF& area, const QImage& image) = 0;
    /// True on a screen, where cells of less than a few pixels are better one picture.
    virtual bool prefersImages() const = 0;
    /// Device pixels per unit, for pictures.
    virtual double pixelRatio() const { return 1; }
};

/// Draws with a QPainter: widgets, images, PDF.
class PainterCanvas : public Canvas {
public:
    /// `vector`: the device keeps shapes (PDF), so cells stay rectangles however small. Letters a
    /// little smaller than `least` pixels are as large as that, smaller ones are left out.
    PainterCanvas(QPainter& painter, const QFont& font, bool vector = false, double least = 0);
    ~PainterCanvas() override;

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
    bool prefersImages() const override { return !m_vector; }
    double pixelRatio() const override;

private:
    struct ShapedText;
    const ShapedText& shaped(const CanvasText& text, int size);

    QPainter& m_painter;
    QFont m_font;
    bool m_vector;
    double m_least;
    /// By words, size in pixels, and whether they are bold: a matrix has the same numbers many
    /// times.
    std::map<std::tuple<QString, int, bool>, std::unique_ptr<ShapedText>> m_shaped;
};

/// A canvas on which nothing is seen.
class NoCanvas : public Canvas {
public:
    void rectangle(const QRectF&, const QColor&, const char*) override {}
    void outline(const QRectF&, const QColor&, double) override {}
    void lines(const std::vector<QLineF>&, const QColor&, double, const char*) override {}
    void polyline(const std::vector<QPointF>&, const QColor&, double, const char*) override {}
    void disc(const QPointF&, double, const QColor&, const char*) override {}
    void polygon(const std::vector<QPointF>&, const QColor&, const char*) override {}
    void text(const CanvasText&) override {}
    void image(const QRectF&, const QImage&) override {}
    bool prefersImages() const override { return true; }
};

} // namespace gf
