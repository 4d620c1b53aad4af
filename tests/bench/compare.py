#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many times faster than PyTorch: measures both in turn and prints medians, ratio and spread.

    tests/bench/compare.py PATH/TO/glassformer [CASE…] [--rounds N] [--seconds X] [--threads N]
                           [--python PATH] [--compile] [--device ID] [--before PATH] [--json]
    tests/bench/compare.py PATH/TO/glassformer [LENGTH…] --long

A case is a size with what is measured: XS (training, decoder-only), XS-encoder-decoder, XS-probe
(forward of one example, every step kept), XS-trace (the same and a copy of all of it, as the window
gets it; PyTorch's side is that of the probe), XS-gru-general (training, GRU cells with this attention,
encoder-decoder; PyTorch's side is nn.GRU). In each round both programs run for so many seconds,
one after the other, so that what else the machine does and how fast it happens to be meets both. The
ratio is the median of the rounds' ratios, and the spread their smallest and largest. PyTorch gets the
number of threads with which it is fastest, and an allocator that keeps its memory. With --compile what
torch.compile makes of the model takes its turn too (PyTorch 2, and a C++ compiler). With --device both
train on a graphics card (ours by the id that `glassformer devices` prints, "cuda:0"; PyTorch on its CUDA
device), and PyTorch's whole step recorded as one CUDA graph takes its turn as well; what the window
shows is computed by the processor, so a probe is no case there. With --before an older build of
the program takes its turn in each round as well, and the last columns say how many times faster this
one is than that. With --long the curve over the length is measured: training steps of M-long (4 layers
of 256) with 4 sequences of up to 1,024 tokens or one longer, beside PyTorch's fused attention
(F.scaled_dot_product_attention), and the most memory that each process had, which for PyTorch is without
what it has taken before there is a model. Times of a busy machine say nothing, those of torch.compile least of all, whose threads
wait by spinning: look at the spread.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import pathlib

SIZES = ["XS", "S", "M", "L", "XL", "S-long", "M-long"]
LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096, 8192]
ATTENTIONS = ["none", "dot", "general", "concat", "bahdanau"]
CASES = SIZES[:4] + [f"{s}-encoder-decoder" for s in SIZES[:3]] \
    + [f"{s}-{what}" for s in SIZES[:2] for what in ("probe", "trace")] \
    + [f"{s}-gru-{attention}" for s in SIZES[:2] for attention in ("none", "general", "bahdanau")]

# glibc's allocator returns memory to the system and faults it in again unless told otherwise.
KEEP_MEMORY = {
    "MALLOC_TRIM_THRESHOLD_": "4000000000",
    "MALLOC_MMAP_THRESHOLD_": "4000000000",
    "MALLOC_TOP_PAD_": "100000000",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
}

HEADING = f"{'case':<20} {'PyTorch':<8} {'its ms':>9} {'threads':>7} {'ours ms':>9} {'of peak':>7} " \
          f"{'ratio':>6}  spread"


def parse_case(case):
    """The size, the architecture and the pass of a case's name."""
    size = next((s for s in reversed(SIZES) if case == s or case.startswith(s + "-")), case)
    rest = case[len(size) + 1:]
    kind, _, attention = rest.partition("-")
    recurrent = attention if kind == "gru" else None
    both = rest == "encoder-decoder" or recurrent
    return {"size": size, "architecture": "encoder-decoder" if both else "decoder",
            "recurrent": recurrent, "pass": rest if rest in ("probe", "trace") else "training"}


def is_case(name):
    case = parse_case(name)
    known = ["", "encoder-decoder", "probe", "trace"] + [f"gru-{a}" for a in ATTENTIONS]
    return case["size"] in SIZES and name[len(case["size"]) + 1:] in known


class Torch:
    """The worker process torch_bench.py, which keeps its model between two requests."""

    def __init__(self, python):
        script = pathlib.Path(__file__).with_name("torch_bench.py")
        self.process = subprocess.Popen(
            [python, "-B", script], text=True, env=os.environ | KEEP_MEMORY,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        hello = self._answer()
        self.version, self.card = hello["torch"], hello["card"]
        self.compiles = hello["compiles"]
        self.bytes = hello["bytes"]

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("compare.py: error: PyTorch's side ended; try torch_bench.py by itself")
        return json.loads(line)

    def answer(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def measure(self, request):
        return self.answer(request)["ms"]

    def best_threads(self, case, most, seconds):
        """The number of threads with the smallest of three medians."""
        def time_of(threads):
            request = case | {"threads": threads, "seconds": seconds / 3}
            return min(self.measure(request) for _ in range(3))
        return min(range(1, most + 1), key=time_of)


def measure_ours(program, case, threads, options):
    command = [program, "bench", "--json", "--size", case["size"], "--threads", str(threads),
               "--architecture", case["architecture"], "--pass", case["pass"],
               "--seconds", str(options.seconds)]
    if case["recurrent"]:
        command += ["--recurrent", case["recurrent"]]
    if options.device:
        command += ["--backend", options.device]
    if "tokens" in case:
        command += ["--context", str(case["tokens"]), "--batch", str(case["batch"])]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE)
    line = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return json.loads(line) | {"bytes": 1024 * used.ru_maxrss}


def peers_of(options):
    """The ways in which PyTorch takes its turns."""
    return ["eager"] + ["compiled"] * options.compile + ["graph"] * bool(options.device)


def compare(program, torch, name, options):
    """The lines of the table, one for each of PyTorch's ways, as dictionaries."""
    case = parse_case(name) | {"device": "cuda" if options.device else "cpu"}
    threads = 1 if options.device else torch.best_threads(case | {"peer": "eager"},
                                                          options.threads, options.seconds)
    request = case | {"threads": threads, "seconds": options.seconds}
    # A probe pass runs where the window asks for it: on one thread.
    our_threads = options.threads if case["pass"] == "training" else 1
    programs = [program] + ([options.before] if options.before else [])
    peers = peers_of(options)
    rounds = [([torch.measure(request | {"peer": peer}) for peer in peers],
               *(measure_ours(p, case, our_threads, options) for p in programs))
              for _ in range(options.rounds)]
    return [line_of(name, peer, threads, [(theirs[i], *ours) for theirs, *ours in rounds])
            for i, peer in enumerate(peers)]


def compare_length(program, length, options):
    """The line of one length, as a dictionary. PyTorch's process is a new one: its memory is measured."""
    torch = Torch(options.python)
    case = parse_case("M-long") | {"device": "cpu", "tokens": length, "batch": 4 if length <= 1024 else 1}
    request = case | {"peer": "fused", "threads": options.threads, "seconds": options.seconds}
    programs = [program] + ([options.before] if options.before else [])
    rounds = []
    for _ in range(options.rounds):
        theirs = torch.answer(request)
        rounds.append((theirs["ms"], *(measure_ours(p, case, options.threads, options) for p in programs)))
    line = line_of(f"{length} x {case['batch']}", "fused", options.threads, rounds)
    line["torch_bytes"] = theirs["bytes"] - torch.bytes
    line["bytes"] = max(ours["bytes"] for _, ours, *_ in rounds)
    if options.before:
        line["before_bytes"] = max(old["bytes"] for *_, old in rounds)
    torch.process.stdin.close()
    torch.process.wait()
    return line


def line_of(name, peer, threads, rounds):
    """`rounds`: PyTorch's milliseconds, what we measured, and what the older build did if there is one."""
    line = {"case": name, "peer": peer,
            "torch_ms": statistics.median(theirs for theirs, *_ in rounds),
            "torch_threads": threads,
            "ms": statistics.median(ours["ms_per_step"] for _, ours, *_ in rounds),
            "peak_share": statistics.median(ours["peak_share"] or 0 for _, ours, *_ in rounds)}
    line |= spread("ratio", [theirs / ours["ms_per_step"] for theirs, ours, *_ in rounds])
    if len(rounds[0]) == 3:
        line |= spread("before", [old["ms_per_step"] / ours["ms_per_step"]
                                  for _, ours, old in rounds])
    return line


def spread(key, ratios):
    return {key: statistics.median(ratios), f"{key}_min": min(ratios), f"{key}_max": max(ratios)}


def share_of_peak(line):
    return f"{100 * line['peak_share']:.0f} %" if line["peak_share"] else "-"  # of a card none is known


def as_row(line):
    return (f"{line['case']:<20} {line['peer']:<8} {line['torch_ms']:>9.3f} {line['torch_threads']:>7} "
            f"{line['ms']:>9.3f} {share_of_peak(line):>7} {line['ratio']:>6.2f}  "
            f"{line['ratio_min']:.2f} to {line['ratio_max']:.2f}"
            + (f"  {line['before']:>6.2f}  {line['before_min']:.2f} to {line['before_max']:.2f}"
               if "before" in line else ""))


def as_long_row(line):
    return as_row(line) + "   MB: " + " ".join(
        f"{line[key] / 1e6:.0f}" for key in ("torch_bytes", "bytes", "before_bytes") if key in line)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"default: {' '.join(CASES)}")
    parser.add_argument("--long", action="store_true", help="the curve over the length; CASE is a length")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each program in each round")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has PyTorch")
    parser.add_argument("--compile", action="store_true", help="torch.compile takes its turn, too")
    parser.add_argument("--device", metavar="ID", help="a graphics card, as --backend names it")
    parser.add_argument("--before", metavar="PATH", help="an older build to take turns with")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    if options.long:
        if not options.json:
            print(HEADING + (10 * " " + "before  spread" if options.before else "")
                  + "   MB: PyTorch, ours" + ", before" * bool(options.before), flush=True)
        for length in [int(case) for case in options.cases] or LENGTHS:
            line = compare_length(options.program, length, options)
            print(json.dumps(line) if options.json else as_long_row(line), flush=True)
        return
    for case in options.cases:
        if not is_case(case):
            parser.error(f"unknown case {case}; there are {' '.join(CASES)}")
        if options.device and parse_case(case)["pass"] != "training":
            parser.error(f"{case} is computed by the processor; leave out --device")
    cases = options.cases or [case for case in CASES
                              if not options.device or parse_case(case)["pass"] == "training"]

    torch = Torch(options.python)
    if options.device and not torch.card:
        sys.exit("compare.py: error: this PyTorch finds no CUDA device to compare with")
    if options.compile and not torch.compiles:
        sys.exit(f"compare.py: error: PyTorch {torch.version} has no torch.compile; it came with 2.0")
    if not options.json:
        print(f"PyTorch {torch.version}, up to {options.threads} threads, {options.rounds} rounds")
        print(HEADING + (10 * " " + "before  spread" if options.before else ""), flush=True)
    for case in cases:
        for line in compare(options.program, torch, case, options):
            print(json.dumps(line) if options.json else as_row(line), flush=True)


if __name__ == "__main__":
    main()
