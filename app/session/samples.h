// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gf {

/// What comes with the program for a task that learns from a file.
struct Sample {
    QString name; ///< "Sample text", in the present language; empty where there is none
    QString file;
};

/// The sample of a task, found beside the program: installed, or in the folder in which it was
/// built. Without a name where there is none.
Sample sampleOf(const QString& task);

} // namespace gf
