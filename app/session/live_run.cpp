// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/live_run.h"

#include "app/session/field_values.h"
#include "core/data/example.h"
#include "core/data/numbers.h"
#include "core/io/quote.h"
#include "core/model/fields.h"
#include "core/model/inputs.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/schedule.h"
#include "core/train/verify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <thread>
#include <utility>

namespace gf {

namespace {

/// More would not make the curve more telling, only slower to draw.
constexpr Index validationExamples = 256;

/// The answer of a text model goes on for this long.
constexpr Index continuation = 24;

RunDescription describe(const TaskRequest& request, const std::shared_ptr<const Task>& task,
                        const std::optional<ModelConfig>& model,
                        const std::optional<TrainConfig>& train) {
    const ModelConfig defaults = task->modelDefaults();
    RunDescription run;
    run.task = request.name;
    run.dataFile = request.dataFile;
    run.tokenization = request.tokenization;
    run.vocabularies = vocabulariesOf(task);
    run.model = model.value_or(defaults);
    takeFromTask(run.model, defaults);
    run.train = train.value_or(task->trainDefaults());
    requireRoom(*task, run.model);
    return run;
}

/// What is too long about a sequence, with its special tokens and padding; empty when it fits.
Sentence lengthFault(Index tokens, Index special, Index padding, Index most) {
    const Index length = tokens + special + padding;
    if (length <= most)
        return {};
    return {
        phrase("too long by %1: this model reads at most %2, special tokens and padding included"),
        counted(length - most, noun::tokens), most};
}

/// Something to look at where no task has an example. Words may be none, rows of numbers may not.
TextExample withoutTask(const ModelConfig& model) {
    TextExample example;
    if (model.input != Input::Values)
        return example;
    const Index rows = std::min<Index>(4, model.maxLength);
    std::vector<float> numbers;
    std::string places;
    for (Index row = 0; row < rows; ++row) {
        numbers.insert(numbers.end(), static_cast<std::size_t>(model.features),
                       0.25F * static_cast<float>(row + 1));
        places += (row > 0 ? " " : "") + std::to_string(row + 1);
    }
    if (model.hasEncoder())
        example.source = rowsText(numbers, model.features);
    if (model.output == Output::Values)
        example.target = rowsText(numbers, model.features);
    else if (model.output == Output::Pointer)
        example.target = places;
    return example;
}

/// What is wrong with the rows that a pointer is to choose from so many; empty when nothing is.
Sentence choiceFault(std::span<const TokenId> ids, Index rows) {
    std::vector<bool> chosen(static_cast<std::size_t>(rows));
    for (const TokenId id : ids) {
        const Index place = static_cast<Index>(id) - firstPlace;
        if (place < 0 || place >= rows)
            return {phrase("names what the source does not have; its rows are 1 to %1"), rows};
        if (chosen[static_cast<std::size_t>(place)])
            return {phrase("names row %1 twice; each can be chosen once"), place + 1};
        chosen[static_cast<std::size_t>(place)] = true;
    }
    return {};
}

/// Names the tokens that the vocabulary does not have, each once; empty when it has them all.
Sentence unknownTokens(const std::shared_ptr<const Vocabulary>& vocabulary, const std::string& text,
                       const std::vector<TokenId>& ids) {
    constexpr std::size_t named = 5;
    if (std::find(ids.begin(), ids.end(), unkId) == ids.end())
        return {};
    const std::vector<std::string> tokens = tokenize(text, vocabulary->tokenization());
    std::vector<std::string> unknown;
    for (std::size_t i = 0; i < ids.size() && i < tokens.size(); ++i)
        if (ids[i] == unkId &&
            std::find(unknown.begin(), unknown.end(), tokens[i]) == unknown.end())
            unknown.push_back(tokens[i]);
    std::string which;
    for (std::size_t i = 0; i < unknown.size() && i < named; ++i)
        which += (i > 0 ? ", " : "") + inQuotes(unknown[i]); // a tab is seen to be one
    if (unknown.size() > named)
        which += ", …";
    return {unknown.size() == 1 ? phrase("%1 is unknown to this model and is read as <unk>")
                                : phrase("%1 are unknown to this model and are read as <unk>"),
            which};
}

/// Whether of each token that is to be filled in it is known what is right; where none can be
/// hidden all of them are.
bool asksAllOf(const ExampleData& data, const Vocabulary* sourceWords) {
    const std::vector<bool> hidden = hiddenTokens(data.source.ids, sourceWords);
    if (hidden.empty())
        return true;
    const auto asked = std::ranges::count(hidden, true);
    const auto known =
        std::ranges::count_if(data.target.ids, [](TokenId id) { return id != padId; });
    return asked > 0 && known == asked;
}

} // namespace

void takeFromTask(ModelConfig& model, const ModelConfig& defaults) {
    if (model.input != defaults.input || model.output != defaults.output)
        throw Error(phrase("the model reads or says another kind of data than the task has; its "
                           "input and its output follow from the task"));
    model.features = defaults.features;
    if (model.input == Input::Tokens)
        model.sourceVocab = defaults.sourceVocab;
    if (model.output == Output::Words)
        model.targetVocab = defaults.targetVocab;
}

TaskRequest taskNamed(const std::string& name, const std::string& dataFile) {
    TaskRequest request;
    request.name = name;
    request.dataFile = dataFile;
    return request;
}

int trainingThreads() {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(cores - 1, 1, 8);
}

LiveRun::LiveRun(const OpenBackend& backend, const TaskRequest& request,
                 const std::optional<ModelConfig>& model, const std::optional<TrainConfig>& train,
                 std::vector<Intervention> builtIn, const std::stop_token& stop)
    : m_task(makeTask(request)), m_backend(backend), m_builtIn(std::move(builtIn)) {
    m_description = describe(request, m_task, model, train);
    start(nullptr, stop);
    if (!m_builtIn.empty())
        m_trainer->intervene(m_builtIn);
}

std::unique_ptr<LiveRun> LiveRun::open(const OpenBackend& backend, const std::string& path,
                                       const std::stop_token& stop) {
    return open(backend, loadRun(path, stop), {}, stop);
}

std::unique_ptr<LiveRun> LiveRun::open(const OpenBackend& backend, Run saved,
                                       std::vector<Intervention> builtIn,
                                       const std::stop_token& stop) {
    std::unique_ptr<LiveRun> run(new LiveRun(backend));
    run->m_description = std::move(saved.description);
    run->m_builtIn = std::move(builtIn);
    try {
        run->m_task = taskOf(run->m_description);
    } catch (const Error& error) {
        run->m_obstacle = error.sentence();
    }
    run->start(std::move(saved.parameters), stop);
    if (run->m_trainer && !run->m_builtIn.empty())
        run->m_trainer->intervene(run->m_builtIn);
    return run;
}

void LiveRun::start(std::unique_ptr<Parameters> parameters, const std::stop_token& stop) {
    throwIfStopped(stop);
    const TextExample showcase = m_task ? m_task->showcase() : withoutTask(m_description.model);
    setExample({showcase.source, showcase.target});
    if (!m_task) {
        m_loose = std::move(parameters);
        return;
    }
    const TrainConfig& train = m_description.train;
    auto batches =
        std::shared_ptr<const BatchSource>(makeTaskBatches(m_task, train.batch, train.seed));
    if (parameters)
        m_trainer = std::make_unique<Trainer>(*m_backend.backend, m_description.model, train,
                                              batches, trainingThreads(), std::move(parameters),
                                              m_description.steps);
    else
        m_trainer = std::make_unique<Trainer>(*m_backend.backend, m_description.model, train,
                                              batches, trainingThreads());
}

std::vector<StepResult> LiveRun::steps(Index most) {
    const std::vector<StepResult> results = m_trainer->steps(most);
    m_description.steps = m_trainer->stepsDone();
    return results;
}

RunSettings LiveRun::settings() const {
    const TrainConfig& train = m_description.train;
    return {peakLearningRate(train, m_description.model.dModel), static_cast<int>(train.batch),
            QString::fromStdString(backendName()),
            trainingValues(train, m_description.tokenization == Tokenization::Words)};
}

double LiveRun::guessLoss() const {
    const std::optional<double> known = m_task ? m_task->guessLoss() : std::nullopt;
    return known.value_or(std::log(static_cast<double>(m_description.model.targetVocab)));
}

Learning LiveRun::learning() const {
    const std::vector<Metrics::Loss>& kept = m_description.metrics.losses();
    std::vector<StepLoss> losses;
    losses.reserve(kept.size());
    for (const Metrics::Loss& at : kept)
        losses.push_back({at.step, static_cast<double>(at.loss)});
    return learningOf(losses, guessLoss(), stepsDone());
}

void LiveRun::setLearningRate(double rate) {
    TrainConfig changed = m_description.train;
    setPeakLearningRate(changed, m_description.model.dModel, rate);
    const auto problems = trainProblemsOf(toJson(changed), FieldNames::Labels);
    if (!problems.empty())
        throw Error(problems.front().sentence);
    m_description.train = changed;
    if (m_trainer)
        m_trainer->setLearningRate(rate);
}

void LiveRun::setBatchSize(Index batch) {
    if (m_trainer)
        m_trainer->rebuild(*m_backend.backend,
                           makeTaskBatches(m_task, batch, m_description.train.seed),
                           trainingThreads());
    m_description.train.batch = batch;
}

void LiveRun::setBackend(const OpenBackend& backend) {
    if (m_trainer)
        m_trainer->rebuild(
            *backend.backend,
            makeTaskBatches(m_task, m_description.train.batch, m_description.train.seed),
            trainingThreads());
    use(backend);
}

void LiveRun::recover(const OpenBackend& backend) {
    if (m_trainer) {
        m_trainer->recover(*backend.backend);
        m_description.steps = m_trainer->stepsDone();
        m_description.metrics.dropAfter(m_description.steps);
    }
    use(backend);
}

void LiveRun::use(const OpenBackend& backend) {
    forgetPrograms();
    m_measured.reset(); // it lies where it was measured
    m_backend = backend;
}

/// Whatever was compiled by the backend that goes.
void LiveRun::forgetPrograms() {
    m_probes = {};
    m_generator.reset();
    m_evaluator.reset();
    m_validating = false;
}

void LiveRun::restoreLastGood() {
    m_trainer->restoreLastGood();
    m_description.steps = m_trainer->stepsDone();
    m_description.metrics.dropAfter(m_description.steps);
    m_validating = false;
}

void LiveRun::become(std::span<const float> numbers, Index step) {
    parameters().assign(numbers);
    if (m_trainer)
        m_trainer->setStepsDone(step);
    m_description.steps = step;
    m_validating = false;
    m_validatedStep = std::min(m_validatedStep, step);
}

std::unique_ptr<LayerGradients> LiveRun::layerGradients() {
    const TrainConfig& train = m_description.train;
    return std::make_unique<LayerGradients>(*m_backend.backend, m_description.model, parameters(),
                                            makeTaskBatches(m_task, train.batch, train.seed),
                                            allChanges());
}

Tensor LiveRun::rowGradients() {
    if (!m_probes.rows) {
        const ProbeExample example = probeExample();
        if (!example.loss || example.target.empty())
            return {};
        ExampleData data{example.source, example.target};
        keepHiddenLabels(data, DataForm(m_description.model),
                         m_description.vocabularies.source.get());
        m_probes.rows = std::make_unique<RowGradients>(
            [this](const Graph& graph) -> const Backend& { return probeBackend(graph); },
            m_description.model, parameters(), ProbeExample{data.source, data.target},
            allChanges());
    }
    return m_probes.rows->measure();
}

void LiveRun::copyWeights(Parameters& to) {
    for (const Parameters::Entry& entry : to.entries()) {
        const std::span<const float> from = parameters().values(entry.name);
        std::copy(from.begin(), from.end(), to.writable(entry).begin());
    }
}

Index LiveRun::validationCount() const {
    return m_task ? std::min(m_task->validationCount(), validationExamples) : 0;
}

void LiveRun::startValidation() {
    if (!m_measured)
        m_measured = makeParameters(m_description.model);
    if (!m_evaluator)
        m_evaluator = std::make_unique<Evaluator>(*m_backend.backend, m_description.model, m_task,
                                                  *m_measured, 1, validationExamples, allChanges());
    copyWeights(*m_measured);
    m_evaluator->restart();
    m_validatedStep = stepsDone();
    m_validating = true;
}

std::optional<Evaluation> LiveRun::advanceValidation() {
    m_validating = false; // unless there is more to do; what fails is not tried again
    if (m_evaluator->advance())
        return m_evaluator->result();
    m_validating = true;
    return std::nullopt;
}

ExampleData LiveRun::dataOf(const Example& example) const {
    return exampleData({example.source, example.target}, DataForm(m_description.model),
                       m_description.vocabularies.source.get(),
                       m_description.vocabularies.target.get());
}

ExampleFaults LiveRun::faultsOf(const Example& example) const {
    const ModelConfig& model = m_description.model;
    const Vocabularies& words = m_description.vocabularies;
    const DataForm form(model);
    ExampleFaults faults;
    const auto read = [&](const std::string& text, bool numbers, const auto& vocabulary,
                          Sentence& fault) {
        try {
            return sequenceOf(text, numbers, model.features, vocabulary.get());
        } catch (const Error& error) {
            fault = error.sentence();
            return Sequence();
        }
    };
    const Sequence source =
        read(example.source, form.sourceIsNumbers(), words.source, faults.source);
    const Sequence target =
        read(example.target, form.targetIsNumbers(), words.target, faults.target);
    faults.impossible = !faults.source.empty() || !faults.target.empty();
    if (faults.impossible)
        return faults;
    const Index sourceRows = source.length(model.features);
    const Index targetRows = target.length(model.features);
    if (model.hasEncoder())
        faults.source = form.sourceIsNumbers() && sourceRows == 0
                            ? Sentence(phrase("has no numbers; give at least one row"))
                            : lengthFault(sourceRows, form.sourceIsNumbers() ? 0 : 1,
                                          example.padding, model.maxLength);
    if (model.hasDecoder())
        faults.target = lengthFault(targetRows, form.output == Output::Words ? 1 : 0,
                                    example.padding, model.maxLength);
    else if (!target.empty() && sourceRows != targetRows)
        faults.target = {phrase("has %1, but the source has %2; each needs one"),
                         counted(targetRows, noun::labels), counted(sourceRows, noun::tokens)};
    if (faults.target.empty() && form.points())
        faults.target = choiceFault(target.ids, sourceRows);
    faults.impossible = !faults.source.empty() || !faults.target.empty();
    if (!faults.impossible && !form.sourceIsNumbers())
        faults.source = unknownTokens(words.source, example.source, source.ids);
    if (!faults.impossible && form.output == Output::Words)
        faults.target = unknownTokens(words.target, example.target, target.ids);
    return faults;
}

/// Empty where nobody knows it.
std::string LiveRun::targetOf(const std::string& source) const {
    if (m_task)
        if (const auto answer = m_task->answerTo(source))
            return *answer;
    return source == m_known.source ? m_known.target : std::string();
}

Example LiveRun::meant(Example typed) {
    // Who types fast has not seen yet that the target followed.
    const bool targetStays = !std::exchange(typed.wroteTarget, false) &&
                             (typed.target == m_example.target || typed.target == m_typedTarget);
    m_typedTarget = typed.target;
    if (targetStays)
        typed.target = typed.source == m_example.source ? m_example.target : targetOf(typed.source);
    return typed;
}

void LiveRun::setExample(const Example& example) {
    if (example == m_example && m_probes.changed)
        return;
    m_example = example;
    if (!example.target.empty())
        m_known = example;
    m_rows.reset();
    m_probes = {};
}

std::optional<Example> LiveRun::anotherExample() {
    if (!canValidate())
        return std::nullopt;
    const TextExample next = m_task->validation(m_nextExample++ % m_task->validationCount());
    return Example{next.source, next.target, m_example.padding};
}

std::vector<Intervention> LiveRun::withBuiltIn(const Interventions& interventions) const {
    std::vector<Intervention> all = m_builtIn;
    all.insert(all.end(), interventions.list().begin(), interventions.list().end());
    return all;
}

/// A decoder that answers a source without a target has nothing to read but what it says itself.
bool LiveRun::answersItself() const {
    const ModelConfig& model = m_description.model;
    return model.hasEncoder() && model.hasDecoder() && m_example.target.empty();
}

ProbeExample LiveRun::probeExample() {
    const ExampleData data = dataOf(m_example);
    ProbeExample example;
    example.source = data.source;
    example.target = data.target;
    example.padding = m_example.padding;
    if (answersItself()) {
        if (!m_rows)
            follow(say(data, {}, {}));
        example.target = *m_rows;
        example.answered = true;
    }
    // Without labels there is nothing to be wrong about.
    if (example.answered || (!m_description.model.hasDecoder() && example.target.empty()))
        example.loss = example.gradients = false;
    return example;
}

std::unique_ptr<Probe> LiveRun::probeWith(std::vector<Intervention> interventions) {
    return probeOf(probeExample(), std::move(interventions));
}

std::unique_ptr<Probe> LiveRun::probeOf(ProbeExample example,
                                        std::vector<Intervention> interventions) {
    const auto choose = [this](const Graph& graph) -> const Backend& {
        return probeBackend(graph);
    };
    return std::make_unique<Probe>(choose, m_description.model, parameters(), std::move(example),
                                   m_description.vocabularies, m_description.caption(),
                                   std::move(interventions));
}

const Backend& LiveRun::probeBackend(const Graph& graph) const {
    return m_probeBackends.chosenFor(graph, m_training);
}

std::string LiveRun::traceBackend() const {
    return m_probes.changed ? m_probes.changed->backend().name() : std::string();
}

LiveRun::Probes LiveRun::probesFor(const Interventions& interventions) {
    Probes probes;
    if (!interventions.list().empty())
        probes.plain = probeWith(m_builtIn);
    probes.changed = probeWith(withBuiltIn(interventions));
    return probes;
}

std::shared_ptr<const Trace> LiveRun::trace() {
    const Probe* compiled = m_probes.changed.get();
    if (!compiled || &compiled->backend() != &probeBackend(*compiled->modelGraph().graph))
        m_probes = probesFor(m_interventions);
    return m_probes.changed->run(stepsDone(),
                                 m_probes.plain ? m_probes.plain->run(stepsDone()) : nullptr);
}

std::shared_ptr<const Trace> LiveRun::traceWith(const TokenExchange& exchange) {
    if (!m_probes.exchanged || m_probes.exchanged->example().exchange != exchange) {
        ProbeExample example = probeExample();
        example.loss = example.gradients = false;
        example.exchange = exchange;
        if (std::max(exchange.first, exchange.second) >= lengthOf(exchange.sequence))
            return nullptr;
        m_probes.exchanged = probeOf(std::move(example), allChanges());
    }
    return m_probes.exchanged->run(stepsDone());
}

/// How many tokens the model reads of the example.
Index LiveRun::lengthOf(Axis sequence) {
    if (!m_probes.changed)
        m_probes = probesFor(m_interventions);
    const ModelGraph& model = m_probes.changed->modelGraph();
    for (const std::string_view name : sequence == Axis::Source
                                           ? std::array{inputs::sourceIds, inputs::sourceValues}
                                           : std::array{inputs::targetIds, inputs::targetValues})
        if (const NodeId node = model.input(name); node != noNode)
            return (*model.graph)[node].shape[0];
    return 0;
}

void LiveRun::intervene(const std::function<void(Interventions&)>& change) {
    Interventions next = m_interventions;
    change(next);
    if (next.list() != m_interventions.list()) {
        Probes probes = probesFor(next);
        if (m_trainer)
            m_trainer->intervene(withBuiltIn(next));
        forgetPrograms();
        m_probes = std::move(probes);
    }
    m_interventions = std::move(next);
}

Generator& LiveRun::generator() {
    if (!m_generator)
        m_generator = std::make_unique<Generator>(*m_backend.backend, m_description.model,
                                                  parameters(), allChanges());
    return *m_generator;
}

GenerationReport LiveRun::write(const GenerationSettings& settings, const std::stop_token& stop) {
    const ModelConfig& model = m_description.model;
    const Vocabularies& words = m_description.vocabularies;
    if (model.output == Output::Values)
        throw Error(phrase("this model says numbers, and there are no words to choose among; its "
                           "forecast is the operation Prediction, which the view Series draws"));
    if (!words.target)
        throw Error(phrase("this model has no vocabulary; there are no words to write with"));
    WritingTask task;
    const ExampleData data = dataOf(m_example);
    task.source = data.source;
    if (!model.hasEncoder()) {
        // A trace shows as much as the model can read at once.
        task.prompt = data.target.ids;
        const auto length = static_cast<Index>(task.prompt.size());
        task.limit = std::clamp<Index>(model.maxLength - length, 1, continuation);
    }
    Written written = writeDown(generator(), task, settings, *words.target, stop);
    throwIfStopped(stop);
    ProbeExample example;
    example.source = task.source;
    example.target = written.text;
    example.loss = example.gradients = false;
    const std::unique_ptr<Probe> probe = probeOf(std::move(example), allChanges());
    written.report.trace = probe->run(stepsDone());
    return std::move(written.report);
}

VerifyReport LiveRun::verify(const std::stop_token& stop) {
    const OpenBackend verifiedOne = backendName() == "eigen" ? OpenBackend("cpu") : m_backend;
    Verification verified =
        gf::verify(*verifiedOne.backend, m_description.model, parameters(), probeExample(),
                   m_description.vocabularies, agreementTolerance, allChanges(), stop);
    VerifyReport report;
    report.backend = QString::fromStdString(verified.backend);
    report.reference = QString::fromStdString(verified.reference);
    report.tolerance = verified.tolerance;
    report.steps = byDifference(std::move(verified.steps));
    report.turned = static_cast<int>(verified.turned);
    report.step = stepsDone();
    report.sourceTokens = verified.found->sourceTokens;
    report.targetTokens = verified.found->targetTokens;
    report.labels = verified.found->labels;
    report.graph = verified.expected->graph;
    return report;
}

/// What the model says to the example.
Generation LiveRun::say(const ExampleData& data, const std::stop_token& stop, const Wrote& wrote) {
    const ModelConfig& model = m_description.model;
    const bool goesOn = model.architecture == Architecture::Decoder;
    if (model.output == Output::Values) {
        const std::vector<float> prompt = goesOn ? data.target.numbers : std::vector<float>();
        const Index rows = goesOn || data.target.empty() ? forecastLength(m_description)
                                                         : data.target.length(model.features);
        return generator().forecast(data.source, prompt, rows, stop, wrote);
    }
    const std::vector<TokenId> prompt = goesOn ? data.target.ids : std::vector<TokenId>();
    return generator().generate(data.source, prompt, {}, goesOn ? continuation : 0, stop, wrote);
}

/// From now on the decoder's rows are what it read while it said this.
void LiveRun::follow(const Generation& said) {
    const ModelConfig& model = m_description.model;
    Sequence rows;
    rows.ids = said.ids;
    rows.numbers = said.numbers;
    const bool isOfWords = model.output == Output::Words;
    if (isOfWords && !said.finished && !rows.ids.empty())
        rows.ids.pop_back(); // nothing was read after it
    const Index room = model.maxLength - m_example.padding - (isOfWords ? 1 : 0);
    if (rows.length(model.features) > room) {
        const auto most = static_cast<std::size_t>(std::max<Index>(0, room));
        rows.ids.resize(std::min(rows.ids.size(), most));
        rows.numbers.resize(
            std::min(rows.numbers.size(), most * static_cast<std::size_t>(model.features)));
    }
    if (m_rows == rows)
        return;
    m_rows = std::move(rows);
    m_probes = {};
}

Answer LiveRun::answer(const std::stop_token& stop, const Wrote& wrote) {
    const Vocabularies& words = m_description.vocabularies;
    const bool goesOn = m_description.model.architecture == Architecture::Decoder;
    const ExampleData data = dataOf(m_example);
    const Generation said = say(data, stop, wrote);
    Answer answer;
    answer.givesRows = answersItself();
    if (answer.givesRows)
        follow(said);
    if (m_description.model.output == Output::Values) {
        answer.text = shortRowsText(said.numbers, m_description.model.features);
        answer.hasTarget = goesOn || !m_example.target.empty();
        return answer;
    }
    const FilledIn filled = filledIn(said, data.source.ids, words.source.get());
    answer.probabilities = filled.said.probabilities;
    if (words.target) {
        answer.text = words.target->decode(filled.text);
        for (const TokenId id : filled.said.ids)
            answer.tokens.push_back(words.target->token(id));
    }
    if (said.finished && m_description.model.hasDecoder()) {
        answer.tokens.emplace_back("<eos>");
        answer.probabilities.push_back(said.endProbability);
    }
    answer.hasTarget = !goesOn && !m_example.target.empty() && asksAllOf(data, words.source.get());
    if (answer.hasTarget)
        judge(answer, filled.said.ids);
    return answer;
}

/// As the share of right answers counts it: a round trip is as short the other way round.
void LiveRun::judge(Answer& answer, const std::vector<TokenId>& ids) const {
    const auto score = m_task ? m_task->score({m_example.source, m_example.target}, Sequence(ids))
                              : std::optional<Score>();
    answer.matchesTarget = score ? score->right : answer.text == m_example.target;
    const bool isWhole = answer.text.size() == m_example.target.size();
    if (score && isWhole && m_description.model.output == Output::Pointer)
        answer.tourRatio = score->error;
}

void LiveRun::save(const std::string& path, const SavedComparison& compared) {
    saveRun(path, m_description, parameters(), compared);
}

} // namespace gf
