// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/code_listing.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>

namespace gf::code_lab {

namespace {

constexpr double lineStep = 1.35;  ///< from one line of the listing to the next, in font sizes
constexpr double fewestLines = 11; ///< that are seen of it
constexpr double smallest = 0.72;  ///< of its letters, in font sizes
constexpr double largest = type::section;
constexpr double indentWidth = 0.45; ///< of a space at the beginning of a line, in letters' sizes

NodeId nodeOf(const Graph& graph, NodeId focused) {
    if (focused != noNode)
        return focused;
    for (const Node& node : graph.nodes())
        if (node.scope.isAttention() && node.part == "q")
            return node.id;
    return graph.nodes().empty() ? noNode : graph.nodes().front().id;
}

std::optional<Sentence> missing(const Trace& trace) {
    return withoutListing(*trace.graph);
}

// ---- The listing -------------------------------------------------------------------------------

QString codeOf(const CodeLine& line) {
    return QString::fromStdString(line.text).trimmed();
}

/// How far the code of a line stands to the right, in sizes of its letters.
double indentOf(const CodeLine& line) {
    const std::size_t spaces = line.text.find_first_not_of(' ');
    return spaces == std::string::npos ? 0 : static_cast<double>(spaces) * indentWidth;
}

QString shapeOf(const CodeLine& line) {
    return line.shape.empty() ? QString()
                              : QStringLiteral("# ") + QString::fromStdString(line.shape);
}

/// Where code ends and where shapes end, for letters of one pixel.
struct CodeWidths {
    double code = 0;
    double shapes = 0;
};

CodeWidths widthsOf(const StationInput& input, const CodeListing& listing) {
    constexpr double pixels = 100;
    const TextMeasure measure = measureWith(input.font);
    CodeWidths widths;
    for (const CodeLine& line : listing.lines) {
        if (line.isComment)
            continue; // may be cut
        widths.code =
            std::max(widths.code, indentOf(line) + measure(codeOf(line), pixels) / pixels);
        widths.shapes = std::max(widths.shapes, measure(shapeOf(line), pixels) / pixels);
    }
    return widths;
}

/// So many lines from a first one on, with the highlighted one in their middle where all find no
/// room.
std::ptrdiff_t firstLine(const CodeListing& listing, std::ptrdiff_t count) {
    const auto all = std::ssize(listing.lines);
    return std::clamp(listing.highlighted - count / 2, std::ptrdiff_t{0},
                      std::max(all - count, std::ptrdiff_t{0}));
}

QString tipOf(const Graph& graph, const CodeLine& line) {
    QString tip = QString::fromStdString(graph[line.here].name);
    if (line.steps.size() > 1)
        tip += QLatin1Char('\n') +
               tr("this line computes %n steps", nullptr, static_cast<int>(line.steps.size()));
    return tip;
}

void drawListing(Drawing& drawing, const CodeListing& listing, const QRectF& area) {
    const CodeWidths widths = widthsOf(drawing.input, listing);
    const double least = drawing.fontSize() * smallest;
    const double size = std::clamp(area.width() / (widths.code + widths.shapes + 1.5), least,
                                   drawing.fontSize() * largest);
    const double step = size * lineStep;
    const auto count =
        std::min(static_cast<std::ptrdiff_t>(area.height() / step), std::ssize(listing.lines));
    const std::ptrdiff_t first = firstLine(listing, count);
    const double shapes =
        area.left() + std::min(size * (widths.code + 1), area.width() - size * widths.shapes);
    const TextMeasure measure = measureWith(drawing.input.font);
    for (std::ptrdiff_t i = first; i < first + count; ++i) {
        const CodeLine& line = listing.lines[i];
        const double top = area.top() + static_cast<double>(i - first) * step;
        const QRectF bar(area.left(), top, area.width(), step);
        const bool isHighlighted = i == listing.highlighted;
        if (isHighlighted) {
            QColor ground = drawing.theme().highlight;
            ground.setAlphaF(0.3F);
            drawing.canvas.rectangle(bar, ground, "highlighted line");
        }
        const double left = area.left() + 4 + indentOf(line) * size;
        const double room = line.shape.empty() ? area.right() - left : shapes - left - size * 0.5;
        const bool isQuiet = line.isComment || line.steps.empty();
        drawing.text({left, bar.center().y()}, elided(codeOf(line), room, size, measure), size,
                     isQuiet && !isHighlighted ? drawing.theme().mutedText : drawing.theme().text);
        drawing.text({shapes, bar.center().y()}, shapeOf(line), size,
                     isHighlighted ? drawing.theme().text : drawing.theme().mutedText);
        if (line.here != noNode)
            drawing.place(bar,
                          {.step = QString::fromStdString(drawing.input.graph()[line.here].name),
                           .tip = tipOf(drawing.input.graph(), line)});
    }
}

Block listingBlock(const CodeListing& listing) {
    Block made = custom({0, 0}, [listing](Drawing& drawing, const QRectF& area) {
        drawListing(drawing, listing, area);
    });
    made.leastWidth = [](const StationInput& input) { return 30 * input.fontSize(); };
    made.leastHeight = [](const StationInput& input, double) {
        return fewestLines * lineStep * smallest * input.fontSize();
    };
    made.cell = [listing](const StationInput& input, const QSizeF& room) {
        const CodeWidths widths = widthsOf(input, listing);
        return std::clamp(std::min(room.width() / (widths.code + widths.shapes + 1.5),
                                   room.height() / fewestLines / lineStep / 1.5),
                          1.0, input.fontSize() * largest);
    };
    return made;
}

// ---- How the split moves numbers ---------------------------------------------------------------

/// The matrices that the step in focus splits by heads, or joins.
struct SplitStep {
    NodeId heads = noNode; ///< [H,T,K]
    bool joins = false;    ///< B×H×T×K → B×T×D
};

/// Of q, k and v themselves, of q for what follows from it, of the heads where they are joined.
SplitStep splitOf(const Graph& graph, NodeId focused) {
    NodeId origin = focused;
    while (graph[origin].relation != Relation::Own)
        origin = graph[origin].of;
    const Node& node = graph[origin];
    if (!node.scope.isAttention())
        return {};
    const bool joins = node.part == "heads" || node.part == "concat" || node.part == "output" ||
                       node.part == "w_o" || node.part == "b_o";
    const std::string letter = node.part.starts_with("w_") || node.part.starts_with("b_")
                                   ? node.part.substr(2)
                                   : node.part;
    const bool isOne = letter == "k" || letter == "v";
    const NodeId heads = graph.find(node.scope, joins ? "heads" : isOne ? letter : "q");
    if (heads == noNode || graph[heads].shape.rank() != 3)
        return {};
    return {heads, joins};
}

/// H×T×K as T×D, the heads beside each other: what is split, or joined.
Tensor joined(const Tensor& heads) {
    const Shape& shape = heads.shape();
    Tensor all(Shape{shape[1], shape[0] * shape[2]});
    for (Index h = 0; h < shape[0]; ++h)
        for (Index t = 0; t < shape[1]; ++t)
            for (Index k = 0; k < shape[2]; ++k)
                all[t * shape[0] * shape[2] + h * shape[2] + k] = heads.at({{h, t, k, 0}});
    return all;
}

/// The heads under each other, as they lie in memory.
Tensor stacked(const Tensor& heads) {
    const Shape& shape = heads.shape();
    Tensor all(Shape{shape[0] * shape[1], shape[2]});
    for (Index i = 0; i < heads.count(); ++i)
        all[i] = heads[i];
    return all;
}

/// The token in focus, and the feature of all heads: of [H,T,K] the focus has one of a head.
struct MovedNumber {
    Index token = 0;
    Index feature = 0;
};

MovedNumber numberInFocus(const StationInput& now, const Shape& heads) {
    const Index features = heads[0] * heads[2];
    const bool ofHead =
        now.at().shape.rank() == 3 && now.at().shape[2] == heads[2] &&
        (now.at().axes[2] == Axis::HeadFeature || now.at().axes[2] == Axis::ValueFeature);
    const Index column = within(now.focus.column, ofHead ? heads[2] : features);
    const Index head = std::clamp<Index>(now.focus.head, 0, heads[0] - 1);
    return {within(now.focus.row, heads[1]), column < 0 ? -1
                                             : ofHead   ? head * heads[2] + column
                                                        : column};
}

/// Where a number lies before and after, both counted from 1.
QString moveText(const MovedNumber& number, const Shape& heads, bool joins) {
    const Index features = heads[0] * heads[2];
    const Index head = number.feature / heads[2];
    const Index feature = number.feature % heads[2];
    const Index whole = number.token * features + number.feature + 1;
    const Index apart = (head * heads[1] + number.token) * heads[2] + feature + 1;
    const QString one = tr("token %1, feature %2 (number %3 in memory)")
                            .arg(number.token + 1)
                            .arg(number.feature + 1)
                            .arg(whole);
    const QString other = tr("head %1, token %2, feature %3 (number %4)")
                              .arg(head + 1)
                              .arg(number.token + 1)
                              .arg(feature + 1)
                              .arg(apart);
    return (joins ? other : one) + QStringLiteral(" → ") + (joins ? one : other);
}

QString sentenceOfMove(const StationInput& now, const Shape& heads, bool joins) {
    const MovedNumber number = numberInFocus(now, heads);
    return number.token < 0 || number.feature < 0
               ? tr("The same numbers, in another order: point at one.")
               : moveText(number, heads, joins);
}

/// Lines between heads.
std::function<void(Drawing&, const HeatmapLayout&)> between(Index heads, Index size, bool across) {
    return [=](Drawing& drawing, const HeatmapLayout& layout) {
        std::vector<QLineF> lines;
        const QRectF cells = layout.cells;
        for (Index head = 1; head < heads; ++head) {
            const double part = static_cast<double>(head * size) /
                                static_cast<double>(across ? layout.rows : layout.columns);
            if (across)
                lines.emplace_back(cells.left(), cells.top() + part * cells.height(), cells.right(),
                                   cells.top() + part * cells.height());
            else
                lines.emplace_back(cells.left() + part * cells.width(), cells.top(),
                                   cells.left() + part * cells.width(), cells.bottom());
        }
        drawing.canvas.lines(lines, drawing.theme().text, 1.5, "between heads");
    };
}

Block splitBlock(const StationInput& input, const SplitStep& step) {
    const Tensor& heads = input.trace.value(step.heads);
    const Shape shape = heads.shape();
    const ScaleRange range = heatmapOf(input, step.heads).colourRange();
    const auto sizes = [](std::initializer_list<Index> all) {
        QString text = QStringLiteral("B");
        for (const Index one : all)
            text += QStringLiteral("×%1").arg(one);
        return text;
    };
    HeatmapData whole = heatmapOf(joined(heads), sizes({shape[1], shape[0] * shape[2]}));
    HeatmapData apart = heatmapOf(stacked(heads), sizes({shape[0], shape[1], shape[2]}));
    whole.range = apart.range = range;
    whole.rowLabels = tokensAlong(input.trace, step.heads, 1);
    const HeatmapParts parts = HeatmapPart::Title;
    const auto placeOf = [shape, ofHead = input.at().shape.rank() == 3](Index token,
                                                                        Index feature) {
        return StationPlace{token, ofHead ? feature % shape[2] : feature,
                            static_cast<int>(feature / shape[2])};
    };
    const Block one = matrix(whole, {.highlighted =
                                         [shape](const StationInput& now) {
                                             const MovedNumber number = numberInFocus(now, shape);
                                             return HeatmapHighlight{number.token, number.feature};
                                         },
                                     .placeOf = placeOf,
                                     .parts = parts,
                                     .over = between(shape[0], shape[2], false)});
    const Block other = matrix(
        apart, {.highlighted =
                    [shape](const StationInput& now) {
                        const MovedNumber number = numberInFocus(now, shape);
                        if (number.token < 0 || number.feature < 0)
                            return HeatmapHighlight{-1, -1};
                        return HeatmapHighlight{number.feature / shape[2] * shape[1] + number.token,
                                                number.feature % shape[2]};
                    },
                .placeOf =
                    [placeOf, shape](Index row, Index column) {
                        return placeOf(row % shape[1], row / shape[1] * shape[2] + column);
                    },
                .parts = parts,
                .over = between(shape[0], shape[1], true)});
    const auto both = [&](double wide, double narrow) {
        return step.joins
                   ? row({grows(other, narrow), sign(QStringLiteral("→")), grows(one, wide)}, 4)
                   : row({grows(one, wide), sign(QStringLiteral("→")), grows(other, narrow)}, 4);
    };
    const Block words =
        live([shape, joins = step.joins](
                 const StationInput& now) { return paragraph(sentenceOfMove(now, shape, joins)); },
             paragraph(moveText({shape[1] - 1, shape[0] * shape[2] - 1}, shape, step.joins)));
    return column({grows(both(0.7, 0.3)), words}, 2);
}

// ---- The page ----------------------------------------------------------------------------------

QString sentenceOf(const StationInput& input, const CodeListing& listing) {
    if (listing.highlighted < 0)
        return tr("The listing is the forward pass; this step belongs to what follows it.");
    const CodeLine& line = listing.lines[listing.highlighted];
    const QString where =
        tr("Line %1 of %2").arg(listing.highlighted + 1).arg(listing.lines.size());
    const QString often =
        tr("runs %n times in a pass", nullptr, static_cast<int>(line.steps.size()));
    if (isGradient(input.at()))
        return tr("%1 %2; loss.backward() goes back through it and finds this gradient.")
            .arg(where, often);
    return tr("%1 %2; here it makes %3 numbers, %4.")
        .arg(where, often)
        .arg(input.graph()[line.here].shape.count())
        .arg(QString::fromStdString(line.shape));
}

Block show(const StationInput& input) {
    const CodeListing listing = codeListing(input.graph(), input.node);
    const SplitStep step = splitOf(input.graph(), input.node);
    const Block code = grows(listingBlock(listing));
    Block picture = code;
    if (step.heads != noNode && !input.trace.value(step.heads).empty()) {
        const Block moved = splitBlock(input, step);
        const Block below = column({grows(code, 0.6), grows(atLeast({300, 110}, moved), 0.4)}, 8);
        const Block beside = row({grows(code, 0.58), grows(atLeast({300, 110}, moved), 0.42)}, 18);
        picture = fit({beside, below});
    }
    const Shape& shape = input.at().shape;
    return walked(
        shape.rank() >= 2 ? shape[shape.rank() - 2] : 0,
        shape.rank() >= 1 ? shape[shape.rank() - 1] : 0,
        padded(14, 10, column({paragraph(sentenceOf(input, listing)), grows(picture)}, 8)));
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "code", .show = show}, .node = nodeOf, .missing = missing};
}

} // namespace gf::code_lab
