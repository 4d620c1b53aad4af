// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of others in a session: what the window hears of them.
#include "app/session/session.h"
#include "core/io/safetensors.h"
#include "core/train/run.h"
#include "tests/app/heard.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>

namespace gf::tst_opened_session {

namespace {

using test::patience;

/// The path.
QString written(const QString& path, const QString& text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text.toUtf8());
    return path;
}

QString committed() {
    return QStringLiteral(GF_TEST_DATA "/../reference/opened");
}

/// A copy of a folder, to whose tokenizer a token was added.
void copyWithToken(const QString& from, const QString& to, const QString& token, int id) {
    for (const QFileInfo& file : QDir(from).entryInfoList(QDir::Files))
        QVERIFY(QFile::copy(file.filePath(), to + '/' + file.fileName()));
    QFile file(to + "/tokenizer.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QJsonObject tokenizer = QJsonDocument::fromJson(file.readAll()).object();
    file.close();
    QJsonArray added = tokenizer["added_tokens"].toArray();
    QJsonObject extra = added.last().toObject();
    extra["content"] = token;
    extra["id"] = id;
    added.append(extra);
    tokenizer["added_tokens"] = added;
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QJsonDocument(tokenizer).toJson());
}

/// Moments of the training of a GPT-NeoX: step20, step1000 and step30000, whose weights differ.
class Series {
public:
    Series() {
        for (const char* name : {"step20", "step1000", "step30000"}) {
            QDir().mkpath(path(name));
            QFile::copy(committed() + "/gpt_neox/config.json", path(name) + "/config.json");
            Safetensors weights =
                readSafetensors((committed() + "/gpt_neox/model.safetensors").toStdString());
            m_factor *= 0.8F;
            for (NamedTensor& tensor : weights.tensors)
                if (tensor.isFloat())
                    for (float& value : std::get<Tensor>(tensor.data).values())
                        value *= m_factor;
            writeSafetensors(weightsOf(name).toStdString(), weights);
        }
    }
    QString path() const { return m_folder.path(); }
    QString path(const char* name) const { return m_folder.filePath(name); }
    QString weightsOf(const char* name) const { return path(name) + "/model.safetensors"; }

private:
    QTemporaryDir m_folder;
    float m_factor = 1;
};

/// A session in which a model is open.
class Opened : public test::Heard {
public:
    /// One of the committed folders, or a file of one's own.
    explicit Opened(const QString& model, const std::vector<std::string>& moments = {}) {
        session.openModel(QDir(committed()).filePath(model), moments);
    }

    bool isSeen() const { return trace != nullptr; }
    void learn(const QString& task, const QString& file, const FieldValues& training) {
        intents.send(
            intent::LearnFrom{{run.opened, training, task.toStdString(), file.toStdString()}});
    }
    const RunInfo& runOnceSeen() {
        [this] { QTRY_VERIFY_WITH_TIMEOUT(isSeen() || !errors.isEmpty(), patience); }();
        return run;
    }
    const TimeStatus& time() const { return last<TimeStatus>(); }
    /// Once the moment of this step is seen: whether its numbers are those of its folder alone.
    bool shows(qint64 step, const QString& folder) {
        [&] { QTRY_COMPARE_WITH_TIMEOUT(qint64(trace->step), step, patience); }();
        Opened alone(folder);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(alone.isSeen(), patience); }();
        return std::ranges::equal(trace->find("logits")->values(),
                                  alone.trace->find("logits")->values());
    }
    bool hasGradients() const { return trace->graph->find("grad/logits") != noNode; }
    void type(const QString& source, const QString& target, bool wroteTarget) {
        intents.send(intent::SetExample{source, target, 0, wroteTarget});
    }
};

} // namespace

class TestOpenedSession : public QObject {
    Q_OBJECT

private slots:
    void realModelsAreShownBesideARunOnTheSameSentence() {
        const QDir folders(committed());
        test::Heard heard;
        heard.startSmall("copy");
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace, patience);
        QCOMPARE(heard.last<RunInfo>().lengthPenalty, 0.0); // nobody's files say one
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        // What writes on reads the source, and what has no tokenizer says that it needs numbers.
        heard.intents.send(intent::ShowReferenceRuns{
            {folders.filePath("gpt2"), folders.filePath("bert"), folders.filePath("marian")}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ReferenceRuns>(), 1, patience);
        const QVector<ReferenceRun> runs = heard.last<ReferenceRuns>().runs;
        QVERIFY2(runs[0].problem.isEmpty(), qPrintable(QString(runs[0].problem)));
        QVERIFY2(runs[1].problem.isEmpty(), qPrintable(QString(runs[1].problem)));
        const auto wordsOf = [](const Tokens& tokens) {
            std::string text;
            for (const std::string& token : tokens)
                text += token;
            return QString::fromStdString(text);
        };
        QVERIFY2(wordsOf(runs[0].trace->targetTokens).contains("cab"),
                 qPrintable(wordsOf(runs[0].trace->targetTokens)));
        QVERIFY2(!runs[1].trace->sourceTokens.empty(), "BERT reads nothing");
        QVERIFY(!runs[2].trace);
        QVERIFY2(QString(runs[2].problem).contains("tokenizer"),
                 qPrintable(QString(runs[2].problem)));
    }

    void modelFolders_areOpenedAndShown_data() {
        QTest::addColumn<QString>("folder");
        for (const QString& folder :
             QDir(GF_TEST_DATA "/../reference/opened").entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(folder)) << folder;
    }

    void modelFolders_areOpenedAndShown() {
        QFETCH(QString, folder);
        Opened opened(folder);
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen() || !opened.errors.isEmpty(), patience);
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
        QVERIFY2(opened.notices.isEmpty(), qPrintable(opened.notices.join('\n')));
        QVERIFY(opened.run.isFolder);
        QVERIFY(opened.run.file.endsWith(folder));
        const bool learns = QStringList{"bert", "distilbert", "gpt2", "gpt_neo"}.contains(
            folder); // has a tokenizer
        QCOMPARE(opened.status.idleReason,
                 learns ? IdleReason::NeedsText : IdleReason::Untrainable);
        QVERIFY(!opened.run.obstacle.isEmpty());
        QCOMPARE(opened.run.textObstacle.isEmpty(), learns);
        QCOMPARE(opened.last<TimeStatus>().bytes,
                 qint64(0)); // no copy of what never becomes another
        const auto& tokens =
            opened.run.hasSource ? opened.trace->sourceTokens : opened.trace->targetTokens;
        QVERIFY(tokens.size() > 2);
        // None of them is one of ours.
        QVERIFY(std::ranges::find(tokens, "<sos>") == tokens.end());
    }

    void momentsOfATraining_areATimeMachine() {
        const Series series;
        Opened opened(series.path());
        opened.runOnceSeen();
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
        QCOMPARE(opened.time().checkpoints, (QVector<qint64>{20, 1000, 30000}));
        QVERIFY(!opened.time().isPast() && opened.time().inFolders);
        QCOMPARE(opened.status.step, qint64(30000));
        QCOMPARE(opened.status.unsavedSteps, qint64(0));
        QCOMPARE(opened.run.file, series.path());
        QVERIFY(opened.shows(30000, series.path("step30000")));
        opened.intents.send(intent::LookAt{900});
        QVERIFY(opened.shows(1000, series.path("step1000")));
        QCOMPARE(opened.time().shown, std::optional<qint64>(1000));
        QVERIFY(!opened.time().continues());
        QCOMPARE(opened.time().bytes, 2 * opened.time().checkpointBytes);
        opened.type({}, QStringLiteral("3 1 2"), true); // an example of that moment
        QTRY_COMPARE_WITH_TIMEOUT(opened.trace->targetTokens, (Tokens{"#3", "#1", "#2"}), patience);
        QCOMPARE(opened.trace->step, Index(1000));

        // What changed between two, and back to where one was.
        opened.intents.send(intent::SetPin{0, true, {}});
        opened.intents.send(intent::SetPin{1, true, 30000});
        opened.intents.send(intent::ShowDifference{true});
        QTRY_VERIFY_WITH_TIMEOUT(opened.trace->isDifference(), patience);
        const Tensor& less = *opened.trace->find("embedding.weight");
        const Tensor& at = *opened.trace->before->find("embedding.weight");
        QVERIFY(std::abs(less.values()[0] + 0.2F * at.values()[0]) < 1e-6F);
        opened.intents.send(intent::ShowDifference{false});
        QTRY_VERIFY_WITH_TIMEOUT(!opened.trace->isDifference(), patience);
        QCOMPARE(opened.trace->step, Index(1000));
        opened.intents.send(intent::BackToNow{});
        QTRY_COMPARE_WITH_TIMEOUT(opened.trace->step, Index(30000), patience);
        QVERIFY(!opened.time().isPast());
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
    }

    void momentThatIsNamed_isShownFirstAndOneThatIsBrokenLeavesIt() {
        const Series series;
        QVERIFY(QFile::remove(series.weightsOf("step20")));
        Opened opened(series.path("step1000"), {series.path().toStdString()});
        opened.runOnceSeen();
        QVERIFY(opened.shows(1000, series.path("step1000")));
        QCOMPARE(opened.time().shown, std::optional<qint64>(1000));
        QCOMPARE(opened.time().present, qint64(30000));
        QCOMPARE(opened.status.unsavedSteps, qint64(0));
        opened.intents.send(intent::LookAt{20});
        QTRY_COMPARE_WITH_TIMEOUT(opened.errors.size(), 1, patience);
        QVERIFY2(opened.errors[0].contains("step20"), qPrintable(opened.errors[0]));
        QCOMPARE(opened.time().shown, std::optional<qint64>(1000));
        opened.intents.send(intent::LookAt{30000});
        QVERIFY(opened.shows(30000, series.path("step30000")));
    }

    void headsOfMoments_areScoredOverTheTraining() {
        const Series series;
        Opened opened(series.path());
        opened.runOnceSeen();
        LabNews lab;
        test::hear<news::Lab>(opened.session, &opened,
                              [&](const news::Lab& newest) { lab = newest.runs.front(); });
        opened.intents.send(
            intent::MeasureLab{LabRequest{"heads", {{"view", std::string("training")}}}});
        QTRY_VERIFY_WITH_TIMEOUT(lab.answer != nullptr, patience);
        QCOMPARE(lab.answer->finding.numberAt("training/0/step"), 20.0);
        QCOMPARE(lab.answer->finding.numberAt("training/2/step"), 30000.0);
    }

    void gradients_areMeasuredOnlyWhenWanted() {
        Opened opened("gpt2");
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        QVERIFY(!opened.hasGradients());
        opened.intents.send(intent::MeasureGradients{true});
        QTRY_VERIFY_WITH_TIMEOUT(opened.hasGradients(), patience);
        opened.intents.send(intent::MeasureGradients{false});
        opened.type({}, QStringLiteral("at the"), true);
        QTRY_VERIFY_WITH_TIMEOUT(!opened.hasGradients(), patience);
    }

    void modelThatGoesOnLearning_saysFromWhat_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("says");
        QTest::newRow("decoder") << "gpt2"
                                 << "write on like a text of your own";
        QTest::newRow("encoder") << "bert"
                                 << "hidden words of a text of your own";
    }

    void modelThatGoesOnLearning_saysFromWhat() {
        QFETCH(QString, name);
        QFETCH(QString, says);
        QVERIFY(QString(Opened(name).runOnceSeen().learns).contains("do not say"));
        const QTemporaryDir folder;
        QFile text(folder.filePath("text.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(QByteArray("the cat sat on the mat. ").repeated(40));
        text.close();
        Run run = loadRun((committed() + '/' + name).toStdString());
        run.description.task = "text";
        run.description.dataFile = text.fileName().toStdString();
        const QString file = folder.filePath("run.safetensors");
        saveRun(file.toStdString(), run.description, *run.parameters);
        Opened opened(file);
        QVERIFY2(QString(opened.runOnceSeen().learns).contains(says),
                 qPrintable(QString(opened.run.learns)));
        QTRY_COMPARE_WITH_TIMEOUT(opened.status.idleReason, IdleReason::NotStarted, patience);
        opened.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(opened.status.step > 1 || !opened.errors.isEmpty(), patience);
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
        QVERIFY(opened.status.loss > 0);
    }

    void openedModel_goesOnLearningInItsPlace_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("lines");
        const QString text = QStringLiteral("the cat sat on the mat. ").repeated(40);
        QTest::newRow("decoder") << "gpt2"
                                 << "text" << text;
        QTest::newRow("encoder") << "bert"
                                 << "text" << text;
        QTest::newRow("pairs") << "gpt2"
                               << "pairs"
                               << "the cat\tsat\nthe mat\tlay\na cat\tran\n";
    }

    void openedModel_goesOnLearningInItsPlace() {
        QFETCH(QString, name);
        QFETCH(QString, task);
        QFETCH(QString, lines);
        const QTemporaryDir folder;
        const QString data = written(folder.filePath("own.txt"), lines);
        Opened opened(name);
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        const QString source = opened.run.exampleSource;
        const qint64 weights = opened.run.parameters;
        opened.learn(task, data, {{"frozen_layers", 1}, {"learning_rate", 1e-3}});
        QTRY_VERIFY_WITH_TIMEOUT(opened.status.step > 2 || !opened.errors.isEmpty(), patience);
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
        QCOMPARE(opened.run.title(), name);
        QVERIFY(opened.run.isFolder);
        QVERIFY(opened.run.file.endsWith(name));
        QCOMPARE(opened.run.task, task);
        QCOMPARE(opened.run.dataFile, data);
        QCOMPARE(opened.run.parameters, weights);
        QCOMPARE(opened.run.exampleSource, source);
        QVERIFY(opened.run.obstacle.isEmpty());
        QCOMPARE(wholeIn(opened.run.training, "frozen_layers"), std::optional<std::int64_t>(1));

        // What was not trained is as it came, and what is saved goes on.
        const QString saved = folder.filePath("tuned.safetensors");
        opened.intents.send(intent::Pause{});
        opened.intents.send(intent::SaveModel{saved});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(saved), patience);
        const Run came = loadRun((committed() + '/' + name).toStdString());
        const Run tuned = loadRun(saved.toStdString());
        const std::string stack = came.description.model.hasDecoder() ? "decoder." : "encoder.";
        const auto isStill = [&](const std::string& parameter) {
            return std::ranges::equal(came.parameters->values(parameter),
                                      tuned.parameters->values(parameter));
        };
        QVERIFY(isStill("embedding.weight"));
        QVERIFY(isStill(stack + "0.ffn.w_1"));
        QVERIFY(!isStill(stack + "1.ffn.w_1"));
        Opened again(saved);
        QTRY_COMPARE_WITH_TIMEOUT(again.status.idleReason, IdleReason::NotStarted, patience);
        const qint64 done = again.status.step;
        QVERIFY(done > 2);
        again.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(again.status.step > done + 1, patience);
    }

    void anotherText_beginsWithTheWeightsThatThereAre() {
        const QTemporaryDir folder;
        const QString one =
            written(folder.filePath("one.txt"), QStringLiteral("the cat sat. ").repeated(60));
        const QString two =
            written(folder.filePath("two.txt"), QStringLiteral("on the mat. ").repeated(60));
        Opened opened("gpt2");
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        opened.learn("text", one, {{"steps", 20}, {"learning_rate", 3e-3}});
        QTRY_COMPARE_WITH_TIMEOUT(opened.status.idleReason, IdleReason::StepsDone, patience);
        QCOMPARE(opened.status.step, qint64(20));
        // The time machine has the weights that it came with.
        QCOMPARE(opened.last<TimeStatus>().checkpoints.first(), qint64(0));
        opened.learn("text", two, {{"steps", 1}, {"learning_rate", 0.0}});
        QTRY_COMPARE_WITH_TIMEOUT(opened.run.dataFile, two, patience);
        QTRY_COMPARE_WITH_TIMEOUT(opened.status.idleReason, IdleReason::StepsDone, patience);
        QCOMPARE(opened.status.step, qint64(1));
        const QString saved = folder.filePath("tuned.safetensors");
        opened.intents.send(intent::SaveModel{saved});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(saved), patience);
        const Run came = loadRun((committed() + "/gpt2").toStdString());
        const Run tuned = loadRun(saved.toStdString());
        QVERIFY(!std::ranges::equal(came.parameters->values("decoder.1.ffn.w_1"),
                                    tuned.parameters->values("decoder.1.ffn.w_1")));
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
    }

    void whatCannotBeLearned_leavesTheModelAsItIs_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("task");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("short") << "gpt2"
                               << "text" << QByteArray("the cat") << "has only";
        QTest::newRow("no text") << "gpt2"
                                 << "text" << QByteArray("\x89PNG\r\n\x1a\xff\xfe\xfd") << "UTF-8";
        QTest::newRow("no pairs") << "gpt2"
                                  << "pairs" << QByteArray("the cat\n") << "has no tab";
        QTest::newRow("no head") << "bert-states"
                                 << "text" << QByteArray("the cat sat. ").repeated(60) << "no head";
        QTest::newRow("no tokenizer")
            << "llama-wide"
            << "text" << QByteArray("the cat sat. ").repeated(60) << "no tokenizer";
    }

    void whatCannotBeLearned_leavesTheModelAsItIs() {
        QFETCH(QString, name);
        QFETCH(QString, task);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const QTemporaryDir folder;
        const QString path = folder.filePath("own.txt");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        Opened opened(name);
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        const IdleReason before = opened.status.idleReason;
        opened.learn(task, path, {});
        QTRY_COMPARE_WITH_TIMEOUT(opened.errors.size(), 1, patience);
        QVERIFY2(opened.errors.first().contains(says), qPrintable(opened.errors.first()));
        QCOMPARE(opened.status.idleReason, before);
        QVERIFY(opened.run.task.isEmpty());
        opened.learn("text", folder.filePath("missing"), {});
        QTRY_COMPARE_WITH_TIMEOUT(opened.errors.size(), 2, patience);
    }

    /// Nobody here knows its first weights.
    void openedModel_isNotBegunAnew() {
        const QTemporaryDir folder;
        const QString data =
            written(folder.filePath("own.txt"), QStringLiteral("the cat sat. ").repeated(60));
        Opened opened("gpt2");
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        opened.learn("text", data, {{"steps", 5}});
        QTRY_COMPARE_WITH_TIMEOUT(opened.status.idleReason, IdleReason::StepsDone, patience);
        opened.intents.send(intent::Reset{});
        QTRY_COMPARE_WITH_TIMEOUT(opened.errors.size(), 1, patience);
        QVERIFY(opened.errors.last().contains("no first weights"));
        opened.intents.send(intent::Compare{"norm", 2});
        QTRY_COMPARE_WITH_TIMEOUT(opened.errors.size(), 2, patience);
        QCOMPARE(opened.status.step, qint64(5));
    }

    void maskedWords_areFilledIn() {
        Opened opened("bert");
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        const auto hidden = [&] {
            return std::ranges::count(opened.trace->sourceTokens, "[MASK]");
        };
        QVERIFY(opened.run.exampleSource.contains("[MASK]"));
        QTRY_COMPARE_WITH_TIMEOUT(opened.last<Prediction>().tokens.size(), std::size_t(1),
                                  patience);
        opened.type(QStringLiteral("[MASK] the [MASK]"), {}, false);
        QTRY_COMPARE_WITH_TIMEOUT(hidden(), 2, patience);
        QTRY_COMPARE_WITH_TIMEOUT(opened.last<Prediction>().tokens.size(), std::size_t(2),
                                  patience);
        QVERIFY(opened.last<Prediction>().text.find("MASK") == std::string::npos);
    }

    void sentences_areComparedByTheirCosine() {
        Opened opened("bert-states");
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        QCOMPARE(opened.run.guess, Guess::None);
        QCOMPARE(opened.trace->sourceTokens.front(), std::string("[CLS]"));
        QVERIFY(opened.last<Prediction>().text.empty());
        const QString sentence = opened.run.exampleSource;
        opened.type(sentence, sentence, true);
        const auto cosine = [&] {
            return QString::fromStdString(opened.last<Prediction>().text).toDouble();
        };
        QTRY_VERIFY_WITH_TIMEOUT(std::abs(cosine() - 1) < 1e-6, patience);
        // Another first sentence leaves the second alone.
        opened.type(QStringLiteral("at the"), sentence, false);
        QTRY_VERIFY_WITH_TIMEOUT(cosine() < 0.999999, patience);
        QVERIFY(QString(opened.last<ExampleProblems>().target).isEmpty());
    }

    void tokenThatTheModelLacks_isAFaultOfItsText_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("inTarget");
        QTest::newRow("encoder") << "bert" << false;
        QTest::newRow("second sentence") << "bert-states" << true;
        QTest::newRow("decoder") << "gpt2" << true;
    }

    void tokenThatTheModelLacks_isAFaultOfItsText() {
        QFETCH(QString, name);
        QFETCH(bool, inTarget);
        const QTemporaryDir folder;
        copyWithToken(QDir(committed()).filePath(name), folder.path(), "<extra>", 1000);
        Opened opened(folder.path());
        opened.runOnceSeen();
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
        const auto fault = [&] {
            return QString(inTarget ? opened.last<ExampleProblems>().target
                                    : opened.last<ExampleProblems>().source);
        };
        const QString text = QStringLiteral("at <extra>");
        const QString source = opened.run.exampleSource;
        opened.type(inTarget ? source : text, inTarget ? text : QString(), inTarget);
        QTRY_VERIFY_WITH_TIMEOUT(!fault().isEmpty(), patience);
        for (const char* part : {"<extra>", "number 1000", "numbers 0 to"})
            QVERIFY2(fault().contains(part), qPrintable(fault()));
        // And back to what it can read.
        opened.type(inTarget ? source : QStringLiteral("at"),
                    inTarget ? QStringLiteral("at") : QString(), inTarget);
        QTRY_VERIFY_WITH_TIMEOUT(fault().isEmpty(), patience);
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
    }

    /// Nor has it to be there for something to be seen.
    void exampleWithATokenThatTheModelLacks_isLeftOut() {
        const QTemporaryDir folder;
        copyWithToken(QDir(committed()).filePath("bert"), folder.path(), "The cat", 1000);
        Opened opened(folder.path());
        QVERIFY(QString(opened.runOnceSeen().exampleSource).isEmpty());
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('\n')));
        QCOMPARE(opened.trace->sourceTokens, (Tokens{"[CLS]", "[SEP]"}));
    }

    /// No task gives it another one to be patched with.
    void examplesThatWereLookedAt_arePatchedIntoTheNewest() {
        Opened opened("llama-wide");
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        std::vector<LabNews> lab;
        test::hear<news::Lab>(opened.session, &opened,
                              [&](const news::Lab& newest) { lab = newest.runs; });
        const auto show = [&](const char* numbers, const Tokens& tokens) {
            opened.type({}, QLatin1String(numbers), true);
            QTRY_COMPARE_WITH_TIMEOUT(opened.trace->targetTokens, tokens, patience);
        };
        show("7 3 0", {"#7", "#3", "#0"});
        const auto cells = [](std::int64_t other, const char* mark) {
            return LabRequest{"cells", {{"other", other}, {"mark", mark}}};
        };
        opened.intents.send(intent::MeasureLab{cells(1, "0,1,0,1")});
        QTRY_VERIFY_WITH_TIMEOUT(!lab.empty() && !QString(lab[0].failure).isEmpty(), patience);
        QVERIFY2(QString(lab[0].failure).contains("Type another text"),
                 qPrintable(QString(lab[0].failure)));
        show("9 3 0", {"#9", "#3", "#0"});
        show("1 2", {"#1", "#2"}); // another length
        show("5 3 0", {"#5", "#3", "#0"});
        for (const auto& [other, first] : {std::pair(1, "#9"), std::pair(2, "#7")}) {
            const LabRequest request = cells(other, "0,0,0,3");
            opened.intents.send(intent::MeasureLab{request});
            // The request before it is measured with each new picture.
            const auto answer = [&] {
                return lab.empty() || lab[0].request != request || !lab[0].answer
                           ? nullptr
                           : &lab[0].answer->finding;
            };
            QTRY_VERIFY_WITH_TIMEOUT(answer() && answer()->wordsAt("other_target/0") == first,
                                     patience);
            const double off = answer()->numberAt("patched") -
                               answer()->numberAt("other_log_probability"); // all that it reads
            QVERIFY2(std::abs(off) < 1e-4, qPrintable(QString::number(off)));
        }
        // The newest of as many tokens is itself none of them.
        show("9 3 0", {"#9", "#3", "#0"});
        opened.intents.send(intent::MeasureLab{cells(1, "0,0,0,3")});
        QTRY_VERIFY_WITH_TIMEOUT(
            lab[0].answer && lab[0].answer->finding.wordsAt("other_target/0") == "#5", patience);
    }

    void modelWithoutATokenizer_takesTypedNumbers() {
        Opened opened("llama-wide");
        QTRY_VERIFY_WITH_TIMEOUT(opened.isSeen(), patience);
        opened.type({}, QStringLiteral("7, 3 0"), true);
        QTRY_COMPARE_WITH_TIMEOUT(opened.trace->targetTokens, (Tokens{"#7", "#3", "#0"}), patience);
        opened.type({}, QStringLiteral("seven"), true);
        QTRY_VERIFY_WITH_TIMEOUT(!QString(opened.last<ExampleProblems>().target).isEmpty(),
                                 patience);
    }
};

} // namespace gf::tst_opened_session

#include "tests/entry.h"
GF_TEST(tst_opened_session, TestOpenedSession)
#include "tst_opened_session.moc"
