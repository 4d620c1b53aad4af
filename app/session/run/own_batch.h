// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/live_run.h"
#include "ui/messages/news.h"

#include <QString>

#include <memory>

namespace gf {

/// A person's lines as one batch: each as the model reads it, padded to the longest of them, with
/// the weights as they are and all that the model is held to. `shown` is the picture of the run,
/// whose backend computes them. What is wrong with a line is said, and there are no examples then.
news::OwnBatch ownBatch(LiveRun& run, const Trace& shown, const QString& lines);

} // namespace gf
