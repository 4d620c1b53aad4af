// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many operations that work number by number, one after the other in one launch: a thread does all
// that is to be done for its number, and reads what it has written itself. The table has
// CHAIN_NUMBERS integers for each operation: what it is (core/backend/gpu/chain.cpp has the
// same numbers), the places of result and operands in TABLE_UNITs, and four more.

#define CHAIN_NUMBERS 9

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
        case 0:
            y[i] = a[part];
            break;
        case 1:
            y[i] += a[part];
            break;
        case 2:
            y[part] = a[i];
            break;
        case 3:
            y[i] = a[i] + b[i];
            break;
        case 4:
            y[i] = a[i] * b[i];
            break;
        case 5:
            y[i] = FROM_BITS(t[8]) * a[i];
            break;
        case 6:
            y[i] = 1.0f - a[i];
            break;
        case 7:
            y[i] = 1.0f / (1.0f + exp(-a[i]));
            break;
        case 8:
            y[i] = b[i] * a[i] * (1.0f - a[i]);
            break;
        case 9:
            y[i] = tanh(a[i]);
            break;
        case 10:
            y[i] = b[i] * (1.0f - a[i] * a[i]);
            break;
        case 11: // t[5] is the time step, t[6] how many there are
            y[i] = c[(offset_t)example * t[6] + t[5]] != 0.0f ? a[i] : b[i];
            break;
        case 12:
            y[i] = (c[(offset_t)example * t[6] + t[5]] != 0.0f) == t[8] ? a[i] : 0.0f;
            break;
        default:
            break;
        }
    }
}
