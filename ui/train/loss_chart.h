// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/messages.h"
#include "ui/theme/throttle.h"
#include "ui/train/chart.h"
#include "ui/train/checkpoint_marks.h"
#include "ui/train/loss_series.h"
#include "ui/train/thinned.h"

#include <QSharedPointer>

#include <optional>
#include <vector>

class QCPAxisTicker;
class QCPAxisTickerFixed;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;

namespace gf {

/// The loss of a run as it trains: each step faint, smoothed on top, validation as points, the loss
/// of a guess that knows nothing as a dashed line, and on an axis of its own how many answers are
/// right, or the error of a task that has a measure of its own.
class LossChart final : public Chart {
    Q_OBJECT
public:
    explicit LossChart(QWidget* parent = nullptr);

    /// A new run begins.
    void clear();
    /// Where the dashed line is; not above 0: no line.
    void setRandomLoss(double loss, Guess guess = Guess::Words);
    /// What the task's error is (RunInfo::measure), in the language of the window; empty where
    /// answers are right or wrong.
    void setMeasure(const QString& measure);
    /// Whether the accuracy is that of single hidden characters, and not of whole answers.
    void setCountsTokens(bool tokens);
    /// Points come in the order of their steps; the chart redraws when it gets to it.
    void append(const LossPoint& point);
    void append(const std::vector<LossPoint>& points);
    /// What was appended since `clear`, in the order of the steps, for a table of numbers: all of a
    /// short run, and of a long one some thousand points of its whole metrics.
    std::vector<LossPoint> points() const;
    /// The last point in which something was measured on validation by `step`, or at all; null
    /// where none was.
    const LossPoint* measuredBy(std::optional<qint64> step) const;
    /// The metrics of another chart in place of its own.
    void takeOver(const LossChart& other);

    void setCheckpoints(const CheckpointMarks::Steps& steps) { m_marks.set(steps); }
    /// The metrics of the branch that was left, behind the present one; empty takes it away.
    void setOtherBranch(const std::vector<LossPoint>& points);
    /// The last step of that metrics; 0 when there is none.
    qint64 otherBranchEnd() const { return static_cast<qint64>(m_otherEnd); }

    bool isLogarithmic() const { return m_logarithmic; }

    QSize sizeHint() const override { return {420, 200}; }

public slots:
    void setLogarithmic(bool logarithmic);

signals:
    /// It has other points, or more.
    void pointsChanged();
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
    /// Which of the points is nearest to a place of the plot; outside of its axes, their number.
    std::size_t nearest(const std::vector<LossPoint>& points, const QPointF& position) const;
    void pointTo(const QPointF& position);
    void press(const QMouseEvent& event);
    void unpoint();

    Thinned<LossPoint> m_training; ///< what no validation belongs to
    Thinned<LossPoint> m_measured{2048};
    LossSeries m_series;
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
    QCPGraph* m_random = nullptr;
    QCPGraph* m_other = nullptr;
    double m_otherEnd = 0; ///< its last step
    CheckpointMarks m_marks;
    QCPItemStraightLine* m_cursor = nullptr;
    QCPItemText* m_label = nullptr;
};

} // namespace gf
