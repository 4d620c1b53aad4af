// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/writing.h"

#include "core/tensor/error.h"
#include "ui/figure/heatmap_data.h"

#include <algorithm>

namespace gf {

namespace {

using Way = GenerationSettings::Way;

QString shown(const Vocabulary& words, TokenId id) {
    return tokenText(words.token(id));
}

Sampling samplingOf(const GenerationSettings& settings) {
    Sampling sampling;
    sampling.seed = settings.seed;
    if (settings.way != Way::Sample)
        return sampling;
    sampling.temperature = settings.temperature;
    sampling.topK = settings.topK;
    sampling.topP = settings.topP;
    return sampling;
}

/// How token `n` was chosen after what had been written.
GenerationMoment momentOf(const NextToken& next, TokenId taken, const Sampling& sampling,
                          std::size_t n, const Vocabulary& words, TokenId first) {
    GenerationMoment moment;
    for (const Choice& choice : choicesFor(next.logits, next.probabilities, sampling, first)) {
        if (choice.id == taken)
            moment.chosen = static_cast<int>(moment.choices.size());
        moment.choices.append({choice, shown(words, choice.id)});
    }
    moment.draw = drawOf(sampling, n);
    return moment;
}

QVector<Branch> branchesOf(const BeamSearch& search, std::optional<TokenId> end,
                           const Vocabulary& words) {
    QVector<Branch> branches;
    for (const BeamNode& node : search.nodes)
        branches.append({node, shown(words, node.id), node.kept && node.id == end});
    int at = search.found.empty() ? -1 : search.found.front().node;
    for (; at >= 0; at = branches[at].parent)
        branches[at].best = true;
    return branches;
}

} // namespace

Written writeDown(Generator& generator, const WritingTask& task, const GenerationSettings& settings,
                  const Vocabulary& words, const std::stop_token& stop) {
    if (!generator.model().hasDecoder())
        throw Error(
            phrase("an encoder-only model labels its source all at once; only a model with a "
                   "decoder writes token by token"));
    Written written;
    GenerationReport& report = written.report;
    report.settings = settings;
    const Sampling sampling = samplingOf(settings);
    const std::optional<TokenId> end = generator.answerTokens().end;

    std::vector<TokenId> ids; // with that of the end where it ended
    if (settings.way == Way::Beam) {
        const BeamSearch search =
            beamSearch(generator, task.source, task.prompt,
                       {settings.width, settings.lengthPenalty, task.limit, true}, stop);
        throwIfStopped(stop);
        for (const Hypothesis& found : search.found)
            report.found.append({found, QString::fromStdString(words.decode(found.ids))});
        report.branches = branchesOf(search, end, words);
        if (!search.found.empty()) {
            ids = search.found.front().ids;
            if (search.found.front().finished)
                ids.push_back(*end);
        }
    } else {
        const Generation answer =
            generator.generate(task.source, task.prompt, sampling, task.limit, stop);
        ids = answer.ids;
        if (answer.finished)
            ids.push_back(*end);
    }

    for (const TokenId id : task.prompt)
        report.prompt << shown(words, id);
    written.text = task.prompt;
    GrowingText growing(generator, task.source);
    for (std::size_t n = 0; n < ids.size(); ++n) {
        throwIfStopped(stop);
        const NextToken next = growing.next(written.text);
        report.tokens << shown(words, ids[n]);
        report.moments.append(
            momentOf(next, ids[n], sampling, n, words, generator.answerTokens().first));
        // A pointer's row reads the choice before it.
        if (n + 1 < ids.size() || generator.model().output == Output::Pointer)
            written.text.push_back(ids[n]);
    }
    return written;
}

} // namespace gf
