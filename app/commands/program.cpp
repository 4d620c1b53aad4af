// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/program.h"

#include "app/commands/complain.h"
#include "app/commands/output.h"
#include "core/platform/memory.h"
#include "core/platform/signals.h"
#include "core/platform/terminal.h"
#include "core/tensor/error.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <span>
#include <sstream>

namespace gf {

namespace {

constexpr int exitFailed = 1;
constexpr int exitUsage = 2;

/// Which sub-command's help would tell more.
std::string helpHint(const CLI::App& program) {
    std::string path;
    for (const CLI::App* at = &program; !at->get_subcommands().empty();) {
        at = at->get_subcommands().front();
        path += at->get_name() + " ";
    }
    return "; see glassformer " + path + "--help";
}

/// What --help and --version ask for.
int answer(const CLI::App& program, const CLI::Success& request) {
    std::ostringstream text;
    const int status = program.exit(request, text, text);
    print("%s", text.str().c_str());
    return status;
}

/// An empty name is a slip of a script; taken for none, it would do something else than was meant.
void requireFileNames(const CLI::App& parser) {
    for (const CLI::Option* option : parser.get_options()) {
        const std::string type = option->get_type_name();
        const bool isName = type == "FILE" || type == "PATH" || type == "FOLDER";
        if (isName && option->count() > 0 && option->as<std::string>().empty())
            throw UsageError(option->get_name() + " is empty; a name is needed");
    }
    for (const CLI::App* inner : parser.get_subcommands())
        requireFileNames(*inner);
}

/// Runs `action` and turns what it throws into an exit status and one line on stderr.
template <class Action> int guarded(const CLI::App& program, Action action) {
    try {
        const int status = action();
        requirePrinted();
        return status;
    } catch (const UsageError& error) {
        return complain(error.what() + helpHint(program), exitUsage);
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
        commands, [](const ProgramCommand& each) { return each.parser->parsed(); });
    return given == commands.end() ? otherwise : *given;
}

int parseAndRun(int argc, char** argv, const ProgramParts& parts) {
    CLI::App program("Glassformer: train a small transformer and see through it.", "glassformer");
    program.get_formatter()->column_width(32);
    program.set_version_flag("--version", "glassformer " GLASSFORMER_VERSION);
    program.require_subcommand(parts.withoutCommand ? 0 : 1, 1);
    program.footer("Exit status: 0 done; 1 it failed, and stderr says why; 2 wrong usage.");
    const ProgramCommand withoutCommand =
        parts.withoutCommand ? parts.withoutCommand(program) : ProgramCommand{};
    std::vector<ProgramCommand> commands;
    for (const AddCommand& add : parts.commands)
        commands.push_back(add(program));
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& request) { // --help, --version
        return guarded(program, [&] { return answer(program, request); });
    } catch (const CLI::ParseError& error) {
        return complain(error.what() + helpHint(program), exitUsage);
    }
    const ProgramCommand& given = givenOf(commands, withoutCommand);
    return guarded(program, [&] {
        if (given.parser != &program)
            requireFileNames(*given.parser);
        return given.run();
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
