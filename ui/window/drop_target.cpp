// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drop_target.h"

#include "ui/window/banner.h"

#include <QDropEvent>
#include <QMimeData>
#include <QWidget>

namespace gf {

DropTarget::DropTarget(QWidget* window, Banner* hint, Banner* problems)
    : QObject(window), m_hint(hint), m_problems(problems) {
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool DropTarget::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::DragEnter:
        enter(static_cast<QDropEvent*>(event));
        return true;
    case QEvent::DragLeave:
        m_hint->settle();
        return true;
    case QEvent::Drop:
        drop(static_cast<QDropEvent*>(event));
        return true;
    default:
        return QObject::eventFilter(watched, event);
    }
}

void DropTarget::enter(QDropEvent* event) {
    event->ignore();
    const Dropped file = droppedFile(event->mimeData());
    if (file.kind == Dropped::Kind::Nothing)
        return;
    const bool fits = file.kind != Dropped::Kind::Unknown;
    Banner* banner = fits ? m_hint : m_problems;
    banner->say(fits ? Banner::Tone::Work : Banner::Tone::Error, file.sentence());
    if (fits)
        event->acceptProposedAction();
}

void DropTarget::drop(QDropEvent* event) {
    event->ignore();
    m_hint->settle();
    const Dropped file = droppedFile(event->mimeData());
    if (file.kind == Dropped::Kind::Unknown || file.kind == Dropped::Kind::Nothing)
        return;
    event->acceptProposedAction();
    emit dropped(file);
}

} // namespace gf
