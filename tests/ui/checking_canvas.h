// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/canvas.h"

#include <QRegularExpression>

#include <cmath>

namespace gf::test {

/// A sentence for people has "NaN" and "∞" as the numbers that they are, no program's words but in
/// a program itself (math.inf), and no whole number that was none.
inline bool isReadable(const QString& text) {
    static const QRegularExpression raw(
        QStringLiteral("(?<!math\\.)\\b(nan|inf|infinity)\\b|(?<![.\\d])\\d{15}"));
    return !raw.match(text).hasMatch();
}

/// A canvas that draws nothing and notes the first thing that could not be drawn.
class CheckingCanvas : public Canvas {
public:
    void rectangle(const QRectF& area, const QColor& fill, const char* kind) override {
        check(area, kind);
        check(fill, kind);
    }
    void outline(const QRectF& area, const QColor& colour, double width) override {
        check(area, "outline");
        check(colour, "outline");
        check(width, "outline");
    }
    void lines(const std::vector<QLineF>& lines, const QColor& colour, double width,
               const char* kind) override {
        for (const QLineF& line : lines) {
            check(line.p1(), kind);
            check(line.p2(), kind);
        }
        check(colour, kind);
        check(width, kind);
    }
    void polyline(const std::vector<QPointF>& points, const QColor& colour, double width,
                  const char* kind) override {
        for (const QPointF& point : points)
            check(point, kind);
        check(colour, kind);
        check(width, kind);
    }
    void disc(const QPointF& centre, double radius, const QColor& fill, const char* kind) override {
        check(centre, kind);
        check(radius, kind);
        check(fill, kind);
    }
    void polygon(const std::vector<QPointF>& corners, const QColor& fill,
                 const char* kind) override {
        for (const QPointF& corner : corners)
            check(corner, kind);
        check(fill, kind);
    }
    void text(const CanvasText& text) override {
        check(text.at, "text");
        check(text.size, "text");
        if (!isReadable(text.text))
            note("text “" + text.text + "”");
    }
    void image(const QRectF& area, const QImage& image) override {
        check(area, "image");
        if (image.isNull())
            note("image without pixels");
    }
    bool prefersImages() const override { return m_screen; }

    void setScreen(bool screen) { m_screen = screen; }
    const QString& problem() const { return m_problem; }

private:
    /// What is drawn lies near the drawing.
    void check(double number, const char* kind) {
        if (!(std::abs(number) < 1e6))
            note(QStringLiteral("%1 at %2").arg(QLatin1String(kind)).arg(number));
    }
    void check(const QPointF& point, const char* kind) {
        check(point.x(), kind);
        check(point.y(), kind);
    }
    void check(const QRectF& area, const char* kind) {
        check(area.topLeft(), kind);
        check(area.bottomRight(), kind);
    }
    void check(const QColor& colour, const char* kind) {
        if (!colour.isValid())
            note(QStringLiteral("%1 without a colour").arg(QLatin1String(kind)));
    }
    void note(const QString& problem) {
        if (m_problem.isEmpty())
            m_problem = problem;
    }

    QString m_problem;
    bool m_screen = true;
};

} // namespace gf::test
