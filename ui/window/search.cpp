// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/search.h"

#include "core/lesson/lesson.h"
#include "ui/controls/shortcuts.h"
#include "ui/glossary/glossary.h"
#include "ui/labs/labs.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"
#include "ui/stations/stations.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace gf {

namespace {

using Kind = SearchEntry::Kind;

constexpr std::size_t mostSteps = 10;
constexpr std::size_t mostOthers = 4;
constexpr std::size_t mostLabs = 20;

QString keysOf(const CommandInfo& info) {
    return keysInWords(Shortcuts::saved().working(info.command).mid(0, 1));
}

QString withKeys(const QString& what, const QString& keys) {
    return keys.isEmpty() ? what : QStringLiteral("%1 · %2").arg(what, keys);
}

SearchEntry entryOf(const Step& step) {
    SearchEntry entry;
    entry.title = step.title;
    entry.note = step.gradient ? tr("gradient") : tr("operation");
    entry.tip = step.step;
    entry.step = step.step;
    entry.gradient = step.gradient;
    return entry;
}

SearchEntry entryOf(const Station& station, const Step& step) {
    SearchEntry entry = entryOf(step);
    entry.kind = Kind::Drawing;
    entry.title = QStringLiteral("%1 · %2").arg(titleOf(station), step.title);
    entry.note = tr("drawing");
    entry.tip = summaryOf(station);
    entry.view = QLatin1String(station.id);
    return entry;
}

SearchEntry entryOf(const LabPage& lab) {
    SearchEntry entry;
    entry.kind = Kind::Lab;
    entry.title = titleOf(lab);
    entry.note = tr("lab");
    entry.tip = tr("Tries it on the model that is shown");
    entry.lab = QLatin1String(lab.drawing.id);
    return entry;
}

SearchEntry entryOf(const Lesson& lesson) {
    SearchEntry entry;
    entry.kind = Kind::Lesson;
    entry.title = QString::fromStdString(lesson.title);
    entry.note = tr("lesson %1").arg(lesson.number);
    entry.tip = QString::fromStdString(lesson.idea);
    entry.lesson = QString::fromStdString(lesson.name);
    return entry;
}

SearchEntry entryOf(const GlossaryEntry& term) {
    SearchEntry entry;
    entry.kind = Kind::Term;
    entry.title = term.term;
    entry.note = tr("term");
    entry.tip = tr("Opens the glossary");
    entry.term = term.id;
    return entry;
}

SearchEntry entryOf(const CommandInfo& info) {
    SearchEntry entry;
    entry.kind = Kind::Command;
    entry.title = withoutMnemonic(info.text);
    entry.note = withKeys(tr("command"), keysOf(info));
    entry.tip = info.tip;
    entry.command = info.command;
    return entry;
}

/// Small words say nothing of what is looked for: "the gradient of W_Q".
QStringList tellingWords(const QString& text) {
    static const QStringList small = {
        QStringLiteral("a"),   QStringLiteral("for"), QStringLiteral("in"),  QStringLiteral("of"),
        QStringLiteral("the"), QStringLiteral("to"),  QStringLiteral("das"), QStringLiteral("der"),
        QStringLiteral("des"), QStringLiteral("die"), QStringLiteral("für"), QStringLiteral("im"),
        QStringLiteral("von"), QStringLiteral("zu")};
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QStringList telling;
    std::ranges::copy_if(words, std::back_inserter(telling),
                         [](const QString& word) { return !small.contains(word); });
    return telling.isEmpty() ? words : telling;
}

/// One search: what was typed, and what was found so far.
class Search {
public:
    Search(const SearchPlaces& places, const QString& text)
        : m_places(places), m_words(tellingWords(text.simplified().toLower())),
          m_text(m_words.join(QLatin1Char(' '))) {}

    std::vector<SearchEntry> run() {
        const auto found = m_places.steps.search(m_text);
        addAliases();
        for (const Step* step : found)
            if (holdsAll(step->step.toLower() + ' ' + step->title.toLower()))
                add(*step);
        addDrawings();
        addLabs();
        addLessons();
        addTerms();
        addCommands();
        if (m_found.empty())
            for (const Step* step : found)
                add(*step); // its letters in order
        return std::move(m_found);
    }

private:
    bool holdsAll(const QString& text) const {
        return std::ranges::all_of(m_words, [&](const QString& w) { return text.contains(w); });
    }

    /// What is to be searched in place of an alias: its steps, and what was typed beside the
    /// longest of its words. Nothing where it was not meant.
    std::optional<QString> meaning(const SearchAlias& alias) const {
        constexpr qsizetype shortest = 3;
        const QString typed = ' ' + m_text + ' ';
        QString longest;
        for (const QString& word : alias.words) {
            if (m_text.size() >= shortest && word.startsWith(m_text))
                return alias.steps;
            if (word.size() > longest.size() && typed.contains(' ' + word + ' '))
                longest = word;
        }
        if (longest.isEmpty())
            return std::nullopt;
        const qsizetype at = typed.indexOf(' ' + longest + ' ');
        return (alias.steps + typed.left(at) + typed.mid(at + longest.size() + 1)).trimmed();
    }

    static bool isOf(const SearchAlias& alias, const Step& step) {
        return std::ranges::all_of(alias.steps.split(' '),
                                   [&](const QString& word) { return step.step.contains(word); });
    }

    void addAliases() {
        for (const SearchAlias& alias : searchAliases()) {
            const auto meant = meaning(alias);
            if (!meant)
                continue;
            const std::size_t before = m_found.size();
            if (!alias.steps.isEmpty())
                for (const Step* step : m_places.steps.search(*meant))
                    if (isOf(alias, *step))
                        add(*step);
            if (alias.walk && m_found.size() == before)
                addWalk(alias);
            if (alias.lab)
                m_labs << QLatin1String(alias.lab);
            if (alias.command != Command::Search)
                m_commands.push_back(alias.command);
        }
    }

    void addWalk(const SearchAlias& alias) {
        for (const CommandInfo& info : commandTable())
            if (info.command == Command::WalkStep) {
                SearchEntry entry;
                entry.kind = Kind::WalkStep;
                entry.title = tr(alias.walk);
                entry.note = withKeys(tr("in the walk"), keysOf(info));
                entry.tip = tr("Only while a training step is walked through; begins such a walk");
                entry.command = info.command;
                entry.step = alias.steps;
                m_found.push_back(entry);
            }
    }

    void add(const Step& step) {
        const auto isThere = [&](const SearchEntry& entry) {
            return entry.step == step.step && entry.gradient == step.gradient;
        };
        if (m_found.size() < mostSteps && std::ranges::none_of(m_found, isThere))
            m_found.push_back(entryOf(step));
    }

    /// Each at the first step that it draws.
    void addDrawings() {
        std::size_t count = 0;
        for (const Station& station : allStations()) {
            const QString name = titleOf(station);
            if (count == mostOthers ||
                !holdsAll(name.toLower() + ' ' + QString::fromUtf8(station.title).toLower()))
                continue;
            for (const bool gradients : {false, true})
                if (const Step* step = firstDrawnBy(station, gradients)) {
                    m_found.push_back(entryOf(station, *step));
                    ++count;
                    break;
                }
        }
    }

    /// By their names, the words of their questions, what may be chosen there, other names, and
    /// "lab".
    void addLabs() {
        std::size_t count = 0;
        for (const LabPage& lab : labPages()) {
            QStringList words = {tr("lab"), QLatin1String(lab.drawing.id), titleOf(lab),
                                 QString::fromUtf8(lab.drawing.title)};
            for (const LabKnob& knob : findLab(lab.drawing.id)->knobs)
                for (const std::string_view choice : knob.labels)
                    words << translated(Phrase(choice))
                          << QString::fromUtf8(choice.data(), std::ssize(choice));
            const bool isCalled =
                m_labs.contains(words[1]) || holdsAll(words.join(QLatin1Char(' ')).toLower());
            if (count < mostLabs && isCalled) {
                m_found.push_back(entryOf(lab));
                ++count;
            }
        }
    }

    /// By their titles, names and numbers, and "lesson".
    void addLessons() {
        for (const auto& lesson : m_places.lessons) {
            const SearchEntry entry = entryOf(*lesson);
            if (holdsAll((entry.title + ' ' + entry.lesson + ' ' + entry.note).toLower()))
                m_found.push_back(entry);
        }
    }

    const Step* firstDrawnBy(const Station& station, bool gradients) const {
        for (const Step& step : m_places.steps.walk(gradients))
            if (station.shows(*m_places.steps.graph(), (*m_places.steps.graph())[step.node]))
                return &step;
        return nullptr;
    }

    void addTerms() {
        std::size_t count = 0;
        for (const GlossaryEntry* term : m_places.glossary.search(m_text))
            if (count < mostOthers && holdsAll(term->term.toLower() + ' ' +
                                               term->words.join(QLatin1Char(' ')).toLower())) {
                m_found.push_back(entryOf(*term));
                ++count;
            }
    }

    void addCommands() {
        std::size_t count = 0;
        for (const CommandInfo& info : commandTable()) {
            const bool called = holdsAll(withoutMnemonic(info.text).toLower());
            if (count < mostOthers && (called || std::ranges::count(m_commands, info.command))) {
                m_found.push_back(entryOf(info));
                ++count;
            }
        }
    }

    const SearchPlaces& m_places;
    QStringList m_words;
    QString m_text;
    std::vector<Command> m_commands; ///< by another name
    QStringList m_labs;              ///< likewise
    std::vector<SearchEntry> m_found;
};

} // namespace

std::vector<SearchEntry> searchAll(const SearchPlaces& places, const QString& text) {
    if (text.trimmed().isEmpty())
        return {};
    std::vector<SearchEntry> found = Search(places, text).run();
    if (!found.empty())
        return found;
    SearchEntry nothing;
    nothing.kind = Kind::Nothing;
    nothing.title = tr("Nothing found. Try:");
    found.push_back(nothing);
    for (const char* proposal :
         {QT_TR_NOOP("softmax"), QT_TR_NOOP("loss"), QT_TR_NOOP("new model")}) {
        const auto there = Search(places, tr(proposal)).run();
        if (!there.empty())
            found.push_back(there.front());
    }
    return found;
}

} // namespace gf
