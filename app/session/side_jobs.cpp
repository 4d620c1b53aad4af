// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/side_jobs.h"

#include "app/session/new_model/step_time.h"
#include "core/backend/device_error.h"
#include "core/model/model.h"
#include "core/platform/memory.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"

#include <new>

namespace gf {

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
    m_state.news.publish(m_references.on(files, m_state.open.run->example(), stop));
}

} // namespace gf
