// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/steps/steps.h"
#include "ui/tour/tour_layout.h"

#include <QString>

#include <span>

namespace gf {

/// What of the window a stop of the tour points at.
enum class TourPlace { Example, Stage, Explain, Train, Map };

/// What the stage shows at a stop, in whatever model is open.
enum class TourFocus {
    FirstPicture, ///< where the window begins
    Embedding,    ///< one row for each token
    Scores,       ///< of the first self-attention; what TourKind says where there is none
    ScoreCell,    ///< the same with a cell pinned, the person's own where there is one
    WeightRow     ///< the weights that follow from them, in the same cell
};

/// What the person does to get on. At each stop Next does it as well.
enum class TourAction {
    None,
    LeaveStep, ///< goes to another step
    PinCell,   ///< clicks a cell
    MoveRow,   ///< takes the pinned cell to another row
    Train
};

/// What the tour shows in the middle, where it points at a score and at what follows from it.
enum class TourKind {
    Attention, ///< scores and weights of an attention with heads
    Alignment, ///< of the attention of a recurrent model
    States,    ///< the states of a recurrent model that has none
    Mixer      ///< what tokens make of each other where nothing attends
};

/// What the tour says depends on this of a run.
struct TourRun {
    bool hasSource = true;
    bool hasWords = true; ///< it says words, each with a probability
    TourKind kind = TourKind::Attention;
};
TourRun tourRunOf(const Steps& steps);

/// A row of the table of the tour.
struct TourStop {
    const char* title; ///< English, as translated() finds it
    const char* text;
    TourPlace place;
    TourFocus focus;
    TourAction action;
    TourSides sides;                     ///< of the place, where the card stands; the best first
    const char* withoutSource = nullptr; ///< the text where the model reads none, if another
    const char* withoutWords = nullptr;  ///< the same where it says numbers
};

/// The whole tour, in its order.
std::span<const TourStop> tourStops();

QString titleOf(const TourStop& stop, const TourRun& run);
QString textOf(const TourStop& stop, const TourRun& run);

/// The focus of a stop, coming from `now`. Where the model has no such step, it stays.
Focus focusOf(TourFocus what, const Steps& steps, const Focus& now);

/// Whether the stage has a cell pinned from the beginning of the stop.
bool pinsCell(TourFocus what);

/// Whether someone who entered a stop at `entered` and is at `now` has done what it asks for.
/// Training is no matter of the focus.
bool isDone(TourAction action, const Focus& entered, const Focus& now);

} // namespace gf
