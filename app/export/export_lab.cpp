// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_lab.h"

#include "app/commands/lab_model.h"
#include "app/export/off_screen.h"
#include "app/session/labs/lab_tasks.h"
#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "ui/figure/figure_file.h"
#include "ui/labs/labs.h"
#include "ui/language/wording.h"
#include "ui/stations/station_figure.h"
#include "ui/theme/theme.h"

#include <CLI/CLI.hpp>
#include <QFont>

#include <algorithm>
#include <array>
#include <charconv>

namespace gf {

namespace {

constexpr QSizeF usualSize(900, 600); ///< of a drawing that needs no more

/// What was given for an option; empty where it was not, or the lab has no such option.
std::string given(const CLI::App& options, const std::string& name) {
    const CLI::Option* const option = options.get_option_no_throw(name);
    return option && option->count() > 0 ? option->as<std::string>() : std::string();
}

std::optional<std::string> givenText(const CLI::App& options, const std::string& name) {
    const std::string text = given(options, name);
    return text.empty() ? std::nullopt : std::optional(text);
}

/// The run and the example that the numbers are of, as the window has them.
std::unique_ptr<LiveRun> runOf(const CLI::App& options) {
    LabModelOptions model;
    model.model.model = given(options, "--model");
    model.model.config = given(options, "--config");
    model.model.init = given(options, "--init");
    if (const std::string task = given(options, "--task"); !task.empty())
        model.task = task;
    if (const std::string seed = given(options, "--seed"); !seed.empty())
        model.seed = std::stoull(seed);
    for (const char* const ids : {"--source-ids", "--target-ids"})
        if (!given(options, ids).empty())
            throw UsageError(std::string(ids) + " cannot be drawn; give the example as text");
    std::unique_ptr<LiveRun> run = LiveRun::open("cpu", loadLabModel(model));
    Example example = run->example();
    const auto source = givenText(options, "--source");
    const auto target = givenText(options, "--target");
    if (source)
        example = {*source, {}};
    if (target)
        example.target = *target;
    if (source && !target)
        example = run->meant(example);
    run->setExample(example);
    return run;
}

/// The other example of the lab "patch"; nothing where the lab has none.
std::optional<ProbeExample> otherOf(const CLI::App& options, LiveRun& run) {
    for (const char* const ids : {"--other-source-ids", "--other-target-ids"})
        if (!given(options, ids).empty())
            throw UsageError(std::string(ids) + " cannot be drawn; give the example as text");
    const auto source = givenText(options, "--other-source");
    const auto target = givenText(options, "--other-target");
    if (!source && !target) {
        if (options.get_option_no_throw("--other-source"))
            throw UsageError("the other example is missing; give --other-source, or "
                             "--other-target of a decoder-only model");
        return std::nullopt;
    }
    const Example own = run.example();
    Example other{source.value_or(std::string()), target.value_or(std::string())};
    if (source && !target)
        other = run.meant(other);
    run.setExample(other);
    ProbeExample read = run.probeExample();
    read.loss = true; // its answer counts, even where it is the model's own
    run.setExample(own);
    return read;
}

/// What an option of this name sets. Throws UsageError where the drawing cannot show it.
StationSettings settingsOf(const LabPage& page, const QString& name, const std::string& text) {
    if (page.given)
        return page.given(name, QString::fromStdString(text));
    double number = 0;
    const char* const end = text.data() + text.size();
    if (const auto [stop, problem] = std::from_chars(text.data(), end, number);
        problem != std::errc() || stop != end)
        throw UsageError("--" + name.toStdString() + " " + text +
                         " cannot be drawn; leave it or --out out");
    return {{QString::fromUtf8(page.drawing.id) + QLatin1Char('.') + name, number}};
}

/// What the options are, given or not: the numbers beside the drawing are of the same. What the
/// page does not know changes the numbers alone, and the drawing would be of something else.
StationSettings knobsOf(const LabPage& page, const StationInput& input, const CLI::App& options) {
    static constexpr std::array ofAll = {"--model", "--config",       "--init",        "--task",
                                         "--seed",  "--source",       "--target",      "--json",
                                         "--out",   "--other-source", "--other-target"};
    const bool hasKnobs = page.drawing.controls && input.node != noNode;
    const std::vector<StationControl> knobs =
        hasKnobs ? page.drawing.controls(input.graph(), input.at()) : std::vector<StationControl>();
    const auto isKnown = [&](const QString& name) {
        return std::ranges::any_of(page.options,
                                   [&](const char* each) { return name == QLatin1String(each); }) ||
               std::ranges::any_of(knobs, [&](const StationControl& each) {
                   return each.key.section(QLatin1Char('.'), 1) == name;
               });
    };
    StationSettings settings;
    for (const CLI::Option* option : options.get_options()) {
        const bool isGiven = option->count() > 0;
        const std::string text = isGiven ? option->as<std::string>() : option->get_default_str();
        if (text.empty() || std::ranges::count(ofAll, option->get_name()) > 0)
            continue;
        const QString name = QString::fromStdString(option->get_name()).mid(2);
        if (isKnown(name))
            settings.insert(settingsOf(page, name, text));
        else if (isGiven)
            throw UsageError("--" + name.toStdString() +
                             " is no knob of the drawing; leave it or --out out");
    }
    return settings;
}

/// What the engine finds for the page, all of it.
LabNews newsOf(const LabRequest& request, const LabSubject& subject,
               const std::optional<ProbeExample>& other) {
    LabNews news;
    news.request = request;
    news.of = subject.trace;
    if (!isStarted(request)) {
        news.answer = std::make_shared<const LabAnswer>(measureForLab(request, subject));
        return news;
    }
    const std::unique_ptr<LabTask> task =
        other ? beginPatch(*other, subject) : beginForLab(request, subject);
    while (task->advance() < 1) {
    }
    news.answer = std::make_shared<const LabAnswer>(task->answer());
    return news;
}

FigureFormat formatOf(const std::string& out) {
    const std::size_t dot = out.rfind('.');
    const auto format = figureFormatOf(
        dot == std::string::npos ? QString() : QString::fromStdString(out.substr(dot + 1)));
    if (!format)
        throw UsageError("--out is " + inQuotes(out) + ", but must end in .svg, .pdf or .png");
    return *format;
}

void drawLab(const Lab& lab, const CLI::App& options, const std::string& out) {
    const FigureFormat format = formatOf(out);
    requireReplaceable(out);
    const LabPage* const page = findLabPage(QString::fromStdString(std::string(lab.name)));
    if (!page)
        throw Error("the lab " + std::string(lab.name) + " has no drawing yet");
    const std::unique_ptr<LiveRun> run = runOf(options);
    const std::optional<ProbeExample> other = otherOf(options, *run);
    const std::shared_ptr<const Trace> trace = run->trace();
    if (const auto obstacle = obstacleTo(*page, *trace))
        throw Error(*obstacle);
    const std::unique_ptr<QGuiApplication> application = applicationIfNone();
    Focus focus;
    focus.lab = QLatin1String(page->drawing.id);
    StationInput input{
        *trace,           page->node(*trace->graph, noNode), focus, Theme::light(), QFont(), {},
        StationSettings()};
    input.onPaper = true;
    input.settings = knobsOf(*page, input, options);
    const auto request = page->asks ? page->asks(input) : std::nullopt;
    if (request && !(page->standsAlone && isStarted(*request)))
        input.news.lab = newsOf(*request, {*run, trace}, other);
    input.size = minimumSizeOf(page->drawing, input).expandedTo(usualSize);
    const StationFigure figure{
        &page->drawing, input,
        QStringLiteral("%1 · %2").arg(QString::fromStdString(trace->model), titleOf(*page))};
    const QByteArray bytes = paperBytes(figure.onPaper({}), format, Paper().dpi);
    writeFileAtomically(out, {bytes.data(), static_cast<std::size_t>(bytes.size())});
}

} // namespace

ProgramCommand addDrawnLabCommand(CLI::App& program) {
    return makeLabCommand(program, drawLab);
}

} // namespace gf
