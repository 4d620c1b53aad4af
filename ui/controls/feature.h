// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/news.h"

#include <QObject>

namespace gf {

enum class Command;

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
};

} // namespace gf
