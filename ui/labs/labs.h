// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/labs/lab_page.h"

#include <span>

namespace gf {

/// The labs that have a page, in the order of labs() (core/lab/lab.h).
std::span<const LabPage> labPages();

/// The page of this name; null where there is none.
const LabPage* findLabPage(const QString& name);

/// Its question, in the language of the window.
QString titleOf(const LabPage& page);

/// Why it has nothing to try on what is shown; nothing: it has.
std::optional<Sentence> obstacleTo(const LabPage& page, const Trace& trace);

/// `focus` with the lab open on the step that it is about.
Focus onLab(const LabPage& page, const Graph* graph, const Focus& focus);

} // namespace gf
