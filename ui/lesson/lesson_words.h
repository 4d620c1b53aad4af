// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/spans.h"

#include <QString>

#include <functional>

namespace gf {

inline QString fromText(const std::string& text) {
    return QString::fromStdString(text);
}

/// The number that stands for a claim in a text.
using ClaimValue = std::function<double(const LessonClaim&)>;

/// A lesson's text as HTML of ours, in which nothing of the file is a tag: paragraphs, lists, bold
/// and italic words, code, formulas, and the numbers of claims and settings in their places.
QString lessonHtml(const Lesson& lesson, const LessonText& text, const ClaimValue& value);

/// The same letter by letter, for screen readers and one line.
QString lessonPlain(const Lesson& lesson, const LessonText& text, const ClaimValue& value);

/// A formula of one line: letters slanted, `_` and `^` with a letter or braces, `\mathrm{…}` and
/// names of functions upright.
QString formulaHtml(const QString& formula);

} // namespace gf
