// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op.h"
#include "core/measure/activity.h"
#include "core/measure/positions.h"
#include "core/measure/products.h"
#include "core/measure/residual_stream.h"
#include "core/tensor/random.h"
#include "core/train/layer_gradients.h"
#include "runs.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

namespace gf::tst_claims {

namespace {

double rootMeanSquare(std::span<const float> values) {
    double squares = 0;
    for (const float value : values)
        squares += static_cast<double>(value) * value;
    return std::sqrt(squares / static_cast<double>(values.size()));
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// In nats, of what occurs so often.
template <class Thing> double entropyOf(const std::map<Thing, int>& counts) {
    double all = 0;
    for (const auto& [thing, count] : counts)
        all += count;
    double entropy = 0;
    for (const auto& [thing, count] : counts)
        entropy -= count / all * std::log(count / all);
    return entropy;
}

std::vector<float> softmaxOf(std::vector<float> scores) {
    const float largest = std::ranges::max(scores);
    float sum = 0;
    for (float& score : scores)
        sum += score = std::exp(score - largest);
    for (float& score : scores)
        score /= sum;
    return scores;
}

/// Fresh weights of the first seed.
std::unique_ptr<Parameters> freshParameters(const ModelConfig& model) {
    auto parameters = makeParameters(model);
    initialize(*parameters, model, 1);
    return parameters;
}

std::shared_ptr<const Trace> traceOf(const ModelConfig& model, ProbeExample example) {
    const auto parameters = freshParameters(model);
    const auto backend = makeBackend("cpu");
    return Probe(*backend, model, *parameters, std::move(example), {}, "fresh").run(0);
}

/// The task's own model, fresh, on what it shows first.
std::shared_ptr<const Trace> freshDates(Norm norm = Norm::Pre,
                                        Positional positional = Positional::Sinusoidal) {
    const auto task = test::smallTask("date");
    ModelConfig model = task->modelDefaults();
    model.norm = norm;
    model.positional = positional;
    ProbeExample example;
    example.source = task->sourceVocabulary()->encode(task->showcase().source);
    example.target = task->targetVocabulary()->encode(task->showcase().target);
    return traceOf(model, example);
}

/// The norms of the gradients of a stack's layers, first layer first, in a fresh model.
std::vector<double> layerGradients(Norm norm, const std::string& stack) {
    const std::shared_ptr<const Task> task = test::smallTask("date");
    ModelConfig model = task->modelDefaults();
    model.norm = norm;
    model.layers = 6;
    const auto parameters = freshParameters(model);
    const auto backend = makeBackend("cpu");
    LayerGradients gradients(*backend, model, *parameters, makeTaskBatches(task, 8, 1));
    std::vector<double> norms;
    for (const LayerGradient& layer : gradients.measure(0))
        if (layer.layer.find(ScopeKind::Stack)->title == stack)
            norms.push_back(layer.norm);
    return norms;
}

bool isClose(double found, double expected, double tolerance = 1e-4) {
    return std::abs(found - expected) <= tolerance;
}

} // namespace

/// What the texts of the program say about models, measured. Sentences with a number or a word
/// that allows no exception are listed with their proof in tests/architecture/claims.txt.
class TestClaims : public QObject {
    Q_OBJECT

private slots:
    void freshModel_guessesUnevenly() {
        const auto trace = freshDates();
        const Tensor& p = *trace->find("probabilities");
        const auto words = static_cast<double>(p.shape().columns());
        const auto [least, most] = std::ranges::minmax(p.values());
        QVERIFY(least < 0.2 / words);
        QVERIFY(most > 3 / words);
        QVERIFY((*trace->find("loss"))[0] > std::log(words) + 0.1);
    }

    /// 6 places, 6,283 at D = 8 and 47,117 at D = 64.
    void wavelengths_growFromSixPositions() {
        for (const Index width : {8, 64})
            QVERIFY(isClose(sinusoidalWavelength(0, width), 6.2832));
        QCOMPARE(std::lround(sinusoidalWavelength(6, 8)), 6283L);
        QCOMPARE(std::lround(sinusoidalWavelength(62, 64)), 47117L);
    }

    void sinusoids_becomeLessSimilarWithDistanceInRipples() {
        const Tensor positions = sinusoidalPositions(60, 64);
        const auto product = [&](Index a, Index b) {
            double sum = 0;
            for (Index f = 0; f < 64; ++f)
                sum += static_cast<double>(positions.at(Cell{{a, f}})) * positions.at(Cell{{b, f}});
            return sum;
        };
        for (Index offset = 0; offset < 30; ++offset)
            QVERIFY(isClose(product(0, offset), product(29, 29 + offset)));
        QVERIFY(product(0, 1) > product(0, 2));
        QVERIFY(product(0, 2) > product(0, 20));
        // The ripples.
        QVERIFY(isClose(product(0, 22), 17.6, 0.05));
        QVERIFY(isClose(product(0, 25), 20.1, 0.05));
    }

    void oddWidth_makesProductsDependOnThePosition() {
        const auto product = [](Index a, Index b) {
            double sum = 0;
            for (Index f = 0; f < 7; ++f)
                sum += sinusoidalPosition(static_cast<double>(a), f, 7) *
                       sinusoidalPosition(static_cast<double>(b), f, 7);
            return sum;
        };
        QVERIFY(!isClose(product(0, 500), product(500, 1000)));
    }

    void embeddings_matchSinusoidsScaledAndLearnedOnesUnscaled() {
        const auto sinusoidal = freshDates();
        const double embedded = rootMeanSquare(sinusoidal->find("source.embedded")->values());
        const double position = rootMeanSquare(sinusoidal->find("source.position")->values());
        QVERIFY(embedded > position);
        QVERIFY(embedded < 2 * position);
        const auto learned = freshDates(Norm::Pre, Positional::Learned);
        const double table = rootMeanSquare(learned->find("source.position")->values());
        QVERIFY(isClose(rootMeanSquare(learned->find("source.embedded")->values()) / 8 / table, 1,
                        0.2)); // √64
    }

    void encoderWithoutPositions_onlyPermutesItsRows() {
        ModelConfig model;
        model.architecture = Architecture::Encoder;
        model.positional = Positional::None;
        model.sourceVocab = model.targetVocab = 12;
        const auto rows = [&](std::vector<TokenId> tokens) {
            return *traceOf(model, {.source = tokens, .target = tokens})->find("logits");
        };
        const Tensor ab = rows({5, 6});
        const Tensor ba = rows({6, 5});
        model.positional = Positional::Sinusoidal;
        const Tensor placed = rows({6, 5});
        double apart = 0;
        for (Index word = 0; word < 12; ++word) {
            QVERIFY(isClose(ab.at(Cell{{0, word}}), ba.at(Cell{{1, word}})));
            QVERIFY(isClose(ab.at(Cell{{1, word}}), ba.at(Cell{{0, word}})));
            apart += std::abs(ab.at(Cell{{0, word}}) - placed.at(Cell{{1, word}}));
        }
        QVERIFY(apart > 0.1);
    }

    void causalMask_revealsTheOrder() {
        ModelConfig model;
        model.architecture = Architecture::Decoder;
        model.positional = Positional::None;
        model.sourceVocab = model.targetVocab = 12;
        const auto rows = [&](std::vector<TokenId> tokens) {
            return *traceOf(model, {.source = {}, .target = std::move(tokens)})->find("logits");
        };
        const Tensor ab = rows({5, 6});
        const Tensor ba = rows({6, 5});
        double apart = 0; // after <sos>: 5 in both
        for (Index word = 0; word < 12; ++word)
            apart += std::abs(ab.at(Cell{{1, word}}) - ba.at(Cell{{2, word}}));
        QVERIFY(apart > 0.1);
    }

    void relu_silencesAboutHalfOfTheUnits() {
        const auto trace = freshDates();
        for (const Node& node : trace->graph->nodes())
            if (node.op->kind() == OpKind::Relu) {
                const double share = silentShare(trace->value(node.id).values(), 0);
                QVERIFY2(share > 0.4 && share < 0.6, node.name.c_str());
            }
    }

    /// Pre-LN: row by row longer where the update points along the row, shorter where against it.
    void residualStream_shrinksInPreLnAndIsResetInPostLn() {
        const auto pre = freshDates();
        int shorter = 0;
        for (const ResidualStream& stream : residualStreams(*pre->graph))
            for (std::size_t i = 1; i < stream.size(); ++i)
                if (stream[i].kind == StreamPoint::Kind::Sum)
                    shorter += mean(rowNorms(pre->value(stream[i].node))) <
                               mean(rowNorms(pre->value(stream[i - 1].node)));
        QVERIFY(shorter > 0);
        const auto post = freshDates(Norm::Post);
        for (const ResidualStream& stream : residualStreams(*post->graph))
            for (const StreamPoint& point : stream)
                if (point.kind == StreamPoint::Kind::Norm)
                    for (const double length : rowNorms(post->value(point.node)))
                        QVERIFY(isClose(length, 8, 0.01)); // √64, with gains of 1
    }

    void postLnGradients_growFromLayerToLayer() {
        const std::vector<double> post = layerGradients(Norm::Post, "decoder");
        QVERIFY(std::ranges::is_sorted(post));
        QVERIFY(post.back() > 4 * post.front());
        const std::vector<double> pre = layerGradients(Norm::Pre, "decoder");
        QVERIFY(pre.back() < pre.front());
    }

    void dotProduct_hasAVarianceThatGrowsWithItsTerms() {
        const auto variance = [](std::uint64_t terms) {
            double squares = 0;
            const std::uint64_t draws = 4000;
            for (std::uint64_t i = 0; i < draws; ++i) {
                double dot = 0;
                for (std::uint64_t k = 0; k < terms; ++k)
                    dot += normal(1, i, k) * normal(2, i, k);
                squares += dot * dot;
            }
            return squares / static_cast<double>(draws);
        };
        QVERIFY(isClose(variance(4) / 4, 1, 0.15));
        QVERIFY(isClose(variance(64) / 64, 1, 0.15));
    }

    void embeddingGradient_isZeroForWhatDoesNotOccur() {
        const auto trace = freshDates(Norm::Pre, Positional::Learned);
        const Tensor& words = *trace->find("grad/source_embedding.weight");
        const Tensor& places = *trace->find("grad/source_position.weight");
        const Tensor& ids = *trace->find("source.ids");
        const auto isZero = [](const Tensor& table, Index row) {
            for (Index f = 0; f < table.shape().columns(); ++f)
                if (table.at(Cell{{row, f}}) != 0)
                    return false;
            return true;
        };
        for (Index word = 0; word < words.shape()[0]; ++word)
            QCOMPARE(isZero(words, word),
                     std::ranges::count(ids.values(), static_cast<float>(word)) == 0);
        for (Index place = 0; place < places.shape()[0]; ++place)
            QCOMPARE(isZero(places, place), place >= ids.count());
    }

    /// Usually at most, and by far less where the gradients of the batches disagree.
    void adam_movesMostParametersByLessThanTheLearningRate() {
        const std::shared_ptr<const Task> task = test::smallTask("date");
        const auto backend = makeBackend("cpu");
        TrainConfig train;
        train.steps = 60;
        train.batch = 8;
        const auto trainer = test::trainerOf(*backend, task, test::smallModel(*task), train);
        const auto weights = [&] {
            std::vector<float> all;
            for (const auto& entry : trainer->parameters().entries())
                if (entry.role == Role::Parameter)
                    std::ranges::copy(trainer->parameters().values(entry), std::back_inserter(all));
            return all;
        };
        while (trainer->stepsDone() < train.steps - 1)
            trainer->step();
        const std::vector<float> before = weights();
        trainer->step();
        std::vector<double> moved;
        for (std::size_t i = 0; const float after : weights())
            moved.push_back(std::abs(after - before[i++]) / train.learningRate);
        std::ranges::sort(moved);
        QVERIFY(moved[moved.size() * 95 / 100] <= 1);
        QVERIFY(moved[moved.size() / 2] < 0.5);
    }

    /// Cosines of digits, of which chance gives about ±1/√64.
    void digitEmbeddings_doNotBecomeSimilarInTraining() {
        const std::shared_ptr<const Task> task = test::smallTask("date");
        const auto backend = makeBackend("cpu");
        TrainConfig train;
        train.steps = 100;
        train.batch = 8;
        const auto trainer = test::trainerOf(*backend, task, task->modelDefaults(), train);
        const auto table = [&] {
            for (const auto& entry : trainer->parameters().entries())
                if (entry.name == "source_embedding.weight") {
                    Tensor copy(entry.shape);
                    std::ranges::copy(trainer->parameters().values(entry), copy.values().begin());
                    return copy;
                }
            return Tensor();
        };
        const Tensor before = table();
        while (trainer->stepsDone() < train.steps)
            trainer->step();
        const Tensor after = table();
        double moved = 0;
        double length = 0;
        for (Index i = 0; i < before.count(); ++i) {
            const double from = static_cast<double>(before[i]);
            moved += std::pow(static_cast<double>(after[i]) - from, 2);
            length += from * from;
        }
        QVERIFY(moved > 0);
        QVERIFY(std::sqrt(moved / length) < 0.4);
        const std::vector<TokenId> digits = task->sourceVocabulary()->encode("0123456789");
        const Tensor alike = cosines(after);
        double sum = 0;
        for (const TokenId a : digits)
            for (const TokenId b : digits)
                sum += a == b ? 0 : static_cast<double>(alike.at(Cell{{a, b}}));
        QVERIFY(std::abs(sum / 90) < 0.15);
    }

    /// The lesson on forms: scores that are symmetric, and weights that are not.
    void symmetricScores_doNotMakeInterestMutual() {
        const double there = softmaxOf({0, 5, 0})[1];
        const double back = softmaxOf({5, 0, 10})[0];
        QVERIFY(isClose(there, 0.987, 0.001));
        QVERIFY(isClose(back, 0.0067, 0.0001));
    }

    /// The lesson on padding: scores from which a million is taken keep most of their differences,
    /// as the neighbours of a million lie a sixteenth apart; a billion swallows them.
    void scoresLessAMillion_keepTheirDifferences() {
        QCOMPARE(std::nextafter(1e6F, 2e6F) - 1e6F, 0.0625F);
        std::vector<float> scores{-1.2F, -0.7F, -0.4F, 0.1F, 0.6F, 0.9F, 1.3F};
        const std::vector<float> weights = softmaxOf(scores);
        const auto less = [&](float number) {
            std::vector<float> lowered = scores;
            for (float& score : lowered)
                score -= number;
            return softmaxOf(lowered);
        };
        const std::vector<float> lowered = less(1e6F);
        for (std::size_t i = 0; i < scores.size(); ++i) {
            QVERIFY(isClose(lowered[i] / weights[i], 1, 0.07));
            QVERIFY(isClose(less(1e9F)[i] * static_cast<float>(scores.size()), 1));
        }
    }

    /// The lesson on depth: the loss of who knows how often each character occurs, and of who knows
    /// the place as well.
    void dates_haveTheEntropyThatTheLessonSays() {
        const std::shared_ptr<const Task> task = test::smallTask("date");
        std::map<char, int> characters;
        std::vector<std::map<char, int>> places;
        for (Index i = 0; i < task->validationCount(); ++i) {
            const std::string answer = task->validation(i).target + '.'; // and the end
            places.resize(std::max(places.size(), answer.size()));
            for (std::size_t place = 0; place < answer.size(); ++place) {
                ++characters[answer[place]];
                ++places[place][answer[place]];
            }
        }
        double atPlaces = 0;
        for (const auto& place : places)
            atPlaces += entropyOf(place) / static_cast<double>(places.size());
        QVERIFY(isClose(entropyOf(characters), 2.28, 0.03));
        QVERIFY(isClose(atPlaces / entropyOf(characters), 0.5, 0.05));
    }

    void unscaledScores_sharpenTheSoftmaxAndShrinkItsGradient() {
        struct Share {
            double largest = 0;
            double slope = 0; ///< of the softmax: ∂w/∂score = w·(1 − w)
        };
        const auto shares = [](bool scaled) {
            ModelConfig model;
            model.architecture = Architecture::Encoder;
            model.sourceVocab = model.targetVocab = 12;
            model.scaled = scaled;
            const std::vector<TokenId> tokens{5, 6, 7, 8, 9, 10, 11};
            const auto trace = traceOf(model, {.source = tokens, .target = tokens});
            const Tensor& weights = *trace->find("encoder.0.self_attn.weights");
            Share share;
            share.largest = *std::ranges::max_element(weights.values());
            for (const float weight : weights.values())
                share.slope += weight * (1 - weight);
            return share;
        };
        const Share divided = shares(true);
        const Share undivided = shares(false);
        QVERIFY(undivided.largest > divided.largest);
        QVERIFY(undivided.slope < 0.8 * divided.slope);
    }
};

} // namespace gf::tst_claims

#include "tests/entry.h"
GF_GUILESS_TEST(tst_claims, TestClaims)
#include "tst_claims.moc"
