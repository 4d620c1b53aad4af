// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <vector>

namespace gf {

/// Token ids of one batch as the model's inputs take them, row-major [B, length], padded.
struct Batch {
    Index size = 0;         ///< B
    Index sourceLength = 0; ///< S; 0 without an encoder
    Index targetLength = 0; ///< T; 0 without a decoder
    std::vector<float> sourceIds; ///< [B,S] `x <eos>` and padding
    std::vector<float> targetIds; ///< [B,T] `<sos> y` and padding
    std::vector<float> labelIds;  ///< [B,T] `y <eos>` and padding; [B,S] for an encoder-only model
};

/// Where the trainer gets its batches. Batch n depends on n (and a seed) alone, so that a run can be
/// continued at any step.
class BatchSource {
public:
    virtual ~BatchSource() = default;
    virtual Index sourceLength() const = 0;
    virtual Index targetLength() const = 0;
    virtual Index batchSize() const = 0;
    /// The batch of training step `step` (the first is 0). Throws Error past the end of a file.
    virtual void fill(Index step, Batch& batch) const = 0;
    /// How many batches there are; 0: without end.
    virtual Index count() const { return 0; }
};

/// Batches of a task's training stream.
std::unique_ptr<BatchSource> makeTaskBatches(std::shared_ptr<const Task> task, Index batch,
                                             std::uint64_t seed);

/// Batches from a safetensors file with `source_ids` [N,B,S] and `target_ids` [N,B,T] (int64; see
/// design: `--batches`). Throws Error when the file or its ids do not fit the configuration.
std::unique_ptr<BatchSource> readBatches(const std::string& path, const ModelConfig& config);

/// Turns token ids without special tokens into one padded batch of the given lengths.
Batch makeBatch(Architecture architecture, const std::vector<std::vector<TokenId>>& sources,
                const std::vector<std::vector<TokenId>>& targets, Index sourceLength,
                Index targetLength);

} // namespace gf
