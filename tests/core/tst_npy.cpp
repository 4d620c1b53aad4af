// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "tests/core/npy_file.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace gf::tst_npy {

class TestNpy : public QObject {
    Q_OBJECT

private slots:
    void writeNpy_writesEveryRank() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("x.npy").toStdString();
        for (const Shape& shape :
             {Shape{}, Shape{5}, Shape{2, 3}, Shape{2, 0}, Shape{2, 3, 4}, Shape{1, 2, 3, 4}}) {
            Tensor tensor(shape);
            for (Index i = 0; i < tensor.count(); ++i)
                tensor[i] = i == 1 ? -INFINITY : static_cast<float>(i) / 3;
            writeNpy(path, tensor);
            const Tensor read = test::readNpy(path);
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
};

} // namespace gf::tst_npy

#include "tests/entry.h"
GF_GUILESS_TEST(tst_npy, TestNpy)
#include "tst_npy.moc"
