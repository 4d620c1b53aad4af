// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

class QWidget;

namespace gf {

class BatchBar;
class Commands;
class FocusModel;
class Intents;
class OwnBatchWindow;

/// The walk through a training step: the bar with the examples of its batch, and the command; and
/// the window of a batch of a person's own sentences.
class BatchControl : public Feature {
    Q_OBJECT
public:
    /// `window` is that beside which its own opens.
    BatchControl(const Commands& commands, FocusModel* focus, Intents* intents, QWidget* window);

    BatchBar* bar() const { return m_bar; }

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

private:
    void openOwn();

    const Commands& m_commands;
    Intents* m_intents;
    QWidget* m_window;
    BatchBar* m_bar;
    OwnBatchWindow* m_own = nullptr; ///< null until it is opened
    QString m_shown;                 ///< the example as a line, which a batch begins with
};

} // namespace gf
