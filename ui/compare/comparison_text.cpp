// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_text.h"

#include "ui/language/titles.h"
#include "ui/language/tr.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

/// The words of a change. A text that lacks %1 is taken as it is.
struct Words {
    const char* key;
    const char* title;
    const char* why;
    const char* obstacle;
};

constexpr std::array changeWords = {
    Words{"norm", QT_TR_NOOP("Where the norms stand"),
          QT_TR_NOOP("Before the first training step the gradients of a Post-LN decoder grow from "
                     "layer to layer, those of a Pre-LN decoder do not; Xiong et al. 2020 see "
                     "there why the former needs a warm-up."),
          ""},
    Words{"norm_kind", QT_TR_NOOP("LayerNorm or RMSNorm"),
          QT_TR_NOOP("RMSNorm divides by the root of the mean square and takes no mean off: it has "
                     "half the weights, costs less, and mostly learns as well (Zhang & Sennrich "
                     "2019)."),
          QT_TR_NOOP("a recurrent model has no norms")},
    Words{"no_norms", QT_TR_NOOP("With norms or without"),
          QT_TR_NOOP("Without norms each layer adds to rows whose length nothing holds, so that a "
                     "large learning rate can do harm (Ba et al. 2016; Xiong et al. 2020)."),
          QT_TR_NOOP("a recurrent model has no norms")},
    Words{
        "ffn", QT_TR_NOOP("Feed-forward layer: plain or gated"),
        QT_TR_NOOP("A gate decides for each hidden unit how much of it is let through; it takes a "
                   "third matrix of the same size (Shazeer 2020)."),
        QT_TR_NOOP("a recurrent model has no feed-forward layer")},
    Words{"no_ffn", QT_TR_NOOP("With feed-forward layers or attention alone"),
          QT_TR_NOOP("Attention alone can move what it finds from token to token and add it up; "
                     "how such a model computes can be written down as paths through its heads "
                     "(Elhage et al. 2021)."),
          QT_TR_NOOP("a recurrent model has no feed-forward layer")},
    Words{"kv_heads", QT_TR_NOOP("Key–value heads: 1, 2 or all"),
          QT_TR_NOOP("Heads that share keys and values need fewer of both to be kept while a text "
                     "is written, and each can still ask in its own way (Shazeer 2019; Ainslie et "
                     "al. 2023)."),
          QT_TR_NOOP("it needs an even number of heads, four at least")},
    Words{"scaled", QT_TR_NOOP("Scores divided by √K"),
          QT_TR_NOOP("Without it the scores spread with √K, the softmax saturates sooner and "
                     "less gradient comes through (Vaswani et al. 2017, section 3.2.1)."),
          QT_TR_NOOP("each head has one feature, and √1 is 1")},
    Words{"heads", QT_TR_NOOP("Number of heads"),
          QT_TR_NOOP("One head has one pattern of attention for each token; several of the "
                     "same total width can look at several places at once."),
          QT_TR_NOOP("the model’s width cannot be divided among more heads")},
    Words{"positional", QT_TR_NOOP("Positions"),
          QT_TR_NOOP("Without positions attention sees a set of tokens, not a sequence; only "
                     "the causal mask still tells the decoder something about order."),
          ""},
    Words{"learned", QT_TR_NOOP("Positions: learned"),
          QT_TR_NOOP("A row for each position is learned like a word’s, instead of waves that are "
                     "given; what stands further than any example is never learned (Gehring et al. "
                     "2017; Vaswani et al. 2017, section 3.5)."),
          ""},
    Words{"relative", QT_TR_NOOP("Positions: relative"),
          QT_TR_NOOP("A learned number for each distance is added to the scores, in place of "
                     "something added at the input (Shaw et al. 2018; Raffel et al. 2020)."),
          QT_TR_NOOP("positions in the scores need attention")},
    Words{"rotary", QT_TR_NOOP("Positions: rotary"),
          QT_TR_NOOP("Queries and keys are turned by their positions, so that a score depends on "
                     "how far apart they stand (Su et al. 2021)."),
          QT_TR_NOOP("turning needs attention and heads of an even width")},
    Words{
        "alibi", QT_TR_NOOP("Positions: ALiBi"),
        QT_TR_NOOP("Each head subtracts a fixed multiple of the distance from its scores; nothing "
                   "about positions is learned (Press et al. 2022)."),
        QT_TR_NOOP("positions in the scores need attention")},
    Words{
        "mean", QT_TR_NOOP("Token mixer: mean"),
        QT_TR_NOOP("A mean layer gives each token the mean of all that it may see, without asking "
                   "what they are; attention chooses for each (Zaheer et al. 2017)."),
        QT_TR_NOOP("positions in the scores need attention")},
    Words{"convolution", QT_TR_NOOP("Token mixer: convolution"),
          QT_TR_NOOP("A convolution reads neighbours by their distance, the same everywhere; what "
                     "stands further away comes only through several layers (LeCun et al. 1989)."),
          QT_TR_NOOP("positions in the scores need attention")},
    Words{"mixers", QT_TR_NOOP("Three token mixers: attention, mean, convolution"),
          QT_TR_NOOP("Three answers to who reads whom: attention chooses for each token, a mean "
                     "layer shares out evenly, a convolution reads neighbours by their distance "
                     "(Vaswani et al. 2017; Zaheer et al. 2017; LeCun et al. 1989)."),
          QT_TR_NOOP("positions in the scores need attention")},
    Words{"family", QT_TR_NOOP("Transformer or recurrent"),
          QT_TR_NOOP("A transformer sees all tokens at once, a recurrent model one after the "
                     "other: what it is to know later must pass through its state (Vaswani et al. "
                     "2017, section 4)."),
          ""},
    Words{
        "cell", QT_TR_NOOP("The cell"),
        QT_TR_NOOP("A GRU keeps by its gates what a plain RNN overwrites at every token; gradients "
                   "come back further (Cho et al. 2014)."),
        ""},
    Words{
        "lstm", QT_TR_NOOP("The cell: LSTM or GRU"),
        QT_TR_NOOP("An LSTM keeps a cell beside its state and has four gates’ worth of weights; a "
                   "GRU has three and hands on its state alone (Hochreiter & Schmidhuber 1997; "
                   "Cho et al. 2014)."),
        ""},
    Words{"attention", QT_TR_NOOP("Attention to states"),
          QT_TR_NOOP(
              "Without attention the decoder knows the source by the encoder’s last states, one "
              "for each layer; the longer the sentence, the less of it fits (Bahdanau et "
              "al. 2015)."),
          ""},
    Words{"bahdanau", QT_TR_NOOP("Bahdanau’s attention or Luong’s"),
          QT_TR_NOOP("Bahdanau’s is asked with the state before, and what it finds goes into the "
                     "cell; Luong’s is asked with the state after, and what it finds goes past the "
                     "cell to the output (Bahdanau et al. 2015; Luong et al. 2015)."),
          QT_TR_NOOP("it needs attention between an encoder and a decoder")},
    Words{"mechanisms", QT_TR_NOOP("Three mechanisms: cross-attention, Bahdanau, Luong"),
          QT_TR_NOOP("Three runs in step, three alignments of the same sentence: attention began "
                     "beside a recurrent network, which gives the order of the words, and in the "
                     "transformer does without it (Bahdanau et al. 2015; Luong et al. 2015; "
                     "Vaswani et al. 2017)."),
          QT_TR_NOOP("it needs an encoder, and a decoder that attends to it")},
    Words{"scores", QT_TR_NOOP("Four scores: cross-attention, dot, general, location"),
          QT_TR_NOOP("Four runs in step: a decoder’s state against each of the encoder’s, by the "
                     "scaled product of queries and keys, the plain product, a product with a "
                     "matrix between, and from the state alone (Luong et al. 2015, section 3.1; "
                     "Vaswani et al. 2017)."),
          QT_TR_NOOP("it needs an encoder, and a decoder that attends to it by one of these")},
    Words{"warmup", QT_TR_NOOP("Warm-up of the learning rate"),
          QT_TR_NOOP("Large first training steps can throw the weights to where they do not come "
                     "back from; a warm-up keeps the first ones small."),
          QT_TR_NOOP("this run has a constant rate; Noam and cosine have a warm-up")},
    Words{"context", QT_TR_NOOP("Context: windows half as long"),
          QT_TR_NOOP("Both learn the same text. In shorter windows a token has fewer others to "
                     "look back at. A batch has as many windows in both, so B reads half as many "
                     "tokens in a step; each is validated on windows of its own length."),
          QT_TR_NOOP("its windows are too short to be halved")},
    Words{"mask", QT_TR_NOOP("The causal mask"),
          QT_TR_NOOP(
              "Without it every token of the decoder sees the next one, the very answer that it is "
              "asked for: it has little else to learn, and that does not help it to write, when "
              "the next token is not there yet (Vaswani et al. 2017, section 3.2.3). "
              "Padding stays masked in both."),
          QT_TR_NOOP("this model has no causal mask")},
    Words{"backend", QT_TR_NOOP("What does the arithmetic"),
          QT_TR_NOOP("The same numbers from other additions: rounding alone tells them apart."),
          QT_TR_NOOP("there is only one backend here")},
    Words{"nothing", QT_TR_NOOP("Nothing"),
          QT_TR_NOOP("The control: two runs without a difference stay the same to the last bit."),
          ""},
};

const Words* wordsOf(const ComparisonChoice& choice) {
    const auto found = std::ranges::find_if(
        changeWords, [&](const Words& one) { return choice.key == QLatin1String(one.key); });
    return found == changeWords.end() ? nullptr : &*found;
}

/// What a recurrent model's attention is called, by its word in the configuration.
struct AlignmentWord {
    const char* value;
    const char* text;
};

constexpr std::array alignments = {
    AlignmentWord{"none", QT_TR_NOOP("no attention")},
    AlignmentWord{"dot", QT_TR_NOOP("Luong: dot product")},
    AlignmentWord{"general", QT_TR_NOOP("Luong: general")},
    AlignmentWord{"location", QT_TR_NOOP("Luong: by place")},
    AlignmentWord{"concat", QT_TR_NOOP("Luong: concat")},
    AlignmentWord{"bahdanau", QT_TR_NOOP("Bahdanau")},
};

QString alignmentText(const QString& value) {
    const auto found = std::ranges::find_if(
        alignments, [&](const AlignmentWord& one) { return value == QLatin1String(one.value); });
    return found == alignments.end() ? value : tr(found->text);
}

} // namespace

QString titleOf(const ComparisonChoice& choice) {
    const Words* found = wordsOf(choice);
    return found ? tr(found->title) : choice.key;
}

QString whyOf(const ComparisonChoice& choice) {
    const Words* found = wordsOf(choice);
    return found ? tr(found->why) : QString();
}

bool isLacking(const ComparisonChoice& choice) {
    return !choice.possible && std::ranges::all_of(choice.values, &QString::isEmpty);
}

QString obstacleOf(const ComparisonChoice& choice) {
    const Words* found = choice.possible ? nullptr : wordsOf(choice);
    return found ? tr(found->obstacle) : QString();
}

QString comparisonText(const ComparisonChoice& choice, const QString& value) {
    const auto is = [&](const char* key) { return choice.key == QLatin1String(key); };
    const auto says = [&](const char* word) { return value == QLatin1String(word); };
    if (is("norm"))
        return says("pre") ? tr("Pre-LN") : tr("Post-LN");
    if (is("norm_kind") || is("no_norms"))
        return says("none")  ? tr("no norms")
               : says("rms") ? QStringLiteral("RMSNorm")
                             : QStringLiteral("LayerNorm");
    if (is("ffn") || is("no_ffn"))
        return says("none") ? tr("attention alone") : says("gated") ? tr("gated") : tr("plain");
    if (is("kv_heads"))
        return tr("%n key–value heads", nullptr, value.toInt());
    if (is("scaled"))
        return says("on") ? tr("divided by √K") : tr("not divided");
    if (is("heads"))
        return tr("%n heads", nullptr, value.toInt());
    if (is("positional") || is("learned") || is("relative") || is("rotary") || is("alibi"))
        return says("none")       ? tr("no positions")
               : says("learned")  ? tr("learned positions")
               : says("relative") ? tr("relative positions")
               : says("rotary")   ? tr("rotary positions")
               : says("alibi")    ? tr("ALiBi")
                                  : tr("sinusoidal positions");
    if (is("mean") || is("convolution") || is("mixers"))
        return says("mean")          ? tr("mean layer")
               : says("convolution") ? tr("convolution")
                                     : tr("attention");
    if (is("warmup"))
        return says("0") ? tr("no warm-up")
                         : tr("warm-up of %n training steps", nullptr, value.toInt());
    if (is("context"))
        return tr("windows of %n tokens", nullptr, value.toInt());
    if (is("mask"))
        return says("causal") ? tr("causal mask") : tr("sees its own answer");
    if (is("family"))
        return says("recurrent") ? tr("recurrent") : tr("transformer");
    if (is("cell") || is("lstm"))
        return value.toUpper();
    const bool asks = is("mechanisms") || is("scores");
    if (asks && says("transformer"))
        return tr("cross-attention");
    if (is("attention") || is("bahdanau") || asks)
        return alignmentText(value);
    if (is("nothing"))
        return tr("the same");
    return value;
}

QStringList comparisonTexts(const ComparisonChoice& choice) {
    QStringList texts;
    for (const QString& value : choice.values)
        texts += comparisonText(choice, value);
    return texts;
}

QString differenceOf(const ComparisonChoice& choice) {
    const QStringList what = comparisonTexts(choice);
    if (choice.comparedRuns() > 1) {
        QStringList named;
        for (qsizetype run = 0; run < what.size(); ++run)
            named << tr("%1: %2").arg(letterOf(static_cast<std::size_t>(run)), what[run]);
        return tr("%n runs from the same seed on the same batches. %1", nullptr,
                  static_cast<int>(what.size()))
            .arg(named.join(QStringLiteral(" · ")));
    }
    if (choice.key == QLatin1String("nothing"))
        return tr("Two runs from the same seed on the same batches, without any difference");
    if (choice.key == QLatin1String("context")) // other windows are other batches
        return tr("Two runs from the same seed on the same text. A: %1, B: %2")
            .arg(what[0], what[1]);
    return tr("Two runs from the same seed on the same batches. The one difference: %1. A: %2, "
              "B: %3")
        .arg(titleOf(choice), what[0], what[1]);
}

QString letterOf(std::size_t run) {
    return QChar(static_cast<char16_t>(u'A' + run));
}

QString mechanismText(const FieldValues& configuration) {
    const auto value = [&](const char* key) {
        return QString::fromStdString(choiceIn(configuration, key));
    };
    if (value("family") == QLatin1String("recurrent"))
        return tr("%1, %2").arg(alignmentText(value("alignment")), value("cell").toUpper());
    if (configuration.empty())
        return {};
    return value("architecture") == QLatin1String("encoder-decoder")
               ? tr("transformer, cross-attention")
               : tr("transformer");
}

QString layerText(const Scope& layer) {
    const int number = layer.layer() + 1;
    const ScopeLevel* stack = layer.find(ScopeKind::Stack);
    return stack && stack->title == "encoder"   ? tr("encoder %1").arg(number)
           : stack && stack->title == "decoder" ? tr("decoder %1").arg(number)
                                                : titleOf(layer);
}

QString shortLayerText(const Scope& layer) {
    return titleOf(layer).left(1) + QString::number(layer.layer() + 1);
}

} // namespace gf
