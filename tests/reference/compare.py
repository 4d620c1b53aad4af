# SPDX-License-Identifier: GPL-3.0-or-later
"""When two tensors count as equal, and why.

max|a - b| <= 1e-5 * max|b|: relative to the tensor's largest magnitude, without an absolute floor.
PyTorch in float32 stays within 3e-6 of the float64 reference by this rule, in every tensor of every
case but one kind. Masked scores are -inf and must be so in both.

That kind is the bias of the keys, b_k. It adds the same q.b_k to a whole row of scores, which softmax
does not see, so its gradient is exactly 0 and what a program computes is the rounding of a sum that
cancels. It is measured against the terms of that sum, the gradient of the keys. Adam divides it by its
own size and so steps along the rounding's sign: after ten Adam steps b_k is arbitrary and is not
compared. It is compared wherever its step is not made of rounding: with SGD, and with Adam's L2 decay.
"""

import numpy as np

TOLERANCE = 1e-5


def is_key_bias(name):
    return name.endswith(".b_k")


def steps_along_rounding(train):
    """True when the optimizer turns a gradient of 0 +- rounding into a step of ordinary size."""
    return train["optimizer"] == "adamw" or (train["optimizer"] == "adam" and train["weight_decay"] == 0)


def difference(actual, expected, scale_of=None):
    """max|a - b| / max|scale_of|; infinite where shapes or infinities differ or NaN appears."""
    actual, expected = np.asarray(actual, np.float64), np.asarray(expected, np.float64)
    if actual.shape != expected.shape:
        return np.inf
    finite = np.isfinite(expected)
    if not np.array_equal(actual[~finite], expected[~finite]) or not np.isfinite(actual[finite]).all():
        return np.inf
    if not finite.any():
        return 0.0
    worst = np.abs(actual[finite] - expected[finite]).max()
    scale = np.asarray(expected if scale_of is None else scale_of, np.float64)
    scale = np.abs(scale[np.isfinite(scale)]).max()
    return 0.0 if worst == 0 else np.inf if scale == 0 else worst / scale


def key_gradient(name):
    """The step whose rows b_k's gradient sums: `grad/x.b_k` -> `grad/x.k`."""
    return name[: -len("b_k")] + "k"
