// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A table of numbers.
struct Table {
    Index columns = 0;
    std::vector<std::string> names; ///< of the columns; empty where the table has no such line
    std::vector<double> values;     ///< row-major
    std::vector<std::size_t> lines; ///< of the file, from 1: where each row stands

    double at(Index row, Index column) const { return values[row * columns + column]; }
    /// A column as a message calls it: "2", or "2 (height)" where it has a name.
    std::string columnWord(Index column) const;
    /// The names as columnName() makes them, and the number of a column that has none; empty where
    /// the table has no names.
    std::vector<std::string> columnNames() const;
    Index rows() const { return columns > 0 ? static_cast<Index>(values.size()) / columns : 0; }
};

/// An untrusted name made fit for an axis or a message: printable() and short.
std::string columnName(std::string_view name);

/// Reads a table of numbers as spreadsheets write it (RFC 4180 and its relatives): columns apart by
/// semicolons, tabs or commas, whichever comes first in that order, or by what a first line such as
/// "sep=;" names; fields in quotes or not, lines that end in "\n", "\r\n" or "\r", a byte order
/// mark, empty lines, and a first line without any number as the names of the columns.
///
/// The numbers of a column are read by one rule that fits them all: a point or a comma before
/// decimals, and between thousands nothing, the other of the two, a space or an apostrophe. Where
/// commas part columns, decimals have a point unless a number in quotes has a comma.
///
/// Throws Error, with line and column, for a field that is empty, is not a number, not finite or
/// beyond float32 (one too small for it is 0), for a column that no one rule fits or that two read
/// differently, for lines of different lengths, for a quote without end, for lines of one comma
/// each that may be decimals or columns, and for a table without numbers.
Table readTable(std::string_view text);

} // namespace gf
