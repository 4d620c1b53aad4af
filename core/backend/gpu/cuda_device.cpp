// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/cuda_device.h"

#include "core/backend/gpu/cuda_api.h"
#include "core/backend/gpu/kernel_source.h"
#include "core/platform/library.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace gf::gpu {

#define GF_DRIVER_FUNCTIONS(F)                                                                     \
    F(cuInit)                                                                                      \
    F(cuDriverGetVersion)                                                                          \
    F(cuGetErrorString)                                                                            \
    F(cuDeviceGetCount)                                                                            \
    F(cuDeviceGet)                                                                                 \
    F(cuDeviceGetName)                                                                             \
    F(cuDeviceTotalMem_v2)                                                                         \
    F(cuDeviceGetAttribute)                                                                        \
    F(cuDevicePrimaryCtxRetain)                                                                    \
    F(cuDevicePrimaryCtxRelease_v2)                                                                \
    F(cuCtxSetCurrent)                                                                             \
    F(cuMemGetInfo_v2)                                                                             \
    F(cuMemAlloc_v2)                                                                               \
    F(cuMemFree_v2)                                                                                \
    F(cuMemsetD8Async)                                                                             \
    F(cuMemcpyHtoDAsync_v2)                                                                        \
    F(cuMemcpyDtoHAsync_v2)                                                                        \
    F(cuStreamCreate)                                                                              \
    F(cuStreamSynchronize)                                                                         \
    F(cuStreamDestroy_v2)                                                                          \
    F(cuModuleLoadData)                                                                            \
    F(cuModuleUnload)                                                                              \
    F(cuModuleGetFunction)                                                                         \
    F(cuLaunchKernel)                                                                              \
    F(cuStreamBeginCapture_v2)                                                                     \
    F(cuStreamEndCapture)                                                                          \
    F(cuGraphInstantiateWithFlags)                                                                 \
    F(cuGraphLaunch)                                                                               \
    F(cuGraphExecDestroy)                                                                          \
    F(cuGraphDestroy)

#define GF_COMPILER_FUNCTIONS(F)                                                                   \
    F(nvrtcVersion)                                                                                \
    F(nvrtcGetErrorString)                                                                         \
    F(nvrtcCreateProgram)                                                                          \
    F(nvrtcCompileProgram)                                                                         \
    F(nvrtcGetProgramLogSize)                                                                      \
    F(nvrtcGetProgramLog)                                                                          \
    F(nvrtcGetCUBINSize)                                                                           \
    F(nvrtcGetCUBIN)                                                                               \
    F(nvrtcDestroyProgram)

#define GF_DECLARE(name) decltype(::name)* name = nullptr;
#define GF_FIND(name)                                                                              \
    name = m_library.function<decltype(::name)>(#name);                                            \
    m_isComplete = m_isComplete && name != nullptr;

/// NVIDIA's driver and its functions by their own names.
class CudaDriver {
public:
    explicit CudaDriver(std::span<const char* const> names)
        : m_library(names){GF_DRIVER_FUNCTIONS(GF_FIND)}

          std::string problem() const {
        if (!m_library.isOpen())
            return m_library.problem();
        return m_isComplete ? "" : "NVIDIA's driver is too old for this program";
    }

    void check(CUresult code, const char* what) const {
        if (code == 0)
            return;
        const char* text = nullptr;
        cuGetErrorString(code, &text);
        throw Error(std::string(what) + ": " +
                    (text ? text : "CUDA's error " + std::to_string(code)));
    }

    GF_DRIVER_FUNCTIONS(GF_DECLARE)

private:
    Library m_library;
    bool m_isComplete = true;
};

class CudaCompiler::Functions {
public:
    Functions()
        : m_library(names){GF_COMPILER_FUNCTIONS(GF_FIND)}

          std::string problem() const {
        if (!m_library.isOpen())
            return m_library.problem();
        return m_isComplete ? "" : "NVRTC is too old for this program";
    }

    GF_COMPILER_FUNCTIONS(GF_DECLARE)

private:
    static constexpr std::array names = {
        "libnvrtc.so.13",    "libnvrtc.so.12",    "libnvrtc.so.11.2", "libnvrtc.so",
        "nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll"};
    Library m_library;
    bool m_isComplete = true;
};

namespace {

constexpr int capabilityMajor = 75; ///< numbers of cuDeviceGetAttribute
constexpr int capabilityMinor = 76;
constexpr unsigned ownStream = 1; ///< waits for no other stream
constexpr int captureOfThisThread = 1;

class CudaBuffer final : public Buffer {
public:
    CudaBuffer(std::shared_ptr<const CudaDriver> driver, CUdeviceptr address, Index count)
        : Buffer(count), m_driver(std::move(driver)), m_address(address) {}
    ~CudaBuffer() override { m_driver->cuMemFree_v2(m_address); }
    CUdeviceptr address(Index at = 0) const {
        return m_address + static_cast<CUdeviceptr>(at) * sizeof(float);
    }

private:
    std::shared_ptr<const CudaDriver> m_driver;
    CUdeviceptr m_address;
};

const CudaBuffer& cudaBuffer(const Buffer& buffer) {
    return static_cast<const CudaBuffer&>(buffer);
}

/// All launches as one CUDA graph: a step is one call.
class CudaWork final : public Work {
public:
    CudaWork(std::shared_ptr<const CudaDriver> driver, CUstream stream, CUmodule module,
             std::span<const Launch> launches, const Buffers& buffers)
        : m_driver(std::move(driver)), m_stream(stream) {
        m_driver->check(m_driver->cuStreamBeginCapture_v2(m_stream, captureOfThisThread),
                        "recording a step");
        CUgraph graph = nullptr;
        try {
            for (const Launch& launch : launches)
                record(functionOf(module, launch.kernel), launch, buffers);
        } catch (...) {
            m_driver->cuStreamEndCapture(m_stream, &graph);
            if (graph)
                m_driver->cuGraphDestroy(graph);
            throw;
        }
        m_driver->check(m_driver->cuStreamEndCapture(m_stream, &graph), "recording a step");
        const CUresult code = m_driver->cuGraphInstantiateWithFlags(&m_executable, graph, 0);
        m_driver->cuGraphDestroy(graph);
        m_driver->check(code, "recording a step");
    }
    ~CudaWork() override { m_driver->cuGraphExecDestroy(m_executable); }

    void run() override {
        m_driver->check(m_driver->cuGraphLaunch(m_executable, m_stream), "running a step");
    }

private:
    CUfunction functionOf(CUmodule module, std::string_view name) {
        CUfunction& function = m_functions[name];
        if (!function)
            m_driver->check(m_driver->cuModuleGetFunction(&function, module, name.data()),
                            name.data());
        return function;
    }

    void record(CUfunction function, const Launch& launch, const Buffers& buffers) {
        // Each parameter needs an address of its own until the call.
        std::vector<std::int64_t> values;
        values.reserve(2 * launch.arguments.size());
        const auto keep = [&values](const auto& value) {
            values.push_back(0);
            std::ranges::copy(std::as_bytes(std::span(&value, 1)),
                              std::as_writable_bytes(std::span(&values.back(), 1)).begin());
        };
        for (const Argument& argument : launch.arguments)
            if (const auto* number = std::get_if<Place>(&argument)) {
                keep(cudaBuffer(*buffers[static_cast<std::size_t>(number->memory)]).address());
                keep(std::int64_t(number->at));
            } else {
                std::visit([&](const auto& value) { keep(value); }, argument);
            }
        std::vector<void*> parameters;
        for (std::int64_t& value : values)
            parameters.push_back(&value);
        const auto groups = [&](std::size_t i) { return static_cast<unsigned>(launch.groups[i]); };
        m_driver->check(m_driver->cuLaunchKernel(function, groups(0), groups(1), groups(2),
                                                 static_cast<unsigned>(groupSize), 1, 1, 0,
                                                 m_stream, parameters.data(), nullptr),
                        launch.kernel.data());
    }

    std::shared_ptr<const CudaDriver> m_driver;
    CUstream m_stream;
    CUgraphExec m_executable = nullptr;
    std::map<std::string_view, CUfunction> m_functions;
};

class CudaDevice final : public Device {
public:
    CudaDevice(std::shared_ptr<const CudaDriver> driver, int index, CudaEntry entry,
               const std::string& kernels)
        : m_driver(std::move(driver)), m_entry(std::move(entry)) {
        const char* const name = m_entry.name.c_str();
        m_driver->check(m_driver->cuDeviceGet(&m_id, index), name);
        m_driver->check(m_driver->cuDevicePrimaryCtxRetain(&m_context, m_id), name);
        try {
            makeCurrent();
            m_driver->check(m_driver->cuStreamCreate(&m_stream, ownStream), name);
            m_driver->check(m_driver->cuModuleLoadData(&m_module, kernels.data()), name);
        } catch (...) {
            close();
            throw;
        }
    }
    ~CudaDevice() override { close(); }

    std::string name() const override { return m_entry.name; }
    std::int64_t memoryBytes() const override { return m_entry.memoryBytes; }

    std::unique_ptr<Buffer> allocate(Index count) override {
        makeCurrent();
        const auto bytes = static_cast<std::size_t>(std::max<Index>(1, count)) * sizeof(float);
        CUdeviceptr address = 0;
        m_driver->check(m_driver->cuMemAlloc_v2(&address, bytes), "taking memory of the card");
        auto buffer = std::make_unique<CudaBuffer>(m_driver, address, count);
        m_driver->check(m_driver->cuMemsetD8Async(address, 0, bytes, m_stream),
                        "taking memory of the card");
        return buffer;
    }

    void upload(const Buffer& to, Index at, std::span<const float> values) override {
        makeCurrent();
        // From memory that is not pinned the driver copies before it returns.
        m_driver->check(m_driver->cuMemcpyHtoDAsync_v2(cudaBuffer(to).address(at), values.data(),
                                                       values.size_bytes(), m_stream),
                        "writing to the card");
    }

    void download(const Buffer& from, Index at, std::span<float> values) override {
        makeCurrent();
        m_driver->check(m_driver->cuMemcpyDtoHAsync_v2(values.data(), cudaBuffer(from).address(at),
                                                       values.size_bytes(), m_stream),
                        "reading from the card");
        m_driver->check(m_driver->cuStreamSynchronize(m_stream), "reading from the card");
    }

    std::unique_ptr<Work> prepare(std::span<const Launch> launches,
                                  const Buffers& buffers) override {
        makeCurrent();
        return std::make_unique<CudaWork>(m_driver, m_stream, m_module, launches, buffers);
    }

private:
    /// A thread has to say which card it means; another one may have opened this.
    void makeCurrent() {
        m_driver->check(m_driver->cuCtxSetCurrent(m_context), m_entry.name.c_str());
    }

    void close() {
        m_driver->cuCtxSetCurrent(m_context);
        if (m_stream) {
            m_driver->cuStreamSynchronize(m_stream);
            m_driver->cuStreamDestroy_v2(m_stream);
        }
        if (m_module)
            m_driver->cuModuleUnload(m_module);
        m_driver->cuDevicePrimaryCtxRelease_v2(m_id);
    }

    std::shared_ptr<const CudaDriver> m_driver;
    CudaEntry m_entry;
    CUdevice m_id = 0;
    CUcontext m_context = nullptr;
    CUstream m_stream = nullptr;
    CUmodule m_module = nullptr;
};

} // namespace

// ---- the compiler
// --------------------------------------------------------------------------------

CudaCompiler::CudaCompiler() : m_functions(std::make_unique<const Functions>()) {}
CudaCompiler::~CudaCompiler() = default;

std::string CudaCompiler::problem() const {
    return m_functions->problem();
}

std::string CudaCompiler::compile(int capability) const {
    const auto& nvrtc = *m_functions;
    const auto check = [&](nvrtcResult code) {
        if (code != 0)
            throw Error(std::string("compiling the kernels: ") + nvrtc.nvrtcGetErrorString(code));
    };
    nvrtcProgram program = nullptr;
    check(
        nvrtc.nvrtcCreateProgram(&program, kernelSource.data(), "kernels.cu", 0, nullptr, nullptr));
    const auto destroy = [&](nvrtcProgram* p) { nvrtc.nvrtcDestroyProgram(p); };
    const std::unique_ptr<nvrtcProgram, decltype(destroy)> owner(&program, destroy);
    const std::string architecture = "--gpu-architecture=sm_" + std::to_string(capability);
    const std::array options = {"--define-macro=GF_CUDA", architecture.c_str()};
    const nvrtcResult code =
        nvrtc.nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    std::size_t size = 0;
    if (code != 0) {
        nvrtc.nvrtcGetProgramLogSize(program, &size);
        std::string log(size, ' ');
        nvrtc.nvrtcGetProgramLog(program, log.data());
        throw Error("compiling the kernels: " + log.substr(0, log.find('\0')));
    }
    check(nvrtc.nvrtcGetCUBINSize(program, &size));
    std::string cubin(size, '\0');
    check(nvrtc.nvrtcGetCUBIN(program, cubin.data()));
    return cubin;
}

// ---- the devices
// ---------------------------------------------------------------------------------

CudaDevices::CudaDevices(const CudaLibraries& libraries)
    : m_driver(std::make_shared<CudaDriver>(libraries.driver)) {
    m_problem = m_driver->problem();
    if (!m_problem.empty())
        return;
    try {
        list();
        if (m_entries.empty())
            m_problem = "NVIDIA's driver is there, but no card";
    } catch (const Error& error) {
        m_problem = error.what();
    }
}

CudaDevices::~CudaDevices() = default;

void CudaDevices::list() {
    const CudaDriver& driver = *m_driver;
    driver.check(driver.cuInit(0), "starting NVIDIA's driver");
    int count = 0;
    driver.check(driver.cuDeviceGetCount(&count), "listing NVIDIA's cards");
    for (int i = 0; i < count; ++i) {
        CUdevice device = 0;
        driver.check(driver.cuDeviceGet(&device, i), "listing NVIDIA's cards");
        std::array<char, 256> name{};
        driver.check(driver.cuDeviceGetName(name.data(), static_cast<int>(name.size()), device),
                     "listing NVIDIA's cards");
        std::size_t bytes = 0;
        driver.check(driver.cuDeviceTotalMem_v2(&bytes, device), "listing NVIDIA's cards");
        int major = 0;
        int minor = 0;
        driver.check(driver.cuDeviceGetAttribute(&major, capabilityMajor, device),
                     "listing NVIDIA's cards");
        driver.check(driver.cuDeviceGetAttribute(&minor, capabilityMinor, device),
                     "listing NVIDIA's cards");
        m_entries.push_back(
            {std::string(name.data()), static_cast<std::int64_t>(bytes), 10 * major + minor});
    }
}

std::shared_ptr<Device> CudaDevices::open(std::size_t index, const std::string& kernels) const {
    return std::make_shared<CudaDevice>(m_driver, static_cast<int>(index), m_entries.at(index),
                                        kernels);
}

} // namespace gf::gpu
