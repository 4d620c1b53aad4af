#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The include check must itself be able to fail: each forbidden edge is planted and found."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import check_includes  # noqa: E402
import planted  # noqa: E402


def findings_for(name, text):
    """What the check says of a tree that holds this one file."""
    return planted.findings(check_includes.check, {name: text})[0]


class ForbiddenIncludes(unittest.TestCase):
    def assertForbidden(self, name, include):
        findings = findings_for(name, f"// one line\n#include {include}\n")
        self.assertEqual(len(findings), 1, f"{name} includes {include}: {findings}")
        self.assertTrue(findings[0].startswith(f"{name}:2: "), findings[0])

    def test_core_must_not_know_qt_the_window_or_the_program(self):
        for include in ("<QString>", "<QtCore/QString>", "<qobject.h>", "<qcustomplot.h>",
                        '"ui/focus/focus.h"', '"app/session/session.h"'):
            self.assertForbidden("core/train/trainer.cpp", include)

    def test_core_must_not_point_up_its_chain(self):
        chain = [part for part in check_includes.ALLOWED if part.startswith("core/")]
        for i, lower in enumerate(chain):
            for upper in chain[i + 1:]:
                self.assertForbidden(f"{lower}/a.h", f'"{upper}/b.h"')

    def test_a_room_must_not_include_those_after_it(self):
        for order in check_includes.ROOMS.values():
            for i, lower in enumerate(order):
                for upper in order[i + 1:]:
                    self.assertForbidden(f"{lower}/a.h", f'"{upper}/b.h"')

    def test_the_window_must_not_see_models_backends_trainers_files_or_threads(self):
        for part in ("backend", "model", "io", "data", "train"):
            self.assertForbidden("ui/stage/stage.cpp", f'"core/{part}/a.h"')
        for include in ('"app/session/session.h"', "<QThread>", "<thread>", "<nlohmann/json.hpp>"):
            self.assertForbidden("ui/stage/stage.cpp", include)

    def test_an_include_without_its_folder_is_found(self):
        self.assertForbidden("core/graph/graph.cpp", '"graph.h"')
        self.assertForbidden("core/graph/graph.cpp", '"../ops/add.h"')

    def test_spaces_do_not_hide_an_include(self):
        self.assertEqual(len(findings_for("core/io/a.cpp", '  #  include  "ui/a/b.h"\n')), 1)

    def test_a_new_folder_has_to_be_entered_in_the_table(self):
        for name in ("core/gadget/a.h", "ui/gadget/a.h", "ui/a.h", "app/gadget/a.h"):
            self.assertEqual(len(findings_for(name, "")), 1, name)


class AllowedIncludes(unittest.TestCase):
    def test_what_the_architecture_allows_passes(self):
        for name, include in (
            ("core/graph/graph.h", '"core/tensor/tensor.h"'),
            ("core/train/trainer.cpp", '"core/data/task.h"'),
            ("core/backend/cpu/kernels.cpp", "<Eigen/Core>"),
            ("ui/stage/stage.cpp", '"core/graph/trace.h"'),
            ("ui/stage/stage.cpp", '"ui/figure/heatmap.h"'),
            ("ui/stage/stage.cpp", "<QWidget>"),
            ("app/main.cpp", '"core/train/trainer.h"'),
            ("app/main.cpp", '"ui/window/main_window.h"'),
            ("app/main.cpp", '"app/session/session.h"'),
            ("ui/steps/steps.cpp", '"ui/focus/focus.h"'),
            ("tests/ui/tst_stage.cpp", '"tst_stage.moc"'),
        ):
            self.assertEqual(findings_for(name, f"#include {include}\n"), [])


if __name__ == "__main__":
    unittest.main()
