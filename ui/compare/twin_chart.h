// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_messages.h"
#include "ui/theme/pace.h"
#include "ui/train/loss_series.h"

#include <QWidget>

class QCPGraph;
class QCustomPlot;

namespace gf {

/// The training losses of both runs in one chart, smoothed, with the loss of a random guess.
class TwinChart : public QWidget {
    Q_OBJECT
public:
    explicit TwinChart(QWidget* parent = nullptr);

    /// Two runs begin; `a` and `b` name them.
    void begin(const QString& a, const QString& b, double randomLoss);
    void append(const QVector<TwinPoint>& points);

    /// The smoothed losses that stand there now.
    const LossSeries& seriesA() const { return m_a; }
    const LossSeries& seriesB() const { return m_b; }

    QSize sizeHint() const override { return {420, 180}; }
    QSize minimumSizeHint() const override { return {160, 60}; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void dress();
    void refresh();

    LossSeries m_a;
    LossSeries m_b;
    double m_randomLoss = 0;
    Pace m_redraw{readingPace, [this] { refresh(); }};
    QCustomPlot* m_plot;
    QCPGraph* m_curveA;
    QCPGraph* m_curveB;
    QCPGraph* m_random;
};

} // namespace gf
