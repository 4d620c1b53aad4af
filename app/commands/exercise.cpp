// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/named_files.h"
#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "core/homework/exercise_folder.h"
#include "core/homework/exercise_table.h"
#include "core/homework/run_exercise.h"
#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace gf {

namespace {

struct ExerciseOptions {
    CommandParser list;
    CommandParser make;
    CommandParser check;
    CommandParser collect;
    ExerciseChoice choice;
    std::string out;
    std::string folder;
    std::vector<std::string> folders;
    std::string csv;
    StudentsPython python;
    std::uint64_t seconds = 60;
    bool json = false;
    bool run = false;
};

int list() {
    for (const Exercise& each : exerciseTable())
        print("%-16s  %s\n", std::string(each.name).c_str(),
              Sentence(each.title).english().c_str());
    return 0;
}

int make(const ExerciseOptions& options) {
    makeExercise(options.choice, options.out);
    print("%s: hand out the folder; python check.py in it says how far a student is\n",
          outputText(options.out).c_str());
    return 0;
}

StudentsPython pythonOf(const ExerciseOptions& options) {
    StudentsPython python = options.python;
    python.limit = std::chrono::seconds(options.seconds);
    return python;
}

void warn(const std::string& whose, const ExerciseOptions& options) {
    note("this runs " + whose + " with " + inQuotes(options.python.program) + ", for at most " +
         std::to_string(options.seconds) +
         " seconds a folder; the code can do whatever you can do on this machine");
}

int check(const ExerciseOptions& options) {
    warn("the student's code in " + inQuotes(options.folder), options);
    const CheckedExercise checked = runExerciseCheck(options.folder, pythonOf(options));
    if (options.json) {
        const nlohmann::json result = readResultJson(options.folder);
        print("%s\n", outputText(jsonText(result)).c_str());
    } else {
        printText(outputText(checked.said));
    }
    return checked.isRight ? 0 : 1;
}

/// The last name of a path, of "." and "folder/" too.
std::string nameOfFolder(const std::string& folder) {
    std::error_code problem;
    std::filesystem::path path = std::filesystem::absolute(pathOf(folder), problem);
    path = path.lexically_normal();
    if (!path.has_filename())
        path = path.parent_path();
    return printable(path.filename().string());
}

CollectedResult collected(const std::string& folder, const ExerciseOptions& options) {
    CollectedResult found{nameOfFolder(folder), {}, {}};
    try {
        found.result =
            options.run ? recomputedResult(folder, pythonOf(options)) : readExerciseResult(folder);
    } catch (const Error& error) {
        found.problem = error.what();
        note(found.folder + ": " + found.problem);
    }
    return found;
}

int collect(const ExerciseOptions& options) {
    const std::array files{FileInUse{"--csv", options.csv, FileUse::Replaced}};
    checkFiles(files);
    const std::vector<FileLock> locks = lockWritten(files);
    if (options.run)
        warn("the code of all these students", options);
    std::vector<CollectedResult> all;
    for (const std::string& folder : options.folders)
        all.push_back(collected(folder, options));
    writeFileAtomically(options.csv, resultsCsv(all));
    const auto bad = std::ranges::count_if(
        all, [](const CollectedResult& each) { return !each.problem.empty(); });
    print("%s: %s, %s of them without a result\n", outputText(options.csv).c_str(),
          counted(all.size(), "folder").c_str(), std::to_string(bad).c_str());
    return 0;
}

int run(const ExerciseOptions& options) {
    if (options.list.isGiven())
        return list();
    if (options.make.isGiven())
        return make(options);
    if (options.check.isGiven())
        return check(options);
    if (options.collect.isGiven())
        return collect(options);
    throw UsageError("say what to do with exercises: list, make, check or collect");
}

void addPython(CommandParser parser, const std::shared_ptr<ExerciseOptions>& options) {
    parser
        .option("--python", &options->python.program,
                "Which Python runs the student's code: a path, or a name (python3 if left out)")
        .typeName("PROGRAM");
    parser.option("--limit", &options->seconds, "Seconds that it may take, for each folder")
        .check(wholeNumber(1, 3600))
        .typeName("N")
        .showDefault();
}

std::vector<std::string> exerciseNames() {
    std::vector<std::string> names;
    for (const Exercise& each : exerciseTable())
        names.emplace_back(each.name);
    return names;
}

} // namespace

ProgramCommand addExerciseCommand(CommandParser program) {
    const auto options = std::make_shared<ExerciseOptions>();
    const CommandParser parser =
        program.command("exercise", "Homework that checks itself, in NumPy or PyTorch");
    parser.requireCommand(0, 1);
    options->list = parser.command("list", "The exercises");
    options->make = parser.command(
        "make", "Write an exercise: functions to fill in, their task, and what checks them");
    options->make.option("exercise", &options->choice.name, "A name that list gives, or all")
        .oneOf(exerciseNames())
        .typeName("NAME")
        .required();
    options->make.option("--out", &options->out, "The folder, which is new or empty")
        .typeName("FOLDER")
        .required();
    options->make.option("--with", &options->choice.library, "What students compute with")
        .oneOf({"numpy", "torch"})
        .typeName("NAME")
        .showDefault();
    options->make
        .option("--seed", &options->choice.seed,
                "Of the run whose numbers it has; no two seeds have the same numbers")
        .check(wholeNumber(0))
        .typeName("N")
        .showDefault();
    options->make.option("--language", &options->choice.language, "Of its texts: en or de")
        .oneOf({"en", "de"})
        .typeName("NAME")
        .showDefault();
    options->make.footer("glassformer exercise make attention --seed 7 --out attention");
    options->check = parser.command(
        "check", "Run a student's check.py, and so the student's code, and say what it says");
    options->check.option("folder", &options->folder, "That make wrote")
        .typeName("FOLDER")
        .required();
    options->check.flag("--json", &options->json,
                        "One JSON object: format, with, seed, time, exercises, functions");
    options->check.footer("Exit status 0 when all is right, 1 when it is not yet.\n"
                          "glassformer exercise check attention");
    options->collect =
        parser.command("collect", "Read the result.json of students' folders into a table");
    options->collect.option("folders", &options->folders, "Those that came back")
        .typeName("FOLDER")
        .required();
    options->collect
        .option("--csv", &options->csv, "The table: folder, exercise, right, time, seed, problem")
        .typeName("FILE")
        .required();
    options->collect.flag("--run", &options->run,
                          "Without it none of their code runs. Believe no result.json: make each "
                          "exercise anew in a temporary folder, "
                          "run the student's exercise.py there, and take what comes of it. Use "
                          "it where the code may do harm to nothing");
    options->collect.footer("glassformer exercise collect handed-in/* --csv results.csv");
    for (const CommandParser each : {options->check, options->collect})
        addPython(each, options);
    return {parser, [options] { return run(*options); }};
}

} // namespace gf
