// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/figure/exportable.h"

#include <QVector>

class QPoint;
class QWidget;

namespace gf {

class Banner;
class Commands;
class CompareControl;
class Intents;
class LossChart;
class StageViews;
class StageWidget;
class WhatIf;
struct Shown;

/// What the window shows as it can be taken out of it: exported, copied, and the menu of a matrix.
class ExportControl : public Feature {
    Q_OBJECT
public:
    /// Where the things are that can be exported.
    struct Sources {
        StageWidget* stage;
        LossChart* losses;
        CompareControl* compare;
        WhatIf* changes; ///< which the menu of a matrix offers too
        const StageViews* views;
    };

    /// All must outlive it. Dialogs open over `window`.
    ExportControl(Shown& shown, const Commands& commands, Intents* intents, const Sources& sources,
                  Banner* banner, QWidget* window);

    /// `chart` counts those that are drawn, where `command` exports one.
    void exportFigure(Command command, int chart = 0);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;

private:
    /// The menu of a matrix on the stage, which it goes to first.
    void showMatrixMenu(const QString& step, int head, bool gradient, const QPoint& place);
    void showLabMenu(const QPoint& place);
    std::optional<Exportable> figureOfAllRuns() const;
    QString titleOfShown() const;
    /// The step in focus as a web page, or all forward steps.
    void exportPage(bool whole);
    /// Numbers and picture of what the stage shows.
    void copyStage();

    Shown& m_shown;
    const Commands& m_commands;
    Intents* m_intents;
    Sources m_sources;
    Banner* m_banner;
    QWidget* m_window;
    int m_moments = 0; ///< of the training that the time machine has
};

} // namespace gf
