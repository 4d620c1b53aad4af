// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scratch.h"
#include "tests/core/errors.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gf::tst_scratch {
namespace {

std::vector<float> numbers(std::size_t count, float first) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = first + static_cast<float>(i) / 3;
    return values;
}

/// No file of this process grows beyond so many bytes; as when a disk is full.
class FileLimit {
public:
    explicit FileLimit(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileLimit() { setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

/// Descriptors of this process for files without a name.
std::vector<int> unnamedFiles() {
    std::vector<int> found;
    for (int descriptor = 3; descriptor < 256; ++descriptor) {
        struct stat status {};
        if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0)
            found.push_back(descriptor);
    }
    return found;
}

/// Those that were not open before: what starts the tests may hand on files of its own.
std::vector<int> unnamedFilesBeside(const std::vector<int>& before) {
    std::vector<int> files = unnamedFiles();
    std::erase_if(files, [&](int file) { return std::ranges::find(before, file) != before.end(); });
    return files;
}

/// TMPDIR has this value for a while.
class TemporaryFolder {
public:
    explicit TemporaryFolder(const QByteArray& path) : m_before(qgetenv("TMPDIR")) {
        qputenv("TMPDIR", path);
    }
    ~TemporaryFolder() {
        if (m_before.isNull())
            qunsetenv("TMPDIR");
        else
            qputenv("TMPDIR", m_before);
    }

private:
    QByteArray m_before;
};

class TstScratch : public QObject {
    Q_OBJECT

private slots:
    void rows_areReadBackAsTheyWere() {
        Scratch scratch;
        std::vector<Scratch::Row> rows;
        for (int i = 0; i < 20; ++i)
            rows.push_back(scratch.keep(numbers(1000, static_cast<float>(i))));
        for (int i = 0; i < 20; ++i) {
            const Scratch::Row& row = rows[i];
            QVERIFY(row.isInFile());
            QCOMPARE(row.size(), std::size_t{1000});
            QCOMPARE(row.read(), numbers(1000, static_cast<float>(i)));
        }
    }

    void place_isReusedOnlyWhenNobodyHasItsRow() {
        Scratch scratch;
        const Scratch::Row first = scratch.keep(numbers(10, 1));
        std::optional<Scratch::Row> second = scratch.keep(numbers(10, 2));
        Scratch::Row copy = *second;
        second.reset();
        const Scratch::Row third = scratch.keep(numbers(10, 3));
        QCOMPARE(copy.read(), numbers(10, 2));
        copy = {};
        const Scratch::Row fourth = scratch.keep(numbers(10, 4));
        QCOMPARE(first.read(), numbers(10, 1));
        QCOMPARE(third.read(), numbers(10, 3));
        QCOMPARE(fourth.read(), numbers(10, 4));
    }

    void file_staysSmallForRowsKeptOneAfterAnother() {
        // More than this would not fit.
        const FileLimit limit(std::size_t{3} * 1000 * sizeof(float));
        Scratch scratch;
        Scratch::Row last;
        for (int i = 0; i < 5000; ++i) {
            last = scratch.keep(numbers(1000, static_cast<float>(i)));
            QVERIFY(last.isInFile());
        }
        QCOMPARE(last.read(), numbers(1000, 4999));
    }

    void rows_ofAnySizeOutliveTheScratch() {
        Scratch::Row small, large;
        {
            Scratch scratch;
            small = scratch.keep(numbers(3, 1));
            large = scratch.keep(numbers(3000, 2));
        }
        QCOMPARE(small.read(), numbers(3, 1));
        QCOMPARE(large.read(), numbers(3000, 2));
        QCOMPARE(Scratch::Row().size(), std::size_t{0});
    }

    void rows_sayThatACutFileCannotBeReadBack() {
        const std::vector<int> before = unnamedFiles();
        Scratch scratch;
        const Scratch::Row row = scratch.keep(numbers(1000, 1));
        // Somebody cuts it off: the file of this process that has no name.
        bool cut = false;
        for (const int descriptor : unnamedFilesBeside(before))
            cut = ftruncate(descriptor, 100) == 0;
        QVERIFY(cut);
        GF_FAILS(row.read(), "cannot be read back", "temporary file");
    }

    void file_liesUnnamedInTheFolderForTemporaryFiles() {
        const QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const TemporaryFolder told(folder.path().toLocal8Bit());
        const std::vector<int> before = unnamedFiles();
        Scratch scratch;
        QVERIFY(scratch.keep(numbers(10, 1)).isInFile());
        QVERIFY2(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot),
                 "it has a name");
        const std::vector<int> files = unnamedFilesBeside(before);
        QCOMPARE(files.size(), std::size_t{1});
        struct stat file {
        }, place{};
        QCOMPARE(fstat(files.front(), &file), 0);
        QCOMPARE(stat(folder.path().toLocal8Bit().constData(), &place), 0);
        QCOMPARE(file.st_dev, place.st_dev);
        const QString link = QStringLiteral("/proc/self/fd/%1").arg(files.front());
        if (QFileInfo(link).isSymLink())
            QVERIFY2(QFileInfo(link).symLinkTarget().startsWith(folder.path()),
                     qPrintable(QFileInfo(link).symLinkTarget()));
    }

    void missingTemporaryFolder_isPassedOver() {
        const TemporaryFolder told("/no/such/folder");
        Scratch scratch;
        const Scratch::Row row = scratch.keep(numbers(10, 1));
        QVERIFY(row.isInFile());
        QCOMPARE(row.read(), numbers(10, 1));
    }

    void file_isClosedInStartedPrograms() {
        const std::vector<int> before = unnamedFiles();
        Scratch scratch;
        const Scratch::Row row = scratch.keep(numbers(10, 1));
        QVERIFY(!unnamedFilesBeside(before).empty());
        for (const int descriptor : unnamedFilesBeside(before))
            QVERIFY(fcntl(descriptor, F_GETFD) & FD_CLOEXEC);
    }

    void rows_stayInMemoryWhereTheDiskIsFull() {
        const FileLimit limit(std::size_t{2} * 1000 * sizeof(float) + 100);
        Scratch scratch;
        std::vector<Scratch::Row> rows;
        for (int i = 0; i < 5; ++i)
            rows.push_back(scratch.keep(numbers(1000, static_cast<float>(i))));
        QVERIFY(rows[1].isInFile());
        QVERIFY(!rows[2].isInFile());
        for (int i = 0; i < 5; ++i)
            QCOMPARE(rows[i].read(), numbers(1000, static_cast<float>(i)));
        rows[0] = {};
        QVERIFY(scratch.keep(numbers(1000, 9)).isInFile()); // there is room again
    }
};

} // namespace

} // namespace gf::tst_scratch

#include "tests/entry.h"
GF_APPLESS_TEST(tst_scratch, TstScratch)
#include "tst_scratch.moc"
