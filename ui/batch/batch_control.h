// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

namespace gf {

class BatchBar;
class Commands;
class FocusModel;
class Intents;

/// The walk through a training step: the bar with the examples of its batch, and the command.
class BatchControl : public Feature {
    Q_OBJECT
public:
    BatchControl(const Commands& commands, FocusModel* focus, Intents* intents, QObject* parent);

    BatchBar* bar() const { return m_bar; }

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

private:
    const Commands& m_commands;
    Intents* m_intents;
    BatchBar* m_bar;
};

} // namespace gf
