// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drop_target.h"

#include "ui/window/banner.h"

#include <QDropEvent>
#include <QMimeData>
#include <QWidget>
#include <QWindow>

namespace gf {

DropTarget::DropTarget(QWidget* window, Banner* hint, Banner* problems)
    : QObject(window), m_window(window), m_hint(hint), m_problems(problems) {
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool DropTarget::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Show:
        // Files are its own wherever they are dropped: a field would take their names for words.
        if (watched == m_window)
            m_window->windowHandle()->installEventFilter(this);
        break;
    case QEvent::DragEnter:
        enter(static_cast<QDropEvent*>(event));
        return m_file.kind != Dropped::Kind::Nothing;
    case QEvent::DragMove:
        if (m_file.kind == Dropped::Kind::Nothing)
            break;
        event->setAccepted(isTaken());
        return true;
    case QEvent::DragLeave:
        leave();
        break;
    case QEvent::Drop:
        if (m_file.kind == Dropped::Kind::Nothing)
            break;
        drop(static_cast<QDropEvent*>(event));
        return true;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

bool DropTarget::isTaken() const {
    return m_file.kind != Dropped::Kind::Nothing && m_file.kind != Dropped::Kind::Unknown;
}

void DropTarget::enter(QDropEvent* event) {
    event->ignore();
    m_file = droppedFile(event->mimeData());
    if (m_file.kind == Dropped::Kind::Nothing)
        return;
    Banner* banner = isTaken() ? m_hint : m_problems;
    banner->say(isTaken() ? Banner::Tone::Work : Banner::Tone::Error, m_file.sentence());
    if (isTaken())
        event->acceptProposedAction();
}

void DropTarget::leave() {
    m_file = {};
    m_hint->settle();
}

void DropTarget::drop(QDropEvent* event) {
    event->ignore();
    const bool taken = isTaken();
    const Dropped file = m_file;
    leave();
    if (!taken)
        return;
    event->acceptProposedAction();
    emit dropped(file);
}

} // namespace gf
