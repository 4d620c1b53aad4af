// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/steps/steps.h"

#include <QWidget>

class QBoxLayout;
class QLabel;

namespace gf {

class FormulaView;
class TaskLine;

/// Where the step in focus stands, for people far away: its path through the model, how far the
/// walk is, the steps of its block in their order with this one marked, and what the run learns.
/// Beside them stands a formula.
class PlaceBar : public QWidget {
    Q_OBJECT
public:
    explicit PlaceBar(QWidget* parent = nullptr);

    void show(const Steps& steps, const Focus& focus);
    /// Of what stands in the place of a step; below it what it is about, if anything.
    void showTitle(const QString& title, const QString& about = {});
    using QWidget::show;
    /// Above the picture, in its corner: a band below would take more from it.
    FormulaView* formula() const { return m_formula; }
    void showFormula(bool shown);
    void setTask(const QString& sentence);
    /// What a lecture says, as HTML, and which of its pages it is: in the place of the block, of
    /// what the run learns and of how far the walk is. Both empty: no lecture is open.
    void setLecture(const QString& line, const QString& page);

    /// Gives the path a larger font than the rest; after another font was set.
    void setSizes();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    int textWidth() const;
    void placeTask();
    void fitPath();
    void fitBlock();
    void showCount();

    FormulaView* m_formula;
    QLabel* m_path;
    QLabel* m_count;
    QLabel* m_block;
    QStringList m_blocks; ///< what it may say, the longest first
    QLabel* m_line;       ///< of the lecture
    QString m_page;       ///< of the lecture
    QString m_operation;  ///< how far the walk is
    TaskLine* m_learns;
    QBoxLayout* m_rows;
    QBoxLayout* m_second; ///< the block, and the task where it has room beside it
};

} // namespace gf
