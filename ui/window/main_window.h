// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/dialogs/new_model_dialog.h"
#include "ui/focus/focus.h"
#include "ui/language/language.h"
#include "ui/messages/intents.h"
#include "ui/messages/news.h"
#include "ui/steps/steps.h"
#include "ui/theme/theme.h"
#include "ui/window/last_session.h"

#include <QMainWindow>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QDockWidget;
class QTimer;

namespace gf {

class Banner;
class BatchBar;
class Commands;
class CompareControl;
class ExampleBar;
class ExplainPanel;
class GenerationWindow;
class LossChart;
class MapView;
class Presentation;
class StageWidget;
class TimeControl;
class ToolBar;
class Tour;
class TrainDock;
class Walk;
class WhatIf;
enum class Command;
enum class TourPlace;

/// The window: a view of (Trace, Focus) and a source of Intents. It is told what there is to show
/// through its slots and knows nothing of where that comes from.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    Intents* intents() { return &m_intents; }
    FocusModel* focus() { return &m_focus; }
    const Steps& steps() const { return m_steps; }
    const Commands& commands() const { return *m_commands; }
    TimeControl* time() const { return m_time; }
    CompareControl* compare() const { return m_compare; }

    /// What the New model dialog offers.
    void setModelForm(const ModelForm& form) { m_form = form; }

    /// Docks and size as they were left, or as they are at first; never larger than the screen.
    void restore();

    /// The docks as they are at first, for the size that the window has now.
    void arrange() { firstSizes(); }

    /// Steps of training that the window has been told of.
    qint64 trainedSteps() const { return m_status.step; }

    /// Goes on where `other` is: the same focus, at the same place, with the docks as they are
    /// there. What there is to show is told again by whoever told the other one.
    void takeOver(const MainWindow& other);

    /// Begins the tour with the first picture of the showcase, unless it was seen before.
    void offerTour();
    Tour* tour() const { return m_tour; }

    /// Ticks the language that the window was made in.
    void showLanguage(Language language);

    /// Closes without a question, for a session that ends from outside: training that would be
    /// asked about is saved first, under a name of its own where it has none.
    void closeUnasked();

    /// Dresses the whole program.
    void setTheme(ThemeChoice choice);

public slots:
    void showNews(const gf::News& news);

    void perform(gf::Command command, bool checked);

signals:
    /// Asks for a window in this language in place of this one.
    void languageChosen(gf::Language language);
    /// Asks for a window in place of this one, because texts have another size.
    void renewalWanted();

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void showRun(const RunInfo& run);
    /// A model is built or read; said when it takes longer than a moment. Empty: it is over.
    void showBuilding(const QString& what);
    void showMeasured(const ModelMeasure& measure, IntentId answers);
    void showWalk(const WalkedStep& step);
    void showTrace(const std::shared_ptr<const Trace>& trace);
    void showGeneration(const GenerationReport& report);
    void showInterventions(const InterventionState& state);
    void showSettings(const RunSettings& settings);
    void showStatus(const TrainingStatus& status);
    void showLoss(const std::vector<LossPoint>& points);
    void showPrediction(const Prediction& prediction);
    void showExample(const QString& source, const QString& target);
    void showExampleProblems(const ExampleProblems& problems);
    void showDivergence(const Diverged& divergence);
    void showError(const QString& sentence);
    void showNotice(const QString& sentence);
    /// The model was written: nothing is unsaved any more.
    void modelSaved(const QString& path, bool withMoments = false);

    // main_window.cpp: putting it together
    void makeWhatIf();
    void makeStage();
    QDockWidget* addDock(Qt::DockWidgetArea area, const QString& title, const QString& name,
                         QWidget* widget);
    void makeDocks();
    void connectFocus();
    void connectTrainDock();
    void connectBatch();
    void connectCompare();
    void makeTour();
    QWidget* widgetAt(TourPlace place) const;
    void fitScreen();
    bool restoreDocks(const QByteArray& docks);
    void firstSizes();
    /// Every dock where it was at first, as wide and high as it was.
    void restoreLayout();
    void saveState();
    void resumeExample();

    // main_window_commands.cpp: what the commands do
    bool performView(Command command, bool checked);
    bool performExport(Command command);
    void goTo(const Focus& focus);
    void restoreNumbers();
    void showNumbers(bool shown);
    void zoomStage(double factor);
    void release();
    void setPresenting(bool on);
    /// The dialog; with a task, it learns from this file.
    void newModel(const QString& task = {}, const QString& file = {});
    ModelForm presentForm() const;
    void openModel();
    /// Asks for a name where there is none; `refused` is called when the person changed their mind.
    void saveModel(bool askName, std::function<void()> refused = {});
    bool isWorthAsking() const;
    /// Does `action`, which throws the run away: at once when nobody would miss it, otherwise after
    /// asking, and after saving where that is the answer.
    void discardThen(std::function<void()> action);
    void chooseTask(const QString& name, bool needsFile);
    /// Begins the task with this file, when the run before may go.
    void chooseFile(const QString& task, const QString& file);
    /// `chart` counts those that are drawn, where `command` exports one.
    void exportFigure(Command command, int chart = 0);
    /// The menu of a matrix on the stage, which it goes to first.
    void showMatrixMenu(const QString& step, int head, bool gradient, const QPoint& place);
    /// Numbers and picture of what the stage shows.
    void copyStage();
    /// Opens the window that shows the decoder's loop.
    void openGeneration();
    void showShortcuts();
    void showGlossary(const QString& term);
    void showHelp();
    void startTour();
    void refreshToolBar();
    /// Draws the run with the changes or the one without them, whichever is wanted.
    void showChosenTrace();
    void sayBuilding();
    bool performLab(Command command);

    Intents m_intents;
    FocusModel m_focus;
    Steps m_steps;
    std::shared_ptr<const Trace> m_trace;
    RunInfo m_run;
    TrainingStatus m_status;
    ModelForm m_form;
    std::function<void()> m_whenSaved;
    bool m_mayClose = false;
    bool m_learnt = false;   ///< the run has learnt anything to speak of
    QTimer* m_buildingTimer; ///< until it is said
    QString m_building;      ///< what is built; empty: nothing
    bool m_restored = false;
    bool m_offersTour = false;         ///< with the first picture
    std::optional<LastSession> m_last; ///< until the first run is there

    Commands* m_commands;
    ToolBar* m_toolBar;
    Walk* m_walk;
    Presentation* m_present = nullptr;
    Tour* m_tour = nullptr;
    WhatIf* m_whatIf = nullptr;
    GenerationWindow* m_generation = nullptr; ///< null until it is opened
    Banner* m_banner = nullptr;
    Banner* m_dropHint = nullptr; ///< over it, while a file is dragged over the window
    StageWidget* m_stage = nullptr;
    ExplainPanel* m_explain = nullptr;
    MapView* m_map = nullptr;
    ExampleBar* m_example = nullptr;
    BatchBar* m_batch = nullptr;
    TrainDock* m_train = nullptr;
    LossChart* m_loss = nullptr;
    TimeControl* m_time = nullptr;
    CompareControl* m_compare = nullptr;
    QDockWidget* m_mapDock = nullptr;
    QDockWidget* m_explainDock = nullptr;
    QDockWidget* m_whatIfDock = nullptr;
    QDockWidget* m_exampleDock = nullptr;
    QDockWidget* m_trainDock = nullptr;
    QByteArray m_firstDocks;    ///< as the program is delivered
    QByteArray m_beforeCompare; ///< the docks, while two runs are compared
};

} // namespace gf
