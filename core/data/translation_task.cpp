// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

namespace gf {

namespace {

/// A word that agrees with a noun: masculine, feminine, and both in the plural.
using Agreeing = std::array<std::string_view, 4>;

struct SpokenNoun {
    std::string_view english, englishPlural;
    std::string_view french, frenchPlural;
    bool feminine;
    bool alive; ///< it can be a subject
};

struct Adjective {
    std::string_view english;
    Agreeing french;
};

struct Determiner {
    std::string_view english;
    Agreeing french; ///< empty where it has none in this number
};

struct Verb {
    std::string_view english, englishPlural; ///< "sees", "see", which is the infinitive too
    std::string_view french, frenchPlural;
};

struct Pronoun {
    std::string_view english, french;
};

// No French word begins with a vowel: nothing is elided.
constexpr std::array nouns{
    SpokenNoun{"cat", "cats", "chat", "chats", false, true},
    SpokenNoun{"dog", "dogs", "chien", "chiens", false, true},
    SpokenNoun{"king", "kings", "roi", "rois", false, true},
    SpokenNoun{"boy", "boys", "garçon", "garçons", false, true},
    SpokenNoun{"girl", "girls", "fille", "filles", true, true},
    SpokenNoun{"cow", "cows", "vache", "vaches", true, true},
    SpokenNoun{"queen", "queens", "reine", "reines", true, true},
    SpokenNoun{"book", "books", "livre", "livres", false, false},
    SpokenNoun{"hat", "hats", "chapeau", "chapeaux", false, false},
    SpokenNoun{"coat", "coats", "manteau", "manteaux", false, false},
    SpokenNoun{"house", "houses", "maison", "maisons", true, false},
    SpokenNoun{"car", "cars", "voiture", "voitures", true, false},
    SpokenNoun{"flower", "flowers", "fleur", "fleurs", true, false},
};
constexpr std::array sizes{
    Adjective{"big", {"grand", "grande", "grands", "grandes"}},
    Adjective{"small", {"petit", "petite", "petits", "petites"}},
};
constexpr std::array colours{
    Adjective{"red", {"rouge", "rouge", "rouges", "rouges"}},
    Adjective{"green", {"vert", "verte", "verts", "vertes"}},
    Adjective{"black", {"noir", "noire", "noirs", "noires"}},
    Adjective{"white", {"blanc", "blanche", "blancs", "blanches"}},
};
constexpr std::array determiners{
    Determiner{"the", {"le", "la", "les", "les"}},
    Determiner{"a", {"un", "une", "", ""}},
    Determiner{"two", {"", "", "deux", "deux"}},
    Determiner{"three", {"", "", "trois", "trois"}},
    Determiner{"four", {"", "", "quatre", "quatre"}},
};
constexpr std::array verbs{
    Verb{"sees", "see", "voit", "voient"},      Verb{"finds", "find", "trouve", "trouvent"},
    Verb{"takes", "take", "prend", "prennent"}, Verb{"wants", "want", "veut", "veulent"},
    Verb{"sells", "sell", "vend", "vendent"},
};
constexpr std::array pronouns{Pronoun{"him", "le"}, Pronoun{"her", "la"}, Pronoun{"them", "les"}};

std::size_t formOf(const SpokenNoun& noun, bool plural) {
    return (plural ? 2U : 0U) + (noun.feminine ? 1U : 0U);
}

/// "the big red house".
struct NounPhrase {
    const Determiner* determiner = nullptr;
    const Adjective* size = nullptr;
    const Adjective* colour = nullptr;
    const SpokenNoun* noun = nullptr;
    bool plural = false;
};

/// A subject, a verb, and a noun or a pronoun as its object.
struct Clause {
    NounPhrase subject;
    const Verb* verb = nullptr;
    bool negated = false;
    NounPhrase object;
    const Pronoun* pronoun = nullptr; ///< instead of the object
};

/// Words, with a space between them.
class Words {
public:
    void add(std::string_view word) { m_text.append(m_text.empty() ? "" : " ").append(word); }
    std::string text() && { return std::move(m_text); }

private:
    std::string m_text;
};

void addEnglish(Words& words, const NounPhrase& phrase) {
    words.add(phrase.determiner->english);
    for (const Adjective* adjective : {phrase.size, phrase.colour})
        if (adjective)
            words.add(adjective->english);
    words.add(phrase.plural ? phrase.noun->englishPlural : phrase.noun->english);
}

void addFrench(Words& words, const NounPhrase& phrase) {
    const std::size_t form = formOf(*phrase.noun, phrase.plural);
    words.add(phrase.determiner->french[form]);
    if (phrase.size)
        words.add(phrase.size->french[form]);
    words.add(phrase.plural ? phrase.noun->frenchPlural : phrase.noun->french);
    if (phrase.colour)
        words.add(phrase.colour->french[form]);
}

std::string english(const Clause& clause) {
    Words words;
    addEnglish(words, clause.subject);
    const bool plural = clause.subject.plural;
    if (clause.negated) {
        words.add(plural ? "do" : "does");
        words.add("not");
    }
    words.add(plural || clause.negated ? clause.verb->englishPlural : clause.verb->english);
    if (clause.pronoun)
        words.add(clause.pronoun->english);
    else
        addEnglish(words, clause.object);
    return std::move(words).text();
}

std::string french(const Clause& clause) {
    Words words;
    addFrench(words, clause.subject);
    if (clause.negated)
        words.add("ne");
    if (clause.pronoun)
        words.add(clause.pronoun->french);
    words.add(clause.subject.plural ? clause.verb->frenchPlural : clause.verb->french);
    if (clause.negated)
        words.add("pas");
    if (!clause.pronoun)
        addFrench(words, clause.object);
    return std::move(words).text();
}

template <class Row> const Row& oneOf(Draws& draws, std::span<const Row> rows) {
    return rows[draws.below(rows.size())];
}

/// One of the rows as often as any, or none in one case of two.
template <class Row> const Row* perhaps(Draws& draws, std::span<const Row> rows) {
    return draws.below(2) == 0 ? nullptr : &oneOf(draws, rows);
}

NounPhrase drawPhrase(Draws& draws, bool alive) {
    NounPhrase phrase;
    do
        phrase.noun = &oneOf<SpokenNoun>(draws, nouns);
    while (phrase.noun->alive != alive);
    phrase.plural = draws.below(2) == 1;
    const std::size_t form = formOf(*phrase.noun, phrase.plural);
    do
        phrase.determiner = &oneOf<Determiner>(draws, determiners);
    while (phrase.determiner->french[form].empty());
    phrase.size = perhaps<Adjective>(draws, sizes);
    phrase.colour = perhaps<Adjective>(draws, colours);
    return phrase;
}

Drawn drawSentence(Draws& draws) {
    Clause clause;
    clause.subject = drawPhrase(draws, true);
    clause.verb = &oneOf<Verb>(draws, verbs);
    clause.negated = draws.below(3) == 0;
    if (draws.below(5) == 0)
        clause.pronoun = &oneOf<Pronoun>(draws, pronouns);
    else
        clause.object = drawPhrase(draws, false);
    const std::string source = english(clause);
    return {{source, french(clause)}, source};
}

/// Reads an English sentence from left to right; anything else gives nothing.
class Parser {
public:
    explicit Parser(std::string_view text) : m_words(tokenize(text, Tokenization::Words)) {}

    std::optional<Clause> parse() {
        Clause clause;
        const auto subject = phrase();
        if (!subject)
            return std::nullopt;
        clause.subject = *subject;
        const bool plural = subject->plural;
        if (takes(plural ? "do" : "does")) {
            if (!takes("not"))
                return std::nullopt;
            clause.negated = true;
        }
        const auto form = plural || clause.negated ? &Verb::englishPlural : &Verb::english;
        clause.verb = take<Verb>(verbs, form);
        clause.pronoun = take<Pronoun>(pronouns, &Pronoun::english);
        if (!clause.pronoun) {
            const auto object = phrase();
            if (!object)
                return std::nullopt;
            clause.object = *object;
        }
        return clause.verb && m_at == m_words.size() ? std::optional(clause) : std::nullopt;
    }

private:
    bool takes(std::string_view word) {
        if (m_at == m_words.size() || m_words[m_at] != word)
            return false;
        ++m_at;
        return true;
    }

    /// The row whose word comes next; null when there is none.
    template <class Row> const Row* take(std::span<const Row> rows, std::string_view Row::*word) {
        for (const Row& row : rows)
            if (takes(row.*word))
                return &row;
        return nullptr;
    }

    std::optional<NounPhrase> phrase() {
        NounPhrase phrase;
        phrase.determiner = take<Determiner>(determiners, &Determiner::english);
        phrase.size = take<Adjective>(sizes, &Adjective::english);
        phrase.colour = take<Adjective>(colours, &Adjective::english);
        phrase.noun = take<SpokenNoun>(nouns, &SpokenNoun::english);
        if (!phrase.noun) {
            phrase.noun = take<SpokenNoun>(nouns, &SpokenNoun::englishPlural);
            phrase.plural = true;
        }
        const bool goTogether =
            phrase.determiner && phrase.noun &&
            !phrase.determiner->french[formOf(*phrase.noun, phrase.plural)].empty();
        return goTogether ? std::optional(phrase) : std::nullopt;
    }

    std::vector<std::string> m_words;
    std::size_t m_at = 0;
};

std::optional<std::string> translationOf(std::string_view source) {
    const std::optional<Clause> clause = Parser(source).parse();
    return clause ? std::optional(french(*clause)) : std::nullopt;
}

/// Every word of one side.
std::string allEnglish() {
    Words words;
    for (const std::string_view word : {"do", "does", "not"})
        words.add(word);
    for (const SpokenNoun& noun : nouns)
        for (const std::string_view word : {noun.english, noun.englishPlural})
            words.add(word);
    for (const Verb& verb : verbs)
        for (const std::string_view word : {verb.english, verb.englishPlural})
            words.add(word);
    for (const auto& adjectives : {std::span<const Adjective>(sizes), {colours}})
        for (const Adjective& adjective : adjectives)
            words.add(adjective.english);
    for (const Determiner& determiner : determiners)
        words.add(determiner.english);
    for (const Pronoun& pronoun : pronouns)
        words.add(pronoun.english);
    return std::move(words).text();
}

std::string allFrench() {
    Words words;
    for (const std::string_view word : {"ne", "pas"})
        words.add(word);
    for (const SpokenNoun& noun : nouns)
        for (const std::string_view word : {noun.french, noun.frenchPlural})
            words.add(word);
    for (const Verb& verb : verbs)
        for (const std::string_view word : {verb.french, verb.frenchPlural})
            words.add(word);
    const auto addForms = [&](const Agreeing& forms) {
        for (const std::string_view form : forms)
            if (!form.empty())
                words.add(form);
    };
    for (const auto& adjectives : {std::span<const Adjective>(sizes), {colours}})
        for (const Adjective& adjective : adjectives)
            addForms(adjective.french);
    for (const Determiner& determiner : determiners)
        addForms(determiner.french);
    return std::move(words).text();
}

} // namespace

/// Sentences of a small grammar of English, and what they are in French, word by word as tokens:
/// "the small cat does not want three red books" → "le petit chat ne veut pas trois livres rouges".
/// Articles and adjectives agree with the noun in gender and number, verbs with the subject; sizes
/// stand before the noun and colours after it; a pronoun stands before its verb, and "does not"
/// around it: so the words do not stand in the same order.
GeneratedProblem translationProblem(const TaskParameters&) {
    GeneratedProblem problem;
    problem.name = "translation";
    problem.tokenization = Tokenization::Words;
    problem.sourceAlphabet = allEnglish();
    problem.targetAlphabet = allFrench();
    problem.longestSource = 11; // a big red cat does not see a big red house
    problem.longestTarget = 11;
    problem.draw = drawSentence;
    problem.answer = translationOf;
    problem.showcase = {"the girl does not sell the red car",
                        "la fille ne vend pas la voiture rouge"};
    problem.training = noamTraining(1600, 64, 100);
    problem.sizeWord = "words";
    problem.size = [](std::string_view source) {
        return static_cast<Index>(tokenize(source, Tokenization::Words).size());
    };
    return problem;
}

} // namespace gf
