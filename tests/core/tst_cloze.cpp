// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/task.h"
#include "core/model/inputs.h"
#include "core/train/evaluate.h"
#include "core/train/generate.h"
#include "core/train/probe.h"
#include "core/train/run.h"
#include "core/train/step_walk.h"
#include "tests/core/errors.h"
#include "tests/core/runs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

namespace gf::tst_cloze {
namespace {

using test::smallModel;
using test::smallTask;

/// "3 march 1997 = 1997-03-03": what stands on both sides of " = ".
std::pair<std::string, std::string> sidesOf(const std::string& text) {
    const std::size_t at = text.size() - 13;
    return {text.substr(0, at), text.substr(at + 3)};
}

} // namespace

namespace {

/// The rows of a trace's matrix of one column that are not 0.
std::size_t countedRows(const Trace& trace, const char* name) {
    const Tensor& losses = trace.values[trace.graph->find(name)];
    return static_cast<std::size_t>(
        std::ranges::count_if(losses.values(), [](float loss) { return loss != 0; }));
}

struct Model {
    Model()
        : task(smallTask("cloze")), config(smallModel(*task)), parameters(makeParameters(config)),
          backend(makeBackend("eigen")) {
        initialize(*parameters, config, 3);
    }

    std::shared_ptr<const Trace> trace(const TextExample& texts) const {
        const ExampleData data = exampleData(texts, DataForm(config), task->sourceVocabulary(),
                                             task->targetVocabulary());
        ProbeExample example;
        example.source = data.source;
        example.target = data.target;
        return Probe(*backend, config, *parameters, std::move(example), vocabulariesOf(task), "")
            .run(0);
    }
    Generation answer(const std::string& source) const {
        Generator generator(*backend, config, *parameters);
        return generator.generate(task->sourceVocabulary()->encode(source), {}, {});
    }

    std::shared_ptr<const Task> task;
    ModelConfig config;
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Backend> backend;
};

} // namespace

class TestCloze : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void training_hidesSomeCharactersOfOneSide() {
        const auto task = smallTask("cloze");
        std::set<std::ptrdiff_t> counts;
        int left = 0;
        for (std::uint64_t i = 0; i < 3000; ++i) {
            const TextExample example = task->training(1, i);
            QCOMPARE(example.source.size(), example.target.size());
            for (std::size_t at = 0; at < example.source.size(); ++at)
                QVERIFY(example.source[at] == '_' || example.source[at] == example.target[at]);
            const auto [spelled, iso] = sidesOf(example.source);
            const auto hiddenLeft = std::ranges::count(spelled, '_');
            const auto hiddenRight = std::ranges::count(iso, '_');
            QVERIFY((hiddenLeft == 0) != (hiddenRight == 0));
            QVERIFY(hiddenLeft * 3 <= static_cast<std::ptrdiff_t>(spelled.size()));
            QVERIFY(hiddenRight <= 3);
            left += hiddenLeft > 0;
            counts.insert(hiddenLeft + hiddenRight);
        }
        QVERIFY2(left > 1400 && left < 1600, qPrintable(QString::number(left)));
        QVERIFY(counts.contains(1));
        QVERIFY(counts.contains(8));
    }

    void target_hasTheSameDayOnBothSides() {
        const auto task = smallTask("cloze");
        const auto date = smallTask("date");
        for (std::uint64_t i = 0; i < 300; ++i) {
            const auto [spelled, iso] = sidesOf(task->training(1, i).target);
            QCOMPARE(date->answerTo(spelled).value_or("none"), iso);
        }
    }

    void validationDays_areNeverTrainedOn() {
        const auto task = smallTask("cloze");
        std::set<std::string> validation;
        for (Index i = 0; i < task->validationCount(); ++i)
            validation.insert(sidesOf(task->validation(i).target).second);
        QCOMPARE(task->validationCount(), Index{400});
        QCOMPARE(validation.size(), std::size_t{400});
        for (std::uint64_t i = 0; i < 20'000; ++i)
            QVERIFY(!validation.contains(sidesOf(task->training(1, i).target).second));
    }

    void training_dependsOnSeedAndIndexAlone() {
        const auto task = smallTask("cloze");
        const auto again = smallTask("cloze");
        int same = 0;
        for (std::uint64_t i = 300; i-- > 0;) {
            QCOMPARE(again->training(3, i).source, task->training(3, i).source);
            same += task->training(4, i).source == task->training(3, i).source;
            same += task->training(3, i + 1).source == task->training(3, i).source;
        }
        QCOMPARE(same, 0);
    }

    void answerTo_completesWhatHasOneCompletion() {
        const auto task = smallTask("cloze");
        const auto answer = [&](const char* text) { return task->answerTo(text).value_or("none"); };
        QCOMPARE(answer("3 m_rch 19__ = 1997-03-03"), std::string("3 march 1997 = 1997-03-03"));
        QCOMPARE(answer("3 m<mask>rch 1997 = 1997-03-0_"),
                 std::string("3 march 1997 = 1997-03-03"));
        QCOMPARE(answer("______ 3 march 1997 = 1997-__-__"),
                 std::string("monday 3 march 1997 = 1997-03-03"));
        QCOMPARE(answer("3 may 1997___1997-05-03"), std::string("3 may 1997 = 1997-05-03"));
        QCOMPARE(answer("3 march 1997 = 1997-03-03"), std::string("3 march 1997 = 1997-03-03"));
        // More than one, or none: what was written, which asks for nothing.
        for (const char* text : {"_ march 1997 = 1997-03-0_", "12_12_1997 = 1997-12-12", "", "_",
                                 "4 march 1997 = 1997-03-0_ ", "31 feb 1997 = 1997-02-__"})
            QCOMPARE(answer(text), std::string(text));
    }

    void ownText_hidesFifteenPercent() {
        const auto task = fromText(QByteArray("the cat sees the žluťoučký dog.\n").repeated(40));
        QVERIFY(task->architecture() == Architecture::Encoder);
        QCOMPARE(task->sourceLength(), Index{64}); // what the default model has room for
        QVERIFY(task->validationCount() > 0);
        for (std::uint64_t i = 0; i < 200; ++i) {
            const TextExample example = task->training(1, i);
            const auto source = task->sourceVocabulary()->encode(example.source);
            const auto target = task->targetVocabulary()->encode(example.target);
            QCOMPARE(source.size(), std::size_t{63});
            QCOMPARE(target.size(), std::size_t{63});
            QCOMPARE(std::ranges::count(source, *task->sourceVocabulary()->mask()), 9);
        }
        QCOMPARE(task->showcase().target, std::string("the cat sees the žluťouč"));
        QVERIFY(task->showcase().source.find('_') != std::string::npos);
        QCOMPARE(task->answerTo("the c_t").value_or("none"), std::string("the c_t"));
    }

    void ownText_spellsOutTheMaskWhereItHasUnderscores() {
        const auto task = fromText(QByteArray("snake_case and camelCase; ").repeated(20));
        const Vocabulary& words = *task->sourceVocabulary();
        QCOMPARE(words.maskText(), std::string_view("<mask>"));
        const TextExample example = task->training(1, 1);
        QVERIFY(example.source.find("<mask>") != std::string::npos);
        const auto source = words.encode(example.source);
        QCOMPARE(source.size(), words.encode(example.target).size());
        QCOMPARE(words.decode(source), example.source);
        QVERIFY(words.encode("_").front() != *words.mask());
    }

    void ownText_isRefusedWhereItNamesTheMaskOrIsTooShort() {
        GF_FAILS(fromText(QByteArray("what a <mask> is ").repeated(20)), "<mask>", "another way");
        GF_FAILS(fromText("too short"), "only 9 characters");
    }

    void showcase_isEmptyForATextOfEmptyLines() {
        QVERIFY(fromText(QByteArray(300, '\n'))->showcase().target.empty());
    }

    void vocabulary_readsTheMaskAsUnderscoreOrInFull() {
        const Vocabulary words({"<mask>", "a", "b"}, Tokenization::Characters);
        const TokenId mask = specialTokens;
        QCOMPARE(words.mask(), std::optional(mask));
        QCOMPARE(words.encode("a_b<mask><mask>?"),
                 (std::vector<TokenId>{5, mask, 6, mask, mask, unkId}));
        QCOMPARE(words.decode({5, mask, 6}), std::string("a_b"));
        QCOMPARE(words.token(mask), std::string("<mask>"));
        const Vocabulary again = Vocabulary::fromList(words.tokens(), Tokenization::Characters);
        QCOMPARE(again.mask(), std::optional(mask));
        // Where tokens are words it is one of them, and hides nothing.
        const Vocabulary others({"<mask>", "a"}, Tokenization::Words);
        QVERIFY(!others.mask());
        QVERIFY(others.maskText().empty());
        QCOMPARE(others.encode("a <mask> _"), (std::vector<TokenId>{5, 4, unkId}));
        const Vocabulary none({"a", "_"}, Tokenization::Characters);
        QVERIFY(!none.mask());
        QCOMPARE(none.encode("_<mask>").size(), std::size_t{7});
    }

    void labels_areThoseOfHiddenCharactersAlone() {
        const auto task = smallTask("cloze");
        const ExampleData data = exampleData(task->showcase(), task->form(),
                                             task->sourceVocabulary(), task->targetVocabulary());
        const Batch batch = makeBatch(task->form(), {data}, 30, 0);
        const auto labels = batch.ids(inputs::labelIds, 0);
        const auto source = batch.ids(inputs::sourceIds, 0);
        std::string asked;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const bool hidden = source[i] == *task->sourceVocabulary()->mask();
            QCOMPARE(labels[i] != padId, hidden);
            if (hidden)
                asked += task->targetVocabulary()->token(labels[i]);
        }
        QCOMPARE(asked, std::string("a97"));
        QCOMPARE(source[25], eosId);
        QCOMPARE(labels[25], padId);
    }

    void loss_isThatOfTheHiddenCharacters() {
        const Model model;
        const auto trace = model.trace(model.task->showcase());
        QCOMPARE(countedRows(*trace, "token_loss"), std::size_t{3});
        QCOMPARE(trace->labels[3], std::string("a"));
        QCOMPARE(trace->labels[0], std::string("<pad>"));
        QCOMPARE(trace->labels.back(), std::string("<pad>"));
        QCOMPARE(trace->sourceTokens[3], std::string("<mask>"));
        const auto value = [&](const char* name) {
            return trace->values[trace->graph->find(name)][0];
        };
        QCOMPARE(value("token_count"), 3.0F);
        // Other words at the places that are not asked for change nothing of the loss.
        TextExample other = model.task->showcase();
        other.target[0] = '4';
        const auto again = model.trace(other);
        QCOMPARE(again->values[again->graph->find("loss")][0], value("loss"));
    }

    void loss_leavesOutHiddenCharactersWithoutAnswer() {
        const Model model;
        const std::string text = "3 m_rch 1997 = ____-03-03";
        const auto trace = model.trace({text, "3 march 1997 = ____-03-03"});
        QCOMPARE(countedRows(*trace, "token_loss"), std::size_t{1});
        const auto nothing = model.trace({text, text});
        QCOMPARE(countedRows(*nothing, "token_loss"), std::size_t{0});
    }

    void filledIn_givesTheWholeText() {
        const Model model;
        const Vocabulary& words = *model.task->sourceVocabulary();
        const std::string text = "3 m_rch 19__ = 1997-03-03";
        const FilledIn filled = filledIn(model.answer(text), words.encode(text), &words);
        QCOMPARE(filled.said.ids.size(), std::size_t{3});
        QCOMPARE(filled.said.probabilities.size(), std::size_t{3});
        const std::vector<TokenId> source = words.encode(text);
        std::size_t n = 0;
        for (std::size_t i = 0; i < source.size(); ++i)
            QCOMPARE(filled.text[i], source[i] == *words.mask() ? filled.said.ids[n++] : source[i]);
    }

    void evaluator_measuresSingleCharacters() {
        const Model model;
        Evaluator evaluator(*model.backend, model.config, model.task, *model.parameters, 1, 40);
        const Evaluation evaluation = evaluator.run();
        QVERIFY(evaluation.countsTokens);
        QCOMPARE(evaluation.accuracy, evaluation.tokenAccuracy);
        Index asked = 0, right = 0;
        for (Index i = 0; i < 40; ++i) {
            const TextExample example = model.task->validation(i);
            const Vocabulary& words = *model.task->sourceVocabulary();
            const auto source = words.encode(example.source);
            const auto target = words.encode(example.target);
            const FilledIn filled = filledIn(model.answer(example.source), source, &words);
            for (std::size_t at = 0; at < source.size(); ++at) {
                asked += source[at] == *words.mask();
                right += source[at] == *words.mask() && filled.text[at] == target[at];
            }
        }
        QCOMPARE(evaluation.accuracy, static_cast<double>(right) / static_cast<double>(asked));
    }

    void stepWalk_showsTheWholeText() {
        const auto backend = makeBackend("cpu");
        const auto task = smallTask("cloze");
        const auto trainer =
            test::trainerOf(*backend, task, smallModel(*task), test::shortTraining());
        const StepWalk walk(*trainer, vocabulariesOf(task), "");
        const TextExample first = task->training(test::shortTraining().seed, 0);
        QCOMPARE(walk.examples().front().source, first.source);
        QCOMPARE(walk.examples().front().target, first.target);
    }

    void savedRun_trainsOnToTheSameLosses() {
        const auto backend = makeBackend("cpu");
        const auto saved =
            test::savedRun(*backend, "cloze", m_folder.filePath("run.safetensors").toStdString());
        QVERIFY(saved.finite);
        QCOMPARE(saved.description.model, saved.whole->modelConfig());
        QVERIFY(saved.description.vocabularies.source->mask().has_value());
        for (int i = 0; i < 3; ++i) {
            const double expected = saved.whole->step().loss;
            QCOMPARE(saved.rest->step().loss, expected);
        }
    }

private:
    std::shared_ptr<const Task> fromText(const QByteArray& text) {
        QFile file(m_folder.filePath("text.txt"));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write the test's file");
        file.close();
        TaskRequest request;
        request.name = "cloze";
        request.dataFile = file.fileName().toStdString();
        return makeTask(request);
    }

    QTemporaryDir m_folder;
};

} // namespace gf::tst_cloze

#include "tests/entry.h"
GF_GUILESS_TEST(tst_cloze, TestCloze)
#include "tst_cloze.moc"
