// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the program's memory stays flat while it trains for long with its window open.
//
//     bench_memory [steps] [MiB]    (with a display; QT_QPA_PLATFORM=offscreen works too)
//
// What the run remembers of itself grows up to the limit that it is given, here 16 MiB unless
// another one is said, and must not grow beyond. It lies in a temporary file.
#include "app/session/window_host.h"
#include "core/platform/memory.h"
#include "tests/app/hear.h"
#include "tests/bench/small_run.h"
#include "ui/controls/commands.h"
#include "ui/time/time_control.h"

#include <QApplication>

#include <cstdio>

using namespace gf;

int main(int argc, char** argv) {
    keepFreedMemory(); // as the program does
    const QApplication application(argc, argv);
    const qint64 steps = argc > 1 ? std::max(100, atoi(argv[1])) : 20000;
    const qint64 limit = argc > 2 ? std::max(1, atoi(argv[2])) : 16;
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());

    Session session;
    MainWindow window;
    window.setModelForm(session.modelForm());
    connectWindow(session, window);
    qint64 remembered = 0;
    test::hear<TimeStatus>(session, &session,
                           [&](const TimeStatus& status) { remembered = status.bytes; });
    test::hear<news::Failure>(session, &session,
                              [](const QString& what) { qFatal("%s", qPrintable(what)); });
    test::hear<TrainingStatus>(session, &session, [&](const TrainingStatus& status) {
        if (status.step > 0 && !status.running)
            window.intents()->send(
                intent::Train{}); // also when the run has done the steps of its task
    });
    window.show();
    startSmallest(session, window, folder, 64);
    window.intents()->send(intent::SetLimit{limit << 20});

    std::printf("%10s %12s %14s\n", "step", "resident MB", "remembered MB");
    for (qint64 next = 0; next <= steps; next += steps / 10) {
        while (window.trainedSteps() < next || window.trainedSteps() < 20) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            if (window.trainedSteps() % 7 == 0)
                window.perform(Command::NextStep, false); // somebody walks while it trains
        }
        std::printf("%10lld %12.1f %14.1f\n", static_cast<long long>(window.trainedSteps()),
                    static_cast<double>(residentKilobytes()) / 1024,
                    static_cast<double>(remembered) / (1 << 20));
    }
    return 0;
}
