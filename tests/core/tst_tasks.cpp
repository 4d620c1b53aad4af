// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch.h"
#include "core/data/task.h"
#include "core/tensor/error.h"
#include "tests/core/errors.h"

#include <QDate>
#include <QLocale>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace gf::tst_tasks {
namespace {

using Tasks = std::vector<std::unique_ptr<Task>>;

std::unique_ptr<Task> generated(const std::string& name,
                                std::optional<Architecture> architecture = {}) {
    TaskRequest request;
    request.name = name;
    request.architecture = architecture;
    return makeTask(request);
}

/// The tasks that draw examples in words.
std::vector<std::string> generatedNames() {
    std::vector<std::string> names;
    for (const char* const name : {
#define GF_GENERATED(problem, name, summary, ...) name,
#include "core/data/task_table.def"
         })
        if (!generated(name)->form().sourceIsNumbers())
            names.push_back(name);
    return names;
}

/// Whether an architecture can do a task.
bool canBePutTo(const std::string& name, Architecture architecture) {
    try {
        return generated(name, architecture) != nullptr;
    } catch (const Error&) {
        return false;
    }
}

/// What a decoder reads between source and target.
std::string betweenIn(const Task& task) {
    const bool words = task.targetVocabulary()->tokenization() == Tokenization::Words;
    return words ? " = " : task.name() == "repeat" ? "|" : "=";
}

/// Source and target of an example, also of one that a decoder-only model reads as a single text.
TextExample takenApart(const Task& task, const TextExample& example) {
    if (task.architecture() != Architecture::Decoder)
        return example;
    const std::string between = betweenIn(task);
    const std::size_t equals = example.target.find(between);
    return {example.target.substr(0, equals), example.target.substr(equals + between.size())};
}

/// Day, month and year of any spelling of the date task, worked out without its code; the weekday,
/// when there is one, is checked on the way.
QString isoOf(const QString& text) {
    static const QStringList months = {"january",   "february", "march",    "april",
                                       "may",       "june",     "july",     "august",
                                       "september", "october",  "november", "december"};
    const auto iso = [](int year, int month, int day) {
        return QDate(year, month, day).toString(Qt::ISODate);
    };
    const auto match = [&](const char* pattern) {
        return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text);
    };
    const auto monthOf = [&](const QString& name) {
        for (int i = 0; i < 12; ++i)
            if (months[i] == name || months[i].left(3) == name)
                return i + 1;
        return 0;
    };
    if (auto m = match("(\\d\\d)/(\\d\\d)/(\\d{4})"); m.hasMatch())
        return iso(m.captured(3).toInt(), m.captured(2).toInt(), m.captured(1).toInt());
    if (auto m = match("(\\d+)\\.(\\d+)\\.(\\d{4})"); m.hasMatch())
        return iso(m.captured(3).toInt(), m.captured(2).toInt(), m.captured(1).toInt());
    if (auto m = match("(\\d{4})\\.(\\d+)\\.(\\d+)"); m.hasMatch())
        return iso(m.captured(1).toInt(), m.captured(2).toInt(), m.captured(3).toInt());
    if (auto m = match("(\\d+)-([a-z]{3})-(\\d\\d)"); m.hasMatch()) {
        const int year = m.captured(3).toInt();
        return iso(year + (year < 50 ? 2000 : 1900), monthOf(m.captured(2)), m.captured(1).toInt());
    }
    if (auto m = match("([a-z]+) (\\d+),? (\\d{4})"); m.hasMatch())
        return iso(m.captured(3).toInt(), monthOf(m.captured(1)), m.captured(2).toInt());
    if (auto m = match("(\\d+)(st|nd|rd|th) of ([a-z]+) (\\d{4})"); m.hasMatch())
        return iso(m.captured(4).toInt(), monthOf(m.captured(3)), m.captured(1).toInt());
    if (auto m = match("(?:([a-z]+day) )?(\\d+) ([a-z]+) (\\d{4})"); m.hasMatch()) {
        const QDate date(m.captured(4).toInt(), monthOf(m.captured(3)), m.captured(2).toInt());
        const QString weekday = QLocale::c().dayName(date.dayOfWeek()).toLower();
        return m.captured(1).isEmpty() || m.captured(1) == weekday ? date.toString(Qt::ISODate)
                                                                   : "wrong weekday";
    }
    return "unknown spelling";
}

/// A sentence of the translation task in French, from a dictionary and five rules.
QString frenchOf(const QString& text) {
    struct Entry {
        QString one, many;
        bool feminine;
    };
    static const QMap<QString, Entry> nouns = {
        {"cat", {"chat", "chats", false}},       {"dog", {"chien", "chiens", false}},
        {"king", {"roi", "rois", false}},        {"boy", {"garçon", "garçons", false}},
        {"girl", {"fille", "filles", true}},     {"cow", {"vache", "vaches", true}},
        {"queen", {"reine", "reines", true}},    {"book", {"livre", "livres", false}},
        {"hat", {"chapeau", "chapeaux", false}}, {"coat", {"manteau", "manteaux", false}},
        {"house", {"maison", "maisons", true}},  {"car", {"voiture", "voitures", true}},
        {"flower", {"fleur", "fleurs", true}}};
    static const QMap<QString, QString> adjectives = {{"big", "grand"},  {"small", "petit"},
                                                      {"red", "rouge"},  {"green", "vert"},
                                                      {"black", "noir"}, {"white", "blanc"}};
    static const QMap<QString, QPair<QString, QString>> verbs = {{"see", {"voit", "voient"}},
                                                                 {"find", {"trouve", "trouvent"}},
                                                                 {"take", {"prend", "prennent"}},
                                                                 {"want", {"veut", "veulent"}},
                                                                 {"sell", {"vend", "vendent"}}};
    static const QMap<QString, QString> pronouns = {{"him", "le"}, {"her", "la"}, {"them", "les"}};
    static const QMap<QString, QString> numbers = {
        {"two", "deux"}, {"three", "trois"}, {"four", "quatre"}};
    QStringList words = text.split(' ');
    // Articles and adjectives agree, sizes stand before the noun, colours behind it.
    const auto phrase = [&](bool& plural) -> QStringList {
        QStringList before, behind, described;
        const QString article = words.takeFirst();
        while (!words.isEmpty() && adjectives.contains(words.first()))
            described << words.takeFirst();
        QString noun = words.isEmpty() ? QString() : words.takeFirst();
        plural = noun.endsWith('s');
        if (plural)
            noun.chop(1);
        const Entry entry = nouns.value(noun, {"?", "?", false});
        for (const QString& each : described) {
            QString form = adjectives[each];
            if (form == "blanc" && entry.feminine)
                form = "blanch";
            if (form != "rouge" && entry.feminine)
                form += "e";
            (each == "big" || each == "small" ? before : behind) << form + (plural ? "s" : "");
        }
        const QString written = numbers.contains(article) ? numbers[article]
                                : article == "a"          ? (entry.feminine ? "une" : "un")
                                : plural                  ? "les"
                                : entry.feminine          ? "la"
                                                          : "le";
        return QStringList{written} + before + QStringList{plural ? entry.many : entry.one} +
               behind;
    };
    bool plural = false, objectIsPlural = false;
    QStringList french = phrase(plural);
    // A negation stands around the verb, a pronoun before it.
    const bool negated = words.value(1) == "not";
    if (negated)
        words = words.mid(2);
    QString verb = words.takeFirst();
    if (!verbs.contains(verb))
        verb.chop(1);
    const bool pronoun = pronouns.contains(words.value(0));
    if (negated)
        french << "ne";
    if (pronoun)
        french << pronouns[words.takeFirst()];
    french << (plural ? verbs[verb].second : verbs[verb].first);
    if (negated)
        french << "pas";
    return (pronoun ? french : french + phrase(objectIsPlural)).join(' ');
}

/// "x" where brackets first go wrong, found by taking away pairs that stand beside each other: what
/// is left is wrong, from its first closing bracket that stands behind an opening one, or begins
/// it.
std::string marksOf(const std::string& text) {
    std::vector<std::pair<char, std::size_t>> left; // with their places
    for (std::size_t at = 0; at < text.size(); ++at)
        left.emplace_back(text[at], at);
    const auto isOpening = [](char c) { return std::string("([{").find(c) != std::string::npos; };
    for (std::size_t i = 0; i + 1 < left.size();) {
        const std::string pair{left[i].first, left[i + 1].first};
        if (pair == "()" || pair == "[]" || pair == "{}") {
            left.erase(left.begin() + std::ptrdiff_t(i), left.begin() + std::ptrdiff_t(i) + 2);
            i = 0;
        } else {
            ++i;
        }
    }
    std::string marks(text.size(), '.');
    const auto closing =
        std::ranges::find_if(left, [&](const auto& each) { return !isOpening(each.first); });
    if (!left.empty())
        marks[closing == left.end() ? left.front().second : closing->second] = 'x';
    return marks;
}

/// The right answer to a source, worked out without the task's code.
std::string answerTo(const std::string& task, const std::string& source) {
    if (task == "copy" || task == "repeat")
        return source;
    if (task == "reverse")
        return {source.rbegin(), source.rend()};
    if (task == "sort") {
        const std::multiset<char> letters(source.begin(), source.end());
        return {letters.begin(), letters.end()};
    }
    if (task == "addition") {
        const QStringList numbers = QString::fromStdString(source).split('+');
        return std::to_string(numbers.value(0).toInt() + numbers.value(1).toInt());
    }
    if (task == "modular") {
        const QStringList numbers = QString::fromStdString(source).split('+');
        return std::to_string((numbers.value(0).toInt() + numbers.value(1).toInt()) % 59);
    }
    if (task == "parity") {
        std::string parities;
        for (std::size_t i = 1; i <= source.size(); ++i)
            parities += std::ranges::count(source.substr(0, i), '1') % 2 == 1 ? '1' : '0';
        return parities;
    }
    if (task == "brackets")
        return marksOf(source);
    if (task == "translation")
        return frenchOf(QString::fromStdString(source)).toStdString();
    if (task == "date")
        return isoOf(QString::fromStdString(source)).toStdString();
    qFatal("say how %s is answered", task.c_str());
}

class TstTasks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void taskTable_namesEveryTask();
    void examples_haveRightAnswers_data() { everyGeneratedTask(); }
    void examples_haveRightAnswers();
    void examples_fitLengthsAndVocabularies_data() { everyGeneratedTask(); }
    void examples_fitLengthsAndVocabularies();
    void validation_isFixedDistinctAndNeverTrainedOn_data() { everyGeneratedTask(); }
    void validation_isFixedDistinctAndNeverTrainedOn();
    void trainingExamples_dependOnSeedAndIndexAlone_data() { everyGeneratedTask(); }
    void trainingExamples_dependOnSeedAndIndexAlone();
    void defaults_fitTheTask_data() { everyGeneratedTask(); }
    void defaults_fitTheTask();
    void promptLength_coversTheQuestionOfADecoder_data() { everyGeneratedTask(); }
    void promptLength_coversTheQuestionOfADecoder();
    void answerTo_answersTheQuestionsOfTheTask_data() { everyGeneratedTask(); }
    void answerTo_answersTheQuestionsOfTheTask();
    void answerTo_givesNothingForWhatIsNoQuestion();
    void sequences_haveAllLengthsAndLetters();
    void addition_coversTheTwoDigitNumbers();
    void translation_makesManySentencesFromFewWords();
    void dates_comeInEverySpelling();
    void dates_coverTheYears();
    void showcase_givesAFixedExample();
    void repeat_drawsWordsOfFourToTwelveLetters();
    void modular_dividesAllSums_data();
    void modular_dividesAllSums();
    void modular_asksWithNumbersAsTokens();
    void modular_labelsTheAnswerAlone();
    void parity_hasEveryLengthAsItsSize();
    void brackets_areBalancedOrWrongAtOnePlace();
    void brackets_haveTheirDepthAsSize();
    void addition_hasAsManyDigitsAsAsked();
    void addition_countsCarries();
    void addition_canBeWrittenFromItsLastDigitOn();
    void makeTask_refusesImpossibleRequests_data();
    void makeTask_refusesImpossibleRequests();

    void text_drawsWindowsOfTheFile();
    void text_keepsTheLastTenthForValidation();
    void textWindow_isAsLongAsAsked_data();
    void textWindow_isAsLongAsAsked();
    void context_isRefusedWhereThereIsNoRoom();
    void textWindow_shrinksWithTheText();
    void text_countsCharactersNotBytes();
    void text_readsCrLfAndAByteOrderMark();
    void bytePairText_hasWindowsOfItsTokens();
    void bytePairText_givesTheSameTaskEachTime();
    void text_refusesABadFile_data();
    void text_refusesABadFile();

    void pairs_areReadLineByLine();
    void pairs_canBeWords();
    void pairs_answerWithTheFirstTargetOfASource();
    void pairsSplit_keepsASourceOnOneSide();
    void pairsSplit_keepsTheSameWordsOnOneSide();
    void pairs_needOnlyTwoSources();
    void pairsSplit_doesNotDependOnTheOrder();
    void pairs_canLabelTokens();
    void pairs_canBeOneText();
    void pairs_refuseABadFile_data();
    void pairs_refuseABadFile();
    void makeTask_namesUtf16AsTheEncodingOfAFile();
    void makeTask_namesMissingFilesAndFolders();
    void makeTask_refusesAHugeFileUnread();

private:
    void everyGeneratedTask();
    QString write(const QByteArray& content, const QString& name = "data.txt");
    std::unique_ptr<Task> fromFile(const char* task, const QByteArray& content,
                                   Tokenization tokenization = Tokenization::Characters,
                                   std::optional<Architecture> architecture = {});

    QTemporaryDir m_folder;
};

QString TstTasks::write(const QByteArray& content, const QString& name) {
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write the test's file");
    return file.fileName();
}

std::unique_ptr<Task> TstTasks::fromFile(const char* task, const QByteArray& content,
                                         Tokenization tokenization,
                                         std::optional<Architecture> architecture) {
    return makeTask({task, write(content).toStdString(), architecture, tokenization});
}

/// Rows of task and architecture, all that can be done.
void TstTasks::everyGeneratedTask() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("architecture");
    for (const std::string& name : generatedNames()) {
        const auto add = [&](const char* suffix, Architecture architecture) {
            QTest::addRow("%s, %s", name.c_str(), suffix)
                << QString::fromStdString(name) << static_cast<int>(architecture);
        };
        for (const auto& [suffix, architecture] :
             {std::pair{"encoder-decoder", Architecture::EncoderDecoder},
              std::pair{"decoder", Architecture::Decoder},
              std::pair{"encoder", Architecture::Encoder}})
            if (canBePutTo(name, architecture))
                add(suffix, architecture);
    }
}

/// The task of the current row of everyGeneratedTask().
#define FETCH_TASK(task)                                                                           \
    QFETCH(QString, name);                                                                         \
    QFETCH(int, architecture);                                                                     \
    const auto task = generated(name.toStdString(), static_cast<Architecture>(architecture))

void TstTasks::taskTable_namesEveryTask() {
    QStringList names;
    for (const TaskInfo& row : taskTable()) {
        names << QString::fromUtf8(row.name.data(), static_cast<qsizetype>(row.name.size()));
        QVERIFY(row.summary.starts_with("Learns "));
        QCOMPARE(summaryOf(row.name), row.summary);
        if (!row.needsFile) {
            const auto task = generated(std::string(row.name));
            const TextExample example = task->showcase();
            const bool words = !task->form().sourceIsNumbers(); // numbers would be too many
            const std::string shown =
                example.source.empty() ? example.target : example.source + " → " + example.target;
            QVERIFY2(!words || row.summary.ends_with(": " + shown), row.summary.data());
            QCOMPARE(task->name(), std::string(row.name));
            QVERIFY(task->architecture() == row.usual);
            QVERIFY(!row.only || row.only->which == row.usual);
            QCOMPARE(task->form().targetIsNumbers(), row.foretold > 0);
        }
    }
    QVERIFY(summaryOf("").starts_with("Learned from a file of batches"));
    QFile page(GF_TEST_DATA "/../../docs/tasks.md");
    QVERIFY(page.open(QIODevice::ReadOnly));
    QStringList onPage;
    for (const QString& line : QString::fromUtf8(page.readAll()).split('\n'))
        if (line.startsWith("| `") && !line.startsWith("| `--"))
            onPage << line.section('`', 1, 1);
    QCOMPARE(onPage, names);
}

void TstTasks::examples_haveRightAnswers() {
    FETCH_TASK(task);
    const auto check = [&](const TextExample& example) {
        const TextExample parts = takenApart(*task, example);
        QCOMPARE(QString::fromStdString(parts.target),
                 QString::fromStdString(answerTo(task->name(), parts.source)));
        QVERIFY(!parts.source.empty());
    };
    for (std::uint64_t i = 0; i < 3000; ++i)
        check(task->training(7, i));
    for (Index i = 0; i < task->validationCount(); ++i)
        check(task->validation(i));
    check(task->showcase());
}

void TstTasks::examples_fitLengthsAndVocabularies() {
    FETCH_TASK(task);
    Index longestSource = 0, longestTarget = 0;
    const auto length = [](const Vocabulary* vocabulary, const std::string& text) {
        const std::vector<TokenId> ids = vocabulary->encode(text);
        if (std::count(ids.begin(), ids.end(), unkId) != 0)
            qFatal("a token is not in the vocabulary");
        return static_cast<Index>(ids.size()) + 1; // <eos>
    };
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        const TextExample example = task->training(1, i);
        if (task->sourceVocabulary())
            longestSource =
                std::max(longestSource, length(task->sourceVocabulary(), example.source));
        else
            QVERIFY(example.source.empty());
        longestTarget = std::max(longestTarget, length(task->targetVocabulary(), example.target));
        if (task->architecture() == Architecture::Encoder)
            QCOMPARE(example.target.size(), example.source.size());
    }
    const bool isDecoder = task->architecture() == Architecture::Decoder;
    QCOMPARE(task->sourceVocabulary() == nullptr, isDecoder);
    if (task->architecture() == Architecture::Encoder) {
        QCOMPARE(task->targetLength(), Index{0});
        QCOMPARE(task->sourceLength(), longestSource);
        return;
    }
    QVERIFY(longestTarget <= task->targetLength());
    QVERIFY(longestSource <= task->sourceLength());
    // Not much longer than needed either: every place in a batch is paid for.
    QVERIFY(longestTarget >= task->targetLength() - 1);
    QVERIFY(isDecoder ? task->sourceLength() == 0 : longestSource >= task->sourceLength() - 1);
}

void TstTasks::validation_isFixedDistinctAndNeverTrainedOn() {
    FETCH_TASK(task);
    // What must not be seen twice: the source, and for dates the day whatever its spelling.
    const auto keyOf = [&](const TextExample& example) {
        const TextExample parts = takenApart(*task, example);
        return task->name() == "date" ? parts.target : parts.source;
    };
    std::set<std::string> validation;
    for (Index i = 0; i < task->validationCount(); ++i)
        validation.insert(keyOf(task->validation(i)));
    QCOMPARE(static_cast<Index>(validation.size()), task->validationCount());
    const Index all = task->trainedCount() + task->validationCount(); // where there is an end
    QVERIFY(task->validationCount() >= 256);
    QVERIFY(task->trainedCount() > 0 ? all == 59 * 59 : task->validationCount() <= 512);

    std::set<std::string> trained;
    for (const std::uint64_t seed : {1ULL, 2ULL, 0ULL, ~0ULL})
        for (std::uint64_t i = 0; i < 25'000; ++i)
            trained.insert(keyOf(task->training(seed, i)));
    for (const std::string& key : validation)
        QVERIFY2(!trained.contains(key), key.c_str());
    // It is not the same few examples again and again.
    QVERIFY(task->trainedCount() > 0 ? static_cast<Index>(trained.size()) == task->trainedCount()
                                     : trained.size() > 7000);

    const auto again = generated(task->name(), task->architecture());
    for (Index i = 0; i < task->validationCount(); ++i) {
        QCOMPARE(again->validation(i).source, task->validation(i).source);
        QCOMPARE(again->validation(i).target, task->validation(i).target);
    }
}

void TstTasks::trainingExamples_dependOnSeedAndIndexAlone() {
    FETCH_TASK(task);
    const auto again = generated(task->name(), task->architecture());
    int same = 0;
    for (std::uint64_t i = 500; i-- > 0;) { // from the end: nothing may depend on the order
        QCOMPARE(again->training(3, i).source, task->training(3, i).source);
        QCOMPARE(again->training(3, i).target, task->training(3, i).target);
        same += task->training(4, i).target == task->training(3, i).target;
        same += task->training(3, i + 1).target == task->training(3, i).target;
    }
    QVERIFY2(same < 50, qPrintable(QString::number(same)));
}

void TstTasks::defaults_fitTheTask() {
    FETCH_TASK(task);
    const ModelConfig model = task->modelDefaults();
    QVERIFY(model.architecture == task->architecture());
    QCOMPARE(model.targetVocab, task->targetVocabulary()->size());
    if (task->sourceVocabulary())
        QCOMPARE(model.sourceVocab, task->sourceVocabulary()->size());
    QVERIFY(model.maxLength >= std::max(task->sourceLength(), task->targetLength()));
    const TrainConfig train = task->trainDefaults();
    QVERIFY(train.steps > train.warmup);
    QVERIFY(train.batch > 0);
    QVERIFY(train.learningRate > 0);
}

void TstTasks::promptLength_coversTheQuestionOfADecoder() {
    FETCH_TASK(task);
    const TextExample example = task->validation(0);
    if (task->architecture() == Architecture::Decoder)
        QCOMPARE(
            task->promptLength(example),
            static_cast<Index>(
                task->targetVocabulary()->encode(takenApart(*task, example).source).size() + 1));
    else
        QCOMPARE(task->promptLength(example), Index{0});
}

void TstTasks::answerTo_answersTheQuestionsOfTheTask() {
    QFETCH(QString, name);
    QFETCH(int, architecture);
    const auto task = generated(name.toStdString(), static_cast<Architecture>(architecture));
    for (std::uint64_t i = 0; i < 500; ++i) {
        const TextExample example = task->training(3, i);
        const auto answer = task->answerTo(example.source);
        if (task->architecture() == Architecture::Decoder)
            QVERIFY(!answer);
        else
            QCOMPARE(answer.value_or("none"), example.target);
    }
}

void TstTasks::answerTo_givesNothingForWhatIsNoQuestion() {
    for (const char* text : {"", "2", "27+", "+3", "2+3+4", "-1+2", "9999999999999999999+1", "a+b"})
        QVERIFY2(!generated("addition")->answerTo(text), text);
    for (const char* text : {"", "the cat", "a cats see him", "the cat see him", "two cat see him",
                             "the cat sees the", "the red big cat sees him", "the cat does see him",
                             "the cat sees him him", "le chat voit le chien"})
        QVERIFY2(!generated("translation")->answerTo(text), text);
    QCOMPARE(generated("translation")->answerTo("two big white cows do not want her").value_or(""),
             "deux grandes vaches blanches ne la veulent pas");
    for (const char* text : {"", "7 may", "31 february 2001", "7 may 2003 ", "friday 7 may 2003",
                             "1.1.99999999999", "0.1.1999", "7 mai 2003", "1 january 1850"})
        QVERIFY2(!generated("date")->answerTo(text), text);
    QCOMPARE(generated("date")->answerTo("wednesday 7 may 2003").value_or(""), "2003-05-07");
    QCOMPARE(generated("date")->answerTo("7-may-03").value_or(""), "2003-05-07");
    QVERIFY(!generated("sort")->answerTo("a?b"));
    QCOMPARE(generated("sort")->answerTo("").value_or("none"), "");
}

void TstTasks::sequences_haveAllLengthsAndLetters() {
    const auto task = generated("reverse");
    std::map<std::size_t, int> lengths;
    std::set<char> letters;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        const std::string source = task->training(1, i).source;
        ++lengths[source.size()];
        letters.insert(source.begin(), source.end());
    }
    QCOMPARE(lengths.size(), std::size_t{10});
    QCOMPARE(lengths.begin()->first, std::size_t{1});
    QCOMPARE(lengths.rbegin()->first, std::size_t{10});
    for (const auto& [length, count] : lengths)
        QVERIFY2(count > 850 && count < 1150, qPrintable(QString::number(count)));
    QCOMPARE(letters.size(), std::size_t{26});
}

void TstTasks::addition_coversTheTwoDigitNumbers() {
    const auto task = generated("addition");
    std::set<int> first, second;
    for (std::uint64_t i = 0; i < 5000; ++i) {
        const QStringList parts = QString::fromStdString(task->training(1, i).source).split('+');
        QCOMPARE(parts.size(), 2);
        first.insert(parts[0].toInt());
        second.insert(parts[1].toInt());
    }
    for (const auto& numbers : {first, second}) {
        QCOMPARE(numbers.size(), std::size_t{90});
        QCOMPARE(*numbers.begin(), 10);
        QCOMPARE(*numbers.rbegin(), 99);
    }
}

/// About 60 words a side, far more sentences than could be learnt by heart, and in another order
/// than in English.
void TstTasks::translation_makesManySentencesFromFewWords() {
    const auto task = generated("translation");
    for (const Vocabulary* side : {task->sourceVocabulary(), task->targetVocabulary()})
        QVERIFY2(side->size() > 50 && side->size() < 75, qPrintable(QString::number(side->size())));
    std::set<std::string> sentences;
    std::map<std::size_t, int> lengths;
    int pronouns = 0, negations = 0, colours = 0;
    for (std::uint64_t i = 0; i < 30'000; ++i) {
        const TextExample example = task->training(1, i);
        sentences.insert(example.source);
        const QStringList words = QString::fromStdString(example.source).split(' ');
        ++lengths[words.size()];
        pronouns += words.contains("him") || words.contains("her") || words.contains("them");
        negations += words.contains("not");
        colours += words.contains("red");
    }
    QVERIFY2(sentences.size() > 20'000, qPrintable(QString::number(sentences.size())));
    QCOMPARE(lengths.begin()->first, std::size_t{4});
    QCOMPARE(lengths.rbegin()->first, std::size_t{11});
    for (const int count : {pronouns, negations, colours})
        QVERIFY2(count > 3000 && count < 15'000, qPrintable(QString::number(count)));
}

void TstTasks::dates_comeInEverySpelling() {
    const auto task = generated("date");
    const std::map<QString, const char*> spellings = {
        {"3 march 1997", "\\d+ [a-z]{4,} \\d{4}"},
        {"march 3, 1997", "[a-z]+ \\d+, \\d{4}"},
        {"mar 3 1997", "[a-z]{3} \\d+ \\d{4}"},
        {"3 mar 1997", "\\d+ [a-z]{3} \\d{4}"},
        {"3rd of march 1997", "(1st|21st|31st|2nd|22nd|3rd|23rd|([4-9]|1\\d|2[04-9]|30)th) of "
                              "[a-z]+ \\d{4}"},
        {"monday 3 march 1997", "[a-z]+day \\d+ [a-z]+ \\d{4}"},
        {"03/03/1997", "\\d\\d/\\d\\d/\\d{4}"},
        {"3.3.1997", "[1-9]\\d?\\.[1-9]\\d?\\.\\d{4}"},
        {"1997.3.3", "\\d{4}\\.[1-9]\\d?\\.[1-9]\\d?"},
        {"3-mar-97", "[1-9]\\d?-[a-z]{3}-\\d\\d"}};
    std::map<QString, int> counts;
    const int samples = 10'000;
    for (int i = 0; i < samples; ++i) {
        const TextExample example = task->training(1, static_cast<std::uint64_t>(i));
        const QString source = QString::fromStdString(example.source);
        int kinds = 0;
        for (const auto& [spelling, pattern] : spellings)
            if (QRegularExpression(QRegularExpression::anchoredPattern(pattern))
                    .match(source)
                    .hasMatch()) {
                ++counts[spelling];
                ++kinds;
                if (spelling == "3-mar-97") {
                    const std::string year = example.target.substr(0, 4);
                    QVERIFY2(year >= "1950" && year <= "2049", year.c_str());
                }
            }
        QVERIFY2(kinds == 1, example.source.c_str());
        QCOMPARE(source, source.toLower());
    }
    for (const auto& [spelling, pattern] : spellings)
        QVERIFY2(counts[spelling] > samples / 30, qPrintable(spelling));
}

void TstTasks::dates_coverTheYears() {
    const auto task = generated("date");
    std::set<std::string> years, months, days;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        const std::string date = task->training(1, i).target;
        QVERIFY2(QDate::fromString(QString::fromStdString(date), Qt::ISODate).isValid(),
                 date.c_str());
        years.insert(date.substr(0, 4));
        months.insert(date.substr(5, 2));
        days.insert(date.substr(8, 2));
    }
    QCOMPARE(years.size(), std::size_t{200});
    QCOMPARE(*years.begin(), std::string("1900"));
    QCOMPARE(*years.rbegin(), std::string("2099"));
    QCOMPARE(months.size(), std::size_t{12});
    QCOMPARE(days.size(), std::size_t{31});
}

void TstTasks::showcase_givesAFixedExample() {
    const TextExample example = generated("date")->showcase();
    QCOMPARE(example.source, std::string("3 march 1997"));
    QCOMPARE(example.target, std::string("1997-03-03"));
    QCOMPARE(generated("addition", Architecture::Decoder)->showcase().target,
             std::string("27+58=85"));
}

void TstTasks::repeat_drawsWordsOfFourToTwelveLetters() {
    const auto task = generated("repeat");
    QVERIFY(task->architecture() == Architecture::Decoder);
    QCOMPARE(task->tokenWord(), std::string_view("letters"));
    std::map<std::size_t, int> lengths;
    for (std::uint64_t i = 0; i < 9000; ++i) {
        const std::string text = task->training(1, i).target;
        const std::size_t bar = text.find('|');
        QCOMPARE(text.substr(0, bar), text.substr(bar + 1));
        ++lengths[bar];
    }
    QCOMPARE(lengths.size(), std::size_t{9});
    QCOMPARE(lengths.begin()->first, std::size_t{4});
    QCOMPARE(lengths.rbegin()->first, std::size_t{12});
    for (const auto& [length, count] : lengths)
        QVERIFY2(count > 850 && count < 1150, qPrintable(QString::number(count)));
}

std::unique_ptr<Task> withParameters(const std::string& name, const TaskParameters& parameters,
                                     std::optional<Architecture> architecture = {}) {
    TaskRequest request;
    request.name = name;
    request.architecture = architecture;
    request.parameters = parameters;
    return makeTask(request);
}

void TstTasks::modular_dividesAllSums_data() {
    QTest::addColumn<int>("modulus");
    QTest::addColumn<double>("share");
    QTest::addColumn<int>("trained");
    QTest::newRow("usual") << 59 << 0.4 << 1392; // of 3481
    QTest::newRow("P 7, half") << 7 << 0.5 << 25;
    QTest::newRow("P 113") << 113 << 0.3 << 3831;
    QTest::newRow("one is trained on") << 2 << 0.01 << 1;
    QTest::newRow("one is not") << 2 << 0.99 << 3;
}

void TstTasks::modular_dividesAllSums() {
    QFETCH(int, modulus);
    QFETCH(double, share);
    QFETCH(int, trained);
    TaskParameters parameters;
    parameters.modulus = modulus;
    parameters.trainShare = share;
    const auto task = withParameters("modular", parameters);
    QCOMPARE(task->trainedCount(), Index{trained});
    std::set<std::string> part, all;
    for (Index i = 0; i < task->trainedCount(); ++i)
        part.insert(task->trained(i).target);
    all = part;
    for (Index i = 0; i < task->validationCount(); ++i)
        QVERIFY(all.insert(task->validation(i).target).second);
    QCOMPARE(static_cast<int>(all.size()), modulus * modulus);
    for (const std::string& text : all) {
        const QStringList parts = QString::fromStdString(text).split('=');
        const QStringList terms = parts[0].split('+');
        QCOMPARE((terms[0].toInt() + terms[1].toInt()) % modulus, parts[1].toInt());
    }
    for (std::uint64_t i = 0; i < 500; ++i) {
        const TextExample drawn = task->training(3, i);
        QVERIFY(part.contains(drawn.target));
        QCOMPARE(task->training(3, i).target, drawn.target);
    }
}

void TstTasks::modular_asksWithNumbersAsTokens() {
    const auto task = generated("modular");
    const Vocabulary& words = *task->targetVocabulary();
    QCOMPARE(words.size(), Index{specialTokens + 59 + 2});
    QCOMPARE(words.encode("17+44=2"),
             (std::vector<TokenId>{specialTokens + 17, words.id("+"), specialTokens + 44,
                                   words.id("="), specialTokens + 2}));
    QCOMPARE(words.decode(words.encode("17+44=2")), std::string("17+44=2"));
    QCOMPARE(words.encode("60+1").front(), unkId);
    QCOMPARE(task->showcase().target, std::string("17+44=2"));
    const auto both = generated("modular", Architecture::EncoderDecoder);
    QCOMPARE(both->answerTo("30+30").value_or(""), "1");
    for (const char* text : {"", "30", "30+", "59+1", "01+2", "1+2+3", "-1+2", "1 + 2"})
        QVERIFY2(!both->answerTo(text), text);
}

void TstTasks::modular_labelsTheAnswerAlone() {
    const auto task = generated("modular");
    const ExampleData data = task->validationData(0);
    QCOMPARE(data.target.ids.size(), std::size_t{5});
    const Batch batch = makeBatch(task->form(), {data}, 0, 7);
    QCOMPARE(batch.labelled(0), (std::vector<bool>{false, false, false, false, true, true, false}));
    // All of it is read.
    QCOMPARE(std::ranges::count(batch.ids("target.ids", 0), padId), std::ptrdiff_t{1});
}

void TstTasks::parity_hasEveryLengthAsItsSize() {
    const auto task = generated("parity");
    QVERIFY(task->architecture() == Architecture::Encoder);
    QCOMPARE(task->sizeWord(), std::string_view("bits"));
    std::map<Index, int> sizes;
    for (std::uint64_t i = 0; i < 13'000; ++i) {
        const TextExample example = task->training(1, i);
        QCOMPARE(task->sizeOf(example), static_cast<Index>(example.source.size()));
        ++sizes[task->sizeOf(example)];
    }
    QCOMPARE(sizes.begin()->first, Index{4});
    QCOMPARE(sizes.rbegin()->first, Index{16});
    QVERIFY(sizes[16] > 850 && sizes[16] < 1150);
    QVERIFY(!task->answerTo("012"));
}

void TstTasks::brackets_areBalancedOrWrongAtOnePlace() {
    const auto task = generated("brackets");
    int balanced = 0;
    for (std::uint64_t i = 0; i < 4000; ++i) {
        const std::string marks = task->training(1, i).target;
        const auto wrong = std::ranges::count(marks, 'x');
        QVERIFY2(wrong <= 1, marks.c_str());
        balanced += wrong == 0;
    }
    QVERIFY2(balanced > 1850 && balanced < 2150, qPrintable(QString::number(balanced)));
    const auto marks = [&](const char* text) { return task->answerTo(text).value_or("none"); };
    QCOMPARE(marks("([)]"), "..x.");
    QCOMPARE(marks(")("), "x.");
    QCOMPARE(marks("(()"), "x..");
    QCOMPARE(marks("()[{"), "..x.");
    QCOMPARE(marks(""), "");
    QCOMPARE(marks("(a)"), "none");
}

void TstTasks::brackets_haveTheirDepthAsSize() {
    for (const auto architecture : {Architecture::Encoder, Architecture::Decoder}) {
        const auto task = generated("brackets", architecture);
        QCOMPARE(task->sizeWord(), std::string_view("deep"));
        const auto depth = [&](const std::string& source) {
            return architecture == Architecture::Decoder
                       ? task->sizeOf({"", source + "=" + std::string(source.size(), '.')})
                       : task->sizeOf({source, ""});
        };
        QCOMPARE(depth("()[]"), Index{1});
        QCOMPARE(depth("([{}])"), Index{3});
        QCOMPARE(depth("(]((("), Index{1}); // what follows the first that is wrong is not read
    }
}

void TstTasks::addition_hasAsManyDigitsAsAsked() {
    for (const Index digits : {1, 3, 9}) {
        TaskParameters parameters;
        parameters.digits = digits;
        const auto task = withParameters("addition", parameters);
        for (std::uint64_t i = 0; i < 500; ++i) {
            const TextExample example = task->training(1, i);
            const QStringList terms = QString::fromStdString(example.source).split('+');
            for (const QString& term : terms)
                QCOMPARE(Index(term.size()), digits);
            QCOMPARE(QString::number(terms[0].toLongLong() + terms[1].toLongLong()),
                     QString::fromStdString(example.target));
        }
        QCOMPARE(Index(task->showcase().source.size()), 2 * digits + 1);
        QVERIFY(task->modelDefaults().maxLength >= task->sourceLength());
    }
    QCOMPARE(generated("addition")->showcase().source, std::string("27+58"));
}

void TstTasks::addition_countsCarries() {
    for (const auto architecture : {Architecture::EncoderDecoder, Architecture::Decoder}) {
        const auto task = generated("addition", architecture);
        QCOMPARE(task->sizeWord(), std::string_view("carried"));
        const auto carries = [&](const std::string& source) {
            return architecture == Architecture::Decoder ? task->sizeOf({"", source + "=0"})
                                                         : task->sizeOf({source, "0"});
        };
        QCOMPARE(carries("11+22"), Index{0});
        QCOMPARE(carries("27+58"), Index{1});
        QCOMPARE(carries("90+20"), Index{1});
        QCOMPARE(carries("99+1"), Index{2});
        QCOMPARE(carries("999+999"), Index{3});
    }
}

void TstTasks::addition_canBeWrittenFromItsLastDigitOn() {
    TaskParameters parameters;
    parameters.reversed = true;
    const auto task = withParameters("addition", parameters);
    QCOMPARE(task->answerTo("27+58").value_or(""), "58");
    QCOMPARE(task->answerTo("99+11").value_or(""), "011");
    for (std::uint64_t i = 0; i < 200; ++i) {
        const TextExample example = task->training(1, i);
        QCOMPARE(example.target, task->answerTo(example.source).value_or(""));
    }
    const auto alone = withParameters("addition", parameters, Architecture::Decoder);
    QCOMPARE(alone->showcase().target, std::string("27+58=58"));
}

void TstTasks::makeTask_refusesImpossibleRequests_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("architecture"); // -1: none asked for
    QTest::addColumn<bool>("words");
    QTest::addColumn<QString>("part");
    const int encoder = static_cast<int>(Architecture::Encoder);
    const int both = static_cast<int>(Architecture::EncoderDecoder);
    QTest::newRow("unknown")
        << "subtract"
        << "" << -1 << false
        << "There is no task \"subtract\"; the tasks are copy, reverse, sort, ";
    QTest::newRow("no name") << ""
                             << "" << -1 << false << "There is no task \"\"";
    QTest::newRow("addition, encoder")
        << "addition"
        << "" << encoder << false << "\"encoder-decoder\" or \"decoder\"";
    QTest::newRow("date, encoder")
        << "date"
        << "" << encoder << false << "\"encoder-decoder\" or \"decoder\"";
    QTest::newRow("cloze, both") << "cloze"
                                 << "" << both << false << "choose \"encoder\"";
    QTest::newRow("cloze, decoder")
        << "cloze"
        << "" << static_cast<int>(Architecture::Decoder) << false << "choose \"encoder\"";
    QTest::newRow("repeat, both") << "repeat"
                                  << "" << both << false << "choose \"decoder\"";
    QTest::newRow("modular, encoder")
        << "modular"
        << "" << encoder << false << "\"encoder-decoder\" or \"decoder\"";
    QTest::newRow("text, both") << "text"
                                << "x.txt" << both << false << "choose \"decoder\"";
    QTest::newRow("text, encoder") << "text"
                                   << "x.txt" << encoder << false << "choose \"decoder\"";
    QTest::newRow("text, no file") << "text"
                                   << "" << -1 << false << "needs a data file";
    QTest::newRow("pairs, no file") << "pairs"
                                    << "" << -1 << false << "needs a data file";
    QTest::newRow("copy with file") << "copy"
                                    << "x.txt" << -1 << false
                                    << "reads no file, but was given \"x.txt\"; the tasks that "
                                       "read one are cloze, series, text, pairs.";
    QTest::newRow("copy of words") << "copy"
                                   << "" << -1 << true << "only \"pairs\" can have words";
    QTest::newRow("text of words") << "text"
                                   << "x.txt" << -1 << true << "only \"pairs\" can have words";
}

void TstTasks::makeTask_refusesImpossibleRequests() {
    QFETCH(QString, name);
    QFETCH(QString, file);
    QFETCH(int, architecture);
    QFETCH(bool, words);
    QFETCH(QString, part);
    TaskRequest request{name.toStdString(), file.toStdString(), {}, Tokenization::Characters};
    if (architecture >= 0)
        request.architecture = static_cast<Architecture>(architecture);
    if (words)
        request.tokenization = Tokenization::Words;
    GF_FAILS(makeTask(request), part.toStdString());
}

/// 10,000 characters in which every window of 64 tells where it is from.
QByteArray numberedText() {
    QByteArray text;
    for (int i = 0; text.size() < 10'000; ++i)
        text += QByteArray::number(i) + (i % 10 == 9 ? '\n' : ' ');
    return text.left(10'000);
}

void TstTasks::text_drawsWindowsOfTheFile() {
    const QByteArray text = numberedText();
    const auto task = fromFile("text", text);
    QCOMPARE(task->name(), std::string("text"));
    QVERIFY(task->architecture() == Architecture::Decoder);
    QVERIFY(task->sourceVocabulary() == nullptr);
    QCOMPARE(task->targetVocabulary()->size(), Index{specialTokens + 12}); // digits, " ", "\n"
    QCOMPARE(task->sourceLength(), Index{0});
    QCOMPARE(task->targetLength(), Index{65}); // and <eos>
    QVERIFY(task->modelDefaults().architecture == Architecture::Decoder);
    QVERIFY(task->modelDefaults().maxLength >= 65);
    QCOMPARE(task->modelDefaults().targetVocab, task->targetVocabulary()->size());
    qsizetype first = text.size(), last = 0;
    for (std::uint64_t i = 0; i < 5000; ++i) {
        const TextExample example = task->training(1, i);
        QVERIFY(example.source.empty());
        QCOMPARE(example.target.size(), std::size_t{64});
        const qsizetype place = text.indexOf(QByteArray::fromStdString(example.target));
        QVERIFY(place >= 0);
        first = std::min(first, place);
        last = std::max(last, place + 64);
        QCOMPARE(task->training(1, i).target, example.target);
    }
    QVERIFY(first < 50);
    QVERIFY2(last > 8950 && last <= 9000, qPrintable(QString::number(last)));
    QCOMPARE(task->promptLength(task->validation(0)), Index{32});
    QCOMPARE(task->showcase().target, std::string("0 1 2 3 4 5 6 7 8 9"));
}

void TstTasks::text_keepsTheLastTenthForValidation() {
    const QByteArray text = numberedText();
    const auto task = fromFile("text", text);
    QCOMPARE(task->validationCount(), Index{1000 / 64});
    for (Index i = 0; i < task->validationCount(); ++i)
        QCOMPARE(QByteArray::fromStdString(task->validation(i).target),
                 text.mid(9000 + i * 64, 64));
}

void TstTasks::textWindow_isAsLongAsAsked_data() {
    QTest::addColumn<int>("context");
    QTest::newRow("short") << 2;
    QTest::newRow("long") << 300;
    QTest::newRow("as ever") << 0;
}

void TstTasks::textWindow_isAsLongAsAsked() {
    QFETCH(int, context);
    const qsizetype window = context > 0 ? context : 64;
    const QByteArray text = numberedText();
    TaskRequest request{"text", write(text).toStdString(), {}, Tokenization::Characters};
    request.context = context;
    const auto task = makeTask(request);
    QCOMPARE(task->targetLength(), window + 1);
    QCOMPARE(task->trainDefaults().context, window);
    QVERIFY(task->modelDefaults().maxLength >= window + 1);
    QCOMPARE(task->promptLength(task->validation(0)), window / 2);
    for (std::uint64_t i = 0; i < 300; ++i) {
        const std::string drawn = task->training(7, i).target;
        QCOMPARE(drawn.size(), static_cast<std::size_t>(window));
        QVERIFY(text.left(9000).contains(drawn.c_str()));
        QCOMPARE(task->targetVocabulary()->decode(task->trainingData(7, i).target.ids), drawn);
    }
    QCOMPARE(task->validationCount(), std::min<Index>(1000 / window, 256));
    for (Index i = 0; i < task->validationCount(); ++i)
        QCOMPARE(QByteArray::fromStdString(task->validation(i).target),
                 text.mid(9000 + i * window, window));
}

void TstTasks::context_isRefusedWhereThereIsNoRoom() {
    TaskRequest request{"text", write(numberedText()).toStdString(), {}, Tokenization::Characters};
    request.context = 100;
    const auto task = makeTask(request);
    ModelConfig model = task->modelDefaults();
    requireRoom(*task, model);
    model.maxLength = 100; // and <sos> before the window
    GF_FAILS(requireRoom(*task, model), "context is 100", "max_length is 100", "between 2 and 99");
    GF_FAILS(requireRoom(*task, model, FieldNames::Labels), "Context is 100",
             "Longest sequence is 100");
    model.exactIds = true; // which has no <sos>
    QVERIFY(obstacleToContext(model, 100).empty());
    GF_FAILS(requireParameters("date", {{"context", std::int64_t{32}}}), "context is 32",
             "\"date\"", "text");
    requireParameters("date", {{"context", std::int64_t{0}}, {"steps", std::int64_t{3}}});
    GF_FAILS(requireParameters("copy", {{"train_share", 0.5}}), "train_share is 0.5", "\"copy\"",
             "choose modular");
    requireParameters("modular", {{"train_share", 0.5}, {"modulus", std::int64_t{7}}});
}

void TstTasks::textWindow_shrinksWithTheText() {
    const auto task = fromFile("text", numberedText().left(100));
    QCOMPARE(task->targetLength(), Index{11});
    QCOMPARE(task->trainDefaults().context, Index{10});
    QCOMPARE(task->validationCount(), Index{1});
    QCOMPARE(QByteArray::fromStdString(task->validation(0).target), numberedText().mid(90, 10));
    std::set<std::string> windows;
    for (std::uint64_t i = 0; i < 2000; ++i)
        windows.insert(task->training(1, i).target);
    QVERIFY(windows.size() > 70); // of the 81 there are, a few are equal
    const auto larger = fromFile("text", numberedText().left(350));
    QCOMPARE(larger->targetLength(), Index{36});
}

void TstTasks::text_countsCharactersNotBytes() {
    const auto task = fromFile("text", QByteArray("žluťoučký kůň ").repeated(10)); // 140
    QCOMPARE(task->targetLength(), Index{15});
    QCOMPARE(task->targetVocabulary()->encode(task->training(1, 1).target).size(), std::size_t{14});
    QVERIFY(task->targetVocabulary()->id("ů") != unkId);
    QVERIFY_EXCEPTION_THROWN(fromFile("text", QByteArray("€").repeated(99)), Error);
}

void TstTasks::text_readsCrLfAndAByteOrderMark() {
    const auto task = fromFile("text", "\xef\xbb\xbf" + QByteArray("one\r\ntwo\r\n").repeated(20));
    QCOMPARE(task->targetVocabulary()->id("\r"), unkId);
    QCOMPARE(task->targetVocabulary()->id("\uFEFF"), unkId);
    QVERIFY(task->targetVocabulary()->id("\n") != unkId);
    QCOMPARE(task->showcase().target, std::string("one"));
    QCOMPARE(task->validation(0).target.size(), std::size_t{16});
}

QByteArray wordyText() {
    QByteArray text;
    for (int i = 0; i < 400; ++i)
        text += QByteArray("the miller brings the flour to the mill") + (i % 3 ? " and" : ".\n");
    return text;
}

void TstTasks::bytePairText_hasWindowsOfItsTokens() {
    TaskRequest request;
    request.name = "text";
    request.dataFile = write(wordyText()).toStdString();
    request.tokenization = Tokenization::BytePairs;
    request.merges = 25;
    const auto task = makeTask(request);
    const Vocabulary& words = *task->targetVocabulary();
    QCOMPARE(words.merges().size(), std::size_t{25});
    QVERIFY(words.tokenization() == Tokenization::BytePairs);
    QCOMPARE(task->targetLength(), Index{65});
    QCOMPARE(task->modelDefaults().targetVocab, words.size());
    const std::vector<TokenId> all = words.encode(wordyText().toStdString());
    for (std::uint64_t i = 0; i < 300; ++i) {
        const std::vector<TokenId> ids = task->trainingData(1, i).target.ids;
        QCOMPARE(ids.size(), std::size_t{64});
        const auto found = std::search(all.begin(), all.end(), ids.begin(), ids.end());
        QVERIFY(found != all.end());
        const std::string text = task->training(1, i).target;
        QVERIFY(words.encode(text).size() <= 64);
        QVERIFY(words.decode(ids).starts_with(text));
    }
    for (Index i = 0; i < task->validationCount(); ++i)
        QVERIFY(words.encode(task->validation(i).target).size() <= 64);
    QCOMPARE(task->promptLength(task->validation(0)), Index{32});
    QVERIFY(wordyText().startsWith(task->showcase().target.c_str()));
    QVERIFY(!task->showcase().target.ends_with(' '));
}

void TstTasks::bytePairText_givesTheSameTaskEachTime() {
    const auto made = [&](std::shared_ptr<const Vocabulary> known, const QByteArray& text) {
        TaskRequest request;
        request.name = "text";
        request.dataFile = write(text).toStdString();
        request.tokenization = Tokenization::BytePairs;
        request.merges = 30;
        request.knownPairs = std::move(known);
        return makeTask(request);
    };
    const auto first = made({}, wordyText());
    const auto again = made({}, wordyText());
    QCOMPARE(again->targetVocabulary()->merges(), first->targetVocabulary()->merges());
    QCOMPARE(again->trainingData(3, 7).target.ids, first->trainingData(3, 7).target.ids);
    const auto known = std::make_shared<const Vocabulary>(*first->targetVocabulary());
    const QByteArray longer = wordyText() + wordyText().replace("miller", "flour");
    QCOMPARE(made(known, longer)->targetVocabulary()->merges(), known->merges());
    GF_FAILS(made(known, wordyText() + "ß"), "\"ß\", which was not in the text", "data.txt");
}

void TstTasks::text_refusesABadFile_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty") << QByteArray() << "empty";
    QTest::newRow("only a mark") << QByteArray("\xef\xbb\xbf") << "empty";
    QTest::newRow("short") << QByteArray("x").repeated(99) << "only 99 characters";
    QTest::newRow("Latin-1") << QByteArray("x").repeated(200) + "\xe9t\xe9"
                             << "byte offset 200.";
    QTest::newRow("truncated") << QByteArray("x").repeated(200) + "\xe2\x82"
                               << "byte offset 200.";
    QTest::newRow("behind a mark") << "\xef\xbb\xbf" + QByteArray("x").repeated(200) + "\xff"
                                   << "byte offset 203.";
    QTest::newRow("lines of old Macs") << numberedText().replace('\n', '\r') << "end in CR alone";
    QByteArray many;
    for (char32_t c = 0x10000; c < 0x10000 + 33'000; ++c)
        many += QString::fromUcs4(&c, 1).toUtf8();
    QTest::newRow("too many kinds") << many << "more than 32768 different";
}

void TstTasks::text_refusesABadFile() {
    QFETCH(QByteArray, content);
    QFETCH(QString, part);
    GF_FAILS(fromFile("text", content), part.toStdString(), "data.txt");
}

/// Pairs "0"…"count−1" with their squares.
QByteArray squares(int count, const QByteArray& lineEnd = "\n") {
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += QByteArray::number(i) + '\t' + QByteArray::number(i * i) + lineEnd;
    return text;
}

void TstTasks::pairs_areReadLineByLine() {
    for (const QByteArray& content :
         {squares(50), squares(50, "\r\n"), squares(50).chopped(1), "\xef\xbb\xbf" + squares(50),
          "\n" + squares(50, "\n\n") + "\r\n"}) {
        const auto task = fromFile("pairs", content);
        QVERIFY(task->architecture() == Architecture::EncoderDecoder);
        QCOMPARE(task->sourceVocabulary()->size(), Index{14});
        QCOMPARE(task->targetVocabulary()->size(), Index{14});
        QCOMPARE(task->sourceLength(), Index{3});
        QCOMPARE(task->targetLength(), Index{5});
        QCOMPARE(task->validationCount(), Index{5});
        QCOMPARE(task->modelDefaults().sourceVocab, Index{14});
        QCOMPARE(task->showcase().source, std::string("0"));
        std::set<std::string> sources;
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const TextExample example = task->training(1, i);
            const int number = std::stoi(example.source);
            QCOMPARE(example.target, std::to_string(number * number));
            sources.insert(example.source);
        }
        QCOMPARE(sources.size(), std::size_t{45});
        for (Index i = 0; i < task->validationCount(); ++i) {
            const TextExample example = task->validation(i);
            const int number = std::stoi(example.source);
            QCOMPARE(example.target, std::to_string(number * number));
            QVERIFY(!sources.contains(example.source));
        }
    }
}

void TstTasks::pairs_canBeWords() {
    const auto task = fromFile("pairs", "the cat\tdie Katze\nthe big dog\tder große  Hund\n",
                               Tokenization::Words);
    QCOMPARE(
        task->sourceVocabulary()->tokens(),
        (std::vector<std::string>{"<pad>", "<sos>", "<eos>", "<unk>", "big", "cat", "dog", "the"}));
    QCOMPARE(task->sourceLength(), Index{4});
    QCOMPARE(task->targetLength(), Index{4});
    QVERIFY(task->targetVocabulary()->id("große") != unkId);
    QVERIFY(task->targetVocabulary()->tokenization() == Tokenization::Words);
}

void TstTasks::pairs_answerWithTheFirstTargetOfASource() {
    const auto task = fromFile("pairs", "the cat\tdie Katze\nthe cat\tder Kater\na dog\tein Hund\n",
                               Tokenization::Words);
    QCOMPARE(task->answerTo("the cat").value_or(""), std::string("die Katze"));
    QCOMPARE(task->answerTo("a  dog").value_or(""), std::string("ein Hund"));
    QVERIFY(!task->answerTo("a cat"));
    QVERIFY(!task->answerTo(""));
}

void TstTasks::pairsSplit_keepsASourceOnOneSide() {
    QByteArray content;
    for (int copy = 0; copy < 5; ++copy) // every source five times, with five targets
        for (int i = 0; i < 100; ++i)
            content += QByteArray::number(i) + '\t' + QByteArray::number(copy) + "\n";
    const auto task = fromFile("pairs", content);
    QCOMPARE(task->validationCount(), Index{10});
    std::set<std::string> validation, trained;
    for (Index i = 0; i < task->validationCount(); ++i) {
        validation.insert(task->validation(i).source);
        QCOMPARE(task->validation(i).target, std::string("0")); // the first in the file
    }
    QCOMPARE(validation.size(), std::size_t{10});
    std::set<std::string> targets;
    for (std::uint64_t i = 0; i < 5000; ++i) {
        const TextExample example = task->training(2, i);
        trained.insert(example.source);
        targets.insert(example.target);
        QVERIFY(!validation.contains(example.source));
    }
    QCOMPARE(trained.size(), std::size_t{90});
    QCOMPARE(targets.size(), std::size_t{5});
}

void TstTasks::pairsSplit_keepsTheSameWordsOnOneSide() {
    // To a model that reads words, both spellings of a source are the same.
    QByteArray content;
    for (int i = 0; i < 40; ++i) {
        const QByteArray number = QByteArray::number(i);
        content += "number " + number + "\tx\n number  " + number + " \ty\n";
    }
    const auto task = fromFile("pairs", content, Tokenization::Words);
    QCOMPARE(task->validationCount(), Index{4});
    std::set<std::vector<TokenId>> validation;
    for (Index i = 0; i < task->validationCount(); ++i)
        validation.insert(task->sourceVocabulary()->encode(task->validation(i).source));
    for (std::uint64_t i = 0; i < 2000; ++i)
        QVERIFY(
            !validation.contains(task->sourceVocabulary()->encode(task->training(1, i).source)));
}

void TstTasks::pairs_needOnlyTwoSources() {
    const auto task = fromFile("pairs", "a\tb\nc\td\n");
    QCOMPARE(task->validationCount(), Index{1});
    for (std::uint64_t i = 0; i < 50; ++i)
        QVERIFY(task->training(1, i).source != task->validation(0).source);
}

void TstTasks::pairsSplit_doesNotDependOnTheOrder() {
    QList<QByteArray> lines = squares(200).chopped(1).split('\n');
    const auto forward = fromFile("pairs", lines.join('\n'));
    std::reverse(lines.begin(), lines.end());
    const auto backward = fromFile("pairs", lines.join('\n'));
    QCOMPARE(forward->validationCount(), Index{20});
    QCOMPARE(backward->validationCount(), Index{20});
    for (Index i = 0; i < 20; ++i)
        QCOMPARE(forward->validation(i).source, backward->validation(i).source);
    QCOMPARE(forward->sourceVocabulary()->tokens(), backward->sourceVocabulary()->tokens());
}

void TstTasks::pairs_canLabelTokens() {
    const QByteArray content = "the cat sleeps\tD N V\na dog\tD N\n";
    const auto task = fromFile("pairs", content, Tokenization::Words, Architecture::Encoder);
    QCOMPARE(task->sourceLength(), Index{4});
    QCOMPARE(task->targetLength(), Index{0});
    QCOMPARE(task->targetVocabulary()->size(), Index{7});
    GF_FAILS(
        fromFile("pairs", content + "cats sleep\tN\n", Tokenization::Words, Architecture::Encoder),
        "Line 3: the source has 2 tokens and the target 1");
}

void TstTasks::pairs_canBeOneText() {
    const auto words =
        fromFile("pairs", "the cat\tdie Katze\na\tb\n", Tokenization::Words, Architecture::Decoder);
    QCOMPARE(words->showcase().target, std::string("the cat = die Katze"));
    QCOMPARE(words->promptLength(words->showcase()), Index{3});
    QCOMPARE(words->targetLength(), Index{6});
    QVERIFY(words->sourceVocabulary() == nullptr);
    const auto characters =
        fromFile("pairs", "ab\tBA\nc\tC\n", Tokenization::Characters, Architecture::Decoder);
    QCOMPARE(characters->showcase().target, std::string("ab=BA"));
    QCOMPARE(characters->promptLength(characters->showcase()), Index{3});
    for (std::uint64_t i = 0; i < 20; ++i) {
        const auto ids = characters->targetVocabulary()->encode(characters->training(1, i).target);
        QCOMPARE(std::count(ids.begin(), ids.end(), unkId), 0);
    }
    GF_FAILS(fromFile("pairs", "a\tb\n1=2\tno\n", Tokenization::Characters, Architecture::Decoder),
             "Line 2", "\"=\"");
}

void TstTasks::pairs_refuseABadFile_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("words");
    QTest::addColumn<QString>("part");
    const QByteArray good = "a\tb\nc\td\n";
    QTest::newRow("empty") << QByteArray() << false << "no pairs";
    QTest::newRow("only empty lines") << QByteArray("\n\r\n\n") << false << "no pairs";
    QTest::newRow("no tab") << good + "hello\n" << false << "Line 3: \"hello\" has no tab";
    QTest::newRow("empty lines count") << good + "\n\nhello" << false << "Line 5: ";
    QTest::newRow("extra tab") << good + "a\tb\tc\n" << false << "Line 3: ";
    QTest::newRow("extra tab, words") << "a\tb\t\n" + good << false << "more than one tab";
    QTest::newRow("empty source") << good + "\tb\n" << false << "Line 3: the source is empty";
    QTest::newRow("empty target") << good + "b\t\r\n" << false << "Line 3: the target is empty";
    QTest::newRow("blank target") << good + "b\t  \n" << true << "Line 3: the target is empty";
    QTest::newRow("blank is a character") << QByteArray("b\t \nb\tc") << false << "has 1 source;";
    QTest::newRow("long source") << good + QByteArray("x").repeated(512) + "\ty\n"
                                 << false << "Line 3: the source has 512 characters; at most 511";
    QTest::newRow("long target") << good + "y\t" + QByteArray("x ").repeated(600) << true
                                 << "Line 3: the target has 600 words; at most 511";
    QTest::newRow("special word") << good + "x <eos>\ty\n"
                                  << true << "Line 3: the word \"<eos>\" in the source";
    QTest::newRow("one source") << QByteArray("a\tb\na\tc\n") << false << "has 1 source;";
    QTest::newRow("Latin-1") << good + "\xe9\tx\n" << false << "byte offset 8.";
    QTest::newRow("truncated") << good + "x\t\xf0\x9f" << true << "byte offset 10.";
    QTest::newRow("binary line") << QByteArray(5000, '\0') << false << "Line 1: ";
    QTest::newRow("lines of old Macs") << squares(50, "\r") << false << "end in CR alone";
    QByteArray many;
    for (int i = 0; i < 33'000; ++i)
        many += QByteArray::number(i) + "\tx\n";
    QTest::newRow("too many words") << many << true << "more than 32768 different";
}

void TstTasks::pairs_refuseABadFile() {
    QFETCH(QByteArray, content);
    QFETCH(bool, words);
    QFETCH(QString, part);
    const std::string message = test::errorOf([&] {
        fromFile("pairs", content, words ? Tokenization::Words : Tokenization::Characters);
    });
    // One line, however long and odd the line of the file is.
    QVERIFY2(message.find('\n') == std::string::npos && message.size() < 500, message.c_str());
    GF_FAILS(fromFile("pairs", content, words ? Tokenization::Words : Tokenization::Characters),
             part.toStdString(), "data.txt");
}

/// As UTF-16 with the lower byte first, or the higher one.
QByteArray utf16(const QByteArray& text, bool lowFirst) {
    QByteArray bytes;
    for (const QChar c : QString::fromUtf8(text)) {
        bytes += static_cast<char>(lowFirst ? c.cell() : c.row());
        bytes += static_cast<char>(lowFirst ? c.row() : c.cell());
    }
    return bytes;
}

void TstTasks::makeTask_namesUtf16AsTheEncodingOfAFile() {
    QByteArray table;
    for (int i = 0; i < 100; ++i)
        table += QByteArray::number(i * i % 17) + ";1\n";
    const std::pair<const char*, QByteArray> files[] = {
        {"text", numberedText()},
        {"text", "\u0159\u03b1 " + numberedText()}, // a few letters of two bytes that are not zero
        {"cloze", numberedText()},
        {"pairs", squares(50, "\r\n")},
        {"series", table}};
    for (const auto& [task, content] : files)
        for (const bool lowFirst : {true, false}) {
            GF_FAILS(fromFile(task, utf16(content, lowFirst)), "UTF-16 without a byte order mark",
                     "data.txt");
            GF_FAILS(
                fromFile(task, (lowFirst ? "\xff\xfe" : "\xfe\xff") + utf16(content, lowFirst)),
                "UTF-16, as its first two bytes say", "data.txt");
        }
    // A zero byte here and there makes no UTF-16.
    QVERIFY(fromFile("text", numberedText() + QByteArray(3, '\0')) != nullptr);
}

void TstTasks::makeTask_namesMissingFilesAndFolders() {
    for (const char* task : {"text", "pairs"}) {
        GF_FAILS(makeTask({task, m_folder.filePath("nowhere").toStdString(), {}, {}}), "nowhere");
        GF_FAILS(makeTask({task, m_folder.path().toStdString(), {}, {}}),
                 m_folder.path().toStdString());
        GF_FAILS(makeTask({task, "/dev/zero", {}, {}}), "/dev/zero");
    }
}

void TstTasks::makeTask_refusesAHugeFileUnread() {
    QFile file(m_folder.filePath("huge.txt"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(qint64{1} << 40)); // sparse: takes no room
    for (const char* task : {"text", "pairs"}) {
        GF_FAILS(makeTask({task, file.fileName().toStdString(), {}, {}}), "huge.txt");
    }
}

} // namespace

} // namespace gf::tst_tasks

#include "tests/entry.h"
GF_GUILESS_TEST(tst_tasks, TstTasks)
#include "tst_tasks.moc"
