// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/probe.h"
#include "core/train/verify.h"
#include "tests/core/families.h"

#include <memory>
#include <string>
#include <vector>

namespace gf::test {

/// What a fresh model of some family makes of an example with filler.
struct FamilyTrace {
    std::string family;
    std::shared_ptr<const Trace> trace;
};

/// Of every family, computed once.
inline const std::vector<FamilyTrace>& familyTraces() {
    static const auto all = [] {
        std::vector<FamilyTrace> traces;
        for (const auto& [name, config] : everyModel()) {
            const auto parameters = makeParameters(config);
            initialize(*parameters, config, 1);
            const auto backend = makeBackend("eigen");
            ProbeExample example = drawnExample(config, 1);
            example.padding = 2;
            traces.push_back({name, Probe(*backend, config, *parameters, example, {}, {}).run(0)});
        }
        return traces;
    }();
    return all;
}

} // namespace gf::test
