// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>

namespace gf::writing_lab {

namespace {

constexpr const char* startKey = "writing.start";
constexpr const char* givenKey = "writing.given";
constexpr double lineHeight = 1.3; ///< of a line of tokens at least, in font sizes
constexpr double mostLine = 2.6;
constexpr double widestCell = 5.5;

/// What the decoder says of each next token; noNode without a decoder of words.
NodeId nodeOf(const Graph& graph, NodeId) {
    const NodeId said = graph.find("probabilities");
    return said != noNode && graph[said].axes[0] == Axis::Target &&
                   graph[said].axes[1] == Axis::TargetWord
               ? said
               : noNode;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (nodeOf(*trace.graph, noNode) == noNode)
        return phrase("This model writes no words one after the other.");
    if (trace.labels.empty())
        return phrase("The right answer is not known here, so nothing can be called an error.");
    return std::nullopt;
}

LabRequest requestOf(const StationInput& input) {
    return askedOf(input, "writing");
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

std::vector<StationControl> controls(const Graph& graph, const Node& node) {
    std::vector<StationControl> fields = knobFields("writing");
    fields.back().maximum =
        static_cast<double>(std::max<Index>(graph[node.id].shape[0] - 1, 0)); // of the answer
    return fields;
}

/// A token of the right answer, and what was said in its place.
struct Written {
    std::string label, forced, free; ///< free is empty once the model has ended
    double forcedProbability = 0;    ///< of the label
    double freeProbability = 0;
};

/// Empty where it is not known yet.
std::vector<Written> writtenOf(const StationInput& input) {
    const auto* const found = answerTo(input, requestOf(input));
    std::vector<Written> written;
    for (const Finding& token : found ? found->finding.listAt("tokens") : Finding::List()) {
        const std::string free = token.wordsAt("free");
        written.push_back({token.wordsAt("label"), token.wordsAt("forced"),
                           free == "<pad>" ? std::string() : free,
                           token.numberAt("forced_probability"),
                           token.numberAt("free_probability")});
    }
    return written;
}

// ---- The lines of tokens -----------------------------------------------------------------------

/// One line: what is read or said at each place.
struct TokenLine {
    QString name;
    QStringList words;
    std::vector<bool> wrong; ///< empty: nothing is judged
};

QString shown(const std::string& token) {
    return token.empty() ? QString() : tokenText(token);
}

std::vector<TokenLine> linesOf(const StationInput& input, const std::vector<Written>& written) {
    const auto given = static_cast<Index>(knobSetting(input, givenKey));
    const QString start = knobSetting(input, startKey) > 0
                              ? QStringLiteral("<eos>")
                              : tokenText(input.trace.targetTokens.front());
    TokenLine right{tr("right"), {}, {}};
    TokenLine forcedReads{tr("forced: reads"), {start}, {}};
    TokenLine forcedSays{tr("says"), {}, {}};
    TokenLine freeReads{tr("free: reads"), {start}, {}};
    TokenLine freeSays{tr("says"), {}, {}};
    Index place = 0;
    for (const Written& token : written) {
        right.words << shown(token.label);
        forcedReads.words << shown(token.label);
        forcedSays.words << shown(token.forced);
        forcedSays.wrong.push_back(token.forced != token.label);
        freeReads.words << shown(place < given ? token.label : token.free);
        freeSays.words << shown(token.free);
        freeSays.wrong.push_back(token.free != token.label);
        ++place;
    }
    for (TokenLine* reads : {&forcedReads, &freeReads})
        reads->words.removeLast(); // the last token is read by nobody
    return {right, forcedReads, forcedSays, freeReads, freeSays};
}

double nameWidth(const StationInput& input, const std::vector<TokenLine>& lines) {
    double widest = 0;
    for (const TokenLine& line : lines)
        widest = std::max(widest, measureWith(input.font)(line.name, input.fontSize()));
    return widest + input.fontSize();
}

void drawLines(Drawing& drawing, const std::vector<TokenLine>& lines, const QRectF& area) {
    const double size = drawing.fontSize();
    const double left = area.left() + nameWidth(drawing.input, lines);
    const auto count = static_cast<double>(std::max<qsizetype>(lines.front().words.size(), 1));
    const double wide = std::min((area.right() - left) / count, widestCell * size);
    const double high = area.height() / static_cast<double>(lines.size());
    const TextMeasure measure = measureWith(drawing.input.font);
    double top = area.top();
    for (const TokenLine& line : lines) {
        drawLine(drawing, {area.left(), top + high / 2}, line.name, left - area.left(),
                 drawing.theme().mutedText);
        for (qsizetype i = 0; i < line.words.size(); ++i) {
            const QRectF cell(left + static_cast<double>(i) * wide, top, wide, high);
            const QRectF box = cell.adjusted(1, 1, -1, -1);
            const bool isWrong = !line.wrong.empty() && line.wrong[i];
            if (!line.wrong.empty()) {
                QColor ground = isWrong ? drawing.theme().error : drawing.theme().success;
                ground.setAlphaF(isWrong ? 0.45F : 0.2F);
                drawing.canvas.rectangle(box, ground, isWrong ? "wrong" : "right");
            } else {
                drawing.canvas.rectangle(box, drawing.theme().grid, "read");
            }
            // A long token is written smaller, not cut: it would be another one.
            const double wanted = measure(line.words[i], size) + 4;
            drawing.text(box.center(), line.words[i], size * std::min(1.0, wide / wanted),
                         drawing.theme().text, Qt::AlignHCenter, isWrong);
            drawing.place(cell, {.row = static_cast<Index>(i),
                                 .tip = tr("Token %1: %2").arg(i + 1).arg(line.words[i])});
        }
        top += high;
    }
    drawing.onFocus([=, count = lines.size()](Drawing& now) {
        const Index row = within(now.input.focus.row, lines.front().words.size());
        if (row >= 0)
            now.canvas.outline({left + static_cast<double>(row) * wide, area.top(), wide,
                                high * static_cast<double>(count)},
                               now.theme().highlight, 2);
    });
}

Block tokensBlock(const StationInput& input, const std::vector<TokenLine>& lines) {
    Block made = custom(
        {0, 0}, [lines](Drawing& drawing, const QRectF& area) { drawLines(drawing, lines, area); });
    made.leastHeight = [count = lines.size()](const StationInput& now, double) {
        return lineHeight * now.fontSize() * static_cast<double>(count);
    };
    return grows(made, 1, mostLine * input.fontSize() * static_cast<double>(lines.size()));
}

// ---- The probability of the right token --------------------------------------------------------

Block chartOf(const StationInput& input, const std::vector<Written>& written) {
    std::vector<QPointF> forced, free;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const auto x = static_cast<double>(i + 1);
        forced.emplace_back(x, written[i].forcedProbability);
        free.emplace_back(x, written[i].freeProbability);
    }
    const Theme& theme = input.theme;
    const QColor forcedColour = theme.hue(Hue::Query);
    const QColor freeColour = theme.hue(Hue::Key);
    const double chance = 1.0 / static_cast<double>(std::max<Index>(input.at().shape[1], 1));
    const Block key = legend({{forcedColour, tr("forced: reads the right tokens")},
                              {freeColour, tr("free: reads its own")},
                              {theme.mutedText, tr("chance, 1/V"), LegendEntry::Sign::Dashes}});
    const Block chart =
        plot({.name = "writing",
              .words = {tr("Probability of the right token"), tr("token")},
              .x = {0.5, static_cast<double>(written.size()) + 0.5},
              .y = {0, 1.05}},
             {levelAt(chance, QString(), theme.mutedText), curve(free, freeColour, 2.5, 3.5),
              curve(forced, forcedColour, 2, 3),
              placesAlong(1, static_cast<Index>(written.size()),
                          [written](Index place) { return StationPlace{.row = place}; })});
    return column({key, grows(chart)}, 2);
}

QString sentenceOf(const std::vector<Written>& written) {
    int forced = 0;
    int free = 0;
    int first = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const Written& token = written[i];
        forced += token.forced == token.label;
        free += token.free == token.label;
        if (first == 0 && token.free != token.label)
            first = static_cast<int>(i) + 1;
    }
    const auto all = static_cast<int>(written.size());
    const QString counts = tr("Reading the right tokens, %1 of %2 are right; reading its own, %3")
                               .arg(forced)
                               .arg(all)
                               .arg(free);
    return first == 0 ? tr("%1: it never leaves the way that it was trained on.").arg(counts)
                      : tr("%1. Its first error is token %2; what follows is read after it.")
                            .arg(counts)
                            .arg(first);
}

Block show(const StationInput& input) {
    const std::vector<Written> written = writtenOf(input);
    if (written.empty())
        return padded(14, 10,
                      paragraph(measuringWords(input, requestOf(input)), input.theme.mutedText));
    const QString words = withMeasuringWords(sentenceOf(written), input, requestOf(input));
    return walked(static_cast<Index>(written.size()), 0,
                  atLeast({420, 0}, padded(14, 8,
                                           column({paragraph(words),
                                                   tokensBlock(input, linesOf(input, written)),
                                                   grows(chartOf(input, written), 0.8)},
                                                  6))));
}

/// Of the right token, forced and free: a row for each token.
Tensor numbers(const StationInput& input) {
    const std::vector<Written> written = writtenOf(input);
    if (written.empty())
        return {};
    Tensor table(Shape{static_cast<Index>(written.size()), 2});
    Index at = 0;
    for (const Written& token : written) {
        table[at++] = static_cast<float>(token.forcedProbability);
        table[at++] = static_cast<float>(token.freeProbability);
    }
    return table;
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "writing", .controls = controls, .show = show, .numbers = numbers},
            .node = nodeOf,
            .missing = missing,
            .asks = asks,
            .drawsPrinted = true};
}

} // namespace gf::writing_lab
