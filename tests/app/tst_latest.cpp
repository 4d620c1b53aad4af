// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/thread/latest.h"

#include <QTest>

namespace gf::tst_latest {

class TestLatest : public QObject {
    Q_OBJECT

private slots:
    void next_stopsTheOneBefore() {
        Latest requests;
        const std::stop_token first = requests.next();
        QVERIFY(!first.stop_requested());
        const std::stop_token second = requests.next();
        QVERIFY(first.stop_requested());
        QVERIFY(!second.stop_requested());
    }

    void token_goesWithThoseBefore() {
        Latest requests;
        const std::stop_token first = requests.token();
        const std::stop_token second = requests.token();
        QVERIFY(!first.stop_requested());
        requests.stop();
        QVERIFY(first.stop_requested());
        QVERIFY(second.stop_requested());
    }

    void stop_isOfWhatWasAskedForBefore() {
        Latest requests;
        requests.stop();
        QVERIFY(!requests.token().stop_requested());
        QVERIFY(!requests.next().stop_requested());
    }

    void token_isStoppedWithItsOwner() {
        std::stop_token token;
        {
            Latest requests;
            token = requests.next();
        }
        QVERIFY(token.stop_requested());
    }

    void stop_mayAskForTheNext() {
        Latest requests;
        std::stop_token again;
        const std::stop_callback asks(requests.next(), [&] { again = requests.next(); });
        requests.stop();
        QVERIFY(again.stop_possible());
        QVERIFY(!again.stop_requested());
    }
};

} // namespace gf::tst_latest

#include "tests/entry.h"
GF_TEST(tst_latest, TestLatest)
#include "tst_latest.moc"
