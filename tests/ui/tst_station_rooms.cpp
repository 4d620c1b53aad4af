// SPDX-License-Identifier: GPL-3.0-or-later
// Which drawings are seen whole on the stage of a window of 1024 × 640, in both languages, and that
// their words then neither leave the drawing nor cover each other.
#include "core/data/example.h"
#include "core/data/vocabulary.h"
#include "ui/figure/heatmap_axes.h"
#include "ui/figure/heatmap_view.h"
#include "ui/labs/labs.h"
#include "ui/language/language.h"
#include "ui/stage/stage_widget.h"

#include "drawn_station.h"
#include "small_model.h"
#include "small_stage.h"
#include "warnings.h"

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <utility>

namespace gf::tst_station_rooms {

using test::at;

namespace {

/// A canvas that keeps where words stand.
class PlacedWords : public test::Words {
public:
    struct Word {
        QString text;
        QRectF area;
        bool bold = false;
        bool highlighted = false; ///< on a ground of its own, over its neighbours
    };

    void rectangle(const QRectF& area, const QColor& colour, const char* kind) override {
        Words::rectangle(area, colour, kind);
        m_onGround = QLatin1String(kind) == QLatin1String("highlighted");
    }

    void text(const CanvasText& line) override {
        Words::text(line);
        if (line.text.isEmpty())
            return;
        const double width = measureWith(QFont())(line.text, line.size);
        const double before = line.align == Qt::AlignHCenter ? width / 2
                              : line.align == Qt::AlignRight ? width
                                                             : 0;
        const double half = line.size * 0.4; // letters, without the space between lines
        placed.push_back(
            {line.text,
             line.upwards
                 ? QRectF(line.at.x() - half, line.at.y() - (width - before), 2 * half, width)
                 : QRectF(line.at.x() - before, line.at.y() - half, width, 2 * half),
             line.bold, std::exchange(m_onGround, false)});
    }

    std::vector<Word> placed;

private:
    bool m_onGround = false;
};

std::shared_ptr<const Trace> sentenceTrace(ModelConfig config) {
    const auto words = std::make_shared<const Vocabulary>(
        std::vector<std::string>{"the", "girl", "does", "not", "sell", "red", "car", "la", "fille",
                                 "ne", "vend", "pas", "voiture", "rouge"},
        Tokenization::Words);
    config.dModel = 64;
    config.heads = 4;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = words->size();
    ProbeExample example;
    if (config.hasEncoder())
        example.source = words->encode("the girl does not sell the red car");
    example.target = words->encode("la fille ne vend pas la voiture rouge");
    return traceOf(config, example, {}, {words, words});
}

/// Reads and writes so many words.
std::shared_ptr<const Trace> longTrace(ModelConfig config, int count) {
    const std::vector<std::string> all{"the", "girl", "does",       "not",    "sell",
                                       "red", "car",  "a",          "la",     "fille",
                                       "ne",  "vend", "maintenant", "voiture"};
    const auto words = std::make_shared<const Vocabulary>(all, Tokenization::Words);
    QStringList sentence;
    for (int i = 0; i < count; ++i)
        sentence << QString::fromStdString(all[static_cast<std::size_t>(i * 5) % all.size()]);
    config.dModel = 32;
    config.heads = 2;
    config.maxLength = 64;
    config.sourceVocab = config.targetVocab = words->size();
    ProbeExample example;
    if (config.hasEncoder())
        example.source = words->encode(sentence.join(' ').toStdString());
    example.target = words->encode(sentence.join(' ').toStdString());
    return traceOf(config, example, {}, {words, words});
}

std::shared_ptr<const Trace> recurrent(Alignment attention, CellKind cell = CellKind::Gru) {
    ModelConfig config;
    config.family = Family::Recurrent;
    config.cell = cell;
    config.alignment = attention;
    return sentenceTrace(config);
}

std::shared_ptr<const Trace> positions(Positional kind) {
    ModelConfig config;
    config.positional = kind;
    return sentenceTrace(config);
}

std::shared_ptr<const Trace> mixing(Mixer mixer) {
    ModelConfig config;
    config.mixer = mixer;
    return sentenceTrace(config);
}

std::shared_ptr<const Trace> cities(const std::vector<float>& places = {}) {
    ModelConfig config;
    config.input = Input::Values;
    config.output = Output::Pointer;
    config.features = 2;
    config.positional = Positional::None;
    if (places.empty())
        return traceOf(config);
    config.maxLength = 40;
    config.sourceVocab = config.targetVocab = 60;
    ProbeExample example;
    example.source = places;
    for (std::size_t city = 0; city < places.size() / 2; ++city)
        example.target.ids.push_back(static_cast<TokenId>(firstPlace) + static_cast<TokenId>(city));
    Vocabularies words;
    words.target = std::make_shared<const Vocabulary>(placeWords());
    return traceOf(config, example, {}, words);
}

/// In the middle of each side of the plane, and one inside.
const std::vector<float> border{0.5F, 1, 0.5F, 0, 0, 0.5F, 1, 0.5F, 0.3F, 0.4F};

std::shared_ptr<const Trace> twentyCities() {
    std::vector<float> places;
    for (int i = 0; i < 20; ++i) {
        places.push_back(static_cast<float>(i * 37 % 100) / 100);
        places.push_back(static_cast<float>(i * 53 % 100) / 100);
    }
    return cities(places);
}

/// And where curves go.
class Curves : public PlacedWords {
public:
    void polyline(const std::vector<QPointF>& line, const QColor&, double, const char*) override {
        points.insert(points.end(), line.begin(), line.end());
    }
    void lines(const std::vector<QLineF>& all, const QColor&, double, const char* kind) override {
        for (const QLineF& line : all)
            if (QLatin1String(kind) == QLatin1String("level"))
                points.push_back(line.center());
    }
    std::vector<QPointF> points;
};

/// A canvas that keeps the border of the plane.
class Outlines : public test::Words {
public:
    void outline(const QRectF& area, const QColor&, double) override { areas.push_back(area); }
    std::vector<QRectF> areas;
};

std::shared_ptr<const Trace> series() {
    ModelConfig config;
    config.input = Input::Values;
    config.output = Output::Values;
    config.features = 1;
    config.maxLength = 32;
    const auto wave = [](int from, int count) {
        std::vector<float> values;
        for (int i = from; i < from + count; ++i)
            values.push_back(std::sin(0.4F * static_cast<float>(i)));
        return values;
    };
    ProbeExample example;
    example.source = wave(0, 24);
    example.target = wave(24, 12);
    return traceOf(config, example);
}

/// Norms that shrink by half with each token back.
StationNews measured(const Trace& trace) {
    const auto rows = static_cast<Index>(trace.labels.size());
    const auto tokens = rows + static_cast<Index>(trace.sourceTokens.size());
    Tensor norms(Shape{rows, tokens});
    for (Index row = 0; row < rows; ++row)
        for (Index token = 0; token <= tokens - rows + row; ++token)
            norms[row * tokens + token] =
                std::pow(0.5F, static_cast<float>(tokens - rows + row - token));
    StationNews news;
    news.rowGradients = std::make_shared<const Tensor>(std::move(norms));
    return news;
}

} // namespace

class TestStationRooms : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }
    void cleanup() { applyLanguage(*qApp, Language::English); }

    void stations_areSeenWholeInASmallWindow_data() {
        QTest::addColumn<std::shared_ptr<const Trace>>("trace");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("step");
        const auto row = [](const std::shared_ptr<const Trace>& trace, const char* id,
                            const char* step,
                            const char* name) { QTest::newRow(name) << trace << id << step; };
        const auto general = recurrent(Alignment::General);
        row(general, "gates", "encoder.0.states", "gates");
        row(recurrent(Alignment::General, CellKind::Lstm), "lstm-gates", "encoder.0.states",
            "gates of an LSTM");
        row(general, "lines", "attention.weights", "alignment");
        row(general, "context", "attention.context", "context");
        row(general, "context", "attention.output", "context and output");
        row(general, "time-gradients", "token_loss", "back in time");
        const auto bahdanau = recurrent(Alignment::Bahdanau);
        row(bahdanau, "context", "attention.context", "context that joins the input");
        row(bahdanau, "families", "attention.scores", "scores of Bahdanau");
        row(general, "families", "attention.scores", "scores of general");
        row(recurrent(Alignment::Dot), "families", "attention.scores", "scores of dot");
        row(recurrent(Alignment::Location), "families", "attention.scores", "scores of location");
        row(recurrent(Alignment::Concat), "families", "attention.scores", "scores of concat");
        const auto relative = positions(Positional::Relative);
        row(relative, "position-bias", "encoder.0.self_attn.biased", "relative");
        row(relative, "position-bias", "decoder.0.self_attn.position_bias", "relative, causal");
        row(positions(Positional::Alibi), "position-bias", "encoder.0.self_attn.biased", "alibi");
        const auto rotary = positions(Positional::Rotary);
        row(rotary, "rotation", "encoder.0.self_attn.scores", "rotation");
        row(rotary, "rotation", "decoder.0.self_attn.k_rotated", "rotation of keys");
        row(mixing(Mixer::Mean), "readers", "encoder.0.mixer.weights", "mean");
        row(mixing(Mixer::Convolution), "readers", "decoder.0.mixer.output", "convolution");
        row(mixing(Mixer::Attention), "readers", "encoder.0.self_attn.weights", "attention");
        row(cities(), "tour", "probabilities", "cities");
        row(cities(border), "tour", "probabilities", "cities at the border");
        row(cities({0, 0, 1, 1, 0, 1, 1, 0}), "tour", "probabilities", "cities in the corners");
        row(twentyCities(), "tour", "probabilities", "twenty cities");
        row(series(), "forecast", "prediction", "series");
        row(positions(Positional::Sinusoidal), "position-kinds", "source.position", "positions");
        row(rotary, "position-kinds", "target.input", "positions of a rotary model");
    }
    void stations_areSeenWholeInASmallWindow() {
        QFETCH(const std::shared_ptr<const Trace>, trace);
        QFETCH(const QString, id);
        QFETCH(const QString, step);
        const Graph& graph = *trace->graph;
        const NodeId node = graph.find(step.toStdString());
        QVERIFY(node != noNode);
        const Station* station = stationFor(graph, graph[node], id);
        QVERIFY(station);
        QCOMPARE(QLatin1String(station->id), id);
        for (const Language language : {Language::English, Language::German}) {
            applyLanguage(*qApp, language);
            StationInput input{*trace, node, at(2, 3), Theme::light(), QFont(), {}, {}};
            input.focus.step = step;
            if (station->rowGradients)
                input.news = measured(*trace);
            const bool hasSettings =
                station->controls && !station->controls(graph, graph[node]).empty();
            input.size = hasSettings ? test::smallStageUnderSettings : test::smallStage;
            const QSizeF least = minimumSizeOf(*station, input);
            QVERIFY2(least.width() <= input.size.width() && least.height() <= input.size.height(),
                     qPrintable(QStringLiteral("%1 × %2").arg(least.width()).arg(least.height())));
            PlacedWords words;
            StationPicture picture;
            drawStation(*station, input, words, picture);
            verifyWords(words, input.size);
        }
    }

    /// Of a lab that the trace is enough for.
    void labs_areSeenWholeInASmallWindow_data() {
        QTest::addColumn<std::shared_ptr<const Trace>>("trace");
        QTest::addColumn<QString>("name");
        const auto sinusoidal = positions(Positional::Sinusoidal);
        for (const LabPage& page : labPages())
            if ((!page.asks || page.standsAlone) && (!page.missing || !page.missing(*sinusoidal)))
                QTest::newRow(page.drawing.id) << sinusoidal << QString(page.drawing.id);
        QTest::newRow("rotation of rotary positions")
            << positions(Positional::Rotary) << QStringLiteral("rotation");
    }
    void labs_areSeenWholeInASmallWindow() {
        QFETCH(const std::shared_ptr<const Trace>, trace);
        QFETCH(const QString, name);
        const LabPage* page = findLabPage(name);
        const NodeId node = page->node(*trace->graph, noNode);
        for (const Language language : {Language::English, Language::German}) {
            applyLanguage(*qApp, language);
            StationInput input{*trace, node, at(2, 3), Theme::light(), QFont(), {}, {}};
            const QSizeF least = minimumSizeOf(page->drawing, input);
            const QSizeF small =
                page->drawing.controls ? test::smallStageUnderSettings : test::smallStage;
            for (const QSizeF& size : {small, QSizeF(900, 600)}) {
                QVERIFY2(
                    least.width() <= size.width() && least.height() <= size.height(),
                    qPrintable(QStringLiteral("%1 × %2").arg(least.width()).arg(least.height())));
                input.size = size;
                PlacedWords words;
                StationPicture picture;
                drawStation(page->drawing, input, words, picture);
                verifyWords(words, size);
            }
        }
    }

    void forecast_keepsWordsOffItsCurves() {
        const auto trace = series();
        const NodeId node = trace->graph->find("prediction");
        const Station* station = stationFor(*trace->graph, (*trace->graph)[node], "forecast");
        for (const Language language : {Language::English, Language::German}) {
            applyLanguage(*qApp, language);
            StationInput input{*trace, node, {}, Theme::light(), QFont(), {}, {}};
            for (const QSizeF& size : {minimumSizeOf(*station, input), QSizeF(900, 500)}) {
                input.size = size;
                Curves drawn;
                StationPicture picture;
                drawStation(*station, input, drawn, picture);
                verifyWords(drawn, size);
                QVERIFY(drawn.all().contains(language == Language::English ? "repeated"
                                                                           : "wiederholt"));
                QVERIFY(!drawn.points.empty());
                for (const QPointF& point : drawn.points)
                    for (const PlacedWords::Word& word : drawn.placed)
                        QVERIFY2(!word.area.contains(point), qPrintable(word.text));
            }
        }
    }

    /// From fifteen tokens on words are turned or left out before they meet.
    void words_keepApartInALongSentence_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<ModelConfig>("config");
        for (const int count : {14, 19, 31})
            for (const Family family : {Family::Transformer, Family::Recurrent}) {
                ModelConfig config;
                config.layers = 1;
                config.family = family;
                config.alignment = Alignment::General;
                QTest::addRow("%d, %s", count,
                              family == Family::Recurrent ? "recurrent" : "transformer")
                    << count << config;
            }
    }
    void words_keepApartInALongSentence() {
        QFETCH(int, count);
        QFETCH(ModelConfig, config);
        const auto trace = longTrace(config, count);
        const Graph& graph = *trace->graph;
        QSet<QString> drawn;
        QStringList problems;
        for (const Node& node : graph.nodes()) {
            if (trace->value(node.id).empty() || node.role != Role::Forward)
                continue;
            for (const Station* station : stationsFor(graph, node)) {
                const QString key = QLatin1String(station->id) + QString::fromStdString(node.part) +
                                    QString::number(static_cast<int>(node.scope.kind()));
                if (drawn.contains(key))
                    continue;
                drawn += key;
                StationInput input{*trace, node.id, at(4, 5), Theme::light(), QFont(), {}, {}};
                input.focus.step = QString::fromStdString(node.name);
                if (station->rowGradients)
                    input.news = measured(*trace);
                for (const QSizeF& size :
                     {minimumSizeOf(*station, input), test::smallStage, QSizeF(800, 560)}) {
                    input.size = size.expandedTo(minimumSizeOf(*station, input));
                    PlacedWords words;
                    StationPicture picture;
                    drawStation(*station, input, words, picture);
                    for (const QString& problem : meeting(words))
                        problems += QStringLiteral("%1 %2: %3")
                                        .arg(QLatin1String(station->id),
                                             QString::fromStdString(node.name), problem);
                }
            }
        }
        QVERIFY(drawn.size() > 5);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }

    /// The unit of the axis, the names of its levels and the numbers of its bars among them.
    void words_keepApartForSmallLosses() {
        auto trace = std::make_shared<Trace>(*longTrace(ModelConfig(), 11));
        const NodeId node = trace->graph->find("probabilities");
        for (float& loss : trace->values[trace->graph->find("token_loss")].values())
            loss *= 1e-4F;
        const Station* station = stationFor(*trace->graph, (*trace->graph)[node], "words");
        StationInput input{*trace, node, at(4, 5), Theme::light(), QFont(), {}, {}};
        for (const QSizeF& size : {minimumSizeOf(*station, input), QSizeF(800, 560)}) {
            input.size = size;
            PlacedWords words;
            StationPicture picture;
            drawStation(*station, input, words, picture);
            QVERIFY(words.all().contains(QString::fromUtf8("×10⁻⁴")));
            const QStringList problems = meeting(words);
            QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
        }
    }

    /// The same of the matrices on the stage.
    void stageWords_keepApartInALongSentence_data() { words_keepApartInALongSentence_data(); }
    void stageWords_keepApartInALongSentence() {
        QFETCH(int, count);
        QFETCH(ModelConfig, config);
        const auto trace = longTrace(config, count);
        FocusModel focus;
        QWidget window; // stays without size hints, of which the offscreen platform warns
        StageWidget stage(&focus, &window);
        stage.setTrace(trace);
        focus.setView(QLatin1String(matricesView));
        window.show();
        const Steps steps(trace->graph);
        QStringList problems;
        int views = 0;
        for (const QSize& size : {QSize(520, 400), QSize(760, 620)}) {
            stage.resize(size);
            for (const Step& step : steps.walk(false)) {
                focus.setStep(step.step);
                focus.setHead(1);
                for (std::size_t i = 0; i < stage.canvas().panels().size(); ++i) {
                    const HeatmapView* view = stage.canvas().view(i);
                    if (!view || !view->isVisible())
                        continue;
                    PlacedWords words;
                    const TextMeasure measure = measureWith(view->font());
                    drawLabels(words, view->data(), view->heatmapLayout(),
                               {Theme::light(), view->font()}, measure);
                    for (const QString& problem : meeting(words))
                        problems += step.step + ' ' + view->data().title + ' ' + problem;
                    ++views;
                }
            }
        }
        QVERIFY(views > 50);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }

    void tour_keepsCityNumbersOffTheWords_data() {
        QTest::addColumn<std::shared_ptr<const Trace>>("trace");
        QTest::newRow("border") << cities(border);
        QTest::newRow("corners") << cities({0, 0, 1, 1, 0, 1, 1, 0});
        QTest::newRow("twenty") << twentyCities();
    }
    void tour_keepsCityNumbersOffTheWords() {
        QFETCH(const std::shared_ptr<const Trace>, trace);
        const NodeId node = trace->graph->find("probabilities");
        const Station* station =
            stationFor(*trace->graph, (*trace->graph)[node], QLatin1String("tour"));
        StationInput input{*trace, node, at(2, 0), Theme::light(), QFont(), {}, {}};
        const QSizeF least = minimumSizeOf(*station, input);
        for (const QSizeF& size : {least, QSizeF(400, 600), QSizeF(700, 560), QSizeF(980, 400)}) {
            input.size = size;
            PlacedWords words;
            StationPicture picture;
            drawStation(*station, input, words, picture);
            verifyWords(words, size);
        }
    }

    /// Whatever is said, also under a city that is dragged.
    void tour_keepsThePlaneOfTheCitiesInItsPlace() {
        const auto plane = [](const std::shared_ptr<const Trace>& trace, const QSizeF& size,
                              const QStringList& answer) {
            const NodeId node = trace->graph->find("probabilities");
            const Station* station =
                stationFor(*trace->graph, (*trace->graph)[node], QLatin1String("tour"));
            StationInput input{*trace, node, at(2, 0), Theme::light(), QFont(), size, {}};
            input.news.answer = answer;
            Outlines outlines;
            StationPicture picture;
            drawStation(*station, input, outlines, picture);
            return outlines.areas.empty() ? QRectF() : outlines.areas.front();
        };
        const auto first = cities(border);
        std::vector<float> places = border;
        places[8] = 0.99F;
        places[9] = 0.01F;
        const auto moved = cities(places);
        const QStringList whole{"1", "3", "2", "4", "5", "<eos>"};
        for (const Language language : {Language::English, Language::German}) {
            applyLanguage(*qApp, language);
            for (double width = 480; width <= 900; width += 20)
                for (double height = 300; height <= 640; height += 20) {
                    const QSizeF size(width, height);
                    const QRectF one = plane(first, size, {});
                    QVERIFY(!one.isEmpty());
                    QCOMPARE(plane(first, size, whole), one);
                    QCOMPARE(plane(moved, size, {}), one);
                    QCOMPARE(plane(moved, size, whole), one);
                }
        }
    }

    void stations_makeNoCellSmallerWithMoreRoom_data() {
        QTest::addColumn<std::shared_ptr<const Trace>>("trace");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("words"); // where there is much room
        QTest::newRow("position") << positions(Positional::Relative) << "position-bias"
                                  << "encoder.0.self_attn.biased"
                                  << "their sum (biased)";
        QTest::newRow("gates") << recurrent(Alignment::General) << "gates"
                               << "encoder.0.states"
                               << "mean of the units";
    }
    void stations_makeNoCellSmallerWithMoreRoom() {
        QFETCH(const std::shared_ptr<const Trace>, trace);
        QFETCH(const QString, id);
        QFETCH(const QString, step);
        QFETCH(const QString, words);
        const NodeId node = trace->graph->find(step.toStdString());
        const Station* station = stationFor(*trace->graph, (*trace->graph)[node], id);
        bool saidAnywhere = false;
        bool leftOutAnywhere = false;
        for (const double width : {520.0, 760.0, 1000.0}) {
            double before = 0;
            for (double height = 300; height <= 760; height += 2) {
                const StationInput input{
                    *trace, node, at(2, 3), Theme::light(), QFont(), QSizeF(width, height), {}};
                test::Words drawn;
                StationPicture picture;
                drawStation(*station, input, drawn, picture);
                QVERIFY(!picture.grids.empty());
                const double cell = picture.grids.front().layout.cellHeight;
                QVERIFY2(cell >= before - 1e-6, qPrintable(QStringLiteral("%1 × %2: %3 after %4")
                                                               .arg(width)
                                                               .arg(height)
                                                               .arg(cell)
                                                               .arg(before)));
                before = cell;
                const bool says = drawn.all().contains(words);
                saidAnywhere |= says;
                leftOutAnywhere |= !says;
            }
        }
        QVERIFY(saidAnywhere);
        QVERIFY(leftOutAnywhere);
    }

private:
    static QStringList meeting(const PlacedWords& words) {
        QStringList found;
        for (auto word = words.placed.begin(); word != words.placed.end(); ++word)
            for (auto other = words.placed.begin(); other != word; ++other) {
                const QRectF common = word->area & other->area;
                const bool same = word->text == other->text && word->area == other->area;
                const bool covers = word->highlighted || other->highlighted;
                if (!same && !covers && common.width() >= 2 && common.height() >= 2)
                    found << QStringLiteral("“%1” over “%2”").arg(word->text, other->text);
            }
        return found;
    }

    /// Inside the drawing, and none over another.
    static void verifyWords(const PlacedWords& words, const QSizeF& size) {
        const QRectF all = QRectF({0, 0}, size).adjusted(-1, -1, 1, 1);
        QVERIFY(!words.placed.empty());
        for (auto word = words.placed.begin(); word != words.placed.end(); ++word) {
            QVERIFY2(all.contains(word->area), qPrintable(word->text));
            for (auto other = words.placed.begin(); other != word; ++other) {
                const QRectF common = word->area & other->area;
                const bool covers =
                    word->highlighted || other->highlighted; // on a ground of its own
                const bool same =
                    word->text == other->text && (covers || word->area == other->area);
                // A label that is highlighted stands in full over its shorter self.
                const auto cut = [](const QString& whole, const QString& part) {
                    const QStringList pieces = part.split(QChar(0x2026));
                    return pieces.size() > 1 && whole.startsWith(pieces.front()) &&
                           whole.endsWith(pieces.back());
                };
                const bool highlighted =
                    cut(word->text, other->text) || cut(other->text, word->text);
                // Cities may stand so close that their numbers meet.
                const bool cities =
                    word->bold && other->bold && word->text.toInt() > 0 && other->text.toInt() > 0;
                QVERIFY2(same || highlighted || cities || common.width() < 2 || common.height() < 2,
                         qPrintable(QStringLiteral("“%1” over “%2”").arg(word->text, other->text)));
            }
        }
    }
};

} // namespace gf::tst_station_rooms

#include "tests/entry.h"
GF_TEST(tst_station_rooms, TestStationRooms)
#include "tst_station_rooms.moc"
