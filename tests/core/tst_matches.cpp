// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/matches.h"

#include "core/graph/op.h"
#include "core/model/model.h"
#include "core/ops/heads.h"
#include "core/ops/leaf.h"
#include "core/ops/mask.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"
#include "core/train/optimizer.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace gf::tst_matches {

namespace {

bool isFree(NodeId) {
    return true;
}

bool keepNothing(NodeId) {
    return false;
}

ModelGraph trainingStep(const TrainConfig& train) {
    ModelConfig config;
    config.layers = 1;
    config.dModel = 16;
    config.heads = 2;
    config.dFf = 32;
    config.sourceVocab = 11;
    config.targetVocab = 11;
    config.maxLength = 12;
    ModelGraph model = buildModel(
        config, {.sourceLength = 7, .targetLength = 6, .training = true, .gradients = true});
    appendOptimizer(*model.graph, train);
    return model;
}

/// What a search finds when it begins at each node.
template <typename Search> auto allOf(const Graph& graph, const Search& search) {
    std::vector<typename decltype(search(NodeId{}))::value_type> found;
    for (const Node& node : graph.nodes())
        if (auto match = search(node.id))
            found.push_back(*std::move(match));
    return found;
}

} // namespace

class TestMatches : public QObject {
    Q_OBJECT

private slots:
    void attention_isFoundForwardAndBackward() {
        const ModelGraph model = trainingStep({});
        const Graph& graph = *model.graph;
        const Matcher matcher(graph, keepNothing, isFree);
        const auto weights = allOf(graph, [&](NodeId id) { return matcher.attentionWeights(id); });
        const auto gradients = allOf(graph, [&](NodeId id) { return matcher.scoresGradient(id); });
        // The encoder's self-attention, the decoder's, and cross-attention.
        QCOMPARE(weights.size(), 3U);
        QCOMPARE(gradients.size(), 3U);
        for (const AttentionWeightsMatch& match : weights) {
            QCOMPARE(match.between(), (std::vector{match.mask, match.scale}));
            QCOMPARE(match.factor, 1 / std::sqrt(8.0));
            QVERIFY(matcher.is(match.x, OpKind::MatMul));
            const auto backward =
                std::ranges::find(gradients, match.softmax, &ScoresGradientMatch::weights);
            QVERIFY(backward != gradients.end());
            QCOMPARE(backward->factor, match.factor);
            QCOMPARE(backward->end(), backward->scale);
        }
    }

    void attention_isNotFoundWhereAValueInBetweenIsWanted() {
        const ModelGraph model = trainingStep({});
        const Graph& graph = *model.graph;
        const Matcher all(graph, keepNothing, isFree);
        const auto first =
            allOf(graph, [&](NodeId id) { return all.attentionWeights(id); }).front();
        const Matcher keepsMask(
            graph, [&](NodeId id) { return id == first.mask; }, isFree);
        QVERIFY(!keepsMask.attentionWeights(first.softmax));
        const Matcher keepsScale(
            graph, [&](NodeId id) { return id == first.scale; }, isFree);
        const auto shorter = keepsScale.attentionWeights(first.softmax);
        QVERIFY(shorter);
        QCOMPARE(shorter->x, first.scale);
        QCOMPARE(shorter->scale, noNode);
        QCOMPARE(shorter->factor, 1.0);
        const Matcher maskIsTaken(graph, keepNothing, [&](NodeId id) { return id != first.mask; });
        QVERIFY(!maskIsTaken.attentionWeights(first.softmax));
    }

    /// [4,8] is masked, and the softmax goes over [2,4,4]: row by row that is something else.
    void attention_isNotFoundWhereAViewChangesTheRows() {
        Graph graph;
        const NodeId x = ops::input(graph, "x", {4, 8}, {Axis::Target, Axis::Model});
        const NodeId keep = ops::input(graph, "keep", {8}, {Axis::Model});
        const NodeId hidden = ops::mask(graph, "mask", x, keep, false);
        const NodeId direct = ops::softmax(graph, "direct", hidden);
        QVERIFY(Matcher(graph, keepNothing, isFree).attentionWeights(direct));

        Graph other;
        const NodeId otherX = ops::input(other, "x", {4, 8}, {Axis::Target, Axis::Model});
        const NodeId otherKeep = ops::input(other, "keep", {8}, {Axis::Model});
        const NodeId otherHidden = ops::mask(other, "mask", otherX, otherKeep, false);
        const NodeId split = ops::splitHeads(other, "split", otherHidden, 2);
        const NodeId softmax = ops::softmax(other, "softmax", split);
        const Matcher matcher(other, keepNothing, isFree);
        QCOMPARE(matcher.input(softmax, 0), otherHidden);
        QVERIFY(!matcher.attentionWeights(softmax));
    }

    void normGradients_belongTogether() {
        const ModelGraph model = trainingStep({});
        const Graph& graph = *model.graph;
        const Matcher matcher(graph, keepNothing, isFree);
        const auto norms = allOf(graph, [&](NodeId id) { return matcher.normGradients(id); });
        QVERIFY(!norms.empty());
        for (const NormGradientsMatch& norm : norms) {
            QVERIFY(matcher.is(norm.input, OpKind::LayerNormInputGradient));
            QVERIFY(matcher.is(norm.bias, OpKind::ColumnSum));
            QCOMPARE(matcher.input(norm.input, 0), matcher.input(norm.gain, 0));
            QCOMPARE(matcher.input(norm.input, 2), matcher.input(norm.gain, 1));
            QCOMPARE(matcher.input(norm.bias, 0), matcher.input(norm.gain, 1));
        }
    }

    void update_isFoundForEachParameter_data() {
        QTest::addColumn<int>("optimizer");
        QTest::addColumn<double>("momentum");
        QTest::addColumn<double>("clip");
        QTest::addColumn<int>("nodes");
        QTest::newRow("adam") << int(OptimizerKind::Adam) << 0.0 << 0.0 << 4;
        QTest::newRow("adam, clipped") << int(OptimizerKind::Adam) << 0.0 << 0.7 << 5;
        QTest::newRow("sgd") << int(OptimizerKind::Sgd) << 0.0 << 0.0 << 2;
        QTest::newRow("momentum, clipped") << int(OptimizerKind::Sgd) << 0.9 << 0.7 << 4;
    }

    void update_isFoundForEachParameter() {
        QFETCH(const int, optimizer);
        QFETCH(const double, momentum);
        QFETCH(const double, clip);
        QFETCH(const int, nodes);
        TrainConfig train;
        train.optimizer = OptimizerKind(optimizer);
        train.momentum = momentum;
        train.clipNorm = clip;
        const ModelGraph model = trainingStep(train);
        const Graph& graph = *model.graph;
        const Matcher matcher(graph, keepNothing, isFree);
        const auto updates = allOf(graph, [&](NodeId id) { return matcher.parameterUpdate(id); });
        const auto applied = std::ranges::count_if(
            graph.nodes(), [](const Node& node) { return node.op->kind() == OpKind::Apply; });
        QVERIFY(applied > 0);
        QCOMPARE(std::ssize(updates), applied);
        for (const ParameterUpdateMatch& update : updates) {
            QCOMPARE(std::ssize(update.nodes), nodes);
            QCOMPARE(update.nodes.front(), update.apply);
            QCOMPARE(update.clip != noNode, clip > 0);
            QCOMPARE(update.step != noNode, optimizer == int(OptimizerKind::Adam));
            QCOMPARE(graph[update.gradient].shape, graph[update.apply].shape);
        }
    }
};

} // namespace gf::tst_matches

#include "tests/entry.h"
GF_APPLESS_TEST(tst_matches, TestMatches)
#include "tst_matches.moc"
