// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/compare_messages.h"
#include "ui/scene/scene.h"

#include <QJsonObject>
#include <QString>

#include <optional>

namespace gf {

/// What is seen in the window.
struct SeenView {
    QString title;
    RunInfo run;
    qint64 step = 0;
    Scene scene;
    std::optional<ComparisonChoice> compared; ///< by which runs stand beside each other
    QString file = {}; ///< beside the lesson's, which has the run; empty: it is trained again
};

/// A page of a lesson (docs/lessons.md) with a scene of what is seen: the model by task,
/// configuration, seed and steps and the runs that it is compared with, or by its file; the
/// example, the changes, the moment, and the place, or the lab with its knobs. Throws Error, in the
/// language of the window, for what a lesson cannot train again: own data, more steps than it
/// trains, runs that differ in what no key of the configuration says.
QString sharedPage(const SeenView& view);
/// The scene of that page alone.
QJsonObject sharedScene(const SeenView& view);

/// The same as a lesson of one page, for another window to open.
QString sharedView(const SeenView& view);

/// `lesson`, the text of one, with one more page at its end.
QString withPage(QString lesson, const QString& page);

} // namespace gf
