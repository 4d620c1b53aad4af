// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/edit.h"
#include "core/graph/scope.h"
#include "core/tensor/tensor.h"

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace gf {

class Op;

/// A node's place in its graph: inputs always have smaller ids than the nodes that use them.
using NodeId = std::int32_t;
inline constexpr NodeId noNode = -1;

/// What one dimension of a node counts, so that the window can label it.
enum class Axis : std::uint8_t {
    None,
    Head,         ///< H: attention heads
    Target,       ///< T: the decoder's tokens
    Source,       ///< S: the encoder's tokens
    Model,        ///< D: features of the residual stream
    HeadFeature,  ///< K: features of one head
    ValueFeature, ///< d_v: features of a value, where that are not K
    Hidden,       ///< F: units of the feed-forward layer
    SourceWord,   ///< V: entries of the source vocabulary
    TargetWord,   ///< V: entries of the target vocabulary
    Position,     ///< rows of a table of learned positions
    Offset,       ///< j − i from −R to R, of relative positions or a kernel
    Bucket,       ///< groups of offsets that count as the same
    PastOffset,   ///< j − i from −R to 0, of a kernel that sees no later tokens
    Window,       ///< R·D: the features of the tokens in a window, one after the other
    Gate,         ///< G·D: a recurrent cell's gates and its candidate side by side
    TokenType,    ///< segments that a token can belong to
    Feature,      ///< f: the numbers of a row of real-valued input or output
};

/// Which part of a training step a node belongs to. The order is the order of the walk.
enum class Role : std::uint8_t {
    Input,     ///< fed from outside: token ids, learning rate
    Parameter, ///< a learned weight; `values` survive the step
    State,     ///< the optimizer's memory of a parameter (Adam's m and v)
    Forward,
    Backward, ///< made by differentiate()
    Update,   ///< made by the optimizer
};

/// What a node is to another one that it was derived from (`Node::of`), whose scope it shares.
enum class Relation : std::uint8_t {
    Own,          ///< of no other: it stands for itself
    Gradient,     ///< ∂L/∂ of it
    GradientPart, ///< what comes through one of its users (`Node::via`) of that
    Update,       ///< what the optimizer does to it, a parameter; `part` says what ("m", "delta")
    Memory,       ///< what the optimizer remembers of it; `part` says what ("adam_m")
    Computed,     ///< what the model computes where a person changed it
    Changed,      ///< what is read in the place of this parameter, which a person changed
};

/// Where a part of a matrix begins.
struct Corner {
    Index row = 0;
    Index column = 0;

    friend bool operator==(const Corner&, const Corner&) = default;
};

// The constants of ops, a struct for those that have the same ones.

/// Scale, Embedding and its gradient.
struct ScaleAttributes {
    double factor = 1; ///< 1/√K, √D
    friend bool operator==(const ScaleAttributes&, const ScaleAttributes&) = default;
};
/// Constant.
struct ConstantAttributes {
    double value = 0;
    friend bool operator==(const ConstantAttributes&, const ConstantAttributes&) = default;
};
/// SinusoidalPosition.
struct SinusoidAttributes {
    bool halves = false; ///< all sines, then all cosines; else they alternate
    friend bool operator==(const SinusoidAttributes&, const SinusoidAttributes&) = default;
};
/// How offsets j − i of a key from its query are put into buckets: Buckets.
struct BucketAttributes {
    Index distance = 128; ///< R: offsets of this size and beyond are in the last bucket
    bool past = false; ///< of keys before the query alone; else half of the buckets for each side
    friend bool operator==(const BucketAttributes&, const BucketAttributes&) = default;
};
/// How the turning of rotary positions is slowed down, so that they reach further than a model has
/// been trained for.
struct RotaryScaling {
    enum class Kind : std::uint8_t {
        None,
        Linear, ///< each pair by `factor` (Chen et al. 2023)
        Llama3, ///< only pairs whose wave is long, measured by `length` (Llama 3.1, Dubey et al.
                ///< 2024)
    };
    Kind kind = Kind::None;
    double factor = 1;    ///< by which the slowest pairs turn less
    double low = 1;       ///< Llama3: waves longer than length/low are slowed by the whole factor
    double high = 4;      ///< Llama3: those shorter than length/high stay as they are
    double length = 8192; ///< Llama3: tokens that the model was trained for
    friend bool operator==(const RotaryScaling&, const RotaryScaling&) = default;
};
/// How rotary positions turn the features of a head.
struct RotaryPairs {
    double base = 10000; ///< θ > 0: pair m turns by θ^(−2m/R) from row to row
    bool halves = false; ///< (m, m + R/2), as Llama has them; else (2m, 2m + 1), as in the paper
    Index turned = 0;    ///< R: the first features of a head, which turn; even; 0: all K of them
    RotaryScaling scaling = {};
    friend bool operator==(const RotaryPairs&, const RotaryPairs&) = default;
};
/// Rotary.
struct RotaryAttributes {
    double direction = 1; ///< as the paper turns; −1: back, which is the gradient
    RotaryPairs pairs;
    friend bool operator==(const RotaryAttributes&, const RotaryAttributes&) = default;
};
/// Dropout.
struct DropoutAttributes {
    double rate = 0;          ///< probability that a number becomes 0
    std::uint32_t stream = 0; ///< of the counter-based random numbers: which one it draws from
    friend bool operator==(const DropoutAttributes&, const DropoutAttributes&) = default;
};
/// Products: Linear and its gradients (the weight is the second operand), MatMul.
struct ProductAttributes {
    bool transposeA = false; ///< use the first operand's matrices transposed
    bool transposeB = false; ///< use the second operand's matrices transposed
    friend bool operator==(const ProductAttributes&, const ProductAttributes&) = default;
};
/// AdditiveScoresGradient.
struct AdditiveAttributes {
    bool ofKey = false; ///< the gradient of the keys, not that of the queries
    friend bool operator==(const AdditiveAttributes&, const AdditiveAttributes&) = default;
};
/// Mask, Visibility.
struct MaskAttributes {
    bool causal = false; ///< hide keys after the query
    bool strict = false; ///< where it is causal: hide the query's own place too
    Index window = 0;    ///< w: hide keys up to i − w; 0: none
    double fill = 0;     ///< Mask: what stands for a hidden key, −∞ or, of gradients, 0
    friend bool operator==(const MaskAttributes&, const MaskAttributes&) = default;
};
/// Windows and their gradient.
struct WindowsAttributes {
    bool causal = false; ///< of the token and those before it
    friend bool operator==(const WindowsAttributes&, const WindowsAttributes&) = default;
};
/// LayerNorm, RMSNorm and their gradients.
struct NormAttributes {
    double epsilon = 0; ///< added to the variance, or to the mean square
    friend bool operator==(const NormAttributes&, const NormAttributes&) = default;
};
/// CrossEntropy and its gradient.
struct LossAttributes {
    double smoothing = 0;   ///< share of the target that is spread over all words
    std::int32_t first = 0; ///< the label of the first column
    friend bool operator==(const LossAttributes&, const LossAttributes&) = default;
};
/// Intervene.
struct InterveneAttributes {
    std::vector<Edit> edits; ///< what is done to the operand, in this order
    friend bool operator==(const InterveneAttributes&, const InterveneAttributes&) = default;
};
/// Slice, Join.
struct PartAttributes {
    std::vector<Corner> corners; ///< by operand, where its part begins
    friend bool operator==(const PartAttributes&, const PartAttributes&) = default;
};
/// Keep and its gradient: which of two states one time step goes on with.
struct KeepAttributes {
    Index timeStep = 0;  ///< whose token is looked up in the keep-mask
    bool ofNext = false; ///< gradient: that of the new state; else that of the one before
    friend bool operator==(const KeepAttributes&, const KeepAttributes&) = default;
};
/// ClipFactor.
struct ClipAttributes {
    double norm = 0; ///< the largest that gradients may have
    friend bool operator==(const ClipAttributes&, const ClipAttributes&) = default;
};
/// DecayGradient, Apply.
struct DecayAttributes {
    double rate = 0;
    friend bool operator==(const DecayAttributes&, const DecayAttributes&) = default;
};
/// AdamMoment1, AdamMoment2, Momentum.
struct MomentAttributes {
    double beta = 0; ///< share of the moment that is kept
    friend bool operator==(const MomentAttributes&, const MomentAttributes&) = default;
};
/// AdamUpdate.
struct AdamAttributes {
    double beta1 = 0;
    double beta2 = 0;
    double epsilon = 0;
    friend bool operator==(const AdamAttributes&, const AdamAttributes&) = default;
};

/// The constants of a node; most have none.
using Attributes =
    std::variant<std::monostate, ScaleAttributes, ConstantAttributes, SinusoidAttributes,
                 BucketAttributes, RotaryAttributes, DropoutAttributes, ProductAttributes,
                 AdditiveAttributes, MaskAttributes, WindowsAttributes, NormAttributes,
                 LossAttributes, InterveneAttributes, PartAttributes, KeepAttributes,
                 ClipAttributes, DecayAttributes, MomentAttributes, AdamAttributes>;

/// One named operation of the static graph; shapes are those of one example.
struct Node {
    NodeId id = noNode;
    std::string name; ///< "encoder.0.self_attn.scores"; unique in the graph
    Scope scope;      ///< where it belongs: encoder / layer 0 / self-attention
    std::string part; ///< what it is there: "scores"; empty for what the scope results in
    Relation relation = Relation::Own;
    NodeId of = noNode;         ///< what it was derived from; noNode when `relation` is Own
    NodeId via = noNode;        ///< of a GradientPart: the user that it comes through
    const Op* op = nullptr;     ///< never null; ops live as long as the program
    std::vector<NodeId> inputs; ///< operands, in the op's order
    Shape shape;                ///< of one example, without the batch
    std::array<Axis, Shape::maxRank> axes{};
    Role role = Role::Forward;
    /// True: there is one value per example of the batch. False: one value for all of them
    /// (parameters, their gradients, the loss).
    bool batched = true;
    Attributes attributes;

    /// The attributes of an op that has these; of others their initial values.
    template <class Own> const Own& as() const {
        static const Own none;
        const Own* const own = std::get_if<Own>(&attributes);
        return own ? *own : none;
    }
};

/// Whether it hides from a token those that come after it.
inline bool isCausal(const Node& node) {
    return node.as<MaskAttributes>().causal || node.as<WindowsAttributes>().causal;
}

/// Whether a node is the gradient of another, or a part of it.
inline bool isGradient(const Node& node) {
    return node.relation == Relation::Gradient || node.relation == Relation::GradientPart;
}

} // namespace gf
