// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace gf {

/// Holds a row of fields that may be wider than the window, as with large texts, and scrolls it
/// sideways there: no dock makes the window wider than its screen.
class SideScroll : public QScrollArea {
    Q_OBJECT
public:
    explicit SideScroll(QWidget* row, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int withBar(int height) const;
};

} // namespace gf
