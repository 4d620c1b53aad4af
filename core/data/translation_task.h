// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/generated_task.h"

namespace gf {

/// Sentences of a small grammar of English, and what they are in French, word by word as tokens:
/// "the small cat does not want three red books" → "le petit chat ne veut pas trois livres rouges".
/// Articles and adjectives agree with the noun in gender and number, verbs with the subject; sizes
/// stand before the noun and colours after it; a pronoun stands before its verb, and "does not"
/// around it: so the words do not stand in the same order.
GeneratedProblem translationProblem();

} // namespace gf
