// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/time_budget.h"

#include <QTest>

namespace gf::tst_time_budget {
namespace {

using namespace std::chrono_literals;

class TstTimeBudget : public QObject {
    Q_OBJECT

private slots:
    void isDue_holdsAtOnceTheFirstTime() {
        TimeBudget share(0.01, 1h);
        QVERIFY(share.isDue());
        QVERIFY(!share.wasDone());
        share.done(0s);
        QVERIFY(share.wasDone());
        QVERIFY(!share.isDue());
        share.forget();
        QVERIFY(share.isDue());
    }

    void isDue_waitsAfterLongWorkAlone() {
        TimeBudget share(0.5);
        share.done(1h);
        QVERIFY(!share.isDue());
        share.done(0s);
        QVERIFY(share.isDue());
    }

    void isDue_waitsNoLongerThanTheLongest() {
        TimeBudget share(0.5, 0s, 0s);
        share.done(1h);
        QVERIFY(share.isDue());
    }

    void spend_doesTheWorkOnceAndCountsItsTime() {
        // A billionth: any work at all is paid for with a long wait.
        TimeBudget share(1e-9);
        int done = 0;
        const auto start = TimeBudget::Clock::now();
        share.spend([&] {
            ++done;
            while (TimeBudget::Clock::now() - start < 10us) {
            }
        });
        QCOMPARE(done, 1);
        QVERIFY(share.wasDone());
        QVERIFY(!share.isDue());
    }
};

} // namespace

} // namespace gf::tst_time_budget

#include "tests/entry.h"
GF_APPLESS_TEST(tst_time_budget, TstTimeBudget)
#include "tst_time_budget.moc"
