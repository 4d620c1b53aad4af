// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention with everything between its products in one kernel, forward and backward. A group has
// ROWS queries of one head, each with its row of scores in local memory; groups go along x, head
// after head.

#define MOST_KEYS 512 // core/backend/gpu/launch.h has the same number

// Of a row of a tile, so that lanes read four numbers each of their rows at once and none has to wait.
#define TILE_ROW (LANES + 4)
#define TILE_NUMBERS ((LANES + ROWS) * TILE_ROW)

/// line_j = x·matrix_j for every key j before `end`; `tile` has TILE_NUMBERS: a row for each of LANES
/// keys, and below them one for each x. Every thread of the group has to come here, with the same
/// matrix and end.
DEVICE void timesRows(LOCAL_POINTER float* line, GLOBAL const float* x, int isThere,
                      GLOBAL const float* matrix, int matrixRow, int end, int width,
                      LOCAL_POINTER float* tile) {
    LOCAL_POINTER float* const key = tile + LANE * TILE_ROW;
    LOCAL_POINTER float* const query = tile + (LANES + ROW_IN_GROUP) * TILE_ROW;
    for (int first = 0; first < end; first += LANES) {
        float sum = 0.0f;
        for (int from = 0; from < width; from += LANES) {
            const int most = width - from < LANES ? width - from : LANES;
            UNROLL
            for (int n = 0; n < LANES / ROWS; ++n) {
                const int r = ROW_IN_GROUP + n * ROWS;
                tile[r * TILE_ROW + LANE] =
                    first + r < end && LANE < most
                        ? matrix[(offset_t)(first + r) * matrixRow + from + LANE]
                        : 0.0f;
            }
            query[LANE] = isThere && LANE < most ? x[from + LANE] : 0.0f;
            BARRIER;
            for (int k = 0; k < most; k += 4)
                UNROLL
                for (int n = k; n < k + 4; ++n) // beyond the width there are zeros
                    sum = fma(query[n], key[n], sum);
            BARRIER;
        }
        if (first + LANE < end)
            line[first + LANE] = sum;
    }
    BARRIER;
}

/// y = line·matrix, the sum over the keys before `end`.
DEVICE void timesColumns(GLOBAL float* y, LOCAL_POINTER const float* line,
                         GLOBAL const float* matrix, int matrixRow, int end, int width) {
    for (int d = LANE; d < width; d += LANES) {
        float sum = 0.0f;
        for (int j = 0; j < end; ++j)
            sum = fma(line[j], matrix[(offset_t)j * matrixRow + d], sum);
        y[d] = sum;
    }
}

/// What both kernels begin with: which query of which head of which example a thread is for, and how
/// many keys count for it (`end`) and for its group (`groupEnd`).
#define OPEN_ATTENTION                                                                             \
    LOCAL float shelf[GROUP_SIZE];                                                                 \
    LOCAL float lines[ROWS][MOST_KEYS];                                                            \
    LOCAL_ALIGNED float tile[TILE_NUMBERS];                                                        \
    const int blocks = (queries + ROWS - 1) / ROWS;                                                \
    const int matrix = GROUP_X / blocks;                                                           \
    const int head = matrix % heads;                                                               \
    const int example = matrix / heads;                                                            \
    const int firstQuery = GROUP_X % blocks * ROWS;                                                \
    const int query = firstQuery + ROW_IN_GROUP;                                                   \
    const int isThere = query < queries;                                                           \
    const int endOfGroup = firstQuery + ROWS;                                                      \
    const int groupEnd = causal && endOfGroup < keys ? endOfGroup : keys;                          \
    const int end = causal && query + 1 < keys ? query + 1 : keys;                                 \
    LOCAL_POINTER float* const line = lines[ROW_IN_GROUP];                                         \
    const offset_t row = ((offset_t)matrix * queries + query) * keys

/// softmax(mask(factor·q·kᵀ)) [H,T,S] and, if makesHeads, its product with v.
KERNEL attention(PIECE OUT(weights), OUT(y), IN(q), IN(k), IN(v), IN(keep), float factor,
                 int causal, int strict, int keepRows, int keepCount, int makesHeads,
                 offset_t yExample, int yHead, int yRow, offset_t qExample, int qHead, int qRow,
                 offset_t kExample, int kHead, int kRow, offset_t vExample, int vHead, int vRow,
                 int heads, int queries, int keys, int width) {
    OPEN_OUT(weights);
    OPEN_OUT(y);
    OPEN(q);
    OPEN(k);
    OPEN(v);
    OPEN(keep);
    OPEN_ATTENTION;
    timesRows(line, q + example * qExample + (offset_t)head * qHead + (offset_t)query * qRow,
              isThere, k + example * kExample + (offset_t)head * kHead, kRow, groupEnd, width,
              tile);
    const int count = isThere ? end : 0;
    GLOBAL const float* const kept = keep + (offset_t)example * keepCount;
    float most = -INFINITY;
    for (int j = LANE; j < count; j += LANES) {
        line[j] = isSeen(kept, keepRows, causal, strict, query, j, keys) ? factor * line[j]
                                                                         : -INFINITY;
        most = larger(most, line[j]);
    }
    most = largestOfLanes(most, shelf);
    float sum = 0.0f;
    for (int j = LANE; j < count; j += LANES) {
        line[j] = exp(line[j] - most);
        sum += line[j];
    }
    sum = sumOfLanes(sum, shelf);
    for (int j = LANE; j < count; j += LANES)
        line[j] = most == -INFINITY ? 0.0f : line[j] / sum;
    BARRIER;
    if (!isThere)
        return;
    for (int j = LANE; j < keys; j += LANES)
        weights[row + j] = j < end ? line[j] : 0.0f;
    if (makesHeads)
        timesColumns(y + example * yExample + (offset_t)head * yHead + (offset_t)query * yRow, line,
                     v + example * vExample + (offset_t)head * vHead, vRow, end, width);
}

/// ds = factor · p ⊙ (dp − Σ p ⊙ dp) with dp = dy·vᵀ, 0 where the mask hides; and dq = ds·k.
KERNEL attention_gradient(PIECE OUT(ds), OUT(dq), IN(weights), IN(dy), IN(v), IN(k), IN(keep),
                          float factor, int causal, int strict, int keepRows, int keepCount,
                          offset_t qExample, int qHead, int qRow, offset_t yExample, int yHead,
                          int yRow, offset_t vExample, int vHead, int vRow, offset_t kExample,
                          int kHead, int kRow, int heads, int queries, int keys, int width) {
    OPEN_OUT(ds);
    OPEN_OUT(dq);
    OPEN(weights);
    OPEN(dy);
    OPEN(v);
    OPEN(k);
    OPEN(keep);
    OPEN_ATTENTION;
    timesRows(line, dy + example * yExample + (offset_t)head * yHead + (offset_t)query * yRow,
              isThere, v + example * vExample + (offset_t)head * vHead, vRow, groupEnd, width,
              tile);
    const int count = isThere ? end : 0;
    float sum = 0.0f;
    for (int j = LANE; j < count; j += LANES)
        sum += weights[row + j] * line[j];
    sum = sumOfLanes(sum, shelf);
    GLOBAL const float* const kept = keep + (offset_t)example * keepCount;
    for (int j = LANE; j < count; j += LANES)
        line[j] = isSeen(kept, keepRows, causal, strict, query, j, keys)
                      ? factor * (weights[row + j] * (line[j] - sum))
                      : 0.0f;
    BARRIER;
    if (!isThere)
        return;
    for (int j = LANE; j < keys; j += LANES)
        ds[row + j] = j < end ? line[j] : 0.0f;
    timesColumns(dq + example * qExample + (offset_t)head * qHead + (offset_t)query * qRow, line,
                 k + example * kExample + (offset_t)head * kHead, kRow, end, width);
}
