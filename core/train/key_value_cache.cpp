// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/key_value_cache.h"

#include "core/model/inputs.h"
#include "core/ops/relative_position.h"
#include "core/train/pass_threads.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace gf {

namespace {

/// Below this a program costs more to keep apart than its extra places cost to run.
constexpr Index fewestPlaces = 16;

/// Keys as the scores read them before they are repeated for each head.
NodeId keysOf(const Graph& graph, const Scope& attention) {
    const NodeId rotated = graph.find(attention, "k_rotated");
    return rotated != noNode ? rotated : graph.find(attention, "k");
}

bool isOfDecoder(const Scope& attention) {
    const ScopeLevel* const stack = attention.find(ScopeKind::Stack);
    return attention.isAttention() && stack && stack->title == "decoder";
}

/// The first rows of x [G,S,K], the heads of each side by side.
std::vector<float> byRow(const Tensor& x, Index rows) {
    const Shape& shape = x.shape();
    std::vector<float> y;
    for (Index row = 0; row < rows; ++row)
        for (Index head = 0; head < shape[0]; ++head) {
            const float* const from = x.data() + (head * shape[1] + row) * shape[2];
            y.insert(y.end(), from, from + shape[2]);
        }
    return y;
}

/// Feeds the first rows of an input, and 0 behind them.
void feedFirst(Program& program, NodeId input, std::vector<float> rows) {
    rows.resize(program.graph()[input].shape.count());
    program.setInput(input, rows);
}

std::vector<float> numbersOf(const Tensor& x) {
    return {x.values().begin(), x.values().end()};
}

/// R of a place with which a row x becomes x·R: pair m turns by its angle (Su et al. 2021, eq. 15).
std::vector<float> rotationOf(Index place, Index width, const RotaryPairs& pairs) {
    std::vector<float> matrix(width * width);
    const auto at = [&](Index row, Index column) -> float& { return matrix[row * width + column]; };
    for (Index i = 0; i < width; ++i)
        at(i, i) = 1;
    for (Index m = 0; m < ops::turnedWidth(width, pairs) / 2; ++m) {
        const double angle = ops::rotaryAngle(place, m, width, pairs);
        const auto [one, other] = ops::rotaryPair(m, width, pairs);
        at(one, one) = at(other, other) = static_cast<float>(std::cos(angle));
        at(one, other) = static_cast<float>(std::sin(angle));
        at(other, one) = -at(one, other);
    }
    return matrix;
}

} // namespace

struct KeyValueCache::Compiled {
    Index places = 0;
    CachedRow row;
    std::unique_ptr<Program> program;

    /// Where keys and values of all attention are fed, in the order of keptBy().
    std::vector<NodeId> inputs() const {
        std::vector<NodeId> all;
        for (const CachedAttention& attention : row.attention)
            all.insert(all.end(), {attention.keys, attention.values});
        return all;
    }
};

std::vector<NodeId> KeyValueCache::keptBy(const ModelGraph& model) {
    std::vector<NodeId> kept;
    for (const Node& node : model.graph->nodes())
        if (isOfDecoder(node.scope) && node.name == node.scope.nameOf("v"))
            kept.insert(kept.end(), {keysOf(*model.graph, node.scope), node.id});
    return kept;
}

KeyValueCache::KeyValueCache(const Backend& backend, const ModelConfig& model,
                             Parameters& parameters)
    : m_backend(backend), m_model(decoderOf(model)), m_parameters(parameters) {
    assert(obstacleToCaching(model).empty());
}

KeyValueCache::~KeyValueCache() = default;

Index KeyValueCache::width(NodeId input) const {
    return (*m_holder->row.graph)[input].shape.columns();
}

Index KeyValueCache::placesFor(Index rows) const {
    const auto power = static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(rows)));
    return std::min(std::max(power, fewestPlaces), m_model.maxLength);
}

KeyValueCache::Compiled& KeyValueCache::compiledFor(Index places) {
    const auto sources = static_cast<Index>(m_sourceKeep.size());
    std::unique_ptr<Compiled>& compiled = m_programs[{places, sources}];
    if (!compiled) {
        auto fresh = std::make_unique<Compiled>();
        fresh->places = places;
        fresh->row = buildCachedRow(m_model, places, sources);
        std::vector<NodeId> keep = {fresh->row.logits, fresh->row.probabilities};
        for (const CachedAttention& attention : fresh->row.attention)
            if (attention.newKeys != noNode)
                keep.insert(keep.end(), {attention.newKeys, attention.newValues});
        fresh->program = m_backend.compile(fresh->row.graph, m_parameters,
                                           {.batch = 1,
                                            .keepAll = false,
                                            .keep = keep,
                                            .threads = threadsForPass(*fresh->row.graph),
                                            .narrow = true});
        compiled = std::move(fresh);
    }
    return *compiled;
}

void KeyValueCache::fill(const ModelGraph& model, const Program& whole, Index rows) {
    const std::vector<NodeId> nodes = keptBy(model);
    std::vector<Wanted> wanted;
    for (const NodeId node : nodes)
        wanted.push_back({node});
    const NodeId mask = model.input(inputs::sourceKeep);
    if (mask != noNode)
        wanted.push_back({mask});
    const std::vector<Tensor> values = whole.values(wanted);
    m_sourceKeep.clear();
    if (mask != noNode)
        m_sourceKeep = numbersOf(values.back());
    m_holder = &compiledFor(placesFor(rows + 1));
    const std::vector<NodeId> inputs = m_holder->inputs();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool grows = (*model.graph)[nodes[i]].scope.kind() == ScopeKind::SelfAttention;
        feedFirst(*m_holder->program, inputs[i],
                  byRow(values[i], grows ? rows : values[i].shape()[1]));
    }
    m_rows = rows;
}

void KeyValueCache::cut(Index rows) {
    if (rows == m_rows)
        return;
    for (const CachedAttention& attention : m_holder->row.attention)
        if (attention.newKeys != noNode)
            for (const NodeId input : {attention.keys, attention.values})
                m_holder->program->setPart(input, rows * width(input),
                                           std::vector<float>((m_rows - rows) * width(input)));
    m_rows = rows;
}

/// Has a program with more places hold the rows.
void KeyValueCache::grow() {
    Compiled& larger = compiledFor(placesFor(m_rows + 1));
    std::vector<Wanted> wanted;
    for (const NodeId input : m_holder->inputs())
        wanted.push_back({input});
    const std::vector<Tensor> rows = m_holder->program->values(wanted);
    const std::vector<NodeId> inputs = larger.inputs();
    for (std::size_t i = 0; i < inputs.size(); ++i)
        feedFirst(*larger.program, inputs[i], numbersOf(rows[i]));
    m_holder = &larger;
}

/// Where the next row stands, and what follows from that.
void KeyValueCache::feedPlace() {
    const CachedRow& row = m_holder->row;
    Program& program = *m_holder->program;
    if (row.place != noNode) {
        const bool learned = m_model.positional == Positional::Learned;
        const float place[] = {static_cast<float>(m_rows + (learned ? m_model.positionOffset : 0))};
        program.setInput(row.place, place);
    }
    for (const auto& [window, input] : row.rows.keep) {
        std::vector<float> keep(m_holder->places);
        const Index first = window == 0 ? 0 : std::max<Index>(0, m_rows + 1 - window);
        std::fill(keep.begin() + first, keep.begin() + m_rows + 1, 1.0F);
        program.setInput(input, keep);
    }
    std::vector<float> own(m_model.heads * m_holder->places);
    for (Index h = 0; h < m_model.heads; ++h)
        own[h * m_holder->places + m_rows] = 1;
    program.setInput(row.rows.own, own);
    if (row.rows.rotation != noNode)
        program.setInput(row.rows.rotation,
                         rotationOf(m_rows, m_model.headWidth(), rotaryPairsOf(m_model)));
    if (row.sourceKeep != noNode)
        program.setInput(row.sourceKeep, m_sourceKeep);
    for (const CachedAttention& attention : row.attention)
        if (attention.bias != noNode)
            program.setInput(attention.bias, biasOf(attention));
}

std::vector<float> KeyValueCache::biasOf(const CachedAttention& attention) const {
    const std::string table = m_model.positional == Positional::Relative
                                  ? attention.scope.nameOf("relative_bias")
                              : m_model.positional == Positional::Buckets
                                  ? bucketScope(attention.scope).nameOf("bucket_bias")
                                  : std::string();
    const std::span<const float> learned =
        table.empty() ? std::span<const float>() : m_parameters.values(table);
    const Index columns = static_cast<Index>(learned.size()) / m_model.heads;
    std::vector<float> bias;
    for (Index h = 0; h < m_model.heads; ++h)
        for (Index key = 0; key < m_holder->places; ++key) {
            const Index offset = key - m_rows;
            if (table.empty())
                bias.push_back(static_cast<float>(-ops::alibiSlope(h, m_model.heads) *
                                                  static_cast<double>(std::abs(offset))));
            else
                bias.push_back(
                    learned[h * columns +
                            (m_model.positional == Positional::Relative
                                 ? ops::offsetColumn(m_rows, key, columns)
                                 : ops::bucketOf(offset, columns, bucketsOf(m_model, true)))]);
        }
    return bias;
}

/// Adds the row's own keys and values [G,1,K] of all self-attention at its place.
void KeyValueCache::keepRow(std::span<const Tensor> keysAndValues) {
    auto next = keysAndValues.begin();
    for (const CachedAttention& attention : m_holder->row.attention)
        if (attention.newKeys != noNode)
            for (const NodeId input : {attention.keys, attention.values})
                m_holder->program->setPart(input, m_rows * width(input), (next++)->values());
    ++m_rows;
}

NextToken KeyValueCache::read(TokenId token) {
    assert(m_rows > 0 && m_rows < m_model.maxLength);
    if (m_rows == m_holder->places)
        grow();
    const CachedRow& row = m_holder->row;
    Program& program = *m_holder->program;
    const float id[] = {static_cast<float>(token)};
    program.setInput(row.ids, id);
    feedPlace();
    program.run();

    std::vector<Wanted> wanted = {{row.logits}, {row.probabilities}};
    for (const CachedAttention& attention : row.attention)
        if (attention.newKeys != noNode)
            wanted.insert(wanted.end(), {{attention.newKeys}, {attention.newValues}});
    const std::vector<Tensor> values = program.values(wanted);
    keepRow(std::span(values).subspan(2));
    return {numbersOf(values[0]), numbersOf(values[1])};
}

} // namespace gf
