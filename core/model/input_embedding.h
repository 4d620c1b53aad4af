// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"
#include "core/model/inputs.h"

namespace gf {

/// One side of the model: how its steps and parameters are called.
struct Side {
    std::string steps;      ///< "source" or "target": prefix of the steps
    std::string parameters; ///< "source_", "target_" or "": prefix of the parameters
    std::string table;      ///< likewise of the embedding, which both sides may share
    Axis tokens;            ///< Axis::Source or Axis::Target
    Index vocabulary;       ///< V
    Axis words;             ///< Axis::SourceWord or Axis::TargetWord
};

Side sourceSide(const ModelConfig& config);
Side targetSide(const ModelConfig& config);

/// "<sequence>.ids" [T], tokens of a vocabulary of V that are fed: "source.ids", "label.ids".
ModelInput tokenIds(Builder& builder, const std::string& sequence, Index length, Axis tokens,
                    Index vocabulary);

/// "<sequence>.values" [T,f], rows of real numbers that are fed.
ModelInput realValues(Builder& builder, const std::string& sequence, Index length, Axis tokens);

/// "<sequence>.keep" [T], 0 for what is padding.
ModelInput keepMask(Builder& builder, const std::string& sequence, Index length, Axis tokens);

/// "<sequence>.places" [T], the row of each token in the table of positions.
ModelInput tokenPlaces(Builder& builder, const std::string& sequence, Index length, Axis tokens);
/// Whether padding is among the exact ids, and its tokens count as no places: so it is where the
/// first place is not the first row of the table, as in RoBERTa.
bool skipsPadding(const ModelConfig& config);

/// What is fed of a sequence, and its keep-mask.
struct Fed {
    ModelInput numbers;
    ModelInput keep;
    bool isValues() const { return numbers.kind == InputKind::Values; }
};

/// The embedding table of a side, "…embedding.weight" [V,D].
NodeId embeddingTable(Builder& builder, const Side& side);

/// "<sequence>.types" [T], the segment of each token.
ModelInput tokenTypes(Builder& builder, const std::string& sequence, Index length, Axis tokens);

/// "<side>.embedded", "<side>.position" and their sum "<side>.input" [T,D] (Vaswani et al. 2017,
/// sections 3.4 and 3.5). Token ids are [T]; of real numbers [T,f] "embedded" is X·W + b with
/// "…embedding.weight" [f,D] and "…embedding.bias" [D], and no √D. With `types` (their node, or
/// noNode) "<side>.token_type" is added first, "<side>.typed"; where the model has a norm over the
/// sum, that is
/// "<side>.summed" and "<side>.input" the norm of it (Devlin et al. 2019), with parameters
/// "embedding_norm.gain" and, of a LayerNorm, bias; with two sides "<side>.embedding_norm.gain".
/// With `places`, ids [T], each row stands where they say, counted from 0 in the table of
/// positions.
NodeId embed(Builder& builder, const Side& side, const ModelInput& fed, NodeId types = noNode,
             NodeId places = noNode);

/// Whether what a token reads says where it stands: positions are added to the embeddings.
bool addsPositions(const ModelConfig& config);

} // namespace gf
