#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of names must itself be able to fail: each way to take one apart is planted and found."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import check_names  # noqa: E402
import planted  # noqa: E402


def findings_for(text, name="ui/stations/drawing.cpp"):
    """What the check says of a tree that holds this one file."""
    return planted.findings(check_names.check, {name: text})


class Names(unittest.TestCase):
    def test_every_way_to_take_one_apart_is_found(self):
        for line in ('node.name.ends_with(".heads")', "name.substr(0, name.rfind('.'))",
                     'step.step.startsWith(QLatin1String("source."))',
                     "const QStringList parts = name.split('.');",
                     "focus.step.section('.', 0, -2)", "stepOf(node).indexOf('.')",
                     "QString::fromStdString(node.name).section('.', 1, 1)",
                     'graph.find("grad/" + of)', 'if (node.name == "grad/logits")',
                     'BoxWord{".self_attn.", 0}', 'graph.find("update/" + p + "/m")',
                     'graph.find("decoder." + n)'):
            findings = findings_for(f"// one line\n{line}\n")
            self.assertEqual(len(findings), 1, f"{line}: {findings}")
            self.assertTrue(findings[0].startswith("ui/stations/drawing.cpp:2: "), findings[0])

    def test_what_asks_the_scope_passes(self):
        for line in ('graph.find(node.scope, "heads")', "node.scope.kind() == ScopeKind::Norm",
                     'node.part == "scores"', 'const Node& logits = graph[graph.find("logits")];',
                     "// once it was name.rfind('.')", 'QString("parameter %1").arg(name)'):
            self.assertEqual(findings_for(f"{line}\n"), [], line)

    def test_files_may_look_into_names(self):
        line = 'const bool gradients = options.step.starts_with("grad/");\n'
        self.assertEqual(findings_for(line, "app/export/export_command.cpp"), [])
        self.assertEqual(findings_for(line, "core/io/names.cpp"), [])
        self.assertEqual(len(findings_for(line, "app/session/session.cpp")), 1)


if __name__ == "__main__":
    unittest.main()
