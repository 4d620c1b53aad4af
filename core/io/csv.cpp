// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/tensor/spreadsheet.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <filesystem>

namespace gf {
namespace {

constexpr std::uint64_t largestLog = std::uint64_t{1} << 32;

std::string quotedField(const std::string& text) {
    const bool plain = text.find_first_of(",\"\r\n") == std::string::npos &&
                       (text.empty() || (text.front() != ' ' && text.back() != ' '));
    if (plain)
        return text;
    std::string field = "\"";
    for (const char character : text) {
        if (character == '"')
            field += '"';
        field += character;
    }
    return field + "\"";
}

std::string headerOf(std::span<const std::string_view> columns) {
    std::vector<CsvCell> cells;
    for (const std::string_view column : columns)
        cells.emplace_back(std::string(column));
    return csvLine(cells);
}

/// How much of a log stays when it goes on after number `last`.
std::uint64_t lengthUpTo(std::int64_t last, const std::string& path, std::string_view header) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(pathOf(path), unknown))
        return 0;
    const std::string content = readWholeFile(path, largestLog);
    if (header.starts_with(content))
        return 0;
    if (!content.starts_with(header))
        throw Error("cannot go on with the log " + inQuotes(path) +
                    ": its first line is not that of such a log; name another file");
    std::size_t kept = header.size();
    std::int64_t number = 0;
    for (std::size_t end = 0; (end = content.find('\n', kept)) != std::string::npos; kept = end + 1)
        if (std::from_chars(content.data() + kept, content.data() + end, number).ec !=
                std::errc() ||
            number > last)
            break;
    return kept;
}

bool isRegular(const OpenFile& file) {
    std::error_code unknown;
    const std::optional<FileStatus> status = file.status(unknown);
    return status && status->kind == FileKind::Regular;
}

/// Line by line: the text of a large matrix is several times as large.
void appendCsv(const Append& append, const Tensor& tensor, std::span<const std::string> rowLabels,
               std::span<const std::string> columnLabels) {
    const Index columns = tensor.shape().columns();
    const Index rows = tensor.shape().rows();
    assert(rowLabels.empty() || static_cast<Index>(rowLabels.size()) == rows);
    assert(columnLabels.empty() || static_cast<Index>(columnLabels.size()) == columns);

    std::vector<CsvCell> cells;
    if (!columnLabels.empty()) {
        if (!rowLabels.empty())
            cells.emplace_back(); // above the row labels
        cells.insert(cells.end(), columnLabels.begin(), columnLabels.end());
        append(csvLine(cells));
    }
    for (Index row = 0; row < rows; ++row) {
        cells.clear();
        if (!rowLabels.empty())
            cells.emplace_back(rowLabels[row]);
        for (Index column = 0; column < columns; ++column)
            cells.emplace_back(static_cast<double>(tensor[row * columns + column]));
        append(csvLine(cells));
    }
}

} // namespace

std::string csvField(const CsvCell& cell) {
    struct Formatter {
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(std::int64_t value) const { return std::to_string(value); }
        std::string operator()(double value) const { return tableNumber(value); }
        std::string operator()(const std::string& text) const {
            return quotedField(tableWord(text));
        }
    };
    return std::visit(Formatter{}, cell);
}

std::string csvLine(std::span<const CsvCell> cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i ? "," : "") + csvField(cells[i]);
    return line + "\n";
}

std::string toCsv(const Tensor& tensor, std::span<const std::string> rowLabels,
                  std::span<const std::string> columnLabels) {
    std::string text;
    appendCsv([&](std::string_view line) { text += line; }, tensor, rowLabels, columnLabels);
    return text;
}

void writeCsv(const std::string& path, const Tensor& tensor, std::span<const std::string> rowLabels,
              std::span<const std::string> columnLabels) {
    writeFileAtomically(
        path, [&](const Append& append) { appendCsv(append, tensor, rowLabels, columnLabels); });
}

CsvLog::CsvLog(const std::string& path, std::span<const std::string_view> columns,
               std::optional<std::int64_t> last)
    : m_path(path), m_columns(columns.size()) {
    const std::string header = headerOf(columns);
    const std::uint64_t kept = last ? lengthUpTo(*last, path, header) : 0;
    std::error_code problem;
    m_file = openToAppend(behindLinks(path), problem);
    if (!problem && isRegular(m_file)) {
        std::error_code noLocks; // then nobody is kept out
        if (!m_file.lock(noLocks) && !noLocks)
            throw Error(
                phrase("the log %1 is being written by another glassformer; wait until that "
                       "has ended, or name another file"),
                inQuotes(m_path));
        m_file.truncate(kept, problem);
    }
    if (problem)
        fail(problem);
    if (kept == 0)
        append(header);
}

void CsvLog::append(std::span<const CsvCell> cells) {
    assert(cells.size() == m_columns);
    append(csvLine(cells));
}

void CsvLog::append(std::string_view line) {
    std::error_code problem;
    const std::size_t done = m_file.write(line, problem);
    if (done == line.size())
        return;
    std::error_code unlucky; // then the line stays cut short
    const std::optional<FileStatus> status = m_file.status(unlucky);
    if (done > 0 && status && status->kind == FileKind::Regular)
        m_file.truncate(status->size - done, unlucky);
    fail(problem);
}

void CsvLog::fail(const std::error_code& problem) const {
    throw Error(phrase("cannot write the log %1: %2"), inQuotes(m_path), systemReason(problem));
}

} // namespace gf
