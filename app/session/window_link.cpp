// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/window_link.h"

#include "app/session/session.h"
#include "ui/window/main_window.h"

namespace gf {

void connectWindow(Session& session, MainWindow& window) {
    session.serve(window.intents());
    QObject::connect(&session, &Session::news, &window, &MainWindow::showNews);
}

void disconnectWindow(Session& session, MainWindow& window) {
    session.disconnect(&window);
}

} // namespace gf
