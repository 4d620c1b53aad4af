// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/interventions.h"
#include "app/session/run/live_run.h"
#include "app/session/session.h"
#include "tests/app/heard.h"
#include "tests/core/runs.h"

#include <QTest>

namespace gf::tst_what_if_session {

namespace {

using test::patience;

Intervention muted(Index head) {
    return {"encoder.0.self_attn.heads", {Edit::Kind::Set, 0, {only(head)}}};
}

Intervention temperature(double factor) {
    return {"encoder.0.self_attn.scaled", {Edit::Kind::Multiply, factor, {}}};
}

} // namespace

class TestWhatIfSession : public QObject {
    Q_OBJECT

private slots:
    void undoAndRedo_goThroughTheStates() {
        Interventions held;
        QVERIFY(!held.undo());
        QVERIFY(!held.redo());
        held.add(std::vector{muted(0)});
        held.add(std::vector{muted(1), temperature(2)});
        QCOMPARE(held.list().size(), std::size_t{3});
        QVERIFY(held.undo());
        QCOMPARE(held.list(), std::vector{muted(0)});
        QVERIFY(held.undo());
        QVERIFY(!held.canUndo());
        QVERIFY(held.redo());
        QVERIFY(held.redo());
        QVERIFY(!held.redo());
        QCOMPARE(held.list().size(), std::size_t{3});
        held.remove(0);
        QCOMPARE(held.list(), (std::vector{muted(1), temperature(2)}));
        held.remove(7);
        held.clear();
        QVERIFY(held.list().empty());
        QVERIFY(held.undo());
        QCOMPARE(held.list().size(), std::size_t{2});
        // A new change forgets what was undone.
        held.add(std::vector{muted(0)});
        QVERIFY(!held.canRedo());
    }

    void add_replacesAnOlderChangeOfTheSamePlace() {
        Interventions held;
        held.add(std::vector{temperature(0.5)});
        held.add(std::vector{temperature(0.25)});
        QCOMPARE(held.list(), std::vector{temperature(0.25)});
        held.add(std::vector{temperature(1)}); // as it was
        QVERIFY(held.list().empty());
        QVERIFY(held.undo());
        QCOMPARE(held.list(), std::vector{temperature(0.25)});
    }

    /// In a walk the picture takes its time: until it is there, what is told of the changes would
    /// speak of another one than the map shows.
    void changes_areToldWithTheirPicture() {
        test::Heard heard;
        heard.startSmall("copy");
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace, patience);
        heard.intents.send(intent::WalkStep{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<WalkedStep>().active, patience);
        QList<bool> agree;
        const auto isMuted = [&] {
            return heard.trace->graph->find("encoder.0.self_attn.heads/computed") != noNode;
        };
        QObject listener;
        QObject::connect(&heard.session, &Session::news, &listener, [&](const News& news) {
            if (const auto* state = news.get<InterventionState>()) // the rest of this delivery too
                QMetaObject::invokeMethod(
                    &listener, [&, any = !state->list.isEmpty()] { agree += any == isMuted(); },
                    Qt::QueuedConnection);
        });
        heard.intents.send(intent::Intervene{{muted(0)}});
        QTRY_COMPARE_WITH_TIMEOUT(agree.size(), 1, patience);
        heard.intents.send(intent::TakeAllBack{});
        QTRY_COMPARE_WITH_TIMEOUT(agree.size(), 2, patience);
        QVERIFY(!agree.contains(false));
    }

    void undo_restoresEveryBitOfARun() {
        LiveRun run("cpu", taskNamed("copy"));
        for (int i = 0; i < 3; ++i)
            run.step();
        const auto before = run.trace();
        QVERIFY(!before->without);
        const Answer answer = run.answer();
        run.intervene([](Interventions& held) { held.add(std::vector{muted(0), temperature(3)}); });
        const auto changed = run.trace();
        QVERIFY(changed->without);
        QVERIFY(test::sameBits(changed->without->find("logits")->values(),
                               before->find("logits")->values()));
        QVERIFY(
            !test::sameBits(changed->find("logits")->values(), before->find("logits")->values()));
        run.intervene([](Interventions& held) { held.undo(); });
        const auto after = run.trace();
        QVERIFY(!after->without);
        for (const Node& node : before->graph->nodes())
            QVERIFY2(
                test::sameBits(after->find(node.name)->values(), before->value(node.id).values()),
                node.name.c_str());
        QCOMPARE(run.answer().probabilities, answer.probabilities);
    }

    void training_goesOnWithTheChange() {
        LiveRun run("cpu", taskNamed("copy"));
        LiveRun plain("cpu", taskNamed("copy"));
        run.intervene([](Interventions& held) { held.add(std::vector{muted(0)}); });
        QVERIFY(run.step().loss != plain.step().loss);
        QVERIFY(run.trainer().modelGraph().graph->find("encoder.0.self_attn.heads/computed") !=
                noNode);
        // The other backend, or the other batch, keeps it.
        run.setBatchSize(4);
        QVERIFY(run.trainer().modelGraph().graph->find("encoder.0.self_attn.heads/computed") !=
                noNode);
    }

    void session_reportsEveryChange() {
        test::Heard heard;
        heard.intents.send(intent::ChooseTask{QStringLiteral("copy"), {}});
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace, patience);
        heard.intents.send(intent::Intervene{{muted(1)}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->without, patience);
        QCOMPARE(heard.last<InterventionState>().list, QVector<Intervention>{muted(1)});
        QVERIFY(heard.last<InterventionState>().canUndo);
        QVERIFY(!heard.last<InterventionState>().canRedo);
        heard.intents.send(intent::UndoChange{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.trace->without, patience);
        QVERIFY(heard.last<InterventionState>().list.isEmpty());
        QVERIFY(heard.last<InterventionState>().canRedo);
        heard.intents.send(intent::RedoChange{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->without, patience);
        // Fresh weights keep it, another task does not.
        heard.intents.send(intent::TakeBack{5});
        heard.intents.send(intent::Reset{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->step, Index{0}, patience);
        QVERIFY(heard.trace->without);
        heard.intents.send(intent::ChooseTask{QStringLiteral("reverse"), {}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<InterventionState>().list.isEmpty() &&
                                     !heard.last<InterventionState>().canUndo,
                                 patience);
    }
};

} // namespace gf::tst_what_if_session

#include "tests/entry.h"
GF_GUILESS_TEST(tst_what_if_session, TestWhatIfSession)
#include "tst_what_if_session.moc"
