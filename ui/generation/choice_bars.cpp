// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/choice_bars.h"

#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace gf {

namespace {

QString percent(double share) {
    return share > 0 && share < 0.001
               ? QStringLiteral("< 0.1 %")
               : QStringLiteral("%1 %").arg(NumberFormat{0, 1}.text(100 * share));
}

} // namespace

ChoiceBars::ChoiceBars(QWidget* parent) : QWidget(parent) {}

void ChoiceBars::setMoment(const GenerationMoment& moment, const GenerationSettings& settings) {
    m_moment = moment;
    m_settings = settings;
    describe();
    update();
}

/// For those who cannot see the bars.
void ChoiceBars::describe() {
    QStringList parts;
    for (int i = 0; i < std::min<int>(8, static_cast<int>(m_moment.choices.size())); ++i)
        parts << tr("“%1” %2").arg(m_moment.choices[i].token,
                                   percent(m_moment.choices[i].probability));
    setAccessibleName(tr("Distribution of the next token"));
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
}

double ChoiceBars::lineHeight() const {
    return fontMetrics().height() * 1.45;
}

QString ChoiceBars::noteFor(const NextChoice& choice) const {
    switch (choice.cut) {
    case NextChoice::Cut::TopK:
        return tr("cut by top-k");
    case NextChoice::Cut::TopP:
        return tr("cut by top-p");
    case NextChoice::Cut::Greedy:
        return {};
    case NextChoice::Cut::None:
        break;
    }
    return m_settings.way == GenerationSettings::Way::Sample
               ? tr("drawn with %1").arg(percent(choice.share))
               : QString();
}

void ChoiceBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(palette());
    const QFontMetricsF metrics(font());
    const double line = lineHeight();
    const bool sampled = m_settings.way == GenerationSettings::Way::Sample;
    const double wordWidth = std::max(metrics.horizontalAdvance(QStringLiteral("<eos>")),
                                      std::min(width() * 0.22, 120.0));
    const double numberWidth = metrics.horizontalAdvance(QStringLiteral("100.0 %")) + 6;
    const double noteWidth =
        sampled ? metrics.horizontalAdvance(tr("drawn with %1").arg(percent(0.9999))) + 8 : 0;
    const double left = wordWidth + 10;
    const double room = std::max(30.0, width() - left - numberWidth - noteWidth - 6);
    const int lines = std::max(1, static_cast<int>(height() / line));
    const auto count = static_cast<int>(m_moment.choices.size());
    for (int i = 0; i < std::min(count, lines); ++i) {
        // The chosen one is shown even where it is far down.
        const bool last = i + 1 == std::min(count, lines);
        const int index = last && m_moment.chosen > i ? m_moment.chosen : i;
        const NextChoice& choice = m_moment.choices[index];
        const bool cut = choice.cut == NextChoice::Cut::TopK || choice.cut == NextChoice::Cut::TopP;
        const bool chosen = index == m_moment.chosen;
        const QRectF row(0, i * line, width() - 1, line);
        if (chosen) {
            painter.setPen(QPen(theme.selection, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(row.adjusted(1, 1, -1, -1), 4, 4);
        }
        QFont face = font();
        face.setBold(chosen);
        face.setStrikeOut(cut);
        painter.setFont(face);
        painter.setPen(cut ? theme.mutedText : theme.text);
        painter.drawText(QRectF(6, row.top(), wordWidth - 2, line),
                         Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(choice.token, Qt::ElideRight, wordWidth - 2));
        face.setStrikeOut(false);
        painter.setFont(face);
        const double high = line * 0.56;
        const QRectF bar(left, row.center().y() - high / 2, room * partOf(choice.probability, 1),
                         high);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.grid);
        painter.drawRect(QRectF(left, bar.top(), room, high));
        const QColor fill = chosen ? theme.selection : theme.mutedText;
        painter.setBrush(cut ? QBrush(fill, Qt::BDiagPattern) : QBrush(fill));
        painter.drawRect(bar);
        if (sampled && !cut) {
            // The share after temperature and cuts, as a mark over the bar.
            const double x = left + room * partOf(choice.share, 1);
            painter.setPen(QPen(theme.text, 2));
            painter.drawLine(QPointF(x, bar.top() - 2), QPointF(x, bar.bottom() + 2));
        }
        painter.setPen(cut ? theme.mutedText : theme.text);
        painter.drawText(QRectF(left + room, row.top(), numberWidth, line),
                         Qt::AlignRight | Qt::AlignVCenter, percent(choice.probability));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(left + room + numberWidth + 6, row.top(), noteWidth, line),
                         Qt::AlignLeft | Qt::AlignVCenter, noteFor(choice));
    }
}

} // namespace gf
