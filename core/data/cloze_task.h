// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <memory>
#include <string_view>

namespace gf {

/// Fills in hidden characters (Taylor 1953), for an encoder alone, which reads on both sides of
/// them: "3 m_rch 1997 = 1997-03-03" → "3 march 1997 = 1997-03-03". Each text is a day in one of
/// the spellings of the task "date", " = ", and the day in ISO 8601. Hidden are 1 to a third of the
/// characters of one side, so that the other side tells them. Validation days are in no training
/// text.
std::unique_ptr<Task> makeClozeTask();

/// The same with windows of a person's own text, as makeTextTask() cuts them, up to 63 characters;
/// hidden is 15 % of the
/// characters (the share of Devlin et al. 2019), at least one. Throws Error as makeTextTask() does,
/// and when the text has "<mask>" in it.
std::unique_ptr<Task> makeClozeTask(std::string_view text);

} // namespace gf
