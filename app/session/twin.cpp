// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/twin.h"

#include "app/session/prediction.h"
#include "core/model/intervene.h"
#include "core/tensor/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
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
    std::string_view field = key; ///< of the configuration, where it is another
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
        choices.push_back(choice);
    }
    return choices;
}

TwinOffer offerTwins(const RunDescription& run, const std::string& backend) {
    return {twinChoices(run, backend), static_cast<int>(run.model.layers), mostLayers};
}

TwinPlan planTwin(const RunDescription& run, const std::string& backend, const std::string& key) {
    const auto row = std::ranges::find_if(rows, [&](const Row& one) { return key == one.key; });
    if (row == std::end(rows))
        throw Error(phrase("There is no change \"%1\" to compare by"), key);
    TwinPlan plan = planOf(run, backend);
    const std::string before = said(*row, plan);
    row->change(plan);
    if (said(*row, plan) == before && key != "nothing")
        throw Error(phrase("This run cannot be compared by \"%1\": there is nothing to change"),
                    key);
    return plan;
}

Twin::Twin(LiveRun& first, std::unique_ptr<LiveRun> second, TwinChoice change)
    : m_firstRun(&first), m_second(std::move(second)), m_change(std::move(change)) {
    measureGradients();
}

/// What measures them was made for runs that are different ones now.
void Twin::measureAnew() {
    m_firstGradients.reset();
    m_secondGradients.reset();
    m_measuredAt = -1;
}

void Twin::setBatchSize(Index batch) {
    m_second->setBatchSize(batch);
    measureAnew();
}

void Twin::intervene(const std::function<void(Interventions&)>& change) {
    m_second->intervene(change);
    measureAnew();
}

bool Twin::step(double firstLoss) {
    if (diverged())
        return false;
    const StepResult result = m_second->step();
    if (!result.finite()) {
        m_divergedAt = result.step;
        return false;
    }
    m_points.push_back({result.step, firstLoss, result.loss});
    return true;
}

/// The gradients that the next step will follow. Layers that only one of the models has stay 0 for
/// the other.
void Twin::measureGradients() {
    const auto start = Clock::now();
    if (!m_firstGradients)
        m_firstGradients = m_firstRun->layerGradients();
    if (!m_secondGradients)
        m_secondGradients = m_second->layerGradients();
    const bool begins = m_gradients.isEmpty();
    const auto put = [&](const std::vector<LayerGradient>& measured, double TwinGradient::*now,
                         double TwinGradient::*atStart) {
        for (const LayerGradient& one : measured) {
            auto row = std::ranges::find(m_gradients, one.layer, &TwinGradient::layer);
            if (row == m_gradients.end()) {
                m_gradients.push_back({one.layer});
                row = m_gradients.end() - 1;
            }
            (*row).*now = one.norm;
            if (begins)
                (*row).*atStart = one.norm;
        }
    };
    put(m_firstGradients->measure(m_firstRun->stepsDone()), &TwinGradient::nowA,
        &TwinGradient::startA);
    put(m_secondGradients->measure(m_second->stepsDone()), &TwinGradient::nowB,
        &TwinGradient::startB);
    m_newGradients = true;
    m_measuredAt = m_firstRun->stepsDone();
    m_measured = Clock::now();
    m_measureSeconds = std::chrono::duration<double>(m_measured - start).count();
}

TwinNews Twin::news(bool training, const GoOn& goOn) {
    const Index step = m_firstRun->stepsDone();
    const double since = std::chrono::duration<double>(Clock::now() - m_measured).count();
    const bool due = !training || since >= std::max(measurePause, m_measureSeconds / measureShare);
    const bool sound = !diverged() || step < m_divergedAt;
    if (step != m_measuredAt && sound && due)
        measureGradients();
    TwinNews news;
    news.points = std::exchange(m_points, {});
    if (std::exchange(m_newGradients, false))
        news.gradients = m_gradients;
    news.divergedAt = m_divergedAt;
    m_second->setExample(m_firstRun->example());
    m_second->setTraining(training);
    news.trace = m_second->trace();
    news.prediction = predictionOf(m_second->answer(goOn));
    return news;
}

} // namespace gf
