// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/scene/scene.h"
#include "ui/window/lesson_arrangement.h"

#include <QDateTime>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QFileSystemWatcher;

namespace gf {

class Intents;
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
        LessonArrangement::HideTasks hideTasks;
    };

    /// `shown` and `commands` must outlive it; dialogs open over `window`.
    LessonControl(Shown& shown, View view, const Commands& commands, Intents* intents,
                  QWidget* window);

    LessonPanel* panel() const { return m_panel; }

    /// Shows a lesson of the course where it was left, and its scene; false for an unknown name.
    bool open(const QString& name);
    /// Shows the lesson of a file, and again each time that it is saved; what is wrong with it
    /// stands above the page.
    void openFile(const QString& path);
    /// Where a lesson is open, goes on with that of another file, of which the window shows this
    /// page already.
    void goOnWith(const QString& path, int page);
    /// Gives back what the lesson has hidden or set in the window.
    void leave();
    /// As the window before this one had it.
    void takeOver(const LessonControl& other);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

    /// What the pages show in the window: their scenes, and the cells that questions are about.
    struct Sight {
        int page = 0;
        const LessonScene* scene = nullptr;
        const LessonQuestion* question = nullptr; ///< where there is no scene
    };
    /// Of the lesson that is open.
    std::vector<Sight> sights() const;
    /// Answered by arrived() or missed().
    void show(const Sight& sight);
    /// Where the lesson's file is; empty for one of the course.
    const QString& file() const { return m_file; }
    /// What stands in a file. Throws Error.
    std::shared_ptr<const Lesson> lessonOf(const QString& path);

signals:
    /// The dock is to be seen.
    void shown();
    /// What was to be shown is shown.
    void arrived();
    /// It could not be, or something else was asked for meanwhile.
    void missed();
    void failed(const QString& sentence);

private:
    /// What is to be shown once its model is there.
    struct Target {
        LessonModel model;
        std::function<Focus(const Trace&, const Focus&)> focus;
        std::optional<LessonScene> scene; ///< that the model is of, if any
    };

    void show(Target target);
    void prepare();
    void goTo(const LessonScene& scene);
    bool watch(const QString& path);
    bool read(const QString& path);
    void openCopied();
    void readAgain();
    void goToSubject();
    void showPlace(const LessonQuestion& question, bool isRight);
    void arrive();
    void giveUp();
    void followFocus();
    bool isOpen(const LessonSubject& subject) const;
    bool isShown(const LessonModel& model) const;

    Shown& m_shown;
    View m_view;
    Intents* m_intents;
    QWidget* m_window;
    LessonPanel* m_panel;
    LessonArrangement m_arrangement;
    QString m_file;      ///< of the lesson that is shown; empty for one of the course
    QDateTime m_written; ///< when it was read last
    QFileSystemWatcher* m_watcher;
    std::optional<Target> m_target;     ///< whose model is awaited
    IntentId m_asked = 0;               ///< for that
    bool m_comesForward = false;        ///< with the scene: a window that is not shown has no tabs
    bool m_hasRun = false;              ///< it is there, and its first picture is awaited
    std::optional<LessonModel> m_model; ///< of the run that is open
    /// The packed lecture that was read last.
    struct Unpacked {
        QString path;
        QDateTime written;
        std::shared_ptr<const Lesson> lesson;
    };
    Unpacked m_unpacked;
    std::optional<Index> m_moment; ///< of it, that is on its way
    Scene m_asOpened;              ///< what the window showed of it at first
    qint64 m_stepAsOpened = 0;     ///< and at which training step
    Focus m_cameTo;                ///< where the window went by itself, for page or model
};

} // namespace gf
