// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/news.h"

#include <QObject>
#include <QWidget>

namespace gf {

enum class Command;
struct Scene;

/// A part of the window that owns its widgets, does its own commands and shows its own news. The
/// window puts the features together and hands both to each of them.
class Feature : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Does what a command says; false when it is that of something else.
    virtual bool perform(Command /*command*/, bool /*checked*/) { return false; }
    /// Shows what concerns it.
    virtual void showNews(const News& /*news*/) {}
    /// Writes its part into a description of what the window shows.
    virtual void describe(Scene& /*scene*/) const {}
    /// Shows its part of a scene. What is so already is left as it is, and nothing is asked for.
    virtual void showScene(const Scene& /*scene*/) {}
};

/// Shows a window beside the main one in front of the others, where the keyboard is then.
inline void bringForward(QWidget* window) {
    window->show();
    window->raise();
    window->activateWindow();
}

} // namespace gf
