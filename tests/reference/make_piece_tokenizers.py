#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes small tokenizers of pieces with scores (Unigram, files of SentencePiece), and what the reference
libraries make of 10,000 hostile strings with each of them.

Usage: make_piece_tokenizers.py [--large FOLDER] [--show KIND BLOCK]

Needs the Python packages "tokenizers" (made with 0.23.3), "sentencepiece" (0.2.3) and "transformers"
(5.24.0). Writes tests/reference/tokenizers/KIND/, a folder as a model has it, and KIND.golden, and for
Marian's, whose targets are split by a file of their own, KIND.target.golden: hashes as those of
make_tokenizers.py, of strings in which piece_atoms.json takes part. --large makes tokenizers with the
whole maps of characters that real models have, which are too large to be kept, and more pieces;
check_pieces.py compares these. --show prints the ten strings of a hash (counted from 1).
"""

import argparse
import json
import pathlib
import shutil
import tempfile
import unicodedata

import make_tokenizers
import sentencepiece
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import AutoTokenizer

HERE = pathlib.Path(__file__).parent
KEPT = HERE / "tokenizers"
LANGUAGES = [">>fra<<", ">>deu<<"]


def atoms():
    files = (KEPT / "atoms.json", KEPT / "piece_atoms.json")
    return [atom for file in files for atom in json.loads(file.read_text(encoding="utf-8"))]


def own_map(path):
    """A map of characters of our own: normal forms of those that the strings have, some that only
    several characters have, some that go, and white space."""
    rules = {}
    for character in sorted({c for atom in atoms() for c in atom}):
        normal = unicodedata.normalize("NFKC", character)
        if normal != character:
            rules[character] = normal
        elif character in "\x07\u00ad\u200e":
            rules[character] = ""
        elif character in "\t\n\r\u2028\u200b\u3000":
            rules[character] = " "
    rules |= {"ab": "x", "abab": "y", "e\u0301": "\u00e9", "...": " \u2026 ", "A": "a", "TH": "t h",
              "\u0915\u094d": "k", "\r\n": " ", "--": "-", "#tag": "  "}
    lines = (" ".join(f"{ord(c):X}" for c in source) + "\t" + " ".join(f"{ord(c):X}" for c in target)
             for source, target in rules.items())
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


class Maker:
    """Makes the folders of kinds."""

    def __init__(self, root, large):
        self.root = root
        self.large = large
        self.work = pathlib.Path(tempfile.mkdtemp())
        own_map(self.work / "map.tsv")

    def folder(self, kind):
        path = self.root / kind
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        return path

    def pieces(self, path, size, language="", rule="nmt_nfkc", ties=False, **options):
        """A file of SentencePiece, trained on texts of this repository; with scores of few values, so that
        many ways to write a text have the same sum."""
        texts = sorted(make_tokenizers.TEXTS.glob(f"{language or '*'}/*.md"))
        if rule == "own":
            options["normalization_rule_tsv"] = str(self.work / "map.tsv")
        elif self.large or rule == "identity":
            options["normalization_rule_name"] = rule
        else:
            options["normalization_rule_tsv"] = str(self.work / "map.tsv")
        sentencepiece.SentencePieceTrainer.train(
            input=[str(text) for text in texts], model_prefix=str(self.work / "trained"),
            vocab_size=size * 4 if self.large else size, hard_vocab_limit=False, num_threads=1,
            character_coverage=0.995, minloglevel=2, **options)
        shutil.copy(self.work / "trained.model", path)
        proto = sentencepiece_model_pb2.ModelProto()
        proto.ParseFromString(path.read_bytes())
        # What only the trainer needs, with paths of the machine in it.
        trainer = sentencepiece_model_pb2.TrainerSpec()
        for field in ("model_type", "byte_fallback", "treat_whitespace_as_suffix", "unk_id", "bos_id", "eos_id", "pad_id"):
            setattr(trainer, field, getattr(proto.trainer_spec, field))
        proto.trainer_spec.CopyFrom(trainer)
        proto.normalizer_spec.ClearField("normalization_rule_tsv")
        if ties:
            for piece in proto.pieces:
                piece.score = round(piece.score / 3) * 0.7
        path.write_bytes(proto.SerializeToString())
        return proto

    def unigram(self):
        """As the library trains one, with its own steps."""
        path = self.folder("unigram")
        tokenizer = Tokenizer(models.Unigram())
        tokenizer.normalizer = normalizers.Sequence([
            normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        tokenizer.decoder = decoders.Metaspace()
        trainer = trainers.UnigramTrainer(vocab_size=700, special_tokens=make_tokenizers.special("<unk>", "<s>", "</s>"),
                                          unk_token="<unk>", show_progress=False)
        tokenizer.train_from_iterator(make_tokenizers.corpus(), trainer)
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>", special_tokens=[("<s>", 1), ("</s>", 2)])
        tokenizer.save(str(path / "tokenizer.json"), pretty=False)

    def from_pieces(self, kind, proto, unknown, steps, before, decoder, **options):
        path = self.folder(kind)
        vocabulary = [(piece.piece, piece.score) for piece in proto.pieces]
        tokenizer = Tokenizer(models.Unigram(vocabulary, unknown, **options))
        tokenizer.normalizer = normalizers.Sequence(
            [normalizers.Precompiled(proto.normalizer_spec.precompiled_charsmap)] + steps)
        tokenizer.pre_tokenizer = before
        tokenizer.decoder = decoder
        tokenizer.add_special_tokens(make_tokenizers.special("<s>", "</s>") +
                                     make_tokenizers.special("<mask>", lstrip=True))
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>", special_tokens=[("<s>", tokenizer.token_to_id("<s>")),
                                                  ("</s>", tokenizer.token_to_id("</s>"))])
        tokenizer.save(str(path / "tokenizer.json"), pretty=False)

    def unigram_map(self):
        """As XLM-RoBERTa's: a map, white space, marks."""
        self.from_pieces("unigram_map", self.pieces(self.work / "pieces", 600), 0,
                         [normalizers.Replace(Regex(" {2,}"), " ")],
                         pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]),
                         decoders.Metaspace())

    def unigram_first(self):
        """As older converters write T5's: a mark before the first word alone."""
        self.from_pieces("unigram_first", self.pieces(self.work / "pieces", 500, ties=True), 0,
                         [normalizers.Strip(left=False, right=True), normalizers.Replace(Regex(" {2,}"), "▁")],
                         pre_tokenizers.Metaspace(prepend_scheme="first"),
                         decoders.Metaspace(prepend_scheme="first"))

    def unigram_bytes(self):
        """Bytes for what is no piece, whole lines at once, and a map of our own."""
        self.from_pieces("unigram_bytes", self.pieces(self.work / "pieces", 700, rule="own", byte_fallback=True), 0, [],
                         pre_tokenizers.Metaspace(prepend_scheme="never", split=False),
                         decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(),
                                            decoders.Strip(" ", 1, 0)]), byte_fallback=True)

    def t5_folder(self, kind, config, **options):
        path = self.folder(kind)
        self.pieces(path / "spiece.model", 500, pad_id=0, eos_id=1, unk_id=2, bos_id=-1, **options)
        (path / "config.json").write_text('{"model_type": "t5"}')
        if config:
            (path / "tokenizer_config.json").write_text(json.dumps(config))

    def t5(self):
        self.t5_folder("t5", {})

    def t5_plain(self):
        """No map, symbols that a person wanted, and other sentinels."""
        self.t5_folder("t5_plain", {"extra_ids": 5, "pad_token": "<pad>"},
                       rule="identity", user_defined_symbols=["<sep>", "attention", "ab"], control_symbols=["<ctl>"])

    def marian_folder(self, kind, config, source, target):
        path = self.folder(kind)
        protos = [self.pieces(path / f"{side}.spm", 400, language, **options)
                  for side, language, options in (("source", "en", source), ("target", "de", target))]
        tokens = ["</s>", "<unk>"] + [piece.piece for proto in protos for piece in proto.pieces][::-1]
        # What a file of pieces has need not stand here, and what none has may.
        tokens = [token for token in dict.fromkeys(tokens) if token not in ("▁the", "▁model", "m", "<s>")]
        tokens += LANGUAGES + ["中", "😀", "é", "<pad>"]
        (path / "vocab.json").write_text(json.dumps({token: i for i, token in enumerate(tokens)}, ensure_ascii=False,
                                                    separators=(",", ":")), encoding="utf-8")
        (path / "config.json").write_text('{"model_type": "marian"}')
        (path / "tokenizer_config.json").write_text(json.dumps(config))

    def marian(self):
        self.marian_folder("marian", {"source_lang": "en", "target_lang": "fr"}, {}, {})

    def marian_bytes(self):
        """Bytes, symbols that a person wanted, and spaces as they are."""
        self.marian_folder("marian_bytes", {"eos_token": "</s>", "added_tokens_decoder": {
            "1": {"content": "<unk>", "special": True}, "0": {"content": "</s>", "special": True}}},
                           {"rule": "own", "byte_fallback": True, "user_defined_symbols": ["<sep>", "ab", "the model"]},
                           {"rule": "identity", "add_dummy_prefix": False, "remove_extra_whitespaces": False,
                            "user_defined_symbols": ["aba", "b", "iii", "ii"]})

    def marian_suffix(self):
        """Spaces behind words."""
        self.marian_folder("marian_suffix", {}, {"treat_whitespace_as_suffix": True, "ties": True},
                           {"rule": "identity", "ties": True, "treat_whitespace_as_suffix": True, "remove_extra_whitespaces": False})

    def make(self):
        kinds = [self.unigram, self.unigram_map, self.unigram_first, self.unigram_bytes, self.t5, self.t5_plain, self.marian,
                 self.marian_bytes, self.marian_suffix]
        for make in kinds:
            make()
        shutil.rmtree(self.work)
        return [make.__name__ for make in kinds]


def readers_of(root, kind):
    """What makes ids and text of a string, by what follows the kind in the name of its golden file."""
    path = root / kind
    if (path / "tokenizer.json").exists():
        tokenizer = Tokenizer.from_file(str(path / "tokenizer.json"))
        return {"": lambda text: make_tokenizers.answers(tokenizer, text)}
    tokenizer = AutoTokenizer.from_pretrained(str(path))

    def answers(text, **side):
        key = "text_target" if side else "text"
        ids = tokenizer(**{key: text}).input_ids
        options = {"use_source_tokenizer": not side} if (path / "source.spm").exists() else {}
        return ids, tokenizer.decode(ids, skip_special_tokens=True, **options)
    if not (path / "source.spm").exists():
        return {"": answers}
    return {"": answers, ".target": lambda text: answers(text, target=True)}


def write_golden(root, kind, strings):
    for ending, answers in readers_of(root, kind).items():
        hashes = make_tokenizers.golden_of(answers, strings)
        (root / f"{kind}{ending}.golden").write_text(make_tokenizers.lines_of(hashes))


def show(root, kind, block, strings):
    count = make_tokenizers.IN_A_HASH
    name, _, side = kind.partition(".")
    answers = readers_of(root, name)["." + side if side else ""]
    for text in strings[(block - 1) * count:block * count]:
        ids, decoded = answers(text)
        print(json.dumps({"text": text, "ids": ids, "decoded": decoded}, ensure_ascii=False))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--show", nargs=2, metavar=("KIND", "BLOCK"))
    arguments = parser.parse_args()
    root = arguments.large or KEPT
    strings = list(make_tokenizers.hostile_strings(atoms()))
    if arguments.show:
        show(root, arguments.show[0], int(arguments.show[1]), strings)
        return
    for kind in Maker(root, bool(arguments.large)).make():
        write_golden(root, kind, strings)
        print(kind, *(f"{path.name} {path.stat().st_size}" for path in sorted((root / kind).iterdir())))


if __name__ == "__main__":
    main()
