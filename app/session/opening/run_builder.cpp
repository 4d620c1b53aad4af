// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/opening/run_builder.h"

#include "app/session/new_model/presets.h"
#include "core/model/frozen.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"
#include "core/train/fine_tuning.h"
#include "core/train/opened_model.h"
#include "ui/scene/scene_json.h"

#include <QLocale>

#include <utility>

namespace gf {

namespace {

/// Shows the run as its file says that it was left, as far as that can be: the example now, for the
/// first picture, and the rest as a scene for the window. What is wrong with it is `notice`.
void takeView(LiveRun& run, std::string& scene, Sentence& notice) {
    const std::string& view = run.description().view;
    if (view.empty())
        return;
    try {
        Scene left = sceneFromJson(QByteArray::fromStdString(view));
        const Example example{left.example.source.toStdString(), left.example.target.toStdString(),
                              left.example.padding};
        if (left.example == Scene::Example() || run.examples().faultsOf(example).impossible)
            left.example = {};
        else
            run.setExample(example);
        scene = toJson(left).toStdString();
    } catch (const Error& error) {
        notice = Sentence(phrase("How the window was left stands in the file, but cannot be "
                                 "shown: %1"),
                          error.sentence());
    }
}

/// What labs have found on the run, as far as its file can be read; what is wrong with that is
/// `notice`.
void takeResults(LiveRun& run, Sentence& notice) {
    const std::string labs = run.description().labs;
    if (labs.empty())
        return;
    try {
        for (LabResult& result : labResultsFromJson(labs))
            run.keep(std::move(result), run.builtIn());
    } catch (const Error& error) {
        notice = Sentence(phrase("What labs have found stands in the file, but cannot be shown: "
                                 "%1"),
                          error.sentence());
    }
}

/// That fewer byte pairs were merged than were asked for; empty where that is not so.
Sentence mergesNotice(const RunDescription& run, Index asked) {
    const Index made = static_cast<Index>(run.vocabularies.target->merges().size());
    if (made >= asked)
        return {};
    return {phrase("%1 merges were made of %2 that were asked for: no other two tokens of the text "
                   "stand beside each other twice."),
            made, asked};
}

/// That the windows of a text are shorter than was asked for; empty where they are not.
Sentence contextNotice(const RunDescription& run, Index asked) {
    if (run.train.context >= asked)
        return {};
    return {phrase("The context is %1 and not %2 tokens: the last tenth of the text, which is for "
                   "validation, has no more."),
            run.train.context, asked};
}

} // namespace

/// While it lives the window knows what takes its time, and can have it given up.
NextRun RunBuilder::begin(const std::function<RunPlan()>& plan, const std::stop_token& stop) {
    Progress progress(m_news, phrase("Building the model…"));
    const RunPlan planned = plan();
    throwIfStopped(stop);
    NextRun next;
    const OpenBackend backend = m_devices.open(planned.device);
    m_devices.makeOn(backend, [&] {
        next.run = std::make_unique<LiveRun>(backend, planned.request, planned.model, planned.train,
                                             std::vector<Intervention>(), stop);
        prepareFirstPicture(progress, *next.run, stop);
    });
    const TaskRequest& request = planned.request;
    if (request.tokenization == Tokenization::BytePairs)
        next.notice = mergesNotice(next.run->description(), request.merges);
    if (next.notice.empty() && hasContext(request.name))
        next.notice = contextNotice(next.run->description(), request.context);
    return next;
}

void RunBuilder::prepareFirstPicture(Progress& progress, LiveRun& run,
                                     const std::stop_token& stop) {
    throwIfStopped(stop);
    const QString weights = QLocale().toString(static_cast<qlonglong>(run.parameterCount()));
    progress.say({phrase("Computing the first picture of %1 weights…"), weights.toStdString()});
    run.trace();
    throwIfStopped(stop);
}

NextRun RunBuilder::learnFrom(const OpenRun& open, const ModelRequest& request,
                              const std::stop_token& stop) {
    Progress progress(m_news, phrase("Reading the text…"));
    throwIfStopped(stop);
    const LiveRun& now = *open.run;
    Run begun;
    begun.description = fineTune(now.description(), request.task, request.file);
    FieldValues training = valuesOf(begun.description.train);
    give(training, request.training);
    begun.description.train = trainConfigOf(training);
    requireFreezable(begun.description.model, begun.description.train, FieldNames::Labels);
    if (Sentence why = obstacleToContext(begun.description.model, begun.description.train.context,
                                         FieldNames::Labels);
        !why.empty())
        throw Error(std::move(why));
    // What is wrong with the file is said before weights are copied.
    begun.description.train.context = taskOf(begun.description)->trainDefaults().context;
    throwIfStopped(stop);
    begun.parameters = weightsOf(now.description().model, now.parameters());
    NextRun next;
    next.learns = true;
    next.file = open.file;
    next.folder = open.folder;
    const OpenBackend backend = m_devices.open();
    m_devices.makeOn(backend, [&] {
        next.run = LiveRun::open(backend, std::move(begun), now.builtIn(), stop);
        next.run->setExample(now.example());
        next.run->intervene([&](Interventions& kept) { kept = now.interventions(); });
        prepareFirstPicture(progress, *next.run, stop);
    });
    if (const Sentence& obstacle = next.run->trainingObstacle(); !obstacle.empty())
        throw Error(obstacle); // the file has changed meanwhile
    return next;
}

NextRun RunBuilder::open(const std::string& path, const std::stop_token& stop,
                         const std::vector<std::string>& moments) {
    Progress progress(m_news, phrase("Reading the model…"));
    throwIfStopped(stop);
    const std::string folder = openedFolder(path);
    MomentFolders folders = momentFolders(folder.empty() ? path : folder, moments);
    const bool hasPast = !folders.all.empty();
    Run saved = loadRun(hasPast ? folders.all[folders.shown].path : path, stop);
    const std::string change = saved.comparedBy;
    std::vector<Run> compared = std::move(saved.compared);
    NextRun next;
    next.notice = saved.remark;
    next.folder = folder;
    if (next.folder.empty())
        next.file = path;
    if (hasPast) {
        saved.description.name = nameOfFolder(folder);
        saved.description.steps = folders.all[folders.shown].step;
        next.moments = std::make_shared<OpenedMoments>(std::move(folders), saved);
    }
    next.run = LiveRun::open(m_devices.open(), std::move(saved), {}, stop);
    takeView(*next.run, next.scene, next.notice);
    takeResults(*next.run, next.notice);
    prepareFirstPicture(progress, *next.run, stop);
    if (!compared.empty())
        openCompared(next, change, std::move(compared), stop);
    // Of a folder of others nobody expects it, and the bar of training says it.
    if (const Sentence& obstacle = next.run->trainingObstacle();
        !obstacle.empty() && next.folder.empty())
        next.notice =
            Sentence(phrase("This model can be looked into but not trained further: %1"), obstacle);
    return next;
}

NextRun RunBuilder::adopt(Run trained, std::vector<Intervention> builtIn,
                          const std::vector<Intervention>& changes, const Example& example,
                          const std::stop_token& stop) {
    Progress progress(m_news, phrase("Building the model…"));
    throwIfStopped(stop);
    NextRun next;
    next.rests = true;
    const std::string change = trained.comparedBy;
    std::vector<Run> compared = std::move(trained.compared);
    next.run = LiveRun::open(m_devices.open(), std::move(trained), std::move(builtIn), stop);
    takeView(*next.run, next.scene, next.notice);
    takeResults(*next.run, next.notice);
    if (!(example == Example())) {
        Example typed = next.run->example();
        if (!example.source.empty() || !example.target.empty()) {
            typed.source = example.source;
            typed.target = example.target;
            typed.wroteTarget = !example.target.empty();
            if (example.target.empty())
                typed = next.run->examples().meant(typed);
        }
        typed.padding = example.padding;
        if (!next.run->examples().faultsOf(typed).impossible)
            next.run->setExample(typed);
    }
    if (!compared.empty())
        openCompared(next, change, std::move(compared), stop);
    const auto hold = [&](LiveRun& run) {
        if (!changes.empty())
            run.intervene([&](Interventions& kept) { kept.add(changes); });
    };
    hold(*next.run);
    if (next.compared)
        for (LiveRun* run : next.compared->runs())
            hold(*run);
    prepareFirstPicture(progress, *next.run, stop);
    return next;
}

/// Those that were saved with the next run.
void RunBuilder::openCompared(NextRun& next, const std::string& change, std::vector<Run> saved,
                              const std::stop_token& stop) {
    LiveRun& first = *next.run;
    const std::string& backend = first.backendName();
    const std::vector<ComparedRunPlan> plans =
        plansOfSaved(first.description(), backend, change, saved);
    std::vector<std::unique_ptr<LiveRun>> compared;
    std::vector<Index> stoppedAt;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        stoppedAt.push_back(saved[i].stoppedAt);
        compared.push_back(LiveRun::open(m_devices.open(plans[i].backend), std::move(saved[i]),
                                         plans[i].builtIn, stop));
    }
    next.compared = std::make_unique<ComparedRuns>(
        first, std::move(compared), choiceBetween(first.description(), backend, change, plans),
        stoppedAt);
}

} // namespace gf
