// SPDX-License-Identifier: GPL-3.0-or-later
// Every step of the models of others that are committed (tests/reference/opened), as a person walks
// through them: it has a name, words and a formula, its numbers are explained, and it is drawn in
// every way that it offers.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/backend/program.h"
#include "core/graph/op.h"
#include "core/train/probe.h"
#include "core/train/run.h"
#include "tests/app/heard.h"
#include "tests/core/whole_lists.h"
#include "tests/ui/drawn_station.h"
#include "tests/ui/warnings.h"
#include "ui/controls/commands.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/explanation_text.h"
#include "ui/explain/formula_choice.h"
#include "ui/explain/text_block.h"
#include "ui/stage/composition.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/step_texts.h"
#include "ui/steps/steps.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPixmap>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace gf::tst_opened_walk {

namespace {

using test::patience;
constexpr double tolerance = 2e-5;

const QStringList& families() {
    static const QStringList names = // and one that is made of llama
        QDir(GF_TEST_DATA "/../reference/opened").entryList(QDir::Dirs | QDir::NoDotAndDotDot) +
        QStringList{"mistral"};
    return names;
}

void addFamilies() {
    for (const QString& name : families())
        QTest::newRow(qPrintable(name)) << name;
}

/// A committed folder. That of Mistral is a copy of Llama's, which it differs from by its name.
class Folder {
public:
    explicit Folder(const QString& family)
        : m_path(QStringLiteral(GF_TEST_DATA "/../reference/opened/") + family) {
        if (family != QLatin1String("mistral"))
            return;
        const QDir llama(QStringLiteral(GF_TEST_DATA "/../reference/opened/llama"));
        m_path = m_copy.filePath(family);
        QVERIFY(QDir().mkdir(m_path));
        for (const QString& name : llama.entryList(QDir::Files))
            QVERIFY(QFile::copy(llama.filePath(name), m_path + '/' + name));
        QFile config(m_path + QStringLiteral("/config.json"));
        QVERIFY(config.open(QIODevice::ReadOnly));
        QJsonObject object = QJsonDocument::fromJson(config.readAll()).object();
        config.close();
        object["model_type"] = family;
        object["architectures"] = QJsonArray{QStringLiteral("MistralForCausalLM")};
        object["sliding_window"] = QJsonValue();
        QVERIFY(config.open(QIODevice::WriteOnly | QIODevice::Truncate));
        config.write(QJsonDocument(object).toJson());
    }

    const QString& path() const { return m_path; }

private:
    QTemporaryDir m_copy;
    QString m_path;
};

/// What a family makes of eight of its tokens, with gradients where it has a loss.
std::shared_ptr<const Trace> traceOf(const QString& family) {
    const Folder folder(family);
    Run run = loadRun(folder.path().toStdString());
    const ModelConfig& model = run.description.model;
    ProbeExample example;
    std::vector<TokenId> ids(8);
    std::iota(ids.begin(), ids.end(), 10);
    if (model.hasEncoder())
        example.source = ids;
    if (model.hasDecoder() || model.hasLoss())
        example.target = ids;
    example.loss = example.gradients = model.hasLoss();
    const auto backend = makeBackend("cpu");
    Probe probe(*backend, model, *run.parameters, example, run.description.vocabularies,
                run.description.caption());
    return probe.run(0);
}

/// The first, the last and one between.
std::vector<Cell> someCells(const Shape& shape) {
    std::vector<Cell> cells(3);
    for (int i = 0; i < shape.rank(); ++i) {
        cells[1].at[i] = shape[i] / 2;
        cells[2].at[i] = shape[i] - 1;
    }
    return cells;
}

bool isNear(double found, double expected) {
    return found == expected ||
           std::abs(found - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

/// All steps of a trace: of its values, then of its gradients.
std::vector<Step> stepsOf(const Steps& steps) {
    std::vector<Step> all;
    for (const bool gradients : {false, true})
        for (const Step& step : steps.walk(gradients))
            all.push_back(step);
    return all;
}

/// A window in which a model is open.
class Opened : public test::Listener {
public:
    Opened(const QString& folder, Language language, const QSize& size)
        : m_host(m_session, language) {
        window().resize(size);
        window().show();
        listen(m_session);
        window().intents()->send(intent::OpenModel{folder});
    }

    MainWindow& window() { return m_host.window(); }
    FocusModel& focus() { return *window().focus(); }
    StageWidget& stage() { return *window().findChild<StageWidget*>(); }
    const std::shared_ptr<const Trace>& shown() { return stage().trace(); }
    bool hasBegun() { return shown() || !errors.isEmpty(); }
    bool hasGradients() {
        return shown() && std::ranges::any_of(shown()->graph->nodes(),
                                              [](const Node& node) { return isGradient(node); });
    }
    /// What the panel beside the stage says in one of its sections.
    QString said(const char* section) {
        window().findChild<ExplainPanel*>()->refresh();
        return window().findChild<TextBlock*>(QLatin1String(section))->html();
    }

private:
    test::WatchedSession m_session;
    WindowHost m_host;
};

} // namespace

class TestOpenedWalk : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }
    void init() {
        failOnQtWarnings();
        QSettings().clear();
    }
    void cleanup() { applyLanguage(*qApp, Language::English); }

    void steps_haveNamesWordsAndFormulasInBothLanguages_data() {
        QTest::addColumn<QString>("family");
        addFamilies();
    }
    void steps_haveNamesWordsAndFormulasInBothLanguages() {
        QFETCH(QString, family);
        const auto trace = traceOf(family);
        const Graph& graph = *trace->graph;
        struct Told {
            QString title, shortTitle, words;
        };
        const auto tell = [&](Language language) {
            applyLanguage(*qApp, language);
            const StepTexts texts;
            std::vector<Told> told;
            for (const Step& step : stepsOf(Steps(trace->graph))) {
                const Node& node = graph[step.node];
                told.push_back({step.title, shortTitleOf(graph, node),
                                texts.textFor(wordsOf(graph, node, step.kind),
                                              QString::fromStdString(std::string(node.op->name())),
                                              isGradient(node))});
            }
            return told;
        };
        const std::vector<Told> german = tell(Language::German);
        const std::vector<Told> english = tell(Language::English);
        const std::vector<Step> steps = stepsOf(Steps(trace->graph));
        QVERIFY(steps.size() > 30);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Node& node = graph[steps[i].node];
            const auto where = [&](const QString& what) {
                return QStringLiteral("%1: %2").arg(steps[i].step, what).toUtf8();
            };
            for (const Told& told : {english[i], german[i]}) {
                QVERIFY2(!told.title.isEmpty(), where("no title"));
                QVERIFY2(!told.shortTitle.isEmpty(), where("no short title"));
                QVERIFY2(told.words.size() > 20, where(told.words));
                // Names of the code have underscores; of symbols only one letter stands before one.
                static const QRegularExpression code("[a-z]{2,}_|\\.[a-z]|%[0-9]");
                QVERIFY2(!told.title.contains(code), where(told.title));
            }
            QVERIFY2(english[i].words != german[i].words, where("no German words"));
            const QString formula = formulaOf(graph, node, steps[i].kind);
            QVERIFY2(!formula.isEmpty() || node.inputs.empty(), where("no formula"));
            if (!formula.isEmpty())
                QVERIFY2(QFile::exists(QStringLiteral(":/formulas/%1.svg").arg(formula)),
                         where(formula));
        }
    }

    void cells_areExplainedByTheNumbersOfTheTrace_data() {
        QTest::addColumn<QString>("family");
        addFamilies();
    }
    void cells_areExplainedByTheNumbersOfTheTrace() {
        QFETCH(QString, family);
        const auto trace = traceOf(family);
        const Graph& graph = *trace->graph;
        const CellReader read = trace->reader();
        int explained = 0;
        for (const Step& step : stepsOf(Steps(trace->graph))) {
            const Node& node = graph[step.node];
            if (node.inputs.empty())
                continue;
            QVERIFY2(!trace->value(node.id).empty(), qPrintable(step.step));
            for (const Cell& cell : someCells(node.shape)) {
                const double value = trace->value(node.id).at(cell);
                const ExplanationText text = writeExplanation(trace->explain(node.id, cell), read);
                QVERIFY2(!text.lines.empty() || !text.hidden.isEmpty(), qPrintable(step.step));
                if (!text.lines.empty())
                    QVERIFY2(isNear(text.recomputed, value),
                             qPrintable(QStringLiteral("%1: %2 instead of %3")
                                            .arg(step.step)
                                            .arg(text.recomputed)
                                            .arg(value)));
                ++explained;
            }
        }
        QVERIFY(explained > 90);
    }

    void stations_areDrawnAtTheirSmallest_data() {
        QTest::addColumn<QString>("family");
        addFamilies();
    }
    void stations_areDrawnAtTheirSmallest() {
        QFETCH(QString, family);
        const auto trace = traceOf(family);
        const Graph& graph = *trace->graph;
        QSet<QString> drawn;
        for (const Step& step : stepsOf(Steps(trace->graph))) {
            const Node& node = graph[step.node];
            QVERIFY2(!compose(graph, node.id, 0).empty(), qPrintable(step.step));
            for (const Station* station : stationsFor(graph, node)) {
                StationInput input{*trace, node.id, test::at(1, 1), Theme::light(), QFont(),
                                   {},     {}};
                input.focus.step = step.step;
                input.focus.gradients = step.gradient;
                input.size = minimumSizeOf(*station, input);
                QVERIFY2(!input.size.isEmpty(), station->id);
                test::Words words;
                StationPicture picture;
                drawStation(*station, input, words, picture);
                QVERIFY2(!words.texts.isEmpty(),
                         qPrintable(step.step + ' ' + QLatin1String(station->id)));
                drawn += QLatin1String(station->id);
            }
        }
        qInfo("%s: %s", qPrintable(family), qPrintable(drawn.values().join(' ')));
        QVERIFY(drawn.size() > 8);
    }

    void everyStep_isShownInTheWindow_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<Language>("language");
        QTest::addColumn<QSize>("size");
        const QSize small(1024, 640);
        const QSize large(1440, 900);
        std::size_t row = 0; // each family in one of four looks, the next in the next one
        for (const QString& family : families())
            for (const QSize& size : {large, small})
                for (const Language language : {Language::English, Language::German})
                    if (const std::size_t at = row++; test::isTried(at % 4, 4, at / 4))
                        QTest::addRow("%s, %s, %d", qPrintable(family),
                                      qPrintable(languageName(language)), size.width())
                            << family << language << size;
    }
    void everyStep_isShownInTheWindow() {
        QFETCH(QString, family);
        QFETCH(Language, language);
        QFETCH(QSize, size);
        const Folder folder(family);
        Opened opened(folder.path(), language, size);
        QTRY_VERIFY_WITH_TIMEOUT(opened.hasBegun(), patience);
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('|')));
        const auto stepIsThere = [&](const char* step) {
            return opened.shown()->graph->find(step) != noNode;
        };
        if (stepIsThere("logits") && !stepIsThere("loss")) { // an encoder is told what is right
            const QString text = opened.shown()->sourceVocabulary
                                     ? QStringLiteral("The cat sat on the mat.")
                                     : QStringLiteral("1 2 3 4 5 6");
            opened.window().intents()->send(intent::SetExample{text, text, 0, true});
            QTRY_VERIFY_WITH_TIMEOUT(stepIsThere("loss"), patience);
        }
        int shown = 0;
        for (const bool gradients : {false, true}) {
            opened.focus().setGradients(gradients);
            if (gradients && !stepIsThere("loss"))
                break; // it says nothing that could be wrong
            if (gradients)
                QTRY_VERIFY_WITH_TIMEOUT(opened.hasGradients(), patience);
            const Steps steps = opened.window().steps();
            for (const Step& step : steps.walk(gradients)) {
                Focus focus;
                focus.step = step.step;
                focus.gradients = gradients;
                focus.row = focus.column = 0;
                focus.pinned = true;
                opened.focus().set(focus);
                QCOMPARE(opened.stage().shownNode(), step.node);
                QVERIFY2(!opened.said("explainWords").isEmpty(), qPrintable(step.step));
                QVERIFY2(opened.said("explainCell").contains('='), qPrintable(step.step));
                const Graph& graph = *opened.shown()->graph;
                std::vector<QString> views{QLatin1String(matricesView)};
                for (const Station* station : stationsFor(graph, graph[step.node]))
                    views.push_back(QLatin1String(station->id));
                for (const QString& view : views) {
                    opened.focus().setView(view);
                    QCOMPARE(opened.stage().stationView() != nullptr, view != views.front());
                    QVERIFY2(!opened.stage().grab().isNull(), qPrintable(step.step + ' ' + view));
                    ++shown;
                }
            }
        }
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('|')));
        qInfo("%d drawings", shown);
        QVERIFY(shown > 40);
    }
};

} // namespace gf::tst_opened_walk

#include "tests/entry.h"
GF_TEST(tst_opened_walk, TestOpenedWalk)
#include "tst_opened_walk.moc"
