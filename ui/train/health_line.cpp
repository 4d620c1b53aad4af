// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/health_line.h"

#include "ui/language/plain_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <utility>

namespace gf {

namespace {

constexpr int dotSize = 8; ///< pixels
constexpr int dotRoom = 8;

QColor colourOf(Health::State state, const Theme& theme) {
    switch (state) {
    case Health::State::Unknown:
    case Health::State::Begun:
        return theme.mutedText;
    case Health::State::Learning:
        return theme.selection;
    case Health::State::Learnt:
        return theme.success;
    case Health::State::Diverged:
        return theme.error;
    default:
        return theme.warning;
    }
}

} // namespace

HealthLine::HealthLine(QWidget* parent)
    : QWidget(parent), m_label(new PlainLabel(this)), m_button(new QToolButton(this)) {
    setObjectName(QStringLiteral("healthLine"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(dotRoom + dotSize, 0, 0, 0);
    row->setSpacing(dotRoom);
    m_label->setObjectName(QStringLiteral("health"));
    m_label->setAccessibleName(tr("How the run does"));
    // The sentence takes what room it needs, and the button follows it.
    m_label->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_label->setMinimumWidth(1);
    m_button->setObjectName(QStringLiteral("healthAction"));
    QFont letters = m_button->font();
    letters.setUnderline(true); // it is no button among those of the row above
    m_button->setFont(letters);
    m_button->hide();
    connect(m_button, &QToolButton::clicked, this, &HealthLine::wanted);
    row->addWidget(m_label);
    row->addWidget(m_button);
    row->addStretch(1);
    keepHeight();
}

void HealthLine::say(Health::State state, const QString& sentence, const QString& tip,
                     const QString& button) {
    if (std::exchange(m_state, state) != state)
        update();
    const bool other = m_sentence != sentence || m_button->text() != button;
    m_sentence = sentence;
    const QString whole = tip.isEmpty() ? sentence : sentence + QStringLiteral("\n\n") + tip;
    m_label->setToolTip(plainTip(whole));
    m_label->setAccessibleDescription(whole);
    m_button->setText(button);
    m_button->setAccessibleName(button);
    m_button->setVisible(!button.isEmpty());
    if (other)
        fitSentence();
}

/// What is longer than the line is in the tip.
void HealthLine::fitSentence() {
    const int button = m_button->isHidden() ? 0 : m_button->sizeHint().width() + dotRoom;
    const int room = width() - dotRoom - dotSize - button;
    m_label->setText(m_label->fontMetrics().elidedText(m_sentence, Qt::ElideRight, room));
}

void HealthLine::keepHeight() {
    const QString words = m_button->text();
    m_button->setText(QStringLiteral("X"));
    setFixedHeight(m_button->sizeHint().height());
    m_button->setText(words);
}

void HealthLine::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colourOf(m_state, Theme::of(palette())));
    painter.drawEllipse(QRectF(dotRoom / 2.0, (height() - dotSize) / 2.0, dotSize, dotSize));
}

void HealthLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        keepHeight();
        fitSentence();
    }
}

void HealthLine::resizeEvent(QResizeEvent* event) {
    fitSentence();
    QWidget::resizeEvent(event);
}

} // namespace gf
