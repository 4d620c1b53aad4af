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
    TourStop{
        QT_TR_NOOP("A sentence is rows"),
        QT_TR_NOOP(
            "Each token is one row of numbers, its embedding. All that follows is computed from "
            "these rows, one operation after another. {next-step} goes to the next operation."),
        TourPlace::Stage,
        TourFocus::Embedding,
        TourAction::LeaveStep,
        {Left, Right}},
    TourStop{QT_TR_NOOP("One score"),
             QT_TR_NOOP("A few operations on, in attention: row i, column j says how well the "
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
             QT_TR_NOOP("While it trains, watch the picture and the answer; each bar is the "
                        "probability of one token. The slider below goes back to any moment of "
                        "this."),
             TourPlace::Example,
             TourFocus::FirstPicture,
             TourAction::None,
             {Above, Below},
             nullptr,
             QT_TR_NOOP("While it trains, watch the picture and what is predicted. The slider "
                        "below goes back to any moment of this.")},
    TourStop{
        QT_TR_NOOP("Where to go from here"),
        QT_TR_NOOP("Click an operation of the map, or go on with {next-step}. {all-heads} shows "
                   "all heads, {next-view} draws an operation in another way, {gradients} shows "
                   "gradients, {generate} how the answer is written. {help} tells the rest."),
        TourPlace::Map,
        TourFocus::FirstPicture,
        TourAction::None,
        {Right, Left, Below}},
};

/// What a stop says instead in a run of another kind.
struct Variant {
    TourKind kind;
    TourFocus focus;
    const char* title;
    const char* text;
};

constexpr std::array variants = {
    Variant{TourKind::Alignment, TourFocus::Scores, QT_TR_NOOP("One score"),
            QT_TR_NOOP("A few operations on, in attention: row i, column j says how well state i "
                       "fits state j of those that it looks at. Click a cell.")},
    Variant{TourKind::Alignment, TourFocus::ScoreCell, QT_TR_NOOP("How it is computed"),
            QT_TR_NOOP("Here stands the cell with its real numbers. In some models it is a dot "
                       "product of two states, in others a small network compares them. Any cell "
                       "can be asked like this.")},
    Variant{TourKind::Alignment, TourFocus::WeightRow, QT_TR_NOOP("A row that sums to 1"),
            QT_TR_NOOP("Masked and put through softmax, a row of scores becomes a row of weights: "
                       "the alignment of this token. {row-down} and {row-up} go to another row.")},
    Variant{TourKind::States, TourFocus::Scores, QT_TR_NOOP("One number of a state"),
            QT_TR_NOOP("A few operations on: row i is the state after token i, all that this layer "
                       "remembers by then. Click a cell.")},
    Variant{TourKind::States, TourFocus::ScoreCell, QT_TR_NOOP("Where it comes from"),
            QT_TR_NOOP("Here stands what the number was made from. Any cell can be asked like "
                       "this; {previous-step} leads back to what comes before.")},
    Variant{TourKind::States, TourFocus::WeightRow, QT_TR_NOOP("One state after another"),
            QT_TR_NOOP("Each state is made from the one before it and from a token. {row-down} "
                       "and {row-up} go to another one.")},
    Variant{TourKind::Mixer, TourFocus::Scores, QT_TR_NOOP("One number"),
            QT_TR_NOOP("A few operations on, where tokens read from each other: row i is what "
                       "token i makes of all that it reads. Click a cell.")},
    Variant{TourKind::Mixer, TourFocus::ScoreCell, QT_TR_NOOP("Where it comes from"),
            QT_TR_NOOP("Here stands the cell with its real numbers. Any cell can be asked like "
                       "this.")},
    Variant{TourKind::Mixer, TourFocus::WeightRow, QT_TR_NOOP("One token after another"),
            QT_TR_NOOP("Every token is treated alike, whatever it is. {row-down} and {row-up} go "
                       "to another one.")},
};

const Variant* variantOf(const TourStop& stop, TourKind kind) {
    const auto found = std::ranges::find_if(variants, [&](const Variant& variant) {
        return variant.kind == kind && variant.focus == stop.focus;
    });
    return found == variants.end() ? nullptr : &*found;
}

/// The first step of the walk that is this part of such a scope, or nullptr.
const Step* firstOf(const Steps& steps, ScopeKind kind, std::string_view part) {
    const std::span<const Step> walk = steps.walk(false);
    const auto found = std::ranges::find_if(walk, [&](const Step& step) {
        const Node& node = (*steps.graph())[step.node];
        return node.scope.kind() == kind && node.part == part && node.relation == Relation::Own;
    });
    return found == walk.end() ? nullptr : &*found;
}

/// Scores, or weights, of the first attention of any kind; of a model without one its states, or
/// what its first mixer makes.
const Step* middleOf(const Steps& steps, std::string_view part) {
    for (const ScopeKind kind :
         {ScopeKind::SelfAttention, ScopeKind::CrossAttention, ScopeKind::Alignment})
        if (const Step* step = firstOf(steps, kind, part))
            return step;
    const Step* states = firstOf(steps, ScopeKind::Layer, "states");
    return states ? states : firstOf(steps, ScopeKind::Mixer, "output");
}

} // namespace

TourRun tourRunOf(const Steps& steps) {
    TourRun run;
    const Graph* graph = steps.graph();
    if (!graph)
        return run;
    const std::span<const Step> walk = steps.walk(false);
    const auto any = [&](auto holds) {
        return std::ranges::any_of(walk,
                                   [&](const Step& step) { return holds((*graph)[step.node]); });
    };
    run.hasSource = any([](const Node& node) { return node.axes[0] == Axis::Source; });
    run.hasWords =
        any([](const Node& node) { return node.scope.kind() == ScopeKind::Probabilities; });
    if (const Step* middle = middleOf(steps, "scores")) {
        const ScopeKind kind = (*graph)[middle->node].scope.kind();
        run.kind = kind == ScopeKind::Alignment ? TourKind::Alignment
                   : kind == ScopeKind::Layer   ? TourKind::States
                   : kind == ScopeKind::Mixer   ? TourKind::Mixer
                                                : TourKind::Attention;
    }
    return run;
}

std::span<const TourStop> tourStops() {
    return stops;
}

QString titleOf(const TourStop& stop, const TourRun& run) {
    const Variant* variant = variantOf(stop, run.kind);
    return tr(variant ? variant->title : stop.title);
}

QString textOf(const TourStop& stop, const TourRun& run) {
    const Variant* variant = variantOf(stop, run.kind);
    const char* text = variant                                ? variant->text
                       : !run.hasSource && stop.withoutSource ? stop.withoutSource
                       : !run.hasWords && stop.withoutWords   ? stop.withoutWords
                                                              : stop.text;
    return withCommands(tr(text));
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
                           : middleOf(steps, what == TourFocus::WeightRow ? "weights" : "scores");
    if (!step)
        return now;
    there.step = step->step;
    if (!pinsCell(what))
        return there;
    // Scores and weights are of the same query and key in the same place.
    const Step* before = steps.at(now);
    const bool inSame =
        before && (*steps.graph())[before->node].scope == (*steps.graph())[step->node].scope;
    const bool hasCell = now.pinned && now.row >= 0 && now.column >= 0 && inSame;
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
