// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/task.h"
#include "core/lab/lab.h"
#include "core/tensor/error.h"
#include "fresh_window.h"
#include "small_model.h"
#include "tests/core/errors.h"
#include "tests/core/whole_lists.h"
#include "tests/ui/asked.h"
#include "ui/compare/compare_control.h"
#include "ui/controls/commands.h"
#include "ui/explain/text_block.h"
#include "ui/labs/labs.h"
#include "ui/language/language.h"
#include "ui/present/place_bar.h"
#include "ui/scene/scene_json.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/station_view.h"
#include "ui/steps/step_texts.h"
#include "ui/train/task_box.h"
#include "ui/window/figures.h"
#include "ui/window/lab_menu.h"
#include "ui/window/search.h"
#include "ui/window/step_search.h"
#include "ui/window/toolbar.h"
#include "warnings.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

namespace gf::tst_labs {

namespace {

RunInfo copyRun() {
    RunInfo run;
    run.name = run.task = "copy";
    run.backend = "cpu";
    run.exampleSource = run.exampleTarget = "abc";
    return run;
}

const LabRequest lensWords{"lens", {{"words", std::int64_t{5}}}};

/// Of what the first layer reads alone: the same word for each token.
std::shared_ptr<const LabFound> answerOfLens(const Trace& trace) {
    const Finding word{{"token", "7"}, {"probability", 0.5}};
    const auto tokens = static_cast<std::size_t>(trace.find("probabilities")->shape()[0]);
    const Finding::List words(tokens, Finding::List{word});
    return std::make_shared<const LabFound>(
        Finding{{"input", {{"name", "input"}, {"words", words}}}, {"layers", Finding::List()}});
}

} // namespace

/// The labs in the window, without an engine behind it.
class TestLabs : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;

    template <class Type> Type* child(const char* name = "") const {
        return m_window->findChild<Type*>(QString::fromLatin1(name));
    }
    const Focus& focus() const { return m_window->focus()->focus(); }
    const StationView* drawing() const { return child<StageWidget>()->stationView(); }
    QString shown() const {
        return drawing() ? QString(QLatin1String(drawing()->station()->id)) : QString();
    }
    void key(Qt::Key key) {
        QWidget* target = m_window->focusWidget();
        QTest::keyClick(target ? target : m_window.get(), key);
    }
    /// Where on the drawing a place stands.
    QPoint placeOf(Index row, Index column) const {
        auto* view = const_cast<StationView*>(drawing());
        for (int y = 0; y < view->height(); y += 4)
            for (int x = 0; x < view->width(); x += 4)
                if (const auto place = view->placeAt(QPointF(x, y));
                    place && place->row == row && place->column == column)
                    return {x + 2, y + 2};
        return {};
    }
    void drag(const QPoint& from, const QPoint& to) const {
        auto* view = const_cast<StationView*>(drawing());
        QTest::mousePress(view, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                         {});
        QCoreApplication::sendEvent(view, &move);
        QTest::mouseRelease(view, Qt::LeftButton, {}, to);
    }
    QAction* entry(const char* name) const {
        auto* menu = m_window->findChild<LabMenu*>();
        emit menu->aboutToShow();
        return menu->findChild<QAction*>(QLatin1String(name));
    }

private slots:
    void init() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
        m_window->showNews(copyRun());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        child<StageWidget>()->setFocus();
    }
    void cleanup() {
        if (m_window)
            m_window->setTheme(ThemeChoice::System);
        m_window.reset();
        applyLanguage(*qApp, Language::English);
    }

    void everyPage_isOneOfTheTableAndHasItsTexts() {
        for (const LabPage& page : labPages()) {
            const QString name = QLatin1String(page.drawing.id);
            QVERIFY2(findLab(page.drawing.id), page.drawing.id);
            QVERIFY(page.node);
            QVERIFY(page.missing);
            QVERIFY(page.drawing.show);
            QVERIFY2(QFile::exists(QStringLiteral(":/formulas/lab.%1.svg").arg(name)),
                     page.drawing.id);
            for (const char* language : {"en", "de"}) {
                QFile file(QStringLiteral(":/texts/%1/labs.md").arg(QLatin1String(language)));
                QVERIFY(file.open(QIODevice::ReadOnly));
                const auto sections = StepTexts::sectionsOf(QString::fromUtf8(file.readAll()));
                QVERIFY2(!sections.value(QStringLiteral("lab.") + name).isEmpty(), page.drawing.id);
            }
        }
    }

    void formulasOfLabs_areThoseOfLabs() {
        for (const QString& file : QDir(":/formulas").entryList({"lab.*.svg"}, QDir::Files))
            QVERIFY2(findLab(file.mid(4).chopped(4).toStdString()), qPrintable(file));
    }

    void menu_putsALabInThePlaceOfTheStep() {
        const QString before = focus().step;
        entry("lab-shuffle")->trigger();
        QCOMPARE(shown(), QStringLiteral("shuffle"));
        QCOMPARE(focus().lab, QStringLiteral("shuffle"));
        QCOMPARE(child<QLabel>("stageTitle")->text(), titleOf(*findLabPage("shuffle")));
        QCOMPARE(drawing()->accessibleName(), titleOf(*findLabPage("shuffle")));
        const auto* words = m_window->findChild<TextBlock*>(QStringLiteral("explainWords"));
        QTRY_VERIFY(words->toPlainText().contains("equivariant"));
        QVERIFY(child<TextBlock>("explainStatistics")->isHidden());
        QVERIFY(entry("lab-shuffle")->isChecked());
        key(Qt::Key_Escape);
        QCOMPARE(focus().lab, QString());
        QVERIFY(shown() != QLatin1String("shuffle"));
        QVERIFY(!focus().step.isEmpty());
        QTRY_VERIFY(!child<TextBlock>("explainStatistics")->isHidden());
        // Where one was is come back to.
        m_window->perform(Command::Back, false);
        QCOMPARE(focus().lab, QStringLiteral("shuffle"));
        m_window->perform(Command::Back, false);
        QCOMPARE(focus().lab, QString());
        QCOMPARE(focus().step, before);
    }

    void menu_greysWhatTheModelLacks_withTheReason() {
        QVERIFY(entry("lab-shuffle")->isEnabled());
        m_window->showNews(news::Traced{traceOf(Architecture::Decoder)});
        QVERIFY(!entry("lab-shuffle")->isEnabled());
        QVERIFY(entry("lab-shuffle")->toolTip().contains("reads no source"));
    }

    void reason_standsOnThePage() {
        m_window->openLab("shuffle");
        m_window->showNews(news::Traced{traceOf(Architecture::Decoder)});
        QCOMPARE(shown(), QStringLiteral("shuffle"));
        QVERIFY(drawing()->input().node == noNode);
        // Nothing is said of the step that was there before.
        QTextDocument facts;
        facts.setHtml(child<QLabel>("stageFacts")->text());
        QCOMPARE(facts.toPlainText(), QString());
        const_cast<StationView*>(drawing())->picture(); // draws
    }

    void nothingToTry_canBeCopiedAndMovedAllTheSame() {
        ModelConfig mean;
        mean.mixer = Mixer::Mean;
        for (const auto& trace : {traceOf(mean), traceOf(Architecture::Decoder)}) {
            m_window->showNews(news::Traced{trace});
            for (const LabPage& page : labPages()) {
                m_window->openLab(QLatin1String(page.drawing.id));
                m_window->perform(Command::CopyMatrix, false);
                if (obstacleTo(page, *trace))
                    QVERIFY2(!viewFigure(drawing())->numbers.numbers, page.drawing.id);
            }
        }
    }

    /// Once its model is there, and not where the run before was kept.
    void chosenTask_opensTheLabThatAsksAboutIt() {
        const auto choose = [&](const char* task) {
            emit m_window->findChild<TaskBox*>()->taskWanted(*findTask(task));
        };
        const auto told = [&](const char* task) {
            RunInfo run;
            run.task = QLatin1String(task);
            m_window->showNews(run);
            m_window->showNews(news::Traced{traceOf(Architecture::Decoder)});
        };
        choose("repeat");
        QCOMPARE(focus().lab, QString());
        told("repeat");
        QCOMPARE(focus().lab, QStringLiteral("heads"));
        m_window->focus()->leaveLab();
        told("repeat"); // the same again, of a file
        QCOMPARE(focus().lab, QString());
        choose("copy"); // no lab asks about it
        told("copy");
        QCOMPARE(focus().lab, QString());
        choose("modular");
        told("modular");
        QCOMPARE(focus().lab, QStringLiteral("fourier"));
    }

    void button_goesBackToTheStep() {
        m_window->focus()->setStep("decoder.0.ffn.output"); // which the lab is not about
        const Focus before = focus();
        m_window->openLab("shuffle");
        QVERIFY(focus().step != before.step);
        child<QToolButton>("leaveLab")->click();
        QCOMPARE(focus(), before);
        QVERIFY(shown() != QLatin1String("shuffle"));
        // Also in a window in another language, which takes this one's place.
        m_window->openLab("shuffle");
        MainWindow other;
        other.showNews(copyRun());
        other.showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        other.takeOver(*m_window);
        QVERIFY(other.focus()->leaveLab());
        QCOMPARE(other.focus()->focus(), before);
    }

    void choosingAStep_leavesTheLab() {
        m_window->openLab("shuffle");
        const QString here = focus().step;
        m_window->focus()->setStep(here); // as the map does
        QCOMPARE(focus().lab, QString());
        m_window->openLab("shuffle");
        m_window->perform(Command::NextStep, false);
        QCOMPARE(focus().lab, QString());
        m_window->openLab("shuffle");
        m_window->focus()->setGradients(true);
        QCOMPARE(focus().lab, QString());
        m_window->openLab("shuffle");
        QVERIFY(!focus().gradients);
    }

    void layerAndHead_keepTheLabAndItFollows() {
        m_window->focus()->setStep("encoder.0.self_attn.weights");
        m_window->openLab("shuffle");
        QCOMPARE(focus().step, QStringLiteral("encoder.0.self_attn.weights"));
        m_window->perform(Command::NextLayer, false);
        QCOMPARE(focus().lab, QStringLiteral("shuffle"));
        QCOMPARE(focus().step, QStringLiteral("encoder.1.self_attn.weights"));
        const Graph& graph = *m_window->steps().graph();
        QCOMPARE(drawing()->input().node, graph.find("encoder.1.self_attn.weights"));
        m_window->perform(Command::NextHead, false);
        QCOMPARE(focus().head, 1);
        QCOMPARE(focus().lab, QStringLiteral("shuffle"));
        QCOMPARE(drawing()->input().focus.head, 1);
    }

    void arrows_moveOnTheDrawing() {
        m_window->openLab("shuffle");
        m_window->perform(Command::RowDown, false);
        QVERIFY(focus().row == 0);
        m_window->perform(Command::RowDown, false);
        QVERIFY(focus().row == 1);
        QCOMPARE(focus().lab, QStringLiteral("shuffle"));
        key(Qt::Key_Escape); // the lab's cell is none of the step's
        QCOMPARE(focus().row, -1);
    }

    void search_findsLabsByNameAndQuestion() {
        const Glossary glossary;
        const auto finds = [&](const QString& text) {
            for (const SearchEntry& entry : searchAll({m_window->steps(), glossary, {}}, text))
                if (entry.lab == QLatin1String("shuffle"))
                    return true;
            return false;
        };
        QVERIFY(finds("shuffle"));
        QVERIFY(finds("lab"));
        QVERIFY(finds("tokens change places"));
        QVERIFY(!finds("softmax"));
        auto* search = child<StepSearch>();
        search->setFocus();
        QTest::keyClicks(search, "shuffle");
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(focus().lab, QStringLiteral("shuffle"));
    }

    void scene_holdsTheLabAndRefusesOthers() {
        m_window->openLab("shuffle");
        m_window->focus()->pin(2, 1);
        const Scene scene = sceneFromJson(toJson(m_window->scene()));
        QCOMPARE(scene.focus.lab, QStringLiteral("shuffle"));
        m_window->focus()->leaveLab();
        QVERIFY(m_window->showScene(scene).isEmpty());
        QCOMPARE(shown(), QStringLiteral("shuffle"));
        QCOMPARE(focus().row, 2);
        QVERIFY(focus().pinned);
        GF_FAILS(sceneFromJson(R"({"version":1,"focus":{"lab":"alchemy"}})"), "alchemy");
    }

    void nextStart_goesOnInTheLab() {
        m_window->openLab("shuffle");
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        m_window->showNews(copyRun());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(shown(), QStringLiteral("shuffle"));
    }

    void labOfTheStart_waitsForTheModel() {
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        m_window->openLab("shuffle");
        m_window->showNews(copyRun());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(shown(), QStringLiteral("shuffle"));
    }

    /// Whatever lab the last time ended in.
    void labOfTheStart_isNotThatOfTheLastTime() {
        m_window->openLab("shuffle");
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        m_window->openLab("lens");
        m_window->showNews(copyRun());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(shown(), QStringLiteral("lens"));
    }

    /// What is dragged has no field of its own, and counts all the same.
    void drag_setsWhatTheLabAsksFor() {
        test::Asked<intent::MeasureLab> asked(m_window->intents());
        m_window->openLab("shuffle");
        const auto order = [&] { return choiceIn((*asked.last().request).knobs, "order"); };
        QCOMPARE(order(), std::string("3,2,1,0"));
        drag(placeOf(3, -1), placeOf(1, -1));
        QCOMPARE(order(), std::string("2,1,3,0"));
        m_window->openLab("patch");
        drag(placeOf(1, 1), placeOf(1, 2));
        QVERIFY(*asked.last().request ==
                (LabRequest{"cells", {{"other", std::int64_t{1}}, {"mark", "0,1,1,2"}}}));
    }

    /// A bar is left for what it is of, and Escape leads back as from any step.
    void barOfAttribution_goesToItsHead() {
        m_window->openLab("attribution");
        auto* const view = const_cast<StationView*>(drawing());
        const QRect bar = view->areaOf("decoder.1.cross_attn.heads");
        QVERIFY(!bar.isEmpty());
        QTest::mouseClick(view, Qt::LeftButton, {}, bar.center());
        QCOMPARE(child<StageWidget>()->shownLab(), nullptr);
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.1.cross_attn.heads"));
    }

    void figure_namesTheLab() {
        m_window->openLab("shuffle");
        const auto figure = viewFigure(drawing());
        QVERIFY(figure);
        QVERIFY(figure->caption.endsWith(titleOf(*findLabPage("shuffle"))));
        QVERIFY(figure->fileName.contains("shuffle"));
        QVERIFY(!figure->drawing({}).size.isEmpty());
    }

    void presentation_showsTheQuestionAndTheFormula() {
        m_window->openLab("shuffle");
        m_window->perform(Command::Present, true);
        QVERIFY(child<QLabel>("path")->text().contains(titleOf(*findLabPage("shuffle"))));
        m_window->perform(Command::Present, false);
    }

    void drawing_isZoomedAsThoseOfSteps() {
        m_window->openLab("shuffle");
        m_window->perform(Command::ZoomIn, false);
        QVERIFY(drawing()->isZoomed());
        key(Qt::Key_Escape);
        QVERIFY(!drawing()->isZoomed());
        QCOMPARE(focus().lab, QStringLiteral("shuffle"));
    }

    /// Also where the model has nothing of the kind: the page says so.
    void everyLab_opensInBothLanguagesAndThemes() {
        for (const Language language : {Language::English, Language::German}) {
            applyLanguage(*qApp, language);
            m_window = freshWindow();
            QVERIFY(m_window);
            m_window->showNews(copyRun());
            m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
            for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
                m_window->setTheme(theme);
                for (const LabPage& page : labPages()) {
                    const QString name = QLatin1String(page.drawing.id);
                    m_window->openLab(name);
                    QCOMPARE(shown(), name);
                    QVERIFY(!m_window->grab().isNull());
                    QVERIFY(child<QLabel>("stageTitle")->text().size() > 5);
                }
            }
            m_window->perform(Command::Present, true);
            m_window->resize(1920, 1080);
            for (const LabPage& page : labPages()) {
                m_window->openLab(QLatin1String(page.drawing.id));
                QVERIFY(!m_window->grab().isNull());
            }
            m_window->perform(Command::Present, false);
        }
        applyLanguage(*qApp, Language::English);
    }

    /// What is shown without a person's changes is measured without them, and again with them.
    void before_isAskedForWithoutTheChanges() {
        test::Asked<intent::MeasureLab> asked(m_window->intents());
        m_window->openLab("lens");
        ModelConfig config;
        const Intervention mute{"encoder.0.self_attn.heads", {Edit::Kind::Set, 0, {}}};
        ProbeExample example{{5, 6, 7, 8}, {9, 10, 11}};
        auto changed = std::make_shared<Trace>(*traceOf(smallConfig(config), example, {mute}));
        changed->without = traceOf(smallConfig(config), example);
        m_window->showNews(InterventionState{{mute}, true, false});
        m_window->showNews(news::Traced{changed});
        QAction* const toggle = (*m_window->findChild<Commands*>())[Command::ShowBefore];
        toggle->setChecked(true);
        QCOMPARE(child<StageWidget>()->trace(), changed->without);
        QVERIFY(asked.last().request);
        QVERIFY(asked.last().withoutChanges);
        const auto answerOf = [&](const std::shared_ptr<const Trace>& of) {
            LabNews news;
            news.request = *asked.last().request;
            news.of = of;
            news.answer = answerOfLens(*of);
            return news;
        };
        const auto isMeasuring = [&] {
            return measuringWords(drawing()->input(), *asked.last().request);
        };
        m_window->showNews(news::Lab{{answerOf(changed->without)}});
        QCOMPARE(isMeasuring(), QString());
        toggle->setChecked(false);
        QVERIFY(asked.last().request);
        QVERIFY(!asked.last().withoutChanges);
        m_window->showNews(news::Lab{{answerOf(changed)}});
        QCOMPARE(isMeasuring(), QString());
    }

    /// The news of a compared run come before its trace.
    void newsOfAnotherModel_areThereWhenItIsShown() {
        m_window->openLab("lens");
        const auto other = traceOf(Architecture::EncoderDecoder, Norm::Post);
        LabNews news;
        news.request = lensWords;
        news.of = other;
        news.answer = answerOfLens(*other);
        child<StageWidget>()->setLab(news);
        child<StageWidget>()->setTrace(other);
        QCOMPARE(measuringWords(drawing()->input(), lensWords), QString());
    }

    /// A time that is too short for its number is none: not "about 0.0 s".
    void whatTakesNoTime_isNotSaidToTakeSome() {
        m_window->openLab("lens");
        LabNews news;
        news.request = lensWords;
        news.of = child<StageWidget>()->trace();
        news.seconds = 0.02;
        child<StageWidget>()->setLab(news);
        QCOMPARE(measuringWords(drawing()->input(), lensWords), "This has not been measured yet.");
        news.seconds = 0.1;
        child<StageWidget>()->setLab(news);
        QVERIFY(measuringWords(drawing()->input(), lensWords).contains("about 0.1 s"));
    }

    /// What is seen, with its numbers, is what a screen reader hears; or the reason why nothing is.
    void everyLab_isHeardAsItIsSeen() {
        std::size_t lab = 0;
        for (const LabPage& page : labPages()) {
            if (!test::isTried(lab++, 3))
                continue;
            m_window->openLab(QLatin1String(page.drawing.id));
            const QStringList said = const_cast<StationView*>(drawing())->picture().said;
            QVERIFY2(!said.isEmpty(), page.drawing.id);
            QTRY_VERIFY2(drawing()->accessibleDescription().contains(said.join(' ')),
                         page.drawing.id);
        }
    }

    void request_isSentWhileTheLabIsOpen() {
        test::Asked<intent::MeasureLab> asked(m_window->intents());
        m_window->openLab("shuffle");
        QCOMPARE(asked.count(), 1);
        QVERIFY(asked[0].request.has_value());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(asked.count(), 1); // the engine answers with each picture
        key(Qt::Key_Escape);
        QCOMPARE(asked.count(), 2);
        QVERIFY(!asked[1].request.has_value());
    }
};

} // namespace gf::tst_labs

#include "tests/entry.h"
GF_TEST(tst_labs, TestLabs)
#include "tst_labs.moc"
