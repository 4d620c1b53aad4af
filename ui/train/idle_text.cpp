// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/idle_text.h"

#include "ui/language/tr.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

struct Row {
    IdleReason idleReason;
    const char* words; ///< %L1 is the step at which it happened
    const char* sentence;
};

constexpr std::array rows = {
    Row{IdleReason::NotStarted, QT_TR_NOOP("ready to train"),
        QT_TR_NOOP("Nobody has trained it since it was opened or begun anew.")},
    Row{IdleReason::Person, QT_TR_NOOP("paused by you"),
        QT_TR_NOOP("You paused it; train on when you like.")},
    Row{IdleReason::GuidedTour, QT_TR_NOOP("waits for the tour"),
        QT_TR_NOOP("The tour holds the numbers still; training goes on after it.")},
    Row{IdleReason::StepsDone, QT_TR_NOOP("its training steps are done"),
        QT_TR_NOOP("It has done the number of training steps that it was set.")},
    Row{IdleReason::Walk, QT_TR_NOOP("walking a training step"),
        QT_TR_NOOP("The next training step is walked through; take it, or leave the walk.")},
    Row{IdleReason::Past, QT_TR_NOOP("looking back"),
        QT_TR_NOOP("You look at the past of the run; go back to now, or train "
                   "on from the moment shown.")},
    Row{IdleReason::OtherBranch, QT_TR_NOOP("on another branch"),
        QT_TR_NOOP("You are on another branch now; train it on when you like.")},
    Row{IdleReason::WentBack, QT_TR_NOOP("back from a divergence"),
        QT_TR_NOOP("It went back to the last good weights; a smaller learning "
                   "rate usually prevents another divergence.")},
    Row{IdleReason::Diverged, QT_TR_NOOP("diverged at training step %L1"),
        QT_TR_NOOP("Its numbers left the range of what can be computed.")},
    Row{IdleReason::ComparedRunStopped, QT_TR_NOOP("run B diverged at training step %L1"),
        QT_TR_NOOP("The two runs train together; end the comparison to train A alone.")},
    Row{IdleReason::ComparedRunsStopped,
        QT_TR_NOOP("runs B and C diverged, at last at training step %L1"),
        QT_TR_NOOP("No run is left to compare A with; end the comparison to train A alone.")},
    Row{IdleReason::Failed, QT_TR_NOOP("stopped by an error"),
        QT_TR_NOOP("Something could not be done; the message said what.")},
    Row{IdleReason::Untrainable, QT_TR_NOOP("only to look into"),
        QT_TR_NOOP("This model can be looked into but not trained further.")},
    Row{IdleReason::NeedsText, QT_TR_NOOP("needs a text to learn from"),
        QT_TR_NOOP("It came without examples; it goes on learning from a text or pairs of yours.")},
    Row{IdleReason::Preparing, QT_TR_NOOP("preparing the device"),
        QT_TR_NOOP("Its kernels are made ready, which can take seconds the first time.")},
};

const Row* rowOf(IdleReason idleReason) {
    const auto found = std::ranges::find(rows, idleReason, &Row::idleReason);
    return found == rows.end() ? nullptr : found;
}

} // namespace

QString idleText(const TrainingStatus& status) {
    const Row* row = rowOf(status.idleReason);
    if (!row)
        return {};
    const QString words = tr(row->words);
    return words.contains(QLatin1String("%L1")) ? words.arg(status.idleStep) : words;
}

QString idleSentence(IdleReason idleReason) {
    const Row* row = rowOf(idleReason);
    return row ? tr(row->sentence) : QString();
}

} // namespace gf
