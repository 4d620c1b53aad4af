// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/io/tuned_backend.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace gf {

/// A backend, and the name by which it was asked for.
struct OpenBackend {
    std::string name;
    std::shared_ptr<const Backend> backend;

    OpenBackend(std::string name, std::shared_ptr<const Backend> backend);
    /// Opened for this. Throws Error.
    OpenBackend(const std::string& name);
    OpenBackend(const char* asked) : OpenBackend(std::string(asked)) {}
};

/// Whether it is no part of this program, and may fail in the middle.
bool mayBeLost(const std::string& backend);

/// How a backend is opened by its name; throws Error.
using MakeBackend = std::function<std::unique_ptr<Backend>(std::string_view)>;

/// The backends that are open. They stay so, because compiling the kernels of a graphics card takes
/// seconds. Lives in the worker's thread.
class BackendPool {
public:
    explicit BackendPool(MakeBackend make = makeTunedBackend) : m_make(std::move(make)) {}

    bool isOpen(const std::string& name) const { return m_open.contains(name); }
    /// Throws Error.
    OpenBackend open(const std::string& name);
    /// One that is lost, and what was opened on it.
    void forget(const std::string& name) { m_open.erase(name); }
    /// All that are no part of this program: one of them is lost, and what was opened on it. They
    /// are opened anew when somebody asks for them again.
    void forgetDevices();

private:
    MakeBackend m_make;
    std::map<std::string, std::shared_ptr<const Backend>> m_open;
};

} // namespace gf
