// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/dialogs/export_dialog.h"

#include <optional>

class QFrame;
class QGridLayout;
class QLabel;
class QWidget;

namespace gf {

class FocusModel;
class GradientChart;
class Intents;
class StageWidget;
class TwinChart;

/// Two runs side by side in the window: a second stage that follows the same focus, a line that
/// names the one difference, and charts of both in the place of the loss chart.
class CompareControl : public Feature {
    Q_OBJECT
public:
    /// `stage` shows A; `focus` is the window's. Both must outlive it.
    CompareControl(FocusModel* focus, Intents* intents, StageWidget* stage, QWidget* parent);

    bool isOn() const { return m_info.has_value(); }

    /// The centre of the window: both stages, under the line that names the difference.
    QWidget* stages() const { return m_stages; }
    QWidget* charts() const { return m_charts; }
    StageWidget* twinStage() const { return m_twin; }
    TwinChart* lossChart() const { return m_losses; }
    GradientChart* gradientChart() const { return m_gradients; }

    /// The charts as they are now; `title` names the run.
    QVector<Exportable> exportables(const QString& title) const;

    /// Goes on with the curves that `other` has.
    void takeOver(const CompareControl& other);

    /// Asks for the one change; `window` is the dialog's parent. Starts when it is answered.
    void ask(QWidget* window);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

public slots:
    void showOffer(const gf::TwinOffer& offer);
    /// Another run was opened: what was compared is gone.
    void showRun();
    void showTwin(const gf::TwinInfo& info);
    void showNews(const gf::TwinNews& news);
    /// Both runs look back together.
    void showTime(const gf::TimeStatus& status);
    /// What A answers to the example.
    void showPrediction(const gf::Prediction& prediction);

signals:
    /// The person has chosen a change; to be confirmed where training would be lost.
    void chosen(const QString& change, int layers);
    /// The window should make room for two stages, or may take it back.
    void switched(bool on);
    void noticed(const QString& sentence);
    /// The person wants one of `exportables` on paper.
    void exportWanted(int which);

private:
    void addColumn(QLabel*& head, const QString& name, StageWidget* stage);
    void makeStrip();
    void setOn(bool on);
    TwinPoint losses() const;
    void writeHeads();

    Intents* m_intents;
    TwinOffer m_offer;
    std::optional<TwinInfo> m_info;
    std::optional<qint64> m_shown; ///< the past moment that both are at
    Prediction m_answerA;
    Prediction m_answerB;
    bool m_saidDiverged = false;
    QWidget* m_stages;
    QFrame* m_strip = nullptr;
    QLabel* m_difference = nullptr;
    QLabel* m_headA = nullptr;
    QLabel* m_headB = nullptr;
    StageWidget* m_twin;
    QGridLayout* m_columns = nullptr; ///< of run A and run B: the head and the stage
    QWidget* m_charts;
    TwinChart* m_losses;
    GradientChart* m_gradients;
};

} // namespace gf
