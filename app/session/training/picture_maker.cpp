// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/training/picture_maker.h"

#include "app/session/run/live_run.h"
#include "core/measure/next_tokens.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "ui/messages/news.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace gf {

namespace {

constexpr qsizetype mostLines = 8;

/// One line as an example: source, tab, target; of a decoder alone all of it is the text. Throws
/// Error.
Example exampleOf(const LiveRun& run, const QString& line) {
    const QStringList sides = line.split('\t');
    if (sides.size() > 2)
        throw Error(phrase("has more than one tab"));
    const ModelConfig& model = run.description().model;
    if (!model.hasEncoder()) {
        if (sides.size() > 1)
            throw Error(phrase("has a tab, but this model reads one text"));
        Example example;
        example.target = line.toStdString();
        return example;
    }
    Example example;
    example.source = sides[0].trimmed().toStdString();
    if (sides.size() > 1)
        example.target = sides[1].trimmed().toStdString();
    else if (run.task())
        example.target = run.task()->answerTo(example.source).value_or("");
    if (example.target.empty())
        throw Error(phrase("needs a tab and what is right behind it, since nobody knows it"));
    return example;
}

ProbeExample readable(LiveRun& run, const Example& example) {
    const ExampleFaults faults = run.examples().faultsOf(example);
    if (faults.impossible)
        throw Error(faults.source.empty() ? faults.target : faults.source);
    ProbeExample probe = probeExampleOf(run.examples().dataOf(example));
    probe.gradients = false;
    return probe;
}

/// Throws Error where sentences say nothing to the model.
void requireWords(const ModelConfig& model) {
    if (model.input != Input::TokenIds || model.output != Output::Words)
        throw Error(phrase("This model does not read and say words; a batch of sentences needs one "
                           "that does."));
}

/// A person's lines as one batch: each as the model reads it, padded to the longest of them, with
/// the weights as they are and all that the model is held to. `shown` is the picture of the run,
/// whose backend computes them. What is wrong with a line is said, and there are no examples then.
news::OwnBatch ownBatch(LiveRun& run, const Trace& shown, const QString& lines) {
    news::OwnBatch batch;
    try {
        requireWords(run.description().model);
        std::vector<ProbeExample> examples;
        Index longestSource = 0;
        Index longestTarget = 0;
        const QStringList all = lines.split('\n');
        for (qsizetype i = 0; i < all.size(); ++i) {
            if (all[i].trimmed().isEmpty())
                continue;
            batch.line = static_cast<int>(i) + 1;
            if (std::ssize(examples) == mostLines)
                throw Error(phrase("one line too many; a batch of one's own has at most %1"),
                            mostLines);
            examples.push_back(readable(run, exampleOf(run, all[i])));
            longestSource = std::max(longestSource, std::ssize(examples.back().source.ids));
            longestTarget = std::max(longestTarget, std::ssize(examples.back().target.ids));
        }
        batch.line = 0;
        const ProbedModel model = run.probes().probed(*shown.graph, run.changes());
        for (ProbeExample& example : examples) {
            example.padding = longestSource - std::ssize(example.source.ids);
            example.targetPadding = longestTarget - std::ssize(example.target.ids);
            batch.examples.push_back(model.run(example));
        }
    } catch (const Error& error) {
        batch.examples.clear();
        batch.problem = error.sentence();
    }
    return batch;
}

} // namespace

bool PictureMaker::isDue() const {
    return m_state.control.isTraining() ? m_budget.isDue() : m_state.isPictureOld;
}

bool PictureMaker::look() {
    return m_guard.run(pictureRule, [this] { draw(); });
}

/// What a large model says takes much longer than its picture, which need not wait for it.
bool PictureMaker::answersLater() const {
    return m_state.open.run->description().model.exactIds;
}

/// An answer without end must keep neither the training nor the person waiting.
bool PictureMaker::mayAnswerOn(Clock::time_point since) const {
    constexpr std::chrono::seconds longest(1);
    if (m_state.loop.isClosing())
        return false;
    return Clock::now() - since < longest ||
           (!m_state.control.isTraining() && !m_state.loop.hasJobs());
}

void PictureMaker::draw() {
    const bool windowIsBehind =
        m_state.control.isTraining() && m_state.news.isWaiting<news::Traced>();
    if (m_state.loop.isClosing() || windowIsBehind)
        return;
    m_state.isPictureOld = false;
    if (m_state.walking.active())
        return drawWalk();
    Picture picture;
    m_budget.spend([&] { picture = compute(); });
    // What gave way to a command is said in full after it.
    m_state.isPictureOld = picture.isCut && !m_state.control.isTraining();
    const std::shared_ptr<const Trace> trace = picture.trace;
    publish(std::move(picture));
    if (answersLater())
        answer(*trace);
}

PictureMaker::Picture PictureMaker::compute() {
    OpenRun& open = m_state.open;
    std::stop_source enough;
    const auto wrote = [&, since = Clock::now()](const Generation&) {
        if (!mayAnswerOn(since))
            enough.request_stop();
    };
    const std::stop_token stop = enough.get_token();
    open.run->probes().setTraining(m_state.control.isTraining());
    for (LiveRun* run : open.all())
        run->wantGradients(m_wantsGradients);
    Picture picture;
    if (!answersLater()) // before the picture, whose rows it may be
        picture.prediction = {open.run->answer(stop, wrote)};
    picture.trace = open.history.trace();
    countNextTokens(picture.prediction, *picture.trace);
    if (open.compared)
        picture.compared = comparison(stop, wrote);
    if (m_measuresRows)
        picture.rows = rowGradients();
    if (m_exchange)
        picture.exchanged = exchangedRuns(picture.trace, picture.compared);
    if (m_batch && !picture.trace->isDifference())
        picture.batch = ownBatch(*open.run, *picture.trace, *m_batch);
    picture.lab = labNews(picture.trace, picture.compared);
    picture.isCut = stop.stop_requested();
    return picture;
}

void PictureMaker::countNextTokens(Prediction& prediction, const Trace& trace) const {
    const RunDescription& what = m_state.open.run->description();
    if (what.model.architecture != Architecture::Decoder)
        return;
    prediction.next = nextTokensIn(trace);
    const Vocabulary* const words = what.vocabularies.target.get();
    prediction.nextAreWords =
        what.model.exactIds || (words && words->tokenization() != Tokenization::Characters);
}

/// As it comes. Of what gave way to a command the picture is made anew after it.
void PictureMaker::answer(const Trace& trace) {
    LiveRun& run = *m_state.open.run;
    std::stop_source enough;
    const auto wrote = [&](const Generation& said) {
        if (!mayAnswerOn({}))
            enough.request_stop();
        else
            publishSaid({run.describe(said)}, trace);
    };
    publishSaid({run.answer(enough.get_token(), wrote)}, trace);
    m_state.isPictureOld = enough.stop_requested();
}

void PictureMaker::publishSaid(Prediction prediction, const Trace& trace) {
    countNextTokens(prediction, trace);
    m_state.news.publish(std::move(prediction));
}

void PictureMaker::publish(Picture picture) {
    m_state.news.fill([&](Outbox& outbox) {
        const auto add = [&](auto&& news) { outbox.add(m_state.news.answer(std::move(news))); };
        add(m_state.open.history.status());
        add(news::Traced{std::move(picture.trace), m_exampleSetBy});
        if (picture.rows)
            add(std::move(*picture.rows));
        if (picture.exchanged)
            add(std::move(*picture.exchanged));
        if (picture.batch)
            add(std::move(*picture.batch));
        if (picture.lab)
            add(std::move(*picture.lab));
        add(std::move(picture.prediction));
        if (picture.compared)
            add(std::move(*picture.compared));
        add(m_state.status());
    });
}

/// The chosen example of the batch stands in for the person's own.
void PictureMaker::drawWalk() {
    const Walking& walking = m_state.walking;
    m_state.news.publish(walking.describe(), news::Traced{walking.trace(), m_exampleSetBy},
                         m_state.open.history.status(), m_state.status());
}

ComparisonNews PictureMaker::comparison(const std::stop_token& stop, const Wrote& wrote) {
    OpenRun& open = m_state.open;
    ComparisonNews news = open.compared->news(m_state.control.isTraining(), stop, wrote);
    if (open.history.showsDifference())
        for (qsizetype i = 0; i < news.comparedRuns.size(); ++i)
            news.comparedRuns[i].trace = open.history.trace(static_cast<std::size_t>(i) + 1);
    return news;
}

void PictureMaker::measureRows(bool wanted) {
    if (std::exchange(m_measuresRows, wanted) == wanted || !wanted)
        return;
    m_state.isPictureOld = true;
    look();
}

news::RowGradients PictureMaker::rowGradients() {
    const auto measured = [](LiveRun& run) -> std::shared_ptr<const Tensor> {
        Tensor table = run.probes().rowGradients();
        return table.empty() ? nullptr : std::make_shared<const Tensor>(std::move(table));
    };
    news::RowGradients rows;
    for (LiveRun* run : m_state.open.all())
        rows.runs.push_back(measured(*run));
    return rows;
}

void PictureMaker::measureGradients(bool wanted) {
    const bool isNew = std::exchange(m_wantsGradients, wanted) != wanted;
    if (!isNew || !wanted || !m_state.open || !answersLater())
        return; // what is there stays until another picture is needed
    m_state.isPictureOld = true;
    look();
}

void PictureMaker::exchangeTokens(const std::optional<TokenExchange>& exchange) {
    if (std::exchange(m_exchange, exchange) == exchange || !exchange)
        return;
    m_state.isPictureOld = true;
    look();
}

news::ExchangedRuns PictureMaker::exchangedRuns(const std::shared_ptr<const Trace>& trace,
                                                const std::optional<ComparisonNews>& comparison) {
    OpenRun& open = m_state.open;
    news::ExchangedRuns exchanged{*m_exchange,
                                  {{trace, open.run->probes().traceWith(*m_exchange)}}};
    for (qsizetype i = 0; comparison && i < comparison->comparedRuns.size(); ++i)
        exchanged.runs.push_back(
            {comparison->comparedRuns[i].trace,
             open.compared->run(static_cast<std::size_t>(i)).probes().traceWith(*m_exchange)});
    return exchanged;
}

void PictureMaker::measureBatch(const std::optional<QString>& lines) {
    if (std::exchange(m_batch, lines) == lines || !lines)
        return;
    m_state.isPictureOld = true;
    look();
}

void PictureMaker::measureLab(const intent::MeasureLab& wanted) {
    m_labs.ask(wanted);
    if (!m_labs.isDue())
        return;
    m_state.isPictureOld = true;
    look();
}

std::optional<news::Lab> PictureMaker::labNews(const std::shared_ptr<const Trace>& trace,
                                               const std::optional<ComparisonNews>& comparison) {
    if (trace->isDifference())
        return std::nullopt;
    std::vector<std::shared_ptr<const Trace>> traces{trace};
    for (qsizetype i = 0; comparison && i < comparison->comparedRuns.size(); ++i)
        traces.push_back(comparison->comparedRuns[i].trace);
    return m_labs.newsWith(traces);
}

void PictureMaker::beginRun() {
    m_budget.forget();
    m_labs.forget();
}

} // namespace gf
