// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_chart.h"

#include "ui/compare/comparison_colours.h"
#include "ui/compare/comparison_text.h"
#include "ui/train/chart_style.h"
#include "ui/train/custom_plot.h"
#include "ui/train/loss_curve.h"
#include "ui/train/loss_table.h"

#include <algorithm>
#include <utility>

namespace gf {

ComparisonChart::ComparisonChart(QWidget* parent)
    : Chart(parent), m_random(m_plot->addGraph()), m_marks(m_plot) {
    setAccessibleName(tr("Losses of all runs"));
    m_random->setAdaptiveSampling(true);
    addCurves();
    countSteps(*m_plot->xAxis);
    standLegendBeside(*m_plot);
    fillLegend();
    applyTheme(Theme::of(palette()));
}

/// One for each run; the guess lies above them.
void ComparisonChart::addCurves() {
    while (m_curves.size() < static_cast<std::size_t>(m_what.size())) {
        m_curves.push_back(m_plot->addGraph());
        m_curves.back()->setAdaptiveSampling(true);
    }
    m_random->setLayer(m_random->layer());
}

/// The runs that there are, in their order, and the guess after them.
void ComparisonChart::fillLegend() {
    m_plot->legend->clearItems();
    for (qsizetype run = 0; run < m_what.size(); ++run)
        m_curves[run]->addToLegend();
    m_random->addToLegend();
}

void ComparisonChart::begin(const QStringList& names, double randomLoss, Guess guess) {
    m_metrics.clear();
    m_marks.set({});
    m_randomLoss = randomLoss;
    m_guess = guess;
    m_random->setName(guessText(guess));
    m_what = names;
    addCurves();
    fillLegend();
    applyTheme(Theme::of(palette()));
    fitTo(QSizeF(size()));
    refresh();
}

void ComparisonChart::setMetrics(std::vector<SharedMetrics> metrics) {
    m_metrics = std::move(metrics);
    m_redraw.ask();
}

void ComparisonChart::refresh() {
    double right = 10;
    double top = m_randomLoss;
    const auto draw = [&](QCPGraph* graph, const std::vector<Metrics::Loss>& points) {
        const QVector<double> steps = stepsOf(points);
        const QVector<double> losses = smoothed(points);
        // One wild curve must not flatten the others.
        QVector<double> sorted = losses;
        if (!sorted.isEmpty()) {
            const auto nearlyAll = sorted.begin() + sorted.size() * 98 / 100;
            std::nth_element(sorted.begin(), nearlyAll, sorted.end());
            top = std::max(top, std::min(*nearlyAll, 4 * std::max(m_randomLoss, 1.0)));
            right = std::max(right, steps.back());
        }
        graph->setData(steps, losses, true);
    };
    for (std::size_t run = 0; run < m_curves.size(); ++run)
        draw(m_curves[run],
             run < m_metrics.size() ? m_metrics[run]->losses() : std::vector<Metrics::Loss>());
    m_random->setVisible(m_randomLoss > 0);
    m_random->setData({0, right * 2}, {m_randomLoss, m_randomLoss}, true);
    m_plot->xAxis->setRange(0, right * 1.01);
    m_plot->yAxis->setRange(0, std::max(top, 1e-6) * 1.1);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ComparisonChart::applyTheme(const Theme& theme) {
    Chart::applyTheme(theme);
    for (std::size_t run = 0; run < m_curves.size(); ++run)
        m_curves[run]->setPen(chartPen(colourOfRun(theme, run), 2.5, lineOfRun(run)));
    m_random->setPen(chartPen(theme.mutedText, 1.5, Qt::DotLine));
    m_marks.applyTheme(theme, chartFont(font()));
}

void ComparisonChart::fitTo(const QSizeF& size) {
    const bool low = size.height() < 150;
    // Beside a narrow chart the letters have to do; the stages say what they are.
    const bool narrow = size.width() < 420;
    for (qsizetype run = 0; run < m_what.size(); ++run) {
        const auto place = static_cast<std::size_t>(run);
        m_curves[place]->setName(narrow ? letterOf(place)
                                        : tr("%1 · %2").arg(letterOf(place), m_what[run]));
    }
    gatherLegend(*m_plot->legend, size.height());
    m_plot->xAxis->ticker()->setTickCount(
        std::clamp((static_cast<int>(size.width()) - 160) / 50, 2, 5));
    m_plot->xAxis->setLabel(low ? QString() : tr("training step"));
    m_plot->yAxis->setLabel(low ? QString() : tr("loss"));
    m_plot->yAxis->ticker()->setTickCount(std::clamp(static_cast<int>(size.height()) / 34, 2, 5));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::unique_ptr<Chart> ComparisonChart::copy() const {
    auto chart = std::make_unique<ComparisonChart>();
    chart->begin(m_what, m_randomLoss, m_guess);
    chart->setMetrics(m_metrics);
    chart->refresh();
    chart->setCheckpoints(m_marks.steps());
    return chart;
}

QString ComparisonChart::curveName(std::size_t run) const {
    return m_curves[run]->name();
}

QByteArray comparisonTable(const std::vector<SharedMetrics>& metrics) {
    QByteArray table = "step";
    for (std::size_t run = 0; run < metrics.size(); ++run)
        table += ",loss_" + letterOf(run).toLower().toLatin1();
    table += '\n';
    if (metrics.empty())
        return table;
    for (const Metrics::Loss& first : metrics.front()->losses()) {
        table += QByteArray::number(first.step);
        for (const SharedMetrics& run : metrics) {
            table += ',';
            if (const auto* at = run->lossBy(first.step); at && at->step == first.step)
                table += numberCell(at->loss);
        }
        table += '\n';
    }
    return table;
}

} // namespace gf
