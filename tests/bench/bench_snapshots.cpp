// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs the training that somebody looks at it.
//
//     bench_snapshots [seconds]
//
// The default date model trains in a Session without a window. In turn, for a second each, every
// picture is taken as soon as it is there, as a window does, or none is taken, and then none is
// made. Compared are the steps per second of neighbouring turns.
#include "app/session/session.h"
#include "core/platform/memory.h"
#include "tests/app/hear.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

using namespace gf;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double turn = 1; ///< seconds

/// The last word of the session, and when it came.
struct Word {
    qint64 step = 0;
    int number = 0;
    Clock::time_point when;
};

/// Hears a word that was spoken after this call: the next but one.
Word fresh(const Word& last) {
    for (const int before = last.number; last.number < before + 2;)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return last;
}

double stepsPerSecond(const Word& last, bool looking) {
    const Word from = fresh(last);
    const auto until = Clock::now() + std::chrono::duration<double>(turn);
    if (looking)
        while (Clock::now() < until)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    else
        std::this_thread::sleep_until(until);
    const Word to = fresh(last);
    return static_cast<double>(to.step - from.step) /
           std::chrono::duration<double>(to.when - from.when).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv) {
    keepFreedMemory(); // as the program does
    const QCoreApplication application(argc, argv);
    const double seconds = argc > 1 ? std::max(4.0, atof(argv[1])) : 30;
    Session session;
    Intents intents;
    session.serve(&intents);
    Word last;
    int pictures = 0;
    test::hear<TrainingStatus>(session, &session, [&](const TrainingStatus& status) {
        last = {status.step, last.number + 1, Clock::now()};
        if (!status.running)
            intents.send(intent::Train{}); // also when the run has done the steps of its task
    });
    test::hear<news::Traced>(session, &session, [&] { ++pictures; });
    session.startShowcase();
    for (int i = 0; i < 20; ++i)
        fresh(last); // caches are warm, the speed is known

    std::vector<double> with, without, cost;
    pictures = 0;
    for (int i = 0; i < static_cast<int>(seconds / turn / 2); ++i) {
        with.push_back(stepsPerSecond(last, true));
        without.push_back(stepsPerSecond(last, false));
        cost.push_back(1 - with.back() / without.back());
    }
    std::printf("steps per second: %.1f looked at, %.1f not\n", median(with), median(without));
    std::printf("pictures per second while looked at: about %.0f\n",
                pictures / turn / static_cast<double>(with.size()));
    std::printf("cost of looking: median %.1f %%, from %.1f to %.1f %%\n", 100 * median(cost),
                100 * *std::ranges::min_element(cost), 100 * *std::ranges::max_element(cost));
    return 0;
}
