// SPDX-License-Identifier: GPL-3.0-or-later
// What the New model dialog begins with, offers and measures, with the engine behind it; and what
// becomes of the memory of a run that is dropped.
#include "app/session/new_model/model_form.h"
#include "app/session/new_model/presets.h"
#include "app/session/new_model/samples.h"
#include "app/session/run/form_values.h"
#include "app/session/run/live_run.h"
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/data/task.h"
#include "core/model/model.h"
#include "core/platform/memory.h"
#include "tests/app/heard.h"
#include "tests/app/worlds.h"
#include "ui/language/wording.h"
#include "ui/window/main_window.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

namespace gf::tst_new_model {

namespace {

using test::patience;

/// A session and what the dialog hears of it.
struct Heard : test::Heard {
    QVector<IntentId> answered; ///< by what was measured

    Heard() {
        connect(&session, &Session::news, this, [this](const News& news) {
            if (news.get<ModelMeasure>())
                answered += news.answers;
        });
    }

    ModelRequest request(const QString& task, const FieldValues& model = {},
                         const FieldValues& training = {}) const {
        const ModelForm form = session.modelForm();
        ModelRequest request = test::proposedBy(form, task);
        request.file = sampleOf(request.task).file;
        give(request, form.defaults(request.task));
        give(request, model);
        give(request, training);
        return request;
    }

    /// Sets the values of the fields that there are.
    static void give(ModelRequest& request, const FieldValues& values) {
        for (const auto& [key, value] : values)
            for (FieldValues* form : {&request.model, &request.training})
                if (const auto field = form->find(key); field != form->end())
                    field->second = value;
    }

    void start(const ModelRequest& request) { intents.send(intent::NewModel{request}); }
    IntentId measure(const ModelRequest& request) {
        return intents.send(intent::MeasureModel{request});
    }
};

const FieldValues tiny = {{"d_model", 16}, {"heads", 2}, {"d_ff", 16}, {"layers", 1}};

qint64 resident() {
    QFile status(QStringLiteral("/proc/self/status"));
    if (status.open(QIODevice::ReadOnly))
        for (const QByteArray& line : status.readAll().split('\n'))
            if (line.startsWith("VmRSS:"))
                return line.mid(6).trimmed().split(' ').first().toLongLong() * 1024;
    return 0;
}

} // namespace

class TestNewModel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        keepFreedMemory(); // as the program does
        QCoreApplication::setOrganizationName("GlassformerTest");
        QSettings().clear();
    }

    void runInfo_hasEveryFieldOfTheRequest() {
        Heard heard;
        const ModelRequest wanted = heard.request(
            "text", tiny,
            {{"batch", 3}, {"label_smoothing", 0.25}, {"seed", 12}, {"schedule", "constant"}});
        heard.start(wanted);
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), 1, patience);
        const RunInfo& run = heard.run;
        QCOMPARE(run.task, QStringLiteral("text"));
        QCOMPARE(run.dataFile.toStdString(), wanted.file);
        QVERIFY(run.configuration == wanted.model);
        QVERIFY(run.training == wanted.training);
        // What is set while it trains is of the run, too.
        heard.intents.send(intent::SetBatchSize{5});
        QTRY_COMPARE_WITH_TIMEOUT(wholeIn(heard.last<RunSettings>().training, "batch"),
                                  std::optional<std::int64_t>(5), patience);
    }

    void bytePairs_areLearntForARunThatSaysSo() {
        Heard heard;
        const ModelRequest wanted =
            heard.request("text", tiny, {{"tokenizer", "bpe"}, {"merges", 40}});
        const FormCheck check = heard.session.modelForm().check(wanted);
        QCOMPARE(test::keysOf(check.problems), QStringList());
        QVERIFY(!check.limits.greyed.contains("merges"));
        QVERIFY(check.limits.forbidden.at("tokenizer").contains("words"));
        QVERIFY(!check.limits.forbidden.at("tokenizer").contains("bpe"));
        heard.start(wanted);
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), 1, patience);
        QCOMPARE(heard.errors, QStringList());
        const RunInfo& run = heard.run;
        QCOMPARE(choiceIn(run.training, "tokenizer"), std::string("bpe"));
        QCOMPARE(wholeIn(run.training, "merges"), std::optional<std::int64_t>(40));
    }

    void tokens_areThoseThatTheTaskCanHave() {
        const Heard heard;
        const ModelForm form = heard.session.modelForm();
        const auto checked = [&](const char* task, const FieldValues& training) {
            return form.check(heard.request(task, {}, training));
        };
        const FormCheck dates = checked("date", {{"tokenizer", "bpe"}});
        QCOMPARE(dates.problems.at("tokenizer").english(),
                 std::string("The task \"date\" has characters as its tokens; only \"text\" can "
                             "have byte pairs."));
        QCOMPARE(test::keysOf(dates.limits.forbidden.at("tokenizer")),
                 (QStringList{"bpe", "words"}));
        QVERIFY(checked("date", {}).limits.greyed.contains("merges"));
        QVERIFY(checked("pairs", {{"tokenizer", "words"}}).problems.empty());
        QCOMPARE(
            checked("text", {{"tokenizer", "bpe"}, {"merges", 20001}}).problems["merges"].english(),
            std::string("Merges is 20001; it must be between 0 and 20000"));
    }

    void context_isAFieldBesideTheFile() {
        Heard heard;
        const ModelForm form = heard.session.modelForm();
        const auto checked = [&](const char* task, const FieldValues& training) {
            return form.check(heard.request(task, tiny, training));
        };
        QVERIFY(std::ranges::find(form.tokens, "context", &FormField::key) != form.tokens.end());
        QVERIFY(checked("date", {}).limits.greyed.contains("context"));
        QVERIFY(checked("date", {{"context", 5000}}).problems.empty()); // greyed, of no account
        QVERIFY(!checked("text", {}).limits.greyed.contains("context"));
        QCOMPARE(checked("text", {{"context", 65}}).problems["context"].english(),
                 std::string("Context is 65, but Longest sequence is 65; it must be between 2 and "
                             "64"));
        QVERIFY(checked("text", {{"context", 1}})
                    .problems["context"]
                    .english()
                    .starts_with("Context is 1; it must be at least 2"));
        QVERIFY(checked("text", {{"context", 8}}).bytes < checked("text", {}).bytes);
        QCOMPARE(wholeIn(heard.request("text").training, "context"),
                 std::optional<std::int64_t>(64));
        heard.start(heard.request("text", tiny, {{"context", 20}}));
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), 1, patience);
        QCOMPARE(wholeIn(heard.run.training, "context"), std::optional<std::int64_t>(20));
    }

    void parametersOfATask_areFieldsOfItAlone() {
        Heard heard;
        const ModelForm form = heard.session.modelForm();
        const auto has = [](const std::vector<FormField>& fields, std::string_view key) {
            return std::ranges::find(fields, key, &FormField::key) != fields.end();
        };
        for (const char* key : {"modulus", "train_share", "digits", "reversed"}) {
            QVERIFY(has(form.parameters, key));
            QVERIFY(!has(form.training, key));
        }
        const auto absent = [&](const char* task) {
            return form.check(heard.request(task, tiny)).limits.absent;
        };
        QVERIFY(absent("copy").contains("modulus"));
        QVERIFY(!absent("modular").contains("modulus"));
        QVERIFY(absent("modular").contains("digits"));
        QVERIFY(!absent("addition").contains("digits"));
        // What a task has no use for is of no account.
        QVERIFY(form.check(heard.request("copy", tiny, {{"modulus", 1}})).problems.empty());
        QCOMPARE(form.check(heard.request("modular", tiny, {{"modulus", 1}}))
                     .problems["modulus"]
                     .english(),
                 std::string("Modulus P is 1; it must be between 2 and 199"));
        // A preset changes the model, not what it learns.
        QVERIFY(!form.preset("default", "modular").values.contains("modulus"));
    }

    void parametersOfATask_comeBackWithTheSavedRun() {
        Heard heard;
        heard.start(heard.request("modular", tiny, {{"modulus", 11}, {"train_share", 0.5}}));
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), 1, patience);
        QCOMPARE(wholeIn(heard.run.training, "modulus"), std::optional<std::int64_t>(11));
        const LiveRun run("cpu", [] {
            TaskRequest request = taskNamed("modular");
            request.parameters.modulus = 11;
            return request;
        }());
        QCOMPARE(run.description().train.modulus, Index{11});
        QCOMPARE(taskOf(run.description())->trainedCount(), Index{48}); // of 121
    }

    void textThatIsLongerThanTheContext_isSaid_data() {
        QTest::addColumn<int>("positional");
        QTest::newRow("learned") << static_cast<int>(Positional::Learned);
        QTest::newRow("sinusoidal") << static_cast<int>(Positional::Sinusoidal);
    }
    void textThatIsLongerThanTheContext_isSaid() {
        QFETCH(int, positional);
        TaskRequest request = taskNamed("text", sampleOf("text").file);
        request.context = 8;
        ModelConfig model = makeTask(request)->modelDefaults();
        model.layers = 1;
        model.positional = static_cast<Positional>(positional);
        LiveRun run("cpu", request, model);
        const auto said = [&](const std::string& target) {
            const ExampleFaults faults = run.examples().faultsOf({"", target});
            return faults.impossible ? "impossible" : faults.target.english();
        };
        QCOMPARE(said("the mill"), std::string()); // and <sos>, as in training
        QCOMPARE(run.examples().faultsOf({"", "the mill", 4}).target.english(),
                 std::string()); // padding
        const std::string longer = said("the mille");
        QVERIFY2(longer.starts_with("longer than anything that this run is trained on, which is "
                                    "at most 9 tokens"),
                 longer.c_str());
        QCOMPARE(longer.ends_with("the positions beyond that learn nothing"),
                 model.positional == Positional::Learned);
    }

    void trainingValues_keepTheLargestSeed() {
        TrainConfig train;
        train.seed = std::numeric_limits<std::uint64_t>::max();
        QVERIFY(trainingValues(train).at("seed") == FieldValue(train.seed));
        QCOMPARE(trainConfigOf(valuesOf(train)).seed, train.seed);
    }

    void presets_areBuiltForEveryTaskOrSayWhyNot_data() {
        QTest::addColumn<QString>("task");
        for (const TaskInfo& task : taskTable())
            QTest::newRow(std::string(task.name).c_str())
                << QString::fromUtf8(task.name.data(), static_cast<qsizetype>(task.name.size()));
    }
    void presets_areBuiltForEveryTaskOrSayWhyNot() {
        QFETCH(QString, task);
        Heard heard;
        const ModelForm form = heard.session.modelForm();
        QCOMPARE(form.presets.size(), std::size_t{7});
        for (const ModelPreset& preset : form.presets) {
            const PresetValues meaning = form.preset(preset.id, task.toStdString());
            // The paper's encoder has nothing to read where a text goes on.
            // A decoder alone has nothing to point at and reads no picture, and what is hidden in a
            // text is filled in by an encoder alone.
            const bool isDecoder = preset.id == "gpt" || preset.id == "llama";
            QCOMPARE(!meaning.obstacle.empty(),
                     ((task == "text" || task == "repeat") && preset.id == "paper") ||
                         ((task == "salesman" || task == "caption") && isDecoder) ||
                         (task == "cloze" && (isDecoder || preset.id == "paper")));
            if (!meaning.obstacle.empty())
                continue;
            const std::string own = choiceIn(meaning.values, "task");
            QCOMPARE(own, std::string(preset.id == "captions" ? "caption" : ""));
            ModelRequest request = heard.request(own.empty() ? task : QString::fromStdString(own));
            Heard::give(request, meaning.values);
            for (const auto& [key, least] : meaning.atLeast)
                if (numberOf(request.model[key]) < numberOf(least))
                    request.model[key] = least;
            const FormCheck check = form.check(request);
            QVERIFY2(check.problems.empty(), preset.id.data());
            planModel(request);
        }
    }

    /// The named architectures are transformers with attention, whatever stood there before.
    void presetValues_setTheFamilyOfNamedArchitectures() {
        for (const char* name : {"gpt", "paper"}) {
            const FieldValues values = presetValues(name, "copy").values;
            QCOMPARE(choiceIn(values, "family"), std::string("transformer"));
            QCOMPARE(choiceIn(values, "mixer"), std::string("attention"));
        }
        for (const char* name : {"small", "large"}) {
            const FieldValues values = presetValues(name, "copy").values;
            for (const char* key : {"family", "mixer", "cell", "alignment", "positional"})
                QVERIFY(!values.contains(key));
        }
        QCOMPARE(choiceIn(presetValues("default", "copy").values, "family"),
                 std::string("transformer"));
    }

    void presetValues_setOnlyWhatThePresetNames() {
        const FieldValues gpt = presetValues("gpt", "copy").values;
        QCOMPARE(choiceIn(gpt, "architecture"), std::string("decoder"));
        QCOMPARE(choiceIn(gpt, "norm"), std::string("pre"));
        QCOMPARE(choiceIn(gpt, "positional"), std::string("learned"));
        QVERIFY(!gpt.contains("layers"));
        QVERIFY(!gpt.contains("steps"));
        QVERIFY(!gpt.contains("seed"));
        const FieldValues paper = presetValues("paper", "copy").values;
        QCOMPARE(choiceIn(paper, "norm"), std::string("post"));
        QVERIFY(paper.at("label_smoothing") == FieldValue(0.1));
        QVERIFY(paper.at("beta2") == FieldValue(0.98));
        QCOMPARE(wholeIn(paper, "d_ff").value(), 4 * wholeIn(paper, "d_model").value());
        // Every key of every preset is a field.
        Heard heard;
        const ModelRequest request = heard.request("copy");
        for (const ModelPreset& preset : modelPresets())
            for (const auto& [key, value] : presetValues(preset.id, "copy").values)
                QVERIFY2(request.model.contains(key) || request.training.contains(key) ||
                             key == "task",
                         key.c_str());
    }

    void measure_timesAModelWhileTheRunGoesOn() {
        Heard heard;
        heard.start(heard.request("copy", tiny, {{"steps", 10000000}}));
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        const ModelRequest request = heard.request("date", tiny);
        const IntentId id = heard.measure(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ModelMeasure>(), 1, patience);
        const ModelMeasure measure = heard.last<ModelMeasure>();
        QCOMPARE(heard.answered, QVector<IntentId>{id});
        QCOMPARE(QString(measure.problem), QString());
        QVERIFY(measure.secondsPerStep > 0);
        QCOMPARE(measure.parameters, parameterCount(planModel(request).model));
        QCOMPARE(heard.count<RunInfo>(), 1);
        const qint64 step = heard.status.step;
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step + 3, patience);
        QVERIFY(heard.status.running);
    }

    void measure_answersOnlyTheNewestRequest() {
        Heard heard;
        const ModelRequest request = heard.request("copy", tiny);
        heard.measure(request);
        heard.measure(request);
        heard.intents.send(intent::StopMeasuring{});
        heard.measure(request);
        const IntentId newest = heard.measure(request);
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<ModelMeasure>() > 0, patience);
        QCOMPARE(heard.answered, QVector<IntentId>{newest});
    }

    void measure_reportsAProblemOfTheFile() {
        Heard heard;
        const QTemporaryDir folder;
        ModelRequest request = heard.request("pairs", tiny);
        const QString file = folder.filePath("words.txt");
        request.file = file.toStdString();
        test::writeText(file, "one line without what divides it\n");
        QVERIFY(heard.session.modelForm().check(request).problems.empty());
        heard.measure(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ModelMeasure>(), 1, patience);
        QVERIFY2(QString(heard.last<ModelMeasure>().problem).contains("has no tab"),
                 qPrintable(QString(heard.last<ModelMeasure>().problem)));
        QCOMPARE(heard.errors, QStringList());
    }

    void cancelBuilding_letsTheRunBeforeGoOn() {
        Heard heard;
        heard.start(heard.request("copy", tiny, {{"steps", 10000000}}));
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.start(heard.request("reverse", tiny));
        heard.intents.send(intent::CancelBuilding{});
        const qint64 step = heard.status.step;
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step + 10, patience);
        QVERIFY(heard.status.running);
        QCOMPARE(heard.count<RunInfo>(), 1);
        QCOMPARE(heard.errors, QStringList());
        // What is asked for afterwards is built, and what takes its time is said until it is over.
        heard.start(heard.request("sort", tiny));
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), 2, patience);
        QCOMPARE(heard.run.task, QStringLiteral("sort"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Building>() > 0 &&
                                     QString(heard.last<news::Building>().what).isEmpty(),
                                 patience);
    }

    void formCheck_namesProblemsByTheFieldLabels() {
        const Heard s;
        const ModelForm form = s.session.modelForm();
        const auto said = [&](const FieldValues& model, const FieldValues& training,
                              const std::string& key) {
            return translated(form.check(s.request("date", model, training)).problems[key]);
        };
        QCOMPARE(said({{"layers", 999}}, {}, "layers"),
                 QString("Layers is 999; it must be between 1 and 64"));
        QVERIFY(said({{"d_model", 30}}, {}, "heads")
                    .startsWith("Heads H is 4, which does not divide Model width D 30; it could "));
        QCOMPARE(said({}, {{"batch", 0}}, "batch"),
                 QString("Batch size B is 0; it must be between 1 and 65536"));
        QVERIFY(said({{"mixer", "mean"}, {"positional", "rotary"}}, {}, "positional")
                    .startsWith("Positions is \"rotary\", which works in the scores"));
        QVERIFY(said({{"d_model", 8192}, {"d_ff", 65536}}, {}, "d_model")
                    .endsWith("so Model width D, Feed-forward width F or Layers must be smaller"));
        // Whatever is wrong: no key of a file is named.
        std::vector<FormField> fields = form.model;
        fields.insert(fields.end(), form.training.begin(), form.training.end());
        for (const auto* more : {&form.tokens, &form.parameters})
            fields.insert(fields.end(), more->begin(), more->end());
        for (const FormField& field : fields)
            for (const FieldValue& value : {FieldValue(-1), FieldValue(1e12), FieldValue("x")}) {
                const FieldValues wrong{{std::string(field.key), value}};
                const FormCheck check = form.check(s.request("date", wrong, wrong));
                for (const auto& [key, sentence] : check.problems)
                    for (const FormField& other : fields)
                        QVERIFY2(other.key.find('_') == std::string_view::npos ||
                                     sentence.english().find(other.key) == std::string::npos,
                                 sentence.english().c_str());
            }
    }

    void samples_fitTheirTasks() {
        for (const char* task : {"text", "pairs", "cloze", "series"}) {
            const Sample sample = sampleOf(task);
            QVERIFY2(!sample.name.empty(), task);
            const auto made = makeTask(taskNamed(task, sample.file));
            QVERIFY(made->validationCount() > 20);
        }
        QVERIFY(sampleOf("copy").name.empty());
    }

    /// As often as a large model is dropped, its memory is there for others.
    void memory_isGivenBackWhenALargeModelIsDropped() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("sanitizers keep what is freed");
#endif
        test::WatchedSession session;
        WindowHost host(session, Language::English);
        MainWindow& window = host.window();
        window.show();
        Heard other; // for its requests
        const auto start = [&](const FieldValues& model) {
            const ModelRequest request = other.request("copy", model, {{"batch", 2}});
            bool opened = false;
            bool traced = false;
            const QObject life;
            test::hear<RunInfo>(session, &life, [&] {
                opened = true;
                traced = false;
            });
            // From the beginning: so small a model may have learnt all before it is looked at.
            test::hear<news::Traced>(session, &life, [&] { traced = true; });
            window.intents()->send(
                intent::NewModel{{request.model, request.training, request.task, {}}});
            return QTest::qWaitFor([&] { return opened && traced; }, patience);
        };
        QVERIFY(start(tiny));
        const qint64 before = resident();
        if (before == 0)
            QSKIP("this system does not say how much memory a program has");
        QVERIFY(start({{"d_model", 256}, {"heads", 4}, {"d_ff", 1024}, {"layers", 4}}));
        const qint64 large = resident() - before;
        QVERIFY2(large > 60 << 20, qPrintable(QString::number(large >> 20)));
        QVERIFY(start(tiny));
        // What is left is a small part of what it took.
        QTRY_VERIFY2_WITH_TIMEOUT(resident() - before < large / 4,
                                  qPrintable(QStringLiteral("%1 MiB of %2 are still there")
                                                 .arg((resident() - before) >> 20)
                                                 .arg(large >> 20)),
                                  10000);
    }
};

} // namespace gf::tst_new_model

#include "tests/entry.h"
GF_TEST(tst_new_model, TestNewModel)
#include "tst_new_model.moc"
