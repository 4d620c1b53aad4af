// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/metrics.h"
#include "ui/messages/run_messages.h"
#include "ui/theme/throttle.h"
#include "ui/train/chart.h"
#include "ui/train/checkpoint_marks.h"

#include <QSharedPointer>

#include <optional>

class QCPAxisTicker;
class QCPAxisTickerFixed;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;

namespace gf {

/// The loss of a run as it trains: its points faint, smoothed on top, validation as points, the
/// loss of a guess that knows nothing as a dashed line, and on an axis of its own how many answers
/// are right, or the error of a task that has a measure of its own.
class LossChart final : public Chart {
    Q_OBJECT
public:
    explicit LossChart(QWidget* parent = nullptr);

    /// The metrics of the run, and behind them those of the branch that was left; null: there is
    /// none. The chart redraws when it gets to it.
    void setMetrics(SharedMetrics metrics, SharedMetrics left = {});
    /// What it was given last.
    const Metrics& metrics() const { return *m_metrics; }
    const SharedMetrics& left() const { return m_left; }
    /// Where the dashed line is; not above 0: no line.
    void setRandomLoss(double loss, Guess guess = Guess::Words);
    /// What the task's error is (RunInfo::measure), in the language of the window; empty where
    /// answers are right or wrong.
    void setMeasure(const QString& measure);
    bool showsErrors() const { return !m_measure.isEmpty(); }
    /// Whether the accuracy is that of single hidden characters, and not of whole answers.
    void setCountsTokens(bool tokens);
    void setCheckpoints(const CheckpointMarks::Steps& steps) { m_marks.set(steps); }

    bool isLogarithmic() const { return m_logarithmic; }

    QSize sizeHint() const override { return {420, 200}; }

public slots:
    void setLogarithmic(bool logarithmic);

signals:
    /// The pointer is at this step; the text says its numbers ("step 1240 · loss 0.312 · …").
    void readOut(const QString& text);
    /// A click at this step.
    void stepClicked(qint64 step);

protected:
    void applyTheme(const Theme& theme) override;
    void fitTo(const QSizeF& size) override;
    std::unique_ptr<Chart> copy() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void refresh();
    void showSuccess();
    void nameCurves();
    QString successName(bool withUnit) const;
    void placeLegend(bool beside, double height, double fontSize);
    void showLeft();
    /// The step nearest to a place of the plot that something is known of.
    std::optional<Index> stepAt(const QPointF& position) const;
    void pointTo(const QPointF& position);
    void press(const QMouseEvent& event);
    void unpoint();

    SharedMetrics m_metrics = std::make_shared<const Metrics>();
    SharedMetrics m_left;
    double m_randomLoss = 0;
    Guess m_guess = Guess::Words;
    QString m_measure;
    bool m_countsTokens = false;
    bool m_logarithmic = false;
    bool m_low = false;          ///< no room for titles of axes
    bool m_legendBeside = false; ///< right of the curves, not above them

    Throttle m_redraw{curveInterval, [this] { refresh(); }};
    QSharedPointer<QCPAxisTickerFixed> m_percent;
    QSharedPointer<QCPAxisTicker> m_errors;
    QCPGraph* m_raw = nullptr;
    QCPGraph* m_smooth = nullptr;
    QCPGraph* m_validation = nullptr;
    QCPGraph* m_accuracy = nullptr;
    QCPGraph* m_trained = nullptr; ///< the same of examples that are trained on
    QCPGraph* m_random = nullptr;
    QCPGraph* m_other = nullptr; ///< the branch that was left
    CheckpointMarks m_marks;
    QCPItemStraightLine* m_cursor = nullptr;
    QCPItemText* m_label = nullptr;
};

} // namespace gf
