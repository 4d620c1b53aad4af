// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include "app/session/new_model/model_form.h"
#include "core/homework/exercise_table.h"

#include <utility>

namespace gf {

Session::Session(QObject* parent, MakeBackend makeBackend) : QObject(parent) {
    connect(this, &Session::newsArrived, this, &Session::deliver, Qt::QueuedConnection);
    m_worker = std::make_unique<Worker>([this] { emit newsArrived(); }, std::move(makeBackend));
}

/// These end first: they post to the worker, and it to this object.
Session::~Session() {
    m_search.reset();
    m_worker.reset();
}

void Session::serve(Intents* intents) {
    connect(intents, &Intents::sent, this, &Session::perform);
}

void Session::perform(const Intent& intent) {
    if (const auto* example = intent.get<intent::SetExample>())
        m_told.add(news::ShownExample{example->source, example->target, example->padding});
    const auto* run = m_told.find<RunInfo>();
    m_worker->perform(intent, run ? run->number : 0);
}

void Session::findDevices(const std::string& program) {
    m_worker->setDevices(devicesSoFar());
    m_search = std::make_unique<DeviceSearch>(
        program, [this](DeviceList found) { m_worker->setDevices(std::move(found)); });
}

void Session::startShowcase() {
    m_worker->startRun({taskNamed("date")}, true);
}

void Session::openModel(const QString& path, const std::vector<std::string>& moments) {
    m_worker->openRun(path.toStdString(), 0, false, moments);
}

void Session::keepCopies(const std::filesystem::path& folder, TimeBudget::Seconds pause) {
    m_worker->keepCopies(folder, pause);
}

Sentence Session::endUnasked() {
    return m_worker->endUnasked();
}

ModelForm Session::modelForm() const {
    return makeModelForm();
}

std::vector<OfferedExercise> Session::exercises() const {
    return offeredExercises();
}

void Session::deliver() {
    const Outbox gathered = m_worker->take();
    gathered.forEach([this](const News& each) { m_told.store(each); });
    gathered.forEach([this](const News& each) { emit news(each); });
    m_holdsRunBefore = m_holdsRunBefore || gathered.has<RunInfo>();
    if (gathered.has<news::Traced>() && std::exchange(m_holdsRunBefore, false))
        m_worker->giveBackMemory(); // the window has let go of the last trace
}

void Session::notifyAll() {
    const Outbox told = m_told; // whoever hears of it may ask for something
    told.forEach([this](const News& each) { emit news(each); });
}

} // namespace gf
