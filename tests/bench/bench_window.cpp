// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the window answers while a model trains at full speed beside it.
//
//     bench_window [--backend ID] [seconds] [length] [change]
//     bench_window [--backend ID] [seconds] FOLDER
//
// with a display, or QT_QPA_PLATFORM=offscreen. What trains is the processor unless ID ("opencl:0")
// is given.
//
// `length` is that of the example, in tokens: 16 as in `bench` unless another one is given. With a
// `change` (norm, mechanisms …) it is the model that reads dates, compared with its compared runs
// meanwhile.
//
// A clock in a thread of its own asks for an input every 20 ms: a step of the walk, a pointer over
// another cell, another size of the window. The time of an answer goes from the moment at which the
// input was due to the end of the painting that followed it, so it counts whatever kept the event
// loop busy; beside it stands how long the window's thread worked on it itself, which other
// programs on the machine do not lengthen. Later the numbers in the cells are shown ("N"). With the
// FOLDER of a real model nothing trains: when its first picture was painted is said, and at last
// the grid of all heads stands on the stage ("heads"), with the pointer over its heads, and another
// head or layer every third time. Then the window is idle and paused, and the processor time that
// it takes is measured.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/platform/memory.h"
#include "tests/app/hear.h"
#include "tests/bench/small_run.h"
#include "ui/compare/compare_control.h"
#include "ui/compare/comparison_chart.h"
#include "ui/controls/commands.h"
#include "ui/figure/heatmap_view.h"
#include "ui/stage/stage_canvas.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <map>
#include <optional>
#include <thread>
#include <vector>

using namespace gf;

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto inputEvery = std::chrono::milliseconds(20);

double milliseconds(Clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

/// Milliseconds of processor time of the calling thread.
double workedByThread() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Asks for an input; carries when it was due.
class Due : public QEvent {
public:
    static constexpr Type type = User;
    explicit Due(Clock::time_point time) : QEvent(type), when(time) {}
    Clock::time_point when;
};

/// Of an object, with the part of the program that it is in.
std::string nameOf(const QObject* object) {
    const std::string own = object->metaObject()->className();
    for (const QObject* in = object->parent(); in; in = in->parent())
        if (const std::string outer = in->metaObject()->className(); outer.rfind("gf::", 0) == 0)
            return own + " in " + outer;
    return own;
}

/// Sees when the window has been painted.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    const QObject* window = nullptr; ///< whose painting counts
    std::function<void()> painted;

    /// How long the event loop was kept by one kind of event.
    struct Kept {
        int count = 0;
        double total = 0;     ///< milliseconds
        double processor = 0; ///< of these, what this thread worked itself
        double longest = 0;
    };

    bool notify(QObject* receiver, QEvent* event) override {
        if (QThread::currentThread() != thread())
            return QApplication::notify(receiver, event);
        const QEvent::Type type = event->type();
        const std::string name = nameOf(receiver);
        const bool outermost = m_depth++ == 0;
        const auto start = Clock::now();
        const double worked = workedByThread();
        const bool result = QApplication::notify(receiver, event);
        --m_depth;
        if (outermost) {
            const double took = milliseconds(Clock::now() - start);
            Kept& kept = m_kept[{name, type}];
            ++kept.count;
            kept.total += took;
            kept.processor += workedByThread() - worked;
            kept.longest = std::max(kept.longest, took);
        }
        if (type == QEvent::UpdateRequest && receiver == window && painted)
            painted();
        return result;
    }

    void forget() { m_kept.clear(); }
    const std::map<std::pair<std::string, int>, Kept>& kept() const { return m_kept; }

private:
    int m_depth = 0;
    std::map<std::pair<std::string, int>, Kept> m_kept;
};

/// Does the inputs one after another and keeps how long each took to be answered.
class Hand : public QObject {
public:
    explicit Hand(MainWindow& window) : m_window(window) {
        for (const Step& step : window.steps().walk(false))
            if (m_first.isEmpty() && step.step.endsWith(QLatin1String(".self_attn.q")))
                m_first = step.step.chopped(1);
    }

    bool event(QEvent* event) override {
        if (event->type() != Due::type)
            return QObject::event(event);
        // One at a time: a person does not type into a window that has not answered.
        if (!m_due) {
            m_due = static_cast<Due*>(event)->when;
            m_workedBefore = workedByThread();
            act();
        }
        return true;
    }

    void painted() {
        if (!m_due)
            return;
        const double took = milliseconds(Clock::now() - *m_due);
        m_times[m_kind].push_back(took);
        const double worked = workedByThread() - m_workedBefore;
        m_worked[m_kind].push_back(worked);
        m_slowest.emplace(worked, m_kind + " at " + m_window.focus()->focus().step.toStdString());
        if (m_slowest.size() > 8)
            m_slowest.erase(m_slowest.begin());
        m_due.reset();
    }

    /// Stays at all heads from now on, and names what follows accordingly.
    void showHeads() {
        m_heads = true;
        m_with = " heads";
        m_window.focus()->setStep(m_first + QStringLiteral("weights"));
        m_window.focus()->setView(QStringLiteral("head-grid"));
    }

    /// Shows the numbers in the cells from now on or no more, and names what follows accordingly.
    void showNumbers(bool shown) {
        m_window.perform(Command::Numbers, shown);
        m_with = shown ? " N" : "";
    }

    const std::map<std::string, std::vector<double>>& times() const { return m_times; }
    const std::map<std::string, std::vector<double>>& worked() const { return m_worked; }
    const std::multimap<double, std::string>& slowest() const { return m_slowest; }

private:
    void act() {
        const int turn = m_turn++;
        if (turn % 25 == 24) {
            m_kind = "resize";
            m_window.resize(turn % 2 ? 1440 : 1280, turn % 2 ? 900 : 800);
        } else if (turn % 3 == 0) {
            m_kind = "step";
            if (m_heads) {
                m_window.perform(turn % 2 ? Command::NextHead : Command::NextLayer, false);
                if (turn % 240 == 0)
                    m_window.focus()->setStep(m_first + QStringLiteral("weights"));
            } else {
                if (turn % 240 == 0)
                    m_window.focus()->setStep(m_first + QLatin1Char('q'));
                m_window.perform(Command::NextStep, false);
            }
        } else if (m_heads) {
            m_kind = "pointer";
            auto* view =
                const_cast<StationView*>(m_window.findChild<StageWidget*>()->stationView());
            QTest::mouseMove(
                view, {view->width() * (turn % 11 + 1) / 24, view->height() * (turn % 7 + 1) / 10});
        } else {
            m_kind = "hover";
            m_window.focus()->hover(turn % 7, turn % 5);
        }
        m_kind += m_with;
        m_window.update(0, 0, 1, 1); // something is painted even where nothing changed
    }

    MainWindow& m_window;
    QString m_first; ///< attention: "decoder.0.self_attn."
    bool m_heads = false;
    int m_turn = 0;
    std::string m_kind;
    std::string m_with; ///< what is switched on
    std::optional<Clock::time_point> m_due;
    double m_workedBefore = 0;
    std::map<std::string, std::vector<double>> m_times;
    std::map<std::string, std::vector<double>> m_worked;
    std::multimap<double, std::string> m_slowest;
};

double at(std::vector<double> times, double share) {
    if (times.empty())
        return 0;
    std::sort(times.begin(), times.end());
    return times[std::min(times.size() - 1,
                          static_cast<std::size_t>(share * static_cast<double>(times.size())))];
}

void wait(int milliseconds) {
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Opens a real model, waits until it is seen and says when that was.
void openFolder(Session& session, MainWindow& window, TimedApplication& application,
                const QString& folder, Clock::time_point begun) {
    const auto* stage = window.findChild<StageWidget*>();
    QEventLoop loop;
    application.window = &window;
    application.painted = [&] {
        if (stage->trace())
            loop.quit();
    };
    session.openModel(folder);
    loop.exec();
    std::printf("first picture: %.0f ms after the program began\n",
                milliseconds(Clock::now() - begun));
    application.painted = {};
}

} // namespace

int main(int argc, char** argv) {
    const auto begun = Clock::now();
    keepFreedMemory();          // as the program does
    const QTemporaryDir folder; // no settings of the person's are read, and none are left behind
    qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
    TimedApplication application(argc, argv);
    applyTheme(application, ThemeChoice::Light);
    QStringList arguments = QApplication::arguments().mid(1);
    QString backend = QStringLiteral("cpu");
    if (const auto at = arguments.indexOf(QStringLiteral("--backend")); at >= 0) {
        backend = arguments.value(at + 1);
        arguments.remove(at, std::min<qsizetype>(2, arguments.size() - at));
    }
    const double seconds = arguments.value(0, QStringLiteral("15")).toDouble();
    const QString model = QFileInfo(arguments.value(1)).isDir() ? arguments.value(1) : QString();
    const int length = std::clamp(arguments.value(1, QStringLiteral("16")).toInt(), 2, 8192);
    const QString change = arguments.value(2);

    Session session;
    MainWindow window;
    window.setModelForm(session.modelForm());
    connectWindow(session, window);
    test::hear<news::Failure>(session, &window,
                              [](const QString& what) { qFatal("%s", qPrintable(what)); });
    window.show();
    if (!model.isEmpty())
        openFolder(session, window, application, model, begun);
    else if (!change.isEmpty())
        session.startShowcase();
    else
        startSmallest(session, window, folder, length);
    window.intents()->send(intent::SetBackend{backend});
    while (model.isEmpty() && window.trainedSteps() < (length > 64 ? 2 : 20))
        wait(20);

    if (!change.isEmpty()) {
        window.intents()->send(intent::Compare{change, 1});
        const auto& metrics = window.compare()->lossChart()->metrics();
        while (metrics.size() < 2 || metrics.back()->losses().size() < 20)
            wait(20);
    }

    Hand hand(window);
    application.window = &window;
    application.painted = [&hand] { hand.painted(); };
    std::atomic<bool> ending = false;
    std::thread clock([&] {
        for (auto next = Clock::now(); !ending; next += inputEvery) {
            std::this_thread::sleep_until(next);
            QCoreApplication::postEvent(&hand, new Due(next));
        }
    });
    application.forget();
    const qint64 before = window.trainedSteps();
    const auto start = Clock::now();
    const int part = static_cast<int>(seconds * 1000) / (model.isEmpty() ? 2 : 3);
    wait(part);
    hand.showNumbers(true);
    wait(part);
    if (!model.isEmpty()) {
        hand.showNumbers(false);
        hand.showHeads();
        wait(part);
    }
    const double passed = milliseconds(Clock::now() - start) / 1000;
    const double rate = static_cast<double>(window.trainedSteps() - before) / passed;
    ending = true;
    clock.join();
    application.painted = {};

    std::printf("%-8s %8s %10s %10s %10s %12s %10s %10s\n", "input", "count", "median ms",
                "99 % ms", "worst ms", "worked: med.", "99 % ms", "worst ms");
    std::vector<double> all;
    std::vector<double> allWorked;
    const auto print = [](const std::string& name, const std::vector<double>& times,
                          const std::vector<double>& worked) {
        std::printf("%-8s %8zu %10.2f %10.2f %10.2f %12.2f %10.2f %10.2f\n", name.c_str(),
                    times.size(), at(times, 0.5), at(times, 0.99), at(times, 1), at(worked, 0.5),
                    at(worked, 0.99), at(worked, 1));
    };
    for (const auto& [kind, times] : hand.times()) {
        const std::vector<double>& worked = hand.worked().at(kind);
        print(kind, times, worked);
        all.insert(all.end(), times.begin(), times.end());
        allWorked.insert(allWorked.end(), worked.begin(), worked.end());
    }
    print("all", all, allWorked);
    for (const auto& [worked, what] : hand.slowest())
        std::printf("%10.2f ms worked: %s\n", worked, what.c_str());
    std::printf("\n%-44s %8s %10s %10s %10s\n", "what kept the event loop", "count", "mean ms",
                "worked ms", "worst ms");
    for (const auto& [kind, kept] : application.kept())
        if (kept.longest > 2)
            std::printf("%-44s %8d %10.2f %10.2f %10.2f\n",
                        (kind.first + ", event " + std::to_string(kind.second)).c_str(), kept.count,
                        kept.total / kept.count, kept.processor / kept.count, kept.longest);
    if (model.isEmpty())
        std::printf("training beside it: %.0f steps per second\n", rate);

    window.intents()->send(intent::Pause{});
    wait(1500);
    const std::clock_t idle = std::clock();
    wait(3000);
    std::printf("paused, nothing touched: %.1f %% of a processor\n",
                100.0 * static_cast<double>(std::clock() - idle) / CLOCKS_PER_SEC / 3);
    std::printf("resident memory: %.0f MB\n", static_cast<double>(residentKilobytes()) / 1024);
    return 0;
}
