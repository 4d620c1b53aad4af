// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what labs have found on a run, and how its file holds it.
#include "app/session/run/kept_results.h"
#include "tests/core/errors.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace gf::tst_kept_results {

namespace {

LabResult resultOf(LabRequest request, LabAnswer answer, Index step = 7) {
    return {std::move(request), std::make_shared<const LabAnswer>(std::move(answer)), step, {}, {}};
}

LabResult ablated() {
    Ablation found;
    found.whole = 0.5;
    found.tokens = {0.25, 0.75};
    found.heads = {{{"encoder.0.self_attn", 0}, 1.5, {1, 2}},
                   {{"encoder.0.self_attn", 1}, std::numeric_limits<double>::quiet_NaN(), {3, 4}}};
    found.projections = {{"encoder.0.self_attn", 2.5}};
    found.pairs = {{{"encoder.0.self_attn", 0}, {"encoder.0.self_attn", 1}, 3.5}};
    return resultOf(lab::Ablate{64, true, true, true}, lab::Ablated{found});
}

LabResult climbed() {
    return resultOf(lab::TryLengths{400},
                    lab::TriedLengths{{"copy", 3, {2, 3, 4}, {{"rotary", {1, 0.5, 0}}}}});
}

LabResult patched() {
    lab::Patched found;
    found.stacks = {{"encoder", Tensor(Shape{2, 3}, {0, 0.5F, 1, 0, 0, 1})},
                    {"decoder", Tensor(Shape{1, 2}, {1, -0.25F})}};
    found.otherSource = {"x", "y", "<eos>"};
    found.otherTarget = {"<sos>", "x"};
    found.own = -3;
    found.others = -0.125;
    LabResult result = resultOf(lab::Patch{2}, std::move(found));
    result.sourceTokens = {"a", "b", "<eos>"};
    result.targetTokens = {"<sos>", "a"};
    return result;
}

LabResult widened() {
    return resultOf(lab::TryWidths{100},
                    lab::TriedWidths{{{{4, {{"encoder.0.self_attn", 0.5, 2, 1.75}}}, {8, {}}}}});
}

LabResult placed() {
    return resultOf(lab::TrainPositions{200},
                    lab::TrainedPositions{{Tensor(Shape{2, 2}, {1, 2, 3, 4}), {}}});
}

LabResults every() {
    return {ablated(), climbed(), patched(), widened(), placed()};
}

std::string written() {
    return toJson(every());
}

/// With one text in the place of another.
std::string changed(const std::string& from, const std::string& to) {
    std::string text = written();
    const std::size_t at = text.find(from);
    if (at == std::string::npos)
        qFatal("%s is not in the text", from.c_str());
    return text.replace(at, from.size(), to);
}

} // namespace

class TestKeptResults : public QObject {
    Q_OBJECT
private slots:
    void file_givesBackWhatItWasGiven() {
        const LabResults read = labResultsFromJson(written());
        QCOMPARE(read.size(), every().size());
        for (std::size_t i = 0; i < read.size(); ++i) {
            QVERIFY(read[i].request == every()[i].request);
            QCOMPARE(read[i].step, Index(7));
            QCOMPARE(read[i].answer->index(), every()[i].answer->index());
        }
        QCOMPARE(toJson(read), written());
        const Ablation& found = std::get<lab::Ablated>(*read[0].answer).ablation;
        QCOMPARE(found.heads[0].loss, 1.5);
        QVERIFY(std::isnan(found.heads[1].loss));
        QCOMPARE(found.heads[1].tokens, (std::vector<double>{3, 4}));
        const auto& grid = std::get<lab::Patched>(*read[2].answer);
        QCOMPARE(grid.stacks[0].restored[2], 1.0F);
        QCOMPARE(grid.own, -3.0);
        QCOMPARE(read[2].sourceTokens, every()[2].sourceTokens);
        QVERIFY(std::get<lab::TrainedPositions>(*read[4].answer).tables.relative.empty());
    }

    /// What is found in a file of somebody else's is not believed.
    void file_isRefusedWithTheReason() {
        GF_FAILS(labResultsFromJson("{"), "line 1");
        GF_FAILS(labResultsFromJson("[]"), "results");
        GF_FAILS(labResultsFromJson(R"({"version":2,"results":[]})"), "version");
        GF_FAILS(labResultsFromJson(R"({"version":1,"results":[1]})"), "results[1]");
        GF_FAILS(labResultsFromJson(R"({"version":1,"results":[{}]})"), "lab");
        GF_FAILS(labResultsFromJson(changed("\"ablation\"", "\"alchemy\"")), "alchemy");
        GF_FAILS(labResultsFromJson(changed("\"step\":7", "\"step\":-7")), "step");
        GF_FAILS(labResultsFromJson(changed("\"step\":7", "\"step\":7.5")), "step");
        GF_FAILS(labResultsFromJson(changed("\"step\":7", "\"step\":7,\"more\":1")), "more");
        GF_FAILS(labResultsFromJson(changed("\"whole\":0.5", "\"whole\":\"0.5\"")), "whole");
        GF_FAILS(labResultsFromJson(changed("\"pairs\":true", "\"pairs\":1")), "pairs");
        GF_FAILS(labResultsFromJson(
                     changed("\"encoder.0.self_attn\"", '"' + std::string(1000, 'x') + '"')),
                 "300");
        // A pair of a head that is not among the heads; a curve of another length; a ragged grid.
        GF_FAILS(labResultsFromJson(changed("\"head\":1", "\"head\":5")), "pair");
        GF_FAILS(labResultsFromJson(changed("[1.0,2.0]", "[1.0]")), "1 tokens", "2");
        GF_FAILS(labResultsFromJson(changed("[2,3,4]", "[2,3]")), "lengths");
        GF_FAILS(labResultsFromJson(changed("[2,3,4]", "[4,3,2]")), "ascend");
        GF_FAILS(labResultsFromJson(changed("[0.0,0.5,1.0]", "[0.0,0.5]")), "equally many");
        GF_FAILS(labResultsFromJson(changed("[1.0,-0.25]", "[1.0]")), "columns");
        GF_FAILS(labResultsFromJson(changed("[[1.0,-0.25]]", "[]")), "columns");
        std::string many = R"({"version":1,"results":[)";
        for (std::size_t i = 0; i <= KeptResults::most; ++i)
            many += i == 0 ? "{}" : ",{}";
        GF_FAILS(labResultsFromJson(many + "]}"), "at most 64");
    }

    /// Before there was a choice, zeros stood in the place of a head.
    void earlierFiles_areReadAsTheyWereMeant() {
        const LabResults read = labResultsFromJson(
            R"({"version":1,"results":[{"lab":"ablation","step":7,"source":[],"target":[],)"
            R"("request":{"examples":8,"pairs":false},"answer":{"whole":0.5,"projections":[],)"
            R"("pairs":[],"heads":[{"head":{"attention":"a","head":0},"loss":1.5}]}}]})");
        QVERIFY(read.front().request == LabRequest(lab::Ablate{8, false, false, false}));
    }

    void table_holdsTheNewestOfEachRequest() {
        KeptResults kept;
        QVERIFY(!kept.heldTo({}));
        kept.add(ablated(), {});
        LabResult later = ablated();
        later.step = 9;
        kept.add(later, {});
        QCOMPARE(kept.heldTo({})->size(), 1U);
        QCOMPARE(kept.heldTo({})->front().step, Index(9));
        // Of another model: with a person's change.
        const Intervention change{"encoder.0.self_attn.heads", {Edit::Kind::Set, 0, {}}};
        kept.add(ablated(), {change});
        QCOMPARE(kept.heldTo({})->size(), 1U);
        QCOMPARE(kept.heldTo({change})->front().step, Index(7));
        // Of another example.
        kept.add(patched(), {});
        LabResult other = patched();
        other.sourceTokens = {"c", "d", "<eos>"};
        kept.add(other, {});
        QCOMPARE(kept.heldTo({})->size(), 3U);
    }

    void table_isBounded() {
        KeptResults kept;
        for (Index steps = 1; steps <= 100; ++steps)
            kept.add(resultOf(lab::TryLengths{steps}, lab::TriedLengths{}), {});
        QCOMPARE(kept.heldTo({})->size(), KeptResults::most);
        QVERIFY(kept.heldTo({})->back().request == LabRequest(lab::TryLengths{100}));
    }
};

} // namespace gf::tst_kept_results

#include "tests/entry.h"
GF_TEST(tst_kept_results, TestKeptResults)
#include "tst_kept_results.moc"
