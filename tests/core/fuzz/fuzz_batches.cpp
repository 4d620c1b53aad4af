// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch.h"
#include "core/io/safetensors.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/fuzz/safetensors_input.h"

#include <algorithm>

namespace {

using namespace gf;

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
void requireIds(const std::vector<float>& ids, Index count, Index words) {
    test::require(static_cast<Index>(ids.size()) == count);
    for (const float id : ids)
        test::require(id >= 0 && id < static_cast<float>(words) &&
                      id == static_cast<float>(static_cast<Index>(id)));
}

void train(const BatchSource& source, const ModelConfig& config) {
    Batch batch;
    for (Index step = 0; step < source.count(); ++step) {
        source.fill(step, batch);
        test::require(batch.size == source.batchSize() && batch.size > 0);
        test::require(batch.sourceLength <= config.maxLength &&
                      batch.targetLength <= config.maxLength);
        const Index labels = config.hasDecoder() ? batch.targetLength : batch.sourceLength;
        requireIds(batch.sourceIds, batch.size * batch.sourceLength, config.sourceVocab);
        requireIds(batch.targetIds, batch.size * batch.targetLength, config.targetVocab);
        requireIds(batch.labelIds, batch.size * labels, config.targetVocab);
        test::require(std::ranges::any_of(batch.labelIds, [](float id) { return id != 0; }));
    }
}

NamedTensor ids(const char* name, const Shape& shape, std::vector<std::int64_t> values) {
    return {name, IntTensor(shape, std::move(values))};
}

} // namespace

/// Any safetensors file is read as batches of a model or refused with an Error; what was read can
/// be trained on.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
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

std::vector<std::string> gf::test::seeds() {
    const NamedTensor sources = ids("source_ids", {2, 1, 3}, {3, 9, 2, 4, 2, 0});
    return {
        inputOf(toSafetensors({{sources, ids("target_ids", {2, 1, 2}, {7, 2, 2, 0})}, {}})),
        inputOf(toSafetensors({{sources, ids("target_ids", {2, 1, 3}, {3, 7, 2, 4, 2, 0})}, {}})),
        inputOf(toSafetensors({{ids("target_ids", {1, 2, 2}, {7, 2, 2, 0})}, {}}))};
}

std::vector<std::string> gf::test::words() {
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
