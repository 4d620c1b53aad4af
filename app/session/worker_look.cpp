// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker shows: traces, states, the example and what the model writes from it, and what
// the person holds the model to.
#include "app/session/worker.h"

#include "app/session/prediction.h"
#include "core/data/numbers.h"
#include "core/measure/learning.h"
#include "core/tensor/error.h"

#include <cmath>
#include <utility>
#include <vector>

namespace gf {

namespace {

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

news::ShownExample shown(const Example& example) {
    return {fromStd(example.source), fromStd(example.target), static_cast<int>(example.padding)};
}

} // namespace

/// At rest a picture is made when it is out of date.
bool Worker::lookIsDue() const {
    return isRunning() ? m_looking.isDue() : m_dirty;
}

bool Worker::look() {
    return guarded(pictureRule, [this] { draw(); });
}

/// An answer without end must keep neither the training nor the person waiting.
bool Worker::mayAnswerOn(Clock::time_point since) {
    constexpr std::chrono::seconds longest(1);
    if (m_closing)
        return false;
    if (Clock::now() - since < longest)
        return true;
    const std::lock_guard lock(m_mutex);
    return !isRunning() && m_jobs.empty();
}

void Worker::draw() {
    if (m_closing)
        return;
    {
        const std::lock_guard lock(m_mutex);
        if (isRunning() && m_outbox.has<news::Traced>())
            return; // the window is behind
    }
    const auto start = Clock::now();
    m_dirty = false;
    if (m_walking.active())
        return drawWalk();
    m_run->setTraining(isRunning());
    std::stop_source enough;
    const auto wrote = [&, since = Clock::now()](const Generation&) {
        if (!mayAnswerOn(since))
            enough.request_stop();
    };
    const Answer answer =
        m_run->answer(enough.get_token(), wrote); // before the picture, whose rows it may be
    std::shared_ptr<const Trace> trace = m_time.trace();
    Prediction prediction = predictionOf(answer);
    if (m_run->description().model.architecture == Architecture::Decoder)
        addNextTokens(prediction, *trace, m_run->description().tokenization);
    std::optional<ComparisonNews> comparisonNews;
    if (m_comparedRuns)
        comparisonNews = newsOfComparison(enough.get_token(), wrote);
    std::optional<news::RowGradients> rows;
    if (m_measuresRows)
        rows = rowGradients();
    std::optional<news::ExchangedRuns> exchanged;
    if (m_exchange)
        exchanged = exchangedRuns(trace, comparisonNews);
    m_looking.done(Clock::now() - start);
    m_dirty = enough.stop_requested() &&
              !isRunning(); // what gave way to a command is said in full after it
    fill([&](Outbox& outbox) {
        outbox.put({m_time.status(), m_answers});
        outbox.put({news::Traced{std::move(trace), m_exampleSetBy}, m_answers});
        if (rows)
            outbox.put({std::move(*rows), m_answers});
        if (exchanged)
            outbox.put({std::move(*exchanged), m_answers});
        outbox.put({prediction, m_answers});
        if (comparisonNews)
            outbox.put({std::move(*comparisonNews), m_answers});
        outbox.put({status(), m_answers});
    });
}

/// The chosen example of the batch stands in for the person's own.
void Worker::drawWalk() {
    publish(m_walking.describe(), news::Traced{m_walking.trace(), m_exampleSetBy}, m_time.status(),
            status());
}

/// What the person looks at now says more than why training stopped before that.
IdleReason Worker::idleReason() const {
    if (isRunning() || !m_run)
        return m_idleReason;
    return m_walking.active() ? IdleReason::Walk
           : m_time.isPast()  ? IdleReason::Past
                              : m_idleReason;
}

TrainingStatus Worker::status() const {
    TrainingStatus status;
    status.step = m_run ? m_time.presentStep() : 0;
    status.stepsPerSecond = m_pace.perSecond();
    status.loss = m_last.loss;
    status.learningRate = m_last.learningRate;
    status.gradientNorm = m_last.gradientNorm;
    status.running = isRunning();
    status.idleReason = idleReason();
    status.idleStep = m_idleStep;
    if (m_run)
        status.learning = m_run->learning();
    status.unsavedSteps = status.step - m_savedSteps;
    status.unsavedSeconds = m_unsavedSeconds;
    return status;
}

void Worker::setExample(const Example& typed) {
    m_exampleSetBy = m_answers;
    const Example example = m_run->meant(typed);
    const ExampleFaults faults = m_run->faultsOf(example);
    ExampleProblems problems{faults.source, faults.target, {}};
    if (example.target != typed.target)
        problems.answer = fromStd(example.target);
    publish(problems);
    if (faults.impossible)
        return;
    leave({.endsWalk = true});
    m_run->setExample(example);
    m_dirty = true;
    look();
}

/// As if they had been typed: what is wrong with them is said beside their field.
void Worker::setValues(const intent::SetValues& values, const std::stop_token& stop) {
    throwIfStopped(stop);
    const bool ofSource = values.side == intent::SetValues::Side::Source;
    const DataForm form(m_run->description().model);
    const bool areNumbers =
        ofSource ? form.hasSource() && form.sourceIsNumbers() : form.targetIsNumbers();
    if (!areNumbers)
        return;
    Example typed = m_run->example();
    (ofSource ? typed.source : typed.target) = rowsText(
        {values.numbers.data(), static_cast<std::size_t>(values.numbers.size())}, form.features);
    typed = m_run->meant(typed);
    publish(shown(typed));
    setExample(typed);
}

void Worker::anotherExample() {
    const auto example = m_run->anotherExample();
    if (!example)
        return;
    leave({.endsWalk = true});
    m_run->setExample(*example);
    m_dirty = true;
    publish(shown(*example), ExampleProblems());
    look();
}

void Worker::measureRows(bool wanted) {
    if (std::exchange(m_measuresRows, wanted) == wanted || !wanted)
        return;
    m_dirty = true;
    look();
}

news::RowGradients Worker::rowGradients() {
    const auto measured = [](LiveRun& run) -> std::shared_ptr<const Tensor> {
        Tensor table = run.rowGradients();
        return table.empty() ? nullptr : std::make_shared<const Tensor>(std::move(table));
    };
    const std::size_t comparedRuns = m_comparedRuns ? m_comparedRuns->count() : 0;
    return {measured(*m_run), comparedRuns > 0 ? measured(m_comparedRuns->run(0)) : nullptr,
            comparedRuns > 1 ? measured(m_comparedRuns->run(1)) : nullptr};
}

void Worker::exchangeTokens(const std::optional<TokenExchange>& exchange) {
    if (std::exchange(m_exchange, exchange) == exchange || !exchange)
        return;
    m_dirty = true;
    look();
}

news::ExchangedRuns Worker::exchangedRuns(const std::shared_ptr<const Trace>& trace,
                                          const std::optional<ComparisonNews>& comparedRuns) {
    news::ExchangedRuns exchanged{*m_exchange, {{trace, m_run->traceWith(*m_exchange)}}};
    for (qsizetype i = 0; comparedRuns && i < comparedRuns->comparedRuns.size(); ++i)
        exchanged.runs.push_back(
            {comparedRuns->comparedRuns[i].trace,
             m_comparedRuns->run(static_cast<std::size_t>(i)).traceWith(*m_exchange)});
    return exchanged;
}

/// A model that cannot write says so where the answer would be; nothing else is disturbed.
void Worker::write(const GenerationSettings& settings, const std::stop_token& stop) {
    throwIfStopped(stop);
    const auto tell = [&](const GenerationReport& report) {
        if (!stop.stop_requested())
            publish(report);
    };
    const auto refuse = [&](const Error& error) {
        GenerationReport report;
        report.settings = settings;
        report.problem = error.sentence();
        tell(report);
    };
    try {
        tell(m_run->write(settings, stop));
    } catch (const DeviceError& error) {
        refuse(error);
        throw; // the run has to leave it
    } catch (const Error& error) {
        refuse(error);
    }
}

InterventionState Worker::interventionState() const {
    const Interventions& held = m_run->interventions();
    return {QVector<Intervention>(held.list().begin(), held.list().end()), held.canUndo(),
            held.canRedo()};
}

void Worker::intervene(const std::function<void(Interventions&)>& change) {
    const Interventions before = m_run->interventions();
    changeAll([&](LiveRun& run) { run.intervene(change); },
              [&](LiveRun& run) { run.intervene([&](Interventions& held) { held = before; }); });
    m_dirty = true;
    publish(interventionState());
    refreshWalk(); // the step that will be taken has the changes built in
    look();
}

} // namespace gf
