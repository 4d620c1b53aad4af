# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of real numbers in the place of token ids, written out plainly in PyTorch.

What is fed is [B, L, f] with NaN in rows that are padding. A pointer's labels are ids: 4 is the first
row of the source, 0 padding.
"""

import math

import torch
import torch.nn.functional as F

FIRST = 4  # the id of the first row


def reads_numbers(config):
    return config.get("input", "tokens") == "values"


def says_numbers(config):
    return config.get("output", "words") == "values"


def points(config):
    return config.get("output", "words") == "pointer"


def side_is_numbers(config, side):
    """Whether the encoder (`source`) or the decoder (`target`) reads numbers."""
    return reads_numbers(config) if side == "source" else says_numbers(config) or points(config)


def is_padding(rows):
    """[B, L] of rows of numbers or of ids."""
    return rows.isnan().any(dim=-1) if rows.is_floating_point() else rows == 0


def embedded(rows, weight, bias):
    return torch.nan_to_num(rows, nan=0.0) @ weight + bias


def decoder_rows(config, source, labels):
    """A row of zeros, then the labels but for the last: as they are, or for a pointer the rows of the
    source that they name. Padding where the label is. [B, T, f]"""
    rows = labels
    if points(config):
        chosen = (labels - FIRST).clamp(min=0)
        rows = torch.stack([s[c] for s, c in zip(source, chosen)])
    zeros = torch.zeros_like(rows[:, :1])
    shifted = torch.cat([zeros, rows[:, :-1]], dim=1)
    return shifted.masked_fill(is_padding(labels)[..., None], math.nan)


def closed_rows(source, labels):
    """Which rows of the source cannot be chosen before each choice: padding, and those that have
    been. [B, T, S]"""
    closed = is_padding(source)[:, None, :].repeat(1, labels.shape[1], 1)
    for b, row in enumerate(labels.tolist()):
        for t, label in enumerate(row):
            if label >= FIRST:
                closed[b, t + 1 :, label - FIRST] = True
    return closed


def pointer_logits(keep, x, memory, weight, closed):
    """[B, T, S]: (x W) memory^T / sqrt(D), and -inf where a row cannot be chosen."""
    query = keep("pointer.query", (x @ weight)[:, None])
    keys = keep("pointer.keys", memory[:, None] * 1.0)
    scores = keep("pointer.scores", query @ keys.transpose(-1, -2))
    scaled = keep("pointer.scaled", scores / math.sqrt(x.shape[-1]))
    masked = keep("pointer.masked", scaled.masked_fill(closed[:, None], -math.inf))
    return keep("logits", masked[:, 0] * 1.0)


def pointer_loss(logits, labels):
    """Mean cross-entropy over what is no padding."""
    counts = labels >= FIRST
    return F.cross_entropy(logits[counts], labels[counts] - FIRST)


def squared_error(prediction, labels):
    """Mean over the numbers of all rows that are no padding."""
    counts = ~is_padding(labels)
    return F.mse_loss(prediction[counts], labels[counts].to(prediction.dtype))
