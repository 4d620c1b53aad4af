// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lesson_control.h"

#include "core/lesson/read_lesson.h"
#include "core/tensor/error.h"
#include "ui/controls/command_table.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/lesson_scene.h"
#include "ui/messages/intents.h"
#include "ui/window/shown.h"

#include <QClipboard>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QGuiApplication>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

const auto copiedKey = QStringLiteral("copied"); ///< of what the clipboard had

bool isAt(const Trace& trace, const LessonPointer& pointer, const Focus& focus) {
    const NodeId node = nodeOf(*trace.graph, focus);
    return node != noNode && (*trace.graph)[node].name == pointer.among.step;
}

/// What a person calls the place in focus; empty where it is none that the question asks for, or
/// where the window came to by itself.
QString placeWords(const Trace& trace, const LessonPointer& pointer, const Focus& focus,
                   const Focus& cameTo) {
    using Find = LessonPointer::Find;
    QStringList words;
    if (focus == cameTo)
        return {};
    if (pointer.find == Find::Step && (focus.pinned || focus.step != cameTo.step))
        return LessonControl::tr("the operation %1").arg(focus.step);
    if (pointer.find == Find::Step || !isAt(trace, pointer, focus))
        return {};
    if (pointer.find == Find::Head && (focus.pinned || focus.head != cameTo.head))
        return LessonControl::tr("head %1").arg(focus.head + 1);
    if (pointer.find == Find::Head || !focus.pinned)
        return {};
    if (pointer.find != Find::Column && focus.row >= 0)
        words += LessonControl::tr("row %1").arg(focus.row + 1);
    if (pointer.find != Find::Row && focus.column >= 0)
        words += LessonControl::tr("column %1").arg(focus.column + 1);
    return words.join(QStringLiteral(", "));
}

bool isRightPlace(const Trace& trace, const LessonPointer& pointer, const Focus& focus) {
    if (!isAt(trace, pointer, focus))
        return false;
    try {
        const FoundPlace right = findPlace(trace, pointer);
        return isAsked(pointer, right, {focus.head, focus.row, focus.column});
    } catch (const Error&) {
        return false; // another model is shown
    }
}

} // namespace

LessonControl::LessonControl(Shown& shown, View view, const Commands& commands, Intents* intents,
                             QWidget* window)
    : Feature(window), m_shown(shown), m_view(std::move(view)), m_intents(intents),
      m_window(window), m_panel(new LessonPanel), m_arrangement(commands, m_view.hideTasks),
      m_watcher(new QFileSystemWatcher(this)) {
    connect(m_watcher, &QFileSystemWatcher::fileChanged, this, &LessonControl::readAgain);
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, &LessonControl::readAgain);
    connect(m_panel, &LessonPanel::lessonWanted, this, &LessonControl::open);
    connect(m_panel, &LessonPanel::entered, this, [this] {
        const LessonSubject subject = m_panel->subject();
        if (!subject)
            leave(); // what the lesson before it had hidden
        else if (subject.page == m_panel->sitting()->page() || !isOpen(subject) ||
                 (!m_arrangement.isEntered() && !m_target))
            goToSubject();
        m_cameTo = m_shown.focus.focus();
        followFocus();
    });
    connect(m_panel, &LessonPanel::left, this, &LessonControl::leave);
    connect(m_panel, &LessonPanel::subjectWanted, this, &LessonControl::goToSubject);
    connect(m_panel, &LessonPanel::placeWanted, this, &LessonControl::showPlace);
    connect(m_panel, &LessonPanel::modelWanted, this,
            [this](const LessonExperiment& experiment, const std::string& run) {
                show({modelOf(experiment, run), [](const Trace&, const Focus& now) { return now; },
                      std::nullopt});
            });
    connect(m_panel, &LessonPanel::experimentWanted, this,
            [this](const std::vector<std::string>& experiments) {
                const LessonSitting& sitting = *m_panel->sitting();
                m_intents->send(intent::TryLesson{sitting.shared(), experiments,
                                                  sitting.claimsOf(experiments)});
            });
    connect(m_panel, &LessonPanel::experimentUnwanted, intents,
            intents->sender<intent::StopLesson>());
    // Whoever asks for another run meanwhile wants that one.
    connect(intents, &Intents::sent, this, [this](const Intent& intent) {
        const bool isOwn = intent.get<intent::OpenLessonModel>() != nullptr;
        const auto* dropped = intent.get<intent::DropRun>();
        if ((asksForRun(intent) && !isOwn) || (dropped && dropped->asked == m_asked) ||
            intent.get<intent::CancelBuilding>())
            giveUp();
    });
    connect(&shown.focus, &FocusModel::changed, this, &LessonControl::followFocus);
}

bool LessonControl::open(const QString& name) {
    std::shared_ptr<const Lesson> lesson = courseLesson(name);
    if (!lesson)
        return false;
    m_file.clear();
    m_comesForward = !m_window->isVisible();
    emit shown();
    m_panel->open(std::move(lesson), name);
    prepare();
    m_panel->takeKeyboard();
    return true;
}

void LessonControl::openFile(const QString& path) {
    m_comesForward = !m_window->isVisible();
    emit shown();
    if (watch(path))
        prepare();
    m_panel->takeKeyboard();
}

/// Reads it now and each time that it is saved.
bool LessonControl::watch(const QString& path) {
    m_file = QFileInfo(path).absoluteFilePath();
    if (const QStringList before = m_watcher->files() + m_watcher->directories(); !before.isEmpty())
        m_watcher->removePaths(before);
    m_written = QFileInfo(m_file).lastModified();
    m_watcher->addPath(m_file);
    m_watcher->addPath(QFileInfo(m_file).path()); // editors that save put another one in its place
    return read(m_file);
}

bool LessonControl::read(const QString& path) {
    try {
        std::shared_ptr<const Lesson> lesson = lessonOf(path);
        // By its place: two files may have the same name.
        const QByteArray place =
            QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex().left(16);
        m_panel->open(std::move(lesson), QStringLiteral("file-") + QString::fromLatin1(place));
    } catch (const Error& error) {
        m_panel->showProblem(translated(error.sentence()));
        return false;
    }
    return true;
}

/// On the page that is shown, and the window stays where it is.
void LessonControl::readAgain() {
    if (m_file.isEmpty() || !QFileInfo::exists(m_file))
        return;
    const QDateTime written = QFileInfo(m_file).lastModified();
    if (written == std::exchange(m_written, written))
        return;
    if (!m_watcher->files().contains(m_file))
        m_watcher->addPath(m_file);
    const QSignalBlocker still(m_panel);
    if (read(m_file))
        prepare();
}

void LessonControl::openCopied() {
    try {
        const std::string text = QGuiApplication::clipboard()->text().toStdString();
        auto lesson = std::make_shared<const Lesson>(parseLesson("copied", text));
        m_file.clear();
        emit shown();
        LessonSitting::forget(copiedKey);
        m_panel->open(std::move(lesson), copiedKey);
        prepare();
    } catch (const Error& error) {
        emit failed(tr("What was copied is no view: %1").arg(translated(error.sentence())));
    }
}

/// A packed one is unpacked once: what is put beside its models stays there.
std::shared_ptr<const Lesson> LessonControl::lessonOf(const QString& path) {
    const QDateTime written = QFileInfo(path).lastModified();
    if (!m_unpacked.lesson || m_unpacked.path != path || m_unpacked.written != written) {
        auto lesson = std::make_shared<const Lesson>(readLessonFile(path.toStdString()));
        if (!lesson->unpacked)
            return lesson;
        m_unpacked = {path, written, lesson};
    }
    return m_unpacked.lesson;
}

void LessonControl::goOnWith(const QString& path, int page) {
    if (m_file.isEmpty() || m_file == path)
        return;
    const QSignalBlocker still(m_panel); // the window shows the page already
    if (watch(path)) {
        m_panel->goTo(page);
        prepare();
    }
}

void LessonControl::takeOver(const LessonControl& other) {
    m_model = other.m_model;
    m_target = other.m_target;
    m_asked = other.m_asked;
    m_hasRun = other.m_hasRun;
    m_moment = other.m_moment;
    m_asOpened = other.m_asOpened;
    m_stepAsOpened = other.m_stepAsOpened;
    m_arrangement.takeOver(other.m_arrangement);
}

/// One of a copied view is not there any more.
void LessonControl::describe(Scene& scene) const {
    const LessonSitting* sitting = m_panel->sitting();
    if (!m_file.isEmpty())
        scene.lesson = m_file;
    else if (sitting && sitting->key() != copiedKey)
        scene.lesson = sitting->key();
}

/// On the page where it was left, and the window stays where it is. One that is open stays.
void LessonControl::showScene(const Scene& scene) {
    if (scene.lesson.isEmpty() || m_panel->sitting())
        return;
    const QSignalBlocker still(m_panel);
    if (std::shared_ptr<const Lesson> lesson = courseLesson(scene.lesson))
        m_panel->open(std::move(lesson), scene.lesson);
    else if (QFileInfo::exists(scene.lesson))
        watch(scene.lesson);
    if (m_panel->sitting() && m_panel->isVisible())
        prepare();
}

bool LessonControl::perform(Command command, bool /*checked*/) {
    switch (command) {
    case Command::Course:
        emit shown();
        m_panel->takeKeyboard();
        return true;
    case Command::NextPage:
        m_panel->next();
        return true;
    case Command::PreviousPage:
        m_panel->back();
        return true;
    case Command::OpenShared:
        openCopied();
        return true;
    default:
        return false;
    }
}

void LessonControl::giveUp() {
    const bool waits = m_target || m_moment;
    m_target.reset();
    m_moment.reset();
    if (waits)
        emit missed();
}

void LessonControl::showNews(const News& news) {
    if (news.get<RunInfo>()) {
        m_model.reset();
        if (std::exchange(m_moment, std::nullopt)) // of the run before
            emit missed();
        // One that was asked for before the target may come yet.
        m_hasRun = m_target && news.answers == m_asked;
        if (m_hasRun)
            m_model = m_target->model;
    } else if (news.get<news::Traced>()) {
        if (std::exchange(m_hasRun, false)) {
            arrive();
        } else if (m_moment && m_shown.trace && m_shown.trace->step == *m_moment) {
            m_moment.reset();
            emit arrived();
        }
        followFocus();
    } else if (const auto* lesson = news.get<LessonNews>()) {
        m_panel->showNews(*lesson);
    } else if (const auto* ready = news.get<LessonReady>()) {
        m_panel->showReady(*ready);
    } else if (news.get<news::Failure>() && m_asked != 0 && news.answers == m_asked) {
        giveUp();
    }
}

/// The model, whatever else was changed since. Of a file's it is not known how it was trained.
bool LessonControl::isOpen(const LessonSubject& subject) const {
    const LessonModel model = modelOf(subject);
    if (m_target)
        return m_target->model == model; // it comes
    return m_model == model && (!model.file.empty() || m_shown.status.step == model.run.steps);
}

/// Nothing of it was changed since it was opened.
bool LessonControl::isShown(const LessonModel& model) const {
    if (m_model != model || m_target)
        return false;
    const Scene now = m_view.scene();
    return m_shown.status.step == m_stepAsOpened && now.example == m_asOpened.example &&
           now.whatIf == m_asOpened.whatIf && now.run == m_asOpened.run &&
           now.comparedRun == m_asOpened.comparedRun;
}

void LessonControl::show(Target target) {
    const bool isThere = isShown(target.model);
    m_hasRun = false;
    m_moment.reset();
    m_target = std::move(target);
    if (isThere)
        return arrive();
    m_asked = m_intents->send(
        intent::OpenLessonModel{m_panel->sitting()->shared(), m_target->model, true});
}

/// A window that has not entered the lesson goes to its scene; one that has stays at its step when
/// the model becomes another one.
void LessonControl::goToSubject() {
    const LessonSubject subject = m_panel->subject();
    if (!subject)
        return;
    if (!subject.experiment)
        return goTo(*subject.scene);
    const bool isEntered = m_arrangement.isEntered() || !subject.scene;
    Target target{modelOf(subject), {}, std::nullopt};
    if (!isEntered)
        target.scene = *subject.scene;
    if (subject.question)
        target.focus = [pointer = subject.question->pointer](const Trace& trace, const Focus& now) {
            return focusOf(trace, pointer, now);
        };
    else
        target.focus = [scene = target.scene](const Trace& trace, const Focus& now) {
            return scene ? focusOf(trace, *scene, now) : now;
        };
    show(std::move(target));
}

void LessonControl::goTo(const LessonScene& scene) {
    show({modelOf(scene),
          [scene](const Trace& trace, const Focus& now) { return focusOf(trace, scene, now); },
          scene});
}

std::vector<LessonControl::Sight> LessonControl::sights() const {
    std::vector<Sight> all;
    if (!m_panel->sitting())
        return all;
    const Lesson& lesson = m_panel->sitting()->lesson();
    for (std::size_t page = 0; page < lesson.pages.size(); ++page)
        for (const LessonItem& item : lesson.pages[page].items) {
            const int number = static_cast<int>(page);
            if (const auto* scene = std::get_if<LessonScene>(&item); scene && !scene->step.empty())
                all.push_back({number, scene});
            else if (const auto* question = std::get_if<LessonQuestion>(&item);
                     question && question->kind == LessonQuestion::Kind::Point &&
                     question->pointer.find != LessonPointer::Find::Step)
                all.push_back({number, nullptr, question});
        }
    return all;
}

void LessonControl::show(const Sight& sight) {
    if (sight.scene)
        goTo(*sight.scene);
    else
        showPlace(*sight.question, false);
}

/// The models of its scenes are trained, or read, before they are wanted.
void LessonControl::prepare() {
    const std::shared_ptr<const Lesson>& lesson = m_panel->sitting()->shared();
    std::vector<LessonModel> models;
    for (const LessonScene* scene : blocksOf<LessonScene>(*lesson))
        models.push_back(modelOf(*scene));
    m_intents->send(intent::PrepareLesson{lesson, models});
}

void LessonControl::leave() {
    if (!m_arrangement.isEntered())
        return;
    Scene scene = m_view.scene();
    m_arrangement.leave(scene);
    m_view.show(scene);
}

void LessonControl::showPlace(const LessonQuestion& question, bool isRight) {
    const LessonExperiment* experiment =
        m_panel->sitting()->lesson().experiment(question.pointer.experiment);
    if (!experiment)
        return;
    show({modelOf(*experiment, question.pointer.run),
          [pointer = question.pointer, isRight](const Trace& trace, const Focus& now) {
              return isRight ? rightPlace(trace, pointer, now) : focusOf(trace, pointer, now);
          },
          std::nullopt});
}

/// Its run is there: the window goes to the place.
void LessonControl::arrive() {
    const std::optional<Target> target = std::exchange(m_target, std::nullopt);
    if (!target || !m_shown.trace)
        return;
    Scene scene = m_view.scene();
    m_asOpened = scene;
    m_stepAsOpened = m_shown.status.step;
    scene.focus = target->focus(*m_shown.trace, scene.focus);
    scene.time.difference = false;
    scene.time.checkpoint.reset();
    if (const auto& moment = target->model.moment;
        moment && (*moment < target->model.run.steps || !target->model.file.empty()))
        scene.time.checkpoint = *moment;
    const std::string view = target->scene ? target->scene->view : std::string();
    scene.charts = view == "charts";
    if (view != "generation")
        scene.generation.reset();
    else if (!scene.generation)
        scene.generation = GenerationSettings();
    if (target->scene)
        m_arrangement.enter(*target->scene, scene);
    m_view.show(scene);
    if (std::exchange(m_comesForward, false))
        emit shown();
    m_cameTo = m_shown.focus.focus();
    followFocus();
    m_moment = scene.time.checkpoint;
    if (m_moment && m_shown.trace->step == *m_moment)
        m_moment.reset();
    if (!m_moment)
        emit arrived();
}

void LessonControl::followFocus() {
    if (!m_panel->page() || !m_shown.trace)
        return;
    const Focus& focus = m_shown.focus.focus();
    for (QuestionCard* card : m_panel->page()->questions()) {
        const LessonPointer& pointer = card->question().pointer;
        const QString words = placeWords(*m_shown.trace, pointer, focus, m_cameTo);
        card->showPlace({words, !words.isEmpty() && isRightPlace(*m_shown.trace, pointer, focus)});
    }
}

} // namespace gf
