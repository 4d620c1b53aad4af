// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// Lets the thread that calls it, and on Linux those that it starts from then on, give way to the
/// window's thread where both want the same core. Does nothing where the system knows no such order
/// of threads.
void workInBackground();

} // namespace gf
