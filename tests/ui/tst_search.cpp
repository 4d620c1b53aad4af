// SPDX-License-Identifier: GPL-3.0-or-later
// What the search field finds, and by which names.
#include "core/train/step_walk.h"
#include "fresh_window.h"
#include "small_model.h"
#include "tests/core/runs.h"
#include "ui/glossary/glossary.h"
#include "ui/glossary/glossary_dialog.h"
#include "ui/language/language.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/stations/stations.h"
#include "ui/window/key_guard.h"
#include "ui/window/lesson_control.h"
#include "ui/window/search.h"
#include "ui/window/step_search.h"
#include "warnings.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

namespace gf::tst_search {

namespace {

using Kind = SearchEntry::Kind;

/// The steps while a training step with dropout is walked through.
Steps walkedSteps() {
    const auto backend = makeBackend("cpu");
    const auto task = test::smallTask("reverse");
    ModelConfig model = test::smallModel(*task);
    model.dropout = 0.1;
    const auto trainer = test::trainerOf(*backend, task, model, test::shortTraining());
    StepWalk walk(*trainer, vocabulariesOf(task), "small");
    return Steps(walk.trace(0, StepWalk::Moment::Step)->graph);
}

QStringList titles(const std::vector<SearchEntry>& entries) {
    QStringList list;
    for (const SearchEntry& entry : entries)
        list += entry.title;
    return list;
}

} // namespace

class TestSearch : public QObject {
    Q_OBJECT

    KeyGuard m_guard;
    Steps m_steps{traceOf(Architecture::EncoderDecoder)->graph};

    std::vector<SearchEntry> search(const QString& text) const {
        return searchAll({m_steps, Glossary(), courseLessons()}, text);
    }
    SearchEntry first(const QString& text) const {
        const auto found = search(text);
        return found.empty() ? SearchEntry() : found.front();
    }

private slots:
    void initTestCase() { qApp->installEventFilter(&m_guard); }
    void init() { failOnQtWarnings(); }

    void searchAliases_findSomethingForEveryWord() {
        const Steps walked = walkedSteps();
        const Steps recurrent(recurrentTrace(Alignment::General)->graph);
        const Glossary glossary;
        for (const SearchAlias& alias : searchAliases())
            for (const QString& word : alias.words) {
                QCOMPARE(word, word.toLower());
                const bool isRecurrent =
                    alias.steps == "states" || alias.steps.contains("attention.");
                const auto found =
                    searchAll({isRecurrent ? recurrent : m_steps, glossary, {}}, word);
                QVERIFY2(!found.empty() && found.front().kind != Kind::Nothing, qPrintable(word));
                const auto has = [&](auto what) { return std::ranges::any_of(found, what); };
                if (alias.lab) {
                    QVERIFY2(has([&](const auto& entry) {
                                 return entry.kind == Kind::Lab &&
                                        entry.lab == QLatin1String(alias.lab);
                             }),
                             qPrintable(word));
                } else if (alias.walk) {
                    QVERIFY2(has([](const auto& e) { return e.kind == Kind::WalkStep; }),
                             qPrintable(word));
                    // There the walk has the steps that are promised.
                    const auto there = searchAll({walked, glossary, {}}, word);
                    QVERIFY2(std::ranges::any_of(there,
                                                 [&](const auto& entry) {
                                                     return entry.step.contains(alias.steps);
                                                 }),
                             qPrintable(word));
                } else if (!alias.steps.isEmpty()) {
                    QVERIFY2(has([&](const auto& entry) {
                                 return entry.kind == Kind::Step &&
                                        entry.step.contains(alias.steps.section(' ', -1));
                             }),
                             qPrintable(word));
                } else {
                    QVERIFY2(has([&](const auto& entry) {
                                 return entry.kind == Kind::Command &&
                                        entry.command == alias.command;
                             }),
                             qPrintable(word));
                }
            }
    }

    void aliases_leadToTheirSteps() {
        QVERIFY(first("softmax").step.endsWith("attn.weights"));
        QCOMPARE(first("perplexity").step, QStringLiteral("loss"));
        QVERIFY(first("MLP").step.contains("ffn"));
        QVERIFY(first("Layer Norm").step.contains("norm"));
        QVERIFY(first("skip connection").step.contains("residual"));
        QVERIFY(first("Kreuzentropie").step == "loss");
        // What is typed after it still counts.
        QVERIFY(first("softmax decoder").step.startsWith("decoder."));
    }

    void aliases_areFoundAmongOtherWords() {
        QCOMPARE(first("decoder softmax").step, QStringLiteral("decoder.0.self_attn.weights"));
        QCOMPARE(first("layer 2 cross attention").step,
                 QStringLiteral("decoder.1.cross_attn.weights"));
    }

    /// An encoder and cross-attention have none.
    void causalMask_isFoundInTheDecoderOnly_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"causal", "causal mask", "decoder causal", "kausale maske"})
            QTest::newRow(text) << text;
    }
    void causalMask_isFoundInTheDecoderOnly() {
        QFETCH(QString, text);
        int steps = 0;
        for (const SearchEntry& entry : search(text))
            if (entry.kind == Kind::Step) {
                QVERIFY2(entry.step.startsWith("decoder"), qPrintable(entry.title));
                QVERIFY2(entry.step.endsWith("self_attn.masked"), qPrintable(entry.title));
                ++steps;
            }
        QVERIFY(steps > 0);
    }

    void terms_ofEveryModelFamilyAreFound() {
        for (const char* term : {"GRU",
                                 "hidden state",
                                 "context vector",
                                 "alignment",
                                 "Bahdanau",
                                 "Luong",
                                 "additive score",
                                 "multiplicative",
                                 "pointer network",
                                 "mean layer",
                                 "convolution",
                                 "permutation",
                                 "translation equivariance",
                                 "relative positions",
                                 "rotary",
                                 "ALiBi",
                                 "series",
                                 "forecast",
                                 "salesman",
                                 "Held–Karp",
                                 "recurrent",
                                 "teacher forcing"}) {
            const auto found = search(QString::fromUtf8(term));
            QVERIFY2(std::ranges::any_of(found, [](const auto& e) { return e.kind == Kind::Term; }),
                     term);
        }
    }

    void wordsForARunThatDoesBadly_leadToItsRules() {
        const auto leads = [this](const char* word) {
            const auto found = search(QString::fromUtf8(word));
            return std::ranges::any_of(found, [](const auto& entry) {
                return entry.kind == Kind::Term && entry.term == QLatin1String("run_health");
            });
        };
        const auto back = qScopeGuard([] { applyLanguage(*qApp, Language::English); });
        for (const char* word : {"stuck", "diverged", "overfitting", "overfit", "not learning"})
            QVERIFY2(leads(word), word);
        applyLanguage(*qApp, Language::German);
        for (const char* word : {"festgefahren", "divergiert", "Overfitting", "Überanpassung",
                                 "auswendig", "lernt nicht"})
            QVERIFY2(leads(word), word);
    }

    void walkSteps_areMarkedAndBeginTheWalk() {
        const SearchEntry adam = first("Adam");
        QCOMPARE(adam.kind, Kind::WalkStep);
        QCOMPARE(adam.command, Command::WalkStep);
        QVERIFY2(adam.note.contains("walk") && adam.note.contains("W"), qPrintable(adam.note));
        QVERIFY(!walkedSteps().search(adam.step).empty()); // where it goes then
    }

    void drawings_areFoundByNameAtAStepThatHasThem_data() {
        QTest::addColumn<Language>("language");
        QTest::newRow("en") << Language::English;
        QTest::newRow("de") << Language::German;
    }
    void drawings_areFoundByNameAtAStepThatHasThem() {
        QFETCH(Language, language);
        applyLanguage(*qApp, language);
        const auto back = qScopeGuard([] { applyLanguage(*qApp, Language::English); });
        const Graph& graph = *m_steps.graph();
        int found = 0;
        for (const Station& station : allStations())
            for (const QString& name : {titleOf(station), QString::fromUtf8(station.title)}) {
                const auto entries = search(name);
                const auto entry = std::ranges::find_if(entries, [&](const SearchEntry& e) {
                    return e.kind == Kind::Drawing && e.view == QLatin1String(station.id);
                });
                const bool exists = std::ranges::any_of(
                    graph.nodes(), [&](const Node& node) { return station.shows(graph, node); });
                if (entry == entries.end()) {
                    QVERIFY2(!exists || QLatin1String(station.id) == "update", station.id);
                    continue;
                }
                Focus there;
                there.step = entry->step;
                there.gradients = entry->gradient;
                QVERIFY(station.shows(graph, graph[nodeOf(graph, there)]));
                ++found;
            }
        QVERIFY(found > 20);
    }

    void lessons_areFoundByTitleNameAndNumber() {
        for (const auto& lesson : courseLessons())
            for (const QString& text :
                 {QString::fromStdString(lesson->title), QString::fromStdString(lesson->name),
                  QStringLiteral("lesson %1").arg(lesson->number)}) {
                const auto found = search(text);
                QVERIFY2(std::ranges::any_of(found,
                                             [&](const SearchEntry& entry) {
                                                 return entry.kind == Kind::Lesson &&
                                                        entry.lesson.toStdString() == lesson->name;
                                             }),
                         qPrintable(text));
            }
    }

    void aLesson_isOpenedFromTheField() {
        const auto window = freshWindow();
        window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        auto* search = window->findChild<StepSearch*>();
        QTest::keyClicks(search, "lesson 10");
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(window->lesson()->panel()->isVisible());
        QCOMPARE(window->lesson()->panel()->sitting()->lesson().name, std::string("padding"));
        QTRY_COMPARE(search->text(), QString());
    }

    void commands_areFoundByOtherNames_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Command>("command");
        QTest::newRow("text size") << "text size" << Command::LargerText;
        QTest::newRow("Schriftgröße") << "Schriftgröße" << Command::SmallerText;
        QTest::newRow("theme") << "theme" << Command::ThemeDark;
        QTest::newRow("high contrast theme") << "theme" << Command::HighContrast;
        QTest::newRow("Farbschema") << "Farbschema" << Command::ThemeLight;
        QTest::newRow("pairs") << "pairs" << Command::OpenModel;
        QTest::newRow("Wortpaare") << "Wortpaare" << Command::OpenModel;
        QTest::newRow("own data") << "own data" << Command::OpenModel;
        QTest::newRow("eigene Daten") << "eigene Daten" << Command::OpenModel;
        QTest::newRow("dictionary") << "dictionary" << Command::OpenModel;
        QTest::newRow("Wörterbuch") << "Wörterbuch" << Command::OpenModel;
    }
    void commands_areFoundByOtherNames() {
        QFETCH(QString, text);
        QFETCH(Command, command);
        const auto found = search(text);
        QVERIFY(std::ranges::any_of(found, [&](const SearchEntry& entry) {
            return entry.kind == Kind::Command && entry.command == command;
        }));
    }

    void complexity_leadsToTheScores() {
        for (const char* word : {"complexity", "quadratic", "Komplexität"})
            QVERIFY2(first(QString::fromUtf8(word)).step.endsWith("attn.scores"), word);
    }

    void fillWords_areNotLookedFor() {
        for (const char* text : {"gradient of W_Q", "the gradient of w_q", "gradient von W_Q"}) {
            const SearchEntry found = first(text);
            QCOMPARE(found.kind, Kind::Step);
            QVERIFY2(found.gradient && found.step.endsWith("w_q"), qPrintable(found.step));
        }
    }

    void weights_areFoundByTheirNames() {
        QVERIFY(first("query weights").step.endsWith("w_q"));
        QVERIFY(first("weights of the encoder").step.contains("encoder"));
    }

    void entries_tellTermsFromCommands() {
        const auto noam = search("noam");
        QCOMPARE(noam.front().kind, Kind::Term);
        QCOMPARE(noam.front().term, QStringLiteral("noam"));
        const SearchEntry compare = first("compare");
        QCOMPARE(compare.kind, Kind::Command);
        QVERIFY2(compare.note.contains("Ctrl+K"), qPrintable(compare.note));
        QCOMPARE(first("new model").command, Command::NewModel);
        QCOMPARE(first("present").command, Command::Present);
        // A word of several kinds finds all of them: a lesson asks about it, too.
        QSet<int> kinds;
        for (const SearchEntry& entry : search("loss"))
            kinds += static_cast<int>(entry.kind);
        QCOMPARE(kinds.size(), 4);
    }

    void commands_areFoundByTheirNames() {
        for (const CommandInfo& info : commandTable()) {
            const QString name = QString(info.text).remove('&');
            const auto found = search(name);
            QVERIFY2(std::ranges::any_of(found,
                                         [&](const auto& entry) {
                                             return entry.kind == Kind::Command &&
                                                    entry.title == name;
                                         }),
                     qPrintable(name));
        }
    }

    void search_suggestsEntriesWhereNothingIsFound_data() {
        QTest::addColumn<Language>("language");
        QTest::newRow("en") << Language::English;
        QTest::newRow("de") << Language::German;
    }
    void search_suggestsEntriesWhereNothingIsFound() {
        QFETCH(Language, language);
        applyLanguage(*qApp, language);
        const auto found = search("zzzzqqq");
        applyLanguage(*qApp, Language::English);
        QCOMPARE(found.size(), std::size_t(4));
        QCOMPARE(found.front().kind, Kind::Nothing);
        QVERIFY(!titles(found).contains(QString()));
        QVERIFY(search("   ").empty());
    }

    void completer_isOperatedWithTheKeyboard() {
        const auto window = freshWindow();
        window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        auto* search = window->findChild<StepSearch*>();
        const auto type = [&](const QString& text) {
            QTest::keyClick(window.get(), Qt::Key_F, Qt::ControlModifier);
            search->clear();
            QTest::keyClicks(search, text);
            return QTest::qWaitFor(
                [&] { return search->completer()->popup()->currentIndex().isValid(); });
        };
        QAbstractItemView* list = search->completer()->popup();
        QVERIFY(type("softmax"));
        // As wide as its widest entry.
        QVERIFY(list->width() >= list->sizeHintForColumn(0));
        QCOMPARE(list->geometry().right(), search->mapToGlobal(search->rect().topRight()).x());
        const QString first = list->currentIndex().data().toString();
        QTest::keyClick(list, Qt::Key_Down);

        QVERIFY(list->currentIndex().data().toString() != first);
        QTest::keyClick(list, Qt::Key_Up);
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(window->focus()->focus().step.endsWith("attn.weights"));
        QTRY_VERIFY(search->text().isEmpty());
        // Return takes what the arrows have gone to.
        QVERIFY(type("weights"));
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(list->currentIndex().row(), 2);
        const QString third = this->search("weights").at(2).step;
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(window->focus()->focus().step, third);
        QTRY_VERIFY(search->text().isEmpty());
        // A term opens the glossary there.
        QVERIFY(type("teacher forcing"));
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_VERIFY(window->findChild<GlossaryDialog*>());
        auto* glossary = window->findChild<GlossaryDialog*>();
        QCOMPARE(glossary->shown(), QStringLiteral("teacher_forcing"));
        glossary->close();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        // A command is given.
        QSignalSpy compared(window->commands()[Command::Gradients], &QAction::toggled);
        QVERIFY(type("backprop"));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(compared.count(), 1);
        QTRY_VERIFY(search->text().isEmpty());
        // Esc closes the list and changes nothing.
        const QString step = window->focus()->focus().step;
        QVERIFY(type("logits"));
        QTest::keyClick(list, Qt::Key_Escape);
        QVERIFY(!list->isVisible());
        QCOMPARE(window->focus()->focus().step, step);
    }
};

} // namespace gf::tst_search

#include "tests/entry.h"
GF_TEST(tst_search, TestSearch)
#include "tst_search.moc"
