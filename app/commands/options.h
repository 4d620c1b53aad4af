// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// The library that reads the command line is the largest header of the program: one source includes
// it.
namespace CLI {
class App;
class Option;
} // namespace CLI

namespace gf {

/// What an option's text must be: `read` returns what is wrong with it, or nothing, and may put it
/// into the form that is read on; `help` is the range as --help has it.
struct TextCheck {
    std::string help;
    std::function<std::string(std::string& text)> read;
};

/// What an option sets, which lives as long as the parser. A function is called with the text.
using OptionTarget =
    std::variant<std::string*, std::optional<std::string>*, std::vector<std::string>*, int*, Index*,
                 std::optional<Index>*, std::vector<Index>*, std::uint64_t*,
                 std::optional<std::uint64_t>*, double*, std::optional<double>*,
                 std::function<void(const std::string& text)>>;

/// One option of a command: a handle, which is copied. Each function changes the option and returns
/// it.
class Option {
public:
    explicit Option(CLI::Option* option) : m_option(option) {}

    Option typeName(const std::string& name) const; ///< what --help calls its value: "FILE"
    Option group(const std::string& heading) const; ///< of --help; empty: it is not in --help
    Option required() const;
    Option oneOf(const std::vector<std::string>& words) const;
    Option check(const TextCheck& check) const;
    /// `wrong` returns what is wrong with a text, or nothing.
    Option check(const std::function<std::string(const std::string&)>& wrong) const;
    Option needs(Option other) const;
    Option excludes(Option other) const;
    Option showDefault() const;          ///< in --help: what its target has now
    Option separatedBy(char sign) const; ///< several values in one word
    Option oneWordEach() const;          ///< several values: before each one the option's name

    std::string name() const;        ///< "--model"
    std::string typeName() const;    ///< "FILE"
    std::string text() const;        ///< what was given; of several the last
    std::string defaultText() const; ///< what showDefault() shows; empty without it
    bool isGiven() const;

private:
    CLI::Option* m_option;
};

/// The parser of a command: a handle, which is copied, of what ProgramParser or another command
/// owns.
class CommandParser {
public:
    CommandParser() = default;
    explicit CommandParser(CLI::App* parser) : m_parser(parser) {}

    /// `name` with its dashes; without them it has a place instead of a name.
    Option option(const std::string& name, const OptionTarget& target,
                  const std::string& help = {}) const;
    Option flag(const std::string& name, bool* target, const std::string& help) const;
    /// Calls `given` where it is there.
    Option flag(const std::string& name, const std::function<void()>& given,
                const std::string& help) const;
    CommandParser command(const std::string& name, const std::string& help) const;

    void describe(const std::string& help) const; ///< in the place of what it was made with
    std::string description() const;
    void footer(const std::string& text) const; ///< of --help
    void requireCommand(int least, int most) const;
    void allowOthers() const; ///< words that are no options of it are no error

    bool isGiven() const;
    std::vector<std::string> others() const;           ///< the words of allowOthers()
    Option optionNamed(const std::string& name) const; ///< that was added
    std::optional<Option> findOption(const std::string& name) const;
    std::vector<Option> options() const;

    friend bool operator==(CommandParser, CommandParser) = default;

private:
    friend class ProgramParser;
    CLI::App* m_parser = nullptr;
};

/// Owns the parsers of a program.
class ProgramParser {
public:
    ProgramParser(const std::string& help, const std::string& name, const std::string& version);
    ~ProgramParser();
    ProgramParser(const ProgramParser&) = delete;
    ProgramParser& operator=(const ProgramParser&) = delete;

    CommandParser top() const;

    /// What to print and to end with, of --help and --version; nothing where there is something to
    /// do. Throws UsageError.
    std::optional<std::string> parse(int argc, char** argv);
    /// Which command's help would tell more, as the end of a sentence.
    std::string helpHint() const;
    /// Throws UsageError for a name of a file that was given and is empty.
    void requireFileNames() const;

private:
    std::unique_ptr<CLI::App> m_parser;
};

} // namespace gf
