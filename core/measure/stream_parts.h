// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/tensor/eigen.h"

#include <string>
#include <vector>

namespace gf {

/// One row of a matrix as a sum of named parts: of the residual stream at first, then of what norms
/// and products make of it. A norm is linear once its mean and deviation are held at what they are
/// (Elhage et al. 2021, "the residual stream"; Kobayashi et al. 2021, eq. 8), so each part goes
/// through it by itself.
class StreamParts {
public:
    using Row = Eigen::RowVectorXd;

    /// Of row `row`. Biases of norms and products are one part of the name `biases`.
    StreamParts(const Trace& trace, Index row, std::string biases)
        : m_trace(trace), m_row(row), m_biases(std::move(biases)) {}

    /// Parts of one name are one part.
    void add(const std::string& name, const Row& part);
    void addBias(const Row& bias) { add(m_biases, bias); }
    /// What a person's change made of the node, beyond what was computed: "changes".
    void addChange(NodeId node);
    /// What is another than the parts say, where a person changed `node`: "changes".
    void addChange(NodeId node, const Row& value);
    /// A norm with its mean and deviation held.
    void normalise(NodeId node);
    /// Of every part its product with this matrix.
    void multiply(const Eigen::MatrixXd& weight);

    Row sum() const;
    /// The row of a node's value [T,…].
    Row rowOf(NodeId node) const;
    const std::vector<std::string>& names() const { return m_names; }
    const std::vector<Row>& rows() const { return m_rows; }

protected:
    const Trace& m_trace;
    Index m_row;
    std::string m_biases;
    std::vector<std::string> m_names;
    std::vector<Row> m_rows;
};

} // namespace gf
