// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/lab_answer.h"

#include "ui/language/duration.h"
#include "ui/language/tr.h"

#include <cmath>

namespace gf {

namespace {

/// Whether the news are of the model that is shown, if of another training step perhaps: those of
/// the one before stay until there are others.
bool isOfModel(const LabNews& news, const Trace& shown) {
    return news.of && news.of->graph == shown.graph;
}

/// And of the example.
bool isOfShown(const LabNews& news, const Trace& shown) {
    return isOfModel(news, shown) && news.of->sourceTokens == shown.sourceTokens &&
           news.of->targetTokens == shown.targetTokens;
}

bool isOfExample(const LabResult& result, const Trace& trace) {
    return (result.sourceTokens.empty() && result.targetTokens.empty()) ||
           (result.sourceTokens == trace.sourceTokens && result.targetTokens == trace.targetTokens);
}

} // namespace

LabFinding findAnswer(const LabNews& news, const Trace& shown, const LabRequest& request) {
    if (news.answer && isOfShown(news, shown) && news.request == request)
        return {news.answer.get(), news.of->step};
    if (!isOfModel(news, shown))
        return {};
    for (std::size_t i = news.kept ? news.kept->size() : 0; i-- > 0;)
        if (const LabResult& kept = (*news.kept)[i];
            kept.request == request && isOfExample(kept, shown))
            return {kept.answer.get(), kept.step};
    return {};
}

LabFinding findAnswer(const StationInput& input, const LabRequest& request) {
    return findAnswer(input.news.lab, input.trace, request);
}

const LabFound* answerTo(const StationInput& input, const LabRequest& request) {
    return findAnswer(input, request).answer;
}

QString measuringWords(const StationInput& input, const LabRequest& request) {
    const LabNews& news = input.news.lab;
    const bool isAsked = news.request == request;
    const bool isAwaited = !input.onPaper;
    if (isAsked && isAwaited && news.isRunning)
        return tr("This is being measured: %1 %").arg(std::lround(100 * news.progress));
    if (const LabFinding found = findAnswer(input, request); found.answer)
        return found.step == input.trace.step ? QString()
                                              : tr("measured at training step %L1").arg(found.step);
    if (isAsked && isOfShown(news, input.trace) && !news.failure.isEmpty())
        return news.failure;
    if (!isAwaited)
        return {};
    if (isAsked && news.seconds)
        return *news.seconds < leastSecondsSaid
                   ? tr("This has not been measured yet.")
                   : tr("This has not been measured yet; it takes about %1.")
                         .arg(durationText(*news.seconds));
    return tr("This is being measured …");
}

QString withMeasuringWords(const QString& sentence, const StationInput& input,
                           const LabRequest& request) {
    const QString words = measuringWords(input, request);
    return words.isEmpty() ? sentence : QStringLiteral("%1 (%2)").arg(sentence, words);
}

} // namespace gf
