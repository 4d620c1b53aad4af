// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

#include <QStringList>

class QWidget;

namespace gf {

class CompareControl;
class ReferenceWindow;
class Intents;

/// Saved runs beside the open one on its example: the window that shows where each of them looked,
/// the command that opens it, and when it asks for them again.
class ReferenceControl : public Feature {
    Q_OBJECT
public:
    /// `run` is the open one, whatever becomes of it; it and `compare`, which knows what is
    /// compared with it, outlive this. `window` is that beside which it opens.
    ReferenceControl(const RunInfo& run, const CompareControl* compare, Intents* intents,
                     QWidget* window);

    bool isOpen() const;
    void open();
    /// Shows these beside the open run.
    void setFiles(const QStringList& files);
    const QStringList& files() const { return m_files; }
    /// Goes on with what `other` shows.
    void takeOver(const ReferenceControl& other);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;

private:
    void ask();
    void showOpenRuns();

    const RunInfo& m_run;
    const CompareControl* m_compare;
    Intents* m_intents;
    QWidget* m_parent;
    ReferenceWindow* m_window = nullptr; ///< null until it is opened
    QStringList m_files;
    std::shared_ptr<const Trace> m_trace; ///< of the open run, the newest
};

} // namespace gf
