// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/kernel_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace gf::tst_kernel_file {

namespace {

/// With zeros, line ends and everything else that machine code has.
std::string someKernels() {
    std::string kernels = "\x7f"
                          "ELF\n";
    for (int i = 0; i < 1000; ++i)
        kernels += static_cast<char>(i);
    return kernels;
}

KernelKey someKey() {
    return {"sm_90, NVRTC 12.4", "the source"};
}

} // namespace

/// Compiling takes seconds, so what was compiled lasts; nothing else is given to a driver.
class TestKernelFile : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        qputenv(GF_CACHE_VARIABLE, m_folder->path().toUtf8());
        m_compiled = 0;
    }
    void cleanupTestCase() { qputenv(GF_CACHE_VARIABLE, m_cacheBefore); }

    void keptKernels_areCompiledOnce() {
        QCOMPARE(kernelsOf(someKey()), someKernels());
        QCOMPARE(kernelsOf(someKey()), someKernels());
        QCOMPARE(m_compiled, 1);
    }

    void kernels_areCompiledEachTimeWithoutAStore() {
        for (int i = 1; i <= 2; ++i) {
            QCOMPARE(compiledKernels({}, someKey(), compiler()), someKernels());
            QCOMPARE(m_compiled, i);
        }
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void keptKernels_belongToOneTargetAndSource() {
        kernelsOf(someKey());
        kernelsOf({"sm_75, NVRTC 12.4", "the source"});
        QCOMPARE(m_compiled, 2);
        kernelsOf({"sm_90, NVRTC 12.4", "another source"}); // in the place of the first
        QCOMPARE(m_compiled, 3);
        kernelsOf(someKey());
        QCOMPARE(m_compiled, 4);
        QCOMPARE(QDir(m_folder->filePath("glassformer/kernels")).entryList(QDir::Files).size(), 2);
    }

    void damagedFile_isNotUsed() {
        kernelsOf(someKey());
        const QString path = QString::fromStdString(kernelPath(someKey()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        const auto isTaken = [&](const QByteArray& content) {
            QFile changed(path);
            return changed.open(QIODevice::WriteOnly) && changed.write(content) >= 0 &&
                   changed.flush() && !kernelFiles().find(someKey()).empty();
        };
        QVERIFY(isTaken(whole));
        for (qsizetype at = 0; at < whole.size(); at += 7) {
            QByteArray damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 1);
            QVERIFY2(!isTaken(damaged), qPrintable(QString::number(at)));
            QVERIFY2(!isTaken(whole.first(at)), qPrintable(QString::number(at)));
        }
        QVERIFY(!isTaken(whole + ' '));
        QCOMPARE(kernelsOf(someKey()), someKernels()); // compiled anew
        QCOMPARE(m_compiled, 2);
        QVERIFY(isTaken(whole));
    }

    void kernels_areCompiledWhereNothingCanBeKept() {
        QFile inTheWay(m_folder->filePath("glassformer"));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        QCOMPARE(kernelsOf(someKey()), someKernels());
        QCOMPARE(kernelsOf(someKey()), someKernels());
        QCOMPARE(m_compiled, 2);
    }

private:
    std::function<std::string()> compiler() {
        return [this] {
            ++m_compiled;
            return someKernels();
        };
    }
    std::string kernelsOf(const KernelKey& key) {
        return compiledKernels(kernelFiles(), key, compiler());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    int m_compiled = 0;
    QByteArray m_cacheBefore = qgetenv(GF_CACHE_VARIABLE);
};

} // namespace gf::tst_kernel_file

#include "tests/entry.h"
GF_APPLESS_TEST(tst_kernel_file, TestKernelFile)
#include "tst_kernel_file.moc"
