// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace gf {

/// The longest file of a lesson, in bytes.
inline constexpr std::size_t longestLesson = 200'000;

/// Reads a lesson, which may come from anywhere: nothing in it is believed. The form is in
/// docs/lessons.md. Throws Error that begins with the line and names the field: for text that is
/// not UTF-8 or has characters that nobody sees, HTML, links, unknown blocks and fields, wrong
/// values, ids that stand twice or are meant and are not there, and what is too long or too deep.
Lesson parseLesson(std::string_view name, std::string_view text);

/// Reads a file of any name, or one that is packed with its models, which are unpacked
/// (packed_lesson.h) and must be all that it names; the Error begins with the path.
Lesson readLessonFile(const std::string& path);

} // namespace gf
