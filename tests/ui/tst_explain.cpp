// SPDX-License-Identifier: GPL-3.0-or-later
#include "small_model.h"
#include "stage_fixture.h"

#include "core/graph/op.h"
#include "core/ops/every_op.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/explanation_text.h"
#include "ui/explain/formula_choice.h"
#include "ui/explain/formula_view.h"
#include "ui/explain/printed_number.h"
#include "ui/explain/text_block.h"
#include "ui/stations/stations.h"
#include "ui/steps/matrix.h"
#include "ui/steps/navigation.h"
#include "ui/steps/step_texts.h"
#include "ui/steps/steps.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QImage>
#include <QRegularExpression>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include <cmath>
#include <map>

namespace gf::tst_explain {

namespace {

/// A pocket calculator: reads what the panel prints and knows nothing of how it was made.
class Calculator {
public:
    static double value(const QString& text) {
        Calculator calculator(text);
        const double result = calculator.sum();
        if (calculator.m_at != calculator.m_text.size())
            qWarning("not understood: %s", qPrintable(text));
        return result;
    }

private:
    explicit Calculator(QString text) : m_text(std::move(text)) {
        // What stands for the terms left out is one number.
        static const QRegularExpression omitted(
            "… \\(\\d+ more, (?:together|the largest) ([^)]*)\\) …");
        m_text.replace(omitted, "(\\1)");
        m_text.remove(' ');
    }

    bool take(const QString& word) {
        if (!m_text.mid(m_at).startsWith(word))
            return false;
        m_at += word.size();
        return true;
    }

    double sum() {
        double total = take("−") ? -product() : product();
        for (;;) {
            if (take("+"))
                total += product();
            else if (take("−"))
                total -= product();
            else
                return total;
        }
    }

    double product() {
        double total = power();
        for (;;) {
            if (take("·"))
                total *= power();
            else if (take("/"))
                total /= power();
            else
                return total;
        }
    }

    double power() {
        const double base = atom();
        if (take("²"))
            return base * base;
        static const QString digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
        const bool minus = take("⁻");
        int exponent = 0;
        bool any = false;
        while (m_at < m_text.size() && digits.contains(m_text[m_at])) {
            exponent = exponent * 10 + int(digits.indexOf(m_text[m_at++]));
            any = true;
        }
        if (any)
            return std::pow(base, minus ? -exponent : exponent);
        return take("^") ? std::pow(base, atom()) : base;
    }

    double inBrackets() {
        const double inside = sum();
        take(")");
        return inside;
    }

    double atom() {
        if (take("max(")) {
            double largest = sum();
            while (take(","))
                largest = std::max(largest, sum());
            take(")");
            return largest;
        }
        if (take("exp("))
            return std::exp(inBrackets());
        if (take("ln("))
            return std::log(inBrackets());
        if (take("√("))
            return std::sqrt(inBrackets());
        if (take("sin("))
            return std::sin(inBrackets());
        if (take("cos("))
            return std::cos(inBrackets());
        if (take("Φ("))
            return 0.5 * std::erfc(-inBrackets() / std::sqrt(2.0));
        if (take("φ(")) {
            const double x = inBrackets();
            return std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
        }
        if (take("("))
            return inBrackets();
        if (take("∞"))
            return INFINITY;
        const qsizetype start = m_at;
        while (m_at < m_text.size() && (m_text[m_at].isDigit() || m_text[m_at] == '.') &&
               QString("0123456789.").contains(m_text[m_at]))
            ++m_at;
        if (m_at == start) {
            qWarning("no number in: %s", qPrintable(m_text.mid(start)));
            ++m_at;
        }
        return m_text.mid(start, m_at - start).toDouble();
    }

    QString m_text;
    qsizetype m_at = 0;
};

/// Half a unit in the last printed place.
double halfUnit(const QString& printed) {
    static const QRegularExpression power("·10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$");
    const qsizetype times = printed.indexOf("·10");
    const QString mantissa = times < 0 ? printed : printed.left(times);
    const qsizetype point = mantissa.indexOf('.');
    const double scale =
        times < 0 ? 1
                  : std::abs(Calculator::value(printed)) / std::abs(Calculator::value(mantissa));
    return 0.5 * scale * std::pow(10, point < 0 ? 0 : -double(mantissa.size() - point - 1));
}

Cell middleCell(const Node& node) {
    Cell cell;
    for (int i = 0; i < node.shape.rank(); ++i)
        cell.at[i] = node.shape[i] / 2;
    return cell;
}

/// Of the panel, which writes when the stage has been drawn.
QString textOf(QWidget& panel, const char* name) {
    QCoreApplication::processEvents();
    return panel.findChild<TextBlock*>(name)->html();
}

QString withoutTags(QString html) {
    static const QRegularExpression tags("<[^>]*>");
    return html.remove(tags);
}

} // namespace

class TestExplain : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(".?")); }

    /// What was written in a presentation is as small as the rest when that is over.
    void words_haveTheSizeOfThePanelsLetters() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(trace, Steps(trace->graph));
        focus.setStep("encoder.0.self_attn.weights");
        panel.show();
        QTRY_VERIFY(!textOf(panel, "explainWords").isEmpty());
        const QString before = textOf(panel, "explainWords");
        const QFont usual = panel.font();
        QFont large = usual;
        large.setPointSizeF(3 * usual.pointSizeF());
        panel.setFont(large);
        QTRY_VERIFY(textOf(panel, "explainWords") != before);
        panel.setFont(usual);
        QTRY_COMPARE(textOf(panel, "explainWords"), before);
    }

    void printNumber_roundsToItsDigits_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        QTest::newRow("fraction") << 0.31249 << 3 << "0.312";
        QTest::newRow("zero kept") << 1.1999 << 3 << "1.20";
        QTest::newRow("exact") << 0.5 << 4 << "0.5";
        QTest::newRow("whole") << 8.0 << 4 << "8";
        QTest::newRow("rounds up") << 9.996 << 3 << "10.0";
        QTest::newRow("negative") << -2.27 << 2 << "−2.3";
        QTest::newRow("tiny") << -2.41e-7 << 3 << "−2.41·10⁻⁷";
        QTest::newRow("huge") << 1.5e12 << 3 << "1.50·10¹²";
        QTest::newRow("zero") << 0.0 << 3 << "0";
        QTest::newRow("hidden") << double(-INFINITY) << 3 << "−∞";
        QTest::newRow("undefined") << double(NAN) << 3 << "NaN";
    }
    void printNumber_roundsToItsDigits() {
        QFETCH(double, value);
        QFETCH(int, digits);
        QTEST(printNumber(value, digits).text(), "text");
    }

    void writeExplanation_bracketsNegativeNumbers() {
        const auto read = [](NodeId, const Cell& cell) { return double(cell.at[0]) - 2; };
        const auto x = [](Index i) { return expr::operand(0, Cell{{i}}); };
        Explanation e;
        e.lines.push_back({"y", expr::sum({expr::product({x(0), x(1)}), expr::product({x(3), x(0)}),
                                           x(4) - x(1), expr::square(x(0))})});
        const ExplanationText text = writeExplanation(e, read);
        QCOMPARE(text.lines[0].plain, QString("y = −2·(−1) + 1·(−2) + 2 + 1 + (−2)² = 7"));
    }

    /// In a line that is too narrow for a product it ends after a factor.
    void writeExplanation_breaksNoNumberAtItsPoint() {
        const auto read = [](NodeId, const Cell& cell) { return -0.5595 - double(cell.at[0]); };
        const auto x = [](Index i) { return expr::operand(0, Cell{{i}}); };
        Explanation e;
        e.lines.push_back({"y", expr::product({x(0), x(1), x(2), x(3)})});
        QTextDocument document;
        document.setHtml(writeExplanation(e, read).lines[0].html);
        document.setTextWidth(
            QFontMetricsF(document.defaultFont()).horizontalAdvance("(−0.5595)·(−1"));
        document.documentLayout()->documentSize();
        const QTextBlock block = document.firstBlock();
        QVERIFY(block.layout()->lineCount() > 2);
        for (int i = 0; i + 1 < block.layout()->lineCount(); ++i) {
            const QTextLine line = block.layout()->lineAt(i);
            const QString text = block.text().mid(line.textStart(), line.textLength()).trimmed();
            QVERIFY2(!text.back().isDigit() && text.back() != '.', qPrintable(text));
        }
    }

    void writeExplanation_shortensLongSumsInTheMiddle() {
        const auto read = [](NodeId node, const Cell& cell) {
            return std::sin(double(cell.at[0]) + 10 * node) / 3;
        };
        std::vector<Expression> terms;
        for (Index i = 0; i < 62; ++i)
            terms.push_back(
                expr::product({expr::operand(0, Cell{{i}}), expr::operand(1, Cell{{i}})}));
        Explanation e;
        e.lines.push_back({"s", expr::sum(std::move(terms))});
        const ExplanationText text = writeExplanation(e, read);
        QVERIFY(text.lines[0].plain.contains("… (58 more, together "));
        QVERIFY(text.lines[0].plain.size() < 140);
    }

    void writeExplanation_namesTheLargestLeftOutOfAMaximum() {
        const auto read = [](NodeId, const Cell& cell) { return cell.at[0] == 9 ? 50.0 : 1.0; };
        Expression maximum;
        maximum.kind = Expression::Kind::Maximum;
        for (Index i = 0; i < 20; ++i)
            maximum.arguments.push_back(expr::operand(0, Cell{{i}}));
        Explanation e;
        e.lines.push_back({"m", maximum});
        QCOMPARE(writeExplanation(e, read).lines[0].plain,
                 QString("m = max(1, 1, 1, … (16 more, the largest 50) …, 1) = 50"));
    }

    void writeExplanation_coloursNumbersByTheirMatrix() {
        ExplanationStyle style;
        style.colourOf = [](NodeId node) { return node == 1 ? QColor("#0072B2") : QColor(); };
        Explanation e;
        e.lines.push_back({"y", expr::sum({expr::operand(1, {}), expr::operand(2, {})})});
        const auto read = [](NodeId node, const Cell&) { return double(node); };
        const QString html = writeExplanation(e, read, style).lines[0].html;
        QVERIFY(html.contains("<span style=\"color:#0072b2\">1</span> + 2"));
    }

    /// The heart of it: every op of every kind of model, forward and backward, printed, read back
    /// and computed again.
    void writeExplanation_printsArithmeticThatAddsUp_data() {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<bool>("variant");
        QTest::newRow("encoder-decoder") << int(Architecture::EncoderDecoder) << false;
        QTest::newRow("decoder, GELU, learned, bias") << int(Architecture::Decoder) << true;
        QTest::newRow("encoder") << int(Architecture::Encoder) << false;
    }
    void writeExplanation_printsArithmeticThatAddsUp() {
        QFETCH(int, architecture);
        QFETCH(bool, variant);
        ModelConfig model = test::smallModel(Architecture(architecture));
        if (variant) {
            model.activation = Activation::Gelu;
            model.positional = Positional::Learned;
            model.attentionBias = AttentionBias::All;
            model.tieEmbeddings = true;
        }
        const auto trace = test::makeTrace(model);
        int lines = 0;
        for (const Node& node : trace->graph->nodes()) {
            if (node.inputs.empty() || trace->value(node.id).empty())
                continue;
            const Cell cell = middleCell(node);
            const ExplanationText text =
                writeExplanation(trace->explain(node.id, cell), trace->reader());
            for (const ExplainedLine& line : text.lines) {
                const QStringList parts = line.plain.split(" = ");
                if (parts.size() < 3)
                    continue;
                const double computed = Calculator::value(parts[1]);
                const double printed = Calculator::value(parts[2]);
                const double tolerance = halfUnit(parts[2]) * 1.0001;
                QVERIFY2(computed == printed || std::abs(computed - printed) <= tolerance,
                         qPrintable(QString::fromStdString(node.name) + ": " + line.plain));
                ++lines;
            }
            const double value = trace->value(node.id).at(cell);
            QVERIFY2(text.recomputed == value ||
                         std::abs(text.recomputed - value) <= 2e-5 * std::max(1.0, std::abs(value)),
                     qPrintable(QString::fromStdString(node.name)));
        }
        QVERIFY(lines > 100);
    }

    void hiddenCell_saysWhichMaskHidIt() {
        const auto trace = test::makeTrace(test::smallModel(Architecture::Decoder));
        const NodeId masked = trace->graph->find("decoder.0.self_attn.masked");
        const auto sentence = [&](Index query, Index key) {
            return writeExplanation(trace->explain(masked, Cell{{0, query, key}}), trace->reader())
                .hidden;
        };
        const Index last = (*trace->graph)[masked].shape[2] - 1; // filler
        QVERIFY(sentence(1, 1).isEmpty());
        QVERIFY(sentence(1, 2).contains("causal"));
        QVERIFY(sentence(last, last).contains("padding"));
        QVERIFY(sentence(0, last).contains("both"));
    }

    void operations_haveWordsAndAFormula() {
        const StepTexts texts;
        for (int i = 0; i < int(OpKind::count_); ++i) {
            const auto name = ops::op(OpKind(i)).name();
            const QString op = QString::fromUtf8(name.data(), qsizetype(name.size()));
            QVERIFY2(texts.section(op).size() > 20, qPrintable(op));
            const bool leaf = OpKind(i) == OpKind::Input || OpKind(i) == OpKind::Parameter ||
                              OpKind(i) == OpKind::Constant;
            QVERIFY2(leaf || formulaFor({}, op, false) == op, qPrintable(op));
        }
    }

    void stations_haveWords() {
        const StepTexts texts;
        for (const Station& station : allStations()) {
            const QString section = QStringLiteral("station.") + QLatin1String(station.id);
            QVERIFY2(texts.section(section).size() > 60, qPrintable(section));
        }
    }

    void explainPanel_describesTheChosenDrawing() {
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(test::makeTrace(test::smallModel(Architecture::Decoder)));
        focus.setStep(QStringLiteral("decoder.0.self_attn.weights"));
        focus.setView(QLatin1String(matricesView));
        QTRY_VERIFY(textOf(panel, "explainDrawing").isEmpty());
        focus.setView(QStringLiteral("lines"));
        QTRY_VERIFY(withoutTags(textOf(panel, "explainDrawing")).contains("line from each query"));
    }

    void formulaFor_takesTheKindOrForGradientsTheOperation() {
        QCOMPARE(formulaFor("attn.scaled", "scale", false), QString("attn.scaled"));
        QCOMPARE(formulaFor("tokens.input", "add", false), QString("tokens.input"));
        QCOMPARE(formulaFor("ffn.hidden", "relu", false), QString("relu"));
        QCOMPARE(formulaFor("attn.scores", "matmul", true), QString("matmul"));
        QCOMPARE(formulaFor("tokens.ids", "input", false), QString());
    }

    void formulas_areDrawnAndCanBeReadAloud() {
        const QDir formulas(":/formulas");
        const QStringList files = formulas.entryList({"*.svg"}, QDir::Files) +
                                  QStringList{"de/attn.masked.svg", "de/residual.svg"};
        QVERIFY(files.size() > 55);
        for (const QString& file : files) {
            const FormulaPicture picture(file.chopped(4));
            QVERIFY2(picture.size().width() > 10 && picture.size().height() > 5, qPrintable(file));
            QVERIFY2(!picture.plain().isEmpty(), qPrintable(file));
            for (const char* mark : {"\\", "&", "·]", "text"})
                QVERIFY2(!picture.plain().contains(mark), qPrintable(picture.plain()));
        }
        FormulaView view;
        view.setFormula(formulaFor("attn.weights", "softmax", false));
        QCOMPARE(view.plain(), QString("weights = softmax((q·k^T)/(√(K)) + mask)"));
        QVERIFY(view.accessibleName().endsWith(view.plain()));
        view.resize(260, view.heightForWidth(260));
        const QImage picture = view.grab().toImage();
        bool blue = false; // the query's colour
        for (int x = 0; x < picture.width() && !blue; ++x)
            for (int y = 0; y < picture.height() && !blue; ++y) {
                const QColor c = picture.pixelColor(x, y);
                blue = c.blue() > 120 && c.red() < 60;
            }
        QVERIFY(blue);
    }

    void namedSteps_haveWordsOfTheirOwn() {
        const auto trace = test::makeTrace(test::smallModel());
        const StepTexts texts;
        const Steps steps(trace->graph);
        for (const Step& step : steps.walk(false)) {
            const QString text = texts.textFor(step.kind, QString(), false);
            if (step.kind != "ffn.hidden")
                QVERIFY2(!text.isEmpty(), qPrintable(step.step));
        }
        const auto textOf = [&](const char* name) {
            const NodeId node = trace->graph->find(name);
            const auto leaf = std::ranges::find(steps.leaves(), node, &Step::node);
            const auto step = std::ranges::find(steps.walk(false), node, &Step::node);
            return texts.textFor(leaf != steps.leaves().end() ? leaf->kind : step->kind, {}, false);
        };
        QVERIFY(textOf("decoder.1.cross_attn.scores").contains("query"));
        QVERIFY(textOf("target.input").contains("residual stream"));
        QVERIFY(textOf("source_embedding.weight").contains("table"));
        QVERIFY(texts.textFor("x", "softmax_gradient", true).contains("row"));
    }

    void scaling_isExplainedAtScoresScaledAndWeights() {
        const auto trace = test::makeTrace(test::smallModel());
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(trace);
        for (const char* part : {"scores", "scaled", "weights"}) {
            focus.setStep(QStringLiteral("decoder.0.cross_attn.") + QLatin1String(part));
            panel.refresh();
            const QString text = withoutTags(textOf(panel, "explainScores"));
            for (const char* piece : {"mean", "variance", "largest weight", "gradient", "2σ²μ·μ"})
                QVERIFY2(text.contains(QString::fromUtf8(piece)), qPrintable(text));
        }
        focus.setStep(QStringLiteral("decoder.0.cross_attn.heads"));
        panel.refresh();
        QVERIFY(textOf(panel, "explainScores").isEmpty());
    }

    void explainPanel_followsTheFocus() {
        const auto trace = test::makeTrace(test::smallModel());
        FocusModel focus;
        QWidget window; // stays without size hints, of which the offscreen platform warns
        ExplainPanel panel(&focus, &window);
        panel.resize(330, 700);
        window.show();
        panel.setTrace(trace);
        focus.setStep("encoder.0.self_attn.scores");
        QTRY_VERIFY(textOf(panel, "explainCell").contains("Point at a cell"));
        QTRY_VERIFY(withoutTags(textOf(panel, "explainWords")).contains("Every query"));
        focus.hover(1, 2);
        QTRY_VERIFY(!textOf(panel, "explainCell").contains("Point at a cell"));
        const QString cell = withoutTags(textOf(panel, "explainCell"));
        QVERIFY2(cell.contains("query 2 “e”, key 3 “a”"), qPrintable(cell));
        QVERIFY2(cell.contains("scores[2, 3] = "), qPrintable(cell));
        QVERIFY(cell.contains("in the model"));
        QTRY_VERIFY(textOf(panel, "explainStatistics").contains("standard deviation"));
        focus.setHead(1);
        QTRY_VERIFY(withoutTags(textOf(panel, "explainCell")) != cell);
    }

    void longSum_opensToAllItsTermsAndCloses() {
        const auto read = [](NodeId node, const Cell& cell) {
            return std::sin(double(cell.at[0]) + 10 * node) / 3;
        };
        std::vector<Expression> terms;
        for (Index i = 0; i < 20; ++i)
            terms.push_back(
                expr::product({expr::operand(0, Cell{{i}}), expr::operand(1, Cell{{i}})}));
        Explanation e;
        e.lines.push_back({"s", expr::sum(std::move(terms))});
        ExplanationStyle style;
        style.links = true;
        const ExplainedLine closed = writeExplanation(e, read, style).lines[0];
        QVERIFY(closed.html.contains("href=\"open:0\""));
        QVERIFY(closed.plain.contains("16 more"));
        style.opened = {0};
        const ExplainedLine opened = writeExplanation(e, read, style).lines[0];
        QVERIFY(!opened.plain.contains("more"));
        for (Index i = 0; i < 20; ++i)
            QVERIFY(opened.html.contains(QString("href=\"cell:1/%1/0/0/0\"").arg(i)));
        QVERIFY(opened.html.contains("href=\"open:0\"")); // which closes it
        const QStringList parts = opened.plain.split(" = ");
        QVERIFY(std::abs(Calculator::value(parts[1]) - Calculator::value(parts[2])) <=
                halfUnit(parts[2]) * 1.0001);
    }

    void explanationLink_readsCellsAndLinesOnly() {
        const auto cell = explanationLink("cell:3/1/2/0/0");
        QVERIFY(cell);
        QVERIFY(!cell->line);
        QCOMPARE(cell->node, NodeId(3));
        QCOMPARE(cell->cell, (Cell{{1, 2}}));
        QCOMPARE(explanationLink("open:4")->line, std::optional<std::size_t>(4));
        QCOMPARE(explanationLink("open:all")->line, std::optional(allLines));
        for (const char* other : {"", "open:", "cell:3", "cell:a/1/2/0/0", "cell:3/1/2/0/0/0",
                                  "encoder.0.self_attn.scaled", "glossary:softmax"})
            QVERIFY2(!explanationLink(other), other);
    }

    /// The number is that which the line names, in every kind of matrix.
    void cellLink_goesToItsCell_data() {
        QTest::addColumn<std::shared_ptr<const Trace>>("trace");
        QTest::newRow("encoder-decoder") << traceOf(Architecture::EncoderDecoder);
        QTest::newRow("decoder") << traceOf(Architecture::Decoder);
        for (const auto& [name, config] : otherModels())
            QTest::newRow(name) << traceOf(config);
    }
    void cellLink_goesToItsCell() {
        QFETCH(std::shared_ptr<const Trace>, trace);
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(trace);
        auto* text = panel.findChild<TextBlock*>("explainCell");
        int clicks = 0;
        for (const Node& node : trace->graph->nodes()) {
            if (node.inputs.empty() || trace->value(node.id).empty())
                continue;
            focus.set(focusOn(node, middleCell(node), {}));
            panel.refresh();
            QCOMPARE(focusedCell(node, focus.focus()), std::optional(middleCell(node)));
            static const QRegularExpression links("href=\"(cell:[^\"]*)\"");
            const auto found = links.match(text->html());
            if (!found.hasMatch())
                continue; // a number that is given, or a whole matrix of the batch
            const auto target = explanationLink(found.captured(1));
            emit text->anchorClicked(QUrl(found.captured(1)));
            const Node& there = (*trace->graph)[target->node];
            QCOMPARE(nodeOf(*trace->graph, focus.focus()), target->node);
            QVERIFY2(focusedCell(there, focus.focus()) == target->cell, there.name.c_str());
            QVERIFY(focus.focus().pinned);
            ++clicks;
        }
        QVERIFY(clicks > 30);
    }

    /// From what a head put out for one character, back to that character's row of the table.
    void headOutput_isOneClickPerOperationFromAnEmbedding() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const Graph& graph = *trace->graph;
        const NodeId table = graph.find("source_embedding.weight");
        // The operations between them: the shortest way back.
        std::map<NodeId, NodeId> next;
        std::map<NodeId, int> distance{{table, 0}};
        for (const Node& node : graph.nodes())
            for (const NodeId input : node.inputs)
                if (const auto from = distance.find(input);
                    from != distance.end() &&
                    (!distance.contains(node.id) || from->second + 1 < distance.at(node.id))) {
                    distance[node.id] = from->second + 1;
                    next[node.id] = input;
                }
        const Node& heads = graph[graph.find("encoder.0.self_attn.heads")];
        const int operations = distance.at(heads.id);
        QVERIFY(operations >= 4); // heads, v, input, embedded at least

        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(trace);
        auto* text = panel.findChild<TextBlock*>("explainCell");
        const Index character = 2; // the third token
        focus.set(focusOn(heads, Cell{{1, 0, 3}}, {}));
        for (int click = 0; click < operations; ++click) {
            panel.refresh();
            const NodeId here = nodeOf(graph, focus.focus());
            QString link; // of the next step, in the character's row
            static const QRegularExpression links("href=\"(cell:[^\"]*)\"");
            for (auto it = links.globalMatch(text->html()); it.hasNext() && link.isEmpty();) {
                const QString one = it.next().captured(1);
                const auto target = explanationLink(one);
                const Node& there = graph[target->node];
                const auto row = static_cast<std::size_t>(there.shape.rank() - 2);
                if (target->node == next.at(here) &&
                    (there.id == table || target->cell.at[row] == character))
                    link = one;
            }
            QVERIFY2(!link.isEmpty(), graph[here].name.c_str());
            emit text->anchorClicked(QUrl(link));
        }
        QCOMPARE(nodeOf(graph, focus.focus()), table);
        const float id = trace->value(graph.find("source.ids"))[character];
        QCOMPARE(focus.focus().row, Index(id));
        QVERIFY(focus.focus().pinned);
    }

    void stepLink_leadsToTheNextStep() {
        const auto trace = test::makeTrace(test::smallModel());
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(trace);
        focus.setStep("encoder.0.self_attn.scores");
        QTRY_VERIFY(textOf(panel, "explainTo").contains("href=\"encoder.0.self_attn.scaled\""));
        auto* next = panel.findChild<TextBlock*>("explainTo");
        emit next->anchorClicked(QUrl("encoder.0.self_attn.scaled"));
        QCOMPARE(focus.focus().step, QString("encoder.0.self_attn.scaled"));
        QVERIFY(!focus.focus().gradients);
        emit next->anchorClicked(QUrl("grad/encoder.0.self_attn.scores"));
        QCOMPARE(focus.focus().step, QString("encoder.0.self_attn.scores"));
        QVERIFY(focus.focus().gradients);
        emit next->anchorClicked(QUrl("no such step"));
        QCOMPARE(focus.focus().step, QString("encoder.0.self_attn.scores"));
    }

    /// A hidden key gets nothing from a uniform row either. "bead", its end and one filler; before
    /// the target stands <sos>.
    void entropy_isComparedWithUniformOverVisibleKeys() {
        const auto trace = test::makeTrace(test::smallModel());
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(trace);
        focus.setStep("encoder.0.self_attn.weights");
        QTRY_VERIFY(textOf(panel, "explainStatistics").contains("ln 5 = 1.609"));
        // ln 1, ln 2, …, ln 5 and, for the filler, ln 5 again
        focus.setStep("decoder.0.self_attn.weights");
        QTRY_VERIFY(textOf(panel, "explainStatistics").contains("1.066 (ln 1 … ln 5)"));
        focus.setStep("loss");
        QTRY_VERIFY(textOf(panel, "explainStatistics").contains("ln 12 = 2.485"));
    }

    /// "bead", its end and one filler.
    void mask_saysHowManyCellsItHides() {
        const auto filled = test::makeTrace(test::smallModel());
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(filled);
        focus.setStep("encoder.0.self_attn.masked");
        QTRY_VERIFY(textOf(panel, "explainStatistics").contains("6 of 36 cells"));
        panel.setTrace(traceOf(Architecture::EncoderDecoder));
        QTRY_VERIFY(textOf(panel, "explainStatistics").contains("no cell"));
        // The sentence breaks where the panel ends, and leaves the names of the numbers whole.
        panel.resize(220, 900);
        panel.show();
        const auto* text = panel.findChild<QTextBrowser*>(QStringLiteral("explainStatistics"));
        QVERIFY(text);
        QTRY_VERIFY(text->document()->size().width() <= text->width());
        Focus gradient;
        gradient.step = QStringLiteral("decoder.0.self_attn.masked");
        gradient.gradients = true;
        focus.set(gradient);
        QTRY_VERIFY(!textOf(panel, "explainStatistics").contains("hidden"));
    }

    void explainPanel_saysWhatAGradientIsWhereNoneFlows() {
        const auto trace = test::makeTrace(test::smallModel());
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(trace);
        Focus at;
        at.step = "source.ids";
        at.gradients = true;
        focus.set(at);
        QTRY_VERIFY(withoutTags(textOf(panel, "explainWords")).contains("how much the loss"));
        QTRY_VERIFY(textOf(panel, "explainCell").isEmpty());
    }

    void explainPanel_keepsItsWordsForNewNumbers() {
        const ModelConfig model = test::smallModel();
        const auto first = test::makeTrace(model, 1);
        auto second = std::make_shared<Trace>(*first);
        for (Tensor& value : second->values)
            for (float& number : value.values())
                number *= 2;
        FocusModel focus;
        ExplainPanel panel(&focus);
        panel.setTrace(first);
        focus.setStep("source.input");
        focus.pin(0, 0);
        const QString before = textOf(panel, "explainCell");
        const QString words = textOf(panel, "explainWords");
        panel.setTrace(second);
        QTRY_VERIFY(textOf(panel, "explainCell") != before);
        QCOMPARE(textOf(panel, "explainWords"), words);
    }
};

} // namespace gf::tst_explain

#include "tests/entry.h"
GF_TEST(tst_explain, TestExplain)
#include "tst_explain.moc"
