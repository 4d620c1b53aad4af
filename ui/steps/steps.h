// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "ui/focus/focus.h"
#include "ui/language/titles.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <span>
#include <vector>

namespace gf {

/// One stop of the walk: a node of the graph and how people call it.
struct Step {
    NodeId node = noNode;
    QString step;          ///< as Focus::step has it: the node's name without "grad/"
    QString title;         ///< "Encoder · layer 1 · self-attention · weights"
    QString kind;          ///< what its texts are called: "attn.weights", "norm.output", "logits"
    int layer = -1;        ///< counted from 0; −1 outside the layers
    bool gradient = false; ///< a backward (or update) step, walked when Focus::gradients is set
};

/// The steps of one graph in the order in which they run, which is the order of the walk. Forward
/// steps are walked when values are shown, backward ones when gradients are. Inputs and parameters
/// are not walked but can be searched for and gone to. They are made once for a graph: copies share
/// them.
class Steps {
public:
    Steps() = default;
    explicit Steps(std::shared_ptr<const Graph> graph);

    /// The walk: forward steps, or with `gradients` the backward and update ones.
    std::span<const Step> walk(bool gradients) const;
    /// Inputs and parameters.
    std::span<const Step> leaves() const { return m_lists->leaves; }

    /// The step that `focus` is at (a walked one or a leaf), or nullptr.
    const Step* at(const Focus& focus) const;
    /// The one after / before `focus` in its walk; nullptr at the ends. A focus that is not in the
    /// walk (a parameter, an unknown step) starts it.
    const Step* next(const Focus& focus) const;
    const Step* previous(const Focus& focus) const;
    /// Place of `focus` in its walk, −1 when it is not there.
    int indexOf(const Focus& focus) const;

    /// The same step `delta` layers further; an empty string where there is none.
    QString inOtherLayer(const Focus& focus, int delta) const;

    /// Steps whose name or title matches every word of `text` (letters in order suffice), best
    /// first, at most `limit`. An empty text finds nothing.
    std::vector<const Step*> search(const QString& text, int limit = 20) const;

    const Graph* graph() const { return m_graph.get(); }

private:
    struct Lists {
        std::vector<Step> forward;
        std::vector<Step> backward;
        std::vector<Step> leaves;
    };

    std::shared_ptr<const Graph> m_graph;
    std::shared_ptr<const Lists> m_lists = std::make_shared<const Lists>();
};

/// The node that `focus` shows: the step itself, or with gradients "grad/<step>". noNode when the
/// graph has none (no gradient flows there, or the step is unknown).
NodeId nodeOf(const Graph& graph, const Focus& focus);

/// The name of a node as Focus::step has it (without "grad/").
QString stepOf(const Node& node);

/// The parameter that a step of the update or the optimizer's memory is about; noNode for every
/// other node.
NodeId parameterOf(const Node& node);

} // namespace gf
