// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/what_if_strip.h"

#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <utility>

namespace gf {

namespace {

constexpr int leastWords = 130; ///< pixels

/// One line that ends in "…" where there is no room for all of it.
class CutLabel : public PlainLabel {
public:
    using PlainLabel::PlainLabel;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(text(), Qt::ElideRight, width()));
    }
};

} // namespace

WhatIfStrip::WhatIfStrip(const QList<QAction*>& actions, QWidget* parent)
    : QFrame(parent), m_changes(new CutLabel(this)), m_loss(new PlainLabel(this)) {
    setObjectName(QStringLiteral("what-if"));
    setAutoFillBackground(true);
    setAccessibleName(tr("What if"));
    m_changes->setMinimumWidth(leastWords);
    m_changes->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 3, 6, 3);
    row->addWidget(m_changes, 1);
    row->addWidget(m_loss);
    for (QAction* action : actions) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
        m_buttons += button;
    }
    hide();
}

void WhatIfStrip::show(const QStringList& changes, const std::optional<Effect>& effect) {
    setVisible(!changes.isEmpty());
    if (changes.isEmpty())
        return;
    const QString text = changes.size() == 1 ? tr("What if: %1").arg(changes.front())
                                             : tr("What if, %n changes: %1", nullptr,
                                                  static_cast<int>(changes.size()))
                                                   .arg(changes.join(QStringLiteral("; ")));
    m_changes->setText(oneLine(text));
    m_changes->setAccessibleName(text);
    m_changes->setToolTip(plainTip(changes.join(QLatin1Char('\n'))));
    const bool measured = effect && effect->lossBefore && effect->lossAfter;
    m_loss->setVisible(measured);
    if (measured)
        m_loss->setText(
            tr("loss %1 → %2")
                .arg(numberText(*effect->lossBefore, 3), numberText(*effect->lossAfter, 3)));
    dress();
    fit();
}

QSize WhatIfStrip::minimumSizeHint() const {
    return {2 * leastWords, QFrame::minimumSizeHint().height()};
}

void WhatIfStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fit();
}

/// The last buttons give way beside a narrow stage; the menu has them too.
void WhatIfStrip::fit() {
    const QMargins around = layout()->contentsMargins();
    int room = width() - around.left() - around.right() - leastWords;
    if (!m_loss->isHidden())
        room -= m_loss->sizeHint().width() + layout()->spacing();
    for (QToolButton* button : std::as_const(m_buttons)) {
        room -= button->sizeHint().width() + layout()->spacing();
        button->setVisible(room >= 0);
    }
}

void WhatIfStrip::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        dress();
}

/// A light wash of the colour that marks changes everywhere, and a loss that stands out.
void WhatIfStrip::dress() {
    QPalette palette = parentWidget() ? parentWidget()->palette() : QPalette();
    const Theme theme = Theme::of(palette);
    const auto mix = [](int a, int b) { return static_cast<int>(0.84 * a + 0.16 * b); };
    palette.setColor(QPalette::Window, QColor(mix(theme.window.red(), theme.warning.red()),
                                              mix(theme.window.green(), theme.warning.green()),
                                              mix(theme.window.blue(), theme.warning.blue())));
    setPalette(palette);
    QFont bold = font();
    bold.setBold(true);
    m_loss->setFont(bold);
}

} // namespace gf
