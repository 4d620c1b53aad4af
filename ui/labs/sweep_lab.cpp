// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/finding_values.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf::sweep_lab {

namespace {

/// One value in the colour of its curves, with the runs of all its seeds.
struct Swept {
    double value = 0;
    std::vector<SweptRun> runs;

    /// Of the runs that did not diverge; NaN where all did.
    double meanLoss() const {
        double sum = 0;
        int count = 0;
        for (const SweptRun& run : runs)
            if (!run.divergedAt) {
                sum += run.loss;
                ++count;
            }
        return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
    }
};

/// It is about other models than the one that is shown: any step stands for it.
NodeId nodeOf(const Graph& graph, NodeId) {
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward)
            return node.id;
    return noNode;
}

std::optional<Sentence> missing(const Trace&) {
    return std::nullopt;
}

LabRequest requestOf(const StationInput& input) {
    return askedOf(input, "sweep");
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("sweep");
}

std::vector<Swept> valuesOf(const Finding& found) {
    std::vector<Swept> values;
    for (const SweptRun& run : sweptRunsOf(found)) {
        if (values.empty() || values.back().value != run.value)
            values.push_back({run.value, {}});
        values.back().runs.push_back(run);
    }
    return values;
}

QColor colourOf(const Theme& theme, std::size_t value) {
    static constexpr std::array hues{Hue::Query, Hue::Residual,  Hue::Value,  Hue::FeedForward,
                                     Hue::Key,   Hue::Attention, Hue::Neutral};
    return theme.hue(hues[value % hues.size()]);
}

QString valueText(double value) {
    return value == 0 ? QStringLiteral("0") : QString::number(value, 'g', 2);
}

/// The highest loss of an axis: what those begin with who learn. A run that goes off leaves it.
double highestOf(const std::vector<Swept>& values) {
    double highest = 0.1;
    for (const Swept& each : values)
        for (const SweptRun& run : each.runs)
            if (!run.curve.empty() && std::isfinite(run.curve.front().second))
                highest = std::max(highest, run.curve.front().second);
    return highest * 1.25;
}

Block curvesOf(const StationInput& input, const std::vector<Swept>& values, double highest) {
    std::vector<PlotLayer> layers;
    std::vector<LegendEntry> entries;
    double last = 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (const SweptRun& run : values[i].runs) {
            std::vector<QPointF> points;
            for (const auto& [step, loss] : run.curve) {
                if (loss > highest)
                    break;
                points.emplace_back(step, loss);
                last = std::max(last, step);
            }
            layers.push_back(curve(points, colourOf(input.theme, i), 2.5));
        }
        entries.push_back({colourOf(input.theme, i), valueText(values[i].value)});
    }
    const Block chart = plot(
        {.name = "curves",
         .words = {tr("Loss of the batches"), tr("training steps"), PlotWords::Across::Numbers},
         .x = {0, last},
         .y = {0, highest}},
        layers);
    return column({legend(entries), grows(chart)}, 4);
}

/// The last loss of each run over its value; the values stand as far apart as their factors.
Block lossesOf(const StationInput& input, const std::vector<Swept>& values, const QString& setting,
               double highest) {
    std::vector<PlotLayer> layers;
    std::vector<QPointF> means;
    QStringList words;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto place = static_cast<double>(i + 1);
        words << valueText(values[i].value);
        means.emplace_back(place, values[i].meanLoss());
    }
    layers.push_back(curve(means, input.theme.mutedText, 1.5));
    for (std::size_t i = 0; i < values.size(); ++i)
        for (const SweptRun& run : values[i].runs) {
            const auto place = static_cast<double>(i + 1);
            const QColor colour = colourOf(input.theme, i);
            if (!run.divergedAt)
                layers.push_back(curve({{place, std::min(run.loss, highest)}}, colour, 0, 6));
            else
                layers.push_back([place, colour, step = *run.divergedAt](Drawing& drawing,
                                                                         const Plot& plot) {
                    const QPointF top = plot.at(place, plot.y.second);
                    drawing.text(top + QPointF(0, drawing.fontSize()), QStringLiteral("×"),
                                 drawing.fontSize() * type::title, colour, Qt::AlignHCenter, true);
                    drawing.place({top.x() - 20, top.y(), 40, 2 * drawing.fontSize()},
                                  {.tip = tr("diverged at step %1").arg(step)});
                });
        }
    layers.push_back(labelsUnder(words, -1));
    return plot({.name = "losses",
                 .words = {tr("Loss of the last batch, by %1").arg(setting), QString(),
                           PlotWords::Across::None},
                 .x = {0.5, static_cast<double>(values.size()) + 0.5},
                 .y = {0, highest},
                 .below = 2},
                layers);
}

QString sentenceOf(const std::vector<Swept>& values, const QString& setting, Index steps) {
    const auto lost = static_cast<int>(std::ranges::count_if(values, [](const Swept& each) {
        return std::ranges::any_of(each.runs,
                                   [](const SweptRun& run) { return run.divergedAt.has_value(); });
    }));
    const Swept* best = nullptr;
    for (const Swept& each : values)
        if (std::isfinite(each.meanLoss()) && (!best || each.meanLoss() < best->meanLoss()))
            best = &each;
    QString said = best ? tr("After %1 steps the loss is least with %2 = %3: %4.")
                              .arg(QString::number(steps), setting, valueText(best->value),
                                   numberText(best->meanLoss(), 3))
                        : tr("Each of these runs diverged.");
    if (best && best->runs.front().accuracy)
        said += QLatin1Char(' ') +
                tr("%1 % of its answers are right.")
                    .arg(NumberFormat{0, 0}.text(100 * *best->runs.front().accuracy));
    if (best && lost > 0)
        said += QLatin1Char(' ') + tr("With %n of the values a run diverged (×).", nullptr, lost);
    return said;
}

QString settingOf(const Finding& found) {
    const LabKnob& knob = *findLab("sweep")->findKnob("key");
    const auto at = std::ranges::find(knob.field.choices, found.wordsAt("key"));
    return at == knob.field.choices.end()
               ? QString::fromStdString(found.wordsAt("key"))
               : translated(Phrase(knob.labels[at - knob.field.choices.begin()]));
}

Block show(const StationInput& input) {
    const LabFound* const answer = answerTo(input, requestOf(input));
    if (!answer)
        return padded(14, 10,
                      paragraph(measuringWords(input, requestOf(input)), input.theme.mutedText));
    const std::vector<Swept> values = valuesOf(answer->finding);
    const QString setting = settingOf(answer->finding);
    const double highest = highestOf(values);
    const Block curves = grows(curvesOf(input, values, highest));
    const Block losses = grows(lossesOf(input, values, setting, highest));
    const auto steps = static_cast<Index>(answer->finding.numberAt("steps"));
    return atLeast({420, 0}, padded(14, 10,
                                    column({paragraph(sentenceOf(values, setting, steps)),
                                            grows(fit({row({grows(atLeast({360, 0}, curves)),
                                                            grows(atLeast({300, 0}, losses))}),
                                                       column({curves, losses})}))},
                                           8)));
}

/// A row for each run: value, seed, loss, share of right answers.
Tensor numbers(const StationInput& input) {
    const LabFound* const answer = answerTo(input, requestOf(input));
    if (!answer)
        return {};
    std::vector<float> table;
    for (const SweptRun& run : sweptRunsOf(answer->finding))
        for (const double number :
             {run.value, static_cast<double>(run.seed), run.loss,
              run.accuracy.value_or(std::numeric_limits<double>::quiet_NaN())})
            table.push_back(static_cast<float>(number));
    const auto rows = static_cast<Index>(table.size() / 4);
    return Tensor(Shape{rows, 4}, std::move(table));
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "sweep", .controls = controls, .show = show, .numbers = numbers},
            .node = nodeOf,
            .missing = missing,
            .asks = asks};
}

} // namespace gf::sweep_lab
