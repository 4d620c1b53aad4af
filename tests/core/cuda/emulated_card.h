// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/cuda_device.h"
#include "core/platform/library.h"
#include "tests/core/cuda/fake_cuda.h"

#include <array>
#include <memory>

/// CUDA on a fake driver and fake compilers, for test programs that are told where these lie.
namespace gf::test {

inline const gpu::CudaLibraries fakeLibraries{
    {GF_FAKE_CUDA}, {GF_FAKE_CUDA}, {{13, {GF_FAKE_NVRTC_13}}, {12, {GF_FAKE_NVRTC_12}}}};

inline FakeCuda& fake() {
    static const std::array names{GF_FAKE_CUDA};
    static const Library library(names);
    return *library.function<decltype(fakeCuda)>("fakeCuda")();
}

/// A card that computes.
inline std::shared_ptr<gpu::Device> emulatedCard() {
    fake().computes = true;
    return gpu::CudaDevices(fakeLibraries).open(0);
}

} // namespace gf::test
