// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "ui/steps/step_texts.h"

#include <QString>
#include <QStringList>
#include <QWidget>

namespace gf {

class FormulaView;
class PlainLabel;
class Steps;
struct LabPage;

/// What a run's stage shows as a formula and in words, for each of the runs that are compared: what
/// is so of one model need not be so of the other. It takes the room that it is given: of the words
/// as many sentences as fit, all of them in the tool tip.
class RunExplanation : public QWidget {
    Q_OBJECT
public:
    explicit RunExplanation(QWidget* parent = nullptr);

    /// A node of the graph of `steps`; noNode: nothing.
    void show(const Steps& steps, NodeId node);
    void show(const LabPage& lab);
    using QWidget::show;

    /// The room that a formula and a few lines take in letters of the widget's size.
    int wantedHeight() const;

    QString formula() const;
    /// Also while it has no room.
    QString fullFormula() const;
    /// What is seen of the words.
    QString words() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void write(const QString& formula);
    void fit();

    StepTexts m_texts;
    FormulaView* m_formula;
    PlainLabel* m_words;
    QStringList m_sentences;
};

} // namespace gf
