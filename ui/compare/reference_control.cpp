// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/reference_control.h"

#include "ui/compare/compare_control.h"
#include "ui/compare/reference_window.h"
#include "ui/controls/commands.h"
#include "ui/messages/intents.h"
#include "ui/stage/stage_widget.h"

namespace gf {

namespace {

/// Whether both were made from the same example.
bool sameExample(const Trace* a, const Trace* b) {
    return a && b && a->sourceTokens == b->sourceTokens && a->targetTokens == b->targetTokens;
}

/// While a step is walked it is an example of the batch, which the saved runs don't have.
bool isOfExample(const Trace* trace) {
    return trace && trace->batch == 1 && !trace->isDifference();
}

} // namespace

ReferenceControl::ReferenceControl(const RunInfo& run, const CompareControl* compare,
                                   Intents* intents, QWidget* window)
    : Feature(window), m_run(run), m_compare(compare), m_intents(intents), m_parent(window) {}

bool ReferenceControl::isOpen() const {
    return m_window && m_window->isVisible();
}

void ReferenceControl::open() {
    if (!m_window) {
        m_window = new ReferenceWindow(m_parent);
        connect(m_window, &ReferenceWindow::filesWanted, this, &ReferenceControl::setFiles);
        connect(m_window, &ReferenceWindow::numbersWanted, m_intents,
                m_intents->sender<intent::SaveNumbers>());
        connect(m_window, &QDialog::finished, this, [this] {
            m_intents->send(intent::ShowReferenceRuns{});
        }); // they need not stay open
    }
    showOpenRuns();
    bringForward(m_window);
    ask();
}

void ReferenceControl::showOpenRuns() {
    QVector<ReferenceRun> runs;
    const std::vector<RunOnStage> open = m_compare->runs();
    for (const RunOnStage& run : open) {
        const bool isFirst = runs.empty();
        const std::shared_ptr<const Trace> trace = isFirst ? m_trace : run.stage->trace();
        runs.push_back({.file = isFirst && !m_run.file.isEmpty() ? m_run.file : m_run.title(),
                        .configuration = open.size() == 1 ? m_run.configuration : FieldValues(),
                        .trace = isOfExample(trace.get()) ? trace : nullptr,
                        .problem = {},
                        .name = nameOf(run)});
    }
    m_window->showOpenRuns(runs);
}

void ReferenceControl::setFiles(const QStringList& files) {
    m_files = files;
    ask();
}

void ReferenceControl::takeOver(const ReferenceControl& other) {
    m_files = other.m_files;
    // When the window itself is shown: beside one that is not there yet it would lie behind it.
    if (other.isOpen())
        QMetaObject::invokeMethod(this, &ReferenceControl::open, Qt::QueuedConnection);
}

void ReferenceControl::ask() {
    m_intents->send(intent::ShowReferenceRuns{m_files});
}

bool ReferenceControl::perform(Command command, bool /*checked*/) {
    if (command != Command::Alignments)
        return false;
    open();
    return true;
}

void ReferenceControl::showNews(const News& news) {
    if (news.get<news::Saved>() || news.get<ComparisonInfo>() || news.get<ComparisonNews>() ||
        news.get<news::ComparisonEnded>()) {
        if (isOpen())
            showOpenRuns(); // another file has it, or none, or others are compared with it
    } else if (const auto* traced = news.get<news::Traced>()) {
        if (!isOfExample(traced->trace.get()))
            return;
        const bool same = sameExample(m_trace.get(), traced->trace.get());
        m_trace = traced->trace;
        if (!isOpen())
            return;
        showOpenRuns();
        if (!same)
            ask();
    } else if (const auto* beside = news.get<ReferenceRuns>()) {
        if (m_window)
            m_window->showSavedRuns(beside->runs);
    }
}

} // namespace gf
