// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch.h"
#include "core/io/safetensors.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/fuzz/safetensors_input.h"

#include <algorithm>

namespace gf::fuzz_batches {

namespace {

const test::InputFile& input() {
    static const test::InputFile file;
    return file;
}

ModelConfig configOf(Architecture architecture) {
    ModelConfig config;
    config.architecture = architecture;
    config.sourceVocab = 10;
    config.targetVocab = 8;
    config.maxLength = 6;
    return config;
}

/// As many ids as the model's input takes, all of them words that it has.
void requireIds(const Batch& batch, std::string_view name, Index length, Index words) {
    const auto ids = batch.ids(name);
    test::require(static_cast<Index>(ids.size()) == batch.size * length);
    for (const TokenId id : ids)
        test::require(id >= 0 && id < words);
}

void train(const BatchSource& source, const ModelConfig& config) {
    Batch batch;
    for (Index step = 0; step < source.count(); ++step) {
        source.fill(step, batch);
        test::require(batch.size == source.batchSize() && batch.size > 0);
        const Index sourceLength = source.sourceLength();
        const Index targetLength = source.targetLength();
        test::require(sourceLength <= config.maxLength && targetLength <= config.maxLength);
        requireIds(batch, inputs::sourceIds, sourceLength, config.sourceVocab);
        requireIds(batch, inputs::targetIds, targetLength, config.targetVocab);
        requireIds(batch, inputs::labelIds, config.hasDecoder() ? targetLength : sourceLength,
                   config.targetVocab);
        test::require(std::ranges::count(batch.numbers(inputs::labelKeep), 1.0F) > 0);
    }
}

NamedTensor ids(const char* name, const Shape& shape, std::vector<std::int64_t> values) {
    return {name, IntTensor(shape, std::move(values))};
}

} // namespace

/// Any safetensors file is read as batches of a model or refused with an Error; what was read can
/// be trained on.
int runOne(const std::uint8_t* data, std::size_t size) {
    input().write(test::fileOf({reinterpret_cast<const char*>(data), size}));
    for (const Architecture architecture :
         {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder}) {
        const ModelConfig config = configOf(architecture);
        try {
            train(*readBatches(input().path(), config), config);
        } catch (const Error&) {
            continue;
        }
    }
    return 0;
}

std::vector<std::string> seeds() {
    const NamedTensor sources = ids("source_ids", {2, 1, 3}, {3, 9, 2, 4, 2, 0});
    return {
        test::inputOf(toSafetensors({{sources, ids("target_ids", {2, 1, 2}, {7, 2, 2, 0})}, {}})),
        test::inputOf(
            toSafetensors({{sources, ids("target_ids", {2, 1, 3}, {3, 7, 2, 4, 2, 0})}, {}})),
        test::inputOf(toSafetensors({{ids("target_ids", {1, 2, 2}, {7, 2, 2, 0})}, {}}))};
}

std::vector<std::string> words() {
    return {"\"source_ids\"",
            "\"target_ids\"",
            "\"I64\"",
            "\"I32\"",
            "\"F32\"",
            "[1,1,4]",
            "[4,1,1]",
            "[1,4]",
            "[0,1,4]",
            "[1,9223372036854775807,1]",
            "[0,32]",
            "[0,48]",
            "-1",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            std::string("\x08\0\0\0\0\0\0\0", 8),
            std::string("\0\0\0\0\0\0\0\0", 8),
            std::string(8, '\xff')};
}

} // namespace gf::fuzz_batches
