// SPDX-License-Identifier: GPL-3.0-or-later
// The stage on screens of which several pixels, and parts of one, are a pixel of the window.
#include "tests/ui/small_model.h"
#include "tests/ui/warnings.h"
#include "ui/figure/drawing_view.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/stations.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTest>

#include <cmath>

namespace gf::tst_fractional_scale {

namespace {

/// A pixel that nothing was painted on; empty where there is none.
QString unpainted(QWidget& window) {
    const double ratio = window.devicePixelRatioF();
    QImage screen(static_cast<int>(window.width() * ratio),
                  static_cast<int>(window.height() * ratio), QImage::Format_RGB32);
    screen.setDevicePixelRatio(ratio);
    screen.fill(Qt::magenta);
    window.render(&screen);
    for (int y = 0; y < screen.height(); ++y)
        for (int x = 0; x < screen.width(); ++x)
            if (screen.pixel(x, y) == qRgb(255, 0, 255))
                return QStringLiteral("column %1, row %2").arg(x).arg(y);
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

    void drawings_leaveNoPixelUnpainted_data() {
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
    void drawings_leaveNoPixelUnpainted() {
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
            for (const auto* drawing : stage.findChildren<DrawingView*>())
                views += drawing->isVisible();
            const QString place = unpainted(window);
            QVERIFY2(place.isEmpty(), qPrintable(place));
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
