// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/product_call.h"

#include "core/backend/gpu/launch_list.h"

namespace gf::gpu {

Launch ProductCall::launch(Storage storage, const ProductCut& cut) const {
    const ProductTile& tile = productTiles[cut.tile];
    const Index matrices = heads * examples * jobCount * cut.parts;
    Launch launch{tile.kernels[indexOf(storage)],
                  {groupsFor(columns, tile.side) * matrices, groupsFor(rows, tile.side), 1},
                  {y.place, a.place, b.place, bias, addend, x, active, columnSums, jobs},
                  tile.side * tile.side * cut.partDepth * terms};
    std::vector<Argument>& arguments = launch.arguments;
    for (const Matrices* operand : {&y, &a, &b}) {
        arguments.emplace_back(std::int64_t(operand->example));
        arguments.emplace_back(std::int64_t(operand->head));
        arguments.emplace_back(toInt(operand->row));
    }
    for (const Index number :
         {rows, columns, depth, heads, examples, jobCount, terms, cut.partDepth})
        arguments.emplace_back(toInt(number));
    arguments.emplace_back(std::int64_t(yPart));
    arguments.emplace_back(std::int64_t(sumsPart));
    for (const std::int32_t number :
         {toInt(makesY), toInt(hasBias), toInt(hasAddend), slope, activation, toInt(sumsColumns)})
        arguments.emplace_back(number);
    return launch;
}

} // namespace gf::gpu
