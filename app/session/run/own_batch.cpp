// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/own_batch.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace gf {

namespace {

constexpr qsizetype mostLines = 8;

/// One line as an example: source, tab, target; of a decoder alone all of it is the text. Throws
/// Error.
Example exampleOf(const LiveRun& run, const QString& line) {
    const QStringList sides = line.split('\t');
    if (sides.size() > 2)
        throw Error(phrase("has more than one tab"));
    const ModelConfig& model = run.description().model;
    if (!model.hasEncoder()) {
        if (sides.size() > 1)
            throw Error(phrase("has a tab, but this model reads one text"));
        Example example;
        example.target = line.toStdString();
        return example;
    }
    Example example;
    example.source = sides[0].trimmed().toStdString();
    if (sides.size() > 1)
        example.target = sides[1].trimmed().toStdString();
    else if (run.task())
        example.target = run.task()->answerTo(example.source).value_or("");
    if (example.target.empty())
        throw Error(phrase("needs a tab and what is right behind it, since nobody knows it"));
    return example;
}

ProbeExample readable(const LiveRun& run, const Example& example) {
    const ExampleFaults faults = run.faultsOf(example);
    if (faults.impossible)
        throw Error(faults.source.empty() ? faults.target : faults.source);
    ProbeExample probe = probeExampleOf(run.dataOf(example));
    probe.gradients = false;
    return probe;
}

/// Throws Error where sentences say nothing to the model.
void requireWords(const ModelConfig& model) {
    if (model.input != Input::TokenIds || model.output != Output::Words)
        throw Error(phrase("This model does not read and say words; a batch of sentences needs one "
                           "that does."));
}

} // namespace

news::OwnBatch ownBatch(LiveRun& run, const Trace& shown, const QString& lines) {
    news::OwnBatch batch;
    try {
        requireWords(run.description().model);
        std::vector<ProbeExample> examples;
        Index longestSource = 0;
        Index longestTarget = 0;
        const QStringList all = lines.split('\n');
        for (qsizetype i = 0; i < all.size(); ++i) {
            if (all[i].trimmed().isEmpty())
                continue;
            batch.line = static_cast<int>(i) + 1;
            if (std::ssize(examples) == mostLines)
                throw Error(phrase("one line too many; a batch of one's own has at most %1"),
                            mostLines);
            examples.push_back(readable(run, exampleOf(run, all[i])));
            longestSource = std::max(longestSource, std::ssize(examples.back().source.ids));
            longestTarget = std::max(longestTarget, std::ssize(examples.back().target.ids));
        }
        batch.line = 0;
        const ProbedModel model = run.probed(*shown.graph, run.changes());
        for (ProbeExample& example : examples) {
            example.padding = longestSource - std::ssize(example.source.ids);
            example.targetPadding = longestTarget - std::ssize(example.target.ids);
            batch.examples.push_back(model.run(example));
        }
    } catch (const Error& error) {
        batch.examples.clear();
        batch.problem = error.sentence();
    }
    return batch;
}

} // namespace gf
