// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/lab/lab.h"
#include "ui/batch/batch_bar.h"
#include "ui/batch/batch_control.h"
#include "ui/compare/compare_control.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/reference_control.h"
#include "ui/compare/verify_control.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/file_question.h"
#include "ui/example/example_bar.h"
#include "ui/example/example_control.h"
#include "ui/explain/explain_panel.h"
#include "ui/generation/generation_control.h"
#include "ui/map/map_view.h"
#include "ui/present/presentation.h"
#include "ui/scene/scene_json.h"
#include "ui/stage/stage_widget.h"
#include "ui/steps/navigation.h"
#include "ui/theme/motion.h"
#include "ui/theme/presented_text.h"
#include "ui/time/checkpoint_strip.h"
#include "ui/time/time_control.h"
#include "ui/tour/tour.h"
#include "ui/train/loss_chart.h"
#include "ui/train/task_box.h"
#include "ui/train/train_control.h"
#include "ui/train/train_dock.h"
#include "ui/whatif/what_if.h"
#include "ui/whatif/what_if_panel.h"
#include "ui/whatif/what_if_strip.h"
#include "ui/window/appearance.h"
#include "ui/window/banner.h"
#include "ui/window/docks.h"
#include "ui/window/drop_target.h"
#include "ui/window/export_control.h"
#include "ui/window/help_control.h"
#include "ui/window/lab_menu.h"
#include "ui/window/last_session.h"
#include "ui/window/lecture_control.h"
#include "ui/window/lesson_control.h"
#include "ui/window/run_control.h"
#include "ui/window/stage_views.h"
#include "ui/window/station_link.h"
#include "ui/window/step_search.h"
#include "ui/window/teacher_control.h"
#include "ui/window/toolbar.h"
#include "ui/window/view_control.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr QSize firstSize(1440, 900);
const QString docksSetting = QStringLiteral("window/docks");
const QString narrowSetting = QStringLiteral("window/narrow"); ///< it was, with these docks
const QString otherDocksSetting = QStringLiteral("window/otherDocks");

/// Cuts the window to the screen that it is on, which may be another one than last time. Where it
/// takes all of it, it is maximized, so that the frame around it has a place too.
void fitScreen(QWidget& window) {
    const QRect room = window.screen()->availableGeometry();
    // The frame is not there yet.
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    const QSize fitting = window.size().boundedTo(room.size() - QSize(0, title));
    if (fitting == window.size())
        return;
    window.setGeometry(QRect(room.topLeft() + QPoint(0, title), fitting));
    window.setWindowState(window.windowState() | Qt::WindowMaximized);
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_commands(new Commands(this)),
      m_toolBar(new ToolBar(*m_commands, this)) {
    setWindowTitle(tr("Glassformer"));
    setDockOptions(AllowTabbedDocks | AllowNestedDocks);
    setAnimated(!isMotionReduced());
    addToolBar(m_toolBar);
    makeStage();
    makeDocks();
    makeControls();
    connectSearch();
    connectFeatures();
    auto* labs = new LabMenu(m_shown, this);
    connect(labs, &LabMenu::chosen, this, &MainWindow::openLab);
    m_commands->fill(menuBar(),
                     {{m_docks->map()->toggleViewAction(), m_docks->explain()->toggleViewAction(),
                       m_docks->whatIf()->toggleViewAction(), m_docks->train()->toggleViewAction()},
                      labs});
    menuBar()->setCornerWidget(m_time->strip());
    resize(firstSize);
    m_docks->keepAsFirst();
}

/// The tour looks at the window's widgets, also while they are hidden at its end, and texts get
/// their size back, as long as all are there.
MainWindow::~MainWindow() {
    endPresentedText(m_present);
    delete m_tour;
}

/// The stage, over which the banner floats: no message ever moves the figure.
void MainWindow::makeStage() {
    using enum Command;
    const Commands& commands = *m_commands;
    m_whatIf = new WhatIf(&m_shown.focus, &m_intents,
                          {commands[UndoChange], commands[RedoChange], commands[TakeAllBack]},
                          commands[ShowBefore], commands[ShowEffect], this);
    auto* centre = new QWidget(this);
    auto* rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_banner = new Banner(centre);
    auto* dropHint = new Banner(centre); // over it, while a file is dragged over the window
    dropHint->setObjectName(QStringLiteral("dropHint"));
    m_drops = new DropTarget(this, dropHint, m_banner);
    m_stage = new StageWidget(&m_shown.focus, centre);
    m_whatIf->setStage(m_stage);
    m_train = new TrainControl(commands, &m_intents, this);
    m_time = new TimeControl(commands, &m_intents, m_stage, m_train->chart(), centre);
    rows->addWidget(m_whatIf->strip());
    m_compare = new CompareControl(&m_shown.focus, &m_intents, m_stage, centre);
    m_time->follow(m_compare->comparedStage());
    m_generation = new GenerationControl(&m_intents, this);
    m_views = new StageViews(&m_shown.focus, {m_compare, m_train, m_time, m_generation}, centre);
    rows->addWidget(m_views->widget(), 1);
    setCentralWidget(centre);
    m_present = new Presentation(this, m_stage, rows);
    m_present->setActions(commands[NextStep], commands[PreviousStep]);
    m_appearance = new Appearance(commands, m_stage, m_compare->comparedStage());
}

void MainWindow::makeDocks() {
    m_map = new MapView(&m_shown.focus);
    m_explain = new ExplainPanel(&m_shown.focus);
    m_explain->setWays((*m_commands)[Command::Back], (*m_commands)[Command::Forward]);
    m_example = new ExampleControl(&m_intents, this);
    m_batch = new BatchControl(*m_commands, &m_shown.focus, &m_intents, this);
    auto* examples = new QWidget; // the person's own, or while a step is walked the batch's
    // Never higher than what it shows: after a walk its room goes back to the stage.
    examples->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* places = new QVBoxLayout(examples);
    places->setContentsMargins(0, 0, 0, 0);
    places->addWidget(m_example->bar());
    places->addWidget(m_batch->bar());
    m_batch->bar()->hide();
    TrainDock* train = m_train->dock();
    train->addBelow(m_time->besideCharts(m_compare->charts(), m_compare->lossChart(), train));
    m_lesson = new LessonControl(m_shown,
                                 {[this] { return scene(); },
                                  [this](const Scene& wanted) { showScene(wanted); },
                                  [this](const QStringList& tasks) {
                                      m_train->dock()->hideTasks(tasks);
                                      m_run->hideTasks(tasks);
                                  }},
                                 *m_commands, &m_intents, this);
    m_docks =
        new Docks(this, {m_map, m_explain, m_whatIf->panel(), examples, train, m_lesson->panel()});
    connect(m_lesson, &LessonControl::shown, this, [this] {
        m_lessonIsLate = m_present->isOn();
        m_lessonIsLate ? showPage() : m_docks->showLesson();
    });
    connect(m_lesson->panel(), &LessonPanel::presentedChanged, this, &MainWindow::showPage);
    connect(m_present, &Presentation::pageWanted, m_lesson->panel(), &LessonPanel::goTo);
    connect(m_docks, &Docks::lessonClosed, this, [this] {
        if (!m_present->isOn())
            m_lesson->leave();
    });
    connect(m_lesson, &LessonControl::failed, this,
            [this](const QString& sentence) { m_banner->say(Banner::Tone::Error, sentence); });
    connect(m_docks, &Docks::lowChanged, train, &TrainDock::setLow);
    connect(train, &TrainDock::folded, m_docks, &Docks::setCurvesFolded);
    m_docks->setCurvesFolded(train->isFolded());
}

void MainWindow::makeControls() {
    m_run = new RunControl(
        m_shown, [this] { return scene(); }, &m_intents, m_banner, this);
    m_beside = new ReferenceControl(m_shown.run, m_compare, &m_intents, this);
    m_verify = new VerifyControl(&m_shown.focus, &m_intents, this);
    m_help = new HelpControl(&m_intents, this);
    m_view = new ViewControl(
        m_shown, *m_commands, m_toolBar,
        [this] { return m_batch->bar()->stop() == WalkStop::After; },
        [this] { return m_example->isAwaited(); });
    auto* exports = new ExportControl(m_shown, *m_commands, &m_intents,
                                      {m_stage, m_train->chart(), m_compare, m_whatIf, m_views},
                                      m_banner, this);
    m_tour = new Tour(this, &m_shown.focus, &m_shown.steps, &m_intents,
                      [this](TourPlace place) { return widgetAt(place); });
    m_lecture = new LectureControl(
        m_lesson, m_shown, [this] { return scene(); }, &m_intents, m_banner, this);
    auto* teaching = new TeacherControl(m_lesson, m_shown, m_compare, m_banner, this);
    auto* stations = new StationLink(&m_intents, m_stage, m_compare->comparedStage(), this);
    connect(m_compare, &CompareControl::stageAdded, this, [=, this](StageWidget* stage) {
        m_time->follow(stage);
        m_appearance->follow(stage);
        stations->follow(stage);
        m_present->follow(stage);
    });
    m_features = {m_run,    m_train,      m_example,    m_batch,  m_time,    m_compare, m_whatIf,
                  stations, m_tour,       m_generation, m_beside, m_help,    exports,   m_view,
                  m_views,  m_appearance, m_verify,     m_lesson, m_lecture, teaching};
}

void MainWindow::connectSearch() {
    connect(m_toolBar->search(), &StepSearch::chosen, this,
            [this](const QString& step, bool gradient) {
                m_view->goTo(step, gradient);
                m_stage->setFocus();
            });
    connect(m_toolBar->search(), &StepSearch::drawingChosen, this,
            [this](const QString& step, bool gradient, const QString& view) {
                m_view->goTo(step, gradient);
                m_shown.focus.setView(view);
                m_stage->setFocus();
            });
    connect(m_toolBar->search(), &StepSearch::labChosen, this, &MainWindow::openLab);
    connect(m_toolBar->search(), &StepSearch::lessonChosen, m_lesson, &LessonControl::open);
    connect(m_toolBar->search(), &StepSearch::termChosen, m_help, &HelpControl::showGlossary);
    connect(m_toolBar->search(), &StepSearch::commandChosen, this, [this](Command command) {
        m_stage->setFocus();
        (*m_commands)[command]->trigger();
    });
    connect(m_toolBar->search(), &StepSearch::walkChosen, this, [this](const QString& steps) {
        m_stage->setFocus();
        m_batch->bar()->begin(steps);
    });
}

/// What one feature says that another one, or the window, has to do with.
void MainWindow::connectFeatures() {
    connect(m_commands, &Commands::triggered, this, &MainWindow::perform);
    connect(&m_shown.focus, &FocusModel::changed, this, &MainWindow::refreshToolBar);
    // Of an opened model they are as many as its weights: computed only while they are looked at.
    connect(&m_shown.focus, &FocusModel::changed, this,
            [this, wanted = false](const Focus& focus) mutable {
                if (std::exchange(wanted, focus.gradients) != focus.gradients)
                    m_intents.send(intent::MeasureGradients{focus.gradients});
            });
    connect(m_view, &ViewControl::cellMoved, m_stage, &StageWidget::moveCell);
    connect(m_explain, &ExplainPanel::termWanted, m_help, &HelpControl::showGlossary);
    connect(m_explain, &ExplainPanel::linkClicked, m_stage, qOverload<>(&QWidget::setFocus));
    connect(m_whatIf, &WhatIf::shownChanged, this, &MainWindow::showChosenTrace);
    connect(m_appearance, &Appearance::languageChosen, this, &MainWindow::languageChosen);
    connect(m_appearance, &Appearance::renewalWanted, this, &MainWindow::renewalWanted);
    connect(m_help, &HelpControl::shortcutsChanged, this, &MainWindow::renewalWanted);
    connect(m_drops, &DropTarget::dropped, m_run, &RunControl::take);
    connect(m_run, &RunControl::lessonWanted, m_lesson, &LessonControl::openFile);
    connect(m_run, &RunControl::kept, m_train, &TrainControl::keepTask);
    connect(m_train, &TrainControl::startOverWanted, m_run, &RunControl::startOverWith);
    // Space steps again, instead of opening the list.
    const auto toStage = qOverload<>(&QWidget::setFocus);
    connect(m_train->dock()->tasks(), &TaskBox::taskWanted, m_stage, toStage);
    connect(m_train->dock()->tasks(), &TaskBox::taskWanted, this, [this](const TaskChoice& task) {
        m_chosenTask = QString::fromUtf8(task.name);
        m_run->chooseTask(task);
    });
    connect(m_run, &RunControl::kept, this, [this] { m_chosenTask.clear(); });
    connect(m_train->dock()->tasks(), &TaskBox::sampleWanted, m_stage, toStage);
    connect(m_train->dock()->tasks(), &TaskBox::sampleWanted, this,
            [this](const QString& task, const QString& file) {
                m_intents.send(intent::ChooseTask{task, file, true});
            });
    connect(m_batch->bar(), &BatchBar::exampleEntered, m_stage, toStage);
    connect(m_compare, &CompareControl::chosen, this, [this](const QString& change, int layers) {
        m_run->discardThen([=, this] { m_intents.send(intent::Compare{change, layers}); });
    });
    connect(m_compare, &CompareControl::endWanted, m_run, [this] {
        m_run->endComparisonThen([this] { m_intents.send(intent::EndComparison{}); });
    });
    connect(m_compare, &CompareControl::noticed, this,
            [this](const QString& sentence) { m_banner->say(Banner::Tone::Notice, sentence); });
    // Charts of all runs stand in the place of the one run's.
    connect(m_compare, &CompareControl::switched, this, [this](int stages) {
        m_train->chart()->setVisible(stages < 2);
        commands()[Command::EqualPanels]->setEnabled(stages < 2); // each shows one matrix
        if (!m_present->isOn())                                   // which has no docks
            m_docks->makeRoomFor(stages);
    });
    connect(m_views, &StageViews::changed, this, [this] {
        refreshToolBar();
        if (m_views->view() == StageViews::View::Steps)
            m_stage->setFocus();
    });
    connect(m_tour, &Tour::beginning, m_views, &StageViews::leave);
    connect(m_compare, &CompareControl::formulasDiffer, m_present, &Presentation::setCompared);
    connect(m_tour, &Tour::beginning, this, [this] {
        setPresenting(false);
        m_docks->showForTour();
        m_stage->setFocus();
    });
    connect(m_tour, &Tour::left, m_docks, &Docks::hideAfterTour);
    connect(m_lesson, &LessonControl::shown, m_tour, &Tour::end);
    connect(m_tour, &Tour::courseWanted, this, [this] { perform(Command::Course, false); });
}

QWidget* MainWindow::widgetAt(TourPlace place) const {
    switch (place) {
    case TourPlace::Example:
        return m_example->bar();
    case TourPlace::Stage:
        return m_stage;
    case TourPlace::Explain:
        return m_docks->inFront(m_docks->explain());
    case TourPlace::Train:
        return m_train->dock();
    case TourPlace::Map:
        return m_docks->inFront(m_docks->map());
    }
    return nullptr;
}

void MainWindow::perform(Command command, bool checked) {
    for (Feature* feature : m_features)
        if (feature->perform(command, checked))
            return;
    switch (command) {
    case Command::Quit:
        close();
        return;
    case Command::Release:
        return release();
    case Command::Present:
        return setPresenting(checked);
    case Command::RestoreLayout:
        setPresenting(false);
        m_train->dock()->forgetFolding();
        return m_docks->restoreFirst();
    default:
        return;
    }
}

void MainWindow::showNews(const News& news) {
    const int charts = m_docks->train()->height();
    if (const auto* run = news.get<RunInfo>()) {
        m_shown.run = *run;
        if (run->task == m_chosenTask)
            if (const Lab* lab = labAbout(std::exchange(m_chosenTask, QString()).toStdString()))
                m_lab = QString::fromStdString(std::string(lab->name));
        takeBackRunQuestions(this);
        m_present->setTask(run->learns);
    } else if (const auto* status = news.get<TrainingStatus>()) {
        m_shown.status = *status;
        m_stage->setHealth(status->health);
    }
    for (Feature* feature : m_features)
        feature->showNews(news);
    if (news.get<RunInfo>())
        resume();
    else if (const auto* saved = news.get<news::SavedScene>(); saved && !m_resumed)
        showScene(withViewOf(sceneFromJson(saved->json), scene()));
    else if (const auto* walked = news.get<WalkedStep>()) {
        m_present->setTask(taskOfWalk(*walked, m_shown.run.learns));
        keepHeightOfCharts(charts);
    }
    // After whatever may have changed it: a run is called as its file, which comes and goes.
    const QString title = m_shown.run.title();
    setWindowTitle(title.isEmpty() ? tr("Glassformer") : tr("Glassformer – %1").arg(title));
}

/// The scene of the last time, as far as it belongs to the first run of this time.
void MainWindow::resume() {
    const RunInfo& run = m_shown.run;
    auto last = std::exchange(m_last, std::nullopt);
    m_resumed = last && !run.isShowcase && last->run == scene().run;
    if (!last)
        return;
    if (!m_resumed)
        last = ofAnyRun(*last);
    if (run.isShowcase)
        last->focus = {}; // what was looked at was of another model
    showScene(*last);
}

void MainWindow::openLab(const QString& name) {
    m_lab = m_shown.trace ? QString() : name;
    m_view->openLab(name);
    m_stage->setFocus();
}

Scene MainWindow::scene() const {
    Scene scene;
    for (const Feature* feature : m_features)
        feature->describe(scene);
    scene.hidden = m_docks->hidden();
    scene.hidden->removeIf([this](const QString& dock) { return m_present->hides(dock); });
    scene.presenting = m_present->isOn();
    scene.mapZoom = static_cast<int>(m_map->zoom());
    return scene;
}

QStringList MainWindow::showScene(const Scene& scene) {
    if (!scene.presenting)
        setPresenting(false);
    if (scene.hidden && !m_present->isOn() && scene.comparedRun)
        m_docks->setHidden(*scene.hidden);
    else if (scene.hidden && !m_present->isOn())
        m_docks->setHiddenForOneRun(*scene.hidden);
    m_map->setZoom(static_cast<MapZoom>(scene.mapZoom));
    for (Feature* feature : m_features)
        feature->showScene(scene);
    if (scene.presenting)
        setPresenting(true);
    return missingIn(m_shown.steps, scene);
}

/// What the batch takes is the stage's and goes back to it.
void MainWindow::keepHeightOfCharts(int height) {
    QWidget* batch = m_batch->bar();
    for (QLayout* outwards :
         {batch->layout(), batch->parentWidget()->layout(), m_docks->example()->layout(), layout()})
        outwards->activate();
    resizeDocks({m_docks->train()}, {height}, Qt::Vertical);
}

void MainWindow::showChosenTrace() {
    const std::shared_ptr<const Trace> trace = m_whatIf->shown();
    if (!trace)
        return;
    const std::shared_ptr<const Trace> before = std::exchange(m_shown.trace, trace);
    const bool otherGraph = !before || before->graph != trace->graph;
    if (before)
        m_shown.focus.set(carriedOver(*before, *trace, m_shown.focus.focus()));
    if (otherGraph) {
        m_shown.steps = Steps(trace->graph);
        m_toolBar->search()->setSteps(m_shown.steps);
    }
    m_stage->setTrace(trace, m_shown.steps, m_whatIf->showsBefore());
    m_explain->setTrace(trace, m_shown.steps);
    if (!otherGraph)
        return;
    m_map->setGraph(trace->graph);
    m_batch->bar()->setSteps(m_shown.steps);
    m_shown.focus.fit([this](const Focus& focus) { return fitted(m_shown.steps, focus); });
    if (!m_lab.isEmpty())
        openLab(std::exchange(m_lab, QString()));
    refreshToolBar();
}

void MainWindow::refreshToolBar() {
    m_toolBar->show(m_shown.steps, m_shown.focus.focus());
    m_present->setView(m_views->title());
    m_present->show(m_shown.steps, m_shown.focus.focus());
}

/// Esc takes back one thing at a time: the keyboard from a field, charts or generation in the place
/// of the stage, the matrix over the whole stage,
/// the pin (where the tour asks for none itself), the lab, the walk, the walk through a step of
/// training, the tour, present mode.
void MainWindow::release() {
    if (auto* field = qobject_cast<QLineEdit*>(focusWidget())) {
        field->clearFocus(); // also where the stage is not shown
        m_stage->setFocus();
    } else if (m_views->leave())
        return;
    else if (m_stage->leaveEnlarged() || m_compare->leaveEnlarged())
        return;
    else if (m_shown.focus.focus().pinned && !m_tour->pinsCell())
        m_shown.focus.release();
    else if (m_shown.focus.leaveLab() || m_view->stopWalk())
        return;
    else if (!m_tour->isOn() && m_batch->bar()->step().active)
        m_batch->bar()->toggle();
    else if (m_tour->isOn())
        m_tour->end();
    else
        setPresenting(false);
}

void MainWindow::setPresenting(bool on) {
    if (on)
        m_tour->end();
    m_present->setOn(on);
    m_run->setPresenting(on);
    m_views->setPresented(on);
    if (on) {
        showPage();
        refreshToolBar();
    }
    (*m_commands)[Command::Present]->setChecked(on);
    if (!on)
        m_docks->makeRoomFor(static_cast<int>(m_compare->shownRuns()));
    if (!on && std::exchange(m_lessonIsLate, false))
        m_docks->showLesson();
}

/// The presentation's lecture is the lesson whose dock is there, or would be.
void MainWindow::showPage() {
    if (!m_present->isOn())
        return;
    const QDockWidget* dock = m_docks->lesson();
    const bool isOpen = !dock->isHidden() || m_present->hides(dock->objectName()) || m_lessonIsLate;
    m_present->setPage(isOpen ? m_lesson->panel()->presented() : PresentedPage());
}

void MainWindow::setModelForm(const ModelForm& form) {
    m_run->setModelForm(form);
}

void MainWindow::setExercises(std::vector<OfferedExercise> exercises) {
    m_help->setExercises(std::move(exercises));
}

void MainWindow::arrange() {
    m_docks->setFirstSizes();
}

void MainWindow::setTheme(ThemeChoice choice) {
    m_appearance->setTheme(choice);
}

void MainWindow::restore() {
    m_restored = true;
    const QSettings settings;
    const bool known =
        restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    fitScreen(*this);
    if (known && restoreDocks(*this, settings.value(docksSetting).toByteArray())) {
        m_docks->keep({settings.value(narrowSetting).toBool(),
                       settings.value(otherDocksSetting).toByteArray(),
                       {}});
        m_docks->fit();
    } else {
        m_docks->setFirstSizes();
    }
    m_last = readLastSession();
}

void MainWindow::takeOver(const MainWindow& other) {
    m_restored = true;
    m_intents.countOnFrom(other.m_intents);
    restoreGeometry(other.saveGeometry());
    restoreDocks(*this, other.m_present->docks());
    Docks::Kept docks = other.m_docks->kept();
    if (m_compare->shownRuns() < 2)
        docks.beforeComparison.clear();
    m_docks->keep(docks);
    m_train->takeOver(*other.m_train);
    m_batch->bar()->takeOver(*other.m_batch->bar());
    m_appearance->takeOver(*other.m_appearance);
    m_last = other.m_last;
    m_beside->takeOver(*other.m_beside);
    m_verify->takeOver(*other.m_verify);
    m_example->takeOver(*other.m_example);
    showScene(other.scene());
    m_view->takeOver(*other.m_view);
    m_run->takeOver(*other.m_run);
    m_tour->takeOver(*other.m_tour);
    m_lesson->takeOver(*other.m_lesson);
    m_lecture->takeOver(*other.m_lecture);
}

void MainWindow::saveState() {
    setPresenting(false);
    m_lesson->leave(); // what it has hidden is there the next time
    if (!m_last)       // before the first run is there, the last time is still what it was
        writeLastSession(scene());
    const Docks::Kept& docks = m_docks->kept();
    const QByteArray& before = docks.beforeComparison;
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(docksSetting, before.isEmpty() ? m_present->docks() : before);
    settings.setValue(narrowSetting, docks.isNarrow);
    settings.setValue(otherDocksSetting, docks.otherWidth);
    settings.remove(QStringLiteral("map/zoom")); // of earlier versions
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!m_restored)
        restore();
    // Not in the first field that there is, which would keep Ctrl+Left and its like for itself.
    if (!focusWidget())
        m_stage->setFocus();
}

/// A presentation has no docks, and gives the window its size back.
void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (!m_present->isOn())
        m_docks->fit();
}

void MainWindow::closeUnasked() {
    m_mayClose = true;
    if (m_run->isWorthAsking())
        m_run->saveUnaskedThen([this] { close(); });
    else
        close();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_mayClose && m_run->isWorthAsking()) {
        event->ignore();
        setPresenting(false);
        m_run->discardThen([this] {
            m_mayClose = true;
            close();
        });
        return;
    }
    saveState();
    QMainWindow::closeEvent(event);
}

} // namespace gf
