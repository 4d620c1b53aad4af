// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"

#include "core/io/new_folder.h"
#include "core/io/safetensors.h"
#include "tests/core/errors.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <grp.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace gf::tst_atomic_file {

namespace {

/// Runs `action` in a child process and waits for it; true when it ended by itself with 0.
bool inChild(const std::function<bool()>& action) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(action() ? 0 : 1);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Runs `action` again and again, each time in a new child process that is killed one system call
/// later than the one before: between two of them nothing changes on the disk, so these are all the
/// moments there are. Calls `check` after each death. Gives how many there were when a child lived
/// to the end; 0 when this process may not trace others.
int killAtEveryMoment(const std::function<void()>& action, const std::function<void()>& check) {
    for (int deaths = 0;; ++deaths) {
        const pid_t child = ::fork();
        if (child == 0) {
            if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
                ::_exit(2);
            ::raise(SIGSTOP);
            action();
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        for (int stops = 0; WIFSTOPPED(status) && stops <= deaths; ++stops) {
            ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
            ::waitpid(child, &status, 0);
        }
        if (WIFEXITED(status))
            return WEXITSTATUS(status) == 0 ? deaths : 0;
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
        check();
    }
}

QStringList namesIn(const QTemporaryDir& folder) {
    return QDir(folder.path())
        .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

} // namespace

namespace {

std::string numberedName(int number) {
    return "new-" + std::to_string(number);
}

void append(const Append& to) {
    to("new");
}

} // namespace

namespace {

void addFile(NewFolder& folder, const std::string& name, const std::string& content) {
    folder.file(name)([&](const Append& append) { append(content); });
}

} // namespace

class TestAtomicFile : public QObject {
    Q_OBJECT

private slots:
    void writeFileAtomically_writesTheWholeContent() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("file").toStdString();
        for (const std::string& content : {std::string(), std::string("one"),
                                           std::string("a\0b\n", 4), std::string(3'000'000, 'x')}) {
            writeFileAtomically(path, content);
            QVERIFY(readWholeFile(path, 4'000'000) == content);
        }
        writeFileAtomically(path, [](const Append& append) {
            for (const char* piece : {"ab", "", "c"})
                append(piece);
        });
        QCOMPARE(readWholeFile(path, 10), std::string("abc"));
    }

    void writeFileAtomically_leavesNoOtherFileInTheFolder() {
        QTemporaryDir folder;
        const std::string longest(255, 'n'); // the longest name there may be
        writeFileAtomically(folder.filePath("file").toStdString(), "1");
        writeFileAtomically(folder.filePath("file").toStdString(), "2");
        writeFileAtomically(folder.path().toStdString() + "/" + longest, "3");
        QCOMPARE(namesIn(folder), (QStringList{"file", QString::fromStdString(longest)}));

        const std::string before = std::filesystem::current_path();
        std::filesystem::current_path(folder.path().toStdString());
        writeFileAtomically("in the current folder", "4");
        std::filesystem::current_path(before);
        QCOMPARE(namesIn(folder).size(), 3);
    }

    void writeFileAtomically_keepsPermissionsAndLinks() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("file").toStdString();
        const auto mode = [&] {
            struct stat status {};
            ::stat(file.c_str(), &status);
            return status.st_mode & 07777;
        };
        const mode_t mask = ::umask(027);
        writeFileAtomically(file, "1");
        ::umask(mask);
        QCOMPARE(mode(), mode_t{0640});
        QCOMPARE(::chmod(file.c_str(), 0604), 0);
        writeFileAtomically(file, "2");
        QCOMPARE(mode(), mode_t{0604});

        const std::string link = folder.filePath("link").toStdString();
        const std::string linkToLink = folder.filePath("link to link").toStdString();
        QCOMPARE(::symlink("file", link.c_str()), 0);
        QCOMPARE(::symlink(link.c_str(), linkToLink.c_str()), 0);
        writeFileAtomically(linkToLink, "3");
        QVERIFY(std::filesystem::is_symlink(link));
        QVERIFY(std::filesystem::is_symlink(linkToLink));
        QCOMPARE(readWholeFile(file, 10), std::string("3"));

        const std::string circle = folder.filePath("circle").toStdString();
        QCOMPARE(::symlink("circle", circle.c_str()), 0);
        GF_FAILS(writeFileAtomically(circle, "4"), "circle");
    }

    /// As the kernel's protected_symlinks: in a folder such as /tmp anybody can make a link.
    void links_ofOthersInSharedFoldersAreNotFollowed() {
        if (::geteuid() != 0)
            QSKIP("only the administrator makes links of others");
        QTemporaryDir folder;
        const std::string file = folder.filePath("file").toStdString();
        const std::string link = folder.filePath("link").toStdString();
        const std::string own = folder.filePath("own").toStdString();
        writeFileAtomically(file, "kept");
        QCOMPARE(::symlink("file", link.c_str()), 0);
        QCOMPARE(::symlink(link.c_str(), own.c_str()), 0);
        constexpr uid_t other = 65534;
        QCOMPARE(::lchown(link.c_str(), other, other), 0);
        QCOMPARE(::chmod(folder.path().toUtf8().constData(), 01777), 0);
        for (const std::string& path : {link, own}) { // by itself, and at the end of one's own
            GF_FAILS(writeFileAtomically(path, "lost"), path, "another user", "link");
            GF_FAILS(requireReplaceable(path), path, "another user");
            GF_FAILS(behindLinks(path), path, "another user");
        }
        QCOMPARE(readWholeFile(file, 10), std::string("kept"));
        // Where not all may write, somebody who may has put it there.
        QCOMPARE(::chmod(folder.path().toUtf8().constData(), 0775), 0);
        writeFileAtomically(link, "written");
        QCOMPARE(readWholeFile(file, 10), std::string("written"));
        // The folder's owner may put links into it.
        QCOMPARE(::chmod(folder.path().toUtf8().constData(), 01777), 0);
        QCOMPARE(::chown(folder.path().toUtf8().constData(), other, other), 0);
        writeFileAtomically(link, "again");
        QCOMPARE(readWholeFile(file, 10), std::string("again"));
        QCOMPARE(::chown(folder.path().toUtf8().constData(), 0, 0), 0);
    }

    void writeFileAtomically_keepsTheOwnerWhereItMay() {
        if (::geteuid() != 0)
            QSKIP("only the administrator has files of others");
        QTemporaryDir folder;
        const std::string file = folder.filePath("file").toStdString();
        const auto status = [&] {
            struct stat found {};
            ::stat(file.c_str(), &found);
            return found;
        };
        writeFileAtomically(file, "1");
        QCOMPARE(::chown(file.c_str(), 1234, 4321), 0);
        QCOMPARE(::chmod(file.c_str(), 04640), 0);
        writeFileAtomically(file, "2");
        QCOMPARE(status().st_uid, uid_t{1234});
        QCOMPARE(status().st_gid, gid_t{4321});
        QCOMPARE(status().st_mode & 07777, mode_t{04640});

        // Somebody else may write the file and the folder, but give nothing away.
        QCOMPARE(::chmod(folder.path().toUtf8().constData(), 0777), 0);
        QCOMPARE(::chmod(file.c_str(), 06672), 0);
        QVERIFY(inChild([&] {
            return ::setgroups(0, nullptr) == 0 && ::setgid(65534) == 0 && ::setuid(65534) == 0 &&
                   test::errorOf([&] { writeFileAtomically(file, "3"); }).empty();
        }));
        QCOMPARE(readWholeFile(file, 10), std::string("3"));
        QCOMPARE(status().st_uid, uid_t{65534});
        QCOMPARE(status().st_mode & 07777,
                 mode_t{0622}); // the other group gets no more than strangers
    }

    void writeNewFile_takesTheFirstFreeName() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QCOMPARE(::symlink("nowhere", (path / "new-1").c_str()), 0);
        QVERIFY(std::filesystem::create_directory(path / "new-2"));
        writeFileAtomically((path / "new-3").string(), "old");
        QCOMPARE(writeNewFile(path, numberedName, append), path / "new-4");
        QCOMPARE(readWholeFile((path / "new-4").string(), 10), std::string("new"));
        QCOMPARE(readWholeFile((path / "new-3").string(), 10), std::string("old"));
        QVERIFY(!std::filesystem::exists(path / "nowhere"));
        QCOMPARE(namesIn(folder).size(), 4);
        const auto same = [](int) { return std::string("new-1"); };
        GF_FAILS(writeNewFile(path, same, append), "new-1", "taken");
        GF_FAILS(writeNewFile(path / "none", numberedName, append), "none/new-1", "does not exist");
        QCOMPARE(namesIn(folder).size(), 4); // of what failed nothing is left
    }

    void writeNewFile_doesNotFollowALinkMadeWhileItWrites() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        writeFileAtomically((path / "kept").string(), "kept");
        const auto place = writeNewFile(path, numberedName, [&](const Append& to) {
            append(to);
            std::filesystem::create_symlink("kept", path / "new-1");
        });
        QCOMPARE(place, path / "new-2");
        QCOMPARE(readWholeFile((path / "kept").string(), 10), std::string("kept"));
        QCOMPARE(readWholeFile(place.string(), 10), std::string("new"));
    }

    /// Somebody makes and removes the link as fast as they can, so that whatever is looked at first
    /// is no longer so when it is used.
    void writeNewFile_followsNoLinkThatComesAndGoes() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        writeFileAtomically((path / "kept").string(), "kept");
        const std::jthread flips([&](const std::stop_token& over) {
            const std::string link = path / "new-1";
            while (!over.stop_requested()) {
                ::symlink("kept", link.c_str()); // fails where the new file is
                if (std::filesystem::is_symlink(link))
                    ::unlink(link.c_str());
            }
        });
        for (int i = 0; i < 200; ++i) {
            const std::filesystem::path place = writeNewFile(path, numberedName, append);
            QVERIFY(!std::filesystem::is_symlink(place));
            QCOMPARE(readWholeFile(place.string(), 10), std::string("new"));
            QCOMPARE(readWholeFile((path / "kept").string(), 10), std::string("kept"));
            std::filesystem::remove(place);
        }
    }

    void writeNewFile_makesAFileForItsOwnerAlone() {
        const QTemporaryDir folder;
        const mode_t mask = ::umask(0);
        mode_t during = 0;
        const auto place =
            writeNewFile(folder.path().toStdString(), numberedName, [&](const Append& to) {
                append(to);
                for (const QString& name : namesIn(folder)) { // where a draft has a name
                    struct stat status {};
                    ::stat(folder.filePath(name).toUtf8().constData(), &status);
                    during |= status.st_mode;
                }
            });
        ::umask(mask);
        struct stat status {};
        QCOMPARE(::stat(place.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 07777, mode_t{0600});
        QCOMPARE(during & 0077, mode_t{0});
    }

    void writeNewFile_givesConcurrentWritersDifferentNames() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        constexpr int each = 20;
        const auto write = [&](char letter) {
            for (int i = 0; i < each; ++i)
                writeNewFile(path, numberedName,
                             [&](const Append& to) { to(std::string_view(&letter, 1)); });
        };
        {
            const std::jthread one(write, 'a');
            const std::jthread other(write, 'b');
        }
        std::string all;
        for (int number = 1; number <= 2 * each; ++number)
            all += readWholeFile(path + '/' + numberedName(number), 10);
        QCOMPARE(std::ranges::count(all, 'a'), each);
        QCOMPARE(std::ranges::count(all, 'b'), each);
    }

    void killedWriter_leavesTheOldOrTheNewFile() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("file").toStdString();
        const std::string before(200'000, 'a');
        const std::string after(300'000, 'b');
        writeFileAtomically(path, before);
        // Where files without a name exist, nothing at all is left of a draft that was cut short.
        const int nameless = ::open(folder.path().toUtf8().constData(), O_TMPFILE | O_WRONLY, 0600);
        int old = 0;
        int changed = 0;
        int bad = 0;
        const int deaths = killAtEveryMoment(
            [&] {
                writeFileAtomically(path, [&](const Append& append) {
                    const std::string_view bytes = after;
                    append(bytes.substr(0, 1000));
                    append(bytes.substr(1000, 9));
                    append(bytes.substr(1009));
                });
            },
            [&] {
                const std::string content = readWholeFile(path, 1'000'000);
                old += content == before ? 1 : 0;
                changed += content == after ? 1 : 0;
                for (const QString& name : nameless < 0 ? QStringList() : namesIn(folder)) {
                    const std::string any =
                        readWholeFile(folder.filePath(name).toStdString(), 1'000'000);
                    bad += any != before && any != after ? 1 : 0;
                }
                if (content == after)
                    writeFileAtomically(path, before);
            });
        ::close(nameless);
        if (deaths == 0)
            QSKIP("this process may not trace others");
        QCOMPARE(bad, 0);
        QCOMPARE(old + changed, deaths);
        QVERIFY(old > 10);
        QVERIFY(changed > 0); // killed before the renaming and after it
    }

    void killedSave_leavesTheOldOrTheNewModel() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("model.safetensors").toStdString();
        const auto save = [&](float value) {
            writeSafetensors(
                path, {{{"a", Tensor(Shape{300, 200}, value)}, {"b", Tensor(Shape{7}, value)}},
                       {{"value", std::to_string(value)}}});
        };
        save(1);
        int whole = 0;
        const int deaths =
            killAtEveryMoment([&] { save(2); },
                              [&] {
                                  const Safetensors read = readSafetensors(path);
                                  const float value = std::stof(read.metadata.at("value"));
                                  bool same = value == 1 || value == 2;
                                  for (const NamedTensor& tensor : read.tensors)
                                      for (const float number : tensor.floats().values())
                                          same = same && number == value;
                                  whole += same ? 1 : 0;
                              });
        if (deaths == 0)
            QSKIP("this process may not trace others");
        QCOMPARE(whole, deaths);
    }

    void fullDisk_leavesTheOldFile() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("file").toStdString();
        writeFileAtomically(path, "old");
        // A limit on the size of files fails a write in the middle as a full disk does.
        QVERIFY(inChild([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{.rlim_cur = 100'000, .rlim_max = 100'000};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const std::string message =
                test::errorOf([&] { writeFileAtomically(path, std::string(200'000, 'x')); });
            return test::says(message, "cannot write", "file", "larger than is allowed");
        }));
        QCOMPARE(readWholeFile(path, 1000), std::string("old"));
        QCOMPARE(namesIn(folder), QStringList{"file"});
        QCOMPARE(systemReason(std::make_error_code(std::errc::no_space_on_device)).english(),
                 std::string("the disk is full"));
    }

    void newFolder_isThereAsAWholeOrNotAtAll() {
        const QTemporaryDir place;
        const QString path = place.filePath("folder");
        int bad = 0;
        int whole = 0;
        const int deaths = killAtEveryMoment(
            [&] {
                NewFolder folder(path.toStdString());
                for (const char* name : {"one", "two"})
                    addFile(folder, name, name);
                folder.finish();
            },
            [&] {
                QDir folder(path);
                if (!folder.exists())
                    return;
                ++whole;
                for (const char* name : {"one", "two"})
                    bad += readWholeFile(folder.filePath(name).toStdString(), 10) != name;
                folder.removeRecursively();
            });
        if (deaths == 0)
            QSKIP("this process may not trace others");
        QCOMPARE(bad, 0);
        QVERIFY(whole > 0);
    }

    void newFolder_leavesNothingOfAWriterThatIsKilled() {
        const QTemporaryDir place;
        const OpenFile nameless(
            ::open(place.path().toUtf8().constData(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
        if (!nameless.isOpen())
            QSKIP("the file system has no files without a name");
        QVERIFY(QDir(place.path()).mkdir("empty"));
        for (const char* name : {"new", "empty"}) {
            QVERIFY(!inChild([&] {
                NewFolder folder(place.filePath(name).toStdString());
                addFile(folder, "one", "one");
                folder.file("two")([](const Append& append) {
                    append("tw");
                    ::raise(SIGKILL);
                });
                return true;
            }));
            QCOMPARE(namesIn(place), QStringList{"empty"});
            QVERIFY(QDir(place.filePath("empty")).isEmpty());
        }
    }

    void newFolder_staysTheEmptyFolderThatIsThere() {
        const QTemporaryDir place;
        const std::filesystem::path empty = place.filePath("empty").toStdString();
        std::filesystem::create_directory(empty);
        ::chmod(empty.c_str(), 0750);
        std::filesystem::create_symlink("empty", place.filePath("link").toStdString());
        std::filesystem::create_symlink("later", place.filePath("dangling").toStdString());
        const auto fill = [](const std::string& path) {
            NewFolder folder(path);
            addFile(folder, "one", "one");
            folder.finish();
        };
        struct stat before {
        }, after{};
        ::stat(empty.c_str(), &before);
        for (const QString& path : {place.filePath("link"), place.filePath("empty/")}) {
            fill(path.toStdString());
            QCOMPARE(readWholeFile((empty / "one").string(), 10), std::string("one"));
            std::filesystem::remove(empty / "one");
        }
        QVERIFY(inChild([&] {
            std::filesystem::current_path(empty);
            fill(".");
            return std::filesystem::exists("one");
        }));
        ::stat(empty.c_str(), &after);
        QCOMPARE(after.st_ino, before.st_ino);
        QCOMPARE(after.st_mode, before.st_mode);
        fill(place.filePath("dangling").toStdString());
        QCOMPARE(namesIn(place), (QStringList{"dangling", "empty", "later", "link"}));
        QVERIFY(QFileInfo(place.filePath("link")).isSymLink());
        QVERIFY(QFileInfo(place.filePath("dangling")).isSymLink());
    }

    void newFolder_replacesNothing() {
        const QTemporaryDir place;
        const std::string path = place.filePath("folder").toStdString();
        GF_FAILS(NewFolder(place.filePath("no/folder").toStdString()), "no\" does not exist");
        NewFolder late(path);
        addFile(late, "one", "one");
        std::filesystem::create_directory(path);
        NewFolder inside(path);
        addFile(inside, "two", "two");
        addFile(inside, "three", "three");
        writeFileAtomically(path + "/three", "of somebody else");
        GF_FAILS(NewFolder{path}, "folder", "is there already");
        GF_FAILS(NewFolder(path + "/three"), "three", "is there already");
        GF_FAILS(late.finish(), "folder", "is there already");
        GF_FAILS(inside.finish(), "folder", "is there already");
        QCOMPARE(namesIn(place), QStringList{"folder"});
        QCOMPARE(QDir(QString::fromStdString(path)).entryList(QDir::Files), QStringList{"three"});
        QCOMPARE(readWholeFile(path + "/three", 100), std::string("of somebody else"));
    }

    void writeFileAtomically_saysWhyAPathCannotBeWritten() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        GF_FAILS(writeFileAtomically("", "x"), "a file name is needed");
        GF_FAILS(writeFileAtomically(std::string("a\0b", 3), "x"), "a file name is needed");
        GF_FAILS(writeFileAtomically(path, "x"), path, "it is a folder");
        GF_FAILS(writeFileAtomically(path + "/", "x"), "folder");
        GF_FAILS(writeFileAtomically(path + "/no/file", "x"), "the folder", "/no\" does not exist");
        GF_FAILS(writeFileAtomically(path + "/" + std::string(256, 'n'), "x"), "name is too long");
        writeFileAtomically(path + "/file", "x");
        GF_FAILS(writeFileAtomically(path + "/file/inside", "x"), "not a folder");
        QCOMPARE(namesIn(folder), QStringList{"file"});
    }

    void writeFileAtomically_saysThatPermissionIsMissing() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        writeFileAtomically(path + "/file", "old");
        QCOMPARE(::chmod((path + "/file").c_str(), 0444), 0);
        QCOMPARE(::chmod(path.c_str(), 0555), 0);
        // The administrator may do everything, so the question is put as somebody else.
        QVERIFY(inChild([&] {
            if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
                return false;
            return test::says(test::errorOf([&] { writeFileAtomically(path + "/new", "x"); }),
                              "may not be written to") &&
                   test::says(test::errorOf([&] { writeFileAtomically(path + "/file", "x"); }),
                              "write-protected");
        }));
        QCOMPARE(::chmod(path.c_str(), 0755), 0);
        QCOMPARE(readWholeFile(path + "/file", 10), std::string("old"));
    }

    void writeFileAtomically_replacesNoPipeOrDevice() {
        QTemporaryDir folder;
        const std::string pipe = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        GF_FAILS(writeFileAtomically(pipe, "x"), "it is a pipe");
        QVERIFY(std::filesystem::is_fifo(pipe));
        GF_FAILS(writeFileAtomically("/dev/null", "x"), "it is a device");
        QVERIFY(std::filesystem::is_character_file("/dev/null"));
    }

    void requireReplaceable_refusesWhatCannotBeWritten_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no name") << ""
                                 << "a file name is needed";
        QTest::newRow("folder") << "%1/folder"
                                << "it is a folder";
        QTest::newRow("ends like a folder") << "%1/new/"
                                            << "a file name is needed";
        QTest::newRow("no folder") << "%1/none/file"
                                   << "does not exist";
        QTest::newRow("file as a folder") << "%1/old/file"
                                          << "not a folder";
        QTest::newRow("long name") << "%1/" + QString(300, 'n') << "name is too long";
        QTest::newRow("device") << "/dev/null"
                                << "it is a device";
        QTest::newRow("full device") << "/dev/full"
                                     << "it is a device";
        QTest::newRow("pipe") << "%1/pipe"
                              << "it is a pipe";
        QTest::newRow("link into no folder") << "%1/dangling"
                                             << "does not exist";
        QTest::newRow("link in a circle") << "%1/circle"
                                          << "circle";
        QTest::newRow("write-protected") << "%1/protected"
                                         << "write-protected";
        QTest::newRow("write-protected folder") << "%1/closed/file"
                                                << "may not be written to";
        QTest::newRow("of another in a folder like /tmp") << "%1/sticky/file"
                                                          << "only its owner";
    }

    void requireReplaceable_refusesWhatCannotBeWritten() {
        QFETCH(QString, name);
        QFETCH(QString, reason);
        QTemporaryDir folder;
        const std::filesystem::path in = folder.path().toStdString();
        for (const char* each : {"folder", "closed", "sticky"})
            std::filesystem::create_directory(in / each);
        for (const char* each : {"old", "protected", "sticky/file"})
            writeFileAtomically(in / each, "old");
        QCOMPARE(::mkfifo((in / "pipe").c_str(), 0600), 0);
        std::filesystem::create_symlink("none/file", in / "dangling");
        std::filesystem::create_symlink("circle", in / "circle");
        for (const auto& [each, mode] : {std::pair{"protected", 0444},
                                         {"closed", 0555},
                                         {"sticky", 01777},
                                         {"sticky/file", 0666},
                                         {".", 0777}})
            QCOMPARE(::chmod((in / each).c_str(), static_cast<mode_t>(mode)), 0);
        if (name.contains("sticky") && ::geteuid() != 0)
            QSKIP("only the administrator has files of others");

        const std::string path = name.replace("%1", folder.path()).toStdString();
        const auto isKnown = [&] {
            if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
                return false;
            const std::string known = test::errorOf([&] { requireReplaceable(path); });
            const std::string found = test::errorOf([&] { writeFileAtomically(path, "new"); });
            std::printf("%s\n", known.c_str());
            return known == found && test::says(known, "cannot write", reason.toStdString());
        };
        const QStringList before = namesIn(folder);
        QVERIFY(inChild(isKnown)); // as somebody who may not do everything
        QCOMPARE(namesIn(folder), before);
        QCOMPARE(::chmod((in / "closed").c_str(), 0755), 0);
    }

    void requireReplaceable_acceptsWhatCanBeWritten() {
        QTemporaryDir folder;
        const std::filesystem::path in = folder.path().toStdString();
        writeFileAtomically(in / "old", "old");
        std::filesystem::create_symlink("later", in / "link"); // to a file that is not there yet
        for (const char* each : {"old", "new", "link"})
            requireReplaceable(in / each);
        QCOMPARE(namesIn(folder), (QStringList{"link", "old"}));
        QCOMPARE(readWholeFile(in / "old", 10), std::string("old"));
        writeFileAtomically(in / "link", "new");
        QCOMPARE(readWholeFile(in / "later", 10), std::string("new"));
        QVERIFY(std::filesystem::is_symlink(in / "link"));
    }

    void readWholeFile_hasALimit() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("file").toStdString();
        writeFileAtomically(path, "12345");
        QCOMPARE(readWholeFile(path, 5), std::string("12345"));
        GF_FAILS(readWholeFile(path, 4), "at most 4");
        // A file with a hole of a terabyte is refused before memory is asked for.
        QCOMPARE(::truncate(path.c_str(), off_t{1} << 40), 0);
        GF_FAILS(readWholeFile(path, 1'000'000), "1099511627776 bytes");
        GF_FAILS(readSafetensors(path), "file");
        // Files of /proc say that they are empty and are not.
        QVERIFY(!readWholeFile("/proc/self/status", 1'000'000).empty());
        GF_FAILS(readWholeFile("/proc/self/status", 10), "at most 10");
    }

    void readWholeFile_doesNotWaitForAPipeOrDevice() {
        QTemporaryDir folder;
        const std::string pipe = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        GF_FAILS(readWholeFile(pipe, 10), "cannot read", "it is a pipe");
        const std::string link = folder.filePath("link").toStdString();
        QCOMPARE(::symlink("pipe", link.c_str()), 0);
        GF_FAILS(readWholeFile(link, 10), "it is a pipe");
        GF_FAILS(readWholeFile("/dev/zero", 10), "it is a device");

        const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string name = folder.filePath("s").toStdString();
        name.copy(address.sun_path, sizeof address.sun_path - 1);
        QCOMPARE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        GF_FAILS(readWholeFile(name, 10), "it is a socket");
        ::close(socket);
    }

    void readWholeFile_saysWhyItFails() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        GF_FAILS(readWholeFile(path, 10), "it is a folder");
        GF_FAILS(readWholeFile(path + "/none", 10), "/none", "no such file");
        GF_FAILS(readWholeFile("", 10), "a file name is needed");
        writeFileAtomically(path + "/file", "x");
        GF_FAILS(readWholeFile(path + "/file/x", 10), "not a folder");
        QCOMPARE(::chmod(path.c_str(), 0755), 0);
        QCOMPARE(::chmod((path + "/file").c_str(), 0), 0);
        QVERIFY(inChild([&] {
            if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
                return false;
            return test::says(test::errorOf([&] { readWholeFile(path + "/file", 10); }),
                              "permission denied");
        }));
    }
};

} // namespace gf::tst_atomic_file

#include "tests/entry.h"
GF_GUILESS_TEST(tst_atomic_file, TestAtomicFile)
#include "tst_atomic_file.moc"
