// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"
#include "core/model/inputs.h"

namespace gf {

/// One side of the model: how its steps and parameters are called.
struct Side {
    std::string steps;      ///< "source" or "target": prefix of the steps
    std::string parameters; ///< "source_", "target_" or "": prefix of the parameters
    Axis tokens;            ///< Axis::Source or Axis::Target
    Index vocabulary;       ///< V
    Axis words;             ///< Axis::SourceWord or Axis::TargetWord
};

Side sourceSide(const ModelConfig& config);
Side targetSide(const ModelConfig& config);

/// "<sequence>.ids" [T], tokens of a vocabulary of V that are fed: "source.ids", "label.ids".
ModelInput tokenIds(Builder& builder, const std::string& sequence, Index length, Axis tokens,
                    Index vocabulary);

/// What is fed of a sequence, and its keep-mask: 0 for padding. Token ids are their own.
struct Fed {
    ModelInput numbers;
    ModelInput keep;
    bool isValues() const { return numbers.kind == InputKind::Values; }
};

/// "<sequence>.values" [T,f] and "<sequence>.keep" [T], rows of real numbers that are fed.
Fed realValues(Builder& builder, const std::string& sequence, Index length, Axis tokens);

/// The embedding table of a side, "…embedding.weight" [V,D].
NodeId embeddingTable(Builder& builder, const Side& side);

/// "<side>.embedded", "<side>.position" and their sum "<side>.input" [T,D] (Vaswani et al. 2017,
/// sections 3.4 and 3.5). Token ids are [T]; of real numbers [T,f] "embedded" is X·W + b with
/// "…embedding.weight" [f,D] and "…embedding.bias" [D], and no √D.
NodeId embed(Builder& builder, const Side& side, const ModelInput& fed);

} // namespace gf
