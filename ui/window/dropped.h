// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMimeData;

namespace gf {

/// What a file that is dropped on the window or opened is, by its name and its first lines.
struct Dropped {
    enum class Kind {
        Nothing, ///< no file
        Model,   ///< a saved run
        Text,    ///< to learn from
        Pairs,   ///< each line a source, a tab and a target
        Table,   ///< of numbers
        Unknown, ///< `problem` says why
    };
    Kind kind = Kind::Nothing;
    QString path;
    QString problem;

    /// What dropping it does, in a sentence.
    QString sentence() const;
};

Dropped droppedFile(const QMimeData* data);

/// The same of a file that was named.
Dropped lookAtFile(const QString& path);

} // namespace gf
