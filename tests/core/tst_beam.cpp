// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/beam.h"
#include "tests/core/errors.h"
#include "tests/core/runs.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

namespace gf::tst_beam {
namespace {

using namespace gf::test;
using Ids = std::vector<TokenId>;

/// A tiny model whose few words make it possible to try every answer there is.
struct Tiny {
    explicit Tiny(Architecture architecture = Architecture::EncoderDecoder,
                  std::uint64_t seed = 4) {
        config.architecture = architecture;
        config.layers = 1;
        config.dModel = 8;
        config.heads = 2;
        config.dFf = 8;
        config.sourceVocab = config.targetVocab = 7;
        config.maxLength = 8;
        parameters = makeParameters(config);
        initialize(*parameters, config, seed);
        // Fresh weights find all words alike; these have opinions.
        for (float& weight : parameters->writable("output.weight"))
            weight *= 4;
        if (config.hasEncoder())
            source = {4, 6, 5};
        generator = std::make_unique<Generator>(*backend, config, *parameters);
    }

    /// ln P of the tokens, one after the other, from the logits themselves.
    double logProbabilityOf(const Ids& tokens) {
        double sum = 0;
        Ids text;
        for (const TokenId id : tokens) {
            const NextToken next = generator->next(source, text);
            double total = 0;
            for (const float logit : next.logits)
                total += std::exp(static_cast<double>(logit));
            sum += static_cast<double>(next.logits[id]) - std::log(total);
            text.push_back(id);
        }
        return sum;
    }

    BeamSearch search(Index width, Index limit, double penalty = 0) {
        return beamSearch(*generator, source, {}, {width, penalty, limit});
    }

    std::unique_ptr<Backend> backend = makeBackend("cpu");
    ModelConfig config;
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Generator> generator;
    Ids source;
};

Ids tokensOf(const Hypothesis& found) {
    Ids ids = found.ids;
    if (found.finished)
        ids.push_back(eosId);
    return ids;
}

class TstBeam : public QObject {
    Q_OBJECT

private slots:
    void beamSearch_stopsOnRequest() {
        Tiny tiny;
        int looked = 0;
        std::stop_source stop;
        const auto stopAtThird = [&] {
            if (++looked == 3)
                stop.request_stop();
        };
        const BeamSearch search =
            beamSearch(*tiny.generator, tiny.source, {}, {3, 0, 0}, stop.get_token(), stopAtThird);
        QCOMPARE(looked, 3);
        QVERIFY(!search.nodes.empty());
        const BeamSearch none =
            beamSearch(*tiny.generator, tiny.source, {}, {3, 0, 0}, stop.get_token());
        QVERIFY(none.nodes.empty());
        QVERIFY(none.found.empty());
    }

    void widthOne_givesTheGreedyAnswer_data() {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 8; ++seed) {
            QTest::addRow("encoder-decoder %d", seed)
                << static_cast<int>(Architecture::EncoderDecoder) << seed;
            QTest::addRow("decoder %d", seed) << static_cast<int>(Architecture::Decoder) << seed;
        }
    }
    void widthOne_givesTheGreedyAnswer() {
        QFETCH(int, architecture);
        QFETCH(int, seed);
        Tiny tiny(static_cast<Architecture>(architecture), static_cast<std::uint64_t>(seed));
        const Generation greedy = tiny.generator->generate(tiny.source, {}, {}, 6);
        const BeamSearch search = tiny.search(1, 6);
        QCOMPARE(search.found.size(), std::size_t{1});
        QCOMPARE(search.found.front().ids, greedy.ids);
        QCOMPARE(search.found.front().finished, greedy.finished);
    }

    /// As wide as there are answers, it has tried them all; then no other way finds a better one.
    void wideBeam_findsTheMostLikelyAnswer() {
        Tiny tiny;
        constexpr Index limit = 3;
        double best = -1e9;
        Ids bestTokens;
        const std::function<void(Ids)> tryAll = [&](Ids tokens) {
            const bool finished = !tokens.empty() && tokens.back() == eosId;
            if (finished) {
                const double logProbability = tiny.logProbabilityOf(tokens);
                if (logProbability > best) {
                    best = logProbability;
                    bestTokens = tokens;
                }
            }
            if (finished || static_cast<Index>(tokens.size()) == limit)
                return;
            for (TokenId id = eosId; id < 7; ++id) {
                tokens.push_back(id);
                tryAll(tokens);
                tokens.pop_back();
            }
        };
        tryAll({});
        const BeamSearch search = tiny.search(125, limit);
        QCOMPARE(tokensOf(search.found.front()), bestTokens);
        QVERIFY(std::abs(search.found.front().logProbability - best) < 1e-5);
        const Generation greedy = tiny.generator->generate(tiny.source, {}, {}, limit);
        Ids tokens = greedy.ids;
        if (greedy.finished)
            tokens.push_back(eosId);
        const double greedyLog = tiny.logProbabilityOf(tokens);
        const auto atLeastAsGood = [&](const Hypothesis& found) {
            return found.logProbability >= greedyLog - 1e-9;
        };
        QVERIFY(std::ranges::any_of(search.found, atLeastAsGood));
    }

    void nodes_haveTheProbabilitiesOfTheModel() {
        Tiny tiny;
        const BeamSearch search = tiny.search(3, 5);
        for (std::size_t i = 0; i < search.nodes.size(); ++i) {
            const BeamNode& node = search.nodes[i];
            Ids tokens;
            for (int at = static_cast<int>(i); at >= 0; at = search.nodes[at].parent)
                tokens.push_back(search.nodes[at].id);
            std::ranges::reverse(tokens);
            QCOMPARE(static_cast<int>(tokens.size()), node.depth + 1);
            QVERIFY(std::abs(tiny.logProbabilityOf(tokens) - node.logProbability) < 1e-5);
            if (node.parent < 0)
                QVERIFY(std::abs(std::log(node.probability) - node.logProbability) < 1e-5);
            else
                QVERIFY(search.nodes[node.parent].kept);
        }
    }

    void finishedHypotheses_keepTheirPlaceInTheBeam() {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Tiny tiny(Architecture::EncoderDecoder, seed);
            constexpr Index width = 3;
            const BeamSearch search = tiny.search(width, 6);
            Index finished = 0;
            for (int depth = 0; depth < 6; ++depth) {
                Index kept = 0, ended = 0;
                double last = 0;
                bool first = true;
                for (const BeamNode& node : search.nodes) {
                    if (node.depth != depth)
                        continue;
                    // The kept ones are the most likely of their depth.
                    QVERIFY(first || node.logProbability <= last);
                    first = false;
                    last = node.logProbability;
                    kept += node.kept ? 1 : 0;
                    ended += node.kept && node.id == eosId ? 1 : 0;
                }
                QVERIFY(kept <= width - finished);
                finished += ended;
            }
            QVERIFY(static_cast<Index>(search.found.size()) <= width);
            for (const Hypothesis& found : search.found)
                QVERIFY(found.finished || static_cast<Index>(found.ids.size()) == 6);
        }
    }

    void lengthNormalization_followsItsFormula() {
        Tiny tiny;
        const BeamSearch plain = tiny.search(4, 5);
        const BeamSearch normalized = tiny.search(4, 5, 1.5);
        for (const Hypothesis& found : plain.found)
            QCOMPARE(found.score, found.logProbability);
        for (const Hypothesis& found : normalized.found) {
            const auto length = static_cast<double>(tokensOf(found).size());
            QVERIFY(std::abs(found.score - found.logProbability / std::pow((5 + length) / 6, 1.5)) <
                    1e-12);
        }
        const auto sorted = [](const std::vector<Hypothesis>& found) {
            return std::ranges::is_sorted(found, [](const Hypothesis& a, const Hypothesis& b) {
                return a.finished != b.finished ? a.finished : a.score > b.score;
            });
        };
        QVERIFY(sorted(plain.found));
        QVERIFY(sorted(normalized.found));
    }

    void beamSearch_continuesAPrompt() {
        Tiny tiny(Architecture::Decoder);
        const Ids prompt = {5, 4};
        const BeamSearch search = beamSearch(*tiny.generator, {}, prompt, {1, 0, 4});
        QCOMPARE(search.found.front().ids, tiny.generator->generate({}, prompt, {}, 4).ids);
    }

    /// Past what the model can see at once; each answer is recomputed from its whole text.
    void longAnswer_hasTheProbabilitiesOfItsWholeText() {
        Tiny tiny(Architecture::Decoder);
        const Ids prompt = {5, 4, 6};
        const BeamSearch search = beamSearch(*tiny.generator, {}, prompt, {3, 0, 40});
        QVERIFY(!search.found.empty());
        for (const BeamNode& node : search.nodes) {
            Ids text;
            for (int at = node.parent; at >= 0; at = search.nodes[at].parent)
                text.push_back(search.nodes[at].id);
            text.insert(text.end(), prompt.rbegin(), prompt.rend());
            std::ranges::reverse(text);
            const NextToken next = tiny.generator->next({}, text);
            QCOMPARE(node.probability, static_cast<double>(next.probabilities[node.id]));
        }
    }

    void rejectedNodes_canBeLeftOut() {
        Tiny tiny;
        const BeamSearch all = beamSearch(*tiny.generator, tiny.source, {}, {3, 0.5, 6});
        const BeamSearch kept = beamSearch(*tiny.generator, tiny.source, {}, {3, 0.5, 6, false});
        QVERIFY(kept.nodes.size() < all.nodes.size());
        QVERIFY(std::ranges::all_of(kept.nodes, &BeamNode::kept));
        QCOMPARE(kept.found.size(), all.found.size());
        for (std::size_t i = 0; i < all.found.size(); ++i) {
            QCOMPARE(kept.found[i].ids, all.found[i].ids);
            QCOMPARE(kept.found[i].score, all.found[i].score);
        }
    }

    void beamSearch_refusesTooManyTokens() {
        Tiny tiny(Architecture::Decoder);
        GF_FAILS(beamSearch(*tiny.generator, {}, {}, {64, 0, 1'000'000}), "beam of 64",
                 "1000000 tokens", "at most 65536");
    }

    void beamSearch_refusesEncodersAndUnknownTokens() {
        Tiny encoder(Architecture::Encoder);
        GF_FAILS(encoder.search(2, 3), "encoder-only", "search");
        Tiny tiny;
        tiny.source = {99};
        GF_FAILS(tiny.search(2, 3), "source", "99");
    }
};

} // namespace

} // namespace gf::tst_beam

#include "tests/entry.h"
GF_APPLESS_TEST(tst_beam, TstBeam)
#include "tst_beam.moc"
