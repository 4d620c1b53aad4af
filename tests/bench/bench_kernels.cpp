// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single kernels of every instruction set that this processor has, in the shapes of `bench`:
//   bench_kernels --benchmark_filter=product
#include "core/backend/aligned_buffer.h"
#include "core/backend/cpu/kernels.h"

#include <benchmark/benchmark.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

using namespace gf;

namespace {

using Set = cpu::Kernels;

AlignedBuffer<float> numbers(Index count) {
    AlignedBuffer<float> values(count);
    for (Index i = 0; i < count; ++i)
        values.data()[i] = static_cast<float>(i % 17) / 8 - 1;
    return values;
}

struct ProductCase {
    const char* name;
    cpu::Product shape;
};

/// The products of one shard; ld as in the model. GPT-2's of 128 tokens, and of one that is
/// written.
constexpr std::array<ProductCase, 19> products = {{
    {"XS x.W1", {false, false, 64, 128, 32, 32, 128, 128}},
    {"XS dy.W1^T", {false, true, 64, 32, 128, 128, 128, 32}},
    {"XS x^T.dy", {true, false, 32, 128, 64, 32, 128, 128}},
    {"XS q.k^T", {false, true, 16, 16, 8, 32, 32, 16}},
    {"XS weights.v", {false, false, 16, 8, 16, 16, 32, 32}},
    {"XS weights^T.dy", {true, false, 16, 8, 16, 16, 32, 32}},
    {"M x.W1", {false, false, 256, 512, 128, 128, 512, 512}},
    {"M dy.W1^T", {false, true, 256, 128, 512, 512, 512, 128}},
    {"M x^T.dy", {true, false, 128, 512, 256, 128, 512, 512}},
    {"L x.W1", {false, false, 256, 1024, 256, 256, 1024, 1024}},
    {"L x^T.dy", {true, false, 256, 1024, 256, 256, 1024, 1024}},
    {"GPT-2 x.W1", {false, false, 128, 3072, 768, 768, 3072, 3072}},
    {"GPT-2 x.W2", {false, false, 128, 768, 3072, 3072, 768, 768}},
    {"GPT-2 dy.W1^T", {false, true, 128, 768, 3072, 3072, 3072, 768}},
    {"GPT-2 x^T.dy", {true, false, 768, 3072, 128, 768, 3072, 3072}},
    {"GPT-2 x.E^T", {false, true, 128, 50257, 768, 768, 768, 50257}},
    {"GPT-2 dy^T.x", {true, false, 50257, 768, 128, 50257, 768, 768}}, // gradient of the table E
    {"GPT-2 row.W1", {false, false, 1, 3072, 768, 768, 3072, 3072}},
    {"GPT-2 row.E^T", {false, true, 1, 50257, 768, 768, 768, 50257}},
}};

void measureProduct(benchmark::State& state, const Set& set, const cpu::Product& shape) {
    const auto size = [](Index rows, Index ld) { return rows * ld; };
    const auto a = numbers(size(shape.transposeA ? shape.k : shape.m, shape.lda));
    const auto b = numbers(size(shape.transposeB ? shape.n : shape.k, shape.ldb));
    auto c = numbers(size(shape.m, shape.ldc));
    for (auto _ : state) {
        set.product(shape, a.data(), b.data(), nullptr, c.data());
        benchmark::ClobberMemory();
    }
    state.counters["GFLOP/s"] =
        benchmark::Counter(2e-9 * static_cast<double>(shape.m * shape.n * shape.k),
                           benchmark::Counter::kIsIterationInvariantRate);
}

/// What no product can exceed.
void measurePeak(benchmark::State& state, const Set& set) {
    double operations = 0;
    float sink = 0.25F;
    for (auto _ : state)
        operations += set.multiplyAdds(100'000, &sink);
    benchmark::DoNotOptimize(sink);
    state.counters["GFLOP/s"] = benchmark::Counter(1e-9 * operations, benchmark::Counter::kIsRate);
}

/// A kernel over 64 rows of so many columns.
using RowKernel = std::function<void(const Set&, Index rows, Index columns, const float* x,
                                     const float* z, float* y)>;

struct RowCase {
    const char* name;
    RowKernel run;
};

const std::vector<RowCase>& rowCases() {
    static const std::vector<RowCase> cases = {
        {"softmax", [](const Set& k, Index rows, Index columns, const float* x, const float*,
                       float* y) { k.softmax(rows, columns, x, y); }},
        {"softmax_gradient",
         [](const Set& k, Index rows, Index columns, const float* x, const float* z, float* y) {
             k.softmaxGradient(rows, columns, x, z, y);
         }},
        {"layer_norm", [](const Set& k, Index rows, Index columns, const float* x, const float* z,
                          float* y) { k.layerNorm(rows, columns, 1e-5F, x, z, z, y); }},
        {"layer_norm_input_gradient",
         [](const Set& k, Index rows, Index columns, const float* x, const float* z, float* y) {
             k.layerNormInputGradient(rows, columns, 1e-5F, x, z, z, y);
         }},
        {"gelu", [](const Set& k, Index rows, Index columns, const float* x, const float*,
                    float* y) { k.gelu(rows * columns, x, y); }},
        {"gelu_gradient",
         [](const Set& k, Index rows, Index columns, const float* x, const float* z, float* y) {
             k.geluGradient(rows * columns, x, z, y);
         }},
        {"adam_update",
         [](const Set& k, Index rows, Index columns, const float* x, const float*, float* y) {
             k.adamUpdate(rows * columns, 1e-3F, 1, 1, 1e-8F, x, x, y);
         }},
    };
    return cases;
}

void measureRows(benchmark::State& state, const Set& set, const RowKernel& run) {
    constexpr Index rows = 64;
    const Index columns = state.range(0);
    const auto x = numbers(rows * columns);
    const auto z = numbers(rows * columns);
    auto y = numbers(rows * columns);
    for (auto _ : state) {
        run(set, rows, columns, x.data(), z.data(), y.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * rows * columns);
}

} // namespace

int main(int argc, char** argv) {
    for (const Set* set : cpu::availableKernels()) {
        const std::string suffix = std::string("/") + set->name;
        benchmark::RegisterBenchmark(("peak" + suffix).c_str(), measurePeak, *set);
        for (const ProductCase& each : products)
            benchmark::RegisterBenchmark(("product " + std::string(each.name) + suffix).c_str(),
                                         measureProduct, *set, each.shape);
        for (const RowCase& each : rowCases())
            benchmark::RegisterBenchmark((each.name + suffix).c_str(), measureRows, *set, each.run)
                ->Arg(16)
                ->Arg(32)
                ->Arg(128);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
