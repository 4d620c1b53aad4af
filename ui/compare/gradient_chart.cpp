// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/gradient_chart.h"

#include "ui/compare/twin_colours.h"
#include "ui/compare/twin_words.h"
#include "ui/language/plain_text.h"
#include "ui/train/chart_style.h"

#include <QLabel>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr std::array members = {&TwinGradient::startA, &TwinGradient::nowA, &TwinGradient::startB,
                                &TwinGradient::nowB};

} // namespace

GradientChart::GradientChart(QWidget* parent) : Chart(parent), m_finding(new PlainLabel(this)) {
    setAccessibleName(tr("Gradient norm per layer"));
    layout()->addWidget(m_finding);
    m_finding->setWordWrap(true);
    m_finding->setContentsMargins(8, 0, 8, 2);
    m_finding->setObjectName(QStringLiteral("gradientFinding"));
    const std::array names = {tr("A at the start"), tr("A now"), tr("B at the start"), tr("B now")};
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        m_curves[i] = m_plot->addGraph();
        m_curves[i]->setName(names[i]);
    }
    m_plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    m_plot->yAxis->setNumberFormat("g");
    m_plot->yAxis->setNumberPrecision(2);
    standLegendBeside(*m_plot);
    applyTheme(Theme::of(palette()));
}

double lastLayerRatio(const QVector<TwinGradient>& gradients) {
    if (gradients.isEmpty() || gradients.back().startA <= 0 || gradients.back().startB <= 0)
        return 0;
    return gradients.back().startB / gradients.back().startA;
}

QString GradientChart::finding() const {
    const double ratio = lastLayerRatio(m_gradients);
    if (!(ratio > 0) || !std::isfinite(ratio))
        return {};
    const QString layer = layerText(m_gradients.back().layer);
    if (std::abs(ratio - 1) < 0.05) // it would be printed as 1.0 times
        return tr("Before the first step the gradient of %1 was about the same in both.")
            .arg(layer);
    const bool larger = ratio > 1;
    const QString times = QLocale().toString(larger ? ratio : 1 / ratio, 'f', 1);
    return larger ? tr("Before the first step the gradient of %1 was %2 times as large in B.")
                        .arg(layer, times)
                  : tr("Before the first step the gradient of %1 was %2 times as large in A.")
                        .arg(layer, times);
}

void GradientChart::setGradients(const QVector<TwinGradient>& gradients) {
    m_gradients = gradients;
    double lowest = std::numeric_limits<double>::max();
    double highest = 0;
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        QVector<double> places;
        QVector<double> norms;
        for (int layer = 0; layer < gradients.size(); ++layer) {
            const double norm = gradients[layer].*members[i];
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
        const bool b = i >= 2;
        const bool start = i % 2 == 0;
        const QColor colour = b ? colourOfB(theme) : colourOfA(theme);
        m_curves[i]->setPen(
            chartPen(colour, start ? 1.5 : 2.5, start ? Qt::DashLine : Qt::SolidLine));
        m_curves[i]->setScatterStyle(
            QCPScatterStyle(b ? QCPScatterStyle::ssSquare : QCPScatterStyle::ssCircle,
                            QPen(colour, 1.5), start ? theme.surface : colour, 7));
    }
    QPalette words = palette();
    words.setColor(QPalette::Window, theme.surface);
    m_finding->setPalette(words);
    m_finding->setAutoFillBackground(true);
}

void GradientChart::fitTo(const QSizeF& size) {
    const int words = m_finding->heightForWidth(static_cast<int>(size.width()));
    m_finding->setVisible(size.height() - words >= 80);
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

QByteArray gradientTable(const QVector<TwinGradient>& gradients) {
    QByteArray table = "layer,a_at_start,a_now,b_at_start,b_now\n";
    for (const TwinGradient& row : gradients) {
        table += row.layer.nameOf({});
        for (const auto member : members)
            table += ',' + (row.*member > 0 ? QByteArray::number(row.*member, 'g', 9) : "");
        table += '\n';
    }
    return table;
}

} // namespace gf
