// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/gpu_products.h"

#include "core/backend/gpu/product_tuning.h"
#include "core/graph/op.h"

#include <cassert>
#include <utility>

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
            .bTransposed = node.as<ProductAttributes>().transposeB,
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
            .bTransposed = !node.as<ProductAttributes>().transposeB};
}

/// dW = xᵀ·dy over all tokens of all examples.
Product weightGradient(const LaunchList& list, const Node& node) {
    const bool transposed = node.as<ProductAttributes>().transposeB;
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
            .depth = node.as<ProductAttributes>().transposeA ? a.rows : a.columns,
            .aTransposed = node.as<ProductAttributes>().transposeA,
            .bTransposed = node.as<ProductAttributes>().transposeB};
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

class ProductsLowering {
public:
    ProductsLowering(LaunchList& list, const ProductsWork& work, const std::vector<bool>& hasValue)
        : m_list(list), m_work(work), m_hasValue(hasValue) {
        for (const NodeId id : work.products)
            m_products.push_back(productOf(list, id));
        for (const NodeId sum : work.columnSums)
            m_columnSums.push_back(list.placeOf(sum));
    }

    void lower() {
        // Only sums over the tokens of a batch are so deep that cutting them pays.
        const bool isDeep =
            list().node(m_work.products[0]).op->kind() == OpKind::LinearWeightGradient;
        m_cut = cutOf({first().rows, first().columns, first().depth, matrices(), isDeep}, storage(),
                      list().tuning());
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
    bool isAddedUp() const { return m_work.sum != noNode; }
    Index jobs() const { return isAddedUp() ? 1 : static_cast<Index>(m_products.size()); }
    Index terms() const { return isAddedUp() ? static_cast<Index>(m_products.size()) : 1; }
    Storage storage() const { return storageOf(first().aTransposed, first().bTransposed); }
    Index matrices() const { return first().y.examples * first().y.heads * jobs(); }

    static ProductCall::Matrices matricesOf(const Operand& operand, Place place) {
        return {place, operand.example, operand.head, operand.row};
    }
    /// Where the launch leaves what it makes; anything that has a place for what it does not make.
    Place result() const {
        return isAddedUp()              ? m_list.placeOf(m_work.sum)
               : m_work.slope != noNode ? m_list.placeOf(m_work.slope)
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
        const bool makesY = isAddedUp() || m_work.slope != noNode || m_hasValue[m_work.products[0]];
        const NodeId slopeAt =
            m_work.slope == noNode ? noNode : m_list.node(m_work.slope).inputs[0];
        ProductCall call;
        call.y = matricesOf(p.y, m_results.place);
        call.a = matricesOf(p.a, p.a.place);
        call.b = matricesOf(p.b, p.b.place);
        call.bias = placeOr(p.bias, result());
        call.addend = placeOr(m_work.addend, result());
        call.x = placeOr(slopeAt, result());
        call.active = placeOr(m_work.activation, result());
        call.columnSums = m_sums.place;
        call.jobs = jobTable();
        call.rows = p.rows;
        call.columns = p.columns;
        call.depth = p.depth;
        call.heads = p.y.heads;
        call.examples = p.y.examples;
        call.jobCount = jobs();
        call.terms = terms();
        call.yPart = m_results.stride;
        call.sumsPart = m_sums.stride;
        call.makesY = makesY;
        call.hasBias = p.bias != noNode;
        call.hasAddend = m_work.addend != noNode;
        call.slope = kindOf(m_work.slope, OpKind::ReluGradient);
        call.activation = kindOf(m_work.activation, OpKind::Relu);
        call.sumsColumns = !m_columnSums.empty();
        m_list.add(call.launch(storage(), m_cut));
    }

    LaunchList& m_list;
    const ProductsWork& m_work;
    const std::vector<bool>& m_hasValue;
    std::vector<Product> m_products;
    std::vector<Place> m_columnSums;
    ProductCut m_cut;
    LaunchList::ManyParts m_results; ///< of the launch, to be added up where there are several
    LaunchList::ManyParts m_sums;
};

} // namespace

void lowerProducts(LaunchList& list, const ProductsWork& work, const std::vector<bool>& hasValue) {
    ProductsLowering(list, work, hasValue).lower();
}

} // namespace gf::gpu
