// SPDX-License-Identifier: GPL-3.0-or-later
// The lab that takes heads away.
#include "core/io/quote.h"
#include "core/lab_runs/each_lab.h"
#include "core/measure/head_pattern.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"
#include "core/train/ablation.h"
#include "core/train/evaluate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gf {

namespace {

/// How far each head keeps to each pattern that is asked of it, by its place among headsOf().
std::vector<std::map<std::string, double>> patternsOf(const Trace& trace,
                                                      const std::vector<HeadName>& heads) {
    std::vector<std::map<std::string, double>> patterns;
    for (const HeadName& head : heads) {
        auto& measured = patterns.emplace_back();
        const NodeId weights = trace.graph->find(head.attention + ".weights");
        if (weights == noNode)
            continue;
        const std::vector<HeadMeasures> all = measureHeads(trace, weights);
        for (const HeadEvidence& one : all[static_cast<std::size_t>(head.head)].evidence)
            measured[std::string(nameOf(one.rule.pattern))] = one.measured;
    }
    return patterns;
}

Finding namedNumbers(const std::map<std::string, double>& numbers) {
    Finding::Fields fields;
    for (const auto& [name, number] : numbers)
        fields.emplace_back(name, number);
    return fields;
}

/// What muting each head costs each token.
Finding costsOf(const Ablation::Head& head, const Ablation& found) {
    Finding costs = Finding::List();
    for (std::size_t t = 0; t < head.tokens.size(); ++t)
        costs.push_back(head.tokens[t] - found.tokens[t]);
    return costs;
}

/// ", previous_token, first_token, …"
std::string patternList() {
    std::string list;
    for (const HeadRule& rule : headRules())
        list += ", " + std::string(nameOf(rule.pattern));
    return list;
}

/// By what the heads are ranked: the number of a head's place; nothing where a head has none.
using HeadNumber = std::function<std::optional<double>(std::size_t head)>;

HeadNumber costOf(const Ablation& found) {
    return [&found](std::size_t head) { return found.heads[head].loss - found.whole; };
}

HeadNumber rankedBy(const std::string& by, const Ablation& found, const Ablation& byMean,
                    const Ablation* resampled,
                    const std::vector<std::map<std::string, double>>& patterns) {
    if (by == "loss" || by == "zero")
        return costOf(found);
    if (by == "loss_with_mean" || by == "mean")
        return costOf(byMean);
    if (by == "resample" && resampled)
        return costOf(*resampled);
    for (const HeadRule& rule : headRules())
        if (by == nameOf(rule.pattern))
            return [&patterns, by](std::size_t head) -> std::optional<double> {
                const auto measured = patterns[head].find(by);
                return measured == patterns[head].end() ? std::nullopt
                                                        : std::optional(measured->second);
            };
    std::size_t token = 0;
    const auto [end, problem] = std::from_chars(by.data(), by.data() + by.size(), token);
    if (problem != std::errc() || end != by.data() + by.size() || token < 1 ||
        token > found.tokens.size())
        throw LabUsageError("--by is " + inQuotes(by) +
                            ", but must be zero, mean, resample, loss, loss_with_mean" +
                            patternList() + ", or a token of the answer, 1 to " +
                            std::to_string(found.tokens.size()));
    return [&found, place = token - 1](std::size_t head) {
        return found.heads[head].tokens[place] - found.tokens[place];
    };
}

Finding rankingOf(const Ablation& found, const HeadNumber& numberOf) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t head = 0; head < found.heads.size(); ++head)
        if (const std::optional<double> number = numberOf(head))
            order.emplace_back(*number, head);
    std::ranges::stable_sort(order, std::ranges::greater(), [](const auto& one) {
        return std::isnan(one.first) ? -std::numeric_limits<double>::infinity() : one.first;
    });
    Finding ranking = Finding::List();
    for (const auto& [number, head] : order)
        ranking.push_back({{"attention", found.heads[head].head.attention},
                           {"head", found.heads[head].head.head + 1},
                           {"value", number}});
    return ranking;
}

/// Losses over the examples of the run's task; without one, or where a person gave an example, of
/// that. The window has measured what it draws, one thing in the place of heads; the others, both.
class AblationWork final : public LabWork {
public:
    explicit AblationWork(const LabQuestion& asked)
        : m_asked(asked), m_backend(makeBackend("cpu")),
          m_task(m_model.isExampleGiven ? nullptr : taskFor(m_model)),
          m_names(headsOf(m_model.description.model)) {
        const bool isShown = m_model.isShown();
        m_withTokens = isShown ? is("view", "token") : m_model.example.loss;
        if (m_withTokens || !m_task)
            requireAnswer(m_model);
        if (!isShown || is("place", "zeros"))
            begin(StandIn::Zero, asked.knobs.isOn("pairs"));
        if (!isShown || is("place", "mean"))
            begin(StandIn::Mean, false);
        if (isShown ? is("place", "resample") : is("by", "resample"))
            begin(StandIn::Resample, false);
    }

    double advance() override {
        const auto next =
            std::ranges::find_if(m_runs, [](const Part& part) { return part.done < 1; });
        next->done = next->run.advance();
        double done = 0;
        double all = 0;
        for (const Part& part : m_runs) {
            done += part.done * part.losses;
            all += part.losses;
        }
        return next->done >= 1 && next + 1 == m_runs.end() ? 1 : done / all;
    }

    std::string what() const override {
        double losses = 0;
        for (const Part& part : m_runs)
            losses += part.losses;
        return std::to_string(static_cast<int>(losses)) + " losses are measured";
    }

    LabFound found() override;
    bool isOfExample() const override { return m_withTokens || !m_task; }

private:
    struct Part {
        AblationRun run;
        StandIn standIn;
        double losses = 0; ///< how many it measures
        double done = 0;
    };

    bool is(const char* knob, const char* value) const { return m_asked.knobs.text(knob) == value; }

    void begin(StandIn standIn, bool pairs) {
        const auto heads = static_cast<double>(m_names.size());
        const auto attentions =
            static_cast<double>(std::ranges::count(m_names, 0, &HeadName::head));
        const double losses = standIn == StandIn::Resample
                                  ? 1 + 2 * heads
                                  : 1 + heads + (standIn == StandIn::Zero ? attentions : 0) +
                                        (pairs ? heads * (heads - 1) / 2 : 0);
        m_runs.push_back(
            {AblationRun(m_model.description.model, functions(standIn), pairs, standIn), standIn,
             losses});
    }

    std::shared_ptr<const Trace> run(const ProbeExample& example,
                                     const std::vector<Intervention>& changes = {}) const {
        return ProbedModel{*m_backend, m_model.description.model, m_model.parameters,
                           m_model.description.vocabularies, m_model.held}
            .run(example, changes);
    }

    double loss(const std::vector<Intervention>& changes) const {
        if (!m_task)
            return static_cast<double>((*run(m_model.example, changes)->find("loss"))[0]);
        std::vector<Intervention> all = m_model.held;
        all.insert(all.end(), changes.begin(), changes.end());
        return Evaluator(*m_backend, m_model.description.model, m_task, m_model.parameters, 1,
                         m_asked.knobs.whole("examples"), all)
            .run()
            .loss;
    }

    AblationSubject functions(StandIn standIn) {
        AblationSubject subject;
        subject.loss = [this](const std::vector<Intervention>& changes) { return loss(changes); };
        if (m_withTokens && standIn != StandIn::Resample)
            subject.tokens = [this](const std::vector<Intervention>& changes) {
                return rowLosses(*run(m_model.example, changes));
            };
        subject.examples =
            m_task ? std::min(m_asked.knobs.whole("examples"), m_task->validationCount()) : 1;
        subject.run = [this](Index example) {
            return run(m_task ? validationExample(*m_task, example) : m_model.example);
        };
        if (standIn == StandIn::Resample)
            resample(subject);
        return subject;
    }

    /// The heads of each example say what they say of another one of the task; those of an example
    /// that a person gave, what they say of each of them.
    void resample(AblationSubject& subject) const {
        const std::shared_ptr<const Task> task = m_task ? m_task : taskFor(m_model);
        if (!task)
            throw Error(phrase("other examples are those of a task, and this model has none"));
        const Index count = std::min(m_asked.knobs.whole("examples"), task->validationCount());
        subject.examples = count;
        subject.resampled = [this, task, count](Index example) {
            // Of so many others: none is itself, unless it is the only one.
            const double drawn = uniform(m_asked.seed, 0, static_cast<std::uint64_t>(example));
            const auto apart = 1 + static_cast<Index>(drawn * static_cast<double>(count - 1));
            const Index other = m_task ? (example + apart) % count : example;
            return resampled(*m_backend, m_model.parameters,
                             *run(m_task ? validationExample(*task, example) : m_model.example),
                             *run(validationExample(*task, other)), m_names);
        };
    }

    /// Null where it was not measured.
    const Ablation* foundWith(StandIn standIn) const {
        const auto found = std::ranges::find(m_runs, standIn, &Part::standIn);
        return found == m_runs.end() ? nullptr : &found->run.found();
    }

    LabQuestion m_asked;
    const LabModel& m_model = *m_asked.model;
    std::unique_ptr<Backend> m_backend;
    std::shared_ptr<const Task> m_task; ///< null: it is about the example
    std::vector<HeadName> m_names;
    bool m_withTokens = false; ///< the losses of each token of the example, too
    std::vector<Part> m_runs;
};

Finding headOf(const HeadName& name) {
    return {{"attention", name.attention}, {"head", name.head + 1}};
}

LabFound AblationWork::found() {
    const Ablation* const zeros = foundWith(StandIn::Zero);
    const Ablation* const means = foundWith(StandIn::Mean);
    const Ablation* const resampled = foundWith(StandIn::Resample);
    const Ablation& any = zeros ? *zeros : means ? *means : *resampled;
    const std::shared_ptr<const Trace> trace =
        m_model.isShown() ? m_model.trace : run(m_model.example);
    const auto patterns = patternsOf(*trace, m_names);
    Finding single = Finding::List();
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        Finding one = headOf(m_names[i]);
        if (zeros) {
            one["loss"] = zeros->heads[i].loss;
            one["difference"] = zeros->heads[i].loss - zeros->whole;
        }
        if (means) {
            one["loss_with_mean"] = means->heads[i].loss;
            one["difference_with_mean"] = means->heads[i].loss - means->whole;
        }
        if (resampled) {
            one["loss_with_resample"] = resampled->heads[i].loss;
            one["difference_with_resample"] = resampled->heads[i].loss - resampled->whole;
        }
        one["patterns"] = namedNumbers(patterns[i]);
        if (zeros && m_withTokens)
            one["token_costs"] = costsOf(zeros->heads[i], *zeros);
        if (means && m_withTokens)
            one["token_costs_with_mean"] = costsOf(means->heads[i], *means);
        single.push_back(std::move(one));
    }
    Finding projections = Finding::List();
    for (const Ablation::Projection& of : any.projections)
        projections.push_back({{"attention", of.attention}, {"loss", of.loss}});
    Finding pairs = Finding::List();
    for (const Ablation::Pair& pair : any.pairs)
        pairs.push_back({{"attention", std::vector{pair.first.attention, pair.second.attention}},
                         {"heads", std::vector{pair.first.head + 1, pair.second.head + 1}},
                         {"loss", pair.loss}});
    Finding numbers{
        {"loss", any.whole}, {"heads", single}, {"output_projection_is_identity", projections}};
    if (m_withTokens) {
        numbers["tokens"] = trace->labels;
        numbers["token_losses"] = any.tokens;
    }
    if (zeros && means) {
        const std::string by = m_asked.knobs.text("by");
        numbers["ranked_by"] = by;
        numbers["ranking"] = rankingOf(*zeros, rankedBy(by, *zeros, *means, resampled, patterns));
    }
    if (m_asked.knobs.isOn("pairs"))
        numbers["pairs"] = pairs;
    return numbers;
}

} // namespace

std::unique_ptr<LabWork> lab_run::ablation(const LabQuestion& asked, int) {
    return std::make_unique<AblationWork>(asked);
}

} // namespace gf
