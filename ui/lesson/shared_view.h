// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"
#include "ui/scene/scene.h"

#include <QString>

namespace gf {

/// What the window shows as a page of a lesson (docs/lessons.md) with a scene: the model by task,
/// configuration, seed and steps, the example, the changes, and the place. Throws Error, in the
/// language of the window, for what a lesson cannot have: own data, more steps than it trains, runs
/// that are compared.
QString sharedPage(const QString& title, const RunInfo& run, qint64 step, const Scene& scene);

/// The same as a lesson of one page, for another window to open.
QString sharedView(const QString& title, const RunInfo& run, qint64 step, const Scene& scene);

/// `lesson`, the text of one, with one more page at its end.
QString withPage(QString lesson, const QString& page);

} // namespace gf
