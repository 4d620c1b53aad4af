// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work row by row: softmax, LayerNorm, the loss. A group has ROWS rows of LANES lanes each. A row
// beyond the last one reads nothing and comes to every barrier all the same.

#define THIS_ROW (GROUP_X * ROWS + ROW_IN_GROUP)

/// The largest number of a row.
DEVICE float largestOf(GLOBAL const float* x, int columns, LOCAL_POINTER float* shelf) {
    float most = -INFINITY;
    for (int j = LANE; j < columns; j += LANES)
        most = larger(most, x[j]);
    return largestOfLanes(most, shelf);
}

/// y_j = exp x_j / Σ exp x; a row in which everything is hidden gives zeros.
KERNEL softmax(OUT(y), IN(x), int rows, int columns) {
    OPEN_OUT(y);
    OPEN(x);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    GLOBAL const float* const from = x + (offset_t)row * columns;
    GLOBAL float* const to = y + (offset_t)row * columns;
    const float most = largestOf(from, count, shelf);
    float sum = 0.0f;
    for (int j = LANE; j < count; j += LANES) {
        const float value = exp(from[j] - most);
        to[j] = value;
        sum += value;
    }
    sum = sumOfLanes(sum, shelf);
    for (int j = LANE; j < count; j += LANES)
        to[j] = most == -INFINITY ? 0.0f : to[j] / sum;
}

/// dx = y ⊙ (dy − Σ y ⊙ dy).
KERNEL softmax_gradient(OUT(dx), IN(y), IN(dy), int rows, int columns) {
    OPEN_OUT(dx);
    OPEN(y);
    OPEN(dy);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    const offset_t first = (offset_t)row * columns;
    float sum = 0.0f;
    for (int j = LANE; j < count; j += LANES)
        sum += y[first + j] * dy[first + j];
    sum = sumOfLanes(sum, shelf);
    for (int j = LANE; j < count; j += LANES)
        dx[first + j] = y[first + j] * (dy[first + j] - sum);
}

/// The mean of a row, and √(variance + ε) inverted (Ba et al. 2016).
DEVICE float meanOf(GLOBAL const float* x, int count, int columns, LOCAL_POINTER float* shelf) {
    float sum = 0.0f;
    for (int j = LANE; j < count; j += LANES)
        sum += x[j];
    return sumOfLanes(sum, shelf) / (float)columns;
}
DEVICE float inverseOf(GLOBAL const float* x, float mean, int count, int columns, float epsilon,
                       LOCAL_POINTER float* shelf) {
    float sum = 0.0f;
    for (int j = LANE; j < count; j += LANES)
        sum += (x[j] - mean) * (x[j] - mean);
    return 1.0f / sqrt(sumOfLanes(sum, shelf) / (float)columns + epsilon);
}

KERNEL layer_norm(OUT(y), IN(x), IN(gain), IN(bias), float epsilon, int rows, int columns) {
    OPEN_OUT(y);
    OPEN(x);
    OPEN(gain);
    OPEN(bias);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    GLOBAL const float* const from = x + (offset_t)row * columns;
    GLOBAL float* const to = y + (offset_t)row * columns;
    const float mean = meanOf(from, count, columns, shelf);
    const float inverse = inverseOf(from, mean, count, columns, epsilon, shelf);
    for (int j = LANE; j < count; j += LANES)
        to[j] = (from[j] - mean) * inverse * gain[j] + bias[j];
}

/// dx = (g − mean g − x̂·mean(g ⊙ x̂)) / √(variance + ε), with g = gain ⊙ dy.
KERNEL layer_norm_input_gradient(OUT(dx), IN(x), IN(gain), IN(dy), float epsilon, int rows,
                                 int columns) {
    OPEN_OUT(dx);
    OPEN(x);
    OPEN(gain);
    OPEN(dy);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    const offset_t first = (offset_t)row * columns;
    GLOBAL const float* const from = x + first;
    const float mean = meanOf(from, count, columns, shelf);
    const float inverse = inverseOf(from, mean, count, columns, epsilon, shelf);
    float sumG = 0.0f;
    float sumGx = 0.0f;
    for (int j = LANE; j < count; j += LANES) {
        const float g = gain[j] * dy[first + j];
        sumG += g;
        sumGx += g * (from[j] - mean) * inverse;
    }
    const float meanG = sumOfLanes(sumG, shelf) / (float)columns;
    const float meanGx = sumOfLanes(sumGx, shelf) / (float)columns;
    for (int j = LANE; j < count; j += LANES) {
        const float hat = (from[j] - mean) * inverse;
        dx[first + j] = (gain[j] * dy[first + j] - hat * meanGx - meanG) * inverse;
    }
}

/// The mean and the inverse of each row, for the gradient of the gain.
KERNEL layer_norm_moments(OUT(moments), IN(x), float epsilon, int rows, int columns) {
    OPEN_OUT(moments);
    OPEN(x);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    GLOBAL const float* const from = x + (offset_t)row * columns;
    const float mean = meanOf(from, count, columns, shelf);
    const float inverse = inverseOf(from, mean, count, columns, epsilon, shelf);
    if (LANE == 0 && row < rows) {
        moments[2 * row] = mean;
        moments[2 * row + 1] = inverse;
    }
}

/// dgain = Σ_t dy_t ⊙ x̂_t, as column_sum adds.
KERNEL layer_norm_gain_gradient(OUT(dgain), IN(x), IN(dy), IN(moments), int rows, int columns) {
    OPEN_OUT(dgain);
    OPEN(x);
    OPEN(dy);
    OPEN(moments);
    LOCAL float shelf[GROUP_SIZE];
    const int column = GROUP_X * LANES + LANE;
    float sum = 0.0f;
    if (column < columns)
        for (int row = ROW_IN_GROUP; row < rows; row += ROWS) {
            const offset_t at = (offset_t)row * columns + column;
            sum += dy[at] * (x[at] - moments[2 * row]) * moments[2 * row + 1];
        }
    shelf[LID] = sum;
    BARRIER;
    for (int other = ROWS / 2; other > 0; other /= 2) {
        if (ROW_IN_GROUP < other)
            shelf[LID] += shelf[LID + other * LANES];
        BARRIER;
    }
    if (ROW_IN_GROUP == 0 && column < columns)
        dgain[column] = shelf[LID];
}

// ---- the loss ------------------------------------------------------------------------------------

/// How many are not 0; at least 1.
KERNEL count_tokens(OUT(y), IN(ids), int n) {
    OPEN_OUT(y);
    OPEN(ids);
    LOCAL float shelf[GROUP_SIZE];
    float count = 0.0f;
    for (int i = LID; i < n; i += GROUP_SIZE)
        count += ids[i] != 0.0f ? 1.0f : 0.0f;
    count = sumOfGroup(count, shelf);
    if (LID == 0)
        y[0] = fmax(1.0f, count);
}

/// log Σ exp z − (1 − ε)·z_label − ε·mean z, with z from its largest number on; padding costs
/// nothing.
KERNEL cross_entropy(OUT(loss), IN(logits), IN(labels), float smoothing, int firstLabel, int rows,
                     int columns) {
    OPEN_OUT(loss);
    OPEN(logits);
    OPEN(labels);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    GLOBAL const float* const from = logits + (offset_t)row * columns;
    const float most = largestOf(from, count, shelf);
    float sum = 0.0f;
    float plain = 0.0f;
    for (int j = LANE; j < count; j += LANES) {
        const float z = from[j] - most;
        sum += exp(z);
        plain += z;
    }
    sum = sumOfLanes(sum, shelf);
    plain = sumOfLanes(plain, shelf);
    if (LANE != 0 || row >= rows)
        return;
    const int label = (int)labels[row];
    if (label == 0) {
        loss[row] = 0.0f;
        return;
    }
    float value = log(sum) - (1.0f - smoothing) * (from[label - firstLabel] - most);
    if (smoothing > 0.0f)
        value -= smoothing * plain / (float)columns;
    loss[row] = value;
}

/// dz = (p − target)·dy; dy may be one number for all.
KERNEL cross_entropy_gradient(OUT(dz), IN(p), IN(labels), IN(dy), float smoothing, int firstLabel,
                              int columns, int n) {
    OPEN_OUT(dz);
    OPEN(p);
    OPEN(labels);
    OPEN(dy);
    const int i = GID;
    if (i >= n)
        return;
    const int row = i / columns;
    const int label = (int)labels[row];
    float value = p[i] - smoothing / (float)columns;
    if (i % columns == label - firstLabel)
        value -= 1.0f - smoothing;
    dz[i] = label == 0 ? 0.0f : value * dy[row];
}

/// Σ (y − x)² / f of each row that counts.
KERNEL squared_error(OUT(loss), IN(values), IN(labels), IN(keep), int columns, int rows) {
    OPEN_OUT(loss);
    OPEN(values);
    OPEN(labels);
    OPEN(keep);
    const int row = GID;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int j = 0; j < columns; ++j) {
        const float difference =
            values[(offset_t)row * columns + j] - labels[(offset_t)row * columns + j];
        sum += difference * difference;
    }
    loss[row] = (keep[row] != 0.0f ? 1.0f : 0.0f) * (sum / (float)columns);
}

KERNEL squared_error_gradient(OUT(dx), IN(values), IN(labels), IN(keep), IN(dl), float factor,
                              int columns, int n) {
    OPEN_OUT(dx);
    OPEN(values);
    OPEN(labels);
    OPEN(keep);
    OPEN(dl);
    const int i = GID;
    if (i >= n)
        return;
    const int row = i / columns;
    dx[i] = factor * (keep[row] != 0.0f ? 1.0f : 0.0f) * dl[row] * (values[i] - labels[i]);
}

KERNEL mean_tokens(OUT(y), IN(x), IN(count), int n) {
    OPEN_OUT(y);
    OPEN(x);
    OPEN(count);
    LOCAL float shelf[GROUP_SIZE];
    float sum = 0.0f;
    for (int i = LID; i < n; i += GROUP_SIZE)
        sum += x[i];
    sum = sumOfGroup(sum, shelf);
    if (LID == 0)
        y[0] = sum / count[0];
}

KERNEL mean_tokens_gradient(OUT(y), IN(dl), IN(count), int n) {
    OPEN_OUT(y);
    OPEN(dl);
    OPEN(count);
    const int i = GID;
    if (i < n)
        y[i] = dl[0] / count[0];
}
