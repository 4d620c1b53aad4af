// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/compare_messages.h"
#include "ui/theme/throttle.h"
#include "ui/train/chart.h"
#include "ui/train/checkpoint_marks.h"
#include "ui/train/loss_series.h"
#include "ui/train/thinned.h"

#include <QStringList>

#include <optional>
#include <vector>

class QCPGraph;

namespace gf {

/// The training losses of several runs in one chart, smoothed, with the loss of a guess that
/// knows nothing.
class ComparisonChart final : public Chart {
    Q_OBJECT
public:
    explicit ComparisonChart(QWidget* parent = nullptr);

    /// Runs begin, as many as are named.
    void begin(const QStringList& names, double randomLoss, Guess guess = Guess::Words);
    void append(const QVector<ComparisonPoint>& points);
    /// The losses since all began: of every step of a short run, and of a long one some thousand
    /// points of its whole metrics.
    const std::vector<ComparisonPoint>& points() const { return m_points.points(); }
    /// The losses of the last of them up to this step; nothing before the first.
    std::optional<ComparisonPoint> at(qint64 step) const;
    /// The metrics of another chart in place of its own.
    void takeOver(const ComparisonChart& other);
    void setCheckpoints(const CheckpointMarks::Steps& steps) { m_marks.set(steps); }

    /// The smoothed losses of a run that stand there now.
    const LossSeries& series(std::size_t run) const { return m_series[run]; }
    qsizetype runs() const { return m_what.size(); }
    /// As the legend names it.
    QString curveName(std::size_t run) const;

    QSize sizeHint() const override { return {420, 180}; }

protected:
    void applyTheme(const Theme& theme) override;
    void fitTo(const QSizeF& size) override;
    std::unique_ptr<Chart> copy() const override;

private:
    void refresh();
    void addCurves();
    void fillLegend();

    Thinned<ComparisonPoint> m_points;
    QStringList m_what{QString(), QString()}; ///< what the runs are
    std::vector<LossSeries> m_series;
    double m_randomLoss = 0;
    Guess m_guess = Guess::Words;
    Throttle m_redraw{curveInterval, [this] { refresh(); }};
    std::vector<QCPGraph*> m_curves; ///< as many as there ever were runs
    QCPGraph* m_random;
    CheckpointMarks m_marks;
};

/// The points of so many runs as CSV with a header; empty where a run had stopped.
QByteArray comparisonTable(const std::vector<ComparisonPoint>& points, std::size_t runs = 2);

} // namespace gf
