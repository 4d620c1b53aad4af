// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/word_merges.h"
#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_data.h"
#include "ui/language/tr.h"
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <QFontInfo>
#include <QLocale>

#include <algorithm>
#include <array>

namespace gf::byte_pairs {

namespace {

constexpr std::size_t shownMerges = 12; ///< of those that were learnt first
constexpr std::size_t mostRows = 10;    ///< of merges of a word; of more the last ones are seen
constexpr double leastRow = 20;         ///< pixels
constexpr double mostRow = 34;
constexpr double leastCharacter = 13;
constexpr double mostCharacter = 34;
constexpr Index mostCharacters = 16; ///< of a word that room is kept for

bool shows(const Graph& graph, const Node& node) {
    return graph.readsBytePairs() && node.role == Role::Forward &&
           graph[computedNode(graph, node.id)].op->kind() == OpKind::Embedding &&
           node.axes[0] == Axis::Target;
}

bool isSpecial(const std::string& token) {
    static constexpr std::array names = {"<pad>", "<sos>", "<eos>", "<unk>"};
    return std::ranges::find(names, token) != names.end();
}

enum class Kind { Space, Digit, Letter, Sign };

Kind kindOf(char32_t c) {
    if (QChar::isSpace(c))
        return Kind::Space;
    if (c >= U'0' && c <= U'9')
        return Kind::Digit;
    return QChar::isLetter(c) || QChar::isMark(c) ? Kind::Letter : Kind::Sign;
}

/// Whether a word goes on from one token to the next: where no space is, and the same kind of
/// characters.
bool goesOn(const std::string& left, const std::string& right) {
    if (isSpecial(left) || isSpecial(right))
        return false;
    const Kind last = kindOf(QString::fromStdString(left).toUcs4().back());
    const Kind first = kindOf(QString::fromStdString(right).toUcs4().front());
    return left == " " ? first != Kind::Space : first == last;
}

/// The tokens of a word: from `first` up to `end`.
struct Word {
    Index first = 0;
    Index end = 0;
};

std::vector<Word> wordsOf(const Tokens& tokens) {
    std::vector<Word> words;
    const auto count = static_cast<Index>(tokens.size());
    for (Index i = 0; i < count; ++i)
        if (i > 0 && goesOn(tokens[i - 1], tokens[i]))
            words.back().end = i + 1;
        else
            words.push_back({i, i + 1});
    return words;
}

Tokens tokensOf(const StationInput& input) {
    Tokens tokens = input.trace.targetTokens;
    tokens.resize(static_cast<std::size_t>(
        std::min<Index>(static_cast<Index>(tokens.size()), input.at().shape[0])));
    return tokens;
}

QString textOf(std::span<const std::string> tokens) {
    QString text;
    for (const std::string& token : tokens)
        text += tokenText(token);
    return text;
}

/// A word and how it came about.
struct Shown {
    QString text;
    Index tokens = 1;
    bool special = false;
    WordMerges merges;
};

Shown shownOf(const MergeTable& table, const Tokens& tokens, const Word& word) {
    const std::span parts(tokens.data() + word.first, tokens.data() + word.end);
    Shown shown{textOf(parts), word.end - word.first, isSpecial(parts[0]), {}};
    if (!shown.special)
        shown.merges = table.of(parts);
    return shown;
}

/// The first token of the word that took the most merges: what is shown while none is chosen.
Index mostMerged(const MergeTable& table, const Tokens& tokens, const std::vector<Word>& words) {
    return std::ranges::max_element(
               words, {},
               [&](const Word& word) { return shownOf(table, tokens, word).merges.merges.size(); })
        ->first;
}

QString grouped(qint64 number) {
    return QLocale().toString(number);
}

QString captionOf(const Shown& word) {
    if (word.special)
        return tr("“%1” is a special token: it stands for no text.").arg(word.text);
    const auto characters = static_cast<int>(word.merges.characters.size());
    return tr("“%1”: %2, %3")
        .arg(word.text, tr("%n characters", nullptr, characters),
             tr("%n tokens", nullptr, static_cast<int>(word.tokens)));
}

/// One row: each piece over its characters, new ones filled.
void drawPieces(Drawing& drawing, const std::vector<WordPiece>& pieces, const QRectF& row,
                double character) {
    double left = row.left();
    const double size = std::min(drawing.fontSize(), row.height() * 0.62);
    for (const WordPiece& piece : pieces) {
        const double width = character * static_cast<double>(piece.characters);
        const QRectF box = QRectF(left, row.top(), width, row.height()).adjusted(1, 1.5, -1, -1.5);
        const Theme& theme = drawing.theme();
        drawing.canvas.rectangle(box, piece.isNew ? theme.selection : theme.raised,
                                 piece.isNew ? "new piece" : "piece");
        drawing.text(box.center(), tokenText(piece.text), size,
                     piece.isNew ? theme.selectionText : theme.text, Qt::AlignHCenter, piece.isNew);
        drawing.place(box, {-1, -1, -1, {}, tokenText(piece.text)});
        left += width;
    }
}

QString rowWords(const WordMerge& merge) {
    return tr("merge %1").arg(grouped(merge.rank + 1));
}

void drawWord(Drawing& drawing, const Shown& word, const QRectF& area) {
    const WordMerges& merges = word.merges;
    if (word.special || merges.characters.empty())
        return;
    const std::size_t shown = std::min(merges.merges.size(), mostRows);
    const std::size_t hidden = merges.merges.size() - shown;
    const double row =
        std::min(mostRow, area.height() / static_cast<double>(shown + 1 + (hidden > 0)));
    const TextMeasure measure = measureWith(drawing.input.font);
    double labels = measure(tr("characters"), drawing.fontSize());
    for (const WordMerge& merge : merges.merges)
        labels = std::max(labels, measure(rowWords(merge), drawing.fontSize()));
    labels += 12;
    const double character = std::min(
        mostCharacter, (area.width() - labels) / static_cast<double>(merges.characters.size()));
    double top = area.top();
    const auto draw = [&](const QString& label, const std::vector<WordPiece>& pieces) {
        const QRectF line(area.left() + labels, top, area.width() - labels, row);
        drawLine(drawing, {area.left() + labels - 10, line.center().y()}, label,
                 drawing.theme().mutedText, Qt::AlignRight);
        drawPieces(drawing, pieces, line, character);
        top += row;
    };
    draw(tr("characters"), merges.characters);
    if (hidden > 0) {
        drawLine(drawing, {area.left() + labels, top + row / 2},
                 tr("… %n merges more", nullptr, static_cast<int>(hidden)),
                 drawing.theme().mutedText);
        top += row;
    }
    for (std::size_t i = hidden; i < merges.merges.size(); ++i)
        draw(rowWords(merges.merges[i]), merges.merges[i].pieces);
}

/// The merges that were learnt first; those that made the word are highlighted.
Block firstMerges(const StationInput& input, const WordMerges& word) {
    const TokenMerges& merges = *input.trace.merges;
    std::vector<Bar> all;
    for (std::size_t i = 0; i < std::min(merges.size(), shownMerges); ++i) {
        const PairMerge& merge = merges[i];
        const bool isMade = std::ranges::any_of(
            word.merges, [&](const WordMerge& made) { return made.rank == static_cast<Index>(i); });
        all.push_back({.name = tr("%1. %2 + %3")
                                   .arg(grouped(static_cast<qint64>(i) + 1), tokenText(merge.left),
                                        tokenText(merge.right)),
                       .part = static_cast<double>(merge.count) /
                               static_cast<double>(std::max<std::int64_t>(1, merges[0].count)),
                       .number = grouped(merge.count),
                       .colour = isMade ? input.theme.selection : input.theme.hue(Hue::Residual)});
    }
    return grows(bars(std::move(all), 17, 26));
}

QString summaryOf(const Tokens& tokens) {
    Index characters = 0;
    Index read = 0;
    for (const std::string& token : tokens)
        if (!isSpecial(token)) {
            ++read;
            characters += static_cast<Index>(QString::fromStdString(token).toUcs4().size());
        }
    return tr("%1 of this text are %2 for the model: pairs of neighbours were merged, those first "
              "that stood beside each other most often in the text that it learns from.")
        .arg(tr("%n characters", nullptr, static_cast<int>(characters)),
             tr("%n tokens", nullptr, static_cast<int>(read)));
}

Block show(const StationInput& input) {
    if (!input.trace.merges)
        return padded(16, 12, paragraph(tr("How these tokens came about is not known.")));
    const Tokens tokens = tokensOf(input);
    const MergeTable& table = input.memory->once(QStringLiteral("merges"),
                                                 [&] { return MergeTable(*input.trace.merges); });
    const std::vector<Word> words = wordsOf(tokens);
    const Index row = input.focus.row < 0
                          ? mostMerged(table, tokens, words)
                          : std::min<Index>(input.focus.row, static_cast<Index>(tokens.size()) - 1);
    const auto chosen =
        std::ranges::find_if(words, [&](const Word& word) { return row < word.end; });
    const Shown now = shownOf(table, tokens, *chosen);
    // As much room as the word of the text that needs most, so that nothing moves with the focus.
    std::size_t rows = 1;
    Index characters = 1;
    double caption = 0;
    const double letters = QFontInfo(input.font).pixelSize();
    for (const Word& word : words) {
        const Shown shown = shownOf(table, tokens, word);
        rows = std::max(rows, 1 + std::min(shown.merges.merges.size(), mostRows + 1));
        characters = std::max(characters, static_cast<Index>(shown.merges.characters.size()));
        caption = std::max(caption, measureWith(input.font)(captionOf(shown), 1.25 * letters));
    }
    QStringList all;
    for (const std::string& token : tokens)
        all += tokenText(token);
    const double width = std::max(
        caption, 110 + leastCharacter * static_cast<double>(std::min(characters, mostCharacters)));
    const Block made = column(
        {line(captionOf(now), {}, type::section, true),
         custom({width, leastRow * static_cast<double>(rows)},
                [now](Drawing& drawing, const QRectF& area) { drawWord(drawing, now, area); })},
        4);
    const auto learnt = static_cast<int>(input.trace.merges->size());
    const Block first = column(
        {heading(tr("The first of %n merges, and how often", nullptr, learnt), type::section),
         firstMerges(input, now.merges)},
        4);
    return walked(static_cast<Index>(tokens.size()), 0,
                  padded(16, 12,
                         column({paragraph(summaryOf(tokens), input.theme.mutedText),
                                 chooser(tr("Choose a token:"), all, row),
                                 grows(gf::row({grows(made, 3), grows(first, 2)}, 24))},
                                10)));
}

/// [merges, 1]: how often the pair of each stood in the text.
Tensor numbers(const StationInput& input) {
    std::vector<float> counts;
    if (input.trace.merges)
        for (const PairMerge& merge : *input.trace.merges)
            counts.push_back(static_cast<float>(merge.count));
    const auto rows = static_cast<Index>(counts.size());
    return Tensor({rows, 1}, std::move(counts));
}

} // namespace

Station station() {
    return {.id = "byte-pairs",
            .title = QT_TR_NOOP("Byte pairs"),
            .summary = QT_TR_NOOP("How the characters of each word became tokens, merge by merge, "
                                  "and which merges were learned first"),
            .ofRow = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::byte_pairs
