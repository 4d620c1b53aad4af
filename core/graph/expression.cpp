// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/expression.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace gf {

namespace expr {

namespace {

Expression of(Expression::Kind kind, std::vector<Expression> arguments) {
    Expression e;
    e.kind = kind;
    e.arguments = std::move(arguments);
    return e;
}

template <class... Arguments> Expression of(Expression::Kind kind, Arguments... arguments) {
    std::vector<Expression> list;
    list.reserve(sizeof...(arguments));
    (list.push_back(std::move(arguments)), ...);
    return of(kind, std::move(list));
}

} // namespace

Expression number(double value) {
    return value;
}

Expression operand(NodeId node, Cell cell) {
    Expression e;
    e.kind = Expression::Kind::Operand;
    e.node = node;
    e.cell = cell;
    return e;
}

Expression line(std::size_t index) {
    Expression e;
    e.kind = Expression::Kind::Line;
    e.line = index;
    return e;
}

Expression sum(std::vector<Expression> terms) {
    return of(Expression::Kind::Sum, std::move(terms));
}

Expression product(std::vector<Expression> factors) {
    return of(Expression::Kind::Product, std::move(factors));
}

Expression square(Expression x) {
    return of(Expression::Kind::Square, std::move(x));
}

Expression power(Expression base, Expression exponent) {
    return of(Expression::Kind::Power, std::move(base), std::move(exponent));
}

Expression maximum(std::vector<Expression> numbers) {
    return of(Expression::Kind::Maximum, std::move(numbers));
}

#define GF_FUNCTION(kind, builder, written, value)                                                 \
    Expression builder(Expression x) {                                                             \
        return of(Expression::Kind::kind, std::move(x));                                           \
    }
#include "core/graph/function_table.def"

} // namespace expr

Expression operator+(Expression x, Expression y) {
    return expr::of(Expression::Kind::Sum, std::move(x), std::move(y));
}

Expression operator-(Expression x, Expression y) {
    return expr::of(Expression::Kind::Difference, std::move(x), std::move(y));
}

Expression operator*(Expression x, Expression y) {
    return expr::of(Expression::Kind::Product, std::move(x), std::move(y));
}

Expression operator/(Expression x, Expression y) {
    return expr::of(Expression::Kind::Quotient, std::move(x), std::move(y));
}

Expression operator-(Expression x) {
    return expr::of(Expression::Kind::Negative, std::move(x));
}

double evaluate(const Expression& e, const CellReader& read, const std::vector<double>& lines) {
    using Kind = Expression::Kind;
    const auto argument = [&](std::size_t i) { return evaluate(e.arguments[i], read, lines); };
    switch (e.kind) {
    case Kind::Number:
        return e.number;
    case Kind::Operand:
        return read(e.node, e.cell);
    case Kind::Line:
        assert(e.line < lines.size());
        return lines[e.line];
    case Kind::Sum: {
        double sum = 0;
        for (std::size_t i = 0; i < e.arguments.size(); ++i)
            sum += argument(i);
        return sum;
    }
    case Kind::Product: {
        double product = 1;
        for (std::size_t i = 0; i < e.arguments.size(); ++i)
            product *= argument(i);
        return product;
    }
    case Kind::Difference:
        return argument(0) - argument(1);
    case Kind::Quotient:
        return argument(0) / argument(1);
    case Kind::Negative:
        return -argument(0);
    case Kind::Square: {
        const double x = argument(0);
        return x * x;
    }
    case Kind::Power:
        return std::pow(argument(0), argument(1));
    case Kind::Maximum: {
        double maximum = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < e.arguments.size(); ++i)
            maximum = std::max(maximum, argument(i));
        return maximum;
    }
#define GF_FUNCTION(kind, builder, written, value)                                                 \
    case Kind::kind: {                                                                             \
        const double x = argument(0);                                                              \
        return value;                                                                              \
    }
#include "core/graph/function_table.def"
    }
    assert(false && "every kind is listed");
    return 0;
}

std::vector<double> evaluate(const Explanation& explanation, const CellReader& read) {
    std::vector<double> lines;
    for (const ExplanationLine& line : explanation.lines)
        lines.push_back(evaluate(line.expression, read, lines));
    return lines;
}

} // namespace gf
