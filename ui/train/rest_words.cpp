// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/rest_words.h"

#include "ui/language/tr.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

struct Row {
    Rest rest;
    const char* words; ///< %L1 is the step at which it happened
    const char* sentence;
};

constexpr std::array rows = {
    Row{Rest::NotStarted, QT_TR_NOOP("ready to train"),
        QT_TR_NOOP("Nobody has trained it since it was opened or begun anew.")},
    Row{Rest::Person, QT_TR_NOOP("paused by you"),
        QT_TR_NOOP("You paused it; train on when you like.")},
    Row{Rest::Tour, QT_TR_NOOP("waits for the tour"),
        QT_TR_NOOP("The tour holds the numbers still; training goes on after it.")},
    Row{Rest::StepsDone, QT_TR_NOOP("its training steps are done"),
        QT_TR_NOOP("It has done the number of training steps that it was set; train on as long as "
                   "you like.")},
    Row{Rest::Walk, QT_TR_NOOP("walking a training step"),
        QT_TR_NOOP("The next training step is walked through; take it, or leave the walk.")},
    Row{Rest::Past, QT_TR_NOOP("looking back"),
        QT_TR_NOOP("You look at the past of the run; go back to now, or train "
                   "on from the moment shown.")},
    Row{Rest::OtherBranch, QT_TR_NOOP("on another branch"),
        QT_TR_NOOP("You returned to another branch; train it on when you like.")},
    Row{Rest::WentBack, QT_TR_NOOP("back from a divergence"),
        QT_TR_NOOP("It went back to the last good weights; a smaller learning "
                   "rate usually prevents another divergence.")},
    Row{Rest::Diverged, QT_TR_NOOP("diverged at training step %L1"),
        QT_TR_NOOP("Its numbers left the range of what can be computed.")},
    Row{Rest::TwinStopped, QT_TR_NOOP("run B diverged at training step %L1"),
        QT_TR_NOOP("The two runs train together; end the comparison to train A alone.")},
    Row{Rest::TwinsStopped, QT_TR_NOOP("runs B and C diverged, at last at training step %L1"),
        QT_TR_NOOP("No run is left to compare A with; end the comparison to train A alone.")},
    Row{Rest::Failed, QT_TR_NOOP("stopped by an error"),
        QT_TR_NOOP("Something could not be done; the message said what.")},
    Row{Rest::Untrainable, QT_TR_NOOP("only to look into"),
        QT_TR_NOOP("This model can be looked into but not trained further.")},
    Row{Rest::Preparing, QT_TR_NOOP("preparing the device"),
        QT_TR_NOOP("Its kernels are made ready, which can take seconds the first time.")},
};

const Row* rowOf(Rest rest) {
    const auto found = std::ranges::find(rows, rest, &Row::rest);
    return found == rows.end() ? nullptr : found;
}

} // namespace

QString restWords(const TrainingStatus& status) {
    const Row* row = rowOf(status.rest);
    if (!row)
        return {};
    const QString words = tr(row->words);
    return words.contains(QLatin1String("%L1")) ? words.arg(status.restStep) : words;
}

QString restSentence(Rest rest) {
    const Row* row = rowOf(rest);
    return row ? tr(row->sentence) : QString();
}

} // namespace gf
