// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work number by number. Where examples share an operand its number i stands at i modulo the count
// of one example.

/// What the table of operations calls GF_EACH and GF_PAIR: a kernel, and the function for one number
/// for a chain.
#define EACH(name, result)                                                                         \
    DEVICE float name##_of(float a) {                                                              \
        return (result);                                                                           \
    }                                                                                              \
    KERNEL name(PIECE OUT(y), IN(x), int n) {                                                      \
        OPEN_OUT(y);                                                                               \
        OPEN(x);                                                                                   \
        const int i = GID;                                                                         \
        if (i < n)                                                                                 \
            y[i] = name##_of(x[i]);                                                                \
    }

#define PAIR(name, result)                                                                         \
    DEVICE float name##_of(float a, float b) {                                                     \
        return (result);                                                                           \
    }                                                                                              \
    KERNEL name(PIECE OUT(y), IN(first), IN(second), int n) {                                      \
        OPEN_OUT(y);                                                                               \
        OPEN(first);                                                                               \
        OPEN(second);                                                                              \
        const int i = GID;                                                                         \
        if (i < n)                                                                                 \
            y[i] = name##_of(first[i], second[i]);                                                 \
    }

/// Φ, the normal distribution up to x.
DEVICE float normalCdf(float x) {
    return 0.5f * erfc(-x * 0.70710678f);
}

/// Φ(x) + x·φ(x), the slope of GELU.
DEVICE float geluSlope(float x) {
    return normalCdf(x) + x * exp(-0.5f * x * x) * 0.39894228f;
}

/// ½·(1 + tanh u) = σ(2u), u = √(2/π)·(x + 0.044715·x³).
DEVICE float sigmoid(float x) {
    return 1.0f / (1.0f + exp(-x));
}
DEVICE float geluBend(float x) {
    return x * (1.59576912f + 0.07135481f * x * x);
}
DEVICE float geluTanhSlope(float x) {
    const float s = sigmoid(geluBend(x));
    return s + x * (s * (1.0f - s)) * (1.59576912f + 0.21406444f * x * x);
}
DEVICE float siluSlope(float x) {
    const float s = sigmoid(x);
    return s + x * (s * (1.0f - s));
}

EACH(copy, a)
EACH(each_relu, a < 0.0f ? 0.0f : a)
EACH(each_gelu, a * normalCdf(a))
EACH(each_gelu_tanh, a * sigmoid(geluBend(a)))
EACH(each_silu, a * sigmoid(a))
EACH(each_tanh, tanh(a))
EACH(each_sigmoid, 1.0f / (1.0f + exp(-a)))
EACH(each_complement, 1.0f - a)
EACH(each_one_plus, 1.0f + a)

PAIR(pair_relu_gradient, a > 0.0f ? b : 0.0f)
PAIR(pair_gelu_gradient, b * geluSlope(a))
PAIR(pair_gelu_tanh_gradient, b * geluTanhSlope(a))
PAIR(pair_silu_gradient, b * siluSlope(a))
PAIR(pair_tanh_gradient, b * (1.0f - a * a))
PAIR(pair_sigmoid_gradient, b * a * (1.0f - a))
PAIR(pair_multiply, a * b)

KERNEL fill(PIECE OUT(y), float value, int n) {
    OPEN_OUT(y);
    const int i = GID;
    if (i < n)
        y[i] = value;
}

KERNEL scale(PIECE OUT(y), IN(x), float factor, int n) {
    OPEN_OUT(y);
    OPEN(x);
    const int i = GID;
    if (i < n)
        y[i] = factor * x[i];
}

/// The sum of up to four, of which each may have `count` numbers for all examples (bit i of
/// `shared`).
KERNEL add(PIECE OUT(y), IN(a), IN(b), IN(c), IN(d), int terms, int shared, int count, int n) {
    OPEN_OUT(y);
    OPEN(a);
    OPEN(b);
    OPEN(c);
    OPEN(d);
    const int i = GID;
    if (i >= n)
        return;
    const int one = i % count;
    float sum = a[shared & 1 ? one : i] + b[shared & 2 ? one : i];
    if (terms > 2)
        sum += c[shared & 4 ? one : i];
    if (terms > 3)
        sum += d[shared & 8 ? one : i];
    y[i] = sum;
}

/// The sum over examples of `count` numbers, in their order, and 0 for what follows.
KERNEL batch_sum(PIECE OUT(y), IN(x), int examples, int count, int n) {
    OPEN_OUT(y);
    OPEN(x);
    const int i = GID;
    if (i >= n)
        return;
    float sum = 0.0f;
    if (i < count) {
        sum = x[i];
        for (int e = 1; e < examples; ++e)
            sum += x[(offset_t)e * count + i];
    }
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
KERNEL dropout(PIECE OUT(y), IN(x), IN(key), int threshold, float factor, int n) {
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

KERNEL clip_gradient(PIECE OUT(y), IN(g), IN(factor), int n) {
    OPEN_OUT(y);
    OPEN(g);
    OPEN(factor);
    const int i = GID;
    if (i < n)
        y[i] = factor[0] * g[i];
}

KERNEL decay_gradient(PIECE OUT(y), IN(g), IN(p), float decay, int n) {
    OPEN_OUT(y);
    OPEN(g);
    OPEN(p);
    const int i = GID;
    if (i < n)
        y[i] = g[i] + decay * p[i];
}

/// y = kept·before + (1 − kept)·g, or of g².
KERNEL adam_moment(PIECE OUT(y), IN(before), IN(g), float kept, float taken, int squared, int n) {
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
KERNEL adam_update(PIECE OUT(y), IN(m), IN(v), IN(rate), IN(step), float logBeta1, float logBeta2,
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

KERNEL momentum(PIECE OUT(y), IN(before), IN(g), float kept, int n) {
    OPEN_OUT(y);
    OPEN(before);
    OPEN(g);
    const int i = GID;
    if (i < n)
        y[i] = kept * before[i] + g[i];
}

KERNEL sgd_update(PIECE OUT(y), IN(g), IN(rate), int n) {
    OPEN_OUT(y);
    OPEN(g);
    OPEN(rate);
    const int i = GID;
    if (i < n)
        y[i] = -rate[0] * g[i];
}

/// p + Δ − η·decay·p.
KERNEL apply_update(PIECE OUT(y), IN(p), IN(change), IN(rate), float decay, int n) {
    OPEN_OUT(y);
    OPEN(p);
    OPEN(change);
    OPEN(rate);
    const int i = GID;
    if (i < n)
        y[i] = (1.0f - (decay != 0.0f ? rate[0] * decay : 0.0f)) * p[i] + change[i];
}

// ---- many tensors at once -------------------------------------------------------------------------
//
// A table has for each group the row of its tensor and the first of its UPDATE_RUN numbers, and from
// `rows` on the rows: places in TABLE_UNITs, and how many numbers there are.

#define TABLE_UNIT 16
#define UPDATE_RUN 1024
#define TENSOR(width) (AS_INTS(table) + rows + (width)*AS_INTS(table)[2 * GROUP_X])
#define FIRST_OF_RUN AS_INTS(table)[2 * GROUP_X + 1]
#define NUMBERS_AT(memory, place) ((memory) + (offset_t)(place)*TABLE_UNIT)

/// The squares of a run of each gradient: one partial sum a group. A row: gradient, count.
KERNEL squares(PIECE OUT(partial), IN(numbers), IN(table), int rows) {
    OPEN_OUT(partial);
    OPEN(numbers);
    OPEN(table);
    LOCAL float shelf[GROUP_SIZE];
    GLOBAL const int* const tensor = TENSOR(2);
    GLOBAL const float* const g = NUMBERS_AT(numbers, tensor[0]);
    const int first = FIRST_OF_RUN;
    float sum = 0.0f;
    for (int i = first + LID; i < first + UPDATE_RUN && i < tensor[1]; i += GROUP_SIZE)
        sum += g[i] * g[i];
    sum = sumOfGroup(sum, shelf);
    if (LID == 0)
        partial[GROUP_X] = sum;
}

/// The whole update of all parameters: clipping, decay, the optimizer (0: SGD, 1: with momentum,
/// 2: Adam), and the step. A row: parameter, gradient, first and second state, count.
KERNEL update_all(PIECE IN(numbers), OUT(parameters), IN(table), IN(clip), IN(rate), IN(step),
                  int rows, int optimizer, int clips, float decay, float decoupledDecay,
                  float kept1, float taken1, float kept2, float taken2, float logBeta1,
                  float logBeta2, float epsilon) {
    OPEN(numbers);
    OPEN_OUT(parameters);
    OPEN(table);
    OPEN(clip);
    OPEN(rate);
    OPEN(step);
    GLOBAL const int* const tensor = TENSOR(5);
    GLOBAL float* const p = NUMBERS_AT(parameters, tensor[0]);
    GLOBAL const float* const gradient = NUMBERS_AT(numbers, tensor[1]);
    GLOBAL float* const state1 = NUMBERS_AT(parameters, tensor[2]);
    GLOBAL float* const state2 = NUMBERS_AT(parameters, tensor[3]);
    const int first = FIRST_OF_RUN;
    for (int i = first + LID; i < first + UPDATE_RUN && i < tensor[4]; i += GROUP_SIZE) {
        float g = gradient[i];
        if (clips)
            g = clip[0] * g;
        if (decay != 0.0f)
            g = g + decay * p[i];
        float change = 0.0f;
        if (optimizer == 2) {
            const float m = kept1 * state1[i] + taken1 * g;
            const float v = kept2 * state2[i] + taken2 * (g * g);
            state1[i] = m;
            state2[i] = v;
            const float mHat = m / -expm1(step[0] * logBeta1);
            const float vHat = v / -expm1(step[0] * logBeta2);
            change = -rate[0] * mHat / (sqrt(vHat) + epsilon);
        } else {
            if (optimizer == 1) {
                g = kept1 * state1[i] + g;
                state1[i] = g;
            }
            change = -rate[0] * g;
        }
        p[i] = (1.0f - (decoupledDecay != 0.0f ? rate[0] * decoupledDecay : 0.0f)) * p[i] + change;
    }
}

KERNEL gradient_norm(PIECE OUT(y), IN(partial), int n) {
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

KERNEL clip_factor(PIECE OUT(y), IN(norm), float clip) {
    OPEN_OUT(y);
    OPEN(norm);
    if (GID == 0) {
        const float factor = clip / (norm[0] + 1e-6f);
        y[0] = factor < 1.0f ? factor : 1.0f;
    }
}
