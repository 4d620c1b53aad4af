// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_command.h"

#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "app/commands/probing.h"
#include "app/commands/progress.h"
#include "app/export/export_step.h"
#include "core/graph/op.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
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
    std::string step; ///< empty: all that are walked
    bool walk = false;
    std::string head = "all";
    std::string format;
    std::string out;
    std::optional<double> width, letters;
    std::optional<Index> dpi;
    std::optional<std::string> font, caption;
    bool noNumbers = false;
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

/// The steps that are written: one, or with --walk those of the walk, in its order.
std::vector<NodeId> stepsOf(const Graph& graph, const ExportOptions& options) {
    if (!options.walk)
        return {findStep(graph, options.step).id};
    std::vector<NodeId> walk;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward)
            walk.push_back(node.id);
    return walk;
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
    const bool isPage = options.format == "html";
    const bool isFigure = !isPage && options.format != "csv" && options.format != "npy";
    if (!isFigure && (onPaper || options.noNumbers || (options.caption && !isPage)))
        throw UsageError(
            std::string("--width, --letters, --font, --dpi") + (isPage ? "" : ", --caption") +
            " and --no-numbers are about figures; leave them out with --format " + options.format);
    constexpr std::size_t longest = 1000; // as in the window
    if (options.caption && options.caption->size() > longest)
        throw UsageError("--caption has " + std::to_string(options.caption->size()) +
                         " bytes; at most " + std::to_string(longest) + " are possible");
    if (options.dpi && options.format != "png")
        throw UsageError("--dpi is for png; " + options.format + " has vectors, sharp at any size");
    FigureLook look{.paper = {}, .caption = options.caption, .values = !options.noNumbers};
    if (!onPaper)
        return look;
    Paper& paper = look.paper.emplace();
    paper.millimetres = options.width.value_or(paper.millimetres);
    paper.points = options.letters.value_or(Paper::pointsOf(paper.millimetres));
    paper.highest = Paper::highestOf(paper.millimetres, paper.points);
    if (options.dpi)
        paper.dpi = static_cast<double>(*options.dpi);
    paper.family = QString::fromStdString(options.font.value_or(""));
    return look;
}

void checkWhat(const ExportOptions& options) {
    if (options.walk == !options.step.empty())
        throw UsageError(options.walk ? "--step is one step and --walk all of them; leave one out"
                                      : "what is to be written is missing: --step, or --walk for a "
                                        "page of all steps");
    if (options.walk && options.format != "html")
        throw UsageError("--walk is for --format html; take --step with --format " +
                         options.format);
}

int runExport(const ExportOptions& options) {
    checkWhat(options);
    const FigureLook look = lookOf(options);
    checkFiles(filesOf(options.model, options.out));
    WorkProgress progress;
    progress.at("1 of 3: reading the model");
    Run run = loadModel(options.model);
    const bool gradients = options.step.starts_with(gradientPrefix);
    std::vector<NodeId> steps;
    std::optional<Index> head;
    // All steps of a long text are gigabytes.
    const auto findShown = [&](const Graph& graph) {
        steps = stepsOf(graph, options);
        head = headOf(options.head, graph, steps);
        return options.format == "html" ? pageNodes(graph, steps) : shownBy(graph, steps.front());
    };
    progress.at("2 of 3: computing the example");
    const std::shared_ptr<const Trace> trace =
        probe(run, exampleOrAnswer(run, options.example, gradients), findShown);
    progress.at("3 of 3: writing the figure, the page or the numbers");
    if (options.format == "html")
        exportPage(*trace, steps, head, options.out, look);
    else
        exportStep(*trace, steps.front(), head, options.format, options.out, look);
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
    parser.option("--dpi", &options.dpi, "Pixels per inch of a png")
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
        .option("--step", &options->step,
                "A step, such as encoder.0.self_attn.weights, or its gradient, "
                "grad/encoder.0.self_attn.weights (needs a target)")
        .typeName("NAME");
    parser.flag("--walk", &options->walk,
                "Instead of --step: all forward steps in their order, on one page of html");
    parser
        .option("--head", &options->head, "One head, the first is 1; or all of them (the default)")
        .typeName("N|all");
    parser
        .option(
            "--format", &options->format,
            "A figure: png, svg, pdf, tikz; numbers: csv, npy; a web page: html, one file to point "
            "into, in which each number says how it comes about")
        .required()
        .oneOf({"png", "svg", "pdf", "tikz", "csv", "npy", "html"});
    parser.option("--out", &options->out, "Where it is written").required().typeName("PATH");
    addLookOptions(parser, *options);
    parser.footer("Of --width, --letters, --font and --dpi, what is left out is as in the window: "
                  "175 mm wide, letters that suit the width, 300 dpi. Without all four the figure "
                  "is as large as it comes.\n\n"
                  "glassformer export --model date.safetensors --source \"3 march 1997\" --step "
                  "decoder.0.cross_attn.weights --format svg --out weights.svg --width 85\n"
                  "glassformer export --model date.safetensors --source \"3 march 1997\" --walk "
                  "--format html --out page.html");
    return {parser, [options] { return runExport(*options); }};
}

} // namespace gf
