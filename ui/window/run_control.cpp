// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_control.h"

#include "ui/controls/commands.h"
#include "ui/controls/device_box.h"
#include "ui/dialogs/file_question.h"
#include "ui/dialogs/learn_dialog.h"
#include "ui/dialogs/own_data_dialog.h"
#include "ui/language/language.h"
#include "ui/language/plain_text.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene_json.h"
#include "ui/window/banner.h"
#include "ui/window/dropped.h"
#include "ui/window/last_session.h"
#include "ui/window/shown.h"

#include <QFileInfo>
#include <QFontMetrics>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <utility>

namespace gf {

namespace {

constexpr int aWhile = 500; ///< milliseconds, after which what takes longer is said

const QString ending = QStringLiteral(".safetensors");

/// Who types a name without an ending means a model.
QString withEnding(const QString& path) {
    return QFileInfo(path).suffix().isEmpty() ? path + ending : path;
}

/// Its own file; of a run that has none its name.
QString proposalFor(const RunInfo& run) {
    return run.file.isEmpty() || run.isFolder ? run.name + ending : run.file;
}

/// The task that learns from such a file, one that makes no examples of its own before others.
QString taskFor(TaskFile content, const ModelForm& form) {
    const auto takes = [&](const TaskChoice& task) { return task.file == content; };
    const auto needs = [&](const TaskChoice& task) { return takes(task) && task.needsFile; };
    auto found = std::ranges::find_if(form.tasks, needs);
    if (found == form.tasks.end())
        found = std::ranges::find_if(form.tasks, takes);
    return found == form.tasks.end() ? QString() : QString::fromUtf8(found->name);
}

/// How the window is left, for the run’s file.
QByteArray viewOf(const Scene& scene) {
    return toJson(withViewOf(scene, {}));
}

} // namespace

RunControl::RunControl(Shown& shown, std::function<Scene()> scene, Intents* intents, Banner* banner,
                       QWidget* window)
    : Feature(window), m_shown(shown), m_scene(std::move(scene)), m_intents(intents),
      m_banner(banner), m_window(window), m_buildingTimer(new QTimer(this)) {
    m_buildingTimer->setSingleShot(true);
    m_buildingTimer->setInterval(aWhile);
    connect(m_buildingTimer, &QTimer::timeout, this, &RunControl::sayBuilding);
    // From when it is asked for: something else may have to end first.
    connect(intents, &Intents::sent, this, [this](const Intent& intent) {
        if (intent.get<intent::NewModel>() || intent.get<intent::ChooseTask>())
            showBuilding(tr("Building the model…"));
        else if (intent.get<intent::LearnFrom>())
            showBuilding(tr("Reading the text…"));
        else if (intent.get<intent::OpenModel>() || intent.get<intent::OpenRecovered>())
            showBuilding(tr("Reading the model…"));
    });
    connect(this, &RunControl::kept, this, &RunControl::offerRecovered);
}

bool RunControl::perform(Command command, bool /*checked*/) {
    switch (command) {
    case Command::NewModel:
        newModel();
        return true;
    case Command::OpenModel:
        askForFile(m_window,
                   {tr("Open a model, a lesson, a text, pairs or a table"), m_shown.run.file,
                    tr("Models and texts (*.safetensors config.json *.txt *.md *.lecture *.tsv "
                       "*.csv);;All "
                       "files (*)")},
                   [this](const QString& path) { take(lookAtFile(path)); });
        return true;
    case Command::SaveModel:
        saveModel(false);
        return true;
    case Command::SaveModelAs:
        saveModel(true);
        return true;
    case Command::TrainOnText:
        learnFromText();
        return true;
    case Command::ResetModel:
        discardThen([this] { m_intents->send(intent::Reset{}); });
        return true;
    default:
        return false;
    }
}

void RunControl::showNews(const News& news) {
    if (news.get<RunInfo>()) {
        m_banner->settle(); // what went wrong before did not happen to this one
        m_time = {};
        m_compares = false;
        if (m_savingAtEnd == 0) { // what was to follow when the run before was saved
            m_whenSaved = {};
            keep();
        }
    } else if (news.get<ComparisonInfo>()) {
        m_compares = true;
    } else if (news.get<news::ComparisonEnded>()) {
        m_compares = false;
        m_shown.run.file.clear(); // it has all of them
    } else if (news.get<news::RunReady>()) {
        discardThen([this, asked = news.answers] { m_intents->send(intent::EnterRun{asked}); },
                    [this, asked = news.answers] { m_intents->send(intent::DropRun{asked}); });
    } else if (const auto* building = news.get<news::Building>()) {
        showBuilding(building->what);
    } else if (const auto* measure = news.get<ModelMeasure>()) {
        if (auto* dialog = m_window->findChild<NewModelDialog*>())
            dialog->showMeasured(*measure, news.answers);
    } else if (const auto* time = news.get<TimeStatus>()) {
        m_time = *time;
    } else if (const auto* settings = news.get<RunSettings>()) {
        m_shown.run.training = settings->training;
        m_shown.run.learningRate = settings->learningRate;
        if (std::exchange(m_shown.run.backend, settings->backend) != settings->backend)
            m_banner->settle(Banner::Topic::Device); // before what is said of this one
    } else if (const auto* devices = news.get<DeviceList>()) {
        m_devices = *devices;
        if (auto* dialog = m_window->findChild<NewModelDialog*>())
            dialog->showDevices(m_devices);
    } else if (const auto* status = news.get<TrainingStatus>()) {
        if (status->running)
            m_banner->settle(Banner::Topic::Divergence); // it goes on
        countUnsaved();
    } else if (const auto* divergence = news.get<Diverged>()) {
        showDivergence(*divergence);
    } else if (const auto* offer = news.get<news::RecoveryOffer>()) {
        m_recovered = *offer;
        offerRecovered();
        if (m_settingAside != 0 && news.answers == m_settingAside)
            if (const auto next = std::exchange(m_whenSaved, {}))
                next();
    } else if (const auto* saved = news.get<news::Saved>()) {
        showSaved(*saved);
    } else if (const auto* notice = news.get<news::Notice>()) {
        m_banner->say(Banner::Tone::Notice, notice->sentence);
    } else if (const auto* failure = news.get<news::Failure>()) {
        if (m_savingAtEnd != 0)
            return news.answers == m_savingAtEnd ? endUnsaved(*failure) : void();
        m_whenSaved = {}; // if that was the saving, nothing is thrown away
        keep();
        if (failure->leftDevice)
            m_banner->keep(Banner::Topic::Device, Banner::Tone::Error, failure->sentence);
        else
            m_banner->say(Banner::Tone::Error, failure->sentence);
    }
}

/// Said when it takes longer than a while. Empty: it is over.
void RunControl::showBuilding(const QString& what) {
    m_building = what;
    if (what.isEmpty()) {
        m_buildingTimer->stop();
        m_banner->settle(Banner::Topic::Building);
    } else if (m_banner->keeps(Banner::Topic::Building)) {
        sayBuilding();
    } else if (!m_buildingTimer->isActive()) {
        m_buildingTimer->start();
    }
}

void RunControl::sayBuilding() {
    using enum Banner::Topic;
    m_banner->keep(Building, Banner::Tone::Work, m_building, tr("Cancel"), [this] {
        m_intents->send(intent::CancelBuilding{});
        m_banner->keep(Building, Banner::Tone::Work, tr("Giving up…"));
    });
}

void RunControl::showDivergence(const Diverged& divergence) {
    m_divergence = divergence;
    const QString sentence =
        tr("Training stopped: the numbers left the range of what can be computed at training step "
           "%1, first in %2. A smaller learning rate or a warm-up usually prevents it.")
            .arg(divergence.step)
            .arg(divergence.node);
    m_banner->keep(Banner::Topic::Divergence, Banner::Tone::Error, sentence,
                   tr("Go back to training step %1").arg(divergence.goodStep),
                   [this] { m_intents->send(intent::GoBack{}); });
}

void RunControl::startOverWith(double rate) {
    discardThen([this, rate] {
        m_intents->send(intent::SetLearningRate{rate});
        m_intents->send(intent::Reset{});
    });
}

/// Until it is answered; whoever closes the question is asked at the next start.
void RunControl::offerRecovered() {
    using enum Banner::Topic;
    if (m_presents) {
        m_asksLater = true;
        return;
    }
    const auto discard = [this] { m_intents->send(intent::DiscardRecovered{}); };
    if (m_recovered.title.isEmpty() && m_recovered.unreadable > 0)
        return m_banner->keep(Recovery, Banner::Tone::Question,
                              tr("%n recovery copies cannot be read. They lie in %1.", nullptr,
                                 m_recovered.unreadable)
                                  .arg(m_recovered.folder),
                              tr("Throw away"), discard);
    if (m_recovered.title.isEmpty())
        return m_banner->settle(Recovery);
    const auto sentence = [this](const QString& title) {
        return tr("“%1” was not saved. There is a copy of it as it was at training step %2, made "
                  "%3.")
            .arg(title, QLocale().toString(m_recovered.step),
                 localeOfDates().toString(m_recovered.written, QLocale::ShortFormat));
    };
    constexpr int letters = 40; // of a title, so that the question has two lines or three
    const QFontMetrics metrics = m_banner->fontMetrics();
    const QString title = metrics.elidedText(oneLine(m_recovered.title), Qt::ElideMiddle,
                                             letters * metrics.averageCharWidth());
    const auto open = [this] { discardThen([this] { m_intents->send(intent::OpenRecovered{}); }); };
    m_banner->keep(Recovery, Banner::Tone::Question, sentence(title),
                   {{tr("Open it"), open}, {tr("Throw it away"), discard}},
                   sentence(m_recovered.title));
}

void RunControl::setPresenting(bool on) {
    if (std::exchange(m_presents, on) == on)
        return;
    if (on && m_banner->keeps(Banner::Topic::Recovery)) {
        m_asksLater = true;
        m_banner->settle(Banner::Topic::Recovery);
    } else if (!on && std::exchange(m_asksLater, false)) {
        offerRecovered();
    }
}

void RunControl::showSaved(const news::Saved& saved) {
    m_shown.run.setSaved(saved.path);
    m_shown.status.unsavedSteps = 0;
    m_shown.status.unsavedSeconds = 0;
    const QString said = saved.runs > 3   ? tr("Runs A to D saved as %1")
                         : saved.runs > 2 ? tr("Runs A, B and C saved as %1")
                         : saved.runs > 1 ? tr("Runs A and B saved as %1")
                                          : tr("Saved as %1");
    if (saved.withCheckpoints)
        m_banner->say(Banner::Tone::Notice, tr("Saved with its moments as %1").arg(saved.path));
    else if (!m_time.keptInFile && m_time.checkpoints.size() > 1)
        m_banner->offer(
            Banner::Tone::Notice, said.arg(saved.path),
            tr("Save its moments too (%1)").arg(QLocale().formattedDataSize(m_time.bytes, 0)),
            [this, path = saved.path] {
                m_intents->send(intent::KeepInFile{true});
                save(path);
            });
    else
        m_banner->say(Banner::Tone::Notice, said.arg(saved.path));
    const auto goOn = [this] {
        if (const auto next = std::exchange(m_whenSaved, {}))
            next();
    };
    // What went wrong with the checkpoints is said right after this, and is to be read before the
    // run is gone.
    if (m_savingAtEnd != 0)
        goOn();
    else
        QMetaObject::invokeMethod(this, goOn, Qt::QueuedConnection);
}

void RunControl::describe(Scene& scene) const {
    // Who starts the program from another folder the next time means the same file.
    const QString& file = m_shown.run.file;
    scene.run = {m_shown.run.task, file.isEmpty() ? file : QFileInfo(file).absoluteFilePath()};
}

void RunControl::takeOver(const RunControl& other) {
    if (other.m_banner->keeps(Banner::Topic::Divergence))
        showDivergence(other.m_divergence);
    m_asksLater = other.m_asksLater;
    if (!other.m_banner->keeps(Banner::Topic::Recovery))
        m_banner->settle(Banner::Topic::Recovery); // the question was closed
}

/// It starts from what runs now.
ModelForm RunControl::presentForm() const {
    ModelForm form = m_form;
    const RunInfo& run = m_shown.run;
    std::erase_if(form.tasks, [&](const TaskChoice& task) {
        const QString name = QString::fromUtf8(task.name);
        return m_hiddenTasks.contains(name) && name != run.task;
    });
    if (run.configuration.empty())
        return form;
    if (run.task.isEmpty())
        return form; // it learns from a file of batches, of which no task can be made
    form.devices = m_devices;
    form.device = run.backend.toStdString();
    form.task = run.task.toStdString();
    form.file = run.dataFile.toStdString();
    form.present = run.configuration;
    give(form.present, run.training);
    return form;
}

void RunControl::newModel(const QString& task, const QString& file) {
    auto* dialog = new NewModelDialog(presentForm(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewModelDialog::measureWanted, this,
            [this, dialog](const ModelRequest& request) {
                dialog->awaitMeasure(m_intents->send(intent::MeasureModel{request}));
            });
    connect(dialog, &NewModelDialog::measureUnwanted, m_intents,
            m_intents->sender<intent::StopMeasuring>());
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        storeDevice(m_devices, QString::fromStdString(dialog->request().device));
        m_intents->send(intent::NewModel{dialog->request(), true});
    });
    if (!task.isEmpty())
        dialog->learnFrom(task, file);
    dialog->open();
}

void RunControl::learnFromText(TaskFile content, const QString& file) {
    if (!m_shown.run.isOpened() || !m_shown.run.textObstacle.isEmpty())
        return; // the command is greyed
    auto* dialog = new LearnDialog(m_form, m_shown.run, m_window);
    if (!file.isEmpty())
        dialog->learnFrom(taskFor(content, m_form), file);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { m_intents->send(intent::LearnFrom{dialog->request()}); });
    askAboutRun(dialog);
}

void RunControl::take(const Dropped& dropped) {
    if (dropped.kind == Dropped::Kind::Lesson)
        return emit lessonWanted(dropped.path);
    if (const RunInfo& run = m_shown.run; m_shown.status.idleReason == IdleReason::NeedsText &&
                                          (dropped.content == TaskFile::Text ||
                                           (dropped.content == TaskFile::Pairs && !run.hasSource)))
        return learnFromText(dropped.content, dropped.path);
    if (dropped.content != TaskFile::None)
        return newModel(taskFor(dropped.content, m_form), dropped.path);
    m_intents->send(intent::OpenModel{dropped.path, true});
}

void RunControl::saveModel(bool askName, std::function<void()> refused) {
    const RunInfo& run = m_shown.run;
    if (!askName && !run.file.isEmpty() && !run.isFolder)
        return save(run.file);
    askForFile(
        m_window,
        {tr("Save the model"), proposalFor(run), tr("Models (*.safetensors)"), true, false, true},
        [this](const QString& path) { save(withEnding(path)); }, std::move(refused));
}

void RunControl::save(const QString& path) {
    m_intents->send(intent::SaveModel{path, viewOf(m_scene())});
}

void RunControl::saveUnaskedThen(std::function<void()> action) {
    m_whenSaved = std::move(action);
    const bool isNew = m_shown.run.file.isEmpty() || m_shown.run.isFolder;
    m_savingAtEnd = m_intents->send(intent::SaveAtEnd{
        isNew ? pathForUnnamedRun() : m_shown.run.file, isNew, viewOf(m_scene())});
}

/// Nobody waits to read it.
void RunControl::endUnsaved(const news::Failure& failure) {
    if (failure.leftDevice)
        return; // it is tried again from there
    if (!failure.rescuedTo.isEmpty())
        m_shown.run.file = failure.rescuedTo; // there at the next start
    if (const auto next = std::exchange(m_whenSaved, {}))
        next();
}

bool RunControl::isWorthAsking() const {
    return (m_compares && m_shown.status.unsavedSteps > 0) ||
           isWorthKeeping(m_shown.status, m_shown.run.isShowcase);
}

/// The run stays, and whoever wanted another one hears of it.
void RunControl::keep() {
    if (const auto refused = std::exchange(m_whenNotSaved, {}))
        refused();
}

void RunControl::discardThen(std::function<void()> action, std::function<void()> refused) {
    askThen(m_compares ? tr("Save all runs that are compared, or lose them?")
                       : tr("Save the model, or lose them?"),
            std::move(action), std::move(refused));
}

void RunControl::endComparisonThen(std::function<void()> action) {
    askThen(tr("A goes on alone. Save all runs that are compared before that, or lose the others?"),
            std::move(action), {});
}

void RunControl::askThen(const QString& question, std::function<void()> action,
                         std::function<void()> refused) {
    if (!isWorthAsking())
        return action();
    if (m_presents) {
        m_whenNotSaved = std::move(refused);
        m_whenSaved = [this, action = std::move(action)] {
            m_whenNotSaved = {};
            action();
        };
        m_settingAside = m_intents->send(intent::SetAside{});
        return;
    }
    if (m_question) // whatever it asks, something else is wanted since
        m_question->reject();
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Glassformer"), QString(),
                                QMessageBox::NoButton, m_window);
    m_question = box;
    countUnsaved();
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(question);
    auto* saves = box->addButton(tr("&Save"), QMessageBox::AcceptRole);
    auto* loses = box->addButton(tr("&Lose them"), QMessageBox::DestructiveRole);
    box->setEscapeButton(box->addButton(tr("&Cancel"), QMessageBox::RejectRole));
    box->setDefaultButton(saves);
    saves->setObjectName(QStringLiteral("saveRun"));
    loses->setObjectName(QStringLiteral("loseRun"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [=, this, action = std::move(action)] {
        m_question = nullptr;
        if (box->clickedButton() == loses)
            return action();
        emit kept();
        m_whenNotSaved = refused;
        if (box->clickedButton() != saves)
            return keep();
        m_whenSaved = [=, this] {
            m_whenNotSaved = {};
            action();
        };
        saveModel(false, [this] {
            m_whenSaved = {};
            keep();
        });
    });
    askAboutRun(box);
}

/// The run may train on while it is asked about.
void RunControl::countUnsaved() {
    if (m_question)
        m_question->setText(tr("%Ln training steps are not saved.", nullptr,
                               static_cast<int>(m_shown.status.unsavedSteps)));
}

void RunControl::chooseTask(const TaskChoice& task) {
    const QString name = QString::fromUtf8(task.name);
    if (!task.needsFile)
        return static_cast<void>(m_intents->send(intent::ChooseTask{name, {}, true}));
    auto* dialog = new OwnDataDialog(task, m_pasted.value(name), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::rejected, this, &RunControl::kept);
    connect(dialog, &QDialog::accepted, this, [this, dialog, task, name] {
        m_pasted[name] = dialog->lines();
        const QString file =
            dialog->file().isEmpty() ? fileOfLines(task, dialog->lines()) : dialog->file();
        if (!file.isEmpty())
            return static_cast<void>(m_intents->send(intent::ChooseTask{name, file, true}));
        emit kept();
        m_banner->say(Banner::Tone::Error, tr("Your lines could not be kept in a file."));
    });
    dialog->open();
}

} // namespace gf
