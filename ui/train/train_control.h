// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/device.h"
#include "ui/controls/feature.h"
#include "ui/messages/run_messages.h"
#include "ui/messages/time_messages.h"
#include "ui/train/health_text.h"

#include <QElapsedTimer>

namespace gf {

class Commands;
class Intents;
class LossChart;
class TrainDock;

/// Training: the row of controls, the loss chart and the commands for both.
class TrainControl : public Feature {
    Q_OBJECT
public:
    TrainControl(const Commands& commands, Intents* intents, QObject* parent);

    TrainDock* dock() const { return m_dock; }
    LossChart* chart() const { return m_chart; }

    /// The other task that was chosen is not begun: the one that runs is shown again.
    void keepTask();
    /// Whether the device of the last start was chosen again.
    void takeOver(const TrainControl& other);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

signals:
    /// From the beginning, with this learning rate at most.
    void startOverWanted(double rate);

private:
    void offerTraining(const RunInfo& run);
    void showRun(const RunInfo& run);
    void showDevices(const DeviceList& devices);
    void chooseDevice(const QString& id);
    void showMeasured();
    void showHealth();
    void actOnHealth();
    bool hasJustBegun() const;

    const Commands& m_commands;
    Intents* m_intents;
    TrainDock* m_dock;
    LossChart* m_chart;
    RunInfo m_run; ///< that is open, with its settings as they are now
    TrainingStatus m_status;
    QElapsedTimer m_letGo;  ///< since the tour let the training go on
    TimeStatus m_time;      ///< which checkpoint is shown
    qint64 m_goodStep = 0;  ///< of a run whose numbers broke: that of the last good weights
    HealthAction m_offered; ///< with how the run does
    DeviceList m_devices;   ///< that are offered
    bool m_compares = false;
    bool m_isBack = false; ///< the device of the last start was chosen again, if it is there
};

} // namespace gf
