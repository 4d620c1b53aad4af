// SPDX-License-Identifier: GPL-3.0-or-later
// The listing of a model, which line of it computes a step, and how the split by heads moves
// numbers. That the listing gives the model's numbers is tested with PyTorch
// (tests/reference/check_code.py).
#include "core/measure/code_listing.h"
#include "ui/language/language.h"

#include "lab_room.h"
#include "small_model.h"
#include "tests/core/family_traces.h"
#include "warnings.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>

namespace gf::tst_lab_code {

using test::at;
using test::DrawnLab;
using test::on;

namespace {

std::string highlightedText(const Trace& trace, const char* step) {
    const CodeListing listing = codeListing(*trace.graph, trace.graph->find(step));
    return listing.highlighted < 0 ? "" : listing.lines[listing.highlighted].text;
}

bool holds(const CodeListing& listing, const std::string& text) {
    return listing.python().find(text) != std::string::npos;
}

} // namespace

class TestLabCode : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyLanguage(*qApp, Language::English); } // plurals
    void init() { failOnQtWarnings(); }

    /// A family without a listing says why; with one, each step of the forward pass has its line.
    void everyFamily_hasALineForEachStepOrAReason() {
        int listed = 0;
        for (const auto& [family, trace] : test::familyTraces()) {
            const Graph& graph = *trace->graph;
            if (const auto reason = withoutListing(graph)) {
                QVERIFY2(reason->english().ends_with('.'), family.c_str());
                continue;
            }
            ++listed;
            for (const Node& node : graph.nodes()) {
                const CodeListing listing = codeListing(graph, node.id);
                if (node.role == Role::Update || node.role == Role::State)
                    continue;
                QVERIFY2(listing.highlighted >= 0, (family + ": " + node.name).c_str());
                const CodeLine& line = listing.lines[listing.highlighted];
                if (node.role == Role::Forward && node.relation == Relation::Own)
                    QVERIFY2(line.here == node.id, (family + ": " + node.name).c_str());
            }
        }
        QVERIFY(listed >= 6);
    }

    void lines_areThoseOfTheStep() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        QCOMPARE(highlightedText(*trace, "encoder.0.self_attn.scores"),
                 "    scores = q @ k.transpose(-2, -1)");
        QCOMPARE(highlightedText(*trace, "decoder.1.cross_attn.weights"),
                 "    weights = masked.softmax(-1)");
        QCOMPARE(highlightedText(*trace, "encoder.0.self_attn.w_q"),
                 "    q = split(x @ w[\"w_q\"])");
        QCOMPARE(highlightedText(*trace, "grad/encoder.0.ffn.hidden"),
                 "    hidden = F.relu(pre_activation)");
        QCOMPARE(highlightedText(*trace, "source.ids"),
                 "    embedded = rows * math.sqrt(rows.shape[-1])");
    }

    void listing_hasWhatTheModelHas() {
        const auto pre = traceOf(Architecture::EncoderDecoder, Norm::Pre);
        const auto post = traceOf(Architecture::Decoder, Norm::Post, Positional::Learned);
        const CodeListing both = codeListing(*pre->graph, noNode);
        const CodeListing one = codeListing(*post->graph, noNode);
        QVERIFY(holds(both, "def encoder("));
        QVERIFY(holds(both, "cross_attn"));
        QVERIFY(holds(both, "sinusoid("));
        QVERIFY(holds(both, "HEADS = 2\n"));
        QVERIFY(holds(both, "encoder.norm"));
        QVERIFY(!holds(one, "encoder"));
        QVERIFY(!holds(one, "cross_attn"));
        QVERIFY(!holds(one, "sinusoid("));
        QVERIFY(holds(one, "position.weight"));
        QVERIFY(!holds(one, "decoder.norm"));
        for (const CodeListing* listing : {&both, &one}) {
            QVERIFY(!holds(*listing, "#?"));
            QVERIFY(!holds(*listing, "#:"));
            QVERIFY(!holds(*listing, "#~"));
            QVERIFY(holds(*listing, "# SPDX"));
        }
    }

    /// The comment has the shape of the step nearest to that in focus.
    void shapes_areThoseOfTheScopeInFocus() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const auto shapeOf = [&](const char* focused) {
            const CodeListing listing = codeListing(*trace->graph, trace->graph->find(focused));
            for (const CodeLine& line : listing.lines)
                if (line.text.starts_with("    scores ="))
                    return line.shape;
            return std::string();
        };
        QCOMPARE(shapeOf("encoder.0.self_attn.q"), "B×2×5×5");
        QCOMPARE(shapeOf("decoder.0.cross_attn.q"), "B×2×4×5");
        QCOMPARE(shapeOf("decoder.1.self_attn.output"), "B×2×4×4");
    }

    void page_highlightsALineAndGoesToStepsOnAClick() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const DrawnLab page(trace, "code", on("decoder.1.cross_attn.scores"));
        QCOMPARE(page.words.kinds.value("highlighted line"), 1);
        QVERIFY(page.words.all().contains("runs 6 times in a pass"));
        QVERIFY(page.words.all().contains("# B×2×4×5"));
        const auto& regions = page.picture.hitRegions;
        QVERIFY(std::ranges::any_of(regions, [](const StationPicture::HitRegion& region) {
            return region.place.step == "decoder.1.cross_attn.weights";
        }));
    }

    /// Token 2, feature 9 of 16 is feature 1 of head 2 of two; the heads lie behind each other.
    void split_saysWhereANumberGoes() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const DrawnLab page(trace, "code", on("encoder.0.self_attn.q", at(1, 0, 1)));
        const QString words = page.words.texts.join(' ');
        QVERIFY2(words.contains("token 2, feature 9 (number 25 in memory) → "
                                "head 2, token 2, feature 1 (number 49)"),
                 qPrintable(words));
        QVERIFY(words.contains("B×5×16"));
        QVERIFY(words.contains("B×2×5×8"));
        const DrawnLab back(trace, "code", on("encoder.0.self_attn.concat", at(1, 8)));
        QVERIFY2(back.words.texts.join(' ').contains("head 2, token 2, feature 1 (number 49) → "
                                                     "token 2, feature 9 (number 25 in memory)"),
                 qPrintable(back.words.texts.join(' ')));
    }

    void page_isSeenWholeInASmallWindow() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        test::verifySeenWhole(trace, "code", on("decoder.1.cross_attn.scores"));
        test::verifySeenWhole(trace, "code", on("encoder.0.ffn.hidden"));
    }

    /// Numbers that are none, one token, and steps of all kinds are drawn.
    void everyFamily_isDrawnWhereItIsListed() {
        for (const auto& [family, trace] : test::familyTraces())
            if (!withoutListing(*trace->graph))
                for (const Node& node : trace->graph->nodes()) {
                    const DrawnLab page(trace, "code",
                                        on(QString::fromStdString(node.name), at(0, 0)));
                    QVERIFY2(!page.words.texts.isEmpty(), node.name.c_str());
                }
    }
};

} // namespace gf::tst_lab_code

#include "tests/entry.h"
GF_TEST(tst_lab_code, TestLabCode)
#include "tst_lab_code.moc"
