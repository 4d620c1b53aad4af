// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/lowering.h"

#include "core/ops/relative_position.h"
#include "core/ops/windows.h"
#include "core/tensor/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gf::gpu {

namespace {

Index groupsFor(Index count, Index each) {
    return std::max<Index>(1, (count + each - 1) / each);
}

std::int32_t toInt(Index value) {
    assert(value >= 0 && value <= 0x7fffffff && "a kernel counts in 32 bits");
    return static_cast<std::int32_t>(value);
}

std::int32_t toInt(bool value) {
    return value ? 1 : 0;
}

/// The numbers of a node as matrices: where they are, and how far it is from example to example (0:
/// all share one), from head to head and from row to row. Columns lie side by side.
struct Operand {
    const Node* node = nullptr;
    Place place;
    Index examples = 1;
    Index count = 0; ///< of one example
    Index heads = 1, rows = 1, columns = 1;
    Index example = 0, head = 0, row = 0;

    Index all() const { return examples * count; }
    bool isShared() const { return example == 0; }
    /// With the features of all heads side by side, where they lie so.
    Index rowLength() const { return row; }
    Index allRows() const { return all() / row; }
};

/// A node whose launches are made.
class NodeLowering {
public:
    NodeLowering(const Graph& graph, const ExecutionPlan& plan, Index batch, Placement& placement,
                 const Node& node, std::vector<Launch>& launches)
        : m_graph(graph), m_plan(plan), m_batch(batch), m_placement(placement), m_node(node),
          m_launches(launches), m_out(operandOf(node.id)) {
        for (const NodeId input : node.inputs)
            m_in.push_back(operandOf(input));
    }

    void lower();

private:
    using Arguments = std::vector<Argument>;

    Operand operandOf(NodeId id) const;
    const Attributes& attributes() const { return m_node.attributes; }
    float factor() const { return static_cast<float>(attributes().factor); }
    Place out() const { return m_out.place; }
    Place in(std::size_t i) const { return m_in[i].place; }
    /// An operand that may be missing; its kernel is told that it does not count.
    Place inOrNothing(std::size_t i) const { return i < m_in.size() ? in(i) : out(); }

    void launch(std::string_view kernel, std::array<Index, 3> groups, Arguments arguments) {
        m_launches.push_back({kernel, groups, std::move(arguments)});
    }
    /// A thread for each of `count` numbers, the last argument.
    void launchEach(std::string_view kernel, Index count, Arguments arguments) {
        arguments.emplace_back(toInt(count));
        launch(kernel, {groupsFor(count, groupSize), 1, 1}, std::move(arguments));
    }
    /// A row of lanes for each row; the rows and the columns are the last arguments.
    void launchRows(std::string_view kernel, Index rows, Index columns, Arguments arguments) {
        arguments.emplace_back(toInt(rows));
        arguments.emplace_back(toInt(columns));
        launch(kernel, {groupsFor(rows, rowsOfGroup), 1, 1}, std::move(arguments));
    }
    /// A lane for each column.
    void launchColumns(std::string_view kernel, Index rows, Index columns, Arguments arguments) {
        arguments.emplace_back(toInt(rows));
        arguments.emplace_back(toInt(columns));
        launch(kernel, {groupsFor(columns, columnsOfGroup), 1, 1}, std::move(arguments));
    }

    struct Product {
        Operand y, a, b;
        Place bias;
        Index rows = 0, columns = 0, depth = 0;
        bool aTransposed = false, bTransposed = false, hasBias = false;
    };
    void launchProduct(const Product& product);
    static Operand asOneMatrix(const Operand& operand);

    void each(std::string_view kernel) { launchEach(kernel, m_out.all(), {out(), in(0)}); }
    void pair(std::string_view kernel) { launchEach(kernel, m_out.all(), {out(), in(0), in(1)}); }
    void copy(const Operand& from) { launchEach("copy", m_out.all(), {out(), from.place}); }
    void copyPart(const Operand& to, Place toPlace, const Operand& from, Place fromPlace,
                  const Shape& part, bool adds);

    void add();
    void intervene();
    void rotary();
    void slice();
    void join();
    void linear();
    void linearInputGradient();
    void linearWeightGradient();
    void matMul();
    void mask();
    void windows();
    void windowsGradient();
    void layerNormGainGradient();
    void additiveScores();
    void additiveScoresGradient();
    void additiveVectorGradient();
    void keep();
    void keepGradient();
    void embeddingGradient();
    void gradientNorm();

    const Graph& m_graph;
    const ExecutionPlan& m_plan;
    Index m_batch;
    Placement& m_placement;
    const Node& m_node;
    std::vector<Launch>& m_launches;
    Operand m_out;
    std::vector<Operand> m_in;
};

Operand NodeLowering::operandOf(NodeId id) const {
    const Node& node = m_graph[id];
    const Shape& shape = node.shape;
    Operand operand{&node, m_placement.of(id)};
    operand.examples = node.batched ? m_batch : 1;
    operand.count = shape.count();
    operand.heads = shape.matrices();
    operand.rows = shape.matrixRows();
    operand.columns = shape.columns();
    operand.example = node.batched ? operand.count : 0;
    const bool byToken = m_plan.layout(id) == Layout::ByToken;
    operand.head = byToken ? operand.columns : operand.rows * operand.columns;
    operand.row = byToken ? operand.heads * operand.columns : operand.columns;
    return operand;
}

// ---- sums and parts
// ------------------------------------------------------------------------------

void NodeLowering::add() {
    if (m_in.size() == 1)
        return copy(m_in[0]);
    Operand sum = m_in[0];
    for (std::size_t i = 1; i < m_in.size(); ++i) {
        launchEach("add", m_out.all(),
                   {out(), sum.place, in(i), toInt(sum.isShared()), toInt(m_in[i].isShared()),
                    toInt(m_out.count)});
        sum = m_out;
    }
}

void NodeLowering::intervene() {
    copy(m_in[0]);
    const Operand& hidden = m_in.back();
    const int rank = m_out.node->shape.rank();
    for (const Edit& edit : attributes().edits) {
        // From the last dimension on; what is missing is "all".
        const auto along = [&](int dimension, Index extent) {
            const Places places = dimension > rank
                                      ? Places{}
                                      : edit.cells[static_cast<std::size_t>(rank - dimension)];
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
        copyPart(m_out, out(), m_in[i], cornerOf(m_in[i], attributes().corners[i]), m_node.shape,
                 i > 0);
}

void NodeLowering::join() {
    launchEach("fill", m_out.all(), {out(), 0.0F});
    for (std::size_t i = 0; i < m_in.size(); ++i)
        copyPart(m_out, cornerOf(m_out, attributes().corners[i]), m_in[i], in(i),
                 m_in[i].node->shape, false);
}

// ---- products
// ------------------------------------------------------------------------------------

/// All examples beneath each other, heads side by side.
Operand NodeLowering::asOneMatrix(const Operand& operand) {
    Operand one = operand;
    one.rows = operand.all() / operand.row;
    one.columns = operand.row;
    one.heads = 1;
    one.example = 0;
    one.head = 0;
    one.examples = 1;
    return one;
}

void NodeLowering::launchProduct(const Product& p) {
    struct Tile {
        std::string_view kernel;
        Index side;
    };
    // A large tile reads less; a small one leaves no group without work.
    const Index matrices = p.y.examples * p.y.heads;
    const auto groups = [&](Index side) {
        return std::array{groupsFor(p.columns, side), groupsFor(p.rows, side), matrices};
    };
    const auto tileOf = [&]() -> Tile {
        for (const Tile& tile : {Tile{"product_large", 64}, Tile{"product_middle", 32}}) {
            const auto [x, y, z] = groups(tile.side);
            if (p.rows * p.columns >= tile.side * tile.side / 2 && x * y * z >= 64)
                return tile;
        }
        return {"product_small", 16};
    };
    const Tile tile = tileOf();
    launch(tile.kernel, groups(tile.side),
           {p.y.place,
            p.a.place,
            p.b.place,
            p.bias,
            std::int64_t(p.y.example),
            std::int64_t(p.y.head),
            toInt(p.y.row),
            std::int64_t(p.a.example),
            std::int64_t(p.a.head),
            toInt(p.a.row),
            std::int64_t(p.b.example),
            std::int64_t(p.b.head),
            toInt(p.b.row),
            toInt(p.rows),
            toInt(p.columns),
            toInt(p.depth),
            toInt(p.y.heads),
            toInt(p.aTransposed),
            toInt(p.bTransposed),
            toInt(p.hasBias)});
}

/// y = x·W + b.
void NodeLowering::linear() {
    const Operand y = asOneMatrix(m_out);
    const Operand x = asOneMatrix(m_in[0]);
    launchProduct({.y = y,
                   .a = x,
                   .b = asOneMatrix(m_in[1]),
                   .bias = inOrNothing(2),
                   .rows = y.rows,
                   .columns = y.columns,
                   .depth = x.columns,
                   .bTransposed = attributes().transposeB,
                   .hasBias = m_in.size() == 3});
}

/// dx = dy·Wᵀ.
void NodeLowering::linearInputGradient() {
    const Operand dx = asOneMatrix(m_out);
    const Operand dy = asOneMatrix(m_in[0]);
    launchProduct({.y = dx,
                   .a = dy,
                   .b = asOneMatrix(m_in[1]),
                   .bias = out(),
                   .rows = dx.rows,
                   .columns = dx.columns,
                   .depth = dy.columns,
                   .bTransposed = !attributes().transposeB});
}

/// dW = xᵀ·dy over all tokens of all examples.
void NodeLowering::linearWeightGradient() {
    const Operand dw = asOneMatrix(m_out);
    const Operand x = asOneMatrix(m_in[attributes().transposeB ? 1 : 0]);
    const Operand dy = asOneMatrix(m_in[attributes().transposeB ? 0 : 1]);
    launchProduct({.y = dw,
                   .a = x,
                   .b = dy,
                   .bias = out(),
                   .rows = dw.rows,
                   .columns = dw.columns,
                   .depth = x.rows,
                   .aTransposed = true});
}

void NodeLowering::matMul() {
    const Operand& a = m_in[0];
    launchProduct({.y = m_out,
                   .a = a,
                   .b = m_in[1],
                   .bias = out(),
                   .rows = m_out.rows,
                   .columns = m_out.columns,
                   .depth = attributes().transposeA ? a.rows : a.columns,
                   .aTransposed = attributes().transposeA,
                   .bTransposed = attributes().transposeB});
}

// ---- attention
// -----------------------------------------------------------------------------------

void NodeLowering::rotary() {
    const Index pairs = m_out.columns / 2;
    std::vector<float> turns;
    for (Index token = 0; token < m_out.rows; ++token)
        for (Index pair = 0; pair < pairs; ++pair) {
            const double angle = ops::rotaryAngle(token, pair, m_out.columns);
            turns.push_back(static_cast<float>(std::cos(angle)));
            turns.push_back(static_cast<float>(std::sin(angle)));
        }
    launchEach("rotary", m_out.all() / 2,
               {out(), in(0), m_placement.table(std::move(turns)), factor(),
                std::int64_t(m_out.example), toInt(m_out.head), toInt(m_out.row),
                toInt(m_out.heads), toInt(m_out.rows), toInt(pairs)});
}

void NodeLowering::mask() {
    const bool hasKeep = m_in.size() == 2;
    const Index keepRows = !hasKeep ? 0 : m_in[1].node->shape.rank() < 2 ? 1 : m_in[1].rows;
    launchEach("mask", m_out.all(),
               {out(), in(0), inOrNothing(1), factor(), toInt(attributes().causal),
                toInt(attributes().strict), toInt(keepRows),
                toInt(hasKeep ? m_in[1].example : Index(0)), toInt(m_out.heads), toInt(m_out.rows),
                toInt(m_out.columns), toInt(m_in[0].isShared())});
}

// ---- convolution
// ---------------------------------------------------------------------------------

void NodeLowering::windows() {
    const Index width = m_in[0].columns;
    const Index length = m_out.columns / width;
    launchEach("windows", m_out.all(),
               {out(), in(0), inOrNothing(1), toInt(m_in.size() == 2),
                static_cast<std::int32_t>(ops::windowOffset(0, length, attributes().causal)),
                toInt(length), toInt(m_out.rows), toInt(width)});
}

void NodeLowering::windowsGradient() {
    const Index width = m_out.columns;
    const Index length = m_in[0].columns / width;
    launchEach("windows_gradient", m_out.all(),
               {out(), in(0), inOrNothing(1), toInt(m_in.size() == 2),
                static_cast<std::int32_t>(ops::windowOffset(0, length, attributes().causal)),
                toInt(length), toInt(m_out.rows), toInt(width)});
}

// ---- norms
// ---------------------------------------------------------------------------------------

void NodeLowering::layerNormGainGradient() {
    const Index rows = m_in[0].allRows();
    const Index columns = m_in[0].columns;
    const Place moments = m_placement.workspace(2 * rows);
    launchRows("layer_norm_moments", rows, columns,
               {moments, in(0), static_cast<float>(attributes().epsilon)});
    launchColumns("layer_norm_gain_gradient", rows, columns, {out(), in(0), in(1), moments});
}

// ---- recurrent cells and their attention
// ---------------------------------------------------------

void NodeLowering::keep() {
    launchEach("keep", m_out.all(),
               {out(), in(0), in(1), in(2), toInt(attributes().corners[0].row),
                toInt(m_in[2].count), toInt(m_out.count)});
}

void NodeLowering::keepGradient() {
    launchEach("keep_gradient", m_out.all(),
               {out(), in(0), in(1), toInt(attributes().factor != 0),
                toInt(attributes().corners[0].row), toInt(m_in[1].count), toInt(m_out.count)});
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
    launch("additive_scores", {groupsFor(m_out.all(), rowsOfGroup), 1, 1}, std::move(arguments));
}

void NodeLowering::additiveScoresGradient() {
    const Operand& a = m_in[0];
    const Operand& b = m_in[1];
    launchEach("additive_scores_gradient", m_out.all(),
               {out(), in(0), in(1), in(2), in(3), toInt(a.count), toInt(b.count), toInt(a.rows),
                toInt(b.rows), toInt(a.columns), toInt(attributes().transposeA)});
}

void NodeLowering::additiveVectorGradient() {
    const Operand& a = m_in[0];
    const Operand& b = m_in[1];
    const Place rows = m_placement.workspace(a.all());
    launchEach("additive_vector_gradient", a.all(),
               {rows, in(0), in(1), in(2), toInt(a.count), toInt(b.count), toInt(a.rows),
                toInt(b.rows), toInt(a.columns)});
    launchColumns("column_sum", a.allRows(), a.columns, {out(), rows});
}

// ---- embeddings and the optimizer
// ----------------------------------------------------------------

void NodeLowering::embeddingGradient() {
    const TokenSort& sort = m_placement.sortOf(m_node.id);
    launchEach("embedding_gradient", m_out.all(),
               {out(), in(1), Place{Memory::Numbers, sort.starts},
                Place{Memory::Numbers, sort.places}, factor(), toInt(m_out.columns)});
}

void NodeLowering::gradientNorm() {
    std::vector<Index> groups;
    Index total = 0;
    for (const Operand& gradient : m_in) {
        groups.push_back(std::min<Index>(64, groupsFor(gradient.all(), 4 * groupSize)));
        total += groups.back();
    }
    const Place partial = m_placement.workspace(total);
    Index at = partial.at;
    for (std::size_t i = 0; i < m_in.size(); ++i) {
        launch("squares", {groups[i], 1, 1},
               {Place{partial.memory, at}, in(i), toInt(groups[i]), toInt(m_in[i].all())});
        at += groups[i];
    }
    launch("gradient_norm", {1, 1, 1}, {out(), partial, toInt(total)});
}

/// The table of all kinds of work.
void NodeLowering::lower() {
    const Attributes& a = attributes();
    const auto epsilon = static_cast<float>(a.epsilon);
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
        return; // once, on the host
    case OpKind::Add:
        return add();
    case OpKind::BatchSum:
        return launchEach("batch_sum", count, {out(), in(0), toInt(m_in[0].examples)});
    case OpKind::Intervene:
        return intervene();
    case OpKind::Embedding:
        return launchEach("embedding", count,
                          {out(), in(0), in(1), factor(), toInt(m_out.columns)});
    case OpKind::EmbeddingGradient:
        return embeddingGradient();
    case OpKind::LearnedPositionGradient:
        return launchEach("padded_copy", count, {out(), in(0), toInt(m_in[0].all())});
    case OpKind::RelativeBias:
        return launchEach(
            "relative_bias", count,
            {out(), in(0), toInt(m_in[0].columns), toInt(m_out.rows), toInt(m_out.columns)});
    case OpKind::RelativeBiasGradient:
        return launchEach(
            "relative_bias_gradient", count,
            {out(), in(0), toInt(m_out.columns), toInt(m_in[0].rows), toInt(m_in[0].columns)});
    case OpKind::Rotary:
        return rotary();
    case OpKind::Dropout:
        return launchEach("dropout", count,
                          {out(), in(0), m_placement.keyOf(m_node.id), dropoutThreshold(a.rate),
                           static_cast<float>(1 / (1 - a.rate))});
    case OpKind::Slice:
        return slice();
    case OpKind::Join:
        return join();
    case OpKind::Linear:
        return linear();
    case OpKind::LinearInputGradient:
        return linearInputGradient();
    case OpKind::LinearWeightGradient:
        return linearWeightGradient();
    case OpKind::ColumnSum:
        return launchColumns("column_sum", m_in[0].allRows(), m_in[0].row, {out(), in(0)});
    case OpKind::MatMul:
        return matMul();
    case OpKind::Scale:
        return launchEach("scale", count, {out(), in(0), factor()});
    case OpKind::Mask:
        return mask();
    case OpKind::Visibility:
        return launchEach(
            "visibility", count,
            {out(), in(0), toInt(a.causal), toInt(m_in[0].example), toInt(m_out.columns)});
    case OpKind::Softmax:
        return launchRows("softmax", count / m_out.columns, m_out.columns, {out(), in(0)});
    case OpKind::SoftmaxGradient:
        return launchRows("softmax_gradient", count / m_out.columns, m_out.columns,
                          {out(), in(0), in(1)});
    case OpKind::Windows:
        return windows();
    case OpKind::WindowsGradient:
        return windowsGradient();
    case OpKind::LayerNorm:
        return launchRows("layer_norm", count / m_out.columns, m_out.columns,
                          {out(), in(0), in(1), in(2), epsilon});
    case OpKind::LayerNormInputGradient:
        return launchRows("layer_norm_input_gradient", count / m_out.columns, m_out.columns,
                          {out(), in(0), in(1), in(2), epsilon});
    case OpKind::LayerNormGainGradient:
        return layerNormGainGradient();
    case OpKind::Relu:
        return each("relu");
    case OpKind::ReluGradient:
        return pair("relu_gradient");
    case OpKind::Gelu:
        return each("gelu");
    case OpKind::GeluGradient:
        return pair("gelu_gradient");
    case OpKind::Tanh:
        return each("tanh_");
    case OpKind::TanhGradient:
        return pair("tanh_gradient");
    case OpKind::Sigmoid:
        return each("sigmoid");
    case OpKind::SigmoidGradient:
        return pair("sigmoid_gradient");
    case OpKind::Complement:
        return each("complement");
    case OpKind::Multiply:
        return pair("multiply");
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
    case OpKind::CountTokens:
        return launch("count_tokens", {1, 1, 1}, {out(), in(0), toInt(m_in[0].all())});
    case OpKind::CrossEntropy:
        return launchRows("cross_entropy", m_in[0].allRows(), m_in[0].columns,
                          {out(), in(0), in(2), static_cast<float>(a.rate), a.first});
    case OpKind::CrossEntropyGradient:
        return launchEach("cross_entropy_gradient", count,
                          {out(), in(0), in(1), in(2), static_cast<float>(a.rate), a.first,
                           toInt(m_out.columns)});
    case OpKind::SquaredError:
        return launchEach("squared_error", count,
                          {out(), in(0), in(1), in(2), toInt(m_in[0].columns)});
    case OpKind::SquaredErrorGradient:
        return launchEach("squared_error_gradient", count,
                          {out(), in(0), in(1), in(2), in(3),
                           static_cast<float>(2.0 / static_cast<double>(m_out.columns)),
                           toInt(m_out.columns)});
    case OpKind::MeanTokens:
        return launch("mean_tokens", {1, 1, 1}, {out(), in(0), in(1), toInt(m_in[0].all())});
    case OpKind::MeanTokensGradient:
        return launchEach("mean_tokens_gradient", count, {out(), in(0), in(1)});
    case OpKind::GradientNorm:
        return gradientNorm();
    case OpKind::ClipFactor:
        return launch("clip_factor", {1, 1, 1}, {out(), in(0), factor()});
    case OpKind::ClipGradient:
        return launchEach("clip_gradient", count, {out(), in(0), in(1)});
    case OpKind::DecayGradient:
        return launchEach("decay_gradient", count,
                          {out(), in(0), in(1), static_cast<float>(a.rate)});
    case OpKind::AdamMoment1:
    case OpKind::AdamMoment2:
        return launchEach("adam_moment", count,
                          {out(), in(0), in(1), static_cast<float>(a.beta),
                           static_cast<float>(1 - a.beta),
                           toInt(m_node.op->kind() == OpKind::AdamMoment2)});
    case OpKind::AdamUpdate:
        return launchEach("adam_update", count,
                          {out(), in(0), in(1), in(2), in(3), static_cast<float>(std::log(a.beta)),
                           static_cast<float>(std::log(a.beta2)), epsilon});
    case OpKind::Momentum:
        return launchEach("momentum", count, {out(), in(0), in(1), static_cast<float>(a.beta)});
    case OpKind::SgdUpdate:
        return launchEach("sgd_update", count, {out(), in(0), in(1)});
    case OpKind::Apply:
        return launchEach("apply_update", count,
                          {out(), in(0), in(1), inOrNothing(2),
                           m_in.size() == 3 ? static_cast<float>(a.rate) : 0.0F});
    }
}

} // namespace

std::vector<Launch> lower(const Graph& graph, const ExecutionPlan& plan, Index batch,
                          Placement& placement) {
    std::vector<Launch> launches;
    for (const Node& node : graph.nodes())
        if (plan.phase(node.id) != Phase::Constant)
            NodeLowering(graph, plan, batch, placement, node, launches).lower();
    return launches;
}

} // namespace gf::gpu
