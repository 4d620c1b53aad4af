// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sentences.h"

#include "ui/language/language.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>
#include <vector>

namespace gf {

namespace {

/// The sentences that reach the window, most particular first: the first that fits is taken.
constexpr std::array patterns = {
    // The configuration of a model and of its training.
    QT_TRANSLATE_NOOP("Glassformer", "%1 is %2; it must be a number, %3"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 is %2; it must be a whole number, %3"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "%1 is %2; it must be a whole number from 0 on that fits 64 bits"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 is %2; it must be true or false"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 is %2; it must be %3"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 has the unknown key %2 with the value %3; %4"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "heads is %1, which does not divide d_model %2; it could be %3"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "tie_embeddings is true, but source_vocab is %1 and target_vocab is %2; an "
                      "encoder-only model can tie them only when both are the same"),
    QT_TRANSLATE_NOOP("Glassformer", "the model would have %1 million weights; at most %2 million "
                                     "are possible, so d_model, d_ff or layers must be smaller"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "the model would have %1 million weights; at most %2 million are possible, "
                      "so a vocabulary, max_length or d_model must be smaller"),
    QT_TRANSLATE_NOOP(
        "Glassformer",
        "max_length is %1, but the task \"%2\" has sequences of %3 tokens; make it at least that"),
    QT_TRANSLATE_NOOP(
        "Glassformer",
        "The task has sequences of %1 tokens; the maximum length is %2, make it at least that."),
    QT_TRANSLATE_NOOP("Glassformer", "Choose the file that it is to learn from."),
    QT_TRANSLATE_NOOP("Glassformer", "There is no file %1."),
    QT_TRANSLATE_NOOP("Glassformer",
                      "There is not enough memory for this; take a smaller model, batch or file."),
    QT_TRANSLATE_NOOP("Glassformer", "This model cannot be trained further: %1"),
    QT_TRANSLATE_NOOP("Glassformer", "This model can be looked into but not trained further: %1"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 steps are done; train on as long as you like."),
    QT_TRANSLATE_NOOP("Glassformer", "Saved as %1"),
    QT_TRANSLATE_NOOP("Glassformer", "Building the model…"),
    QT_TRANSLATE_NOOP("Glassformer", "Reading the model…"),
    QT_TRANSLATE_NOOP("Glassformer", "Computing the first picture of %1 weights…"),
    // The memory of the run, and twin runs.
    QT_TRANSLATE_NOOP("Glassformer",
                      "No moment of this run is remembered: one takes %1 MiB, and the memory for "
                      "them has no room for two. Allow more under Lab, Memory of the time machine"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "What the run remembers cannot be read back from its temporary file: %1"),
    QT_TRANSLATE_NOOP("Glassformer", "There is no branch %1 any more"),
    QT_TRANSLATE_NOOP("Glassformer", "Pin two moments first, A and B: the difference is B less A"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "There is no room for another branch: a moment of this model takes %1, and "
                      "the memory for them is %2. Allow more, or discard a branch"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "There is no room for a pinned moment: a moment of this model takes %1, and "
                      "the memory for them is %2. Allow more, or discard a branch"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "The branches and pinned moments that are kept need %1; allow that much, or "
                      "discard some of them"),
    QT_TRANSLATE_NOOP("Glassformer", "The history beside this model was left out: %1"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "Two runs that are compared have one course; end the comparison to continue "
                      "from a moment of the first"),
    QT_TRANSLATE_NOOP("Glassformer", "Run B stopped at step %1 and cannot be trained further; end "
                                     "the comparison to train A alone"),
    QT_TRANSLATE_NOOP("Glassformer", "The backend cannot be changed while two runs are compared; "
                                     "end the comparison first"),
    QT_TRANSLATE_NOOP(
        "Glassformer",
        "too long by %1: this model reads at most %2, special tokens and padding included"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 is unknown to this model and is read as <unk>"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 are unknown to this model and are read as <unk>"),
    QT_TRANSLATE_NOOP("Glassformer", "has %1, but the source has %2; each needs one"),
    QT_TRANSLATE_NOOP("Glassformer", "There is no task %1; the tasks are %2."),
    QT_TRANSLATE_NOOP("Glassformer", "The task \"%1\" needs a data file."),
    QT_TRANSLATE_NOOP(
        "Glassformer",
        "The task \"%1\" has characters as its tokens; only \"pairs\" can have words."),
    QT_TRANSLATE_NOOP("Glassformer",
                      "The task \"%1\" cannot be put to the architecture \"%2\"; choose %3."),
    QT_TRANSLATE_NOOP("Glassformer",
                      "The task \"%1\" cannot be put to the architecture \"encoder\", which gives "
                      "one label to each token of the source: its targets have another length. "
                      "Choose \"encoder-decoder\" or \"decoder\"."),
    QT_TRANSLATE_NOOP("Glassformer",
                      "The text is empty; a text to learn from has at least %1 characters."),
    QT_TRANSLATE_NOOP("Glassformer", "The text has only %1; a text to learn from has at least %2."),
    QT_TRANSLATE_NOOP(
        "Glassformer",
        "The text is not valid UTF-8: %1 at byte offset %2. Save it with the encoding UTF-8."),
    QT_TRANSLATE_NOOP("Glassformer", "The file has no pairs; a line is source, tab, target."),
    QT_TRANSLATE_NOOP("Glassformer", "The file has %1; at least two different ones are "
                                     "needed, one to learn from and one to be checked on."),
    QT_TRANSLATE_NOOP("Glassformer", "Line %1: %2 has no tab; a line is source, tab, target."),
    QT_TRANSLATE_NOOP("Glassformer",
                      "Line %1: %2 has more than one tab; a line is source, tab, target."),
    QT_TRANSLATE_NOOP("Glassformer", "Line %1: %2"),
    QT_TRANSLATE_NOOP("Glassformer", "cannot write %1: %2"),
    QT_TRANSLATE_NOOP("Glassformer", "cannot read %1: %2"),
    QT_TRANSLATE_NOOP("Glassformer", "it is a folder, not a file"),
    QT_TRANSLATE_NOOP("Glassformer", "it is a pipe, not a file"),
    QT_TRANSLATE_NOOP("Glassformer", "it is a device, not a file"),
    QT_TRANSLATE_NOOP("Glassformer", "there is no such file or folder"),
    QT_TRANSLATE_NOOP("Glassformer", "permission denied"),
    QT_TRANSLATE_NOOP("Glassformer", "the disk is full"),
    QT_TRANSLATE_NOOP("Glassformer", "the file is larger than is allowed here"),
    QT_TRANSLATE_NOOP("Glassformer", "the disk can only be read"),
    QT_TRANSLATE_NOOP("Glassformer", "the name is too long"),
    QT_TRANSLATE_NOOP("Glassformer", "it is write-protected"),
    QT_TRANSLATE_NOOP("Glassformer", "the folder %1 does not exist"),
    QT_TRANSLATE_NOOP("Glassformer", "the folder %1 may not be written to"),
    QT_TRANSLATE_NOOP("Glassformer", "in this folder only its owner may replace it"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "it is mounted by itself, so no other file can take its place"),
    QT_TRANSLATE_NOOP("Glassformer", "a part of the path is not a folder"),
    QT_TRANSLATE_NOOP("Glassformer", "the file is empty"),
    QT_TRANSLATE_NOOP("Glassformer", "the file has only %1; a safetensors file begins with 8 "
                                     "that give the header's length"),
    QT_TRANSLATE_NOOP("Glassformer", "its header would have %1, more than the format allows "
                                     "(100 MB); this is not a safetensors file"),
    QT_TRANSLATE_NOOP("Glassformer", "its header should have %1, but only %2 follow; the "
                                     "file is cut off or not a safetensors file"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "the header does not begin with \"{\"; this is not a safetensors file"),
    QT_TRANSLATE_NOOP("Glassformer", "it has %1 after the last tensor; the file must end with it"),
    QT_TRANSLATE_NOOP("Glassformer", "there is not enough memory for its numbers"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "this safetensors file is not a Glassformer model: its metadata lack %1; "
                      "plain weights are read with --config and --init"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "it is a model of format version %1; this Glassformer reads version %2"),
    QT_TRANSLATE_NOOP("Glassformer", "tensor %1 is missing; the model needs it, %2"),
    QT_TRANSLATE_NOOP("Glassformer", "tensor %1 is %2; the model needs %3"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "tensor %1 is unknown: a model of this configuration has none of that name"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "tensor %1 holds whole numbers; weights are floating-point numbers"),
    // The course of its training.
    QT_TRANSLATE_NOOP("Glassformer",
                      "tensor %1 is unknown: the course of a run has none of that name"),
    QT_TRANSLATE_NOOP("Glassformer", "tensor %1 is missing; the others of its curve are there"),
    QT_TRANSLATE_NOOP("Glassformer", "tensor %1 must be a row of %2 floating-point numbers"),
    QT_TRANSLATE_NOOP("Glassformer", "tensor %1 must be a row of %2 whole numbers"),
    QT_TRANSLATE_NOOP("Glassformer", "tensor %1 holds a number that is not finite"),
    QT_TRANSLATE_NOOP("Glassformer", "tensor %1 holds a number that is not between 0 and 1"),
    QT_TRANSLATE_NOOP("Glassformer", "tensor %1 has %2 steps; a curve has at most %3"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "tensor %1 must hold steps that ascend from 0 or later to %2 at most, which "
                      "are done"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 is not finite: element %2 is %3"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "the run was trained on a file of batches and has no task; name one"),
    QT_TRANSLATE_NOOP("Glassformer",
                      "the task %1 has another vocabulary now than when the run was saved; train "
                      "on the data that it was trained on, or begin a new run"),

    // What stands in gaps.
    QT_TRANSLATE_NOOP("Glassformer", "1 token"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 tokens"),
    QT_TRANSLATE_NOOP("Glassformer", "1 label"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 labels"),
    QT_TRANSLATE_NOOP("Glassformer", "1 character"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 characters"),
    QT_TRANSLATE_NOOP("Glassformer", "1 source"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 sources"),
    QT_TRANSLATE_NOOP("Glassformer", "1 byte"),
    QT_TRANSLATE_NOOP("Glassformer", "%1 bytes"),
    QT_TRANSLATE_NOOP("Glassformer", "between %1 and %2"),
    QT_TRANSLATE_NOOP("Glassformer", "at least %1 and below %2"),
    QT_TRANSLATE_NOOP("Glassformer", "above %1 and at most %2"),
    QT_TRANSLATE_NOOP("Glassformer", "above %1 and below %2"),
    QT_TRANSLATE_NOOP("Glassformer", "did you mean %1?"),
    QT_TRANSLATE_NOOP("Glassformer", "the model configuration"),
    QT_TRANSLATE_NOOP("Glassformer", "the training configuration"),

    // A reason after the name of a file. Last: much has a colon in it.
    QT_TRANSLATE_NOOP("Glassformer", "%1: %2"),
};

struct Pattern {
    QString text;
    QRegularExpression expression;
};

/// "%1 is %2" as an expression that catches what stands in the gaps, in their order.
Pattern compiled(const char* text) {
    Pattern pattern{QString::fromUtf8(text), {}};
    QString expression = QRegularExpression::escape(pattern.text);
    expression.replace(QRegularExpression(QStringLiteral("\\\\%\\d")), QStringLiteral("(.+?)"));
    pattern.expression.setPattern(QRegularExpression::anchoredPattern(expression));
    pattern.expression.setPatternOptions(QRegularExpression::DotMatchesEverythingOption);
    return pattern;
}

const std::vector<Pattern>& compiledPatterns() {
    static const std::vector<Pattern> all = [] {
        std::vector<Pattern> result;
        for (const char* text : patterns)
            result.push_back(compiled(text));
        return result;
    }();
    return all;
}

/// "1, 2 or 4": the engine's lists of what is possible.
QString translatedList(const QString& list) {
    static const QRegularExpression isList(QStringLiteral("^(\\S+(?:, \\S+)*) or (\\S+)$"));
    const QRegularExpressionMatch match = isList.match(list);
    return match.hasMatch() ? QCoreApplication::translate("Glassformer", "%1 or %2")
                                  .arg(match.captured(1), match.captured(2))
                            : list;
}

} // namespace

QString translatedSentence(const QString& english) {
    for (const Pattern& pattern : compiledPatterns()) {
        const QRegularExpressionMatch match = pattern.expression.match(english);
        if (!match.hasMatch())
            continue;
        QString sentence = translated(pattern.text);
        // Once over the whole text: a gap may hold a "%" itself.
        static const QRegularExpression gap(QStringLiteral("%(\\d)"));
        QString filled;
        qsizetype at = 0;
        for (auto gaps = gap.globalMatch(sentence); gaps.hasNext();) {
            const QRegularExpressionMatch next = gaps.next();
            filled += sentence.mid(at, next.capturedStart() - at);
            filled += translatedSentence(match.captured(next.captured(1).toInt()));
            at = next.capturedEnd();
        }
        return filled + sentence.mid(at);
    }
    return translatedList(english);
}

} // namespace gf
