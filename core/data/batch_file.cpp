// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch.h"

#include "core/data/number_batches.h"
#include "core/io/quote.h"
#include "core/io/safetensors.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace gf {

namespace {

/// `source_ids` or `target_ids` of a file, checked.
class IdTensor {
public:
    IdTensor(NamedTensor tensor, Index vocabulary, Index maxLength)
        : m_ids(checked(std::move(tensor), vocabulary, maxLength)) {}

    Index batches() const { return m_ids.shape()[0]; }
    Index batchSize() const { return m_ids.shape()[1]; }
    Index length() const { return m_ids.shape()[2]; }
    const Shape& shape() const { return m_ids.shape(); }

    /// The ids of one batch, [B, length].
    std::vector<TokenId> batch(Index n) const {
        std::vector<TokenId> ids;
        for (const std::int64_t id : numbers(n))
            ids.push_back(static_cast<TokenId>(id));
        return ids;
    }
    /// The same as a decoder sees them: `<sos>` first, all else one place further right. (Behind
    /// the last token it sees `<eos>` where makeBatch() has `<pad>`; nothing that counts sees
    /// that.)
    std::vector<TokenId> shifted(Index n) const {
        std::vector<TokenId> ids = batch(n);
        for (auto row = ids.begin(); row != ids.end(); row += length()) {
            std::copy_backward(row, row + length() - 1, row + length());
            *row = sosId;
        }
        return ids;
    }
    /// Whether batch `n` has nothing but padding.
    bool onlyPadding(Index n) const {
        const auto values = numbers(n);
        return std::all_of(values.begin(), values.end(),
                           [](std::int64_t id) { return id == padId; });
    }

private:
    std::span<const std::int64_t> numbers(Index n) const {
        const auto count = static_cast<std::size_t>(batchSize() * length());
        return m_ids.values().subspan(static_cast<std::size_t>(n) * count, count);
    }

    static IntTensor checked(NamedTensor tensor, Index vocabulary, Index maxLength) {
        const std::string name = inQuotes(tensor.name);
        if (tensor.isFloat())
            throw Error(name + " holds floating-point numbers; token ids are int64.");
        const Shape& shape = tensor.shape();
        if (shape.rank() != 3 || shape.count() == 0)
            throw Error(name + " has the shape " + shape.toString() +
                        "; it must be batches × batch size × length, each at least 1.");
        if (shape[2] > maxLength)
            throw Error(name + " has rows of " + std::to_string(shape[2]) +
                        " tokens, more than the model's max_length " + std::to_string(maxLength) +
                        ".");
        const IntTensor& ids = tensor.integers();
        for (Index i = 0; i < ids.count(); ++i)
            if (ids[i] < 0 || ids[i] >= vocabulary) {
                const Cell cell = cellAt(shape, i);
                throw Error(name + " has the token id " + std::to_string(ids[i]) + " in batch " +
                            std::to_string(cell.at[0]) + ", row " + std::to_string(cell.at[1]) +
                            ", place " + std::to_string(cell.at[2]) +
                            "; the model's ids are 0 to " + std::to_string(vocabulary - 1) + ".");
            }
        return std::get<IntTensor>(std::move(tensor.data));
    }

    IntTensor m_ids;
};

class FileBatches final : public BatchSource {
public:
    FileBatches(Safetensors file, const ModelConfig& config)
        : m_architecture(config.architecture),
          m_targets(taken(file, "target_ids"), config.targetVocab, config.maxLength) {
        if (config.hasEncoder())
            m_sources.emplace(taken(file, "source_ids"), config.sourceVocab, config.maxLength);
        else if (file.find("source_ids"))
            throw Error(
                "it has \"source_ids\", but a decoder-only model has no source; its text is "
                "in \"target_ids\" alone.");
        checkShapes();
        for (Index n = 0; n < m_targets.batches(); ++n)
            if (m_targets.onlyPadding(n))
                throw Error("batch " + std::to_string(n) +
                            " of \"target_ids\" is all padding; there is nothing to learn in it.");
    }

    Index sourceLength() const override { return m_sources ? m_sources->length() : 0; }
    Index targetLength() const override {
        return m_architecture == Architecture::Encoder ? 0 : m_targets.length();
    }
    Index batchSize() const override { return m_targets.batchSize(); }
    Index count() const override { return m_targets.batches(); }

    void fill(Index step, Batch& batch) const override {
        assert(step >= 0);
        if (step >= count())
            throw Error("The file of batches ends after " + std::to_string(count()) +
                        (count() == 1 ? " batch" : " batches") + "; training step " +
                        std::to_string(step + 1) + " has none. Train for fewer.");
        batch = {};
        batch.size = batchSize();
        if (m_sources)
            batch.addIds(inputs::sourceIds, inputs::sourceKeep, m_sources->batch(step));
        if (m_architecture != Architecture::Encoder)
            batch.addIds(inputs::targetIds, inputs::targetKeep, m_targets.shifted(step));
        batch.addIds(inputs::labelIds, inputs::labelKeep, m_targets.batch(step));
    }

private:
    /// A tensor with its numbers, which the file then has no longer: there may be many.
    static NamedTensor taken(Safetensors& file, std::string_view name) {
        const auto found = std::ranges::find(file.tensors, name, &NamedTensor::name);
        if (found != file.tensors.end())
            return {found->name, std::move(found->data)};
        std::string present;
        for (const NamedTensor& tensor : file.tensors)
            if (present.size() < 100)
                present += (present.empty() ? "" : ", ") + inQuotes(tensor.name);
        throw Error("it has no tensor \"" + std::string(name) + "\", but " +
                    (present.empty() ? "none at all" : present) + ".");
    }

    void checkShapes() const {
        if (!m_sources)
            return;
        const bool sameLength = m_architecture == Architecture::Encoder;
        if (m_sources->batches() != m_targets.batches() ||
            m_sources->batchSize() != m_targets.batchSize() ||
            (sameLength && m_sources->length() != m_targets.length()))
            throw Error("\"source_ids\" is " + m_sources->shape().toString() +
                        " and \"target_ids\" " + m_targets.shape().toString() +
                        (sameLength ? "; an encoder-only model needs a label for each token: the "
                                      "same shape."
                                    : "; the number of batches and the batch size must be the "
                                      "same."));
    }

    Architecture m_architecture;
    std::optional<IdTensor> m_sources;
    IdTensor m_targets;
};

} // namespace

std::unique_ptr<BatchSource> readBatches(const std::string& path, const ModelConfig& config) {
    Safetensors file = readSafetensors(path);
    try {
        if (config.exactIds)
            throw Error("which of its ids pad is not said in it, and a model with exact ids has "
                        "none of its own for that; train on a text.");
        if (config.input == Input::Values)
            return makeNumberBatches(std::move(file), config);
        return std::make_unique<FileBatches>(std::move(file), config);
    } catch (const Error& error) {
        throw Error(inQuotes(path) + " cannot be trained on: " + error.what());
    }
}

} // namespace gf
