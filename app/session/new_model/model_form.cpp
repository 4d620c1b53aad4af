// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/new_model/model_form.h"

#include "app/session/new_model/presets.h"
#include "app/session/new_model/samples.h"
#include "app/session/run/form_values.h"
#include "app/session/run/live_run.h"
#include "core/data/opened_text_task.h"
#include "core/data/text_task.h"
#include "core/model/fields.h"
#include "core/model/frozen.h"
#include "core/model/model.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/fine_tuning.h"
#include "core/train/training_memory.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace gf {

namespace {

std::vector<FormField> modelFields() {
    std::vector<FormField> fields(configFields().begin(), configFields().end());
    std::erase_if(fields, [](const FormField& field) { return field.fromTask; });
    return fields;
}

/// What belongs to the file: what its text is cut into.
std::vector<FormField> tokenFields() {
    static const std::array tokenizations = {nameOf(Tokenization::Characters),
                                             nameOf(Tokenization::Words),
                                             nameOf(Tokenization::BytePairs)};
    return {
        {.key = tokenizerKey,
         .label = phrase("Tokens"),
         .choices = tokenizations,
         .help = phrase("What a text is cut into: characters; words, for pairs, at white space; or "
                        "bpe, for a text: byte pairs, which are characters at first and grow to "
                        "parts of words and to words.")},
        {.key = mergesKey,
         .label = phrase("Merges"),
         .type = FieldType::Integer,
         .range = {0, mostMerges},
         .help = phrase("Of byte pairs: how often the two tokens that stand beside each other most "
                        "often become one before training begins. It ends earlier where no two "
                        "tokens stand beside each other twice.")},
        *std::ranges::find(trainFields(), contextKey, &TrainField::key)};
}

/// What a person may choose of the examples of some tasks.
std::vector<FormField> parameterFields() {
    std::vector<FormField> fields;
    for (const TrainField& field : trainFields())
        if (field.key != contextKey && isTaskParameter(field.key))
            fields.push_back(field);
    return fields;
}

TaskRequest taskRequest(const ModelRequest& request) {
    TaskRequest task = taskNamed(request.task, request.file);
    task.tokenization = tokenizationNamed(choiceIn(request.training, tokenizerKey))
                            .value_or(Tokenization::Characters);
    task.merges = wholeIn(request.training, mergesKey).value_or(usualMerges);
    task.context = wholeIn(request.training, contextKey).value_or(0);
    task.parameters = taskParametersIn(request.training);
    return task;
}

FieldValues trainingOf(const ModelRequest& request) {
    FieldValues training = request.training;
    training.erase(tokenizerKey);
    training.erase(mergesKey);
    for (const std::string_view key : taskParameterKeys())
        if (!hasParameter(request.task, key))
            training.erase(std::string(key));
    return training;
}

/// Of one training step with examples as long as they may be.
TrainingMemory memoryOf(const ModelConfig& model, const TrainConfig& train) {
    const Index target = train.context > 0 ? train.context + 1 : model.maxLength;
    return trainingMemory(model, train, model.hasEncoder() ? model.maxLength : 0,
                          model.hasDecoder() ? target : 0, trainingThreads());
}

/// Refuses what would not fit into memory, at the field that takes most of it.
void checkMemory(FormCheck& check, const TrainingMemory& cost, qint64 memory) {
    const auto sum = static_cast<qint64>(cost.sum());
    if (memory <= 0 || sum <= memory)
        return;
    const auto shown = [](qint64 bytes) {
        return QLocale().formattedDataSize(bytes, 1).toStdString();
    };
    check.problems[2 * cost.activations > cost.sum() ? "batch" : "d_model"] = {
        phrase("One training step would need about %1 of memory, and %2 are free. A smaller "
               "batch, longest sequence or model would fit."),
        shown(sum), shown(memory)};
}

/// Which tokens a task cannot have, that nothing is merged without byte pairs, and that only a text
/// has a context.
void limitTokens(FormLimits& limits, const TaskRequest& request) {
    for (const Tokenization choice : {Tokenization::Words, Tokenization::BytePairs}) {
        try {
            requireTokenization(request.name, choice);
        } catch (const Error& error) {
            limits.forbidden[tokenizerKey][std::string(nameOf(choice))] = error.sentence();
        }
    }
    if (request.tokenization != Tokenization::BytePairs)
        limits.greyed[mergesKey] = phrase("It needs bpe under Tokens.");
    if (!hasContext(request.name))
        limits.greyed[contextKey] = phrase("Only the task text is cut into windows.");
    limits.automatic[contextKey] = usualContext;
    for (const FormField& field : parameterFields())
        if (!hasParameter(request.name, field.key))
            limits.absent.emplace(field.key);
}

FormLimits limitsOf(const ModelConfig& model) {
    FormLimits limits;
    for (const ConfigField& field : configFields()) {
        const std::string key(field.key);
        if (!appliesTo(field, model))
            limits.greyed[key] = {phrase("It needs %1."), described(field.only)};
        for (const std::string_view choice : field.choices)
            if (Sentence why = obstacleTo(key, choice, model, FieldNames::Labels); !why.empty())
                limits.forbidden[key][std::string(choice)] = std::move(why);
    }
    limits.automatic = {{"kv_heads", model.heads},
                        {"head_width", model.dModel / std::max<Index>(1, model.heads)},
                        {"value_width", model.headWidthGiven > 0
                                            ? model.headWidthGiven
                                            : model.dModel / std::max<Index>(1, model.heads)}};
    return limits;
}

void checkTokens(FormCheck& check, const TaskRequest& request) {
    limitTokens(check.limits, request);
    try {
        requireTokenization(request.name, request.tokenization);
    } catch (const Error& error) {
        check.problems[tokenizerKey] = error.sentence();
    }
    if (request.merges < 0 || request.merges > mostMerges)
        check.problems[mergesKey] = {phrase("%1 is %2; it must be %3"), phrase("Merges"),
                                     request.merges,
                                     Sentence(phrase("between %1 and %2"), 0, mostMerges)};
}

/// The whole check. Expensive parts come last and only when the rest is fine.
FormCheck checkForm(const ModelRequest& request, qint64 memory) {
    FormCheck check;
    check.limits = limitsOf(readableConfig(request.model));
    checkTokens(check, taskRequest(request));
    const FieldValues training = trainingOf(request);
    for (const auto& problems : {problemsIn(request.model, FieldNames::Labels),
                                 trainProblemsIn(training, FieldNames::Labels)})
        for (const ConfigProblem& problem : problems)
            check.problems[problem.key] = problem.sentence;
    const char* architecture = "architecture";
    if (!check.problems.contains(architecture))
        if (Sentence fault = architectureFault(request.task, choiceIn(request.model, architecture));
            !fault.empty())
            check.problems[architecture] = std::move(fault);
    const bool readsFile = needsFile(request.task) || !request.file.empty();
    if (readsFile && !QFileInfo(QString::fromStdString(request.file)).isFile())
        check.problems["task"] = request.file.empty()
                                     ? Sentence(phrase("Choose the file that it is to learn from."))
                                     : Sentence(phrase("There is no file %1."), request.file);
    if (!check.problems.empty())
        return check;
    try {
        ModelPlan plan;
        plan.model = configOf(request.model);
        plan.train = trainConfigOf(training);
        // A file is read when the model is built, not at every key.
        if (!readsFile)
            plan = planModel(request);
        if (Sentence why =
                obstacleToFreezing(plan.model, plan.train.frozenLayers, FieldNames::Labels);
            !why.empty())
            check.problems["frozen_layers"] = std::move(why);
        if (Sentence why = obstacleToContext(plan.model, plan.train.context, FieldNames::Labels);
            !why.empty())
            check.problems[contextKey] = std::move(why);
        if (!check.problems.empty())
            return check;
        check.parameters = parameterCount(plan.model);
        const TrainingMemory cost = memoryOf(plan.model, plan.train);
        check.bytes = static_cast<qint64>(cost.sum());
        checkMemory(check, cost, memory);
    } catch (const Error& error) {
        check.problems["task"] = error.sentence();
    }
    return check;
}

} // namespace

ModelPlan planModel(const ModelRequest& request) {
    ModelPlan plan;
    plan.request = taskRequest(request);
    plan.model = configOf(request.model);
    plan.train = trainConfigOf(trainingOf(request));
    plan.device = request.device;
    plan.request.architecture = plan.model.architecture;
    const std::unique_ptr<Task> task = makeTask(plan.request);
    const ModelConfig defaults = task->modelDefaults();
    takeFromTask(plan.model, defaults);
    requireRoom(*task, plan.model, FieldNames::Labels);
    return plan;
}

ModelForm makeModelForm(std::function<qint64()> memory) {
    ModelForm form;
    form.model = modelFields();
    form.training.assign(trainFields().begin(), trainFields().end());
    std::erase_if(form.training, [](const FormField& field) { return isTaskParameter(field.key); });
    form.tokens = tokenFields();
    form.parameters = parameterFields();
    form.tasks = offeredTasks();
    form.task = "date";
    form.values = taskDefaults(form.task);
    form.presets = modelPresets();
    form.preset = presetValues;
    form.defaults = taskDefaults;
    addLearning(form, memory);
    form.check = [memory = std::move(memory)](const ModelRequest& request) {
        return checkForm(request, memory());
    };
    return form;
}

namespace {

/// What a person may want otherwise; the rest is as fineTuningConfig() has it.
constexpr std::array<std::string_view, 5> keys{"context", "steps", "batch", "learning_rate",
                                               "frozen_layers"};

std::vector<FormField> fields() {
    std::vector<FormField> chosen;
    for (const std::string_view key : keys)
        chosen.push_back(*std::ranges::find(trainFields(), key, &TrainField::key));
    return chosen;
}

/// Of one training step on a text or on pairs.
TrainingMemory learningMemory(const ModelConfig& model, const TrainConfig& train) {
    // Of pairs, as many as the longest has, which nobody knows yet.
    const Index length =
        std::min(model.maxLength, train.context > 0 ? train.context : usualOpenedContext);
    return trainingMemory(model, train, model.hasEncoder() ? length : 0,
                          model.hasDecoder() ? length : 0, trainingThreads());
}

/// With weights and the optimizer's memory again at the last point that a divergence can go back
/// to; and the weights of the picture that is shown, of the one that is made, and of the model as
/// it was opened, which is there until the run begins.
qint64 bytesOf(const TrainingMemory& step) {
    return static_cast<qint64>(step.sum() + step.optimizer + 4 * step.parameters);
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
    FieldValues training = valuesOf(fineTuningConfig(model));
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
    const TrainingMemory step = learningMemory(model, train);
    check.parameters = static_cast<qint64>(step.gradients / sizeof(float));
    check.bytes = bytesOf(step);
    if (memory > 0 && check.bytes > memory) {
        const auto shown = [](qint64 bytes) {
            return QLocale().formattedDataSize(bytes, 1).toStdString();
        };
        check.problems["frozen_layers"] = {
            phrase("Training would need about %1 of memory, and %2 are free. More frozen layers or "
                   "a smaller batch would fit."),
            shown(check.bytes), shown(memory)};
    }
    return check;
}

} // namespace

void addLearning(ModelForm& form, std::function<qint64()> memory) {
    form.learning = fields();
    form.learningDefaults = [](const FieldValues& model) {
        return valuesOf(fineTuningConfig(configOf(model)));
    };
    form.checkLearning = [memory = std::move(memory)](const ModelRequest& request) {
        return checkLearning(request, memory());
    };
}

} // namespace gf
