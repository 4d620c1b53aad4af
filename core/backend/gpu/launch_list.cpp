// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/launch_list.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace gf::gpu {

namespace {

Index inWholeUnits(Index count) {
    return (count + tableUnit - 1) / tableUnit * tableUnit;
}

} // namespace

Index groupsFor(Index count, Index each) {
    return std::max<Index>(1, (count + each - 1) / each);
}

std::int32_t toInt(Index value) {
    assert(value >= 0 && value <= 0x7fffffff && "a kernel counts in 32 bits");
    return static_cast<std::int32_t>(value);
}

std::int32_t toInt(bool value) {
    return value ? 1 : 0;
}

std::int32_t toUnits(Index numbers) {
    assert(numbers % tableUnit == 0);
    return static_cast<std::int32_t>(numbers / tableUnit);
}

Operand Operand::asOneMatrix() const {
    Operand one = *this;
    one.rows = all() / row;
    one.columns = row;
    one.heads = 1;
    one.example = 0;
    one.head = 0;
    one.examples = 1;
    return one;
}

Operand LaunchList::operandOf(NodeId id) const {
    const Node& node = m_graph[id];
    const Shape& shape = node.shape;
    Operand operand{&node, m_placement.of(id)};
    operand.examples = node.batched ? m_batch : 1;
    operand.count = shape.count();
    operand.heads = shape.matrices();
    operand.rows = shape.matrixRows();
    operand.columns = shape.columns();
    operand.example = node.batched ? operand.count : 0;
    const bool byToken = m_plan.layout(id) == Layout::ByToken;
    operand.head = byToken ? operand.columns : operand.rows * operand.columns;
    operand.row = byToken ? operand.heads * operand.columns : operand.columns;
    return operand;
}

void LaunchList::add(std::string_view kernel, std::array<Index, 3> groups, Arguments arguments,
                     Index groupWork) {
    add({kernel, groups, std::move(arguments), std::max(groupWork, usualWork * groupSize)});
}

void LaunchList::addEach(std::string_view kernel, Index count, Arguments arguments, Index work) {
    arguments.emplace_back(toInt(count));
    add(kernel, {groupsFor(count, groupSize), 1, 1}, std::move(arguments), groupSize * work);
}

void LaunchList::addRows(std::string_view kernel, Index rows, Index columns, Arguments arguments) {
    arguments.emplace_back(toInt(rows));
    arguments.emplace_back(toInt(columns));
    add(kernel, {groupsFor(rows, rowsOfGroup), 1, 1}, std::move(arguments),
        rowsOfGroup * columns * 2 * functionWork);
}

LaunchList::Parts LaunchList::partsOf(Place sum, Index count, Index parts) {
    const ManyParts many = partsOf(std::vector{sum}, count, parts);
    return {many.place, many.stride};
}

LaunchList::ManyParts LaunchList::partsOf(const std::vector<Place>& sums, Index count,
                                          Index parts) {
    if (parts == 1) // beside each other or not: the caller knows where each of them is
        return {sums[0], 0, 0};
    const Index apart = inWholeUnits(count);
    const Index stride = apart * static_cast<Index>(sums.size());
    const Place place = m_placement.workspace(parts * stride);
    for (std::size_t i = 0; i < sums.size(); ++i)
        m_sums.push_back({sums[i],
                          {place.memory, place.at + static_cast<Index>(i) * apart},
                          count,
                          parts,
                          stride});
    return {place, stride, apart};
}

void LaunchList::finishSumsRead(const Node& by) {
    for (const NodeId input : by.inputs)
        for (const Sum& sum : m_sums)
            if (sum.to == m_placement.of(input))
                return finishSums();
}

void LaunchList::finishSums() {
    if (m_sums.empty())
        return;
    std::vector<std::vector<std::int32_t>> rows;
    std::vector<Index> counts;
    Index mostParts = 0;
    for (const Sum& sum : m_sums) {
        mostParts = std::max(mostParts, sum.number);
        rows.push_back({toUnits(sum.to.at), toUnits(sum.parts.at), toInt(sum.count),
                        toInt(sum.number), toUnits(sum.stride)});
        counts.push_back(sum.count);
    }
    m_sums.clear();
    const RunTable runs = runTable(rows, counts, groupSize);
    add("reduce_partials", {runs.groups, 1, 1}, {Place{Memory::Numbers, 0}, runs.place, runs.rows},
        groupSize * mostParts);
}

/// As many parts as make a card busy, of enough rows each to be worth a group's while, and of so
/// few that it is not long at it.
Index LaunchList::rowsOfPart(Index rows, Index columns) {
    constexpr Index wantedGroups = 64;
    constexpr Index fewestRows = 64;
    constexpr Index mostRows = 65536;
    const Index wanted = groupsFor(wantedGroups, groupsFor(columns, columnsOfGroup));
    return std::clamp(groupsFor(rows, wanted), fewestRows, mostRows);
}

Place LaunchList::table(const std::vector<std::int32_t>& numbers) {
    std::vector<float> bits;
    bits.reserve(numbers.size());
    for (const std::int32_t number : numbers)
        bits.push_back(std::bit_cast<float>(number));
    return m_placement.table(std::move(bits));
}

LaunchList::RunTable LaunchList::runTable(const std::vector<std::vector<std::int32_t>>& rows,
                                          const std::vector<Index>& counts, Index run) {
    std::vector<std::int32_t> numbers;
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (Index first = 0; first < counts[row]; first += run) {
            numbers.push_back(static_cast<std::int32_t>(row));
            numbers.push_back(toInt(first));
        }
    const auto rowsAt = static_cast<std::int32_t>(numbers.size());
    for (const std::vector<std::int32_t>& row : rows)
        numbers.insert(numbers.end(), row.begin(), row.end());
    return {table(numbers), rowsAt / 2, rowsAt};
}

Place LaunchList::newMomentsOf(NodeId x, Index rows) {
    const auto [place, isNew] = m_moments.try_emplace(m_plan.root(x));
    if (isNew)
        place->second = m_placement.workspace(2 * rows);
    return place->second;
}

} // namespace gf::gpu
