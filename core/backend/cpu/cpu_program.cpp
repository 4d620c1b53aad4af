// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"

#include "core/backend/cpu/memory_plan.h"
#include "core/ops/table.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>

namespace gf::cpu {

namespace {

/// More shards serve more threads and cost more adding up; eight keep eight threads busy.
constexpr Index maxShards = 8;

/// Elements of a parameter that are updated in one go: they fit the first-level cache together
/// with their gradient and the optimizer's memory.
constexpr Index chunkSize = 4096;

std::size_t at(NodeId node) {
    return static_cast<std::size_t>(node);
}

Index chunksOf(Index size) {
    return (size + chunkSize - 1) / chunkSize;
}

} // namespace

template <class T>
CpuProgram<T>::CpuProgram(std::shared_ptr<const Graph> graph, BasicParameters<T>& parameters,
                          const ProgramOptions& options)
    : m_graph(std::move(graph)), m_parameters(parameters), m_options(options),
      m_kernels(bestKernels<T>()), m_pool(std::max(1, options.threads)) {
    assert(options.batch > 0);
    const Index shards = std::min(maxShards, options.batch);
    m_shards.resize(static_cast<std::size_t>(shards));
    for (Index s = 0; s < shards; ++s) {
        Shard& shard = m_shards[static_cast<std::size_t>(s)];
        shard.first = options.batch * s / shards;
        shard.examples = options.batch * (s + 1) / shards - shard.first;
    }
    placeNodes();
    planShardMemory();
    allocate();
    lowerPrologueAndShards();
    lowerUpdate();
    setProfiling(false);
}

template <class T> bool CpuProgram<T>::isKept(NodeId node) const {
    return m_options.keepAll ||
           std::find(m_options.keep.begin(), m_options.keep.end(), node) != m_options.keep.end();
}

template <class T> typename CpuProgram<T>::Home CpuProgram<T>::homeOf(const Node& node) const {
    if (node.role == Role::Parameter || node.role == Role::State)
        return Home::Parameter;
    if (node.op->kind() == OpKind::Input)
        return Home::Input;
    if (node.batched)
        return Home::Shard;
    if (node.op->kind() == OpKind::CountTokens)
        return Home::Single;
    bool late = node.role == Role::Update;
    for (const NodeId input : node.inputs) {
        if ((*m_graph)[input].batched)
            return Home::Partial;
        const Home home = m_home[at(input)];
        late = late || home == Home::Partial || home == Home::Update;
    }
    return late ? Home::Update : Home::Single;
}

/// The node whose buffer an update overwrites: the state or the parameter that it replaces, or,
/// where nobody asked for the intermediate, the gradient it was made from. noNode: it has its own
/// buffer.
template <class T> NodeId CpuProgram<T>::overwrittenBy(const Node& node) const {
    const auto gradientBehind = [&](NodeId direction) {
        const Node& from = (*m_graph)[direction];
        const OpKind kind = from.op->kind();
        const bool remembers = kind == OpKind::AdamMoment1 || kind == OpKind::Momentum;
        return remembers ? from.inputs[1] : direction;
    };
    NodeId target = noNode;
    switch (node.op->kind()) {
    case OpKind::AdamMoment1:
    case OpKind::AdamMoment2:
    case OpKind::Momentum:
    case OpKind::Apply:
        return node.inputs[0];
    case OpKind::ClipGradient:
    case OpKind::DecayGradient:
        target = node.inputs[0];
        break;
    case OpKind::AdamUpdate:
    case OpKind::SgdUpdate:
        target = gradientBehind(node.inputs[0]);
        break;
    default:
        return noNode;
    }
    return isKept(node.id) || isKept(target) ? noNode : target;
}

template <class T> void CpuProgram<T>::placeNodes() {
    const std::size_t size = m_graph->size();
    m_root.resize(size);
    m_home.resize(size);
    m_offset.assign(size, 0);
    const auto reserve = [](Index& end, Index count) {
        const Index offset = end;
        end += roundUpToLine<T>(count);
        return offset;
    };
    for (const Node& node : m_graph->nodes()) {
        const NodeId shared = sharesBuffer(node.op->kind()) ? node.inputs[0] : overwrittenBy(node);
        if (shared != noNode) {
            m_root[at(node.id)] = m_root[at(shared)];
            // An update of a parameter is made late even though it lies where the parameter lies.
            m_home[at(node.id)] = node.role == Role::Update ? Home::Update : m_home[at(shared)];
            continue;
        }
        m_root[at(node.id)] = node.id;
        const Home home = homeOf(node);
        m_home[at(node.id)] = home;
        const Index count = node.shape.count();
        Index& offset = m_offset[at(node.id)];
        if (home == Home::Parameter) {
            const auto* entry = m_parameters.find(node.name);
            assert(entry != nullptr && entry->shape == node.shape);
            offset = entry->offset;
        } else if (home == Home::Input) {
            offset = reserve(m_inputSize, node.batched ? count * m_options.batch : count);
        } else if (home == Home::Single) {
            offset = reserve(m_singleSize, count);
        } else if (home == Home::Partial) {
            offset = reserve(m_partialSize, count);
        } else if (home == Home::Update) {
            offset = reserve(m_updateSize, count);
        }
    }
}

template <class T> void CpuProgram<T>::planShardMemory() {
    const auto end = static_cast<Index>(m_graph->size());
    std::vector<Index> lastUse(m_graph->size(), -1);
    for (const Node& node : m_graph->nodes()) {
        for (const NodeId input : node.inputs)
            lastUse[at(m_root[at(input)])] = node.id;
        if (isKept(node.id))
            lastUse[at(m_root[at(node.id)])] = end;
    }
    // A value may be kept through an alias that comes before its last reader.
    for (const Node& node : m_graph->nodes())
        if (isKept(node.id))
            lastUse[at(m_root[at(node.id)])] = end;
    Index examples = 0;
    for (const Shard& shard : m_shards)
        examples = std::max(examples, shard.examples);
    std::vector<NodeId> nodes;
    std::vector<Lifetime> lifetimes;
    for (const Node& node : m_graph->nodes()) {
        if (m_home[at(node.id)] != Home::Shard || m_root[at(node.id)] != node.id)
            continue;
        nodes.push_back(node.id);
        const Index last = std::max<Index>(lastUse[at(node.id)], node.id);
        lifetimes.push_back({examples * node.shape.count(), node.id, last});
    }
    const MemoryPlan plan = planMemory(lifetimes, lineOf<T>);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        m_offset[at(nodes[i])] = plan.offsets[i];
    m_arenaSize = plan.size;
}

template <class T> void CpuProgram<T>::allocate() {
    m_inputs = AlignedBuffer<T>(m_inputSize);
    m_singles = AlignedBuffer<T>(m_singleSize);
    m_updates = AlignedBuffer<T>(m_updateSize);
    for (Shard& shard : m_shards) {
        shard.arena = AlignedBuffer<T>(m_arenaSize);
        shard.partials = AlignedBuffer<T>(m_partialSize);
    }
}

template <class T> T* CpuProgram<T>::address(NodeId node, std::size_t shard) {
    const NodeId root = m_root[at(node)];
    const Index offset = m_offset[at(root)];
    switch (m_home[at(root)]) {
    case Home::Parameter:
        return m_parameters.flat().data() + offset;
    case Home::Input: {
        const Node& input = (*m_graph)[root];
        return m_inputs.data() + offset +
               (input.batched ? m_shards[shard].first * input.shape.count() : 0);
    }
    case Home::Single:
        return m_singles.data() + offset;
    case Home::Shard:
        return m_shards[shard].arena.data() + offset;
    case Home::Partial:
        return m_shards[shard].partials.data() + offset;
    case Home::Update:
        return m_updates.data() + offset;
    }
    return nullptr;
}

template <class T> void CpuProgram<T>::lowerPrologueAndShards() {
    const auto loweringFor = [&](std::size_t shard, Index examples) {
        return Lowering<T>{*m_graph,  m_kernels,
                           examples,  m_shards[shard].first,
                           &m_random, [this, shard](NodeId node) { return address(node, shard); }};
    };
    m_shardTasks.resize(m_shards.size());
    for (const Node& node : m_graph->nodes()) {
        const Home home = m_home[at(node.id)];
        if (m_root[at(node.id)] != node.id || node.op->kind() == OpKind::Parameter)
            continue;
        const OpKind kind = node.op->kind();
        if (home == Home::Single) {
            Task work = lower(node, loweringFor(0, m_options.batch));
            if (kind == OpKind::Constant || kind == OpKind::SinusoidalPosition)
                work(); // the same for ever
            else
                m_prologue.push_back({kind, std::move(work)});
        } else if (home == Home::Shard || home == Home::Partial) {
            for (std::size_t s = 0; s < m_shards.size(); ++s)
                m_shardTasks[s].push_back(
                    {kind, lower(node, loweringFor(s, m_shards[s].examples))});
        }
    }
}

template <class T> void CpuProgram<T>::lowerUpdate() {
    const Lowering<T> lowering{*m_graph,        m_kernels,
                               m_options.batch, 0,
                               &m_random,       [this](NodeId node) { return address(node, 0); }};
    // A level is a set of chains of elementwise work, one chain for each gradient, followed by what
    // needs whole results (the norm). The elementwise work that needs that starts the next level.
    std::vector<std::size_t> levelOf(m_graph->size(), 0);
    // The level in which elementwise work can read a node: one more where it is made afterwards.
    std::vector<std::size_t> readyAt(m_graph->size(), 0);
    std::vector<std::vector<NodeId>> chainKey; // by level: root of each chain
    const auto levelAt = [&](std::size_t level) -> UpdateLevel& {
        if (m_levels.size() <= level) {
            m_levels.resize(level + 1);
            chainKey.resize(level + 1);
        }
        return m_levels[level];
    };
    const auto chainFor = [&](std::size_t level, NodeId key, Index size) -> Chain& {
        UpdateLevel& update = levelAt(level);
        for (std::size_t i = 0; i < chainKey[level].size(); ++i)
            if (chainKey[level][i] == key)
                return update.chains[i];
        chainKey[level].push_back(key);
        update.chains.push_back({size, {}});
        return update.chains.back();
    };
    // Follows an elementwise node to the gradient that it is about.
    std::vector<NodeId> key(m_graph->size(), noNode);
    for (const Node& node : m_graph->nodes()) {
        const Home home = m_home[at(node.id)];
        if (home == Home::Partial && m_root[at(node.id)] == node.id) {
            key[at(node.id)] = node.id;
            if (m_shards.size() == 1)
                continue;
            std::vector<const T*> others;
            for (std::size_t s = 1; s < m_shards.size(); ++s)
                others.push_back(address(node.id, s));
            chainFor(0, node.id, node.shape.count())
                .tasks.push_back(
                    [&k = m_kernels, others, y = address(node.id, 0)](Index begin, Index end) {
                        for (const T* x : others)
                            k.accumulate(end - begin, x + begin, y + begin);
                    });
        } else if (home == Home::Partial) {
            key[at(node.id)] = key[at(m_root[at(node.id)])]; // a view
        } else if (home == Home::Update && isElementwiseUpdate(node)) {
            std::size_t level = 0;
            NodeId chain = noNode;
            std::vector<NodeId> merged;
            for (const NodeId input : node.inputs) {
                const bool scalarInput = (*m_graph)[input].shape != node.shape;
                level = std::max(level, readyAt[at(input)]);
                if (!scalarInput && key[at(input)] != noNode)
                    merged.push_back(key[at(input)]);
            }
            chain = merged.empty() ? node.id : merged.front();
            // A sum of several gradients (tied embeddings) needs all of them finished.
            for (const NodeId other : merged)
                if (other != chain)
                    level = std::max(level, levelOf[at(other)] + 1);
            levelOf[at(node.id)] = readyAt[at(node.id)] = level;
            key[at(node.id)] = chain;
            chainFor(level, chain, node.shape.count()).tasks.push_back(lowerRange(node, lowering));
        } else if (home == Home::Update && m_root[at(node.id)] == node.id) {
            std::size_t level = 0;
            for (const NodeId input : node.inputs)
                level = std::max(level, levelOf[at(input)]);
            if (node.op->kind() == OpKind::GradientNorm) {
                for (const NodeId gradient : node.inputs)
                    level = std::max(level, readyAt[at(gradient)]);
                // Squares are added chunk by chunk beside the other work on the chunk.
                std::size_t slots = 0;
                for (const NodeId gradient : node.inputs)
                    slots += static_cast<std::size_t>(chunksOf((*m_graph)[gradient].shape.count()));
                m_squares.assign(slots, 0.0);
                double* slot = m_squares.data();
                for (const NodeId gradient : node.inputs) {
                    const Index count = (*m_graph)[gradient].shape.count();
                    const NodeId chain = key[at(gradient)] == noNode ? gradient : key[at(gradient)];
                    chainFor(readyAt[at(gradient)], chain, count)
                        .tasks.push_back([&k = m_kernels, slot,
                                          x = address(gradient, 0)](Index begin, Index end) {
                            slot[begin / chunkSize] = k.sumOfSquares(end - begin, x + begin);
                        });
                    slot += chunksOf(count);
                }
                levelAt(level).afterwards.push_back(
                    {OpKind::GradientNorm, [this, y = address(node.id, 0)] {
                         double sum = 0;
                         for (const double part : m_squares)
                             sum += part;
                         *y = static_cast<T>(std::sqrt(sum));
                     }});
            } else {
                levelAt(level).afterwards.push_back({node.op->kind(), lower(node, lowering)});
            }
            levelOf[at(node.id)] = level;
            readyAt[at(node.id)] = level + 1;
            key[at(node.id)] = node.id;
        } else if (home == Home::Update) {
            levelOf[at(node.id)] = levelOf[at(m_root[at(node.id)])]; // a view
            readyAt[at(node.id)] = readyAt[at(m_root[at(node.id)])];
            key[at(node.id)] = key[at(m_root[at(node.id)])];
        }
    }
    for (UpdateLevel& level : m_levels)
        bundle(level);
}

/// Cuts the chains into chunks and packs small ones together, so that taking a bundle costs little.
template <class T> void CpuProgram<T>::bundle(UpdateLevel& level) const {
    Index filled = chunkSize;
    for (std::size_t c = 0; c < level.chains.size(); ++c)
        for (Index begin = 0; begin < level.chains[c].size; begin += chunkSize) {
            const Index end = std::min(begin + chunkSize, level.chains[c].size);
            if (filled + end - begin > chunkSize) {
                level.bundles.emplace_back();
                filled = 0;
            }
            level.bundles.back().push_back({c, begin, end});
            filled += end - begin;
        }
}

template <class T> void CpuProgram<T>::setInput(NodeId input, std::span<const T> values) {
    const Node& node = (*m_graph)[input];
    assert(node.op->kind() == OpKind::Input);
    [[maybe_unused]] const Index expected =
        node.shape.count() * (node.batched ? m_options.batch : 1);
    assert(static_cast<Index>(values.size()) == expected);
    std::copy(values.begin(), values.end(), m_inputs.data() + m_offset[at(input)]);
}

template <class T>
void CpuProgram<T>::runTasks(std::vector<ProfiledTask>& tasks, std::size_t profileSlot) {
    if (!m_profiling) {
        for (const ProfiledTask& task : tasks)
            task.work();
        return;
    }
    using Clock = std::chrono::steady_clock;
    for (const ProfiledTask& task : tasks) {
        const auto start = Clock::now();
        task.work();
        m_seconds[profileSlot][static_cast<std::size_t>(task.kind)] +=
            std::chrono::duration<double>(Clock::now() - start).count();
    }
}

template <class T> void CpuProgram<T>::run() {
    const std::size_t rest = m_shards.size();
    runTasks(m_prologue, rest);
    m_pool.run(static_cast<Index>(m_shards.size()), [this](Index shard) {
        const auto s = static_cast<std::size_t>(shard);
        runTasks(m_shardTasks[s], s);
    });
    for (UpdateLevel& level : m_levels) {
        const auto start = std::chrono::steady_clock::now();
        m_pool.run(static_cast<Index>(level.bundles.size()), [&level](Index bundle) {
            for (const Piece& piece : level.bundles[static_cast<std::size_t>(bundle)])
                for (const RangeTask& task : level.chains[piece.chain].tasks)
                    task(piece.begin, piece.end);
        });
        if (m_profiling)
            m_seconds[rest][static_cast<std::size_t>(OpKind::Apply)] +=
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        runTasks(level.afterwards, rest);
    }
}

template <class T> BasicTensor<T> CpuProgram<T>::value(NodeId id, Index example) const {
    const Node& node = (*m_graph)[id];
    assert(example >= 0 && example < m_options.batch);
    std::size_t shard = 0;
    if (node.batched)
        while (example >= m_shards[shard].first + m_shards[shard].examples)
            ++shard;
    const T* from = const_cast<CpuProgram*>(this)->address(id, shard);
    if (node.batched)
        from += (example - m_shards[shard].first) * node.shape.count();
    BasicTensor<T> tensor(node.shape);
    if (node.storage == Storage::Rows) {
        std::copy_n(from, tensor.count(), tensor.data());
        return tensor;
    }
    const auto [heads, tokens, width] = std::array{node.shape[0], node.shape[1], node.shape[2]};
    for (Index h = 0; h < heads; ++h)
        for (Index t = 0; t < tokens; ++t)
            std::copy_n(from + (t * heads + h) * width, width,
                        tensor.data() + (h * tokens + t) * width);
    return tensor;
}

template <class T> std::size_t CpuProgram<T>::memoryBytes() const {
    const Index perShard = m_arenaSize + m_partialSize;
    const Index elements =
        m_inputSize + m_singleSize + m_updateSize + perShard * static_cast<Index>(m_shards.size());
    return static_cast<std::size_t>(elements) * sizeof(T);
}

template <class T> void CpuProgram<T>::setProfiling(bool on) {
    m_profiling = on;
    m_seconds.assign(m_shards.size() + 1, Seconds{});
}

template <class T> std::vector<OpTime> CpuProgram<T>::profile() const {
    std::vector<OpTime> times;
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(OpKind::count_); ++kind) {
        double seconds = 0;
        for (const Seconds& slot : m_seconds)
            seconds += slot[kind];
        if (seconds > 0)
            times.push_back({std::string(ops::op(static_cast<OpKind>(kind)).name()), seconds});
    }
    return times;
}

template class CpuProgram<float>;
template class CpuProgram<double>;

} // namespace gf::cpu
