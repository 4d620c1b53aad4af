// SPDX-License-Identifier: GPL-3.0-or-later
//
// A driver that is opened in the place of NVIDIA's: it has one card, computes nothing, and keeps
// what it is asked for. A test finds the record by fakeCuda().
#include "tests/core/cuda/fake_cuda.h"

#include "core/backend/gpu/cuda_api.h"

#include <cstring>
#include <set>

namespace {

gf::test::FakeCuda record;
std::set<CUdeviceptr> allocated;
CUdeviceptr nextAddress = 4096;

constexpr CUresult outOfMemory = 2;
constexpr CUresult launchFailed = 719;

/// Every function goes through here: whether this is the call that is to fail.
CUresult called(const char* name) {
    record.calls.emplace_back(name);
    const bool fails = static_cast<int>(record.calls.size()) == record.failAt;
    return !fails ? 0 : std::strcmp(name, "cuMemAlloc_v2") == 0 ? outOfMemory : launchFailed;
}

/// Something that is not null.
template <class Handle> CUresult made(const char* name, Handle* handle) {
    const CUresult code = called(name);
    if (code == 0) {
        *handle = reinterpret_cast<Handle>(&record);
        ++record.open;
    }
    return code;
}

CUresult released(const char* name) {
    --record.open;
    return called(name);
}

} // namespace

extern "C" {

gf::test::FakeCuda* fakeCuda() {
    return &record;
}

CUresult cuInit(unsigned) {
    return called("cuInit");
}
CUresult cuDriverGetVersion(int* version) {
    *version = 13000;
    return called("cuDriverGetVersion");
}
CUresult cuGetErrorString(CUresult code, const char** text) {
    *text = code == outOfMemory ? "out of memory" : "unspecified launch failure";
    return 0;
}
CUresult cuDeviceGetCount(int* count) {
    *count = 1;
    return called("cuDeviceGetCount");
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    *device = ordinal;
    return called("cuDeviceGet");
}
CUresult cuDeviceGetName(char* name, int length, CUdevice) {
    std::strncpy(name, "A card of paper", static_cast<std::size_t>(length));
    return called("cuDeviceGetName");
}
CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice) {
    *bytes = std::size_t(8) << 30;
    return called("cuDeviceTotalMem_v2");
}
CUresult cuDeviceGetAttribute(int* value, int attribute, CUdevice) {
    *value = attribute == 75 ? 9 : 0;
    return called("cuDeviceGetAttribute");
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
    return made("cuDevicePrimaryCtxRetain", context);
}
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) {
    return released("cuDevicePrimaryCtxRelease_v2");
}
CUresult cuCtxSetCurrent(CUcontext) {
    return called("cuCtxSetCurrent");
}
CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    *free = record.freeBytes;
    *total = std::size_t(8) << 30;
    return called("cuMemGetInfo_v2");
}
CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
    const CUresult code = called("cuMemAlloc_v2");
    if (code != 0)
        return code;
    *address = nextAddress;
    nextAddress += bytes + 4096;
    allocated.insert(*address);
    record.bytes.push_back(bytes);
    ++record.open;
    return 0;
}
CUresult cuMemFree_v2(CUdeviceptr address) {
    if (allocated.erase(address) != 1)
        ++record.mistakes;
    return released("cuMemFree_v2");
}
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr, const void*, std::size_t, CUstream) {
    return called("cuMemcpyHtoDAsync_v2");
}
CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr, std::size_t bytes, CUstream) {
    std::memset(to, 0, bytes);
    return called("cuMemcpyDtoHAsync_v2");
}
CUresult cuStreamCreate(CUstream* stream, unsigned) {
    return made("cuStreamCreate", stream);
}
CUresult cuStreamSynchronize(CUstream) {
    return called("cuStreamSynchronize");
}
CUresult cuStreamDestroy_v2(CUstream) {
    return released("cuStreamDestroy_v2");
}
CUresult cuModuleLoadData(CUmodule* module, const void*) {
    return made("cuModuleLoadData", module);
}
CUresult cuModuleUnload(CUmodule) {
    return released("cuModuleUnload");
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char* name) {
    const CUresult code = called("cuModuleGetFunction");
    if (code == 0) {
        record.kernels.emplace_back(name);
        *function = reinterpret_cast<CUfunction>(&record);
    }
    return code;
}
CUresult cuLaunchKernel(CUfunction, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                        unsigned blockY, unsigned blockZ, unsigned, CUstream, void**, void**) {
    if (gridX == 0 || gridY == 0 || gridZ == 0 || gridY > 65535 || gridZ > 65535 ||
        blockX * blockY * blockZ > 1024 || !record.isRecording)
        ++record.mistakes;
    return called("cuLaunchKernel");
}
CUresult cuStreamBeginCapture_v2(CUstream, int) {
    const CUresult code = called("cuStreamBeginCapture_v2");
    record.isRecording = code == 0;
    return code;
}
CUresult cuStreamEndCapture(CUstream, CUgraph* graph) {
    record.isRecording = false;
    return made("cuStreamEndCapture", graph);
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph, unsigned long long) {
    return made("cuGraphInstantiateWithFlags", executable);
}
CUresult cuGraphLaunch(CUgraphExec, CUstream) {
    return called("cuGraphLaunch");
}
CUresult cuGraphExecDestroy(CUgraphExec) {
    return released("cuGraphExecDestroy");
}
CUresult cuGraphDestroy(CUgraph) {
    return released("cuGraphDestroy");
}
}
