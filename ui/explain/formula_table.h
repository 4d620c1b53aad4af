// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace gf {

/// The formula of a step in Formula's notation, one string for each line: that of its kind
/// ("self_attn.scores", as in Step::kind) if there is one, otherwise that of its operation
/// ("matmul"). Gradients only have that of their operation. Empty when neither is known.
QStringList formulaFor(const QString& kind, const QString& op, bool gradient);

/// What stands in the table for one name alone; for tests.
QStringList formulaNamed(const QString& name);

} // namespace gf
