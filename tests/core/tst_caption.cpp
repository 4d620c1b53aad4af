// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/real_numbers.h"
#include "core/data/task.h"
#include "core/form/shape_picture.h"
#include "core/tensor/error.h"
#include "tests/core/errors.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace gf::tst_caption {
namespace {

std::unique_ptr<Task> captions() {
    TaskRequest request;
    request.name = "caption";
    return makeTask(request);
}

/// A shape of an example as its text says it, read without the program's code.
struct Seen {
    QString words; ///< "small red circle"
    QString colour;
    double extent = 0, x = 0, y = 0; ///< x and y of the middle
};

QList<Seen> seenIn(const std::string& source) {
    static const QRegularExpression one(
        "^((?:(small|large) )?([a-z]+) (?:circle|square|triangle|cross)) (\\d+) (\\d+)$");
    QList<Seen> all;
    for (const QString& text : QString::fromStdString(source).split("; ")) {
        const auto match = one.match(text);
        if (!match.hasMatch())
            qFatal("%s is no shape", qPrintable(text));
        const QString size = match.captured(2);
        const double extent = size == "small" ? 5 : size == "large" ? 11 : 8;
        all << Seen{match.captured(1), match.captured(3), extent,
                    match.captured(4).toDouble() + extent / 2,
                    match.captured(5).toDouble() + extent / 2};
    }
    return all;
}

bool isOn(const Seen& a, const Seen& b) {
    return std::abs(a.x - b.x) < b.extent / 2 && std::abs(a.y - b.y) < b.extent / 2;
}

/// The caption by its rules: small ones first, of equal ones the one nearer to the upper left.
QString captionOf(QList<Seen> all) {
    std::ranges::stable_sort(all, [](const Seen& a, const Seen& b) {
        return std::pair(a.extent, a.x + a.y) < std::pair(b.extent, b.x + b.y);
    });
    QString caption = "a " + all[0].words;
    for (qsizetype i = 1; i < all.size(); ++i) {
        const Seen& a = all[i - 1];
        const Seen& b = all[i];
        const bool aside = std::abs(a.x - b.x) >= std::abs(a.y - b.y);
        caption += isOn(a, b)           ? " on "
                   : aside && a.x < b.x ? " left of "
                   : aside              ? " right of "
                   : a.y < b.y          ? " above "
                                        : " below ";
        caption += "a " + b.words;
    }
    return caption;
}

/// A picture as letters, "." where it is black.
QStringList lettersOf(const std::string& source) {
    const std::vector<float> numbers = rowsIn(source, 48);
    QStringList rows(24, QString(24, '.'));
    for (int patch = 0; patch < 36; ++patch)
        for (int point = 0; point < 16; ++point) {
            const float* rgb = &numbers[static_cast<std::size_t>(patch * 48 + point * 3)];
            if (rgb[0] + rgb[1] + rgb[2] == 0)
                continue;
            const bool red = rgb[0] == 1 && rgb[1] == 0.3F && rgb[2] == 0.3F;
            rows[patch / 6 * 4 + point / 4][patch % 6 * 4 + point % 4] = red ? 'r' : 'b';
        }
    return rows;
}

class TestCaption : public QObject {
    Q_OBJECT

private slots:
    void captions_sayWhatIsOnThePicture() {
        const auto task = captions();
        const auto check = [&](const TextExample& example) {
            QCOMPARE(QString::fromStdString(example.target), captionOf(seenIn(example.source)));
            QCOMPARE(task->answerTo(example.source), std::optional(example.target));
        };
        for (std::uint64_t i = 0; i < 3000; ++i)
            check(task->training(7, i));
        for (Index i = 0; i < task->validationCount(); ++i)
            check(task->validation(i));
        check(task->showcase());
        QCOMPARE(task->showcase().target, std::string("a small red circle above a blue square"));
    }

    void captions_areThoseOfPicturesInAnyOrder() {
        const auto task = captions();
        QCOMPARE(task->answerTo("blue square 8 13; small red circle 9 2").value_or(""),
                 "a small red circle above a blue square");
        QCOMPARE(task->answerTo("large green cross 0 0; cyan circle 13 3").value_or(""),
                 "a cyan circle right of a large green cross");
        QCOMPARE(task->answerTo("large green square 2 2; small cyan circle 5 6").value_or(""),
                 "a small cyan circle on a large green square");
        QCOMPARE(task->answerTo("yellow circle 4 4").value_or(""), "a yellow circle");
        QVERIFY(!task->answerTo("0.5,0.5"));
        QVERIFY(!task->answerTo(""));
    }

    /// All kinds, colours, sizes and ways to lie; two and three shapes as often.
    void pictures_haveTwoOrThreeShapesOfAllKinds() {
        const auto task = captions();
        std::map<QString, int> words;
        std::map<qsizetype, int> counts;
        for (std::uint64_t i = 0; i < 4000; ++i) {
            const TextExample example = task->training(1, i);
            const QList<Seen> shapes = seenIn(example.source);
            ++counts[shapes.size()];
            QCOMPARE(task->sizeOf(example), static_cast<Index>(shapes.size()));
            std::set<QString> colours;
            for (qsizetype a = 0; a < shapes.size(); ++a) {
                colours.insert(shapes[a].colour);
                for (qsizetype b = a + 1; b < shapes.size(); ++b) {
                    const double gap = std::max(std::abs(shapes[a].x - shapes[b].x),
                                                std::abs(shapes[a].y - shapes[b].y)) -
                                       (shapes[a].extent + shapes[b].extent) / 2;
                    QVERIFY2(gap >= 1 || isOn(shapes[a], shapes[b]), example.source.c_str());
                }
            }
            QCOMPARE(static_cast<qsizetype>(colours.size()), shapes.size());
            for (const QString& word : QString::fromStdString(example.target).split(' '))
                ++words[word];
        }
        QCOMPARE(counts.size(), std::size_t{2});
        QVERIFY2(counts[2] > 1850 && counts[3] > 1850, qPrintable(QString::number(counts[3])));
        QCOMPARE(words.size(), std::size_t{7 + 4 + 2 + 6});
        for (const auto& [word, count] : words)
            QVERIFY2(count > 300, qPrintable(word + QString(" %1").arg(count)));
    }

    void heldOutPictures_areNeverTrainedOn() {
        const auto task = captions();
        std::set<std::string> heldOut;
        for (Index i = 0; i < task->validationCount(); ++i)
            heldOut.insert(task->validation(i).source);
        QCOMPARE(heldOut.size(), std::size_t{400});
        std::set<std::string> trained;
        for (const std::uint64_t seed : {1ULL, 2ULL, 0ULL})
            for (std::uint64_t i = 0; i < 20'000; ++i)
                trained.insert(task->training(seed, i).source);
        QVERIFY(trained.size() > 55'000);
        for (const std::string& source : heldOut)
            QVERIFY2(!trained.contains(source), source.c_str());
        QCOMPARE(captions()->training(3, 17).source, task->training(3, 17).source);
    }

    void task_readsPatchesAndWritesWords() {
        const auto task = captions();
        QVERIFY(task->sourceVocabulary() == nullptr);
        QCOMPARE(task->sourceLength(), Index{36});
        QCOMPARE(task->targetLength(), Index{17});
        QCOMPARE(task->form().features, Index{48});
        QVERIFY(task->form().sourceIsNumbers() && !task->form().targetIsNumbers());
        std::size_t longest = 0;
        for (std::uint64_t i = 0; i < 5000; ++i) {
            const ExampleData data = task->trainingData(1, i);
            QCOMPARE(data.source.numbers.size(), std::size_t{36 * 48});
            QCOMPARE(std::ranges::count(data.target.ids, unkId), 0);
            longest = std::max(longest, data.target.ids.size());
        }
        QCOMPARE(longest, std::size_t{16});
        const ModelConfig model = task->modelDefaults();
        QVERIFY(model.positional == Positional::Learned);
        QCOMPARE(model.layers, Index{2});
        QCOMPARE(model.targetVocab, Index{4 + 19});
        TaskRequest alone;
        alone.name = "caption";
        alone.architecture = Architecture::Decoder;
        GF_FAILS(makeTask(alone), "caption", "decoder", "encoder-decoder");
    }

    void shapes_areDrawnPointByPoint_data() {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<QStringList>("rows");
        QTest::newRow("small circle")
            << "small red circle 9 2" << QStringList{".rrr.", "rrrrr", "rrrrr", "rrrrr", ".rrr."};
        QTest::newRow("small square")
            << "small red square 9 2" << QStringList{"rrrrr", "rrrrr", "rrrrr", "rrrrr", "rrrrr"};
        QTest::newRow("small triangle")
            << "small red triangle 9 2" << QStringList{"..r..", ".rrr.", ".rrr.", "rrrrr", "rrrrr"};
        QTest::newRow("small cross")
            << "small red cross 9 2" << QStringList{"..r..", "..r..", "rrrrr", "..r..", "..r.."};
        QTest::newRow("circle") << "red circle 9 2"
                                << QStringList{"..rrrr..", ".rrrrrr.", "rrrrrrrr", "rrrrrrrr",
                                               "rrrrrrrr", "rrrrrrrr", ".rrrrrr.", "..rrrr.."};
        QTest::newRow("cross") << "red cross 9 2"
                               << QStringList{"...rr...", "...rr...", "...rr...", "rrrrrrrr",
                                              "rrrrrrrr", "...rr...", "...rr...", "...rr..."};
        QTest::newRow("large cross")
            << "large red cross 9 2"
            << QStringList{"....rrr....", "....rrr....", "....rrr....", "....rrr....",
                           "rrrrrrrrrrr", "rrrrrrrrrrr", "rrrrrrrrrrr", "....rrr....",
                           "....rrr....", "....rrr....", "....rrr...."};
    }
    void shapes_areDrawnPointByPoint() {
        QFETCH(QString, shape);
        QFETCH(QStringList, rows);
        QStringList all(24, QString(24, '.'));
        for (qsizetype row = 0; row < rows.size(); ++row)
            all[2 + row].replace(9, rows[row].size(), rows[row]);
        QCOMPARE(lettersOf(shape.toStdString()), all);
    }

    /// In whatever order they are written.
    void smallerShapes_lieOnLargerOnes() {
        const QStringList rows = lettersOf("small red square 3 3; large blue square 0 0");
        QCOMPARE(rows[2].left(12), QString("bbbbbbbbbbb."));
        QCOMPARE(rows[3].left(12), QString("bbbrrrrrbbb."));
        QCOMPARE(lettersOf("large blue square 0 0; small red square 3 3"), rows);
    }

    void rows_mayBePatchesInNumbersToo() {
        QString numbers;
        for (const float number : rowsIn("red circle 3 4", 48))
            numbers += (numbers.isEmpty() ? "" : ",") + QString::number(number);
        QStringList rows;
        const QStringList all = numbers.split(',');
        for (int row = 0; row < 36; ++row)
            rows << all.mid(row * 48, 48).join(',');
        QCOMPARE(rowsIn(rows.join(' ').toStdString(), 48), rowsIn("red circle 3 4", 48));
        GF_FAILS(rowsIn("red circle 3 4", 2), "number 1", "red");
    }

    void shapes_comeBackFromTheirPicture() {
        const auto task = captions();
        for (Index i = 0; i < task->validationCount(); ++i) {
            const std::string source = task->validation(i).source;
            const std::vector<float> patches = rowsIn(source, 48);
            const auto shapes = shapesOf(patches);
            QVERIFY2(shapes, source.c_str());
            QCOMPARE(patchesOf(*shapes), patches);
            QCOMPARE(shapesText(*shapes), source);
        }
        std::vector<float> other(36 * 48, 0.25F);
        QVERIFY(!shapesOf(other));
        QVERIFY(!shapesOf(std::vector<float>(36 * 48)));
        QVERIFY(!shapesOf(std::vector<float>(48)));
    }

    void pictures_areReadStrictly_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const char* text, const char* why) {
            QTest::newRow(name) << QString(text) << QString(why);
        };
        row("colour", "pink circle 1 2",
            "shape 1 has \"pink\" where its colour should be; the "
            "colours are red, green, blue, yellow, purple, cyan");
        row("kind", "red circle 1 2; red ball 1 2",
            "shape 2 has \"ball\" where its kind should be; the kinds are circle, square, "
            "triangle, cross");
        row("size behind", "red small circle 1 2",
            "shape 1 has \"small\" where its kind should be");
        row("no place", "red circle",
            "shape 1 has nothing as the place of its left edge; it must "
            "be a whole number between 0 and 16");
        row("one place", "small red circle 3", "shape 1 has nothing as the place of its upper");
        row("outside", "large red circle 14 2",
            "shape 1 has \"14\" as the place of its left edge; "
            "it must be a whole number between 0 and 13");
        row("huge", "red circle 99999999999999999999 2", "shape 1 has \"99999999999999999999\"");
        row("huger", "red circle 2 999999999999999999999999", "has \"99999999999999999999…\" as");
        row("no semicolon", "red circle 1 2 blue square 3 4",
            "shape 1 has \"blue\" behind its places; put a semicolon between shapes");
        row("empty one", "red circle 1 2;", "shape 2 is missing");
        row("too many", "a;b;c;d", "has 4 shapes; a picture has at most 3");
        row("comma", "red circle 1,2", "has a character that no picture has");
        row("minus", "red circle -1 2", "has a character that no picture has");
        row("capital", "red Circle 1 2", "write shapes in small letters");
        row("escape", "red \x1b[2Jcircle 1 2", "has a character that no picture has");
        row("letter", "rot\xc3\xa9", "has a character that no picture has");
    }
    void pictures_areReadStrictly() {
        QFETCH(QString, text);
        QFETCH(QString, why);
        GF_FAILS(rowsIn(text.toStdString(), 48), why.toStdString().c_str());
        const QString prefixed = QStringLiteral("  ") + text;
        GF_FAILS(rowsIn(prefixed.toStdString(), 48), why.toStdString().c_str());
    }
};

} // namespace
} // namespace gf::tst_caption

#include "tests/entry.h"
GF_GUILESS_TEST(tst_caption, TestCaption)
#include "tst_caption.moc"
