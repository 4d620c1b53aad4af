// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work row by row: softmax, norms, the loss. A group has ROWS rows of LANES lanes each. A row
// beyond the last one reads nothing and comes to every barrier all the same.

#define THIS_ROW (GROUP_X * ROWS + ROW_IN_GROUP)

/// The largest number of a row.
DEVICE float largestOf(GLOBAL const float* x, int columns, LOCAL_POINTER float* shelf) {
    float most = -INFINITY;
    for (int j = LANE; j < columns; j += LANES)
        most = larger(most, x[j]);
    return largestOfLanes(most, shelf);
}

/// softmax(mask(factor·x)) of rows of `examples` of [H,T,S]; the mask is as in mask.
KERNEL attention_weights(PIECE OUT(y), IN(x), IN(keep), float factor, int causal, int strict,
                         int keepRows, int keepCount, int heads, int queries, int rows,
                         int columns) {
    OPEN_OUT(y);
    OPEN(x);
    OPEN(keep);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    const int query = row % queries;
    GLOBAL const float* const kept = keep + (offset_t)(row / (heads * queries)) * keepCount;
    GLOBAL const float* const from = x + (offset_t)row * columns;
    GLOBAL float* const to = y + (offset_t)row * columns;
    float most = -INFINITY;
    for (int j = LANE; j < count; j += LANES) {
        const int seen = isSeen(kept, keepRows, causal, strict, query, j, columns);
        to[j] = seen ? factor * from[j] : -INFINITY;
        most = larger(most, to[j]);
    }
    most = largestOfLanes(most, shelf);
    float sum = 0.0f;
    for (int j = LANE; j < count; j += LANES) {
        to[j] = exp(to[j] - most);
        sum += to[j];
    }
    sum = sumOfLanes(sum, shelf);
    for (int j = LANE; j < count; j += LANES)
        to[j] = most == -INFINITY ? 0.0f : to[j] / sum;
}

/// y_j = exp x_j / Σ exp x; a row in which everything is hidden gives zeros.
KERNEL softmax(PIECE OUT(y), IN(x), int rows, int columns) {
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

/// dx = factor · y ⊙ (dy − Σ y ⊙ dy).
KERNEL softmax_gradient(PIECE OUT(dx), IN(y), IN(dy), float factor, int rows, int columns) {
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
        dx[first + j] = factor * (y[first + j] * (dy[first + j] - sum));
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

/// The mean and the inverse of each row go into `moments`, for the gradients. RMSNorm takes no mean
/// off (`centres` 0) and has no bias.
KERNEL layer_norm(PIECE OUT(y), OUT(moments), IN(x), IN(gain), IN(bias), float epsilon, int centres,
                  int rows, int columns) {
    OPEN_OUT(y);
    OPEN_OUT(moments);
    OPEN(x);
    OPEN(gain);
    OPEN(bias);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    GLOBAL const float* const from = x + (offset_t)row * columns;
    GLOBAL float* const to = y + (offset_t)row * columns;
    const float mean = centres ? meanOf(from, count, columns, shelf) : 0.0f;
    const float inverse = inverseOf(from, mean, count, columns, epsilon, shelf);
    if (LANE == 0 && row < rows) {
        moments[2 * row] = mean;
        moments[2 * row + 1] = inverse;
    }
    for (int j = LANE; j < count; j += LANES)
        to[j] = (from[j] - mean) * inverse * gain[j] + (centres ? bias[j] : 0.0f);
}

/// dx = (g − mean g − x̂·mean(g ⊙ x̂)) / √(variance + ε), with g = gain ⊙ dy; and what is added to it.
/// Of RMSNorm without mean g.
KERNEL layer_norm_input_gradient(PIECE OUT(dx), IN(x), IN(gain), IN(dy), IN(moments), IN(addend),
                                 int hasAddend, int centres, int rows, int columns) {
    OPEN_OUT(dx);
    OPEN(x);
    OPEN(gain);
    OPEN(dy);
    OPEN(moments);
    OPEN(addend);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    const offset_t first = (offset_t)row * columns;
    const float mean = row < rows ? moments[2 * row] : 0.0f;
    const float inverse = row < rows ? moments[2 * row + 1] : 0.0f;
    float sumG = 0.0f;
    float sumGx = 0.0f;
    for (int j = LANE; j < count; j += LANES) {
        const float g = gain[j] * dy[first + j];
        sumG += g;
        sumGx += g * (x[first + j] - mean) * inverse;
    }
    const float meanG = centres ? sumOfLanes(sumG, shelf) / (float)columns : 0.0f;
    const float meanGx = sumOfLanes(sumGx, shelf) / (float)columns;
    for (int j = LANE; j < count; j += LANES) {
        const float hat = (x[first + j] - mean) * inverse;
        const float value = (gain[j] * dy[first + j] - hat * meanGx - meanG) * inverse;
        dx[first + j] = hasAddend ? addend[first + j] + value : value;
    }
}

/// dgain = Σ_t dy_t ⊙ x̂_t and, if makesBias, dbias = Σ_t dy_t, as column_sum adds.
KERNEL layer_norm_parameter_gradients(PIECE OUT(dgain), OUT(dbias), IN(x), IN(dy), IN(moments),
                                      int makesBias, int partRows, offset_t gainPart,
                                      offset_t biasPart, int rows, int columns) {
    OPEN_OUT(dgain);
    OPEN_OUT(dbias);
    OPEN(x);
    OPEN(dy);
    OPEN(moments);
    LOCAL float shelf[GROUP_SIZE];
    const int column = GROUP_X * LANES + LANE;
    const int first = GROUP_Y * partRows;
    const int last = rows - first < partRows ? rows : first + partRows;
    float gain = 0.0f;
    float bias = 0.0f;
    if (column < columns)
        for (int row = first + ROW_IN_GROUP; row < last; row += ROWS) {
            const offset_t at = (offset_t)row * columns + column;
            gain += dy[at] * (x[at] - moments[2 * row]) * moments[2 * row + 1];
            bias += dy[at];
        }
    gain = sumOfColumn(gain, shelf);
    bias = sumOfColumn(bias, shelf);
    if (ROW_IN_GROUP != 0 || column >= columns)
        return;
    dgain[GROUP_Y * gainPart + column] = gain;
    if (makesBias)
        dbias[GROUP_Y * biasPart + column] = bias;
}

// ---- the loss ------------------------------------------------------------------------------------

/// log Σ exp z − (1 − ε)·z_label − ε·mean z, with z from its largest number on; what is
/// not kept costs nothing.
KERNEL cross_entropy(PIECE OUT(loss), IN(logits), IN(labels), IN(keep), float smoothing,
                     int firstLabel, int rows, int columns) {
    OPEN_OUT(loss);
    OPEN(logits);
    OPEN(labels);
    OPEN(keep);
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
    if (keep[row] == 0.0f) {
        loss[row] = 0.0f;
        return;
    }
    float value = log(sum) - (1.0f - smoothing) * (from[(int)labels[row] - firstLabel] - most);
    if (smoothing > 0.0f)
        value -= smoothing * plain / (float)columns;
    loss[row] = value;
}

/// Everything about the loss of a row at once: its probabilities (if somebody reads them), what it
/// costs, and dz = (p − target)·dLoss/count.
KERNEL cross_entropy_with_gradient(PIECE OUT(loss), OUT(probabilities), OUT(dz), IN(logits),
                                   IN(labels), IN(keep), IN(dLoss), IN(tokenCount),
                                   int makesProbabilities, float smoothing, int firstLabel,
                                   int rows, int columns) {
    OPEN_OUT(loss);
    OPEN_OUT(probabilities);
    OPEN_OUT(dz);
    OPEN(logits);
    OPEN(labels);
    OPEN(keep);
    OPEN(dLoss);
    OPEN(tokenCount);
    LOCAL float shelf[GROUP_SIZE];
    const int row = THIS_ROW;
    const int count = row < rows ? columns : 0;
    const offset_t first = (offset_t)row * columns;
    const float most = largestOf(logits + first, count, shelf);
    float sum = 0.0f;
    float plain = 0.0f;
    for (int j = LANE; j < count; j += LANES) {
        const float z = logits[first + j] - most;
        sum += exp(z);
        plain += z;
    }
    sum = sumOfLanes(sum, shelf);
    plain = sumOfLanes(plain, shelf);
    if (row >= rows)
        return;
    const bool counts = keep[row] != 0.0f;
    const int right = (int)labels[row] - firstLabel;
    const float each = dLoss[0] / tokenCount[0];
    for (int j = LANE; j < columns; j += LANES) {
        const float p =
            most == -INFINITY ? 0.0f : exp(logits[first + j] - most) / sum;
        if (makesProbabilities)
            probabilities[first + j] = p;
        float value = p - smoothing / (float)columns;
        if (j == right)
            value -= 1.0f - smoothing;
        dz[first + j] = counts ? value * each : 0.0f;
    }
    if (LANE != 0)
        return;
    float value = 0.0f;
    if (counts) {
        value = log(sum) - (1.0f - smoothing) * (logits[first + right] - most);
        if (smoothing > 0.0f)
            value -= smoothing * plain / (float)columns;
    }
    loss[row] = value;
}

/// dz = (p − target)·dy; dy may be one number for all.
KERNEL cross_entropy_gradient(PIECE OUT(dz), IN(p), IN(labels), IN(keep), IN(dy),
                              float smoothing, int firstLabel, int columns, int n) {
    OPEN_OUT(dz);
    OPEN(p);
    OPEN(labels);
    OPEN(keep);
    OPEN(dy);
    const int i = GID;
    if (i >= n)
        return;
    const int row = i / columns;
    float value = p[i] - smoothing / (float)columns;
    if (i % columns == (int)labels[row] - firstLabel)
        value -= 1.0f - smoothing;
    dz[i] = keep[row] == 0.0f ? 0.0f : value * dy[row];
}

/// Σ (y − x)² / f of each row that counts.
KERNEL squared_error(PIECE OUT(loss), IN(values), IN(labels), IN(keep), int columns, int rows) {
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
    loss[row] = keep[row] != 0.0f ? sum / (float)columns : 0.0f;
}

KERNEL squared_error_gradient(PIECE OUT(dx), IN(values), IN(labels), IN(keep), IN(dl), float factor,
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
    dx[i] = keep[row] != 0.0f ? factor * dl[row] * (values[i] - labels[i]) : 0.0f;
}

KERNEL mean_tokens(PIECE OUT(y), IN(x), IN(count), int n) {
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

KERNEL mean_tokens_gradient(PIECE OUT(y), IN(dl), IN(count), int n) {
    OPEN_OUT(y);
    OPEN(dl);
    OPEN(count);
    const int i = GID;
    if (i < n)
        y[i] = dl[0] / count[0];
}
