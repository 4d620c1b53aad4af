// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/focus/focus.h"
#include "ui/glossary/glossary.h"
#include "ui/steps/step_texts.h"
#include "ui/steps/steps.h"
#include "ui/theme/throttle.h"

#include <QScrollArea>

#include <memory>
#include <set>
#include <vector>

class QAction;
class QLabel;

namespace gf {

class FormulaView;
class TextBlock;
struct LabPage;

/// Says what the focused step is: its formula, what happens and why, how the cell that is pointed
/// at came to be, in numbers, what the matrix is like, and where it comes from and goes to. A
/// function of (Trace, Focus).
class ExplainPanel : public QScrollArea {
    Q_OBJECT
public:
    /// Follows `focus`, which must outlive the panel.
    explicit ExplainPanel(FocusModel* focus, QWidget* parent = nullptr);

    /// `steps` are those of its graph where they are known already.
    void setTrace(std::shared_ptr<const Trace> trace, const Steps& steps = {});

    /// Puts buttons above the text that go back and forward through what was looked at.
    void setWays(QAction* back, QAction* forward);

    /// Writes at once what otherwise follows the stage at the pace of reading.
    void refresh();

    QSize sizeHint() const override { return {340, 600}; }
    QSize minimumSizeHint() const override { return {220, 160}; }

signals:
    /// A term of the glossary was followed.
    void termWanted(const QString& id);
    /// A link was followed with the pointer: the keys are for what is shown now.
    void linkClicked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Section {
        QLabel* heading = nullptr;
        TextBlock* text = nullptr;
    };

    Section addSection(const QString& heading, const QString& name);
    void fitPage();
    void write(const Section& section, const QString& html);
    bool refreshLab();
    void refreshStep();
    QString drawingShown() const;
    void refreshNumbers();
    QString cellHtml(const Node& node, const Cell& cell) const;
    QString cellPlaceHtml(const Node& node, const Cell& cell) const;
    QStringList changedHtml(const Node& node, const Cell& cell) const;
    QString statisticsHtml(const Node& node) const;
    QString linkedHtml(const QString& markdown) const;
    QString linksHtml(const std::vector<NodeId>& nodes) const;
    bool isThere(NodeId id) const;
    void showMeaning(const QString& link);
    void follow(const QString& link);

    FocusModel* m_focus;
    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const Graph> m_graph;
    Steps m_steps;
    std::vector<std::vector<NodeId>> m_users; ///< of m_graph
    StepTexts m_texts;
    Glossary m_glossary;
    NodeId m_node = noNode;
    std::set<std::size_t> m_opened; ///< ExplanationStyle::opened, of this step
    QString m_shown;                ///< the section about its drawing
    const LabPage* m_lab = nullptr; ///< in its place
    Throttle m_follow{readingInterval,
                      [this] { refresh(); }}; ///< first the stage answers, then the words
    FormulaView* m_formula = nullptr;
    Section m_words, m_drawing, m_cell, m_statistics, m_scores, m_from, m_to;
};

} // namespace gf
