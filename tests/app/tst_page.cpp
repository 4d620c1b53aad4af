// SPDX-License-Identifier: GPL-3.0-or-later
// What a web page of steps holds. What it makes of that in a browser is tested by web_page.py.
#include "core/graph/op.h"
#include "core/tensor/error.h"
#include "tests/ui/stage_fixture.h"
#include "tests/ui/warnings.h"
#include "ui/figure/heatmap_data.h"
#include "ui/language/language.h"
#include "ui/page/page.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>
#include <QtEndian>

#include <cmath>
#include <cstring>
#include <set>

namespace gf::tst_page {

namespace {

std::vector<NodeId> walkOf(const Graph& graph) {
    std::vector<NodeId> walk;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward)
            walk.push_back(node.id);
    return walk;
}

QJsonObject stepNamed(const QJsonObject& data, const QString& name) {
    for (const QJsonValue& step : data["steps"].toArray())
        if (step["name"].toString() == name)
            return step.toObject();
    return {};
}

/// As the page decodes them.
std::vector<float> numbersOf(const QJsonObject& step) {
    const QByteArray bytes = QByteArray::fromBase64(step["values"].toString().toLatin1());
    std::vector<float> numbers;
    if (const double unit = step["unit"].toDouble(); unit > 0)
        for (qsizetype i = 0; i < bytes.size(); i += 2)
            numbers.push_back(
                static_cast<float>(qFromLittleEndian<qint16>(bytes.constData() + i) * unit));
    else
        for (qsizetype i = 0; i < bytes.size(); i += 4)
            numbers.push_back(qFromLittleEndian<float>(bytes.constData() + i));
    return numbers;
}

bool areSame(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

QByteArray between(const QByteArray& page, const char* from, const char* to) {
    const qsizetype begin = page.indexOf(from) + static_cast<qsizetype>(std::strlen(from));
    return page.mid(begin, page.indexOf(to, begin) - begin);
}

} // namespace

class TestPage : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void data_holdsTheStepsInOrderAndTheirOperands() {
        const auto trace = test::makeTrace(test::smallModel());
        const Graph& graph = *trace->graph;
        const std::vector<NodeId> walk = walkOf(graph);
        const QJsonArray steps = pageData(*trace, {walk, {}, ""})["steps"].toArray();
        std::set<QString> names;
        for (qsizetype i = 0; i < steps.size(); ++i) {
            const bool walked = i < std::ssize(walk);
            QCOMPARE(steps[i]["walked"].toBool(), walked);
            if (walked)
                QCOMPARE(steps[i]["name"].toString().toStdString(), graph[walk[i]].name);
            names.insert(steps[i]["name"].toString());
        }
        QCOMPARE(std::ssize(names), steps.size());
        for (const NodeId step : walk)
            for (const NodeId input : graph[step].inputs)
                QVERIFY2(names.contains(QString::fromStdString(graph[input].name)),
                         graph[input].name.c_str());
    }

    void numbers_areThoseOfTheTraceToTheLastBit() {
        const auto trace = test::makeTrace(test::smallModel());
        const QJsonObject data = pageData(*trace, {walkOf(*trace->graph), {}, ""});
        const std::set<QString> derived{"scale", "add", "identity", "join_heads", "mask", "relu"};
        int left = 0;
        for (const QJsonValue& step : data["steps"].toArray()) {
            const QString name = step["name"].toString();
            if (step["values"].isUndefined()) {
                QVERIFY2(derived.contains(step["op"].toString()), qPrintable(name));
                ++left;
                continue;
            }
            QVERIFY2(step["unit"].isUndefined(), qPrintable(name));
            QVERIFY2(areSame(numbersOf(step.toObject()), trace->find(name.toStdString())->values()),
                     qPrintable(name));
        }
        QVERIFY(left > 10);
    }

    void whatDoesNotFollowExactly_isWritten() {
        auto trace = *test::makeTrace(test::smallModel());
        const NodeId scaled = trace.graph->find("encoder.0.self_attn.scaled");
        std::vector<float> changed(trace.value(scaled).values().begin(),
                                   trace.value(scaled).values().end());
        changed[3] = std::nextafter(changed[3], 9.0F);
        trace.values[scaled] = Tensor(trace.value(scaled).shape(), changed);
        const QJsonObject step = stepNamed(pageData(trace, {walkOf(*trace.graph), {}, ""}),
                                           "encoder.0.self_attn.scaled");
        QVERIFY(areSame(numbersOf(step), changed));
    }

    void stepAlone_holdsItsNumbersAndItsMasks() {
        const auto trace = test::makeTrace(test::smallModel());
        const NodeId id = trace->graph->find("decoder.0.self_attn.weights");
        const QJsonObject data = pageData(*trace, {{id}, 1, "what is shown"});
        QCOMPARE(data["caption"].toString(), "what is shown");
        QCOMPARE(data["head"].toInt(-1), 1);
        const QJsonObject step = stepNamed(data, "decoder.0.self_attn.weights");
        QVERIFY(areSame(numbersOf(step), trace->value(id).values()));
        QCOMPARE(step["heads"].toInt(), 2);
        QCOMPARE(step["scale"].toString(), "sequential");
        QCOMPARE(step["axes"].toArray(), (QJsonArray{"H", "T", "T"}));
        const HeatmapData shown = heatmapOf(*trace, id);
        const QString hidden = step["hidden"].toArray()[0].toString();
        QCOMPARE(hidden.size(), std::ssize(shown.hidden));
        for (qsizetype i = 0; i < hidden.size(); ++i)
            QCOMPARE(hidden[i].digitValue(), static_cast<int>(shown.hidden[i]));
        QVERIFY(hidden.contains('1'));
        const auto wordsOf = [&](const char* side) {
            QStringList words;
            for (const QJsonValue& word : data["words"].toArray()[step[side].toInt(-1)].toArray())
                words << word.toString();
            return words;
        };
        QCOMPARE(wordsOf("rows"), shown.rowLabels);
        QCOMPARE(wordsOf("columns"), shown.columnLabels);
        // Alone it is small, and still all that its sums need.
        QCOMPARE(data["steps"].toArray().size(), 2);
    }

    void everyArchitecture_hasAPageOfItsValuesAndGradients() {
        for (const auto architecture :
             {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder}) {
            const auto trace = test::makeTrace(test::smallModel(architecture));
            QVERIFY(pageOf(*trace, {walkOf(*trace->graph), {}, ""}).contains("\"steps\":["));
            for (const Node& node : trace->graph->nodes())
                if (!trace->value(node.id).empty())
                    QVERIFY(!stepNamed(pageData(*trace, {{node.id}, {}, ""}),
                                       QString::fromStdString(node.name))
                                 .isEmpty());
        }
    }

    void parametersOfALargeModel_areRounded_andStepsAreNot() {
        ModelConfig model = test::smallModel();
        model.dModel = 128;
        model.dFf = 512;
        const auto trace = test::makeTrace(model);
        const QJsonObject data = pageData(*trace, {walkOf(*trace->graph), {}, ""});
        const QJsonObject step = stepNamed(data, "encoder.0.self_attn.w_q");
        const Tensor& exact = *trace->find("encoder.0.self_attn.w_q");
        const double unit = step["unit"].toDouble();
        QVERIFY(unit > 0);
        const std::vector<float> rounded = numbersOf(step);
        QCOMPARE(std::ssize(rounded), exact.count());
        for (Index i = 0; i < exact.count(); ++i)
            QVERIFY(std::abs(rounded[i] - exact[i]) <= 0.501 * unit);
        QVERIFY(areSame(numbersOf(stepNamed(data, "encoder.0.self_attn.q")),
                        trace->find("encoder.0.self_attn.q")->values()));
    }

    void tokens_areTextWhateverTheySay() {
        const std::string evil = "</script><img src=x onerror=\"alert(1)\"><!--";
        auto trace = *test::makeTrace(test::smallModel());
        trace.sourceTokens[0] = evil;
        const NodeId id = trace.graph->find("encoder.0.self_attn.weights");
        const QByteArray page = pageOf(trace, {{id}, {}, QString::fromStdString(evil)});
        QCOMPARE(page.count("</script>"), 2); // of the numbers and of the script
        QVERIFY(!page.contains("<img"));
        const QByteArray json =
            between(page, "<script id=\"data\" type=\"application/json\">", "</script>");
        QVERIFY(!json.contains('<'));
        const QJsonObject data = QJsonDocument::fromJson(json).object();
        QCOMPARE(data["caption"].toString().toStdString(), evil);
        QCOMPARE(data["source"].toArray()[0].toString(), tokenText(evil));
    }

    void policy_namesScriptAndStyleByTheirHashes() {
        const auto trace = test::makeTrace(test::smallModel());
        const QByteArray page = pageOf(*trace, {walkOf(*trace->graph), {}, ""});
        const QByteArray policy =
            between(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\"");
        const auto hash = [](const QByteArray& text) {
            return QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64();
        };
        QVERIFY(policy.contains("default-src 'none'"));
        QVERIFY(
            policy.contains("script-src 'sha256-" + hash(between(page, "<script>", "</script>"))));
        QVERIFY(policy.contains("style-src 'sha256-" + hash(between(page, "<style>", "</style>"))));
        QVERIFY(!policy.contains("unsafe"));
        QVERIFY(!page.contains("@DATA@"));
    }

    void pageInGerman_hasAllOfItsWords() {
        const auto trace = test::makeTrace(test::smallModel());
        const PageContent content{walkOf(*trace->graph), {}, ""};
        applyLanguage(*QCoreApplication::instance(), Language::German);
        const QByteArray page = pageOf(*trace, content);
        const QJsonObject says = pageData(*trace, content)["says"].toObject();
        applyLanguage(*QCoreApplication::instance(), Language::English);
        QVERIFY(page.contains("<html lang=\"de\">"));
        QCOMPARE(says["row %1"].toString(), QString("Zeile %1"));
        static const QRegularExpression asked("say\\([^()\"]*\"([^\"]+)\"");
        int found = 0;
        const QString script = QString::fromUtf8(between(page, "<script>", "</script>"));
        for (auto match = asked.globalMatch(script); match.hasNext(); ++found) {
            const QString english = match.next().captured(1);
            QVERIFY2(says.contains(english), qPrintable(english));
        }
        QVERIFY(found > 30);
        for (const QString english : {"row %1", "column %1", "rows: %1", "columns: %1",
                                      "rows %1 to %2 of %3", "columns %1 to %2 of %3"})
            QVERIFY2(says.contains(english), qPrintable(english));
        QVERIFY(pageData(*trace, content)["says"].toObject().isEmpty());
        QVERIFY(pageOf(*trace, content).contains("<html lang=\"en\">"));
    }

    void moreNumbersThanAPageHolds_areAnError() {
        ModelConfig model = test::smallModel(Architecture::Encoder);
        model.maxLength = 3000;
        BuildOptions options;
        options.sourceLength = 3000;
        const auto graph = buildModel(model, options).graph;
        const NodeId scores = graph->find("encoder.0.self_attn.scores"); // 2 · 3000²
        try {
            pageNodes(*graph, {scores});
            QFAIL("it was taken");
        } catch (const Error& error) {
            const std::string what = error.what();
            QVERIFY2(what.find("18000000 numbers") != std::string::npos, what.c_str());
            QVERIFY2(what.find("8000000") != std::string::npos, what.c_str());
        }
    }
};

} // namespace gf::tst_page

#include "tests/entry.h"
GF_TEST(tst_page, TestPage)
#include "tst_page.moc"
