// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/device.h"
#include "ui/controls/command_table.h"
#include "ui/messages/run_messages.h"
#include "ui/messages/time_messages.h"

#include <QWidget>

#include <array>
#include <vector>

class QBoxLayout;
class QLabel;
class QSpinBox;
class QToolButton;

namespace gf {

class Commands;
class DeviceBox;
class HealthLine;
class RateField;
class RunStateLabel;
class TaskBox;
enum class Sign;

/// The controls of the training run in one row. The loss chart goes underneath, see addBelow().
class TrainDock : public QWidget {
    Q_OBJECT
public:
    explicit TrainDock(const Commands& commands, QWidget* parent = nullptr);

    void showRun(const RunInfo& run);
    /// Whether there is a slider over its past without curves.
    void showTime(const TimeStatus& time);
    /// What a run can be trained on.
    void showDevices(const DeviceList& devices);
    /// That which trains it.
    void showDevice(const QString& id);
    /// What a field had that was not accepted gives way to what is so.
    void showSettings(const RunSettings& settings);
    /// Its first button pauses while training runs.
    void showRunning(bool running);
    /// Takes these away, but for the one that is learnt.
    void hideTasks(const QStringList& tasks);

    TaskBox* tasks() const { return m_tasks; }
    RateField* rate() const { return m_rate; }
    DeviceBox* device() const { return m_device; }
    RunStateLabel* state() const { return m_state; }
    /// How the run does, between the controls and what is below.
    HealthLine* health() const { return m_health; }
    /// Puts a widget under the controls that takes the space that is left.
    void addBelow(QWidget* widget);
    /// The same widget for another place, until it is taken back; null where it was not lent.
    QWidget* lendBelow();
    QWidget* takeBelowBack();
    /// In a low window it is folded away, unless the person wants it there; in another one it is
    /// shown, unless they folded it away there.
    void setLow(bool low);
    /// A model that was opened only to be looked at has no curves, and a past only in folders.
    bool isFolded() const {
        return m_isLent || (m_isOnlyLookedAt && !m_isPastInFolders) || m_folds[m_isLow ? 1 : 0];
    }
    /// As it is before the person chooses.
    void forgetFolding();

    /// That of the buttons without words, however they are now.
    QSize minimumSizeHint() const override;

signals:
    void batchWanted(int batch);
    /// What stands under the controls was folded away, or is shown again; without curves it is as
    /// low as if it was.
    void folded(bool away);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// That of a command, with the words and the sign that the command has on buttons.
    QToolButton* addButton(Command command, Sign sign, const QString& words, const char* name);
    /// Of the row, with or without the names of its fields.
    int neededWidth(bool names) const;
    void fitWords();
    void setWords(bool beside);
    int widestPlay() const;
    QLabel* addNamed(const QString& name, QWidget* widget);
    void makeFields();
    void makeFold();
    void foldBelow();
    void lookOnly(const RunInfo& run);

    const Commands& m_commands;
    QBoxLayout* m_rows;
    QBoxLayout* m_controls;
    std::vector<QToolButton*> m_buttons;
    int m_iconWidth = 0; ///< of a button without words
    QToolButton* m_play;
    TaskBox* m_tasks;
    QLabel* m_rateName = nullptr;
    RateField* m_rate;
    QSpinBox* m_batch;
    DeviceBox* m_device;
    RunStateLabel* m_state;
    QToolButton* m_fold;
    HealthLine* m_health;
    QWidget* m_below = nullptr;
    bool m_isLow = false;
    bool m_isLent = false; ///< what is below stands elsewhere
    bool m_isOnlyLookedAt = false;
    bool m_isPastInFolders = false;
    bool m_needsText = false;                 ///< the first button asks for one
    std::array<bool, 2> m_folds{false, true}; ///< in a window that is high enough, in a low one
    std::vector<QLabel*> m_names;             ///< beside the fields
    bool m_isFitting = false;                 ///< words and names are being chosen
};

} // namespace gf
