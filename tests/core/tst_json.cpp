// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json.h"

#include "core/io/atomic_file.h"
#include "tests/core/errors.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>

namespace gf::tst_json {

using nlohmann::json;

// Its functions stand outside of it: moc loses its way in their raw strings and would run none.
class TestJson : public QObject {
    Q_OBJECT

private slots:
    void parseJson_readsValidText_data();
    void parseJson_readsValidText();
    void parseJson_saysWhereAMistakeIs_data();
    void parseJson_saysWhereAMistakeIs();
    void messages_areOneReadableLine();
    void limits_boundBytesDepthAndValues();
    void parseJson_refusesHugeDepth();
    void readJsonFile_namesTheFileInItsErrors();
};

void TestJson::parseJson_readsValidText_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"null", "true", "-0.5e3", "\"\"", "[]", "{}", " [ 1 , 2.5 , \"x\" ] \n",
          R"({"a":{"b":[{"a":1},{"a":2}]},"b":null})", R"("\u00fc\ud83d\ude00\"\\\/")",
          R"({"a\"b":1,"b":2})", "18446744073709551615", "-9223372036854775808",
          R"({"ключ":"значение","":0})"})
        QTest::newRow(text) << QString(text);
}

void TestJson::parseJson_readsValidText() {
    QFETCH(QString, text);
    const std::string bytes = text.toStdString();
    QVERIFY(parseJson(bytes) == json::parse(bytes));
}

void TestJson::parseJson_saysWhereAMistakeIs_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* name, const std::string& text, const char* place,
                        const char* what) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString(place) << QString(what);
    };
    row("empty", "", "", "empty");
    row("only space", " \n\t ", "", "empty");
    row("cut off", "{\"a\": [1, 2", "line 1, column 12", "end of input");
    row("comma at the end", "[1,\n 2,\n]", "line 3, column 1", "syntax error");
    row("comma in front", "[,1]", "line 1, column 2", "syntax error");
    row("single quotes", "{\n  'a': 1\n}", "line 2, column 3", "syntax error");
    row("comment", "{ // why\n}", "line 1, column", "syntax error");
    row("two documents", "{}\n{}", "line 2, column 1", "syntax error");
    row("double key", "{\"a\": 1,\n  \"a\": 2}", "line 2, column 3",
        "the key \"a\" is there twice");
    row("double key inside", R"({"x": [{"b": {}, "b": 1}]})", "line 1, column 18", "\"b\"");
    row("double key, escaped", R"({"a\"\u0062": 1, "a\"b": 1})", "line 1, column 18", "twice");
    row("NaN", "[NaN]", "line 1, column 2", "syntax error");
    row("leading zero", "[01]", "line 1, column 3", "syntax error");
    row("too large a number", "[1e999]", "line 1, column", "too large");
    row("zero byte", std::string("[1,\0 2]", 7), "line 1, column 4", "zero byte");
    row("zero byte after the end", std::string("{}\0 {{{", 7), "line 1, column 3", "zero byte");
    row("control character", "\"a\nb\"", "line 1, column 3", "control character");
    row("invalid UTF-8", "[\"\xff\"]", "line 1, column 3", "UTF-8");
    row("cut UTF-8", "[\"\xe2\x82\"]", "line 1", "UTF-8");
    row("overlong UTF-8", "[\"\xc0\x80\"]", "line 1, column 3", "UTF-8");
    row("UTF-8 surrogate", "[\"\xed\xa0\x80\"]", "line 1", "UTF-8");
    row("lone surrogate", R"(["\ud800"])", "line 1", "surrogate");
    row("binary", "\x89PNG\r\n", "line 1, column 1", "syntax error");
}

void TestJson::parseJson_saysWhereAMistakeIs() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    QFETCH(QString, what);
    GF_FAILS(parseJson(text.toStdString()), place.toStdString(), what.toStdString());
}

void TestJson::messages_areOneReadableLine() {
    // Whatever the text holds, the message is one line of UTF-8 without control characters.
    const std::string key = "k\xc3\xa4\x1b[31m";
    for (const std::string& text :
         {std::string("{\"\x1b[31m\": x}"), std::string("[tru\xff\xfe]"), std::string("\"a\x01"),
          std::string("{\"a\\nb\":1,\"a\\nb\":1}"), "[" + key + "]",
          std::string("'; expected '")}) {
        const std::string message = test::errorOf([&] { parseJson(text); });
        QVERIFY(!message.empty());
        for (const char character : message)
            QVERIFY2(static_cast<unsigned char>(character) >= 0x20, message.c_str());
        QCOMPARE(QString::fromStdString(message).toStdString(), message); // valid UTF-8
    }
}

void TestJson::limits_boundBytesDepthAndValues() {
    const JsonLimits limits{.bytes = 40, .depth = 3, .values = 6};
    QVERIFY(parseJson("[[[1]]]", limits) == json::parse("[[[1]]]"));
    GF_FAILS(parseJson("[[[[1]]]]", limits), "line 1, column 4", "3 deep");
    GF_FAILS(parseJson("{\"a\":[{\"b\":[1]}]}", limits), "3 deep");
    QVERIFY(parseJson("[1,2,3,4,5]", limits).size() == 5);
    GF_FAILS(parseJson("[1,2,3,4,5,6]", limits), "more than 6 values");
    GF_FAILS(parseJson("{\"a\":1,\"b\":2,\"c\":3}", limits), "more than 6 values");
    GF_FAILS(parseJson(std::string(41, ' '), limits), "41 bytes", "at most 40");
}

void TestJson::parseJson_refusesHugeDepth() {
    GF_FAILS(parseJson(std::string(10'000'000, '[')), "deep");
    std::string objects;
    for (int i = 0; i < 100'000; ++i)
        objects += "{\"a\":";
    GF_FAILS(parseJson(objects), "deep");
}

void TestJson::readJsonFile_namesTheFileInItsErrors() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("model.json").toStdString();
    writeFileAtomically(path, "{\"layers\": 2}");
    QVERIFY(readJsonFile(path) == json({{"layers", 2}}));
    writeFileAtomically(path, "{\"layers\": }");
    GF_FAILS(readJsonFile(path), "model.json", "line 1, column 12");
    writeFileAtomically(path, "");
    GF_FAILS(readJsonFile(path), "model.json", "empty");
    GF_FAILS(readJsonFile(path, {.bytes = 2, .depth = 9, .values = 9}), "empty");
    writeFileAtomically(path, "[1]");
    GF_FAILS(readJsonFile(path, {.bytes = 2, .depth = 9, .values = 9}), "at most 2");
    GF_FAILS(readJsonFile(folder.path().toStdString()), "folder");
    GF_FAILS(readJsonFile(path + "x"), "no such file");
    const std::string pipe = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    GF_FAILS(readJsonFile(pipe), "pipe");
}

} // namespace gf::tst_json

#include "tests/entry.h"
GF_GUILESS_TEST(tst_json, TestJson)
#include "tst_json.moc"
