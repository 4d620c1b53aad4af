// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/arena.h"
#include "core/backend/plan/batching.h"
#include "core/backend/plan/liveness.h"
#include "core/backend/plan/plan.h"
#include "core/graph/differentiate.h"
#include "core/model/model.h"
#include "core/ops/add.h"
#include "core/ops/every_op.h"
#include "core/ops/heads.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/matmul.h"
#include "core/ops/slice.h"
#include "core/tensor/random.h"
#include "core/train/optimizer.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace gf::tst_plan {

namespace {

bool keepNothing(NodeId) {
    return false;
}

bool keepEverything(NodeId) {
    return true;
}

/// One training step of a small model with Adam and clipping.
ModelGraph trainingStep() {
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
    TrainConfig train;
    train.clipNorm = 0.7;
    appendOptimizer(*model.graph, train);
    return model;
}

/// Which chain of which level makes a node, and who reads and writes which buffer there.
struct Access {
    std::size_t level;
    std::size_t chain;
    std::vector<NodeId> reads; ///< roots
    NodeId writes;             ///< a root, or noNode
};

std::vector<Access> accessesOf(const Graph& graph, const ExecutionPlan& plan) {
    std::vector<Access> all;
    for (std::size_t l = 0; l < plan.update().size(); ++l) {
        const auto& chains = plan.update()[l].chains;
        for (std::size_t c = 0; c < chains.size(); ++c)
            for (const RangeWork& work : chains[c].work) {
                Access access{l, c, {}, noNode};
                if (work.kind == RangeWork::Kind::Squares) {
                    access.reads = {plan.root(work.operand)};
                } else {
                    access.writes = plan.root(work.node);
                    if (work.kind == RangeWork::Kind::Elementwise)
                        for (const NodeId input : graph[work.node].inputs)
                            access.reads.push_back(plan.root(input));
                }
                all.push_back(std::move(access));
            }
    }
    return all;
}

} // namespace

class TestPlan : public QObject {
    Q_OBJECT

private slots:
    void phase_followsFromWhatANodeDependsOn() {
        const ModelGraph model = trainingStep();
        const Graph& graph = *model.graph;
        const ExecutionPlan plan(graph, keepNothing);
        const auto phaseOf = [&](const char* name) {
            const NodeId node = graph.find(name);
            if (node == noNode)
                qFatal("there is no node %s", name);
            return plan.phase(node);
        };
        QCOMPARE(plan.phase(model.input(inputs::sourceIds)), Phase::Given);
        QCOMPARE(phaseOf("output.weight"), Phase::Given);
        QCOMPARE(phaseOf("source.position"), Phase::Constant);
        QCOMPARE(phaseOf("decoder.0.self_attn.weights"), Phase::Example);
        QCOMPARE(phaseOf("grad/decoder.0.self_attn.weights"), Phase::Example);
        QCOMPARE(phaseOf("grad/output.weight"), Phase::BatchSum);
        QCOMPARE(plan.phase(model.loss), Phase::BatchSum);
        QVERIFY(plan.changesParameters());
        for (const Node& node : graph.nodes()) {
            if (node.role == Role::Update)
                QCOMPARE(plan.phase(node.id), Phase::Update);
            if (node.op->kind() ==
                OpKind::CountTokens) // of all examples, but every one divides by it
                QCOMPARE(plan.phase(node.id), Phase::Once);
        }
    }

    void plan_listsEveryNodeWithWorkOnce() {
        const ModelGraph model = trainingStep();
        const ExecutionPlan plan(*model.graph, keepNothing);
        std::multiset<NodeId> planned;
        for (const auto* list : {&plan.constants(), &plan.once(), &plan.examples()}) {
            QVERIFY(std::ranges::is_sorted(*list));
            planned.insert(list->begin(), list->end());
        }
        for (const UpdateLevel& level : plan.update()) {
            planned.insert(level.afterwards.begin(), level.afterwards.end());
            for (const UpdateChain& chain : level.chains)
                for (const RangeWork& work : chain.work)
                    if (work.kind == RangeWork::Kind::Elementwise)
                        planned.insert(work.node);
        }
        for (const Node& node : model.graph->nodes())
            QVERIFY2(planned.count(node.id) == (ExecutionPlan::hasWork(node) ? 1 : 0),
                     node.name.c_str());
    }

    void viewsAndUpdates_haveNoBufferOfTheirOwn() {
        const ModelGraph model = trainingStep();
        const Graph& graph = *model.graph;
        const ExecutionPlan plan(graph, keepNothing);
        const auto at = [&](const char* name) { return graph.find(name); };
        QCOMPARE(plan.root(at("decoder.0.self_attn.concat")), at("decoder.0.self_attn.heads"));
        for (const Node& node : graph.nodes()) {
            if (node.op->kind() == OpKind::Apply)
                QCOMPARE(plan.root(node.id), node.inputs[0]); // the parameter
            if (node.op->kind() == OpKind::AdamUpdate)        // lies where its gradient lay
                QCOMPARE(plan.phase(plan.root(node.id)), Phase::BatchSum);
        }
    }

    void keptValues_areNotOverwritten() {
        const ModelGraph model = trainingStep();
        const Graph& graph = *model.graph;
        const NodeId gradient = graph.find("grad/output.bias");
        const ExecutionPlan plan(graph, [gradient](NodeId node) { return node == gradient; });
        const ExecutionPlan all(graph, keepEverything);
        QVERIFY(plan.isKept(plan.root(gradient)));
        for (const Node& node : graph.nodes()) {
            if (node.op->kind() == OpKind::ClipGradient && node.inputs[0] == gradient)
                QCOMPARE(plan.root(node.id), node.id);
            if (node.op->kind() == OpKind::ClipGradient || node.op->kind() == OpKind::AdamUpdate)
                QCOMPARE(all.root(node.id), node.id);
        }
    }

    void layout_isByTokenBetweenSplittingAndJoiningHeads() {
        Graph g;
        const NodeId x = ops::input(g, "x", Shape{4, 6}, {Axis::Target, Axis::Model});
        const NodeId w = ops::parameter(g, "w", Shape{6, 6}, {Axis::Model, Axis::Model});
        const NodeId q = ops::linear(g, "q", x, w, noNode, {.heads = 2});
        const NodeId k = ops::splitHeads(g, "k", x, 2);
        const NodeId scores = ops::matmul(g, "scores", q, k, false, true);
        const NodeId heads = ops::matmul(g, "heads", scores, k, false, false);
        const NodeId joined = ops::joinHeads(g, "joined", heads);
        g.setRole(Role::Backward);
        const NodeId seed = ops::input(g, "grad/joined", Shape{4, 6}, {});
        differentiate(g, joined, seed, ops::add, ops::joinLike);
        const ExecutionPlan plan(g, keepNothing);
        for (const NodeId byToken : {q, k, heads, g.gradientOf(heads), g.gradientOf(q)})
            QCOMPARE(plan.layout(byToken), Layout::ByToken);
        for (const NodeId rows : {x, w, scores, joined, g.gradientOf(scores)})
            QCOMPARE(plan.layout(rows), Layout::Rows);
    }

    void isBatchedWell_refusesMixingExamplesWithSharedValues() {
        Graph g;
        const NodeId each = ops::input(g, "each", Shape{4, 6}, {});
        const NodeId all = ops::input(g, "all", Shape{4, 6}, {}, false);
        const auto isWell = [&](OpKind kind, std::vector<NodeId> inputs, bool batched) {
            Node node = g[each];
            node.op = &ops::op(kind);
            node.inputs = std::move(inputs);
            node.batched = batched;
            return isBatchedWell(g, node);
        };
        QVERIFY(isWell(OpKind::Add, {all, each, all}, true));
        QVERIFY(isWell(OpKind::MatMul, {all, each}, true));
        QVERIFY(isWell(OpKind::Mask, {all, each}, true));
        QVERIFY(isWell(OpKind::Linear, {each, all}, true));
        QVERIFY(isWell(OpKind::Linear, {all, all}, false));
        QVERIFY(!isWell(OpKind::Linear, {all, each}, true));
        QVERIFY(!isWell(OpKind::ReluGradient, {each, all}, true));
        QVERIFY(!isWell(OpKind::LinearWeightGradient, {all, each}, false));
        QVERIFY(!isWell(OpKind::Add, {all, all}, true)); // there are no examples to add to
    }

    void chainsOfALevel_touchNothingOfEachOther() {
        const ModelGraph model = trainingStep();
        const ExecutionPlan plan(*model.graph, keepNothing);
        QVERIFY(plan.update().size() > 1); // clipping waits for the norm of all gradients
        const std::vector<Access> all = accessesOf(*model.graph, plan);
        int writes = 0;
        for (const Access& one : all)
            for (const Access& other : all) {
                if (one.writes == noNode || one.level != other.level || one.chain == other.chain)
                    continue;
                ++writes;
                QVERIFY(one.writes != other.writes);
                QVERIFY(std::ranges::find(other.reads, one.writes) == other.reads.end());
            }
        QVERIFY(writes > 0);
    }

    void liveness_lastsUntilTheLastReader() {
        // 0 makes a, 1 reads it, 2 and 3 run together and read what lies in 1's buffer.
        const std::vector<NodeGroup> groups{{0}, {1}, {2, 3}};
        const std::vector<std::vector<NodeId>> operands{{}, {0}, {1}, {4}};
        const std::vector<NodeId> roots{0, 1, 2, 3, 1}; // 4 is a view of 1
        const Liveness liveness = livenessOf(
            groups, [&](NodeId node) { return std::span<const NodeId>(operands[node]); }, roots);
        QCOMPARE(liveness.endOf(0, 0), Index{1});
        QCOMPARE(liveness.endOf(1, 1), Index{2});
        QCOMPARE(liveness.endOf(2, 2), Index{2}); // nobody reads it
    }

    void planArena_keepsLivingBuffersApart() {
        std::vector<Lifetime> lifetimes;
        Index total = 0;
        for (std::uint64_t i = 0; i < 200; ++i) {
            const auto from = static_cast<Index>(i);
            const Index size = 1 + static_cast<Index>(below(500, 1, 1, i));
            lifetimes.push_back({size, from, from + static_cast<Index>(below(20, 1, 2, i))});
            total += size;
        }
        const ArenaPlan plan = planArena(lifetimes, 16);
        for (std::size_t i = 0; i < lifetimes.size(); ++i) {
            QCOMPARE(plan.offsets[i] % 16, Index{0});
            QVERIFY(plan.offsets[i] + lifetimes[i].size <= plan.size);
            for (std::size_t j = 0; j < i; ++j) {
                const bool together =
                    lifetimes[j].to >= lifetimes[i].from && lifetimes[i].to >= lifetimes[j].from;
                const bool apart = plan.offsets[i] >= plan.offsets[j] + lifetimes[j].size ||
                                   plan.offsets[j] >= plan.offsets[i] + lifetimes[i].size;
                QVERIFY(!together || apart);
            }
        }
        QVERIFY2(plan.size < total / 4, "memory is used again");
    }
};

} // namespace gf::tst_plan

#include "tests/entry.h"
GF_APPLESS_TEST(tst_plan, TestPlan)
#include "tst_plan.moc"
