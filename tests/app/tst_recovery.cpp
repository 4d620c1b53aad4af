// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/saving/recovery.h"
#include "app/session/session.h"
#include "tests/app/heard.h"
#include "tests/core/errors.h"
#include "tests/core/runs.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <memory>

namespace gf::tst_recovery {

using namespace std::chrono_literals;

namespace {

using test::patience;

/// A window's session that keeps copies in a folder, and what it has said.
class Kept : public test::Heard {
public:
    explicit Kept(const std::filesystem::path& folder, TimeBudget::Seconds pause = 0s) {
        session.keepCopies(folder, pause);
    }
    const news::RecoveryOffer& offer() const { return last<news::RecoveryOffer>(); }
    void train() {
        startSmall();
        intents.send(intent::Train{});
    }
};

} // namespace

class TstRecovery : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void copy_isKeptUntilTheRunIsSaved() {
        Kept window(folder());
        window.train();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file(1)), patience);
        QVERIFY(loadRun(file(1).toStdString()).description.steps >= 200);
        window.intents.send(intent::Pause{});
        const QString run = m_folder->filePath("run.safetensors");
        window.intents.send(intent::SaveModel{run});
        QTRY_COMPARE_WITH_TIMEOUT(window.saved, run, patience);
        QVERIFY(!QFile::exists(file(1)));
    }

    void copy_isDeletedAtAGoodEnd() {
        {
            Kept window(folder());
            window.train();
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file(1)), patience);
        }
        QVERIFY(!QFile::exists(file(1)));
    }

    void pausedRun_isKeptAtItsNewestStep() {
        Kept window(folder());
        window.train();
        QTRY_VERIFY_WITH_TIMEOUT(window.status.unsavedSteps > 250, patience);
        window.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!window.status.running, patience);
        const auto isNewest = [&] {
            return loadRun(file(1).toStdString()).description.steps == window.status.step;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isNewest(), patience);
    }

    void copy_isDueOnceInAWhile() {
        Recovery recovery(folder(), 1h);
        QVERIFY(recovery.isDue());
        leave(recovery, {});
        QVERIFY(!recovery.isDue());
        QVERIFY(!Recovery().isDue()); // keeps nothing
    }

    void copyOfALivingProcess_isNotOffered() {
        Recovery living(folder(), 0s);
        leave(living, {"alive", {}, 0});
        Kept window(folder());
        QTRY_COMPARE_WITH_TIMEOUT(window.count<news::RecoveryOffer>(), 1, patience);
        QCOMPARE(window.offer().title, QString());
        window.train(); // in a place of its own
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file(2)), patience);
    }

    void copy_isOfferedToOneProcessOnly() {
        died({"run.safetensors", {}, 0});
        Kept first(folder());
        QTRY_COMPARE_WITH_TIMEOUT(first.offer().title, QStringLiteral("run.safetensors"), patience);
        QCOMPARE(first.offer().step, qint64{7});
        QVERIFY(first.offer().written.isValid());
        Kept second(folder());
        QTRY_COMPARE_WITH_TIMEOUT(second.count<news::RecoveryOffer>(), 1, patience);
        QCOMPARE(second.offer().title, QString());
        first.intents.send(intent::DiscardRecovered{});
        QTRY_COMPARE_WITH_TIMEOUT(first.offer().title, QString(), patience);
        QVERIFY(!QFile::exists(file(1)));
    }

    void unansweredOffer_returnsAtTheNextStart() {
        died({"run.safetensors", {}, 0});
        for (int start = 0; start < 2; ++start) {
            Kept window(folder());
            QTRY_COMPARE_WITH_TIMEOUT(window.offer().title, QStringLiteral("run.safetensors"),
                                      patience);
        }
    }

    void recoveredRun_isTheRunItWas() {
        died({"run.safetensors", "/somewhere/run.safetensors", 5});
        Kept window(folder(), 1h);
        QTRY_VERIFY_WITH_TIMEOUT(!window.offer().title.isEmpty(), patience);
        window.intents.send(intent::OpenRecovered{});
        QTRY_COMPARE_WITH_TIMEOUT(window.run.title(), QStringLiteral("run.safetensors"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(window.offer().title, QString(), patience);
        QCOMPARE(window.run.file, QStringLiteral("/somewhere/run.safetensors"));
        QCOMPARE(window.status.step, qint64{7});
        QCOMPARE(window.status.unsavedSteps, qint64{2});
        QVERIFY(QFile::exists(file(1))); // nothing is saved yet
        const QString run = m_folder->filePath("run.safetensors");
        window.intents.send(intent::SaveModel{run});
        QTRY_COMPARE_WITH_TIMEOUT(window.saved, run, patience);
        QVERIFY(!QFile::exists(file(1)));
        QCOMPARE(loadRun(run.toStdString()).description.steps, Index{7});
    }

    /// Whatever was left, the next one has a place.
    void unreadableCopies_makeRoomAndAreThrownAwayWhenAsked() {
        for (int number = 1; number <= 8; ++number)
            died({QString::number(number), {}, 0});
        for (int number = 1; number <= 8; ++number)
            QVERIFY(QFile(file(number)).resize(number));
        {
            Kept window(folder());
            QTRY_COMPARE_WITH_TIMEOUT(window.offer().unreadable, 8, patience);
            QCOMPARE(window.offer().title, QString());
            QCOMPARE(window.offer().folder, QFileInfo(file(1)).path());
            QCOMPARE(copies().size(), 8); // nothing was lost
            window.train();
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file(1)), patience);
        }
        died({"whole", {}, 0});
        Kept next(folder());
        QTRY_COMPARE_WITH_TIMEOUT(next.offer().title, QStringLiteral("whole"), patience);
        QCOMPARE(next.offer().unreadable, 0); // one question after the other
        next.intents.send(intent::DiscardRecovered{});
        QTRY_COMPARE_WITH_TIMEOUT(next.offer().unreadable, 8, patience);
        next.intents.send(intent::DiscardRecovered{});
        QTRY_COMPARE_WITH_TIMEOUT(next.offer().unreadable, 0, patience);
        QCOMPARE(copies(), QStringList());
    }

    void unreadableCopy_isNotOffered() {
        died({"broken", {}, 0});
        QVERIFY(QFile(file(1)).resize(100));
        died({"whole", {}, 0});
        Kept window(folder());
        QTRY_COMPARE_WITH_TIMEOUT(window.offer().title, QStringLiteral("whole"), patience);
        window.intents.send(intent::DiscardRecovered{});
        QTRY_COMPARE_WITH_TIMEOUT(window.offer().title, QString(), patience);
        QCOMPARE(copies(), QStringList{"unreadable-1.safetensors"});
    }

    void endUnasked_keepsTheNewestStep() {
        qint64 step = 0;
        {
            Kept window(folder(), 1h);
            window.train();
            QTRY_VERIFY_WITH_TIMEOUT(window.status.unsavedSteps > 250, patience);
            step = window.status.step;
            const QString words = QString::fromStdString(window.session.endUnasked().english());
            QVERIFY2(words.contains(file(1)), qPrintable(words));
        }
        QVERIFY(loadRun(file(1).toStdString()).description.steps >= step);
        Kept next(folder());
        QTRY_COMPARE_WITH_TIMEOUT(next.offer().title, QStringLiteral("copy"), patience);
        QVERIFY(next.offer().step >= step);
    }

    /// As when another run takes its place unasked.
    void runThatIsSetAside_isOffered() {
        Kept window(folder(), 1h);
        window.train();
        QTRY_VERIFY_WITH_TIMEOUT(window.status.unsavedSteps > 250, patience);
        window.intents.send(intent::SetAside{});
        QTRY_COMPARE_WITH_TIMEOUT(window.offer().title, window.run.title(), patience);
        const qint64 step = window.offer().step;
        QVERIFY(step > 250);
        window.startSmall(); // it outlives the run that comes
        QTRY_COMPARE_WITH_TIMEOUT(window.status.step, qint64{0}, patience);
        QVERIFY(QFile::exists(file(1)));
        window.intents.send(intent::OpenRecovered{});
        QTRY_COMPARE_WITH_TIMEOUT(window.status.step, step, patience);
        QTRY_COMPARE_WITH_TIMEOUT(window.offer().title, QString(), patience);
        Kept other("", 1h); // keeps nothing
        other.train();
        QTRY_VERIFY_WITH_TIMEOUT(other.status.unsavedSteps > 0, patience);
        other.intents.send(intent::SetAside{});
        QTRY_COMPARE_WITH_TIMEOUT(other.count<news::Failure>(), 1, patience);
    }

    void copies_areLimitedInNumber() {
        for (int i = 0; i < 8; ++i)
            died({QString::number(i), {}, 0});
        Recovery one(folder(), 0s);
        GF_FAILS(leave(one, {}), "there is no place for another one");
        QCOMPARE(one.left()->note().title, QStringLiteral("7")); // the newest first
        one.discardLeft();
        leave(one, {}); // in the place of that
    }

private:
    std::filesystem::path folder() const { return m_folder->filePath("copies").toStdString(); }
    QStringList copies() const {
        return QDir(m_folder->filePath("copies")).entryList({"*.safetensors"}, QDir::Files);
    }
    QString file(int number) const {
        return m_folder->filePath("copies/" + QString::number(number) + ".safetensors");
    }
    void leave(Recovery& recovery, const RecoveryNote& note) {
        RunDescription run;
        const auto task = test::smallTask();
        run.model = test::smallModel(*task);
        run.train = test::shortTraining();
        run.task = task->name();
        run.vocabularies = vocabulariesOf(task);
        run.steps = 7;
        recovery.keep(note, run, *makeParameters(run.model, run.train));
    }
    /// Of a process that is no more: its lock went with it.
    void died(const RecoveryNote& note) {
        Recovery recovery(folder(), 0s);
        leave(recovery, note);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace gf::tst_recovery

#include "tests/entry.h"
GF_TEST(tst_recovery, TstRecovery)
#include "tst_recovery.moc"
