// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/homework/run_exercise.h"

#include "core/homework/exercise_folder.h"
#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/io/temporary_folder.h"
#include "core/platform/child.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <nlohmann/json.hpp>

namespace gf {

namespace {

constexpr std::uint64_t longestSource = 1'000'000; ///< bytes of a student's file

std::string in(const std::string& folder, const char* file) {
    return (pathOf(folder) / file).string();
}

/// What a process said last.
std::string lastLine(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with('\r'))
        text.remove_suffix(1);
    return std::string(text.substr(text.rfind('\n') + 1));
}

} // namespace

CheckedExercise runExerciseCheck(const std::string& folder, const StudentsPython& python) {
    const std::string check = in(folder, "check.py");
    InputFile{check};
    using Kind = ChildEnd::Kind;
    const ChildEnd end = runChild(python.program, {"-B", check}, python.limit);
    if (end.kind == Kind::NotStarted)
        throw Error(phrase("%1 could not be started; name the Python of this exercise with "
                           "--python"),
                    inQuotes(python.program));
    if (end.kind == Kind::TimedOut)
        throw Error(phrase("%1 took longer than %2 seconds, and was ended; a loop in it may have "
                           "no end"),
                    inQuotes(in(folder, "exercise.py")), python.limit.count());
    if (end.kind == Kind::Exited && (end.status == 0 || end.status == 1) && !end.output.empty())
        return {end.status == 0, end.output};
    const std::string last = lastLine(end.output);
    if (end.kind == Kind::Exited && !last.empty())
        throw Error(phrase("%1 could not check: %2"), inQuotes(check), printable(last));
    throw Error(phrase("%1 did not run to its end; run it by itself to see why"), inQuotes(check));
}

ExerciseResult recomputedResult(const std::string& folder, const StudentsPython& python) {
    const std::string code = readWholeFile(in(folder, "exercise.py"), longestSource);
    const ExerciseChoice choice = exerciseIn(folder);
    const TemporaryFolder place;
    const std::string anew = (place.path() / "exercise").string();
    makeExercise(choice, anew);
    writeFileAtomically(in(anew, "exercise.py"), code);
    try {
        runExerciseCheck(anew, python);
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(folder), error.sentence());
    }
    return readExerciseResult(anew);
}

} // namespace gf
