// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/library.h"

#include <algorithm>
#include <cstddef>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace gf {

Library::Library(std::span<const char* const> names,
                 std::span<const std::filesystem::path> folders) {
    for (const char* name : names) {
        m_handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
        const char* const said = m_handle ? nullptr : ::dlerror();
        if (m_problem.empty())
            m_problem = said ? said : name;
        for (auto folder = folders.begin(); !m_handle && folder != folders.end(); ++folder)
            m_handle = ::dlopen((*folder / name).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (m_handle) {
            m_problem.clear();
            return;
        }
    }
}

Library::Address Library::address(const char* name) const {
    return m_handle ? reinterpret_cast<Address>(::dlsym(m_handle, name)) : nullptr;
}

#ifdef __GLIBC__ // which says where it looks
namespace {

/// The folders in which the loader looks for every library.
std::vector<std::string> loaderFolders() {
    void* const self = ::dlopen(nullptr, RTLD_NOW);
    Dl_serinfo sizes{};
    if (!self || ::dlinfo(self, RTLD_DI_SERINFOSIZE, &sizes) != 0)
        return {};
    std::vector<std::max_align_t> room(sizes.dls_size / sizeof(std::max_align_t) + 1);
    auto* const info = reinterpret_cast<Dl_serinfo*>(room.data());
    std::vector<std::string> folders;
    if (::dlinfo(self, RTLD_DI_SERINFOSIZE, info) == 0 &&
        ::dlinfo(self, RTLD_DI_SERINFO, info) == 0)
        for (unsigned i = 0; i < info->dls_cnt; ++i)
            folders.emplace_back(info->dls_serpath[i].dls_name);
    ::dlclose(self);
    return folders;
}

/// What ldconfig has found in other folders; names stand in its file as they are.
bool isInLoaderCache(std::string_view name) {
    std::ifstream file("/etc/ld.so.cache", std::ios::binary);
    const std::string cache{std::istreambuf_iterator<char>(file), {}};
    return cache.find(std::string(name) + '\0') != std::string::npos;
}

bool isInstalled(const std::vector<std::string>& folders, const char* name) {
    return std::ranges::any_of(folders,
                               [&](const std::string& folder) {
                                   return ::access((folder + '/' + name).c_str(), R_OK) == 0;
                               }) ||
           isInLoaderCache(name);
}

} // namespace

bool isLibraryInstalled(std::span<const char* const> names) {
    const std::vector<std::string> folders = loaderFolders();
    return std::ranges::any_of(
        names, [&](const char* name) { return folders.empty() || isInstalled(folders, name); });
}
#else
bool isLibraryInstalled(std::span<const char* const>) {
    return true;
}
#endif

} // namespace gf
