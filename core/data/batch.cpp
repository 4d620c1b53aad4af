// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace gf {

namespace {

using Sequences = std::vector<std::vector<TokenId>>;

/// Rows of ids, row-major and full of padding at first.
std::vector<TokenId> paddedRows(Index rows, Index length) {
    return std::vector<TokenId>(rows * length, padId);
}

/// Writes `ids` from `column` of `row` on.
void putRow(std::vector<TokenId>& rows, Index length, Index row, Index column,
            std::span<const TokenId> ids) {
    std::ranges::copy(ids, rows.begin() + static_cast<std::ptrdiff_t>(row * length + column));
}

void put(std::vector<TokenId>& rows, Index length, Index row, Index column, TokenId id) {
    rows[row * length + column] = id;
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
        std::vector<ExampleData> examples;
        for (Index i = 0; i < m_batch; ++i)
            examples.push_back(
                m_task->trainingData(m_seed, static_cast<std::uint64_t>(step * m_batch + i)));
        batch = makeBatch(m_task->form(), examples, sourceLength(), targetLength());
    }

private:
    std::shared_ptr<const Task> m_task;
    Index m_batch;
    std::uint64_t m_seed;
};

/// Arrays of real numbers and their keep-masks, filled example by example.
class NumberRows {
public:
    NumberRows(Index examples, Index length, Index features)
        : m_length(length), m_features(features),
          m_numbers(static_cast<std::size_t>(examples * length * features)),
          m_keep(static_cast<std::size_t>(examples * length)) {}

    /// Puts rows from `first` on into an example, and keeps those up to them.
    void put(Index example, Index first, std::span<const float> numbers) {
        const Index rows = static_cast<Index>(numbers.size()) / m_features;
        std::ranges::copy(numbers, m_numbers.begin() + (example * m_length + first) * m_features);
        keep(example, first + rows);
    }
    void keep(Index example, Index rows) {
        std::fill_n(m_keep.begin() + example * m_length, rows, 1.0F);
    }
    void addTo(Batch& batch, std::string_view numbers, std::string_view keep) {
        batch.addNumbers(numbers, Shape{m_length, m_features}, std::move(m_numbers));
        batch.addNumbers(keep, Shape{m_length}, std::move(m_keep));
    }

private:
    Index m_length;
    Index m_features;
    std::vector<float> m_numbers;
    std::vector<float> m_keep;
};

/// Finds out whether a sequence without special rows fits.
void requireRoom(Index rows, Index length, const std::string& which, Index example) {
    if (rows > length)
        throw Error("The " + which + " of example " + std::to_string(example + 1) + " has " +
                    counted(rows, "row") + ", but there is room for " + std::to_string(length) +
                    " only; shorten it.");
}

/// Rows of numbers as the encoder reads them, or as labels.
void addRows(Batch& batch, const DataForm& form, const std::vector<ExampleData>& examples,
             Sequence ExampleData::*side, Index length, std::string_view numbers,
             std::string_view keep) {
    const bool isSource = side == &ExampleData::source;
    NumberRows rows(batch.size, length, form.features);
    for (Index e = 0; e < batch.size; ++e) {
        const std::vector<float>& given = (examples[e].*side).numbers;
        requireRoom(static_cast<Index>(given.size()) / form.features, length,
                    isSource ? "source" : "target", e);
        rows.put(e, 0, given);
    }
    rows.addTo(batch, numbers, keep);
}

/// What a decoder of numbers reads: a row of zeros, then the labels but for the last.
void addShiftedRows(Batch& batch, const DataForm& form, const std::vector<ExampleData>& examples,
                    Index length) {
    NumberRows rows(batch.size, length, form.features);
    for (Index e = 0; e < batch.size; ++e) {
        const std::span<const float> labels = examples[e].target.numbers;
        const auto features = static_cast<std::size_t>(form.features);
        rows.keep(e, std::min<Index>(length, 1));
        if (labels.size() > features)
            rows.put(e, 1, labels.first(labels.size() - features));
    }
    rows.addTo(batch, inputs::targetValues, inputs::targetKeep);
}

/// Ids as they are, without a special token at either end.
std::vector<TokenId> plainRows(const std::vector<ExampleData>& examples, Index length) {
    std::vector<TokenId> rows = paddedRows(static_cast<Index>(examples.size()), length);
    for (std::size_t e = 0; e < examples.size(); ++e) {
        const std::vector<TokenId>& ids = examples[e].target.ids;
        requireRoom(static_cast<Index>(ids.size()), length, "target", static_cast<Index>(e));
        putRow(rows, length, static_cast<Index>(e), 0, ids);
    }
    return rows;
}

/// What a pointer's decoder reads, the rows that it can still choose before each of its choices,
/// and the labels.
void addPointer(Batch& batch, const DataForm& form, const std::vector<ExampleData>& examples,
                Index sourceLength, Index targetLength) {
    NumberRows read(batch.size, targetLength, form.features);
    std::vector<float> open(batch.size * targetLength * sourceLength);
    for (Index e = 0; e < batch.size; ++e) {
        const ExampleData& example = examples[e];
        const Index rows = example.source.length(form.features);
        const auto count = static_cast<Index>(example.target.ids.size());
        std::vector<float> left(sourceLength);
        std::fill_n(left.begin(), rows, 1.0F);
        read.keep(e, std::min<Index>(targetLength, std::max<Index>(count, 1)));
        for (Index t = 0; t < targetLength; ++t) {
            std::ranges::copy(left, open.begin() + (e * targetLength + t) * sourceLength);
            if (t >= count || example.target.ids[t] == noLabel)
                continue; // not chosen yet
            const Index place = example.target.ids[t] - firstPlace;
            if (place < 0 || place >= rows)
                throw Error(phrase("choice %1 is no row of the source; it has the rows 1 to %2"),
                            t + 1, rows);
            if (std::exchange(left[place], 0.0F) == 0)
                throw Error(phrase("row %1 is chosen twice; each can be chosen once"), place + 1);
            if (t + 1 < count)
                read.put(e, t + 1,
                         std::span(example.source.numbers)
                             .subspan(place * form.features, form.features));
        }
    }
    read.addTo(batch, inputs::targetValues, inputs::targetKeep);
    batch.addNumbers(inputs::pointerKeep, Shape{targetLength, sourceLength}, std::move(open));
    batch.addIds(inputs::labelIds, inputs::labelKeep, plainRows(examples, targetLength));
}

/// Ids as they are given, and which places of a row they fill.
class ExactRows {
public:
    ExactRows(Index examples, Index length)
        : m_length(length), m_ids(paddedRows(examples, length)),
          m_keep(static_cast<std::size_t>(examples * length)) {}

    void put(Index example, std::span<const TokenId> ids, const char* which) {
        const auto count = static_cast<Index>(ids.size());
        if (count > m_length)
            throw Error("The " + std::string(which) + " of example " + std::to_string(example + 1) +
                        " has " + counted(count, "token") + ", but there is room for " +
                        std::to_string(m_length) + " only; shorten it.");
        putRow(m_ids, m_length, example, 0, ids);
        std::fill_n(m_keep.begin() + example * m_length, count, 1.0F);
    }
    /// Keeps only those of a row that `which` names; all where it names none.
    void keepOnly(Index example, const std::vector<bool>& which) {
        assert(static_cast<Index>(which.size()) <= m_length);
        for (std::size_t t = 0; t < which.size(); ++t)
            if (!which[t])
                m_keep[static_cast<std::size_t>(example * m_length) + t] = 0;
    }
    void addTo(Batch& batch, std::string_view ids, std::string_view keep) {
        batch.addIds(ids, std::move(m_ids));
        batch.addNumbers(keep, Shape{m_length}, std::move(m_keep));
    }

private:
    Index m_length;
    std::vector<TokenId> m_ids;
    std::vector<float> m_keep;
};

/// A batch of a model that reads token ids alone, exactly those that are given.
Batch makeExactBatch(const DataForm& form, const std::vector<ExampleData>& examples,
                     Index sourceLength, Index targetLength) {
    Batch batch;
    batch.size = static_cast<Index>(examples.size());
    ExactRows sources(batch.size, sourceLength);
    ExactRows targets(batch.size, targetLength);
    ExactRows labels(batch.size, form.hasTarget() ? targetLength : sourceLength);
    for (Index e = 0; e < batch.size; ++e) {
        const ExampleData& example = examples[e];
        const std::span<const TokenId> target = example.target.ids;
        if (form.hasSource())
            sources.put(e, example.source.ids, "source");
        if (form.hasTarget())
            targets.put(e, target, "target");
        else if (!target.empty())
            checkLabels({example.source.ids}, {example.target.ids});
        // Those of a decoder are the tokens that follow; those of an encoder are given, or none.
        labels.put(e, form.hasTarget() && !target.empty() ? target.subspan(1) : target, "target");
        labels.keepOnly(e, example.target.keep);
    }
    if (form.hasSource())
        sources.addTo(batch, inputs::sourceIds, inputs::sourceKeep);
    if (form.hasTarget())
        targets.addTo(batch, inputs::targetIds, inputs::targetKeep);
    labels.addTo(batch, inputs::labelIds, inputs::labelKeep);
    return batch;
}

/// A batch of a model that reads token ids alone.
Batch makeIdsBatch(const DataForm& form, const std::vector<ExampleData>& examples,
                   Index sourceLength, Index targetLength) {
    Sequences sources, targets;
    for (const ExampleData& example : examples) {
        if (form.hasSource())
            sources.push_back(example.source.ids);
        targets.push_back(example.target.ids);
    }
    // Labels of an encoder alone may be missing.
    const bool labels = form.hasTarget() || std::ranges::any_of(targets, [](const auto& target) {
                            return !target.empty();
                        });
    Batch batch = makeBatch(form.architecture, sources, labels ? targets : Sequences(),
                            sourceLength, targetLength);
    auto& ids = std::get<std::vector<TokenId>>(batch.arrays.rbegin()[1].values);
    auto& keep = std::get<std::vector<float>>(batch.arrays.back().values);
    const auto length = static_cast<std::size_t>(form.hasTarget() ? targetLength : sourceLength);
    for (std::size_t e = 0; e < examples.size(); ++e) {
        const auto leaveOut = [&](std::size_t t) {
            ids[e * length + t] = padId;
            keep[e * length + t] = 0;
        };
        if (!form.hasTarget() && !examples[e].target.ends)
            leaveOut(targets[e].size());
        const std::vector<bool>& counts = examples[e].target.keep;
        for (std::size_t t = 0; t < counts.size(); ++t)
            if (!counts[t])
                leaveOut(t);
    }
    return batch;
}

/// The values of an array; none where there is no such array, or it has others.
template <class Value> std::span<const Value> valuesOf(const BatchArray* array) {
    const auto* values = array ? std::get_if<std::vector<Value>>(&array->values) : nullptr;
    return values ? std::span<const Value>(*values) : std::span<const Value>();
}

/// Those of one of `size` examples.
template <class Value>
std::span<const Value> exampleOf(std::span<const Value> all, Index example, Index size) {
    assert(example >= 0 && example < size);
    const std::size_t each = all.size() / static_cast<std::size_t>(size);
    return all.subspan(static_cast<std::size_t>(example) * each, each);
}

} // namespace

const BatchArray* Batch::find(std::string_view name) const {
    const auto found = std::ranges::find(arrays, name, &BatchArray::name);
    return found == arrays.end() ? nullptr : &*found;
}

std::span<const TokenId> Batch::ids(std::string_view name) const {
    return valuesOf<TokenId>(find(name));
}

std::span<const TokenId> Batch::ids(std::string_view name, Index example) const {
    return exampleOf(ids(name), example, size);
}

std::span<const float> Batch::numbers(std::string_view name) const {
    return valuesOf<float>(find(name));
}

std::span<const float> Batch::numbers(std::string_view name, Index example) const {
    return exampleOf(numbers(name), example, size);
}

std::vector<bool> Batch::labelled(Index example) const {
    std::vector<bool> counts;
    for (const float keep : numbers(inputs::labelKeep, example))
        counts.push_back(keep != 0);
    return counts;
}

void Batch::addNumbers(std::string_view name, const Shape& each, std::vector<float> numbers) {
    assert(find(name) == nullptr && each.rank() <= 2);
    const Shape shape = each.rank() == 1 ? Shape{size, each[0]} : Shape{size, each[0], each[1]};
    assert(static_cast<Index>(numbers.size()) == shape.count());
    arrays.push_back({std::string(name), shape, std::move(numbers)});
}

void Batch::addIds(std::string_view name, std::vector<TokenId> ids) {
    const auto count = static_cast<Index>(ids.size());
    assert(find(name) == nullptr && count % std::max<Index>(size, 1) == 0);
    arrays.push_back(
        {std::string(name), Shape{size, count / std::max<Index>(size, 1)}, std::move(ids)});
}

void Batch::addIds(std::string_view name, std::string_view keep, std::vector<TokenId> ids) {
    std::vector<float> kept;
    for (const TokenId id : ids)
        kept.push_back(id == padId ? 0.0F : 1.0F);
    addIds(name, std::move(ids));
    addNumbers(keep, Shape{arrays.back().shape[1]}, std::move(kept));
}

void exchangeTokens(Batch& batch, const TokenExchange& exchange) {
    using namespace inputs;
    const bool ofSource = exchange.sequence == Axis::Source;
    for (const std::string_view name : ofSource ? std::array{sourceIds, sourceValues, sourceKeep}
                                                : std::array{targetIds, targetValues, targetKeep}) {
        const auto array = std::ranges::find(batch.arrays, name, &BatchArray::name);
        if (array == batch.arrays.end())
            continue;
        const Index rows = array->shape[1];
        assert(exchange.first < rows && exchange.second < rows);
        const auto exchangeIn = [&](auto& values) {
            const auto each = static_cast<Index>(values.size()) / (batch.size * rows);
            for (Index example = 0; example < batch.size; ++example) {
                const auto rowOf = [&](Index place) {
                    return values.begin() + (example * rows + place) * each;
                };
                if (exchange.first != exchange.second)
                    std::swap_ranges(rowOf(exchange.first), rowOf(exchange.first) + each,
                                     rowOf(exchange.second));
            }
        };
        std::visit(exchangeIn, array->values);
    }
}

void hidePadding(Batch& batch, std::optional<TokenId> padding) {
    const auto keep = std::ranges::find(batch.arrays, inputs::sourceKeep, &BatchArray::name);
    if (!padding || keep == batch.arrays.end() || !batch.find(inputs::targetIds))
        return;
    const std::span<const TokenId> ids = batch.ids(inputs::sourceIds);
    auto& counts = std::get<std::vector<float>>(keep->values);
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (ids[i] == *padding)
            counts[i] = 0;
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
        batch.addIds(inputs::sourceIds, inputs::sourceKeep,
                     ended(sources, batch.size, sourceLength, "source"));
    }
    if (hasTarget) {
        assert(static_cast<Index>(targets.size()) == batch.size);
        std::vector<TokenId> labels = ended(targets, batch.size, targetLength, "target");
        batch.addIds(inputs::targetIds, inputs::targetKeep,
                     started(targets, batch.size, targetLength));
        batch.addIds(inputs::labelIds, inputs::labelKeep, std::move(labels));
    } else {
        assert(targets.empty() || static_cast<Index>(targets.size()) == batch.size);
        checkLabels(sources, targets);
        batch.addIds(inputs::labelIds, inputs::labelKeep,
                     ended(targets, batch.size, sourceLength, "target"));
    }
    return batch;
}

Batch makeBatch(const DataForm& form, const std::vector<ExampleData>& examples, Index sourceLength,
                Index targetLength) {
    if (form.exact)
        return makeExactBatch(form, examples, sourceLength, targetLength);
    if (!form.sourceIsNumbers())
        return makeIdsBatch(form, examples, sourceLength, targetLength);
    Batch batch;
    batch.size = static_cast<Index>(examples.size());
    if (form.hasSource())
        addRows(batch, form, examples, &ExampleData::source, sourceLength, inputs::sourceValues,
                inputs::sourceKeep);
    if (form.points()) {
        for (std::size_t e = 0; e < examples.size(); ++e)
            requireRoom(static_cast<Index>(examples[e].target.ids.size()), targetLength, "target",
                        static_cast<Index>(e));
        addPointer(batch, form, examples, sourceLength, targetLength);
        return batch;
    }
    const Index labelLength = form.hasTarget() ? targetLength : sourceLength;
    if (form.targetIsNumbers()) {
        addRows(batch, form, examples, &ExampleData::target, labelLength, inputs::labelValues,
                inputs::labelKeep);
        if (form.hasTarget())
            addShiftedRows(batch, form, examples, targetLength);
        return batch;
    }
    Sequences targets;
    for (const ExampleData& example : examples)
        targets.push_back(example.target.ids);
    if (form.hasTarget()) {
        std::vector<TokenId> labels = ended(targets, batch.size, targetLength, "target");
        batch.addIds(inputs::targetIds, inputs::targetKeep,
                     started(targets, batch.size, targetLength));
        batch.addIds(inputs::labelIds, inputs::labelKeep, std::move(labels));
    } else {
        batch.addIds(inputs::labelIds, inputs::labelKeep, plainRows(examples, labelLength));
    }
    return batch;
}

} // namespace gf
