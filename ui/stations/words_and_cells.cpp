// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/words_and_cells.h"

#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double lineHeight = 1.45; ///< of a paragraph, in font sizes
constexpr int mostSentenceLines =
    3;                            ///< of a long sentence: those around the word that is highlighted
constexpr double widestWord = 90; ///< beside a matrix; longer ones are cut

constexpr double boldWidth = 1 / 0.9; ///< bold letters are wider than the measure knows

QStringList brokenLines(const StationInput& input, double width, const QString& text, double size,
                        bool bold) {
    const TextMeasure measure = measureWith(input.font);
    const double pixels = input.fontSize() * size;
    const double room = bold ? width / boldWidth : width;
    QStringList lines;
    QString line;
    for (const QString& word : text.split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (line.isEmpty() || measure(longer, pixels) <= room) {
            line = longer;
        } else {
            lines << line;
            line = word;
        }
    }
    if (!line.isEmpty())
        lines << line;
    return lines;
}

/// Words beside each other, broken into lines.
struct SentenceLines {
    struct Chip {
        double left;
        double width;
        int line;
    };
    std::vector<Chip> chips;
    int lines = 1;
    double step = 0; ///< from one line to the next
};

SentenceLines layOutSentence(const StationInput& input, double width, const QStringList& words) {
    const TextMeasure measure = measureWith(input.font);
    const double size = input.fontSize();
    SentenceLines sentence;
    sentence.step = size * 1.6 + 2;
    double x = 0;
    for (const QString& word : words) {
        const double wide = std::max(size * 1.3, measure(word, size) + size * 0.7);
        if (x > 0 && x + wide > width) {
            x = 0;
            ++sentence.lines;
        }
        sentence.chips.push_back({x, wide, sentence.lines - 1});
        x += wide + 2;
    }
    return sentence;
}

} // namespace

bool isInput(const Node& node) {
    return node.role == Role::Forward && node.scope.kind() == ScopeKind::Input &&
           node.part.empty() && node.relation == Relation::Own;
}

void drawLine(Drawing& drawing, const QPointF& at, const QString& text, const QColor& colour,
              Qt::AlignmentFlag align, bool bold) {
    drawing.text(at, text, drawing.fontSize(), colour, align, bold);
}

void drawLine(Drawing& drawing, const QPointF& at, const QString& text, double width,
              const QColor& colour, double size, bool bold) {
    const double pixels = drawing.fontSize() * size;
    const double room = bold ? width / boldWidth : width;
    drawing.text(at, elided(text, room, pixels, measureWith(drawing.input.font)), pixels, colour,
                 Qt::AlignLeft, bold);
}

double drawParagraph(Drawing& drawing, const QPointF& topLeft, double width, const QString& text,
                     const QColor& colour, double size, bool bold) {
    const double step = drawing.fontSize() * size * lineHeight;
    double y = topLeft.y() + step / 2;
    if (!bold && !text.isEmpty()) // no heading
        drawing.picture.said << text;
    for (const QString& line : brokenLines(drawing.input, width, text, size, bold)) {
        drawing.text({topLeft.x(), y}, line, drawing.fontSize() * size, colour, Qt::AlignLeft,
                     bold);
        y += step;
    }
    return y - step / 2 - topLeft.y();
}

double paragraphHeight(const StationInput& input, double width, const QString& text, double size,
                       bool bold) {
    return static_cast<double>(brokenLines(input, width, text, size, bold).size()) *
           input.fontSize() * size * lineHeight;
}

double paragraphWidth(const StationInput& input, const QString& text, double size, bool bold) {
    const TextMeasure measure = measureWith(input.font);
    double widest = 0;
    for (const QString& word : text.split(QLatin1Char(' ')))
        widest = std::max(widest, measure(word, input.fontSize() * size));
    return widest * (bold ? boldWidth : 1);
}

double sentenceHeight(const StationInput& input, double width, const QStringList& words) {
    const SentenceLines sentence = layOutSentence(input, width, words);
    return std::min(sentence.lines, mostSentenceLines) * sentence.step;
}

double sentenceWidth(const StationInput& input, const QStringList& words) {
    double widest = 0;
    for (const SentenceLines::Chip& chip : layOutSentence(input, 0, words).chips)
        widest = std::max(widest, chip.width);
    return widest;
}

double drawSentence(Drawing& drawing, const QPointF& topLeft, double width,
                    const QStringList& words, Index highlighted) {
    const SentenceLines sentence = layOutSentence(drawing.input, width, words);
    const int seen = std::min(sentence.lines, mostSentenceLines);
    const int highlightedLine =
        highlighted >= 0 && highlighted < words.size() ? sentence.chips[highlighted].line : 0;
    const int first = std::clamp(highlightedLine - seen / 2, 0, sentence.lines - seen);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const SentenceLines::Chip& word = sentence.chips[i];
        if (word.line < first || word.line >= first + seen)
            continue;
        const QRectF chip(topLeft.x() + word.left,
                          topLeft.y() + (word.line - first) * sentence.step, word.width,
                          sentence.step - 2);
        const bool isHighlighted = i == highlighted;
        drawing.canvas.rectangle(
            chip, isHighlighted ? drawing.theme().selection : drawing.theme().raised, "word");
        drawLine(drawing, chip.center(), words[i],
                 isHighlighted ? drawing.theme().selectionText : drawing.theme().text,
                 Qt::AlignHCenter, isHighlighted);
        drawing.place(chip, {.row = static_cast<Index>(i), .tip = words[i]});
    }
    return seen * sentence.step;
}

namespace {

/// The room of a chooser's words beside what is to be done; 0 where they stand under it.
double besideChooser(const StationInput& input, double width, const QString& what,
                     const QStringList& words) {
    const double room = width - measureWith(input.font)(what, input.fontSize()) - input.fontSize();
    return layOutSentence(input, room, words).lines == 1 ? room : 0;
}

} // namespace

double drawChooser(Drawing& drawing, const QPointF& topLeft, double width, const QString& what,
                   const QStringList& words, Index highlighted) {
    const double beside = besideChooser(drawing.input, width, what, words);
    const double line = drawing.fontSize() * 1.6;
    drawLine(drawing, topLeft + QPointF(0, line / 2), what, drawing.theme().mutedText);
    if (beside > 0)
        return drawSentence(drawing, topLeft + QPointF(width - beside, 0), beside, words,
                            highlighted);
    return line + drawSentence(drawing, topLeft + QPointF(0, line), width, words, highlighted);
}

QStringList queryTokens(const StationInput& input, NodeId scores, const HeatmapData& drawn) {
    QStringList tokens = tokensAlong(input.trace, scores, input.graph()[scores].shape.rank() - 2);
    for (Index row = tokens.size(); row < drawn.rows; ++row)
        tokens << rowLabel(drawn, row);
    return tokens;
}

double chooserHeight(const StationInput& input, double width, const QString& what,
                     const QStringList& words) {
    if (const double beside = besideChooser(input, width, what, words); beside > 0)
        return sentenceHeight(input, beside, words);
    return input.fontSize() * 1.6 + sentenceHeight(input, width, words);
}

void drawSign(Drawing& drawing, const QRectF& area, const QString& sign) {
    const double size = drawing.fontSize() * 1.4;
    const double fits = area.width() / std::max(1.0, measureWith(drawing.input.font)(sign, 1));
    drawing.text(area.center(), sign, std::min(size, fits), drawing.theme().text, Qt::AlignHCenter);
}

HeatmapLayout cellsIn(const QRectF& area, Index rows, Index columns) {
    HeatmapLayout layout;
    layout.bounds = layout.cells = area;
    layout.rows = rows;
    layout.columns = columns;
    layout.cellWidth = area.width() / static_cast<double>(std::max<Index>(1, columns));
    layout.cellHeight = area.height() / static_cast<double>(std::max<Index>(1, rows));
    layout.gap = std::min(layout.cellWidth, layout.cellHeight) >= 16 ? 1 : 0;
    return layout;
}

HeatmapLayout placeCells(Drawing& drawing, const HeatmapData& data, const QRectF& area,
                         HighlightedCells highlighted,
                         std::function<StationPlace(Index row, Index column)> placeOf) {
    const HeatmapLayout layout = cellsIn(area, data.rows, data.columns);
    drawHeatmap(drawing.canvas, data, layout, {drawing.theme(), numberFont(drawing.input.font)});
    noteMasks(drawing.picture, data);
    drawing.onFocus([layout, highlighted = std::move(highlighted)](Drawing& now) {
        // Without labels there are no words that the matrix would be needed for.
        drawHighlight(now.canvas, {}, layout, {now.theme(), numberFont(now.input.font)},
                      highlighted(now.input));
    });
    drawing.picture.grids.push_back({layout, std::move(placeOf)});
    return layout;
}

namespace {

/// Every so many have their word, and the one in focus, to which its neighbours give way.
bool hasWord(Index place, Index step, Index highlighted) {
    return place == highlighted ||
           (place % step == 0 && (highlighted < 0 || std::abs(place - highlighted) >= step));
}

} // namespace

void drawRowWords(Drawing& drawing, const HeatmapData& data, const QRectF& cells, Index highlighted,
                  Hue hue) {
    const double row = cells.height() / static_cast<double>(data.rows);
    const double size = std::clamp(row * 0.9, 8.0, drawing.fontSize());
    const auto step = static_cast<Index>(std::max(1.0, std::ceil(size / row)));
    const TextMeasure measure = measureWith(drawing.input.font);
    for (Index r = 0; r < data.rows; ++r)
        if (hasWord(r, step, highlighted))
            drawing.text({cells.left() - 6, cells.top() + (static_cast<double>(r) + 0.5) * row},
                         elided(rowLabel(data, r), widestWord, size, measure), size,
                         r == highlighted ? drawing.theme().textHue(hue) : drawing.theme().text,
                         Qt::AlignRight, r == highlighted);
}

void drawColumnWords(Drawing& drawing, const HeatmapData& data, const QRectF& cells,
                     Index highlighted, Hue hue) {
    const double column = cells.width() / static_cast<double>(data.columns);
    const double size = std::clamp(column * 0.9, 8.0, drawing.fontSize());
    const auto step = static_cast<Index>(std::max(1.0, std::ceil(size / column)));
    const TextMeasure measure = measureWith(drawing.input.font);
    for (Index c = 0; c < data.columns; ++c) {
        if (!hasWord(c, step, highlighted))
            continue;
        const QString word = columnLabel(data, c);
        const bool upwards =
            word.size() > 1 && measure(word, size) > column * static_cast<double>(step);
        const double x = cells.left() + (static_cast<double>(c) + 0.5) * column;
        drawing.text({x, cells.top() - (upwards ? 5 : size * 0.7)},
                     elided(word, upwards ? widestWord : cells.width(), size, measure), size,
                     c == highlighted ? drawing.theme().textHue(hue) : drawing.theme().text,
                     upwards ? Qt::AlignLeft : Qt::AlignHCenter, c == highlighted, upwards);
    }
}

void markChanged(Canvas& canvas, const QRectF& area) {
    canvas.outline(area.adjusted(-2.5, -2.5, 2.5, 2.5), QColor(changedGround), 1.2);
    canvas.outline(area.adjusted(-1.5, -1.5, 1.5, 1.5), QColor(changedColour), 2.2);
}

double wordWidth(const StationInput& input, const HeatmapData& data, double most) {
    const TextMeasure measure = measureWith(input.font);
    double width = 0;
    for (Index r = 0; r < data.rows; ++r)
        width = std::max(width, measure(rowLabel(data, r), input.fontSize()));
    return std::min(width, most);
}

void fitScale(HeatmapData& data) {
    if (data.values.empty())
        return;
    const auto [least, most] = std::minmax_element(data.values.begin(), data.values.end());
    if (!(*least >= 0) || !(*most > *least))
        return;
    data.scale = HeatmapData::Scale::Sequential;
    data.range = std::pair<double, double>(*least, *most);
}

std::vector<float> copied(std::span<const float> numbers) {
    return {numbers.begin(), numbers.end()};
}

Index within(Index place, Index count) {
    return place < count ? place : -1;
}

} // namespace gf
