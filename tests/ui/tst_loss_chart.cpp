// SPDX-License-Identifier: GPL-3.0-or-later
#include "some_metrics.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/gradient_chart.h"
#include "ui/train/custom_plot.h"
#include "ui/train/loss_chart.h"
#include "ui/train/loss_curve.h"
#include "ui/train/loss_table.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace gf::tst_loss_chart {

namespace {

SharedMetrics metricsAfter(Index steps) {
    Metrics metrics;
    for (Index step = 1; step <= steps; ++step) {
        const float loss = 3 * std::exp(-static_cast<float>(step) / 200) + 0.1F;
        metrics.add(Metrics::Loss{step, loss});
        if (step % 100 == 0)
            metrics.add(Metrics::Measurement{step, loss * 1.1F,
                                             std::min(1.0F, static_cast<float>(step) / 1000)});
    }
    return std::make_shared<const Metrics>(std::move(metrics));
}

/// The curves of a chart that have points, in the order in which they are drawn.
std::vector<const QCPGraph*> curvesOf(const Chart& chart) {
    const auto* plot = chart.findChild<QCustomPlot*>();
    std::vector<const QCPGraph*> curves;
    for (int i = 0; i < plot->graphCount(); ++i)
        if (!plot->graph(i)->data()->isEmpty())
            curves.push_back(plot->graph(i));
    return curves;
}

} // namespace

class LossChartTest : public QObject {
    Q_OBJECT

private slots:
    void chartsOfComparedRuns_haveAsManyCurvesAsThereAreRuns() {
        constexpr std::size_t runs = 5;
        ComparisonChart losses;
        losses.begin({"a", "b", "c", "d", "e"}, 3);
        std::vector<SharedMetrics> metrics;
        for (float loss = 1; loss < 5; ++loss)
            metrics.push_back(test::metricsOf({{1, loss}, {2, loss}}));
        metrics.push_back(test::metricsOf({{1, 5}}));
        losses.setMetrics(metrics);
        QCOMPARE(losses.curveName(4).left(1), QStringLiteral("E"));
        QTRY_COMPARE(curvesOf(losses).size(), runs + 1); // and the guess
        QCOMPARE(comparisonTable(metrics),
                 QByteArray("step,loss_a,loss_b,loss_c,loss_d,loss_e\n1,1,2,3,4,5\n2,1,2,3,4,\n"));

        GradientChart gradients;
        gradients.setGradients({{Scope(), {1, 2, 3, 4, 5}, {5, 4, 3, 2, 0}}});
        QCOMPARE(gradients.finding(), QString()); // of so many no sentence
        QCOMPARE(lastLayerRatio(gradients.gradients(), 3), 5.0);
        QVERIFY(gradientTable(gradients.gradients(), runs).endsWith(",5,\n"));
        // Fewer runs after that, with nothing left of the others.
        losses.begin({"a", "b"}, 3);
        losses.setMetrics({metrics[0], metrics[1]});
        QCOMPARE(losses.runs(), 2);
        QTRY_COMPARE(curvesOf(losses).size(), 3U);
    }

    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void smoothing_startsAtTheFirstLoss() {
        Metrics metrics;
        metrics.add(Metrics::Loss{1, 4});
        QCOMPARE(smoothed(metrics.losses()), QVector<double>{4});
        for (Index step = 2; step < 1000; ++step)
            metrics.add(Metrics::Loss{step, 1});
        const QVector<double> smooth = smoothed(metrics.losses());
        QCOMPARE(smooth.size(), 999);
        QVERIFY(smooth[1] < 4 && smooth[1] > 2);
        QVERIFY(std::abs(smooth.back() - 1) < 1e-6);
        QCOMPARE(stepsOf(metrics.losses()).back(), 999.0);
    }

    /// Points that are said to be sorted and are not are found by none who searches among them.
    void lossChart_hasNoStepsThatAreDoneAnew() {
        LossChart chart;
        const auto ends = [&chart] {
            std::vector<double> last;
            for (const QCPGraph* curve : curvesOf(chart)) {
                const auto& points = *curve->data();
                const bool ascends = std::is_sorted(
                    points.constBegin(), points.constEnd(),
                    [](const QCPGraphData& a, const QCPGraphData& b) { return a.key < b.key; });
                last.push_back(ascends ? (points.constEnd() - 1)->key : -1);
            }
            return last;
        };
        chart.setMetrics(metricsAfter(500));
        QTRY_COMPARE(ends(), (std::vector<double>{500, 500, 500, 500}));
        chart.setMetrics(metricsAfter(301)); // it went back to 300 and did one again
        QTRY_COMPARE(ends(), (std::vector<double>{301, 301, 300, 300}));
    }

    void readOut_saysWhatWasMeasuredAfterTheSameStep() {
        LossChart chart;
        chart.resize(640, 260);
        chart.show();
        chart.setMetrics(test::metricsOf({{100, 2}}, {{50, 3, 0.25F}, {100, 1, 0.5F}}));
        auto* plot = chart.findChild<QCustomPlot*>();
        QTRY_VERIFY(plot->xAxis->range().upper >= 100);
        QSignalSpy read(&chart, &LossChart::readOut);
        QTest::mouseMove(plot, QPoint(static_cast<int>(plot->xAxis->coordToPixel(99)),
                                      plot->axisRect()->rect().center().y()));
        QTRY_VERIFY(!read.isEmpty());
        const QString text = read.last()[0].toString();
        for (const char* part : {"step 100", "training loss 2", "validation loss 1", "50.0 %"})
            QVERIFY2(text.contains(part), qPrintable(text));
    }

    void setMeasure_replacesTheExactMatches() {
        LossChart chart;
        chart.resize(500, 300);
        const auto* plot = chart.findChild<QCustomPlot*>();
        const auto legend = [&] {
            QStringList names;
            // Of two rows a cell may be empty.
            for (int i = 0; i < plot->legend->elementCount(); ++i)
                if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot->legend->elementAt(i)))
                    names += item->plottable()->name();
            return names.join('|');
        };
        chart.setRandomLoss(1, Guess::Zero);
        chart.setMeasure("squared error over that of repeating the last value");
        QVERIFY(legend().contains("guessing 0"));
        QVERIFY(!legend().contains("ln V"));
        QVERIFY(!legend().contains("exact"));
        QVERIFY(!legend().contains("error")); // none was measured yet
        chart.setMetrics(test::metricsOf({}, {{100, 0.5F, 0, 0.25F}}));
        QTRY_VERIFY(legend().contains("error"));
        QVERIFY(plot->yAxis2->range().contains(0.25));
        QVERIFY(plot->yAxis2->range().upper < 1);
        QCOMPARE(lossTable(chart.metrics(), chart.showsErrors()),
                 QByteArray("step,loss,validation_loss,validation_error\n100,,0.5,0.25\n"));
        chart.setMetrics(test::metricsOf({}));
        chart.setMeasure({});
        chart.setRandomLoss(2);
        QVERIFY(legend().contains("ln V"));
        QVERIFY(legend().contains("exact matches"));
        QCOMPARE(plot->yAxis2->range().upper, 104.0);
    }

    void lossTable_hasEveryNumberInTheOrderOfTheSteps() {
        QCOMPARE(lossTable(*test::metricsOf({{1, 2.3025851F}, {2, 2}, {4, 1.5F}},
                                            {{0, 3, 0}, {2, 2.5F, 0.1F}, {5, 1.75F, 1}}),
                           false),
                 QByteArray("step,loss,validation_loss,validation_accuracy\n"
                            "0,,3,0\n1,2.3025851,,\n2,2,,\n2,,2.5,0.1\n4,1.5,,\n5,,1.75,1\n"));
    }

    /// A mark at 2.5 would be called 3.
    void stepsOfTheAxis_areWhereTheirMarksSay_data() {
        QTest::addColumn<int>("steps");
        for (const int steps : {1, 3, 7, 12, 25, 110, 1200})
            QTest::addRow("%d", steps) << steps;
    }
    void stepsOfTheAxis_areWhereTheirMarksSay() {
        QFETCH(int, steps);
        LossChart losses;
        losses.setMetrics(metricsAfter(steps));
        ComparisonChart runs;
        runs.begin({"a", "b"}, 3.7);
        runs.setMetrics({metricsAfter(steps), metricsAfter(steps)});
        for (Chart* chart : std::initializer_list<Chart*>{&losses, &runs}) {
            chart->resize(640, 260);
            chart->show();
            auto* plot = chart->findChild<QCustomPlot*>();
            QCoreApplication::processEvents();
            QVERIFY(plot->xAxis->range().upper >= steps);
            plot->replot();
            const QVector<double> marks = plot->xAxis->tickVector();
            const QVector<QString> labels = plot->xAxis->tickVectorLabels();
            QVERIFY(marks.size() > 1);
            for (qsizetype i = 0; i < marks.size(); ++i)
                QCOMPARE(labels[i].toDouble(), marks[i]);
        }
    }

    /// While the training loss falls: what is learnt by heart has to be seen.
    void lossChart_reachesAValidationLossThatRises() {
        LossChart chart;
        chart.resize(640, 260);
        chart.show();
        chart.setRandomLoss(2);
        Metrics metrics;
        for (Index step = 1; step <= 400; ++step)
            metrics.add(Metrics::Loss{step, 1.0F / static_cast<float>(step)});
        for (Index step = 100; step <= 400; step += 100)
            metrics.add(Metrics::Measurement{step, 0.01F * static_cast<float>(step), 0});
        chart.setMetrics(std::make_shared<const Metrics>(metrics));
        const auto* plot = chart.findChild<QCustomPlot*>();
        QTRY_VERIFY(plot->yAxis->range().upper > 4);
    }

    /// Where there is an end to the examples: how many of those that are trained on are right.
    void lossChart_showsBothPartsOfTheExamples() {
        LossChart chart;
        chart.resize(640, 260);
        chart.show();
        Metrics metrics = *metricsAfter(90);
        const auto curves = [&] {
            chart.setMetrics(std::make_shared<const Metrics>(metrics));
            return curvesOf(chart);
        };
        metrics.add(Metrics::Measurement{100, 2, 0.25F});
        curves();
        auto* plot = chart.findChild<QCustomPlot*>();
        const auto trained = [&]() -> const QCPGraph* {
            for (const QCPGraph* curve : curvesOf(chart))
                if (curve->name() == QLatin1String("of those trained on"))
                    return curve;
            return nullptr;
        };
        QTRY_VERIFY(plot->xAxis->range().upper > 100);
        QVERIFY(!trained());
        const int items = plot->legend->itemCount();
        metrics.add(Metrics::Measurement{200, 2, 0.25F, {}, 1.0F});
        curves();
        QTRY_VERIFY(trained());
        QCOMPARE(trained()->data()->at(0)->value, 100.0);
        QCOMPARE(plot->legend->itemCount(), items + 1);
        QSignalSpy read(&chart, &LossChart::readOut);
        QTest::mouseMove(plot, {static_cast<int>(plot->xAxis->coordToPixel(190)),
                                plot->axisRect()->rect().center().y()});
        QVERIFY(!read.isEmpty());
        QVERIFY2(read.last()[0].toString().contains("of those trained on 100.0 %"),
                 qPrintable(read.last()[0].toString()));
    }

    void lossChart_reachesTheRandomGuessAndReadsOffSteps() {
        LossChart chart;
        chart.resize(640, 260);
        chart.show();
        chart.setRandomLoss(std::log(40.0));
        chart.setMetrics(metricsAfter(1000));
        QCoreApplication::processEvents();
        auto* plot = chart.findChild<QCustomPlot*>();
        QVERIFY(plot);
        QVERIFY(plot->yAxis->range().upper > std::log(40.0));
        QVERIFY(plot->xAxis->range().upper >= 1000);
        QSignalSpy read(&chart, &LossChart::readOut);
        const QPoint at(static_cast<int>(plot->xAxis->coordToPixel(500)),
                        plot->axisRect()->rect().center().y());
        QTest::mouseMove(plot, at);
        QVERIFY(!read.isEmpty());
        const QString text = read.last()[0].toString();
        QVERIFY2(text.contains("step 50") || text.contains("step 49"), qPrintable(text));
        QVERIFY2(text.contains("validation loss") && text.contains("training loss"),
                 qPrintable(text));
        QSignalSpy clicked(&chart, &LossChart::stepClicked);
        QTest::mouseClick(plot, Qt::LeftButton, {}, at);
        QCOMPARE(clicked.count(), 1);
        QVERIFY2(text.contains(QStringLiteral("step %1 ").arg(clicked[0][0].toLongLong())),
                 qPrintable(text));
        QTest::mouseClick(plot, Qt::RightButton, {}, at);
        QTest::mouseMove(plot, QPoint(1, 1));
        QVERIFY(read.last()[0].toString().isEmpty());
        QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(1, 1));
        QCOMPARE(clicked.count(), 1);
    }

    /// As in a window of 1024 × 640: one line that is longer than the plot is wide.
    void readOut_isNotCutInALowChart() {
        LossChart chart;
        chart.resize(690, 64);
        chart.show();
        chart.setMetrics(metricsAfter(1000));
        QCoreApplication::processEvents();
        auto* plot = chart.findChild<QCustomPlot*>();
        const QRect area = plot->axisRect()->rect();
        for (const double share : {0.1, 0.5, 0.9}) {
            QTest::mouseMove(plot, QPoint(area.left() + static_cast<int>(share * area.width()),
                                          area.center().y()));
            chart.grab();
            const QCPItemText* read = nullptr;
            for (int i = 0; i < plot->itemCount(); ++i)
                if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i)))
                    read = text;
            QVERIFY(read);
            QVERIFY(read->visible());
            QVERIFY(!read->text().contains('\n'));
            const double end = read->right->pixelPosition().x();
            QVERIFY2(end <= (read->clipToAxisRect() ? area : plot->viewport()).right(),
                     qPrintable(QString::number(end)));
        }
    }

    void logarithmicAxis_showsSmallLosses() {
        LossChart chart;
        chart.setMetrics(metricsAfter(3000));
        chart.setLogarithmic(true);
        QVERIFY(chart.isLogarithmic());
        auto* plot = chart.findChild<QCustomPlot*>();
        QCOMPARE(plot->yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(plot->yAxis->range().lower > 0);
        QVERIFY(plot->yAxis->range().lower < 0.1);
        chart.setLogarithmic(false);
        QCOMPARE(plot->yAxis->scaleType(), QCPAxis::stLinear);
    }

    /// Over the curves, and not over each other, wherever the checkpoints are.
    void checkpointFlags_areReadableOverTheCurves() {
        LossChart chart;
        chart.resize(700, 300);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        chart.setMetrics(metricsAfter(1000));
        auto* plot = chart.findChild<QCustomPlot*>();
        QTRY_VERIFY(plot->xAxis->range().upper >= 1000);
        for (const auto& [a, b] : {std::pair(500, 503), std::pair(503, 500), std::pair(0, 1000)}) {
            chart.setCheckpoints({std::nullopt, a, b});
            plot->replot();
            std::vector<QRectF> flags;
            for (int i = 0; i < plot->itemCount(); ++i) {
                auto* flag = qobject_cast<QCPItemText*>(plot->item(i));
                if (!flag || (flag->text() != "A" && flag->text() != "B"))
                    continue;
                QVERIFY(flag->visible());
                QVERIFY(!flag->clipToAxisRect());
                for (int g = 0; g < plot->graphCount(); ++g)
                    QVERIFY(flag->layer()->index() > plot->graph(g)->layer()->index());
                flags.emplace_back(flag->topLeft->pixelPosition(),
                                   flag->bottomRight->pixelPosition());
                QVERIFY2(QRectF(plot->rect()).contains(flags.back()),
                         qPrintable(QString("%1 %2 %3 %4 in %5 × %6")
                                        .arg(flags.back().x())
                                        .arg(flags.back().y())
                                        .arg(flags.back().width())
                                        .arg(flags.back().height())
                                        .arg(plot->width())
                                        .arg(plot->height())));
            }
            QCOMPARE(flags.size(), std::size_t(2));
            QVERIFY(!flags[0].intersects(flags[1]));
        }
    }

    void readOut_liesOverTheLegend() {
        LossChart chart;
        const auto* plot = chart.findChild<QCustomPlot*>();
        for (int i = 0; i < plot->itemCount(); ++i)
            if (auto* label = qobject_cast<QCPItemText*>(plot->item(i)))
                QVERIFY(label->layer()->index() > plot->legend->layer()->index());
    }

    void exportedFiles_areOfTheirFormat() {
        LossChart chart;
        chart.setRandomLoss(3.7);
        chart.setMetrics(metricsAfter(400));
        const PaperDrawing drawing = chart.onPaper(std::nullopt, "caption of the chart");
        const QImage picture = paperImage(drawing, 192);
        QCOMPARE(picture.size(), (drawing.size * 2).toSize());
        QCOMPARE(picture.pixelColor(1, picture.height() - 1), QColor(Qt::white));
        const QByteArray svg = paperBytes(drawing, FigureFormat::Svg, 96);
        QVERIFY(svg.contains("caption of the chart"));
        QVERIFY(svg.contains(">training step<"));
        const QByteArray pdf = paperBytes(drawing, FigureFormat::Pdf, 96);
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.contains("/FontFile2"));
        QVERIFY(!pdf.contains("/Subtype /Image"));
        QVERIFY(paperBytes(drawing, FigureFormat::Png, 96).startsWith("\x89PNG"));
    }

    void emptyChart_isDrawn() {
        LossChart chart;
        chart.resize(160, 96);
        chart.setLogarithmic(true);
        QVERIFY(!chart.grab().isNull());
        QVERIFY(!paperImage(chart.onPaper(std::nullopt, {}), 96).isNull());
    }

    void longCaption_takesNoRoomFromThePlot() {
        const LossChart chart;
        for (const double width : {85.0, 300.0}) {
            Paper paper;
            paper.millimetres = width;
            paper.points = 7;
            const double plot = chart.onPaper(paper, {}).size.height();
            paper.caption = QString("word ").repeated(200);
            const PaperDrawing drawing = chart.onPaper(paper, {});
            const QByteArray svg = paperBytes(drawing, FigureFormat::Svg, 96);
            const double line = 18 * drawing.factor;
            QVERIFY(drawing.size.height() - plot > 2 * line);
            QVERIFY(svg.count(">word ") * line <= drawing.size.height() - plot);
        }
    }
};

} // namespace gf::tst_loss_chart

#include "tests/entry.h"
GF_TEST(tst_loss_chart, LossChartTest)
#include "tst_loss_chart.moc"
