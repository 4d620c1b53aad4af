// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/time_messages.h"

#include <QSlider>

namespace gf {

/// The remembered checkpoints of a run along the training steps, the present at the right. Each
/// position is one checkpoint; above the groove stand the pins A and B and where the branch begins.
class TimeSlider : public QSlider {
    Q_OBJECT
public:
    explicit TimeSlider(QWidget* parent = nullptr);

    /// Takes over what there is; the handle goes to the checkpoint that is shown only with
    /// `follow`.
    void setStatus(const TimeStatus& status, bool follow);

    /// Half a handle from either end stand step 0 and `last`: the axis of a chart over it.
    void setAxis(double last);

    /// The step at a position.
    qint64 stepAt(int position) const;
    qint64 step() const { return stepAt(value()); }
    /// As if the person had moved the handle to the checkpoint nearest to a step.
    void goTo(qint64 step);
    bool atPresent() const { return value() == maximum(); }

    QSize sizeHint() const override;

signals:
    /// The person moved the handle to another checkpoint.
    void moved(qint64 step);

protected:
    /// Groove and handle are taken where they are drawn, below the marks.
    void initStyleOption(QStyleOptionSlider* option) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    int markSize() const;
    int marksHeight() const;
    int positionOf(qint64 step) const;
    double lastOnAxis() const;
    double partOf(qint64 step) const;
    double placeOf(int position) const;
    int positionAt(double place) const;
    void describe();
    void writeTip();

    TimeStatus m_status;
    double m_last = 0;    ///< of the axis
    bool m_quiet = false; ///< the program moves the handle
};

} // namespace gf
