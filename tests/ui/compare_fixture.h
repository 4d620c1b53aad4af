// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fresh_window.h"
#include "small_model.h"
#include "ui/compare/compare_control.h"
#include "ui/controls/commands.h"
#include "ui/window/main_window.h"
#include "warnings.h"

#include <QTest>
#include <QToolButton>

#include <memory>

namespace gf::test {

inline ComparisonChoice difference(const char* key, const char* a, const char* b,
                                   bool possible = true) {
    return {QString::fromLatin1(key), {QString::fromLatin1(a), QString::fromLatin1(b)}, possible};
}

inline Scope layerOf(const char* stack, int index) {
    return {{{ScopeKind::Stack, stack}, layerLevel(index)}};
}

inline ComparisonOffer offer() {
    return {{difference("warmup", "0", "0", false), difference("norm", "pre", "post"),
             difference("heads", "4", "1"), difference("nothing", "", "")},
            2,
            12};
}

inline ComparisonChoice mechanisms(bool possible = true) {
    return {"mechanisms", {"transformer", "bahdanau", "general"}, possible};
}

/// Bahdanau's and Luong's attention beside a transformer's.
inline ComparisonNews newsOfMechanisms() {
    ComparisonNews news;
    news.comparedRuns = {{recurrentTrace(Alignment::Bahdanau), {}, 0},
                         {recurrentTrace(Alignment::General), {}, 0}};
    return news;
}

/// The window with a model open and changes to compare it by, without an engine behind it.
class CompareFixture : public QObject {
protected:
    /// For init().
    void openWindow() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
        m_window->showNews(RunInfo());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        compare().showNews(offer());
    }

    CompareControl& compare() { return *m_window->compare(); }
    template <class Type> Type* child(const char* name = "") const {
        return m_window->findChild<Type*>(QString::fromLatin1(name));
    }

    /// Which give way in a window as low as this one.
    void showCurves() {
        child<QToolButton>("curves")->click();
        QCoreApplication::processEvents();
    }

    std::unique_ptr<MainWindow> m_window;
};

} // namespace gf::test
