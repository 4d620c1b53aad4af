// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/example/task_line.h"

#include <QEvent>

namespace gf {

TaskLine::TaskLine(QWidget* parent) : PlainLabel(parent) {
    setObjectName(QStringLiteral("taskLine"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    QFont strong = font();
    strong.setBold(true);
    setFont(strong);
}

void TaskLine::setSentence(const QString& sentence) {
    m_sentence = oneLine(sentence);
    setAccessibleName(m_sentence);
    write();
    updateGeometry();
}

int TaskLine::fullWidth() const {
    return fontMetrics().horizontalAdvance(m_sentence) + 2;
}

QSize TaskLine::minimumSizeHint() const {
    return {0, fontMetrics().height()};
}

QSize TaskLine::sizeHint() const {
    return {fullWidth(), fontMetrics().height()};
}

void TaskLine::resizeEvent(QResizeEvent* event) {
    PlainLabel::resizeEvent(event);
    write();
}

void TaskLine::changeEvent(QEvent* event) {
    PlainLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        write();
}

void TaskLine::write() {
    const QString shown = fontMetrics().elidedText(m_sentence, Qt::ElideRight, width());
    if (text() != shown)
        setText(shown);
    setToolTip(plainTip(shown == m_sentence ? QString() : m_sentence));
}

} // namespace gf
