// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/language/language.h"

#include <QObject>

#include <memory>

namespace gf {

class MainWindow;
class Session;

/// Holds the window, and when another language or another size of its texts is chosen, puts a new
/// one in its place: same size, docks, focus and run, while the session trains on. No widget has to
/// know how to change its texts or what it measured with them.
class WindowHost : public QObject {
    Q_OBJECT
public:
    /// Makes the first window, hidden. `session` must outlive the host.
    WindowHost(Session& session, Language language);
    ~WindowHost() override;

    /// The present one; another one after the language has changed.
    MainWindow& window() { return *m_window; }

private:
    void make(Language language);
    void replace(Language language);

    Session& m_session;
    Language m_language;
    std::unique_ptr<MainWindow> m_window;
};

class MainWindow;
class Session;

/// Session does what the window asks for, and the window shows what Session tells.
void connectWindow(Session& session, MainWindow& window);
/// The window is told of nothing any more.
void disconnectWindow(Session& session, MainWindow& window);

} // namespace gf
