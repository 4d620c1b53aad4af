// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of matrices. A group makes a tile of the result from tiles of both operands in local
// memory; a thread keeps PER_THREAD × PER_THREAD sums in registers.

#define SIDE 16 // threads along each side of a tile
#define DEPTH 16

/// Numbers of a table of jobs, by job: how far each operand is from that of the first job, counted
/// in JOB_UNIT numbers.
#define JOB_NUMBERS 5
#define JOB_UNIT 16
#define JOB_PLACE(job, operand)                                                                    \
    ((offset_t)AS_INTS(jobs)[(job) * JOB_NUMBERS + (operand)] * JOB_UNIT)

/// Y = A·B of many matrices, whose tiles follow each other along x: a part of the depth of a job of an
/// example of `heads` matrices each. The strides of an operand are those from example to example,
/// from head to head and from row to row; the columns lie side by side. A and B may each be stored
/// transposed. Along the shared dimension numbers are added in their order. `terms` products are
/// added up, or as many `jobs` are done beside each other, which differ by places alone.
///
/// What follows on a product is done on the way out: the bias, a matrix that is added (hasAddend),
/// the slope of an activation at x (1: ReLU, 2: GELU), and the activation itself into `active`.
/// columnSums gets the sums of the columns of B, for the gradient of a bias. With several parts of
/// the depth, Y and columnSums are sums in part, which reduce_partials adds up.
#define PRODUCT(name, PER_THREAD, aTransposed, bTransposed)                                        \
    KERNEL name(PIECE OUT(y), IN(a), IN(b), IN(bias), IN(addend), IN(x), OUT(active),              \
                OUT(columnSums), IN(jobs), offset_t yExample, offset_t yHead, int yRow,            \
                offset_t aExample, offset_t aHead, int aRow, offset_t bExample, offset_t bHead,    \
                int bRow, int rows, int columns, int depth, int heads, int examples,               \
                int jobCount, int terms, int partDepth, offset_t yPart, offset_t sumsPart,         \
                int makesY, int hasBias, int hasAddend, int slope, int activation,                 \
                int sumsColumns) {                                                                 \
        OPEN_OUT(y);                                                                               \
        OPEN(a);                                                                                   \
        OPEN(b);                                                                                   \
        OPEN(bias);                                                                                \
        OPEN(addend);                                                                              \
        OPEN(x);                                                                                   \
        OPEN_OUT(active);                                                                          \
        OPEN_OUT(columnSums);                                                                      \
        OPEN(jobs);                                                                                \
        LOCAL float aTile[DEPTH][SIDE * PER_THREAD + 1];                                           \
        LOCAL float bTile[DEPTH][SIDE * PER_THREAD + 1];                                           \
        const int tiles = (columns + SIDE * PER_THREAD - 1) / (SIDE * PER_THREAD);                 \
        const int matrix = GROUP_X / tiles;                                                        \
        const int head = matrix % heads;                                                           \
        const int example = matrix / heads % examples;                                             \
        const int job = matrix / (heads * examples) % jobCount;                                    \
        const int part = matrix / (heads * examples * jobCount);                                   \
        const offset_t yAt = example * yExample + head * yHead + part * yPart +                    \
                             (jobCount > 1 ? JOB_PLACE(job, 2) : 0);                               \
        const offset_t biasAt = jobCount > 1 ? JOB_PLACE(job, 3) : 0;                              \
        const int firstRow = GROUP_Y * SIDE * PER_THREAD;                                          \
        const int firstColumn = GROUP_X % tiles * SIDE * PER_THREAD;                               \
        const int down = LID / SIDE;                                                               \
        const int across = LID % SIDE;                                                             \
        const int first = part * partDepth;                                                        \
        const int last = depth - first < partDepth ? depth : first + partDepth;                    \
        float sums[PER_THREAD][PER_THREAD];                                                        \
        float columnSum[PER_THREAD];                                                               \
        UNROLL                                                                                     \
        for (int i = 0; i < PER_THREAD; ++i) {                                                     \
            columnSum[i] = 0.0f;                                                                   \
            UNROLL                                                                                 \
            for (int j = 0; j < PER_THREAD; ++j)                                                   \
                sums[i][j] = 0.0f;                                                                 \
        }                                                                                          \
        for (int term = 0; term < terms; ++term) {                                                 \
            const int of = job + term;                                                             \
            GLOBAL const float* const aFrom =                                                      \
                a + example * aExample + head * aHead + (of > 0 ? JOB_PLACE(of, 0) : 0);           \
            GLOBAL const float* const bFrom =                                                      \
                b + example * bExample + head * bHead + (of > 0 ? JOB_PLACE(of, 1) : 0);           \
            for (int from = first; from < last; from += DEPTH) {                                   \
                for (int at = LID; at < DEPTH * SIDE * PER_THREAD; at += GROUP_SIZE) {             \
                    /* Neighbouring threads read neighbours, however a matrix is stored. */        \
                    const int ak = aTransposed ? at / (SIDE * PER_THREAD) : at % DEPTH;            \
                    const int ai = aTransposed ? at % (SIDE * PER_THREAD) : at / DEPTH;            \
                    const int row = firstRow + ai;                                                 \
                    float value = 0.0f;                                                            \
                    if (row < rows && from + ak < last)                                            \
                        value = aTransposed ? aFrom[(offset_t)(from + ak) * aRow + row]            \
                                            : aFrom[(offset_t)row * aRow + from + ak];             \
                    aTile[ak][ai] = value;                                                         \
                    const int bk = bTransposed ? at % DEPTH : at / (SIDE * PER_THREAD);            \
                    const int bj = bTransposed ? at / DEPTH : at % (SIDE * PER_THREAD);            \
                    const int column = firstColumn + bj;                                           \
                    value = 0.0f;                                                                  \
                    if (column < columns && from + bk < last)                                      \
                        value = bTransposed ? bFrom[(offset_t)column * bRow + from + bk]           \
                                            : bFrom[(offset_t)(from + bk) * bRow + column];        \
                    bTile[bk][bj] = value;                                                         \
                }                                                                                  \
                BARRIER;                                                                           \
                /* Beyond the depth there are zeros in both tiles. */                              \
                UNROLL_TWICE                                                                       \
                for (int k = 0; k < DEPTH; ++k)                                                    \
                    UNROLL                                                                         \
                    for (int i = 0; i < PER_THREAD; ++i)                                           \
                        UNROLL                                                                     \
                        for (int j = 0; j < PER_THREAD; ++j)                                       \
                            sums[i][j] = fma(aTile[k][down + i * SIDE],                            \
                                             bTile[k][across + j * SIDE], sums[i][j]);             \
                if (sumsColumns && down == 0)                                                      \
                    UNROLL_TWICE                                                                   \
                    for (int k = 0; k < DEPTH; ++k)                                                \
                        UNROLL                                                                     \
                        for (int j = 0; j < PER_THREAD; ++j)                                       \
                            columnSum[j] += bTile[k][across + j * SIDE];                           \
                BARRIER;                                                                           \
            }                                                                                      \
        }                                                                                          \
        GLOBAL float* const to = makesY ? y : active;                                              \
        UNROLL                                                                                     \
        for (int i = 0; i < PER_THREAD; ++i)                                                       \
            UNROLL                                                                                 \
            for (int j = 0; j < PER_THREAD; ++j) {                                                 \
                const int row = firstRow + down + i * SIDE;                                        \
                const int column = firstColumn + across + j * SIDE;                                \
                if (row >= rows || column >= columns)                                              \
                    continue;                                                                      \
                const offset_t at = yAt + (offset_t)row * yRow + column;                           \
                float value = sums[i][j] + (hasBias ? bias[biasAt + column] : 0.0f);               \
                if (hasAddend)                                                                     \
                    value += addend[at];                                                           \
                to[at] = value;                                                                    \
            }                                                                                      \
        /* What is long to work out stands here once, on what this thread has just written. */     \
        for (int n = 0; (slope || activation) && n < PER_THREAD * PER_THREAD; ++n) {               \
            const int row = firstRow + down + n / PER_THREAD * SIDE;                               \
            const int column = firstColumn + across + n % PER_THREAD * SIDE;                       \
            if (row >= rows || column >= columns)                                                  \
                continue;                                                                          \
            const offset_t at = yAt + (offset_t)row * yRow + column;                               \
            const float value = to[at];                                                            \
            if (slope == 1)                                                                        \
                to[at] = x[at] > 0.0f ? value : 0.0f;                                              \
            if (slope == 2)                                                                        \
                to[at] = value * geluSlope(x[at]);                                                 \
            if (activation == 1)                                                                   \
                active[at] = value < 0.0f ? 0.0f : value;                                          \
            if (activation == 2)                                                                   \
                active[at] = value * normalCdf(value);                                             \
        }                                                                                          \
        if (sumsColumns && GROUP_Y == 0 && down == 0)                                              \
            UNROLL                                                                                 \
            for (int j = 0; j < PER_THREAD; ++j) {                                                 \
                const int column = firstColumn + across + j * SIDE;                                \
                if (column < columns)                                                              \
                    columnSums[part * sumsPart + (jobCount > 1 ? JOB_PLACE(job, 4) : 0) +          \
                               column] = columnSum[j];                                             \
            }                                                                                      \
    }

#define PRODUCTS(name, aTransposed, bTransposed)                                                   \
    PRODUCT(name##_small, 1, aTransposed, bTransposed)                                             \
    PRODUCT(name##_middle, 2, aTransposed, bTransposed)                                            \
    PRODUCT(name##_large, 4, aTransposed, bTransposed)                                             \
    PRODUCT(name##_huge, 8, aTransposed, bTransposed)

PRODUCTS(product, 0, 0)
PRODUCTS(product_by_columns, 0, 1)
PRODUCTS(product_of_columns, 1, 0)
PRODUCTS(product_transposed, 1, 1)

// ---- sums in part --------------------------------------------------------------------------------

/// The sum over what ROWS threads of a column hold, in the first of them.
DEVICE float sumOfColumn(float value, LOCAL_POINTER float* shelf) {
    shelf[LID] = value;
    BARRIER;
    for (int other = ROWS / 2; other > 0; other /= 2) {
        if (ROW_IN_GROUP < other)
            shelf[LID] += shelf[LID + other * LANES];
        BARRIER;
    }
    const float sum = shelf[LID];
    BARRIER;
    return sum;
}

/// y = Σ over the rows of x, of `partRows` of them for each group along y. A group has LANES columns;
/// of ROWS lanes each adds every eighth row.
KERNEL column_sum(PIECE OUT(y), IN(x), int partRows, offset_t yPart, int rows, int columns) {
    OPEN_OUT(y);
    OPEN(x);
    LOCAL float shelf[GROUP_SIZE];
    const int column = GROUP_X * LANES + LANE;
    const int first = GROUP_Y * partRows;
    const int last = rows - first < partRows ? rows : first + partRows;
    float sum = 0.0f;
    if (column < columns)
        for (int row = first + ROW_IN_GROUP; row < last; row += ROWS)
            sum += x[(offset_t)row * columns + column];
    sum = sumOfColumn(sum, shelf);
    if (ROW_IN_GROUP == 0 && column < columns)
        y[GROUP_Y * yPart + column] = sum;
}

/// Many results at once: y_i = Σ over the parts of partial_i. The table has for each group the row of
/// its result and the first i, and from `results` on for each result where it is and where its
/// partial sums are (in JOB_UNITs), how many numbers, how many parts, and the units from part to part.
KERNEL reduce_partials(PIECE OUT(numbers), IN(table), int results) {
    OPEN_OUT(numbers);
    OPEN(table);
    GLOBAL const int* const result = AS_INTS(table) + results + 5 * AS_INTS(table)[2 * GROUP_X];
    const int i = AS_INTS(table)[2 * GROUP_X + 1] + LID;
    if (i >= result[2])
        return;
    GLOBAL const float* const partial = numbers + (offset_t)result[1] * JOB_UNIT;
    float sum = partial[i];
    for (int part = 1; part < result[3]; ++part)
        sum += partial[(offset_t)part * result[4] * JOB_UNIT + i];
    numbers[(offset_t)result[0] * JOB_UNIT + i] = sum;
}
