// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/saving/copy_keeper.h"

#include "core/backend/device_error.h"
#include "core/io/model_file.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <QFileInfo>

#include <utility>

namespace gf {

CopyKeeper::~CopyKeeper() {
    if (!m_isForNextStart)
        m_recovery.drop();
}

void CopyKeeper::begin(const std::filesystem::path& folder, TimeBudget::Seconds pause) {
    m_recovery = Recovery(folder, pause);
    offer();
}

void CopyKeeper::beginRun() {
    m_recovery.drop();
    m_saidNoCopy = false;
}

/// Not of what is no number, nor while the run has the numbers of its past.
bool CopyKeeper::owesCopy() const {
    const OpenRun& open = m_state.open;
    return open && m_recovery.isOn() && m_state.control.reason() != IdleReason::Diverged &&
           !open.history.isPast() && open.run->stepsDone() != m_recovery.step() &&
           isWorthKeeping(m_state.status(), open.isShowcase);
}

void CopyKeeper::keepIfDue() {
    if (!m_recovery.isDue() || !owesCopy())
        return;
    try {
        keep();
    } catch (const DeviceError&) {
        throw;
    } catch (const Error& problem) {
        if (!std::exchange(m_saidNoCopy, true))
            m_state.news.publish(news::Notice{
                Sentence(phrase("No recovery copy can be kept: %1"), problem.sentence())});
    }
}

void CopyKeeper::keep() {
    const OpenRun& open = m_state.open;
    m_recovery.keep(note(), open.run->description(), open.run->parameters(),
                    open.compared ? open.compared->saved() : SavedComparison());
}

void CopyKeeper::setAside() {
    keep();
    m_recovery.leave();
    offer();
}

void CopyKeeper::write(const Fill& fill) {
    m_recovery.write(note(), fill);
}

RecoveryNote CopyKeeper::note() const {
    const QString file = QString::fromStdString(m_state.open.file);
    return {m_state.open.describe().title(),
            file.isEmpty() ? file : QFileInfo(file).absoluteFilePath(),
            m_state.progress.savedSteps()};
}

void CopyKeeper::offer() {
    news::RecoveryOffer offer;
    for (; left() && offer.title.isEmpty();) {
        const std::filesystem::path copy = left()->copy();
        try {
            offer.step = stepsIn(copy.string());
            offer.title = left()->note().title;
            if (offer.title.isEmpty())
                offer.title = QString::fromStdString(copy.filename().string());
            offer.written = QFileInfo(copy).lastModified();
        } catch (const Error&) {
            m_recovery.setLeftAside();
        }
    }
    if (!left())
        offer.unreadable = static_cast<int>(m_recovery.aside().size());
    offer.folder = QString::fromStdString(m_recovery.folder().string());
    m_state.news.publish(offer);
}

void CopyKeeper::discard() {
    if (left())
        m_recovery.discardLeft();
    else
        m_recovery.discardAside();
    offer();
}

} // namespace gf
