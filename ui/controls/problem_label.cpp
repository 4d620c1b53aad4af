// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/problem_label.h"

#include "ui/language/plain_text.h"
#include "ui/theme/theme.h"

#include <QEvent>

namespace gf {

ProblemLabel::ProblemLabel(QWidget* parent) : QLabel(parent) {
    setWordWrap(true);
    setMinimumWidth(40); // a word without an end does not widen the window
    setTextFormat(Qt::PlainText);
    dress();
    hide();
}

void ProblemLabel::setProblem(const QString& sentence) {
    setText(oneLine(sentence));
    setToolTip(plainTip(sentence));
    setVisible(!sentence.isEmpty());
}

void ProblemLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        dress();
}

void ProblemLabel::dress() {
    const QColor wanted = Theme::of(palette()).error;
    // Setting a palette is a palette change again: only when it differs.
    if (palette().color(foregroundRole()) == wanted)
        return;
    QPalette own = palette();
    own.setColor(foregroundRole(), wanted);
    setPalette(own);
}

} // namespace gf
