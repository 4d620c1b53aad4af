// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

#include <vector>

namespace gf {

class Intents;
class StageWidget;

/// What drawings have to do with the engine beside the trace: what the model writes by itself, what
/// is measured for them while they are shown, and numbers that are dragged on them.
class StationLink : public Feature {
    Q_OBJECT
public:
    /// The stages of A and B, which must outlive it.
    StationLink(Intents* intents, StageWidget* stage, StageWidget* comparedRun, QObject* parent);
    /// That of C, which must too.
    void follow(StageWidget* comparedRun);

    void showNews(const News& news) override;

private:
    void takeValuesOf(const StageWidget* stage);

    Intents* m_intents;
    StageWidget* m_stage;
    std::vector<StageWidget*> m_comparedRuns;
};

} // namespace gf
