// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/feed.h"
#include "core/data/real_numbers.h"
#include "core/data/series_task.h"
#include "core/data/task.h"
#include "core/io/table_file.h"
#include "core/measure/tours.h"
#include "core/model/inputs.h"
#include "core/tensor/error.h"
#include "core/train/beam.h"
#include "core/train/evaluate.h"
#include "core/train/probe.h"
#include "core/train/run.h"
#include "core/train/step_walk.h"
#include "tests/core/errors.h"
#include "tests/core/runs.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace gf::tst_numbers {
namespace {

using test::smallModel;
using test::smallTask;

double shortestByTrying(const std::vector<City>& cities) {
    Tour tour(cities.size());
    std::iota(tour.begin(), tour.end(), 0);
    double least = lengthOf(cities, tour);
    while (std::next_permutation(tour.begin() + 1, tour.end()))
        least = std::min(least, lengthOf(cities, tour));
    return least;
}

std::vector<City> drawnCities(std::uint64_t seed, std::size_t count) {
    std::vector<City> cities;
    Draws draws(seed, count);
    while (cities.size() < count)
        cities.push_back({draws.between(0, 1), draws.between(0, 1)});
    return cities;
}

/// A model of a task with weights of its own.
struct Model {
    explicit Model(const char* name, std::optional<Architecture> architecture = {})
        : task(smallTask(name, architecture)), config(smallModel(*task)),
          parameters(makeParameters(config)), backend(makeBackend("eigen")) {
        initialize(*parameters, config, 3);
    }

    Sequence source(const TextExample& example) const {
        return exampleData(example, DataForm(config), task->sourceVocabulary(),
                           task->targetVocabulary())
            .source;
    }
    ProbeExample probed(const TextExample& example) const {
        const ExampleData data = exampleData(example, DataForm(config), task->sourceVocabulary(),
                                             task->targetVocabulary());
        ProbeExample result;
        result.source = data.source;
        result.target = data.target;
        return result;
    }
    std::shared_ptr<const Trace> trace(ProbeExample example) const {
        return Probe(*backend, config, *parameters, std::move(example), vocabulariesOf(task), "")
            .run(0);
    }

    std::shared_ptr<const Task> task;
    ModelConfig config;
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Backend> backend;
};

std::vector<TokenId> sorted(std::vector<TokenId> ids) {
    std::ranges::sort(ids);
    return ids;
}

/// The ids of the first `count` rows.
std::vector<TokenId> everyPlace(Index count) {
    std::vector<TokenId> ids(count);
    std::iota(ids.begin(), ids.end(), static_cast<TokenId>(firstPlace));
    return ids;
}

std::string tableOf(int lines, const std::string& between = "\n") {
    std::string text;
    for (int i = 0; i < lines; ++i)
        text += std::to_string(std::sin(i / 3.0)) + between;
    return text;
}

} // namespace

/// Rows of real numbers: texts, tables, series, tours, and the models that read and say them.
class TestNumbers : public QObject {
    Q_OBJECT

private slots:
    void numberText_isReadBackAsTheSameNumber() {
        for (const float value : {0.0F, -0.1F, 1.0F / 3, 3.4e38F, 1e-40F, 16777217.0F})
            QCOMPARE(numberIn(numberText(value)), std::optional(value));
        const std::vector<float> rows{0.1F, -2.0F, 3.5F, 4.0F};
        QCOMPARE(rowsText(rows, 1), std::string("0.1 -2 3.5 4"));
        QCOMPARE(rowsText(rows, 2), std::string("0.1,-2 3.5,4"));
        QCOMPARE(rowsIn(" 0.1,-2\t3.5,4 ", 2), rows);
        QCOMPARE(rowsIn("", 2), std::vector<float>());
    }

    void rowsIn_saysWhichNumberIsWrong() {
        GF_FAILS(rowsIn("1 2 three", 1), "number 3", "three");
        GF_FAILS(rowsIn("1 nan", 1), "number 2", "nan");
        GF_FAILS(rowsIn("1 1e39", 1), "number 2", "1e39");
        GF_FAILS(rowsIn("1 0.5e-0 0.1e40", 1), "number 3", "0.1e40");
        QCOMPARE(rowsIn("-0." + std::string(60, '0') + "1 1e-60", 1), (std::vector<float>{0, 0}));
        GF_FAILS(rowsIn("1,5", 1), "number 1", "1,5", "points");
        GF_FAILS(rowsIn("1,2 3", 2), "row 2", "3", "2");
        GF_FAILS(rowsIn("1,2 3,", 2), "number 2");
    }

    void readTable_readsTablesOfSpreadsheets_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("columns");
        QTest::addColumn<QList<double>>("values");
        const auto row = [](const char* name, const char* text, int columns, QList<double> values) {
            QTest::newRow(name) << QByteArray(text) << columns << values;
        };
        row("one column", "1\n2.5\n-3e2\n", 1, {1, 2.5, -300});
        row("commas", "1,2\n3,4.5\n", 2, {1, 2, 3, 4.5});
        row("a first line of names", "time,height\n1,2\n3,4\n", 2, {1, 2, 3, 4});
        row("CRLF", "a;b\r\n1;2\r\n3;4\r\n", 2, {1, 2, 3, 4});
        row("lines that end in CR", "1;2\r3;4\r", 2, {1, 2, 3, 4});
        row("no end of the last line", "1;2\n3;4", 2, {1, 2, 3, 4});
        row("semicolons and decimal commas", "1,5;-2,25\n3;4,0\n", 2, {1.5, -2.25, 3, 4});
        row("points between thousands", "1.234,5;2\n1.234.567;3\n", 2, {1234.5, 2, 1234567, 3});
        row("semicolons and points", "1.5;2\n3;4\n", 2, {1.5, 2, 3, 4});
        row("tabs", "1,5\t2\n3\t4\n", 2, {1.5, 2, 3, 4});
        row("decimal commas in quotes", "\"1,5\",2\n\"3,5\",4\n", 2, {1.5, 2, 3.5, 4});
        row("one column of decimal commas under its name", "Wert\n1,5\n2,5\n", 1, {1.5, 2.5});
        row("a column of German thousands", "1.000,5;0\n1.164;1\n905,5;2\n", 2,
            {1000.5, 0, 1164, 1, 905.5, 2});
        row("a column of English thousands", "1,000.5;0\n1,164;1\n905.5;2\n", 2,
            {1000.5, 0, 1164, 1, 905.5, 2});
        row("one column of German thousands", "Umsatz\n1.000,5\n1.164\n905,5\n", 1,
            {1000.5, 1164, 905.5});
        row("thousands in quotes", "\"1,001.5\",2\n\"1,164\",3\n913,4\n", 2,
            {1001.5, 2, 1164, 3, 913, 4});
        row("thousands in quotes, longer ones", "\"1,001,000\",2\n\"1,164\",3\n", 2,
            {1001000, 2, 1164, 3});
        row("blanks and apostrophes between thousands",
            "1 000,5;1'000.5\n1\u202f164;1\u2019164\n-1\u00a0234\u00a0567;12'345\n", 2,
            {1000.5, 1000.5, 1164, 1164, -1234567, 12345});
        row("each column by its own rule", "1.000,5;1.164\n2;0.5\n", 2, {1000.5, 1.164, 2, 0.5});
        row("three decimals below one", "0.123;0,456\n0.25;-0,789\n", 2,
            {0.123, 0.456, 0.25, -0.789});
        row("three decimals, and one of two", "23.125;1\n23.25;2\n", 2, {23.125, 1, 23.25, 2});
        row("three decimals where commas part columns", "23.125,1.164\n23.250,2.375\n", 2,
            {23.125, 1.164, 23.25, 2.375});
        row("three decimals behind four digits", "1023.125;1\n23.125;2\n", 2,
            {1023.125, 1, 23.125, 2});
        row("a separator that is told", "sep=;\r\na,b;c\r\n1,5;2\r\n", 2, {1.5, 2});
        row("a comma that is told", "\"sep=,\"\n1,5\n2,5\n", 2, {1, 5, 2, 5});
        row("another sign that is told", "sep=|\n1,5|2\n2,5|3\n", 2, {1.5, 2, 2.5, 3});
        row("a byte order mark and blanks", "\xEF\xBB\xBF 1 ; 2 \n\n3;4\n", 2, {1, 2, 3, 4});
        row("names in quotes with a semicolon", "\"a;b\";c\n1;2\n", 2, {1, 2});
        row("a plus", "+1\n2\n", 1, {1, 2});
        row("too small to matter", "1e-400\n2\n", 1, {0, 2});
        QTest::newRow("too small, with all its noughts")
            << QByteArray("-0." + QByteArray(400, '0') + "1\n2\n") << 1 << QList<double>{0, 2};
        row("too small, though it begins large", "123456e-400\n2\n", 1, {0, 2});
    }

    void readTable_readsTablesOfSpreadsheets() {
        QFETCH(QByteArray, text);
        QFETCH(int, columns);
        QFETCH(QList<double>, values);
        const Table table = readTable(text.toStdString());
        QCOMPARE(table.columns, Index{columns});
        QCOMPARE(QList<double>(table.values.begin(), table.values.end()), values);
    }

    void readTable_namesLineAndColumnOfWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("what");
        const auto row = [](const char* name, const char* text, const char* place,
                            const char* what) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(place) << QByteArray(what);
        };
        row("empty", "", "empty", "line of numbers");
        row("blank lines", "\n \n\r\n", "empty", "line of numbers");
        row("ragged, shorter", "1,2\n3\n", "Line 2, column 2", "1 fields");
        row("ragged, longer", "1;2\n3;4;5\n", "Line 2, column 3", "3 fields");
        row("text", "1;2\n3;four\n", "Line 2, column 2", "four");
        row("text below names and a blank line", "a\n\n1\nx\n", "Line 4, column 1", "x");
        row("a date", "when,what\n2024-01-01,2\n", "Line 2, column 1 (when)", "2024-01-01");
        row("a column of no name", "when,\n1,x\n", "Line 2, column 2:", "x");
        row("NaN", "1\nNaN\n", "Line 2, column 1", "finite");
        row("infinite", "1\n-inf\n", "Line 2, column 1", "finite");
        row("huge", "1\n1e39\n", "Line 2, column 1", "too large");
        row("huger than a double", "1\n1e999\n", "Line 2, column 1", "too large");
        row("huge, though it begins small", "1\n0.5e400\n", "Line 2, column 1", "too large");
        row("huge, with a comma", "1;2\n-0,05E+999;2\n", "Line 2, column 1", "too large");
        row("huge, with an exponent beyond count", "1\n0.1e99999999999999999999\n",
            "Line 2, column 1", "too large");
        row("a field is empty", "1;2\n;4\n", "Line 2, column 1", "empty");
        row("a quote does not end", "1;2\n3;\"4\n5;6\n", "Line 2, column 2", "quote");
        row("names alone", "a;b\n", "Line 1, column 1", "no numbers");
        row("two decimal commas", "1;2\n1,2,3;4\n", "Line 2, column 1", "1,2,3");
        row("thousands or decimals", "Umsatz;Monat\n905;1\n1.164;2\n",
            "Line 3, column 1 (Umsatz): \"1.164\" is 1.164 or 1164", "a 0 behind its decimals");
        row("thousands or decimals, in quotes", "913,1\n\"1,001\",2\n",
            "Line 2, column 1: \"1,001\" is 1001 or 1.001", "thousands without a sign");
        row("decimals of two kinds", "0,5;1\n0.5;2\n", "Line 2, column 1", "another way");
        row("thousands between decimals", "0,5;1\n1,234.5;2\n", "Line 2, column 1", "another way");
        row("thousands of two digits", "1.00.000;1\n", "Line 1, column 1", "1.00.000");
        row("text below a separator that is told", "sep=;\n1;2\nx;3\n", "Line 3, column 1", "x");
        row("columns or decimals", "1,5\n2,5\n", "Line 1, column 1", "decimals");
    }

    void readTable_namesLineAndColumnOfWhatIsWrong() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, what);
        GF_FAILS(readTable(text.toStdString()), place.toStdString(), what.toStdString());
    }

    void tableTask_hidesTheFutureOfValidationFromTraining() {
        constexpr int lines = 100;
        std::string text;
        for (int i = 0; i < lines; ++i)
            text += std::to_string(i) + ";" + std::to_string(-2 * i) + "\n";
        const auto task = makeTableTask(text, Architecture::EncoderDecoder);
        QCOMPARE(task->form().features, Index{2});
        const auto rows = [](const TextExample& example) {
            std::vector<float> all = rowsIn(example.source + " " + example.target, 2);
            return all;
        };
        float largest = -100;
        for (std::uint64_t i = 0; i < 300; ++i) {
            const std::vector<float> window = rows(task->training(1, i));
            QCOMPARE(window.size(), std::size_t{72});
            largest = std::max(largest, window[70]);
        }
        QVERIFY(task->validationCount() > 0);
        for (Index i = 0; i < task->validationCount(); ++i)
            QVERIFY(rows(task->validation(i))[48] > largest); // the first row that is foretold
        // 88 lines are learned from: their mean is 0 and their deviation 1.
        const float last = rows(task->validation(0))[46];
        QVERIFY(std::abs(last - (87 - 43.5F) / 25.4F) < 0.01F);
    }

    void tableTask_refusesATooShortTable() {
        GF_FAILS(makeTableTask(tableOf(47), Architecture::EncoderDecoder), "47", "48");
        QVERIFY(makeTableTask(tableOf(48), Architecture::Decoder)->validationCount() == 1);
        GF_FAILS(makeTableTask(tableOf(100), Architecture::Encoder), "encoder-decoder");
    }

    void tableTask_takesAColumnMovedByRoundingAsConstant() {
        // 0.1, and what sums of tenths make of it.
        for (const std::string_view constant : {"0.1", "0.1 0.10000000000000003", "1e30", "0"}) {
            const QList<QByteArray> words =
                QByteArray(constant.data(), static_cast<qsizetype>(constant.size())).split(' ');
            std::string text;
            for (int i = 0; i < 100; ++i)
                text += words[i % words.size()].toStdString() + ";" + std::to_string(i) + "\n";
            const auto task = makeTableTask(text, Architecture::EncoderDecoder);
            const TextExample example = task->validation(0);
            const std::vector<float> numbers = rowsIn(example.source + " " + example.target, 2);
            for (std::size_t i = 0; i < numbers.size(); i += 2)
                QCOMPARE(std::abs(numbers[i]), 0.0F);
            QVERIFY(numbers[47] != 0.0F); // the other column is scaled as ever
        }
        // Seconds since 1970, an hour of them: a small change of large numbers is one.
        std::string seconds;
        for (int i = 0; i < 100; ++i)
            seconds += std::to_string(1'700'000'000 + i) + "\n";
        const auto task = makeTableTask(seconds, Architecture::EncoderDecoder);
        QVERIFY(std::abs(rowsIn(task->validation(0).source, 1).back() - (87 - 43.5F) / 25.4F) <
                0.01F);
    }

    void tableTask_namesLineAndColumnOfUnscalableNumbers_data() {
        QTest::addColumn<QByteArray>("learned"); ///< the second column of most lines
        QTest::addColumn<QByteArray>("late");    ///< that of the last line
        QTest::addColumn<QByteArray>("becomes");
        QTest::newRow("beyond float32")
            << QByteArray("0.001") << QByteArray("3e38") << QByteArray("3e+38");
        QTest::newRow("its square is")
            << QByteArray("0") << QByteArray("-1e30") << QByteArray("-1e+30");
        QTest::newRow("it says nothing")
            << QByteArray("5") << QByteArray("1000007") << QByteArray("1000002");
    }

    void tableTask_namesLineAndColumnOfUnscalableNumbers() {
        QFETCH(QByteArray, learned);
        QFETCH(QByteArray, late);
        QFETCH(QByteArray, becomes);
        std::string text = "time;height\n\n"; // two lines before the first number
        for (int i = 0; i < 99; ++i)
            text += std::to_string(i) + ";" + learned.toStdString() + "\n";
        text += "99;" + late.toStdString() + "\n";
        GF_FAILS(makeTableTask(text, Architecture::EncoderDecoder), "Line 102, column 2 (height)",
                 becomes.toStdString(), "scaled", "1000000");
    }

    void shortestTour_isAsShortAsTheBestOfAllTours() {
        for (std::size_t count = 2; count <= 8; ++count)
            for (std::uint64_t seed = 0; seed < 12; ++seed) {
                const std::vector<City> cities = drawnCities(seed, count);
                const Tour tour = shortestTour(cities);
                QCOMPARE(std::set<int>(tour.begin(), tour.end()).size(), count);
                QVERIFY(std::abs(lengthOf(cities, tour) - shortestByTrying(cities)) < 1e-12);
            }
        QCOMPARE(shortestTour(drawnCities(1, 1)), Tour{0});
        QCOMPARE(shortestTour({}), Tour());
    }

    void shortestTour_startsNearOriginGoesToNearerNeighbour() {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const std::vector<City> cities = drawnCities(seed, 7);
            const Tour tour = shortestTour(cities);
            const auto at = [&](int city) { return cities[city]; };
            const auto far = [](const City& a, const City& b) {
                return std::hypot(a.x - b.x, a.y - b.y);
            };
            for (const City& city : cities)
                QVERIFY(far(at(tour[0]), {0, 0}) <= far(city, {0, 0}));
            QVERIFY(far(at(tour[0]), at(tour[1])) <= far(at(tour[0]), at(tour.back())));
        }
    }

    void meanTourLength_isTheMeanOfAllTours() {
        const std::vector<City> cities = drawnCities(5, 6);
        Tour tour(cities.size());
        std::iota(tour.begin(), tour.end(), 0);
        double sum = 0;
        int count = 0;
        do {
            sum += lengthOf(cities, tour);
            ++count;
        } while (std::next_permutation(tour.begin(), tour.end()));
        QVERIFY(std::abs(meanTourLength(cities) - sum / count) < 1e-12);
    }

    void decoding_visitsEveryCityOnceHoweverItChooses() {
        const Model model("salesman");
        Generator generator(*model.backend, model.config, *model.parameters);
        for (Index i = 0; i < 6; ++i) {
            const Sequence source = model.source(model.task->validation(i));
            const Index cities = source.length(2);
            const std::vector<TokenId> all = everyPlace(cities);
            QCOMPARE(sorted(generator.generate(source, {}, {}).ids), all);
            Sampling wild;
            wild.temperature = 5;
            wild.seed = static_cast<std::uint64_t>(i);
            QCOMPARE(sorted(generator.generate(source, {}, wild).ids), all);
            const BeamSearch search = beamSearch(generator, source, {}, {.width = 3});
            QVERIFY(!search.found.empty());
            for (const Hypothesis& found : search.found)
                QCOMPARE(sorted(found.ids), all);
        }
    }

    void forecast_feedsBackItsOwnNumbers() {
        for (const Architecture architecture :
             {Architecture::EncoderDecoder, Architecture::Decoder}) {
            const Model model("series", architecture);
            Generator generator(*model.backend, model.config, *model.parameters);
            const TextExample example = model.task->validation(0);
            const Sequence source = model.source(example);
            std::vector<float> prompt;
            if (architecture == Architecture::Decoder) {
                prompt = rowsIn(example.target, 1);
                prompt.resize(knownPoints);
            }
            const std::vector<float> said = generator.forecast(source, prompt, 5).numbers;
            QCOMPARE(said.size(), std::size_t{5});
            std::vector<float> before = prompt;
            for (const float number : said) { // one at a time, and the same numbers
                const std::vector<float> next = generator.forecast(source, before, 1).numbers;
                QVERIFY(std::abs(next.front() - number) < 1e-5F);
                before.push_back(number);
            }
        }
    }

    void pointer_hidesCitiesAlreadyChosen() {
        const Model model("salesman");
        const TextExample example = model.task->showcase();
        const auto trace = model.trace(model.probed(example));
        const Tensor& probabilities = *trace->find("probabilities");
        const Tensor& logits = *trace->find("logits");
        const std::vector<TokenId> tour = model.probed(example).target.ids;
        QCOMPARE(logits.shape(), (Shape{Index(tour.size()), Index(tour.size())}));
        for (std::size_t t = 0; t < tour.size(); ++t)
            for (std::size_t before = 0; before < tour.size(); ++before) {
                const Cell at{{Index(t), tour[before] - firstPlace, 0, 0}};
                QCOMPARE(std::isinf(logits.at(at)), before < t);
                QCOMPARE(probabilities.at(at) == 0, before < t);
            }
        QVERIFY(std::isfinite((*trace->find("loss"))[0]));
        QCOMPARE(trace->sourceTokens.front(), std::string("1"));
        QCOMPARE(trace->targetTokens.front(), std::string("<sos>"));
        QCOMPARE(trace->labels.front(), std::to_string(tour.front() - firstPlace + 1));
        QCOMPARE(trace->targetTokens[1], trace->labels[0]);
    }

    void pointer_refusesImpossibleChoices() {
        const Model model("salesman");
        ProbeExample example = model.probed(model.task->showcase());
        example.target.ids[1] = example.target.ids[0];
        GF_FAILS(model.trace(example), "twice");
        example.target.ids = {static_cast<TokenId>(firstPlace + 8)};
        GF_FAILS(model.trace(example), "1 to 8");
        example.target.ids = {unkId};
        GF_FAILS(model.trace(example), "1 to 8");
        example.source = {};
        GF_FAILS(model.trace(example), "source");
    }

    void loss_doesNotDependOnTheOrderOfCities() {
        const Model model("salesman");
        const ProbeExample example = model.probed(model.task->showcase());
        ProbeExample turned = example; // the last city first
        auto& numbers = turned.source.numbers;
        std::rotate(numbers.begin(), numbers.end() - 2, numbers.end());
        const Index count = example.source.length(2);
        for (TokenId& id : turned.target.ids)
            id = static_cast<TokenId>(firstPlace + (id - firstPlace + 1) % count);
        const auto one = model.trace(example);
        const auto other = model.trace(turned);
        QVERIFY(std::abs((*one->find("loss"))[0] - (*other->find("loss"))[0]) < 1e-5F);
    }

    void explanations_recomputeCellsFromTheirOperands_data() {
        QTest::addColumn<QString>("task");
        QTest::newRow("salesman") << "salesman";
        QTest::newRow("series") << "series";
    }

    void explanations_recomputeCellsFromTheirOperands() {
        QFETCH(QString, task);
        const Model model(qPrintable(task));
        const auto trace = model.trace(model.probed(model.task->validation(3)));
        for (const Node& node : trace->graph->nodes()) {
            const Tensor& value = trace->value(node.id);
            if (value.empty() || node.inputs.empty())
                continue;
            const Index step = std::max<Index>(1, value.count() / 7);
            for (Index i = 0; i < value.count(); i += step) {
                const Cell at = cellAt(value.shape(), i);
                const double told = evaluate(trace->explain(node.id, at), trace->reader()).back();
                const auto there = static_cast<double>(value[i]);
                QVERIFY2(told == there ||
                             std::abs(told - there) < 1e-4 * std::max(1.0, std::abs(there)),
                         node.name.c_str());
            }
        }
    }

    void score_ratesTheTrueAnswerBest() {
        const auto salesman = smallTask("salesman");
        const TextExample tour = salesman->validation(0);
        const Sequence best = salesman->targetVocabulary()->encode(tour.target);
        const Score optimal = *salesman->score(tour, best);
        QVERIFY(std::abs(optimal.error - 1) < 1e-12);
        QVERIFY(optimal.right);
        QCOMPARE(optimal.baselines.size(), std::size_t{2});
        QVERIFY(optimal.baselines[0] >= 1);
        QVERIFY(optimal.baselines[1] > optimal.baselines[0]);
        QCOMPARE(salesman->answerTo(tour.source), std::optional(tour.target));

        const auto series = smallTask("series");
        const TextExample example = series->validation(0);
        const Score exact = *series->score(example, rowsIn(example.target, 1));
        QVERIFY(exact.error == 0);
        QVERIFY(exact.unit > 0);
        QVERIFY(exact.right);
        const std::vector<float> last(foretoldPoints, rowsIn(example.source, 1).back());
        const Score repeated = *series->score(example, last);
        QVERIFY(std::abs(repeated.error - repeated.unit) < 1e-9);
        const auto alone = smallTask("series", Architecture::Decoder);
        const Score same = *alone->score(alone->validation(0), last);
        QVERIFY(std::abs(same.error - repeated.error) < 1e-9);
    }

    void evaluator_beginsAnewWhenGivenUpBetweenPasses() {
        const Model model("series");
        Evaluator evaluator(*model.backend, model.config, model.task, *model.parameters, 1, 10);
        QVERIFY(!evaluator.advance());
        QVERIFY(!evaluator.advance());
        QVERIFY(!evaluator.finished());
        QVERIFY(evaluator.isInSlice());
        const Evaluation whole = evaluator.run(); // from the beginning, whatever was given up
        evaluator.restart();
        int passes = 1;
        while (!evaluator.advance())
            ++passes;
        QCOMPARE(passes, 1 + foretoldPoints); // one slice: its losses, and then each of its points
        QVERIFY(evaluator.advance());         // there is nothing more to do
        QCOMPARE(evaluator.result().loss, whole.loss);
        QCOMPARE(evaluator.result().measured->error, whole.measured->error);
    }

    void savedRun_goesOnWithTheSameLosses() {
        QTemporaryDir folder;
        const auto backend = makeBackend("cpu");
        for (const char* name : {"series", "salesman"}) {
            const auto saved =
                test::savedRun(*backend, name, folder.filePath("run.safetensors").toStdString());
            QVERIFY(saved.finite);
            const ModelConfig& config = saved.whole->modelConfig();
            QCOMPARE(saved.description.model, config);
            for (int i = 0; i < 3; ++i) {
                const double expected = saved.whole->step().loss;
                QCOMPARE(saved.rest->step().loss, expected);
            }
            Evaluator evaluator(*backend, config, smallTask(name), saved.rest->parameters(), 1, 70);
            const Evaluation evaluation = evaluator.run();
            QVERIFY(evaluation.measured);
            QVERIFY(evaluation.measured->error > 0);
            QCOMPARE(evaluation.examples, Index{70});
            QVERIFY(!saved.rest->firstNotFinite());
        }
    }

    void stepWalk_walksTasksOfNumbers() {
        const auto backend = makeBackend("cpu");
        for (const char* name : {"series", "salesman"}) {
            const std::shared_ptr<const Task> task = smallTask(name);
            const auto trainer =
                test::trainerOf(*backend, task, smallModel(*task), test::shortTraining());
            const StepWalk walk(*trainer, vocabulariesOf(task), "");
            const TextExample first = task->training(test::shortTraining().seed, 0);
            QCOMPARE(walk.examples().front().source, first.source);
            QCOMPARE(walk.examples().front().target, first.target);
            QVERIFY(walk.examples().front().lossBefore > 0);
            const auto trace = walk.trace(0);
            QCOMPARE(trace->sourceTokens.size(), static_cast<std::size_t>(task->sourceLength()));
        }
    }

    void evaluation_tellsExamplesApartBySize_data() {
        QTest::addColumn<QString>("task");
        QTest::addColumn<int>("least");
        QTest::addColumn<int>("most");
        QTest::newRow("salesman") << "salesman" << 5 << 10;
        QTest::newRow("translation") << "translation" << 4 << 11;
    }

    void evaluation_tellsExamplesApartBySize() {
        QFETCH(QString, task);
        QFETCH(int, least);
        QFETCH(int, most);
        const Model model(qPrintable(task));
        const auto backend = makeBackend("cpu");
        Evaluator evaluator(*backend, model.config, model.task, *model.parameters, 1, 130);
        const Evaluation evaluation = evaluator.run();
        std::map<Index, Index> counts;
        for (Index i = 0; i < 130; ++i)
            ++counts[model.task->sizeOf(model.task->validation(i))];
        QCOMPARE(evaluation.bySize.size(), counts.size());
        double right = 0, error = 0;
        for (const SizeEvaluation& each : evaluation.bySize) {
            QVERIFY(each.size >= least);
            QVERIFY(each.size <= most);
            QCOMPARE(each.examples, counts[each.size]);
            right += each.accuracy * static_cast<double>(each.examples);
            if (each.measured)
                error += each.measured->error * static_cast<double>(each.examples);
            QCOMPARE(each.measured.has_value(), evaluation.measured.has_value());
        }
        QVERIFY(std::abs(right / 130 - evaluation.accuracy) < 1e-9);
        if (evaluation.measured)
            QVERIFY(std::abs(error / 130 - evaluation.measured->error) < 1e-9);
        evaluator.restart();
        QVERIFY(evaluator.result().bySize.empty());
    }

    void config_refusesInputAndOutputThatDoNotFit() {
        const auto problem = [](const char* text) {
            const auto problems = problemsOf(nlohmann::json::parse(text));
            return problems.empty() ? std::string() : problems.front().key;
        };
        QCOMPARE(problem(R"({"output": "values"})"), std::string("output"));
        QCOMPARE(problem(R"({"output": "pointer"})"), std::string("output"));
        QCOMPARE(problem(R"({"input": "values", "output": "pointer", "architecture": "decoder"})"),
                 std::string("output"));
        QCOMPARE(problem(R"({"input": "values", "output": "words", "architecture": "decoder"})"),
                 std::string("output"));
        QCOMPARE(problem(R"({"input": "values", "output": "pointer"})"), std::string());
        QCOMPARE(problem(R"({"input": "values", "output": "values", "features": 0})"),
                 std::string("features"));
        const ModelConfig words = configFromJson(nlohmann::json::object());
        QVERIFY(words.input == Input::TokenIds);
        QVERIFY(words.output == Output::Words);
        GF_FAILS(smallTask("salesman", Architecture::Decoder), "salesman", "encoder-decoder");
        GF_FAILS(smallTask("series", Architecture::Encoder), "series", "encoder-decoder");
    }
};

} // namespace gf::tst_numbers

#include "tests/entry.h"
GF_GUILESS_TEST(tst_numbers, TestNumbers)
#include "tst_numbers.moc"
