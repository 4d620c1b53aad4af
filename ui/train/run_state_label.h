// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/metrics.h"
#include "ui/language/plain_text.h"
#include "ui/messages/run_messages.h"
#include "ui/messages/time_messages.h"

#include <optional>

namespace gf {

class DeviceBox;

/// How far the run has come, in as many words as there is room for: its training step, speed or the
/// reason why it rests, loss, and how much is right. Where a checkpoint is shown it says it of
/// that.
class RunStateLabel : public PlainLabel {
    Q_OBJECT
public:
    /// `device` has the name of what it trains on, and outlives this.
    explicit RunStateLabel(const DeviceBox* device, QWidget* parent = nullptr);

    void showRun(const RunInfo& run);
    void showStatus(const TrainingStatus& status);
    void showTime(const TimeStatus& time);
    /// What was measured last by then; null where nothing was.
    void showMeasured(const Metrics::Measurement* measured);
    /// Whether there are no curves beside it: then it is what says how the run does.
    void setAlone(bool alone);
    /// What it has at least, also where the names of fields have to give way to it.
    int leastWidth() const;

protected:
    /// What stands beside it may change its width as well as the window does.
    void resizeEvent(QResizeEvent* event) override;

private:
    void describe();
    void write();
    QString successWords(bool whole) const;
    QString tip() const;

    const DeviceBox* m_device;
    bool m_isAlone = false;
    TrainingStatus m_status;
    TimeStatus m_time;
    std::optional<Metrics::Measurement> m_measured;
    int m_keptAside = 0;         ///< examples that the accuracy is a share of
    bool m_countsTokens = false; ///< the accuracy is of characters, not of whole answers
    QString m_measure;           ///< what the error is; English
    QStringList m_parts;
    QString m_success; ///< the last of them, in more words
    QString m_where;   ///< it trains; empty at rest
};

} // namespace gf
