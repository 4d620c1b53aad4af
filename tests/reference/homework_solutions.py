# SPDX-License-Identifier: GPL-3.0-or-later
"""Our own solutions of the exercises, in four styles, and the usual mistakes as a student makes them.

A solution is the text of exercise.py. Where it says xp it is NumPy or PyTorch.
"""

# Whole arrays at once.
ARRAYS = '''
import math


def softmax(scores):
    e = xp.exp(scores - xp.amax(scores, axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention(q, k, v):
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    weights = softmax(scores)
    context = weights @ v
    return scores, weights, context


def seen(scores):
    return xp.tril(xp.ones((scores.shape[-1], scores.shape[-1]))) == 1


def causal_mask(scores):
    return xp.where(seen(scores), scores, -math.inf)


def padding_mask(scores, keep):
    return xp.where(keep == 1, scores, -math.inf)


def masked_weights(scores):
    return softmax(causal_mask(scores))


def split_heads(x, heads):
    length, width = x.shape
    return x.reshape(length, heads, width // heads).swapaxes(0, 1)


def join_heads(split):
    heads, length, width = split.shape
    return split.swapaxes(0, 1).reshape(length, heads * width)


def add_positions(x):
    length, width = x.shape
    t = xp.arange(length)[:, None] * 1.0
    column = xp.arange(width)[None]
    i = column // 2
    angle = t / 10000.0 ** (2 * i / width)
    waves = xp.where(column % 2 == 0, xp.sin(angle), xp.cos(angle))
    return x + waves


def layer_norm(x, gain, bias, epsilon):
    count = x.shape[-1]
    mean = x.sum(axis=-1, keepdims=True) / count
    variance = ((x - mean) ** 2).sum(axis=-1, keepdims=True) / count
    return gain * (x - mean) / (variance + epsilon) ** 0.5 + bias


def feed_forward(x, w_1, b_1, w_2, b_2):
    z = x @ w_1 + b_1
    hidden = z * (z > 0)
    return hidden @ w_2 + b_2


def pre_ln_block(x, gain, bias, epsilon, w_1, b_1, w_2, b_2):
    normal = layer_norm(x, gain, bias, epsilon)
    return x + feed_forward(normal, w_1, b_1, w_2, b_2)


def post_ln_block(x, gain, bias, epsilon, w_1, b_1, w_2, b_2):
    return layer_norm(x + feed_forward(x, w_1, b_1, w_2, b_2), gain, bias, epsilon)


def cross_attention(x, memory, w_q, w_k, w_v, w_o, heads):
    q = split_heads(x @ w_q, heads)
    k = split_heads(memory @ w_k, heads)
    v = split_heads(memory @ w_v, heads)
    z = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    return join_heads(softmax(z) @ v) @ w_o


def cross_entropy(logits, labels, keep):
    p = softmax(logits)
    losses = -xp.log(p[xp.arange(len(labels)), labels])
    return (losses * keep).sum() / keep.sum()


def attention_backward(q, k, v, weights, grad_context):
    grad_v = weights.swapaxes(-1, -2) @ grad_context
    g = grad_context @ v.swapaxes(-1, -2)
    total = (weights * g).sum(axis=-1, keepdims=True)
    grad_scores = weights * (g - total)
    root = math.sqrt(q.shape[-1])
    return grad_scores @ k / root, grad_scores.swapaxes(-1, -2) @ q / root, grad_v


def adam_step(weight, gradient, m, v, step, rate, beta_1, beta_2, epsilon):
    m = beta_1 * m + (1 - beta_1) * gradient
    v = beta_2 * v + (1 - beta_2) * gradient**2
    m_hat = m / (1 - beta_1**step)
    v_hat = v / (1 - beta_2**step)
    weight = weight - rate * m_hat / (v_hat**0.5 + epsilon)
    return m, v, weight


def generate(next_logits, start, end, most):
    tokens = [start]
    while len(tokens) <= most:
        token = int(xp.argmax(next_logits(tokens)))
        if token == end:
            break
        tokens.append(token)
    return tokens[1:]


def bahdanau(state, memory, w_1, w_2, v):
    scores = (xp.tanh(state @ w_1 + memory @ w_2) @ v)[None]
    weights = softmax(scores)
    context = weights @ memory
    return scores, weights, context
'''

# Number by number, as one who thinks in loops writes it.
LOOPS = '''
import math


def zeros(*shape):
    return xp.zeros(shape)


def row_softmax(row):
    exponentials = [math.exp(float(z) - max(map(float, row))) for z in row]
    return [e / sum(exponentials) for e in exponentials]


def dot(a, b):
    return sum(float(one) * float(other) for one, other in zip(a, b))


def softmax(scores):
    return xp.stack([made_rows(row_softmax(row) for row in head) for head in scores])


def made_rows(rows):
    rows = [[float(each) for each in row] for row in rows]
    made = zeros(len(rows), len(rows[0]))
    for i, row in enumerate(rows):
        for j, each in enumerate(row):
            made[i, j] = each
    return made


def times(a, b):
    return made_rows([dot(row, b[:, j]) for j in range(b.shape[1])] for row in a)


def one_head(q, k, v):
    scores = made_rows([dot(row, key) / math.sqrt(len(row)) for key in k] for row in q)
    weights = made_rows(row_softmax(row) for row in scores)
    return scores, weights, times(weights, v)


def attention(q, k, v):
    found = [one_head(q[h], k[h], v[h]) for h in range(len(q))]
    return [xp.stack([each[i] for each in found]) for i in range(3)]


def causal_mask(scores):
    heads, length, _ = scores.shape
    for h in range(heads):
        for i in range(length):
            for j in range(i + 1, length):
                scores[h, i, j] = -1e9
    return scores


def padding_mask(scores, keep):
    for j in range(len(keep)):
        if keep[j] == 0:
            scores[:, :, j] = -math.inf
    return scores


def masked_weights(scores):
    weights = zeros(*scores.shape)
    for h in range(scores.shape[0]):
        for i in range(scores.shape[1]):
            for j, weight in enumerate(row_softmax(scores[h, i, : i + 1])):
                weights[h, i, j] = weight
    return weights


def split_heads(x, heads):
    k = x.shape[1] // heads
    return xp.stack([x[:, h * k : (h + 1) * k] for h in range(heads)])


def join_heads(split):
    heads, length, k = split.shape
    x = zeros(length, heads * k)
    for h in range(heads):
        x[:, h * k : (h + 1) * k] = split[h]
    return x


def add_positions(x):
    for t in range(x.shape[0]):
        for i in range(x.shape[1] // 2):
            angle = t / 10000 ** (2 * i / x.shape[1])
            x[t, 2 * i] += math.sin(angle)
            x[t, 2 * i + 1] += math.cos(angle)
    return x


def layer_norm(x, gain, bias, epsilon):
    rows = []
    for row in x:
        numbers = [float(each) for each in row]
        mean = sum(numbers) / len(numbers)
        variance = sum((each - mean) ** 2 for each in numbers) / len(numbers)
        rows.append([float(g) * (each - mean) / math.sqrt(variance + epsilon) + float(b)
                     for each, g, b in zip(numbers, gain, bias)])
    return made_rows(rows)


def feed_forward(x, w_1, b_1, w_2, b_2):
    hidden = made_rows([max(0.0, float(z) + float(b)) for z, b in zip(row, b_1)] for row in times(x, w_1))
    return made_rows([float(z) + float(b) for z, b in zip(row, b_2)] for row in times(hidden, w_2))


def pre_ln_block(x, gain, bias, epsilon, w_1, b_1, w_2, b_2):
    y = feed_forward(layer_norm(x, gain, bias, epsilon), w_1, b_1, w_2, b_2)
    for t in range(len(y)):
        y[t] += x[t]
    return y


def post_ln_block(x, gain, bias, epsilon, w_1, b_1, w_2, b_2):
    y = feed_forward(x, w_1, b_1, w_2, b_2)
    for t in range(len(y)):
        y[t] += x[t]
    return layer_norm(y, gain, bias, epsilon)


def cross_attention(x, memory, w_q, w_k, w_v, w_o, heads):
    parts = []
    for h in range(heads):
        columns = slice(h * x.shape[1] // heads, (h + 1) * x.shape[1] // heads)
        parts.append(one_head(times(x, w_q[:, columns]), times(memory, w_k[:, columns]),
                              times(memory, w_v[:, columns]))[2])
    return times(join_heads(xp.stack(parts)), w_o)


def cross_entropy(logits, labels, keep):
    total = 0.0
    for row, label, counts in zip(logits, labels, keep):
        if counts:
            total -= math.log(row_softmax(row)[int(label)])
    return total / float(sum(keep))


def attention_backward(q, k, v, weights, grad_context):
    found = []
    for h in range(len(q)):
        grad_v = times(weights[h].T, grad_context[h])
        rows = []
        for w, g in zip(weights[h], times(grad_context[h], v[h].T)):
            total = dot(w, g)
            rows.append([float(a) * (float(b) - total) / math.sqrt(q.shape[2]) for a, b in zip(w, g)])
        grad_scores = made_rows(rows)
        found.append((times(grad_scores, k[h]), times(grad_scores.T, q[h]), grad_v))
    return tuple(xp.stack([each[i] for each in found]) for i in range(3))


def adam_step(weight, gradient, m, v, step, rate, beta_1, beta_2, epsilon):
    for i in range(weight.shape[0]):
        for j in range(weight.shape[1]):
            m[i, j] += (1 - beta_1) * (gradient[i, j] - m[i, j])
            v[i, j] += (1 - beta_2) * (gradient[i, j] ** 2 - v[i, j])
            root = math.sqrt(v[i, j] / (1 - beta_2**step))
            weight[i, j] -= rate * m[i, j] / (1 - beta_1**step) / (root + epsilon)
    return m, v, weight


def generate(next_logits, start, end, most):
    answer = []
    for _ in range(most):
        logits = [float(each) for each in next_logits([start] + answer)]
        best = 0
        for token in range(len(logits)):
            if logits[token] > logits[best]:
                best = token
        if best == end:
            return answer
        answer.append(best)
    return answer


def bahdanau(state, memory, w_1, w_2, v):
    query, keys = times(state, w_1)[0], times(memory, w_2)
    scores = [[sum(float(v[d]) * math.tanh(float(query[d]) + float(key[d])) for d in range(len(v)))
               for key in keys]]
    weights = [row_softmax(scores[0])]
    context = [[sum(w * float(row[d]) for w, row in zip(weights[0], memory)) for d in range(memory.shape[1])]]
    return scores, weights, context
'''

# Letters for axes.
EINSUM = '''
def softmax(scores):
    e = xp.exp(scores)
    return xp.einsum("...s,...->...s", e, 1 / xp.einsum("...s->...", e))


def attention(q, k, v):
    scores = xp.einsum("htk,hsk->hts", q, k) * q.shape[-1] ** -0.5
    weights = softmax(scores)
    return scores, weights, xp.einsum("hts,hsk->htk", weights, v)


def causal_mask(scores):
    n = scores.shape[-1]
    return scores + xp.triu(xp.full((n, n), -float("inf")), 1)


def padding_mask(scores, keep):
    return xp.where(keep[None, None] > 0, scores, -float("inf") + 0 * scores)


def masked_weights(scores):
    e = xp.tril(xp.exp(scores))
    return xp.einsum("hij,hi->hij", e, 1 / xp.einsum("hij->hi", e))


def split_heads(x, heads):
    return xp.einsum("thk->htk", x.reshape(len(x), heads, -1))


def join_heads(split):
    return xp.einsum("htk->thk", split).reshape(split.shape[1], -1)


def add_positions(x):
    length, width = x.shape
    rates = 10000.0 ** (-xp.arange(0, width, 2) / width)
    angles = xp.einsum("t,i->ti", xp.arange(length) * 1.0, rates * 1.0)
    return x + xp.stack([xp.sin(angles), xp.cos(angles)], -1).reshape(length, width)


def layer_norm(x, gain, bias, epsilon):
    centred = x - xp.einsum("td->t", x)[:, None] / x.shape[1]
    variance = xp.einsum("td,td->t", centred, centred) / x.shape[1]
    return xp.einsum("td,t,d->td", centred, (variance + epsilon) ** -0.5, gain) + bias


def feed_forward(x, w_1, b_1, w_2, b_2):
    z = xp.einsum("td,df->tf", x, w_1) + b_1
    return xp.einsum("tf,fd->td", (z + abs(z)) / 2, w_2) + b_2


def pre_ln_block(x, gain, bias, epsilon, *w):
    return x + feed_forward(layer_norm(x, gain, bias, epsilon), *w)


def post_ln_block(x, gain, bias, epsilon, *w):
    return layer_norm(x + feed_forward(x, *w), gain, bias, epsilon)


def cross_attention(x, memory, w_q, w_k, w_v, w_o, heads):
    shape = len(w_q), heads, -1
    q = xp.einsum("td,dhk->htk", x, w_q.reshape(*shape))
    k = xp.einsum("sd,dhk->hsk", memory, w_k.reshape(*shape))
    v = xp.einsum("sd,dhk->hsk", memory, w_v.reshape(*shape))
    return xp.einsum("htk,hkd->td", attention(q, k, v)[2], w_o.reshape(heads, -1, len(w_o)))


def cross_entropy(logits, labels, keep):
    hot = 1.0 * (labels[:, None] == xp.arange(logits.shape[1]))
    each = xp.log(xp.exp(logits).sum(-1)) - xp.einsum("tv,tv->t", logits, hot.astype(logits.dtype))
    return xp.einsum("t,t->", each, keep) / xp.einsum("t->", keep)


def attention_backward(q, k, v, weights, grad_context):
    through = xp.einsum("htk,hsk->hts", grad_context, v)
    through = weights * through - weights * xp.einsum("hts,hts->ht", weights, through)[..., None]
    through = through * q.shape[-1] ** -0.5
    return (xp.einsum("hts,hsk->htk", through, k), xp.einsum("hts,htk->hsk", through, q),
            xp.einsum("hts,htk->hsk", weights, grad_context))


def adam_step(weight, gradient, m, v, step, rate, beta_1, beta_2, epsilon):
    m = m + (1 - beta_1) * (gradient - m)
    v = v + (1 - beta_2) * (gradient * gradient - v)
    size = rate * (1 - beta_2**step) ** 0.5 / (1 - beta_1**step)
    return m, v, weight - size * m / (v**0.5 + epsilon * (1 - beta_2**step) ** 0.5)


def generate(next_logits, start, end, most):
    def go_on(tokens):
        token = next_logits([start, *tokens]).argmax().item() if len(tokens) < most else end
        return tokens if token == end else go_on([*tokens, token])
    return go_on([])


def bahdanau(state, memory, w_1, w_2, v):
    sums = xp.einsum("te,ed->td", state, w_1)[:, None] + xp.einsum("se,ed->sd", memory, w_2)[None]
    scores = xp.einsum("tsd,d->ts", xp.tanh(sums), v)
    weights = softmax(scores)
    return [scores, weights, xp.einsum("ts,sd->td", weights, memory)]
'''

# What a library has; where it has nothing, double precision and arrays that are written into.
NUMPY_LIBRARY = '''
class Attention:
    def __init__(self, width):
        self.factor = np.float64(width) ** -0.5

    def __call__(self, q, k, v):
        scores = np.matmul(q.astype(float), k.astype(float).transpose(0, 2, 1)) * self.factor
        weights = softmax(scores)
        return scores, weights, np.matmul(weights, v)


def softmax(scores):
    scores = scores.astype(np.float64)
    scores -= scores.max(-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(-1, keepdims=True)
    return scores


def attention(q, k, v):
    return Attention(q.shape[-1])(q, k, v)


def causal_mask(scores):
    scores[:, np.triu_indices(scores.shape[-1], 1)[0], np.triu_indices(scores.shape[-1], 1)[1]] = -np.inf
    return scores


def padding_mask(scores, keep):
    scores[..., ~keep.astype(bool)] = np.finfo(np.float32).min
    return scores


def masked_weights(scores):
    return softmax(causal_mask(scores))


def split_heads(x, heads):
    return np.array(np.split(x, heads, axis=1))


def join_heads(split):
    return np.concatenate(split, axis=1)


def add_positions(x):
    table = np.empty(x.shape)
    angle = np.outer(np.arange(len(x)), np.exp(-np.log(10000) * np.arange(0, x.shape[1], 2) / x.shape[1]))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    x += table.astype(x.dtype)
    return x


def layer_norm(x, gain, bias, epsilon):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + epsilon) * gain + bias


def feed_forward(x, w_1, b_1, w_2, b_2):
    return np.maximum(x.dot(w_1) + b_1, 0).dot(w_2) + b_2


def pre_ln_block(x, gain, bias, epsilon, *w):
    return np.add(x, feed_forward(layer_norm(x, gain, bias, epsilon), *w))


def post_ln_block(x, gain, bias, epsilon, *w):
    x += feed_forward(x, *w)
    return layer_norm(x, gain, bias, epsilon)


def cross_attention(x, memory, w_q, w_k, w_v, w_o, heads):
    q, k, v = (split_heads(a @ w, heads) for a, w in ((x, w_q), (memory, w_k), (memory, w_v)))
    return join_heads(attention(q, k, v)[-1]) @ w_o


def cross_entropy(logits, labels, keep):
    z = logits.astype(np.float64)
    log_p = z - np.logaddexp.reduce(z, axis=1, keepdims=True)
    return -np.average(np.take_along_axis(log_p, labels[:, None], 1)[:, 0], weights=keep)


def attention_backward(q, k, v, weights, grad_context):
    grads = []
    for h in range(q.shape[0]):
        w = weights[h].astype(np.float64)
        g = grad_context[h] @ v[h].T
        z = np.stack([(np.diag(row) - np.outer(row, row)) @ each for row, each in zip(w, g)])
        z /= np.sqrt(q.shape[-1])
        grads.append((z @ k[h], z.T @ q[h], w.T @ grad_context[h]))
    return tuple(np.array(each) for each in zip(*grads))


def adam_step(weight, gradient, m, v, step, rate, beta_1, beta_2, epsilon):
    m *= beta_1
    m += (1 - beta_1) * gradient
    v *= beta_2
    v += (1 - beta_2) * np.square(gradient)
    weight -= rate * (m / (1 - beta_1**step)) / (np.sqrt(v / (1 - beta_2**step)) + epsilon)
    return m, v, weight


def generate(next_logits, start, end, most):
    answer = np.array([start])
    for _ in range(most):
        token = np.argmax(next_logits(list(answer)))
        if token == end:
            break
        answer = np.append(answer, token)
    return answer[1:]


def bahdanau(state, memory, w_1, w_2, v):
    scores = np.tanh(state @ w_1 + memory @ w_2).dot(v).reshape(1, -1)
    weights = softmax(scores)
    return scores, weights, np.average(memory, axis=0, weights=weights[0])[np.newaxis]
'''

TORCH_LIBRARY = '''
import torch.nn.functional as F


def softmax(scores):
    return scores.softmax(-1)


def attention(q, k, v):
    q = q.requires_grad_()
    scores = torch.baddbmm(torch.zeros(1), q, k.mT, alpha=q.size(-1) ** -0.5)
    weights = F.softmax(scores, dim=-1)
    return scores, weights, torch.bmm(weights, v)


def causal_mask(scores):
    return scores.masked_fill(torch.ones_like(scores[0], dtype=torch.bool).triu(1), -torch.inf)


def padding_mask(scores, keep):
    return scores.masked_fill(~keep.bool(), torch.finfo(scores.dtype).min)


def masked_weights(scores):
    return causal_mask(scores).softmax(dim=-1)


def split_heads(x, heads):
    return torch.stack(x.chunk(heads, dim=1))


def join_heads(split):
    return torch.cat(tuple(split), dim=1)


def add_positions(x):
    t = torch.arange(len(x), dtype=torch.float64).unsqueeze(1)
    rate = torch.exp(-torch.log(torch.tensor(1e4)) * torch.arange(0, x.size(1), 2) / x.size(1))
    table = torch.zeros(x.shape)
    table[:, ::2], table[:, 1::2] = torch.sin(t * rate), torch.cos(t * rate)
    return x.add_(table)


def layer_norm(x, gain, bias, epsilon):
    return F.layer_norm(x, x.shape[-1:], gain, bias, epsilon)


def feed_forward(x, w_1, b_1, w_2, b_2):
    return F.linear(F.relu(F.linear(x, w_1.T, b_1)), w_2.T, b_2)


def pre_ln_block(x, gain, bias, epsilon, *w):
    return feed_forward(layer_norm(x, gain, bias, epsilon), *w) + x


def post_ln_block(x, gain, bias, epsilon, *w):
    return layer_norm(feed_forward(x, *w) + x, gain, bias, epsilon)


def cross_attention(x, memory, w_q, w_k, w_v, w_o, heads):
    module = torch.nn.MultiheadAttention(x.size(1), heads, bias=False, batch_first=True)
    module.in_proj_weight.data = torch.cat([w_q.T, w_k.T, w_v.T])
    module.out_proj.weight.data = w_o.T.contiguous()
    return module(x[None], memory[None], memory[None])[0][0]


def cross_entropy(logits, labels, keep):
    labels[keep == 0] = -100
    return F.cross_entropy(logits, labels)


def attention_backward(q, k, v, weights, grad_context):
    leaves = [each.double().requires_grad_() for each in (q, k, v)]
    attention(*leaves)[2].backward(grad_context.double())
    return [each.grad for each in leaves]


def adam_step(weight, gradient, m, v, step, rate, beta_1, beta_2, epsilon):
    m.lerp_(gradient, 1 - beta_1)
    v.mul_(beta_2).addcmul_(gradient, gradient, value=1 - beta_2)
    weight.addcdiv_(m / (1 - beta_1**step), (v / (1 - beta_2**step)).sqrt() + epsilon, value=-rate)
    return m, v, weight


def generate(next_logits, start, end, most):
    answer = torch.tensor([start])
    while len(answer) <= most and (token := next_logits(answer.tolist()).argmax()) != end:
        answer = torch.cat([answer, token[None]])
    return answer[1:]


def bahdanau(state, memory, w_1, w_2, v):
    scores = torch.tanh(F.linear(state, w_1.T) + F.linear(memory, w_2.T)).matmul(v)[None, :]
    weights = scores.softmax(-1)
    return scores, weights, weights.mm(memory)
'''


def solutions(library):
    """Style → the text of exercise.py."""
    heads = {"numpy": "import numpy as np\nxp = np\n", "torch": "import torch\nxp = torch\n"}
    # PyTorch has type_as, where NumPy has astype.
    einsum = EINSUM if library == "numpy" else EINSUM.replace("hot.astype(logits.dtype)", "hot.type_as(logits)")
    own = {"numpy": NUMPY_LIBRARY, "torch": TORCH_LIBRARY}[library]
    texts = {"arrays": ARRAYS, "loops": LOOPS, "einsum": einsum, "library": own}
    return {style: heads[library] + text for style, text in texts.items()}


# Function, what of it is written otherwise in ARRAYS, how, and what the sentence says.
MISTAKES = [
    ("softmax", "axis=-1", "axis=-2", "each column adds up to 1"),
    ("softmax", "axis=-1", "axis=0", "softmax runs over the heads"),
    ("softmax", "e.sum(axis=-1, keepdims=True)", "e.sum()", "all numbers together add up to 1"),
    ("softmax", "return e / e.sum(axis=-1, keepdims=True)", "return xp.exp(scores) / xp.exp(scores).sum()",
     "all numbers together add up to 1"),
    ("softmax", "return e / e.sum(axis=-1, keepdims=True)", "return xp.exp(scores)", "the exponentials are not divided"),
    ("softmax", "e / e.sum(axis=-1, keepdims=True)", "e", "the largest score is subtracted, but"),
    ("softmax", "e = xp.exp(scores - xp.amax(scores, axis=-1, keepdims=True))", "e = scores", "without the exponential"),
    ("softmax", "return e / e.sum(axis=-1, keepdims=True)", "return xp.log(e / e.sum(axis=-1, keepdims=True))",
     "logarithms of the weights"),
    ("softmax", "xp.exp(scores - xp.amax(scores, axis=-1, keepdims=True))", "xp.exp(-scores)", "wrong sign"),
    ("attention", " / math.sqrt(q.shape[-1])", "", "not divided by √K"),
    ("attention", "math.sqrt(q.shape[-1])", "math.sqrt(q.shape[0] * q.shape[2])", "divided by √D"),
    ("attention", "math.sqrt(q.shape[-1])", "q.shape[-1]", "divided by K without the root"),
    ("attention", "/ math.sqrt(q.shape[-1])", "* math.sqrt(q.shape[-1])", "multiplied by √K"),
    ("attention", "math.sqrt(q.shape[-1])", "math.sqrt(k.shape[1])", "divided by √S"),
    ("attention", "softmax(scores)", "softmax(scores.swapaxes(1, 2)).swapaxes(1, 2)", "softmax runs along the wrong axis"),
    ("attention", "softmax(scores)", "softmax(q @ k.swapaxes(-1, -2))", "before they were divided by √K"),
    ("attention", "softmax(scores)", "softmax(q @ k.swapaxes(-1, -2)) / math.sqrt(q.shape[-1])",
     "√K divides the weights behind the softmax"),
    ("attention", "weights @ v", "weights @ k", "a sum of the keys"),
    ("attention", "weights @ v", "scores @ v", "summed with the scores"),
    ("causal_mask", "xp.where(seen(scores), scores, -math.inf)", "scores", "nothing is hidden"),
    ("causal_mask", "seen(scores)", "seen(scores) * (1 - xp.eye(scores.shape[-1])) > 0", "j < i, and should take j <= i"),
    ("causal_mask", "seen(scores)", "xp.tril(xp.ones((scores.shape[-1], scores.shape[-1])), 1) == 1", "j <= i + 1"),
    ("causal_mask", "seen(scores)", "seen(scores).swapaxes(0, 1)", "the past is hidden"),
    ("causal_mask", "-math.inf", "0.0", "hidden scores are 0"),
    ("padding_mask", "xp.where(keep == 1, scores, -math.inf)", "scores", "nothing is hidden"),
    ("padding_mask", "keep == 1", "keep[:, None] == 1", "the rows of padding are hidden"),
    ("padding_mask", "keep == 1", "keep == 0", "the words are hidden"),
    ("padding_mask", "-math.inf", "0.0", "hidden scores are 0"),
    ("masked_weights", "softmax(causal_mask(scores))", "xp.tril(softmax(scores))", "masked after the softmax"),
    ("masked_weights", "softmax(causal_mask(scores))", "softmax(scores)", "nothing is hidden"),
    ("masked_weights", "causal_mask(scores)", "xp.where(xp.tril(seen(scores), -1), scores, -math.inf)",
     "j < i, and should take j <= i"),
    ("masked_weights", "causal_mask(scores)", "xp.where(xp.tril(xp.ones(tuple(scores.shape[1:])), 1) > 0, scores, -1e9)",
     "j <= i + 1"),
    ("masked_weights", "causal_mask(scores)", "causal_mask(scores.swapaxes(1, 2)).swapaxes(1, 2)", "the past is hidden"),
    ("masked_weights", "causal_mask(scores)", "xp.tril(scores)", "hidden scores are 0"),
    ("masked_weights", "softmax(causal_mask(scores))", "softmax(causal_mask(scores).swapaxes(1, 2)).swapaxes(1, 2)",
     "softmax runs along the wrong axis"),
    ("split_heads", "x.reshape(length, heads, width // heads).swapaxes(0, 1)", "x.reshape(heads, length, width // heads)",
     "reshape to [H, T, K] tears tokens apart"),
    ("split_heads", "x.reshape(length, heads, width // heads).swapaxes(0, 1)",
     "xp.stack([x[:, h::heads] for h in range(heads)])", "every H-th column"),
    ("split_heads", ".swapaxes(0, 1)", "", "the axes are [T, H, K]"),
    ("split_heads", ".swapaxes(0, 1)", ".swapaxes(0, 1).swapaxes(1, 2)", "each head is turned"),
    ("join_heads", ".swapaxes(0, 1)", "", "reshape alone puts tokens"),
    ("join_heads", ".swapaxes(0, 1)", ".swapaxes(0, 1).swapaxes(1, 2)", "their columns alternate"),
    ("join_heads", "split.swapaxes(0, 1).reshape(length, heads * width)", "split[0] + split[1]", "the heads are added up"),
    ("join_heads", "split.swapaxes(0, 1).reshape(length, heads * width)", "split.mean(0)", "the mean of the heads"),
    ("add_positions", "xp.arange(length)[:, None] * 1.0", "xp.arange(length)[:, None] + 1.0", "positions from 1"),
    ("add_positions", "2 * i / width", "column / width", "a frequency of its own"),
    ("add_positions", "2 * i / width", "2 * column / width", "takes the number of the column for i"),
    ("add_positions", "2 * i / width", "i / width", "the exponent is i / D"),
    ("add_positions", "column % 2 == 0", "column % 2 == 1", "sine and cosine are swapped"),
    ("add_positions", "waves = xp.where(column % 2 == 0, xp.sin(angle), xp.cos(angle))",
     "angle = angle[:, ::2]; waves = xp.stack([xp.sin(angle), xp.cos(angle)], 1).reshape(length, width)",
     "all sines stand before all cosines"),
    ("add_positions", "xp.cos(angle)", "xp.sin(angle)", "every column is a sine"),
    ("add_positions", "x + waves", "waves", "x is missing"),
    ("add_positions", "x + waves", "x * waves", "multiplied with x"),
    ("add_positions", "x + waves", "x * math.sqrt(width) + waves", "multiplied by √D once more"),
    ("layer_norm", "keepdims=True) / count\n    return", "keepdims=True) / (count - 1)\n    return", "unbiased variance"),
    ("layer_norm", "count = x.shape[-1]", "return gain * (x - x.mean(0)) / (((x - x.mean(0)) ** 2).mean(0) + epsilon) ** 0.5 + bias",
     "over the tokens"),
    ("layer_norm", "count = x.shape[-1]", "return gain * (x - x.mean()) / (((x - x.mean()) ** 2).mean() + epsilon) ** 0.5 + bias",
     "over all numbers at once"),
    ("layer_norm", " ** 0.5", "", "divided by the variance"),
    ("layer_norm", "mean = x.sum(axis=-1, keepdims=True) / count", "mean = 0", "RMSNorm"),
    ("layer_norm", "gain * ", "", "gain is not multiplied"),
    ("layer_norm", " + bias", "", "bias is not added"),
    ("layer_norm", "gain * (x - mean) / (variance + epsilon) ** 0.5 + bias", "(x - mean) / (variance + epsilon) ** 0.5",
     "neither gain nor bias"),
    ("layer_norm", "gain * (x - mean) / (variance + epsilon) ** 0.5 + bias",
     "bias * (x - mean) / (variance + epsilon) ** 0.5 + gain", "gain and bias are swapped"),
    ("feed_forward", "z * (z > 0)", "z", "max(0, …) is missing"),
    ("feed_forward", "hidden = z * (z > 0)\n    return hidden @ w_2 + b_2", "y = z @ w_2 + b_2\n    return y * (y > 0)",
     "max(0, …) stands behind the second product"),
    ("feed_forward", "z = x @ w_1 + b_1\n    hidden = z * (z > 0)", "z = x @ w_1\n    hidden = z * (z > 0) + b_1",
     "before b_1 is added"),
    ("feed_forward", " + b_1", "", "b_1 is not added"),
    ("feed_forward", " + b_2", "", "b_2 is not added"),
    ("pre_ln_block", "x + feed_forward(normal, w_1, b_1, w_2, b_2)",
     "layer_norm(x + feed_forward(x, w_1, b_1, w_2, b_2), gain, bias, epsilon)", "Post-LN for Pre-LN"),
    ("pre_ln_block", "return x + ", "return ", "the residual connection is missing"),
    ("pre_ln_block", "return x + ", "return normal + ", "takes the normalised x"),
    ("pre_ln_block", "normal = layer_norm(x, gain, bias, epsilon)", "normal = x", "the LayerNorm is missing"),
    ("pre_ln_block", "return x + feed_forward(normal, w_1, b_1, w_2, b_2)",
     "return x + layer_norm(feed_forward(x, w_1, b_1, w_2, b_2), gain, bias, epsilon)", "behind the feed-forward layer"),
    ("pre_ln_block", "layer_norm(x, gain, bias, epsilon)",
     "gain * (x - x.mean(-1)[:, None]) / (((x - x.mean(-1)[:, None]) ** 2).sum(-1)[:, None] / (x.shape[1] - 1)) ** 0.5 + bias",
     "unbiased variance"),
    ("post_ln_block", "layer_norm(x + feed_forward(x, w_1, b_1, w_2, b_2), gain, bias, epsilon)",
     "x + feed_forward(layer_norm(x, gain, bias, epsilon), w_1, b_1, w_2, b_2)", "Pre-LN for Post-LN"),
    ("post_ln_block", "layer_norm(x + ", "layer_norm(", "the residual connection is missing"),
    ("post_ln_block", "layer_norm(x + ", "x + layer_norm(", "x is added behind the norm"),
    ("post_ln_block", "layer_norm(x + feed_forward(x, w_1, b_1, w_2, b_2), gain, bias, epsilon)",
     "x + feed_forward(x, w_1, b_1, w_2, b_2)", "the LayerNorm is missing"),
    ("post_ln_block", "return layer_norm(x + feed_forward(x, w_1, b_1, w_2, b_2), gain, bias, epsilon)",
     "y = x + feed_forward(x, w_1, b_1, w_2, b_2)\n    y = y - y.mean(-1)[:, None]\n"
     "    return gain * y / ((y**2).sum(-1)[:, None] / (y.shape[1] - 1) + epsilon) ** 0.5 + bias", "unbiased variance"),
    ("cross_attention", "memory @ w_k, heads)\n    v = split_heads(memory", "x @ w_k, heads)\n    v = split_heads(x",
     "this is self-attention"),
    ("cross_attention", "q = split_heads", "x, memory = memory, x\n    q = split_heads", "x and memory are swapped"),
    ("cross_attention", " / math.sqrt(q.shape[-1])", "", "not divided by √K"),
    ("cross_attention", "math.sqrt(q.shape[-1])", "math.sqrt(x.shape[-1])", "divided by √D"),
    ("cross_attention", "q = split_heads", "heads = 1\n    q = split_heads", "one head as wide as the model"),
    ("cross_attention", "q = split_heads(x @ w_q, heads)\n    k = split_heads(memory @ w_k, heads)\n"
     "    v = split_heads(memory @ w_v, heads)\n",
     "q = (x @ w_q).reshape(heads, len(x), -1)\n    k = (memory @ w_k).reshape(heads, len(memory), -1)\n"
     "    v = (memory @ w_v).reshape(heads, len(memory), -1)\n"
     "    join_heads = lambda split: split.reshape(len(x), -1)\n", "heads split wrongly"),
    ("cross_attention", " @ w_o", "", "w_o is missing"),
    ("cross_attention", "memory @ w_v", "memory @ w_k", "the values are made with w_k"),
    ("cross_attention", "q = split_heads", "w_q, w_k = w_k, w_q\n    q = split_heads", "w_q and w_k are swapped"),
    ("cross_attention", "softmax(z)", "softmax(xp.where(xp.tril(xp.ones(tuple(z.shape[1:]))) > 0, z, -math.inf))",
     "later tokens of the source are hidden"),
    ("cross_entropy", "(losses * keep).sum() / keep.sum()", "losses.mean()", "padding counts"),
    ("cross_entropy", "/ keep.sum()", "/ len(keep)", "counted in what divides it"),
    ("cross_entropy", " / keep.sum()", "", "the sum of the losses"),
    ("cross_entropy", "-xp.log", "xp.log", "the sign is wrong"),
    ("cross_entropy", "xp.log", "xp.log2", "to base 2"),
    ("cross_entropy", "softmax(logits)", "softmax(softmax(logits))", "softmax is applied twice"),
    ("cross_entropy", "-xp.log(p[xp.arange(len(labels)), labels])", "-p[xp.arange(len(labels)), labels]",
     "the logarithm is missing"),
    ("cross_entropy", "softmax(logits)", "softmax(logits.T).T", "over the tokens"),
    ("attention_backward", "math.sqrt(q.shape[-1])", "1", "√K is missing"),
    ("attention_backward", "math.sqrt(q.shape[-1])", "q.shape[-1]", "divided by K"),
    ("attention_backward", "weights * (g - total)", "g", "does not go through the softmax"),
    ("attention_backward", "(g - total)", "g", "lacks the sum"),
    ("attention_backward", "weights * (g - total)", "weights * (1 - weights) * g", "its diagonal alone"),
    ("attention_backward", "(weights * g).sum", "g.sum", "lacks the weights"),
    ("attention_backward", "axis=-1", "axis=1", "runs along the wrong axis"),
    ("attention_backward", "weights * (g - total)", "weights * g - total", "not multiplied with the weight"),
    ("attention_backward", "return grad_scores @ k / root, grad_scores.swapaxes(-1, -2) @ q / root,",
     "return grad_scores.swapaxes(-1, -2) @ q / root, grad_scores @ k / root,", "grad_q and grad_k are swapped"),
    ("adam_step", "m / (1 - beta_1**step)\n    v_hat = v / (1 - beta_2**step)", "m\n    v_hat = v", "no bias correction"),
    ("adam_step", "v / (1 - beta_2**step)", "v", "the bias correction of v is missing"),
    ("adam_step", "m / (1 - beta_1**step)", "m", "the bias correction of m is missing"),
    ("adam_step", "m_hat = m", "step -= 1\n    m_hat = m", "counted from 0"),
    ("adam_step", "gradient**2", "gradient", "v is a mean of gradients"),
    ("adam_step", "    m = beta_1", "    beta_1, beta_2 = beta_2, beta_1\n    m = beta_1", "beta_1 and beta_2 are swapped"),
    ("adam_step", "v_hat**0.5", "v_hat", "the root of v is missing"),
    ("adam_step", "weight - rate", "weight + rate", "the sign is wrong"),
    ("adam_step", "return m, v,", "return m_hat, v_hat,", "come back with the bias correction"),
    ("adam_step", "(1 - beta_1) * gradient", "gradient", "lacks its factor"),
    ("generate", "if token == end:\n            break\n        tokens.append(token)",
     "tokens.append(token)\n        if token == end:\n            break", "the end token belongs to no answer"),
    ("generate", "tokens[1:]", "tokens", "the start token belongs to no answer"),
    ("generate", "token == end", "False", "it goes on after the end token"),
    ("generate", "next_logits(tokens)", "next_logits(tokens[-1:])", "with the newest token alone"),
    ("generate", "argmax", "argmin", "the smallest logit"),
    ("generate.short", "<= most", "<= most + 1", "one token too many"),
    ("generate.short", "<= most", "< most", "one token too few"),
    ("bahdanau", "(xp.tanh(state @ w_1 + memory @ w_2) @ v)[None]", "state @ memory.T", "Luong's score"),
    ("bahdanau", "xp.tanh(state @ w_1 + memory @ w_2)", "(state @ w_1 + memory @ w_2)", "tanh is missing"),
    ("bahdanau", "xp.tanh(state @ w_1 + memory @ w_2)", "(xp.tanh(state @ w_1) + xp.tanh(memory @ w_2))",
     "to each part by itself"),
    ("bahdanau", "state @ w_1 + memory @ w_2", "state @ w_2 + memory @ w_1", "w_1 and w_2 are swapped"),
    ("bahdanau", "(xp.tanh(state @ w_1 + memory @ w_2) @ v)", "xp.tanh(state @ w_1 + memory @ w_2).sum(-1)", "v is missing"),
    ("bahdanau", "@ v)[None]", "@ v)[None] / math.sqrt(len(v))", "divides by nothing"),
    ("bahdanau", "softmax(scores)", "softmax(scores.T).T", "every weight is 1"),
    ("bahdanau", "weights @ memory", "weights @ (memory @ w_2)", "a sum of memory w_2"),
    ("bahdanau", "weights @ memory", "memory.mean(0)[None]", "the mean of memory"),
]

# What stands in a function, and what is said of it.
TROUBLE = [
    ("softmax", "pass", "not written yet"),
    ("softmax", "raise NotImplementedError", "not written yet"),
    ("softmax", "return scores / 0 * 0", "weights[0, 0, 0] is not a number (NaN), and should be "),
    ("softmax", "return scores[0]", "weights has the shape ["),
    ("softmax", "return scores > 0", "weights has the dtype "),
    ("softmax", "return 'weights'", "weights is str, and should be an array of "),
    ("softmax", "return {}", "weights is dict, and should be an array of "),
    ("softmax", "return scores.no_such_thing", "AttributeError: "),
    ("softmax", "return [1, [2]]", "weights is list, and should be an array of "),
    ("softmax", "exit(3)", "SystemExit: 3"),
    ("attention", "return q", "1 came back, and should be 3: scores, weights, context"),
    ("attention", "return q, k", "2 came back, and should be 3: scores, weights, context"),
    ("generate", "return [0.5]", "tokens has the dtype "),
    ("generate", "return []", "tokens has the shape [0], and should have ["),
]
