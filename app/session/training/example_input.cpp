// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/training/example_input.h"

#include "core/backend/device_error.h"
#include "core/data/real_numbers.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"

#include <chrono>

namespace gf {

namespace {

using Clock = std::chrono::steady_clock;

/// So often it is told how far the model has come with its answer.
constexpr auto tellEvery = std::chrono::milliseconds(100);

news::ShownExample shown(const Example& example) {
    return {QString::fromStdString(example.source), QString::fromStdString(example.target),
            static_cast<int>(example.padding)};
}

} // namespace

void ExampleInput::set(const Example& typed) {
    m_picture.setExampleOf(m_state.news.answers());
    LiveRun& run = *m_state.open.run;
    const Example example = run.examples().meant(typed);
    const ExampleFaults faults = run.examples().faultsOf(example);
    ExampleProblems problems{faults.source, faults.target, {}};
    if (example.target != typed.target)
        problems.answer = QString::fromStdString(example.target);
    m_state.news.publish(problems);
    if (!faults.impossible)
        show(example);
}

void ExampleInput::show(const Example& example) {
    m_state.endWalk();
    m_state.open.run->setExample(example);
    m_state.isPictureOld = true;
    m_picture.look();
}

void ExampleInput::setValues(const intent::SetValues& values, const std::stop_token& stop) {
    throwIfStopped(stop);
    LiveRun& run = *m_state.open.run;
    const bool ofSource = values.side == intent::SetValues::Side::Source;
    const DataForm form(run.description().model);
    const bool areNumbers =
        ofSource ? form.hasSource() && form.sourceIsNumbers() : form.targetIsNumbers();
    if (!areNumbers)
        return;
    Example typed = run.example();
    (ofSource ? typed.source : typed.target) = rowsText(
        {values.numbers.data(), static_cast<std::size_t>(values.numbers.size())}, form.features);
    typed = run.examples().meant(typed);
    m_state.news.publish(shown(typed));
    set(typed);
}

void ExampleInput::setAnother() {
    const auto example = m_state.open.run->examples().another();
    if (!example)
        return;
    m_state.news.publish(shown(*example), ExampleProblems());
    show(*example);
}

void ExampleInput::write(const GenerationSettings& settings, const std::stop_token& stop) {
    throwIfStopped(stop);
    const auto publish = [&](const GenerationReport& report) {
        if (!stop.stop_requested())
            m_state.news.publish(report);
    };
    const auto refuse = [&](const Error& error) {
        GenerationReport report;
        report.settings = settings;
        report.problem = error.sentence();
        publish(report);
    };
    const auto grew = [&, told = Clock::now()](const GenerationReport& soFar) mutable {
        if (Clock::now() - told < tellEvery)
            return;
        publish(soFar);
        told = Clock::now();
    };
    try {
        publish(m_state.open.run->write(settings, stop, grew));
    } catch (const DeviceError& error) {
        refuse(error);
        throw; // the run has to leave it
    } catch (const Error& error) {
        refuse(error);
    }
}

} // namespace gf
