// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/key_value_cache.h"

#include "core/model/inputs.h"
#include "core/ops/relative_position.h"

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

/// R of a place with which a row x becomes x·R: pair m turns by its angle (Su et al. 2021, eq. 15).
std::vector<float> rotationOf(Index place, Index width, const ops::RotaryPairs& pairs) {
    std::vector<float> matrix(width * width);
    const auto at = [&](Index row, Index column) -> float& { return matrix[row * width + column]; };
    for (Index m = 0; m < width / 2; ++m) {
        const double angle = ops::rotaryAngle(place, m, width, pairs.base);
        const auto [one, other] = ops::rotaryPair(m, width, pairs.halves);
        at(one, one) = at(other, other) = static_cast<float>(std::cos(angle));
        at(one, other) = static_cast<float>(std::sin(angle));
        at(other, one) = -at(one, other);
    }
    return matrix;
}

} // namespace

struct KeyValueCache::Compiled {
    CachedRow row;
    std::unique_ptr<Program> program;
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
    : m_backend(backend), m_model(model), m_parameters(parameters) {
    assert(obstacleToCaching(model).empty());
}

KeyValueCache::~KeyValueCache() = default;

KeyValueCache::Compiled& KeyValueCache::compiledFor(Index places, Index sources) {
    std::unique_ptr<Compiled>& compiled = m_programs[{places, sources}];
    if (!compiled) {
        auto fresh = std::make_unique<Compiled>();
        fresh->row = buildCachedRow(m_model, places, sources);
        std::vector<NodeId> keep = {fresh->row.logits, fresh->row.probabilities};
        for (const CachedAttention& attention : fresh->row.attention)
            if (attention.newKeys != noNode)
                keep.insert(keep.end(), {attention.newKeys, attention.newValues});
        fresh->program =
            m_backend.compile(fresh->row.graph, m_parameters,
                              {.batch = 1, .keepAll = false, .keep = keep, .threads = 1});
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
    std::vector<Tensor> values = whole.values(wanted);
    m_sourceKeep.clear();
    if (mask != noNode)
        m_sourceKeep.assign(values.back().values().begin(), values.back().values().end());
    m_kept.clear();
    for (std::size_t i = 0; i < nodes.size(); i += 2) {
        const bool grows = (*model.graph)[nodes[i]].scope.kind() == ScopeKind::SelfAttention;
        const auto kept = [&](const Tensor& x) { return byRow(x, grows ? rows : x.shape()[1]); };
        m_kept.push_back({kept(values[i]), kept(values[i + 1]), grows});
    }
    m_rows = rows;
    m_places = 0;
}

/// For one more row: from there on places are 0.
void KeyValueCache::makeRoom() {
    const auto power = static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(m_rows + 1)));
    m_places = std::max(m_places, std::min(std::max(power, fewestPlaces), m_model.maxLength));
    const Index width = m_model.keyValueHeads() * m_model.headWidth();
    for (Kept& kept : m_kept)
        if (kept.grows)
            for (std::vector<float>* const rows : {&kept.keys, &kept.values}) {
                rows->resize(m_rows * width);
                rows->resize(m_places * width);
            }
}

void KeyValueCache::feedPlace(Compiled& compiled) const {
    const CachedRow& row = compiled.row;
    Program& program = *compiled.program;
    if (row.place != noNode) {
        const bool learned = m_model.positional == Positional::Learned;
        const float place[] = {static_cast<float>(m_rows + (learned ? m_model.positionOffset : 0))};
        program.setInput(row.place, place);
    }
    std::vector<float> keep(m_places);
    std::fill_n(keep.begin(), m_rows + 1, 1.0F);
    program.setInput(row.rows.keep, keep);
    std::vector<float> own(m_model.heads * m_places);
    for (Index h = 0; h < m_model.heads; ++h)
        own[h * m_places + m_rows] = 1;
    program.setInput(row.rows.own, own);
    if (row.rows.rotation != noNode)
        program.setInput(
            row.rows.rotation,
            rotationOf(m_rows, m_model.headWidth(),
                       {m_model.rotaryBase, m_model.rotaryPairs == RotaryPairing::Halves}));
    if (row.sourceKeep != noNode)
        program.setInput(row.sourceKeep, m_sourceKeep);
}

std::vector<float> KeyValueCache::biasOf(const CachedAttention& attention) const {
    const bool relative = m_model.positional == Positional::Relative;
    const std::span<const float> table =
        relative ? m_parameters.values(attention.scope.nameOf("relative_bias"))
                 : std::span<const float>();
    const Index columns = static_cast<Index>(table.size()) / m_model.heads;
    std::vector<float> bias;
    for (Index h = 0; h < m_model.heads; ++h)
        for (Index key = 0; key < m_places; ++key)
            bias.push_back(relative
                               ? table[h * columns + ops::offsetColumn(m_rows, key, columns)]
                               : static_cast<float>(-ops::alibiSlope(h, m_model.heads) *
                                                    static_cast<double>(std::abs(m_rows - key))));
    return bias;
}

NextToken KeyValueCache::read(TokenId token) {
    assert(m_rows > 0 && m_rows < m_model.maxLength);
    makeRoom();
    Compiled& compiled = compiledFor(m_places, static_cast<Index>(m_sourceKeep.size()));
    const CachedRow& row = compiled.row;
    Program& program = *compiled.program;
    const float id[] = {static_cast<float>(token)};
    program.setInput(row.ids, id);
    feedPlace(compiled);
    for (std::size_t i = 0; i < m_kept.size(); ++i) {
        program.setInput(row.attention[i].keys, m_kept[i].keys);
        program.setInput(row.attention[i].values, m_kept[i].values);
        if (row.attention[i].bias != noNode)
            program.setInput(row.attention[i].bias, biasOf(row.attention[i]));
    }
    program.run();

    std::vector<Wanted> wanted = {{row.logits}, {row.probabilities}};
    for (const CachedAttention& attention : row.attention)
        if (attention.newKeys != noNode)
            wanted.insert(wanted.end(), {{attention.newKeys}, {attention.newValues}});
    const std::vector<Tensor> values = program.values(wanted);
    std::size_t next = 2;
    for (Kept& kept : m_kept)
        if (kept.grows)
            for (std::vector<float>* const rows : {&kept.keys, &kept.values}) {
                const Tensor& added = values[next++]; // [G,1,K]
                std::ranges::copy(added.values(), rows->begin() + m_rows * added.count());
            }
    ++m_rows;
    const auto numbers = [](const Tensor& x) {
        return std::vector<float>(x.values().begin(), x.values().end());
    };
    return {numbers(values[0]), numbers(values[1])};
}

} // namespace gf
