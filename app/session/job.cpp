// SPDX-License-Identifier: GPL-3.0-or-later
// What is done for each intent of the window, and what has to be so before: one table.
#include "app/session/worker.h"

#include "app/session/model_form.h"
#include "core/io/csv.h"
#include "core/io/npy.h"
#include "core/tensor/overloaded.h"

#include <utility>

namespace gf {

/// In the window's thread: what has to be so at once happens here, the rest is a job.
void Worker::perform(const Intent& intent) {
    const auto job = [&](const JobRule& rule, std::function<void()> act) {
        post({rule, std::move(act), intent.id});
    };
    const auto changes = [&](std::function<void(Interventions&)> change) {
        job({}, [this, change = std::move(change)] { intervene(change); });
    };
    const auto memory = [&](std::function<void(TimeMachine&)> change) {
        job({}, [this, change = std::move(change)] { withTime(change); });
    };
    std::visit(
        Overloaded{
            // Which run there is.
            [&](const intent::NewModel& wish) {
                job({.needsRun = false}, [this, wish, goOn = untilCancelled()] {
                    build([&] { return planModel(wish.request); }, wish.asks, goOn);
                });
            },
            [&](const intent::ChooseTask& wish) {
                startRun(taskNamed(wish.name.toStdString(), wish.file.toStdString()), {}, {}, false,
                         intent.id, wish.asks);
            },
            [&](const intent::OpenModel& wish) {
                openRun(wish.path.toStdString(), intent.id, wish.asks);
            },
            [&](const intent::EnterRun&) { job({}, [this] { enterNext(); }); },
            [&](const intent::DropRun&) { job({}, [this] { m_next.reset(); }); },
            [&](const intent::CancelBuilding&) { ++m_cancelled; },
            [&](const intent::SaveModel& wish) {
                job({.leavesPast = true, .writesFile = true},
                    [this, path = wish.path.toStdString(), view = wish.view.toStdString()] {
                        saveRun(path, view);
                    });
            },
            [&](const intent::SaveAtEnd& wish) {
                job({.leavesPast = true, .writesFile = true},
                    [this, path = wish.path.toStdString(), isNew = wish.isNew,
                     view = wish.view.toStdString()] { saveAtEnd(path, isNew, view); });
            },
            [&](const intent::OpenRecovered&) {
                job({.needsRun = false}, [this, goOn = untilCancelled()] { openRecovered(goOn); });
            },
            [&](const intent::DiscardRecovered&) {
                job({.needsRun = false}, [this] { discardRecovered(); });
            },
            [&](const intent::SaveNumbers& wish) {
                if (wish.numbers.numbers)
                    writeNumbers(
                        wish.path.toStdString(),
                        [wish](const std::string& file) {
                            if (wish.format == QLatin1String("npy"))
                                writeNpy(file, *wish.numbers.numbers);
                            else
                                writeCsv(file, *wish.numbers.numbers, wish.numbers.rows,
                                         wish.numbers.columns);
                        },
                        intent.id);
            },
            [&](const intent::MeasureModel& wish) {
                m_wishToMeasure = intent.id;
                job({.needsRun = false},
                    [this, id = intent.id, request = wish.request] { measure(id, request); });
            },
            [&](const intent::StopMeasuring&) { m_wishToMeasure = 0; },

            // Training.
            [&](const intent::Train&) {
                job({.trains = true, .endsWalk = true, .leavesPast = true}, [this] { train(); });
            },
            [&](const intent::Pause&) { job({}, [this] { rest(Rest::Person); }); },
            [&](const intent::Hold&) { job({}, [this] { rest(Rest::Tour); }); },
            [&](const intent::StepOnce&) {
                job({.trains = true, .endsWalk = true, .leavesPast = true, .stops = true},
                    [this] { stepOnce(); });
            },
            [&](const intent::Reset&) { job({.trains = true}, [this] { reset(); }); },
            [&](const intent::GoBack&) {
                // The twins are not where the run goes back to.
                job({.trains = true, .endsWalk = true, .leavesPast = true, .leavesTwins = true},
                    [this] { goBack(); });
            },
            [&](const intent::WalkStep& wish) {
                job({.trains = true, .leavesPast = true},
                    [this, wish] { walkStep(wish.example, wish.after); });
            },
            [&](const intent::TakeWalkedStep&) {
                job({.stops = true}, [this] { takeWalkedStep(); });
            },
            [&](const intent::LeaveWalk&) { job({.endsWalk = true}, [] {}); },
            [&](const intent::SetLearningRate& wish) {
                job({.tellsSettings = true}, [this, wish] { setLearningRate(wish.rate); });
            },
            [&](const intent::SetBatchSize& wish) {
                job({.endsWalk = true, .tellsSettings = true},
                    [this, wish] { setBatchSize(wish.batch); });
            },
            [&](const intent::SetBackend& wish) {
                job({.endsWalk = true, .tellsSettings = true},
                    [this, name = wish.name.toStdString()] { setBackend(name); });
            },

            // The example, what is written from it, and what the model is held to.
            [&](const intent::SetExample& wish) {
                job({},
                    [this, typed = Example{wish.source.toStdString(), wish.target.toStdString(),
                                           wish.padding, wish.wroteTarget}] { setExample(typed); });
            },
            [&](const intent::SetValues& wish) {
                m_wishForValues[static_cast<std::size_t>(wish.side)] = intent.id;
                job({}, [this, id = intent.id, wish] { setValues(id, wish); });
            },
            [&](const intent::AnotherExample&) { job({}, [this] { anotherExample(); }); },
            [&](const intent::MeasureRowGradients& wish) {
                job({}, [this, wish] { measureRows(wish.wanted); });
            },
            [&](const intent::ExchangeTokens& wish) {
                job({}, [this, exchange = wish.exchange] { exchangeTokens(exchange); });
            },
            [&](const intent::Generate& wish) {
                m_wishToWrite = intent.id;
                job({}, [this, id = intent.id, settings = wish.settings] { write(id, settings); });
            },
            [&](const intent::Intervene& wish) {
                changes([wish](Interventions& held) { held.add(wish.changes); });
            },
            [&](const intent::TakeBack& wish) {
                changes([wish](Interventions& held) {
                    held.remove(static_cast<std::size_t>(wish.index));
                });
            },
            [&](const intent::TakeAllBack&) { changes([](Interventions& held) { held.clear(); }); },
            [&](const intent::UndoChange&) { changes([](Interventions& held) { held.undo(); }); },
            [&](const intent::RedoChange&) { changes([](Interventions& held) { held.redo(); }); },

            // The memory of the run.
            [&](const intent::LookAt& wish) {
                wantMoment(wish.step);
                job({.endsWalk = true}, [this] { lookAtWantedMoment(); });
            },
            [&](const intent::BackToNow&) { job({.leavesPast = true}, [] {}); },
            [&](const intent::ContinueHere&) { job({}, [this] { continueHere(); }); },
            [&](const intent::ReturnTo& wish) {
                job({.endsWalk = true}, [this, wish] { returnTo(wish.branch); });
            },
            [&](const intent::Discard& wish) {
                memory([wish](TimeMachine& time) { time.discard(wish.branch); });
            },
            [&](const intent::SetPin& wish) {
                memory([wish](TimeMachine& time) {
                    if (wish.pinned && wish.step)
                        time.pinMoment(wish.pin, *wish.step);
                    else
                        time.setPin(wish.pin, wish.pinned);
                });
            },
            [&](const intent::ShowDifference& wish) {
                memory([wish](TimeMachine& time) { time.showDifference(wish.shown); });
            },
            [&](const intent::SetLimit& wish) {
                memory([wish](TimeMachine& time) {
                    time.setLimit(static_cast<std::size_t>(wish.bytes));
                });
            },
            [&](const intent::KeepInFile& wish) {
                memory([wish](TimeMachine& time) { time.keepInFile(wish.kept); });
            },

            // Twin runs.
            [&](const intent::Compare& wish) {
                job({.trains = true}, [this, change = wish.change.toStdString(),
                                       layers = wish.layers] { compare(change, layers); });
            },
            [&](const intent::EndComparison&) {
                job({.leavesPast = true, .leavesTwins = true}, [] {});
            },
            [&](const intent::ShowBeside& wish) {
                job({}, [this, files = wish.files, goOn = untilCancelled()] {
                    publish(m_beside.on(files, m_run->example(), goOn));
                });
            },
            [&](const intent::Verify&) {
                m_wishToVerify = intent.id;
                job({.needsRun = false}, [this, id = intent.id] { verify(id); });
            },
            [&](const intent::StopVerifying&) { m_wishToVerify = 0; },
        },
        intent.wish);
}

} // namespace gf
