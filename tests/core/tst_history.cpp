// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/difference.h"
#include "core/io/safetensors.h"
#include "core/train/history.h"
#include "core/train/history_file.h"
#include "tests/core/errors.h"
#include "tests/core/runs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace gf::tst_history {
namespace {

using namespace gf::test;

double lossAt(Index step) {
    return static_cast<double>(step) / 7;
}

std::vector<float> numbersAt(Index step) {
    return std::vector<float>(64, static_cast<float>(step) + 0.25F);
}

void record(History& history, Index step) {
    history.record(step, lossAt(step), numbersAt(step));
}

/// A limit with room for so many checkpoints of record().
std::size_t roomFor(std::size_t checkpoints) {
    History one;
    record(one, 0);
    return checkpoints * one.checkpointBytes();
}

History trained(std::size_t room, Index steps) {
    History history(roomFor(room));
    for (Index step = 0; step <= steps; ++step)
        if (history.isDue(step) || step == steps)
            record(history, step);
    return history;
}

std::vector<Index> stepsOf(const History& history) {
    std::vector<Index> steps;
    for (const SharedCheckpoint& checkpoint : history.checkpoints())
        steps.push_back(checkpoint->step);
    return steps;
}

class TstHistory : public QObject {
    Q_OBJECT

private slots:
    void shortRun_keepsEveryCheckpoint() {
        const History history = trained(20, 15);
        QCOMPARE(history.checkpoints().size(), 16U);
        for (Index step = 0; step <= 15; ++step)
            QCOMPARE(history.checkpoints()[step]->step, step);
    }

    void longRun_keepsFirstLastAndAnEvenSpread_data() {
        QTest::addColumn<int>("room");
        QTest::addColumn<int>("steps");
        for (const int room : {2, 3, 4, 10, 33, 100})
            for (const int steps : {1, 9, 100, 1017, 20000})
                QTest::addRow("%d of %d", room, steps) << room << steps;
    }
    void longRun_keepsFirstLastAndAnEvenSpread() {
        QFETCH(int, room);
        QFETCH(int, steps);
        const History history = trained(static_cast<std::size_t>(room), steps);
        const std::vector<Index> kept = stepsOf(history);
        QCOMPARE(kept.front(), 0);
        QCOMPARE(kept.back(), steps);
        QVERIFY(history.bytes() <= history.limit());
        QVERIFY(kept.size() <= static_cast<std::size_t>(room));
        if (steps > room)
            QVERIFY2(kept.size() * 2 >= static_cast<std::size_t>(room), "room is left unused");
        // The last gap is still growing; no other is much wider than it would be if all were equal.
        const double even = static_cast<double>(steps) / static_cast<double>(kept.size() - 1);
        for (std::size_t i = 1; i + 1 < kept.size(); ++i)
            QVERIFY2(static_cast<double>(kept[i] - kept[i - 1]) <= 2.5 * even + 1,
                     qPrintable(QString("%1 to %2").arg(kept[i - 1]).arg(kept[i])));
    }

    void bytes_stayWithinTheLimitAtEveryStep() {
        History history(roomFor(7) + 100);
        for (Index step = 0; step < 300; ++step) {
            record(history, step);
            QVERIFY(history.bytes() <= history.limit());
            QCOMPARE(history.checkpointCount(), history.checkpoints().size());
        }
        QCOMPARE(history.checkpoints().size(), 7U);
    }

    void setLimit_thinsAtOnceOrMakesRoom() {
        History history = trained(50, 49);
        history.setLimit(roomFor(10));
        QCOMPARE(history.checkpoints().size(), 10U);
        QCOMPARE(history.checkpoints().front()->step, 0);
        QCOMPARE(history.checkpoints().back()->step, 49);
        history.setLimit(roomFor(40));
        for (Index step = 50; step < 60; ++step)
            record(history, step);
        QCOMPARE(history.checkpoints().size(), 20U);
        history.setLimit(1);
        QVERIFY(history.checkpoints().empty());
        record(history, 60);
        QVERIFY(history.checkpoints().empty());
        QCOMPARE(history.bytes(), 0U);
    }

    void nearest_findsTheCheckpointWithItsExactNumbers() {
        History history = trained(6, 100);
        for (const SharedCheckpoint& checkpoint : history.checkpoints()) {
            QVERIFY(history.nearest(checkpoint->step) == checkpoint);
            QVERIFY(checkpoint->values.isInFile());
            QVERIFY(sameBits(checkpoint->values.read(), numbersAt(checkpoint->step)));
            QCOMPARE(checkpoint->loss, lossAt(checkpoint->step));
        }
        QCOMPARE(history.nearest(-5)->step, 0);
        QCOMPARE(history.nearest(1000)->step, 100);
    }

    void branches_shareCheckpointsAndStayUntilDiscarded() {
        History history = trained(40, 20);
        const SharedCheckpoint common = history.nearest(5);
        const int second = history.fork(8);
        QCOMPARE(history.current(), second);
        QCOMPARE(history.checkpoints().back()->step, 8);
        QVERIFY(history.nearest(5) == common);
        for (Index step = 9; step <= 12; ++step)
            record(history, step);
        QCOMPARE(history.checkpointCount(), 25U); // 21 of the first, 4 of its own
        history.switchTo(1);
        QCOMPARE(history.checkpoints().back()->step, 20);
        history.discard(second);
        QCOMPARE(history.branches().size(), 1U);
        QCOMPARE(history.checkpointCount(), 21U);
        history.discard(history.current()); // never the one that is trained
        QCOMPARE(history.branches().size(), 1U);
    }

    void thinning_keepsPinsAndEndsOfBranches() {
        History history = trained(12, 30);
        history.setPin(0, 7);
        const Index pinned = history.pinned(0)->step;
        history.fork(20);
        for (Index step = 21; step < 5000; ++step)
            record(history, step);
        QVERIFY(history.bytes() <= history.limit());
        QVERIFY(history.nearest(pinned) == history.pinned(0));
        history.switchTo(1);
        QCOMPARE(history.checkpoints().back()->step, 30);
        QVERIFY(history.nearest(pinned) == history.pinned(0));
        history.setPin(0, std::nullopt);
        QVERIFY(!history.pinned(0));
    }

    void history_refusesPinsForksAndLimitsWithoutRoom() {
        History history = trained(4, 30);
        history.fork(10);
        history.setPin(0, 0);
        GF_FAILS(history.setPin(1, 0), "no room for a pinned moment", "MiB");
        GF_FAILS(history.fork(10), "no room for another branch");
        GF_FAILS(history.setLimit(roomFor(2)), "discard some of them");
        QCOMPARE(history.limit(), roomFor(4));
        QCOMPARE(history.branches().size(), 2U);
    }

    void dropAfter_forgetsLaterCheckpointsAndPins() {
        History history = trained(40, 20);
        history.setPin(1, 20);
        history.dropAfter(9);
        QCOMPARE(history.checkpoints().back()->step, 9);
        QVERIFY(!history.pinned(1));
        QCOMPARE(history.checkpointCount(), 10U);
    }

    void restoredCheckpoint_trainsOnToTheSameBits() {
        const auto task = smallTask();
        TrainConfig train = shortTraining();
        train.schedule = ScheduleKind::Noam;
        ModelConfig model = smallModel(*task);
        model.dropout = 0.1;
        const auto trainer = trainerOf(*m_backend, task, model, train);
        History history;
        std::vector<double> losses;
        for (int i = 0; i < 10; ++i) {
            history.record(trainer->stepsDone(), 0, trainer->parameters().flat());
            losses.push_back(trainer->step().loss);
        }
        const std::vector<float> end(trainer->parameters().flat().begin(),
                                     trainer->parameters().flat().end());
        const SharedCheckpoint checkpoint = history.nearest(4);
        std::ranges::copy(checkpoint->values.read(), trainer->parameters().writableFlat().begin());
        trainer->setStepsDone(checkpoint->step);
        for (std::size_t i = 4; i < 10; ++i)
            QCOMPARE(trainer->step().loss, losses[i]);
        QVERIFY(sameBits(trainer->parameters().flat(), end));
    }

    void aDifferenceOfOneMoment_hasNoCopyOfTheWeights() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        Probe probe(*m_backend, trainer->modelConfig(), trainer->parameters(),
                    {.source = {5, 6}, .target = {6, 5}}, vocabulariesOf(task), "test");
        const auto before = probe.run(0);
        const auto difference = differenceOf(before, probe.run(0));
        const auto zeros = difference->find("output.weight")->values();
        for (const Node& node : difference->graph->nodes())
            if (node.role == Role::Parameter) {
                const Tensor& value = difference->value(node.id);
                QCOMPARE(value.shape(), node.shape);
                QCOMPARE(value.values().data(), zeros.data());
                QVERIFY(std::ranges::all_of(value.values(), [](float v) { return v == 0; }));
            }
    }

    void difference_isCellByCellAndExplainsItself() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        Probe probe(*m_backend, trainer->modelConfig(), trainer->parameters(),
                    {.source = {5, 6}, .target = {6, 5}}, vocabulariesOf(task), "test");
        const auto before = probe.run(0);
        trainer->step();
        const auto after = probe.run(1);
        const auto difference = differenceOf(before, after);
        QVERIFY(difference->isDifference());
        const auto reader = difference->reader();
        for (const Node& node : difference->graph->nodes()) {
            const Tensor& value = difference->value(node.id);
            for (Index i = 0; i < value.count(); ++i) {
                const float b = after->value(node.id)[i];
                const bool kept = node.role == Role::Input || std::isinf(b);
                QCOMPARE(value[i], kept ? b : b - before->value(node.id)[i]);
            }
        }
        const NodeId weights = difference->graph->find("decoder.0.self_attn.weights");
        const Cell cell{{1, 2, 1, 0}};
        const Explanation why = difference->explain(weights, cell);
        QVERIFY(std::abs(evaluate(why, reader).back() -
                         double(difference->value(weights).at(cell))) < 1e-7);
        const NodeId masked = difference->graph->find("decoder.0.self_attn.masked");
        QVERIFY(difference->explain(masked, Cell{{0, 0, 1, 0}}).hidden == Hidden::Causal);
    }

    void readHistory_givesWhatWasWritten() {
        const auto [history, run, trainer] = savable();
        const QString path = m_folder.filePath("a.history.safetensors");
        writeHistory(path.toStdString(), run, history);
        History again;
        again.restore(readHistory(path.toStdString(), run, trainer->parameters().flat()));
        QCOMPARE(again.current(), history.current());
        QCOMPARE(again.branches().size(), history.branches().size());
        QCOMPARE(again.checkpointCount(), history.checkpointCount());
        for (std::size_t b = 0; b < history.branches().size(); ++b) {
            const auto& mine = history.branches()[b];
            const auto& its = again.branches()[b];
            QCOMPARE(its.fork, mine.fork);
            QCOMPARE(its.parent, mine.parent);
            QCOMPARE(its.checkpoints.size(), mine.checkpoints.size());
            for (std::size_t i = 0; i < mine.checkpoints.size(); ++i) {
                QCOMPARE(its.checkpoints[i]->step, mine.checkpoints[i]->step);
                QCOMPARE(static_cast<float>(its.checkpoints[i]->loss),
                         static_cast<float>(mine.checkpoints[i]->loss));
                QVERIFY(sameBits(its.checkpoints[i]->values.read(),
                                 mine.checkpoints[i]->values.read()));
            }
        }
        QVERIFY(again.fork(again.checkpoints().front()->step) > history.current());
    }

    void restore_takesAsManyCheckpointsAsFit() {
        const auto [history, run, trainer] = savable();
        const QString path = m_folder.filePath("b.history.safetensors");
        writeHistory(path.toStdString(), run, history);
        History small(3 * history.checkpointBytes());
        small.restore(readHistory(path.toStdString(), run, trainer->parameters().flat()));
        QVERIFY(small.bytes() <= small.limit());
        QCOMPARE(small.current(), history.current());
        QCOMPARE(small.checkpoints().back()->step, history.checkpoints().back()->step);
    }

    void readHistory_refusesDamagedOrForeignFiles() {
        const auto [history, run, trainer] = savable();
        const Parameters& now = trainer->parameters();
        const std::string path = m_folder.filePath("c.history.safetensors").toStdString();
        writeHistory(path, run, history);
        const Safetensors good = readSafetensors(path);
        const auto refuses = [&](auto change, const char* what) {
            Safetensors bad = good;
            change(bad);
            writeSafetensors(path, bad);
            const std::string message = errorOf([&] { readHistory(path, run, now.flat()); });
            QVERIFY2(says(message, what, "c.history.safetensors"),
                     (what + (": " + message)).c_str());
        };
        refuses([](auto& f) { f.metadata.erase("branches"); }, "lack");
        refuses([](auto& f) { f.metadata["history_version"] = "9"; }, "version");
        refuses(
            [](auto& f) {
                for (auto& t : f.tensors)
                    if (t.name == "steps")
                        t.data = IntTensor(Shape{1'000'000});
            },
            "1000000 moments");
        for (const std::int64_t step : {std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}})
            refuses(
                [step](auto& f) {
                    for (auto& t : f.tensors)
                        if (t.name == "steps")
                            std::get<IntTensor>(t.data)[0] = step;
                },
                "is of step");
        refuses(
            [](auto& f) {
                std::string& branches = f.metadata["branches"];
                const auto at = branches.find("\"fork\":0");
                branches.replace(at, 8, "\"fork\":9223372036854775807");
            },
            "fork");
        refuses([](auto& f) { f.metadata["layout"] = "{}"; }, "another model");
        refuses([](auto& f) { f.metadata["branches"] = "[]"; }, "must be an object");
        refuses([](auto& f) { f.metadata["branches"] = R"({"current":1,"list":[]})"; }, "branches");
        refuses(
            [](auto& f) {
                f.metadata["branches"] =
                    R"({"current":1,"list":[{"id":1,"parent":0,"fork":0,"moments":[999]}]})";
            },
            "does not have");
        refuses(
            [](auto& f) {
                f.metadata["branches"] =
                    R"({"current":1,"list":[{"id":1,"parent":0,"fork":0,"moments":[1,0]}]})";
            },
            "ascend");
        refuses(
            [](auto& f) {
                f.metadata["branches"] =
                    R"({"current":2,"list":[{"id":1,"parent":0,"fork":0,"moments":[0]}]})";
            },
            "none of the branches");
        refuses(
            [](auto& f) { std::erase_if(f.tensors, [](auto& t) { return t.name == "steps"; }); },
            "steps");
        refuses(
            [](auto& f) { std::erase_if(f.tensors, [](auto& t) { return t.name == "moment.1"; }); },
            "moment.1");
        refuses(
            [](auto& f) {
                for (auto& t : f.tensors)
                    if (t.name == "moment.1")
                        t.data = Tensor(Shape{3});
            },
            "moment.1");
        refuses(
            [](auto& f) {
                for (auto& t : f.tensors)
                    if (t.name == "moment.1")
                        std::get<Tensor>(t.data)[0] = NAN;
            },
            "not finite");
        writeSafetensors(path, good);
        RunDescription later = run;
        ++later.steps;
        GF_FAILS(readHistory(path, later, now.flat()), "does not end with");
        trainer->parameters().writableFlat()[0] += 1;
        GF_FAILS(readHistory(path, run, now.flat()), "does not end with");
    }

    void historyPathOf_givesAFileBesideTheModel() {
        QCOMPARE(historyPathOf("a/run.safetensors"), std::string("a/run.history.safetensors"));
        QCOMPARE(historyPathOf("run"), std::string("run.history.safetensors"));
    }

private:
    struct Savable {
        History history;
        RunDescription run;
        std::unique_ptr<Trainer> trainer;
    };

    /// Two branches of a real run; the trainer is at the end of the second.
    Savable savable() {
        const auto task = smallTask();
        Savable made;
        made.trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        Trainer& trainer = *made.trainer;
        double loss = NAN;
        const auto record = [&] {
            made.history.record(trainer.stepsDone(), loss, trainer.parameters().flat());
        };
        const auto train = [&](int steps) {
            for (int i = 0; i < steps; ++i) {
                loss = trainer.step().loss;
                record();
            }
        };
        record();
        train(6);
        const SharedCheckpoint checkpoint = made.history.nearest(3);
        std::ranges::copy(checkpoint->values.read(), trainer.parameters().writableFlat().begin());
        trainer.setStepsDone(3);
        made.history.fork(3);
        train(2);
        made.run.model = trainer.modelConfig();
        made.run.train = trainer.trainConfig();
        made.run.task = task->name();
        made.run.vocabularies = vocabulariesOf(task);
        made.run.steps = trainer.stepsDone();
        return made;
    }

    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
    QTemporaryDir m_folder;
};

} // namespace

} // namespace gf::tst_history

#include "tests/entry.h"
GF_APPLESS_TEST(tst_history, TstHistory)
#include "tst_history.moc"
