// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/operands.h"

#include <cassert>
#include <cmath>
#include <vector>

namespace gf::cpu {

RangeTask lowerRange(const Node& node, const Lowering& lowering) {
    const Operands o{node, lowering};
    const Kernels& k = lowering.kernels;
    const auto& adam = node.as<AdamAttributes>();
    const double kept = node.as<MomentAttributes>().beta;
    const double decays = node.as<DecayAttributes>().rate;
    const auto beta = static_cast<float>(kept);
    const float* x = o.in(0);
    const float* z = o.in(1);
    float* y = o.out();
    switch (node.op->kind()) {
    case OpKind::Add: {
        std::vector<const float*> rest;
        for (std::size_t i = 2; i < node.inputs.size(); ++i)
            rest.push_back(o.in(i));
        return [=, &k](Index begin, Index end) {
            k.add(end - begin, x + begin, z + begin, y + begin);
            for (const float* term : rest)
                k.accumulate(end - begin, term + begin, y + begin);
        };
    }
    case OpKind::ClipGradient:
        return [=, &k](Index begin, Index end) { k.scale(end - begin, *z, x + begin, y + begin); };
    case OpKind::DecayGradient:
        return [=, &k, decay = static_cast<float>(decays)](Index begin, Index end) {
            k.blend(end - begin, 1.0F, x + begin, decay, z + begin, y + begin);
        };
    case OpKind::AdamMoment1:
        return [=, &k, rest = static_cast<float>(1 - kept)](Index begin, Index end) {
            k.blend(end - begin, beta, x + begin, rest, z + begin, y + begin);
        };
    case OpKind::AdamMoment2:
        return [=, &k, rest = static_cast<float>(1 - kept)](Index begin, Index end) {
            k.secondMoment(end - begin, beta, rest, x + begin, z + begin, y + begin);
        };
    case OpKind::AdamUpdate:
        return [=, &k, rate = o.in(2), step = o.in(3)](Index begin, Index end) {
            const auto t = static_cast<double>(*step);
            k.adamUpdate(end - begin, *rate, static_cast<float>(1 / (1 - std::pow(adam.beta1, t))),
                         static_cast<float>(1 / (1 - std::pow(adam.beta2, t))),
                         static_cast<float>(adam.epsilon), x + begin, z + begin, y + begin);
        };
    case OpKind::Momentum:
        return [=, &k](Index begin, Index end) {
            k.blend(end - begin, beta, x + begin, 1.0F, z + begin, y + begin);
        };
    case OpKind::SgdUpdate:
        return [=, &k](Index begin, Index end) { k.scale(end - begin, -*z, x + begin, y + begin); };
    case OpKind::Apply: {
        const float* rate = node.inputs.size() == 3 ? o.in(2) : nullptr;
        return [=, &k, decay = static_cast<float>(decays)](Index begin, Index end) {
            const float keep = rate ? 1 - *rate * decay : 1.0F;
            k.blend(end - begin, keep, x + begin, 1.0F, z + begin, y + begin);
        };
    }
    default:
        assert(false && "not an elementwise update");
        return {};
    }
}

} // namespace gf::cpu
