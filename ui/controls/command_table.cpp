// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/command_table.h"

#include "core/lesson/command_names.h"
#include "ui/language/tr.h"

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <optional>

namespace gf {

namespace {

QList<QKeySequence> keys(std::initializer_list<QKeySequence> list) {
    return list;
}

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
        {TrainOnce, tr("One training st&ep"), tr("Train for a single training step"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)})},
        {WalkStep, tr("Wal&k through the next training step"),
         tr("Pause, and go through the next training step: forward, backward, update"),
         keys({QKeySequence(Qt::Key_W)}), true},
        {OwnBatch, tr("Sentences of your own in one &batch…"),
         tr("A few sentences padded to one length: their ids, masks and losses"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_W)})},
        {TrainOnText, tr("Train on a te&xt…"),
         tr("Have an opened model go on learning from a text or from pairs of yours"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)})},
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

        {NextStep, tr("&Next operation"), tr("Go to the next operation"),
         keys({QKeySequence(Qt::Key_Space), QKeySequence(Qt::CTRL | Qt::Key_Down)})},
        {PreviousStep, tr("&Previous operation"), tr("Go back to the operation before"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_Space), QKeySequence(Qt::CTRL | Qt::Key_Up)})},
        {Walk, tr("&Walk"), tr("Go through the operations by itself, with a stop after each"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_Space)}), true},
        {Back, tr("Back to where I was"),
         tr("Go back to the operation and the cell that were looked at before"),
         keys({QKeySequence(Qt::ALT | Qt::Key_Left), QKeySequence(Qt::Key_Back)})},
        {Forward, tr("Forward again"), tr("Go where “back” came from"),
         keys({QKeySequence(Qt::ALT | Qt::Key_Right), QKeySequence(Qt::Key_Forward)})},
        {NextLayer, tr("Next &layer"), tr("The same operation one layer further"),
         keys({QKeySequence(Qt::Key_BracketRight)})},
        {PreviousLayer, tr("Previous l&ayer"), tr("The same operation one layer before"),
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
            "rest"),
         keys({QKeySequence(Qt::Key_Plus)})},
        {ZoomOut, tr("Zoom &out"), tr("Show the matrix or the drawing smaller again"),
         keys({QKeySequence(Qt::Key_Minus)})},
        {Gradients, tr("&Gradients"), tr("Show the gradient of the loss instead of the values"),
         keys({QKeySequence(Qt::Key_G)}), true},
        {NextView, tr("Another &view"), tr("Draw this operation in another way"),
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
        {Search, tr("&Find…"), tr("Find any operation, term or command by one of its names"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_F)})},
        {ThemeSystem, tr("&As the desktop"), tr("Light or dark, as the desktop is"),
         keys({QKeySequence(Qt::Key_F6)}), true},
        {ThemeLight, tr("&Light"), tr("Dark on light, for paper and bright rooms"),
         keys({QKeySequence(Qt::Key_F7)}), true},
        {ThemeDark, tr("&Dark"), tr("Light on dark, for dim rooms"),
         keys({QKeySequence(Qt::Key_F8)}), true},
        {HighContrast, tr("High &contrast"),
         tr("Stronger lines, frames and texts, on black or white"),
         keys({QKeySequence(Qt::Key_F9)}), true},
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
        {LessMotion, tr("Less &motion"), tr("Go from operation to operation without a transition"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F5)}), true},
        {Present, tr("P&resent"),
         tr("Only the stage, its place and its formula, large, on the whole screen. Page Down and "
            "Page Up turn the pages of the lesson, else the operations; B blanks the screen, P "
            "says what comes next, Ctrl makes the mouse a point of light"),
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
        {Generate, tr("&Generation, token by token"),
         tr("How the model writes its answer: each token, what it was picked from, what it looked "
            "at"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_G)})},
        {Charts, tr("Chart&s of the run"),
         tr("The curves of the run as large as the stage, while it trains: loss, accuracy, and the "
            "gradient norm of each layer"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_L)})},
        {EarlierCheckpoint, tr("&Earlier moment"),
         tr("Look at the moment of the run before this one"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_Left)})},
        {LaterCheckpoint, tr("&Later moment"), tr("Look at the moment of the run after this one"),
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
         tr("Train this model and a twin with one difference side by side, or three mechanisms"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_K)})},
        {DifferMost, tr("To the largest difference"),
         tr("Go to the cell in which the compared runs differ most, measured by the size of the "
            "numbers of its operation"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B)})},
        {Alignments, tr("W&here each run looks…"),
         tr("The alignments of saved runs beside that of the open one, on the same example"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K)})},
        {Verify, tr("&Verify…"),
         tr("Compare two backends, operation by operation: every number and every gradient of the "
            "example"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V)})},
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
        {ExportPage, tr("&Web page of this operation…"),
         tr("Save the matrix in focus as one file to point into: each number says how it comes "
            "about"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W)})},
        {ExportWalk, tr("Web page of &all operations…"),
         tr("Save all forward operations of the example, in their order, as one file to point "
            "into"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)})},
        {ExportLoss, tr("&Loss chart…"), tr("Save the loss chart"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)})},
        {CopyMatrix, tr("&Copy numbers and picture"),
         tr("Copy what is on the stage: the numbers as a table, and the picture"),
         keys(
             {QKeySequence(Qt::CTRL | Qt::Key_C), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)})},

        {ShareView, tr("Copy this view as te&xt"),
         tr("Copy what the window shows as a text that another window opens: model, example and "
            "place"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U)})},
        {OpenShared, tr("&Open a copied view"),
         tr("Show the view, or the lesson, whose text was copied"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Y)})},
        {AddView, tr("Add this &view to the lecture"),
         tr("Append what the window shows as a page to the lecture that a view was added to last"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_J)})},
        {BeginLecture, tr("&Begin a lecture with this view…"),
         tr("What the window shows as the first page of a file, or one more page of another one"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_I)})},
        {PackLecture, tr("Pac&k the lecture…"),
         tr("Write the lecture, its models and what they learn from into one file, which opens "
            "elsewhere at once"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Q)})},

        {Help, tr("&First steps"), tr("What there is to see and to do, with pictures"),
         keys({QKeySequence(Qt::Key_F1)})},
        {Course, tr("&Course"), tr("Lessons that ask first and answer with an experiment"),
         keys({QKeySequence(Qt::Key_F4)})},
        {NextPage, tr("&Next page of the lesson"),
         tr("Turn to the next page of the lesson that is open"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_PageDown)})},
        {PreviousPage, tr("&Previous page of the lesson"), tr("Turn back to the page before"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_PageUp)})},
        {TeacherSheet, tr("Teacher’s &sheet…"),
         tr("Plan, minutes, answers to expect and what to draw, for the lesson that is open: to "
            "read, print or save as PDF"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F2)})},
        {FiguresOfLesson, tr("All &figures of the lesson…"),
         tr("Save what the lesson’s pages show in the window, each as a figure with its caption"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G)})},
        {RoomPage, tr("The &room…"),
         tr("What everyone in the room expects, as bars: typed in, or counted from students’ "
            "files"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F4)})},
        {ArrangePages, tr("&Pages of the lecture…"),
         tr("Put the pages of the lesson’s file into another order, or name them anew"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)})},
        {HandIn, tr("Save my &answers…"),
         tr("Save which answers you chose in the lesson that is open, for whoever teaches it"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)})},
        {Homework, tr("Home&work…"),
         tr("Make an exercise for students, in NumPy or PyTorch, that checks itself"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F2)})},
        {Command::Tour, tr("&Tour"),
         tr("The first three minutes with the window, on the open model"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F1)})},
        {Glossary, tr("&Glossary"), tr("What the terms mean, and where they come from"),
         keys({QKeySequence(Qt::SHIFT | Qt::Key_F1)})},
        {Shortcuts, tr("&Keyboard shortcuts…"),
         tr("All shortcuts on one page, to be looked up and changed"),
         keys({QKeySequence(Qt::Key_F2)})},
        {About, tr("&About Glassformer"), tr("What this is, and its licence"),
         keys({QKeySequence(Qt::CTRL | Qt::Key_F1)})},
    };
}

const char* CommandInfo::name() const {
    return commandNames[static_cast<std::size_t>(command)].data();
}

CommandInfo commandInfo(Command command) {
    const std::vector<CommandInfo> table = commandTable();
    const auto row = std::ranges::find(table, command, &CommandInfo::command);
    assert(row != table.end());
    return *row;
}

std::vector<MenuInfo> commandMenus() {
    using enum Command;
    const MenuLine line;
    const SubMenu ways{tr("M&ove to"),
                       {NextStep, PreviousStep, Walk, Back, Forward, NextLayer, PreviousLayer,
                        NextHead, PreviousHead, RowUp, RowDown, ColumnLeft, ColumnRight, Release}};
    const SubMenu sizes{tr("Matrix &size"), {ZoomIn, ZoomOut, EqualPanels}};
    const SubMenu docks{tr("&Parts of the window"), {RestoreLayout}, true};
    const SubMenu themes{tr("&Theme"),
                         {ThemeSystem, ThemeLight, ThemeDark, HighContrast, LessMotion}};
    const SubMenu languages{tr("Lang&uage"), {LanguageSystem, LanguageEnglish, LanguageGerman}};
    const SubMenu teaching{tr("For teach&ing"),
                           {TeacherSheet, RoomPage, FiguresOfLesson, ArrangePages, HandIn}};
    const SubMenu texts{tr("Te&xt size"), {LargerText, SmallerText, NormalText}};
    return {
        {tr("&Model"),
         {NewModel, OpenModel, SaveModel, SaveModelAs, line, Train, TrainOnce, WalkStep,
          TrainOnText, ResetModel, line, Quit}},
        {tr("&Example"), {EditSource, EditTarget, line, AnotherExample, OwnBatch}},
        {tr("&View"),
         {Search, ways, line, AllHeads, Numbers, Gradients, NextView, sizes, line, docks, themes,
          languages, texts, line, Present}},
        {tr("&Lab"),
         {LabList{tr("&Questions")},
          line,
          Compare,
          DifferMost,
          Alignments,
          Verify,
          line,
          Change,
          line,
          UndoChange,
          RedoChange,
          TakeAllBack,
          ShowBefore,
          ShowEffect,
          line,
          Generate,
          Charts,
          line,
          EarlierCheckpoint,
          LaterCheckpoint,
          Replay,
          BackToNow,
          ContinueHere,
          line,
          PinA,
          PinB,
          Difference,
          line,
          TimeMemory}},
        {tr("E&xport"),
         {ExportMatrix, ExportView, ExportHeads, ExportPanels, CopyMatrix, line, ExportPage,
          ExportWalk, line, ExportLoss, line, ShareView, OpenShared, AddView, BeginLecture,
          PackLecture}},
        {tr("&Help"),
         {Help, Command::Tour, Course, NextPage, PreviousPage, teaching, Homework, line, Glossary,
          Shortcuts, line, About}},
    };
}

std::vector<Command> commandsOf(const MenuInfo& menu) {
    std::vector<Command> all;
    for (const MenuItem& item : menu.items)
        if (const auto* command = std::get_if<Command>(&item))
            all.push_back(*command);
        else if (const auto* inner = std::get_if<SubMenu>(&item))
            all.insert(all.end(), inner->commands.begin(), inner->commands.end());
    return all;
}

QString withoutMnemonic(const QString& text) {
    return QString(text).remove(QLatin1Char('&'));
}

namespace {

/// The menu within a menu in which a command stands; nullopt where it stands in the menu itself.
std::optional<QString> subMenuOf(const MenuInfo& menu, Command command) {
    for (const MenuItem& item : menu.items)
        if (const auto* inner = std::get_if<SubMenu>(&item);
            inner && std::ranges::count(inner->commands, command) > 0)
            return inner->title;
    return std::nullopt;
}

} // namespace

QString menuPath(Command command) {
    QStringList path;
    for (const MenuInfo& menu : commandMenus()) {
        if (std::ranges::count(commandsOf(menu), command) == 0)
            continue;
        path += menu.title;
        if (const auto inner = subMenuOf(menu, command))
            path += *inner;
        path += commandInfo(command).text;
    }
    return withoutMnemonic(path.join(QStringLiteral(" → ")));
}

} // namespace gf
