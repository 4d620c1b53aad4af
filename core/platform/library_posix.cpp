// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/library.h"

#include <dlfcn.h>

namespace gf {

Library::Library(std::span<const char* const> names) {
    for (const char* name : names) {
        m_handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (m_handle) {
            m_problem.clear();
            return;
        }
        const char* said = ::dlerror();
        if (m_problem.empty())
            m_problem = said ? said : name;
    }
}

Library::Address Library::address(const char* name) const {
    return m_handle ? reinterpret_cast<Address>(::dlsym(m_handle, name)) : nullptr;
}

} // namespace gf
