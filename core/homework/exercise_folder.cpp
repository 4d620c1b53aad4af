// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/homework/exercise_folder.h"

#include "core/homework/exercise_templates.h"
#include "core/homework/exercise_values.h"
#include "core/io/new_folder.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/train/torch_folder.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace gf {

namespace {

constexpr std::string_view format = "glassformer-exercise";

std::string namesOf(const std::vector<ExerciseValue>& values) {
    std::string list;
    for (const ExerciseValue& value : values)
        list += (list.empty() ? "\"" : ", \"") + std::string(value.name) + '"';
    return '[' + list + ']';
}

/// The rows of FUNCTIONS in the check.
std::string rowsOf(std::span<const ExerciseFunction> functions) {
    std::string rows;
    for (const ExerciseFunction& each : functions) {
        std::array<char, 32> tolerance{};
        std::snprintf(tolerance.data(), tolerance.size(), "%g", each.tolerance);
        rows += rows.empty() ? "" : "\n";
        rows += "    (\"" + std::string(each.name) + "\", \"" + std::string(each.exercise) +
                "\", " + namesOf(each.inputs) + ", " + namesOf(each.results) + ", " +
                tolerance.data() + "),";
    }
    return rows;
}

} // namespace

void makeExercise(const ExerciseChoice& choice, const std::string& path) {
    const std::vector<ExerciseFunction> functions = functionsOf(choice.name);
    NewFolder folder(path);
    std::map<std::string, bool> words = {{"en", choice.language != "de"},
                                         {"de", choice.language == "de"},
                                         {"numpy", choice.library == "numpy"},
                                         {"torch", choice.library == "torch"}};
    for (const Exercise& each : exerciseTable())
        words[std::string(each.name)] = choice.name == each.name || choice.name == "all";
    const std::map<std::string, std::string> gaps = {
        {"title", choice.name},
        {"library", choice.library},
        {"alias", choice.library == "numpy" ? " as np" : ""},
        {"language", choice.language},
        {"seed", std::to_string(choice.seed)},
        {"functions", rowsOf(functions)}};
    const std::pair<const char*, const char*> files[] = {{"exercise.py", exerciseFunctions},
                                                         {"check.py", exerciseCheck},
                                                         {"README.md", exerciseReadme}};
    for (const auto& [name, text] : files)
        folder.file(name)([&](const Append& append) { append(filledTemplate(text, words, gaps)); });
    const std::vector<NamedTensor> values = exerciseValues(functions, choice.seed);
    writeSafetensors(folder.file("values.safetensors"), viewsOf(values),
                     {{"format", std::string(format)},
                      {"exercise", choice.name},
                      {"with", choice.library},
                      {"language", choice.language},
                      {"seed", std::to_string(choice.seed)}});
    folder.finish();
}

ExerciseChoice exerciseIn(const std::string& folder) {
    const std::string path = (pathOf(folder) / "values.safetensors").string();
    auto says = readSafetensorsMetadata(path);
    ExerciseChoice read{says["exercise"], says["with"], says["language"]};
    const std::string& seed = says["seed"];
    const char* const end = seed.data() + seed.size();
    const auto parsed = std::from_chars(seed.data(), end, read.seed);
    const bool isRight = says["format"] == format && parsed.ec == std::errc() &&
                         parsed.ptr == end &&
                         (read.library == "numpy" || read.library == "torch") &&
                         (read.language == "en" || read.language == "de");
    if (!isRight)
        throw Error(phrase("%1 is not what \"glassformer exercise make\" writes"), inQuotes(path));
    functionsOf(read.name);
    return read;
}

} // namespace gf
