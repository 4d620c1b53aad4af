// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

#include <QString>

class QWidget;

namespace gf {

/// What explains the program itself: help, glossary, shortcuts, and what it is.
class HelpControl : public Feature {
    Q_OBJECT
public:
    /// Its dialogs belong to `window`.
    explicit HelpControl(QWidget* window);

    /// One glossary stays open beside the window and goes where it is asked to.
    void showGlossary(const QString& term);

    bool perform(Command command, bool checked) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

signals:
    /// Other keys were saved; a window that is made anew has them.
    void shortcutsChanged();

private:
    void showHelp();
    void showShortcuts();

    QWidget* m_window;
};

} // namespace gf
