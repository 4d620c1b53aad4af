// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/card_frame.h"

#include "ui/theme/theme.h"

#include <QAccessible>
#include <QPainter>
#include <QVBoxLayout>

namespace gf {

namespace {

constexpr int sideLine = 3; ///< pixels of the line at the side

} // namespace

TextBlock* newLessonText(QWidget* parent) {
    auto* text = new TextBlock(parent);
    text->setFocusPolicy(Qt::ClickFocus);
    text->document()->setDefaultStyleSheet(
        QStringLiteral("p { margin: 0 0 6px 0 } ul, ol { margin: 0 0 6px 0 }"));
    return text;
}

CardFrame::CardFrame(Kind kind, const QString& heading, QWidget* parent)
    : QFrame(parent), m_kind(kind), m_rows(new QVBoxLayout(this)) {
    m_rows->setContentsMargins(sideLine + 9, 6, 8, 7);
    m_rows->setSpacing(5);
    auto* word = new PlainLabel(heading, this);
    word->setForegroundRole(QPalette::PlaceholderText);
    m_rows->addWidget(word);
}

TextBlock* CardFrame::addText(const QString& html) {
    TextBlock* text = newLessonText(this);
    text->write(html);
    m_rows->addWidget(text);
    return text;
}

void CardFrame::announce(const QString& sentence) {
    setAccessibleDescription(sentence);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void CardFrame::paintEvent(QPaintEvent*) {
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.raised);
    painter.fillRect(QRect(0, 0, sideLine, height()),
                     m_kind == Kind::Question ? theme.selection : theme.success);
}

} // namespace gf
