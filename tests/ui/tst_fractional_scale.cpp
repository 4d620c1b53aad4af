// SPDX-License-Identifier: GPL-3.0-or-later
// The stage on screens of which several pixels, and parts of one, are a pixel of the window.
#include "tests/ui/small_model.h"
#include "tests/ui/warnings.h"
#include "ui/figure/drawing_view.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/stations.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QScreen>
#include <QTest>

#include <cmath>

namespace gf::tst_fractional_scale {

namespace {

constexpr int darkest = 90; ///< grey of the ground in the light theme is far above

/// The first column or row of pixels at the right or the lower edge of a view that is dark from end
/// to end; empty where there is none.
QString lineAtTheEdge(const DrawingView& view, const QWidget& window, const QImage& screen) {
    const double ratio = window.devicePixelRatioF();
    const QRectF place(QPointF(view.mapTo(&window, QPoint())) * ratio, QSizeF(view.size()) * ratio);
    const QRect pixels = place.toAlignedRect().adjusted(-1, -1, 1, 1).intersected(screen.rect());
    const auto isDark = [&](bool column, int at) {
        const int from = column ? pixels.top() : pixels.left();
        const int to = column ? pixels.bottom() : pixels.right();
        int dark = 0;
        for (int i = from; i <= to; ++i)
            dark += qGray(column ? screen.pixel(at, i) : screen.pixel(i, at)) < darkest;
        return 2 * dark > to - from;
    };
    constexpr int reach = 3; ///< pixels inwards; a view keeps more than that free around its cells
    for (int i = 0; i < reach; ++i) {
        if (isDark(true, pixels.right() - i))
            return QStringLiteral("column %1").arg(pixels.right() - i);
        if (isDark(false, pixels.bottom() - i))
            return QStringLiteral("row %1").arg(pixels.bottom() - i);
    }
    return {};
}

} // namespace

class TestFractionalScale : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        failOnQtWarnings();
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void drawings_endInNoStrayLine_data() {
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("view");
        for (const char* step : {"encoder.0.self_attn.masked", "encoder.0.self_attn.weights",
                                 "encoder.0.self_attn.heads", "encoder.0.ffn.hidden"})
            QTest::newRow(step) << step << matricesView;
        QTest::newRow("heads of all layers") << "encoder.0.self_attn.weights"
                                             << "heads";
        QTest::newRow("what each head adds") << "encoder.0.self_attn.output"
                                             << "contributions";
    }
    void drawings_endInNoStrayLine() {
        QFETCH(const QString, step);
        QFETCH(const QString, view);
        FocusModel focus;
        QWidget window;
        StageWidget stage(&focus, &window);
        stage.move(3, 5);
        stage.setTrace(traceOf(Architecture::EncoderDecoder));
        Focus there;
        there.step = step;
        there.view = view;
        focus.set(there);
        QVERIFY(std::fmod(window.devicePixelRatioF(), 1) != 0);
        window.show();
        int views = 0;
        for (const QSize& size : {QSize(700, 480), QSize(701, 483), QSize(647, 511)}) {
            window.resize(size + QSize(8, 8));
            stage.resize(size);
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            QCoreApplication::processEvents();
            const QImage screen = window.screen()->grabWindow(window.winId()).toImage();
            for (const auto* drawing : stage.findChildren<DrawingView*>())
                if (drawing->isVisible()) {
                    ++views;
                    const QString line = lineAtTheEdge(*drawing, window, screen);
                    QVERIFY2(line.isEmpty(), qPrintable(line));
                }
        }
        QVERIFY(views >= 3);
    }
};

} // namespace gf::tst_fractional_scale

int tst_fractional_scale(int argc, char** argv) {
    int failed = 0;
    for (const char* scale : {"1.1", "1.25", "1.5", "1.75"}) {
        qputenv("QT_SCALE_FACTOR", scale); // read when the application is made
        QApplication application(argc, argv);
        gf::tst_fractional_scale::TestFractionalScale test;
        failed += QTest::qExec(&test, argc, argv);
    }
    return failed;
}
#include "tst_fractional_scale.moc"
