// SPDX-License-Identifier: GPL-3.0-or-later
// Where each activation, norm, position and mixer has to stand. That operations have words,
// formulas and a case, tst_explain and tst_ops say; that every family trains, exports and has a
// listing, the tests that go through everyModel().
#include "core/io/json.h"
#include "core/io/safetensors.h"
#include "core/measure/code_listing.h"
#include "drawn_station.h"
#include "small_model.h"
#include "tests/core/families.h"
#include "ui/language/language.h"
#include "ui/map/map_model.h"
#include "ui/stage/composition.h"
#include "warnings.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>

#include <algorithm>

namespace gf::tst_choices {

namespace {

QString words(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// The models of the golden files, which hold what PyTorch computes of them.
std::vector<test::FamilyModel> goldenModels() {
    std::vector<test::FamilyModel> models;
    const QDir folder(QStringLiteral(GF_TEST_DATA "/../reference/golden"));
    for (const QString& file : folder.entryList({"*.safetensors"})) {
        const auto metadata = readSafetensorsMetadata(folder.filePath(file).toStdString());
        models.push_back({file.toStdString(), configFromJson(parseJson(metadata.at("model")))});
    }
    return models;
}

/// A column for the place in the table of activations, and a row for each.
void activationRows() {
    QTest::addColumn<int>("place");
    for (int i = 0; i < int(std::size(activationTable)); ++i)
        QTest::newRow(activationTable[i].name.data()) << i;
}

ModelConfig modelWith(int activation) {
    ModelConfig config;
    config.architecture = Architecture::Encoder;
    config.activation = Activation(activation);
    config.layers = 1;
    return config;
}

} // namespace

class TestChoices : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyLanguage(*qApp, Language::English); }
    void init() { failOnQtWarnings(); }

    void everyChoice_isInAFamilyAndComparedWithPyTorch_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("choice");
        for (const ConfigField& field : configFields())
            if (std::ranges::count(test::families::everyChoiceOf, field.key) > 0)
                for (const std::string_view choice : field.choices)
                    QTest::addRow("%s %s", field.key.data(), choice.data())
                        << words(field.key) << words(choice);
    }
    void everyChoice_isInAFamilyAndComparedWithPyTorch() {
        QFETCH(QString, key);
        QFETCH(QString, choice);
        static const auto golden = goldenModels();
        const std::string name = key.toStdString(), value = choice.toStdString();
        QVERIFY(test::families::have(test::everyModel(), name, value));
        QVERIFY2(test::families::have(golden, name, value),
                 "no row of tests/reference/cases.py has it, or make_golden.py has not run");
    }

    void activations_areDrawnUnderTheirLabels_data() { activationRows(); }
    void activations_areDrawnUnderTheirLabels() {
        QFETCH(int, place);
        const QString label = words(activationTable[place].label);
        const auto trace = traceOf(modelWith(place));
        const Graph& graph = *trace->graph;
        const auto signsOf = [&](const char* step) {
            QStringList signs;
            for (const StageItem& item : compose(graph, graph.find(step), 0))
                if (item.kind == StageItem::Kind::Sign)
                    signs += item.sign;
            return signs;
        };
        QVERIFY(signsOf("encoder.0.ffn.hidden").contains(label));
        const QStringList gradient = signsOf("grad/encoder.0.ffn.pre_activation");
        QVERIFY2(gradient.contains(label + "′"), qPrintable(gradient.join(' ')));
    }

    /// In a block of its own, between the product and the norm before the logits.
    void activations_areCalledSoOnTheMap_data() { activationRows(); }
    void activations_areCalledSoOnTheMap() {
        QFETCH(int, place);
        ModelConfig config = smallConfig(modelWith(place));
        config.outputTransform = true;
        config.tieEmbeddings = true;
        BuildOptions options;
        options.sourceLength = 4;
        const MapModel map = buildMap(*buildModel(config, options).graph);
        QCOMPARE(std::ranges::count(map.blocks, QStringLiteral("Activation"), &MapBlock::label), 1);
    }

    /// ReLU alone makes zeros; of all others a unit that is almost 0 counts as silent.
    void hiddenUnits_areSilentAsTheirActivationSays_data() { activationRows(); }
    void hiddenUnits_areSilentAsTheirActivationSays() {
        QFETCH(int, place);
        const auto trace = traceOf(modelWith(place));
        const test::Drawn drawn(trace, "units", "encoder.0.ffn.hidden");
        const bool exact = activationTable[place].kind == OpKind::Relu;
        QVERIFY2(drawn.words.all().contains(exact ? "exactly 0" : "|h| ≤"),
                 qPrintable(drawn.words.all()));
    }

    void listing_callsThemAsPyTorchDoes_data() { activationRows(); }
    void listing_callsThemAsPyTorchDoes() {
        QFETCH(int, place);
        for (const auto& [kind, operand] : {std::pair(FeedForwardKind::Plain, "pre_activation"),
                                            std::pair(FeedForwardKind::Gated, "gate")}) {
            ModelConfig config = modelWith(place);
            config.ffn = kind;
            const QString call = words(activationTable[place].torch).arg(operand);
            const auto trace = traceOf(config);
            QVERIFY(codeListing(*trace->graph, noNode).python().find(" = " + call.toStdString()) !=
                    std::string::npos);
        }
    }
};

} // namespace gf::tst_choices

#include "tests/entry.h"
GF_TEST(tst_choices, TestChoices)
#include "tst_choices.moc"
