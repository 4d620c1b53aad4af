// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/pack_lesson.h"
#include "core/io/atomic_file.h"
#include "core/io/temporary_folder.h"
#include "core/lesson/packed_lesson.h"
#include "core/lesson/read_lesson.h"
#include "core/platform/files.h"
#include "tests/core/errors.h"
#include "tests/core/small_lesson.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <bit>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace gf::tst_packed_lesson {

using std::filesystem::path;

namespace {

constexpr const char* lecture = R"(```lesson
{"title": "Talk", "idea": "One thing.", "minutes": 5}
```

## A file

```scene
{"id": "own", "task": "text", "steps": 0, "file": "talk.1.safetensors", "step": "logits"}
```

---

## Trained again

```scene
{"id": "again", "task": "copy", "steps": 3, "model": {"d_model": 16, "layers": 1, "heads": 2}, "training": {"batch": 4},
 "moment": 1, "compare": {"key": "norm", "values": ["pre", "post"]}, "step": "logits"}
```
)";

/// A run that learns from a text in another folder than its own.
void saveTextRun(const path& run, const path& data) {
    writeFileAtomically(data.string(), std::string(40, 'a') + std::string(200, 'b') + "cab bac ");
    TaskRequest request;
    request.name = "text";
    request.dataFile = data.string();
    request.architecture = Architecture::Decoder;
    const std::shared_ptr<const Task> task = makeTask(request);
    RunDescription what;
    what.model = task->modelDefaults();
    what.model.layers = 1;
    what.model.dModel = what.model.dFf = 16;
    what.model.heads = 2;
    what.train = task->trainDefaults();
    what.task = "text";
    what.dataFile = data.string();
    what.vocabularies = vocabulariesOf(task);
    what.view = "{\"lesson\": \"" + data.string() + "\", \"run\": {\"file\": \"" + run.string() +
                "\"}, \"map_zoom\": \"model\"}";
    saveRun(run.string(), what, *makeParameters(what.model, what.train));
}

/// Nothing of it is trained: watched.
TrainingWatch neverTraining() {
    TrainingWatch watch;
    watch.progress = [](Index, Index) { throw Error("it is trained"); };
    return watch;
}

/// A file as packFolder() would not write it.
std::string packOf(const std::vector<std::pair<std::string, std::string>>& files,
                   const std::string& format = "glassformer lecture 1") {
    std::string list = "{\"__metadata__\":{\"format\":\"" + format + "\"}";
    std::string data;
    for (const auto& [name, content] : files) {
        list += ",\"" + name + "\":{\"dtype\":\"U8\",\"shape\":[" + std::to_string(content.size()) +
                "],\"data_offsets\":[" + std::to_string(data.size()) + "," +
                std::to_string(data.size() + content.size()) + "]}";
        data += content;
    }
    list += "}";
    const auto length = std::bit_cast<std::array<char, 8>>(std::uint64_t{list.size()});
    return std::string(length.data(), length.size()) + list + data;
}

} // namespace

class TestPackedLesson : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    /// A crash leaves a folder and its lock, which nobody holds then.
    void foldersOfDeadProcesses_areRemoved() {
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", QFile::encodeName(m_folder->path()));
        const auto isThere = [&](const char* name) { return std::filesystem::exists(at(name)); };
        {
            const TemporaryFolder living;
            for (const char* name : {"glassformer-1-2", "glassformer-3-4", "glassformer-mine"}) {
                std::filesystem::create_directory(at(name));
                writeFileAtomically((at(name) / "model.safetensors").string(), "numbers");
            }
            writeFileAtomically(at("glassformer-1-2.lock").string(), "");
            writeFileAtomically(at("glassformer-mine.lock").string(), "");
            TemporaryFolder::removeLeftBehind();
            QVERIFY(std::filesystem::is_directory(living.path()));
            QVERIFY(!isThere("glassformer-1-2") && !isThere("glassformer-1-2.lock"));
            QVERIFY(isThere("glassformer-3-4")); // of a version without locks it may be alive
            QVERIFY(isThere("glassformer-mine"));
        }
        QCOMPARE(std::distance(std::filesystem::directory_iterator(at(".")), {}), 3);
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    }

    /// The maker's folders are gone, as they are on another machine.
    void packed_opensElsewhereAndNothingIsTrained() {
        const path maker = at("maker");
        std::filesystem::create_directories(maker / "data");
        saveTextRun(maker / "talk.1.safetensors", maker / "data" / "mine.txt");
        writeFileAtomically((maker / "talk.lesson.md").string(), lecture);
        const std::string file = at("talk.lecture").string();
        {
            TrainedModels models;
            packLesson(readLessonFile((maker / "talk.lesson.md").string()), file, models, {});
            QCOMPARE(models.count(), 2U);
        }
        std::filesystem::remove_all(maker);

        const Lesson lesson = readLessonFile(file);
        QCOMPARE(lesson.name, std::string("talk"));
        QCOMPARE(lesson.text, std::string(lecture));
        const path folder = pathOf(lesson.folder);
        const Run run = loadRun((folder / "talk.1.safetensors").string());
        QCOMPARE(run.description.dataFile, (folder / "mine.txt").string());
        QVERIFY(taskOf(run.description)); // it can go on learning
        QCOMPARE(run.description.view, std::string("{\"map_zoom\":\"model\"}"));

        TrainedModels models;
        models.readFrom(folder, {});
        const LessonScene& again = *blocksOf<LessonScene>(lesson)[1];
        TrainingWatch watch = neverTraining();
        watch.checkpoint = again.moment;
        for (const ExperimentPlan& plan : planShown(again.run, again.compare)) {
            const auto model = models.get(plan, again.seed, {}, watch);
            QCOMPARE(model->description.steps, Index{3});
            QVERIFY(model->checkpoint && model->checkpoint->step == 1);
            QVERIFY(model->checkpoint->loss > 0);
            QVERIFY(model->firstLoss > 0 && model->lastLoss > 0);
        }
        watch.checkpoint = 2; // of which nothing was kept
        GF_FAILS(models.get(planShown(again.run, again.compare)[0], again.seed, {}, watch),
                 "it is trained");
    }

    void packedModels_areThoseThatWouldBeTrained() {
        const Lesson lesson = parseLesson("small", test::smallLesson);
        const LessonExperiment& tiny = *lesson.experiment("tiny");
        const std::string file = at("small.lecture").string();
        TrainedModels trained;
        packLesson(lesson, file, trained, {});
        const Lesson again = readLessonFile(file);
        TrainedModels read;
        read.readFrom(pathOf(again.folder), {});
        for (const ExperimentPlan& plan : planRuns(tiny)) {
            const auto one = trained.get(plan, 1, {}, neverTraining());
            const auto other = read.get(plan, 1, {}, neverTraining());
            QVERIFY(std::ranges::equal(one->parameters->flat(), other->parameters->flat()));
            QCOMPARE(static_cast<float>(one->lastLoss), static_cast<float>(other->lastLoss));
        }
    }

    void noPathOfTheMaker_isInIt() {
        const path maker = at("secret-place");
        std::filesystem::create_directories(maker);
        saveTextRun(maker / "talk.1.safetensors", maker / "mine.txt");
        writeFileAtomically((maker / "talk.lesson.md").string(), lecture);
        const Lesson lesson = readLessonFile((maker / "talk.lesson.md").string());
        const std::string file = at("talk.lecture").string();
        for (const bool hasData : {true, false}) {
            if (!hasData)
                std::filesystem::remove(maker / "mine.txt");
            TrainedModels models;
            packLesson(lesson, file, models, {});
            const std::string bytes = readWholeFile(file, 10'000'000);
            QVERIFY(bytes.find("secret-place") == std::string::npos);
            QVERIFY(bytes.find("glassformer-") == std::string::npos); // nor one that is gone
            QVERIFY(bytes.find("mine.txt") != std::string::npos);
        }
    }

    /// Two runs learned from texts of one name.
    void dataOfOneName_stayApart() {
        const path maker = at("maker");
        for (const char* each : {"a", "b"}) {
            std::filesystem::create_directories(maker / each);
            saveTextRun(maker / (std::string("talk.") + each + ".safetensors"),
                        maker / each / "mine.txt");
        }
        writeFileAtomically((maker / "b" / "mine.txt").string(), std::string(300, 'b') + "ca cb ");
        std::string text = lecture;
        text = test::with(text, "talk.1.", "talk.a.");
        text = test::with(text, R"("task": "copy", "steps": 3,)",
                          R"("task": "text", "steps": 0, "file": "talk.b.safetensors",)");
        text = test::with(
            text, R"( "moment": 1, "compare": {"key": "norm", "values": ["pre", "post"]},)", "");
        writeFileAtomically((maker / "talk.lesson.md").string(), text);
        TrainedModels models;
        const std::string file = at("talk.lecture").string();
        packLesson(readLessonFile((maker / "talk.lesson.md").string()), file, models, {});
        const Lesson lesson = readLessonFile(file);
        const auto dataOf = [&](const char* run) {
            return loadRun((pathOf(lesson.folder) / run).string()).description.dataFile;
        };
        QVERIFY(dataOf("talk.a.safetensors") != dataOf("talk.b.safetensors"));
        QCOMPARE(readWholeFile(dataOf("talk.b.safetensors"), 1000).front(), 'b');
    }

    void unpackedFiles_goWithTheLesson() {
        const std::string file = at("small.lecture").string();
        writeFileAtomically(file, packOf({{"lesson.md", test::smallLesson}, {"more.txt", "x"}}));
        path folder;
        {
            const Lesson copy = [&] {
                const Lesson lesson = readLessonFile(file);
                folder = pathOf(lesson.folder);
                return lesson;
            }();
            QCOMPARE(readWholeFile((folder / "more.txt").string(), 10), std::string("x"));
            QCOMPARE(std::filesystem::status(folder).permissions(),
                     std::filesystem::perms::owner_all);
        }
        QVERIFY(!std::filesystem::exists(folder));
    }

    void whatIsNoPackedLesson_isRefused_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("says");
        const std::string& text = test::smallLesson;
        const auto row = [](const char* name, const std::string& content, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(content) << QByteArray(says);
        };
        row("empty", "", "empty");
        row("plain text", text, "this is no packed lecture");
        row("cut off", packOf({{"lesson.md", text}}).substr(0, 900), "past the end");
        row("longer", packOf({{"lesson.md", text}}) + "x", "after the last tensor");
        row("no lesson", packOf({{"other.md", text}}), "has no \"lesson.md\"");
        row("nothing", packOf({}), "has no \"lesson.md\"");
        row("another format", packOf({{"lesson.md", text}}, "glassformer lecture 2"), "its format");
        row("no format", packOf({{"lesson.md", text}}, ""), "its format");
        for (const char* name : {"../x", "/etc/x", "a/b", "..", "a\\\\b", "c:x", "\\u0000", "\\n",
                                 "x.", "x ", "\\u202e"})
            row(name, packOf({{"lesson.md", text}, {name, "x"}}), "no bare name");
        row("a long name", packOf({{"lesson.md", text}, {std::string(201, 'x'), ""}}),
            "no bare name");
        row("twice", packOf({{"lesson.md", text}, {"x", "1"}, {"x", "2"}}), "twice");
        row("twice but for capitals", packOf({{"lesson.md", text}, {"x", "1"}, {"X", "2"}}),
            "two of its files");
        std::vector<std::pair<std::string, std::string>> many{{"lesson.md", text}};
        for (int i = 0; i < 400; ++i)
            many.emplace_back(std::to_string(i), "");
        row("many", packOf(many), "at most 400");
        row("a long text", packOf({{"lesson.md", std::string(200'001, 'x')}}), "at most 200000");
        row("no lesson in it", packOf({{"lesson.md", "x"}}), "a lesson begins with");
        row("a model that is missing", packOf({{"lesson.md", lecture}}),
            "line 7: file names \"talk.1.safetensors\"");
    }
    void whatIsNoPackedLesson_isRefused() {
        QFETCH(const QByteArray, content);
        QFETCH(const QByteArray, says);
        const std::string file = at("talk.lecture").string();
        writeFileAtomically(file, content.toStdString());
        GF_FAILS(readLessonFile(file), "talk.lecture", says.toStdString());
    }

    /// A damaged model is trained again, and one that nobody asks for is passed over.
    void damagedModel_isTrainedAgain() {
        const path folder = at("kept");
        std::filesystem::create_directories(folder);
        const Lesson lesson = parseLesson("small", test::smallLesson);
        const ExperimentPlan plan = planRuns(*lesson.experiment("tiny"))[0];
        TrainedModels trained;
        TrainedModels::save(*trained.get(plan, 1, {}, {}), 1, folder);
        const std::string file = (folder / ".trained.1.safetensors").string();
        TrainedModels whole;
        whole.readFrom(folder, {});
        QVERIFY(whole.get(plan, 1, {}, neverTraining()));
        GF_FAILS(whole.get(plan, 2, {}, neverTraining()), "it is trained"); // another seed
        writeFileAtomically(file, readWholeFile(file, 1'000'000).substr(0, 2000));
        TrainedModels damaged;
        damaged.readFrom(folder, {});
        QCOMPARE(damaged.count(), 0U);
        QVERIFY(damaged.get(plan, 1, {}, {}));
    }

private:
    path at(const char* name) const { return pathOf(m_folder->path().toStdString()) / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace gf::tst_packed_lesson

#include "tests/entry.h"
GF_GUILESS_TEST(tst_packed_lesson, TestPackedLesson)
#include "tst_packed_lesson.moc"
