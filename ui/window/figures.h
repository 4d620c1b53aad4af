// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/figure/exportable.h"
#include "ui/figure/figure.h"
#include "ui/figure/number_table.h"
#include "ui/focus/focus.h"
#include "ui/page/page.h"

#include <functional>
#include <memory>
#include <optional>

namespace gf {

class StationView;
struct StationFigure;

/// What can be exported from a trace: a figure, and the numbers behind it.
struct FigureOfTrace {
    Figure figure;
    NumberTable numbers;
    QString fileName; ///< a good name without its ending
};

/// The matrix in focus, of the head in focus. Nothing where the focus shows none.
std::optional<FigureOfTrace> matrixFigure(const Trace& trace, const Focus& focus);

/// What a web page shows of a trace.
struct PageOfTrace {
    PageContent content;
    QString fileName; ///< without its ending
};

/// The step in focus with all of its heads, or all forward steps. Nothing where there is no step.
std::optional<PageOfTrace> pageOfTrace(const Trace& trace, const Focus& focus, bool whole);

/// All heads of the step in focus. Nothing for a step without heads.
std::optional<FigureOfTrace> headsFigure(const Trace& trace, const Focus& focus);

/// The matrix in focus, or all of its heads, at any moment of the run; the caption does not say at
/// which.
std::function<Figure(const Trace&)> figureAtMoments(const Focus& focus, bool heads);

/// Scores, scaled, masked and weights of the attention in focus, of one head; their numbers as
/// [panel, query, key]. Nothing outside attention.
std::optional<FigureOfTrace> panelsFigure(const Trace& trace, const Focus& focus);

/// The drawing of a station as it is on the screen, which refers to the view's trace. Nothing while
/// the matrices are shown.
std::optional<StationFigure> stationFigure(const StationView* view);
std::optional<Exportable> viewFigure(const StationView* view);

} // namespace gf
