// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/thread/job_loop.h"
#include "tests/app/watched_session.h"

#include <QTest>

#include <future>
#include <string>

namespace gf::tst_job_loop {

namespace {

/// Notes what it does.
class Client final : public JobLoop::Client {
public:
    void perform(const Job& job) override { job.act(); }
    bool hasWork() const override { return workLeft > 0; }
    void work() override {
        done += 'w';
        if (--workLeft == 0)
            finished.set_value();
    }
    std::optional<std::chrono::milliseconds> longestSleep() const override { return {}; }

    int workLeft = 0; ///< of the loop's thread, like what is done
    std::string done;
    std::promise<void> finished; ///< of the work
};

class TestJobLoop : public QObject {
    Q_OBJECT

private slots:
    void jobs_comeBeforeWork() {
        Client client;
        JobLoop loop;
        loop.post({{}, [&] {
                       client.workLeft = 2;
                       client.done += 'a';
                   }});
        loop.post({{}, [&] { client.done += 'b'; }});
        loop.post({{}, [&] {
                       loop.post({{.writesFile = true}, [&] { client.done += 'd'; }});
                       client.done += 'c';
                   }});
        loop.start(client);
        test::awaited(client.finished);
        loop.close();
        loop.join();
        QCOMPARE(client.done, std::string("abcdww"));
    }

    void close_keepsWhatAFileNeeds() {
        Client client;
        JobLoop loop;
        const auto job = [&](char name, bool writesFile) {
            loop.post({{.writesFile = writesFile}, [&client, name] { client.done += name; }});
        };
        job('a', false);
        job('b', true);
        job('c', false);
        QVERIFY(loop.hasJobs([](const JobRule& rule) { return rule.writesFile; }));
        QVERIFY(!loop.close());
        QVERIFY(loop.isClosing());
        loop.start(client);
        loop.join();
        QCOMPARE(client.done, std::string("ab"));
    }

    void close_dropsAllWhereNoFileIsWritten() {
        Client client;
        JobLoop loop;
        loop.post({{}, [&client] { client.done += 'a'; }});
        QVERIFY(loop.hasJobs());
        QVERIFY(loop.close());
        QVERIFY(!loop.hasJobs());
        loop.start(client);
        loop.join();
        QCOMPARE(client.done, std::string());
    }

    void work_goesOnUntilThereIsNone() {
        Client client;
        client.workLeft = 3;
        JobLoop loop;
        loop.start(client);
        test::awaited(client.finished);
        loop.close();
        loop.join();
        QCOMPARE(client.done, std::string("www"));
    }
};

} // namespace

} // namespace gf::tst_job_loop

#include "tests/entry.h"
GF_TEST(tst_job_loop, TestJobLoop)
#include "tst_job_loop.moc"
