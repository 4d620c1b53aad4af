// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/formula.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cassert>
#include <utility>

namespace gf {

namespace {
constexpr double scriptSize = 0.72;    ///< of a sub- or superscript, relative to its base
constexpr double smallestPoints = 6.5; ///< scripts of scripts stay legible
constexpr double ruleWidth = 0.055;    ///< of fractions and roots, relative to the font's height
} // namespace

struct Formula::Box {
    enum class Kind { Text, Row, Fraction, Root, Scripts, Coloured };

    Kind kind = Kind::Row;
    QString text;
    bool upright = false;
    QChar colour;
    // Row: the parts; Fraction: above, below; Root and Coloured: the inside;
    // Scripts: base, subscript (may be null), superscript (may be null).
    std::vector<std::unique_ptr<Box>> parts;

    struct Extent {
        double width = 0;
        double ascent = 0;
        double descent = 0;
    };

    Extent measure(const QFont& font) const;
    void paint(QPainter& painter, double x, double baseline, const QFont& font,
               const Colours& colours) const;
    QString plain() const;
};

namespace {

using Box = Formula::Box;
using Kind = Box::Kind;

std::unique_ptr<Box> makeBox(Kind kind) {
    auto box = std::make_unique<Box>();
    box->kind = kind;
    return box;
}

QFont textFont(QFont font, bool italic) {
    font.setItalic(italic);
    return font;
}

QFont smaller(QFont font) {
    font.setPointSizeF(std::max(smallestPoints, font.pointSizeF() * scriptSize));
    return font;
}

bool isLetter(QChar c) {
    return (c >= QLatin1Char('a') && c <= QLatin1Char('z')) ||
           (c >= QLatin1Char('A') && c <= QLatin1Char('Z'));
}

/// The notation, read from left to right.
class Parser {
public:
    explicit Parser(QString text) : m_text(std::move(text)) {}

    std::unique_ptr<Box> row() {
        auto row = makeBox(Kind::Row);
        while (m_at < m_text.size() && m_text[m_at] != QLatin1Char('}'))
            row->parts.push_back(withScripts(item()));
        return row;
    }

private:
    std::unique_ptr<Box> item() {
        const QChar c = m_text[m_at];
        if (c == QLatin1Char('{'))
            return group();
        if (c == QLatin1Char('\\'))
            return command();
        auto text = makeBox(Kind::Text);
        text->upright = !isLetter(c);
        // Runs of one kind are set together, but a letter that carries a script stands alone.
        while (m_at < m_text.size() && !isSpecial(m_text[m_at]) &&
               isLetter(m_text[m_at]) != text->upright) {
            const bool scripted = m_at + 1 < m_text.size() && isScript(m_text[m_at + 1]);
            if (scripted && !text->text.isEmpty())
                break;
            text->text += m_text[m_at++];
            if (scripted)
                break;
        }
        return text;
    }

    std::unique_ptr<Box> group() {
        ++m_at;
        auto inside = row();
        assert(m_at < m_text.size() && "every { has its }");
        ++m_at;
        return inside;
    }

    std::unique_ptr<Box> command() {
        ++m_at;
        QString name;
        while (m_at < m_text.size() && isLetter(m_text[m_at]))
            name += m_text[m_at++];
        if (name == QLatin1String("frac")) {
            auto fraction = makeBox(Kind::Fraction);
            fraction->parts.push_back(group());
            fraction->parts.push_back(group());
            return fraction;
        }
        if (name == QLatin1String("sqrt")) {
            auto root = makeBox(Kind::Root);
            root->parts.push_back(group());
            return root;
        }
        if (name == QLatin1String("text")) {
            auto text = makeBox(Kind::Text);
            text->upright = true;
            ++m_at;
            while (m_at < m_text.size() && m_text[m_at] != QLatin1Char('}'))
                text->text += m_text[m_at++];
            ++m_at;
            return text;
        }
        assert(name.size() == 1 && "a colour is one letter");
        auto coloured = makeBox(Kind::Coloured);
        coloured->colour = name.isEmpty() ? QChar() : name[0];
        coloured->parts.push_back(group());
        return coloured;
    }

    std::unique_ptr<Box> withScripts(std::unique_ptr<Box> base) {
        std::unique_ptr<Box> below;
        std::unique_ptr<Box> above;
        while (m_at < m_text.size() && isScript(m_text[m_at])) {
            const bool sub = m_text[m_at++] == QLatin1Char('_');
            (sub ? below : above) = script();
        }
        if (!below && !above)
            return base;
        auto scripts = makeBox(Kind::Scripts);
        scripts->parts.push_back(std::move(base));
        scripts->parts.push_back(std::move(below));
        scripts->parts.push_back(std::move(above));
        return scripts;
    }

    /// After _ or ^: a group, a command, or one character.
    std::unique_ptr<Box> script() {
        const QChar c = m_text[m_at];
        if (c == QLatin1Char('{'))
            return group();
        if (c == QLatin1Char('\\'))
            return command();
        auto text = makeBox(Kind::Text);
        text->upright = !isLetter(c);
        text->text = m_text[m_at++];
        return text;
    }

    static bool isScript(QChar c) { return c == QLatin1Char('_') || c == QLatin1Char('^'); }
    static bool isSpecial(QChar c) {
        return c == QLatin1Char('{') || c == QLatin1Char('}') || c == QLatin1Char('\\') ||
               isScript(c);
    }

    QString m_text;
    qsizetype m_at = 0;
};

/// Height of the line that a fraction's rule stands on, above the baseline.
double axisHeight(const QFont& font) {
    return QFontMetricsF(font).xHeight() * 0.55;
}

double gapOf(const QFont& font) {
    return QFontMetricsF(font).height() * 0.08;
}

} // namespace

Box::Extent Box::measure(const QFont& font) const {
    const QFontMetricsF metrics(font);
    switch (kind) {
    case Kind::Text:
        return {QFontMetricsF(textFont(font, !upright)).horizontalAdvance(text), metrics.ascent(),
                metrics.descent()};
    case Kind::Row: {
        Extent row{0, metrics.ascent(), metrics.descent()};
        for (const auto& part : parts) {
            const Extent extent = part->measure(font);
            row.width += extent.width;
            row.ascent = std::max(row.ascent, extent.ascent);
            row.descent = std::max(row.descent, extent.descent);
        }
        return row;
    }
    case Kind::Coloured:
        return parts[0]->measure(font);
    case Kind::Fraction: {
        const Extent above = parts[0]->measure(font);
        const Extent below = parts[1]->measure(font);
        const double gap = gapOf(font);
        const double axis = axisHeight(font);
        return {std::max(above.width, below.width) + 4 * gap,
                axis + gap + above.ascent + above.descent,
                below.ascent + below.descent + gap - axis};
    }
    case Kind::Root: {
        Extent inside = parts[0]->measure(font);
        inside.width += metrics.height() * 0.55;
        inside.ascent += gapOf(font);
        return inside;
    }
    case Kind::Scripts: {
        Extent extent = parts[0]->measure(font);
        const QFont small = smaller(font);
        double width = 0;
        if (parts[1]) {
            const Extent sub = parts[1]->measure(small);
            width = sub.width;
            extent.descent = std::max(extent.descent, sub.descent + metrics.height() * 0.18);
        }
        if (parts[2]) {
            const Extent super = parts[2]->measure(small);
            width = std::max(width, super.width);
            extent.ascent = std::max(extent.ascent, super.ascent + metrics.height() * 0.3);
        }
        extent.width += width + gapOf(font) * 0.6;
        return extent;
    }
    }
    return {};
}

void Box::paint(QPainter& painter, double x, double baseline, const QFont& font,
                const Colours& colours) const {
    const QFontMetricsF metrics(font);
    switch (kind) {
    case Kind::Text:
        painter.setFont(textFont(font, !upright));
        painter.drawText(QPointF(x, baseline), text);
        return;
    case Kind::Row:
        for (const auto& part : parts) {
            part->paint(painter, x, baseline, font, colours);
            x += part->measure(font).width;
        }
        return;
    case Kind::Coloured: {
        const QPen before = painter.pen();
        const QColor colour = colours ? colours(this->colour) : QColor();
        if (colour.isValid())
            painter.setPen(colour);
        parts[0]->paint(painter, x, baseline, font, colours);
        painter.setPen(before);
        return;
    }
    case Kind::Fraction: {
        const Extent all = measure(font);
        const Extent above = parts[0]->measure(font);
        const Extent below = parts[1]->measure(font);
        const double gap = gapOf(font);
        const double rule = baseline - axisHeight(font);
        parts[0]->paint(painter, x + (all.width - above.width) / 2, rule - gap - above.descent,
                        font, colours);
        parts[1]->paint(painter, x + (all.width - below.width) / 2, rule + gap + below.ascent, font,
                        colours);
        painter.fillRect(QRectF(x + gap, rule, all.width - 2 * gap, metrics.height() * ruleWidth),
                         painter.pen().color());
        return;
    }
    case Kind::Root: {
        const Extent inside = parts[0]->measure(font);
        const double hook = metrics.height() * 0.5;
        const double top = baseline - inside.ascent - gapOf(font) * 0.3;
        const double bottom = baseline + inside.descent * 0.8;
        QPainterPath path;
        path.moveTo(x, baseline - metrics.xHeight() * 0.55);
        path.lineTo(x + hook * 0.28, baseline - metrics.xHeight() * 0.7);
        path.lineTo(x + hook * 0.58, bottom);
        path.lineTo(x + hook * 0.95, top);
        path.lineTo(x + hook + inside.width + metrics.height() * 0.03, top);
        QPen pen = painter.pen();
        const QPen before = pen;
        pen.setWidthF(metrics.height() * ruleWidth);
        pen.setJoinStyle(Qt::MiterJoin);
        painter.strokePath(path, pen);
        painter.setPen(before);
        parts[0]->paint(painter, x + hook, baseline, font, colours);
        return;
    }
    case Kind::Scripts: {
        parts[0]->paint(painter, x, baseline, font, colours);
        x += parts[0]->measure(font).width + gapOf(font) * 0.3;
        const QFont small = smaller(font);
        if (parts[1])
            parts[1]->paint(painter, x, baseline + metrics.height() * 0.18, small, colours);
        if (parts[2])
            parts[2]->paint(painter, x, baseline - metrics.height() * 0.3, small, colours);
        return;
    }
    }
}

QString Box::plain() const {
    switch (kind) {
    case Kind::Text:
        return text;
    case Kind::Row: {
        QString all;
        for (const auto& part : parts)
            all += part->plain();
        return all;
    }
    case Kind::Coloured:
        return parts[0]->plain();
    case Kind::Fraction:
        return QStringLiteral("(%1) / (%2)").arg(parts[0]->plain(), parts[1]->plain());
    case Kind::Root:
        return QStringLiteral("√(%1)").arg(parts[0]->plain());
    case Kind::Scripts: {
        QString all = parts[0]->plain();
        if (parts[1])
            all += QStringLiteral("_") + parts[1]->plain();
        if (parts[2])
            all += QStringLiteral("^") + parts[2]->plain();
        return all;
    }
    }
    return {};
}

Formula::Formula(const QString& notation) {
    if (!notation.isEmpty())
        m_root = Parser(notation).row();
}

Formula::~Formula() = default;
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(Formula&&) noexcept = default;

QSizeF Formula::size(const QFont& font) const {
    if (!m_root)
        return {};
    const Box::Extent extent = m_root->measure(font);
    return {extent.width, extent.ascent + extent.descent};
}

void Formula::paint(QPainter& painter, QPointF corner, const QFont& font,
                    const Colours& colours) const {
    if (m_root)
        m_root->paint(painter, corner.x(), corner.y() + m_root->measure(font).ascent, font,
                      colours);
}

QString Formula::plain() const {
    return m_root ? m_root->plain() : QString();
}

} // namespace gf
