// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/softmax.h"
#include "tests/ui/plain_letters.h"
#include "tests/ui/small_attention.h"
#include "tests/ui/small_model.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/figure/heatmap_words.h"
#include "ui/figure/mask_hatch.h"
#include "ui/stage/composition.h"
#include "ui/theme/hue.h"

#include <QTest>

#include <algorithm>

namespace gf::tst_heatmap_data {

class HeatmapDataTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void heatmapOf_showsTheNumbersOfTheHead() {
        const Trace trace = smallAttention(2, 5, true, 0);
        const NodeId node = attentionNode(trace, "weights");
        const HeatmapData data = heatmapOf(trace, node, 1);
        QCOMPARE(data.rows, Index(5));
        QCOMPARE(data.columns, Index(5));
        for (Index i = 0; i < 5; ++i)
            for (Index j = 0; j < 5; ++j)
                QCOMPARE(data.at(i, j), trace.value(node).at({{1, i, j, 0}}));
        QCOMPARE(heatmapOf(trace, node, 99).values, data.values);
    }

    void shownBy_isAllThatIsRead() {
        const auto transformer = traceOf(Architecture::EncoderDecoder);
        const auto recurrent = recurrentTrace(Alignment::General);
        for (const auto& whole : {transformer, recurrent})
            for (const Node& node : whole->graph->nodes()) {
                const std::vector<NodeId> shown = shownBy(*whole->graph, node.id);
                Trace part = *whole;
                for (const Node& other : whole->graph->nodes())
                    if (other.role != Role::Input &&
                        std::ranges::find(shown, other.id) == shown.end())
                        part.values[other.id] = {};
                const HeatmapData all = heatmapOf(*whole, node.id);
                const HeatmapData drawn = heatmapOf(part, node.id);
                QVERIFY2(drawn.values == all.values && drawn.hidden == all.hidden &&
                             drawn.rowLabels == all.rowLabels &&
                             drawn.columnLabels == all.columnLabels &&
                             drawn.outcomes == all.outcomes,
                         node.name.c_str());
            }
    }

    void labels_areTheTokens() {
        const Trace trace = smallAttention(1, 6, true, 1);
        const HeatmapData weights = heatmapOf(trace, attentionNode(trace, "weights"));
        QCOMPARE(weights.columnLabels,
                 (QStringList{"<sos>", "3", QString::fromUtf8("␣"), "m", "a", "<pad>"}));
        // Without labels what is written is the token after it; padding is not.
        QCOMPARE(
            weights.rowLabels,
            (QStringList{QString::fromUtf8("<sos> → 3"), QString::fromUtf8("3 → ␣"),
                         QString::fromUtf8("␣ → m"), QString::fromUtf8("m → a"), "a", "<pad>"}));
        QCOMPARE(weights.columnTitle, "key");
        const HeatmapData q = heatmapOf(trace, attentionNode(trace, "q"));
        QCOMPARE(q.rowLabels, weights.rowLabels);
        QVERIFY(q.columnLabels.isEmpty());
        QCOMPARE(q.accent, hueColour(Hue::Query));
    }

    void columnsOfATable_haveTheirNames() {
        ModelConfig config;
        config.input = Input::Values;
        config.output = Output::Values;
        config.features = 2;
        config.dModel = 8;
        config.heads = 2;
        config.dFf = 12;
        config.maxLength = 16;
        ProbeExample example;
        example.source = std::vector<float>{0.1F, 0.2F, 0.9F, 0.4F};
        example.target = std::vector<float>{0.5F, 0.6F};
        Vocabularies words;
        words.columns = std::make_shared<const Tokens>(Tokens{"height", "air temp"});
        const auto trace = traceOf(config, example, {}, words);
        const QStringList names{"height", "air temp"};
        for (const char* step : {"source.values", "output", "grad/output.weight"})
            if (const NodeId node = trace->graph->find(step); node != noNode)
                QCOMPARE(heatmapOf(*trace, node).columnLabels, names);
        const NodeId values = trace->graph->find("source.values");
        QVERIFY(cellTip(heatmapOf(*trace, values), 0, 1).contains("number 2 “air temp”"));
        QCOMPARE(heatmapOf(*trace, trace->graph->find("source_embedding.weight")).rowLabels, names);
    }

    void attentionStages_knowTheirMasks_data() {
        QTest::addColumn<bool>("causal");
        QTest::addColumn<int>("padded");
        QTest::newRow("causal") << true << 0;
        QTest::newRow("padding") << false << 2;
        QTest::newRow("both") << true << 2;
    }
    void attentionStages_knowTheirMasks() {
        QFETCH(bool, causal);
        QFETCH(int, padded);
        const Index tokens = 6;
        const Trace trace = smallAttention(2, tokens, causal, padded);
        for (const char* stage : {"scores", "scaled", "masked", "weights"}) {
            const HeatmapData data = heatmapOf(trace, attentionNode(trace, stage), 1);
            for (Index i = 0; i < tokens; ++i)
                for (Index j = 0; j < tokens; ++j) {
                    const bool later = causal && j > i;
                    const bool pad = j >= tokens - padded;
                    const Hidden wanted = later && pad ? Hidden::Both
                                          : later      ? Hidden::Causal
                                          : pad        ? Hidden::Padding
                                                       : Hidden::No;
                    QCOMPARE(data.hiddenAt(i, j), wanted);
                }
        }
        QVERIFY(heatmapOf(trace, attentionNode(trace, "q"), 1).hidden.empty());
    }

    void attentionPanels_showPositionsInTheScoresAsAStage() {
        for (const Positional positional : {Positional::Relative, Positional::Alibi}) {
            const auto trace = traceOf(Architecture::Decoder, Norm::Pre, positional);
            const Graph& graph = *trace->graph;
            const auto node = [&](const char* part) {
                return graph.find(std::string("decoder.0.self_attn.") + part);
            };
            const Composition panels = attentionPanels(graph, node("weights"), 0);
            QCOMPARE(panels.size(), std::size_t{9}); // five matrices and the signs between them
            QCOMPARE(panels[3].sign, QStringLiteral("+ position"));
            for (const char* stage : {"scores", "scaled", "biased", "masked", "weights"})
                QCOMPARE(heatmapOf(*trace, node(stage), 1).hiddenAt(0, 1), Hidden::Causal);
        }
        const auto trace = traceOf(Architecture::Decoder, Norm::Pre, Positional::Relative);
        const HeatmapData table =
            heatmapOf(*trace, trace->graph->find("decoder.0.self_attn.relative_bias"));
        QCOMPARE(table.columns, Index(33));
        QCOMPARE(table.columnLabels.value(16), QStringLiteral("0"));
        QCOMPARE(table.columnLabels.value(32), QStringLiteral("16"));
        QCOMPARE(table.columnTitle, QStringLiteral("key − query"));
    }

    void pointerScores_tellChosenFromPadding() {
        const auto trace = pointerTrace(); // of four cities and one row of filler
        const NodeId logits = trace->graph->find("pointer.masked");
        const HeatmapData data = heatmapOf(*trace, logits);
        QCOMPARE(data.hiddenAt(0, 0), Hidden::No);
        QCOMPARE(data.hiddenAt(1, 0), Hidden::Chosen); // the first choice
        QCOMPARE(data.hiddenAt(2, 2), Hidden::Chosen);
        QCOMPARE(data.hiddenAt(2, 1), Hidden::No);
        QCOMPARE(data.hiddenAt(0, data.columns - 1), Hidden::Padding);
        QCOMPARE(masksIn(data), (std::vector{Hidden::Padding, Hidden::Chosen}));
        QVERIFY(!maskText(Hidden::Chosen).contains("padding"));
        const HeatmapLayout layout = layOutHeatmap(data, {0, 0, 400, 300}, plainLetters());
        QVERIFY(!hatchOf(data, layout, HatchLines::Upright).empty());
        for (const QLineF& line : hatchOf(data, layout, HatchLines::Upright))
            QCOMPARE(line.x1(), line.x2());
    }

    /// With what a query of a decoder finds the next token is written, not the one that it reads.
    void decoderQuery_isLabelledByWhatItReadsAndWrites() {
        const auto asks = [](const Trace& trace, const std::string& name) {
            QStringList expected;
            for (std::size_t t = 0; t < trace.targetTokens.size(); ++t)
                expected << QString::fromUtf8("%1 → %2").arg(tokenText(trace.targetTokens[t]),
                                                             tokenText(trace.labels[t]));
            const HeatmapData data = heatmapOf(trace, trace.graph->find(name));
            return data.rowTitle == QString::fromUtf8("reads → writes") &&
                   data.rowLabels == expected;
        };
        const auto both = traceOf(Architecture::EncoderDecoder);
        const auto alone = traceOf(Architecture::Decoder);
        for (const char* stage : {"scores", "scaled", "masked", "weights", "q"}) {
            const std::string name = std::string("decoder.1.self_attn.") + stage;
            QVERIFY2(asks(*both, name) && asks(*alone, name), stage);
        }
        QVERIFY(asks(*both, "decoder.1.cross_attn.weights"));
        QVERIFY(asks(*both, "grad/decoder.1.cross_attn.weights"));
        QVERIFY(asks(*recurrentTrace(Alignment::General), "attention.scores"));
        // Keys, an encoder's queries and the rows of other steps are tokens.
        for (const char* name : {"encoder.0.self_attn.weights", "decoder.0.cross_attn.k",
                                 "decoder.0.ffn.hidden", "decoder.0.self_attn.k"})
            for (const QString& label : heatmapOf(*both, both->graph->find(name)).rowLabels)
                QVERIFY2(!label.contains(QString::fromUtf8("→")), name);
        const HeatmapData weights =
            heatmapOf(*both, both->graph->find("decoder.0.self_attn.weights"));
        QCOMPARE(weights.columnLabels.front(), tokenText(both->targetTokens.front()));
    }

    /// The colour of the largest value is that of a preference.
    void colourRange_reachesBeyondEqualWeights() {
        HeatmapData data;
        data.scale = HeatmapData::Scale::Sequential;
        data.rows = 1;
        data.columns = data.outcomes = 13;
        data.values.assign(13, 1 / 13.0F);
        QCOMPARE(data.colourRange(), std::pair(0.0, 3 / 13.0));
        data.values[0] = 0.875F;
        QCOMPARE(data.colourRange(), std::pair(0.0, 0.875));
        data.columns = data.outcomes = 2;
        data.values.assign(2, 0.5F);
        QCOMPARE(data.colourRange(), std::pair(0.0, 1.0));
        data.outcomes = 0; // lengths, or what else begins at 0
        QCOMPARE(data.colourRange(), std::pair(0.0, 0.5));
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const auto outcomes = [&](const char* name) {
            return heatmapOf(*trace, trace->graph->find(name)).outcomes;
        };
        QCOMPARE(outcomes("decoder.0.cross_attn.weights"), Index{5});
        QCOMPARE(outcomes("probabilities"), Index{12});
        QCOMPARE(outcomes("decoder.0.cross_attn.scaled"), Index{0});
    }

    void timeStep_isLabelledByItsToken() {
        const auto trace = recurrentTrace(Alignment::General);
        const auto rowOf = [&](const char* name) {
            return heatmapOf(*trace, trace->graph->find(name)).rowLabels;
        };
        QCOMPARE(trace->sourceTokens.size(), std::size_t{5});
        for (std::size_t t = 0; t < 5; ++t)
            for (const char* part : {"state", "reset", "hidden"})
                QCOMPARE(rowOf(qPrintable(QString("encoder.1.t%1.%2").arg(t).arg(part))),
                         QStringList{tokenText(trace->sourceTokens[t])});
        QCOMPARE(rowOf("decoder.0.t2.update"), QStringList{tokenText(trace->targetTokens[2])});
        QCOMPARE(heatmapOf(*trace, trace->graph->find("grad/decoder.0.t1.state")).rowLabels,
                 QStringList{tokenText(trace->targetTokens[1])});
    }

    void joinedTimeSteps_keepTheirMasks() {
        const auto trace =
            recurrentTrace(Alignment::Bahdanau, Architecture::EncoderDecoder, CellKind::Gru, 2);
        for (const char* name : {"attention.scores", "attention.masked", "attention.weights"}) {
            const HeatmapData data = heatmapOf(*trace, trace->graph->find(name));
            for (Index i = 0; i < data.rows; ++i)
                for (Index j = 0; j < data.columns; ++j)
                    QCOMPARE(data.hiddenAt(i, j),
                             j >= data.columns - 2 ? Hidden::Padding : Hidden::No);
        }
        QVERIFY(heatmapOf(*trace, trace->graph->find("decoder.0.states")).hidden.empty());
    }

    void hidden_isEmptyWithoutAMask() {
        const Trace trace = smallAttention(1, 4, false, 0);
        QVERIFY(heatmapOf(trace, attentionNode(trace, "weights")).hidden.empty());
    }

    void colourRange_startsAtZeroOrIsCentredForSignedValues() {
        const Trace trace = smallAttention(1, 5, true, 0);
        const HeatmapData weights = heatmapOf(trace, attentionNode(trace, "weights"));
        QCOMPARE(weights.scale, HeatmapData::Scale::Sequential);
        QCOMPARE(weights.colourRange().first, 0.0);
        QCOMPARE(weights.colourRange().second, 1.0);
        const HeatmapData masked = heatmapOf(trace, attentionNode(trace, "masked"));
        QCOMPARE(masked.scale, HeatmapData::Scale::Diverging);
        const auto range = masked.colourRange();
        QVERIFY(std::isfinite(range.second));
        QCOMPARE(range.first, -range.second);
    }

    void colourRange_staysWhereItIsLocked() {
        HeatmapData data;
        data.values = {1, 2, 3};
        data.range = {-0.5, 0.5};
        QCOMPARE(data.colourRange(), std::pair(-0.5, 0.5));
        data.range.reset();
        data.values = {0, 0};
        QCOMPARE(data.colourRange(), std::pair(-1.0, 1.0));
    }

    void vectors_areOneRow() {
        const Trace trace = smallAttention(1, 5, true, 1);
        const HeatmapData keep = heatmapOf(trace, trace.graph->find("target.keep"));
        QCOMPARE(keep.rows, Index(1));
        QCOMPARE(keep.columns, Index(5));
        QCOMPARE(keep.columnLabels.size(), 5);
        QVERIFY(keep.rowLabels.isEmpty());
    }

    void heatmapOf_isEmptyWithoutNumbers() {
        Trace trace = smallAttention(1, 5, true, 1);
        const NodeId node = attentionNode(trace, "weights");
        trace.values[node] = Tensor();
        const HeatmapData data = heatmapOf(trace, node);
        QCOMPARE(data.rows, Index(0));
        QVERIFY(data.values.empty());
    }

    void colourFor_hasZeroInTheMiddle() {
        const Theme theme = Theme::light();
        const auto colour = [&](double value, double low, double high) {
            return colourFor(value, {low, high}, HeatmapData::Scale::Diverging, theme);
        };
        QCOMPARE(colour(0, -1, 1), colour(0, -1, 3));
        QVERIFY(colour(1, -1, 1) != colour(-1, -1, 1));
        QCOMPARE(colour(5, -1, 1), colour(1, -1, 1));
        QCOMPARE(colourFor(std::nan(""), {0, 1}, HeatmapData::Scale::Sequential, theme),
                 theme.error);
    }

    void tokenText_showsUnseenCharacters() {
        QCOMPARE(tokenText(" "), QString::fromUtf8("␣"));
        QCOMPARE(tokenText("\n"), QString::fromUtf8("⏎"));
        QCOMPARE(tokenText("<eos>"), "<eos>");
        QCOMPARE(tokenText("ü😀"), QString::fromUtf8("ü😀"));
        QCOMPARE(tokenText(std::string("\x01")), "␁");
        // What is only seen on the letter before it, where there is none.
        QCOMPARE(tokenText("\u200D"), "\\u200d");
        QCOMPARE(tokenText("\uFE0F"), "\\ufe0f");
        QCOMPARE(tokenText("\u0301"), QString::fromUtf8("◌\u0301"));
        QCOMPARE(tokenText("e\u0301"), QString::fromUtf8("e\u0301"));
    }
};

} // namespace gf::tst_heatmap_data

#include "tests/entry.h"
GF_APPLESS_TEST(tst_heatmap_data, HeatmapDataTest)
#include "tst_heatmap_data.moc"
