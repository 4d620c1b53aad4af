// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/example_cards.h"

#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/theme/text_size.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr int padding = 6;
constexpr int frame = 4; ///< beside a card
constexpr int barHeight = 5;
constexpr int barGap = 2;

enum CardRole { SourceRole = Qt::UserRole, TargetRole, BeforeRole, AfterRole, LargestRole };

/// The height of a line of a card.
int lineOf(const QFont& font) {
    return QFontMetrics(font).height();
}

/// As wide as the losses of a card become.
QString widestLosses() {
    return QStringLiteral("%1 → %1").arg(numberText(8.88e-8, 3));
}

QFont wordFont() {
    return fixedFont();
}

class CardDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const bool hasSource = !index.data(SourceRole).toString().isEmpty();
        const int words = lineOf(wordFont()) * (hasSource ? 2 : 1);
        constexpr int characters = 18;
        const int inner = std::max(QFontMetrics(wordFont()).averageCharWidth() * characters,
                                   QFontMetrics(option.font).horizontalAdvance(widestLosses()));
        const int width = inner + 2 * padding + frame;
        return {width, padding + words + lineOf(option.font) + 2 * barHeight + barGap + padding};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme theme = Theme::of(option.palette);
        const bool chosen = option.state & QStyle::State_Selected;
        const QRect card = option.rect.adjusted(1, 1, 1 - frame, -1);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(chosen ? theme.selection : theme.border, chosen ? 2 : 1));
        painter->setBrush(theme.surface);
        painter->drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 5, 5);
        QRect line = card.adjusted(padding, padding / 2, -padding, 0);
        const QString source = index.data(SourceRole).toString();
        if (!source.isEmpty())
            writeLine(painter, line, source, wordFont(), theme.text);
        writeLine(painter, line, index.data(TargetRole).toString(), wordFont(),
                  source.isEmpty() ? theme.text : theme.textHue(Hue::Residual));
        writeLine(painter, line, index.data(Qt::DisplayRole).toString(), option.font,
                  theme.mutedText);
        drawBars(painter, line, index, theme);
        painter->restore();
    }

private:
    /// Writes at the top of `room` and takes the line from it.
    static void writeLine(QPainter* painter, QRect& room, const QString& text, const QFont& font,
                          const QColor& colour) {
        const int height = lineOf(font);
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(QRect(room.left(), room.top(), room.width(), height), Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
        room.setTop(room.top() + height);
    }

    /// Two bars on the scale of the batch's largest loss: before in grey, after in colour.
    static void drawBars(QPainter* painter, const QRect& room, const QModelIndex& index,
                         const Theme& theme) {
        const double largest = index.data(LargestRole).toDouble();
        const auto width = [&](int role) {
            return partOf(index.data(role).toDouble(), largest) * room.width();
        };
        const double before = width(BeforeRole);
        const double after = width(AfterRole);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.hue(Hue::Neutral));
        painter->drawRect(QRectF(room.left(), room.top(), before, barHeight));
        painter->setBrush(after <= before ? theme.hue(Hue::Value) : theme.hue(Hue::Key));
        painter->drawRect(QRectF(room.left(), room.top() + barHeight + barGap, after, barHeight));
    }
};

} // namespace

ExampleCards::ExampleCards(QWidget* parent) : QListWidget(parent) {
    setFlow(LeftToRight);
    setWrapping(false);
    setSelectionMode(SingleSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(NoFrame);
    setUniformItemSizes(true);
    setItemDelegate(new CardDelegate(this));
    setAccessibleName(tr("Examples of the batch"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            emit chosen(row);
    });
}

void ExampleCards::show(const WalkedStep& step) {
    const QSignalBlocker quiet(this);
    double largest = 0;
    for (const BatchExample& example : step.examples)
        for (const double loss : {example.lossBefore, example.lossAfter})
            if (std::isfinite(loss))
                largest = std::max(largest, loss);
    while (count() > step.examples.size())
        delete takeItem(count() - 1);
    for (int i = 0; i < step.examples.size(); ++i) {
        const BatchExample& example = step.examples[i];
        if (i == count())
            addItem(new QListWidgetItem);
        const QString before = numberText(example.lossBefore, 3);
        const QString after = numberText(example.lossAfter, 3);
        QListWidgetItem& card = *item(i);
        card.setText(tr("%1 → %2", "loss before and after").arg(before, after));
        card.setData(SourceRole, oneLine(example.source));
        card.setData(TargetRole, oneLine(example.target));
        card.setData(BeforeRole, example.lossBefore);
        card.setData(AfterRole, example.lossAfter);
        card.setData(LargestRole, largest);
        const QString told =
            example.source.isEmpty()
                ? tr("Example %1: %2\nloss %3, after the update %4")
                      .arg(QString::number(i + 1), example.target, before, after)
                : tr("Example %1: %2, to become %3\nloss %4, after the update %5")
                      .arg(QString::number(i + 1), example.source, example.target, before, after);
        card.setToolTip(plainTip(told));
        card.setData(Qt::AccessibleTextRole, told);
    }
    if (currentRow() != step.chosen) {
        setCurrentRow(step.chosen);
        scrollToItem(currentItem());
    }
    updateGeometry();
}

QSize ExampleCards::sizeHint() const {
    const int card = count() > 0 ? sizeHintForRow(0) : 60;
    return {600, card + horizontalScrollBar()->sizeHint().height() + 2};
}

QSize ExampleCards::minimumSizeHint() const {
    return {200, sizeHint().height()};
}

void ExampleCards::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
        event->key() == Qt::Key_Space) {
        emit entered();
        return;
    }
    QListWidget::keyPressEvent(event);
}

} // namespace gf
