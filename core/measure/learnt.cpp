// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/learnt.h"

#include <cmath>

namespace gf {

bool isHardlyTrained(const Trace& trace) {
    if (trace.isDifference() || trace.batch > 1)
        return false;
    if (trace.step == 0)
        return true;
    const Tensor* loss = trace.find("loss");
    const Tensor* logits = trace.find("logits");
    if (!loss || loss->empty() || !logits || logits->empty())
        return false;
    const auto words = static_cast<double>(logits->shape()[-1]);
    return static_cast<double>((*loss)[0]) > std::log(words) / 2;
}

} // namespace gf
