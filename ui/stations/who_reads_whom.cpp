// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/who_reads_whom.h"

#include "core/graph/op.h"
#include "core/measure/token_mixing.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/axes.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double margin = 14;
constexpr double gap = 24;
constexpr const char* firstKey = "exchanged";
constexpr const char* secondKey = "with";

bool shows(const Graph&, const Node& node) {
    // A convolution has no weights of its own for each token.
    const bool convolves = node.part == "windows" || node.part == "output";
    return node.role == Role::Forward && mixesTokens(node.scope) &&
           (node.part == "weights" || (node.scope.kind() == ScopeKind::Mixer && convolves));
}

/// The tokens of the sub-layer.
Index tokensOf(const Graph& graph, const Node& node) {
    const NodeId output = graph.find(node.scope, "output");
    return graph[output].shape[0];
}

std::vector<StationControl> controls(const Graph& graph, const Node& node) {
    const auto tokens = static_cast<double>(tokensOf(graph, node));
    StationControl first;
    first.key = QLatin1String(firstKey);
    first.label = tr("Exchange token");
    first.help = tr("In the matrix on the right, the rows of these two tokens have changed places");
    first.minimum = 1;
    first.maximum = tokens;
    first.initial = 1;
    StationControl second = first;
    second.key = QLatin1String(secondKey);
    second.label = tr("with token");
    second.initial = std::min(2.0, tokens);
    return {first, second};
}

ExchangedTokens exchangedOf(const StationInput& input) {
    const Index tokens = tokensOf(input.graph(), input.at());
    const auto place = [&](const char* key, double otherwise) {
        const auto number = static_cast<Index>(std::lround(input.setting(key, otherwise)));
        return std::clamp<Index>(number, 1, tokens) - 1;
    };
    return {place(firstKey, 1), place(secondKey, 2)};
}

Tensor numbers(const StationInput& input) {
    return tokenMixing(input.trace, input.at().scope);
}

QSizeF minimumSize(const StationInput&) {
    return {400, 270};
}

/// Both matrices and how far they are apart.
struct Matrices {
    HeatmapData now;
    HeatmapData exchanged;
    double change = 0; ///< of the cell that changes most
};

HeatmapData matrixOf(const StationInput& input, const Tensor& numbers, const QString& title) {
    const NodeId output = input.graph().find(input.at().scope, "output");
    HeatmapData data = heatmapOf(numbers, title);
    for (const std::string& token : input.trace.labelsAlong(output, 0))
        data.rowLabels << tokenText(token);
    if (data.rowLabels.size() != data.rows)
        data.rowLabels.clear();
    data.columnLabels = data.rowLabels;
    data.rowTitle = tr("who reads");
    data.columnTitle = tr("whom");
    data.scale = HeatmapData::Scale::Sequential;
    data.accent = input.theme.hue(Hue::Attention);
    return data;
}

Matrices matricesOf(const StationInput& input, const ExchangedTokens& exchanged) {
    const Scope& scope = input.at().scope;
    const Tensor now = tokenMixing(input.trace, scope);
    const Tensor other = tokenMixing(input.trace, scope, exchanged);
    Matrices matrices{matrixOf(input, now, tr("As it is")), {}, 0};
    if (other.empty())
        return matrices;
    matrices.exchanged = matrixOf(input, other, tr("Two tokens exchanged"));
    QStringList& words = matrices.exchanged.rowLabels;
    if (!words.isEmpty())
        words.swapItemsAt(exchanged.first, exchanged.second);
    matrices.exchanged.columnLabels = words;
    for (Index i = 0; i < now.count(); ++i)
        matrices.change =
            std::max(matrices.change, std::abs(static_cast<double>(other[i]) - now[i]));
    return matrices;
}

QString sentenceOf(const StationInput& input, const Matrices& matrices) {
    if (matrices.exchanged.values.empty())
        return tr("The numbers to work out the exchange are not in this trace.");
    const bool attends = input.at().scope.isAttention();
    const QString change = numberText(matrices.change, 3);
    if (!attends)
        return tr("Two tokens have changed places, and no cell is another one: who is read follows "
                  "from the places alone.");
    return matrices.change > 0
               ? tr("Two tokens have changed places, and with them who is read: it follows from "
                    "what "
                    "the tokens are. The largest change of a cell is %1.")
                     .arg(change)
               : tr("Two tokens have changed places, and no cell is another one: to this attention "
                    "they are the same.");
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const ExchangedTokens exchanged = exchangedOf(input);
    const QString key = QStringLiteral("who reads whom %1/%2/%3")
                            .arg(QString::fromStdString(input.at().scope.nameOf("")))
                            .arg(exchanged.first)
                            .arg(exchanged.second);
    Matrices matrices = input.memory->once(key, [&] { return matricesOf(input, exchanged); });
    picture.rows = picture.columns = matrices.now.rows;

    const QRectF all = QRectF({0, 0}, input.size).adjusted(margin, margin, -margin, -margin);
    const QString sentence = sentenceOf(input, matrices);
    const double words = paragraphHeight(input, all.width(), sentence);
    QRectF left = all.adjusted(0, 0, 0, -words - margin);
    QRectF right = left;
    // Beside or beneath each other, whichever leaves them larger: they are square.
    if (left.width() >= left.height()) {
        left.setWidth((all.width() - gap) / 2);
        right.setLeft(left.right() + gap);
    } else {
        left.setHeight((left.height() - gap) / 2);
        right.setTop(left.bottom() + gap);
    }
    const ScaleRange range = lockedRange(
        input, QStringLiteral("who reads whom"),
        {0, std::max(matrices.now.colourRange().second, matrices.exchanged.colourRange().second)});
    const auto place = [](Index row, Index column) { return StationPlace{row, column}; };
    for (auto [data, area] : {std::pair{&matrices.now, left}, {&matrices.exchanged, right}}) {
        data->range = range;
        if (!data->values.empty())
            placeHeatmap(input, canvas, picture, *data, area, litCell, place);
    }
    drawParagraph(input, canvas, {all.left(), all.bottom() - words}, all.width(), sentence,
                  input.theme.text);
}

} // namespace

Station whoReadsWhom() {
    return {.id = "readers",
            .title = QT_TR_NOOP("Who reads whom"),
            .summary = QT_TR_NOOP("The same matrix for every way to mix tokens, and whether it "
                                  "changes when two tokens change places"),
            .shows = shows,
            .minimumSize = minimumSize,
            .controls = controls,
            .draw = draw,
            .numbers = numbers};
}

} // namespace gf
