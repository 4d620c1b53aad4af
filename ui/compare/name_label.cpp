// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/name_label.h"

#include <QEvent>
#include <QFontMetrics>
#include <QTextLayout>

namespace gf {

namespace {

/// The first line of a text that is broken at `width`, and all that follows it.
std::pair<QString, QString> firstLine(const QString& text, const QFont& font, int width) {
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setLineWidth(width);
    layout.endLayout();
    const int end = line.isValid() ? line.textLength() : 0;
    return {text.left(end).trimmed(), text.mid(end).trimmed()};
}

} // namespace

NameLabel::NameLabel(QWidget* parent) : PlainLabel(parent) {
    QFont bold = font();
    bold.setBold(true);
    setFont(bold);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    measure();
}

void NameLabel::setName(const QString& name) {
    m_name = name;
    setAccessibleName(name);
    write();
}

void NameLabel::resizeEvent(QResizeEvent* event) {
    PlainLabel::resizeEvent(event);
    write();
}

void NameLabel::changeEvent(QEvent* event) {
    PlainLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        measure();
        write();
    }
}

void NameLabel::measure() {
    setFixedHeight(2 * QFontMetrics(font()).lineSpacing() + 2);
}

void NameLabel::write() {
    const int room = contentsRect().width();
    const auto [first, rest] = firstLine(m_name, font(), room);
    const QString second = QFontMetrics(font()).elidedText(rest, Qt::ElideRight, room);
    setText(second.isEmpty() ? first : first + QLatin1Char('\n') + second);
}

} // namespace gf
