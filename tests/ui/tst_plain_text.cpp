// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a person, a file or a model are shown letter by letter wherever they come out: no file
// is read for them, and no window grows without end.
#include "fresh_window.h"
#include "stage_fixture.h"
#include "tests/core/whole_lists.h"
#include "ui/batch/batch_bar.h"
#include "ui/batch/example_cards.h"
#include "ui/controls/problem_label.h"
#include "ui/example/example_bar.h"
#include "ui/example/token_bars.h"
#include "ui/explain/explain_panel.h"
#include "ui/figure/figure.h"
#include "ui/figure/heatmap_view.h"
#include "ui/generation/beam_tree.h"
#include "ui/generation/generation_view.h"
#include "ui/language/plain_text.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"
#include "ui/whatif/what_if_panel.h"
#include "ui/whatif/what_if_strip.h"
#include "ui/window/banner.h"
#include "ui/window/figures.h"
#include "warnings.h"

#include <QAction>
#include <QFile>
#include <QHelpEvent>
#include <QLabel>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolTip>

#include <array>
#include <cerrno>
#include <sys/inotify.h>
#include <unistd.h>

namespace gf::tst_plain_text {

namespace {

/// A picture as a document would fetch it, and a watch that tells who opens it.
class Bait {
public:
    Bait() : m_watch(::inotify_init1(IN_NONBLOCK)) {
        QImage picture(8, 8, QImage::Format_RGB32);
        picture.fill(Qt::red);
        m_saved = picture.save(path());
        m_saved &= ::inotify_add_watch(m_watch, QFile::encodeName(path()), IN_OPEN) >= 0;
    }
    ~Bait() { ::close(m_watch); }
    Bait(const Bait&) = delete;
    Bait& operator=(const Bait&) = delete;

    QString path() const { return m_folder.filePath("picture.png"); }
    bool isUntouched() const {
        std::array<char, 4096> events{};
        return m_saved && ::read(m_watch, events.data(), events.size()) < 0 && errno == EAGAIN;
    }

private:
    QTemporaryDir m_folder;
    int m_watch;
    bool m_saved = false;
};

/// What a vocabulary may hold, and what a model may write.
QStringList hostileWords(const QString& path) {
    const QString image = QStringLiteral("<img src=\"%1\">").arg(path);
    QString stacked = QStringLiteral("e");
    for (int i = 0; i < 300; ++i)
        stacked += QChar(0x0301);
    return {image,
            "the " + image + " end",
            "<s>",
            "<a href=\"file://" + path + "\">here</a>",
            "<?xml version=\"1.0\"?>" + image,
            "&lt;b&gt; " + image,
            "![picture](" + path + ")",
            QStringLiteral("one\ntwo\r\n\ttab"),
            QStringLiteral("\u202Eright to left\u202C"),
            QStringLiteral("שלום عالم"),
            stacked,
            QString(10000, QLatin1Char('w')),
            QStringLiteral("word ").repeated(2000),
            QString(QChar(0xD800)) + QStringLiteral("half") + QString(QChar(0xDC00)),
            QString::fromUtf8("\xff\xfe broken \xc3"),
            QString(QChar(0)) + QStringLiteral("nul\x1b[31m\x7f"),
            QStringLiteral("%1 %2 %n %L1"),
            QStringLiteral("a & b && c")};
}

/// Whether Qt would follow a picture that the text names.
bool fetches(const QString& text) {
    return Qt::mightBeRichText(text) && text.contains("<img");
}

} // namespace

class TestPlainText : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Bait> m_bait;

    QString fetched() const {
        QFETCH(int, word);
        return hostileWords(m_bait->path())[word];
    }
    /// Each of them, or in the usual list one of `share`.
    void addWords(std::size_t share = 1) const {
        QTest::addColumn<int>("word");
        const QStringList names{"image",    "image in words", "sentence sign", "link",
                                "document", "entity",         "markdown",      "lines",
                                "override", "right to left",  "stacked",       "long word",
                                "long",     "half a letter",  "broken",        "control",
                                "places",   "ampersand"};
        for (int i = 0; i < names.size(); ++i)
            if (test::isTried(static_cast<std::size_t>(i), share))
                QTest::newRow(qPrintable(names[i])) << i;
    }
    /// The tool tip at a place of a widget, shown.
    static QString tipAt(QWidget* widget, const QPoint& place) {
        QToolTip::hideText();
        QHelpEvent help(QEvent::ToolTip, place, widget->mapToGlobal(place));
        QCoreApplication::sendEvent(widget, &help);
        return QToolTip::text();
    }
    /// What holds for every widget, whatever it was told.
    void check(QWidget& widget, const QSize& before = {}) const {
        widget.ensurePolished();
        widget.grab();
        for (const auto* label : widget.findChildren<QLabel*>()) {
            const bool document =
                label->textFormat() == Qt::RichText ||
                (label->textFormat() == Qt::AutoText && Qt::mightBeRichText(label->text()));
            QVERIFY2(!document || !label->text().contains("<img"), qPrintable(label->text()));
            QVERIFY2(label->minimumSizeHint().width() < 2000 || label->minimumWidth() > 0,
                     qPrintable(label->objectName() + label->text().left(80)));
        }
        for (QWidget* child : widget.findChildren<QWidget*>())
            if (!child->toolTip().isEmpty()) {
                const QString tip = tipAt(child, child->rect().center());
                QVERIFY2(!fetches(tip), qPrintable(tip.left(200)));
            }
        QToolTip::hideText();
        QVERIFY2(m_bait->isUntouched(), "a file was read");
        const QSize least = widget.minimumSizeHint();
        QVERIFY2(least.width() < 2000 && least.height() < 1500,
                 qPrintable(QStringLiteral("%1 × %2").arg(least.width()).arg(least.height())));
        if (!before.isEmpty())
            QVERIFY2(
                least.width() <= before.width() + 40,
                qPrintable(QStringLiteral("from %1 to %2").arg(before.width()).arg(least.width())));
    }

    static std::shared_ptr<const Trace> traceWith(const std::string& word) {
        ModelConfig model = test::smallModel();
        model.layers = 1;
        auto trace = std::make_shared<Trace>(*test::makeTrace(model));
        for (Tokens* tokens : {&trace->sourceTokens, &trace->targetTokens, &trace->labels})
            for (std::string& token : *tokens)
                token = word;
        trace->sourceVocabulary = trace->targetVocabulary = std::make_shared<Tokens>(12, word);
        trace->model = word + " · encoder-decoder";
        return trace;
    }

    /// Walks through some steps in every view; how narrow the window can be at most.
    int widthWithVocabulary(MainWindow& window, const std::string& word) const {
        const auto trace = traceWith(word);
        window.showNews(news::Traced{trace});
        int width = 0;
        for (const char* name :
             {"encoder.0.self_attn.weights", "source.embedded", "logits", "loss", "token_loss",
              "encoder.0.norm1.output", "encoder.0.self_attn.heads", "decoder.0.residual1"}) {
            Focus focus;
            focus.step = QLatin1String(name);
            window.focus()->set(focus);
            window.focus()->pin(0, 1);
            window.findChild<ExplainPanel*>()->refresh();
            window.grab();
            width = std::max(width, window.minimumSizeHint().width());
            const NodeId node = trace->graph->find(name);
            for (const Station* station : stationsFor(*trace->graph, (*trace->graph)[node])) {
                StationView view;
                view.resize(700, 500);
                view.show(station, trace, node, focus, {});
                view.grab();
                for (const StationPicture::HitRegion& region : view.picture().hitRegions)
                    if (fetches(tipAt(&view, region.area.center().toPoint())))
                        QTest::qFail(station->id, __FILE__, __LINE__);
            }
            const auto figure = matrixFigure(*trace, focus);
            for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Png})
                if (paperBytes(onPaper(figure->figure, {}), format, 96).contains("<img"))
                    QTest::qFail(name, __FILE__, __LINE__);
        }
        return width;
    }

    /// Tells the window all that a session tells with words in it.
    int widthWithRun(MainWindow& window, const QString& word) const {
        RunInfo run;
        run.name = run.task = run.backend = run.file = word;
        const std::string text = word.toStdString();
        run.tasks = {{text, text, false}, {"file", text, true}};
        run.exampleSource = run.exampleTarget = word;
        window.showNews(run);
        window.showNews(DeviceList{
            {{text, text, {}}, {"opencl:0", "opencl", text, 0, DeviceFault::Failed, text}}, true});
        window.showNews(news::Traced{test::makeTrace(test::smallModel())});
        window.showNews(Prediction{word.toStdString(), {word.toStdString()}, {1.0}, true, true});
        window.showNews(ExampleProblems{word, word, word});
        int width = 0;
        const auto look = [&] {
            check(window);
            width = std::max(width, window.minimumSizeHint().width());
        };
        window.showNews(news::Notice{word});
        look();
        window.showNews(news::Failure{word});
        look();
        window.showNews(Diverged{3, word, 2});
        look();
        window.showNews(news::Saved{word});
        look();
        return width;
    }

private slots:
    /// A tip covers no matrix where the screen has room beside it.
    void tip_standsBesideWhatItIsAbout() {
        const QRect screen(0, 0, 1024, 640);
        const QSize tip(240, 80);
        const auto placed = [&](const QPoint& pointer, const QRect& clear) {
            return QRect(placeOfTip(pointer, tip, clear, screen) + QPoint(0, 20), tip);
        };
        const QRect matrix(300, 150, 420, 300);
        for (const QPoint pointer : {QPoint(310, 160), QPoint(700, 300), QPoint(500, 440)}) {
            QVERIFY(!placed(pointer, matrix).intersects(matrix));
            QVERIFY(screen.contains(placed(pointer, matrix)));
        }
        QVERIFY(placed({500, 440}, matrix).top() > matrix.bottom()); // the nearest side
        QCOMPARE(placeOfTip({500, 300}, tip, screen, screen), QPoint(500, 300));
    }

    void oneLine_writesInvisibleCharactersAsTheirCode() {
        const QString family = QString::fromUtf8("👩‍👩‍👧");
        QCOMPARE(oneLine(QString(QChar(0x200B)) + 'a' + QChar(0x200F)),
                 QStringLiteral("\\u200ba\\u200f"));
        QCOMPARE(oneLine(family), family); // its joiners are part of it
    }

    void oneLine_cutsNoCharacterInTwo() {
        const QString accents = 'e' + QString(QChar(0x301)).repeated(3);
        QCOMPARE(oneLine("abc" + accents + "def", 5), QStringLiteral("abc…"));
        QCOMPARE(oneLine("abc" + accents, 7), QString("abc" + accents));
    }

    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }
    void init() {
        failOnQtWarnings();
        m_bait = std::make_unique<Bait>();
        QVERIFY(m_bait->isUntouched());
    }
    void cleanup() { QToolTip::hideText(); }

    void plainTip_showsMarkupAsItIsWritten_data() { addWords(); }
    void plainTip_showsMarkupAsItIsWritten() {
        const QString word = fetched();
        const QString tip = plainTip(word);
        QVERIFY(!fetches(tip));
        QVERIFY(!tip.contains("<a "));
        QLabel label;
        label.setText(tip); // as QToolTip shows it
        label.grab();
        QVERIFY(m_bait->isUntouched());
        QVERIFY(label.sizeHint().width() < 2000);
        for (const QString& line : oneLine(word).split('\n'))
            QVERIFY(line.size() <= 401);
        QCOMPARE(oneLine(word).count('\n'), 0);
    }

    void plainTip_leavesOrdinaryTextsAsTheyAre() {
        QCOMPARE(plainTip("loss <eos> 1 < 2\nsecond line"),
                 QStringLiteral("loss <eos> 1 < 2\nsecond line"));
        QCOMPARE(plainTip(QString()), QString());
        QCOMPARE(oneLine("a\nb"), QStringLiteral("a⏎b"));
        QCOMPARE(oneLine("abcdef", 3), QStringLiteral("abc…"));
        QCOMPARE(oneLine(QStringLiteral("a😀b"), 2), QStringLiteral("a…"));
        QCOMPARE(oneLine(QStringLiteral("😀")), QStringLiteral("😀"));
    }

    void exampleBar_showsAnswersAsPlainText_data() { addWords(); }
    void exampleBar_showsAnswersAsPlainText() {
        const QString word = fetched();
        ExampleBar bar;
        bar.resize(900, 60);
        const QSize before = bar.minimumSizeHint();
        bar.setPrediction({word.toStdString(),
                           {word.toStdString(), word.toStdString()},
                           {0.5, 0.25},
                           true,
                           false});
        bar.setProblems({word, word, word});
        check(bar, before);
        auto* bars = bar.findChild<TokenBars*>();
        QVERIFY(!fetches(tipAt(bars, bars->barRect(0).center().toPoint())));

        GenerationView window;
        window.resize(900, 600);
        const QSize least = window.minimumSizeHint();
        for (const auto way : {GenerationSettings::Way::Greedy, GenerationSettings::Way::Sample,
                               GenerationSettings::Way::Beam}) {
            GenerationReport report;
            report.settings.way = way;
            report.prompt = QStringList{word};
            report.tokens = QStringList{word, word};
            for (int i = 0; i < 2; ++i)
                report.moments << GenerationMoment{
                    {{{0.5, 0.5, NextChoice::Cut::None}, word}}, 0, 0.5};
            report.branches = {{{-1, 0, 0.5, -1, true}, word, false, true}};
            report.found = {{{-1, -1, true}, word}};
            window.setReport(report);
            check(window, least);
            auto* tree = window.findChild<BeamTree*>();
            QVERIFY(!fetches(tipAt(tree, tree->boxOf(0).center().toPoint())));
            report.problem = word;
            window.setReport(report);
            check(window, least);
        }
        QVERIFY(m_bait->isUntouched());
    }

    void batchBarAndWhatIfStrip_showPlainText_data() { addWords(); }
    void batchBarAndWhatIfStrip_showPlainText() {
        const QString word = fetched();
        FocusModel focus;
        BatchBar batch(&focus);
        batch.resize(900, 140);
        WalkedStep walked;
        walked.active = true;
        walked.examples = {{word, word, 1, 0.5}, {QString(), word, 1, 2}};
        batch.show(walked);
        check(batch);
        auto* cards = batch.findChild<ExampleCards*>();
        for (int i = 0; i < cards->count(); ++i)
            QVERIFY(!fetches(cards->item(i)->toolTip()));

        WhatIfStrip strip({});
        strip.resize(700, 30);
        strip.show({word, word}, std::nullopt);
        check(strip);
        WhatIfPanel panel({});
        panel.resize(300, 300);
        panel.setChanges({word});
        Effect effect;
        effect.rows.push_back({0, word.toStdString(), word.toStdString(), 0, 1, 0.5, 0.25,
                               word.toStdString(), word.toStdString()});
        panel.setEffect(effect);
        check(panel);
    }

    void bannerAndProblemLabel_showPlainText_data() { addWords(); }
    void bannerAndProblemLabel_showPlainText() {
        const QString word = fetched();
        QWidget parent;
        Banner banner(&parent);
        banner.resize(700, 40);
        banner.say(Banner::Tone::Error, "'" + word + "' cannot be read");
        check(banner);
        ProblemLabel problem(&parent);
        problem.setProblem(word);
        QVERIFY(problem.textFormat() == Qt::PlainText);
        QVERIFY(!fetches(problem.toolTip()));
        check(parent);
    }

    /// Stage, map, explanation, stations and figures of a model whose every word is one of these.
    void window_showsAVocabularyAsPlainText_data() { addWords(3); }
    void window_showsAVocabularyAsPlainText() {
        const auto window = freshWindow();
        QVERIFY(window);
        const int usual = widthWithVocabulary(*window, "a");
        const int now = widthWithVocabulary(*window, fetched().toStdString());
        QVERIFY2(now <= usual + 40, qPrintable(QString::number(now)));
        check(*window);
    }

    void window_keepsItsWidthWithALongRunName_data() { addWords(3); }
    void window_keepsItsWidthWithALongRunName() {
        const auto window = freshWindow();
        QVERIFY(window);
        const int usual = widthWithRun(*window, "reverse");
        const int now = widthWithRun(*window, fetched());
        QVERIFY2(now <= usual + 40, qPrintable(QStringLiteral("%1, not %2").arg(now).arg(usual)));
    }

    void pageView_readsNoFiles() {
        PageView page;
        page.setHtml("<img src=\"" + m_bait->path() + "\"><link rel=stylesheet href=\"" +
                     m_bait->path() + "\">");
        page.grab();
        QVERIFY(m_bait->isUntouched());
        QVERIFY(!page.openLinks());
    }

    /// The bait is one: what is taken for a document does read it.
    void textBrowser_readsTheBait() {
        QTextBrowser page;
        page.setHtml("<img src=\"" + m_bait->path() + "\">");
        page.grab();
        QVERIFY(!m_bait->isUntouched());
    }
};

} // namespace gf::tst_plain_text

#include "tests/entry.h"
GF_TEST(tst_plain_text, TestPlainText)
#include "tst_plain_text.moc"
