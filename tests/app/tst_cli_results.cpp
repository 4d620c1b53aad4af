// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/safetensors.h"
#include "tests/app/command_folder.h"
#include "tests/core/npy_file.h"

#include <QImage>
#include <QImageReader>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <filesystem>

/// What the commands trace, verify, generate, export and bench find in a run.
namespace gf::tst_cli_results {
namespace {

using test::Outcome;

const std::string opened = GF_TEST_DATA "/../reference/opened/";

} // namespace

class TstCliResults : public test::CommandFolder {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }

    void trace_holdsEveryStep() {
        const Outcome outcome = run({"trace", "--model", "run.safetensors", "--source", "abc",
                                     "--target", "cba", "--gradients", "--out", "trace.st"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const Safetensors trace = readSafetensors(stdPath("trace.st"));
        const auto shapeOf = [&trace](const std::string& name) {
            const NamedTensor* const tensor = trace.find(name);
            return tensor ? tensor->shape() : Shape{0, 0, 0, 0};
        };
        QCOMPARE(shapeOf("source.input"), (Shape{4, 16}));
        QCOMPARE(shapeOf("encoder.0.self_attn.q"), (Shape{2, 4, 8}));
        QCOMPARE(shapeOf("decoder.0.cross_attn.weights"), (Shape{2, 4, 4}));
        QCOMPARE(shapeOf("decoder.0.ffn.hidden"), (Shape{4, 16}));
        QCOMPARE(shapeOf("loss"), Shape{});
        QCOMPARE(shapeOf("logits"), (Shape{4, 30}));
        for (const char* name :
             {"scores", "scaled", "masked", "weights", "heads", "concat", "output"})
            QVERIFY2(trace.find("grad/decoder.0.self_attn." + std::string(name)), name);
        QVERIFY(trace.find("grad/decoder.0.ffn.w_1"));
        QVERIFY(trace.find("grad/source_embedding.weight"));
        QVERIFY(!trace.find("source.ids")->isFloat());
        QCOMPARE(trace.find("source.ids")->integers()[3], std::int64_t{2});

        // Causal: hidden cells are −∞ when masked and nothing in the weights.
        const Tensor& masked = trace.find("decoder.0.self_attn.masked")->floats();
        QVERIFY(std::isinf(masked[1]));
        QVERIFY(masked[1] < 0);
        QCOMPARE(trace.find("decoder.0.self_attn.weights")->floats()[1], 0.0F);
        QVERIFY(trace.metadata.at("target_tokens").find("<sos>") != std::string::npos);
    }

    void trace_needsNoVocabularyForIds() {
        const Safetensors saved = readSafetensors(stdPath("run.safetensors"));
        Safetensors weights;
        for (const NamedTensor& tensor : saved.tensors)
            if (!tensor.name.starts_with("optimizer/"))
                weights.tensors.push_back(tensor);
        writeSafetensors(stdPath("weights.st"), weights);
        write("same.json", R"({"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16, "max_length": 16,
                           "source_vocab": 30, "target_vocab": 30})");
        const QStringList ids = {"--source-ids", "5,6,7", "--target-ids", "7,6", "--out"};
        const Outcome given =
            run(QStringList{"trace", "--config", "same.json", "--init", "weights.st"} + ids +
                QStringList{"ids.st"});
        QVERIFY2(given.status == 0, qPrintable(given.err));
        QCOMPARE(
            run(QStringList{"trace", "--model", "run.safetensors"} + ids + QStringList{"model.st"})
                .status,
            0);
        const Safetensors a = readSafetensors(stdPath("ids.st"));
        const Safetensors b = readSafetensors(stdPath("model.st"));
        QCOMPARE(a.tensors.size(), b.tensors.size());
        QVERIFY(std::ranges::equal(a.find("logits")->floats().values(),
                                   b.find("logits")->floats().values()));
    }

    void trace_takesTheModelsAnswerWithoutATarget() {
        const Outcome outcome =
            run({"trace", "--model", "run.safetensors", "--source", "abc", "--out", "own.st"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const Safetensors trace = readSafetensors(stdPath("own.st"));
        QCOMPARE(QString::fromStdString(trace.metadata.at("target_is_predicted")), QString("true"));
        QVERIFY(!trace.find("loss"));
        QVERIFY(trace.find("probabilities"));
    }

    void traceGradients_areThoseOfTheLoss() {
        // d loss / d logits = (probabilities − one-hot) / number of tokens.
        QCOMPARE(run({"trace", "--model", "run.safetensors", "--source", "ab", "--target-ids", "7",
                      "--gradients", "--out", "grad.st"})
                     .status,
                 0);
        const Safetensors trace = readSafetensors(stdPath("grad.st"));
        const Tensor& gradient = trace.find("grad/logits")->floats();
        const Tensor& probabilities = trace.find("probabilities")->floats();
        const Index labels[] = {7, 2};
        for (Index t = 0; t < 2; ++t)
            for (Index v = 0; v < 30; ++v) {
                const float expected =
                    (probabilities[t * 30 + v] - static_cast<float>(v == labels[t])) / 2;
                QVERIFY(std::abs(gradient[t * 30 + v] - expected) < 1e-6F);
            }
    }

    void verify_listsEveryStepTheWorstFirst() {
        const Outcome table = run({"verify", "--model", "run.safetensors"});
        QVERIFY2(table.status == 0, qPrintable(table.err));
        QVERIFY2(table.out.contains("cpu agrees with eigen in "), qPrintable(table.out));
        QVERIFY2(table.out.contains("--all shows them"), qPrintable(table.out));
        QCOMPARE(run({"verify", "--model", "run.safetensors"}).out, table.out);

        const Outcome objects = run({"verify", "--model", "run.safetensors", "--source", "abc",
                                     "--target", "cba", "--json"});
        QVERIFY2(objects.status == 0, qPrintable(objects.err));
        QSet<QString> steps, inTraining;
        double before = std::numeric_limits<double>::infinity();
        for (const QString& line : objects.out.split('\n', Qt::SkipEmptyParts)) {
            const QJsonObject object = QJsonDocument::fromJson(line.toUtf8()).object();
            QVERIFY2(object.value("within").toBool(), qPrintable(line));
            QVERIFY(object.value("difference").toDouble() <= before);
            before = object.value("difference").toDouble();
            (object.value("training").toBool() ? inTraining : steps)
                << object.value("step").toString();
            QVERIFY2(object.value("at").isArray() && object.contains("found") &&
                         object.contains("expected"),
                     qPrintable(line));
        }
        for (const char* step :
             {"source.ids", "encoder.0.self_attn.weights", "loss",
              "grad/decoder.0.cross_attn.scores", "grad/source_embedding.weight"})
            QVERIFY2(steps.contains(step), step);
        QVERIFY(inTraining.contains("loss"));
        QVERIFY(inTraining.contains("grad/output.weight"));
    }

    /// Any rounding is a difference where none is allowed.
    void verify_namesTheFirstStepThatDiffers() {
        const QStringList exactly{"verify",      "--model", "run.safetensors",
                                  "--tolerance", "0",       "--all"};
        const Outcome outcome = run(exactly);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.startsWith("glassformer: error: cpu differs from eigen in "),
                 qPrintable(outcome.err));
        QStringList marked;
        for (const QString& line : outcome.out.split('\n'))
            if (line.endsWith("  differs"))
                marked << line;
        QVERIFY(!marked.isEmpty());
        const auto count = QString(" in %1 of ").arg(marked.size());
        QVERIFY2(outcome.err.contains(count), qPrintable(outcome.err));
        const QString first = outcome.err.section("first in ", 1).section(" at [", 0, 0);
        QVERIFY2(std::ranges::any_of(marked,
                                     [&](const QString& line) {
                                         return line.contains("  " + first + "  differs");
                                     }),
                 qPrintable(first));
        const Outcome same = run(exactly + QStringList{"--backend", "eigen"});
        QVERIFY2(same.status == 0, qPrintable(same.err)); // to the bit
    }

    void verify_findsAnExampleForEveryFamily_data() {
        QTest::addColumn<QByteArray>("config");
        const auto row = [](const char* name, const char* keys) {
            QTest::newRow(name) << "{\"d_model\": 16, \"max_length\": 12, " + QByteArray(keys) +
                                       "}";
        };
        row("transformer", R"("layers": 1)");
        row("mean layer, decoder", R"("mixer": "mean", "architecture": "decoder")");
        row("convolution, encoder", R"("mixer": "convolution", "architecture": "encoder")");
        row("rotary", R"("positional": "rotary")");
        row("Bahdanau", R"("family": "recurrent", "alignment": "bahdanau")");
        row("RNN, decoder", R"("family": "recurrent", "cell": "rnn", "architecture": "decoder")");
        row("numbers", R"("input": "values", "output": "values", "features": 2)");
        row("numbers, GRU", R"("input": "values", "output": "values", "family": "recurrent")");
        row("pointer", R"("input": "values", "output": "pointer", "features": 2)");
    }

    void verify_findsAnExampleForEveryFamily() {
        QFETCH(QByteArray, config);
        write("family.json", config);
        const QStringList arguments{"verify", "--config", "family.json"};
        const Outcome outcome = run(arguments + QStringList{"--seed", "3", "--all"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains("  grad/output.bias") ||
                     outcome.out.contains("grad/output.weight"),
                 qPrintable(outcome.out));
        QVERIFY(run(arguments + QStringList{"--seed", "4", "--all"}).out != outcome.out);
    }

    void generate_isReproducible() {
        const QStringList base = {"generate", "--model", "run.safetensors", "--source", "abc"};
        const Outcome greedy = run(base);
        QVERIFY2(greedy.status == 0, qPrintable(greedy.err));
        QCOMPARE(run(base).out, greedy.out);
        const QStringList drawn = base + QStringList{"--temperature", "1.5",  "--top-k", "20",
                                                     "--top-p",       "0.99", "--seed",  "7"};
        QCOMPARE(run(drawn).out, run(drawn).out);
        QVERIFY(run(drawn).out !=
                run(base + QStringList{"--temperature", "1.5", "--seed", "8"}).out);
        const Outcome limited = run(base + QStringList{"--temperature", "3", "--max-length", "2"});
        QVERIFY(limited.out.trimmed().size() <= 2);
    }

    void generate_printsProbabilities() {
        const Outcome outcome = run({"generate", "--model", "run.safetensors", "--source", "abc",
                                     "--probabilities", "--max-length", "3"});
        QCOMPARE(outcome.status, 0);
        const QStringList lines = outcome.out.split('\n', Qt::SkipEmptyParts);
        QVERIFY(!lines.isEmpty());
        for (const QString& line : lines.mid(outcome.out.startsWith('\n') ? 0 : 1)) {
            const double probability = line.section('\t', 0, 0).toDouble();
            QVERIFY(probability > 0);
            QVERIFY(probability <= 1);
        }
    }

    void generate_searchesWithABeam() {
        const QStringList base = {"generate", "--model", "run.safetensors",
                                  "--source", "abc",     "--probabilities"};
        const Outcome greedy = run(base);
        const Outcome one = run(base + QStringList{"--beam", "1"});
        QCOMPARE(one.status, 0);
        QCOMPARE(one.out, greedy.out);
        const Outcome wide = run(base + QStringList{"--beam", "4", "--length-penalty", "0.6"});
        QCOMPARE(wide.status, 0);
        QVERIFY(!wide.out.isEmpty());
    }

    /// A model of random weights whose tokens are bytes for a good part, few of which are
    /// characters.
    void generate_printsWhatIsWholeAndWillStay() {
        std::filesystem::copy(opened + "llama", stdPath("bytes"));
        std::filesystem::copy(GF_TEST_DATA "/../reference/tokenizers/llama2.json",
                              stdPath("bytes") + "/tokenizer.json");
        int replaced = 0;
        for (int first = 3; first < 12; ++first) {
            const QStringList base = {
                "generate",     "--model", "bytes", "--target-ids", QString::number(first),
                "--max-length", "40"};
            const Outcome greedy = run(base);
            const Outcome searched = run(base + QStringList{"--beam", "1"});
            QVERIFY2(greedy.status == 0, qPrintable(greedy.err));
            QCOMPARE(greedy.out, searched.out);
            replaced += static_cast<int>(greedy.out.count(QChar(0xFFFD)));
        }
        QVERIFY(replaced > 0);
    }

    void weightsThatNoPartReads_areANoteOrAnError() {
        std::filesystem::copy(opened + "bert-states", stdPath("classifier"));
        const std::string path = stdPath("classifier") + "/model.safetensors";
        Safetensors weights = readSafetensors(path);
        weights.tensors.push_back({"classifier.weight", Tensor(Shape{2, 16})});
        writeSafetensors(path, weights);
        const QStringList trace = {"trace", "--model", "classifier", "--source-ids",
                                   "5,6,7", "--out",   "states.st"};
        const QStringList import = {"import", "--from", "classifier", "--save", "classifier.st"};
        for (const QStringList& command : {trace, import}) {
            const Outcome noted = run(command);
            QVERIFY2(noted.status == 0, qPrintable(noted.err));
            QCOMPARE(noted.err.count('\n'), 1);
            QVERIFY2(noted.err.startsWith("glassformer: note: ") &&
                         noted.err.contains("classifier.weight"),
                     qPrintable(noted.err));
            const Outcome strict = run(command + QStringList{"--strict"});
            QCOMPARE(strict.status, 1);
            QVERIFY2(strict.isOneLineError() && strict.err.contains("classifier.weight"),
                     qPrintable(strict.err));
        }
    }

    void export_writesNumbers() {
        const QStringList base = {"export",   "--model", "run.safetensors",
                                  "--source", "abc",     "--target",
                                  "cba",      "--step",  "decoder.0.cross_attn.weights"};
        QCOMPARE(run(base + QStringList{"--format", "npy", "--out", "all.npy"}).status, 0);
        QCOMPARE(
            run(base + QStringList{"--format", "npy", "--head", "2", "--out", "two.npy"}).status,
            0);
        QCOMPARE(
            run(base + QStringList{"--format", "csv", "--head", "2", "--out", "two.csv"}).status,
            0);
        QCOMPARE(run({"trace", "--model", "run.safetensors", "--source", "abc", "--target", "cba",
                      "--out", "numbers.st"})
                     .status,
                 0);
        const Safetensors trace = readSafetensors(stdPath("numbers.st"));
        const Tensor& weights = trace.find("decoder.0.cross_attn.weights")->floats();
        const Tensor all = test::readNpy(stdPath("all.npy"));
        const Tensor two = test::readNpy(stdPath("two.npy"));
        QCOMPARE(all.shape(), weights.shape());
        QVERIFY(std::ranges::equal(all.values(), weights.values()));
        QCOMPARE(two.shape(), (Shape{4, 4}));
        QVERIFY(std::ranges::equal(two.values(), weights.values().subspan(16)));

        const QStringList lines =
            QString::fromUtf8(read("two.csv")).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[0], ",a,b,c,<eos>");
        QCOMPARE(lines[1].section(',', 0, 0), "<sos>");
        QCOMPARE(lines[1].section(',', 1, 1).toFloat(), two[0]);
        // All heads: one matrix below the other.
        QCOMPARE(run(base + QStringList{"--format", "csv", "--out", "all.csv"}).status, 0);
        const QStringList rows = QString::fromUtf8(read("all.csv")).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(rows.size(), 9);
        QCOMPARE(rows[0], ",a,b,c,<eos>");
        QCOMPARE(rows[1].section(',', 0, 0), "head 1: <sos>");
        QCOMPARE(rows[5], "head 2: " + lines[1]);

        const Outcome gradient =
            run(base.mid(0, 8) + QStringList{"grad/decoder.0.cross_attn.weights", "--format", "npy",
                                             "--out", "gradient.npy"});
        QVERIFY2(gradient.status == 0, qPrintable(gradient.err));
        QCOMPARE(test::readNpy(stdPath("gradient.npy")).shape(), weights.shape());
    }

    void export_writesFigures_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("magic");
        QTest::newRow("png") << "png" << QByteArray("\x89PNG");
        QTest::newRow("svg") << "svg" << QByteArray("<");
        QTest::newRow("pdf") << "pdf" << QByteArray("%PDF-");
    }

    void export_writesFigures() {
        QFETCH(QString, format);
        QFETCH(QByteArray, magic);
        const QString one = "one." + format;
        const QString all = "all." + format;
        const QStringList base = {"export",   "--model", "run.safetensors",
                                  "--source", "abc",     "--target",
                                  "cba",      "--step",  "decoder.0.cross_attn.weights",
                                  "--format", format};
        const Outcome outcome = run(base + QStringList{"--head", "1", "--out", one});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.err.isEmpty(), qPrintable(outcome.err));
        QCOMPARE(run(base + QStringList{"--out", all}).status, 0);
        QVERIFY(read(one).startsWith(magic));
        if (format == "svg") {
            // Four by four cells for each of the two heads.
            QCOMPARE(read(one).count("class=\"cell\""), 16);
            QCOMPARE(read(all).count("class=\"cell\""), 32);
            QVERIFY(read(one).contains("&lt;eos&gt;"));
            QVERIFY(read(one).contains("head 1"));
        } else if (format == "png") {
            QVERIFY(QImage(path(all)).width() > 100);
        } else {
            QVERIFY(read(one).size() > 1000);
        }
    }

    void exportOverTraining_drawsTheMomentsOfTheRun() {
        QCOMPARE(run(tinyTraining("moments.safetensors") + QStringList{"--moments", "7"}).status,
                 0);
        const auto pictures = [&](const QString& model, const QStringList& options) {
            const Outcome outcome =
                run(QStringList{"export", "--model", model, "--source", "abc", "--step",
                                "decoder.0.cross_attn.weights", "--over", "training", "--format",
                                "gif", "--out", "weights.gif"} +
                    options);
            QImageReader reader(path("weights.gif"));
            QList<QImage> all;
            int milliseconds = 0;
            while (outcome.status == 0 && reader.canRead()) {
                all += reader.read();
                milliseconds += reader.nextImageDelay();
            }
            if (std::abs(milliseconds - 1000 * static_cast<int>(all.size()) / 12) > 10)
                all.clear(); // not 12 a second
            return all;
        };
        const QList<QImage> all = pictures("moments.safetensors", {"--head", "1"});
        QCOMPARE(all.size(), 7); // before the first step and after each
        for (const QImage& picture : all)
            QCOMPARE(picture.size(), all.front().size());
        QVERIFY(all.front() != all.back());
        QCOMPARE(pictures("moments.safetensors", {"--frames", "3", "--width", "85"}).size(), 3);

        QCOMPARE(run({"train", "--resume", "moments.safetensors", "--steps", "9", "--moments", "2",
                      "--save", "more.safetensors"})
                     .status,
                 0);
        QCOMPARE(pictures("more.safetensors", {}).size(), 8);
    }

    void exportOverTraining_refusesWhatItCannotDraw_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        const QStringList gif{"--format", "gif"};
        const QStringList over{"--over", "training"};
        const QStringList model{"--model", "run.safetensors"};
        QTest::newRow("no moments") << model + gif + over << 1 << "train it with --moments";
        QTest::newRow("another format") << model + over + QStringList{"--format", "png"} << 2
                                        << "leave it out with --format png";
        QTest::newRow("one moment") << model + gif << 2 << "add --over training";
        QTest::newRow("frames of a png")
            << model + QStringList{"--frames", "3", "--format", "png"} << 2 << "--frames is for";
        QTest::newRow("no run") << QStringList{"--config", "ids.json", "--init", "x"} + gif + over
                                << 2 << "needs --model";
    }

    void exportOverTraining_refusesWhatItCannotDraw() {
        QFETCH(QStringList, options);
        QFETCH(int, status);
        QFETCH(QString, reason);
        const Outcome outcome = run(
            QStringList{"export", "--source", "abc", "--step", "logits", "--out", "refused.gif"} +
            options);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.contains(reason), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("refused.gif")));
    }

    void exportOfSeveralPanels_isOneFigureWithLetters() {
        const QStringList base{"export",   "--model", "run.safetensors", "--source", "abc",
                               "--target", "cba",     "--head",          "1",        "--format",
                               "svg",      "--out",   "panels.svg"};
        const auto drawn = [&](const QStringList& options) {
            const Outcome outcome = run(base + options);
            return outcome.status == 0 ? QString::fromUtf8(read("panels.svg")) : outcome.err;
        };
        const QString steps = drawn({"--step", "decoder.0.cross_attn.scores", "--step",
                                     "decoder.0.cross_attn.weights", "--step", "logits"});
        for (const char* words : {"(a) scores", "(b) weights", "(c) logits", "training step 6"})
            QVERIFY2(steps.contains(words), words);
        QCOMPARE(run(tinyTraining("twin.safetensors", 3)).status, 0);
        const QString runs =
            drawn({"--step", "decoder.0.cross_attn.weights", "--beside", "twin.safetensors"});
        for (const char* words : {"(a) run", "(b) twin", "training step 3"})
            QVERIFY2(runs.contains(words), words);
        QCOMPARE(runs.count("class=\"cell\""), 32);
    }

    void exportOfSeveralPanels_refusesWhatItCannotDraw_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("reason");
        const QStringList weights{"--step", "decoder.0.cross_attn.weights"};
        const QStringList beside{"--beside", "run.safetensors"};
        const QStringList svg{"--format", "svg"};
        QTest::newRow("no head") << weights + beside + svg << "name it with --head";
        QTest::newRow("numbers") << weights + beside + QStringList{"--format", "csv"}
                                 << "several panels are a figure";
        QTest::newRow("steps of runs")
            << weights + weights + beside + svg << "--beside compares runs in one step";
        QTest::newRow("no such run")
            << weights + QStringList{"--head", "1", "--beside", "nobody.st"} + svg << "nobody.st";
    }

    void exportOfSeveralPanels_refusesWhatItCannotDraw() {
        QFETCH(QStringList, options);
        QFETCH(QString, reason);
        const Outcome outcome = run(QStringList{"export", "--model", "run.safetensors", "--source",
                                                "abc", "--out", "refused.svg"} +
                                    options);
        QVERIFY(outcome.status == 1 || outcome.status == 2);
        QVERIFY2(outcome.err.contains(reason), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("refused.svg")));
    }

    void export_writesAPage() {
        const QStringList base{"export",   "--model", "run.safetensors", "--source", "abc",
                               "--target", "cba",     "--format",        "html",     "--out",
                               "page.html"};
        const auto written = [&](const QStringList& options) {
            const Outcome outcome = run(base + options);
            return outcome.status == 0 ? QString::fromUtf8(read("page.html")) : outcome.err;
        };
        const QString one = written({"--step", "decoder.0.cross_attn.weights"});
        QVERIFY2(one.startsWith("<!DOCTYPE html>"), qPrintable(one.left(300)));
        QCOMPARE(one.count("\"walked\":true"), 1);
        QVERIFY(one.contains("training step"));
        const QString all = written({"--walk", "--caption", "What it reads"});
        QVERIFY(all.count("\"walked\":true") > 40);
        QVERIFY(all.contains("\"caption\":\"What it reads\""));
        QVERIFY(written({"--walk", "--head", "2"}).contains("\"head\":1"));
        const QString gradient = written({"--step", "grad/decoder.0.cross_attn.weights"});
        QVERIFY(gradient.contains("\"name\":\"grad/decoder.0.cross_attn.weights\""));
    }

    void exportOfAPage_refusesWhatItCannotWrite_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        const QStringList html{"--format", "html"};
        const QStringList out{"--out", "new.html"};
        QTest::newRow("unknown step")
            << QStringList{"--step", "decoder.0.cross_attn.weihgts"} + html + out << 1
            << "there is no step \"decoder.0.cross_attn.weihgts\"";
        QTest::newRow("head too large")
            << QStringList{"--step", "decoder.0.cross_attn.weights", "--head", "3"} + html + out
            << 1 << "--head is 3, but decoder.0.cross_attn.weights has the heads 1 to 2";
        QTest::newRow("no such head anywhere")
            << QStringList{"--walk", "--head", "3"} + html + out << 1
            << "--head is 3, but the model has the heads 1 to 2";
        QTest::newRow("no head") << QStringList{"--walk", "--head", "two"} + html + out << 2
                                 << "--head is \"two\"";
        QTest::newRow("no folder")
            << QStringList{"--walk", "--out", "nowhere/page.html"} + html << 1 << "nowhere";
        QTest::newRow("a folder") << QStringList{"--walk", "--out", "."} + html << 1 << ".";
        QTest::newRow("its own model")
            << QStringList{"--walk", "--out", "run.safetensors"} + html << 2 << "--out";
        QTest::newRow("step and walk")
            << QStringList{"--walk", "--step", "logits"} + html + out << 2 << "leave one out";
        QTest::newRow("neither") << html + out << 2 << "--step, or --walk";
        QTest::newRow("all steps as a figure")
            << QStringList{"--walk", "--format", "svg"} + out << 2 << "--format html";
        QTest::newRow("a width") << QStringList{"--walk", "--width", "85"} + html + out << 2
                                 << "leave them out with --format html";
    }

    void exportOfAPage_refusesWhatItCannotWrite() {
        QFETCH(QStringList, options);
        QFETCH(int, status);
        QFETCH(QString, reason);
        const Outcome outcome =
            run(QStringList{"export", "--model", "run.safetensors", "--source", "abc"} + options);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.isOneLineError() && outcome.err.contains(reason), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("new.html")));
    }

    void exportedFigures_haveTheWidthAndTextsAskedFor() {
        const QStringList figure{"export", "--model", "run.safetensors", "--source",
                                 "abc",    "--step",  "logits",          "--format",
                                 "svg",    "--out",   "wide.svg"};
        const auto written = [&](const QStringList& options) {
            const Outcome outcome = run(figure + options);
            return outcome.status == 0 ? QString::fromUtf8(read("wide.svg")) : outcome.err;
        };
        const auto sizeOf = [](const QString& svg, const char* letter) {
            return svg.section(letter, 1, 1).section("mm\"", 0, 0).toDouble();
        };
        QVERIFY(!written({}).contains("width=\"85mm\""));
        QCOMPARE(sizeOf(written({"--width", "85"}), " width=\""), 85.0);
        // The wider paper is the default where only letters are said.
        QCOMPARE(sizeOf(written({"--letters", "8"}), " width=\""), 175.0);
        QVERIFY(sizeOf(written({"--width", "85", "--letters", "9"}), " height=\"") >
                sizeOf(written({"--width", "85", "--letters", "5"}), " height=\""));
        const QString captioned = written({"--caption", "Figure 3: what is said"});
        QVERIFY(captioned.contains("Figure 3: what is said"));
        QVERIFY(!captioned.contains("· training step "));
        QVERIFY(written({"--width", "85", "--caption", "Figure 3"}).contains("Figure 3"));
        QVERIFY(!written({"--caption", ""}).contains("· training step "));
        QVERIFY(written({}).contains("· training step "));
        // A line feed is no line of a caption, nor anything that a file of XML cannot hold.
        QVERIFY(written({"--caption", "a\nb\x1b"}).contains("a\\x0ab\\x1b"));
        QVERIFY(written({"--font", "No Such Font"}).contains("there is no font \"No Such Font\""));
        QVERIFY(written({"--width", "20", "--letters", "72"}).contains("need a width of at least"));
        QCOMPARE(run({"export", "--model", "run.safetensors", "--source", "abc", "--step", "logits",
                      "--format", "png", "--out", "wide.png", "--width", "85", "--dpi", "100"})
                     .status,
                 0);
        QCOMPARE(QImage(path("wide.png")).width(), 335); // 85 mm of 100 pixels an inch
    }

    void bench_printsOneObjectALine() {
        const Outcome outcome =
            run({"bench", "--size", "XS", "--threads", "1", "--seconds", "0.1", "--json"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.out.count('\n'), 1);
        const QJsonObject line = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
        QCOMPARE(line["size"].toString(), "XS");
        QCOMPARE(line["threads"].toInt(), 1);
        QCOMPARE(line["backend"].toString(), "cpu");
        const double milliseconds = line["ms_per_step"].toDouble();
        QVERIFY(milliseconds > 0);
        QVERIFY(std::abs(line["steps_per_second"].toDouble() - 1000 / milliseconds) < 1e-6 * 1000);
        // 32 · 16 tokens · 6 flops for each weight of the products (2 · (4·32² + 2·32·128) + 32·16)
        // and the attention's two products, three times, in 2 layers, 4 heads, 16 × 16 pairs of
        // width 8.
        const double weights = 2 * (4 * 32 * 32 + 2 * 32 * 128) + 32 * 16;
        const double flops = 32 * 16 * 6 * weights + 32.0 * 2 * 4 * 3 * 2 * (2 * 16 * 16 * 8);
        QVERIFY(std::abs(line["gflops"].toDouble() * milliseconds * 1e6 / flops - 1) < 1e-6);
        QCOMPARE(line["architecture"].toString(), "decoder");
        QCOMPARE(line["pass"].toString(), "training");
        const double share = line["peak_share"].toDouble();
        QVERIFY(share > 0);
        QVERIFY(share < 1);
        QVERIFY(std::abs(line["peak_gflops"].toDouble() * share / line["gflops"].toDouble() - 1) <
                1e-6);
        QCOMPARE(line["launches_per_step"].toInt(-1), 0);
        const QJsonObject byOp = line["ms_by_op"].toObject();
        for (const char* op : {"linear", "softmax", "gelu_gradient"})
            QVERIFY2(byOp[op].toDouble() > 0, op);
    }

    void bench_measuresEachContext() {
        const Outcome outcome = run({"bench", "--size", "XS", "--threads", "1", "--seconds", "0",
                                     "--context", "8,32", "--json"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const QStringList lines = outcome.out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        for (int i = 0; i < 2; ++i) {
            const QJsonObject line = QJsonDocument::fromJson(lines[i].toUtf8()).object();
            const int length = line["context"].toInt();
            QCOMPARE(length, i == 0 ? 8 : 32);
            // As in bench_printsOneObjectALine, with another length.
            const double weights = 2 * (4 * 32 * 32 + 2 * 32 * 128) + 32 * 16;
            const double expected =
                32.0 * length * 6 * weights + 32.0 * 2 * 4 * 3 * 2 * (2.0 * length * length * 8);
            QVERIFY(std::abs(line["gflops"].toDouble() * line["ms_per_step"].toDouble() * 1e6 /
                                 expected -
                             1) < 1e-6);
        }
    }

    void bench_measuresLongSequences() {
        const Outcome outcome = run({"bench", "--size", "S-long", "--threads", "1", "--seconds",
                                     "0", "--batch", "1", "--context", "200", "--json"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const QJsonObject line = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
        QCOMPARE(line["size"].toString(), "S-long");
        const double weights = 2 * (4 * 64 * 64 + 2 * 64 * 256) + 64 * 64;
        const double expected = 200 * 6 * weights + 2 * 4 * 3 * 2 * (2.0 * 200 * 200 * 16);
        QVERIFY(
            std::abs(line["gflops"].toDouble() * line["ms_per_step"].toDouble() * 1e6 / expected -
                     1) < 1e-6);
    }

    void bench_knowsEveryKindOfPass_data() {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<QString>("pass");
        for (const char* architecture : {"decoder", "encoder-decoder"})
            for (const char* pass : {"training", "probe", "trace"})
                QTest::addRow("%s %s", architecture, pass) << architecture << pass;
    }

    void bench_knowsEveryKindOfPass() {
        QFETCH(QString, architecture);
        QFETCH(QString, pass);
        const Outcome outcome = run({"bench", "--size", "XS", "--threads", "2", "--seconds", "0.01",
                                     "--architecture", architecture, "--pass", pass, "--json"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const QJsonObject line = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
        QCOMPARE(line["architecture"].toString(), architecture);
        QCOMPARE(line["pass"].toString(), pass);
        QVERIFY(line["ms_per_step"].toDouble() > 0);
        const bool trains = line["ms_by_op"].toObject().contains("linear_weight_gradient");
        QCOMPARE(trains, pass == "training");
    }
};

} // namespace gf::tst_cli_results

#include "tests/entry.h"
GF_GUILESS_TEST(tst_cli_results, TstCliResults)
#include "tst_cli_results.moc"
