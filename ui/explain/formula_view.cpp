// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/formula_view.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double enlarged = 1.55; ///< relative to the panel's text
constexpr double smallest = 0.9;
constexpr double lineGap = 8;
constexpr double padding = 12;

Hue hueFor(QChar letter) {
    switch (letter.unicode()) {
    case 'q':
        return Hue::Query;
    case 'k':
        return Hue::Key;
    case 'v':
        return Hue::Value;
    case 'a':
        return Hue::Attention;
    case 'f':
        return Hue::FeedForward;
    case 'r':
        return Hue::Residual;
    default:
        return Hue::Neutral;
    }
}

} // namespace

FormulaView::FormulaView(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FormulaView::setFormula(const QStringList& lines) {
    if (lines == m_notation)
        return;
    m_notation = lines;
    m_lines.clear();
    for (const QString& line : lines)
        m_lines.emplace_back(line);
    setAccessibleName(tr("Formula: %1").arg(plain().join(QStringLiteral("; "))));
    setVisible(!lines.isEmpty());
    updateGeometry();
    update();
}

QStringList FormulaView::plain() const {
    QStringList result;
    for (const Formula& line : m_lines)
        result << line.plain();
    return result;
}

QFont FormulaView::fontFor(int width) const {
    QFont font(QStringLiteral("serif"));
    font.setStyleHint(QFont::Serif);
    const double points = this->font().pointSizeF();
    font.setPointSizeF(points * enlarged);
    double widest = 1;
    for (const Formula& line : m_lines)
        widest = std::max(widest, line.size(font).width());
    const double room = width - 2 * padding;
    if (widest > room)
        font.setPointSizeF(std::max(points * smallest, points * enlarged * room / widest));
    return font;
}

QSize FormulaView::sizeHint() const {
    return {260, heightForWidth(260)};
}

QSize FormulaView::minimumSizeHint() const {
    return {80, 0};
}

int FormulaView::heightForWidth(int width) const {
    const QFont font = fontFor(width);
    double height = 2 * padding - lineGap;
    for (const Formula& line : m_lines)
        height += line.size(font).height() + lineGap;
    return m_lines.empty() ? 0 : static_cast<int>(std::ceil(height));
}

void FormulaView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(palette());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(QRectF(rect()), 6, 6);
    painter.setPen(theme.text);
    const QFont font = fontFor(width());
    const auto colour = [&](QChar letter) { return theme.textHue(hueFor(letter)); };
    double y = padding;
    for (const Formula& line : m_lines) {
        line.paint(painter, {padding, y}, font, colour);
        y += line.size(font).height() + lineGap;
    }
}

} // namespace gf
