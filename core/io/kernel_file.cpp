// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/kernel_file.h"

#include "core/io/atomic_file.h"
#include "core/io/cache_file.h"
#include "core/model/name_hash.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <cstdint>

namespace gf {

namespace {

constexpr std::uint64_t mostBytes = std::uint64_t{1} << 26;

/// What stands before kernels that are whole and of this key.
std::string headOf(const KernelKey& key, std::string_view compiled) {
    const std::string from = key.target + '\0' + std::string(key.source);
    return "glassformer kernels 1 " + hexadecimal(nameHash(from)) + ' ' +
           hexadecimal(nameHash(compiled)) + '\n';
}

std::string found(const KernelKey& key) {
    const std::string path = kernelPath(key);
    if (path.empty())
        return {};
    try {
        const std::string file = readWholeFile(path, mostBytes);
        const std::size_t end = file.find('\n') + 1; // npos + 1 is 0
        const std::string_view compiled = std::string_view(file).substr(end);
        return file.starts_with(headOf(key, compiled)) ? std::string(compiled) : "";
    } catch (const Error&) {
        return {};
    }
}

void keep(const KernelKey& key, const std::string& compiled) {
    const std::string path = kernelPath(key);
    makeCacheFolderOf(path);
    try {
        writeFileAtomically(path, headOf(key, compiled) + compiled);
    } catch (const Error&) {
        return; // they are compiled again the next time
    }
}

} // namespace

std::string kernelPath(const KernelKey& key) {
    return cachePath("kernels", hexadecimal(nameHash(key.target)) + ".kernels");
}

KernelStore kernelFiles() {
    return {found, keep};
}

} // namespace gf
