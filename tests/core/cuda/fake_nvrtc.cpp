// SPDX-License-Identifier: GPL-3.0-or-later
//
// A compiler that is opened in the place of NVRTC, of the version of CUDA that GF_FAKE_NVRTC_MAJOR
// says. What it compiles is a text that says for what and by whom. A test finds the record by
// fakeNvrtc().
#include "tests/core/cuda/fake_nvrtc.h"

#include "core/backend/gpu/cuda_api.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace {

gf::test::FakeNvrtc record;
std::set<nvrtcProgram> programs;
std::uintptr_t lastProgram = 4096;

constexpr nvrtcResult invalidProgram = 4;
constexpr nvrtcResult invalidOption = 5;
constexpr nvrtcResult compilationFailed = 6;
constexpr nvrtcResult internalError = 11;

nvrtcResult called(const char* name) {
    record.calls.emplace_back(name);
    return static_cast<int>(record.calls.size()) == record.failAt ? internalError : 0;
}

nvrtcResult calledFor(const char* name, nvrtcProgram program) {
    if (programs.contains(program))
        return called(name);
    ++record.mistakes;
    return invalidProgram;
}

/// "--gpu-architecture=sm_90" in words.
std::string cubin() {
    std::string text = "NVRTC " + std::to_string(GF_FAKE_NVRTC_MAJOR);
    for (const std::string& option : record.options)
        text += ' ' + option;
    return text;
}

nvrtcResult give(const char* name, nvrtcProgram program, const std::string& text, char* to) {
    const nvrtcResult code = calledFor(name, program);
    if (code == 0)
        std::memcpy(to, text.c_str(), text.size() + 1);
    return code;
}

nvrtcResult giveSize(const char* name, nvrtcProgram program, const std::string& text,
                     std::size_t* size) {
    *size = text.size() + 1;
    return calledFor(name, program);
}

} // namespace

extern "C" {

gf::test::FakeNvrtc* fakeNvrtc() {
    return &record;
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
    *major = GF_FAKE_NVRTC_MAJOR;
    *minor = 4;
    return called("nvrtcVersion");
}
const char* nvrtcGetErrorString(nvrtcResult) {
    return "NVRTC_ERROR_INTERNAL_ERROR";
}
nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
    *count = static_cast<int>(record.knows.size());
    return called("nvrtcGetNumSupportedArchs");
}
nvrtcResult nvrtcGetSupportedArchs(int* capabilities) {
    std::ranges::copy(record.knows, capabilities);
    return called("nvrtcGetSupportedArchs");
}
nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char*, int,
                               const char* const*, const char* const*) {
    const nvrtcResult code = called("nvrtcCreateProgram");
    if (code != 0)
        return code;
    if (std::strstr(source, "KERNEL") == nullptr)
        ++record.mistakes;
    *program = reinterpret_cast<nvrtcProgram>(lastProgram += 64);
    programs.insert(*program);
    ++record.open;
    return 0;
}
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int options, const char* const* texts) {
    const nvrtcResult code = calledFor("nvrtcCompileProgram", program);
    record.options.assign(texts, texts + options);
    const bool isKnown = std::ranges::any_of(record.knows, [](int capability) {
        return std::ranges::count(record.options,
                                  "--gpu-architecture=sm_" + std::to_string(capability)) == 1;
    });
    return code != 0 ? code : !record.log.empty() ? compilationFailed : isKnown ? 0 : invalidOption;
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, std::size_t* size) {
    return giveSize("nvrtcGetProgramLogSize", program, record.log, size);
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
    return give("nvrtcGetProgramLog", program, record.log, log);
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t* size) {
    return giveSize("nvrtcGetCUBINSize", program, cubin(), size);
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* to) {
    return give("nvrtcGetCUBIN", program, cubin(), to);
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
    const nvrtcResult code = calledFor("nvrtcDestroyProgram", *program);
    record.open -= static_cast<int>(programs.erase(*program));
    *program = nullptr;
    return code;
}
}
