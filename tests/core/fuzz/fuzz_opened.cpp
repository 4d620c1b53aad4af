// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/error.h"
#include "core/tensor/finite.h"
#include "core/train/opened_model.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/fuzz/safetensors_input.h"

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace gf::fuzz_opened {

namespace {

using nlohmann::json;

/// A folder that is written anew for each input, and is gone with the process.
class InputFolder {
public:
    InputFolder() : m_path(m_file.path() + "-folder") { std::filesystem::create_directory(m_path); }
    ~InputFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    InputFolder(const InputFolder&) = delete;
    InputFolder& operator=(const InputFolder&) = delete;

    const std::string& path() const { return m_path; }
    void write(const char* name, std::string_view bytes) const {
        std::ofstream(m_path + "/" + name, std::ios::binary | std::ios::trunc) << bytes;
    }
    void remove(const char* name) const { std::filesystem::remove(m_path + "/" + name); }

private:
    test::InputFile m_file;
    std::string m_path;
};

/// The next line, taken off.
std::string_view takenLine(std::string_view& input) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string_view line = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    return line;
}

/// Numbers that are all small: zeros, of so many tensors with so many bytes each.
std::string weightsOf(const std::vector<std::pair<std::string, std::vector<int>>>& tensors) {
    json header = json::object();
    std::size_t bytes = 0;
    for (const auto& [name, shape] : tensors) {
        std::size_t size = 2;
        for (const int length : shape)
            size *= static_cast<std::size_t>(length);
        header[name] = {
            {"dtype", "F16"}, {"shape", shape}, {"data_offsets", {bytes, bytes + size}}};
        bytes += size;
    }
    return header.dump() + '\n' + std::string(bytes, '\0');
}

} // namespace

/// Any config.json, index and file of weights (a line, a line, and a line with the header before
/// the numbers) are opened as a model or refused with an Error; a model that was opened has finite
/// weights alone.
int runOne(const std::uint8_t* data, std::size_t size) {
    static const InputFolder folder;
    std::string_view input(reinterpret_cast<const char*>(data), size);
    folder.write("config.json", takenLine(input));
    const std::string_view index = takenLine(input);
    const bool sharded = !index.empty();
    folder.remove(sharded ? "model.safetensors" : "model.safetensors.index.json");
    if (sharded)
        folder.write("model.safetensors.index.json", index);
    folder.write(sharded ? "a.safetensors" : "model.safetensors", test::fileOf(input));
    try {
        const Run run = openModel(folder.path());
        test::require(allFinite(run.parameters->flat()));
        test::require(run.description.model.exactIds);
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> seeds() {
    const std::string gpt2 =
        R"({"model_type": "gpt2", "n_layer": 1, "n_embd": 2, "n_head": 1, "n_inner": 2, )"
        R"("n_positions": 3, "vocab_size": 5, "activation_function": "gelu_new"})";
    const std::string gpt2Weights = weightsOf({{"wte.weight", {5, 2}},
                                               {"wpe.weight", {3, 2}},
                                               {"h.0.ln_1.weight", {2}},
                                               {"h.0.ln_1.bias", {2}},
                                               {"h.0.attn.c_attn.weight", {2, 6}},
                                               {"h.0.attn.c_attn.bias", {6}},
                                               {"h.0.attn.c_proj.weight", {2, 2}},
                                               {"h.0.attn.c_proj.bias", {2}},
                                               {"h.0.ln_2.weight", {2}},
                                               {"h.0.ln_2.bias", {2}},
                                               {"h.0.mlp.c_fc.weight", {2, 2}},
                                               {"h.0.mlp.c_fc.bias", {2}},
                                               {"h.0.mlp.c_proj.weight", {2, 2}},
                                               {"h.0.mlp.c_proj.bias", {2}},
                                               {"ln_f.weight", {2}},
                                               {"ln_f.bias", {2}}});
    const std::string llama =
        R"({"model_type": "llama", "num_hidden_layers": 1, "hidden_size": 4, "vocab_size": 5, )"
        R"("num_attention_heads": 2, "num_key_value_heads": 1, "intermediate_size": 2, )"
        R"("max_position_embeddings": 4, "tie_word_embeddings": true, )"
        R"("rope_parameters": {"rope_type": "default", "rope_theta": 500.0}})";
    const std::string llamaWeights =
        weightsOf({{"model.embed_tokens.weight", {5, 4}},
                   {"model.layers.0.input_layernorm.weight", {4}},
                   {"model.layers.0.self_attn.q_proj.weight", {4, 4}},
                   {"model.layers.0.self_attn.k_proj.weight", {2, 4}},
                   {"model.layers.0.self_attn.v_proj.weight", {2, 4}},
                   {"model.layers.0.self_attn.o_proj.weight", {4, 4}},
                   {"model.layers.0.post_attention_layernorm.weight", {4}},
                   {"model.layers.0.mlp.gate_proj.weight", {2, 4}},
                   {"model.layers.0.mlp.up_proj.weight", {2, 4}},
                   {"model.layers.0.mlp.down_proj.weight", {4, 2}},
                   {"model.norm.weight", {4}}});
    const std::string index = R"({"weight_map": {"wte.weight": "a.safetensors"}})";
    const std::vector<std::string> seeds = {gpt2 + "\n\n" + gpt2Weights,
                                            gpt2 + "\n" + index + "\n" + gpt2Weights,
                                            llama + "\n\n" + llamaWeights};
    // What cannot be opened is no seed to begin with.
    InputFolder folder;
    folder.write("config.json", gpt2);
    folder.write("model.safetensors", test::fileOf(gpt2Weights));
    test::require(openModel(folder.path()).description.model.layers == 1);
    folder.write("config.json", llama);
    folder.write("model.safetensors", test::fileOf(llamaWeights));
    test::require(openModel(folder.path()).description.model.kvHeads == 1);
    return seeds;
}

std::vector<std::string> words() {
    return {"\"model_type\"",    "\"bert\"",
            "\"distilbert\"",    "\"roberta\"",
            "\"qwen2\"",         "\"mistral\"",
            "\"head_dim\"",      "\"rope_scaling\"",
            "\"architectures\"", "\"pad_token_id\"",
            "\"F32\"",           "\"BF16\"",
            "\"BOOL\"",          "../",
            "\"a.safetensors\"", "null",
            "999999999"};
}

} // namespace gf::fuzz_opened
