// SPDX-License-Identifier: GPL-3.0-or-later
// The lab that trains with one setting at several values.
#include "core/lab_runs/each_lab.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/schedule.h"
#include "core/train/sweep.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace gf {

namespace {

constexpr std::size_t mostPoints = 64; ///< of a curve

/// What is shown, as it is trained; else a model of the task that the knobs name.
SweepTraining subjectOf(const LabQuestion& asked) {
    SweepTraining training;
    if (asked.model) {
        training.task = asked.model->task;
        if (!training.task)
            throw Error(
                phrase("models are trained for this, and the task of this run is not there"));
        training.model = asked.model->description.model;
        training.train = asked.model->description.train;
        training.train.batch = std::min(training.train.batch, asked.model->mostExamples);
    } else {
        TaskRequest request;
        request.name = asked.knobs.text("task");
        training.task = makeTask(request);
        training.model = training.task->modelDefaults();
        training.train = training.task->trainDefaults();
        training.train.seed = asked.seed;
    }
    training.train.steps = asked.knobs.whole("steps");
    return training;
}

/// Two digits are enough: 0.0003 and not 0.00029999.
double rounded(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::round(value / unit) * unit;
}

/// The values around that which the run has: what goes on from none of it, from 0.
std::vector<double> valuesAround(const SweepTraining& training, const std::string& key,
                                 double factor) {
    const auto multiples = [&](double middle, int first, int last) {
        std::vector<double> values;
        for (int i = first; i <= last; ++i)
            values.push_back(rounded(middle * std::pow(factor, i)));
        return values;
    };
    const auto fromNone = [&](double own, double usual) {
        std::vector<double> values = multiples(own > 0 ? own : usual, -1, 2);
        values.insert(values.begin(), 0);
        std::erase_if(values, [](double value) { return value >= 1; });
        return values;
    };
    if (key == "learning_rate")
        return multiples(peakLearningRate(training.train, training.model.dModel), -2, 2);
    if (key == "dropout")
        return fromNone(training.model.dropout, 0.1);
    if (key == "weight_decay")
        return fromNone(training.train.weightDecay, 0.01);
    const Index own = key == "batch" ? training.train.batch : training.model.dFf;
    std::vector<double> values = multiples(static_cast<double>(own), -2, 2);
    for (double& value : values)
        value = std::max(1.0, std::round(value));
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

std::vector<SweepTraining> trainingsOf(const LabQuestion& asked) {
    const SweepTraining subject = subjectOf(asked);
    const std::string key = asked.knobs.text("key");
    const bool isWhole = key == "batch" || key == "d_ff";
    std::vector<SweepTraining> trainings;
    for (const double value : valuesAround(subject, key, asked.knobs.real("factor")))
        for (Index seed = 0; seed < asked.knobs.whole("seeds"); ++seed)
            trainings.push_back(withSwept(subject, key,
                                          isWhole ? FieldValue(static_cast<std::int64_t>(value))
                                                  : FieldValue(value),
                                          subject.train.seed + static_cast<std::uint64_t>(seed)));
    return trainings;
}

/// Means over equal parts of the training, [step, loss] each.
Finding curveOf(const std::vector<Metrics::Loss>& losses) {
    Finding points = Finding::List();
    const std::size_t parts = std::min(losses.size(), mostPoints);
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t first = part * losses.size() / parts;
        const std::size_t end = (part + 1) * losses.size() / parts;
        double sum = 0;
        for (std::size_t i = first; i < end; ++i)
            sum += static_cast<double>(losses[i].loss);
        points.push_back(std::vector{static_cast<double>(losses[end - 1].step),
                                     sum / static_cast<double>(end - first)});
    }
    return points;
}

class SweepWork final : public LabWork {
public:
    SweepWork(const LabQuestion& asked, int threads)
        : m_key(asked.knobs.text("key")), m_steps(asked.knobs.whole("steps")),
          m_trainings(trainingsOf(asked)), m_backend(makeBackend("cpu")),
          m_share(asked.model
                      ? std::min(1.0, static_cast<double>(asked.model->mostExamples) /
                                          static_cast<double>(asked.model->description.train.batch))
                      : 1),
          m_sweep(*m_backend, m_trainings, threads) {}

    double advance() override { return m_share * m_sweep.advance(); }
    std::string what() const override {
        return counted(static_cast<Index>(m_trainings.size()), "model") + " of " +
               std::to_string(m_steps) + " steps each";
    }
    double worthSaying() const override { return 0; }
    LabFound found() override {
        Finding rows = Finding::List();
        for (const SweepRow& row : m_sweep.rows()) {
            Finding one = findingOf(row);
            one["curve"] = curveOf(row.losses);
            rows.push_back(std::move(one));
        }
        return Finding{{"task", m_trainings.front().task->name()},
                       {"key", m_key},
                       {"steps", m_steps},
                       {"rows", rows}};
    }

private:
    std::string m_key;
    Index m_steps;
    std::vector<SweepTraining> m_trainings;
    std::unique_ptr<Backend> m_backend;
    double m_share; ///< of the work of training as the run is trained
    Sweep m_sweep;
};

} // namespace

Finding findingOf(const SweepRow& row) {
    const auto said = []<class Value>(const Value& value) -> Finding {
        if constexpr (std::is_same_v<Value, OtherValue>)
            return value.written;
        else
            return value;
    };
    Finding found{{"value", std::visit(said, row.value)},
                  {"seed", row.seed},
                  {"loss", row.loss},
                  {"validation_loss", Finding()},
                  {"validation_accuracy", Finding()},
                  {"diverged_at", row.divergedAt ? Finding(*row.divergedAt) : Finding()}};
    if (row.evaluation) {
        found["validation_loss"] = row.evaluation->loss;
        found["validation_accuracy"] = row.evaluation->accuracy;
    }
    return found;
}

std::unique_ptr<LabWork> lab_run::sweep(const LabQuestion& asked, int threads) {
    return std::make_unique<SweepWork>(asked, threads);
}

} // namespace gf
