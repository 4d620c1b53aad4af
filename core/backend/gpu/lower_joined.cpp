// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/lower_joined.h"

#include "core/backend/gpu/lower_parts.h"
#include "core/graph/op.h"

#include <cmath>

namespace gf::gpu {

namespace {

void append(LaunchList::Arguments& arguments, const Operand& operand) {
    arguments.emplace_back(std::int64_t(operand.example));
    arguments.emplace_back(toInt(operand.head));
    arguments.emplace_back(toInt(operand.row));
}

float toFloat(double value) {
    return static_cast<float>(value);
}

} // namespace

void JoinedLowering::operator()(const AttentionWork& work) {
    const AttentionWeightsMatch& match = work.weights;
    const Operand weights = operand(match.softmax);
    const Operand q = input(match.x, 0);
    const Operand k = input(match.x, 1);
    const bool makesHeads = work.heads != noNode;
    const Operand v = makesHeads ? input(work.heads, 1) : k;
    const Operand y = makesHeads ? operand(work.heads) : q;
    const MaskOperand mask(m_list, node(match.mask));
    Arguments arguments{weights.place,
                        y.place,
                        q.place,
                        k.place,
                        v.place,
                        mask.keep,
                        toFloat(match.factor),
                        mask.causal,
                        mask.strict,
                        mask.keepRows,
                        mask.keepCount,
                        toInt(makesHeads)};
    for (const Operand& each : {y, q, k, v})
        append(arguments, each);
    addAttention("attention", weights, q.columns, std::move(arguments));
}

void JoinedLowering::operator()(const AttentionGradientWork& work) {
    const ScoresGradientMatch& match = work.scores;
    const Operand dScores = operand(match.end());
    const Operand dq = operand(work.queries);
    const Operand dy = input(match.weightsGradient, 0);
    const Operand v = input(match.weightsGradient, 1);
    const Operand k = input(work.queries, 1);
    const MaskOperand mask(m_list, node(match.mask));
    Arguments arguments{
        dScores.place, dq.place,      place(match.weights),  dy.place,    v.place,
        k.place,       mask.keep,     toFloat(match.factor), mask.causal, mask.strict,
        mask.keepRows, mask.keepCount};
    for (const Operand& each : {dq, dy, v, k})
        append(arguments, each);
    addAttention("attention_gradient", dScores, dy.columns, std::move(arguments));
}

void JoinedLowering::operator()(const WeightsWork& work) {
    const AttentionWeightsMatch& match = work.weights;
    const Operand y = operand(match.softmax);
    const MaskOperand mask(m_list, node(match.mask));
    m_list.addRows("attention_weights", y.all() / y.columns, y.columns,
                   {y.place, place(match.x), mask.keep, toFloat(match.factor), mask.causal,
                    mask.strict, mask.keepRows, mask.keepCount, toInt(y.heads), toInt(y.rows)});
}

void JoinedLowering::operator()(const LossWork& work) {
    const Node& cost = node(work.loss);
    const Node& mean = node(work.mean);
    const Operand logits = input(cost.id, 0);
    const bool makesProbabilities = m_hasValue[work.softmax];
    m_list.addRows("cross_entropy_with_gradient", logits.allRows(), logits.columns,
                   {place(cost.id), place(makesProbabilities ? work.softmax : work.gradient),
                    place(work.gradient), logits.place, place(cost.inputs[2]),
                    place(cost.inputs[3]), place(node(work.meanGradient).inputs[0]),
                    place(mean.inputs[1]), toInt(makesProbabilities),
                    toFloat(cost.as<LossAttributes>().smoothing), cost.as<LossAttributes>().first});
    lowerMeanTokens(m_list, mean);
}

void JoinedLowering::operator()(const NormGradientWork& work) {
    lowerNormGradient(m_list, node(work.gradient), place(work.sum), place(work.addend), true);
}

void JoinedLowering::operator()(const NormParametersWork& work) {
    lowerNormParameters(m_list, node(work.gain), place(work.bias), true);
}

void JoinedLowering::operator()(const EmbeddingWork& work) {
    const Operand y = operand(work.sum);
    const Operand addend = operand(work.addend);
    const Node& rows = node(work.embedding);
    m_list.addEach("embedding", y.all(),
                   {y.place, place(rows.inputs[0]), place(rows.inputs[1]), addend.place,
                    toFloat(rows.as<ScaleAttributes>().factor), toInt(y.columns),
                    toInt(addend.isShared() ? addend.count : y.all())});
}

void JoinedLowering::operator()(const PositionGradientWork& work) {
    const Operand y = operand(work.gradient);
    const Operand x = input(work.sum, 0);
    m_list.addEach("batch_sum", y.all(), {y.place, x.place, toInt(x.examples), toInt(x.count)},
                   x.examples);
}

/// What the update of each parameter has in common, and a row of the table for each.
void JoinedLowering::operator()(const UpdateWork& work) {
    std::vector<std::vector<std::int32_t>> rows;
    std::vector<Index> counts;
    for (const ParameterUpdateMatch& each : work.parameters) {
        const Index count = node(each.apply).shape.count();
        rows.push_back({toUnits(place(each.apply).at), toUnits(place(each.gradient).at),
                        unitsOf(each.moment1), unitsOf(each.moment2), toInt(count)});
        counts.push_back(count);
    }
    const ParameterUpdateMatch& first = work.parameters.front();
    const LaunchList::RunTable table = m_list.runTable(rows, counts, runOfGroup);
    const Place rate = place(first.rate);
    m_list.add("update_all", {table.groups, 1, 1},
               {Place{Memory::Numbers, 0}, Place{Memory::Parameters, 0}, table.place,
                placeOr(first.clip, rate), rate, placeOr(first.step, rate), table.rows,
                static_cast<std::int32_t>(first.optimizer), toInt(first.clip != noNode),
                toFloat(first.decay), toFloat(first.decoupledDecay), toFloat(first.beta1),
                toFloat(1 - first.beta1), toFloat(first.beta2), toFloat(1 - first.beta2),
                toFloat(std::log(first.beta1)), toFloat(std::log(first.beta2)),
                toFloat(first.epsilon)},
               runOfGroup * 4 * functionWork);
}

/// Groups of queries of every head of every example.
void JoinedLowering::addAttention(std::string_view kernel, const Operand& matrix, Index width,
                                  Arguments arguments) {
    for (const Index number : {matrix.heads, matrix.rows, matrix.columns, width})
        arguments.emplace_back(toInt(number));
    m_list.add({kernel,
                {matrix.examples * matrix.heads * groupsFor(matrix.rows, rowsOfGroup), 1, 1},
                std::move(arguments),
                2 * rowsOfGroup * matrix.columns * width});
}

} // namespace gf::gpu
