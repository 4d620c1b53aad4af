// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compared_runs.h"

#include "app/session/prediction.h"
#include "core/model/intervene.h"
#include "core/tensor/error.h"
#include "core/tensor/finite.h"

#include <QSet>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace gf {

namespace {

constexpr double measureShare = 0.05; ///< at most this part of the time goes into gradients
constexpr int mostLayers = 12;        ///< offered; more would hardly train while one watches
constexpr double measurePause = 0.5;  ///< seconds between two measurements, at least

const char* onOff(bool on) {
    return on ? "on" : "off";
}

const char* nameOf(Norm norm) {
    return norm == Norm::Pre ? "pre" : "post";
}

/// As the configuration writes it.
std::string nameOf(Positional positional) {
    return toJson(ModelConfig{.positional = positional}).at("positional").get<std::string>();
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

std::string nameOf(Mixer mixer) {
    return toJson(ModelConfig{.mixer = mixer}).at("mixer").get<std::string>();
}

/// These positions, or sinusoidal ones in their place; nothing where the model cannot have them.
void exchangePositions(ModelConfig& model, Positional other) {
    ModelConfig changed = model;
    changed.positional = model.positional == other ? Positional::Sinusoidal : other;
    if (!model.isRecurrent() && problemsOf(toJson(changed)).empty())
        model = changed;
}

/// Bahdanau's attention, which is asked before each token is read, or in its place one that is
/// asked afterwards; nothing where there is no encoder, or no attention.
void exchangeAlignment(ModelConfig& model) {
    ModelConfig changed = model;
    changed.alignment =
        model.alignment == Alignment::Bahdanau ? Alignment::General : Alignment::Bahdanau;
    if (model.isRecurrent() && model.alignment != Alignment::None &&
        problemsOf(toJson(changed)).empty())
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
    if (problemsOf(toJson(changed)).empty())
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
    if (problemsOf(toJson(changed)).empty())
        model = changed;
}

std::string otherBackend(const std::string& backend) {
    for (const std::string& name : backendNames())
        if (name != backend)
            return name;
    return backend;
}

/// A change: how it is called, and how it turns a run's plan into that of a compared run. `say` is
/// what the configuration says about it.
struct Row {
    const char* key;
    void (*change)(ComparedRunPlan& plan, std::size_t comparedRun); ///< counted from 0
    std::string (*say)(const ComparedRunPlan& plan);
    std::string_view field = key; ///< of the configuration, where it is another
    std::size_t comparedRuns = 1;
};

// The order in which they are offered.
constexpr Row rows[] = {
    {"norm",
     [](ComparedRunPlan& plan, std::size_t) {
         plan.model.norm = plan.model.norm == Norm::Pre ? Norm::Post : Norm::Pre;
     },
     [](const ComparedRunPlan& plan) { return std::string(nameOf(plan.model.norm)); }},
    {"scaled",
     [](ComparedRunPlan& plan, std::size_t) {
         plan.model.scaled = plan.model.hasHeads() != plan.model.scaled;
     },
     [](const ComparedRunPlan& plan) { return std::string(onOff(plan.model.scaled)); }},
    {"heads", [](ComparedRunPlan& plan, std::size_t) { plan.model.heads = otherHeads(plan.model); },
     [](const ComparedRunPlan& plan) { return std::to_string(plan.model.heads); }},
    {"positional",
     [](ComparedRunPlan& plan, std::size_t) {
         plan.model.positional =
             plan.model.positional == Positional::None ? Positional::Sinusoidal : Positional::None;
     },
     [](const ComparedRunPlan& plan) { return nameOf(plan.model.positional); }},
    {"learned",
     [](ComparedRunPlan& plan, std::size_t) { exchangePositions(plan.model, Positional::Learned); },
     [](const ComparedRunPlan& plan) { return nameOf(plan.model.positional); }, "positional"},
    {"relative",
     [](ComparedRunPlan& plan, std::size_t) {
         exchangePositions(plan.model, Positional::Relative);
     },
     [](const ComparedRunPlan& plan) { return nameOf(plan.model.positional); }, "positional"},
    {"rotary",
     [](ComparedRunPlan& plan, std::size_t) { exchangePositions(plan.model, Positional::Rotary); },
     [](const ComparedRunPlan& plan) { return nameOf(plan.model.positional); }, "positional"},
    {"alibi",
     [](ComparedRunPlan& plan, std::size_t) { exchangePositions(plan.model, Positional::Alibi); },
     [](const ComparedRunPlan& plan) { return nameOf(plan.model.positional); }, "positional"},
    {"mean", [](ComparedRunPlan& plan, std::size_t) { exchangeMixer(plan.model, Mixer::Mean); },
     [](const ComparedRunPlan& plan) { return nameOf(plan.model.mixer); }, "mixer"},
    {"convolution",
     [](ComparedRunPlan& plan, std::size_t) { exchangeMixer(plan.model, Mixer::Convolution); },
     [](const ComparedRunPlan& plan) { return nameOf(plan.model.mixer); }, "mixer"},
    {"mixers",
     [](ComparedRunPlan& plan, std::size_t which) { exchangeMixerFor(plan.model, which); },
     [](const ComparedRunPlan& plan) { return nameOf(plan.model.mixer); }, "mixer", 2},
    {"family",
     [](ComparedRunPlan& plan, std::size_t) {
         plan.model.family = plan.model.isRecurrent() ? Family::Transformer : Family::Recurrent;
     },
     [](const ComparedRunPlan& plan) { return choiceOf("family", plan.model); }},
    {"cell",
     [](ComparedRunPlan& plan, std::size_t) {
         plan.model.cell = plan.model.cell == CellKind::Gru ? CellKind::Rnn : CellKind::Gru;
     },
     [](const ComparedRunPlan& plan) { return choiceOf("cell", plan.model); }},
    {"attention",
     [](ComparedRunPlan& plan, std::size_t) {
         plan.model.alignment =
             plan.model.alignment == Alignment::None ? Alignment::General : Alignment::None;
     },
     [](const ComparedRunPlan& plan) { return choiceOf("alignment", plan.model); }, "alignment"},
    {"bahdanau", [](ComparedRunPlan& plan, std::size_t) { exchangeAlignment(plan.model); },
     [](const ComparedRunPlan& plan) { return choiceOf("alignment", plan.model); }, "alignment"},
    {"mechanisms",
     [](ComparedRunPlan& plan, std::size_t which) { exchangeMechanism(plan.model, which); },
     [](const ComparedRunPlan& plan) {
         return choiceOf(plan.model.isRecurrent() ? "alignment" : "family", plan.model);
     },
     "mechanisms", 2},
    {"warmup",
     [](ComparedRunPlan& plan, std::size_t) {
         if (plan.train.schedule != ScheduleKind::Constant)
             plan.train.warmup = plan.train.warmup > 0 ? 0 : 400;
     },
     [](const ComparedRunPlan& plan) { return std::to_string(plan.train.warmup); }},
    {"mask",
     [](ComparedRunPlan& plan, std::size_t) { plan.builtIn = withoutCausalMask(plan.model); },
     [](const ComparedRunPlan& plan) {
         return std::string(plan.model.hasDecoder() && plan.builtIn.empty() ? "causal" : "none");
     }},
    {"backend",
     [](ComparedRunPlan& plan, std::size_t) { plan.backend = otherBackend(plan.backend); },
     [](const ComparedRunPlan& plan) { return plan.backend; }},
    {"nothing", [](ComparedRunPlan&, std::size_t) {},
     [](const ComparedRunPlan&) { return std::string(); }},
};

/// What the configuration says about a change; nothing where the model does not have its key.
std::string said(const Row& row, const ComparedRunPlan& plan) {
    const auto fields = configFields();
    const auto field = std::ranges::find(fields, row.field, &ConfigField::key);
    return field == fields.end() || appliesTo(*field, plan.model) ? row.say(plan) : std::string();
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

ComparisonChoice comparisonChoice(const Row& row, const ComparedRunPlan& own,
                                  std::span<const ComparedRunPlan> comparedRuns) {
    ComparisonChoice choice;
    choice.key = QString::fromLatin1(row.key);
    choice.values += QString::fromStdString(said(row, own));
    for (const ComparedRunPlan& plan : comparedRuns)
        choice.values += QString::fromStdString(said(row, plan));
    return choice;
}

} // namespace

QVector<ComparisonChoice> comparisonChoices(const RunDescription& run, const std::string& backend) {
    QVector<ComparisonChoice> choices;
    const ComparedRunPlan own = planOf(run, backend);
    for (const Row& row : rows) {
        ComparisonChoice choice = comparisonChoice(row, own, changed(row, own));
        const QStringList& values = choice.values;
        choice.possible = QSet<QString>(values.begin(), values.end()).size() == values.size() ||
                          choice.key == QLatin1String("nothing");
        choices.push_back(std::move(choice));
    }
    return choices;
}

ComparisonOffer offerComparisons(const RunDescription& run, const std::string& backend) {
    return {comparisonChoices(run, backend), static_cast<int>(run.model.layers), mostLayers};
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

ComparisonChoice choiceBetween(const RunDescription& first, const std::string& backend,
                               const std::string& key,
                               std::span<const ComparedRunPlan> comparedRuns) {
    return comparisonChoice(rowOf(key), planOf(first, backend), comparedRuns);
}

ComparedRuns::ComparedRuns(LiveRun& first, std::vector<std::unique_ptr<LiveRun>> comparedRuns,
                           ComparisonChoice change, std::span<const Index> stoppedAt)
    : m_first(&first), m_change(std::move(change)) {
    for (std::unique_ptr<LiveRun>& run : comparedRuns) {
        const std::size_t comparedRun = m_comparedRuns.size();
        m_comparedRuns.push_back(
            {std::move(run), {}, comparedRun < stoppedAt.size() ? stoppedAt[comparedRun] : 0});
    }
    tellEarlierLosses();
    measureGradients();
}

/// None of any run.
std::vector<double> ComparedRuns::noLosses() const {
    return std::vector<double>(1 + m_comparedRuns.size(), std::numeric_limits<double>::quiet_NaN());
}

/// Of the steps that the first run's metrics have kept: all metrics thin alike.
void ComparedRuns::tellEarlierLosses() {
    for (const Metrics::Loss& loss : m_first->metrics().losses()) {
        ComparisonPoint point{loss.step, noLosses()};
        point.losses[0] = loss.loss;
        for (std::size_t i = 0; i < m_comparedRuns.size(); ++i) {
            const auto& losses = m_comparedRuns[i].run->metrics().losses();
            const auto found =
                std::ranges::lower_bound(losses, loss.step, {}, &Metrics::Loss::step);
            if (found != losses.end() && found->step == loss.step)
                point.losses[i + 1] = found->loss;
        }
        m_points.push_back(point);
    }
}

bool ComparedRuns::leaveDivergence() {
    bool any = false;
    for (Member& comparedRun : m_comparedRuns)
        if (comparedRun.divergedAt > 0 && !allFinite(comparedRun.run->numbers())) {
            comparedRun.run->restoreLastGood();
            any = true;
        }
    return any;
}

SavedComparison ComparedRuns::saved() const {
    SavedComparison all{m_change.key.toStdString(), {}};
    for (const Member& comparedRun : m_comparedRuns)
        all.runs.push_back({&comparedRun.run->description(), &comparedRun.run->parameters(),
                            comparedRun.divergedAt});
    return all;
}

std::vector<LiveRun*> ComparedRuns::runs() {
    std::vector<LiveRun*> runs;
    for (const Member& comparedRun : m_comparedRuns)
        runs.push_back(comparedRun.run.get());
    return runs;
}

void ComparedRuns::measureAnew() {
    m_firstGradients.reset();
    for (Member& comparedRun : m_comparedRuns)
        comparedRun.gradients.reset();
    m_measuredAt = -1;
}

bool ComparedRuns::haveStopped() const {
    return std::ranges::all_of(
        m_comparedRuns, [](const Member& comparedRun) { return comparedRun.divergedAt > 0; });
}

bool ComparedRuns::isValidating() const {
    return std::ranges::any_of(
        m_comparedRuns, [](const Member& comparedRun) { return comparedRun.run->isValidating(); });
}

Index ComparedRuns::lastDivergence() const {
    Index last = 0;
    for (const Member& comparedRun : m_comparedRuns)
        last = std::max(last, comparedRun.divergedAt);
    return last;
}

void ComparedRuns::wentBack() {
    for (Member& comparedRun : m_comparedRuns)
        if (comparedRun.divergedAt > m_first->stepsDone())
            comparedRun.divergedAt = 0;
}

bool ComparedRuns::step(double firstLoss) {
    ComparisonPoint point{m_first->stepsDone(), noLosses()};
    point.losses[0] = firstLoss;
    std::vector<LiveRun*> stopping;
    for (std::size_t i = 0; i < m_comparedRuns.size(); ++i) {
        Member& comparedRun = m_comparedRuns[i];
        if (comparedRun.divergedAt > 0)
            continue;
        const StepResult result = comparedRun.run->step();
        if (result.finite()) {
            point.losses[i + 1] = result.loss;
            comparedRun.run->metrics().add(
                Metrics::Loss{point.step, static_cast<float>(result.loss)});
            continue;
        }
        comparedRun.divergedAt = result.step;
        stopping.push_back(comparedRun.run.get());
    }
    if (haveStopped())
        return false;
    for (LiveRun* run : stopping)
        run->restoreLastGood();
    m_points.push_back(point);
    return true;
}

bool ComparedRuns::isSound(const Member& comparedRun) const {
    return comparedRun.divergedAt == 0 || m_first->stepsDone() < comparedRun.divergedAt;
}

/// The gradients that the next step will follow. Layers that only one of the models has stay 0 for
/// the others; those of a compared run that has stopped stay as they were.
void ComparedRuns::measureGradients() {
    if (!m_first->trainingObstacle().empty())
        return; // there are no batches
    const auto start = Clock::now();
    const bool begins = m_gradients.isEmpty();
    const auto measure = [&](LiveRun& run, std::unique_ptr<LayerGradients>& gradients,
                             std::size_t place) {
        if (!gradients)
            gradients = run.layerGradients();
        for (const LayerGradient& one : gradients->measure(run.stepsDone())) {
            auto row = std::ranges::find(m_gradients, one.layer, &ComparisonGradient::layer);
            if (row == m_gradients.end()) {
                const std::vector<double> none(1 + m_comparedRuns.size());
                m_gradients.push_back({one.layer, none, none});
                row = m_gradients.end() - 1;
            }
            row->now[place] = one.norm;
            if (begins)
                row->starts[place] = one.norm;
        }
    };
    measure(*m_first, m_firstGradients, 0);
    for (std::size_t i = 0; i < m_comparedRuns.size(); ++i)
        if (isSound(m_comparedRuns[i]))
            measure(*m_comparedRuns[i].run, m_comparedRuns[i].gradients, i + 1);
    m_newGradients = true;
    m_measuredAt = m_first->stepsDone();
    m_measured = Clock::now();
    m_measureSeconds = std::chrono::duration<double>(m_measured - start).count();
}

ComparisonNews ComparedRuns::news(bool training, const std::stop_token& stop, const Wrote& wrote) {
    const double since = std::chrono::duration<double>(Clock::now() - m_measured).count();
    const bool due = !training || since >= std::max(measurePause, m_measureSeconds / measureShare);
    const bool sound =
        std::ranges::any_of(m_comparedRuns, [this](const auto& one) { return isSound(one); });
    if (m_first->stepsDone() != m_measuredAt && sound && due)
        measureGradients();
    ComparisonNews news;
    news.points = std::exchange(m_points, {});
    news.rights = std::exchange(m_rights, {});
    if (std::exchange(m_newGradients, false))
        news.gradients = m_gradients;
    for (const Member& comparedRun : m_comparedRuns) {
        comparedRun.run->setExample(m_first->example());
        comparedRun.run->setTraining(training);
        ComparedRunState state;
        state.prediction = predictionOf(comparedRun.run->answer(stop, wrote));
        state.trace = comparedRun.run->trace(); // its rows may be the answer
        state.divergedAt = comparedRun.divergedAt;
        state.learning = comparedRun.run->learning();
        news.comparedRuns.push_back(std::move(state));
    }
    return news;
}

} // namespace gf
