// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/device.h"
#include "core/graph/exchange.h"
#include "core/graph/trace.h"
#include "core/measure/metrics.h"
#include "core/tensor/one_of.h"
#include "ui/messages/compare_messages.h"
#include "ui/messages/generation_report.h"
#include "ui/messages/lab_messages.h"
#include "ui/messages/lesson_messages.h"
#include "ui/messages/run_messages.h"
#include "ui/messages/time_messages.h"
#include "ui/messages/verify_report.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace gf {

/// What there is to say beside the states and measurements that have a header of their own.
namespace news {

/// Something takes its time; an empty text: not any more.
struct Building {
    Wording what;
};
/// A run that was asked for has been built or read, and waits to take the place of the open one.
struct RunReady {};
/// How the window was left when the run was saved: a scene as JSON.
struct SavedScene {
    QByteArray json;
};
/// There is one run again, and no file has it as it is.
struct ComparisonEnded {};
/// The text fields of the example bar.
struct ShownExample {
    QString source;
    QString target;
    int padding = 0;
};
/// How the run, and all that is compared with it, came to where they are: all of it each time.
struct RunMetrics {
    std::vector<SharedMetrics> runs; ///< A, and what is compared with it; never null
    SharedMetrics left = {};         ///< of the branch that was left last; null where there is none
};
/// The run of the example, never null.
struct Traced {
    std::shared_ptr<const Trace> trace;
    IntentId example = 0; ///< the newest intent::SetExample that it follows
};
/// ‖∂loss_t/∂x_k‖ of the example [T,N], row by row of the loss, by token as they are read one after
/// another: the source's, then the target's (core/train/row_gradients.h). Null where there is none.
struct RowGradients {
    std::vector<std::shared_ptr<const Tensor>> runs; ///< A, and what is compared with it
};
/// The example with two of its tokens at each other's place, as each run computes it.
struct ExchangedRuns {
    struct Run {
        std::shared_ptr<const Trace> of;        ///< the run of the example as it is
        std::shared_ptr<const Trace> exchanged; ///< null where the example has no such tokens
    };
    TokenExchange exchange;
    std::vector<Run> runs; ///< A, and what is compared with it
};
/// A person's lines as one batch of the run.
struct OwnBatch {
    /// The run of each, padded to the longest of them; none where something is wrong.
    std::vector<std::shared_ptr<const Trace>> examples = {};
    int line = 0;         ///< what is wrong with, counted from 1; 0: with all of it
    Wording problem = {}; ///< empty where nothing is wrong
};
/// What the open lab asked for, of each run.
struct Lab {
    std::vector<LabNews> runs; ///< A, and what is compared with it
};
/// The model was written: nothing is unsaved any more.
struct Saved {
    QString path;
    bool withCheckpoints = false; ///< of its past, which lie beside it
    int runs = 1;                 ///< with those that it is compared with
};
/// The run was written into a file that is not its own.
struct CopySaved {
    QString path;
    qint64 step = 0;
};
/// The file of a PackLesson is there.
struct LessonPacked {
    QString path;
};
/// The folder of a MakeExercise is there.
struct ExerciseMade {
    QString folder;
};
/// A program that ended before its run was saved left a copy of it; an empty title: there is none
/// that nobody was asked about.
struct RecoveryOffer {
    QString title;
    qint64 step = 0;
    QDateTime written;
    int unreadable = 0; ///< copies that cannot be read, once nobody has to be asked about another
    QString folder;     ///< where copies lie
};
struct Notice {
    Wording sentence;
};
/// Something could not be done.
struct Failure {
    Wording sentence;
    bool leftDevice = false; ///< and the run is on the processor since
    QString rescuedTo = {};  ///< where the run is that could not be saved at the program's end
};

} // namespace news

/// Everything that the window may be told, in the order in which it is to learn of what is new at
/// the same time. Of most kinds only the newest counts; app/session/thread/outbox.cpp names the
/// others, and those that a window which is made anew need not be told again.
using Message =
    OneOf<RunInfo, DeviceList, news::Building, news::RunReady, ModelMeasure, ComparisonOffer,
          news::ComparisonEnded, ComparisonInfo, news::ShownExample, ExampleProblems,
          news::RunMetrics, TimeStatus, RunSettings,
          TrainingStatus, // before the picture: whether it is one of many decides what
                          // follows
          WalkedStep, InterventionState, news::SavedScene, news::Traced, Prediction,
          GenerationReport, ComparisonNews, news::RowGradients, news::ExchangedRuns, news::OwnBatch,
          news::Lab, ReferenceRuns, VerifyReport, LessonReady, LessonNews, Diverged,
          news::RecoveryOffer,
          news::Saved, // before what went wrong with its checkpoints, which is then
                       // said last
          news::CopySaved, news::LessonPacked, news::ExerciseMade, news::Notice, news::Failure>;

/// A message with the number of the intent that it answers.
struct News {
    Message message;
    IntentId answers = 0; ///< 0: nobody asked

    News() = default;
    template <typename What>
    requires(!std::same_as<std::remove_cvref_t<What>, News> &&
             std::constructible_from<Message, What>) News(What&& what, IntentId answered = 0)
        : message(std::forward<What>(what)), answers(answered) {}

    /// The message if it is of this kind, or null.
    template <typename What> const What* get() const { return message.get<What>(); }
    template <typename What> What* get() { return message.get<What>(); }
};

} // namespace gf
