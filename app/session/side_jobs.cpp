// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/side_jobs.h"

#include "app/session/new_model/model_form.h"
#include "app/session/run/backend_pool.h"
#include "core/backend/device_error.h"
#include "core/data/batch.h"
#include "core/model/model.h"
#include "core/platform/memory.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <string>
#include <vector>

namespace gf {

namespace {

/// How long a training step of a model takes.
struct StepTime {
    double seconds = 0;
    bool atLeast = false; ///< it takes longer: too long to be tried out
};

using Clock = std::chrono::steady_clock;

constexpr double secondsForAll = 1.0;      ///< seconds, for everything
constexpr double secondsForOne = 0.25;     ///< seconds of steps of one batch size
constexpr std::size_t mostTimedSteps = 30; ///< steps

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The median of some steps with this batch. The first one warms caches; it counts only where
/// there is no time for another.
double secondsAt(Index batch, const Backend& backend, const ModelPlan& plan,
                 const std::shared_ptr<const Task>& task, int threads,
                 const std::stop_token& stop) {
    Trainer trainer(backend, plan.model, plan.train, makeTaskBatches(task, batch, plan.train.seed),
                    threads);
    std::vector<double> seconds;
    const auto start = Clock::now();
    while (seconds.size() < mostTimedSteps &&
           (seconds.size() < 2 || since(start) < secondsForOne)) {
        throwIfStopped(stop);
        const auto before = Clock::now();
        trainer.step();
        seconds.push_back(since(before));
        if (seconds.front() > secondsForOne)
            return seconds.front();
    }
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>((seconds.size() + 1) / 2);
    std::nth_element(seconds.begin() + 1, middle, seconds.end());
    return *middle;
}

/// Builds a model and runs a few training steps of it, for about a second at most where the model
/// can be tried at all. What is too slow for that is timed with smaller batches and carried on to
/// the whole one as a straight line; if even these are too slow, what is known is a lower bound.
/// Throws Stopped when `stop` is requested, between all that cannot be interrupted.
StepTime timeStep(const OpenBackend& backend, const ModelPlan& plan, int threads,
                  const std::stop_token& stop) {
    const auto start = Clock::now();
    throwIfStopped(stop);
    const std::shared_ptr<const Task> task = makeTask(plan.request);
    const Index batch = plan.train.batch;
    const auto at = [&](Index examples) {
        throwIfStopped(stop);
        return secondsAt(examples, *backend.backend, plan, task, threads, stop);
    };
    // Each thread has something to do from the first batch on, so that a line through two of them
    // goes on as it begins.
    const Index few = std::min<Index>(batch, threads);
    const double first = at(few);
    const double building = since(start);
    if (few == batch)
        return {first, false};
    if (first * static_cast<double>(batch) / static_cast<double>(few) < secondsForOne)
        return {at(batch), false};
    if (batch < 2 * few || building + 4 * first > secondsForAll)
        return {first, true};
    const double second = at(2 * few);
    const double each = std::max(0.0, second - first) / static_cast<double>(few);
    return {first + each * static_cast<double>(batch - few), false};
}

} // namespace

void SideJobs::tryOut(const ModelRequest& request, const std::stop_token& stop) {
    throwIfStopped(stop);
    ModelMeasure measure;
    try {
        const ModelPlan planned = planModel(request);
        measure.parameters = parameterCount(planned.model);
        const OpenBackend backend = m_devices.open(planned.device);
        m_devices.makeOn(backend, [&] {
            const StepTime time = timeStep(backend, planned, trainingThreads(), stop);
            measure.secondsPerStep = time.seconds;
            measure.atLeast = time.atLeast;
        });
    } catch (const DeviceLost& error) {
        measure.problem = error.sentence();
        m_state.news.publish(measure);
        throw; // the run is on it
    } catch (const Error& error) {
        measure.problem = error.sentence();
    } catch (const std::bad_alloc&) {
        measure.problem = notEnoughMemory;
    }
    giveBackFreedMemory();
    if (!stop.stop_requested())
        m_state.news.publish(measure);
}

void SideJobs::verify(const std::stop_token& stop) {
    throwIfStopped(stop);
    if (!m_state.open)
        throw Error(phrase("There is no model to compute"));
    m_state.news.publish(m_state.open.run->verify(stop));
    giveBackFreedMemory();
}

void SideJobs::showReferenceRuns(const QStringList& files, const std::stop_token& stop) {
    m_state.news.publish(m_references.on(files, *m_state.open.run, stop));
}

} // namespace gf
