// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/gpu_lowering.h"

#include "core/backend/gpu/chain.h"
#include "core/backend/gpu/device_failure.h"
#include "core/backend/gpu/gpu_products.h"
#include "core/backend/gpu/launch_list.h"
#include "core/backend/gpu/lower_joined.h"
#include "core/backend/gpu/lower_parts.h"
#include "core/ops/relative_position.h"
#include "core/ops/windows.h"
#include "core/tensor/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <variant>

namespace gf::gpu {

namespace {

/// A node whose launches are made as its op says.
class NodeLowering {
public:
    NodeLowering(LaunchList& list, const Node& node)
        : m_list(list), m_placement(list.placement()), m_node(node),
          m_out(list.operandOf(node.id)) {
        for (const NodeId input : node.inputs)
            m_in.push_back(list.operandOf(input));
    }

    void lower();

private:
    using Arguments = LaunchList::Arguments;

    float factor() const { return static_cast<float>(m_node.as<ScaleAttributes>().factor); }
    Place out() const { return m_out.place; }
    Place in(std::size_t i) const { return m_in[i].place; }
    /// An operand that may be missing; its kernel is told that it does not count.
    Place inOrNothing(std::size_t i) const { return i < m_in.size() ? in(i) : out(); }

    void launch(std::string_view kernel, std::array<Index, 3> groups, Arguments arguments,
                Index groupWork = 0) {
        m_list.add(kernel, groups, std::move(arguments), groupWork);
    }
    void launchEach(std::string_view kernel, Index count, Arguments arguments,
                    Index work = usualWork) {
        m_list.addEach(kernel, count, std::move(arguments), work);
    }
    void launchRows(std::string_view kernel, Index rows, Index columns, Arguments arguments) {
        m_list.addRows(kernel, rows, columns, std::move(arguments));
    }

    void each(std::string_view kernel) { launchEach(kernel, m_out.all(), {out(), in(0)}); }
    void pair(std::string_view kernel) { launchEach(kernel, m_out.all(), {out(), in(0), in(1)}); }
    void copy(const Operand& from) { launchEach("copy", m_out.all(), {out(), from.place}); }
    void copyPart(const Operand& to, Place toPlace, const Operand& from, Place fromPlace,
                  const Shape& part, bool adds);

    void add();
    void intervene();
    void relativeBiasGradient();
    void rotary();
    void slice();
    void join();
    void repeatHeads();
    void mask();
    void windows();
    void windowsGradient();
    void layerNorm();
    void additiveScores();
    void additiveScoresGradient();
    void additiveVectorGradient();
    void keep();
    void keepGradient();
    void embeddingGradient();
    void gradientNorm();

    LaunchList& m_list;
    Placement& m_placement;
    const Node& m_node;
    Operand m_out;
    std::vector<Operand> m_in;
};

// ---- sums and parts -----------------------------------------------------------------------------

void NodeLowering::add() {
    if (m_in.size() == 1)
        return copy(m_in[0]);
    // Four at a time; then the sum so far is one of the four.
    for (std::size_t i = 0; i < m_in.size();) {
        std::vector<Operand> terms;
        if (i > 0)
            terms.push_back(m_out);
        while (terms.size() < 4 && i < m_in.size())
            terms.push_back(m_in[i++]);
        Arguments arguments{out()};
        std::int32_t shared = 0;
        for (std::size_t term = 0; term < 4; ++term) {
            arguments.emplace_back(term < terms.size() ? terms[term].place : out());
            if (term < terms.size() && terms[term].isShared())
                shared |= 1 << term;
        }
        for (const std::int32_t number :
             {static_cast<std::int32_t>(terms.size()), shared, toInt(m_out.count)})
            arguments.emplace_back(number);
        launchEach("add", m_out.all(), std::move(arguments));
    }
}

void NodeLowering::intervene() {
    copy(m_in[0]);
    const Operand& hidden = m_in.back();
    const int rank = m_out.node->shape.rank();
    for (const Edit& edit : m_node.as<InterveneAttributes>().edits) {
        // From the last dimension on; what is missing is "all".
        const auto along = [&](int dimension, Index extent) {
            const Places places = dimension > rank ? Places{} : edit.cells[rank - dimension];
            return std::pair(places.first, std::max<Index>(0, places.endIn(extent) - places.first));
        };
        const auto [column, columns] = along(1, m_out.columns);
        const auto [row, rows] = along(2, m_out.rows);
        const auto [head, heads] = along(3, m_out.heads);
        const Index count = m_out.examples * heads * rows * columns;
        if (count == 0)
            continue;
        const Index first = head * m_out.head + row * m_out.row + column;
        const int kind = edit.kind == Edit::Kind::Reveal ? 2 : edit.kind == Edit::Kind::Set ? 0 : 1;
        launchEach("edit", count,
                   {Place{out().memory, out().at + first},
                    Place{hidden.place.memory, hidden.place.at + first}, kind,
                    static_cast<float>(edit.value), std::int64_t(m_out.example), toInt(m_out.head),
                    toInt(m_out.row), toInt(heads), toInt(rows), toInt(columns)});
    }
}

void NodeLowering::copyPart(const Operand& to, Place toPlace, const Operand& from, Place fromPlace,
                            const Shape& part, bool adds) {
    launchEach("copy_part", m_out.examples * part.count(),
               {toPlace, fromPlace, std::int64_t(to.example), toInt(to.row),
                std::int64_t(from.example), toInt(from.row), toInt(adds), toInt(part[0]),
                toInt(part[1])});
}

/// Where a part begins.
Place cornerOf(const Operand& operand, const Corner& corner) {
    return {operand.place.memory, operand.place.at + corner.row * operand.row + corner.column};
}

void NodeLowering::slice() {
    for (std::size_t i = 0; i < m_in.size(); ++i)
        copyPart(m_out, out(), m_in[i], cornerOf(m_in[i], m_node.as<PartAttributes>().corners[i]),
                 m_node.shape, i > 0);
}

void NodeLowering::join() {
    Index put = 0;
    for (const Operand& part : m_in)
        put += part.count;
    if (put < m_out.count)
        launchEach("fill", m_out.all(), {out(), 0.0F});
    for (std::size_t i = 0; i < m_in.size(); ++i)
        copyPart(m_out, cornerOf(m_out, m_node.as<PartAttributes>().corners[i]), m_in[i], in(i),
                 m_in[i].node->shape, false);
}

// ---- attention ----------------------------------------------------------------------------------

/// The last columns of the table stand for half of all pairs, which one group would be long at.
void NodeLowering::relativeBiasGradient() {
    constexpr Index partQueries = 256;
    const Index queries = m_in[0].rows;
    const Index keys = m_in[0].columns;
    const Index parts = groupsFor(queries, partQueries);
    const auto sum = m_list.partsOf(out(), m_out.all(), parts);
    launch("relative_bias_gradient", {m_out.all(), parts, 1},
           {sum.place, in(0), toInt(partQueries), std::int64_t(sum.stride), toInt(m_out.columns),
            toInt(queries), toInt(keys)},
           std::min(partQueries, queries) * keys);
}

void NodeLowering::rotary() {
    const auto& [direction, turning] = m_node.as<RotaryAttributes>();
    const Index pairs = ops::turnedWidth(m_out.columns, turning) / 2;
    const Index each = (m_out.columns + 1) / 2; // what does not turn goes by twos too
    std::vector<float> turns;
    for (Index token = 0; token < m_out.rows; ++token)
        for (Index pair = 0; pair < pairs; ++pair) {
            const double angle = ops::rotaryAngle(token, pair, m_out.columns, turning);
            turns.push_back(static_cast<float>(std::cos(angle)));
            turns.push_back(static_cast<float>(std::sin(angle)));
        }
    launchEach("rotary", m_out.all() / m_out.columns * each,
               {out(), in(0), m_placement.table(std::move(turns)), static_cast<float>(direction),
                toInt(turning.halves), std::int64_t(m_out.example), toInt(m_out.head),
                toInt(m_out.row), toInt(m_out.heads), toInt(m_out.rows), toInt(pairs), toInt(each),
                toInt(m_out.columns)});
}

void NodeLowering::repeatHeads() {
    const bool repeats = m_node.op->kind() == OpKind::RepeatHeads;
    const Operand& few = repeats ? m_in[0] : m_out;
    const Operand& many = repeats ? m_out : m_in[0];
    const Index each = many.heads / few.heads;
    launchEach(repeats ? "repeat_heads" : "repeat_heads_gradient", m_out.all(),
               {out(), in(0), toInt(each), std::int64_t(m_out.example), toInt(m_out.head),
                toInt(m_out.row), std::int64_t(m_in[0].example), toInt(m_in[0].head),
                toInt(m_in[0].row), toInt(m_out.heads), toInt(m_out.rows), toInt(m_out.columns)},
               repeats ? usualWork : each);
}

void NodeLowering::mask() {
    const MaskOperand mask(m_list, m_node);
    launchEach("mask", m_out.all(),
               {out(), in(0), mask.keep, static_cast<float>(m_node.as<MaskAttributes>().fill),
                mask.causal, mask.strict, toInt(m_node.as<MaskAttributes>().window), mask.keepRows,
                mask.keepCount, toInt(m_out.heads), toInt(m_out.rows), toInt(m_out.columns),
                toInt(m_in[0].isShared())});
}

// ---- convolution --------------------------------------------------------------------------------

void NodeLowering::windows() {
    const Index width = m_in[0].columns;
    const Index length = m_out.columns / width;
    launchEach("windows", m_out.all(),
               {out(), in(0), inOrNothing(1), toInt(m_in.size() == 2),
                static_cast<std::int32_t>(
                    ops::windowOffset(0, length, m_node.as<WindowsAttributes>().causal)),
                toInt(length), toInt(m_out.rows), toInt(width)});
}

void NodeLowering::windowsGradient() {
    const Index width = m_out.columns;
    const Index length = m_in[0].columns / width;
    launchEach("windows_gradient", m_out.all(),
               {out(), in(0), inOrNothing(1), toInt(m_in.size() == 2),
                static_cast<std::int32_t>(
                    ops::windowOffset(0, length, m_node.as<WindowsAttributes>().causal)),
                toInt(length), toInt(m_out.rows), toInt(width)},
               length);
}

// ---- norms --------------------------------------------------------------------------------------

void NodeLowering::layerNorm() {
    const Index rows = m_out.all() / m_out.columns;
    launchRows("layer_norm", rows, m_out.columns,
               {out(), m_list.newMomentsOf(m_node.inputs[0], rows), in(0), in(1), inOrNothing(2),
                static_cast<float>(m_node.as<NormAttributes>().epsilon),
                toInt(m_node.op->kind() == OpKind::LayerNorm)});
}

// ---- recurrent cells and their attention --------------------------------------------------------

void NodeLowering::keep() {
    launchEach("keep", m_out.all(),
               {out(), in(0), in(1), in(2), toInt(m_node.as<KeepAttributes>().timeStep),
                toInt(m_in[2].count), toInt(m_out.count)});
}

void NodeLowering::keepGradient() {
    launchEach("keep_gradient", m_out.all(),
               {out(), in(0), in(1), toInt(m_node.as<KeepAttributes>().ofNext),
                toInt(m_node.as<KeepAttributes>().timeStep), toInt(m_in[1].count),
                toInt(m_out.count)});
}

void NodeLowering::additiveScores() {
    const Operand& a = m_in[0];
    const Operand& b = m_in[1];
    Arguments arguments{out(),
                        in(0),
                        in(1),
                        in(2),
                        toInt(a.count),
                        toInt(b.count),
                        toInt(a.rows),
                        toInt(b.rows),
                        toInt(a.columns),
                        toInt(m_out.all())};
    launch("additive_scores", {groupsFor(m_out.all(), rowsOfGroup), 1, 1}, std::move(arguments),
           rowsOfGroup * a.columns * functionWork);
}

void NodeLowering::additiveScoresGradient() {
    const Operand& a = m_in[0];
    const Operand& b = m_in[1];
    launchEach("additive_scores_gradient", m_out.all(),
               {out(), in(0), in(1), in(2), in(3), toInt(a.count), toInt(b.count), toInt(a.rows),
                toInt(b.rows), toInt(a.columns), toInt(m_node.as<AdditiveAttributes>().ofKey)},
               (m_node.as<AdditiveAttributes>().ofKey ? a.rows : b.rows) * functionWork);
}

void NodeLowering::additiveVectorGradient() {
    const Operand& a = m_in[0];
    const Operand& b = m_in[1];
    const Place rows = m_placement.workspace(a.all());
    launchEach("additive_vector_gradient", a.all(),
               {rows, in(0), in(1), in(2), toInt(a.count), toInt(b.count), toInt(a.rows),
                toInt(b.rows), toInt(a.columns)},
               b.rows * functionWork);
    lowerColumnSum(m_list, out(), rows, a.allRows(), a.columns);
}

// ---- embeddings and the optimizer ---------------------------------------------------------------

void NodeLowering::embeddingGradient() {
    const TokenSort& sort = m_placement.sortOf(m_node.id);
    // How often each word stands in the batch nobody knows: so much is done for all together.
    launchEach("embedding_gradient", m_out.all(),
               {out(), in(1), Place{Memory::Numbers, sort.starts},
                Place{Memory::Numbers, sort.places}, factor(), toInt(m_out.columns)},
               groupsFor(sort.count, sort.words));
}

void NodeLowering::gradientNorm() {
    std::vector<std::vector<std::int32_t>> rows;
    std::vector<Index> counts;
    for (const Operand& gradient : m_in) {
        rows.push_back({toUnits(gradient.place.at), toInt(gradient.all())});
        counts.push_back(gradient.all());
    }
    const LaunchList::RunTable table = m_list.runTable(rows, counts, runOfGroup);
    const Place partial = m_placement.workspace(table.groups);
    launch("squares", {table.groups, 1, 1},
           {partial, Place{m_in[0].place.memory, 0}, table.place, table.rows});
    launch("gradient_norm", {1, 1, 1}, {out(), partial, toInt(table.groups)}, table.groups);
}

/// The table of all kinds of work.
void NodeLowering::lower() {
    const auto& drops = m_node.as<DropoutAttributes>();
    const auto& loss = m_node.as<LossAttributes>();
    const auto& adam = m_node.as<AdamAttributes>();
    const double beta = m_node.as<MomentAttributes>().beta;
    const double decay = m_node.as<DecayAttributes>().rate;
    const Index count = m_out.all();
    switch (m_node.op->kind()) {
    case OpKind::Input:
    case OpKind::Parameter:
    case OpKind::Identity:
    case OpKind::LearnedPosition:
    case OpKind::JoinHeads:
    case OpKind::SplitHeads:
    case OpKind::count_:
        return; // nothing is computed
    case OpKind::Constant:
    case OpKind::SinusoidalPosition:
    case OpKind::AlibiBias:
    case OpKind::Buckets:
        return; // once, on the host
    case OpKind::CountTokens:
        return; // on the host, of what is fed
    case OpKind::Add:
        return add();
    case OpKind::BatchSum:
        return launchEach("batch_sum", count, {out(), in(0), toInt(m_in[0].examples), toInt(count)},
                          m_in[0].examples);
    case OpKind::Intervene:
        return intervene();
    case OpKind::Embedding:
        return launchEach("embedding", count,
                          {out(), in(0), in(1), out(), factor(), toInt(m_out.columns), 0});
    case OpKind::EmbeddingGradient:
        return embeddingGradient();
    case OpKind::LearnedPositionGradient:
        return launchEach("padded_copy", count, {out(), in(0), toInt(m_in[0].all())});
    case OpKind::RelativeBias:
        return launchEach(
            "relative_bias", count,
            {out(), in(0), toInt(m_in[0].columns), toInt(m_out.rows), toInt(m_out.columns)});
    case OpKind::RelativeBiasGradient:
        return relativeBiasGradient();
    case OpKind::Rotary:
        return rotary();
    case OpKind::RepeatHeads:
    case OpKind::RepeatHeadsGradient:
        return repeatHeads();
    case OpKind::Dropout:
        return launchEach("dropout", count,
                          {out(), in(0), m_placement.keyOf(m_node.id), dropoutThreshold(drops.rate),
                           static_cast<float>(1 / (1 - drops.rate))});
    case OpKind::Slice:
        return slice();
    case OpKind::Join:
        return join();
    case OpKind::Linear:
    case OpKind::LinearInputGradient:
    case OpKind::LinearWeightGradient:
    case OpKind::MatMul:
        return; // Form::Products
    case OpKind::ColumnSum:
        return lowerColumnSum(m_list, out(), in(0), m_in[0].allRows(), m_in[0].row);
    case OpKind::Scale:
        return launchEach("scale", count, {out(), in(0), factor()});
    case OpKind::Mask:
        return mask();
    case OpKind::Visibility:
        return launchEach("visibility", count,
                          {out(), in(0), toInt(m_node.as<MaskAttributes>().causal),
                           toInt(m_in[0].example), toInt(m_out.columns)});
    case OpKind::Softmax:
        return launchRows("softmax", count / m_out.columns, m_out.columns, {out(), in(0)});
    case OpKind::SoftmaxGradient:
        return launchRows("softmax_gradient", count / m_out.columns, m_out.columns,
                          {out(), in(0), in(1), 1.0F});
    case OpKind::Windows:
        return windows();
    case OpKind::WindowsGradient:
        return windowsGradient();
    case OpKind::LayerNorm:
    case OpKind::RmsNorm:
        return layerNorm();
    case OpKind::LayerNormInputGradient:
    case OpKind::RmsNormInputGradient:
        return lowerNormGradient(m_list, m_node, out(), out(), false);
    case OpKind::LayerNormGainGradient:
    case OpKind::RmsNormGainGradient:
        return lowerNormParameters(m_list, m_node, out(), false);
#define GF_EACH(kind, function, name)                                                              \
    case OpKind::kind:                                                                             \
        return each("each_" name);
#define GF_PAIR(kind, function, name)                                                              \
    case OpKind::kind:                                                                             \
        return pair("pair_" name);
#include "core/graph/op_table.def"
    case OpKind::Keep:
        return keep();
    case OpKind::KeepGradient:
        return keepGradient();
    case OpKind::AdditiveScores:
        return additiveScores();
    case OpKind::AdditiveScoresGradient:
        return additiveScoresGradient();
    case OpKind::AdditiveVectorGradient:
        return additiveVectorGradient();
    case OpKind::CrossEntropy:
        return launchRows(
            "cross_entropy", m_in[0].allRows(), m_in[0].columns,
            {out(), in(0), in(2), in(3), static_cast<float>(loss.smoothing), loss.first});
    case OpKind::CrossEntropyGradient:
        return launchEach("cross_entropy_gradient", count,
                          {out(), in(0), in(1), in(2), in(3), static_cast<float>(loss.smoothing),
                           loss.first, toInt(m_out.columns)});
    case OpKind::SquaredError:
        return launchEach("squared_error", count,
                          {out(), in(0), in(1), in(2), toInt(m_in[0].columns)}, m_in[0].columns);
    case OpKind::SquaredErrorGradient:
        return launchEach("squared_error_gradient", count,
                          {out(), in(0), in(1), in(2), in(3),
                           static_cast<float>(2.0 / static_cast<double>(m_out.columns)),
                           toInt(m_out.columns)});
    case OpKind::MeanTokens:
        return lowerMeanTokens(m_list, m_node);
    case OpKind::MeanTokensGradient:
        return launchEach("mean_tokens_gradient", count, {out(), in(0), in(1)});
    case OpKind::GradientNorm:
        return gradientNorm();
    case OpKind::ClipFactor:
        return launch("clip_factor", {1, 1, 1},
                      {out(), in(0), static_cast<float>(m_node.as<ClipAttributes>().norm)});
    case OpKind::ClipGradient:
        return launchEach("clip_gradient", count, {out(), in(0), in(1)});
    case OpKind::DecayGradient:
        return launchEach("decay_gradient", count,
                          {out(), in(0), in(1), static_cast<float>(decay)});
    case OpKind::AdamMoment1:
    case OpKind::AdamMoment2:
        return launchEach("adam_moment", count,
                          {out(), in(0), in(1), static_cast<float>(beta),
                           static_cast<float>(1 - beta),
                           toInt(m_node.op->kind() == OpKind::AdamMoment2)});
    case OpKind::AdamUpdate:
        return launchEach(
            "adam_update", count,
            {out(), in(0), in(1), in(2), in(3), static_cast<float>(std::log(adam.beta1)),
             static_cast<float>(std::log(adam.beta2)), static_cast<float>(adam.epsilon)});
    case OpKind::Momentum:
        return launchEach("momentum", count, {out(), in(0), in(1), static_cast<float>(beta)});
    case OpKind::SgdUpdate:
        return launchEach("sgd_update", count, {out(), in(0), in(1)});
    case OpKind::Apply:
        return launchEach("apply_update", count,
                          {out(), in(0), in(1), inOrNothing(2),
                           m_in.size() == 3 ? static_cast<float>(decay) : 0.0F});
    }
}

/// What is joined, and what is not.
class FusionLowering : public JoinedLowering {
public:
    FusionLowering(LaunchList& list, std::span<const NodeId> nodes,
                   const std::vector<bool>& hasValue)
        : JoinedLowering(list, hasValue), m_list(list), m_nodes(nodes), m_hasValue(hasValue) {}

    using JoinedLowering::operator();
    void operator()(const OwnWork&) { NodeLowering(m_list, m_list.node(m_nodes[0])).lower(); }
    void operator()(const ProductsWork& work) { lowerProducts(m_list, work, m_hasValue); }
    void operator()(const ChainWork&) { lowerChain(m_list, m_nodes); }

private:
    LaunchList& m_list;
    std::span<const NodeId> m_nodes;
    const std::vector<bool>& m_hasValue;
};

void requireAtMost(Index most, Index numbers, const std::string& device) {
    constexpr auto each = Index(sizeof(float));
    if (numbers > most)
        throwTooLarge(device, each * numbers, each * most);
}

} // namespace

std::vector<Launch> lower(const Graph& graph, const ExecutionPlan& plan, const Fusions& fusions,
                          Index batch, Placement& placement, const ProductTuning& tuning,
                          const std::string& device) {
    for (const Node& node : graph.nodes())
        requireAtMost(mostNumbers, node.shape.count() * (node.batched ? batch : 1), device);
    LaunchList list(graph, plan, batch, placement, tuning);
    for (const Fusion& fusion : fusions.list) {
        for (const NodeId id : fusion.nodes)
            list.finishSumsRead(graph[id]);
        std::visit(FusionLowering(list, fusion.nodes, fusions.hasValue), fusion.work);
    }
    list.finishSums();
    requireAtMost(mostPlaces, placement.size(), device);
    return list.take();
}

} // namespace gf::gpu
