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
    const T* keep;
    T fill;

    template <class V> V operator()(Index i, V value) const {
        if (keep)
            value = load<V>(keep + i) == T(0) ? V{} + fill : value;
        return hideFrom(visible - i, fill, value);
    }
};

/// Calls `body.operator()<Rows>(maskOf, offset, visible)` for groups of neighbouring queries of
/// each head: maskOf(row) is a row's mask, `offset` the first row's place, and all rows hide what
/// lies from `visible` on.
template <class Body> GF_INLINE void forEachMasked(const MaskShape& s, const Body& body) {
    const auto visibleTo = [&](Index query) {
        const Index seen = query + (s.strict ? 0 : 1);
        return s.causal && seen < s.keys ? seen : s.keys;
    };
    for (Index h = 0; h < s.heads; ++h)
        forEachFour<float>(s.queries, [&]<int Rows>(Index query) GF_INLINED {
            const auto maskOf = [&, query](int row) {
                const float* keep = s.keep ? s.keep + (query + row) * s.keepStride : nullptr;
                return MaskedRow<float>{visibleTo(query + row), keep, s.fill};
            };
            body.template operator()<Rows>(maskOf, (h * s.queries + query) * s.keys,
                                           visibleTo(query + Rows - 1));
        });
}

template <class T> void mask(const MaskShape& s, const T* x, T* y) {
    forEachMasked(s, [&]<int Rows>(const auto& maskOf, Index offset, Index) GF_INLINED {
        for (int r = 0; r < Rows; ++r) {
            const MaskedRow<T> masked = maskOf(r);
            const Index row = offset + r * s.keys;
            forEach<T>(s.keys, [&]<class V>(Index i) {
                store(y + row + i, masked(i, load<V>(x + row + i)));
            });
            if (const Index query = row / s.keys % s.queries; s.window > 0)
                for (Index i = 0; i < std::min(s.keys, query - s.window + 1); ++i)
                    y[row + i] = s.fill;
        }
    });
}

/// y = softmax(term) for rows `columns` apart, of which the first n numbers are made; a row of
/// nothing but −∞ becomes zeros.
template <int Rows, class T, class Term>
GF_INLINE void softmaxRows(Index n, Index columns, T* y, const Term& term) {
    const auto largest = largestRows<T, Rows>(n, [&]<class V>(int r, Index i) {
        const V value = term.template operator()<V>(r, i);
        store(y + r * columns + i, value);
        return value;
    });
    using Numbers = PerRow<T, Rows>;
    const Numbers shift = largest == -std::numeric_limits<T>::infinity() ? Numbers{} : largest;
    const auto sum = sumRows<T, Rows>(n, [&]<class V>(int r, Index i) {
        const V power = expOf(load<V>(y + r * columns + i) - ofRow<T>(shift, r));
        store(y + r * columns + i, power);
        return power;
    });
    const Numbers inverse = sum == T(0) ? Numbers{} : 1 / sum;
    for (int r = 0; r < Rows; ++r) {
        const T factor = ofRow<T>(inverse, r);
        T* const row = y + r * columns;
        forEach<T>(n, [&]<class V>(Index i) { store(row + i, load<V>(row + i) * factor); });
    }
}

template <class T> void softmax(Index rows, Index columns, const T* x, T* y) {
    forEachFour<T>(rows, [&]<int Rows>(Index row) GF_INLINED {
        softmaxRows<Rows>(columns, columns, y + row * columns, [&]<class V>(int r, Index i) {
            return load<V>(x + (row + r) * columns + i);
        });
    });
}

/// How much of a row must be worked on so that sums have the same bits as over the whole row, whose
/// rest adds zeros: whole vectors.
template <class T> Index wholeVectors(Index visible, Index columns) {
    static_assert(triangleRows % lanesOf<T> == 0, "no more than the block on the diagonal");
    const Index whole = (visible + lanesOf<T> - 1) / lanesOf<T> * lanesOf<T>;
    return whole < columns ? whole : columns;
}

template <class T> void attentionWeights(const MaskShape& s, T factor, const T* x, T* y) {
    forEachMasked(s, [&]<int Rows>(const auto& maskOf, Index offset, Index visible) GF_INLINED {
        const Index n = wholeVectors<T>(visible, s.keys);
        softmaxRows<Rows>(n, s.keys, y + offset, [&]<class V>(int r, Index i) {
            return maskOf(r)(i, factor * load<V>(x + offset + r * s.keys + i));
        });
        for (int r = 0; r < Rows; ++r)
            for (Index i = n; i < s.keys; ++i)
                y[offset + r * s.keys + i] = 0;
    });
}

/// Σ y·dy along the first n numbers of rows `columns` apart.
template <int Rows, class T>
GF_INLINE PerRow<T, Rows> alongRows(Index n, Index columns, const T* y, const T* dy) {
    return sumRows<T, Rows>(n, [&]<class V>(int r, Index i) {
        return load<V>(y + r * columns + i) * load<V>(dy + r * columns + i);
    });
}

template <class T> void softmaxGradient(Index rows, Index columns, const T* y, const T* dy, T* dx) {
    forEachFour<T>(rows, [&]<int Rows>(Index first) GF_INLINED {
        const Index offset = first * columns;
        const auto along = alongRows<Rows>(columns, columns, y + offset, dy + offset);
        for (int r = 0; r < Rows; ++r) {
            const Index row = offset + r * columns;
            const T mean = ofRow<T>(along, r);
            forEach<T>(columns, [&]<class V>(Index i) {
                store(dx + row + i, load<V>(y + row + i) * (load<V>(dy + row + i) - mean));
            });
        }
    });
}

template <class T>
void scoresGradient(const MaskShape& s, T factor, const T* y, const T* dy, T* dx) {
    forEachMasked(s, [&]<int Rows>(const auto& maskOf, Index offset, Index visible) GF_INLINED {
        const Index n = wholeVectors<T>(visible, s.keys);
        const auto along = alongRows<Rows>(n, s.keys, y + offset, dy + offset);
        for (int r = 0; r < Rows; ++r) {
            const MaskedRow<T> masked = maskOf(r);
            const Index row = offset + r * s.keys;
            const T mean = ofRow<T>(along, r);
            forEach<T>(n, [&]<class V>(Index i) {
                const V slope = load<V>(y + row + i) * (load<V>(dy + row + i) - mean);
                store(dx + row + i, factor * masked(i, slope));
            });
            for (Index i = n; i < s.keys; ++i)
                dx[row + i] = 0;
        }
    });
}

// ---- LayerNorm, and RMSNorm, which does not centre ----------------------------------------------

/// What is taken off each number of a row, and what it is then multiplied by.
template <class Numbers> struct Moments { Numbers mean, inverseDeviation; };

/// 1/√x of one number or of each lane.
template <class T, int Rows> PerRow<T, Rows> inverseRoot(PerRow<T, Rows> x) {
    if constexpr (Rows == 1) {
        return 1 / std::sqrt(x);
    } else {
        PerRow<T, Rows> root;
        for (int r = 0; r < Rows; ++r)
            root[r] = std::sqrt(x[r]);
        return 1 / root;
    }
}

/// Numbers of a row less its mean, where the norm takes that off.
template <bool Centres, class V, class T> GF_INLINE V centred(V x, T mean) {
    if constexpr (Centres)
        return x - mean;
    else
        return x;
}

/// Of rows that lie one after the other.
template <bool Centres, int Rows, class T>
GF_INLINE Moments<PerRow<T, Rows>> momentsOf(Index columns, T epsilon, const T* x) {
    const auto width = static_cast<T>(columns);
    PerRow<T, Rows> mean{};
    if constexpr (Centres)
        mean = sumRows<T, Rows>(
                   columns, [&]<class V>(int r, Index i) { return load<V>(x + r * columns + i); }) /
               width;
    const auto squares = sumRows<T, Rows>(columns, [&]<class V>(int r, Index i) {
        const V value = centred<Centres>(load<V>(x + r * columns + i), ofRow<T>(mean, r));
        return value * value;
    });
    return {mean, inverseRoot<T, Rows>(squares / width + epsilon)};
}

/// `bias` is read only where it centres.
template <bool Centres, class T>
void norm(Index rows, Index columns, T epsilon, const T* x, const T* gain, const T* bias, T* y) {
    forEachFour<T>(rows, [&]<int Rows>(Index first) GF_INLINED {
        const auto moments = momentsOf<Centres, Rows>(columns, epsilon, x + first * columns);
        for (int r = 0; r < Rows; ++r) {
            const T mean = ofRow<T>(moments.mean, r);
            const T inverse = ofRow<T>(moments.inverseDeviation, r);
            const Index row = (first + r) * columns;
            forEach<T>(columns, [&]<class V>(Index i) {
                const V scaled =
                    centred<Centres>(load<V>(x + row + i), mean) * inverse * load<V>(gain + i);
                if constexpr (Centres)
                    store(y + row + i, scaled + load<V>(bias + i));
                else
                    store(y + row + i, scaled);
            });
        }
    });
}

template <class T>
void rmsNorm(Index rows, Index columns, T epsilon, const T* x, const T* gain, T* y) {
    norm<false, T>(rows, columns, epsilon, x, gain, nullptr, y);
}

/// dx of `Rows` rows.
template <bool Centres, int Rows, class T>
GF_INLINE void normInputRows(Index columns, const Moments<PerRow<T, Rows>>& moments, const T* x,
                             const T* gain, const T* dy, T* dx) {
    const auto width = static_cast<T>(columns);
    PerRow<T, Rows> meanG{};
    if constexpr (Centres)
        meanG = sumRows<T, Rows>(columns,
                                 [&]<class V>(int r, Index i) {
                                     return load<V>(gain + i) * load<V>(dy + r * columns + i);
                                 }) /
                width;
    const PerRow<T, Rows> meanGx =
        sumRows<T, Rows>(columns,
                         [&]<class V>(int r, Index i) {
                             return load<V>(gain + i) * load<V>(dy + r * columns + i) *
                                    centred<Centres>(load<V>(x + r * columns + i),
                                                     ofRow<T>(moments.mean, r));
                         }) *
        moments.inverseDeviation / width;
    for (int r = 0; r < Rows; ++r) {
        const T mean = ofRow<T>(moments.mean, r);
        const T inverse = ofRow<T>(moments.inverseDeviation, r);
        const T g = ofRow<T>(meanG, r);
        const T gx = ofRow<T>(meanGx, r);
        const Index row = r * columns;
        forEach<T>(columns, [&]<class V>(Index i) {
            const V normalised = centred<Centres>(load<V>(x + row + i), mean) * inverse;
            const V passed = centred<Centres>(load<V>(gain + i) * load<V>(dy + row + i), g);
            store(dx + row + i, inverse * (passed - normalised * gx));
        });
    }
}

/// Adds the rows' share to dgain, one row after the other.
template <bool Centres, int Rows, class T>
GF_INLINE void normGainRows(Index columns, const Moments<PerRow<T, Rows>>& moments, const T* x,
                            const T* dy, T* dgain) {
    forEach<T>(columns, [&]<class V>(Index i) {
        V sum = load<V>(dgain + i);
        for (int r = 0; r < Rows; ++r) {
            const V value =
                centred<Centres>(load<V>(x + r * columns + i), ofRow<T>(moments.mean, r));
            sum += load<V>(dy + r * columns + i) * (value * ofRow<T>(moments.inverseDeviation, r));
        }
        store(dgain + i, sum);
    });
}

/// What is nullptr is not wanted.
template <bool Centres, class T>
GF_INLINE void normGradientsOf(Index rows, Index columns, T epsilon, const T* x, const T* gain,
                               const T* dy, T* dx, T* dgain) {
    for (Index c = 0; dgain && c < columns; ++c)
        dgain[c] = 0;
    forEachFour<T>(rows, [&]<int Rows>(Index row) GF_INLINED {
        const Index at = row * columns;
        const auto moments = momentsOf<Centres, Rows>(columns, epsilon, x + at);
        if (dx)
            normInputRows<Centres, Rows>(columns, moments, x + at, gain, dy + at, dx + at);
        if (dgain)
            normGainRows<Centres, Rows>(columns, moments, x + at, dy + at, dgain);
    });
}

template <bool Centres, class T> void normInputGradient(Index rows, Index columns, T epsilon,
                                                        const T* x, const T* gain, const T* dy,
                                                        T* dx) {
    normGradientsOf<Centres, T>(rows, columns, epsilon, x, gain, dy, dx, nullptr);
}

template <bool Centres, class T>
void normGainGradient(Index rows, Index columns, T epsilon, const T* x, const T* dy, T* dgain) {
    normGradientsOf<Centres, T>(rows, columns, epsilon, x, nullptr, dy, nullptr, dgain);
}

template <bool Centres, class T> void normGradients(Index rows, Index columns, T epsilon,
                                                    const T* x, const T* gain, const T* dy, T* dx,
                                                    T* dgain) {
    normGradientsOf<Centres, T>(rows, columns, epsilon, x, gain, dy, dx, dgain);
}

// ---- the loss ----------------------------------------------------------------------------------

template <class T> void crossEntropy(Index rows, Index words, Index first, T smoothing,
                                     const T* logits, const T* probabilities, const T* labels,
                                     const T* keep, T* loss) {
    for (Index r = 0; r < rows; ++r, logits += words, probabilities += words) {
        if (keep[r] == 0) {
            loss[r] = 0;
            continue;
        }
        const auto label = static_cast<Index>(labels[r]);
        // log Σ exp z = max z − log p[argmax], and that p is at least 1/V: no underflow, no second
        // pass of exponentials. Differences to the maximum keep the digits when logits are large.
        const T maximum =
            largestOf<T>(words, [&]<class V>(Index i) { return load<V>(logits + i); });
        Index best = 0;
        while (best + 1 < words && logits[best] != maximum)
            ++best;
        T right = logits[label - first] - maximum;
        if (smoothing > 0) {
            const T sum =
                sumOf<T>(words, [&]<class V>(Index i) { return load<V>(logits + i) - maximum; });
            right = (1 - smoothing) * right + smoothing * (sum / static_cast<T>(words));
        }
        loss[r] = -std::log(probabilities[best]) - right;
    }
}

template <class T> void crossEntropyGradient(Index rows, Index words, Index first, T smoothing,
                                             const T* probabilities, const T* labels, const T* keep,
                                             const T* dy, T* dlogits) {
    const T spread = smoothing / static_cast<T>(words);
    for (Index r = 0; r < rows; ++r, probabilities += words, dlogits += words) {
        if (keep[r] == 0) { // padding teaches nothing
            std::fill_n(dlogits, words, T(0));
            continue;
        }
        for (Index v = 0; v < words; ++v)
            dlogits[v] = (probabilities[v] - spread) * dy[r];
        const auto right = static_cast<Index>(labels[r]) - first;
        dlogits[right] = (probabilities[right] - spread - (1 - smoothing)) * dy[r];
    }
}

template <class T> void squaredError(Index rows, Index features, const T* values, const T* labels,
                                     const T* keep, T* loss) {
    for (Index r = 0; r < rows; ++r, values += features, labels += features) {
        T sum = 0;
        for (Index i = 0; i < features; ++i)
            sum += (values[i] - labels[i]) * (values[i] - labels[i]);
        loss[r] = keep[r] == 0 ? T(0) : sum / static_cast<T>(features);
    }
}

template <class T> void squaredErrorGradient(Index rows, Index features, const T* values,
                                             const T* labels, const T* keep, const T* dy,
                                             T* dvalues) {
    const T factor = T(2) / static_cast<T>(features);
    for (Index r = 0; r < rows; ++r, values += features, labels += features, dvalues += features) {
        const T slope = factor * dy[r];
        for (Index i = 0; i < features; ++i)
            dvalues[i] = keep[r] == 0 ? T(0) : (values[i] - labels[i]) * slope;
    }
}

} // namespace gf::cpu::GF_KERNEL_SET
