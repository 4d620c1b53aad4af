// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"

#include "core/backend/aliasing.h"
#include "core/backend/cpu/memory_plan.h"
#include "core/ops/table.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gf::cpu {

namespace {

/// More shards serve more threads and cost more adding up; eight keep eight threads busy, where
/// each has enough to do.
constexpr Index fewestShards = 4;
constexpr Index mostShards = 8;
constexpr Index tokensForAShard = 128;

/// Numbers of one head's attention matrix from which on going from head to head is worth it:
/// smaller ones stay in the cache anyway.
constexpr Index attentionForAStage = 64 * 64;

/// Beyond the processors that there are, and the shards, threads would only wait and take memory.
int usefulThreads(int wanted) {
    const auto processors = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(wanted, 1, std::max(processors, static_cast<int>(mostShards)));
}

std::size_t at(NodeId node) {
    return static_cast<std::size_t>(node);
}

} // namespace

CpuProgram::CpuProgram(std::shared_ptr<const Graph> graph, Parameters& parameters,
                       const ProgramOptions& options, const Kernels& kernels)
    : m_graph(std::move(graph)), m_parameters(parameters), m_options(options), m_kernels(kernels),
      m_pool(usefulThreads(options.threads)) {
    assert(options.batch > 0);
    m_work = options.keepAll ? workOfEach(*m_graph)
                             : fuse(*m_graph, [this](NodeId node) { return isKept(node); });
    cutBatch();
    findRoots();
    placeNodes();
    findStages();
    planArena();
    allocate();
    lowerPrologue();
    lowerStages();
    lowerUpdate();
    setProfiling(false);
}

void CpuProgram::cutBatch() {
    Index tokens = 0; // of the longest sequence
    for (const Node& node : m_graph->nodes())
        if (node.op->kind() == OpKind::Input && node.batched)
            tokens = std::max(tokens, node.shape.count());
    const Index wanted = m_options.batch * tokens / tokensForAShard;
    const Index shards = std::min(std::clamp(wanted, fewestShards, mostShards), m_options.batch);
    m_shards.resize(static_cast<std::size_t>(shards));
    for (Index s = 0; s < shards; ++s) {
        Shard& shard = m_shards[static_cast<std::size_t>(s)];
        shard.first = m_options.batch * s / shards;
        shard.examples = m_options.batch * (s + 1) / shards - shard.first;
    }
    m_workers = std::min(m_shards.size(), static_cast<std::size_t>(m_pool.threads()));
}

bool CpuProgram::isKept(NodeId node) const {
    return m_options.keepAll ||
           std::find(m_options.keep.begin(), m_options.keep.end(), node) != m_options.keep.end();
}

CpuProgram::Home CpuProgram::homeOf(const Node& node) const {
    if (node.role == Role::Parameter || node.role == Role::State)
        return Home::Parameter;
    if (node.op->kind() == OpKind::Input)
        return Home::Input;
    if (node.batched)
        return m_kept[at(node.id)] ? Home::Kept : Home::Scratch;
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
/// where nobody asked for the intermediate or reads it later, the gradient it was made from.
/// noNode: it has its own buffer. `lastReader` is by root the last node that reads it.
NodeId CpuProgram::overwrittenBy(const Node& node, const std::vector<NodeId>& lastReader) const {
    const auto rootOf = [&](NodeId id) { return m_root[at(id)]; };
    const auto isReadLater = [&](NodeId id) { return lastReader[at(rootOf(id))] > node.id; };
    const auto gradientBehind = [&](NodeId direction) {
        const Node& from = (*m_graph)[direction];
        const OpKind kind = from.op->kind();
        const bool remembers = kind == OpKind::AdamMoment1 || kind == OpKind::Momentum;
        return remembers ? from.inputs[1] : direction;
    };
    NodeId target = noNode;
    if (replacesParameter(node.op->kind())) {
        target = node.inputs[0];
        assert((*m_graph)[rootOf(target)].op->kind() == OpKind::Parameter && !isReadLater(target));
        return target;
    }
    switch (node.op->kind()) {
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
    const bool isLeaf = (*m_graph)[rootOf(target)].inputs.empty(); // not made anew in every run
    const bool isWanted = isKept(node.id) || m_kept[at(rootOf(target))] || isReadLater(target);
    return isLeaf || isWanted ? noNode : target;
}

void CpuProgram::findRoots() {
    m_root.resize(m_graph->size());
    m_kept.assign(m_graph->size(), false);
    const std::vector<std::vector<NodeId>> users = m_graph->users();
    std::vector<NodeId> lastReader(m_graph->size(), noNode);
    for (const Node& node : m_graph->nodes()) {
        const NodeId shared =
            sharesBuffer(node.op->kind()) ? node.inputs[0] : overwrittenBy(node, lastReader);
        const NodeId root = shared == noNode ? node.id : m_root[at(shared)];
        m_root[at(node.id)] = root;
        if (!users[at(node.id)].empty())
            lastReader[at(root)] = std::max(lastReader[at(root)], users[at(node.id)].back());
        if (isKept(node.id))
            m_kept[at(root)] = true;
    }
}

void CpuProgram::placeNodes() {
    m_home.resize(m_graph->size());
    m_offset.assign(m_graph->size(), 0);
    const auto reserve = [](Index& end, Index count) {
        const Index offset = end;
        end += roundUpToLine<float>(count);
        return offset;
    };
    for (const Node& node : m_graph->nodes()) {
        const NodeId root = m_root[at(node.id)];
        if (root != node.id) {
            // An update is made late even though it lies where a parameter or a sum lies.
            const bool isView = sharesBuffer(node.op->kind()) && node.role != Role::Update;
            m_home[at(node.id)] = isView ? m_home[at(root)] : Home::Update;
            continue;
        }
        const Home home = homeOf(node);
        m_home[at(node.id)] = home;
        const Index count = node.shape.count() * (node.batched ? m_options.batch : 1);
        Index& offset = m_offset[at(node.id)];
        if (home == Home::Parameter) {
            const auto* entry = m_parameters.find(node.name);
            assert(entry != nullptr && entry->shape == node.shape);
            offset = entry->offset;
        } else if (home == Home::Input) {
            offset = reserve(m_inputSize, count);
        } else if (home == Home::Single) {
            offset = reserve(m_singleSize, count);
        } else if (home == Home::Kept) {
            offset = reserve(m_keptSize, count);
        } else if (home == Home::Partial) {
            offset = reserve(m_partialSize, count);
        } else if (home == Home::Update) {
            offset = reserve(m_updateSize, count);
        }
    }
}

/// Numbers in one head of the attention matrix [H,T,S] that a node by head makes or reads.
Index CpuProgram::attentionNumbers(const Node& node) const {
    const Node& matrix = node.storage == Storage::Rows ? node : (*m_graph)[node.inputs[0]];
    return matrix.shape[1] * matrix.shape[2];
}

void CpuProgram::findStages() {
    m_fleeting.assign(m_graph->size(), false);
    for (const Node& node : m_graph->nodes()) {
        const Home home = m_home[at(node.id)];
        const NodeWork& work = m_work[at(node.id)];
        const bool inShards = home == Home::Kept || home == Home::Scratch || home == Home::Partial;
        if (!inShards || m_root[at(node.id)] != node.id)
            continue;
        assert(std::ranges::none_of(node.inputs,
                                    [this](NodeId input) {
                                        return m_home[at(input)] == Home::Partial ||
                                               m_home[at(input)] == Home::Update;
                                    }) &&
               "a shard has only its own part of a sum over the batch");
        if (work.work == Work::Elsewhere)
            continue;
        const bool byHead = worksByHead(node, work) && attentionNumbers(node) >= attentionForAStage;
        const bool joins = byHead && !m_stages.empty() && m_stages.back().byHead &&
                           (*m_graph)[m_stages.back().nodes.front()].shape[0] == node.shape[0];
        if (!joins)
            m_stages.push_back({{}, byHead});
        m_stages.back().nodes.push_back(node.id);
    }
}

void CpuProgram::planArena() {
    // Within a stage by head a node works on a later head when another has begun with an earlier
    // one: to the plan, which counts stages, all of its nodes work at the same time.
    const auto stages = static_cast<Index>(m_stages.size());
    const auto stageAt = [this](Index i) -> const Stage& {
        return m_stages[static_cast<std::size_t>(i)];
    };
    std::vector<Index> lastUse(m_graph->size(), -1);
    for (Index now = 0; now < stages; ++now)
        for (const NodeId node : stageAt(now).nodes)
            for (const NodeId input : m_work[at(node)].reads)
                lastUse[at(m_root[at(input)])] = now;
    Index examples = 0;
    for (const Shard& shard : m_shards)
        examples = std::max(examples, shard.examples);
    std::vector<NodeId> nodes;
    std::vector<Lifetime> lifetimes;
    for (Index now = 0; now < stages; ++now)
        for (const NodeId id : stageAt(now).nodes) {
            if (m_home[at(id)] != Home::Scratch)
                continue;
            const Node& node = (*m_graph)[id];
            const Index last = std::max(lastUse[at(id)], now);
            m_fleeting[at(id)] =
                stageAt(now).byHead && last == now && node.storage == Storage::Rows;
            const Index count = m_fleeting[at(id)] ? node.shape.count() / node.shape[0]
                                                   : examples * node.shape.count();
            nodes.push_back(id);
            lifetimes.push_back({count, now, last});
        }
    const MemoryPlan plan = planMemory(lifetimes, lineOf<float>);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        m_offset[at(nodes[i])] = plan.offsets[i];
    m_arenaSize = roundUpToLine<float>(plan.size);
}

void CpuProgram::allocate() {
    const auto shards = static_cast<Index>(m_shards.size());
    const auto workers = static_cast<Index>(m_workers);
    m_memory = AlignedBuffer<float>(m_inputSize + m_singleSize + m_keptSize + m_updateSize +
                                    shards * m_partialSize + workers * m_arenaSize);
}

float* CpuProgram::address(NodeId node, std::size_t shard, std::size_t worker) {
    const NodeId root = m_root[at(node)];
    const Index offset = m_offset[at(root)];
    const Home home = m_home[at(root)];
    if (home == Home::Parameter)
        return m_parameters.flat().data() + offset;
    float* part = m_memory.data();
    const Node& owner = (*m_graph)[root];
    const Index before = owner.batched ? m_shards[shard].first * owner.shape.count() : 0;
    if (home == Home::Input)
        return part + offset + before;
    part += m_inputSize;
    if (home == Home::Single)
        return part + offset;
    part += m_singleSize;
    if (home == Home::Kept)
        return part + offset + before;
    part += m_keptSize;
    if (home == Home::Update)
        return part + offset;
    part += m_updateSize;
    if (home == Home::Partial)
        return part + static_cast<Index>(shard) * m_partialSize + offset;
    part += static_cast<Index>(m_shards.size()) * m_partialSize;
    return part + static_cast<Index>(worker) * m_arenaSize + offset;
}

Lowering CpuProgram::loweringFor(std::size_t worker, std::size_t shard, Index examples) {
    return {*m_graph,
            m_kernels,
            examples,
            m_shards[shard].first,
            &m_random,
            [this, shard, worker](NodeId node) { return address(node, shard, worker); },
            [this](NodeId node) { return m_fleeting[at(m_root[at(node)])]; }};
}

void CpuProgram::lowerPrologue() {
    for (const Node& node : m_graph->nodes()) {
        if (m_home[at(node.id)] != Home::Single || m_root[at(node.id)] != node.id ||
            m_work[at(node.id)].work == Work::Elsewhere)
            continue;
        const OpKind kind = node.op->kind();
        Task task = lower(node, m_work[at(node.id)], loweringFor(0, 0, m_options.batch));
        if (kind == OpKind::Constant || kind == OpKind::SinusoidalPosition)
            task(); // the same for ever
        else
            m_prologue.push_back({kind, std::move(task)});
    }
}

void CpuProgram::lowerStages() {
    m_shardTasks.resize(m_workers * m_shards.size());
    for (std::size_t worker = 0; worker < m_workers; ++worker)
        for (std::size_t s = 0; s < m_shards.size(); ++s)
            for (const Stage& stage : m_stages)
                m_shardTasks[worker * m_shards.size() + s].push_back(lowerStage(stage, worker, s));
}

CpuProgram::StageTask CpuProgram::lowerStage(const Stage& stage, std::size_t worker,
                                             std::size_t shard) {
    const Index examples = m_shards[shard].examples;
    const Lowering lowering = loweringFor(worker, shard, examples);
    StageTask lowered;
    if (stage.byHead) {
        lowered.examples = examples;
        lowered.heads = (*m_graph)[stage.nodes.front()].shape[0];
    }
    for (const NodeId id : stage.nodes) {
        const Node& node = (*m_graph)[id];
        const NodeWork& work = m_work[at(id)];
        HeadTask task;
        if (stage.byHead)
            task = lowerByHead(node, work, lowering);
        else
            task = [whole = lower(node, work, lowering)](Index, Index) { whole(); };
        lowered.tasks.push_back({node.op->kind(), std::move(task)});
    }
    return lowered;
}

void CpuProgram::setInput(NodeId input, std::span<const float> values) {
    const Node& node = (*m_graph)[input];
    assert(node.op->kind() == OpKind::Input);
    [[maybe_unused]] const Index expected =
        node.shape.count() * (node.batched ? m_options.batch : 1);
    assert(static_cast<Index>(values.size()) == expected);
    std::copy(values.begin(), values.end(), address(input, 0, 0));
}

void CpuProgram::runTasks(std::vector<ProfiledTask>& tasks, std::size_t profileSlot) {
    for (const ProfiledTask& task : tasks)
        runProfiled(task.kind, profileSlot, task.work);
}

void CpuProgram::runStage(const StageTask& stage, std::size_t profileSlot) {
    for (Index example = 0; example < stage.examples; ++example)
        for (Index head = 0; head < stage.heads; ++head)
            for (const ProfiledHeadTask& task : stage.tasks)
                runProfiled(task.kind, profileSlot, [&] { task.work(example, head); });
}

void CpuProgram::runShards() {
    m_pool.run(static_cast<Index>(m_shards.size()), [this](Index shard, Index worker) {
        const auto s = static_cast<std::size_t>(shard);
        for (const StageTask& stage :
             m_shardTasks[static_cast<std::size_t>(worker) * m_shards.size() + s])
            runStage(stage, s);
    });
}

void CpuProgram::run() {
    runTasks(m_prologue, m_shards.size());
    runShards();
    runUpdate();
}

Tensor CpuProgram::value(NodeId id, Index example) const {
    const Node& node = (*m_graph)[id];
    assert(example >= 0 && example < m_options.batch);
    std::size_t shard = 0;
    if (node.batched)
        while (example >= m_shards[shard].first + m_shards[shard].examples)
            ++shard;
    const float* from = const_cast<CpuProgram*>(this)->address(id, shard, 0);
    if (node.batched)
        from += (example - m_shards[shard].first) * node.shape.count();
    if (node.storage == Storage::Rows)
        return {node.shape, std::vector<float>(from, from + node.shape.count())};
    Tensor tensor(node.shape);
    const auto [heads, tokens, width] = std::array{node.shape[0], node.shape[1], node.shape[2]};
    for (Index h = 0; h < heads; ++h)
        for (Index t = 0; t < tokens; ++t)
            std::copy_n(from + (t * heads + h) * width, width,
                        tensor.data() + (h * tokens + t) * width);
    return tensor;
}

std::size_t CpuProgram::memoryBytes() const {
    return static_cast<std::size_t>(m_memory.count()) * sizeof(float);
}

void CpuProgram::setProfiling(bool on) {
    m_profiling = on;
    m_seconds.assign(m_shards.size() + 1, Seconds{});
}

std::vector<OpTime> CpuProgram::profile() const {
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

} // namespace gf::cpu
