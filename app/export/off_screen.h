// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>

#include <memory>

namespace gf {

/// Fonts need an application object. The one of the window exists already; a command has none, and
/// must work on a machine without a display.
std::unique_ptr<QGuiApplication> applicationIfNone();

} // namespace gf
