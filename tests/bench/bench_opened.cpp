// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes until a model of others is seen, and how much memory.
//
//     bench_opened FOLDER [words] [times]
//
// A Session without a window opens the folder as the program does; this time goes from the call to
// the first picture, which is of a short sentence. Then the example has so many words (60 unless
// said otherwise, numbers of tokens where there is no tokenizer) and, so often, one of them is
// another: this time goes from the intent to the news of the picture. Each change comes while the
// model still writes on from the one before, as it does where a person types.
#include "app/session/session.h"
#include "core/platform/memory.h"
#include "tests/app/hear.h"
#include "tests/bench/small_run.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace gf;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// So many words, of which that at `place` says which change it is.
QString exampleOf(bool words, int count, int place, int change) {
    QStringList all;
    for (int i = 0; i < count; ++i) {
        const int number = i == place ? 1000 + change : 10 + i;
        all += words ? QString(QChar('a' + number % 26)) : QString::number(number);
    }
    return all.join(' ');
}

double megabytesOfWeights(const Graph& graph) {
    Index count = 0;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Parameter)
            count += node.shape.count();
    return static_cast<double>(count) * sizeof(float) / (1 << 20);
}

double residentMegabytes() {
    return static_cast<double>(residentKilobytes()) / 1024;
}

} // namespace

int main(int argc, char** argv) {
    keepFreedMemory(); // as the program does
    const QCoreApplication application(argc, argv);
    if (argc < 2) {
        std::puts("bench_opened FOLDER [words] [times]: seconds until a model is seen");
        return 0;
    }
    const int words = argc > 2 ? std::max(2, atoi(argv[2])) : 60;
    const int times = argc > 3 ? std::max(1, atoi(argv[3])) : 9;

    Session session;
    Intents intents;
    session.serve(&intents);
    std::shared_ptr<const Trace> trace;
    test::hear<news::Traced>(session, &session, [&](const auto& newest) { trace = newest; });
    test::hear<ExampleProblems>(session, &session, [&](const ExampleProblems& problems) {
        if (!problems.source.isEmpty() || !problems.target.isEmpty())
            qFatal("the model does not read the example");
    });
    test::hear<news::Failure>(session, &session,
                              [](const QString& what) { qFatal("%s", qPrintable(what)); });
    RunInfo run;
    test::hear<RunInfo>(session, &session, [&](const RunInfo& newest) { run = newest; });
    const auto await = [&] {
        const std::shared_ptr<const Trace> before = trace;
        while (trace == before)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    };

    const auto opened = Clock::now();
    session.openModel(QString::fromLocal8Bit(argv[1]));
    await();
    std::printf("opened and seen after %.2f s, %.0f MiB resident, of which %.0f are weights\n",
                secondsSince(opened), residentMegabytes(), megabytesOfWeights(*trace->graph));
    std::fflush(stdout);

    const bool hasWords = trace->sourceVocabulary || trace->targetVocabulary;
    std::vector<double> seconds;
    for (int change = 0; change <= times; ++change) { // the first compiles for the new length
        const QString text = exampleOf(hasWords, words, words / 2, change);
        const auto start = Clock::now();
        intents.send(run.hasSource ? intent::SetExample{text, {}, 0, false}
                                   : intent::SetExample{{}, text, 0, true});
        await();
        seconds.push_back(secondsSince(start));
    }
    const auto tokens = std::max(trace->sourceTokens.size(), trace->targetTokens.size());
    std::sort(seconds.begin() + 1, seconds.end());
    std::printf("%zu tokens: another example after %.3f s; a changed word after %.3f s (median of "
                "%d, %.3f to %.3f); %.0f MiB resident\n",
                tokens, seconds.front(), seconds[1 + static_cast<std::size_t>(times) / 2], times,
                seconds[1], seconds.back(), residentMegabytes());
    return 0;
}
