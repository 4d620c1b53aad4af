// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/failure_guard.h"

#include "core/tensor/error.h"
#include "core/tensor/stopped.h"

#include <QLocale>

#include <new>
#include <string>

namespace gf {

namespace {

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

bool FailureGuard::run(const JobRule& rule, const std::function<void()>& action) {
    try {
        action();
        return true;
    } catch (const Stopped&) {
        // Nobody waits for it any more.
    } catch (const std::bad_alloc&) {
        failed(rule, [] { return Sentence(notEnoughMemory); });
    } catch (const DeviceLost& error) {
        lost(rule, error);
    } catch (const DeviceOutOfMemory& error) {
        outOfMemory(rule, error);
    } catch (const Error& error) {
        failed(rule, [&error] { return error.sentence(); });
    } catch (const std::exception& error) {
        failed(rule, [&error] { return Sentence(error.what()); });
    }
    return false;
}

/// `say` makes the sentence, for which there may be no memory.
void FailureGuard::failed(const JobRule& rule, const std::function<Sentence()>& say) noexcept {
    if (m_state.control.resumes() && !m_state.open.history.isPast())
        m_state.comeBack(); // it was on the way back that it failed
    if (rule.stops) {
        m_state.control.apply(TrainingEvent::Failed);
        m_state.isPictureOld = !rule.draws;
    }
    try {
        m_state.news.publish(news::Failure{say()}, m_state.status());
    } catch (const std::bad_alloc&) {
        m_state.news.publishOutOfMemory(m_state.status());
    }
}

void FailureGuard::lost(const JobRule& rule, const DeviceLost& error) noexcept {
    m_devices.forgetAll();
    const auto say = [&](Index step) {
        return Sentence(phrase("The graphics card stopped answering: %1. The run is on the "
                               "processor now and goes on from training step %2."),
                        error.sentence(), countWords(step));
    };
    if (!m_devices.recover(say))
        failed(rule, [&] { return error.sentence(); });
}

/// What was asked for changed nothing; a step that can't be done would fail again.
void FailureGuard::outOfMemory(const JobRule& rule, const DeviceOutOfMemory& error) noexcept {
    const auto say = [&](Index step) {
        return Sentence(phrase("%1 The run is on the processor now and goes on from training step "
                               "%2; a smaller batch needs less."),
                        needsWords(error), countWords(step));
    };
    if (rule.stops && m_devices.recover(say))
        return;
    failed(rule, [&] {
        return Sentence(phrase("%1 Nothing has changed; a smaller batch needs less, and the "
                               "processor (cpu) has its own memory."),
                        needsWords(error));
    });
}

} // namespace gf
