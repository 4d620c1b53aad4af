// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/rest_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace gf {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("gf::Rest", text);
}

struct Row {
    Rest rest;
    const char* words; ///< %L1 is the step at which it happened
    const char* sentence;
};

constexpr std::array rows = {
    Row{Rest::NotStarted, QT_TRANSLATE_NOOP("gf::Rest", "ready to train"),
        QT_TRANSLATE_NOOP("gf::Rest", "Nobody has trained it since it was opened or begun anew.")},
    Row{Rest::Person, QT_TRANSLATE_NOOP("gf::Rest", "paused by you"),
        QT_TRANSLATE_NOOP("gf::Rest", "You paused it; train on when you like.")},
    Row{Rest::Tour, QT_TRANSLATE_NOOP("gf::Rest", "waits for the tour"),
        QT_TRANSLATE_NOOP("gf::Rest",
                          "The tour holds the numbers still; training goes on after it.")},
    Row{Rest::StepsDone, QT_TRANSLATE_NOOP("gf::Rest", "its steps are done"),
        QT_TRANSLATE_NOOP("gf::Rest",
                          "It has done the number of steps that it was set; train on as "
                          "long as you like.")},
    Row{Rest::Walk, QT_TRANSLATE_NOOP("gf::Rest", "walking a step"),
        QT_TRANSLATE_NOOP("gf::Rest",
                          "The next training step is walked through; take it, or leave the walk.")},
    Row{Rest::Past, QT_TRANSLATE_NOOP("gf::Rest", "looking back"),
        QT_TRANSLATE_NOOP("gf::Rest", "You look at the past of the run; go back to now, or train "
                                      "on from the moment shown.")},
    Row{Rest::OtherBranch, QT_TRANSLATE_NOOP("gf::Rest", "on another branch"),
        QT_TRANSLATE_NOOP("gf::Rest",
                          "You returned to another branch; train it on when you like.")},
    Row{Rest::WentBack, QT_TRANSLATE_NOOP("gf::Rest", "back from a divergence"),
        QT_TRANSLATE_NOOP("gf::Rest", "It went back to the last good weights; a smaller learning "
                                      "rate usually prevents another divergence.")},
    Row{Rest::Diverged, QT_TRANSLATE_NOOP("gf::Rest", "diverged at step %L1"),
        QT_TRANSLATE_NOOP("gf::Rest", "Its numbers left the range of what can be computed.")},
    Row{Rest::TwinStopped, QT_TRANSLATE_NOOP("gf::Rest", "run B diverged at step %L1"),
        QT_TRANSLATE_NOOP("gf::Rest",
                          "The two runs train together; end the comparison to train A alone.")},
    Row{Rest::Failed, QT_TRANSLATE_NOOP("gf::Rest", "stopped by an error"),
        QT_TRANSLATE_NOOP("gf::Rest", "Something could not be done; the message said what.")},
    Row{Rest::Untrainable, QT_TRANSLATE_NOOP("gf::Rest", "only to look into"),
        QT_TRANSLATE_NOOP("gf::Rest", "This model can be looked into but not trained further.")},
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
