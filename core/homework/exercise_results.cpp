// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/homework/exercise_results.h"

#include "core/io/csv.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <array>

namespace gf {

namespace {

using nlohmann::json;

constexpr JsonLimits limits{.bytes = 1'000'000, .depth = 8, .values = 10'000};
constexpr std::size_t mostExercises = 100;
constexpr std::size_t longestWord = 100; ///< bytes of a name or a time

/// What stands under a key and is as `isRight` says; `wanted` is what that means.
template <class IsRight>
const json& member(const json& object, const char* key, const IsRight& isRight, Phrase wanted) {
    const auto found = object.find(key);
    if (found == object.end())
        throw Error(phrase("%1 is missing, and must be %2"), key, wanted);
    if (!isRight(*found))
        throw Error(phrase("%1 is %2, and must be %3"), key, shown(*found), wanted);
    return *found;
}

bool isObject(const json& value) {
    return value.is_object();
}

std::string wordIn(const json& object, const char* key) {
    const auto isWord = [](const json& value) {
        return value.is_string() && value.get_ref<const std::string&>().size() <= longestWord;
    };
    return member(object, key, isWord, phrase("a text of at most 100 bytes"));
}

} // namespace

ExerciseResult exerciseResultFrom(const json& json) {
    if (!isObject(json) || wordIn(json, "format") != "glassformer-exercise")
        throw Error(phrase("it is not what check.py writes"));
    ExerciseResult result;
    result.time = wordIn(json, "time");
    const auto isSeed = [](const auto& value) { return value.is_number_unsigned(); };
    result.seed = member(json, "seed", isSeed, phrase("a whole number"));
    const auto isList = [](const auto& value) {
        return value.is_array() && value.size() <= mostExercises;
    };
    for (const auto& each :
         member(json, "exercises", isList, phrase("a list of at most 100 exercises"))) {
        if (!isObject(each))
            throw Error(phrase("exercises has %1, and must have objects"), shown(each));
        const auto isSwitch = [](const auto& value) { return value.is_boolean(); };
        result.exercises.push_back(
            {wordIn(each, "name"), member(each, "right", isSwitch, phrase("true or false"))});
    }
    return result;
}

json readResultJson(const std::string& folder) {
    return readJsonFile((pathOf(folder) / "result.json").string(), limits);
}

ExerciseResult readExerciseResult(const std::string& folder) {
    const json read = readResultJson(folder);
    try {
        return exerciseResultFrom(read);
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes((pathOf(folder) / "result.json").string()),
                    error.sentence());
    }
}

std::string resultsCsv(std::span<const CollectedResult> collected) {
    using Line = std::array<CsvCell, 6>;
    std::string table = "folder,exercise,right,time,seed,problem\n";
    for (const CollectedResult& each : collected) {
        const ExerciseResult& result = each.result;
        if (!each.problem.empty())
            table += csvLine(Line{each.folder, {}, {}, {}, {}, printable(each.problem)});
        for (const ExerciseResult::Part& part : result.exercises)
            table += csvLine(Line{each.folder,
                                  printable(part.name),
                                  part.right ? "yes" : "no",
                                  printable(result.time),
                                  std::to_string(result.seed),
                                  {}});
    }
    return table;
}

} // namespace gf
