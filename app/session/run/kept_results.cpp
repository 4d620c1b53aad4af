// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/kept_results.h"

#include "core/io/quote.h"
#include "core/lab/finding_values.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace gf {

namespace {

constexpr Index version = 2;
constexpr Index mostSteps = 1'000'000'000'000;

// ---- Files of version 1 ------------------------------------------------------------------------

/// Had the fields of each lab under other names.
Finding formerHead(const Finding& head) {
    return {{"attention", required(head, "head/attention")},
            {"head", requiredWhole(head, "head/head", 0, mostSteps) + 1}};
}

bool isOn(const Finding& request, const char* flag) {
    const Finding* const found = request.find(flag);
    return found && *found == Finding(true);
}

/// What a head costs each token; nothing where that was not asked for.
std::optional<Finding> formerCosts(const Finding& head, const Finding& answer) {
    const std::vector<double> without = head.numbersAt("tokens");
    const std::vector<double> whole = answer.numbersAt("tokens");
    if (without.size() != whole.size())
        throw Error(phrase("a head has the losses of %1 tokens, and the model those of %2"),
                    without.size(), whole.size());
    if (whole.empty())
        return {};
    Finding costs = Finding::List();
    for (std::size_t t = 0; t < whole.size(); ++t)
        costs.push_back(without[t] - whole[t]);
    return costs;
}

Finding formerAblation(const Finding& request, const Finding& answer) {
    const std::string ending = isOn(request, "mean") ? "_with_mean" : "";
    Finding heads = Finding::List();
    for (const Finding& head : requiredList(answer, "heads")) {
        Finding one = formerHead(head);
        one["loss" + ending] = required(head, "loss");
        if (auto costs = formerCosts(head, answer))
            one["token_costs" + ending] = std::move(*costs);
        heads.push_back(std::move(one));
    }
    Finding pairs = Finding::List();
    for (const Finding& pair : requiredList(answer, "pairs"))
        pairs.push_back(
            {{"attention",
              Finding::List{required(pair, "first/attention"), required(pair, "second/attention")}},
             {"heads", std::vector{requiredWhole(pair, "first/head", 0, mostSteps) + 1,
                                   requiredWhole(pair, "second/head", 0, mostSteps) + 1}},
             {"loss", required(pair, "loss")}});
    Finding finding{{"loss", required(answer, "whole")},
                    {"heads", heads},
                    {"output_projection_is_identity", required(answer, "projections")},
                    {"pairs", pairs}};
    if (!answer.listAt("tokens").empty())
        finding["token_losses"] = required(answer, "tokens");
    return finding;
}

Finding formerLadder(const Finding& answer) {
    Finding shares = Finding::Fields();
    for (const Finding& curve : requiredList(answer, "curves"))
        shares[requiredWords(curve, "positions")] = required(curve, "right");
    return {{"task", required(answer, "task")},
            {"longest", required(answer, "longest")},
            {"lengths", required(answer, "lengths")},
            {"exact_match", shares}};
}

Finding formerPatch(const Finding& answer) {
    Finding inputs = Finding::Fields();
    Finding grids = Finding::Fields();
    for (const Finding& stack : requiredList(answer, "stacks")) {
        const Finding::List& rows = requiredList(stack, "restored");
        const std::string& name = requiredWords(stack, "name");
        inputs[name] = rows.empty() ? Finding(Finding::List()) : rows.front();
        grids[name] = rows.empty() ? rows : Finding::List(rows.begin() + 1, rows.end());
    }
    return {{"log_probability", required(answer, "own")},
            {"other_log_probability", required(answer, "others")},
            {"grid", grids},
            {"input", inputs},
            {"other_source", required(answer, "other_source")},
            {"other_target", required(answer, "other_target")}};
}

/// The knobs of today for what was asked then.
Finding formerKnobs(const std::string& lab, const Finding& request) {
    if (lab == "patch")
        return {{"other", requiredWhole(request, "other", 0, mostSteps) + 1}};
    if (lab != "ablation")
        return {{"steps", required(request, "steps")}};
    Finding knobs{{"examples", required(request, "examples")}};
    if (isOn(request, "pairs"))
        knobs["pairs"] = true;
    if (isOn(request, "mean"))
        knobs["place"] = "mean";
    if (isOn(request, "tokens"))
        knobs["view"] = "token";
    return knobs;
}

Finding formerly(const Finding& result) {
    const std::string lab = requiredWords(result, "lab");
    const Finding& request = required(result, "request");
    const Finding& answer = required(result, "answer");
    return {{"lab", lab == "variance" ? "widths" : lab},
            {"step", required(result, "step")},
            {"source", required(result, "source")},
            {"target", required(result, "target")},
            {"knobs", formerKnobs(lab, request)},
            {"finding", lab == "ablation" ? formerAblation(request, answer)
                        : lab == "length" ? formerLadder(answer)
                        : lab == "patch"  ? formerPatch(answer)
                                          : answer}};
}

// ---- What has to fit together ------------------------------------------------------------------

/// A grid is as wide as the example, and so is the other one.
void checkPatch(const LabResult& result) {
    const Finding& finding = result.answer->finding;
    const Tokens& source = result.sourceTokens;
    const Tokens& target = result.targetTokens;
    for (const std::string stack : {"encoder", "decoder"}) {
        const Tensor grid = patchedGridOf(finding, stack);
        if (grid.empty())
            continue;
        const Tokens& tokens = stack == "encoder" || target.empty() ? source : target;
        if (grid.shape()[1] != std::ssize(tokens))
            throw Error(phrase("a grid has %1 columns, and the example %2 tokens"), grid.shape()[1],
                        tokens.size());
    }
    if (requiredTokens(finding, "other_source").size() != source.size() ||
        requiredTokens(finding, "other_target").size() != target.size())
        throw Error(phrase("the examples have different lengths"));
}

FieldValue knobIn(const Finding& value) {
    return value.scalar([](const auto& scalar) -> FieldValue {
        using Value = std::remove_cvref_t<decltype(scalar)>;
        if constexpr (std::is_same_v<Value, std::monostate>)
            return OtherValue{};
        else
            return scalar;
    });
}

Finding knobsOf(const FieldValues& knobs) {
    Finding::Fields fields;
    for (const auto& [name, value] : knobs)
        fields.emplace_back(name, std::visit(
                                      []<class Value>(const Value& knob) {
                                          if constexpr (std::is_same_v<Value, OtherValue>)
                                              return Finding();
                                          else
                                              return Finding(knob);
                                      },
                                      value));
    return fields;
}

LabResult resultIn(const Finding& read) {
    for (const auto& [name, value] : *read.fields())
        if (constexpr std::array known{"lab", "step", "source", "target", "knobs", "finding"};
            std::ranges::find(known, name) == known.end())
            throw Error(phrase("%1 is unknown"), inQuotes(name));
    LabResult result{{requiredWords(read, "lab"), {}},
                     std::make_shared<const LabFound>(required(read, "finding")),
                     requiredWhole(read, "step", 0, mostSteps),
                     requiredTokens(read, "source"),
                     requiredTokens(read, "target")};
    LabRequest& request = result.request;
    if (const Finding::Fields* const knobs = required(read, "knobs").fields())
        for (const auto& [name, value] : *knobs)
            request.knobs[name] = knobIn(value);
    requireDrawable(request, result.answer->finding);
    if (request.lab == "patch")
        checkPatch(result);
    KnobValues(*findMeasurement(request.lab), request.knobs); // throws what is wrong with one
    return result;
}

bool answersSame(const LabResult& a, const LabResult& b) {
    return a.request == b.request && a.sourceTokens == b.sourceTokens &&
           a.targetTokens == b.targetTokens;
}

} // namespace

void KeptResults::add(LabResult result, std::vector<Intervention> held) {
    std::erase_if(m_kept, [&](const Kept& kept) {
        return kept.held == held && answersSame(kept.result, result);
    });
    m_kept.push_back({std::move(result), std::move(held)});
    if (m_kept.size() > most)
        m_kept.erase(m_kept.begin());
}

std::shared_ptr<const LabResults> KeptResults::heldTo(const std::vector<Intervention>& held) const {
    LabResults results;
    for (const Kept& kept : m_kept)
        if (kept.held == held)
            results.push_back(kept.result);
    return results.empty() ? nullptr : std::make_shared<const LabResults>(std::move(results));
}

std::string toJson(const LabResults& results) {
    Finding list = Finding::List();
    for (const LabResult& result : results)
        list.push_back({{"lab", result.request.lab},
                        {"step", result.step},
                        {"source", result.sourceTokens},
                        {"target", result.targetTokens},
                        {"knobs", knobsOf(result.request.knobs)},
                        {"finding", result.answer->finding}});
    return Finding{{"version", version}, {"results", list}}.json();
}

LabResults labResultsFromJson(const std::string& text) {
    const Finding read = Finding::fromJson(text);
    const Finding* const list = read.find("results");
    if (!list || !list->list() || list->list()->size() > KeptResults::most)
        throw Error(phrase("%1 is wrong; %2 is needed"), inQuotes("results"),
                    Sentence(phrase("a list of at most %1"), KeptResults::most));
    const double written = read.numberAt("version");
    if (written != 1 && written != version)
        throw Error(phrase("%1 is unknown"), inQuotes("version"));
    LabResults results;
    for (const Finding& result : *list->list()) {
        if (!result.fields())
            throw Error(phrase("%1 is wrong; %2 is needed"),
                        inQuotes("results[" + std::to_string(results.size() + 1) + ']'),
                        phrase("an object"));
        results.push_back(resultIn(written == 1 ? formerly(result) : result));
    }
    return results;
}

} // namespace gf
