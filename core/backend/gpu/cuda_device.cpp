// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/cuda_device.h"

#include "core/backend/devices.h"
#include "core/backend/gpu/cuda_api.h"
#include "core/backend/gpu/device_failure.h"
#include "core/backend/gpu/kernel_source.h"
#include "core/backend/gpu/pieces.h"
#include "core/platform/files.h"
#include "core/platform/library.h"

#include <algorithm>
#include <array>
#include <filesystem>
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
    F(cuMemcpyHtoDAsync_v2)                                                                        \
    F(cuMemcpyDtoHAsync_v2)                                                                        \
    F(cuMemcpyDtoDAsync_v2)                                                                        \
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
    F(nvrtcGetNumSupportedArchs)                                                                   \
    F(nvrtcGetSupportedArchs)                                                                      \
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
    explicit CudaDriver(std::span<const char* const> names) : m_library(names) {
        GF_DRIVER_FUNCTIONS(GF_FIND);
    }

    std::string problem() const {
        if (!m_library.isOpen())
            return m_library.problem();
        return m_isComplete ? "" : "NVIDIA's driver is too old for this program";
    }

    /// The driver's own words.
    Sentence meaningOf(CUresult code) const {
        const char* text = nullptr;
        cuGetErrorString(code, &text);
        return text ? Sentence(text) : Sentence(phrase("CUDA's error %1"), code);
    }

    /// Of calls that list and open cards.
    void checkOpening(CUresult code, const Sentence& what) const {
        if (code != 0)
            throw Error(phrase("%1: %2"), what, meaningOf(code));
    }

    GF_DRIVER_FUNCTIONS(GF_DECLARE)

private:
    Library m_library;
    bool m_isComplete = true;
};

class CudaCompiler::Functions {
public:
    Functions(std::span<const char* const> names, std::span<const std::filesystem::path> folders)
        : m_library(names, folders){GF_COMPILER_FUNCTIONS(GF_FIND)}

          std::string problem() const {
        if (!m_library.isOpen())
            return m_library.problem();
        return m_isComplete ? "" : "NVRTC is too old for this program";
    }

    /// 12.4 as {12, 4}.
    std::pair<int, int> version() const {
        std::pair<int, int> version;
        nvrtcVersion(&version.first, &version.second);
        return version;
    }

    bool knows(int capability) const {
        int count = 0;
        if (!problem().empty() || nvrtcGetNumSupportedArchs(&count) != 0)
            return false;
        std::vector<int> capabilities(count);
        return nvrtcGetSupportedArchs(capabilities.data()) == 0 &&
               std::ranges::find(capabilities, capability) != capabilities.end();
    }

    GF_COMPILER_FUNCTIONS(GF_DECLARE)

private:
    Library m_library;
    bool m_isComplete = true;
};

namespace {

constexpr int capabilityMajor = 75; ///< numbers of cuDeviceGetAttribute
constexpr int capabilityMinor = 76;
constexpr unsigned ownStream = 1; ///< waits for no other stream
constexpr int captureOfThisThread = 1;
constexpr CUresult outOfMemory = 2;

/// A card that is open, by which all that lies on it calls its driver. It is left when nothing of
/// it is there any more: only then does a card that was lost answer again.
class OpenedCard {
public:
    OpenedCard(std::shared_ptr<const CudaDriver> driver, int index, CudaEntry entry,
               const std::string& kernels)
        : m_driver(std::move(driver)), m_entry(std::move(entry)) {
        checkOpening(m_driver->cuDeviceGet(&m_id, index));
        checkOpening(m_driver->cuDevicePrimaryCtxRetain(&m_context, m_id));
        try {
            checkOpening(m_driver->cuCtxSetCurrent(m_context));
            checkOpening(m_driver->cuStreamCreate(&m_stream, ownStream));
            checkOpening(m_driver->cuModuleLoadData(&m_module, kernels.data()));
        } catch (...) {
            close();
            throw;
        }
    }
    ~OpenedCard() { close(); }
    OpenedCard(const OpenedCard&) = delete;
    OpenedCard& operator=(const OpenedCard&) = delete;

    const CudaEntry& entry() const { return m_entry; }
    CUstream stream() const { return m_stream; }
    CUmodule module() const { return m_module; }

    /// The driver, told that this thread means this card: another one may have opened it, and this
    /// one may have used another card.
    const CudaDriver& driver(Phrase what) const {
        check(m_driver->cuCtxSetCurrent(m_context), what);
        return *m_driver;
    }
    /// The same for what is given back, of which nobody hears whether it worked.
    const CudaDriver& driverToRelease() const {
        m_driver->cuCtxSetCurrent(m_context);
        return *m_driver;
    }

    /// Of calls that come after the opening: what fails is gone, but for memory that it has not.
    void check(CUresult code, Phrase what) const {
        if (code == outOfMemory)
            throwOutOfMemory(m_entry.name, Sentence(what), m_driver->meaningOf(code), freeBytes());
        if (code != 0)
            throwLost(m_entry.name, Sentence(what), m_driver->meaningOf(code));
    }

    /// −1 where the driver does not say it.
    std::int64_t freeBytes() const {
        std::size_t free = 0;
        std::size_t total = 0;
        return m_driver->cuMemGetInfo_v2(&free, &total) == 0 ? static_cast<std::int64_t>(free) : -1;
    }

private:
    void checkOpening(CUresult code) const { m_driver->checkOpening(code, m_entry.name); }

    void close() {
        const CudaDriver& driver = driverToRelease();
        if (m_stream) {
            driver.cuStreamSynchronize(m_stream);
            driver.cuStreamDestroy_v2(m_stream);
        }
        if (m_module)
            driver.cuModuleUnload(m_module);
        driver.cuDevicePrimaryCtxRelease_v2(m_id);
    }

    std::shared_ptr<const CudaDriver> m_driver;
    CudaEntry m_entry;
    CUdevice m_id = 0;
    CUcontext m_context = nullptr;
    CUstream m_stream = nullptr;
    CUmodule m_module = nullptr;
};

class CudaBuffer final : public Buffer {
public:
    CudaBuffer(std::shared_ptr<const OpenedCard> card, CUdeviceptr address, Index count)
        : Buffer(count), m_card(std::move(card)), m_address(address) {}
    ~CudaBuffer() override { m_card->driverToRelease().cuMemFree_v2(m_address); }
    CUdeviceptr address(Index at = 0) const {
        return m_address + static_cast<CUdeviceptr>(at) * sizeof(float);
    }

private:
    std::shared_ptr<const OpenedCard> m_card;
    CUdeviceptr m_address;
};

const CudaBuffer& cudaBuffer(const Buffer& buffer) {
    return static_cast<const CudaBuffer&>(buffer);
}

/// All launches as one CUDA graph: a step is one call.
class CudaWork final : public Work {
public:
    CudaWork(std::shared_ptr<const OpenedCard> card, std::span<const Launch> launches,
             const Buffers& buffers)
        : m_card(std::move(card)) {
        const CudaDriver& driver = m_card->driver(preparingStep);
        m_card->check(driver.cuStreamBeginCapture_v2(m_card->stream(), captureOfThisThread),
                      preparingStep);
        CUgraph graph = nullptr;
        try {
            Functions functions;
            for (const Launch& launch : launches)
                record(driver, functionOf(driver, launch.kernel, functions), launch, buffers);
        } catch (...) {
            driver.cuStreamEndCapture(m_card->stream(), &graph);
            if (graph)
                driver.cuGraphDestroy(graph);
            throw;
        }
        m_card->check(driver.cuStreamEndCapture(m_card->stream(), &graph), preparingStep);
        const CUresult code = driver.cuGraphInstantiateWithFlags(&m_executable, graph, 0);
        driver.cuGraphDestroy(graph);
        m_card->check(code, preparingStep);
    }
    ~CudaWork() override { m_card->driverToRelease().cuGraphExecDestroy(m_executable); }

    void run() override {
        m_card->check(m_card->driver(runningStep).cuGraphLaunch(m_executable, m_card->stream()),
                      runningStep);
    }

private:
    using Functions = std::map<std::string_view, CUfunction>;

    CUfunction functionOf(const CudaDriver& driver, std::string_view name,
                          Functions& functions) const {
        CUfunction& function = functions[name];
        if (!function)
            m_card->check(driver.cuModuleGetFunction(&function, m_card->module(), name.data()),
                          preparingStep);
        return function;
    }

    void record(const CudaDriver& driver, CUfunction function, const Launch& launch,
                const Buffers& buffers) const {
        // Each parameter needs an address of its own until the call.
        std::array<std::int32_t, 3> firstGroup{};
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
        std::vector<void*> parameters{firstGroup.data()};
        for (std::int64_t& value : values)
            parameters.push_back(&value);
        for (const Piece& piece : piecesOf(launch, mostWorkOnCuda)) {
            std::ranges::transform(piece.first, firstGroup.begin(),
                                   [](Index group) { return static_cast<std::int32_t>(group); });
            const auto groups = [&](std::size_t i) {
                return static_cast<unsigned>(piece.groups[i]);
            };
            m_card->check(driver.cuLaunchKernel(function, groups(0), groups(1), groups(2),
                                                static_cast<unsigned>(groupSize), 1, 1, 0,
                                                m_card->stream(), parameters.data(), nullptr),
                          preparingStep);
        }
    }

    std::shared_ptr<const OpenedCard> m_card;
    CUgraphExec m_executable = nullptr;
};

class CudaDevice final : public Device {
public:
    explicit CudaDevice(std::shared_ptr<const OpenedCard> card) : m_card(std::move(card)) {}

    std::string name() const override { return m_card->entry().name; }
    std::string driver() const override { return m_card->entry().driver; }
    std::int64_t memoryBytes() const override { return m_card->entry().memoryBytes; }

    std::unique_ptr<Buffer> allocate(Index count) override {
        const CudaDriver& driver = m_card->driver(takingMemory);
        const std::int64_t bytes = std::max<Index>(1, count) * Index(sizeof(float));
        requireRoom(bytes);
        CUdeviceptr address = 0;
        const CUresult code = driver.cuMemAlloc_v2(&address, static_cast<std::size_t>(bytes));
        if (code == outOfMemory)
            throwOutOfMemory(name(), bytes, m_card->freeBytes());
        m_card->check(code, takingMemory);
        return std::make_unique<CudaBuffer>(m_card, address, count);
    }

    void upload(const Buffer& to, Index at, std::span<const float> values) override {
        // From memory that is not pinned the driver copies before it returns.
        m_card->check(m_card->driver(writingMemory)
                          .cuMemcpyHtoDAsync_v2(cudaBuffer(to).address(at), values.data(),
                                                values.size_bytes(), m_card->stream()),
                      writingMemory);
    }

    void copy(const Buffer& from, Index at, const Buffer& to, Index place, Index count) override {
        m_card->check(m_card->driver(runningStep)
                          .cuMemcpyDtoDAsync_v2(
                              cudaBuffer(to).address(place), cudaBuffer(from).address(at),
                              static_cast<std::size_t>(count) * sizeof(float), m_card->stream()),
                      runningStep);
    }

    void download(const Buffer& from, Index at, std::span<float> values) override {
        const CudaDriver& driver = m_card->driver(readingMemory);
        m_card->check(driver.cuMemcpyDtoHAsync_v2(values.data(), cudaBuffer(from).address(at),
                                                  values.size_bytes(), m_card->stream()),
                      readingMemory);
        m_card->check(driver.cuStreamSynchronize(m_card->stream()), readingMemory);
    }

    std::unique_ptr<Work> prepare(std::span<const Launch> launches,
                                  const Buffers& buffers) override {
        return std::make_unique<CudaWork>(m_card, launches, buffers);
    }

private:
    /// Some drivers take memory that is not there, and are then slow or fail later.
    void requireRoom(std::int64_t bytes) const {
        const std::int64_t free = m_card->freeBytes();
        if (free >= 0 && bytes > free)
            throwOutOfMemory(name(), bytes, free);
    }

    std::shared_ptr<const OpenedCard> m_card;
};

} // namespace

// ---- the compiler
// --------------------------------------------------------------------------------

namespace {

/// Where CUDA's toolkit of a major version keeps its libraries. On Windows it sets variables; on
/// Linux it has folders, and whoever wants to tells the system's loader of them.
std::vector<std::filesystem::path> toolkitFolders(int cuda) {
    const std::string major = std::to_string(cuda);
    std::vector<std::filesystem::path> toolkits{folderIn("CUDA_PATH"), folderIn("CUDA_HOME")};
    for (int minor = 9; minor >= 0; --minor)
        toolkits.push_back(folderIn(("CUDA_PATH_V" + major + '_' + std::to_string(minor)).c_str()));
    toolkits.push_back(localFolder() / "cuda");
    toolkits.push_back(localFolder() / ("cuda-" + major));
    std::vector<std::filesystem::path> folders;
    for (const std::filesystem::path& toolkit : toolkits)
        if (toolkit.is_absolute()) // not where nothing is set
            for (const char* folder : {"lib64", "bin/x64", "bin"})
                folders.push_back(toolkit / folder);
    return folders;
}

/// NVRTC opens a second library by its name alone, and looks for it where the system does, even in
/// the folder that the program was started in. It takes the one that is open.
void openBuiltins(std::pair<int, int> version) {
    const std::string major = std::to_string(version.first);
    const std::string minor = std::to_string(version.second);
    const std::string posix = "libnvrtc-builtins.so." + major + '.' + minor;
    const std::string windows = "nvrtc-builtins64_" + major + minor + ".dll";
    const std::array names{posix.c_str(), windows.c_str()};
    const Library builtins(names, toolkitFolders(version.first));
}

} // namespace

CudaCompiler::CudaCompiler(int capability, int cuda, const CudaLibraries& libraries)
    : m_capability(capability) {
    std::vector<CudaLibraries::Compiler> compilers = libraries.compilers;
    std::ranges::stable_partition(
        compilers, [&](const CudaLibraries::Compiler& compiler) { return compiler.cuda <= cuda; });
    for (const CudaLibraries::Compiler& compiler : compilers) {
        auto functions =
            std::make_unique<const Functions>(compiler.names, toolkitFolders(compiler.cuda));
        const bool knowsIt = functions->knows(capability);
        if (knowsIt || !m_functions ||
            (!m_functions->problem().empty() && functions->problem().empty()))
            m_functions = std::move(functions);
        if (knowsIt)
            return;
    }
}
CudaCompiler::~CudaCompiler() = default;

std::string CudaCompiler::problem() const {
    return m_functions->problem();
}

std::string CudaCompiler::version() const {
    const auto [major, minor] = m_functions->version();
    return std::to_string(major) + '.' + std::to_string(minor);
}

bool CudaCompiler::knowsDevice() const {
    return m_functions->knows(m_capability);
}

std::string CudaCompiler::compile() const {
    const auto& nvrtc = *m_functions;
    openBuiltins(nvrtc.version());
    const auto check = [&](nvrtcResult code, std::string log = {}) {
        if (code == 0)
            return;
        if (log.empty())
            log = nvrtc.nvrtcGetErrorString(code);
        throw DeviceUnusable(DeviceFault::NotCompiled, log,
                             {phrase("compiling the kernels: %1"), log});
    };
    nvrtcProgram program = nullptr;
    check(
        nvrtc.nvrtcCreateProgram(&program, kernelSource.data(), "kernels.cu", 0, nullptr, nullptr));
    const auto destroy = [&](nvrtcProgram* p) { nvrtc.nvrtcDestroyProgram(p); };
    const std::unique_ptr<nvrtcProgram, decltype(destroy)> owner(&program, destroy);
    const std::string architecture = "--gpu-architecture=sm_" + std::to_string(m_capability);
    const std::array options = {"--define-macro=GF_CUDA", architecture.c_str()};
    const nvrtcResult code =
        nvrtc.nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    std::size_t size = 0;
    if (code != 0) {
        nvrtc.nvrtcGetProgramLogSize(program, &size);
        std::string log(size, '\0');
        nvrtc.nvrtcGetProgramLog(program, log.data());
        check(code, log.substr(0, log.find('\0')));
    }
    check(nvrtc.nvrtcGetCUBINSize(program, &size));
    std::string cubin(size, '\0');
    check(nvrtc.nvrtcGetCUBIN(program, cubin.data()));
    return cubin;
}

// ---- the devices
// ---------------------------------------------------------------------------------

CudaDevices::CudaDevices(const CudaLibraries& libraries)
    : m_libraries(libraries), m_driver(std::make_shared<CudaDriver>(libraries.driver)) {
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

namespace {

/// "550.54.14"; nothing where NVML does not say it.
std::string driverVersion(std::span<const char* const> names) {
    const Library nvml(names);
    auto* const begin = nvml.function<decltype(nvmlInit_v2)>("nvmlInit_v2");
    auto* const ask =
        nvml.function<decltype(nvmlSystemGetDriverVersion)>("nvmlSystemGetDriverVersion");
    auto* const end = nvml.function<decltype(nvmlShutdown)>("nvmlShutdown");
    if (!begin || !ask || !end || begin() != 0)
        return {};
    std::array<char, 81> text{};
    const bool isSaid = ask(text.data(), static_cast<unsigned>(text.size() - 1)) == 0;
    end();
    return isSaid ? text.data() : "";
}

/// CUDA writes 12.4 as 12040.
std::string versionText(int version) {
    return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

} // namespace

void CudaDevices::list() {
    const CudaDriver& driver = *m_driver;
    constexpr Phrase listing = phrase("listing NVIDIA's cards");
    driver.checkOpening(driver.cuInit(0), phrase("starting NVIDIA's driver"));
    int version = 0;
    driver.checkOpening(driver.cuDriverGetVersion(&version), listing);
    m_cuda = version / 1000;
    std::string ofDriver = driverVersion(m_libraries.management);
    if (ofDriver.empty())
        ofDriver = "CUDA " + versionText(version);
    int count = 0;
    driver.checkOpening(driver.cuDeviceGetCount(&count), listing);
    for (int i = 0; i < count; ++i) {
        CUdevice device = 0;
        driver.checkOpening(driver.cuDeviceGet(&device, i), listing);
        std::array<char, 256> name{};
        driver.checkOpening(
            driver.cuDeviceGetName(name.data(), static_cast<int>(name.size()), device), listing);
        std::size_t bytes = 0;
        driver.checkOpening(driver.cuDeviceTotalMem_v2(&bytes, device), listing);
        int major = 0;
        int minor = 0;
        driver.checkOpening(driver.cuDeviceGetAttribute(&major, capabilityMajor, device), listing);
        driver.checkOpening(driver.cuDeviceGetAttribute(&minor, capabilityMinor, device), listing);
        m_entries.push_back({std::string(name.data()), static_cast<std::int64_t>(bytes),
                             10 * major + minor, ofDriver});
    }
}

std::shared_ptr<Device> CudaDevices::open(std::size_t index, const KernelStore& store) const {
    CudaEntry entry = m_entries.at(index);
    const CudaCompiler compiler(entry.capability, m_cuda, m_libraries);
    if (!compiler.problem().empty()) {
        ComputeDevice device;
        device.fault = DeviceFault::NoCompiler;
        device.detail = compiler.problem();
        throw DeviceUnusable(device.fault, device.detail, device.reason());
    }
    const std::string nvrtc = "NVRTC " + compiler.version();
    const KernelKey key{"sm_" + std::to_string(entry.capability) + ", " + nvrtc, kernelSource};
    const std::string kernels = compiledKernels(store, key, [&] { return compiler.compile(); });
    entry.driver += ", " + nvrtc;
    return std::make_shared<CudaDevice>(std::make_shared<const OpenedCard>(
        m_driver, static_cast<int>(index), std::move(entry), kernels));
}

} // namespace gf::gpu
