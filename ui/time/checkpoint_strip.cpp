// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/checkpoint_strip.h"

#include "ui/controls/shortcuts.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>

namespace gf {

CheckpointStrip::CheckpointStrip(QWidget* parent)
    : QFrame(parent), m_text(new QLabel(this)), m_back(new QPushButton(tr("Back to now"), this)),
      m_continue(new QPushButton(tr("Continue from here"), this)) {
    setObjectName(QStringLiteral("momentStrip"));
    m_text->setTextFormat(Qt::RichText);
    m_back->setObjectName(QStringLiteral("backToNow"));
    m_back->setToolTip(
        tipWithKeys(tr("Show the model as it is now, and train on if it did"), Command::BackToNow));
    m_continue->setObjectName(QStringLiteral("continueHere"));
    m_continue->setToolTip(tipWithKeys(
        tr("Train on from this moment as a new branch; the old one is kept until you discard it"),
        Command::ContinueHere));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 1, 4, 1);
    row->addWidget(m_text, 1);
    row->addWidget(m_back);
    row->addWidget(m_continue);
    // Not higher than the menus, which must not grow for it.
    for (QPushButton* button : {m_back, m_continue})
        button->setFixedHeight(fontMetrics().height() + 5);
    connect(m_back, &QPushButton::clicked, this, &CheckpointStrip::backWanted);
    connect(m_continue, &QPushButton::clicked, this, &CheckpointStrip::continueWanted);
    hide();
}

void CheckpointStrip::setStatus(const TimeStatus& status) {
    m_continue->setVisible(!status.difference && !status.comparedRuns);
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
