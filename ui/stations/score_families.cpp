// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/score_families.h"
#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <cmath>

namespace gf::score_families {

namespace {

constexpr double margin = 8;
constexpr double gap = 18;
constexpr double leastWidth = 480;

bool shows(const Graph&, const Node& node) {
    return node.role == Role::Forward && node.scope.kind() == ScopeKind::Alignment &&
           node.relation == Relation::Own && node.part == "scores";
}

/// The model's own weights for the small network are two matrices (Bahdanau et al. 2015).
bool hasTwoMatrices(const Graph& graph, const Node& node) {
    return graph.find(node.scope, "w_1") != noNode;
}

QString nameOf(ScoreFamily family) {
    switch (family) {
    case ScoreFamily::Dot:
        return tr("dot");
    case ScoreFamily::Scaled:
        return tr("scaled dot");
    case ScoreFamily::General:
        return tr("general");
    case ScoreFamily::Location:
        return tr("location");
    case ScoreFamily::Concat:
        break;
    }
    return tr("concat (additive)");
}

QString formulaOf(ScoreFamily family, bool twoMatrices) {
    switch (family) {
    case ScoreFamily::Dot:
        return QStringLiteral("h · s");
    case ScoreFamily::Scaled:
        return QStringLiteral("h · s / √D");
    case ScoreFamily::General:
        return QStringLiteral("(h · W_a) · s");
    case ScoreFamily::Location:
        return tr("(h · W_a) at the place of s");
    case ScoreFamily::Concat:
        break;
    }
    return twoMatrices ? QStringLiteral("tanh(h·W_1 + s·W_2) · v")
                       : QStringLiteral("tanh([h; s]·W_a) · v");
}

/// What stands in the place of numbers that nobody has.
QString missingWords(ScoreFamily family) {
    return family == ScoreFamily::Concat
               ? tr("Without its matrix and v there is no number to show.")
               : tr("Without its W_a there is no number to show.");
}

/// All that is drawn of one row.
struct Parts {
    std::vector<FamilyScores> families;
    HeatmapData scores; ///< [T,S] of the model, for its words and masks
    QStringList queries;
    QStringList sentence; ///< the tokens that they read, to choose among
    Index query = 0;
    Index likeliest = 0; ///< the state with the model's largest weight
    bool twoMatrices = false;
};

Parts partsOf(const StationInput& input) {
    Parts parts;
    parts.scores = heatmapOf(input, input.node);
    const Index row = within(input.focus.row, parts.scores.rows);
    parts.query = row >= 0 ? row : parts.scores.rows - 1;
    for (Index i = 0; i < parts.scores.rows; ++i)
        parts.queries << rowLabel(parts.scores, i);
    parts.sentence = queryTokens(input, input.node, parts.scores);
    parts.twoMatrices = hasTwoMatrices(input.graph(), input.at());
    parts.families = familyScores(input.trace, input.at().scope, parts.query);
    for (const FamilyScores& family : parts.families)
        if (family.own)
            parts.likeliest = std::ranges::max_element(family.weights, {},
                                                       [](float w) { return w >= 0 ? w : -1; }) -
                              family.weights.begin();
    return parts;
}

double lineOf(const StationInput& input) {
    return input.fontSize() * 1.7;
}

/// A family's name, formula and where its weights are from.
double leastBand(const StationInput& input) {
    return lineOf(input) * 2.6;
}

/// What is said of a family without numbers, in one line.
double leastMissing(const StationInput& input) {
    return lineOf(input);
}

/// The words of the states under the last weights: upwards where they have no room side by side.
double labelHeight(const StationInput& input, const QStringList& words, double width) {
    const TextMeasure measure = measureWith(input.font);
    double widest = 0;
    for (const QString& word : words)
        widest = std::max(widest, measure(word, input.fontSize()));
    const bool level = (widest + 2) * static_cast<double>(words.size()) <= width;
    return level ? lineOf(input) : std::min(widest + 10, lineOf(input) * 2.6);
}

/// Of the families that every model has numbers for, and its own.
double leastFamilies(const StationInput& input) {
    const Scope& scope = input.at().scope;
    const bool ownWeights =
        input.graph().find(scope, "w_a") != noNode || hasTwoMatrices(input.graph(), input.at());
    constexpr int families = 5;
    const int known = ownWeights ? 3 : 2;
    return known * leastBand(input) + (families - known) * leastMissing(input);
}

/// The columns of the drawing: words, terms, weights.
struct Columns {
    double words = 0;
    double rest = 0; ///< each of the other two

    explicit Columns(double width)
        : words(std::clamp(width * 0.22, 150.0, 260.0)), rest((width - words - 2 * gap) / 2) {}
};

QStringList wordsAlong(const StationInput& input, int axis) {
    return tokensAlong(input.trace, input.node, axis);
}

/// The families under each other, with the words of their columns.
QSizeF leastSize(const StationInput& input) {
    const double width = leastWidth - 2 * margin;
    return {width, lineOf(input) * 1.2 + leastFamilies(input) +
                       labelHeight(input, wordsAlong(input, 1), Columns(width).rest)};
}

/// Where a family stands: words, terms, weights.
struct Band {
    QRectF words;
    QRectF terms;
    QRectF weights;
};

struct Places {
    double heading = 0; ///< of the columns
    std::vector<Band> bands;
    double labels = 0;   ///< room for the words of the states, under the last weights
    bool folded = false; ///< families without numbers have their name alone
};

/// Those with numbers share the room; what is said of the others takes a line each below them, and
/// another one where there is room.
Places placesFor(const StationInput& input, const Parts& parts, const QRectF& area) {
    const double line = lineOf(input);
    const auto [words, rest] = Columns(area.width());
    const auto known = static_cast<double>(std::ranges::count_if(
        parts.families, [](const FamilyScores& family) { return !family.scores.empty(); }));
    const auto others = static_cast<double>(parts.families.size()) - known;
    Places places;
    places.heading = area.top() + line / 2;
    places.labels = labelHeight(input, wordsAlong(input, 1), rest);
    const double first = area.top() + line * 1.2;
    const double end = area.bottom();
    const double room = end - places.labels - first;
    const double tall = line * 2.2;
    places.folded = room < known * line * 4 + others * tall;
    const double missing = places.folded ? leastMissing(input) : tall;
    const double last = end - others * missing;
    const double height = (room - others * missing) / known;
    double y = first;
    double below = last;
    for (const FamilyScores& family : parts.families) {
        double& at = family.scores.empty() ? below : y;
        const double step = family.scores.empty() ? missing : height;
        const double inner = step - line * 0.25;
        const double middle = area.left() + words + gap;
        places.bands.push_back({{area.left(), at, words, inner},
                                {middle, at + inner * 0.1, rest, inner * 0.62},
                                {middle + rest + gap, at, rest, inner}});
        at += step;
    }
    return places;
}

/// The plot of a family's weights: a bar for each state.
Plot plotOf(const Band& band, Index states) {
    Plot plot;
    plot.area = band.weights;
    plot.x = {0.5, static_cast<double>(states) + 0.5};
    plot.y = {0, 1};
    return plot;
}

void drawWords(Drawing& drawing, const FamilyScores& family, const Parts& parts, const Band& band,
               bool nameAlone) {
    const double line = drawing.fontSize() * 1.45;
    const QPointF at = band.words.topLeft() + QPointF(0, line / 2);
    const double width = band.words.width();
    drawLine(drawing, at, nameOf(family.family), width,
             family.own ? drawing.theme().textHue(Hue::Attention) : drawing.theme().text,
             type::section, true);
    if (nameAlone)
        return;
    drawLine(drawing, at + QPointF(0, line), formulaOf(family.family, parts.twoMatrices), width,
             drawing.theme().text);
    if (family.scores.empty())
        return;
    const bool free = family.family == ScoreFamily::Dot || family.family == ScoreFamily::Scaled;
    const QString origin = family.own ? tr("this model’s own")
                           : free     ? tr("needs no weights")
                                      : tr("not this model’s");
    drawLine(drawing, at + QPointF(0, 2 * line), origin, width,
             family.own ? drawing.theme().success : drawing.theme().mutedText);
}

QString tipOf(const FamilyScores& family, const Parts& parts, Index state) {
    const auto at = static_cast<std::size_t>(state);
    const Hidden hidden = parts.scores.hiddenAt(parts.query, state);
    const QString score = tr("%1, state of “%2”: score %3")
                              .arg(nameOf(family.family), columnLabel(parts.scores, state),
                                   numberText(family.scores[at], 5));
    return hidden == Hidden::No
               ? score + QLatin1Char('\n') + tr("weight %1").arg(numberText(family.weights[at], 4))
               : score;
}

void drawWeights(Drawing& drawing, const FamilyScores& family, const Parts& parts,
                 const Band& band) {
    const Index states = parts.scores.columns;
    const Plot plot = plotOf(band, states);
    const double bottom = plot.area.bottom();
    drawing.canvas.lines({QLineF(plot.area.left(), bottom, plot.area.right(), bottom)},
                         drawing.theme().border, 1, "axis");
    QColor colour = drawing.theme().hue(family.own ? Hue::Attention : Hue::Neutral);
    drawBars(drawing, plot, family.weights, colour);
    const double step = plot.area.width() / static_cast<double>(states);
    for (Index j = 0; j < states; ++j)
        drawing.place(QRectF(plot.area.left() + static_cast<double>(j) * step, plot.area.top(),
                             step, plot.area.height()),
                      StationPlace{parts.query, j, -1, QString(), tipOf(family, parts, j)});
}

/// The terms of one state's score, and their sum.
void drawTerms(Drawing& drawing, const FamilyScores& family, const Parts& parts, const Band& band,
               Index state) {
    const HeatmapData row = rowOf(heatmapOf(family.terms, QString()), state);
    HeatmapData ranged = row;
    ranged.range = row.colourRange();
    placeCells(drawing, ranged, band.terms, nothingHighlighted,
               [ranged, query = parts.query, state](Index, Index feature) {
                   return StationPlace{query, state, -1, QString(),
                                       tr("%1\nterm %2 of the sum")
                                           .arg(numberText(ranged.at(0, feature), 6))
                                           .arg(feature + 1)};
               });
    const double y = band.terms.bottom() + drawing.fontSize();
    const auto score = static_cast<double>(family.scores[state]);
    const QString sum = tr("sum %1").arg(numberText(score, 5));
    drawLine(drawing, {band.terms.left(), y}, sum, drawing.theme().text, Qt::AlignLeft, true);
    // Its scale is told where there is room; bold letters are a tenth wider than measured.
    const QString scale = tr("±%1").arg(numberText(ranged.range->second, 2));
    const TextMeasure measure = measureWith(drawing.input.font);
    const double size = drawing.fontSize();
    if (measure(sum, size) * 1.1 + measure(scale, size) + size / 2 <= band.terms.width())
        drawLine(drawing, {band.terms.right(), y}, scale, drawing.theme().mutedText,
                 Qt::AlignRight);
}

QString sentenceOf(const Parts& parts, Index state) {
    const QString own = tr("h of the row “%1”, s of “%2”")
                            .arg(parts.queries[parts.query], columnLabel(parts.scores, state));
    for (const FamilyScores& family : parts.families)
        if (family.own)
            return tr("%1: the model’s own score is %2.")
                .arg(own, numberText(family.scores[state], 5));
    return own;
}

/// The state in focus; otherwise the likeliest.
Index stateOf(const StationInput& input, const Parts& parts) {
    const Index chosen = within(input.focus.column, parts.scores.columns);
    return chosen >= 0 ? chosen : parts.likeliest;
}

/// What follows the state in focus: the terms of its scores, and its weights.
void drawState(Drawing& drawing, const Parts& parts, const Places& places, const Band& last) {
    const Index state = stateOf(drawing.input, parts);
    QStringList words;
    for (Index j = 0; j < parts.scores.columns; ++j)
        words << columnLabel(parts.scores, j);
    for (std::size_t i = 0; i < parts.families.size(); ++i) {
        const FamilyScores& family = parts.families[i];
        if (family.scores.empty())
            continue;
        drawTerms(drawing, family, parts, places.bands[i], state);
        drawBar(drawing.canvas, plotOf(places.bands[i], parts.scores.columns), family.weights,
                state, drawing.theme().highlight);
    }
    drawBarLabels(drawing, plotOf(last, parts.scores.columns), places.labels, words, state,
                  drawing.theme().textHue(Hue::Key));
}

void drawFamilies(Drawing& drawing, const Parts& parts, const QRectF& area) {
    const Places places = placesFor(drawing.input, parts, area);
    const Band& first = places.bands.front();
    drawLine(drawing, {first.terms.left(), places.heading}, tr("the terms of one score"),
             first.terms.width(), drawing.theme().text, 1, true);
    drawLine(drawing, {first.weights.left(), places.heading}, tr("softmax of its scores"),
             first.weights.width(), drawing.theme().text, 1, true);
    Band last = first;
    for (std::size_t i = 0; i < parts.families.size(); ++i) {
        const FamilyScores& family = parts.families[i];
        const Band& band = places.bands[i];
        const bool missing = family.scores.empty();
        drawWords(drawing, family, parts, band, missing && places.folded);
        if (missing) {
            drawLine(drawing, {first.terms.left(), band.words.top() + drawing.fontSize() * 0.725},
                     missingWords(family.family), band.weights.right() - first.terms.left(),
                     drawing.theme().mutedText);
            continue;
        }
        drawWeights(drawing, family, parts, band);
        last = band;
    }
    drawing.onFocus([=](Drawing& now) { drawState(now, parts, places, last); });
}

Block show(const StationInput& input) {
    const Parts parts = partsOf(input);
    if (parts.families.empty())
        return {};
    const Block families = custom(leastSize(input), [parts](Drawing& drawing, const QRectF& area) {
        drawFamilies(drawing, parts, area);
    });
    const Block said = live([parts](const StationInput& now) {
        return line(sentenceOf(parts, stateOf(now, parts)), {}, 1, true);
    });
    return walked(
        parts.scores.rows, parts.scores.columns,
        padded(margin, margin,
               column({chooser(tr("Choose a row:"), parts.sentence, parts.query), families, said},
                      0)));
}

/// The scores of the row, a row for each family that has some.
Tensor numbers(const StationInput& input) {
    const Parts parts = partsOf(input);
    std::vector<float> scores;
    Index rows = 0;
    for (const FamilyScores& family : parts.families) {
        scores.insert(scores.end(), family.scores.begin(), family.scores.end());
        rows += family.scores.empty() ? 0 : 1;
    }
    return rows == 0 ? Tensor() : Tensor(Shape{rows, parts.scores.columns}, std::move(scores));
}

} // namespace

Station station() {
    return {.id = "families",
            .title = QT_TR_NOOP("Kinds of scores"),
            .summary = QT_TR_NOOP("Dot, scaled dot, general, location and concat on the same two "
                                  "states, as far as this model has weights for them"),
            .ofRow = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::score_families
