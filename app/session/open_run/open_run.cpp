// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/open_run.h"

#include "app/session/new_model/samples.h"
#include "app/session/run/form_values.h"
#include "core/tensor/phrase.h"
#include "core/train/fine_tuning.h"

#include <QFileInfo>

#include <algorithm>

namespace gf {

namespace {

Guess guessOf(Output output) {
    switch (output) {
    case Output::Values:
        return Guess::Zero;
    case Output::Pointer:
        return Guess::Choice;
    case Output::States:
        return Guess::None;
    case Output::Words:
        break;
    }
    return Guess::Words;
}

std::string_view learnsOf(const RunDescription& run) {
    if (!run.model.exactIds)
        return summaryOf(run.task);
    if (run.dataFile.empty())
        return phrase("Opened from a folder of files, which do not say what it learned from");
    if (run.task == "pairs")
        return run.model.hasEncoder()
                   ? phrase("Opened from a folder of files; learns pairs of your own")
                   : phrase("Opened from a folder of files; learns pairs of your own: source = "
                            "target");
    return run.model.hasEncoder()
               ? phrase("Opened from a folder of files; learns to fill in hidden words of a text "
                        "of your own")
               : phrase("Opened from a folder of files; learns to write on like a text of your "
                        "own, token by token");
}

/// Of others that of their folder, whatever they learn from now.
QString nameOf(const RunDescription& run) {
    const std::string& path = run.model.exactIds ? run.name : run.dataFile;
    return path.empty() ? QString::fromStdString(run.task)
                        : QFileInfo(QString::fromStdString(path)).fileName();
}

} // namespace

IdleReason OpenRun::firstIdleReason() const {
    if (run->trainingObstacle().empty())
        return IdleReason::NotStarted;
    const RunDescription& what = run->description();
    return obstacleToFineTuning(what).empty() ? IdleReason::NeedsText : IdleReason::Untrainable;
}

std::vector<LiveRun*> OpenRun::all() const {
    std::vector<LiveRun*> runs{run.get()};
    if (compared)
        for (LiveRun* one : compared->runs())
            runs.push_back(one);
    return runs;
}

bool OpenRun::isValidating() const {
    return std::ranges::any_of(all(), [](LiveRun* one) { return one->validator().isActive(); });
}

InterventionState OpenRun::interventions() const {
    const Interventions& held = run->interventions();
    return {QVector<Intervention>(held.list().begin(), held.list().end()), held.canUndo(),
            held.canRedo()};
}

RunInfo OpenRun::describe() const {
    const RunDescription& what = run->description();
    RunInfo info;
    info.number = number;
    info.name = nameOf(what);
    info.task = QString::fromStdString(what.task);
    info.dataFile = QString::fromStdString(what.dataFile);
    info.configuration = modelValues(what.model);
    info.backend = run->settings().backend;
    info.tasks = offeredTasks();
    info.learns = Phrase(learnsOf(what));
    info.hasSource = what.model.hasEncoder();
    info.translates = what.model.hasEncoder() && what.model.hasDecoder();
    info.hasTarget = true;
    const DataForm form(what.model);
    const auto features = static_cast<int>(form.features);
    info.sourceFeatures = form.hasSource() && form.sourceIsNumbers() ? features : 0;
    info.targetFeatures = form.targetIsNumbers() ? features : 0;
    info.points = what.model.output == Output::Pointer;
    info.parameters = run->parameterCount();
    const RunSettings settings = run->settings();
    info.learningRate = settings.learningRate;
    info.training = settings.training;
    info.batch = settings.batch;
    info.maxLength = static_cast<int>(what.model.maxLength);
    info.guess = guessOf(what.model.output);
    info.randomLoss = info.guess == Guess::None ? 0 : run->guessLoss(); // 0: no line on the charts
    if (run->task()) {
        const std::string_view measure = run->task()->measure();
        info.countsTokens = run->task()->countsTokens();
        info.keptAside = static_cast<int>(run->validator().count());
        info.measure = QString::fromUtf8(measure.data(), static_cast<qsizetype>(measure.size()));
    }
    info.isFolder = !folder.empty();
    if (what.model.exactIds) {
        info.opened = valuesOf(what.model);
        info.lengthPenalty = what.vocabularies.rules.generation.lengthPenalty;
    }
    info.obstacle = run->trainingObstacle();
    info.textObstacle = obstacleToFineTuning(what);
    info.file = QString::fromStdString(info.isFolder ? folder : file);
    info.isShowcase = isShowcase;
    info.exampleSource = QString::fromStdString(run->example().source);
    info.exampleTarget = QString::fromStdString(run->example().target);
    info.examplePadding = static_cast<int>(run->example().padding);
    return info;
}

} // namespace gf
