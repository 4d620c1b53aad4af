// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/messages.h"

#include <QString>

namespace gf {

/// What there is to say of a run on a plateau: that it is on one, what it is likely to come from in
/// this run, and what to try. Empty where it is on none.
QString plateauText(const Learning& learning, const RunInfo& run);

} // namespace gf
