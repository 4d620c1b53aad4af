// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

class QCoreApplication;

namespace gf {

/// What the person chose under View.
enum class Language { System, English, German };

/// "system", "en" or "de": the word in settings and on the command line.
QString languageName(Language language);
/// The language of that name; System for any other word.
Language languageNamed(const QString& name);

/// Makes it the language of every text from now on, and of Qt's own. Texts that widgets already
/// show stay as they are: the window is made anew (WindowHost). System takes the first language of
/// the desktop that there is a translation for, English otherwise.
void applyLanguage(QCoreApplication& application, Language language);

/// How the present language writes dates; numbers are written by QLocale().
QLocale localeOfDates();

/// The folder of the longer texts (resources/texts) in the present language: "en" or "de".
QString textLanguage();

/// The translation of a text that was written elsewhere: by the engine, or in a table.
QString translated(const QString& english);

} // namespace gf
