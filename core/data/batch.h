// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/graph/exchange.h"
#include "core/model/inputs.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gf {

/// The numbers of one input for all examples of a batch, row-major.
struct BatchArray {
    std::string name; ///< the input's
    Shape shape;      ///< the batch first: [B,T] token ids, [B,T,f] real numbers
    std::variant<std::vector<TokenId>, std::vector<float>> values;
};

/// What a training step reads: an array for each input, by name (core/model/inputs.h).
struct Batch {
    Index size = 0; ///< B
    std::vector<BatchArray> arrays;

    /// The array of this name; null when there is none.
    const BatchArray* find(std::string_view name) const;
    /// The token ids of an array, [B,T], and those of one example; empty when there is none.
    std::span<const TokenId> ids(std::string_view name) const;
    std::span<const TokenId> ids(std::string_view name, Index example) const;
    /// The real numbers of an array [B,…]; empty when there is none.
    std::span<const float> numbers(std::string_view name) const;
    std::span<const float> numbers(std::string_view name, Index example) const;
    /// Which rows of an example's labels count.
    std::vector<bool> labelled(Index example) const;
    /// Adds an array of token ids [size, …].
    void addIds(std::string_view name, std::vector<TokenId> ids);
    /// The same of our own vocabularies, and as `keep` which of them are not `<pad>`.
    void addIds(std::string_view name, std::string_view keep, std::vector<TokenId> ids);
    /// Adds an array of real numbers, [size, …] of `each` for one example.
    void addNumbers(std::string_view name, const Shape& each, std::vector<float> numbers);
};

/// Exchanges two tokens, or two rows of numbers, in what every example of the batch reads. Labels,
/// and what a pointer may choose, stay as they are. Requires both places to be there.
void exchangeTokens(Batch& batch, const TokenExchange& exchange);

/// Hides from all queries, as filler, what of a decoder's sources is this token; nothing without
/// one, or without a decoder.
void hidePadding(Batch& batch, std::optional<TokenId> padding);

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
/// decoder-only model no `source_ids`. Where a model reads numbers these are `source_values`
/// [N,B,S,f], and where it says numbers `target_values` [N,B,T,f] (float32): rows without special
/// ones, NaN where they are padding. A pointer's `target_ids` are the rows that are chosen, 4 for
/// the first, 0 for padding. Throws Error when the file is bad or does not fit the configuration:
/// missing tensors, shapes that differ, ids outside the vocabulary, rows longer than max_length, an
/// empty batch, and for a model with exact ids, none of which is known to be padding.
std::unique_ptr<BatchSource> readBatches(const std::string& path, const ModelConfig& config);

/// Turns token ids without special tokens into one padded batch of the given lengths. A
/// decoder-only model takes no notice of `sources`; for an encoder-only model `targets` are the
/// labels, and may be missing (then all labels are padding). Throws Error when a sequence and its
/// special token are longer than the length, and when an encoder's labels are not as many as its
/// tokens.
Batch makeBatch(Architecture architecture, const std::vector<std::vector<TokenId>>& sources,
                const std::vector<std::vector<TokenId>>& targets, Index sourceLength,
                Index targetLength);

/// The same for any kind of data. Rows of real numbers come with a keep-mask and have no special
/// rows: what the decoder reads begins with a row of zeros, and the rest is the labels but for the
/// last. For a pointer it reads the numbers of the rows that were chosen; a row of the source that
/// is chosen twice, or is not there, is an error. Throws Error too when a sequence is longer than
/// there is room.
Batch makeBatch(const DataForm& form, const std::vector<ExampleData>& examples, Index sourceLength,
                Index targetLength);

} // namespace gf
