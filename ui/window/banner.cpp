// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/banner.h"

#include "ui/language/plain_text.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace gf {

Banner::Banner(QWidget* parent)
    : QFrame(parent), m_text(new PlainLabel(this)), m_button(new QPushButton(this)) {
    setObjectName(QStringLiteral("banner"));
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(100); // a word without an end does not widen the window
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hide();
        if (m_action)
            m_action();
    });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 6, 4);
    row->addWidget(m_text, 1);
    row->addWidget(m_button);
    row->addWidget(close);
    hide();
}

void Banner::say(Tone tone, const QString& sentence) {
    offer(tone, sentence, QString(), {});
}

void Banner::offer(Tone tone, const QString& sentence, const QString& button,
                   std::function<void()> action) {
    m_tone = tone;
    m_action = std::move(action);
    m_text->setText(oneLine(sentence, 600));
    m_text->setToolTip(plainTip(sentence));
    m_text->setAccessibleName(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    dress();
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString Banner::text() const {
    return m_text->text();
}

void Banner::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        dress();
}

/// A light wash of the tone over the window's own colour, so that its text keeps its contrast.
void Banner::dress() {
    QPalette palette = parentWidget() ? parentWidget()->palette() : QPalette();
    const Theme theme = Theme::of(palette);
    const QColor base = theme.window;
    const QColor tone = m_tone == Tone::Error ? theme.error : theme.selection;
    const double share = 0.16;
    const auto mix = [share](int a, int b) {
        return static_cast<int>((1 - share) * a + share * b);
    };
    palette.setColor(QPalette::Window,
                     QColor(mix(base.red(), tone.red()), mix(base.green(), tone.green()),
                            mix(base.blue(), tone.blue())));
    setPalette(palette);
}

} // namespace gf
