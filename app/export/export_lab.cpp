// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_lab.h"

#include "app/commands/lab_command.h"
#include "app/export/off_screen.h"
#include "app/session/labs/lab_bench.h"
#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "ui/figure/figure_file.h"
#include "ui/labs/labs.h"
#include "ui/language/wording.h"
#include "ui/stations/station_figure.h"
#include "ui/steps/steps.h"
#include "ui/theme/theme.h"

#include <QFont>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr QSizeF usualSize(900, 600); ///< of a drawing that needs no more

/// Token ids are of no example that the window could show.
void requireText(const char* source, const char* target, const ExampleOptions& example) {
    for (const auto& [name, ids] :
         {std::pair(source, &example.sourceIds), {target, &example.targetIds}})
        if (*ids)
            throw UsageError(std::string(name) + " cannot be drawn; give the example as text");
}

/// What was given of an example, the rest as the run's task has it; nothing given: the run's own.
Example exampleIn(const ExampleOptions& given, LiveRun& run) {
    Example example = run.example();
    if (given.source)
        example = {*given.source, {}};
    if (given.target)
        example.target = *given.target;
    return given.source && !given.target ? run.examples().meant(example) : example;
}

/// The run and the example that the numbers are of, as the window has them.
std::unique_ptr<LiveRun> runOf(const LabOrder& order) {
    requireText("--source-ids", "--target-ids", order.model.example);
    requireText("--other-source-ids", "--other-target-ids", order.model.other);
    LabModelOptions model = order.model;
    const KnobValues knobs(order.lab, order.knobs);
    if (!order.lab.takesModel()) // something has to be open
        model.task = knobs.has("task") ? knobs.text("task") : std::string(order.lab.task);
    std::unique_ptr<LiveRun> run = LiveRun::open("cpu", loadLabModel(model, order.seed));
    run->setExample(exampleIn(model.example, *run));
    return run;
}

/// A knob as the window has it set.
StationSettings settingOf(const Lab& lab, const LabPage& page, const LabKnob& knob,
                          const KnobValues& knobs) {
    if (knob.field.type == FieldType::Text) // the run has it
        return {};
    if (knob.field.type == FieldType::Numbers)
        return page.given ? page.given(knob.name(), knobs.text(knob.name())) : StationSettings();
    double number = 0;
    if (knob.field.type == FieldType::Choice)
        number =
            static_cast<double>(std::ranges::find(knob.field.choices, knobs.text(knob.name())) -
                                knob.field.choices.begin());
    else if (knob.field.type == FieldType::Switch)
        number = knobs.isOn(knob.name()) ? 1 : 0;
    else
        number = knobs.real(knob.name());
    return {
        {QString::fromStdString(std::string(lab.name).append(".").append(knob.name())), number}};
}

/// What the knobs are, given or not: the numbers beside the drawing are of the same. Throws
/// UsageError for one of the numbers alone, without which the drawing would be of something else.
StationSettings settingsOf(const LabOrder& order, const LabPage& page, const Finding& finding,
                           const Graph& graph) {
    const KnobValues knobs(order.lab, order.knobs);
    StationSettings settings = page.printed ? page.printed(finding, graph) : StationSettings();
    for (const LabKnob& knob : order.lab.knobs) {
        if (knob.use == KnobUse::Numbers && order.knobs.contains(knob.name()))
            throw UsageError("--" + std::string(knob.name()) +
                             " is no knob of the drawing; leave it or --out out");
        const bool isDrawn = knob.use != KnobUse::Numbers && knob.use != KnobUse::Place;
        if (isDrawn && knobs.has(knob.name()))
            settings.insert(settingOf(order.lab, page, knob, knobs));
    }
    return settings;
}

/// The place of the model that the numbers are of, as the window has it in focus.
Focus focusOf(const LabOrder& order, const LabPage& page, const Finding& finding,
              const Graph& graph) {
    const KnobValues knobs(order.lab, order.knobs);
    const auto place = [&](const char* knob) -> Index {
        return knobs.has(knob) ? knobs.whole(knob) - 1 : -1;
    };
    Focus focus;
    focus.lab = QLatin1String(page.drawing.id);
    focus.head = static_cast<int>(std::max<Index>(place("head"), 0));
    focus.row = std::max(place("query"), place("position"));
    focus.column = place("key");
    if (const Finding* const token = finding.find("token_id"))
        focus.column = static_cast<Index>(token->number().value_or(-1));
    std::string step;
    for (const char* const name : {"attention", "layer"}) // where the lab looked
        if (const Finding* const layer = finding.find(name))
            step = *layer->words() + ".output";
    if (knobs.has("step"))
        step = knobs.text("step");
    if (const NodeId node = graph.find(step); node != noNode)
        focus.step = stepOf(graph[node]);
    return focus;
}

/// What the engine finds for the page: what is printed, where that is what it asks for.
LabNews newsOf(const LabRequest& request, const LabSubject& subject, const LabFound* printed) {
    LabNews news;
    news.request = request;
    news.of = subject.trace;
    news.answer =
        std::make_shared<const LabFound>(printed ? *printed : measureForLab(request, subject));
    return news;
}

FigureFormat formatOf(const std::string& out) {
    const std::size_t dot = out.rfind('.');
    const auto format = figureFormatOf(
        dot == std::string::npos ? QString() : QString::fromStdString(out.substr(dot + 1)));
    if (!format)
        throw UsageError("--out is " + inQuotes(out) +
                         ", but must end in .svg, .pdf, .tikz or .png");
    return *format;
}

void requireDrawable(const std::string& out) {
    formatOf(out);
    requireReplaceable(out);
}

/// On paper of this width, with the largest letters that find room there.
PaperDrawing onPaperOf(double millimetres, const StationFigure& figure) {
    constexpr double leastPoints = 4;
    constexpr double smaller = 0.5;
    Paper paper;
    paper.caption = figure.caption;
    paper.millimetres = millimetres;
    paper.points = Paper::pointsOf(millimetres);
    paper.highest = Paper::highestOf(millimetres, paper.points);
    for (;; paper.points -= smaller) {
        try {
            return figure.onPaper(paper);
        } catch (const Error&) {
            if (paper.points - smaller < leastPoints)
                throw;
        }
    }
}

void drawLab(const LabOrder& order, const LabFound& found, const std::string& out) {
    const LabPage* const page = findLabPage(QString::fromStdString(std::string(order.lab.name)));
    const std::unique_ptr<LiveRun> run = runOf(order);
    const std::shared_ptr<const Trace> trace = run->trace();
    if (const auto obstacle = obstacleTo(*page, *trace))
        throw Error(*obstacle);
    const std::unique_ptr<QGuiApplication> application = applicationIfNone();
    const Graph& graph = *trace->graph;
    const Focus focus = focusOf(order, *page, found.finding, graph);
    StationInput input{*trace,
                       page->node(graph, nodeOf(graph, focus)),
                       focus,
                       Theme::light(),
                       QFont(),
                       {},
                       StationSettings()};
    input.onPaper = true;
    input.settings = settingsOf(order, *page, found.finding, graph);
    const auto request = page->asks ? page->asks(input) : std::nullopt;
    if (request && !(page->standsAlone && isStarted(*request)))
        input.news.lab = newsOf(*request, {*run, trace}, page->drawsPrinted ? &found : nullptr);
    input.size = minimumSizeOf(page->drawing, input).expandedTo(usualSize);
    const StationFigure figure{
        &page->drawing, input,
        QStringLiteral("%1 · %2").arg(QString::fromStdString(trace->model), titleOf(*page))};
    const PaperDrawing drawing = order.width ? onPaperOf(*order.width, figure) : figure.onPaper({});
    const QByteArray bytes = paperBytes(drawing, formatOf(out), Paper().dpi);
    writeFileAtomically(out, {bytes.data(), static_cast<std::size_t>(bytes.size())});
}

} // namespace

ProgramCommand addDrawnLabCommand(CommandParser program) {
    return makeLabCommand(program, {requireDrawable, drawLab});
}

} // namespace gf
