// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/opencl_device.h"

#include "core/backend/gpu/kernel_source.h"
#include "core/platform/library.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <map>
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
    F(clEnqueueFillBuffer)                                                                         \
    F(clEnqueueWriteBuffer)                                                                        \
    F(clEnqueueReadBuffer)                                                                         \
    F(clEnqueueNDRangeKernel)                                                                      \
    F(clFinish)                                                                                    \
    F(clFlush)

/// OpenCL's library and its functions by their own names.
class OpenCl {
public:
    OpenCl() : m_library(names) {
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

    static constexpr std::array names = {"libOpenCL.so.1", "OpenCL.dll",
                                         "/System/Library/Frameworks/OpenCL.framework/OpenCL"};

private:
    Library m_library;
    bool m_isComplete = true;
};

namespace {

/// What an error code means to a person, where it is one that people meet.
std::string meaningOf(cl_int code) {
    switch (code) {
    case CL_DEVICE_NOT_AVAILABLE:
        return "the device is not available";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_RESOURCES:
        return "the device has not enough memory";
    case CL_OUT_OF_HOST_MEMORY:
        return "the computer has not enough memory";
    case CL_BUILD_PROGRAM_FAILURE:
        return "the driver could not compile the kernels";
    default:
        return "OpenCL's error " + std::to_string(code);
    }
}

void check(cl_int code, const char* what) {
    if (code != CL_SUCCESS)
        throw Error(std::string(what) + ": " + meaningOf(code));
}

class OpenClBuffer final : public Buffer {
public:
    OpenClBuffer(std::shared_ptr<const OpenCl> openCl, cl_mem memory, Index count)
        : Buffer(count), m_openCl(std::move(openCl)), m_memory(memory) {}
    ~OpenClBuffer() override { m_openCl->clReleaseMemObject(m_memory); }
    cl_mem memory() const { return m_memory; }

private:
    std::shared_ptr<const OpenCl> m_openCl;
    cl_mem m_memory;
};

cl_mem memoryOf(const Buffer& buffer) {
    return static_cast<const OpenClBuffer&>(buffer).memory();
}

/// A kernel object for each launch, its arguments set once.
class OpenClWork final : public Work {
public:
    OpenClWork(std::shared_ptr<const OpenCl> openCl, cl_command_queue queue, cl_program program,
               std::span<const Launch> launches, const Buffers& buffers)
        : m_openCl(std::move(openCl)), m_queue(queue) {
        m_calls.reserve(launches.size());
        for (const Launch& launch : launches)
            add(program, launch, buffers);
    }
    ~OpenClWork() override {
        for (const Call& call : m_calls)
            m_openCl->clReleaseKernel(call.kernel);
    }

    void run() override {
        constexpr std::array<std::size_t, 3> local{static_cast<std::size_t>(groupSize), 1, 1};
        for (const Call& call : m_calls)
            check(m_openCl->clEnqueueNDRangeKernel(m_queue, call.kernel, 3, nullptr,
                                                   call.threads.data(), local.data(), 0, nullptr,
                                                   nullptr),
                  call.name.data());
        check(m_openCl->clFlush(m_queue), "starting the kernels");
    }

private:
    struct Call {
        cl_kernel kernel = nullptr;
        std::array<std::size_t, 3> threads{};
        std::string_view name;
    };

    void add(cl_program program, const Launch& launch, const Buffers& buffers) {
        cl_int code = CL_SUCCESS;
        Call call;
        call.name = launch.kernel;
        call.kernel = m_openCl->clCreateKernel(program, launch.kernel.data(), &code);
        check(code, launch.kernel.data());
        m_calls.push_back(call);
        cl_uint place = 0;
        const auto set = [&](std::size_t size, const void* value) {
            check(m_openCl->clSetKernelArg(call.kernel, place++, size, value),
                  launch.kernel.data());
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
        for (std::size_t i = 0; i < 3; ++i)
            m_calls.back().threads[i] =
                static_cast<std::size_t>(launch.groups[i] * (i == 0 ? groupSize : 1));
    }

    std::shared_ptr<const OpenCl> m_openCl;
    cl_command_queue m_queue;
    std::vector<Call> m_calls;
};

class OpenClDevice final : public Device {
public:
    OpenClDevice(std::shared_ptr<const OpenCl> openCl, cl_device_id id, OpenClEntry entry)
        : m_openCl(std::move(openCl)), m_id(id), m_entry(std::move(entry)) {
        cl_int code = CL_SUCCESS;
        m_context = m_openCl->clCreateContext(nullptr, 1, &m_id, nullptr, nullptr, &code);
        check(code, m_entry.name.c_str());
        m_queue = m_openCl->clCreateCommandQueue(m_context, m_id, 0, &code);
        if (code == CL_SUCCESS)
            build();
        else
            close();
        check(code, m_entry.name.c_str());
    }
    ~OpenClDevice() override { close(); }

    std::string name() const override { return m_entry.name; }
    std::int64_t memoryBytes() const override { return m_entry.memoryBytes; }

    std::unique_ptr<Buffer> allocate(Index count) override {
        // A buffer of nothing is an error of OpenCL's.
        const auto bytes = static_cast<std::size_t>(std::max<Index>(1, count)) * sizeof(float);
        cl_int code = CL_SUCCESS;
        cl_mem memory =
            m_openCl->clCreateBuffer(m_context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        check(code, "taking memory of the device");
        auto buffer = std::make_unique<OpenClBuffer>(m_openCl, memory, count);
        const float zero = 0;
        check(m_openCl->clEnqueueFillBuffer(m_queue, memory, &zero, sizeof zero, 0, bytes, 0,
                                            nullptr, nullptr),
              "taking memory of the device");
        return buffer;
    }

    void upload(const Buffer& to, Index at, std::span<const float> values) override {
        if (!values.empty()) // waits: the numbers are the caller's
            check(m_openCl->clEnqueueWriteBuffer(
                      m_queue, memoryOf(to), CL_TRUE, static_cast<std::size_t>(at) * sizeof(float),
                      values.size_bytes(), values.data(), 0, nullptr, nullptr),
                  "writing to the device");
    }

    void download(const Buffer& from, Index at, std::span<float> values) override {
        if (!values.empty())
            check(m_openCl->clEnqueueReadBuffer(m_queue, memoryOf(from), CL_TRUE,
                                                static_cast<std::size_t>(at) * sizeof(float),
                                                values.size_bytes(), values.data(), 0, nullptr,
                                                nullptr),
                  "reading from the device");
    }

    std::unique_ptr<Work> prepare(std::span<const Launch> launches,
                                  const Buffers& buffers) override {
        return std::make_unique<OpenClWork>(m_openCl, m_queue, m_program, launches, buffers);
    }

private:
    void build() {
        const char* source = kernelSource.data();
        const std::size_t length = kernelSource.size();
        cl_int code = CL_SUCCESS;
        m_program = m_openCl->clCreateProgramWithSource(m_context, 1, &source, &length, &code);
        if (code == CL_SUCCESS)
            code = m_openCl->clBuildProgram(m_program, 1, &m_id, "-cl-std=CL1.2", nullptr, nullptr);
        if (code == CL_SUCCESS)
            return;
        const std::string said = code == CL_BUILD_PROGRAM_FAILURE ? "\n" + buildLog() : "";
        const std::string what = m_entry.name + ": " + meaningOf(code) + said;
        close();
        throw Error(what);
    }

    std::string buildLog() const {
        std::size_t size = 0;
        m_openCl->clGetProgramBuildInfo(m_program, m_id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::string log(size, ' ');
        m_openCl->clGetProgramBuildInfo(m_program, m_id, CL_PROGRAM_BUILD_LOG, size, log.data(),
                                        nullptr);
        return log.substr(0, log.find('\0'));
    }

    void close() {
        if (m_program)
            m_openCl->clReleaseProgram(m_program);
        if (m_queue) {
            m_openCl->clFinish(m_queue);
            m_openCl->clReleaseCommandQueue(m_queue);
        }
        if (m_context)
            m_openCl->clReleaseContext(m_context);
    }

    std::shared_ptr<const OpenCl> m_openCl;
    cl_device_id m_id;
    OpenClEntry m_entry;
    cl_context m_context = nullptr;
    cl_command_queue m_queue = nullptr;
    cl_program m_program = nullptr;
};

/// What a device says of itself.
template <class Value>
Value infoOf(const OpenCl& openCl, cl_device_id device, cl_device_info what) {
    Value value{};
    openCl.clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
    return value;
}

std::string nameOf(const OpenCl& openCl, cl_device_id device) {
    std::size_t size = 0;
    openCl.clGetDeviceInfo(device, CL_DEVICE_NAME, 0, nullptr, &size);
    std::string name(size, ' ');
    openCl.clGetDeviceInfo(device, CL_DEVICE_NAME, size, name.data(), nullptr);
    return name.substr(0, name.find('\0'));
}

std::vector<cl_platform_id> platformsOf(const OpenCl& openCl) {
    cl_uint count = 0;
    if (openCl.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
        return {};
    std::vector<cl_platform_id> platforms(count);
    openCl.clGetPlatformIDs(count, platforms.data(), nullptr);
    return platforms;
}

std::vector<cl_device_id> devicesOf(const OpenCl& openCl, cl_platform_id platform) {
    cl_uint count = 0;
    if (openCl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS)
        return {};
    std::vector<cl_device_id> devices(count);
    openCl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
    return devices;
}

} // namespace

struct OpenClDevices::Found {
    cl_device_id id = nullptr;
    OpenClEntry entry;
};

OpenClDevices::OpenClDevices() : m_openCl(std::make_shared<OpenCl>()) {
    m_problem = m_openCl->problem();
    if (!m_problem.empty())
        return;
    for (cl_platform_id platform : platformsOf(*m_openCl))
        for (cl_device_id device : devicesOf(*m_openCl, platform)) {
            const auto type = infoOf<cl_device_type>(*m_openCl, device, CL_DEVICE_TYPE);
            const auto bytes = infoOf<cl_ulong>(*m_openCl, device, CL_DEVICE_GLOBAL_MEM_SIZE);
            m_found.push_back({device,
                               {nameOf(*m_openCl, device), static_cast<std::int64_t>(bytes),
                                (type & CL_DEVICE_TYPE_CPU) != 0}});
        }
    std::ranges::stable_sort(m_found, {},
                             [](const Found& found) { return found.entry.isProcessor; });
    for (const Found& found : m_found)
        m_entries.push_back(found.entry);
    if (m_entries.empty())
        m_problem = "OpenCL is there, but no driver of a device";
}

OpenClDevices::~OpenClDevices() = default;

std::vector<const char*> OpenClDevices::libraries() {
    return {OpenCl::names.begin(), OpenCl::names.end()};
}

std::shared_ptr<Device> OpenClDevices::open(std::size_t index) const {
    const Found& found = m_found.at(index);
    return std::make_shared<OpenClDevice>(m_openCl, found.id, found.entry);
}

} // namespace gf::gpu
