// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/exportable.h"
#include "ui/figure/heatmap_data.h"

#include "core/graph/trace.h"

#include <memory>
#include <optional>
#include <vector>

namespace gf {

/// Where a run looks: one matrix of its trace.
struct RunLooking {
    QString run;   ///< its name, with that of its file
    QString model; ///< "Bahdanau, GRU"; empty where nobody knows
    QString which; ///< "layer 2 · head 1"; empty where there is only one
    std::shared_ptr<const Trace> trace;
    NodeId node = noNode;
    int head = 0;
};

/// The matrix as it is drawn wherever runs are compared: all on the scale from 0 to 1.
HeatmapData matrixOf(const RunLooking& looking);

/// Whether one table can have all their numbers.
bool areOfOneSize(const std::vector<RunLooking>& runs);

/// The matrices beside each other as one figure, under the names of their runs, with these and the
/// example in the caption; their numbers as [run, row, column] where all are of one size. Nothing
/// where there is none.
std::optional<Exportable> referenceFigure(const std::vector<RunLooking>& runs);

} // namespace gf
