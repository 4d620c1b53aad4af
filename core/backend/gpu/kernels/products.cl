// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of matrices. A group makes a tile of the result from tiles of both operands in local
// memory; a thread keeps PER_THREAD × PER_THREAD sums in registers.

#define SIDE 16 // threads along each side of a tile
#define DEPTH 16

/// Y = A·B (+ bias) of as many matrices as there are groups along z: an example of `heads` matrices
/// each. The strides of an operand are those from example to example, from head to head and from row
/// to row; the columns lie side by side. A and B may each be stored transposed. Along the shared
/// dimension numbers are added in their order.
#define PRODUCT(name, PER_THREAD)                                                                  \
    KERNEL name(OUT(y), IN(a), IN(b), IN(bias), offset_t yExample, offset_t yHead, int yRow,       \
                offset_t aExample, offset_t aHead, int aRow, offset_t bExample, offset_t bHead,    \
                int bRow, int rows, int columns, int depth, int heads, int aTransposed,            \
                int bTransposed, int hasBias) {                                                    \
        OPEN_OUT(y);                                                                               \
        OPEN(a);                                                                                   \
        OPEN(b);                                                                                   \
        OPEN(bias);                                                                                \
        LOCAL float aTile[DEPTH][SIDE * PER_THREAD + 1];                                           \
        LOCAL float bTile[DEPTH][SIDE * PER_THREAD + 1];                                           \
        const int example = GROUP_Z / heads;                                                       \
        const int head = GROUP_Z % heads;                                                          \
        GLOBAL const float* const aFrom = a + example * aExample + head * aHead;                   \
        GLOBAL const float* const bFrom = b + example * bExample + head * bHead;                   \
        GLOBAL float* const yTo = y + example * yExample + head * yHead;                           \
        const int firstRow = GROUP_Y * SIDE * PER_THREAD;                                          \
        const int firstColumn = GROUP_X * SIDE * PER_THREAD;                                       \
        const int down = LID / SIDE;                                                               \
        const int across = LID % SIDE;                                                             \
        float sums[PER_THREAD][PER_THREAD];                                                        \
        for (int i = 0; i < PER_THREAD; ++i)                                                       \
            for (int j = 0; j < PER_THREAD; ++j)                                                   \
                sums[i][j] = 0.0f;                                                                 \
        for (int from = 0; from < depth; from += DEPTH) {                                          \
            for (int at = LID; at < DEPTH * SIDE * PER_THREAD; at += GROUP_SIZE) {                 \
                /* Neighbouring threads read neighbouring numbers, however a matrix is stored. */  \
                const int ak = aTransposed ? at / (SIDE * PER_THREAD) : at % DEPTH;                \
                const int ai = aTransposed ? at % (SIDE * PER_THREAD) : at / DEPTH;                \
                const int row = firstRow + ai;                                                     \
                float value = 0.0f;                                                                \
                if (row < rows && from + ak < depth)                                               \
                    value = aTransposed ? aFrom[(offset_t)(from + ak) * aRow + row]                \
                                        : aFrom[(offset_t)row * aRow + from + ak];                 \
                aTile[ak][ai] = value;                                                             \
                const int bk = bTransposed ? at % DEPTH : at / (SIDE * PER_THREAD);                \
                const int bj = bTransposed ? at / DEPTH : at % (SIDE * PER_THREAD);                \
                const int column = firstColumn + bj;                                               \
                value = 0.0f;                                                                      \
                if (column < columns && from + bk < depth)                                         \
                    value = bTransposed ? bFrom[(offset_t)column * bRow + from + bk]               \
                                        : bFrom[(offset_t)(from + bk) * bRow + column];            \
                bTile[bk][bj] = value;                                                             \
            }                                                                                      \
            BARRIER;                                                                               \
            const int most = depth - from < DEPTH ? depth - from : DEPTH;                          \
            for (int k = 0; k < most; ++k)                                                         \
                for (int i = 0; i < PER_THREAD; ++i)                                               \
                    for (int j = 0; j < PER_THREAD; ++j)                                           \
                        sums[i][j] = fma(aTile[k][down + i * SIDE], bTile[k][across + j * SIDE],   \
                                         sums[i][j]);                                              \
            BARRIER;                                                                               \
        }                                                                                          \
        for (int i = 0; i < PER_THREAD; ++i)                                                       \
            for (int j = 0; j < PER_THREAD; ++j) {                                                 \
                const int row = firstRow + down + i * SIDE;                                        \
                const int column = firstColumn + across + j * SIDE;                                \
                if (row < rows && column < columns)                                                \
                    yTo[(offset_t)row * yRow + column] =                                           \
                        sums[i][j] + (hasBias ? bias[column] : 0.0f);                              \
            }                                                                                      \
    }

PRODUCT(product_small, 1)
PRODUCT(product_middle, 2)
PRODUCT(product_large, 4)

/// y = Σ over the rows of x. A group has 32 columns; a lane of 8 adds every eighth row.
KERNEL column_sum(OUT(y), IN(x), int rows, int columns) {
    OPEN_OUT(y);
    OPEN(x);
    LOCAL float shelf[GROUP_SIZE];
    const int column = GROUP_X * LANES + LANE;
    float sum = 0.0f;
    if (column < columns)
        for (int row = ROW_IN_GROUP; row < rows; row += ROWS)
            sum += x[(offset_t)row * columns + column];
    shelf[LID] = sum;
    BARRIER;
    for (int other = ROWS / 2; other > 0; other /= 2) {
        if (ROW_IN_GROUP < other)
            shelf[LID] += shelf[LID + other * LANES];
        BARRIER;
    }
    if (ROW_IN_GROUP == 0 && column < columns)
        y[column] = shelf[LID];
}
