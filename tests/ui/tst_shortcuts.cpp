// SPDX-License-Identifier: GPL-3.0-or-later
#include "fresh_window.h"
#include "small_model.h"
#include "ui/controls/commands.h"
#include "ui/controls/shortcuts.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/stage/stage_widget.h"
#include "ui/tour/tour_stops.h"
#include "ui/train/train_dock.h"
#include "ui/window/key_guard.h"
#include "warnings.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

#include <set>

namespace gf::tst_shortcuts {

namespace {

QKeySequence key(const char* name) {
    return QKeySequence(QString::fromLatin1(name), QKeySequence::PortableText);
}

QTreeWidgetItem* rowOf(const ShortcutsDialog& dialog, Command command) {
    auto* tree = dialog.findChild<QTreeWidget*>("shortcuts");
    for (int menu = 0; menu < tree->topLevelItemCount(); ++menu)
        for (int row = 0; row < tree->topLevelItem(menu)->childCount(); ++row) {
            QTreeWidgetItem* item = tree->topLevelItem(menu)->child(row);
            if (item->data(0, Qt::UserRole).toInt() == static_cast<int>(command))
                return item;
        }
    return nullptr;
}

void choose(const ShortcutsDialog& dialog, Command command) {
    dialog.findChild<QTreeWidget*>("shortcuts")->setCurrentItem(rowOf(dialog, command));
}

void click(const ShortcutsDialog& dialog, const char* button) {
    QTest::mouseClick(dialog.findChild<QPushButton*>(button), Qt::LeftButton);
}

} // namespace

/// The keys of the commands: as the person sets them, in the window, in the dialog and in texts.
class TestShortcuts : public QObject {
    Q_OBJECT

private:
    KeyGuard m_guard;
    std::unique_ptr<MainWindow> m_window;

    /// A window as the next start has it.
    void start() {
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        m_window->resize(1024, 640);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        m_window->findChild<StageWidget*>()->setFocus();
    }

    void type(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_window->focusWidget(), key, modifiers);
    }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        qApp->installEventFilter(&m_guard);
    }
    void init() {
        failOnQtWarnings();
        QSettings().clear();
    }
    void cleanup() { m_window.reset(); }

    /// A longer one is searched, not read.
    void viewMenu_isShort() {
        const std::vector<MenuInfo> menus = commandMenus();
        const auto view = std::ranges::find(menus, QStringLiteral("&View"), &MenuInfo::title);
        QVERIFY(view != menus.end());
        QVERIFY(std::ranges::count_if(view->items, [](const MenuItem& item) {
                    return !std::holds_alternative<MenuLine>(item);
                }) <= 12);
    }

    void commands_standInOneMenuAndHaveTheirOwnName() {
        std::set<std::string> names;
        std::set<Command> inMenus;
        for (const MenuInfo& menu : commandMenus())
            for (const Command command : commandsOf(menu))
                QVERIFY(inMenus.insert(command).second);
        for (const CommandInfo& info : commandTable()) {
            QVERIFY2(names.insert(info.name()).second, info.name());
            QVERIFY2(inMenus.contains(info.command), info.name());
            for (const QKeySequence& key : info.defaultKeys)
                QVERIFY2(objectionTo(key).isEmpty(), info.name());
        }
        QCOMPARE(inMenus.size(), names.size());
        QCOMPARE(menuPath(Command::ThemeDark), QStringLiteral("View → Theme → Dark"));
    }

    void savedKeys_replaceTheOldOnesFromTheNextStart() {
        Shortcuts shortcuts;
        shortcuts.set(Command::Gradients, {key("Ctrl+J"), key("J")});
        shortcuts.save();
        start();
        QAction* gradients = m_window->commands()[Command::Gradients];
        type(Qt::Key_G);
        QVERIFY(!gradients->isChecked());
        type(Qt::Key_J, Qt::ControlModifier);
        QVERIFY(gradients->isChecked());
        type(Qt::Key_J);
        QVERIFY(!gradients->isChecked());
        QVERIFY2(gradients->toolTip().contains("Ctrl+J or J"), qPrintable(gradients->toolTip()));
        // What is as at first is not saved, so that later versions can change it.
        QVERIFY(!QSettings().contains("shortcuts/next-step"));
    }

    void set_takesTheKeyFromAnotherCommand() {
        Shortcuts shortcuts;
        QCOMPARE(shortcuts.holder(key("Ctrl+F")), Command::Search);
        shortcuts.set(Command::Walk, {key("Ctrl+F")});
        QCOMPARE(shortcuts.holder(key("Ctrl+F")), Command::Walk);
        QVERIFY(shortcuts.of(Command::Search).isEmpty());
        QVERIFY(!shortcuts.holder(key("Ctrl+Space")));
        shortcuts.save();
        QCOMPARE(Shortcuts::saved(), shortcuts);
        start();
        QVERIFY(m_window->commands()[Command::Search]->shortcuts().isEmpty());
        type(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(m_window->commands()[Command::Walk]->isChecked());
        shortcuts.reset(Command::Search);
        QVERIFY(shortcuts.of(Command::Walk).isEmpty());
    }

    void singleKeys_doNothingWhenSwitchedOff() {
        Shortcuts shortcuts;
        shortcuts.setSingleKeys(false);
        shortcuts.save();
        start();
        const Focus before = m_window->focus()->focus();
        QSignalSpy triggered(&m_window->commands(), &Commands::triggered);
        QTest::keyClicks(m_window->focusWidget(), "Switch all 3 heads on, then [GO] + wait. B = 5");
        QCOMPARE(triggered.count(), 0);
        QCOMPARE(m_window->focus()->focus(), before);
        type(Qt::Key_Down, Qt::ControlModifier); // the next step all the same
        QCOMPARE(triggered.count(), 1);
        QVERIFY(m_window->focus()->focus() != before);
        type(Qt::Key_F9);
        QCOMPARE(triggered.count(), 2);
        type(Qt::Key_F9);
        const QString tip = m_window->commands()[Command::NextStep]->toolTip();
        QVERIFY2(tip.endsWith("(Ctrl+Down)"), qPrintable(tip));
        // In the presenter's hand too.
        m_window->commands()[Command::Present]->trigger();
        type(Qt::Key_PageDown);
        QCOMPARE(triggered.count(), 5);
        m_window->commands()[Command::Present]->trigger();
        QCOMPARE(m_window->commands()[Command::NextStep]->shortcuts(), QList{key("Ctrl+Down")});
    }

    void saved_ignoresBrokenSettings_data() {
        QTest::addColumn<QVariant>("setting");
        QTest::newRow("no key") << QVariant("Ctrl+Banana");
        QTest::newRow("half a key") << QVariant("Ctrl+");
        QTest::newRow("a modifier alone") << QVariant("Ctrl+Shift");
        QTest::newRow("a sequence") << QVariant("Ctrl+X, Ctrl+Y");
        QTest::newRow("three") << QVariant("F3; F4; F10");
        QTest::newRow("one of two") << QVariant("F3; Banana");
        QTest::newRow("a list") << QVariant(QStringList{"F3", "F4"});
        QTest::newRow("bytes") << QVariant(QByteArray("\xff\x00\x01", 3));
        QTest::newRow("nothing") << QVariant();
        QTest::newRow("long") << QVariant(QString(100000, 'x'));
        QTest::newRow("Tab") << QVariant("Tab");
        QTest::newRow("a menu's") << QVariant("Alt+V");
        QTest::newRow("markup") << QVariant("<b>F3</b>");
    }
    void saved_ignoresBrokenSettings() {
        QFETCH(QVariant, setting);
        QSettings().setValue("shortcuts/find", "F3"); // of no command
        QSettings().setValue("shortcuts/walk", setting);
        QSettings().setValue("shortcuts/singleKeys", setting);
        const Shortcuts shortcuts = Shortcuts::saved();
        QCOMPARE(shortcuts, Shortcuts());
        start();
        type(Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(m_window->commands()[Command::Walk]->isChecked());
    }

    void saved_givesAKeyToOneOfTwoCommands() {
        QSettings().setValue("shortcuts/help", "F3");
        QSettings().setValue("shortcuts/walk", "F3");
        QSettings().setValue("shortcuts/about", "Ctrl+F"); // as the table gives to another one
        const Shortcuts shortcuts = Shortcuts::saved();
        QCOMPARE(shortcuts.holder(key("F3")), Command::Walk);
        QVERIFY(shortcuts.of(Command::Help).isEmpty());
        QCOMPARE(shortcuts.holder(key("Ctrl+F")), Command::About);
        QVERIFY(shortcuts.of(Command::Search).isEmpty());
    }

    void shortcutsDialog_isNotScrolledSideways() {
        Shortcuts shortcuts;
        shortcuts.set(Command::Walk, {key("Ctrl+Alt+Shift+F11"), key("Ctrl+Alt+Shift+F12")});
        ShortcutsDialog dialog{shortcuts};
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(dialog.findChild<QTreeWidget*>("shortcuts")->horizontalScrollBar()->maximum(), 0);
    }

    void shortcutsDialog_findsChangesAndResetsKeys() {
        ShortcutsDialog dialog{Shortcuts()};
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* filter = dialog.findChild<QLineEdit*>("filter");
        auto* field = dialog.findChild<KeyField*>("first");
        QTest::keyClicks(filter, "ctrl+space");
        QVERIFY(!rowOf(dialog, Command::Walk)->isHidden());
        QVERIFY(rowOf(dialog, Command::Quit)->isHidden());
        QCOMPARE(dialog.findChild<QTreeWidget*>("shortcuts")->currentItem(),
                 rowOf(dialog, Command::Walk));
        QTest::keyClick(filter, Qt::Key_Return); // goes on, and does not end the dialog
        QVERIFY(dialog.findChild<QTreeWidget*>("shortcuts")->hasFocus());
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Return);
        QVERIFY(field->hasFocus());
        QVERIFY(dialog.isVisible());
        filter->clear();
        QVERIFY(!rowOf(dialog, Command::Quit)->isHidden());

        choose(dialog, Command::Walk);
        field->setFocus();
        QTest::keyClick(field, Qt::Key_F3);
        QCOMPARE(dialog.shortcuts().of(Command::Walk), QList{key("F3")});
        QCOMPARE(field->keySequence(), key("F3"));
        QCOMPARE(rowOf(dialog, Command::Walk)->text(1), QStringLiteral("F3"));
        QCOMPARE(rowOf(dialog, Command::Walk)->text(2), QStringLiteral("Ctrl+Space"));
        // A modifier that is let go again is no key.
        QTest::keyPress(field, Qt::Key_Control);
        QTest::keyRelease(field, Qt::Key_Control);
        QCOMPARE(field->keySequence(), key("F3"));
        QTest::keyClick(dialog.findChild<KeyField*>("second"), Qt::Key_F4, Qt::ShiftModifier);
        QCOMPARE(dialog.shortcuts().of(Command::Walk), (QList{key("F3"), key("Shift+F4")}));
        click(dialog, "firstRemove");
        QCOMPARE(dialog.shortcuts().of(Command::Walk), QList{key("Shift+F4")});
        click(dialog, "firstRemove");
        QVERIFY(dialog.shortcuts().of(Command::Walk).isEmpty());
        click(dialog, "reset");
        QCOMPARE(dialog.shortcuts(), Shortcuts());
        QVERIFY(!dialog.findChild<QPushButton*>("reset")->isEnabled());

        QTest::keyClick(field, Qt::Key_F3);
        dialog.findChild<QCheckBox*>("singleKeys")->setChecked(false);
        QVERIFY(rowOf(dialog, Command::NextStep)->text(1).startsWith("Space (off), "));
        click(dialog, "resetAll");
        QCOMPARE(dialog.shortcuts(), Shortcuts());
        QVERIFY(dialog.findChild<QCheckBox*>("singleKeys")->isChecked());
    }

    void takenKey_isTakenOverOnlyWhenAskedFor() {
        ShortcutsDialog dialog{Shortcuts()};
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* field = dialog.findChild<KeyField*>("first");
        auto* problem = dialog.findChild<QLabel*>("problem");
        auto* take = dialog.findChild<QPushButton*>("take");
        choose(dialog, Command::Walk);
        QTest::keyClick(field, Qt::Key_F, Qt::ControlModifier);
        QVERIFY(problem->isVisible());
        QVERIFY(take->isVisible());
        QVERIFY2(problem->text().contains("View → Find"), qPrintable(problem->text()));
        QCOMPARE(dialog.shortcuts(), Shortcuts());
        choose(dialog, Command::Numbers); // never mind
        QVERIFY(!problem->isVisible());
        QVERIFY(!take->isVisible());
        choose(dialog, Command::Walk);
        QTest::keyClick(field, Qt::Key_F, Qt::ControlModifier);
        click(dialog, "take");
        QCOMPARE(dialog.shortcuts().of(Command::Walk), QList{key("Ctrl+F")});
        QCOMPARE(rowOf(dialog, Command::Search)->text(1), QString());
        QVERIFY(!problem->isVisible());
        // Its own key back would be taken from another one too.
        choose(dialog, Command::Search);
        click(dialog, "reset");
        QVERIFY(problem->text().contains("Walk"));
        click(dialog, "take");
        QVERIFY(dialog.shortcuts().of(Command::Walk).isEmpty());
        QTest::keyClick(field, Qt::Key_V, Qt::AltModifier);
        QVERIFY2(problem->text().contains("Alt+V"), qPrintable(problem->text()));
        QVERIFY(!take->isVisible());
    }

    void window_wantsRenewalWhenKeysWereChanged() {
        start();
        QSignalSpy renewal(m_window.get(), &MainWindow::renewalWanted);
        for (const bool change : {false, true}) {
            m_window->perform(Command::Shortcuts, false);
            auto* dialog = m_window->findChild<ShortcutsDialog*>();
            QVERIFY(dialog);
            QVERIFY(dialog->isVisible());
            if (change)
                dialog->findChild<QCheckBox*>("singleKeys")->setChecked(false);
            dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
            QTRY_VERIFY(!m_window->findChild<ShortcutsDialog*>());
            QCOMPARE(renewal.count(), change ? 1 : 0);
            QCOMPARE(Shortcuts::saved().singleKeys(), !change);
        }
        m_window->perform(Command::Shortcuts, false);
        auto* dialog = m_window->findChild<ShortcutsDialog*>();
        dialog->findChild<QCheckBox*>("singleKeys")->setChecked(true);
        dialog->reject();
        QCOMPARE(renewal.count(), 1);
        QVERIFY(!Shortcuts::saved().singleKeys());
    }

    void withCommands_namesTheKeyOrTheMenuPath() {
        Shortcuts shortcuts;
        shortcuts.set(Command::NextStep, {key("F3")});
        shortcuts.set(Command::WalkStep, {key("*")});
        shortcuts.set(Command::Train, {});
        shortcuts.save();
        QCOMPARE(withCommands("{next-step}, {train}"), QStringLiteral("F3, Model → Train"));
        QCOMPARE(withCommandsInMarkdown("{walk-step}"), QStringLiteral("\\*"));
        QVERIFY(!withCommands("{nonsense}").isEmpty());
        const auto stops = tourStops();
        const bool said = std::ranges::any_of(
            stops, [](const TourStop& stop) { return textOf(stop, TourRun()).contains("F3"); });
        QVERIFY(said);
        for (const TourStop& stop : stops)
            QVERIFY2(!textOf(stop, TourRun()).contains('{'), qPrintable(textOf(stop, TourRun())));

        HelpDialog help;
        auto* pages = help.findChild<QListWidget*>("pages");
        const auto page = [&](int row) {
            pages->setCurrentRow(row);
            return help.findChild<QTextBrowser*>("page")->toPlainText();
        };
        QVERIFY(page(0).contains("F3 goes to the next one"));
        const QString step = page(static_cast<int>(HelpDialog::pages().indexOf("step")));
        QVERIFY2(step.contains("* pauses and lays out"), qPrintable(step));
        QVERIFY(step.contains("Model → Train trains and pauses"));
        for (int row = 0; row < pages->count(); ++row)
            QVERIFY2(!page(row).contains('{'), qPrintable(page(row)));
    }
};

} // namespace gf::tst_shortcuts

#include "tests/entry.h"
GF_TEST(tst_shortcuts, TestShortcuts)
#include "tst_shortcuts.moc"
