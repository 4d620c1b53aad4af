// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/io/transfer.h"
#include "core/tensor/error.h"
#include "core/tensor/spreadsheet.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

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
    if (!std::filesystem::is_regular_file(path, unknown))
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
    const Index columns = tensor.shape().columns();
    const Index rows = tensor.shape().rows();
    assert(rowLabels.empty() || static_cast<Index>(rowLabels.size()) == rows);
    assert(columnLabels.empty() || static_cast<Index>(columnLabels.size()) == columns);

    std::string text;
    std::vector<CsvCell> cells;
    if (!columnLabels.empty()) {
        if (!rowLabels.empty())
            cells.emplace_back(); // above the row labels
        cells.insert(cells.end(), columnLabels.begin(), columnLabels.end());
        text += csvLine(cells);
    }
    for (Index row = 0; row < rows; ++row) {
        cells.clear();
        if (!rowLabels.empty())
            cells.emplace_back(rowLabels[static_cast<std::size_t>(row)]);
        for (Index column = 0; column < columns; ++column)
            cells.emplace_back(static_cast<double>(tensor[row * columns + column]));
        text += csvLine(cells);
    }
    return text;
}

void writeCsv(const std::string& path, const Tensor& tensor, std::span<const std::string> rowLabels,
              std::span<const std::string> columnLabels) {
    writeFileAtomically(path, toCsv(tensor, rowLabels, columnLabels));
}

CsvLog::CsvLog(const std::string& path, std::span<const std::string_view> columns,
               std::optional<std::int64_t> last)
    : m_path(path), m_columns(columns.size()) {
    const std::string header = headerOf(columns);
    const std::uint64_t kept = last ? lengthUpTo(*last, path, header) : 0;
    // Without O_NONBLOCK a pipe that nobody reads would make us wait for ever.
    m_descriptor = uninterrupted([&] {
        return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    });
    if (m_descriptor < 0)
        fail();
    ::fcntl(m_descriptor, F_SETFL, O_APPEND); // from here on a slow reader is waited for
    try {
        struct stat status {};
        if (::fstat(m_descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
            uninterrupted([&] { return ::ftruncate(m_descriptor, static_cast<off_t>(kept)); }) != 0)
            fail();
        if (kept == 0)
            append(header);
    } catch (const Error&) {
        ::close(m_descriptor);
        throw;
    }
}

CsvLog::~CsvLog() {
    ::close(m_descriptor);
}

void CsvLog::append(std::span<const CsvCell> cells) {
    assert(cells.size() == m_columns);
    append(csvLine(cells));
}

void CsvLog::append(std::string_view line) {
    std::size_t done = 0;
    const auto written = transfer(line.size(), [&](std::size_t offset, std::size_t count) {
        done = offset;
        return ::write(m_descriptor, line.data() + offset, count);
    });
    if (written == line.size())
        return;
    const int code = errno;
    struct stat status {};
    if (done > 0 && ::fstat(m_descriptor, &status) == 0 && S_ISREG(status.st_mode)) [[maybe_unused]]
        const int unlucky = // then the line stays cut short
            ::ftruncate(m_descriptor, status.st_size - static_cast<off_t>(done));
    errno = code;
    fail();
}

void CsvLog::fail() const {
    throw Error("cannot write the log " + inQuotes(m_path) + ": " + systemReason(errno));
}

} // namespace gf
