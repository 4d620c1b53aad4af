// SPDX-License-Identifier: GPL-3.0-or-later
// How long each lab takes to answer: a line for each lab and model, with the 99th percentile of
// what the engine measures and of what the page draws, and how long what a person starts takes in
// all. "date" is the model of that task as it is proposed; "M" is as large as M of
// `glassformer bench` and reads dates that are padded to its 64 tokens. A frame is 16 ms. With the
// name of a lab as argument only that one; with "--started" what is started is measured, too, at
// "date". All times are of the processor.
#include "app/session/labs/lab_bench.h"
#include "app/session/run/live_run.h"
#include "core/lab/lab.h"
#include "core/tensor/error.h"
#include "ui/figure/canvas.h"
#include "ui/labs/labs.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

using namespace gf;

namespace {

constexpr QSizeF stage(900, 640); ///< of a window of 1440 × 900
constexpr Index longest = 64;     ///< tokens of M

/// Of the processor: what else the machine does is not counted.
double millisecondsOf(const std::function<void()>& work) {
    const std::clock_t began = std::clock();
    work();
    return 1000.0 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

/// The 99th percentile of so many times, after one that fills the caches.
double percentile(int runs, const std::function<void()>& work) {
    work();
    std::vector<double> times;
    for (int i = 0; i < runs; ++i)
        times.push_back(millisecondsOf(work));
    std::ranges::sort(times);
    return times[99 * (runs - 1) / 100];
}

void draw(const LabPage& page, StationInput& input) {
    input.memory = std::make_shared<StationMemory>(); // of a new trace
    QImage image(input.size.toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(input.theme.surface);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    PainterCanvas canvas(painter, input.font);
    StationPicture picture;
    drawStation(page.drawing, input, canvas, picture);
}

void measure(const LabPage& page, const char* model, LiveRun& run, int runs, bool started) {
    const std::shared_ptr<const Trace> trace = run.trace();
    if (obstacleTo(page, *trace))
        return;
    Focus focus;
    focus.lab = QLatin1String(page.drawing.id);
    StationInput input{
        *trace,           page.node(*trace->graph, noNode), focus, Theme::light(), QFont(), {},
        StationSettings()};
    const LabSubject subject{run, trace};
    const auto request = page.asks ? page.asks(input) : std::nullopt;
    double engine = 0;
    double whole = 0;
    try {
        if (request && !isStarted(*request)) {
            const auto answer = [&] {
                input.news.lab.answer =
                    std::make_shared<const LabFound>(measureForLab(*request, subject));
            };
            engine = percentile(runs, answer);
        } else if (request && started) {
            whole = millisecondsOf([&] {
                input.news.lab.answer =
                    std::make_shared<const LabFound>(measureForLab(*request, subject));
            });
        }
    } catch (const Error& error) {
        std::printf("%-5s %-10s %s\n", model, page.drawing.id, error.what());
        return;
    }
    input.news.lab.request = request;
    input.news.lab.of = trace;
    input.size = minimumSizeOf(page.drawing, input).expandedTo(stage);
    const double drawn = percentile(runs, [&] { draw(page, input); });
    const auto knobs =
        page.drawing.controls
            ? page.drawing.controls(*trace->graph, (*trace->graph)[input.node]).size()
            : 0;
    std::printf("%-5s %-10s %5zu %10.2f %10.2f", model, page.drawing.id, knobs, engine, drawn);
    if (whole > 0)
        std::printf("  started: %.1f s", whole / 1000);
    std::printf("\n");
    std::fflush(stdout);
}

std::unique_ptr<LiveRun> runOf(const char* task, bool isLarge) {
    TaskRequest request;
    request.name = task;
    ModelConfig model = makeTask(request)->modelDefaults();
    if (isLarge) {
        model.layers = 4;
        model.dModel = 128;
        model.heads = 8;
        model.dFf = 512;
        model.maxLength = std::max<Index>(model.maxLength, longest);
    }
    auto run = std::make_unique<LiveRun>("cpu", request, model);
    if (isLarge && model.input == Input::TokenIds) {
        const Trace& trace = *run->trace();
        const std::size_t tokens = std::max(trace.sourceTokens.size(), trace.targetTokens.size());
        Example example = run->example();
        example.padding = static_cast<int>(longest) - static_cast<int>(tokens); // as many as M has
        run->setExample(example);
    }
    return run;
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    bool started = false;
    std::string only;
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], "--started") == 0)
            started = true;
        else
            only = argv[i];
    std::printf("%-5s %-10s %5s %10s %10s\n", "model", "lab", "knobs", "answer ms", "drawn ms");
    for (const bool isLarge : {false, true}) {
        for (const char* const task : {"date", "salesman", "series", "modular"}) {
            const auto run = runOf(task, isLarge);
            const bool isOwn = std::strcmp(task, "date") == 0;
            for (const LabPage& page : labPages()) {
                // Of the other tasks their own lab alone.
                const bool isOfTask = isOwn || labAbout(task)->name == page.drawing.id;
                if (isOfTask && (only.empty() || only == page.drawing.id))
                    measure(page, isLarge ? "M" : "date", *run, isLarge ? 40 : 200,
                            started && !isLarge);
            }
        }
    }
    return 0;
}
