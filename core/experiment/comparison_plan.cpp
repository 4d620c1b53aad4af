// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/comparison_plan.h"

#include "core/model/fields.h"
#include "core/model/intervened_model.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace gf {

namespace {

const char* onOff(bool on) {
    return on ? "on" : "off";
}

/// The number of heads to compare with: one, or of a model with one head as many as divide its
/// width, up to four.
Index otherHeads(const ModelConfig& model) {
    if (!model.hasHeads())
        return model.heads;
    if (model.heads > 1)
        return 1;
    return model.dModel % 4 == 0 ? 4 : model.dModel % 2 == 0 ? 2 : 1;
}

/// As many key–value heads as heads where those of before do not divide them.
void withSharingThatFits(ModelConfig& model) {
    if (model.kvHeads > 0 && model.heads % model.kvHeads != 0)
        model.kvHeads = 0;
}

/// One of 1, 2 and as many key–value heads as heads that this model does not have, counted from 0;
/// nothing where heads cannot be shared so.
void shareKeysAndValues(ModelConfig& model, std::size_t which) {
    if (!model.hasHeads() || model.heads < 4 || model.heads % 2 != 0)
        return;
    std::vector<Index> others{1, 2, model.heads};
    std::erase(others, model.keyValueHeads());
    if (others.size() > 2) // it has another number of them
        others = {1, model.heads};
    model.kvHeads = others[which];
}

/// These positions, or sinusoidal ones in their place; nothing where the model cannot have them.
void exchangePositions(ModelConfig& model, Positional other) {
    ModelConfig changed = model;
    changed.positional = model.positional == other ? Positional::Sinusoidal : other;
    if (!model.isRecurrent() && problemsIn(valuesOf(changed)).empty())
        model = changed;
}

/// Bahdanau's attention, which is asked before each token is read, or in its place one that is
/// asked afterwards; nothing where there is no encoder, or no attention.
void exchangeAlignment(ModelConfig& model) {
    ModelConfig changed = model;
    changed.alignment =
        model.alignment == Alignment::Bahdanau ? Alignment::General : Alignment::Bahdanau;
    if (model.isRecurrent() && model.alignment != Alignment::None &&
        problemsIn(valuesOf(changed)).empty())
        model = changed;
}

/// The other mixer, or attention in its place; nothing where positions stand in the scores, which
/// attention alone has, and in a recurrent model, which has no mixer.
void exchangeMixer(ModelConfig& model, Mixer other) {
    if (model.isRecurrent())
        return;
    const Mixer mixer = model.mixer == other ? Mixer::Attention : other;
    ModelConfig changed = model;
    changed.mixer = mixer;
    if (changed.hasHeads() && changed.dModel % changed.heads != 0)
        changed.heads = 1;
    withSharingThatFits(changed);
    if (problemsIn(valuesOf(changed)).empty())
        model = changed;
}

/// One of the mixers that this model does not have, counted from 0.
void exchangeMixerFor(ModelConfig& model, std::size_t which) {
    std::vector<Mixer> others{Mixer::Attention, Mixer::Mean, Mixer::Convolution};
    std::erase(others, model.mixer);
    exchangeMixer(model, others[which]);
}

/// How a decoder looks at what was read: by a transformer's cross-attention, or by the attention of
/// a recurrent model.
enum class Mechanism { Cross, Bahdanau, Luong };
constexpr std::array mechanisms = {Mechanism::Cross, Mechanism::Bahdanau, Mechanism::Luong};

/// Nothing where nobody looks at anything.
std::optional<Mechanism> mechanismOf(const ModelConfig& model) {
    if (!model.hasEncoder() || !model.hasDecoder())
        return std::nullopt;
    if (!model.isRecurrent())
        return Mechanism::Cross;
    if (model.alignment == Alignment::None)
        return std::nullopt;
    return model.alignment == Alignment::Bahdanau ? Mechanism::Bahdanau : Mechanism::Luong;
}

/// One of those that this model does not have, counted from 0.
void exchangeMechanism(ModelConfig& model, std::size_t which) {
    const std::optional<Mechanism> own = mechanismOf(model);
    if (!own)
        return;
    std::vector<Mechanism> others(mechanisms.begin(), mechanisms.end());
    std::erase(others, *own);
    ModelConfig changed = model;
    changed.family = others[which] == Mechanism::Cross ? Family::Transformer : Family::Recurrent;
    if (others[which] != Mechanism::Cross)
        changed.alignment =
            others[which] == Mechanism::Bahdanau ? Alignment::Bahdanau : Alignment::General;
    if (changed.hasHeads() && changed.dModel % changed.heads != 0)
        changed.heads = 1;
    withSharingThatFits(changed);
    if (problemsIn(valuesOf(changed)).empty())
        model = changed;
}

/// The transformer's cross-attention and three scores of Luong's (2015, section 3.1): one of those
/// that this model does not have, counted from 0; nothing where it has none of them.
void exchangeScore(ModelConfig& model, std::size_t which) {
    constexpr Alignment cross = Alignment::None; // no recurrent model's
    std::vector<Alignment> others{cross, Alignment::Dot, Alignment::General, Alignment::Location};
    if (!mechanismOf(model) ||
        std::erase(others, model.isRecurrent() ? model.alignment : cross) == 0)
        return;
    ModelConfig changed = model;
    changed.family = others[which] == cross ? Family::Transformer : Family::Recurrent;
    if (others[which] != cross)
        changed.alignment = others[which];
    if (problemsIn(valuesOf(changed)).empty())
        model = changed;
}

std::string otherBackend(const std::string& backend) {
    for (const std::string& name : backendNames())
        if (name != backend)
            return name;
    return backend;
}

/// A change: how it is called, and how it turns a run's plan into that of a compared run.
struct Row {
    const char* key;
    void (*change)(ComparedRunPlan& plan, std::size_t comparedRun); ///< counted from 0
    std::string_view field = key; ///< of the configuration, where it is another
    std::size_t comparedRuns = 1;
    /// What the configuration says about it, where that is not what is chosen for the field.
    std::string (*say)(const ComparedRunPlan& plan) = nullptr;
};

/// Of two choices the other one; of any further choice the first.
template <auto member, auto first, auto second> void exchange(ComparedRunPlan& plan, std::size_t) {
    plan.model.*member = plan.model.*member == first ? second : first;
}
template <Positional positional> void position(ComparedRunPlan& plan, std::size_t) {
    exchangePositions(plan.model, positional);
}
template <Mixer mixer> void mix(ComparedRunPlan& plan, std::size_t) {
    exchangeMixer(plan.model, mixer);
}
template <void (*change)(ModelConfig&, std::size_t)>
void changeModel(ComparedRunPlan& plan, std::size_t which) {
    change(plan.model, which);
}

std::string mechanismSaid(const ComparedRunPlan& plan) {
    return choiceOf(plan.model.isRecurrent() ? "alignment" : "family", plan.model);
}

// The order in which they are offered.
constexpr Row rows[] = {
    {"norm", exchange<&ModelConfig::norm, Norm::Pre, Norm::Post>},
    {"norm_kind", exchange<&ModelConfig::normKind, NormKind::Layer, NormKind::Rms>},
    {"no_norms", exchange<&ModelConfig::normKind, NormKind::None, NormKind::Layer>, "norm_kind"},
    {"ffn", exchange<&ModelConfig::ffn, FeedForwardKind::Plain, FeedForwardKind::Gated>},
    {"no_ffn", exchange<&ModelConfig::ffn, FeedForwardKind::None, FeedForwardKind::Plain>, "ffn"},
    {.key = "scaled",
     .change =
         [](ComparedRunPlan& plan, std::size_t) {
             const bool differs = plan.model.hasHeads() && plan.model.headWidth() > 1; // √1 is 1
             plan.model.scaled = differs != plan.model.scaled;
         },
     .say = [](const ComparedRunPlan& plan) { return std::string(onOff(plan.model.scaled)); }},
    {.key = "kv_heads",
     .change = changeModel<shareKeysAndValues>,
     .comparedRuns = 2,
     .say = [](const ComparedRunPlan& plan) { return std::to_string(plan.model.keyValueHeads()); }},
    {.key = "heads",
     .change =
         [](ComparedRunPlan& plan, std::size_t) {
             plan.model.heads = otherHeads(plan.model);
             withSharingThatFits(plan.model);
         },
     .say = [](const ComparedRunPlan& plan) { return std::to_string(plan.model.heads); }},
    {"positional", exchange<&ModelConfig::positional, Positional::None, Positional::Sinusoidal>},
    {"learned", position<Positional::Learned>, "positional"},
    {"relative", position<Positional::Relative>, "positional"},
    {"rotary", position<Positional::Rotary>, "positional"},
    {"alibi", position<Positional::Alibi>, "positional"},
    {"mean", mix<Mixer::Mean>, "mixer"},
    {"convolution", mix<Mixer::Convolution>, "mixer"},
    {"mixers", changeModel<exchangeMixerFor>, "mixer", 2},
    {"family", exchange<&ModelConfig::family, Family::Transformer, Family::Recurrent>},
    {"cell", exchange<&ModelConfig::cell, CellKind::Gru, CellKind::Rnn>},
    {"lstm", exchange<&ModelConfig::cell, CellKind::Lstm, CellKind::Gru>, "cell"},
    {"attention", exchange<&ModelConfig::alignment, Alignment::None, Alignment::General>,
     "alignment"},
    {"bahdanau", [](ComparedRunPlan& plan, std::size_t) { exchangeAlignment(plan.model); },
     "alignment"},
    {"mechanisms", changeModel<exchangeMechanism>, "mechanisms", 2, mechanismSaid},
    {"scores", changeModel<exchangeScore>, "scores", 3, mechanismSaid},
    {.key = "warmup",
     .change =
         [](ComparedRunPlan& plan, std::size_t) {
             if (plan.train.schedule != ScheduleKind::Constant)
                 plan.train.warmup = plan.train.warmup > 0 ? 0 : 400;
         },
     .say = [](const ComparedRunPlan& plan) { return std::to_string(plan.train.warmup); }},
    {.key = "context",
     .change =
         [](ComparedRunPlan& plan, std::size_t) {
             constexpr Index leastHalved = 4; // a window of one token has nothing to learn
             if (plan.train.context >= leastHalved)
                 plan.train.context /= 2;
         },
     .say =
         [](const ComparedRunPlan& plan) {
             const Index context = plan.train.context; // 0: the task has none
             return context > 0 ? std::to_string(context) : std::string();
         }},
    {.key = "mask",
     .change = [](ComparedRunPlan& plan,
                  std::size_t) { plan.builtIn = withoutCausalMask(plan.model); },
     .say =
         [](const ComparedRunPlan& plan) {
             return std::string(plan.model.hasDecoder() && plan.builtIn.empty() ? "causal"
                                                                                : "none");
         }},
    {.key = "backend",
     .change = [](ComparedRunPlan& plan,
                  std::size_t) { plan.backend = otherBackend(plan.backend); },
     .say = [](const ComparedRunPlan& plan) { return plan.backend; }},
    {.key = "nothing",
     .change = [](ComparedRunPlan&, std::size_t) {},
     .say = [](const ComparedRunPlan&) { return std::string(); }},
};

/// The key of the configuration that a change is about; null where it is about something else.
const ConfigField* fieldOf(const Row& row) {
    const auto fields = configFields();
    const auto field = std::ranges::find(fields, row.field, &ConfigField::key);
    return field == fields.end() ? nullptr : &*field;
}

/// What the configuration says about a change; nothing where the model does not have its key.
std::string said(const Row& row, const ComparedRunPlan& plan) {
    const ConfigField* field = fieldOf(row);
    if (field && !appliesTo(*field, plan.model))
        return {};
    return row.say ? row.say(plan) : choiceOf(row.field, plan.model);
}

ComparedRunPlan planOf(const RunDescription& run, const std::string& backend) {
    return {run.model, run.train, backend};
}

/// The compared runs of a plan.
std::vector<ComparedRunPlan> changed(const Row& row, const ComparedRunPlan& own) {
    std::vector<ComparedRunPlan> plans(row.comparedRuns, own);
    for (std::size_t i = 0; i < plans.size(); ++i)
        row.change(plans[i], i);
    return plans;
}

const Row& rowOf(const std::string& key) {
    const auto row = std::ranges::find_if(rows, [&](const Row& one) { return key == one.key; });
    if (row == std::end(rows))
        throw Error(phrase("There is no change \"%1\" to compare by"), key);
    return *row;
}

} // namespace

std::vector<std::string> comparisonKeys() {
    std::vector<std::string> keys;
    for (const Row& row : rows)
        keys.emplace_back(row.key);
    return keys;
}

std::vector<std::string> comparedValues(const RunDescription& first, const std::string& backend,
                                        const std::string& key,
                                        std::span<const ComparedRunPlan> comparedRuns) {
    const Row& row = rowOf(key);
    std::vector<std::string> values{said(row, planOf(first, backend))};
    for (const ComparedRunPlan& plan : comparedRuns)
        values.push_back(said(row, plan));
    return values;
}

std::string comparedField(const std::string& key) {
    const Row& row = rowOf(key);
    return fieldOf(row) ? std::string(row.field) : std::string();
}

std::vector<ComparedRunPlan> changedPlans(const RunDescription& run, const std::string& backend,
                                          const std::string& key) {
    return changed(rowOf(key), planOf(run, backend));
}

std::vector<ComparedRunPlan> planComparedRuns(const RunDescription& run, const std::string& backend,
                                              const std::string& key) {
    const Row& row = rowOf(key);
    const ComparedRunPlan own = planOf(run, backend);
    const std::vector<ComparedRunPlan> plans = changed(row, own);
    for (const ComparedRunPlan& plan : plans)
        if (said(row, plan) == said(row, own) && key != "nothing")
            throw Error(phrase("This run cannot be compared by \"%1\": there is nothing to change"),
                        key);
    return plans;
}

std::vector<ComparedRunPlan> plansOfSaved(const RunDescription& first, const std::string& backend,
                                          const std::string& key,
                                          std::span<const Run> comparedRuns) {
    std::vector<ComparedRunPlan> plans = changed(rowOf(key), planOf(first, backend));
    if (plans.size() != comparedRuns.size())
        throw Error(phrase("it has %1 compared runs; by \"%2\" there are %3"), comparedRuns.size(),
                    key, plans.size());
    for (std::size_t i = 0; i < plans.size(); ++i) {
        plans[i].model = comparedRuns[i].description.model;
        plans[i].train = comparedRuns[i].description.train;
    }
    return plans;
}

std::string changeOfKey(std::span<const ComparedRunPlan> runs, const std::string& key) {
    const ComparedRunPlan& own = runs.front();
    const std::span<const ComparedRunPlan> wanted = runs.subspan(1);
    const auto isWanted = [&](const Row& row) {
        const std::vector<ComparedRunPlan> plans = changed(row, own);
        return std::ranges::equal(
            plans, wanted, {}, [&](const auto& plan) { return said(row, plan); },
            [&](const auto& plan) { return said(row, plan); });
    };
    const Row* found = nullptr;
    std::string known;
    for (const Row& row : rows) {
        if (!fieldOf(row))
            continue;
        if (row.key == row.field || row.comparedRuns > 1)
            known.append(known.empty() ? "" : ", ").append(row.field);
        const bool isPossible = row.field == key && row.comparedRuns == wanted.size();
        if (isPossible && (!found || (!isWanted(*found) && isWanted(row))))
            found = &row;
    }
    if (!found)
        throw Error(phrase("The window cannot show %1 runs beside each other that differ in %2; it "
                           "compares two by one of %3, and three by kv_heads or mixer"),
                    runs.size(), key, known);
    return found->key;
}

} // namespace gf
