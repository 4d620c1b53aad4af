// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour_card.h"

#include "ui/controls/shortcuts.h"
#include "ui/language/plain_text.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace gf {

TourCard::TourCard(QWidget* parent)
    : QFrame(parent), m_title(new PlainLabel(this)), m_text(new PlainLabel(this)),
      m_count(new PlainLabel(this)), m_course(new QPushButton(tr("&Course"), this)),
      m_back(new QPushButton(tr("&Back"), this)), m_next(new QPushButton(this)) {
    setObjectName(QStringLiteral("tourCard"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setWordWrap(true);
    m_text->setWordWrap(true);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_course->setObjectName(QStringLiteral("tourCourse"));
    m_course->setToolTip(
        tr("Learn with the course in the place of the tour; both are in the Help menu later"));
    m_back->setObjectName(QStringLiteral("tourBack"));
    m_next->setObjectName(QStringLiteral("tourNext"));
    auto* skip = new QToolButton(this);
    skip->setText(QStringLiteral("×"));
    skip->setObjectName(QStringLiteral("tourSkip"));
    skip->setAutoRaise(true);
    skip->setToolTip(tipWithKeys(tr("End the tour; Help, Tour begins it again"), Command::Release));
    skip->setAccessibleName(tr("End the tour"));
    // A click leaves the keyboard, and with it Space and the arrows, where it is.
    for (QAbstractButton* button :
         {static_cast<QAbstractButton*>(m_course), static_cast<QAbstractButton*>(m_back),
          static_cast<QAbstractButton*>(m_next), static_cast<QAbstractButton*>(skip)})
        button->setFocusPolicy(Qt::TabFocus);
    connect(m_course, &QPushButton::clicked, this, &TourCard::courseWanted);
    connect(m_back, &QPushButton::clicked, this, &TourCard::back);
    connect(m_next, &QPushButton::clicked, this, &TourCard::next);
    connect(skip, &QToolButton::clicked, this, &TourCard::skipped);

    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(skip, 0, Qt::AlignTop);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_count, 1);
    bottom->addWidget(m_course);
    bottom->addWidget(m_back);
    bottom->addWidget(m_next);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(12, 6, 8, 8);
    rows->setSpacing(6);
    rows->addLayout(top);
    rows->addWidget(m_text);
    rows->addStretch(1);
    rows->addLayout(bottom);
    hide();
}

void TourCard::show(const QString& title, const QString& text, int number, int count) {
    m_title->setText(title);
    m_text->setText(text);
    m_count->setText(tr("%1 of %2").arg(number).arg(count));
    m_count->setAccessibleName(tr("Stop %1 of %2 of the tour").arg(number).arg(count));
    m_course->setVisible(number == 1);
    m_back->setEnabled(number > 1);
    m_next->setText(number < count ? tr("&Next") : tr("&Done"));
    setAccessibleName(title);
    setAccessibleDescription(text);
    show();
    raise();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QSize TourCard::sizeFor(int width) const {
    return {width, layout()->totalHeightForWidth(width)};
}

void TourCard::takeKeyboard() {
    m_next->setFocus(Qt::ShortcutFocusReason);
}

/// A ground that stands out from the panels, and a border in the colour of the frame that it
/// belongs to.
void TourCard::paintEvent(QPaintEvent*) {
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.raised);
    painter.setPen(QPen(theme.selection, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

} // namespace gf
