// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/opencl_device.h"

#include "core/backend/devices.h"
#include "core/backend/gpu/device_failure.h"
#include "core/backend/gpu/kernel_source.h"
#include "core/backend/gpu/pieces.h"
#include "core/platform/library.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace gf::gpu {

/// The functions of OpenCL 1.2 that are used here.
#define GF_OPENCL_FUNCTIONS(F)                                                                     \
    F(clGetPlatformIDs)                                                                            \
    F(clGetDeviceIDs)                                                                              \
    F(clGetDeviceInfo)                                                                             \
    F(clCreateContext)                                                                             \
    F(clReleaseContext)                                                                            \
    F(clCreateCommandQueue)                                                                        \
    F(clReleaseCommandQueue)                                                                       \
    F(clCreateProgramWithSource)                                                                   \
    F(clBuildProgram)                                                                              \
    F(clGetProgramBuildInfo)                                                                       \
    F(clReleaseProgram)                                                                            \
    F(clCreateKernel)                                                                              \
    F(clSetKernelArg)                                                                              \
    F(clReleaseKernel)                                                                             \
    F(clCreateBuffer)                                                                              \
    F(clReleaseMemObject)                                                                          \
    F(clEnqueueWriteBuffer)                                                                        \
    F(clEnqueueReadBuffer)                                                                         \
    F(clEnqueueCopyBuffer)                                                                         \
    F(clEnqueueNDRangeKernel)                                                                      \
    F(clFinish)                                                                                    \
    F(clFlush)

/// OpenCL's library and its functions by their own names.
class OpenCl {
public:
    explicit OpenCl(std::span<const char* const> names) : m_library(names) {
#define GF_FIND(name)                                                                              \
    name = m_library.function<decltype(::name)>(#name);                                            \
    m_isComplete = m_isComplete && name != nullptr;
        GF_OPENCL_FUNCTIONS(GF_FIND)
#undef GF_FIND
    }

    std::string problem() const {
        if (!m_library.isOpen())
            return m_library.problem();
        return m_isComplete ? "" : "the OpenCL library of this machine is older than version 1.2";
    }

#define GF_DECLARE(name) decltype(::name)* name = nullptr;
    GF_OPENCL_FUNCTIONS(GF_DECLARE)
#undef GF_DECLARE

private:
    Library m_library;
    bool m_isComplete = true;
};

namespace {

/// What an error code means to a person, where it is one that people meet.
Sentence meaningOf(cl_int code) {
    switch (code) {
    case CL_DEVICE_NOT_AVAILABLE:
        return phrase("the device is not available");
    case CL_OUT_OF_HOST_MEMORY:
        return phrase("the computer has not enough memory");
    case CL_BUILD_PROGRAM_FAILURE:
        return phrase("the driver could not compile the kernels");
    default:
        return {phrase("OpenCL's error %1"), code};
    }
}

/// Of calls that open a device.
void checkOpening(cl_int code, const std::string& device) {
    if (code != CL_SUCCESS)
        throw Error(phrase("%1: %2"), device, meaningOf(code));
}

/// A device that is open, by which all that lies on it calls its driver.
struct Opened {
    std::shared_ptr<const OpenCl> openCl;
    OpenClEntry entry;
    std::int64_t takenBytes = 0; ///< by buffers that there are

    /// Of calls that come after the opening: what fails is gone, but for memory that it has not.
    void check(cl_int code, Phrase what) const {
        if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE)
            throwOutOfMemory(entry.name, takenBytes, -1);
        if (code != CL_SUCCESS)
            throwLost(entry.name, Sentence(what), meaningOf(code));
    }
};

class OpenClBuffer final : public Buffer {
public:
    OpenClBuffer(std::shared_ptr<Opened> opened, cl_mem memory, Index count, std::int64_t bytes)
        : Buffer(count), m_opened(std::move(opened)), m_memory(memory), m_bytes(bytes) {
        m_opened->takenBytes += m_bytes;
    }
    ~OpenClBuffer() override {
        m_opened->openCl->clReleaseMemObject(m_memory);
        m_opened->takenBytes -= m_bytes;
    }
    cl_mem memory() const { return m_memory; }

private:
    std::shared_ptr<Opened> m_opened;
    cl_mem m_memory;
    std::int64_t m_bytes;
};

cl_mem memoryOf(const Buffer& buffer) {
    return static_cast<const OpenClBuffer&>(buffer).memory();
}

/// A kernel object for each launch, its arguments set once.
class OpenClWork final : public Work {
public:
    OpenClWork(std::shared_ptr<const Opened> opened, cl_command_queue queue, cl_program program,
               std::span<const Launch> launches, const Buffers& buffers)
        : m_opened(std::move(opened)), m_queue(queue) {
        m_calls.reserve(launches.size());
        try {
            for (const Launch& launch : launches)
                add(program, launch, buffers);
        } catch (...) {
            release();
            throw;
        }
    }
    ~OpenClWork() override { release(); }

    void run() override {
        constexpr std::array<std::size_t, 3> local{static_cast<std::size_t>(groupSize), 1, 1};
        for (const Call& call : m_calls)
            for (const Threads& piece : call.pieces)
                m_opened->check(openCl().clEnqueueNDRangeKernel(
                                    m_queue, call.kernel, 3, piece.first.data(), piece.count.data(),
                                    local.data(), 0, nullptr, nullptr),
                                runningStep);
        m_opened->check(openCl().clFlush(m_queue), runningStep);
    }

private:
    struct Threads {
        std::array<std::size_t, 3> first{}, count{};
    };
    struct Call {
        cl_kernel kernel = nullptr;
        std::vector<Threads> pieces;
    };

    const OpenCl& openCl() const { return *m_opened->openCl; }

    void release() {
        for (const Call& call : m_calls)
            openCl().clReleaseKernel(call.kernel);
    }

    void add(cl_program program, const Launch& launch, const Buffers& buffers) {
        cl_int code = CL_SUCCESS;
        Call call;
        call.kernel = openCl().clCreateKernel(program, launch.kernel.data(), &code);
        m_opened->check(code, preparingStep);
        m_calls.push_back(call);
        cl_uint place = 0;
        const auto set = [&](std::size_t size, const void* value) {
            m_opened->check(openCl().clSetKernelArg(call.kernel, place++, size, value),
                            preparingStep);
        };
        for (const Argument& argument : launch.arguments)
            if (const auto* number = std::get_if<Place>(&argument)) {
                const cl_mem memory = memoryOf(*buffers[static_cast<std::size_t>(number->memory)]);
                const cl_long at = number->at;
                set(sizeof memory, &memory);
                set(sizeof at, &at);
            } else {
                std::visit([&](const auto& value) { set(sizeof value, &value); }, argument);
            }
        for (const Piece& piece : piecesOf(launch)) {
            Threads threads;
            for (std::size_t i = 0; i < 3; ++i) {
                const Index each = i == 0 ? groupSize : 1;
                threads.first[i] = static_cast<std::size_t>(piece.first[i] * each);
                threads.count[i] = static_cast<std::size_t>(piece.groups[i] * each);
            }
            m_calls.back().pieces.push_back(threads);
        }
    }

    std::shared_ptr<const Opened> m_opened;
    cl_command_queue m_queue;
    std::vector<Call> m_calls;
};

class OpenClDevice final : public Device {
public:
    OpenClDevice(std::shared_ptr<const OpenCl> openCl, cl_device_id id, OpenClEntry entry)
        : m_id(id),
          m_opened(std::make_shared<Opened>(Opened{std::move(openCl), std::move(entry)})) {
        try {
            open();
        } catch (...) {
            close();
            throw;
        }
    }
    ~OpenClDevice() override { close(); }

    std::string name() const override { return entry().name; }
    std::string driver() const override { return entry().driver; }
    std::int64_t memoryBytes() const override { return entry().memoryBytes; }

    std::unique_ptr<Buffer> allocate(Index count) override {
        // A buffer of nothing is an error of OpenCL's.
        const std::int64_t bytes = std::max<Index>(1, count) * Index(sizeof(float));
        const auto size = static_cast<std::size_t>(bytes);
        requireRoom(bytes);
        cl_int code = CL_SUCCESS;
        cl_mem memory = openCl().clCreateBuffer(m_context, CL_MEM_READ_WRITE, size, nullptr, &code);
        checkAllocation(code, bytes);
        auto buffer = std::make_unique<OpenClBuffer>(m_opened, memory, count, bytes);
        // Many drivers look for the memory when something is first done with it.
        const float zero = 0;
        checkAllocation(openCl().clEnqueueWriteBuffer(m_queue, memory, CL_TRUE, 0, sizeof zero,
                                                      &zero, 0, nullptr, nullptr),
                        bytes);
        return buffer;
    }

    void upload(const Buffer& to, Index at, std::span<const float> values) override {
        if (values.empty())
            return;
        // Many numbers are waited for, and with them all that was asked for before.
        const bool waits = m_uploadedCount + values.size() > mostUploaded;
        if (!waits) {
            values = m_uploaded.emplace_back(values.begin(), values.end());
            m_uploadedCount += values.size();
        }
        m_opened->check(openCl().clEnqueueWriteBuffer(
                            m_queue, memoryOf(to), waits ? CL_TRUE : CL_FALSE, bytesOf(at),
                            values.size_bytes(), values.data(), 0, nullptr, nullptr),
                        writingMemory);
        if (waits)
            forgetUploaded();
    }

    void copy(const Buffer& from, Index at, const Buffer& to, Index place, Index count) override {
        if (count > 0)
            m_opened->check(openCl().clEnqueueCopyBuffer(m_queue, memoryOf(from), memoryOf(to),
                                                         bytesOf(at), bytesOf(place),
                                                         bytesOf(count), 0, nullptr, nullptr),
                            runningStep);
    }

    void download(const Buffer& from, Index at, std::span<float> values) override {
        if (values.empty())
            return;
        m_opened->check(openCl().clEnqueueReadBuffer(m_queue, memoryOf(from), CL_TRUE, bytesOf(at),
                                                     values.size_bytes(), values.data(), 0, nullptr,
                                                     nullptr),
                        readingMemory);
        forgetUploaded();
    }

    std::unique_ptr<Work> prepare(std::span<const Launch> launches,
                                  const Buffers& buffers) override {
        return std::make_unique<OpenClWork>(m_opened, m_queue, m_program, launches, buffers);
    }

private:
    /// Of numbers on their way, which take as much of the computer's memory.
    static constexpr std::size_t mostUploaded = std::size_t(1) << 20;

    static std::size_t bytesOf(Index count) {
        return static_cast<std::size_t>(count) * sizeof(float);
    }
    const OpenCl& openCl() const { return *m_opened->openCl; }
    const OpenClEntry& entry() const { return m_opened->entry; }

    /// Once a transfer was waited for: all before it are over.
    void forgetUploaded() {
        m_uploaded.clear();
        m_uploadedCount = 0;
    }

    /// OpenCL does not say what others have taken; what the device has is known, if it says it.
    void requireRoom(std::int64_t bytes) const {
        const std::int64_t free = memoryBytes() - m_opened->takenBytes;
        if (memoryBytes() > 0 && bytes > free)
            throwOutOfMemory(name(), bytes, free);
        if (entry().largestBufferBytes > 0 && bytes > entry().largestBufferBytes)
            throwTooLarge(name(), bytes, entry().largestBufferBytes);
    }

    void checkAllocation(cl_int code, std::int64_t bytes) const {
        if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
            code == CL_INVALID_BUFFER_SIZE)
            throwOutOfMemory(name(), bytes, -1);
        m_opened->check(code, takingMemory);
    }

    void open() {
        cl_int code = CL_SUCCESS;
        m_context = openCl().clCreateContext(nullptr, 1, &m_id, nullptr, nullptr, &code);
        checkOpening(code, name());
        m_queue = openCl().clCreateCommandQueue(m_context, m_id, 0, &code);
        checkOpening(code, name());
        const char* source = kernelSource.data();
        const std::size_t length = kernelSource.size();
        m_program = openCl().clCreateProgramWithSource(m_context, 1, &source, &length, &code);
        checkOpening(code, name());
        const char* options =
            entry().isProcessor ? "-cl-std=CL1.2 -DGF_PROCESSOR" : "-cl-std=CL1.2";
        code = openCl().clBuildProgram(m_program, 1, &m_id, options, nullptr, nullptr);
        if (code == CL_BUILD_PROGRAM_FAILURE) {
            const std::string log = buildLog();
            throw DeviceUnusable(DeviceFault::NotCompiled, log,
                                 {phrase("%1: %2\n%3"), name(), meaningOf(code), log});
        }
        checkOpening(code, name());
    }

    std::string buildLog() const {
        std::size_t size = 0;
        openCl().clGetProgramBuildInfo(m_program, m_id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::string log(size, ' ');
        openCl().clGetProgramBuildInfo(m_program, m_id, CL_PROGRAM_BUILD_LOG, size, log.data(),
                                       nullptr);
        return log.substr(0, log.find('\0'));
    }

    void close() {
        if (m_program)
            openCl().clReleaseProgram(m_program);
        if (m_queue) {
            openCl().clFinish(m_queue);
            openCl().clReleaseCommandQueue(m_queue);
        }
        if (m_context)
            openCl().clReleaseContext(m_context);
    }

    cl_device_id m_id;
    std::shared_ptr<Opened> m_opened;
    cl_context m_context = nullptr;
    cl_command_queue m_queue = nullptr;
    cl_program m_program = nullptr;
    std::deque<std::vector<float>> m_uploaded; ///< that may still be read by the driver
    std::size_t m_uploadedCount = 0;           ///< numbers
};

/// What a device says of itself.
template <class Value>
Value infoOf(const OpenCl& openCl, cl_device_id device, cl_device_info what) {
    Value value{};
    openCl.clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
    return value;
}

std::string textOf(const OpenCl& openCl, cl_device_id device, cl_device_info what) {
    std::size_t size = 0;
    openCl.clGetDeviceInfo(device, what, 0, nullptr, &size);
    std::string text(size, ' ');
    openCl.clGetDeviceInfo(device, what, size, text.data(), nullptr);
    return text.c_str(); // up to its zero
}

std::vector<cl_platform_id> platformsOf(const OpenCl& openCl) {
    cl_uint count = 0;
    if (openCl.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
        return {};
    std::vector<cl_platform_id> platforms(count);
    if (openCl.clGetPlatformIDs(count, platforms.data(), nullptr) != CL_SUCCESS)
        return {};
    return platforms;
}

std::vector<cl_device_id> devicesOf(const OpenCl& openCl, cl_platform_id platform) {
    cl_uint count = 0;
    if (openCl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS)
        return {};
    std::vector<cl_device_id> devices(count);
    if (openCl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr) !=
        CL_SUCCESS)
        return {};
    return devices;
}

} // namespace

struct OpenClDevices::Found {
    cl_device_id id = nullptr;
    OpenClEntry entry;
};

OpenClDevices::OpenClDevices(const OpenClLibraries& libraries)
    : m_openCl(std::make_shared<OpenCl>(libraries.loader)) {
    m_problem = m_openCl->problem();
    if (!m_problem.empty())
        return;
    for (cl_platform_id platform : platformsOf(*m_openCl))
        for (cl_device_id device : devicesOf(*m_openCl, platform)) {
            const auto type = infoOf<cl_device_type>(*m_openCl, device, CL_DEVICE_TYPE);
            const auto bytes = infoOf<cl_ulong>(*m_openCl, device, CL_DEVICE_GLOBAL_MEM_SIZE);
            const auto largest = infoOf<cl_ulong>(*m_openCl, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
            m_found.push_back(
                {device,
                 {textOf(*m_openCl, device, CL_DEVICE_NAME), static_cast<std::int64_t>(bytes),
                  static_cast<std::int64_t>(largest), (type & CL_DEVICE_TYPE_CPU) != 0,
                  textOf(*m_openCl, device, CL_DRIVER_VERSION)}});
        }
    std::ranges::stable_sort(m_found, {},
                             [](const Found& found) { return found.entry.isProcessor; });
    for (const Found& found : m_found)
        m_entries.push_back(found.entry);
    if (m_entries.empty())
        m_problem = "OpenCL is there, but no driver of a device";
}

OpenClDevices::~OpenClDevices() = default;

std::shared_ptr<Device> OpenClDevices::open(std::size_t index) const {
    const Found& found = m_found.at(index);
    return std::make_shared<OpenClDevice>(m_openCl, found.id, found.entry);
}

std::shared_ptr<Device> OpenClDevices::openAsCard(std::size_t index) const {
    OpenClEntry entry = m_entries.at(index);
    entry.isProcessor = false;
    return std::make_shared<OpenClDevice>(m_openCl, m_found.at(index).id, std::move(entry));
}

} // namespace gf::gpu
