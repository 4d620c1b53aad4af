// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace gf::cpu {

namespace {

/// Beyond the processors that there are, and the shards, threads would only wait and take memory.
int usefulThreads(int wanted) {
    const auto processors = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(wanted, 1, std::max(processors, static_cast<int>(mostShards)));
}

IsKept isKeptBy(const ProgramOptions& options) {
    return [options](NodeId node) {
        return options.keepAll || std::ranges::find(options.keep, node) != options.keep.end();
    };
}

} // namespace

CpuProgram::CpuProgram(std::shared_ptr<const Graph> graph, Parameters& parameters,
                       const ProgramOptions& options, const Kernels& kernels)
    : m_graph(std::move(graph)), m_parameters(parameters), m_batch(options.batch),
      m_kernels(kernels), m_narrow(options.narrow), m_pool(usefulThreads(options.threads)),
      m_plan(*m_graph, isKeptBy(options)),
      m_work(options.keepAll ? workOfEach(*m_graph) : fuse(*m_graph, isKeptBy(options))),
      m_shards(cutBatch(*m_graph, m_batch)),
      m_workers(std::min(m_shards.size(), static_cast<std::size_t>(m_pool.threads()))),
      m_headRuns(headRunsOf(*m_graph, m_plan, m_work)),
      m_memory(*m_graph, m_plan, m_work, m_headRuns, m_shards, m_workers, &parameters),
      m_log(options.noted, [this](NodeId number) { return m_memory.address(number, 0, 0); }),
      m_profile(m_shards.size() + 1) {
    assert(options.batch > 0);
    computeConstants();
    lowerAll();
}

std::size_t CpuProgram::plannedBytes(const Graph& graph, const ProgramOptions& options) {
    const IsKept isKept = isKeptBy(options);
    const ExecutionPlan plan(graph, isKept);
    const std::vector<NodeWork> work = options.keepAll ? workOfEach(graph) : fuse(graph, isKept);
    const std::vector<Shard> shards = cutBatch(graph, options.batch);
    const auto threads = static_cast<std::size_t>(usefulThreads(options.threads));
    return Memory(graph, plan, work, headRunsOf(graph, plan, work), shards,
                  std::min(shards.size(), threads), nullptr)
        .bytes();
}

void CpuProgram::lowerAll() {
    m_parametersAt = m_parameters.hostAddress();
    m_narrowVersion = m_parameters.narrowVersion();
    lowerPrologue();
    lowerHeadRuns();
    m_update = {m_work, loweringForAll(), m_shards.size(), [this](NodeId node, std::size_t shard) {
                    return m_memory.address(node, shard, 0);
                }};
}

/// To another buffer, when snapshots keep the one before, and to other copies in 16 bits.
void CpuProgram::followParameters() {
    if (m_parameters.hostAddress() != m_parametersAt ||
        (m_narrow && m_parameters.narrowVersion() != m_narrowVersion))
        lowerAll();
}

Lowering CpuProgram::loweringFor(std::size_t worker, std::size_t shard, Index examples) {
    return {*m_graph,
            m_plan,
            m_kernels,
            examples,
            m_shards[shard].first,
            &m_random,
            [this, shard, worker](NodeId node) { return m_memory.address(node, shard, worker); },
            [this](NodeId node) { return m_memory.isFleeting(node); },
            [this](NodeId node, Index k, Index n, bool transposed) {
                return m_narrow && m_memory.isParameter(node)
                           ? m_parameters.narrow(entryOf(node), k, n, transposed)
                           : nullptr;
            }};
}

/// Of a node that lies among the parameters.
const Parameters::Entry& CpuProgram::entryOf(NodeId node) const {
    return *m_parameters.find((*m_graph)[m_plan.root(node)].name);
}

/// What never changes is computed here, once.
void CpuProgram::computeConstants() {
    const Lowering lowering = loweringForAll();
    for (const NodeId id : m_plan.constants())
        lower((*m_graph)[id], workOf(id), lowering)();
}

void CpuProgram::lowerPrologue() {
    m_prologue.clear();
    const Lowering lowering = loweringForAll();
    for (const NodeId id : m_plan.once())
        if (workOf(id).work != Work::Elsewhere) {
            const Node& node = (*m_graph)[id];
            m_prologue.push_back({node.op->kind(), lower(node, workOf(id), lowering)});
        }
}

void CpuProgram::lowerHeadRuns() {
    m_shardTasks.assign(m_workers * m_shards.size(), {});
    for (std::size_t worker = 0; worker < m_workers; ++worker)
        for (std::size_t s = 0; s < m_shards.size(); ++s) {
            const Lowering lowering = loweringFor(worker, s, m_shards[s].examples);
            for (const HeadRun& run : m_headRuns)
                lowerHeadRun(run, lowering, m_shardTasks[worker * m_shards.size() + s]);
        }
}

void CpuProgram::lowerHeadRun(const HeadRun& run, const Lowering& lowering,
                              std::vector<ShardTask>& tasks) {
    if (!run.byHead) {
        for (const NodeId id : run.nodes) {
            const Node& node = (*m_graph)[id];
            tasks.push_back({.node = {node.op->kind(), lowerForThreads(node, lowering)}});
        }
        return;
    }
    ShardTask& task = tasks.emplace_back();
    task.examples = lowering.examples;
    task.heads = (*m_graph)[run.nodes.front()].shape.matrices();
    for (const NodeId id : run.nodes) {
        const Node& node = (*m_graph)[id];
        task.byHead.push_back({node.op->kind(), lowerByHead(node, workOf(id), lowering)});
    }
}

/// Where there is one shard, and so one thread at work, a large product is shared among all.
Task CpuProgram::lowerForThreads(const Node& node, const Lowering& lowering) {
    const NodeWork& work = workOf(node.id);
    const Index parts = m_shards.size() == 1 ? partsOf(node, work, lowering, m_pool.threads()) : 1;
    if (parts <= 1)
        return lower(node, work, lowering);
    return [this, parts, part = lowerParts(node, work, lowering, parts)] {
        m_pool.run(parts, [&part](Index each, Index) { part(each); });
    };
}

void CpuProgram::setPart(NodeId input, Index first, std::span<const float> values) {
    assert((*m_graph)[input].op->kind() == OpKind::Input);
    std::ranges::copy(values, m_memory.address(input, 0, 0) + first);
}

void CpuProgram::runTask(const ShardTask& task, std::size_t profileSlot) {
    if (task.node.work)
        m_profile.run(task.node.kind, profileSlot, task.node.work);
    for (Index example = 0; example < task.examples; ++example)
        for (Index head = 0; head < task.heads; ++head)
            for (const ProfiledHeadTask& each : task.byHead)
                m_profile.run(each.kind, profileSlot, [&] { each.work(example, head); });
}

void CpuProgram::runShards() {
    m_pool.run(static_cast<Index>(m_shards.size()), [this](Index shard, Index worker) {
        const auto s = static_cast<std::size_t>(shard);
        for (const ShardTask& task :
             m_shardTasks[static_cast<std::size_t>(worker) * m_shards.size() + s])
            runTask(task, s);
    });
}

void CpuProgram::run() {
    m_parameters.bringToHost();
    if (m_plan.changesParameters())
        m_parameters.hostChanges();
    followParameters();
    for (const ProfiledTask& task : m_prologue)
        m_profile.run(task.kind, m_shards.size(), task.work);
    runShards();
    m_update.run(m_pool, m_profile, m_shards.size());
    m_log.add();
}

std::vector<Tensor> CpuProgram::values(std::span<const Wanted> wanted) const {
    std::vector<Tensor> values;
    values.reserve(wanted.size());
    for (const Wanted& each : wanted)
        values.push_back(valueOf(each));
    return values;
}

Tensor CpuProgram::valueOf(const Wanted& wanted) const {
    const auto [id, example] = wanted;
    const Node& node = (*m_graph)[id];
    assert(example >= 0 && example < m_batch);
    if (m_memory.isParameter(id))
        return Tensor::sharing(node.shape, m_parameters.snapshot(entryOf(id)));
    std::size_t shard = 0;
    if (node.batched)
        while (example >= m_shards[shard].first + m_shards[shard].examples)
            ++shard;
    const float* from = m_memory.address(id, shard, 0);
    if (node.batched)
        from += (example - m_shards[shard].first) * node.shape.count();
    if (m_plan.layout(id) == Layout::Rows)
        return {node.shape, std::vector<float>(from, from + node.shape.count())};
    Tensor tensor(node.shape);
    const auto [heads, tokens, width] = std::array{node.shape[0], node.shape[1], node.shape[2]};
    for (Index h = 0; h < heads; ++h)
        for (Index t = 0; t < tokens; ++t)
            std::copy_n(from + (t * heads + h) * width, width,
                        tensor.data() + (h * tokens + t) * width);
    return tensor;
}

} // namespace gf::cpu
