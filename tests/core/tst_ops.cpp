// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/differentiate.h"
#include "core/ops/activation.h"
#include "core/ops/add.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/dropout.h"
#include "core/ops/embedding.h"
#include "core/ops/heads.h"
#include "core/ops/intervene.h"
#include "core/ops/layer_norm.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/optimizer.h"
#include "core/ops/position.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"
#include "core/ops/table.h"
#include "tests/core/engine.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <set>

using namespace gf;
using test::Engine;

namespace {

/// A little graph around one op. `build` returns the node whose weighted sum is differentiated, or
/// noNode when there is nothing to differentiate (the optimizer's ops).
struct Case {
    const char* name;
    std::function<NodeId(Graph&)> build;
    std::map<std::string, std::vector<double>> inputs = {}; ///< token ids, steps: not random
};

constexpr Index tokens = 4;
constexpr Index width = 6;
constexpr Index batch = 10; ///< several examples in each shard

/// A batched operand whose gradient can be checked: an input plus a parameter.
NodeId operand(Graph& g, const std::string& name, Shape shape, std::vector<Axis> axes) {
    const NodeId given = ops::input(g, name + ".given", shape, axes);
    const NodeId learned = ops::parameter(g, name + ".learned", shape, axes);
    return ops::add(g, name, {given, learned});
}

NodeId rows(Graph& g, const std::string& name, Index columns = width) {
    return operand(g, name, Shape{tokens, columns}, {Axis::Target, Axis::Model});
}

NodeId heads(Graph& g, const std::string& name) {
    return ops::splitHeads(g, name + ".split", rows(g, name), 2);
}

/// [2, tokens, tokens], one matrix per head.
NodeId square(Graph& g, const std::string& name) {
    return operand(g, name, Shape{2, tokens, tokens}, {Axis::Head, Axis::Target, Axis::Target});
}

/// What all examples of the batch share, as positions are: it is computed once.
NodeId shared(Graph& g, const std::string& name) {
    const NodeId learned =
        ops::parameter(g, name + ".learned", Shape{tokens, width}, {Axis::Target, Axis::Model});
    return ops::scale(g, name, learned, 1.5);
}

NodeId sharedHeads(Graph& g, const std::string& name) {
    return ops::splitHeads(g, name + ".split", shared(g, name), 2);
}

NodeId idsInput(Graph& g, const std::string& name) {
    return ops::input(g, name, Shape{tokens}, {Axis::Target});
}

NodeId weight(Graph& g, const std::string& name, Index in, Index out) {
    return ops::parameter(g, name, Shape{in, out}, {Axis::Model, Axis::Model});
}

NodeId vector(Graph& g, const std::string& name, Index size) {
    return ops::parameter(g, name, Shape{size}, {Axis::Model});
}

Edit edit(Edit::Kind kind, double value, Places a = {}, Places b = {}, Places c = {}) {
    return {kind, value, {a, b, c}};
}

/// ids of three examples; 0 is padding, one example is nothing but padding.
const std::vector<double> ids{3, 1, 2, 0, 2, 2, 0, 0, 0, 0, 0, 0};

NodeId update(Graph& g, const std::function<NodeId(NodeId p, NodeId gradient)>& build) {
    const NodeId p = weight(g, "p", 3, 5);
    const NodeId gradient = ops::input(g, "g", Shape{3, 5}, {}, false);
    g.setRole(Role::Update);
    build(p, gradient);
    return noNode;
}

NodeId scalarInput(Graph& g, const char* name) {
    return ops::input(g, name, Shape(), {}, false);
}

const std::vector<Case> cases{
    {"identity", [](Graph& g) { return ops::identity(g, "y", rows(g, "x")); }},
    {"add",
     [](Graph& g) {
         return ops::add(
             g, "y",
             {rows(g, "x"), rows(g, "z"), ops::parameter(g, "p", Shape{tokens, width}, {})});
     }},
    {"add the same node twice",
     [](Graph& g) {
         const NodeId x = rows(g, "x");
         return ops::add(g, "y", {x, x});
     }},
    {"embedding",
     [](Graph& g) {
         return ops::embedding(g, "y", weight(g, "table", 5, width), idsInput(g, "ids"), 2.5);
     },
     {{"ids", ids}}},
    {"sinusoidal position",
     [](Graph& g) {
         return ops::add(
             g, "y",
             {rows(g, "x"), ops::sinusoidalPosition(g, "position", tokens, width, Axis::Target)});
     }},
    {"sinusoidal position of odd width",
     [](Graph& g) {
         return ops::add(
             g, "y",
             {rows(g, "x", 5), ops::sinusoidalPosition(g, "position", tokens, 5, Axis::Target)});
     }},
    {"learned position",
     [](Graph& g) {
         return ops::add(
             g, "y",
             {rows(g, "x"), ops::learnedPosition(g, "position", weight(g, "table", 7, width),
                                                 tokens, Axis::Target)});
     }},
    {"dropout", [](Graph& g) { return ops::dropout(g, "y", rows(g, "x"), 0.4, 11); }},
    {"linear",
     [](Graph& g) {
         return ops::linear(g, "y", rows(g, "x"), weight(g, "w", width, 5), noNode, {});
     }},
    {"linear with bias",
     [](Graph& g) {
         return ops::linear(g, "y", rows(g, "x"), weight(g, "w", width, 5), vector(g, "b", 5), {});
     }},
    {"linear, transposed weight",
     [](Graph& g) {
         return ops::linear(g, "y", rows(g, "x"), weight(g, "w", 5, width), vector(g, "b", 5),
                            {.transposed = true});
     }},
    {"linear, split by head",
     [](Graph& g) {
         return ops::linear(g, "y", rows(g, "x"), weight(g, "w", width, 8), vector(g, "b", 8),
                            {.heads = 2});
     }},
    {"one weight used twice",
     [](Graph& g) {
         const NodeId w = weight(g, "w", width, width);
         return ops::linear(g, "y", ops::linear(g, "between", rows(g, "x"), w, noNode, {}), w,
                            noNode, {});
     }},
    {"matmul, second transposed",
     [](Graph& g) { return ops::matmul(g, "y", heads(g, "q"), heads(g, "k"), false, true); }},
    {"matmul",
     [](Graph& g) {
         return ops::matmul(g, "y", square(g, "weights"), heads(g, "v"), false, false);
     }},
    {"matmul, the first shared",
     [](Graph& g) { return ops::matmul(g, "y", sharedHeads(g, "q"), heads(g, "k"), false, true); }},
    {"matmul, the second shared",
     [](Graph& g) { return ops::matmul(g, "y", heads(g, "q"), sharedHeads(g, "k"), false, true); }},
    {"matmul of heads, the second shared",
     [](Graph& g) {
         return ops::matmul(g, "y", square(g, "weights"), sharedHeads(g, "v"), false, false);
     }},
    {"matmul, both shared",
     [](Graph& g) {
         const NodeId scores =
             ops::matmul(g, "scores", sharedHeads(g, "q"), sharedHeads(g, "k"), false, true);
         return ops::add(g, "y", {square(g, "x"), ops::softmax(g, "weights", scores)});
     }},
    {"a network over what is shared",
     [](Graph& g) {
         const NodeId normalised = ops::layerNorm(
             g, "normalised", shared(g, "x"), vector(g, "gain", width), vector(g, "bias", width));
         const NodeId hidden =
             ops::gelu(g, "hidden",
                       ops::linear(g, "before", normalised, weight(g, "w", width, width),
                                   vector(g, "b", width), {}));
         return ops::add(g, "y", {rows(g, "z"), hidden});
     }},
    {"scale", [](Graph& g) { return ops::scale(g, "y", square(g, "x"), 0.7); }},
    {"mask and softmax",
     [](Graph& g) {
         return ops::softmax(g, "y",
                             ops::mask(g, "masked", square(g, "x"), idsInput(g, "ids"), true));
     },
     {{"ids", ids}}},
    {"causal mask alone",
     [](Graph& g) {
         return ops::softmax(g, "y", ops::mask(g, "masked", square(g, "x"), noNode, true));
     }},
    {"softmax", [](Graph& g) { return ops::softmax(g, "y", square(g, "x")); }},
    {"interventions on the scores of heads",
     [](Graph& g) {
         return ops::softmax(g, "y",
                             ops::intervene(g, "changed", square(g, "x"),
                                            {edit(Edit::Kind::Multiply, 0.4, only(1)),
                                             edit(Edit::Kind::Set, 2, only(1), only(2), only(3)),
                                             edit(Edit::Kind::Multiply, 3, {}, only(2)),
                                             edit(Edit::Kind::Set, 1, {}, {2, 7}, {9, 1})}));
     }},
    {"interventions on a mask",
     [](Graph& g) {
         const NodeId x = square(g, "x");
         const double hidden = -std::numeric_limits<double>::infinity();
         return ops::softmax(
             g, "y",
             ops::intervene(g, "changed", ops::mask(g, "masked", x, idsInput(g, "ids"), true),
                            {edit(Edit::Kind::Set, hidden, {}, only(3), only(0)),
                             edit(Edit::Kind::Reveal, 0, only(0), {}, {1, 2}),
                             edit(Edit::Kind::Multiply, 0.5, only(0), only(1)),
                             edit(Edit::Kind::Multiply, 0, only(1), only(0), only(3))},
                            x));
     },
     {{"ids", ids}}},
    {"an intervention behind a softmax",
     [](Graph& g) {
         return ops::intervene(g, "y", ops::softmax(g, "weights", square(g, "x")),
                               {edit(Edit::Kind::Set, 0.7, only(0), only(1), only(1)),
                                edit(Edit::Kind::Multiply, 2, only(1), only(1), only(0))});
     }},
    {"a muted head",
     [](Graph& g) {
         return ops::joinHeads(
             g, "y",
             ops::intervene(g, "muted", heads(g, "x"), {edit(Edit::Kind::Set, 0, only(1))}));
     }},
    {"interventions on a weight that is used twice",
     [](Graph& g) {
         const NodeId w = ops::intervene(g, "w/changed", weight(g, "w", width, width),
                                         {edit(Edit::Kind::Set, -0.5, only(2), {1, 3}),
                                          edit(Edit::Kind::Multiply, 2, {}, only(3))});
         return ops::linear(g, "y", ops::linear(g, "between", rows(g, "x"), w, noNode, {}), w,
                            noNode, {});
     }},
    {"join heads", [](Graph& g) { return ops::joinHeads(g, "y", heads(g, "x")); }},
    {"split heads", [](Graph& g) { return heads(g, "x"); }},
    {"layer norm",
     [](Graph& g) {
         return ops::layerNorm(g, "y", rows(g, "x"), vector(g, "gain", width),
                               vector(g, "bias", width));
     }},
    {"relu", [](Graph& g) { return ops::relu(g, "y", rows(g, "x")); }},
    {"gelu", [](Graph& g) { return ops::gelu(g, "y", rows(g, "x")); }},
    {"loss",
     [](Graph& g) {
         const NodeId logits = rows(g, "logits");
         const NodeId labels = idsInput(g, "labels");
         const NodeId count = ops::countTokens(g, "count", labels);
         const NodeId p = ops::softmax(g, "p", logits);
         return ops::meanTokens(g, "y", ops::crossEntropy(g, "token", logits, p, labels, 0), count);
     },
     {{"labels", ids}}},
    {"loss with label smoothing",
     [](Graph& g) {
         const NodeId logits = rows(g, "logits");
         const NodeId labels = idsInput(g, "labels");
         const NodeId count = ops::countTokens(g, "count", labels);
         const NodeId p = ops::softmax(g, "p", logits);
         return ops::meanTokens(g, "y", ops::crossEntropy(g, "token", logits, p, labels, 0.2),
                                count);
     },
     {{"labels", ids}}},
    {"Adam with clipping and decay",
     [](Graph& g) {
         return update(g, [&](NodeId p, NodeId gradient) {
             const NodeId rate = scalarInput(g, "rate");
             const NodeId step = scalarInput(g, "step");
             const NodeId norm = ops::gradientNorm(g, "norm", {gradient});
             const NodeId factor = ops::clipFactor(g, "factor", norm, 0.5);
             const NodeId clipped = ops::clipGradient(g, "clipped", gradient, factor);
             const NodeId decayed = ops::decayGradient(g, "decayed", clipped, p, 0.1);
             const NodeId m = ops::adamMoment1(g, "m", ops::state(g, "old m", p), decayed, 0.9);
             const NodeId v = ops::adamMoment2(g, "v", ops::state(g, "old v", p), decayed, 0.999);
             const NodeId delta = ops::adamUpdate(g, "delta", m, v, rate, step, 0.9, 0.999, 1e-8);
             return ops::apply(g, "new p", p, delta, rate, 0.01);
         });
     },
     {{"step", {4}}, {"rate", {0.01}}}},
    {"SGD with momentum",
     [](Graph& g) {
         return update(g, [&](NodeId p, NodeId gradient) {
             const NodeId buffer =
                 ops::momentum(g, "buffer", ops::state(g, "old buffer", p), gradient, 0.9);
             const NodeId delta = ops::sgdUpdate(g, "delta", buffer, scalarInput(g, "rate"));
             return ops::apply(g, "new p", p, delta, noNode, 0);
         });
     },
     {{"rate", {0.1}}}},
};

/// The graph of a case, differentiated from a random output gradient where it can be.
struct Built {
    std::shared_ptr<Graph> graph = std::make_shared<Graph>();
    NodeId output = noNode;
    NodeId seed = noNode;
};

Built build(const Case& c) {
    Built built;
    Graph& g = *built.graph;
    built.output = c.build(g);
    if (built.output == noNode)
        return built;
    g.setRole(Role::Backward);
    const Node y = g[built.output];
    if (y.storage == Storage::ByHead) {
        const NodeId given = ops::input(g, "seed", Shape{y.shape[1], y.shape[0] * y.shape[2]}, {});
        built.seed = ops::splitHeads(g, "grad/" + y.name, given, y.shape[0]);
    } else {
        built.seed = ops::input(g, "grad/" + y.name, y.shape, {}, y.batched);
    }
    differentiate(g, built.output, built.seed, ops::add);
    return built;
}

void feed(Engine& engine, const Case& c) {
    for (const auto& [name, values] : c.inputs) {
        const NodeId input = engine.graph().find(name);
        const Node& node = engine.graph()[input];
        const Index count = node.shape.count() * (node.batched ? engine.program().batch() : 1);
        std::vector<double> fed(static_cast<std::size_t>(count));
        for (std::size_t i = 0; i < fed.size(); ++i)
            fed[i] = values[i % values.size()];
        engine.setInput(input, fed);
    }
}

} // namespace

class TestOps : public QObject {
    Q_OBJECT

private slots:
    void everyGradientAgreesWithCentralDifferences_data() { addCases(true); }
    void everyGradientAgreesWithCentralDifferences();
    void everyExplanationRecomputesItsCell_data() { addCases(false); }
    void everyExplanationRecomputesItsCell();
    void everyKindOfOpIsCovered();
    void aFullyMaskedRowGivesZeros();
    void hiddenSaysWhichMask();
    void opsHaveDistinctNames();

private:
    static void addCases(bool differentiable) {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases.size(); ++i) {
            Graph g;
            if (!differentiable || cases[i].build(g) != noNode)
                QTest::newRow(cases[i].name) << static_cast<int>(i);
        }
    }
};

void TestOps::everyGradientAgreesWithCentralDifferences() {
    QFETCH(int, index);
    const Case& c = cases[static_cast<std::size_t>(index)];
    const Built built = build(c);
    Engine engine(built.graph, batch);
    feed(engine, c);
    const Node& y = (*built.graph)[built.output];
    const auto objective = [&] {
        engine.run();
        double sum = 0;
        for (Index b = 0; b < (y.batched ? batch : 1); ++b) {
            const auto value = engine.value(y.id, b);
            const auto weights = engine.value(built.seed, b);
            for (Index i = 0; i < value.count(); ++i)
                sum += value[i] * weights[i];
        }
        return sum;
    };
    for (const Node& node : built.graph->nodes()) {
        if (node.role != Role::Parameter)
            continue;
        objective();
        const NodeId gradient = built.graph->gradientOf(node.id);
        QVERIFY2(gradient != noNode, qPrintable(QString::fromStdString(node.name)));
        const auto analytic = engine.value(gradient);
        const auto values = engine.parameters().values(node.name);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double kept = values[i];
            const double step = 1e-5;
            values[i] = kept + step;
            const double above = objective();
            values[i] = kept - step;
            const double below = objective();
            values[i] = kept;
            const double numeric = (above - below) / (2 * step);
            const double error = std::abs(numeric - analytic[static_cast<Index>(i)]);
            QVERIFY2(error <= 1e-8 * std::max(1.0, std::abs(numeric)),
                     qPrintable(QString("%1[%2]: %3 by differences, %4 by the op")
                                    .arg(QString::fromStdString(node.name))
                                    .arg(i)
                                    .arg(numeric, 0, 'g', 12)
                                    .arg(analytic[static_cast<Index>(i)], 0, 'g', 12)));
        }
    }
}

void TestOps::everyExplanationRecomputesItsCell() {
    QFETCH(int, index);
    const Case& c = cases[static_cast<std::size_t>(index)];
    const Built built = build(c);
    Engine engine(built.graph, 1);
    feed(engine, c);
    engine.run();
    const CellReader read = engine.reader();
    for (const Node& node : built.graph->nodes()) {
        if (node.role == Role::Parameter || node.role == Role::State)
            continue; // the reader gives what they were before the update
        // Inputs that are parameters are read as before, the node itself as it is now.
        const auto value = engine.value(node.id);
        for (Index i = 0; i < value.count(); ++i) {
            const Explanation explanation =
                node.op->explain(*built.graph, node, cellAt(node.shape, i), read);
            QVERIFY(!explanation.lines.empty());
            const double recomputed = evaluate(explanation, read).back();
            const bool same =
                recomputed == value[i] || // also ±∞
                std::abs(recomputed - value[i]) <= 1e-11 * std::max(1.0, std::abs(value[i]));
            QVERIFY2(same, qPrintable(QString("%1[%2]: %3 explained, %4 computed")
                                          .arg(QString::fromStdString(node.name))
                                          .arg(i)
                                          .arg(recomputed, 0, 'g', 14)
                                          .arg(value[i], 0, 'g', 14)));
        }
    }
}

void TestOps::everyKindOfOpIsCovered() {
    std::set<OpKind> seen;
    for (const Case& c : cases) {
        const Built built = build(c);
        for (const Node& node : built.graph->nodes())
            seen.insert(node.op->kind());
    }
    for (int kind = 0; kind < static_cast<int>(OpKind::count_); ++kind) {
        const Op& op = ops::op(static_cast<OpKind>(kind));
        QCOMPARE(op.kind(), static_cast<OpKind>(kind));
        // The seed of a loss is a constant; it has nothing to differentiate.
        if (op.kind() != OpKind::Constant)
            QVERIFY2(seen.count(op.kind()) == 1, op.name().data());
    }
}

void TestOps::aFullyMaskedRowGivesZeros() {
    auto graph = std::make_shared<Graph>();
    const NodeId keys = idsInput(*graph, "ids");
    const NodeId masked = ops::mask(*graph, "masked", square(*graph, "x"), keys, false);
    const NodeId y = ops::softmax(*graph, "y", masked);
    Engine engine(graph, 1);
    engine.setInput(keys, {0, 0, 0, 0});
    engine.run();
    const auto weights = engine.value(y);
    for (const double weight : weights.values())
        QCOMPARE(weight, 0.0);
}

void TestOps::hiddenSaysWhichMask() {
    auto graph = std::make_shared<Graph>();
    const NodeId keys = idsInput(*graph, "ids");
    const NodeId masked = ops::mask(*graph, "masked", square(*graph, "x"), keys, true);
    Engine engine(graph, 1);
    engine.setInput(keys, {5, 0, 5, 0});
    engine.run();
    const auto hidden = [&](Index query, Index key) {
        return ops::hiddenBy((*graph)[masked], Cell{{0, query, key, 0}}, engine.reader());
    };
    QCOMPARE(hidden(2, 0), Hidden::No);
    QCOMPARE(hidden(2, 2), Hidden::No);
    QCOMPARE(hidden(0, 2), Hidden::Causal);
    QCOMPARE(hidden(2, 1), Hidden::Padding);
    QCOMPARE(hidden(2, 3), Hidden::Both);
}

void TestOps::opsHaveDistinctNames() {
    std::set<std::string_view> names;
    for (int kind = 0; kind < static_cast<int>(OpKind::count_); ++kind)
        QVERIFY(names.insert(ops::op(static_cast<OpKind>(kind)).name()).second);
}

QTEST_APPLESS_MAIN(TestOps)
#include "tst_ops.moc"
