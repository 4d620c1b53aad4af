// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// Tells Qt what the program is called: for its settings, its version and its icon. To be called
/// once there is a QApplication.
void nameApplication();

} // namespace gf
