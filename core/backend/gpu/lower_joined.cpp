// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/lower_joined.h"

#include "core/backend/gpu/lower_parts.h"
#include "core/graph/op.h"

#include <cassert>
#include <cmath>

namespace gf::gpu {

namespace {

void append(LaunchList::Arguments& arguments, const Operand& operand) {
    arguments.emplace_back(std::int64_t(operand.example));
    arguments.emplace_back(toInt(operand.head));
    arguments.emplace_back(toInt(operand.row));
}

class JoinedLowering {
public:
    JoinedLowering(LaunchList& list, const Stage& stage, const std::vector<bool>& hasValue)
        : m_list(list), m_stage(stage), m_hasValue(hasValue) {}

    void lower() {
        switch (m_stage.form) {
        case Form::Own:
        case Form::Products:
        case Form::Chain:
            assert(!"lowered elsewhere");
            return;
        case Form::Attention:
            return attention();
        case Form::AttentionWeights:
            return attentionWeights();
        case Form::AttentionGradient:
            return attentionGradient();
        case Form::Loss:
            return loss();
        case Form::NormGradient:
            return normGradient();
        case Form::NormParameters:
            return lowerNormParameters(m_list, node(m_stage.last), place(m_stage.sum), true);
        case Form::Embedding:
            return embedding();
        case Form::PositionGradient:
            return positionGradient();
        case Form::Update:
            return update();
        }
    }

private:
    using Arguments = LaunchList::Arguments;

    const Node& node(NodeId id) const { return m_list.node(id); }
    Place place(NodeId id) const { return m_list.placeOf(id); }
    Operand operand(NodeId id) const { return m_list.operandOf(id); }
    Operand input(NodeId id, std::size_t i) const { return operand(node(id).inputs[i]); }
    float factor() const { return static_cast<float>(m_stage.factor); }

    void attention() {
        const Operand weights = operand(m_stage.softmax);
        const Operand q = input(m_stage.scores, 0);
        const Operand k = input(m_stage.scores, 1);
        const bool makesHeads = m_stage.last != noNode;
        const Operand v = makesHeads ? input(m_stage.last, 1) : k;
        const Operand y = makesHeads ? operand(m_stage.last) : q;
        const MaskOperand mask(m_list, node(m_stage.mask));
        Arguments arguments{weights.place, y.place,       q.place,        k.place,
                            v.place,       mask.keep,     factor(),       mask.causal,
                            mask.strict,   mask.keepRows, mask.keepCount, toInt(makesHeads)};
        for (const Operand& each : {y, q, k, v})
            append(arguments, each);
        addAttention("attention", weights, q.columns, std::move(arguments));
    }

    void attentionGradient() {
        const Operand dScores = operand(m_stage.sum);
        const Operand dq = operand(m_stage.last);
        const Operand dy = input(m_stage.scores, 0);
        const Operand v = input(m_stage.scores, 1);
        const Operand k = input(m_stage.last, 1);
        const MaskOperand mask(m_list, node(m_stage.mask));
        Arguments arguments{dScores.place, dq.place,      place(m_stage.softmax),
                            dy.place,      v.place,       k.place,
                            mask.keep,     factor(),      mask.causal,
                            mask.strict,   mask.keepRows, mask.keepCount};
        for (const Operand& each : {dq, dy, v, k})
            append(arguments, each);
        addAttention("attention_gradient", dScores, dy.columns, std::move(arguments));
    }

    /// Groups of queries of every head of every example.
    void addAttention(std::string_view kernel, const Operand& matrix, Index width,
                      Arguments arguments) {
        for (const Index number : {matrix.heads, matrix.rows, matrix.columns, width})
            arguments.emplace_back(toInt(number));
        m_list.add({kernel,
                    {matrix.examples * matrix.heads * groupsFor(matrix.rows, rowsOfGroup), 1, 1},
                    std::move(arguments),
                    2 * rowsOfGroup * matrix.columns * width});
    }

    void attentionWeights() {
        const Operand y = operand(m_stage.softmax);
        const MaskOperand mask(m_list, node(m_stage.mask));
        m_list.addRows("attention_weights", y.all() / y.columns, y.columns,
                       {y.place, place(m_stage.scores), mask.keep, factor(), mask.causal,
                        mask.strict, mask.keepRows, mask.keepCount, toInt(y.heads), toInt(y.rows)});
    }

    void loss() {
        const Node& cost = node(m_stage.scores);
        const Node& mean = node(m_stage.sum);
        const Operand logits = input(cost.id, 0);
        const bool makesProbabilities = m_hasValue[static_cast<std::size_t>(m_stage.softmax)];
        m_list.addRows(
            "cross_entropy_with_gradient", logits.allRows(), logits.columns,
            {place(cost.id), makesProbabilities ? place(m_stage.softmax) : place(m_stage.last),
             place(m_stage.last), logits.place, place(cost.inputs[2]),
             place(node(m_stage.slope).inputs[0]), place(mean.inputs[1]), toInt(makesProbabilities),
             static_cast<float>(cost.as<LossAttributes>().smoothing),
             cost.as<LossAttributes>().first});
        lowerMeanTokens(m_list, mean);
    }

    void normGradient() {
        lowerNormGradient(m_list, node(m_stage.last), place(m_stage.sum), place(m_stage.addend),
                          true);
    }

    void embedding() {
        const Operand y = operand(m_stage.sum);
        const Operand addend = operand(m_stage.addend);
        const Node& rows = node(m_stage.last);
        m_list.addEach("embedding", y.all(),
                       {y.place, place(rows.inputs[0]), place(rows.inputs[1]), addend.place,
                        static_cast<float>(rows.as<ScaleAttributes>().factor), toInt(y.columns),
                        toInt(addend.isShared() ? addend.count : y.all())});
    }

    void positionGradient() {
        const Operand y = operand(m_stage.last);
        const Operand x = input(m_stage.sum, 0);
        m_list.addEach("batch_sum", y.all(), {y.place, x.place, toInt(x.examples), toInt(x.count)},
                       x.examples);
    }

    /// What the update of each parameter has in common, and a row of the table for each.
    void update() {
        Arguments arguments;
        std::vector<std::vector<std::int32_t>> rows;
        std::vector<Index> counts;
        for (const NodeId apply : m_stage.products) {
            const ParameterUpdate of(apply, *this);
            rows.push_back({toUnits(place(apply).at), toUnits(place(of.gradient).at),
                            unitsOf(of.state1), unitsOf(of.state2),
                            toInt(node(apply).shape.count())});
            counts.push_back(node(apply).shape.count());
        }
        const ParameterUpdate first(m_stage.products[0], *this);
        const LaunchList::RunTable table = m_list.runTable(rows, counts, runOfGroup);
        const auto number = [](double value) { return static_cast<float>(value); };
        const Place rate = place(first.rate);
        m_list.add("update_all", {table.groups, 1, 1},
                   {Place{Memory::Numbers, 0}, Place{Memory::Parameters, 0}, table.place,
                    first.clip == noNode ? rate : place(first.clip), rate,
                    first.step == noNode ? rate : place(first.step), table.rows, first.optimizer,
                    toInt(first.clip != noNode), number(first.decay), number(first.decoupledDecay),
                    number(first.beta1), number(1 - first.beta1), number(first.beta2),
                    number(1 - first.beta2), number(std::log(first.beta1)),
                    number(std::log(first.beta2)), number(first.epsilon)},
                   runOfGroup * 4 * functionWork);
    }

    std::int32_t unitsOf(NodeId state) const {
        return state == noNode ? 0 : toUnits(place(state).at);
    }

    /// The update of one parameter, from its end back to the gradient.
    struct ParameterUpdate {
        NodeId gradient, state1 = noNode, state2 = noNode;
        NodeId rate = noNode, step = noNode, clip = noNode;
        std::int32_t optimizer = 0;
        double decay = 0, decoupledDecay = 0, beta1 = 0.5, beta2 = 0.5, epsilon = 0;

        ParameterUpdate(NodeId apply, const JoinedLowering& in) {
            const auto kind = [&](NodeId id) { return in.node(id).op->kind(); };
            if (in.node(apply).inputs.size() == 3)
                decoupledDecay = in.node(apply).as<DecayAttributes>().rate;
            const Node& change = in.node(in.node(apply).inputs[1]);
            gradient = change.inputs[0];
            if (change.op->kind() == OpKind::AdamUpdate) {
                const Node& moment1 = in.node(change.inputs[0]);
                const Node& moment2 = in.node(change.inputs[1]);
                optimizer = 2;
                state1 = moment1.inputs[0];
                state2 = moment2.inputs[0];
                beta1 = moment1.as<MomentAttributes>().beta;
                beta2 = moment2.as<MomentAttributes>().beta;
                epsilon = change.as<AdamAttributes>().epsilon;
                rate = change.inputs[2];
                step = change.inputs[3];
                gradient = moment1.inputs[1];
            } else {
                rate = change.inputs[1];
                if (kind(gradient) == OpKind::Momentum) {
                    const Node& momentum = in.node(gradient);
                    optimizer = 1;
                    state1 = momentum.inputs[0];
                    beta1 = momentum.as<MomentAttributes>().beta;
                    gradient = momentum.inputs[1];
                }
            }
            if (kind(gradient) == OpKind::DecayGradient) {
                decay = in.node(gradient).as<DecayAttributes>().rate;
                gradient = in.node(gradient).inputs[0];
            }
            if (kind(gradient) == OpKind::ClipGradient) {
                clip = in.node(gradient).inputs[1];
                gradient = in.node(gradient).inputs[0];
            }
        }
    };

    LaunchList& m_list;
    const Stage& m_stage;
    const std::vector<bool>& m_hasValue;
};

} // namespace

void lowerJoined(LaunchList& list, const Stage& stage, const std::vector<bool>& hasValue) {
    JoinedLowering(list, stage, hasValue).lower();
}

} // namespace gf::gpu
