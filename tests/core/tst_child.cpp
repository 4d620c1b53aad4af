// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/child.h"

#include <QFileInfo>
#include <QTest>

namespace gf::tst_child {

using Kind = ChildEnd::Kind;

namespace {

constexpr std::chrono::minutes patience{1};

ChildEnd shell(const std::string& script, std::chrono::milliseconds limit = patience) {
    return runChild("/bin/sh", {"-c", script}, limit);
}

} // namespace

class TestChild : public QObject {
    Q_OBJECT

private slots:
    void runChild_keepsOutputAndExitStatus() {
        const ChildEnd end = shell("printf 'a b'; echo lost >&2; exit 3");
        QVERIFY(end.kind == Kind::Exited);
        QCOMPARE(end.status, 3);
        QCOMPARE(end.output, std::string("a b"));
    }

    void lines_areReportedOnceTheyAreWhole() {
        std::vector<std::string> lines;
        const auto heard = [&](std::string_view line) {
            lines.emplace_back(line);
            return false;
        };
        const ChildEnd end =
            runChild("/bin/sh", {"-c", "printf 'a\nb'; printf ' c\n\nrest'"}, patience, {}, heard);
        QCOMPARE(lines, (std::vector<std::string>{"a", "b c", ""}));
        QCOMPARE(end.output, std::string("a\nb c\n\nrest"));
    }

    /// While it still runs: this one waits until what it wrote was heard.
    void lines_areReportedWhileTheChildRuns() {
        std::stop_source stop;
        const auto heard = [&](std::string_view line) {
            if (line == "begun")
                stop.request_stop();
            return false;
        };
        const ChildEnd end = runChild("/bin/sh", {"-c", "echo begun; exec sleep 600"}, patience,
                                      stop.get_token(), heard);
        QVERIFY(end.kind == Kind::Stopped);
    }

    /// It is heard all the time, for three times as long as it may be silent.
    void timeLimit_startsAgainAtASignOfLife() {
        constexpr std::chrono::milliseconds limit(700);
        const auto run = [&](bool isSign) {
            std::stop_source stop;
            const auto begun = std::chrono::steady_clock::now();
            const auto heard = [&](std::string_view) {
                if (std::chrono::steady_clock::now() - begun > 3 * limit)
                    stop.request_stop();
                return isSign;
            };
            const std::string counting = "while :; do i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); "
                                         "done; echo here; done";
            return runChild("/bin/sh", {"-c", counting}, limit, stop.get_token(), heard).kind;
        };
        QVERIFY(run(true) == Kind::Stopped);
        QVERIFY(run(false) == Kind::TimedOut);
    }

    void arguments_arriveUnchanged() {
        const ChildEnd end = runChild(
            "/bin/sh", {"-c", "printf '%s|' \"$@\"", "sh", "a b", "\"", "", "\\"}, patience);
        QCOMPARE(end.output, std::string("a b|\"||\\|"));
    }

    void crash_isReported() { QVERIFY(shell("kill -SEGV $$").kind == Kind::Crashed); }

    void hangingChild_isKilled() {
        QVERIFY(shell("exec sleep 600", std::chrono::milliseconds(50)).kind == Kind::TimedOut);
        QVERIFY(shell("exec >&-; exec sleep 600", std::chrono::milliseconds(50)).kind ==
                Kind::TimedOut);
    }

    void stopRequest_killsTheChild() {
        std::stop_source stop;
        stop.request_stop();
        const ChildEnd end =
            runChild("/bin/sh", {"-c", "exec sleep 600"}, patience, stop.get_token());
        QVERIFY(end.kind == Kind::Stopped);
    }

    void runChild_saysThatAMissingProgramIsNotStarted() {
        QVERIFY(runChild("/no/such/program", {}, patience).kind == Kind::NotStarted);
    }

    void output_isKeptUpToALimit() {
        const ChildEnd end = shell("head -c 3000000 /dev/zero");
        QVERIFY(end.kind == Kind::Exited);
        QCOMPARE(end.output.size(), std::size_t(1) << 20);
    }

    void ownProgram_givesThePathOfTheProgram() {
        QCOMPARE(QString::fromStdString(ownProgram()),
                 QFileInfo(QCoreApplication::applicationFilePath()).canonicalFilePath());
    }
};

} // namespace gf::tst_child

#include "tests/entry.h"
GF_GUILESS_TEST(tst_child, TestChild)
#include "tst_child.moc"
