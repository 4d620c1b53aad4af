// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_view.h"
#include "ui/stage/stage_widget.h"
#include "ui/window/main_window.h"

#include <QSettings>
#include <QTest>

#include <algorithm>
#include <memory>

namespace gf {

/// A window as at the very first start, active and as large as the smallest that people have: the
/// screen of the tests is smaller still.
inline std::unique_ptr<MainWindow> freshWindow() {
    QSettings().clear();
    auto window = std::make_unique<MainWindow>();
    window->restore();
    window->setWindowState(Qt::WindowNoState);
    window->resize(1024, 640);
    window->show();
    window->activateWindow();
    return QTest::qWaitForWindowActive(window.get()) ? std::move(window) : nullptr;
}

/// The matrix in focus; null where it is not drawn.
inline const HeatmapView* subjectOf(const StageWidget& stage) {
    const StageCanvas& canvas = stage.canvas();
    for (std::size_t i = canvas.panels().size(); i-- > 0;)
        if (canvas.panels()[i].item.result && canvas.view(i) && canvas.view(i)->isVisible())
            return canvas.view(i);
    return nullptr;
}

/// The smaller side of a cell of the matrix in focus; of one that is not drawn 0.
inline double subjectCell(const StageWidget& stage) {
    const HeatmapView* view = subjectOf(stage);
    if (!view)
        return 0;
    const HeatmapLayout layout = view->heatmapLayout();
    return std::min(layout.cellWidth, layout.cellHeight);
}

} // namespace gf
