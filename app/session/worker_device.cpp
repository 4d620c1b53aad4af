// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is trained on, and what is done when that has too little memory or is gone.
#include "app/session/worker.h"

#include <QLocale>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace gf {

namespace {

constexpr const char* processor = "cpu";

std::string sizeWords(std::int64_t bytes) {
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat).toStdString();
}

std::string countWords(Index count) {
    return QLocale().toString(static_cast<qlonglong>(count)).toStdString();
}

Sentence needsWords(const DeviceOutOfMemory& error) {
    if (error.neededBytes() <= 0)
        return phrase("The card has not enough memory for this.");
    if (error.largestBytes() > 0)
        return {phrase("This needs %1 in one piece; the card gives %2 at most."),
                sizeWords(error.neededBytes()), sizeWords(error.largestBytes())};
    if (error.freeBytes() < 0)
        return {phrase("This needs %1, more than the card has free."),
                sizeWords(error.neededBytes())};
    return {phrase("This needs %1; the card has %2 free."), sizeWords(error.neededBytes()),
            sizeWords(error.freeBytes())};
}

} // namespace

void Worker::setDevices(DeviceList devices) {
    post({{.needsRun = false}, [this, devices = std::move(devices)] {
              m_devices = devices;
              publish(m_devices);
          }});
}

/// That of the run where none is named.
OpenBackend Worker::backendFor(const std::string& device) {
    if (!device.empty())
        return m_backends.open(device);
    return m_backends.open(m_run ? m_run->backendName() : processor);
}

/// What is lost while something new is made on it takes no run with it that is elsewhere.
void Worker::makeOn(const OpenBackend& backend, const std::function<void()>& make) {
    try {
        make();
    } catch (const DeviceLost& error) {
        const auto isThere = [&](const LiveRun* run) { return run->backendName() == backend.name; };
        if (m_run && std::ranges::any_of(allRuns(), isThere))
            throw;
        m_backends.forget(backend.name);
        throw Error(error.sentence());
    }
}

/// Everything on the processor, at a point that all runs have in common. Whether anything was
/// elsewhere.
bool Worker::leaveDevice() {
    std::vector<LiveRun*> runs = allRuns();
    std::erase_if(runs, [](const LiveRun* run) { return !mayBeLost(run->backendName()); });
    endWalk();
    for (LiveRun* run : runs)
        run->recover(m_backends.open(processor));
    if (runs.empty())
        return false;
    if (m_comparedRuns) {
        m_comparedRuns->measureAnew();
        if (m_time.returnToLastCheckpoint())
            m_comparedRuns->wentBack();
        else
            endComparison();
    }
    if (!m_time.isPast())
        m_time.afterGoingBack();
    return true;
}

/// False where nothing was on a device, or where even this fails; then the run rests.
bool Worker::recover(const std::function<Sentence(Index step)>& say) noexcept {
    try {
        if (!m_run || !leaveDevice())
            return false;
        m_last = {};
        m_last.step = m_run->stepsDone();
        m_pace.restart();
        m_lossSum = 0;
        m_lossCount = 0;
        m_dirty = true;
        publish(m_run->settings(), news::Failure{say(m_run->stepsDone()), true}, status());
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

void Worker::lost(const JobRule& rule, const DeviceLost& error) noexcept {
    m_backends.forgetDevices();
    const auto say = [&](Index step) {
        return Sentence(phrase("The graphics card stopped answering: %1. The run is on the "
                               "processor now and goes on from training step %2."),
                        error.sentence(), countWords(step));
    };
    if (!recover(say))
        failed(rule, [&] { return error.sentence(); });
}

/// What was asked for changed nothing; a step that can't be done would fail again.
void Worker::outOfMemory(const JobRule& rule, const DeviceOutOfMemory& error) noexcept {
    const auto say = [&](Index step) {
        return Sentence(phrase("%1 The run is on the processor now and goes on from training step "
                               "%2; a smaller batch needs less."),
                        needsWords(error), countWords(step));
    };
    if (rule.stops && recover(say))
        return;
    failed(rule, [&] {
        return Sentence(phrase("%1 Nothing has changed; a smaller batch needs less, and the "
                               "processor (cpu) has its own memory."),
                        needsWords(error));
    });
}

} // namespace gf
