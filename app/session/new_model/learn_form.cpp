// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/new_model/learn_form.h"

#include "app/session/new_model/presets.h"
#include "app/session/run/field_values.h"
#include "core/data/opened_text_task.h"
#include "core/model/frozen.h"
#include "core/model/model.h"
#include "core/tensor/phrase.h"
#include "core/train/going_on.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <array>
#include <utility>

namespace gf {

namespace {

/// What a person may want otherwise; the rest is as goingOnTraining() has it.
constexpr std::array<std::string_view, 5> keys{"context", "steps", "batch", "learning_rate",
                                               "frozen_layers"};

std::vector<FormField> fields() {
    std::vector<FormField> chosen;
    for (const std::string_view key : keys)
        chosen.push_back(*std::ranges::find(trainFields(), key, &TrainField::key));
    return chosen;
}

/// What one training step works on.
struct Size {
    Index learned = 0; ///< weights
    qint64 bytes = 0;
};

Size sizeOf(const ModelConfig& model, const TrainConfig& train) {
    // Of pairs, as many as the longest has, which nobody knows yet.
    const Index length =
        std::min(model.maxLength, train.context > 0 ? train.context : usualOpenedContext);
    const ModelGraph built = buildModel(model, {.sourceLength = model.hasEncoder() ? length : 0,
                                                .targetLength = model.hasDecoder() ? length : 0,
                                                .training = true,
                                                .gradients = true,
                                                .frozenLayers = train.frozenLayers});
    Size size;
    Index all = 0;
    double numbers = 0;
    for (const Node& node : built.graph->nodes()) {
        const Index count = node.shape.count();
        if (node.role == Role::Parameter) {
            all += count;
            size.learned += built.graph->gradientOf(node.id) != noNode ? count : 0;
        } else if (node.role == Role::Forward || node.role == Role::Backward) {
            numbers += static_cast<double>(count) *
                       (node.batched ? static_cast<double>(train.batch) : 1.0);
        }
    }
    // Weights, the two means that Adam keeps of each that learns, and both again at the last point
    // that a divergence can go back to; the weights of the picture that is shown, of the one that
    // is made, and of the model as it was opened, which is there until the run begins.
    const Index kept = all + 2 * size.learned;
    size.bytes = static_cast<qint64>(sizeof(float)) * (2 * kept + 3 * all) +
                 static_cast<qint64>(numbers * sizeof(float));
    return size;
}

FormCheck checkLearning(const ModelRequest& request, qint64 memory) {
    FormCheck check;
    for (const ConfigProblem& problem : trainProblemsIn(request.training, FieldNames::Labels))
        check.problems[problem.key] = problem.sentence;
    if (request.file.empty())
        check.problems["task"] = phrase("Choose the file that it is to learn from.");
    else if (!QFileInfo(QString::fromStdString(request.file)).isFile())
        check.problems["task"] = {phrase("There is no file %1."), request.file};
    const ModelConfig model = configOf(request.model);
    FieldValues training = valuesOf(goingOnTraining(model));
    give(training, request.training);
    if (!hasContext(request.task)) {
        training[contextKey] = Index{0};
        check.limits.greyed[contextKey] = phrase("Only the task text is cut into windows.");
    }
    if (!trainProblemsIn(training, FieldNames::Labels).empty())
        return check;
    const TrainConfig train = trainConfigOf(training);
    if (Sentence why = obstacleToFreezing(model, train.frozenLayers, FieldNames::Labels);
        !why.empty()) {
        check.problems["frozen_layers"] = std::move(why);
        return check;
    }
    if (Sentence why = obstacleToContext(model, train.context, FieldNames::Labels); !why.empty()) {
        check.problems[contextKey] = std::move(why);
        return check;
    }
    const Size size = sizeOf(model, train);
    check.parameters = size.learned;
    check.bytes = size.bytes;
    if (memory > 0 && size.bytes > memory) {
        const auto shown = [](qint64 bytes) {
            return QLocale().formattedDataSize(bytes, 1).toStdString();
        };
        check.problems["frozen_layers"] = {
            phrase("Training would need about %1 of memory, and %2 are free. More frozen layers or "
                   "a smaller batch would fit."),
            shown(size.bytes), shown(memory)};
    }
    return check;
}

} // namespace

void addLearning(ModelForm& form, std::function<qint64()> memory) {
    form.learning = fields();
    form.learningDefaults = [](const FieldValues& model) {
        return valuesOf(goingOnTraining(configOf(model)));
    };
    form.checkLearning = [memory = std::move(memory)](const ModelRequest& request) {
        return checkLearning(request, memory());
    };
}

} // namespace gf
