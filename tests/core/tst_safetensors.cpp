// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/safetensors.h"

#include "core/io/atomic_file.h"
#include "tests/core/errors.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <bit>
#include <cmath>
#include <sys/stat.h>

namespace gf::tst_safetensors {

namespace {

std::string lengthPrefix(std::uint64_t length) {
    const auto bytes = std::bit_cast<std::array<char, 8>>(length);
    return {bytes.data(), bytes.size()};
}

std::string fileOf(const std::string& header, const std::string& data = {}) {
    return lengthPrefix(header.size()) + header + data;
}

/// A file with one tensor "w", described as given, and eight bytes of data.
std::string fileWith(const std::string& type, const std::string& shape,
                     const std::string& offsets) {
    return fileOf("{\"w\":{\"dtype\":" + type + ",\"shape\":" + shape +
                      ",\"data_offsets\":" + offsets + "}}",
                  std::string(8, '\0'));
}

std::string messageFor(const std::string& bytes) {
    return test::errorOf([&] { parseSafetensors(bytes); });
}

Safetensors sample() {
    Safetensors content;
    content.metadata = {{"format_version", "1"}, {"quote \" and ümlaut", "line\nbreak"}};
    content.tensors.push_back({"decoder.0.w", Tensor({2, 3}, {1, -2, 0.1F, 4e-40F, 3e38F, -0.0F})});
    content.tensors.push_back({"ids", IntTensor({2}, {std::int64_t{1} << 60, -5})});
    content.tensors.push_back({"a scalar", Tensor(Shape{}, 2.5F)});
    content.tensors.push_back({"nothing", Tensor(Shape{0, 7})});
    return content;
}

bool sameBits(const Tensor& a, const Tensor& b) {
    return a.shape() == b.shape() &&
           std::equal(a.values().begin(), a.values().end(), b.values().begin(),
                      [](float x, float y) {
                          return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
                      });
}

} // namespace

class TestSafetensors : public QObject {
    Q_OBJECT

private slots:
    void readSafetensors_readsBackBitForBit() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("x.safetensors").toStdString();
        const Safetensors content = sample();
        writeSafetensors(path, content);
        for (const Safetensors& read :
             {readSafetensors(path), parseSafetensors(toSafetensors(content))}) {
            QVERIFY(read.metadata == content.metadata);
            QCOMPARE(read.tensors.size(), content.tensors.size());
            for (const NamedTensor& tensor : content.tensors) {
                const NamedTensor* found = read.find(tensor.name);
                QVERIFY(found != nullptr);
                QCOMPARE(found->isFloat(), tensor.isFloat());
                QVERIFY(found->shape() == tensor.shape());
                if (tensor.isFloat())
                    QVERIFY(sameBits(found->floats(), tensor.floats()));
                else
                    QVERIFY(
                        std::ranges::equal(found->integers().values(), tensor.integers().values()));
            }
        }
        QVERIFY(sample().find("no such") == nullptr);
        const Safetensors empty = parseSafetensors(toSafetensors({}));
        QVERIFY(empty.tensors.empty());
        QVERIFY(empty.metadata.empty());
    }

    void nonFiniteNumbers_areReadBack() {
        const Tensor odd({3}, {-INFINITY, INFINITY, NAN});
        const Safetensors read = parseSafetensors(toSafetensors({{{"scores", odd}}, {}}));
        QCOMPARE(read.tensors[0].floats()[0], -INFINITY);
        QCOMPARE(read.tensors[0].floats()[1], INFINITY);
        QVERIFY(std::isnan(read.tensors[0].floats()[2]));
    }

    void toSafetensors_givesTheSameAlignedBytes() {
        const std::string bytes = toSafetensors(sample());
        QVERIFY(bytes == toSafetensors(sample()));
        QTemporaryDir folder;
        const std::string path = folder.filePath("x").toStdString();
        writeSafetensors(path, sample());
        QVERIFY(readWholeFile(path, 1 << 20) == bytes);

        std::array<char, 8> prefix{};
        std::copy_n(bytes.begin(), 8, prefix.begin());
        const auto length = std::bit_cast<std::uint64_t>(prefix);
        QCOMPARE(length % 8, std::uint64_t{0});
        QCOMPARE(bytes.size(), 8 + length + 2 * 8 + 7 * 4);
        // Whole numbers first, so that they are aligned; the rest as given.
        const std::string header = bytes.substr(8, length);
        QVERIFY(header.find("\"ids\"") < header.find("decoder.0.w"));
        QVERIFY(header.find("decoder.0.w") < header.find("a scalar"));
        QVERIFY(header.find("\"shape\":[]") != std::string::npos);
    }

    void parseSafetensors_readsFilesOfTheReferenceLibrary() {
        // safetensors.numpy.save of version 0.8.0.
        const std::string header =
            R"({"__metadata__":{"who":"ünï"},"b.ids":{"dtype":"I64","shape":[1,3],"data_offsets":[0,24]},)"
            R"("d":{"dtype":"F64","shape":[1],"data_offsets":[24,32]},)"
            R"("a":{"dtype":"F32","shape":[2],"data_offsets":[32,40]},)"
            R"("none":{"dtype":"F32","shape":[0,3],"data_offsets":[40,40]},)"
            R"("scalar":{"dtype":"F32","shape":[],"data_offsets":[40,44]},)"
            R"("i":{"dtype":"I32","shape":[2],"data_offsets":[44,52]},)"
            R"("h":{"dtype":"F16","shape":[4],"data_offsets":[52,60]}}   )";
        const QByteArray data =
            QByteArray::fromHex("01000000000000000200000000000000fdffffffffffffff"
                                "9a9999999999b93f0000003f0000a0bf0000604007000000"
                                "f8ffffff003e00c0ff7b0100");
        const Safetensors read = parseSafetensors(fileOf(header, data.toStdString()));
        QCOMPARE(read.metadata.at("who"), std::string("ünï"));
        QVERIFY(std::ranges::equal(read.find("b.ids")->integers().values(), std::vector{1, 2, -3}));
        QVERIFY(read.find("b.ids")->shape() == (Shape{1, 3}));
        QVERIFY(std::ranges::equal(read.find("i")->integers().values(), std::vector{7, -8}));
        QVERIFY(sameBits(read.find("a")->floats(), Tensor({2}, {0.5F, -1.25F})));
        QVERIFY(sameBits(read.find("d")->floats(), Tensor(Shape{1}, 0.1F)));
        QVERIFY(sameBits(read.find("scalar")->floats(), Tensor(Shape{}, 3.5F)));
        QVERIFY(sameBits(read.find("h")->floats(), Tensor({4}, {1.5F, -2, 65504, 0x1p-24F})));
        QVERIFY(read.find("none")->shape() == (Shape{0, 3}));
    }

    void writeSafetensors_writesWhatPythonReads() {
        QTemporaryDir folder;
        const QString path = folder.filePath("x.safetensors");
        writeSafetensors(path.toStdString(), sample());
        QProcess python;
        python.start("python3", {"-c", "import safetensors.numpy"});
        if (!python.waitForFinished() || python.exitCode() != 0)
            QSKIP("python3 with the package safetensors is not installed");
        python.start("python3", {"-c",
                                 "import sys, safetensors, safetensors.numpy as s\n"
                                 "t = s.load_file(sys.argv[1])\n"
                                 "assert list(t['ids']) == [2**60, -5], t\n"
                                 "assert t['ids'].dtype == 'int64' and t['a scalar'].shape == ()\n"
                                 "assert t['a scalar'] == 2.5 and t['nothing'].shape == (0, 7)\n"
                                 "assert t['decoder.0.w'].shape == (2, 3)\n"
                                 "assert t['decoder.0.w'].dtype == 'float32'\n"
                                 "assert t['decoder.0.w'][0].tolist()[:2] == [1, -2]\n"
                                 "with safetensors.safe_open(sys.argv[1], 'np') as f:\n"
                                 "    assert f.metadata()['format_version'] == '1'\n",
                                 path});
        QVERIFY(python.waitForFinished());
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError());
    }

    void f16_isReadAsItsFloat() {
        std::string data;
        for (int bits = 0; bits < 65536; ++bits)
            data += {static_cast<char>(bits & 255), static_cast<char>(bits >> 8)};
        const Safetensors read = parseSafetensors(
            fileOf(R"({"h":{"dtype":"F16","shape":[65536],"data_offsets":[0,131072]}})", data));
        const Tensor& values = read.tensors[0].floats();
        QCOMPARE(values[0x0000], 0.0F);
        QVERIFY(std::signbit(values[0x8000]));
        QCOMPARE(values[0x0001], 0x1p-24F);   // the smallest
        QCOMPARE(values[0x03FF], 0x3FFp-24F); // the largest below the normal ones
        QCOMPARE(values[0x0400], 0x1p-14F);   // the smallest normal one
        QCOMPARE(values[0x3555], 0.333251953125F);
        QCOMPARE(values[0x7BFF], 65504.0F);
        QCOMPARE(values[0xFC00], -INFINITY);
        QVERIFY(std::isnan(values[0x7E00]));
        for (Index bits = 1; bits < 0x7C00; ++bits) { // finite positive halves are in order
            QVERIFY(values[bits - 1] < values[bits]);
            QVERIFY(values[bits + 0x8000] == -values[bits]);
        }
    }

    void bf16_isReadAsTheUpperHalfOfAFloat() {
        const std::string data{'\x80', '\x3F', '\x49', '\x40', '\x80', '\xFF'};
        const Safetensors read = parseSafetensors(
            fileOf(R"({"b":{"dtype":"BF16","shape":[3],"data_offsets":[0,6]}})", data));
        QCOMPARE(read.tensors[0].floats()[0], 1.0F);
        QCOMPARE(read.tensors[0].floats()[1], 3.140625F);
        QCOMPARE(read.tensors[0].floats()[2], -INFINITY);
    }

    void f64_isRefusedByNameWhereTooLargeForFloat() {
        const auto bytes = std::bit_cast<std::array<char, 8>>(1e300);
        const std::string file =
            fileOf(R"({"big":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})",
                   {bytes.data(), bytes.size()});
        GF_FAILS(parseSafetensors(file), "big", "element 0", "float32");
    }

    void parseSafetensors_saysWhatIsWrongWithAFile_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& file, const char* expected) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << QString(expected);
        };
        row("empty", "", "empty");
        row("seven bytes", std::string(7, '\0'), "7 bytes");
        row("no header", lengthPrefix(0), "does not begin with");
        row("header of 2^64-1", lengthPrefix(~0ULL), "100 MB");
        row("header of 2^63", lengthPrefix(1ULL << 63) + "{}", "100 MB");
        row("header above 100 MB", lengthPrefix(100'000'001), "100 MB");
        row("header cut off", lengthPrefix(100) + "{}", "cut off");
        row("not JSON", fileOf("{nonsense}"), "line 1, column 3: syntax error");
        row("an array", fileOf("[]"), "does not begin with");
        row("space first", fileOf(" {}"), "does not begin with");
        row("two documents", fileOf("{}{}"), "line 1, column 3");
        row("zero byte after the header", fileOf(std::string("{}\0", 3)), "line 1, column 3");
        row("invalid UTF-8", fileOf("{\"\xff\":{}}"), "UTF-8");
        row("overlong UTF-8", fileOf("{\"\xc0\xaf\":{}}"), "UTF-8");
        row("lone surrogate", fileOf(R"({"\ud800":{}})"), "surrogate");
        row("deep", fileOf(R"({"w":)" + std::string(100'000, '[')), "deep");
        row("double tensor", fileOf(R"({"w":{},"w":{}})"), "the key \"w\" is there twice");
        row("double key", fileOf(R"({"w":{"dtype":"F32","dtype":"F32"}})"),
            "\"dtype\" is there twice");
        row("metadata not an object", fileOf(R"({"__metadata__":[]})"), "metadata are []");
        row("metadata not text", fileOf(R"({"__metadata__":{"a":1}})"), "\"a\" are 1");
        row("nameless", fileOf(R"({"":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})", "1234"),
            "no name");
        row("not described", fileOf(R"({"w":3})"), "\"w\": its description is 3");
        row("without type", fileOf(R"({"w":{"shape":[],"data_offsets":[0,4]}})", "1234"),
            "lacks \"dtype\"");
        row("without shape", fileOf(R"({"w":{"dtype":"F32","data_offsets":[0,4]}})", "1234"),
            "lacks \"shape\"");
        row("without offsets", fileOf(R"({"w":{"dtype":"F32","shape":[1]}})", "1234"),
            "lacks \"data_offsets\"");
        row("unknown key",
            fileOf(R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}})", "1234"),
            "unknown key \"x\"");
        row("unknown type", fileWith("\"Q7\"", "[2]", "[0,8]"), "\"w\": the type is \"Q7\"");
        row("type not text", fileWith("4", "[2]", "[0,8]"), "the type is 4");
        row("text cut at a character",
            fileWith(
                "\"F32\"",
                "\"" + std::string("a") +
                    [] {
                        std::string umlauts;
                        for (int i = 0; i < 50; ++i)
                            umlauts += "ä";
                        return umlauts;
                    }() +
                    "\"",
                "[0,8]"),
            "ä...");
        row("shape not a list", fileWith("\"F32\"", "2", "[0,8]"), "the shape is 2");
        row("negative extent", fileWith("\"F32\"", "[-2]", "[0,8]"), "holds -2");
        row("fraction", fileWith("\"F32\"", "[2.0]", "[0,8]"), "holds 2.0");
        row("five dimensions", fileWith("\"F32\"", "[1,1,1,1,2]", "[0,8]"), "5 dimensions");
        row("huge shape", fileWith("\"F32\"", "[9223372036854775807]", "[0,8]"), "too large");
        row("beyond 64 bits", fileWith("\"F32\"", "[99999999999999999999]", "[0,8]"), "holds");
        // 2^32 · 2^32 · 4 is 0 in 64 bits, as is the product of any shape with a 0 in it.
        row("overflowing shape", fileWith("\"F32\"", "[4294967296,4294967296]", "[0,0]"),
            "too large");
        row("zero hides a huge extent", fileWith("\"F32\"", "[0,9223372036854775807]", "[0,0]"),
            "too large");
        row("zero hides overflow", fileWith("\"F32\"", "[4294967296,4294967296,0]", "[0,0]"),
            "too large");
        row("too few bytes", fileWith("\"F32\"", "[3]", "[0,8]"), "needs 12 bytes");
        row("too many bytes", fileWith("\"F32\"", "[1]", "[0,8]"), "needs 4 bytes");
        row("past the end", fileWith("\"F32\"", "[3]", "[0,12]"), "past the end");
        row("overflowing offset",
            fileWith("\"F32\"", "[2]", "[18446744073709551608,18446744073709551615]"),
            "past the end");
        row("backwards", fileWith("\"F32\"", "[2]", "[8,0]"), "before they begin");
        row("negative offset", fileWith("\"F32\"", "[2]", "[-8,0]"), "two whole numbers");
        row("one offset", fileWith("\"F32\"", "[2]", "[8]"), "two whole numbers");
        row("three offsets", fileWith("\"F32\"", "[2]", "[0,8,8]"), "two whole numbers");
        row("gap at the beginning", fileWith("\"F32\"", "[1]", "[4,8]"), "gap");
        row("trailing data", fileWith("\"F32\"", "[1]", "[0,4]"), "4 bytes after the last tensor");
        row("data without tensors", fileOf("{}", "1234"), "4 bytes after the last tensor");
    }

    void parseSafetensors_saysWhatIsWrongWithAFile() {
        QFETCH(QByteArray, file);
        QFETCH(QString, expected);
        const std::string bytes = file.toStdString();
        GF_FAILS(parseSafetensors(bytes), expected.toStdString());

        QTemporaryDir folder;
        const std::string path = folder.filePath("bad.safetensors").toStdString();
        writeFileAtomically(path, bytes);
        GF_FAILS(readSafetensors(path), "bad.safetensors", expected.toStdString());
    }

    void parseSafetensors_refusesEveryTruncation() {
        const std::string good = toSafetensors(sample());
        for (std::size_t length = 0; length < good.size(); ++length)
            QVERIFY2(!messageFor(good.substr(0, length)).empty(), std::to_string(length).c_str());
        QVERIFY(!messageFor(good + "x").empty());
    }

    void parseSafetensors_findsOverlapsAndGaps() {
        const auto two = [](const char* first, const char* second) {
            return fileOf(std::string(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":)") +
                              first + R"(},"b":{"dtype":"F32","shape":[2],"data_offsets":)" +
                              second + "}}",
                          std::string(20, '\0'));
        };
        GF_FAILS(parseSafetensors(two("[0,8]", "[4,12]")), "\"b\"", "overlap");
        GF_FAILS(parseSafetensors(two("[0,8]", "[0,8]")), "\"b\"", "overlap");
        GF_FAILS(parseSafetensors(two("[0,8]", "[12,20]")), "\"b\"", "gap");
        // The order of the names is not that of the data.
        GF_FAILS(parseSafetensors(two("[12,20]", "[0,8]")), "\"a\"", "gap");
    }

    void readSafetensors_refusesWhatIsNotAFile() {
        QTemporaryDir folder;
        const std::string pipe = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        GF_FAILS(readSafetensors(pipe), "pipe");
        GF_FAILS(readSafetensors(folder.path().toStdString()), "folder");
        GF_FAILS(readSafetensors(folder.filePath("none").toStdString()), "no such file");
        GF_FAILS(readSafetensors("/dev/zero"), "device");
        GF_FAILS(readSafetensors(""), "file name");
    }

    void writeSafetensors_refusesBadContent() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("x").toStdString();
        const Tensor one(Shape{1});
        GF_FAILS(writeSafetensors(path, {{{"a", one}, {"a", one}}, {}}),
                 "two tensors called \"a\"");
        GF_FAILS(writeSafetensors(path, {{{"", one}}, {}}), "cannot be called");
        GF_FAILS(writeSafetensors(path, {{{"__metadata__", one}}, {}}), "cannot be called");
        GF_FAILS(writeSafetensors(path, {{{"a\xff", one}}, {}}), "UTF-8", "a\\xff");
        GF_FAILS(writeSafetensors(path, {{}, {{"a", "\x80"}}}), "UTF-8");
        QVERIFY(!QFile::exists(QString::fromStdString(path)));
    }
};

} // namespace gf::tst_safetensors

#include "tests/entry.h"
GF_GUILESS_TEST(tst_safetensors, TestSafetensors)
#include "tst_safetensors.moc"
