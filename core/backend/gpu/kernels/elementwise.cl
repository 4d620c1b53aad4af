// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work number by number. Where examples share an operand its number i stands at i modulo the count
// of one example.

#define EACH(name, result)                                                                         \
    KERNEL name(OUT(y), IN(x), int n) {                                                            \
        OPEN_OUT(y);                                                                               \
        OPEN(x);                                                                                   \
        const int i = GID;                                                                         \
        if (i < n) {                                                                               \
            const float a = x[i];                                                                  \
            y[i] = (result);                                                                       \
        }                                                                                          \
    }

#define PAIR(name, result)                                                                         \
    KERNEL name(OUT(y), IN(first), IN(second), int n) {                                            \
        OPEN_OUT(y);                                                                               \
        OPEN(first);                                                                               \
        OPEN(second);                                                                              \
        const int i = GID;                                                                         \
        if (i < n) {                                                                               \
            const float a = first[i];                                                              \
            const float b = second[i];                                                             \
            y[i] = (result);                                                                       \
        }                                                                                          \
    }

/// Φ, the normal distribution up to x.
DEVICE float normalCdf(float x) {
    return 0.5f * erfc(-x * 0.70710678f);
}

/// Φ(x) + x·φ(x), the slope of GELU.
DEVICE float geluSlope(float x) {
    return normalCdf(x) + x * exp(-0.5f * x * x) * 0.39894228f;
}

EACH(copy, a)
EACH(relu, a < 0.0f ? 0.0f : a)
EACH(gelu, a * normalCdf(a))
EACH(tanh_, tanh(a))
EACH(sigmoid, 1.0f / (1.0f + exp(-a)))
EACH(complement, 1.0f - a)

PAIR(relu_gradient, a > 0.0f ? b : 0.0f)
PAIR(gelu_gradient, b * geluSlope(a))
PAIR(tanh_gradient, b * (1.0f - a * a))
PAIR(sigmoid_gradient, b * a * (1.0f - a))
PAIR(multiply, a * b)

KERNEL fill(OUT(y), float value, int n) {
    OPEN_OUT(y);
    const int i = GID;
    if (i < n)
        y[i] = value;
}

KERNEL scale(OUT(y), IN(x), float factor, int n) {
    OPEN_OUT(y);
    OPEN(x);
    const int i = GID;
    if (i < n)
        y[i] = factor * x[i];
}

/// y = a + b, of which each may have `count` numbers for all examples.
KERNEL add(OUT(y), IN(a), IN(b), int aShared, int bShared, int count, int n) {
    OPEN_OUT(y);
    OPEN(a);
    OPEN(b);
    const int i = GID;
    if (i < n)
        y[i] = a[aShared ? i % count : i] + b[bShared ? i % count : i];
}

/// The sum over examples, in their order.
KERNEL batch_sum(OUT(y), IN(x), int examples, int n) {
    OPEN_OUT(y);
    OPEN(x);
    const int i = GID;
    if (i >= n)
        return;
    float sum = x[i];
    for (int e = 1; e < examples; ++e)
        sum += x[(offset_t)e * n + i];
    y[i] = sum;
}

/// core/tensor/random.h has the same function.
DEVICE uint hashOf(uint counter, uint low, uint high) {
    uint z = (counter ^ low) * 0x9e3779b9u;
    z ^= z >> 16;
    z *= 0x85ebca6bu;
    z ^= (z >> 13) ^ high;
    z *= 0xc2b2ae35u;
    return z ^ (z >> 16);
}

/// Each element is dropped with a probability or divided by what is left (Srivastava et al. 2014).
/// The key of the step stands in the memory as bits.
KERNEL dropout(OUT(y), IN(x), IN(key), int threshold, float factor, int n) {
    OPEN_OUT(y);
    OPEN(x);
    OPEN(key);
    const int i = GID;
    if (i >= n)
        return;
    const uint hash = hashOf((uint)i, BITS(key[0]), BITS(key[1]));
    y[i] = ((int)(hash >> 8) >= threshold ? factor : 0.0f) * x[i];
}

// ---- the optimizer; a factor that is a node is the only number of its buffer --------------------

KERNEL clip_gradient(OUT(y), IN(g), IN(factor), int n) {
    OPEN_OUT(y);
    OPEN(g);
    OPEN(factor);
    const int i = GID;
    if (i < n)
        y[i] = factor[0] * g[i];
}

KERNEL decay_gradient(OUT(y), IN(g), IN(p), float decay, int n) {
    OPEN_OUT(y);
    OPEN(g);
    OPEN(p);
    const int i = GID;
    if (i < n)
        y[i] = g[i] + decay * p[i];
}

/// y = kept·before + (1 − kept)·g, or of g².
KERNEL adam_moment(OUT(y), IN(before), IN(g), float kept, float taken, int squared, int n) {
    OPEN_OUT(y);
    OPEN(before);
    OPEN(g);
    const int i = GID;
    if (i >= n)
        return;
    const float a = g[i];
    y[i] = kept * before[i] + taken * (squared ? a * a : a);
}

/// 1 − βᵗ is −expm1(t·log β): the difference keeps its digits in the first steps.
KERNEL adam_update(OUT(y), IN(m), IN(v), IN(rate), IN(step), float logBeta1, float logBeta2,
                   float epsilon, int n) {
    OPEN_OUT(y);
    OPEN(m);
    OPEN(v);
    OPEN(rate);
    OPEN(step);
    const int i = GID;
    if (i >= n)
        return;
    const float mHat = m[i] / -expm1(step[0] * logBeta1);
    const float vHat = v[i] / -expm1(step[0] * logBeta2);
    y[i] = -rate[0] * mHat / (sqrt(vHat) + epsilon);
}

KERNEL momentum(OUT(y), IN(before), IN(g), float kept, int n) {
    OPEN_OUT(y);
    OPEN(before);
    OPEN(g);
    const int i = GID;
    if (i < n)
        y[i] = kept * before[i] + g[i];
}

KERNEL sgd_update(OUT(y), IN(g), IN(rate), int n) {
    OPEN_OUT(y);
    OPEN(g);
    OPEN(rate);
    const int i = GID;
    if (i < n)
        y[i] = -rate[0] * g[i];
}

/// p + Δ − η·decay·p.
KERNEL apply_update(OUT(y), IN(p), IN(change), IN(rate), float decay, int n) {
    OPEN_OUT(y);
    OPEN(p);
    OPEN(change);
    OPEN(rate);
    const int i = GID;
    if (i < n)
        y[i] = (1.0f - (decay != 0.0f ? rate[0] * decay : 0.0f)) * p[i] + change[i];
}

/// The squares of every 64th run of a gradient: one partial sum a group.
KERNEL squares(OUT(partial), IN(g), int groups, int n) {
    OPEN_OUT(partial);
    OPEN(g);
    LOCAL float shelf[GROUP_SIZE];
    float sum = 0.0f;
    for (int i = GID; i < n; i += groups * GROUP_SIZE)
        sum += g[i] * g[i];
    sum = sumOfGroup(sum, shelf);
    if (LID == 0)
        partial[GROUP_X] = sum;
}

KERNEL gradient_norm(OUT(y), IN(partial), int n) {
    OPEN_OUT(y);
    OPEN(partial);
    LOCAL float shelf[GROUP_SIZE];
    float sum = 0.0f;
    for (int i = LID; i < n; i += GROUP_SIZE)
        sum += partial[i];
    sum = sumOfGroup(sum, shelf);
    if (LID == 0)
        y[0] = sqrt(sum);
}

KERNEL clip_factor(OUT(y), IN(norm), float clip) {
    OPEN_OUT(y);
    OPEN(norm);
    if (GID == 0) {
        const float factor = clip / (norm[0] + 1e-6f);
        y[0] = factor < 1.0f ? factor : 1.0f;
    }
}
