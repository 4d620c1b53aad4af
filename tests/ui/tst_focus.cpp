// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/focus/focus.h"
#include "ui/focus/focus_history.h"

#include <QSignalSpy>
#include <QTest>

namespace gf::tst_focus {

class TestFocus : public QObject {
    Q_OBJECT

private slots:
    void changed_isEmittedOnlyForChanges() {
        FocusModel model;
        QSignalSpy spy(&model, &FocusModel::changed);
        model.setStep("logits");
        model.setStep("logits");
        model.setHead(0);
        model.leave();
        model.release();
        QCOMPARE(spy.count(), 1);
    }

    void setStep_keepsHeadAndRowOnly() {
        FocusModel model;
        model.setStep("encoder.0.self_attn.weights");
        model.setHead(2);
        model.pin(3, 4);
        model.setStep("encoder.0.self_attn.heads");
        QCOMPARE(model.focus().head, 2);
        QCOMPARE(model.focus().row, Index(3));
        QCOMPARE(model.focus().column, Index(-1));
        QVERIFY(!model.focus().pinned);
    }

    void hover_isFollowedUntilACellIsPinned() {
        FocusModel model;
        model.hover(1, 2);
        QCOMPARE(model.focus().row, Index(1));
        QCOMPARE(model.focus().column, Index(2));
        model.pin(5, 6);
        model.hover(1, 2);
        model.leave();
        QCOMPARE(model.focus().row, Index(5));
        QCOMPARE(model.focus().column, Index(6));
        QVERIFY(model.focus().pinned);
    }

    void release_clearsThePinnedCell() {
        FocusModel model;
        model.pin(5, 6);
        model.release();
        QCOMPARE(model.focus(), Focus());
        model.hover(2, 2);
        QCOMPARE(model.focus().row, Index(2));
        model.leave();
        QCOMPARE(model.focus().row, Index(-1));
    }

    void setHead_endsShowingAllHeads() {
        FocusModel model;
        model.setAllHeads(true);
        model.setHead(-3);
        QCOMPARE(model.focus().head, 0);
        QVERIFY(!model.focus().allHeads);
    }

    void history_returnsToTheStepAndCellThatWereLeft() {
        FocusModel model;
        FocusHistory history(&model, [](const Focus&) { return true; });
        model.setStep("scores");
        model.pin(1, 2);
        const Focus scores = model.focus();
        model.setStep("q");
        model.hover(4, 5);
        QVERIFY(!history.at(1));
        model.set(*history.go(-1));
        QCOMPARE(model.focus(), scores);
        QVERIFY(!history.at(-1));
        const auto forward = history.go(1);
        QCOMPARE(forward->step, QString("q"));
        QCOMPARE(forward->row, Index(-1)); // over which the pointer happened to be
    }

    void history_forgetsWhatCameAfterANewStep() {
        FocusModel model;
        FocusHistory history(&model, [](const Focus&) { return true; });
        for (const char* step : {"a", "b", "c"})
            model.setStep(step);
        model.set(*history.go(-1));
        model.setStep("d");
        QVERIFY(!history.at(1));
        QCOMPARE(history.at(-1)->step, QString("b"));
    }

    void history_skipsWhatTheModelLacks() {
        FocusModel model;
        FocusHistory history(&model, [](const Focus& focus) { return focus.step != "b"; });
        for (const char* step : {"a", "b", "c"})
            model.setStep(step);
        QCOMPARE(history.at(-1)->step, QString("a"));
        model.set(*history.go(-1));
        QCOMPARE(history.at(1)->step, QString("c"));
    }

    void history_isBounded() {
        FocusModel model;
        FocusHistory history(&model, [](const Focus&) { return true; });
        for (int i = 0; i < 2000; ++i)
            model.setStep(QString::number(i));
        int back = 0;
        while (history.go(-1))
            ++back;
        QCOMPARE(back, 255);
    }

    /// A lab is about a step of its own, which is not where one came from.
    void leaveLab_returnsToWhereItWasOpened() {
        FocusModel model;
        model.setStep("decoder.0.ffn.hidden");
        model.setGradients(true);
        model.pin(2, 3);
        const Focus before = model.focus();
        Focus lab = atStep(before, "encoder.0.self_attn.weights", false);
        lab.lab = "padding";
        model.set(lab);
        model.setHead(1);
        lab.step = "encoder.1.self_attn.weights"; // the lab follows there
        model.set(lab);
        QVERIFY(model.leaveLab());
        QCOMPARE(model.focus(), before);
        QVERIFY(!model.leaveLab());
    }

    /// Which another model may lack.
    void fit_coversWhereALabWasOpened() {
        FocusModel model;
        model.setStep("decoder.0.ffn.hidden");
        Focus lab = model.focus();
        lab.lab = "padding";
        model.set(lab);
        model.fit([](Focus focus) {
            focus.step.replace("decoder", "encoder");
            return focus;
        });
        QCOMPARE(model.focus().lab, QString("padding"));
        QVERIFY(model.leaveLab());
        QCOMPARE(model.focus().step, QString("encoder.0.ffn.hidden"));
    }

    void listener_maySetTheFocusAgain() {
        FocusModel model;
        connect(&model, &FocusModel::changed, &model, [&](const Focus& focus) {
            if (focus.row > 3)
                model.pin(3, focus.column);
        });
        model.pin(9, 1);
        QCOMPARE(model.focus().row, Index(3));
    }
};

} // namespace gf::tst_focus

#include "tests/entry.h"
GF_TEST(tst_focus, TestFocus)
#include "tst_focus.moc"
