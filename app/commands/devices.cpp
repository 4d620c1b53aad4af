// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/platform/child.h"
#include "core/train/device_survey.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace gf {

namespace {

struct DevicesOptions {
    bool json = false;
    // What a child of this command is started with.
    std::string namedBy;
    std::string tried;
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

std::vector<ComputeDevice> devicesFor(const DevicesOptions& options) {
    if (!options.tried.empty())
        return {tried(options.tried)};
    if (!options.namedBy.empty())
        return devicesOf(options.namedBy);
    return surveyDevices(ownProgram());
}

int devices(const DevicesOptions& options) {
    const bool isChild = !options.tried.empty() || !options.namedBy.empty();
    for (const ComputeDevice& device : devicesFor(options))
        (isChild || options.json ? printDeviceObject : printDeviceRow)(device);
    return 0;
}

} // namespace

ProgramCommand addDevicesCommand(CLI::App& program) {
    const auto options = std::make_shared<DevicesOptions>();
    CLI::App* const parser = program.add_subcommand(
        "devices", "List what models can be trained on, and why what can't be used can't");
    parser->add_flag(
        "--json", options->json,
        "One JSON object a line: id (what --backend takes), backend, name, "
        "memory_bytes, processor, usable; for what is not usable also reason, fault (a word "
        "for a program to read) and detail");
    // Not for people: drivers crash, and this command asks them in children.
    parser->add_option("--named-by", options->namedBy)->group("");
    parser->add_option("--try", options->tried)->group("");
    return {parser, [options] { return devices(*options); }};
}

} // namespace gf
