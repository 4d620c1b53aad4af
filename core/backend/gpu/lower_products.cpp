// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/lower_products.h"

#include "core/graph/op.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace gf::gpu {

namespace {

/// Y = A·B of one node, whatever kind of product it is.
struct Product {
    Operand y, a, b;
    Index rows = 0, columns = 0, depth = 0;
    bool aTransposed = false, bTransposed = false;
    NodeId bias = noNode;
};

/// y = x·W + b.
Product linear(const LaunchList& list, const Node& node) {
    const Operand y = list.operandOf(node.id).asOneMatrix();
    const Operand x = list.operandOf(node.inputs[0]).asOneMatrix();
    return {.y = y,
            .a = x,
            .b = list.operandOf(node.inputs[1]).asOneMatrix(),
            .rows = y.rows,
            .columns = y.columns,
            .depth = x.columns,
            .bTransposed = node.attributes.transposeB,
            .bias = node.inputs.size() == 3 ? node.inputs[2] : noNode};
}

/// dx = dy·Wᵀ.
Product inputGradient(const LaunchList& list, const Node& node) {
    const Operand dx = list.operandOf(node.id).asOneMatrix();
    const Operand dy = list.operandOf(node.inputs[0]).asOneMatrix();
    return {.y = dx,
            .a = dy,
            .b = list.operandOf(node.inputs[1]).asOneMatrix(),
            .rows = dx.rows,
            .columns = dx.columns,
            .depth = dy.columns,
            .bTransposed = !node.attributes.transposeB};
}

/// dW = xᵀ·dy over all tokens of all examples.
Product weightGradient(const LaunchList& list, const Node& node) {
    const bool transposed = node.attributes.transposeB;
    const Operand dw = list.operandOf(node.id).asOneMatrix();
    const Operand x = list.operandOf(node.inputs[transposed ? 1 : 0]).asOneMatrix();
    return {.y = dw,
            .a = x,
            .b = list.operandOf(node.inputs[transposed ? 0 : 1]).asOneMatrix(),
            .rows = dw.rows,
            .columns = dw.columns,
            .depth = x.rows,
            .aTransposed = true};
}

Product matMul(const LaunchList& list, const Node& node) {
    const Operand y = list.operandOf(node.id);
    const Operand a = list.operandOf(node.inputs[0]);
    return {.y = y,
            .a = a,
            .b = list.operandOf(node.inputs[1]),
            .rows = y.rows,
            .columns = y.columns,
            .depth = node.attributes.transposeA ? a.rows : a.columns,
            .aTransposed = node.attributes.transposeA,
            .bTransposed = node.attributes.transposeB};
}

Product productOf(const LaunchList& list, NodeId id) {
    const Node& node = list.node(id);
    switch (node.op->kind()) {
    case OpKind::Linear:
        return linear(list, node);
    case OpKind::LinearInputGradient:
        return inputGradient(list, node);
    case OpKind::LinearWeightGradient:
        return weightGradient(list, node);
    default:
        assert(node.op->kind() == OpKind::MatMul);
        return matMul(list, node);
    }
}

/// As many groups as keep a card busy.
constexpr Index busyGroups = 128;

/// Kernels by the side of their tile, for operands stored as they are or transposed.
struct Tile {
    Index side;
    Index fewestGroups;                      ///< from which on it is worth while
    std::array<std::string_view, 4> kernels; ///< A·B, A·Bᵀ, Aᵀ·B, Aᵀ·Bᵀ
};
constexpr std::array tiles{
    Tile{128,
         busyGroups,
         {"product_huge", "product_by_columns_huge", "product_of_columns_huge",
          "product_transposed_huge"}},
    Tile{64,
         busyGroups / 2,
         {"product_large", "product_by_columns_large", "product_of_columns_large",
          "product_transposed_large"}},
    Tile{32,
         busyGroups / 2,
         {"product_middle", "product_by_columns_middle", "product_of_columns_middle",
          "product_transposed_middle"}},
    Tile{16,
         1,
         {"product_small", "product_by_columns_small", "product_of_columns_small",
          "product_transposed_small"}},
};

/// Of a part of the depth: less is not worth adding up.
constexpr Index leastDepth = 128;
constexpr Index mostParts = 32;

/// How a product is cut into groups.
struct Cut {
    const Tile* tile = nullptr;
    Index partDepth = 1;
    Index parts = 1; ///< of the depth
};

/// A large tile reads less; a small one leaves no group without work. Where the depth may be cut,
/// that makes groups too.
Cut cutOf(const Product& p, Index matrices, bool canCutDepth) {
    const Index most = canCutDepth ? std::clamp<Index>(p.depth / leastDepth, 1, mostParts) : 1;
    const auto groupsOf = [&](const Tile& tile) {
        return groupsFor(p.rows, tile.side) * groupsFor(p.columns, tile.side) * matrices;
    };
    const auto* const tile = std::ranges::find_if(tiles, [&](const Tile& each) {
        return p.rows * p.columns >= each.side * each.side / 2 &&
               groupsOf(each) * most >= each.fewestGroups;
    });
    Cut cut;
    cut.tile = tile == tiles.end() ? &tiles.back() : &*tile;
    const Index wanted = std::clamp<Index>(groupsFor(busyGroups, groupsOf(*cut.tile)), 1, most);
    cut.partDepth = std::max<Index>(1, groupsFor(p.depth, wanted));
    cut.parts = groupsFor(p.depth, cut.partDepth);
    return cut;
}

class ProductsLowering {
public:
    ProductsLowering(LaunchList& list, const Stage& stage, const std::vector<bool>& hasValue)
        : m_list(list), m_stage(stage), m_hasValue(hasValue) {
        for (const NodeId id : stage.products)
            m_products.push_back(productOf(list, id));
        for (const NodeId sum : stage.columnSums)
            m_columnSums.push_back(list.placeOf(sum));
    }

    void lower() {
        // Only sums over the tokens of a batch are so deep that cutting them pays.
        const bool isDeep =
            list().node(m_stage.products[0]).op->kind() == OpKind::LinearWeightGradient;
        m_cut = cutOf(first(), matrices(), isDeep);
        m_results = {result(), 0, 0};
        if (m_cut.parts > 1) {
            std::vector<Place> results;
            for (const Product& each : m_products)
                results.push_back(each.y.place);
            m_results = list().partsOf(results, first().rows * first().columns, m_cut.parts);
        }
        m_sums = {result(), 0, 0};
        if (!m_columnSums.empty())
            m_sums = list().partsOf(m_columnSums, first().columns, m_cut.parts);
        launch();
    }

private:
    LaunchList& list() { return m_list; }
    const Product& first() const { return m_products.front(); }
    bool isAddedUp() const { return m_stage.sum != noNode; }
    Index jobs() const { return isAddedUp() ? 1 : static_cast<Index>(m_products.size()); }
    Index terms() const { return isAddedUp() ? static_cast<Index>(m_products.size()) : 1; }
    Index matrices() const { return first().y.examples * first().y.heads * jobs(); }

    /// Where the launch leaves what it makes; anything that has a place for what it does not make.
    Place result() const {
        return isAddedUp()               ? m_list.placeOf(m_stage.sum)
               : m_stage.slope != noNode ? m_list.placeOf(m_stage.slope)
                                         : first().y.place;
    }
    Place placeOr(NodeId node, Place other) const {
        return node == noNode ? other : m_list.placeOf(node);
    }

    /// How far the operands of each product are from those of the first one.
    Place jobTable() {
        if (m_products.size() == 1)
            return result();
        std::vector<std::int32_t> numbers;
        const auto apart = [](Place from, Place to) {
            assert(from.memory == to.memory);
            return toUnits(to.at - from.at);
        };
        for (std::size_t i = 0; i < m_products.size(); ++i) {
            const Product& each = m_products[i];
            const auto job = static_cast<Index>(i);
            numbers.push_back(apart(first().a.place, each.a.place));
            numbers.push_back(apart(first().b.place, each.b.place));
            numbers.push_back(m_cut.parts > 1 ? toUnits(job * m_results.apart)
                                              : apart(first().y.place, each.y.place));
            numbers.push_back(first().bias == noNode
                                  ? 0
                                  : apart(m_list.placeOf(first().bias), m_list.placeOf(each.bias)));
            numbers.push_back(m_columnSums.empty() ? 0
                              : m_cut.parts > 1    ? toUnits(job * m_sums.apart)
                                                   : apart(m_columnSums[0], m_columnSums[i]));
        }
        return m_list.table(numbers);
    }

    /// Of what follows: 0 nothing, 1 a ReLU, 2 a GELU.
    std::int32_t kindOf(NodeId node, OpKind relu) const {
        return node == noNode ? 0 : m_list.node(node).op->kind() == relu ? 1 : 2;
    }

    void launch() {
        const Product& p = first();
        const bool makesY = isAddedUp() || m_stage.slope != noNode ||
                            m_hasValue[static_cast<std::size_t>(m_stage.products[0])];
        const NodeId slopeAt =
            m_stage.slope == noNode ? noNode : m_list.node(m_stage.slope).inputs[0];
        LaunchList::Arguments arguments{m_results.place,
                                        p.a.place,
                                        p.b.place,
                                        placeOr(p.bias, result()),
                                        placeOr(m_stage.addend, result()),
                                        placeOr(slopeAt, result()),
                                        placeOr(m_stage.activation, result()),
                                        m_sums.place,
                                        jobTable()};
        for (const Operand* operand : {&p.y, &p.a, &p.b}) {
            arguments.emplace_back(std::int64_t(operand->example));
            arguments.emplace_back(std::int64_t(operand->head));
            arguments.emplace_back(toInt(operand->row));
        }
        for (const Index number : {p.rows, p.columns, p.depth, p.y.heads, p.y.examples, jobs(),
                                   terms(), m_cut.partDepth})
            arguments.emplace_back(toInt(number));
        arguments.emplace_back(std::int64_t(m_results.stride));
        arguments.emplace_back(std::int64_t(m_sums.stride));
        for (const std::int32_t number :
             {toInt(makesY), toInt(p.bias != noNode), toInt(m_stage.addend != noNode),
              kindOf(m_stage.slope, OpKind::ReluGradient), kindOf(m_stage.activation, OpKind::Relu),
              toInt(!m_columnSums.empty())})
            arguments.emplace_back(number);
        const auto which =
            static_cast<std::size_t>((p.aTransposed ? 2 : 0) + (p.bTransposed ? 1 : 0));
        const Index side = m_cut.tile->side;
        m_list.add(
            m_cut.tile->kernels[which],
            {groupsFor(p.columns, side) * matrices() * m_cut.parts, groupsFor(p.rows, side), 1},
            std::move(arguments));
    }

    LaunchList& m_list;
    const Stage& m_stage;
    const std::vector<bool>& m_hasValue;
    std::vector<Product> m_products;
    std::vector<Place> m_columnSums;
    Cut m_cut;
    LaunchList::ManyParts m_results; ///< of the launch, to be added up where there are several
    LaunchList::ManyParts m_sums;
};

} // namespace

void lowerProducts(LaunchList& list, const Stage& stage, const std::vector<bool>& hasValue) {
    ProductsLowering(list, stage, hasValue).lower();
}

} // namespace gf::gpu
