#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's half of compare.py: measures on request, so that the two programs can take turns.

Reads one JSON object a line, {"size", "architecture", "recurrent", "pass", "threads", "seconds"}
("recurrent": the attention of a recurrent model, or nothing), and answers each with one, {"ms": median milliseconds of one step}. The first line it prints says which PyTorch this is.
"""

import functools
import json
import statistics
import sys
import time

import torch

import torch_model
import torch_recurrent_model

FEWEST_STEPS = 5
SPECIAL_TOKENS = 4


def random_ids(model, batch):
    size = model.size
    generator = torch.Generator().manual_seed(2)

    def draw():
        return torch.randint(SPECIAL_TOKENS, size.words, (batch, size.tokens), generator=generator)

    return {stack: draw() for stack in model.stacks}, draw().view(-1)


def training_step(model):
    ids, labels = random_ids(model, model.size.batch)
    adam = torch_model.Adam(model.parameters)

    def step():
        model.parameters.gradient.zero_()
        loss = model.loss(ids, labels)
        loss.backward()
        adam.step()
        return loss.item()

    return step


def probe_step(model):
    ids, _ = random_ids(model, 1)

    @torch.no_grad()
    def step():
        weights = []
        return model.logits(ids, seen=weights), weights

    return step


@functools.lru_cache(maxsize=2)
def step_of(size, architecture, recurrent, what):
    size = torch_model.SIZES[size]
    model = (torch_recurrent_model.Model(size, recurrent) if recurrent
             else torch_model.Model(size, architecture == "encoder-decoder"))
    step = {"training": training_step, "probe": probe_step, "trace": probe_step}[what](model)
    for _ in range(2):
        step()
    return step


def measure(request):
    torch.set_num_threads(request["threads"])
    step = step_of(request["size"], request["architecture"], request.get("recurrent"),
                   request["pass"])
    times = []
    began = time.perf_counter()
    while len(times) < FEWEST_STEPS or time.perf_counter() - began < request["seconds"]:
        start = time.perf_counter()
        step()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def main():
    print(json.dumps({"torch": torch.__version__}), flush=True)
    for line in sys.stdin:
        print(json.dumps({"ms": measure(json.loads(line))}), flush=True)


if __name__ == "__main__":
    main()
