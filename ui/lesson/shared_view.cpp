// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/shared_view.h"

#include "core/lesson/lesson.h"
#include "core/tensor/error.h"
#include "ui/language/tr.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <set>
#include <string>

namespace gf {

namespace {

QString oneLineTitle(QString title) {
    for (const char mark : {'`', '$', '{', '}', '<', '>', '[', ']', '\\'})
        title.remove(QLatin1Char(mark));
    return title.simplified();
}

QJsonValue jsonOf(const FieldValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<qint64>(*whole);
    if (const std::optional<double> number = numberOf(value))
        return *number;
    if (const bool* on = std::get_if<bool>(&value))
        return *on;
    return QString::fromStdString(choiceOf(value));
}

QJsonObject jsonOf(const FieldValues& values, const std::set<std::string>& without) {
    QJsonObject object;
    for (const auto& [key, value] : values)
        if (!without.contains(key))
            object[QString::fromStdString(key)] = jsonOf(value);
    return object;
}

QJsonObject changeOf(const Intervention& change) {
    static const QStringList kinds = {"set", "multiply", "reveal", "lift_causal"};
    QJsonObject object{{"step", QString::fromStdString(change.node)},
                       {"kind", kinds[static_cast<qsizetype>(change.edit.kind)]},
                       {"value", change.edit.value}};
    QJsonArray cells;
    for (const Places& places : change.edit.cells)
        cells.append(QJsonObject{{"first", static_cast<qint64>(places.first + 1)},
                                 {"count", static_cast<qint64>(places.count)}});
    while (!cells.isEmpty() && cells.last().toObject() == QJsonObject{{"first", 1}, {"count", 0}})
        cells.removeLast();
    if (!cells.isEmpty())
        object["cells"] = cells;
    return object;
}

/// A value of a comparison, which is said in words, of the kind that the open run has for the key.
QJsonValue comparedValue(const FieldValues& configuration, const QString& key,
                         const QString& value) {
    const auto own = configuration.find(key.toStdString());
    if (own != configuration.end() && std::holds_alternative<bool>(own->second))
        return value == QLatin1String("on");
    if (own != configuration.end() && std::holds_alternative<std::int64_t>(own->second))
        return value.toLongLong();
    return value;
}

QJsonObject sceneOf(const SeenView& view) {
    const auto& [title, run, step, scene, compared, file] = view;
    QJsonObject object{{"task", run.task}};
    if (file.isEmpty()) {
        object["seed"] = static_cast<qint64>(wholeIn(run.training, "seed").value_or(1));
        object["steps"] = step;
        object["model"] = jsonOf(run.configuration, {});
        object["training"] = jsonOf(run.training, {"seed", "steps", "tokenizer", "merges"});
    } else {
        object["file"] = file;
        object["steps"] = 0; // the file knows
    }
    if (!scene.example.source.isEmpty() || !scene.example.target.isEmpty())
        object["example"] = QJsonObject{{"source", scene.example.source},
                                        {"target", scene.example.target},
                                        {"padding", scene.example.padding}};
    const Focus& focus = scene.focus;
    object["step"] = focus.step;
    if (!focus.view.isEmpty())
        object["station"] = focus.view;
    if (focus.gradients)
        object["matrix"] = QStringLiteral("gradients");
    object["head"] = focus.head + 1;
    if (focus.allHeads)
        object["all_heads"] = true;
    const bool isPinned = focus.pinned && focus.lab.isEmpty(); // a lab's cells are its own
    if (isPinned && focus.row >= 0)
        object["row"] = static_cast<qint64>(focus.row + 1);
    if (isPinned && focus.column >= 0)
        object["column"] = static_cast<qint64>(focus.column + 1);
    if (!focus.lab.isEmpty())
        object["lab"] = focus.lab;
    if (scene.charts)
        object["view"] = QStringLiteral("charts");
    else if (scene.generation)
        object["view"] = QStringLiteral("generation");
    QJsonObject settings;
    for (auto each = scene.stage.stations.cbegin(); each != scene.stage.stations.cend(); ++each)
        if (std::abs(each.value()) <= largestSetting)
            settings[each.key()] = each.value();
    if (!settings.isEmpty())
        object["settings"] = settings;
    if (scene.time.checkpoint && *scene.time.checkpoint < step)
        object["moment"] = *scene.time.checkpoint;
    if (compared && file.isEmpty()) {
        QJsonArray values;
        for (const QString& value : compared->values)
            values.append(comparedValue(run.configuration, compared->field, value));
        object["compare"] = QJsonObject{{"key", compared->field}, {"values", values}};
    }
    QJsonArray changes;
    for (const Intervention& change : scene.whatIf.changes)
        changes.append(changeOf(change));
    if (!changes.isEmpty())
        object["changes"] = changes;
    return object;
}

} // namespace

QJsonObject sharedScene(const SeenView& view) {
    const auto& [title, run, step, scene, compared, file] = view;
    const bool isTrained = file.isEmpty(); // by whoever opens it
    if ((isTrained && !run.dataFile.isEmpty()) || run.task.isEmpty())
        throw Error(
            tr("A view of a model that learns from a file of yours cannot be shared as text.")
                .toStdString());
    if (isTrained && step > mostLessonSteps)
        throw Error(tr("The model has %1 training steps. A view that is shared as text has at most "
                       "%2, because whoever opens it trains it again; save the model and name its "
                       "file in a lesson instead.")
                        .arg(step)
                        .arg(mostLessonSteps)
                        .toStdString());
    if (isTrained && compared && compared->field.isEmpty())
        throw Error(tr("These runs differ in what no key of the configuration says, so a lesson "
                       "cannot have them beside each other.")
                        .toStdString());
    return sceneOf(view);
}

QString sharedPage(const SeenView& view) {
    const QByteArray json = QJsonDocument(sharedScene(view)).toJson(QJsonDocument::Compact);
    return QStringLiteral("## %1\n\n```scene\n%2\n```\n")
        .arg(oneLineTitle(view.title), QString::fromUtf8(json));
}

QString sharedView(const SeenView& view) {
    const QString plain = oneLineTitle(view.title);
    const QJsonObject head{{"title", plain}, {"idea", plain}, {"minutes", 1}};
    return QStringLiteral("```lesson\n%1\n```\n\n")
               .arg(QString::fromUtf8(QJsonDocument(head).toJson(QJsonDocument::Compact))) +
           sharedPage(view);
}

QString withPage(QString lesson, const QString& page) {
    while (lesson.endsWith(QLatin1Char('\n')))
        lesson.chop(1);
    return lesson + QStringLiteral("\n\n---\n\n") + page;
}

} // namespace gf
