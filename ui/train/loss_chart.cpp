// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_chart.h"

#include "ui/figure/number_format.h"
#include "ui/train/chart_style.h"
#include "ui/train/custom_plot.h"
#include "ui/train/loss_curve.h"

#include <QEvent>
#include <QFontInfo>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gf {

namespace {

/// Charts of less height, in pixels, have no titles at their axes.
constexpr double lowBelow = 190;

/// The loss of nearly all points: one spike at the start must not flatten everything else.
template <class Point> double upperLoss(const std::vector<Point>& points) {
    std::vector<float> losses;
    losses.reserve(points.size());
    for (const Point& point : points)
        losses.push_back(point.loss);
    if (losses.empty())
        return 0;
    const auto nearlyAll = losses.begin() + static_cast<std::ptrdiff_t>(losses.size() * 99 / 100);
    std::nth_element(losses.begin(), nearlyAll, losses.end());
    return *nearlyAll;
}

} // namespace

LossChart::LossChart(QWidget* parent) : Chart(parent), m_marks(m_plot) {
    setAccessibleName(tr("Loss chart"));
    build();
    applyTheme(Theme::of(palette()));
    refresh();
}

void LossChart::build() {
    m_other = m_plot->addGraph(); // first: behind the others
    m_other->setName(tr("branch left"));
    m_other->removeFromLegend();
    m_raw = m_plot->addGraph();
    m_raw->setName(tr("training loss"));
    m_raw->removeFromLegend();
    m_smooth = m_plot->addGraph();
    m_smooth->setName(tr("training"));
    m_validation = m_plot->addGraph();
    m_validation->setName(tr("validation"));
    m_accuracy = m_plot->addGraph(m_plot->xAxis, m_plot->yAxis2);
    m_random = m_plot->addGraph();
    nameCurves();
    m_trained = m_plot->addGraph(m_plot->xAxis, m_plot->yAxis2);
    m_trained->setName(tr("of those trained on"));
    m_trained->removeFromLegend();
    for (QCPGraph* graph :
         {m_other, m_raw, m_smooth, m_validation, m_accuracy, m_trained, m_random})
        graph->setAdaptiveSampling(true);
    // Noise of thousands of points: smoothing its edges would cost more than all the rest.
    m_raw->setAntialiased(false);
    m_random->setAntialiased(false);

    m_cursor = new QCPItemStraightLine(m_plot);
    m_label = new QCPItemText(m_plot);
    m_label->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_label->setTextAlignment(Qt::AlignLeft);
    m_label->setPadding(QMargins(8, 4, 8, 4));
    m_label->position->setType(QCPItemPosition::ptAbsolute);
    m_label->setClipToAxisRect(false); // one long line may reach over the legend
    m_label->setLayer(QStringLiteral("overlay"));
    m_cursor->setVisible(false);
    m_label->setVisible(false);

    m_plot->yAxis2->setVisible(true);
    m_percent = QSharedPointer<QCPAxisTickerFixed>::create();
    m_errors = QSharedPointer<QCPAxisTicker>::create();
    countSteps(*m_plot->xAxis);
    // Above the curves: there is no corner that one of them does not come to.
    m_plot->plotLayout()->insertRow(0);
    m_plot->plotLayout()->addElement(0, 0, m_plot->legend);
    m_plot->plotLayout()->setRowStretchFactor(0, 0.001);
    m_plot->plotLayout()->setRowSpacing(0);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->legend->setColumnSpacing(16);
    m_plot->legend->setMargins(QMargins(8, 4, 8, 0));
    m_plot->axisRect()->setMinimumMargins(QMargins(4, 8, 4, 2));
    m_plot->axisRect()->setMinimumSize(40, 24);
    m_plot->setMouseTracking(true);
}

void LossChart::applyTheme(const Theme& theme) {
    Chart::applyTheme(theme);
    m_plot->yAxis2->grid()->setVisible(false);
    m_plot->yAxis2->setTickLabelColor(theme.success); // like its curve
    m_plot->yAxis2->setLabelColor(theme.success);

    // None of these colours means a matrix; training and validation differ in shape as well.
    const QColor training = theme.selection;
    const QColor validation = theme.text;
    m_raw->setPen(chartPen(faint(training, theme.isDark ? 90 : 70), 1));
    m_smooth->setPen(chartPen(training, 2.5));
    m_validation->setPen(chartPen(faint(validation, 120), 1));
    m_validation->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDisc, validation, validation, 6));
    m_accuracy->setPen(chartPen(theme.success, 2));
    m_accuracy->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssSquare, theme.success, theme.surface, 6));
    m_trained->setPen(chartPen(theme.success, 2, Qt::DotLine));
    m_random->setPen(chartPen(theme.mutedText, 1.5, Qt::DashLine));

    m_other->setPen(chartPen(theme.mutedText, 1.5, Qt::DotLine));
    const QFont small = chartFont(font());
    m_marks.applyTheme(theme, small);
    m_cursor->setPen(chartPen(theme.mutedText, 1));
    m_label->setColor(theme.text);
    m_label->setBrush(theme.raised);
    m_label->setPen(chartPen(theme.border, 1));
    m_label->setFont(small);
}

void LossChart::setMetrics(SharedMetrics metrics, SharedMetrics left) {
    m_metrics = std::move(metrics);
    const bool isOther = left != m_left;
    m_left = std::move(left);
    if (isOther)
        showLeft();
    if (m_metrics->empty())
        unpoint();
    m_redraw.ask();
}

void LossChart::showLeft() {
    if (m_left) {
        m_other->setData(stepsOf(m_left->losses()), smoothed(m_left->losses()), true);
        m_other->addToLegend();
    } else {
        m_other->data()->clear();
        m_other->removeFromLegend();
    }
}

void LossChart::setMeasure(const QString& measure) {
    m_measure = measure;
    refresh();
}

void LossChart::setCountsTokens(bool tokens) {
    m_countsTokens = tokens;
    refresh();
}

QString LossChart::successName(bool withUnit) const {
    if (showsErrors())
        return tr("error");
    if (m_countsTokens)
        return withUnit ? tr("hidden tokens right, %") : tr("hidden tokens right");
    return withUnit ? tr("exact matches, %") : tr("exact matches");
}

void LossChart::setRandomLoss(double loss, Guess guess) {
    m_randomLoss = std::isfinite(loss) ? loss : 0;
    m_guess = guess;
    refresh();
}

void LossChart::setLogarithmic(bool logarithmic) {
    m_logarithmic = logarithmic;
    if (logarithmic) {
        m_plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    } else {
        m_plot->yAxis->setScaleType(QCPAxis::stLinear);
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    }
    m_plot->yAxis->setNumberFormat(logarithmic ? "gb" : "g");
    refresh();
}

void LossChart::refresh() {
    const std::vector<Metrics::Loss>& losses = m_metrics->losses();
    m_validation->data()->clear();
    for (const Metrics::Measurement& at : m_metrics->measurements())
        m_validation->addData(static_cast<double>(at.step), at.loss);
    showSuccess();
    const QVector<double> steps = stepsOf(losses);
    QVector<double> values;
    values.reserve(steps.size());
    for (const Metrics::Loss& at : losses)
        values << at.loss;
    m_raw->setData(steps, values, true);
    // The mean bends slowly: its wide line is as good, and drawn sooner, through some of its
    // points.
    constexpr qsizetype enough = 256;
    const qsizetype stride = steps.size() / enough + 1;
    const QVector<double> mean = smoothed(losses);
    QVector<double> someSteps;
    QVector<double> someMeans;
    for (qsizetype i = (steps.size() + stride - 1) % stride; i < steps.size(); i += stride) {
        someSteps << steps[i];
        someMeans << mean[i];
    }
    m_smooth->setData(someSteps, someMeans, true);

    double right = 10;
    const auto reach = [&right](const auto& points) {
        if (!points.empty())
            right = std::max(right, static_cast<double>(points.back().step));
    };
    reach(losses);
    reach(m_metrics->measurements());
    if (m_left)
        reach(m_left->losses());
    const bool random = m_randomLoss > 0;
    m_random->setVisible(random);
    if (random) {
        m_random->setData({0, right * 1.01}, {m_randomLoss, m_randomLoss}, true);
        m_random->addToLegend();
    } else {
        m_random->data()->clear();
        m_random->removeFromLegend();
    }

    m_plot->xAxis->setRange(0, right * 1.01);
    fitTo(QSizeF(size()));
    // A validation loss that rises while the training loss falls is what has to be seen.
    const double highest = std::max(
        {upperLoss(losses), upperLoss(m_metrics->measurements()), random ? m_randomLoss : 0.0});
    const double top = 1.12 * (highest > 0 ? highest : 1);
    if (m_logarithmic) {
        double lowest = top;
        for (const QCPGraph* graph : {m_raw, m_smooth, m_validation})
            for (const QCPGraphData& point : *graph->data())
                if (point.value > 0)
                    lowest = std::min(lowest, point.value);
        m_plot->yAxis->setRange(std::min(lowest * 0.8, top / 10), top);
    } else {
        m_plot->yAxis->setRange(-top / 53, top); // zero where the other axis has it
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// On the axis at the right: shares of right answers, or the task's own error. What was not
/// measured (a run from a file has no errors of its past) has no axis.
void LossChart::showSuccess() {
    m_accuracy->data()->clear();
    m_trained->data()->clear();
    double low = 0;
    double high = 0;
    for (const Metrics::Measurement& point : m_metrics->measurements()) {
        if (showsErrors() && !point.error)
            continue;
        const double shown = showsErrors() ? *point.error : 100 * point.accuracy;
        const bool first = m_accuracy->data()->isEmpty();
        low = first ? shown : std::min(low, shown);
        high = first ? shown : std::max(high, shown);
        m_accuracy->addData(static_cast<double>(point.step), shown);
        if (point.trained)
            m_trained->addData(static_cast<double>(point.step), 100 * *point.trained);
    }
    if (m_trained->data()->isEmpty())
        m_trained->removeFromLegend();
    else
        m_trained->addToLegend();
    const bool any = !showsErrors() || !m_accuracy->data()->isEmpty();
    m_plot->yAxis2->setTickLabels(any);
    m_plot->yAxis2->setTicks(any);
    if (any)
        m_accuracy->addToLegend();
    else
        m_accuracy->removeFromLegend();
    if (showsErrors()) {
        const double around = std::max(0.04 * (high - low), 0.01 * std::abs(high));
        m_plot->yAxis2->setTicker(m_errors);
        m_plot->yAxis2->setRange(low - around, high + std::max(around, 1e-6));
    } else {
        m_plot->yAxis2->setTicker(m_percent);
        m_plot->yAxis2->setRange(-2, 104); // whole markers at both ends
    }
}

/// A low chart has no titles but those in the legend.
void LossChart::nameCurves() {
    m_smooth->setName(m_low ? tr("training loss") : tr("training"));
    m_validation->setName(m_low ? tr("validation loss") : tr("validation"));
    m_accuracy->setName(successName(m_low));
    m_random->setName(guessText(m_guess));
}

/// Height is scarce under a stage: a low chart has its legend at the right instead of above, few
/// ticks, and no titles but those in the legend.
void LossChart::fitTo(const QSizeF& size) {
    m_low = size.height() < lowBelow;
    m_plot->xAxis->setLabel(m_low ? QString() : tr("training step"));
    m_plot->yAxis->setLabel(m_low ? QString() : tr("loss"));
    m_plot->yAxis2->setLabel(m_low ? QString() : successName(true));
    nameCurves();
    const double around = m_low ? 26 : 70;
    const int ticks = static_cast<int>((size.height() - around) / 26);
    m_plot->yAxis->ticker()->setTickCount(std::clamp(ticks, 2, 5));
    m_percent->setTickStep(m_low ? 50 : 25);
    m_errors->setTickCount(std::clamp(ticks, 2, 5));

    const double font = QFontInfo(m_plot->xAxis->labelFont()).pixelSize();
    const double perItem = font * 1.4;
    const int items = m_plot->legend->itemCount();
    const double legendFont = m_low && size.height() < items * perItem ? font * 0.85 : font;
    placeLegend(m_low, size.height(), legendFont);
    // One line where there is room, two on a narrow chart, none on a very small one.
    QFont letters = m_plot->legend->font();
    const double wanted = 16 * QFontMetricsF(letters).averageCharWidth();
    const int fitting = static_cast<int>(size.width() / (wanted + 38));
    m_plot->legend->setVisible(m_low ? size.width() >= 420 : fitting >= 2);
    if (!m_low)
        m_plot->legend->setWrap(fitting >= items ? items : 2);
    m_plot->legend->setFillOrder(m_low ? QCPLegend::foRowsFirst : QCPLegend::foColumnsFirst);
}

void LossChart::placeLegend(bool beside, double height, double fontSize) {
    QCPLegend* legend = m_plot->legend;
    QFont letters = legend->font();
    letters.setPixelSize(static_cast<int>(std::lround(fontSize)));
    legend->setFont(letters);
    const double line = QFontMetricsF(letters).height();
    legend->setIconSize(22, static_cast<int>(line));
    if (beside) {
        legend->setWrap(0);
        gatherLegend(*legend, height);
    }
    if (m_legendBeside == beside)
        return;
    m_legendBeside = beside;
    QCPLayoutGrid* grid = m_plot->plotLayout();
    grid->take(legend);
    grid->simplify();
    if (beside) {
        grid->addElement(0, 1, legend);
        grid->setColumnStretchFactor(1, 0.001);
        grid->setColumnSpacing(0);
        legend->setRowSpacing(0);
    } else {
        grid->insertRow(0);
        grid->addElement(0, 0, legend);
        grid->setRowStretchFactor(0, 0.001);
        legend->setMargins(QMargins(8, 4, 8, 0));
        legend->setRowSpacing(3);
    }
}

std::optional<Index> LossChart::stepAt(const QPointF& position) const {
    std::optional<Index> nearest;
    if (!m_plot->axisRect()->rect().contains(position.toPoint()))
        return nearest;
    const double wanted = m_plot->xAxis->pixelToCoord(position.x());
    const auto far = [wanted](Index step) { return std::abs(static_cast<double>(step) - wanted); };
    const auto search = [&](const auto& points) {
        for (const auto& point : points)
            if (!nearest || far(point.step) < far(*nearest))
                nearest = point.step;
    };
    search(m_metrics->losses());
    search(m_metrics->measurements());
    return nearest;
}

void LossChart::pointTo(const QPointF& position) {
    const QRect area = m_plot->axisRect()->rect();
    const std::optional<Index> at = stepAt(position);
    if (!at)
        return unpoint();
    m_plot->setCursor(Qt::PointingHandCursor);

    QStringList lines{tr("training step %1").arg(*at)};
    if (const auto* loss = m_metrics->lossBy(*at); loss && loss->step == *at)
        lines << tr("training loss %1").arg(numberText(loss->loss));
    // Validation is measured now and then: the last one up to here counts.
    if (const auto* measured = m_metrics->measurementBy(*at)) {
        lines << tr("validation loss %1").arg(numberText(measured->loss));
        if (!showsErrors())
            lines << (m_countsTokens ? tr("hidden tokens right %1 %") : tr("exact matches %1 %"))
                         .arg(NumberFormat{0, 1}.text(100 * measured->accuracy));
        if (measured->trained)
            lines << tr("of those trained on %1 %")
                         .arg(NumberFormat{0, 1}.text(100 * *measured->trained));
        if (showsErrors() && measured->error)
            lines << tr("error %1").arg(NumberFormat{0, 3}.text(*measured->error));
    }
    const auto step = static_cast<double>(*at);
    m_cursor->point1->setCoords(step, m_plot->yAxis->range().lower);
    m_cursor->point2->setCoords(step, m_plot->yAxis->range().upper);
    m_label->setText(lines.join(m_low ? QString::fromUtf8(" · ") : QStringLiteral("\n")));
    const double x = m_plot->xAxis->coordToPixel(step);
    const bool leftHalf = x < area.center().x();
    if (m_low) {
        // One long line: where it fits.
        const double width = QFontMetricsF(m_label->font()).horizontalAdvance(m_label->text()) + 20;
        m_label->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
        m_label->position->setCoords(
            std::max<double>(area.left(), std::min(x + 8, m_plot->viewport().right() - width)),
            area.top() + 1);
    } else {
        m_label->setPositionAlignment(Qt::AlignTop | (leftHalf ? Qt::AlignLeft : Qt::AlignRight));
        m_label->position->setCoords(x + (leftHalf ? 8 : -8), area.top() + 8);
    }
    m_cursor->setVisible(true);
    m_label->setVisible(true);
    emit readOut(lines.join(QString::fromUtf8(" · ")));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void LossChart::unpoint() {
    m_plot->unsetCursor();
    if (!m_cursor->visible())
        return;
    m_cursor->setVisible(false);
    m_label->setVisible(false);
    emit readOut({});
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

bool LossChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot) {
        if (event->type() == QEvent::MouseMove)
            pointTo(static_cast<QMouseEvent*>(event)->position());
        else if (event->type() == QEvent::Leave)
            unpoint();
        else if (event->type() == QEvent::MouseButtonPress)
            press(*static_cast<QMouseEvent*>(event));
    }
    return Chart::eventFilter(watched, event);
}

void LossChart::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton)
        return;
    if (const std::optional<Index> step = stepAt(event.position()))
        emit stepClicked(*step);
}

std::unique_ptr<Chart> LossChart::copy() const {
    auto chart = std::make_unique<LossChart>();
    chart->setMetrics(m_metrics, m_left);
    chart->setRandomLoss(m_randomLoss, m_guess);
    chart->setMeasure(m_measure);
    chart->setCountsTokens(m_countsTokens);
    chart->setCheckpoints(m_marks.steps());
    chart->setLogarithmic(m_logarithmic); // and now it is drawn
    return chart;
}

} // namespace gf
