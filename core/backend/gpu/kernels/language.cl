// SPDX-License-Identifier: GPL-3.0-or-later
//
// One source for all graphics cards: OpenCL C, or CUDA C++ where GF_CUDA is defined. The words that
// the two languages spell differently stand here; a kernel uses no other. Every kernel runs in
// groups of GROUP_SIZE threads along one dimension.
//
// An operand is a buffer and a place in it: IN(x) and OUT(y) among the parameters, OPEN(x) at the
// beginning of the body, and from then on x[i] is its number i. Before all parameters stands PIECE.
// A piece of a launch begins in its middle: GROUP_X counts from the launch's beginning.

#define GROUP_SIZE 256

#ifdef GF_CUDA
#define KERNEL extern "C" __global__ void __launch_bounds__(GROUP_SIZE)
#define DEVICE static __device__ __forceinline__
#define GLOBAL
#define LOCAL __shared__
#define LOCAL_ALIGNED __shared__ __align__(16)
#define LOCAL_POINTER
#define BARRIER __syncthreads()
#define LID ((int)threadIdx.x)
#define PIECE const int3 firstGroup,
#define GROUP_X (firstGroup.x + (int)blockIdx.x)
#define GROUP_Y (firstGroup.y + (int)blockIdx.y)
#define GROUP_Z (firstGroup.z + (int)blockIdx.z)
#define AS_INTS(x) ((const int*)(x))
#define BITS(x) __float_as_uint(x)
#define FROM_BITS(x) __int_as_float(x)
#define NO_NUMBER nanf("")
#define INFINITY __int_as_float(0x7f800000)
typedef long long offset_t;
typedef unsigned int uint;
#else
#define KERNEL __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) __kernel void
#define DEVICE static inline
#define GLOBAL __global
#define LOCAL __local
#define LOCAL_ALIGNED __attribute__((aligned(16))) __local
#define LOCAL_POINTER __local
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define LID ((int)get_local_id(0))
#define PIECE                                          // it begins at a global offset, from which
#define GROUP_X ((int)(get_global_id(0) / GROUP_SIZE)) // get_group_id() would count
#define GROUP_Y ((int)get_global_id(1))
#define GROUP_Z ((int)get_global_id(2))
#define AS_INTS(x) ((__global const int*)(x))
#define BITS(x) as_uint(x)
#define FROM_BITS(x) as_float(x)
#define NO_NUMBER nan(0u)
typedef long offset_t;
#endif

/// Before a loop over numbers in registers, which have no addresses.
#define UNROLL _Pragma("unroll")
#define UNROLL_NOT _Pragma("unroll 1")
#define UNROLL_TWICE _Pragma("unroll 2") // more takes more registers than a card has

/// The number of a thread among those of its row of groups.
#define GID (GROUP_X * GROUP_SIZE + LID)

#define IN(x) GLOBAL const float *x##_buffer, offset_t x##_at
#define OUT(y) GLOBAL float *y##_buffer, offset_t y##_at
#define OPEN(x) GLOBAL const float* const x = x##_buffer + x##_at
#define OPEN_OUT(y) GLOBAL float* const y = y##_buffer + y##_at

// ---- sums over what a few threads hold ----------------------------------------------------------
//
// A group has GROUP_SIZE / LANES rows of LANES threads each, the lanes of that row. What is summed is
// summed by the same tree in every run.

#define LANES 32
#define ROWS (GROUP_SIZE / LANES)
#define LANE (LID % LANES)
#define ROW_IN_GROUP (LID / LANES)

/// The larger of two; what is no number stays so.
DEVICE float larger(float a, float b) {
    return isnan(a) || isnan(b) ? NO_NUMBER : fmax(a, b);
}

#ifdef GF_CUDA

// The lanes of a row are a warp, whose threads hand numbers to each other without local memory.
#define EVERY_LANE 0xffffffffu

DEVICE float sumOfLanes(float value, float*) {
    for (int other = LANES / 2; other > 0; other /= 2)
        value += __shfl_down_sync(EVERY_LANE, value, other);
    return __shfl_sync(EVERY_LANE, value, 0);
}

DEVICE float largestOfLanes(float value, float*) {
    for (int other = LANES / 2; other > 0; other /= 2)
        value = larger(value, __shfl_down_sync(EVERY_LANE, value, other));
    return __shfl_sync(EVERY_LANE, value, 0);
}

#else

/// The sum over the lanes of a row; every thread of the group has to come here.
DEVICE float sumOfLanes(float value, LOCAL_POINTER float* shelf) {
    shelf[LID] = value;
    BARRIER;
    for (int other = LANES / 2; other > 0; other /= 2) {
        if (LANE < other)
            shelf[LID] += shelf[LID + other];
        BARRIER;
    }
    const float sum = shelf[LID - LANE];
    BARRIER;
    return sum;
}

/// The largest of a row's lanes.
DEVICE float largestOfLanes(float value, LOCAL_POINTER float* shelf) {
    shelf[LID] = value;
    BARRIER;
    for (int other = LANES / 2; other > 0; other /= 2) {
        if (LANE < other)
            shelf[LID] = larger(shelf[LID], shelf[LID + other]);
        BARRIER;
    }
    const float largest = shelf[LID - LANE];
    BARRIER;
    return largest;
}

#endif

/// The sum over all threads of the group. Made of the sums of rows it would be shorter, but NVRTC 13.0
/// crashes on that for sm_75 and sm_80.
DEVICE float sumOfGroup(float value, LOCAL_POINTER float* shelf) {
    shelf[LID] = value;
    BARRIER;
    for (int other = GROUP_SIZE / 2; other > 0; other /= 2) {
        if (LID < other)
            shelf[LID] += shelf[LID + other];
        BARRIER;
    }
    const float sum = shelf[0];
    BARRIER;
    return sum;
}
