// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/generation_control.h"

#include "ui/controls/commands.h"
#include "ui/generation/generation_view.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"

#include <utility>

namespace gf {

GenerationControl::GenerationControl(Intents* intents, QObject* parent)
    : Feature(parent), m_intents(intents) {}

GenerationView* GenerationControl::view() {
    if (!m_view) {
        m_view = new GenerationView;
        m_view->setLengthPenalty(m_lengthPenalty);
        connect(m_view, &GenerationView::wanted, m_intents, m_intents->sender<intent::Generate>());
    }
    return m_view;
}

void GenerationControl::setShown(bool shown) {
    if (std::exchange(m_isShown, shown) != shown && shown)
        ask();
}

void GenerationControl::describe(Scene& scene) const {
    if (m_isShown)
        scene.generation = m_view->settings();
}

void GenerationControl::ask() {
    m_intents->send(intent::Generate{view()->settings()});
}

/// What moves through the steps of the model moves through those of its answer.
bool GenerationControl::perform(Command command, bool /*checked*/) {
    const bool on = command == Command::NextStep || command == Command::ColumnRight;
    const bool back = command == Command::PreviousStep || command == Command::ColumnLeft;
    if (!m_isShown || (!on && !back))
        return false;
    m_view->setStep(m_view->step() + (on ? 1 : -1));
    return true;
}

void GenerationControl::showNews(const News& news) {
    if (const auto* run = news.get<RunInfo>();
        run && std::exchange(m_run, run->number) != run->number) {
        m_lengthPenalty = run->lengthPenalty;
        if (m_view)
            m_view->setLengthPenalty(m_lengthPenalty);
    } else if (const auto* status = news.get<TrainingStatus>()) {
        m_running = status->running;
    } else if (const auto* traced = news.get<news::Traced>()) {
        // What is being written follows another example and another change at once, other weights
        // when they rest.
        const bool otherGraph =
            std::exchange(m_graph, traced->trace->graph) != traced->trace->graph;
        if (m_isShown && (!m_running || otherGraph))
            ask();
    } else if (const auto* report = news.get<GenerationReport>()) {
        if (m_view)
            m_view->setReport(*report);
    }
}

} // namespace gf
