// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op.h"
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "stage_fixture.h"
#include "tests/core/families.h"
#include "ui/explain/formula_choice.h"
#include "ui/explain/formula_picture.h"
#include "ui/steps/step_texts.h"
#include "ui/steps/steps.h"
#include "warnings.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <functional>

namespace gf::tst_formulas {

namespace {

/// What is trained how.
struct Setup {
    ModelConfig model = test::smallModel();
    TrainConfig training;
    std::vector<Intervention> changes;
};

using Change = std::function<void(Setup&)>;

/// One training step, from the tokens to the new weights.
std::shared_ptr<const Graph> graphOf(const Setup& setup) {
    BuildOptions options;
    options.sourceLength = setup.model.hasEncoder() ? 5 : 0;
    options.targetLength = setup.model.hasDecoder() ? 4 : 0;
    options.training = true;
    options.gradients = true;
    options.labelSmoothing = setup.training.labelSmoothing;
    options.interventions = setup.changes;
    const auto graph = buildModel(setup.model, options).graph;
    appendOptimizer(*graph, setup.training);
    return graph;
}

/// The formula's name by the node's.
QHash<QString, QString> formulasOf(const Setup& setup) {
    const auto graph = graphOf(setup);
    const Steps steps(graph);
    QHash<QString, QString> formulas;
    const auto note = [&](std::span<const Step> some) {
        for (const Step& step : some) {
            const Node& node = (*graph)[step.node];
            if (!node.inputs.empty() || node.role == Role::Forward) // not the seed of the gradients
                formulas.insert(QString::fromStdString(node.name),
                                formulaOf(*graph, node, step.kind));
        }
    };
    note(steps.walk(false));
    note(steps.walk(true));
    return formulas;
}

void pre(Setup&) {}
void post(Setup& s) {
    s.model.norm = Norm::Post;
}
void bias(Setup& s) {
    s.model.attentionBias = AttentionBias::All;
}
void postBias(Setup& s) {
    post(s);
    bias(s);
}
void unscaled(Setup& s) {
    s.model.scaled = false;
}
void tied(Setup& s) {
    s.model.tieEmbeddings = true;
}
void plainEmbedding(Setup& s) {
    s.model.embeddingScale = false;
}
void noPositions(Setup& s) {
    s.model.positional = Positional::None;
}
void relative(Setup& s) {
    s.model.positional = Positional::Relative;
}
void alibi(Setup& s) {
    s.model.positional = Positional::Alibi;
}
void rotary(Setup& s) {
    s.model.positional = Positional::Rotary;
}
void mean(Setup& s) {
    s.model.mixer = Mixer::Mean;
}
void convolution(Setup& s) {
    s.model.mixer = Mixer::Convolution;
}
void rotaryUnscaled(Setup& s) {
    rotary(s);
    unscaled(s);
}
void learned(Setup& s) {
    s.model.positional = Positional::Learned;
}
void smoothed(Setup& s) {
    s.training.labelSmoothing = 0.1;
}
void adamW(Setup& s) {
    s.training.optimizer = OptimizerKind::AdamW;
    s.training.weightDecay = 0.01;
}
void adamDecay(Setup& s) {
    s.training.weightDecay = 0.01;
}
void sgd(Setup& s) {
    s.training.optimizer = OptimizerKind::Sgd;
    s.training.momentum = 0;
}
void momentum(Setup& s) {
    s.training.optimizer = OptimizerKind::Sgd;
    s.training.momentum = 0.9;
}
void clipped(Setup& s) {
    s.training.clipNorm = 1;
}
void dropout(Setup& s) {
    s.model.dropout = 0.1;
}
void gelu(Setup& s) {
    s.model.activation = Activation::Gelu;
}
void rms(Setup& s) {
    s.model.normKind = NormKind::Rms;
}
void gated(Setup& s) {
    s.model.ffn = FeedForwardKind::Gated;
}
void noBias(Setup& s) {
    s.model.ffnBias = s.model.outputBias = false;
}
void rmsNoBias(Setup& s) {
    rms(s);
    noBias(s);
}
void grouped(Setup& s) {
    s.model.kvHeads = 1;
}
void halves(Setup& s) {
    rotary(s);
    s.model.rotaryPairs = RotaryPairing::Halves;
}
void theta(Setup& s) {
    rotary(s);
    s.model.rotaryBase = 500;
}
void halvesTheta(Setup& s) {
    halves(s);
    theta(s);
}
/// The ends of BERT.
void bert(Setup& s) {
    s.model.architecture = Architecture::Encoder;
    s.model.tokenTypes = 2;
    s.model.embeddingNorm = s.model.outputTransform = s.model.pooler = true;
}
/// Its padding takes no position.
void roberta(Setup& s) {
    bert(s);
    s.model.positional = Positional::Learned;
    s.model.positionOffset = 2;
    s.model.exactIds = true;
}
void decoderOnly(Setup& s) {
    s.model.architecture = Architecture::Decoder;
}
void encoderOnly(Setup& s) {
    s.model.architecture = Architecture::Encoder;
}
/// A person sets a number in what a formula looks at to know the model.
void changedStream(Setup& s) {
    for (const char* node : {"encoder.0.residual1", "encoder.0.norm2.output", "source.input",
                             "encoder.0.self_attn.scaled", "encoder.0.self_attn.masked"})
        s.changes.push_back({node, {Edit::Kind::Set, 0.5, {only(0), only(0), only(0)}}});
}
void changedUnscaled(Setup& s) {
    unscaled(s);
    changedStream(s);
}

} // namespace

class TestFormulas : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void formula_isThatOfTheModel_data() {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("formula");
        const auto row = [](const char* model, Change change, const char* node,
                            const char* formula) {
            QTest::addRow("%s: %s", model, node) << std::move(change) << QString(node) << formula;
        };
        row("usual", pre, "source.embedded", "x_t = √(D)· E_(id(t))");
        row("no √D", plainEmbedding, "source.embedded", "x_t = E_(id(t))");
        row("usual", pre, "grad/source_embedding.weight", "∂E_v = √(D) · Σ_(t:id(t) = v) ∂x_t");
        row("no √D", plainEmbedding, "grad/source_embedding.weight", "∂E_v = Σ_(t:id(t) = v) ∂x_t");
        row("usual", pre, "target.input", "x = embedding + position");
        row("learned", learned, "target.input", "x = embedding + position");
        row("no positions", noPositions, "target.input", "x = embedding");

        row("Pre-LN", pre, "encoder.0.self_attn.q", "q = LN(x)·W_Q");
        row("Pre-LN", pre, "encoder.1.self_attn.k", "k = LN(x)·W_K");
        row("Pre-LN", pre, "decoder.0.cross_attn.q", "q = LN(x_(dec))·W_Q");
        row("Pre-LN", pre, "decoder.0.cross_attn.k", "k = x_(enc)·W_K");
        row("Pre-LN", pre, "decoder.1.cross_attn.v", "v = x_(enc)·W_V");
        row("Pre-LN", pre, "encoder.1.ffn.pre_activation", "LN(x)·W_1 + b_1");
        row("Pre-LN", pre, "decoder.1.residual3", "x ← x + sublayer(LN(x))");
        row("Pre-LN", pre, "logits", "z = LN(x)·W + b");
        row("Post-LN", post, "encoder.0.self_attn.q", "q = x·W_Q");
        row("Post-LN", post, "encoder.1.self_attn.v", "v = x·W_V");
        row("Post-LN", post, "decoder.0.cross_attn.q", "q = x_(dec)·W_Q");
        row("Post-LN", post, "decoder.1.cross_attn.k", "k = x_(enc)·W_K");
        row("Post-LN", post, "decoder.0.ffn.pre_activation", "x·W_1 + b_1");
        row("Post-LN", post, "decoder.1.residual3", "y = x + sublayer(x); x ← LN(y) (next step)");
        row("Post-LN", post, "logits", "z = x·W + b");
        row("biases", bias, "decoder.1.self_attn.q", "q = LN(x)·W_Q + b_Q");
        row("biases", bias, "decoder.1.cross_attn.q", "q = LN(x_(dec))·W_Q + b_Q");
        row("biases", bias, "decoder.1.cross_attn.v", "v = x_(enc)·W_V + b_V");
        row("biases", bias, "decoder.1.cross_attn.output", "output = concat·W_O + b_O");
        row("Post-LN, biases", postBias, "encoder.1.self_attn.k", "k = x·W_K + b_K");
        row("no biases", pre, "decoder.1.self_attn.output", "output = concat·W_O");

        row("scaled", pre, "encoder.0.self_attn.scaled", "scaled = (q·k^T)/(√(K))");
        row("not scaled", unscaled, "encoder.0.self_attn.scaled", "scaled = q·k^T");
        row("scaled", pre, "encoder.0.self_attn.weights",
            "weights = softmax((q·k^T)/(√(K)) + mask)");
        row("not scaled", unscaled, "decoder.1.cross_attn.weights",
            "weights = softmax(q·k^T + mask)");
        row("relative", relative, "encoder.0.self_attn.masked",
            "masked_(ij) = biased_(ij) + mask_(ij); mask_(ij) = 0 (seen) or −∞ (hidden)");
        row("ALiBi", alibi, "encoder.0.self_attn.weights",
            "weights = softmax((q·k^T)/(√(K)) + b + mask)");
        row("ALiBi", alibi, "decoder.0.cross_attn.weights",
            "weights = softmax((q·k^T)/(√(K)) + mask)");
        row("rotary", rotary, "encoder.0.self_attn.scores", "scores = q̃·k̃^T");
        row("rotary", rotaryUnscaled, "encoder.0.self_attn.scaled", "scaled = q̃·k̃^T");
        row("tied", tied, "logits", "z = LN(x)·E^T + b");
        row("tied", tied, "grad/decoder.norm.output", "∂x = ∂y·E");
        row("not tied", pre, "grad/decoder.norm.output", "∂x = ∂y·W^T");
        row("tied", tied, "grad/target_embedding.weight/from/logits", "∂E = Σ_b ∂y^T·x");
        row("not tied", pre, "grad/output.weight", "∂W = Σ_b x^T·∂y");

        row("a gradient", pre, "grad/encoder.0.self_attn.scaled",
            "∂x_(ij) = ∂y_(ij) (seen) or 0 (hidden)");
        row("a gradient", pre, "grad/encoder.0.self_attn.q", "y_h = a_h·b_h");
        row("a gradient", pre, "grad/encoder.0.self_attn.k", "y_h = a_h^T·b_h");
        row("a gradient", pre, "grad/encoder.0.self_attn.weights", "y_h = a_h·b_h^T");

        row("usual", pre, "token_loss", "l_t = −ln p_t[label_t]; l_t = 0 for padding");
        row("smoothed", smoothed, "token_loss",
            "l_t = −(1 − ε) ln p_t[label_t] − ε/V Σ_v ln p_(tv); l_t = 0 for padding");
        row("usual", pre, "grad/logits", "∂z = (p − onehot(label)) · ∂l; ∂z = 0 for padding");
        row("smoothed", smoothed, "grad/logits",
            "∂z = (p − q) · ∂l; q = (1 − ε) · onehot(label) + ε/V; ∂z = 0 for padding");

        row("Adam", pre, "update/output.weight/apply", "p ← p + Δ");
        row("AdamW", adamW, "update/output.weight/apply", "p ← p + Δ − η·λ·p");
        row("Adam, decay", adamDecay, "update/output.weight/apply", "p ← p + Δ");
        row("SGD", sgd, "update/output.weight/delta", "Δ = −η · g");
        row("momentum", momentum, "update/output.weight/delta", "Δ = −η · b");
        row("clipped", clipped, "clip_factor", "c = min(1, (limit)/(‖ g ‖ + 10^(−6)))");

        row("changed", changedStream, "encoder.1.self_attn.q", "q = LN(x)·W_Q");
        row("changed", changedStream, "encoder.0.ffn.pre_activation", "LN(x)·W_1 + b_1");
        row("changed", changedStream, "encoder.0.self_attn.scaled",
            "y = x , where nothing was changed");
        row("changed", changedUnscaled, "encoder.0.self_attn.weights",
            "weights = softmax(q·k^T + mask)");
        row("changed", changedUnscaled, "encoder.0.self_attn.scaled/computed", "scaled = q·k^T");
    }
    void formula_isThatOfTheModel() {
        QFETCH(Change, change);
        QFETCH(QString, node);
        Setup setup;
        change(setup);
        QTEST(FormulaPicture(formulasOf(setup).value(node)).plain(), "formula");
    }

    /// Of every model, also where a step has no formula of its own and shows that of its operation.
    void productFormula_hasABiasWhereTheStepHasOne() {
        for (const auto& [name, model] : test::everyModel())
            for (const bool biases : {false, true}) {
                Setup setup;
                setup.model = model;
                setup.model.attentionBias = biases ? AttentionBias::All : AttentionBias::None;
                if (!problemsOf(toJson(setup.model)).empty())
                    continue;
                const auto graph = graphOf(setup);
                const Steps steps(graph);
                for (const Step& step : steps.walk(false)) {
                    const Node& node = (*graph)[step.node];
                    if (node.op->kind() != OpKind::Linear)
                        continue;
                    const QString formula =
                        FormulaPicture(formulaOf(*graph, node, step.kind)).plain();
                    QVERIFY2(!formula.isEmpty() &&
                                 formula.contains(QRegularExpression("\\+ b\\b|\\+ b_")) ==
                                     (node.inputs.size() == 3),
                             qPrintable(QStringLiteral("%1: %2: %3")
                                            .arg(QString::fromStdString(name),
                                                 QString::fromStdString(node.name), formula)));
                }
            }
    }

    /// A setting that gives a step another name of a formula must have its picture, and a picture
    /// that no model shows need not be there.
    void formulaPictures_areThoseOfTheSteps() {
        const std::vector<Change> norms{pre, post};
        const std::vector<Change> settings{
            pre,         bias,        unscaled,    tied,    plainEmbedding, learned,
            smoothed,    adamW,       adamDecay,   sgd,     gelu,           clipped,
            decoderOnly, encoderOnly, noPositions, dropout, momentum,       changedStream,
            mean,        convolution, relative,    alibi,   rotary,         rms,
            gated,       noBias,      rmsNoBias,   grouped, halves,         theta,
            halvesTheta, bert};
        QSet<QString> shown;
        for (const Change& norm : norms)
            for (const Change& one : settings)
                for (const Change& other : settings) {
                    Setup setup;
                    setup.model.layers = 1;
                    norm(setup);
                    one(setup);
                    other(setup);
                    const auto formulas = formulasOf(setup);
                    for (auto each = formulas.begin(); each != formulas.end(); ++each) {
                        QVERIFY2(QFile::exists(QStringLiteral(":/formulas/%1.svg").arg(*each)),
                                 qPrintable(each.key() + QStringLiteral(": ") + *each));
                        shown.insert(*each);
                    }
                }
        QStringList unused;
        for (const QString& file : QDir(":/formulas").entryList({"*.svg"}, QDir::Files))
            if (!shown.contains(file.chopped(4)))
                unused << file.chopped(4);
        // What steps have by their kind is also said of the bare operation.
        unused.removeIf([](const QString& name) { return formulaFor({}, name, false) == name; });
        unused.removeIf([](const QString& name) { return name.startsWith("lab."); });
        QCOMPARE(unused, QStringList());
    }

    void words_areThoseOfTheModel_data() {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* model, Change change, const char* node, const char* words) {
            QTest::addRow("%s: %s", model, node) << std::move(change) << QString(node) << words;
        };
        row("an encoder", mean, "encoder.0.mixer.mean", "every token gets the same one");
        row("a decoder", mean, "decoder.1.mixer.mean", "the first i rows");
        row("a decoder", mean, "decoder.1.mixer.global", "the text so far");
        row("a decoder", mean, "decoder.1.mixer.masked", "later tokens");
        row("a convolution", convolution, "decoder.1.mixer.output", "multiplied by the matrix");
        row("an encoder", pre, "source.position", "treats its input as a set");
        row("a decoder", pre, "target.position", "Under a causal mask");
        row("positions in the scores", relative, "source.input", "Nothing is added here");
        row("an encoder", pre, "encoder.0.self_attn.masked", "must not be seen: the padding mask");
        row("a decoder", pre, "decoder.0.self_attn.masked", "shifted by one");
        row("both", pre, "decoder.0.cross_attn.masked", "must not be seen: the padding mask");
        row("both", pre, "decoder.0.cross_attn.q", "asks the source for");
        row("both", pre, "decoder.0.cross_attn.k", "the encoder's last rows");
        row("not scaled", unscaled, "encoder.0.self_attn.scaled", "does not divide");
        row("an encoder", encoderOnly, "probabilities", "belongs at each place");
        row("a decoder", decoderOnly, "probabilities", "comes next");
        row("changed", changedStream, "encoder.0.self_attn.masked", "Somebody changed");
    }
    void words_areThoseOfTheModel() {
        QFETCH(Change, change);
        QFETCH(QString, node);
        QFETCH(QString, words);
        Setup setup;
        change(setup);
        const auto graph = graphOf(setup);
        const NodeId id = graph->find(node.toStdString());
        QVERIFY(id != noNode);
        const Steps steps(graph);
        const auto step = std::ranges::find(steps.walk(false), id, &Step::node);
        const Node& found = (*graph)[id];
        const auto op = found.op->name();
        const QString text =
            StepTexts().textFor(wordsOf(*graph, found, step->kind),
                                QString::fromUtf8(op.data(), qsizetype(op.size())), false);
        QVERIFY2(text.simplified().contains(words), qPrintable(text));
    }

    /// What is said of one kind of model alone is said of it, and no text is never shown.
    void stepTexts_areAllShownInSomeFamily() {
        const StepTexts texts;
        QSet<QString> shown;
        std::vector<ModelConfig> models;
        for (const auto& [name, family] : test::everyModel()) {
            models.push_back(family);
            models.push_back(family);
            models.back().scaled = false;
        }
        for (const Change& change :
             {Change(bert), Change(roberta), Change(gated), Change(rms), Change(grouped)}) {
            Setup setup;
            change(setup);
            models.push_back(setup.model);
        }
        for (const ModelConfig& model : models) {
            BuildOptions options;
            options.sourceLength = model.hasEncoder() ? 3 : 0;
            options.targetLength = model.hasDecoder() ? 3 : 0;
            options.training = true;
            const std::shared_ptr<const Graph> graph = buildModel(model, options).graph;
            const Steps steps(graph);
            const auto note = [&](std::span<const Step> some) {
                for (const Step& step : some) {
                    const QString words = wordsOf(*graph, (*graph)[step.node], step.kind);
                    shown.insert(words);
                    QVERIFY2(words == step.kind || !texts.section(words).isEmpty(),
                             qPrintable(words));
                }
            };
            note(steps.walk(false));
            note(steps.leaves());
        }
        QFile steps(QStringLiteral(":/texts/en/steps.md"));
        QVERIFY(steps.open(QIODevice::ReadOnly));
        QStringList unused = StepTexts::sectionsOf(QString::fromUtf8(steps.readAll())).keys();
        unused.removeIf([&](const QString& name) { return shown.contains(name); });
        QCOMPARE(unused.join(' '), QString());
    }
};

} // namespace gf::tst_formulas

#include "tests/entry.h"
GF_TEST(tst_formulas, TestFormulas)
#include "tst_formulas.moc"
