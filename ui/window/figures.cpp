// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figures.h"

#include "ui/language/language.h"
#include "ui/language/tr.h"
#include "ui/stations/station_figure.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/attention_stages.h"
#include "ui/steps/navigation.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <utility>

namespace gf {

namespace {

/// Trace::model in the present language: "date · encoder–decoder · 2 layers · Pre-LN".
QStringList modelParts(const Trace& trace) {
    QStringList parts = QString::fromStdString(trace.model).split(QStringLiteral(" · "));
    for (QString& part : parts) {
        const int layers = part.section(' ', 0, 0).toInt();
        part = layers > 0 ? tr("%n layers", nullptr, layers) : translated(part);
    }
    return parts;
}

/// The node in focus when it has numbers.
std::optional<NodeId> shown(const Trace& trace, const Focus& focus) {
    if (!trace.graph)
        return std::nullopt;
    const NodeId node = nodeOf(*trace.graph, focus);
    if (node == noNode || trace.value(node).empty())
        return std::nullopt;
    return node;
}

const auto separator = QStringLiteral(" · ");

QString stepWords(const Trace& trace) {
    return tr("training step %1").arg(trace.step);
}

QString captionOf(const Trace& trace, const QStringList& shown) {
    QStringList parts = modelParts(trace);
    parts += stepWords(trace);
    parts += shown;
    parts.removeAll(QString());
    return parts.join(separator);
}

QString captionOf(const Trace& trace, const Node& node, const QString& heads) {
    return captionOf(trace, {titleOf(*trace.graph, node), heads});
}

/// What a drawing is about; a lab need not be about any node.
QStringList subjectOf(const StationInput& input) {
    if (input.node == noNode)
        return {};
    const bool heads = matrixSize(input.at()).heads > 0;
    return {titleOf(input.graph(), input.at()), heads ? headTitle(input.focus.head) : QString()};
}

/// One matrix, called as on the stage.
HeatmapData panelOf(const Trace& trace, NodeId node, int head) {
    HeatmapData data = heatmapOf(trace, node, head);
    data.title = shortTitleOf(*trace.graph, (*trace.graph)[node]);
    return data;
}

/// Node names as file names: "grad/encoder.0.self_attn.q" has a slash.
QString fileNameOf(const Node& node, const QString& suffix) {
    return QString::fromStdString(node.name).replace('/', '_') + suffix;
}

/// Without numbers while the drawing waits for them, and of a lab with nothing to try.
NumberTable numbersBehind(const Station& station, const StationInput& input) {
    if (input.node == noNode)
        return {};
    if (!station.numbers)
        return numberTableOf(input.trace, input.node, input.focus.head);
    Tensor numbers = station.numbers(input);
    if (numbers.empty())
        return {};
    return {std::make_shared<const Tensor>(std::move(numbers)), {}, {}};
}

} // namespace

std::optional<FigureOfTrace> matrixFigure(const Trace& trace, const Focus& focus) {
    const auto node = shown(trace, focus);
    if (!node)
        return std::nullopt;
    const Node& what = (*trace.graph)[*node];
    const bool heads = matrixSize(what).heads > 0;
    FigureOfTrace result;
    result.figure.panels = {panelOf(trace, *node, focus.head)};
    result.figure.caption = captionOf(trace, what, heads ? headTitle(focus.head) : QString());
    result.numbers = numberTableOf(trace, *node, focus.head);
    result.fileName =
        fileNameOf(what, heads ? QStringLiteral("_head%1").arg(focus.head + 1) : QString());
    return result;
}

std::optional<PageOfTrace> pageOfTrace(const Trace& trace, const Focus& focus, bool whole) {
    const std::optional<NodeId> node = shown(trace, focus);
    if (!node && !whole)
        return std::nullopt;
    PageOfTrace page;
    if (whole) {
        for (const Node& each : trace.graph->nodes())
            if (each.role == Role::Forward)
                page.content.steps.push_back(each.id);
        page.content.caption = captionOf(trace, QStringList());
        page.fileName = tr("operations");
        return page;
    }
    page.content.steps = {*node};
    page.content.caption = captionOf(trace, (*trace.graph)[*node], {});
    page.fileName = fileNameOf((*trace.graph)[*node], {});
    return page;
}

std::optional<FigureOfTrace> headsFigure(const Trace& trace, const Focus& focus) {
    const auto node = shown(trace, focus);
    if (!node)
        return std::nullopt;
    const Node& what = (*trace.graph)[*node];
    const int heads = matrixSize(what).heads;
    if (heads == 0)
        return std::nullopt;
    FigureOfTrace result;
    for (int head = 0; head < heads; ++head) {
        result.figure.panels.push_back(heatmapOf(trace, *node, head));
        result.figure.panels.back().title = headTitle(head);
    }
    result.figure.caption = captionOf(trace, what, tr("all heads"));
    result.numbers = numberTableOf(trace, *node, std::nullopt, tr("head %1"));
    result.fileName = fileNameOf(what, QStringLiteral("_heads"));
    return result;
}

std::function<Figure(const Trace&)> figureAtMoments(const Focus& focus, bool heads) {
    return [=](const Trace& trace) {
        Figure figure =
            (heads ? headsFigure(trace, focus) : matrixFigure(trace, focus)).value().figure;
        figure.caption.remove(stepWords(trace) + separator);
        return figure;
    };
}

std::optional<FigureOfTrace> panelsFigure(const Trace& trace, const Focus& focus) {
    if (!trace.graph)
        return std::nullopt;
    const NodeId here = trace.graph->find(focus.step.toStdString());
    if (here == noNode)
        return std::nullopt;
    const Scope& scope = (*trace.graph)[here].scope;
    FigureOfTrace result;
    std::vector<float> numbers;
    Shape one;
    Tokens rows;
    Tokens columns;
    const std::vector<NodeId> stages = attentionStages(*trace.graph, scope);
    if (stages.empty())
        return std::nullopt;
    for (const NodeId stage : stages) {
        Focus at = focus;
        at.step = QString::fromStdString((*trace.graph)[stage].name);
        const auto node = shown(trace, at);
        if (!node)
            return std::nullopt;
        result.figure.panels.push_back(panelOf(trace, *node, focus.head));
        const std::string title = result.figure.panels.back().title.toStdString();
        const NumberTable head = numberTableOf(trace, *node, focus.head);
        one = head.numbers->shape();
        const auto values = head.numbers->values();
        numbers.insert(numbers.end(), values.begin(), values.end());
        for (const std::string& word : head.rows)
            rows.push_back(title + ": " + word);
        columns = head.columns;
        result.figure.caption = captionOf(trace, (*trace.graph)[*node], headTitle(focus.head));
    }
    const auto panels = static_cast<Index>(result.figure.panels.size());
    result.figure.columns = static_cast<int>(panels);
    result.numbers = {
        std::make_shared<const Tensor>(Shape{panels, one[0], one[1]}, std::move(numbers)),
        std::move(rows), std::move(columns)};
    result.fileName = QString::fromStdString(scope.nameOf({})) +
                      QStringLiteral("_panels_head%1").arg(focus.head + 1);
    return result;
}

std::optional<StationFigure> stationFigure(const StationView* view) {
    if (!view || !view->station())
        return std::nullopt;
    StationInput input = view->input();
    input.least = 0; // nobody reads it from afar
    const QStringList about = subjectOf(input) << titleOf(*view->station());
    return StationFigure{view->station(), input, captionOf(*view->trace(), about)};
}

std::optional<Exportable> viewFigure(const StationView* view) {
    const auto figure = stationFigure(view);
    if (!figure)
        return std::nullopt;
    const StationInput& input = figure->input;
    Exportable result;
    result.name = tr("This drawing");
    result.caption = figure->caption;
    const QString id = QLatin1String(figure->station->id);
    result.fileName = input.node == noNode ? id : fileNameOf(input.at(), QLatin1Char('_') + id);
    // It holds the trace, which the figure only refers to.
    result.drawing = [figure = *figure, trace = view->trace()](const std::optional<Paper>& paper) {
        return figure.onPaper(paper);
    };
    result.numbers = numbersBehind(*figure->station, input);
    return result;
}

} // namespace gf
