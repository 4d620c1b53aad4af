// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_command.h"

#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "app/commands/probing.h"
#include "app/commands/progress.h"
#include "app/export/export_step.h"
#include "app/session/history/run_history.h"
#include "core/graph/op.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/train/history_file.h"
#include "core/train/opened_moments.h"
#include "ui/page/page.h"
#include "ui/steps/matrix.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <numeric>

namespace gf {

namespace {

struct ExportOptions {
    ModelOptions model;
    ExampleOptions example;
    std::vector<std::string> steps;  ///< none: all that are walked
    std::vector<std::string> beside; ///< other runs, to be compared
    bool walk = false;
    std::string head = "all";
    std::string format;
    std::string out;
    std::optional<double> width, letters;
    std::optional<Index> dpi;
    std::optional<std::string> font, caption;
    bool noNumbers = false;
    std::string over; ///< "training": its moments; empty: now
    std::optional<Index> frames;

    bool isOverTraining() const { return !over.empty(); }
    bool isPage() const { return format == "html"; }
    bool hasPanels() const { return !isPage() && (steps.size() > 1 || !beside.empty()); }
};

/// How many single-letter changes make one name of the other (Levenshtein 1966).
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row.back();
}

std::string closestNames(const Graph& graph, const std::string& name) {
    std::vector<std::pair<std::size_t, std::string>> names;
    for (const Node& node : graph.nodes())
        names.emplace_back(distance(name, node.name), node.name);
    std::ranges::stable_sort(names, {}, &std::pair<std::size_t, std::string>::first);
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, names.size()); ++i)
        list += (i ? ", " : "") + names[i].second;
    return list;
}

const Node& findStep(const Graph& graph, const std::string& name) {
    const NodeId id = graph.find(name);
    if (id == noNode)
        throw Error("there is no step " + inQuotes(name) + " in this model; the closest are " +
                    closestNames(graph, name));
    return graph[id];
}

/// The steps that are written: those that are named, or with --walk those of the walk, in its
/// order.
std::vector<NodeId> stepsOf(const Graph& graph, const ExportOptions& options) {
    std::vector<NodeId> steps;
    for (const std::string& name : options.steps)
        steps.push_back(findStep(graph, name).id);
    for (const Node& node : graph.nodes())
        if (options.walk && node.role == Role::Forward)
            steps.push_back(node.id);
    return steps;
}

/// The head asked for, counted from 0; nothing for all of them. On the command line heads are
/// counted from 1, as on the screen. Of several steps, one has to have it.
std::optional<Index> headOf(const std::string& text, const Graph& graph,
                            const std::vector<NodeId>& steps) {
    if (text == "all")
        return std::nullopt;
    Index head = 0;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), head);
    if (problem != std::errc{} || stop != text.data() + text.size())
        throw UsageError("--head is " + inQuotes(text) +
                         ", but must be a head's number, the first is 1, or all");
    Index heads = 0;
    for (const NodeId step : steps)
        if (hasHeads(graph[step]))
            heads = std::max(heads, graph[step].shape[0]);
    const std::string name = graph[steps.front()].name;
    if (heads == 0)
        throw Error((steps.size() == 1 ? "the step " + inQuotes(name) + " is not"
                                       : std::string("no step of this model is")) +
                    " split into heads; leave --head out");
    if (head < 1 || head > heads)
        throw Error("--head is " + text + ", but " + (steps.size() == 1 ? name : "the model") +
                    " has the heads 1 to " + std::to_string(heads));
    return head - 1;
}

/// What is set of the figure, on a paper where its size is.
FigureLook lookOf(const ExportOptions& options) {
    const bool onPaper = options.width || options.letters || options.dpi || options.font;
    const bool isPage = options.isPage();
    const bool isFigure = !isPage && options.format != "csv" && options.format != "npy";
    if (!isFigure && (onPaper || options.noNumbers || (options.caption && !isPage)))
        throw UsageError(
            std::string("--width, --letters, --font, --dpi") + (isPage ? "" : ", --caption") +
            " and --no-numbers are about figures; leave them out with --format " + options.format);
    constexpr std::size_t longest = 1000; // as in the window
    if (options.caption && options.caption->size() > longest)
        throw UsageError("--caption has " + std::to_string(options.caption->size()) +
                         " bytes; at most " + std::to_string(longest) + " are possible");
    const bool hasPixels = options.format == "png" || options.format == "gif";
    if (options.dpi && !hasPixels)
        throw UsageError("--dpi is for png and gif; " + options.format +
                         " has vectors, sharp at any size");
    FigureLook look{.paper = {}, .caption = options.caption, .values = !options.noNumbers};
    if (!onPaper)
        return look;
    Paper& paper = look.paper.emplace();
    paper.millimetres = options.width.value_or(paper.millimetres);
    paper.points = options.letters.value_or(Paper::pointsOf(paper.millimetres));
    paper.highest = Paper::highestOf(paper.millimetres, paper.points);
    if (options.dpi || options.format == "gif")
        paper.dpi = options.dpi ? static_cast<double>(*options.dpi) : Film::usualDpi;
    paper.family = QString::fromStdString(options.font.value_or(""));
    return look;
}

void checkWhat(const ExportOptions& options) {
    if (options.walk == !options.steps.empty())
        throw UsageError(options.walk ? "--step is one step and --walk all of them; leave one out"
                                      : "what is to be written is missing: --step, or --walk for a "
                                        "page of all steps");
    if (options.walk && options.format != "html")
        throw UsageError("--walk is for --format html; take --step with --format " +
                         options.format);
}

void checkOver(const ExportOptions& options) {
    const bool isGif = options.format == "gif";
    if (isGif && !options.isOverTraining())
        throw UsageError("--format gif shows how a step changes; add --over training, or take "
                         "--format png for the step as it is now");
    if (!isGif && options.isOverTraining())
        throw UsageError("--over training is for --format gif; leave it out with --format " +
                         options.format);
    if (!isGif && options.frames)
        throw UsageError("--frames is for --format gif; leave it out with --format " +
                         options.format);
    if (isGif && options.steps.size() > 1)
        throw UsageError("--over training draws one step; name one with --step");
    if (isGif && options.model.model.empty())
        throw UsageError("--over training needs --model, a run that was saved with its moments");
}

/// The files that are read, and the one that is written.
std::vector<FileInUse> filesOf(const ExportOptions& options) {
    std::vector<FileInUse> files = filesOf(options.model, options.out);
    if (options.isOverTraining())
        files.push_back({"the run's moments", historyPathOf(options.model.model), FileUse::Read});
    for (const std::string& file : options.beside)
        files.push_back({"--beside", file, FileUse::Read});
    return files;
}

/// The moments of the run's current branch.
std::vector<SharedCheckpoint> savedMoments(const Run& run, const ExportOptions& options) {
    const std::string path = historyPathOf(options.model.model);
    std::error_code problem;
    if (!std::filesystem::exists(pathOf(path), problem))
        throw Error(inQuotes(options.model.model) + " was saved without moments of its training: " +
                    "there is no " + inQuotes(path) +
                    "; train it with --moments, or save them in the window (Lab, Memory of the "
                    "time machine)");
    std::vector<float> now; // of all runs that were trained in step
    const auto addNumbers = [&now](const Run& each) {
        now.insert(now.end(), each.parameters->flat().begin(), each.parameters->flat().end());
    };
    addNumbers(run);
    std::ranges::for_each(run.compared, addNumbers);
    const History::Content content = readHistory(path, run.description, now);
    return std::ranges::find(content.branches, content.current, &History::Branch::id)->checkpoints;
}

/// Those of a run, or of a folder that holds them; as many as were asked for, evenly spread.
std::vector<SharedCheckpoint> momentsOf(const Run& run, const MomentFolders& folders,
                                        const ExportOptions& options) {
    const std::vector<SharedCheckpoint> all =
        folders.all.empty() ? savedMoments(run, options)
                            : checkpointsOf(std::make_shared<OpenedMoments>(folders, run));
    return evenlySpread(
        all, static_cast<std::size_t>(options.frames.value_or(static_cast<Index>(all.size()))));
}

void checkPanels(const ExportOptions& options) {
    constexpr std::size_t letters = 26; // by which panels are named
    const bool isFigure = figureFormatOf(QString::fromStdString(options.format)).has_value();
    const std::size_t panels = options.steps.size() + options.beside.size();
    if (!options.beside.empty() && (options.steps.size() > 1 || options.walk))
        throw UsageError("--beside compares runs in one step; name one with --step");
    if ((options.hasPanels() && !isFigure) || (options.isPage() && !options.beside.empty()))
        throw UsageError("several panels are a figure (png, svg, pdf, tikz); --format " +
                         options.format + " is of one step of one run");
    if (options.hasPanels() && panels > letters)
        throw UsageError("a figure has at most " + std::to_string(letters) + " panels, not " +
                         std::to_string(panels));
}

/// What is exported of a run.
struct SeenRun {
    std::shared_ptr<const Trace> trace;
    std::vector<NodeId> steps;
    std::optional<Index> head;
};

/// The values that are read of the steps; all of a long text would be gigabytes.
std::vector<NodeId> readBy(const Graph& graph, const std::vector<NodeId>& steps, bool isPage) {
    if (isPage)
        return pageNodes(graph, steps);
    std::vector<NodeId> nodes;
    for (const NodeId step : steps)
        std::ranges::copy(shownBy(graph, step), std::back_inserter(nodes));
    return nodes;
}

ProbeExample exampleFor(Run& run, const ExportOptions& options) {
    const bool gradients = std::ranges::any_of(
        options.steps, [](const std::string& name) { return name.starts_with(gradientPrefix); });
    return exampleOrAnswer(run, options.example, gradients);
}

/// `seen` learns the steps and the head when the graph is there, the trace is the caller's.
Probe::ChooseNodes findingSteps(SeenRun& seen, const ExportOptions& options) {
    return [&seen, &options](const Graph& graph) {
        seen.steps = stepsOf(graph, options);
        seen.head = headOf(options.head, graph, seen.steps);
        return readBy(graph, seen.steps, options.isPage());
    };
}

SeenRun lookInto(Run& run, const ExportOptions& options) {
    SeenRun seen;
    seen.trace = probe(run, exampleFor(run, options), findingSteps(seen, options));
    return seen;
}

/// Looks into the run at each of its moments, on the same example.
void exportOverTraining(Run& run, const MomentFolders& folders, const ExportOptions& options,
                        const FigureLook& look) {
    const std::vector<SharedCheckpoint> checkpoints = momentsOf(run, folders, options);
    SeenRun seen;
    ExampleProbe probe(run, exampleFor(run, options), findingSteps(seen, options));
    Film film;
    for (const SharedCheckpoint& each : checkpoints) {
        film.steps.push_back(each->step);
        film.losses.push_back(each->loss);
    }
    const std::size_t own = run.parameters->flat().size(); // those of compared runs come behind
    const TraceOfMoment trace = [&, own](std::size_t moment) {
        const Checkpoint& checkpoint = *checkpoints[moment];
        if (checkpoint.opened) {
            run.parameters->adopt(checkpoint.opened());
        } else {
            const std::vector<float> numbers = checkpoint.values.read();
            run.parameters->assign(std::span(numbers).first(own));
        }
        return probe.run(checkpoint.step);
    };
    exportMoments(film, trace, seen.steps.front(), seen.head, options.out, look);
}

/// The steps of one run, or the one step of all runs.
void exportSeveral(const SeenRun& first, const ExportOptions& options, const FigureLook& look) {
    std::vector<StepPanel> panels;
    const auto add = [&](const SeenRun& seen, const std::string& file) {
        const std::string run = options.beside.empty() ? "" : pathOf(file).stem().string();
        for (const NodeId step : seen.steps)
            panels.push_back({seen.trace, step, seen.head, run});
    };
    add(first, options.model.model);
    for (const std::string& file : options.beside) {
        Run other = loadModel({.model = file, .config = {}, .init = {}, .seed = {}});
        add(lookInto(other, options), file);
    }
    for (const StepPanel& panel : panels)
        if (!panel.head && hasHeads((*panel.trace->graph)[panel.id]))
            throw Error("a figure of several panels shows one head in each; name it with --head");
    exportPanels(panels, options.format, options.out, look);
}

int runExport(const ExportOptions& options) {
    checkWhat(options);
    checkPanels(options);
    checkOver(options);
    const FigureLook look = lookOf(options);
    checkFiles(filesOf(options));
    WorkProgress progress;
    progress.at("1 of 3: reading the model");
    ModelOptions model = options.model;
    MomentFolders folders;
    if (options.isOverTraining())
        folders = momentFolders(model.model, {});
    if (!folders.all.empty())
        model.model = folders.all.back().path;
    Run run = loadModel(model);
    progress.at("2 of 3: computing the example");
    if (options.isOverTraining()) {
        exportOverTraining(run, folders, options, look);
    } else {
        const SeenRun seen = lookInto(run, options);
        progress.at("3 of 3: writing the figure, the page or the numbers");
        if (options.hasPanels())
            exportSeveral(seen, options, look);
        else if (options.isPage())
            exportPage(*seen.trace, seen.steps, seen.head, options.out, look);
        else
            exportStep(*seen.trace, seen.steps.front(), seen.head, options.format, options.out,
                       look);
    }
    progress.pause();
    print("%s\n", outputText(options.out).c_str());
    return 0;
}

void addLookOptions(CommandParser parser, ExportOptions& options) {
    parser.option("--width", &options.width, "Of a figure, in millimetres")
        .check(number(20, 1000))
        .typeName("X");
    parser.option("--letters", &options.letters, "Size of its labels as printed, in points")
        .check(number(4, 72))
        .typeName("X");
    parser.option("--font", &options.font, "Family of its letters").typeName("NAME");
    parser.option("--dpi", &options.dpi, "Pixels per inch of a png or a gif")
        .check(wholeNumber(50, 1200))
        .typeName("N");
    parser
        .option("--caption", &options.caption,
                "The line below it, \"\" for none; if left out: model, step of the training, "
                "and what it shows")
        .typeName("TEXT");
    parser.flag("--no-numbers", &options.noNumbers, "No numbers in its cells");
}

} // namespace

ProgramCommand addExportCommand(CommandParser program) {
    const auto options = std::make_shared<ExportOptions>();
    const CommandParser parser =
        program.command("export", "Write a step of an example as a figure, a page or as numbers");
    addModelOptions(parser, options->model);
    addExampleOptions(parser, options->example,
                      "The right answer; a decoder-only model's text. If left out, an "
                      "encoder-decoder is given its own greedy answer");
    parser
        .option("--step", &options->steps,
                "A step, such as encoder.0.self_attn.weights, or its gradient, "
                "grad/encoder.0.self_attn.weights (needs a target). Given several times: one "
                "figure with a panel for each, (a), (b), …")
        .oneWordEach()
        .typeName("NAME");
    parser
        .option("--beside", &options->beside,
                "Another saved run, whose step is drawn beside that of --model on the same "
                "example, on one colour scale; may be given several times")
        .oneWordEach()
        .typeName("FILE");
    parser.flag("--walk", &options->walk,
                "Instead of --step: all forward steps in their order, on one page of html");
    parser
        .option("--head", &options->head, "One head, the first is 1; or all of them (the default)")
        .typeName("N|all");
    parser
        .option(
            "--format", &options->format,
            "A figure: png, svg, pdf, tikz; numbers: csv, npy; a web page: html, one file to point "
            "into, in which each number says how it comes about; with --over training a gif, 12 "
            "moments a second")
        .required()
        .oneOf({"png", "svg", "pdf", "tikz", "csv", "npy", "html", "gif"});
    parser
        .option("--over", &options->over,
                "training: the step at the moments that were saved with the run, or that the "
                "folder of a real model's training holds (step1000, step2000 …), one after the "
                "other, with training step and loss, on one colour scale")
        .oneOf({"training"});
    parser
        .option("--frames", &options->frames,
                "Of the moments at most so many, evenly spread; if left out, all")
        .check(wholeNumber(1, History::mostCheckpoints))
        .typeName("N");
    parser.option("--out", &options->out, "Where it is written").required().typeName("PATH");
    addLookOptions(parser, *options);
    parser.footer("Of --width, --letters, --font and --dpi, what is left out is as in the window: "
                  "175 mm wide, letters that suit the width, 300 dpi (150 for gif). Without all "
                  "four the figure is as large as it comes.\n\n"
                  "glassformer export --model date.safetensors --source \"3 march 1997\" --step "
                  "decoder.0.cross_attn.weights --format svg --out weights.svg --width 85\n"
                  "glassformer export --model date.safetensors --source \"3 march 1997\" --walk "
                  "--format html --out page.html\n"
                  "glassformer export --model date.safetensors --source \"3 march 1997\" --step "
                  "decoder.0.cross_attn.weights --head 1 --over training --format gif --out "
                  "weights.gif");
    return {parser, [options] { return runExport(*options); }};
}

} // namespace gf
