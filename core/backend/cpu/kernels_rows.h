// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work row by row; included by kernels_impl.h alone.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

template <class T> void columnSum(Index rows, Index columns, const T* x, T* sum) {
    forEach<T>(columns, [&]<class V>(Index c) {
        V even = {}, odd = {}; // two chains hide half of the latency
        Index r = 0;
        for (; r + 2 <= rows; r += 2) {
            even += load<V>(x + r * columns + c);
            odd += load<V>(x + (r + 1) * columns + c);
        }
        if (r < rows)
            even += load<V>(x + r * columns + c);
        store(sum + c, even + odd);
    });
}

// ---- attention ---------------------------------------------------------------------------------

/// `value`, and `fill` in the lanes from number `visible` on.
template <class T, class V> V hideFrom(Index visible, T fill, V value) {
    if constexpr (std::is_same_v<V, T>) {
        return visible <= 0 ? fill : value;
    } else {
        using Lanes = BitsOf<V>;
        constexpr int count = static_cast<int>(sizeof(V) / sizeof(T));
        Lanes lane;
        for (int i = 0; i < count; ++i)
            lane[i] = static_cast<std::uint32_t>(i);
        const Index shown = visible < 0 ? 0 : visible < count ? visible : count;
        return lane < static_cast<std::uint32_t>(shown) ? value : V{} + fill;
    }
}

/// Numbers of a row with those that a mask hides replaced: term(i) at number i.
template <class T> struct MaskedRow {
    Index visible; ///< keys from here on lie in the future
    const T* keyIds;
    T fill;

    template <class V> V operator()(Index i, V value) const {
        if (keyIds)
            value = load<V>(keyIds + i) == T(0) ? V{} + fill : value;
        return hideFrom(visible - i, fill, value);
    }
};

/// Calls `body(row, offset)` for every head and query of an example.
template <class T, class Body> void forEachMaskedRow(const MaskShape<T>& s, const Body& body) {
    for (Index h = 0; h < s.heads; ++h)
        for (Index i = 0; i < s.queries; ++i) {
            const Index visible = s.causal && i + 1 < s.keys ? i + 1 : s.keys;
            body(MaskedRow<T>{visible, s.keyIds, s.fill}, (h * s.queries + i) * s.keys);
        }
}

template <class T> void mask(const MaskShape<T>& s, const T* x, T* y) {
    forEachMaskedRow(s, [&](const MaskedRow<T>& masked, Index offset) {
        forEach<T>(s.keys, [&]<class V>(Index i) {
            store(y + offset + i, masked(i, load<V>(x + offset + i)));
        });
    });
}

/// y = softmax(y); a row of nothing but −∞ becomes zeros.
template <class T> void softmaxRow(Index n, T maximum, T* y) {
    if (maximum == -std::numeric_limits<T>::infinity()) {
        forEach<T>(n, [&]<class V>(Index i) { store(y + i, V{}); });
        return;
    }
    const T sum = sumOf<T>(n, [&]<class V>(Index i) {
        const V power = expOf(load<V>(y + i) - maximum);
        store(y + i, power);
        return power;
    });
    const T inverse = 1 / sum;
    forEach<T>(n, [&]<class V>(Index i) { store(y + i, load<V>(y + i) * inverse); });
}

/// Stores term(i) as y[i] and returns the largest.
template <class T, class Term> T storeLargest(Index n, T* y, const Term& term) {
    return largestOf<T>(n, [&]<class V>(Index i) {
        const V value = term.template operator()<V>(i);
        store(y + i, value);
        return value;
    });
}

template <class T> void softmax(Index rows, Index columns, const T* x, T* y) {
    for (Index r = 0; r < rows; ++r, x += columns, y += columns)
        softmaxRow(columns,
                   storeLargest(columns, y, [&]<class V>(Index i) { return load<V>(x + i); }), y);
}

template <class T> void attentionWeights(const MaskShape<T>& s, T factor, const T* x, T* y) {
    forEachMaskedRow(s, [&](const MaskedRow<T>& masked, Index offset) {
        // Whole vectors, so that the sums are the same as over the whole row: the rest adds zeros.
        const Index whole = (masked.visible + lanesOf<T> - 1) / lanesOf<T> * lanesOf<T>;
        const Index n = whole < s.keys ? whole : s.keys;
        T* row = y + offset;
        const T maximum = storeLargest(
            n, row, [&]<class V>(Index i) { return masked(i, factor * load<V>(x + offset + i)); });
        softmaxRow(n, maximum, row);
        for (Index i = n; i < s.keys; ++i)
            row[i] = 0;
    });
}

/// Σ y·dy along a row.
template <class T> T alongRow(Index n, const T* y, const T* dy) {
    return sumOf<T>(n, [&]<class V>(Index i) { return load<V>(y + i) * load<V>(dy + i); });
}

template <class T> void softmaxGradient(Index rows, Index columns, const T* y, const T* dy, T* dx) {
    for (Index r = 0; r < rows; ++r, y += columns, dy += columns, dx += columns) {
        const T along = alongRow(columns, y, dy);
        forEach<T>(columns, [&]<class V>(Index i) {
            store(dx + i, load<V>(y + i) * (load<V>(dy + i) - along));
        });
    }
}

template <class T>
void scoresGradient(const MaskShape<T>& s, T factor, const T* y, const T* dy, T* dx) {
    forEachMaskedRow(s, [&](const MaskedRow<T>& masked, Index offset) {
        const T along = alongRow(s.keys, y + offset, dy + offset);
        forEach<T>(s.keys, [&]<class V>(Index i) {
            const V slope = load<V>(y + offset + i) * (load<V>(dy + offset + i) - along);
            store(dx + offset + i, factor * masked(i, slope));
        });
    });
}

// ---- LayerNorm ---------------------------------------------------------------------------------

template <class T> struct Moments { T mean, inverseDeviation; };

template <class T> Moments<T> momentsOf(Index columns, T epsilon, const T* x) {
    const T mean = sumOf<T>(columns, [&]<class V>(Index i) { return load<V>(x + i); }) /
                   static_cast<T>(columns);
    const T squares = sumOf<T>(columns, [&]<class V>(Index i) {
        const V centred = load<V>(x + i) - mean;
        return centred * centred;
    });
    return {mean, 1 / std::sqrt(squares / static_cast<T>(columns) + epsilon)};
}

template <class T> void layerNorm(Index rows, Index columns, T epsilon, const T* x, const T* gain,
                                  const T* bias, T* y) {
    for (Index r = 0; r < rows; ++r, x += columns, y += columns) {
        const auto [mean, inverse] = momentsOf(columns, epsilon, x);
        forEach<T>(columns, [&, mean = mean, inverse = inverse]<class V>(Index i) {
            store(y + i, (load<V>(x + i) - mean) * inverse * load<V>(gain + i) + load<V>(bias + i));
        });
    }
}

template <class T> void layerNormInputRow(Index columns, const Moments<T>& moments, const T* x,
                                          const T* gain, const T* dy, T* dx) {
    const auto [mean, inverse] = moments;
    const T width = static_cast<T>(columns);
    const T meanG =
        sumOf<T>(columns, [&]<class V>(Index i) { return load<V>(gain + i) * load<V>(dy + i); }) /
        width;
    const T meanGx =
        sumOf<T>(columns,
                 [&, mean = mean]<class V>(Index i) {
                     return load<V>(gain + i) * load<V>(dy + i) * (load<V>(x + i) - mean);
                 }) *
        inverse / width;
    forEach<T>(columns, [&, mean = mean, inverse = inverse]<class V>(Index i) {
        const V normalised = (load<V>(x + i) - mean) * inverse;
        store(dx + i,
              inverse * (load<V>(gain + i) * load<V>(dy + i) - meanG - normalised * meanGx));
    });
}

template <class T>
void layerNormGainRow(Index columns, const Moments<T>& moments, const T* x, const T* dy, T* dgain) {
    const auto [mean, inverse] = moments;
    forEach<T>(columns, [&, mean = mean, inverse = inverse]<class V>(Index i) {
        const V normalised = (load<V>(x + i) - mean) * inverse;
        store(dgain + i, load<V>(dgain + i) + load<V>(dy + i) * normalised);
    });
}

template <class T> void layerNormInputGradient(Index rows, Index columns, T epsilon, const T* x,
                                               const T* gain, const T* dy, T* dx) {
    for (Index r = 0; r < rows; ++r, x += columns, dy += columns, dx += columns)
        layerNormInputRow(columns, momentsOf(columns, epsilon, x), x, gain, dy, dx);
}

template <class T> void layerNormGainGradient(Index rows, Index columns, T epsilon, const T* x,
                                              const T* dy, T* dgain) {
    for (Index c = 0; c < columns; ++c)
        dgain[c] = 0;
    for (Index r = 0; r < rows; ++r, x += columns, dy += columns)
        layerNormGainRow(columns, momentsOf(columns, epsilon, x), x, dy, dgain);
}

template <class T> void layerNormGradients(Index rows, Index columns, T epsilon, const T* x,
                                           const T* gain, const T* dy, T* dx, T* dgain) {
    for (Index c = 0; c < columns; ++c)
        dgain[c] = 0;
    for (Index r = 0; r < rows; ++r, x += columns, dy += columns, dx += columns) {
        const Moments<T> moments = momentsOf(columns, epsilon, x);
        layerNormInputRow(columns, moments, x, gain, dy, dx);
        layerNormGainRow(columns, moments, x, dy, dgain);
    }
}

// ---- the loss ----------------------------------------------------------------------------------

template <class T> void crossEntropy(Index rows, Index words, T smoothing, const T* logits,
                                     const T* probabilities, const T* labels, T* loss) {
    for (Index r = 0; r < rows; ++r, logits += words, probabilities += words) {
        const auto label = static_cast<Index>(labels[r]);
        if (label == 0) {
            loss[r] = 0;
            continue;
        }
        // log Σ exp z = max z − log p[argmax], and that p is at least 1/V: no underflow, no second
        // pass of exponentials. Differences to the maximum keep the digits when logits are large.
        const T maximum =
            largestOf<T>(words, [&]<class V>(Index i) { return load<V>(logits + i); });
        Index best = 0;
        while (best + 1 < words && logits[best] != maximum)
            ++best;
        T right = logits[label] - maximum;
        if (smoothing > 0) {
            const T sum =
                sumOf<T>(words, [&]<class V>(Index i) { return load<V>(logits + i) - maximum; });
            right = (1 - smoothing) * right + smoothing * (sum / static_cast<T>(words));
        }
        loss[r] = -std::log(probabilities[best]) - right;
    }
}

template <class T> void crossEntropyGradient(Index rows, Index words, T smoothing,
                                             const T* probabilities, const T* labels, const T* dy,
                                             T* dlogits) {
    const T spread = smoothing / static_cast<T>(words);
    for (Index r = 0; r < rows; ++r, probabilities += words, dlogits += words) {
        const auto label = static_cast<Index>(labels[r]);
        const T slope = label == 0 ? 0 : dy[r]; // padding teaches nothing
        for (Index v = 0; v < words; ++v)
            dlogits[v] = label == 0 ? T(0) : (probabilities[v] - spread) * slope;
        if (label != 0)
            dlogits[label] = (probabilities[label] - spread - (1 - smoothing)) * slope;
    }
}

} // namespace gf::cpu::GF_KERNEL_SET
