// SPDX-License-Identifier: GPL-3.0-or-later
//
// A library that is opened in the place of OpenCL's. It has one card, computes nothing, and goes
// wrong as the environment says (GF_PAPER_OPENCL): "crash" and "hang" when it is opened, "none" has
// no device, "processor" has a processor alone, "processor-first" one before the card,
// "crash-when-used" dies when the card is opened, "compiler" cannot compile, "lost" stops answering
// after a while; all that is read from the card is 0.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace {

int thing = 0;     ///< what every handle points to
int processor = 0; ///< but for that of a processor

bool is(std::string_view wrong) {
    const char* said = std::getenv("GF_PAPER_OPENCL");
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

__attribute__((constructor)) void opened() {
    if (is("crash"))
        std::abort();
    while (is("hang"))
        pause();
}

} // namespace

extern "C" {

cl_int clGetPlatformIDs(cl_uint, cl_platform_id* platforms, cl_uint* count) {
    if (platforms)
        *platforms = made<cl_platform_id>();
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint, cl_device_id* devices,
                      cl_uint* count) {
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
    const bool isProcessor = reinterpret_cast<void*>(device) == &processor;
    const cl_device_type type = isProcessor ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU;
    const cl_ulong memory = cl_ulong{2} << 30;
    if (what == CL_DEVICE_TYPE)
        return answered(room, to, size, &type, sizeof type);
    if (what == CL_DEVICE_GLOBAL_MEM_SIZE || what == CL_DEVICE_MAX_MEM_ALLOC_SIZE)
        return answered(room, to, size, &memory, sizeof memory);
    return answered(room, to, size, isProcessor ? "A processor of paper" : "A card of paper");
}

cl_context clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id*,
                           void (*)(const char*, const void*, std::size_t, void*), void*,
                           cl_int* code) {
    if (is("crash-when-used"))
        std::abort();
    return made<cl_context>(code);
}

cl_command_queue clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties,
                                      cl_int* code) {
    return made<cl_command_queue>(code);
}

cl_program clCreateProgramWithSource(cl_context, cl_uint, const char**, const std::size_t*,
                                     cl_int* code) {
    return made<cl_program>(code);
}

cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id*, const char*,
                      void (*)(cl_program, void*), void*) {
    return is("compiler") ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info, std::size_t room,
                             void* to, std::size_t* size) {
    return answered(room, to, size, "line 7: this kernel is not to the taste of paper");
}

cl_kernel clCreateKernel(cl_program, const char*, cl_int* code) {
    return made<cl_kernel>(code);
}

cl_mem clCreateBuffer(cl_context, cl_mem_flags, std::size_t, void*, cl_int* code) {
    return made<cl_mem>(code);
}

cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, std::size_t, std::size_t bytes,
                           void* to, cl_uint, const cl_event*, cl_event*) {
    constexpr int readsUntilLost = 200;
    static int reads = 0;
    if (is("lost") && ++reads > readsUntilLost)
        return CL_DEVICE_NOT_AVAILABLE;
    std::memset(to, 0, bytes);
    return CL_SUCCESS;
}

cl_int clEnqueueWriteBuffer(cl_command_queue, cl_mem, cl_bool, std::size_t, std::size_t,
                            const void*, cl_uint, const cl_event*, cl_event*) {
    return CL_SUCCESS;
}
cl_int clEnqueueFillBuffer(cl_command_queue, cl_mem, const void*, std::size_t, std::size_t,
                           std::size_t, cl_uint, const cl_event*, cl_event*) {
    return CL_SUCCESS;
}
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const std::size_t*,
                              const std::size_t*, const std::size_t*, cl_uint, const cl_event*,
                              cl_event*) {
    return CL_SUCCESS;
}
cl_int clSetKernelArg(cl_kernel, cl_uint, std::size_t, const void*) {
    return CL_SUCCESS;
}
cl_int clFinish(cl_command_queue) {
    return CL_SUCCESS;
}
cl_int clFlush(cl_command_queue) {
    return CL_SUCCESS;
}
cl_int clReleaseContext(cl_context) {
    return CL_SUCCESS;
}
cl_int clReleaseCommandQueue(cl_command_queue) {
    return CL_SUCCESS;
}
cl_int clReleaseProgram(cl_program) {
    return CL_SUCCESS;
}
cl_int clReleaseKernel(cl_kernel) {
    return CL_SUCCESS;
}
cl_int clReleaseMemObject(cl_mem) {
    return CL_SUCCESS;
}
}
