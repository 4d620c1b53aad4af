// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands around the products of attention: masks, and positions that go into the scores.

/// Whether query i may see key j: keep has a number for each key (keepRows 1) or for each query and
/// key, or does not count (keepRows 0).
DEVICE int isSeen(GLOBAL const float* keep, int keepRows, int causal, int strict, int i, int j,
                  int keys) {
    if (causal && (j > i || (strict && j == i)))
        return 0;
    return keepRows == 0 || keep[(keepRows == 1 ? 0 : i * keys) + j] != 0.0f;
}

/// x, or `hidden` where the query may not see the key; `examples` of [H,T,S].
/// With a `window`, queries see so many keys at most; 0: no window.
KERNEL mask(PIECE OUT(y), IN(x), IN(keep), float hidden, int causal, int strict, int window,
            int keepRows, int keepCount, int heads, int queries, int keys, int xShared, int n) {
    OPEN_OUT(y);
    OPEN(x);
    OPEN(keep);
    const int index = GID;
    if (index >= n)
        return;
    const int j = index % keys;
    const int i = index / keys % queries;
    const int count = heads * queries * keys;
    const int example = index / count;
    const float value = x[xShared ? index % count : index];
    const int inside = window == 0 || j > i - window;
    y[index] = inside && isSeen(keep + (offset_t)example * keepCount, keepRows, causal, strict, i, j,
                                keys)
                   ? value
                   : hidden;
}

/// 0 where query i may see key j, −∞ where not.
KERNEL visibility(PIECE OUT(y), IN(keep), int causal, int keepCount, int tokens, int n) {
    OPEN_OUT(y);
    OPEN(keep);
    const int index = GID;
    if (index >= n)
        return;
    const int j = index % tokens;
    const int i = index / tokens % tokens;
    const int example = index / (tokens * tokens);
    const int seen = isSeen(keep + (offset_t)example * keepCount, 1, causal, 0, i, j, tokens);
    y[index] = seen ? 0.0f : -INFINITY;
}

/// The column of a table [H,2R+1] for a query and a key (core/ops/relative_position.h).
DEVICE int offsetColumn(int query, int key, int columns) {
    const int reach = columns / 2;
    const int offset = key - query;
    return (offset < -reach ? -reach : offset > reach ? reach : offset) + reach;
}

KERNEL relative_bias(PIECE OUT(y), IN(table), int columns, int queries, int keys, int n) {
    OPEN_OUT(y);
    OPEN(table);
    const int index = GID;
    if (index >= n)
        return;
    const int j = index % keys;
    const int i = index / keys % queries;
    const int head = index / (keys * queries);
    y[index] = table[head * columns + offsetColumn(i, j, columns)];
}

/// A group for each number of the table; it adds the places that have its offset, of `partQueries`
/// queries for each group along y, a row of lanes for every eighth query.
KERNEL relative_bias_gradient(PIECE OUT(table), IN(dy), int partQueries, offset_t tablePart,
                              int columns, int queries, int keys) {
    OPEN_OUT(table);
    OPEN(dy);
    LOCAL float shelf[GROUP_SIZE];
    const int column = GROUP_X % columns;
    const int head = GROUP_X / columns;
    const int reach = columns / 2;
    const int begin = GROUP_Y * partQueries;
    const int end = queries - begin < partQueries ? queries : begin + partQueries;
    GLOBAL const float* const from = dy + (offset_t)head * queries * keys;
    float sum = 0.0f;
    for (int i = begin + ROW_IN_GROUP; i < end; i += ROWS) {
        // The first and the last column stand for all that is further away.
        const int place = i + column - reach;
        const int first = column == 0 || place < 0 ? 0 : place;
        const int last = column == columns - 1 || place >= keys ? keys - 1 : place;
        for (int j = first + LANE; j <= last; j += LANES)
            sum += from[i * keys + j];
    }
    sum = sumOfGroup(sum, shelf);
    if (LID == 0)
        table[GROUP_Y * tablePart + GROUP_X] = sum;
}

/// Pairs of features turned by angles whose cosines and sines stand in a table [T,pairs,2]; `across`
/// is −1 where they are turned back. Columns behind these pairs stay as they are, two of them for
/// each of `each` items of a row. The strides are as in products.cl.
KERNEL rotary(PIECE OUT(y), IN(x), IN(turns), float across, int halves, offset_t example, int head,
              int row, int heads, int tokens, int pairs, int each, int columns, int n) {
    OPEN_OUT(y);
    OPEN(x);
    OPEN(turns);
    const int index = GID;
    if (index >= n)
        return;
    const int pair = index % each;
    const int token = index / each % tokens;
    const int h = index / (each * tokens) % heads;
    const int e = index / (each * tokens * heads);
    const offset_t first = e * example + (offset_t)h * head + (offset_t)token * row;
    if (pair >= pairs) {
        y[first + 2 * pair] = x[first + 2 * pair];
        if (2 * pair + 1 < columns)
            y[first + 2 * pair + 1] = x[first + 2 * pair + 1];
        return;
    }
    const offset_t at = first + (halves ? pair : 2 * pair);
    const int apart = halves ? pairs : 1;
    const float c = turns[2 * (token * pairs + pair)];
    const float s = across * turns[2 * (token * pairs + pair) + 1];
    const float a = x[at];
    const float b = x[at + apart];
    y[at] = a * c - b * s;
    y[at + apart] = a * s + b * c;
}

// ---- grouped queries (Ainslie et al. 2023) --------------------------------------------------------

/// Head h of the result is head h / each of x.
KERNEL repeat_heads(PIECE OUT(y), IN(x), int each, offset_t yExample, int yHead, int yRow,
                    offset_t xExample, int xHead, int xRow, int heads, int rows, int columns,
                    int n) {
    OPEN_OUT(y);
    OPEN(x);
    const int i = GID;
    if (i >= n)
        return;
    const int column = i % columns;
    const int row = i / columns % rows;
    const int h = i / (columns * rows) % heads;
    const int e = i / (columns * rows * heads);
    y[e * yExample + (offset_t)h * yHead + (offset_t)row * yRow + column] =
        x[e * xExample + (offset_t)(h / each) * xHead + (offset_t)row * xRow + column];
}

/// Head g of the result is the sum of the heads g·each, … of x.
KERNEL repeat_heads_gradient(PIECE OUT(y), IN(x), int each, offset_t yExample, int yHead, int yRow,
                             offset_t xExample, int xHead, int xRow, int heads, int rows,
                             int columns, int n) {
    OPEN_OUT(y);
    OPEN(x);
    const int i = GID;
    if (i >= n)
        return;
    const int column = i % columns;
    const int row = i / columns % rows;
    const int h = i / (columns * rows) % heads;
    const int e = i / (columns * rows * heads);
    GLOBAL const float* const from =
        x + e * xExample + (offset_t)h * each * xHead + (offset_t)row * xRow + column;
    float sum = from[0];
    for (int other = 1; other < each; ++other)
        sum += from[(offset_t)other * xHead];
    y[e * yExample + (offset_t)h * yHead + (offset_t)row * yRow + column] = sum;
}

// ---- additive scores (Bahdanau et al. 2015) -------------------------------------------------------

/// e_ts = Σ_d v_d·tanh(a_td + b_sd); a row of lanes for each number.
KERNEL additive_scores(PIECE OUT(y), IN(a), IN(b), IN(v), int aCount, int bCount, int queries,
                       int keys, int width, int n) {
    OPEN_OUT(y);
    OPEN(a);
    OPEN(b);
    OPEN(v);
    LOCAL float shelf[GROUP_SIZE];
    const int index = GROUP_X * ROWS + ROW_IN_GROUP;
    const int s = index % keys;
    const int t = index / keys % queries;
    const int e = index / (keys * queries);
    float sum = 0.0f;
    if (index < n)
        for (int d = LANE; d < width; d += LANES)
            sum += v[d] * tanh(a[(offset_t)e * aCount + t * width + d] +
                               b[(offset_t)e * bCount + s * width + d]);
    sum = sumOfLanes(sum, shelf);
    if (LANE == 0 && index < n)
        y[index] = sum;
}

/// Of a: Σ_s de_ts·v_d·(1 − tanh²(a_td + b_sd)); of b (ofKeys): the same, summed over t.
KERNEL additive_scores_gradient(PIECE OUT(dx), IN(a), IN(b), IN(v), IN(de), int aCount, int bCount,
                                int queries, int keys, int width, int ofKeys, int n) {
    OPEN_OUT(dx);
    OPEN(a);
    OPEN(b);
    OPEN(v);
    OPEN(de);
    const int index = GID;
    if (index >= n)
        return;
    const int d = index % width;
    const int row = index / width % (ofKeys ? keys : queries);
    const int e = index / (width * (ofKeys ? keys : queries));
    float sum = 0.0f;
    for (int other = 0; other < (ofKeys ? queries : keys); ++other) {
        const int t = ofKeys ? other : row;
        const int s = ofKeys ? row : other;
        const float hidden = tanh(a[(offset_t)e * aCount + t * width + d] +
                                  b[(offset_t)e * bCount + s * width + d]);
        sum += de[((offset_t)e * queries + t) * keys + s] * v[d] * (1.0f - hidden * hidden);
    }
    dx[index] = sum;
}

/// Σ_s de_ts·tanh(a_t + b_s) of each query; the rows are then added by column_sum.
KERNEL additive_vector_gradient(PIECE OUT(rows), IN(a), IN(b), IN(de), int aCount, int bCount,
                                int queries, int keys, int width, int n) {
    OPEN_OUT(rows);
    OPEN(a);
    OPEN(b);
    OPEN(de);
    const int index = GID;
    if (index >= n)
        return;
    const int d = index % width;
    const int t = index / width % queries;
    const int e = index / (width * queries);
    float sum = 0.0f;
    for (int s = 0; s < keys; ++s)
        sum += de[((offset_t)e * queries + t) * keys + s] *
               tanh(a[(offset_t)e * aCount + t * width + d] +
                    b[(offset_t)e * bCount + s * width + d]);
    rows[index] = sum;
}
