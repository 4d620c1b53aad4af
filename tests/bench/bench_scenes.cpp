// SPDX-License-Identifier: GPL-3.0-or-later
// How long a lecturer waits for each scene of a lesson, once its models are prepared: a line for
// each scene with the time from turning the page to the end of the painting that shows it, and the
// processor time of all threads meanwhile, which other programs on the machine do not lengthen.
// Each page is come to from the one before; the last column says for how long the models were
// trained before.
//
//     bench_scenes [FILE…]
//
// of lectures or lessons; without any a lecture of eight scenes: fresh and trained models, an
// earlier moment, compared runs, changes, drawings.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/lesson/lesson.h"
#include "tests/app/hear.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/window/lesson_control.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>

using namespace gf;

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* lecture = R"(```lesson
{"title": "Lecture", "idea": "Scenes.", "minutes": 45}
```
## Embedding
```scene
{"id": "a", "task": "copy", "steps": 0, "step": "source.embedded", "example": {"source": "banana"}}
```
---
## Looking up
```scene
{"id": "b", "task": "date", "steps": 150, "step": "decoder.1.cross_attn.weights", "head": 1, "row": 3}
```
---
## Earlier
```scene
{"id": "c", "task": "date", "steps": 150, "moment": 50, "step": "decoder.1.cross_attn.weights", "station": "lines"}
```
---
## Four heads
```scene
{"id": "d", "task": "sort", "steps": 100, "model": {"heads": 4}, "step": "encoder.0.self_attn.weights", "station": "heads"}
```
---
## Where the norm stands
```scene
{"id": "e", "task": "date", "steps": 100, "step": "encoder.1.residual2", "compare": {"key": "norm", "values": ["pre", "post"]}}
```
---
## Without the mask
```scene
{"id": "f", "task": "cloze", "steps": 100, "step": "encoder.0.self_attn.weights"}
```
---
## A muted head
```scene
{"id": "g", "task": "date", "steps": 150, "step": "probabilities",
 "changes": [{"step": "decoder.1.cross_attn.heads", "kind": "multiply", "value": 0, "cells": [{"first": 1, "count": 1}]}]}
```
---
## Words
```scene
{"id": "h", "task": "translation", "steps": 100, "step": "logits", "station": "words"}
```
)";

struct Times {
    double wall = 0, processor = 0; ///< milliseconds
};

Times timesOf(const std::function<void()>& work) {
    const Clock::time_point began = Clock::now();
    const std::clock_t clock = std::clock();
    work();
    return {std::chrono::duration<double, std::milli>(Clock::now() - began).count(),
            1000.0 * static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC};
}

void waitUntil(const std::function<bool()>& isSo) {
    while (!isSo())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// Opens it, waits until its models are there, and turns its pages.
void measure(MainWindow& window, Session& session, const QString& name) {
    LessonReady ready;
    QObject listener;
    test::hear<LessonReady>(session, &listener, [&](const LessonReady& told) { ready = told; });
    bool isThere = false;
    QObject::connect(window.lesson(), &LessonControl::arrived, &listener, [&] { isThere = true; });
    LessonPanel& panel = *window.lesson()->panel();
    const auto hasOwn = [&] { return panel.subject().page == panel.sitting()->page(); };
    const Times prepared = timesOf([&] {
        window.lesson()->openFile(name);
        if (panel.sitting())
            waitUntil([&] {
                return ready.lesson == panel.sitting()->lesson().name && ready.all > 0 &&
                       ready.ready == ready.all;
            });
    });
    if (!panel.sitting()) {
        std::fprintf(stderr, "%s is no lesson\n", qPrintable(name));
        return;
    }
    isThere = false;
    panel.goTo(panel.pageCount() - 1); // so that the first one is another one, too
    if (hasOwn())
        waitUntil([&] { return isThere; });
    for (int page = 0; page < panel.pageCount(); ++page) {
        isThere = false;
        const Times turned = timesOf([&] {
            panel.goTo(page);
            if (hasOwn())
                waitUntil([&] { return isThere; });
            window.repaint();
            QCoreApplication::processEvents();
        });
        if (hasOwn())
            std::printf("%-14s %4d %9.0f %9.0f %9.1f\n", qPrintable(QFileInfo(name).fileName()),
                        page + 1, turned.wall, turned.processor, prepared.wall / 1000);
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char** argv) {
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
    const QApplication application(argc, argv);
    Session session;
    WindowHost host(session, Language::English);
    host.window().resize(1440, 900);
    host.window().show();
    std::printf("%-14s %4s %9s %9s %9s\n", "lesson", "page", "ms", "processor", "before s");
    QStringList names = QApplication::arguments().mid(1);
    if (names.isEmpty()) {
        names += folder.filePath("lecture.lesson.md");
        QFile file(names.front());
        if (!file.open(QIODevice::WriteOnly) || file.write(lecture) < 0)
            return 1;
    }
    for (const QString& name : std::as_const(names))
        measure(host.window(), session, name);
    return 0;
}
