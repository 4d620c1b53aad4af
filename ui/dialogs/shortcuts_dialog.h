// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/shortcuts.h"

#include <QDialog>
#include <QKeySequenceEdit>

#include <array>

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace gf {

/// A field that takes the one key that is pressed in it, at once. It shows the key that it was
/// given until its owner gives it another; Tab leaves it.
class KeyField : public QKeySequenceEdit {
    Q_OBJECT
public:
    using QKeySequenceEdit::QKeySequenceEdit;

    void setKey(const QKeySequence& key);

signals:
    void pressed(const QKeySequence& key);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QKeySequence m_key;
};

class KeyField;
class ProblemLabel;

/// All commands with their keys, by menu, to be looked up and changed. A key that another command
/// has is taken from it only when the person says so.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsDialog(const Shortcuts& shortcuts, QWidget* parent = nullptr);

    /// As the person has them now.
    const Shortcuts& shortcuts() const { return m_shortcuts; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Field {
        KeyField* key;
        QPushButton* remove;
    };

    void fillTree();
    QWidget* makeEditor();
    Field makeField(const QString& name, const QString& id);
    QWidget* makeConflict();
    QCheckBox* makeSwitch();
    QDialogButtonBox* makeButtons();
    void showRow(QTreeWidgetItem* row);
    void showRows();
    void showCommand();
    void filter(const QString& text);
    void enter(int place, const QKeySequence& key);
    void request(const QList<QKeySequence>& keys);
    void give(const QList<QKeySequence>& keys);
    void resetAll();

    Shortcuts m_shortcuts;
    Command m_command = Command::NextStep; ///< the one that is shown below the list
    QList<QKeySequence> m_wished;          ///< what it gets if they are taken from the others

    QLineEdit* m_filter;
    QTreeWidget* m_tree;
    QLabel* m_title = nullptr;
    std::array<Field, Shortcuts::mostKeys> m_fields{};
    QPushButton* m_reset = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_take = nullptr;
    QCheckBox* m_single = nullptr;
};

} // namespace gf
