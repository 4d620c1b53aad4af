// SPDX-License-Identifier: GPL-3.0-or-later
//
// Additive scores; included by kernels_impl.h alone. The T·S·D numbers of their hidden layer are
// made anew where they are needed, a few at a time.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

/// Features that are worked on at once.
inline constexpr Index additiveBlock = 256;

/// Calls `body(t, s, first, n, hidden)` for each query, key and block of n features from `first`
/// on; hidden[i] = tanh(a[t, first + i] + b[s, first + i]).
template <class T, class Body>
GF_INLINE void forEachHidden(const AdditiveShape& shape, const T* a, const T* b, const Body& body) {
    alignas(64) T hidden[additiveBlock];
    for (Index first = 0; first < shape.width; first += additiveBlock) {
        const Index left = shape.width - first;
        const Index n = left < additiveBlock ? left : additiveBlock;
        for (Index t = 0; t < shape.queries; ++t)
            for (Index s = 0; s < shape.keys; ++s) {
                const T* query = a + t * shape.width + first;
                const T* key = b + s * shape.width + first;
                for (Index i = 0; i < n; ++i)
                    hidden[i] = tanhOf(query[i] + key[i]);
                body(t, s, first, n, hidden);
            }
    }
}

template <class T>
void additiveScores(const AdditiveShape& shape, const T* a, const T* b, const T* v, T* e) {
    forEachHidden(shape, a, b,
                  [&](Index t, Index s, Index first, Index n, const T* hidden) GF_INLINED {
                      const T sum = sumOf<T>(n, [&]<class V>(Index i) {
                          return load<V>(v + first + i) * load<V>(hidden + i);
                      });
                      T& score = e[t * shape.keys + s];
                      score = first == 0 ? sum : score + sum;
                  });
}

template <class T> void additiveScoresGradient(const AdditiveShape& shape, const T* a, const T* b,
                                               const T* v, const T* de, T* da, T* db) {
    T* const result = da ? da : db;
    const Index rows = da ? shape.queries : shape.keys;
    for (Index i = 0; i < rows * shape.width; ++i)
        result[i] = 0;
    forEachHidden(shape, a, b,
                  [&](Index t, Index s, Index first, Index n, const T* hidden) GF_INLINED {
                      const T weight = de[t * shape.keys + s];
                      T* const sum = result + (da ? t : s) * shape.width + first;
                      for (Index i = 0; i < n; ++i)
                          sum[i] += weight * v[first + i] * (1 - hidden[i] * hidden[i]);
                  });
}

/// Of long sentences these are sums of many terms: those of a query are added up by themselves, so
/// that small ones are not lost in the sum of all.
template <class T> void additiveVectorGradient(const AdditiveShape& shape, const T* a, const T* b,
                                               const T* de, T* dv) {
    alignas(64) T sum[additiveBlock];
    forEachHidden(shape, a, b,
                  [&](Index t, Index s, Index first, Index n, const T* hidden) GF_INLINED {
                      const T weight = de[t * shape.keys + s];
                      for (Index i = 0; i < n; ++i)
                          sum[i] = (s == 0 ? T(0) : sum[i]) + weight * hidden[i];
                      for (Index i = 0; s == shape.keys - 1 && i < n; ++i)
                          dv[first + i] += sum[i];
                  });
}

} // namespace gf::cpu::GF_KERNEL_SET
