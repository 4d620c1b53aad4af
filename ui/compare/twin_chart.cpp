// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/twin_chart.h"

#include "ui/compare/twin_colours.h"
#include "ui/train/chart_style.h"
#include "ui/train/guess_words.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gf {

TwinChart::TwinChart(QWidget* parent)
    : Chart(parent), m_curveA(m_plot->addGraph()), m_curveB(m_plot->addGraph()),
      m_random(m_plot->addGraph()), m_marks(m_plot) {
    setAccessibleName(tr("Losses of both runs"));
    for (QCPGraph* graph : {m_random, m_curveA, m_curveB})
        graph->setAdaptiveSampling(true);
    m_plot->xAxis->setNumberFormat("f");
    m_plot->xAxis->setNumberPrecision(0);
    standLegendBeside(*m_plot);
    applyTheme(Theme::of(palette()));
}

void TwinChart::begin(const QString& a, const QString& b, double randomLoss, Guess guess) {
    m_points.clear();
    m_a.clear();
    m_b.clear();
    m_marks.set({});
    m_randomLoss = randomLoss;
    m_guess = guess;
    m_random->setName(guessWords(guess));
    m_what = {a, b};
    fitTo(QSizeF(size()));
    refresh();
}

void TwinChart::append(const QVector<TwinPoint>& points) {
    for (const TwinPoint& point : points) {
        m_points.append(point);
        m_a.append(static_cast<double>(point.step), point.a);
        m_b.append(static_cast<double>(point.step), point.b);
    }
    if (!points.isEmpty())
        m_redraw.ask();
}

void TwinChart::takeOver(const TwinChart& other) {
    m_points = other.m_points;
    m_a = other.m_a;
    m_b = other.m_b;
    refresh();
}

std::optional<TwinPoint> TwinChart::at(qint64 step) const {
    const auto after = std::ranges::upper_bound(points(), step, {}, &TwinPoint::step);
    if (after == points().begin())
        return std::nullopt;
    return *(after - 1);
}

void TwinChart::refresh() {
    double right = 10;
    double top = m_randomLoss;
    const auto draw = [&](QCPGraph* graph, const LossSeries& series) {
        QVector<double> steps;
        QVector<double> losses;
        for (const LossSeries::Point& point : series.points()) {
            steps << point.step;
            losses << point.smooth;
        }
        // One wild curve must not flatten the other.
        QVector<double> sorted = losses;
        if (!sorted.isEmpty()) {
            const auto nearlyAll = sorted.begin() + sorted.size() * 98 / 100;
            std::nth_element(sorted.begin(), nearlyAll, sorted.end());
            top = std::max(top, std::min(*nearlyAll, 4 * std::max(m_randomLoss, 1.0)));
            right = std::max(right, steps.back());
        }
        graph->setData(steps, losses, true);
    };
    draw(m_curveA, m_a);
    draw(m_curveB, m_b);
    m_random->setVisible(m_randomLoss > 0);
    m_random->setData({0, right * 2}, {m_randomLoss, m_randomLoss}, true);
    m_plot->xAxis->setRange(0, right * 1.01);
    m_plot->yAxis->setRange(0, std::max(top, 1e-6) * 1.1);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TwinChart::applyTheme(const Theme& theme) {
    Chart::applyTheme(theme);
    m_curveA->setPen(chartPen(colourOfA(theme), 2.5));
    m_curveB->setPen(chartPen(colourOfB(theme), 2.5, Qt::DashLine));
    m_random->setPen(chartPen(theme.mutedText, 1.5, Qt::DotLine));
    m_marks.applyTheme(theme, chartFont(font()));
}

void TwinChart::fitTo(const QSizeF& size) {
    const bool low = size.height() < 150;
    // Beside a narrow chart the letters have to do; the stages say what they are.
    const bool narrow = size.width() < 420;
    m_curveA->setName(narrow ? tr("A") : tr("A · %1").arg(m_what[0]));
    m_curveB->setName(narrow ? tr("B") : tr("B · %1").arg(m_what[1]));
    gatherLegend(*m_plot->legend, size.height());
    m_plot->xAxis->ticker()->setTickCount(
        std::clamp((static_cast<int>(size.width()) - 160) / 50, 2, 5));
    m_plot->xAxis->setLabel(low ? QString() : tr("training step"));
    m_plot->yAxis->setLabel(low ? QString() : tr("loss"));
    m_plot->yAxis->ticker()->setTickCount(std::clamp(static_cast<int>(size.height()) / 34, 2, 5));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::unique_ptr<Chart> TwinChart::copy() const {
    auto chart = std::make_unique<TwinChart>();
    chart->begin(m_what[0], m_what[1], m_randomLoss, m_guess);
    chart->takeOver(*this);
    chart->setMoments(m_marks.steps());
    return chart;
}

QByteArray twinTable(const std::vector<TwinPoint>& points) {
    QByteArray table = "step,loss_a,loss_b\n";
    for (const TwinPoint& point : points)
        table += QByteArray::number(point.step) + ',' + QByteArray::number(point.a, 'g', 9) + ',' +
                 QByteArray::number(point.b, 'g', 9) + '\n';
    return table;
}

} // namespace gf
