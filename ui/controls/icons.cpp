// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmapCache>

namespace gf {

namespace {

/// A triangle in the unit square that points right, its left edge at `left`.
QPainterPath triangle(double left, double right) {
    QPainterPath path;
    path.addPolygon(QPolygonF{{left, 0.15}, {right, 0.5}, {left, 0.85}});
    path.closeSubpath();
    return path;
}

QPainterPath mirrored(const QPainterPath& path) {
    return QTransform(-1, 0, 0, 1, 1, 0).map(path);
}

QPainterPath turned(const QPainterPath& path, double degrees) {
    return QTransform().translate(0.5, 0.5).rotate(degrees).translate(-0.5, -0.5).map(path);
}

QPainterPath chevron() {
    QPainterPath path;
    path.addPolygon(QPolygonF{{0.35, 0.2}, {0.7, 0.5}, {0.35, 0.8}});
    return path;
}

/// An open circle with an arrow at its end.
QPainterPath turn() {
    QPainterPath path;
    const QRectF circle(0.18, 0.18, 0.64, 0.64);
    path.arcMoveTo(circle, 60);
    path.arcTo(circle, 60, 300);
    QPainterPath head;
    head.addPolygon(QPolygonF{{0.82, 0.1}, {0.86, 0.42}, {0.56, 0.32}});
    head.closeSubpath();
    path.addPath(head);
    return path;
}

/// The sign in the unit square, and whether it is an outline.
std::pair<QPainterPath, bool> shapeOf(Sign sign) {
    QPainterPath path;
    switch (sign) {
    case Sign::Forward:
        return {triangle(0.3, 0.8), false};
    case Sign::Back:
        return {mirrored(triangle(0.3, 0.8)), false};
    case Sign::Play:
        return {triangle(0.22, 0.88), false};
    case Sign::Pause:
        path.addRect(0.22, 0.17, 0.2, 0.66);
        path.addRect(0.58, 0.17, 0.2, 0.66);
        return {path, false};
    case Sign::StepOnce:
        path = triangle(0.15, 0.65);
        path.addRect(0.7, 0.17, 0.14, 0.66);
        return {path, false};
    case Sign::Reset:
        return {turn(), true};
    case Sign::Right:
        return {chevron(), true};
    case Sign::Left:
        return {mirrored(chevron()), true};
    case Sign::Another:
        path.addEllipse(QPointF(0.3, 0.3), 0.09, 0.09);
        path.addEllipse(QPointF(0.5, 0.5), 0.09, 0.09);
        path.addEllipse(QPointF(0.7, 0.7), 0.09, 0.09);
        path.addRoundedRect(QRectF(0.1, 0.1, 0.8, 0.8), 0.15, 0.15);
        return {path, true};
    case Sign::Replay: // from the beginning: a bar, then a triangle
        path = triangle(0.34, 0.88);
        path.addRect(0.14, 0.17, 0.12, 0.66);
        return {path, false};
    case Sign::WalkStep: // a step under a lens
        path.addEllipse(QPointF(0.42, 0.42), 0.32, 0.32);
        path.moveTo(0.66, 0.66);
        path.lineTo(0.9, 0.9);
        path.addPolygon(QPolygonF{{0.35, 0.27}, {0.58, 0.42}, {0.35, 0.57}, {0.35, 0.27}});
        return {path, true};
    case Sign::More: // what a tool bar has no room for
        path = chevron().translated(-0.2, 0);
        path.addPath(chevron().translated(0.15, 0));
        return {path, true};
    case Sign::Fold: // what is below goes
        return {turned(chevron(), 90), true};
    case Sign::Unfold:
        return {turned(chevron(), -90), true};
    }
    return {path, false};
}

class SignEngine : public QIconEngine {
public:
    explicit SignEngine(Sign sign) : m_sign(sign) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto [shape, outline] = shapeOf(m_sign);
        const QColor colour = colourOf(mode);
        const double side = std::min(rect.width(), rect.height());
        QTransform place;
        place.translate(rect.center().x() + 0.5 - side / 2, rect.center().y() + 0.5 - side / 2);
        place.scale(side, side);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(outline
                            ? QPen(colour, side / 10, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin)
                            : QPen(Qt::NoPen));
        painter->setBrush(outline ? QBrush(Qt::NoBrush) : QBrush(colour));
        painter->drawPath(place.map(shape));
        painter->restore();
    }

    /// Asked for whenever a button is painted, and so kept.
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        if (size.isEmpty())
            return {};
        const QString key = QStringLiteral("sign %1 %2x%3 %4")
                                .arg(static_cast<int>(m_sign))
                                .arg(size.width())
                                .arg(size.height())
                                .arg(colourOf(mode).name());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QIconEngine* clone() const override { return new SignEngine(m_sign); }

private:
    static QColor colourOf(QIcon::Mode mode) {
        return QGuiApplication::palette().color(
            mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active, QPalette::ButtonText);
    }

    Sign m_sign;
};

} // namespace

QIcon signIcon(Sign sign) {
    return QIcon(new SignEngine(sign));
}

} // namespace gf
