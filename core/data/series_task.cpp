// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/series_task.h"

#include "core/data/real_numbers.h"
#include "core/data/task_base.h"
#include "core/io/table_file.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gf {

namespace {

constexpr Index points = knownPoints + foretoldPoints;

/// What the measure is, and what it is measured against.
constexpr std::string_view measureWords =
    phrase("squared error over that of repeating the last value");

double rounded(double value, double steps) {
    return std::round(value * steps) / steps;
}

TextExample exampleOf(std::span<const float> rows, Index features) {
    const auto known = static_cast<std::size_t>(knownPoints * features);
    return {rowsText(rows.first(known), features), rowsText(rows.subspan(known), features)};
}

Drawn drawSeries(Draws& draws) {
    struct Wave {
        double period, phase, size;
    };
    const auto phase = [&] { return draws.between(0, 2 * std::numbers::pi); };
    const std::array waves{Wave{draws.between(10, 24), phase(), draws.between(0.5, 1)},
                           Wave{draws.between(5, 10), phase(), draws.between(0.1, 0.3)}};
    const double slope = draws.between(-1, 1) / static_cast<double>(points);
    const double level = draws.between(-0.5, 0.5);
    std::vector<float> numbers;
    for (Index t = 0; t < points; ++t) {
        const auto time = static_cast<double>(t);
        double value = level + slope * time + 0.05 * draws.normal();
        for (const Wave& wave : waves)
            value += wave.size * std::sin(2 * std::numbers::pi * time / wave.period + wave.phase);
        numbers.push_back(static_cast<float>(rounded(value, 100)));
    }
    TextExample example = exampleOf(numbers, 1);
    std::string key = example.source;
    return {std::move(example), std::move(key)};
}

/// What an example asks for: the numbers that are foretold, and the last row before them.
struct Question {
    std::vector<float> last;
    std::vector<float> truth;
};

Question questionOf(const TextExample& example, Index features) {
    // A decoder alone has both sides in one.
    std::vector<float> all = rowsIn(example.source + " " + example.target, features);
    const auto width = static_cast<std::size_t>(features);
    const std::size_t known = static_cast<std::size_t>(knownPoints) * width;
    Question question;
    if (all.size() <= known)
        return question;
    question.last.assign(all.begin() + static_cast<std::ptrdiff_t>(known - width),
                         all.begin() + static_cast<std::ptrdiff_t>(known));
    question.truth.assign(all.begin() + static_cast<std::ptrdiff_t>(known), all.end());
    return question;
}

std::optional<Score> scoreOf(const TextExample& example, const Sequence& answer, Index features) {
    const Question question = questionOf(example, features);
    Score score;
    score.unit = 0;
    const std::size_t count = std::min(question.truth.size(), answer.numbers.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto truth = static_cast<double>(question.truth[i]);
        const double off = static_cast<double>(answer.numbers[i]) - truth;
        const double offRepeated =
            static_cast<double>(question.last[i % question.last.size()]) - truth;
        score.error += off * off;
        score.unit += offRepeated * offRepeated;
    }
    score.right = score.error < score.unit;
    return score;
}

/// The mean square of the generator: the loss of saying 0 to everything.
double meanSquare() {
    double sum = 0;
    double count = 0;
    for (std::uint64_t i = 0; i < 200; ++i) {
        Draws draws(0, i);
        for (const float value : questionOf(drawSeries(draws).example, 1).truth) {
            sum += static_cast<double>(value) * static_cast<double>(value);
            ++count;
        }
    }
    return sum / count;
}

TrainConfig seriesTraining() {
    return noamTraining(4000, 64, 200);
}

/// A point is one number: half the usual width learns it as well, and in a third of the time.
void shape(ModelConfig& model) {
    model.dModel = 32;
    model.dFf = 128;
}

/// How a column is moved and scaled, so that the rows that are learned from have mean 0 and
/// deviation 1; a column that is constant there is only moved.
struct Scale {
    double mean = 0;
    double deviation = 1;
};

Scale scaleOf(const Table& table, Index column, Index learned) {
    const auto at = [&](Index row) { return table.at(row, column); };
    // From the first number on: the mean of equal numbers is then that number to the last bit.
    Scale scale{at(0)};
    for (Index row = 0; row < learned; ++row)
        scale.mean += (at(row) - at(0)) / static_cast<double>(learned);
    double square = 0;
    for (Index row = 0; row < learned; ++row)
        square += (at(row) - scale.mean) * (at(row) - scale.mean) / static_cast<double>(learned);
    const double deviation = std::sqrt(square);
    constexpr double rounding = 1e-12; // of numbers that were computed, relative to their size
    if (deviation > rounding * std::abs(scale.mean))
        scale.deviation = deviation;
    return scale;
}

/// Beyond this a scaled number tells a model nothing, and its square soon cannot be held.
constexpr double largestScaled = 1e6;

/// The columns of a table, moved and scaled by the rows that are learned from.
std::vector<float> scaled(const Table& table, Index learned) {
    std::vector<float> result(table.values.size());
    for (Index c = 0; c < table.columns; ++c) {
        const Scale scale = scaleOf(table, c, learned);
        for (Index row = 0; row < table.rows(); ++row) {
            const double value = (table.at(row, c) - scale.mean) / scale.deviation;
            if (std::abs(value) > largestScaled)
                throw Error(phrase("Line %1, column %2: scaled as the lines that are learned from, "
                                   "%3 becomes %4, and numbers up to %5 can be read. Leave the "
                                   "line or the column out, or take the column's logarithms."),
                            table.lines[row], table.columnWord(c),
                            numberText(static_cast<float>(table.at(row, c))),
                            numberText(static_cast<float>(value)), Index{1'000'000});
            result[row * table.columns + c] = static_cast<float>(rounded(value, 1000));
        }
    }
    return result;
}

constexpr Index fewestRows = points + foretoldPoints;
constexpr Index mostColumns = 64;
constexpr Index mostValidation = 400;

class TableTask final : public TaskBase {
public:
    TableTask(TaskFacts facts, std::vector<float> numbers, Index learned,
              std::vector<std::string> names)
        : TaskBase(std::move(facts)), m_numbers(std::move(numbers)), m_learned(learned),
          m_names(std::move(names)) {}

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        const Index windows = m_learned - points + 1;
        const std::uint64_t first = Draws(seed, index).below(static_cast<std::uint64_t>(windows));
        return window(static_cast<Index>(first));
    }
    Index validationCount() const override { return std::min(mostValidation, validationWindows()); }
    TextExample validation(Index index) const override {
        const Index first = m_learned - knownPoints;
        return window(first + index * validationWindows() / validationCount());
    }
    std::optional<Score> score(const TextExample& example, const Sequence& answer) const override {
        return scoreOf(example, answer, form().features);
    }
    std::vector<std::string> columnNames() const override { return m_names; }
    std::string_view measure() const override { return measureWords; }
    std::optional<double> guessLoss() const override { return 1; } // as each column is scaled
    Index promptLength(const TextExample&) const override {
        return architecture() == Architecture::Decoder ? knownPoints : 0;
    }
    TextExample showcase() const override { return validation(0); }

private:
    Index rows() const { return static_cast<Index>(m_numbers.size()) / form().features; }
    /// Those of which everything that is foretold lies behind the lines that are learned from.
    Index validationWindows() const { return rows() - m_learned - foretoldPoints + 1; }
    TextExample window(Index first) const {
        const auto width = static_cast<std::size_t>(form().features);
        const TextExample example = exampleOf(
            std::span(m_numbers).subspan(static_cast<std::size_t>(first) * width, points * width),
            form().features);
        return architecture() == Architecture::Decoder ? joinedRows(example) : example;
    }

    std::vector<float> m_numbers;
    Index m_learned; ///< rows to learn from
    std::vector<std::string> m_names;
};

TaskFacts seriesFacts(Architecture architecture, Index features) {
    TaskFacts facts;
    facts.name = "series";
    facts.architecture = architecture;
    facts.form.input = Input::Values;
    facts.form.output = Output::Values;
    facts.form.features = features;
    const bool alone = architecture == Architecture::Decoder;
    facts.sourceLength = alone ? 0 : knownPoints;
    facts.targetLength = foretoldPoints + (alone ? knownPoints : 0);
    facts.training = seriesTraining();
    facts.shape = shape;
    return facts;
}

} // namespace

GeneratedProblem seriesProblem() {
    GeneratedProblem problem;
    problem.name = "series";
    problem.form.input = Input::Values;
    problem.form.output = Output::Values;
    problem.longestSource = knownPoints;
    problem.longestTarget = foretoldPoints;
    problem.draw = drawSeries;
    Draws draws(0, 7);
    problem.showcase = drawSeries(draws).example;
    problem.training = seriesTraining();
    problem.shape = shape;
    problem.score = [](const TextExample& example, const Sequence& answer) {
        return scoreOf(example, answer, 1);
    };
    problem.measure = measureWords;
    problem.guessLoss = meanSquare();
    return problem;
}

std::unique_ptr<Task> makeTableTask(std::string_view text, Architecture architecture) {
    if (architecture == Architecture::Encoder)
        throw Error(phrase("A series cannot be put to the architecture \"encoder\", which says as "
                           "much as it reads; choose \"encoder-decoder\" or \"decoder\"."));
    const Table table = readTable(text);
    if (table.rows() < fewestRows)
        throw Error(phrase("The table has %1 lines of numbers; at least %2 are needed: %3 points "
                           "that are known, %4 that are foretold, and as many to be checked on."),
                    table.rows(), fewestRows, knownPoints, foretoldPoints);
    if (table.columns > mostColumns)
        throw Error(phrase("The table has %1 columns; at most %2 can be learned."), table.columns,
                    mostColumns);
    const Index learned = table.rows() - std::max(foretoldPoints, table.rows() / 10);
    return std::make_unique<TableTask>(seriesFacts(architecture, table.columns),
                                       scaled(table, learned), learned, table.columnNames());
}

} // namespace gf
