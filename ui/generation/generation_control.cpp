// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/generation_control.h"

#include "ui/controls/commands.h"
#include "ui/generation/generation_window.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"

#include <utility>

namespace gf {

GenerationControl::GenerationControl(Intents* intents, QWidget* window)
    : Feature(window), m_intents(intents), m_beside(window) {}

bool GenerationControl::isOpen() const {
    return m_window && m_window->isVisible();
}

void GenerationControl::open() {
    if (!m_window) {
        m_window = new GenerationWindow(m_beside);
        connect(m_window, &GenerationWindow::wanted, m_intents,
                m_intents->sender<intent::Generate>());
    }
    bringForward(m_window);
    ask();
}

void GenerationControl::describe(Scene& scene) const {
    if (isOpen())
        scene.generation = m_window->settings();
}

void GenerationControl::showScene(const Scene& scene) {
    Scene now;
    describe(now);
    if (now.generation == scene.generation)
        return;
    if (!scene.generation)
        return static_cast<void>(m_window->close());
    open();
    m_window->setSettings(*scene.generation);
}

void GenerationControl::ask() {
    m_intents->send(intent::Generate{m_window->settings()});
}

bool GenerationControl::perform(Command command, bool /*checked*/) {
    if (command != Command::Generate)
        return false;
    open();
    return true;
}

void GenerationControl::showNews(const News& news) {
    if (const auto* status = news.get<TrainingStatus>()) {
        m_running = status->running;
    } else if (const auto* traced = news.get<news::Traced>()) {
        // What is being written follows another example and another change at once, other weights
        // when they rest.
        const bool otherGraph =
            std::exchange(m_graph, traced->trace->graph) != traced->trace->graph;
        if (isOpen() && (!m_running || otherGraph))
            ask();
    } else if (const auto* report = news.get<GenerationReport>()) {
        if (m_window)
            m_window->setReport(*report);
    }
}

} // namespace gf
