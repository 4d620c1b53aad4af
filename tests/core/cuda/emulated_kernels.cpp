// SPDX-License-Identifier: GPL-3.0-or-later
#undef _FORTIFY_SOURCE // it takes a jump to another stack for a mistake
#include "tests/core/cuda/emulated_kernels.h"

#include <setjmp.h>
#include <ucontext.h>

#include <cstddef>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include <math.h> // with functions of float beside those of double

// ---- the words of CUDA C++ that the kernels use, as its programming guide defines them ----

struct int3 {
    int x, y, z;
};

namespace {

struct Position {
    unsigned x = 0, y = 0, z = 0;
};
Position threadIdx;
Position blockIdx;

constexpr int threadCount = 256;
constexpr int warpSize = 32;
constexpr std::size_t stackBytes = std::size_t(64) << 10;

/// Why a thread of a group rests.
enum class Rest { Never, AtBarrier, AtShuffle, Done };

/// On a stack of its own. It begins by a context and then goes on by jumps, which ask nothing of
/// the system.
struct Thread {
    jmp_buf place;
    std::vector<std::byte> stack = std::vector<std::byte>(stackBytes);
    Rest rest = Rest::Never;
    float handed[2] = {}; ///< what it hands on, in turns: others may still read the last
    int turn = 0;
};

std::vector<Thread> threads(threadCount);
jmp_buf scheduler;

Thread& thisThread() {
    return threads[threadIdx.x];
}

void rest(Rest why) {
    Thread& own = thisThread();
    own.rest = why;
    if (_setjmp(own.place) == 0)
        _longjmp(scheduler, 1);
}

void __syncthreads() {
    rest(Rest::AtBarrier);
}

float __shfl_sync(unsigned, float value, int lane) {
    const int first = static_cast<int>(threadIdx.x) / warpSize * warpSize;
    Thread& own = thisThread();
    own.turn ^= 1;
    const int turn = own.turn;
    own.handed[turn] = value;
    rest(Rest::AtShuffle);
    return threads[first + lane % warpSize].handed[turn];
}

float __shfl_down_sync(unsigned mask, float value, unsigned further) {
    const unsigned lane = threadIdx.x % warpSize;
    const unsigned from = lane + further < warpSize ? lane + further : lane;
    return __shfl_sync(mask, value, static_cast<int>(from));
}

unsigned __float_as_uint(float number) {
    return __builtin_bit_cast(unsigned, number);
}
float __int_as_float(int bits) {
    return __builtin_bit_cast(float, bits);
}

} // namespace

#define GF_CUDA
#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(threads)
#undef INFINITY

#include "kernels.h" // all of them, and GF_KERNELS(F), which has F(name) for each

namespace gf::test {

namespace {

template <class P> std::string typeOf() {
    return std::is_pointer_v<P> ? "p" : sizeof(P) == 8 ? "8" : "4";
}

template <class... P> std::string typesOf(void (*)(const int3, P...)) {
    return (std::string() + ... + typeOf<P>());
}

template <class... P, std::size_t... i>
void callWith(void (*kernel)(P...), void** parameters, std::index_sequence<i...>) {
    kernel(*static_cast<P*>(parameters[i])...);
}
template <class... P> void callWith(void (*kernel)(P...), void** parameters) {
    callWith(kernel, parameters, std::index_sequence_for<P...>());
}

const EmulatedKernel* running = nullptr;
void** given = nullptr;

/// Group after group.
void runThread() {
    for (;;) {
        running->call(given);
        rest(Rest::Done);
    }
}

void goOn(Thread& thread) {
    if (_setjmp(scheduler) != 0)
        return;
    if (thread.rest != Rest::Never)
        _longjmp(thread.place, 1);
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = thread.stack.data();
    context.uc_stack.ss_size = thread.stack.size();
    makecontext(&context, runThread, 0);
    setcontext(&context);
}

/// To the next barrier or the end, where all of them have to come.
Rest runWarp(int warp) {
    for (;;) {
        const auto first = static_cast<std::size_t>(warp * warpSize);
        for (std::size_t lane = 0; lane < warpSize; ++lane) {
            threadIdx.x = static_cast<unsigned>(first + lane);
            goOn(threads[first + lane]);
        }
        const Rest why = threads[first].rest;
        for (std::size_t lane = 1; lane < warpSize; ++lane)
            if (threads[first + lane].rest != why)
                return Rest::Never;
        if (why != Rest::AtShuffle)
            return why;
    }
}

std::string runGroup(bool backwards) {
    constexpr int warps = threadCount / warpSize;
    for (;;) {
        int done = 0;
        for (int i = 0; i < warps; ++i) {
            const Rest why = runWarp(backwards ? warps - 1 - i : i);
            if (why == Rest::Never)
                return "the threads of a warp wait for each other at several places";
            done += why == Rest::Done ? 1 : 0;
        }
        if (done == warps)
            return {};
        if (done > 0)
            return "threads wait for others that have ended";
    }
}

} // namespace

const EmulatedKernel* emulatedKernel(std::string_view name) {
#define GF_KERNEL(kernel)                                                                          \
    {#kernel, {typesOf(kernel), [](void** parameters) { callWith(kernel, parameters); }}},
    static const std::map<std::string_view, EmulatedKernel> kernels{GF_KERNELS(GF_KERNEL)};
    const auto found = kernels.find(name);
    return found == kernels.end() ? nullptr : &found->second;
}

std::string runEmulated(const EmulatedKernel& kernel, const std::array<unsigned, 3>& groups,
                        void** parameters) {
    running = &kernel;
    given = parameters;
    std::string mistake;
    bool backwards = false;
    for (blockIdx.z = 0; blockIdx.z < groups[2] && mistake.empty(); ++blockIdx.z)
        for (blockIdx.y = 0; blockIdx.y < groups[1] && mistake.empty(); ++blockIdx.y)
            for (blockIdx.x = 0; blockIdx.x < groups[0] && mistake.empty(); ++blockIdx.x) {
                mistake = runGroup(backwards);
                backwards = !backwards;
            }
    return mistake;
}

} // namespace gf::test
