// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// Tells Qt what the program is called: for its settings, its version and its icon. To be called
/// once there is a QApplication.
void nameApplication();

/// Adds the fonts that a bundle has beside the program, for systems whose own lack a sign that is
/// shown. Of an installation, which relies on packages, there are none.
void addBundledFonts();

} // namespace gf
