// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace gf {

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
