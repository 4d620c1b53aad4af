// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/language/language.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <optional>
#include <span>
#include <vector>

class QAction;
class QMenu;
class QMenuBar;
class QWidget;

namespace gf {

/// Everything the window can be told to do by menu, key or button.
enum class Command {
    // Model
    NewModel,
    OpenModel,
    SaveModel,
    SaveModelAs,
    Train,
    TrainOnce,
    WalkStep,
    ResetModel,
    Quit,
    // Example
    EditSource,
    EditTarget,
    AnotherExample,
    // View
    NextStep,
    PreviousStep,
    Walk,
    NextLayer,
    PreviousLayer,
    NextHead,
    PreviousHead,
    AllHeads,
    EqualPanels,
    Numbers,
    ZoomIn,
    ZoomOut,
    Gradients,
    NextView,
    RowUp,
    RowDown,
    ColumnLeft,
    ColumnRight,
    Release,
    Search,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    LanguageSystem,
    LanguageEnglish,
    LanguageGerman,
    LargerText,
    SmallerText,
    NormalText,
    RestoreLayout,
    LessMotion,
    Present,
    // Lab
    Change,
    UndoChange,
    RedoChange,
    TakeAllBack,
    ShowBefore,
    ShowEffect,
    Generate,
    EarlierMoment,
    LaterMoment,
    Replay,
    BackToNow,
    ContinueHere,
    PinA,
    PinB,
    Difference,
    TimeMemory,
    Compare,
    // Export
    ExportMatrix,
    ExportHeads,
    ExportPanels,
    ExportView,
    ExportLoss,
    CopyMatrix,
    // Help
    Help,
    Tour,
    Glossary,
    Shortcuts,
    About,
};

/// How a command looks: one row of the table.
struct CommandInfo {
    Command command;
    QString text; ///< in the menu, with its mnemonic
    QString tip;  ///< one sentence; the shortcut is added
    QList<QKeySequence> keys;
    bool checkable = false;
};

/// The table of all commands, in the order of the menus and in the present language.
std::vector<CommandInfo> commandTable();

/// The actions of one window, made from the table.
class Commands : public QObject {
    Q_OBJECT
public:
    /// Adds every action to `window`, so that its shortcuts work there.
    explicit Commands(QWidget* window);

    QAction* operator[](Command command) const { return m_actions.value(command); }

    /// Fills a menu bar; `docks` are the switches of the docks, shown under View.
    void fill(QMenuBar* bar, const QList<QAction*>& docks) const;

    /// Ticks one of the themes, of which one is always chosen.
    void showTheme(ThemeChoice choice) const;
    /// The same for the languages.
    void showLanguage(Language language) const;

signals:
    void triggered(gf::Command command, bool checked);

private:
    void addChoices(QMenu* menu, const QString& title, std::span<const Command> choices) const;

    QHash<Command, QAction*> m_actions;
    QActionGroup m_themes; ///< of which one is chosen
    QActionGroup m_languages;
};

/// "Next step (Space)": the tip with the shortcut in words.
QString tipWithKeys(const QString& tip, const QList<QKeySequence>& keys);
/// The same with the keys of a command.
QString tipWithKeys(const QString& tip, Command command);

} // namespace gf
