// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tuned_backend.h"

#include "core/io/kernel_file.h"
#include "core/io/tuning_file.h"

namespace gf {

std::unique_ptr<Backend> makeTunedBackend(std::string_view name) {
    std::unique_ptr<Backend> backend = makeBackend(name, kernelFiles());
    if (Tunable* const tunable = tunableOf(*backend))
        if (const auto tuning = keptTuning(tunable->tuningKey()))
            tunable->setTuning(*tuning);
    return backend;
}

} // namespace gf
