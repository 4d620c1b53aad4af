// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/expression.h"
#include "core/graph/graph.h"

#include <string_view>

namespace gf {

/// Every kind of operation, as core/graph/op_table.def lists them.
enum class OpKind : std::uint8_t {
#define GF_OP(kind, function, name) kind,
#include "core/graph/op_table.def"
    count_, ///< number of kinds
};

/// How the numbers of an operation come about; core/graph/op_table.def says what each means.
enum class OpForm : std::uint8_t { Given, View, Each, Pair, Update, Replacement, Other };

/// A row of the table of operations.
struct OpRow {
    OpKind kind;
    std::string_view name;
    OpForm form;
};

/// The table in the order of the kinds.
inline constexpr OpRow opTable[] = {
#define GF_GIVEN(kind, function, name) {OpKind::kind, name, OpForm::Given},
#define GF_VIEW(kind, function, name) {OpKind::kind, name, OpForm::View},
#define GF_EACH(kind, function, name) {OpKind::kind, name, OpForm::Each},
#define GF_PAIR(kind, function, name) {OpKind::kind, name, OpForm::Pair},
#define GF_UPDATE(kind, function, name) {OpKind::kind, name, OpForm::Update},
#define GF_REPLACEMENT(kind, function, name) {OpKind::kind, name, OpForm::Replacement},
#define GF_OP(kind, function, name) {OpKind::kind, name, OpForm::Other},
#include "core/graph/op_table.def"
};

constexpr OpForm formOf(OpKind kind) {
    return opTable[static_cast<std::size_t>(kind)].form;
}

/// A function that the feed-forward layer of a model may have, as core/graph/op_table.def lists
/// them.
struct ActivationRow {
    OpKind kind;
    OpKind gradient;        ///< the kind that computes dy·f′(x) from x and dy
    std::string_view name;  ///< what files call it: "gelu_tanh"
    std::string_view label; ///< what people call it: "GELU"
    std::string_view torch; ///< how PyTorch writes it; %1 is the number
};

/// In the order of the table, which is that of gf::Activation too.
inline constexpr ActivationRow activationTable[] = {
#define GF_ACTIVATION(kind, function, name, label, torch)                                          \
    {OpKind::kind, OpKind::kind##Gradient, name, label, torch},
#include "core/graph/op_table.def"
};

/// The row of an activation or of the gradient of one; null for all other kinds.
constexpr const ActivationRow* activationRow(OpKind kind) {
    for (const ActivationRow& row : activationTable)
        if (row.kind == kind || row.gradient == kind)
            return &row;
    return nullptr;
}

/// Whether a kind is an activation, and not the gradient of one.
constexpr bool isActivation(OpKind kind) {
    const ActivationRow* const row = activationRow(kind);
    return row && row->kind == kind;
}

class Differentiation;

/// What an operation knows: how it differentiates and how one cell of its result is explained.
/// Its output shape is computed by its builder function (`ops::softmax(graph, …)`), its arithmetic
/// lives in the backends. Ops have no state; there is one object of each kind.
class Op {
public:
    virtual ~Op() = default;

    virtual OpKind kind() const = 0;
    /// "softmax": the id of the formula and the text in `resources`, and the name in profiles.
    virtual std::string_view name() const = 0;

    /// False for operands that have no gradient by nature (token ids, counts).
    virtual bool passesGradientTo(std::size_t input) const;

    /// Appends the nodes that compute the gradients of `node`'s inputs and hands each to `d`.
    /// The default has no gradient (leaves, gradients themselves, updates).
    virtual void differentiate(Differentiation& d, const Node& node) const;

    /// How `cell` of `node` follows from its operands. `read` gives operand values where the
    /// explanation depends on them (which embedding row, which cells are masked). `cell` lies in
    /// the node's shape. Evaluated in double precision, the last line is the cell's value but for
    /// the rounding of float32.
    virtual Explanation explain(const Graph& graph, const Node& node, const Cell& cell,
                                const CellReader& read) const = 0;
};

} // namespace gf
