// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/kept_results.h"

#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace gf {

using nlohmann::json;

namespace {

constexpr Index version = 1;
constexpr std::size_t longestName = 300;
constexpr std::size_t mostEntries = 100'000; ///< of a list
constexpr Index farthest = 1'000'000'000'000;

// ---- Both ways ---------------------------------------------------------------------------------

/// Writes the fields that it is told of.
class Writer {
public:
    json object = json::object();

    void whole(const char* name, const Index& value, Index, Index) { object[name] = value; }
    void flag(const char* name, const bool& value) { object[name] = value; }
    bool has(const char*) const { return true; } ///< all of it is written
    /// What is no number stands as null.
    void number(const char* name, const double& value) { object[name] = value; }
    void text(const char* name, const std::string& value) { object[name] = value; }
    template <class What> void plain(const char* name, const std::vector<What>& values) {
        object[name] = values;
    }
    void tensor(const char* name, const Tensor& matrix) {
        json rows = json::array();
        for (Index row = 0; row < (matrix.empty() ? 0 : matrix.shape()[0]); ++row) {
            const auto columns = static_cast<std::size_t>(matrix.shape()[1]);
            const auto numbers =
                matrix.values().subspan(static_cast<std::size_t>(row) * columns, columns);
            rows.push_back(std::vector<float>(numbers.begin(), numbers.end()));
        }
        object[name] = std::move(rows);
    }
    template <class What, class Fields> void inner(const char* name, What& what, Fields fields) {
        Writer writer;
        fields(writer, what);
        object[name] = std::move(writer.object);
    }
    template <class List, class Fields> void list(const char* name, List& all, Fields fields) {
        json array = json::array();
        for (auto& what : all) {
            Writer writer;
            fields(writer, what);
            array.push_back(std::move(writer.object));
        }
        object[name] = std::move(array);
    }
};

/// Reads the fields that it is told of; each has to be there and nothing else.
class Reader {
public:
    Reader(const json& object, std::string where) : m_object(object), m_where(std::move(where)) {
        if (!object.is_object())
            wrong(m_where, phrase("an object"));
    }

    void whole(const char* name, Index& value, Index least, Index most) {
        const json& given = take(name);
        if (!given.is_number_integer() || given.get<double>() < static_cast<double>(least) ||
            given.get<double>() > static_cast<double>(most))
            wrong(place(name), {phrase("a whole number, %1 to %2"), least, most});
        value = given.get<Index>();
    }
    void flag(const char* name, bool& value) {
        const json& given = take(name);
        if (!given.is_boolean())
            wrong(place(name), phrase("true or false"));
        value = given.get<bool>();
    }
    /// Of what earlier versions did not write.
    bool has(const char* name) const { return m_object.contains(name); }
    void number(const char* name, double& value) { value = numberIn(take(name), place(name)); }
    void text(const char* name, std::string& value) { value = textIn(take(name), place(name)); }
    void plain(const char* name, std::vector<double>& values) {
        each(name, [&](const json& given) { values.push_back(numberIn(given, place(name))); });
    }
    void plain(const char* name, std::vector<std::string>& values) {
        each(name, [&](const json& given) { values.push_back(textIn(given, place(name))); });
    }
    void plain(const char* name, std::vector<Index>& values) {
        each(name, [&](const json& given) {
            if (!given.is_number_unsigned() || given.get<std::uint64_t>() > mostEntries)
                wrong(place(name), phrase("a list of whole numbers"));
            values.push_back(given.get<Index>());
        });
    }
    void tensor(const char* name, Tensor& matrix) {
        std::vector<float> numbers;
        Index rows = 0;
        std::size_t columns = 0;
        each(name, [&](const json& row) {
            if (!row.is_array() || row.empty() || row.size() > mostEntries ||
                (rows > 0 && row.size() != columns))
                wrong(place(name), phrase("rows of equally many numbers"));
            columns = row.size();
            for (const json& number : row)
                numbers.push_back(static_cast<float>(numberIn(number, place(name))));
            ++rows;
        });
        if (rows > 0)
            matrix = Tensor(Shape{rows, static_cast<Index>(columns)}, std::move(numbers));
    }
    template <class What, class Fields> void inner(const char* name, What& what, Fields fields) {
        Reader reader(take(name), place(name));
        fields(reader, what);
        reader.finish();
    }
    template <class List, class Fields> void list(const char* name, List& all, Fields fields) {
        each(name, [&](const json& given) {
            Reader reader(given, place(name) + '[' + std::to_string(all.size() + 1) + ']');
            fields(reader, all.emplace_back());
            reader.finish();
        });
    }
    void finish() const {
        for (const auto& [name, value] : m_object.items())
            if (std::ranges::find(m_known, name) == m_known.end())
                throw Error(phrase("%1 is unknown"), inQuotes(place(name)));
    }

    [[noreturn]] static void wrong(const std::string& where, const Sentence& needed) {
        throw Error(phrase("%1 is wrong; %2 is needed"), inQuotes(where), needed);
    }
    std::string place(const std::string& name) const {
        return m_where.empty() ? name : m_where + '.' + name;
    }

private:
    const json& take(const char* name) {
        m_known.emplace_back(name);
        const auto found = m_object.find(name);
        if (found == m_object.end())
            throw Error(phrase("%1 is missing"), inQuotes(place(name)));
        return *found;
    }
    template <class Use> void each(const char* name, const Use& use) {
        const json& given = take(name);
        if (!given.is_array() || given.size() > mostEntries)
            wrong(place(name), {phrase("a list of at most %1"), mostEntries});
        for (const json& what : given)
            use(what);
    }
    static double numberIn(const json& given, const std::string& where) {
        if (given.is_null())
            return std::numeric_limits<double>::quiet_NaN();
        if (!given.is_number())
            wrong(where, phrase("a number"));
        return given.get<double>();
    }
    static std::string textIn(const json& given, const std::string& where) {
        if (!given.is_string() || given.get_ref<const std::string&>().size() > longestName)
            wrong(where, {phrase("a text of at most %1 characters"), longestName});
        return given.get<std::string>();
    }

    const json& m_object;
    std::string m_where;
    std::vector<std::string> m_known;
};

// ---- What each lab asks and finds --------------------------------------------------------------

template <class Way> void fields(Way& way, lab::Ablate& request) {
    way.whole("examples", request.examples, 1, farthest);
    way.flag("pairs", request.pairs);
    for (const auto& [name, flag] :
         {std::pair("mean", &request.mean), std::pair("tokens", &request.tokens)})
        if (way.has(name))
            way.flag(name, *flag);
}

template <class Way> void fields(Way& way, HeadName& head) {
    way.text("attention", head.attention);
    way.whole("head", head.head, 0, static_cast<Index>(mostEntries));
}

template <class Way> void fields(Way& way, lab::Ablated& answer) {
    const auto headIn = [](auto& inner, HeadName& head) { fields(inner, head); };
    Ablation& found = answer.ablation;
    const auto tokensIn = [](auto& inner, std::vector<double>& tokens) {
        if (inner.has("tokens"))
            inner.plain("tokens", tokens);
    };
    way.number("whole", found.whole);
    tokensIn(way, found.tokens);
    way.list("heads", found.heads, [&](auto& inner, Ablation::Head& one) {
        inner.inner("head", one.head, headIn);
        inner.number("loss", one.loss);
        tokensIn(inner, one.tokens);
    });
    way.list("projections", found.projections, [](auto& inner, Ablation::Projection& one) {
        inner.text("attention", one.attention);
        inner.number("loss", one.loss);
    });
    way.list("pairs", found.pairs, [&](auto& inner, Ablation::Pair& one) {
        inner.inner("first", one.first, headIn);
        inner.inner("second", one.second, headIn);
        inner.number("loss", one.loss);
    });
}

template <class Way> void fields(Way& way, lab::TryLengths& request) {
    way.whole("steps", request.steps, 0, farthest);
}

template <class Way> void fields(Way& way, lab::TriedLengths& answer) {
    LengthLadder& ladder = answer.ladder;
    way.text("task", ladder.task);
    way.whole("longest", ladder.longest, 0, static_cast<Index>(mostEntries));
    way.plain("lengths", ladder.lengths);
    way.list("curves", ladder.curves, [](auto& inner, LengthLadder::Curve& curve) {
        inner.text("positions", curve.positions);
        inner.plain("right", curve.right);
    });
}

template <class Way> void fields(Way& way, lab::Patch& request) {
    way.whole("other", request.other, 0, farthest);
}

template <class Way> void fields(Way& way, lab::Patched& answer) {
    way.list("stacks", answer.stacks, [](auto& inner, lab::Patched::Stack& stack) {
        inner.text("name", stack.name);
        inner.tensor("restored", stack.restored);
    });
    way.plain("other_source", answer.otherSource);
    way.plain("other_target", answer.otherTarget);
    way.number("own", answer.own);
    way.number("others", answer.others);
}

template <class Way> void fields(Way& way, lab::TryWidths& request) {
    way.whole("steps", request.steps, 0, farthest);
}

template <class Way> void fields(Way& way, lab::TriedWidths& answer) {
    way.list("widths", answer.ladder.widths, [](auto& inner, WidthLadder::Width& width) {
        inner.whole("width", width.width, 1, static_cast<Index>(mostEntries));
        inner.list("scores", width.scores, [](auto& most, WidthLadder::Scores& scores) {
            most.text("attention", scores.attention);
            most.number("mean", scores.mean);
            most.number("variance", scores.variance);
            most.number("independent", scores.independent);
        });
    });
}

template <class Way> void fields(Way& way, lab::TrainPositions& request) {
    way.whole("steps", request.steps, 0, farthest);
}

template <class Way> void fields(Way& way, lab::TrainedPositions& answer) {
    way.tensor("learned", answer.tables.learned);
    way.tensor("relative", answer.tables.relative);
}

// ---- What has to fit together ------------------------------------------------------------------

void check(const lab::Ablated& answer, const LabResult&) {
    for (const Ablation::Head& head : answer.ablation.heads)
        if (head.tokens.size() != answer.ablation.tokens.size())
            throw Error(phrase("a head has the losses of %1 tokens, and the model those of %2"),
                        head.tokens.size(), answer.ablation.tokens.size());
    const auto isThere = [&](const HeadName& head) {
        return std::ranges::find(answer.ablation.heads, head, &Ablation::Head::head) !=
               answer.ablation.heads.end();
    };
    for (const Ablation::Pair& pair : answer.ablation.pairs)
        if (!isThere(pair.first) || !isThere(pair.second))
            throw Error(phrase("a pair has a head that is not among the heads"));
}

void check(const lab::TriedLengths& answer, const LabResult&) {
    const LengthLadder& ladder = answer.ladder;
    if (!std::ranges::is_sorted(ladder.lengths))
        throw Error(phrase("the lengths do not ascend"));
    for (const LengthLadder::Curve& curve : ladder.curves)
        if (curve.right.size() != ladder.lengths.size())
            throw Error(phrase("a curve has %1 points, and there are %2 lengths"),
                        curve.right.size(), ladder.lengths.size());
}

void check(const lab::Patched& answer, const LabResult& result) {
    for (const lab::Patched::Stack& stack : answer.stacks) {
        const Tokens& tokens = stack.name == "encoder" ? result.sourceTokens : result.targetTokens;
        const auto own =
            static_cast<Index>(tokens.empty() ? result.sourceTokens.size() : tokens.size());
        const Index columns = stack.restored.empty() ? 0 : stack.restored.shape()[1];
        if (columns != own)
            throw Error(phrase("a grid has %1 columns, and the example %2 tokens"), columns, own);
    }
    if (answer.otherSource.size() != result.sourceTokens.size() ||
        answer.otherTarget.size() != result.targetTokens.size())
        throw Error(phrase("the examples have different lengths"));
}

template <class Answer> void check(const Answer&, const LabResult&) {}

// ---- The table ---------------------------------------------------------------------------------

/// One kind of result, for the alternative of its request and of its answer.
template <class Request, class Answer> struct Kind {
    const char* name;

    bool write(const LabResult& result, Writer& way) const {
        const auto* const asked = std::get_if<Request>(&result.request);
        const auto* const found = std::get_if<Answer>(result.answer.get());
        if (!asked || !found)
            return false;
        Request request = *asked;
        Answer answer = *found;
        way.text("lab", name);
        way.inner("request", request, [](auto& inner, Request& what) { fields(inner, what); });
        way.inner("answer", answer, [](auto& inner, Answer& what) { fields(inner, what); });
        return true;
    }
    bool read(const std::string& lab, Reader& way, LabResult& result) const {
        if (lab != name)
            return false;
        Request request;
        Answer answer;
        way.inner("request", request, [](auto& inner, Request& what) { fields(inner, what); });
        way.inner("answer", answer, [](auto& inner, Answer& what) { fields(inner, what); });
        check(answer, result);
        result.request = request;
        result.answer = std::make_shared<const LabAnswer>(std::move(answer));
        return true;
    }
};

constexpr std::tuple kinds{
    Kind<lab::Ablate, lab::Ablated>{"ablation"},
    Kind<lab::TryLengths, lab::TriedLengths>{"length"},
    Kind<lab::Patch, lab::Patched>{"patch"},
    Kind<lab::TryWidths, lab::TriedWidths>{"variance"},
    Kind<lab::TrainPositions, lab::TrainedPositions>{"positions"},
};

template <class Way> void whenceFields(Way& way, LabResult& result) {
    way.whole("step", result.step, 0, farthest);
    way.plain("source", result.sourceTokens);
    way.plain("target", result.targetTokens);
}

LabResult resultFrom(const json& object, const std::string& where) {
    Reader way(object, where);
    LabResult result;
    std::string lab;
    way.text("lab", lab);
    whenceFields(way, result);
    const bool isKnown = std::apply(
        [&](const auto&... kind) { return (kind.read(lab, way, result) || ...); }, kinds);
    if (!isKnown)
        throw Error(phrase("%1 is unknown"), inQuotes(lab));
    way.finish();
    return result;
}

bool answersSame(const LabResult& a, const LabResult& b) {
    return a.request == b.request && a.sourceTokens == b.sourceTokens &&
           a.targetTokens == b.targetTokens;
}

} // namespace

void KeptResults::add(LabResult result, std::vector<Intervention> held) {
    std::erase_if(m_kept, [&](const Kept& kept) {
        return kept.held == held && answersSame(kept.result, result);
    });
    m_kept.push_back({std::move(result), std::move(held)});
    if (m_kept.size() > most)
        m_kept.erase(m_kept.begin());
}

std::shared_ptr<const LabResults> KeptResults::heldTo(const std::vector<Intervention>& held) const {
    LabResults results;
    for (const Kept& kept : m_kept)
        if (kept.held == held)
            results.push_back(kept.result);
    return results.empty() ? nullptr : std::make_shared<const LabResults>(std::move(results));
}

std::string toJson(const LabResults& results) {
    json list = json::array();
    for (LabResult result : results) {
        Writer way;
        whenceFields(way, result);
        if (std::apply([&](const auto&... kind) { return (kind.write(result, way) || ...); },
                       kinds))
            list.push_back(std::move(way.object));
    }
    return json{{"version", version}, {"results", std::move(list)}}.dump(
        -1, ' ', false, json::error_handler_t::replace);
}

LabResults labResultsFromJson(const std::string& text) {
    const json read = parseJson(text);
    if (!read.is_object() || !read.contains("results") || !read["results"].is_array() ||
        read["results"].size() > KeptResults::most)
        throw Error(phrase("%1 is wrong; %2 is needed"), inQuotes("results"),
                    Sentence(phrase("a list of at most %1"), KeptResults::most));
    if (!read.contains("version") || read["version"] != version)
        throw Error(phrase("%1 is unknown"), inQuotes("version"));
    LabResults results;
    for (const json& object : read["results"])
        results.push_back(
            resultFrom(object, "results[" + std::to_string(results.size() + 1) + ']'));
    return results;
}

} // namespace gf
