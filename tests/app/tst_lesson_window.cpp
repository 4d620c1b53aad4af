// SPDX-License-Identifier: GPL-3.0-or-later
// Every scene of every lesson in a window with an engine behind it: what the lesson names is what
// stands on the screen, and its page is not cut.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/lesson/course.h"
#include "core/lesson/find_place.h"
#include "core/tensor/error.h"
#include "tests/app/heard.h"
#include "tests/core/whole_lists.h"
#include "ui/explain/text_block.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/lesson_scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"
#include "ui/theme/theme.h"
#include "ui/window/lesson_control.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace gf::tst_lesson_window {

namespace {

using test::patience;
constexpr QSize usual(1440, 900);
constexpr QSize smallest(1024, 640);

QString pageText(const Lesson& lesson, int page) {
    return QStringLiteral("%1, page %2").arg(QString::fromStdString(lesson.name)).arg(page + 1);
}

const LessonScene* sceneOf(const LessonPage& page) {
    for (const LessonItem& item : page.items)
        if (const auto* scene = std::get_if<LessonScene>(&item))
            return scene;
    return nullptr;
}

/// A key of which the form of a model does not have the value that the lesson gave it.
QString otherKey(const FieldValues& wanted, const FieldValues& there) {
    for (const auto& [key, value] : wanted)
        if (!there.contains(key) || numberOf(value) != numberOf(there.at(key)) ||
            choiceOf(value) != choiceOf(there.at(key)))
            return QString::fromStdString(key);
    return {};
}

} // namespace

/// A window with the engine behind it, and the newest that was said of its run.
class LessonWindow : public test::Listener {
public:
    test::WatchedSession session;
    WindowHost host;

    explicit LessonWindow(Language language) : host(session, language) {
        listen(session);
        window().resize(usual);
        window().show();
    }

    MainWindow& window() { return host.window(); }
    LessonPanel& panel() { return *window().lesson()->panel(); }
    StageWidget& stage() { return *window().findChild<StageWidget*>(); }

    /// In what the window does not show the scene; empty: in nothing.
    QString differenceFrom(const LessonScene& scene) {
        if (!errors.isEmpty())
            return errors.join(' ');
        if (run.task.toStdString() != scene.run.task)
            return "task " + run.task;
        if (const QString key = otherKey(scene.run.model, run.configuration); !key.isEmpty())
            return "model: " + key;
        if (const QString key = otherKey(scene.run.training, run.training); !key.isEmpty())
            return "training: " + key;
        if (status.step != scene.run.steps || status.running)
            return QStringLiteral("training step %1").arg(status.step);
        if (!trace || trace->step != scene.run.steps || stage().trace() != trace)
            return "the stage shows another trace";
        if (last<InterventionState>().list !=
            QVector<Intervention>(scene.changes.begin(), scene.changes.end()))
            return "changes";
        try {
            return differenceInExample(scene) + differenceInPlace(scene);
        } catch (const Error& error) { // a place that this model does not have
            return error.what();
        }
    }

    /// The same once it is shown, or nothing has been said for as long as a test waits: training
    /// takes as long as the machine needs, and says how far it is.
    QString differenceOnceShown(const LessonScene& scene) {
        QString difference;
        const auto isShown = [&] { return (difference = differenceFrom(scene)).isEmpty(); };
        int said = count<news::Building>();
        while (!QTest::qWaitFor(isShown, patience) && said != count<news::Building>())
            said = count<news::Building>();
        return difference;
    }

    /// Whether the stage shows this model, and nothing is done to it.
    bool shows(const LessonModel& model) {
        return trace && stage().trace() == trace && trace->step == model.run.steps &&
               !status.running && run.task.toStdString() == model.run.task &&
               otherKey(model.run.model, run.configuration).isEmpty();
    }

    /// The person goes to the place.
    void pointAt(const LessonPointer& pointer, const FoundPlace& place) {
        Focus focus = window().focus()->focus();
        focus.step = QString::fromStdString(pointer.among.step);
        focus.gradients = false;
        focus.head = static_cast<int>(place.head);
        focus.row = place.row;
        focus.column = place.column;
        focus.pinned = true;
        window().focus()->set(focus);
    }

    /// What of the page in the dock cannot be seen at this size; empty: nothing.
    QString cutOnPage(bool scrolls) {
        const auto* area = panel().findChild<QScrollArea*>();
        const QWidget* page = panel().page();
        if (page->width() > area->viewport()->width())
            return QStringLiteral("%1 pixels wide in %2")
                .arg(page->width())
                .arg(area->viewport()->width());
        if (!scrolls && page->height() > area->viewport()->height())
            return QStringLiteral("%1 pixels high in %2")
                .arg(page->height())
                .arg(area->viewport()->height());
        if (page->height() - area->viewport()->height() > area->verticalScrollBar()->maximum())
            return "its end cannot be scrolled to";
        for (const QWidget* each : page->findChildren<QWidget*>()) {
            if (!each->isVisible() || each->size().isEmpty())
                continue;
            const QRect place(each->mapTo(page, QPoint()), each->size());
            if (!page->rect().contains(place))
                return QStringLiteral("%1 sticks out").arg(each->metaObject()->className());
            const auto* text = qobject_cast<const TextBlock*>(each);
            if (text && text->heightForWidth(text->width()) > text->height())
                return "cut: " + text->toPlainText();
            const auto* button = qobject_cast<const QAbstractButton*>(each);
            if (button && !button->text().isEmpty() && button->width() < button->sizeHint().width())
                return "cut: " + button->text();
        }
        return {};
    }

private:
    QString differenceInExample(const LessonScene& scene) const {
        const LessonExample& example = scene.example;
        // Between words stand spaces, which are no tokens there.
        const auto unspaced = [](std::string text) {
            std::erase(text, ' ');
            return text;
        };
        const auto textOf = [&](const Tokens& tokens) {
            std::string text;
            for (const std::string& token : tokens)
                if (!token.starts_with('<'))
                    text += token;
            return unspaced(text);
        };
        if (!example.source.empty() && textOf(trace->sourceTokens) != unspaced(example.source))
            return "source " + QString::fromStdString(textOf(trace->sourceTokens));
        if (!example.target.empty() && textOf(trace->targetTokens) != unspaced(example.target))
            return "target " + QString::fromStdString(textOf(trace->targetTokens));
        if (std::ranges::count(trace->sourceTokens, "<pad>") != example.padding)
            return "padding";
        return {};
    }

    QString differenceInPlace(const LessonScene& scene) {
        const Focus& focus = window().focus()->focus();
        if (focus.lab.toStdString() != scene.lab)
            return "lab " + focus.lab;
        if (scene.step.empty() || !scene.lab.empty()) // a lab has a step of its own
            return {};
        const NodeId node = nodeOf(*trace->graph, focus);
        if (node == noNode || (*trace->graph)[node].name != scene.step ||
            stage().shownNode() != node)
            return "step " + focus.step;
        if (focus.gradients != (scene.gradients || scene.step.starts_with("grad/")))
            return "values or gradients";
        const FoundCells cells =
            findCells(*trace, {scene.step, scene.head, scene.row, scene.column});
        if (scene.head && (focus.allHeads || focus.head != cells.first[0]))
            return QStringLiteral("head %1").arg(focus.head);
        if (focus.row != (scene.row ? cells.first[1] : -1))
            return QStringLiteral("row %1").arg(focus.row);
        if (focus.column != (scene.column ? cells.first[2] : -1))
            return QStringLiteral("column %1").arg(focus.column);
        if (focus.pinned != (scene.row || scene.column))
            return "the cell is not kept";
        const StationView* view = stage().stationView();
        if (!scene.station.empty() && (!view || scene.station != view->station()->id))
            return "station " + focus.view;
        return {};
    }
};

class TestLessonWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerLessonWindowTest");
        QSettings().clear();
    }

    void cleanupTestCase() { m_shown.reset(); }

    void everyScene_isShownAsItsLessonSays_data() {
        QTest::addColumn<int>("language");
        QTest::addColumn<QString>("name");
        for (const Language language : {Language::English, Language::German})
            for (const CourseText& text : courseTexts())
                if (text.language == "en") // the same names in both
                    QTest::addRow("%s %s", qPrintable(languageName(language)), text.name.data())
                        << static_cast<int>(language) << QString::fromUtf8(text.name.data());
    }

    /// Light and usual, then dark and small; with whole lists each theme in each size, and what has
    /// to be trained first.
    void everyScene_isShownAsItsLessonSays() {
        QFETCH(const int, language);
        QFETCH(const QString, name);
        LessonWindow& shown = window(static_cast<Language>(language));
        QVERIFY(shown.window().lesson()->open(name));
        const std::shared_ptr<const Lesson> lesson = shown.panel().sitting()->shared();
        int scenes = 0;
        for (int page = 0; page < shown.panel().pageCount(); ++page) {
            const LessonScene* scene = sceneOf(lesson->pages[page]);
            scenes += scene ? 1 : 0;
            if (!scene || (scene->run.steps > 0 && !test::wantsWholeLists()))
                continue;
            shown.panel().goTo(page);
            const LessonSubject subject = shown.panel().subject();
            if (subject.experiment || subject.scene != scene) // a question stands before it
                shown.window().lesson()->show(LessonControl::Sight{page, scene});
            const QString difference = shown.differenceOnceShown(*scene);
            QVERIFY2(difference.isEmpty(), qPrintable(pageText(*lesson, page) + ": " + difference));
            for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
                for (const QSize size : {usual, smallest}) {
                    const bool isUsual = (theme == ThemeChoice::Light) == (size == usual);
                    if (!isUsual && !test::wantsWholeLists())
                        continue;
                    shown.window().setTheme(theme);
                    shown.window().resize(size);
                    QTRY_COMPARE_WITH_TIMEOUT(shown.window().size(), size, patience);
                    QTRY_VERIFY2_WITH_TIMEOUT(shown.cutOnPage(size == smallest).isEmpty(),
                                              qPrintable(pageText(*lesson, page) + ": " +
                                                         shown.cutOnPage(size == smallest)),
                                              patience);
                    QCOMPARE(shown.differenceFrom(*scene), QString());
                    QCOMPARE(Theme::of(shown.panel().palette()).isDark, theme == ThemeChoice::Dark);
                    QVERIFY(shown.stage().width() >= size.width() / 4);
                }
        }
        QVERIFY(scenes > 0);
    }

    void everyPlace_isFoundInTheTraceThatIsShown_data() {
        QTest::addColumn<QString>("name");
        for (const CourseText& text : courseTexts())
            if (text.language == "en") // the other language has the same places
                QTest::addRow("%s", text.name.data()) << QString::fromUtf8(text.name.data());
    }

    /// No file says which place is right: it is looked for in the numbers on the stage, and
    /// pointing there is right as pointing elsewhere is not. With whole lists in models that are
    /// trained in a moment, too; that there is one place in each that trains longer, the command
    /// `lesson run` finds.
    void everyPlace_isFoundInTheTraceThatIsShown() {
        QFETCH(const QString, name);
        const Index mostSteps = test::wantsWholeLists() ? 100 : 0;
        LessonWindow& shown = window(Language::English);
        QVERIFY(shown.window().lesson()->open(name));
        LessonSitting& sitting = *shown.panel().sitting();
        const Lesson& lesson = sitting.lesson();
        for (int page = 0; page < shown.panel().pageCount(); ++page)
            for (const LessonItem& item : lesson.pages[page].items) {
                const auto* question = std::get_if<LessonQuestion>(&item);
                if (!question || question->kind != LessonQuestion::Kind::Point)
                    continue;
                const LessonPointer& pointer = question->pointer;
                const LessonModel model =
                    modelOf(*lesson.experiment(pointer.experiment), pointer.run);
                if (model.run.steps > mostSteps)
                    continue;
                shown.panel().goTo(page);
                QuestionCard* card = shown.panel().page()->questions().front();
                QSignalSpy arrived(shown.window().lesson(), &LessonControl::arrived);
                card->findChild<QPushButton*>("showPlace")->click();
                QTRY_VERIFY2_WITH_TIMEOUT(!arrived.isEmpty(), question->id.c_str(), patience);
                QVERIFY2(shown.shows(model), question->id.c_str());
                const auto isRightAt = [&](const FoundPlace& place) {
                    sitting.restart();
                    shown.pointAt(pointer, place);
                    card->findChild<QPushButton*>("commit")->click();
                    return sitting.isRight(*question);
                };
                const FoundPlace right = findPlace(*shown.trace, pointer);
                QCOMPARE(isRightAt(right), std::optional(true));
                const FoundCells all = findCells(*shown.trace, {pointer.among.step, {}, {}, {}});
                const FoundPlace wrong{(right.head + 1) % all.count[0],
                                       (right.row + 1) % all.count[1],
                                       (right.column + 1) % all.count[2]};
                if (!isAsked(pointer, right, wrong))
                    QCOMPARE(isRightAt(wrong), std::optional(false));
                sitting.restart();
            }
        QVERIFY2(shown.errors.isEmpty(), qPrintable(shown.errors.join(' ')));
    }

private:
    /// Kept from one lesson to the next.
    LessonWindow& window(Language language) {
        const auto wanted = static_cast<int>(language);
        if (m_language != wanted)
            m_shown.reset(); // before the next one: it has threads of its own
        if (!m_shown)
            m_shown = std::make_unique<LessonWindow>(language);
        m_language = wanted;
        return *m_shown;
    }

    std::unique_ptr<LessonWindow> m_shown;
    int m_language = -1;
};

} // namespace gf::tst_lesson_window

#include "tests/entry.h"
GF_TEST(tst_lesson_window, TestLessonWindow)
#include "tst_lesson_window.moc"
