// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/focus/focus.h"

class QWidget;

namespace gf {

class Intents;
class VerifyWindow;

/// Two backends compared step by step: the window that lists the differences, and the command that
/// opens it and asks for them.
class VerifyControl : public Feature {
    Q_OBJECT
public:
    /// `window` is that beside which it opens.
    VerifyControl(FocusModel* focus, Intents* intents, QWidget* window);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;

private:
    void open();
    void ask();

    FocusModel* m_focus;
    Intents* m_intents;
    QWidget* m_parent;
    VerifyWindow* m_window = nullptr; ///< null until it is opened
    IntentId m_asked = 0;
};

} // namespace gf
