// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/recurrent.h"

#include "core/ops/activation.h"
#include "core/ops/add.h"
#include "core/ops/additive.h"
#include "core/ops/gate.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/slice.h"
#include "core/ops/softmax.h"

#include <cassert>
#include <string>
#include <vector>

namespace gf {

namespace {

// ---- a cell ------------------------------------------------------------------------------------

/// What the time steps of a layer share.
struct Weights {
    NodeId wX = noNode, wH = noNode; ///< [D_in,G·D] and [D,G·D], G gates
    NodeId bX = noNode, bH = noNode; ///< [G·D]
};

/// What a cell hands on from one time step to the next, [1,D] each.
struct State {
    NodeId state = noNode; ///< h: what the others read
    NodeId cell = noNode;  ///< c, of an LSTM
};

bool hasCell(const Builder& b) {
    return b.config.cell == CellKind::Lstm;
}

/// Products side by side: of a GRU r, z, n; of an LSTM i, f, g, o.
Index gatesOf(const Builder& b) {
    switch (b.config.cell) {
    case CellKind::Gru:
        return 3;
    case CellKind::Lstm:
        return 4;
    case CellKind::Rnn:
        break;
    }
    return 1;
}

Axis gateAxis(const Builder& b) {
    return gatesOf(b) > 1 ? Axis::Gate : Axis::Model;
}

ScopeLevel cellLevel(const Builder& b) {
    return {ScopeKind::Cell, choiceOf("cell", b.config)};
}

ScopeLevel timeStep(Index t) {
    return {ScopeKind::TimeStep, "t" + std::to_string(t), static_cast<int>(t), true};
}

Weights cellWeights(Builder& b, Index width) {
    const ScopeGuard scope(b.graph, cellLevel(b));
    const Index d = b.config.dModel;
    const Index gates = gatesOf(b) * d;
    const Axis axis = gateAxis(b);
    Weights weights;
    weights.wX = b.parameter("w_x", Shape{width, gates}, {Axis::Model, axis});
    weights.wH = b.parameter("w_h", Shape{d, gates}, {Axis::Model, axis});
    weights.bX = b.parameter("b_x", Shape{gates}, {axis});
    weights.bH = b.parameter("b_h", Shape{gates}, {axis});
    return weights;
}

/// "input" = x·W_x + b_x: of all time steps at once, or of one.
NodeId inputProduct(Builder& b, const Weights& weights, NodeId x) {
    return ops::linear(b.graph, "input", x, weights.wX, weights.bX, {.axis = gateAxis(b)});
}

/// What the gates of a time step read: the row of the input's product, and the product of the
/// state before.
struct GateInputs {
    NodeId input = noNode;
    Index row = 0;
    NodeId hidden = noNode;
};

/// Gate number `gate` of both products, added up.
NodeId gateSum(Builder& b, const std::string& part, const GateInputs& in, Index gate) {
    const Index column = gate * b.config.dModel;
    return ops::slice(b.graph, part, {{in.input, {in.row, column}}, {in.hidden, {0, column}}},
                      {.columns = b.config.dModel});
}

/// z ⊙ h + (1 − z) ⊙ n with n = tanh(x·W_xn + b_xn + r ⊙ (h·W_hn + b_hn)) (Cho et al. 2014).
NodeId gruState(Builder& b, const GateInputs& in, NodeId before) {
    Graph& g = b.graph;
    const Index d = b.config.dModel;
    const NodeId reset = ops::sigmoid(g, "reset", gateSum(b, "reset_sum", in, 0));
    const NodeId update = ops::sigmoid(g, "update", gateSum(b, "update_sum", in, 1));
    const NodeId recalled = ops::slice(g, "recalled", {{in.hidden, {0, 2 * d}}}, {.columns = d});
    const NodeId remembered = ops::multiply(g, "remembered", reset, recalled);
    const NodeId sum =
        ops::slice(g, "candidate_sum", {{in.input, {in.row, 2 * d}}, {remembered}}, {.columns = d});
    const NodeId candidate = ops::tanh(g, "candidate", sum);
    const NodeId rest = ops::complement(g, "rest", update);
    const NodeId added = ops::multiply(g, "added", rest, candidate);
    const NodeId kept = ops::multiply(g, "kept", update, before);
    return ops::add(g, "mixed", {added, kept});
}

/// tanh(x·W_x + b_x + h·W_h + b_h) (Elman 1990).
NodeId rnnState(Builder& b, const GateInputs& in) {
    return ops::tanh(b.graph, "candidate", gateSum(b, "candidate_sum", in, 0));
}

/// f ⊙ c + i ⊙ g with g = tanh(x·W_xg + b_xg + h·W_hg + b_hg): what an LSTM keeps of its cell, and
/// what it writes (Hochreiter & Schmidhuber 1997; the forget gate: Gers et al. 2000).
NodeId lstmCell(Builder& b, const GateInputs& in, NodeId before) {
    Graph& g = b.graph;
    const NodeId input = ops::sigmoid(g, "input_gate", gateSum(b, "input_gate_sum", in, 0));
    const NodeId forget = ops::sigmoid(g, "forget_gate", gateSum(b, "forget_gate_sum", in, 1));
    const NodeId candidate =
        ops::tanh(g, "cell_candidate", gateSum(b, "cell_candidate_sum", in, 2));
    const NodeId kept = ops::multiply(g, "cell_kept", forget, before);
    const NodeId added = ops::multiply(g, "cell_added", input, candidate);
    return ops::add(g, "cell_mixed", {kept, added});
}

/// o ⊙ tanh(c): what of the cell is said.
NodeId lstmState(Builder& b, const GateInputs& in, NodeId cell) {
    Graph& g = b.graph;
    const NodeId output = ops::sigmoid(g, "output_gate", gateSum(b, "output_gate_sum", in, 3));
    const NodeId active = ops::tanh(g, "cell_active", cell);
    return ops::multiply(g, "released", output, active);
}

/// Where a time step stands in its sequence.
struct StepPlace {
    NodeId keep = noNode; ///< the sequence's keep-mask [T]
    Index step = 0;
};

/// "state" [1,D] of one time step, and "cell" of an LSTM; its scope is open. Reads row `row` of
/// `input`.
State nextState(Builder& b, const Weights& weights, NodeId input, Index row, const State& before,
                const StepPlace& at) {
    const NodeId hidden =
        ops::linear(b.graph, "hidden", before.state, weights.wH, weights.bH, {.axis = gateAxis(b)});
    const GateInputs in{input, row, hidden};
    State next;
    NodeId state = noNode;
    if (hasCell(b)) {
        next.cell =
            ops::keep(b.graph, "cell", lstmCell(b, in, before.cell), before.cell, at.keep, at.step);
        state = lstmState(b, in, next.cell);
    } else {
        state = b.config.cell == CellKind::Gru ? gruState(b, in, before.state) : rnnState(b, in);
    }
    next.state = ops::keep(b.graph, "state", state, before.state, at.keep, at.step);
    return next;
}

/// "initial": the state before the first one, zeros; "initial_cell" likewise.
State noState(Builder& b) {
    const auto zeros = [&](const char* part) {
        return ops::join(b.graph, part, {}, {.columns = b.config.dModel});
    };
    return {zeros("initial"), hasCell(b) ? zeros("initial_cell") : noNode};
}

// ---- stacks ------------------------------------------------------------------------------------

/// The states of a layer, and all of them beneath each other.
struct Layer {
    NodeId states = noNode; ///< [T,D]
    State last;
};

struct Stack {
    NodeId states = noNode;  ///< [T,D] of the top layer
    std::vector<State> last; ///< by layer
};

/// A stack's layer, whose scope is open, reading x [T,D].
Layer layerOf(Builder& b, NodeId x, NodeId keep, const State* start) {
    const Weights weights = cellWeights(b, b.config.dModel);
    const auto input = [&] {
        const ScopeGuard scope(b.graph, cellLevel(b));
        return inputProduct(b, weights, x);
    }();
    State before = start ? *start : noState(b);
    std::vector<NodeId> steps;
    for (Index t = 0; t < b.graph[x].shape[0]; ++t) {
        const ScopeGuard scope(b.graph, timeStep(t));
        before = nextState(b, weights, input, t, before, {keep, t});
        steps.push_back(before.state);
    }
    return {ops::joinRows(b.graph, "states", steps, b.graph[x].axes[0]), before};
}

/// `start`: the states that the layers begin with; empty: zeros.
Stack stackOf(Builder& b, const std::string& title, const RecurrentInput& sequence,
              const std::vector<State>& start) {
    const ScopeGuard scope(b.graph, {ScopeKind::Stack, title});
    Stack stack;
    NodeId x = sequence.tokens;
    for (Index i = 0; i < b.config.layers; ++i) {
        const ScopeGuard layerScope(b.graph, layerLevel(static_cast<int>(i)));
        const Layer layer = layerOf(b, i > 0 ? b.dropped(x) : x, sequence.keep,
                                    start.empty() ? nullptr : &start[i]);
        stack.last.push_back(layer.last);
        x = layer.states;
    }
    stack.states = x;
    return stack;
}

// ---- attention over states ---------------------------------------------------------------------

ScopeLevel alignment() {
    return {ScopeKind::Alignment, "attention"};
}

NodeId product(Builder& b, const std::string& part, NodeId x, NodeId weight) {
    return ops::linear(b.graph, part, x, weight, noNode, {.axis = Axis::Model});
}

NodeId squareWeight(Builder& b, const std::string& part) {
    const Index d = b.config.dModel;
    return b.parameter(part, Shape{d, d}, {Axis::Model, Axis::Model});
}

NodeId scoreVector(Builder& b) {
    return b.parameter("v", Shape{b.config.dModel}, {Axis::Model});
}

/// e_ts = tanh([h_t; s_s]·W_a)·v, where [h; s]·W_a is h·(the upper half) + s·(the lower half).
NodeId concatScores(Builder& b, NodeId states, NodeId memory) {
    const Index d = b.config.dModel;
    const NodeId both = b.parameter("w_a", Shape{2 * d, d}, {Axis::Model, Axis::Model});
    const auto half = [&](const std::string& part, Index row) {
        return ops::slice(b.graph, part, {{both, {row, 0}}}, {d, d, Axis::Model, Axis::Model});
    };
    const NodeId queries = product(b, "queries", states, half("query_weights", 0));
    const NodeId keys = product(b, "keys", memory, half("key_weights", d));
    return ops::additiveScores(b.graph, "scores", queries, keys, scoreVector(b));
}

/// e_t = h_t·W_a: from the state alone, whatever stands in the memory.
NodeId locationScores(Builder& b, NodeId states, NodeId memory) {
    const Index places = b.config.maxLength;
    const NodeId weight =
        b.parameter("w_a", Shape{b.config.dModel, places}, {Axis::Model, Axis::Position});
    const NodeId all =
        ops::linear(b.graph, "locations", states, weight, noNode, {.axis = Axis::Position});
    const Node& keys = b.graph[memory];
    return ops::slice(
        b.graph, "scores", {{all}},
        {b.graph[states].shape[0], keys.shape[0], b.graph[states].axes[0], keys.axes[0]});
}

/// "scores" [T,S] (Luong et al. 2015, section 3.1).
NodeId scoresOf(Builder& b, NodeId states, NodeId memory) {
    switch (b.config.alignment) {
    case Alignment::General:
        return ops::matmul(b.graph, "scores", product(b, "queries", states, squareWeight(b, "w_a")),
                           memory, false, true);
    case Alignment::Location:
        return locationScores(b, states, memory);
    case Alignment::Concat:
        return concatScores(b, states, memory);
    default:
        return ops::matmul(b.graph, "scores", states, memory, false, true);
    }
}

/// "output" = tanh([h; c]·W_c), also called h̃ (Luong et al. 2015, eq. 5).
NodeId attentionalState(Builder& b, NodeId states, NodeId context) {
    const Index d = b.config.dModel;
    const NodeId weight = b.parameter("w_c", Shape{2 * d, d}, {Axis::Model, Axis::Model});
    const NodeId bias =
        b.config.hasAttentionBias('o') ? b.parameter("b_c", Shape{d}, {Axis::Model}) : noNode;
    const NodeId joined = ops::joinColumns(b.graph, "joined", states, context);
    const NodeId sum =
        ops::linear(b.graph, "pre_activation", joined, weight, bias, {.axis = Axis::Model});
    return ops::tanh(b.graph, "output", sum);
}

/// Every state looks at a memory; at what comes before itself where that is its own stack.
NodeId attendAfterwards(Builder& b, NodeId states, NodeId memory, NodeId keep) {
    if (b.config.alignment == Alignment::None)
        return states;
    const ScopeGuard scope(b.graph, alignment());
    const bool own = states == memory;
    const NodeId scores = scoresOf(b, states, memory);
    const NodeId masked = ops::mask(b.graph, "masked", scores, keep, own, own);
    const NodeId weights = b.dropped(ops::softmax(b.graph, "weights", masked));
    const NodeId context = ops::matmul(b.graph, "context", weights, memory, false, false);
    return attentionalState(b, states, context);
}

// ---- the decoder of Bahdanau et al. 2015 -------------------------------------------------------

/// The rows of one step of the attention, by time step.
struct AlignmentRows {
    std::vector<NodeId> scores, masked, weights, context;
};

/// A decoder whose context joins the input of its cell, so that it is built step by step through
/// all layers.
class BahdanauDecoder {
public:
    BahdanauDecoder(Builder& b, const RecurrentInput& target, NodeId memory, NodeId memoryKeep)
        : m_b(b), m_target(target), m_memory(memory), m_memoryKeep(memoryKeep) {}

    NodeId build(std::vector<State> states) {
        m_states = std::move(states);
        readMemory();
        {
            const ScopeGuard stack(m_b.graph, {ScopeKind::Stack, "decoder"});
            for (Index i = 0; i < m_b.config.layers; ++i) {
                const ScopeGuard layer(m_b.graph, layerLevel(static_cast<int>(i)));
                m_weights.push_back(cellWeights(m_b, (i == 0 ? 2 : 1) * m_b.config.dModel));
            }
            m_steps.resize(m_weights.size());
            for (Index t = 0; t < m_b.graph[m_target.tokens].shape[0]; ++t)
                appendStep(t);
            for (std::size_t i = 0; i < m_steps.size(); ++i) {
                const ScopeGuard layer(m_b.graph, layerLevel(static_cast<int>(i)));
                m_top = ops::joinRows(m_b.graph, "states", m_steps[i], tokens());
            }
        }
        showAlignment();
        return m_top;
    }

private:
    Axis tokens() const { return m_b.graph[m_target.tokens].axes[0]; }

    /// What of the scores the memory alone makes: s_j·W_2.
    void readMemory() {
        const ScopeGuard scope(m_b.graph, alignment());
        m_queryWeight = squareWeight(m_b, "w_1");
        m_keys = product(m_b, "keys", m_memory, squareWeight(m_b, "w_2"));
        m_v = scoreVector(m_b);
    }

    void appendStep(Index t) {
        for (std::size_t i = 0; i < m_weights.size(); ++i) {
            const ScopeGuard layer(m_b.graph, layerLevel(static_cast<int>(i)));
            const ScopeGuard scope(m_b.graph, timeStep(t));
            const NodeId x = i == 0 ? withContext(t) : m_b.dropped(m_states[i - 1].state);
            const NodeId input = inputProduct(m_b, m_weights[i], x);
            m_states[i] = nextState(m_b, m_weights[i], input, 0, m_states[i], {m_target.keep, t});
            m_steps[i].push_back(m_states[i].state);
        }
    }

    /// [y_t; c_t], the context from the top layer's state before.
    NodeId withContext(Index t) {
        Graph& g = m_b.graph;
        const Index d = m_b.config.dModel;
        const NodeId query = product(m_b, "query", m_states.back().state, m_queryWeight);
        const NodeId scores = ops::additiveScores(g, "scores", query, m_keys, m_v);
        const NodeId masked = ops::mask(g, "masked", scores, m_memoryKeep, false);
        const NodeId weights = m_b.dropped(ops::softmax(g, "weights", masked));
        const NodeId context = ops::matmul(g, "context", weights, m_memory, false, false);
        m_rows.scores.push_back(scores);
        m_rows.masked.push_back(masked);
        m_rows.weights.push_back(weights);
        m_rows.context.push_back(context);
        const NodeId token = ops::slice(g, "token", {{m_target.tokens, {t, 0}}}, {.columns = d});
        return ops::joinColumns(g, "joined", token, context);
    }

    /// The time steps' rows as matrices, as other attentions have them.
    void showAlignment() {
        const ScopeGuard scope(m_b.graph, alignment());
        const Axis axis = tokens();
        ops::joinRows(m_b.graph, "scores", m_rows.scores, axis);
        ops::joinRows(m_b.graph, "masked", m_rows.masked, axis);
        ops::joinRows(m_b.graph, "weights", m_rows.weights, axis);
        ops::joinRows(m_b.graph, "context", m_rows.context, axis);
    }

    Builder& m_b;
    RecurrentInput m_target;
    NodeId m_memory, m_memoryKeep;
    NodeId m_queryWeight = noNode, m_keys = noNode, m_v = noNode;
    NodeId m_top = noNode;
    std::vector<Weights> m_weights;           ///< by layer
    std::vector<State> m_states;              ///< by layer: the newest
    std::vector<std::vector<NodeId>> m_steps; ///< by layer and time step
    AlignmentRows m_rows;
};

} // namespace

Stream recurrent(Builder& b, const RecurrentInput& source, const RecurrentInput& target) {
    Stack encoded;
    if (b.config.hasEncoder()) {
        encoded = stackOf(b, "encoder", source, {});
        if (!b.config.hasDecoder())
            return {attendAfterwards(b, encoded.states, encoded.states, source.keep),
                    encoded.states};
    }
    const NodeId memory = encoded.states;
    if (b.config.alignment == Alignment::Bahdanau) {
        assert(b.config.hasEncoder());
        return {BahdanauDecoder(b, target, memory, source.keep).build(encoded.last), memory};
    }
    const Stack decoder = stackOf(b, "decoder", target, encoded.last);
    if (b.config.hasEncoder())
        return {attendAfterwards(b, decoder.states, memory, source.keep), memory};
    return {attendAfterwards(b, decoder.states, decoder.states, target.keep), memory};
}

} // namespace gf
