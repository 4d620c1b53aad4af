// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device_survey.h"

#include "core/backend/program.h"
#include "core/model/model.h"
#include "core/platform/child.h"
#include "core/tensor/error.h"
#include "core/train/verify.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace gf {

namespace {

using Kind = ChildEnd::Kind;

// A driver that has to wake a card, or to compile for the first time, takes its time.
constexpr std::chrono::seconds namingLimit{20};
constexpr std::chrono::seconds tryingLimit{90};

/// A line of what `glassformer devices --json` prints.
ComputeDevice deviceFrom(const nlohmann::json& line) {
    return {line.at("id").get<std::string>(), line.at("backend").get<std::string>(),
            line.at("name").get<std::string>(), line.at("memory_bytes").get<std::int64_t>(),
            line.value("reason", "")};
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

/// Why a child did not do what it was started for; empty if it did.
std::string whyNot(const ChildEnd& end, std::chrono::seconds limit) {
    switch (end.kind) {
    case Kind::Exited:
        return end.status == 0 ? "" : end.output.empty() ? "it was tried and failed" : end.output;
    case Kind::Crashed:
        return "its driver crashed";
    case Kind::TimedOut:
        return "its driver did not answer within " + std::to_string(limit.count()) + " seconds";
    case Kind::NotStarted:
        break;
    }
    return "it could not be tried";
}

std::vector<ComputeDevice> survey(const std::string& program, const std::string& driver) {
    const ChildEnd named = runChild(program, {"devices", "--named-by", driver}, namingLimit);
    if (const std::string problem = whyNot(named, namingLimit); !problem.empty())
        return {{driver, driver, driver, 0, problem}};
    std::vector<ComputeDevice> devices = devicesFrom(named.output);
    for (ComputeDevice& device : devices)
        if (device.isUsable())
            device.reason = whyNot(runChild(program, {"devices", "--try", device.id}, tryingLimit),
                                   tryingLimit);
    return devices;
}

/// Attention, norms, a residual stream, dropout's absence: all that most models have.
ModelConfig tinyModel() {
    ModelConfig model;
    model.layers = 1;
    model.dModel = 16;
    model.heads = 2;
    model.dFf = 32;
    model.maxLength = 8;
    model.sourceVocab = 12;
    model.targetVocab = 12;
    return model;
}

} // namespace

std::vector<ComputeDevice> surveyDevices(const std::string& program) {
    std::vector<ComputeDevice> devices = builtInDevices();
    for (const std::string_view driver : driverNames())
        std::ranges::copy(survey(program, std::string(driver)), std::back_inserter(devices));
    return devices;
}

std::string tryDevice(const std::string& id) {
    try {
        const ModelConfig model = tinyModel();
        Parameters parameters;
        parameters.addFrom(*shortestModel(model).graph);
        initialize(parameters, model, 1);
        const auto backend = makeBackend(id);
        const Verification result = verify(*backend, model, parameters, drawnExample(model, 1));
        const StepAgreement* const wrong = firstBeyond(result.steps, result.tolerance);
        return !wrong ? ""
                      : "it computed \"" + (*result.expected->graph)[wrong->node].name + "\" wrong";
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace gf
