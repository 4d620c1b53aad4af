// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "core/io/atomic_file.h"
#include "tests/core/errors.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace gf::tst_npy {

namespace {

/// An npy file with any header text and `floats` zeros.
std::string fileOf(const std::string& header, std::size_t floats = 0) {
    const auto length = header.size() + 1;
    std::string file("\x93NUMPY\x01\x00", 8);
    file += {static_cast<char>(length & 255), static_cast<char>(length >> 8)};
    return file + header + "\n" + std::string(4 * floats, '\0');
}

} // namespace

class TestNpy : public QObject {
    Q_OBJECT

private slots:
    void readNpy_readsBackEveryRank() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("x.npy").toStdString();
        for (const Shape& shape :
             {Shape{}, Shape{5}, Shape{2, 3}, Shape{2, 0}, Shape{2, 3, 4}, Shape{1, 2, 3, 4}}) {
            Tensor tensor(shape);
            for (Index i = 0; i < tensor.count(); ++i)
                tensor[i] = i == 1 ? -INFINITY : static_cast<float>(i) / 3;
            writeNpy(path, tensor);
            const Tensor read = readNpy(path);
            QVERIFY(read.shape() == shape);
            QVERIFY(std::ranges::equal(read.values(), tensor.values()));
        }
    }

    void toNpy_givesTheBytesOfNumPy() {
        // numpy.save(file, numpy.arange(2, dtype=numpy.float32).reshape(2, 1))
        std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
        expected += "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
        expected.resize(127, ' ');
        expected += "\n" + std::string("\0\0\0\0\0\0\x80\x3f", 8);
        QCOMPARE(toNpy(Tensor({2, 1}, {0, 1})), expected);
    }

    void writeNpy_writesWhatNumPyReads() {
        QTemporaryDir folder;
        const QString path = folder.filePath("x.npy");
        writeNpy(path.toStdString(), Tensor({1, 3}, {0.1F, -INFINITY, 3}));
        QProcess python;
        python.start("python3", {"-c", "import numpy"});
        if (!python.waitForFinished() || python.exitCode() != 0)
            QSKIP("python3 with numpy is not installed");
        python.start("python3",
                     {"-c",
                      "import sys, numpy\n"
                      "a = numpy.load(sys.argv[1])\n"
                      "assert a.dtype == 'float32' and a.shape == (1, 3), a\n"
                      "assert a[0, 0] == numpy.float32(0.1) and a[0, 1] == -numpy.inf, a\n",
                      path});
        QVERIFY(python.waitForFinished());
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError());
    }

    void readNpy_saysWhatIsWrongWithAFile_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& file, const char* expected) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << QString(expected);
        };
        const auto shaped = [](const std::string& shape, std::size_t floats = 0) {
            return fileOf("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }",
                          floats);
        };
        row("empty", "", "not an npy file");
        row("another version", std::string("\x93NUMPY\x02\x00\x00\x00\x00\x00", 12), "version 1.0");
        row("header cut off", std::string("\x93NUMPY\x01\x00\xff\xff", 10), "within its header");
        row("no dictionary", fileOf("[]"), "expected \"{\"");
        row("not closed", fileOf("{'descr': '<f4'"), "expected \"}\"");
        row("string not closed", fileOf("{'descr"), "does not end");
        row("nothing in it", fileOf("{}"), "needs 'descr'");
        row("a key missing", fileOf("{'descr': '<f4', 'shape': (1,)}", 1), "needs 'descr'");
        row("a key twice", fileOf("{'descr': '<f4', 'descr': '<f4'}"), "twice");
        row("unknown key", fileOf("{'colour': 'red'}"), "unknown key \"colour\"");
        row("something after it",
            fileOf("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", 1), "follows");
        row("double precision",
            fileOf("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", 2), "\"<f8\"");
        row("big-endian", fileOf("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", 1),
            "\">f4\"");
        row("a pickle", fileOf("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", 1),
            "\"|O\"");
        row("column by column", fileOf("{'descr': '<f4', 'fortran_order': True, 'shape': (1,)}", 1),
            "row by row");
        row("five dimensions", shaped("(1, 1, 1, 1, 1)", 1), "more than 4 dimensions");
        row("negative", shaped("(-1,)", 1), "whole numbers");
        row("no numbers", shaped("(a,)", 1), "whole numbers");
        row("huge", shaped("(9223372036854775807,)"), "too large");
        row("beyond 64 bits", shaped("(99999999999999999999,)"), "too large");
        row("overflow", shaped("(4294967296, 4294967296)"), "too large");
        row("zero hides a huge extent", shaped("(0, 9223372036854775807)"), "too large");
        row("too few data", shaped("(3,)", 2), "12 bytes of data; this one has 8");
        row("too many data", shaped("(1,)", 2), "4 bytes of data; this one has 8");
    }

    void readNpy_saysWhatIsWrongWithAFile() {
        QFETCH(QByteArray, file);
        QFETCH(QString, expected);
        QTemporaryDir folder;
        const std::string path = folder.filePath("bad.npy").toStdString();
        writeFileAtomically(path, file.toStdString());
        GF_FAILS(readNpy(path), "bad.npy", expected.toStdString());
    }

    void parseNpy_refusesEveryTruncation() {
        const std::string good = toNpy(Tensor({2, 2}, {1, 2, 3, 4}));
        for (std::size_t length = 0; length < good.size(); ++length)
            GF_FAILS(parseNpy(std::string_view(good).substr(0, length)), "npy");
    }
};

} // namespace gf::tst_npy

#include "tests/entry.h"
GF_GUILESS_TEST(tst_npy, TestNpy)
#include "tst_npy.moc"
