// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/twin.h"

#include "app/session/prediction.h"
#include "core/model/intervene.h"
#include "core/tensor/error.h"
#include "core/tensor/finite.h"

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
    changed.attention =
        model.attention == Alignment::Bahdanau ? Alignment::General : Alignment::Bahdanau;
    if (model.isRecurrent() && model.attention != Alignment::None &&
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

/// The first or the second of the mixers that this model does not have.
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
    if (model.attention == Alignment::None)
        return std::nullopt;
    return model.attention == Alignment::Bahdanau ? Mechanism::Bahdanau : Mechanism::Luong;
}

/// The first or the second of those that this model does not have.
void exchangeMechanism(ModelConfig& model, std::size_t which) {
    const std::optional<Mechanism> own = mechanismOf(model);
    if (!own)
        return;
    std::vector<Mechanism> others(mechanisms.begin(), mechanisms.end());
    std::erase(others, *own);
    ModelConfig changed = model;
    changed.family = others[which] == Mechanism::Cross ? Family::Transformer : Family::Recurrent;
    if (others[which] != Mechanism::Cross)
        changed.attention =
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

/// A change: how it is called, and how it turns a run's plan into its twin's. `say` is what the
/// configuration says about it.
struct Row {
    const char* key;
    void (*change)(TwinPlan& plan);
    std::string (*say)(const TwinPlan& plan);
    std::string_view field = key;                  ///< of the configuration, where it is another
    void (*changeThird)(TwinPlan& plan) = nullptr; ///< into its second twin's, where there is one
};

// The order in which they are offered.
constexpr Row rows[] = {
    {"norm",
     [](TwinPlan& plan) {
         plan.model.norm = plan.model.norm == Norm::Pre ? Norm::Post : Norm::Pre;
     },
     [](const TwinPlan& plan) { return std::string(nameOf(plan.model.norm)); }},
    {"scaled",
     [](TwinPlan& plan) { plan.model.scaled = plan.model.hasHeads() != plan.model.scaled; },
     [](const TwinPlan& plan) { return std::string(onOff(plan.model.scaled)); }},
    {"heads", [](TwinPlan& plan) { plan.model.heads = otherHeads(plan.model); },
     [](const TwinPlan& plan) { return std::to_string(plan.model.heads); }},
    {"positional",
     [](TwinPlan& plan) {
         plan.model.positional =
             plan.model.positional == Positional::None ? Positional::Sinusoidal : Positional::None;
     },
     [](const TwinPlan& plan) { return nameOf(plan.model.positional); }},
    {"learned", [](TwinPlan& plan) { exchangePositions(plan.model, Positional::Learned); },
     [](const TwinPlan& plan) { return nameOf(plan.model.positional); }, "positional"},
    {"relative", [](TwinPlan& plan) { exchangePositions(plan.model, Positional::Relative); },
     [](const TwinPlan& plan) { return nameOf(plan.model.positional); }, "positional"},
    {"rotary", [](TwinPlan& plan) { exchangePositions(plan.model, Positional::Rotary); },
     [](const TwinPlan& plan) { return nameOf(plan.model.positional); }, "positional"},
    {"alibi", [](TwinPlan& plan) { exchangePositions(plan.model, Positional::Alibi); },
     [](const TwinPlan& plan) { return nameOf(plan.model.positional); }, "positional"},
    {"mean", [](TwinPlan& plan) { exchangeMixer(plan.model, Mixer::Mean); },
     [](const TwinPlan& plan) { return nameOf(plan.model.mixer); }, "mixer"},
    {"convolution", [](TwinPlan& plan) { exchangeMixer(plan.model, Mixer::Convolution); },
     [](const TwinPlan& plan) { return nameOf(plan.model.mixer); }, "mixer"},
    {"mixers", [](TwinPlan& plan) { exchangeMixerFor(plan.model, 0); },
     [](const TwinPlan& plan) { return nameOf(plan.model.mixer); }, "mixer",
     [](TwinPlan& plan) { exchangeMixerFor(plan.model, 1); }},
    {"family",
     [](TwinPlan& plan) {
         plan.model.family = plan.model.isRecurrent() ? Family::Transformer : Family::Recurrent;
     },
     [](const TwinPlan& plan) { return choiceOf("family", plan.model); }},
    {"cell",
     [](TwinPlan& plan) {
         plan.model.cell = plan.model.cell == CellKind::Gru ? CellKind::Rnn : CellKind::Gru;
     },
     [](const TwinPlan& plan) { return choiceOf("cell", plan.model); }},
    {"attention",
     [](TwinPlan& plan) {
         plan.model.attention =
             plan.model.attention == Alignment::None ? Alignment::General : Alignment::None;
     },
     [](const TwinPlan& plan) { return choiceOf("attention", plan.model); }},
    {"bahdanau", [](TwinPlan& plan) { exchangeAlignment(plan.model); },
     [](const TwinPlan& plan) { return choiceOf("attention", plan.model); }, "attention"},
    {"mechanisms", [](TwinPlan& plan) { exchangeMechanism(plan.model, 0); },
     [](const TwinPlan& plan) {
         return choiceOf(plan.model.isRecurrent() ? "attention" : "family", plan.model);
     },
     "mechanisms", [](TwinPlan& plan) { exchangeMechanism(plan.model, 1); }},
    {"warmup",
     [](TwinPlan& plan) {
         if (plan.train.schedule != ScheduleKind::Constant)
             plan.train.warmup = plan.train.warmup > 0 ? 0 : 400;
     },
     [](const TwinPlan& plan) { return std::to_string(plan.train.warmup); }},
    {"mask", [](TwinPlan& plan) { plan.builtIn = withoutCausalMask(plan.model); },
     [](const TwinPlan& plan) {
         return std::string(plan.model.hasDecoder() && plan.builtIn.empty() ? "causal" : "none");
     }},
    {"backend", [](TwinPlan& plan) { plan.backend = otherBackend(plan.backend); },
     [](const TwinPlan& plan) { return plan.backend; }},
    {"nothing", [](TwinPlan&) {}, [](const TwinPlan&) { return std::string(); }},
};

/// What the configuration says about a change; nothing where the model does not have its key.
std::string said(const Row& row, const TwinPlan& plan) {
    const auto fields = configFields();
    const auto field = std::ranges::find(fields, row.field, &ConfigField::key);
    return field == fields.end() || appliesTo(*field, plan.model) ? row.say(plan) : std::string();
}

TwinPlan planOf(const RunDescription& run, const std::string& backend) {
    return {run.model, run.train, backend};
}

/// The twins of a plan: B, and where the change has two, C.
std::vector<TwinPlan> changed(const Row& row, const TwinPlan& own) {
    std::vector<TwinPlan> plans{own};
    row.change(plans.front());
    if (row.changeThird)
        row.changeThird(plans.emplace_back(own));
    return plans;
}

const Row& rowOf(const std::string& key) {
    const auto row = std::ranges::find_if(rows, [&](const Row& one) { return key == one.key; });
    if (row == std::end(rows))
        throw Error(phrase("There is no change \"%1\" to compare by"), key);
    return *row;
}

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

} // namespace

QVector<TwinChoice> twinChoices(const RunDescription& run, const std::string& backend) {
    QVector<TwinChoice> choices;
    for (const Row& row : rows) {
        const TwinPlan a = planOf(run, backend);
        TwinPlan b = a;
        row.change(b);
        TwinChoice choice;
        choice.key = QString::fromLatin1(row.key);
        choice.a = fromStd(said(row, a));
        choice.b = fromStd(said(row, b));
        choice.possible = choice.a != choice.b || choice.key == QLatin1String("nothing");
        if (row.changeThird) {
            TwinPlan c = a;
            row.changeThird(c);
            choice.c = fromStd(said(row, c));
            choice.possible = choice.possible && choice.c != choice.a && choice.c != choice.b;
        }
        choices.push_back(choice);
    }
    return choices;
}

TwinOffer offerTwins(const RunDescription& run, const std::string& backend) {
    return {twinChoices(run, backend), static_cast<int>(run.model.layers), mostLayers};
}

std::vector<TwinPlan> planTwins(const RunDescription& run, const std::string& backend,
                                const std::string& key) {
    const Row& row = rowOf(key);
    const TwinPlan own = planOf(run, backend);
    const std::vector<TwinPlan> plans = changed(row, own);
    for (const TwinPlan& plan : plans)
        if (said(row, plan) == said(row, own) && key != "nothing")
            throw Error(phrase("This run cannot be compared by \"%1\": there is nothing to change"),
                        key);
    return plans;
}

std::vector<TwinPlan> plansOfSaved(const RunDescription& first, const std::string& backend,
                                   const std::string& key, std::span<const Run> twins) {
    std::vector<TwinPlan> plans = changed(rowOf(key), planOf(first, backend));
    if (plans.size() != twins.size())
        throw Error(phrase("it has %1 compared runs; by \"%2\" there are %3"), twins.size(), key,
                    plans.size());
    for (std::size_t i = 0; i < plans.size(); ++i) {
        plans[i].model = twins[i].description.model;
        plans[i].train = twins[i].description.train;
    }
    return plans;
}

TwinChoice choiceBetween(const RunDescription& first, const std::string& backend,
                         const std::string& key, std::span<const TwinPlan> twins) {
    const Row& row = rowOf(key);
    TwinChoice choice;
    choice.key = fromStd(key);
    choice.a = fromStd(said(row, planOf(first, backend)));
    choice.b = fromStd(said(row, twins.front()));
    if (twins.size() > 1)
        choice.c = fromStd(said(row, twins[1]));
    return choice;
}

Twins::Twins(LiveRun& first, std::vector<std::unique_ptr<LiveRun>> twins, TwinChoice change,
             std::span<const Index> stoppedAt)
    : m_first(&first), m_change(std::move(change)) {
    for (std::unique_ptr<LiveRun>& run : twins) {
        const std::size_t twin = m_twins.size();
        m_twins.push_back({std::move(run), {}, twin < stoppedAt.size() ? stoppedAt[twin] : 0});
    }
    tellEarlierLosses();
    measureGradients();
}

/// Of the steps that the first run's course has kept: all courses thin alike.
void Twins::tellEarlierLosses() {
    for (const Course::Loss& loss : m_first->course().losses()) {
        TwinPoint point{loss.step, loss.loss, std::numeric_limits<double>::quiet_NaN()};
        for (std::size_t i = 0; i < m_twins.size(); ++i) {
            const auto& losses = m_twins[i].run->course().losses();
            const auto found = std::ranges::lower_bound(losses, loss.step, {}, &Course::Loss::step);
            if (found != losses.end() && found->step == loss.step)
                point.*twinLosses[i + 1] = found->loss;
        }
        m_points.push_back(point);
    }
}

bool Twins::leaveDivergence() {
    bool any = false;
    for (Member& twin : m_twins)
        if (twin.divergedAt > 0 && !allFinite(twin.run->numbers())) {
            twin.run->restoreLastGood();
            any = true;
        }
    return any;
}

SavedComparison Twins::saved() const {
    SavedComparison all{m_change.key.toStdString(), {}};
    for (const Member& twin : m_twins)
        all.runs.push_back(
            {&twin.run->description(), &std::as_const(*twin.run).parameters(), twin.divergedAt});
    return all;
}

std::vector<LiveRun*> Twins::runs() {
    std::vector<LiveRun*> runs;
    for (const Member& twin : m_twins)
        runs.push_back(twin.run.get());
    return runs;
}

void Twins::measureAnew() {
    m_firstGradients.reset();
    for (Member& twin : m_twins)
        twin.gradients.reset();
    m_measuredAt = -1;
}

bool Twins::haveStopped() const {
    return std::ranges::all_of(m_twins, [](const Member& twin) { return twin.divergedAt > 0; });
}

bool Twins::isValidating() const {
    return std::ranges::any_of(m_twins,
                               [](const Member& twin) { return twin.run->isValidating(); });
}

Index Twins::lastDivergence() const {
    Index last = 0;
    for (const Member& twin : m_twins)
        last = std::max(last, twin.divergedAt);
    return last;
}

void Twins::wentBack() {
    for (Member& twin : m_twins)
        if (twin.divergedAt > m_first->stepsDone())
            twin.divergedAt = 0;
}

bool Twins::step(double firstLoss) {
    TwinPoint point{m_first->stepsDone(), firstLoss, std::numeric_limits<double>::quiet_NaN()};
    std::vector<LiveRun*> stopping;
    for (std::size_t i = 0; i < m_twins.size(); ++i) {
        Member& twin = m_twins[i];
        if (twin.divergedAt > 0)
            continue;
        const StepResult result = twin.run->step();
        if (result.finite()) {
            point.*twinLosses[i + 1] = result.loss;
            twin.run->course().add(Course::Loss{point.step, static_cast<float>(result.loss)});
            continue;
        }
        twin.divergedAt = result.step;
        stopping.push_back(twin.run.get());
    }
    if (haveStopped())
        return false;
    for (LiveRun* run : stopping)
        run->restoreLastGood();
    m_points.push_back(point);
    return true;
}

bool Twins::isSound(const Member& twin) const {
    return twin.divergedAt == 0 || m_first->stepsDone() < twin.divergedAt;
}

/// The gradients that the next step will follow. Layers that only one of the models has stay 0 for
/// the others; those of a twin that has stopped stay as they were.
void Twins::measureGradients() {
    if (!m_first->trainingObstacle().empty())
        return; // there are no batches
    const auto start = Clock::now();
    const bool begins = m_gradients.isEmpty();
    const auto measure = [&](LiveRun& run, std::unique_ptr<LayerGradients>& gradients,
                             std::size_t place) {
        if (!gradients)
            gradients = run.layerGradients();
        for (const LayerGradient& one : gradients->measure(run.stepsDone())) {
            auto row = std::ranges::find(m_gradients, one.layer, &TwinGradient::layer);
            if (row == m_gradients.end()) {
                m_gradients.push_back({one.layer});
                row = m_gradients.end() - 1;
            }
            (*row).*twinsNow[place] = one.norm;
            if (begins)
                (*row).*twinStarts[place] = one.norm;
        }
    };
    measure(*m_first, m_firstGradients, 0);
    for (std::size_t i = 0; i < m_twins.size(); ++i)
        if (isSound(m_twins[i]))
            measure(*m_twins[i].run, m_twins[i].gradients, i + 1);
    m_newGradients = true;
    m_measuredAt = m_first->stepsDone();
    m_measured = Clock::now();
    m_measureSeconds = std::chrono::duration<double>(m_measured - start).count();
}

TwinNews Twins::news(bool training, const GoOn& goOn) {
    const double since = std::chrono::duration<double>(Clock::now() - m_measured).count();
    const bool due = !training || since >= std::max(measurePause, m_measureSeconds / measureShare);
    const bool sound =
        std::ranges::any_of(m_twins, [this](const auto& one) { return isSound(one); });
    if (m_first->stepsDone() != m_measuredAt && sound && due)
        measureGradients();
    TwinNews news;
    news.points = std::exchange(m_points, {});
    news.rights = std::exchange(m_rights, {});
    if (std::exchange(m_newGradients, false))
        news.gradients = m_gradients;
    for (const Member& twin : m_twins) {
        twin.run->setExample(m_first->example());
        twin.run->setTraining(training);
        TwinState state;
        state.prediction = predictionOf(twin.run->answer(goOn));
        state.trace = twin.run->trace(); // its rows may be the answer
        state.divergedAt = twin.divergedAt;
        news.twins.push_back(std::move(state));
    }
    return news;
}

} // namespace gf
