// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/lab.h"
#include "core/lab_runs/lab_runs.h"
#include "core/train/run.h"
#include "tests/app/outcome.h"
#include "tests/core/runs.h"
#include "tests/core/whole_lists.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

/// Runs "lab list" and "lab run" as a person would. The numbers themselves are checked by the tests
/// of the engine; here it is what is printed and returned.
namespace gf::tst_lab_command {
namespace {

using test::Outcome;

QString textOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

class TstLabCommand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();

    void list_namesEveryLab();
    void everyLab_printsOneObjectOrSaysWhyNot_data();
    void everyLab_printsOneObjectOrSaysWhyNot();
    void withoutJson_theSameIsReadable();
    void variance_hasTheKeysOfTheContract();
    void variance_looksAtAModelToo();
    void rotation_hasItsError();
    void shuffle_takesAnOrder();
    void cost_countsWithFormulas();
    void lens_endsInTheModelsOwnWords();
    void patch_hasAGridForEachStack();
    void padding_takesLengths();
    void code_litsTheLineOfAStep();
    void tour_isComparedWithTheShortest();
    void series_foretellsAsManyAsAreRight();
    void length_trainsAndSaysHowLong();
    void drawing_isThatOfTheWindow();
    void drawing_isOfWhatIsPrinted();
    void options_changeEveryOutput();
    void everyKnob_isTheSameForEveryMouth_data();
    void everyKnob_isTheSameForEveryMouth();
    void help_hasTheKnobsOfTheTable();
    void drawing_waitsForNothing();
    void wrongUsage_isTwo_data();
    void wrongUsage_isTwo();
    void whatCannotBe_isOne_data();
    void whatCannotBe_isOne();
    void ablation_ranksHeads();
    void numbersThatAreNone_areNull();
    void oneToken_isEnough_data();
    void oneToken_isEnough();

private:
    Outcome run(const QString& arguments) const;
    /// What a lab prints with --json, which is one object on one line.
    QJsonObject numbersOf(const QString& arguments) const;
    /// What a lab prints and draws.
    struct Drawn {
        QJsonObject numbers;
        QString words;      ///< of the drawing
        qsizetype bars = 0; ///< those of colours too
    };
    Drawn drawnBy(const QString& arguments) const;
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

Outcome TstLabCommand::run(const QString& arguments) const {
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(GF_PROGRAM, QProcess::splitCommand("lab " + arguments));
    return test::finished(process);
}

QJsonObject TstLabCommand::numbersOf(const QString& arguments) const {
    const Outcome outcome = run("run " + arguments + " --json");
    if (outcome.status != 0 || outcome.out.count('\n') != 1)
        qWarning("%s", qPrintable(arguments + ": " + outcome.out + outcome.err));
    return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
}

TstLabCommand::Drawn TstLabCommand::drawnBy(const QString& arguments) const {
    const QString file = path("drawing.svg");
    QFile::remove(file);
    Drawn drawn;
    drawn.numbers = numbersOf(arguments + " --out " + file);
    QFile svg(file);
    QString text = svg.open(QIODevice::ReadOnly) ? QString::fromUtf8(svg.readAll()) : QString();
    drawn.bars = text.count("class=\"bar\"");
    text.remove(QRegularExpression("<(?!/?text)[^>]*>"))
        .replace(QRegularExpression("<[^>]*>"), " ");
    drawn.words = text.replace("&lt;", "<").replace("&gt;", ">").simplified();
    return drawn;
}

void TstLabCommand::initTestCase() {
    QVERIFY(m_folder.isValid());
    const auto backend = makeBackend("cpu");
    test::savedRun(*backend, "reverse", path("run.st").toStdString());
    // The same with weights that make numbers too large for float32.
    Run large = loadRun(path("run.st").toStdString());
    for (const char* const name : {"encoder.0.self_attn.w_q", "decoder.0.ffn.w_2", "output.weight"})
        std::ranges::fill(large.parameters->writable(name), std::numeric_limits<float>::max());
    saveRun(path("large.st").toStdString(), large.description, *large.parameters);
    test::savedRun(*backend, "reverse", path("recurrent.st").toStdString(),
                   {{"family", "recurrent"}});
}

void TstLabCommand::list_namesEveryLab() {
    const Outcome plain = run("list");
    QCOMPARE(plain.status, 0);
    const QStringList lines = run("list --json").out.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), qsizetype(labs().size()));
    for (std::size_t i = 0; i < labs().size(); ++i) {
        const QJsonObject row =
            QJsonDocument::fromJson(lines[static_cast<qsizetype>(i)].toUtf8()).object();
        QCOMPARE(row["name"].toString().toStdString(), std::string(labs()[i].name));
        QVERIFY(row["question"].toString().endsWith('?'));
        QVERIFY(plain.out.contains(row["question"].toString()));
    }
}

void TstLabCommand::everyLab_printsOneObjectOrSaysWhyNot_data() {
    QTest::addColumn<QString>("arguments");
    for (const Lab& lab : labs())
        for (const char* const model : {"", " --model run.st --source abc --target cba",
                                        " --model recurrent.st --source abc --target cba"}) {
            const QString name = textOf(lab.name);
            if (name == "length" || name == "sweep" || (name == "rotation" && *model))
                continue; // they look at no model
            QTest::newRow(qPrintable(name + model))
                << name + model +
                       (name != "patch" ? ""
                        : *model        ? " --other-source xyz"
                                        : " --other-source \"5 april 1997\"");
        }
}

void TstLabCommand::everyLab_printsOneObjectOrSaysWhyNot() {
    QFETCH(QString, arguments);
    const Outcome outcome = run("run " + arguments + " --json");
    if (outcome.status == 0) {
        QCOMPARE(outcome.out.count('\n'), qsizetype(1));
        QVERIFY(!QJsonDocument::fromJson(outcome.out.toUtf8()).object().isEmpty());
    } else {
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.isOneLineError(), qPrintable(outcome.err));
    }
}

void TstLabCommand::withoutJson_theSameIsReadable() {
    const Outcome outcome = run("run variance --pairs 100");
    QCOMPARE(outcome.status, 0);
    QVERIFY(outcome.out.contains("variance_theory  64"));
}

void TstLabCommand::variance_hasTheKeysOfTheContract() {
    const QJsonObject numbers =
        numbersOf("variance --mu 0.5 --sigma 2 --d 8 --pairs 4000 --seed 3");
    QCOMPARE(numbers["mean_theory"].toDouble(), 2.0);
    QCOMPARE(numbers["variance_theory"].toDouble(), 2 * 4 * 2.0 + 8 * 16);
    QVERIFY(std::abs(numbers["mean_simulated"].toDouble() - 2) <
            4 * numbers["mean_standard_error"].toDouble());
    QVERIFY(std::abs(numbers["variance_simulated"].toDouble() - 144) <
            4 * numbers["variance_standard_error"].toDouble());
    QCOMPARE(numbers["softmax"].toArray().size(), qsizetype(3));
    QCOMPARE(numbersOf("variance --mu -1 --d 1")["mean_theory"].toDouble(), 1.0);
}

void TstLabCommand::variance_looksAtAModelToo() {
    const QJsonArray heads =
        numbersOf("variance --pairs 10 --model run.st --source abc")["heads"].toArray();
    QCOMPARE(heads.size(), qsizetype(3 * 2)); // one layer each, three attentions of two heads
    for (const QJsonValue head : heads)
        QVERIFY(head["variance"].toDouble() > 0);
}

void TstLabCommand::rotation_hasItsError() {
    const QJsonObject numbers = numbersOf("rotation --d 64 --k 7");
    QVERIFY(numbers["error"].toDouble(1) < 1e-6);
    QVERIFY(numbers["rotary_spread"].toDouble(1) < 1e-9);
    QCOMPARE(numbers["blocks"].toArray().size(), qsizetype(32));
}

void TstLabCommand::shuffle_takesAnOrder() {
    const QJsonObject numbers = numbersOf("shuffle --model run.st --source abc --order 2,0,1");
    QCOMPARE(numbers["shuffled"].toArray(), (QJsonArray{"c", "a", "b", "<eos>"}));
    const QJsonObject differences = numbers["largest_difference"].toObject();
    QCOMPARE(differences["source.embedded"].toDouble(-1), 0.0);
    QVERIFY(differences["source.position"].toDouble() > 0.1);
}

void TstLabCommand::cost_countsWithFormulas() {
    const QJsonObject numbers =
        numbersOf("cost --model run.st --source-tokens 7 --target-tokens 5");
    const QJsonObject counted = numbers["multiplications"].toObject();
    constexpr int d = 16;
    QCOMPARE(counted["encoder_self_attention"].toInt(), 2 * 7 * 7 * d);
    QCOMPARE(counted["cross_attention"].toInt(), 2 * 7 * 5 * d);
    QCOMPARE(counted["decoder_self_attention"].toInt(), 2 * 5 * 5 * d);
    QCOMPARE(counted["feed_forward"].toInt(), 2 * (7 + 5) * d * 16);
    QCOMPARE(counted["projections"].toInt(), (4 * 7 + 4 * 5 + 2 * 5 + 2 * 7) * d * d);
    QVERIFY(counted["output"].toInt() > 0);
    QCOMPARE(counted.keys(), numbers["milliseconds"].toObject().keys());
    QCOMPARE(counted.size(), qsizetype(6));
    for (const QJsonValue time : numbers["milliseconds"].toObject())
        QVERIFY(time.toDouble() > 0);
    // Of one more row: its queries, keys and values, and what is made of them.
    const QJsonObject writing = numbers["writing"].toObject();
    QVERIFY(writing["multiplications_kept"].toInt() > 0);
    QVERIFY(writing["multiplications_anew"].toInt() > writing["multiplications_kept"].toInt());
    QCOMPARE(writing["bytes_kept"].toInt(), 4 * 2 * d * (7 + 5)); // float32, keys and values
    QVERIFY(numbersOf("cost --model recurrent.st --source abc --target cba")["writing"].isNull());
}

void TstLabCommand::lens_endsInTheModelsOwnWords() {
    const QJsonArray layers =
        numbersOf("lens --model run.st --source abc --target cba")["layers"].toArray();
    QCOMPARE(layers.size(), qsizetype(1)); // as many as the model has
    const QJsonArray words = layers.last()["words"].toArray();
    QCOMPARE(words.size(), qsizetype(4));
    for (const QJsonValue row : words) {
        QCOMPARE(row.toArray().size(), qsizetype(5));
        for (int i = 1; i < 5; ++i)
            QVERIFY(row[i - 1]["probability"].toDouble() >= row[i]["probability"].toDouble());
    }
}

void TstLabCommand::patch_hasAGridForEachStack() {
    const QJsonObject numbers = numbersOf("patch --model run.st --source abc --target cba "
                                          "--other-source abd --other-target dba");
    const QJsonObject grid = numbers["grid"].toObject();
    QCOMPARE(grid.keys(), (QStringList{"decoder", "encoder"}));
    for (const QString& stack : grid.keys()) {
        QCOMPARE(grid[stack].toArray().size(), qsizetype(1)); // as many as the model has
        QCOMPARE(grid[stack][0].toArray().size(), qsizetype(4));
    }
    // The first two tokens of the source are the same in both.
    const QJsonArray input = numbers["input"].toObject()["encoder"].toArray();
    QCOMPARE(input[0].toDouble(-1), 0.0);
    QCOMPARE(input[1].toDouble(-1), 0.0);
    QVERIFY(std::abs(input[2].toDouble()) > 1e-6);
}

void TstLabCommand::padding_takesLengths() {
    const QJsonObject numbers =
        numbersOf("padding --model run.st --source abcde --target edcba --lengths 3,5");
    const QJsonObject loss = numbers["loss"].toObject();
    QVERIFY(std::abs(loss["masked"].toDouble() - loss["single"].toDouble()) < 1e-6);
    QVERIFY(std::abs(loss["minus_million"].toDouble() - loss["single"].toDouble()) < 1e-6);
    QVERIFY(loss["unmasked"].toDouble() != loss["masked"].toDouble());
    const QJsonObject row = numbers["hidden_row"].toObject();
    QCOMPARE(row["masked"][0].toDouble(1), 0.0);
    QVERIFY(std::abs(row["minus_million"][0].toDouble() - 1.0 / 6) < 1e-9);
}

/// That the lines give the model's numbers is tested with PyTorch (tests/reference/check_code.py).
void TstLabCommand::code_litsTheLineOfAStep() {
    const QJsonObject numbers = numbersOf("code --model run.st --source abc --target cba --step "
                                          "decoder.0.cross_attn.scores");
    const QJsonArray lines = numbers["lines"].toArray();
    const QJsonObject highlighted = lines[numbers["line"].toInt() - 1].toObject();
    QCOMPARE(highlighted["text"].toString(),
             QStringLiteral("    scores = q @ k.transpose(-2, -1)"));
    QVERIFY(highlighted["steps"].toArray().contains("decoder.0.cross_attn.scores"));
    QCOMPARE(highlighted["shape"].toString(), QStringLiteral("B×2×4×4"));
    QVERIFY(numbersOf("code --task copy")["line"].isNull());
}

void TstLabCommand::tour_isComparedWithTheShortest() {
    const QJsonObject numbers = numbersOf("tour");
    QVERIFY(numbers["length"].toDouble() >= numbers["shortest"].toDouble() - 1e-9);
    QVERIFY(numbers["nearest_city"].toDouble() >= numbers["shortest"].toDouble() - 1e-9);
    std::vector<int> cities;
    for (const QJsonValue city : numbers["tour"].toArray())
        cities.push_back(city.toInt());
    std::ranges::sort(cities);
    for (std::size_t i = 0; i < cities.size(); ++i)
        QCOMPARE(cities[i], static_cast<int>(i) + 1);
    QCOMPARE(numbers["shortest_tour"].toArray().size(), qsizetype(cities.size()));
}

void TstLabCommand::series_foretellsAsManyAsAreRight() {
    const QJsonObject numbers = numbersOf("series");
    const QJsonArray forecast = numbers["forecast"].toArray();
    const QJsonArray right = numbers["right"].toArray();
    QVERIFY(!forecast.isEmpty());
    QCOMPARE(forecast.size(), right.size());
    double off = 0;
    for (qsizetype i = 0; i < right.size(); ++i)
        off += std::pow(forecast[i].toDouble() - right[i].toDouble(), 2);
    QVERIFY(std::abs(off / static_cast<double>(right.size()) -
                     numbers["squared_error"].toDouble()) < 1e-6);
}

void TstLabCommand::length_trainsAndSaysHowLong() {
    const Outcome outcome =
        run("run length --task copy --kinds none,rotary --steps 25 --lengths 2,12 --examples 4 "
            "--json");
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.err.contains("2 models of 25 steps each, about"), qPrintable(outcome.err));
    const QJsonObject shares =
        QJsonDocument::fromJson(outcome.out.toUtf8())["exact_match"].toObject();
    QCOMPARE(shares.keys(), (QStringList{"none", "rotary"}));
    QCOMPARE(shares["none"].toArray().size(), qsizetype(2));
}

void TstLabCommand::drawing_isThatOfTheWindow() {
    const auto drawn = [&](const QString& arguments) {
        const QString file = path("drawing.svg");
        QFile::remove(file);
        const Outcome outcome = run(
            "run " + arguments + " --model run.st --source abc --target cba --json --out " + file);
        if (outcome.status != 0)
            qWarning("%s", qPrintable(outcome.err));
        QFile svg(file);
        return svg.open(QIODevice::ReadOnly) ? QString::fromUtf8(svg.readAll()) : QString();
    };
    const QString shuffled = drawn("shuffle --order 2,0,1");
    QVERIFY(shuffled.contains("<svg"));
    QVERIFY(shuffled.contains("The first operation that differs"));
    QVERIFY(shuffled.contains("change places?")); // its question, in the caption
    QVERIFY(drawn("shuffle --order 0,1,2").contains("Every token stands where it was written"));
    QVERIFY(drawn("lens").contains("The likeliest word after each layer"));
    QVERIFY(drawn("patch --other-source xyz").contains("x"));
    QVERIFY(drawn("patch --other-source xyz").contains("carries most"));
    // What the drawing cannot show is not left out of it.
    QCOMPARE(run("run padding --pads 2 --out " + path("drawing.svg")).status, 2);
}

/// What is drawn at random comes from the seed that was given.
void TstLabCommand::drawing_isOfWhatIsPrinted() {
    for (const QString seed : {"3", "4"}) {
        const Drawn linear = drawnBy("linear --freed freed --seed " + seed +
                                     " --model run.st --source abc --target cba");
        const QString percent = QString::number(qRound(100 * linear.numbers["freed"].toDouble()));
        QVERIFY2(linear.words.contains(" " + percent + " %"), qPrintable(linear.words));
    }
}

void TstLabCommand::options_changeEveryOutput() {
    const QString model = " --model run.st --source abc --target cba";
    const auto words = [](const Drawn& drawn, const char* what) {
        QVERIFY2(drawn.words.contains(QString::fromUtf8(what)), qPrintable(drawn.words));
    };
    const Drawn variance = drawnBy("variance --mu 0.5 --d 32 --pairs 500" + model);
    words(variance, "d = 32");
    words(variance, "500 pairs");
    words(variance, "theory: 8");
    QCOMPARE(variance.numbers["mean_theory"].toDouble(), 8.0);
    const Drawn usual = drawnBy("variance" + model);
    words(usual, "d = 64");
    words(usual, "theory: 0");
    QCOMPARE(usual.numbers["mean_theory"].toDouble(), 0.0);
    const Drawn rotation = drawnBy("rotation --d 32 --k 3 --positions 40");
    words(rotation, "at 40 positions");
    words(rotation, "its 16 blocks");
    QCOMPARE(rotation.numbers["blocks"].toArray().size(), qsizetype(16));
    words(drawnBy("rotation"), "at 1024 positions");
    const Drawn cost = drawnBy("cost --source-tokens 7 --target-tokens 5" + model);
    words(cost, "M = 7");
    QCOMPARE(cost.numbers["source_tokens"].toInt(), 7);
    QCOMPARE(drawnBy("lens" + model).bars, drawnBy("lens --words 2" + model).bars + 3);
    words(drawnBy("writing --start eos" + model), "<eos>");
    for (const char* const format : {"pdf", "png"}) {
        const QString file = path("drawing.") + format;
        QCOMPARE(run("run variance --d 32 --out " + file).status, 0);
        QVERIFY(QFileInfo(file).size() > 1000);
    }
    QVERIFY(run("run variance --d 32").out.contains("variance_theory  32"));
    for (const QByteArray width : {"85", "175"}) {
        QFile svg(path("wide.svg"));
        QCOMPARE(run("run variance --d 32 --width " + width + " --out " + svg.fileName()).status,
                 0);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("width=\"" + width + "mm\""));
    }
    QCOMPARE(run("run variance --d 32 --width 85").status, 2); // of what?
}

void TstLabCommand::everyKnob_isTheSameForEveryMouth_data() {
    QTest::addColumn<QString>("lab");
    QTest::addColumn<QString>("knob");
    QTest::addColumn<double>("value");
    for (const Lab& lab : labs())
        for (const LabKnob& knob : lab.knobs) {
            const bool isNumber =
                knob.field.type == FieldType::Integer || knob.field.type == FieldType::Real;
            const bool isLong = lab.subject == LabSubjectKind::Task; // it trains; a tour has cities
            if (!isNumber || isLong || knob.use == KnobUse::Window || lab.name == "tour")
                continue;
            for (const double end : {knob.field.range.minimum, knob.field.range.maximum})
                if (end == knob.field.range.minimum ||
                    test::wantsWholeLists()) // a maximum takes long
                    QTest::newRow(qPrintable(textOf(lab.name) + ' ' + textOf(knob.name()) + ' ' +
                                             QString::number(end)))
                        << textOf(lab.name) << textOf(knob.name()) << end;
        }
}

/// The command line prints what a lesson reads, beside a drawing too, and refuses what it refuses.
void TstLabCommand::everyKnob_isTheSameForEveryMouth() {
    QFETCH(QString, lab);
    QFETCH(QString, knob);
    QFETCH(double, value);
    const Lab& row = *findLab(lab.toStdString());
    const LabKnob& entry = *row.findKnob(knob.toStdString());
    const QString words = "run " + lab + " --" + knob + ' ' + QString::number(value, 'g', 10) +
                          (row.takesModel() ? " --model run.st --source abc --target cba" : "") +
                          (row.takesTwoExamples() ? " --other-source xyz" : "") + " --json";
    const QString drawing = words + " --out drawing.svg";
    const bool isOfNumbers = entry.use == KnobUse::Numbers;
    // A figure of a million pairs takes a minute.
    const bool isDrawn =
        !isOfNumbers && !(entry.use == KnobUse::Given && value == entry.field.range.maximum);
    const Outcome printed = run(isDrawn ? drawing : words);
    if (isOfNumbers) // the drawing would be of something else
        QCOMPARE(run(drawing).status, printed.status == 0 ? 2 : printed.status);
    Run model = loadRun(path("run.st").toStdString());
    const Vocabularies& vocabularies = model.description.vocabularies;
    const auto example = [&](const TextExample& text) {
        ProbeExample made =
            probeExampleOf(exampleData(text, DataForm(model.description.model),
                                       vocabularies.source.get(), vocabularies.target.get()));
        made.gradients = false;
        return made;
    };
    LabModel looked{model.description, *model.parameters, example({"abc", "cba"}), true};
    if (row.takesTwoExamples())
        looked.other = example({"xyz", "zyx"});
    try {
        const Finding found = runLab({row, KnobValues(row, {{knob.toStdString(), value}}), 1,
                                      row.takesModel() ? &looked : nullptr})
                                  .finding;
        if (lab != "cost") // which measures times
            QCOMPARE(printed.out, QString::fromStdString(found.json()) + '\n');
        QCOMPARE(printed.status, 0);
    } catch (const Error& error) {
        QCOMPARE(printed.status, 1);
        QVERIFY2(printed.err.contains(QString::fromUtf8(error.what())), qPrintable(printed.err));
    }
}

/// --help has each knob, and where it stands when nobody sets it.
void TstLabCommand::help_hasTheKnobsOfTheTable() {
    for (const Lab& lab : labs()) {
        const QString help = run("run " + textOf(lab.name) + " --help").out;
        for (const LabKnob& knob : lab.knobs) {
            const qsizetype at = help.indexOf("  --" + textOf(knob.name()) + ' ');
            QCOMPARE(at < 0, knob.use == KnobUse::Window);
            if (at >= 0 && !knob.initial.empty())
                QVERIFY2(help.mid(at).section('\n', 0, 0).contains('=' + textOf(knob.initial)),
                         qPrintable(help.mid(at)));
        }
    }
}

void TstLabCommand::drawing_waitsForNothing() {
    const QString model = " --model run.st --source abc --target cba";
    for (const char* const lab :
         {"variance", "shuffle", "dictionary", "linear", "cost", "rollout", "writing", "lens",
          "score", "padding", "code", "ablation", "patch --other-source xyz"}) {
        const Drawn drawn = drawnBy(lab + model);
        QVERIFY2(drawn.words.size() > 20, lab);
        QVERIFY2(!drawn.words.contains("being measured") &&
                     !drawn.words.contains("not been measured"),
                 qPrintable(drawn.words));
    }
}

void TstLabCommand::wrongUsage_isTwo_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* arguments, const char* says) {
        QTest::newRow(arguments) << QString(arguments) << QString(says);
    };
    row("", "missing");
    row("run", "missing");
    row("run nothing", "\"nothing\"; there are variance, shuffle, ");
    row("run nothing --json", "\"nothing\"; there are variance");
    row("run variance --d 4 -x", "-x");
    row("run variance --d 0", "--d");
    row("run variance --mu many", "--mu");
    row("run rotation --k -1", "--k");
    row("run shuffle --order 2,x", "2,x");
    row("run shuffle --order 1,", "1,");
    row("run lens --model run.st --task date", "--task");
    row("run lens --model ", "--model");
    row("run lens --model run.st --target cba", "--source");
    row("run patch --model run.st --source abc", "--other-source");
    row("run patch --model run.st --source abc --out drawing.svg", "--other-source");
    row("run padding --model run.st --source abc --lengths 0x3", "0x3");
    row("run linear --model run.st --layer encoder.7.self_attn", "encoder.0.self_attn");
    row("run dictionary --swap 3", "--swap");
    row("run length --kinds absolute", "absolute");
    row("run length --lengths 0", "--lengths");
    row("run writing --start pad", "--start");
    row("run lens --model run.st --source abc --out drawing.gif", ".svg, .pdf, .tikz or .png");
}

void TstLabCommand::wrongUsage_isTwo() {
    QFETCH(QString, arguments);
    QFETCH(QString, says);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.isOneLineError(), qPrintable(outcome.out + outcome.err));
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
}

void TstLabCommand::whatCannotBe_isOne_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* arguments, const char* says) {
        QTest::newRow(arguments) << QString(arguments) << QString(says);
    };
    row("rotation --d 7", "even");
    row("variance --d 4000 --pairs 1000000", "--pairs");
    row("shuffle --model run.st --source abc --order 0,1", "0 to 2");
    row("lens --model recurrent.st --source abc --target cba", "residual stream");
    row("lens --model missing.st --source abc", "missing.st");
    row("lens --task nothing", "nothing");
    row("patch --model run.st --source abc --target cba --other-source ab --other-target ba", "3");
    row("patch --model run.st --source abc --target cba --other-source abc --other-target cba",
        "nothing to bring back");
    row("padding --model run.st --source abc --target cba --lengths 9", "9");
    row("score --model run.st --source abc --target cba --head 9", "--head");
    row("dictionary --model recurrent.st --source abc --target cba", "no sub-layer");
    row("ablation --model recurrent.st --source abc --target cba", "no attention heads");
    row("tour --model run.st --source abc", "cities");
    row("series --model run.st --source abc", "foretells");
    row("length --task date --steps 1", "date");
    row("cost --model run.st --source-tokens 4000", "max_length");
    row("code --step nothing", "nothing");
    row("code --model recurrent.st --source abc --target cba", "one token after");
}

void TstLabCommand::whatCannotBe_isOne() {
    QFETCH(QString, arguments);
    QFETCH(QString, says);
    const Outcome outcome = run("run " + arguments);
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.isOneLineError(), qPrintable(outcome.out + outcome.err));
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
}

/// What each head costs each token, by zeros and by its mean, and the most first.
void TstLabCommand::ablation_ranksHeads() {
    const QString model = "ablation --model run.st --source abcd --target dcba";
    const QJsonObject numbers = numbersOf(model);
    const QJsonArray tokens = numbers["tokens"].toArray();
    QCOMPARE(tokens, (QJsonArray{"d", "c", "b", "a", "<eos>"}));
    const QJsonArray heads = numbers["heads"].toArray();
    QCOMPARE(numbers["ranking"].toArray().size(), heads.size());
    QCOMPARE(numbers["ranked_by"].toString(), "loss");
    for (const QJsonValue& head : heads)
        for (const QString kind : {"", "_with_mean"}) {
            // The loss is the mean of those of the tokens.
            const QJsonArray costs = head["token_costs" + kind].toArray();
            QCOMPARE(costs.size(), tokens.size());
            double sum = 0;
            for (const QJsonValue& cost : costs)
                sum += cost.toDouble();
            QVERIFY(std::abs(sum / 5 - head["difference" + kind].toDouble()) < 1e-5);
        }
    QVERIFY(heads[0]["loss"] != heads[0]["loss_with_mean"]);

    const auto isFalling = [&](const QString& by, const std::function<double(QJsonValue)>& value) {
        const QJsonObject found = numbersOf(model + " --by " + by);
        QCOMPARE(found["ranked_by"].toString(), by);
        double before = std::numeric_limits<double>::infinity();
        for (const QJsonValue& place : found["ranking"].toArray()) {
            const auto head = std::find_if(heads.begin(), heads.end(), [&](const QJsonValue& one) {
                return one["attention"] == place["attention"] && one["head"] == place["head"];
            });
            QVERIFY(head != heads.end());
            QVERIFY(std::abs(place["value"].toDouble() - value(*head)) < 1e-9);
            QVERIFY(place["value"].toDouble() <= before);
            before = place["value"].toDouble();
        }
    };
    isFalling("loss", [](const QJsonValue& head) { return head["difference"].toDouble(); });
    isFalling("zero", [](const QJsonValue& head) { return head["difference"].toDouble(); });
    isFalling("mean",
              [](const QJsonValue& head) { return head["difference_with_mean"].toDouble(); });
    isFalling("loss_with_mean",
              [](const QJsonValue& head) { return head["difference_with_mean"].toDouble(); });
    isFalling("2", [](const QJsonValue& head) { return head["token_costs"][1].toDouble(); });
    isFalling("first_token",
              [](const QJsonValue& head) { return head["patterns"]["first_token"].toDouble(); });
    const Outcome none = run("run " + model + " --by 6");
    QCOMPARE(none.status, 2);
    QVERIFY2(none.err.contains("--by is \"6\", but must be zero, mean, resample, loss") &&
                 none.err.contains("1 to 5"),
             qPrintable(none.err));
    // Another example's heads, over those of the task.
    const QJsonObject drawn = numbersOf("ablation --model run.st --examples 4 --by resample");
    double before = std::numeric_limits<double>::infinity();
    for (const QJsonValue& place : drawn["ranking"].toArray()) {
        QVERIFY(place["value"].toDouble() <= before);
        before = place["value"].toDouble();
    }
    const QJsonArray all = drawn["heads"].toArray();
    QVERIFY(all[0]["loss_with_resample"] != all[0]["loss"]);
    QCOMPARE(numbersOf(model + " --examples 4 --by resample")["ranked_by"].toString(), "resample");
}

void TstLabCommand::numbersThatAreNone_areNull() {
    const QString model = " --model large.st --source abc --target cba";
    QVERIFY(numbersOf("score" + model)["score"].isNull());
    QVERIFY(numbersOf("padding" + model)["loss"].toObject()["masked"].isNull());
    for (const char* const lab :
         {"variance", "dictionary", "linear", "rollout", "cost", "writing", "lens", "shuffle",
          "ablation --examples 2", "patch --other-source xyz --other-target zyx"})
        QVERIFY2(!numbersOf(lab + model).isEmpty(), lab);
}

void TstLabCommand::oneToken_isEnough_data() {
    QTest::addColumn<QString>("arguments");
    for (const char* const lab :
         {"variance", "shuffle", "dictionary", "linear", "cost", "rollout", "ablation", "writing",
          "lens", "score", "padding", "patch --other-source b --other-target b"})
        QTest::newRow(lab) << QString(lab) + " --model run.st --source a --target a";
}

void TstLabCommand::oneToken_isEnough() {
    QFETCH(QString, arguments);
    QVERIFY(!numbersOf(arguments).isEmpty());
}

} // namespace

} // namespace gf::tst_lab_command

#include "tests/entry.h"
GF_GUILESS_TEST(tst_lab_command, TstLabCommand)
#include "tst_lab_command.moc"
