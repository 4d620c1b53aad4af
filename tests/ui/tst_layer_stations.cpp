// SPDX-License-Identifier: GPL-3.0-or-later
// The drawings of heads, output projection, residual stream and norms: their numbers are those of
// the trace, and pointing at them leads where it says.
#include "core/graph/op.h"
#include "core/measure/entropy.h"
#include "core/measure/head_contributions.h"
#include "core/measure/head_pattern.h"
#include "core/measure/norm_steps.h"
#include "core/measure/residual_stream.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/head_words.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"

#include "drawn_station.h"
#include "stage_fixture.h"
#include "warnings.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

namespace gf::tst_layer_stations {

namespace {

std::shared_ptr<const Trace> traceFor(Architecture architecture, Norm norm, bool bias = false) {
    ModelConfig model = test::smallModel(architecture);
    model.norm = norm;
    model.attentionBias = bias ? AttentionBias::All : AttentionBias::None;
    return test::makeTrace(model);
}

NodeId named(const Trace& trace, const char* name) {
    return trace.graph->find(name);
}

QStringList namesOf(const Graph& graph, const ResidualStream& stream) {
    QStringList names;
    for (const StreamPoint& point : stream)
        names << QString::fromStdString(graph[point.node].name);
    return names;
}

/// A stage that shows one station, in a window without size hints.
struct Shown {
    FocusModel focus;
    QWidget window;
    StageWidget* stage = nullptr;

    Shown(const std::shared_ptr<const Trace>& trace, const char* step, const char* view) {
        window.resize(1000, 800);
        stage = new StageWidget(&focus, &window);
        stage->resize(900, 700);
        stage->setTrace(trace);
        focus.setStep(QLatin1String(step));
        focus.setView(QLatin1String(view));
        window.show();
        QCoreApplication::processEvents();
    }

    StationView* view() const { return const_cast<StationView*>(stage->stationView()); }

    /// Clicks the first region that stands for a step (and head).
    bool click(const QString& step, int head) const {
        for (const StationPicture::HitRegion& region : view()->picture().hitRegions)
            if (region.place.step == step && region.place.head == head) {
                QTest::mouseClick(view(), Qt::LeftButton, {}, region.area.center().toPoint());
                return true;
            }
        return false;
    }
};

} // namespace

class TestLayerStations : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }

    // Heads

    void headEntropy_leavesOutForcedAndPaddedRows() {
        const auto trace = traceFor(Architecture::EncoderDecoder, Norm::Pre);
        const NodeId weights = named(*trace, "decoder.0.self_attn.weights");
        const Shape& shape = (*trace->graph)[weights].shape;
        const auto all = trace->value(weights).values();
        const auto columns = static_cast<std::size_t>(shape[2]);
        const std::vector<HeadMeasures> heads = measureHeads(*trace, weights);
        QCOMPARE(heads.size(), std::size_t(2));
        // <sos> c a f e <pad>: the first sees one key, the last is padding.
        QCOMPARE(trace->targetTokens.back(), std::string("<pad>"));
        for (std::size_t h = 0; h < heads.size(); ++h) {
            double entropy = 0;
            double uniform = 0;
            for (Index i = 1; i < shape[1] - 1; ++i) {
                const std::size_t row =
                    h * static_cast<std::size_t>(shape[1]) + static_cast<std::size_t>(i);
                entropy += rowEntropy(all.subspan(row * columns, columns));
                uniform += std::log(static_cast<double>(i + 1));
            }
            const auto count = static_cast<double>(shape[1] - 2);
            QCOMPARE(heads[h].queries, shape[1] - 2);
            QVERIFY(std::abs(heads[h].entropy - entropy / count) < 1e-5);
            QVERIFY(std::abs(heads[h].uniform - uniform / count) < 1e-9);
        }
    }

    void headPatterns_haveANameAndARule() {
        QSet<QString> names;
        for (const HeadRule& rule : headRules()) {
            names.insert(patternName(rule.pattern));
            QVERIFY(!ruleText(rule.pattern).isEmpty());
        }
        QCOMPARE(names.size(), qsizetype(headRules().size()));
    }

    void guessText_namesTheRuleAndItsNumbers() {
        const auto trace = traceFor(Architecture::EncoderDecoder, Norm::Pre);
        const NodeId weights = named(*trace, "decoder.0.self_attn.weights");
        HeadMeasures measures;
        measures.queries = 5;
        measures.guess = HeadEvidence{headRules()[0], 0.71};
        const QString text = guessText(*trace, weights, measures);
        QVERIFY(text.contains(patternName(HeadPattern::PreviousToken)));
        QVERIFY(text.contains(ruleText(HeadPattern::PreviousToken)));
        QVERIFY(text.contains(QLatin1String("0.71")));
        QVERIFY(text.contains(QLatin1String("0.50")));
        measures.guess.reset();
        QVERIFY(!guessText(*trace, weights, measures).contains(QLatin1String("0.71")));
    }

    /// Of a date the fields have names, of other texts they are called by what stands there.
    void guessText_namesTheFieldsThatAHeadReads() {
        const auto run = traceFor(Architecture::EncoderDecoder, Norm::Pre);
        const NodeId weights = named(*run, "decoder.0.cross_attn.weights");
        HeadMeasures measures;
        measures.queries = 10;
        measures.guess =
            HeadEvidence{headRules()[static_cast<std::size_t>(HeadPattern::Fields)], 0.98, 0.38};
        measures.fields = {{1, 1, 0.98, 0.38}, {2, 0, 0.9, 0.08}};
        Trace trace = *run;
        const auto letters = [](const std::string& text) {
            Tokens tokens;
            for (const char c : text)
                tokens.emplace_back(1, c);
            return tokens;
        };
        trace.sourceTokens = letters("3 march 1997");
        trace.labels = letters("1997-03-04");
        QCOMPARE(guessName(trace, measures), QStringLiteral("reads month, day"));
        const QString text = guessText(trace, weights, measures);
        QVERIFY2(text.contains(QStringLiteral("month from “march”, day from “3”")),
                 qPrintable(text));
        QVERIFY(text.contains(QLatin1String("0.98, at least 0.76")));
        trace.labels = letters("a 12 bc");
        QCOMPARE(guessName(trace, measures), QStringLiteral("reads “12”, “bc”"));
    }

    void headMap_leadsToItsLayerAndHead() {
        const auto trace = traceFor(Architecture::EncoderDecoder, Norm::Pre);
        Shown shown(trace, "encoder.0.self_attn.weights", "heads");
        QVERIFY(shown.view());
        QVERIFY(shown.click(QStringLiteral("decoder.1.cross_attn.weights"), 1));
        QCOMPARE(shown.focus.focus().step, QStringLiteral("decoder.1.cross_attn.weights"));
        QCOMPARE(shown.focus.focus().head, 1);
    }

    void headMap_opensTheMenuOfItsHead() {
        const auto trace = traceFor(Architecture::Encoder, Norm::Pre);
        Shown shown(trace, "encoder.0.self_attn.weights", "heads");
        QSignalSpy menus(shown.stage, &StageWidget::menuRequested);
        const StationPicture::HitRegion region = shown.view()->picture().hitRegions[3];
        const QPoint at = region.area.center().toPoint();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, shown.view()->mapToGlobal(at));
        QCoreApplication::sendEvent(shown.view(), &event);
        QCOMPARE(menus.size(), 1);
        QCOMPARE(menus[0][0].toString(), QStringLiteral("encoder.1.self_attn.weights"));
        QCOMPARE(menus[0][1].toInt(), 1);
    }

    // Output projection

    void headContributions_sumToTheOutput_data() {
        QTest::addColumn<bool>("bias");
        QTest::newRow("without b_O") << false;
        QTest::newRow("with b_O") << true;
    }
    void headContributions_sumToTheOutput() {
        QFETCH(bool, bias);
        const auto trace = traceFor(Architecture::EncoderDecoder, Norm::Pre, bias);
        for (const char* block : {"encoder.1.self_attn.", "decoder.0.cross_attn."}) {
            const auto value = [&](const char* part) {
                return trace->find(std::string(block) + part);
            };
            const Tensor& output = *value("output");
            const Index features = output.shape()[1];
            const Tensor norms = contributionNorms(*value("heads"), *value("w_o"));
            for (Index t = 0; t < output.shape()[0]; ++t) {
                const Tensor rows = headContributions(*value("heads"), *value("w_o"), t);
                QCOMPARE(rows.shape(), Shape({2, features}));
                for (Index d = 0; d < features; ++d) {
                    const float sum =
                        rows[d] + rows[features + d] + (bias ? (*value("b_o"))[d] : 0);
                    QVERIFY(std::abs(sum - output[t * features + d]) < 1e-5F);
                }
                QVERIFY(std::abs(norms[t * 2] - rowNorms(rows)[0]) < 1e-6);
                if (bias)
                    continue;
                const auto shares =
                    sharesAlong(rows, output.values().subspan(t * features, features));
                QVERIFY(std::abs(shares[0] + shares[1] - 1) < 1e-5);
            }
        }
    }

    void sharesAlong_isZeroForAZeroRow() {
        const std::vector<float> nothing(3, 0.0F);
        QCOMPARE(sharesAlong(Tensor({1, 3}, {1, 2, 3}), nothing), std::vector<double>{0.0});
    }

    void contributions_areOfferedAtTheProjectionOnly() {
        const auto trace = traceFor(Architecture::Decoder, Norm::Post);
        const Graph& graph = *trace->graph;
        QStringList shownAt;
        for (const Node& node : graph.nodes())
            for (const Station* station : stationsFor(graph, node))
                if (QLatin1String(station->id) == QLatin1String("contributions"))
                    shownAt << QString::fromStdString(node.name);
        shownAt.sort();
        QCOMPARE(shownAt, (QStringList{"decoder.0.self_attn.concat", "decoder.0.self_attn.output",
                                       "decoder.0.self_attn.w_o", "decoder.1.self_attn.concat",
                                       "decoder.1.self_attn.output", "decoder.1.self_attn.w_o"}));
    }

    /// 15 % of what?
    void contributions_sayWhatTheirSharesAreOf() {
        for (const Architecture architecture :
             {Architecture::Encoder, Architecture::EncoderDecoder}) {
            const test::Drawn drawn(traceFor(architecture, Norm::Pre), "contributions",
                                    "encoder.0.self_attn.output");
            QVERIFY2(drawn.words.texts.contains("length, share of the sum"),
                     qPrintable(drawn.words.all()));
        }
    }

    void contributions_leadToHeadAndToken() {
        const auto trace = traceFor(Architecture::Encoder, Norm::Pre);
        Shown shown(trace, "encoder.0.self_attn.output", "contributions");
        const auto& grids = shown.view()->picture().grids;
        const auto byHead = std::ranges::find(
            grids, Index(2), [](const StationPicture::Grid& grid) { return grid.layout.columns; });
        QVERIFY(byHead != grids.end());
        const HeatmapLayout& lengths = byHead->layout; // tokens × heads
        QTest::mouseClick(shown.view(), Qt::LeftButton, {},
                          lengths.cellRect(2, 1).center().toPoint());
        QCOMPARE(shown.focus.focus().head, 1);
        QCOMPARE(shown.focus.focus().row, Index(2));
        QVERIFY(shown.focus.focus().pinned);
    }

    // Residual stream

    void residualStreams_areReadOffTheGraph() {
        const auto pre = traceFor(Architecture::EncoderDecoder, Norm::Pre);
        const auto streams = residualStreams(*pre->graph);
        QCOMPARE(streams.size(), std::size_t(2));
        QCOMPARE(namesOf(*pre->graph, streams[0]),
                 (QStringList{"source.embedded", "source.input", "encoder.0.residual1",
                              "encoder.0.residual2", "encoder.1.residual1", "encoder.1.residual2",
                              "encoder.norm.output"}));
        QCOMPARE(namesOf(*pre->graph, streams[1]).size(), qsizetype(2 + 6 + 1));
        const auto post = traceFor(Architecture::Decoder, Norm::Post);
        QCOMPARE(
            namesOf(*post->graph, residualStreams(*post->graph)[0]),
            (QStringList{"target.embedded", "target.input", "decoder.0.residual1",
                         "decoder.0.norm1.output", "decoder.0.residual2", "decoder.0.norm2.output",
                         "decoder.1.residual1", "decoder.1.norm1.output", "decoder.1.residual2",
                         "decoder.1.norm2.output"}));
    }

    /// Of two layers, whose norms stand on the stream, on the stage of a window of 1440 pixels.
    void postNormStream_isSeenToItsEnd() {
        const auto trace = traceFor(Architecture::EncoderDecoder, Norm::Post);
        const NodeId node = named(*trace, "decoder.1.norm3.output");
        const Station* station = stationFor(*trace, node, "stream");
        const StationInput input{*trace, node, {}, Theme::light(), QFont(), {}, {}};
        QVERIFY2(minimumSizeOf(*station, input).width() <= 740,
                 qPrintable(QString::number(minimumSizeOf(*station, input).width())));
    }

    void streamPlaceOf_putsTheNormOnBranchOrStream() {
        for (const Norm norm : {Norm::Pre, Norm::Post}) {
            const auto trace = traceFor(Architecture::Encoder, norm);
            const Graph& graph = *trace->graph;
            const auto place = streamPlaceOf(graph, graph.find("encoder.0.norm1.output"));
            QVERIFY(place);
            const StreamPoint& point = place->stream[place->point];
            const bool onBranch = point.kind == StreamPoint::Kind::Sum;
            QCOMPARE(onBranch, norm == Norm::Pre);
            QCOMPARE(graph[onBranch ? point.update : point.node].name,
                     onBranch ? std::string("encoder.0.self_attn.output")
                              : std::string("encoder.0.norm1.output"));
        }
    }

    void residualStream_handsOnTheEmbeddingWithoutPositions() {
        ModelConfig model = test::smallModel(Architecture::Encoder);
        model.positional = Positional::None;
        const auto trace = test::makeTrace(model);
        const auto stream = residualStreams(*trace->graph).at(0);
        QCOMPARE(trace->graph->nodes()[std::size_t(stream[1].node)].name,
                 std::string("source.input"));
        QCOMPARE(stream[1].kind, StreamPoint::Kind::Same);
        QVERIFY(stream.size() > 5);
        Shown shown(trace, "encoder.0.residual1", "stream");
        QVERIFY(shown.view());
        QVERIFY(!shown.view()->picture().hitRegions.empty());
    }

    void rowNorms_areEuclidean() {
        QCOMPARE(rowNorms(Tensor({2, 2}, {3, 4, 0, -2})), (std::vector<double>{5, 2}));
    }

    void residualStream_leadsFromAPointToItsStep() {
        const auto trace = traceFor(Architecture::Decoder, Norm::Pre);
        Shown shown(trace, "decoder.0.residual1", "stream");
        for (const char* step :
             {"decoder.1.residual2", "decoder.0.norm2.output", "decoder.norm.output"}) {
            QVERIFY2(shown.click(QLatin1String(step), -1), step);
            QCOMPARE(shown.focus.focus().step, QLatin1String(step));
        }
    }

    void residualStream_showsGradientsToo() {
        const auto trace = traceFor(Architecture::Decoder, Norm::Post);
        const Graph& graph = *trace->graph;
        Shown shown(trace, "decoder.0.residual1", "stream");
        const Tensor values = shown.view()->station()->numbers(shown.view()->input());
        shown.focus.setGradients(true);
        QVERIFY(shown.view());
        const Tensor gradients = shown.view()->station()->numbers(shown.view()->input());
        const NodeId gradient = graph.gradientOf(graph.find("decoder.0.residual1"));
        const Index tokens = graph[gradient].shape[0];
        QVERIFY(std::abs(gradients[2 * tokens + 1] - rowNorms(trace->value(gradient))[1]) < 1e-6);
        QVERIFY(values[2 * tokens + 1] != gradients[2 * tokens + 1]);
    }

    // LayerNorm

    void normSteps_endAtTheResultOfTheNorm() {
        ModelConfig model = test::smallModel(Architecture::Encoder);
        auto trace = test::makeTrace(model);
        for (const Node& node : trace->graph->nodes()) {
            if (node.op->kind() != OpKind::LayerNorm)
                continue;
            const auto width = static_cast<std::size_t>(node.shape[1]);
            for (std::size_t t = 0; t < static_cast<std::size_t>(node.shape[0]); ++t) {
                const auto rowOf = [&](NodeId id) {
                    return trace->value(id).values().subspan(t * width, width);
                };
                const NormSteps steps = normSteps(
                    rowOf(node.inputs[0]), trace->value(node.inputs[1]).values(),
                    trace->value(node.inputs[2]).values(), node.as<NormAttributes>().epsilon);
                for (std::size_t d = 0; d < width; ++d)
                    QVERIFY(std::abs(steps.result[d] - rowOf(node.id)[d]) < 1e-5F);
            }
        }
    }

    void normSteps_areWhatTheirNamesSay() {
        const std::vector<float> x{1, 3, 5, 7};
        const std::vector<float> gain{1, 2, 1, 0.5F};
        const std::vector<float> bias{0, 0, 10, 0};
        const NormSteps steps = normSteps(x, gain, bias, 0);
        QCOMPARE(steps.mean, 4.0);
        QCOMPARE(steps.variance, 5.0);
        QCOMPARE(steps.centred, (std::vector<float>{-3, -1, 1, 3}));
        const auto root = static_cast<float>(std::sqrt(5.0));
        for (std::size_t d = 0; d < x.size(); ++d) {
            QVERIFY(std::abs(steps.normalised[d] - steps.centred[d] / root) < 1e-6F);
            QVERIFY(std::abs(steps.scaled[d] - gain[d] * steps.normalised[d]) < 1e-6F);
            QVERIFY(std::abs(steps.result[d] - steps.scaled[d] - bias[d]) < 1e-6F);
        }
    }

    void histogram_countsEveryFiniteValueOnce() {
        const std::vector<float> values{-5, 0, 0.5F, 0.99F, 1, 2, std::nanf("")};
        QCOMPARE(histogram(values, 0, 1, 2), (std::vector<int>{2, 4}));
    }

    void layerNorm_letsFeaturesAndTokensBeChosen() {
        const auto trace = traceFor(Architecture::Encoder, Norm::Pre);
        Shown shown(trace, "encoder.0.norm1.output", "layer-norm");
        const auto& grids = shown.view()->picture().grids;
        QCOMPARE(grids.size(), std::size_t(7));
        const QPoint at = grids[2].layout.cellRect(0, 5).center().toPoint();
        QTest::mouseClick(shown.view(), Qt::LeftButton, {}, at);
        QCOMPARE(shown.focus.focus().column, Index(5));
        QCOMPARE(shown.focus.focus().row, Index(0));
        QTest::keyClick(shown.view(), Qt::Key_Down);
        QCOMPARE(shown.focus.focus().row, Index(1));
        QCOMPARE(shown.focus.focus().column, Index(5));
    }

    /// Long words beside them, as in another language or in large letters, leave them their width.
    void strips_canBeToldApartBesideLongWords() {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&] { QApplication::setFont(usual); });
        QFont wide = usual;
        wide.setLetterSpacing(QFont::PercentageSpacing, 200);
        QApplication::setFont(wide);
        const auto trace = traceFor(Architecture::Encoder, Norm::Pre);
        const test::Drawn drawn(trace, "layer-norm", "encoder.0.norm1.output", test::at(0, 0));
        QCOMPARE(drawn.picture.grids.size(), std::size_t(7));
        for (const StationPicture::Grid& grid : drawn.picture.grids)
            QVERIFY(grid.layout.cells.width() >= 120);
    }

    void stationFor_givesTheFirstDrawingOfAStep() {
        const auto trace = traceFor(Architecture::EncoderDecoder, Norm::Pre);
        const Graph& graph = *trace->graph;
        const auto first = [&](const char* step) {
            const Station* station = stationFor(graph, graph[graph.find(step)], {});
            return station ? QLatin1String(station->id) : QLatin1String(matricesView);
        };
        QCOMPARE(first("encoder.0.self_attn.weights"), QLatin1String(matricesView));
        QCOMPARE(first("encoder.0.self_attn.concat"), QLatin1String("contributions"));
        QCOMPARE(first("encoder.0.norm1.output"), QLatin1String("layer-norm"));
        QCOMPARE(first("encoder.0.residual1"), QLatin1String("stream"));
    }
};

} // namespace gf::tst_layer_stations

#include "tests/entry.h"
GF_TEST(tst_layer_stations, TestLayerStations)
#include "tst_layer_stations.moc"
