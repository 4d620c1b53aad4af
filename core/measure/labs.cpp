// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/labs.h"

#include <algorithm>

namespace gf {

std::span<const Lab> labs() {
    static constexpr Lab table[] = {
        {"variance", phrase("Why are scores divided by √K?")},
        {"shuffle", phrase("What changes when the tokens of the source change places?")},
        {"dictionary", phrase("Does a query pick one key, or does it mix?")},
        {"linear", phrase("Is attention linear?")},
        {"length", phrase("What happens at lengths that training had not?")},
        {"rotation", phrase("What turns one position into the position k further?")},
        {"padding", phrase("What does padding change?")},
        {"cost", phrase("What does a sentence cost?")},
        {"rollout", phrase("What reaches a token through several layers?")},
        {"ablation", phrase("Which heads does the model need?")},
        {"writing", phrase("What happens when the model reads what it wrote?")},
        {"code", phrase("How is this step written in PyTorch?")},
        {"tour", phrase("How good is the tour?")},
        {"series", phrase("What does the forecast make of the past?")},
        {"lens", phrase("In which layer does the answer appear?")},
        {"patch", phrase("Which cell carries the answer?")},
        {"score", phrase("Why does this head look there?")},
    };
    return table;
}

const Lab* findLab(std::string_view name) {
    const auto found = std::ranges::find(labs(), name, &Lab::name);
    return found == labs().end() ? nullptr : &*found;
}

} // namespace gf
