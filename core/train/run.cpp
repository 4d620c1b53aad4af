// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run.h"

#include "core/backend/copy_entries.h"
#include "core/io/model_file.h"
#include "core/io/quote.h"
#include "core/io/table_file.h"
#include "core/model/frozen.h"
#include "core/model/model.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/train/opened_model.h"
#include "core/train/optimizer.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

namespace gf {

namespace {

constexpr const char* columnsKey = "columns";
constexpr const char* openedKey = "opened";
constexpr const char* folderKey = "folder";
constexpr const char* endsKey = "ends";
constexpr const char* bansStartKey = "bans_start";
constexpr const char* generationKey = "generation";
constexpr const char* exampleKey = "example";

std::optional<SavedVocabulary> saved(const std::shared_ptr<const Vocabulary>& vocabulary) {
    if (!vocabulary)
        return std::nullopt;
    if (const TokenizerFiles* const files = vocabulary->tokenizerFiles())
        return SavedVocabulary{.tokens = {}, .tokenizer = *files, .size = vocabulary->size()};
    SavedVocabulary result{vocabulary->tokens(), std::string(nameOf(vocabulary->tokenization()))};
    result.merges = vocabulary->merges();
    return result;
}

std::shared_ptr<const Vocabulary> loaded(const std::optional<SavedVocabulary>& saved,
                                         TextSide side) {
    if (!saved)
        return nullptr;
    if (!saved->tokenizer.empty())
        return std::make_shared<const Vocabulary>(saved->tokenizer, saved->size, side);
    return std::make_shared<const Vocabulary>(Vocabulary::fromList(
        saved->tokens, tokenizationNamed(saved->tokenization).value_or(Tokenization::Characters),
        saved->merges));
}

/// How a run's file says where its data are: by their name where they, or a copy of them, lie
/// beside it, so that who hands both out tells nobody his folders; else from the root, since
/// whoever opens it works in another folder.
std::string placeOfData(const std::string& dataFile, const std::string& runFile) {
    std::error_code problem;
    const std::filesystem::path data = std::filesystem::absolute(pathOf(dataFile), problem);
    if (!runFile.empty()) {
        const std::filesystem::path beside =
            std::filesystem::absolute(pathOf(runFile), problem).parent_path() / data.filename();
        if (beside == data)
            return data.filename().string();
        const auto size = std::filesystem::file_size(beside, problem);
        if (!problem && size == std::filesystem::file_size(data, problem) && !problem)
            return data.filename().string();
    }
    return data.string();
}

/// How the saved task calls the tokens of AnswerRules.
constexpr std::pair<const char*, std::optional<TokenId> AnswerRules::*> ruleKeys[] = {
    {"start", &AnswerRules::start},
    {"padding", &AnswerRules::padding},
    {"forced_first", &AnswerRules::forcedFirst},
    {"forced_last", &AnswerRules::forcedLast},
};

nlohmann::json taskToJson(const RunDescription& description, const std::string& runFile) {
    nlohmann::json task = nlohmann::json::object();
    // JSON cannot hold any other name; whoever needs the folder or the data says again where.
    for (const auto& [key, text] :
         {std::pair(openedKey, &description.name), std::pair(folderKey, &description.folder)})
        if (!text->empty() && isUtf8(*text))
            task[key] = *text;
    const AnswerRules& rules = description.vocabularies.rules;
    if (!rules.ends.empty())
        task[endsKey] = rules.ends;
    for (const auto& [key, rule] : ruleKeys)
        if (rules.*rule)
            task[key] = *(rules.*rule);
    if (rules.bansStart)
        task[bansStartKey] = true;
    if (rules.generation != GenerationRules())
        task[generationKey] = toJson(rules.generation);
    if (description.task.empty())
        return task.empty() ? nlohmann::json(nullptr) : task;
    task["name"] = description.task;
    if (!description.dataFile.empty() && isUtf8(description.dataFile))
        task["data"] = placeOfData(description.dataFile, runFile);
    if (const auto& example = description.example;
        example && isUtf8(example->source) && isUtf8(example->target))
        task[exampleKey] = {{"source", example->source}, {"target", example->target}};
    if (description.tokenization != Tokenization::Characters)
        task["tokenization"] = nameOf(description.tokenization);
    if (description.vocabularies.columns)
        task[columnsKey] = *description.vocabularies.columns;
    return task;
}

/// A text field of the saved task; empty when it is not there.
std::string textOf(const nlohmann::json& task, const char* key) {
    const auto found = task.find(key);
    if (found == task.end())
        return {};
    if (!found->is_string())
        throw Error("the saved task's \"" + std::string(key) + "\" is not a text");
    return found->get<std::string>();
}

/// The names of a row's numbers in the saved task; null when they are not there.
std::shared_ptr<const Tokens> columnsOf(const nlohmann::json& task, Index count) {
    const auto found = task.find(columnsKey);
    if (found == task.end())
        return nullptr;
    const auto isText = [](const nlohmann::json& name) { return name.is_string(); };
    if (!found->is_array() || static_cast<Index>(found->size()) != count ||
        !std::ranges::all_of(*found, isText))
        throw Error(phrase("the saved task's %1 must be a list of %2 names, one for each number of "
                           "a row"),
                    inQuotes(columnsKey), count);
    Tokens names;
    for (const nlohmann::json& name : *found)
        names.push_back(columnName(name.get_ref<const std::string&>()));
    return std::make_shared<const Tokens>(std::move(names));
}

/// How an opened model begins and ends what it writes.
AnswerRules rulesIn(const nlohmann::json& task, const ModelConfig& model) {
    AnswerRules rules;
    const auto isWord = [&](const nlohmann::json& id, Index words) {
        return id.is_number_integer() && id >= 0 && id < words;
    };
    if (const auto found = task.find(endsKey); found != task.end()) {
        if (!found->is_array() || !std::ranges::all_of(*found, [&](const nlohmann::json& id) {
                return isWord(id, model.targetVocab);
            }))
            throw Error(phrase("the saved task's %1 must be a list of tokens' numbers below %2"),
                        inQuotes(endsKey), model.targetVocab);
        rules.ends = found->get<std::vector<TokenId>>();
    }
    for (const auto& [key, rule] : ruleKeys) {
        const auto found = task.find(key);
        if (found == task.end())
            continue;
        const Index words = rule == &AnswerRules::padding ? model.sourceVocab : model.targetVocab;
        if (!isWord(*found, words))
            throw Error(phrase("the saved task's %1 must be a token's number below %2"),
                        inQuotes(key), words);
        rules.*rule = found->get<TokenId>();
    }
    const auto banned = task.find(bansStartKey);
    rules.bansStart = banned != task.end() && *banned == true;
    if (const auto found = task.find(generationKey); found != task.end() && found->is_object())
        rules.generation = generationRules(*found);
    return rules;
}

/// An example of the saved task; nothing where it is not there.
std::optional<TextExample> exampleOf(const nlohmann::json& task) {
    const auto found = task.find(exampleKey);
    if (found == task.end() || !found->is_object())
        return std::nullopt;
    return TextExample{textOf(*found, "source"), textOf(*found, "target")};
}

/// Where the data are now: where they were, or beside the run's file, as they are when somebody
/// hands both out. Elsewhere they are missed where they were, or beside it.
std::string foundData(const std::string& saved, const std::string& runFile) {
    std::error_code problem;
    const std::filesystem::path folder = pathOf(runFile).parent_path();
    const std::string name = saved.substr(saved.find_last_of("/\\") + 1); // of any system
    for (const std::filesystem::path& place : {folder / pathOf(saved), folder / pathOf(name)})
        if (!saved.empty() && std::filesystem::is_regular_file(place, problem))
            return place.string();
    const bool isName = !saved.empty() && name == saved;
    return isName ? (folder / pathOf(saved)).string() : saved;
}

void taskFromJson(const nlohmann::json& task, RunDescription& description) {
    if (!task.is_object())
        return;
    description.vocabularies.columns = columnsOf(task, description.model.features);
    Vocabularies& words = description.vocabularies;
    words.rules = rulesIn(task, description.model);
    if (words.target && words.rules.start)
        words.target =
            std::make_shared<const Vocabulary>(words.target->startingWith(*words.rules.start));
    description.name = textOf(task, openedKey);
    description.folder = textOf(task, folderKey);
    description.task = textOf(task, "name");
    description.dataFile = textOf(task, "data");
    description.example = exampleOf(task);
    description.tokenization =
        tokenizationNamed(textOf(task, "tokenization")).value_or(Tokenization::Characters);
}

bool sameTokens(const std::shared_ptr<const Vocabulary>& a, const Vocabulary* b) {
    return a && b ? a->tokens() == b->tokens() : !a && !b;
}

/// All parameters, and with `train` all that its optimizer remembers, as nodes. Which there are
/// does not depend on the lengths.
std::shared_ptr<Graph> graphOf(const ModelConfig& model, const std::optional<TrainConfig>& train) {
    if (train)
        requireFreezable(model, *train);
    const ModelGraph graph = buildModel(model, {.sourceLength = model.hasEncoder() ? 1 : 0,
                                                .targetLength = model.hasDecoder() ? 1 : 0,
                                                .training = false,
                                                .loss = train.has_value(),
                                                .gradients = train.has_value(),
                                                .labelSmoothing = 0,
                                                .frozenLayers = train ? train->frozenLayers : 0});
    if (train)
        appendOptimizer(*graph.graph, *train);
    return graph.graph;
}

std::unique_ptr<Parameters> parametersOf(const Graph& graph) {
    auto parameters = std::make_unique<Parameters>();
    parameters->addFrom(graph);
    return parameters;
}

/// Fills in the numbers of a run from what a file has of it: a ModelFile or a ComparedFile.
template <class File> void readNumbers(Run& run, const File& file) {
    if (file.train)
        requireFreezable(file.model, *file.train);
    // Plain SGD remembers nothing, so a file of it can always be continued.
    run.resumable =
        file.train && (hasOptimizerState(file.tensors) || statePrefixes(*file.train).empty());
    // The file has to hold the numbers before memory for them is taken.
    const auto graph = graphOf(file.model, run.resumable ? file.train : std::nullopt);
    checkTensors(file.tensors, *graph);
    run.parameters = parametersOf(*graph);
    loadParameters(file.tensors, *run.parameters);
    if (run.resumable)
        loadOptimizerState(file.tensors, *run.parameters);
}

/// Runs are compared on the same examples.
void requireComparable(const ModelConfig& first, const ModelConfig& other) {
    const auto reads = [](const ModelConfig& model) {
        return std::tuple(model.architecture, model.input, model.output, model.features,
                          model.sourceVocab, model.targetVocab, model.maxLength);
    };
    if (reads(first) != reads(other))
        throw Error(phrase("it reads or says other data than the run that it is compared with"));
}

Run comparedRun(const Run& first, ComparedFile file) {
    requireComparable(first.description.model, file.model);
    if (file.stoppedAt == 0 && file.stepsDone != first.description.steps)
        throw Error(
            phrase("it has done %1 training steps, and the run that it is compared with %2"),
            file.stepsDone, first.description.steps);
    Run run;
    run.description = first.description;
    run.description.model = file.model;
    run.description.train = file.train.value_or(TrainConfig{});
    run.description.steps = file.stepsDone;
    run.description.metrics = std::move(file.metrics);
    run.stoppedAt = file.stoppedAt;
    readNumbers(run, file);
    return run;
}

} // namespace

Run copyOf(const Run& run) {
    Run copy{run.description, nullptr, run.resumable, run.stoppedAt, run.remark,
             run.comparedBy,  {}};
    const RunDescription& what = run.description;
    copy.parameters =
        makeParameters(what.model, run.resumable ? std::optional(what.train) : std::nullopt);
    copyEntries(*run.parameters, *copy.parameters);
    for (const Run& other : run.compared)
        copy.compared.push_back(copyOf(other));
    return copy;
}

std::shared_ptr<const Vocabulary> openedWordsOf(const RunDescription& description) {
    const auto& words = description.vocabularies.target;
    return words && words->tokenizer() ? words : nullptr;
}

TaskRequest requestOf(const RunDescription& description) {
    TaskRequest request;
    request.name = description.task;
    request.dataFile = description.dataFile;
    request.architecture = description.model.architecture;
    request.tokenization = description.tokenization;
    request.context = description.train.context;
    request.parameters = description.train;
    if (description.tokenization == Tokenization::BytePairs)
        request.knownPairs = description.vocabularies.target;
    return request;
}

Index forecastLength(const RunDescription& description) {
    const TaskInfo* const task = findTask(description.task);
    return task && task->foretold > 0 ? task->foretold : description.model.maxLength;
}

Vocabularies vocabulariesOf(const std::shared_ptr<const Task>& task) {
    Tokens names = task->columnNames();
    return {std::shared_ptr<const Vocabulary>(task, task->sourceVocabulary()),
            std::shared_ptr<const Vocabulary>(task, task->targetVocabulary()),
            names.empty() ? nullptr : std::make_shared<const Tokens>(std::move(names)),
            task->targetVocabulary() ? task->targetVocabulary()->sharedMerges() : nullptr};
}

std::unique_ptr<Parameters> makeParameters(const ModelConfig& model,
                                           const std::optional<TrainConfig>& train) {
    return parametersOf(*graphOf(model, train));
}

void addOptimizerMemory(Parameters& parameters, const ModelConfig& model,
                        const TrainConfig& train) {
    parameters.addFrom(*graphOf(model, train));
}

void saveRun(const std::string& path, const RunDescription& description,
             const Parameters& parameters, const SavedComparison& compared) {
    saveRun(replacing(path), description, parameters, compared, path);
}

void saveRun(const WriteFile& write, const RunDescription& description,
             const Parameters& parameters, const SavedComparison& compared,
             const std::string& place) {
    ModelFile file;
    file.model = description.model;
    file.sourceVocabulary = saved(description.vocabularies.source);
    if (description.model.output != Output::Pointer)
        file.targetVocabulary = saved(description.vocabularies.target);
    file.task = taskToJson(description, place);
    file.train = description.train;
    file.stepsDone = description.steps;
    file.metrics = description.metrics;
    file.view = description.view;
    file.labs = description.labs;
    file.comparedBy = compared.by;
    std::vector<TensorView> tensors = tensorsOf(parameters, true);
    for (const auto& [other, numbers, stoppedAt] : compared.runs) {
        file.compared.push_back(
            {other->model, other->train, other->steps, stoppedAt, other->metrics, {}});
        for (TensorView& tensor : tensorsOf(*numbers, true)) {
            tensor.name.insert(0, comparedPrefix(file.compared.size()));
            tensors.push_back(std::move(tensor));
        }
    }
    writeModelFile(write, file, tensors);
}

Run loadRun(const std::string& path, const std::stop_token& stop) {
    if (const std::string folder = openedFolder(path); !folder.empty())
        return openModel(folder, stop);
    ModelFile file = [&] {
        try {
            return readModelFile(path, stop);
        } catch (const Error&) {
            refuseOtherKind(path);
            throw;
        }
    }();
    try {
        Run run;
        run.description.model = file.model;
        run.description.train = file.train.value_or(TrainConfig{});
        run.description.steps = file.stepsDone;
        run.description.metrics = std::move(file.metrics);
        run.description.view = std::move(file.view);
        run.description.labs = std::move(file.labs);
        run.description.vocabularies = {loaded(file.sourceVocabulary, TextSide::Source),
                                        loaded(file.targetVocabulary, TextSide::Target)};
        if (const auto& target = run.description.vocabularies.target)
            run.description.vocabularies.merges = target->sharedMerges();
        if (file.model.output == Output::Pointer)
            run.description.vocabularies.target = std::make_shared<const Vocabulary>(placeWords());
        taskFromJson(file.task, run.description);
        run.description.dataFile = foundData(run.description.dataFile, path);
        readNumbers(run, file);
        run.comparedBy = file.comparedBy;
        for (ComparedFile& other : file.compared) {
            throwIfStopped(stop);
            try {
                run.compared.push_back(comparedRun(run, std::move(other)));
            } catch (const Error& error) {
                throw Error(phrase("compared run %1: %2"), run.compared.size() + 1,
                            error.sentence());
            }
        }
        return run;
    } catch (const Error& error) {
        throw Error(aboutFile(path, error.sentence()));
    }
}

void loadWeights(const std::string& path, Parameters& parameters) {
    try {
        loadParameters(readWeights(path), parameters);
    } catch (const Error& error) {
        throw Error(aboutFile(path, error.sentence()));
    }
}

std::unique_ptr<Parameters> readParameters(const std::string& path, const ModelConfig& model) {
    try {
        const std::vector<NamedTensor> tensors = readWeights(path);
        const auto graph = graphOf(model, std::nullopt);
        checkTensors(tensors, *graph);
        auto parameters = parametersOf(*graph);
        loadParameters(tensors, *parameters);
        return parameters;
    } catch (const Error& error) {
        throw Error(aboutFile(path, error.sentence()));
    }
}

std::shared_ptr<const Task> taskOf(const RunDescription& description) {
    if (description.task.empty())
        throw Error(phrase("the run was trained on a file of batches and has no task; name one"));
    TaskRequest request = requestOf(description);
    request.openedWords = openedWordsOf(description);
    request.openedSource = description.vocabularies.source;
    request.openedRoom = description.model.maxLength;
    std::error_code problem;
    if (!request.dataFile.empty() && !std::filesystem::exists(pathOf(request.dataFile), problem))
        throw Error(phrase("what it was trained on, %1, is not there; put a file of that name "
                           "beside the run's"),
                    inQuotes(request.dataFile));
    std::shared_ptr<const Task> task = makeTask(request);
    if (!sameTokens(description.vocabularies.source, task->sourceVocabulary()) ||
        !sameTokens(description.vocabularies.target, task->targetVocabulary()))
        throw Error(
            phrase("the task %1 has another vocabulary now than when the run was saved; train "
                   "on the data that it was trained on, or begin a new run"),
            inQuotes(description.task));
    const auto& columns = description.vocabularies.columns;
    if (const Tokens now = task->columnNames(); columns && !now.empty() && *columns != now)
        throw Error(
            phrase("the columns of %1 are other ones now than when the run was saved, or in "
                   "another order; train on the table that it was trained on, or begin a "
                   "new run"),
            inQuotes(description.dataFile));
    return task;
}

} // namespace gf
