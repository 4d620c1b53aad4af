// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/batch.h"
#include "core/model/config.h"

#include <memory>
#include <span>

namespace gf {

/// A model and a batch that everybody measures alike; tests/bench/torch_model.py has the same.
struct BenchSize {
    const char* name;
    Index layers, dModel, heads, dFf, vocabulary, length, batch;
    bool onlyByName = false; ///< too much to be measured unless somebody asks for it
};

/// XS, S, M, L and XL, and S-long and M-long: small models of long sequences.
std::span<const BenchSize> benchSizes();

/// Pre-LN, GELU, learned positions; decoder-only with the size's layers, or an encoder–decoder of
/// 2 + 2 layers with source and target of the same length.
ModelConfig benchModel(const BenchSize& size, Architecture architecture);

/// Batches of random ids without padding: every token counts.
std::shared_ptr<const BatchSource> benchBatches(const BenchSize& size, Architecture architecture);

} // namespace gf
