#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the benchmark measures what it says, without looking at any time.

    tests/reference/with_torch.sh tests/bench/check_bench.py PATH/TO/glassformer

The fast PyTorch model has the loss and the gradients of tests/reference/plain_transformer.py, and
compare.py runs both programs and prints a sound line for every kind of case.
"""

import json
import pathlib
import subprocess
import sys

import torch

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "reference"))

import plain_recurrent  # noqa: E402 (found through the path above)
import plain_transformer as plain  # noqa: E402
import torch_model  # noqa: E402
import torch_recurrent_model  # noqa: E402


def plain_parameters(model, config):
    """The fast model's parameters under the project's names, as leaves of their own."""
    named = {}
    for name, value in model.parameters.named.items():
        value = value.detach().clone()
        stem, _, last = name.rpartition(".")
        if last in ("w_qkv", "w_kv"):
            for letter, part in zip(last[2:], value.split(config["d_model"], dim=1)):
                named[f"{stem}.w_{letter}"] = part.clone()
        else:
            named[name if model_has_cross(model, stem) else name.replace("norm3", "norm2")] = value
    return {name: value.requires_grad_() for name, value in named.items()}


def model_has_cross(model, name):
    return name.startswith("decoder") and "encoder" in model.stacks


def check_model(encoder_decoder, fused=False):
    model = torch_model.Model(torch_model.SIZES["XS"], encoder_decoder, fused=fused)
    size = model.size
    config = dict(plain.MODEL_DEFAULTS, d_model=size.width, heads=size.heads, d_ff=size.hidden,
                  layers=size.layers, activation="gelu", positional="learned",
                  architecture="encoder-decoder" if encoder_decoder else "decoder",
                  max_length=size.tokens, source_vocab=size.words, target_vocab=size.words)
    source = torch.randint(4, size.words, (3, size.tokens))
    labels = torch.randint(4, size.words, (3, size.tokens))
    ids = {"encoder": source, "decoder": plain.decoder_input(labels)}
    loss = model.loss({stack: ids[stack] for stack in model.stacks}, labels.view(-1))
    loss.backward()

    parameters = plain_parameters(model, config)
    assert {name: tuple(p.shape) for name, p in parameters.items()} == \
        {name: tuple(shape) for name, shape in plain.parameter_shapes(config).items()}
    theirs = plain.Forward(config, parameters)(source, ids["decoder"], labels)
    theirs.backward()
    torch.testing.assert_close(loss, theirs, rtol=1e-5, atol=0)
    gradients = plain_parameters_gradients(model, config)
    for name, parameter in parameters.items():
        torch.testing.assert_close(gradients[name], parameter.grad, rtol=1e-3, atol=1e-5, msg=name)


def check_recurrent(attention):
    model = torch_recurrent_model.Model(torch_model.SIZES["XS"], attention)
    size = model.size
    config = dict(plain.MODEL_DEFAULTS, family="recurrent", cell="gru", attention=attention,
                  architecture="encoder-decoder", d_model=size.width,
                  layers=torch_recurrent_model.LAYERS, max_length=size.tokens,
                  source_vocab=size.words, target_vocab=size.words)
    if attention in ("concat", "bahdanau"):
        model.parameters.named["v"].data.normal_()
    source = torch.randint(4, size.words, (3, size.tokens))
    labels = torch.randint(4, size.words, (3, size.tokens))
    ids = {"encoder": source, "decoder": plain.decoder_input(labels)}
    loss = model.loss(ids, labels.view(-1))
    loss.backward()

    values = model.named({n: p.detach() for n, p in model.parameters.named.items()})
    parameters = {name: value.clone().requires_grad_() for name, value in values.items()}
    assert {name: tuple(p.shape) for name, p in parameters.items()} == \
        {name: tuple(shape) for name, shape in plain_recurrent.parameter_shapes(config).items()}
    theirs = plain_recurrent.Forward(config, parameters)(source, ids["decoder"], labels)
    theirs.backward()
    torch.testing.assert_close(loss, theirs, rtol=1e-5, atol=0)
    gradients = model.named({n: p.grad for n, p in model.parameters.named.items()})
    for name, parameter in parameters.items():
        torch.testing.assert_close(gradients[name], parameter.grad, rtol=1e-3, atol=1e-5, msg=name)


def plain_parameters_gradients(model, config):
    """The fast model's gradients, named as plain_parameters() names its parameters."""
    values = {name: value for name, value in model.parameters.named.items()}
    model.parameters.named = {name: value.grad for name, value in values.items()}
    gradients = plain_parameters(model, config)
    model.parameters.named = values
    return {name: value.detach() for name, value in gradients.items()}


def check_adam():
    """Three steps of the flat Adam, fused and by hand, against torch.optim.Adam."""
    for fused in (True, False):
        model = torch_model.Model(torch_model.SIZES["XS"])
        adam = torch_model.Adam(model.parameters)
        if not fused:
            adam.fused = None
        reference = model.parameters.flat.detach().clone().requires_grad_()
        theirs = torch.optim.Adam([reference], lr=1e-3)
        for step in range(3):
            gradient = torch.randn(reference.shape, generator=torch.Generator().manual_seed(step))
            model.parameters.gradient.copy_(gradient)
            reference.grad = gradient
            adam.step()
            theirs.step()
        torch.testing.assert_close(model.parameters.flat, reference.detach())


def comparison(program, *arguments):
    command = [sys.executable, "-B", HERE / "compare.py", program, *arguments, "--json",
               "--rounds", "1", "--seconds", "0.02", "--threads", "1"]
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def check_comparison(program, cases, peers, *arguments, names=None):
    done = comparison(program, *cases, *arguments)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["case"], line["peer"]) for line in lines] == \
        [(case, peer) for case in names or cases for peer in peers]
    for line in lines:
        assert line["torch_ms"] > 0 and line["ms"] > 0 and line["torch_threads"] == 1, line
        assert 0 < line["peak_share"] < 1, line
        assert abs(line["ratio"] - line["torch_ms"] / line["ms"]) < 1e-9 * line["ratio"], line


def check_refusal(program, sentence, *arguments):
    done = comparison(program, *arguments)
    assert done.returncode != 0 and sentence in done.stderr, done


def check_comparisons(program):
    check_comparison(program, ["XS", "XS-encoder-decoder", "XS-probe", "XS-gru-general"], ["eager"])
    if hasattr(torch, "compile"):
        check_comparison(program, ["XS"], ["eager", "compiled"], "--compile")
    else:
        check_refusal(program, "has no torch.compile", "XS", "--compile")
    if hasattr(torch.nn.functional, "scaled_dot_product_attention"):
        check_comparison(program, ["64"], ["fused"], "--long", names=["64 x 4"])
    check_refusal(program, "unknown case XXL", "XXL")
    check_refusal(program, "is computed by the processor", "XS-probe", "--device", "cuda:0")
    if not torch.cuda.is_available():
        check_refusal(program, "finds no CUDA device", "XS", "--device", "cuda:0")


def main():
    torch.manual_seed(3)
    check_model(encoder_decoder=False)
    check_model(encoder_decoder=True)
    if hasattr(torch.nn.functional, "scaled_dot_product_attention"):
        check_model(encoder_decoder=False, fused=True)
    for attention in torch_recurrent_model.ATTENTIONS:
        check_recurrent(attention)
    check_adam()
    check_comparisons(sys.argv[1])
    print("the fast model is the plain one, and compare.py runs")


if __name__ == "__main__":
    main()
