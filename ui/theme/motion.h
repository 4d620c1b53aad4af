// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// How long a transition takes, in milliseconds; 0 when the person asks for reduced motion, in the
/// program or on the desktop.
int transitionTime();

/// Whether the person asked for it here (remembered), or the desktop does: GNOME's and KDE's files.
bool isMotionReduced();
void setMotionReduced(bool reduced);

} // namespace gf
