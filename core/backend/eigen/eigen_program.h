// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/eigen/operation.h"
#include "core/backend/plan/plan.h"
#include "core/backend/program.h"
#include "core/backend/run_log.h"

#include <vector>

namespace gf::eigen {

/// A graph computed by Eigen, node after node: the reference for every other backend. Every value
/// is kept, whatever the options say, and one thread computes them. Unlike the fast backend's, its
/// steps take memory for intermediate results.
template <class Scalar> class EigenProgram final : public BasicProgram<Scalar> {
public:
    EigenProgram(std::shared_ptr<const Graph> graph, BasicParameters<Scalar>& parameters,
                 const ProgramOptions& options);

    const Graph& graph() const override { return *m_graph; }
    Index batch() const override { return m_batch; }
    void setPart(NodeId input, Index first, std::span<const Scalar> values) override;
    void setRandom(std::uint64_t seed, std::uint64_t step) override { m_random = {seed, step}; }
    void run() override;
    std::vector<BasicTensor<Scalar>> values(std::span<const Wanted> wanted) const override;
    std::vector<Scalar> notes(Index runs) const override { return m_log.last(runs); }
    /// From now on the gradient of the ReLU of `input` is 0 where `numbers` are not above 0,
    /// instead of where its input is not: two runs can be compared only on the same side of the
    /// kink. For one example; `input` is a matrix.
    void takeSides(NodeId input, std::span<const float> numbers);
    std::size_t memoryBytes() const override;
    void setProfiling(bool on) override;
    std::vector<OpTime> profile() const override { return m_profile; }

private:
    void place(const Node& node);
    Scalar* numbersOf(const Node& node, Index examples);
    bool isOfParameters(NodeId id) const;
    void followParameters();
    BasicTensor<Scalar> snapshotOf(NodeId id) const;
    Operation<Scalar> operationOf(NodeId id) const;
    const Value<Scalar>& valueOf(NodeId id) const { return m_values[id]; }

    std::shared_ptr<const Graph> m_graph;
    BasicParameters<Scalar>& m_parameters;
    const Scalar* m_parametersAt; ///< where they lay when addresses were found
    ExecutionPlan m_plan;
    Index m_batch;
    RandomState m_random;
    std::vector<AlignedBuffer<Scalar>> m_buffers;
    std::vector<Value<Scalar>> m_values;         ///< by node
    std::vector<Operation<Scalar>> m_operations; ///< of a run, in order
    RunLog<Scalar> m_log;
    bool m_profiling = false;
    std::vector<OpTime> m_profile;
};

} // namespace gf::eigen
