// SPDX-License-Identifier: GPL-3.0-or-later
// What is done for each intent of the window, and what has to be so before: one table.
#include "app/session/worker.h"

#include "app/session/new_model/model_form.h"
#include "core/homework/exercise_folder.h"
#include "core/io/csv.h"
#include "core/io/npy.h"
#include "core/tensor/overloaded.h"

#include <utility>

namespace gf {

namespace {

RunPlan planOf(const ModelRequest& request) {
    const ModelPlan plan = planModel(request);
    return {plan.request, plan.model, plan.train, plan.device};
}

} // namespace

/// In the window's thread: what has to be so at once happens here, the rest is a job.
void Worker::perform(const Intent& intent, RunNumber shown) {
    if (asksForRun(intent)) { // the newest that is asked for is wanted, not those before it
        m_building.stop();
        m_lessons.stop();
    }
    const auto job = [&](const JobRule& rule, std::function<void()> act) {
        post({rule, std::move(act), intent.id, shown});
    };
    const auto changes = [&](std::function<void(Interventions&)> change) {
        job({}, [this, change = std::move(change)] { m_changes.intervene(change); });
    };
    const auto memory = [&](std::function<void(RunHistory&)> change) {
        job({}, [this, change = std::move(change)] { m_lookingBack.change(change); });
    };
    visit(
        Overloaded{
            // Which run there is.
            [&](const intent::NewModel& request) {
                job({.run = JobRun::None}, [this, request, stop = m_building.token()] {
                    build([&] { return planOf(request.request); }, false, request.asks, stop);
                });
            },
            [&](const intent::ChooseTask& request) {
                startRun({taskNamed(request.name.toStdString(), request.file.toStdString())}, false,
                         intent.id, request.asks);
            },
            [&](const intent::OpenModel& request) {
                openRun(request.path.toStdString(), intent.id, request.asks);
            },
            [&](const intent::LearnFrom& request) {
                // From the moment that is shown.
                job({.endsWalk = true}, [this, request, stop = m_building.token()] {
                    learnFrom(request.request, stop);
                });
            },
            [&](const intent::EnterRun& request) {
                job({.run = JobRun::None},
                    [this, request] { m_opener.enterNext(request.asked, m_life.get_token()); });
            },
            [&](const intent::DropRun& request) {
                job({.run = JobRun::None}, [this, request] { m_opener.dropNext(request.asked); });
            },
            [&](const intent::CancelBuilding&) {
                m_building.stop();
                m_lessons.stop();
                m_reading.stop();
            },
            [&](const intent::SaveModel& request) {
                job({.leavesPast = true, .writesFile = true},
                    [this, path = request.path.toStdString(), view = request.view.toStdString()] {
                        m_saver.save(path, view);
                    });
            },
            [&](const intent::SaveCopy& request) {
                job({.leavesPast = true, .writesFile = true},
                    [this, path = request.path.toStdString()] { m_saver.saveCopy(path); });
            },
            [&](const intent::SaveAtEnd& request) {
                job({.run = JobRun::Any, .leavesPast = true, .writesFile = true},
                    [this, path = request.path.toStdString(), isNew = request.isNew,
                     view = request.view.toStdString(), shown] {
                        // The file of the run before is not to be written over.
                        m_saver.saveAtEnd(path, isNew || !m_state.open.is(shown), view);
                    });
            },
            [&](const intent::SetAside&) {
                job({.leavesPast = true, .writesFile = true}, [this] { m_saver.setAside(); });
            },
            [&](const intent::OpenRecovered&) {
                job({.run = JobRun::None},
                    [this, stop = m_building.token()] { openRecovered(stop); });
            },
            [&](const intent::DiscardRecovered&) {
                job({.run = JobRun::None}, [this] { m_copies.discard(); });
            },
            [&](const intent::SaveNumbers& request) {
                if (request.numbers.numbers)
                    writeNumbers(
                        request.path.toStdString(),
                        [request](const std::string& file) {
                            if (request.format == QLatin1String("npy"))
                                writeNpy(file, *request.numbers.numbers);
                            else
                                writeCsv(file, *request.numbers.numbers, request.numbers.rows,
                                         request.numbers.columns);
                        },
                        intent.id);
            },
            [&](const intent::SaveFilm& request) {
                job({}, [this, request, stop = m_building.token()] {
                    m_lookingBack.saveFilm(request, stop);
                });
            },
            [&](const intent::MeasureModel& request) {
                job({.run = JobRun::None},
                    [this, request = request.request, stop = m_trying.next()] {
                        m_sideJobs.tryOut(request, stop);
                    });
            },
            [&](const intent::StopMeasuring&) { m_trying.stop(); },

            // Training.
            [&](const intent::Train&) {
                job({.trains = true, .endsWalk = true, .leavesPast = true},
                    [this] { m_training.start(TrainingEvent::Train); });
            },
            [&](const intent::Pause&) {
                job({}, [this] { m_training.rest(TrainingEvent::Pause); });
            },
            [&](const intent::Hold&) { job({}, [this] { m_training.rest(TrainingEvent::Hold); }); },
            [&](const intent::LetGo&) {
                job({}, [this] { m_training.start(TrainingEvent::LetGo); });
            },
            [&](const intent::StepOnce&) {
                job({.trains = true, .endsWalk = true, .leavesPast = true, .stops = true},
                    [this] { m_training.stepOnce(); });
            },
            [&](const intent::Reset&) { job({.trains = true}, [this] { m_opener.reset(); }); },
            [&](const intent::GoBack&) {
                // The compared runs are not where the run goes back to.
                job({.trains = true,
                     .endsWalk = true,
                     .leavesPast = true,
                     .leavesComparison = true},
                    [this] { m_training.goBack(); });
            },
            [&](const intent::WalkStep& request) {
                job({.trains = true, .leavesPast = true},
                    [this, request] { m_training.walk(request.example, request.after); });
            },
            [&](const intent::TakeWalkedStep&) {
                job({.stops = true}, [this] { m_training.takeWalkedStep(); });
            },
            [&](const intent::LeaveWalk&) { job({.endsWalk = true}, [] {}); },
            [&](const intent::SetLearningRate& request) {
                job({.tellsSettings = true},
                    [this, request] { m_changes.setLearningRate(request.rate); });
            },
            [&](const intent::SetBatchSize& request) {
                job({.endsWalk = true, .tellsSettings = true},
                    [this, request] { m_changes.setBatchSize(request.batch); });
            },
            [&](const intent::SetBackend& request) {
                job({.run = JobRun::Any, .endsWalk = true, .tellsSettings = true},
                    [this, name = request.name.toStdString()] { m_changes.setBackend(name); });
            },

            // The example, what is written from it, and what the model is held to.
            [&](const intent::SetExample& request) {
                job({}, [this, typed = Example{request.source.toStdString(),
                                               request.target.toStdString(), request.padding,
                                               request.wroteTarget}] { m_example.set(typed); });
            },
            [&](const intent::SetValues& request) {
                job({}, [this, request,
                         stop = m_values[static_cast<std::size_t>(request.side)].next()] {
                    m_example.setValues(request, stop);
                });
            },
            [&](const intent::AnotherExample&) { job({}, [this] { m_example.setAnother(); }); },
            [&](const intent::MeasureRowGradients& request) {
                job({.run = JobRun::Any},
                    [this, request] { m_picture.measureRows(request.wanted); });
            },
            [&](const intent::MeasureGradients& request) {
                job({.run = JobRun::None},
                    [this, request] { m_picture.measureGradients(request.wanted); });
            },
            [&](const intent::ExchangeTokens& request) {
                job({.run = JobRun::Any},
                    [this, exchange = request.exchange] { m_picture.exchangeTokens(exchange); });
            },
            [&](const intent::MeasureBatch& request) {
                job({}, [this, lines = request.lines] { m_picture.measureBatch(lines); });
            },
            [&](const intent::MeasureLab& request) {
                job({.run = JobRun::Any}, [this, request, stop = m_measuringLab.next()] {
                    if (!stop.stop_requested()) // a newer one waits
                        m_picture.measureLab(request);
                });
            },
            [&](const intent::StartLab& request) {
                job({}, [this, request] { m_labs.start(request); });
            },
            [&](const intent::StopLab&) { job({}, [this] { m_labs.stop(); }); },
            [&](const intent::Generate& request) {
                job({}, [this, settings = request.settings, stop = m_writing.next()] {
                    m_example.write(settings, stop);
                });
            },
            [&](const intent::Intervene& request) {
                changes([request](Interventions& held) { held.add(request.changes); });
            },
            [&](const intent::TakeBack& request) {
                changes([request](Interventions& held) {
                    held.remove(static_cast<std::size_t>(request.index));
                });
            },
            [&](const intent::TakeAllBack&) { changes([](Interventions& held) { held.clear(); }); },
            [&](const intent::UndoChange&) { changes([](Interventions& held) { held.undo(); }); },
            [&](const intent::RedoChange&) { changes([](Interventions& held) { held.redo(); }); },

            // The memory of the run.
            [&](const intent::LookAt& request) {
                job({.endsWalk = true}, [this, step = request.step, stop = m_lookingAt.next()] {
                    m_lookingBack.lookAt(step, stop);
                });
            },
            [&](const intent::BackToNow&) { job({.leavesPast = true}, [] {}); },
            [&](const intent::ContinueHere&) { job({}, [this] { m_lookingBack.continueHere(); }); },
            [&](const intent::ReturnTo& request) {
                job({.endsWalk = true},
                    [this, request] { m_lookingBack.returnTo(request.branch); });
            },
            [&](const intent::Discard& request) {
                memory([request](RunHistory& time) { time.discard(request.branch); });
            },
            [&](const intent::SetPin& request) {
                memory([request](RunHistory& time) {
                    if (request.pinned && request.step)
                        time.pinCheckpoint(request.pin, *request.step);
                    else
                        time.setPin(request.pin, request.pinned);
                });
            },
            [&](const intent::ShowDifference& request) {
                memory([request](RunHistory& time) { time.showDifference(request.shown); });
            },
            [&](const intent::SetLimit& request) {
                job({.run = JobRun::Any}, [this, request] {
                    m_lookingBack.change([request](RunHistory& time) {
                        time.setLimit(static_cast<std::size_t>(request.bytes));
                    });
                });
            },
            [&](const intent::KeepInFile& request) {
                memory([request](RunHistory& time) { time.keepInFile(request.kept); });
            },

            // Lessons.
            [&](const intent::OpenLessonModel& request) {
                m_lessons.open(
                    request, intent.id,
                    [this, request](const LessonRuns& runs, const std::stop_token& stop) {
                        openLessonModel(request, runs, stop);
                    });
            },
            [&](const intent::MakeExercise& request) {
                job({.run = JobRun::None, .writesFile = true}, [this, request] {
                    makeExercise(request.choice, request.folder.toStdString());
                    m_state.news.publish(news::ExerciseMade{request.folder});
                });
            },
            [&](const intent::PackLesson& request) { m_lessons.pack(request, intent.id); },
            [&](const intent::TryLesson& request) { m_lessons.tryOut(request, intent.id); },
            [&](const intent::PrepareLesson& request) { m_lessons.prepare(request); },
            [&](const intent::StopLesson&) { m_lessons.stop(); },

            // ComparedRun runs.
            [&](const intent::Compare& request) {
                job({.trains = true},
                    [this, change = request.change.toStdString(), layers = request.layers] {
                        m_opener.compare(change, layers);
                    });
            },
            [&](const intent::EndComparison&) {
                job({.leavesPast = true, .leavesComparison = true}, [] {});
            },
            [&](const intent::ShowReferenceRuns& request) {
                job({.run = JobRun::Any}, [this, files = request.files, stop = m_reading.next()] {
                    m_sideJobs.showReferenceRuns(files, stop);
                });
            },
            [&](const intent::Verify&) {
                job({.run = JobRun::None},
                    [this, stop = m_verifying.next()] { m_sideJobs.verify(stop); });
            },
            [&](const intent::StopVerifying&) { m_verifying.stop(); },
        },
        intent.request);
}

} // namespace gf
