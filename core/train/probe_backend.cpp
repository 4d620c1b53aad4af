// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe_backend.h"

#include "core/backend/plan/flops.h"

namespace gf {

ProbeBackends::ProbeBackends() : m_reference(makeBackend("eigen")), m_fast(makeBackend("cpu")) {}

const Backend& ProbeBackends::chosenFor(const Graph& graph, bool training) const {
    return isFastEnough(productFlops(graph, 1), training) ? *m_reference : *m_fast;
}

} // namespace gf
