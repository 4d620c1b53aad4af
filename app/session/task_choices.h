// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/messages.h"

#include <QVector>

namespace gf {

/// The rows of the table of tasks as the window has them, in English and without samples.
QVector<TaskChoice> taskChoices();

/// Puts the task into the present language, with the sample that comes with the program.
void presentTask(TaskChoice& task);

} // namespace gf
