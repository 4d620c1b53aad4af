// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/cuda_device.h"
#include "core/backend/gpu/gpu_program.h"
#include "core/backend/gpu/opencl_device.h"
#include "core/backend/program.h"
#include "core/tensor/error.h"
#ifdef GF_FAKE_CUDA
#include "tests/core/cuda/emulated_card.h"
#endif

#include <QByteArray>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// The devices that kernels are tested on.
namespace gf::test {

struct TestDevice {
    std::string id;
    bool isAskedFor = false; ///< by GLASSFORMER_TEST_DEVICES
    std::shared_ptr<gpu::Device> device = {};
    std::string problem = {}; ///< why there is none
};

/// Opens "opencl:1", "cuda:0", or "emulated:0": CUDA on the driver of tests/core/cuda.
inline std::shared_ptr<gpu::Device> openedDevice(const std::string& id) {
    const std::size_t colon = std::min(id.find(':'), id.size());
    const std::string driver = id.substr(0, colon);
    const std::size_t index = QByteArray::fromStdString(id.substr(colon)).mid(1).toULong();
    const auto require = [&](const auto& devices) {
        if (index >= devices.entries().size())
            throw Error("no device " + id + ": " + devices.problem());
    };
    if (driver == "opencl") {
        const gpu::OpenClDevices devices;
        require(devices);
        return devices.open(index);
    }
#ifdef GF_FAKE_CUDA
    if (driver == "emulated")
        return emulatedCard();
#endif
    if (driver != "cuda")
        throw Error("no device is called " + id);
    const gpu::CudaDevices devices;
    require(devices);
    return devices.open(index);
}

/// The first device that OpenCL has, PoCL where there is no card, and those of a list such as
/// GLASSFORMER_TEST_DEVICES=cuda:0,opencl:1. Opened once for all tests of a program. Without OpenCL
/// there are those of the list alone.
inline const std::vector<TestDevice>& testDevices() {
    static const std::vector<TestDevice> devices = [] {
        std::vector<TestDevice> all{{"opencl:0"}};
        for (const QByteArray& id : qgetenv("GLASSFORMER_TEST_DEVICES").split(','))
            if (!id.trimmed().isEmpty())
                all.push_back({id.trimmed().toStdString(), true});
        for (TestDevice& each : all)
            try {
                each.device = openedDevice(each.id);
            } catch (const Error& error) {
                each.problem = error.what();
            }
        const bool isNeeded =
            all[0].device && std::ranges::count(all, all[0].id, &TestDevice::id) == 1;
        if (all.size() > 1 && !isNeeded)
            all.erase(all.begin());
        return all;
    }();
    return devices;
}

/// The last of them, where one is enough: one that is asked for, if there is any.
inline const TestDevice& testDevice() {
    return testDevices().back();
}

/// Computes on a device, whatever that is.
class DeviceBackend final : public Backend {
public:
    explicit DeviceBackend(std::shared_ptr<gpu::Device> device, std::string name = "a device")
        : m_device(std::move(device)), m_name(std::move(name)) {}

    std::string name() const override { return m_name; }
    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        return std::make_unique<gpu::GpuProgram>(std::move(graph), parameters, options, m_device);
    }
    double measuredPeak(int) const override { return 0; }

private:
    std::shared_ptr<gpu::Device> m_device;
    std::string m_name;
};

} // namespace gf::test

/// For initTestCase_data(): every test of the class runs on each of the devices.
#define GF_ON_EACH_DEVICE                                                                          \
    QTest::addColumn<int>("device");                                                               \
    for (int i = 0; i < static_cast<int>(gf::test::testDevices().size()); ++i)                     \
    QTest::newRow(gf::test::testDevices()[i].id.c_str()) << i

/// Ends a test, and says why, where one of them is not there: what a person asked for has to be.
#define GF_NEED_DEVICE(each)                                                                       \
    if (!(each).device && (each).isAskedFor)                                                       \
        QFAIL((each).problem.c_str());                                                             \
    if (!(each).device)                                                                            \
    QSKIP((each).problem.c_str())
