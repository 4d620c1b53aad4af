// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace gf {

/// A border over a widget while what it shows is past. It takes no room, so that nothing moves when
/// it comes and goes, and lets the pointer through.
class PastFrame : public QWidget {
    Q_OBJECT
public:
    explicit PastFrame(QWidget* around);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace gf
