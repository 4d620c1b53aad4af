// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

namespace gf {

class GenerationView;
class Intents;

/// The decoder's loop: the view that shows it, how one goes through its tokens, and when it asks
/// for another answer.
class GenerationControl : public Feature {
    Q_OBJECT
public:
    GenerationControl(Intents* intents, QObject* parent);

    /// Made when it is asked for first.
    GenerationView* view();
    /// While it is shown it follows the example and the model.
    void setShown(bool shown);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;

private:
    void ask();

    Intents* m_intents;
    GenerationView* m_view = nullptr; ///< null until it is asked for
    bool m_isShown = false;
    RunNumber m_run = 0;
    double m_lengthPenalty = 0; ///< of the run's files
    bool m_running = false;
    std::shared_ptr<const Graph> m_graph; ///< of the newest trace
};

} // namespace gf
