// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/tensor/overloaded.h"
#include "ui/batch/batch_bar.h"
#include "ui/compare/compare_control.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/example/example_bar.h"
#include "ui/explain/explain_panel.h"
#include "ui/generation/generation_window.h"
#include "ui/glossary/glossary_dialog.h"
#include "ui/language/plain_text.h"
#include "ui/map/map_view.h"
#include "ui/present/presentation.h"
#include "ui/stage/stage_widget.h"
#include "ui/steps/navigation.h"
#include "ui/theme/motion.h"
#include "ui/theme/text_size.h"
#include "ui/time/moment_strip.h"
#include "ui/time/time_control.h"
#include "ui/tour/tour.h"
#include "ui/train/loss_chart.h"
#include "ui/train/train_dock.h"
#include "ui/whatif/what_if.h"
#include "ui/whatif/what_if_panel.h"
#include "ui/whatif/what_if_strip.h"
#include "ui/window/banner.h"
#include "ui/window/side_scroll.h"
#include "ui/window/step_search.h"
#include "ui/window/toolbar.h"
#include "ui/window/walk.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QLocale>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStyle>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr int stateVersion = 1; ///< of the saved arrangement of docks
constexpr QSize firstSize(1440, 900);
constexpr auto tourSeen = "tour/seen"; ///< in the settings
constexpr int aMoment = 500;           ///< milliseconds, after which what takes longer is said
constexpr int roomForMapToo = 1300;    ///< pixels from which the map stays beside two stages
constexpr int largeTexts = 115; ///< per cent; with larger ones a row may be wider than a screen

QWidget* withRoomForLargeTexts(QWidget* row) {
    return textSize() > largeTexts ? new SideScroll(row) : row;
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_buildingTimer(new QTimer(this)), m_commands(new Commands(this)),
      m_toolBar(new ToolBar(*m_commands, this)), m_walk(new Walk(this)) {
    setWindowTitle(tr("Glassformer"));
    setDockOptions(AllowTabbedDocks | AllowNestedDocks);
    setAnimated(!isMotionReduced());
    addToolBar(m_toolBar);
    makeWhatIf();
    makeStage();
    makeDocks();
    m_commands->fill(menuBar(),
                     {m_mapDock->toggleViewAction(), m_explainDock->toggleViewAction(),
                      m_whatIfDock->toggleViewAction(), m_trainDock->toggleViewAction()});
    menuBar()->setCornerWidget(m_time->strip());
    connectFocus();
    connectTrainDock();
    connectBatch();
    makeTour();
    m_buildingTimer->setSingleShot(true);
    m_buildingTimer->setInterval(aMoment);
    connect(m_buildingTimer, &QTimer::timeout, this, &MainWindow::sayBuilding);
    // From when it is asked for: something else may have to end first.
    connect(&m_intents, &Intents::sent, this, [this](const Intent& intent) {
        if (intent.get<intent::NewModel>() || intent.get<intent::ChooseTask>())
            showBuilding(tr("Building the model…"));
        else if (intent.get<intent::OpenModel>())
            showBuilding(tr("Reading the model…"));
    });
    setAcceptDrops(true);
    restoreNumbers();
    resize(firstSize);
    m_firstDocks = QMainWindow::saveState(stateVersion);
}

MainWindow::~MainWindow() = default;

void MainWindow::makeWhatIf() {
    using enum Command;
    const Commands& commands = *m_commands;
    m_whatIf = new WhatIf(&m_focus, &m_intents,
                          {commands[UndoChange], commands[RedoChange], commands[TakeAllBack]},
                          commands[ShowBefore], commands[ShowEffect], this);
    connect(m_whatIf, &WhatIf::shownChanged, this, &MainWindow::showChosenTrace);
}

/// The stage, over which the banner floats: no message ever moves the figure.
void MainWindow::makeStage() {
    auto* centre = new QWidget(this);
    auto* rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_banner = new Banner(centre);
    m_dropHint = new Banner(centre);
    m_dropHint->setObjectName(QStringLiteral("dropHint"));
    m_stage = new StageWidget(&m_focus, centre);
    m_loss = new LossChart;
    m_time = new TimeControl(*m_commands, &m_intents, m_stage, m_loss, centre);
    rows->addWidget(m_whatIf->strip());
    m_compare = new CompareControl(&m_focus, &m_intents, m_stage, centre);
    m_time->follow(m_compare->twinStage());
    rows->addWidget(m_compare->stages(), 1);
    setCentralWidget(centre);
    m_present = new Presentation(this, m_stage, rows);
    m_present->setActions((*m_commands)[Command::NextStep], (*m_commands)[Command::PreviousStep]);
    (*m_commands)[Command::LessMotion]->setChecked(isMotionReduced());
    (*m_commands)[Command::Numbers]->setIconText(tr("Numbers"));
    m_stage->addSwitch((*m_commands)[Command::Numbers]);
}

QDockWidget* MainWindow::addDock(Qt::DockWidgetArea area, const QString& title, const QString& name,
                                 QWidget* widget) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(widget);
    // The theme gives a dock that floats a button to close it, and looks for that only when told.
    connect(dock, &QDockWidget::topLevelChanged, dock, [dock] {
        dock->style()->unpolish(dock);
        dock->style()->polish(dock);
        QEvent change(QEvent::StyleChange);
        QCoreApplication::sendEvent(dock, &change);
    });
    dock->toggleViewAction()->setToolTip(plainTip(tr("Show or hide %1").arg(title)));
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks() {
    m_map = new MapView(&m_focus);
    m_mapDock = addDock(Qt::LeftDockWidgetArea, tr("Map"), QStringLiteral("map"), m_map);
    m_explain = new ExplainPanel(&m_focus);
    m_explainDock =
        addDock(Qt::RightDockWidgetArea, tr("Explain"), QStringLiteral("explain"), m_explain);

    m_whatIfDock = addDock(Qt::RightDockWidgetArea, tr("What if"), QStringLiteral("what-if"),
                           m_whatIf->panel());
    m_whatIfDock->hide();

    // The example is always there, under everything but the training.
    m_example = new ExampleBar;
    m_batch = new BatchBar(&m_focus);
    auto* examples = new QWidget; // the person's own, or while a step is walked the batch's
    // Never higher than what it shows: after a walk its room goes back to the stage.
    examples->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* places = new QVBoxLayout(examples);
    places->setContentsMargins(0, 0, 0, 0);
    places->addWidget(m_example);
    places->addWidget(m_batch);
    m_batch->hide();
    m_exampleDock = addDock(Qt::BottomDockWidgetArea, tr("Example"), QStringLiteral("example"),
                            withRoomForLargeTexts(examples));
    m_exampleDock->setFeatures(QDockWidget::NoDockWidgetFeatures);
    m_exampleDock->setTitleBarWidget(new QWidget(m_exampleDock));

    m_train = new TrainDock;
    m_train->addBelow(m_time->besideCharts(m_compare->charts(), m_train));
    connectCompare();
    m_trainDock = addDock(Qt::BottomDockWidgetArea, tr("Train", "the dock"),
                          QStringLiteral("train"), withRoomForLargeTexts(m_train));
    // Its title stands at the side: height is what curves need.
    m_trainDock->setFeatures(m_trainDock->features() | QDockWidget::DockWidgetVerticalTitleBar);
    splitDockWidget(m_exampleDock, m_trainDock, Qt::Vertical);
}

void MainWindow::connectFocus() {
    connect(m_commands, &Commands::triggered, this, &MainWindow::perform);
    connect(&m_focus, &FocusModel::changed, this, &MainWindow::refreshToolBar);
    connect(m_toolBar, &ToolBar::gradientsChosen, &m_focus, &FocusModel::setGradients);
    connect(m_toolBar, &ToolBar::walkSpeedChosen, m_walk, &Walk::setSpeed);
    connect(m_toolBar->search(), &StepSearch::chosen, this,
            [this](const QString& step, bool gradient) {
                Focus focus = m_focus.focus();
                focus.step = step;
                focus.gradients = gradient;
                focus.column = -1;
                focus.pinned = false;
                goTo(focus);
                m_stage->setFocus();
            });
    connect(m_toolBar->search(), &StepSearch::termChosen, this, &MainWindow::showGlossary);
    connect(m_toolBar->search(), &StepSearch::commandChosen, this, [this](Command command) {
        m_stage->setFocus();
        (*m_commands)[command]->trigger();
    });
    connect(m_explain, &ExplainPanel::termWanted, this, &MainWindow::showGlossary);
    connect(m_stage, &StageWidget::menuRequested, this, &MainWindow::showMatrixMenu);
    connect(m_stage, &StageWidget::muteWanted, m_whatIf, &WhatIf::mute);
    m_stage->offerMuting(true);
    connect(m_loss, &LossChart::menuRequested, this,
            [this] { perform(Command::ExportLoss, false); });
    connect(m_walk, &Walk::advance, this, [this] { perform(Command::NextStep, false); });
    connect(m_walk, &Walk::runningChanged, (*m_commands)[Command::Walk], &QAction::setChecked);
}

/// While two runs are compared their charts stand in the place of the one run's, and two stages
/// need the room of the docks beside them.
void MainWindow::connectCompare() {
    connect(m_compare, &CompareControl::chosen, this, [this](const QString& change, int layers) {
        discardThen([=, this] { m_intents.send(intent::Compare{change, layers}); });
    });
    connect(m_compare, &CompareControl::exportWanted, this,
            [this](int chart) { exportFigure(Command::ExportLoss, chart); });
    connect(m_compare, &CompareControl::noticed, this, &MainWindow::showNotice);
    connect(m_compare, &CompareControl::switched, this, [this](bool on) {
        m_loss->setVisible(!on);
        if (on && m_beforeCompare.isEmpty()) {
            m_beforeCompare = QMainWindow::saveState(stateVersion);
            m_explainDock->hide();
            m_mapDock->setVisible(width() >= roomForMapToo);
            resizeDocks({m_trainDock}, {std::clamp(height() * 26 / 100, 150, 280)}, Qt::Vertical);
        } else if (!on && !m_beforeCompare.isEmpty()) {
            restoreDocks(std::exchange(m_beforeCompare, {}));
        }
    });
}

void MainWindow::connectTrainDock() {
    connect(m_train, &TrainDock::trainWanted, &m_intents, m_intents.sender<intent::Train>());
    connect(m_train, &TrainDock::pauseWanted, &m_intents, m_intents.sender<intent::Pause>());
    connect(m_train, &TrainDock::stepWanted, &m_intents, m_intents.sender<intent::StepOnce>());
    connect(m_train, &TrainDock::resetWanted, this,
            [this] { perform(Command::ResetModel, false); });
    connect(m_train, &TrainDock::taskWanted, this, &MainWindow::chooseTask);
    connect(m_train, &TrainDock::sampleWanted, this, &MainWindow::chooseFile);
    connect(m_train, &TrainDock::rateWanted, &m_intents,
            m_intents.sender<intent::SetLearningRate>());
    connect(m_train, &TrainDock::batchWanted, &m_intents, m_intents.sender<intent::SetBatchSize>());
    connect(m_train, &TrainDock::backendWanted, &m_intents, m_intents.sender<intent::SetBackend>());
    connect(m_example, &ExampleBar::edited, &m_intents, m_intents.sender<intent::SetExample>());
    connect(m_example, &ExampleBar::anotherWanted, &m_intents,
            m_intents.sender<intent::AnotherExample>());
}

void MainWindow::connectBatch() {
    connect(m_train, &TrainDock::walkWanted, m_batch, &BatchBar::toggle);
    connect(m_batch, &BatchBar::walkWanted, &m_intents, m_intents.sender<intent::WalkStep>());
    connect(m_batch, &BatchBar::takeWanted, &m_intents, m_intents.sender<intent::TakeWalkedStep>());
    connect(m_batch, &BatchBar::runOnWanted, &m_intents, m_intents.sender<intent::Train>());
    connect(m_batch, &BatchBar::leaveWanted, &m_intents, m_intents.sender<intent::LeaveWalk>());
    connect(m_batch, &BatchBar::exampleEntered, m_stage, qOverload<>(&QWidget::setFocus));
}

void MainWindow::makeTour() {
    m_tour =
        new Tour(this, &m_focus, &m_steps, [this](TourPlace place) { return widgetAt(place); });
    connect(m_tour, &Tour::holdWanted, &m_intents, m_intents.sender<intent::Hold>());
    connect(m_tour, &Tour::releaseWanted, &m_intents, m_intents.sender<intent::Train>());
    connect(&m_intents, &Intents::sent, m_tour, [this](const Intent& intent) {
        if (intent.get<intent::Train>())
            m_tour->trainingWanted();
        else if (intent.get<intent::StepOnce>() || intent.get<intent::LookAt>())
            m_tour->giveUpHold();
    });
}

QWidget* MainWindow::widgetAt(TourPlace place) const {
    switch (place) {
    case TourPlace::Example:
        return m_example;
    case TourPlace::Stage:
        return m_stage;
    case TourPlace::Explain:
        return m_explainDock;
    case TourPlace::Train:
        return m_train;
    case TourPlace::Map:
        return m_mapDock;
    }
    return nullptr;
}

void MainWindow::offerTour() {
    m_offersTour = !QSettings().value(tourSeen).toBool();
}

void MainWindow::startTour() {
    QSettings().setValue(tourSeen, true);
    setPresenting(false);
    m_stage->setFocus();
    m_tour->start();
}

void MainWindow::showNews(const News& news) {
    std::visit(Overloaded{
                   [this](const RunInfo& run) { showRun(run); },
                   [this](const news::Building& building) { showBuilding(building.what); },
                   [&](const ModelMeasure& measure) { showMeasured(measure, news.answers); },
                   [this](const TwinOffer& offer) { m_compare->showOffer(offer); },
                   [this](const news::TwinEnded&) { m_compare->showRun(); },
                   [this](const TwinInfo& info) { m_compare->showTwin(info); },
                   [this](const news::ShownExample& example) {
                       showExample(example.source, example.target);
                   },
                   [this](const ExampleProblems& problems) { showExampleProblems(problems); },
                   [this](const news::EarlierLosses& losses) { showLoss(losses.points); },
                   [this](const TimeStatus& status) {
                       m_time->showTime(status);
                       m_compare->showTime(status);
                   },
                   [this](const news::Losses& losses) { showLoss(losses.points); },
                   [this](const RunSettings& settings) { showSettings(settings); },
                   [this](const TrainingStatus& status) { showStatus(status); },
                   [this](const WalkedStep& step) { showWalk(step); },
                   [this](const InterventionState& state) { showInterventions(state); },
                   [this](const news::Traced& traced) { showTrace(traced.trace); },
                   [this](const Prediction& prediction) {
                       m_compare->showPrediction(prediction);
                       showPrediction(prediction);
                   },
                   [this](const GenerationReport& report) { showGeneration(report); },
                   [this](const TwinNews& twin) { m_compare->showNews(twin); },
                   [this](const Diverged& divergence) { showDivergence(divergence); },
                   [this](const news::Saved& saved) { modelSaved(saved.path, saved.withMoments); },
                   [this](const news::Notice& notice) { showNotice(notice.sentence); },
                   [this](const news::Failure& failure) { showError(failure.sentence); },
               },
               news.message);
}

void MainWindow::showRun(const RunInfo& run) {
    m_run = run;
    m_learnt = false;
    m_tour->abandon();
    m_banner->settle(); // what went wrong before did not happen to this one
    setWindowTitle(tr("Glassformer – %1").arg(run.title));
    m_example->showRun(run);
    m_batch->setTask(run.learns);
    m_present->setTask(run.learns);
    m_train->showRun(run);
    m_loss->clear();
    m_time->showRun();
    m_compare->showRun();
    m_loss->setRandomLoss(run.randomLoss);
    if (run.isShowcase && m_last) {
        m_last.reset();
        m_focus.set({}); // what was looked at last time was of another model
    }
    resumeExample();
}

void MainWindow::showBuilding(const QString& what) {
    m_building = what;
    if (what.isEmpty()) {
        m_buildingTimer->stop();
        m_banner->settle(Banner::Topic::Building);
        m_train->showTask(m_run.task); // what was given up does not run
    } else if (m_banner->keeps(Banner::Topic::Building)) {
        sayBuilding();
    } else if (!m_buildingTimer->isActive()) {
        m_buildingTimer->start();
    }
}

void MainWindow::sayBuilding() {
    using enum Banner::Topic;
    m_banner->keep(Building, Banner::Tone::Work, m_building, tr("Cancel"), [this] {
        m_intents.send(intent::CancelBuilding{});
        m_banner->keep(Building, Banner::Tone::Work, tr("Giving up…"));
    });
}

void MainWindow::showMeasured(const ModelMeasure& measure, IntentId answers) {
    if (auto* dialog = findChild<NewModelDialog*>())
        dialog->showMeasured(measure, answers);
}

/// The example of the last time, if the first run of this time is the one that it belongs to.
void MainWindow::resumeExample() {
    const auto last = std::exchange(m_last, std::nullopt);
    if (!last || last->file != m_run.file || last->task != m_run.task ||
        (last->source.isEmpty() && last->target.isEmpty()))
        return;
    m_example->setExample(last->source, last->target);
    m_intents.send(intent::SetExample{last->source, last->target, m_example->padding()});
}

void MainWindow::showWalk(const WalkedStep& step) {
    // What the batch takes is the stage's and goes back to it: the charts stay as high as they are.
    const int charts = m_trainDock->height();
    m_example->setVisible(!step.active);
    m_batch->show(step);
    for (QLayout* outwards :
         {m_batch->layout(), m_batch->parentWidget()->layout(), m_exampleDock->layout(), layout()})
        outwards->activate();
    resizeDocks({m_trainDock}, {charts}, Qt::Vertical);
    (*m_commands)[Command::WalkStep]->setChecked(step.active);
    if (step.active)
        m_tour->abandon(); // training on would end the walk
}

void MainWindow::showTrace(const std::shared_ptr<const Trace>& trace) {
    if (!trace || !trace->graph)
        return;
    const std::shared_ptr<const Graph> before = m_trace ? m_trace->graph : nullptr;
    m_whatIf->setTrace(trace);
    showChosenTrace();
    if (std::exchange(m_offersTour, false) && m_run.isShowcase)
        startTour();
    // What is being written follows another example and another change at once, other weights when
    // they rest.
    if (m_generation && m_generation->isVisible() &&
        (!m_status.running || m_trace->graph != before))
        m_intents.send(intent::Generate{m_generation->settings()});
}

void MainWindow::showGeneration(const GenerationReport& report) {
    if (m_generation)
        m_generation->setReport(report);
}

void MainWindow::showInterventions(const InterventionState& state) {
    m_whatIf->setState(state);
}

void MainWindow::showChosenTrace() {
    const std::shared_ptr<const Trace> trace = m_whatIf->shown();
    if (!trace)
        return;
    const bool otherGraph = !m_trace || m_trace->graph != trace->graph;
    m_trace = trace;
    if (otherGraph) {
        m_steps = Steps(trace->graph);
        m_toolBar->search()->setSteps(&m_steps);
    }
    m_stage->setTrace(trace);
    m_explain->setTrace(trace);
    if (!otherGraph)
        return;
    m_map->setGraph(trace->graph);
    m_batch->setGraph(trace->graph);
    m_focus.set(fitted(m_steps, m_focus.focus()));
    refreshToolBar();
}

void MainWindow::showSettings(const RunSettings& settings) {
    m_run.training = settings.training;
    m_train->showSettings(settings);
}

void MainWindow::showStatus(const TrainingStatus& status) {
    m_status = status;
    if (status.running)
        m_banner->settle(Banner::Topic::Divergence); // it goes on
    m_train->showStatus(status);
    m_tour->showStatus(status);
    // Half of a random guess is left behind once: single batches are sometimes harder.
    m_learnt = status.step > 0 && (m_learnt || status.loss < m_run.randomLoss / 2);
    m_stage->setLearnt(m_learnt);
    (*m_commands)[Command::Train]->setChecked(status.running);
}

void MainWindow::showLoss(const std::vector<LossPoint>& points) {
    for (const LossPoint& point : points)
        if (point.accuracy)
            m_train->showAccuracy(*point.accuracy);
    m_loss->append(points);
}

void MainWindow::showPrediction(const Prediction& prediction) {
    m_example->setPrediction(prediction);
}

void MainWindow::showExample(const QString& source, const QString& target) {
    m_example->setExample(source, target);
}

void MainWindow::showExampleProblems(const ExampleProblems& problems) {
    m_example->setProblems(problems);
}

void MainWindow::showDivergence(const Diverged& divergence) {
    const QString sentence =
        tr("Training stopped: the numbers left the range of what can be computed at step %1, first "
           "in %2. A smaller learning rate or a warm-up usually prevents it.")
            .arg(divergence.step)
            .arg(divergence.node);
    m_banner->keep(Banner::Topic::Divergence, Banner::Tone::Error, sentence,
                   tr("Go back to step %1").arg(divergence.goodStep),
                   [this] { m_intents.send(intent::GoBack{}); });
}

void MainWindow::showError(const QString& sentence) {
    m_whenSaved = {};              // if that was the saving, nothing is thrown away
    m_train->showTask(m_run.task); // if that was another task, it is not the one that runs
    m_banner->say(Banner::Tone::Error, sentence);
    if (m_mayClose)
        close(); // nobody waits to read it
}

void MainWindow::showNotice(const QString& sentence) {
    m_banner->say(Banner::Tone::Notice, sentence);
}

void MainWindow::modelSaved(const QString& path, bool withMoments) {
    m_run.file = path;
    m_status.unsavedSteps = 0;
    m_status.unsavedSeconds = 0;
    m_run.isShowcase = false;
    const TimeStatus& time = m_time->status();
    if (withMoments)
        showNotice(tr("Saved with its moments as %1").arg(path));
    else if (!time.keptInFile && time.moments.size() > 1)
        m_banner->offer(
            Banner::Tone::Notice, tr("Saved as %1").arg(path),
            tr("Save its moments too (%1)").arg(QLocale().formattedDataSize(time.bytes, 0)),
            [this, path] {
                m_intents.send(intent::KeepInFile{true});
                m_intents.send(intent::SaveModel{path});
            });
    else
        showNotice(tr("Saved as %1").arg(path));
    if (const auto next = std::exchange(m_whenSaved, {}))
        next();
}

void MainWindow::refreshToolBar() {
    m_toolBar->show(m_steps, m_focus.focus());
    m_present->show(m_steps, m_focus.focus());
}

void MainWindow::restore() {
    m_restored = true;
    const QSettings settings;
    const bool known =
        restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    fitScreen();
    if (!known || !restoreDocks(settings.value(QStringLiteral("window/docks")).toByteArray()))
        firstSizes();
    const int zoom =
        settings.value(QStringLiteral("map/zoom"), static_cast<int>(MapZoom::Step)).toInt();
    m_last = readLastSession();
    if (!m_last->focus.step.isEmpty())
        m_focus.set(m_last->focus);
    m_map->setZoom(static_cast<MapZoom>(std::clamp(zoom, 0, static_cast<int>(MapZoom::Step))));
}

/// Cuts the window to the screen that it is on, which may be another one than last time. Where it
/// takes all of it, it is maximized, so that the frame around it has a place too.
void MainWindow::fitScreen() {
    const QRect room = screen()->availableGeometry();
    const int title = style()->pixelMetric(QStyle::PM_TitleBarHeight); // the frame is not there yet
    const QSize fitting = size().boundedTo(room.size() - QSize(0, title));
    if (fitting == size())
        return;
    setGeometry(QRect(room.topLeft() + QPoint(0, title), fitting));
    setWindowState(windowState() | Qt::WindowMaximized);
}

/// Qt 6.4 goes back to a state that did not fit a window which is to be maximized whenever that is
/// resized for a moment, and the docks' items that it knows of may be gone by then.
bool MainWindow::restoreDocks(const QByteArray& docks) {
    const Qt::WindowStates state = windowState();
    if (!isVisible())
        setWindowState(state & ~(Qt::WindowMaximized | Qt::WindowFullScreen));
    const bool known = restoreState(docks, stateVersion);
    if (!isVisible())
        setWindowState(state);
    return known;
}

void MainWindow::setTheme(ThemeChoice choice) {
    applyTheme(*qApp, choice);
    m_commands->showTheme(choice);
}

void MainWindow::showLanguage(Language language) {
    m_commands->showLanguage(language);
}

void MainWindow::takeOver(const MainWindow& other) {
    m_restored = true;
    m_intents.countOnFrom(other.m_intents);
    restoreGeometry(other.saveGeometry());
    restoreDocks(other.m_present->docks());
    if (m_compare->isOn())
        m_beforeCompare = other.m_beforeCompare;
    for (const Command theme : {Command::ThemeSystem, Command::ThemeLight, Command::ThemeDark})
        (*m_commands)[theme]->setChecked((*other.m_commands)[theme]->isChecked());
    m_map->setZoom(other.m_map->zoom());
    m_example->setPadding(other.m_example->padding());
    m_loss->setLogarithmic(other.m_loss->isLogarithmic());
    m_loss->takeOver(*other.m_loss);
    m_train->takeOver(*other.m_train);
    m_batch->takeOver(*other.m_batch);
    const bool equal = (*other.m_commands)[Command::EqualPanels]->isChecked();
    (*m_commands)[Command::EqualPanels]->setChecked(equal);
    perform(Command::EqualPanels, equal);
    m_last = other.m_last;
    m_time->takeOver(*other.m_time);
    m_compare->takeOver(*other.m_compare);
    m_focus.set(other.m_focus.focus());
    m_offersTour = other.m_offersTour;
    m_tour->takeOver(*other.m_tour);
    setPresenting(other.m_present->isOn());
    // What stood open beside it.
    if (other.findChild<HelpDialog*>())
        showHelp();
    if (other.findChild<GlossaryDialog*>())
        showGlossary({});
    if (other.m_generation && other.m_generation->isVisible())
        openGeneration();
}

void MainWindow::firstSizes() {
    const int w = width();
    resizeDocks({m_mapDock, m_explainDock},
                {std::clamp(w * 20 / 100, 234, 310), std::clamp(w * 24 / 100, 244, 360)},
                Qt::Horizontal);
    resizeDocks({m_trainDock}, {std::clamp(108 + (height() - 640) / 4, 108, 240)}, Qt::Vertical);
}

void MainWindow::restoreLayout() {
    setPresenting(false);
    restoreDocks(m_firstDocks);
    firstSizes();
    if (!m_beforeCompare.isEmpty())
        m_beforeCompare = QMainWindow::saveState(stateVersion);
}

void MainWindow::saveState() {
    setPresenting(false);
    if (!m_last) // before the first run is there, the last time is still what it was
        writeLastSession(
            {m_run.file, m_run.task, m_example->source(), m_example->target(), m_focus.focus()});
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/docks"),
                      m_beforeCompare.isEmpty() ? m_present->docks() : m_beforeCompare);
    settings.setValue(QStringLiteral("map/zoom"), static_cast<int>(m_map->zoom()));
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!m_restored)
        restore();
    // Not in the first field that there is, which would keep Ctrl+Left and its like for itself.
    if (!focusWidget())
        m_stage->setFocus();
}

void MainWindow::closeUnasked() {
    m_mayClose = true;
    if (!isWorthAsking()) {
        close();
        return;
    }
    m_whenSaved = [this] { close(); };
    if (m_run.file.isEmpty())
        m_run.file = pathForUnnamedRun(); // remembered whatever is said first
    m_intents.send(intent::SaveModel{m_run.file});
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_mayClose && isWorthAsking()) {
        event->ignore();
        discardThen([this] {
            m_mayClose = true;
            close();
        });
        return;
    }
    saveState();
    QMainWindow::closeEvent(event);
}

} // namespace gf
