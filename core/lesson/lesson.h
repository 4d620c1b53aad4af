// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field_values.h"
#include "core/graph/edit.h"
#include "core/tensor/shape.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What a lesson says, as plain data: its pages with their paragraphs and blocks. Reading it is
/// read_lesson.h; what it names (tasks, steps, keys of a model) is checked by whoever runs it.
/// `line` is always the line of the file on which a thing begins, from 1.
namespace gf {

class TemporaryFolder;

inline constexpr Index mostLessonSteps = 2000; ///< of training: a lesson goes on while one waits
inline constexpr double largestSetting = 1e6;  ///< of a drawing, in size

/// One place along a dimension: a number from 1, or the first token that is this word.
struct LessonPlace {
    Index number = 0; ///< 0: `word` says it
    std::string word;

    friend bool operator==(const LessonPlace&, const LessonPlace&) = default;
};

/// A step's matrix, or the part of it that the places name; what they leave out is all of it.
struct LessonCells {
    std::string step; ///< "decoder.1.cross_attn.weights", "grad/logits"
    std::optional<LessonPlace> head, row, column;

    friend bool operator==(const LessonCells&, const LessonCells&) = default;
};

/// What is trained and for how long, before it is looked at.
struct LessonRun {
    std::string task;
    FieldValues model;    ///< keys of the configuration that are not the task's own
    FieldValues training; ///< keys of the training, likewise
    Index steps = 0;      ///< 0: fresh weights

    friend bool operator==(const LessonRun&, const LessonRun&) = default;
};

/// What the model reads; nothing in it: what the task is shown with.
struct LessonExample {
    std::string source, target;
    Index padding = 0;

    friend bool operator==(const LessonExample&, const LessonExample&) = default;
};

/// Runs that differ in one key of the model.
struct LessonComparison {
    std::string key;
    std::vector<FieldValue> values;      ///< two to four; each is the name of its run, too
    std::vector<std::string> names = {}; ///< what people call the runs; empty: by key and value

    friend bool operator==(const LessonComparison&, const LessonComparison&) = default;
};

/// Where the window goes.
struct LessonScene {
    std::string id;
    int line = 0;
    LessonRun run;
    std::uint64_t seed = 1;
    std::string file; ///< a run beside the lesson's file, in the place of training: its bare name
    LessonExample example;
    std::string step;    ///< empty: where the window is
    std::string station; ///< empty: how the window draws the step
    std::string lab;     ///< that stands in the place of the step; empty: none
    std::string view;    ///< in the place of all of it: "charts" or "generation"; empty: neither
    std::map<std::string, double> settings; ///< of the station, or of the lab
    std::optional<LessonPlace> head, row, column;
    bool allHeads = false;
    bool gradients = false;
    std::vector<Intervention> changes;
    std::optional<LessonComparison> compare;
    std::optional<Index> moment;                     ///< of the time machine, in training steps
    std::vector<std::string> docks, buttons, hidden; ///< that are hidden; `hidden`: tasks
};

/// One way to answer a question of choice.
struct LessonAnswer {
    std::string text;
    bool right = false;
    std::string shows; ///< what choosing it shows about the thinking
};

/// How the place that is asked for is found in the person's own trace.
struct LessonPointer {
    enum class Find : std::uint8_t { Cell, Row, Column, Head, Step };
    Find find = Find::Cell;
    bool smallest = false;  ///< the cell with the smallest number, else with the largest
    LessonCells among;      ///< only these cells are looked at
    std::string experiment; ///< whose trace it is
    std::string run;        ///< which of its runs; empty: the only one
};

struct LessonQuestion {
    enum class Kind : std::uint8_t { Choice, Number, Point, Text };
    std::string id;
    int line = 0;
    Kind kind = Kind::Choice;
    bool why = false; ///< asks for a reason, not for what comes out
    std::string ask;
    std::vector<LessonAnswer> answers; ///< of a choice: one of them is right
    std::string claim;                 ///< what decides it; of a number: the right one
    double near = 0;                   ///< of a number: as far off it still counts
    LessonPointer pointer;
    std::string answer;               ///< of a text: what a good one says
    std::string otherwise;            ///< what a wrong number or place shows about the thinking
    std::array<std::string, 3> hints; ///< a nudge, a place to look, the answer
};

/// Random numbers that are added to weights before they are looked at.
struct LessonNudge {
    std::string layer; ///< weights whose names begin with it and a dot: "decoder.3"
    double by = 0;     ///< standard deviation of what is added to each of them
};

/// What is tried on the live model.
struct LessonExperiment {
    std::string id;
    int line = 0;
    std::string after; ///< opens when this question is answered; empty: at once
    std::optional<LessonRun> run;
    std::optional<LessonComparison> compare;
    LessonExample example;
    std::vector<Intervention> held;    ///< what the model is held to from its first step on
    std::vector<Intervention> changes; ///< what besides, when it is measured
    std::optional<LessonNudge> nudge;  ///< likewise; drawn with the seed, for compared runs alike
    std::string lab;                   ///< on the run where there is one; empty: none
    FieldValues knobs;
};

/// A quantity in which an experiment ends.
struct LessonMeasure {
    enum class What : std::uint8_t {
        ExactMatch,     ///< share of validation examples that are right to the last token
        TokenAccuracy,  ///< share of their tokens
        Loss,           ///< mean cross-entropy on validation examples
        FirstLoss,      ///< on the first batch, before the first update
        LastLoss,       ///< of the last training step
        GuessLoss,      ///< of a guess that knows nothing: ln V
        ParameterCount, ///< how many numbers training changes
        Written,        ///< share of validation examples that the model writes right by itself
        Answered,       ///< 1 where the model's own answer to the example is right, else 0
        Value,          ///< of the cells of a step
        Distance,       ///< largest difference between two rows of a step
        Difference,     ///< of a step's cells to those of another experiment, in size
        Lab,            ///< a number of the experiment's lab
    };
    enum class Of : std::uint8_t { Mean, Largest, Smallest, Sum, Variance, Zeros, Norm };
    int line = 0;
    std::string experiment;
    std::string run; ///< which of the compared runs; empty: the only one
    What what = What::ExactMatch;
    LessonCells cells;               ///< Value, Distance, Difference
    Of of = Of::Mean;                ///< Value, Difference: of several cells
    std::optional<LessonPlace> from; ///< Distance: the other row
    std::string other;               ///< Difference: the other experiment
    std::string key;                 ///< Lab: "softmax/0/largest_weight"
};

/// How a claim's number is written.
enum class LessonStyle : std::uint8_t { Number, Percent };

/// A number that the text states, or an order of two measures.
struct LessonClaim {
    enum class Kind : std::uint8_t { Number, Order };
    std::string id;
    int line = 0;
    Kind kind = Kind::Number;
    LessonMeasure measure;              ///< the number; of an order the greater one
    std::optional<LessonMeasure> minus; ///< what the number is less by
    std::optional<LessonMeasure> over;  ///< what it is divided by
    double value = 0, tolerance = 0;    ///< of a number
    LessonStyle as = LessonStyle::Number;
    Index decimals = 0;         ///< with which the number is written
    LessonMeasure less;         ///< of an order
    double margin = 0;          ///< of an order: greater by this at least
    bool apart = false;         ///< of an order: whichever is greater
    std::string says;           ///< what is claimed, as a sentence
    std::size_t valueBegin = 0; ///< where the value stands in the file, in bytes
    std::size_t valueEnd = 0;
};

struct LessonText {
    int line = 0;
    std::string words; ///< Markdown without links and HTML, with {claim:…} and {set:…}
};

using LessonItem =
    std::variant<LessonText, LessonScene, LessonQuestion, LessonExperiment, LessonClaim>;

struct LessonPage {
    int line = 0;
    std::string title;
    std::vector<LessonItem> items;
};

/// A block, as the text around it may quote it: {set:ID.key}.
struct LessonSetting {
    std::string path; ///< "roots.model.heads"
    std::string text; ///< as it stands in the file, of a text without the quotes
};

struct Lesson {
    std::string name;        ///< of its file: "why_root_k"
    std::string text = {};   ///< that it was read from
    std::string folder = {}; ///< in which the files lie that its scenes name; empty: nowhere
    /// That folder, where the lesson was packed with them: it goes with the last copy of this.
    std::shared_ptr<const TemporaryFolder> unpacked = {};
    std::string title;
    Index number = 0;               ///< its place in a course; 0: it has none
    Index minutes = 0;              ///< that it takes
    std::string idea;               ///< the one thing that is learnt
    std::vector<std::string> board; ///< what a teacher draws
    std::vector<LessonPage> pages;
    std::vector<LessonSetting> settings; ///< of all blocks

    const LessonQuestion* question(std::string_view id) const;
    const LessonExperiment* experiment(std::string_view id) const;
    const LessonClaim* claim(std::string_view id) const;
    const LessonSetting* setting(std::string_view path) const;
};

/// All blocks of one kind, in the order of the pages.
template <class Block> std::vector<const Block*> blocksOf(const Lesson& lesson) {
    std::vector<const Block*> blocks;
    for (const LessonPage& page : lesson.pages)
        for (const LessonItem& item : page.items)
            if (const auto* const block = std::get_if<Block>(&item))
                blocks.push_back(block);
    return blocks;
}

/// The page that a block of the lesson stands on, counted from 0; −1 of none.
template <class Block> int pageOf(const Lesson& lesson, const Block* block) {
    for (std::size_t page = 0; page < lesson.pages.size(); ++page)
        for (const LessonItem& item : lesson.pages[page].items)
            if (block && std::get_if<Block>(&item) == block)
                return static_cast<int>(page);
    return -1;
}

/// As it names a run: "true", "4", "attention".
std::string textOf(const FieldValue& value);

} // namespace gf
