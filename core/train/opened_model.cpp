// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/opened_model.h"
#include "core/platform/files.h"

#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/platform/memory.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace gf {

namespace {

using nlohmann::json;

// ---- The files ---------------------------------------------------------------------------------

/// All tensors of a folder, whichever file they are in. Files are opened as they are needed.
class Shards {
public:
    explicit Shards(const std::string& folder) : m_folder(folder) {
        const std::string index = folder + "/model.safetensors.index.json";
        const std::string whole = folder + "/model.safetensors";
        if (isFile(whole))
            add("model.safetensors");
        else if (isFile(index))
            addIndexed(index);
        else
            throw Error(phrase("%1 has no model.safetensors and no model.safetensors.index.json; "
                               "weights of other kinds are not read here"),
                        inQuotes(folder));
    }

    bool has(const std::string& name) const { return m_places.contains(name); }
    const SafetensorsFile::Stored& tensor(const std::string& name) const {
        const Place& place = m_places.at(name);
        return m_files[place.file]->tensors()[place.tensor];
    }
    void read(const std::string& name, std::span<float> into) const {
        m_files[m_places.at(name).file]->read(tensor(name), into);
    }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& [name, place] : m_places)
            all.push_back(name);
        return all;
    }

private:
    struct Place {
        std::size_t file;
        std::size_t tensor;
    };

    static bool isFile(const std::string& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(pathOf(path), ignored);
    }

    void add(const std::string& file) {
        m_files.push_back(std::make_unique<SafetensorsFile>(m_folder + "/" + file));
        const auto& tensors = m_files.back()->tensors();
        for (std::size_t i = 0; i < tensors.size(); ++i)
            if (!m_places.try_emplace(tensors[i].name, Place{m_files.size() - 1, i}).second)
                throw Error(phrase("%1: tensor %2 is in two files"), inQuotes(m_folder),
                            inQuotes(tensors[i].name));
    }

    void addIndexed(const std::string& index) {
        constexpr std::size_t mostShards = 1000;
        const json file = readJsonFile(index);
        const auto map = file.is_object() ? file.find("weight_map") : file.end();
        if (!file.is_object() || map == file.end() || !map->is_object())
            throw Error(phrase("%1: %2 must be an object"), inQuotes(index), "weight_map");
        std::set<std::string> shards;
        for (const auto& [tensor, shard] : map->items()) {
            // A name beside the index: nothing outside of the folder is opened.
            const std::string name = shard.is_string() ? shard.get<std::string>() : std::string();
            if (name.empty() || name.find_first_of("/\\") != std::string::npos || name == ".." ||
                name.find('\0') != std::string::npos)
                throw Error(phrase("%1: tensor %2 is in %3; the name of a file beside the index is "
                                   "needed"),
                            inQuotes(index), inQuotes(tensor), shard.dump());
            shards.insert(name);
        }
        if (shards.size() > mostShards)
            throw Error(phrase("%1: it names %2 files; at most %3 are read"), inQuotes(index),
                        shards.size(), mostShards);
        for (const std::string& shard : shards)
            add(shard);
    }

    std::string m_folder;
    std::vector<std::unique_ptr<SafetensorsFile>> m_files;
    std::map<std::string, Place> m_places;
};

// ---- The names ---------------------------------------------------------------------------------

/// How a tensor of theirs becomes one of ours.
struct Source {
    const char* ours;   ///< "decoder.#.norm1.gain"; # is the number of a layer
    const char* theirs; ///< without the prefix of the whole model
    bool transposed = false;
    int part = 0, parts = 1; ///< which of several that stand side by side
};

constexpr bool turned = true;

constexpr Source gpt2[] = {
    {"embedding.weight", "wte.weight"},
    {"position.weight", "wpe.weight"},
    {"decoder.#.norm1.gain", "h.#.ln_1.weight"},
    {"decoder.#.norm1.bias", "h.#.ln_1.bias"},
    {"decoder.#.self_attn.w_q", "h.#.attn.c_attn.weight", false, 0, 3},
    {"decoder.#.self_attn.w_k", "h.#.attn.c_attn.weight", false, 1, 3},
    {"decoder.#.self_attn.w_v", "h.#.attn.c_attn.weight", false, 2, 3},
    {"decoder.#.self_attn.b_q", "h.#.attn.c_attn.bias", false, 0, 3},
    {"decoder.#.self_attn.b_k", "h.#.attn.c_attn.bias", false, 1, 3},
    {"decoder.#.self_attn.b_v", "h.#.attn.c_attn.bias", false, 2, 3},
    {"decoder.#.self_attn.w_o", "h.#.attn.c_proj.weight"},
    {"decoder.#.self_attn.b_o", "h.#.attn.c_proj.bias"},
    {"decoder.#.norm2.gain", "h.#.ln_2.weight"},
    {"decoder.#.norm2.bias", "h.#.ln_2.bias"},
    {"decoder.#.ffn.w_1", "h.#.mlp.c_fc.weight"},
    {"decoder.#.ffn.b_1", "h.#.mlp.c_fc.bias"},
    {"decoder.#.ffn.w_2", "h.#.mlp.c_proj.weight"},
    {"decoder.#.ffn.b_2", "h.#.mlp.c_proj.bias"},
    {"decoder.norm.gain", "ln_f.weight"},
    {"decoder.norm.bias", "ln_f.bias"},
    {"output.weight", "lm_head.weight", turned},
};

constexpr Source llama[] = {
    {"embedding.weight", "embed_tokens.weight"},
    {"decoder.#.norm1.gain", "layers.#.input_layernorm.weight"},
    {"decoder.#.self_attn.w_q", "layers.#.self_attn.q_proj.weight", turned},
    {"decoder.#.self_attn.w_k", "layers.#.self_attn.k_proj.weight", turned},
    {"decoder.#.self_attn.w_v", "layers.#.self_attn.v_proj.weight", turned},
    {"decoder.#.self_attn.w_o", "layers.#.self_attn.o_proj.weight", turned},
    {"decoder.#.self_attn.b_q", "layers.#.self_attn.q_proj.bias"},
    {"decoder.#.self_attn.b_k", "layers.#.self_attn.k_proj.bias"},
    {"decoder.#.self_attn.b_v", "layers.#.self_attn.v_proj.bias"},
    {"decoder.#.self_attn.b_o", "layers.#.self_attn.o_proj.bias"},
    {"decoder.#.norm2.gain", "layers.#.post_attention_layernorm.weight"},
    {"decoder.#.ffn.w_gate", "layers.#.mlp.gate_proj.weight", turned},
    {"decoder.#.ffn.w_1", "layers.#.mlp.up_proj.weight", turned},
    {"decoder.#.ffn.w_2", "layers.#.mlp.down_proj.weight", turned},
    {"decoder.norm.gain", "norm.weight"},
    {"output.weight", "lm_head.weight", turned},
};

constexpr Source bert[] = {
    {"embedding.weight", "embeddings.word_embeddings.weight"},
    {"position.weight", "embeddings.position_embeddings.weight"},
    {"token_type.weight", "embeddings.token_type_embeddings.weight"},
    {"embedding_norm.gain", "embeddings.LayerNorm.weight"},
    {"embedding_norm.bias", "embeddings.LayerNorm.bias"},
    {"encoder.#.self_attn.w_q", "encoder.layer.#.attention.self.query.weight", turned},
    {"encoder.#.self_attn.b_q", "encoder.layer.#.attention.self.query.bias"},
    {"encoder.#.self_attn.w_k", "encoder.layer.#.attention.self.key.weight", turned},
    {"encoder.#.self_attn.b_k", "encoder.layer.#.attention.self.key.bias"},
    {"encoder.#.self_attn.w_v", "encoder.layer.#.attention.self.value.weight", turned},
    {"encoder.#.self_attn.b_v", "encoder.layer.#.attention.self.value.bias"},
    {"encoder.#.self_attn.w_o", "encoder.layer.#.attention.output.dense.weight", turned},
    {"encoder.#.self_attn.b_o", "encoder.layer.#.attention.output.dense.bias"},
    {"encoder.#.norm1.gain", "encoder.layer.#.attention.output.LayerNorm.weight"},
    {"encoder.#.norm1.bias", "encoder.layer.#.attention.output.LayerNorm.bias"},
    {"encoder.#.ffn.w_1", "encoder.layer.#.intermediate.dense.weight", turned},
    {"encoder.#.ffn.b_1", "encoder.layer.#.intermediate.dense.bias"},
    {"encoder.#.ffn.w_2", "encoder.layer.#.output.dense.weight", turned},
    {"encoder.#.ffn.b_2", "encoder.layer.#.output.dense.bias"},
    {"encoder.#.norm2.gain", "encoder.layer.#.output.LayerNorm.weight"},
    {"encoder.#.norm2.bias", "encoder.layer.#.output.LayerNorm.bias"},
    {"pooler.weight", "pooler.dense.weight", turned},
    {"pooler.bias", "pooler.dense.bias"},
    {"output.transform.weight", "cls.predictions.transform.dense.weight", turned},
    {"output.transform.bias", "cls.predictions.transform.dense.bias"},
    {"output.transform_norm.gain", "cls.predictions.transform.LayerNorm.weight"},
    {"output.transform_norm.bias", "cls.predictions.transform.LayerNorm.bias"},
    {"output.bias", "cls.predictions.bias"},
};

/// RoBERTa's are those of BERT but for what guesses words.
constexpr Source robertaHead[] = {
    {"output.transform.weight", "lm_head.dense.weight", turned},
    {"output.transform.bias", "lm_head.dense.bias"},
    {"output.transform_norm.gain", "lm_head.layer_norm.weight"},
    {"output.transform_norm.bias", "lm_head.layer_norm.bias"},
    {"output.bias", "lm_head.bias"},
};

constexpr Source distilBert[] = {
    {"embedding.weight", "embeddings.word_embeddings.weight"},
    {"position.weight", "embeddings.position_embeddings.weight"},
    {"embedding_norm.gain", "embeddings.LayerNorm.weight"},
    {"embedding_norm.bias", "embeddings.LayerNorm.bias"},
    {"encoder.#.self_attn.w_q", "transformer.layer.#.attention.q_lin.weight", turned},
    {"encoder.#.self_attn.b_q", "transformer.layer.#.attention.q_lin.bias"},
    {"encoder.#.self_attn.w_k", "transformer.layer.#.attention.k_lin.weight", turned},
    {"encoder.#.self_attn.b_k", "transformer.layer.#.attention.k_lin.bias"},
    {"encoder.#.self_attn.w_v", "transformer.layer.#.attention.v_lin.weight", turned},
    {"encoder.#.self_attn.b_v", "transformer.layer.#.attention.v_lin.bias"},
    {"encoder.#.self_attn.w_o", "transformer.layer.#.attention.out_lin.weight", turned},
    {"encoder.#.self_attn.b_o", "transformer.layer.#.attention.out_lin.bias"},
    {"encoder.#.norm1.gain", "transformer.layer.#.sa_layer_norm.weight"},
    {"encoder.#.norm1.bias", "transformer.layer.#.sa_layer_norm.bias"},
    {"encoder.#.ffn.w_1", "transformer.layer.#.ffn.lin1.weight", turned},
    {"encoder.#.ffn.b_1", "transformer.layer.#.ffn.lin1.bias"},
    {"encoder.#.ffn.w_2", "transformer.layer.#.ffn.lin2.weight", turned},
    {"encoder.#.ffn.b_2", "transformer.layer.#.ffn.lin2.bias"},
    {"encoder.#.norm2.gain", "transformer.layer.#.output_layer_norm.weight"},
    {"encoder.#.norm2.bias", "transformer.layer.#.output_layer_norm.bias"},
    {"output.transform.weight", "vocab_transform.weight", turned},
    {"output.transform.bias", "vocab_transform.bias"},
    {"output.transform_norm.gain", "vocab_layer_norm.weight"},
    {"output.transform_norm.bias", "vocab_layer_norm.bias"},
    {"output.bias", "vocab_projector.bias"},
};

/// A family's names, the prefixes of a whole model, and what is passed over: buffers, and what the
/// pretraining had beside the model.
struct Naming {
    std::span<const Source> sources;
    std::span<const Source> more;
    const char* prefix;
    std::span<const std::string_view> passedOver; ///< ends of names
};

constexpr std::string_view gpt2Extra[] = {".attn.bias", ".attn.masked_bias", "lm_head.weight"};
constexpr std::string_view llamaExtra[] = {"rotary_emb.inv_freq", "lm_head.weight"};
constexpr std::string_view bertExtra[] = {"position_ids",
                                          "token_type_ids",
                                          "cls.predictions.decoder.weight",
                                          "cls.predictions.decoder.bias",
                                          "cls.seq_relationship.weight",
                                          "cls.seq_relationship.bias",
                                          "lm_head.decoder.weight",
                                          "lm_head.decoder.bias",
                                          "vocab_projector.weight",
                                          "pooler.dense.weight",
                                          "pooler.dense.bias"};

Naming namingOf(const std::string& type) {
    if (type == "gpt2")
        return {gpt2, {}, "transformer.", gpt2Extra};
    if (type == "bert")
        return {bert, {}, "bert.", bertExtra};
    if (type == "roberta")
        return {bert, robertaHead, "roberta.", bertExtra};
    if (type == "distilbert")
        return {distilBert, {}, "distilbert.", bertExtra};
    return {llama, {}, "model.", llamaExtra};
}

/// "decoder.#.norm1.gain" and the number of a layer, for "decoder.3.norm1.gain".
std::pair<std::string, std::string> withoutNumber(std::string_view text) {
    std::string pattern(text);
    std::string number;
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos)
        return {pattern, number};
    const std::size_t end = text.find('.', dot + 1);
    if (end == std::string_view::npos)
        return {pattern, number};
    number = text.substr(dot + 1, end - dot - 1);
    if (number.empty() || !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }))
        return {pattern, {}};
    pattern.replace(dot + 1, number.size(), "#");
    return {pattern, number};
}

// ---- The weights -------------------------------------------------------------------------------

/// Brings the weights of a folder to those of a model.
class Loader {
public:
    Loader(const Shards& shards, const Naming& naming) : m_shards(shards), m_naming(naming) {}

    /// Whether there is a tensor for one of our names.
    bool has(std::string_view ours) const {
        const auto [source, number] = sourceOf(ours);
        return source && !nameOf(*source, number).empty();
    }

    /// Finds a tensor of the right shape for each parameter of a graph, before memory is taken.
    void check(const Graph& graph) {
        for (const Node& node : graph.nodes())
            if (node.role == Role::Parameter)
                m_used.insert(checked(node.name, node.shape));
        for (const std::string& name : m_shards.names())
            if (!m_used.contains(name) && !isPassedOver(name))
                throw Error(phrase("tensor %1 is of no part of a model that is read here"),
                            inQuotes(name));
    }

    void load(Parameters& parameters, const std::stop_token& stop) {
        for (const Parameters::Entry& entry : parameters.entries()) {
            throwIfStopped(stop);
            if (entry.role == Role::Parameter)
                fill(entry.name, entry.shape, parameters.writable(entry));
        }
    }

private:
    std::pair<const Source*, std::string> sourceOf(std::string_view ours) const {
        const auto [pattern, number] = withoutNumber(ours);
        for (const auto& table : {m_naming.more, m_naming.sources})
            for (const Source& source : table)
                if (pattern == source.ours)
                    return {&source, number};
        return {nullptr, {}};
    }

    /// Theirs, with or without the prefix, and with the older names of gains and biases; empty
    /// where it is not there.
    std::string nameOf(const Source& source, const std::string& number) const {
        std::string plain = source.theirs;
        if (const std::size_t at = plain.find('#'); at != std::string::npos)
            plain.replace(at, 1, number);
        std::string older = plain;
        if (older.ends_with("LayerNorm.weight"))
            older.replace(older.size() - 6, 6, "gamma");
        else if (older.ends_with("LayerNorm.bias"))
            older.replace(older.size() - 4, 4, "beta");
        for (const std::string& name : {plain, older})
            for (const std::string& whole : {m_naming.prefix + name, name})
                if (m_shards.has(whole))
                    return whole;
        return {};
    }

    static Shape expectedOf(const Source& source, const Shape& ours) {
        if (source.transposed)
            return Shape{ours[1], ours[0]};
        if (source.parts == 1)
            return ours;
        return ours.rank() == 1 ? Shape{source.parts * ours[0]}
                                : Shape{ours[0], source.parts * ours[1]};
    }

    std::string checked(const std::string& ours, const Shape& shape) const {
        const auto [source, number] = sourceOf(ours);
        const std::string name = source ? nameOf(*source, number) : std::string();
        if (name.empty())
            throw Error(phrase("tensor %1 is missing; the model needs it for %2, %3"),
                        inQuotes(source ? source->theirs : ours), inQuotes(ours), shape.toString());
        const SafetensorsFile::Stored& tensor = m_shards.tensor(name);
        if (!tensor.isFloat)
            throw Error(phrase("tensor %1 is of the type %2; F16, BF16, F32 and F64 can be read"),
                        inQuotes(name), tensor.type.empty() ? "?" : tensor.type);
        if (const Shape expected = expectedOf(*source, shape); tensor.shape != expected)
            throw Error(phrase("tensor %1 is %2; the model needs %3"), inQuotes(name),
                        tensor.shape.toString(), expected.toString());
        return name;
    }

    bool isPassedOver(std::string_view tensor) const {
        return std::ranges::any_of(m_naming.passedOver,
                                   [&](std::string_view end) { return tensor.ends_with(end); });
    }

    void fill(const std::string& ours, const Shape& shape, std::span<float> into) {
        const auto [source, number] = sourceOf(ours);
        const std::string name = nameOf(*source, number);
        if (!source->transposed && source->parts == 1)
            return m_shards.read(name, into);
        // q, k and v come one after the other: what they are parts of is read once.
        if (m_heldName != name) {
            m_held.resize(static_cast<std::size_t>(m_shards.tensor(name).shape.count()));
            m_shards.read(name, m_held);
            m_heldName = name;
        }
        const Index rows = shape.rank() == 1 ? 1 : shape[0];
        const Index columns = shape.rank() == 1 ? shape[0] : shape[1];
        constexpr Index block = 32;
        if (source->transposed) {
            for (Index r = 0; r < rows; r += block)
                for (Index c = 0; c < columns; c += block)
                    for (Index i = r; i < std::min(rows, r + block); ++i)
                        for (Index j = c; j < std::min(columns, c + block); ++j)
                            into[static_cast<std::size_t>(i * columns + j)] =
                                m_held[static_cast<std::size_t>(j * rows + i)];
            return;
        }
        for (Index r = 0; r < rows; ++r)
            std::copy_n(m_held.begin() + (r * source->parts + source->part) * columns, columns,
                        into.begin() + r * columns);
    }

    const Shards& m_shards;
    Naming m_naming;
    std::set<std::string> m_used;
    std::string m_heldName;
    std::vector<float> m_held;
};

/// A model is opened to be looked at: its weights, and room for the values of an example.
void requireMemory(const Graph& graph) {
    double numbers = 0;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Parameter)
            numbers += static_cast<double>(node.shape.count());
    const double needed = numbers * sizeof(float) * 1.25;
    const auto available = static_cast<double>(availableMemory());
    constexpr double mega = 1e6;
    if (available > 0 && needed > available)
        throw Error(phrase("its %1 million weights need about %2 MB of memory, and %3 MB are free"),
                    static_cast<Index>(numbers / mega), static_cast<Index>(needed / mega),
                    static_cast<Index>(available / mega));
}

std::string nameOfFolder(const std::string& folder) {
    std::filesystem::path path = pathOf(folder).lexically_normal();
    if (path.filename().empty())
        path = path.parent_path();
    return path.filename().string();
}

Run opened(const std::string& folder, const std::stop_token& stop) {
    const std::string configPath = folder + "/config.json";
    const json config = readJsonFile(configPath);
    Run run;
    ModelConfig& model = run.description.model;
    try {
        model = openedConfig(config);
    } catch (const Error& error) {
        throw Error(aboutFile(configPath, error.sentence()));
    }
    const Shards shards(folder);
    Loader loader(shards, namingOf(config.value("model_type", std::string())));
    // A pooler is a part of what says nothing else; masked-word models leave theirs out.
    model.pooler = model.output == Output::States && loader.has("pooler.weight");
    const ModelGraph shortest = shortestModel(model);
    loader.check(*shortest.graph);
    requireMemory(*shortest.graph);
    if (TokenizerFiles files = tokenizerFilesOf(folder);
        files.contains("tokenizer.json") || files.contains("vocab.txt") ||
        (files.contains("vocab.json") && files.contains("merges.txt"))) {
        const auto words = std::make_shared<const Vocabulary>(std::move(files), model.targetVocab);
        if (model.hasEncoder())
            run.description.vocabularies.source = words;
        if (model.output == Output::Words)
            run.description.vocabularies.target = words;
    }
    run.parameters = makeParameters(model);
    loader.load(*run.parameters, stop);
    run.description.name = nameOfFolder(folder);
    return run;
}

} // namespace

bool isFolder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(pathOf(path), ignored);
}

std::string openedFolder(const std::string& path) {
    if (isFolder(path))
        return path;
    const std::filesystem::path file(path);
    const std::string known = file.filename().string();
    if (known != "config.json" && known != "model.safetensors" &&
        known != "model.safetensors.index.json")
        return {};
    try {
        const std::filesystem::path config = file.parent_path() / "config.json";
        const std::string folder = file.parent_path().empty() ? "." : file.parent_path().string();
        const json object = readJsonFile(config.string());
        return object.is_object() && object.contains("model_type") ? folder : std::string();
    } catch (const Error&) {
        return {};
    }
}

Run openModel(const std::string& folder, const std::stop_token& stop) {
    try {
        return opened(folder, stop);
    } catch (const Error& error) {
        throw Error(aboutFile(folder, error.sentence()));
    }
}

} // namespace gf
