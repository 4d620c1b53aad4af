#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes small tokenizers of each kind that real models have, and what the reference library makes of
10,000 hostile strings with each of them.

Usage: make_tokenizers.py [--show KIND BLOCK]

Needs the Python package "tokenizers" (made with 0.23.3). Writes tests/reference/tokenizers/KIND.json,
a tokenizer.json whose vocabulary was trained on this repository's texts, and KIND.golden: for each ten
strings a hash of the numbers of their tokens and of the text that these decode to, 25 hashes a line.
tests/reference/tst_tokenizers.cpp makes the same strings and compares. --show prints the ten strings of
a hash of KIND.golden (counted from 1), their numbers and texts.
"""

import argparse
import json
import pathlib

from tokenizers import (AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers,
                        processors, trainers)

HERE = pathlib.Path(__file__).parent
FOLDER = HERE / "tokenizers"
TEXTS = HERE.parent.parent / "resources" / "texts"
STRINGS = 10_000
IN_A_HASH = 10  # strings
IN_A_LINE = 25  # hashes

WORDS_OF_LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
                   r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
WORDS_OF_QWEN2 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|"
                  r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")


def corpus():
    """The texts of the window, both languages: letters with and without accents, signs, formulas."""
    for language in ("de", "en"):
        for path in sorted((TEXTS / language).glob("*.md")):
            yield path.read_text(encoding="utf-8")


def special(*contents, **flags):
    return [AddedToken(content, special=True, normalized=False, **flags) for content in contents]


def train_word_piece(tokenizer, tokens):
    trainer = trainers.WordPieceTrainer(vocab_size=900, special_tokens=tokens, show_progress=False,
                                        limit_alphabet=200)
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


def train_pairs(tokenizer, tokens, bytes_as_characters=True, vocabulary=700):
    alphabet = pre_tokenizers.ByteLevel.alphabet() if bytes_as_characters else []
    trainer = trainers.BpeTrainer(vocab_size=vocabulary, special_tokens=tokens, show_progress=False,
                                  initial_alphabet=alphabet, limit_alphabet=256)
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


def bert(lowercase):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    train_word_piece(tokenizer, special("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    tokenizer.decoder = decoders.WordPiece()
    return tokenizer


def gpt2():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    train_pairs(tokenizer, special("<|endoftext|>"))
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def roberta():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    train_pairs(tokenizer, special("<s>", "<pad>", "</s>", "<unk>") + special("<mask>", lstrip=True))
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def with_bytes(tokens):
    """A vocabulary of characters that begins with what stands for single bytes."""
    return tokens + [AddedToken(f"<0x{byte:02X}>", normalized=False) for byte in range(256)]


def llama2():
    marks = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = marks
    tokenizer.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    train_pairs(tokenizer, with_bytes(special("<unk>", "<s>", "</s>")), False, 900)
    settings = json.loads(tokenizer.to_str())
    settings["pre_tokenizer"] = None
    settings["added_tokens"] = settings["added_tokens"][:3]  # bytes are no tokens of their own
    tokenizer = Tokenizer.from_str(json.dumps(settings))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)])
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(),
                                           decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    return tokenizer


def mistral():
    """As newer ones of the kind: marks by the pre-tokenizer, no bytes, all unknown in one."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first", split=True)
    train_pairs(tokenizer, special("<unk>", "<s>", "</s>"), False)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 1), ("</s>", 2)])
    tokenizer.decoder = decoders.Metaspace(prepend_scheme="first")
    return tokenizer


def split_by(expression):
    return pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(expression), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def llama3():
    tokenizer = Tokenizer(models.BPE(ignore_merges=True))
    tokenizer.pre_tokenizer = split_by(WORDS_OF_LLAMA3)
    train_pairs(tokenizer, special("<|begin_of_text|>", "<|end_of_text|>", "<|eot_id|>"))
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=True),
        processors.TemplateProcessing(single="<|begin_of_text|> $A",
                                      special_tokens=[("<|begin_of_text|>", 0)])])
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def qwen2():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = split_by(WORDS_OF_QWEN2)
    train_pairs(tokenizer, special("<|endoftext|>", "<|im_start|>", "<|im_end|>"))
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def mixed():
    """What the others leave out: each of the parts that are read occurs in one of them."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=12))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase(),
        normalizers.Replace(Regex(r"[–—]"), "-")])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True),
        pre_tokenizers.Split("-", "merged_with_previous"),
        pre_tokenizers.Split(Regex("[aeiou]+x"), "contiguous"),
        pre_tokenizers.Split("?", "removed", invert=False)])
    train_word_piece(tokenizer, special("[UNK]"))
    tokenizer.add_tokens([AddedToken("attention", single_word=True),
                          AddedToken("ax", lstrip=True, rstrip=True)])
    tokenizer.decoder = decoders.WordPiece(cleanup=False)
    return tokenizer


KINDS = {"bert": lambda: bert(True), "bert_cased": lambda: bert(False), "gpt2": gpt2,
         "roberta": roberta, "llama2": llama2, "mistral": mistral, "llama3": llama3, "qwen2": qwen2,
         "mixed": mixed}


class Numbers:
    """Knuth's MMIX generator: the test computes the same."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit


def hostile_strings(atoms):
    numbers = Numbers(1)
    for _ in range(STRINGS):
        yield "".join(atoms[numbers.below(len(atoms))] for _ in range(numbers.below(14)))


def fnv(text, value=0x811C9DC5):
    """The 32-bit FNV-1a hash."""
    for byte in text.encode("utf-8"):
        value = (value ^ byte) * 0x01000193 % 2**32
    return value


def answers(tokenizer, text):
    ids = tokenizer.encode(text).ids
    return ids, tokenizer.decode(ids)


def golden_of(answers_to, strings):
    """Of what makes ids and text of a string."""
    for first in range(0, STRINGS, IN_A_HASH):
        value = 0x811C9DC5
        for text in strings[first:first + IN_A_HASH]:
            ids, decoded = answers_to(text)
            value = fnv(" ".join(map(str, ids)) + "\n" + decoded + "\n", value)
        yield f"{value:08x}"


def lines_of(hashes):
    hashes = list(hashes)
    lines = (hashes[at:at + IN_A_LINE] for at in range(0, len(hashes), IN_A_LINE))
    return "".join(" ".join(line) + "\n" for line in lines)


def show(kind, block, strings):
    tokenizer = Tokenizer.from_file(str(FOLDER / f"{kind}.json"))
    for text in strings[(block - 1) * IN_A_HASH:block * IN_A_HASH]:
        ids, decoded = answers(tokenizer, text)
        print(json.dumps({"text": text, "ids": ids, "decoded": decoded,
                          "tokens": tokenizer.encode(text).tokens}, ensure_ascii=False))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", nargs=2, metavar=("KIND", "BLOCK"))
    arguments = parser.parse_args()
    atoms = json.loads((FOLDER / "atoms.json").read_text(encoding="utf-8"))
    strings = list(hostile_strings(atoms))
    if arguments.show:
        show(arguments.show[0], int(arguments.show[1]), strings)
        return
    for kind, make in KINDS.items():
        path = FOLDER / f"{kind}.json"
        make().save(str(path), pretty=False)
        tokenizer = Tokenizer.from_file(str(path))
        hashes = golden_of(lambda text, by=tokenizer: answers(by, text), strings)
        (FOLDER / f"{kind}.golden").write_text(lines_of(hashes))
        print(kind, tokenizer.get_vocab_size(), path.stat().st_size)


if __name__ == "__main__":
    main()
