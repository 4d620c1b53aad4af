// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/bench_sizes.h"

#include "core/tensor/random.h"

#include <array>

namespace gf {

namespace {

constexpr std::array<BenchSize, 4> sizes = {{
    {"XS", 2, 32, 4, 128, 16, 16, 32},
    {"S", 2, 64, 4, 256, 64, 32, 32},
    {"M", 4, 128, 8, 512, 256, 64, 32},
    {"L", 6, 256, 8, 1024, 1024, 128, 16},
}};

constexpr Index encoderDecoderLayers = 2;

constexpr std::uint64_t targetSeed = 1;
constexpr std::uint64_t sourceSeed = 2;

class RandomBatches final : public BatchSource {
public:
    RandomBatches(const BenchSize& size, bool encoder) : m_size(size), m_encoder(encoder) {}
    Index sourceLength() const override { return m_encoder ? m_size.length : 0; }
    Index targetLength() const override { return m_size.length; }
    Index batchSize() const override { return m_size.batch; }
    void fill(Index step, Batch& batch) const override {
        batch.size = m_size.batch;
        batch.sourceLength = sourceLength();
        batch.targetLength = m_size.length;
        if (m_encoder)
            draw(batch.sourceIds, sourceSeed, step);
        draw(batch.labelIds, targetSeed, step);
        batch.targetIds.resize(batch.labelIds.size());
        for (std::size_t i = 0; i < batch.labelIds.size(); ++i) {
            const bool first = i % static_cast<std::size_t>(m_size.length) == 0;
            batch.targetIds[i] = first ? static_cast<float>(sosId) : batch.labelIds[i - 1];
        }
    }

private:
    void draw(std::vector<float>& ids, std::uint64_t seed, Index step) const {
        ids.resize(static_cast<std::size_t>(m_size.batch * m_size.length));
        const auto words = static_cast<std::uint64_t>(m_size.vocabulary - specialTokens);
        for (std::size_t i = 0; i < ids.size(); ++i)
            ids[i] = static_cast<float>(below(words, seed, static_cast<std::uint64_t>(step), i) +
                                        specialTokens);
    }

    BenchSize m_size;
    bool m_encoder;
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
    return std::make_shared<RandomBatches>(size, architecture != Architecture::Decoder);
}

} // namespace gf
