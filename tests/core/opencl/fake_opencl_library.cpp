// SPDX-License-Identifier: GPL-3.0-or-later
//
// A library that is opened in the place of OpenCL's. It has one card, computes nothing, and goes
// wrong as the environment says (GF_FAKE_OPENCL): "crash" and "hang" when it is opened, "none" has
// no device, "processor" has a processor alone, "processor-first" one before the card,
// "crash-when-used" dies when the card is opened, "compiler" cannot compile; all that is read from
// the card is 0. Only where it is "lost" does it compute, by the system's library
// (GF_SYSTEM_OPENCL), until it stops answering.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace {

int thing = 0;     ///< what every handle points to
int processor = 0; ///< but for that of a processor

bool is(std::string_view wrong) {
    const char* said = std::getenv("GF_FAKE_OPENCL");
    return said && wrong == said;
}

template <class Handle> Handle made(cl_int* code = nullptr) {
    if (code)
        *code = CL_SUCCESS;
    return reinterpret_cast<Handle>(&thing);
}

cl_int answered(std::size_t room, void* to, std::size_t* size, const void* value,
                std::size_t bytes) {
    if (size)
        *size = bytes;
    if (to)
        std::memcpy(to, value, std::min(room, bytes));
    return CL_SUCCESS;
}

cl_int answered(std::size_t room, void* to, std::size_t* size, std::string_view text) {
    return answered(room, to, size, text.data(), text.size() + 1);
}

/// The same function of the system's library; null where that does not take part.
template <class Function> Function* systems(Function*, const char* name) {
    static void* const library =
        is("lost") ? dlopen(std::getenv("GF_SYSTEM_OPENCL"), RTLD_NOW | RTLD_LOCAL) : nullptr;
    return library ? reinterpret_cast<Function*>(dlsym(library, name)) : nullptr;
}
#define FORWARD(function, ...)                                                                     \
    if (auto* const real = systems(&function, #function))                                          \
    return real(__VA_ARGS__)

__attribute__((constructor)) void opened() {
    if (is("crash"))
        std::abort();
    while (is("hang"))
        pause();
}

} // namespace

extern "C" {

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
    FORWARD(clGetPlatformIDs, room, platforms, count);
    if (platforms)
        *platforms = made<cl_platform_id>();
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                      cl_device_id* devices, cl_uint* count) {
    FORWARD(clGetDeviceIDs, platform, type, room, devices, count);
    if (is("none"))
        return CL_DEVICE_NOT_FOUND;
    const auto card = made<cl_device_id>();
    const auto other = reinterpret_cast<cl_device_id>(&processor);
    const bool hasTwo = is("processor-first");
    if (devices)
        devices[0] = hasTwo || is("processor") ? other : card;
    if (devices && hasTwo)
        devices[1] = card;
    if (count)
        *count = hasTwo ? 2 : 1;
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t room, void* to,
                       std::size_t* size) {
    FORWARD(clGetDeviceInfo, device, what, room, to, size);
    const bool isProcessor = reinterpret_cast<void*>(device) == &processor;
    const cl_device_type type = isProcessor ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU;
    const cl_ulong memory = cl_ulong{2} << 30;
    if (what == CL_DEVICE_TYPE)
        return answered(room, to, size, &type, sizeof type);
    if (what == CL_DEVICE_GLOBAL_MEM_SIZE || what == CL_DEVICE_MAX_MEM_ALLOC_SIZE)
        return answered(room, to, size, &memory, sizeof memory);
    return answered(room, to, size, isProcessor ? "A fake processor" : "A fake card");
}

cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                           const cl_device_id* devices,
                           void (*heard)(const char*, const void*, std::size_t, void*), void* data,
                           cl_int* code) {
    FORWARD(clCreateContext, properties, count, devices, heard, data, code);
    if (is("crash-when-used"))
        std::abort();
    return made<cl_context>(code);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* code) {
    FORWARD(clCreateCommandQueue, context, device, properties, code);
    return made<cl_command_queue>(code);
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** sources,
                                     const std::size_t* sizes, cl_int* code) {
    FORWARD(clCreateProgramWithSource, context, count, sources, sizes, code);
    return made<cl_program>(code);
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                      const char* options, void (*heard)(cl_program, void*), void* data) {
    FORWARD(clBuildProgram, program, count, devices, options, heard, data);
    return is("compiler") ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                             std::size_t room, void* to, std::size_t* size) {
    FORWARD(clGetProgramBuildInfo, program, device, what, room, to, size);
    return answered(room, to, size, "line 7: this kernel is not to the taste of the fake");
}

cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code) {
    FORWARD(clCreateKernel, program, name, code);
    return made<cl_kernel>(code);
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void* data,
                      cl_int* code) {
    FORWARD(clCreateBuffer, context, flags, bytes, data, code);
    return made<cl_mem>(code);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool waits, std::size_t at,
                           std::size_t bytes, void* to, cl_uint count, const cl_event* before,
                           cl_event* event) {
    FORWARD(clEnqueueReadBuffer, queue, memory, waits, at, bytes, to, count, before, event);
    std::memset(to, 0, bytes);
    return CL_SUCCESS;
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool waits, std::size_t at,
                            std::size_t bytes, const void* values, cl_uint count,
                            const cl_event* before, cl_event* event) {
    // A training feeds as much in each step; whoever tries the card writes this and that.
    constexpr int writesUntilLost = 50;
    static std::size_t last = 0;
    static int alike = 0;
    if (alike <= writesUntilLost)
        alike = std::exchange(last, bytes) == bytes ? alike + 1 : 0;
    if (is("lost") && alike > writesUntilLost)
        return CL_DEVICE_NOT_AVAILABLE;
    FORWARD(clEnqueueWriteBuffer, queue, memory, waits, at, bytes, values, count, before, event);
    return CL_SUCCESS;
}
cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t at,
                           std::size_t place, std::size_t bytes, cl_uint count,
                           const cl_event* before, cl_event* event) {
    FORWARD(clEnqueueCopyBuffer, queue, from, to, at, place, bytes, count, before, event);
    return CL_SUCCESS;
}
cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void* value, std::size_t of,
                           std::size_t at, std::size_t bytes, cl_uint count, const cl_event* before,
                           cl_event* event) {
    FORWARD(clEnqueueFillBuffer, queue, memory, value, of, at, bytes, count, before, event);
    return CL_SUCCESS;
}
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const std::size_t* from, const std::size_t* threads,
                              const std::size_t* group, cl_uint count, const cl_event* before,
                              cl_event* event) {
    FORWARD(clEnqueueNDRangeKernel, queue, kernel, dimensions, from, threads, group, count, before,
            event);
    return CL_SUCCESS;
}
cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, std::size_t bytes, const void* value) {
    FORWARD(clSetKernelArg, kernel, index, bytes, value);
    return CL_SUCCESS;
}
cl_int clFinish(cl_command_queue queue) {
    FORWARD(clFinish, queue);
    return CL_SUCCESS;
}
cl_int clFlush(cl_command_queue queue) {
    FORWARD(clFlush, queue);
    return CL_SUCCESS;
}
cl_int clReleaseContext(cl_context context) {
    FORWARD(clReleaseContext, context);
    return CL_SUCCESS;
}
cl_int clReleaseCommandQueue(cl_command_queue queue) {
    FORWARD(clReleaseCommandQueue, queue);
    return CL_SUCCESS;
}
cl_int clReleaseProgram(cl_program program) {
    FORWARD(clReleaseProgram, program);
    return CL_SUCCESS;
}
cl_int clReleaseKernel(cl_kernel kernel) {
    FORWARD(clReleaseKernel, kernel);
    return CL_SUCCESS;
}
cl_int clReleaseMemObject(cl_mem memory) {
    FORWARD(clReleaseMemObject, memory);
    return CL_SUCCESS;
}
}
