// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/golden_case.h"

#include "core/data/vocabulary.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace gf::reference {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The shape without its first dimension.
Shape withoutBatch(const Shape& shape) {
    return Shape(shape.extents().subspan(1));
}

const NamedTensor& require(const Safetensors& file, const std::string& name) {
    const NamedTensor* tensor = file.find(name);
    if (!tensor)
        throw std::runtime_error("the golden file has no " + name);
    return *tensor;
}

/// The ids of one batch out of [N,B,length].
std::vector<TokenId> idsOf(const IntTensor& all, Index step) {
    const Index size = all.shape()[1] * all.shape()[2];
    const auto ids = all.values().subspan(step * size, size);
    std::vector<TokenId> result;
    for (const std::int64_t id : ids)
        result.push_back(static_cast<TokenId>(id));
    return result;
}

/// `y <eos>` → `<sos> y`, row by row; what follows is padding in both.
std::vector<TokenId> decoderInput(const std::vector<TokenId>& labels, Index length) {
    std::vector<TokenId> input(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const bool first = i % static_cast<std::size_t>(length) == 0;
        const TokenId before = first ? sosId : labels[i - 1];
        input[i] = before == eosId ? padId : before;
    }
    return input;
}

class GoldenBatches : public BatchSource {
public:
    explicit GoldenBatches(std::shared_ptr<const GoldenCase> golden)
        : m_golden(std::move(golden)) {}
    Index sourceLength() const override { return m_golden->sourceLength(); }
    Index targetLength() const override { return m_golden->targetLength(); }
    Index batchSize() const override { return m_golden->batchSize(); }
    void fill(Index step, Batch& batch) const override { batch = m_golden->batch(step); }
    Index count() const override { return m_golden->steps(); }

private:
    std::shared_ptr<const GoldenCase> m_golden;
};

double largestMagnitude(const Tensor& tensor) {
    double largest = 0;
    for (const float value : tensor.values())
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(static_cast<double>(value)));
    return largest;
}

} // namespace

GoldenCase::GoldenCase(const std::string& path) : m_file(readSafetensors(path)) {
    m_model = configFromJson(nlohmann::json::parse(m_file.metadata.at("model")));
    m_train = trainConfigFromJson(nlohmann::json::parse(m_file.metadata.at("train")));
    if (readsNumbers())
        m_numbers = readBatches(path, m_model);
}

Index GoldenCase::steps() const {
    if (m_numbers)
        return m_numbers->count();
    return require(m_file, "target_ids").shape()[0];
}

Index GoldenCase::batchSize() const {
    if (m_numbers)
        return m_numbers->batchSize();
    return require(m_file, "target_ids").shape()[1];
}

Index GoldenCase::sourceLength() const {
    if (m_numbers)
        return m_numbers->sourceLength();
    return m_model.hasEncoder() ? require(m_file, "source_ids").shape()[2] : 0;
}

Index GoldenCase::targetLength() const {
    if (m_numbers)
        return m_numbers->targetLength();
    return m_model.hasDecoder() ? require(m_file, "target_ids").shape()[2] : 0;
}

std::vector<std::string> GoldenCase::namesUnder(std::string_view prefix) const {
    std::vector<std::string> names;
    for (const NamedTensor& tensor : m_file.tensors)
        if (tensor.name.starts_with(prefix))
            names.push_back(tensor.name.substr(prefix.size()));
    return names;
}

const Tensor& GoldenCase::floats(const std::string& name) const {
    return require(m_file, name).floats();
}

Batch GoldenCase::batch(Index step) const {
    Batch batch;
    if (m_numbers) {
        m_numbers->fill(step, batch);
        return batch;
    }
    batch.size = batchSize();
    const std::vector<TokenId> labels = idsOf(require(m_file, "target_ids").integers(), step);
    if (m_model.hasEncoder())
        batch.addIds(inputs::sourceIds, inputs::sourceKeep,
                     idsOf(require(m_file, "source_ids").integers(), step));
    if (m_model.hasDecoder())
        batch.addIds(inputs::targetIds, inputs::targetKeep, decoderInput(labels, targetLength()));
    batch.addIds(inputs::labelIds, inputs::labelKeep, labels);
    return batch;
}

void GoldenCase::initialise(Parameters& parameters) const {
    for (const std::string& name : namesUnder("init/")) {
        const Tensor& initial = floats("init/" + name);
        const Parameters::Entry* entry = parameters.find(name);
        if (!entry)
            throw std::runtime_error("the model has no parameter " + name);
        if (entry->shape != initial.shape())
            throw std::runtime_error("the shape of " + name + " is " + entry->shape.toString());
        std::ranges::copy(initial.values(), parameters.writable(*entry).begin());
    }
    for (const Parameters::Entry& entry : parameters.entries())
        if (entry.role == Role::Parameter && !m_file.find("init/" + entry.name))
            throw std::runtime_error("the reference has no parameter " + entry.name);
}

std::unique_ptr<BatchSource> batchesOf(std::shared_ptr<const GoldenCase> golden) {
    return std::make_unique<GoldenBatches>(std::move(golden));
}

Tensor exampleOf(const Tensor& batch, Index example) {
    const Shape shape = withoutBatch(batch.shape());
    const auto values = batch.values().subspan(example * shape.count(), shape.count());
    return Tensor(shape, {values.begin(), values.end()});
}

Tensor sumOverExamples(const Tensor& batch) {
    Tensor sum(withoutBatch(batch.shape()));
    for (Index i = 0; i < batch.count(); ++i)
        sum[i % sum.count()] += batch[i];
    return sum;
}

double difference(const Tensor& actual, const Tensor& expected, const Tensor* scaleOf) {
    if (actual.shape() != expected.shape())
        return infinity;
    double worst = 0;
    for (Index i = 0; i < expected.count(); ++i) {
        const double a = static_cast<double>(actual[i]);
        const double b = static_cast<double>(expected[i]);
        if (a == b)
            continue; // −∞ where a mask hides a key
        if (!std::isfinite(a) || !std::isfinite(b))
            return infinity;
        worst = std::max(worst, std::abs(a - b));
    }
    const double scale = largestMagnitude(scaleOf ? *scaleOf : expected);
    return worst == 0 ? 0 : scale == 0 ? infinity : worst / scale;
}

std::optional<std::string> keyGradientFor(const std::string& parameter) {
    if (!parameter.ends_with(".b_k"))
        return std::nullopt;
    return "grad/" + parameter.substr(0, parameter.size() - 3) + "k";
}

bool stepsAlongRounding(const TrainConfig& train) {
    return train.optimizer == OptimizerKind::AdamW ||
           (train.optimizer == OptimizerKind::Adam && train.weightDecay == 0);
}

} // namespace gf::reference
