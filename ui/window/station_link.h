// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

namespace gf {

class Intents;
class StageWidget;

/// What drawings have to do with the engine beside the trace: what the model writes by itself, what
/// is measured for them while they are shown, and numbers that are dragged on them.
class StationLink : public Feature {
    Q_OBJECT
public:
    /// The stages of both runs, which must outlive it.
    StationLink(Intents* intents, StageWidget* stage, StageWidget* twin, QObject* parent);

    void showNews(const News& news) override;

private:
    StageWidget* m_stage;
    StageWidget* m_twin;
};

} // namespace gf
