// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/launch.h"
#include "core/backend/gpu/placement.h"
#include "core/backend/gpu/product_tuning.h"
#include "core/backend/plan/plan.h"
#include "core/graph/graph.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace gf::gpu {

/// The numbers of a node as matrices: where they are, and how far it is from example to example (0:
/// all share one), from head to head and from row to row. Columns lie side by side.
struct Operand {
    const Node* node = nullptr;
    Place place;
    Index examples = 1;
    Index count = 0; ///< of one example
    Index heads = 1, rows = 1, columns = 1;
    Index example = 0, head = 0, row = 0;

    Index all() const { return examples * count; }
    bool isShared() const { return example == 0; }
    /// With the features of all heads side by side, where they lie so.
    Index allRows() const { return all() / row; }
    /// All examples beneath each other, heads side by side.
    Operand asOneMatrix() const;
};

Index groupsFor(Index count, Index each);
std::int32_t toInt(Index value);
std::int32_t toInt(bool value);
/// A place in the units of the kernels' tables.
std::int32_t toUnits(Index numbers);

/// What is appended to while a graph is lowered: the launches, and what they need beside the nodes.
class LaunchList {
public:
    using Arguments = std::vector<Argument>;

    LaunchList(const Graph& graph, const ExecutionPlan& plan, Index batch, Placement& placement,
               const ProductTuning& tuning)
        : m_graph(graph), m_plan(plan), m_batch(batch), m_placement(placement), m_tuning(tuning) {}

    const Graph& graph() const { return m_graph; }
    const Node& node(NodeId id) const { return m_graph[id]; }
    const ExecutionPlan& plan() const { return m_plan; }
    Placement& placement() { return m_placement; }
    const ProductTuning& tuning() const { return m_tuning; }
    Operand operandOf(NodeId id) const;
    Place placeOf(NodeId id) const { return m_placement.of(id); }

    void add(Launch launch) { m_launches.push_back(std::move(launch)); }
    void add(std::string_view kernel, std::array<Index, 3> groups, Arguments arguments) {
        add({kernel, groups, std::move(arguments)});
    }
    /// Of so much work that each group does.
    void add(std::string_view kernel, std::array<Index, 3> groups, Arguments arguments,
             Index groupWork);
    /// A thread for each of `count` numbers, the last argument.
    void addEach(std::string_view kernel, Index count, Arguments arguments, Index work = usualWork);
    /// A row of lanes for each row; the rows and the columns are the last arguments.
    void addRows(std::string_view kernel, Index rows, Index columns, Arguments arguments);

    /// Where the parts of a sum of `count` numbers go, `stride` numbers from each to the next; they
    /// are added up before anybody reads the sum. Of one part it is the sum itself.
    struct Parts {
        Place place;
        Index stride = 0;
    };
    Parts partsOf(Place sum, Index count, Index parts);
    /// Of several sums whose parts lie beside each other, in the order of `sums`; `apart` numbers
    /// from each to the next.
    struct ManyParts {
        Place place;
        Index stride = 0;
        Index apart = 0;
    };
    ManyParts partsOf(const std::vector<Place>& sums, Index count, Index parts);
    /// Adds up what somebody may read now.
    void finishSums();
    void finishSumsRead(const Node& by);

    /// Sums of columns of a matrix of `rows`: how many rows each group along y adds.
    static Index rowsOfPart(Index rows, Index columns);

    /// A table of integers.
    Place table(const std::vector<std::int32_t>& numbers);
    /// A table for kernels that work on many tensors at once, a group on each run of so many
    /// numbers: for each group the tensor's row and the first number, then the rows.
    struct RunTable {
        Place place;
        Index groups = 0;
        std::int32_t rows = 0; ///< where they begin
    };
    RunTable runTable(const std::vector<std::vector<std::int32_t>>& rows,
                      const std::vector<Index>& counts, Index run);

    /// The moments of the rows of a LayerNorm's operand, two numbers each: where the norm leaves
    /// them for its gradients.
    Place newMomentsOf(NodeId x, Index rows);
    Place momentsOf(NodeId x) const { return m_moments.at(m_plan.root(x)); }

    std::vector<Launch> take() { return std::move(m_launches); }

private:
    struct Sum {
        Place to;
        Place parts;
        Index count = 0, number = 0, stride = 0;
    };

    const Graph& m_graph;
    const ExecutionPlan& m_plan;
    Index m_batch;
    Placement& m_placement;
    const ProductTuning& m_tuning;
    std::vector<Launch> m_launches;
    std::vector<Sum> m_sums; ///< whose parts are not added up yet
    std::map<NodeId, Place> m_moments;
};

} // namespace gf::gpu
