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
    /// Opens what stood open beside the window of `other`.
    void takeOver(const HelpControl& other);

    bool perform(Command command, bool checked) override;

private:
    void showHelp();
    void showShortcuts();

    QWidget* m_window;
};

} // namespace gf
