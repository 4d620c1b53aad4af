// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <optional>
#include <vector>

namespace gf {

/// What a web page shows of a trace.
struct PageContent {
    std::vector<NodeId> steps; ///< one or more, in the order of its list
    std::optional<Index> head; ///< the one that steps with heads show, from 0; nothing: all
    QString caption;           ///< the line above; empty: none
};

/// The nodes of which a page of these steps reads values: the steps, their operands, and what says
/// which cells are hidden. A trace of them is enough for it. Throws Error where the steps are more
/// numbers than a page may hold.
std::vector<NodeId> pageNodes(const Graph& graph, const std::vector<NodeId>& steps);

/// What the page is given as JSON, the steps first and then their operands, as far as there is room
/// for them. Numbers are float32; if there are too many for a small file, those of parameters are
/// rounded to 16 bits, and what follows from others to the last bit is left to the page.
QJsonObject pageData(const Trace& trace, const PageContent& content);

/// The page as one file of HTML that needs nothing else: script and style are those of
/// resources/page, and its Content-Security-Policy lets nothing else run. Words of the model are
/// text in it, whatever they say. Its own words are those of the program's language.
QByteArray pageOf(const Trace& trace, const PageContent& content);

} // namespace gf
