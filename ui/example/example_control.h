// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

namespace gf {

class ExampleBar;
class Intents;

/// The person's own example: its bar and its commands.
class ExampleControl : public Feature {
    Q_OBJECT
public:
    ExampleControl(Intents* intents, QObject* parent);

    ExampleBar* bar() const { return m_bar; }
    /// Shows this example, and asks for it.
    void resume(const QString& source, const QString& target);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;

private:
    Intents* m_intents;
    ExampleBar* m_bar;
};

} // namespace gf
