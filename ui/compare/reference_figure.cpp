// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/reference_figure.h"

#include "ui/figure/figure.h"
#include "ui/language/plain_text.h"
#include "ui/language/tr.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

constexpr int longestExample = 120;

/// What the tokens say: letters side by side, words with a space between them. A gap that the model
/// fills is "_"; what stands around and after a text is left out.
QString textOf(const Tokens& tokens) {
    constexpr std::array around{"<pad>", "<sos>", "<eos>"};
    QStringList words;
    for (const std::string& token : tokens)
        if (std::ranges::find(around, token) == around.end())
            words << (token == "<mask>" ? QStringLiteral("_") : QString::fromStdString(token));
    const bool letters = std::ranges::all_of(words, [](const QString& word) {
        return word.size() == 1 || word == QLatin1String("<unk>");
    });
    return shortened(oneLine(words.join(letters ? QString() : QStringLiteral(" "))),
                     longestExample);
}

QString exampleOf(const Trace& trace) {
    const QString source = textOf(trace.sourceTokens);
    const QString target = textOf(trace.targetTokens);
    return source.isEmpty() || target.isEmpty() ? source + target
                                                : QStringLiteral("%1 → %2").arg(source, target);
}

QString captionOf(const std::vector<RunLooking>& runs) {
    QStringList names;
    for (const RunLooking& run : runs)
        names << tr("%1, training step %2")
                     .arg(run.which.isEmpty() ? run.run
                                              : QStringLiteral("%1 · %2").arg(run.run, run.which),
                          QString::number(run.trace->step));
    return tr("Where each run looks: %1. Example: %2")
        .arg(names.join(QStringLiteral("; ")), exampleOf(*runs.front().trace));
}

/// What model it is, where that tells it from the others, otherwise its name.
QString panelTitle(const RunLooking& run, const std::vector<RunLooking>& runs) {
    const bool tells =
        !run.model.isEmpty() && std::ranges::count(runs, run.model, &RunLooking::model) == 1;
    return tells ? run.model : run.run;
}

/// Those of all, where they are of one size.
NumberTable numbersOf(const std::vector<RunLooking>& runs) {
    NumberTable all;
    std::vector<float> numbers;
    Shape one;
    for (const RunLooking& run : runs) {
        const NumberTable table = numberTableOf(*run.trace, run.node, run.head);
        one = table.numbers->shape();
        const auto values = table.numbers->values();
        numbers.insert(numbers.end(), values.begin(), values.end());
        for (const std::string& word : table.rows)
            all.rows.push_back(run.run.toStdString() + ": " + word);
        all.columns = table.columns;
    }
    all.numbers = std::make_shared<const Tensor>(
        Shape{static_cast<Index>(runs.size()), one[0], one[1]}, std::move(numbers));
    return all;
}

} // namespace

bool areOfOneSize(const std::vector<RunLooking>& runs) {
    const auto sizeOf = [](const RunLooking& run) {
        const Shape& shape = run.trace->value(run.node).shape();
        return std::pair(shape[-2], shape[-1]);
    };
    return std::ranges::all_of(
        runs, [&](const RunLooking& run) { return sizeOf(run) == sizeOf(runs.front()); });
}

HeatmapData matrixOf(const RunLooking& looking) {
    HeatmapData data = heatmapOf(*looking.trace, looking.node, looking.head);
    data.range = std::pair(0.0, 1.0);
    return data;
}

std::optional<Exportable> referenceFigure(const std::vector<RunLooking>& runs) {
    if (runs.empty())
        return std::nullopt;
    Figure figure;
    for (const RunLooking& run : runs) {
        HeatmapData panel = matrixOf(run);
        panel.title = panelTitle(run, runs);
        figure.panels.push_back(std::move(panel));
    }
    figure.columns = static_cast<int>(runs.size());
    figure.compared = true;
    figure.caption = captionOf(runs);
    return exportableFigure(tr("All runs"), QStringLiteral("alignments"), figure,
                            areOfOneSize(runs) ? numbersOf(runs) : NumberTable());
}

} // namespace gf
