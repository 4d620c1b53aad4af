// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/poll_bars.h"

#include "ui/lesson/lesson_words.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace gf {

namespace {

constexpr int edge = 8;
constexpr double least = 0.7; ///< lines of text that a bar is high at least
constexpr double most = 2.2;

QString shareText(int count, int total) {
    return total > 0
               ? QStringLiteral("%1 (%2\u00a0%)").arg(count).arg(qRound(100.0 * count / total))
               : QString();
}

} // namespace

PollBars::PollBars(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("roomBars"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PollBars::show(const ClassPoll& poll, const LessonQuestion& question, bool shows) {
    using When = ClassPoll::When;
    m_rows.clear();
    m_shows = shows;
    m_before = poll.total(question, When::Before);
    m_after = poll.total(question, When::After);
    for (std::size_t i = 0; i < question.answers.size(); ++i)
        m_rows.push_back({letterOf(i) + QStringLiteral(": ") +
                              lessonPlain(poll.lesson(), {question.line, question.answers[i].text},
                                          [](const LessonClaim& claim) { return claim.value; }),
                          question.answers[i].right, poll.count(question, i, When::Before),
                          poll.count(question, i, When::After)});
    QStringList said;
    for (const Row& row : std::as_const(m_rows))
        said += wordsOf(row);
    setAccessibleName(tr("What the room said"));
    setAccessibleDescription(said.join(' '));
    updateGeometry();
    update();
}

QString PollBars::wordsOf(const Row& row) const {
    const QString right = m_shows && row.isRight ? tr("Right: ") : QString();
    return right + tr("%1: %2 before, %3 after.").arg(row.answer).arg(row.before).arg(row.after);
}

QSize PollBars::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 70,
            static_cast<int>(m_rows.size()) * fontMetrics().height() * 5};
}

QSize PollBars::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 40,
            static_cast<int>(m_rows.size()) * fontMetrics().height() * 4};
}

/// In bold letters, which a right answer has: nothing moves when it is marked.
QRect PollBars::titleRoom(const Row& row) const {
    QFont bold = font();
    bold.setBold(true);
    return QFontMetrics(bold).boundingRect(QRect(edge, 0, width() - 2 * edge, height()),
                                           Qt::TextWordWrap, titleOf(row, true));
}

QString PollBars::titleOf(const Row& row, bool isMarked) {
    return isMarked ? QStringLiteral("✓ ") + row.answer : row.answer;
}

void PollBars::paintEvent(QPaintEvent* /*event*/) {
    if (m_rows.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(palette());
    const int line = fontMetrics().height();
    const double room = static_cast<double>(height()) / static_cast<double>(m_rows.size());
    const int words = std::max(fontMetrics().horizontalAdvance(tr("before", "the experiment")),
                               fontMetrics().horizontalAdvance(tr("after", "the experiment"))) +
                      edge;
    const int numbers = fontMetrics().horizontalAdvance(shareText(8888, 8888)) + edge;
    const double longest = width() - 2 * edge - words - numbers;
    const int all = std::max({1, m_before, m_after});
    int titles = line;
    for (const Row& row : std::as_const(m_rows))
        titles = std::max(titles, titleRoom(row).height());
    const double thick =
        std::clamp((room - titles - 0.8 * line) / 2 - 3, line * least, line * most);
    double y = 0;
    for (const Row& row : std::as_const(m_rows)) {
        const bool isMarked = m_shows && row.isRight;
        const int title = titleRoom(row).height();
        QFont font = painter.font();
        font.setBold(isMarked);
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(QRectF(edge, y, width() - 2 * edge, title), Qt::TextWordWrap,
                         titleOf(row, isMarked));
        font.setBold(false);
        painter.setFont(font);
        const auto bar = [&](double top, const QString& name, int count, int total, Hue hue) {
            painter.setPen(theme.mutedText);
            painter.drawText(QRectF(edge, top, words, thick), Qt::AlignLeft | Qt::AlignVCenter,
                             name);
            const double length = longest * count / all;
            painter.fillRect(QRectF(edge + words, top, std::max(length, 1.0), thick),
                             theme.hue(hue));
            painter.setPen(theme.text);
            painter.drawText(QRectF(edge + words + length + edge, top, numbers, thick),
                             Qt::AlignLeft | Qt::AlignVCenter, shareText(count, total));
        };
        bar(y + title + 2, tr("before", "the experiment"), row.before, m_before, Hue::Residual);
        bar(y + title + thick + 5, tr("after", "the experiment"), row.after, m_after, Hue::Value);
        y += room;
    }
}

} // namespace gf
