// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/explanation_text.h"

#include "ui/explain/printed_number.h"
#include "ui/language/tr.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gf {

namespace {

using Kind = Expression::Kind;

/// How tightly a piece of text holds together; what is looser than its surroundings gets brackets.
enum Binding { Adding, Multiplying, Raising, Atom };

/// An expression as text, and the value that the text stands for.
struct Piece {
    bool minus = false; ///< a minus sign belongs before it
    QString html;
    QString plain;
    Binding binding = Atom;
    double shown = 0;
};

bool isPlain(const Expression& e) {
    return e.arguments.empty();
}

/// A product of two plain numbers is short enough to show several of.
bool isShort(const Expression& e) {
    return isPlain(e) || (e.arguments.size() <= 2 &&
                          std::all_of(e.arguments.begin(), e.arguments.end(), isPlain));
}

/// Which of `count` arguments are shown: `head` at the front, `tail` at the end.
struct Shortening {
    std::size_t head;
    std::size_t tail;
    std::size_t omitted;
};

Shortening shortening(const std::vector<Expression>& arguments) {
    const std::size_t count = arguments.size();
    const bool brief = count > 0 && isShort(arguments[0]);
    const std::size_t head = brief ? 3 : 2;
    if (count <= head + 3)
        return {count, 0, 0};
    return {head, 1, count - head - 1};
}

/// Whether a part of the line is shortened, unless it is opened.
bool hasLongSum(const Expression& e) {
    const bool adds = e.kind == Kind::Sum || e.kind == Kind::Maximum;
    return (adds && shortening(e.arguments).omitted > 0) ||
           std::any_of(e.arguments.begin(), e.arguments.end(), hasLongSum);
}

/// Writes expressions with a fixed number of significant digits.
class Writer {
public:
    Writer(const CellReader& read, const std::vector<double>& lines, const ExplanationStyle& style,
           int digits)
        : m_read(read), m_lines(lines), m_style(style), m_digits(digits) {}

    Piece write(const Expression& e) const;

private:
    Piece number(double value, const Expression* operand = nullptr) const;
    Piece sum(const Expression& e) const;
    Piece product(const Expression& e) const;
    Piece difference(const Expression& e) const;
    Piece quotient(const Expression& e) const;
    Piece maximum(const Expression& e) const;
    Piece power(Piece base, const Piece& exponent) const;
    Piece function(const QString& name, const Piece& argument, double (*value)(double)) const;

    /// The piece as part of something that binds at least as tightly as `binding`.
    Piece inside(Piece piece, Binding binding, bool first = false) const;
    QString numberHtml(const QString& digits, const Expression& operand) const;
    /// What stands for the terms left out, which it opens.
    QString omittedHtml(const QString& text) const;
    Shortening shortened(const std::vector<Expression>& arguments) const;
    double valueOf(const Expression& e) const { return evaluate(e, m_read, m_lines); }

    const CellReader& m_read;
    const std::vector<double>& m_lines;
    const ExplanationStyle& m_style;
    int m_digits;
};

QString withSign(const Piece& piece, const QString& text) {
    return piece.minus ? QStringLiteral("−") + text : text;
}

QString coloured(const QString& text, const QColor& colour) {
    return colour.isValid()
               ? QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text)
               : text;
}

/// Shows what a line leaves out, or hides it again.
QString openingHtml(const QString& text, std::size_t line, const ExplanationStyle& style) {
    return style.links ? openingLinkHtml(text, line, style.quiet) : coloured(text, style.quiet);
}

QString Writer::omittedHtml(const QString& text) const {
    return openingHtml(text, m_lines.size(), m_style);
}

Shortening Writer::shortened(const std::vector<Expression>& arguments) const {
    return m_style.opened.contains(m_lines.size()) ? Shortening{arguments.size(), 0, 0}
                                                   : shortening(arguments);
}

QString Writer::numberHtml(const QString& digits, const Expression& operand) const {
    const QColor colour = m_style.colourOf ? m_style.colourOf(operand.node) : QColor();
    return m_style.links ? cellLinkHtml(digits, operand.node, operand.cell, colour)
                         : coloured(digits, colour);
}

Piece Writer::number(double value, const Expression* operand) const {
    const PrintedNumber text = printNumber(value, m_digits);
    Piece piece;
    piece.minus = text.minus;
    piece.plain = text.digits;
    piece.html = operand ? numberHtml(text.digits, *operand) : text.digits;
    piece.binding = text.scientific ? Multiplying : Atom;
    piece.shown = text.shown;
    return piece;
}

Piece Writer::inside(Piece piece, Binding binding, bool first) const {
    const bool signStands = first || !piece.minus;
    if (piece.binding >= binding && signStands)
        return piece;
    piece.plain = QStringLiteral("(%1)").arg(withSign(piece, piece.plain));
    piece.html = QStringLiteral("(%1)").arg(withSign(piece, piece.html));
    piece.minus = false;
    piece.binding = Atom;
    return piece;
}

Piece Writer::sum(const Expression& e) const {
    if (e.arguments.empty())
        return number(0);
    const Shortening shape = shortened(e.arguments);
    Piece result;
    result.binding = e.arguments.size() > 1 ? Adding : Atom;
    const auto append = [&](const Expression& term) {
        const Piece piece = inside(write(term), Adding, true);
        const bool first = result.plain.isEmpty();
        const QString sign = first ? (piece.minus ? QStringLiteral("−") : QString())
                                   : (piece.minus ? QStringLiteral(" − ") : QStringLiteral(" + "));
        result.plain += sign + piece.plain;
        result.html += sign + piece.html;
        result.shown += piece.shown;
        if (e.arguments.size() == 1)
            result.binding = piece.binding;
    };
    for (std::size_t i = 0; i < shape.head; ++i)
        append(e.arguments[i]);
    if (shape.omitted > 0) {
        double rest = 0;
        for (std::size_t i = shape.head; i < shape.head + shape.omitted; ++i)
            rest += valueOf(e.arguments[i]);
        const PrintedNumber text = printNumber(rest, m_digits);
        const QString omitted =
            tr("… (%1 more, together %2) …").arg(shape.omitted).arg(text.text());
        result.plain += QStringLiteral(" + ") + omitted;
        result.html += QStringLiteral(" + ") + omittedHtml(omitted);
        result.shown += text.shown;
    }
    for (std::size_t i = e.arguments.size() - shape.tail; i < e.arguments.size(); ++i)
        append(e.arguments[i]);
    return result;
}

Piece Writer::product(const Expression& e) const {
    if (e.arguments.empty())
        return number(1);
    Piece result;
    result.shown = 1;
    for (std::size_t i = 0; i < e.arguments.size(); ++i) {
        const Piece piece = inside(write(e.arguments[i]), Multiplying, i == 0);
        if (i == 0) {
            result.minus = piece.minus;
            result.binding = piece.binding;
        } else {
            result.plain += QStringLiteral("·");
            result.html += QStringLiteral("·&#8203;"); // a line may end here, and in no number
            result.binding = Multiplying;
        }
        result.plain += piece.plain;
        result.html += piece.html;
        result.shown *= piece.shown;
    }
    return result;
}

Piece Writer::difference(const Expression& e) const {
    const Piece left = write(e.arguments[0]);
    Piece right = write(e.arguments[1]);
    Piece result;
    result.binding = Adding;
    result.shown = left.shown - right.shown;
    // a − (−b) is written a + b.
    const bool plus = right.minus && right.binding > Adding;
    if (right.binding == Adding)
        right = inside(std::move(right), Multiplying);
    const QString sign = plus ? QStringLiteral(" + ") : QStringLiteral(" − ");
    result.plain = withSign(left, left.plain) + sign + right.plain;
    result.html = withSign(left, left.html) + sign + right.html;
    return result;
}

Piece Writer::quotient(const Expression& e) const {
    const Piece above = inside(write(e.arguments[0]), Multiplying, true);
    const Piece below = inside(write(e.arguments[1]), Raising);
    Piece result;
    result.minus = above.minus;
    result.plain = above.plain + QStringLiteral(" / ") + below.plain;
    result.html = above.html + QStringLiteral(" / ") + below.html;
    result.binding = Multiplying;
    result.shown = above.shown / below.shown;
    return result;
}

Piece Writer::maximum(const Expression& e) const {
    const Shortening shape = shortened(e.arguments);
    Piece result;
    result.shown = -std::numeric_limits<double>::infinity();
    const auto separate = [&] {
        if (!result.plain.isEmpty()) {
            result.plain += QStringLiteral(", ");
            result.html += QStringLiteral(", ");
        }
    };
    const auto append = [&](const Expression& argument) {
        const Piece piece = write(argument);
        separate();
        result.plain += withSign(piece, piece.plain);
        result.html += withSign(piece, piece.html);
        result.shown = std::max(result.shown, piece.shown);
    };
    for (std::size_t i = 0; i < shape.head; ++i)
        append(e.arguments[i]);
    if (shape.omitted > 0) {
        double largest = -std::numeric_limits<double>::infinity();
        for (std::size_t i = shape.head; i < shape.head + shape.omitted; ++i)
            largest = std::max(largest, valueOf(e.arguments[i]));
        const PrintedNumber text = printNumber(largest, m_digits);
        const QString omitted =
            tr("… (%1 more, the largest %2) …").arg(shape.omitted).arg(text.text());
        separate();
        result.plain += omitted;
        result.html += omittedHtml(omitted);
        result.shown = std::max(result.shown, text.shown);
    }
    for (std::size_t i = e.arguments.size() - shape.tail; i < e.arguments.size(); ++i)
        append(e.arguments[i]);
    result.plain = QStringLiteral("max(%1)").arg(result.plain);
    result.html = QStringLiteral("max(%1)").arg(result.html);
    return result;
}

Piece Writer::power(Piece base, const Piece& exponent) const {
    Piece result;
    base = inside(std::move(base), Atom);
    result.plain = base.plain + QStringLiteral("^") +
                   (exponent.binding == Atom && !exponent.minus
                        ? exponent.plain
                        : QStringLiteral("(%1)").arg(withSign(exponent, exponent.plain)));
    result.html =
        QStringLiteral("%1<sup>%2</sup>").arg(base.html, withSign(exponent, exponent.html));
    result.binding = Raising;
    result.shown = std::pow(base.shown, exponent.shown);
    return result;
}

Piece Writer::function(const QString& name, const Piece& argument, double (*value)(double)) const {
    Piece result;
    result.plain = QStringLiteral("%1(%2)").arg(name, withSign(argument, argument.plain));
    result.html = QStringLiteral("%1(%2)").arg(name, withSign(argument, argument.html));
    result.shown = value(argument.shown);
    return result;
}

Piece Writer::write(const Expression& e) const {
    const auto argument = [&] { return write(e.arguments[0]); };
    switch (e.kind) {
    case Kind::Number:
        return number(e.number);
    case Kind::Operand:
        return number(m_read(e.node, e.cell), &e);
    case Kind::Line:
        return number(m_lines[e.line]);
    case Kind::Sum:
        return sum(e);
    case Kind::Product:
        return product(e);
    case Kind::Difference:
        return difference(e);
    case Kind::Quotient:
        return quotient(e);
    case Kind::Maximum:
        return maximum(e);
    case Kind::Negative: {
        Piece piece = argument();
        if (piece.binding == Adding || piece.minus)
            piece = inside(std::move(piece), Multiplying);
        piece.minus = true;
        piece.shown = -piece.shown;
        return piece;
    }
    case Kind::Square: {
        Piece piece = inside(argument(), Atom);
        piece.plain += QStringLiteral("²");
        piece.html += QStringLiteral("²");
        piece.binding = Raising;
        piece.shown *= piece.shown;
        return piece;
    }
    case Kind::Power:
        return power(argument(), write(e.arguments[1]));
#define GF_FUNCTION(kind, builder, written, value)                                                 \
    case Kind::kind:                                                                               \
        return function(QStringLiteral(written), argument(), [](double x) { return value; });
#include "core/graph/function_table.def"
    }
    return {};
}

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// True when computing with the printed numbers and rounding gives the printed result.
bool addsUp(double shown, double value, int digits) {
    return same(printNumber(shown, digits).shown, printNumber(value, digits).shown);
}

/// Digits of the operands and of the result of one line.
struct Digits {
    int operands;
    int result;
};

Digits chooseDigits(const Expression& e, double value, const CellReader& read,
                    const std::vector<double>& lines, const ExplanationStyle& style) {
    // Few digits read best, so they are tried first; the last attempts have as many as there are.
    for (const int result : {4, 3, 5})
        for (int operands = 3; operands <= 6; ++operands)
            if (addsUp(Writer(read, lines, style, operands).write(e).shown, value, result))
                return {operands, result};
    for (const int result : {4, 3, 2})
        for (const int operands : {7, 8, 9, 12, 17})
            if (addsUp(Writer(read, lines, style, operands).write(e).shown, value, result))
                return {operands, result};
    return {17, 1};
}

ExplainedLine writeLine(const QString& symbol, const Expression& e, double value,
                        const CellReader& read, const std::vector<double>& before,
                        const ExplanationStyle& style) {
    ExplainedLine line;
    line.value = value;
    const QString equals = QStringLiteral(" = ");
    if (isPlain(e) && e.kind != Kind::Sum) {
        const Piece piece = Writer(read, before, style, 5).write(e);
        line.plain = symbol + equals + withSign(piece, piece.plain);
        line.html = QStringLiteral("<b>%1</b>").arg(symbol) + equals + withSign(piece, piece.html);
        line.shownValue = line.printed = piece.shown;
        return line;
    }
    const Digits digits = chooseDigits(e, value, read, before, style);
    const Piece piece = Writer(read, before, style, digits.operands).write(e);
    const PrintedNumber result = printNumber(value, digits.result);
    line.plain = symbol + equals + withSign(piece, piece.plain);
    line.html = QStringLiteral("<b>%1</b>").arg(symbol) + equals + withSign(piece, piece.html);
    // A single number that is also the result is not written twice.
    if (withSign(piece, piece.plain) != result.text()) {
        line.plain += equals + result.text();
        line.html += equals + QStringLiteral("<b>%1</b>").arg(result.text());
    }
    if (style.links && style.opened.contains(before.size()) && hasLongSum(e))
        line.html += QStringLiteral(" ") + openingHtml(tr("(show fewer)"), before.size(), style);
    line.shownValue = piece.shown;
    line.printed = result.shown;
    return line;
}

QString hiddenSentence(Hidden hidden) {
    switch (hidden) {
    case Hidden::No:
        return {};
    case Hidden::Causal:
        return tr("Hidden by the causal mask: this key comes after the query.");
    case Hidden::Padding:
        return tr("Hidden by the padding mask: this key is only filler.");
    case Hidden::Both:
        return tr("Hidden by both masks: this key comes after the query, and it is only filler.");
    case Hidden::Chosen:
        return tr("It has been chosen already, and each can be chosen once.");
    case Hidden::Window:
        return tr("Hidden by the window: this key is further back than the query may look.");
    }
    return {};
}

} // namespace

ExplanationText writeExplanation(const Explanation& explanation, const CellReader& read,
                                 const ExplanationStyle& style) {
    ExplanationText text;
    text.hidden = hiddenSentence(explanation.hidden);
    if (explanation.examples > 1)
        text.shared = tr("The %1 examples of the batch add up to this number: first what this "
                         "one gives, then all the others together.")
                          .arg(explanation.examples);
    const std::vector<double> values = evaluate(explanation, read);
    const std::size_t count = explanation.lines.size();
    const bool isLong = count > style.lines;
    const bool shorten = isLong && !style.opened.contains(allLines);
    const std::size_t head = shorten ? 4 : count;
    const std::size_t tail = shorten ? 3 : 0;
    std::vector<double> before;
    for (std::size_t i = 0; i < count; ++i) {
        const ExplanationLine& line = explanation.lines[i];
        if (i < head || i >= count - tail) {
            const QString symbol = i + 1 == count && !style.cellSymbol.isEmpty()
                                       ? style.cellSymbol
                                       : QString::fromStdString(line.symbol);
            text.lines.push_back(
                writeLine(symbol, line.expression, values[i], read, before, style));
        } else if (i == head) {
            ExplainedLine gap;
            gap.plain = tr("… %1 more like these …").arg(count - head - tail);
            gap.html = openingHtml(gap.plain, allLines, style);
            text.lines.push_back(gap);
        }
        before.push_back(values[i]);
    }
    if (isLong && !shorten && style.links)
        text.lines.back().html +=
            QStringLiteral(" ") + openingHtml(tr("(show fewer lines)"), allLines, style);
    text.recomputed = values.empty() ? 0 : values.back();
    return text;
}

} // namespace gf
