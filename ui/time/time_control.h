// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

#include <QTimer>

#include <optional>
#include <vector>

class QWidget;

namespace gf {

class Chart;
class Commands;
class Intents;
class LossChart;
class CheckpointStrip;
class PastFrame;
class StageWidget;
class TimePanel;
enum class Command;

/// The time machine of a window: joins the slider, the strip beside the menus, the marks on the
/// loss chart and the commands, and says what the person wants.
class TimeControl : public Feature {
    Q_OBJECT
public:
    /// The chart and the stage must outlive it.
    TimeControl(const Commands& commands, Intents* intents, StageWidget* stage, LossChart* chart,
                QWidget* parent);

    /// What the run remembers of itself, as it was told last.
    const TimeStatus& status() const { return m_status; }
    TimePanel* panel() const { return m_panel; }
    CheckpointStrip* strip() const { return m_strip; }
    /// The loss chart, or in its place `others` with that of compared runs, over the slider, which
    /// has the axis of what is shown; and the panel at the right.
    QWidget* besideCharts(QWidget* others, Chart* compared, QWidget* parent);
    /// A second stage that looks back together with the first. Must outlive it.
    void follow(StageWidget* stage);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

signals:
    void timeShown(const gf::TimeStatus& status);

public slots:
    void showTime(const gf::TimeStatus& status);

private:
    /// Another run was opened.
    void showRun();
    void lookAt(qint64 step);
    void lockRanges();
    void stepBy(int checkpoints);
    void play(bool on);
    void playOn();
    void askMemory();
    void refresh();

    const Commands& m_commands;
    std::vector<StageWidget*> m_stages;
    std::vector<PastFrame*> m_frames; ///< around them
    LossChart* m_chart;
    QWidget* m_curves = nullptr; ///< the charts above the slider, which moments in folders lack
    Intents* m_intents;
    TimePanel* m_panel;
    CheckpointStrip* m_strip;
    TimeStatus m_status;
    std::optional<qint64> m_wanted; ///< asked for and not answered yet
    bool m_wantsNow = false;        ///< which is the present
    QTimer m_player;
};

} // namespace gf
