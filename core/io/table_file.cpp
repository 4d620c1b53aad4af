// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/table_file.h"

#include "core/io/decimal.h"
#include "core/io/quote.h"
#include "core/tensor/decimal_text.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace gf {

namespace {

struct Field {
    std::string text;
    bool quoted = false;
};

struct Line {
    std::size_t number = 0; ///< in the file, from 1
    std::vector<Field> fields;
};

[[noreturn]] void fail(std::size_t line, const Sentence& column, const Sentence& what) {
    throw Error(phrase("Line %1, column %2: %3"), line, column, what);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    const auto isBlank = [&](char c) { return blanks.find(c) != std::string_view::npos; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Trimmed, with a plain blank and a plain apostrophe for what typesetting has in their place.
std::string plainSigns(std::string_view text) {
    static constexpr std::pair<std::string_view, char> signs[] = {
        {"\u00a0", ' '}, {"\u2009", ' '}, {"\u202f", ' '}, {"\u2019", '\''}};
    std::string plain(text);
    for (const auto& [sign, letter] : signs)
        for (std::size_t at = 0; (at = plain.find(sign, at)) != std::string::npos;)
            plain.replace(at, sign.size(), 1, letter);
    return std::string(trimmed(plain));
}

/// Takes away a first line that spreadsheets write to say what stands between columns, "sep=;".
std::optional<char> takeSeparatorLine(std::string_view& text) {
    std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    const std::size_t size = line.size();
    if (size == 7 && line.front() == '"' && line.back() == '"')
        line = line.substr(1, 5);
    if (line.size() != 5 || (!line.starts_with("sep=") && !line.starts_with("SEP=")))
        return std::nullopt;
    text.remove_prefix(size);
    for (const char end : {'\r', '\n'})
        if (text.starts_with(end))
            text.remove_prefix(1);
    return line.back();
}

/// What stands between columns: the first of these that occurs outside of quotes.
char separatorOf(std::string_view text) {
    bool semicolon = false, tab = false, quoted = false;
    for (const char c : text) {
        quoted = quoted != (c == '"');
        semicolon = semicolon || (c == ';' && !quoted);
        tab = tab || (c == '\t' && !quoted);
    }
    return semicolon ? ';' : tab ? '\t' : ',';
}

/// The lines of a text with their fields; empty lines are left out.
class Lines {
public:
    /// `before` lines stand before the text in the file.
    Lines(std::string_view text, char separator, std::size_t before)
        : m_text(text), m_separator(separator), m_number(before) {
        while (m_at < m_text.size())
            readLine();
    }

    std::vector<Line> lines;

private:
    bool atEnd() const {
        return m_at >= m_text.size() || m_text[m_at] == '\n' || m_text[m_at] == '\r';
    }

    void readLine() {
        ++m_number;
        Line line{m_number, {}};
        do
            line.fields.push_back(readField(line.fields.size() + 1));
        while (passSeparator());
        passLineEnd();
        const bool empty = line.fields.size() == 1 && !line.fields.front().quoted &&
                           plainSigns(line.fields.front().text).empty();
        if (!empty)
            lines.push_back(std::move(line));
    }

    bool passSeparator() {
        const bool goesOn = m_at < m_text.size() && m_text[m_at] == m_separator;
        m_at += goesOn;
        return goesOn;
    }

    void passLineEnd() {
        if (m_at < m_text.size() && m_text[m_at] == '\r')
            ++m_at;
        if (m_at < m_text.size() && m_text[m_at] == '\n')
            ++m_at;
    }

    Field readField(std::size_t column) {
        Field field;
        if (m_at < m_text.size() && m_text[m_at] == '"')
            readQuoted(field, column);
        while (!atEnd() && m_text[m_at] != m_separator)
            field.text += m_text[m_at++];
        return field;
    }

    void readQuoted(Field& field, std::size_t column) {
        const std::size_t line = m_number;
        field.quoted = true;
        for (++m_at;; ++m_at) {
            if (m_at >= m_text.size())
                fail(line, column, phrase("a quote begins here and does not end."));
            if (m_text[m_at] == '"' && (m_at + 1 >= m_text.size() || m_text[m_at + 1] != '"'))
                break;
            m_at += m_text[m_at] == '"';
            m_number += m_text[m_at] == '\n';
            field.text += m_text[m_at];
        }
        ++m_at;
    }

    std::string_view m_text;
    char m_separator;
    std::size_t m_at = 0;
    std::size_t m_number;
};

/// How numbers are written.
struct NumberRule {
    char decimal;
    char group; ///< between thousands; 0: nothing
};

constexpr std::array<NumberRule, 8> numberRules = {
    {{'.', 0}, {'.', ','}, {'.', ' '}, {'.', '\''}, {',', 0}, {',', '.'}, {',', ' '}, {',', '\''}}};
constexpr std::string_view decimalDigits = "0123456789";

/// Whether groups of digits are thousands: "1.234.567". A number of thousands begins with no 0.
bool areThousands(std::string_view whole, char group) {
    const std::size_t first = whole.find(group);
    if (first == 0 || first > 3 || whole.starts_with('0'))
        return false;
    for (std::size_t at = first; at < whole.size(); at += 4)
        if (whole[at] != group || whole.size() < at + 4 ||
            whole.substr(at + 1, 3).find(group) != std::string_view::npos)
            return false;
    return true;
}

/// The number with a decimal point alone, or nothing where signs stand as the rule has them in no
/// number.
std::optional<std::string> withPoint(std::string_view text, NumberRule rule) {
    std::string plain;
    if (text.starts_with('-')) {
        plain = "-";
        text.remove_prefix(1);
    }
    std::string inside(decimalDigits);
    if (rule.group != 0)
        inside += rule.group;
    const std::string_view whole = text.substr(0, text.find_first_not_of(inside));
    if (whole.find_first_not_of(decimalDigits) != std::string_view::npos &&
        !areThousands(whole, rule.group))
        return std::nullopt;
    std::ranges::copy_if(whole, std::back_inserter(plain), [&](char c) { return c != rule.group; });
    text.remove_prefix(whole.size());
    if (text.starts_with(rule.decimal))
        return plain + "." + std::string(text.substr(1));
    return text.starts_with('.') ? std::nullopt : std::optional(plain + std::string(text));
}

enum class Kind { Number, NoNumber, NotFinite, TooLarge };

struct Reading {
    Kind kind = Kind::NoNumber;
    double value = 0;

    bool operator==(const Reading&) const = default;
};

/// What a field without blanks around it says by a rule.
Reading readingOf(std::string_view text, NumberRule rule) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const std::optional<std::string> plain = withPoint(text, rule);
    if (!plain)
        return {};
    double value = 0;
    const char* const last = plain->data() + plain->size();
    const auto [stop, problem] = std::from_chars(plain->data(), last, value);
    if (stop != last || problem == std::errc::invalid_argument)
        return {};
    if (problem == std::errc::result_out_of_range)
        return {isBelowOne(*plain) ? Kind::Number : Kind::TooLarge, 0};
    if (!std::isfinite(value))
        return {Kind::NotFinite, 0};
    const bool fits = std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
    return {fits ? Kind::Number : Kind::TooLarge, value};
}

[[noreturn]] void fail(const Table& table, const Line& line, std::size_t column,
                       const Sentence& what) {
    fail(line.number, table.columnWord(static_cast<Index>(column)), what);
}

/// The rules by which a column can have been written. Where commas part columns, one in quotes says
/// that numbers of this column have commas; else they have points for decimals.
std::vector<NumberRule> rulesFor(std::span<const Line> rows, std::size_t column, char separator) {
    std::vector<NumberRule> rules(numberRules.begin(), numberRules.end());
    const bool hasComma = std::ranges::any_of(rows, [&](const Line& line) {
        return line.fields[column].text.find(',') != std::string::npos;
    });
    if (separator == ',' && !hasComma)
        std::erase_if(rules, [](NumberRule rule) { return rule.decimal == ','; });
    return rules;
}

/// Leaves the rules that fit every number of a column.
std::vector<NumberRule> fittingRules(const Table& table, std::span<const Line> rows,
                                     std::size_t column, std::vector<NumberRule> rules) {
    const std::vector<NumberRule> possible = rules;
    for (const Line& line : rows) {
        const std::string& field = line.fields[column].text;
        const std::string text = plainSigns(field);
        if (text.empty())
            fail(table, line, column, phrase("the field is empty; each needs a number."));
        const auto isUnfit = [&](NumberRule rule) {
            return readingOf(text, rule).kind == Kind::NoNumber;
        };
        if (std::ranges::all_of(possible, isUnfit))
            fail(table, line, column,
                 {phrase("%1 is not a number; leave columns of words and dates out."),
                  inQuotes(field)});
        std::erase_if(rules, isUnfit);
        if (rules.empty())
            fail(table, line, column,
                 {phrase("%1 is written in another way than the numbers above it; a column has one "
                         "sign before decimals and one between thousands."),
                  inQuotes(field)});
    }
    return rules;
}

/// The number of a field by the rules that fit its column, which have to read the same.
double numberOf(const Table& table, const Line& line, std::size_t column,
                std::span<const NumberRule> rules) {
    const std::string& field = line.fields[column].text;
    const std::string text = plainSigns(field);
    const Reading reading = readingOf(text, rules.front());
    for (const NumberRule rule : rules.subspan(1))
        if (const Reading other = readingOf(text, rule); other != reading)
            fail(table, line, column,
                 {phrase("%1 is %2 or %3, and no number of the column says which; write its "
                         "thousands without a sign, or a 0 behind its decimals."),
                  inQuotes(field), shortestDecimal(reading.value), shortestDecimal(other.value)});
    if (reading.kind == Kind::NotFinite)
        fail(table, line, column,
             {phrase("%1 is no finite number; put one there or leave the line out."),
              inQuotes(field)});
    if (reading.kind == Kind::TooLarge)
        fail(table, line, column,
             {phrase("%1 is too large; numbers go up to 3.4e38."), inQuotes(field)});
    return reading.value;
}

/// Whether a line has no number: the names of the columns.
bool isHeader(const Line& line) {
    return std::ranges::none_of(line.fields, [](const Field& field) {
        return std::ranges::any_of(numberRules, [&](NumberRule rule) {
            return readingOf(plainSigns(field.text), rule).kind != Kind::NoNumber;
        });
    });
}

/// Lines of whole numbers with one comma each can be one column of decimals or two columns.
bool mayBeDecimals(const std::vector<Line>& lines) {
    return std::ranges::all_of(lines, [](const Line& line) {
        const auto isWhole = [](const Field& field, bool sign) {
            std::string_view text = field.text;
            if (sign && (text.starts_with('-') || text.starts_with('+')))
                text.remove_prefix(1);
            return !field.quoted && !text.empty() &&
                   text.find_first_not_of(decimalDigits) == std::string_view::npos;
        };
        return line.fields.size() == 2 && isWhole(line.fields[0], true) &&
               isWhole(line.fields[1], false);
    });
}

void checkWidths(std::span<const Line> rows, Index columns) {
    for (const Line& line : rows)
        if (const auto count = static_cast<Index>(line.fields.size()); count != columns)
            fail(line.number, static_cast<std::size_t>(std::min(count, columns)) + 1,
                 {phrase("the line has %1 fields and the first one %2; each needs as many."), count,
                  columns});
}

} // namespace

std::string columnName(std::string_view name) {
    constexpr std::size_t longest = 40;
    return shortened(printable(name), longest);
}

std::string Table::columnWord(Index column) const {
    const auto at = static_cast<std::size_t>(column);
    const std::string number = std::to_string(column + 1);
    return at < names.size() && !names[at].empty() ? number + " (" + columnName(names[at]) + ")"
                                                   : number;
}

std::vector<std::string> Table::columnNames() const {
    std::vector<std::string> words;
    for (const std::string& name : names)
        words.push_back(name.empty() ? std::to_string(words.size() + 1) : columnName(name));
    return words;
}

Table readTable(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::optional<char> told = takeSeparatorLine(text);
    const std::size_t before = told ? 1 : 0;
    char separator = told.value_or(separatorOf(text));
    std::vector<Line> lines = Lines(text, separator, before).lines;
    if (lines.empty())
        throw Error(phrase("The table is empty; it needs a line of numbers for each moment."));
    const bool header = isHeader(lines.front());
    if (!told && separator == ',' && !header && mayBeDecimals(lines))
        fail(lines.front().number, 1,
             phrase("each line has two whole numbers with a comma between them, which may be two "
                    "columns or one with decimals; write a first line with the names of the "
                    "columns."));
    if (!told && separator == ',' && header && lines.front().fields.size() == 1) {
        separator = '\0'; // under one name commas part no columns
        lines = Lines(text, separator, before).lines;
    }
    Table table;
    table.columns = static_cast<Index>(lines.front().fields.size());
    if (header)
        for (const Field& field : lines.front().fields)
            table.names.emplace_back(trimmed(field.text));
    const auto rows = std::span<const Line>(lines).subspan(header ? 1 : 0);
    if (rows.empty())
        fail(lines.front().number, 1,
             phrase("there are no numbers, here or below; a table has a line of them for each "
                    "moment."));
    checkWidths(rows, table.columns);
    const auto width = lines.front().fields.size();
    table.values.resize(rows.size() * width);
    for (std::size_t c = 0; c < width; ++c) {
        const std::vector<NumberRule> rules =
            fittingRules(table, rows, c, rulesFor(rows, c, separator));
        for (std::size_t r = 0; r < rows.size(); ++r)
            table.values[r * width + c] = numberOf(table, rows[r], c, rules);
    }
    for (const Line& line : rows)
        table.lines.push_back(line.number);
    return table;
}

} // namespace gf
