// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"

#include <functional>
#include <string>
#include <vector>

namespace gf {

/// A small arithmetic expression over cells of a trace: how one number came to be. It can be
/// evaluated (in double precision, to check it against the trace) and written out for a person.
struct Expression {
    enum class Kind {
        Number,     ///< a constant, `number`
        Operand,    ///< the cell `cell` of node `node`
        Line,       ///< the result of an earlier line of the same explanation, `line`
        Sum,        ///< Σ arguments; an empty sum is 0
        Product,    ///< Π arguments
        Difference, ///< arguments[0] − arguments[1]
        Quotient,   ///< arguments[0] / arguments[1]
        Negative,   ///< −arguments[0]
        Square,
        Power,   ///< arguments[0] ^ arguments[1]
        Maximum, ///< the largest argument
// Functions of arguments[0].
#define GF_FUNCTION(kind, builder, written, value) kind,
#include "core/graph/function_table.def"
    };

    Expression() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): 1 - x reads like the formula
    Expression(double value) : number(value) {}

    Kind kind = Kind::Number;
    double number = 0;
    NodeId node = noNode;
    Cell cell;
    std::size_t line = 0;
    std::vector<Expression> arguments;
};

/// Short names to build expressions with.
namespace expr {
Expression number(double value);
Expression operand(NodeId node, Cell cell);
Expression line(std::size_t index);
Expression sum(std::vector<Expression> terms);
Expression product(std::vector<Expression> factors);
Expression square(Expression x);
Expression power(Expression base, Expression exponent);
Expression maximum(std::vector<Expression> numbers);
#define GF_FUNCTION(kind, builder, written, value) Expression builder(Expression x);
#include "core/graph/function_table.def"
} // namespace expr

// What they build is what is written: a + b + c is a sum of the sum a + b and c.
Expression operator+(Expression x, Expression y);
Expression operator-(Expression x, Expression y);
Expression operator*(Expression x, Expression y);
Expression operator/(Expression x, Expression y);
Expression operator-(Expression x);

/// One line of an explanation: `symbol = expression`, "Z = exp(…) + exp(…) + …".
struct ExplanationLine {
    std::string symbol; ///< plain Unicode: "μ", "σ²", "w"; the last line's is the cell itself
    Expression expression;
};

/// Why an attention cell is hidden; the masks are several things. Both: the causal one and padding.
/// Chosen: a pointer has chosen that row before, and can choose each once. Window: the key is
/// further back than the query's window reaches.
enum class Hidden : std::uint8_t { No, Causal, Padding, Both, Chosen, Window };

/// How one cell of a node follows from cells of its operands. The last line gives the cell's value.
struct Explanation {
    std::vector<ExplanationLine> lines;
    Hidden hidden = Hidden::No; ///< set by the mask op
    /// More than 1: the cell is a sum over so many examples. The last line but two is the share of
    /// the one whose operands are named, the last but one what all others add.
    std::int64_t examples = 1;
};

/// Reads one cell of any node.
using CellReader = std::function<double(NodeId, const Cell&)>;

/// The value of every line, in double precision. The last one is the cell recomputed.
std::vector<double> evaluate(const Explanation& explanation, const CellReader& read);

/// The value of one expression, given the values of all lines that it names.
double evaluate(const Expression& expression, const CellReader& read,
                const std::vector<double>& lines);

} // namespace gf
