// SPDX-License-Identifier: GPL-3.0-or-later
//
// A driver that is opened in the place of NVIDIA's: it computes where a test wants it, keeps what
// it is asked for, and forgives nothing: handles that are no longer there, or of something else, or
// of a context that is not the thread's, and whatever reaches beyond its memory. A test finds the
// record by fakeCuda().
#include "tests/core/cuda/fake_cuda.h"

#include "core/backend/gpu/cuda_api.h"
#include "tests/core/cuda/emulated_kernels.h"

#include <cstring>
#include <string_view>
#include <utility>

namespace {

using Fake = gf::test::FakeCuda;
using Kind = Fake::Kind;
using Object = Fake::Object;

Fake record;
std::uint64_t lastHandle = 4096; ///< also where nothing is left of an older record

constexpr CUresult outOfMemory = 2;
constexpr CUresult invalidContext = 201;
constexpr CUresult noBinaryForCard = 209;
constexpr CUresult invalidHandle = 400;
constexpr CUresult launchFailed = 719;

void mistake(std::string_view call, std::string_view what) {
    record.mistakes.push_back(std::string(call) + ": " + std::string(what));
}

template <class Handle> std::uint64_t numberOf(Handle handle) {
    return reinterpret_cast<std::uint64_t>(handle);
}

Object* found(std::uint64_t handle) {
    const auto at = record.objects.find(handle);
    return at == record.objects.end() ? nullptr : &at->second;
}

std::uint64_t add(Object object, std::size_t size = 64) {
    const std::uint64_t handle = lastHandle;
    lastHandle += size + 4096;
    record.objects[handle] = std::move(object);
    return handle;
}

/// Every function goes through here: whether this is the call that is to fail.
CUresult called(const char* name, std::size_t bytes = 0) {
    record.calls.push_back({name, bytes});
    if (static_cast<int>(record.calls.size()) != record.failAt)
        return 0;
    return std::string_view(name) == "cuMemAlloc_v2" ? outOfMemory : record.error;
}

/// A function that works in the thread's context, which keeps a failed launch.
struct CallInContext {
    const char* name;
    std::uint64_t context = record.current[std::this_thread::get_id()];
    CUresult code;

    explicit CallInContext(const char* function, std::size_t bytes = 0)
        : name(function), code(called(function, bytes)) {
        Object* const current = found(context);
        if (!current || !current->isOpen) {
            mistake(name, "the thread has no context");
            code = invalidContext;
            return;
        }
        if (code == launchFailed)
            current->lostBy = code;
        if (code == 0)
            code = current->lostBy;
    }

    /// Null, and a mistake, where it is not something of this kind that there is.
    Object* use(std::uint64_t handle, Kind kind) {
        Object* const object = found(handle);
        if (!object || object->kind != kind)
            mistake(name, "that is no such handle");
        else if (!object->isOpen)
            mistake(name, "what was released is used");
        else if (object->context != context)
            mistake(name, "it is of another context");
        else
            return object;
        code = invalidHandle;
        return nullptr;
    }

    template <class Handle> CUresult make(Handle* handle, Object object) {
        if (code != 0)
            return code;
        object.context = context;
        *handle = reinterpret_cast<Handle>(add(std::move(object)));
        return 0;
    }

    /// What is released is gone, also where an older failure is reported.
    CUresult release(std::uint64_t handle, Kind kind) {
        if (Object* const object = use(handle, kind)) {
            object->isOpen = false;
            object->bytes = {};
        }
        return code;
    }

    /// The bytes of memory that there is, and no others.
    std::byte* bytesAt(std::uint64_t address, std::size_t size) {
        auto after = record.objects.upper_bound(address);
        if (after == record.objects.begin()) {
            mistake(name, "there is no memory");
            return nullptr;
        }
        const auto& [begin, unused] = *--after;
        Object* const memory = use(begin, Kind::Memory);
        if (!memory)
            return nullptr;
        const std::size_t at = address - begin;
        if (at > memory->bytes.size() || size > memory->bytes.size() - at) {
            mistake(name, "it reaches beyond the memory");
            return nullptr;
        }
        return memory->bytes.data() + at;
    }
};

/// Of a kernel's parameters.
std::string typesOf(const std::string& kernel) {
    if (!record.computes)
        return record.parameters[kernel];
    const gf::test::EmulatedKernel* const found = gf::test::emulatedKernel(kernel);
    return found ? found->types : "";
}

/// As the driver takes them, a pointer to each.
std::vector<std::uint64_t> valuesOf(const std::string& types, void** parameters) {
    std::vector<std::uint64_t> values;
    for (const char type : types) {
        std::uint64_t value = 0;
        std::memcpy(&value, *parameters++, type == '4' ? 4 : 8);
        values.push_back(value);
    }
    return values;
}

/// With the addresses that this computer has for those of the card.
void run(CallInContext& call, Fake::Launch launch) {
    const std::string types = typesOf(launch.kernel);
    std::vector<void*> parameters{launch.first.data()};
    for (std::size_t i = 0; i < launch.values.size(); ++i) {
        if (types[i] == 'p')
            launch.values[i] = numberOf(call.bytesAt(launch.values[i], 4));
        parameters.push_back(&launch.values[i]);
    }
    if (!record.computes)
        return;
    const gf::test::EmulatedKernel* const kernel = gf::test::emulatedKernel(launch.kernel);
    const std::string problem =
        kernel ? gf::test::runEmulated(*kernel, launch.groups, parameters.data())
               : "there is no such kernel";
    if (!problem.empty())
        mistake(launch.kernel, problem);
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
    *version = record.version;
    return called("cuDriverGetVersion");
}
CUresult cuGetErrorString(CUresult code, const char** text) {
    const bool isKnown = record.computes && !record.mistakes.empty();
    *text = isKnown                   ? record.mistakes.back().c_str()
            : code == outOfMemory     ? "out of memory"
            : code == noBinaryForCard ? "no kernel image is available for execution on the device"
                                      : "unspecified launch failure";
    return 0;
}
CUresult cuDeviceGetCount(int* count) {
    *count = record.cards;
    return called("cuDeviceGetCount");
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    if (ordinal < 0 || ordinal >= record.cards)
        mistake("cuDeviceGet", "there is no such card");
    *device = ordinal;
    return called("cuDeviceGet");
}
CUresult cuDeviceGetName(char* name, int length, CUdevice) {
    std::strncpy(name, "A fake card", static_cast<std::size_t>(length));
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

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice card) {
    const CUresult code = called("cuDevicePrimaryCtxRetain");
    if (code != 0)
        return code;
    std::uint64_t& handle = record.contexts[card];
    if (handle == 0)
        handle = add({.kind = Kind::Context});
    ++record.objects[handle].users;
    *context = reinterpret_cast<CUcontext>(handle);
    return 0;
}
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice card) {
    const std::uint64_t handle = std::exchange(record.contexts[card], 0);
    Object* const context = found(handle);
    if (!context)
        mistake("cuDevicePrimaryCtxRelease_v2", "nobody has it");
    else if (--context->users > 0)
        record.contexts[card] = handle;
    else {
        context->isOpen = false;
        for (auto& [other, object] : record.objects)
            if (object.context == handle && object.isOpen && object.kind != Kind::Function)
                mistake("cuDevicePrimaryCtxRelease_v2", "something is left there");
    }
    return called("cuDevicePrimaryCtxRelease_v2");
}
CUresult cuCtxSetCurrent(CUcontext context) {
    const CUresult code = called("cuCtxSetCurrent");
    const Object* const object = found(numberOf(context));
    if (!object || object->kind != Kind::Context || !object->isOpen)
        mistake("cuCtxSetCurrent", "that is no context");
    if (code == 0)
        record.current[std::this_thread::get_id()] = numberOf(context);
    return code;
}

CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    *free = record.freeBytes;
    *total = std::size_t(8) << 30;
    return CallInContext("cuMemGetInfo_v2").code;
}
CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
    const CallInContext call("cuMemAlloc_v2", bytes);
    if (bytes == 0)
        mistake(call.name, "no bytes");
    if (call.code != 0)
        return call.code;
    *address =
        add({.kind = Kind::Memory, .context = call.context, .bytes = std::vector<std::byte>(bytes)},
            bytes);
    record.taken.push_back(*address);
    return 0;
}
CUresult cuMemFree_v2(CUdeviceptr address) {
    return CallInContext("cuMemFree_v2").release(address, Kind::Memory);
}
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes,
                              CUstream stream) {
    CallInContext call("cuMemcpyHtoDAsync_v2", bytes);
    call.use(numberOf(stream), Kind::Stream);
    std::byte* const there = call.bytesAt(to, bytes);
    if (there && call.code == 0)
        std::memcpy(there, from, bytes);
    return call.code;
}
CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
    CallInContext call("cuMemcpyDtoHAsync_v2", bytes);
    call.use(numberOf(stream), Kind::Stream);
    const std::byte* const there = call.bytesAt(from, bytes);
    if (there && call.code == 0)
        std::memcpy(to, there, bytes);
    return call.code;
}
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes,
                              CUstream stream) {
    CallInContext call("cuMemcpyDtoDAsync_v2", bytes);
    call.use(numberOf(stream), Kind::Stream);
    std::byte* const there = call.bytesAt(to, bytes);
    const std::byte* const here = call.bytesAt(from, bytes);
    if (there && here && call.code == 0)
        std::memmove(there, here, bytes);
    return call.code;
}

CUresult cuStreamCreate(CUstream* stream, unsigned) {
    return CallInContext("cuStreamCreate").make(stream, {.kind = Kind::Stream});
}
CUresult cuStreamSynchronize(CUstream stream) {
    CallInContext call("cuStreamSynchronize");
    const Object* const object = call.use(numberOf(stream), Kind::Stream);
    if (object && object->isRecording)
        mistake(call.name, "the stream records");
    return call.code;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
    return CallInContext("cuStreamDestroy_v2").release(numberOf(stream), Kind::Stream);
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
    record.images.emplace_back(static_cast<const char*>(image));
    return CallInContext("cuModuleLoadData").make(module, {.kind = Kind::Module});
}
CUresult cuModuleUnload(CUmodule module) {
    return CallInContext("cuModuleUnload").release(numberOf(module), Kind::Module);
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
    CallInContext call("cuModuleGetFunction");
    call.use(numberOf(module), Kind::Module);
    return call.make(function, {.kind = Kind::Function, .name = name});
}

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned,
                        CUstream stream, void** parameters, void**) {
    CallInContext call("cuLaunchKernel");
    if (gridX == 0 || gridX > 0x7fffffff || gridY == 0 || gridY > 65535 || gridZ == 0 ||
        gridZ > 65535 || blockX * blockY * blockZ > 1024)
        mistake(call.name, "it has no such grid");
    const Object* const kernel = call.use(numberOf(function), Kind::Function);
    Object* const recording = call.use(numberOf(stream), Kind::Stream);
    if (!kernel || !recording || call.code != 0)
        return call.code;
    if (!recording->isRecording)
        mistake(call.name, "the stream does not record");
    Fake::Launch launch{.kernel = kernel->name, .groups = {gridX, gridY, gridZ}};
    std::memcpy(launch.first.data(), parameters[0], sizeof launch.first);
    const std::string types = typesOf(kernel->name);
    launch.values = valuesOf(types, parameters + 1);
    for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i] == 'p')
            call.bytesAt(launch.values[i], 4);
    recording->launches.push_back(std::move(launch));
    return 0;
}
CUresult cuStreamBeginCapture_v2(CUstream stream, int mode) {
    CallInContext call("cuStreamBeginCapture_v2");
    Object* const object = call.use(numberOf(stream), Kind::Stream);
    if (mode != 1)
        mistake(call.name, "what other threads do would end it");
    if (object && object->isRecording)
        mistake(call.name, "the stream records already");
    if (object && call.code == 0)
        object->isRecording = true;
    return call.code;
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
    CallInContext call("cuStreamEndCapture");
    Object* const object = call.use(numberOf(stream), Kind::Stream);
    if (!object)
        return call.code;
    if (!std::exchange(object->isRecording, false))
        mistake(call.name, "the stream does not record");
    return call.make(graph, {.kind = Kind::Graph, .launches = std::exchange(object->launches, {})});
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph, unsigned long long) {
    CallInContext call("cuGraphInstantiateWithFlags");
    const Object* const object = call.use(numberOf(graph), Kind::Graph);
    if (!object)
        return call.code;
    return call.make(executable, {.kind = Kind::Executable, .launches = object->launches});
}
CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream) {
    CallInContext call("cuGraphLaunch");
    const Object* const object = call.use(numberOf(executable), Kind::Executable);
    const Object* const by = call.use(numberOf(stream), Kind::Stream);
    if (by && by->isRecording)
        mistake(call.name, "the stream records");
    if (!object || call.code != 0)
        return call.code;
    // After a mistake in a kernel its threads wait somewhere in it.
    const auto isBroken = [] { return record.computes && !record.mistakes.empty(); };
    for (const Fake::Launch& launch : object->launches) {
        if (isBroken())
            return launchFailed;
        if (!record.computes)
            record.launches.push_back(launch);
        run(call, launch);
    }
    return isBroken() ? launchFailed : call.code;
}
CUresult cuGraphExecDestroy(CUgraphExec executable) {
    return CallInContext("cuGraphExecDestroy").release(numberOf(executable), Kind::Executable);
}
CUresult cuGraphDestroy(CUgraph graph) {
    return CallInContext("cuGraphDestroy").release(numberOf(graph), Kind::Graph);
}

nvmlReturn_t nvmlInit_v2() {
    const CUresult code = called("nvmlInit_v2");
    if (code == 0)
        ++record.managed;
    return code;
}
nvmlReturn_t nvmlSystemGetDriverVersion(char* version, unsigned length) {
    if (record.managed == 0)
        mistake("nvmlSystemGetDriverVersion", "it was not begun");
    std::strncpy(version, record.driver.c_str(), length);
    return called("nvmlSystemGetDriverVersion");
}
nvmlReturn_t nvmlShutdown() {
    --record.managed;
    return called("nvmlShutdown");
}
}
