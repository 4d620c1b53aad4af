// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace gf {

/// The sentence of the engine in the present language.
QString translated(const Sentence& sentence);
/// A phrase of one of its tables.
QString translated(Phrase phrase);

/// Words that are not translated: tokens, names.
inline QStringList textsOf(const std::vector<std::string>& words) {
    QStringList texts;
    for (const std::string& word : words)
        texts += QString::fromStdString(word);
    return texts;
}

/// What a message says: kept as the engine said it, read in the language of the moment, so that a
/// window that is made anew in another language reads it in that.
class Wording {
public:
    Wording() = default;
    Wording(Sentence said) : m_said(std::move(said)) {}
    Wording(Phrase said) : m_said(said) {}
    /// Words that are not translated.
    Wording(const QString& words) : m_said(words.toStdString()) {}
    Wording(const char* words) : m_said(words) {}

    bool isEmpty() const { return m_said.empty(); }
    operator QString() const { return translated(m_said); }
    const Sentence& said() const { return m_said; }
    friend bool operator==(const Wording&, const Wording&) = default;

private:
    Sentence m_said;
};

} // namespace gf
