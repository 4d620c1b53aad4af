// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/text_block.h"

#include <QEvent>

namespace gf {

namespace {

constexpr int narrowest = 80; ///< pixels; a column is wider, this only has to be something

} // namespace

TextBlock::TextBlock(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
    setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
}

void TextBlock::write(const QString& html) {
    if (text() == html)
        return;
    m_heights.clear();
    setText(html);
}

QSize TextBlock::sizeHint() const {
    return {narrowest, fontMetrics().height()};
}

QSize TextBlock::minimumSizeHint() const {
    return sizeHint();
}

int TextBlock::heightForWidth(int width) const {
    if (width <= narrowest)
        return sizeHint().height(); // nobody will see it that narrow
    auto height = m_heights.find(width);
    if (height == m_heights.end())
        height = m_heights.insert(width, QLabel::heightForWidth(width));
    return *height;
}

void TextBlock::changeEvent(QEvent* event) {
    m_heights.clear(); // fonts and styles have other heights
    QLabel::changeEvent(event);
}

} // namespace gf
