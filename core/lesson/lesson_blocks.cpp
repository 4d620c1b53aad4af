// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_blocks.h"

#include "core/io/quote.h"
#include "core/lab/lab.h"
#include "core/lesson/command_names.h"

#include <algorithm>
#include <limits>

namespace gf {

namespace {

constexpr std::size_t longestName = 200;
constexpr std::size_t longestWords = 1000;
constexpr Index mostMinutes = 90;
constexpr Index farthestPlace = 4096;

// In the order of the enumerations.
constexpr std::string_view questionKinds[] = {"choice", "number", "point", "text"};
constexpr std::string_view findable[] = {"cell", "row", "column", "head", "step"};
constexpr std::string_view extremes[] = {"largest", "smallest"};
constexpr std::string_view quantities[] = {
    "exact_match", "token_accuracy", "loss",    "first_loss", "last_loss",
    "guess_loss",  "parameters",     "written", "answered",   "value",
    "distance",    "difference",     "lab"};
constexpr std::string_view statistics[] = {"mean",     "largest", "smallest", "sum",
                                           "variance", "zeros",   "norm"};
constexpr std::string_view styles[] = {"number", "percent"};
constexpr std::string_view changeKinds[] = {"set", "multiply", "reveal", "lift_causal"};
constexpr std::string_view matrices[] = {"values", "gradients"};
constexpr std::string_view views[] = {"step", "charts", "generation"};
constexpr std::string_view docks[] = {"map", "explain", "what-if", "train"};

/// Of a knob, which may make a lab take long. The rest says the lab, when the lesson is checked.
constexpr Index mostOfKnob = 20'000;

FieldValue valueOf(LessonFields& fields, std::string_view name) {
    const nlohmann::json value = fields.scalar(name);
    if (value.is_boolean())
        return value.get<bool>();
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number_float())
        return value.get<double>();
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        fields.wrong(name, phrase("a number that a computer counts with"));
    return value.get<std::int64_t>();
}

FieldValues valuesOf(LessonFields& fields, std::string_view name) {
    FieldValues values;
    if (auto object = fields.object(name)) {
        for (const std::string& key : object->names())
            values[key] = valueOf(*object, key);
        object->finish();
    }
    return values;
}

std::optional<LessonPlace> placeOf(LessonFields& fields, std::string_view name) {
    if (!fields.has(name)) {
        fields.optionalText(name, longestName);
        return std::nullopt;
    }
    const nlohmann::json value = fields.scalar(name);
    LessonPlace place;
    if (value.is_string())
        place.word = value.get<std::string>();
    else
        place.number = fields.whole(name, 1, farthestPlace);
    return place;
}

LessonCells cellsOf(LessonFields& fields) {
    LessonCells cells;
    cells.step = fields.text("step", longestName);
    cells.head = placeOf(fields, "head");
    cells.row = placeOf(fields, "row");
    cells.column = placeOf(fields, "column");
    return cells;
}

LessonRun runOf(LessonFields& fields) {
    LessonRun run;
    run.task = fields.text("task", longestName);
    run.model = valuesOf(fields, "model");
    run.training = valuesOf(fields, "training");
    for (const char* const own : {"seed", "steps"})
        if (run.training.contains(own))
            fields.refuse(std::string("training.") + own,
                          {phrase("stands outside of training: %1"), own});
    run.steps = fields.whole("steps", 0, mostLessonSteps);
    return run;
}

LessonExample exampleOf(LessonFields& fields) {
    LessonExample example;
    if (auto object = fields.object("example")) {
        example.source = object->optionalText("source", longestWords);
        example.target = object->optionalText("target", longestWords);
        example.padding = object->whole("padding", 0, 16, 0);
        object->finish();
    }
    return example;
}

std::vector<Intervention> changesOf(LessonFields& fields, std::string_view name = "changes") {
    constexpr double largest = 1e30;
    std::vector<Intervention> changes;
    for (LessonFields& each : fields.objects(name, 0, 20)) {
        Intervention& change = changes.emplace_back();
        change.node = each.text("step", longestName);
        change.edit.kind = static_cast<Edit::Kind>(each.choice("kind", changeKinds));
        change.edit.value = each.number("value", -largest, largest, 0);
        std::size_t dimension = 0;
        for (LessonFields& places : each.objects("cells", 0, Shape::maxRank)) {
            change.edit.cells[dimension++] = {places.whole("first", 1, farthestPlace, 1) - 1,
                                              places.whole("count", 0, farthestPlace, 0)};
            places.finish();
        }
        each.finish();
    }
    return changes;
}

std::vector<std::string> textsOf(LessonFields& fields, std::string_view name, std::size_t least,
                                 std::size_t most, const Sentence& wanted) {
    std::vector<std::string> texts;
    for (const nlohmann::json& value : fields.scalars(name, least, most)) {
        if (!value.is_string() || value.get_ref<const std::string&>().empty() ||
            value.get_ref<const std::string&>().size() > longestWords)
            fields.wrong(name, wanted);
        texts.push_back(value.get<std::string>());
    }
    return texts;
}

std::optional<LessonComparison> comparisonOf(LessonFields& fields) {
    auto object = fields.object("compare");
    if (!object)
        return std::nullopt;
    LessonComparison comparison;
    comparison.key = object->text("key", longestName);
    for (const nlohmann::json& value : object->scalars("values", 2, 4)) {
        if (value.is_boolean())
            comparison.values.emplace_back(value.get<bool>());
        else if (value.is_string())
            comparison.values.emplace_back(value.get<std::string>());
        else if (value.is_number_integer())
            comparison.values.emplace_back(value.get<std::int64_t>());
        else
            comparison.values.emplace_back(value.get<double>());
        if (std::ranges::count(comparison.values, comparison.values.back()) > 1)
            object->wrong("values", phrase("values that differ"));
    }
    const Sentence wanted = phrase("a name for each of the values");
    comparison.names = textsOf(*object, "names", 0, comparison.values.size(), wanted);
    if (!comparison.names.empty() && comparison.names.size() != comparison.values.size())
        object->wrong("names", wanted);
    object->finish();
    return comparison;
}

std::vector<std::string> namesOf(LessonFields& fields, std::string_view name,
                                 LessonChoices known = {}, const Sentence& wanted = {}) {
    constexpr std::size_t most = 50;
    std::vector<std::string> names;
    for (const nlohmann::json& value : fields.scalars(name, 0, most)) {
        if (!value.is_string() || value.get_ref<const std::string&>().size() > longestName ||
            value.get_ref<const std::string&>().empty())
            fields.wrong(name, phrase("a list of names"));
        if (!known.empty() && std::ranges::find(known, value.get<std::string>()) == known.end())
            fields.wrong(name, wanted);
        names.push_back(value.get<std::string>());
    }
    return names;
}

/// A file beside the lesson's: a name and no path.
std::string bareFileOf(LessonFields& fields) {
    std::string file = fields.optionalText("file", longestName);
    const bool isBare = file.find_first_of("/\\:") == std::string::npos && !file.starts_with('.');
    if (!file.empty() && !(isBare && file.ends_with(".safetensors")))
        fields.wrong("file", phrase("the name of a .safetensors file in the lesson's folder"));
    return file;
}

/// Empty: none is named.
std::string labOf(LessonFields& fields) {
    std::string name = fields.optionalText("lab", longestName);
    if (!name.empty() && !findLab(name)) {
        std::string known;
        for (const Lab& lab : labs())
            known.append(known.empty() ? "" : ", ").append(lab.name);
        fields.wrong("lab", {phrase("one of %1"), known});
    }
    return name;
}

LessonScene sceneOf(const LessonBlock& block) {
    constexpr Index mostSeed = 1'000'000;
    LessonFields fields(block, block.json, {});
    LessonScene scene;
    scene.line = block.line;
    scene.id = fields.optionalId("id");
    scene.run = runOf(fields);
    scene.seed = static_cast<std::uint64_t>(fields.whole("seed", 1, mostSeed, 1));
    scene.file = bareFileOf(fields);
    scene.example = exampleOf(fields);
    scene.step = fields.optionalText("step", longestName);
    scene.station = fields.optionalText("station", longestName);
    scene.lab = labOf(fields);
    if (const auto view = fields.choice("view", views, 0); view > 0)
        scene.view = views[view];
    if (auto settings = fields.object("settings")) {
        for (const std::string& name : settings->names())
            scene.settings[name] = settings->number(name, -largestSetting, largestSetting);
        settings->finish();
    }
    scene.head = placeOf(fields, "head");
    scene.row = placeOf(fields, "row");
    scene.column = placeOf(fields, "column");
    scene.allHeads = fields.flag("all_heads");
    scene.gradients = fields.choice("matrix", matrices, 0) == 1;
    scene.changes = changesOf(fields);
    scene.compare = comparisonOf(fields);
    if (!scene.file.empty() && scene.compare)
        fields.refuse("compare", phrase("stands beside file: a saved run is shown with the runs "
                                        "that were saved with it"));
    if (fields.has("moment"))
        scene.moment =
            fields.whole("moment", 0, scene.file.empty() ? scene.run.steps : mostLessonSteps);
    if (auto hide = fields.object("hide")) {
        scene.docks =
            namesOf(*hide, "docks", docks, phrase("names of docks: map, explain, what-if, train"));
        scene.buttons = namesOf(*hide, "buttons", commandNames,
                                phrase("names of commands: train, compare, new-model and others"));
        scene.hidden = namesOf(*hide, "tasks");
        hide->finish();
    }
    fields.finish();
    return scene;
}

LessonPointer pointerOf(LessonFields& fields) {
    LessonPointer pointer;
    auto object = fields.object("find");
    if (!object)
        fields.refuse("kind", phrase("is point, and so the field find must say how the place is "
                                     "found"));
    pointer.find = static_cast<LessonPointer::Find>(object->choice("what", findable));
    pointer.smallest = object->choice("by", extremes, 0) == 1;
    pointer.among = cellsOf(*object);
    pointer.experiment = object->id("experiment");
    pointer.run = object->optionalText("run", longestName);
    object->finish();
    return pointer;
}

std::vector<LessonAnswer> answersOf(LessonFields& fields) {
    std::vector<LessonAnswer> answers;
    for (LessonFields& each : fields.objects("answers", 2, 6)) {
        LessonAnswer& answer = answers.emplace_back();
        answer.text = each.text("text", longestWords);
        answer.right = each.flag("right");
        answer.shows = answer.right ? each.optionalText("shows", longestWords)
                                    : each.text("shows", longestWords);
        each.finish();
    }
    if (std::ranges::count(answers, true, &LessonAnswer::right) != 1)
        fields.refuse("answers", phrase("must have one answer that is right, and no other"));
    return answers;
}

LessonQuestion questionOf(const LessonBlock& block) {
    LessonFields fields(block, block.json, {});
    LessonQuestion question;
    question.line = block.line;
    question.id = fields.id("id");
    question.kind = static_cast<LessonQuestion::Kind>(fields.choice("kind", questionKinds, 0));
    question.why = fields.flag("why");
    question.ask = fields.text("ask", longestWords);
    switch (question.kind) {
    case LessonQuestion::Kind::Choice:
        question.answers = answersOf(fields);
        question.claim = fields.optionalId("claim");
        break;
    case LessonQuestion::Kind::Number:
        question.claim = fields.id("claim");
        question.near = fields.number("near", 0, std::numeric_limits<float>::max());
        question.otherwise = fields.text("otherwise", longestWords);
        break;
    case LessonQuestion::Kind::Point:
        question.pointer = pointerOf(fields);
        question.otherwise = fields.text("otherwise", longestWords);
        break;
    case LessonQuestion::Kind::Text:
        question.answer = fields.text("answer", longestWords);
        break;
    }
    std::ranges::copy(
        textsOf(fields, "hints", 3, 3, phrase("three texts: a nudge, a place to look, the answer")),
        question.hints.begin());
    fields.finish();
    return question;
}

/// The lab of an experiment and what it is given; nothing in `knobs` names a file.
void readLab(LessonFields& fields, LessonExperiment& experiment) {
    experiment.lab = labOf(fields);
    experiment.knobs = valuesOf(fields, "knobs");
    if (experiment.lab.empty()) {
        if (!experiment.knobs.empty())
            fields.refuse("knobs", phrase("are those of a lab, and the experiment has none"));
        return;
    }
    for (const auto& [name, value] : experiment.knobs) {
        if (!isGivenInLessons(name))
            fields.refuse("knobs." + name, phrase("is nothing that a lab of a lesson is given"));
        const Index most = name == "steps" ? mostLessonSteps : mostOfKnob;
        const auto* const count = std::get_if<std::int64_t>(&value);
        if (count && (*count > most || *count < -most))
            fields.refuse("knobs." + name,
                          {phrase("is %1, but must be %2"), *count,
                           Sentence(phrase("a whole number, %1 to %2"), -most, most)});
    }
}

LessonExperiment experimentOf(const LessonBlock& block) {
    LessonFields fields(block, block.json, {});
    LessonExperiment experiment;
    experiment.line = block.line;
    experiment.id = fields.id("id");
    experiment.after = fields.optionalId("after");
    if (fields.has("task") || !fields.has("lab"))
        experiment.run = runOf(fields);
    experiment.compare = comparisonOf(fields);
    experiment.example = exampleOf(fields);
    experiment.held = changesOf(fields, "held");
    experiment.changes = changesOf(fields);
    if (auto nudge = fields.object("nudge")) {
        constexpr double largest = 1e6;
        experiment.nudge = {nudge->text("layer", longestName), nudge->number("by", 0, largest)};
        nudge->finish();
    }
    readLab(fields, experiment);
    if (!experiment.run && experiment.compare)
        fields.refuse("compare", phrase("compares runs, and the experiment trains none"));
    fields.finish();
    return experiment;
}

LessonMeasure measureOf(LessonFields fields) {
    LessonMeasure measure;
    measure.line = fields.line();
    measure.experiment = fields.id("experiment");
    measure.run = fields.optionalText("run", longestName);
    measure.what = static_cast<LessonMeasure::What>(fields.choice("what", quantities));
    const bool isDistance = measure.what == LessonMeasure::What::Distance;
    const bool isDifference = measure.what == LessonMeasure::What::Difference;
    if (measure.what == LessonMeasure::What::Value || isDistance || isDifference)
        measure.cells = cellsOf(fields);
    if (measure.what == LessonMeasure::What::Value || isDifference) {
        const auto usual = isDifference ? LessonMeasure::Of::Largest : LessonMeasure::Of::Mean;
        measure.of = static_cast<LessonMeasure::Of>(
            fields.choice("of", statistics, static_cast<std::size_t>(usual)));
    }
    if (isDistance) {
        measure.from = placeOf(fields, "from");
        if (!measure.from || !measure.cells.row || measure.cells.column)
            fields.refuse("what", phrase("is distance, which is between two whole rows: row and "
                                         "from name them"));
    }
    if (isDifference)
        measure.other = fields.id("other");
    if (measure.what == LessonMeasure::What::Lab)
        measure.key = fields.text("key", longestName);
    fields.finish();
    return measure;
}

LessonMeasure neededMeasure(LessonFields& fields, std::string_view name) {
    if (!fields.has(name))
        refuseLesson(fields.line(), {phrase("%1 of the block %2 is missing; it must be %3"),
                                     std::string(name), fields.block().kind, phrase("an object")});
    return measureOf(*fields.object(name));
}

std::optional<LessonMeasure> givenMeasure(LessonFields& fields, std::string_view name) {
    auto object = fields.object(name);
    return object ? std::optional(measureOf(*object)) : std::nullopt;
}

void readNumber(LessonFields& fields, LessonClaim& claim) {
    constexpr double largest = 1e12;
    claim.measure = neededMeasure(fields, "measure");
    claim.minus = givenMeasure(fields, "minus");
    claim.over = givenMeasure(fields, "over");
    claim.value = fields.number("value", -largest, largest);
    claim.tolerance = fields.number("tolerance", 0, largest);
    claim.decimals = fields.whole("decimals", 0, 9, 0);
    claim.says = fields.optionalText("says", longestWords);
    const JsonPlace& place = fields.block().places.at("value");
    claim.valueBegin = fields.block().offset + place.begin;
    claim.valueEnd = fields.block().offset + place.end;
}

LessonClaim claimOf(const LessonBlock& block) {
    constexpr double largest = 1e12;
    LessonFields fields(block, block.json, {});
    LessonClaim claim;
    claim.line = block.line;
    claim.id = fields.id("id");
    claim.as = static_cast<LessonStyle>(fields.choice("as", styles, 0));
    if (fields.has("greater")) {
        claim.kind = LessonClaim::Kind::Order;
        claim.measure = neededMeasure(fields, "greater");
        claim.less = neededMeasure(fields, "less");
        claim.margin = fields.number("margin", 0, largest, 0);
        claim.apart = fields.flag("apart");
        claim.says = fields.text("says", longestWords);
    } else {
        readNumber(fields, claim);
    }
    fields.finish();
    return claim;
}

} // namespace

void readLessonHead(const LessonBlock& block, Lesson& lesson) {
    if (block.kind != "lesson")
        refuseLesson(block.line, {phrase("a lesson begins with a block %1; this one is %2"),
                                  inQuotes("lesson"), inQuotes(block.kind)});
    LessonFields fields(block, block.json, {});
    lesson.title = fields.text("title", longestName);
    lesson.idea = fields.text("idea", longestName);
    lesson.minutes = fields.whole("minutes", 1, mostMinutes);
    lesson.number = fields.whole("number", 0, 1000, 0);
    lesson.board = textsOf(fields, "board", 0, 6, phrase("texts of 1 to 1000 bytes"));
    fields.finish();
}

LessonItem readLessonBlock(const LessonBlock& block) {
    if (block.kind == "scene")
        return sceneOf(block);
    if (block.kind == "question")
        return questionOf(block);
    if (block.kind == "experiment")
        return experimentOf(block);
    if (block.kind == "claim")
        return claimOf(block);
    refuseLesson(block.line, {phrase("%1 is no kind of block; there are %2"), inQuotes(block.kind),
                              "scene, question, experiment, claim"});
}

} // namespace gf
