// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <vector>

namespace gf {

/// Token ids of one batch as the model's inputs take them, row-major [B, length], padded.
struct Batch {
    Index size = 0;               ///< B
    Index sourceLength = 0;       ///< S; 0 without an encoder
    Index targetLength = 0;       ///< T; 0 without a decoder
    std::vector<float> sourceIds; ///< [B,S] `x <eos>` and padding
    std::vector<float> targetIds; ///< [B,T] `<sos> y` and padding
    std::vector<float> labelIds;  ///< [B,T] `y <eos>` and padding; [B,S] for an encoder-only model
};

/// Where the trainer gets its batches. Batch n depends on n (and a seed) alone, so that a run can
/// be continued at any step.
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

/// Batches of a task's training stream: batch n holds the examples n·B to n·B + B − 1 of the seed's
/// stream, padded to the task's longest. Throws Error when `batch` is less than 1.
std::unique_ptr<BatchSource> makeTaskBatches(std::shared_ptr<const Task> task, Index batch,
                                             std::uint64_t seed);

/// Batches from a safetensors file with `source_ids` [N,B,S] as the encoder sees them and
/// `target_ids` [N,B,T] as the labels are (int64, `<eos>` and padding included). The decoder sees
/// the labels one place to the right, `<sos>` first. An encoder-only model has T = S, a
/// decoder-only model no `source_ids`. Throws Error when the file is bad or does not fit the
/// configuration: missing tensors, shapes that differ, ids outside the vocabulary, rows longer than
/// max_length, an empty batch.
std::unique_ptr<BatchSource> readBatches(const std::string& path, const ModelConfig& config);

/// Turns token ids without special tokens into one padded batch of the given lengths. A
/// decoder-only model takes no notice of `sources`; for an encoder-only model `targets` are the
/// labels, and may be missing (then all labels are padding). Throws Error when a sequence and its
/// special token are longer than the length, and when an encoder's labels are not as many as its
/// tokens.
Batch makeBatch(Architecture architecture, const std::vector<std::vector<TokenId>>& sources,
                const std::vector<std::vector<TokenId>>& targets, Index sourceLength,
                Index targetLength);

} // namespace gf
