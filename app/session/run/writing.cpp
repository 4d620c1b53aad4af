// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/writing.h"

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

/// Of a vocabulary of fifty thousand words nobody looks at more.
constexpr qsizetype mostChoices = 200;

/// How token `n` was chosen: what was likeliest, and what was taken.
GenerationMoment momentOf(const NextToken& next, TokenId taken, const Sampling& sampling,
                          std::size_t n, const Vocabulary& words, TokenId first) {
    GenerationMoment moment;
    for (const Choice& choice : choicesFor(next.logits, next.probabilities, sampling, first)) {
        if (choice.id == taken)
            moment.chosen = static_cast<int>(moment.choices.size());
        else if (moment.choices.size() >= mostChoices)
            continue;
        moment.choices.append({choice, shown(words, choice.id)});
    }
    moment.draw = drawOf(sampling, n);
    return moment;
}

QVector<Branch> branchesOf(const BeamSearch& search, const AnswerTokens& answers,
                           const Vocabulary& words) {
    QVector<Branch> branches;
    for (const BeamNode& node : search.nodes)
        branches.append({node, shown(words, node.id), node.kept && answers.isEnd(node.id)});
    int at = search.found.empty() ? -1 : search.found.front().node;
    for (; at >= 0; at = branches[at].parent)
        branches[at].best = true;
    return branches;
}

} // namespace

Written writeDown(Generator& generator, const WritingTask& task, const GenerationSettings& settings,
                  const Vocabulary& words, const std::stop_token& stop, const Grew& grew) {
    if (!generator.model().hasDecoder())
        throw Error(
            phrase("an encoder-only model labels its source all at once; only a model with a "
                   "decoder writes token by token"));
    Written written;
    GenerationReport& report = written.report;
    report.settings = settings;
    for (const TokenId id : task.prompt)
        report.prompt << shown(words, id);
    written.text = task.prompt;
    const Sampling sampling = samplingOf(settings);
    const AnswerTokens& answers = generator.answerTokens();
    const auto note = [&](TokenId id, const NextToken& from) {
        const auto n = static_cast<std::size_t>(report.tokens.size());
        report.tokens << shown(words, id);
        report.moments.append(momentOf(from, id, sampling, n, words, answers.first));
        written.text.push_back(id);
        if (grew)
            grew(report);
    };

    report.isGrowing = true;
    if (settings.way == Way::Beam) {
        const BeamSearch search =
            beamSearch(generator, task.source, task.prompt,
                       {settings.width, settings.lengthPenalty, task.limit, true}, stop);
        throwIfStopped(stop);
        for (const Hypothesis& found : search.found)
            report.found.append({found, QString::fromStdString(words.decode(found.ids))});
        report.branches = branchesOf(search, answers, words);
        std::vector<TokenId> ids; // with that of the end where it ended
        if (!search.found.empty()) {
            const Hypothesis& best = search.found.front();
            ids = best.ids;
            if (best.finished)
                ids.push_back(search.nodes[best.node].id);
        }
        GrowingText growing(generator, task.source);
        for (const TokenId id : ids) {
            throwIfStopped(stop);
            note(id, growing.next(written.text));
        }
    } else {
        generator.generate(task.source, task.prompt, sampling, task.limit, stop, {}, note);
        throwIfStopped(stop);
    }
    report.isGrowing = false;

    // After its last token the model read nothing. A pointer's row reads the choice before it.
    if (!report.tokens.isEmpty() && generator.model().output != Output::Pointer)
        written.text.pop_back();
    return written;
}

} // namespace gf
