// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/homework.h"
#include "core/graph/edit.h"
#include "core/graph/exchange.h"
#include "core/tensor/one_of.h"
#include "ui/figure/figure.h"
#include "ui/figure/number_table.h"
#include "ui/messages/generation_report.h"
#include "ui/messages/lab_messages.h"
#include "ui/messages/lesson_messages.h"
#include "ui/messages/run_messages.h"

#include <QObject>
#include <QString>
#include <QVector>

#include <functional>
#include <optional>
#include <utility>

namespace gf {

/// Everything that the window may ask of the rest of the program. What is done for each stands in
/// app/session/worker_intents.cpp.
namespace intent {

struct Train {};
struct Pause {};
struct Hold {};  ///< pauses for the tour
struct LetGo {}; ///< trains on where the tour is what it waits for
struct StepOnce {};
/// Pauses and shows the next training step for one example of its batch.
struct WalkStep {
    int example = 0;
    bool after = false; ///< with the weights that the step makes
};
struct TakeWalkedStep {}; ///< for real, and walks the one after it
struct LeaveWalk {};      ///< without taking the step
struct Reset {};          ///< fresh weights, same configuration
struct GoBack {};         ///< to the last good weights of a run that diverged
struct ChooseTask {
    QString name;
    QString file;
    bool asks = false; ///< as of NewModel
};
struct SetLearningRate {
    double rate = 0;
};
struct SetBatchSize {
    int batch = 0;
};
struct SetBackend {
    QString name;
};
/// The person's own example.
struct SetExample {
    QString source;
    QString target;
    int padding = 0;          ///< extra `<pad>` tokens that are shown after each sequence
    bool wroteTarget = false; ///< the person has written it since the last time
};
/// Other numbers in the example of a model that reads them, on one side of it. What the model
/// should answer follows where the task knows it, as when the source is typed. Of several that wait
/// only the newest of a side is done; the text fields learn of it as news::ShownExample.
struct SetValues {
    enum class Side { Source, Target };
    Side side = Side::Source;
    QVector<float> numbers; ///< row-major, as many in each row as RunInfo says
};
struct AnotherExample {}; ///< one that the model is never trained on
/// Whether news::RowGradients are to come with each picture from now on.
struct MeasureRowGradients {
    bool wanted = false;
};
/// Whether the traces of an opened model are to have gradients from now on; others have them.
struct MeasureGradients {
    bool wanted = false;
};
/// Whether news::ExchangedRuns are to come with each picture from now on, and of which tokens.
struct ExchangeTokens {
    std::optional<TokenExchange> exchange;
};
/// Whether news::OwnBatch is to come with each picture from now on, and of which lines: source, tab
/// and target, or the text of a model that reads one.
struct MeasureBatch {
    std::optional<QString> lines;
};
/// What the open lab wants measured from now on, with each picture; nothing: no lab is open, or the
/// trace says all. `withoutChanges`: on the model as it was before the person's changes, which is
/// shown in the place of the run; those that it is compared with are measured as they are.
struct MeasureLab {
    std::optional<LabRequest> request;
    bool withoutChanges = false;
    friend bool operator==(const MeasureLab&, const MeasureLab&) = default;
};
/// What takes long is measured only when a person starts it. Nothing happens where it is stopped
/// while none is measured.
struct StartLab {
    LabRequest request;
    bool withoutChanges = false;
};
struct StopLab {};
/// Changes the model's numbers while it runs, in one step of undo, until they are taken back.
struct Intervene {
    QVector<Intervention> changes;
};
struct TakeBack {
    int index = 0; ///< of InterventionState::list
};
struct TakeAllBack {};
struct UndoChange {};
struct RedoChange {};
/// Lets the model write from the example, token by token; answered by a GenerationReport. Of
/// several only the newest is.
struct Generate {
    GenerationSettings settings;
};
struct NewModel {
    ModelRequest request;
    /// news::RunReady is told before the run that is open goes: EnterRun or DropRun follows. The
    /// run answers this request, not EnterRun.
    bool asks = false;
};
/// The opened model goes on learning from a file, with the weights that it has.
struct LearnFrom {
    ModelRequest request; ///< the open run's model, what it learns from, and how
};
/// The run that is ready takes the place of the one that is open.
struct EnterRun {
    IntentId asked = 0; ///< the intent that it answers: nothing happens where another one is ready
};
/// It is not wanted after all.
struct DropRun {
    IntentId asked = 0; ///< likewise
};
/// Gives up building or opening a model; the run before it goes on.
struct CancelBuilding {};
/// Asks how long a model would take; answered by a ModelMeasure. Of several only the newest is.
struct MeasureModel {
    ModelRequest request;
};
struct StopMeasuring {}; ///< nobody waits for the answer any more
struct OpenModel {
    QString path;
    bool asks = false; ///< as of NewModel
};
/// Writes the run, and all that it is compared with, into one file.
struct SaveModel {
    QString path;
    QByteArray view = {}; ///< how the window is left: a scene as JSON, which the file takes along
};
/// The same into a file that is not the run's: it stays what it is. Answered by news::CopySaved.
struct SaveCopy {
    QString path;
};
/// Saves the run where nobody can be asked because the program ends. What `path` does not take goes
/// elsewhere, and a Failure says where.
struct SaveAtEnd {
    QString path;
    bool isNew = false;   ///< it has no name yet, and gets this one or one like it that nothing has
    QByteArray view = {}; ///< as of SaveModel
};
/// Another run takes its place unasked: a copy of it stays, which news::RecoveryOffer then offers.
struct SetAside {};
/// What news::RecoveryOffer offers: the run is opened, or thrown away.
struct OpenRecovered {};
struct DiscardRecovered {};
/// Writes raw numbers.
struct SaveNumbers {
    QString path;
    QString format; ///< "csv", with the words that there are, or "npy"
    NumberTable numbers;
};
/// Writes a GIF of a figure at moments of the training, which rests meanwhile.
struct SaveFilm {
    QString path;
    std::function<Figure(const Trace&)> figure; ///< called in another thread
    Paper paper;
    int moments = 0; ///< at most, evenly spread
};

// Of the run's memory of itself:
struct LookAt {
    qint64 step = 0; ///< the checkpoint nearest to this step; training rests meanwhile
};
struct BackToNow {};    ///< and train on, if it did before
struct ContinueHere {}; ///< a new branch from the checkpoint that is shown
struct ReturnTo {
    int branch = 0;
};
struct Discard {
    int branch = 0;
};
/// Pins the checkpoint that is shown, or that of a step where it is remembered; or lets go of it.
struct SetPin {
    int pin = 0; ///< 0 is A, 1 is B
    bool pinned = false;
    std::optional<qint64> step = {};
};
struct ShowDifference {
    bool shown = false; ///< B less A
};
struct SetLimit {
    qint64 bytes = 0;
};
struct KeepInFile {
    bool kept = false; ///< save the checkpoints beside the model from now on
};

// Of compared run runs:
/// Trains the model that is open and its compared run, or its two compared runs, from the
/// beginning.
struct Compare {
    QString change; ///< the key of a ComparisonChoice
    int layers = 0; ///< of all
};
struct EndComparison {}; ///< goes on with A alone

/// Saved runs to be looked at beside the open one, on its example; answered by ReferenceRuns.
struct ShowReferenceRuns {
    QStringList files;
};

/// The open model and its example through two backends; answered by a VerifyReport, or a Failure
/// where there is no model. Of several only the newest is.
struct Verify {};
struct StopVerifying {}; ///< nobody waits for the answer any more

/// Shows a model of a lesson, which is trained first where it is not yet. Of this and of TryLesson
/// the newest of both counts.
struct OpenLessonModel {
    std::shared_ptr<const Lesson> lesson;
    LessonModel model;
    bool asks = false; ///< as of NewModel
};
/// Does experiments and measures these claims; answered by LessonNews.
struct TryLesson {
    std::shared_ptr<const Lesson> lesson;
    std::vector<std::string> experiments;
    std::vector<std::string> claims;
};
/// Trains these models of a lesson when nothing else is asked of it, one after the other, so that
/// they are there when they are wanted; answered by LessonReady. Of several only the newest counts.
struct PrepareLesson {
    std::shared_ptr<const Lesson> lesson;
    std::vector<LessonModel> models;
};
struct StopLesson {}; ///< nobody waits for either any more
/// Writes a lesson and the models of its pages into one file; those that nobody has trained are
/// trained. Answered by news::LessonPacked.
struct PackLesson {
    std::shared_ptr<const Lesson> lesson;
    QString path;
};

/// Writes an exercise for students into a new folder; answered by news::ExerciseMade.
struct MakeExercise {
    ExerciseChoice choice;
    QString folder;
};

} // namespace intent

/// One of them.
using Request = OneOf<
    intent::Train, intent::Pause, intent::Hold, intent::LetGo, intent::StepOnce, intent::WalkStep,
    intent::TakeWalkedStep, intent::LeaveWalk, intent::Reset, intent::GoBack, intent::ChooseTask,
    intent::SetLearningRate, intent::SetBatchSize, intent::SetBackend, intent::SetExample,
    intent::SetValues, intent::AnotherExample, intent::MeasureRowGradients, intent::ExchangeTokens,
    intent::MeasureBatch, intent::MeasureLab, intent::StartLab, intent::StopLab, intent::Intervene,
    intent::TakeBack, intent::TakeAllBack, intent::UndoChange, intent::RedoChange, intent::Generate,
    intent::NewModel, intent::EnterRun, intent::DropRun, intent::CancelBuilding,
    intent::MeasureModel, intent::StopMeasuring, intent::OpenModel, intent::SaveModel,
    intent::SaveCopy, intent::SaveAtEnd, intent::SetAside, intent::OpenRecovered,
    intent::DiscardRecovered, intent::SaveNumbers, intent::SaveFilm, intent::LookAt,
    intent::BackToNow, intent::ContinueHere, intent::ReturnTo, intent::Discard, intent::SetPin,
    intent::ShowDifference, intent::SetLimit, intent::KeepInFile, intent::Compare,
    intent::EndComparison, intent::ShowReferenceRuns, intent::Verify, intent::StopVerifying,
    intent::OpenLessonModel, intent::TryLesson, intent::PrepareLesson, intent::StopLesson,
    intent::MeasureGradients, intent::LearnFrom, intent::PackLesson, intent::MakeExercise>;

/// A request with the number that the news which answer it carry.
struct Intent {
    IntentId id = 0;
    Request request;

    /// The request if it is of this kind, or null.
    template <typename What> const What* get() const { return request.get<What>(); }
};

/// Whether it asks for another run, which comes when it has been built or read. Of several such
/// requests only the newest counts.
inline bool asksForRun(const Intent& intent) {
    return intent.get<intent::NewModel>() || intent.get<intent::ChooseTask>() ||
           intent.get<intent::OpenModel>() || intent.get<intent::LearnFrom>() ||
           intent.get<intent::OpenRecovered>() || intent.get<intent::OpenLessonModel>();
}

/// The one way out of the window. Session listens; the window knows nothing else of it.
class Intents : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Asks for something; the number is that of its answer.
    IntentId send(Request request) {
        const Intent intent{++m_last, std::move(request)};
        emit sent(intent);
        return intent.id;
    }

    /// A slot that sends this request, made from what the signal says.
    template <typename What> auto sender() {
        return [this](const auto&... said) -> void { send(What{said...}); };
    }

    /// Counts on where `other` has come to: answers to its requests are none to those of this one.
    void countOnFrom(const Intents& other) { m_last = other.m_last; }

signals:
    void sent(const gf::Intent& intent);

private:
    IntentId m_last = 0;
};

} // namespace gf
