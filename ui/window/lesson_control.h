// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/scene/scene.h"

#include <QDateTime>

#include <functional>
#include <optional>

class QFileSystemWatcher;

namespace gf {

class Intents;
struct Intent;
struct Shown;

/// The course in the window: which lesson is open, the models that its scenes show, and what its
/// questions and experiments ask of the rest.
class LessonControl : public Feature {
    Q_OBJECT
public:
    /// How it sees and changes what the window shows.
    struct View {
        std::function<Scene()> scene;
        std::function<void(const Scene&)> show;
    };

    /// `shown` must outlive it; dialogs open over `window`.
    LessonControl(Shown& shown, View view, Intents* intents, QWidget* window);

    LessonPanel* panel() const { return m_panel; }

    /// Shows a lesson of the course where it was left, and its scene; false for an unknown name.
    bool open(const QString& name);
    /// Shows the lesson of a file, and again each time that it is saved; what is wrong with it
    /// stands above the page.
    void openFile(const QString& path);
    /// What is shown, as a text for the clipboard; what the clipboard has, shown; and the view as
    /// one more page of a file.
    void copyView();
    void openCopied();
    void addView();
    /// As the window before this one had it.
    void takeOver(const LessonControl& other);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;

signals:
    /// The dock is to be seen.
    void shown();
    void noticed(const QString& sentence);
    void failed(const QString& sentence);

private:
    /// What is to be shown once its model is there.
    struct Target {
        LessonModel model;
        QString file; ///< a saved run in its place; empty: none
        std::function<Focus(const Trace&, const Focus&)> focus;
        QStringList hidden; ///< docks
    };

    void show(Target target);
    bool read(const QString& path);
    void readAgain();
    QString viewTitle() const;
    void addTo(const QString& path);
    void goToScene();
    void showPlace(const LessonQuestion& question);
    void showModel(const LessonExperiment& experiment, const std::string& run);
    void arrive();
    void follow(const Intent& intent);
    void followFocus();
    bool isShown(const LessonModel& model) const;

    Shown& m_shown;
    View m_view;
    Intents* m_intents;
    QWidget* m_window;
    LessonPanel* m_panel;
    QString m_file;      ///< of the lesson that is shown; empty for one of the course
    QDateTime m_written; ///< when it was read last
    QFileSystemWatcher* m_watcher;
    std::optional<Target> m_target;     ///< whose model is awaited
    IntentId m_asked = 0;               ///< for that
    bool m_comesForward = false;        ///< with the scene: a window that is not shown has no tabs
    bool m_hasRun = false;              ///< it is there, and its first picture is awaited
    std::optional<LessonModel> m_model; ///< of the run that is open
    Scene m_asOpened;                   ///< what the window showed of it at first
};

} // namespace gf
