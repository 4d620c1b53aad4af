// SPDX-License-Identifier: GPL-3.0-or-later
// Every lab in a window with an engine behind it: it answers, and a screen reader hears what is
// seen.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/measure/labs.h"
#include "tests/app/hear.h"
#include "tests/app/requests.h"
#include "ui/labs/labs.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/window/main_window.h"

#include <QRegularExpression>
#include <QSettings>
#include <QTest>
#include <QToolButton>

namespace gf::tst_lab_window {

namespace {

constexpr int patience = 120000; ///< milliseconds; sanitizers are slow

/// A sentence that waits for the engine.
bool waits(const QString& said) {
    return said.contains("being measured") || said.contains("not been measured");
}

} // namespace

class TestLabWindow : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().clear(); }

    void everyLab_answersAndIsHeard_data() {
        QTest::addColumn<QString>("task");
        for (const char* task : {"copy"})
            QTest::newRow(task) << task;
    }

    /// What takes long is asked for as little as there may be of it.
    void everyLab_answersAndIsHeard() {
        QFETCH(const QString, task);
        Session session;
        WindowHost host(session, Language::English);
        MainWindow& window = host.window();
        window.resize(1024, 640);
        window.show();
        ModelRequest request = test::proposedBy(session.modelForm(), task);
        request.model.insert({{"d_model", 16}, {"heads", 2}, {"d_ff", 16}, {"layers", 1}});
        auto* stage = window.findChild<StageWidget*>();
        stage->settings()->setForStations({{"length.steps", 1}, {"ablation.examples", 1}});
        window.intents()->send(intent::NewModel{request});
        window.intents()->send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(
            stage->trace() && stage->trace()->model.starts_with(task.toStdString()), patience);
        int answered = 0;
        for (const LabPage& page : labPages()) {
            const QString name = QLatin1String(page.drawing.id);
            window.openLab(name);
            const auto* view = stage->stationView();
            QVERIFY2(view, page.drawing.id);
            const auto heard = [&] { return view->accessibleDescription(); };
            const auto said = [&] {
                return const_cast<StationView*>(view)->picture().said.join(' ');
            };
            const auto start = [&] {
                return window.findChild<QToolButton*>(QStringLiteral("startLab"));
            };
            if (obstacleTo(page, *stage->trace())) {
                QVERIFY2(!said().isEmpty(), page.drawing.id);
                continue;
            }
            if (waits(said()) && !page.standsAlone) {
                QTRY_VERIFY2_WITH_TIMEOUT(start() || !waits(said()), page.drawing.id, patience);
                if (start())
                    start()->click();
                QTRY_VERIFY2_WITH_TIMEOUT(!waits(said()), qPrintable(name + ": " + said()),
                                          patience);
            }
            QTRY_VERIFY2(heard().contains(said()), qPrintable(name + ": " + heard()));
            QVERIFY2(heard().contains(QRegularExpression("[0-9]")),
                     qPrintable(name + ": " + heard()));
            ++answered;
        }
        QVERIFY(answered >= 6);
    }
};

} // namespace gf::tst_lab_window

#include "tests/entry.h"
GF_TEST(tst_lab_window, TestLabWindow)
#include "tst_lab_window.moc"
