// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/lab_parts.h"

#include "ui/figure/canvas.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <utility>

namespace gf {

NodeId attentionStep(const Graph& graph, NodeId focused, const char* part) {
    if (focused != noNode && graph[focused].scope.isAttention())
        return graph.find(graph[focused].scope, part);
    NodeId last = noNode;
    for (const Node& node : graph.nodes()) {
        const bool isOne = node.role == Role::Forward && node.relation == Relation::Own &&
                           node.part == part && node.scope.isAttention();
        const bool isSelf = node.scope.kind() == ScopeKind::SelfAttention;
        if (isOne &&
            !(last != noNode && isSelf && graph[last].scope.kind() == ScopeKind::CrossAttention))
            last = graph.find(node.scope, part);
    }
    return last;
}

std::optional<Sentence> noHeads(const Trace& trace) {
    if (attentionStep(*trace.graph, noNode, "scores") != noNode)
        return {};
    return phrase("This model has no attention heads.");
}

Block followingSentence(std::function<QString(const StationInput& now)> words) {
    constexpr double narrow = 46; // font sizes
    constexpr double line = 1.45;
    Block room;
    room.leastHeight = [](const StationInput& input, double width) {
        return (width < narrow * input.fontSize() ? 3 : 2) * line * input.fontSize();
    };
    return live(
        [words = std::move(words)](const StationInput& now) { return paragraph(words(now)); },
        room);
}

void drawColumnName(Drawing& drawing, const QRectF& column, double y, const QStringList& words,
                    const QColor& colour) {
    constexpr double bold = 1.1; // bold letters are wider
    const TextMeasure measure = measureWith(drawing.input.font);
    const auto fitting = std::ranges::find_if(words, [&](const QString& each) {
        return measure(each, drawing.fontSize()) * bold <= column.width();
    });
    drawLine(drawing, {column.left(), y}, fitting == words.end() ? words.back() : *fitting,
             column.width(), colour, 1, true);
}

Index headOf(const StationInput& input) {
    const Shape& shape = input.at().shape;
    return shape.rank() < 3 ? 0 : std::clamp<Index>(input.focus.head, 0, shape[0] - 1);
}

Index rowOr(const StationInput& input, Index rows, Index otherwise) {
    const Index row = within(input.focus.row, rows);
    return row >= 0 ? row : otherwise;
}

StationPicture pictureOf(const StationInput& input, const Block& block) {
    NoCanvas nothing;
    StationPicture picture;
    Drawing drawing{input, nothing, picture};
    block.draw(drawing, {{0, 0}, input.size});
    return picture;
}

StationControl numberKnob(const char* key, const QString& label, const QString& help,
                          ScaleRange range, double step, double initial) {
    StationControl knob;
    knob.key = QLatin1String(key);
    knob.label = label;
    knob.help = help;
    knob.kind = StationControl::Kind::Real;
    knob.minimum = range.first;
    knob.maximum = range.second;
    knob.step = step;
    knob.initial = initial;
    return knob;
}

StationControl countKnob(const char* key, const QString& label, const QString& help, Index least,
                         Index most, Index initial) {
    StationControl knob =
        numberKnob(key, label, help, {static_cast<double>(least), static_cast<double>(most)}, 1,
                   static_cast<double>(initial));
    knob.kind = StationControl::Kind::Integer;
    return knob;
}

StationControl choiceKnob(const char* key, const QString& label, const QString& help,
                          const QStringList& choices, int initial) {
    StationControl knob =
        numberKnob(key, label, help, {0, static_cast<double>(choices.size() - 1)}, 1, initial);
    knob.kind = StationControl::Kind::Choice;
    knob.choices = choices;
    return knob;
}

StationControl switchKnob(const char* key, const QString& label, const QString& help) {
    StationControl knob = numberKnob(key, label, help, {0, 1}, 1, 0);
    knob.kind = StationControl::Kind::Switch;
    return knob;
}

} // namespace gf
