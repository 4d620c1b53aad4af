// SPDX-License-Identifier: GPL-3.0-or-later
// A monkey at mouse and keyboard: it clicks and types at random in the whole program while a model
// trains, and whatever it does, the program lives, warns of nothing and answers.
//
// A short run is part of the tests. For a long one, under a sanitizer:
//     GLASSFORMER_MONKEY_SECONDS=3600 GLASSFORMER_MONKEY_SEED=7 tst_monkey
// The seed is printed, and with GLASSFORMER_MONKEY_LOG=1 each action.
#include "app/session/session.h"
#include "app/session/window_link.h"
#include "ui/window/commands.h"
#include "ui/window/key_guard.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <array>

using namespace gf;

namespace {

constexpr double shortRun = 6; ///< seconds

double seconds() {
    bool given = false;
    const double asked = qEnvironmentVariable("GLASSFORMER_MONKEY_SECONDS").toDouble(&given);
    return given ? asked : shortRun;
}

quint32 seed() {
    bool given = false;
    const quint32 asked = qEnvironmentVariable("GLASSFORMER_MONKEY_SEED").toUInt(&given);
    return given ? asked : 1;
}

/// One random action after another, each from the event loop, so that dialogs which wait for an
/// answer get one too.
class Monkey : public QObject {
public:
    Monkey(MainWindow& window, quint32 seed)
        : m_window(window), m_random(seed),
          m_log(qEnvironmentVariableIsSet("GLASSFORMER_MONKEY_LOG")) {}

    void run(double seconds) {
        m_left = static_cast<qint64>(seconds * 1000);
        m_time.start();
        schedule();
        m_loop.exec();
    }

    int actions() const { return m_actions; }

private:
    void schedule() {
        QTimer::singleShot(0, this, [this] { act(); });
    }

    void act() {
        // First, because an action may open a dialog and return only when that is closed.
        schedule();
        QWidget* where = target();
        if (m_time.elapsed() > m_left)
            return leave(where);
        ++m_actions;
        if (!m_window.isVisible())
            m_window.show();
        const quint32 what = m_random.bounded(100u);
        if (what < 45)
            click(where);
        else if (what < 55)
            move(where);
        else if (what < 60)
            wheel(where);
        else if (what < 64)
            m_window.resize(m_random.bounded(640, 1500), m_random.bounded(480, 950));
        else
            type(where);
    }

    /// Closes whatever still waits for an answer, then ends.
    void leave(QWidget* where) {
        if (where == &m_window) {
            m_loop.quit();
            return;
        }
        QTest::keyClick(where, Qt::Key_Escape);
        if (where->isVisible())
            where->close();
    }

    QWidget* target() const {
        if (QWidget* popup = QApplication::activePopupWidget())
            return popup;
        if (QWidget* dialog = QApplication::activeModalWidget())
            return dialog;
        return &m_window;
    }

    /// A visible child at a random place; files are neither chosen nor made.
    QWidget* childAt(QWidget* where, QPoint& at) {
        at = QPoint(m_random.bounded(std::max(1, where->width())),
                    m_random.bounded(std::max(1, where->height())));
        if (qobject_cast<QFileDialog*>(where))
            return nullptr;
        QWidget* child = where->childAt(at);
        if (!child)
            return where;
        at = child->mapFrom(where, at);
        return child;
    }

    void say(const char* what, const QWidget* where, const QString& how = {}) const {
        if (m_log)
            qInfo("%d %s %s %s %s", m_actions, what, where->metaObject()->className(),
                  qPrintable(where->objectName()), qPrintable(how));
    }

    void click(QWidget* where) {
        QPoint at;
        QWidget* child = childAt(where, at);
        if (!child) {
            QTest::keyClick(where, Qt::Key_Escape);
            return;
        }
        const quint32 how = m_random.bounded(10u);
        say(how == 0 ? "right click" : how == 1 ? "double click" : "click", child);
        if (how == 0) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, child->mapToGlobal(at));
            QApplication::sendEvent(child, &event);
        } else if (how == 1) {
            QTest::mouseDClick(child, Qt::LeftButton, {}, at);
        } else {
            QTest::mouseClick(child, Qt::LeftButton, {}, at);
        }
    }

    void move(QWidget* where) {
        QPoint at;
        if (QWidget* child = childAt(where, at)) {
            say("move", child);
            QTest::mouseMove(child, at);
        }
    }

    void wheel(QWidget* where) {
        QPoint at;
        QWidget* child = childAt(where, at);
        if (!child)
            return;
        say("wheel", child);
        QWheelEvent event(at, child->mapToGlobal(at), {}, {0, m_random.bounded(2u) ? 120 : -120},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(child, &event);
    }

    void type(QWidget* where) {
        // Not for ever in the first list that opens.
        if (where != &m_window && m_random.bounded(4u) == 0) {
            QTest::keyClick(where, Qt::Key_Escape);
            return;
        }
        QWidget* to = where->focusWidget() ? where->focusWidget() : where;
        if (where == &m_window && m_random.bounded(2u) == 0) {
            // Any command, as its shortcut would do it. Quitting would end the game.
            const auto table = commandTable();
            const CommandInfo& info = table[m_random.bounded(static_cast<quint32>(table.size()))];
            if (info.command == Command::Quit)
                return;
            say("command", to, info.text);
            m_window.perform(info.command, m_random.bounded(2u) != 0);
            return;
        }
        static constexpr std::array keys = {
            Qt::Key_Space,  Qt::Key_Up,        Qt::Key_Down,   Qt::Key_Left,   Qt::Key_Right,
            Qt::Key_Tab,    Qt::Key_Home,      Qt::Key_End,    Qt::Key_PageUp, Qt::Key_PageDown,
            Qt::Key_Return, Qt::Key_A,         Qt::Key_G,      Qt::Key_V,      Qt::Key_BracketLeft,
            Qt::Key_1,      Qt::Key_9,         Qt::Key_Period, Qt::Key_Comma,  Qt::Key_BracketRight,
            Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_Escape, Qt::Key_F11,    Qt::Key_Menu};
        const Qt::Key key = keys[m_random.bounded(static_cast<quint32>(keys.size()))];
        const bool file = qobject_cast<QFileDialog*>(where) != nullptr;
        say("key", to, QKeySequence(key).toString());
        QTest::keyClick(to, file ? Qt::Key_Escape : key,
                        m_random.bounded(8u) == 0 ? Qt::ShiftModifier : Qt::NoModifier);
    }

    MainWindow& m_window;
    QRandomGenerator m_random;
    bool m_log;
    int m_actions = 0;
    qint64 m_left = 0;
    QElapsedTimer m_time;
    QEventLoop m_loop;
};

} // namespace

class TestMonkey : public QObject {
    Q_OBJECT
private slots:
    void nothingThatIsClickedOrTypedBreaksTheProgram() {
        // Files that it makes lie where nobody misses them; links open nothing.
        QTemporaryDir folder;
        QVERIFY(folder.isValid() && QDir::setCurrent(folder.path()));
        const QStringList schemes{QStringLiteral("http"), QStringLiteral("https")};
        for (const QString& scheme : schemes)
            QDesktopServices::setUrlHandler(scheme, this, "ignore");
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QApplication::setQuitOnLastWindowClosed(false);
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support |Mouse event )")));

        KeyGuard guard;
        qApp->installEventFilter(&guard);
        Session session;
        session.startShowcase();
        MainWindow window;
        window.setModelForm(session.modelForm());
        connectWindow(session, window);
        window.restore();
        window.show();
        QTRY_VERIFY(window.trainedSteps() > 0);

        const quint32 start = seed();
        qInfo("seed %u, %g s", start, seconds());
        Monkey monkey(window, start);
        monkey.run(seconds());
        qInfo("%d actions", monkey.actions());
        QVERIFY(monkey.actions() > 10);

        // It still learns when it is told to.
        emit window.intents()->pause();
        emit window.intents()->reset();
        emit window.intents()->train();
        QTRY_VERIFY_WITH_TIMEOUT(window.trainedSteps() > 0, 60000);
        for (const QString& scheme : schemes)
            QDesktopServices::unsetUrlHandler(scheme);
    }

    void ignore(const QUrl&) {}
};

int main(int argc, char** argv) {
    // Qt Test ends a function after five minutes unless it is told otherwise before it begins.
    qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number((seconds() + 300) * 1000, 'f', 0));
    QApplication application(argc, argv);
    TestMonkey test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_monkey.moc"
