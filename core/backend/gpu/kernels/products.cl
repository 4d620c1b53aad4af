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

// The rows and columns of a tile that are a thread's, by its place among SIDE × SIDE of them; whether
// it reads its numbers of the next tiles while it works on these; and what is done with a short loop.
#ifdef GF_PROCESSOR // whose compiler makes vectors of threads that follow each other
#define DOWN (LID / SIDE)
#define ACROSS (LID % SIDE)
#define ROW_OF(i, PER_THREAD) (DOWN + (i) * SIDE)
#define COLUMN_OF(j, PER_THREAD) (ACROSS + (j) * SIDE)
#define READS_AHEAD 0
#define UNROLL_SHORT UNROLL_TWICE
#else
// Of threads that follow each other 4 × 8 are a block, and neighbours share a column, so that they
// read few numbers at a time. Some rows and columns lie side by side, so that they are read at once;
// more columns would scatter what a row of threads writes.
#define DOWN (LID / 64 * 4 + LID / 16 % 2 * 2 + LID % 2)
#define ACROSS (LID / 32 % 2 * 8 + LID / 2 % 8)
#define ROW_OF(i, PER_THREAD) OF_THREAD(DOWN, i, ((PER_THREAD) < 4 ? (PER_THREAD) : 4))
#define COLUMN_OF(j, PER_THREAD) OF_THREAD(ACROSS, j, ((PER_THREAD) < 2 ? (PER_THREAD) : 2))
#define OF_THREAD(thread, i, side)                                                                 \
    ((i) / (side) * (side) * SIDE + (thread) * (side) + (i) % (side))
#define READS_AHEAD 1
#define UNROLL_SHORT UNROLL
#endif

// A tile is read by all threads of the group, neighbours by neighbours: along the depth where an
// operand is stored so, else along the side. Number n of a thread:
#define TILE_SIDE(alongDepth, n, PER_THREAD)                                                       \
    ((alongDepth) ? LID / DEPTH + (n) * (GROUP_SIZE / DEPTH) : LID % (SIDE * (PER_THREAD)))
#define TILE_DEPTH(alongDepth, n, PER_THREAD)                                                      \
    ((alongDepth) ? LID % DEPTH                                                                    \
                  : LID / (SIDE * (PER_THREAD)) + (n) * (GROUP_SIZE / (SIDE * (PER_THREAD))))
/// Where number 0 is in an operand whose tile begins there.
#define PLACE_IN(alongDepth, PER_THREAD, firstOfSide, firstOfDepth, row)                           \
    ((alongDepth) ? (offset_t)((firstOfSide) + TILE_SIDE(1, 0, PER_THREAD)) * (row) +              \
                        (firstOfDepth) + TILE_DEPTH(1, 0, PER_THREAD)                              \
                  : (offset_t)((firstOfDepth) + TILE_DEPTH(0, 0, PER_THREAD)) * (row) +            \
                        (firstOfSide) + TILE_SIDE(0, 0, PER_THREAD))
/// Reads a thread's numbers of a tile; beyond the side and the depth there are zeros.
#define FETCH(numbers, from, alongDepth, PER_THREAD, sideLeft, depthLeft, row)                     \
    {                                                                                              \
        GLOBAL const float* at = from;                                                             \
        UNROLL                                                                                     \
        for (int n = 0; n < (PER_THREAD); ++n) {                                                   \
            numbers[n] = TILE_SIDE(alongDepth, n, PER_THREAD) < (sideLeft) &&                      \
                                 TILE_DEPTH(alongDepth, n, PER_THREAD) < (depthLeft)               \
                             ? *at                                                                 \
                             : 0.0f;                                                               \
            at += (offset_t)((alongDepth) ? GROUP_SIZE / DEPTH                                     \
                                          : GROUP_SIZE / (SIDE * (PER_THREAD))) *                  \
                  (row);                                                                           \
        }                                                                                          \
    }
#define FETCH_BOTH(aTransposed, bTransposed, PER_THREAD, depthLeft)                                \
    {                                                                                              \
        FETCH(aNumbers, aAt, !aTransposed, PER_THREAD, rows - firstRow, depthLeft, aRow)           \
        FETCH(bNumbers, bAt, bTransposed, PER_THREAD, columns - firstColumn, depthLeft, bRow)      \
    }
#define PUT(tile, numbers, alongDepth, PER_THREAD)                                                 \
    UNROLL                                                                                         \
    for (int n = 0; n < (PER_THREAD); ++n)                                                         \
        tile[TILE_DEPTH(alongDepth, n, PER_THREAD)][TILE_SIDE(alongDepth, n, PER_THREAD)] =        \
            numbers[n];

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
#define PRODUCT(name, PER_THREAD, aTransposed, bTransposed, UNROLL_DEPTH)                          \
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
        LOCAL_ALIGNED float aTile[DEPTH][SIDE * PER_THREAD + 4];                                   \
        LOCAL_ALIGNED float bTile[DEPTH][SIDE * PER_THREAD + 4];                                   \
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
            GLOBAL const float* aAt = a + example * aExample + head * aHead +                      \
                                      (of > 0 ? JOB_PLACE(of, 0) : 0) +                            \
                                      PLACE_IN(!aTransposed, PER_THREAD, firstRow, first, aRow);   \
            GLOBAL const float* bAt = b + example * bExample + head * bHead +                      \
                                      (of > 0 ? JOB_PLACE(of, 1) : 0) +                            \
                                      PLACE_IN(bTransposed, PER_THREAD, firstColumn, first, bRow); \
            float aNumbers[PER_THREAD];                                                            \
            float bNumbers[PER_THREAD];                                                            \
            if (READS_AHEAD)                                                                       \
                FETCH_BOTH(aTransposed, bTransposed, PER_THREAD, last - first);                    \
            for (int from = first; from < last; from += DEPTH) {                                   \
                if (!READS_AHEAD)                                                                  \
                    FETCH_BOTH(aTransposed, bTransposed, PER_THREAD, last - from);                 \
                PUT(aTile, aNumbers, !aTransposed, PER_THREAD);                                    \
                PUT(bTile, bNumbers, bTransposed, PER_THREAD);                                     \
                BARRIER;                                                                           \
                aAt += aTransposed ? (offset_t)DEPTH * aRow : DEPTH;                               \
                bAt += bTransposed ? DEPTH : (offset_t)DEPTH * bRow;                               \
                if (READS_AHEAD && from + DEPTH < last)                                            \
                    FETCH_BOTH(aTransposed, bTransposed, PER_THREAD, last - from - DEPTH);         \
                /* Beyond the depth there are zeros in both tiles. */                              \
                UNROLL_DEPTH                                                                       \
                for (int k = 0; k < DEPTH; ++k)                                                    \
                    UNROLL                                                                         \
                    for (int i = 0; i < PER_THREAD; ++i)                                           \
                        UNROLL                                                                     \
                        for (int j = 0; j < PER_THREAD; ++j)                                       \
                            sums[i][j] = fma(aTile[k][ROW_OF(i, PER_THREAD)],                      \
                                             bTile[k][COLUMN_OF(j, PER_THREAD)], sums[i][j]);      \
                if (sumsColumns && GROUP_Y == 0 && DOWN == 0)                                      \
                    UNROLL_TWICE                                                                   \
                    for (int k = 0; k < DEPTH; ++k)                                                \
                        UNROLL                                                                     \
                        for (int j = 0; j < PER_THREAD; ++j)                                       \
                            columnSum[j] += bTile[k][COLUMN_OF(j, PER_THREAD)];                    \
                BARRIER;                                                                           \
            }                                                                                      \
        }                                                                                          \
        float biasOf[PER_THREAD];                                                                  \
        UNROLL                                                                                     \
        for (int j = 0; j < PER_THREAD; ++j) {                                                     \
            const int column = firstColumn + COLUMN_OF(j, PER_THREAD);                             \
            biasOf[j] = hasBias && column < columns ? bias[biasAt + column] : 0.0f;                \
        }                                                                                          \
        /* Row after row, each in the place of the first, so that what is long to work out stands  \
           here once a column. */                                                                  \
        UNROLL_NOT                                                                                 \
        for (int i = 0; i < PER_THREAD; ++i) {                                                     \
            const int row = firstRow + ROW_OF(i, PER_THREAD);                                      \
            const offset_t rowAt = yAt + (offset_t)row * yRow + firstColumn;                       \
            float value[PER_THREAD];                                                               \
            float slopeAt[PER_THREAD];                                                             \
            UNROLL                                                                                 \
            for (int j = 0; j < PER_THREAD; ++j) {                                                 \
                const int column = COLUMN_OF(j, PER_THREAD);                                       \
                const int isThere = row < rows && firstColumn + column < columns;                  \
                value[j] = sums[0][j] + biasOf[j];                                                 \
                if (hasAddend && isThere)                                                          \
                    value[j] += addend[rowAt + column];                                            \
                slopeAt[j] = slope && isThere ? x[rowAt + column] : 0.0f;                          \
            }                                                                                      \
            UNROLL                                                                                 \
            for (int j = 0; j < PER_THREAD; ++j) {                                                 \
                const int column = COLUMN_OF(j, PER_THREAD);                                       \
                if (row >= rows || firstColumn + column >= columns)                                \
                    continue;                                                                      \
                if (activation == 1)                                                               \
                    active[rowAt + column] = value[j] < 0.0f ? 0.0f : value[j];                    \
                if (activation == 2)                                                               \
                    active[rowAt + column] = value[j] * normalCdf(value[j]);                       \
                if (slope == 1)                                                                    \
                    value[j] = slopeAt[j] > 0.0f ? value[j] : 0.0f;                                \
                if (slope == 2)                                                                    \
                    value[j] *= geluSlope(slopeAt[j]);                                             \
                if (makesY)                                                                        \
                    y[rowAt + column] = value[j];                                                  \
            }                                                                                      \
            UNROLL                                                                                 \
            for (int n = 0; n + 1 < PER_THREAD; ++n)                                               \
                UNROLL                                                                             \
                for (int j = 0; j < PER_THREAD; ++j)                                               \
                    sums[n][j] = sums[n + 1][j];                                                   \
        }                                                                                          \
        if (sumsColumns && GROUP_Y == 0 && DOWN == 0)                                              \
            UNROLL                                                                                 \
            for (int j = 0; j < PER_THREAD; ++j) {                                                 \
                const int column = firstColumn + COLUMN_OF(j, PER_THREAD);                         \
                if (column < columns)                                                              \
                    columnSums[part * sumsPart + (jobCount > 1 ? JOB_PLACE(job, 4) : 0) +          \
                               column] = columnSum[j];                                             \
            }                                                                                      \
    }

#define PRODUCTS(name, aTransposed, bTransposed)                                                   \
    PRODUCT(name##_small, 1, aTransposed, bTransposed, UNROLL_SHORT)                               \
    PRODUCT(name##_middle, 2, aTransposed, bTransposed, UNROLL_SHORT)                              \
    PRODUCT(name##_large, 4, aTransposed, bTransposed, UNROLL_TWICE)                               \
    PRODUCT(name##_huge, 8, aTransposed, bTransposed, UNROLL_TWICE)

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
