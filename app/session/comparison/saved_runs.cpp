// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/comparison/saved_runs.h"

#include "app/session/run/form_values.h"
#include "core/tensor/error.h"

#include <QFileInfo>

#include <utility>

namespace gf {

ReferenceRuns SavedRuns::on(const QStringList& files, const Example& example,
                            const std::stop_token& stop) {
    std::erase_if(m_open, [&](const auto& open) { return !files.contains(open.first); });
    ReferenceRuns beside;
    for (const QString& file : files)
        beside.runs.push_back(lookAt(file, example, stop));
    return beside;
}

ReferenceRun SavedRuns::lookAt(const QString& file, const Example& example,
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
