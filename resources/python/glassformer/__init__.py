# SPDX-License-Identifier: GPL-3.0-or-later
"""Train a small transformer and see every matrix of it, from Python.

    import glassformer as gf
    run = gf.train("date", steps=400, seed=1, model={"heads": 2})
    trace = run.trace(source="3 march 1997", target="1997-03-03", gradients=True)
    trace["decoder.0.cross_attn.weights"]        # numpy [H,T,S]
    trace.figure("decoder.0.cross_attn.weights")

The program does the work: this package calls it and reads what it writes. It needs NumPy. In shapes H counts heads,
T tokens of the target, S tokens of the source, D features of the residual stream, K features of a head, F units of the
feed-forward layer, V words of a vocabulary.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .program import VERSION as __version__
from .program import Error

if TYPE_CHECKING:
    from .model import Model, Run, watch
    from .trace import Figure, Page, Trace
    from .training import train

__all__ = ["Error", "Figure", "Model", "Page", "Run", "Trace", "train", "watch"]

_HOMES = {"Model": ".model", "Run": ".model", "watch": ".model", "Figure": ".trace", "Page": ".trace",
          "Trace": ".trace", "train": ".training"}


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Looks a name up when it is first used, so that the command `glassformer` starts without NumPy."""
    if name not in _HOMES:
        raise AttributeError(f"glassformer has no {name!r}; it has {', '.join(__all__)}")
    try:
        value = getattr(importlib.import_module(_HOMES[name], __name__), name)
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        raise Error("NumPy is not installed in this Python, and glassformer reads numbers with it: "
                    "pip install numpy") from None
    globals()[name] = value
    return value
