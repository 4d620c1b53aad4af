// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/activity.h"
#include "core/measure/gradient_norms.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"
#include "ui/theme/type_scale.h"

#include <algorithm>

namespace gf::weight_update {

namespace {

/// The parameter that a node is, is the gradient of, or updates; noNode for all else.
NodeId parameterOf(const Graph& graph, const Node& node) {
    const bool part = node.relation == Relation::GradientPart || node.relation == Relation::Changed;
    const NodeId found = node.of == noNode ? node.id : node.of;
    return !part && graph[found].role == Role::Parameter ? found : noNode;
}

/// What a step does to a parameter, in the order in which it is done.
struct Chain {
    NodeId parameter = noNode;
    NodeId gradient = noNode;
    std::vector<NodeId> updates; ///< clipped, decayed, m, v, momentum, delta, apply: what there is
};

Chain chainOf(const Graph& graph, const Node& node) {
    Chain chain;
    chain.parameter = parameterOf(graph, node);
    if (chain.parameter == noNode)
        return chain;
    chain.gradient = graph.gradientOf(chain.parameter);
    for (const Node& update : graph.nodes())
        if (update.relation == Relation::Update && update.of == chain.parameter)
            chain.updates.push_back(update.id);
    return chain;
}

/// Only where the trace is of a whole training step.
bool shows(const Graph& graph, const Node& node) {
    const Chain chain = chainOf(graph, node);
    return chain.gradient != noNode && !chain.updates.empty();
}

/// The cell of the focus, or else the one that the step changes most.
Index chosenCell(const StationInput& input, const Chain& chain) {
    const Node& parameter = input.graph()[chain.parameter];
    if (const auto cell = focusedCell(parameter, input.focus))
        return offsetOf(parameter.shape, *cell);
    for (const NodeId update : chain.updates) {
        const OpKind kind = input.graph()[update].op->kind();
        const bool delta = kind == OpKind::AdamUpdate || kind == OpKind::SgdUpdate;
        if (delta && !input.trace.value(update).empty())
            return input.memory->once(QStringLiteral("moves most %1").arg(update), [&] {
                return largestFirst(input.trace.value(update).values(), 1).front();
            });
    }
    return 0;
}

/// One line of the arithmetic of a weight.
struct Line {
    NodeId node = noNode; ///< where a click goes; noNode: a number that is no step
    QString name;
    QString sum; ///< how it comes about
    double value = 0;
};

QString number(double value) {
    return numberText(value, 4);
}

/// β to the power of t, as papers write it.
QString powerOf(double beta, double step) {
    return QString::number(beta) + superscript(static_cast<int>(step));
}

/// Writes down what the nodes of a chain do to one weight.
class Arithmetic {
public:
    Arithmetic(const StationInput& input, Index cell) : m_input(input), m_cell(cell) {}

    std::vector<Line> lines(const Chain& chain) {
        add(chain.parameter, tr("weight p"), QString());
        const QString from = m_input.trace.batch > 1
                                 ? tr("sum over %1 examples").arg(m_input.trace.batch)
                                 : QString();
        add(chain.gradient, tr("gradient g"), from);
        for (const NodeId update : chain.updates)
            addUpdate(m_input.graph()[update]);
        return std::move(m_lines);
    }

private:
    double at(NodeId node) const {
        const Tensor& value = m_input.trace.value(node);
        if (value.empty())
            return 0;
        return static_cast<double>(value[value.count() == 1 ? 0 : m_cell]);
    }

    void add(NodeId node, const QString& name, const QString& sum) {
        if (!m_input.trace.value(node).empty())
            m_lines.push_back({node, name, sum, at(node)});
    }

    void addCorrected(const QString& name, const QString& symbol, NodeId mean, double beta,
                      double step) {
        m_lines.push_back({noNode, name,
                           QStringLiteral("%1 / (1 − %2)").arg(symbol, powerOf(beta, step)),
                           biasCorrected(at(mean), beta, step)});
    }

    void addUpdate(const Node& node) {
        const auto& adam = node.as<AdamAttributes>();
        const double beta = node.as<MomentAttributes>().beta;
        const double decay = node.as<DecayAttributes>().rate;
        const auto operand = [&](std::size_t i) { return termText(at(node.inputs[i]), 4); };
        const auto mean = [&](const QString& pattern) {
            return pattern.arg(QString::number(beta), operand(0), QString::number(1 - beta, 'g', 3),
                               operand(1));
        };
        switch (node.op->kind()) {
        case OpKind::ClipGradient:
            return add(node.id, tr("clipped gradient"),
                       QStringLiteral("%1 · %2").arg(operand(0), operand(1)));
        case OpKind::DecayGradient:
            return add(
                node.id, tr("gradient with decay"),
                QStringLiteral("%1 + %2 · %3").arg(operand(0), QString::number(decay), operand(1)));
        case OpKind::AdamMoment1:
            return add(node.id, tr("mean gradient m"), mean(QStringLiteral("%1 · %2 + %3 · %4")));
        case OpKind::AdamMoment2:
            return add(node.id, tr("mean square v"), mean(QStringLiteral("%1 · %2 + %3 · %4²")));
        case OpKind::Momentum:
            return add(
                node.id, tr("momentum b"),
                QStringLiteral("%1 · %2 + %3").arg(QString::number(beta), operand(0), operand(1)));
        case OpKind::AdamUpdate: {
            const double step = at(node.inputs[3]);
            addCorrected(tr("corrected m′"), QStringLiteral("m"), node.inputs[0], adam.beta1, step);
            addCorrected(tr("corrected v′"), QStringLiteral("v"), node.inputs[1], adam.beta2, step);
            return add(node.id, tr("change Δ"),
                       QStringLiteral("−%1 · m′ / (√v′ + %2)")
                           .arg(operand(2), numberText(adam.epsilon, 1)));
        }
        case OpKind::SgdUpdate:
            return add(node.id, tr("change Δ"),
                       QStringLiteral("−%1 · %2").arg(operand(1), operand(0)));
        case OpKind::Apply: {
            QString sum = QStringLiteral("%1 + %2").arg(operand(0), operand(1));
            if (decay > 0)
                sum += QStringLiteral(" − %1 · %2 · %3")
                           .arg(operand(2), QString::number(decay), operand(0));
            return add(node.id, tr("new weight"), sum);
        }
        default:
            return add(node.id, shortTitleOf(m_input.graph(), node), QString());
        }
    }

    const StationInput& m_input;
    Index m_cell;
    std::vector<Line> m_lines;
};

/// The matrices beside each other: at most this many, the rest is in the lines.
std::vector<NodeId> matricesOf(const StationInput& input, const Chain& chain) {
    std::vector<NodeId> nodes{chain.parameter, chain.gradient};
    for (const NodeId update : chain.updates) {
        const OpKind kind = input.graph()[update].op->kind();
        if (kind != OpKind::ClipGradient && kind != OpKind::DecayGradient && kind != OpKind::Apply)
            nodes.push_back(update);
    }
    std::erase_if(nodes, [&](NodeId node) { return input.trace.value(node).empty(); });
    return nodes;
}

/// The matrices of a chain, with the weight in focus highlighted in each.
Block matricesBlock(const StationInput& input, const Chain& chain, const std::vector<Line>& lines) {
    std::vector<Block> blocks;
    for (const NodeId id : matricesOf(input, chain)) {
        HeatmapData data = heatmapOf(input, id);
        for (const Line& line : lines)
            if (line.node == id)
                data.title = line.name;
        const auto highlighted = [chain, id](const StationInput& now) {
            Matrix matrix;
            matrix.node = id;
            const Cell chosen = cellAt(now.graph()[chain.parameter].shape, chosenCell(now, chain));
            const CellPlace at = placeOf(now.graph()[id], matrix, chosen).value_or(CellPlace{});
            return HeatmapHighlight{at.row, at.column, now.focus.pinned};
        };
        blocks.push_back(matrix(data, {.highlighted = highlighted,
                                       .parts = {HeatmapPart::Title, HeatmapPart::ColourBar}}));
    }
    return grid(blocks, 26);
}

void drawLines(Drawing& drawing, const std::vector<Line>& lines, const QRectF& room) {
    const double row =
        std::min(drawing.fontSize() * 2.1, room.height() / static_cast<double>(lines.size()));
    const double size = std::min(drawing.fontSize(), row * 0.7);
    const double names = std::min(room.width() * 0.26, size * 13);
    const double numbers = std::min(room.width() * 0.22, size * 9);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        const QRectF area(room.left(), room.top() + static_cast<double>(i) * row, room.width(),
                          row);
        const bool here = line.node == drawing.input.node;
        if (i % 2 == 0)
            drawing.canvas.rectangle(area, drawing.theme().grid, "band");
        if (here)
            drawing.canvas.outline(area, drawing.theme().selection, 2);
        const double y = area.center().y();
        drawLine(drawing, {area.left() + 8, y}, line.name, names - 12, drawing.theme().text,
                 size / drawing.fontSize(), true);
        drawLine(drawing, {area.left() + names, y}, line.sum, area.width() - names - numbers - 8,
                 drawing.theme().mutedText, size / drawing.fontSize());
        drawing.text({area.right() - 8, y}, number(line.value), size, drawing.theme().text,
                     Qt::AlignRight, true);
        if (line.node == noNode)
            continue;
        drawing.place(area,
                      {.step = stepOf(drawing.input.graph()[line.node]),
                       .tip = titleOf(drawing.input.graph(), drawing.input.graph()[line.node])});
    }
}

QString headline(const StationInput& input, const Chain& chain, Index cell) {
    const Node& parameter = input.graph()[chain.parameter];
    const Cell at = cellAt(parameter.shape, cell);
    QStringList place;
    for (int i = 0; i < parameter.shape.rank(); ++i)
        place += QString::number(at.at[i] + 1);
    const QString name = QStringLiteral("%1[%2]").arg(shortTitleOf(input.graph(), parameter),
                                                      place.join(QStringLiteral(", ")));
    const bool chosen = focusedCell(parameter, input.focus).has_value();
    return chosen ? tr("One training step of the weight %1").arg(name)
                  : tr("One training step of the weight that moves most, %1").arg(name);
}

/// The arithmetic of the weight in focus, a line for each step.
Block linesBlock(const std::vector<Line>& lines) {
    const auto count = static_cast<double>(lines.size());
    Block made;
    made.leastHeight = [count](const StationInput& input, double) {
        return count * input.fontSize() * 1.35;
    };
    made.draw = [lines](Drawing& drawing, const QRectF& area) { drawLines(drawing, lines, area); };
    return made;
}

Block show(const StationInput& input) {
    const Chain chain = chainOf(input.graph(), input.at());
    const auto linesOf = [chain](const StationInput& of) {
        return Arithmetic(of, chosenCell(of, chain)).lines(chain);
    };
    const std::vector<Line> lines = linesOf(input); // as many for every cell
    // A vector is one row and needs no more than a line for each.
    const Shape& shape = input.graph()[chain.parameter].shape;
    const auto matrices = static_cast<double>(matricesOf(input, chain).size());
    const double most = shape.rank() < 2 ? 6.5 * input.fontSize() * matrices : 1e6;
    const Block title = live([chain](const StationInput& now) {
        return line(headline(now, chain, chosenCell(now, chain)), {}, type::section, true);
    });
    const Block arithmetic =
        live([linesOf](const StationInput& now) { return linesBlock(linesOf(now)); });
    return walked(
        shape.rank() < 2 ? 1 : shape[-2], shape[-1],
        atLeast({496, 420},
                padded(16, 16,
                       column({title, grows(matricesBlock(input, chain, lines), 1, most),
                               grows(arithmetic, 1,
                                     2.1 * input.fontSize() * static_cast<double>(lines.size()))},
                              12))));
}

} // namespace

Station station() {
    return {.id = "weight",
            .title = QT_TR_NOOP("One weight"),
            .summary =
                QT_TR_NOOP("Value, gradient, the optimizer’s memory and the change of one weight"),
            .preferred = true,
            .shows = shows,
            .show = show};
}

} // namespace gf::weight_update
