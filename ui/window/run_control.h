// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/dialogs/new_model_dialog.h"
#include "ui/messages/news.h"

#include <QHash>
#include <QPointer>

#include <functional>

class QMessageBox;
class QTimer;
class QWidget;

namespace gf {

class Banner;
class Intents;
struct Dropped;
struct Scene;
struct Shown;

/// Which run is open: begun, opened, saved, left for another, and what is said of that.
class RunControl : public Feature {
    Q_OBJECT
public:
    /// `shown` must outlive it. `scene` is asked how the window is left, for the run's file.
    /// Dialogs open over `window`.
    RunControl(Shown& shown, std::function<Scene()> scene, Intents* intents, Banner* banner,
               QWidget* window);

    /// What the New model dialog offers.
    void setModelForm(const ModelForm& form) { m_form = form; }
    /// The form offers none of these but the one that is learnt.
    void hideTasks(const QStringList& tasks) { m_hiddenTasks = tasks; }

    /// Whether training would be lost that somebody may miss.
    bool isWorthAsking() const;
    /// Does `action`, which throws the run away: at once when nobody would miss it, otherwise after
    /// asking, and after saving where that is the answer. `refused` where the run stays.
    void discardThen(std::function<void()> action, std::function<void()> refused = {});
    /// Likewise `action`, which goes on with the first of the compared runs alone.
    void endComparisonThen(std::function<void()> action);
    /// Saves under the name that it has, or one that is made up, and then does `action`.
    void saveUnaskedThen(std::function<void()> action);

    /// While it is presented nothing is asked: what would be lost is set aside, and asked about
    /// when that is over.
    void setPresenting(bool on);

    /// The same run from its beginning, with this learning rate at most.
    void startOverWith(double rate);

    /// Begins a task; one that needs a file begins with the page for a person's own data. What a
    /// task or a file asks for is built before the person is asked whether the run before may go.
    void chooseTask(const TaskChoice& task);
    /// Asks what the opened model is to go on learning from, beginning with this file; nothing
    /// where it cannot.
    void learnFromText(TaskFile content = TaskFile::Text, const QString& file = {});
    /// A text or pairs are offered to learn from; whatever else is read as a model.
    void take(const Dropped& dropped);

    /// Offers what `other`, of the window before this one, still offers.
    void takeOver(const RunControl& other);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;

signals:
    /// A file was opened that is a lesson.
    void lessonWanted(const QString& path);
    /// The person changed their mind, and the run stays.
    void kept();

private:
    void save(const QString& path);
    void keep();
    void countUnsaved();
    void askThen(const QString& question, std::function<void()> action,
                 std::function<void()> refused);
    void showBuilding(const QString& what);
    void sayBuilding();
    void showDivergence(const Diverged& divergence);
    void offerRecovered();
    void showSaved(const news::Saved& saved);
    void endUnsaved(const news::Failure& failure);
    ModelForm presentForm() const;
    /// The dialog; with a task, it learns from this file.
    void newModel(const QString& task = {}, const QString& file = {});
    /// Asks for a name where there is none; `refused` is called when the person changed their mind.
    void saveModel(bool askName, std::function<void()> refused = {});

    Shown& m_shown;
    std::function<Scene()> m_scene;
    Intents* m_intents;
    Banner* m_banner;
    QWidget* m_window;
    ModelForm m_form;
    QStringList m_hiddenTasks;
    TimeStatus m_time;
    DeviceList m_devices;  ///< that a new model can be trained on
    Diverged m_divergence; ///< the last one
    news::RecoveryOffer m_recovered;
    QPointer<QMessageBox> m_question; ///< whether what is not saved may be lost
    std::function<void()> m_whenSaved;
    std::function<void()> m_whenNotSaved;
    bool m_compares = false; ///< there are several runs
    bool m_presents = false;
    bool m_asksLater = false; ///< about m_recovered, when the presentation is over
    IntentId m_settingAside = 0;
    IntentId m_savingAtEnd = 0; ///< the intent that does it; nobody waits to read what is said
    QTimer* m_buildingTimer;    ///< until it is said
    QString m_building;         ///< what is built; empty: nothing
    QHash<QString, QString> m_pasted; ///< own lines by task, for the next time
};

} // namespace gf
