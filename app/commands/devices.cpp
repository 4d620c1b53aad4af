// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/printing.h"
#include "app/commands/progress.h"
#include "core/io/quote.h"
#include "core/platform/child.h"
#include "core/train/device_survey.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

namespace {

struct DevicesOptions {
    bool json = false;
    bool tune = false;
    // What a child of this command is started with.
    std::string namedBy;
    std::string tried;
    std::vector<std::string> leftOut;
};

void printDeviceObject(const ComputeDevice& device) {
    print("%s\n", jsonLineOf(device).c_str());
}

void printDeviceRow(const ComputeDevice& device) {
    print("%-10s  %-40s  ", device.id.c_str(), outputText(device.name).c_str());
    if (device.memoryBytes > 0)
        print("%6.1f GiB  ", static_cast<double>(device.memoryBytes) / (1 << 30));
    else
        print("%10s  ", "");
    print("%s\n", outputText(device.isUsable() ? "usable" : device.reason().english()).c_str());
}

ComputeDevice triedDevice(const DevicesOptions& options) {
    DeviceTuning tuning{options.tune, options.leftOut};
    tuning.progress = [](std::string_view kernel, int number, int of) {
        print("%s\n", jsonLineOf(TuningStep{std::string(kernel), number, of}).c_str());
    };
    return tried(options.tried, tuning);
}

/// All of them; a line that gives way to the list says what takes so long.
std::vector<ComputeDevice> surveyedDevices(const DevicesOptions& options) {
    WorkProgress progress;
    SurveyOptions survey;
    survey.tuneAnew = options.tune;
    survey.tuning = [&progress](const ComputeDevice& device, const TuningStep& step) {
        progress.at("Tuning " + printable(device.name) + " (" + device.id +
                    "): " + std::to_string(step.number) + " of " + std::to_string(step.of));
    };
    return surveyDevices(ownProgram(), survey);
}

std::vector<ComputeDevice> devicesFor(const DevicesOptions& options) {
    if (!options.tried.empty())
        return {triedDevice(options)};
    if (!options.namedBy.empty())
        return devicesOf(options.namedBy);
    return surveyedDevices(options);
}

int devices(const DevicesOptions& options) {
    const bool isChild = !options.tried.empty() || !options.namedBy.empty();
    for (const ComputeDevice& device : devicesFor(options))
        (isChild || options.json ? printDeviceObject : printDeviceRow)(device);
    return 0;
}

} // namespace

ProgramCommand addDevicesCommand(CommandParser program) {
    const auto options = std::make_shared<DevicesOptions>();
    const CommandParser parser = program.command(
        "devices", "List what models can be trained on, and why what can't be used can't");
    parser.flag(
        "--json", &options->json,
        "One JSON object a line: id (what --backend takes), backend, name, "
        "memory_bytes, processor, usable; for what is not usable also reason, fault (a word "
        "for a program to read) and detail");
    parser.flag("--tune", &options->tune,
                "Measure again which kernels are the fastest on each graphics card, which is "
                "done once for each card and version of its driver");
    // Not for people: drivers crash, and this command asks them in children.
    parser.option("--named-by", &options->namedBy).group("");
    parser.option("--try", &options->tried).group("");
    parser.option("--leave-out", &options->leftOut).group("").oneWordEach();
    return {parser, [options] { return devices(*options); }};
}

} // namespace gf
