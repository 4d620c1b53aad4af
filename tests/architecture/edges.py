# SPDX-License-Identifier: GPL-3.0-or-later
"""The architecture as data: which part may include which, and which libraries a part may use.

A part is a folder. `core` is a chain; each part of it may use those before it. The window (`ui`)
draws traces and nothing else: it knows tensors, graphs and ops, and neither models, backends,
trainers nor files. Only `app` knows both sides. Within both the rooms stand in one order.
"""

# The rooms of `ui` and `app` in their order: each may include those before it. A room is a folder;
# its own name, as for `app`, stands for the files that lie in no folder of it.
ROOMS = {
    "ui": [
        "ui/language",    # plain text, cutting, the choice of a language
        "ui/theme",       # colours, motion, text size
        "ui/focus",       # the one selection of the window
        "ui/figure",      # heatmaps and paper: what is drawn anywhere
        "ui/steps",       # a graph's steps: order, titles, places, texts, the matrix of each
        "ui/page",        # steps as a web page
        "ui/messages",    # intents and news
        "ui/scene",       # what the window shows, as one description
        "ui/controls",    # commands, signs on buttons, problems under fields
        "ui/stations",    # drawings of single steps
        "ui/labs",        # pages that try an argument on the model
        "ui/stage",
        "ui/map",
        "ui/glossary",
        "ui/explain",
        "ui/dialogs",
        "ui/example",
        "ui/batch",
        "ui/train",
        "ui/time",
        "ui/compare",
        "ui/whatif",
        "ui/generation",
        "ui/present",
        "ui/lesson",      # lessons, their questions and what came out
        "ui/tour",
        "ui/window",      # puts it all together
    ],
    "app": [
        "app/commands",   # the command line as far as it needs no Qt
        "app/session/thread",      # jobs, and the news that waits for the window
        "app/session/run",         # one run: its model, programs, example, answer and changes
        "app/session/new_model",   # what the dialog of a new model offers
        "app/session/history",     # what a run remembers, and the step that is taken apart
        "app/session/comparison",  # runs that are trained in step
        "app/session/open_run",    # the run that is open, whether it trains, its device
        "app/session/labs",        # labs and lessons
        "app/session/training",    # steps, validation, pictures, and what changes them
        "app/session/saving",      # files, and copies of what is not saved
        "app/session/opening",     # a run is built or read, and takes the open one's place
        "app/session",    # the window's side, the worker, and what it does for each intent
        "app/export",     # the commands that draw
        "app",            # puts it all together
    ],
}

# What the first room of each may include already.
BELOW = {
    "ui": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops", "core/measure",
           "core/lab", "core/lesson"],
    "app": ["core", "ui"],
}

# Part -> the parts it may include besides itself.
ALLOWED = {
    "core/platform": [],
    "core/tensor": ["core/platform"],
    # What the forms of a new model offer and what comes back: plain, for engine and window.
    "core/form": ["core/platform", "core/tensor"],
    "core/graph": ["core/platform", "core/tensor"],
    "core/ops": ["core/platform", "core/tensor", "core/graph"],
    "core/measure": ["core/platform", "core/tensor", "core/graph", "core/ops"],
    "core/backend": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops"],
    "core/model": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops",
                   "core/backend"],
    "core/io": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops",
                "core/measure", "core/backend", "core/model"],  # metrics are drawn, too
    "core/tokenizer": ["core/platform", "core/tensor", "core/io"],
    # What labs ask and what they find, for window and engine; of files it takes the strict reader of JSON.
    "core/lab": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops", "core/measure",
                 "core/io"],
    # What a lesson says, for window and engine; of files it takes the strict reader of JSON.
    "core/lesson": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops",
                    "core/measure", "core/io", "core/lab"],
    "core/data": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops", "core/backend",
                  "core/model", "core/io", "core/tokenizer", "core/measure"],  # what a task is measured by is drawn, too
    "core/train": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops", "core/backend",
                   "core/model", "core/io", "core/tokenizer", "core/data", "core/measure"],
    # What a student writes, and what it is checked with.
    "core/homework": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops", "core/backend",
                      "core/model", "core/io", "core/data", "core/measure", "core/train"],
    # Runs the labs.
    "core/lab_runs": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops", "core/backend",
                      "core/model", "core/io", "core/data", "core/measure", "core/lab", "core/train"],
    "core/experiment": ["core/platform", "core/tensor", "core/form", "core/graph", "core/ops",
                        "core/backend", "core/model", "core/io", "core/data", "core/measure",
                        "core/lab", "core/lesson", "core/train", "core/lab_runs"],
    "tests": ["core", "ui", "app"],
} | {
    room: BELOW[top] + order[:place]
    for top, order in ROOMS.items() for place, room in enumerate(order)
} | {
    "app/commands": ["core"],
}

QT = r"Q[A-Z]\w*(/.*)?|Qt\w*/.*|q\w+\.h|qcustomplot\.h"

# Part -> patterns (regular expressions) of <system> headers that it must not include, and why.
FORBIDDEN_HEADERS = {
    "core": [
        (QT, "core knows nothing of Qt"),
        (r"CLI/.*", "the command line belongs to app"),
    ],
    "app/commands": [(QT, "the command line is built without Qt, too")],
    "core/tensor": [(r"nlohmann/.*", "files belong to core/io")],
    "core/form": [(r"nlohmann/.*", "files belong to core/io")],
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
