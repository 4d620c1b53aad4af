// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcuts_dialog.h"

#include "ui/controls/problem_label.h"
#include "ui/language/plain_text.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gf {

namespace {

enum Column { Name, Keys, Usual };
constexpr int commandRole = Qt::UserRole;

Command commandOf(const QTreeWidgetItem* row) {
    return static_cast<Command>(row->data(Name, commandRole).toInt());
}

bool isMenu(const QTreeWidgetItem* row) {
    return !row->parent();
}

/// Every word of what was typed stands in the row.
bool matches(const QTreeWidgetItem* row, const QStringList& words) {
    const QString text = row->text(Name) + ' ' + row->text(Keys) + ' ' + row->toolTip(Name);
    return std::ranges::all_of(
        words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const Shortcuts& shortcuts, QWidget* parent)
    : QDialog(parent), m_shortcuts(shortcuts), m_filter(new QLineEdit(this)),
      m_tree(new QTreeWidget(this)) {
    setWindowTitle(tr("Keyboard shortcuts"));
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setPlaceholderText(tr("Find a command or a key"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    fillTree();
    auto* rows = new QVBoxLayout(this); // made from top to bottom, as Tab goes
    rows->addWidget(m_filter);
    rows->addWidget(m_tree, 1);
    rows->addWidget(makeEditor());
    rows->addWidget(makeSwitch());
    rows->addWidget(makeButtons());

    connect(m_filter, &QLineEdit::textChanged, this, &ShortcutsDialog::filter);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &ShortcutsDialog::showCommand);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* row) {
        if (!isMenu(row))
            m_fields.front().key->setFocus();
    });
    m_tree->setCurrentItem(m_tree->topLevelItem(0)->child(0));
    const QFontMetrics letters = fontMetrics();
    const QSize wanted(letters.averageCharWidth() * 96, letters.lineSpacing() * 40);
    resize(wanted.boundedTo(screen()->availableGeometry().size() * 9 / 10));
}

QCheckBox* ShortcutsDialog::makeSwitch() {
    m_single = new QCheckBox(tr("&Letters, signs and Space alone are shortcuts"), this);
    m_single->setObjectName(QStringLiteral("singleKeys"));
    m_single->setToolTip(tr(
        "Switched off, typing does nothing by itself: for dictating, and for hands that hit keys "
        "by accident. Keys with Ctrl, function keys and arrows work all the same."));
    m_single->setChecked(m_shortcuts.singleKeys());
    connect(m_single, &QCheckBox::toggled, this, [this](bool on) {
        m_shortcuts.setSingleKeys(on);
        showRows();
    });
    return m_single;
}

QDialogButtonBox* ShortcutsDialog::makeButtons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    QPushButton* all = buttons->addButton(tr("Reset &all"), QDialogButtonBox::ResetRole);
    all->setObjectName(QStringLiteral("resetAll"));
    all->setToolTip(tr("Give every command the keys that it had at first"));
    connect(all, &QPushButton::clicked, this, &ShortcutsDialog::resetAll);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

/// Return in the field goes on to the list, and there to the keys of the command: neither means
/// that all is done.
void ShortcutsDialog::keyPressEvent(QKeyEvent* event) {
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && m_filter->hasFocus())
        m_tree->setFocus();
    else if (!isReturn || !(m_tree->hasFocus() || m_fields.front().key->hasFocus()))
        QDialog::keyPressEvent(event);
}

void ShortcutsDialog::fillTree() {
    m_tree->setObjectName(QStringLiteral("shortcuts"));
    m_tree->setAccessibleName(tr("All commands and their keys"));
    m_tree->setHeaderLabels({tr("Command"), tr("Key"), tr("At first")});
    m_tree->headerItem()->setData(Usual, Qt::ToolTipRole,
                                  plainTip(tr("The keys at first, where they were changed")));
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    const QSize rowSize(0, fontMetrics().lineSpacing() * 4 / 3);
    for (const MenuInfo& menu : commandMenus()) {
        auto* top = new QTreeWidgetItem(m_tree, {withoutMnemonic(menu.title)});
        top->setFlags(Qt::ItemIsEnabled);
        QFont heading = m_tree->font();
        heading.setBold(true);
        top->setSizeHint(Usual, rowSize);
        top->setFont(Name, heading);
        for (const Command command : commandsOf(menu)) {
            const CommandInfo info = commandInfo(command);
            auto* row = new QTreeWidgetItem(top, {withoutMnemonic(info.text)});
            row->setData(Name, commandRole, static_cast<int>(command));
            row->setData(Name, Qt::ToolTipRole, plainTip(info.tip));
            row->setSizeHint(Usual, rowSize);
        }
    }
    m_tree->expandAll();
    showRows();
    // Names give way to keys, so that there is nothing to scroll to.
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    for (const Column column : {Keys, Usual})
        m_tree->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
}

/// What changes the keys of the command that is chosen in the list.
QWidget* ShortcutsDialog::makeEditor() {
    auto* editor = new QWidget(this);
    m_title = new PlainLabel({}, editor);
    m_title->setWordWrap(true);
    m_title->setAlignment(Qt::AlignBottom);
    m_title->setMinimumHeight(2 * fontMetrics().lineSpacing()); // the list does not jump
    m_fields = {makeField(tr("Key"), QStringLiteral("first")),
                makeField(tr("Second key"), QStringLiteral("second"))};
    m_reset = new QPushButton(tr("&Reset"), editor);
    m_reset->setObjectName(QStringLiteral("reset"));
    auto* grid = new QGridLayout(editor);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(m_title, 0, 0, 1, 4);
    for (int place = 0; place < Shortcuts::mostKeys; ++place) {
        const Field& field = m_fields[place];
        auto* label = new PlainLabel(field.key->accessibleName(), editor);
        label->setBuddy(field.key);
        grid->addWidget(label, place + 1, 0);
        grid->addWidget(field.key, place + 1, 1);
        grid->addWidget(field.remove, place + 1, 2);
        connect(field.key, &KeyField::pressed, this,
                [this, place](const QKeySequence& key) { enter(place, key); });
        connect(field.remove, &QPushButton::clicked, this, [this, place] { enter(place, {}); });
    }
    grid->addWidget(m_reset, 1, 3);
    grid->setColumnStretch(1, 1);
    grid->addWidget(makeConflict(), 3, 0, 1, 4);
    connect(m_reset, &QPushButton::clicked, this,
            [this] { request(commandInfo(m_command).defaultKeys); });
    return editor;
}

ShortcutsDialog::Field ShortcutsDialog::makeField(const QString& name, const QString& id) {
    auto* key = new KeyField(this);
    key->setObjectName(id);
    key->setAccessibleName(name);
    for (auto* within : key->findChildren<QLineEdit*>())
        within->setAccessibleName(name);
    auto* remove = new QPushButton(tr("Remove"), this);
    remove->setObjectName(id + QStringLiteral("Remove"));
    remove->setAccessibleName(tr("Remove: %1").arg(name));
    return {key, remove};
}

/// A line that keeps its place, so that the list does not jump when there is something to say.
QWidget* ShortcutsDialog::makeConflict() {
    auto* line = new QWidget(this);
    m_problem = new ProblemLabel(line);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_take = new QPushButton(tr("&Take it over"), line);
    m_take->setObjectName(QStringLiteral("take"));
    m_take->hide();
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_problem, 1);
    row->addStretch();
    row->addWidget(m_take);
    line->setMinimumHeight(m_take->sizeHint().height());
    connect(m_take, &QPushButton::clicked, this, [this] { give(QList(m_wished)); });
    return line;
}

void ShortcutsDialog::showRow(QTreeWidgetItem* row) {
    const CommandInfo info = commandInfo(commandOf(row));
    const QList<QKeySequence> keys = m_shortcuts.of(info.command);
    QStringList words;
    for (const QKeySequence& key : keys) {
        const QString name = keysInWords({key});
        words += m_shortcuts.singleKeys() || !typesCharacter(key) ? name : tr("%1 (off)").arg(name);
    }
    row->setText(Keys, words.join(QStringLiteral(", ")));
    const bool changed = keys != info.defaultKeys;
    row->setText(Usual, changed ? keysInWords(info.defaultKeys) : QString());
}

void ShortcutsDialog::showRows() {
    for (int menu = 0; menu < m_tree->topLevelItemCount(); ++menu)
        for (int row = 0; row < m_tree->topLevelItem(menu)->childCount(); ++row)
            showRow(m_tree->topLevelItem(menu)->child(row));
}

void ShortcutsDialog::showCommand() {
    const QTreeWidgetItem* row = m_tree->currentItem();
    if (!row || isMenu(row))
        return;
    m_command = commandOf(row);
    const CommandInfo info = commandInfo(m_command);
    m_title->setText(QStringLiteral("%1 – %2").arg(menuPath(m_command), info.tip));
    const QList<QKeySequence> keys = m_shortcuts.of(m_command);
    for (qsizetype place = 0; place < Shortcuts::mostKeys; ++place) {
        const Field& field = m_fields[place];
        field.key->setKey(keys.value(place));
        field.remove->setEnabled(place < keys.size());
    }
    m_reset->setEnabled(keys != info.defaultKeys);
    m_reset->setToolTip(plainTip(tr("Back to %1").arg(keysInWords(info.defaultKeys))));
    m_wished.clear();
    m_problem->setProblem({});
    m_take->hide();
}

void ShortcutsDialog::filter(const QString& text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    for (int menu = 0; menu < m_tree->topLevelItemCount(); ++menu) {
        QTreeWidgetItem* top = m_tree->topLevelItem(menu);
        bool any = false;
        for (int place = 0; place < top->childCount(); ++place) {
            QTreeWidgetItem* row = top->child(place);
            const bool shown = matches(row, words);
            row->setHidden(!shown);
            any = any || shown;
            if (shown && !first)
                first = row;
        }
        top->setHidden(!any);
    }
    const QTreeWidgetItem* current = m_tree->currentItem();
    if (first && (!current || current->isHidden()))
        m_tree->setCurrentItem(first);
}

/// A key was pressed in a field, or taken out of it.
void ShortcutsDialog::enter(int place, const QKeySequence& key) {
    QList<QKeySequence> keys = m_shortcuts.of(m_command);
    if (!key.isEmpty()) {
        if (const QString objection = objectionTo(key); !objection.isEmpty()) {
            m_problem->setProblem(objection);
            m_take->hide();
            return;
        }
        keys.removeAll(key);
    }
    if (place < keys.size())
        keys.removeAt(place);
    if (!key.isEmpty())
        keys.insert(std::min<qsizetype>(place, keys.size()), key);
    request(keys);
}

/// Gives the command these keys, or says who has one of them.
void ShortcutsDialog::request(const QList<QKeySequence>& keys) {
    for (const QKeySequence& key : keys) {
        const auto holder = m_shortcuts.holder(key);
        if (!holder || *holder == m_command)
            continue;
        m_wished = keys;
        m_problem->setProblem(
            tr("%1 is the key of “%2”.").arg(keysInWords({key}), menuPath(*holder)));
        m_take->show();
        return;
    }
    give(keys);
}

void ShortcutsDialog::give(const QList<QKeySequence>& keys) {
    m_shortcuts.set(m_command, keys);
    showRows();
    showCommand();
}

void ShortcutsDialog::resetAll() {
    m_shortcuts = Shortcuts();
    m_single->setChecked(m_shortcuts.singleKeys());
    showRows();
    showCommand();
}

void KeyField::setKey(const QKeySequence& key) {
    m_key = key;
    setKeySequence(key);
}

/// Qt's field waits for more keys; no command of the window has a sequence of them.
void KeyField::keyPressEvent(QKeyEvent* event) {
    QKeySequenceEdit::keyPressEvent(event);
    const QKeySequence typed = keySequence();
    if (typed.isEmpty())
        return; // Ctrl or its like, with which the key begins
    setKeySequence(m_key);
    emit pressed(QKeySequence(typed[0]));
}

void KeyField::keyReleaseEvent(QKeyEvent* event) {
    event->accept();
    setKeySequence(m_key);
}

void KeyField::focusOutEvent(QFocusEvent* event) {
    QKeySequenceEdit::focusOutEvent(event);
    setKeySequence(m_key);
}

} // namespace gf
