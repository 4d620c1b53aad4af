// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/opened_model.h"

#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/model/model.h"
#include "core/platform/files.h"
#include "core/platform/memory.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tokenizer/tokenizer.h"
#include "core/train/opened_moments.h"
#include "core/train/opened_names.h"
#include "core/train/safetensors_shards.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace gf {

namespace {

using nlohmann::json;

/// The name of a tensor of theirs, whose layer has the number that stands behind the first dot of
/// ours.
std::string withNumber(std::string theirs, const std::string& ours) {
    if (const std::size_t at = theirs.find('#'); at != std::string::npos) {
        const std::size_t first = ours.find('.') + 1;
        theirs.replace(at, 1, ours.substr(first, ours.find('.', first) - first));
    }
    return theirs;
}

/// Brings the weights of a folder to those of a model.
class Loader {
public:
    Loader(const Shards& shards, const Naming& naming) : m_shards(shards), m_naming(naming) {}

    /// Whether there is a tensor for one of our names.
    bool has(std::string_view ours) const {
        return !findTensor(ours, m_naming, m_shards).name.empty();
    }
    /// What they call it, there or not.
    std::string nameOf(std::string_view ours) const {
        const TensorSource* const source = findTensor(ours, m_naming, m_shards).source;
        return source ? source->theirs : std::string(ours);
    }

    /// Finds a tensor of the right shape for each parameter of a graph, before memory is taken.
    /// Returns the names of those that no parameter is in.
    std::vector<std::string> check(const Graph& graph) {
        for (const Node& node : graph.nodes())
            if (node.role == Role::Parameter)
                m_used.insert(checked(node.name, node.shape));
        std::vector<std::string> others = m_shards.names();
        std::erase_if(others, [this](const std::string& name) {
            return m_used.contains(name) || isPassedOver(name);
        });
        return others;
    }

    /// Whether the output has the numbers of the target's table of words.
    bool repeatsEmbedding(const ModelConfig& model) const {
        const auto numbersOf = [&](std::string_view ours) {
            const FoundTensor found = findTensor(ours, m_naming, m_shards);
            std::vector<float> numbers;
            if (!found.name.empty() && m_shards.tensor(found.name).isFloat) {
                numbers.resize(m_shards.tensor(found.name).shape.count());
                m_shards.read(found.name, numbers);
            }
            return numbers;
        };
        return numbersOf("output.weight") == numbersOf(model.shareEmbeddings
                                                           ? "source_embedding.weight"
                                                           : "target_embedding.weight");
    }

    void load(Parameters& parameters, const std::stop_token& stop) {
        for (const Parameters::Entry& entry : parameters.entries()) {
            throwIfStopped(stop);
            if (entry.role == Role::Parameter)
                fill(entry.name, entry.shape, parameters.writable(entry));
        }
    }

private:
    std::string checked(const std::string& ours, const Shape& shape) const {
        const auto [source, name] = findTensor(ours, m_naming, m_shards);
        if (name.empty())
            throw Error(phrase("tensor %1 is missing; the model needs it for %2, %3"),
                        inQuotes(source ? withNumber(source->theirs, ours) : ours), inQuotes(ours),
                        shape.toString());
        const SafetensorsFile::Stored& tensor = m_shards.tensor(name);
        if (!tensor.isFloat)
            throw Error(phrase("tensor %1 is of the type %2; F16, BF16, F32 and F64 can be read"),
                        inQuotes(name), tensor.type.empty() ? "?" : tensor.type);
        if (const Shape expected = source->shapeFor(shape); tensor.shape != expected)
            throw Error(phrase("tensor %1 is %2; the model needs %3"), inQuotes(name),
                        tensor.shape.toString(), expected.toString());
        return name;
    }

    bool isPassedOver(std::string_view tensor) const {
        return std::ranges::any_of(m_naming.passedOver,
                                   [&](std::string_view end) { return tensor.ends_with(end); });
    }

    void fill(const std::string& ours, const Shape& shape, std::span<float> into) {
        const auto [source, name] = findTensor(ours, m_naming, m_shards);
        if (!source->transposed && source->parts == 1)
            return m_shards.read(name, into);
        // q, k and v come one after the other: what they are parts of is read once.
        if (m_heldName != name) {
            m_held.resize(m_shards.tensor(name).shape.count());
            m_shards.read(name, m_held);
            m_heldName = name;
        }
        const Index columns = shape.columns();
        const Index rows = shape.count() / columns;
        constexpr Index block = 32;
        for (Index r = 0; r < rows; r += block)
            for (Index c = 0; c < columns; c += block)
                for (Index i = r; i < std::min(rows, r + block); ++i)
                    for (Index j = c; j < std::min(columns, c + block); ++j)
                        into[i * columns + j] =
                            m_held[source->placeOf(i, j, rows, columns, m_naming.headWidth)];
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

/// Which tensors are left out; empty for none.
Sentence leftOut(const std::vector<std::string>& tensors) {
    constexpr std::size_t mostNamed = 5;
    if (tensors.empty())
        return {};
    std::string names;
    for (std::size_t i = 0; i < std::min(tensors.size(), mostNamed); ++i)
        names += (names.empty() ? "" : ", ") + printable(shortened(tensors[i], 60));
    if (tensors.size() <= mostNamed)
        return {phrase("Opened without tensors that no part of the model reads: %1"), names};
    return {phrase("Opened without tensors that no part of the model reads: %1 and %2 more"), names,
            tensors.size() - mostNamed};
}

/// Files that hold something else than a whole model as safetensors.
struct OtherKind {
    std::string_view beginsWith, endsWith; ///< a file's name
    Phrase sentence;                       ///< with a gap for it
};
constexpr Phrase pickle = phrase(
    "its weights are %1, a pickle, which could run any program and is not opened here; the Python "
    "package transformers reads it and saves it as model.safetensors (from_pretrained, "
    "save_pretrained)");
constexpr Phrase otherWeights =
    phrase("its weights are %1, which is not read here; config.json and model.safetensors are "
           "needed, as the Python package transformers saves them (save_pretrained)");
constexpr Phrase adapter =
    phrase("it is an adapter (%1) to another model and no whole one; merge it into that with the "
           "Python package peft (merge_and_unload), save the result, and open that folder");
constexpr OtherKind otherKinds[] = {
    {"adapter_config", ".json", adapter},
    {"adapter_model", ".safetensors", adapter},
    {"", ".gguf", otherWeights},
    {"pytorch_model", ".bin", pickle},
    {"pytorch_model", ".bin.index.json", pickle},
    {"tf_model", ".h5", otherWeights},
    {"flax_model", ".msgpack", otherWeights},
    {"", ".onnx", otherWeights},
};

/// Throws Error where one of these files is of another kind.
void refuseOtherKinds(const std::set<std::string>& names) {
    for (const OtherKind& kind : otherKinds)
        for (const std::string& name : names)
            if (name.starts_with(kind.beginsWith) && name.ends_with(kind.endsWith))
                throw Error(kind.sentence, inQuotes(name));
}

/// Throws Error where a folder lacks a whole model, and its files say why.
void requireWholeModel(const std::string& folder) {
    const bool hasWeights =
        isThere(folder + "/model.safetensors") || isThere(folder + "/model.safetensors.index.json");
    if (hasWeights && isThere(folder + "/config.json"))
        return;
    if (const std::vector<MomentFolder> moments = momentsIn(folder); !moments.empty())
        throw Error(
            phrase("it holds moments of a training, from %1 to %2, and is none itself; name "
                   "one of them, or open it in the window, whose time machine goes over "
                   "them"),
            inQuotes(nameOfFolder(moments.front().path)),
            inQuotes(nameOfFolder(moments.back().path)));
    std::set<std::string> names;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(pathOf(folder), problem))
        names.insert(entry.path().filename().string());
    refuseOtherKinds(names);
}

/// How its texts begin and end.
AnswerRules rulesOf(const std::string& folder, const json& config, const ModelConfig& model) {
    const std::string path = folder + "/generation_config.json";
    if (!isThere(path))
        return answerRules(nullptr, config, model);
    const json generation = readJsonFile(path);
    try {
        return answerRules(generation, config, model);
    } catch (const Error& error) {
        throw Error(aboutFile(path, error.sentence()));
    }
}

/// Throws Error where a model that writes has nothing that says words, as a classifier has not, and
/// its embedding does not stand for that.
void requireHead(const ModelConfig& model, const json& config, const Loader& loader) {
    if (!model.hasDecoder() || model.tieEmbeddings || loader.has("output.weight"))
        return;
    const json kinds = config.value("architectures", json::array());
    const std::string kind = kinds.is_array() && !kinds.empty() && kinds[0].is_string()
                                 ? kinds[0].get<std::string>()
                                 : config.value("model_type", std::string());
    throw Error(phrase("%1 has no head that says words (tensor %2 is missing), and a model of this "
                       "kind is opened with one; open the model for text that it was made of"),
                inQuotes(kind), inQuotes(loader.nameOf("output.weight")));
}

/// What `open` finds wrong is said of a folder.
template <class Open> auto ofFolder(const std::string& folder, const Open& open) {
    try {
        return open();
    } catch (const Error& error) {
        throw Error(aboutFile(folder, error.sentence()));
    }
}

Run opened(const std::string& folder, const std::stop_token& stop) {
    requireWholeModel(folder);
    const std::string configPath = folder + "/config.json";
    const json config = readJsonFile(configPath);
    Run run;
    ModelConfig& model = run.description.model;
    AnswerRules rules;
    try {
        model = openedConfig(config);
        if (model.hasDecoder())
            rules = rulesOf(folder, config, model);
    } catch (const Error& error) {
        throw Error(aboutFile(configPath, error.sentence()));
    }
    const Shards shards(folder);
    Loader loader(shards, namingOf(config.value("model_type", std::string()), model));
    // A pooler is a part of what says nothing else; masked-word models leave theirs out.
    model.pooler = model.output == Output::States && loader.has("pooler.weight");
    if (model.hasEncoder() && model.hasDecoder()) {
        model.outputBias = model.outputBias && loader.has("output.bias");
        model.tieEmbeddings = !loader.has("output.weight") || loader.repeatsEmbedding(model);
    }
    requireHead(model, config, loader);
    const ModelGraph shortest = shortestModel(model);
    run.remark = leftOut(loader.check(*shortest.graph));
    requireMemory(*shortest.graph);
    if (TokenizerFiles files = tokenizerFilesOf(folder); haveTokenizer(files)) {
        Vocabularies& words = run.description.vocabularies;
        if (model.hasEncoder())
            words.source = std::make_shared<const Vocabulary>(files, model.sourceVocab);
        if (model.hasDecoder()) {
            Vocabulary target(std::move(files), model.targetVocab, TextSide::Target);
            words.target = std::make_shared<const Vocabulary>(
                rules.start ? target.startingWith(*rules.start) : std::move(target));
        } else if (model.output == Output::Words)
            words.target = words.source;
    }
    run.description.vocabularies.rules = std::move(rules);
    run.parameters = makeParameters(model);
    loader.load(*run.parameters, stop);
    run.description.name = nameOfFolder(folder);
    run.description.folder = std::filesystem::absolute(pathOf(folder)).lexically_normal().string();
    return run;
}

} // namespace

std::string nameOfFolder(const std::string& folder) {
    std::filesystem::path path = pathOf(folder).lexically_normal();
    if (path.filename().empty())
        path = path.parent_path();
    return path.filename().string();
}

bool isFolder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(pathOf(path), ignored);
}

void refuseOtherKind(const std::string& path) {
    try {
        refuseOtherKinds({pathOf(path).filename().string()});
    } catch (const Error& error) {
        throw Error(aboutFile(path, error.sentence()));
    }
}

std::string openedFolder(const std::string& path) {
    if (isFolder(path))
        return path;
    const std::filesystem::path file(path);
    const std::string known = file.filename().string();
    const bool isShard = known.starts_with("model-") && known.ends_with(".safetensors");
    if (known != "config.json" && known != "model.safetensors" &&
        known != "model.safetensors.index.json" && !isShard)
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
    return ofFolder(folder, [&] { return opened(folder, stop); });
}

std::unique_ptr<Parameters> openWeights(const std::string& folder, const ModelConfig& model) {
    return ofFolder(folder, [&] {
        const json config = readJsonFile(folder + "/config.json");
        openedConfig(config); // of a kind that is read, whatever has become of the file meanwhile
        const Shards shards(folder);
        Loader loader(shards, namingOf(config.value("model_type", std::string()), model));
        const ModelGraph shortest = shortestModel(model);
        loader.check(*shortest.graph);
        requireMemory(*shortest.graph);
        auto parameters = makeParameters(model);
        loader.load(*parameters, {});
        return parameters;
    });
}

} // namespace gf
