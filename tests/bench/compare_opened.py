#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An opened model in the package transformers and here, in turn: tokens a second, seconds a step, memory.

    tests/bench/compare_opened.py MODEL BUILD [--rounds 5] [--threads 2] [--prompt 20] [--tokens 60]
                                  [--batch 4] [--steps 3] [--only generation|training]

MODEL is a folder such as tests/bench/make_gpt2.py makes, or the name of a size that is made here with random
weights: marian (as opus-mt), pythia-160m. BUILD has tests/bench/bench_generation and bench_finetuning (target
`benchmarks`). A Python with torch and transformers runs this. In each round one side follows the other, so that
what else the machine does meets both; ratios are medians of the rounds' ratios, with the smallest and largest.

Generation: greedy, `generate` with its cache of keys and values, from a prompt of so many tokens, which counts;
of an encoder-decoder these are the source. Memory is the most that a process held, PyTorch and all.
Training: a step of AdamW with the norm of the gradients clipped, on `--batch` windows of 128 tokens, as
`train --task text --model FOLDER` does it.
"""

import argparse
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile
import time

import torch
import transformers

WINDOW = 128


def number_after(word, text):
    return float(re.search(word + r" ([0-9.]+)", text).group(1))


def run(program, *arguments):
    command = [str(program), *(str(argument) for argument in arguments)]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


class Generation:
    """Tokens a second; more is better."""

    unit, better = "tokens/s", lambda ours, theirs: ours / theirs

    def __init__(self, model, options):
        self.model, self.options = model.eval(), options
        vocabulary = model.config.vocab_size
        self.ids = torch.tensor([[4 + i % (vocabulary - 4) for i in range(options.prompt)]])
        self.read = 1 if model.config.is_encoder_decoder else options.prompt  # tokens before those that are written

    def write(self, tokens):
        with torch.inference_mode():
            answer = self.model.generate(
                self.ids, attention_mask=torch.ones_like(self.ids), do_sample=False, use_cache=True,
                min_new_tokens=tokens, max_new_tokens=tokens, pad_token_id=0)
        assert answer.shape[1] == self.read + tokens

    def theirs(self):
        self.write(2)
        start = time.perf_counter()
        self.write(self.options.tokens)
        return self.options.tokens / (time.perf_counter() - start)

    def ours(self):
        o = self.options
        return number_after("values", run(o.build / "tests/bench/bench_generation", o.folder, o.prompt, o.tokens, 1, "kept"))


class Training:
    """Seconds a step; less is better."""

    unit, better = "s/step", lambda ours, theirs: theirs / ours

    def __init__(self, model, options):
        self.model, self.options = model.train(), options
        self.adam = torch.optim.AdamW(model.parameters(), lr=5e-5, weight_decay=0.01)
        draw = torch.Generator().manual_seed(1)
        self.ids = torch.randint(256, (options.batch, WINDOW), generator=draw)

    def step(self):
        start = time.perf_counter()
        self.adam.zero_grad()
        self.model(input_ids=self.ids, labels=self.ids).loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.adam.step()
        return time.perf_counter() - start

    def theirs(self):
        self.step()
        return statistics.median(self.step() for _ in range(self.options.steps))

    def ours(self):
        o = self.options
        return number_after("step", run(o.build / "tests/bench/bench_finetuning", o.folder, o.batch, o.threads, o.steps))


SIZES = {
    "marian": lambda: transformers.MarianMTModel(transformers.MarianConfig(
        vocab_size=58101, d_model=512, encoder_layers=6, decoder_layers=6, encoder_attention_heads=8, decoder_attention_heads=8,
        encoder_ffn_dim=2048, decoder_ffn_dim=2048, max_position_embeddings=512, activation_function="swish",
        scale_embedding=True)),
    "pythia-160m": lambda: transformers.GPTNeoXForCausalLM(transformers.GPTNeoXConfig(
        vocab_size=50304, hidden_size=768, num_hidden_layers=12, num_attention_heads=12, intermediate_size=3072,
        rotary_pct=0.25, max_position_embeddings=2048)),
}


def load(folder):
    """Without dropout, which our fine-tuning has none of either."""
    config = transformers.AutoConfig.from_pretrained(folder)
    kind = transformers.AutoModelForSeq2SeqLM if config.is_encoder_decoder else transformers.AutoModelForCausalLM
    for name in ("resid_pdrop", "embd_pdrop", "attn_pdrop", "dropout", "attention_dropout", "hidden_dropout"):
        if hasattr(config, name):
            setattr(config, name, 0.0)
    model = kind.from_pretrained(folder, config=config, dtype=torch.float32)
    model.generation_config.forced_eos_token_id = None
    return model


def megabytes(whose):
    return resource.getrusage(whose).ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="model")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--prompt", type=int, default=20)
    parser.add_argument("--tokens", type=int, default=60)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--only", choices=["generation", "training"])
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    print(f"PyTorch {torch.__version__}, transformers {transformers.__version__}, {options.threads} threads")
    made = tempfile.TemporaryDirectory()
    if options.folder in SIZES:
        torch.manual_seed(1)
        SIZES[options.folder]().save_pretrained(made.name)
        options.folder = made.name
    kinds = {"generation": Generation, "training": Training}
    model = load(options.folder)
    if model.config.is_encoder_decoder:
        del kinds["training"]  # the bench of fine-tuning reads a text
    for name in [options.only] if options.only else kinds:
        kind = kinds[name]
        measured = kind(model, options)
        rounds = []
        for _ in range(options.rounds):
            rounds.append((measured.theirs(), measured.ours()))
            print(f"{name}: transformers {rounds[-1][0]:.2f}, Glassformer {rounds[-1][1]:.2f} {kind.unit}", flush=True)
        ratios = [kind.better(ours, theirs) for theirs, ours in rounds]
        print(f"{name}: {statistics.median(ratios):.2f} times as fast as transformers "
              f"({min(ratios):.2f} to {max(ratios):.2f}); at most {megabytes(resource.RUSAGE_SELF):.0f} MB there, "
              f"{megabytes(resource.RUSAGE_CHILDREN):.0f} MB here", flush=True)


if __name__ == "__main__":
    main()
