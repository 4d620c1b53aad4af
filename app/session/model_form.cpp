// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/model_form.h"

#include "app/session/field_values.h"
#include "app/session/live_run.h"
#include "app/session/presets.h"
#include "app/session/task_choices.h"
#include "core/model/fields.h"
#include "core/model/model.h"
#include "core/tensor/error.h"
#include "ui/language/language.h"
#include "ui/language/wording.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <span>
#include <utility>

namespace gf {

namespace {

FormField::Kind kindOf(FieldType type) {
    switch (type) {
    case FieldType::Choice:
        return FormField::Kind::Choice;
    case FieldType::Integer:
    case FieldType::Seed:
        return FormField::Kind::Integer;
    case FieldType::Real:
        return FormField::Kind::Real;
    case FieldType::Switch:
        break;
    }
    return FormField::Kind::Switch;
}

/// `values` lacks the keys that do not apply: they begin at their defaults.
template <class Config>
QVector<FormField> formFields(std::span<const FieldOf<Config>> rows, const nlohmann::json& values) {
    QVector<FormField> fields;
    for (const FieldOf<Config>& row : rows) {
        if (row.fromTask)
            continue;
        FormField field;
        field.key = QString::fromUtf8(row.key);
        field.label = translated(QString::fromUtf8(row.label));
        field.help = translated(QString::fromUtf8(row.help));
        field.kind = kindOf(row.type());
        for (const std::string_view choice : row.choices)
            field.choices += QString::fromUtf8(choice);
        field.minimum = row.range.minimum;
        field.maximum = row.range.maximum;
        field.value = toVariant(values.value(std::string(row.key), valueOf(row, {})));
        fields.push_back(field);
    }
    return fields;
}

QVector<FormField> trainingFields(const nlohmann::json& values) {
    QVector<FormField> fields = formFields(trainFields(), values);
    FormField tokenizer;
    tokenizer.key = tokenizerKey;
    tokenizer.label = QCoreApplication::translate("Glassformer", "Tokens");
    tokenizer.help = QCoreApplication::translate(
        "Glassformer",
        "What a text is cut into: characters; words, for pairs, at white space; or bpe, for a "
        "text: byte pairs, which are characters at first and grow to parts of words and to words.");
    tokenizer.kind = FormField::Kind::Choice;
    for (const Tokenization choice :
         {Tokenization::Characters, Tokenization::Words, Tokenization::BytePairs})
        tokenizer.choices += nameText(choice);
    tokenizer.value = tokenizer.choices.first();
    fields.push_back(tokenizer);
    FormField merges;
    merges.key = mergesKey;
    merges.label = QCoreApplication::translate("Glassformer", "Merges");
    merges.help = QCoreApplication::translate(
        "Glassformer", "Of byte pairs: how often the two tokens that stand beside each other most "
                       "often become one before training begins. It ends earlier where no two "
                       "tokens stand beside each other twice.");
    merges.kind = FormField::Kind::Integer;
    merges.maximum = mostMerges;
    merges.value = static_cast<qlonglong>(usualMerges);
    fields.push_back(merges);
    return fields;
}

TaskRequest taskRequest(const ModelRequest& request) {
    TaskRequest task = taskNamed(request.task.toStdString(), request.file.toStdString());
    task.tokenization =
        tokenizationNamed(request.training.value(tokenizerKey).toString().toStdString())
            .value_or(Tokenization::Characters);
    task.merges =
        request.training.value(mergesKey, static_cast<qlonglong>(usualMerges)).toLongLong();
    return task;
}

nlohmann::json trainingJson(const ModelRequest& request) {
    QVariantMap training = request.training;
    training.remove(tokenizerKey);
    training.remove(mergesKey);
    return toJson(training);
}

/// Bytes of one training step. An upper bound, since buffers are shared.
struct Cost {
    qint64 weights = 0; ///< with the optimizer's memory
    qint64 values = 0;  ///< every value and gradient of the batch

    qint64 total() const { return weights + values; }
};

Cost costOf(const ModelConfig& model, const TrainConfig& train) {
    BuildOptions options;
    options.sourceLength = model.hasEncoder() ? model.maxLength : 0;
    options.targetLength = model.hasDecoder() ? model.maxLength : 0;
    options.training = true;
    options.gradients = true;
    const ModelGraph built = buildModel(model, options);
    double numbers = 0;
    for (const Node& node : built.graph->nodes())
        if (node.role == Role::Forward || node.role == Role::Backward)
            numbers += static_cast<double>(node.shape.count()) *
                       (node.batched ? static_cast<double>(train.batch) : 1.0);
    Cost cost;
    cost.weights = 3 * parameterCount(model) * static_cast<qint64>(sizeof(float));
    cost.values = static_cast<qint64>(numbers * sizeof(float));
    return cost;
}

/// Refuses what would not fit into memory, at the field that takes most of it.
void checkMemory(FormCheck& check, const Cost& cost, qint64 memory) {
    if (memory <= 0 || cost.total() <= memory)
        return;
    const QLocale locale;
    const QString key =
        cost.values > cost.weights ? QStringLiteral("batch") : QStringLiteral("d_model");
    check.problems.insert(
        key,
        QCoreApplication::translate(
            "Glassformer", "One training step would need about %1 of memory, and %2 are free. A "
                           "smaller batch, longest sequence or model would fit.")
            .arg(locale.formattedDataSize(cost.total(), 1), locale.formattedDataSize(memory, 1)));
}

/// Which tokens a task cannot have, and that nothing is merged without byte pairs.
void limitTokens(FormLimits& limits, const TaskRequest& request) {
    for (const Tokenization choice : {Tokenization::Words, Tokenization::BytePairs}) {
        try {
            requireTokenization(request.name, choice);
        } catch (const Error& error) {
            limits.forbidden[tokenizerKey].insert(nameText(choice), translated(error.sentence()));
        }
    }
    if (request.tokenization != Tokenization::BytePairs)
        limits.greyed.insert(
            mergesKey, QCoreApplication::translate("Glassformer", "It needs bpe under Tokens."));
}

FormLimits limitsOf(const ModelConfig& model) {
    FormLimits limits;
    for (const ConfigField& field : configFields()) {
        const QString key = QString::fromUtf8(field.key);
        if (!appliesTo(field, model))
            limits.greyed.insert(key, QCoreApplication::translate("Glassformer", "It needs %1.")
                                          .arg(translated(described(field.only))));
        for (const std::string_view choice : field.choices)
            if (const Sentence why = obstacleTo(field.key, choice, model, FieldNames::Labels);
                !why.empty())
                limits.forbidden[key].insert(QString::fromUtf8(choice), translated(why));
    }
    return limits;
}

void checkTokens(FormCheck& check, const TaskRequest& request) {
    limitTokens(check.limits, request);
    try {
        requireTokenization(request.name, request.tokenization);
    } catch (const Error& error) {
        check.problems.insert(tokenizerKey, translated(error.sentence()));
    }
    if (request.merges < 0 || request.merges > mostMerges)
        check.problems.insert(
            mergesKey, translated(Sentence(
                           phrase("%1 is %2; it must be %3"),
                           QCoreApplication::translate("Glassformer", "Merges").toStdString(),
                           request.merges, Sentence(phrase("between %1 and %2"), 0, mostMerges))));
}

/// The whole check. Expensive parts come last and only when the rest is fine.
FormCheck checkForm(const ModelRequest& request, qint64 memory) {
    FormCheck check;
    const nlohmann::json model = toJson(request.model);
    check.limits = limitsOf(readableConfig(model));
    checkTokens(check, taskRequest(request));
    for (const ConfigProblem& problem : problemsOf(model, FieldNames::Labels))
        check.problems.insert(QString::fromStdString(problem.key), translated(problem.sentence));
    const nlohmann::json training = trainingJson(request);
    for (const ConfigProblem& problem : trainProblemsOf(training, FieldNames::Labels))
        check.problems.insert(QString::fromStdString(problem.key), translated(problem.sentence));
    const QString architecture = QStringLiteral("architecture");
    if (!check.problems.contains(architecture)) {
        const QString fault =
            architectureFault(request.task, request.model.value(architecture).toString());
        if (!fault.isEmpty())
            check.problems.insert(architecture, fault);
    }
    const bool readsFile = needsFile(request.task) || !request.file.isEmpty();
    if (readsFile && !QFileInfo(request.file).isFile())
        check.problems.insert(
            QStringLiteral("task"),
            request.file.isEmpty()
                ? QCoreApplication::translate("Glassformer",
                                              "Choose the file that it is to learn from.")
                : QCoreApplication::translate("Glassformer", "There is no file %1.")
                      .arg(request.file));
    if (!check.problems.isEmpty())
        return check;
    try {
        ModelPlan plan;
        plan.model = configFromJson(model);
        plan.train = trainConfigFromJson(training);
        // A file is read when the model is built, not at every key.
        if (!readsFile)
            plan = planModel(request);
        check.parameters = parameterCount(plan.model);
        const Cost cost = costOf(plan.model, plan.train);
        check.bytes = cost.total();
        checkMemory(check, cost, memory);
    } catch (const Error& error) {
        check.problems.insert(QStringLiteral("task"), translated(error.sentence()));
    }
    return check;
}

} // namespace

ModelPlan planModel(const ModelRequest& request) {
    ModelPlan plan;
    plan.request = taskRequest(request);
    plan.model = configFromJson(toJson(request.model));
    plan.train = trainConfigFromJson(trainingJson(request));
    plan.device = request.device.toStdString();
    plan.request.architecture = plan.model.architecture;
    const std::unique_ptr<Task> task = makeTask(plan.request);
    const ModelConfig defaults = task->modelDefaults();
    takeFromTask(plan.model, defaults);
    requireRoom(*task, plan.model, FieldNames::Labels);
    return plan;
}

ModelForm makeModelForm(std::function<qint64()> memory) {
    const std::string firstTask = "date";
    const std::unique_ptr<Task> task = makeTask(taskNamed(firstTask));
    ModelForm form;
    form.model = formFields(configFields(), gf::toJson(task->modelDefaults()));
    form.training = trainingFields(gf::toJson(task->trainDefaults()));
    form.tasks = taskChoices();
    std::ranges::for_each(form.tasks, presentTask);
    form.task = QString::fromStdString(firstTask);
    form.presets = modelPresets();
    form.preset = presetValues;
    form.defaults = taskDefaults;
    form.check = [memory = std::move(memory)](const ModelRequest& request) {
        return checkForm(request, memory());
    };
    return form;
}

} // namespace gf
