// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace gf {

/// What the command line says about the window.
struct WindowOptions {
    std::string file;     ///< a saved run to open; empty: the first start's model
    std::string theme;    ///< "system", "light" or "dark", for this time; empty: as it was left
    std::string language; ///< "system", "en" or "de", for this time; empty: as it was left
};

/// Opens the window and returns the exit status when it is closed. `argc` and `argv` are those of
/// main(), for Qt's own options.
int openWindow(int argc, char** argv, const WindowOptions& options);

} // namespace gf
