// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/error.h"
#include "tests/entry.h"
#include "tests/ui/asked.h"
#include "tests/ui/fresh_window.h"
#include "tests/ui/small_model.h"
#include "tests/ui/warnings.h"
#include "ui/compare/compare_control.h"
#include "ui/scene/scene_json.h"
#include "ui/stage/stage_widget.h"
#include "ui/steps/steps.h"
#include "ui/window/last_session.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <functional>

namespace gf::tst_scene {

namespace {

/// A scene in which everything is otherwise than in an empty one.
Scene richScene() {
    Scene scene;
    scene.run = {"date", "/home/a \"b\"/run.safetensors"};
    scene.example = {"3 march 1997", "1997-03-03", 2};
    scene.focus = {"encoder.0.self_attn.weights", 1, true, 2, 3, true, true, "lines", "shuffle"};
    scene.stage = {true, true, "grad/encoder.0.self_attn.scores", 3, {{"first", 4}, {"t", 0.25}}};
    scene.whatIf.changes = {{"encoder.0.self_attn.heads", {Edit::Kind::Set, 0, {only(1)}}},
                            {"encoder.0.ffn.hidden",
                             {Edit::Kind::Multiply, -2.5, {Places{}, Places{3, 0}, Places{1, 4}}}},
                            {"decoder.0.self_attn.masked", {Edit::Kind::LiftCausal, 0, {}}}};
    scene.whatIf.drawn = Scene::WhatIf::Drawn::Difference;
    scene.time = {120, {40, 80}, true};
    scene.comparedRun = Scene::ComparedRun{"norm", 6, true};
    scene.walk = Scene::Walk{2, true};
    scene.ownBatch = "abc\tcba\nab\tba";
    scene.hidden = QStringList{"map", "what-if"};
    scene.presenting = true;
    scene.mapZoom = 0;
    scene.logarithmic = true;
    scene.generation = GenerationSettings{GenerationSettings::Way::Beam, 0.5, 4, 0.9, 7, 1, 0.6};
    scene.charts = true;
    scene.help = true;
    scene.glossary = true;
    scene.lesson = "/home/a/mine.lesson.md";
    return scene;
}

QJsonObject objectOf(const Scene& scene) {
    return QJsonDocument::fromJson(toJson(scene)).object();
}

QString problemOf(const QByteArray& json) {
    try {
        sceneFromJson(json);
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

QString problemOf(const QJsonValue& value) {
    return problemOf(QJsonDocument(value.toObject()).toJson());
}

/// Calls `visit` for each value inside of `value` with its path, and the whole with another value
/// in its place.
void forEachIn(const QJsonValue& value, const QString& path, const QJsonValue& other,
               const std::function<void(const QString& path, const QJsonValue& whole)>& visit) {
    if (!path.isEmpty())
        visit(path, other);
    const QString before = path.isEmpty() ? path : path + '.';
    const QJsonObject object = value.toObject();
    for (const QString& key : object.keys())
        forEachIn(object[key], before + key, other,
                  [&](const QString& at, const QJsonValue& inner) {
                      QJsonObject whole = object;
                      whole[key] = inner;
                      visit(at, whole);
                  });
    const QJsonArray array = value.toArray();
    for (int i = 0; i < array.size(); ++i)
        if (array[i].isObject())
            forEachIn(array[i], path + QString("[%1]").arg(i + 1), other,
                      [&](const QString& at, const QJsonValue& inner) {
                          QJsonArray whole = array;
                          whole[i] = inner;
                          visit(at, whole);
                      });
}

} // namespace

/// What the window shows, as one description.
class TestScene : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;

    void open() {
        m_window = freshWindow();
        QVERIFY(m_window);
        RunInfo run;
        run.task = "copy";
        m_window->showNews(run);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
    }

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerSceneTest"); }
    void init() { failOnQtWarnings(); }
    void cleanup() { m_window.reset(); }

    void sceneFromJson_readsWhatToJsonWrote() {
        QVERIFY(sceneFromJson(toJson(richScene())) == richScene());
        QVERIFY(sceneFromJson(toJson(Scene())) == Scene());
        QVERIFY(sceneFromJson("{}") == Scene());
        Scene sampled = richScene();
        sampled.hidden = QStringList();
        sampled.generation = GenerationSettings();
        sampled.walk = Scene::Walk();
        QVERIFY(sceneFromJson(toJson(sampled)) == sampled);
    }

    /// A file that is handed out says what is looked at; it neither trains nor opens windows, and
    /// does not tell where it lay.
    void withViewOf_takesTheViewButNoRunOrWindows() {
        const Scene rich = richScene();
        const Scene left = withViewOf(rich, {});
        QVERIFY(left.example == rich.example);
        QVERIFY(left.focus == rich.focus);
        QVERIFY(left.stage == rich.stage);
        QVERIFY(left.whatIf == rich.whatIf);
        QVERIFY(left.time.pins == rich.time.pins);
        QVERIFY(!left.time.checkpoint);
        QVERIFY(!left.time.difference);
        QVERIFY(left.run == Scene::Run());
        QVERIFY(left.lesson.isEmpty());
        QVERIFY(!left.comparedRun);
        QVERIFY(!left.walk);
        QVERIFY(!left.hidden);
        QVERIFY(!left.presenting);
        QVERIFY(!left.generation);
        QVERIFY(!left.help);
        QVERIFY(!left.glossary);
        const Scene now = withViewOf(Scene(), rich); // what it does not say stays
        QVERIFY(now.run == rich.run);
        QVERIFY(now.comparedRun == rich.comparedRun);
        QVERIFY(now.walk == rich.walk);
        QVERIFY(now.hidden == rich.hidden);
        QVERIFY(now.presenting);
        QVERIFY(now.help);
    }

    /// Every field, so that none is forgotten in the text.
    void toJson_writesEveryField() {
        const QJsonObject empty = objectOf(Scene());
        const QJsonObject rich = objectOf(richScene());
        QVERIFY(empty.size() < 5);
        for (const char* part :
             {"run", "example", "focus", "stage", "changes", "time", "compare", "walk", "own_batch",
              "hidden", "presenting", "logarithmic", "generation", "charts", "help", "glossary"})
            QVERIFY2(rich.contains(part) && !empty.contains(part), part);
    }

    void sceneFromJson_namesTheFieldOfAWrongValue() {
        int fields = 0;
        for (const QJsonValue& wrong :
             {QJsonValue(QJsonObject{{"no", 1}}), QJsonValue(-7.5), QJsonValue(QJsonValue::Null),
              QJsonValue(QString(200'000, 'x')), QJsonValue(QJsonArray{QJsonArray()})})
            forEachIn(objectOf(richScene()), {}, wrong,
                      [&](const QString& path, const QJsonValue& whole) {
                          // Any number is right for some, and any name of a number.
                          if (wrong.isObject() && path == "stage.settings")
                              return;
                          if (wrong.isDouble() &&
                              (path.startsWith("stage.settings.") || path.endsWith("].value")))
                              return;
                          ++fields;
                          const QString problem = problemOf(whole);
                          QVERIFY2(problem.contains(path), qPrintable(path + ": " + problem));
                          QVERIFY2(problem.size() < 400, qPrintable(problem));
                      });
        QVERIFY(fields > 200);
    }

    void sceneFromJson_listsTheFieldsForAnUnknownOne() {
        QCOMPARE(problemOf(QByteArray(R"({"focus": {"setp": "loss"}})")),
                 QStringLiteral("focus.setp is no field of a scene; here can stand: step, head, "
                                "all_heads, row, column, pinned, gradients, view, lab"));
        QVERIFY(problemOf(QByteArray(R"({"changes": [{"step": "a", "cells": [{"last": 1}]}]})"))
                    .startsWith("changes[1].cells[1].last is no field"));
    }

    void problem_saysWhatWasGivenAndWhatIsAllowed() {
        QCOMPARE(problemOf(QByteArray(R"({"focus": {"head": 0}})")),
                 QStringLiteral("focus.head is 0; it must be a whole number, 1 to 1000000000"));
        QCOMPARE(problemOf(QByteArray(R"({"map": "street"})")),
                 QStringLiteral("map is \"street\"; it must be one of \"model\", \"layer\", "
                                "\"step\""));
        QCOMPARE(problemOf(QByteArray(R"({"version": 2})")),
                 QStringLiteral("version is 2; it must be a whole number, 1 to 1"));
        QCOMPARE(problemOf(QByteArray(R"({"changes": [{"kind": "set"}]})")),
                 QStringLiteral("changes[1].step is missing; it must be the name of an operation"));
        QVERIFY(problemOf(QByteArray(R"({"hidden": ["map", "map"]})")).startsWith("hidden is "));
        QVERIFY(problemOf(QByteArray(R"({"time": {"moment": 1e300}})")).contains("time.moment"));
    }

    void sceneFromJson_refusesWhatIsNoScene() {
        for (const char* text : {"", "[]", "null", "{", "{\"map\": }", "\xff", "{} {}"})
            QVERIFY2(problemOf(QByteArray(text)).contains("JSON"), text);
        QVERIFY(problemOf(QByteArray(R"({"help": true, "help": false})")).contains("twice"));
        QVERIFY(problemOf(QByteArray(2'000'000, ' ')).contains("1000000"));
        QVERIFY(problemOf(QByteArray(300'000, '[')).contains("JSON"));
    }

    void ofNextStart_leavesOutWhatNeedsTraining() {
        const Scene next = ofNextStart(richScene());
        QVERIFY(!next.comparedRun);
        QVERIFY(!next.walk);
        QVERIFY(!next.ownBatch);
        QVERIFY(!next.generation && !next.charts);
        QVERIFY(!next.help);
        QVERIFY(!next.presenting);
        QCOMPARE(next.focus, richScene().focus);
        Scene pointing = richScene();
        pointing.focus.pinned = false;
        QCOMPARE(ofNextStart(pointing).focus.row, Index(-1));
    }

    void showScene_bringsTheWindowToTheScene() {
        open();
        Scene scene = m_window->scene();
        scene.focus = {"encoder.0.self_attn.scaled", 1, false, 2, 1, true, false, "matrices", ""};
        scene.stage = {true, true, "encoder.0.self_attn.scaled", 1, {{"dimension", 3}}};
        scene.hidden = QStringList{"map", "train"};
        scene.mapZoom = 1;
        scene.logarithmic = true;
        scene.generation = GenerationSettings{GenerationSettings::Way::Sample, 0.5, 3, 1, 9, 3, 0};
        QCOMPARE(m_window->showScene(scene), QStringList());
        QVERIFY2(m_window->scene() == scene, toJson(m_window->scene()).constData());
        const auto* stage = m_window->findChild<StageWidget*>();
        QVERIFY(stage->canvas().enlarged() != StageCanvas::noPanel);
        scene.generation.reset();
        scene.charts = true;
        m_window->showScene(scene);
        QVERIFY2(m_window->scene() == scene, toJson(m_window->scene()).constData());
        // Another step is seen as a whole.
        m_window->focus()->setStep("encoder.0.self_attn.output");
        QCOMPARE(stage->canvas().enlarged(), StageCanvas::noPanel);
        QVERIFY(m_window->scene().stage.enlarged.isEmpty());
    }

    void presenting_hidesNothingForGood() {
        open();
        Scene scene = m_window->scene();
        scene.hidden = QStringList{"explain", "what-if"};
        scene.presenting = true;
        m_window->showScene(scene);
        QVERIFY2(m_window->scene() == scene, toJson(m_window->scene()).constData());
        scene.presenting = false;
        m_window->showScene(scene);
        QVERIFY2(m_window->scene() == scene, toJson(m_window->scene()).constData());
    }

    void runFile_isWrittenAsAnAbsolutePath() {
        open();
        RunInfo run;
        run.task = "copy";
        run.file = "run.safetensors";
        m_window->showNews(run);
        QCOMPARE(m_window->scene().run.file, QDir::current().filePath(run.file));
    }

    void showScene_sendsNothingForWhatIsShownAlready() {
        open();
        int requests = 0;
        QObject::connect(m_window->intents(), &Intents::sent, this, [&] { ++requests; });
        m_window->showScene(m_window->scene());
        QCOMPARE(requests, 0);
    }

    void showScene_sendsIntentsForWhatIsNotThere() {
        open();
        const auto* intents = m_window->intents();
        const test::Asked<intent::SetExample> example(intents);
        const test::Asked<intent::Intervene> changes(intents);
        const test::Asked<intent::LookAt> checkpoint(intents);
        const test::Asked<intent::SetPin> pins(intents);
        const test::Asked<intent::Compare> compare(intents);
        const test::Asked<intent::WalkStep> walk(intents);
        Scene scene = m_window->scene();
        const Scene rich = richScene();
        scene.example = rich.example;
        scene.whatIf = rich.whatIf;
        scene.time = rich.time;
        scene.comparedRun = rich.comparedRun;
        scene.walk = rich.walk;
        m_window->showScene(scene);
        QCOMPARE(example[0].padding, 2);
        QVERIFY(changes[0].changes == rich.whatIf.changes);
        QCOMPARE(checkpoint[0].step, 120);
        QCOMPARE(pins.size(), 2);
        QCOMPARE(pins[1].step.value(), 80);
        QCOMPARE(compare[0].layers, 6);
        QCOMPARE(walk[0].example, 2);
        // The difference is drawn once there is one.
        m_window->showNews(InterventionState{rich.whatIf.changes, true, false});
        QCOMPARE(m_window->scene().whatIf, rich.whatIf);
    }

    void showScene_namesWhatTheModelDoesNotHave() {
        open();
        Scene scene = m_window->scene();
        scene.focus = {"encoder.7.self_attn.scores", 1, false, -1, -1, false, false, "", ""};
        scene.whatIf.changes = {{"nowhere", {}}};
        const QStringList missing = m_window->showScene(scene);
        QCOMPARE(missing.size(), 2);
        QVERIFY(missing[0].contains("encoder.7.self_attn.scores"));
        QVERIFY(missing[1].contains("nowhere"));
        QVERIFY(nodeOf(*m_window->steps().graph(), m_window->focus()->focus()) != noNode);
        scene.whatIf = {};
        scene.focus = {"encoder.0.self_attn.scores", 40, false, 50, 60, true, false, "", ""};
        QCOMPARE(m_window->showScene(scene).size(), 3);
        QVERIFY(!m_window->focus()->focus().pinned);
    }

    void comparedStage_takesTheSettingsOfTheStage() {
        open();
        m_window->showNews(ComparisonInfo{{"norm", {"pre", "post"}}, 2});
        m_window->showNews(ComparisonNews{{{traceOf(Architecture::EncoderDecoder), {}, 0}}});
        const StageWidget* comparedRun = m_window->compare()->comparedStage();
        Scene scene = m_window->scene();
        scene.stage.enlarged = "decoder.1.cross_attn.weights";
        m_window->showScene(scene);
        QVERIFY(comparedRun->canvas().enlarged() != StageCanvas::noPanel);
        QVERIFY(comparedRun->settings() == m_window->findChild<StageWidget*>()->settings());
    }

    void lastSession_isReadFromAnEarlierVersion() {
        QSettings().clear();
        QVERIFY(!readLastSession());
        QSettings().setValue("session/file", "/a/run.safetensors");
        QSettings().setValue("session/task", "copy");
        QSettings().setValue("session/step", "loss");
        QSettings().setValue("session/head", "x");
        QCOMPARE(readLastSession().value().run.file, QStringLiteral("/a/run.safetensors"));
        QCOMPARE(readLastSession().value().focus.step, QStringLiteral("loss"));
        writeLastSession(richScene());
        QVERIFY(!QSettings().contains("session/file"));
        QVERIFY(readLastSession() == ofNextStart(richScene()));
        for (const char* broken : {"{", "[]", "{\"map\": 7}", "x"}) {
            QSettings().setValue("session/scene", broken);
            QVERIFY(!readLastSession());
        }
    }
};

} // namespace gf::tst_scene

GF_TEST(tst_scene, TestScene)
#include "tst_scene.moc"
