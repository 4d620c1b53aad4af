// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include "app/session/model_form.h"
#include "app/session/samples.h"
#include "app/session/sentences.h"
#include "core/io/csv.h"
#include "core/io/npy.h"
#include "ui/language/language.h"

#include <algorithm>
#include <utility>

namespace gf {

namespace {

RunInfo inPresentLanguage(RunInfo run) {
    for (TaskChoice& task : run.tasks) {
        task.summary = translated(task.summary);
        const Sample sample = sampleOf(task.name);
        task.sampleName = sample.name;
        task.sampleFile = sample.file;
    }
    run.learns = translated(run.learns);
    return run;
}

} // namespace

Session::Session(QObject* parent) : QObject(parent) {
    connect(this, &Session::newsArrived, this, &Session::deliver, Qt::QueuedConnection);
    m_worker = std::make_unique<Worker>([this] { emit newsArrived(); });
}

/// The worker ends first: it posts to this object.
Session::~Session() {
    m_worker.reset();
}

void Session::serve(Intents* intents) {
    Worker* worker = m_worker.get();
    connect(intents, &Intents::train, this, [worker] { worker->train(); });
    connect(intents, &Intents::pause, this, [worker] { worker->pause(); });
    connect(intents, &Intents::hold, this, [worker] { worker->pause(Rest::Tour); });
    connect(intents, &Intents::stepOnce, this, [worker] { worker->stepOnce(); });
    connect(intents, &Intents::walkStep, this,
            [worker](int example, bool after) { worker->walkStep(example, after); });
    connect(intents, &Intents::takeWalkedStep, this, [worker] { worker->takeWalkedStep(); });
    connect(intents, &Intents::leaveWalk, this, [worker] { worker->leaveWalk(); });
    connect(intents, &Intents::reset, this, [worker] { worker->reset(); });
    connect(intents, &Intents::goBack, this, [worker] { worker->goBack(); });
    connect(intents, &Intents::chooseTask, this, &Session::chooseTask);
    connect(intents, &Intents::setLearningRate, this,
            [worker](double rate) { worker->setLearningRate(rate); });
    connect(intents, &Intents::setBatchSize, this,
            [worker](int batch) { worker->setBatchSize(batch); });
    connect(intents, &Intents::setBackend, this,
            [worker](const QString& name) { worker->setBackend(name.toStdString()); });
    connect(intents, &Intents::setExample, this,
            [this, worker](const QString& source, const QString& target, int padding) {
                m_told.example = ShownExample{source, target};
                worker->setExample({source.toStdString(), target.toStdString(), padding});
            });
    connect(intents, &Intents::anotherExample, this, [worker] { worker->anotherExample(); });
    serveInterventions(intents);
    connect(intents, &Intents::generate, this,
            [worker](const GenerationSettings& settings) { worker->write(settings); });
    connect(intents, &Intents::newModel, this, &Session::newModel);
    connect(intents, &Intents::cancelBuilding, this, [worker] { worker->cancelBuilding(); });
    connect(intents, &Intents::measureModel, this, &Session::measureModel);
    connect(intents, &Intents::stopMeasuring, this, [worker] { worker->stopMeasuring(); });
    connect(intents, &Intents::openModel, this, &Session::openModel);
    connect(intents, &Intents::saveModel, this,
            [worker](const QString& path) { worker->saveRun(path.toStdString()); });
    connect(intents, &Intents::saveNumbers, this, &Session::saveNumbers);
}

void Session::serve(TimeIntents* intents) {
    Worker* worker = m_worker.get();
    const auto withTime = [worker](auto action) { worker->withTime(std::move(action)); };
    connect(intents, &TimeIntents::lookAt, this, [worker](qint64 step) { worker->lookAt(step); });
    connect(intents, &TimeIntents::backToNow, this, [worker] { worker->backToNow(); });
    connect(intents, &TimeIntents::continueHere, this, [worker] { worker->continueHere(); });
    connect(intents, &TimeIntents::returnTo, this, [worker](int id) { worker->returnTo(id); });
    connect(intents, &TimeIntents::discard, this,
            [withTime](int id) { withTime([id](TimeMachine& time) { time.discard(id); }); });
    connect(intents, &TimeIntents::setPin, this, [withTime](int pin, bool pinned) {
        withTime([=](TimeMachine& time) { time.setPin(pin, pinned); });
    });
    connect(intents, &TimeIntents::showDifference, this, [withTime](bool shown) {
        withTime([=](TimeMachine& time) { time.showDifference(shown); });
    });
    connect(intents, &TimeIntents::setLimit, this, [withTime](qint64 bytes) {
        withTime([=](TimeMachine& time) { time.setLimit(static_cast<std::size_t>(bytes)); });
    });
    connect(intents, &TimeIntents::keepInFile, this,
            [withTime](bool kept) { withTime([=](TimeMachine& time) { time.keepInFile(kept); }); });
}

void Session::serveInterventions(Intents* intents) {
    Worker* worker = m_worker.get();
    connect(intents, &Intents::intervene, this, [worker](const QVector<Intervention>& changes) {
        worker->intervene([changes](Interventions& held) { held.add(changes); });
    });
    connect(intents, &Intents::takeBack, this, [worker](int index) {
        worker->intervene(
            [index](Interventions& held) { held.remove(static_cast<std::size_t>(index)); });
    });
    connect(intents, &Intents::takeAllBack, this,
            [worker] { worker->intervene([](Interventions& held) { held.clear(); }); });
    connect(intents, &Intents::undoChange, this,
            [worker] { worker->intervene([](Interventions& held) { held.undo(); }); });
    connect(intents, &Intents::redoChange, this,
            [worker] { worker->intervene([](Interventions& held) { held.redo(); }); });
}

void Session::serve(CompareIntents* intents) {
    Worker* worker = m_worker.get();
    connect(intents, &CompareIntents::compare, this, [worker](const QString& change, int layers) {
        worker->compare(change.toStdString(), layers);
    });
    connect(intents, &CompareIntents::endComparison, this, [worker] { worker->endComparison(); });
}

void Session::startShowcase() {
    m_worker->startRun(taskNamed("date"), {}, {}, true);
}

void Session::openModel(const QString& path) {
    m_worker->openRun(path.toStdString());
}

ModelForm Session::modelForm() const {
    return makeModelForm();
}

void Session::chooseTask(const QString& name, const QString& file) {
    m_worker->startRun(taskNamed(name.toStdString(), file.toStdString()), {}, {}, false);
}

void Session::newModel(const QVariantMap& model, const QVariantMap& training, const QString& task,
                       const QString& file) {
    // In the worker's thread: the file may be long.
    m_worker->startRun(
        [request = ModelRequest{model, training, task, file}] { return planModel(request); });
}

void Session::measureModel(qint64 wish, const QVariantMap& model, const QVariantMap& training,
                           const QString& task, const QString& file) {
    m_worker->measure(
        wish, [request = ModelRequest{model, training, task, file}] { return planModel(request); });
}

/// Large matrices take a moment: in the worker's thread like everything else that does.
void Session::saveNumbers(const QString& path, const QString& format, const NumberTable& table) {
    if (!table.numbers)
        return;
    m_worker->writeNumbers(path.toStdString(), [=](const std::string& file) {
        if (format == QLatin1String("npy"))
            writeNpy(file, *table.numbers);
        else
            writeCsv(file, *table.numbers, table.rows, table.columns);
    });
}

void Session::deliver() {
    const Outbox news = m_worker->take();
    remember(m_told, news);
    tell(news);
    m_holdsRunBefore = m_holdsRunBefore || news.run.has_value();
    if (news.trace && std::exchange(m_holdsRunBefore, false))
        m_worker->giveBackMemory(); // the window has let go of the last trace
}

void Session::retell() {
    tell(m_told);
}

/// In the order in which the window has to learn of it, and in the language of the window: the
/// engine speaks English.
void Session::tell(const Outbox& news) {
    if (news.run)
        emit runOpened(inPresentLanguage(*news.run));
    if (news.building)
        emit building(translatedSentence(*news.building));
    if (news.measured) {
        ModelMeasure measure = *news.measured;
        measure.problem = translatedSentence(measure.problem);
        emit modelMeasured(measure);
    }
    if (news.offer)
        emit twinsOffered(*news.offer);
    if (news.twinEnded)
        emit twinEnded();
    if (news.twin)
        emit twinBegan(*news.twin);
    if (news.example)
        emit exampleChosen(news.example->source, news.example->target);
    if (news.problems)
        emit exampleChecked({translatedSentence(news.problems->source),
                             translatedSentence(news.problems->target), news.problems->answer});
    const auto now = news.losses.begin() + static_cast<std::ptrdiff_t>(
                                               std::min(news.pointsBeforeTime, news.losses.size()));
    if (now != news.losses.begin())
        emit lossMeasured({news.losses.begin(), now});
    if (news.time)
        emit timeChanged(*news.time);
    if (now != news.losses.end())
        emit lossMeasured({now, news.losses.end()});
    if (news.settings)
        emit settingsChanged(*news.settings);
    // Before the picture: whether it is one of many decides what follows from it.
    if (news.status)
        emit statusChanged(*news.status);
    if (news.walked)
        emit stepWalked(*news.walked);
    if (news.interventions)
        emit interventionsChanged(*news.interventions);
    if (news.trace)
        emit traced(news.trace);
    if (news.prediction)
        emit predicted(*news.prediction);
    if (news.generation)
        emit generated(*news.generation);
    if (news.twinNews)
        emit twinMoved(*news.twinNews);
    if (news.divergence)
        emit diverged(*news.divergence);
    // Before what went wrong with its moments, which is then what the window says last.
    if (news.saved)
        emit modelSaved(news.saved->path, news.saved->withMoments);
    for (const QString& sentence : news.notices)
        emit noticed(translatedSentence(sentence));
    for (const QString& sentence : news.errors)
        emit failed(translatedSentence(sentence));
    if (news.outOfMemory)
        emit failed(translatedSentence(QString::fromUtf8(notEnoughMemory)));
}

} // namespace gf
