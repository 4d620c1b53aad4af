// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/figure/film.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

/// What a person sets for a figure; nothing of it has a meaning for numbers.
struct FigureLook {
    std::optional<Paper> paper;         ///< else it is as large as it comes
    std::optional<std::string> caption; ///< empty: none; else what the figure shows
    bool values = true;                 ///< numbers in cells that are large enough
};

/// Writes a step of one head (counted from 0), or of all: as the heatmap ("png", "svg", "pdf",
/// "tikz"; the heads beside each other), as a table with the words of its rows and columns ("csv";
/// the heads below each other), or as bare numbers ("npy"). Needs no screen. Throws Error where it
/// cannot be written.
void exportStep(const Trace& trace, NodeId id, std::optional<Index> head, const std::string& format,
                const std::string& path, const FigureLook& look = {});

/// A step as one panel of a figure.
struct StepPanel {
    std::shared_ptr<const Trace> trace;
    NodeId id = noNode;
    std::optional<Index> head; ///< counted from 0
    std::string run;           ///< what the run is called where there are several; else empty
};

/// Writes panels with the letters (a), (b), … as one figure, those of several runs in a row and on
/// one colour scale. Throws Error where it cannot be written.
void exportPanels(const std::vector<StepPanel>& panels, const std::string& format,
                  const std::string& path, const FigureLook& look = {});

using TraceOfMoment = std::function<std::shared_ptr<const Trace>(std::size_t moment)>;

/// Writes a GIF in which a step is seen at the moments of a film, which has their steps and losses.
/// Throws Error where it cannot be written.
void exportMoments(Film film, const TraceOfMoment& trace, NodeId id, std::optional<Index> head,
                   const std::string& path, const FigureLook& look = {});

/// Writes steps as a web page, one file (ui/page/page.h). `head` is the one that steps with heads
/// show, counted from 0; nothing: all, to choose from. Throws Error where it cannot be written.
void exportPage(const Trace& trace, const std::vector<NodeId>& steps, std::optional<Index> head,
                const std::string& path, const FigureLook& look = {});

} // namespace gf
