// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/stages.h"

#include "core/backend/gpu/chain.h"
#include "core/backend/gpu/launch.h"
#include "core/graph/op.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace gf::gpu {

namespace {

constexpr std::size_t mostProducts = 4;
constexpr std::size_t mostLinks = 64;
/// Products further apart in the graph are not done together: what they read would stay in memory
/// all the while.
constexpr NodeId mostDistance = 48;

bool isOnDevice(const ExecutionPlan& plan, const Node& node) {
    return ExecutionPlan::hasWork(node) && plan.phase(node.id) != Phase::Constant;
}

/// A node by itself.
Stage stageOf(const Node& node) {
    Stage stage;
    stage.nodes = {node.id};
    switch (node.op->kind()) {
    case OpKind::Linear:
    case OpKind::LinearInputGradient:
    case OpKind::LinearWeightGradient:
    case OpKind::MatMul:
        stage.form = Form::Products;
        stage.products = {node.id};
        break;
    default:
        break;
    }
    return stage;
}

class Joiner {
public:
    Joiner(const Graph& graph, const ExecutionPlan& plan)
        : m_graph(graph), m_plan(plan), m_base(graph.size()), m_readers(graph.size()),
          m_isKept(graph.size(), false), m_isStaged(graph.size(), false) {
        m_stages.hasValue.assign(graph.size(), true);
        for (const Node& node : graph.nodes()) {
            const bool isView = formOf(node.op->kind()) == OpForm::View;
            m_base[index(node.id)] = isView ? base(node.inputs[0]) : node.id;
            if (m_plan.isKept(m_plan.root(node.id)))
                m_isKept[index(base(node.id))] = true;
            if (isView)
                continue;
            for (const NodeId input : node.inputs) {
                std::vector<NodeId>& readers = m_readers[index(base(input))];
                if (readers.empty() || readers.back() != node.id)
                    readers.push_back(node.id);
            }
        }
    }

    Stages run() {
        joinUpdate();
        for (const Node& node : m_graph.nodes()) {
            joinLoss(node);
            joinAttention(node);
            joinAttentionGradient(node);
        }
        for (const Node& node : m_graph.nodes())
            joinWeights(node);
        for (const Node& node : m_graph.nodes()) {
            joinNorm(node);
            joinEmbedding(node);
            joinPosition(node);
            joinActivation(node);
            joinSlope(node);
            joinSum(node);
            joinColumnSum(node);
        }
        for (const Node& node : m_graph.nodes())
            if (isFree(node.id))
                add(stageOf(node), {});
        joinProducts();
        std::ranges::stable_sort(m_stages.list, {}, &Stage::end);
        joinChains();
        return std::move(m_stages);
    }

private:
    static std::size_t index(NodeId id) { return static_cast<std::size_t>(id); }
    const Node& node(NodeId id) const { return m_graph[id]; }
    OpKind kind(NodeId id) const { return m_graph[id].op->kind(); }
    bool is(NodeId id, OpKind wanted) const { return id != noNode && kind(id) == wanted; }
    /// The node whose value it is, behind views.
    NodeId base(NodeId id) const { return m_base[index(id)]; }
    NodeId input(NodeId id, std::size_t i) const { return base(m_graph[id].inputs[i]); }
    const std::vector<NodeId>& readersOf(NodeId id) const { return m_readers[index(id)]; }
    bool isKept(NodeId id) const { return m_isKept[index(id)]; }
    bool isFree(NodeId id) const {
        return isOnDevice(m_plan, m_graph[id]) && !m_isStaged[index(id)];
    }
    bool isFree(NodeId id, OpKind wanted) const { return is(id, wanted) && isFree(id); }

    /// The one node that reads it, if nobody keeps it; otherwise noNode.
    NodeId onlyReader(NodeId id) const {
        return readersOf(id).size() == 1 && !isKept(id) ? readersOf(id).front() : noNode;
    }

    /// The first free node of this kind that reads a value.
    NodeId freeReader(NodeId id, OpKind wanted) const {
        for (const NodeId reader : readersOf(id))
            if (isFree(reader, wanted))
                return reader;
        return noNode;
    }

    /// Whether members can run where the last of them does: nobody else reads one before that.
    bool canJoin(std::vector<NodeId> members) const {
        std::ranges::sort(members);
        for (const NodeId member : members)
            for (const NodeId reader : readersOf(member))
                if (reader < members.back() && !std::ranges::binary_search(members, reader))
                    return false;
        return true;
    }

    /// Adds a stage if its members can join. A value that only members read is made no more, if
    /// `canLeaveOut` it.
    bool add(Stage stage, const std::vector<NodeId>& canLeaveOut) {
        if (!canJoin(stage.nodes))
            return false;
        std::ranges::sort(stage.nodes);
        for (const NodeId id : canLeaveOut) {
            const bool isInside = std::ranges::all_of(readersOf(id), [&](NodeId reader) {
                return std::ranges::binary_search(stage.nodes, reader);
            });
            m_stages.hasValue[index(id)] = !isInside || isKept(id);
        }
        for (const NodeId id : stage.nodes)
            m_isStaged[index(id)] = true;
        m_stages.list.push_back(std::move(stage));
        return true;
    }

    bool liesAlike(NodeId a, NodeId b) const {
        return node(a).batched == node(b).batched && m_plan.layout(a) == m_plan.layout(b) &&
               node(a).shape.count() == node(b).shape.count();
    }

    // ---- the loss ------------------------------------------------------------------------------

    void joinLoss(const Node& gradient) {
        if (!isFree(gradient.id, OpKind::CrossEntropyGradient))
            return;
        const NodeId softmax = input(gradient.id, 0);
        const NodeId each = input(gradient.id, 2);
        if (!isFree(softmax, OpKind::Softmax) || !isFree(each, OpKind::MeanTokensGradient) ||
            onlyReader(each) != gradient.id)
            return;
        const NodeId loss = freeReader(softmax, OpKind::CrossEntropy);
        const NodeId mean = loss == noNode ? noNode : onlyReader(loss);
        if (mean == noNode || !isFree(mean, OpKind::MeanTokens) ||
            input(loss, 2) != input(gradient.id, 1) || input(loss, 0) != input(softmax, 0) ||
            input(mean, 1) != input(each, 1))
            return;
        Stage stage;
        stage.form = Form::Loss;
        stage.nodes = {softmax, loss, mean, each, gradient.id};
        stage.softmax = softmax;
        stage.scores = loss;
        stage.sum = mean;
        stage.slope = each;
        stage.last = gradient.id;
        add(std::move(stage), {softmax, each});
    }

    // ---- attention -----------------------------------------------------------------------------

    bool isHiding(NodeId mask) const {
        return isFree(mask, OpKind::Mask) && std::isinf(node(mask).as<MaskAttributes>().fill);
    }

    bool fitsAGroup(NodeId weights) const { return node(weights).shape.columns() <= mostKeys; }

    /// softmax(mask(scale(x))) that ends in a node; `scores` is x.
    std::optional<Stage> weightsStage(NodeId softmax) const {
        if (!isFree(softmax, OpKind::Softmax) || !node(softmax).batched)
            return {};
        const NodeId mask = input(softmax, 0);
        if (!isHiding(mask) || onlyReader(mask) != softmax || !node(mask).batched)
            return {};
        Stage stage;
        stage.form = Form::AttentionWeights;
        stage.nodes = {mask, softmax};
        stage.mask = mask;
        stage.softmax = softmax;
        stage.scores = input(mask, 0);
        if (isFree(stage.scores, OpKind::Scale) && onlyReader(stage.scores) == mask) {
            stage.factor = node(stage.scores).as<ScaleAttributes>().factor;
            stage.nodes.push_back(stage.scores);
            stage.scores = input(stage.scores, 0);
        }
        if (!node(stage.scores).batched)
            return {};
        return stage;
    }

    void joinAttention(const Node& softmax) {
        std::optional<Stage> stage = weightsStage(softmax.id);
        if (!stage || !fitsAGroup(softmax.id))
            return;
        const NodeId scores = stage->scores;
        if (!isFree(scores, OpKind::MatMul) || readersOf(scores).size() != 1 || isKept(scores) ||
            !node(scores).as<ProductAttributes>().transposeB ||
            node(scores).as<ProductAttributes>().transposeA)
            return;
        stage->form = Form::Attention;
        stage->nodes.push_back(scores);
        std::vector<NodeId> inside = stage->nodes;
        for (const NodeId reader : readersOf(softmax.id))
            if (isFree(reader, OpKind::MatMul) && input(reader, 0) == softmax.id &&
                !node(reader).as<ProductAttributes>().transposeA &&
                !node(reader).as<ProductAttributes>().transposeB &&
                node(reader).shape.columns() == node(node(scores).inputs[0]).shape.columns()) {
                stage->last = reader;
                stage->nodes.push_back(reader);
                break;
            }
        std::erase(inside, softmax.id);
        if (!canJoin(stage->nodes)) {
            std::erase(stage->nodes, stage->last);
            stage->last = noNode;
        }
        add(*std::move(stage), inside);
    }

    void joinWeights(const Node& softmax) {
        if (std::optional<Stage> stage = weightsStage(softmax.id)) {
            std::vector<NodeId> inside = stage->nodes;
            std::erase(inside, softmax.id);
            add(*std::move(stage), inside);
        }
    }

    /// Whether a node is the softmax of what this mask hides with −∞, so that it is zero there.
    bool isZeroBehind(NodeId mask, NodeId softmax) const {
        if (!is(softmax, OpKind::Softmax) || !is(input(softmax, 0), OpKind::Mask))
            return false;
        const Node& forward = node(input(softmax, 0));
        const Node& backward = node(mask);
        const bool sameKeep = forward.inputs.size() == backward.inputs.size() &&
                              (forward.inputs.size() < 2 || input(forward.id, 1) == input(mask, 1));
        return sameKeep &&
               forward.as<MaskAttributes>().causal == backward.as<MaskAttributes>().causal &&
               forward.as<MaskAttributes>().strict == backward.as<MaskAttributes>().strict &&
               std::isinf(forward.as<MaskAttributes>().fill);
    }

    void joinAttentionGradient(const Node& gradient) {
        if (!isFree(gradient.id, OpKind::SoftmaxGradient) || !fitsAGroup(gradient.id))
            return;
        const NodeId softmax = input(gradient.id, 0);
        const NodeId dWeights = input(gradient.id, 1);
        const NodeId mask = onlyReader(gradient.id);
        if (!isFree(dWeights, OpKind::MatMul) || onlyReader(dWeights) != gradient.id ||
            !node(dWeights).as<ProductAttributes>().transposeB ||
            node(dWeights).as<ProductAttributes>().transposeA ||
            !isFree(mask == noNode ? gradient.id : mask, OpKind::Mask) ||
            node(mask).as<MaskAttributes>().fill != 0 || !isZeroBehind(mask, softmax))
            return;
        Stage stage;
        stage.form = Form::AttentionGradient;
        stage.softmax = softmax;
        stage.scores = dWeights;
        stage.mask = mask;
        stage.nodes = {dWeights, gradient.id, mask};
        std::vector<NodeId> inside{dWeights, gradient.id};
        NodeId dScores = mask;
        if (const NodeId scale = onlyReader(mask);
            scale != noNode && isFree(scale, OpKind::Scale)) {
            stage.factor = node(scale).as<ScaleAttributes>().factor;
            stage.nodes.push_back(scale);
            inside.push_back(mask);
            dScores = scale;
        }
        stage.sum = dScores;
        for (const NodeId reader : readersOf(dScores))
            if (isFree(reader, OpKind::MatMul) && input(reader, 0) == dScores &&
                !node(reader).as<ProductAttributes>().transposeA &&
                !node(reader).as<ProductAttributes>().transposeB &&
                node(reader).shape.columns() == node(node(dWeights).inputs[0]).shape.columns())
                stage.last = reader;
        if (stage.last == noNode || !node(stage.last).batched)
            return;
        stage.nodes.push_back(stage.last);
        add(std::move(stage), inside);
    }

    // ---- norms, embeddings, positions ----------------------------------------------------------

    /// What an addition of two adds to `term`, where it lies as the sum does; otherwise noNode.
    NodeId otherOf(NodeId sum, NodeId term) const {
        if (node(sum).inputs.size() != 2)
            return noNode;
        const NodeId first = input(sum, 0);
        const NodeId other = first == term ? input(sum, 1) : first;
        return other != term && liesAlike(other, sum) && liesAlike(term, sum) ? other : noNode;
    }

    void joinNorm(const Node& gradient) {
        if (isFree(gradient.id, OpKind::LayerNormInputGradient)) {
            const NodeId sum = onlyReader(gradient.id);
            if (sum == noNode || !isFree(sum, OpKind::Add) || otherOf(sum, gradient.id) == noNode)
                return;
            Stage stage;
            stage.form = Form::NormGradient;
            stage.nodes = {gradient.id, sum};
            stage.last = gradient.id;
            stage.sum = sum;
            stage.addend = otherOf(sum, gradient.id);
            add(std::move(stage), {gradient.id});
        } else if (isFree(gradient.id, OpKind::LayerNormGainGradient)) {
            const NodeId bias = freeReader(input(gradient.id, 1), OpKind::ColumnSum);
            if (bias == noNode || node(bias).shape.count() != gradient.shape.count())
                return;
            Stage stage;
            stage.form = Form::NormParameters;
            stage.nodes = {gradient.id, bias};
            stage.last = gradient.id;
            stage.sum = bias;
            add(std::move(stage), {});
        }
    }

    void joinEmbedding(const Node& embedding) {
        if (!isFree(embedding.id, OpKind::Embedding))
            return;
        const NodeId sum = onlyReader(embedding.id);
        if (sum == noNode || !isFree(sum, OpKind::Add) || node(sum).inputs.size() != 2 ||
            input(sum, 0) == input(sum, 1))
            return;
        Stage stage;
        stage.form = Form::Embedding;
        stage.nodes = {embedding.id, sum};
        stage.last = embedding.id;
        stage.sum = sum;
        stage.addend = input(sum, 0) == embedding.id ? node(sum).inputs[1] : node(sum).inputs[0];
        add(std::move(stage), {embedding.id});
    }

    void joinPosition(const Node& gradient) {
        if (!isFree(gradient.id, OpKind::LearnedPositionGradient))
            return;
        const NodeId sum = input(gradient.id, 0);
        if (!isFree(sum, OpKind::BatchSum) || onlyReader(sum) != gradient.id)
            return;
        Stage stage;
        stage.form = Form::PositionGradient;
        stage.nodes = {sum, gradient.id};
        stage.sum = sum;
        stage.last = gradient.id;
        add(std::move(stage), {sum});
    }

    // ---- what follows on products --------------------------------------------------------------

    static Stage productStage(std::vector<NodeId> products) {
        Stage stage;
        stage.form = Form::Products;
        stage.nodes = products;
        stage.products = std::move(products);
        return stage;
    }

    void joinActivation(const Node& product) {
        if (!isFree(product.id, OpKind::Linear))
            return;
        for (const NodeId reader : readersOf(product.id))
            if ((isFree(reader, OpKind::Relu) || isFree(reader, OpKind::Gelu)) &&
                liesAlike(reader, product.id)) {
                Stage stage = productStage({product.id});
                stage.nodes.push_back(reader);
                stage.activation = reader;
                if (add(std::move(stage), {product.id}))
                    return;
            }
    }

    void joinSlope(const Node& product) {
        if (!isFree(product.id, OpKind::LinearInputGradient))
            return;
        const NodeId slope = onlyReader(product.id);
        if (slope == noNode || input(slope, 0) == product.id ||
            !(isFree(slope, OpKind::ReluGradient) || isFree(slope, OpKind::GeluGradient)) ||
            !liesAlike(slope, product.id) || !liesAlike(slope, input(slope, 0)))
            return;
        Stage stage = productStage({product.id});
        stage.nodes.push_back(slope);
        stage.slope = slope;
        add(std::move(stage), {product.id});
    }

    /// Everything by which the launches of two products must be alike to be one.
    struct Likeness {
        OpKind kind;
        std::vector<bool> flags;
        std::vector<Index> numbers;

        friend bool operator==(const Likeness&, const Likeness&) = default;
    };
    Likeness likenessOf(NodeId id) const {
        const Node& product = node(id);
        Likeness likeness{kind(id),
                          {product.as<ProductAttributes>().transposeA,
                           product.as<ProductAttributes>().transposeB},
                          {}};
        const auto append = [&](NodeId operand) {
            const Node& one = node(operand);
            likeness.flags.push_back(one.batched);
            likeness.flags.push_back(m_plan.layout(operand) == Layout::ByToken);
            likeness.flags.push_back(is(m_plan.root(operand), OpKind::Parameter));
            likeness.numbers.push_back(one.shape.rank());
            for (int i = 0; i < one.shape.rank(); ++i)
                likeness.numbers.push_back(one.shape[i]);
        };
        append(id);
        for (const NodeId operand : product.inputs)
            append(operand);
        return likeness;
    }

    /// Products that are added up, and at most one more number each.
    void joinSum(const Node& sum) {
        if (!isFree(sum.id, OpKind::Add))
            return;
        std::vector<NodeId> products;
        std::vector<NodeId> others;
        for (const NodeId operand : sum.inputs) {
            const NodeId term = base(operand);
            const bool isTerm =
                isFree(term) && onlyReader(term) == sum.id && liesAlike(term, sum.id) &&
                (is(term, OpKind::LinearInputGradient) ||
                 (is(term, OpKind::Linear) && products.empty())) &&
                products.size() < mostProducts && std::ranges::count(products, term) == 0 &&
                (products.empty() || (is(products[0], OpKind::LinearInputGradient) &&
                                      likenessOf(term) == likenessOf(products[0])));
            (isTerm ? products : others).push_back(term);
        }
        if (products.empty() || others.size() > 1 ||
            (others.size() == 1 &&
             (!liesAlike(others[0], sum.id) || std::ranges::count(products, others[0]) > 0)))
            return;
        Stage stage = productStage(products);
        stage.nodes.push_back(sum.id);
        stage.sum = sum.id;
        stage.addend = others.empty() ? noNode : others[0];
        add(std::move(stage), products);
    }

    void joinColumnSum(const Node& product) {
        if (!isFree(product.id, OpKind::LinearWeightGradient) ||
            product.as<ProductAttributes>().transposeB)
            return;
        const NodeId dy = input(product.id, 1);
        for (const NodeId reader : readersOf(dy))
            if (isFree(reader, OpKind::ColumnSum)) {
                Stage stage = productStage({product.id});
                stage.nodes.push_back(reader);
                stage.columnSums = {reader};
                if (add(std::move(stage), {}))
                    return;
            }
    }

    /// Those of one shape beside each other.
    void joinProducts() {
        std::vector<Stage> joined;
        std::vector<std::pair<Likeness, std::size_t>> open;
        std::ranges::stable_sort(m_stages.list, {}, &Stage::end);
        for (Stage& stage : m_stages.list) {
            const bool isPlain = stage.form == Form::Products && stage.products.size() == 1 &&
                                 stage.sum == noNode && stage.slope == noNode &&
                                 stage.activation == noNode;
            if (!isPlain) {
                joined.push_back(std::move(stage));
                continue;
            }
            Likeness likeness = likenessOf(stage.products[0]);
            likeness.flags.push_back(!stage.columnSums.empty());
            const auto other = std::ranges::find_if(open, [&](const auto& each) {
                return each.first == likeness && canTake(joined[each.second], stage);
            });
            if (other == open.end()) {
                open.emplace_back(std::move(likeness), joined.size());
                joined.push_back(std::move(stage));
                continue;
            }
            Stage& whole = joined[other->second];
            const auto append = [](std::vector<NodeId>& to, const std::vector<NodeId>& from) {
                to.insert(to.end(), from.begin(), from.end());
            };
            append(whole.nodes, stage.nodes);
            append(whole.products, stage.products);
            append(whole.columnSums, stage.columnSums);
            std::ranges::sort(whole.nodes);
        }
        m_stages.list = std::move(joined);
    }

    bool canTake(const Stage& whole, const Stage& more) const {
        if (whole.products.size() == mostProducts ||
            more.end() - whole.nodes.front() > mostDistance)
            return false;
        std::vector<NodeId> members = whole.nodes;
        members.insert(members.end(), more.nodes.begin(), more.nodes.end());
        for (const NodeId member : more.nodes)
            for (const NodeId operand : node(member).inputs)
                if (std::ranges::count(members, base(operand)) > 0)
                    return false;
        return canJoin(std::move(members));
    }

    // ---- chains --------------------------------------------------------------------------------

    /// The node whose numbers a chain works on one by one: of a Join the part that is put in.
    NodeId shapeOfLink(NodeId id) const {
        return is(id, OpKind::Join) && !node(id).inputs.empty() ? node(id).inputs[0] : id;
    }

    /// Whether a stage is a node whose work is done number by number.
    bool isLink(const Stage& stage) const {
        const Node& link = node(stage.nodes[0]);
        if (stage.form != Form::Own || !isChainKind(link.op->kind()) || !link.batched ||
            link.inputs.empty() || m_plan.root(link.id) != link.id)
            return false;
        const Node& shape = node(shapeOfLink(link.id));
        const bool isWhole =
            !is(link.id, OpKind::Join) ||
            static_cast<Index>(link.inputs.size()) * shape.shape.count() == link.shape.count();
        const bool isFlat = shape.shape.rank() == 2 && link.shape.rank() == 2;
        return isWhole && isFlat && !(is(link.id, OpKind::Add) && link.inputs.size() < 2) &&
               std::ranges::all_of(link.inputs, [&](NodeId operand) {
                   return node(operand).batched && !is(m_plan.root(operand), OpKind::Parameter) &&
                          node(operand).shape.rank() <= 2 &&
                          (!is(link.id, OpKind::Join) || node(operand).shape == shape.shape);
               });
    }

    /// Whether a link may follow in a chain: a thread reads only what it has written itself.
    bool canFollow(const Stage& chain, NodeId link) const {
        if (chain.nodes.size() >= mostLinks ||
            node(shapeOfLink(link)).shape != node(shapeOfLink(chain.nodes[0])).shape)
            return false;
        return std::ranges::none_of(node(link).inputs, [&](NodeId operand) {
            const NodeId from = base(operand);
            const bool isInside = std::ranges::count(chain.nodes, from) > 0;
            return isInside && (is(link, OpKind::Slice) || is(from, OpKind::Join));
        });
    }

    /// Links that follow each other.
    void joinChains() {
        std::vector<Stage> joined;
        bool isOpen = false; // the last one may be gone on with
        for (Stage& stage : m_stages.list) {
            const bool links = isLink(stage);
            if (links && isOpen && canFollow(joined.back(), stage.nodes[0])) {
                joined.back().form = Form::Chain;
                joined.back().nodes.push_back(stage.nodes[0]);
            } else {
                if (links &&
                    is(stage.nodes[0], OpKind::Join)) // a chain of its own: part after part
                    stage.form = Form::Chain;
                joined.push_back(std::move(stage));
            }
            isOpen = links;
        }
        m_stages.list = std::move(joined);
    }

    // ---- the update ----------------------------------------------------------------------------

    /// All of what the optimizer does to parameters, if it is what appendOptimizer() makes and
    /// nobody wants what lies in between.
    void joinUpdate() {
        Stage stage;
        stage.form = Form::Update;
        for (const Node& each : m_graph.nodes()) {
            const OpKind what = each.op->kind();
            if (formOf(what) != OpForm::Update && formOf(what) != OpForm::Replacement)
                continue;
            const bool isState = formOf(what) == OpForm::Replacement;
            const bool isBetween = std::ranges::all_of(readersOf(each.id), [&](NodeId reader) {
                const OpForm form = formOf(kind(reader));
                return form == OpForm::Update || form == OpForm::Replacement;
            });
            if (!isBetween || (!isState && m_isKept[index(each.id)]))
                return;
            stage.nodes.push_back(each.id);
            if (what == OpKind::Apply)
                stage.products.push_back(each.id);
        }
        if (stage.products.empty() || !areAllAlike(stage.products) ||
            stage.nodes.size() != stage.products.size() * partsOfUpdate(stage.products[0]).size())
            return;
        std::vector<NodeId> inside;
        for (const NodeId id : stage.nodes)
            if (formOf(kind(id)) == OpForm::Update)
                inside.push_back(id);
        // The parameters' gradients are read all at the end.
        add(std::move(stage), inside);
    }

    /// The nodes of a parameter's update, from its end to its beginning.
    std::vector<NodeId> partsOfUpdate(NodeId apply) const {
        std::vector<NodeId> parts{apply};
        const auto follow = [&](NodeId id) {
            parts.push_back(id);
            return id;
        };
        NodeId gradient = noNode;
        const NodeId change = follow(input(apply, 1));
        if (is(change, OpKind::AdamUpdate)) {
            follow(input(change, 1));
            gradient = input(follow(input(change, 0)), 1);
        } else {
            gradient = input(change, 0);
            if (is(gradient, OpKind::Momentum))
                gradient = input(follow(gradient), 1);
        }
        if (is(gradient, OpKind::DecayGradient))
            gradient = input(follow(gradient), 0);
        if (is(gradient, OpKind::ClipGradient))
            follow(gradient);
        return parts;
    }

    bool areAllAlike(const std::vector<NodeId>& applies) const {
        const auto signature = [this](NodeId apply) {
            std::vector<std::pair<OpKind, Attributes>> all;
            const bool isKnown =
                is(input(apply, 1), OpKind::AdamUpdate) || is(input(apply, 1), OpKind::SgdUpdate);
            if (isKnown)
                for (const NodeId part : partsOfUpdate(apply))
                    all.emplace_back(kind(part), node(part).attributes);
            return all;
        };
        const auto first = signature(applies.front());
        return !first.empty() && std::ranges::all_of(applies, [&](NodeId apply) {
            return signature(apply) == first;
        });
    }

    const Graph& m_graph;
    const ExecutionPlan& m_plan;
    std::vector<NodeId> m_base;
    std::vector<std::vector<NodeId>> m_readers; ///< by base, in order
    std::vector<bool> m_isKept;                 ///< by base
    std::vector<bool> m_isStaged;
    Stages m_stages;
};

} // namespace

Stages stagesOfEach(const Graph& graph, const ExecutionPlan& plan) {
    Stages stages;
    stages.hasValue.assign(graph.size(), true);
    for (const Node& node : graph.nodes()) {
        if (isOnDevice(plan, node))
            stages.list.push_back(stageOf(node));
    }
    return stages;
}

Stages joinedStages(const Graph& graph, const ExecutionPlan& plan) {
    return Joiner(graph, plan).run();
}

} // namespace gf::gpu
