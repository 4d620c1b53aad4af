// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/options.h"

#include "app/commands/command.h"

#include <CLI/CLI.hpp>

#include <sstream>
#include <type_traits>

namespace gf {

namespace {

/// An empty name is a slip of a script; taken for none, it would do something else than was meant.
void requireNames(const CLI::App& parser) {
    for (const CLI::Option* option : parser.get_options()) {
        const std::string type = option->get_type_name();
        const bool isName = type == "FILE" || type == "PATH" || type == "FOLDER";
        if (isName && option->count() > 0 && option->as<std::string>().empty())
            throw UsageError(option->get_name() + " is empty; a name is needed");
    }
    for (const CLI::App* inner : parser.get_subcommands())
        requireNames(*inner);
}

} // namespace

// ---- options -----------------------------------------------------------------------------------

Option Option::typeName(const std::string& name) const {
    m_option->type_name(name);
    return *this;
}

Option Option::group(const std::string& heading) const {
    m_option->group(heading);
    return *this;
}

Option Option::required() const {
    m_option->required();
    return *this;
}

Option Option::oneOf(const std::vector<std::string>& words) const {
    m_option->check(CLI::IsMember(words));
    return *this;
}

Option Option::check(const TextCheck& check) const {
    m_option->transform(CLI::Validator(check.read, check.help));
    return *this;
}

Option Option::check(const std::function<std::string(const std::string&)>& wrong) const {
    m_option->check(wrong);
    return *this;
}

Option Option::needs(Option other) const {
    m_option->needs(other.m_option);
    return *this;
}

Option Option::excludes(Option other) const {
    m_option->excludes(other.m_option);
    return *this;
}

Option Option::showDefault() const {
    m_option->capture_default_str();
    return *this;
}

Option Option::separatedBy(char sign) const {
    m_option->delimiter(sign);
    return *this;
}

Option Option::oneWordEach() const {
    m_option->allow_extra_args(false);
    return *this;
}

std::string Option::name() const {
    return m_option->get_name();
}

std::string Option::typeName() const {
    return m_option->get_type_name();
}

std::string Option::text() const {
    return m_option->as<std::string>();
}

std::string Option::defaultText() const {
    return m_option->get_default_str();
}

bool Option::isGiven() const {
    return m_option->count() > 0;
}

// ---- parsers -----------------------------------------------------------------------------------

Option CommandParser::option(const std::string& name, const OptionTarget& target,
                             const std::string& help) const {
    const auto add = [&](const auto& place) {
        if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(place)>>)
            return m_parser->add_option(name, *place, help);
        else
            return m_parser->add_option_function<std::string>(name, place, help);
    };
    return Option(std::visit(add, target));
}

Option CommandParser::flag(const std::string& name, bool* target, const std::string& help) const {
    return Option(m_parser->add_flag(name, *target, help));
}

Option CommandParser::flag(const std::string& name, const std::function<void()>& given,
                           const std::string& help) const {
    return Option(m_parser->add_flag_callback(name, given, help));
}

CommandParser CommandParser::command(const std::string& name, const std::string& help) const {
    return CommandParser(m_parser->add_subcommand(name, help));
}

void CommandParser::describe(const std::string& help) const {
    m_parser->description(help);
}

std::string CommandParser::description() const {
    return m_parser->get_description();
}

void CommandParser::footer(const std::string& text) const {
    m_parser->footer(text);
}

void CommandParser::requireCommand(int least, int most) const {
    m_parser->require_subcommand(least, most);
}

void CommandParser::allowOthers() const {
    m_parser->allow_extras();
}

bool CommandParser::isGiven() const {
    return m_parser->parsed();
}

std::vector<std::string> CommandParser::others() const {
    return m_parser->remaining();
}

Option CommandParser::optionNamed(const std::string& name) const {
    return Option(m_parser->get_option(name));
}

std::optional<Option> CommandParser::findOption(const std::string& name) const {
    CLI::Option* const option = m_parser->get_option_no_throw(name);
    return option ? std::optional(Option(option)) : std::nullopt;
}

std::vector<Option> CommandParser::options() const {
    std::vector<Option> all;
    for (CLI::Option* const option : m_parser->get_options())
        all.emplace_back(option);
    return all;
}

ProgramParser::ProgramParser(const std::string& help, const std::string& name,
                             const std::string& version)
    : m_parser(std::make_unique<CLI::App>(help, name)) {
    m_parser->get_formatter()->column_width(32);
    m_parser->set_version_flag("--version", version);
}

ProgramParser::~ProgramParser() = default;

CommandParser ProgramParser::top() const {
    return CommandParser(m_parser.get());
}

std::optional<std::string> ProgramParser::parse(int argc, char** argv) {
    try {
        m_parser->parse(argc, argv);
        return std::nullopt;
    } catch (const CLI::Success& request) { // --help, --version
        std::ostringstream text;
        m_parser->exit(request, text, text);
        return text.str();
    } catch (const CLI::ParseError& wrong) {
        throw UsageError(wrong.what());
    }
}

std::string ProgramParser::helpHint() const {
    std::string path;
    for (const CLI::App* at = m_parser.get(); !at->get_subcommands().empty();) {
        at = at->get_subcommands().front();
        path += at->get_name() + " ";
    }
    return "; see glassformer " + path + "--help";
}

void ProgramParser::requireFileNames() const {
    for (const CLI::App* command : m_parser->get_subcommands())
        requireNames(*command);
}

} // namespace gf
