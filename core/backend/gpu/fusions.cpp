// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/fusions.h"

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
Fusion fusionOf(const Node& node) {
    switch (node.op->kind()) {
    case OpKind::Linear:
    case OpKind::LinearInputGradient:
    case OpKind::LinearWeightGradient:
    case OpKind::MatMul:
        return {{node.id}, ProductsWork{.products = {node.id}, .columnSums = {}}};
    default:
        return {{node.id}, OwnWork{}};
    }
}

class Joiner {
public:
    Joiner(const Graph& graph, const ExecutionPlan& plan)
        : m_graph(graph), m_plan(plan),
          m_matcher(
              graph, [&plan](NodeId id) { return plan.isKept(plan.root(id)); },
              [this](NodeId id) { return isFree(id); }),
          m_isFused(graph.size(), false) {
        m_fusions.hasValue.assign(graph.size(), true);
    }
    Joiner(const Joiner&) = delete;
    Joiner& operator=(const Joiner&) = delete;

    Fusions run() {
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
                add(fusionOf(node), {});
        joinProducts();
        std::ranges::stable_sort(m_fusions.list, {}, &Fusion::end);
        joinChains();
        return std::move(m_fusions);
    }

private:
    static std::size_t index(NodeId id) { return static_cast<std::size_t>(id); }
    const Node& node(NodeId id) const { return m_graph[id]; }
    OpKind kind(NodeId id) const { return m_graph[id].op->kind(); }
    bool is(NodeId id, OpKind wanted) const { return m_matcher.is(id, wanted); }
    NodeId base(NodeId id) const { return m_matcher.base(id); }
    NodeId input(NodeId id, std::size_t i) const { return m_matcher.input(id, i); }
    const std::vector<NodeId>& readersOf(NodeId id) const { return m_matcher.readersOf(id); }
    NodeId onlyReader(NodeId id) const { return m_matcher.onlyReader(id); }
    bool isFree(NodeId id) const {
        return isOnDevice(m_plan, m_graph[id]) && !m_isFused[index(id)];
    }
    bool isFree(NodeId id, OpKind wanted) const { return is(id, wanted) && isFree(id); }

    /// Whether members can run where the last of them does: nobody else reads one before that.
    bool canJoin(std::vector<NodeId> members) const {
        std::ranges::sort(members);
        for (const NodeId member : members)
            for (const NodeId reader : readersOf(member))
                if (reader < members.back() && !std::ranges::binary_search(members, reader))
                    return false;
        return true;
    }

    /// Adds a fusion if its members can join. A value that only members read is made no more, if
    /// `canLeaveOut` it.
    bool add(Fusion fusion, const std::vector<NodeId>& canLeaveOut) {
        if (!canJoin(fusion.nodes))
            return false;
        std::ranges::sort(fusion.nodes);
        for (const NodeId id : canLeaveOut) {
            const bool isInside = std::ranges::all_of(readersOf(id), [&](NodeId reader) {
                return std::ranges::binary_search(fusion.nodes, reader);
            });
            m_fusions.hasValue[index(id)] = !isInside || m_matcher.isKept(id);
        }
        for (const NodeId id : fusion.nodes)
            m_isFused[index(id)] = true;
        m_fusions.list.push_back(std::move(fusion));
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
        const NodeId each = input(gradient.id, 3);
        if (!isFree(softmax, OpKind::Softmax) || !isFree(each, OpKind::MeanTokensGradient) ||
            onlyReader(each) != gradient.id)
            return;
        const NodeId loss = m_matcher.freeReader(softmax, OpKind::CrossEntropy);
        const NodeId mean = loss == noNode ? noNode : onlyReader(loss);
        if (mean == noNode || !isFree(mean, OpKind::MeanTokens) ||
            input(loss, 2) != input(gradient.id, 1) || input(loss, 3) != input(gradient.id, 2) ||
            input(loss, 0) != input(softmax, 0) || input(mean, 1) != input(each, 1))
            return;
        add({{softmax, loss, mean, each, gradient.id},
             LossWork{softmax, loss, mean, each, gradient.id}},
            {softmax, each});
    }

    // ---- attention -----------------------------------------------------------------------------

    bool fitsAGroup(NodeId weights) const { return node(weights).shape.columns() <= mostKeys; }

    /// Whether a product is a·b, or with the flag a·bᵀ.
    bool isPlainProduct(NodeId product, bool transposeB = false) const {
        return isFree(product, OpKind::MatMul) &&
               !node(product).as<ProductAttributes>().transposeA &&
               node(product).as<ProductAttributes>().transposeB == transposeB;
    }
    /// Whether a product reads a matrix [T,S] of attention and makes rows as wide as those that
    /// the matrix was made of.
    bool isProductOf(NodeId product, NodeId matrix, NodeId madeBy) const {
        return isPlainProduct(product) && input(product, 0) == matrix &&
               node(product).shape.columns() == node(node(madeBy).inputs[0]).shape.columns();
    }

    std::optional<AttentionWeightsMatch> batchedWeights(NodeId softmax) const {
        std::optional<AttentionWeightsMatch> match = m_matcher.attentionWeights(softmax);
        const bool isBatched =
            match && node(softmax).batched && node(match->mask).batched && node(match->x).batched;
        return isBatched ? match : std::nullopt;
    }

    void joinAttention(const Node& softmax) {
        const std::optional<AttentionWeightsMatch> match = batchedWeights(softmax.id);
        if (!match || !fitsAGroup(softmax.id) || !isPlainProduct(match->x, true) ||
            onlyReader(match->x) == noNode)
            return;
        std::vector<NodeId> inside = match->between();
        inside.push_back(match->x);
        std::vector<NodeId> members = inside;
        members.push_back(softmax.id);
        AttentionWork work{*match};
        for (const NodeId reader : readersOf(softmax.id))
            if (isProductOf(reader, softmax.id, match->x)) {
                std::vector<NodeId> withHeads = members;
                withHeads.push_back(reader);
                if (canJoin(withHeads)) {
                    members = std::move(withHeads);
                    work.heads = reader;
                }
                break;
            }
        add({std::move(members), work}, inside);
    }

    void joinWeights(const Node& softmax) {
        const std::optional<AttentionWeightsMatch> match = batchedWeights(softmax.id);
        if (!match)
            return;
        std::vector<NodeId> members = match->between();
        members.push_back(softmax.id);
        add({std::move(members), WeightsWork{*match}}, match->between());
    }

    void joinAttentionGradient(const Node& gradient) {
        const std::optional<ScoresGradientMatch> match = m_matcher.scoresGradient(gradient.id);
        if (!match || !fitsAGroup(gradient.id) || !isPlainProduct(match->weightsGradient, true) ||
            onlyReader(match->weightsGradient) != gradient.id)
            return;
        AttentionGradientWork work{*match};
        for (const NodeId reader : readersOf(match->end()))
            if (isProductOf(reader, match->end(), match->weightsGradient))
                work.queries = reader;
        if (work.queries == noNode || !node(work.queries).batched)
            return;
        std::vector<NodeId> inside = match->between();
        inside.push_back(match->weightsGradient);
        std::vector<NodeId> members = inside;
        members.insert(members.end(), {match->end(), work.queries});
        add({std::move(members), work}, inside);
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
        if (isFree(gradient.id, OpKind::LayerNormInputGradient) ||
            isFree(gradient.id, OpKind::RmsNormInputGradient)) {
            const NodeId sum = onlyReader(gradient.id);
            if (sum == noNode || !isFree(sum, OpKind::Add) || otherOf(sum, gradient.id) == noNode)
                return;
            add({{gradient.id, sum}, NormGradientWork{gradient.id, sum, otherOf(sum, gradient.id)}},
                {gradient.id});
        } else if (const auto match = m_matcher.normGradients(gradient.id);
                   match && match->bias != noNode) {
            add({{match->gain, match->bias}, NormParametersWork{match->gain, match->bias}}, {});
        }
    }

    void joinEmbedding(const Node& embedding) {
        if (!isFree(embedding.id, OpKind::Embedding))
            return;
        const NodeId sum = onlyReader(embedding.id);
        if (sum == noNode || !isFree(sum, OpKind::Add) || node(sum).inputs.size() != 2 ||
            input(sum, 0) == input(sum, 1))
            return;
        const bool isFirst = input(sum, 0) == embedding.id;
        const NodeId addend = node(sum).inputs[isFirst ? 1 : 0];
        add({{embedding.id, sum}, EmbeddingWork{embedding.id, sum, addend}}, {embedding.id});
    }

    void joinPosition(const Node& gradient) {
        if (!isFree(gradient.id, OpKind::LearnedPositionGradient))
            return;
        const NodeId sum = input(gradient.id, 0);
        if (!isFree(sum, OpKind::BatchSum) || onlyReader(sum) != gradient.id)
            return;
        add({{sum, gradient.id}, PositionGradientWork{sum, gradient.id}}, {sum});
    }

    // ---- what follows on products --------------------------------------------------------------

    void joinActivation(const Node& product) {
        if (!isFree(product.id, OpKind::Linear))
            return;
        for (const NodeId reader : readersOf(product.id))
            if ((isFree(reader, OpKind::Relu) || isFree(reader, OpKind::Gelu)) &&
                liesAlike(reader, product.id)) {
                ProductsWork work{.products = {product.id}, .columnSums = {}};
                work.activation = reader;
                if (add({{product.id, reader}, std::move(work)}, {product.id}))
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
        ProductsWork work{.products = {product.id}, .columnSums = {}};
        work.slope = slope;
        add({{product.id, slope}, std::move(work)}, {product.id});
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
        std::vector<NodeId> members = products;
        members.push_back(sum.id);
        ProductsWork work{.products = products, .columnSums = {}, .sum = sum.id};
        work.addend = others.empty() ? noNode : others[0];
        add({std::move(members), std::move(work)}, products);
    }

    void joinColumnSum(const Node& product) {
        if (!isFree(product.id, OpKind::LinearWeightGradient) ||
            product.as<ProductAttributes>().transposeB)
            return;
        const NodeId dy = input(product.id, 1);
        for (const NodeId reader : readersOf(dy))
            if (isFree(reader, OpKind::ColumnSum)) {
                if (add({{product.id, reader},
                         ProductsWork{.products = {product.id}, .columnSums = {reader}}},
                        {}))
                    return;
            }
    }

    /// Those of one shape beside each other.
    void joinProducts() {
        std::vector<Fusion> joined;
        std::vector<std::pair<Likeness, std::size_t>> open;
        std::ranges::stable_sort(m_fusions.list, {}, &Fusion::end);
        for (Fusion& fusion : m_fusions.list) {
            const auto* more = std::get_if<ProductsWork>(&fusion.work);
            const bool isPlain = more && more->products.size() == 1 && more->sum == noNode &&
                                 more->slope == noNode && more->activation == noNode;
            if (!isPlain) {
                joined.push_back(std::move(fusion));
                continue;
            }
            Likeness likeness = likenessOf(more->products[0]);
            likeness.flags.push_back(!more->columnSums.empty());
            const auto other = std::ranges::find_if(open, [&](const auto& each) {
                return each.first == likeness && canTake(joined[each.second], fusion);
            });
            if (other == open.end()) {
                open.emplace_back(std::move(likeness), joined.size());
                joined.push_back(std::move(fusion));
                continue;
            }
            Fusion& whole = joined[other->second];
            auto& products = std::get<ProductsWork>(whole.work);
            const auto append = [](std::vector<NodeId>& to, const std::vector<NodeId>& from) {
                to.insert(to.end(), from.begin(), from.end());
            };
            append(whole.nodes, fusion.nodes);
            append(products.products, more->products);
            append(products.columnSums, more->columnSums);
            std::ranges::sort(whole.nodes);
        }
        m_fusions.list = std::move(joined);
    }

    bool canTake(const Fusion& whole, const Fusion& more) const {
        if (std::get<ProductsWork>(whole.work).products.size() == mostProducts ||
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

    /// Whether a fusion is a node whose work is done number by number.
    bool isLink(const Fusion& fusion) const {
        const Node& link = node(fusion.nodes[0]);
        if (!std::holds_alternative<OwnWork>(fusion.work) || !isChainKind(link.op->kind()) ||
            !link.batched || link.inputs.empty() || m_plan.root(link.id) != link.id)
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
    bool canFollow(const Fusion& chain, NodeId link) const {
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
        std::vector<Fusion> joined;
        bool isOpen = false; // the last one may be gone on with
        for (Fusion& fusion : m_fusions.list) {
            const bool links = isLink(fusion);
            if (links && isOpen && canFollow(joined.back(), fusion.nodes[0])) {
                joined.back().work = ChainWork{};
                joined.back().nodes.push_back(fusion.nodes[0]);
            } else {
                if (links &&
                    is(fusion.nodes[0], OpKind::Join)) // a chain of its own: part after part
                    fusion.work = ChainWork{};
                joined.push_back(std::move(fusion));
            }
            isOpen = links;
        }
        m_fusions.list = std::move(joined);
    }

    // ---- the update ----------------------------------------------------------------------------

    /// All of what the optimizer does to parameters, if it is what appendOptimizer() makes and
    /// nobody wants what lies in between.
    void joinUpdate() {
        std::vector<NodeId> members;
        UpdateWork work;
        std::size_t matched = 0;
        for (const Node& each : m_graph.nodes()) {
            const OpForm form = formOf(each.op->kind());
            if (form != OpForm::Update && form != OpForm::Replacement)
                continue;
            const bool isBetween = std::ranges::all_of(readersOf(each.id), [&](NodeId reader) {
                const OpForm next = formOf(kind(reader));
                return next == OpForm::Update || next == OpForm::Replacement;
            });
            if (!isBetween || (form == OpForm::Update && m_matcher.isKept(each.id)))
                return;
            members.push_back(each.id);
            if (!is(each.id, OpKind::Apply))
                continue;
            std::optional<ParameterUpdateMatch> match = m_matcher.parameterUpdate(each.id);
            if (!match || (!work.parameters.empty() && !isAlike(*match, work.parameters.front())))
                return;
            matched += match->nodes.size();
            work.parameters.push_back(*std::move(match));
        }
        if (work.parameters.empty() || members.size() != matched)
            return;
        std::vector<NodeId> inside;
        for (const NodeId id : members)
            if (formOf(kind(id)) == OpForm::Update)
                inside.push_back(id);
        // The parameters' gradients are read all at the end.
        add({std::move(members), std::move(work)}, inside);
    }

    /// Whether the same is done to two parameters.
    bool isAlike(const ParameterUpdateMatch& one, const ParameterUpdateMatch& other) const {
        return std::ranges::equal(one.nodes, other.nodes, [this](NodeId a, NodeId b) {
            return kind(a) == kind(b) && node(a).attributes == node(b).attributes;
        });
    }

    const Graph& m_graph;
    const ExecutionPlan& m_plan;
    Matcher m_matcher;
    std::vector<bool> m_isFused;
    Fusions m_fusions;
};

} // namespace

Fusions fusionsOfEach(const Graph& graph, const ExecutionPlan& plan) {
    Fusions fusions;
    fusions.hasValue.assign(graph.size(), true);
    for (const Node& node : graph.nodes()) {
        if (isOnDevice(plan, node))
            fusions.list.push_back(fusionOf(node));
    }
    return fusions;
}

Fusions joinedFusions(const Graph& graph, const ExecutionPlan& plan) {
    return Joiner(graph, plan).run();
}

} // namespace gf::gpu
