// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace gf {

/// A lesson that the program brings along, as its file stands in resources/lessons.
struct CourseText {
    std::string_view name;     ///< "why_root_k"
    std::string_view language; ///< "en", "de"
    std::string_view text;
};

/// All of them, by language and name.
std::span<const CourseText> courseTexts();

/// The one of this name and language; null where there is none.
const CourseText* findCourseText(std::string_view name, std::string_view language);

} // namespace gf
