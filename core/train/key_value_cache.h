// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/data/vocabulary.h"
#include "core/model/cached_row.h"
#include "core/model/model.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace gf {

/// What a model gives for the token after a text.
struct NextToken {
    std::vector<float> logits; ///< one for each word of the target vocabulary
    std::vector<float> probabilities;
};

/// Keys and values of the rows that a decoder has read, and the programs that read one more row
/// with them. They lie where such a program is fed, and each row adds its own at its place. It
/// holds as many places as the text needs, a power of two, and grows with it.
class KeyValueCache {
public:
    /// The nodes of a whole pass whose values are taken over: keys, as scores read them before they
    /// are repeated, and values of all attention. Programs that fill the cache keep them.
    static std::vector<NodeId> keptBy(const ModelGraph& model);

    /// There is no obstacleToCaching(). `parameters` must outlive it and hold the model's.
    KeyValueCache(const Backend& backend, const ModelConfig& model, Parameters& parameters);
    ~KeyValueCache();

    /// Takes over what a whole pass has computed of its first `rows` rows. Its program keeps
    /// keptBy().
    void fill(const ModelGraph& model, const Program& whole, Index rows);

    /// Keeps the first `rows` rows, of those that there are.
    void cut(Index rows);
    Index rows() const { return m_rows; }

    /// What the model gives after one more token. There is a row before it, and room in max_length.
    NextToken read(TokenId token);

private:
    struct Compiled;

    Index placesFor(Index rows) const;
    Compiled& compiledFor(Index places);
    void grow();
    void feedPlace();
    void keepRow(std::span<const Tensor> keysAndValues);
    /// Of a row of keys, G·K, or values, G·d_v, that is fed.
    Index width(NodeId input) const;
    std::vector<float> biasOf(const CachedAttention& attention) const;

    const Backend& m_backend;
    ModelConfig m_model;
    Parameters& m_parameters;
    std::map<std::pair<Index, Index>, std::unique_ptr<Compiled>> m_programs; ///< by places, sources
    Compiled* m_holder = nullptr; ///< whose inputs the rows are, 0 in the places behind them
    std::vector<float> m_sourceKeep;
    Index m_rows = 0;
};

} // namespace gf
