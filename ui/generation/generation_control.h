// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

class QWidget;

namespace gf {

class GenerationWindow;
class Intents;

/// The decoder's loop: the window that shows it, the command that opens it, and when it asks for
/// another answer.
class GenerationControl : public Feature {
    Q_OBJECT
public:
    /// `window` is that beside which it opens.
    GenerationControl(Intents* intents, QWidget* window);

    bool isOpen() const;
    void open();

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

private:
    void ask();

    Intents* m_intents;
    QWidget* m_beside;
    GenerationWindow* m_window = nullptr; ///< null until it is opened
    bool m_running = false;
    std::shared_ptr<const Graph> m_graph; ///< of the newest trace
};

} // namespace gf
