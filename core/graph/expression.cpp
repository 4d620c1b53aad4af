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

Expression number(double value) {
    Expression e;
    e.number = value;
    return e;
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

namespace {
Expression withArguments(Expression::Kind kind, std::vector<Expression> arguments) {
    Expression e;
    e.kind = kind;
    e.arguments = std::move(arguments);
    return e;
}
} // namespace

Expression sum(std::vector<Expression> terms) {
    return withArguments(Expression::Kind::Sum, std::move(terms));
}

Expression product(std::vector<Expression> factors) {
    return withArguments(Expression::Kind::Product, std::move(factors));
}

Expression binary(Expression::Kind kind, Expression left, Expression right) {
    std::vector<Expression> arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(std::move(right));
    return withArguments(kind, std::move(arguments));
}

Expression unary(Expression::Kind kind, Expression argument) {
    std::vector<Expression> arguments;
    arguments.push_back(std::move(argument));
    return withArguments(kind, std::move(arguments));
}

} // namespace expr

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
    case Kind::Exp:
        return std::exp(argument(0));
    case Kind::Log:
        return std::log(argument(0));
    case Kind::SquareRoot:
        return std::sqrt(argument(0));
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
    case Kind::Sine:
        return std::sin(argument(0));
    case Kind::Cosine:
        return std::cos(argument(0));
    case Kind::Tanh:
        return std::tanh(argument(0));
    case Kind::NormalCdf:
        return 0.5 * std::erfc(-argument(0) / std::numbers::sqrt2);
    case Kind::NormalPdf: {
        const double x = argument(0);
        return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
    }
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
