#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the reference library learns of a text: byte pairs, their order, and how they write strings.

Usage: make_byte_pairs.py

Needs the Python package "tokenizers" (made with 0.23.3). Writes tests/reference/tokenizers/byte_pairs.json:
the rule by which words are cut, a text, the merges that are learnt from it, and strings with the numbers
of their tokens. tests/reference/tst_byte_pairs.cpp compares.
"""

import json
import pathlib
import random

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

HERE = pathlib.Path(__file__).parent
FILE = HERE / "tokenizers" / "byte_pairs.json"
SAMPLE = HERE.parent.parent / "resources" / "samples" / "text.txt"
SPECIAL = ["<pad>", "<sos>", "<eos>", "<unk>"]
SPACES = r"\x{9}-\x{D}\x{20}-\x{20}\x{85}-\x{85}\x{A0}-\x{A0}\x{1680}-\x{1680}\x{2000}-\x{200A}\x{2028}-\x{2029}" \
         r"\x{202F}-\x{202F}\x{205F}-\x{205F}\x{3000}-\x{3000}"
SIGNS = r"\x{21}-\x{2F}\x{3A}-\x{40}\x{5B}-\x{60}\x{7B}-\x{7E}\x{A1}-\x{A9}\x{AB}-\x{B4}\x{B6}-\x{B9}\x{BB}-\x{BF}" \
        r"\x{D7}-\x{D7}\x{F7}-\x{F7}\x{2010}-\x{2027}\x{2030}-\x{205E}\x{20A0}-\x{20CF}\x{2190}-\x{2BFF}" \
        r"\x{3001}-\x{3004}\x{3008}-\x{3020}\x{FF01}-\x{FF0F}\x{FF1A}-\x{FF20}\x{FF3B}-\x{FF40}\x{FF5B}-\x{FF65}" \
        r"\x{1F000}-\x{1FAFF}"
PATTERN = f" ?[^{SPACES}0-9{SIGNS}]+| ?[0-9]+| ?[{SIGNS}]+|[{SPACES}]+(?![^{SPACES}])|[{SPACES}]+"
ATOMS = ["the ", "The", " and", "gardener", "Gärtner", " Ähren", "straße", "žluťoučký kůň", "größer", "Ω", "μμ",
         "東京タワー", "東京", "。", "「", "é", "e\u0301", "👩‍🔬", "🙂", " ", "  ", "\t", "\n", "\n\n", "\u00a0", "\u3000", "7",
         "42", "2003-05-07", "3.14", "½", "x²", "don't", "'", "”", "—", "…", "=", "==", "->", "<eos>", "<mask>", "_",
         "aaaa", "aaa", "ababab", "|", "€5", "×", "﹏", "\u200b"]


def hostile(count, seed):
    draw = random.Random(seed)
    return ["".join(draw.choice(ATOMS) for _ in range(draw.randrange(12))) for _ in range(count)]


def main():
    text = SAMPLE.read_text(encoding="utf-8")[:8000] + "".join(hostile(300, 1))
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(PATTERN), "isolated")
    tokenizer.decoder = decoders.Fuse()
    characters = len(set(text))
    trainer = trainers.BpeTrainer(vocab_size=len(SPECIAL) + characters + 600, min_frequency=2,
                                  special_tokens=SPECIAL, show_progress=False)
    tokenizer.train_from_iterator([text], trainer)
    model = json.loads(tokenizer.to_str())["model"]
    joined = [left + right for left, right in model["merges"]]
    # There the library and we differ: it merges what two pairs have made only where the second did.
    assert len(set(joined)) == len(joined), "two merges make the same token; take another text"
    vocabulary = [token for token, _ in sorted(model["vocab"].items(), key=lambda item: item[1])]
    plain = Tokenizer(models.BPE(vocab=model["vocab"], merges=[tuple(m) for m in model["merges"]],
                                 unk_token="<unk>"))  # without the special tokens, which no text has
    plain.pre_tokenizer = tokenizer.pre_tokenizer
    plain.decoder = tokenizer.decoder
    strings = hostile(400, 2) + ["Ж unknown Ж", ""]
    golden = {"pattern": PATTERN, "text": text, "tokens": vocabulary, "merges": model["merges"],
              "strings": [[string, plain.encode(string).ids] for string in strings]}
    FILE.write_text(json.dumps(golden, ensure_ascii=False, indent=None) + "\n", encoding="utf-8")
    print(f"{FILE}: {len(model['merges'])} merges, {len(strings)} strings")


if __name__ == "__main__":
    main()
