// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/language.h"

#include "ui/language/wording.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QTranslator>

namespace gf {

namespace {

/// scripts/translate.sh puts all texts into this one context: a text means the same wherever it
/// stands, and code that moves loses no translation. Where it does not, it has a comment.
constexpr const char* context = "Glassformer";

class Translation : public QTranslator {
public:
    using QTranslator::QTranslator;

    QString translate(const char* /*context*/, const char* text, const char* comment,
                      int count) const override {
        return QTranslator::translate(context, text, comment, count);
    }
};

/// The language that System stands for.
Language languageOfDesktop() {
    for (const QString& wanted : QLocale::system().uiLanguages()) {
        const QString code = wanted.section(QLatin1Char('-'), 0, 0).toLower();
        if (code == languageName(Language::German))
            return Language::German;
        if (code == languageName(Language::English))
            return Language::English;
    }
    return Language::English;
}

void install(QCoreApplication& application, QTranslator* translator, const QString& name,
             const QString& folder) {
    translator->setParent(&application);
    if (translator->load(name, folder))
        QCoreApplication::installTranslator(translator);
}

/// Names come from the engine in straight quotes; another language has its own. What is no word of
/// a sentence, such as JSON, keeps its quotes.
QString withOwnQuotes(QString sentence) {
    const char* const usual = "“%1”";
    const QString own = QCoreApplication::translate(context, usual);
    if (own == QString::fromUtf8(usual))
        return sentence;
    static const QRegularExpression name(
        QStringLiteral(R"re((?<![^\s(])"([^"\n]*)"(?![^\s.,;:)!?]))re"));
    return sentence.replace(name, own.arg(QStringLiteral("\\1")));
}

} // namespace

QString languageName(Language language) {
    return language == Language::English  ? QStringLiteral("en")
           : language == Language::German ? QStringLiteral("de")
                                          : QStringLiteral("system");
}

Language languageNamed(const QString& name) {
    for (const Language language : {Language::English, Language::German})
        if (name == languageName(language))
            return language;
    return Language::System;
}

void applyLanguage(QCoreApplication& application, Language language) {
    for (QTranslator* old :
         application.findChildren<QTranslator*>(QString(), Qt::FindDirectChildrenOnly)) {
        QCoreApplication::removeTranslator(old);
        delete old;
    }
    if (language == Language::System)
        language = languageOfDesktop();
    // Numbers have a decimal point in every language, as in files, code and papers. In a German
    // text the thousands of such a number stand apart: "1.201" would be another one, and "1’201" is
    // Swiss. Among the locales that Qt knows it is Morisyen that writes numbers so.
    QLocale::setDefault(language == Language::German
                            ? QLocale(QLocale::Morisyen, QLocale::Mauritius)
                            : QLocale(QLocale::English, QLocale::UnitedStates));
    // English is the language of the sources; its translation has only the plurals.
    const QString code = languageName(language);
    install(application, new QTranslator, QStringLiteral("qtbase_") + code,
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    // The last one is asked first.
    install(application, new Translation, QStringLiteral("glassformer_") + code,
            QStringLiteral(":/translations"));
}

QLocale localeOfDates() {
    return textLanguage() == QLatin1String("de") ? QLocale(QLocale::German, QLocale::Germany)
                                                 : QLocale();
}

QString textLanguage() {
    //: The code of the language that this is translated to, for example "de".
    return QCoreApplication::translate("Glassformer", "en", "code of the language");
}

QString translated(const QString& english) {
    return QCoreApplication::translate(context, english.toUtf8().constData());
}

QString translated(Phrase phrase) {
    const std::string_view english = phrase;
    return english.empty() ? QString() : translated(QString::fromUtf8(english));
}

QString translated(const Sentence& sentence) {
    return withOwnQuotes(QString::fromStdString(sentence.in([](const std::string& phrase) {
        return QCoreApplication::translate(context, phrase.c_str()).toStdString();
    })));
}

} // namespace gf
