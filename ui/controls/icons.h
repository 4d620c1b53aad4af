// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace gf {

/// The signs on buttons, drawn as vectors in the colour of button text, so that they are sharp at
/// any scale and fit light and dark.
enum class Sign {
    Back,
    Forward,
    Play,
    Pause,
    StepOnce,
    Reset,
    Left,
    Right,
    Another,
    Replay,
    WalkStep,
    More,
    Fold,
    Unfold
};

QIcon signIcon(Sign sign);

} // namespace gf
