// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/training_control.h"

#include <QTest>

namespace gf::tst_training_control {

namespace {

using Event = TrainingEvent;

/// A run that is to do so many steps.
TrainingControl opened(Index planned = 0) {
    TrainingControl control;
    control.begin(IdleReason::NotStarted, planned);
    return control;
}

TrainingControl after(std::initializer_list<Event> events) {
    TrainingControl control = opened();
    for (const Event event : events)
        control.apply(event);
    return control;
}

} // namespace

class TestTrainingControl : public QObject {
    Q_OBJECT

private slots:
    void begin_waits() {
        QCOMPARE(opened().reason(), IdleReason::NotStarted);
        TrainingControl control = after({Event::Train, Event::LookBack});
        control.begin(IdleReason::Untrainable, 9);
        QCOMPARE(control.reason(), IdleReason::Untrainable);
        QVERIFY(!control.resumes());
    }

    void apply_saysWhetherItTrained() {
        TrainingControl control = opened();
        QVERIFY(!control.apply(Event::Train));
        QVERIFY(control.isTraining());
        QVERIFY(control.apply(Event::Pause));
        QVERIFY(!control.apply(Event::Pause));
    }

    /// Why a run does not train any more is what happened first.
    void pause_changesTrainingAndThePastAlone_data() {
        QTest::addColumn<Event>("event");
        QTest::addColumn<IdleReason>("reason");
        QTest::newRow("person") << Event::Pause << IdleReason::Person;
        QTest::newRow("tour") << Event::Hold << IdleReason::GuidedTour;
        QTest::newRow("steps done") << Event::StepsDone << IdleReason::StepsDone;
    }
    void pause_changesTrainingAndThePastAlone() {
        QFETCH(const Event, event);
        QFETCH(const IdleReason, reason);
        QCOMPARE(after({Event::Train, event}).reason(), reason);
        QCOMPARE(after({Event::Train, Event::LookBack, event}).reason(), reason);
        QCOMPARE(after({event}).reason(), IdleReason::NotStarted);
        QCOMPARE(after({Event::Train, Event::Diverged, event}).reason(), IdleReason::Diverged);
        QCOMPARE(after({Event::WentBack, event}).reason(), IdleReason::WentBack);
    }

    void lookBack_isLeftAsItWasEntered() {
        TrainingControl control = after({Event::Train, Event::LookBack});
        QCOMPARE(control.reason(), IdleReason::Past);
        control.apply(Event::LookBack); // another checkpoint
        QVERIFY(control.resumes());
        control.comeBack();
        QVERIFY(control.isTraining());
        control = after({Event::LookBack});
        control.comeBack();
        QCOMPARE(control.reason(), IdleReason::NotStarted);
    }

    void lookBack_isNotTrainedAfterAPause() {
        TrainingControl control = after({Event::Train, Event::LookBack, Event::Pause});
        control.comeBack();
        QCOMPARE(control.reason(), IdleReason::Person);
        control = after({Event::Train, Event::LookBack, Event::OtherBranch});
        control.comeBack();
        QCOMPARE(control.reason(), IdleReason::OtherBranch);
    }

    void tour_letsGoOfWhatIsLookedInto() {
        QCOMPARE(after({Event::Train, Event::Hold, Event::LookBack}).reason(), IdleReason::Person);
        QCOMPARE(after({Event::Train, Event::Hold, Event::Walk}).reason(), IdleReason::Person);
        QCOMPARE(after({Event::Walk}).reason(), IdleReason::NotStarted);
    }

    void shownReason_isWhatIsLookedAt() {
        const TrainingControl control = after({Event::Train, Event::Pause});
        QCOMPARE(control.shownReason(false, false), IdleReason::Person);
        QCOMPARE(control.shownReason(false, true), IdleReason::Past);
        QCOMPARE(control.shownReason(true, true), IdleReason::Walk);
        QCOMPARE(after({Event::Train}).shownReason(true, true), IdleReason::None);
    }

    void apply_keepsTheStep() {
        TrainingControl control = after({Event::Train});
        control.apply(Event::Diverged, 12);
        QCOMPARE(control.reason(), IdleReason::Diverged);
        QCOMPARE(control.idleStep(), Index{12});
    }

    void tour_letsGoOfNothingButWhatItHolds() {
        QVERIFY(after({Event::Train, Event::Hold, Event::LetGo}).isTraining());
        QCOMPARE(after({Event::LetGo}).reason(), IdleReason::NotStarted);
        // The person paused it just before the tour would have held it.
        QCOMPARE(after({Event::Train, Event::Pause, Event::Hold, Event::LetGo}).reason(),
                 IdleReason::Person);
        QCOMPARE(after({Event::Train, Event::Hold, Event::OneStep, Event::LetGo}).reason(),
                 IdleReason::Person);
    }

    /// What ended a branch is not said of one that begins before its end.
    void newBranch_hasNotEndedYet_data() {
        QTest::addColumn<Event>("end");
        QTest::newRow("steps done") << Event::StepsDone;
        QTest::newRow("went back") << Event::WentBack;
        QTest::newRow("diverged") << Event::Diverged;
        QTest::newRow("failed") << Event::Failed;
    }
    void newBranch_hasNotEndedYet() {
        QFETCH(const Event, end);
        QCOMPARE(after({Event::Train, end, Event::LookBack, Event::NewBranch}).reason(),
                 IdleReason::OtherBranch);
    }

    void newBranch_restsOrTrainsAsBefore() {
        TrainingControl control = after({Event::Train, Event::LookBack, Event::NewBranch});
        control.comeBack();
        QVERIFY(control.isTraining());
        control = after({Event::Train, Event::Pause, Event::LookBack, Event::NewBranch});
        control.comeBack();
        QCOMPARE(control.reason(), IdleReason::Person);
    }

    void goal_isReachedWhileItTrains() {
        TrainingControl control = opened(8);
        QCOMPARE(control.stepsAtOnce(5, 100), Index{3});
        QCOMPARE(control.stepsAtOnce(5, 2), Index{2});
        QVERIFY(!control.reachesGoal(7, 8));
        control.apply(Event::Train);
        QVERIFY(!control.reachesGoal(6, 7));
        QVERIFY(control.reachesGoal(7, 8));
        QVERIFY(control.reachesGoal(7, 8)); // once more, after it was taken back
        QVERIFY(!control.reachesGoal(8, 9));
        QCOMPARE(control.stepsAtOnce(8, 100), Index{100});
        QVERIFY(!control.hasDone(7));
        QVERIFY(control.hasDone(8));
    }
};

} // namespace gf::tst_training_control

#include "tests/entry.h"
GF_TEST(tst_training_control, TestTrainingControl)
#include "tst_training_control.moc"
