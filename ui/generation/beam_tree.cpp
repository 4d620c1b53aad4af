// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/beam_tree.h"

#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/theme/colour_map.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

namespace gf {

namespace {

/// Candidates of a depth that are drawn although they were not kept.
constexpr int mostDropped = 3;
constexpr double margin = 8;

} // namespace

BeamTree::BeamTree(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Beam search as a tree"));
}

void BeamTree::setBranches(const QVector<Branch>& branches) {
    m_branches = branches;
    layOut();
    updateGeometry();
    resize(sizeHint().expandedTo(size()));
    update();
}

void BeamTree::setDepth(int depth) {
    m_depth = depth;
    update();
}

QRect BeamTree::columnOf(int depth) const {
    const double width = cell().width();
    return QRectF(margin + depth * width, 0, width, height()).toRect();
}

/// Under each other in the order of the search: kept ones first, then a few that were not.
void BeamTree::layOut() {
    m_place.fill(-1, m_branches.size());
    m_rows = m_depths = 0;
    QVector<int> used, dropped;
    for (int i = 0; i < m_branches.size(); ++i) {
        const Branch& branch = m_branches[i];
        if (branch.depth >= used.size()) {
            used.resize(branch.depth + 1);
            dropped.resize(branch.depth + 1);
        }
        if (!branch.kept && dropped[branch.depth]++ >= mostDropped)
            continue;
        m_place[i] = used[branch.depth]++;
        m_rows = std::max(m_rows, used[branch.depth]);
    }
    m_depths = static_cast<int>(used.size());
}

QSizeF BeamTree::cell() const {
    return {fontMetrics().averageCharWidth() * 13.0 + 24, fontMetrics().height() * 2.5};
}

QSize BeamTree::sizeHint() const {
    return {static_cast<int>(cell().width() * m_depths + 2 * margin),
            static_cast<int>(cell().height() * m_rows + 2 * margin)};
}

QRectF BeamTree::boxOf(int branch) const {
    const int place = m_place.value(branch, -1);
    if (place < 0)
        return {};
    const QSizeF size = cell();
    return {margin + m_branches[branch].depth * size.width(), margin + place * size.height(),
            size.width() - 26, size.height() - 8};
}

int BeamTree::branchAt(const QPointF& point) const {
    for (int i = 0; i < m_branches.size(); ++i)
        if (boxOf(i).contains(point))
            return i;
    return -1;
}

void BeamTree::mousePressEvent(QMouseEvent* event) {
    if (const int branch = branchAt(event->position()); branch >= 0)
        emit depthChosen(m_branches[branch].depth);
}

bool BeamTree::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int branch = branchAt(help->pos());
    if (branch < 0) {
        QToolTip::hideText();
        return true;
    }
    const Branch& at = m_branches[branch];
    showTip(help->globalPos(),
            tr("“%1”\nprobability here %2\nln P of all tokens so far %3\n%4")
                .arg(at.token, numberText(at.probability, 4), numberText(at.logProbability, 5),
                     at.ended  ? tr("complete")
                     : at.kept ? tr("kept")
                               : tr("dropped: others are more likely")),
            this);
    return true;
}

void BeamTree::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(palette());
    const auto lineOf = [&](const Branch& branch) {
        return branch.best ? QPen(theme.selection, 2.6)
                           : QPen(branch.kept ? theme.mutedText : theme.border, 1.2);
    };
    if (m_depth >= 0 && m_depth < m_depths) {
        painter.fillRect(
            QRectF(margin / 2 + m_depth * cell().width(), 0, cell().width() - 18, height()),
            theme.grid);
    }
    for (int i = 0; i < m_branches.size(); ++i) {
        const QRectF to = boxOf(i);
        const QRectF from = boxOf(m_branches[i].parent);
        if (to.isEmpty() || from.isEmpty())
            continue;
        QPainterPath path(QPointF(from.right(), from.center().y()));
        const double middle = (from.right() + to.left()) / 2;
        path.cubicTo({middle, from.center().y()}, {middle, to.center().y()},
                     {to.left(), to.center().y()});
        painter.setPen(lineOf(m_branches[i]));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    }
    for (int i = 0; i < m_branches.size(); ++i) {
        const Branch& branch = m_branches[i];
        const QRectF box = boxOf(i);
        if (box.isEmpty())
            continue;
        const double strength = branch.kept ? 0.15 + 0.35 * partOf(branch.probability, 1) : 0;
        painter.setBrush(mixed(theme.surface, theme.selection, strength));
        QPen pen = lineOf(branch);
        if (!branch.kept)
            pen.setStyle(Qt::DashLine);
        painter.setPen(pen);
        painter.drawRoundedRect(box, branch.ended ? box.height() / 2 : 4,
                                branch.ended ? box.height() / 2 : 4);
        QFont face = font();
        face.setBold(branch.best);
        painter.setFont(face);
        painter.setPen(branch.kept ? theme.text : theme.mutedText);
        const QRectF upper(box.left() + 4, box.top(), box.width() - 8, box.height() / 2);
        painter.drawText(
            upper, Qt::AlignCenter,
            QFontMetricsF(face).elidedText(branch.token, Qt::ElideRight, upper.width()));
        painter.setFont(font());
        painter.setPen(branch.kept ? theme.text : theme.mutedText);
        painter.drawText(upper.translated(0, box.height() / 2 - 2), Qt::AlignCenter,
                         numberText(branch.logProbability, 3));
    }
}

} // namespace gf
