// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv.h"

#include "core/io/atomic_file.h"
#include "tests/core/errors.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cfloat>
#include <clocale>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>

namespace gf::tst_csv {

class TestCsv : public QObject {
    Q_OBJECT

private slots:
    void csvField_isQuotedOnlyWhereNeeded() {
        QCOMPARE(csvField("plain text"), std::string("plain text"));
        QCOMPARE(csvField("a,b"), std::string("\"a,b\""));
        QCOMPARE(csvField("say \"so\""), std::string("\"say \"\"so\"\"\""));
        QCOMPARE(csvField("two\nlines"), std::string("\"two\nlines\""));
        QCOMPARE(csvField(" "), std::string("\" \""));
        QCOMPARE(csvField(CsvCell{}), std::string());
        QCOMPARE(csvField(std::int64_t{-7}), std::string("-7"));
        QCOMPARE(csvField(0.1), std::string("0.1"));
        QCOMPARE(csvField(1.0 / 3), std::string("0.333333333"));
        QCOMPARE(csvField(INFINITY), std::string("inf"));
        QCOMPARE(csvField(-INFINITY), std::string("-inf"));
        QCOMPARE(csvField(-std::nan("")), std::string("nan"));
        QCOMPARE(csvLine(std::vector<CsvCell>{std::int64_t{1}, {}, std::string("x")}),
                 std::string("1,,x\n"));
    }

    void csvField_isNoFormulaToASpreadsheet() {
        const auto field = [](const char* text) { return csvField(std::string(text)); };
        for (const char* text : {"=1+2", "+cmd|x", "-cmd|x", "@SUM(1)", "-2+3", "+-1", "-inf"})
            QCOMPARE(field(text), "'" + std::string(text));
        QCOMPARE(field("\t=1"), std::string("'\t=1"));
        QCOMPARE(field("\r=1"), std::string("\"'\r=1\""));
        QCOMPARE(field("=1,2"), std::string("\"'=1,2\""));
        QCOMPARE(field("'=1"), std::string("''=1")); // without one apostrophe it is what it was
        for (const char* text : {"=", "+", "-", "@", "'", "'s", "a=b", "-5", "+1.5", "<pad>"})
            QCOMPARE(field(text), std::string(text));
    }

    void csvField_keepsEveryFloat() {
        for (const float value :
             {0.1F, 1.0F / 3, 16777217.0F, 1e-45F, FLT_MAX, FLT_MIN, -2.7182817F})
            QCOMPARE(std::strtof(csvField(static_cast<double>(value)).c_str(), nullptr), value);
    }

    void csvField_doesNotDependOnTheLocale() {
        // A locale with a comma is not everywhere; what is tested is that none is asked.
        for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"})
            if (std::setlocale(LC_NUMERIC, name) != nullptr)
                QCOMPARE(csvField(1.5), std::string("1.5"));
        std::setlocale(LC_NUMERIC, "C");
    }

    void toCsv_writesTheLabelsOfAMatrix() {
        const Tensor matrix({2, 3}, {1, 2, 3, 4.5F, -5, 0});
        QCOMPARE(toCsv(matrix), std::string("1,2,3\n4.5,-5,0\n"));
        const std::vector<std::string> rows{"<sos>", ","};
        const std::vector<std::string> columns{"a", "\"", "c"};
        QCOMPARE(toCsv(matrix, rows), std::string("<sos>,1,2,3\n\",\",4.5,-5,0\n"));
        QCOMPARE(toCsv(matrix, {}, columns), std::string("a,\"\"\"\",c\n1,2,3\n4.5,-5,0\n"));
        QCOMPARE(toCsv(matrix, rows, columns),
                 std::string(",a,\"\"\"\",c\n<sos>,1,2,3\n\",\",4.5,-5,0\n"));
        QTemporaryDir folder;
        const std::string path = folder.filePath("x.csv").toStdString();
        writeCsv(path, matrix, rows, columns);
        QCOMPARE(readWholeFile(path, 1000), toCsv(matrix, rows, columns));
    }

    void toCsv_writesOtherRanksAsRows() {
        QCOMPARE(toCsv(Tensor(Shape{}, 2.5F)), std::string("2.5\n"));
        QCOMPARE(toCsv(Tensor({2}, {1, 2})), std::string("1,2\n"));
        QCOMPARE(toCsv(Tensor({2, 1, 2}, {1, 2, 3, 4})), std::string("1,2\n3,4\n"));
    }

    void csvLog_growsLineByLine() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("metrics.csv").toStdString();
        writeFileAtomically(path, "what was here before");
        const std::vector<std::string_view> columns{"step", "loss", "validation_loss"};
        CsvLog log(path, columns);
        QCOMPARE(readWholeFile(path, 1000), std::string("step,loss,validation_loss\n"));
        log.append(std::vector<CsvCell>{std::int64_t{1}, 3.68887945, {}});
        QCOMPARE(readWholeFile(path, 1000),
                 std::string("step,loss,validation_loss\n1,3.68887945,\n"));
    }

    void csvLog_continuesWithoutDuplicateLines() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("metrics.csv").toStdString();
        const std::vector<std::string_view> columns{"step", "loss"};
        const auto goesOnAfter = [&](std::int64_t last, const std::string& before) {
            writeFileAtomically(path, before);
            CsvLog(path, columns, last).append(std::vector<CsvCell>{last + 1, 0.5});
            return readWholeFile(path, 1000);
        };
        const std::string two = "step,loss\n1,3\n2,2\n";
        QCOMPARE(goesOnAfter(2, two), two + "3,0.5\n");
        QCOMPARE(goesOnAfter(9, two), two + "10,0.5\n");
        QCOMPARE(goesOnAfter(2, two + "3,1\n4,1\n"), two + "3,0.5\n"); // a kill after the last save
        QCOMPARE(goesOnAfter(2, two + "3,"), two + "3,0.5\n");         // and one within a line
        for (const char* before : {"", "step,l", "step,loss\n"})
            QCOMPARE(goesOnAfter(0, before), std::string("step,loss\n1,0.5\n"));
        std::filesystem::remove(path);
        CsvLog(path, columns, 7);
        QCOMPARE(readWholeFile(path, 1000), std::string("step,loss\n"));

        writeFileAtomically(path, "dear diary");
        GF_FAILS(CsvLog(path, columns, 2), "metrics.csv", "name another file");
        QCOMPARE(readWholeFile(path, 1000), std::string("dear diary"));
    }

    void csvLog_leavesNoHalfLineOnAFullDisk() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("metrics.csv").toStdString();
        CsvLog log(path, std::vector<std::string_view>{"step", "text"});
        const auto before = ::signal(SIGXFSZ, SIG_IGN);
        rlimit limit{};
        ::getrlimit(RLIMIT_FSIZE, &limit);
        const rlimit small{.rlim_cur = 20, .rlim_max = limit.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const std::string message = test::errorOf([&] {
            log.append(std::vector<CsvCell>{std::int64_t{1}, std::string(30, 'x')});
        });
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::signal(SIGXFSZ, before);
        QVERIFY2(test::says(message, "metrics.csv", "larger than is allowed"), message.c_str());
        QCOMPARE(readWholeFile(path, 1000), std::string("step,text\n"));
    }

    void csvLog_failsWhereItCannotBeWritten() {
        const std::vector<std::string_view> columns{"step"};
        QTemporaryDir folder;
        const std::string pipe = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        GF_FAILS(CsvLog(folder.path().toStdString(), columns), "folder");
        GF_FAILS(CsvLog(folder.filePath("no/such/log").toStdString(), columns), "no such file");
        GF_FAILS(CsvLog(pipe, columns), "cannot write"); // nobody reads it: must not wait
        GF_FAILS(CsvLog("/dev/full", columns), "the disk is full");
    }

    void csvLog_isOneForAllNamesOfAFile() {
        const std::vector<std::string_view> columns{"step"};
        QTemporaryDir folder;
        const std::string path = folder.filePath("log").toStdString();
        const std::string other = folder.filePath("other").toStdString();
        {
            const CsvLog log(path, columns);
            std::filesystem::create_hard_link(path, other);
            GF_FAILS(CsvLog(other, columns), "other", "by another glassformer",
                     "name another file");
            GF_FAILS(CsvLog(other, columns, 2), "by another glassformer");
            QCOMPARE(readWholeFile(path, 1000), std::string("step\n"));
        }
        CsvLog(other, columns);
    }
};

} // namespace gf::tst_csv

#include "tests/entry.h"
GF_GUILESS_TEST(tst_csv, TestCsv)
#include "tst_csv.moc"
