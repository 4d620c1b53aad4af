// SPDX-License-Identifier: GPL-3.0-or-later
// The example that the person types, the answer to it, and the person's own data.
#include "tests/ui/asked.h"
#include "ui/dialogs/own_data_dialog.h"
#include "ui/example/example_bar.h"
#include "ui/example/task_line.h"
#include "ui/example/token_bars.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/formula_view.h"
#include "ui/explain/text_block.h"
#include "ui/figure/heatmap_view.h"
#include "ui/map/map_view.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/time/time_control.h"
#include "ui/window/banner.h"
#include "ui/window/main_window.h"
#include "ui/window/step_search.h"
#include "window_fixture.h"

#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

#include <algorithm>
#include <tuple>

namespace gf::tst_window_example {

namespace {

/// Something that is dragged over the middle of a widget, as the screen says it to its window.
class Drag {
public:
    Drag(MainWindow& window, const QMimeData& data, const QWidget& over)
        : m_screen(window.windowHandle()), m_data(data),
          m_at(over.mapTo(&window, over.rect().center())) {}
    ~Drag() {
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(m_screen, &leave);
    }
    Drag(const Drag&) = delete;
    Drag& operator=(const Drag&) = delete;

    bool enter() {
        QDragEnterEvent event(m_at, Qt::CopyAction, &m_data, Qt::LeftButton, {});
        return isTaken(event);
    }
    bool move() {
        QDragMoveEvent event(m_at, Qt::CopyAction, &m_data, Qt::LeftButton, {});
        return isTaken(event);
    }
    bool drop() {
        QDropEvent event(m_at, Qt::CopyAction, &m_data, Qt::LeftButton, {});
        return isTaken(event);
    }

private:
    bool isTaken(QDropEvent& event) {
        event.ignore();
        QCoreApplication::sendEvent(m_screen, &event);
        return event.isAccepted();
    }

    QWindow* m_screen;
    const QMimeData& m_data;
    QPoint m_at;
};

} // namespace

class TestWindowExample : public test::WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { filterKeysAndWheel(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void droppedFile_isOpenedByItsKind() {
        const QTemporaryDir folder;
        const auto file = [&](const QString& name, const QByteArray& text) {
            QFile made(folder.filePath(name));
            return made.open(QIODevice::WriteOnly) && made.write(text) == text.size()
                       ? made.fileName()
                       : QString();
        };
        auto* banner = child<Banner>("banner");
        const auto drop = [&](const QStringList& paths) {
            QMimeData data;
            QList<QUrl> urls;
            for (const QString& path : paths)
                urls += QUrl::fromLocalFile(path);
            data.setUrls(urls);
            QDragEnterEvent enter(QPoint(9, 9), Qt::CopyAction, &data, Qt::LeftButton, {});
            enter.ignore();
            QCoreApplication::sendEvent(m_window.get(), &enter);
            if (!enter.isAccepted())
                return false;
            if (!child<Banner>("dropHint")->isVisible())
                return false; // it is seen that it would be taken
            QDropEvent dropped(QPointF(9, 9), Qt::CopyAction, &data, Qt::LeftButton, {});
            QCoreApplication::sendEvent(m_window.get(), &dropped);
            return true;
        };
        test::Asked<intent::OpenModel> opened(m_window->intents());
        const QString model = file("run.safetensors", "x");
        QVERIFY(drop({model}));
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0].path, model);
        QVERIFY(opened[0].asks); // as Open, before training is lost

        ModelForm form;
        form.tasks = {{"copy", "", false},
                      {"text", "", true, TaskFile::Text},
                      {"pairs", "", true, TaskFile::Pairs},
                      {"series", "", false, TaskFile::Table}};
        form.task = "copy";
        m_window->setModelForm(form);
        for (const auto& [name, text, task] :
             {std::tuple{"waves.csv", "time,height\n0.1,2\n0.3,4\n", "series"},
              std::tuple{"days.csv", "day,height\nmonday,2\n", "series"},
              std::tuple{"waves.txt", "time height\n0.1\t2\t3\n-1e5\t4\t5", "series"},
              std::tuple{"squares.tsv", "1\t1\n2\t4\n3\t9", "pairs"},
              std::tuple{"words.txt", "a line\nand a\ttab here\n", "text"},
              std::tuple{"numbers.tsv", "one\t1\n\ntwo\t2\r\nthree\t3", "pairs"}}) {
            QVERIFY(drop({file(name, text)}));
            auto* dialog = child<NewModelDialog>();
            QVERIFY(dialog);
            QCOMPARE(dialog->request().task, std::string(task));
            QCOMPARE(dialog->request().file, folder.filePath(name).toStdString());
            delete dialog;
        }
        // Whatever else: it is not taken, and what would be right is said.
        QVERIFY(!drop({file("picture.png", QByteArray("\x89PNG\0\0", 6))}));
        QVERIFY2(banner->isVisible() && banner->text().contains("safetensors"),
                 qPrintable(banner->text()));
        QVERIFY(!drop({model, model}));
        QVERIFY(!drop({folder.path()}));
        QCOMPARE(opened.count(), 1);
    }

    /// As the screen brings them: to the window, at a point, whatever stands there.
    void modelFolder_isTakenWhereverItIsDropped_data() {
        QTest::addColumn<QString>("dropped"); // within the folder
        QTest::addColumn<QString>("over");    // the name of what stands there
        for (const char* over : {"", "source", "stage"})
            for (const char* dropped : {"", "/", "/config.json"})
                QTest::addRow("%s on %s", dropped, over)
                    << QString::fromLatin1(dropped) << QString::fromLatin1(over);
    }
    void modelFolder_isTakenWhereverItIsDropped() {
        QFETCH(QString, dropped);
        QFETCH(QString, over);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("gpt2"));
        QVERIFY(QDir().mkdir(path));
        QFile config(path + QStringLiteral("/config.json"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.close();
        const QWidget* there = over.isEmpty()                   ? m_window->menuBar()
                               : over == QLatin1String("stage") ? child<StageWidget>()
                                                                : child<QWidget>("source");
        QVERIFY(there);
        QMimeData data;
        const QUrl url = QUrl::fromLocalFile(path + dropped);
        data.setUrls({url});
        data.setText(url.toString()); // as file managers do
        test::Asked<intent::OpenModel> opened(m_window->intents());
        Drag drag(*m_window, data, *there);
        QVERIFY(drag.enter());
        auto* hint = child<Banner>("dropHint");
        QVERIFY(hint->isVisible());
        QVERIFY2(hint->text().contains("gpt2"), qPrintable(hint->text()));
        QVERIFY(drag.move());
        QVERIFY(drag.drop());
        QVERIFY(!hint->isVisible());
        QCOMPARE(opened.count(), 1);
        QCOMPARE(QDir::cleanPath(opened[0].path), QDir::cleanPath(path + dropped));
        QCOMPARE(child<QLineEdit>("source")->text(), QStringLiteral("abc")); // and is no text
    }

    void whatIsNoModel_isRefusedWithAReason_data() {
        QTest::addColumn<QList<QUrl>>("urls");
        QTest::addColumn<QString>("says");
        const QUrl home = QUrl::fromLocalFile(QDir::tempPath());
        QTest::newRow("folder of something else") << QList<QUrl>{home} << "has no config.json";
        QTest::newRow("several") << QList<QUrl>{home, home} << "One file at a time";
        QTest::newRow("of another machine")
            << QList<QUrl>{QUrl("https://example.org/gpt2")} << "no file that can be read";
        QTest::newRow("gone") << QList<QUrl>{QUrl("file:///nowhere/gpt2")}
                              << "no file that can be read";
    }
    void whatIsNoModel_isRefusedWithAReason() {
        QFETCH(QList<QUrl>, urls);
        QFETCH(QString, says);
        QMimeData data;
        data.setUrls(urls);
        test::Asked<intent::OpenModel> opened(m_window->intents());
        Drag drag(*m_window, data, *child<StageWidget>());
        QVERIFY(!drag.enter());
        auto* banner = child<Banner>("banner");
        QVERIFY(banner->isVisible());
        QVERIFY2(banner->text().contains(says), qPrintable(banner->text()));
        QVERIFY(!drag.drop());
        QVERIFY(!child<Banner>("dropHint")->isVisible());
        QCOMPARE(opened.count(), 0);
    }

    /// Words are for the field that they are dropped on, and for nothing else.
    void draggedWords_areLeftToTheFields() {
        QMimeData data;
        data.setText(QStringLiteral("bca"));
        QVERIFY(!Drag(*m_window, data, *child<StageWidget>()).enter());
        QVERIFY(!child<Banner>("banner")->isVisible());
        QVERIFY(!child<Banner>("dropHint")->isVisible());
        Drag onField(*m_window, data, *child<QWidget>("source"));
        QVERIFY(onField.enter());
        QVERIFY(onField.drop());
        QVERIFY(child<QLineEdit>("source")->text().contains("bca"));
    }

    void typedExample_isSentOnce() {
        test::Asked<intent::SetExample> example(m_window->intents());
        auto* source = child<QLineEdit>("source");
        source->setFocus();
        source->selectAll();
        QTest::keyClicks(source, "cab");
        QTRY_COMPARE(example.count(), 1);
        QCOMPARE(example[0].source, QStringLiteral("cab"));
        QCOMPARE(example[0].target, QStringLiteral("abc"));
    }

    void exampleProblem_standsUnderItsField() {
        auto* problem = child<QLabel>("targetProblem");
        QVERIFY(!problem->isVisible());
        m_window->showNews(ExampleProblems{{}, "too long by 2 tokens", {}});
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), QStringLiteral("too long by 2 tokens"));
        m_window->showNews(ExampleProblems());
        QVERIFY(!problem->isVisible());
    }

    void prediction_hasABarForEachToken() {
        Prediction prediction;
        prediction.text = "ab";
        prediction.tokens = {"a", "b", "<eos>"};
        prediction.probabilities = {0.9, 0.4, 0.7};
        m_window->showNews(prediction);
        auto* bars = m_window->findChild<TokenBars*>();
        QVERIFY(!bars->barRect(2).isEmpty());
        QVERIFY(bars->accessibleDescription().contains("b: 40.0 %"));
    }

    void verdict_saysWhenRowsOfThePredictionAreShown() {
        Prediction prediction;
        prediction.text = "abc";
        prediction.givesRows = true;
        m_window->showNews(ExampleProblems{{}, {}, QString()});
        QVERIFY(child<QLineEdit>("target")->text().isEmpty());
        m_window->showNews(prediction);
        QVERIFY(child<QLabel>("verdict")->isVisible());
        QVERIFY(child<QLabel>("verdict")->text().contains("rows of the prediction"));
        QCOMPARE(child<QLineEdit>("target")->placeholderText(), QStringLiteral("not known"));
        prediction.givesRows = false;
        prediction.hasTarget = prediction.matchesTarget = true;
        m_window->showNews(ExampleProblems{{}, {}, QString("abc")});
        m_window->showNews(prediction);
        QCOMPARE(child<QLineEdit>("target")->text(), QStringLiteral("abc"));
        QVERIFY(!child<QLabel>("verdict")->text().contains("rows"));
    }

    void paddingField_showsThePaddingOfTheRun() {
        auto* padding = child<QSpinBox>("padding");
        padding->setValue(2);
        RunInfo other = test::smallRun();
        m_window->showNews(other);
        QCOMPARE(padding->value(), 0);
        other.examplePadding = 3;
        m_window->showNews(other);
        QCOMPARE(padding->value(), 3);
        m_window->showNews(news::ShownExample{"ab", "ab", 1});
        QCOMPARE(padding->value(), 1);
    }

    void emptyPrediction_isCalledNothing() {
        Prediction prediction;
        prediction.tokens = {"<eos>"};
        prediction.probabilities = {0.9};
        m_window->showNews(prediction);
        QCOMPARE(child<QLabel>("predicted")->text(), QStringLiteral("nothing"));
    }

    void tokenBars_giveWayToTheirWordsInALowPlace() {
        Prediction prediction;
        prediction.tokens = {"a", "b", "<eos>"};
        prediction.probabilities = {0.9, 0.4, 0.7};
        TokenBars bars;
        bars.setAnswer(prediction);
        for (const int less : {0, 6, 12}) {
            bars.resize(200, bars.sizeHint().height() - less);
            QVERIFY(!bars.barRect(2).isEmpty());
            QVERIFY(bars.barRect(2).bottom() + bars.fontMetrics().height() <= bars.height());
        }
    }

    void tokenBars_keepTheirWordsApart_data() {
        QTest::addColumn<int>("width");
        for (const int width : {90, 160, 260, 500})
            QTest::addRow("%d", width) << width;
    }
    void tokenBars_keepTheirWordsApart() {
        QFETCH(int, width);
        Prediction prediction;
        for (const char* token : {"reddits", "reddits", " plantation", "WWW", "i"}) {
            prediction.tokens.emplace_back(token);
            prediction.probabilities.push_back(0.5);
        }
        TokenBars bars;
        bars.setAnswer(prediction);
        bars.resize(width, bars.sizeHint().height());
        const QImage drawn = bars.grab().toImage();
        for (int i = 0; i + 1 < 5 && !bars.barRect(i + 1).isEmpty(); ++i) {
            // Between two bars nothing is written either.
            const int x = qRound((bars.barRect(i).right() + bars.barRect(i + 1).left()) / 2);
            const QRgb ground = drawn.pixel(x, 1);
            for (int y = 1; y < drawn.height(); ++y)
                QVERIFY2(drawn.pixel(x, y) == ground, qPrintable(QString::number(i)));
        }
    }

    /// The end of a date has a word, and no "…", under bars that are narrower than that.
    void tokenBars_haveRoomForALongWordAmongShortOnes() {
        Prediction prediction;
        for (const char* token : {"1", "9", "9", "7", "-", "0", "3", "-", "0", "2", "<eos>"}) {
            prediction.tokens.emplace_back(token);
            prediction.probabilities.push_back(0.5);
        }
        TokenBars bars;
        bars.setAnswer(prediction);
        const int letter = bars.fontMetrics().horizontalAdvance('0');
        const int word = bars.fontMetrics().horizontalAdvance("eos");
        bars.resize(10 * (letter + 6) + word + 8, bars.sizeHint().height());
        QVERIFY(bars.barRect(10).width() >= word);
        QVERIFY(bars.barRect(0).width() >= letter);
        bars.resize(2000, bars.height());
        QCOMPARE(bars.barRect(10).width(), bars.barRect(0).width());
    }

    void tokenBars_widenWithTheLetters() {
        Prediction prediction;
        prediction.tokens = {"plantation"};
        prediction.probabilities = {0.5};
        TokenBars bars;
        bars.setAnswer(prediction);
        bars.resize(1000, bars.sizeHint().height());
        const double before = bars.barRect(0).width();
        QFont larger = bars.font();
        larger.setPointSizeF(2 * larger.pointSizeF());
        bars.setFont(larger);
        QVERIFY(bars.barRect(0).width() > 1.5 * before);
    }

    void ownDataDialog_showsTheFormat() {
        RunInfo run = test::smallRun();
        run.tasks = {{"copy", "", false},
                     {"pairs", "", true, TaskFile::Pairs},
                     {"text", "", true, TaskFile::Text},
                     {"cloze", "", false, TaskFile::Text}};
        m_window->showNews(run);
        test::Asked<intent::ChooseTask> chosen(m_window->intents());
        emit child<QComboBox>("task")->activated(1);
        QCOMPARE(chosen.count(), 0);
        auto* page = child<OwnDataDialog>();
        QVERIFY(page);
        QVERIFY(page->isVisible());
        const QString format = page->findChild<QLabel*>("format")->text();
        QVERIFY2(problemOfLines(TaskFile::Pairs, format).isEmpty(), qPrintable(format));
        auto* lines = page->findChild<QPlainTextEdit*>("lines");
        auto* learn = page->findChild<QPushButton*>("learnLines");
        QVERIFY(!learn->isEnabled());
        lines->setPlainText("one\t1\ntwo 2");
        QVERIFY(!learn->isEnabled());
        QVERIFY(problemOfLines(TaskFile::Pairs, lines->toPlainText()).contains("Line 2"));
        lines->setPlainText("one\t1\n\ntwo\t2\n");
        QVERIFY(learn->isEnabled());
        learn->click();
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0].name, QStringLiteral("pairs"));
        QFile kept(chosen[0].file);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("one\t1\n\ntwo\t2\n"));
        // What was pasted is there again, and who leaves keeps the run.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        emit child<QComboBox>("task")->activated(1);
        page = child<OwnDataDialog>();
        QCOMPARE(page->lines(), QStringLiteral("one\t1\n\ntwo\t2\n"));
        child<QComboBox>("task")->setCurrentIndex(1);
        page->reject();
        QCOMPARE(child<QComboBox>("task")->currentText(), QStringLiteral("copy"));
        QCOMPARE(chosen.count(), 1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        emit child<QComboBox>("task")->activated(2); // a text needs no form
        page = child<OwnDataDialog>();
        page->findChild<QPlainTextEdit*>("lines")->setPlainText("one two\n");
        QVERIFY(page->findChild<QPushButton*>("learnLines")->isEnabled());
        const auto promises = [&](const char* words) {
            return std::ranges::any_of(page->findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->text().contains(QLatin1String(words));
            });
        };
        QVERIFY(promises("comes next"));
        page->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        auto* tasks = child<QComboBox>("task");
        emit tasks->activated(tasks->findText(QStringLiteral("cloze: own data…")));
        page = child<OwnDataDialog>();
        QVERIFY(page && promises("hidden") && !promises("comes next"));
    }

    /// A task that makes examples of its own takes a person's, too.
    void ownTable_beginsWithAPageThatShowsTheFormat() {
        RunInfo run = test::smallRun();
        run.tasks = {{"copy", "", false}, {"series", "", false, TaskFile::Table}};
        m_window->showNews(run);
        test::Asked<intent::ChooseTask> chosen(m_window->intents());
        auto* box = child<QComboBox>("task");
        QCOMPARE(box->count(), 3);
        emit box->activated(1);
        QCOMPARE(chosen.count(), 1); // its own examples
        QVERIFY(box->itemText(2).startsWith("series"));
        emit box->activated(2);
        auto* page = child<OwnDataDialog>();
        QVERIFY(page);
        QVERIFY(page->isVisible());
        QVERIFY(page->findChild<QLabel*>("format")->text().contains(';'));
        page->findChild<QPlainTextEdit*>("lines")->setPlainText("1;2\n3;4\n");
        page->findChild<QPushButton*>("learnLines")->click();
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen[1].name, QStringLiteral("series"));
        QVERIFY2(chosen[1].file.endsWith(".csv"), qPrintable(chosen[1].file));
    }

    /// Beside another round trip than the target stands how much longer it is.
    void roundTrip_isToldItsLengthBesideTheTargets() {
        Prediction prediction;
        prediction.hasTarget = true;
        prediction.text = "1 2 3";
        prediction.tourRatio = 1.125;
        m_window->showNews(prediction);
        const auto verdict = [this] {
            for (const QLabel* label : child<ExampleBar>()->findChildren<QLabel*>())
                if (label->text().startsWith("≠ target"))
                    return label->text();
            return QString();
        };
        QCOMPARE(verdict(), QStringLiteral("≠ target · 1.125 × its length"));
        prediction.tourRatio.reset();
        m_window->showNews(prediction);
        QCOMPARE(verdict(), QStringLiteral("≠ target"));
    }

    void problemOfLines_namesLinesThatAreNoPairs() {
        const auto problem = [](const char* text) { return problemOfLines(TaskFile::Pairs, text); };
        QVERIFY(problem("a\tb\nc\td").isEmpty());
        QVERIFY(problem("a\tb\n \nc\td\r\n").isEmpty());
        QVERIFY(problem("").isEmpty());
        QVERIFY(problem("a\tb\tc").contains("Line 1"));
        QVERIFY(problem("a\tb\n\tc").contains("before"));
        QVERIFY(problem("a\tb\nc\t ").contains("after"));
        QVERIFY(problem("a\tb\na\tc").contains("two different"));
        QVERIFY(problemOfLines(TaskFile::Text, "no tab").isEmpty());
    }

    void targetField_takesTheRoomOfAMissingSource() {
        RunInfo run;
        run.hasSource = false;
        run.hasTarget = true;
        m_window->resize(1200, 800);
        m_window->showNews(run);
        auto* text = child<QLineEdit>("target");
        QTRY_VERIFY2(text->mapTo(m_window.get(), QPoint()).x() < 100,
                     qPrintable(QString::number(text->mapTo(m_window.get(), QPoint()).x())));
        m_window->showNews(RunInfo());
    }

    void openModel_opensATextToLearnFrom() {
        const QTemporaryDir folder;
        QFile text(folder.filePath("words.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        QVERIFY(text.write("a line\n") > 0);
        text.close();
        ModelForm form;
        form.tasks = {{"copy", "", false},
                      {"text", "", true, TaskFile::Text},
                      {"pairs", "", true, TaskFile::Pairs}};
        form.task = "copy";
        m_window->setModelForm(form);
        m_window->perform(Command::OpenModel, false);
        auto* files = m_window->findChild<QFileDialog*>();
        QVERIFY(files);
        QVERIFY2(files->nameFilters().front().contains("*.txt"),
                 qPrintable(files->nameFilters().front()));
        files->selectFile(text.fileName());
        static_cast<QDialog*>(files)->accept();
        auto* dialog = child<NewModelDialog>();
        QVERIFY(dialog);
        QCOMPARE(dialog->request().task, std::string("text"));
        QCOMPARE(dialog->request().file, text.fileName().toStdString());
    }
};

} // namespace gf::tst_window_example

#include "tests/entry.h"
GF_TEST(tst_window_example, TestWindowExample)
#include "tst_window_example.moc"
