// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/finding_values.h"

#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace gf {

namespace {

constexpr std::size_t longestWords = 300;
constexpr std::size_t mostEntries = 100'000; ///< of a list

[[noreturn]] void wrong(const std::string& name, const Sentence& needed) {
    throw Error(phrase("%1 is wrong; %2 is needed"), inQuotes(name), needed);
}

double numberIn(const Finding& value, const std::string& name) {
    const std::optional<double> number = value.number();
    if (!number)
        wrong(name, phrase("a number"));
    return *number;
}

const std::string& wordsIn(const Finding& value, const std::string& name) {
    if (!value.words() || value.words()->size() > longestWords)
        wrong(name, {phrase("a text of at most %1 characters"), longestWords});
    return *value.words();
}

std::vector<double> requiredNumbers(const Finding& finding, const std::string& name) {
    std::vector<double> numbers;
    for (const Finding& each : requiredList(finding, name))
        numbers.push_back(numberIn(each, name));
    return numbers;
}

/// Rows of equally many numbers; empty where there are none.
Tensor matrixOf(const Finding::List& rows, const std::string& name) {
    std::vector<float> numbers;
    for (const Finding& row : rows) {
        const Finding::List* const each = row.list();
        if (!each || each->empty() || each->size() != rows.front().list()->size())
            wrong(name, phrase("rows of equally many numbers"));
        for (const Finding& number : *each)
            numbers.push_back(static_cast<float>(numberIn(number, name)));
    }
    if (rows.empty())
        return {};
    const auto count = static_cast<Index>(rows.size());
    const Index columns = static_cast<Index>(numbers.size()) / count;
    return Tensor(Shape{count, columns}, std::move(numbers));
}

HeadName headIn(const Finding& attention, const Finding& head, const std::string& name) {
    return {wordsIn(attention, name), static_cast<Index>(numberIn(head, name)) - 1};
}

} // namespace

// ---- Fields ------------------------------------------------------------------------------------

const Finding& required(const Finding& finding, const std::string& name) {
    const Finding* const value = finding.find(name);
    if (!value)
        throw Error(phrase("%1 is missing"), inQuotes(name));
    return *value;
}

double requiredNumber(const Finding& finding, const std::string& name) {
    return numberIn(required(finding, name), name);
}

Index requiredWhole(const Finding& finding, const std::string& name, Index least, Index most) {
    const double number = requiredNumber(finding, name);
    if (number != std::floor(number) || number < static_cast<double>(least) ||
        number > static_cast<double>(most))
        wrong(name, {phrase("a whole number, %1 to %2"), least, most});
    return static_cast<Index>(number);
}

const std::string& requiredWords(const Finding& finding, const std::string& name) {
    return wordsIn(required(finding, name), name);
}

const Finding::List& requiredList(const Finding& finding, const std::string& name) {
    const Finding::List* const list = required(finding, name).list();
    if (!list || list->size() > mostEntries)
        wrong(name, {phrase("a list of at most %1"), mostEntries});
    return *list;
}

std::vector<std::string> requiredTokens(const Finding& finding, const std::string& name) {
    std::vector<std::string> tokens;
    for (const Finding& each : requiredList(finding, name))
        tokens.push_back(wordsIn(each, name));
    return tokens;
}

// ---- What is drawn -----------------------------------------------------------------------------

Ablation ablationOf(const Finding& finding, StandIn standIn) {
    const std::string ending = standIn == StandIn::Mean       ? "_with_mean"
                               : standIn == StandIn::Resample ? "_with_resample"
                                                              : "";
    Ablation found;
    found.whole = requiredNumber(finding, "loss");
    if (finding.find("token_losses"))
        found.tokens = requiredNumbers(finding, "token_losses");
    for (const Finding& head : requiredList(finding, "heads")) {
        const HeadName name = headIn(required(head, "attention"), required(head, "head"), "heads");
        Ablation::Head& one = found.heads.emplace_back(name, requiredNumber(head, "loss" + ending));
        if (!found.tokens.empty())
            one.tokens = requiredNumbers(head, "token_costs" + ending);
        if (one.tokens.size() != found.tokens.size())
            throw Error(phrase("a head has the losses of %1 tokens, and the model those of %2"),
                        one.tokens.size(), found.tokens.size());
        for (std::size_t t = 0; t < found.tokens.size(); ++t)
            one.tokens[t] += found.tokens[t];
    }
    for (const Finding& of : requiredList(finding, "output_projection_is_identity"))
        found.projections.push_back({requiredWords(of, "attention"), requiredNumber(of, "loss")});
    const auto isThere = [&](const HeadName& head) {
        return std::ranges::find(found.heads, head, &Ablation::Head::head) != found.heads.end();
    };
    for (const Finding& pair :
         finding.find("pairs") ? requiredList(finding, "pairs") : Finding::List()) {
        const HeadName first =
            headIn(required(pair, "attention/0"), required(pair, "heads/0"), "pairs");
        const HeadName second =
            headIn(required(pair, "attention/1"), required(pair, "heads/1"), "pairs");
        if (!isThere(first) || !isThere(second))
            throw Error(phrase("a pair has a head that is not among the heads"));
        found.pairs.push_back({first, second, requiredNumber(pair, "loss")});
    }
    return found;
}

LengthLadder lengthLadderOf(const Finding& finding) {
    LengthLadder ladder;
    ladder.task = requiredWords(finding, "task");
    ladder.longest = requiredWhole(finding, "longest", 0, mostEntries);
    for (const double length : requiredNumbers(finding, "lengths"))
        ladder.lengths.push_back(static_cast<Index>(length));
    if (!std::ranges::is_sorted(ladder.lengths))
        throw Error(phrase("the lengths do not ascend"));
    // In the order of the knob, whatever a file has made of it.
    for (const std::string_view kind : findLab("length")->findKnob("kinds")->field.choices) {
        const std::string path = "exact_match/" + std::string(kind);
        if (!finding.find(path))
            continue;
        const std::vector<double> right = requiredNumbers(finding, path);
        if (right.size() != ladder.lengths.size())
            throw Error(phrase("a curve has %1 points, and there are %2 lengths"), right.size(),
                        ladder.lengths.size());
        ladder.curves.push_back({std::string(kind), right});
    }
    return ladder;
}

WidthLadder widthLadderOf(const Finding& finding) {
    WidthLadder ladder;
    for (const Finding& width : requiredList(finding, "widths")) {
        WidthLadder::Width& one =
            ladder.widths.emplace_back(requiredWhole(width, "width", 1, mostEntries));
        for (const Finding& scores : requiredList(width, "scores"))
            one.scores.push_back(
                {requiredWords(scores, "attention"), requiredNumber(scores, "mean"),
                 requiredNumber(scores, "variance"), requiredNumber(scores, "independent")});
    }
    return ladder;
}

PositionTables positionTablesOf(const Finding& finding) {
    return {matrixOf(requiredList(finding, "learned"), "learned"),
            matrixOf(requiredList(finding, "relative"), "relative")};
}

std::vector<SweptRun> sweptRunsOf(const Finding& finding) {
    requiredWords(finding, "key");
    requiredWhole(finding, "steps", 0, 1'000'000'000);
    std::vector<SweptRun> runs;
    for (const Finding& row : requiredList(finding, "rows")) {
        SweptRun& run = runs.emplace_back();
        run.value = requiredNumber(row, "value");
        run.seed = static_cast<Index>(requiredNumber(row, "seed"));
        run.loss = requiredNumber(row, "loss");
        if (const double accuracy = requiredNumber(row, "validation_accuracy");
            std::isfinite(accuracy))
            run.accuracy = accuracy;
        if (std::isfinite(requiredNumber(row, "diverged_at")))
            run.divergedAt = requiredWhole(row, "diverged_at", 0, 1'000'000'000);
        for (const Finding& point : requiredList(row, "curve"))
            run.curve.emplace_back(requiredNumber(point, "0"), requiredNumber(point, "1"));
    }
    if (runs.empty())
        throw Error(phrase("the sweep has no runs"));
    return runs;
}

Tensor patchedGridOf(const Finding& finding, const std::string& stack) {
    Finding::List rows;
    if (finding.find("input/" + stack))
        rows.push_back(required(finding, "input/" + stack));
    if (finding.find("grid/" + stack))
        std::ranges::copy(requiredList(finding, "grid/" + stack), std::back_inserter(rows));
    return rows.empty() ? Tensor() : matrixOf(rows, "grid/" + stack);
}

Tensor patchedChangesOf(const Finding& finding, const std::string& stack) {
    if (!finding.find("change/" + stack))
        return {};
    return matrixOf(requiredList(finding, "change/" + stack), "change/" + stack);
}

void requireDrawable(const LabRequest& request, const Finding& finding) {
    const std::string& lab = request.lab;
    if (lab == "ablation") {
        const std::string place = choiceIn(request.knobs, "place");
        ablationOf(finding, place == "mean"       ? StandIn::Mean
                            : place == "resample" ? StandIn::Resample
                                                  : StandIn::Zero);
    } else if (lab == "length") {
        lengthLadderOf(finding);
    } else if (lab == "widths") {
        widthLadderOf(finding);
    } else if (lab == "positions") {
        positionTablesOf(finding);
    } else if (lab == "sweep") {
        sweptRunsOf(finding);
    } else if (lab == "patch") {
        requiredNumber(finding, "log_probability");
        requiredNumber(finding, "other_log_probability");
        for (const char* const stack : {"encoder", "decoder"})
            if (const Tensor changes = patchedChangesOf(finding, stack);
                !changes.empty() && changes.shape() != patchedGridOf(finding, stack).shape())
                wrong("change", phrase("rows of equally many numbers"));
    } else {
        throw Error(phrase("%1 is unknown"), inQuotes(lab));
    }
}

} // namespace gf
