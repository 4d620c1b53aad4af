// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/commands.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include <array>
#include <vector>

namespace gf {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("gf::Commands", text);
}

QList<QKeySequence> keys(std::initializer_list<QKeySequence> list) {
    return list;
}

constexpr std::array themeCommands = {Command::ThemeSystem, Command::ThemeLight,
                                      Command::ThemeDark};

constexpr std::array textCommands = {Command::LargerText, Command::SmallerText,
                                     Command::NormalText};

// In the order of Language.
constexpr std::array languageCommands = {Command::LanguageSystem, Command::LanguageEnglish,
                                         Command::LanguageGerman};

} // namespace

std::vector<CommandInfo> commandTable() {
    using enum Command;
    return {
        {NewModel, tr("&New model…"), tr("Build a model of your own and train it"),
         keys({QKeySequence::New})},
        {OpenModel, tr("&Open…"),
         tr("Open a saved model and train it further, or a text or pairs to learn from"),
         keys({QKeySequence::Open})},
        {SaveModel, tr("&Save"), tr("Save the model with its training state"),
         keys({QKeySequence::Save})},
        {SaveModelAs, tr("Save &as…"), tr("Save the model under another name"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)})},
        {Train, tr("&Train"), tr("Train, or pause training"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_T)}), true},
        {TrainOnce, tr("One training st&ep"), tr("Train for a single step"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)})},
        {WalkStep, tr("Wal&k through the next step"),
         tr("Pause, and go through the next training step: forward, backward, update"),
         keys({QKeySequence(Qt::Key_W)}), true},
        {ResetModel, tr("Start o&ver"), tr("Forget what was learned: fresh weights"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_R)})},
        {Quit, tr("&Quit"), tr("Leave Glassformer"), keys({QKeySequence(Qt::CTRL | Qt::Key_Q)})},

        {EditSource, tr("Edit &source"), tr("Type another source"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_E)})},
        {EditTarget, tr("Edit &target"), tr("Type another target"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)})},
        {AnotherExample, tr("&Another example"),
         tr("Show an example that the model is never trained on"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_D)})},

        {NextStep, tr("&Next step"), tr("Go to the next operation"),
         keys({QKeySequence(Qt::Key_Space)})},
        {PreviousStep, tr("&Previous step"), tr("Go back to the operation before"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_Space)})},
        {Walk, tr("&Walk"), tr("Go through the steps by itself, with a stop after each"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_Space)}), true},
        {NextLayer, tr("Next &layer"), tr("The same step one layer further"),
         keys({QKeySequence(Qt::Key_BracketRight)})},
        {PreviousLayer, tr("Previous l&ayer"), tr("The same step one layer before"),
         keys({QKeySequence(Qt::Key_BracketLeft)})},
        {NextHead, tr("Next &head"), tr("The next attention head"),
         keys({QKeySequence(Qt::Key_Period)})},
        {PreviousHead, tr("Previous h&ead"), tr("The attention head before"),
         keys({QKeySequence(Qt::Key_Comma)})},
        {AllHeads, tr("All hea&ds"), tr("Show all heads side by side"),
         keys({QKeySequence(Qt::Key_A)}), true},
        {EqualPanels, tr("E&qual panels"),
         tr("Draw the stages of attention equally large, instead of the chosen one"),
         keys({QKeySequence(Qt::Key_E)}), true},
        {Numbers, tr("Num&bers in the cells"),
         tr("Make room for the numbers: matrices too large for them are shown in part, with an "
            "overview beside them"),
         keys({QKeySequence(Qt::Key_N)}), true},
        {ZoomIn, tr("&Zoom in"),
         tr("Show the matrix or the drawing larger, as Ctrl with the wheel does; drag to see the "
            "rest, Esc shows all of it again"),
         keys({QKeySequence(Qt::Key_Plus)})},
        {ZoomOut, tr("Zoom &out"), tr("Show the matrix or the drawing smaller again"),
         keys({QKeySequence(Qt::Key_Minus)})},
        {Gradients, tr("&Gradients"), tr("Show the gradient of the loss instead of the values"),
         keys({QKeySequence(Qt::Key_G)}), true},
        {NextView, tr("Another &view"), tr("Draw this step in another way"),
         keys({QKeySequence(Qt::Key_V)})},
        {RowUp, tr("Row up"), tr("The row above"), keys({QKeySequence(Qt::Key_Up)})},
        {RowDown, tr("Row down"), tr("The row below"), keys({QKeySequence(Qt::Key_Down)})},
        {ColumnLeft, tr("Column left"), tr("The column to the left"),
         keys({QKeySequence(Qt::Key_Left)})},
        {ColumnRight, tr("Column right"), tr("The column to the right"),
         keys({QKeySequence(Qt::Key_Right)})},
        {Release, tr("Let go of the cell"),
         tr("Unpin the cell, leave the field or the enlarged matrix, stop presenting"),
         keys({QKeySequence(Qt::Key_Escape)})},
        {Search, tr("&Find…"), tr("Find any step, term or command by one of its names"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_F)})},
        {ThemeSystem, tr("&As the desktop"), tr("Light or dark, as the desktop is"),
         keys({QKeySequence(Qt::Key_F6)}), true},
        {ThemeLight, tr("&Light"), tr("Dark on light, for paper and bright rooms"),
         keys({QKeySequence(Qt::Key_F7)}), true},
        {ThemeDark, tr("&Dark"), tr("Light on dark, for dim rooms"),
         keys({QKeySequence(Qt::Key_F8)}), true},
        {LanguageSystem, tr("&As the desktop"), tr("The language of the desktop"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F6)}), true},
        // Who cannot read the others can read their own.
        {LanguageEnglish, QStringLiteral("&English"), tr("Everything in English"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F7)}), true},
        {LanguageGerman, QStringLiteral("&Deutsch"), tr("Everything in German"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F8)}), true},
        {LargerText, tr("&Larger"), tr("Make all texts of the window larger"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)})},
        {SmallerText, tr("&Smaller"), tr("Make all texts of the window smaller"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_Minus)})},
        {NormalText, tr("&Normal"), tr("Texts as large as the desktop has them"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_0)})},
        {RestoreLayout, tr("Restore la&yout"), tr("Put every dock back where it was at first"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F11)})},
        {LessMotion, tr("Less &motion"), tr("Go from step to step without a transition"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F5)}), true},
        {Present, tr("P&resent"),
         tr("Only the stage, its place and its formula, large, on the whole screen; Page Down and "
            "Page Up are the next and the previous step"),
         keys({QKeySequence(Qt::Key_F11)}), true},

        {Change, tr("&What if…"),
         tr("Change something here: mute the head, set the number, hide the key, …"),
         keys({QKeySequence(Qt::Key_C)})},
        {UndoChange, tr("&Undo"), tr("Take the last change back"), keys({QKeySequence::Undo})},
        {RedoChange, tr("&Redo"), tr("Make the change again that was taken back"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)})},
        {TakeAllBack, tr("Rese&t"), tr("Take all changes back: the model as it is"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_Backspace)})},
        {ShowBefore, tr("Bef&ore"), tr("Show the run as it is without the changes"),
         keys({QKeySequence(Qt::Key_B)}), true},
        {ShowEffect, tr("E&ffect"), tr("Show what the changes do: the run with them less without"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_B)}), true},
        {Generate, tr("&Generation, token by token…"),
         tr("How the model writes its answer: each token, what it was picked from, what it looked "
            "at"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_G)})},
        {EarlierMoment, tr("&Earlier moment"), tr("Look at the moment of the run before this one"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_Left)})},
        {LaterMoment, tr("&Later moment"), tr("Look at the moment of the run after this one"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_Right)})},
        {Replay, tr("Repla&y"), tr("Play the run’s past, from the moment shown up to now"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Space)})},
        {BackToNow, tr("Back to &now"), tr("Show the model as it is now again"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_End)})},
        {ContinueHere, tr("&Continue from here"),
         tr("Train on from the moment shown as a new branch; the old one is kept"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return)})},
        {PinA, tr("Pin moment &A"), tr("Pin the moment shown as A, or let go of it"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_1)}), true},
        {PinB, tr("Pin moment &B"), tr("Pin the moment shown as B, or let go of it"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_2)}), true},
        {Difference, tr("&Difference B − A"),
         tr("Show what changed from the pinned moment A to the pinned moment B"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_3)}), true},
        {Compare, tr("Com&pare…"),
         tr("Train this model and a twin with one difference side by side"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_K)})},
        {TimeMemory, tr("&Memory of the time machine…"),
         tr("How much the run remembers of itself, and whether that is saved with it"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)})},

        {ExportMatrix, tr("&This matrix…"),
         tr("Save the matrix on the stage as a figure or as numbers"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X)})},
        {ExportHeads, tr("All &heads…"), tr("Save all heads in one figure"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H)})},
        {ExportPanels, tr("The four &panels…"),
         tr("Save scores, scaled, masked and weights in one figure"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)})},
        {ExportView, tr("This &drawing…"), tr("Save the drawing on the stage as a figure"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)})},
        {ExportLoss, tr("&Loss chart…"), tr("Save the loss chart"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)})},
        {CopyMatrix, tr("&Copy numbers and picture"),
         tr("Copy what is on the stage: the numbers as a table, and the picture"),
         keys(
             {QKeySequence(Qt::CTRL | Qt::Key_C), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)})},

        {Help, tr("&First steps"), tr("What there is to see and to do, with pictures"),
         keys({QKeySequence(Qt::Key_F1)})},
        {Command::Tour, tr("&Tour"),
         tr("The first three minutes with the window, on the open model"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F1)})},
        {Glossary, tr("&Glossary"), tr("What the terms mean, and where they come from"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F1)})},
        {Shortcuts, tr("&Keyboard"), tr("All shortcuts on one page"),
         keys({QKeySequence(Qt::Key_F2)})},
        {About, tr("&About Glassformer"), tr("What this is, and its licence"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_F1)})},
    };
}

namespace {

/// A menu: its title and its commands; nullopt is a separator.
struct MenuInfo {
    QString title;
    std::vector<std::optional<Command>> commands;
};

std::vector<MenuInfo> makeMenus() {
    using enum Command;
    const std::nullopt_t line = std::nullopt;
    return {
        {tr("&Model"),
         {NewModel, OpenModel, SaveModel, SaveModelAs, line, Train, TrainOnce, WalkStep, ResetModel,
          line, Quit}},
        {tr("&Example"), {EditSource, EditTarget, line, AnotherExample}},
        {tr("&View"),
         {NextStep,    PreviousStep, Walk,     Search,        line,       NextLayer, PreviousLayer,
          NextHead,    PreviousHead, AllHeads, line,          Numbers,    ZoomIn,    ZoomOut,
          EqualPanels, Gradients,    NextView, line,          RowUp,      RowDown,   ColumnLeft,
          ColumnRight, Release,      line,     RestoreLayout, LessMotion, Present}},
        {tr("&Lab"),
         {Compare,      line, Change,   line, UndoChange,    RedoChange,  TakeAllBack, ShowBefore,
          ShowEffect,   line, Generate, line, EarlierMoment, LaterMoment, Replay,      BackToNow,
          ContinueHere, line, PinA,     PinB, Difference,    line,        TimeMemory}},
        {tr("E&xport"),
         {ExportMatrix, ExportView, ExportHeads, ExportPanels, CopyMatrix, line, ExportLoss}},
        {tr("&Help"), {Help, Command::Tour, Glossary, Shortcuts, line, About}},
    };
}

} // namespace

QString tipWithKeys(const QString& tip, const QList<QKeySequence>& keys) {
    QStringList words;
    for (const QKeySequence& key : keys)
        words += key.toString(QKeySequence::NativeText);
    return words.isEmpty() ? tip : tr("%1 (%2)").arg(tip, words.join(tr(" or ")));
}

QString tipWithKeys(const QString& tip, Command command) {
    for (const CommandInfo& info : commandTable())
        if (info.command == command)
            return tipWithKeys(tip, info.keys);
    return tip;
}

Commands::Commands(QWidget* window) : QObject(window), m_themes(this), m_languages(this) {
    for (const CommandInfo& info : commandTable()) {
        auto* action = new QAction(info.text, this);
        action->setCheckable(info.checkable);
        action->setShortcuts(info.keys);
        action->setShortcutContext(Qt::WindowShortcut);
        action->setToolTip(tipWithKeys(info.tip, info.keys));
        action->setStatusTip(info.tip);
        const Command command = info.command;
        connect(action, &QAction::triggered, this,
                [this, command](bool checked) { emit triggered(command, checked); });
        window->addAction(action);
        m_actions.insert(command, action);
    }
    for (const Command choice : themeCommands)
        m_themes.addAction(m_actions.value(choice));
    for (const Command choice : languageCommands)
        m_languages.addAction(m_actions.value(choice));
}

void Commands::showTheme(ThemeChoice choice) const {
    m_actions.value(themeCommands[static_cast<std::size_t>(choice)])->setChecked(true);
}

void Commands::showLanguage(Language language) const {
    m_actions.value(languageCommands[static_cast<std::size_t>(language)])->setChecked(true);
}

/// A menu of things of which one is chosen.
void Commands::addChoices(QMenu* menu, const QString& title,
                          std::span<const Command> choices) const {
    QMenu* inner = menu->addMenu(title);
    inner->setToolTipsVisible(true);
    for (const Command choice : choices)
        inner->addAction(m_actions.value(choice));
}

void Commands::fill(QMenuBar* bar, const QList<QAction*>& docks) const {
    for (const MenuInfo& info : makeMenus()) {
        QMenu* menu = bar->addMenu(info.title);
        menu->setToolTipsVisible(true);
        for (const std::optional<Command>& command : info.commands) {
            if (command == Command::RestoreLayout)
                menu->addActions(docks);
            if (command == Command::LessMotion) {
                addChoices(menu, tr("&Theme"), themeCommands);
                addChoices(menu, tr("Lang&uage"), languageCommands);
                addChoices(menu, tr("Te&xt size"), textCommands);
            }
            if (command)
                menu->addAction(m_actions.value(*command));
            else
                menu->addSeparator();
        }
    }
}

} // namespace gf
