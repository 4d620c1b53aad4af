// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/outbox.h"

namespace gf {

void remember(Outbox& told, const Outbox& news) {
    // By name, so that whoever adds a member is asked here whether a new window needs it.
    const auto& [run, building, measured, offer, twin, twinEnded, example, problems,
                 pointsBeforeTime, time, settings, status, walked, interventions, trace, prediction,
                 generation, twinNews, losses, divergence, saved, notices, errors, outOfMemory] =
        news;
    if (run)
        told = {};
    const auto keep = [](auto& old, const auto& fresh) {
        if (fresh)
            old = fresh;
    };
    keep(told.run, run);
    keep(told.building, building);
    // A measurement is for the dialog that asked for it, which goes with its window.
    keep(told.offer, offer);
    if (twinEnded)
        told.twin.reset();
    keep(told.twin, twin);
    if (twin || twinEnded)
        told.twinNews.reset();
    if (settings && told.run) {
        told.run->learningRate = settings->learningRate;
        told.run->batch = settings->batch;
        told.run->backend = settings->backend;
        told.run->training = settings->training;
    }
    keep(told.example, example);
    keep(told.problems, problems);
    keep(told.time, time);
    keep(told.walked, walked);
    keep(told.interventions, interventions);
    keep(told.trace, trace);
    keep(told.prediction, prediction);
    keep(told.generation, generation);
    if (twinNews) {
        told.add(*twinNews);
        told.twinNews->points.clear(); // like losses
    }
    keep(told.status, status);
    keep(told.divergence, divergence);
    if (saved && told.run)
        told.run->file = saved->path;
    // A run that went back or went on has not diverged any more.
    if (told.divergence && status && (status->running || status->step <= told.divergence->goodStep))
        told.divergence.reset();
}

} // namespace gf
