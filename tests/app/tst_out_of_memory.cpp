// SPDX-License-Identifier: GPL-3.0-or-later
// What happens when memory runs out, at every place at which it can: the run keeps the numbers that
// it had, and the person is told.
#include "app/session/comparison/compared_runs.h"
#include "app/session/history/run_history.h"
#include "app/session/history/walking.h"
#include "app/session/worker.h"
#include "tests/app/requests.h"
#include "tests/app/watched_session.h"

#include <QTest>

#include <cstdlib>
#include <cstring>
#include <future>
#include <new>

namespace {

// Of the thread that sets them.
thread_local long allocationsLeft = -1; ///< until one fails, and only that one; -1: none does
thread_local bool everyOneFails = false;

void* allocated(std::size_t size, std::size_t alignment) {
    if (everyOneFails || allocationsLeft == 0) {
        allocationsLeft = -1;
        throw std::bad_alloc();
    }
    if (allocationsLeft > 0)
        --allocationsLeft;
    const std::size_t whole =
        (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
    if (void* memory = std::aligned_alloc(alignment, whole))
        return memory;
    throw std::bad_alloc();
}

} // namespace

void* operator new(std::size_t size) {
    return allocated(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocated(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return ::operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace gf::tst_out_of_memory {

namespace {

ModelConfig smallModel() {
    return test::smallCopyModel(8);
}

TaskRequest copying() {
    return taskNamed("copy");
}

std::unique_ptr<LiveRun> newRun() {
    return std::make_unique<LiveRun>("cpu", copying(), smallModel(), test::longTraining());
}

/// All that says where a run is.
struct State {
    explicit State(const LiveRun& run)
        : numbers(run.numbers().begin(), run.numbers().end()), steps(run.stepsDone()),
          batch(run.description().train.batch), backend(run.backendName()),
          changes(run.interventions().list()) {}

    friend bool operator==(const State& a, const State& b) {
        return a.numbers.size() == b.numbers.size() &&
               std::memcmp(a.numbers.data(), b.numbers.data(), a.numbers.size() * sizeof(float)) ==
                   0 &&
               a.steps == b.steps && a.batch == b.batch && a.backend == b.backend &&
               a.changes == b.changes;
    }

    std::vector<float> numbers;
    Index steps;
    Index batch;
    std::string backend;
    std::vector<Intervention> changes;
};

/// Does `work` again and again, each time with a later allocation that fails, until none does.
/// After each that failed `isIntact` must hold. How often it failed.
template <class Work, class Check> int withEachAllocation(Work work, Check isIntact) {
    int failures = 0;
    for (long allowed = 0;; allowed += 1 + allowed / 16) {
        allocationsLeft = allowed;
        try {
            work();
            const bool failed = allocationsLeft < 0; // and somebody got over it
            allocationsLeft = -1;
            if (!failed)
                return failures;
        } catch (const std::bad_alloc&) {
            ++failures;
        }
        if (!isIntact())
            return -1;
    }
}

Intervention muted() {
    return {"encoder.0.self_attn.heads", {.kind = Edit::Kind::Multiply, .value = 0}};
}

} // namespace

class TestOutOfMemory : public QObject {
    Q_OBJECT

private slots:
    /// The run goes on as one that nothing ever happened to.
    void failedSettings_changeNothing() {
        const auto run = newRun();
        const auto untouched = newRun();
        for (LiveRun* one : {run.get(), untouched.get()})
            for (int i = 0; i < 3; ++i)
                one->step();
        const State before(*run);
        const auto isIntact = [&] { return State(*run) == before; };
        QVERIFY(withEachAllocation(
                    [&] {
                        run->setBatchSize(3);
                        run->setBatchSize(4);
                    },
                    [&] {
                        run->description().train.batch == 3 ? run->setBatchSize(4) : void();
                        return isIntact();
                    }) > 20);
        QVERIFY(withEachAllocation([&] { run->setBackend("cpu"); }, isIntact) > 20);
        QVERIFY(withEachAllocation(
                    [&] { run->intervene([](Interventions& held) { held.add({{muted()}}); }); },
                    isIntact) > 20);
        run->intervene([](Interventions& held) { held.clear(); });
        for (int i = 0; i < 3; ++i)
            QCOMPARE(run->step().loss, untouched->step().loss);
        QVERIFY(State(*run).numbers == State(*untouched).numbers);
    }

    void checkpointDifference_leavesTheRunWhereItIs() {
        const auto run = newRun();
        RunHistory time;
        time.begin(run.get());
        for (int i = 0; i < 6; ++i)
            time.afterStep(run->step().loss);
        time.lookAt(0);
        time.setPin(0, true);
        time.backToNow();
        time.setPin(1, true);
        time.showDifference(true);
        run->step(); // what is there now is none of the two, and nothing that is remembered
        const State before(*run);
        const Example example = run->example();
        const auto look = [&] {
            run->setExample({"ab", "ab", 0}); // both have to be compiled anew
            run->setExample(example);
            time.trace();
        };
        QVERIFY(withEachAllocation(look, [&] { return State(*run) == before; }) > 20);
        QVERIFY(State(*run) == before);
    }

    void runHistory_isAtTheStepItReports() {
        const auto run = newRun();
        RunHistory time;
        time.begin(run.get());
        std::vector<State> states{State(*run)};
        for (int i = 0; i < 6; ++i) {
            time.afterStep(run->step().loss);
            states.push_back(State(*run));
        }
        const auto isWhereItSays = [&] {
            const Index shown = time.status().shown.value_or(time.presentStep());
            return State(*run) == states[shown];
        };
        QVERIFY(withEachAllocation([&] { time.lookAt(0); }, isWhereItSays) > 0);
        QVERIFY(isWhereItSays());
        QVERIFY(time.isPast());
        QVERIFY(withEachAllocation([&] { time.setPin(0, true); }, isWhereItSays) >= 0);
        QVERIFY(withEachAllocation(
                    [&] {
                        time.backToNow();
                        time.lookAt(0);
                        time.backToNow();
                    },
                    isWhereItSays) >= 0);
        QVERIFY(isWhereItSays());
        QVERIFY(!time.isPast());
        time.lookAt(0);
        QVERIFY(time.continueHere());
        time.afterStep(run->step().loss);
        const State other(*run);
        const auto isOnOneBranch = [&] {
            return time.status().branch == 1 ? State(*run) == states.back() : State(*run) == other;
        };
        QVERIFY(withEachAllocation([&] { time.returnTo(1); }, isOnOneBranch) >= 0);
        QVERIFY(State(*run) == states.back());
    }

    void walking_leavesTheRunAsItWas() {
        const auto run = newRun();
        run->step();
        const State before(*run);
        const auto isIntact = [&] { return State(*run) == before; };
        Walking walking;
        const auto walk = [&] {
            walking.start(*run, 1, false);
            walking.refresh(*run);
            walking.describe();
            walking.trace();
        };
        QVERIFY(withEachAllocation(walk, isIntact) > 20);
        QVERIFY(isIntact());
    }

    void firstNotFinite_leavesTheRunAsItWas() {
        const auto run = newRun();
        run->step();
        const State before(*run);
        QVERIFY(withEachAllocation([&] { run->trainer().firstNotFinite(); },
                                   [&] { return State(*run) == before; }) > 20);
        QVERIFY(State(*run) == before);
    }

    void comparedRun_staysAsItWas() {
        const auto first = newRun();
        std::vector<std::unique_ptr<LiveRun>> second;
        second.push_back(newRun());
        ComparedRuns comparedRun(*first, std::move(second), {});
        first->step();
        QVERIFY(comparedRun.step());
        const State before(comparedRun.run(0));
        const auto isIntact = [&] { return State(comparedRun.run(0)) == before; };
        QVERIFY(withEachAllocation(
                    [&] {
                        first->setExample({"ab", "ab", 0});
                        comparedRun.news();
                        first->setExample({"abc", "abc", 0});
                        comparedRun.news();
                    },
                    isIntact) > 20);
        QVERIFY(withEachAllocation(
                    [&] {
                        comparedRun.run(0).intervene(
                            [](Interventions& held) { held.add({{muted()}}); });
                    },
                    isIntact) > 20);
        QCOMPARE(comparedRun.run(0).interventions().list().size(), std::size_t{1});
        comparedRun.news();
        first->step();
        QVERIFY(comparedRun.step());
    }

    void worker_reportsOutOfMemoryWithoutMemory() {
        std::promise<void> told;
        Worker worker([&] {
            everyOneFails = false;
            told.set_value();
        });
        worker.writeNumbers("numbers", [](const std::string&) {
            everyOneFails = true;
            throw std::bad_alloc();
        });
        test::awaited(told);
        const Outbox news = worker.take();
        QVERIFY(news.outOfMemory);
        QVERIFY(news.has<TrainingStatus>());
        QVERIFY(!news.find<TrainingStatus>()->running);
    }

    void worker_announcesNewsAgainAfterAFailure() {
        std::promise<void> told;
        int times = 0;
        Worker worker([&] {
            if (++times == 1)
                throw std::bad_alloc();
            if (times == 2)
                told.set_value();
        });
        worker.writeNumbers("numbers", [](const std::string&) {});
        test::awaited(told);
        QCOMPARE(QString(worker.take().find<news::Notice>()->sentence),
                 QStringLiteral("Saved as numbers"));
    }
};

} // namespace gf::tst_out_of_memory

#include "tests/entry.h"
GF_GUILESS_TEST(tst_out_of_memory, TestOutOfMemory)
#include "tst_out_of_memory.moc"
