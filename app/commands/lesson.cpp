// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/named_files.h"
#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "core/experiment/lesson_trial.h"
#include "core/experiment/pack_lesson.h"
#include "core/io/quote.h"
#include "core/lab/finding.h"
#include "core/lab/lab.h"
#include "core/lesson/course.h"
#include "core/lesson/packed_lesson.h"
#include "core/lesson/read_lesson.h"
#include "core/platform/files.h"
#include "core/platform/signals.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>
#include <vector>

namespace gf {

namespace {

struct LessonOptions {
    CommandParser list;
    CommandParser check;
    CommandParser run;
    CommandParser pack;
    std::string file;
    std::string out;
    std::string what;
    std::string language = "en";
    std::string seeds = "1";
    int threads = 1;
    bool json = false;
    bool fix = false;
};

/// A lesson and where it comes from.
struct GivenLesson {
    Lesson lesson;
    std::string path; ///< of its file, as a diff has it
    std::string text;
};

/// Those of the course in one language, by their numbers.
std::vector<GivenLesson> courseIn(const std::string& language) {
    std::vector<GivenLesson> all;
    for (const CourseText& each : courseTexts())
        if (each.language == language)
            all.push_back({parseLesson(each.name, each.text),
                           "resources/lessons/" + language + "/" + std::string(each.name) + ".md",
                           std::string(each.text)});
    std::ranges::sort(all, {}, [](const GivenLesson& given) { return given.lesson.number; });
    return all;
}

GivenLesson fileOf(const std::string& path) {
    Lesson lesson = readLessonFile(path);
    std::string text = lesson.text;
    return {std::move(lesson), path, std::move(text)};
}

std::vector<GivenLesson> lessonsNamed(const LessonOptions& options) {
    std::vector<GivenLesson> course = courseIn(options.language);
    if (options.what == "all")
        return course;
    std::erase_if(course,
                  [&](const GivenLesson& each) { return each.lesson.name != options.what; });
    if (course.empty())
        course.push_back(fileOf(options.what));
    return course;
}

int list(const LessonOptions& options) {
    for (const GivenLesson& given : courseIn(options.language)) {
        const Lesson& lesson = given.lesson;
        if (options.json)
            print("%s\n", Finding{{"name", lesson.name},
                                  {"number", lesson.number},
                                  {"title", lesson.title},
                                  {"idea", lesson.idea},
                                  {"minutes", lesson.minutes}}
                              .json()
                              .c_str());
        else
            print("%2lld  %-20s  %s\n", static_cast<long long>(lesson.number), lesson.name.c_str(),
                  lesson.title.c_str());
    }
    return 0;
}

/// What is wrong with a lesson that could be read.
std::vector<LessonProblem> problemsIn(const Lesson& lesson) {
    std::vector<LessonProblem> problems = unboundNumerals(lesson);
    std::ranges::copy(problemsOf(lesson, pathOf(lesson.folder)), std::back_inserter(problems));
    std::ranges::stable_sort(problems, {}, &LessonProblem::line);
    return problems;
}

int check(const LessonOptions& options) {
    const Lesson lesson = readLessonFile(options.file);
    const std::vector<LessonProblem> problems = problemsIn(lesson);
    for (const LessonProblem& problem : problems)
        note("line " + std::to_string(problem.line) + ": " + problem.sentence.english());
    if (!problems.empty())
        throw Error(inQuotes(options.file) + " has " + counted(problems.size(), "problem") +
                    ", which stand above");
    print("%s: %s, %s, %s; nothing is wrong with it\n", outputText(lesson.title).c_str(),
          counted(lesson.pages.size(), "page").c_str(),
          counted(blocksOf<LessonExperiment>(lesson).size(), "experiment").c_str(),
          counted(blocksOf<LessonClaim>(lesson).size(), "claim").c_str());
    return 0;
}

const char* nameOf(LessonClaim::Kind kind) {
    return kind == LessonClaim::Kind::Order ? "order" : "number";
}

void printResult(const Lesson& lesson, const ClaimResult& result, bool json) {
    const LessonClaim& claim = *result.claim;
    if (json) {
        print("%s\n", Finding{{"lesson", lesson.name},
                              {"claim", claim.id},
                              {"kind", nameOf(claim.kind)},
                              {"stated", result.stated},
                              {"measured", result.measured},
                              {"seed", result.seed},
                              {"holds", result.holds},
                              {"tolerance", claim.tolerance}}
                          .json()
                          .c_str());
        return;
    }
    const bool isOrder = claim.kind == LessonClaim::Kind::Order;
    print("%-20s  %-26s  seed %llu  %s%-10.5g  measured %-12.6g  %s\n", lesson.name.c_str(),
          claim.id.c_str(), static_cast<unsigned long long>(result.seed),
          isOrder ? "at least " : "stated   ", result.stated, result.measured,
          result.holds ? "holds" : "DOES NOT HOLD");
}

/// Since it was made.
class Took {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_began).count();
    }
    /// Of all threads: the same on a machine that has more to do.
    double processorSeconds() const {
        return static_cast<double>(std::clock() - m_clock) / CLOCKS_PER_SEC;
    }
    std::string words() const {
        std::array<char, 80> text{};
        std::snprintf(text.data(), text.size(), "%.1f s (%.1f s of processor time)", seconds(),
                      processorSeconds());
        return text.data();
    }

private:
    std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
    std::clock_t m_clock = std::clock();
};

/// All claims of a lesson with all seeds; each question for a place must have one, too.
std::vector<ClaimResult> tryLesson(const Lesson& lesson, const LessonOptions& options,
                                   const std::vector<Index>& seeds) {
    ExperimentSurroundings around;
    around.threads = options.threads;
    std::vector<ClaimResult> results;
    for (const Index seed : seeds) {
        const std::string name = lesson.name + ", seed " + std::to_string(seed);
        const Took all;
        LessonTrial trial(lesson, static_cast<std::uint64_t>(seed), around);
        for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(lesson)) {
            const Took one;
            trial.experiment(experiment->id);
            note(name + ", experiment " + experiment->id + ": " + one.words());
        }
        for (const LessonClaim* claim : blocksOf<LessonClaim>(lesson)) {
            results.push_back(trial.tried(*claim));
            if (!options.fix)
                printResult(lesson, results.back(), options.json);
        }
        for (const LessonQuestion* question : blocksOf<LessonQuestion>(lesson))
            if (question->kind == LessonQuestion::Kind::Point) {
                const FoundPlace place = trial.found(*question);
                if (!options.json && !options.fix)
                    print("%-20s  %-26s  seed %lld  head %lld, row %lld, column %lld, "
                          "ahead by %.1f %%\n",
                          lesson.name.c_str(), question->id.c_str(), static_cast<long long>(seed),
                          static_cast<long long>(place.head + 1),
                          static_cast<long long>(place.row + 1),
                          static_cast<long long>(place.column + 1), 100 * place.ahead);
            }
        note(name + ": " + all.words());
    }
    return results;
}

/// The new numbers, in each language that has the lesson.
void printFix(const GivenLesson& given, const std::vector<ClaimResult>& results) {
    const std::vector<NewNumber> numbers = newNumbers(results);
    print("%s", differenceOf(given.lesson, given.text, given.path, numbers).c_str());
    if (!given.path.starts_with("resources/"))
        return;
    for (const CourseText& other : courseTexts())
        if (other.name == given.lesson.name && other.text != given.text)
            print("%s", differenceOf(parseLesson(other.name, other.text), other.text,
                                     "resources/lessons/" + std::string(other.language) + "/" +
                                         std::string(other.name) + ".md",
                                     numbers)
                            .c_str());
}

int runLessons(const LessonOptions& options) {
    const std::vector<Index> seeds = numbersIn(options.seeds).value_or(std::vector<Index>());
    if (seeds.empty() || std::ranges::min(seeds) < 1 || seeds.size() > 100)
        throw UsageError("--seeds is " + inQuotes(options.seeds) +
                         ", but must be whole numbers from 1 on with commas between them, at most "
                         "100");
    std::size_t tried = 0;
    std::size_t failed = 0;
    for (const GivenLesson& given : lessonsNamed(options)) {
        if (const auto problems = problemsIn(given.lesson); !problems.empty())
            throw Error(inQuotes(given.path) + ": line " + std::to_string(problems.front().line) +
                        ": " + problems.front().sentence.english());
        const std::vector<ClaimResult> results = tryLesson(given.lesson, options, seeds);
        tried += results.size();
        failed += static_cast<std::size_t>(std::ranges::count(results, false, &ClaimResult::holds));
        if (options.fix)
            printFix(given, results);
    }
    if (failed > 0)
        throw Error(std::to_string(failed) + " of " + counted(tried, "claim") +
                    " do not hold; --fix proposes the numbers that were measured");
    return 0;
}

int pack(const LessonOptions& options) {
    if (!isPackedLesson(options.out))
        throw UsageError("--out is " + inQuotes(options.out) + ", but must end with " +
                         inQuotes(packedEnding));
    const std::array files{FileInUse{"file", options.file, FileUse::Read},
                           FileInUse{"--out", options.out, FileUse::Replaced}};
    checkFiles(files);
    const std::vector<FileLock> locks = lockWritten(files);
    const Lesson lesson = readLessonFile(options.file);
    TrainedModels models;
    if (lesson.unpacked)
        models.readFrom(pathOf(lesson.folder), {});
    const Interrupt interrupt;
    TrainingWatch watch{options.threads};
    watch.progress = [&](Index, Index) {
        if (interrupt.requested())
            throw Stopped();
    };
    try {
        packLesson(lesson, options.out, models, watch);
    } catch (const Stopped&) {
        throw Error("interrupted; " + inQuotes(options.out) + " was not written");
    }
    print("%s: %s and %s that were trained for it\n", outputText(options.out).c_str(),
          counted(lesson.pages.size(), "page").c_str(), counted(models.count(), "model").c_str());
    return 0;
}

int run(const LessonOptions& options) {
    if (options.list.isGiven())
        return list(options);
    if (options.check.isGiven())
        return check(options);
    if (options.run.isGiven())
        return runLessons(options);
    if (options.pack.isGiven())
        return pack(options);
    throw UsageError("say what to do with lessons: list, check, run or pack");
}

} // namespace

ProgramCommand addLessonCommand(CommandParser program) {
    const auto options = std::make_shared<LessonOptions>();
    const CommandParser parser =
        program.command("lesson", "Check lessons, and measure what they claim, without a window");
    parser.requireCommand(0, 1);
    options->list = parser.command("list", "The lessons of the course");
    options->check =
        parser.command("check", "Read a lesson and say what is wrong with it, line by line");
    options->check.option("file", &options->file, "The lesson").typeName("FILE").required();
    options->run = parser.command(
        "run", "Do a lesson's experiments and print each claim beside what was measured");
    options->run.option("lesson", &options->what, "A name that list gives, a file, or all")
        .typeName("NAME")
        .required();
    options->run.option("--seeds", &options->seeds, "Of weights, batches and draws: 1,2,3")
        .typeName("LIST")
        .showDefault();
    options->run.option("--threads", &options->threads, "That train; the numbers stay the same")
        .check(wholeNumber(1, 1024))
        .typeName("N")
        .showDefault();
    options->run.flag("--fix", &options->fix,
                      "In their place print a diff that puts the measured means into the lesson");
    options->pack = parser.command(
        "pack", "Put a lesson, its models and what they learn from into one file to hand out");
    options->pack.option("file", &options->file, "The lesson").typeName("FILE").required();
    options->pack
        .option("--out", &options->out, "The file to write: NAME.lecture opens like any lesson")
        .typeName("FILE")
        .required();
    options->pack.option("--threads", &options->threads, "That train what is not trained yet")
        .check(wholeNumber(1, 1024))
        .typeName("N")
        .showDefault();
    for (const CommandParser each : {options->list, options->run})
        each.option("--language", &options->language, "Of the course: en or de")
            .oneOf({"en", "de"})
            .typeName("NAME")
            .showDefault();
    options->list.flag("--json", &options->json,
                       "One JSON object a line: name, number, title, idea, minutes");
    options->run.flag("--json", &options->json,
                      "One JSON object a claim and seed: lesson, claim, kind, stated, "
                      "measured, seed, holds, tolerance");
    options->run.footer("Exit status 1 when a claim does not hold.\n"
                        "glassformer lesson run all --seeds 1,2,3");
    return {parser, [options] { return run(*options); }};
}

} // namespace gf
