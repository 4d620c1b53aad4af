// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/task.h"

#include "core/data/cloze_task.h"
#include "core/data/generated_task.h"
#include "core/data/opened_pairs_task.h"
#include "core/data/opened_text_task.h"
#include "core/data/pairs_task.h"
#include "core/data/series_task.h"
#include "core/data/task_base.h"
#include "core/data/text_task.h"
#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/io/utf8.h"
#include "core/model/fields.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>

namespace gf {

namespace {

/// A small model is over-fed with far less, and all of it is kept in memory.
constexpr std::uint64_t largestDataFile = 32ULL << 20;

template <GeneratedProblem (*problem)(const TaskParameters&)>
std::unique_ptr<Task> makeGenerated(const TaskRequest& request) {
    return makeGeneratedTask(problem(request.parameters),
                             request.architecture.value_or(findTask(request.name)->usual));
}

/// Reads the request's file and makes a task of its text; what is wrong with the text is said with
/// the file's name in front.
template <class Make> std::unique_ptr<Task> fromFile(const TaskRequest& request, Make make) {
    std::string text = readWholeFile(request.dataFile, largestDataFile);
    try {
        refuseUtf16(text);
        return make(std::move(text));
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(request.dataFile), error.sentence());
    }
}

std::unique_ptr<Task> makeText(const TaskRequest& request) {
    return fromFile(request, [&](const std::string& text) {
        return request.openedWords
                   ? makeOpenedTextTask(text, *request.openedWords, request.openedRoom,
                                        request.architecture.value_or(Architecture::Decoder),
                                        request.context > 0 ? request.context : usualOpenedContext)
                   : makeTextTask(text,
                                  {.kind = request.tokenization,
                                   .merges = request.merges,
                                   .known = request.knownPairs},
                                  request.context > 0 ? request.context : usualContext);
    });
}

std::unique_ptr<Task> makePairs(const TaskRequest& request) {
    return fromFile(request, [&](std::string text) {
        if (request.openedWords)
            return makeOpenedPairsTask(text, request.openedSource.get(), *request.openedWords,
                                       request.openedRoom,
                                       request.architecture.value_or(Architecture::Decoder));
        return makePairsTask(std::move(text),
                             request.architecture.value_or(Architecture::EncoderDecoder),
                             request.tokenization);
    });
}

std::unique_ptr<Task> makeSeries(const TaskRequest& request) {
    const Architecture architecture = request.architecture.value_or(Architecture::EncoderDecoder);
    if (request.dataFile.empty())
        return makeGeneratedTask(seriesProblem(), architecture);
    return fromFile(request,
                    [&](const std::string& text) { return makeTableTask(text, architecture); });
}

std::unique_ptr<Task> makeCloze(const TaskRequest& request) {
    if (request.dataFile.empty())
        return makeClozeTask();
    return fromFile(request, [](const std::string& text) { return makeClozeTask(text); });
}

constexpr std::array<std::string_view, 1> textParameters = {"context"};
constexpr std::array<std::string_view, 2> additionParameters = {"digits", "reversed"};
constexpr std::array<std::string_view, 2> modularParameters = {"modulus", "train_share"};

constexpr OnlyArchitecture wordsTwice{
    Architecture::Decoder, phrase("\"decoder\": the word and its repetition are one text")};

constexpr OnlyArchitecture picturesToWords{
    Architecture::EncoderDecoder,
    phrase("\"encoder-decoder\": patches of a picture are read, words are written")};

constexpr TaskInfo clozeTask{
    {.name = "cloze",
     .summary = phrase("Learns to fill in hidden characters: 3 m_rch 19__ = 1997-03-03 → 3 march "
                       "1997 = 1997-03-03"),
     .file = TaskFile::Text},
    {.make = makeCloze,
     .usual = Architecture::Encoder,
     .only = OnlyArchitecture{
         Architecture::Encoder,
         phrase("\"encoder\": hidden characters are filled in where they stand")}}};

constexpr TaskInfo seriesTask{
    {.name = "series",
     .summary = phrase("Learns to go on with a series of numbers: 24 points → the next 12"),
     .file = TaskFile::Table},
    {.make = makeSeries, .foretold = foretoldPoints}};

constexpr TaskInfo textTask{
    {.name = "text",
     .summary = phrase("Learns to write on like a text of your own, character by character "
                       "or in byte pairs"),
     .needsFile = true,
     .file = TaskFile::Text},
    {.make = makeText,
     .canHavePairs = true,
     .isEndless = true,
     .usual = Architecture::Decoder,
     .only = OnlyArchitecture{Architecture::Decoder,
                              phrase("\"decoder\": a text is continued, not translated")},
     .parameters = textParameters}};

constexpr TaskInfo pairsTask{
    {.name = "pairs",
     .summary = phrase("Learns pairs of your own from a file: source → target"),
     .needsFile = true,
     .file = TaskFile::Pairs},
    {.make = makePairs, .canHaveWords = true}};

constexpr std::array infos = {
#define GF_GENERATED(problem, name_, summary_, ...)                                                \
    TaskInfo{{.name = name_, .summary = summary_}, {.make = makeGenerated<problem>, __VA_ARGS__}},
#define GF_TASK(info) info,
#include "core/data/task_table.def"
};

constexpr std::string_view batchesSummary =
    phrase("Learned from a file of batches, in which no words are: numbers → numbers");

/// "copy, reverse": those of which this is so.
template <class Ability> std::string namesOf(Ability ability) {
    std::string names;
    for (const TaskInfo& info : infos)
        if (std::invoke(ability, info))
            names.append(names.empty() ? "" : ", ").append(info.name);
    return names;
}

const TaskInfo& infoOf(std::string_view name) {
    if (const TaskInfo* found = findTask(name))
        return *found;
    throw Error(phrase("There is no task %1; the tasks are %2."), inQuotes(std::string(name)),
                namesOf([](const TaskInfo&) { return true; }));
}

/// Throws Error where the task is bound to another architecture than that of the request.
void requireItsArchitecture(const TaskInfo& info, const TaskRequest& request) {
    if (info.only && request.architecture.value_or(info.only->which) != info.only->which)
        throw Error(phrase("The task \"%1\" cannot be put to the architecture \"%2\"; choose %3."),
                    request.name, nameOf(*request.architecture), Phrase(info.only->reason));
}

/// No option of the command line sets it.
Sentence maxLengthName(FieldNames names) {
    return nameOf(*std::ranges::find(configFields(), "max_length", &ConfigField::key),
                  names == FieldNames::Options ? FieldNames::Keys : names);
}

} // namespace

std::span<const TaskInfo> taskTable() {
    return infos;
}

const TaskInfo* findTask(std::string_view name) {
    const auto found = std::ranges::find(infos, name, &TaskInfo::name);
    return found == infos.end() ? nullptr : &*found;
}

std::string_view summaryOf(std::string_view task) {
    const TaskInfo* const found = findTask(task);
    return found ? found->summary : batchesSummary;
}

ExampleData Task::trainingData(std::uint64_t seed, std::uint64_t index) const {
    return exampleData(training(seed, index), form(), sourceVocabulary(), targetVocabulary());
}

ExampleData Task::validationData(Index index) const {
    return exampleData(validation(index), form(), sourceVocabulary(), targetVocabulary());
}

std::optional<std::string> Task::answerTo(std::string_view) const {
    return std::nullopt;
}

TextExample Task::trained(Index) const {
    return {};
}

std::optional<Score> Task::score(const TextExample&, const Sequence&) const {
    return std::nullopt;
}

Index Task::sizeOf(const TextExample&) const {
    return 0;
}

void requireArchitecture(const TaskRequest& request) {
    const TaskInfo& info = infoOf(request.name);
    requireItsArchitecture(info, request);
    if (!info.needsFile)
        makeTask(request);
}

void requireTokenization(std::string_view task, Tokenization tokens) {
    const TaskInfo& info = infoOf(task);
    if (info.canHave(tokens))
        return;
    const bool words = tokens == Tokenization::Words;
    throw Error(words ? phrase("The task \"%1\" has characters as its tokens; only \"%2\" can have "
                               "words.")
                      : phrase("The task \"%1\" has characters as its tokens; only \"%2\" can have "
                               "byte pairs."),
                info.name, namesOf([&](const TaskInfo& each) { return each.canHave(tokens); }));
}

std::vector<std::string_view> taskParameterKeys() {
    std::vector<std::string_view> keys;
    for (const TaskInfo& info : infos)
        for (const std::string_view key : info.parameters)
            if (std::ranges::find(keys, key) == keys.end())
                keys.push_back(key);
    return keys;
}

void requireParameters(std::string_view task, const FieldValues& chosen) {
    const TaskInfo& info = infoOf(task);
    for (const std::string_view key : taskParameterKeys()) {
        const auto value = chosen.find(key);
        if (value == chosen.end() || info.hasParameter(key) ||
            (key == "context" && numberOf(value->second) == 0))
            continue;
        throw Error(phrase("%1 is %2, but the task \"%3\" has no such parameter; leave it out, or "
                           "choose %4."),
                    key, jsonOf(chosen).at(key).dump(), std::string(task),
                    namesOf([&](const TaskInfo& each) { return each.hasParameter(key); }));
    }
}

Sentence obstacleToContext(const ModelConfig& model, Index context, FieldNames names) {
    const Index most = model.exactIds ? model.maxLength : model.maxLength - 1; // behind <sos>
    if (context <= most)
        return {};
    const auto field = std::ranges::find(trainFields(), "context", &TrainField::key);
    return {phrase("%1 is %2, but %3 is %4; it must be between 2 and %5"),
            nameOf(*field, names),
            context,
            maxLengthName(names),
            model.maxLength,
            most};
}

void requireRoom(const Task& task, const ModelConfig& model, FieldNames names) {
    if (Sentence why = obstacleToContext(model, task.trainDefaults().context, names); !why.empty())
        throw Error(std::move(why));
    const Index longest = std::max(task.sourceLength(), task.targetLength());
    if (model.maxLength < longest)
        throw Error(phrase("%1 is %2, but the task \"%3\" has sequences of %4 tokens; make it at "
                           "least that"),
                    maxLengthName(names), model.maxLength, task.name(), longest);
}

TaskDefaults defaultsWithoutFile(std::string_view name) {
    TaskRequest request;
    request.name = name;
    const TaskInfo& info = infoOf(name);
    if (!info.needsFile) {
        const std::unique_ptr<Task> task = makeTask(request);
        return {task->modelDefaults(), task->trainDefaults()};
    }
    TaskDefaults defaults;
    defaults.train = fileTraining();
    defaults.model.architecture = info.usual;
    if (info.hasContext()) {
        defaults.train.context = usualContext;
        defaults.model.maxLength = usualContext + 1;
    }
    return defaults;
}

std::unique_ptr<Task> makeTask(const TaskRequest& request) {
    const TaskInfo& info = infoOf(request.name);
    if (info.needsFile && request.dataFile.empty())
        throw Error(phrase("The task \"%1\" needs a data file."), request.name);
    if (!info.takesFile() && !request.dataFile.empty())
        throw Error(
            phrase("The task \"%1\" makes its own examples and reads no file, but was given "
                   "%2; the tasks that read one are %3."),
            request.name, inQuotes(request.dataFile), namesOf(&TaskInfo::takesFile));
    requireTokenization(request.name, request.tokenization);
    if (!request.openedWords)
        requireItsArchitecture(info, request);
    else if (request.name != "text" && request.name != "pairs")
        throw Error(phrase("A model that was opened goes on learning from a text or from pairs; "
                           "the task is \"text\" or \"pairs\", not \"%1\"."),
                    request.name);
    return info.make(request);
}

} // namespace gf
