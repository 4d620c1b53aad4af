// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/files.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gf {

/// What stands in one field of a table: nothing, a whole number, a real number or text.
using CsvCell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// One field as RFC 4180 has it: in quotes where it holds a comma, a quote, a line break or a space
/// at an end. Text that a spreadsheet would take for a formula ("=A1", "-x") has an apostrophe in
/// front, and so has such text with apostrophes: whoever reads it takes one away. Real numbers have
/// nine significant digits (enough to get every float32 back) and a point whatever the locale, or
/// are `nan`, `inf`, `-inf`.
std::string csvField(const CsvCell& cell);
/// One line, its end ("\n") included.
std::string csvLine(std::span<const CsvCell> cells);

/// A matrix as CSV text: one line a row. Labels are a first line and a first column; leave a list
/// empty for none, otherwise it has a label for each column (row). A tensor of rank 3 or 4 is
/// written as its matrices below each other, of rank 1 as one row, a scalar as one field.
std::string toCsv(const Tensor& tensor, std::span<const std::string> rowLabels = {},
                  std::span<const std::string> columnLabels = {});
/// Atomically; throws Error as writeFileAtomically() does.
void writeCsv(const std::string& path, const Tensor& tensor,
              std::span<const std::string> rowLabels = {},
              std::span<const std::string> columnLabels = {});

/// A log that grows line by line and can be read while it does. Each line is written with one call,
/// so that a kill leaves whole lines.
class CsvLog {
public:
    /// Begins a new file (or empties the old one) with a header. With `last` it goes on with the
    /// log that is there: lines whose number is above `last` are taken away, so that none comes
    /// twice, and so is one that was cut short. Throws Error when it cannot, when what is there has
    /// another header, or when another CsvLog writes the same file, whatever its path, and leaves
    /// the file as it is.
    CsvLog(const std::string& path, std::span<const std::string_view> columns,
           std::optional<std::int64_t> last = {});

    /// Appends one line with a cell for each column; throws Error when the disk is full, and no
    /// part of the line stays then.
    void append(std::span<const CsvCell> cells);

private:
    void append(std::string_view line);
    [[noreturn]] void fail(const std::error_code& problem) const;

    std::string m_path;
    std::size_t m_columns;
    OpenFile m_file;
};

} // namespace gf
