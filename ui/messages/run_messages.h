// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field_values.h"
#include "core/form/form_check.h"
#include "core/form/task_choice.h"
#include "core/graph/edit.h"
#include "core/measure/answer.h"
#include "core/measure/health.h"
#include "core/measure/next_tokens.h"
#include "ui/language/wording.h"

#include <QColor>
#include <QFileInfo>
#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>
#include <vector>

namespace gf {

/// The number of an intent of the window; 0: none.
using IntentId = qint64;

/// The number of a run, counted as they are opened; 0: none.
using RunNumber = qint64;

/// Why a run does not train.
enum class IdleReason {
    None,                ///< it trains
    NotStarted,          ///< it was opened, or begun anew, and nobody has trained it since
    Person,              ///< the person paused it, or stepped
    GuidedTour,          ///< it waits for the tour
    StepsDone,           ///< it has done the steps that it was to do
    Walk,                ///< the next step is walked through
    Past,                ///< the past is looked at
    OtherBranch,         ///< the person went to another branch
    WentBack,            ///< after a divergence, to the last good weights
    Diverged,            ///< its numbers left the range of what can be computed
    ComparedRunStopped,  ///< the run that it is compared with diverged
    ComparedRunsStopped, ///< both runs that it is compared with did
    Failed,              ///< something went wrong, which was said
    Untrainable,         ///< it can be looked into only
    NeedsText,           ///< an opened model, which nobody has given anything to learn from
    Preparing            ///< a device is being opened, running or not
};

/// What Session tells the window about the run, at most 30 times a second.
struct TrainingStatus {
    qint64 step = 0;
    double stepsPerSecond = 0;
    double loss = 0;
    double learningRate = 0;
    double gradientNorm = 0;
    bool running = false;
    IdleReason idleReason = IdleReason::None; ///< why it does not run
    Health health;                            ///< by the moment that is shown
    qint64 idleStep = 0; ///< where the numbers broke; of Diverged and of compared runs that stopped
    qint64 unsavedSteps = 0;   ///< since the run was made, opened or saved
    double unsavedSeconds = 0; ///< that these steps took
};

/// Training that somebody would miss: a question, and a copy, are worth it. What runs by itself at
/// the first start is worth them only after a minute: then somebody has trained on.
inline bool isWorthKeeping(const TrainingStatus& status, bool isShowcase) {
    constexpr qint64 steps = 200;
    constexpr double seconds = 60;
    return status.unsavedSeconds >= seconds || (!isShowcase && status.unsavedSteps >= steps);
}

/// What the model answers to the example the person typed.
struct Prediction : Answer {
    NextTokens next = {};      ///< of the text that a decoder-only model is given
    bool nextAreWords = false; ///< its tokens are words, not characters
};

/// The changes that the person holds the model to.
struct InterventionState {
    QVector<Intervention> list; ///< in the order in which they were made
    bool canUndo = false;
    bool canRedo = false;
};

/// What is wrong with the example the person typed, by field; empty where nothing is.
struct ExampleProblems {
    Wording source;
    Wording target;
    /// The target that a changed source has, empty where none is known; nothing: it stays.
    std::optional<QString> answer = {};
};

/// A run whose numbers stopped being numbers.
struct Diverged {
    qint64 step = 0;     ///< the step in which it began
    QString node;        ///< the first matrix with a NaN or an infinity
    qint64 goodStep = 0; ///< the last point it can go back to
};

/// One example of a batch.
struct BatchExample {
    QString source; ///< empty where the model has no encoder
    QString target;
    double lossBefore = 0; ///< mean over its own tokens
    double lossAfter = 0;  ///< with the weights that the step makes
    /// As the model reads them in the batch, `<pad>` up to its longest example.
    QStringList sourceTokens = {};
    QStringList targetTokens = {};
};

/// The training step that is walked through before the run takes it.
struct WalkedStep {
    bool active = false; ///< false: the walk is over, and the rest says nothing
    qint64 step = 0;     ///< the number that the step will have
    QVector<BatchExample> examples;
    int chosen = 0;     ///< the example whose values are shown
    bool after = false; ///< they are those with the updated weights
    double lossBefore = 0;
    double lossAfter = 0;
};

/// How long a model would take to train, found by trying it out for a moment.
struct ModelMeasure {
    Wording problem;       ///< why it cannot be built; empty when it can
    qint64 parameters = 0; ///< with the vocabularies of its task
    double secondsPerStep = 0;
    bool atLeast = false; ///< a step takes longer: too long to be tried out
};

/// What a guess that knows nothing does: its loss is the line on the charts.
enum class Guess {
    Words,  ///< none of the V words is preferred: ln V
    Zero,   ///< 0 for every number
    Choice, ///< one of those that are left, by chance
    None,   ///< the model says nothing that could be guessed
};

/// The run that is open.
struct RunInfo {
    RunNumber number = 0;
    QString name; ///< of what it learns, or of the folder of others: "date"
    QString task;
    Wording learns; ///< what it learns, in one sentence
    QString backend;
    std::vector<OfferedTask> tasks;
    QString dataFile;          ///< that the task learns from; empty where it needs none
    FieldValues configuration; ///< the model's
    FieldValues training;      ///< and what its tokens are
    bool hasSource = true;
    bool translates = false; ///< an encoder reads and a decoder writes
    bool hasTarget = true;
    int sourceFeatures = 0; ///< numbers in each row of the source; 0: it is no numbers
    int targetFeatures = 0;
    bool points = false; ///< its answer is an order of the source's rows
    qint64 parameters = 0;
    double learningRate = 0;
    int batch = 0;
    int maxLength = 0;
    double randomLoss = 0; ///< the loss of a guess that knows nothing
    Guess guess = Guess::Words;
    int keptAside = 0;         ///< examples that its accuracy is measured on; 0: it has none
    bool countsTokens = false; ///< its accuracy is of hidden characters, not of whole answers
    QString measure; ///< what its error is, in English; empty where answers are right or wrong
    QString file;    ///< where it was opened from or saved to; empty for a new one
    bool isShowcase = false; ///< what runs by itself at the first start: nobody would miss it
    bool isFolder = false;   ///< `file` is a folder of others, where nothing is saved
    FieldValues opened; ///< all of the configuration of a model of others; empty: it is our own
    double lengthPenalty = 0; ///< with which its beam search begins
    Wording obstacle;         ///< why it cannot be trained as it is; empty where it can
    Wording textObstacle; ///< why it cannot go on learning from a person's text; empty where it can
    QString exampleSource;
    QString exampleTarget;
    int examplePadding = 0;

    /// What it is called: as the file that has it, otherwise by its name.
    QString title() const { return file.isEmpty() || isFolder ? name : QFileInfo(file).fileName(); }
    /// It was written there, and somebody wanted it.
    void setSaved(const QString& path) {
        file = path;
        isFolder = false;
        isShowcase = false;
    }

    /// A model of others has no first weights to begin anew with.
    bool isOpened() const { return !opened.empty(); }
    /// Before it can be trained, somebody has to give it a text.
    bool needsText() const { return isOpened() && !obstacle.isEmpty() && textObstacle.isEmpty(); }
};

/// What can be set while a run trains, as it is.
struct RunSettings {
    double learningRate = 0; ///< the peak of the schedule
    int batch = 0;
    QString backend;
    FieldValues training; ///< as RunInfo has them
};

} // namespace gf
