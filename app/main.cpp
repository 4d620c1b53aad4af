// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/interrupt.h"
#include "app/commands/output.h"
#include "app/session/memory.h"
#include "app/window_command.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <CLI/CLI.hpp>

#include <array>
#include <cstdio>
#include <filesystem>
#include <new>
#include <sstream>
#include <system_error>

namespace gf {

namespace {

constexpr int exitFailed = 1;
constexpr int exitUsage = 2;

/// Which sub-command's help would tell more.
std::string helpHint(const CLI::App& program) {
    const auto given = program.get_subcommands();
    return "; see glassformer " + (given.empty() ? "" : given.front()->get_name() + " ") + "--help";
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
        const bool isFile = option->get_type_name() == "FILE" || option->get_type_name() == "PATH";
        if (isFile && option->count() > 0 && option->as<std::string>().empty())
            throw UsageError(option->get_name() + " is empty; a file name is needed");
    }
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

int runProgram(int argc, char** argv) {
    CLI::App program("Glassformer: train a small transformer and see through it.\n"
                     "Without a command the window opens.",
                     "glassformer");
    program.get_formatter()->column_width(32);
    program.set_version_flag("--version", "glassformer " GLASSFORMER_VERSION);
    program.require_subcommand(0, 1);
    program.footer("Exit status: 0 done; 1 it failed, and stderr says why; 2 wrong usage.");
    WindowOptions window;
    program.add_option("file", window.file, "A saved run to open in the window")->type_name("FILE");

    program.add_option("--theme", window.theme, "Light or dark: system, light or dark (this time)")
        ->check(CLI::IsMember({"system", "light", "dark"}));
    program
        .add_option("--language", window.language,
                    "The window's language: system, en or de (this time)")
        ->check(CLI::IsMember({"system", "en", "de"}));

    const std::array<Command, 5> commands = {addTrainCommand(program), addTraceCommand(program),
                                             addGenerateCommand(program), addExportCommand(program),
                                             addBenchCommand(program)};
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& request) { // --help, --version
        return guarded(program, [&] { return answer(program, request); });
    } catch (const CLI::ParseError& error) {
        return complain(error.what() + helpHint(program), exitUsage);
    }
    for (const Command& command : commands)
        if (command.parser->parsed())
            return guarded(program, [&] {
                requireFileNames(*command.parser);
                return command.run();
            });
    std::error_code problem;
    if (!window.file.empty() && !std::filesystem::exists(window.file, problem))
        return complain("there is neither a command nor a file of the name " +
                            inQuotes(window.file) + helpHint(program),
                        exitUsage);
    return guarded(program, [&] { return openWindow(argc, argv, window); });
}

/// Takes the stack that kernels need before anything else takes memory: where it cannot grow later,
/// under a limit of the address space, the system ends the program without a sentence.
[[gnu::noinline]] void takeStack() {
    constexpr std::size_t page = 4096;
    std::array<volatile char, 320 * 1024> room; // never read; what counts is that it is there
    for (std::size_t i = room.size(); i >= page; i -= page)
        room[i - 1] = 0;
}

} // namespace

} // namespace gf

int main(int argc, char** argv) {
    gf::takeStack();
    gf::holdStandardStreams();
    gf::keepFreedMemory();
    gf::surviveFileLimit();
    return gf::runProgram(argc, argv);
}
