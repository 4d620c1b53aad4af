// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/example/token_bars.h"

#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gf {

namespace {

constexpr int usualHeight = 22;
constexpr double leastHeight = 6;
constexpr double narrowest = 5;
constexpr double space = 3;

/// "<eos>" is "eos" where there is little room.
QString withoutBrackets(const QString& token) {
    const bool isSpecial = token.size() > 3 && token.startsWith('<') && token.endsWith('>');
    return isSpecial ? token.mid(1, token.size() - 2) : token;
}

} // namespace

TokenBars::TokenBars(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Probability of each predicted token"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    measureWords();
}

qsizetype TokenBars::count() const {
    return std::min(m_tokens.size(), static_cast<qsizetype>(m_probabilities.size()));
}

void TokenBars::setAnswer(const Answer& answer) {
    m_tokens.clear();
    for (const std::string& token : answer.tokens)
        m_tokens += tokenText(token);
    m_probabilities = answer.probabilities;
    QStringList words;
    for (int i = 0; i < count(); ++i)
        words += tr("%1: %2 %").arg(m_tokens[i], NumberFormat{0, 1}.text(100 * probability(i)));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    measureWords();
    updateGeometry();
    update();
}

QSize TokenBars::sizeHint() const {
    const double wanted = static_cast<double>(m_tokens.size()) * widest();
    return {static_cast<int>(std::clamp(wanted, 60.0, 15 * widest())),
            usualHeight + fontMetrics().height() + 2};
}

/// In a low place the bars give way, not the words under them.
double TokenBars::barHeight() const {
    const double room = height() - fontMetrics().height() - 2;
    return std::clamp(room, leastHeight, static_cast<double>(usualHeight));
}

/// A bar wide enough for a short word.
double TokenBars::widest() const {
    return std::max(28.0, 1.7 * fontMetrics().height());
}

/// Of words, or of numbers of tokens, rather the first ones are readable than none.
double TokenBars::leastWidth() const {
    constexpr double fewLetters = 2;
    const auto count = static_cast<double>(std::max<qsizetype>(1, m_tokens.size()));
    const QString all = m_tokens.join(QString());
    if (static_cast<double>(all.size()) <= fewLetters * count)
        return narrowest;
    return space + fontMetrics().horizontalAdvance(all) / count;
}

void TokenBars::measureWords() {
    m_least = leastWidth();
    // Longer words get what room there is.
    m_most = std::max(m_least, widest());
    m_wide.clear();
    for (const QString& token : m_tokens) {
        const auto wide = [&](const QString& word) {
            return space + std::ceil(fontMetrics().horizontalAdvance(word) + 1.0);
        };
        m_most = std::max(m_most, wide(token));
        m_wide.push_back(wide(withoutBrackets(token)));
    }
}

double TokenBars::barWidth() const {
    const auto count = std::max<qsizetype>(1, m_tokens.size());
    return std::clamp(width() / static_cast<double>(count), m_least, m_most);
}

/// Bars are equally wide, but where some words have no room then and all have it in bars of their
/// own widths.
double TokenBars::left(qsizetype index) const {
    const double spare = width() - std::accumulate(m_wide.begin(), m_wide.end(), 0.0);
    if (spare < 0 || m_wide.empty() || barWidth() >= std::ranges::max(m_wide))
        return static_cast<double>(index) * barWidth();
    const double each = spare / static_cast<double>(m_wide.size());
    return std::accumulate(m_wide.begin(), m_wide.begin() + index, 0.0) +
           each * static_cast<double>(index);
}

QRectF TokenBars::barRect(int index) const {
    const QRectF rect(left(index), 0, left(index + 1) - left(index) - space, barHeight());
    return rect.right() <= width() ? rect : QRectF();
}

void TokenBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QColor text = palette().color(QPalette::WindowText);
    QColor empty = text;
    empty.setAlpha(30);
    const QColor full = palette().color(QPalette::Highlight);
    const bool words = barWidth() >= fontMetrics().averageCharWidth() + space;
    for (int i = 0; i < count(); ++i) {
        const QRectF rect = barRect(i);
        if (rect.isEmpty())
            return;
        const double height = rect.height() * partOf(probability(i), 1);
        painter.fillRect(rect, empty);
        painter.fillRect(QRectF(rect.left(), rect.bottom() - height, rect.width(), height), full);
        if (!words)
            continue;
        const QRectF below(rect.left(), barHeight() + 1, rect.width(), fontMetrics().height());
        painter.setPen(text);
        QString token = m_tokens[i];
        if (fontMetrics().horizontalAdvance(token) > 1.3 * below.width())
            token = withoutBrackets(token);
        painter.setFont(fontFor(token, below.width()));
        painter.drawText(below, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(token, Qt::ElideRight,
                                                          static_cast<int>(below.width())));
    }
}

/// The widget's font, a little smaller where a long token ("<eos>") would not fit.
QFont TokenBars::fontFor(const QString& token, double width) const {
    QFont smaller = font();
    const double wanted = fontMetrics().horizontalAdvance(token);
    constexpr double least = 0.75;
    if (wanted > width)
        smaller.setPointSizeF(font().pointSizeF() * std::max(least, width / wanted));
    return smaller;
}

bool TokenBars::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        qsizetype index = 0;
        while (index < count() && left(index + 1) <= help->pos().x())
            ++index;
        if (index < count())
            showTip(help->globalPos(),
                    tr("“%1” with probability %2 %")
                        .arg(m_tokens[index], NumberFormat{0, 2}.text(100 * probability(index))),
                    this);
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::FontChange)
        measureWords();
    return QWidget::event(event);
}

} // namespace gf
