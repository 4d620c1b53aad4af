// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/checkpoint_strip.h"

#include "ui/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>

namespace gf {

CheckpointStrip::CheckpointStrip(QAction* back, QAction* goOn, QWidget* parent)
    : QFrame(parent), m_text(new QLabel(this)) {
    setObjectName(QStringLiteral("momentStrip"));
    m_text->setTextFormat(Qt::RichText);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 1, 4, 1);
    row->addWidget(m_text, 1);
    row->addWidget(makeButton(tr("Back to now"), back, QStringLiteral("backToNow")));
    m_continue = makeButton(tr("Continue from here"), goOn, QStringLiteral("continueHere"));
    row->addWidget(m_continue);
    hide();
}

QPushButton* CheckpointStrip::makeButton(const QString& text, QAction* does, const QString& name) {
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setToolTip(does->toolTip());
    // Not higher than the menus, which must not grow for it.
    button->setFixedHeight(fontMetrics().height() + 5);
    connect(button, &QPushButton::clicked, does, &QAction::trigger);
    return button;
}

void CheckpointStrip::setStatus(const TimeStatus& status) {
    m_continue->setVisible(status.continues());
    if (status.difference)
        m_sentence = tr("What changed: training step %L1 (B) less training step %L2 (A)")
                         .arg(status.pins[1].value_or(0))
                         .arg(status.pins[0].value_or(0));
    else if (status.shown)
        m_sentence =
            tr("You look at training step %L1 of %L2").arg(*status.shown).arg(status.present);
    write();
    const bool appears = status.isPast() && isHidden();
    setVisible(status.isPast());
    if (!appears)
        return;
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void CheckpointStrip::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        write();
}

/// Ground and letters are set here and not by the palette: the style sheet of the menus would win.
void CheckpointStrip::write() {
    const QColor letters = readableOn(Theme::of(palette()).warning);
    m_text->setText(QStringLiteral("<b style=\"color:%1\">%2</b>")
                        .arg(letters.name(), m_sentence.toHtmlEscaped()));
    // A menu bar asks its corner for its size only when it is put there.
    if (auto* menus = qobject_cast<QMenuBar*>(parentWidget()))
        menus->setCornerWidget(this);
    m_text->setAccessibleName(m_sentence);
    setAccessibleName(m_sentence);
}

/// In the colour of the border around the stage and of the mark on the loss chart.
void CheckpointStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::of(palette()).warning);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0, 0, 8, -1), 6, 6);
}

} // namespace gf
