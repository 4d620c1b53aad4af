// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/heads_overview.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/head_pattern.h"
#include "core/ops/intervene.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/stage/steps.h"
#include "ui/stations/head_words.h"
#include "ui/stations/parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace gf {

namespace {

constexpr double margin = 16;
constexpr double between = 8;      ///< two maps
constexpr double apart = 30;       ///< two kinds of attention
constexpr double leastMap = 36;    ///< side of a map in pixels
constexpr double leastInLine = 56; ///< what stands beside a line has no room for its words below
constexpr double mostMap = 150;
constexpr double barHeight = 6;

QString tr(const char* text, const char* comment = nullptr, int count = -1) {
    return QCoreApplication::translate("gf::Stations", text, comment, count);
}

/// The weights of an attention as what follows reads them, changed or not.
bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.axes[0] == Axis::Head &&
           node.name.ends_with(".weights") &&
           graph[computedNode(graph, node.id)].op->kind() == OpKind::Softmax;
}

/// One kind of attention: a row of heads for each layer.
struct Group {
    QString title;
    std::vector<NodeId> layers; ///< the weights of each
    Index heads = 0;
};

QString groupTitle(const QString& kind) {
    if (kind == QLatin1String("encoder.self_attn"))
        return tr("Encoder, self-attention");
    if (kind == QLatin1String("decoder.self_attn"))
        return tr("Decoder, self-attention");
    if (kind == QLatin1String("decoder.cross_attn"))
        return tr("Decoder, cross-attention");
    return kind;
}

/// All attention of the model, by kind, in the order of the walk.
std::vector<Group> groupsOf(const Graph& graph) {
    std::vector<Group> groups;
    std::map<QString, std::size_t> places;
    for (const Node& node : graph.nodes()) {
        if (!shows(graph, node))
            continue;
        // "encoder.0.self_attn.weights" is of the kind "encoder.self_attn".
        const QString name = QString::fromStdString(node.name);
        const QString kind = name.section('.', 0, 0) + QLatin1Char('.') + name.section('.', 2, -2);
        const auto [place, isNew] = places.try_emplace(kind, groups.size());
        if (isNew)
            groups.push_back({groupTitle(kind), {}, 0});
        Group& group = groups[place->second];
        group.layers.push_back(node.id);
        group.heads = std::max(group.heads, node.shape[0]);
    }
    return groups;
}

/// How the maps stand. In blocks: each group with its layers under each other, so many groups
/// beside each other. In lines: each group is one line, with its layers beside each other.
struct Arrangement {
    bool inLines = false;
    std::size_t perLine = 1; ///< groups, of blocks
    double map = leastMap;   ///< side of a map
};

/// What a row of maps needs besides them, and a group above its first row.
double belowMap(const StationInput& input) {
    return input.fontSize() * 1.5 + barHeight + between;
}
double aboveMaps(const StationInput& input) {
    return input.fontSize() * 3.2;
}
double besideMaps(const StationInput& input) {
    return input.fontSize() * 1.7;
}

/// The same for a group in a line: what it is stands beside it, in two rows.
double aboveLine(const StationInput& input) {
    return input.fontSize() * 1.5;
}
double besideLine(const StationInput& input) {
    return input.fontSize() * 3.2;
}

/// The groups of one line: how many heads and layers stand beside and under each other.
struct Extent {
    double heads = 0;
    double groups = 0;
    double layers = 0;
};

std::vector<Extent> linesOf(const std::vector<Group>& groups, std::size_t perLine) {
    std::vector<Extent> lines;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (i % perLine == 0)
            lines.emplace_back();
        Extent& line = lines.back();
        line.heads += static_cast<double>(groups[i].heads);
        line.groups += 1;
        line.layers = std::max(line.layers, static_cast<double>(groups[i].layers.size()));
    }
    return lines;
}

double heightFor(const StationInput& input, const std::vector<Extent>& lines, double map) {
    double height = 0;
    for (const Extent& line : lines)
        height += aboveMaps(input) + line.layers * (map + belowMap(input)) + between;
    return height;
}

double widthFor(const StationInput& input, const std::vector<Extent>& lines, double map) {
    double width = 0;
    for (const Extent& line : lines)
        width = std::max(width, line.heads * (map + between) + line.groups * besideMaps(input) +
                                    (line.groups - 1) * apart);
    return width;
}

/// The room that maps of one size take in an arrangement.
QSizeF roomFor(const StationInput& input, const std::vector<Group>& groups,
               const Arrangement& arrangement) {
    const double map = arrangement.map;
    if (!arrangement.inLines) {
        const std::vector<Extent> lines = linesOf(groups, arrangement.perLine);
        return {widthFor(input, lines, map), heightFor(input, lines, map)};
    }
    double width = 0;
    for (const Group& group : groups) {
        const auto layers = static_cast<double>(group.layers.size());
        width = std::max(width, layers * (static_cast<double>(group.heads) * (map + between) +
                                          besideMaps(input)));
    }
    return {besideLine(input) + width, static_cast<double>(groups.size()) *
                                           (aboveLine(input) + map + belowMap(input) + between)};
}

/// The arrangement with the largest maps that fits into `room`; at least the smallest maps.
Arrangement arrange(const StationInput& input, const std::vector<Group>& groups,
                    const QSizeF& room) {
    std::vector<Arrangement> choices{{.inLines = true}};
    for (std::size_t perLine = 1; perLine <= groups.size(); ++perLine)
        choices.push_back({.perLine = perLine});
    Arrangement best{.map = 0};
    for (Arrangement& choice : choices) {
        const auto fits = [&] {
            const QSizeF size = roomFor(input, groups, choice);
            return size.width() <= room.width() && size.height() <= room.height();
        };
        choice.map = mostMap;
        while (choice.map > 8 && !fits())
            choice.map -= 1;
        const bool legible = !choice.inLines || choice.map >= leastInLine;
        if (legible && choice.map > best.map)
            best = choice;
    }
    best.map = std::max(best.map, leastMap);
    return best;
}

/// The measures of all heads of one attention: a look at every weight, done once.
const std::vector<HeadMeasures>& measuresOf(const StationInput& input, NodeId layer) {
    return input.memory->once(QStringLiteral("heads %1").arg(layer),
                              [&] { return measureHeads(input.trace, layer); });
}

class Overview {
public:
    Overview(const StationInput& input, Canvas& canvas, StationPicture& picture)
        : m_input(input), m_canvas(canvas), m_picture(picture), m_groups(groupsOf(input.graph())) {
        for (const Group& group : m_groups)
            for (const NodeId layer : group.layers)
                if (!input.trace.value(layer).empty())
                    m_measures.emplace(layer, measuresOf(input, layer));
        for (const auto& [layer, heads] : m_measures)
            for (const HeadMeasures& head : heads)
                m_mostEntropy = std::max(m_mostEntropy, head.uniform);
    }

    /// The grid into `area`.
    void drawGrid(const QRectF& area) {
        const Arrangement arrangement = arrange(m_input, m_groups, area.size());
        m_map = arrangement.map;
        if (arrangement.inLines)
            return drawLines(area.topLeft());
        const std::vector<Extent> lines = linesOf(m_groups, arrangement.perLine);
        QPointF at = area.topLeft();
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            if (i > 0 && i % arrangement.perLine == 0) {
                const Extent& above = lines[i / arrangement.perLine - 1];
                at = {area.left(), at.y() + heightFor(m_input, {above}, m_map)};
            }
            drawGroup(m_groups[i], at);
            at.rx() += besideMaps(m_input) +
                       static_cast<double>(m_groups[i].heads) * (m_map + between) + apart;
        }
    }

    /// The rules and the guess for the head in focus.
    void drawHead(const QRectF& area) {
        const Node& node = m_input.at();
        const auto head = focusedHead();
        const HeadMeasures& measures = m_measures.at(node.id)[head];
        const double size = m_input.fontSize();
        drawLine(m_input, m_canvas, {area.left(), area.top() + size * 0.7},
                 tr("Bar: entropy of the head. Tick: that of equal weights, ln S of what may be "
                    "seen."),
                 m_input.theme.mutedText);
        double y = area.top() + size * 1.7;
        m_canvas.lines({QLineF(area.left(), y, area.right(), y)}, m_input.theme.border, 1, "rule");
        y += size * 1.4;
        drawLine(m_input, m_canvas, {area.left(), y},
                 tr("%1, head %2").arg(titleOf(node)).arg(head + 1), m_input.theme.text,
                 Qt::AlignLeft, true);
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
        for (const Group& group : m_groups) {
            at.ry() += aboveLine(m_input);
            drawBeside(group, at);
            QPointF place = at + QPointF(besideLine(m_input), 0);
            for (std::size_t layer = 0; layer < group.layers.size(); ++layer) {
                nameHeads(group, {place.x() + besideMaps(m_input), at.y() - size * 0.85});
                drawLayer(group, layer, place);
                place.rx() +=
                    besideMaps(m_input) + static_cast<double>(group.heads) * (m_map + between);
            }
            at.ry() += m_map + belowMap(m_input) + between;
        }
    }

    /// "Decoder, cross-attention" upwards in two rows.
    void drawBeside(const Group& group, const QPointF& at) {
        const TextMeasure measure = measureWith(m_input.font);
        const double room = m_map + belowMap(m_input);
        double x = at.x() + m_input.fontSize() * 0.7;
        for (const QString& part : group.title.split(QStringLiteral(", "))) {
            const double fits = room / std::max(1.0, measure(part, 1) * 1.15);
            m_canvas.text({{x, at.y() + m_map / 2},
                           part,
                           std::min(m_input.fontSize() * 1.05, fits),
                           m_input.theme.textHue(Hue::Attention),
                           Qt::AlignHCenter,
                           true,
                           true});
            x += m_input.fontSize() * 1.35;
        }
    }

    void drawGroup(const Group& group, const QPointF& at) {
        const double size = m_input.fontSize();
        const double left = at.x() + besideMaps(m_input);
        m_canvas.text({{left, at.y() + size},
                       group.title,
                       size * 1.1,
                       m_input.theme.textHue(Hue::Attention),
                       Qt::AlignLeft,
                       true,
                       false});
        nameHeads(group, {left, at.y() + size * 2.6});
        double y = at.y() + aboveMaps(m_input);
        for (std::size_t layer = 0; layer < group.layers.size(); ++layer) {
            drawLayer(group, layer, {at.x(), y});
            y += m_map + belowMap(m_input);
        }
    }

    void nameHeads(const Group& group, const QPointF& at) {
        for (Index h = 0; h < group.heads; ++h)
            small({at.x() + static_cast<double>(h) * (m_map + between) + m_map / 2, at.y()},
                  tr("head %1").arg(h + 1), m_input.theme.mutedText);
    }

    /// Its name and its maps.
    void drawLayer(const Group& group, std::size_t layer, const QPointF& at) {
        const double size = m_input.fontSize();
        m_canvas.text({{at.x() + size * 0.7, at.y() + m_map / 2},
                       tr("layer %1").arg(layer + 1),
                       std::min(size, m_map * 0.22),
                       m_input.theme.mutedText,
                       Qt::AlignHCenter,
                       false,
                       true});
        drawMaps(group.layers[layer], at + QPointF(besideMaps(m_input), 0));
    }

    void drawMaps(NodeId layer, const QPointF& at) {
        const auto measures = m_measures.find(layer);
        if (measures == m_measures.end())
            return;
        // What is hidden is the same for all heads and takes long to find out.
        HeatmapData data = heatmapOf(m_input, layer);
        data.range = std::pair(0.0, 1.0);
        const Graph& graph = m_input.graph();
        const std::string& name = graph[layer].name;
        const NodeId heads = graph.find(name.substr(0, name.rfind('.')) + ".heads");
        const std::span<const float> values = m_input.trace.value(layer).values();
        const std::size_t one = data.values.size();
        for (std::size_t h = 0; h < measures->second.size(); ++h) {
            const auto head = values.subspan(h * one, one);
            data.values.assign(head.begin(), head.end());
            const QRectF map(at.x() + static_cast<double>(h) * (m_map + between), at.y(), m_map,
                             m_map);
            if (graph[layer].op->kind() == OpKind::Intervene)
                data.changed = heatmapOf(m_input, layer, static_cast<int>(h)).changed;
            drawMap(data, map);
            const bool muted = heads != noNode && ops::isMuted(graph, heads, static_cast<Index>(h));
            if (muted)
                markChanged(m_canvas, map);
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
        drawHeatmap(m_canvas, data, layout, {m_input.theme, m_input.font});
    }

    /// The guess, and the entropy as a bar with a tick where equal weights are.
    void drawBelow(const HeadMeasures& measures, const QRectF& map, bool muted) {
        const double bar = map.bottom() + 4;
        const Theme& theme = m_input.theme;
        const double scale = m_mostEntropy > 0 ? map.width() / m_mostEntropy : 0;
        m_canvas.rectangle({map.left(), bar, measures.uniform * scale, barHeight}, theme.grid,
                           "uniform");
        if (std::isfinite(measures.entropy))
            m_canvas.rectangle({map.left(), bar, measures.entropy * scale, barHeight},
                               theme.hue(Hue::Attention), "entropy");
        const double tick = map.left() + measures.uniform * scale;
        m_canvas.lines({QLineF(tick, bar - 2, tick, bar + barHeight + 2)}, theme.text, 1.5,
                       "uniform");
        const QPointF at(map.center().x(), bar + barHeight + m_input.fontSize() * 0.75);
        if (muted)
            small(at, tr("muted"), theme.textColour(QColor(changedColour)));
        else if (measures.guess)
            small(at, tr("%1?").arg(patternName(measures.guess->rule.pattern)), theme.text);
        else
            small(at, QStringLiteral("–"), theme.mutedText);
    }

    void finishMap(NodeId layer, std::size_t head, const HeadMeasures& measures,
                   const QRectF& map) {
        const Node& node = m_input.graph()[layer];
        if (layer == m_input.node && head == focusedHead())
            m_canvas.outline(map.adjusted(-3, -3, 3, 3), m_input.theme.highlight, 3);
        StationPlace place;
        place.step = stepOf(node);
        place.head = static_cast<int>(head);
        place.tip = tr("%1, head %2\n%3\n%4")
                        .arg(titleOf(node))
                        .arg(head + 1)
                        .arg(entropyText(measures), guessText(measures));
        m_picture.spots.push_back({map.adjusted(0, 0, 0, belowMap(m_input) - between), place});
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
            drawLine(m_input, m_canvas, {left - 10, y}, patternName(each.rule.pattern), theme.text,
                     Qt::AlignRight, guessed);
            m_canvas.rectangle({left, y - size * 0.35, full, size * 0.7}, theme.grid, "rule");
            if (std::isfinite(each.measured))
                m_canvas.rectangle(
                    {left, y - size * 0.35, full * std::clamp(each.measured, 0., 1.), size * 0.7},
                    theme.hue(each.holds() ? Hue::Attention : Hue::Neutral), "rule");
            const double tick = left + full * each.rule.threshold;
            m_canvas.lines({QLineF(tick, y - size * 0.6, tick, y + size * 0.6)}, theme.text, 1.5,
                           "threshold");
            drawLine(m_input, m_canvas, {area.right(), y}, QString::number(each.measured, 'f', 2),
                     theme.text, Qt::AlignRight, guessed);
            StationPlace place;
            place.tip = tr("%1: %2\nguessed from %3 on")
                            .arg(ruleText(each.rule.pattern), numberText(each.measured),
                                 numberText(each.rule.threshold));
            m_picture.spots.push_back(
                {QRectF(area.left(), y - step / 2, area.width(), step), place});
            y += step;
        }
    }

    void drawWords(const HeadMeasures& measures, const QRectF& area) {
        const Theme& theme = m_input.theme;
        double y = area.top();
        const auto write = [&](const QString& text, const QColor& colour) {
            y += drawParagraph(m_input, m_canvas, {area.left(), y}, area.width(), text, colour);
            y += m_input.fontSize() * 0.4;
        };
        write(guessText(measures), theme.text);
        write(tr("Averages over %n queries; %1.", nullptr, static_cast<int>(measures.queries))
                  .arg(entropyText(measures)),
              theme.text);
        const QString text = muteText();
        write(text, theme.mutedText);
        StationPlace place;
        place.step = m_input.focus.step;
        place.head = static_cast<int>(focusedHead());
        place.tip = text;
        m_picture.spots.push_back({area, place});
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
        const double size = m_input.fontSize() * 0.95;
        const double fits =
            (m_map + between - 2) / std::max(1.0, measureWith(m_input.font)(text, 1));
        m_canvas.text({at, text, std::min(size, fits), colour, Qt::AlignHCenter, false, false});
    }

    const StationInput& m_input;
    Canvas& m_canvas;
    StationPicture& m_picture;
    std::vector<Group> m_groups;
    std::map<NodeId, const std::vector<HeadMeasures>&> m_measures;
    double m_mostEntropy = 0;
    double m_map = leastMap;
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

QSizeF minimumSize(const StationInput& input) {
    const std::vector<Group> groups = groupsOf(input.graph());
    const std::vector<Extent> lines = linesOf(groups, 1);
    const double width = std::max(470.0, widthFor(input, lines, leastMap) + 2 * margin);
    Arrangement arrangement =
        arrange(input, groups, {width - 2 * margin, heightFor(input, lines, leastMap)});
    arrangement.map = leastMap;
    return {width, 2 * margin + headHeight(input) + roomFor(input, groups, arrangement).height()};
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const double width = input.size.width() - 2 * margin;
    const double head = headHeight(input);
    Overview overview(input, canvas, picture);
    overview.drawGrid({margin, margin / 2, width, input.size.height() - head - margin});
    overview.drawHead({margin, input.size.height() - head, width, head});
}

/// [head of all attentions, measure]: entropy, that of equal weights, their ratio.
Tensor numbers(const StationInput& input) {
    std::vector<float> rows;
    for (const Group& group : groupsOf(input.graph()))
        for (const NodeId layer : group.layers)
            for (const HeadMeasures& head : measuresOf(input, layer))
                for (const double value : {head.entropy, head.uniform, head.entropy / head.uniform})
                    rows.push_back(static_cast<float>(value));
    const auto count = static_cast<Index>(rows.size()) / 3;
    return Tensor({count, 3}, std::move(rows));
}

} // namespace

Station headsOverview() {
    return {.id = "heads",
            .title = QT_TRANSLATE_NOOP("gf::Stations", "All heads"),
            .summary = QT_TRANSLATE_NOOP("gf::Stations",
                                         "Every head of every layer as a small map, how sharply it "
                                         "looks, and a guess at what it looks for"),
            .mutes = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw,
            .numbers = numbers};
}

} // namespace gf
