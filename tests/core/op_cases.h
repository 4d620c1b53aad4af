// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/differentiate.h"
#include "core/ops/activation.h"
#include "core/ops/add.h"
#include "core/ops/additive.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/dropout.h"
#include "core/ops/embedding.h"
#include "core/ops/gate.h"
#include "core/ops/heads.h"
#include "core/ops/intervene.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/norm.h"
#include "core/ops/optimizer_update.h"
#include "core/ops/position.h"
#include "core/ops/relative_position.h"
#include "core/ops/scale.h"
#include "core/ops/slice.h"
#include "core/ops/softmax.h"
#include "core/ops/windows.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// Every op in a little graph of its own, of any size: for the checks of gradients, explanations
/// and backends.
namespace gf::test {

/// How large the operands are.
struct OpSizes {
    Index tokens = 4, width = 6;
    /// As many as divide the width.
    Index heads() const { return width % 2 == 0 ? 2 : 1; }
};

/// A little graph around one op. `build` returns the node whose weighted sum is differentiated, or
/// noNode when there is nothing to differentiate (the optimizer's ops).
struct OpCase {
    const char* name;
    std::function<NodeId(Graph&, const OpSizes&)> build;
    std::map<std::string, std::vector<double>> inputs = {}; ///< token ids, steps: not random
};

/// A batched operand whose gradient can be checked: an input plus a parameter.
inline NodeId operand(Graph& g, const std::string& name, Shape shape, std::vector<Axis> axes) {
    const NodeId given = ops::input(g, name + ".given", shape, axes);
    const NodeId learned = ops::parameter(g, name + ".learned", shape, axes);
    return ops::add(g, name, {given, learned});
}

inline NodeId rows(Graph& g, const OpSizes& s, const std::string& name) {
    return operand(g, name, Shape{s.tokens, s.width}, {Axis::Target, Axis::Model});
}

inline NodeId heads(Graph& g, const OpSizes& s, const std::string& name) {
    return ops::splitHeads(g, name + ".split", rows(g, s, name), s.heads());
}

/// [heads, tokens, tokens], one matrix per head.
inline NodeId square(Graph& g, const OpSizes& s, const std::string& name) {
    return operand(g, name, Shape{s.heads(), s.tokens, s.tokens},
                   {Axis::Head, Axis::Target, Axis::Target});
}

/// What all examples of the batch share, as positions are: it is computed once.
inline NodeId shared(Graph& g, const OpSizes& s, const std::string& name) {
    const NodeId learned =
        ops::parameter(g, name + ".learned", Shape{s.tokens, s.width}, {Axis::Target, Axis::Model});
    return ops::scale(g, name, learned, 1.5);
}

inline NodeId sharedHeads(Graph& g, const OpSizes& s, const std::string& name) {
    return ops::splitHeads(g, name + ".split", shared(g, s, name), s.heads());
}

inline NodeId sharedSquare(Graph& g, const OpSizes& s, const std::string& name) {
    const NodeId learned =
        ops::parameter(g, name + ".learned", Shape{s.heads(), s.tokens, s.tokens},
                       {Axis::Head, Axis::Target, Axis::Target});
    return ops::scale(g, name, learned, 1.5);
}

inline NodeId idsInput(Graph& g, const OpSizes& s, const std::string& name) {
    return ops::input(g, name, Shape{s.tokens}, {Axis::Target});
}

inline NodeId weight(Graph& g, const std::string& name, Index in, Index out) {
    return ops::parameter(g, name, Shape{in, out}, {Axis::Model, Axis::Model});
}

inline NodeId vector(Graph& g, const std::string& name, Index size) {
    return ops::parameter(g, name, Shape{size}, {Axis::Model});
}

inline Edit edit(Edit::Kind kind, double value, Places a = {}, Places b = {}, Places c = {}) {
    return {kind, value, {a, b, c}};
}

/// ids of three examples; 0 is padding, one example is nothing but padding.
inline const std::vector<double> ids{3, 1, 2, 0, 2, 2, 0, 0, 0, 0, 0, 0};
/// Which of their rows count; one of those has id 0.
inline const std::vector<double> counted{1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0};

inline NodeId update(Graph& g, const OpSizes& s,
                     const std::function<NodeId(NodeId p, NodeId gradient)>& build) {
    const NodeId p = weight(g, "p", s.tokens, s.width);
    const NodeId gradient = ops::input(g, "g", Shape{s.tokens, s.width}, {}, false);
    g.setRole(Role::Update);
    build(p, gradient);
    return noNode;
}

inline NodeId scalarInput(Graph& g, const char* name) {
    return ops::input(g, name, Shape(), {}, false);
}

/// x + f(LN(x)·W₁ + b₁)·W₂ + b₂.
inline NodeId network(Graph& g, const OpSizes& s,
                      const std::function<NodeId(Graph&, std::string, NodeId)>& activation) {
    const NodeId x = rows(g, s, "x");
    const NodeId normalised =
        ops::layerNorm(g, "normalised", x, vector(g, "gain", s.width), vector(g, "bias", s.width));
    const NodeId before =
        ops::linear(g, "before", normalised, weight(g, "w_1", s.width, 7), vector(g, "b_1", 7), {});
    return ops::add(g, "y",
                    {x, ops::linear(g, "output", activation(g, "hidden", before),
                                    weight(g, "w_2", 7, s.width), vector(g, "b_2", s.width), {})});
}

inline const std::vector<OpCase> opCases{
    {"identity", [](Graph& g, const OpSizes& s) { return ops::identity(g, "y", rows(g, s, "x")); }},
    {"add",
     [](Graph& g, const OpSizes& s) {
         return ops::add(g, "y",
                         {rows(g, s, "x"), rows(g, s, "z"),
                          ops::parameter(g, "p", Shape{s.tokens, s.width}, {})});
     }},
    {"add the same node twice",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         return ops::add(g, "y", {x, x});
     }},
    {"embedding",
     [](Graph& g, const OpSizes& s) {
         return ops::embedding(g, "y", weight(g, "table", 5, s.width), idsInput(g, s, "ids"), 2.5);
     },
     {{"ids", ids}}},
    {"sinusoidal position",
     [](Graph& g, const OpSizes& s) {
         return ops::add(g, "y",
                         {rows(g, s, "x"),
                          ops::sinusoidalPosition(g, "position", s.tokens, s.width, Axis::Target)});
     }},
    {"sinusoidal position, all sines first",
     [](Graph& g, const OpSizes& s) {
         return ops::add(g, "y",
                         {rows(g, s, "x"), ops::sinusoidalPosition(g, "position", s.tokens, s.width,
                                                                   Axis::Target, true)});
     }},
    {"learned position",
     [](Graph& g, const OpSizes& s) {
         return ops::add(
             g, "y",
             {rows(g, s, "x"),
              ops::learnedPosition(g, "position", weight(g, "table", s.tokens + 3, s.width),
                                   s.tokens, Axis::Target)});
     }},
    {"relative bias",
     [](Graph& g, const OpSizes& s) {
         return ops::add(
             g, "y",
             {square(g, s, "x"), ops::relativeBias(g, "bias", weight(g, "table", s.heads(), 5),
                                                   {s.tokens, s.tokens})});
     }},
    {"bias of buckets",
     [](Graph& g, const OpSizes& s) {
         const NodeId members = ops::buckets(g, "buckets", 4, {.distance = 5});
         const NodeId table =
             ops::matmul(g, "table", weight(g, "bucket_bias", s.heads(), 4), members, false, false);
         return ops::add(
             g, "y",
             {square(g, s, "x"), ops::relativeBias(g, "bias", table, {s.tokens, s.tokens})});
     }},
    {"bias of buckets of what stands before",
     [](Graph& g, const OpSizes& s) {
         const NodeId members = ops::buckets(g, "buckets", 4, {.distance = 3, .past = true});
         const NodeId table =
             ops::matmul(g, "table", weight(g, "bucket_bias", s.heads(), 4), members, false, false);
         return ops::add(
             g, "y",
             {square(g, s, "x"), ops::relativeBias(g, "bias", table, {s.tokens, s.tokens})});
     }},
    {"alibi bias",
     [](Graph& g, const OpSizes& s) {
         return ops::add(
             g, "y",
             {square(g, s, "x"), ops::alibiBias(g, "bias", s.heads(), {s.tokens, s.tokens})});
     }},
    {"rotary",
     [](Graph& g, const OpSizes& s) {
         // As many features as the width leaves an even number of for a head.
         const Index width = std::max<Index>(4, s.width / 4 * 4);
         const NodeId x = operand(g, "x", Shape{s.tokens, width}, {Axis::Target, Axis::Model});
         return ops::rotary(g, "y", ops::splitHeads(g, "split", x, 2));
     }},
    {"rotary by halves, with a base of its own",
     [](Graph& g, const OpSizes& s) {
         // As many features as the width leaves an even number of for a head.
         const Index width = std::max<Index>(4, s.width / 4 * 4);
         const NodeId x = operand(g, "x", Shape{s.tokens, width}, {Axis::Target, Axis::Model});
         return ops::rotary(g, "y", ops::splitHeads(g, "split", x, 2),
                            {.base = 50, .halves = true});
     }},
    {"rotary of the first features, slowed down",
     [](Graph& g, const OpSizes& s) {
         // Two heads of eight features, of which six turn, or of those that the width leaves.
         const Index width = std::max<Index>(8, s.width / 4 * 4);
         const NodeId x = operand(g, "x", Shape{s.tokens, width}, {Axis::Target, Axis::Model});
         return ops::rotary(g, "y", ops::splitHeads(g, "split", x, 2),
                            {.base = 50,
                             .halves = true,
                             .turned = width / 2 - 2,
                             .scaling = {.kind = RotaryScaling::Kind::Llama3,
                                         .factor = 8,
                                         .low = 1,
                                         .high = 4,
                                         .length = 20}});
     }},
    {"rotary of neighbours among the first features, slowed down alike",
     [](Graph& g, const OpSizes& s) {
         const Index width = std::max<Index>(8, s.width / 4 * 4);
         const NodeId x = operand(g, "x", Shape{s.tokens, width}, {Axis::Target, Axis::Model});
         return ops::rotary(
             g, "y", ops::splitHeads(g, "split", x, 2),
             {.turned = 2, .scaling = {.kind = RotaryScaling::Kind::Linear, .factor = 4}});
     }},
    {"dropout",
     [](Graph& g, const OpSizes& s) { return ops::dropout(g, "y", rows(g, s, "x"), 0.4, 11); }},
    {"linear",
     [](Graph& g, const OpSizes& s) {
         return ops::linear(g, "y", rows(g, s, "x"), weight(g, "w", s.width, 5), noNode, {});
     }},
    {"linear with bias",
     [](Graph& g, const OpSizes& s) {
         return ops::linear(g, "y", rows(g, s, "x"), weight(g, "w", s.width, 5), vector(g, "b", 5),
                            {});
     }},
    {"linear, transposed weight",
     [](Graph& g, const OpSizes& s) {
         return ops::linear(g, "y", rows(g, s, "x"), weight(g, "w", 5, s.width), vector(g, "b", 5),
                            {.transposed = true});
     }},
    {"linear, split by head",
     [](Graph& g, const OpSizes& s) {
         return ops::linear(g, "y", rows(g, s, "x"), weight(g, "w", s.width, 8), vector(g, "b", 8),
                            {.heads = 2});
     }},
    {"one weight used twice",
     [](Graph& g, const OpSizes& s) {
         const NodeId w = weight(g, "w", s.width, s.width);
         return ops::linear(g, "y", ops::linear(g, "between", rows(g, s, "x"), w, noNode, {}), w,
                            noNode, {});
     }},
    {"matmul, second transposed",
     [](Graph& g, const OpSizes& s) {
         return ops::matmul(g, "y", heads(g, s, "q"), heads(g, s, "k"), false, true);
     }},
    {"matmul",
     [](Graph& g, const OpSizes& s) {
         return ops::matmul(g, "y", square(g, s, "weights"), heads(g, s, "v"), false, false);
     }},
    {"matmul, the first shared",
     [](Graph& g, const OpSizes& s) {
         return ops::matmul(g, "y", sharedHeads(g, s, "q"), heads(g, s, "k"), false, true);
     }},
    {"matmul, the second shared",
     [](Graph& g, const OpSizes& s) {
         return ops::matmul(g, "y", heads(g, s, "q"), sharedHeads(g, s, "k"), false, true);
     }},
    {"matmul of heads, the second shared",
     [](Graph& g, const OpSizes& s) {
         return ops::matmul(g, "y", square(g, s, "weights"), sharedHeads(g, s, "v"), false, false);
     }},
    {"matmul, both shared",
     [](Graph& g, const OpSizes& s) {
         const NodeId scores =
             ops::matmul(g, "scores", sharedHeads(g, s, "q"), sharedHeads(g, s, "k"), false, true);
         return ops::add(g, "y", {square(g, s, "x"), ops::softmax(g, "weights", scores)});
     }},
    {"add, the first shared",
     [](Graph& g, const OpSizes& s) {
         return ops::add(g, "y", {shared(g, s, "x"), rows(g, s, "z")});
     }},
    {"add, the one in the middle shared",
     [](Graph& g, const OpSizes& s) {
         return ops::add(g, "y", {rows(g, s, "x"), shared(g, s, "z"), rows(g, s, "u")});
     }},
    {"a bias on all scores, shared",
     [](Graph& g, const OpSizes& s) {
         const NodeId scores =
             ops::add(g, "scores", {sharedSquare(g, s, "bias"), square(g, s, "x")});
         return ops::softmax(g, "y", ops::mask(g, "masked", scores, idsInput(g, s, "ids"), true));
     },
     {{"ids", ids}}},
    {"mask, its keys shared",
     [](Graph& g, const OpSizes& s) {
         const NodeId keys = ops::input(g, "ids", Shape{s.tokens}, {Axis::Target}, false);
         return ops::softmax(g, "y", ops::mask(g, "masked", square(g, s, "x"), keys, true));
     },
     {{"ids", ids}}},
    {"mask of what is shared",
     [](Graph& g, const OpSizes& s) {
         const NodeId scaled = ops::scale(g, "scaled", sharedSquare(g, s, "x"), 0.7);
         return ops::softmax(g, "y", ops::mask(g, "masked", scaled, idsInput(g, s, "ids"), true));
     },
     {{"ids", ids}}},
    {"attention in which only the keys that are hidden differ",
     [](Graph& g, const OpSizes& s) {
         const NodeId scores =
             ops::matmul(g, "scores", sharedHeads(g, s, "q"), sharedHeads(g, s, "k"), false, true);
         const NodeId weights = ops::softmax(
             g, "weights", ops::mask(g, "masked", scores, idsInput(g, s, "ids"), true));
         return ops::matmul(g, "y", weights, sharedHeads(g, s, "v"), false, false);
     },
     {{"ids", ids}}},
    {"linear of what is shared, split by head, in a product with examples",
     [](Graph& g, const OpSizes& s) {
         const NodeId q = ops::linear(g, "q", shared(g, s, "x"), weight(g, "w", s.width, s.width),
                                      vector(g, "b", s.width), {.heads = s.heads()});
         return ops::matmul(g, "y", q, heads(g, s, "k"), false, true);
     }},
    {"a network over what is shared",
     [](Graph& g, const OpSizes& s) {
         const NodeId normalised =
             ops::layerNorm(g, "normalised", shared(g, s, "x"), vector(g, "gain", s.width),
                            vector(g, "bias", s.width));
         const NodeId hidden =
             ops::gelu(g, "hidden",
                       ops::linear(g, "before", normalised, weight(g, "w", s.width, s.width),
                                   vector(g, "b", s.width), {}));
         return ops::add(g, "y", {rows(g, s, "z"), hidden});
     }},
    {"scale",
     [](Graph& g, const OpSizes& s) { return ops::scale(g, "y", square(g, s, "x"), 0.7); }},
    {"mask with a window",
     [](Graph& g, const OpSizes& s) {
         return ops::softmax(g, "y",
                             ops::mask(g, "masked", ops::scale(g, "scaled", square(g, s, "x"), 0.5),
                                       idsInput(g, s, "ids"), true, false, 2));
     }},
    {"mask with a window and no keep-mask",
     [](Graph& g, const OpSizes& s) {
         return ops::softmax(g, "y",
                             ops::mask(g, "masked", square(g, s, "x"), noNode, true, false, 1));
     }},
    {"mask and softmax",
     [](Graph& g, const OpSizes& s) {
         return ops::softmax(
             g, "y", ops::mask(g, "masked", square(g, s, "x"), idsInput(g, s, "ids"), true));
     },
     {{"ids", ids}}},
    {"a keep-mask for each query",
     [](Graph& g, const OpSizes& s) {
         const NodeId keep =
             ops::input(g, "keep", Shape{s.tokens, s.tokens}, {Axis::Target, Axis::Target});
         return ops::softmax(g, "y", ops::mask(g, "masked", square(g, s, "x"), keep, true));
     },
     {{"keep", {1, 0, 1, 1, 0, 0, 1}}}},
    {"causal mask alone",
     [](Graph& g, const OpSizes& s) {
         return ops::softmax(g, "y", ops::mask(g, "masked", square(g, s, "x"), noNode, true));
     }},
    {"matmul of two dimensions",
     [](Graph& g, const OpSizes& s) {
         const NodeId weights =
             operand(g, "weights", Shape{s.tokens, s.tokens}, {Axis::Target, Axis::Target});
         return ops::matmul(g, "y", weights, rows(g, s, "x"), false, false);
     }},
    {"matmul of two dimensions, second transposed",
     [](Graph& g, const OpSizes& s) {
         return ops::matmul(g, "y", rows(g, s, "q"), rows(g, s, "k"), false, true);
     }},
    {"mask and softmax of two dimensions",
     [](Graph& g, const OpSizes& s) {
         const NodeId scores =
             operand(g, "x", Shape{s.tokens, s.tokens}, {Axis::Target, Axis::Target});
         return ops::softmax(g, "y", ops::mask(g, "masked", scores, idsInput(g, s, "ids"), true));
     },
     {{"ids", ids}}},
    {"the mean of what is seen",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         const NodeId weights = ops::softmax(
             g, "weights", ops::visibility(g, "masked", x, idsInput(g, s, "ids"), true));
         return ops::matmul(g, "y", weights, x, false, false);
     },
     {{"ids", ids}}},
    {"the mean of all",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         const NodeId weights =
             ops::softmax(g, "weights", ops::visibility(g, "masked", x, noNode, false));
         return ops::matmul(g, "y", weights, x, false, false);
     }},
    {"windows",
     [](Graph& g, const OpSizes& s) {
         return ops::windows(g, "y", rows(g, s, "x"), idsInput(g, s, "ids"), 2, false);
     },
     {{"ids", ids}}},
    {"windows that see nothing later",
     [](Graph& g, const OpSizes& s) {
         return ops::windows(g, "y", rows(g, s, "x"), noNode, 3, true);
     }},
    {"a convolution",
     [](Graph& g, const OpSizes& s) {
         const NodeId windows =
             ops::windows(g, "windows", rows(g, s, "x"), idsInput(g, s, "ids"), 1, false);
         const NodeId kernel = ops::parameter(g, "kernel", Shape{3, s.width, s.width},
                                              {Axis::Offset, Axis::Model, Axis::Model});
         return ops::linear(g, "y", windows, kernel, noNode, {});
     },
     {{"ids", ids}}},
    {"softmax", [](Graph& g, const OpSizes& s) { return ops::softmax(g, "y", square(g, s, "x")); }},
    {"interventions on the scores of heads",
     [](Graph& g, const OpSizes& s) {
         return ops::softmax(g, "y",
                             ops::intervene(g, "changed", square(g, s, "x"),
                                            {edit(Edit::Kind::Multiply, 0.4, only(1)),
                                             edit(Edit::Kind::Set, 2, only(1), only(2), only(3)),
                                             edit(Edit::Kind::Multiply, 3, {}, only(2)),
                                             edit(Edit::Kind::Set, 1, {}, {2, 7}, {9, 1})}));
     }},
    {"interventions on a mask",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = square(g, s, "x");
         const double hidden = -std::numeric_limits<double>::infinity();
         return ops::softmax(
             g, "y",
             ops::intervene(g, "changed", ops::mask(g, "masked", x, idsInput(g, s, "ids"), true),
                            {edit(Edit::Kind::Set, hidden, {}, only(3), only(0)),
                             edit(Edit::Kind::Reveal, 0, only(0), {}, {1, 2}),
                             edit(Edit::Kind::Multiply, 0.5, only(0), only(1)),
                             edit(Edit::Kind::Multiply, 0, only(1), only(0), only(3))},
                            x));
     },
     {{"ids", ids}}},
    {"an intervention behind a softmax",
     [](Graph& g, const OpSizes& s) {
         return ops::intervene(g, "y", ops::softmax(g, "weights", square(g, s, "x")),
                               {edit(Edit::Kind::Set, 0.7, only(0), only(1), only(1)),
                                edit(Edit::Kind::Multiply, 2, only(1), only(1), only(0))});
     }},
    {"a muted head",
     [](Graph& g, const OpSizes& s) {
         return ops::joinHeads(
             g, "y",
             ops::intervene(g, "muted", heads(g, s, "x"), {edit(Edit::Kind::Set, 0, only(1))}));
     }},
    {"interventions on a weight that is used twice",
     [](Graph& g, const OpSizes& s) {
         const NodeId w = ops::intervene(g, "w/changed", weight(g, "w", s.width, s.width),
                                         {edit(Edit::Kind::Set, -0.5, only(2), {1, 3}),
                                          edit(Edit::Kind::Multiply, 2, {}, only(3))});
         return ops::linear(g, "y", ops::linear(g, "between", rows(g, s, "x"), w, noNode, {}), w,
                            noNode, {});
     }},
    {"join heads",
     [](Graph& g, const OpSizes& s) { return ops::joinHeads(g, "y", heads(g, s, "x")); }},
    {"heads repeated",
     [](Graph& g, const OpSizes& s) {
         return ops::repeatHeads(g, "y", heads(g, s, "x"), 3 * s.heads());
     }},
    {"heads repeated, joined again",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = ops::repeatHeads(g, "twice", heads(g, s, "x"), 2 * s.heads());
         return ops::linear(g, "y", ops::joinHeads(g, "all", x),
                            weight(g, "w", 2 * s.width, s.width), noNode, {});
     }},
    {"heads that lie one after the other, repeated",
     [](Graph& g, const OpSizes& s) {
         return ops::repeatHeads(g, "y", square(g, s, "x"), 2 * s.heads());
     }},
    {"attention of grouped queries, turned by halves",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         const Index width = 4;
         const Index heads = 4;
         const auto made = [&](const std::string& name, Index count) {
             return ops::linear(g, name, x, weight(g, "w_" + name, s.width, count * width), noNode,
                                {.heads = count});
         };
         const RotaryPairs pairs{50, true};
         const NodeId q = ops::rotary(g, "q_turned", made("q", heads), pairs);
         const NodeId k =
             ops::repeatHeads(g, "k_all", ops::rotary(g, "k_turned", made("k", 2), pairs), heads);
         const NodeId v = ops::repeatHeads(g, "v_all", made("v", 2), heads);
         const NodeId scores = ops::matmul(g, "scores", q, k, false, true);
         const double factor = 0.1 / static_cast<double>(s.width);
         const NodeId masked = ops::mask(g, "masked", ops::scale(g, "scaled", scores, factor),
                                         idsInput(g, s, "ids"), true);
         const NodeId all =
             ops::matmul(g, "all", ops::softmax(g, "weights", masked), v, false, false);
         return ops::linear(g, "y", ops::joinHeads(g, "concat", all),
                            weight(g, "w_o", heads * width, s.width), noNode, {});
     },
     {{"ids", ids}}},
    {"a gated network behind a norm, added to what goes in",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         const NodeId normed = ops::rmsNorm(g, "normed", x, vector(g, "gain", s.width), 1e-5);
         const auto wide = [&](const std::string& name) {
             return ops::linear(g, name, normed, weight(g, "w_" + name, s.width, 5), noNode, {});
         };
         const NodeId hidden =
             ops::multiply(g, "hidden", ops::silu(g, "active", wide("gate")), wide("up"));
         return ops::add(
             g, "y",
             {x, ops::linear(g, "output", hidden, weight(g, "w_2", 5, s.width), noNode, {})});
     }},
    {"split heads", [](Graph& g, const OpSizes& s) { return heads(g, s, "x"); }},
    {"layer norm",
     [](Graph& g, const OpSizes& s) {
         return ops::layerNorm(g, "y", rows(g, s, "x"), vector(g, "gain", s.width),
                               vector(g, "bias", s.width));
     }},
    {"rms norm",
     [](Graph& g, const OpSizes& s) {
         return ops::rmsNorm(g, "y", rows(g, s, "x"), vector(g, "gain", s.width), 1e-3);
     }},
    {"rms norm of heads",
     [](Graph& g, const OpSizes& s) {
         const Index width = s.width / 2 * 2;
         const NodeId x = operand(g, "x", Shape{s.tokens, width}, {Axis::Target, Axis::Model});
         const NodeId normed = ops::rmsNorm(g, "normed", ops::splitHeads(g, "split", x, 2),
                                            vector(g, "gain", width / 2), 0.5);
         return ops::joinHeads(g, "y", normed);
     }},
    {"rms norm of what it is added to",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         return ops::add(g, "y", {x, ops::rmsNorm(g, "z", x, vector(g, "gain", s.width), 1e-6)});
     }},
    {"rms norm over what is shared",
     [](Graph& g, const OpSizes& s) {
         const NodeId z = ops::rmsNorm(g, "z", shared(g, s, "x"), vector(g, "gain", s.width), 1e-5);
         return ops::add(g, "y", {rows(g, s, "u"), z});
     }},
#define GF_ACTIVATION(kind, function, name, label, torch)                                          \
    {name, [](Graph& g, const OpSizes& s) { return ops::function(g, "y", rows(g, s, "x")); }},
#include "core/graph/op_table.def"
    {"tanh", [](Graph& g, const OpSizes& s) { return ops::tanh(g, "y", rows(g, s, "x")); }},
    {"sigmoid", [](Graph& g, const OpSizes& s) { return ops::sigmoid(g, "y", rows(g, s, "x")); }},
    {"one plus",
     [](Graph& g, const OpSizes& s) {
         return ops::rmsNorm(g, "y", rows(g, s, "x"),
                             ops::onePlus(g, "gain_plus_one", vector(g, "gain", s.width)), 1e-3);
     }},
    {"complement",
     [](Graph& g, const OpSizes& s) { return ops::complement(g, "y", rows(g, s, "x")); }},
    {"multiply",
     [](Graph& g, const OpSizes& s) {
         return ops::multiply(g, "y", rows(g, s, "a"), rows(g, s, "b"));
     }},
    {"multiply a node by itself",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         return ops::multiply(g, "y", x, x);
     }},
    {"keep at padding",
     [](Graph& g, const OpSizes& s) {
         return ops::keep(g, "y", rows(g, s, "next"), rows(g, s, "before"), idsInput(g, s, "ids"),
                          s.tokens - 1);
     },
     {{"ids", ids}}},
    {"a slice of each of two",
     [](Graph& g, const OpSizes& s) {
         return ops::slice(
             g, "y", {{rows(g, s, "a"), {s.tokens - 1, s.width - 1}}, {rows(g, s, "b"), {0, 0}}},
             {.columns = 1});
     }},
    {"slices of all rows of one",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         std::vector<NodeId> steps;
         for (Index t = 0; t < s.tokens; ++t) {
             const NodeId row =
                 ops::slice(g, "row" + std::to_string(t), {{x, {t, 0}}}, {.columns = s.width});
             steps.push_back(ops::tanh(g, "step" + std::to_string(t), row));
         }
         return ops::joinRows(g, "y", steps, Axis::Target);
     }},
    {"a slice of what is read as a whole too",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         const NodeId row = ops::slice(g, "row", {{x, {s.tokens - 1, 0}}}, {.columns = s.width});
         return ops::add(g, "y",
                         {x, ops::join(g, "alone", {{row, {}}},
                                       {s.tokens, s.width, Axis::Target, Axis::Model})});
     }},
    {"a slice of a weight",
     [](Graph& g, const OpSizes& s) {
         const NodeId both = weight(g, "w", 2 * s.width, 5);
         const NodeId half = ops::slice(g, "half", {{both, {s.width, 0}}}, {s.width, 5});
         return ops::linear(g, "y", rows(g, s, "x"), half, noNode, {});
     }},
    {"columns joined",
     [](Graph& g, const OpSizes& s) {
         return ops::joinColumns(g, "y", rows(g, s, "a"), rows(g, s, "b"));
     }},
    {"zeros for each example",
     [](Graph& g, const OpSizes& s) {
         return ops::add(g, "y", {rows(g, s, "x"), ops::join(g, "zeros", {}, {s.tokens, s.width})});
     }},
    {"a weight and a bias used at each time step",
     [](Graph& g, const OpSizes& s) {
         const NodeId w = weight(g, "w", s.width, s.width);
         const NodeId b = vector(g, "b", s.width);
         NodeId state = ops::join(g, "start", {}, {.columns = s.width});
         const NodeId x = rows(g, s, "x");
         // Two steps: more of them make much of what is rounded.
         for (Index t = 0; t < std::min<Index>(s.tokens, 2); ++t) {
             const std::string step = "t" + std::to_string(t);
             const NodeId product = ops::linear(g, step + ".product", state, w, b, {});
             state = ops::tanh(
                 g, step,
                 ops::slice(g, step + ".sum", {{x, {t, 0}}, {product}}, {.columns = s.width}));
         }
         return state;
     }},
    {"scores and context without heads",
     [](Graph& g, const OpSizes& s) {
         const NodeId memory = rows(g, s, "memory");
         const NodeId scores = ops::matmul(g, "scores", rows(g, s, "q"), memory, false, true);
         const NodeId masked = ops::mask(g, "masked", scores, idsInput(g, s, "ids"), false);
         return ops::matmul(g, "y", ops::softmax(g, "weights", masked), memory, false, false);
     },
     {{"ids", ids}}},
    {"scores and context of what comes before",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         const NodeId scores = ops::matmul(g, "scores", x, x, false, true);
         const NodeId masked = ops::mask(g, "masked", scores, idsInput(g, s, "ids"), true, true);
         return ops::matmul(g, "y", ops::softmax(g, "weights", masked), x, false, false);
     },
     {{"ids", ids}}},
    {"heads that do not see their own place",
     [](Graph& g, const OpSizes& s) {
         return ops::softmax(g, "y", ops::mask(g, "masked", square(g, s, "x"), noNode, true, true));
     }},
    {"self-attention with biases, causal, at padding, added to what goes in",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         const auto linear = [&](const std::string& name, NodeId from, Index heads) {
             return ops::linear(g, name, from, weight(g, "w_" + name, s.width, s.width),
                                vector(g, "b_" + name, s.width), {.heads = heads});
         };
         const NodeId q = linear("q", x, s.heads());
         const NodeId k = linear("k", x, s.heads());
         const NodeId v = linear("v", x, s.heads());
         const NodeId scores = ops::matmul(g, "scores", q, k, false, true);
         // What follows for b_k is 0, but for what is rounded.
         const double factor = 0.1 / static_cast<double>(s.width);
         const NodeId masked = ops::mask(g, "masked", ops::scale(g, "scaled", scores, factor),
                                         idsInput(g, s, "ids"), true);
         const NodeId heads =
             ops::matmul(g, "heads", ops::softmax(g, "weights", masked), v, false, false);
         return ops::add(g, "y", {x, linear("o", ops::joinHeads(g, "concat", heads), 0)});
     },
     {{"ids", ids}}},
    {"a network with ReLU behind a norm, added to what goes in",
     [](Graph& g, const OpSizes& s) { return network(g, s, ops::relu); }},
    {"a network with GELU behind a norm, added to what goes in",
     [](Graph& g, const OpSizes& s) { return network(g, s, ops::gelu); }},
    {"a gated cell",
     [](Graph& g, const OpSizes& s) {
         const NodeId x = rows(g, s, "x");
         const NodeId keep = idsInput(g, s, "ids");
         const NodeId w = weight(g, "w", s.width, 2 * s.width);
         const NodeId b = vector(g, "b", 2 * s.width);
         NodeId state = ops::join(g, "start", {}, {.columns = s.width});
         // Two steps: more of them make much of what is rounded.
         for (Index t = 0; t < std::min<Index>(s.tokens, 2); ++t) {
             const std::string step = "t" + std::to_string(t) + ".";
             const NodeId product = ops::linear(g, step + "product", state, w, b, {});
             const NodeId z = ops::sigmoid(
                 g, step + "z",
                 ops::slice(g, step + "gate", {{product, {0, 0}}}, {.columns = s.width}));
             const NodeId n =
                 ops::tanh(g, step + "n",
                           ops::slice(g, step + "sum", {{x, {t, 0}}, {product, {0, s.width}}},
                                      {.columns = s.width}));
             const NodeId next =
                 ops::add(g, step + "next",
                          {ops::multiply(g, step + "new", ops::complement(g, step + "rest", z), n),
                           ops::multiply(g, step + "old", z, state)});
             state = ops::keep(g, step + "kept", next, state, keep, t);
         }
         return state;
     },
     {{"ids", ids}}},
    {"additive scores",
     [](Graph& g, const OpSizes& s) {
         return ops::additiveScores(g, "y", rows(g, s, "a"), rows(g, s, "b"),
                                    vector(g, "v", s.width));
     }},
    {"additive scores and contexts, row by row",
     [](Graph& g, const OpSizes& s) {
         const NodeId memory = rows(g, s, "memory");
         const NodeId v = vector(g, "v", s.width);
         NodeId query = ops::slice(g, "first", {{rows(g, s, "x"), {0, 0}}}, {.columns = s.width});
         // Two steps: more of them make much of what is rounded.
         for (Index t = 0; t < std::min<Index>(s.tokens, 2); ++t) {
             const std::string step = "t" + std::to_string(t);
             const NodeId scores = ops::additiveScores(g, step + ".scores", query, memory, v);
             query = ops::matmul(g, step, ops::softmax(g, step + ".weights", scores), memory, false,
                                 false);
         }
         return query;
     }},
    {"loss",
     [](Graph& g, const OpSizes& s) {
         const NodeId logits = rows(g, s, "logits");
         const NodeId labels = idsInput(g, s, "labels");
         const NodeId keep = idsInput(g, s, "keep");
         const NodeId count = ops::countTokens(g, "count", keep);
         const NodeId p = ops::softmax(g, "p", logits);
         return ops::meanTokens(g, "y", ops::crossEntropy(g, "token", logits, p, labels, keep, 0),
                                count);
     },
     {{"labels", ids}, {"keep", counted}}},
    {"loss with label smoothing",
     [](Graph& g, const OpSizes& s) {
         const NodeId logits = rows(g, s, "logits");
         const NodeId labels = idsInput(g, s, "labels");
         const NodeId keep = idsInput(g, s, "keep");
         const NodeId count = ops::countTokens(g, "count", keep);
         const NodeId p = ops::softmax(g, "p", logits);
         return ops::meanTokens(g, "y", ops::crossEntropy(g, "token", logits, p, labels, keep, 0.2),
                                count);
     },
     {{"labels", ids}, {"keep", counted}}},
    {"loss of places, the first label being 1",
     [](Graph& g, const OpSizes& s) {
         const NodeId logits = rows(g, s, "logits");
         const NodeId labels = idsInput(g, s, "labels");
         const NodeId count = ops::countTokens(g, "count", labels);
         const NodeId p = ops::softmax(g, "p", logits);
         return ops::meanTokens(
             g, "y", ops::crossEntropy(g, "token", logits, p, labels, labels, 0, 1), count);
     },
     {{"labels", ids}}},
    {"squared error",
     [](Graph& g, const OpSizes& s) {
         const NodeId keep = idsInput(g, s, "keep");
         const NodeId count = ops::countTokens(g, "count", keep);
         const NodeId labels = ops::input(g, "labels", Shape{s.tokens, s.width}, {});
         return ops::meanTokens(g, "y", ops::squaredError(g, "row", rows(g, s, "x"), labels, keep),
                                count);
     },
     {{"keep", counted}}},
    {"pointer over the rows of another sequence",
     [](Graph& g, const OpSizes& s) {
         const NodeId q = ops::splitHeads(g, "q", rows(g, s, "x"), 1);
         const NodeId k = ops::splitHeads(g, "k", rows(g, s, "z"), 1);
         const NodeId scores = ops::matmul(g, "scores", q, k, false, true);
         const NodeId keep =
             ops::input(g, "keep", Shape{s.tokens, s.tokens}, {Axis::Target, Axis::Source});
         const NodeId masked =
             ops::mask(g, "masked", ops::scale(g, "scaled", scores, 0.4), keep, false);
         return ops::softmax(g, "y", ops::joinHeads(g, "logits", masked, Axis::Source));
     },
     {{"keep", {1, 0, 1, 1, 0, 0, 1}}}},
    {"Adam with clipping and decay",
     [](Graph& g, const OpSizes& s) {
         return update(g, s, [&](NodeId p, NodeId gradient) {
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
     [](Graph& g, const OpSizes& s) {
         return update(g, s, [&](NodeId p, NodeId gradient) {
             const NodeId buffer =
                 ops::momentum(g, "buffer", ops::state(g, "old buffer", p), gradient, 0.9);
             const NodeId delta = ops::sgdUpdate(g, "delta", buffer, scalarInput(g, "rate"));
             return ops::apply(g, "new p", p, delta, noNode, 0);
         });
     },
     {{"rate", {0.1}}}},
};

/// The graph of a case, differentiated from a random output gradient where it can be.
struct BuiltCase {
    std::shared_ptr<Graph> graph = std::make_shared<Graph>();
    NodeId output = noNode;
    NodeId seed = noNode;
};

inline BuiltCase buildCase(const OpCase& c, const OpSizes& sizes = {}) {
    BuiltCase built;
    Graph& g = *built.graph;
    built.output = c.build(g, sizes);
    if (built.output == noNode)
        return built;
    g.setRole(Role::Backward);
    const Node y = g[built.output];
    if (y.axes[2] == Axis::HeadFeature) {
        const NodeId given = ops::input(g, "seed", Shape{y.shape[1], y.shape[0] * y.shape[2]}, {});
        built.seed = ops::splitHeads(g, "grad/" + y.name, given, y.shape[0]);
    } else {
        built.seed = ops::input(g, "grad/" + y.name, y.shape, {}, y.batched);
    }
    differentiate(g, built.output, built.seed, ops::add, ops::joinLike);
    return built;
}

/// What an input of a case gets for so many numbers; labels are words that there are.
inline std::vector<double> inputOf(const OpCase& c, const std::string& name, std::size_t count,
                                   const OpSizes& sizes = {}) {
    const std::vector<double>& values = c.inputs.at(name);
    std::vector<double> fed(count);
    for (std::size_t i = 0; i < count; ++i)
        fed[i] = name == "labels"
                     ? std::min(values[i % values.size()], static_cast<double>(sizes.width - 1))
                     : values[i % values.size()];
    return fed;
}

} // namespace gf::test
