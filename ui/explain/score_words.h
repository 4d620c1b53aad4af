// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <QString>

namespace gf {

struct Theme;

/// What the scores of one head are on the average, and what √K makes of them, as HTML: at scores,
/// scaled and weights of an attention. Empty everywhere else.
QString scoreStatisticsHtml(const Trace& trace, const Node& node, Index head, const Theme& theme);

} // namespace gf
