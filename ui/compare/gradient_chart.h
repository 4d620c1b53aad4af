// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/compare_messages.h"
#include "ui/train/chart.h"

#include <vector>

class QCPGraph;
class QLabel;

namespace gf {

/// The gradient norm of every layer of several runs, before the first step and now, from the
/// input to the output (Xiong et al. 2020, figure 3), and what it shows in words.
class GradientChart final : public Chart {
    Q_OBJECT
public:
    explicit GradientChart(QWidget* parent = nullptr);

    void setGradients(const QVector<ComparisonGradient>& gradients);
    const QVector<ComparisonGradient>& gradients() const { return m_gradients; }
    /// What the chart shows, in a sentence.
    QString finding() const;

    QSize sizeHint() const override { return {320, 180}; }

protected:
    void applyTheme(const Theme& theme) override;
    void fitTo(const QSizeF& size) override;
    std::unique_ptr<Chart> copy() const override;

private:
    void nameLayers(double width);
    void addCurves();
    void fillLegend();

    QVector<ComparisonGradient> m_gradients;
    QLabel* m_finding;
    /// A at the start, A now, B at the start, B now and so on; as many as there ever were.
    std::vector<QCPGraph*> m_curves;
    std::size_t m_runs = 2;
};

/// How many times as large the last layer's gradient was in a compared run as in A before the first
/// step; 0 where it cannot be said.
double lastLayerRatio(const QVector<ComparisonGradient>& gradients, std::size_t comparedRun = 0);

/// The gradients of so many runs as CSV with a header; empty where a run has no such layer.
QByteArray gradientTable(const QVector<ComparisonGradient>& gradients, std::size_t runs = 2);

} // namespace gf
