// SPDX-License-Identifier: GPL-3.0-or-later
// The stations of recurrent models, of positions in the scores, and of cities: for which models
// they are, what is written on them and what their places are.
#include "core/data/example.h"
#include "core/measure/context_sum.h"
#include "core/measure/gates.h"
#include "core/measure/score_families.h"
#include "core/measure/tours.h"
#include "ui/focus/focus.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/window/station_link.h"

#include "asked.h"
#include "drawn_station.h"
#include "stage_fixture.h"
#include "warnings.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace gf::tst_family_stations {

using test::at;
using test::Drawn;
using test::idsFor;

namespace {

std::shared_ptr<const Trace> recurrentTrace(CellKind cell, Alignment attention) {
    ModelConfig model = test::smallModel();
    model.family = Family::Recurrent;
    model.cell = cell;
    model.alignment = attention;
    return test::makeTrace(model);
}

std::shared_ptr<const Trace> traceWith(Positional positional) {
    ModelConfig model = test::smallModel();
    model.positional = positional;
    model.relativeReach = 2;
    return test::makeTrace(model);
}

/// Cities whose shortest tour goes 1 3 2 4; the model is given another one.
const std::vector<float> square{0.1F, 0.1F, 0.9F, 0.9F, 0.9F, 0.1F, 0.1F, 0.9F};

std::shared_ptr<const Trace> citiesTrace(const std::vector<float>& places = square) {
    ModelConfig model = test::smallModel();
    model.input = Input::Values;
    model.output = Output::Pointer;
    model.features = 2;
    model.positional = Positional::None;
    const auto parameters = std::make_shared<Parameters>();
    BuildOptions options;
    options.sourceLength = options.targetLength = 4;
    parameters->addFrom(*buildModel(model, options).graph);
    initialize(*parameters, model, 7);
    ProbeExample example;
    example.source = places;
    for (const int city : {0, 1, 2, 3})
        example.target.ids.push_back(static_cast<TokenId>(firstPlace) + city);
    const auto words = std::make_shared<Vocabulary>(placeWords());
    const auto backend = makeBackend("cpu");
    return Probe(*backend, model, *parameters, example, {words, words}, "cities").run(1);
}

int gridsOf(const Drawn& drawn, Index rows, Index columns) {
    return static_cast<int>(
        std::ranges::count_if(drawn.picture.grids, [&](const StationPicture::Grid& grid) {
            return grid.layout.rows == rows && grid.layout.columns == columns;
        }));
}

/// What a model that has only these positions in its scores says in the drawing.
QString wordsAt(Positional positional, const char* id, const char* step, const Focus& focus) {
    return Drawn(traceWith(positional), id, step, focus).words.texts.join(QLatin1Char(' '));
}

/// The drawing of cities in a view of its own.
class CitiesView {
public:
    explicit CitiesView(std::shared_ptr<const Trace> trace = citiesTrace())
        : m_trace(std::move(trace)), m_node(m_trace->graph->find("probabilities")),
          m_station(stationFor(*m_trace->graph, (*m_trace->graph)[m_node], {})) {
        view.resize(500, 560);
        m_focus.step = QStringLiteral("probabilities");
        show(m_trace);
    }

    const Station& station() const { return *m_station; }
    const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    void show(const std::shared_ptr<const Trace>& trace) {
        view.show(m_station, trace, m_node, m_focus, {});
    }
    void choose(Index city) {
        m_focus.column = city;
        show(m_trace);
    }
    /// The numbers that are asked for then; none where none ever were.
    QVector<float> press(Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(&view, key, with | Qt::ShiftModifier);
        return asked.isEmpty() ? QVector<float>() : numbers();
    }
    QVector<float> numbers() const { return asked.last()[0].value<QVector<float>>(); }

    StationView view;
    QSignalSpy asked{&view, &StationView::valuesDragged};

private:
    std::shared_ptr<const Trace> m_trace;
    NodeId m_node;
    const Station* m_station;
    Focus m_focus;
};

/// A step of training, of which nothing can be moved.
std::shared_ptr<const Trace> batchOf(const Trace& trace) {
    auto batch = std::make_shared<Trace>(trace);
    batch->batch = 4;
    return batch;
}

} // namespace

class TestFamilyStations : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }

    void stations_areOfferedWhereTheModelHasThem() {
        const auto has = [](const std::shared_ptr<const Trace>& trace, const char* step,
                            const char* id) {
            return idsFor(trace, step).contains(QLatin1String(id));
        };
        const auto gru = recurrentTrace(CellKind::Gru, Alignment::General);
        const auto elman = recurrentTrace(CellKind::Rnn, Alignment::Bahdanau);
        const auto alone = recurrentTrace(CellKind::Gru, Alignment::None);
        QVERIFY(has(gru, "encoder.0.states", "gates"));
        QVERIFY(has(gru, "decoder.1.states", "gates"));
        QVERIFY(!has(gru, "encoder.0.t1.update", "gates")); // a click on the gates ends here
        QVERIFY(!has(elman, "encoder.0.states", "gates"));
        const auto lstm = recurrentTrace(CellKind::Lstm, Alignment::None);
        QVERIFY(has(lstm, "decoder.1.states", "lstm-gates"));
        QVERIFY(!has(lstm, "decoder.1.states", "gates"));
        QVERIFY(has(gru, "attention.context", "context"));
        QVERIFY(has(gru, "attention.output", "context"));
        QVERIFY(has(elman, "attention.context", "context"));
        QVERIFY(has(gru, "attention.scores", "families"));
        QVERIFY(!has(gru, "attention.weights", "families"));
        QVERIFY(idsFor(alone, "attention.scores").isEmpty());
        QVERIFY(has(alone, "loss", "time-gradients"));
        // It has no positions, and knows the order all the same.
        QVERIFY(!has(gru, "source.input", "position-kinds"));
        QVERIFY(has(traceWith(Positional::None), "source.input", "position-kinds"));

        const auto relative = traceWith(Positional::Relative);
        QVERIFY(has(relative, "encoder.0.self_attn.biased", "position-bias"));
        QVERIFY(has(relative, "decoder.1.self_attn.relative_bias", "position-bias"));
        QVERIFY(!has(relative, "decoder.1.cross_attn.scaled", "position-bias"));
        QVERIFY(has(traceWith(Positional::Alibi), "encoder.0.self_attn.position_bias",
                    "position-bias"));
        const auto rotary = traceWith(Positional::Rotary);
        QVERIFY(has(rotary, "encoder.0.self_attn.k_rotated", "rotation"));
        QVERIFY(has(rotary, "encoder.0.self_attn.scores", "rotation"));
        QVERIFY(!has(relative, "encoder.0.self_attn.scores", "rotation"));
        QVERIFY(has(rotary, "loss", "time-gradients"));
    }

    void gates_leadFromACellToItsUnitAndTimeStep() {
        const auto trace = recurrentTrace(CellKind::Gru, Alignment::Dot);
        const Drawn drawn(trace, "gates", "encoder.1.states", at(2, 5));
        QCOMPARE(gridsOf(drawn, 16, 6), 3); // reset, update, kept
        const StationPlace place = drawn.picture.grids[1].placeOf(5, 2);
        QCOMPARE(place.row, Index{2});
        QCOMPARE(place.column, Index{5});
        QCOMPARE(place.step, QStringLiteral("encoder.1.t2.update"));
        const float update = (*trace->find("encoder.1.t2.update"))[5];
        QVERIFY2(place.tip.contains(numberText(update, 5)), qPrintable(place.tip));
        QCOMPARE(drawn.picture.grids[0].placeOf(0, 3).step, QStringLiteral("encoder.1.t3.reset"));
        QCOMPARE(drawn.picture.rows, Index{6});
        QCOMPARE(drawn.words.kinds.value(QStringLiteral("curve")), 3);
        QVERIFY(drawn.words.texts.contains(QStringLiteral("b"))); // the sentence
        // At padding nothing is read of a gate, and no curve goes there.
        QCOMPARE(drawn.words.kinds.value(QStringLiteral("point")), 3 * 5);
    }

    void gatesOfAnLstm_areThreeAndWhatItsCellKeeps() {
        const auto trace = recurrentTrace(CellKind::Lstm, Alignment::Dot);
        const Drawn drawn(trace, "lstm-gates", "encoder.1.states", at(2, 5));
        QCOMPARE(gridsOf(drawn, 16, 6), 4);
        const QStringList parts{"input_gate", "forget_gate", "output_gate", "cell_kept"};
        for (int i = 0; i < 4; ++i) {
            const StationPlace place = drawn.picture.grids[i].placeOf(5, 2);
            QCOMPARE(place.step, QStringLiteral("encoder.1.t2.") + parts[i]);
            const float number = (*trace->find(place.step.toStdString()))[5];
            QVERIFY2(place.tip.contains(numberText(number, 5)), qPrintable(place.tip));
        }
    }

    void context_isWrittenWithTheNumbersOfTheTrace() {
        const auto trace = recurrentTrace(CellKind::Gru, Alignment::General);
        const Drawn drawn(trace, "context", "attention.context", at(2, 5));
        const float number = trace->find("attention.context")->at({{2, 5, 0, 0}});
        QVERIFY2(drawn.words.all().contains(QStringLiteral("= %1").arg(numberText(number, 4))),
                 qPrintable(drawn.words.all()));
        QCOMPARE(gridsOf(drawn, 6, 16), 1); // the terms
        QCOMPARE(gridsOf(drawn, 1, 16), 4); // c, both halves, h̃
        const float output = trace->find("attention.output")->at({{2, 5, 0, 0}});
        QVERIFY(drawn.picture.grids.back().placeOf(0, 5).tip.contains(numberText(output, 6)));
        QCOMPARE(drawn.picture.grids.back().placeOf(0, 5).row, Index{2});
    }

    void context_saysWhereItJoinsTheInput() {
        const auto trace = recurrentTrace(CellKind::Gru, Alignment::Bahdanau);
        const Drawn drawn(trace, "context", "attention.context", at(1, -1));
        const QString all = drawn.words.texts.join(QLatin1Char(' '));
        QVERIFY2(all.contains("[y; c]"), qPrintable(all));
        QCOMPARE(gridsOf(drawn, 1, 16), 2); // c and the token
        const float token = trace->find("target.embedded")->at({{1, 3, 0, 0}});
        QVERIFY(drawn.picture.grids.back().placeOf(0, 3).tip.contains(numberText(token, 6)));
    }

    void alignmentFamilies_haveNoNumbersWithoutWeights_data() {
        QTest::addColumn<int>("attention");
        QTest::addColumn<int>("missing");
        QTest::newRow("dot") << int(Alignment::Dot) << 3;
        QTest::newRow("general") << int(Alignment::General) << 2;
        QTest::newRow("location") << int(Alignment::Location) << 2;
        QTest::newRow("concat") << int(Alignment::Concat) << 2;
        QTest::newRow("bahdanau") << int(Alignment::Bahdanau) << 2;
    }
    void alignmentFamilies_haveNoNumbersWithoutWeights() {
        QFETCH(int, attention);
        QFETCH(int, missing);
        const auto trace = recurrentTrace(CellKind::Gru, static_cast<Alignment>(attention));
        const Drawn drawn(trace, "families", "attention.scores", at(2, 3));
        const QString all = drawn.words.texts.join(QLatin1Char(' '));
        QCOMPARE(all.count("no number to show"), missing);
        QCOMPARE(all.count("this model’s own"), 1);
        QCOMPARE(gridsOf(drawn, 1, 16), 5 - missing);
        const float score = trace->find("attention.scores")->at({{2, 3, 0, 0}});
        QVERIFY2(all.contains(QStringLiteral("own score is %1").arg(numberText(score, 5))),
                 qPrintable(all));
    }

    void timeGradients_waitForTheirNumbers() {
        const auto trace = recurrentTrace(CellKind::Gru, Alignment::Dot);
        const Drawn before(trace, "time-gradients", "loss");
        QVERIFY2(before.words.all().contains("not been measured"), qPrintable(before.words.all()));
        QVERIFY(before.station->rowGradients);
        // Two rows, each of which reads the token before it ten times less than its own.
        StationNews news;
        news.rowGradients =
            std::make_shared<const Tensor>(Tensor({3, 3}, {2, 0, 0, 0.2F, 2, 0, 0.02F, 0.2F, 2}));
        const Drawn drawn(trace, "time-gradients", "loss", at(2, -1), {}, false, news);
        QVERIFY2(drawn.words.all().contains("At d = 2 it is 0.010 times what it is at d = 0"),
                 qPrintable(drawn.words.all()));
        QVERIFY(drawn.words.all().contains("loss_t"));
        QCOMPARE(drawn.words.kinds.value(QStringLiteral("curve")), 2); // the mean and the row's own
        const StationPicture::Grid& distances = drawn.grid(1, 3);
        QVERIFY(distances.placeOf(0, 1).tip.contains(QStringLiteral("d = 1: mean 0.2")));
    }

    void positionBias_addsContentAndPosition() {
        const auto trace = traceWith(Positional::Alibi);
        const Drawn drawn(trace, "position-bias", "encoder.0.self_attn.biased", at(4, 1, 1));
        QCOMPARE(gridsOf(drawn, 6, 6), 3);
        for (const auto& [grid, part] :
             {std::pair(0, "scaled"), std::pair(1, "position_bias"), std::pair(2, "biased")}) {
            const auto number =
                trace->find(std::string("encoder.0.self_attn.") + part)->at({{1, 4, 1, 0}});
            const QString tip = drawn.picture.grids[grid].placeOf(4, 1).tip;
            QVERIFY2(tip.startsWith(numberText(number, 6)), qPrintable(tip));
        }
        // The second of two heads: 2^(−8), three tokens apart.
        const QString said = drawn.words.texts.join(QLatin1Char(' '));
        QVERIFY2(
            said.contains(
                QStringLiteral("= %1, for each token of distance").arg(numberText(1.0 / 256, 3))),
            qPrintable(said));
        QVERIFY2(
            said.contains(QStringLiteral("At offset −3 it adds %1").arg(numberText(-3.0 / 256, 4))),
            qPrintable(said));
        QCOMPARE(drawn.words.kinds.value(QStringLiteral("curve")), 2);
    }

    void relativeBias_tellsItsReach() {
        const QString all = wordsAt(Positional::Relative, "position-bias",
                                    "decoder.0.self_attn.relative_bias", at(3, 1));
        QVERIFY2(all.contains("5 learned numbers, one for each offset up to 2"), qPrintable(all));
        QVERIFY2(all.contains("later keys are hidden"), qPrintable(all));
        QVERIFY(!wordsAt(Positional::Relative, "position-bias", "encoder.0.self_attn.biased", {})
                     .contains("later keys are hidden"));
    }

    void rotation_showsItsAnglesAndItsOffset() {
        const auto trace = traceWith(Positional::Rotary);
        const Drawn drawn(trace, "rotation", "encoder.0.self_attn.scores", at(4, 1));
        const QString all = drawn.words.texts.join(QLatin1Char(' '));
        QVERIFY2(all.contains("Only j − i = −3 counts"), qPrintable(all));
        // Every position has an arrow for as many of its four pairs as there is room for.
        const int circles = drawn.words.kinds.value(QStringLiteral("circle"));
        QVERIFY2(circles % 6 == 0 && circles >= 12, qPrintable(QString::number(circles)));
        QVERIFY(drawn.words.texts.contains(QStringLiteral("57.3°"))); // a radian for each place
        const bool tipped = std::ranges::any_of(drawn.picture.hitRegions, [&](const auto& region) {
            const Tensor& turned = *trace->find("encoder.0.self_attn.q_rotated");
            return region.place.row == 4 &&
                   region.place.tip.contains(numberText(turned.at({{0, 4, 0, 0}}), 3));
        });
        QVERIFY(tipped);
    }

    void tour_comparesTheModelsWithTheShortest() {
        const auto trace = citiesTrace();
        const Drawn silent(trace, "tour", "probabilities");
        QString all = silent.words.texts.join(QLatin1Char(' '));
        QVERIFY2(all.contains("The shortest tour is 3.200 long."), qPrintable(all));
        // It was given one with two diagonals.
        QVERIFY2(all.contains("The tour that it was given is 3.863 long."), qPrintable(all));
        StationNews news;
        news.answer = QStringList{"1", "2", "3", "4"};
        all = Drawn(trace, "tour", "probabilities", {}, {}, false, news).words.texts.join(' ');
        QVERIFY2(all.contains("the model’s own 3.863: 20.7 % longer."), qPrintable(all));
        news.answer = QStringList{"1", "3", "2", "4"};
        all = Drawn(trace, "tour", "probabilities", {}, {}, false, news).words.texts.join(' ');
        QVERIFY2(all.contains("and so is the model’s own."), qPrintable(all));
        // What is not of these cities is not theirs.
        news.answer = QStringList{"1", "3", "2", "5"};
        all = Drawn(trace, "tour", "probabilities", {}, {}, false, news).words.texts.join(' ');
        QVERIFY2(!all.contains("own"), qPrintable(all));
    }

    void city_movesByDragging() {
        CitiesView cities;
        QCOMPARE(cities.station().id, "tour");
        StationView& view = cities.view;
        view.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto areaOf = [&](Index city) {
            for (const auto& region : view.picture().hitRegions)
                if (region.place.column == city)
                    return region.area.center();
            return QPointF();
        };
        // A unit of the drawing is a pixel here, or more of them with large letters.
        const double unit = view.width() / view.input().size.width();
        const QPointF first = areaOf(0) * unit;  // at 0.1, 0.1
        const QPointF second = areaOf(1) * unit; // at 0.9, 0.9
        const QPointF middle = (first + second) / 2;
        QTest::mousePress(&view, Qt::LeftButton, {}, first.toPoint());
        QTest::mouseMove(&view, middle.toPoint());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, middle.toPoint());
        QVERIFY(!cities.asked.isEmpty());
        const QVector<float> numbers = cities.numbers();
        QCOMPARE(numbers.size(), qsizetype(8));
        QVERIFY(std::abs(numbers[0] - 0.5F) <= 0.011F);
        QVERIFY(std::abs(numbers[1] - 0.5F) <= 0.011F);
        for (int i = 2; i < 8; ++i)
            QCOMPARE(numbers[i], square[i]);
        // Off the square it stays at its edge.
        QTest::mousePress(&view, Qt::LeftButton, {}, first.toPoint());
        QTest::mouseMove(&view, QPoint(2, 2));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(cities.numbers()[1], 1.0F);
        // A click is none, and of a training step nothing can be dragged.
        cities.asked.clear();
        QTest::mouseClick(&view, Qt::LeftButton, {}, first.toPoint());
        cities.show(batchOf(*cities.trace()));
        QTest::mousePress(&view, Qt::LeftButton, {}, first.toPoint());
        QTest::mouseMove(&view, middle.toPoint());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, middle.toPoint());
        QVERIFY(cities.asked.isEmpty());
    }

    void city_movesByKeys() {
        CitiesView cities;
        cities.view.QWidget::show();
        QVERIFY(QTest::qWaitForWindowActive(&cities.view));
        cities.view.setFocus();
        QVERIFY(cities.press(Qt::Key_Right).isEmpty()); // no city is chosen
        cities.choose(0);
        QVERIFY2(cities.view.accessibleDescription().contains("City 1 at 0.10, 0.10"),
                 qPrintable(cities.view.accessibleDescription()));
        QCOMPARE(cities.press(Qt::Key_Right)[0], 0.11F);
        // More keys may come before the engine's answer.
        QCOMPARE(cities.press(Qt::Key_Right, Qt::ControlModifier)[0], 0.21F);
        QCOMPARE(cities.press(Qt::Key_Up)[1], 0.11F);
        QCOMPARE(cities.numbers()[0], 0.21F);
        for (int i = 2; i < 8; ++i)
            QCOMPARE(cities.numbers()[i], square[i]);
        // At the edge it stays.
        cities.press(Qt::Key_Left, Qt::ControlModifier);
        cities.press(Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(cities.press(Qt::Key_Left, Qt::ControlModifier)[0], 0.0F);
        const auto asked = cities.asked.size();
        cities.press(Qt::Key_Left);
        QCOMPARE(cities.asked.size(), asked);
        // Without Shift the arrows choose, and a step of training is what it is.
        QTest::keyClick(&cities.view, Qt::Key_Right);
        QCOMPARE(cities.asked.size(), asked);
        cities.show(batchOf(*cities.trace()));
        cities.press(Qt::Key_Right);
        QCOMPARE(cities.asked.size(), asked);
    }

    /// Where a trace comes back that keys had left, they go on from what it shows.
    void cityKeys_goOnFromWhatIsShown() {
        CitiesView cities;
        const auto other = std::make_shared<Trace>(
            *citiesTrace({0.11F, 0.1F, 0.9F, 0.9F, 0.9F, 0.1F, 0.1F, 0.9F}));
        other->graph = cities.trace()->graph;
        cities.choose(0);
        QCOMPARE(cities.press(Qt::Key_Right)[0], 0.11F);
        cities.show(other);          // answered
        cities.show(cities.trace()); // taken back elsewhere
        QCOMPARE(cities.press(Qt::Key_Right)[0], 0.11F);
    }

    /// Between hundredths and outside the square too.
    void cityKeys_moveInOneDirectionAlone() {
        CitiesView cities(citiesTrace({0.5F, 1.7F, 0.9F, 0.9F, 0.123F, 0.1F, 0.1F, 0.9F}));
        cities.choose(0);
        const QVector<float> right = cities.press(Qt::Key_Right);
        QCOMPARE(right[0], 0.51F);
        QCOMPARE(right[1], 1.7F);
        cities.choose(2);
        const QVector<float> up = cities.press(Qt::Key_Up);
        QCOMPARE(up[4], 0.123F);
        QCOMPARE(up[5], 0.11F);
    }

    /// Not that of another one whose place covers it.
    void cityInFocus_isDescribed() {
        CitiesView cities(citiesTrace({0.1F, 0.1F, 0.9F, 0.9F, 0.9F, 0.1F, 0.12F, 0.1F}));
        cities.view.QWidget::show();
        QVERIFY(QTest::qWaitForWindowActive(&cities.view));
        cities.view.setFocus();
        cities.choose(0);
        QVERIFY2(cities.view.accessibleDescription().contains("City 1 at 0.10, 0.10"),
                 qPrintable(cities.view.accessibleDescription()));
    }

    /// Whichever stage it is on, a length of a gradient has the same height.
    void timeGradients_shareTheirAxesBetweenTwoModels() {
        const auto trace = recurrentTrace(CellKind::Gru, Alignment::Dot);
        const auto strong = std::make_shared<const Tensor>(Tensor({2, 3}, {2, 1, 0, 0.5F, 1, 2}));
        const auto weak = std::make_shared<const Tensor>(Tensor({2, 2}, {1e-3F, 0, 1e-5F, 1e-3F}));
        const auto ticks = [&](const std::shared_ptr<const Tensor>& own,
                               const std::shared_ptr<const Tensor>& beside) {
            StationNews news;
            news.rowGradients = own;
            news.otherRowGradients = {beside};
            const Drawn drawn(trace, "time-gradients", "loss", {}, {}, false, news);
            QStringList numbers;
            for (QString text : drawn.words.texts) {
                bool isNumber = false;
                text.replace(QChar(0x2212), QLatin1Char('-')).toDouble(&isNumber);
                if (isNumber)
                    numbers << text;
            }
            return numbers;
        };
        QVERIFY(ticks(strong, nullptr) != ticks(weak, nullptr));
        QVERIFY(!ticks(strong, weak).isEmpty());
        QCOMPARE(ticks(strong, weak), ticks(weak, strong));
    }

    /// The stages of both runs ask for what they draw and are told of it; what is dragged on either
    /// goes to the example.
    void stationLink_asksTheEngineForBothStages() {
        FocusModel focus;
        StageWidget stage(&focus);
        StageWidget comparedRun(&focus);
        Intents intents;
        StationLink link(&intents, &stage, &comparedRun, nullptr);
        test::Asked<intent::MeasureRowGradients> measured(&intents);
        test::Asked<intent::SetValues> values(&intents);
        const auto trace = recurrentTrace(CellKind::Gru, Alignment::Dot);
        stage.setTrace(trace);
        comparedRun.setTrace(trace);
        focus.setStep(QStringLiteral("loss"));
        QCOMPARE(measured.count(), 0);
        focus.setView(QStringLiteral("time-gradients"));
        QCOMPARE(measured.count(), 1);
        QVERIFY(measured.last().wanted);
        const auto norms = std::make_shared<const Tensor>(Tensor({1, 2}, {1, 2}));
        link.showNews(news::RowGradients{{norms, nullptr}});
        QCOMPARE(stage.stationView()->input().news.rowGradients, norms);
        QVERIFY(!comparedRun.stationView()->input().news.rowGradients);
        const auto& others = comparedRun.stationView()->input().news.otherRowGradients;
        QCOMPARE(others.size(), std::size_t{1});
        QCOMPARE(others.front(), norms);
        Prediction prediction;
        prediction.tokens = {"a", "b"};
        link.showNews(prediction);
        QCOMPARE(stage.stationView()->input().news.answer, textsOf(prediction.tokens));
        // Of another model they are none.
        stage.setTrace(recurrentTrace(CellKind::Rnn, Alignment::Dot));
        QVERIFY(!stage.stationView()->input().news.rowGradients);
        focus.setStep(QStringLiteral("logits"));
        QVERIFY(!measured.last().wanted);
        // The drawing of an exchange asks for the tokens that are set.
        test::Asked<intent::ExchangeTokens> exchanged(&intents);
        const auto transformer = traceWith(Positional::Sinusoidal);
        stage.setTrace(transformer);
        comparedRun.setTrace(transformer);
        focus.setStep(QStringLiteral("encoder.0.self_attn.weights"));
        QCOMPARE(exchanged.count(), 0);
        focus.setView(QStringLiteral("readers"));
        QCOMPARE(exchanged.last().exchange, (TokenExchange{Axis::Source, 0, 1}));
        stage.settings()->setForStations({{QStringLiteral("exchanged"), 3}});
        QCOMPARE(exchanged.last().exchange, (TokenExchange{Axis::Source, 2, 1}));
        link.showNews(news::ExchangedRuns{*exchanged.last().exchange,
                                          {{transformer, trace}, {trace, transformer}}});
        QCOMPARE(stage.stationView()->input().news.exchanged, trace);
        QCOMPARE(stage.stationView()->input().news.exchangedOf, transformer);
        QCOMPARE(comparedRun.stationView()->input().news.exchanged, transformer);
        focus.setStep(QStringLiteral("logits"));
        QVERIFY(!exchanged.last().exchange);
        emit comparedRun.valuesWanted({1, 2});
        QCOMPARE(values.last().numbers, (QVector<float>{1, 2}));
        QCOMPARE(values.last().side, intent::SetValues::Side::Source);
    }
};

} // namespace gf::tst_family_stations

#include "tests/entry.h"
GF_TEST(tst_family_stations, TestFamilyStations)
#include "tst_family_stations.moc"
