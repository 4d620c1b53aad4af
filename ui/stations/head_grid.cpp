// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/intervene.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/every_station.h"
#include "ui/stations/head_words.h"
#include "ui/stations/heads_layout.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/attention_stages.h"
#include "ui/steps/steps.h"
#include "ui/theme/colour_map.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace gf::head_grid {

namespace {

constexpr double leastHeadCell = 12; ///< of a cell, in pixels
constexpr double mostHeadCell = 60;
constexpr int scaleStripes = 48; ///< of the bar that says what the colours stand for

enum class HeadColour { Entropy, Distance, Pattern };

HeadColour headColourOf(const StationInput& input) {
    return static_cast<HeadColour>(std::clamp(static_cast<int>(input.setting("heads", 0)), 0, 2));
}

/// Okabe and Ito, and two of Tol for the last ones; in the order of HeadPattern.
QColor headColourOf(HeadPattern pattern) {
    constexpr std::array<QRgb, 9> colours{0x0072B2, 0xE69F00, 0x009E73, 0x882255, 0xCC79A7,
                                          0xD55E00, 0x56B4E9, 0x999933, 0xF0E442};
    return QColor(colours[static_cast<std::size_t>(pattern)]);
}

/// One cell.
struct GridHead {
    NodeId layer = noNode;
    Index head = 0;
    const HeadMeasures* measures = nullptr;
    bool muted = false;
};

/// One kind of attention: [layer][head].
struct GridKind {
    QString title;
    std::vector<std::vector<GridHead>> layers;
    Index heads = 0;
};

std::vector<GridKind> gridKindsOf(const StationInput& input, const std::vector<HeadGroup>& groups) {
    const Graph& graph = input.graph();
    std::vector<GridKind> kinds;
    for (const HeadGroup& group : groups) {
        GridKind kind{group.title, {}, group.heads};
        for (const NodeId layer : group.layers) {
            std::vector<GridHead>& row = kind.layers.emplace_back();
            if (input.trace.value(layer).empty())
                continue;
            const NodeId heads = graph.find(graph[layer].scope, "heads");
            Index head = 0;
            for (const HeadMeasures& measures : measuredHeads(input, layer)) {
                const bool muted = heads != noNode && ops::isMuted(graph, heads, head);
                row.push_back({layer, head++, &measures, muted});
            }
        }
        kinds.push_back(std::move(kind));
    }
    return kinds;
}

double longestHeadDistance(const std::vector<GridKind>& kinds) {
    double longest = 0;
    for (const GridKind& kind : kinds)
        for (const auto& layer : kind.layers)
            for (const GridHead& head : layer)
                if (const double distance = head.measures->distance.value_or(0);
                    std::isfinite(distance))
                    longest = std::max(longest, distance);
    return longest;
}

/// From 0 to 1; what a scale has no number for is none.
double headShareOf(const HeadMeasures& measures, HeadColour colour, double longest) {
    if (colour == HeadColour::Entropy)
        return measures.uniform > 0 ? measures.entropy / measures.uniform : 0;
    return longest > 0 ? measures.distance.value_or(std::nan("")) / longest : 0;
}

/// The cells with the numbers of layers and heads, and what their colours mean.
class HeadCells {
public:
    HeadCells(Drawing& drawing, const std::vector<GridKind>& kinds)
        : m_drawing(drawing), m_input(drawing.input), m_kinds(kinds),
          m_colour(headColourOf(m_input)), m_longest(longestHeadDistance(kinds)) {}

    static double left(const StationInput& input) { return input.fontSize() * 2; }
    static double above(const StationInput& input) { return input.fontSize() * 2.9; }
    static double below(const StationInput& input) { return input.fontSize() * 4.6; }

    static QSizeF sizeAt(const StationInput& input, const std::vector<GridKind>& kinds,
                         double side) {
        double width = 0;
        double height = below(input);
        for (const GridKind& kind : kinds) {
            width = std::max(width, left(input) + side * static_cast<double>(kind.heads));
            height += above(input) + side * static_cast<double>(kind.layers.size());
        }
        return {width + 4, height};
    }

    static double sideIn(const StationInput& input, const std::vector<GridKind>& kinds,
                         const QSizeF& room) {
        double side = mostHeadCell;
        const auto fits = [&] {
            const QSizeF size = sizeAt(input, kinds, side);
            return size.width() <= room.width() && size.height() <= room.height();
        };
        while (side > leastHeadCell && !fits())
            side -= 1;
        return side;
    }

    void draw(const QRectF& area) {
        const double side = sideIn(m_input, m_kinds, area.size());
        double y = area.top();
        for (const GridKind& kind : m_kinds) {
            drawKind(kind, {area.left(), y}, area.width(), side);
            y += above(m_input) + side * static_cast<double>(kind.layers.size());
        }
        const QRectF legend(area.left(), y + m_input.fontSize() * 0.8, area.width(),
                            below(m_input) - m_input.fontSize() * 0.8);
        if (m_colour == HeadColour::Pattern)
            drawPatterns(legend);
        else
            drawScale(legend);
    }

private:
    void drawKind(const GridKind& kind, const QPointF& at, double width, double side) {
        const double size = m_input.fontSize();
        drawLine(m_drawing, {at.x(), at.y() + size * 0.8},
                 tr("%1: layers down, heads across").arg(kind.title), width,
                 m_input.theme.textHue(Hue::Attention), 1, true);
        const QPointF cells(at.x() + left(m_input), at.y() + above(m_input));
        const double letters = std::min(size * 0.85, side * 0.75);
        const Index every = side < 1.6 * letters ? 4 : 1;
        for (Index h = 0; h < kind.heads; ++h)
            if (h == 0 || (h + 1) % every == 0)
                m_drawing.text(
                    {cells.x() + (static_cast<double>(h) + 0.5) * side, cells.y() - letters * 0.75},
                    QString::number(h + 1), letters, m_input.theme.mutedText, Qt::AlignHCenter);
        for (std::size_t layer = 0; layer < kind.layers.size(); ++layer) {
            const double y = cells.y() + (static_cast<double>(layer) + 0.5) * side;
            m_drawing.text({cells.x() - size * 0.35, y}, QString::number(layer + 1), letters,
                           m_input.theme.mutedText, Qt::AlignRight);
            for (const GridHead& head : kind.layers[layer])
                drawCell(head, QRectF(cells.x() + static_cast<double>(head.head) * side,
                                      y - side / 2, side, side));
        }
    }

    QColor fillOf(const GridHead& head) const {
        if (m_colour == HeadColour::Pattern)
            return head.measures->guess ? headColourOf(head.measures->guess->rule.pattern)
                                        : m_input.theme.grid;
        const double share = headShareOf(*head.measures, m_colour, m_longest);
        return std::isfinite(share) ? QColor(sequentialColour(share)) : m_input.theme.grid;
    }

    void drawCell(const GridHead& head, const QRectF& area) {
        const QRectF cell = area.adjusted(0.5, 0.5, -0.5, -0.5);
        m_drawing.canvas.rectangle(cell, fillOf(head), "head");
        if (head.muted)
            markChanged(m_drawing.canvas, cell);
        const Node& node = m_input.graph()[head.layer];
        m_drawing.place(area,
                        {.head = static_cast<int>(head.head),
                         .step = stepOf(node),
                         .tip = tr("%1, head %2\n%3\n%4")
                                    .arg(titleOf(m_input.graph(), node))
                                    .arg(head.head + 1)
                                    .arg(measuresText(*head.measures),
                                         guessText(m_input.trace, head.layer, *head.measures))});
        if (head.layer == m_input.node && head.head == m_input.focus.head)
            m_drawing.canvas.outline(area.adjusted(-2, -2, 2, 2), m_input.theme.highlight, 2.5);
    }

    /// What the colours run through, from 0 on.
    void drawScale(const QRectF& area) {
        const double size = m_input.fontSize();
        const double width = std::min(area.width(), size * 16);
        const double step = width / scaleStripes;
        for (int i = 0; i < scaleStripes; ++i)
            m_drawing.canvas.rectangle(
                {area.left() + i * step, area.top(), step, size * 0.7},
                QColor(sequentialColour(i / static_cast<double>(scaleStripes - 1))), "scale");
        const double y = area.top() + size * 1.5;
        const bool isEntropy = m_colour == HeadColour::Entropy;
        m_drawing.text({area.left(), y}, QStringLiteral("0"), size * type::small,
                       m_input.theme.text);
        m_drawing.text({area.left() + width, y}, numberText(isEntropy ? 1 : m_longest, 3),
                       size * type::small, m_input.theme.text, Qt::AlignRight);
        drawParagraph(m_drawing, {area.left(), area.top() + size * 2.1}, area.width(),
                      isEntropy ? tr("entropy as a share of that of equal weights")
                                : tr("mean distance between query and key, in tokens"),
                      m_input.theme.mutedText, 0.95);
    }

    /// The patterns that there are, each with how many heads it is guessed of.
    void drawPatterns(const QRectF& area) {
        std::array<int, 9> counts{};
        int without = 0;
        for (const GridKind& kind : m_kinds)
            for (const auto& layer : kind.layers)
                for (const GridHead& head : layer)
                    ++(head.measures->guess
                           ? counts[static_cast<std::size_t>(head.measures->guess->rule.pattern)]
                           : without);
        QPointF at = area.topLeft() + QPointF(0, m_input.fontSize() * 0.4);
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (counts[i] > 0) {
                const auto pattern = static_cast<HeadPattern>(i);
                drawEntry(area, at, headColourOf(pattern),
                          tr("%1? %2").arg(patternName(pattern)).arg(counts[i]));
            }
        drawEntry(area, at, m_input.theme.grid, tr("no guess %1").arg(without));
    }

    void drawEntry(const QRectF& area, QPointF& at, const QColor& colour, const QString& words) {
        const double size = m_input.fontSize() * type::small;
        const double width = size * 1.4 + measureWith(m_input.font)(words, size);
        if (at.x() > area.left() && at.x() + width > area.right())
            at = {area.left(), at.y() + size * 1.35};
        m_drawing.canvas.rectangle({at.x(), at.y() - size * 0.4, size * 0.8, size * 0.8}, colour,
                                   "pattern");
        m_drawing.text({at.x() + size * 1.1, at.y()}, words, size, m_input.theme.text);
        at.rx() += width + size;
    }

    Drawing& m_drawing;
    const StationInput& m_input;
    const std::vector<GridKind>& m_kinds;
    HeadColour m_colour;
    double m_longest;
};

Block headCells(const std::shared_ptr<const std::vector<GridKind>>& kinds) {
    Block made;
    made.leastWidth = [kinds](const StationInput& input) {
        return HeadCells::sizeAt(input, *kinds, leastHeadCell).width();
    };
    made.leastHeight = [kinds](const StationInput& input, double) {
        return HeadCells::sizeAt(input, *kinds, leastHeadCell).height();
    };
    made.cell = [kinds](const StationInput& input, const QSizeF& room) {
        return HeadCells::sideIn(input, *kinds, room);
    };
    made.draw = [kinds](Drawing& drawing, const QRectF& area) {
        HeadCells(drawing, *kinds).draw(area);
    };
    return made;
}

/// At the upper end of its room: what is said of it stands above.
Block matrixAtTop(const HeatmapData& data) {
    Block made = matrix(data);
    made.draw = [data](Drawing& drawing, const QRectF& area) {
        HeatmapOptions options =
            heatmapOptions(drawing.input, allHeatmapParts, HeatmapOptions().maxCell);
        const HeatmapLayout layout = layOutHeatmap(data, area, options);
        options.cell = QSizeF(layout.cellWidth, layout.cellHeight);
        QRectF upper = area;
        upper.setHeight(std::min(area.height(), std::ceil(layout.used().height()) + 1));
        placeHeatmap(
            drawing, data, upper, highlightedCell,
            [](Index row, Index column) {
                return StationPlace{row, column};
            },
            options);
    };
    return made;
}

/// The head in focus: its map, how sharply it looks, and a guess.
Block headInFocusBlock(const StationInput& input) {
    const Node& node = input.at();
    const auto head = std::clamp<Index>(input.focus.head, 0, node.shape[0] - 1);
    const HeadMeasures& measures = measuredHeads(input, node.id)[head];
    const QColor muted = input.theme.mutedText;
    const QSizeF twoLines(0, 2.9 * input.fontSize()); // nothing moves with the head
    return column({line(tr("%1, head %2").arg(titleOf(input.graph(), node)).arg(head + 1), {},
                        type::section, true),
                   atLeast(twoLines, paragraph(guessText(input.trace, node.id, measures))),
                   atLeast(twoLines, paragraph(measuresText(measures), muted)),
                   matrixAtTop(heatmapOf(input, node.id, static_cast<int>(head)))},
                  6);
}

bool shows(const Graph& graph, const Node& node) {
    return areAttentionWeights(graph, node) && areManyHeads(headGroupsOf(graph));
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    StationControl control;
    control.key = QStringLiteral("heads");
    control.label = tr("colour");
    control.help = tr("By what the cells are coloured: how evenly a head looks, how far, or what "
                      "it seems to look for");
    control.kind = StationControl::Kind::Choice;
    control.choices = {tr("entropy"), tr("distance"), tr("pattern")};
    control.maximum = 2;
    return {control};
}

Block show(const StationInput& input) {
    const auto kinds = std::make_shared<const std::vector<GridKind>>(
        gridKindsOf(input, headGroupsOf(input.graph())));
    const QSizeF most = HeadCells::sizeAt(input, *kinds, mostHeadCell);
    const Block head = headInFocusBlock(input);
    return padded(14, 8,
                  fit({row({grows(headCells(kinds), 1, most.width()), grows(head)}, 24),
                       column({grows(headCells(kinds), 1, most.height()), grows(head)}, 12)},
                      leastHeadCell));
}

/// [head of all attentions, measure]: entropy, that of equal weights, mean distance (none: no
/// number).
Tensor numbers(const StationInput& input) {
    std::vector<float> rows;
    for (const HeadGroup& group : headGroupsOf(input.graph()))
        for (const NodeId layer : group.layers)
            for (const HeadMeasures& head : measuredHeads(input, layer))
                for (const double value :
                     {head.entropy, head.uniform, head.distance.value_or(std::nan(""))})
                    rows.push_back(static_cast<float>(value));
    const auto count = static_cast<Index>(rows.size()) / 3;
    return Tensor({count, 3}, std::move(rows));
}

} // namespace

Station station() {
    return {.id = "head-grid",
            .title = QT_TR_NOOP("All heads"),
            .summary =
                QT_TR_NOOP("Every head of every layer as one cell, coloured by how evenly it "
                           "looks, how far, or by a guess at what it looks for"),
            .mutes = true,
            .shows = shows,
            .controls = controls,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::head_grid
