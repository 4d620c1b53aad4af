// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/comparison/saved_runs.h"

#include "app/session/run/form_values.h"
#include "core/tensor/error.h"

#include <QFileInfo>

#include <utility>

namespace gf {

namespace {

/// What another model reads of the example of `shown`: the same, and where a model of others is one
/// of the two, the same sentence in the place where the other has its own.
Example exampleFor(const ModelConfig& other, const LiveRun& shown) {
    const Example& example = shown.example();
    const ModelConfig& model = shown.description().model;
    if (!model.exactIds && !other.exactIds)
        return example;
    const std::string& sentence = model.hasEncoder() ? example.source : example.target;
    if (!other.hasEncoder())
        return {.source = {}, .target = sentence};
    const bool bothTranslate = model.hasEncoder() && model.hasDecoder() && other.hasDecoder();
    return {.source = sentence, .target = bothTranslate ? example.target : std::string()};
}

} // namespace

ReferenceRuns SavedRuns::on(const QStringList& files, const LiveRun& shown,
                            const std::stop_token& stop) {
    std::erase_if(m_open, [&](const auto& open) { return !files.contains(open.first); });
    ReferenceRuns beside;
    for (const QString& file : files)
        beside.runs.push_back(lookAt(file, shown, stop));
    return beside;
}

ReferenceRun SavedRuns::lookAt(const QString& file, const LiveRun& shown,
                               const std::stop_token& stop) {
    ReferenceRun beside;
    beside.file = file;
    try {
        Open& open = m_open[file];
        const QDateTime written = QFileInfo(file).lastModified();
        if (!open.run || open.written != written)
            open = {written, LiveRun::open("cpu", file.toStdString(), stop)};
        const std::unique_ptr<LiveRun>& run = open.run;
        beside.configuration = modelValues(run->description().model);
        const Example example = exampleFor(run->description().model, shown);
        const ExampleFaults faults = run->examples().faultsOf(example);
        beside.problem = faults.source.empty() ? faults.target : faults.source;
        if (faults.impossible)
            return beside;
        run->setExample(example);
        beside.trace = run->trace();
    } catch (const Error& error) {
        m_open.erase(file);
        beside.problem = error.sentence();
    }
    return beside;
}

} // namespace gf
