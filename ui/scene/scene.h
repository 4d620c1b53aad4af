// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/edit.h"
#include "ui/focus/focus.h"
#include "ui/focus/stage_settings.h"
#include "ui/messages/generation_report.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <array>
#include <optional>

namespace gf {

class Steps;

/// What the window shows: enough to come back to it, in another window, at another time, from a
/// file. Each feature of the window gives its part and goes to what it is given; MainWindow puts
/// the parts together. Sizes and places of docks and the windows' own are no part of it.
struct Scene {
    /// The run that it is of. Showing a scene opens none.
    struct Run {
        QString task;
        QString file; ///< empty for one that was never saved
        friend bool operator==(const Run&, const Run&) = default;
    };
    /// Nothing in it: the example stays.
    struct Example {
        QString source;
        QString target;
        int padding = 0;
        friend bool operator==(const Example&, const Example&) = default;
    };
    /// What the model is held to, and which of the runs is drawn.
    struct WhatIf {
        enum class Drawn { With, Without, Difference };
        QVector<Intervention> changes; ///< in the order in which they were made
        Drawn drawn = Drawn::With;
        friend bool operator==(const WhatIf&, const WhatIf&) = default;
    };
    /// The time machine.
    struct Time {
        std::optional<qint64> checkpoint; ///< that is shown; nothing: the present
        std::array<std::optional<qint64>, 2> pins;
        bool difference = false; ///< the numbers of B less those of A are shown
        friend bool operator==(const Time&, const Time&) = default;
    };
    /// Runs that are trained in step. To show it where there are none begins all anew.
    struct ComparedRun {
        QString change;     ///< the key of a ComparisonChoice
        int layers = 0;     ///< of all
        bool third = false; ///< where two stages have room, C stands beside A, and B does not
        friend bool operator==(const ComparedRun&, const ComparedRun&) = default;
    };
    /// A training step that is walked through.
    struct Walk {
        int example = 0; ///< of the batch, counted from 0
        bool after = false;
        friend bool operator==(const Walk&, const Walk&) = default;
    };

    Run run;
    Example example;
    Focus focus;
    StageSettings stage;
    WhatIf whatIf;
    Time time;
    std::optional<ComparedRun> comparedRun;
    std::optional<Walk> walk;
    std::optional<QString> ownBatch; ///< the window of a batch of one's own stands open: its lines
    std::optional<QStringList> hidden; ///< docks, by their names; nothing: they stay as they are
    bool presenting = false;
    int mapZoom = 2;                              ///< as MapZoom
    bool logarithmic = false;                     ///< the axis of the losses
    std::optional<GenerationSettings> generation; ///< stands in the place of the step, with these
    bool charts = false;                          ///< stand there
    bool help = false;                            ///< stands open
    bool glossary = false;
    QString lesson; ///< that is open: its name in the course, or its file; empty: none

    friend bool operator==(const Scene&, const Scene&) = default;
};

/// The scene without what is of its run alone: for a window that shows another one.
Scene ofAnyRun(Scene scene);

/// What another start of the program begins with: the scene without windows beside the window, what
/// would have to be trained for, and what lies where the pointer happens to be.
Scene ofNextStart(Scene scene);

/// `now` with what the file of a run may say of how it is shown: the example, what is in focus and
/// how it is drawn, changes, pins. The rest stays: no file trains, opens windows or moves docks.
Scene withViewOf(const Scene& file, Scene now);

/// What the scene names and the model of `steps` does not have, a sentence each.
QStringList missingIn(const Steps& steps, const Scene& scene);

} // namespace gf
