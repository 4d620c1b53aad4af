// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/finding_values.h"
#include "core/measure/computed.h"
#include "core/measure/score_theory.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/labs/score_hill.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>

namespace gf::variance_lab {

namespace {

constexpr Index pairCount = 10'000;
constexpr Index mostQueries = 64; ///< of a long text, whose scores are drawn
constexpr double gap = 18;
constexpr double leastLine = 18; ///< of one width

/// What scores are divided by, s.
enum class Divisor { One, Root, Width };
constexpr std::array divisors{Divisor::One, Divisor::Root, Divisor::Width};

double valueOf(Divisor divisor, Index width) {
    const auto d = static_cast<double>(width);
    return divisor == Divisor::One ? 1 : divisor == Divisor::Root ? std::sqrt(d) : d;
}

/// Which plot is shown, alone or with all.
enum class Shown { Drawn, Live, Largest, Gradient, All };

bool shows(Shown chosen, Shown plot) {
    return chosen == Shown::All || chosen == plot;
}

QString nameOf(Divisor divisor) {
    return divisor == Divisor::One    ? QStringLiteral("1")
           : divisor == Divisor::Root ? QStringLiteral("√d")
                                      : QStringLiteral("d");
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("variance");
}

/// The numbers of features that are compared: 4 to 64, those that a head has, and those that were
/// asked for, which are what is told of.
std::vector<Index> widthsFor(Index own, Index told) {
    std::set<Index> widths{4, 8, 16, 32, 64, own, told};
    return {widths.begin(), widths.end()};
}

Index toldWidth(const StationInput& input) {
    return static_cast<Index>(knobSetting(input, "variance.d"));
}

Index pairsOf(const StationInput& input) {
    return static_cast<Index>(knobSetting(input, "variance.pairs"));
}

/// The same numbers for every trace, drawn once for heads of the usual sizes.
const DrawnPairs& pairsFor(const StationInput& input, const std::vector<Index>& widths) {
    static const DrawnPairs usual = drawPairs(widthsFor(64, 64), pairCount, 1);
    const Index pairs = pairsOf(input);
    if (widths == usual.widths && pairs == pairCount)
        return usual;
    return input.memory->once(QStringLiteral("variance pairs"),
                              [&] { return drawPairs(widths, pairs, 1); });
}

/// One line of the drawing.
struct WidthLine {
    Index width = 0;
    SimulatedScores drawn;
    ScoreMoments theory;
    double misprint = 0;              ///< the variance with a d too much
    std::array<Sharpness, 3> softmax; ///< of the drawn, for each divisor
};

struct Scene {
    std::vector<WidthLine> lines;
    std::shared_ptr<const std::vector<CutScores>> live;
    Index own = 0;        ///< K
    std::size_t told = 0; ///< the line that is told of
    Index pairs = 0;
    Index head = 0;
    Divisor divisor = Divisor::One;
    Shown shown = Shown::All;
    std::vector<ScoreMoments> retrained; ///< of each line; NaN where none was
};

constexpr Index retrainedFor = 100; ///< steps

LabRequest retraining() {
    return {"widths", {{"steps", std::int64_t{retrainedFor}}}};
}

std::optional<LabRequest> asks(const StationInput&) {
    return retraining();
}

/// Of a model whose heads have so many features, this attention's; NaN where there is none.
ScoreMoments retrainedAt(const StationInput& input, Index width) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const LabFound* const found = answerTo(input, retraining());
    const std::string attention = input.at().scope.nameOf("");
    for (const WidthLadder::Width& one :
         (found ? widthLadderOf(found->finding) : WidthLadder()).widths)
        if (const auto scores =
                std::ranges::find(one.scores, attention, &WidthLadder::Scores::attention);
            one.width == width && scores != one.scores.end())
            return {scores->mean, scores->variance};
    return {none, none};
}

std::vector<WidthLine> linesOf(const StationInput& input, const std::vector<Index>& widths) {
    const double mean = knobSetting(input, "variance.mu");
    const double deviation = knobSetting(input, "variance.sigma");
    const auto make = [&] {
        const DrawnPairs& pairs = pairsFor(input, widths);
        std::vector<WidthLine> lines;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const IndependentFeatures features{mean, deviation, widths[i]};
            WidthLine line{widths[i],
                           scoresOf(pairs, i, mean, deviation),
                           momentsInTheory(features),
                           misprintedVariance(features),
                           {}};
            for (std::size_t s = 0; s < divisors.size(); ++s)
                line.softmax[s] = sharpnessOfProducts(line.drawn, valueOf(divisors[s], widths[i]));
            lines.push_back(std::move(line));
        }
        return lines;
    };
    if (!input.onPaper) // a knob that is turned would leave all its values behind
        return make();
    const QString key = QStringLiteral("variance lines %1/%2/%3/%4/%5")
                            .arg(mean)
                            .arg(deviation)
                            .arg(pairsOf(input))
                            .arg(input.node)
                            .arg(toldWidth(input));
    return input.memory->once(key, make);
}

Scene sceneOf(const StationInput& input) {
    const Graph& graph = input.graph();
    const Node& scores = graph[computedNode(graph, input.node)];
    Scene scene;
    scene.own = graph[scores.inputs[0]].shape[2];
    scene.head = headOf(input);
    scene.divisor = divisors[std::clamp(knobSetting(input, "variance.divisor"), 0.0, 2.0)];
    scene.shown = static_cast<Shown>(std::clamp(knobSetting(input, "variance.plot"), 0.0, 4.0));
    const std::vector<Index> widths = widthsFor(scene.own, toldWidth(input));
    scene.told = std::ranges::find(widths, toldWidth(input)) - widths.begin();
    scene.pairs = pairsOf(input);
    scene.live =
        input.memory->once(QStringLiteral("variance %1/%2").arg(input.node).arg(scene.head), [&] {
            return std::make_shared<const std::vector<CutScores>>(
                cutScores(input.trace, input.at().scope, scene.head, widths, mostQueries));
        });
    scene.lines = linesOf(input, widths);
    for (const Index width : widths)
        scene.retrained.push_back(retrainedAt(input, width));
    return scene;
}

/// The line of this many features that a head has.
const CutScores* liveOf(const Scene& scene, Index width) {
    const auto found = std::ranges::find(*scene.live, width, &CutScores::width);
    return found == scene.live->end() ? nullptr : &*found;
}

// ---- what is said ------------------------------------------------------------------------------

QString text(double value) {
    return numberText(value, 3);
}

QString drawnText(const Scene& scene) {
    const WidthLine& told = scene.lines[scene.told];
    return tr("Drawn, d = %1: mean %2 (theory: %3), variance %4 ± %5 (line: theory, %6; dashes: "
              "with a stray d, %7).")
        .arg(QString::number(told.width), text(told.drawn.moments.mean), text(told.theory.mean),
             text(told.drawn.moments.variance), text(told.drawn.varianceError),
             text(told.theory.variance), text(told.misprint));
}

QString liveText(const Scene& scene) {
    const CutScores* own = liveOf(scene, scene.own);
    if (!own)
        return tr("Live: no score of %1 may be seen.").arg(headTitle(scene.head));
    return tr("Live, %1, d = K = %2: mean %3, variance %4 (line: with independent features, %5).")
        .arg(headTitle(scene.head), QString::number(scene.own), text(own->measured.mean),
             text(own->measured.variance), text(own->independent.variance));
}

/// "variance 1.20, 2.31 at K = 4, 8", once models were trained; empty where none will be.
QString retrainedText(const StationInput& input, const Scene& scene) {
    const LabRequest request = retraining();
    QStringList variances, widths;
    for (std::size_t i = 0; i < scene.lines.size(); ++i)
        if (std::isfinite(scene.retrained[i].variance)) {
            variances << text(scene.retrained[i].variance);
            widths << QString::number(scene.lines[i].width);
        }
    if (const QString words = measuringWords(input, request); variances.isEmpty())
        return words.isEmpty() ? words : tr("Models with other K: %1").arg(words);
    return withMeasuringWords(
        tr("Trained anew for %1 steps: variance %2 at K = %3 (bars: mean ± deviation).")
            .arg(QString::number(retrainedFor), variances.join(QStringLiteral(", ")),
                 widths.join(QStringLiteral(", "))),
        input, request);
}

QString tipOf(const Scene& scene, std::size_t at) {
    const WidthLine& line = scene.lines[at];
    QString tip = tr("d = %1\ndrawn: mean %2, variance %3 ± %4\ntheory: mean %5, variance %6\nwith "
                     "the stray d: variance %7")
                      .arg(QString::number(line.width), text(line.drawn.moments.mean),
                           text(line.drawn.moments.variance), text(line.drawn.varianceError),
                           text(line.theory.mean), text(line.theory.variance), text(line.misprint));
    if (const CutScores* live = liveOf(scene, line.width))
        tip += QLatin1Char('\n') +
               tr("live: mean %1, variance %2; independent: mean %3, variance %4")
                   .arg(text(live->measured.mean), text(live->measured.variance),
                        text(live->independent.mean), text(live->independent.variance));
    if (const ScoreMoments& retrained = scene.retrained[at]; std::isfinite(retrained.variance))
        tip += QLatin1Char('\n') + tr("trained anew: mean %1, variance %2")
                                       .arg(text(retrained.mean), text(retrained.variance));
    return tip;
}

// ---- what is drawn -----------------------------------------------------------------------------

/// Where the columns of the drawing stand.
struct Columns {
    double words = 0; ///< right end
    QRectF drawn, live, largest, gradient;
    double line = 0;

    /// Those that are not shown are empty.
    Columns(const StationInput& input, const QRectF& area, std::size_t lines, Shown shown) {
        const double size = input.fontSize();
        const double top = area.top() + size * 2.8;
        const double height = area.bottom() - size * 1.9 - top;
        line = height / static_cast<double>(lines);
        words = area.left() + size * 3.2;
        const double room = area.right() - words - (shown == Shown::All ? 4 : 1) * gap;
        double left = words + gap / 2;
        const auto take = [&](Shown plot, double share) {
            if (!shows(shown, plot))
                return QRectF();
            const QRectF column(left, top, shown == plot ? room : room * share, height);
            left += column.width() + gap;
            return column;
        };
        drawn = take(Shown::Drawn, 0.36);
        live = take(Shown::Live, 0.3);
        largest = take(Shown::Largest, 0.17);
        gradient = take(Shown::Gradient, 0.17);
    }
    QRectF lineOf(const QRectF& column, std::size_t i) const {
        return {column.left(), column.top() + static_cast<double>(i) * line, column.width(), line};
    }
};

QRectF hillIn(const QRectF& line) {
    return line.adjusted(0, line.height() * 0.12, 0, -2);
}

/// The ends of an axis under the last line.
void drawEnds(Drawing& drawing, const QRectF& column, const ScaleRange& range) {
    const double size = drawing.fontSize() * type::small;
    const double y = column.bottom() + size;
    const NumberFormat format = numberFormatFor(range);
    for (const double tick :
         ticksFor(range, std::clamp(static_cast<int>(column.width() / 60), 2, 7)))
        drawing.text(
            {column.left() + (tick - range.first) / (range.second - range.first) * column.width(),
             y},
            format.text(tick), size, drawing.theme().mutedText, Qt::AlignHCenter);
}

/// The divisors above the points where their lines begin, kept apart.
void nameLines(Drawing& drawing, Divisor chosen, double y, const std::array<double, 3>& first) {
    const double size = drawing.fontSize() * type::small;
    std::array order = divisors;
    const auto at = [&](Divisor divisor) { return first[static_cast<std::size_t>(divisor)]; };
    std::ranges::sort(order, {}, at);
    // The middle one stays where it is.
    const double middle = at(order[1]);
    const std::array<double, 3> places{std::min(at(order[0]), middle - 1.6 * size), middle,
                                       std::max(at(order[2]), middle + 1.6 * size)};
    for (std::size_t i = 0; i < order.size(); ++i)
        drawing.text({places[i], y}, nameOf(order[i]), size,
                     order[i] == chosen ? drawing.theme().textHue(Hue::Attention)
                                        : drawing.theme().mutedText,
                     Qt::AlignHCenter, order[i] == chosen);
}

/// A line through all widths of what a softmax makes of the scores with each divisor.
void drawSoftmax(Drawing& drawing, const Scene& scene, const Columns& columns, const QRectF& column,
                 double Sharpness::*measure, double equal) {
    const Theme& theme = drawing.theme();
    const auto x = [&](double value) { return column.left() + value * column.width(); };
    drawing.canvas.lines({QLineF(column.topLeft(), column.bottomLeft()),
                          QLineF(column.topRight(), column.bottomRight())},
                         theme.grid, 1, "grid");
    drawing.canvas.lines(
        dashesOf({QPointF(x(equal), column.top()), QPointF(x(equal), column.bottom())}, 4, 4),
        theme.mutedText, 1.2, "level");
    std::array<double, 3> first{};
    for (const Divisor divisor : divisors) {
        const auto s = static_cast<std::size_t>(divisor);
        const bool chosen = divisor == scene.divisor;
        const QColor colour = chosen ? theme.hue(Hue::Attention) : theme.mutedText;
        std::vector<QPointF> points;
        for (std::size_t i = 0; i < scene.lines.size(); ++i)
            points.emplace_back(x(scene.lines[i].softmax[s].*measure),
                                columns.lineOf(column, i).center().y());
        first[s] = points.front().x();
        drawing.canvas.polyline(points, colour, chosen ? 3 : 1.5, "softmax");
        for (const QPointF& point : points)
            drawing.canvas.disc(point, chosen ? 4.5 : 3, colour, "point");
    }
    nameLines(drawing, scene.divisor, column.top() - drawing.fontSize() * 0.8, first);
    const double below = column.bottom() + drawing.fontSize() * type::small;
    for (const int end : {0, 1})
        drawing.text({x(end), below}, QString::number(end), drawing.fontSize() * type::small,
                     theme.mutedText, Qt::AlignHCenter);
}

/// The name of a column, and a line below it where there is room.
void drawHeading(Drawing& drawing, const QRectF& column, double top, const QStringList& words,
                 const QString& below, const QColor& colour) {
    const double size = drawing.fontSize();
    drawColumnName(drawing, column, top + size * 0.7, words, colour);
    if (!below.isEmpty() &&
        measureWith(drawing.input.font)(below, size * type::small) <= column.width())
        drawLine(drawing, {column.left(), top + size * 2}, below, column.width(),
                 drawing.theme().mutedText, type::small);
}

/// Mean and deviation of a model that was trained with so many features, under the live scores. Its
/// own may be far wider than those: where it leaves their axis it ends in the tip of an arrow.
void drawRetrained(Drawing& drawing, const ScoreMoments& moments, const Hill& live) {
    if (!std::isfinite(moments.mean) || !std::isfinite(moments.variance))
        return;
    const double deviation = std::sqrt(moments.variance);
    const double y = live.area.bottom() - 3;
    const QColor colour = drawing.theme().hue(Hue::Key);
    const auto within = [&](double score) {
        return std::clamp(live.at(score), live.area.left(), live.area.right());
    };
    drawing.canvas.lines(
        {QLineF(within(moments.mean - deviation), y, within(moments.mean + deviation), y)}, colour,
        3, "retrained");
    for (const double sign : {-1.0, 1.0}) {
        const double end = sign < 0 ? live.area.left() : live.area.right();
        if (sign * (live.at(moments.mean + sign * deviation) - end) > 0)
            drawing.canvas.polygon(
                {{end + sign * 6, y}, {end - sign * 4, y - 6}, {end - sign * 4, y + 6}}, colour,
                "goes on");
    }
    if (within(moments.mean) == live.at(moments.mean))
        drawing.canvas.disc({live.at(moments.mean), y}, 4, colour, "retrained");
}

/// The scores that were drawn for each width, or those of the head, cut or joined to it.
void drawHills(Drawing& drawing, const Scene& scene, const Columns& columns, bool live) {
    const QRectF& column = live ? columns.live : columns.drawn;
    std::vector<ScoreMoments> moments;
    for (const WidthLine& line : scene.lines) {
        const double divisor = valueOf(scene.divisor, line.width);
        if (!live)
            moments.push_back(divided(line.theory, divisor));
        else if (const CutScores* cut = liveOf(scene, line.width))
            moments.insert(moments.end(),
                           {divided(cut->measured, divisor), divided(cut->independent, divisor)});
    }
    const ScaleRange axis =
        drawnAxis(drawing.input, live ? "live scores" : "drawn scores", rangeOfHills(moments));
    for (std::size_t i = 0; i < scene.lines.size(); ++i) {
        const WidthLine& line = scene.lines[i];
        const double divisor = valueOf(scene.divisor, line.width);
        const QRectF room = columns.lineOf(column, i);
        const Hill hill{hillIn(room), axis};
        if (!live)
            drawHill(drawing, hill, line.drawn.products, divisor, line.theory, line.misprint,
                     drawing.theme().hue(Hue::Neutral));
        else if (const CutScores* cut = liveOf(scene, line.width))
            drawHill(drawing, hill, cut->scores, divisor, cut->independent, {},
                     drawing.theme().hue(Hue::Attention));
        else
            drawLine(drawing, room.center(), tr("more than all heads have"),
                     drawing.theme().mutedText, Qt::AlignHCenter);
        if (live)
            drawRetrained(drawing, divided(scene.retrained[i], divisor), {room, axis});
    }
    drawEnds(drawing, column, axis);
}

void drawHeadings(Drawing& drawing, const Scene& scene, const Columns& columns, double top) {
    const Theme& theme = drawing.theme();
    const QString s = scene.divisor == Divisor::One
                          ? QStringLiteral("q·k")
                          : QStringLiteral("q·k / ") + nameOf(scene.divisor);
    const auto head = [&](const QRectF& column, const QStringList& words, const QString& below,
                          const QColor& colour) {
        if (!column.isEmpty())
            drawHeading(drawing, column, top, words, below, colour);
    };
    head(columns.drawn, {tr("%1, drawn").arg(s)}, tr("%L1 pairs").arg(scene.pairs), theme.text);
    head(columns.live, {tr("%1, live").arg(s)}, tr("%1, cut or joined").arg(headTitle(scene.head)),
         theme.textHue(Hue::Attention));
    head(columns.largest, {tr("largest weight"), QStringLiteral("max w")}, {}, theme.text);
    head(columns.gradient, {tr("gradient Σ w(1 − w)"), QStringLiteral("Σ w(1 − w)")}, {},
         theme.text);
    drawLine(drawing, {columns.words, top + drawing.fontSize() * 2.05}, QStringLiteral("d"),
             theme.mutedText, Qt::AlignRight);
}

void drawScene(Drawing& drawing, const Scene& scene, const QRectF& area) {
    const Theme& theme = drawing.theme();
    const Columns columns(drawing.input, area, scene.lines.size(), scene.shown);
    drawHeadings(drawing, scene, columns, area.top());
    for (const bool live : {false, true})
        if (shows(scene.shown, live ? Shown::Live : Shown::Drawn))
            drawHills(drawing, scene, columns, live);
    constexpr double equal = 1.0 / simulatedKeys;
    if (shows(scene.shown, Shown::Largest))
        drawSoftmax(drawing, scene, columns, columns.largest, &Sharpness::largest, equal);
    if (shows(scene.shown, Shown::Gradient))
        drawSoftmax(drawing, scene, columns, columns.gradient, &Sharpness::gradient, 1 - equal);
    const QRectF inside(area.left(), area.top() + drawing.fontSize() * 2.8, area.width(), 0);
    for (std::size_t i = 0; i < scene.lines.size(); ++i) {
        const WidthLine& line = scene.lines[i];
        const bool isOwn = line.width == scene.own;
        QRectF whole = inside.translated(0, static_cast<double>(i) * columns.line);
        whole.setHeight(columns.line);
        drawLine(drawing, {columns.words, whole.center().y()},
                 isOwn ? QStringLiteral("K = %1").arg(line.width) : QString::number(line.width),
                 isOwn ? theme.textHue(Hue::Attention) : theme.text, Qt::AlignRight, isOwn);
        drawing.place(whole, {.tip = tipOf(scene, i)});
    }
}

Block show(const StationInput& input) {
    const Scene scene = sceneOf(input);
    const double lines = static_cast<double>(scene.lines.size());
    const Block plots =
        custom({440, input.fontSize() * 4.8 + lines * leastLine},
               [scene](Drawing& drawing, const QRectF& area) { drawScene(drawing, scene, area); });
    std::vector<Block> all;
    if (shows(scene.shown, Shown::Drawn))
        all.push_back(paragraph(drawnText(scene)));
    if (shows(scene.shown, Shown::Live)) {
        all.push_back(paragraph(liveText(scene), input.theme.textHue(Hue::Attention)));
        if (const QString retrained = retrainedText(input, scene); !retrained.isEmpty())
            all.push_back(paragraph(retrained, input.theme.textHue(Hue::Key)));
    }
    all.push_back(plots);
    return padded(14, 10, column(all, 4));
}

/// A row for each d: theory, what was drawn, the softmax, the head, and what was trained anew.
Tensor numbers(const StationInput& input) {
    const Scene scene = sceneOf(input);
    std::vector<float> values;
    const auto add = [&](double value) { values.push_back(static_cast<float>(value)); };
    for (std::size_t i = 0; i < scene.lines.size(); ++i) {
        const WidthLine& line = scene.lines[i];
        for (const double value : {static_cast<double>(line.width), line.theory.mean,
                                   line.theory.variance, line.misprint, line.drawn.moments.mean,
                                   line.drawn.moments.variance, line.drawn.varianceError})
            add(value);
        for (const Sharpness& softmax : line.softmax) {
            add(softmax.largest);
            add(softmax.gradient);
        }
        const CutScores* live = liveOf(scene, line.width);
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        for (const double value :
             {live ? live->measured.mean : none, live ? live->measured.variance : none,
              live ? live->independent.mean : none, live ? live->independent.variance : none,
              scene.retrained[i].mean, scene.retrained[i].variance})
            add(value);
    }
    const auto rows = static_cast<Index>(scene.lines.size());
    const Index columns = static_cast<Index>(values.size()) / rows;
    return Tensor({rows, columns}, std::move(values));
}

NodeId node(const Graph& graph, NodeId focused) {
    return attentionStep(graph, focused, "scores");
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "variance", .controls = controls, .show = show, .numbers = numbers},
            .node = node,
            .missing = noHeads,
            .asks = asks,
            .standsAlone = true};
}

} // namespace gf::variance_lab
