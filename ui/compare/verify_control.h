// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/focus/focus.h"
#include "ui/messages/verify_report.h"

#include <memory>
#include <optional>

class QWidget;

namespace gf {

class Intents;
class VerifyWindow;

/// Two backends compared step by step: the window that lists the differences, and the command that
/// opens it and asks for them. It asks again only when the answer has come.
class VerifyControl : public Feature {
    Q_OBJECT
public:
    /// `window` is that beside which it opens.
    VerifyControl(FocusModel* focus, Intents* intents, QWidget* window);

    /// Goes on with what `other` shows.
    void takeOver(const VerifyControl& other);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;

private:
    void open();
    void ask();
    void stop(); ///< nobody waits any more
    /// Says so if the list was made from another example or other weights than those shown now.
    void compareWithShown();

    FocusModel* m_focus;
    Intents* m_intents;
    QWidget* m_parent;
    VerifyWindow* m_window = nullptr;     ///< null until it is opened
    IntentId m_asked = 0;                 ///< whose answer is shown when it comes; 0: none
    bool m_waiting = false;               ///< for that answer
    std::optional<VerifyReport> m_report; ///< that is listed
    std::shared_ptr<const Trace> m_trace; ///< that is shown now
};

} // namespace gf
