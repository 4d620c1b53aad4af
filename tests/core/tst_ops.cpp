// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/every_op.h"
#include "core/ops/leaf.h"
#include "core/ops/mask.h"
#include "core/ops/softmax.h"
#include "tests/core/engine.h"
#include "tests/core/op_cases.h"

#include <QTest>

#include <array>
#include <cmath>
#include <set>

namespace gf::tst_ops {

using test::Engine;
using test::OpCase;
using test::opCases;
using test::OpSizes;

namespace {

constexpr Index batch = 10; ///< several examples in each shard

/// An even width and an odd one.
constexpr std::array<OpSizes, 2> sizes{{{4, 6}, {3, 5}}};

void feed(Engine& engine, const OpCase& c, const OpSizes& size) {
    for (const auto& [name, values] : c.inputs) {
        const NodeId input = engine.graph().find(name);
        const Node& node = engine.graph()[input];
        const Index count = node.shape.count() * (node.batched ? engine.program().batch() : 1);
        engine.setInput(input, test::inputOf(c, name, static_cast<std::size_t>(count), size));
    }
}

} // namespace

class TestOps : public QObject {
    Q_OBJECT

private slots:
    void offsets_areInTheBucketsOfTheReference() {
        // As transformers 5.24 puts them for T5, with 32 buckets up to a distance of 128.
        constexpr Index offsets[] = {-500, -128, -127, -64, -33, -20, -16, -9, -8,  -7,  -1,
                                     0,    1,    7,    8,   9,   16,  20,  64, 127, 128, 500};
        constexpr Index both[] = {15, 15, 15, 14, 12, 10, 10, 8,  8,  7,  1,
                                  0,  17, 23, 24, 24, 26, 26, 30, 31, 31, 31};
        constexpr Index past[] = {31, 31, 31, 26, 21, 17, 16, 9, 8, 7, 1,
                                  0,  0,  0,  0,  0,  0,  0,  0, 0, 0, 0};
        for (std::size_t i = 0; i < std::size(offsets); ++i) {
            QCOMPARE(ops::bucketOf(offsets[i], 32, {.distance = 128}), both[i]);
            QCOMPARE(ops::bucketOf(offsets[i], 32, {.distance = 128, .past = true}), past[i]);
        }
    }

    void gradients_agreeWithCentralDifferences_data() { addCases(true); }
    void gradients_agreeWithCentralDifferences() {
        QFETCH(std::size_t, index);
        QFETCH(std::size_t, size);
        const OpCase& c = opCases[index];
        const test::BuiltCase built = buildCase(c, sizes[size]);
        Engine engine(built.graph, batch);
        feed(engine, c, sizes[size]);
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
            const auto values = engine.parameters().writable(node.name);
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

    void explanations_recomputeEveryCell_data() { addCases(false); }
    void explanations_recomputeEveryCell() {
        QFETCH(std::size_t, index);
        QFETCH(std::size_t, size);
        const OpCase& c = opCases[index];
        const test::BuiltCase built = buildCase(c, sizes[size]);
        Engine engine(built.graph, 1);
        feed(engine, c, sizes[size]);
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

    void opCases_coverEveryKindOfOp() {
        std::set<OpKind> seen;
        for (const OpCase& c : opCases) {
            const test::BuiltCase built = buildCase(c);
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

    void softmax_givesZerosForAFullyMaskedRow() {
        auto graph = std::make_shared<Graph>();
        const NodeId keys = test::idsInput(*graph, {}, "ids");
        const NodeId masked =
            ops::mask(*graph, "masked", test::square(*graph, {}, "x"), keys, false);
        const NodeId y = ops::softmax(*graph, "y", masked);
        Engine engine(graph, 1);
        engine.setInput(keys, {0, 0, 0, 0});
        engine.run();
        const auto weights = engine.value(y);
        for (const double weight : weights.values())
            QCOMPARE(weight, 0.0);
    }

    void hiddenBy_saysWhichMask() {
        auto graph = std::make_shared<Graph>();
        const NodeId keys = test::idsInput(*graph, {}, "ids");
        const NodeId masked =
            ops::mask(*graph, "masked", test::square(*graph, {}, "x"), keys, true);
        Engine engine(graph, 1);
        engine.setInput(keys, {5, 0, 5, 0});
        engine.run();
        const auto hidden = [&](Index query, Index key) {
            return ops::hiddenBy(*graph, (*graph)[masked], Cell{{0, query, key, 0}},
                                 engine.reader());
        };
        QCOMPARE(hidden(2, 0), Hidden::No);
        QCOMPARE(hidden(2, 2), Hidden::No);
        QCOMPARE(hidden(0, 2), Hidden::Causal);
        QCOMPARE(hidden(2, 1), Hidden::Padding);
        QCOMPARE(hidden(2, 3), Hidden::Both);
    }

    /// As what was chosen already is hidden from the steps after. What cannot be chosen even at
    /// first is filler.
    void keepMask_mayDifferFromQueryToQuery() {
        auto graph = std::make_shared<Graph>();
        const OpSizes size{3, 4};
        const NodeId keep = ops::input(*graph, "keep", Shape{3, 3}, {Axis::Target, Axis::Target});
        const NodeId masked =
            ops::mask(*graph, "masked", test::square(*graph, size, "x"), keep, false);
        const NodeId y = ops::softmax(*graph, "y", masked);
        Engine engine(graph, 1);
        const std::vector<double> kept{1, 1, 0, 0, 1, 0, 0, 0, 0};
        engine.setInput(keep, kept);
        engine.run();
        const auto all = ops::hiddenBy(*graph, (*graph)[masked], engine.reader());
        for (Index i = 0; i < 9; ++i) {
            const bool hidden = kept[i] == 0;
            const Cell at{{1, i / 3, i % 3, 0}};
            QCOMPARE(engine.value(y).at(at) == 0, hidden);
            QCOMPARE(all[i], !hidden ? Hidden::No : i % 3 == 2 ? Hidden::Padding : Hidden::Chosen);
            QCOMPARE(ops::hiddenBy(*graph, (*graph)[masked], at, engine.reader()), all[i]);
        }
    }

    void ops_haveDistinctNames() {
        std::set<std::string_view> names;
        for (int kind = 0; kind < static_cast<int>(OpKind::count_); ++kind)
            QVERIFY(names.insert(ops::op(static_cast<OpKind>(kind)).name()).second);
    }

private:
    static void addCases(bool differentiable) {
        QTest::addColumn<std::size_t>("index");
        QTest::addColumn<std::size_t>("size");
        for (std::size_t i = 0; i < opCases.size(); ++i)
            for (std::size_t size = 0; size < sizes.size(); ++size) {
                Graph g;
                if (!differentiable || opCases[i].build(g, sizes[size]) != noNode)
                    QTest::addRow("%s, %d wide", opCases[i].name,
                                  static_cast<int>(sizes[size].width))
                        << i << size;
            }
    }
};

} // namespace gf::tst_ops

#include "tests/entry.h"
GF_APPLESS_TEST(tst_ops, TestOps)
#include "tst_ops.moc"
