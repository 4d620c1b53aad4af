#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's half of compare.py: measures on request, so that the two programs can take turns.

Reads one JSON object a line, {"size", "architecture", "recurrent", "pass", "threads", "seconds",
"device", "peer"} and, with --long, "tokens" and "batch" (in the place of the size's) ("recurrent": the attention of a recurrent model, or nothing; "device": PyTorch's
name of where it runs; "peer": one of PEERS), and answers each with one, {"ms": median milliseconds of
one step, "bytes": the most memory that this process has had}. The first line it prints says which PyTorch this is, on what card, and whether it compiles.
"""

import dataclasses
import functools
import json
import resource
import statistics
import sys
import time

import torch

import torch_model
import torch_recurrent_model

PEERS = ("eager", "compiled", "graph", "fused")  # the last: eager, with PyTorch's fused attention
FEWEST_TIMES = 5
ENOUGH = 0.01  # seconds; so many steps are done before their losses are read, as Trainer::steps() does
MOST_STEPS = 256
SPECIAL_TOKENS = 4


def random_ids(model, batch, device):
    size = model.size
    generator = torch.Generator().manual_seed(2)

    def draw():
        ids = torch.randint(SPECIAL_TOKENS, size.words, (batch, size.tokens), generator=generator)
        return ids.to(device)

    return {stack: draw() for stack in model.stacks}, draw().view(-1)


def compiled(function):
    """For the shapes of one model: after a second one PyTorch would take all shapes for variable, and
    after the eighth it would compile no more."""
    torch._dynamo.config.cache_size_limit = 64
    return torch.compile(function, dynamic=False)


def training_step(model, device, peer):
    ids, labels = random_ids(model, model.size.batch, device)
    adam = torch_model.Adam(model.parameters, recorded=peer == "graph")
    loss_of = compiled(model.loss) if peer == "compiled" else model.loss

    def step():
        model.parameters.gradient.zero_()
        loss = loss_of(ids, labels)
        loss.backward()
        adam.step()
        return loss

    play = recorded(step) if peer == "graph" else step

    def steps(count):
        losses = [play().detach().clone() for _ in range(count)]
        return torch.stack(losses).tolist()  # waits for the card, once for all of them as we do

    return steps


def recorded(step):
    """The step as one CUDA graph, which is played again and again."""
    beside = torch.cuda.Stream()
    beside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(beside):  # what is allocated once, and choices that are made once
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(beside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        loss = step()

    def play():
        graph.replay()
        return loss

    return play


def probe_step(model, device, peer):
    ids, _ = random_ids(model, 1, device)
    logits = compiled(model.logits) if peer == "compiled" else model.logits

    @torch.no_grad()
    def steps(count):
        for _ in range(count):
            weights = []
            logits(ids, seen=weights)

    return steps


@functools.lru_cache(maxsize=2 * len(PEERS))
def step_of(size, architecture, recurrent, what, device, peer, tokens, batch):
    size = torch_model.SIZES[size]
    size = dataclasses.replace(size, tokens=tokens or size.tokens, batch=batch or size.batch)
    model = (torch_recurrent_model.Model(size, recurrent, device=device) if recurrent
             else torch_model.Model(size, architecture == "encoder-decoder", device=device,
                                    fused=peer == "fused"))
    make = {"training": training_step, "probe": probe_step, "trace": probe_step}[what]
    steps = make(model, device, peer)
    for _ in range(2):
        steps(1)
    return steps


def measure(request):
    torch.set_num_threads(request["threads"])
    steps = step_of(request["size"], request["architecture"], request["recurrent"],
                    request["pass"], request["device"], request["peer"],
                    request.get("tokens"), request.get("batch"))
    times = []
    count = 1
    began = time.perf_counter()
    while len(times) < FEWEST_TIMES or time.perf_counter() - began < request["seconds"]:
        start = time.perf_counter()
        steps(count)
        times.append((time.perf_counter() - start) / count)
        count = min(max(int(ENOUGH / times[-1]), 1), MOST_STEPS)
    return 1000 * statistics.median(times)


def most_bytes():
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main():
    card = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    print(json.dumps({"torch": torch.__version__, "card": card, "bytes": most_bytes(),
                      "compiles": hasattr(torch, "compile")}), flush=True)
    for line in sys.stdin:
        ms = measure(json.loads(line))
        print(json.dumps({"ms": ms, "bytes": most_bytes()}), flush=True)


if __name__ == "__main__":
    main()
