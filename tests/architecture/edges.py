# SPDX-License-Identifier: GPL-3.0-or-later
"""The architecture as data: which part may include which, and which libraries a part may use.

A part is a folder. `core` is a chain; each part of it may use those before it. The window (`ui`)
draws traces and nothing else: it knows tensors, graphs and ops, and neither models, backends,
trainers nor files. Only `app` knows both sides.
"""

# Part -> the parts it may include besides itself.
ALLOWED = {
    "core/tensor": [],
    "core/graph": ["core/tensor"],
    "core/ops": ["core/tensor", "core/graph"],
    "core/measure": ["core/tensor", "core/graph", "core/ops"],
    "core/backend": ["core/tensor", "core/graph", "core/ops"],
    "core/model": ["core/tensor", "core/graph", "core/ops", "core/backend"],
    "core/io": ["core/tensor", "core/graph", "core/ops", "core/backend", "core/model"],
    "core/data": ["core/tensor", "core/graph", "core/ops", "core/backend", "core/model", "core/io"],
    "core/train": ["core/tensor", "core/graph", "core/ops", "core/backend", "core/model", "core/io",
                   "core/data"],
    "ui": ["core/tensor", "core/graph", "core/ops", "core/measure"],
    "app": ["core", "ui"],
    "tests": ["core", "ui", "app"],
}

# Part -> patterns (regular expressions) of <system> headers that it must not include, and why.
FORBIDDEN_HEADERS = {
    "core": [
        (r"Q[A-Z]\w*(/.*)?|Qt\w*/.*|q\w+\.h|qcustomplot\.h", "core knows nothing of Qt"),
        (r"CLI/.*", "the command line belongs to app"),
    ],
    "core/tensor": [(r"nlohmann/.*", "files belong to core/io")],
    "core/graph": [(r"nlohmann/.*", "files belong to core/io")],
    "core/ops": [(r"nlohmann/.*", "files belong to core/io")],
    "core/backend": [(r"nlohmann/.*", "files belong to core/io")],
    "ui": [
        (r"QThread|QtConcurrent.*|thread|mutex|future|condition_variable",
         "the window never sees a thread; Session has it"),
        (r"CLI/.*", "the command line belongs to app"),
        (r"nlohmann/.*", "files belong to core/io"),
    ],
}
