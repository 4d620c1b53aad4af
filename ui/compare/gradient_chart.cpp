// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/gradient_chart.h"

#include "ui/compare/comparison_colours.h"
#include "ui/compare/comparison_text.h"
#include "ui/language/plain_text.h"
#include "ui/train/chart_style.h"
#include "ui/train/custom_plot.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

/// In the order of the curves; 0 of a run that is not there.
double normOf(const ComparisonGradient& row, std::size_t curve) {
    const std::vector<double>& norms = curve % 2 == 0 ? row.starts : row.now;
    return curve / 2 < norms.size() ? norms[curve / 2] : 0;
}

QString timesText(double ratio) {
    return QLocale().toString(ratio, 'g', 2);
}

} // namespace

GradientChart::GradientChart(QWidget* parent) : Chart(parent), m_finding(new PlainLabel(this)) {
    setAccessibleName(tr("Gradient norm per layer"));
    layout()->addWidget(m_finding);
    m_finding->setWordWrap(true);
    m_finding->setContentsMargins(8, 0, 8, 2);
    m_finding->setObjectName(QStringLiteral("gradientFinding"));
    addCurves();
    m_plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    m_plot->yAxis->setNumberFormat("g");
    m_plot->yAxis->setNumberPrecision(2);
    standLegendBeside(*m_plot);
    fillLegend();
    applyTheme(Theme::of(palette()));
}

/// Two for each run.
void GradientChart::addCurves() {
    for (std::size_t i = m_curves.size(); i < 2 * m_runs; ++i) {
        m_curves.push_back(m_plot->addGraph());
    }
}

/// The runs that there are; one has no letter.
void GradientChart::fillLegend() {
    m_plot->legend->clearItems();
    for (std::size_t i = 0; i < 2 * m_runs; ++i) {
        const bool isStart = i % 2 == 0;
        m_curves[i]->setName(
            m_runs == 1 ? (isStart ? tr("at the start") : tr("now"))
                        : (isStart ? tr("%1 at the start") : tr("%1 now")).arg(letterOf(i / 2)));
        m_curves[i]->addToLegend();
    }
}

double lastLayerRatio(const QVector<ComparisonGradient>& gradients, std::size_t comparedRun) {
    if (gradients.isEmpty())
        return 0;
    const std::vector<double>& starts = gradients.back().starts;
    if (starts.size() < comparedRun + 2)
        return 0;
    const double a = starts[0];
    const double other = starts[comparedRun + 1];
    return a > 0 && other > 0 ? other / a : 0;
}

QString GradientChart::finding() const {
    const double ratio = lastLayerRatio(m_gradients);
    if (!(ratio > 0) || !std::isfinite(ratio))
        return {};
    const QString layer = layerText(m_gradients.back().layer);
    if (m_runs > 3)
        return {}; // too much for a sentence
    if (m_runs > 2) {
        const double third = lastLayerRatio(m_gradients, 1);
        if (!(third > 0) || !std::isfinite(third))
            return {};
        return tr("At the start the gradient of %1 in B was %2 times that in A, in C %3 times.")
            .arg(layer, timesText(ratio), timesText(third));
    }
    if (std::abs(ratio - 1) < 0.05) // it would be printed as 1.0 times
        return tr("Before the first training step the gradient of %1 was about the same in both.")
            .arg(layer);
    const bool larger = ratio > 1;
    const QString times = QLocale().toString(larger ? ratio : 1 / ratio, 'f', 1);
    return larger
               ? tr("Before the first training step the gradient of %1 was %2 times as large in B.")
                     .arg(layer, times)
               : tr("Before the first training step the gradient of %1 was %2 times as large in A.")
                     .arg(layer, times);
}

void GradientChart::setGradients(const QVector<ComparisonGradient>& gradients) {
    m_gradients = gradients;
    const std::size_t runs = gradients.isEmpty() ? 2 : gradients.front().starts.size();
    if (std::exchange(m_runs, runs) != runs) {
        addCurves();
        fillLegend();
        applyTheme(Theme::of(palette()));
    }
    double lowest = std::numeric_limits<double>::max();
    double highest = 0;
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        QVector<double> places;
        QVector<double> norms;
        for (int layer = 0; layer < gradients.size(); ++layer) {
            const double norm = normOf(gradients[layer], i);
            if (!(norm > 0) || !std::isfinite(norm))
                continue; // a layer that this model does not have
            places << layer;
            norms << norm;
            lowest = std::min(lowest, norm);
            highest = std::max(highest, norm);
        }
        m_curves[i]->setData(places, norms, true);
    }
    m_plot->xAxis->setRange(-0.5,
                            std::max<double>(0.5, static_cast<double>(gradients.size()) - 0.5));
    if (highest > 0) // whole powers of ten, so that two of them are named at least
        m_plot->yAxis->setRange(std::pow(10, std::floor(std::log10(lowest / 1.1))),
                                std::pow(10, std::ceil(std::log10(highest * 1.1))));
    m_finding->setText(finding());
    setAccessibleDescription(finding());
    fitTo(QSizeF(size()));
}

void GradientChart::applyTheme(const Theme& theme) {
    Chart::applyTheme(theme);
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        constexpr std::array marks = {QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
                                      QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangle};
        const bool start = i % 2 == 0;
        const QColor colour = colourOfRun(theme, i / 2);
        m_curves[i]->setPen(
            chartPen(colour, start ? 1.5 : 2.5, start ? Qt::DashLine : Qt::SolidLine));
        m_curves[i]->setScatterStyle(QCPScatterStyle(marks[i / 2 % marks.size()], QPen(colour, 1.5),
                                                     start ? theme.surface : colour, 7));
    }
}

void GradientChart::fitTo(const QSizeF& size) {
    const int words = m_finding->heightForWidth(static_cast<int>(size.width()));
    m_finding->setVisible(!m_finding->text().isEmpty() && size.height() - words >= 80);
    m_plot->yAxis->setLabel(size.height() < 170 ? QString() : tr("gradient norm"));
    m_plot->yAxis->ticker()->setTickCount(std::clamp(static_cast<int>(size.height()) / 40, 2, 5));
    gatherLegend(*m_plot->legend, size.height() - (m_finding->isHidden() ? 0 : words));
    m_plot->legend->setVisible(size.width() >= 300);
    nameLayers(size.width() - (m_plot->legend->visible() ? 200 : 60));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// As many of them as have room beside each other.
void GradientChart::nameLayers(double width) {
    const double one = QFontMetricsF(m_plot->xAxis->tickLabelFont()).averageCharWidth() * 3;
    const auto count = static_cast<double>(m_gradients.size());
    const int step = std::max(1, static_cast<int>(std::ceil(count * one / std::max(one, width))));
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (int layer = 0; layer < m_gradients.size(); layer += step)
        ticker->addTick(layer, shortLayerText(m_gradients[layer].layer));
    m_plot->xAxis->setTicker(ticker);
}

std::unique_ptr<Chart> GradientChart::copy() const {
    auto chart = std::make_unique<GradientChart>();
    chart->setGradients(m_gradients);
    return chart;
}

QByteArray gradientTable(const QVector<ComparisonGradient>& gradients, std::size_t runs) {
    QByteArray table = "layer";
    for (std::size_t run = 0; run < runs; ++run) {
        const QByteArray letter = letterOf(run).toLower().toLatin1();
        table += ',' + letter + "_at_start," + letter + "_now";
    }
    table += '\n';
    for (const ComparisonGradient& row : gradients) {
        table += row.layer.nameOf({});
        for (std::size_t i = 0; i < 2 * runs; ++i)
            table += ',' + (normOf(row, i) > 0 ? QByteArray::number(normOf(row, i), 'g', 9) : "");
        table += '\n';
    }
    return table;
}

} // namespace gf
