// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many operations that work number by number, one after the other in one launch: a thread does all
// that is to be done for its number, and reads what it has written itself. The table has
// CHAIN_NUMBERS integers for each operation: what it is (OP_name is its number in
// core/graph/op_table.def), the places of result and operands in TABLE_UNITs, and four more.

#define CHAIN_NUMBERS 9

#define OP_slice_more OP_count // a part that is added to those before it
#define CASE_OF_EACH(name)                                                                         \
    case OP_##name:                                                                                \
        y[i] = each_##name##_of(a[i]);                                                             \
        break;
#define CASE_OF_PAIR(name)                                                                         \
    case OP_##name:                                                                                \
        y[i] = pair_##name##_of(a[i], b[i]);                                                       \
        break;

/// n numbers as examples of rows × columns.
KERNEL chain(PIECE OUT(numbers), IN(table), int operations, int rows, int columns, int n) {
    OPEN_OUT(numbers);
    OPEN(table);
    const int i = GID;
    if (i >= n)
        return;
    const int example = i / (rows * columns);
    const int row = i / columns % rows;
    const int column = i % columns;
    for (int k = 0; k < operations; ++k) {
        GLOBAL const int* const t = AS_INTS(table) + k * CHAIN_NUMBERS;
        GLOBAL float* const y = NUMBERS_AT(numbers, t[1]);
        GLOBAL const float* const a = NUMBERS_AT(numbers, t[2]);
        GLOBAL const float* const b = NUMBERS_AT(numbers, t[3]);
        GLOBAL const float* const c = NUMBERS_AT(numbers, t[4]);
        // Where the number is in a matrix that this one is a part of.
        const offset_t part = (offset_t)example * t[6] + (offset_t)row * t[7] + t[5] + column;
        switch (t[0]) {
        case OP_slice:
            y[i] = a[part];
            break;
        case OP_slice_more:
            y[i] += a[part];
            break;
        case OP_join:
            y[part] = a[i];
            break;
        case OP_add:
            y[i] = a[i] + b[i];
            break;
        case OP_scale:
            y[i] = FROM_BITS(t[8]) * a[i];
            break;
        case OP_keep: // t[5] is the time step, t[6] how many there are
            y[i] = c[(offset_t)example * t[6] + t[5]] != 0.0f ? a[i] : b[i];
            break;
        case OP_keep_gradient:
            y[i] = (c[(offset_t)example * t[6] + t[5]] != 0.0f) == t[8] ? a[i] : 0.0f;
            break;
            CASES_OF_EACH
            CASES_OF_PAIRS
        default:
            break;
        }
    }
}
