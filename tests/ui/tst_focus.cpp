// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/focus/focus.h"

#include <QSignalSpy>
#include <QTest>

using namespace gf;

class TestFocus : public QObject {
    Q_OBJECT

private slots:
    void saysOnlyWhatChanged() {
        FocusModel model;
        QSignalSpy spy(&model, &FocusModel::changed);
        model.setStep("logits");
        model.setStep("logits");
        model.setHead(0);
        model.leave();
        model.release();
        QCOMPARE(spy.count(), 1);
    }

    void anotherStepKeepsHeadAndRowOnly() {
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

    void thePointerIsFollowedUntilACellIsPinned() {
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

    void releasingLetsGoOfTheCell() {
        FocusModel model;
        model.pin(5, 6);
        model.release();
        QCOMPARE(model.focus(), Focus());
        model.hover(2, 2);
        QCOMPARE(model.focus().row, Index(2));
        model.leave();
        QCOMPARE(model.focus().row, Index(-1));
    }

    void choosingOneHeadEndsShowingAll() {
        FocusModel model;
        model.setAllHeads(true);
        model.setHead(-3);
        QCOMPARE(model.focus().head, 0);
        QVERIFY(!model.focus().allHeads);
    }

    void aListenerMaySetTheFocusAgain() {
        FocusModel model;
        connect(&model, &FocusModel::changed, &model, [&](const Focus& focus) {
            if (focus.row > 3)
                model.pin(3, focus.column);
        });
        model.pin(9, 1);
        QCOMPARE(model.focus().row, Index(3));
    }
};

#include "tests/entry.h"
GF_TEST(tst_focus, TestFocus)
#include "tst_focus.moc"
