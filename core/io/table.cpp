// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/table.h"

#include "core/io/decimal.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

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
    constexpr std::string_view blanks = " \t\u00a0";
    const auto isBlank = [&](char c) { return blanks.find(c) != std::string_view::npos; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
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
    Lines(std::string_view text, char separator) : m_text(text), m_separator(separator) {
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
                           trimmed(line.fields.front().text).empty();
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
    std::size_t m_number = 0;
};

/// How numbers are written.
struct Style {
    bool decimalComma = false;
};

/// The number with a decimal point, or nothing where points and commas stand as in no number.
std::optional<std::string> withPoint(std::string_view text, Style style) {
    std::string plain;
    const bool hasComma = text.find(',') != std::string_view::npos;
    if (!style.decimalComma || !hasComma) {
        // 1.234.567: without decimals, points can part thousands only.
        if (style.decimalComma && std::ranges::count(text, '.') > 1) {
            std::ranges::copy_if(text, std::back_inserter(plain), [](char c) { return c != '.'; });
            return plain;
        }
        return hasComma ? std::nullopt : std::optional(std::string(text));
    }
    if (std::ranges::count(text, ',') > 1)
        return std::nullopt;
    const std::string_view whole = text.substr(0, text.find(','));
    const std::string_view decimals = text.substr(whole.size() + 1);
    if (decimals.find('.') != std::string_view::npos)
        return std::nullopt;
    std::ranges::copy_if(whole, std::back_inserter(plain), [](char c) { return c != '.'; });
    return plain + "." + std::string(decimals);
}

enum class Kind { Number, NoNumber, NotFinite, TooLarge };

Kind kindOf(std::string_view text, Style style, double& value) {
    text = trimmed(text);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const std::optional<std::string> plain = withPoint(text, style);
    if (!plain)
        return Kind::NoNumber;
    const char* const last = plain->data() + plain->size();
    const auto [stop, problem] = std::from_chars(plain->data(), last, value);
    if (stop != last || problem == std::errc::invalid_argument)
        return Kind::NoNumber;
    if (problem == std::errc::result_out_of_range) {
        value = 0;
        return isBelowOne(*plain) ? Kind::Number : Kind::TooLarge;
    }
    if (!std::isfinite(value))
        return Kind::NotFinite;
    return std::abs(value) > static_cast<double>(std::numeric_limits<float>::max()) ? Kind::TooLarge
                                                                                    : Kind::Number;
}

[[noreturn]] void fail(const Table& table, const Line& line, std::size_t column,
                       const Sentence& what) {
    fail(line.number, table.columnWord(static_cast<Index>(column)), what);
}

double numberOf(const Table& table, const Line& line, std::size_t column, Style style) {
    const std::string& text = line.fields[column].text;
    double value = 0;
    if (trimmed(text).empty())
        fail(table, line, column, phrase("the field is empty; each needs a number."));
    style.decimalComma = style.decimalComma || line.fields[column].quoted;
    switch (kindOf(text, style, value)) {
    case Kind::Number:
        break;
    case Kind::NoNumber:
        fail(table, line, column,
             {phrase("%1 is not a number; leave columns of words and dates out."), inQuotes(text)});
    case Kind::NotFinite:
        fail(table, line, column,
             {phrase("%1 is no finite number; put one there or leave the line out."),
              inQuotes(text)});
    case Kind::TooLarge:
        fail(table, line, column,
             {phrase("%1 is too large; numbers go up to 3.4e38."), inQuotes(text)});
    }
    return value;
}

/// Whether a line has no number: the names of the columns.
bool isHeader(const Line& line, Style style) {
    double value = 0;
    return std::ranges::none_of(line.fields, [&](const Field& field) {
        return kindOf(field.text, style, value) != Kind::NoNumber;
    });
}

/// Lines of whole numbers with one comma each can be one column of decimals or two columns.
bool mayBeDecimals(const std::vector<Line>& lines, std::size_t from) {
    return std::all_of(
        lines.begin() + static_cast<std::ptrdiff_t>(from), lines.end(), [](const Line& line) {
            const auto isWhole = [](const Field& field, bool sign) {
                std::string_view text = field.text;
                if (sign && (text.starts_with('-') || text.starts_with('+')))
                    text.remove_prefix(1);
                return !field.quoted && !text.empty() &&
                       std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
            };
            return line.fields.size() == 2 && isWhole(line.fields[0], true) &&
                   isWhole(line.fields[1], false);
        });
}

/// Puts both halves of decimals together again, where commas turned out to be no separators.
void joinDecimals(std::vector<Line>& lines) {
    for (Line& line : lines)
        if (line.fields.size() == 2) {
            line.fields[0].text += "," + line.fields[1].text;
            line.fields.pop_back();
        }
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
    const char separator = separatorOf(text);
    std::vector<Line> lines = Lines(text, separator).lines;
    if (lines.empty())
        throw Error(phrase("The table is empty; it needs a line of numbers for each moment."));
    Style style{separator != ','};
    bool header = isHeader(lines.front(), style);
    if (separator == ',' && mayBeDecimals(lines, header ? 1 : 0) && lines.size() > header) {
        if (!header)
            fail(lines.front().number, 1,
                 phrase("each line has two whole numbers with a comma between them, which may be "
                        "two columns or one with decimals; write a first line with the names of "
                        "the columns."));
        if (lines.front().fields.size() == 1) {
            joinDecimals(lines);
            style.decimalComma = true;
        }
    }
    Table table;
    table.columns = static_cast<Index>(lines.front().fields.size());
    if (header)
        for (const Field& field : lines.front().fields)
            table.names.emplace_back(trimmed(field.text));
    for (std::size_t i = header ? 1 : 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        const auto count = static_cast<Index>(line.fields.size());
        if (count != table.columns)
            fail(line.number, static_cast<std::size_t>(std::min(count, table.columns)) + 1,
                 {phrase("the line has %1 fields and the first one %2; each needs as many."), count,
                  table.columns});
        for (std::size_t c = 0; c < line.fields.size(); ++c)
            table.values.push_back(numberOf(table, line, c, style));
        table.lines.push_back(line.number);
    }
    if (table.values.empty())
        fail(lines.front().number, 1,
             phrase("there are no numbers, here or below; a table has a line of them for each "
                    "moment."));
    return table;
}

} // namespace gf
