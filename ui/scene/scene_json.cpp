// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_json.h"

#include "core/lab/lab.h"
#include "core/tensor/error.h"
#include "ui/language/plain_text.h"
#include "ui/language/tr.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <span>

namespace gf {

namespace {

constexpr qint64 version = 1;
constexpr qsizetype longestFile = 1'000'000; ///< bytes
constexpr int longestName = 300;
constexpr int longestText = 10'000;
constexpr qsizetype mostEntries = 1000; ///< of a list
constexpr qint64 farthest = 1'000'000'000;
constexpr qint64 mostSteps = qint64{1} << 53; ///< that a number of JSON holds exactly

using Names = std::span<const char* const>;

constexpr const char* zooms[] = {"model", "layer", "step"};
constexpr const char* docks[] = {"map", "explain", "what-if", "train"};
constexpr const char* kinds[] = {"set", "multiply", "reveal", "lift_causal"};
constexpr const char* drawn[] = {"with", "without", "difference"};
constexpr const char* ways[] = {"greedy", "sample", "beam"};

/// `"values", "gradients" or …`.
QString oneOf(Names names) {
    QStringList quoted;
    for (const char* name : names)
        quoted += '"' + QLatin1String(name) + '"';
    return tr("one of %1").arg(quoted.join(QStringLiteral(", ")));
}

[[noreturn]] void refuse(const QString& sentence) {
    throw Error(sentence.toStdString());
}

/// How a value stands in the file.
QString written(const QJsonValue& value) {
    QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    text = text.mid(1, text.size() - 2);
    return shortened(QString::fromUtf8(text), 60);
}

/// Writes the fields that it is told of, as far as they say something.
class Writer {
public:
    const QJsonObject& object() const { return m_object; }

    void text(const char* name, const QString& value, int /*longest*/) {
        if (!value.isEmpty())
            put(name, value);
    }
    void name(const char* name, const QString& value) { text(name, value, longestName); }
    void flag(const char* name, bool value) {
        if (value)
            put(name, true);
    }
    template <std::integral Number>
    void whole(const char* name, Number value, qint64 /*least*/, qint64 /*most*/) {
        if (value != 0)
            put(name, static_cast<qint64>(value));
    }
    void real(const char* name, double value, double, double) { put(name, value); }
    template <std::integral Number> void place(const char* name, Number value, qint64 least) {
        if (value >= least)
            put(name, static_cast<qint64>(value) + 1);
    }
    template <typename Choice> void choice(const char* name, Choice value, Names names) {
        put(name, QLatin1String(names[static_cast<std::size_t>(value)]));
    }
    void step(const char* name, const std::optional<qint64>& value) {
        if (value)
            put(name, *value);
    }
    void numbers(const char* name, const QHash<QString, double>& values) {
        QJsonObject object;
        for (auto at = values.begin(); at != values.end(); ++at)
            object.insert(at.key(), at.value());
        if (!object.isEmpty())
            put(name, object);
    }
    void choices(const char* name, const std::optional<QStringList>& values, Names /*names*/) {
        if (values)
            put(name, QJsonArray::fromStringList(*values));
    }
    template <class Fields> void object(const char* name, Fields fields) {
        Writer inner;
        fields(inner);
        if (!inner.m_object.isEmpty())
            put(name, inner.m_object);
    }
    template <class What, class Fields>
    void object(const char* name, std::optional<What>& what, Fields fields) {
        if (!what)
            return;
        Writer inner;
        fields(inner, *what);
        put(name, inner.m_object);
    }
    template <class List, class Fields> void list(const char* name, List& list, Fields fields) {
        QJsonArray array;
        for (auto& what : list) {
            Writer inner;
            fields(inner, what);
            array.append(inner.m_object);
        }
        while (!array.isEmpty() && array.last().toObject().isEmpty())
            array.removeLast();
        if (!array.isEmpty())
            put(name, array);
    }

private:
    void put(const char* name, const QJsonValue& value) {
        m_object.insert(QLatin1String(name), value);
    }

    QJsonObject m_object;
};

/// Reads the fields that it is told of, and refuses what is wrong in them and what is left over.
class Reader {
public:
    Reader(QJsonObject object, QString where)
        : m_object(std::move(object)), m_where(std::move(where)) {}

    void text(const char* name, QString& value, int longest) {
        const auto given = take(name, tr("a text of at most %1 characters").arg(longest));
        if (given && (!given->isString() || given->toString().size() > longest))
            wrong();
        if (given)
            value = given->toString();
    }
    void name(const char* name, QString& value) { text(name, value, longestName); }
    void flag(const char* name, bool& value) {
        const auto given = take(name, tr("true or false"));
        if (given && !given->isBool())
            wrong();
        if (given)
            value = given->toBool();
    }
    template <std::integral Number>
    void whole(const char* name, Number& value, qint64 least, qint64 most) {
        const auto given = take(name, tr("a whole number, %1 to %2").arg(least).arg(most));
        if (!given)
            return;
        const double number = given->toDouble(std::nan(""));
        if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most)) ||
            number != std::floor(number))
            wrong();
        value = static_cast<Number>(number);
    }
    void real(const char* name, double& value, double least, double most) {
        const auto given = take(name, tr("a number, %1 to %2").arg(least).arg(most));
        if (!given)
            return;
        const double number = given->toDouble(std::nan(""));
        if (!(number >= least && number <= most))
            wrong();
        value = number;
    }
    template <std::integral Number> void place(const char* name, Number& value, qint64 /*least*/) {
        qint64 counted = value + 1;
        whole(name, counted, 1, farthest);
        value = static_cast<Number>(counted - 1);
    }
    template <typename Choice> void choice(const char* name, Choice& value, Names names) {
        const auto given = take(name, oneOf(names));
        if (!given)
            return;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (given->toString() == QLatin1String(names[i])) {
                value = static_cast<Choice>(i);
                return;
            }
        wrong();
    }
    void step(const char* name, std::optional<qint64>& value) {
        if (!m_object.contains(QLatin1String(name))) {
            m_known += QLatin1String(name);
            return;
        }
        whole(name, value.emplace(), 0, mostSteps);
    }
    void numbers(const char* name, QHash<QString, double>& values) {
        const auto given = take(name, tr("an object of numbers"));
        if (!given)
            return;
        const QJsonObject object = given->toObject();
        if (!given->isObject() || object.size() > mostEntries)
            wrong();
        for (auto at = object.begin(); at != object.end(); ++at) {
            if (at.key().size() > longestName)
                wrong();
            if (!at.value().isDouble())
                wrong(place(name) + '.' + at.key(), at.value(), tr("a number"));
            values.insert(at.key(), at.value().toDouble());
        }
    }
    void choices(const char* name, std::optional<QStringList>& values, Names names) {
        const auto given = take(name, tr("a list, each %1").arg(oneOf(names)));
        if (!given)
            return;
        if (!given->isArray())
            wrong();
        values.emplace();
        for (const auto& each : given->toArray()) {
            const QString word = each.toString();
            if (std::ranges::none_of(
                    names, [&](const char* known) { return word == QLatin1String(known); }) ||
                values->contains(word))
                wrong();
            *values += word;
        }
    }
    template <class Fields> void object(const char* name, Fields fields) {
        if (const auto given = takeObject(name)) {
            Reader inner(*given, place(name) + '.');
            fields(inner);
            inner.finish();
        }
    }
    template <class What, class Fields>
    void object(const char* name, std::optional<What>& what, Fields fields) {
        if (const auto given = takeObject(name)) {
            Reader inner(*given, place(name) + '.');
            fields(inner, what.emplace());
            inner.finish();
        }
    }
    template <class List, class Fields> void list(const char* name, List& list, Fields fields) {
        constexpr bool grows = requires {
            list.resize(1);
        };
        const qsizetype most = grows ? mostEntries : static_cast<qsizetype>(std::size(list));
        const auto given = take(name, tr("a list of at most %1 objects").arg(most));
        if (!given)
            return;
        const QJsonArray array = given->toArray();
        if (!given->isArray() || array.size() > most)
            wrong();
        if constexpr (grows)
            list.resize(array.size());
        auto what = std::begin(list);
        for (qsizetype i = 0; i < array.size(); ++i, ++what) {
            const QString entry = place(name) + QStringLiteral("[%1]").arg(i + 1);
            if (!array[i].isObject())
                wrong(entry, array[i], tr("an object"));
            Reader inner(array[i].toObject(), entry + '.');
            fields(inner, *what);
            inner.finish();
        }
    }

    /// What was not asked for is no field.
    void finish() const {
        for (const QString& key : m_object.keys())
            if (!m_known.contains(key))
                refuse(tr("%1 is no field of a scene; here can stand: %2")
                           .arg(m_where + shortened(key, 60), m_known.join(QStringLiteral(", "))));
    }
    /// A step that cannot be left out.
    void requireStep(const char* name, bool right) {
        if (!right)
            wrong(place(name), m_object.value(QLatin1String(name)), tr("the name of an operation"));
    }

    /// One that there is, or none.
    void requireLab(const char* name, const QString& lab) {
        QStringList all;
        for (const Lab& each : labs())
            all += QString::fromUtf8(each.name.data(), static_cast<qsizetype>(each.name.size()));
        if (!lab.isEmpty() && !all.contains(lab))
            wrong(place(name), lab, tr("one of %1").arg(all.join(QStringLiteral(", "))));
    }

private:
    QString place(const char* name) const { return m_where + QLatin1String(name); }

    std::optional<QJsonValue> take(const char* name, const QString& right) {
        m_name = name;
        m_right = right;
        m_known += QLatin1String(name);
        const auto at = m_object.constFind(QLatin1String(name));
        return at == m_object.constEnd() ? std::nullopt : std::optional(at.value());
    }
    std::optional<QJsonObject> takeObject(const char* name) {
        const auto given = take(name, tr("an object"));
        if (given && !given->isObject())
            wrong();
        return given ? std::optional(given->toObject()) : std::nullopt;
    }
    /// The field that was taken last.
    [[noreturn]] void wrong() const {
        wrong(place(m_name), m_object.value(QLatin1String(m_name)), m_right);
    }
    [[noreturn]] static void wrong(const QString& place, const QJsonValue& value,
                                   const QString& right) {
        refuse(value.isUndefined()
                   ? tr("%1 is missing; it must be %2").arg(place, right)
                   : tr("%1 is %2; it must be %3").arg(place, written(value), right));
    }

    QJsonObject m_object;
    QString m_where; ///< what stands before the names of its fields in a sentence
    QStringList m_known;
    const char* m_name = "";
    QString m_right;
};

// Each field once, for the way out and the way in.

template <class Archive> void fieldsOfFocus(Archive& at, Focus& focus) {
    at.name("step", focus.step);
    at.place("head", focus.head, 1);
    at.flag("all_heads", focus.allHeads);
    at.place("row", focus.row, 0);
    at.place("column", focus.column, 0);
    at.flag("pinned", focus.pinned);
    at.flag("gradients", focus.gradients);
    at.name("view", focus.view);
    at.name("lab", focus.lab);
    if constexpr (std::same_as<Archive, Reader>)
        at.requireLab("lab", focus.lab);
}

template <class Archive> void fieldsOfStage(Archive& at, StageSettings& stage) {
    at.flag("numbers", stage.numbers);
    at.flag("equal_panels", stage.equalPanels);
    at.name("enlarged", stage.enlarged);
    at.place("enlarged_head", stage.enlargedHead, 1);
    at.numbers("settings", stage.stations);
}

template <class Archive> void fieldsOfChange(Archive& at, Intervention& change) {
    QString step = QString::fromStdString(change.node);
    at.name("step", step);
    change.node = step.toStdString();
    if constexpr (std::same_as<Archive, Reader>)
        at.requireStep("step", !step.isEmpty());
    at.choice("kind", change.edit.kind, kinds);
    at.real("value", change.edit.value, -1e30, 1e30);
    at.list("cells", change.edit.cells, [](Archive& cells, Places& places) {
        cells.place("first", places.first, 1);
        cells.whole("count", places.count, 0, farthest);
    });
}

template <class Archive> void fieldsOfGeneration(Archive& at, GenerationSettings& settings) {
    at.choice("way", settings.way, ways);
    at.real("temperature", settings.temperature, 0, 100);
    at.whole("top_k", settings.topK, 0, farthest);
    at.real("top_p", settings.topP, 0, 1);
    at.whole("seed", settings.seed, 1, mostSteps);
    at.whole("width", settings.width, 1, 1000);
    at.real("length_penalty", settings.lengthPenalty, -5, 100);
}

template <class Archive> void fieldsOfScene(Archive& at, Scene& scene) {
    at.object("run", [&](Archive& run) {
        run.name("task", scene.run.task);
        run.text("file", scene.run.file, longestText);
    });
    at.object("example", [&](Archive& example) {
        example.text("source", scene.example.source, longestText);
        example.text("target", scene.example.target, longestText);
        example.whole("padding", scene.example.padding, 0, 16);
    });
    at.object("focus", [&](Archive& focus) { fieldsOfFocus(focus, scene.focus); });
    at.object("stage", [&](Archive& stage) { fieldsOfStage(stage, scene.stage); });
    at.list("changes", scene.whatIf.changes, fieldsOfChange<Archive>);
    at.choice("drawn", scene.whatIf.drawn, drawn);
    at.object("time", [&](Archive& time) {
        time.step("moment", scene.time.checkpoint);
        time.step("pin_a", scene.time.pins[0]);
        time.step("pin_b", scene.time.pins[1]);
        time.flag("difference", scene.time.difference);
    });
    at.object("compare", scene.comparedRun, [](Archive& comparedRun, Scene::ComparedRun& what) {
        comparedRun.name("change", what.change);
        comparedRun.whole("layers", what.layers, 0, 64);
        comparedRun.flag("third", what.third);
    });
    at.object("walk", scene.walk, [](Archive& walk, Scene::Walk& what) {
        walk.place("example", what.example, 1);
        walk.flag("after", what.after);
    });
    at.object("own_batch", scene.ownBatch,
              [](Archive& batch, QString& lines) { batch.text("lines", lines, longestText); });
    at.choices("hidden", scene.hidden, docks);
    at.flag("presenting", scene.presenting);
    at.choice("map", scene.mapZoom, zooms);
    at.flag("logarithmic", scene.logarithmic);
    at.object("generation", scene.generation, fieldsOfGeneration<Archive>);
    at.flag("charts", scene.charts);
    at.flag("help", scene.help);
    at.flag("glossary", scene.glossary);
    at.text("lesson", scene.lesson, longestText);
}

/// How many keys stand in the text of an object that could be read: a colon outside of strings
/// each.
qsizetype keysIn(const QByteArray& json) {
    qsizetype keys = 0;
    bool inString = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        if (inString && json[i] == '\\')
            ++i;
        else if (json[i] == '"')
            inString = !inString;
        else if (!inString && json[i] == ':')
            ++keys;
    }
    return keys;
}

qsizetype keysIn(const QJsonValue& value) {
    qsizetype keys = 0;
    for (const auto& each : value.toArray())
        keys += keysIn(each);
    const QJsonObject object = value.toObject();
    for (const auto& each : object)
        keys += keysIn(each);
    return keys + object.size();
}

} // namespace

QByteArray toJson(const Scene& scene) {
    Scene copy = scene; // the fields are named for both ways
    Writer writer;
    writer.whole("version", version, 0, version);
    fieldsOfScene(writer, copy);
    return QJsonDocument(writer.object()).toJson(QJsonDocument::Compact);
}

Scene sceneFromJson(const QByteArray& json) {
    if (json.size() > longestFile)
        refuse(tr("A scene has at most %1 bytes, and this one has %2.")
                   .arg(longestFile)
                   .arg(json.size()));
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError || !document.isObject())
        refuse(tr("A scene is an object in JSON, and at byte %1 this is none.")
                   .arg(problem.offset + 1));
    // Which of two would be meant?
    if (keysIn(json) != keysIn(document.object()))
        refuse(tr("A field stands twice in the scene; each can stand once."));
    Reader reader(document.object(), {});
    qint64 read = version;
    reader.whole("version", read, version, version);
    Scene scene;
    fieldsOfScene(reader, scene);
    reader.finish();
    return scene;
}

} // namespace gf
