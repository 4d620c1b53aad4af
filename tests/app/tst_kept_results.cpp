// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what labs have found on a run, and how its file holds it.
#include "app/session/run/kept_results.h"
#include "core/lab/finding_values.h"
#include "tests/core/errors.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace gf::tst_kept_results {

namespace {

LabResult resultOf(LabRequest request, LabFound found, Index step = 7) {
    return {std::move(request), std::make_shared<const LabFound>(std::move(found)), step, {}, {}};
}

LabResult ablated() {
    const auto head = [](int number, double loss, const std::vector<double>& costs) {
        return Finding{{"attention", "encoder.0.self_attn"},
                       {"head", number},
                       {"loss_with_mean", loss},
                       {"token_costs_with_mean", costs}};
    };
    const Finding pair{{"attention", Finding::List{"encoder.0.self_attn", "encoder.0.self_attn"}},
                       {"heads", Finding::List{1, 2}},
                       {"loss", 2.5}};
    const double none = std::numeric_limits<double>::quiet_NaN();
    return resultOf(
        {"ablation",
         {{"examples", std::int64_t{64}}, {"pairs", true}, {"place", "mean"}, {"view", "token"}}},
        Finding{{"loss", 0.5},
                {"heads", Finding::List{head(1, 1.5, {1, 2}), head(2, none, {3, 4})}},
                {"output_projection_is_identity", Finding::List()},
                {"token_losses", std::vector{0.25, 0.5}},
                {"pairs", Finding::List{pair}}});
}

LabResult climbed(Index steps = 400) {
    return resultOf({"length", {{"steps", std::int64_t{steps}}}},
                    Finding{{"task", "copy"},
                            {"longest", 3},
                            {"lengths", std::vector{2, 3, 4}},
                            {"exact_match", {{"rotary", std::vector{1.0, 0.5, 0.0}}}}});
}

LabResult patched() {
    const Finding grid{{"encoder", Finding::List{std::vector{0.0, 0.5, 1.0}}},
                       {"decoder", Finding::List{std::vector{1.0, -0.25}}}};
    LabResult result = resultOf(
        {"patch", {{"other", std::int64_t{3}}}},
        Finding{{"log_probability", -3.0},
                {"other_log_probability", -0.5},
                {"grid", grid},
                {"input",
                 {{"encoder", std::vector{0.0, 0.25, 0.125}}, {"decoder", std::vector{0.0, 0.75}}}},
                {"other_source", Finding::List{"b", "a", "<eos>"}},
                {"other_target", Finding::List{"<sos>", "b"}}});
    result.sourceTokens = {"a", "b", "<eos>"};
    result.targetTokens = {"<sos>", "a"};
    return result;
}

LabResult widened() {
    const Finding scores{{"attention", "encoder.0.self_attn"},
                         {"mean", 0.5},
                         {"variance", 2},
                         {"independent", 1.75}};
    return resultOf(
        {"widths", {{"steps", std::int64_t{100}}}},
        Finding{{"widths", Finding::List{Finding{{"width", 4}, {"scores", Finding::List{scores}}},
                                         Finding{{"width", 8}, {"scores", Finding::List()}}}}});
}

LabResult placed() {
    return resultOf({"positions", {{"steps", std::int64_t{200}}}},
                    Finding{{"learned", Finding(Tensor(Shape{2, 2}, {1, 2, 3, 4}))},
                            {"relative", Finding::List()}});
}

LabResult swept() {
    const auto run = [](double value, double loss, const Finding& divergedAt) {
        return Finding{{"value", value},
                       {"seed", 1},
                       {"loss", loss},
                       {"validation_accuracy", Finding()},
                       {"diverged_at", divergedAt},
                       {"curve", Finding::List{Finding(std::vector{12.0, 3.5})}}};
    };
    return resultOf(
        {"sweep", {{"key", "batch"}}},
        Finding{{"key", "batch"},
                {"steps", 40},
                {"rows", Finding::List{run(0.125, 1.75, Finding()), run(8, std::nan(""), 12)}}});
}

LabResults every() {
    return {ablated(), climbed(), patched(), widened(), placed(), swept()};
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
            QVERIFY2(read[i].request == every()[i].request, read[i].request.lab.c_str());
            QCOMPARE(read[i].step, Index(7));
        }
        QCOMPARE(toJson(read), written());
        const Ablation found = ablationOf(read[0].answer->finding, StandIn::Mean);
        QCOMPARE(found.heads[0].loss, 1.5);
        QVERIFY(std::isnan(found.heads[1].loss));
        QCOMPARE(found.heads[1].tokens, (std::vector<double>{3.25, 4.5}));
        QCOMPARE(patchedGridOf(read[2].answer->finding, "encoder")[5], 1.0F);
        QCOMPARE(read[2].answer->finding.numberAt("log_probability"), -3.0);
        QCOMPARE(read[2].sourceTokens, every()[2].sourceTokens);
        QVERIFY(positionTablesOf(read[4].answer->finding).relative.empty());
        const std::vector<SweptRun> runs = sweptRunsOf(read[5].answer->finding);
        QCOMPARE(runs[0].loss, 1.75);
        QVERIFY(!runs[0].divergedAt && !runs[0].accuracy);
        QVERIFY(runs[1].divergedAt == Index(12) && std::isnan(runs[1].loss));
    }

    /// What is found in a file of somebody else's is not believed.
    void file_isRefusedWithTheReason() {
        GF_FAILS(labResultsFromJson("{"), "line 1");
        GF_FAILS(labResultsFromJson("[]"), "results");
        GF_FAILS(labResultsFromJson(R"({"version":3,"results":[]})"), "version");
        GF_FAILS(labResultsFromJson(R"({"version":2,"results":[1]})"), "results[1]");
        GF_FAILS(labResultsFromJson(R"({"version":2,"results":[{}]})"), "lab");
        GF_FAILS(labResultsFromJson(changed("\"ablation\"", "\"alchemy\"")), "alchemy");
        GF_FAILS(labResultsFromJson(changed("\"step\":7", "\"step\":-7")), "step");
        GF_FAILS(labResultsFromJson(changed("\"step\":7", "\"step\":7.5")), "step");
        GF_FAILS(labResultsFromJson(changed("\"step\":7", "\"step\":7,\"more\":1")), "more");
        GF_FAILS(labResultsFromJson(changed("\"loss\":0.5", "\"loss\":\"0.5\"")), "loss");
        GF_FAILS(labResultsFromJson(changed("\"pairs\":true", "\"pairs\":1")), "pairs");
        GF_FAILS(labResultsFromJson(changed("\"knobs\":{", "\"knobs\":{\"salt\":1,")), "salt");
        GF_FAILS(labResultsFromJson(
                     changed("\"encoder.0.self_attn\"", '"' + std::string(1000, 'x') + '"')),
                 "300");
        // A pair of a head that is not among the heads; a curve of another length; a ragged grid.
        GF_FAILS(labResultsFromJson(changed("\"head\":1", "\"head\":5")), "pair");
        GF_FAILS(labResultsFromJson(changed("[1.0,2.0]", "[1.0]")), "1 tokens", "2");
        GF_FAILS(labResultsFromJson(changed("[2,3,4]", "[2,3]")), "lengths");
        GF_FAILS(labResultsFromJson(changed("[2,3,4]", "[4,3,2]")), "ascend");
        GF_FAILS(labResultsFromJson(changed("[0.0,0.5,1.0]", "[0.0,0.5]")), "equally many");
        GF_FAILS(labResultsFromJson(changed("[0.0,0.75]", "[0.0]")), "equally many");
        GF_FAILS(labResultsFromJson(changed("\"other_source\":[\"b\",", "\"other_source\":[")),
                 "lengths");
        GF_FAILS(labResultsFromJson(changed("\"source\":[\"a\",", "\"source\":[")), "columns");
        GF_FAILS(labResultsFromJson(changed("\"value\":0.125", "\"value\":\"low\"")), "value");
        GF_FAILS(labResultsFromJson(changed("\"diverged_at\":12", "\"diverged_at\":-12")),
                 "diverged_at");
        GF_FAILS(labResultsFromJson(changed("[12.0,3.5]", "[12.0]")), "missing");
        std::string many = R"({"version":2,"results":[)";
        for (std::size_t i = 0; i <= KeptResults::most; ++i)
            many += i == 0 ? "{}" : ",{}";
        GF_FAILS(labResultsFromJson(many + "]}"), "at most 64");
    }

    /// As version 1 wrote them, each lab in its own words.
    void earlierFiles_areReadAsTheyWereMeant() {
        const std::string former =
            R"({"version":1,"results":[)"
            R"({"lab":"ablation","step":7,"source":[],"target":[],"request":)"
            R"({"examples":64,"pairs":true,"mean":true,"tokens":true},"answer":{"whole":0.5,)"
            R"("tokens":[0.25,0.5],"projections":[],"heads":[)"
            R"({"head":{"attention":"encoder.0.self_attn","head":0},"loss":1.5,"tokens":[1.25,2.5]},)"
            R"({"head":{"attention":"encoder.0.self_attn","head":1},"loss":null,"tokens":[3.25,4.5]})"
            R"(],"pairs":[{"first":{"attention":"encoder.0.self_attn","head":0},)"
            R"("second":{"attention":"encoder.0.self_attn","head":1},"loss":2.5}]}},)"
            R"({"lab":"length","step":7,"source":[],"target":[],"request":{"steps":400},"answer":)"
            R"({"task":"copy","longest":3,"lengths":[2,3,4],)"
            R"("curves":[{"positions":"rotary","right":[1.0,0.5,0.0]}]}},)"
            R"({"lab":"patch","step":7,"source":["a","b","<eos>"],"target":["<sos>","a"],)"
            R"("request":{"other":2},"answer":{"own":-3.0,"others":-0.5,"stacks":[)"
            R"({"name":"encoder","restored":[[0.0,0.25,0.125],[0.0,0.5,1.0]]},)"
            R"({"name":"decoder","restored":[[0.0,0.75],[1.0,-0.25]]}],)"
            R"("other_source":["b","a","<eos>"],"other_target":["<sos>","b"]}},)"
            R"({"lab":"variance","step":7,"source":[],"target":[],"request":{"steps":100},)"
            R"("answer":{"widths":[{"width":4,"scores":[{"attention":"encoder.0.self_attn",)"
            R"("mean":0.5,"variance":2.0,"independent":1.75}]},{"width":8,"scores":[]}]}},)"
            R"({"lab":"positions","step":7,"source":[],"target":[],"request":{"steps":200},)"
            R"("answer":{"learned":[[1.0,2.0],[3.0,4.0]],"relative":[]}}]})";
        const LabResults read = labResultsFromJson(former);
        QCOMPARE(read.size(), std::size_t(5)); // sweeps came later
        for (std::size_t i = 0; i < read.size(); ++i) {
            const LabResult now = every()[i];
            QVERIFY2(read[i].request == now.request, now.request.lab.c_str());
            QCOMPARE(read[i].step, now.step);
            QCOMPARE(read[i].sourceTokens, now.sourceTokens);
            const std::string then = read[i].answer->finding.json();
            QCOMPARE(Finding::fromJson(then).json(), then);
        }
        QCOMPARE(toJson({read[2]}), toJson({patched()}));
        const Ablation found = ablationOf(read[0].answer->finding, StandIn::Mean);
        QCOMPARE(found.heads[1].tokens, (std::vector<double>{3.25, 4.5}));
        QCOMPARE(found.pairs.front().second.head, Index(1));
        QCOMPARE(lengthLadderOf(read[1].answer->finding).curves.front().right,
                 (std::vector<double>{1, 0.5, 0}));
        // Before there was a choice, zeros stood in the place of a head.
        const LabResults first = labResultsFromJson(
            R"({"version":1,"results":[{"lab":"ablation","step":7,"source":[],"target":[],)"
            R"("request":{"examples":8,"pairs":false},"answer":{"whole":0.5,"projections":[],)"
            R"("pairs":[],"heads":[{"head":{"attention":"a","head":0},"loss":1.5}]}}]})");
        QVERIFY(first.front().request == (LabRequest{"ablation", {{"examples", std::int64_t{8}}}}));
        QCOMPARE(ablationOf(first.front().answer->finding, StandIn::Zero).heads[0].loss, 1.5);
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
            kept.add(climbed(steps), {});
        QCOMPARE(kept.heldTo({})->size(), KeptResults::most);
        QVERIFY(kept.heldTo({})->back().request == climbed(100).request);
    }
};

} // namespace gf::tst_kept_results

#include "tests/entry.h"
GF_TEST(tst_kept_results, TestKeptResults)
#include "tst_kept_results.moc"
