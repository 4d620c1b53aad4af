// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/head_pattern.h"
#include "core/ops/intervene.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/head_words.h"
#include "ui/stations/heads_layout.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/attention_stages.h"
#include "ui/steps/steps.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gf::heads_overview {

namespace {

constexpr double margin = 16;
constexpr double between = HeadsLayout::between;
constexpr double barHeight = HeadsLayout::barHeight;

class Overview {
public:
    Overview(Drawing& drawing)
        : m_drawing(drawing), m_input(drawing.input), m_groups(headGroupsOf(m_input.graph())),
          m_layout(m_groups, drawing.fontSize()) {
        for (const HeadGroup& group : m_groups)
            for (const NodeId layer : group.layers)
                if (!m_input.trace.value(layer).empty())
                    m_measures.emplace(layer, measuredHeads(m_input, layer));
        for (const auto& [layer, heads] : m_measures)
            for (const HeadMeasures& head : heads)
                m_mostEntropy = std::max(m_mostEntropy, head.uniform);
    }

    /// The grid into `area`.
    void drawGrid(const QRectF& area) {
        m_layout.fitInto(area.size());
        if (m_layout.inLines())
            return drawLines(area.topLeft());
        QPointF at = area.topLeft();
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            if (i > 0 && i % m_layout.groupsPerLine() == 0)
                at = {area.left(), at.y() + m_layout.heightOfLineOf(i - 1)};
            drawGroup(m_groups[i], at);
            at.rx() += m_layout.widthOf(m_groups[i]) + HeadsLayout::apart;
        }
    }

    /// The rules and the guess for the head in focus.
    void drawHead(const QRectF& area) {
        const Node& node = m_input.at();
        const auto head = focusedHead();
        const HeadMeasures& measures = m_measures.at(node.id)[head];
        const double size = m_input.fontSize();
        drawLine(m_drawing, {area.left(), area.top() + size * 0.7},
                 tr("Bar: entropy of the head. Tick: that of equal weights, ln S of what may be "
                    "seen."),
                 m_input.theme.mutedText);
        double y = area.top() + size * 1.7;
        m_drawing.canvas.lines({QLineF(area.left(), y, area.right(), y)}, m_input.theme.border, 1,
                               "rule");
        y += size * 1.4;
        drawLine(m_drawing, {area.left(), y},
                 tr("%1, head %2").arg(titleOf(m_input.graph(), node)).arg(head + 1),
                 m_input.theme.text, Qt::AlignLeft, true);
        y += size * 1.1;
        const double half = std::max(area.width() * 0.46, 210.0);
        drawRules(measures, {area.left(), y, half, area.bottom() - y});
        const QRectF words(area.left() + half + 24, y, area.width() - half - 24, area.bottom() - y);
        drawWords(measures, words);
    }

private:
    std::size_t focusedHead() const {
        return static_cast<std::size_t>(
            std::clamp<Index>(m_input.focus.head, 0, m_input.at().shape[0] - 1));
    }

    void drawLines(QPointF at) {
        const double size = m_input.fontSize();
        for (const HeadGroup& group : m_groups) {
            at.ry() += m_layout.aboveLine();
            drawBeside(group, at);
            QPointF place = at + QPointF(m_layout.besideLine(), 0);
            for (std::size_t layer = 0; layer < group.layers.size(); ++layer) {
                nameHeads(group, {place.x() + m_layout.besideMaps(), at.y() - size * 0.85});
                drawLayer(group, layer, place);
                place.rx() += m_layout.widthOf(group);
            }
            at.ry() += m_layout.map() + m_layout.belowMap() + between;
        }
    }

    /// "Decoder, cross-attention" upwards in two rows.
    void drawBeside(const HeadGroup& group, const QPointF& at) {
        const TextMeasure measure = measureWith(m_input.font);
        const double room = m_layout.map() + m_layout.belowMap();
        double x = at.x() + m_input.fontSize() * 0.7;
        for (const QString& part : group.title.split(QStringLiteral(", "))) {
            const double fits = room / std::max(1.0, measure(part, 1) * 1.15);
            m_drawing.text({x, at.y() + m_layout.map() / 2}, part,
                           std::min(m_input.fontSize() * 1.05, fits),
                           m_input.theme.textHue(Hue::Attention), Qt::AlignHCenter, true, true);
            x += m_input.fontSize() * 1.35;
        }
    }

    void drawGroup(const HeadGroup& group, const QPointF& at) {
        const double size = m_input.fontSize();
        const double left = at.x() + m_layout.besideMaps();
        m_drawing.text({left, at.y() + size}, group.title, size * type::section,
                       m_input.theme.textHue(Hue::Attention), Qt::AlignLeft, true);
        nameHeads(group, {left, at.y() + size * 2.6});
        double y = at.y() + m_layout.aboveMaps();
        for (std::size_t layer = 0; layer < group.layers.size(); ++layer) {
            drawLayer(group, layer, {at.x(), y});
            y += m_layout.map() + m_layout.belowMap();
        }
    }

    void nameHeads(const HeadGroup& group, const QPointF& at) {
        for (Index h = 0; h < group.heads; ++h)
            small(
                {at.x() + static_cast<double>(h) * (m_layout.map() + between) + m_layout.map() / 2,
                 at.y()},
                headTitle(h), m_input.theme.mutedText);
    }

    /// Its name and its maps.
    void drawLayer(const HeadGroup& group, std::size_t layer, const QPointF& at) {
        const double size = m_input.fontSize();
        m_drawing.text({at.x() + size * 0.7, at.y() + m_layout.map() / 2},
                       tr("layer %1").arg(layer + 1), std::min(size, m_layout.map() * 0.22),
                       m_input.theme.mutedText, Qt::AlignHCenter, false, true);
        drawMaps(group.layers[layer], at + QPointF(m_layout.besideMaps(), 0));
    }

    void drawMaps(NodeId layer, const QPointF& at) {
        const auto measures = m_measures.find(layer);
        if (measures == m_measures.end())
            return;
        // What is hidden is the same for all heads and takes long to find out.
        HeatmapData data = heatmapOf(m_input, layer);
        data.range = std::pair(0.0, 1.0);
        const Graph& graph = m_input.graph();
        const NodeId heads = graph.find(graph[layer].scope, "heads");
        const std::span<const float> values = m_input.trace.value(layer).values();
        const std::size_t one = data.values.size();
        for (std::size_t h = 0; h < measures->second.size(); ++h) {
            const auto head = values.subspan(h * one, one);
            data.values.assign(head.begin(), head.end());
            const QRectF map(at.x() + static_cast<double>(h) * (m_layout.map() + between), at.y(),
                             m_layout.map(), m_layout.map());
            if (graph[layer].op->kind() == OpKind::Intervene)
                data.changed = heatmapOf(m_input, layer, static_cast<int>(h)).changed;
            drawMap(data, map);
            const bool muted = heads != noNode && ops::isMuted(graph, heads, static_cast<Index>(h));
            if (muted)
                markChanged(m_drawing.canvas, map);
            drawBelow(measures->second[h], map, muted);
            finishMap(layer, h, measures->second[h], map);
        }
    }

    void drawMap(const HeatmapData& data, const QRectF& map) {
        HeatmapLayout layout;
        layout.bounds = layout.cells = map;
        layout.rows = data.rows;
        layout.columns = data.columns;
        layout.cellWidth = map.width() / static_cast<double>(data.columns);
        layout.cellHeight = map.height() / static_cast<double>(data.rows);
        drawHeatmap(m_drawing.canvas, data, layout, {m_input.theme, m_input.font});
        noteMasks(m_drawing.picture, data);
    }

    /// The guess, and the entropy as a bar with a tick where equal weights are.
    void drawBelow(const HeadMeasures& measures, const QRectF& map, bool muted) {
        const double bar = map.bottom() + 4;
        const Theme& theme = m_input.theme;
        const double scale = m_mostEntropy > 0 ? map.width() / m_mostEntropy : 0;
        m_drawing.canvas.rectangle({map.left(), bar, measures.uniform * scale, barHeight},
                                   theme.grid, "uniform");
        if (std::isfinite(measures.entropy))
            m_drawing.canvas.rectangle({map.left(), bar, measures.entropy * scale, barHeight},
                                       theme.hue(Hue::Attention), "entropy");
        const double tick = map.left() + measures.uniform * scale;
        m_drawing.canvas.lines({QLineF(tick, bar - 2, tick, bar + barHeight + 2)}, theme.text, 1.5,
                               "uniform");
        const QPointF at(map.center().x(), bar + barHeight + m_input.fontSize() * 0.75);
        if (muted)
            small(at, tr("muted"), theme.textColour(QColor(changedColour)));
        else if (measures.guess)
            small(at, tr("%1?").arg(guessLabel(m_input.trace, measures)), theme.text);
        else
            small(at, QStringLiteral("–"), theme.mutedText);
    }

    void finishMap(NodeId layer, std::size_t head, const HeadMeasures& measures,
                   const QRectF& map) {
        const Node& node = m_input.graph()[layer];
        if (layer == m_input.node && head == focusedHead())
            m_drawing.canvas.outline(map.adjusted(-3, -3, 3, 3), m_input.theme.highlight, 3);
        m_drawing.place(
            map.adjusted(0, 0, 0, m_layout.belowMap() - between),
            {.head = static_cast<int>(head),
             .step = stepOf(node),
             .tip = tr("%1, head %2\n%3\n%4")
                        .arg(titleOf(m_input.graph(), node))
                        .arg(head + 1)
                        .arg(entropyText(measures), guessText(m_input.trace, layer, measures))});
    }

    /// Every rule with its measure as a bar and the threshold as a tick.
    void drawRules(const HeadMeasures& measures, const QRectF& area) {
        const Theme& theme = m_input.theme;
        const double size = m_input.fontSize();
        const double step = ruleStep(m_input);
        const TextMeasure measure = measureWith(m_input.font);
        double names = 0;
        for (const HeadEvidence& each : measures.evidence)
            names = std::max(names, measure(patternName(each.rule.pattern), size) * 1.1);
        const double left = area.left() + names + 10;
        const double full = area.right() - left - size * 3;
        double y = area.top() + step / 2;
        for (const HeadEvidence& each : measures.evidence) {
            const bool guessed =
                measures.guess && measures.guess->rule.pattern == each.rule.pattern;
            drawLine(m_drawing, {left - 10, y}, patternName(each.rule.pattern), theme.text,
                     Qt::AlignRight, guessed);
            m_drawing.canvas.rectangle({left, y - size * 0.35, full, size * 0.7}, theme.grid,
                                       "rule");
            if (std::isfinite(each.measured))
                m_drawing.canvas.rectangle(
                    {left, y - size * 0.35, full * std::clamp(each.measured, 0., 1.), size * 0.7},
                    theme.hue(each.holds() ? Hue::Attention : Hue::Neutral), "rule");
            const double tick = left + full * std::min(1.0, each.least());
            m_drawing.canvas.lines({QLineF(tick, y - size * 0.6, tick, y + size * 0.6)}, theme.text,
                                   1.5, "threshold");
            drawLine(m_drawing, {area.right(), y}, NumberFormat{0, 2}.text(each.measured),
                     theme.text, Qt::AlignRight, guessed);
            m_drawing.place(QRectF(area.left(), y - step / 2, area.width(), step),
                            {.tip = tr("%1: %2\nguessed from %3 on")
                                        .arg(ruleText(each.rule.pattern), numberText(each.measured),
                                             numberText(each.least()))});
            y += step;
        }
    }

    void drawWords(const HeadMeasures& measures, const QRectF& area) {
        const Theme& theme = m_input.theme;
        double y = area.top();
        const auto write = [&](const QString& text, const QColor& colour) {
            y += drawParagraph(m_drawing, {area.left(), y}, area.width(), text, colour);
            y += m_input.fontSize() * 0.4;
        };
        write(guessText(m_input.trace, m_input.node, measures), theme.text);
        write(tr("Averages over %n queries; %1.", nullptr, static_cast<int>(measures.queries))
                  .arg(entropyText(measures)),
              theme.text);
        const QString text = muteText();
        write(text, theme.mutedText);
        m_drawing.place(
            area,
            {.head = static_cast<int>(focusedHead()), .step = m_input.focus.step, .tip = text});
    }

    QString muteText() const {
        return tr("Attention is not explanation: whether the model needs this head shows only when "
                  "it is muted, with “Mute head %1” above.")
            .arg(focusedHead() + 1);
    }

public:
    static double ruleStep(const StationInput& input) { return input.fontSize() * 1.5; }

private:
    void small(const QPointF& at, const QString& text, const QColor& colour) {
        const double size = m_input.fontSize() * type::small;
        const double fits = m_layout.map() / std::max(1.0, measureWith(m_input.font)(text, 1));
        m_drawing.text(at, text, std::min(size, fits), colour, Qt::AlignHCenter);
    }

    Drawing& m_drawing;
    const StationInput& m_input;
    std::vector<HeadGroup> m_groups;
    HeadsLayout m_layout; ///< of these
    std::map<NodeId, const std::vector<HeadMeasures>&> m_measures;
    double m_mostEntropy = 0;
};

/// The most rules that any kind of attention is asked.
Index mostRules() {
    const auto rules = headRules();
    const auto self =
        std::count_if(rules.begin(), rules.end(), [](auto& rule) { return rule.self; });
    const auto cross =
        std::count_if(rules.begin(), rules.end(), [](auto& rule) { return rule.cross; });
    return std::max<Index>(self, cross);
}

/// What the rules of one head take under the grid.
double headHeight(const StationInput& input) {
    return input.fontSize() * 4.3 + static_cast<double>(mostRules()) * Overview::ruleStep(input) +
           margin / 2;
}

Block show(const StationInput& input) {
    const std::vector<HeadGroup> groups = headGroupsOf(input.graph());
    const HeadsLayout layout(groups, input.fontSize());
    const QSizeF blocks = layout.leastBlocks();
    const double width = std::max(438.0, blocks.width());
    const double height = layout.leastSizeIn({width, blocks.height()}).height();
    const Block maps = custom({width, height + margin}, [](Drawing& drawing, const QRectF& area) {
        Overview(drawing).drawGrid(area);
    });
    const Block head = custom({0, headHeight(input)}, [](Drawing& drawing, const QRectF& area) {
        Overview(drawing).drawHead(area);
    });
    return padded(margin, 0,
                  column({space(margin / 2), maps, space(margin / 2), grows(head, 0)}, 0));
}

bool shows(const Graph& graph, const Node& node) {
    return areAttentionWeights(graph, node) && !areManyHeads(headGroupsOf(graph));
}

/// [head of all attentions, measure]: entropy, that of equal weights, their ratio.
Tensor numbers(const StationInput& input) {
    std::vector<float> rows;
    for (const HeadGroup& group : headGroupsOf(input.graph()))
        for (const NodeId layer : group.layers)
            for (const HeadMeasures& head : measuredHeads(input, layer))
                for (const double value : {head.entropy, head.uniform, head.entropy / head.uniform})
                    rows.push_back(static_cast<float>(value));
    const auto count = static_cast<Index>(rows.size()) / 3;
    return Tensor({count, 3}, std::move(rows));
}

} // namespace

Station station() {
    return {.id = "heads",
            .title = QT_TR_NOOP("All heads"),
            .summary = QT_TR_NOOP("Every head of every layer as a small map, how sharply it "
                                  "looks, and a guess at what it looks for"),
            .mutes = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::heads_overview
