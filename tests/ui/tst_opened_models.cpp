// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen of models as large as real ones, and of those that say no words.
#include "core/measure/head_pattern.h"
#include "core/measure/nearest.h"
#include "core/tensor/row.h"
#include "core/train/opened_model.h"
#include "drawn_station.h"
#include "small_model.h"
#include "tests/core/errors.h"
#include "ui/figure/number_format.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/window/dropped.h"
#include "warnings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

namespace gf::tst_opened_models {

namespace {

using test::Drawn;

/// A decoder with so many heads.
std::shared_ptr<const Trace> manyHeads(Index layers, Index heads) {
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.layers = layers;
    config.heads = heads;
    config.dModel = 2 * heads;
    config.dFf = 8;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = 12;
    ProbeExample example;
    example.target = {4, 5, 6, 7, 8, 9};
    example.loss = example.gradients = false;
    return traceOf(config, example);
}

/// An encoder that says nothing of its rows, with words.
std::shared_ptr<const Trace> sentenceEncoder() {
    ModelConfig config = smallConfig();
    config.architecture = Architecture::Encoder;
    config.output = Output::States;
    config.norm = Norm::Post;
    ProbeExample example;
    example.source = {5, 6, 7, 8};
    example.loss = example.gradients = false;
    Vocabularies words;
    words.source = std::make_shared<const Vocabulary>(
        std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h"}, Tokenization::Characters);
    return traceOf(config, example, {}, words);
}

constexpr const char* weights = "decoder.0.self_attn.weights";

} // namespace

class TestOpenedModels : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void headGrid_drawsACellForEveryHead() {
        const auto trace = manyHeads(30, 32);
        Focus focus = test::at(-1, -1, 4);
        const Drawn drawn(trace, "head-grid", weights, focus);
        QCOMPARE(drawn.words.kinds["head"], 960);
        int places = 0;
        for (const auto& region : drawn.picture.hitRegions) {
            if (region.place.head < 0)
                continue;
            ++places;
            QVERIFY(region.area.width() >= 12);
            QVERIFY(region.area.width() <= 30);
            QVERIFY(
                region.place.tip.contains(QStringLiteral("head %1").arg(region.place.head + 1)));
        }
        QCOMPARE(places, 960);
        // The head in focus is drawn beside them, with its words.
        QVERIFY(drawn.words.all().contains("head 5"));
        QVERIFY(drawn.picture.said.join(' ').contains("mean distance"));
    }

    void heads_stayMapsWhenTheyAreFew() {
        QVERIFY(test::idsFor(manyHeads(2, 4), weights).contains("heads"));
        QVERIFY(!test::idsFor(manyHeads(2, 4), weights).contains("head-grid"));
        QVERIFY(!test::idsFor(manyHeads(9, 8), weights).contains("heads"));
    }

    void headGrid_countsTheHeadsWithoutAGuess() {
        const auto trace = manyHeads(9, 8);
        const Drawn drawn(trace, "head-grid", weights, {}, {{"heads", 2}});
        int guessed = 0;
        for (int layer = 0; layer < 9; ++layer) {
            const NodeId node =
                trace->graph->find("decoder." + std::to_string(layer) + ".self_attn.weights");
            for (const HeadMeasures& head : measureHeads(*trace, node))
                guessed += head.guess ? 1 : 0;
        }
        QVERIFY(drawn.words.all().contains(QStringLiteral("no guess %1").arg(72 - guessed)));
    }

    void nearestWords_areThoseOfTheEmbeddingTable() {
        const auto trace = sentenceEncoder();
        constexpr const char* step = "encoder.1.norm2.output";
        const Drawn drawn(trace, "nearest-words", step, test::at(2, -1));
        const Tensor& table = *trace->find("embedding.weight");
        const NearRow first = nearestRows(table, rowOf(*trace->find(step), 2), 1).front();
        const auto word = (*trace->sourceVocabulary)[first.row];
        const qsizetype at = drawn.words.texts.indexOf(NumberFormat{0, 3}.text(first.cosine));
        QVERIFY(at >= 0);
        QVERIFY(drawn.words.texts.contains(QString::fromStdString(word)));
        // A model that says words has no need of it.
        QVERIFY(!test::idsFor(traceOf(Architecture::Encoder), "encoder.1.norm2.output")
                     .contains("nearest-words"));
    }

    void lookAtFile_takesAFolderWithAConfigForAModel() {
        const QTemporaryDir folder;
        const QString path = folder.path();
        QCOMPARE(lookAtFile(path).kind, Dropped::Kind::Unknown);
        QVERIFY(lookAtFile(path).problem.contains("config.json"));
        for (const char* name : {"config.json", "model.safetensors.index.json"}) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("{}");
        }
        for (const QString& dropped :
             {path, path + "/config.json", path + "/model.safetensors.index.json"}) {
            QCOMPARE(lookAtFile(dropped).kind, Dropped::Kind::Model);
            QCOMPARE(lookAtFile(dropped).path, dropped);
        }
    }

    void lookAtFile_leavesAnAdapterToTheEngineWhichSaysWhatToDo() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("adapter_config.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{}");
        file.close();
        QCOMPARE(lookAtFile(folder.path()).kind, Dropped::Kind::Model);
        const std::string problem = test::errorOf([&] { openModel(folder.path().toStdString()); });
        QVERIFY2(test::says(problem, "adapter_config.json", "merge_and_unload"), problem.c_str());
    }

    void streamView_scrollsToTheStepInFocus() {
        const auto trace = manyHeads(24, 2);
        FocusModel focus;
        QWidget window;
        window.resize(900, 600);
        auto* stage = new StageWidget(&focus, &window);
        stage->resize(700, 500);
        stage->setTrace(trace);
        window.show();
        focus.setStep("decoder.0.residual1");
        focus.setView("stream");
        QCoreApplication::processEvents();
        auto* view = const_cast<StationView*>(stage->stationView());
        QVERIFY(view->width() > stage->width());
        for (const char* step : {"decoder.20.residual2", "decoder.1.residual1"}) {
            focus.setStep(step);
            QTRY_VERIFY(view->visibleRegion().boundingRect().contains(
                view->areaOf(QLatin1String(step)).center()));
        }
    }
};

} // namespace gf::tst_opened_models

#include "tests/entry.h"
GF_TEST(tst_opened_models, TestOpenedModels)
#include "tst_opened_models.moc"
