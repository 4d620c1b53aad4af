// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/lab_answer.h"

#include "ui/language/duration.h"
#include "ui/language/tr.h"

#include <cmath>

namespace gf {

bool isOfShown(const StationInput& input) {
    const std::shared_ptr<const Trace>& of = input.news.lab.of;
    return of && of->graph == input.trace.graph && of->sourceTokens == input.trace.sourceTokens &&
           of->targetTokens == input.trace.targetTokens;
}

QString measuringWords(const StationInput& input, const LabRequest& request) {
    const LabNews& news = input.news.lab;
    const QString soon = tr("This is being measured …");
    if (news.request != request)
        return soon;
    if (news.isRunning)
        return tr("This is being measured: %1 %").arg(std::lround(100 * news.progress));
    const bool isThere = isOfShown(input);
    if (news.seconds && (!isThere || (!news.answer && news.failure.isEmpty())))
        return tr("This has not been measured yet; it takes about %1.")
            .arg(durationText(*news.seconds));
    if (!isThere)
        return soon;
    if (!news.answer)
        return news.failure.isEmpty() ? soon : QString(news.failure);
    return news.of->step == input.trace.step
               ? QString()
               : tr("measured at training step %L1").arg(news.of->step);
}

QString withMeasuringWords(const QString& sentence, const StationInput& input,
                           const LabRequest& request) {
    const QString words = measuringWords(input, request);
    return words.isEmpty() ? sentence : QStringLiteral("%1 (%2)").arg(sentence, words);
}

} // namespace gf
