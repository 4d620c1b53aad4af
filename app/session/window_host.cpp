// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/window_host.h"

#include "app/session/session.h"
#include "ui/controls/commands.h"
#include "ui/theme/text_size.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QThread>
#include <QTimer>

#include <chrono>
#include <utility>

namespace gf {

namespace {

constexpr std::chrono::milliseconds untilItEnds(50); ///< of an event loop within another

} // namespace

WindowHost::WindowHost(Session& session, Language language)
    : m_session(session), m_language(language) {
    make(language);
}

WindowHost::~WindowHost() = default;

void WindowHost::make(Language language) {
    m_language = language;
    applyLanguage(*QCoreApplication::instance(), language);
    m_window = std::make_unique<MainWindow>();
    m_window->commands().showLanguage(language);
    m_window->setModelForm(m_session.modelForm());
    m_window->setExercises(m_session.exercises());
    connectWindow(m_session, *m_window);
    // After the action that chose it has returned: its window goes.
    connect(m_window.get(), &MainWindow::languageChosen, this, &WindowHost::replace,
            Qt::QueuedConnection);
    connect(
        m_window.get(), &MainWindow::renewalWanted, this, [this] { replace(m_language); },
        Qt::QueuedConnection);
}

void WindowHost::replace(Language language) {
    // Something of the window waits for its end further down the stack: a menu, a drag.
    if (QThread::currentThread()->loopLevel() > 1) {
        QTimer::singleShot(untilItEnds, this, [this, language] { replace(language); });
        return;
    }
    const std::unique_ptr<MainWindow> before = std::move(m_window);
    disconnectWindow(m_session, *before);
    // Only now: the window that goes need not find room for larger texts any more.
    applyTextSize(*qApp);
    make(language);
    m_session.notifyAll();
    m_window->takeOver(*before);
    // Shown first: with the last window closed the program would end.
    m_window->show();
    m_window->activateWindow();
    before->hide();
}

void connectWindow(Session& session, MainWindow& window) {
    session.serve(window.intents());
    QObject::connect(&session, &Session::news, &window, &MainWindow::showNews);
}

void disconnectWindow(Session& session, MainWindow& window) {
    session.disconnect(&window);
}

} // namespace gf
