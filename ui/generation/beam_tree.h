// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/generation_report.h"

#include <QRectF>
#include <QWidget>

namespace gf {

/// What a beam search looked at, as a tree that grows to the right: at each depth the candidates
/// under each other, the most likely first, those that were not kept pale, the best answer bold.
class BeamTree : public QWidget {
    Q_OBJECT
public:
    explicit BeamTree(QWidget* parent = nullptr);

    void setBranches(const QVector<Branch>& branches);
    /// Marks the token that is being looked at; −1: none.
    void setDepth(int depth);
    /// Where the branches of a depth stand.
    QRect columnOf(int depth) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    /// Where a branch is drawn; empty for one that is left out for want of room.
    QRectF boxOf(int branch) const;

signals:
    void depthChosen(int depth);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    int branchAt(const QPointF& point) const;
    QSizeF cell() const;

    QVector<Branch> m_branches;
    QVector<int> m_place; ///< by branch: its row; −1: not drawn
    int m_rows = 0;
    int m_depths = 0;
    int m_depth = -1;
};

} // namespace gf
