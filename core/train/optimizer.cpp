// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/optimizer.h"

#include "core/ops/leaf.h"
#include "core/ops/optimizer_update.h"

#include <array>
#include <cassert>

namespace gf {

namespace {

constexpr std::array<std::string_view, 2> adamPrefixes = {"adam_m/", "adam_v/"};
constexpr std::array<std::string_view, 1> momentumPrefixes = {"momentum/"};

/// A parameter and what is known of its gradient at this point of the chain.
struct Learned {
    NodeId parameter = noNode;
    NodeId gradient = noNode;
};

std::vector<Learned> learnedOf(const Graph& graph) {
    std::vector<Learned> learned;
    for (const Node& node : graph.nodes()) {
        if (node.role != Role::Parameter)
            continue;
        if (const NodeId gradient = graph.gradientOf(node.id); gradient != noNode)
            learned.push_back({node.id, gradient});
    }
    return learned;
}

/// The node that `build` appends from the operands under the name of this update.
template <class Build, class... Operands> NodeId update(Graph& graph, NodeId parameter,
                                                        std::string_view what, const Build& build,
                                                        Operands... operands) {
    const NodeId node =
        build(graph, "update/" + graph[parameter].name + "/" + std::string(what), operands...);
    graph.relate(node, Relation::Update, parameter, what);
    return node;
}

NodeId memory(Graph& graph, NodeId parameter, std::string_view prefix) {
    const NodeId node = ops::state(graph, std::string(prefix) + graph[parameter].name, parameter);
    graph.relate(node, Relation::Memory, parameter, prefix.substr(0, prefix.size() - 1));
    return node;
}

/// Δ of one parameter by Adam (Kingma & Ba 2015, algorithm 1).
NodeId appendAdam(Graph& graph, const TrainConfig& config, const Learned& learned,
                  const OptimizerNodes& nodes) {
    const NodeId p = learned.parameter;
    const auto beta1 = config.beta1;
    const auto beta2 = config.beta2;
    const NodeId oldM = memory(graph, p, adamPrefixes[0]);
    const NodeId oldV = memory(graph, p, adamPrefixes[1]);
    const NodeId m = update(graph, p, "m", ops::adamMoment1, oldM, learned.gradient, beta1);
    const NodeId v = update(graph, p, "v", ops::adamMoment2, oldV, learned.gradient, beta2);
    return update(graph, p, "delta", ops::adamUpdate, m, v, nodes.learningRate, nodes.step, beta1,
                  beta2, config.epsilon);
}

/// Δ of one parameter by gradient descent, with momentum when there is any.
NodeId appendSgd(Graph& graph, const TrainConfig& config, const Learned& learned,
                 const OptimizerNodes& nodes) {
    const NodeId p = learned.parameter;
    NodeId direction = learned.gradient;
    if (config.momentum > 0) {
        const NodeId buffer = memory(graph, p, momentumPrefixes[0]);
        direction = update(graph, p, "momentum", ops::momentum, buffer, direction, config.momentum);
    }
    return update(graph, p, "delta", ops::sgdUpdate, direction, nodes.learningRate);
}

} // namespace

std::span<const std::string_view> statePrefixes(const TrainConfig& config) {
    if (config.optimizer != OptimizerKind::Sgd)
        return adamPrefixes;
    if (config.momentum > 0)
        return momentumPrefixes;
    return {};
}

OptimizerNodes appendOptimizer(Graph& graph, const TrainConfig& config) {
    std::vector<Learned> learned = learnedOf(graph);
    assert(!learned.empty());
    graph.setRole(Role::Update);

    OptimizerNodes nodes;
    nodes.learningRate = ops::input(graph, "learning_rate", Shape{}, {}, false);
    nodes.step = ops::input(graph, "step", Shape{}, {}, false);

    std::vector<NodeId> gradients;
    for (const Learned& one : learned)
        gradients.push_back(one.gradient);
    nodes.gradientNorm = ops::gradientNorm(graph, "gradient_norm", gradients);

    if (config.clipNorm > 0) {
        const NodeId factor =
            ops::clipFactor(graph, "clip_factor", nodes.gradientNorm, config.clipNorm);
        for (Learned& one : learned)
            one.gradient =
                update(graph, one.parameter, "clipped", ops::clipGradient, one.gradient, factor);
    }

    // Adam and SGD put the decay into the gradient, AdamW beside it (Loshchilov & Hutter 2019).
    const bool decoupled = config.optimizer == OptimizerKind::AdamW;
    const auto decay = config.weightDecay;
    for (Learned& one : learned) {
        if (decay > 0 && !decoupled)
            one.gradient = update(graph, one.parameter, "decayed", ops::decayGradient, one.gradient,
                                  one.parameter, decay);
        const NodeId delta = config.optimizer == OptimizerKind::Sgd
                                 ? appendSgd(graph, config, one, nodes)
                                 : appendAdam(graph, config, one, nodes);
        update(graph, one.parameter, "apply", ops::apply, one.parameter, delta,
               decoupled ? nodes.learningRate : noNode, decoupled ? decay : 0.0);
    }
    return nodes;
}

} // namespace gf
