// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/verify_control.h"

#include "ui/compare/verify_window.h"
#include "ui/controls/commands.h"
#include "ui/messages/intents.h"

#include <algorithm>

namespace gf {

namespace {

/// Whether a person has changed the same in both.
bool haveSameChanges(const Graph& a, const Graph& b) {
    return std::ranges::equal(a.nodes(), b.nodes(), [](const Node& one, const Node& other) {
        return one.name == other.name &&
               one.as<InterveneAttributes>().edits == other.as<InterveneAttributes>().edits;
    });
}

} // namespace

VerifyControl::VerifyControl(FocusModel* focus, Intents* intents, QWidget* window)
    : Feature(window), m_focus(focus), m_intents(intents), m_parent(window) {}

void VerifyControl::open() {
    if (!m_window) {
        m_window = new VerifyWindow(m_parent);
        connect(m_window, &VerifyWindow::again, this, &VerifyControl::ask);
        connect(m_window, &VerifyWindow::chosen, m_focus, &FocusModel::set);
        connect(m_window, &QDialog::finished, this, &VerifyControl::stop);
    }
    bringForward(m_window);
    ask();
}

void VerifyControl::ask() {
    if (m_waiting)
        return;
    m_window->wait();
    m_report.reset();
    m_waiting = true;
    m_asked = m_intents->send(intent::Verify{});
}

void VerifyControl::stop() {
    if (m_waiting)
        m_intents->send(intent::StopVerifying{});
    m_waiting = false;
    m_asked = 0;
}

void VerifyControl::takeOver(const VerifyControl& other) {
    // When the window itself is shown: beside one that is not there yet it would lie behind it.
    if (other.m_window && other.m_window->isVisible())
        QMetaObject::invokeMethod(this, &VerifyControl::open, Qt::QueuedConnection);
}

void VerifyControl::compareWithShown() {
    if (m_report && m_trace)
        m_window->sayWhetherEarlier(m_trace->step != m_report->step ||
                                    m_trace->sourceTokens != m_report->sourceTokens ||
                                    m_trace->targetTokens != m_report->targetTokens ||
                                    m_trace->labels != m_report->labels ||
                                    !haveSameChanges(*m_trace->graph, *m_report->graph));
}

bool VerifyControl::perform(Command command, bool /*checked*/) {
    if (command != Command::Verify)
        return false;
    open();
    return true;
}

void VerifyControl::showNews(const News& news) {
    if (const auto* traced = news.get<news::Traced>()) {
        // While a step is walked it is an example of the batch.
        if (traced->trace->batch > 1 || traced->trace->isDifference())
            return;
        m_trace = traced->trace;
        compareWithShown();
    }
    if (!m_window)
        return;
    const bool answers = m_asked != 0 && news.answers == m_asked;
    if (const auto* report = news.get<VerifyReport>(); report && answers) {
        m_waiting = false;
        m_report = *report;
        m_window->show(*report);
        compareWithShown();
    } else if (news.get<news::Failure>() && m_waiting && (answers || news.answers == 0)) {
        m_waiting = false; // of what fails without memory nobody knows what it answers
        m_window->giveUp();
    } else if (news.get<RunInfo>()) {
        m_trace.reset();
        m_window->close(); // the list is of another model
    }
}

} // namespace gf
