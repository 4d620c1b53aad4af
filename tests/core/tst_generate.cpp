// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/generate.h"
#include "core/train/probe.h"
#include "tests/core/errors.h"
#include "tests/core/runs.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <map>

namespace gf::tst_generate {
namespace {

using namespace gf::test;
using Ids = std::vector<TokenId>;

/// Logits of six tokens; the last three have the probabilities 0.5, 0.3 and 0.2 among themselves,
/// and `<pad>` and `<sos>` would win if they could.
const std::vector<float> logits = {9, 9, -20, std::log(0.5F), std::log(0.3F), std::log(0.2F)};

std::map<TokenId, int> drawn(const Sampling& sampling, int times) {
    std::map<TokenId, int> counts;
    for (int i = 0; i < times; ++i)
        ++counts[chooseToken(logits, sampling, static_cast<std::uint64_t>(i))];
    return counts;
}

class TstGenerate : public QObject {
    Q_OBJECT

private slots:
    void mostLikely_takesTheFirstLargestThatIsAnAnswer() {
        QCOMPARE(mostLikely(logits), TokenId{3});
        QCOMPARE(mostLikely(std::vector<float>{5, 5, 1, 2, 2}), TokenId{3});
        QCOMPARE(mostLikely(std::vector<float>{5, 5, 1, 0, 0}), eosId);
        QCOMPARE(mostLikely(std::vector<float>{5, 5, 9, 0, 1}, unkId), TokenId{4});
        QCOMPARE(chooseToken(logits, Sampling{}, 12), TokenId{3});
    }

    void chooseToken_drawsAsOftenAsTheModelSays() {
        Sampling sampling;
        sampling.temperature = 1;
        const auto counts = drawn(sampling, 20'000);
        QCOMPARE(counts.size(), std::size_t{3});
        QVERIFY(std::abs(counts.at(3) - 10'000) < 300);
        QVERIFY(std::abs(counts.at(4) - 6'000) < 300);
        QVERIFY(std::abs(counts.at(5) - 4'000) < 300);
    }

    void temperature_sharpensAndFlattens() {
        Sampling cold;
        cold.temperature = 0.5; // squares the probabilities: 25 : 9 : 4
        QVERIFY(std::abs(drawn(cold, 20'000).at(3) - 20'000 * 25 / 38) < 300);
        Sampling hot;
        hot.temperature = 1000;
        QVERIFY(std::abs(drawn(hot, 20'000).at(5) - 5'000) < 300); // with <eos> there are four
    }

    void temperature_hasNoLimits() {
        Sampling sampling;
        for (const double cold : {1e-300, 1e-308, 5e-324}) {
            sampling.temperature = cold; // what the logits are divided by, which would be infinite
            QCOMPARE(drawn(sampling, 100).size(), std::size_t{1});
            QCOMPARE(chooseToken(logits, sampling, 12), mostLikely(logits));
            QCOMPARE(choicesFor(logits, logits, sampling).front().share, 1.0);
        }
        for (const double hot : {1e300, std::numeric_limits<double>::max()}) {
            sampling.temperature = hot;
            QVERIFY(std::abs(drawn(sampling, 20'000).at(5) - 5'000) < 300);
        }
    }

    void topK_leavesTheRestOut() {
        Sampling sampling;
        sampling.temperature = 1;
        sampling.topK = 2;
        const auto counts = drawn(sampling, 8'000);
        QCOMPARE(counts.size(), std::size_t{2});
        QVERIFY(std::abs(counts.at(3) - 5'000) < 200);
        sampling.topK = 1;
        QCOMPARE(drawn(sampling, 100).size(), std::size_t{1});
        sampling.topK = 99;
        QCOMPARE(drawn(sampling, 8'000).size(), std::size_t{3});
    }

    void topP_keepsTheFewestThatReachIt() {
        Sampling sampling;
        sampling.temperature = 1;
        sampling.topP = 0.4;
        QCOMPARE(drawn(sampling, 1'000).size(), std::size_t{1});
        sampling.topP = 0.6;
        QCOMPARE(drawn(sampling, 1'000).size(), std::size_t{2});
        sampling.topP = 0.9;
        QCOMPARE(drawn(sampling, 1'000).size(), std::size_t{3});
        sampling.topP = 0;
        QCOMPARE(drawn(sampling, 1'000).size(), std::size_t{1});
    }

    /// Weights of 1e38 leave nothing but −∞: what is drawn is then what greedy takes.
    void chooseToken_isGreedyWhereNoLogitIsFinite() {
        const std::vector<float> nothing(6, -std::numeric_limits<float>::infinity());
        const std::vector<float> unknown(6, std::numeric_limits<float>::quiet_NaN());
        Sampling sampling;
        sampling.temperature = 0.5;
        sampling.topK = 3;
        sampling.topP = 0.9;
        QCOMPARE(chooseToken(nothing, sampling, 1), mostLikely(nothing));
        QCOMPARE(choicesFor(nothing, unknown, sampling).size(), std::size_t{1});
        QCOMPARE(choicesFor(nothing, unknown, {}).size(), std::size_t{1});
    }

    void seed_determinesTheDraws() {
        Sampling sampling;
        sampling.temperature = 1;
        QCOMPARE(drawn(sampling, 50), drawn(sampling, 50));
        Ids first, second;
        Sampling other = sampling;
        other.seed = 2;
        for (std::uint64_t i = 0; i < 50; ++i) {
            first.push_back(chooseToken(logits, sampling, i));
            second.push_back(chooseToken(logits, other, i));
        }
        QVERIFY(first != second);
    }

    void greedyAnswer_followsTheProbabilitiesOfTheTrace_data() { architectures(); }
    /// Each greedy token is the largest in the row that a probe shows, with that probability.
    void greedyAnswer_followsTheProbabilitiesOfTheTrace() {
        QFETCH(int, architecture);
        Trained trained(static_cast<Architecture>(architecture));
        Generator generator(*m_backend, trained.model, trained.parameters());
        const Ids source = trained.model.hasEncoder() ? Ids{4, 9, 6} : Ids{};
        const Ids prompt = trained.model.hasEncoder() ? Ids{} : Ids{4, 9, 6};
        const Generation answer = generator.generate(source, prompt, {}, 5);
        QVERIFY(!answer.ids.empty() || answer.finished);
        QCOMPARE(answer.ids.size(), answer.probabilities.size());

        ProbeExample example;
        example.source = source;
        example.loss = false;
        if (trained.model.hasDecoder()) {
            example.target = prompt;
            example.target.ids.insert(example.target.ids.end(), answer.ids.begin(),
                                      answer.ids.end());
        }
        Probe probe(*m_backend, trained.model, trained.parameters(), example, {}, "");
        const auto trace = probe.run(0);
        const Tensor& probabilities = *trace->find("probabilities");
        for (std::size_t i = 0; i < answer.ids.size(); ++i) {
            const Index row = static_cast<Index>(i + prompt.size());
            const auto columns = static_cast<std::size_t>(probabilities.shape().columns());
            const auto values =
                probabilities.values().subspan(static_cast<std::size_t>(row) * columns, columns);
            QCOMPARE(mostLikely(values), answer.ids[i]);
            const double shown = static_cast<double>(values[answer.ids[i]]);
            QVERIFY(std::abs(shown - answer.probabilities[i]) < 1e-5);
        }
    }

    void encoder_givesOneLabelForEachToken() {
        Trained trained(Architecture::Encoder);
        Generator generator(*m_backend, trained.model, trained.parameters());
        QCOMPARE(generator.generate(Ids{4, 5, 6, 7}, {}, {}).ids.size(), std::size_t{4});
        QCOMPARE(generator.generate({}, {}, {}).ids.size(), std::size_t{0});
    }

    void endlessText_continuesPastMaxLength() {
        Trained trained(Architecture::Decoder);
        Generator generator(*m_backend, trained.model, trained.parameters());
        Sampling sampling;
        sampling.temperature = 1;
        sampling.endless = true;
        const Index length = 3 * trained.model.maxLength;
        const Generation text = generator.generate({}, Ids{5, 6}, sampling, length);
        QCOMPARE(static_cast<Index>(text.ids.size()), length);
        QVERIFY(!text.finished);
        for (const TokenId id : text.ids) {
            QVERIFY(id >= unkId);
            QVERIFY(id < trained.model.targetVocab);
        }
    }

    void answer_fitsMaxLengthAndTheLimit() {
        Trained trained(Architecture::EncoderDecoder);
        Generator generator(*m_backend, trained.model, trained.parameters());
        Sampling sampling;
        sampling.temperature = 1;
        sampling.endless = true; // so that it ends for want of room only
        QCOMPARE(static_cast<Index>(generator.generate(Ids{4}, {}, sampling).ids.size()),
                 trained.model.maxLength);
        QCOMPARE(generator.generate(Ids{4}, {}, sampling, 3).ids.size(), std::size_t{3});
        const Ids prompt(static_cast<std::size_t>(trained.model.maxLength - 1), 5);
        QCOMPARE(generator.generate(Ids{4}, prompt, sampling).ids.size(), std::size_t{1});
    }

    void generate_stopsOnRequest() {
        Trained trained(Architecture::Decoder);
        Generator generator(*m_backend, trained.model, trained.parameters());
        Sampling sampling;
        sampling.endless = true;
        std::stop_source stop;
        const auto stopAtFourth = [&](const Generation& soFar) {
            if (soFar.ids.size() == 4)
                stop.request_stop();
        };
        const Generation text =
            generator.generate({}, {}, sampling, 100, stop.get_token(), stopAtFourth);
        QCOMPARE(text.ids.size(), std::size_t{4});
    }

    void choicesFor_givesWhatIsDrawnFrom() {
        std::vector<float> probabilities = {0, 0, 0, 0.5F, 0.3F, 0.2F};
        Sampling sampling;
        sampling.temperature = 1;
        sampling.topK = 3;
        sampling.topP = 0.6;
        const auto choices = choicesFor(logits, probabilities, sampling);
        QCOMPARE(choices.size(), std::size_t{4}); // <pad> and <sos> are no answers
        QCOMPARE(choices[0].id, TokenId{3});
        QVERIFY(std::abs(choices[0].share - 0.625) < 1e-6);
        QVERIFY(std::abs(choices[1].share - 0.375) < 1e-6);
        QCOMPARE(choices[0].probability, 0.5);
        QCOMPARE(choices[2].cut, Choice::Cut::TopP);
        QCOMPARE(choices[3].cut, Choice::Cut::TopK);
        QCOMPARE(choices[3].share, 0.0);
        // The draw lands where the shares so far exceed it.
        for (std::uint64_t n = 0; n < 200; ++n) {
            const bool first = drawOf(sampling, n) < choices[0].share;
            QCOMPARE(chooseToken(logits, sampling, n), first ? TokenId{3} : TokenId{4});
        }
        const auto greedy = choicesFor(logits, probabilities, {});
        QCOMPARE(greedy[0].share, 1.0);
        QCOMPARE(greedy[1].cut, Choice::Cut::Greedy);
    }

    void generate_refusesTokensThatTheModelCannotRead() {
        Trained trained(Architecture::EncoderDecoder);
        Generator generator(*m_backend, trained.model, trained.parameters());
        GF_FAILS(generator.generate(Ids{99}, {}, {}), "source", "99", "3 to 29");
        GF_FAILS(generator.generate(Ids{-1}, {}, {}), "source", "-1");
        GF_FAILS(generator.generate(Ids{eosId}, {}, {}), "special token", "2");
        GF_FAILS(generator.generate(Ids(16, 5), {}, {}), "source", "16 tokens", "15");
        GF_FAILS(generator.generate(Ids{4}, Ids(16, 5), {}), "target", "16 tokens", "15");
    }

private:
    static void architectures() {
        QTest::addColumn<int>("architecture");
        QTest::newRow("encoder-decoder") << static_cast<int>(Architecture::EncoderDecoder);
        QTest::newRow("encoder") << static_cast<int>(Architecture::Encoder);
        QTest::newRow("decoder") << static_cast<int>(Architecture::Decoder);
    }

    /// A small model after a few steps, so that its answers are not all alike.
    struct Trained {
        explicit Trained(Architecture architecture) {
            const auto task = smallTask("copy", architecture);
            model = smallModel(*task);
            model.maxLength = architecture == Architecture::Decoder ? 32 : 16;
            trainer = trainerOf(*backend, task, model, shortTraining());
            for (int i = 0; i < 12; ++i)
                trainer->step();
        }
        Parameters& parameters() { return trainer->parameters(); }

        std::unique_ptr<Backend> backend = makeBackend("cpu");
        ModelConfig model;
        std::unique_ptr<Trainer> trainer;
    };

    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
};

} // namespace

} // namespace gf::tst_generate

#include "tests/entry.h"
GF_APPLESS_TEST(tst_generate, TstGenerate)
#include "tst_generate.moc"
