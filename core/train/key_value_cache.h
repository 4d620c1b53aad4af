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
/// with them. It holds as many places as the text needs, a power of two, and grows with it.
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
    void cut(Index rows) { m_rows = rows; }
    Index rows() const { return m_rows; }

    /// What the model gives after one more token. There is a row before it, and room in max_length.
    NextToken read(TokenId token);

private:
    struct Compiled;
    /// Keys and values of one attention, a row after the other: of self-attention [C,G·K], 0 where
    /// there is none yet.
    struct Kept {
        std::vector<float> keys, values;
        bool grows = true; ///< no: [S,G·K] of cross-attention
    };

    Compiled& compiledFor(Index places, Index sources);
    void makeRoom();
    void feedPlace(Compiled& row) const;
    std::vector<float> biasOf(const CachedAttention& attention) const;

    const Backend& m_backend;
    ModelConfig m_model;
    Parameters& m_parameters;
    std::map<std::pair<Index, Index>, std::unique_ptr<Compiled>> m_programs; ///< by places, sources
    std::vector<Kept> m_kept; ///< as CachedRow has it
    std::vector<float> m_sourceKeep;
    Index m_rows = 0;
    Index m_places = 0;
};

} // namespace gf
