// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/text_block.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTextCursor>
#include <QTextDocument>
#include <QWheelEvent>

#include <cmath>

namespace gf {

namespace {

constexpr int narrowest = 80; ///< pixels; a column is wider, this only has to be something

} // namespace

TextBlock::TextBlock(QWidget* parent) : PageView(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    document()->setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void TextBlock::write(const QString& html) {
    if (m_html == html)
        return;
    m_html = html;
    setHtml(html);
    updateGeometry();
}

void TextBlock::writePlain(const QString& text) {
    if (m_html == text)
        return;
    m_html = text;
    setPlainText(text);
    updateGeometry();
}

QSize TextBlock::sizeHint() const {
    return {narrowest, fontMetrics().height()};
}

int TextBlock::heightForWidth(int width) const {
    if (width <= narrowest)
        return sizeHint().height(); // nobody will see it that narrow
    layOut(width);
    return static_cast<int>(std::ceil(document()->size().height()));
}

/// Once for all who ask for the same width. The scroll area is not told: it would lay the text out
/// again for the room that it has now.
void TextBlock::layOut(int width) const {
    const QSignalBlocker quiet(document()->documentLayout());
    if (document()->textWidth() != width)
        document()->setTextWidth(width);
}

void TextBlock::resizeEvent(QResizeEvent*) {
    layOut(viewport()->width());
    verticalScrollBar()->setRange(0, 0);
}

void TextBlock::paintEvent(QPaintEvent* event) {
    layOut(viewport()->width()); // another height may have been asked for since
    PageView::paintEvent(event);
}

void TextBlock::changeEvent(QEvent* event) {
    PageView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
}

void TextBlock::mouseReleaseEvent(QMouseEvent* event) {
    const bool onLink = event->button() == Qt::LeftButton &&
                        !anchorAt(event->position().toPoint()).isEmpty() &&
                        !textCursor().hasSelection();
    PageView::mouseReleaseEvent(event);
    if (onLink)
        emit linkClicked();
}

/// The column scrolls, its pieces neither scroll nor zoom.
void TextBlock::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace gf
