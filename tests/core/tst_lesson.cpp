// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/answers.h"
#include "core/lesson/course.h"
#include "core/lesson/find_place.h"
#include "core/lesson/markup.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/spans.h"
#include "core/ops/leaf.h"
#include "core/tensor/random.h"
#include "tests/core/errors.h"
#include "tests/core/small_lesson.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>

namespace gf::tst_lesson {

using test::smallLesson;
using test::with;

namespace {

/// Numbers for one damaged copy, one after the other.
class Dice {
public:
    explicit Dice(std::uint64_t copy) : m_copy(copy) {}
    std::size_t below(std::size_t n) {
        return static_cast<std::size_t>(
            gf::below(std::max<std::size_t>(n, 1), 9, m_copy, m_next++));
    }

private:
    std::uint64_t m_copy;
    std::uint64_t m_next = 0;
};

std::string damaged(std::string text, Dice& dice) {
    static const std::string pieces[] = {"{",
                                         "}",
                                         "[",
                                         "]",
                                         "\"",
                                         "```",
                                         "---",
                                         "## ",
                                         "\xff",
                                         "\xed\xa0\x80",
                                         "<script>",
                                         "](x)",
                                         "http://x",
                                         "1e999",
                                         "-1",
                                         "null",
                                         "9999999999999999999",
                                         "{claim:none}",
                                         "\"run\": \"x\", ",
                                         "../../etc/passwd",
                                         "\xe2\x80\xae",
                                         std::string(1, '\0'),
                                         std::string(300, '['),
                                         "$",
                                         "`",
                                         "&#60;",
                                         "\"id\": \"tiny\", "};
    const std::size_t changes = 1 + dice.below(4);
    for (std::size_t i = 0; i < changes; ++i) {
        const std::size_t at = dice.below(text.size());
        const std::size_t length = std::min(text.size() - at, dice.below(40));
        switch (dice.below(4)) {
        case 0:
            text.erase(at, length);
            break;
        case 1:
            text.insert(at, pieces[dice.below(std::size(pieces))]);
            break;
        case 2:
            text.replace(at, length, text.substr(dice.below(text.size()), dice.below(60)));
            break;
        default:
            text.resize(at);
        }
    }
    return text;
}

/// What both languages must say alike: all but the words.
std::string bonesOf(const Lesson& lesson) {
    std::string bones = std::to_string(lesson.number) + ' ' + std::to_string(lesson.minutes);
    for (const LessonPage& page : lesson.pages) {
        bones += "\npage";
        for (const LessonItem& item : page.items)
            bones += std::holds_alternative<LessonText>(item) ? "" : std::to_string(item.index());
    }
    const std::set<std::string> words{"ask",   "answer", "otherwise", "says", "text",
                                      "shows", "0",      "1",         "2"};
    for (const LessonSetting& setting : lesson.settings) {
        const std::size_t last = setting.path.rfind('.');
        const bool isHint = setting.path.find(".hints.") != std::string::npos;
        if (!isHint && (!words.contains(setting.path.substr(last + 1)) ||
                        setting.path.find(".values.") != std::string::npos))
            bones += '\n' + setting.path + '=' + setting.text;
    }
    return bones;
}

/// One matrix [2,2,3] called "m": heads, rows and columns.
Trace smallTrace(std::vector<float> numbers) {
    const auto graph = std::make_shared<Graph>();
    ops::parameter(*graph, "m", Shape{2, 2, 3}, {});
    Trace trace;
    trace.graph = graph;
    trace.values = {Tensor(Shape{2, 2, 3}, std::move(numbers))};
    return trace;
}

} // namespace

/// Lessons are read strictly, and those that the program brings along keep the rules.
class TestLesson : public QObject {
    Q_OBJECT

private slots:
    void lesson_hasItsPagesAndBlocks() {
        const Lesson lesson = parseLesson("small", smallLesson);
        QCOMPARE(lesson.title, std::string("Small"));
        QCOMPARE(lesson.minutes, Index(5));
        QCOMPARE(lesson.pages.size(), std::size_t(2));
        QCOMPARE(lesson.pages[0].title, std::string("First"));
        QCOMPARE(lesson.pages[1].items.size(), std::size_t(6));
        const auto scenes = blocksOf<LessonScene>(lesson);
        QCOMPARE(scenes.front()->row->word, std::string("a"));
        QCOMPARE(scenes.front()->head->number, Index(1));
        QCOMPARE(scenes.front()->docks, std::vector<std::string>{"map"});
        const LessonExperiment& tiny = *lesson.experiment("tiny");
        QCOMPARE(tiny.after, std::string("guess"));
        QCOMPARE(tiny.run->steps, Index(2));
        QVERIFY(std::get<std::int64_t>(tiny.compare->values[1]) == 4);
        QCOMPARE(lesson.claim("larger")->kind, LessonClaim::Kind::Order);
        QCOMPARE(lesson.question("place")->pointer.find, LessonPointer::Find::Column);
        QCOMPARE(lesson.setting("tiny.steps")->text, std::string("2"));
        QVERIFY(unboundNumerals(lesson).empty());
    }

    void numbersOfClaims_areWrittenInTheirStyle() {
        LessonClaim claim;
        claim.decimals = 1;
        QCOMPARE(numberText(claim, 0.96), std::string("1.0"));
        LessonClaim share;
        share.as = LessonStyle::Percent;
        QCOMPARE(numberText(share, 0.957), std::string("96 %"));
    }

    void spans_areWordsAndWhatStandsBetweenMarks() {
        using Kind = LessonSpan::Kind;
        const auto spans = spansOf("{set:tiny.steps} `x` $y$", 1);
        const std::vector<std::pair<Kind, std::string>> expected{{Kind::Setting, "tiny.steps"},
                                                                 {Kind::Words, " "},
                                                                 {Kind::Code, "x"},
                                                                 {Kind::Words, " "},
                                                                 {Kind::Formula, "y"}};
        QCOMPARE(spans.size(), expected.size());
        for (std::size_t i = 0; i < spans.size(); ++i) {
            QVERIFY(spans[i].kind == expected[i].first);
            QCOMPARE(spans[i].text, expected[i].second);
        }
    }

    void linesOfWindows_areReadAsOthers() {
        std::string text = smallLesson;
        for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
            text.replace(at, 1, "\r\n");
        QCOMPARE(parseLesson("small", text).pages.size(), std::size_t(2));
    }

    void whatIsWrong_isSaidWithLineAndField_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* from, const char* to, const char* line,
                            const char* says) {
            QTest::newRow(name) << QString::fromUtf8(from) << QString::fromUtf8(to)
                                << QString::fromUtf8(line) << QString::fromUtf8(says);
        };
        row("no head", "```lesson", "```scene", "line 1:", "begins with a block");
        row("no title", "\"title\": \"Small\", ", "", "line 2:", "title of the block lesson");
        row("minutes", "\"minutes\": 5", "\"minutes\": 500",
            "line 2:", "minutes is 500, but must be a whole number, 1 to 90");
        row("half a minute", "\"minutes\": 5", "\"minutes\": 5.5", "line 2:", "minutes is 5.5");
        row("page", "## First", "# First", "line 5:", "## Title");
        row("block", "```scene", "```script", "line 9:", "\"script\" is no kind of block");
        row("end", "\"tasks\": [\"sort\"]}}\n```", "\"tasks\": [\"sort\"]}}",
            "line 9:", "line 4, column 1");
        row("json", "\"settings\": {\"zoom\": 2}", "\"settings\": {\"zoom\": }",
            "line 9:", "line 2, column");
        row("twice", "\"zoom\": 2", "\"zoom\": 2, \"zoom\": 3", "line 9:", "is there twice");
        row("field", "\"zoom\": 2}", "\"zoom\": 2}, \"zom\": 1",
            "line 11:", "\"zom\" is no field of the block scene");
        row("deep", "\"zoom\": 2", "\"zoom\": [[[[[[[[1]]]]]]]]", "line 9:", "deep");
        row("dock", "[\"map\"]", "[\"mop\"]", "line 11:", "hide.docks is");
        row("path", "\"settings\"", "\"file\": \"../run.safetensors\", \"settings\"",
            "line 11:", "file is \"../run.safetensors\"");
        row("other file", "\"settings\"", "\"file\": \"run.exe\", \"settings\"",
            "line 11:", "file is \"run.exe\"");
        row("steps", "\"steps\": 0", "\"steps\": 1000000", "line 10:", "steps is 1000000");
        row("no right answer", ", \"right\": true", "", "line 16:", "answers.0.shows");
        row("two right answers", "\"That\",", "\"That\", \"right\": true,",
            "line 15:", "answers must have one answer");
        row("no thought", ", \"shows\": \"A thought.\"", "", "line 16:", "answers.1.shows");
        row("hints", "\"A nudge.\", ", "", "line 17:", "hints is");
        row("id", "\"id\": \"guess\"", "\"id\": \"Guess!\"", "line 15:", "id is \"Guess!\"");
        row("same id", "\"id\": \"draws\"", "\"id\": \"tiny\"",
            "line 31:", "\"tiny\" stands twice");
        row("no question", "\"after\": \"guess\"", "\"after\": \"ghost\"",
            "line 26:", "the question \"ghost\"");
        row("no claim", "{claim:half}", "{claim:ghost}", "line 24:", "the claim \"ghost\"");
        row("order in a text", "{claim:half}", "{claim:larger}", "line 24:", "is an order");
        row("no setting", "{set:tiny.steps}", "{set:tiny.stops}", "line 7:", "tiny.stops");
        row("brace", "{claim:half}", "{clam:half}", "line 24:", "\"clam:half\" stands in braces");
        row("open", "{claim:half}", "{claim:half", "line 24:", "does not end");
        row("html", "Words,", "Words <b>x</b>,", "line 7:", "no HTML");
        row("entity", "Words,", "Words &lt;,", "line 7:", "no HTML");
        row("link", "Words,", "[x](y),", "line 7:", "no links");
        row("address", "Words,", "https://x.invalid,", "line 7:", "no links");
        row("link in a hint", "A nudge.", "See www.x.invalid", "line 14:", "no links");
        row("turned", "Words,", "Words\xe2\x80\xae,", "line 7:", "cannot be seen");
        row("bytes", "Words,", "W\xed\xa0\x80,", "line 7:", "not UTF-8");
        row("lab", "\"lab\": \"variance\"", "\"lab\": \"variants\"",
            "line 32:", "lab is \"variants\", but must be one of variance, shuffle");
        row("knob", "\"pairs\": 100", "\"model\": \"/etc/passwd\"", "line 32:", "knobs.model");
        row("large knob", "\"pairs\": 100", "\"pairs\": 1000000000",
            "line 32:", "knobs.pairs is 1000000000");
        row("measure", "\"what\": \"parameters\"", "\"what\": \"beauty\"",
            "line 42:", "greater.what is \"beauty\"");
        row("run", "\"run\": \"4\", \"what\": \"parameters\"",
            "\"run\": \"5\", \"what\": \"parameters\"",
            "line 42:", "run is \"5\", but the experiment \"tiny\" has 2, 4");
        row("experiment", "{\"experiment\": \"draws\"", "{\"experiment\": \"drawn\"",
            "line 43:", "the experiment \"drawn\"");
        row("trains nothing", "\"what\": \"lab\", \"key\": \"mean_theory\"", "\"what\": \"loss\"",
            "line 43:", "trains nothing");
        row("no tolerance", "\"tolerance\": 0.5, ", "", "line 36:", "tolerance");
        row("place", "\"head\": 1, \"row\": \"a\", \"experiment\"",
            "\"head\": 0, \"row\": \"a\", \"experiment\"", "line 48:", "find.head is 0");
        row("moment", "\"settings\"", "\"moment\": 5, \"settings\"",
            "line 11:", "moment is 5, but must be a whole number, 0 to 0");
        row("deep formula", "$2K$", "$_{_{_{_{_{_{_{_{_{x}}}}}}}}}$",
            "line 7:", "stand in each other more than 8 deep");
        row("named link", "Words,", "[Words]: y,", "line 7:", "no links");
        row("address in capitals", "Words,", "MailTo:x,", "line 7:", "no links");
        row("comment", "Words,", "<!-- x,", "line 7:", "no HTML");
        row("number of a character", "Words,", "&#60;,", "line 7:", "no HTML");
        row("no path in a name", "\"settings\"", "\"file\": \".run.safetensors\", \"settings\"",
            "line 11:", "file is \".run.safetensors\"");
        row("drive", "\"settings\"", "\"file\": \"C:run.safetensors\", \"settings\"",
            "line 11:", "file is \"C:run.safetensors\"");
        row("button", "\"docks\": [\"map\"]", "\"buttons\": [\"grow\"]",
            "line 11:", "hide.buttons is [\"grow\"], but must be names of commands");
        row("compared file", "\"settings\"",
            "\"file\": \"a.safetensors\", \"compare\": {\"key\": \"heads\", \"values\": [1, 2]}, "
            "\"settings\"",
            "line 11:", "compare stands beside file");
        row("board", "\"number\": 3", "\"number\": 3, \"board\": [3]", "line 2:", "board is [3]");
        row("html on the board", "\"number\": 3", "\"number\": 3, \"board\": [\"<b>x</b>\"]",
            "line 1:", "no HTML");
        row("no other", "\"what\": \"parameters\"",
            "\"what\": \"difference\", \"step\": \"logits\"", "line 42:", "other of the block");
        row("other experiment", "\"what\": \"parameters\"",
            "\"what\": \"difference\", \"step\": \"logits\", \"other\": \"ghost\"",
            "line 42:", "the experiment \"ghost\"");
        row("no place", "\"kind\": \"point\", ", "\"kind\": \"number\", ",
            "line 47:", "claim of the block question is missing");
    }
    void whatIsWrong_isSaidWithLineAndField() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, line);
        QFETCH(QString, says);
        const QByteArray before = from.toUtf8();
        QVERIFY(smallLesson.find(before.toStdString()) != std::string::npos);
        std::string after = to.toStdString();
        if (line == "line 7:" && says == "not UTF-8")
            after = "W\xed\xa0\x80,"; // no QString holds it
        const std::string changed = with(smallLesson, before.toStdString(), after);
        GF_FAILS(parseLesson("small", changed), line.toStdString(), says.toStdString());
    }

    void longText_isRefusedWithItsLength() {
        GF_FAILS(parseLesson("long", std::string(longestLesson + 1, 'x')), "200001");
        std::string pages = smallLesson;
        for (int i = 0; i < 40; ++i)
            pages += "\n---\n\n## More\n\nWords.\n";
        GF_FAILS(parseLesson("many", pages), "at most 40 pages");
    }

    void longText_isGoneThroughOnce_data() {
        QTest::addColumn<std::string>("words");
        const auto row = [](const std::string& begin, const std::string& piece) {
            std::string words = begin;
            while (words.size() < longestLesson - 10'000)
                words += piece;
            QTest::addRow("%s %s", begin.c_str(), piece.c_str()) << words;
        };
        for (const char* begin : {"[", "&", "(", "<", "1", "$1", "$"})
            row(begin, "a");
        for (const char* piece : {"(a", "(a 2017 b", "(a 2017)", "(a)", "<", "&", "&a", "[ ", "1,",
                                  "1 ", "_{", "{}", "*a", "a\t", "]"})
            row("", piece);
        row("1", " ");
        row("(a 2017", " ");
    }
    /// Its time is proportional to its length: quadratic, each would take hours.
    void longText_isGoneThroughOnce() {
        QFETCH(std::string, words);
        hasHtml(words);
        hasLink(words);
        hasDigitOutsideSources(words);
        hasMeasuredNumber(words);
        formulaDepth(words);
        GF_FAILS(parseLesson("long", with(smallLesson, "It is {claim:half}.", words)),
                 "line 24:", "at most 5000 bytes");
    }

    /// Whatever is done to a file, it is read or refused with a line.
    void fiveHundredDamagedLessons_areReadOrRefused() {
        std::vector<std::string> whole{smallLesson};
        for (const CourseText& each : courseTexts())
            whole.emplace_back(each.text);
        int refused = 0;
        for (std::uint64_t copy = 0; copy < 500; ++copy) {
            Dice dice(copy);
            const std::string text = damaged(whole[copy % whole.size()], dice);
            const std::string error = test::errorOf([&] { parseLesson("damaged", text); });
            refused += error.empty() ? 0 : 1;
            QVERIFY2(error.empty() || error.starts_with("line "), error.c_str());
        }
        QVERIFY(refused > 350);
    }

    void answers_areReadAsTheyAreWritten() {
        const Lesson lesson = parseLesson("small", smallLesson);
        const LessonAnswers answers{"small", {{"guess", 1}}};
        QCOMPARE(parseAnswers(toText(answers, lesson), lesson), answers);
    }

    void damagedAnswers_areRefusedWithTheField_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QByteArray& text, const char* says) {
            QTest::newRow(name) << text << QString(says);
        };
        row("nothing", "", "no JSON");
        row("bytes", "\xff", "line 1");
        row("no object", "[]", "no answers");
        row("another field", R"({"lesson": "small", "answers": {}, "name": "Eve"})", "no answers");
        row("lesson", R"({"lesson": "large", "answers": {}})", "lesson is \"large\"");
        row("question", R"({"lesson": "small", "answers": {"who": 1}})", "answers.\"who\"");
        row("place", R"({"lesson": "small", "answers": {"place": 1}})", "answers.\"place\"");
        row("answer", R"({"lesson": "small", "answers": {"guess": 3}})", "answers.guess is");
        row("none", R"({"lesson": "small", "answers": {"guess": 0}})", "answers.guess is");
        row("half", R"({"lesson": "small", "answers": {"guess": 1.5}})", "answers.guess is");
        row("huge", R"({"lesson": "small", "answers": {"guess": 18446744073709551615}})",
            "answers.guess is");
        row("twice", R"({"lesson": "small", "answers": {"guess": 1, "guess": 2}})", "twice");
        row("deep", "{\"lesson\": \"small\", \"answers\": {\"guess\": [[[1]]]}}", "deep");
        row("large", QByteArray(30'000, ' '), "bytes");
    }
    void damagedAnswers_areRefusedWithTheField() {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const Lesson lesson = parseLesson("small", smallLesson);
        GF_FAILS(parseAnswers(text.toStdString(), lesson), says.toStdString());
    }

    void numeral_isBoundOrSaid_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("bound");
        QTest::newRow("plain") << "about 96 %" << false;
        QTest::newRow("claim") << "about {claim:half}" << true;
        QTest::newRow("setting") << "{set:tiny.steps} steps" << true;
        QTest::newRow("word") << "two steps" << true;
        QTest::newRow("formula") << "$2σ² + d_1$" << true;
        QTest::newRow("number in a formula") << "$x = 64$" << false;
        QTest::newRow("decimal in a formula") << "$x = 0.5$" << false;
        QTest::newRow("share in a formula") << R"($9\%$)" << false;
        QTest::newRow("list in a formula") << "$h_1, h_2$" << true;
        QTest::newRow("source") << "(Vaswani et al. 2017, section 3.2)" << true;
        QTest::newRow("share beside a source") << "(97 % in Berlin 2017)" << false;
        QTest::newRow("year alone") << "in 2017" << false;
        QTest::newRow("year of another word") << "(version A2017)" << false;
        QTest::newRow("longer number") << "(Vaswani 20170)" << false;
        QTest::newRow("source in brackets") << "(see (Vaswani 2017)" << true;
        QTest::newRow("year before the name") << "(2017 Vaswani)" << false;
        QTest::newRow("list of numbers in a formula") << "$h_1 , 2$" << true;
        QTest::newRow("spaced share in a formula") << R"($9  \%$)" << false;
        QTest::newRow("code of a block") << "`encoder.0.self_attn`" << true;
        QTest::newRow("other code") << "`97`" << false;
    }
    void numeral_isBoundOrSaid() {
        QFETCH(QString, words);
        QFETCH(bool, bound);
        const Lesson lesson =
            parseLesson("small", with(smallLesson, "It is {claim:half}.", words.toStdString()));
        const std::vector<LessonProblem> problems = unboundNumerals(lesson);
        QCOMPARE(problems.empty(), bound);
        QVERIFY(bound || problems.front().line == 24);
    }

    void place_isFoundInTheTrace() {
        const Trace trace = smallTrace({0, 1, 2, 3, 9, 5, 6, 7, 8, 4, -1, 0});
        LessonPointer pointer;
        pointer.among.step = "m";
        QCOMPARE(findPlace(trace, pointer), (FoundPlace{0, 1, 1}));
        QCOMPARE(findPlace(trace, pointer).ahead, 1.0 / 9); // the next one is 8
        pointer.smallest = true;
        QCOMPARE(findPlace(trace, pointer), (FoundPlace{1, 1, 1}));
        pointer.smallest = false;
        pointer.find = LessonPointer::Find::Head;
        pointer.among.row = LessonPlace{1, {}};
        pointer.among.column = LessonPlace{2, {}};
        QCOMPARE(findPlace(trace, pointer).head, Index(1));
        QVERIFY(isAsked(pointer, {1, 0, 0}, {1, 1, 2}));
        QVERIFY(!isAsked(pointer, {1, 0, 0}, {0, 0, 0}));
        pointer.among.column = LessonPlace{4, {}};
        GF_FAILS(findPlace(trace, pointer), "no place 4", "there are 3");
        pointer.among.step = "n";
        GF_FAILS(findPlace(trace, pointer), "no step \"n\"");
    }

    void equalPlaces_areNoAnswer() {
        const Trace trace = smallTrace({5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        LessonPointer pointer;
        pointer.among.step = "m";
        GF_FAILS(findPlace(trace, pointer), "equally right");
        const Trace alike = smallTrace({5, 4.99F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        GF_FAILS(findPlace(alike, pointer), "equally right");
        pointer.find = LessonPointer::Find::Row; // both stand in one row
        QCOMPARE(findPlace(trace, pointer).row, Index(0));
        QCOMPARE(findPlace(trace, pointer).ahead, 1.0);
    }

    void comparedRuns_haveTheNamesThatTheLessonGivesThem() {
        const std::string named = with(smallLesson, "\"values\": [2, 4]}",
                                       "\"values\": [2, 4], \"names\": [\"two\", \"four\"]}");
        const Lesson lesson = parseLesson("small", named);
        QCOMPARE(lesson.experiment("tiny")->compare->names,
                 (std::vector<std::string>{"two", "four"}));
        QVERIFY(unboundNumerals(lesson).empty());
        QVERIFY(!unboundNumerals(parseLesson("small", with(named, "four", "97"))).empty());
        GF_FAILS(parseLesson("small", with(named, "\"two\", ", "")), "names",
                 "a name for each of the values");
    }

    void numbersThatRoundToZero_haveNoSign() {
        LessonClaim claim;
        QCOMPARE(numberText(claim, -0.0), std::string("0"));
        QCOMPARE(numberText(claim, -1.0), std::string("-1"));
        claim.decimals = 2;
        QCOMPARE(numberText(claim, -0.001), std::string("0.00"));
        claim.as = LessonStyle::Percent;
        QCOMPARE(numberText(claim, -0.00001), std::string("0.00 %"));
        QCOMPARE(numberText(claim, -0.1), std::string("-10.00 %"));
    }

    void course_keepsTheForm_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(courseTexts().size()); ++i)
            QTest::addRow("%s", std::string(courseTexts()[i].name)
                                    .append(" ")
                                    .append(courseTexts()[i].language)
                                    .c_str())
                << i;
    }
    void course_keepsTheForm() {
        QFETCH(int, number);
        const CourseText& text = courseTexts()[number];
        const Lesson lesson = parseLesson(text.name, text.text);
        for (const LessonProblem& problem : unboundNumerals(lesson))
            QFAIL(("line " + std::to_string(problem.line) + ": " + problem.sentence.english())
                      .c_str());
        QVERIFY(lesson.minutes <= 10);
        QVERIFY(lesson.pages.size() >= 4);
        QVERIFY(lesson.pages.size() <= 8);
        QVERIFY(!blocksOf<LessonScene>(lesson).empty());
        const auto questions = blocksOf<LessonQuestion>(lesson);
        QVERIFY(std::ranges::count(questions, true, &LessonQuestion::why) >= 2);
        QVERIFY(std::ranges::count(questions, LessonQuestion::Kind::Point, &LessonQuestion::kind) >=
                1);
        const auto experiments = blocksOf<LessonExperiment>(lesson);
        QVERIFY(std::ranges::any_of(experiments, [](const LessonExperiment* experiment) {
            return !experiment->after.empty();
        }));
        for (const LessonExperiment* experiment : experiments)
            if (!experiment->after.empty())
                QVERIFY(lesson.question(experiment->after)->line < experiment->line);
        QVERIFY(text.text.find("ry it yourself") != std::string_view::npos ||
                text.text.find("elbst ausprobieren") != std::string_view::npos);
    }

    /// Who knows nothing can tell a right answer neither by its place nor by its length.
    void course_mixesItsAnswers_data() {
        QTest::addColumn<QString>("language");
        for (const char* const language : {"en", "de"})
            QTest::newRow(language) << language;
    }
    void course_mixesItsAnswers() {
        QFETCH(QString, language);
        std::map<std::size_t, std::vector<int>> places; // of the right one, by number of answers
        int questions = 0;
        int longest = 0;
        for (const CourseText& each : courseTexts()) {
            if (language != QString::fromUtf8(each.language.data(), each.language.size()))
                continue;
            const Lesson lesson = parseLesson(each.name, each.text);
            for (const LessonQuestion* question : blocksOf<LessonQuestion>(lesson)) {
                if (question->kind != LessonQuestion::Kind::Choice)
                    continue;
                const auto& answers = question->answers;
                const auto right = std::ranges::find(answers, true, &LessonAnswer::right);
                std::vector<int>& counts = places[answers.size()];
                counts.resize(answers.size());
                ++counts[right - answers.begin()];
                ++questions;
                longest += std::ranges::all_of(answers, [&](const LessonAnswer& answer) {
                    return answer.text.size() <= right->text.size();
                });
            }
        }
        QVERIFY(questions > 50);
        QVERIFY2(2 * longest <= questions, std::to_string(longest).c_str());
        for (const auto& [answers, counts] : places) {
            const int all = std::accumulate(counts.begin(), counts.end(), 0);
            const double even = static_cast<double>(all) / static_cast<double>(answers);
            for (const int count : counts)
                QVERIFY2(std::abs(count - even) <= std::max(1.0, even / 4),
                         std::to_string(count).c_str());
        }
    }

    /// Every claim is stated somewhere: in a text, or as what decides a question, or by itself.
    void course_isTheSameInBothLanguages() {
        std::map<std::string_view, std::string> english;
        std::size_t german = 0;
        for (const CourseText& each : courseTexts())
            if (each.language == "en")
                english[each.name] = bonesOf(parseLesson(each.name, each.text));
        for (const CourseText& each : courseTexts())
            if (each.language == "de") {
                ++german;
                QCOMPARE(bonesOf(parseLesson(each.name, each.text)), english[each.name]);
            }
        QCOMPARE(german, english.size());
    }
};

} // namespace gf::tst_lesson

#include "tests/entry.h"
GF_GUILESS_TEST(tst_lesson, TestLesson)
#include "tst_lesson.moc"
