// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

class MainWindow;
class Session;

/// Session does what the window asks for, and the window shows what Session tells.
void connectWindow(Session& session, MainWindow& window);
/// The window is told of nothing any more.
void disconnectWindow(Session& session, MainWindow& window);

} // namespace gf
