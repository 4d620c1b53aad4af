// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/metrics.h"
#include "ui/messages/compare_messages.h"
#include "ui/theme/throttle.h"
#include "ui/train/chart.h"
#include "ui/train/checkpoint_marks.h"

#include <QStringList>

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
    /// The metrics of the runs; the chart redraws when it gets to it.
    void setMetrics(std::vector<SharedMetrics> metrics);
    /// What it was given last; none before that.
    const std::vector<SharedMetrics>& metrics() const { return m_metrics; }
    /// Those of one run; null where nothing is known of it.
    const Metrics* metricsOf(std::size_t run) const {
        return run < m_metrics.size() ? m_metrics[run].get() : nullptr;
    }
    void setCheckpoints(const CheckpointMarks::Steps& steps) { m_marks.set(steps); }

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

    std::vector<SharedMetrics> m_metrics;
    QStringList m_what{QString(), QString()}; ///< what the runs are
    double m_randomLoss = 0;
    Guess m_guess = Guess::Words;
    Throttle m_redraw{curveInterval, [this] { refresh(); }};
    std::vector<QCPGraph*> m_curves; ///< as many as there ever were runs
    QCPGraph* m_random;
    CheckpointMarks m_marks;
};

/// The losses of runs that are trained in step as CSV with a header; empty where a run had stopped.
QByteArray comparisonTable(const std::vector<SharedMetrics>& metrics);

} // namespace gf
