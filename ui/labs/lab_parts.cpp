// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/lab_parts.h"

#include "ui/figure/canvas.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cstdint>
#include <string>
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

QString attentionTitle(const Graph& graph, const std::string& attention) {
    const NodeId node = graph.find(attention + ".heads");
    return node == noNode ? QString::fromStdString(attention) : titleOf(graph[node].scope);
}

QString headName(const Graph& graph, const HeadName& head) {
    return tr("%1, %2").arg(attentionTitle(graph, head.attention), headTitle(head.head));
}

QString attentionName(const Graph& graph, const std::string& attention) {
    const NodeId node = graph.find(attention + ".heads");
    if (node == noNode)
        return QString::fromStdString(attention);
    const Scope& scope = graph[node].scope;
    return QStringLiteral("%1 %2 · %3")
        .arg(titleOf(*scope.find(ScopeKind::Stack)))
        .arg(scope.layer() + 1)
        .arg(titleOf(scope.levels.back()));
}

QString headInitials(const Graph& graph, const HeadName& head) {
    const NodeId node = graph.find(head.attention + ".heads");
    if (node == noNode)
        return headName(graph, head);
    const Scope& scope = graph[node].scope;
    const QString layer =
        titleOf(*scope.find(ScopeKind::Stack)).left(1) + QString::number(scope.layer() + 1);
    return (scope.kind() == ScopeKind::CrossAttention ? tr("%1 cross %2") : tr("%1 self %2"))
        .arg(layer, QString::number(head.head + 1));
}

StationPicture pictureOf(const StationInput& input, const Block& block) {
    NoCanvas nothing;
    StationPicture picture;
    Drawing drawing{input, nothing, picture};
    block.draw(drawing, {{0, 0}, input.size});
    return picture;
}

namespace {

QString keyOf(const Lab& lab, const LabKnob& knob) {
    return QString::fromStdString(std::string(lab.name).append(".").append(knob.name()));
}

StationControl fieldOf(const Lab& lab, const LabKnob& knob) {
    const FormField& field = knob.field;
    const bool isChoice = field.type == FieldType::Choice;
    StationControl control;
    control.key = keyOf(lab, knob);
    control.label = translated(Phrase(field.label));
    control.help = translated(Phrase(field.help));
    control.kind = isChoice                           ? StationControl::Kind::Choice
                   : field.type == FieldType::Integer ? StationControl::Kind::Integer
                   : field.type == FieldType::Switch  ? StationControl::Kind::Switch
                                                      : StationControl::Kind::Real;
    control.minimum = field.range.minimum;
    control.maximum = isChoice ? static_cast<double>(knob.labels.size() - 1)
                      : field.type == FieldType::Switch ? 1
                                                        : field.range.maximum;
    control.step = knob.step;
    control.geometric = knob.geometric;
    control.initial = knob.initialNumber();
    for (const std::string_view label : knob.labels)
        control.choices << translated(Phrase(label));
    return control;
}

} // namespace

std::vector<StationControl> knobFields(const char* name) {
    const Lab& lab = *findLab(name);
    std::vector<StationControl> fields;
    for (const LabKnob& knob : lab.knobs)
        if (!knob.field.label.empty())
            fields.push_back(fieldOf(lab, knob));
    return fields;
}

double knobSetting(const StationInput& input, const char* key) {
    const std::string_view whole(key);
    const std::size_t dot = whole.find('.');
    const LabKnob* const knob = findLab(whole.substr(0, dot))->findKnob(whole.substr(dot + 1));
    return input.setting(key, knob->initialNumber());
}

namespace {

/// A field's number as the knob's value.
FieldValue valueOf(const LabKnob& knob, double number) {
    const FormField& field = knob.field;
    if (field.type == FieldType::Switch)
        return number > 0;
    if (field.type == FieldType::Choice)
        return std::string(field.choices[static_cast<std::size_t>(
            std::clamp(number, 0.0, static_cast<double>(field.choices.size() - 1)))]);
    const double within = std::clamp(number, field.range.minimum, field.range.maximum);
    return field.type == FieldType::Integer ? FieldValue(static_cast<std::int64_t>(within))
                                            : FieldValue(within);
}

/// Whether the engine computes with it, and a number says what it is.
bool isAsked(const LabKnob& knob) {
    const bool isNumber =
        knob.field.type != FieldType::Text && knob.field.type != FieldType::Numbers;
    return isNumber && (knob.use == KnobUse::Everywhere || knob.use == KnobUse::Given ||
                        knob.use == KnobUse::Window);
}

} // namespace

LabRequest askedOf(const StationInput& input, const char* name, const FieldValues& more) {
    const Lab& lab = *findLab(name);
    LabRequest asked{name, more};
    for (const LabKnob& knob : lab.knobs) {
        const QString key = keyOf(lab, knob);
        if (isAsked(knob) && (!knob.initial.empty() || input.settings.contains(key)))
            asked.knobs.try_emplace(std::string(knob.name()),
                                    valueOf(knob, input.settings.value(key, knob.initialNumber())));
    }
    return asked;
}

LabRequest shuffledBy(const std::vector<Index>& order) {
    std::string places;
    for (const Index place : order)
        places += (places.empty() ? "" : ",") + std::to_string(place);
    return {"shuffle", {{"order", places}}};
}

StationControl countField(const char* key, const QString& label, const QString& help, Index most) {
    StationControl field;
    field.key = QLatin1String(key);
    field.label = label;
    field.help = help;
    field.maximum = static_cast<double>(most);
    return field;
}

StationControl choiceField(const char* key, const QString& label, const QString& help,
                           const QStringList& choices) {
    StationControl field = countField(key, label, help, choices.size() - 1);
    field.kind = StationControl::Kind::Choice;
    field.choices = choices;
    return field;
}

} // namespace gf
