// SPDX-License-Identifier: GPL-3.0-or-later
// A monkey at mouse and keyboard: it clicks and types at random in the whole program while a model
// trains, and whatever it does, the program lives, warns of nothing and answers.
//
// A short run in each of its worlds is part of the tests. For a long one, under a sanitizer:
//     GLASSFORMER_MONKEY_ACTIONS=100000 GLASSFORMER_MONKEY_SEED=7 tst_monkey
// The actions are those in each world; "tst_monkey program…:large" plays in one of them alone:
//     showcase  the model of the first start
//     extreme   now and then a run is opened whose weights are 0, 1e38, NaN or infinite, or the one
//               that is there is made to diverge
//     hostile   words that are HTML, controls, right to left, without end
//     large     a vocabulary of thousands of words
//     families  now and then a run of another family or task is opened
// An even seed has letters 1.6 times as large. GLASSFORMER_MONKEY_SCALE=2 is a sharp screen. In all
// worlds the language changes. The seed is printed, and with GLASSFORMER_MONKEY_LOG=1 each action.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "tests/app/hear.h"
#include "tests/app/watched_session.h"
#include "tests/app/worlds.h"
#include "ui/controls/commands.h"
#include "ui/labs/labs.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/window/key_guard.h"
#include "ui/window/lesson_control.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <array>
#include <functional>
#include <utility>

namespace gf::tst_monkey {

namespace {

quint32 given(const char* variable, quint32 otherwise) {
    bool isGiven = false;
    const quint32 number = qEnvironmentVariable(variable).toUInt(&isGiven);
    return isGiven ? number : otherwise;
}

quint32 seed() {
    return given("GLASSFORMER_MONKEY_SEED", 1);
}

/// In each world: as many on a slow machine as on a fast one.
quint32 actions() {
    return given("GLASSFORMER_MONKEY_ACTIONS", 100);
}

/// One random action after another, each from the event loop, so that dialogs which wait for an
/// answer get one too.
class Monkey : public QObject {
public:
    Monkey(WindowHost& host, quint32 seed)
        : m_host(host), m_random(seed), m_log(qEnvironmentVariableIsSet("GLASSFORMER_MONKEY_LOG")) {
    }

    void run(quint32 actions) {
        m_wanted = actions;
        schedule();
        m_loop.exec();
    }

    /// What it does now and then beside clicking and typing.
    void setTrick(std::function<void(QRandomGenerator&)> trick) { m_trick = std::move(trick); }

    qsizetype labs() const { return m_labs.size(); }
    qsizetype lessonPages() const { return m_pages.size(); }

private:
    void schedule() {
        QTimer::singleShot(0, this, [this] { act(); });
    }

    void act() {
        if (m_done) // or it would go on, and close what waits for the building of a model
            return;
        // First, because an action may open a dialog and return only when that is closed.
        schedule();
        if (m_actions == m_wanted)
            return leave(target());
        ++m_actions;
        if (!window().isVisible())
            window().show();
        if (m_trick && m_random.bounded(40u) == 0)
            m_trick(m_random);
        if (m_random.bounded(30u) == 0)
            openLab();
        if (m_random.bounded(60u) == 0)
            openLesson();
        QWidget* where = target(); // now: what was opened may have closed a list
        const quint32 what = m_random.bounded(100u);
        if (what < 45)
            click(where);
        else if (what < 55)
            move(where);
        else if (what < 60)
            wheel(where);
        else if (what < 64)
            window().resize(m_random.bounded(640, 1500), m_random.bounded(480, 950));
        else
            type(where);
    }

    /// Closes whatever still waits for an answer, then ends.
    void leave(QWidget* where) {
        if (where == &window()) {
            m_done = true;
            m_loop.quit();
            return;
        }
        say("leave", where);
        QTest::keyClick(where, Qt::Key_Escape);
        if (where->isVisible())
            where->close();
    }

    QWidget* target() const {
        if (QWidget* popup = QApplication::activePopupWidget())
            return popup;
        if (QWidget* dialog = QApplication::activeModalWidget())
            return dialog;
        return &window();
    }

    /// Another one after the language has changed.
    MainWindow& window() const { return m_host.window(); }

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
            qInfo("%u %s %s %s %s", m_actions, what, where->metaObject()->className(),
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

    /// As the menu does, which it seldom finds; also where the model has nothing of the kind.
    void openLab() {
        const auto pages = labPages();
        const LabPage& page = pages[m_random.bounded(static_cast<quint32>(pages.size()))];
        say("lab", &window(), QLatin1String(page.drawing.id));
        window().openLab(QLatin1String(page.drawing.id));
        if (const QString open = window().focus()->focus().lab; !open.isEmpty())
            m_labs.insert(open);
    }

    /// Any page of any lesson, with the scene that it shows.
    void openLesson() {
        const auto lessons = courseLessons();
        const QString name = QString::fromStdString(
            lessons[m_random.bounded(static_cast<quint32>(lessons.size()))]->name);
        say("lesson", &window(), name);
        window().lesson()->open(name);
        LessonPanel* panel = window().lesson()->panel();
        const int page = m_random.bounded(panel->pageCount());
        panel->goTo(page);
        m_pages.insert({name, page});
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
        if (where != &window() && m_random.bounded(4u) == 0) {
            QTest::keyClick(where, Qt::Key_Escape);
            return;
        }
        QWidget* to = where->focusWidget() ? where->focusWidget() : where;
        if (where == &window() && m_random.bounded(2u) == 0) {
            // Any command, as its shortcut would do it. Quitting would end the game.
            const auto table = commandTable();
            const CommandInfo& info = table[m_random.bounded(static_cast<quint32>(table.size()))];
            if (info.command == Command::Quit)
                return;
            say("command", to, info.text);
            window().perform(info.command, m_random.bounded(2u) != 0);
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

    WindowHost& m_host;
    QRandomGenerator m_random;
    std::function<void(QRandomGenerator&)> m_trick;
    bool m_log;
    quint32 m_actions = 0;
    quint32 m_wanted = 0; ///< how many it is to do
    QSet<QString> m_labs;
    QSet<std::pair<QString, int>> m_pages; ///< lesson and page
    bool m_done = false;
    QEventLoop m_loop;
};

} // namespace

class TestMonkey : public QObject {
    Q_OBJECT
private slots:
    void program_survivesRandomClicksAndKeys_data() {
        QTest::addColumn<QString>("world");
        for (const char* world : {"showcase", "extreme", "hostile", "large", "families"})
            QTest::newRow(world) << QString::fromLatin1(world);
    }
    void program_survivesRandomClicksAndKeys() {
        QFETCH(QString, world);
        // Files that it makes lie where nobody misses them; links open nothing.
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        QVERIFY(QDir::setCurrent(folder.path()));
        const QStringList schemes{QStringLiteral("http"), QStringLiteral("https")};
        for (const QString& scheme : schemes)
            QDesktopServices::setUrlHandler(scheme, this, "ignore");
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QApplication::setQuitOnLastWindowClosed(false);
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support |Mouse event )")));

        KeyGuard guard;
        qApp->installEventFilter(&guard);
        WheelGuard wheel;
        qApp->installEventFilter(&wheel);
        test::WatchedSession session;
        WindowHost host(session, Language::English);
        const quint32 start = seed();
        Monkey monkey(host, start);
        const QString words = folder.filePath("pairs.tsv");
        if (world == QLatin1String("hostile") || world == QLatin1String("large")) {
            test::writeText(words, world == QLatin1String("large") ? test::manyWords()
                                                                   : test::hostileWords());
            test::learnWords(session, host.window().intents(), words);
        } else {
            session.startShowcase();
        }
        if (world == QLatin1String("extreme")) {
            const QStringList runs = test::writeExtremeRuns(folder.path());
            monkey.setTrick([&host, runs](QRandomGenerator& random) {
                Intents* intents = host.window().intents();
                const quint32 which = random.bounded(static_cast<quint32>(runs.size()) + 2);
                if (which < runs.size()) {
                    intents->send(intent::OpenModel{runs[which]});
                    return;
                }
                intents->send(intent::SetLearningRate{which % 2 == 0 ? 1e38 : 0.001});
                intents->send(intent::Train{});
            });
        }
        if (world == QLatin1String("families")) {
            const QStringList runs = test::writeFamilyRuns(folder.path());
            monkey.setTrick([&host, runs](QRandomGenerator& random) {
                Intents* intents = host.window().intents();
                intents->send(
                    intent::OpenModel{runs[random.bounded(static_cast<quint32>(runs.size()))]});
            });
            test::hear<RunInfo>(session, this,
                                [&host] { host.window().intents()->send(intent::Train{}); });
        }
        host.window().restore();
        host.window().show();
        QTRY_VERIFY_WITH_TIMEOUT(host.window().trainedSteps() > 0, test::patience);

        qInfo("%s, seed %u, %u actions", qPrintable(world), start, actions());
        monkey.run(actions());
        qInfo("%s", qPrintable(QStringLiteral("%1 labs, %2 pages of lessons")
                                   .arg(monkey.labs())
                                   .arg(monkey.lessonPages())));

        // It still learns when it is told to.
        Intents* intents = host.window().intents();
        intents->send(intent::SetLearningRate{0.001});
        intents->send(intent::Pause{});
        bool opened = false;
        test::hear<RunInfo>(session, this, [&](const RunInfo& run) {
            opened = opened || run.task == QLatin1String("copy");
        });
        intents->send(intent::ChooseTask{QStringLiteral("copy"), {}});
        QTRY_VERIFY_WITH_TIMEOUT(opened, test::patience);
        QTRY_VERIFY_WITH_TIMEOUT(host.window().trainedSteps() > 0, test::patience);
        session.disconnect(this);
        for (const QString& scheme : schemes)
            QDesktopServices::unsetUrlHandler(scheme);
    }

    void ignore(const QUrl&) {}
};

} // namespace gf::tst_monkey

int tst_monkey(int argc, char** argv) {
    // Qt Test ends a function after five minutes unless it is told otherwise before it begins; one
    // world may be counted to the one before it.
    constexpr qint64 worlds = 5;
    qputenv("QTEST_FUNCTION_TIMEOUT",
            QByteArray::number(worlds * (gf::tst_monkey::actions() + 600) * 1000));
    if (qEnvironmentVariableIsSet("GLASSFORMER_MONKEY_SCALE"))
        qputenv("QT_SCALE_FACTOR", qgetenv("GLASSFORMER_MONKEY_SCALE"));
    QApplication application(argc, argv);
    if (gf::tst_monkey::seed() % 2 == 0) {
        QFont large = QApplication::font();
        large.setPointSizeF(1.6 * large.pointSizeF());
        QApplication::setFont(large);
    }
    gf::tst_monkey::TestMonkey test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_monkey.moc"
