// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that train models: length, and those of the window's pages, widths and positions.
#include "core/lab_runs/each_lab.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/length_ladder.h"
#include "core/train/model_series.h"
#include "core/train/position_tables.h"
#include "core/train/width_ladder.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gf {

namespace {

// ---- length ------------------------------------------------------------------------------------

std::shared_ptr<const Task> taskNamed(const std::string& name) {
    TaskRequest request;
    request.name = name;
    return makeTask(request);
}

/// The run's, if it has examples of any length; else the one that the knobs name.
std::shared_ptr<const Task> ladderTask(const LabQuestion& asked) {
    try {
        if (asked.model && asked.model->task &&
            !examplesOfLength(*asked.model->task, 1, 1, 1).empty())
            return asked.model->task;
    } catch (const Error&) { // it has none
    }
    return taskNamed(asked.knobs.text("task"));
}

/// What is shown is tried at all lengths around those of training.
LadderPlan planOf(const LabQuestion& asked, const Task& task, int threads) {
    LadderPlan plan = wholeLadder(task, asked.knobs.whole("steps"));
    if (asked.model)
        return plan;
    if (asked.knobs.has("kinds"))
        plan.positions = asked.knobs.words("kinds");
    plan.lengths = asked.knobs.numbers("lengths");
    plan.examples = asked.knobs.whole("examples");
    plan.seed = asked.seed;
    plan.threads = threads;
    return plan;
}

class LengthWork final : public LabWork {
public:
    LengthWork(const LabQuestion& asked, int threads)
        : m_backend(makeBackend("cpu")), m_task(ladderTask(asked)),
          m_plan(planOf(asked, *m_task, threads)), m_climb(*m_backend, m_task, m_plan) {}

    double advance() override { return m_climb.advance(); }
    std::string what() const override {
        return counted(static_cast<Index>(m_plan.positions.size()), "model") + " of " +
               std::to_string(m_plan.steps) + " steps each";
    }
    double worthSaying() const override { return 0; }
    LabFound found() override {
        const LengthLadder& ladder = m_climb.ladder();
        Finding::Fields shares;
        for (const LengthLadder::Curve& curve : ladder.curves)
            shares.emplace_back(curve.positions, curve.right);
        return Finding{{"task", ladder.task},
                       {"longest", ladder.longest},
                       {"lengths", ladder.lengths},
                       {"exact_match", shares}};
    }

private:
    std::unique_ptr<Backend> m_backend;
    std::shared_ptr<const Task> m_task;
    LadderPlan m_plan;
    LengthClimb m_climb;
};

// ---- Models like the run's ---------------------------------------------------------------------

/// The model with something else about it, trained as the run is, for so many steps.
class SeriesWork : public LabWork {
public:
    double advance() override { return m_share * m_series.advance(); }
    std::string what() const override { return "models are trained"; }

protected:
    SeriesWork(const LabQuestion& asked, std::vector<ModelConfig> models, ModelSeries::Look look)
        : m_backend(makeBackend("cpu")), m_task(requiredTask(*asked.model)),
          m_share(std::min(1.0, static_cast<double>(asked.model->mostExamples) /
                                    static_cast<double>(asked.model->description.train.batch))),
          m_series(*m_backend, m_task, std::move(models), trainedFor(asked), 1, std::move(look)) {}

    std::unique_ptr<Backend> m_backend;
    std::shared_ptr<const Task> m_task;

private:
    static std::shared_ptr<const Task> requiredTask(const LabModel& model) {
        if (!model.task)
            throw Error(
                phrase("models are trained for this, and the task of this run is not there"));
        return model.task;
    }
    static TrainConfig trainedFor(const LabQuestion& asked) {
        TrainConfig train = asked.model->description.train;
        train.steps = asked.knobs.whole("steps");
        train.batch = std::min(train.batch, asked.model->mostExamples);
        return train;
    }

    double m_share; ///< of the work of training as the run is trained
    ModelSeries m_series;
};

class WidthWork final : public SeriesWork {
public:
    explicit WidthWork(const LabQuestion& asked)
        : SeriesWork(asked, modelsByWidth(asked.model->description.model),
                     [this](std::size_t, Trainer& trained) { look(trained); }),
          m_words(asked.model->description.vocabularies) {}

    /// Ascending.
    LabFound found() override {
        return Finding{{"widths", Finding::List(m_widths.rbegin(), m_widths.rend())}};
    }

private:
    void look(Trainer& trained) {
        constexpr Index examples = 8;
        const WidthLadder::Width found = scoresByWidth(
            {*m_backend, trained.modelConfig(), trained.parameters(), m_words}, *m_task, examples);
        Finding scores = Finding::List();
        for (const WidthLadder::Scores& of : found.scores)
            scores.push_back({{"attention", of.attention},
                              {"mean", of.mean},
                              {"variance", of.variance},
                              {"independent", of.independent}});
        m_widths.push_back(Finding{{"width", found.width}, {"scores", scores}});
    }

    Vocabularies m_words;
    Finding::List m_widths; ///< the widest first
};

class PositionWork final : public SeriesWork {
public:
    explicit PositionWork(const LabQuestion& asked)
        : SeriesWork(asked, modelsByPosition(asked.model->description.model),
                     [this](std::size_t model, Trainer& trained) {
                         m_tables[model == 0 ? "learned" : "relative"] =
                             rowsOf(positionTable(trained.modelConfig(), trained.parameters()));
                     }) {}

    LabFound found() override { return m_tables; }

private:
    static Finding rowsOf(const Tensor& table) {
        return table.empty() ? Finding(Finding::List()) : Finding(table);
    }

    Finding m_tables;
};

} // namespace

std::unique_ptr<LabWork> lab_run::length(const LabQuestion& asked, int threads) {
    return std::make_unique<LengthWork>(asked, threads);
}

std::unique_ptr<LabWork> lab_run::widths(const LabQuestion& asked, int) {
    return std::make_unique<WidthWork>(asked);
}

std::unique_ptr<LabWork> lab_run::positions(const LabQuestion& asked, int) {
    return std::make_unique<PositionWork>(asked);
}

} // namespace gf
