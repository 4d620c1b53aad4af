// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/figure/exportable.h"

#include <array>
#include <optional>
#include <vector>

class QFrame;
class QGridLayout;
class QLabel;
class QWidget;

namespace gf {

class FocusModel;
class GradientChart;
class Intents;
class RunExplanation;
class StageWidget;
class ComparisonChart;
class ComparisonSwitch;

/// A run in the window: its stage, and what it is called where others stand beside it.
struct RunOnStage {
    QString letter; ///< "A"; empty: it is alone
    QString title;  ///< "Pre-LN"
    const StageWidget* stage = nullptr;
};
/// "A: Pre-LN"; empty where it is alone.
QString nameOf(const RunOnStage& run);

/// Two or three runs side by side in the window: further stages that follow the same focus, a line
/// that names the difference, and charts of all in the place of the loss chart. Where three stages
/// have no room beside each other a switch says which of the compared runs stands beside A.
class CompareControl : public Feature {
    Q_OBJECT
public:
    /// `stage` shows A; `focus` is the window's. Both must outlive it.
    CompareControl(FocusModel* focus, Intents* intents, StageWidget* stage, QWidget* parent);

    /// How many runs are compared; one where none are.
    std::size_t shownRuns() const;

    /// The centre of the window: all stages, under the line that names the difference.
    QWidget* stages() const { return m_stages; }
    QWidget* charts() const { return m_charts; }
    /// That of B, or of C; null before three runs are compared for the first time.
    StageWidget* comparedStage(std::size_t comparedRun = 0) const;
    ComparisonChart* lossChart() const { return m_losses; }
    GradientChart* gradientChart() const { return m_gradients; }

    /// All that are compared, as they are called; or the one run, without a name.
    std::vector<RunOnStage> runs() const;
    /// The charts as they are now; `title` names the run.
    QVector<Exportable> exportables(const QString& title) const;

    /// Ends a zoom, or showing one matrix over a whole stage, on those of the compared runs; false
    /// where there is neither.
    bool leaveEnlarged();

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

signals:
    /// The person has chosen a change; to be confirmed where training would be lost.
    void chosen(const QString& change, int layers);
    /// A is to go on alone; likewise.
    void endWanted();
    /// There is a stage more than the window was made with, for the rest of its life.
    void stageAdded(gf::StageWidget* stage);
    /// The window should make room for so many stages; for one, it may take it back.
    void switched(int stages);
    /// Each run has a formula of its own, under its stage; else one stands for all.
    void formulasDiffer(bool differ);
    void noticed(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A run: what stands over its stage, the stage, and what it shows in words.
    struct Column {
        QLabel* head = nullptr;
        StageWidget* stage = nullptr;
        RunExplanation* explanation = nullptr; ///< under it
        Prediction answer = {};
        qint64 divergedAt = 0;
    };

    void addColumn(StageWidget* stage, const char* head);
    void addComparedRun();
    void makeStrip();
    void begin(const ComparisonInfo& info);
    void show(const ComparisonNews& news);
    void setOff();
    void fitStages();
    void writeHeads();
    QString headOf(std::size_t run) const;
    void fitExplanations();
    bool haveOneFormula() const;
    void goToLargestDifference();

    FocusModel* m_focus;
    Intents* m_intents;
    ComparisonOffer m_offer;
    std::optional<ComparisonInfo> m_info;
    bool m_hasMeasure = false;            ///< the task measures errors
    bool m_isOpened = false;              ///< the run is a model of others
    std::optional<qint64> m_shown;        ///< the past checkpoint that all are at
    std::shared_ptr<const Graph> m_graph; ///< of A
    bool m_seeksAlignment = false;        ///< the person has just chosen to compare mechanisms
    QWidget* m_stages;
    QFrame* m_strip = nullptr;
    QLabel* m_difference = nullptr;
    ComparisonSwitch* m_switch =
        nullptr; ///< of the compared run beside A where there is no room for both
    QGridLayout* m_columns = nullptr; ///< a head and a stage of each
    std::vector<Column> m_runs;       ///< A, B and, once it was needed, C
    QWidget* m_charts;
    ComparisonChart* m_losses;
    GradientChart* m_gradients;
};

} // namespace gf
