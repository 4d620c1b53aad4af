// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device_survey.h"

#include "core/data/batch.h"
#include "core/data/task.h"
#include "core/io/json.h"
#include "core/io/kernel_file.h"
#include "core/model/model.h"
#include "core/platform/child.h"
#include "core/tensor/error.h"
#include "core/train/trainer.h"
#include "core/train/verify.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <sstream>

namespace gf {

namespace {

using Kind = ChildEnd::Kind;

/// Of which nothing is known but its name.
ComputeDevice deviceCalled(const std::string& id) {
    return {id, id.substr(0, id.find(':')), id};
}

/// How a fault is called in a line.
struct FaultName {
    DeviceFault fault;
    std::string_view name;
};

constexpr std::array faultNames = {
    FaultName{DeviceFault::None, ""},
    FaultName{DeviceFault::NoDriver, "no-driver"},
    FaultName{DeviceFault::NoDevice, "no-device"},
    FaultName{DeviceFault::NoCompiler, "no-compiler"},
    FaultName{DeviceFault::NotCompiled, "not-compiled"},
    FaultName{DeviceFault::Crashed, "crashed"},
    FaultName{DeviceFault::NoAnswer, "no-answer"},
    FaultName{DeviceFault::NotTried, "not-tried"},
    FaultName{DeviceFault::WrongStep, "wrong-step"},
    FaultName{DeviceFault::Failed, "failed"},
};

std::string_view nameOf(DeviceFault fault) {
    return std::ranges::find(faultNames, fault, &FaultName::fault)->name;
}

DeviceFault faultNamed(std::string_view name) {
    const auto found = std::ranges::find(faultNames, name, &FaultName::name);
    return found == faultNames.end() ? DeviceFault::Failed : found->fault;
}

ComputeDevice deviceFrom(const nlohmann::json& line) {
    return {line.at("id").get<std::string>(),    line.at("backend").get<std::string>(),
            line.at("name").get<std::string>(),  line.at("memory_bytes").get<std::int64_t>(),
            faultNamed(line.value("fault", "")), line.value("detail", ""),
            line.value("processor", false)};
}

/// What a driver printed between the lines is passed over.
std::vector<ComputeDevice> devicesFrom(const std::string& output) {
    std::vector<ComputeDevice> devices;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
        try {
            devices.push_back(deviceFrom(nlohmann::json::parse(line)));
        } catch (const nlohmann::json::exception&) {
            continue;
        }
    return devices;
}

std::optional<TuningStep> tuningStepFrom(std::string_view line) {
    try {
        const nlohmann::json object = nlohmann::json::parse(line);
        return TuningStep{object.at("tuning").get<std::string>(), object.at("number").get<int>(),
                          object.at("of").get<int>()};
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

/// What a child said of devices, or why it said nothing.
struct Answer {
    DeviceFault fault = DeviceFault::None;
    std::string detail;
    std::vector<ComputeDevice> devices;
};

Answer answerOf(const ChildEnd& end, std::chrono::milliseconds limit) {
    switch (end.kind) {
    case Kind::Exited:
        break;
    case Kind::Crashed:
        return {DeviceFault::Crashed, "", {}};
    case Kind::TimedOut:
        return {DeviceFault::NoAnswer,
                std::to_string(std::chrono::ceil<std::chrono::seconds>(limit).count()),
                {}};
    case Kind::Stopped:
    case Kind::NotStarted:
        return {DeviceFault::NotTried, "", {}};
    }
    std::vector<ComputeDevice> devices = devicesFrom(end.output);
    // A driver that ends the process instead of answering has crashed politely.
    const DeviceFault fault = devices.empty() ? DeviceFault::Crashed : DeviceFault::None;
    return {fault, "", std::move(devices)};
}

/// One child that tries a device, and the kernel at whose measuring it died, if it did.
struct Trial {
    Answer answer;
    std::string diedAt;
};

Trial tryInChild(const std::string& program, const ComputeDevice& device,
                 const std::vector<std::string>& leftOut, const SurveyOptions& options,
                 const std::stop_token& stop) {
    std::vector<std::string> arguments{"devices", "--try", device.id};
    if (options.tuneAnew)
        arguments.emplace_back("--tune");
    for (const std::string& kernel : leftOut)
        arguments.insert(arguments.end(), {"--leave-out", kernel});
    constexpr int mostSteps = 1000; // whatever the child says
    int steps = 0;
    std::string measured;
    const auto heard = [&](std::string_view line) {
        const auto step = tuningStepFrom(line);
        if (!step || ++steps > mostSteps)
            return false;
        measured = step->kernel;
        if (options.tuning)
            options.tuning(device, *step);
        return true;
    };
    const ChildEnd end = runChild(program, arguments, options.trying, stop, heard);
    const bool died = end.kind == Kind::Crashed || end.kind == Kind::TimedOut;
    const bool isJudged = !devicesFrom(end.output).empty();
    return {answerOf(end, options.trying), died && !isJudged ? measured : ""};
}

/// As often as kernels bring its driver down; no driver is worth more than a few of them.
Answer answerOf(const std::string& program, const ComputeDevice& device,
                const SurveyOptions& options, const std::stop_token& stop) {
    constexpr std::size_t mostLeftOut = 3;
    std::vector<std::string> leftOut;
    for (;;) {
        Trial trial = tryInChild(program, device, leftOut, options, stop);
        if (trial.diedAt.empty() || leftOut.size() == mostLeftOut)
            return std::move(trial.answer);
        leftOut.push_back(std::move(trial.diedAt));
    }
}

void judge(ComputeDevice& device, const std::string& program, const SurveyOptions& options,
           const std::stop_token& stop) {
    const Answer answer = answerOf(program, device, options, stop);
    const bool judged = !answer.devices.empty();
    device.fault = judged ? answer.devices.back().fault : answer.fault;
    device.detail = judged ? answer.devices.back().detail : answer.detail;
}

std::vector<ComputeDevice> survey(const std::string& program, const std::string& driver,
                                  const SurveyOptions& options, const std::stop_token& stop) {
    if (!isDriverInstalled(driver))
        return {{driver, driver, driver, 0, DeviceFault::NoDriver}};
    Answer named = answerOf(
        runChild(program, {"devices", "--named-by", driver}, options.naming, stop), options.naming);
    if (named.fault != DeviceFault::None)
        return {{driver, driver, driver, 0, named.fault, named.detail}};
    for (ComputeDevice& device : named.devices)
        if (device.isUsable())
            judge(device, program, options, stop);
    return std::move(named.devices);
}

/// Attention, norms, a residual stream, dropout: what most models have.
ModelConfig tinyModel(const Task& task) {
    ModelConfig model = task.modelDefaults();
    model.layers = 1;
    model.dModel = 16;
    model.heads = 2;
    model.dFf = 32;
    model.dropout = 0.1;
    return model;
}

/// Where a gradient is nearly 0, rounding decides the direction of Adam's first step unless ε is
/// large beside it.
TrainConfig oneStep() {
    TrainConfig train;
    train.batch = 3;
    train.learningRate = 0.05;
    train.epsilon = 1e-2;
    train.clipNorm = 1;
    return train;
}

double largest(std::span<const float> values) {
    double most = 0;
    for (const float value : values)
        most = std::max(most, std::abs(static_cast<double>(value)));
    return most;
}

/// Relative to the largest number.
bool agree(std::span<const float> found, std::span<const float> expected) {
    double most = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double difference = static_cast<double>(found[i]) - static_cast<double>(expected[i]);
        if (!std::isfinite(difference))
            return false;
        most = std::max(most, std::abs(difference));
    }
    return most <= agreementTolerance * std::max(largest(expected), 1e-6);
}

/// A step with the same weights and the same batch on both; the first parameter, or memory of the
/// optimizer, that differs.
std::optional<std::string> wrongAfterAStep(const Backend& backend, const ModelConfig& model,
                                           const std::shared_ptr<const Task>& task) {
    const TrainConfig train = oneStep();
    const auto reference = makeBackend("eigen");
    const auto trained = [&](const Backend& by) {
        auto trainer = std::make_unique<Trainer>(by, model, train,
                                                 makeTaskBatches(task, train.batch, train.seed), 1);
        trainer->step();
        return trainer;
    };
    const auto expected = trained(*reference);
    const auto found = trained(backend);
    const Parameters& right = expected->parameters();
    const Parameters& computed = found->parameters();
    for (const Parameters::Entry& entry : right.entries())
        if (!agree(computed.values(entry.name), right.values(entry.name)))
            return entry.name;
    return std::nullopt;
}

} // namespace

std::vector<ComputeDevice> surveyDevices(const std::string& program, const SurveyOptions& options,
                                         const std::stop_token& stop) {
    std::vector<ComputeDevice> devices = builtInDevices();
    for (const std::string_view driver : driverNames())
        std::ranges::copy(survey(program, std::string(driver), options, stop),
                          std::back_inserter(devices));
    return devices;
}

ComputeDevice surveyDevice(const std::string& program, const std::string& id,
                           const SurveyOptions& options, const std::stop_token& stop) {
    ComputeDevice device = deviceCalled(id);
    if (isDriverInstalled(device.backend))
        judge(device, program, options, stop);
    else
        device.fault = DeviceFault::NoDriver;
    return device;
}

DeviceFault faultOf(const Backend& backend, std::string& detail) {
    TaskRequest request;
    request.name = "copy";
    const std::shared_ptr<const Task> task = makeTask(request);
    const ModelConfig model = tinyModel(*task);
    Parameters parameters;
    parameters.addFrom(*shortestModel(model).graph);
    initialize(parameters, model, 1);
    const Verification result = verify(backend, model, parameters, drawnExample(model, 1));
    if (const StepAgreement* const wrong = firstBeyond(result.steps, result.tolerance)) {
        detail = (*result.expected->graph)[wrong->node].name;
        return DeviceFault::WrongStep;
    }
    if (const auto wrong = wrongAfterAStep(backend, model, task)) {
        detail = *wrong;
        return DeviceFault::WrongStep;
    }
    return DeviceFault::None;
}

ComputeDevice tried(const std::string& id, const DeviceTuning& tuning) {
    ComputeDevice device = deviceCalled(id);
    try {
        const auto backend = makeBackend(id, kernelFiles());
        device.fault = faultOf(*backend, device.detail);
        const Tunable* const tunable = device.isUsable() ? tunableOf(*backend) : nullptr;
        if (!tunable)
            return device;
        device.detail = tuneDevice(*tunable, tuning);
        if (!device.detail.empty())
            device.fault = DeviceFault::WrongStep;
    } catch (const DeviceUnusable& error) {
        device.fault = error.fault();
        device.detail = error.detail();
    } catch (const Error& error) {
        device.fault = DeviceFault::Failed;
        device.detail = error.what();
    }
    return device;
}

std::string bestDevice(const std::vector<ComputeDevice>& devices) {
    const auto card = std::ranges::find_if(devices, [](const ComputeDevice& device) {
        return device.isUsable() && !device.isProcessor;
    });
    return card == devices.end() ? "cpu" : card->id;
}

std::string jsonLineOf(const TuningStep& step) {
    return nlohmann::ordered_json{{"tuning", step.kernel}, {"number", step.number}, {"of", step.of}}
        .dump();
}

std::string jsonLineOf(const ComputeDevice& device) {
    nlohmann::ordered_json line = {{"id", device.id},
                                   {"backend", device.backend},
                                   {"name", device.name},
                                   {"memory_bytes", device.memoryBytes},
                                   {"processor", device.isProcessor},
                                   {"usable", device.isUsable()}};
    if (!device.isUsable()) {
        line["reason"] = device.reason().english();
        line["fault"] = nameOf(device.fault);
        line["detail"] = device.detail;
    }
    // What a driver calls its device may be no UTF-8.
    return jsonText(line);
}

} // namespace gf
