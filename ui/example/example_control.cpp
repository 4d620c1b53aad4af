// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/example/example_control.h"

#include "ui/controls/commands.h"
#include "ui/example/example_bar.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"

namespace gf {

ExampleControl::ExampleControl(Intents* intents, QObject* parent)
    : Feature(parent), m_intents(intents), m_bar(new ExampleBar) {
    connect(m_bar, &ExampleBar::edited, intents, intents->sender<intent::SetExample>());
    connect(m_bar, &ExampleBar::anotherWanted, intents, intents->sender<intent::AnotherExample>());
}

void ExampleControl::describe(Scene& scene) const {
    scene.example = {m_bar->source(), m_bar->target(), m_bar->padding()};
}

void ExampleControl::showScene(const Scene& scene) {
    const auto& [source, target, padding] = scene.example;
    const bool isOther = source != m_bar->source() || target != m_bar->target();
    if ((source.isEmpty() && target.isEmpty()) || (!isOther && padding == m_bar->padding()))
        return;
    m_bar->setExample(source, target, padding);
    m_awaited = m_intents->send(intent::SetExample{source, target, padding});
}

bool ExampleControl::perform(Command command, bool /*checked*/) {
    switch (command) {
    case Command::EditSource:
        m_bar->editSource();
        return true;
    case Command::EditTarget:
        m_bar->editTarget();
        return true;
    case Command::AnotherExample:
        m_intents->send(intent::AnotherExample{});
        return true;
    default:
        return false;
    }
}

void ExampleControl::showNews(const News& news) {
    if (const auto* run = news.get<RunInfo>()) {
        m_awaited = 0;
        m_bar->showRun(*run);
    } else if (const auto* traced = news.get<news::Traced>();
               traced && traced->example >= m_awaited)
        m_awaited = 0;
    else if (const auto* example = news.get<news::ShownExample>())
        m_bar->setExample(example->source, example->target, example->padding);
    else if (const auto* problems = news.get<ExampleProblems>())
        m_bar->setProblems(*problems);
    else if (const auto* prediction = news.get<Prediction>())
        m_bar->setPrediction(*prediction);
    else if (const auto* walk = news.get<WalkedStep>())
        m_bar->setVisible(!walk->active); // those of the batch stand in its place
}

} // namespace gf
