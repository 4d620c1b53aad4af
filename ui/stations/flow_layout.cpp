// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/flow_layout.h"

#include <algorithm>

namespace gf {

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[index] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const {
    QSize size;
    for (const QLayoutItem* item : m_items) {
        const QSize hint = item->sizeHint();
        size =
            QSize(size.width() + hint.width() + spacing(), std::max(size.height(), hint.height()));
    }
    return size;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect& area) {
    QLayout::setGeometry(area);
    arrange(area, true);
}

/// The height that the items take in `area`; with `move` they are put there.
int FlowLayout::arrange(const QRect& area, bool move) const {
    int x = area.left();
    int y = area.top();
    int line = 0; // all lines are as high as the highest item, which stands in their middle
    for (const QLayoutItem* item : m_items)
        line = std::max(line, item->sizeHint().height());
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (x > area.left() && x + size.width() > area.left() + area.width()) {
            x = area.left();
            y += line + spacing();
        }
        if (move)
            item->setGeometry(QRect(QPoint(x, y + (line - size.height()) / 2), size));
        x += size.width() + spacing();
    }
    return y + line - area.top();
}

} // namespace gf
