// SPDX-License-Identifier: GPL-3.0-or-later
// How long a model that is not built yet would take, and how far two backends are apart.
#include "app/session/worker.h"

#include "app/session/step_time.h"
#include "core/model/model.h"
#include "core/platform/memory.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <new>

namespace gf {

/// What cannot be measured for a reason that a person can change is said in the dialog that asked.
void Worker::measure(const ModelRequest& request, const std::stop_token& stop) {
    throwIfStopped(stop);
    ModelMeasure measure;
    try {
        const ModelPlan planned = planModel(request);
        measure.parameters = parameterCount(planned.model);
        const OpenBackend backend = backendFor(planned.device);
        makeOn(backend, [&] {
            const StepTime time = timeStep(backend, planned, trainingThreads(), stop);
            measure.secondsPerStep = time.seconds;
            measure.atLeast = time.atLeast;
        });
    } catch (const DeviceLost& error) {
        measure.problem = error.sentence();
        publish(measure);
        throw; // the run is on it
    } catch (const Error& error) {
        measure.problem = error.sentence();
    } catch (const std::bad_alloc&) {
        measure.problem = notEnoughMemory;
    }
    giveBackFreedMemory();
    if (!stop.stop_requested())
        publish(measure);
}

void Worker::verify(const std::stop_token& stop) {
    throwIfStopped(stop);
    if (!m_run)
        throw Error(phrase("There is no model to compute"));
    publish(m_run->verify(stop));
    giveBackFreedMemory();
}

} // namespace gf
