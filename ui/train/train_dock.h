// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/device.h"
#include "core/measure/metrics.h"
#include "ui/messages/run_messages.h"
#include "ui/messages/time_messages.h"

#include <QWidget>

#include <array>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;
class QBoxLayout;

namespace gf {

class DeviceBox;
class HealthLine;
class ProblemLabel;

/// The controls of the training run in one row. The loss chart goes underneath, see addBelow().
class TrainDock : public QWidget {
    Q_OBJECT
public:
    explicit TrainDock(QWidget* parent = nullptr);

    void showRun(const RunInfo& run);
    /// What a run can be trained on.
    void showDevices(const DeviceList& devices);
    /// That which trains it.
    void showDevice(const QString& id);
    /// What a field had that was not accepted gives way to what is so.
    void showSettings(const RunSettings& settings);
    void showStatus(const TrainingStatus& status);
    /// Which checkpoint of the run is shown: what is said of the run is said of it.
    void showTime(const TimeStatus& time);
    /// What was measured last by then; null where nothing was.
    void showMeasured(const Metrics::Measurement* measured);
    /// A sentence beside the learning rate; empty takes it away.
    void showRateProblem(const QString& sentence);
    /// Puts the task choice back, when the person changed their mind.
    void showTask(const QString& name);
    /// Hides the buttons of these commands, by their names, and all of these tasks but the one that
    /// is learnt.
    void takeAway(const QStringList& commands, const QStringList& tasks);

    /// How the run does, between the controls and what is below.
    HealthLine* health() const { return m_health; }
    /// Puts a widget under the controls that takes the space that is left.
    void addBelow(QWidget* widget);
    /// In a low window it is folded away, unless the person wants it there; in another one it is
    /// shown, unless they folded it away there.
    void setLow(bool low);
    /// The run is an opened model that nobody has given a text yet: the first button asks for one.
    bool needsText() const { return m_needsText; }
    /// Of a model that was opened only to be looked at there are neither curves nor a past.
    bool isFolded() const { return m_isOnlyLookedAt || m_folds[m_isLow ? 1 : 0]; }
    /// As it is before the person chooses.
    void forgetFolding();

    /// That of the buttons without words, however they are now.
    QSize minimumSizeHint() const override;

signals:
    void trainWanted();
    void textWanted(); ///< to learn from
    void pauseWanted();
    void stepWanted();
    void walkWanted(); ///< through the next step
    void resetWanted();
    /// A task of the list.
    void taskWanted(const gf::TaskChoice& task);
    void sampleWanted(const QString& task, const QString& file);
    void rateWanted(double rate);
    void batchWanted(int batch);
    void deviceWanted(const QString& id);
    /// What stands under the controls was folded away, or is shown again.
    void folded(bool away);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* addButton(int sign, const QString& words, const QString& tip,
                           const QString& objectName);
    /// Of the row, with or without the names of its fields.
    int neededWidth(bool names) const;
    int widthOfState() const;
    void fitWords();
    void setWords(bool beside);
    int widestPlay() const;
    QLabel* addNamed(const QString& name, QWidget* widget);
    void makeFields();
    void describeState();
    void writeState();
    QString successWords(bool whole) const;
    QString stateTip() const;
    void nameRate(const FieldValues& training);
    void readRate();
    void readTask(int index);
    void fillTasks();
    void makeFold();
    void foldBelow();
    void lookOnly(const RunInfo& run);
    QString playWords() const;
    void describePlay();

    QBoxLayout* m_rows;
    QBoxLayout* m_controls;
    std::vector<QToolButton*> m_buttons;
    int m_iconWidth = 0; ///< of a button without words
    QToolButton* m_play;
    QComboBox* m_task;
    std::vector<TaskChoice> m_tasks;
    std::vector<OfferedTask> m_offered; ///< that `m_tasks` are chosen from
    QString m_learnt;                   ///< the task of the run
    QStringList m_hiddenTasks;
    QLabel* m_rateName = nullptr;
    QLineEdit* m_rate;
    ProblemLabel* m_rateProblem;
    QSpinBox* m_batch;
    DeviceBox* m_device;
    QLabel* m_state;
    QToolButton* m_fold;
    HealthLine* m_health;
    QWidget* m_below = nullptr;
    bool m_isLow = false;
    bool m_isOnlyLookedAt = false;
    bool m_needsText = false;
    std::array<bool, 2> m_folds{false, true}; ///< in a window that is high enough, in a low one
    TrainingStatus m_status;
    TimeStatus m_time;
    QStringList m_stateParts;
    QString m_success;            ///< the last of them, in more words
    QString m_where;              ///< it trains; empty at rest
    std::vector<QLabel*> m_names; ///< beside the fields
    bool m_isFitting = false;     ///< words and names are being chosen
    bool m_running = false;
    std::optional<Metrics::Measurement> m_measured;
    int m_keptAside = 0;         ///< examples that the accuracy is a share of
    bool m_countsTokens = false; ///< the accuracy is of characters, not of whole answers
    QString m_measure;           ///< what the error is; English
    double m_shownRate = 0;
};

} // namespace gf
