// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/gpu_program.h"

#include "core/backend/eigen/operation.h"
#include "core/backend/gpu/gpu_lowering.h"
#include "core/backend/run_log.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace gf::gpu {

namespace {

IsKept isKeptBy(const ProgramOptions& options) {
    return [options](NodeId node) {
        return options.keepAll || std::ranges::find(options.keep, node) != options.keep.end();
    };
}

/// A node without operands, computed by the reference.
std::vector<float> constantOf(const Node& node, Layout layout) {
    std::vector<float> values(node.shape.count());
    const eigen::Value<float> value{values.data(), &node, 1, layout};
    eigen::computeOf<float>(node.op->kind())({node, {}, value, nullptr});
    return values;
}

/// The copy of the parameters on this device, made if there is none.
std::shared_ptr<DeviceParameters> parametersOn(const std::shared_ptr<Device>& device,
                                               Parameters& parameters) {
    auto there = std::dynamic_pointer_cast<DeviceParameters>(parameters.device());
    if (!there || there->device() != device) {
        there = std::make_shared<DeviceParameters>(device);
        parameters.setDevice(there);
    }
    return there;
}

float bitsOf(std::uint64_t word) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(word));
}

} // namespace

void DeviceParameters::upload(std::span<const float> flat) {
    const auto count = static_cast<Index>(flat.size());
    if (!m_buffer || m_buffer->count() < count) {
        m_buffer = m_device->allocate(count);
        ++m_bufferNumber;
    }
    m_device->upload(*m_buffer, 0, flat);
}

void DeviceParameters::download(std::span<float> flat) {
    m_device->download(*m_buffer, 0, flat);
}

GpuProgram::GpuProgram(std::shared_ptr<const Graph> graph, Parameters& parameters,
                       const ProgramOptions& options, std::shared_ptr<Device> device,
                       const ProductTuning& tuning)
    : m_graph(std::move(graph)), m_parameters(parameters), m_batch(options.batch),
      m_device(std::move(device)), m_deviceParameters(parametersOn(m_device, parameters)),
      m_plan(*m_graph, isKeptBy(options)),
      m_fusions(options.keepAll ? fusionsOfEach(*m_graph, m_plan)
                                : joinedFusions(*m_graph, m_plan)),
      m_placement(*m_graph, m_plan, m_fusions, std::as_const(parameters), m_batch),
      m_launches(
          lower(*m_graph, m_plan, m_fusions, m_batch, m_placement, tuning, m_device->name())),
      m_numbers(m_device->allocate(m_placement.size())),
      m_fed(static_cast<std::size_t>(m_placement.fed())) {
    assert(options.batch > 0);
    uploadConstants();
    for (const NodeId number : options.noted)
        m_noted.push_back({number});
    if (!m_noted.empty())
        m_notes = m_device->allocate(mostNoted * stretchOver(m_noted).count);
}

void GpuProgram::uploadConstants() {
    for (const NodeId id : m_plan.constants())
        m_device->upload(*m_numbers, m_placement.of(id).at,
                         constantOf((*m_graph)[id], m_plan.layout(id)));
    for (const Table& table : m_placement.tables())
        m_device->upload(*m_numbers, table.at, table.values);
}

void GpuProgram::setPart(NodeId input, Index first, std::span<const float> values) {
    assert((*m_graph)[input].op->kind() == OpKind::Input);
    std::ranges::copy(values, m_fed.begin() + m_placement.of(input).at + first);
}

void GpuProgram::drawKeys() {
    for (const DropoutKey& key : m_placement.keys()) {
        const std::uint64_t bits = randomBits(m_random.seed, key.stream, m_random.step);
        m_fed[key.at] = bitsOf(bits);
        m_fed[key.at + 1] = bitsOf(bits >> 32);
    }
}

/// By counting; the places of a word stay in their order.
void GpuProgram::sortTokens() {
    for (const TokenSort& sort : m_placement.sorts()) {
        const float* const ids = m_fed.data() + m_placement.of(sort.ids).at;
        std::vector<std::uint32_t> ends(sort.words + 1, 0);
        for (Index i = 0; i < sort.count; ++i)
            ++ends[ids[i] + 1];
        for (std::size_t word = 1; word < ends.size(); ++word)
            ends[word] += ends[word - 1];
        for (std::size_t word = 0; word < ends.size(); ++word)
            m_fed[static_cast<std::size_t>(sort.starts) + word] = bitsOf(ends[word]);
        for (Index i = 0; i < sort.count; ++i) {
            std::uint32_t& next = ends[ids[i]];
            m_fed[static_cast<std::size_t>(sort.places) + next++] =
                bitsOf(static_cast<std::uint64_t>(i));
        }
    }
}

void GpuProgram::countTokens() {
    for (const TokenCount& tokens : m_placement.counts()) {
        const auto keep = m_fed.begin() + m_placement.of(tokens.keep).at;
        const auto hidden = std::count(keep, keep + tokens.count, 0.0F);
        m_fed[tokens.at] = static_cast<float>(std::max<Index>(1, tokens.count - hidden));
    }
}

/// Anew where the parameters have moved.
void GpuProgram::prepare() {
    const int number = m_deviceParameters->bufferNumber();
    if (m_preparedFor == number)
        return;
    m_work = m_device->prepare(m_launches, {m_numbers.get(), m_deviceParameters->buffer()});
    m_preparedFor = number;
}

void GpuProgram::run() {
    drawKeys();
    sortTokens();
    countTokens();
    if (m_parameters.device() != m_deviceParameters) // another program ran elsewhere
        m_parameters.setDevice(m_deviceParameters);
    m_parameters.bringToDevice();
    m_device->upload(*m_numbers, 0, m_fed);
    prepare();
    m_work->run();
    if (m_notes) {
        const auto [place, count] = stretchOver(m_noted);
        m_device->copy(*m_numbers, place.at, *m_notes, m_runs % mostNoted * count, count);
    }
    ++m_runs;
    if (m_plan.changesParameters())
        m_parameters.deviceChanged();
}

GpuProgram::Stretch GpuProgram::stretchOf(const Wanted& wanted) const {
    const auto [id, example] = wanted;
    const Node& node = (*m_graph)[id];
    assert(example >= 0 && example < m_batch);
    const Place place = m_placement.of(id);
    const Index from = place.at + (node.batched ? example * node.shape.count() : 0);
    return {{place.memory, from}, node.shape.count()};
}

/// From the first to the last of those that lie among the numbers.
GpuProgram::Stretch GpuProgram::stretchOver(std::span<const Wanted> wanted) const {
    Index first = m_numbers->count();
    Index last = 0;
    for (const Wanted& each : wanted)
        if (const Stretch stretch = stretchOf(each); stretch.place.memory == Memory::Numbers) {
            first = std::min(first, stretch.place.at);
            last = std::max(last, stretch.place.at + stretch.count);
        }
    return {{Memory::Numbers, first}, std::max<Index>(0, last - first)};
}

std::vector<float> GpuProgram::notes(Index runs) const {
    const auto [place, width] = stretchOver(m_noted);
    std::vector<float> rows(runs * width);
    auto to = std::span(rows);
    for (const auto& [first, count] : lastNotes(m_runs, runs)) {
        const auto part = static_cast<std::size_t>(count * width);
        if (count > 0)
            m_device->download(*m_notes, first * width, to.first(part));
        to = to.subspan(part);
    }
    std::vector<float> numbers;
    for (Index row = 0; row < runs; ++row)
        for (const Wanted& each : m_noted)
            numbers.push_back(rows[row * width + stretchOf(each).place.at - place.at]);
    return numbers;
}

/// What lies close together comes in one piece: a loss and a norm pay for one transfer.
std::vector<Tensor> GpuProgram::values(std::span<const Wanted> wanted) const {
    constexpr Index farthest = 4096;
    const auto [place, length] = stretchOver(wanted);
    std::vector<float> piece;
    if (wanted.size() > 1 && length > 0 && length <= farthest) {
        piece.resize(length);
        m_device->download(*m_numbers, place.at, piece);
    }
    std::vector<Tensor> values;
    values.reserve(wanted.size());
    for (const Wanted& each : wanted) {
        const Stretch stretch = stretchOf(each);
        if (stretch.place.memory == Memory::Parameters) {
            const std::string& name = (*m_graph)[m_plan.root(each.node)].name;
            values.push_back(Tensor::sharing((*m_graph)[each.node].shape,
                                             m_parameters.snapshot(*m_parameters.find(name))));
            continue;
        }
        std::vector<float> numbers(stretch.count);
        if (!piece.empty())
            std::copy_n(piece.begin() + (stretch.place.at - place.at), stretch.count,
                        numbers.begin());
        else
            m_device->download(*m_numbers, stretch.place.at, numbers);
        values.push_back(tensorOf(each.node, std::move(numbers)));
    }
    return values;
}

/// Row-major, whatever the layout of the node.
Tensor GpuProgram::tensorOf(NodeId id, std::vector<float> numbers) const {
    const Node& node = (*m_graph)[id];
    if (m_plan.layout(id) == Layout::Rows)
        return {node.shape, std::move(numbers)};
    Tensor tensor(node.shape);
    const auto [heads, tokens, width] = std::array{node.shape[0], node.shape[1], node.shape[2]};
    for (Index h = 0; h < heads; ++h)
        for (Index t = 0; t < tokens; ++t)
            std::copy_n(numbers.data() + (t * heads + h) * width, width,
                        tensor.data() + (h * tokens + t) * width);
    return tensor;
}

std::size_t GpuProgram::memoryBytes() const {
    const Index notes = m_notes ? m_notes->count() : 0;
    return static_cast<std::size_t>(m_numbers->count() + notes) * sizeof(float);
}

} // namespace gf::gpu
