// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/homework.h"
#include "ui/controls/feature.h"

#include <QPointer>
#include <QString>

#include <vector>

class QWidget;

namespace gf {

class HomeworkDialog;
class Intents;

/// What explains the program itself: help, glossary, shortcuts, and what it is; and homework.
class HelpControl : public Feature {
    Q_OBJECT
public:
    /// Its dialogs belong to `window`.
    HelpControl(Intents* intents, QWidget* window);

    void setExercises(std::vector<OfferedExercise> exercises);

    /// One glossary stays open beside the window and goes where it is asked to.
    void showGlossary(const QString& term);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

signals:
    /// Other keys were saved; a window that is made anew has them.
    void shortcutsChanged();

private:
    void showHelp();
    void showShortcuts();
    void showHomework();

    Intents* m_intents;
    QWidget* m_window;
    std::vector<OfferedExercise> m_exercises;
    QPointer<HomeworkDialog> m_homework;
    IntentId m_asked = 0; ///< for the folder that is being made
};

} // namespace gf
