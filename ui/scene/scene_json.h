// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/scene/scene.h"

#include <QByteArray>

namespace gf {

/// A scene as JSON (RFC 8259), version 1. What is as in an empty scene is left out. Heads, rows,
/// columns, cells and examples are counted from 1, as the window and the command line count them.
QByteArray toJson(const Scene& scene);

/// Reads one from anywhere: every field is checked. Throws Error with a sentence, in the language
/// of the window, that names the field, what it was and what would be right. A field that is not
/// there is as in an empty scene.
Scene sceneFromJson(const QByteArray& json);

} // namespace gf
