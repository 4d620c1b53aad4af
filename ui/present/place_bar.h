// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/steps/steps.h"

#include <QWidget>

class QBoxLayout;
class QLabel;

namespace gf {

class TaskLine;

/// Where the step in focus stands, for people far away: its path through the model, how far the
/// walk is, the steps of its block in their order with this one marked, and what the run learns.
class PlaceBar : public QWidget {
    Q_OBJECT
public:
    explicit PlaceBar(QWidget* parent = nullptr);

    void show(const Steps& steps, const Focus& focus);
    using QWidget::show;
    void setTask(const QString& sentence);

    /// Gives the path a larger font than the rest; after another font was set.
    void setSizes();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeTask();
    void fitBlock();

    QLabel* m_path;
    QLabel* m_count;
    QLabel* m_block;
    QStringList m_blocks; ///< what it may say, the longest first
    TaskLine* m_learns;
    QBoxLayout* m_rows;
    QBoxLayout* m_second; ///< the block, and the task where it has room beside it
};

} // namespace gf
