// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_chart.h"
#include "ui/compare/gradient_chart.h"
#include "ui/train/loss_chart.h"
#include "ui/train/loss_table.h"

#include <QSignalSpy>
#include <QTest>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf::tst_loss_chart {

namespace {

std::vector<LossPoint> course(int steps) {
    std::vector<LossPoint> points;
    for (int step = 1; step <= steps; ++step) {
        LossPoint point;
        point.step = step;
        point.training = 3.0 * std::exp(-step / 200.0) + 0.1;
        if (step % 100 == 0) {
            point.validation = *point.training * 1.1;
            point.accuracy = std::min(1.0, step / 1000.0);
        }
        points.push_back(point);
    }
    return points;
}

} // namespace

class LossChartTest : public QObject {
    Q_OBJECT

private slots:
    void chartsOfComparedRuns_haveAsManyCurvesAsThereAreRuns() {
        constexpr std::size_t runs = 5;
        ComparisonChart losses;
        losses.begin({"a", "b", "c", "d", "e"}, 3);
        losses.append({{1, {1, 2, 3, 4, 5}}, {2, {1, 2, 3, 4}}});
        QCOMPARE(losses.curveName(4).left(1), QStringLiteral("E"));
        QCOMPARE(losses.series(3).points().size(), std::size_t{2});
        QCOMPARE(losses.series(4).points().size(), std::size_t{1});
        QCOMPARE(comparisonTable(losses.points(), runs),
                 QByteArray("step,loss_a,loss_b,loss_c,loss_d,loss_e\n1,1,2,3,4,5\n2,1,2,3,4,\n"));

        GradientChart gradients;
        gradients.setGradients({{Scope(), {1, 2, 3, 4, 5}, {5, 4, 3, 2, 0}}});
        QCOMPARE(gradients.finding(), QString()); // of so many no sentence
        QCOMPARE(lastLayerRatio(gradients.gradients(), 3), 5.0);
        QVERIFY(gradientTable(gradients.gradients(), runs).endsWith(",5,\n"));
        // Fewer runs after that, with nothing left of the others.
        losses.begin({"a", "b"}, 3);
        losses.append({{1, {1, 2}}});
        QCOMPARE(losses.runs(), 2);
        QVERIFY(losses.series(4).points().empty());
    }

    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void lossSeries_keepsALongRunInFewPoints() {
        LossSeries series(256);
        for (int step = 1; step <= 100000; ++step)
            series.append(step, 5.0 - step * 4e-5);
        const auto& points = series.points();
        QVERIFY(points.size() > 100);
        QVERIFY(points.size() <= 256);
        QCOMPARE(points.back().step, 100000.0);
        for (std::size_t i = 1; i < points.size(); ++i) {
            QVERIFY(points[i].step > points[i - 1].step);
            QVERIFY(points[i].loss < points[i - 1].loss);
            // A point is the mean over the steps since the one before.
            const double middle = (points[i].step + points[i - 1].step + 1) / 2;
            QVERIFY(std::abs(points[i].loss - (5.0 - middle * 4e-5)) < 0.01);
        }
    }

    void smoothing_startsAtTheFirstLoss() {
        LossSeries series;
        series.append(1, 4);
        QCOMPARE(series.points()[0].smooth, 4.0);
        series.append(2, std::nan(""));
        series.append(3, std::numeric_limits<double>::infinity());
        QCOMPARE(series.points().size(), std::size_t(1));
        for (int step = 4; step < 1000; ++step)
            series.append(step, 1);
        QVERIFY(std::abs(series.points().back().smooth - 1) < 1e-6);
        series.clear();
        QVERIFY(series.points().empty());
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
        LossPoint point;
        point.step = 100;
        point.validation = 0.5;
        point.error = 0.25;
        chart.append(point);
        QTRY_VERIFY(legend().contains("error"));
        QVERIFY(plot->yAxis2->range().contains(0.25));
        QVERIFY(plot->yAxis2->range().upper < 1);
        QVERIFY(lossTable(chart.points()).contains("validation_error"));
        chart.clear();
        chart.setMeasure({});
        chart.setRandomLoss(2);
        QVERIFY(legend().contains("ln V"));
        QVERIFY(legend().contains("exact matches"));
        QCOMPARE(plot->yAxis2->range().upper, 104.0);
    }

    void points_keepEveryNumberForTheTable() {
        LossChart chart;
        chart.append(course(500));
        LossPoint more;
        more.step = 501;
        more.training = 0.2;
        chart.append(more);
        QCOMPARE(chart.points().size(), std::size_t(501));
        QCOMPARE(chart.points()[99].accuracy, std::optional(0.1));
        chart.clear();
        QVERIFY(chart.points().empty());
    }

    void lossChart_keepsAMillionStepsInLittleMemory() {
        constexpr qint64 steps = 1'000'000;
        LossChart chart;
        ComparisonChart comparedRuns;
        for (qint64 step = 1; step <= steps; ++step) {
            LossPoint point;
            point.step = step;
            point.training = static_cast<double>(step);
            chart.append(point);
            if (step % 100 == 0) {
                LossPoint measured;
                measured.step = step;
                measured.validation = measured.accuracy = 0.5;
                chart.append(measured);
            }
            comparedRuns.append({{step, {static_cast<double>(step), 1.0}}});
        }
        const std::vector<LossPoint> losses = chart.points();
        QVERIFY2(losses.size() > 4000 && losses.size() < 20000,
                 qPrintable(QString::number(losses.size())));
        QCOMPARE(losses.front().step, 1);
        QCOMPARE(losses.back().step, steps);
        QCOMPARE(std::ranges::count_if(losses,
                                       [](const LossPoint& point) { return point.step == steps; }),
                 2); // the last validation too
        const std::vector<ComparisonPoint>& both = comparedRuns.points();
        QVERIFY2(both.size() > 2000 && both.size() < 20000,
                 qPrintable(QString::number(both.size())));
        QCOMPARE(both.front().step, 1);
        QCOMPARE(both.back().step, steps);
        // Evenly, and no number is made up.
        const qint64 gap = both[1].step - both[0].step;
        for (std::size_t i = 1; i < both.size(); ++i) {
            QCOMPARE(both[i].losses[0], static_cast<double>(both[i].step));
            QVERIFY(i + 1 == both.size() || both[i].step - both[i - 1].step == gap);
        }
        // The one that takes its place draws the same.
        LossChart next;
        next.takeOver(chart);
        QCOMPARE(next.points().size(), losses.size());
        chart.clear();
        QVERIFY(chart.points().empty());
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
        losses.append(course(steps));
        ComparisonChart runs;
        runs.begin({"a", "b"}, 3.7);
        for (int step = 1; step <= steps; ++step)
            runs.append({{step, {3.0, 3.0}}});
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

    void lossChart_reachesTheRandomGuessAndReadsOffSteps() {
        LossChart chart;
        chart.resize(640, 260);
        chart.show();
        chart.setRandomLoss(std::log(40.0));
        chart.append(course(1000));
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
        chart.append(course(1000));
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
        chart.append(course(3000));
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
        chart.append(course(1000));
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
        chart.append(course(400));
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
