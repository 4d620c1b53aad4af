// SPDX-License-Identifier: GPL-3.0-or-later
//
// An OpenCL library that is opened in the place of the system's: it computes nothing, and
// keeps what it is asked for. A test finds the record by fakeOpenCl().
#include "tests/core/opencl/fake_opencl.h"

#include <algorithm>
#include <cstring>
#include <set>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace {

gf::test::FakeOpenCl record;
std::set<const void*> made;
std::size_t nextHandle = 4096;

constexpr const char* driverVersion = "1.2 fake";
constexpr const char* compilerWords = "kernels.cl:1: not a kernel";

/// Every function goes through here: whether this is the call that is to fail.
cl_int called(const char* name) {
    record.calls.emplace_back(name);
    return static_cast<int>(record.calls.size()) == record.failAt ? record.error : CL_SUCCESS;
}

/// Something that is not null, made of something that is there.
template <class Handle> Handle make(const char* name, const void* of, cl_int* code) {
    if (!made.contains(of))
        ++record.mistakes;
    *code = called(name);
    if (*code != CL_SUCCESS)
        return nullptr;
    const auto handle = reinterpret_cast<Handle>(nextHandle += 64);
    made.insert(handle);
    ++record.open;
    return handle;
}

/// The list of what there is, as OpenCL hands it out.
template <class Handle>
cl_int list(const char* name, std::size_t there, cl_uint room, Handle* to, cl_uint* count) {
    const cl_int code = called(name);
    if (code != CL_SUCCESS)
        return code;
    if (count)
        *count = static_cast<cl_uint>(there);
    for (std::size_t i = 0; to && i < there && i < room; ++i)
        to[i] = reinterpret_cast<Handle>(i + 1);
    return CL_SUCCESS;
}

/// Of a device's handle; null where it is none.
const gf::test::FakeOpenClDevice* deviceOf(cl_device_id device) {
    const auto number = reinterpret_cast<std::size_t>(device);
    if (number >= 1 && number <= record.devices.size())
        return &record.devices[number - 1];
    ++record.mistakes;
    return nullptr;
}

cl_int release(const char* name, const void* handle) {
    if (made.erase(handle) != 1)
        ++record.mistakes;
    --record.open;
    return called(name);
}

/// Now all that was asked for is done, as late as can be.
void waited() {
    ++record.waits;
    for (const auto& [from, asked] : record.uploads)
        if (!std::equal(asked.begin(), asked.end(), from))
            ++record.mistakes;
    record.uploads.clear();
}

cl_int answer(const void* value, std::size_t size, std::size_t room, void* to, std::size_t* is) {
    if (is)
        *is = size;
    if (to)
        std::memcpy(to, value, size < room ? size : room);
    return CL_SUCCESS;
}

} // namespace

extern "C" {

gf::test::FakeOpenCl* fakeOpenCl() {
    return &record;
}

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
    return list("clGetPlatformIDs", 1, room, platforms, count);
}
cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type, cl_uint room, cl_device_id* devices,
                      cl_uint* count) {
    if (!platform)
        ++record.mistakes;
    const cl_int code = list("clGetDeviceIDs", record.devices.size(), room, devices, count);
    return record.devices.empty() ? CL_DEVICE_NOT_FOUND : code;
}
cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t room, void* to,
                       std::size_t* size) {
    const cl_int code = called("clGetDeviceInfo");
    const gf::test::FakeOpenClDevice* const asked = deviceOf(device);
    if (code != CL_SUCCESS || !asked)
        return CL_INVALID_DEVICE;
    const cl_device_type type = asked->isProcessor ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU;
    const cl_ulong memory = cl_ulong(8) << 30;
    const cl_ulong largest = record.largestBuffer;
    switch (what) {
    case CL_DEVICE_NAME:
        return answer(asked->name.c_str(), asked->name.size() + 1, room, to, size);
    case CL_DRIVER_VERSION:
        return answer(driverVersion, std::strlen(driverVersion) + 1, room, to, size);
    case CL_DEVICE_TYPE:
        return answer(&type, sizeof type, room, to, size);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return answer(&memory, sizeof memory, room, to, size);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return answer(&largest, sizeof largest, room, to, size);
    default:
        return CL_INVALID_VALUE;
    }
}
cl_context clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id* devices,
                           void(CL_CALLBACK*)(const char*, const void*, std::size_t, void*), void*,
                           cl_int* code) {
    const gf::test::FakeOpenClDevice* const device = deviceOf(*devices);
    record.opened = device ? device->name : "";
    made.insert(device);
    const auto context = make<cl_context>("clCreateContext", device, code);
    made.erase(device);
    return context;
}
cl_int clReleaseContext(cl_context context) {
    return release("clReleaseContext", context);
}
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id, cl_command_queue_properties,
                                      cl_int* code) {
    return make<cl_command_queue>("clCreateCommandQueue", context, code);
}
cl_int clReleaseCommandQueue(cl_command_queue queue) {
    return release("clReleaseCommandQueue", queue);
}
cl_program clCreateProgramWithSource(cl_context context, cl_uint, const char**, const std::size_t*,
                                     cl_int* code) {
    return make<cl_program>("clCreateProgramWithSource", context, code);
}
cl_int clBuildProgram(cl_program program, cl_uint, const cl_device_id*, const char*,
                      void(CL_CALLBACK*)(cl_program, void*), void*) {
    if (!made.contains(program))
        ++record.mistakes;
    return called("clBuildProgram");
}
cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info, std::size_t room,
                             void* to, std::size_t* size) {
    called("clGetProgramBuildInfo");
    return answer(compilerWords, std::strlen(compilerWords) + 1, room, to, size);
}
cl_int clReleaseProgram(cl_program program) {
    return release("clReleaseProgram", program);
}
cl_kernel clCreateKernel(cl_program program, const char*, cl_int* code) {
    return make<cl_kernel>("clCreateKernel", program, code);
}
cl_int clSetKernelArg(cl_kernel, cl_uint, std::size_t size, const void* value) {
    if (size != 4 && size != 8)
        ++record.mistakes;
    static_cast<void>(value);
    return called("clSetKernelArg");
}
cl_int clReleaseKernel(cl_kernel kernel) {
    return release("clReleaseKernel", kernel);
}
cl_mem clCreateBuffer(cl_context context, cl_mem_flags, std::size_t size, void*, cl_int* code) {
    if (size == 0)
        ++record.mistakes;
    return make<cl_mem>("clCreateBuffer", context, code);
}
cl_int clReleaseMemObject(cl_mem memory) {
    return release("clReleaseMemObject", memory);
}
cl_int clEnqueueWriteBuffer(cl_command_queue, cl_mem, cl_bool waits, std::size_t, std::size_t size,
                            const void* from, cl_uint, const cl_event*, cl_event*) {
    const auto* const bytes = static_cast<const std::byte*>(from);
    const cl_int code = called("clEnqueueWriteBuffer");
    if (waits)
        waited();
    else if (code == CL_SUCCESS)
        record.uploads.push_back({bytes, {bytes, bytes + size}});
    return code;
}
cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool waits, std::size_t, std::size_t size,
                           void* to, cl_uint, const cl_event*, cl_event*) {
    if (!waits)
        ++record.mistakes;
    waited();
    std::memset(to, 0, size);
    return called("clEnqueueReadBuffer");
}
cl_int clEnqueueCopyBuffer(cl_command_queue, cl_mem from, cl_mem to, std::size_t, std::size_t,
                           std::size_t size, cl_uint, const cl_event*, cl_event*) {
    if (!made.contains(from) || !made.contains(to) || size == 0)
        ++record.mistakes;
    return called("clEnqueueCopyBuffer");
}
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const std::size_t*, const std::size_t* threads,
                              const std::size_t* local, cl_uint, const cl_event*, cl_event*) {
    for (cl_uint i = 0; i < dimensions; ++i)
        if (threads[i] == 0 || threads[i] % local[i] != 0)
            ++record.mistakes;
    if (!made.contains(queue) || !made.contains(kernel))
        ++record.mistakes;
    return called("clEnqueueNDRangeKernel");
}
cl_int clFinish(cl_command_queue) {
    waited();
    return called("clFinish");
}
cl_int clFlush(cl_command_queue) {
    return called("clFlush");
}
}
