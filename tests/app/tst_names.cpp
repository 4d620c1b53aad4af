// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever cannot see the window hears of it: everything that the keyboard reaches has a name, in
// the window, its docks, its dialogs and the windows beside it.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "tests/app/watched_session.h"
#include "ui/compare/compare_control.h"
#include "ui/controls/commands.h"
#include "ui/stage/stage_widget.h"
#include "ui/time/time_control.h"
#include "ui/window/main_window.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTabBar>
#include <QTest>
#include <QToolBar>

namespace gf::tst_names {

namespace {

using test::patience;

/// What a screen reader calls it.
QString nameOf(QWidget* widget) {
    QAccessibleInterface* told = QAccessible::queryAccessibleInterface(widget);
    return told ? told->text(QAccessible::Name).trimmed() : QString();
}

/// What can be seen and reached with Tab but has no name. The field in a spin box and the list of a
/// combo box are part of something that has one; a bar of tabs is called by the one in front, and
/// is not drawn where the docks that share it are hidden.
QStringList namelessIn(const QWidget& window) {
    QStringList found;
    for (auto* widget : window.findChildren<QWidget*>()) {
        if (widget->window() != &window || !widget->isVisible() ||
            !(widget->focusPolicy() & Qt::TabFocus) || !nameOf(widget).isEmpty())
            continue;
        const QWidget* parent = widget->parentWidget();
        if (qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent))
            continue;
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget); tabs && tabs->count() == 0)
            continue;
        found += QStringLiteral("%1 “%2” in %3 “%4”")
                     .arg(widget->metaObject()->className(), widget->objectName(),
                          parent->metaObject()->className(), parent->objectName());
    }
    found.removeDuplicates();
    return found;
}

/// The actions of a menu and of the menus in it.
QList<QAction*> actionsIn(const QList<QAction*>& actions) {
    QList<QAction*> found;
    for (QAction* action : actions) {
        if (const QMenu* inner = action->menu())
            found += actionsIn(inner->actions());
        else if (!action->isSeparator())
            found += action;
    }
    return found;
}

} // namespace

class TestNames : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<test::WatchedSession> m_session;
    std::unique_ptr<MainWindow> m_window;

    /// Nothing nameless, wherever this is.
    void check(const QWidget& window, const QString& where) {
        const QStringList nameless = namelessIn(window);
        QVERIFY2(nameless.isEmpty(), qPrintable(where + ": " + nameless.join(", ")));
    }

    /// The window that a command opens.
    QDialog* opened(Command command) {
        const QWidgetList before = QApplication::topLevelWidgets();
        m_window->perform(command, false);
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* dialog = qobject_cast<QDialog*>(widget);
                dialog && dialog->isVisible() && !before.contains(dialog))
                return dialog;
        return nullptr;
    }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerNamesTest");
        QSettings().clear();
        m_session = std::make_unique<test::WatchedSession>();
        m_session->startShowcase();
        m_window = std::make_unique<MainWindow>();
        connectWindow(*m_session, *m_window);
        m_window->restore();
        m_window->show();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->trainedSteps() > 20, patience);
        m_window->intents()->send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->commands()[Command::Train]->isChecked(), patience);
    }
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support )")); }
    void cleanupTestCase() {
        m_window.reset();
        m_session.reset();
    }

    void views_haveNamesForEveryStep() {
        for (auto* dock : m_window->findChildren<QDockWidget*>())
            dock->show();
        for (const bool gradients : {false, true})
            for (const Step& step : m_window->steps().walk(gradients)) {
                if (step.step.contains(QLatin1String(".1.")))
                    continue; // like the first layer
                Focus focus;
                focus.step = step.step;
                focus.gradients = gradients;
                m_window->focus()->set(focus);
                QStringList seen; // a way is not named until another was chosen
                for (QString way; !seen.contains(way); way = m_window->focus()->focus().view) {
                    seen += way;
                    check(*m_window, step.step + ' ' + way);
                    m_window->perform(Command::NextView, false);
                }
            }
    }

    void dialogs_haveNames_data() {
        QTest::addColumn<Command>("command");
        QTest::newRow("new model") << Command::NewModel;
        QTest::newRow("export") << Command::ExportMatrix;
        QTest::newRow("compare") << Command::Compare;
        QTest::newRow("memory") << Command::TimeMemory;
        QTest::newRow("keys") << Command::Shortcuts;
        QTest::newRow("about") << Command::About;
        QTest::newRow("help") << Command::Help;
        QTest::newRow("glossary") << Command::Glossary;
    }
    void dialogs_haveNames() {
        QFETCH(Command, command);
        m_window->focus()->setStep(QStringLiteral("encoder.0.self_attn.weights"));
        QDialog* dialog = opened(command);
        QVERIFY(dialog);
        QVERIFY(!dialog->windowTitle().isEmpty());
        check(*dialog, dialog->windowTitle());
        // Fields that come with a choice.
        for (auto* box : dialog->findChildren<QComboBox*>())
            for (int i = 0; i < box->count(); ++i) {
                box->setCurrentIndex(i);
                check(*dialog, box->currentText());
            }
        dialog->close();
    }

    void viewsInPlaceOfTheStage_haveNames() {
        for (const Command command : {Command::Charts, Command::Generate}) {
            m_window->perform(command, false);
            check(*m_window, QString::fromLatin1(commandInfo(command).name()));
        }
        m_window->perform(Command::Release, false);
    }

    void temporaryWidgets_haveNames() {
        m_window->intents()->send(intent::WalkStep{0, false});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->commands()[Command::WalkStep]->isChecked(), patience);
        check(*m_window, "walk");
        m_window->intents()->send(intent::LeaveWalk{});
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->commands()[Command::WalkStep]->isChecked(), patience);

        m_window->intents()->send(
            intent::Intervene{{{"decoder.0.cross_attn.heads", {Edit::Kind::Set, 0, {only(0)}}}}});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->commands()[Command::UndoChange]->isEnabled(), patience);
        check(*m_window, "what if");
        m_window->perform(Command::TakeAllBack, false);

        m_window->intents()->send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->commands()[Command::ContinueHere]->isEnabled(),
                                 patience);
        check(*m_window, "past");
        m_window->perform(Command::BackToNow, false);

        m_window->intents()->send(intent::Compare{QStringLiteral("nothing"), 1});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->compare()->comparedStage()->isVisible(), patience);
        check(*m_window, "compare");
        m_window->intents()->send(intent::EndComparison{});
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->compare()->comparedStage()->isVisible(), patience);

        m_window->intents()->send(intent::Compare{QStringLiteral("mechanisms"), 1});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->compare()->comparedStage(1), patience);
        check(*m_window, "three runs");
        m_window->intents()->send(intent::EndComparison{});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->compare()->shownRuns() == 1, patience);
    }

    void actions_sayWhatTheyDo() {
        QList<QAction*> actions = actionsIn(m_window->menuBar()->actions());
        for (const auto* bar : m_window->findChildren<QToolBar*>())
            actions += actionsIn(bar->actions());
        QVERIFY(actions.size() > 60);
        for (const QAction* action : std::as_const(actions)) {
            if (action->inherits("QWidgetAction"))
                continue; // a field, which has a name of its own
            const QString text = action->text();
            QVERIFY(!text.isEmpty());
            QVERIFY2(action->toolTip() != QString(text).remove('&'), qPrintable(text));
        }
    }
};

} // namespace gf::tst_names

#include "tests/entry.h"
GF_TEST(tst_names, TestNames)
#include "tst_names.moc"
