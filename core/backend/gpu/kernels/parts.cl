// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows and parts of matrices put somewhere else: embeddings, slices, windows, a state kept at
// padding, a person's changes.

/// y_t = factor · table[id_t], and what is added to it: `count` numbers for all examples, or none
/// (0).
KERNEL embedding(PIECE OUT(y), IN(table), IN(ids), IN(addend), float factor, int width, int count,
                 int n) {
    OPEN_OUT(y);
    OPEN(table);
    OPEN(ids);
    OPEN(addend);
    const int i = GID;
    if (i >= n)
        return;
    const float value = factor * table[(offset_t)(int)ids[i / width] * width + i % width];
    y[i] = count > 0 ? value + addend[i % count] : value;
}

/// A token's row gets the gradients of all places where it stood, in their order: `starts` says
/// where those of each token begin in `places`, both as bits of integers, sorted on the host.
KERNEL embedding_gradient(PIECE OUT(table), IN(dy), IN(starts), IN(places), float factor, int width,
                          int n) {
    OPEN_OUT(table);
    OPEN(dy);
    OPEN(starts);
    OPEN(places);
    const int i = GID;
    if (i >= n)
        return;
    const int token = i / width;
    const int end = AS_INTS(starts)[token + 1];
    float sum = 0.0f;
    for (int at = AS_INTS(starts)[token]; at < end; ++at)
        sum += factor * dy[(offset_t)AS_INTS(places)[at] * width + i % width];
    table[i] = sum;
}

/// The first numbers, and 0 for the rest.
KERNEL padded_copy(PIECE OUT(y), IN(x), int count, int n) {
    OPEN_OUT(y);
    OPEN(x);
    const int i = GID;
    if (i < n)
        y[i] = i < count ? x[i] : 0.0f;
}

/// A part of matrices of `rows` × `columns` from one place to another, added to what is there if
/// `adds`. The strides go from example to example and from row to row.
KERNEL copy_part(PIECE OUT(y), IN(x), offset_t yExample, int yRow, offset_t xExample, int xRow,
                 int adds, int rows, int columns, int n) {
    OPEN_OUT(y);
    OPEN(x);
    const int index = GID;
    if (index >= n)
        return;
    const int column = index % columns;
    const int row = index / columns % rows;
    const int e = index / (columns * rows);
    const float value = x[e * xExample + (offset_t)row * xRow + column];
    GLOBAL float* const to = y + e * yExample + (offset_t)row * yRow + column;
    *to = adds ? *to + value : value;
}

/// Every token beside its neighbours, from `first` on; zeros outside of the sequence and at padding.
KERNEL windows(PIECE OUT(y), IN(x), IN(keep), int hasKeep, int first, int length, int tokens,
               int width, int n) {
    OPEN_OUT(y);
    OPEN(x);
    OPEN(keep);
    const int index = GID;
    if (index >= n)
        return;
    const int d = index % width;
    const int place = index / width % length;
    const int i = index / (width * length) % tokens;
    const int e = index / (width * length * tokens);
    const int token = i + first + place;
    const int isThere = token >= 0 && token < tokens &&
                        (!hasKeep || keep[(offset_t)e * tokens + token] != 0.0f);
    y[index] = isThere ? x[((offset_t)e * tokens + token) * width + d] : 0.0f;
}

/// A token gets the gradients of all windows that it stands in.
KERNEL windows_gradient(PIECE OUT(dx), IN(dy), IN(keep), int hasKeep, int first, int length,
                        int tokens, int width, int n) {
    OPEN_OUT(dx);
    OPEN(dy);
    OPEN(keep);
    const int index = GID;
    if (index >= n)
        return;
    const int d = index % width;
    const int token = index / width % tokens;
    const int e = index / (width * tokens);
    float sum = 0.0f;
    if (!hasKeep || keep[(offset_t)e * tokens + token] != 0.0f)
        for (int place = length - 1; place >= 0; --place) {
            const int i = token - first - place;
            if (i >= 0 && i < tokens)
                sum += dy[(((offset_t)e * tokens + i) * length + place) * width + d];
        }
    dx[index] = sum;
}

/// The next state where a time step is no padding, the one before where it is.
KERNEL keep(PIECE OUT(y), IN(next), IN(before), IN(keep), int place, int tokens, int count, int n) {
    OPEN_OUT(y);
    OPEN(next);
    OPEN(before);
    OPEN(keep);
    const int i = GID;
    if (i < n)
        y[i] = keep[(offset_t)(i / count) * tokens + place] != 0.0f ? next[i] : before[i];
}

/// dy for whichever of the two states it was, 0 for the other.
KERNEL keep_gradient(PIECE OUT(dx), IN(dy), IN(keep), int ofNext, int place, int tokens, int count,
                     int n) {
    OPEN_OUT(dx);
    OPEN(dy);
    OPEN(keep);
    const int i = GID;
    if (i >= n)
        return;
    const int isToken = keep[(offset_t)(i / count) * tokens + place] != 0.0f;
    dx[i] = isToken == ofNext ? dy[i] : 0.0f;
}

/// What a person set (kind 0), multiplied (1) or revealed (2) in a part of matrices. The strides are
/// as in products.cl; by 0 gives 0, also where there was −∞.
KERNEL edit(PIECE OUT(y), IN(hidden), int kind, float value, offset_t example, int head, int row,
            int heads, int rows, int columns, int n) {
    OPEN_OUT(y);
    OPEN(hidden);
    const int index = GID;
    if (index >= n)
        return;
    const int j = index % columns;
    const int i = index / columns % rows;
    const int h = index / (columns * rows) % heads;
    const int e = index / (columns * rows * heads);
    const offset_t at = e * example + (offset_t)h * head + (offset_t)i * row + j;
    if (kind == 2)
        y[at] = hidden[at];
    else if (kind == 0 || value == 0.0f)
        y[at] = value;
    else
        y[at] *= value;
}
