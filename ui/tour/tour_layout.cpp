// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour_layout.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <optional>
#include <vector>

namespace gf {

namespace {

constexpr int gap = 8; ///< pixels from the target, and from the edge of the window
/// Of the card, the best first: a wide one is low enough for the room beside the charts.
constexpr std::array widths = {320, 420, 280, 250, 218};

/// The card on one side, level with the middle of the target, or where that is long with its
/// beginning; nothing where it has no room.
std::optional<QRect> placeBeside(TourSide side, const QRect& room, const QRect& target,
                                 const QSize& card) {
    QPoint at(target.center().x() - card.width() / 2, target.center().y() - card.height() / 2);
    if (target.width() > 2 * card.width())
        at.setX(target.left());
    switch (side) {
    case TourSide::Left:
        at.setX(target.left() - gap - card.width());
        break;
    case TourSide::Right:
        at.setX(target.right() + 1 + gap);
        break;
    case TourSide::Above:
        at.setY(target.top() - gap - card.height());
        break;
    case TourSide::Below:
        at.setY(target.bottom() + 1 + gap);
        break;
    case TourSide::None:
        return std::nullopt;
    }
    if (card.width() > room.width() || card.height() > room.height())
        return std::nullopt;
    at.setX(std::clamp(at.x(), room.left(), room.right() + 1 - card.width()));
    at.setY(std::clamp(at.y(), room.top(), room.bottom() + 1 - card.height()));
    const QRect place(at, card);
    return place.intersects(target) ? std::nullopt : std::optional(place);
}

} // namespace

QRect placeCard(const QRect& room, const QRect& target, const QRect& figure, const TourSides& sides,
                const CardSize& size, const std::optional<QPoint>& corner) {
    const QRect inside = room.adjusted(gap, gap, -gap, -gap);
    if (corner)
        for (const int width : widths) {
            QRect place({}, size(width));
            place.moveBottomRight(*corner);
            if (inside.contains(place) && !place.intersects(target) && !place.intersects(figure))
                return place;
        }
    std::vector<TourSide> all(sides.begin(), sides.end());
    all.insert(all.end(), {TourSide::Left, TourSide::Right, TourSide::Above, TourSide::Below});
    const auto find = [&](const QRect& neighbour, const QRect& uncovered) -> std::optional<QRect> {
        if (neighbour.isEmpty())
            return std::nullopt;
        for (const TourSide side : all)
            for (const int width : widths)
                if (const auto place = placeBeside(side, inside, neighbour, size(width));
                    place && !place->intersects(uncovered))
                    return place;
        return std::nullopt;
    };
    if (const auto place = find(target, figure))
        return *place;
    if (const auto place = find(target.isEmpty() ? QRect() : figure, target))
        return *place;
    if (const auto place = find(target, {}))
        return *place;
    const QSize card = size(widths.back());
    return {QPoint(inside.right() + 1 - card.width(), inside.bottom() + 1 - card.height()), card};
}

namespace {

constexpr int thickness = 3;

} // namespace

TourFrame::TourFrame(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setObjectName(QStringLiteral("tourFrame"));
}

void TourFrame::surround(const QRect& target) {
    constexpr int outside = thickness - 1;
    setGeometry(
        target.adjusted(-outside, -outside, outside, outside).intersected(parentWidget()->rect()));
    // What lies inside is drawn as ever, and not once more for the line around it.
    const QRect inner = rect().adjusted(thickness, thickness, -thickness, -thickness);
    setMask(QRegion(rect()).subtracted(inner));
}

void TourFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::of(palette()).selection);
}

} // namespace gf
