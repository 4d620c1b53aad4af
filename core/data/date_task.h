// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/generated_task.h"

namespace gf {

/// Any day from 1900-01-01 to 2099-12-31 as people write it, in lower case, to ISO 8601:
/// "3 march 1997" → "1997-03-03". The spellings, each as often as the others:
///
/// | written                | how                                                          |
/// |------------------------|--------------------------------------------------------------|
/// | 3 march 1997           | day, month's name, year                                      |
/// | march 3, 1997          | month's name first                                           |
/// | mar 3 1997             | month's first three letters                                  |
/// | 3 mar 1997             |                                                              |
/// | 3rd of march 1997      | 1st, 2nd, 3rd, 4th, … 11th, 12th, 13th, … 21st               |
/// | monday 3 march 1997    | with its weekday (Gregorian calendar)                        |
/// | 03/03/1997             | always day / month / year, two digits each and four          |
/// | 3.3.1997               | always day . month . year                                    |
/// | 1997.3.3               | always year . month . day                                    |
/// | 3-mar-97               | two digits of the year: 50 to 99 are 1950 to 1999, 00 to 49  |
/// |                        | are 2000 to 2049; other years are never written so           |
///
/// A day of validation is met in training in no spelling.
GeneratedProblem dateProblem();

/// A day as it is spelled, and in ISO 8601.
struct SpelledDay {
    std::string spelled;
    std::string iso;
};
inline constexpr std::size_t isoDateLength = 10;

/// The only day and spelling that looks like this, '_' standing for any character; nothing where
/// there is none, or more than one.
std::optional<SpelledDay> theDayLike(std::string_view spelled, std::string_view iso);

} // namespace gf
