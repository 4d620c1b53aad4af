// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op.h"
#include "tests/core/family_traces.h"
#include "ui/explain/formula_choice.h"
#include "ui/steps/steps.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace gf::tst_step_claims {

namespace {

/// A step of a fresh model of some family.
struct Shown {
    std::shared_ptr<const Trace> trace;
    NodeId node = noNode;
    std::string family;
};

/// The steps of every family by the section of their words.
const std::map<QString, std::vector<Shown>>& shownSteps() {
    static const auto all = [] {
        std::map<QString, std::vector<Shown>> steps;
        for (const auto& [name, trace] : test::familyTraces()) {
            const Steps ofFamily(trace->graph);
            for (const Step& step : ofFamily.walk(false))
                steps[wordsOf(*trace->graph, (*trace->graph)[step.node], step.kind)].push_back(
                    {trace, step.node, name});
        }
        return steps;
    }();
    return all;
}

using Claim = std::function<bool(const Trace& trace, const Node& node)>;

/// Holds a claim to every step that has these words, in every family that has the step.
void everyShown(const char* words, const Claim& claim) {
    const auto found = shownSteps().find(QLatin1String(words));
    QVERIFY2(found != shownSteps().end(), words);
    for (const Shown& step : found->second) {
        const Node& node = (*step.trace->graph)[step.node];
        QVERIFY2(claim(*step.trace, node),
                 qPrintable(QString::fromStdString(step.family + ": " + node.name)));
    }
}

bool isClose(double found, double expected) {
    return std::abs(found - expected) <= 1e-4 * std::max(1.0, std::abs(expected));
}

bool isHidden(double value) {
    return value == -std::numeric_limits<double>::infinity();
}

/// A row of the last dimension, in double.
std::vector<double> rowAt(const Tensor& tensor, Index row) {
    const auto width = static_cast<std::size_t>(tensor.shape()[-1]);
    const auto numbers = tensor.values().subspan(static_cast<std::size_t>(row) * width, width);
    return {numbers.begin(), numbers.end()};
}

double sumOf(const std::vector<double>& row) {
    double sum = 0;
    for (const double value : row)
        sum += value;
    return sum;
}

/// Each row sums to 1, or is 0 where there is nothing to look at.
bool areShares(const Trace& trace, const Node& node) {
    const Tensor& weights = trace.value(node.id);
    for (Index i = 0; i < weights.shape().rows(); ++i) {
        const double sum = sumOf(rowAt(weights, i));
        if (sum != 0 && !isClose(sum, 1))
            return false;
    }
    return true;
}

/// Where the masked scores are −∞ the softmax of them is exactly 0.
bool hiddenWeighsNothing(const Trace& trace, const Node& masked) {
    bool hides = false;
    for (const Node& node : trace.graph->nodes()) {
        if (node.op->kind() != OpKind::Softmax || node.inputs[0] != masked.id)
            continue;
        const auto scores = trace.value(masked.id).values();
        const auto weights = trace.value(node.id).values();
        for (std::size_t i = 0; i < scores.size(); ++i)
            if (isHidden(static_cast<double>(scores[i]))) {
                hides = true;
                if (weights[i] != 0)
                    return false;
            }
    }
    return hides; // the example has filler
}

/// Each cell is the product of a row of the one operand and a row of the other.
bool areDotProducts(const Trace& trace, const Node& scores) {
    const Tensor& value = trace.value(scores.id);
    const Tensor& queries = trace.value(scores.inputs[0]);
    const Tensor& keys = trace.value(scores.inputs[1]);
    const Index columns = value.shape()[-1];
    const Index rows = value.shape()[-2];
    for (Index row = 0; row < value.shape().rows(); ++row) {
        const std::vector<double> query = rowAt(queries, row);
        for (Index j = 0; j < columns; ++j) {
            const std::vector<double> key = rowAt(keys, row / rows * columns + j);
            double dot = 0;
            for (std::size_t d = 0; d < key.size(); ++d)
                dot += query[d] * key[d];
            if (!isClose(static_cast<double>(value[row * columns + j]), dot))
                return false;
        }
    }
    return true;
}

bool areZerosOrHidden(const Trace& trace, const Node& node) {
    return std::ranges::all_of(trace.value(node.id).values(), [](float value) {
        return value == 0 || isHidden(static_cast<double>(value));
    });
}

bool sharesAreEven(const Trace& trace, const Node& node) {
    const Tensor& weights = trace.value(node.id);
    for (Index i = 0; i < weights.shape().rows(); ++i) {
        const std::vector<double> row = rowAt(weights, i);
        const auto seen =
            static_cast<double>(row.size()) - static_cast<double>(std::ranges::count(row, 0.0));
        for (const double share : row)
            if (share != 0 && !isClose(share, 1 / seen))
                return false;
    }
    return true;
}

/// The mean of some rows of what a mean reads, the first `count`.
std::vector<double> meanOfFirst(const Tensor& rows, Index count) {
    std::vector<double> mean(rows.shape()[-1]);
    for (Index i = 0; i < count; ++i) {
        const std::vector<double> row = rowAt(rows, i);
        for (std::size_t d = 0; d < row.size(); ++d)
            mean[d] += row[d] / static_cast<double>(count);
    }
    return mean;
}

bool rowIs(const Tensor& tensor, Index row, const std::vector<double>& expected) {
    return std::ranges::equal(rowAt(tensor, row), expected, isClose);
}

Index rowsThatAreNoFiller(const Trace& trace, const Node& product) {
    const std::vector<double> last =
        rowAt(trace.value(product.inputs[0]), trace.value(product.inputs[0]).shape().rows() - 1);
    return static_cast<Index>(last.size()) - static_cast<Index>(std::ranges::count(last, 0.0));
}

bool haveMeanZeroAndVarianceOne(const Trace& trace, const Node& node) {
    const Tensor& rows = trace.value(node.id);
    for (Index i = 0; i < rows.shape().rows(); ++i) {
        const std::vector<double> row = rowAt(rows, i);
        const double mean = sumOf(row) / static_cast<double>(row.size());
        double squares = 0;
        for (const double value : row)
            squares += (value - mean) * (value - mean);
        // ε makes it a little less.
        if (std::abs(mean) > 1e-4 || std::abs(squares / static_cast<double>(row.size()) - 1) > 0.02)
            return false;
    }
    return true;
}

bool isMeanOfWhatCounts(const Trace& trace, const Node& loss) {
    const double sum = sumOf(rowAt(trace.value(loss.inputs[0]), 0));
    return isClose(static_cast<double>(trace.value(loss.id)[0]),
                   sum / static_cast<double>(trace.value(loss.inputs[1])[0]));
}

} // namespace

/// What resources/texts say of steps, in every architecture and family that shows them: of fresh
/// models, on an example with filler. tests/architecture/claims.txt names the sentences.
class TestStepClaims : public QObject {
    Q_OBJECT

private slots:
    void attentionWeights_sumToOne() {
        everyShown("attn.weights", areShares);
        everyShown("attention.weights", areShares);
        everyShown("cell.weights", areShares);
    }

    void maskedScores_getNoWeight() {
        everyShown("attn.masked", hiddenWeighsNothing);
        everyShown("attn.masked.causal", hiddenWeighsNothing);
        everyShown("attn.masked.causal.window", hiddenWeighsNothing);
    }

    void window_leavesTheLastKeysUpToTheQuery() {
        everyShown("attn.masked.causal.window", [](const Trace& trace, const Node& node) {
            const Tensor& masked = trace.value(node.id);
            const Index queries = node.shape.matrixRows();
            const Index window = node.as<MaskAttributes>().window;
            for (Index row = 0; row < masked.shape().rows(); ++row)
                for (Index key = 0; key < node.shape.columns(); ++key) {
                    const Index query = row % queries;
                    const bool seen = query - window < key && key <= query;
                    const Index at = row * node.shape.columns() + key;
                    if (!seen && !isHidden(static_cast<double>(masked.values()[at])))
                        return false;
                }
            return true;
        });
    }

    void scores_areDotProducts() {
        everyShown("attn.scores", areDotProducts);
        everyShown("attention.scores", areDotProducts);
        everyShown("attention.scores.general", areDotProducts);
    }

    /// Each place takes the number that was guessed for it from the state.
    void locationScores_areGuessedFromTheState() {
        everyShown("attention.scores.location", [](const Trace& trace, const Node& scores) {
            const Tensor& value = trace.value(scores.id);
            const Tensor& guessed = trace.value(scores.inputs[0]);
            for (Index i = 0; i < value.shape().rows(); ++i)
                for (Index j = 0; j < value.shape()[-1]; ++j)
                    if (value.at(Cell{{i, j}}) != guessed.at(Cell{{i, j}}))
                        return false;
            const Node& product = (*trace.graph)[scores.inputs[0]];
            return product.inputs.size() == 2; // the state and W_a
        });
    }

    void meanLayer_hasZerosForScores() {
        everyShown("mixer.masked", areZerosOrHidden);
        everyShown("mixer.masked.causal", areZerosOrHidden);
    }

    void meanLayer_weighsEvenly() { everyShown("mixer.weights", sharesAreEven); }

    void encoderMean_isTheSameForEveryToken() {
        everyShown("mixer.mean", [](const Trace& trace, const Node& node) {
            const Tensor& means = trace.value(node.id);
            const std::vector<double> expected =
                meanOfFirst(trace.value(node.inputs[1]), rowsThatAreNoFiller(trace, node));
            for (Index i = 0; i < means.shape().rows(); ++i)
                if (!rowIs(means, i, expected))
                    return false;
            return true;
        });
    }

    void decoderMean_isThatOfTheRowsUpToTheToken() {
        everyShown("mixer.mean.causal", [](const Trace& trace, const Node& node) {
            const Tensor& means = trace.value(node.id);
            for (Index i = 0; i < rowsThatAreNoFiller(trace, node); ++i)
                if (!rowIs(means, i, meanOfFirst(trace.value(node.inputs[1]), i + 1)))
                    return false;
            return true;
        });
    }

    void norm_givesRowsMeanZeroAndVarianceOne() {
        everyShown("norm.output", haveMeanZeroAndVarianceOne);
    }

    void initialState_isZeros() {
        const auto isZero = [](const Trace& trace, const Node& node) {
            return std::ranges::all_of(trace.value(node.id).values(),
                                       [](float value) { return value == 0; });
        };
        everyShown("initial", isZero);
        everyShown("initial_cell", isZero);
    }

    void strictMask_hidesTheStateItselfAndLaterOnes() {
        everyShown("attention.masked", [](const Trace& trace, const Node& node) {
            if (!node.as<MaskAttributes>().strict) // of an encoder, or the rows of time steps
                return true;
            const Tensor& masked = trace.value(node.id);
            for (Index i = 0; i < masked.shape().rows(); ++i)
                for (Index j = i; j < masked.shape()[-1]; ++j)
                    if (!isHidden(static_cast<double>(masked.at(Cell{{i, j}}))))
                        return false;
            return true;
        });
    }

    void loss_isTheMeanOfWhatCounts() {
        everyShown("loss", isMeanOfWhatCounts);
        everyShown("numbers.loss", isMeanOfWhatCounts);
    }

    void hiddenUnits_areSilentForAboutHalf() {
        double silent = 0;
        double all = 0;
        everyShown("ffn.hidden", [&](const Trace& trace, const Node& node) {
            const auto units = trace.value(node.id).values();
            silent += static_cast<double>(std::ranges::count(units, 0.0F));
            all += static_cast<double>(units.size());
            return true;
        });
        QVERIFY(silent > 0.4 * all);
        QVERIFY(silent < 0.6 * all);
    }
};

} // namespace gf::tst_step_claims

#include "tests/entry.h"
GF_TEST(tst_step_claims, TestStepClaims)
#include "tst_step_claims.moc"
