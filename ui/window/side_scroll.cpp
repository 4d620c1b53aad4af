// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/side_scroll.h"

#include <QEvent>
#include <QScrollBar>

namespace gf {

namespace {

constexpr int narrowest = 120;

} // namespace

SideScroll::SideScroll(QWidget* row, QWidget* parent) : QScrollArea(parent) {
    setWidget(row);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, row->sizePolicy().verticalPolicy());
    setFocusPolicy(Qt::NoFocus);
    row->installEventFilter(this);
}

/// The bar takes its room below the row, not from it.
int SideScroll::withBar(int height) const {
    const bool needed = widget()->minimumSizeHint().width() > width();
    return height + (needed ? horizontalScrollBar()->sizeHint().height() : 0);
}

QSize SideScroll::sizeHint() const {
    const QSize size = widget()->sizeHint();
    return {size.width(), withBar(size.height())};
}

QSize SideScroll::minimumSizeHint() const {
    return {narrowest, withBar(widget()->minimumSizeHint().height())};
}

bool SideScroll::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace gf
