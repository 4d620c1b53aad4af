// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/every_lab.h"

#include "core/lab/finding_values.h"
#include "core/measure/patch_rows.h"
#include "core/tensor/phrase.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/axes.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace gf::patch_lab {

namespace {

constexpr const char* otherKey = "patch.other";
constexpr const char* cellsKey = "patch.cells";
// What is marked: a row, counted through all grids, and its first and last cell.
constexpr const char* rowKey = "patch.row";
constexpr const char* firstKey = "patch.first";
constexpr const char* lastKey = "patch.last";

constexpr const char* whatKey = "patch.what";
constexpr const char* byKey = "patch.by";
constexpr const char* intoKey = "patch.into";

/// Beside the knobs of the table the heads that a path can lead into.
std::vector<StationControl> controls(const Graph& graph, const Node&) {
    std::vector<StationControl> fields = knobFields("patch");
    for (StationControl& field : fields)
        if (field.key == QLatin1String(intoKey)) {
            field.kind = StationControl::Kind::Choice;
            field.choices = {tr("all that follows")};
            for (const std::string& operand : patchOperands(graph))
                field.choices << QString::fromStdString(operand);
            field.minimum = field.initial = 0;
            field.maximum = static_cast<double>(field.choices.size() - 1);
        }
    return fields;
}

/// The word of a choice of the table, as it is set.
std::string chosen(const StationInput& input, const char* key) {
    const LabKnob& knob = *findLab("patch")->findKnob(std::string_view(key).substr(6));
    const auto choices = knob.field.choices;
    const auto place = static_cast<std::size_t>(std::max(knobSetting(input, key), 0.0));
    return std::string(choices[std::min(place, choices.size() - 1)]);
}

/// Whether the other example's cells are put in, and so its answer may come back.
bool isByOther(const StationInput& input) {
    return chosen(input, byKey) == "other";
}

/// What the path leads into; empty: all that follows.
std::string intoOf(const StationInput& input) {
    const auto place = static_cast<std::size_t>(std::max(input.setting(intoKey, 0), 0.0));
    const std::vector<std::string> operands = patchOperands(input.graph());
    return place == 0 || place > operands.size() ? std::string() : operands[place - 1];
}

/// One stack's rows.
struct StackRows : PatchStack {
    Index firstRow = 0; ///< counted through all stacks

    Index count() const { return std::ssize(rows); }
};

std::vector<StackRows> stacksOf(const StationInput& input) {
    const std::string into = intoOf(input);
    std::optional<PatchPath> path;
    if (!into.empty())
        path = patchPathInto(input.graph(), into);
    std::vector<StackRows> stacks;
    Index rows = 0;
    for (PatchStack& stack :
         patchStacks(input.graph(), patchWhatOf(chosen(input, whatKey)), path ? &*path : nullptr)) {
        stacks.push_back({std::move(stack), rows});
        rows += stacks.back().count();
    }
    return stacks;
}

/// "input", "layer 1", or of a head "E1 self 2".
QString rowName(const Graph& graph, const PatchRow& row, Index place) {
    const Scope& scope = graph[row.node].scope;
    if (row.isInput)
        return tr("input");
    if (row.head >= 0) {
        const QString layer =
            titleOf(*scope.find(ScopeKind::Stack)).left(1) + QString::number(scope.layer() + 1);
        return (scope.kind() == ScopeKind::CrossAttention ? tr("%1 cross %2") : tr("%1 self %2"))
            .arg(layer, QString::number(row.head + 1));
    }
    const bool isFeedForward = scope.kind() == ScopeKind::FeedForward;
    return tr("layer %1").arg(isFeedForward ? scope.layer() + 1 : static_cast<int>(place));
}

// ---- What is marked ----------------------------------------------------------------------------

struct Mark {
    std::size_t stack = 0;
    Index layer = 0;
    Index first = 0, last = 0;

    Index count() const { return last - first + 1; }
};

/// In the order of the row, wherever the drag began.
Mark markAt(const std::vector<StackRows>& stacks, Index row, Index from, Index to) {
    Mark mark;
    row = std::clamp<Index>(row, 0, stacks.back().firstRow + stacks.back().count() - 1);
    while (mark.stack + 1 < stacks.size() && row >= stacks[mark.stack + 1].firstRow)
        ++mark.stack;
    const StackRows& stack = stacks[mark.stack];
    mark.layer = row - stack.firstRow;
    mark.first = std::clamp<Index>(std::min(from, to), 0, stack.tokens - 1);
    mark.last = std::clamp<Index>(std::max(from, to), 0, stack.tokens - 1);
    return mark;
}

/// At first all that the last layer leaves.
Mark markOf(const StationInput& input, const std::vector<StackRows>& stacks) {
    const auto set = [&](const char* key, Index otherwise) {
        return static_cast<Index>(input.setting(key, static_cast<double>(otherwise)));
    };
    const StackRows& last = stacks.back();
    return markAt(stacks, set(rowKey, last.firstRow + last.count() - 1), set(firstKey, 0),
                  set(lastKey, last.tokens - 1));
}

bool isMarked(const StationInput& input) {
    return knobSetting(input, cellsKey) > 0;
}

StationSettings settingsOf(Index row, Index from, Index to) {
    return {{QLatin1String(cellsKey), 1},
            {QLatin1String(rowKey), static_cast<double>(row)},
            {QLatin1String(firstKey), static_cast<double>(from)},
            {QLatin1String(lastKey), static_cast<double>(to)}};
}

/// The knobs that both requests have; those that stand as at first are left out, as they were
/// before there were any.
FieldValues sharedKnobs(const StationInput& input) {
    FieldValues knobs{{"other", static_cast<std::int64_t>(knobSetting(input, otherKey))}};
    if (chosen(input, whatKey) != "residual")
        knobs["what"] = chosen(input, whatKey);
    if (!isByOther(input))
        knobs["by"] = chosen(input, byKey);
    if (const std::string into = intoOf(input); !into.empty())
        knobs["into"] = into;
    return knobs;
}

LabRequest requestOf(const StationInput& input) {
    return {"patch", sharedKnobs(input)};
}

LabRequest cellsRequest(const StationInput& input) {
    const Mark mark = markOf(input, stacksOf(input));
    LabRequest request{"cells", sharedKnobs(input)};
    request.knobs["mark"] = std::to_string(mark.stack) + ',' + std::to_string(mark.layer) + ',' +
                            std::to_string(mark.first) + ',' + std::to_string(mark.count());
    return request;
}

std::optional<LabRequest> asks(const StationInput& input) {
    if (stacksOf(input).empty())
        return {};
    if (isMarked(input))
        return cellsRequest(input);
    return requestOf(input);
}

// ---- What is seen ------------------------------------------------------------------------------

QString joined(const Tokens& tokens) {
    QStringList words;
    for (const std::string& token : tokens)
        words << tokenText(token);
    return words.join(QLatin1Char(' '));
}

/// The tokens of one example, its answer after an arrow.
QString exampleText(const Tokens& source, const Tokens& answer) {
    return source.empty() ? joined(answer)
                          : QStringLiteral("%1 → %2").arg(joined(source), joined(answer));
}

/// "a", or where the other example has another token there "a ← b".
QStringList tokenPairs(const Tokens& own, const Tokens& other) {
    QStringList pairs;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const QString mine = tokenText(own[i]);
        const bool differs = i < other.size() && other[i] != own[i];
        pairs << (differs ? QStringLiteral("%1 ← %2").arg(mine, tokenText(other[i])) : mine);
    }
    return pairs;
}

/// Rows above each other: those of the stack that is read first come first.
struct Grid {
    HeatmapData data;
    Index firstRow = 0; ///< counted through all grids
    Mark mark = {};
    bool hasInput = false;   ///< its first row is what the first layer reads
    bool isMarked = false;   ///< cells of this one are
    bool isMeasured = false; ///< what each cell does by itself
};

/// The tokens of the other example, as far as they are known.
struct Others {
    Tokens source, target;
};

std::vector<Grid> gridsOf(const StationInput& input, const LabFound* found, const Others& others) {
    std::vector<Grid> grids;
    const std::vector<StackRows> stacks = stacksOf(input);
    const Mark mark = markOf(input, stacks);
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const StackRows& stack = stacks[i];
        const Shape shape{stack.count(), stack.tokens};
        const Tensor effects = !found             ? Tensor()
                               : isByOther(input) ? patchedGridOf(found->finding, stack.name)
                                                  : patchedChangesOf(found->finding, stack.name);
        const bool isMeasured = effects.shape() == shape;
        HeatmapData data = heatmapOf(isMeasured ? effects : Tensor(shape),
                                     titleOf(ScopeLevel{ScopeKind::Stack, stack.name}));
        data.scale = HeatmapData::Scale::Diverging;
        if (isByOther(input))
            data.range = {{-1, 1}};
        const bool hasInput = stack.rows.front().isInput;
        for (Index place = 0; place < data.rows; ++place)
            data.rowLabels << rowName(input.graph(), stack.rows[static_cast<std::size_t>(place)],
                                      hasInput ? place : place + 1);
        const bool isSource = stack.name == "encoder";
        data.columnLabels = isSource ? tokenPairs(input.trace.sourceTokens, others.source)
                                     : tokenPairs(input.trace.targetTokens, others.target);
        grids.push_back({std::move(data), stack.firstRow, mark, hasInput,
                         isMarked(input) && mark.stack == i, isMeasured});
    }
    return grids;
}

Block gridBlock(const Grid& grid) {
    const Index first = grid.firstRow;
    const Index rows = grid.data.rows;
    MatrixLook look;
    look.placeOf = [first, isMeasured = grid.isMeasured](Index row, Index column) {
        return StationPlace{.row = first + row,
                            .column = column,
                            .tip = isMeasured ? QString() : tr("not measured yet")};
    };
    look.highlighted = [=](const StationInput& now) {
        const Index row = now.focus.row - first;
        return row < 0 || row >= rows ? HeatmapHighlight{}
                                      : HeatmapHighlight{row, now.focus.column, now.focus.pinned};
    };
    if (!grid.isMeasured)
        look.parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::Values);
    if (grid.isMarked)
        look.over = [mark = grid.mark](Drawing& drawing, const HeatmapLayout& layout) {
            const QRectF cells = layout.cellRect(mark.layer, mark.first)
                                     .united(layout.cellRect(mark.layer, mark.last));
            drawing.canvas.outline(cells, drawing.theme().highlight, 3);
        };
    return matrix(grid.data, look);
}

/// The cell of all grids that brings back most, and what the one in focus does.
struct Cell {
    const Grid* grid = nullptr;
    Index row = 0, column = 0;
    float value = 0;
};

/// After the input, whose cells are the tokens themselves.
Cell strongest(const std::vector<Grid>& grids, bool isByOther) {
    Cell best;
    const auto size = [&](float value) { return isByOther ? value : std::abs(value); };
    for (const Grid& grid : grids)
        for (Index row = grid.hasInput ? 1 : 0; row < grid.data.rows; ++row)
            for (Index column = 0; column < grid.data.columns; ++column)
                if (const float value = grid.data.at(row, column);
                    !best.grid || size(value) > size(best.value))
                    best = {&grid, row, column, value};
    return best;
}

QString percent(double share) {
    return numberText(100 * share, 3);
}

QString cellName(const Cell& cell) {
    return tr("%1, %2, “%3”")
        .arg(cell.grid->data.title, cell.grid->data.rowLabels.value(cell.row),
             cell.grid->data.columnLabels.value(cell.column));
}

QString cellWords(const StationInput& now, const std::vector<Grid>& grids) {
    for (const Grid& grid : grids) {
        const Index row = now.focus.row - grid.firstRow;
        const Index column = now.focus.column;
        if (row < 0 || row >= grid.data.rows || column < 0 || column >= grid.data.columns)
            continue;
        const QString name = cellName({&grid, row, column, 0});
        if (!grid.isMeasured)
            return tr("%1: drag over cells to put them in").arg(name);
        const float value = grid.data.at(row, column);
        return isByOther(now)
                   ? tr("%1: brings back %2 % of the other answer").arg(name, percent(value))
                   : tr("%1: moves ln P of the answer by %2").arg(name, changeText(value, 3));
    }
    return tr("Point at a cell, or drag over several of a row to put them in at once.");
}

QString sentenceOf(const StationInput& input, const Finding& found,
                   const std::vector<Grid>& grids) {
    const Cell best = strongest(grids, isByOther(input));
    if (!best.grid)
        return {};
    if (!isByOther(input))
        return tr("The cell %1 moves this answer most: with what is put in, its ln P changes by "
                  "%2.")
            .arg(cellName(best), changeText(best.value, 3));
    if (!best.grid->hasInput)
        return tr("The cell %1 carries most: put into this run, it brings back %2 % of the other "
                  "answer (ln P %3 here, %4 there).")
            .arg(cellName(best), percent(best.value),
                 numberText(found.numberAt("log_probability"), 3),
                 numberText(found.numberAt("other_log_probability"), 3));
    return tr("Behind the input the cell %1 carries most: put into this run, it brings back %2 % "
              "of "
              "the other answer (ln P %3 here, %4 there).")
        .arg(cellName(best), percent(best.value), numberText(found.numberAt("log_probability"), 3),
             numberText(found.numberAt("other_log_probability"), 3));
}

/// What the marked cells do together.
QString markSentence(const StationInput& input, const Finding& found,
                     const std::vector<Grid>& grids) {
    const auto grid = std::ranges::find_if(grids, &Grid::isMarked);
    if (grid == grids.end())
        return {};
    const Mark& mark = grid->mark;
    const QString row = tr("%1, %2").arg(grid->data.title, grid->data.rowLabels.value(mark.layer));
    const auto count = static_cast<int>(mark.count());
    const QString cells = (mark.count() == grid->data.columns
                               ? tr("Put in at once: all %n cells of %1.", nullptr, count)
                               : tr("Put in at once: %n cells of %1.", nullptr, count))
                              .arg(row);
    if (!isByOther(input))
        return cells + QLatin1Char(' ') +
               tr("That moves ln P of the answer by %1.")
                   .arg(changeText(found.numberAt("change"), 3));
    const double patched = found.numberAt("patched");
    const double own = found.numberAt("log_probability");
    const double others = found.numberAt("other_log_probability");
    const bool isAll = patched == others && own != others;
    const QString with = numberText(patched, 4);
    const QString without = numberText(own, 4);
    return cells + QLatin1Char(' ') +
           (isAll ? tr("That gives the other answer exactly: ln P %1, as in the other run (%2 "
                       "without them).")
                        .arg(with, without)
                  : tr("That brings back %1 % of the other answer: ln P %2 with them, %3 without, "
                       "%4 in the other run.")
                        .arg(percent(found.numberAt("restored")), with, without,
                             numberText(others, 4)));
}

QString said(const StationInput& input, const LabFound* found, const LabFound* cells,
             const std::vector<Grid>& grids) {
    if (isMarked(input))
        return cells ? withMeasuringWords(markSentence(input, cells->finding, grids), input,
                                          cellsRequest(input))
                     : measuringWords(input, cellsRequest(input));
    return found ? withMeasuringWords(sentenceOf(input, found->finding, grids), input,
                                      requestOf(input))
                 : measuringWords(input, requestOf(input));
}

Block show(const StationInput& input) {
    if (stacksOf(input).empty())
        return padded(14, 14, paragraph(tr("Nothing of the kind reaches this head.")));
    const LabFound* const found = answerTo(input, requestOf(input));
    const LabFound* const cells = isMarked(input) ? answerTo(input, cellsRequest(input)) : nullptr;
    const LabFound* const known = cells ? cells : found;
    const Others others = known ? Others{known->finding.tokensAt("other_source"),
                                         known->finding.tokensAt("other_target")}
                                : Others();
    const auto grids = std::make_shared<const std::vector<Grid>>(gridsOf(input, found, others));
    std::vector<Block> drawn;
    Index rows = 0;
    Index columns = 0;
    for (const Grid& grid : *grids) {
        drawn.push_back(grows(gridBlock(grid), static_cast<double>(grid.data.rows)));
        rows += grid.data.rows;
        columns = std::max(columns, grid.data.columns);
    }
    std::vector<Block> beside;
    for (std::size_t i = 0; i < drawn.size(); ++i)
        beside.push_back(
            grows(gridBlock((*grids)[i]), static_cast<double>((*grids)[i].data.columns + 2)));
    const bool isKnown = !others.source.empty() || !others.target.empty();
    const QString other =
        isKnown ? tr("The other one: %1").arg(exampleText(others.source, others.target))
                : QString();
    return walked(
        rows, columns,
        atLeast({420, 0}, padded(14, 8,
                                 column({atLeast({0, 2.9 * input.fontSize()},
                                                 paragraph(said(input, found, cells, *grids))),
                                         grows(fit({column(drawn, 4), row(beside)})),
                                         live([grids](const StationInput& now) {
                                             return line(cellWords(now, *grids));
                                         }),
                                         line(other, input.theme.mutedText)},
                                        4))));
}

// ---- By drag and by keys -----------------------------------------------------------------------

/// The cells of one row between where it began and the pointer.
StationSettings dragged(const StationInput& input, const StationPlace& held, const QPointF& to) {
    if (held.row < 0 || held.column < 0)
        return {};
    const StationPicture picture = pictureOf(input, show(input));
    for (const StationPicture::Grid& grid : picture.grids)
        for (Index row = 0; row < grid.layout.rows; ++row) {
            if (grid.placeOf(row, 0).row != held.row || held.column >= grid.layout.columns)
                continue;
            const QPointF across(to.x(), grid.layout.cellRect(row, held.column).center().y());
            const auto there = grid.layout.cellAt(across);
            return settingsOf(held.row, held.column, there ? there->column : held.column);
        }
    return {};
}

/// Its last cell to the left or right, all of it to another row.
StationSettings movedByKeys(const StationInput& input, const QPointF& by) {
    const std::vector<StackRows> stacks = stacksOf(input);
    if (stacks.empty())
        return {};
    const Focus& focus = input.focus;
    const bool isNew = !isMarked(input);
    if (isNew && (focus.row < 0 || focus.column < 0))
        return {};
    const Mark old =
        isNew ? markAt(stacks, focus.row, focus.column, focus.column) : markOf(input, stacks);
    const StackRows& stack = stacks[old.stack];
    const Index last =
        std::clamp<Index>(old.last + static_cast<Index>(by.x()), old.first, stack.tokens - 1);
    const Index row = stack.firstRow + old.layer - static_cast<Index>(by.y());
    const Mark mark = markAt(stacks, row, old.first, last);
    return settingsOf(stacks[mark.stack].firstRow + mark.layer, mark.first, mark.last);
}

// ---- What it is about --------------------------------------------------------------------------

NodeId nodeFor(const Graph& graph, NodeId) {
    return graph.find("logits");
}

std::optional<Sentence> missing(const Trace& trace) {
    return noWordsAfterLayers(*trace.graph);
}

/// Of a figure: the path that the command line names.
StationSettings printed(const Finding& finding, const Graph& graph) {
    const std::vector<std::string> operands = patchOperands(graph);
    const auto found = std::ranges::find(operands, finding.wordsAt("into"));
    if (found == operands.end())
        return {};
    return {{QLatin1String(intoKey), static_cast<double>(found - operands.begin() + 1)}};
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "patch",
                        .controls = controls,
                        .show = show,
                        .draggedSettings = dragged,
                        .movedSettings = movedByKeys},
            .node = nodeFor,
            .missing = missing,
            .asks = asks,
            .drawsPrinted = true,
            .printed = printed};
}

} // namespace gf::patch_lab
