// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/task.h"

#include "core/data/addition_task.h"
#include "core/data/cloze_task.h"
#include "core/data/date_task.h"
#include "core/data/pairs_task.h"
#include "core/data/salesman_task.h"
#include "core/data/sequence_tasks.h"
#include "core/data/series_task.h"
#include "core/data/task_base.h"
#include "core/data/text_task.h"
#include "core/data/translation_task.h"
#include "core/data/utf8.h"
#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

/// A small model is over-fed with far less, and all of it is kept in memory.
constexpr std::uint64_t largestDataFile = 32ULL << 20;

/// How a row of the table is made.
using Maker = std::unique_ptr<Task> (*)(const TaskRequest& request);

[[noreturn]] void refuse(const TaskRequest& request, const Sentence& possible) {
    throw Error(phrase("The task \"%1\" cannot be put to the architecture \"%2\"; choose %3."),
                request.name, nameOf(*request.architecture), possible);
}

template <GeneratedProblem (*problem)()>
std::unique_ptr<Task> makeGenerated(const TaskRequest& request) {
    return makeGeneratedTask(problem(),
                             request.architecture.value_or(Architecture::EncoderDecoder));
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
    requireArchitecture(request);
    return fromFile(request, [](const std::string& text) { return makeTextTask(text); });
}

std::unique_ptr<Task> makePairs(const TaskRequest& request) {
    return fromFile(request, [&](std::string text) {
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
    if (request.architecture.value_or(Architecture::Encoder) != Architecture::Encoder)
        refuse(request, phrase("\"encoder\": hidden characters are filled in where they stand"));
    if (request.dataFile.empty())
        return makeClozeTask();
    return fromFile(request, [](const std::string& text) { return makeClozeTask(text); });
}

constexpr std::array<TaskInfo, 11> infos = {{
    {"copy", phrase("Learns to repeat letters: attention → attention"), false},
    {"reverse", phrase("Learns to write letters backwards: attention → noitnetta"), false},
    {"sort", phrase("Learns to put letters in the order of the alphabet: attention → aeinnottt"),
     false},
    {"addition", phrase("Learns to add two 2-digit numbers: 27+58 → 85"), false},
    {"date", phrase("Learns to write dates: 3 march 1997 → 1997-03-03"), false},
    {"translation",
     phrase("Learns to translate: the girl does not sell the red car → la fille ne vend pas la "
            "voiture rouge"),
     false},
    {"cloze",
     phrase("Learns to fill in hidden characters: 3 m_rch 19__ = 1997-03-03 → 3 march 1997 = "
            "1997-03-03"),
     false, true},
    {"series", phrase("Learns to go on with a series of numbers: 24 points → the next 12"), false,
     true},
    {"salesman",
     phrase("Learns short round trips through 5 to 10 cities: places → the order of the visits"),
     false},
    {"text", phrase("Learns to write on like a text of your own, character by character"), true},
    {"pairs", phrase("Learns pairs of your own from a file: source → target"), true},
}};

constexpr std::string_view batchesSummary =
    phrase("Learned from a file of batches, in which no words are: numbers → numbers");

/// In the order of `infos`.
constexpr std::array<Maker, infos.size()> makers = {
    makeGenerated<copyProblem>,
    makeGenerated<reverseProblem>,
    makeGenerated<sortProblem>,
    makeGenerated<additionProblem>,
    makeGenerated<dateProblem>,
    makeGenerated<translationProblem>,
    makeCloze,
    makeSeries,
    makeGenerated<salesmanProblem>,
    makeText,
    makePairs,
};

std::string knownNames() {
    std::string names;
    for (const TaskInfo& info : infos)
        names.append(names.empty() ? "" : ", ").append(info.name);
    return names;
}

const TaskInfo& infoOf(std::string_view name) {
    const auto found = std::ranges::find(infos, name, &TaskInfo::name);
    if (found == infos.end())
        throw Error(phrase("There is no task %1; the tasks are %2."), inQuotes(std::string(name)),
                    knownNames());
    return *found;
}

} // namespace

std::span<const TaskInfo> taskTable() {
    return infos;
}

std::string_view summaryOf(std::string_view task) {
    const auto found = std::ranges::find(infos, task, &TaskInfo::name);
    return found == infos.end() ? batchesSummary : found->summary;
}

std::optional<std::string> Task::answerTo(std::string_view) const {
    return std::nullopt;
}

std::optional<Score> Task::score(const TextExample&, const Sequence&) const {
    return std::nullopt;
}

Index Task::sizeOf(const TextExample&) const {
    return 0;
}

void requireArchitecture(const TaskRequest& request) {
    if (!infoOf(request.name).needsFile)
        makeTask(request);
    else if (request.name == "text" &&
             request.architecture.value_or(Architecture::Decoder) != Architecture::Decoder)
        refuse(request, phrase("\"decoder\": a text is continued, not translated"));
}

TaskDefaults defaultsWithoutFile(std::string_view name) {
    TaskRequest request;
    request.name = name;
    if (!infoOf(name).needsFile) {
        const std::unique_ptr<Task> task = makeTask(request);
        return {task->modelDefaults(), task->trainDefaults()};
    }
    TaskDefaults defaults;
    defaults.train = fileTraining();
    if (name == "text") {
        defaults.model.architecture = Architecture::Decoder;
        defaults.model.maxLength = longestTextLength;
    }
    return defaults;
}

std::unique_ptr<Task> makeTask(const TaskRequest& request) {
    const auto* found = &infoOf(request.name);
    if (found->needsFile && request.dataFile.empty())
        throw Error(phrase("The task \"%1\" needs a data file."), request.name);
    if (!found->takesFile && !request.dataFile.empty())
        throw Error("The task \"" + request.name +
                    "\" makes its own examples and reads no file, but "
                    "was given " +
                    inQuotes(request.dataFile) +
                    "; the tasks \"cloze\", \"series\", \"text\" and "
                    "\"pairs\" read one.");
    if (request.tokenization == Tokenization::Words && request.name != "pairs")
        throw Error(phrase("The task \"%1\" has characters as its tokens; only \"pairs\" can have "
                           "words."),
                    request.name);
    return makers[static_cast<std::size_t>(found - infos.data())](request);
}

} // namespace gf
