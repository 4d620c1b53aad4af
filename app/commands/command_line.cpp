// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"

#include "app/commands/complain.h"
#include "app/commands/printing.h"
#include "core/platform/memory.h"
#include "core/platform/signals.h"
#include "core/platform/terminal.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <optional>
#include <span>
#include <string>

namespace gf {

namespace {

constexpr int exitFailed = 1;
constexpr int exitUsage = 2;

/// Runs `action` and turns what it throws into an exit status and one line on stderr.
template <class Action> int guarded(const ProgramParser& program, Action action) {
    try {
        const int status = action();
        requirePrinted();
        return status;
    } catch (const UsageError& error) {
        return complain(error.what() + program.helpHint(), exitUsage);
    } catch (const Error& error) {
        return complain(error.what(), exitFailed);
    } catch (const std::bad_alloc&) {
        return complain("there is not enough memory for this; take a smaller model, batch or file",
                        exitFailed);
    } catch (const std::exception& error) {
        return complain(error.what(), exitFailed);
    }
}

/// Of the process and of each of its threads; with less it would end without a sentence.
constexpr std::size_t leastStack = std::size_t{512} * 1024;

/// Whether the stack is large enough; says so where it is not.
bool hasStack() {
    constexpr std::size_t kibibyte = 1024;
    if (stackLimit() >= leastStack)
        return true;
    complain("the stack may have " + std::to_string(stackLimit() / kibibyte) +
                 " KiB, and at least " + std::to_string(leastStack / kibibyte) +
                 " are needed; allow more: ulimit -s 8192",
             exitFailed);
    return false;
}

/// Takes the stack that kernels need before anything else takes memory: where it cannot grow later,
/// under a limit of the address space, the system ends the program without a sentence.
[[gnu::noinline]] void takeStack() {
    constexpr std::size_t page = 4096;
    std::array<volatile char, 320 * 1024> room; // never read; what counts is that it is there
    for (std::size_t i = room.size(); i >= page; i -= page)
        room[i - 1] = 0;
}

/// The command that was given; else `otherwise`.
const ProgramCommand& givenOf(std::span<const ProgramCommand> commands,
                              const ProgramCommand& otherwise) {
    const auto given = std::ranges::find_if(
        commands, [](const ProgramCommand& each) { return each.parser.isGiven(); });
    return given == commands.end() ? otherwise : *given;
}

int parseAndRun(int argc, char** argv, const ProgramParts& parts) {
    ProgramParser parser("Glassformer: train a small transformer and see through it.",
                         "glassformer", "glassformer " GLASSFORMER_VERSION);
    const CommandParser program = parser.top();
    program.requireCommand(parts.withoutCommand ? 0 : 1, 1);
    program.footer("Exit status: 0 done; 1 it failed, and stderr says why; 2 wrong usage.");
    const ProgramCommand withoutCommand =
        parts.withoutCommand ? parts.withoutCommand(program) : ProgramCommand{};
    std::vector<ProgramCommand> commands;
    for (const AddCommand& add : parts.commands)
        commands.push_back(add(program));
    return guarded(parser, [&] {
        if (const std::optional<std::string> answer = parser.parse(argc, argv)) {
            print("%s", answer->c_str());
            return 0;
        }
        parser.requireFileNames();
        return givenOf(commands, withoutCommand).run();
    });
}

} // namespace

int runProgram(int argc, char** argv, const ProgramParts& parts) {
    prepareStandardStreams();
    if (!hasStack())
        return exitFailed;
    takeStack();
    keepFreedMemory();
    surviveFileLimit();
    return parseAndRun(argc, argv, parts);
}

} // namespace gf
