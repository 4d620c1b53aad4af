// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a run that nobody has saved yet, for the start after one that ends badly.
#include "app/session/worker.h"

#include "core/io/model_file.h"
#include "core/train/rescue.h"

#include <QFileInfo>

#include <utility>

namespace gf {

void Worker::keepCopies(const std::filesystem::path& folder, TimeBudget::Seconds pause) {
    post({{.needsRun = false}, [this, folder, pause] {
              m_recovery = Recovery(folder, pause);
              offerRecovered();
          }});
}

/// Not of what is no number, nor while the run has the numbers of its past.
bool Worker::owesCopy() const {
    return m_run && m_recovery.isOn() && m_idleReason != IdleReason::Diverged && !m_time.isPast() &&
           m_run->stepsDone() != m_recovery.step() && isWorthKeeping(status(), m_showcase);
}

void Worker::keepCopy() {
    if (!m_recovery.isDue() || !owesCopy())
        return;
    try {
        m_recovery.keep(recoveryNote(), m_run->description(), std::as_const(*m_run).parameters(),
                        m_comparedRuns ? m_comparedRuns->saved() : SavedComparison());
    } catch (const DeviceError&) {
        throw;
    } catch (const Error& problem) {
        if (!std::exchange(m_saidNoCopy, true))
            publish(news::Notice{
                Sentence(phrase("No recovery copy can be kept: %1"), problem.sentence())});
    }
}

RecoveryNote Worker::recoveryNote() const {
    const QString file = QString::fromStdString(m_file);
    return {QString::fromStdString(m_title),
            file.isEmpty() ? file : QFileInfo(file).absoluteFilePath(), m_savedSteps};
}

Sentence Worker::endUnasked() {
    post({{.leavesPast = true, .writesFile = true}, [this] { keepAtEnd(); }});
    end();
    return m_lastWords;
}

void Worker::keepAtEnd() {
    if (m_idleReason == IdleReason::Diverged)
        goBack();
    if (!isWorthKeeping(status(), m_showcase))
        return;
    m_copyIsNeeded = true;
    const RunDescription& run = m_run->description();
    const std::string unnamed = (m_recovery.folder() / (m_title + ".safetensors")).string();
    try {
        const auto copy = [this](const Fill& fill) { m_recovery.write(recoveryNote(), fill); };
        saveOrRescue(m_file.empty() ? unnamed : m_file, copy, run,
                     std::as_const(*m_run).parameters(), comparisonToSave());
        m_lastWords = {
            phrase("The run after training step %1 is in %2, and the next start offers it"),
            run.steps, m_recovery.file().string()};
    } catch (const Error& problem) {
        m_lastWords = problem.sentence();
    }
}

/// What cannot be read is not offered, and stays.
void Worker::offerRecovered() {
    news::RecoveryOffer offer;
    for (; m_recovery.left() && offer.title.isEmpty();) {
        const RecoveryPlace& left = *m_recovery.left();
        try {
            offer.step = stepsIn(left.copy().string());
            offer.title = left.note().title;
            if (offer.title.isEmpty())
                offer.title = QString::fromStdString(left.copy().filename().string());
            offer.written = QFileInfo(left.copy()).lastModified();
        } catch (const Error&) {
            m_recovery.passOverLeft();
        }
    }
    publish(offer);
}

void Worker::discardRecovered() {
    if (m_recovery.left())
        m_recovery.discardLeft();
    offerRecovered();
}

} // namespace gf
