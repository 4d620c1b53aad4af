// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that run the model again: shuffle, padding, lens, patch.
#include "core/lab_runs/lab_runs.h"
#include "core/train/probed_model.h"
#include "lab_room.h"
#include "small_model.h"
#include "tests/core/family_traces.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/steps/steps.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

namespace gf::tst_lab_again {

using test::DrawnLab;

namespace {

/// A small model and an example, that can be run again.
struct Subject {
    explicit Subject(ModelConfig model = {})
        : config(smallConfig(std::move(model))), parameters(makeParameters(config)) {
        initialize(*parameters, config, 7);
        if (config.hasEncoder())
            example.source = {5, 6, 7, 8};
        example.target = config.hasDecoder() ? std::vector<TokenId>{9, 10, 11}
                                             : std::vector<TokenId>{5, 6, 7, 8};
        example.gradients = false;
        trace = probed().run(example);
    }
    ProbedModel probed() const { return {*backend, config, *parameters}; }
    LabNews answered(LabRequest request, LabFound answer) const {
        LabNews news;
        news.request = std::move(request);
        news.answer = std::make_shared<const LabFound>(std::move(answer));
        news.of = trace;
        return news;
    }
    /// What the engine answers.
    LabNews answerTo(const LabRequest& asked, const std::optional<ProbeExample>& other = {}) const {
        RunDescription description;
        description.model = config;
        const LabModel model{.description = description,
                             .parameters = *parameters,
                             .example = example,
                             .other = other,
                             .trace = trace,
                             .backend = backend.get()};
        const Lab& lab = *findMeasurement(asked.lab);
        return answered(asked, runLab({lab, KnobValues(lab, asked.knobs), 1, &model}));
    }
    LabNews shuffledBy(const std::vector<Index>& order) const {
        return answerTo(gf::shuffledBy(order));
    }

    ModelConfig config;
    std::unique_ptr<Backend> backend = makeBackend("cpu");
    std::unique_ptr<Parameters> parameters;
    ProbeExample example;
    std::shared_ptr<const Trace> trace;
};

const LabRequest lensWords{"lens", {{"words", std::int64_t{5}}}};

StationSettings ordered(const std::vector<Index>& order) {
    StationSettings settings{{QStringLiteral("shuffle.order"), 2}};
    for (std::size_t i = 0; i < order.size(); ++i)
        settings.insert(QStringLiteral("shuffle.%1").arg(i), static_cast<double>(order[i]));
    return settings;
}

} // namespace

class TestLabAgain : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void shuffle_saysWhichOperationIsTheFirstThatDiffers() {
        const Subject subject;
        const DrawnLab drawn(subject.trace, "shuffle", {}, {}, {},
                             subject.shuffledBy({3, 2, 1, 0}));
        QVERIFY(drawn.words.texts.join(' ').contains("position"));
        QVERIFY(drawn.words.kinds.value("difference") > 20);
    }

    void shuffle_isZeroToTheEndWithoutPositions() {
        ModelConfig config;
        config.positional = Positional::None;
        const Subject subject(config);
        const DrawnLab drawn(subject.trace, "shuffle", {}, {}, {},
                             subject.shuffledBy({3, 2, 1, 0}));
        QVERIFY(drawn.words.texts.join(' ').contains("Zero to the end"));
    }

    void shuffle_takesAnOrderOfOnesOwnAndRefusesWhatIsNone() {
        const Subject subject;
        const auto asked = [&](const StationSettings& settings) {
            StationInput input{*subject.trace,
                               subject.trace->graph->find("source.input"),
                               {},
                               Theme::light(),
                               QFont(),
                               {},
                               settings};
            const LabRequest request = *findLabPage("shuffle")->asks(input);
            return *numbersIn(choiceIn((request).knobs, "order"));
        };
        QCOMPARE(asked({}), (std::vector<Index>{3, 2, 1, 0}));
        QCOMPARE(asked(ordered({1, 0, 3, 2})), (std::vector<Index>{1, 0, 3, 2}));
        QCOMPARE(asked(ordered({1, 1, 3, 2})), (std::vector<Index>{0, 1, 2, 3}));
    }

    void shuffle_movesTheTokenThatIsDraggedOrMovedByKeys() {
        const Subject subject;
        // Also while its chart has nothing to show.
        QVERIFY(!DrawnLab(subject.trace, "shuffle").picture.areasOf(3, -1).empty());
        const Station& drawing = findLabPage("shuffle")->drawing;
        StationInput input{*subject.trace,
                           subject.trace->graph->find("source.input"),
                           test::at(1, -1),
                           Theme::light(),
                           QFont(),
                           QSizeF(600, 500),
                           ordered({0, 1, 2, 3})};
        const StationSettings moved = drawing.movedSettings(input, {1, 0});
        QCOMPARE(moved.value("shuffle.1"), 2.0);
        QCOMPARE(moved.value("shuffle.2"), 1.0);
        // To the front, from wherever it stands.
        const StationSettings first = drawing.draggedSettings(input, {.row = 3}, {15, 20});
        QCOMPARE(first.value("shuffle.0"), 3.0);
        // A cell of a matrix is no token.
        QVERIFY(drawing.draggedSettings(input, {.row = 3, .column = 1}, {15, 20}).isEmpty());
    }

    void pages_areSeenWholeInASmallWindow() {
        const Subject subject;
        test::verifySeenWhole(subject.trace, "shuffle", {}, {}, subject.shuffledBy({3, 2, 1, 0}));
        for (const LabRequest& asked : {lensWords, LabRequest{"padding", {{"lengths", "4,3"}}}})
            test::verifySeenWhole(subject.trace, asked.lab.c_str(), {}, {},
                                  subject.answerTo(asked));
    }

    void unanswered_saysThatItIsMeasured() {
        const Subject subject;
        for (const char* lab :
             {"shuffle", "padding", "lens", "patch", "saliency", "projection", "unit"}) {
            const DrawnLab drawn(subject.trace, lab);
            QVERIFY2(drawn.words.texts.join(' ').contains("being measured"), lab);
        }
    }

    void answerOfAnotherExample_isNotShown() {
        const Subject subject;
        LabNews news = subject.shuffledBy({3, 2, 1, 0});
        ProbeExample other = subject.example;
        other.source = {8, 7, 6, 5};
        news.of = subject.probed().run(other);
        const DrawnLab drawn(subject.trace, "shuffle", {}, {}, {}, news);
        QVERIFY(drawn.words.texts.join(' ').contains("being measured"));
    }

    /// Though it was kept, and is of the same sentence: that run is not shown any more.
    void keptAnswerOfAnotherModel_isNotShown() {
        const Subject subject;
        const Subject before;
        LabNews news = before.shuffledBy({3, 2, 1, 0});
        news.kept =
            std::make_shared<const LabResults>(LabResults{{*news.request, news.answer, 0, {}, {}}});
        const auto words = [&](const std::shared_ptr<const Trace>& shown) {
            return DrawnLab(shown, "shuffle", {}, {}, {}, news).words.texts.join(' ');
        };
        QVERIFY(!words(before.trace).contains("being measured"));
        QVERIFY2(words(subject.trace).contains("being measured"), qPrintable(words(subject.trace)));
    }

    void lens_endsInTheModelsOwnOutput() {
        const Subject subject;
        const DrawnLab drawn(subject.trace, "lens", {}, {}, {}, subject.answerTo(lensWords));
        QVERIFY(!drawn.picture.grids.empty());
        const auto& grid = drawn.picture.grids.front();
        QCOMPARE(grid.layout.rows, subject.config.layers + 1);
        const Tensor& output = *subject.trace->find("probabilities");
        float best = 0;
        for (Index word = 0; word < output.shape()[1]; ++word)
            best = std::max(best, output[word]);
        QVERIFY(grid.placeOf(subject.config.layers, 0).tip.contains(numberText(best, 3)));
    }

    /// Of a model of many layers too: cells are wider than high then.
    void lens_writesWholeWordsWhereThereIsRoom() {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.layers = 12;
        Subject subject(config);
        auto named = std::make_shared<Trace>(*subject.trace);
        Tokens words;
        for (char end = 'a'; end < 'a' + 12; ++end)
            words.push_back(std::string(" position") + end);
        named->targetVocabulary = std::make_shared<const Tokens>(std::move(words));
        subject.trace = named;
        const DrawnLab drawn(subject.trace, "lens", {}, {}, QSizeF(720, 560),
                             subject.answerTo(lensWords));
        const HeatmapLayout& layout = drawn.picture.grids.front().layout;
        QCOMPARE(layout.rows, Index{13});
        QVERIFY(layout.cellWidth > layout.cellHeight);
        const auto whole = std::ranges::count_if(drawn.words.texts, [](const QString& text) {
            return text.contains(QLatin1String("position")) && !text.contains(QChar(0x2026));
        });
        QVERIFY2(whole >= layout.rows * layout.columns, qPrintable(QString::number(whole)));
        for (const QString& text : drawn.words.texts)
            QVERIFY2(!text.contains(QChar(0x2026)), qPrintable(text));
    }

    void padding_givesWhatIsHiddenNoWeight() {
        const Subject subject;
        Focus focus;
        focus.step = "encoder.0.self_attn.weights";
        const auto words = [&](double valid, double mask) {
            return DrawnLab(subject.trace, "padding", focus,
                            {{"padding.valid", valid}, {"padding.mask", mask}})
                .words.texts.join(' ');
        };
        QVERIFY(words(3, 0).contains("0 % of the weight"));
        QVERIFY(words(0, 0).contains("0 everywhere"));
        QVERIFY(words(0, 1).contains("1/5 each"));
        QVERIFY(words(5, 2).contains("padding gets 0 %"));
        QVERIFY(!words(3, 2).contains("padding gets 0 %"));
    }

    /// What the line under the title names, what the map marks and what is drawn are one thing.
    void padding_isAboutTheWeightsThatItDraws() {
        const Subject subject;
        const LabPage& page = *findLabPage("padding");
        const Graph& graph = *subject.trace->graph;
        const NodeId node = page.node(graph, graph.find("decoder.0.cross_attn.q"));
        QCOMPARE(QString::fromStdString(graph[node].name), "decoder.0.cross_attn.weights");
        const DrawnLab drawn(subject.trace, "padding", test::on("decoder.0.cross_attn.q"),
                             {{"padding.valid", 5}});
        QVERIFY(drawn.words.texts.contains(shortTitleOf(graph, graph[node])));
        // With all keys valid they are those of the model.
        const auto& grid = drawn.picture.grids.front();
        const Tensor& weights = subject.trace->value(node);
        for (Index key = 0; key < weights.shape()[2]; ++key)
            QVERIFY(grid.placeOf(0, key).tip.startsWith(numberText(weights[key], 6)));
    }

    void patch_saysWhichCellCarriesMost() {
        const Subject subject;
        ProbeExample other = subject.example;
        other.source = {8, 7, 6, 5};
        other.target = std::vector<TokenId>{11, 10, 9};
        const LabNews news = subject.answerTo({"patch", {{"other", std::int64_t{1}}}}, other);
        test::verifySeenWhole(subject.trace, "patch", {}, {}, news);
        const DrawnLab drawn(subject.trace, "patch", {}, {}, {}, news);
        QVERIFY(drawn.words.texts.join(' ').contains("carries most"));
        QCOMPARE(drawn.picture.grids.size(), std::size_t(2));
    }

    /// Heads have rows of their own, and what is put in by another than the other example moves
    /// this one's answer.
    void patch_drawsTheCellsThatAreChosen() {
        const Subject subject;
        ProbeExample other = subject.example;
        other.source = {8, 7, 6, 5};
        other.target = std::vector<TokenId>{11, 10, 9};
        const LabPage& page = *findLabPage("patch");
        const StationSettings heads{{"patch.what", 1}, {"patch.by", 2}};
        const LabRequest asked = *page.asks(test::labInput(page, *subject.trace, {}, heads));
        QCOMPARE(choiceIn(asked.knobs, "what"), std::string("head"));
        QCOMPARE(choiceIn(asked.knobs, "by"), std::string("zero"));
        const LabNews news = subject.answerTo(asked, other);
        const DrawnLab drawn(subject.trace, "patch", {}, heads, {800, 600}, news);
        QVERIFY2(drawn.picture.said.join(' ').contains("moves this answer most"),
                 qPrintable(drawn.picture.said.join(' ')));
        const Index rows = subject.config.layers * subject.config.heads;
        QCOMPARE(drawn.picture.grids.front().layout.rows, rows);
        QCOMPARE(drawn.picture.grids.back().layout.rows, 2 * rows); // and cross-attention
        // A path: what reaches the last head of the decoder.
        const auto controls =
            page.drawing.controls(*subject.trace->graph, (*subject.trace->graph)[drawn.node]);
        const auto into = std::ranges::find(controls, QString("patch.into"), &StationControl::key);
        QVERIFY(into != controls.end() && into->choices.size() > 3 * rows);
        const StationSettings path{{"patch.what", 1}, {"patch.into", into->maximum}};
        const LabRequest along = *page.asks(test::labInput(page, *subject.trace, {}, path));
        QCOMPARE(choiceIn(along.knobs, "into"), into->choices.back().toStdString());
        const LabNews found = subject.answerTo(along, other);
        test::verifySeenWhole(subject.trace, "patch", {}, path, found);
        const DrawnLab onPath(subject.trace, "patch", {}, path, {}, found);
        QVERIFY(onPath.picture.said.join(' ').contains("carries most"));
    }

    /// The bars are the numbers that were found, beside the attention and random weights.
    void saliency_drawsWhatWasFound() {
        const Subject subject;
        const LabPage& page = *findLabPage("saliency");
        for (const int method : {0, 1, 2}) {
            const StationSettings settings{
                {"saliency.method", method}, {"saliency.position", 2}, {"saliency.random", 1}};
            const LabRequest asked = *page.asks(test::labInput(page, *subject.trace, {}, settings));
            const LabNews news = subject.answerTo(asked);
            test::verifySeenWhole(subject.trace, "saliency", {}, settings, news);
            const DrawnLab drawn(subject.trace, "saliency", {}, settings, {}, news);
            const Finding& found = news.answer->finding;
            QCOMPARE(drawn.numbers.shape(), (Shape{std::ssize(subject.trace->sourceTokens), 3}));
            for (Index token = 0; token < drawn.numbers.shape()[0]; ++token) {
                const std::string at = "tokens/" + std::to_string(token);
                QCOMPARE(drawn.numbers[3 * token],
                         static_cast<float>(found.numberAt(at + "/value")));
                QCOMPARE(drawn.numbers[3 * token + 1],
                         static_cast<float>(found.numberAt(at + "/attention")));
            }
            const QString said = drawn.picture.said.join(' ');
            QVERIFY2(said.contains("By rank they agree") && said.contains("random weights") &&
                         said.contains("add up") == (method == 2),
                     qPrintable(said));
        }
    }

    void projection_drawsEachRowWithItsWord() {
        const Subject subject;
        const LabPage& page = *findLabPage("projection");
        Focus focus;
        focus.step = stepOf(
            (*subject.trace->graph)[subject.trace->graph->find("decoder.0.cross_attn.weights")]);
        for (const int together : {0, 1}) {
            const StationSettings settings{{"projection.together", together}};
            const LabRequest asked =
                *page.asks(test::labInput(page, *subject.trace, focus, settings));
            QCOMPARE(asked.knobs.contains("with"), together == 1);
            const LabNews news = subject.answerTo(asked);
            test::verifySeenWhole(subject.trace, "projection", focus, settings, news);
            const DrawnLab drawn(subject.trace, "projection", focus, settings, {}, news);
            const auto rows = std::ssize(news.answer->finding.listAt("points"));
            QCOMPARE(rows, std::ssize(subject.trace->targetTokens) +
                               together * std::ssize(subject.trace->sourceTokens));
            QCOMPARE(drawn.words.kinds.value("point"), static_cast<int>(rows));
            QCOMPARE(drawn.numbers.shape(), (Shape{rows, 2}));
            QVERIFY(drawn.picture.said.join(' ').contains("of their variance"));
        }
    }

    void unit_drawsTheTokensThatMoveIt() {
        const Subject subject;
        const LabPage& page = *findLabPage("unit");
        const StationSettings settings{{"unit.unit", 2}, {"unit.examples", 0}};
        const LabRequest asked = *page.asks(test::labInput(page, *subject.trace, {}, settings));
        const LabNews news = subject.answerTo(asked);
        test::verifySeenWhole(subject.trace, "unit", {}, settings, news);
        const DrawnLab drawn(subject.trace, "unit", {}, settings, {}, news);
        const std::vector<double> values = news.answer->finding.numbersAt("examples/0/values");
        QCOMPARE(drawn.words.kinds.value("token"), static_cast<int>(values.size()));
        for (Index i = 0; i < std::ssize(values); ++i)
            QCOMPARE(drawn.numbers[i], static_cast<float>(values[static_cast<std::size_t>(i)]));
        QVERIFY(drawn.picture.said.join(' ').contains("Unit 2 of"));
    }

    void cost_drawsWhatTrainingHolds() {
        const Subject subject;
        const LabPage& page = *findLabPage("cost");
        const StationSettings settings{{"cost.view", 4}};
        const LabRequest asked = *page.asks(test::labInput(page, *subject.trace, {}, settings));
        const LabNews news = subject.answerTo(asked);
        test::verifySeenWhole(subject.trace, "cost", {}, settings, news);
        const DrawnLab drawn(subject.trace, "cost", {}, settings, {}, news);
        const QString words = drawn.words.texts.join(' ');
        QVERIFY2(words.contains("optimizer’s memory") && words.contains("this model"),
                 qPrintable(words));
    }

    /// All that the last layer leaves at first, which gives the other answer exactly; others by
    /// drag and by keys.
    void patch_putsMarkedCellsIn() {
        const Subject subject;
        ProbeExample other = subject.example;
        other.source = {8, 7, 6, 5};
        other.target = std::vector<TokenId>{11, 10, 9};
        const LabPage& page = *findLabPage("patch");
        const auto requestOf = [&](const StationSettings& settings) {
            return *page.asks(test::labInput(page, *subject.trace, {}, settings));
        };
        const auto marking = [](const char* mark) {
            return LabRequest{"cells", {{"other", std::int64_t{1}}, {"mark", mark}}};
        };
        const StationSettings marked{{"patch.cells", 1}};
        const LabRequest all = requestOf(marked);
        const std::string tokens = std::to_string(subject.trace->targetTokens.size());
        QVERIFY(all ==
                marking(("1," + std::to_string(subject.config.layers) + ",0," + tokens).c_str()));
        LabNews news = subject.answerTo(all, other);
        test::verifySeenWhole(subject.trace, "patch", {}, marked, news);
        const DrawnLab drawn(subject.trace, "patch", {}, marked, {}, news);
        QVERIFY2(drawn.picture.said.join(' ').contains("gives the other answer exactly"),
                 qPrintable(drawn.picture.said.join(' ')));

        // By drag, within a row and in the order of the row.
        StationInput input = test::labInput(page, *subject.trace);
        input.size = minimumSizeOf(page.drawing, input);
        test::Words words;
        StationPicture picture;
        drawStation(page.drawing, input, words, picture);
        const auto at = [&](Index row, Index column) {
            return picture.areasOf(row, column).front().center();
        };
        const StationSettings dragged =
            page.drawing.draggedSettings(input, {.row = 1, .column = 3}, at(0, 1));
        QVERIFY(requestOf(dragged) == marking("0,1,1,3"));
        QVERIFY(page.drawing.draggedSettings(input, {.row = -1, .column = -1}, at(0, 1)).isEmpty());
        // Of the second grid too, whose rows are counted on.
        QCOMPARE(at(4, 2), picture.grids.back().layout.cellRect(1, 2).center());
        const StationSettings below =
            page.drawing.draggedSettings(input, {.row = 4, .column = 0}, at(3, 2));
        QVERIFY(requestOf(below) == marking("1,1,0,3"));
        // By keys: one more to the right, a row down.
        input.settings = dragged;
        StationSettings moved = page.drawing.movedSettings(input, {1, 0});
        QVERIFY(requestOf(moved) == marking("0,1,1,4"));
        input.settings = moved;
        moved = page.drawing.movedSettings(input, {0, -1});
        QVERIFY(requestOf(moved) == marking("0,2,1,4"));
    }

    /// A grid that was found earlier is there while marked cells are put in, and says of when.
    void patch_showsTheGridThatIsKept() {
        const Subject subject;
        const auto rows = [](std::size_t count, const Tokens& tokens) {
            return Finding::List(count, std::vector<double>(tokens.size(), 0.5));
        };
        const Tokens& source = subject.trace->sourceTokens;
        const Tokens& target = subject.trace->targetTokens;
        const Finding found{
            {"log_probability", -3.0},
            {"other_log_probability", -1.0},
            {"grid", {{"encoder", rows(2, source)}, {"decoder", rows(2, target)}}},
            {"input", {{"encoder", rows(1, source).front()}, {"decoder", rows(1, target).front()}}},
            {"other_source", source},
            {"other_target", target}};
        LabResults kept{{{"patch", {{"other", std::int64_t{1}}}},
                         std::make_shared<const LabFound>(found),
                         1234,
                         source,
                         target}};
        LabNews news;
        news.of = subject.trace;
        news.kept = std::make_shared<const LabResults>(kept);
        const DrawnLab drawn(subject.trace, "patch", {}, {}, {}, news);
        const QString said = drawn.picture.said.join(' ');
        QVERIFY2(said.contains("brings back 50.0 %") && said.contains("training step 1,234"),
                 qPrintable(said));
        kept[0].sourceTokens.front() = "z"; // of another example
        news.kept = std::make_shared<const LabResults>(kept);
        const DrawnLab other(subject.trace, "patch", {}, {}, {}, news);
        QVERIFY(other.picture.said.join(' ').contains("being measured"));
    }

    /// Answered or not, of whatever family: it draws, or says why there is nothing to draw.
    void everyFamily_isDrawnOrSaysWhyNot() {
        for (const auto& [name, config] : otherModels()) {
            const auto trace = traceOf(config);
            for (const char* lab :
                 {"shuffle", "padding", "lens", "patch", "saliency", "projection", "unit"}) {
                const LabPage* page = findLabPage(lab);
                const NodeId node =
                    obstacleTo(*page, *trace) ? noNode : page->node(*trace->graph, noNode);
                StationInput input{*trace, node, {}, Theme::light(), QFont(), {}, {}};
                input.size = minimumSizeOf(page->drawing, input);
                test::Words words;
                StationPicture picture;
                drawStation(page->drawing, input, words, picture);
                QVERIFY2(!words.texts.isEmpty(), name);
            }
        }
    }
};

} // namespace gf::tst_lab_again

#include "tests/entry.h"
GF_TEST(tst_lab_again, TestLabAgain)
#include "tst_lab_again.moc"
