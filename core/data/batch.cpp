// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <cassert>

namespace gf {

namespace {

using Sequences = std::vector<std::vector<TokenId>>;

/// Rows of ids, row-major and full of padding at first.
std::vector<TokenId> paddedRows(Index rows, Index length) {
    return std::vector<TokenId>(static_cast<std::size_t>(rows * length), padId);
}

/// Writes `ids` from `column` of `row` on.
void putRow(std::vector<TokenId>& rows, Index length, Index row, Index column,
            const std::vector<TokenId>& ids) {
    std::ranges::copy(ids, rows.begin() + static_cast<std::ptrdiff_t>(row * length + column));
}

void put(std::vector<TokenId>& rows, Index length, Index row, Index column, TokenId id) {
    rows[static_cast<std::size_t>(row * length + column)] = id;
}

/// `ids <eos>` in each row.
std::vector<TokenId> ended(const Sequences& sequences, Index rows, Index length,
                           const std::string& which) {
    std::vector<TokenId> result = paddedRows(rows, length);
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        const auto count = static_cast<Index>(sequences[i].size());
        if (count + 1 > length)
            throw Error("The " + which + " of example " + std::to_string(i + 1) + " has " +
                        counted(count, "token") + " and <eos>, but there is room for " +
                        std::to_string(length) + " only; shorten it.");
        putRow(result, length, static_cast<Index>(i), 0, sequences[i]);
        put(result, length, static_cast<Index>(i), count, eosId);
    }
    return result;
}

/// `<sos> ids` in each row; ended() has checked the lengths.
std::vector<TokenId> started(const Sequences& sequences, Index rows, Index length) {
    std::vector<TokenId> result = paddedRows(rows, length);
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        put(result, length, static_cast<Index>(i), 0, sosId);
        putRow(result, length, static_cast<Index>(i), 1, sequences[i]);
    }
    return result;
}

void checkLabels(const Sequences& sources, const Sequences& labels) {
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (sources[i].size() != labels[i].size())
            throw Error("Example " + std::to_string(i + 1) + " has " +
                        counted(sources[i].size(), "source token") + " and " +
                        counted(labels[i].size(), "label") +
                        "; an encoder-only model needs one label for each token.");
}

class TaskBatches final : public BatchSource {
public:
    TaskBatches(std::shared_ptr<const Task> task, Index batch, std::uint64_t seed)
        : m_task(std::move(task)), m_batch(batch), m_seed(seed) {}

    Index sourceLength() const override { return m_task->sourceLength(); }
    Index targetLength() const override { return m_task->targetLength(); }
    Index batchSize() const override { return m_batch; }

    void fill(Index step, Batch& batch) const override {
        assert(step >= 0);
        Sequences sources, targets;
        for (Index i = 0; i < m_batch; ++i) {
            const TextExample example =
                m_task->training(m_seed, static_cast<std::uint64_t>(step * m_batch + i));
            if (const Vocabulary* vocabulary = m_task->sourceVocabulary())
                sources.push_back(vocabulary->encode(example.source));
            targets.push_back(m_task->targetVocabulary()->encode(example.target));
        }
        batch = makeBatch(m_task->architecture(), sources, targets, sourceLength(), targetLength());
    }

private:
    std::shared_ptr<const Task> m_task;
    Index m_batch;
    std::uint64_t m_seed;
};

} // namespace

const BatchArray* Batch::find(std::string_view name) const {
    const auto found = std::ranges::find(arrays, name, &BatchArray::name);
    return found == arrays.end() ? nullptr : &*found;
}

std::span<const TokenId> Batch::ids(std::string_view name) const {
    const BatchArray* array = find(name);
    const auto* ids = array ? std::get_if<std::vector<TokenId>>(&array->values) : nullptr;
    return ids ? std::span<const TokenId>(*ids) : std::span<const TokenId>();
}

std::span<const TokenId> Batch::ids(std::string_view name, Index example) const {
    assert(example >= 0 && example < size);
    const std::span<const TokenId> all = ids(name);
    const std::size_t each = all.size() / static_cast<std::size_t>(size);
    return all.subspan(static_cast<std::size_t>(example) * each, each);
}

void Batch::addIds(std::string_view name, std::vector<TokenId> ids) {
    const auto count = static_cast<Index>(ids.size());
    assert(find(name) == nullptr && count % std::max<Index>(size, 1) == 0);
    arrays.push_back(
        {std::string(name), Shape{size, count / std::max<Index>(size, 1)}, std::move(ids)});
}

std::unique_ptr<BatchSource> makeTaskBatches(std::shared_ptr<const Task> task, Index batch,
                                             std::uint64_t seed) {
    if (batch < 1)
        throw Error("The batch size is " + std::to_string(batch) + "; it must be at least 1.");
    return std::make_unique<TaskBatches>(std::move(task), batch, seed);
}

Batch makeBatch(Architecture architecture, const Sequences& sources, const Sequences& targets,
                Index sourceLength, Index targetLength) {
    const bool hasSource = architecture != Architecture::Decoder;
    const bool hasTarget = architecture != Architecture::Encoder;
    Batch batch;
    batch.size = static_cast<Index>(hasSource ? sources.size() : targets.size());
    if (hasSource) {
        batch.addIds(inputs::sourceIds, ended(sources, batch.size, sourceLength, "source"));
    }
    if (hasTarget) {
        assert(static_cast<Index>(targets.size()) == batch.size);
        std::vector<TokenId> labels = ended(targets, batch.size, targetLength, "target");
        batch.addIds(inputs::targetIds, started(targets, batch.size, targetLength));
        batch.addIds(inputs::labelIds, std::move(labels));
    } else {
        assert(targets.empty() || static_cast<Index>(targets.size()) == batch.size);
        checkLabels(sources, targets);
        batch.addIds(inputs::labelIds, ended(targets, batch.size, sourceLength, "target"));
    }
    return batch;
}

} // namespace gf
