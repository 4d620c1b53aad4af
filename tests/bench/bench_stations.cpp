// SPDX-License-Identifier: GPL-3.0-or-later
// How long each station takes to draw: one line for each station and length of text, with the step
// on which it is slowest. "first": new numbers have come; "again": the pointer has moved over the
// same ones, where the figure stays unless it is about one row. A frame is 16 ms; long texts may
// take 50 ms. With the id of a station as argument only that one, with a length as second argument
// only that length.
#include "core/model/config.h"
#include "core/train/probe.h"
#include "core/train/run.h"
#include "core/train/step_walk.h"
#include "core/train/trainer.h"
#include "ui/figure/canvas.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <map>

using namespace gf;

namespace {

constexpr int runs = 5;
constexpr Index mostTimeSteps = 128; ///< of recurrent models
constexpr QSizeF stage(900, 640);    ///< the stage of a window of 1440 × 900

/// One layer with eight heads.
ModelConfig modelOf(Architecture architecture, Positional positional, Index tokens) {
    ModelConfig config;
    config.architecture = architecture;
    config.positional = positional;
    config.attentionBias = AttentionBias::All;
    config.layers = 1;
    config.heads = 8;
    config.dModel = 128;
    config.dFf = 512;
    config.maxLength = tokens;
    config.sourceVocab = config.targetVocab = 256;
    return config;
}

/// Two sequences of cells with an attention over their states.
ModelConfig recurrentModel(Alignment attention, Index tokens) {
    ModelConfig config = modelOf(Architecture::EncoderDecoder, Positional::None, tokens);
    config.family = Family::Recurrent;
    config.alignment = attention;
    return config;
}

/// One text of `tokens` tokens through the model.
std::shared_ptr<const Trace> traceOf(const ModelConfig& config, Index tokens) {
    const auto parameters = makeParameters(config);
    initialize(*parameters, config, 7);
    ProbeExample example;
    std::vector<TokenId> text;
    for (Index i = 0; i + 1 < tokens; ++i)
        text.push_back(static_cast<TokenId>(4 + (i * 37) % 250));
    if (config.hasEncoder())
        example.source = text;
    example.target = text;
    const auto backend = makeBackend("cpu");
    return Probe(*backend, config, *parameters, example, {}, "benchmark").run(0);
}

/// The same few sentences for ever.
class SameBatch : public BatchSource {
public:
    explicit SameBatch(Index tokens) : m_tokens(tokens) {}
    Index sourceLength() const override { return 0; }
    Index targetLength() const override { return m_tokens; }
    Index batchSize() const override { return 2; }
    void fill(Index, Batch& batch) const override {
        std::vector<TokenId> text;
        for (Index i = 0; i + 1 < m_tokens; ++i)
            text.push_back(static_cast<TokenId>(4 + (i * 37) % 250));
        batch = makeBatch(Architecture::Decoder, {{}, {}}, {text, text}, 0, m_tokens);
    }

private:
    Index m_tokens;
};

/// A whole training step, for what draws updates.
std::shared_ptr<const Trace> walkedTrace(Index tokens) {
    const ModelConfig config = modelOf(Architecture::Decoder, Positional::Learned, tokens);
    const auto backend = makeBackend("cpu");
    const Trainer trainer(*backend, config, TrainConfig(), std::make_shared<SameBatch>(tokens), 1);
    return StepWalk(trainer, {}, "benchmark").trace(0);
}

/// Draws over what was drawn into `picture` before, or a new figure.
double millisecondsFor(const Station& station, const StationInput& input, StationPicture& picture) {
    QImage image(input.size.toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(input.theme.surface);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    PainterCanvas canvas(painter, input.font);
    const std::clock_t start = std::clock();
    if (picture.highlights.empty() || station.ofRow) {
        picture = {};
        drawStation(station, input, canvas, picture);
    } else {
        picture.drawHighlights(input, canvas);
    }
    return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

struct Times {
    double first = 0; ///< milliseconds
    double again = 0;
    double most() const { return std::max(first, again); }
};

/// Medians of some runs, after one that fills the caches of the fonts. Processor time: what else
/// the machine does is not counted.
Times timesFor(const Station& station, StationInput input) {
    std::array<double, runs> first{};
    std::array<double, runs> again{};
    for (int run = -1; run < runs; ++run) {
        input.memory = std::make_shared<StationMemory>();
        StationPicture picture;
        const auto draw = [&](Index row) {
            input.focus.row = input.focus.column = row;
            return millisecondsFor(station, input, picture);
        };
        const double whenNew = draw(3);
        const double whenMoved = draw(4 + run);
        if (run < 0)
            continue;
        first[run] = whenNew;
        again[run] = whenMoved;
    }
    for (auto* times : {&first, &again})
        std::nth_element(times->begin(), times->begin() + runs / 2, times->end());
    return {first[runs / 2], again[runs / 2]};
}

/// As many numbers as would be measured: it takes no longer to draw other ones.
std::shared_ptr<const Tensor> someNorms(const Trace& trace) {
    const auto rows = static_cast<Index>(trace.labels.size());
    const auto tokens = static_cast<Index>(trace.targetTokens.size() + trace.sourceTokens.size());
    if (rows == 0 || tokens < rows)
        return nullptr;
    Tensor norms(Shape{rows, tokens});
    for (Index i = 0; i < norms.count(); ++i)
        norms[i] = 1.0F / static_cast<float>(1 + i % 97);
    return std::make_shared<const Tensor>(std::move(norms));
}

StationInput inputFor(const Station& station, const Trace& trace, const Node& node) {
    Focus focus;
    focus.step = stepOf(node);
    focus.gradients = node.name.rfind("grad/", 0) == 0;
    focus.pinned = true;
    StationSettings settings;
    if (station.controls)
        for (const StationControl& control : station.controls(*trace.graph, node))
            settings[control.key] = control.initial;
    StationInput input{trace, node.id, focus, Theme::light(), QFont(), stage, settings};
    input.size = minimumSizeOf(station, input).expandedTo(stage);
    if (station.rowGradients)
        input.news.rowGradients = someNorms(trace);
    return input;
}

struct Slowest {
    Times times;
    std::string step;
};

void measure(const Trace& trace, const std::string& only, std::map<std::string, Slowest>& slowest) {
    const Graph& graph = *trace.graph;
    for (const Node& node : graph.nodes()) {
        if (trace.value(node.id).empty())
            continue;
        for (const Station* station : stationsFor(graph, node)) {
            if (!only.empty() && only != station->id)
                continue;
            const Times times = timesFor(*station, inputFor(*station, trace, node));
            Slowest& most = slowest[station->id];
            if (times.most() > most.times.most())
                most = {times, node.name};
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const std::string only = argc > 1 ? argv[1] : "";
    std::printf("%-14s %6s %9s %9s %6s  %s\n", "station", "tokens", "first ms", "again ms", "limit",
                "slowest on");
    for (const auto& [tokens, limit] : {std::pair<Index, double>{64, 16}, {512, 50}}) {
        if (argc > 2 && std::to_string(tokens) != argv[2])
            continue;
        std::map<std::string, Slowest> slowest;
        const auto draw = [&, count = tokens](const ModelConfig& model) {
            measure(*traceOf(model, count), only, slowest);
        };
        draw(modelOf(Architecture::EncoderDecoder, Positional::Sinusoidal, tokens));
        for (const Positional positional :
             {Positional::Learned, Positional::Relative, Positional::Alibi, Positional::Rotary})
            draw(modelOf(Architecture::Decoder, positional, tokens));
        // The graph of a recurrent model grows with its text: a long one takes minutes to compile.
        if (tokens <= mostTimeSteps)
            for (const Alignment attention : {Alignment::Concat, Alignment::Bahdanau})
                draw(recurrentModel(attention, tokens));
        measure(*walkedTrace(tokens), only, slowest);
        for (const auto& [id, most] : slowest)
            std::printf("%-14s %6d %9.2f %9.2f %6.0f  %s%s\n", id.c_str(), static_cast<int>(tokens),
                        most.times.first, most.times.again, limit, most.step.c_str(),
                        most.times.most() > limit ? "  TOO SLOW" : "");
        std::fflush(stdout);
    }
    return 0;
}
