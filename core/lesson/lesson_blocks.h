// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/lesson_fields.h"

namespace gf {

/// What the first block of a lesson says of it as a whole.
void readLessonHead(const LessonBlock& block, Lesson& lesson);
/// A block of a page. Throws Error for a kind that there is not.
LessonItem readLessonBlock(const LessonBlock& block);

} // namespace gf
