// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/training/picture_maker.h"

#include <functional>
#include <string>

namespace gf {

/// What a person changes about a run while it trains: in all that are compared, or in none.
class RunChanges {
public:
    RunChanges(SessionState& state, RunDevices& devices, PictureMaker& picture)
        : m_state(state), m_devices(devices), m_picture(picture) {}

    void setLearningRate(double rate);
    void setBatchSize(Index batch);
    void setBackend(const std::string& name);
    /// Changes what the person holds the model to.
    void intervene(const std::function<void(Interventions&)>& change);

    /// Says the settings that are so after `action`, whether it was done or not.
    void publishingSettings(const std::function<void()>& action);

private:
    void changeAll(const std::function<void(LiveRun&)>& change,
                   const std::function<void(LiveRun&)>& undo);
    void publishSettings();

    SessionState& m_state;
    RunDevices& m_devices;
    PictureMaker& m_picture;
};

} // namespace gf
