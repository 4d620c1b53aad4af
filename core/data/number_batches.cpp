// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/number_batches.h"

#include "core/io/quote.h"
#include "core/model/inputs.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gf {

namespace {

const NamedTensor& require(const Safetensors& file, const std::string& name) {
    const NamedTensor* tensor = file.find(name);
    if (!tensor)
        throw Error("it has no tensor \"" + name + "\", which a model of numbers needs.");
    return *tensor;
}

/// [N,B,T,f] real numbers; a row that is not a number is padding, and so are all behind it.
class NumberTensor {
public:
    NumberTensor(const NamedTensor& tensor, Index features, Index maxLength)
        : m_values(checked(tensor, features, maxLength)) {}

    Index batches() const { return m_values.shape()[0]; }
    Index size() const { return m_values.shape()[1]; }
    Index length() const { return m_values.shape()[2]; }

    std::vector<float> rows(Index batch, Index example) const {
        const Index features = m_values.shape()[3];
        const Index each = length() * features;
        const auto all = m_values.values().subspan((batch * size() + example) * each, each);
        const auto end = std::ranges::find_if(all, [](float v) { return std::isnan(v); });
        const Index rows = (end - all.begin()) / features;
        return {all.begin(), all.begin() + rows * features};
    }

private:
    static Tensor checked(const NamedTensor& tensor, Index features, Index maxLength) {
        const std::string name = inQuotes(tensor.name);
        if (!tensor.isFloat())
            throw Error(name + " holds whole numbers; rows of numbers are float32.");
        const Shape& shape = tensor.shape();
        if (shape.rank() != 4 || shape.count() == 0 || shape[3] != features)
            throw Error(name + " has the shape " + shape.toString() +
                        "; it must be batches × batch size × length × " + std::to_string(features) +
                        ".");
        if (shape[2] > maxLength)
            throw Error(name + " has " + std::to_string(shape[2]) +
                        " rows, more than the model's max_length " + std::to_string(maxLength) +
                        ".");
        const auto values = tensor.floats().values();
        if (std::ranges::any_of(values, [](float v) { return std::isinf(v); }))
            throw Error(name + " has an infinite number; padding is NaN, all else is finite.");
        return tensor.floats();
    }

    Tensor m_values;
};

/// [N,B,T] ids; `<pad>` is padding.
class IdRows {
public:
    IdRows(const NamedTensor& tensor, Index ids, Index maxLength) : m_name(inQuotes(tensor.name)) {
        if (tensor.isFloat())
            throw Error(m_name + " holds floating-point numbers; ids are int64.");
        m_ids = tensor.integers();
        const Shape& shape = m_ids.shape();
        if (shape.rank() != 3 || shape.count() == 0 || shape[2] > maxLength)
            throw Error(m_name + " has the shape " + shape.toString() +
                        "; it must be batches × batch size × length, at most " +
                        std::to_string(maxLength) + " long.");
        for (Index i = 0; i < m_ids.count(); ++i)
            if (m_ids[i] < 0 || m_ids[i] >= ids)
                throw Error(m_name + " has the id " + std::to_string(m_ids[i]) +
                            "; the model's are 0 to " + std::to_string(ids - 1) + ".");
    }

    Index batches() const { return m_ids.shape()[0]; }
    Index size() const { return m_ids.shape()[1]; }
    Index length() const { return m_ids.shape()[2]; }

    /// Up to the padding, and to `<eos>`.
    std::vector<TokenId> rows(Index batch, Index example) const {
        std::vector<TokenId> ids;
        for (Index t = 0; t < length(); ++t) {
            const auto id = static_cast<TokenId>(m_ids[(batch * size() + example) * length() + t]);
            if (id == padId || id == eosId)
                break;
            ids.push_back(id);
        }
        return ids;
    }

private:
    std::string m_name;
    IntTensor m_ids;
};

class NumberBatches final : public BatchSource {
public:
    NumberBatches(const Safetensors& file, const ModelConfig& config) : m_form(config) {
        if (m_form.hasSource())
            m_source.emplace(require(file, "source_values"), config.features, config.maxLength);
        if (m_form.targetIsNumbers())
            m_values.emplace(require(file, "target_values"), config.features, config.maxLength);
        else if (m_form.points())
            m_ids.emplace(require(file, "target_ids"), firstPlace + m_source->length(),
                          config.maxLength);
        else
            m_ids.emplace(require(file, "target_ids"), config.targetVocab, config.maxLength);
        if (m_source && (m_source->batches() != count() || m_source->size() != batchSize()))
            throw Error("the source and the target have another number of batches, or of examples "
                        "in one; both must be the same.");
        if (!m_form.hasTarget() && m_source->length() != labelLength())
            throw Error("an encoder-only model needs a label for each row: the same length.");
        Batch batch;
        for (Index n = 0; n < count(); ++n)
            fill(n, batch); // what is wrong with one is found before training begins
    }

    Index sourceLength() const override { return m_source ? m_source->length() : 0; }
    Index targetLength() const override { return m_form.hasTarget() ? labelLength() : 0; }
    Index batchSize() const override { return m_values ? m_values->size() : m_ids->size(); }
    Index count() const override { return m_values ? m_values->batches() : m_ids->batches(); }

    void fill(Index step, Batch& batch) const override {
        if (step >= count())
            throw Error("The file of batches ends after " + std::to_string(count()) +
                        (count() == 1 ? " batch" : " batches") + "; training step " +
                        std::to_string(step + 1) + " has none. Train for fewer.");
        std::vector<ExampleData> examples(batchSize());
        bool anything = false;
        for (Index e = 0; e < batchSize(); ++e) {
            ExampleData& example = examples[e];
            if (m_source)
                example.source = m_source->rows(step, e);
            if (m_values)
                example.target = m_values->rows(step, e);
            else
                example.target = m_ids->rows(step, e);
            anything = anything || !example.target.empty();
        }
        if (!anything)
            throw Error("batch " + std::to_string(step) +
                        " of the targets is all padding; there is nothing to learn in it.");
        batch = makeBatch(m_form, examples, sourceLength(), targetLength());
    }

private:
    Index labelLength() const { return m_values ? m_values->length() : m_ids->length(); }

    DataForm m_form;
    std::optional<NumberTensor> m_source;
    std::optional<NumberTensor> m_values;
    std::optional<IdRows> m_ids;
};

} // namespace

std::unique_ptr<BatchSource> makeNumberBatches(Safetensors file, const ModelConfig& config) {
    return std::make_unique<NumberBatches>(file, config);
}

} // namespace gf
