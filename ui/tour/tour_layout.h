// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QSize>
#include <QWidget>

#include <array>
#include <functional>
#include <optional>

namespace gf {

enum class TourSide { None, Left, Right, Above, Below };

/// Where a card may stand beside what it points at, the best side first; None ends the list early.
using TourSides = std::array<TourSide, 3>;

/// The card's size when it is this wide.
using CardSize = std::function<QSize(int width)>;

/// Where the card stands in a window of this room so that it covers nothing of `target`: on the
/// first of the sides that has room for it, then on any other, narrower where it must be. It covers
/// nothing of the `figure` either where there is such a place, beside the target or beside the
/// figure. Where no side has room, in the lower right corner of the room. Wherever its lower right
/// corner can stay at `corner`, that of the card before, without covering anything of them, it
/// does: its buttons are there.
QRect placeCard(const QRect& room, const QRect& target, const QRect& figure, const TourSides& sides,
                const CardSize& size, const std::optional<QPoint>& corner = {});

/// A line around what the tour points at. It takes no click and no key, and covers nothing inside.
class TourFrame : public QWidget {
    Q_OBJECT
public:
    explicit TourFrame(QWidget* parent);

    /// In the coordinates of the parent.
    void surround(const QRect& target);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace gf
