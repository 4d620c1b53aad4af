// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/messages/run_messages.h"

namespace gf {

class ExampleBar;
class Intents;

/// The person's own example: its bar and its commands.
class ExampleControl : public Feature {
    Q_OBJECT
public:
    ExampleControl(Intents* intents, QObject* parent);

    ExampleBar* bar() const { return m_bar; }
    /// The picture of a scene's example is still to come.
    bool isAwaited() const { return m_awaited != 0; }
    void takeOver(const ExampleControl& other) { m_awaited = other.m_awaited; }

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

private:
    Intents* m_intents;
    ExampleBar* m_bar;
    IntentId m_awaited = 0; ///< that asked for a scene's example, until a picture follows it
};

} // namespace gf
