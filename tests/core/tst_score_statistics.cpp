// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/score_statistics.h"
#include "core/tensor/random.h"
#include "core/train/probe.h"
#include "core/train/run.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace gf::tst_score_statistics {

namespace {

std::shared_ptr<const Trace> decoderTrace(bool scaled, Positional positional) {
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.positional = positional;
    config.scaled = scaled;
    config.sourceVocab = config.targetVocab = 12;
    const auto parameters = makeParameters(config);
    initialize(*parameters, config, 3);
    const auto backend = makeBackend("cpu");
    return Probe(*backend, config, *parameters, {.source = {}, .target = {5, 6, 7, 8, 9, 10}}, {},
                 "small")
        .run(0);
}

/// The numbers of head 1 of the first layer that no causal mask hides.
std::vector<double> seenOf(const Trace& trace, const char* part) {
    const Tensor& all = *trace.find(std::string("decoder.0.self_attn.") + part);
    std::vector<double> seen;
    for (Index i = 0; i < all.shape()[1]; ++i)
        for (Index j = 0; j <= i; ++j)
            seen.push_back(static_cast<double>(all.at(Cell{{1, i, j}})));
    return seen;
}

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

double varianceOf(std::vector<double> values) {
    const double mean = meanOf(values);
    for (double& value : values)
        value = (value - mean) * (value - mean);
    return meanOf(values);
}

std::optional<ScoreStatistics> statisticsOf(const Trace& trace) {
    const NodeId scores = trace.graph->find("decoder.0.self_attn.scores");
    return scoreStatistics(trace, (*trace.graph)[scores].scope, 1);
}

bool isClose(double found, double expected, double tolerance = 1e-5) {
    return std::abs(found - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

/// A trace of scores between random queries and keys of `width` features, each with this mean and
/// deviation.
std::shared_ptr<const Trace> drawn(double mean, double deviation, Index width) {
    ModelConfig config;
    config.architecture = Architecture::Encoder;
    config.layers = 1;
    config.heads = 1;
    config.dModel = width;
    config.positional = Positional::None;
    config.sourceVocab = config.targetVocab = 12;
    config.maxLength = 201;
    const auto parameters = makeParameters(config);
    initialize(*parameters, config, 3);
    const auto backend = makeBackend("cpu");
    ProbeExample example;
    example.source.ids.assign(200, 5);
    example.target.ids.assign(200, 5);
    auto trace =
        std::make_shared<Trace>(*Probe(*backend, config, *parameters, example, {}, "drawn").run(0));
    const auto at = [&](const char* part) -> Tensor& {
        return trace->values[trace->graph->find(std::string("encoder.0.self_attn.") + part)];
    };
    for (const auto& [part, stream] : {std::pair{"q", 1}, std::pair{"k", 2}})
        for (Index i = 0; i < at(part).count(); ++i)
            at(part)[i] =
                static_cast<float>(mean + deviation * normal(static_cast<std::uint64_t>(stream), 0,
                                                             static_cast<std::uint64_t>(i)));
    for (Index i = 0; i < at("scores").shape()[1]; ++i)
        for (Index j = 0; j < at("scores").shape()[2]; ++j) {
            double dot = 0;
            for (Index d = 0; d < width; ++d)
                dot +=
                    static_cast<double>(at("q").at(Cell{{0, i, d}})) * at("k").at(Cell{{0, j, d}});
            at("scores")[i * at("scores").shape()[2] + j] = static_cast<float>(dot);
        }
    return trace;
}

} // namespace

class TestScoreStatistics : public QObject {
    Q_OBJECT

private slots:
    void scoreStatistics_leaveOutMaskedCells() {
        const auto trace = decoderTrace(true, Positional::Sinusoidal);
        const auto found = statisticsOf(*trace);
        QVERIFY(found.has_value());
        QCOMPARE(found->cells, Index(7 * 8 / 2)); // <sos> and six tokens
        QVERIFY(isClose(found->measured.mean, meanOf(seenOf(*trace, "scores"))));
        QVERIFY(isClose(found->measured.variance, varianceOf(seenOf(*trace, "scores"))));
        QVERIFY(isClose(found->measured.variance / static_cast<double>(found->width),
                        varianceOf(seenOf(*trace, "scaled"))));
    }

    /// As many features as the head has give its own scores; more are those of the heads after it.
    void cutScores_ofAllFeaturesAreTheHeadsOwn() {
        const auto trace = decoderTrace(true, Positional::Sinusoidal);
        const Scope scope = (*trace->graph)[trace->graph->find("decoder.0.self_attn.scores")].scope;
        const auto whole = statisticsOf(*trace);
        QVERIFY(whole.has_value());
        const Index own = whole->width;
        const std::vector<Index> widths{1, own, 2 * own, 1000};
        const std::vector<CutScores> cuts = cutScores(*trace, scope, 1, widths, 100);
        QCOMPARE(cuts.size(), std::size_t(3)); // no 1000 features
        QCOMPARE(static_cast<Index>(cuts[1].scores.size()), whole->cells);
        QVERIFY(isClose(cuts[1].measured.mean, whole->measured.mean));
        QVERIFY(isClose(cuts[1].measured.variance, whole->measured.variance));
        QVERIFY(isClose(cuts[1].independent.mean, whole->independent.mean));
        QVERIFY(isClose(cuts[1].independent.variance, whole->independent.variance));
        const auto next = scoreStatistics(*trace, scope, 2);
        QVERIFY(next.has_value());
        QVERIFY(isClose(cuts[2].measured.mean, whole->measured.mean + next->measured.mean));
        const Tensor& q = *trace->find("decoder.0.self_attn.q");
        const Tensor& k = *trace->find("decoder.0.self_attn.k");
        QVERIFY(isClose(static_cast<double>(cuts[0].scores[0]),
                        static_cast<double>(q.at(Cell{{1, 0, 0}})) *
                            static_cast<double>(k.at(Cell{{1, 0, 0}}))));
    }

    void cutScores_ofManyQueriesAreOfSomeOfThem() {
        const auto trace = decoderTrace(true, Positional::Sinusoidal);
        const Scope scope = (*trace->graph)[trace->graph->find("decoder.0.self_attn.scores")].scope;
        const std::vector<Index> widths{4};
        const std::vector<CutScores> cuts = cutScores(*trace, scope, 0, widths, 2);
        QCOMPARE(cuts.front().scores.size(), std::size_t(1 + 4)); // of queries 1 and 4 of 7
    }

    /// Positions in the scores are in the weights and not in q·k.
    void sharpness_isThatOfTheModelsOwnWeights() {
        for (const bool scaled : {true, false})
            for (const Positional positional : {Positional::Sinusoidal, Positional::Alibi}) {
                const auto trace = decoderTrace(scaled, positional);
                const auto found = statisticsOf(*trace);
                QCOMPARE(found->isDivided, scaled);
                const Tensor& weights = *trace->find("decoder.0.self_attn.weights");
                double largest = 0;
                double gradient = 0;
                for (Index i = 0; i < 7; ++i) {
                    double most = 0;
                    for (Index j = 0; j < 7; ++j) {
                        const auto weight = static_cast<double>(weights.at(Cell{{1, i, j}}));
                        most = std::max(most, weight);
                        gradient += weight * (1 - weight) / 7;
                    }
                    largest += most / 7;
                }
                const Sharpness& own = scaled ? found->divided : found->undivided;
                QVERIFY(isClose(own.largest, largest));
                QVERIFY(isClose(own.gradient, gradient));
            }
    }

    /// 2σ²μ·μ + Kσ⁴, without a further K in the first term.
    void independentMoments_areThoseOfTheory() {
        for (const Index width : {4, 16, 64}) {
            const auto trace = drawn(0.5, 0.7, width);
            const NodeId scores = trace->graph->find("encoder.0.self_attn.scores");
            const auto found = scoreStatistics(*trace, (*trace->graph)[scores].scope, 0);
            const auto k = static_cast<double>(width);
            const double mumu = k * 0.25;
            const double variance = 2 * 0.49 * mumu + k * 0.49 * 0.49;
            QVERIFY(isClose(found->independent.mean, mumu, 0.1));
            QVERIFY(isClose(found->independent.variance, variance, 0.1));
            QVERIFY(isClose(found->measured.mean, found->independent.mean, 1e-4));
            QVERIFY(isClose(found->measured.variance, variance, 0.15));
        }
    }

    void dividedScores_leaveMoreGradient() {
        const auto trace = drawn(0, 1, 64);
        const NodeId scores = trace->graph->find("encoder.0.self_attn.scores");
        const auto found = scoreStatistics(*trace, (*trace->graph)[scores].scope, 0);
        QVERIFY(found->undivided.largest > 0.7);
        QVERIFY(found->divided.largest < 0.2);
        QVERIFY(found->undivided.gradient < 0.4);
        QVERIFY(found->divided.gradient > 0.9);
    }

    void scoreStatistics_areNoneOutsideAnAttention() {
        const auto trace = decoderTrace(true, Positional::Sinusoidal);
        const NodeId logits = trace->graph->find("logits");
        QVERIFY(!scoreStatistics(*trace, (*trace->graph)[logits].scope, 0));
    }
};

} // namespace gf::tst_score_statistics

#include "tests/entry.h"
GF_GUILESS_TEST(tst_score_statistics, TestScoreStatistics)
#include "tst_score_statistics.moc"
