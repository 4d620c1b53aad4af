// SPDX-License-Identifier: GPL-3.0-or-later
// What the stations of feed-forward, output and update say, against the numbers of the trace.
#include "core/measure/activity.h"
#include "core/measure/entropy.h"
#include "core/measure/gradient_norms.h"
#include "core/train/step_walk.h"
#include "drawn_station.h"
#include "small_model.h"
#include "tests/core/runs.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/stations/station_figure.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"
#include "warnings.h"

#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

namespace gf::tst_step_stations {

namespace {

/// Counts the matrices in which a causal mask hides something.
class CausalHatches : public test::Words {
public:
    void lines(const std::vector<QLineF>& lines, const QColor&, double, const char* kind) override {
        hatched += !lines.empty() && QLatin1String(kind) == QLatin1String("hatch-causal") ? 1 : 0;
    }
    int hatched = 0;
};

/// All words of a station's drawing, and what can be pointed at.
struct Drawn {
    QStringList words;
    StationPicture picture;

    bool says(const QString& text) const {
        return std::any_of(words.begin(), words.end(),
                           [&](const QString& word) { return word.contains(text); });
    }
};

Drawn drawn(const Trace& trace, const std::string& name, const char* view, Index row = -1,
            Index column = -1, const StationSettings& settings = {},
            const QSizeF& size = {900, 640}, const StationNews& news = {}) {
    const NodeId id = trace.graph->find(name);
    const Node& node = (*trace.graph)[id];
    const Station* station = stationFor(*trace.graph, node, QLatin1String(view));
    Drawn result;
    if (!station || QLatin1String(station->id) != QLatin1String(view))
        return result;
    Focus focus;
    focus.step = stepOf(node);
    focus.gradients = node.role == Role::Backward || node.role == Role::Update;
    focus.row = row;
    focus.column = column;
    StationInput input{trace, id, focus, Theme::light(), QFont(), size, settings};
    input.news = news;
    const StationFigure figure{station, input, QString()};
    QXmlStreamReader xml(paperBytes(figure.onPaper({}), FigureFormat::Svg, 96));
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters)
            result.words += xml.text().toString();
    QImage image(input.size.toSize(), QImage::Format_ARGB32);
    QPainter painter(&image);
    PainterCanvas canvas(painter, input.font);
    drawStation(*station, input, canvas, result.picture);
    return result;
}

std::shared_ptr<const Trace> walked(OptimizerKind optimizer, Index* step = nullptr) {
    const auto backend = makeBackend("cpu");
    const auto task = test::smallTask("reverse");
    TrainConfig train = test::shortTraining();
    train.optimizer = optimizer;
    train.clipNorm = 0.5;
    const auto trainer = test::trainerOf(*backend, task, test::smallModel(*task), train);
    for (int i = 0; i < 3; ++i)
        trainer->step();
    const StepWalk walk(*trainer, vocabulariesOf(task), "walk");
    if (step)
        *step = walk.result().step;
    return walk.trace(1);
}

double first(const Trace& trace, const char* name, Index at = 0) {
    return static_cast<double>((*trace.find(name))[at]);
}

} // namespace

class TestStepStations : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }

    /// What is left of an exchange once rows and columns are back where their tokens were: nothing
    /// where nothing says where a token stands.
    void readers_moveTheExchangedTokensBack_data() {
        QTest::addColumn<ModelConfig>("config");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, Architecture architecture, Mixer mixer,
                            Positional positional, const char* step, const char* says) {
            ModelConfig config;
            config.architecture = architecture;
            config.mixer = mixer;
            config.positional = positional;
            QTest::newRow(name) << config << QString::fromLatin1(step) << QString::fromLatin1(says);
        };
        const char* nothing = "where a token stands does not count here";
        const char* places = "where a token stands counts, not only what the tokens are";
        const char* mask = "by the causal mask if by nothing else";
        using enum Mixer;
        row("no positions", Architecture::Encoder, Attention, Positional::None,
            "encoder.0.self_attn.weights", nothing);
        row("positions", Architecture::Encoder, Attention, Positional::Sinusoidal,
            "encoder.0.self_attn.weights", places);
        row("mean", Architecture::Encoder, Mean, Positional::Sinusoidal, "encoder.0.mixer.output",
            nothing);
        row("convolution", Architecture::Encoder, Convolution, Positional::None,
            "encoder.0.mixer.output", places);
        row("mask", Architecture::Decoder, Attention, Positional::None,
            "decoder.0.self_attn.weights", mask);
    }
    void readers_moveTheExchangedTokensBack() {
        QFETCH(const ModelConfig, config);
        QFETCH(const QString, step);
        QFETCH(const QString, says);
        const Axis sequence =
            config.architecture == Architecture::Decoder ? Axis::Target : Axis::Source;
        const TokenExchange exchange{sequence, 1, 2};
        const auto trace = traceOf(config);
        StationNews news;
        news.exchanged = traceOf(config, exchange);
        news.exchangedOf = trace;
        news.exchange = exchange;
        const StationSettings settings{{"exchanged", 2}, {"with", 3}};
        const Drawn d =
            drawn(*trace, step.toStdString(), "readers", -1, -1, settings, {900, 640}, news);
        const QString words =
            d.words.join(QLatin1Char(' ')).simplified(); // it may take several lines
        QVERIFY(words.contains("Two tokens of the sentence changed places"));
        QVERIFY2(words.contains(says), qPrintable(words));
        QCOMPARE(d.picture.grids.size(), 3U);
        QCOMPARE(d.picture.rows,
                 static_cast<Index>(trace->sourceTokens.empty() ? trace->targetTokens.size()
                                                                : trace->sourceTokens.size()));
    }

    /// A run with other tokens exchanged, or one that belongs to another trace (another example,
    /// other weights, before a change), is not drawn as what was asked for.
    void readers_waitForTheExchangeAskedFor() {
        ModelConfig config;
        config.architecture = Architecture::Encoder;
        const auto trace = traceOf(config);
        const auto waits = [&](const StationNews& news) {
            return drawn(*trace, "encoder.0.self_attn.weights", "readers", -1, -1,
                         {{"exchanged", 2}, {"with", 3}}, {900, 640}, news)
                .words.join(QLatin1Char(' '))
                .simplified()
                .contains("has not been computed yet");
        };
        StationNews news;
        QVERIFY(waits(news));
        news.exchange = {Axis::Source, 1, 2};
        news.exchanged = traceOf(config, news.exchange);
        news.exchangedOf = trace;
        QVERIFY(!waits(news));
        news.exchange.first = 0;
        QVERIFY(waits(news));
        news.exchange.first = 1;
        news.exchangedOf = news.exchanged;
        QVERIFY(waits(news));
    }

    /// What a mask hides is hatched wherever it stands: a weight of 0 would be another thing.
    void readers_hatchWhatIsHidden() {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.positional = Positional::None;
        const auto trace = traceOf(config);
        const Node& node = (*trace->graph)[trace->graph->find("decoder.0.self_attn.weights")];
        StationNews news;
        news.exchange = {Axis::Target, 1, 2};
        news.exchanged = traceOf(config, news.exchange);
        news.exchangedOf = trace;
        CausalHatches words;
        StationPicture picture;
        Focus focus;
        focus.step = stepOf(node);
        StationInput input{*trace, node.id, focus, Theme::light(), QFont(), {900, 640}, {}};
        input.settings = {{"exchanged", 2}, {"with", 3}};
        input.news = news;
        drawStation(*stationFor(*trace->graph, node, "readers"), input, words, picture);
        QCOMPARE(words.hatched, 3);
    }

    /// All three matrices are seen at once in the stage of a window of 1024 × 640.
    void readers_standBesideEachOtherInASmallStage() {
        ModelConfig config;
        config.architecture = Architecture::Encoder;
        const auto trace = traceOf(config);
        StationNews news;
        news.exchange = {Axis::Source, 0, 1};
        news.exchanged = traceOf(config, news.exchange);
        news.exchangedOf = trace;
        const Drawn d =
            drawn(*trace, "encoder.0.self_attn.weights", "readers", -1, -1, {}, {520, 290}, news);
        QCOMPARE(d.picture.grids.size(), 3U);
        for (std::size_t i = 0; i < 3; ++i) {
            const QRectF cells = d.picture.grids[i].layout.cells;
            QVERIFY(cells.bottom() < 290);
            if (i > 0)
                QVERIFY(d.picture.grids[i - 1].layout.cells.right() < cells.left());
        }
    }

    /// Heads are offered where there are heads.
    void meanLayer_hasNoDrawingsOfHeads() {
        const auto trace =
            traceOf(Architecture::EncoderDecoder, Norm::Pre, Positional::Sinusoidal, Mixer::Mean);
        const Graph& graph = *trace->graph;
        for (const char* part : {"local", "masked", "weights", "mean", "global", "output"}) {
            const Node& node = graph[graph.find(std::string("decoder.0.mixer.") + part)];
            for (const Station* station : stationsFor(graph, node))
                QVERIFY2(!station->mutes && QLatin1String(station->id) != QLatin1String("heads"),
                         station->id);
        }
    }

    void units_tellWhichShareIsSilent() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const Tensor& hidden = *trace->find("encoder.0.ffn.hidden");
        const auto zeros = std::count(hidden.values().begin(), hidden.values().end(), 0.0F);
        const double share = static_cast<double>(zeros) / static_cast<double>(hidden.count());
        QVERIFY(share > 0.1);
        const Drawn all = drawn(*trace, "encoder.0.ffn.hidden", "units");
        QVERIFY2(all.says(QStringLiteral("%1 %").arg(100 * share, 0, 'f', 0)),
                 qPrintable(all.words.join('|')));
        // The ranked units of a token: the strongest comes first.
        const Drawn token = drawn(*trace, "encoder.0.ffn.hidden", "units", 2);
        QVERIFY(token.says(QStringLiteral("switches on")));
        const Index units = hidden.shape()[1];
        const auto row = hidden.values().subspan(2 * units, units);
        const Index strongest = std::max_element(row.begin(), row.end()) - row.begin();
        const auto region = std::find_if(
            token.picture.hitRegions.begin(), token.picture.hitRegions.end(),
            [](const StationPicture::HitRegion& each) { return each.place.column >= 0; });
        QCOMPARE(region->place.column, strongest);
        QCOMPARE(region->place.row, Index{2});
    }

    void words_nameTheLossAsTheMeanOfTheirBars() {
        for (const Architecture architecture :
             {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder}) {
            const auto trace = traceOf(architecture);
            const Drawn output = drawn(*trace, "probabilities", "words", 1);
            const double loss = first(*trace, "loss");
            QVERIFY2(output.says(QStringLiteral("mean %1").arg(loss, 0, 'f', 4)),
                     qPrintable(output.words.join('|')));
            QVERIFY(output.says(
                QStringLiteral("ln V = %1").arg(std::log(12.0), 0, 'f', 3))); // 12 words
        }
    }

    /// What is learnt costs a ten-thousandth of a guess: the bars stand on an axis of their own.
    void words_showSmallLossesOnAnAxisOfTheirOwn() {
        const auto untrained = traceOf(Architecture::EncoderDecoder);
        auto trained = std::make_shared<Trace>(*untrained);
        auto& losses = trained->values[trained->graph->find("token_loss")];
        for (Index t = 0; t < losses.count(); ++t)
            losses[t] = 0.0001F * static_cast<float>(t + 1);
        const auto guess = QStringLiteral("ln V = %1").arg(std::log(12.0), 0, 'f', 3);
        const Drawn small = drawn(*trained, "probabilities", "words", 1);
        QVERIFY2(small.says(guess), qPrintable(small.words.join('|')));
        QVERIFY(small.says(QStringLiteral("above this axis")));
        QVERIFY2(small.says(QStringLiteral("0.00020")), qPrintable(small.words.join('|')));
        // The axis counts in ten-thousandths.
        QVERIFY2(small.words.contains(QString::fromUtf8("×10⁻⁴")),
                 qPrintable(small.words.join('|')));
        const Drawn large = drawn(*untrained, "probabilities", "words", 1);
        QVERIFY(large.says(guess));
        QVERIFY(!large.says(QStringLiteral("above this axis")));
    }

    void figure_explainsItsHatches() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const auto explains = [&](const char* step, const char* view) {
            return drawn(*trace, step, view).says(QStringLiteral("hidden by the causal mask"));
        };
        QVERIFY(explains("decoder.0.self_attn.weights", "heads"));
        QVERIFY(!explains("decoder.0.self_attn.weights", "lines"));
        QVERIFY(!explains("decoder.0.cross_attn.weights", "readers"));
    }

    void tempered_keepsTheProbabilitiesAtOne() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const Tensor& logits = *trace->find("logits");
        const Tensor& probabilities = *trace->find("probabilities");
        const auto row = logits.values().subspan(0, 12);
        const std::vector<double> same = tempered(row, 1);
        for (Index i = 0; i < 12; ++i)
            QVERIFY(std::abs(same[i] - static_cast<double>(probabilities[i])) < 1e-6);
        const double hot = entropyOf(tempered(row, 20));
        const Drawn flat =
            drawn(*trace, "probabilities", "words", 0, -1, {{QStringLiteral("temperature"), 20.0}});
        QVERIFY2(flat.says(QString::number(hot, 'f', 3)), qPrintable(flat.words.join('|')));
    }

    void words_comeRankedOrInVocabularyOrder() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const auto columns = [&](double order) {
            std::vector<Index> found;
            const Drawn output =
                drawn(*trace, "logits", "words", 0, -1, {{QStringLiteral("order"), order}});
            for (const StationPicture::HitRegion& region : output.picture.hitRegions)
                if (region.place.column >= 0)
                    found.push_back(region.place.column);
            return found;
        };
        const std::vector<Index> ranked = columns(0);
        const std::vector<Index> listed = columns(1);
        QCOMPARE(ranked.size(), std::size_t(12));
        QVERIFY(std::is_sorted(listed.begin(), listed.end()));
        const Tensor& logits = *trace->find("logits");
        QVERIFY(std::is_sorted(ranked.begin(), ranked.end(),
                               [&](Index a, Index b) { return logits[a] > logits[b]; }));
    }

    void gradientNorms_combineToTheTotalNorm() {
        const auto trace = walked(OptimizerKind::Adam);
        const double all = first(*trace, "gradient_norm");
        QVERIFY(std::abs(totalNorm(blockGradients(*trace)) - all) < 1e-5 * all);
        const Drawn chart = drawn(*trace, "gradient_norm", "gradient-norms");
        QVERIFY2(chart.says(numberText(totalNorm(blockGradients(*trace)), 5)),
                 qPrintable(chart.words.join('|')));
        // A click on a bar leads to a gradient of that layer.
        QVERIFY(!chart.picture.hitRegions.empty());
        for (const StationPicture::HitRegion& region : chart.picture.hitRegions)
            QVERIFY(trace->graph->find("grad/" + region.place.step.toStdString()) != noNode);
        // Without the norms' gains and biases there are fewer bars.
        const Drawn more = drawn(*trace, "gradient_norm", "gradient-norms", -1, -1,
                                 {{QStringLiteral("norms"), 1.0}});
        QVERIFY(more.picture.hitRegions.size() > chart.picture.hitRegions.size());
    }

    void weightUpdate_isWrittenOut() {
        Index step = 0;
        const auto trace = walked(OptimizerKind::Adam, &step);
        const Tensor& weight = *trace->find("encoder.0.ffn.w_1");
        const Index at = 1 * weight.shape()[1] + 4;
        const Drawn told = drawn(*trace, "encoder.0.ffn.w_1", "weight", 1, 4);
        const std::string update = "update/encoder.0.ffn.w_1/";
        for (const char* name : {"m", "v", "delta", "apply", "clipped"})
            QVERIFY2(told.says(numberText(first(*trace, (update + name).c_str(), at), 4)), name);
        const double m = first(*trace, (update + "m").c_str(), at);
        const double v = first(*trace, (update + "v").c_str(), at);
        const auto t = static_cast<double>(step);
        QCOMPARE(step, Index{4});
        const double corrected = biasCorrected(m, 0.9, t);
        QVERIFY(told.says(numberText(corrected, 4)));
        const double delta = -first(*trace, "learning_rate") * corrected /
                             (std::sqrt(biasCorrected(v, 0.999, t)) + 1e-8);
        QVERIFY(std::abs(delta - first(*trace, (update + "delta").c_str(), at)) <
                1e-4 * std::abs(delta));
    }

    void sgd_showsItsMomentum() {
        const auto trace = walked(OptimizerKind::Sgd);
        const Drawn told = drawn(*trace, "update/encoder.0.ffn.w_1/momentum", "weight", 1, 4);
        QVERIFY2(told.says(QStringLiteral("momentum b")), qPrintable(told.words.join('|')));
        QVERIFY(!told.says(QStringLiteral("mean square")));
    }

    void stations_drawEveryStepOfATrainingStep() {
        for (const OptimizerKind optimizer : {OptimizerKind::AdamW, OptimizerKind::Sgd}) {
            const auto trace = walked(optimizer);
            for (const Node& node : trace->graph->nodes()) {
                // The updates of one layer stand for those of all.
                const bool other = node.role == Role::Update &&
                                   node.name.find("update/encoder.0.ffn") != 0 &&
                                   node.name.find("update/encoder.0.norm1") != 0;
                if (trace->value(node.id).empty() || other)
                    continue;
                for (const Station* station : stationsFor(*trace->graph, node))
                    for (const Index place : {-1, 1000}) {
                        const Drawn any = drawn(*trace, node.name, station->id, place, place);
                        QVERIFY2(any.words.size() > 3, node.name.c_str());
                    }
            }
        }
    }
};

} // namespace gf::tst_step_stations

#include "tests/entry.h"
GF_TEST(tst_step_stations, TestStepStations)
#include "tst_step_stations.moc"
