// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/compared_figures.h"

#include "ui/stage/stage_widget.h"
#include "ui/stations/station_figure.h"
#include "ui/stations/station_view.h"
#include "ui/window/figures.h"

#include <algorithm>

namespace gf {

namespace {

/// `focus` as this stage shows it: the step of another model may be called otherwise.
Focus focusHere(const StageWidget& stage, Focus focus) {
    const Graph& graph = *stage.trace()->graph;
    if (nodeOf(graph, focus) == noNode)
        focus.step = QString::fromStdString(graph[stage.shownNode()].name);
    return focus;
}

/// "(a) Pre-LN".
QString labelOf(const RunOnStage& run) {
    return QStringLiteral("(%1) %2").arg(run.letter.toLower(), run.title);
}

/// The panels of attention of one run; of several the matrix in focus of each, in a row and in one
/// range of colours.
std::optional<Exportable> matricesOnStages(const std::vector<RunOnStage>& runs,
                                           const Focus& focus) {
    const bool compared = runs.size() > 1;
    Figure all;
    QStringList captions;
    std::optional<FigureOfTrace> first;
    for (const RunOnStage& run : runs) {
        const Focus here = focusHere(*run.stage, focus);
        std::optional<FigureOfTrace> figure;
        if (!compared && !here.gradients)
            figure = panelsFigure(*run.stage->trace(), here);
        if (!figure)
            figure = matrixFigure(*run.stage->trace(), here);
        if (!figure)
            return std::nullopt;
        if (!compared)
            return exportableFigure({}, figure->fileName, figure->figure, figure->numbers);
        for (HeatmapData& panel : figure->figure.panels) {
            panel.title = labelOf(run) + QStringLiteral(" · ") + panel.title;
            all.panels.push_back(std::move(panel));
        }
        captions += labelOf(run) + QStringLiteral(" · ") + figure->figure.caption;
        if (!first)
            first = std::move(figure);
    }
    std::pair<double, double> range = all.panels.front().colourRange();
    for (const HeatmapData& panel : all.panels) {
        range.first = std::min(range.first, panel.colourRange().first);
        range.second = std::max(range.second, panel.colourRange().second);
    }
    for (HeatmapData& panel : all.panels)
        panel.range = range;
    all.columns = static_cast<int>(runs.size());
    all.compared = true;
    all.caption = captions.join(QStringLiteral("; "));
    return exportableFigure({}, first->fileName, all, {});
}

/// Nothing where one of the stages shows matrices.
std::optional<Exportable> drawingsOnStages(const std::vector<RunOnStage>& runs) {
    if (runs.size() == 1)
        return viewFigure(runs.front().stage->stationView());
    std::vector<StationFigure> figures;
    std::vector<std::shared_ptr<const Trace>> traces; // to which the figures refer
    QStringList captions;
    for (const RunOnStage& run : runs) {
        const StationView* view = run.stage->stationView();
        auto figure = stationFigure(view);
        if (!figure)
            return std::nullopt;
        captions += labelOf(run) + QStringLiteral(" · ") + figure->caption;
        figure->caption = labelOf(run);
        if (!figures.empty()) // the same size for all
            figure->input.size = figures.front().input.size;
        figures.push_back(std::move(*figure));
        traces.push_back(view->trace());
    }
    Exportable all = *viewFigure(runs.front().stage->stationView());
    all.caption = captions.join(QStringLiteral("; "));
    all.numbers = {};
    all.drawing = [figures, traces](const std::optional<Paper>& paper) {
        return onPaper(figures, paper.value_or(Paper()));
    };
    return all;
}

} // namespace

std::optional<Exportable> figureOnStages(const std::vector<RunOnStage>& runs, const Focus& focus) {
    const auto isEmpty = [](const RunOnStage& run) {
        return !run.stage->trace() || (run.stage->shownNode() == noNode && !run.stage->shownLab());
    };
    if (runs.empty() || std::ranges::any_of(runs, isEmpty))
        return std::nullopt;
    if (auto drawings = drawingsOnStages(runs))
        return drawings;
    return matricesOnStages(runs, focus);
}

} // namespace gf
