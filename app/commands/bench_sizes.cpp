// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/bench_sizes.h"

#include "core/tensor/random.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

constexpr std::array<BenchSize, 7> sizes = {{
    {"XS", 2, 32, 4, 128, 16, 16, 32},
    {"S", 2, 64, 4, 256, 64, 32, 32},
    {"M", 4, 128, 8, 512, 256, 64, 32},
    {"L", 6, 256, 8, 1024, 1024, 128, 16},
    {"XL", 8, 512, 8, 2048, 4096, 256, 32, true},
    {"S-long", 2, 64, 4, 256, 64, 1024, 4, true},
    {"M-long", 4, 256, 8, 1024, 256, 1024, 4, true},
}};

constexpr Index encoderDecoderLayers = 2;

constexpr std::uint64_t targetSeed = 1;
constexpr std::uint64_t sourceSeed = 2;

/// The same random ids in every step: drawing them is no part of what is measured.
class RandomBatch final : public BatchSource {
public:
    RandomBatch(const BenchSize& size, bool encoder) {
        m_batch.size = size.batch;
        if (encoder)
            m_batch.addIds(inputs::sourceIds, inputs::sourceKeep, draw(size, sourceSeed));
        const std::vector<TokenId> labels = draw(size, targetSeed);
        // The decoder sees the labels one place to the right.
        std::vector<TokenId> seen = labels;
        for (auto row = seen.begin(); row != seen.end(); row += size.length) {
            std::rotate(row, row + size.length - 1, row + size.length);
            *row = sosId;
        }
        m_batch.addIds(inputs::targetIds, inputs::targetKeep, std::move(seen));
        m_batch.addIds(inputs::labelIds, inputs::labelKeep, labels);
        m_sourceLength = encoder ? size.length : 0;
        m_targetLength = size.length;
    }
    Index sourceLength() const override { return m_sourceLength; }
    Index targetLength() const override { return m_targetLength; }
    Index batchSize() const override { return m_batch.size; }
    void fill(Index, Batch& batch) const override { batch = m_batch; }

private:
    static std::vector<TokenId> draw(const BenchSize& size, std::uint64_t seed) {
        std::vector<TokenId> ids(size.batch * size.length);
        const auto words = static_cast<std::uint64_t>(size.vocabulary - specialTokens);
        for (std::size_t i = 0; i < ids.size(); ++i)
            ids[i] = static_cast<TokenId>(below(words, seed, 0, i) + specialTokens);
        return ids;
    }

    Batch m_batch;
    Index m_sourceLength = 0;
    Index m_targetLength = 0;
};

} // namespace

std::span<const BenchSize> benchSizes() {
    return sizes;
}

ModelConfig benchModel(const BenchSize& size, Architecture architecture) {
    ModelConfig model;
    model.architecture = architecture;
    model.layers = model.hasEncoder() ? encoderDecoderLayers : size.layers;
    model.dModel = size.dModel;
    model.heads = size.heads;
    model.dFf = size.dFf;
    model.norm = Norm::Pre;
    model.activation = Activation::Gelu;
    model.positional = Positional::Learned;
    model.maxLength = size.length;
    model.sourceVocab = size.vocabulary;
    model.targetVocab = size.vocabulary;
    return model;
}

std::shared_ptr<const BatchSource> benchBatches(const BenchSize& size, Architecture architecture) {
    return std::make_shared<RandomBatch>(size, architecture != Architecture::Decoder);
}

} // namespace gf
