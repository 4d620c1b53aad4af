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

std::optional<FigureOfTrace> matricesOf(const StageWidget& stage, const Focus& focus, bool panels) {
    const Focus here = focusHere(stage, focus);
    std::optional<FigureOfTrace> figure;
    if (panels && !here.gradients)
        figure = panelsFigure(*stage.trace(), here);
    return figure ? figure : matrixFigure(*stage.trace(), here);
}

/// The same matrix of each run has one range of colours.
void shareColours(std::vector<HeatmapData>& panels, std::size_t ofEach) {
    for (std::size_t first = 0; first < ofEach; ++first) {
        std::pair<double, double> range = panels[first].colourRange();
        for (std::size_t i = first; i < panels.size(); i += ofEach) {
            range.first = std::min(range.first, panels[i].colourRange().first);
            range.second = std::max(range.second, panels[i].colourRange().second);
        }
        for (std::size_t i = first; i < panels.size(); i += ofEach)
            panels[i].range = range;
    }
}

/// A row of panels for each run, or where each has one, all in a row.
std::optional<Exportable> matricesOnStages(const std::vector<RunOnStage>& runs, const Focus& focus,
                                           bool panels) {
    std::vector<FigureOfTrace> figures;
    for (const RunOnStage& run : runs) {
        auto figure = matricesOf(*run.stage, focus, panels);
        if (!figure)
            return std::nullopt;
        figures.push_back(std::move(*figure));
    }
    FigureOfTrace& first = figures.front();
    if (figures.size() == 1)
        return exportableFigure({}, first.fileName, first.figure, first.numbers);
    const std::size_t ofEach = first.figure.panels.size();
    Figure all;
    QStringList captions;
    for (std::size_t run = 0; run < figures.size(); ++run) {
        const Figure& figure = figures[run].figure;
        if (figure.panels.size() != ofEach) // attention beside what has no such panels
            return matricesOnStages(runs, focus, false);
        for (HeatmapData panel : figure.panels) {
            // Four panels beside each other have room for the run's letter.
            panel.title = (ofEach > 1 ? runs[run].letter : runs[run].name) + QStringLiteral(" · ") +
                          panel.title;
            all.panels.push_back(std::move(panel));
        }
        captions += runs[run].name + QStringLiteral(" · ") + figure.caption;
    }
    shareColours(all.panels, ofEach);
    all.columns = static_cast<int>(ofEach == 1 ? figures.size() : ofEach);
    all.compared = true;
    all.caption = captions.join(QStringLiteral("; "));
    return exportableFigure({}, first.fileName, all, {});
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
        captions += run.name + QStringLiteral(" · ") + figure->caption;
        figure->caption = run.name;
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
    return matricesOnStages(runs, focus, true);
}

} // namespace gf
