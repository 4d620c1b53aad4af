// SPDX-License-Identifier: GPL-3.0-or-later
//
// The CPU backend's kernels, each in every instruction set that this processor has.
#include "core/backend/cpu/kernels.h"
#include "core/backend/narrow_matrix.h"
#include "core/tensor/random.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace gf::tst_kernels {

namespace {

std::vector<float> randomFloats(std::size_t count, std::uint64_t stream, double size = 3) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(size * (2 * uniform(1, stream, i) - 1));
    return values;
}

struct Sizes {
    Index m, n, k;
};

/// Kinds 1 and 3 have the left matrix transposed, 2 and 3 the right one, 4 and 5 add to a result,
/// the latter with the left one transposed. Rows lie so much further apart than they are long.
cpu::Product productOf(const Sizes& size, int kind, Index apartA, Index apartBC) {
    cpu::Product p;
    p.transposeA = kind % 2 == 1;
    p.transposeB = kind / 2 == 1;
    p.accumulate = kind / 2 == 2;
    p.m = size.m;
    p.n = size.n;
    p.k = size.k;
    p.lda = (p.transposeA ? p.m : p.k) + apartA;
    p.ldb = (p.transposeB ? p.k : p.n) + apartBC;
    p.ldc = p.n + apartBC;
    return p;
}

/// The first number of a product of random matrices that is wrong, those between the rows of the
/// result included; empty when there is none.
QString wrongProduct(const cpu::Kernels& kernels, const cpu::Product& p) {
    const auto a = randomFloats(static_cast<std::size_t>((p.m + p.k) * p.lda), 1);
    const auto b = randomFloats(static_cast<std::size_t>((p.n + p.k) * p.ldb), 2);
    const auto before = randomFloats(static_cast<std::size_t>(p.m * p.ldc), 8);
    const auto bias = randomFloats(static_cast<std::size_t>(p.n), 9);
    const float* start = p.accumulate ? nullptr : bias.data();
    std::vector<float> c = before;
    kernels.product(p, a.data(), b.data(), start, c.data());
    for (Index i = 0; i < p.m; ++i)
        for (Index j = 0; j < p.ldc; ++j) {
            const auto at = static_cast<std::size_t>(i * p.ldc + j);
            double sum = j >= p.n || p.accumulate ? before[at] : 0;
            double size = std::abs(sum);
            if (j < p.n) {
                sum += start ? start[j] : 0;
                for (Index l = 0; l < p.k; ++l) {
                    const Index ai = p.transposeA ? l * p.lda + i : i * p.lda + l;
                    const Index bi = p.transposeB ? j * p.ldb + l : l * p.ldb + j;
                    const double term = static_cast<double>(a[ai]) * static_cast<double>(b[bi]);
                    sum += term;
                    size += std::abs(term);
                }
            }
            if (!(std::abs(c[at] - sum) <= 1e-6 * (size + 1)))
                return QString("%1: %2 x %3 x %4%5%6%7, row %8, column %9")
                    .arg(kernels.name)
                    .arg(p.m)
                    .arg(p.n)
                    .arg(p.k)
                    .arg(p.transposeA ? ", left transposed" : "")
                    .arg(p.transposeB ? ", right transposed" : "")
                    .arg(p.accumulate ? ", added" : "")
                    .arg(i)
                    .arg(j);
        }
    return {};
}

} // namespace

class TestKernels : public QObject {
    Q_OBJECT

private slots:
    void instructionSets_agree() {
        const auto sets = cpu::availableKernels();
        if (sets.size() == 1)
            qInfo("this processor runs the baseline set alone: nothing to compare");
        constexpr Index m = 37, n = 29, k = 41;
        const auto a = randomFloats(m * k, 1);
        const auto b = randomFloats(k * n, 2);
        const auto x = randomFloats(m * n, 3, 6);
        const auto dy = randomFloats(m * n, 4);
        const auto gain = randomFloats(n, 5);
        const auto results = [&](const cpu::Kernels& kernels) {
            std::vector<float> all;
            std::vector<float> y(m * n);
            const auto keep = [&] { all.insert(all.end(), y.begin(), y.end()); };
            for (const bool ta : {false, true})
                for (const bool tb : {false, true})
                    for (const bool accumulate : {false, true}) {
                        cpu::Product p{ta, tb, m, n, k, ta ? m : k, tb ? k : n, n, accumulate};
                        kernels.product(p, a.data(), b.data(), nullptr, y.data());
                        keep();
                    }
            kernels.softmax(m, n, x.data(), y.data());
            keep();
            const std::vector<float> weights = y;
            kernels.softmaxGradient(m, n, weights.data(), dy.data(), y.data());
            keep();
            kernels.layerNorm(m, n, 1e-5F, x.data(), gain.data(), gain.data(), y.data());
            keep();
            kernels.layerNormInputGradient(m, n, 1e-5F, x.data(), gain.data(), dy.data(), y.data());
            keep();
            kernels.gelu(m * n, x.data(), y.data());
            keep();
            kernels.geluGradient(m * n, x.data(), dy.data(), y.data());
            keep();
            kernels.tanh(m * n, x.data(), y.data());
            keep();
            kernels.dropout(m * n, {77, 5, 0.3}, x.data(), y.data());
            keep();
            return all;
        };
        const auto reference = results(*sets.back());
        for (const auto* set : sets) {
            const auto found = results(*set);
            for (std::size_t i = 0; i < reference.size(); ++i)
                QVERIFY2(std::abs(found[i] - reference[i]) <=
                             2e-5F * std::max(1.0F, std::abs(reference[i])),
                         qPrintable(QString("%1, number %2").arg(set->name).arg(i)));
        }
    }

    void products_areRightForAnyShape() {
        std::vector<Sizes> sizes;
        for (const Index m : {1, 4, 7, 21})
            for (const Index n : {1, 3, 8, 16, 29, 61, 300})
                for (const Index k : {1, 8, 519})
                    sizes.push_back({m, n, k});
        // Results too large for the cache; the last one's left matrix has rows that are far apart.
        sizes.insert(sizes.end(), {{67, 1003, 9}, {85, 801, 260}, {275, 270, 33}});
        for (const auto* set : cpu::availableKernels())
            for (const Sizes& size : sizes)
                for (const int kind : {0, 1, 2, 3, 4, 5})
                    QCOMPARE(wrongProduct(*set, productOf(size, kind, 3, 5)), QString());
    }

    /// The matrices of a model as they lie in memory: rows one after the other, or those of one
    /// head among the heads.
    void products_areRightForTheMatricesOfAModel() {
        constexpr Index tokens = 48, width = 64, hidden = 256, head = 16, words = 30;
        const std::vector<Sizes> sizes = {
            {8 * tokens, width, width},  // queries, keys and values of a shard, and their gradients
            {8 * tokens, hidden, width}, // there and back through the feed-forward layer
            {8 * tokens, width, hidden},  {8 * tokens, words, width}, // the logits
            {tokens, tokens, head},                                   // the scores of a head
            {tokens, head, tokens},                                   // what a head says
            {width, width, 8 * tokens},                               // gradients of weights
            {width, hidden, 8 * tokens},  {hidden, width, 8 * tokens}, {width, words, 8 * tokens},
            {2 * tokens, 2 * width, 128}, {tokens, 512, 128},
        };
        for (const auto* set : cpu::availableKernels())
            for (const Sizes& size : sizes)
                for (const int kind : {0, 1, 2, 3, 4, 5}) {
                    QCOMPARE(wrongProduct(*set, productOf(size, kind, 0, 0)), QString());
                    QCOMPARE(wrongProduct(*set, productOf(size, kind, 3 * head, 3 * head)),
                             QString());
                }
    }

    /// Whoever cuts a product, into rows that follow each other or among threads, changes no
    /// number.
    void partOfAProduct_hasTheBitsOfTheWhole() {
        constexpr Index rows = 19;
        for (const auto* set : cpu::availableKernels())
            for (const Index n : {1, 7, 8, 40, 61, 1100})
                for (const Index k : {1, 8, 33, 519})
                    for (const int kind : {0, 2, 4}) {
                        const cpu::Product p = productOf({rows, n, k}, kind, 3, 5);
                        const auto a = randomFloats(static_cast<std::size_t>(rows * p.lda), 1);
                        const auto b = randomFloats(static_cast<std::size_t>((n + k) * p.ldb), 2);
                        const auto before = randomFloats(static_cast<std::size_t>(rows * p.ldc), 8);
                        const auto bias = randomFloats(static_cast<std::size_t>(n), 9);
                        const float* const start = p.accumulate ? nullptr : bias.data();
                        std::vector<float> whole = before;
                        set->product(p, a.data(), b.data(), start, whole.data());
                        std::vector<float> parts = before;
                        cpu::Product row = p;
                        row.m = 1;
                        for (Index i = 0; i < rows; ++i)
                            set->product(row, a.data() + i * p.lda, b.data(), start,
                                         parts.data() + i * p.ldc);
                        QVERIFY2(parts == whole, qPrintable(QString("%1: rows of %2 x %3, kind %4")
                                                                .arg(set->name)
                                                                .arg(n)
                                                                .arg(k)
                                                                .arg(kind)));
                        parts = before;
                        for (Index first = 0; first < n; first += 24) {
                            cpu::Product columns = p;
                            columns.n = std::min<Index>(24, n - first);
                            set->product(columns, a.data(),
                                         b.data() + (p.transposeB ? first * p.ldb : first),
                                         start ? start + first : nullptr, parts.data() + first);
                        }
                        QVERIFY2(parts == whole,
                                 qPrintable(QString("%1: columns of %2 x %3, kind %4")
                                                .arg(set->name)
                                                .arg(n)
                                                .arg(k)
                                                .arg(kind)));
                    }
    }

    /// Weights that fit 16 bits are read in that form by products of one row.
    void narrowProduct_hasTheBitsOfTheProduct() {
        for (const auto* set : cpu::availableKernels())
            for (const bool brain : {true, false})
                for (const bool transposed : {true, false})
                    for (const Index n : {1, 7, 61, 64, 200})
                        for (const Index k : {1, 8, 33, 519}) {
                            auto b = randomFloats(static_cast<std::size_t>(n * k), 2);
                            for (std::size_t i = 0; i < b.size(); ++i) {
                                const float x = std::ldexp(b[i], -static_cast<int>(i % 20));
                                b[i] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) &
                                                            (brain ? 0xffff0000U : 0xffffe000U));
                                if (std::abs(b[i]) < 0x1p-24F)
                                    b[i] = std::copysign(i % 3 ? 0x1p-24F : 0.0F, b[i]);
                            }
                            if (!brain)
                                b.front() = 1.25F + 0x1p-10F; // does not fit BF16
                            const auto matrix = narrowed(b.data(), k, n, transposed);
                            QVERIFY(matrix);
                            QVERIFY((matrix->format == NarrowFormat::Brain) == brain);
                            const auto a = randomFloats(static_cast<std::size_t>(k), 1);
                            const auto bias = randomFloats(static_cast<std::size_t>(n), 9);
                            cpu::Product p = productOf({1, n, k}, transposed ? 2 : 0, 0, 0);
                            for (const bool biased : {true, false}) {
                                const float* const start = biased ? bias.data() : nullptr;
                                std::vector<float> wide(static_cast<std::size_t>(n), 7.0F);
                                std::vector<float> narrow = wide;
                                set->product(p, a.data(), b.data(), start, wide.data());
                                set->narrowProduct(matrix->format, k, n, a.data(),
                                                   matrix->panels.data(), start, narrow.data());
                                QVERIFY2(narrow == wide,
                                         qPrintable(
                                             QString("%1: %2 x %3").arg(set->name).arg(k).arg(n)));
                            }
                        }
    }

    void numbersOfMoreBits_areNotNarrowed() {
        for (const float odd : {0.1F, 0x1.004p-30F, 200.5F, -0x1.002p7F}) {
            const std::vector<float> numbers = {0.5F, 1.0F + 0x1p-10F, -0.0F, odd};
            QVERIFY(!narrowed(numbers.data(), 2, 2, false));
        }
    }

    void fusedKernels_giveTheSameBits() {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        constexpr Index heads = 2, queries = 9;
        for (const auto* set : cpu::availableKernels())
            for (const Index keys : {1, 5, 16, 23, 40})
                for (const bool causal : {false, true})
                    for (const bool padded : {false, true}) {
                        const auto size = static_cast<std::size_t>(heads * queries * keys);
                        const auto n = static_cast<Index>(size);
                        const auto x = randomFloats(size, 1);
                        const auto dy = randomFloats(size, 2);
                        std::vector<float> ids(keys, 1.0F);
                        ids.front() = 0; // with a causal mask the first row sees nothing
                        cpu::MaskShape mask{heads, queries, keys, nullptr, causal, -infinity};
                        mask.keep = padded ? ids.data() : nullptr;
                        std::vector<float> y(size), apart(size), fused(size, 7.0F);
                        set->scale(n, 0.37F, x.data(), y.data());
                        set->mask(mask, y.data(), apart.data());
                        set->softmax(heads * queries, keys, apart.data(), y.data());
                        set->attentionWeights(mask, 0.37F, x.data(), fused.data());
                        QVERIFY(fused == y);

                        set->softmaxGradient(heads * queries, keys, y.data(), dy.data(),
                                             apart.data());
                        mask.fill = 0;
                        set->mask(mask, apart.data(), apart.data());
                        set->scale(n, 0.37F, apart.data(), apart.data());
                        set->scoresGradient(mask, 0.37F, y.data(), dy.data(), fused.data());
                        QVERIFY(fused == apart);

                        std::vector<float> slope = x;
                        set->gelu(n, x.data(), y.data());
                        set->geluWithSlope(n, slope.data(), fused.data());
                        QVERIFY(fused == y);
                        set->geluGradient(n, x.data(), dy.data(), y.data());
                        set->multiply(n, dy.data(), slope.data(), fused.data());
                        QVERIFY(fused == y);

                        const Index rows = heads * queries;
                        const auto gain = randomFloats(static_cast<std::size_t>(keys), 3);
                        std::vector<float> dgain(gain.size()), fusedGain(gain.size());
                        set->layerNormInputGradient(rows, keys, 1e-5F, x.data(), gain.data(),
                                                    dy.data(), y.data());
                        set->layerNormGainGradient(rows, keys, 1e-5F, x.data(), dy.data(),
                                                   dgain.data());
                        set->layerNormGradients(rows, keys, 1e-5F, x.data(), gain.data(), dy.data(),
                                                fused.data(), fusedGain.data());
                        QVERIFY(fused == y);
                        QVERIFY(fusedGain == dgain);
                        set->rmsNormInputGradient(rows, keys, 1e-5F, x.data(), gain.data(),
                                                  dy.data(), y.data());
                        set->rmsNormGainGradient(rows, keys, 1e-5F, x.data(), dy.data(),
                                                 dgain.data());
                        set->rmsNormGradients(rows, keys, 1e-5F, x.data(), gain.data(), dy.data(),
                                              fused.data(), fusedGain.data());
                        QVERIFY(fused == y);
                        QVERIFY(fusedGain == dgain);
                    }
    }

    void fusedKernels_ignoreWhatACausalMaskHides() {
        constexpr Index heads = 2, length = 77;
        constexpr auto n = static_cast<std::size_t>(heads * length * length);
        const auto hidden = [](std::size_t i) {
            const Index row = static_cast<Index>(i) / length % length;
            const Index column = static_cast<Index>(i) % length;
            return column / cpu::triangleRows > row / cpu::triangleRows;
        };
        const auto x = randomFloats(n, 1);
        const auto dy = randomFloats(n, 2);
        std::vector<float> wildX = x, wildDy = dy;
        for (std::size_t i = 0; i < n; ++i)
            if (hidden(i))
                wildX[i] = wildDy[i] = i % 2 ? std::numeric_limits<float>::quiet_NaN()
                                             : std::numeric_limits<float>::infinity();
        cpu::MaskShape mask{heads,   length, length,
                            nullptr, true,   -std::numeric_limits<float>::infinity()};
        for (const auto* set : cpu::availableKernels()) {
            std::vector<float> y(n), fromWild(n), dx(n);
            mask.fill = -std::numeric_limits<float>::infinity();
            set->attentionWeights(mask, 0.37F, x.data(), y.data());
            set->attentionWeights(mask, 0.37F, wildX.data(), fromWild.data());
            QVERIFY(fromWild == y);
            mask.fill = 0;
            set->scoresGradient(mask, 0.37F, y.data(), dy.data(), dx.data());
            set->scoresGradient(mask, 0.37F, y.data(), wildDy.data(), fromWild.data());
            QVERIFY(fromWild == dx);
        }
    }

    void softmax_isExactAndZeroFarBelowTheLargest() {
        for (const auto* set : cpu::availableKernels()) {
            const float infinity = std::numeric_limits<float>::infinity();
            const std::vector<float> x{0, -1, -50, -86, -100, -infinity, -2.5F};
            std::vector<float> y(x.size());
            set->softmax(1, static_cast<Index>(x.size()), x.data(), y.data());
            double sum = 0;
            for (const float value : x)
                sum += std::exp(static_cast<double>(value));
            for (std::size_t i = 0; i < 4; ++i) {
                const double expected = std::exp(static_cast<double>(x[i])) / sum;
                QVERIFY(std::abs(y[i] - expected) <= 3e-7 * expected);
            }
            QCOMPARE(y[4], 0.0F);
            QCOMPARE(y[5], 0.0F);
            const std::vector<float> hidden(7, -infinity);
            set->softmax(1, 7, hidden.data(), y.data());
            for (const float weight : y)
                QCOMPARE(weight, 0.0F);
        }
    }

    void tanh_isExactEverywhere() {
        std::vector<float> x{
            0, 0.624999F, 0.625F, 1e-30F, 88, 1e30F, std::numeric_limits<float>::infinity()};
        for (float size = 1e-7F; size < 20; size *= 1.01F)
            x.push_back(size);
        for (const auto* set : cpu::availableKernels())
            for (const float sign : {1.0F, -1.0F}) {
                std::vector<float> signedX = x, y(x.size());
                for (float& value : signedX)
                    value *= sign;
                set->tanh(static_cast<Index>(x.size()), signedX.data(), y.data());
                for (std::size_t i = 0; i < x.size(); ++i) {
                    const double expected = std::tanh(static_cast<double>(signedX[i]));
                    QVERIFY2(std::abs(y[i] - expected) <= 2.5e-7 * std::abs(expected),
                             qPrintable(QString("%1: tanh %2").arg(set->name).arg(signedX[i])));
                }
            }
    }

    /// 262,144 terms, as two sentences of 512 tokens have: added one after another they are 9e-6
    /// off, and far more where they cancel.
    void longSums_keepTheirDigits() {
        constexpr Index tokens = 512;
        constexpr Index width = 3;
        const auto queries = randomFloats(tokens * width, 1, 0.2);
        const auto keys = randomFloats(tokens * width, 2, 0.2);
        auto gradient = randomFloats(tokens * tokens, 3, 0.5);
        for (float& value : gradient)
            value += 1;
        std::vector<double> exact(width);
        for (Index t = 0; t < tokens; ++t)
            for (Index s = 0; s < tokens; ++s)
                for (Index i = 0; i < width; ++i) {
                    const auto query = static_cast<double>(queries[std::size_t(t * width + i)]) + 1;
                    const auto key = static_cast<double>(keys[std::size_t(s * width + i)]);
                    exact[std::size_t(i)] +=
                        static_cast<double>(gradient[std::size_t(t * tokens + s)]) *
                        std::tanh(query + key);
                }
        auto moved = queries;
        for (float& value : moved)
            value += 1;
        for (const auto* set : cpu::availableKernels()) {
            std::vector<float> sums(width, 0);
            set->additiveVectorGradient({tokens, tokens, width}, moved.data(), keys.data(),
                                        gradient.data(), sums.data());
            for (std::size_t i = 0; i < sums.size(); ++i)
                QVERIFY2(
                    std::abs(sums[i] - exact[i]) <= 5e-6 * exact[i],
                    qPrintable(
                        QString("%1: %2 and not %3").arg(set->name).arg(sums[i]).arg(exact[i])));
        }
    }

    void kernels_passNaNOn() {
        for (const auto* set : cpu::availableKernels()) {
            std::vector<float> x(19, 0.5F);
            x[7] = std::numeric_limits<float>::quiet_NaN();
            std::vector<float> y(x.size());
            set->softmax(1, 19, x.data(), y.data());
            QVERIFY(std::isnan(y[7]));
            set->relu(19, x.data(), y.data());
            QVERIFY(std::isnan(y[7]));
            set->gelu(19, x.data(), y.data());
            QVERIFY(std::isnan(y[7]));
            set->tanh(19, x.data(), y.data());
            QVERIFY(std::isnan(y[7]));
        }
    }
};

} // namespace gf::tst_kernels

#include "tests/entry.h"
GF_APPLESS_TEST(tst_kernels, TestKernels)
#include "tst_kernels.moc"
