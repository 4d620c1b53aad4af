// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QString>

class QMimeData;

namespace gf {

/// What a file that is dropped on the window or opened is, by its name and its first lines.
struct Dropped {
    enum class Kind {
        Nothing, ///< no file
        Model,   ///< a saved run
        Data,    ///< to learn from
        Lesson,  ///< name.lesson.md, or name.lecture
        Unknown, ///< `problem` says why
    };
    Kind kind = Kind::Nothing;
    TaskFile content = TaskFile::None; ///< of data
    QString path;
    QString problem;

    /// What dropping it does, in a sentence.
    QString sentence() const;
};

Dropped droppedFile(const QMimeData* data);

/// The same of a file that was named.
Dropped lookAtFile(const QString& path);

} // namespace gf
