// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/glossary/glossary_dialog.h"
#include "ui/language/axes.h"
#include "ui/language/language.h"
#include "ui/steps/step_texts.h"
#include "warnings.h"

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QSet>
#include <QTest>
#include <QTextBrowser>

namespace gf::tst_glossary {

class TestGlossary : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }
    void cleanup() { applyLanguage(*qApp, Language::English); }

    void placeText_usesTheQuotationMarksOfTheLanguage() {
        QCOMPARE(placeText("query", 3, "a"), QStringLiteral("query 3 “a”"));
        QCOMPARE(placeText("feature", 3), QStringLiteral("feature 3"));
        applyLanguage(*qApp, Language::German);
        QCOMPARE(placeText("Query", 3, "a"), QStringLiteral("Query 3 „a“"));
    }

    void entries_haveATermADefinitionAndUniqueWords_data() {
        QTest::addColumn<int>("language");
        QTest::newRow("English") << int(Language::English);
        QTest::newRow("German") << int(Language::German);
    }
    void entries_haveATermADefinitionAndUniqueWords() {
        QFETCH(int, language);
        applyLanguage(*qApp, Language(language));
        const Glossary glossary;
        QVERIFY(glossary.entries().size() > 50);
        QSet<QString> words;
        for (const GlossaryEntry& entry : glossary.entries()) {
            QVERIFY2(!entry.term.isEmpty() && entry.text.size() > 30, qPrintable(entry.id));
            for (const QString& word : entry.words) {
                QVERIFY2(!word.isEmpty(), qPrintable(entry.id));
                QVERIFY2(!words.contains(word.toLower()), qPrintable(word));
                words.insert(word.toLower());
            }
        }
    }

    void stepTexts_leadToTheirTerms() {
        const Glossary glossary;
        const StepTexts texts;
        QSet<QString> reached;
        static const QRegularExpression link("\\(glossary:(\\w+)\\)");
        for (const QString& name : texts.names()) {
            const QString text = glossary.linked(texts.section(name));
            for (auto found = link.globalMatch(text); found.hasNext();)
                reached.insert(found.next().captured(1));
        }
        for (const char* id : {"query", "key", "value", "score", "softmax", "causal_mask",
                               "residual_stream", "gradient", "learning_rate", "special_tokens"})
            QVERIFY2(reached.contains(id), id);
    }

    void linked_linksATermOnceAndLeavesSourcesAndCode() {
        const Glossary glossary;
        QCOMPARE(glossary.linked("A query meets a query. *Of the query 2017.*"),
                 QString("A [query](glossary:query) meets a query. *Of the query 2017.*"));
        QCOMPARE(glossary.linked("The causal mask hides."),
                 QString("The [causal mask](glossary:causal_mask) hides."));
        QCOMPARE(glossary.linked("`token` and monkey"), QString("`token` and monkey"));
        QCOMPARE(glossary.linked("```\nthe query\n```\nThe query."),
                 QString("```\nthe query\n```\nThe [query](glossary:query)."));
        QCOMPARE(glossary.linked("The mask.", "mask"), QString("The mask."));
        QCOMPARE(Glossary::idOf("glossary:causal_mask"), QString("causal_mask"));
        QCOMPARE(Glossary::idOf("encoder.0.self_attn.q"), QString());
    }

    void linked_ignoresWhatOnlyLooksLikeATerm() {
        const Glossary glossary;
        for (const char* text :
             {"Move with the arrow keys.", "Two linear layers, and an output layer.",
              "The norm of all gradients' square.", "The gradient instead of the values."})
            for (const char* id : {"key", "layer", "layer_norm", "value"})
                QVERIFY2(!glossary.linked(text).contains(QStringLiteral("(glossary:%1)").arg(id)),
                         qPrintable(glossary.linked(text)));
        // The next time it is the term.
        QCOMPARE(glossary.linked("The arrow keys choose among keys."),
                 QString("The arrow keys choose among [keys](glossary:key)."));
    }

    void linked_takesNoPhraseOfAnyTextForATerm_data() {
        entries_haveATermADefinitionAndUniqueWords_data();
    }
    /// Over what is shown: the texts of the steps, the help, and the glossary itself.
    void linked_takesNoPhraseOfAnyTextForATerm() {
        QFETCH(int, language);
        applyLanguage(*qApp, Language(language));
        const Glossary glossary;
        QStringList texts;
        const StepTexts steps;
        for (const QString& name : steps.names())
            texts << glossary.linked(steps.section(name));
        for (const GlossaryEntry& entry : glossary.entries())
            texts << glossary.linked(entry.text, entry.id);
        QFile help(QStringLiteral(":/texts/%1/help.md").arg(textLanguage()));
        QVERIFY(help.open(QIODevice::ReadOnly));
        for (const QString& page : StepTexts::sectionsOf(QString::fromUtf8(help.readAll())))
            texts << glossary.linked(page);
        const QString all = texts.join('\n').simplified();
        for (const char* wrong :
             {"linear [layer", "lineare [Schicht", "linearen [Schicht", "output [layer",
              "arrow [key", "](glossary:layer_norm) of all", "](glossary:layer_norm) aller",
              "instead of the [values", "](glossary:padding) mask"})
            QVERIFY2(!all.contains(QLatin1String(wrong)), wrong);
        for (const GlossaryEntry& entry : glossary.entries())
            for (const QString& phrase : entry.otherwise)
                QVERIFY2(all.contains(phrase, Qt::CaseInsensitive), qPrintable(phrase));
    }

    void linked_findsATermAcrossALineEnd() {
        const Glossary glossary;
        QCOMPARE(glossary.linked("The padding\nmask hides."),
                 QString("The [padding\nmask](glossary:padding_mask) hides."));
    }

    void glossaryDialog_findsTermsByTypingAndByArrows() {
        GlossaryDialog dialog;
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* search = dialog.findChild<QLineEdit*>();
        search->setFocus();
        QTest::keyClicks(search, "mask");
        QCOMPARE(dialog.shown(), QString("mask"));
        QTest::keyClick(search, Qt::Key_Down);
        QVERIFY(dialog.shown() != "mask");
        search->clear();
        QTest::keyClicks(search, "zebra");
        QCOMPARE(dialog.findChild<QListWidget*>()->count(), 0);
        QVERIFY(dialog.findChild<QTextBrowser*>()->toPlainText().contains("zebra"));
        dialog.showEntry("pre_ln");
        QCOMPARE(dialog.shown(), QString("pre_ln"));
        QVERIFY(search->text().isEmpty());
        auto* text = dialog.findChild<QTextBrowser*>();
        emit text->anchorClicked(QUrl("glossary:gradient"));
        QCOMPARE(dialog.shown(), QString("gradient"));
    }
};

} // namespace gf::tst_glossary

#include "tests/entry.h"
GF_TEST(tst_glossary, TestGlossary)
#include "tst_glossary.moc"
