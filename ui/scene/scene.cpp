// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene.h"

#include "ui/steps/navigation.h"
#include "ui/steps/steps.h"

#include <QCoreApplication>

namespace gf {

namespace {

/// Sentences about scenes.
struct SceneTexts {
    Q_DECLARE_TR_FUNCTIONS(SceneTexts)
};

QString notThere(const QString& name) {
    return SceneTexts::tr("This model has no operation \"%1\".").arg(name);
}

/// Of `count` places the one with this number; −1 is none.
void require(QStringList& missing, const QString& sentence, Index place, Index count) {
    if (place >= count)
        missing += sentence.arg(place + 1).arg(count);
}

} // namespace

Scene ofAnyRun(Scene scene) {
    scene.run = {};
    scene.example = {};
    scene.whatIf = {};
    scene.time = {};
    scene.comparedRun.reset();
    scene.walk.reset();
    scene.ownBatch.reset();
    return scene;
}

Scene ofNextStart(Scene scene) {
    scene.comparedRun.reset();
    scene.walk.reset();
    scene.ownBatch.reset();
    scene.time.difference = false; // the checkpoints need not have been saved
    scene.generation.reset();
    scene.charts = false;
    scene.help = scene.glossary = false;
    scene.presenting = false;
    scene.hidden.reset(); // the docks are saved with their sizes
    if (!scene.focus.pinned)
        scene.focus.row = scene.focus.column = -1;
    return scene;
}

Scene withViewOf(const Scene& file, Scene now) {
    const Scene left = ofNextStart(file);
    now.example = left.example;
    now.focus = left.focus;
    now.stage = left.stage;
    now.whatIf = left.whatIf;
    now.time.pins = left.time.pins;
    now.mapZoom = left.mapZoom;
    now.logarithmic = left.logarithmic;
    return now;
}

QStringList missingIn(const Steps& steps, const Scene& scene) {
    QStringList missing;
    const Graph* graph = steps.graph();
    if (!graph)
        return missing;
    const Focus& focus = scene.focus;
    NodeId at = nodeOf(*graph, focus);
    if (at == noNode)
        at = graph->find(focus.step.toStdString());
    if (at != noNode) {
        const MatrixSize size = matrixSize((*graph)[at]);
        if (size.heads > 0 && !focus.allHeads)
            require(missing, SceneTexts::tr("The operation has no head %1: there are %2."),
                    focus.head, size.heads);
        const bool isCell = focus.lab.isEmpty(); // a lab has rows of its own
        require(missing, SceneTexts::tr("The operation has no row %1: there are %2."),
                isCell ? focus.row : -1, size.rows);
        require(missing, SceneTexts::tr("The operation has no column %1: there are %2."),
                isCell ? focus.column : -1, size.columns);
    } else if (!focus.step.isEmpty()) {
        missing += notThere(focus.step);
    }
    for (const Intervention& change : scene.whatIf.changes)
        if (graph->find(change.node) == noNode)
            missing += notThere(QString::fromStdString(change.node));
    if (const QString& large = scene.stage.enlarged;
        !large.isEmpty() && graph->find(large.toStdString()) == noNode)
        missing += notThere(large);
    return missing;
}

} // namespace gf
