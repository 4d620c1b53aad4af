// SPDX-License-Identifier: GPL-3.0-or-later
#include "fresh_window.h"
#include "small_model.h"
#include "tests/ui/asked.h"
#include "ui/controls/commands.h"
#include "ui/figure/heatmap_view.h"
#include "ui/language/language.h"
#include "ui/stage/stage_widget.h"
#include "ui/theme/theme.h"
#include "ui/time/time_control.h"
#include "ui/tour/tour.h"
#include "ui/tour/tour_card.h"
#include "ui/tour/tour_layout.h"
#include "ui/tour/tour_stops.h"
#include "ui/train/train_dock.h"
#include "ui/window/key_guard.h"
#include "warnings.h"

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace gf::tst_tour {

namespace {

RunInfo showcase() {
    RunInfo run;
    run.name = run.task = "date";
    run.learns = "Learns to write dates: 3 march 1997 → 1997-03-03";
    run.tasks = {{"date", "Learns to write dates: 3 march 1997 → 1997-03-03", false}};
    run.backend = "cpu";
    run.batch = 32;
    run.learningRate = 0.001;
    run.isShowcase = true;
    run.exampleSource = "3 march 1997";
    run.exampleTarget = "1997-03-03";
    return run;
}

TrainingStatus running(qint64 step) {
    TrainingStatus status;
    status.step = step;
    status.running = true;
    return status;
}

int stopOf(TourAction action) {
    const auto stops = tourStops();
    for (std::size_t i = 0; i < stops.size(); ++i)
        if (stops[i].action == action)
            return static_cast<int>(i);
    return -1;
}

} // namespace

/// The tour on a window without an engine behind it.
class TestTour : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;
    KeyGuard m_guard;

    Tour& tour() const { return *m_window->tour(); }
    template <class Type> Type* child(const char* name = nullptr) const {
        return m_window->findChild<Type*>(name ? QString::fromLatin1(name) : QString());
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWidget* target = m_window->focusWidget();
        QTest::keyClick(target ? target : m_window.get(), key, modifiers);
    }
    void open() {
        m_window->showNews(showcase());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
    }
    /// It has trained so long.
    void train(double seconds) {
        TrainingStatus status;
        status.step = 100;
        status.running = true;
        status.unsavedSeconds = seconds;
        m_window->showNews(status);
    }
    void goTo(int stop) {
        if (!tour().isOn())
            m_window->perform(Command::Tour, false);
        while (tour().stop() < stop)
            tour().next();
        QCOMPARE(tour().stop(), stop);
    }
    QRect inWindow(const QWidget* widget) const {
        return {widget->mapTo(m_window.get(), QPoint()), widget->size()};
    }

    /// Closely, as far as the window reaches.
    bool surrounds(const QWidget* frame, const QWidget* target) const {
        const QRect inner = inWindow(target);
        const QRect outer = inWindow(frame);
        return outer.contains(inner) && inner.adjusted(-3, -3, 3, 3).contains(outer);
    }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTourTest");
        qApp->installEventFilter(&m_guard);
    }

    void init() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
    }

    void cleanup() { m_window.reset(); }

    void tour_staysOffUnlessOffered() {
        open();
        QVERIFY(!tour().isOn());
        QVERIFY(!child<TourCard>()->isVisible());
    }

    void offerTour_beginsOnceWithTheShowcaseAfterTwentySeconds() {
        m_window->tour()->offer();
        QVERIFY(!tour().isOn());
        open();
        train(19);
        QVERIFY(!tour().isOn());
        train(20);
        QCOMPARE(tour().stop(), 0);
        QVERIFY(child<TourCard>()->isVisible());
        m_window = std::make_unique<MainWindow>();
        m_window->tour()->offer();
        open();
        train(30);
        QVERIFY(!tour().isOn());
    }

    void offerTour_leavesWhoHasGoneElsewhere() {
        m_window->tour()->offer();
        open();
        m_window->focus()->hover(1, 1); // which is nothing yet
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        train(20);
        QVERIFY(!tour().isOn());
        m_window = std::make_unique<MainWindow>();
        m_window->tour()->offer();
        open();
        m_window->focus()->hover(1, 1);
        train(20);
        QVERIFY(tour().isOn());
    }

    void offerTour_doesNotBeginWithAnotherModel() {
        m_window->tour()->offer();
        RunInfo run = showcase();
        run.isShowcase = false;
        m_window->showNews(run);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        train(30);
        QVERIFY(!tour().isOn());
    }

    void tour_movesOnWhenTheCardsActionIsDone() {
        open();
        goTo(stopOf(TourAction::LeaveStep));
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("source.embedded"));
        key(Qt::Key_Space);
        QTRY_COMPARE(tour().stop(), stopOf(TourAction::PinCell));
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("encoder.0.self_attn.scores"));

        m_window->focus()->hover(1, 2); // pointing is not clicking
        QCoreApplication::processEvents();
        QCOMPARE(tour().stop(), stopOf(TourAction::PinCell));
        m_window->focus()->pin(1, 2);
        QTRY_COMPARE(tour().stop(), stopOf(TourAction::PinCell) + 1);
        QCOMPARE(m_window->focus()->focus().row, Index{1});
        QCOMPARE(m_window->focus()->focus().column, Index{2});

        QTest::mouseClick(child<QPushButton>("tourNext"), Qt::LeftButton);
        QCOMPARE(tour().stop(), stopOf(TourAction::MoveRow));
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("encoder.0.self_attn.weights"));
        QCOMPARE(m_window->focus()->focus().row, Index{1});
        key(Qt::Key_Down);
        QTRY_COMPARE(tour().stop(), stopOf(TourAction::Train));

        test::Asked<intent::Train> train(m_window->intents());
        key(Qt::Key_T, Qt::ControlModifier);
        QCOMPARE(train.count(), 1);
        QCOMPARE(tour().stop(), stopOf(TourAction::Train) + 1);
    }

    void nextAndBack_goThroughAllStops() {
        open();
        m_window->perform(Command::Tour, false);
        const int count = static_cast<int>(tourStops().size());
        QVERIFY(!child<QPushButton>("tourBack")->isEnabled());
        for (int i = 0; i < count; ++i) {
            QCOMPARE(tour().stop(), i);
            if (i > 0) {
                QTest::mouseClick(child<QPushButton>("tourBack"), Qt::LeftButton);
                QCOMPARE(tour().stop(), i - 1);
                QTest::mouseClick(child<QPushButton>("tourNext"), Qt::LeftButton);
            }
            QTest::mouseClick(child<QPushButton>("tourNext"), Qt::LeftButton);
        }
        QVERIFY(!tour().isOn());
        QVERIFY(!child<TourCard>()->isVisible());
        QVERIFY(!child<TourFrame>()->isVisible());
    }

    void tour_doesNotMoveOnByItself() {
        open();
        m_window->perform(Command::Tour, false);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        m_window->showNews(running(500));
        QCoreApplication::processEvents();
        QCOMPARE(tour().stop(), 0);
    }

    void card_coversNothingThatItPointsAt() {
        const auto back = qScopeGuard([] { applyLanguage(*qApp, Language::English); });
        for (const Language language : {Language::English, Language::German}) {
            applyLanguage(*qApp, language);
            m_window = freshWindow();
            open();
            for (const QSize size : {QSize(1024, 640), QSize(1440, 900)}) {
                m_window->resize(size);
                m_window->arrange();
                m_window->perform(Command::Tour, false);
                for (std::size_t i = 0; i < tourStops().size(); ++i) {
                    QCoreApplication::processEvents();
                    const QRect card = inWindow(child<TourCard>());
                    const QRect frame = inWindow(child<TourFrame>());
                    const auto what =
                        QStringLiteral("stop %1 at %2: card from %3 to %4, frame from "
                                       "%5 to %6")
                            .arg(i + 1)
                            .arg(size.width())
                            .arg(card.top())
                            .arg(card.bottom())
                            .arg(frame.top())
                            .arg(frame.bottom());
                    QVERIFY2(child<TourFrame>()->isVisible(), qPrintable(what));
                    QVERIFY2(!card.intersects(frame), qPrintable(what));
                    QVERIFY2(!card.intersects(inWindow(child<StageWidget>())), qPrintable(what));
                    QVERIFY2(m_window->rect().contains(card), qPrintable(what));
                    QVERIFY2(card.height() >= child<TourCard>()->sizeFor(card.width()).height(),
                             qPrintable(what));
                    tour().next();
                }
                QVERIFY(!tour().isOn());
            }
        }
    }

    void frame_followsWhatItPointsAt() {
        open();
        goTo(stopOf(TourAction::LeaveStep));
        const auto* frame = child<TourFrame>();
        const auto* stage = child<StageWidget>();
        QVERIFY(surrounds(frame, stage));
        m_window->resize(1200, 700);
        QCoreApplication::processEvents();
        QVERIFY(surrounds(frame, stage));
        child<QDockWidget>("map")->hide();
        QCoreApplication::processEvents();
        QVERIFY(surrounds(frame, stage));
        goTo(static_cast<int>(tourStops().size()) - 1); // which points at the map
        QVERIFY(!frame->isVisible());
        QVERIFY(m_window->rect().contains(inWindow(child<TourCard>())));
        child<QDockWidget>("map")->toggleViewAction()->trigger();
        QCoreApplication::processEvents();
        QVERIFY(surrounds(frame, child<QDockWidget>("map")));
    }

    void hiddenDocks_areShownForTheStopThatNeedsThem() {
        open();
        const QStringList all{"map", "explain", "train"};
        const auto areShown = [&](bool shown) {
            return std::ranges::all_of(all, [&](const QString& name) {
                return m_window->findChild<QDockWidget*>(name)->isHidden() != shown;
            });
        };
        for (const QString& name : all)
            m_window->findChild<QDockWidget*>(name)->hide();
        goTo(stopOf(TourAction::LeaveStep)); // which points at the stage
        QCoreApplication::processEvents();
        QVERIFY(areShown(true));
        QVERIFY(!inWindow(child<TourCard>()).intersects(inWindow(child<StageWidget>())));
        tour().end();
        QVERIFY(areShown(false));
    }

    void docks_stayAsThePersonLeftThem() {
        open();
        child<QDockWidget>("map")->hide();
        goTo(1);
        child<QDockWidget>("train")->hide();
        tour().end();
        QVERIFY(!child<QDockWidget>("map")->isHidden());
        QVERIFY(child<QDockWidget>("train")->isHidden());
    }

    void card_takesNoKeyFromTheWindow() {
        open();
        goTo(stopOf(TourAction::PinCell));
        QVERIFY(!child<TourCard>()->isAncestorOf(m_window->focusWidget()));
        QTest::mouseClick(child<QPushButton>("tourBack"), Qt::LeftButton);
        QTest::mouseClick(child<QPushButton>("tourNext"), Qt::LeftButton);
        QVERIFY(!child<TourCard>()->isAncestorOf(m_window->focusWidget()));
        const QString before = m_window->focus()->focus().step;
        key(Qt::Key_Space);
        QVERIFY(m_window->focus()->focus().step != before);
        QCOMPARE(tour().stop(), stopOf(TourAction::PinCell));
    }

    void card_isReachedAndLeftByKeyboard() {
        open();
        key(Qt::Key_F1, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(tour().stop(), 0);
        key(Qt::Key_F1, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_window->focusWidget(), child<QPushButton>("tourNext"));
        key(Qt::Key_Space);
        QCOMPARE(tour().stop(), 1);
        key(Qt::Key_Escape);
        QVERIFY(!tour().isOn());
        QCOMPARE(m_window->focusWidget(), child<StageWidget>());
        QVERIFY(!child<TourCard>()->accessibleName().isEmpty());
        QVERIFY(!child<QToolButton>("tourSkip")->accessibleName().isEmpty());
    }

    void training_waitsForTheTourAndGoesOn() {
        open();
        test::Asked<intent::Hold> hold(m_window->intents());
        test::Asked<intent::LetGo> letGo(m_window->intents());
        m_window->perform(Command::Tour, false);
        m_window->showNews(running(3));
        m_window->showNews(running(4)); // still on its way
        QCOMPARE(hold.count(), 1);
        QTest::mouseClick(child<QToolButton>("tourSkip"), Qt::LeftButton);
        QCOMPARE(letGo.count(), 1);
        m_window->showNews(running(5));
        QCOMPARE(hold.count(), 1);
    }

    void esc_endsTheTourWhereItPinsACell() {
        open();
        for (int i = 0; i < static_cast<int>(tourStops().size()); ++i) {
            if (!pinsCell(tourStops()[i].focus))
                continue;
            goTo(i);
            QVERIFY(m_window->focus()->focus().pinned);
            key(Qt::Key_Escape);
            QVERIFY(!tour().isOn());
            m_window->focus()->release();
        }
    }

    void card_saysThatTrainingWaitsOnlyWhenItDoes() {
        open();
        m_window->perform(Command::Tour, false);
        auto* card = child<TourCard>();
        QVERIFY(!card->accessibleDescription().contains("waits"));
        m_window->showNews(running(3));
        QVERIFY(card->accessibleDescription().contains("waits"));
        m_window->perform(Command::TrainOnce, false);
        QVERIFY(!card->accessibleDescription().contains("waits"));
    }

    void card_speaksOfASourceOnlyWhereThereIsOne() {
        for (const auto architecture : {Architecture::EncoderDecoder, Architecture::Decoder}) {
            m_window->showNews(showcase());
            m_window->showNews(news::Traced{traceOf(architecture)});
            m_window->perform(Command::Tour, false);
            QCOMPARE(child<TourCard>()->accessibleDescription().contains("source"),
                     architecture == Architecture::EncoderDecoder);
        }
    }

    void walkedStep_endsTheTourWithoutTraining() {
        open();
        test::Asked<intent::LetGo> letGo(m_window->intents());
        m_window->perform(Command::Tour, false);
        m_window->showNews(running(3));
        WalkedStep step;
        step.active = true;
        step.examples = {{"3 march 1997", "1997-03-03"}};
        m_window->showNews(step);
        QVERIFY(!tour().isOn());
        QCOMPARE(letGo.count(), 0);
    }

    void tour_trainsNothingAfterAStepOrALookBack() {
        for (const bool back : {false, true}) {
            open();
            test::Asked<intent::LetGo> letGo(m_window->intents());
            test::Asked<intent::Hold> hold(m_window->intents());
            m_window->perform(Command::Tour, false);
            m_window->showNews(running(3));
            if (back)
                m_window->intents()->send(intent::LookAt{0});
            else
                m_window->perform(Command::TrainOnce, false);
            m_window->showNews(running(3)); // from before
            QCOMPARE(hold.count(), 1);
            tour().end();
            QCOMPARE(letGo.count(), 0);
        }
    }

    /// Who only reads on has not asked for it; what waited for the tour goes on after it.
    void next_trainsNothing() {
        open();
        test::Asked<intent::LetGo> letGo(m_window->intents());
        m_window->perform(Command::Tour, false);
        m_window->showNews(running(3));
        goTo(stopOf(TourAction::Train));
        QCOMPARE(letGo.count(), 0);
        QTest::mouseClick(child<QPushButton>("tourNext"), Qt::LeftButton);
        QCOMPARE(tour().stop(), stopOf(TourAction::Train) + 1);
        QCOMPARE(letGo.count(), 0);
        tour().end();
        QCOMPARE(letGo.count(), 1);
    }

    void pausedTraining_staysPaused() {
        open();
        test::Asked<intent::LetGo> letGo(m_window->intents());
        m_window->perform(Command::Tour, false);
        key(Qt::Key_Escape);
        QVERIFY(!tour().isOn());
        QCOMPARE(letGo.count(), 0);
    }

    void startedTraining_isNotHeldAgain() {
        open();
        test::Asked<intent::Hold> hold(m_window->intents());
        m_window->perform(Command::Tour, false);
        QTest::mouseClick(child<QToolButton>("play"), Qt::LeftButton);
        m_window->showNews(running(3));
        QCOMPARE(hold.count(), 0);
        QCOMPARE(tour().stop(), 0);
    }

    void card_isReadableInEitherTheme() {
        const auto back = qScopeGuard([this] { m_window->setTheme(ThemeChoice::Light); });
        open();
        m_window->perform(Command::Tour, false);
        auto* card = child<TourCard>();
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            m_window->setTheme(choice);
            QCoreApplication::processEvents();
            const QColor ground = card->grab().toImage().pixelColor(4, card->height() / 2);
            QCOMPARE(Theme::of(card->palette()).isDark, choice == ThemeChoice::Dark);
            for (const auto* label : card->findChildren<QLabel*>())
                QVERIFY(contrast(label->palette().color(label->foregroundRole()), ground) >= 4.5);
        }
    }

    void newModel_endsTheTourAndIsNotTrained() {
        open();
        m_window->perform(Command::Tour, false);
        m_window->showNews(running(3));
        test::Asked<intent::LetGo> letGo(m_window->intents());
        open();
        QVERIFY(!tour().isOn());
        QVERIFY(!child<TourFrame>()->isVisible());
        QCOMPARE(letGo.count(), 0);
    }

    void presentation_endsTheTour() {
        open();
        m_window->perform(Command::Tour, false);
        key(Qt::Key_F11);
        QVERIFY(m_window->isFullScreen());
        QVERIFY(!tour().isOn());
    }

    void takeOver_continuesTheTour() {
        open();
        goTo(2);
        m_window->showNews(running(3));
        MainWindow other;
        other.showNews(showcase());
        other.showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        test::Asked<intent::LetGo> letGo(other.intents());
        other.takeOver(*m_window);
        QCOMPARE(other.tour()->stop(), 2);
        QVERIFY(!tour().isOn());
        other.tour()->end();
        QCOMPARE(letGo.count(), 1);
    }

    void stops_workOnEveryArchitecture() {
        for (const auto architecture :
             {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder}) {
            m_window->showNews(showcase());
            m_window->showNews(news::Traced{traceOf(architecture)});
            m_window->perform(Command::Tour, false);
            for (const TourStop& stop : tourStops()) {
                const Focus& focus = m_window->focus()->focus();
                QVERIFY(nodeOf(*m_window->steps().graph(), focus) != noNode);
                if (stop.focus == TourFocus::WeightRow) {
                    QVERIFY(focus.pinned);
                    QVERIFY(focus.step.endsWith("self_attn.weights"));
                }
                tour().next();
            }
            QVERIFY(!tour().isOn());
        }
    }

    void stops_leadToTheStepsOfARecurrentModel() {
        for (const Alignment attention : {Alignment::General, Alignment::None}) {
            m_window->showNews(showcase());
            m_window->showNews(news::Traced{recurrentTrace(attention)});
            m_window->perform(Command::Tour, false);
            const bool attends = attention != Alignment::None;
            for (const TourStop& stop : tourStops()) {
                const Focus& focus = m_window->focus()->focus();
                if (stop.focus == TourFocus::Scores)
                    QCOMPARE(focus.step, attends ? "attention.scores" : "encoder.0.states");
                if (stop.focus == TourFocus::WeightRow)
                    QCOMPARE(focus.step, attends ? "attention.weights" : "encoder.0.states");
                const QString text = child<TourCard>()->accessibleDescription();
                QVERIFY2(!text.contains("query") && !text.contains("dot product of the query"),
                         qPrintable(text));
                if (!attends)
                    QVERIFY2(!text.contains("score"), qPrintable(text));
                tour().next();
            }
        }
    }

    void placeCard_takesTheCornerWithoutRoom() {
        const QRect room(0, 0, 600, 400);
        const auto size = [](int width) { return QSize(width, 120); };
        const QRect card = placeCard(room, room, {}, {TourSide::Left}, size);
        QVERIFY(room.contains(card));
        QVERIFY(card.center().x() > 300);
        QVERIFY(card.center().y() > 200);
        const QRect target(300, 100, 200, 200);
        const QRect left = placeCard(room, target, {}, {TourSide::Left, TourSide::Right}, size);
        QVERIFY(left.right() < target.left());
        const QRect above = placeCard(room, QRect(0, 200, 600, 200), {}, {TourSide::Left}, size);
        QVERIFY(above.bottom() < 200);
        // Not over the figure either, though the other side has room for it.
        const QRect map(0, 0, 150, 400);
        const QRect figure(150, 0, 200, 400);
        const QRect card3 = placeCard(room, map, figure, {TourSide::Right}, size);
        QVERIFY(card3.left() > figure.right());
        // The buttons stay where they were, unless something would be covered.
        const QPoint corner(590, 390);
        const QRect stays = placeCard(room, map, figure, {TourSide::Right}, size, corner);
        QCOMPARE(stays.bottomRight(), corner);
        const QRect moves = placeCard(room, QRect(400, 200, 200, 200), {}, {}, size, corner);
        QVERIFY(!moves.intersects(QRect(400, 200, 200, 200)));
    }
};

} // namespace gf::tst_tour

#include "tests/entry.h"
GF_TEST(tst_tour, TestTour)
#include "tst_tour.moc"
