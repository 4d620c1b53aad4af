// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/cost.h"
#include "core/ops/multiplications.h"
#include "core/train/generate.h"
#include "tests/core/families.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>

namespace gf::tst_key_value_cache {
namespace {

using namespace gf::test;
using Ids = std::vector<TokenId>;

/// As far as float rounding lets two orders of the same sums agree.
constexpr double tolerance = 2e-5;

/// The largest difference of two rows, relative to the largest number of the first.
double differenceOf(std::span<const float> expected, std::span<const float> found) {
    double largest = 1e-9;
    double off = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, static_cast<double>(std::abs(expected[i])));
        off = std::max(off, static_cast<double>(std::abs(expected[i] - found[i])));
    }
    return off / largest;
}

/// Models that write with kept keys and values, and variants of their attention.
std::vector<FamilyModel> writers() {
    std::vector<FamilyModel> found;
    for (const FamilyModel& family : everyModel())
        if (obstacleToCaching(family.config).empty())
            found.push_back(family);
    const auto add = [&](const char* name, const ModelConfig& config) {
        QVERIFY(problemsOf(toJson(config)).empty());
        found.push_back({name, config});
    };
    for (const FamilyModel& family : std::vector<FamilyModel>(found)) {
        ModelConfig four = family.config;
        four.heads = 4;
        four.kvHeads = 2;
        four.tieQueryKey = false; // keys of their own
        add((family.name + ", 2 of 4 heads").c_str(), four);
        ModelConfig one = family.config;
        one.kvHeads = 1;
        one.tieQueryKey = false;
        one.norm = Norm::Post;
        one.residual = ResidualOrder::Sequential;
        one.scaled = false;
        add((family.name + ", 1 of 2 heads, Post-LN, not scaled").c_str(), one);
        ModelConfig exact = family.config;
        if (exact.architecture != Architecture::Decoder)
            continue;
        exact.exactIds = true;
        exact.positionOffset = exact.positional == Positional::Learned ? 2 : 0;
        add((family.name + ", exact ids").c_str(), exact);
    }
    return found;
}

class TstKeyValueCache : public QObject {
    Q_OBJECT

private slots:
    void aTextThatGrows_getsTheLogitsOfWholePasses_data() { families(); }
    void aTextThatGrows_getsTheLogitsOfWholePasses() {
        QFETCH(QString, backend);
        const std::unique_ptr<Backend> computes = makeBackend(backend.toStdString());
        double worst = 0;
        int rows = 0;
        for (const FamilyModel& family : writers()) {
            const auto parameters = randomParameters(family.config);
            Generator generator(*computes, family.config, *parameters);
            const Ids ids = {4, 5, 6};
            const std::vector<float> numbers = {0.5F, -1, 2, 0.25F, -0.5F, 1};
            GivenSource source;
            if (family.config.hasEncoder() && family.config.input == Input::Values)
                source.numbers = numbers;
            else if (family.config.hasEncoder())
                source.ids = ids;
            GrowingText growing(generator, source);
            Ids text = {5, 8};
            for (const TokenId next : {9, 4, 5, 7, 6, 6, 3, 8, 9, 5, 4}) { // past max_length, too
                if (family.config.hasEncoder() &&
                    static_cast<Index>(text.size()) >= family.config.maxLength)
                    break;
                const NextToken whole = generator.next(source, text);
                const NextToken kept = growing.next(text);
                const double off = differenceOf(whole.logits, kept.logits);
                QVERIFY2(off <= tolerance,
                         qPrintable(QStringLiteral("%1: %2 off after %3 tokens")
                                        .arg(family.name.c_str(), QString::number(off))
                                        .arg(text.size())));
                QVERIFY(differenceOf(whole.probabilities, kept.probabilities) <= tolerance);
                worst = std::max(worst, off);
                ++rows;
                text.push_back(next);
            }
        }
        qInfo("%d rows on %s, worst %.1e", rows, qPrintable(backend), worst);
        QVERIFY(rows > 300);
    }

    /// A text that is another from somewhere on is not taken for the one that is kept.
    void anotherText_isReadFromWhereItIsTheSame() {
        const ModelConfig model = decoder();
        const auto parameters = randomParameters(model);
        Generator generator(*m_backend, model, *parameters);
        GrowingText growing(generator, {});
        const std::vector<Ids> texts = {
            {4, 5, 6, 7}, {4, 5, 6, 7, 8}, {4, 5, 6}, {4, 5, 9}, {4, 5, 9, 3},
            {7, 5, 9, 3}, {7, 5, 9, 3},    {7},       {},        {5},
            {5, 5}};
        for (const Ids& text : texts)
            QVERIFY(differenceOf(generator.next({}, text).logits, growing.next(text).logits) <=
                    tolerance);
    }

    /// More rows than there are places at first, and again after some of them were given up.
    void aTextOfManyTokens_getsTheLogitsOfWholePasses_data() { families(); }
    void aTextOfManyTokens_getsTheLogitsOfWholePasses() {
        QFETCH(QString, backend);
        const std::unique_ptr<Backend> computes = makeBackend(backend.toStdString());
        for (const bool both : {false, true}) {
            ModelConfig model = decoder();
            model.maxLength = 72;
            if (both)
                model.architecture = Architecture::EncoderDecoder;
            const auto parameters = randomParameters(model);
            Generator generator(*computes, model, *parameters);
            const Ids source = {4, 5, 6};
            const GivenSource given = both ? GivenSource(source) : GivenSource();
            GrowingText growing(generator, given);
            Ids text;
            for (const std::size_t kept : {0, 30}) { // of the text before
                text.resize(kept);
                while (text.size() < 68) {
                    text.push_back(static_cast<TokenId>(4 + (7 * text.size() + kept) % 6));
                    QVERIFY(differenceOf(generator.next(given, text).logits,
                                         growing.next(text).logits) <= tolerance);
                }
            }
        }
    }

    /// What was given up leaves no trace.
    void aTextThatWasCut_getsTheBitsOfOneThatWasNot() {
        const ModelConfig model = decoder();
        const auto parameters = randomParameters(model);
        Generator generator(*m_backend, model, *parameters);
        const Ids begin = {4, 5, 6};
        const Ids wanted = {4, 5, 6, 7, 8};
        const auto after = [&](const std::vector<Ids>& detours) {
            GrowingText growing(generator, {});
            growing.next(begin);
            for (const Ids& text : detours)
                growing.next(text);
            growing.next({wanted.begin(), wanted.end() - 1});
            return growing.next(wanted).logits;
        };
        const std::vector<float> straight = after({});
        QCOMPARE(after({{4, 5, 6, 9}, {4, 5, 6, 9, 3}, {4, 5, 6, 9, 3, 6}}), straight);
    }

    /// What was kept is of no use any more once the weights are others.
    void anAnswer_isOfTheWeightsThatThereAre() {
        const ModelConfig model = decoder();
        const auto parameters = randomParameters(model);
        Generator generator(*m_backend, model, *parameters);
        const Ids prompt = {4, 5};
        generator.generate({}, prompt, {}, 6);
        for (float& value : parameters->writable("decoder.1.self_attn.w_k"))
            value = -value;
        const Generation again = generator.generate({}, prompt, {}, 6);
        Generator fresh(*m_backend, model, *parameters);
        const Generation expected = fresh.generate({}, prompt, {}, 6);
        QCOMPARE(again.ids, expected.ids);
        QCOMPARE(again.probabilities, expected.probabilities);
    }

    /// The weights of a model that came in 16 bits are read so, and in training not.
    void weightsThatFit16Bits_giveTheSameBits() {
        for (const FamilyModel& family : writers()) {
            if (family.config.hasEncoder())
                continue;
            const auto parameters = randomParameters(family.config);
            for (float& weight : parameters->writableFlat())
                weight = std::bit_cast<float>(std::bit_cast<std::uint32_t>(weight) & 0xffff0000U);
            Generator generator(*m_backend, family.config, *parameters);
            const Ids text = {4, 5, 6, 7};
            const auto logitsNow = [&] {
                GrowingText growing(generator, {});
                growing.next({text.begin(), text.end() - 1});
                return growing.next(text).logits;
            };
            const std::vector<float> before = logitsNow();
            const auto entry = std::ranges::find_if(parameters->entries(), [](const auto& e) {
                return e.name.starts_with("decoder.") && e.shape.rank() == 2;
            });
            const std::vector<float> weights(parameters->values(*entry).begin(),
                                             parameters->values(*entry).end());
            for (float& weight : parameters->writable(*entry))
                weight += 0.5F;
            const std::vector<float> changed = logitsNow();
            QVERIFY(changed != before);
            parameters->hostChanges();
            QCOMPARE(logitsNow(), changed);
            std::ranges::copy(weights, parameters->writable(*entry).begin());
            QCOMPARE(logitsNow(), before);
        }
    }

    /// One pass for the prompt, and one row for each token after it.
    void anAnswer_isTheGreedyOneOfWholePasses() {
        for (const FamilyModel& family : writers()) {
            if (family.config.hasEncoder())
                continue;
            const auto parameters = randomParameters(family.config);
            Generator generator(*m_backend, family.config, *parameters);
            const Generation answer = generator.generate({}, Ids{4, 5}, {}, 8);
            Ids text = {4, 5};
            for (std::size_t n = 0; n < answer.ids.size(); ++n) {
                const NextToken whole = generator.next({}, text);
                const TokenId id = chooseToken(whole.logits, {}, n, generator.answerTokens().first);
                QCOMPARE(answer.ids[n], id);
                QVERIFY(std::abs(answer.probabilities[n] -
                                 static_cast<double>(whole.probabilities[id])) < 1e-4);
                text.push_back(id);
            }
        }
    }

    void whyTextsAreComputedAnew_isSaid() {
        int cached = 0;
        for (const FamilyModel& family : everyModel()) {
            const auto parameters = randomParameters(family.config);
            Generator generator(*m_backend, family.config, *parameters);
            const bool keeps = generator.obstacleToCaching().empty();
            QCOMPARE(keeps, family.config.hasDecoder() && !family.config.isRecurrent() &&
                                family.config.mixer == Mixer::Attention &&
                                family.config.output == Output::Words);
            cached += keeps ? 1 : 0;
        }
        QVERIFY(cached > 10);
    }

    /// What the lab counts from a whole pass is what the graph of a row does and is fed. That one
    /// treats the row's own key and value apart, and turns by a product.
    void costOfWriting_isThatOfTheRowsGraph() {
        for (const FamilyModel& family : writers()) {
            const bool both = family.config.hasEncoder();
            const ModelGraph whole = buildModel(
                family.config, {.sourceLength = both ? 3 : 0, .targetLength = 4, .loss = false});
            const auto cost = writingCostAt(*whole.graph, both ? 5 : 0, 9);
            QVERIFY2(cost.has_value(), family.name.c_str());
            const CachedRow row = buildCachedRow(family.config, 9, both ? 5 : 0);
            double multiplications = 0;
            for (const Node& node : row.graph->nodes()) {
                const bool ofItself = node.name.ends_with("_own") ||
                                      (node.scope.isAttention() && node.name.ends_with("_rotated"));
                if (costPartOf(node) && !ofItself)
                    multiplications += ops::multiplications(*row.graph, node);
            }
            QCOMPARE(cost->kept, multiplications);
            Index numbers = 0;
            for (const CachedAttention& attention : row.attention)
                numbers += (*row.graph)[attention.keys].shape.count() +
                           (*row.graph)[attention.values].shape.count();
            QCOMPARE(cost->bytes, static_cast<double>(numbers) * 4);
            QVERIFY(cost->kept < cost->anew);
        }
    }

    void modelsWithoutAWrittenText_haveNoCostOfWriting() {
        for (const FamilyModel& family : everyModel()) {
            const ModelGraph whole =
                buildModel(family.config, {.sourceLength = family.config.hasEncoder() ? 3 : 0,
                                           .targetLength = family.config.hasDecoder() ? 3 : 0,
                                           .loss = false});
            QVERIFY2(writingCostAt(*whole.graph, 3, 3).has_value() ==
                         obstacleToCaching(family.config).empty(),
                     family.name.c_str());
        }
    }

private:
    static void families() {
        QTest::addColumn<QString>("backend");
        QTest::newRow("eigen") << "eigen";
        QTest::newRow("cpu") << "cpu";
    }
    static ModelConfig decoder() {
        ModelConfig model = gf::test::families::tiny();
        model.architecture = Architecture::Decoder;
        model.positional = Positional::Rotary;
        return model;
    }

    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
};

} // namespace

} // namespace gf::tst_key_value_cache

#include "tests/entry.h"
GF_APPLESS_TEST(tst_key_value_cache, TstKeyValueCache)
#include "tst_key_value_cache.moc"
