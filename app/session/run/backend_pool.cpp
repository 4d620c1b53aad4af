// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/backend_pool.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gf {

OpenBackend::OpenBackend(std::string called, std::shared_ptr<const Backend> opened)
    : name(std::move(called)), backend(std::move(opened)) {}

OpenBackend::OpenBackend(const std::string& called)
    : OpenBackend(called, makeTunedBackend(called)) {}

bool mayBeLost(const std::string& backend) {
    const std::vector<std::string> builtIn = backendNames();
    return std::ranges::find(builtIn, backend) == builtIn.end();
}

void BackendPool::forgetDevices() {
    std::erase_if(m_open, [](const auto& open) { return mayBeLost(open.first); });
}

OpenBackend BackendPool::open(const std::string& name) {
    const auto found = m_open.find(name);
    if (found != m_open.end())
        return {name, found->second};
    std::shared_ptr<const Backend> backend = m_make(name);
    m_open.emplace(name, backend);
    return {name, std::move(backend)};
}

} // namespace gf
