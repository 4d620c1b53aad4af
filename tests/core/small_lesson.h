// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace gf::test {

/// A lesson with one block of each kind that trains for a moment.
inline const std::string smallLesson = R"(```lesson
{"title": "Small", "idea": "One thing.", "minutes": 5, "number": 3}
```

## First

Words, {set:tiny.steps} steps, `ab`, $2K$, and a source (Someone 2017, section 3).

```scene
{"id": "start", "task": "copy", "steps": 0, "model": {"d_model": 16, "heads": 2}, "step": "encoder.0.self_attn.weights",
 "head": 1, "row": "a", "example": {"source": "ab"}, "settings": {"zoom": 2}, "hide": {"docks": ["map"], "tasks": ["sort"]}}
```

```question
{"id": "guess", "ask": "Which?", "claim": "larger", "answers": [
  {"text": "This", "right": true}, {"text": "That", "shows": "A thought."}],
 "hints": ["A nudge.", "A place.", "This."]}
```

---

## Second

It is {claim:half}.

```experiment
{"id": "tiny", "after": "guess", "task": "copy", "steps": 2, "model": {"d_model": 16, "layers": 1},
 "training": {"batch": 4}, "compare": {"key": "heads", "values": [2, 4]}, "example": {"source": "ab"}}
```

```experiment
{"id": "draws", "lab": "variance", "knobs": {"d": 4, "pairs": 100}}
```

```claim
{"id": "half", "measure": {"experiment": "tiny", "run": "2", "what": "value", "step": "source.embedded", "row": "b", "of": "norm"},
 "over": {"experiment": "tiny", "run": "4", "what": "value", "step": "source.embedded", "row": 2, "of": "norm"},
 "value": 1.0, "tolerance": 0.5, "decimals": 1}
```

```claim
{"id": "larger", "says": "More.", "greater": {"experiment": "tiny", "run": "4", "what": "parameters"},
 "less": {"experiment": "draws", "what": "lab", "key": "mean_theory"}}
```

```question
{"id": "place", "kind": "point", "why": true, "ask": "Where?", "otherwise": "Not there.", "hints": ["A.", "B.", "C."],
 "find": {"what": "column", "step": "encoder.0.self_attn.weights", "head": 1, "row": "a", "experiment": "tiny", "run": "2"}}
```
)";

/// `text` with the first `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
    if (const std::size_t at = text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

} // namespace gf::test
