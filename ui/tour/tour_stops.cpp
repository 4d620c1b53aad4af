// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour_stops.h"

#include "ui/controls/shortcuts.h"
#include "ui/language/tr.h"
#include "ui/steps/navigation.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

using enum TourSide;

constexpr std::array stops = {
    TourStop{QT_TR_NOOP("What it learns"),
             QT_TR_NOOP("This line says it. The source goes in, the target should come out, "
                        "and “predicted” is what the model says so far."),
             TourPlace::Example,
             TourFocus::FirstPicture,
             TourAction::None,
             {Above, Below},
             QT_TR_NOOP("This line says it. The model reads the text and says after each "
                        "of its tokens what comes next; “predicted” is what it says so far.")},
    TourStop{QT_TR_NOOP("A sentence is rows"),
             QT_TR_NOOP("Each token is one row of numbers, its embedding. All that follows "
                        "is computed from these rows, one step after another. {next-step} "
                        "goes to the next step."),
             TourPlace::Stage,
             TourFocus::Embedding,
             TourAction::LeaveStep,
             {Left, Right}},
    TourStop{QT_TR_NOOP("One score"),
             QT_TR_NOOP("A few steps on, in attention: row i, column j says how well the "
                        "query of token i fits the key of token j. Click a cell."),
             TourPlace::Stage,
             TourFocus::Scores,
             TourAction::PinCell,
             {Left, Right}},
    TourStop{QT_TR_NOOP("It is a dot product"),
             QT_TR_NOOP("Here stands the cell with its real numbers: those of the query "
                        "times those of the key, added up. Any cell can be asked like this."),
             TourPlace::Explain,
             TourFocus::ScoreCell,
             TourAction::None,
             {Left, Below, Right}},
    TourStop{QT_TR_NOOP("A row that sums to 1"),
             QT_TR_NOOP("Scaled, masked and put through softmax, a row of scores becomes a "
                        "row of weights: how this token shares its attention. {row-down} "
                        "and {row-up} go to another row."),
             TourPlace::Stage,
             TourFocus::WeightRow,
             TourAction::MoveRow,
             {Left, Right}},
    TourStop{QT_TR_NOOP("Let it learn"),
             QT_TR_NOOP("All of this was computed with the weights of now. Press Train, "
                        "here or with {train}, and they begin to change."),
             TourPlace::Train,
             TourFocus::FirstPicture,
             TourAction::Train,
             {Above, Below}},
    TourStop{QT_TR_NOOP("The answer gets better"),
             QT_TR_NOOP("Watch the picture and the answer; each bar is the probability of "
                        "one token. The slider below goes back to any moment of this."),
             TourPlace::Example,
             TourFocus::FirstPicture,
             TourAction::None,
             {Above, Below}},
    TourStop{QT_TR_NOOP("Where to go from here"),
             QT_TR_NOOP("Click a step of the map, or go on with {next-step}. {all-heads} shows all "
                        "heads, {next-view} draws a step in another way, {gradients} shows "
                        "gradients, {generate} how the answer is written. {help} tells the "
                        "rest."),
             TourPlace::Map,
             TourFocus::FirstPicture,
             TourAction::None,
             {Right, Left, Below}},
};

/// The first step of the walk that is this part of such a scope, or nullptr.
const Step* firstOf(const Steps& steps, ScopeKind kind, std::string_view part) {
    const std::span<const Step> walk = steps.walk(false);
    const auto found = std::ranges::find_if(walk, [&](const Step& step) {
        const Node& node = (*steps.graph())[step.node];
        return node.scope.kind() == kind && node.part == part && node.relation == Relation::Own;
    });
    return found == walk.end() ? nullptr : &*found;
}

} // namespace

std::span<const TourStop> tourStops() {
    return stops;
}

QString titleOf(const TourStop& stop) {
    return tr(stop.title);
}

QString textOf(const TourStop& stop, bool hasSource) {
    const bool alone = !hasSource && stop.withoutSource;
    return withCommands(tr(alone ? stop.withoutSource : stop.text));
}

bool pinsCell(TourFocus what) {
    return what == TourFocus::ScoreCell || what == TourFocus::WeightRow;
}

Focus focusOf(TourFocus what, const Steps& steps, const Focus& now) {
    Focus there;
    if (what == TourFocus::FirstPicture)
        return fitted(steps, there);
    const Step* step = what == TourFocus::Embedding
                           ? firstOf(steps, ScopeKind::Embedding, "")
                           : firstOf(steps, ScopeKind::SelfAttention,
                                     what == TourFocus::WeightRow ? "weights" : "scores");
    if (!step)
        return now;
    there.step = step->step;
    if (!pinsCell(what))
        return there;
    // Scores and weights are of the same query and key in the same place.
    const Step* before = steps.at(now);
    const bool inAttention =
        before && (*steps.graph())[before->node].scope.kind() == ScopeKind::SelfAttention;
    const bool hasCell = now.pinned && now.row >= 0 && now.column >= 0 && inAttention;
    there.head = hasCell ? now.head : 0;
    there.row = hasCell ? now.row : 0;
    there.column = hasCell ? now.column : 0;
    there.pinned = true;
    return fitted(steps, there);
}

bool isDone(TourAction action, const Focus& entered, const Focus& now) {
    switch (action) {
    case TourAction::LeaveStep:
        return now.step != entered.step;
    case TourAction::PinCell:
        return now.step == entered.step && now.pinned && now.row >= 0 && now.column >= 0;
    case TourAction::MoveRow:
        return now.step == entered.step && now.pinned && now.row != entered.row;
    case TourAction::None:
    case TourAction::Train:
        return false;
    }
    return false;
}

} // namespace gf
