// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/dropped.h"

#include <QObject>

class QDropEvent;
class QWidget;

namespace gf {

class Banner;

/// Takes the files that are dropped on the window, wherever on it, and says before what dropping
/// them does. Other things that are dragged are left to what stands there.
class DropTarget : public QObject {
    Q_OBJECT
public:
    /// What cannot be taken is said in `problems`.
    DropTarget(QWidget* window, Banner* hint, Banner* problems);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// A model, or something to learn from.
    void dropped(const gf::Dropped& file);

private:
    bool isTaken() const;
    void enter(QDropEvent* event);
    void leave();
    void drop(QDropEvent* event);

    QWidget* m_window;
    Dropped m_file; ///< that is over the window
    Banner* m_hint;
    Banner* m_problems;
};

} // namespace gf
