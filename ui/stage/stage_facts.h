// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/focus/focus.h"

#include <QStringList>

namespace gf {

class Steps;
struct Health;
struct Station;
struct Theme;

/// What is to be known about a node on the stage, as formatted text: its shape, the place in the
/// walk through `steps`, whose it is, what was changed; what matters most comes first. `shown` is
/// the station that draws it, or null; `health`: how the run does.
QStringList stageFacts(const Trace& trace, const Steps& steps, const Node& node, const Focus& focus,
                       const Station* shown, const Theme& theme, const Health& health);

/// The same of the node that a lab is about, noNode for none.
QStringList labFacts(const Trace& trace, NodeId node, const Focus& focus, const Health& health);

/// What of a difference is drawn: the change alone, or with what it is made of.
QString changeWords(const Trace& difference, NodeId node, const Focus& focus);

} // namespace gf
