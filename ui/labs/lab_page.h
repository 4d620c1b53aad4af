// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"
#include "ui/messages/lab_messages.h"
#include "ui/stations/station.h"
#include "ui/stations/station_blocks.h"

#include <optional>
#include <span>

namespace gf {

/// A lab as a page of the stage: one argument that is tried on the model that is shown. One row of
/// the table in labs.cpp.
struct LabPage {
    /// What it draws. `id` is the lab's name in core/lab/lab.h, whose question is its title;
    /// at most three `controls`, whose keys begin with the name ("variance.mu"). `shows` is not
    /// asked.
    Station drawing;
    /// The node that it is about, which is StationInput::node, where `focused` is in focus (noNode:
    /// nothing is). noNode where `missing` gives a reason.
    NodeId (*node)(const Graph& graph, NodeId focused) = nullptr;
    /// Why the model of a trace has nothing of the kind; nothing: it has.
    std::optional<Sentence> (*missing)(const Trace& trace) = nullptr;
    /// What the engine has to measure for what the person has set; nothing, or null: the trace
    /// says all.
    std::optional<LabRequest> (*asks)(const StationInput& input) = nullptr;
    /// It is a drawing without the answer, too.
    bool standsAlone = false;
    /// What it asks is what the command line prints: a figure beside the numbers is of the same.
    bool drawsPrinted = false;
    /// A click on a place of another step goes there and leaves the lab, which is about one step.
    bool leadsOut = false;
    /// What a knob sets that is a list on the command line ("2,0,1"). Null: no such one is drawn.
    StationSettings (*given)(std::string_view knob, const std::string& list) = nullptr;
    /// What the numbers are of that the command line prints, where a figure beside them has to know
    /// more than the knobs. Null: they say all.
    StationSettings (*printed)(const Finding& finding, const Graph& graph) = nullptr;
};

} // namespace gf
