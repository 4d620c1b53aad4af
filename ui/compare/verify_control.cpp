// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/verify_control.h"

#include "ui/compare/verify_window.h"
#include "ui/controls/commands.h"
#include "ui/messages/intents.h"

namespace gf {

VerifyControl::VerifyControl(FocusModel* focus, Intents* intents, QWidget* window)
    : Feature(window), m_focus(focus), m_intents(intents), m_parent(window) {}

void VerifyControl::open() {
    if (!m_window) {
        m_window = new VerifyWindow(m_parent);
        connect(m_window, &VerifyWindow::again, this, &VerifyControl::ask);
        connect(m_window, &VerifyWindow::chosen, m_focus, &FocusModel::set);
    }
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
    ask();
}

void VerifyControl::ask() {
    m_window->wait();
    m_asked = m_intents->send(intent::Verify{});
}

bool VerifyControl::perform(Command command, bool /*checked*/) {
    if (command != Command::Verify)
        return false;
    open();
    return true;
}

void VerifyControl::showNews(const News& news) {
    if (!m_window)
        return;
    if (const auto* report = news.get<VerifyReport>())
        m_window->show(*report);
    else if (news.get<news::Failure>() && news.answers == m_asked)
        m_window->giveUp();
    else if (news.get<RunInfo>())
        m_window->close(); // the list is of another model
}

} // namespace gf
