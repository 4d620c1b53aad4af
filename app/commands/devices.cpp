// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/platform/child.h"
#include "core/train/device_survey.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>

namespace gf {

namespace {

struct DevicesOptions {
    bool json = false;
    // What a child of this command is started with.
    std::string namedBy;
    std::string tried;
};

void printObject(const ComputeDevice& device) {
    nlohmann::ordered_json line = {{"id", device.id},
                                   {"backend", device.backend},
                                   {"name", device.name},
                                   {"memory_bytes", device.memoryBytes},
                                   {"usable", device.isUsable()}};
    if (!device.isUsable())
        line["reason"] = device.reason;
    print("%s\n", line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

void printRow(const ComputeDevice& device) {
    print("%-10s  %-40s  ", device.id.c_str(), outputText(device.name).c_str());
    if (device.memoryBytes > 0)
        print("%6.1f GiB  ", static_cast<double>(device.memoryBytes) / (1 << 30));
    else
        print("%10s  ", "");
    print("%s\n", device.isUsable() ? "usable" : outputText(device.reason).c_str());
}

int devices(const DevicesOptions& options) {
    if (!options.tried.empty()) {
        const std::string problem = tryDevice(options.tried);
        print("%s", problem.c_str());
        return problem.empty() ? 0 : 1;
    }
    const bool names = !options.namedBy.empty();
    for (const ComputeDevice& device :
         names ? devicesOf(options.namedBy) : surveyDevices(ownProgram()))
        (names || options.json ? printObject : printRow)(device);
    return 0;
}

} // namespace

ProgramCommand addDevicesCommand(CLI::App& program) {
    const auto options = std::make_shared<DevicesOptions>();
    CLI::App* const parser = program.add_subcommand(
        "devices", "List what models can be trained on, and why what can't be used can't");
    parser->add_flag("--json", options->json,
                     "One JSON object a line: id (what --backend takes), backend, name, "
                     "memory_bytes, usable, and for what is not usable reason");
    // Not for people: drivers crash, and this command asks them in children.
    parser->add_option("--named-by", options->namedBy)->group("");
    parser->add_option("--try", options->tried)->group("");
    return {parser, [options] { return devices(*options); }};
}

} // namespace gf
