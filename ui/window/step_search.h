// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/glossary/glossary.h"
#include "ui/window/search.h"

#include <QLineEdit>

#include <optional>
#include <vector>

class QStandardItemModel;

namespace gf {

/// The field that finds any step, parameter or gradient of the graph, any drawing of one, any
/// lesson, any term of the glossary and any command while one types, also by the other names of
/// searchAliases().
class StepSearch : public QLineEdit {
    Q_OBJECT
public:
    explicit StepSearch(QWidget* parent = nullptr);

    /// `steps` must outlive the field or be replaced.
    void setSteps(const Steps& steps);
    /// Which of the commands can be given now. They must outlive the field.
    void setCommands(const Commands* commands) { m_commands = commands; }

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void chosen(const QString& step, bool gradient);
    /// A step, to be drawn by this station.
    void drawingChosen(const QString& step, bool gradient, const QString& view);
    void labChosen(const QString& name);
    void lessonChosen(const QString& name);
    void termChosen(const QString& id);
    void commandChosen(gf::Command command);
    /// A step that only a walk has: begin one and go to the first that `steps` finds.
    void walkChosen(const QString& steps);

private:
    void propose(const QString& text);
    bool canChoose(const SearchEntry& entry) const;
    int firstRow() const;
    void fitList();
    void markFirst();
    void choose(const QModelIndex& index);
    void chooseFirst();

    Steps m_steps;
    const Commands* m_commands = nullptr;
    // Read when they are searched for the first time.
    std::optional<Glossary> m_glossary;
    std::vector<std::shared_ptr<const Lesson>> m_lessons;
    std::vector<SearchEntry> m_found; ///< as they stand in the list
    QStandardItemModel* m_proposals;
};

} // namespace gf
