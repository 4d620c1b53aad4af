// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/past_frame.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace gf {

namespace {

constexpr int thickness = 3; ///< pixels

} // namespace

PastFrame::PastFrame(QWidget* around) : QWidget(around) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    around->installEventFilter(this);
    hide();
}

bool PastFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void PastFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const double inset = thickness / 2.0;
    painter.setPen(QPen(Theme::of(palette()).warning, thickness));
    painter.drawRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset));
}

} // namespace gf
