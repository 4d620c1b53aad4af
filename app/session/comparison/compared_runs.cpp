// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/comparison/compared_runs.h"

#include "core/tensor/finite.h"

#include <QSet>

#include <algorithm>
#include <limits>
#include <utility>

namespace gf {

namespace {

constexpr double measureShare = 0.05; ///< at most this part of the time goes into gradients
constexpr double measurePause = 0.5;  ///< seconds between two measurements, at least

} // namespace

ComparedRuns::ComparedRuns(LiveRun& first, std::vector<std::unique_ptr<LiveRun>> comparedRuns,
                           ComparisonChoice change, std::span<const Index> stoppedAt)
    : m_first(&first), m_change(std::move(change)) {
    for (std::unique_ptr<LiveRun>& run : comparedRuns) {
        const std::size_t comparedRun = m_comparedRuns.size();
        m_comparedRuns.push_back(
            {std::move(run), {}, comparedRun < stoppedAt.size() ? stoppedAt[comparedRun] : 0});
    }
    measureGradients();
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

std::vector<LiveRun*> ComparedRuns::runs() const {
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

Index ComparedRuns::lastDivergence() const {
    Index last = 0;
    for (const Member& comparedRun : m_comparedRuns)
        last = std::max(last, comparedRun.divergedAt);
    return last;
}

void ComparedRuns::wentBack() {
    for (Member& comparedRun : m_comparedRuns) {
        comparedRun.run->metrics().dropAfter(m_first->stepsDone());
        if (comparedRun.divergedAt > m_first->stepsDone())
            comparedRun.divergedAt = 0;
    }
}

bool ComparedRuns::step() {
    std::vector<LiveRun*> stopping;
    for (Member& comparedRun : m_comparedRuns) {
        if (comparedRun.divergedAt > 0)
            continue;
        const StepResult result = comparedRun.run->step();
        if (result.finite()) {
            comparedRun.run->metrics().add(
                Metrics::Loss{result.step, static_cast<float>(result.loss)});
            continue;
        }
        comparedRun.divergedAt = result.step;
        stopping.push_back(comparedRun.run.get());
    }
    if (haveStopped())
        return false;
    for (LiveRun* run : stopping)
        run->restoreLastGood();
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
    // Of runs that were trained elsewhere nobody knows how they began.
    const bool begins = m_gradients.isEmpty() && m_first->stepsDone() == 0;
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
    if (std::exchange(m_newGradients, false))
        news.gradients = m_gradients;
    for (const Member& comparedRun : m_comparedRuns) {
        comparedRun.run->setExample(m_first->example());
        comparedRun.run->probes().setTraining(training);
        ComparedRunState state;
        state.prediction = {comparedRun.run->answer(stop, wrote)};
        state.trace = comparedRun.run->trace(); // its rows may be the answer
        state.divergedAt = comparedRun.divergedAt;
        state.health = comparedRun.run->health(comparedRun.divergedAt);
        news.comparedRuns.push_back(std::move(state));
    }
    return news;
}

namespace {

constexpr int mostLayers = 12; ///< offered; more would hardly train while one watches

} // namespace

QVector<ComparisonChoice> comparisonChoices(const RunDescription& run, const std::string& backend) {
    QVector<ComparisonChoice> choices;
    for (const std::string& key : comparisonKeys()) {
        ComparisonChoice choice = choiceBetween(run, backend, key, changedPlans(run, backend, key));
        const QStringList& values = choice.values;
        choice.possible = QSet<QString>(values.begin(), values.end()).size() == values.size() ||
                          choice.key == QLatin1String("nothing");
        choices.push_back(std::move(choice));
    }
    return choices;
}

ComparisonOffer offerComparisons(const RunDescription& run, const std::string& backend) {
    // Runs are compared from their beginning on, which an opened model does not have here.
    const bool begins = !run.model.exactIds;
    return {begins ? comparisonChoices(run, backend) : QVector<ComparisonChoice>(),
            static_cast<int>(run.model.layers), mostLayers};
}

ComparisonChoice choiceBetween(const RunDescription& first, const std::string& backend,
                               const std::string& key,
                               std::span<const ComparedRunPlan> comparedRuns) {
    ComparisonChoice choice;
    choice.key = QString::fromStdString(key);
    choice.field = QString::fromStdString(comparedField(key));
    for (const std::string& value : comparedValues(first, backend, key, comparedRuns))
        choice.values += QString::fromStdString(value);
    return choice;
}

} // namespace gf
