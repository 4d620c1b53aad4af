// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_chart.h"

#include "ui/compare/comparison_colours.h"
#include "ui/compare/comparison_text.h"
#include "ui/train/chart_style.h"
#include "ui/train/guess_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

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
    m_series.assign(m_curves.size(), LossSeries());
}

/// The runs that there are, in their order, and the guess after them.
void ComparisonChart::fillLegend() {
    m_plot->legend->clearItems();
    for (qsizetype run = 0; run < m_what.size(); ++run)
        m_curves[run]->addToLegend();
    m_random->addToLegend();
}

void ComparisonChart::begin(const QStringList& names, double randomLoss, Guess guess) {
    m_points.clear();
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

void ComparisonChart::append(const QVector<ComparisonPoint>& points) {
    for (const ComparisonPoint& point : points) {
        m_points.append(point);
        for (std::size_t run = 0; run < m_series.size(); ++run)
            m_series[run].append(static_cast<double>(point.step), point.loss(run));
    }
    if (!points.isEmpty())
        m_redraw.ask();
}

void ComparisonChart::takeOver(const ComparisonChart& other) {
    m_points = other.m_points;
    m_series = other.m_series;
    m_series.resize(m_curves.size());
    refresh();
}

std::optional<ComparisonPoint> ComparisonChart::at(qint64 step) const {
    const auto after = std::ranges::upper_bound(points(), step, {}, &ComparisonPoint::step);
    if (after == points().begin())
        return std::nullopt;
    return *(after - 1);
}

void ComparisonChart::refresh() {
    double right = 10;
    double top = m_randomLoss;
    const auto draw = [&](QCPGraph* graph, const LossSeries& series) {
        QVector<double> steps;
        QVector<double> losses;
        for (const LossSeries::Point& point : series.points()) {
            steps << point.step;
            losses << point.smooth;
        }
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
        draw(m_curves[run], m_series[run]);
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
    chart->takeOver(*this);
    chart->setCheckpoints(m_marks.steps());
    return chart;
}

QString ComparisonChart::curveName(std::size_t run) const {
    return m_curves[run]->name();
}

QByteArray comparisonTable(const std::vector<ComparisonPoint>& points, std::size_t runs) {
    QByteArray table = "step";
    for (std::size_t run = 0; run < runs; ++run)
        table += ",loss_" + letterOf(run).toLower().toLatin1();
    table += '\n';
    for (const ComparisonPoint& point : points) {
        table += QByteArray::number(point.step);
        for (std::size_t run = 0; run < runs; ++run) {
            const double loss = point.loss(run);
            table += ',';
            if (!std::isnan(loss))
                table += QByteArray::number(loss, 'g', 9);
        }
        table += '\n';
    }
    return table;
}

} // namespace gf
