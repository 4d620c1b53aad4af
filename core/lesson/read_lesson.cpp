// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/read_lesson.h"

#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/lesson/lesson_blocks.h"
#include "core/lesson/markup.h"
#include "core/lesson/packed_lesson.h"
#include "core/lesson/spans.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace gf {

namespace {

constexpr JsonLimits blockLimits{.bytes = 20'000, .depth = 8, .values = 2'000};
constexpr std::size_t mostPages = 40;
constexpr std::size_t mostItems = 60;          ///< of a page
constexpr std::size_t longestParagraph = 5000; ///< bytes; laying out more takes the window long
constexpr std::size_t longestShown = 60;
constexpr std::size_t deepestFormula = 8; ///< braces in each other
constexpr std::string_view fence = "```";

struct Line {
    int number = 0; ///< from 1
    std::size_t offset = 0;
    std::string_view text;
};

std::vector<Line> linesOf(std::string_view text) {
    std::vector<Line> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back({static_cast<int>(lines.size()) + 1, at, line});
        at = end + 1;
    }
    return lines;
}

bool isBlank(std::string_view text) {
    return text.find_first_not_of(" \t") == std::string_view::npos;
}

/// What no text of a lesson may have.
void requirePlain(const LessonText& text) {
    if (hasLink(text.words))
        refuseLesson(text.line, phrase("a lesson has no links and no pictures from elsewhere"));
    for (const LessonSpan& span : spansOf(text.words, text.line)) {
        if (span.kind == LessonSpan::Kind::Words && hasHtml(span.text))
            refuseLesson(text.line,
                         {phrase("a lesson has no HTML; %1 is some, or stands in backticks"),
                          inQuotes(span.text.substr(span.text.find_first_of("<&"), 20))});
        if (span.kind == LessonSpan::Kind::Formula && formulaDepth(span.text) > deepestFormula)
            refuseLesson(text.line, {phrase("the braces of the formula %1 stand in each other more "
                                            "than %2 deep"),
                                     inQuotes(span.text), deepestFormula});
    }
}

/// Takes a file apart line by line.
class LessonReader {
public:
    LessonReader(std::string_view name, std::string_view text) : m_lines(linesOf(text)) {
        m_lesson.name = name;
        m_text = text;
    }

    Lesson read() {
        skipBlank();
        readLessonHead(m_at < m_lines.size() && isFence(line()) ? block() : LessonBlock{},
                       m_lesson);
        while (skipBlank(), m_at < m_lines.size())
            page();
        if (m_lesson.pages.empty())
            refuseLesson(1,
                         phrase("the lesson has no pages; each begins with a line \"## Title\""));
        return std::move(m_lesson);
    }

private:
    const Line& line() const { return m_lines[m_at]; }
    static bool isFence(const Line& line) { return line.text.starts_with(fence); }
    static bool isBreak(const Line& line) { return line.text == "---"; }
    void skipBlank() {
        while (m_at < m_lines.size() && isBlank(line().text))
            ++m_at;
    }

    void page() {
        constexpr std::string_view heading = "## ";
        constexpr std::size_t longestTitle = 100;
        LessonPage page{line().number, {}, {}};
        if (!line().text.starts_with(heading) || line().text.size() > longestTitle)
            refuseLesson(page.line, {phrase("a page begins with a line \"## Title\" of at most %1 "
                                            "bytes"),
                                     longestTitle});
        page.title = line().text.substr(heading.size());
        for (++m_at; skipBlank(), m_at < m_lines.size() && !isBreak(line());) {
            if (page.items.size() == mostItems)
                refuseLesson(line().number,
                             {phrase("a page has at most %1 paragraphs and blocks"), mostItems});
            page.items.push_back(isFence(line()) ? item() : paragraph());
        }
        ++m_at; // the line between two pages
        if (m_lesson.pages.size() == mostPages)
            refuseLesson(page.line, {phrase("a lesson has at most %1 pages"), mostPages});
        m_lesson.pages.push_back(std::move(page));
    }

    LessonItem paragraph() {
        LessonText text{line().number, {}};
        for (;
             m_at < m_lines.size() && !isBlank(line().text) && !isFence(line()) && !isBreak(line());
             ++m_at)
            text.words.append(text.words.empty() ? "" : "\n").append(line().text);
        if (text.words.size() > longestParagraph)
            refuseLesson(text.line,
                         {phrase("a paragraph has at most %1 bytes, and this one has %2"),
                          longestParagraph, text.words.size()});
        return text;
    }

    LessonItem item() {
        const LessonBlock read = block();
        LessonItem item = readLessonBlock(read);
        addSettings(read);
        return item;
    }

    LessonBlock block() {
        LessonBlock block;
        block.line = line().number;
        block.kind = shortened(printable(line().text.substr(fence.size())), longestShown);
        const std::size_t first = ++m_at;
        while (m_at < m_lines.size() && line().text != fence)
            ++m_at;
        if (m_at == m_lines.size())
            refuseLesson(block.line, {phrase("the block does not end; after it stands a line %1"),
                                      std::string(fence)});
        block.offset = m_lines[first].offset;
        block.written = m_text.substr(block.offset, line().offset - block.offset);
        ++m_at;
        block.json = parsed(block);
        block.places = placesIn(block.written);
        return block;
    }

    static nlohmann::json parsed(const LessonBlock& block) {
        try {
            return parseJson(block.written, blockLimits);
        } catch (const Error& error) {
            refuseLesson(block.line,
                         {phrase("in the block that begins here, %1"), error.sentence()});
        }
    }

    void addSettings(const LessonBlock& block) {
        const std::string id =
            block.json.contains("id") ? block.json["id"].get<std::string>() : block.kind;
        for (const auto& [path, place] : block.places) {
            if (path.empty())
                continue;
            const nlohmann::json value =
                nlohmann::json::parse(block.written.substr(place.begin, place.end - place.begin));
            if (!value.is_structured())
                m_lesson.settings.push_back(
                    {std::string(id).append(".").append(path),
                     value.is_string() ? value.get<std::string>() : value.dump()});
        }
    }

    std::string_view m_text;
    std::vector<Line> m_lines;
    std::size_t m_at = 0;
    Lesson m_lesson;
};

void requireOnce(std::set<std::string>& seen, const std::string& id, int line) {
    if (!id.empty() && !seen.insert(id).second)
        refuseLesson(line, {phrase("the id %1 stands twice in the lesson"), inQuotes(id)});
}

void requireIdsOnce(const Lesson& lesson) {
    std::set<std::string> seen;
    for (const LessonPage& page : lesson.pages)
        for (const LessonItem& item : page.items)
            std::visit(
                [&](const auto& block) {
                    if constexpr (requires { block.id; })
                        requireOnce(seen, block.id, block.line);
                },
                item);
}

/// A block of this id must be there.
void requireThere(const void* block, int line, Phrase what, const std::string& id) {
    if (!block)
        refuseLesson(line, {phrase("%1 %2 is meant, and the lesson has none of that id"), what,
                            inQuotes(id)});
}

void requireRun(const Lesson& lesson, int line, const std::string& id, const std::string& run) {
    const LessonExperiment* const experiment = lesson.experiment(id);
    requireThere(experiment, line, phrase("the experiment"), id);
    if (!experiment->compare && run.empty())
        return;
    std::string known;
    if (experiment->compare)
        for (const FieldValue& value : experiment->compare->values) {
            if (textOf(value) == run)
                return;
            known += (known.empty() ? "" : ", ") + textOf(value);
        }
    refuseLesson(line,
                 {phrase("run is %1, but the experiment %2 has %3"), inQuotes(run), inQuotes(id),
                  known.empty() ? Sentence(phrase("one run, without a name")) : Sentence(known)});
}

void requireMeasure(const Lesson& lesson, const LessonMeasure& measure) {
    requireRun(lesson, measure.line, measure.experiment, measure.run);
    if (!measure.other.empty()) {
        requireRun(lesson, measure.line, measure.other, measure.run);
        if (!lesson.experiment(measure.other)->run)
            refuseLesson(measure.line,
                         {phrase("the experiment %1 trains nothing; its lab alone can "
                                 "be measured"),
                          inQuotes(measure.other)});
    }
    const LessonExperiment& experiment = *lesson.experiment(measure.experiment);
    const bool isLab = measure.what == LessonMeasure::What::Lab;
    if (isLab && experiment.lab.empty())
        refuseLesson(measure.line, {phrase("what is lab, and the experiment %1 has none"),
                                    inQuotes(experiment.id)});
    if (!isLab && !experiment.run)
        refuseLesson(measure.line, {phrase("the experiment %1 trains nothing; its lab alone can be "
                                           "measured"),
                                    inQuotes(experiment.id)});
}

void requireWhatIsMeant(const Lesson& lesson) {
    for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(lesson))
        if (!experiment->after.empty())
            requireThere(lesson.question(experiment->after), experiment->line,
                         phrase("the question"), experiment->after);
    for (const LessonClaim* claim : blocksOf<LessonClaim>(lesson)) {
        requireMeasure(lesson, claim->measure);
        if (claim->kind == LessonClaim::Kind::Order)
            requireMeasure(lesson, claim->less);
        for (const auto& other : {claim->minus, claim->over})
            if (other)
                requireMeasure(lesson, *other);
    }
    for (const LessonQuestion* question : blocksOf<LessonQuestion>(lesson)) {
        const LessonClaim* const claim = lesson.claim(question->claim);
        if (!question->claim.empty())
            requireThere(claim, question->line, phrase("the claim"), question->claim);
        if (question->kind == LessonQuestion::Kind::Number &&
            claim->kind != LessonClaim::Kind::Number)
            refuseLesson(question->line, {phrase("the claim %1 is an order, and a question for a "
                                                 "number needs one"),
                                          inQuotes(question->claim)});
        if (question->kind == LessonQuestion::Kind::Point) {
            requireRun(lesson, question->line, question->pointer.experiment, question->pointer.run);
            if (!lesson.experiment(question->pointer.experiment)->run)
                refuseLesson(question->line, phrase("the experiment that the place is found in "
                                                    "trains nothing"));
        }
    }
}

void requireWords(const Lesson& lesson) {
    for (const LessonText& text : wordsOf(lesson)) {
        requirePlain(text);
        for (const LessonSpan& span : spansOf(text.words, text.line)) {
            if (span.kind == LessonSpan::Kind::Claim) {
                const LessonClaim* const claim = lesson.claim(span.text);
                requireThere(claim, text.line, phrase("the claim"), span.text);
                if (claim->kind == LessonClaim::Kind::Order)
                    refuseLesson(text.line, {phrase("the claim %1 is an order and has no number to "
                                                    "be written here"),
                                             inQuotes(span.text)});
            }
            if (span.kind == LessonSpan::Kind::Setting)
                requireThere(lesson.setting(span.text), text.line, phrase("the setting"),
                             span.text);
        }
    }
}

/// A packed lesson has all that its scenes name.
void requireFiles(const Lesson& lesson) {
    std::error_code missing;
    for (const LessonScene* scene : blocksOf<LessonScene>(lesson))
        if (!scene->file.empty() &&
            !std::filesystem::is_regular_file(pathOf(lesson.folder) / pathOf(scene->file), missing))
            refuseLesson(scene->line,
                         {phrase("file names %1, which was not packed with the lesson"),
                          inQuotes(scene->file)});
}

/// Nothing that would not be seen, or would be seen as something else.
void requireVisible(std::string_view text) {
    if (text.size() > longestLesson)
        throw Error(phrase("the lesson has %1 bytes; at most %2 are allowed"), text.size(),
                    longestLesson);
    for (const Line& line : linesOf(text)) {
        if (!isUtf8(line.text))
            refuseLesson(line.number, phrase("the text is not UTF-8"));
        if (const std::string seen = printableLines(line.text); seen != line.text)
            refuseLesson(line.number,
                         phrase("the line has a character that cannot be seen, such as one that "
                                "turns the direction of writing"));
    }
}

} // namespace

Lesson parseLesson(std::string_view name, std::string_view text) {
    requireVisible(text);
    Lesson lesson = LessonReader(name, text).read();
    lesson.text = text;
    requireIdsOnce(lesson);
    requireWhatIsMeant(lesson);
    requireWords(lesson);
    return lesson;
}

Lesson readLessonFile(const std::string& path) {
    const bool isPacked = isPackedLesson(path);
    const auto unpacked = isPacked ? unpackLesson(path) : nullptr;
    const std::filesystem::path folder = isPacked ? unpacked->path() : folderOf(pathOf(path));
    const std::string text =
        readWholeFile(isPacked ? (folder / packedText).string() : path, longestLesson);
    try {
        auto stem = pathOf(path).stem();
        if (!isPacked)
            stem = stem.stem(); // of "small.lesson.md"
        Lesson lesson = parseLesson(shortened(printable(stem.string()), longestShown), text);
        lesson.folder = folder.string();
        lesson.unpacked = unpacked;
        if (isPacked)
            requireFiles(lesson);
        return lesson;
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

} // namespace gf
