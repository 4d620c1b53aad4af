// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/model_file.h"

#include "core/io/atomic_file.h"
#include "core/io/base64.h"
#include "core/io/json.h"
#include "core/io/metrics_file.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace gf {
namespace {

using nlohmann::json;
using Metadata = std::map<std::string, std::string>;

constexpr std::string_view formatVersion = "1";

// The keys of `__metadata__`.
constexpr const char* versionKey = "format_version";
constexpr const char* configKey = "config";
constexpr const char* sourceVocabularyKey = "source_vocabulary";
constexpr const char* targetVocabularyKey = "target_vocabulary";
constexpr const char* taskKey = "task";
constexpr const char* trainKey = "train_config";
constexpr const char* stepsKey = "steps_done";
constexpr const char* comparedKey = "compared";
constexpr const char* viewKey = "view";
constexpr const char* labsKey = "labs";

// The fields of the compared runs.
constexpr const char* comparedByKey = "by";
constexpr const char* runsKey = "runs";
constexpr const char* stoppedKey = "stopped_at";
constexpr std::string_view comparedStart = "compared/";

constexpr const char* bytePairs = "bpe";
constexpr const char* mergesKey = "merges";
constexpr const char* base64Key = "base64"; ///< of a tokenizer's file that is no text

bool isOptimizerState(const NamedTensor& tensor) {
    return tensor.name.starts_with(optimizerPrefix);
}

constexpr Phrase wholeNumbers =
    phrase("tensor %1 holds whole numbers; weights are floating-point numbers");

void requireFinite(const TensorView& tensor) {
    const auto* const floats = std::get_if<std::span<const float>>(&tensor.numbers);
    if (floats == nullptr)
        throw Error(wholeNumbers, inQuotes(tensor.name));
    const auto values = *floats;
    const auto bad = std::find_if_not(values.begin(), values.end(),
                                      [](float value) { return std::isfinite(value); });
    if (bad != values.end())
        throw Error(std::isnan(*bad) ? phrase("tensor %1 is not finite: element %2 is NaN")
                                     : phrase("tensor %1 is not finite: element %2 is infinite"),
                    inQuotes(tensor.name), bad - values.begin());
}

void checkVocabulary(const char* key, const SavedVocabulary& vocabulary, Index expected,
                     const char* configured) {
    if (!vocabulary.tokenizer.empty()) {
        if (vocabulary.size != expected)
            throw Error(phrase("%1 has %2 tokens; %3 in the configuration is %4"), key,
                        vocabulary.size, configured, expected);
        return;
    }
    if (static_cast<Index>(vocabulary.tokens.size()) != expected)
        throw Error(phrase("%1 has %2 tokens; %3 in the configuration is %4"), key,
                    vocabulary.tokens.size(), configured, expected);
    if (vocabulary.tokenization != "characters" && vocabulary.tokenization != "words" &&
        vocabulary.tokenization != bytePairs && vocabulary.tokenization != "numbers")
        throw Error(phrase("%1 splits text into %2; it must be \"characters\", \"words\", "
                           "\"bpe\" or \"numbers\""),
                    key, inQuotes(vocabulary.tokenization));
}

void checkSteps(Index steps) {
    if (steps < 0 || steps > mostSteps)
        throw Error(phrase("%1 is %2; it must be %3"), stepsKey, steps,
                    Sentence(phrase("between %1 and %2"), 0, mostSteps));
}

/// What must hold for a file that is read, and for one that is written.
void check(const ModelFile& file, std::span<const TensorView> tensors) {
    if (file.sourceVocabulary)
        checkVocabulary(sourceVocabularyKey, *file.sourceVocabulary, file.model.sourceVocab,
                        "source_vocab");
    if (file.targetVocabulary)
        checkVocabulary(targetVocabularyKey, *file.targetVocabulary, file.model.targetVocab,
                        "target_vocab");
    if (!file.task.is_null() && !file.task.is_object())
        throw Error(phrase("the task must be an object with a name and options"));
    checkSteps(file.stepsDone);
    for (const ComparedFile& run : file.compared) {
        checkSteps(run.stepsDone);
        checkSteps(run.stoppedAt);
    }
    for (const TensorView& tensor : tensors)
        requireFinite(tensor);
}

json vocabularyToJson(const SavedVocabulary& vocabulary) {
    if (!vocabulary.tokenizer.empty()) {
        json files = json::object();
        for (const auto& [name, content] : vocabulary.tokenizer)
            files[name] = isUtf8(content) ? json(content) : json{{base64Key, toBase64(content)}};
        return {{"tokenizer", std::move(files)}, {"size", vocabulary.size}};
    }
    json object = {{"tokenization", vocabulary.tokenization}, {"tokens", vocabulary.tokens}};
    if (vocabulary.tokenization != bytePairs)
        return object;
    json& merges = object[mergesKey] = json::array();
    for (const PairMerge& merge : vocabulary.merges)
        merges.push_back({merge.left, merge.right, merge.count});
    return object;
}

/// ["t", "h", 312]
PairMerge mergeFromJson(const json& merge, std::size_t number) {
    const auto isToken = [](const json& part) {
        return part.is_string() && !part.get_ref<const std::string&>().empty();
    };
    if (!merge.is_array() || merge.size() != 3 || !isToken(merge[0]) || !isToken(merge[1]) ||
        !merge[2].is_number_unsigned() ||
        merge[2].get<std::uint64_t>() > static_cast<std::uint64_t>(mostSteps))
        throw Error(phrase("merge %1 must be a list of two tokens and of how often they stood "
                           "beside each other"),
                    number);
    return {merge[0].get<std::string>(), merge[1].get<std::string>(), merge[2].get<std::int64_t>()};
}

/// That of an opened model.
SavedVocabulary tokenizerFromJson(const json& object) {
    SavedVocabulary vocabulary;
    const json& files = object["tokenizer"];
    const json& size = object["size"];
    if (!files.is_object() || files.empty() || !size.is_number_unsigned() ||
        size.get<std::uint64_t>() > 1'000'000)
        throw Error(phrase("an object with files and a size is needed"));
    for (const auto& [name, content] : files.items()) {
        const bool isBinary = content.is_object() && content.size() == 1 &&
                              content.contains(base64Key) && content[base64Key].is_string();
        if (!content.is_string() && !isBinary)
            throw Error(phrase("%1 must be a string"), inQuotes(name));
        if (!isBinary) {
            vocabulary.tokenizer[name] = content.get<std::string>();
            continue;
        }
        std::optional<std::string> bytes = fromBase64(content[base64Key].get<std::string>());
        if (!bytes)
            throw Error(phrase("%1 is no Base64"), inQuotes(name));
        vocabulary.tokenizer[name] = std::move(*bytes);
    }
    vocabulary.size = size.get<Index>();
    return vocabulary;
}

SavedVocabulary vocabularyFromJson(const json& object) {
    if (object.is_object() && object.size() == 2 && object.contains("tokenizer") &&
        object.contains("size"))
        return tokenizerFromJson(object);
    const bool hasMerges = object.is_object() && object.contains(mergesKey) && object.size() == 3;
    if (!object.is_object() || (object.size() != 2 && !hasMerges) || !object.contains("tokens") ||
        !object.contains("tokenization"))
        throw Error(phrase("an object with \"tokens\" and \"tokenization\" is needed"));
    SavedVocabulary vocabulary;
    if (!object["tokenization"].is_string())
        throw Error(phrase("%1 must be a string"), "\"tokenization\"");
    vocabulary.tokenization = object["tokenization"].get<std::string>();
    if (!object["tokens"].is_array())
        throw Error(phrase("%1 must be a list"), "\"tokens\"");
    for (const json& token : object["tokens"]) {
        if (!token.is_string() || token.get_ref<const std::string&>().empty())
            throw Error(phrase("token %1 must be a string that is not empty"),
                        vocabulary.tokens.size());
        vocabulary.tokens.push_back(token.get<std::string>());
    }
    if (!hasMerges && vocabulary.tokenization != bytePairs)
        return vocabulary;
    if (!hasMerges || vocabulary.tokenization != bytePairs || !object[mergesKey].is_array())
        throw Error(phrase("a list of merges belongs to \"bpe\", and to nothing else"));
    for (const json& merge : object[mergesKey])
        vocabulary.merges.push_back(mergeFromJson(merge, vocabulary.merges.size()));
    return vocabulary;
}

json comparedToJson(const ModelFile& file) {
    json runs = json::array();
    for (const ComparedFile& run : file.compared) {
        json one = {{configKey, toJson(run.model)}, {stepsKey, run.stepsDone}};
        if (run.train)
            one[trainKey] = toJson(*run.train);
        if (run.stoppedAt > 0)
            one[stoppedKey] = run.stoppedAt;
        runs.push_back(std::move(one));
    }
    return {{comparedByKey, file.comparedBy}, {runsKey, std::move(runs)}};
}

/// A number of steps; 0 where there is none.
Index stepsOf(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end())
        return 0;
    if (!found->is_number_unsigned() ||
        found->get<std::uint64_t>() > static_cast<std::uint64_t>(mostSteps))
        throw Error(phrase("%1 is %2; it must be %3"), key, found->dump(),
                    Sentence(phrase("between %1 and %2"), 0, mostSteps));
    return found->get<Index>();
}

ComparedFile comparedFromJson(const json& object) {
    if (!object.is_object() || !object.contains(configKey))
        throw Error(phrase("a run must be an object with %1"), inQuotes(configKey));
    ComparedFile run;
    run.model = configFromJson(object[configKey]);
    if (object.contains(trainKey))
        run.train = trainConfigFromJson(object[trainKey]);
    run.stepsDone = stepsOf(object, stepsKey);
    run.stoppedAt = stepsOf(object, stoppedKey);
    return run;
}

void comparedFromJson(const json& object, ModelFile& file) {
    if (!object.is_object() || !object.contains(comparedByKey) ||
        !object[comparedByKey].is_string() || !object.contains(runsKey) ||
        !object[runsKey].is_array())
        throw Error(phrase("an object with a text %1 and a list %2 is needed"),
                    inQuotes(comparedByKey), inQuotes(runsKey));
    const json& runs = object[runsKey];
    if (runs.empty() || runs.size() > mostCompared)
        throw Error(phrase("it has %1 runs; there must be %2"), runs.size(),
                    Sentence(phrase("between %1 and %2"), 1, mostCompared));
    file.comparedBy = object[comparedByKey].get<std::string>();
    for (const json& run : runs)
        file.compared.push_back(comparedFromJson(run));
}

/// The file's own tensors, and those of its compared runs with their prefixes.
std::vector<TensorView> allTensors(const ModelFile& file) {
    std::vector<TensorView> tensors = viewsOf(file.tensors);
    for (std::size_t i = 0; i < file.compared.size(); ++i)
        for (TensorView& tensor : viewsOf(file.compared[i].tensors)) {
            tensor.name.insert(0, comparedPrefix(i + 1));
            tensors.push_back(std::move(tensor));
        }
    return tensors;
}

/// Moves what belongs to a compared run from the file's tensors to it.
void takeCompared(ModelFile& file) {
    const auto rest = std::ranges::stable_partition(file.tensors, [](const NamedTensor& tensor) {
        return !tensor.name.starts_with(comparedStart);
    });
    for (NamedTensor& tensor : rest) {
        std::size_t run = 0;
        while (run < file.compared.size() && !tensor.name.starts_with(comparedPrefix(run + 1)))
            ++run;
        if (run == file.compared.size())
            throw Error(phrase("tensor %1 is of a compared run that the file does not have"),
                        inQuotes(tensor.name));
        tensor.name.erase(0, comparedPrefix(run + 1).size());
        file.compared[run].tensors.push_back(std::move(tensor));
    }
    file.tensors.erase(rest.begin(), rest.end());
    for (ComparedFile& run : file.compared)
        run.metrics = takeMetrics(run.tensors, run.stepsDone);
}

Metadata metadataOf(const ModelFile& file) {
    Metadata metadata{{versionKey, std::string(formatVersion)},
                      {configKey, toJson(file.model).dump()},
                      {stepsKey, std::to_string(file.stepsDone)}};
    try {
        if (file.sourceVocabulary)
            metadata[sourceVocabularyKey] = vocabularyToJson(*file.sourceVocabulary).dump();
        if (file.targetVocabulary)
            metadata[targetVocabularyKey] = vocabularyToJson(*file.targetVocabulary).dump();
        if (!file.task.is_null())
            metadata[taskKey] = file.task.dump();
    } catch (const json::exception&) {
        throw Error(phrase("the vocabularies and the task must be valid UTF-8"));
    }
    if (file.train)
        metadata[trainKey] = toJson(*file.train).dump();
    if (!file.compared.empty())
        metadata[comparedKey] = comparedToJson(file).dump();
    if (!file.view.empty() && file.view.size() <= longestView)
        metadata[viewKey] = file.view;
    if (!file.labs.empty() && file.labs.size() <= longestLabs)
        metadata[labsKey] = file.labs;
    return metadata;
}

/// Calls `use` with the parsed JSON of a metadata key, if it is there; what that finds wrong names
/// the key.
template <class Use> void withJson(const Metadata& metadata, const char* key, Use use) {
    const auto found = metadata.find(key);
    if (found == metadata.end())
        return;
    try {
        use(parseJson(found->second));
    } catch (const Error& error) {
        throw Error(phrase("the metadata %1: %2"), inQuotes(key), error.sentence());
    }
}

void checkVersion(const Metadata& metadata) {
    const auto version = metadata.find(versionKey);
    if (version == metadata.end() || !metadata.contains(configKey))
        throw Error(
            phrase("this safetensors file is not a Glassformer model: its metadata lack %1; "
                   "plain weights are read with --config and --init"),
            inQuotes(version == metadata.end() ? versionKey : configKey));
    if (version->second != formatVersion)
        throw Error(phrase("it is a model of format version %1; this Glassformer reads version %2"),
                    inQuotes(version->second), formatVersion);
}

Index stepsFrom(const Metadata& metadata) {
    const auto found = metadata.find(stepsKey);
    if (found == metadata.end())
        return 0;
    const std::string& text = found->second;
    Index steps = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), steps);
    if (error != std::errc() || end != text.data() + text.size())
        throw Error(phrase("the metadata %1 are %2; a whole number is needed"), inQuotes(stepsKey),
                    inQuotes(text));
    return steps;
}

/// Parameters that were called otherwise in older files, by the beginning of their names.
constexpr std::pair<std::string_view, std::string_view> formerNames[] = {
    {"source_embedding_norm.", "source.embedding_norm."},
    {"target_embedding_norm.", "target.embedding_norm."}};

/// Gives tensors, also those of the optimizer and of compared runs, their present names.
void renameFormer(std::span<NamedTensor> tensors) {
    for (NamedTensor& tensor : tensors)
        for (const auto& [before, now] : formerNames)
            if (const std::size_t at = tensor.name.find(before); at != std::string::npos)
                tensor.name.replace(at, before.size(), now);
}

ModelFile fromSafetensors(Safetensors content) {
    checkVersion(content.metadata);
    ModelFile file;
    const Metadata& metadata = content.metadata;
    withJson(metadata, configKey, [&](const json& value) { file.model = configFromJson(value); });
    withJson(metadata, sourceVocabularyKey,
             [&](const json& value) { file.sourceVocabulary = vocabularyFromJson(value); });
    withJson(metadata, targetVocabularyKey,
             [&](const json& value) { file.targetVocabulary = vocabularyFromJson(value); });
    withJson(metadata, taskKey, [&](const json& value) { file.task = value; });
    withJson(metadata, trainKey,
             [&](const json& value) { file.train = trainConfigFromJson(value); });
    withJson(metadata, comparedKey, [&](const json& value) { comparedFromJson(value, file); });
    if (const auto view = metadata.find(viewKey);
        view != metadata.end() && view->second.size() <= longestView)
        file.view = view->second;
    if (const auto labs = metadata.find(labsKey);
        labs != metadata.end() && labs->second.size() <= longestLabs)
        file.labs = labs->second;
    file.stepsDone = stepsFrom(metadata);
    file.tensors = std::move(content.tensors);
    renameFormer(file.tensors);
    checkSteps(file.stepsDone);
    takeCompared(file);
    file.metrics = takeMetrics(file.tensors, file.stepsDone);
    check(file, allTensors(file));
    return file;
}

/// The tensors of a list by name; lists are long enough for a search to matter.
std::map<std::string_view, const NamedTensor*> byName(std::span<const NamedTensor> tensors) {
    std::map<std::string_view, const NamedTensor*> map;
    for (const NamedTensor& tensor : tensors)
        map.emplace(tensor.name, &tensor);
    return map;
}

void requireShape(const NamedTensor& tensor, const Shape& expected) {
    if (!tensor.isFloat())
        throw Error(wholeNumbers, inQuotes(tensor.name));
    if (tensor.shape() != expected)
        throw Error(phrase("tensor %1 is %2; the model needs %3"), inQuotes(tensor.name),
                    tensor.shape().toString(), expected.toString());
}

/// The entry whose table an output layer with tied embeddings uses.
const Parameters::Entry* tiedEmbedding(const Parameters& parameters) {
    const auto* target = parameters.find("target_embedding.weight");
    return target != nullptr ? target : parameters.find("embedding.weight");
}

/// Whether `output` [D,V] is `embedding` [V,D] transposed.
bool isTransposed(const Tensor& output, const Tensor& embedding) {
    if (output.shape().rank() != 2 || embedding.shape().rank() != 2 ||
        output.shape()[0] != embedding.shape()[1] || output.shape()[1] != embedding.shape()[0])
        return false;
    const Index width = output.shape()[0];
    const Index words = output.shape()[1];
    for (Index d = 0; d < width; ++d)
        for (Index v = 0; v < words; ++v)
            if (output[d * words + v] != embedding[v * width + d])
                return false;
    return true;
}

/// Throws for a tensor that no entry asks for.
void checkExtra(const NamedTensor& tensor, const Parameters& parameters,
                const std::map<std::string_view, const NamedTensor*>& named) {
    const auto* embedding = tiedEmbedding(parameters);
    const bool tied = tensor.name == "output.weight" && embedding != nullptr && tensor.isFloat();
    if (!tied)
        throw Error(
            phrase("tensor %1 is unknown: a model of this configuration has none of that name"),
            inQuotes(tensor.name));
    if (!isTransposed(tensor.floats(), named.at(embedding->name)->floats()))
        throw Error(phrase("tensor %1 is not %2 transposed, as it must be with tied embeddings (or "
                           "not be there at all)"),
                    inQuotes(tensor.name), inQuotes(embedding->name));
}

/// The tensor for each entry of a role (of Parameters or of a Graph); throws when one is missing or
/// has the wrong shape.
template <class Entries> std::vector<const NamedTensor*>
matched(const Entries& entries, Role role, std::string_view prefix,
        const std::map<std::string_view, const NamedTensor*>& named) {
    std::vector<const NamedTensor*> tensors;
    for (const auto& entry : entries) {
        if (entry.role != role)
            continue;
        const std::string name = std::string(prefix) + entry.name;
        const auto found = named.find(name);
        if (found == named.end())
            throw Error(phrase("tensor %1 is missing; the model needs it, %2"), inQuotes(name),
                        entry.shape.toString());
        requireShape(*found->second, entry.shape);
        tensors.push_back(found->second);
    }
    return tensors;
}

/// Copies what matched() found, in the same order.
void copyInto(Parameters& parameters, Role role, std::span<const NamedTensor* const> tensors) {
    std::size_t next = 0;
    for (const Parameters::Entry& entry : parameters.entries())
        if (entry.role == role) {
            const auto values = tensors[next++]->floats().values();
            std::copy(values.begin(), values.end(), parameters.writable(entry).begin());
        }
}

} // namespace

bool hasOptimizerState(std::span<const NamedTensor> tensors) {
    return std::ranges::any_of(tensors, isOptimizerState);
}

std::string comparedPrefix(std::size_t run) {
    return std::string(comparedStart) + std::to_string(run) + '/';
}

std::vector<TensorView> tensorsOf(const Parameters& parameters, bool withOptimizerState) {
    std::vector<TensorView> tensors;
    for (const Parameters::Entry& entry : parameters.entries()) {
        const bool state = entry.role == Role::State;
        if (state && !withOptimizerState)
            continue;
        tensors.push_back({state ? std::string(optimizerPrefix) + entry.name : entry.name,
                           entry.shape, parameters.values(entry)});
    }
    return tensors;
}

void writeModelFile(const WriteFile& write, const ModelFile& file,
                    std::span<const TensorView> tensors) {
    check(file, tensors);
    std::vector<NamedTensor> added;
    const auto addMetrics = [&added](Metrics metrics, Index steps, const std::string& prefix) {
        metrics.dropAfter(steps); // what would be refused is not written
        for (NamedTensor& tensor : tensorsOf(metrics)) {
            tensor.name.insert(0, prefix);
            added.push_back(std::move(tensor));
        }
    };
    addMetrics(file.metrics, file.stepsDone, {});
    for (std::size_t i = 0; i < file.compared.size(); ++i)
        addMetrics(file.compared[i].metrics, file.compared[i].stepsDone, comparedPrefix(i + 1));
    std::vector<TensorView> all = viewsOf(added);
    all.insert(all.begin(), tensors.begin(), tensors.end());
    writeSafetensors(write, all, metadataOf(file));
}

void writeModelFile(const std::string& path, const ModelFile& file) {
    writeModelFile(replacing(path), file, allTensors(file));
}

ModelFile readModelFile(const std::string& path, const std::stop_token& stop) {
    Safetensors content = readSafetensors(path, stop);
    try {
        return fromSafetensors(std::move(content));
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

Index stepsIn(const std::string& path) {
    const Metadata metadata = readSafetensorsMetadata(path);
    try {
        const Index steps = stepsFrom(metadata);
        checkSteps(steps);
        return steps;
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

std::vector<NamedTensor> readWeights(const std::string& path) {
    std::vector<NamedTensor> tensors = readSafetensors(path).tensors;
    renameFormer(tensors);
    std::erase_if(tensors, [](const NamedTensor& tensor) {
        return isOptimizerState(tensor) || tensor.name.starts_with(metricsPrefix) ||
               tensor.name.starts_with(comparedStart);
    });
    try {
        for (const NamedTensor& tensor : tensors)
            requireFinite(viewOf(tensor));
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
    return tensors;
}

void checkTensors(std::span<const NamedTensor> tensors, const Graph& graph) {
    const auto named = byName(tensors);
    matched(graph.nodes(), Role::Parameter, "", named);
    matched(graph.nodes(), Role::State, optimizerPrefix, named);
}

void loadParameters(std::span<const NamedTensor> tensors, Parameters& parameters) {
    const auto named = byName(tensors);
    const auto found = matched(parameters.entries(), Role::Parameter, "", named);
    for (const NamedTensor& tensor : tensors) {
        const auto* entry = parameters.find(tensor.name);
        const bool wanted = entry != nullptr && entry->role == Role::Parameter;
        if (!wanted && !isOptimizerState(tensor))
            checkExtra(tensor, parameters, named);
    }
    copyInto(parameters, Role::Parameter, found);
}

void loadParameters(const ModelFile& file, Parameters& parameters) {
    loadParameters(file.tensors, parameters);
}

void loadOptimizerState(std::span<const NamedTensor> tensors, Parameters& parameters) {
    const auto found = matched(parameters.entries(), Role::State, optimizerPrefix, byName(tensors));
    for (const NamedTensor& tensor : tensors) {
        if (!isOptimizerState(tensor))
            continue;
        const auto* entry =
            parameters.find(std::string_view(tensor.name).substr(optimizerPrefix.size()));
        if (entry == nullptr || entry->role != Role::State)
            throw Error(phrase("tensor %1 is unknown: this optimizer keeps no such memory"),
                        inQuotes(tensor.name));
    }
    copyInto(parameters, Role::State, found);
}

} // namespace gf
