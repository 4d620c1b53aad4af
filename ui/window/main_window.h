// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/new_model_dialog.h"
#include "ui/language/language.h"
#include "ui/messages/intents.h"
#include "ui/messages/news.h"
#include "ui/scene/scene.h"
#include "ui/theme/theme.h"
#include "ui/window/shown.h"

#include <QMainWindow>

#include <optional>
#include <vector>

namespace gf {

class Appearance;
class Banner;
class BatchControl;
class Commands;
class ReferenceControl;
class CompareControl;
class Docks;
class DropTarget;
class ExampleControl;
class ExplainPanel;
class Feature;
class GenerationControl;
class HelpControl;
class LectureControl;
class LessonControl;
class MapView;
class Presentation;
class RunControl;
class StageViews;
class StageWidget;
class TimeControl;
class ToolBar;
class Tour;
class TrainControl;
class VerifyControl;
class ViewControl;
class WhatIf;
enum class Command;
enum class TourPlace;

/// The window: a view of (Trace, Focus) and a source of Intents. It puts its features together,
/// gives them the commands and the news, and knows nothing of where those come from.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    Intents* intents() { return &m_intents; }
    FocusModel* focus() { return &m_shown.focus; }
    const Steps& steps() const { return m_shown.steps; }
    const Commands& commands() const { return *m_commands; }
    TimeControl* time() const { return m_time; }
    CompareControl* compare() const { return m_compare; }
    Tour* tour() const { return m_tour; }
    LessonControl* lesson() const { return m_lesson; }

    /// What the New model dialog offers.
    void setModelForm(const ModelForm& form);
    /// What the homework dialog offers.
    void setExercises(std::vector<OfferedExercise> exercises);

    /// Docks and size as they were left, or as they are at first; never larger than the screen.
    void restore();

    /// The docks as they are at first, for the size that the window has now.
    void arrange();

    /// Steps of training that the window has been told of.
    qint64 trainedSteps() const { return m_shown.status.step; }

    /// What the window shows.
    Scene scene() const;
    /// Shows this; what the model does not have gives way to what is nearest, and is named, a
    /// sentence each. No run is opened.
    QStringList showScene(const Scene& scene);

    /// Goes on where `other` is: shows its scene, at the same place, with the docks and curves as
    /// they are there. What there is to show is told again by whoever told the other one.
    void takeOver(const MainWindow& other);

    /// Puts a lab on the stage, as soon as there is a model.
    void openLab(const QString& name);

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
    /// Asks for a window in place of this one, because texts have another size, or commands other
    /// keys.
    void renewalWanted();

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeStage();
    void makeDocks();
    void makeControls();
    void connectSearch();
    void connectFeatures();
    QWidget* widgetAt(TourPlace place) const;
    void saveState();

    void resume();
    void keepHeightOfCharts(int height);
    /// Draws the run with the changes or the one without them, whichever is wanted.
    void showChosenTrace();
    void refreshToolBar();
    void release();
    void setPresenting(bool on);
    void showPage();

    Intents m_intents;
    Shown m_shown;
    bool m_mayClose = false;
    bool m_restored = false;
    std::optional<Scene> m_last; ///< of the last time, until the first run is there
    QString m_lab;               ///< that is to be opened with the next run's model
    QString m_chosenTask;        ///< of the list, until its run is there
    bool m_lessonIsLate = false; ///< one was opened in a presentation
    bool m_resumed = false;      ///< the run goes on as it was left here, whatever its file says

    Commands* m_commands;
    ToolBar* m_toolBar;
    Banner* m_banner = nullptr;
    DropTarget* m_drops = nullptr;
    StageWidget* m_stage = nullptr;
    StageViews* m_views = nullptr;
    Presentation* m_present = nullptr;
    ExplainPanel* m_explain = nullptr;
    MapView* m_map = nullptr;
    Docks* m_docks = nullptr;

    RunControl* m_run = nullptr;
    TrainControl* m_train = nullptr;
    ExampleControl* m_example = nullptr;
    BatchControl* m_batch = nullptr;
    TimeControl* m_time = nullptr;
    CompareControl* m_compare = nullptr;
    ReferenceControl* m_beside = nullptr;
    VerifyControl* m_verify = nullptr;
    WhatIf* m_whatIf = nullptr;
    GenerationControl* m_generation = nullptr;
    Tour* m_tour = nullptr;
    LessonControl* m_lesson = nullptr;
    LectureControl* m_lecture = nullptr;
    HelpControl* m_help = nullptr;
    ViewControl* m_view = nullptr;
    Appearance* m_appearance = nullptr;
    std::vector<Feature*> m_features; ///< in the order in which they hear of news
};

} // namespace gf
