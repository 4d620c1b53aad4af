// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/error.h"
#include "tests/ui/small_attention.h"
#include "ui/figure/figure.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/figure/paper.h"
#include "ui/figure/svg_canvas.h"
#include "ui/figure/tikz_canvas.h"
#include "ui/figure/wrapped.h"
#include "ui/language/language.h"
#include "ui/language/wording.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QMimeData>
#include <QPalette>
#include <QTemporaryDir>
#include <QTest>

#include <QXmlStreamReader>
#include <cmath>
#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace gf::tst_figure {

namespace {

struct Parsed {
    int cells = 0;
    QHash<QString, int> classes; ///< of rectangles and paths
    QStringList texts;
    QList<QImage> images;
    QString width;
    QString viewBox;
    bool wellFormed = false;
};

Parsed parse(const QByteArray& svg) {
    Parsed parsed;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto attributes = xml.attributes();
        if (xml.name() == QString("svg")) {
            parsed.width = attributes.value("width").toString();
            parsed.viewBox = attributes.value("viewBox").toString();
        } else if (xml.name() == QString("rect") || xml.name() == QString("path")) {
            const QString kind = attributes.value("class").toString();
            ++parsed.classes[kind];
            if (kind == "cell")
                ++parsed.cells;
        } else if (xml.name() == QString("image")) {
            const QByteArray href = attributes.value("href").toLatin1();
            parsed.images << QImage::fromData(
                QByteArray::fromBase64(href.mid(href.indexOf(',') + 1)));
        } else if (xml.name() == QString("text")) {
            parsed.texts << xml.readElementText();
        }
    }
    parsed.wellFormed = !xml.hasError();
    return parsed;
}

Paper paperOf(const Paper::Preset& preset) {
    Paper paper;
    paper.millimetres = preset.millimetres;
    paper.points = preset.points;
    paper.highest = preset.highest;
    return paper;
}

/// Of a figure as it is without paper.
QByteArray bytesOf(const Figure& figure, FigureFormat format) {
    return paperBytes(onPaper(figure, {}), format, unitsPerInch);
}

QByteArray svgOf(const Figure& figure) {
    return bytesOf(figure, FigureFormat::Svg);
}

} // namespace

class FigureTest : public QObject {
    Q_OBJECT

    Trace m_trace = smallAttention(4, 7, true, 2);

    Figure figureOf(const char* stage, int heads = 1) const {
        Figure figure;
        for (int head = 0; head < heads; ++head) {
            figure.panels.push_back(heatmapOf(m_trace, attentionNode(m_trace, stage), head));
            figure.panels.back().title = QString("head %1").arg(head + 1);
        }
        figure.caption = "date · step 1240 · decoder.0.self_attn.weights · a < b & c";
        return figure;
    }

    static QString sentenceOf(const std::function<void()>& action) {
        try {
            action();
        } catch (const Error& error) {
            return translated(error.sentence());
        }
        return {};
    }

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void labels_areThereForOneTokenToo() {
        for (const Index tokens : {1, 2, 3})
            for (const int heads : {1, 4, 12}) {
                const Trace trace = smallAttention(heads, tokens, true, 0);
                Figure figure;
                for (int head = 0; head < heads; ++head)
                    figure.panels.push_back(
                        heatmapOf(trace, attentionNode(trace, "weights"), head));
                const QString key = figure.panels.front().columnLabels.front();
                const auto labelsIn = [&](const QByteArray& svg) {
                    return parse(svg).texts.count(key);
                };
                QVERIFY(labelsIn(svgOf(figure)) >= heads);
                if (heads > 4 || heads * tokens > 4)
                    continue; // on narrow paper words are shortened, and left out at last
                for (const Paper::Preset& preset : Paper::presets()) {
                    const PaperDrawing drawing = onPaper(figure, paperOf(preset));
                    QVERIFY(labelsIn(paperBytes(drawing, FigureFormat::Svg, 300)) >= heads);
                }
            }
    }

    /// On narrow paper the heads of a step share them.
    void labels_standAtTheOuterHeadsWhereEachHasNoRoom() {
        for (const Index tokens : {3, 8}) {
            const Trace trace = smallAttention(12, tokens, true, 0);
            Figure figure;
            for (int head = 0; head < 12; ++head) {
                figure.panels.push_back(heatmapOf(trace, attentionNode(trace, "weights"), head));
                figure.panels.back().title = QString("head %1").arg(head + 1);
            }
            const Paper paper = paperOf(Paper::presets().front());
            const PaperDrawing drawing = onPaper(figure, paper);
            QVERIFY(drawing.millimetres().height() <= paper.highest + 1e-6);
            const Parsed svg = parse(paperBytes(drawing, FigureFormat::Svg, 300));
            QCOMPARE(svg.cells, 12 * tokens * tokens);
            QVERIFY(svg.texts.contains("head 12"));
            for (const QString& key : figure.panels.front().columnLabels)
                QVERIFY2(svg.texts.contains(key), qPrintable(key));
        }
    }

    void wrapped_breaksAtSpacesAndAtHyphensWithinWords() {
        const auto letters = [](const QString& piece) { return double(piece.size()); };
        QCOMPARE(wrapped("", 9, letters), QStringList{""});
        QCOMPARE(wrapped("one two three", 7, letters), QStringList({"one two", "three"}));
        QCOMPARE(wrapped("one self-attention", 8, letters),
                 QStringList({"one", "self-", "attention"})); // too long for any line
        QCOMPARE(wrapped("from -4 to -2", 6, letters), QStringList({"from", "-4 to", "-2"}));
        QCOMPARE(wrapped("Auf\u00ADmerk\u00ADsam", 8, letters), QStringList({"Aufmerk-", "sam"}));
        QCOMPARE(wrapped("Auf\u00ADmerk\u00ADsam", 12, letters), QStringList{"Aufmerksam"});
    }

    void figureSvg_hasOneRectanglePerCellAndRealText() {
        const Parsed svg = parse(svgOf(figureOf("masked")));
        QVERIFY(svg.wellFormed);
        QCOMPARE(svg.cells, 7 * 7);
        QCOMPARE(svg.texts.count("<sos>"),
                 2); // a column, and a row, which says what it writes, too
        QCOMPARE(svg.texts.count(QString::fromUtf8("→")), 4);
        QCOMPARE(svg.texts.count("<pad>"), 4);
        QCOMPARE(svg.texts.count("m"), 3);
        QVERIFY(svg.texts.contains(QString::fromUtf8("reads → writes")));
        QVERIFY(svg.texts.contains("key"));
        QVERIFY(svg.texts.contains("head 1"));
        QVERIFY(svg.texts.join(' ').contains("a < b & c"));
        QCOMPARE(svg.classes.value("hatch-causal"), 1);
        QCOMPARE(svg.classes.value("hatch-padding"), 1);
        QVERIFY(svg.texts.contains("hidden by the causal mask"));
        QVERIFY(svg.texts.contains("hidden by the padding mask"));
        QCOMPARE(svg.texts.count("future"), 1);
        QVERIFY(svg.classes.value("bar") > 10);
        // The first cell is seen by its row alone: its number stands in it.
        const float first = figureOf("masked").panels[0].at(0, 0);
        QVERIFY(svg.texts.contains(QString::number(first, 'f', 2).replace('-', QChar(0x2212))));
    }

    void hatch_runsOnFromRowToRow() {
        const auto linesOver = [](Index rows) {
            HeatmapData data;
            data.rows = data.columns = 48;
            data.values.assign(48 * 48, 1);
            data.hidden.assign(48 * 48, Hidden::No);
            std::fill_n(data.hidden.begin(), rows * 48, Hidden::Causal);
            HeatmapLayout layout; // of cells that touch
            layout.bounds = layout.cells = QRectF(0, 0, 480, 480);
            layout.rows = layout.columns = 48;
            layout.cellWidth = layout.cellHeight = 10;
            SvgCanvas canvas(layout.bounds.size(), layout.bounds.size(), QFont(), QString());
            drawHeatmap(canvas, data, layout, {Theme::light(), QFont()});
            const QByteArray svg = canvas.finish();
            const auto kind = svg.indexOf("\"hatch-causal\"");
            const auto from = svg.lastIndexOf('<', kind);
            return svg.mid(from, svg.indexOf('>', kind) - from).count('M');
        };
        // Another row only adds the lines that leave it at its side.
        QVERIFY(linesOver(1) > 40);
        QVERIFY2(linesOver(40) < 3 * linesOver(1), qPrintable(QString::number(linesOver(40))));
    }

    /// Nothing but the axes' names says what rows and columns of a low matrix are.
    void matrixOnPaper_namesItsAxesAndSaysWhetherNumbersFit() {
        const Trace wide = smallAttention(4, 64, false, 1);
        Figure figure;
        figure.panels = {heatmapOf(wide, attentionNode(wide, "weights"), 0)};
        HeatmapData& panel = figure.panels.front();
        panel.rows = 9;
        panel.values.resize(static_cast<std::size_t>(panel.rows * panel.columns));
        panel.hidden.clear();
        panel.rowLabels = panel.rowLabels.mid(0, 9);
        const PaperDrawing low = onPaper(figure, Paper());
        QVERIFY(!low.fitsValues);
        const Parsed svg = parse(paperBytes(low, FigureFormat::Svg, unitsPerInch));
        QVERIFY2(svg.texts.contains(panel.columnTitle), qPrintable(svg.texts.join('|')));
        Paper bare;
        bare.values = false;
        QVERIFY(onPaper(figureOf("weights"), bare).fitsValues);
        QVERIFY(onPaper(figureOf("weights"), Paper()).fitsValues);
    }

    /// Two words that only their middles tell apart are not both "tra…ion".
    void shortenedLabels_stayDifferent() {
        Figure figure = figureOf("weights");
        HeatmapData& panel = figure.panels.front();
        panel.rowPairs = false;
        for (int i = 0; i < panel.rowLabels.size(); ++i)
            panel.rowLabels[i] = QStringLiteral("transformation%1oftransformations").arg(i);
        Paper narrow;
        narrow.millimetres = 60;
        const Parsed svg = parse(paperBytes(onPaper(figure, narrow), FigureFormat::Svg, 96));
        QStringList labels;
        for (const QString& text : svg.texts)
            if (text.contains(QChar(0x2026)))
                labels << text;
        QVERIFY(labels.size() >= panel.rowLabels.size());
        QVERIFY2(labels.removeDuplicates() == 0, qPrintable(labels.join('|')));
    }

    void figureSvg_showsAllHeads() {
        const Parsed svg = parse(svgOf(figureOf("weights", 4)));
        QCOMPARE(svg.cells, 4 * 7 * 7);
        for (int head = 1; head <= 4; ++head)
            QVERIFY(svg.texts.contains(QString("head %1").arg(head)));
    }

    void figureSvg_keepsSmallCellsAsRectangles() {
        const Trace trace = smallAttention(1, 96, true, 0);
        Figure figure;
        figure.panels.push_back(heatmapOf(trace, attentionNode(trace, "weights")));
        QCOMPARE(parse(svgOf(figure)).cells, 96 * 96);
    }

    void figureSvg_drawsTooManyCellsAsOneExactPicture() {
        Figure figure;
        HeatmapData& data = figure.panels.emplace_back();
        data.rows = data.columns = 320;
        for (int i = 0; i < 320 * 320; ++i)
            data.values.push_back(static_cast<float>(std::sin(i * 0.37)));
        const Parsed svg = parse(svgOf(figure));
        QCOMPARE(svg.cells, 0);
        QCOMPARE(svg.images.size(), 1);
        QVERIFY(svg.texts.contains("300")); // what is written stays text
        const QImage& picture = svg.images[0];
        QCOMPARE(picture.size(), QSize(960, 960));
        for (int row = 0; row < 320; row += 7)
            for (int column = 0; column < 320; column += 3)
                QCOMPARE(QColor(picture.pixel(3 * column + 1, 3 * row + 1)),
                         colourFor(data.at(row, column), data.colourRange(), data.scale,
                                   Theme::light()));
    }

    void figure_isWhite() {
        const Figure figure = figureOf("weights");
        QCOMPARE(paperImage(onPaper(figure, {}), 96).pixelColor(1, 1), QColor(Qt::white));
        // Nothing comes from the palette of the window.
        const QByteArray before = svgOf(figure);
        const QPalette palette = QGuiApplication::palette();
        QGuiApplication::setPalette(Theme::dark().palette());
        const QByteArray after = svgOf(figure);
        QGuiApplication::setPalette(palette);
        QCOMPARE(after, before);
    }

    void figurePdf_isOnePageOfVectorsWithItsFont() {
        const QByteArray pdf = bytesOf(figureOf("weights"), FigureFormat::Pdf);
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.contains("/FontFile2"));
        QVERIFY(!pdf.contains("/Subtype /Image"));
        QCOMPARE(pdf.count("/Type /Page\n"), 1);
    }

    void copyOf_givesAPictureTheDrawingAndTheNumbers() {
        const NumberTable table{
            std::make_shared<const Tensor>(Shape{2, 2}, std::vector<float>{1, -0.5F, 0, 3}),
            {"a", "b"},
            {"c", "d"}};
        const auto mime = copyOf(onPaper(figureOf("weights"), {}), 96, table);
        QVERIFY(mime->hasImage());
        QCOMPARE(parse(mime->data("image/svg+xml")).cells, 49);
        QCOMPARE(mime->text(), QStringLiteral("\tc\td\na\t1\t-0.5\nb\t0\t3\n"));
        QVERIFY(mime->html().contains("<th>a</th><td>1</td><td>-0.5</td>"));
        const auto bare = copyOf(onPaper(figureOf("weights"), {}), 96, table.withoutWords());
        QCOMPARE(bare->text(), QStringLiteral("1\t-0.5\n0\t3\n"));
        QVERIFY(!copyOf(onPaper(figureOf("weights"), {}), 96, {})->hasText());
    }

    void copiedTable_keepsHostileTokensAsText() {
        const Tokens words{
            "=1+1", "+x",    "@SUM(A1)", "a\tb", "a\nb", "a\rb", "<script>alert(1)</script>",
            "\"",   "&amp;", "-2"};
        const auto count = static_cast<Index>(words.size());
        const NumberTable table{std::make_shared<const Tensor>(Shape{count, count}), words, words};
        const QString text = tabbedText(table);
        QCOMPARE(text.count('\n'), count + 1);
        for (const QString& line : text.split('\n', Qt::SkipEmptyParts))
            QCOMPARE(line.count('\t'), count);
        QVERIFY(!text.contains('\r'));
        for (const char* computed : {"'=1+1", "'+x", "'@SUM(A1)"})
            QVERIFY2(text.contains(computed), computed);
        QVERIFY(text.contains("\t-2\t") || text.contains("\t-2\n")); // is what it looks like
        const QString html = htmlTable(table);
        QCOMPARE(html.count("<tr>"), count + 1);
        QCOMPARE(html.count("<th>"), 2 * count + 1);
        QVERIFY(!html.contains("<script"));
        QVERIFY(html.contains("&lt;script&gt;"));
        QVERIFY(html.contains("&amp;amp;"));
        QXmlStreamReader xml(html);
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }

    void copiedTable_takesNonFiniteNumbersAndLargeTables() {
        const NumberTable odd{
            std::make_shared<const Tensor>(Shape{1, 3}, std::vector<float>{-INFINITY, NAN, 1e-30F}),
            {},
            {}};
        QCOMPARE(tabbedText(odd), QStringLiteral("-inf\tnan\t1e-30\n"));
        QMimeData mime;
        addTable(mime, {std::make_shared<const Tensor>(Shape{300, 300}), {}, {}});
        QCOMPARE(mime.text().count('\n'), 300);
        QVERIFY(!mime.hasHtml()); // programs would lay it out first
    }

    void onPaper_hasTheWidthInMillimetres_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("points");
        QTest::newRow("one column") << 85.0 << 7.0;
        QTest::newRow("both columns") << 175.0 << 8.0;
        QTest::newRow("a slide") << 300.0 << 16.0;
        QTest::newRow("odd") << 123.4 << 9.5;
    }
    void onPaper_hasTheWidthInMillimetres() {
        QFETCH(double, width);
        QFETCH(double, points);
        Paper paper;
        paper.millimetres = width;
        paper.points = points;
        paper.dpi = 200;
        for (const Figure& figure : {figureOf("weights"), figureOf("weights", 4)}) {
            const PaperDrawing drawing = onPaper(figure, paper);
            QVERIFY(std::abs(drawing.millimetres().width() - width) < 1e-6);
            QVERIFY(drawing.millimetres().height() <= paper.highest + 1e-6);
            const QImage image = paperImage(drawing, paper.dpi);
            QCOMPARE(image.width(), qRound(width / 25.4 * paper.dpi));
            QVERIFY(std::abs(image.dotsPerMeterX() - paper.dpi / 0.0254) <= 1);
            const QByteArray svg = paperBytes(drawing, FigureFormat::Svg, paper.dpi);
            const Parsed parsed = parse(svg);
            QVERIFY(parsed.wellFormed);
            QVERIFY2(parsed.width.endsWith("mm"), qPrintable(parsed.width));
            QVERIFY(std::abs(parsed.width.chopped(2).toDouble() - width) < 0.01);
            const QByteArray pdf = paperBytes(drawing, FigureFormat::Pdf, paper.dpi);
            const qsizetype box = pdf.indexOf("/MediaBox [0 0 ") + 15;
            const double points72 = pdf.mid(box, pdf.indexOf(' ', box) - box).toDouble();
            QVERIFY(std::abs(points72 * 25.4 / 72 - width) < 0.001);
            // A label of the drawing has the size that was asked for.
            const double units = parsed.viewBox.section(' ', 2, 2).toDouble();
            const double inUnits = width / 25.4 * 72 / units * figureLetters;
            QVERIFY2(std::abs(inUnits - points) < 0.01, qPrintable(QString::number(inUnits)));
        }
    }

    void onPaper_usesTheChosenValuesFontAndCaption() {
        Figure figure = figureOf("weights");
        Paper paper;
        paper.points = 7;
        paper.caption = "my own words";
        const auto texts = [&] {
            return parse(paperBytes(onPaper(figure, paper), FigureFormat::Svg, 96)).texts;
        };
        const auto with = texts();
        QVERIFY(with.contains("my own words"));
        paper.values = false;
        QVERIFY(texts().size() < with.size() - 20);
        paper.family = "Courier of nowhere";
        QVERIFY(onPaper(figure, paper).font.families().contains("Courier of nowhere"));
    }

    void onPaper_saysTheWidthThatItsLettersNeed() {
        Paper paper;
        paper.points = 40;
        paper.millimetres = 60;
        const QString sentence = sentenceOf([&] { onPaper(figureOf("weights"), paper); });
        const int needed = sentence.section("at least ", 1).section(' ', 0, 0).toInt();
        QVERIFY2(needed > 60, qPrintable(sentence));
        paper.millimetres = needed;
        onPaper(figureOf("weights"), paper);
    }

    void figureTikz_drawsEachCellAndWord() {
        const Figure figure = figureOf("weights");
        const QByteArray tikz = bytesOf(figure, FigureFormat::Tikz);
        QVERIFY(tikz.contains("\\documentclass[tikz]{standalone}"));
        QVERIFY(tikz.count("\\path[fill=") >= 7 * 7);
        for (const QString& word : parse(svgOf(figure)).texts)
            if (!word.isEmpty())
                QVERIFY2(tikz.contains(" {" + latexOf(word) + "};"), qPrintable(word));
        QCOMPARE(tikz.count('{'), tikz.count('}'));
        const QString many = sentenceOf([] {
            Figure large;
            HeatmapData& data = large.panels.emplace_back();
            data.rows = data.columns = 320;
            data.values.assign(320 * 320, 1);
            bytesOf(large, FigureFormat::Tikz);
        });
        QVERIFY2(many.contains("PDF"), qPrintable(many));
    }

    /// Whatever a token holds, it is set and no command.
    void latex_isTheTextAndNoCommand() {
        QCOMPARE(latexOf("\\input{x}"), QByteArray("\\textbackslash{}input\\{x\\}"));
        QCOMPARE(latexOf("50 % & #1_a^2~$"),
                 QByteArray("50 \\% \\& \\#1\\_a\\textasciicircum{}2\\textasciitilde{}\\$"));
        QCOMPARE(latexOf("--"), QByteArray("{-}{-}")); // no dash
        QCOMPARE(latexOf(QString("<sos>→") + QChar('\n')),
                 QByteArray("\\textless{}sos\\textgreater{}$\\to$"));
    }

    void saveBytes_writesExactlyTheBytes() {
        const QTemporaryDir folder;
        const Figure figure = figureOf("weights");
        for (const auto& [name, format] : {std::pair("a.png", FigureFormat::Png),
                                           {"a.svg", FigureFormat::Svg},
                                           {"a.pdf", FigureFormat::Pdf},
                                           {"a.tikz", FigureFormat::Tikz}}) {
            const QString path = folder.filePath(name);
            saveBytes(path, bytesOf(figure, format));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            QVERIFY(bytes.size() > 1000);
            if (format != FigureFormat::Pdf) // which has the date in it
                QCOMPARE(bytes, bytesOf(figure, format));
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 4);
    }

    void saveBytes_saysWhereItCannotWrite() {
        const QTemporaryDir folder;
        const QString missing = folder.filePath("no/such/folder/a.svg");
        const QString sentence = sentenceOf([&] { saveBytes(missing, "x"); });
        QVERIFY2(sentence.contains(missing), qPrintable(sentence));
        QVERIFY(!sentenceOf([&] { saveBytes(folder.path(), "x"); }).isEmpty());
    }

    void saveBytes_failsInTheLanguageOfTheWindow() {
        const QTemporaryDir folder;
        const QString missing = folder.filePath("no/such/folder/a.svg");
        applyLanguage(*QCoreApplication::instance(), Language::German);
        const QString german = sentenceOf([&] { saveBytes(missing, "x"); });
        applyLanguage(*QCoreApplication::instance(), Language::English);
        QVERIFY2(german.startsWith("„" + missing + "“ lässt sich nicht schreiben"),
                 qPrintable(german));
        QVERIFY2(!german.contains("Choose"), qPrintable(german));
    }

    void saveBytes_keepsTheOwnerOfAReplacedFile() {
        if (::geteuid() != 0)
            QSKIP("only root may give files away");
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.png");
        saveBytes(path, "old");
        QCOMPARE(::chown(qPrintable(path), 1234, 4321), 0);
        saveBytes(path, "new");
        QCOMPARE(QFileInfo(path).ownerId(), 1234U);
        QCOMPARE(QFileInfo(path).groupId(), 4321U);
    }

    void saveBytes_keepsTheOldFileWhenTheDiskIsFull() {
        // A limit on the size of files fails a write in the middle as a full disk does.
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.png");
        saveBytes(path, "old");
        const auto before = ::signal(SIGXFSZ, SIG_IGN);
        rlimit limit{};
        ::getrlimit(RLIMIT_FSIZE, &limit);
        const rlimit small{.rlim_cur = 10'000, .rlim_max = limit.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const QString sentence = sentenceOf([&] { saveBytes(path, QByteArray(100'000, 'x')); });
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::signal(SIGXFSZ, before);
        QVERIFY2(sentence.contains(path) && sentence.contains("too large"), qPrintable(sentence));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("old"));
    }

    void paperImage_refusesImpossibleSizes() {
        PaperDrawing drawing = onPaper(figureOf("weights"), {});
        QVERIFY(sentenceOf([&] { paperImage(drawing, 0); }).contains("above 0"));
        drawing.size = {1e6, 1e6};
        QVERIFY(sentenceOf([&] { paperImage(drawing, 96); }).contains("too large"));
        drawing.size = {0.2, 0.2};
        QVERIFY(sentenceOf([&] { paperImage(drawing, 96); }).contains("at least 1"));
    }

    void figureFormatOf_readsTheNamesOfFormats() {
        QCOMPARE(figureFormatOf("PNG"), FigureFormat::Png);
        QCOMPARE(figureFormatOf("svg"), FigureFormat::Svg);
        QCOMPARE(figureFormatOf("pdf"), FigureFormat::Pdf);
        QVERIFY(!figureFormatOf("gif"));
    }

    void emptyFigure_isStillDrawn() {
        QVERIFY(!paperImage(onPaper(Figure(), {}), 96).isNull());
        QCOMPARE(parse(svgOf({})).cells, 0);
    }
};

} // namespace gf::tst_figure

// As the command line does: no widgets.
int tst_figure(int argc, char** argv) {
    const QGuiApplication application(argc, argv);
    gf::tst_figure::FigureTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_figure.moc"
