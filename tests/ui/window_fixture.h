// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fresh_window.h"
#include "small_model.h"
#include "ui/stage/stage_widget.h"
#include "ui/window/key_guard.h"
#include "ui/window/main_window.h"
#include "warnings.h"

#include <QApplication>
#include <QTest>

#include <memory>
#include <utility>
#include <vector>

namespace gf::test {

inline RunInfo smallRun() {
    RunInfo run;
    run.name = "copy";
    run.task = "copy";
    run.backend = "cpu";
    run.tasks = {{"copy", "copies", false},
                 {"sort", "sorts", false},
                 {"text", "a file", true, TaskFile::Text}};
    run.learningRate = 0.001;
    run.batch = 32;
    run.randomLoss = 2.5;
    run.exampleSource = "abc";
    run.exampleTarget = "abc";
    return run;
}

inline TrainingStatus statusAt(qint64 step, bool running) {
    TrainingStatus status;
    status.step = step;
    status.unsavedSteps = step;
    status.running = running;
    return status;
}

/// The whole window, driven as a person does, without an engine behind it.
class WindowFixture : public QObject {
protected:
    /// For initTestCase(): once for all windows.
    void filterKeysAndWheel() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        qApp->installEventFilter(&m_guard);
        qApp->installEventFilter(&m_wheel);
    }

    /// For init(): one with a small run, and the keyboard on its stage.
    void openWindow() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
        m_window->showNews(smallRun());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        child<StageWidget>()->setFocus();
    }

    QString step() const { return m_window->focus()->focus().step; }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWidget* target = m_window->focusWidget();
        QTest::keyClick(target ? target : m_window.get(), key, modifiers);
    }
    template <class Type> Type* child(const char* name = "") const {
        return m_window->findChild<Type*>(QString::fromLatin1(name));
    }
    /// Of one model for all examples.
    static std::shared_ptr<const Trace>
    pictureOf(std::vector<TokenId> source, std::vector<TokenId> target, bool answered = false) {
        ProbeExample example;
        example.source = std::move(source);
        example.target = std::move(target);
        example.answered = answered;
        return traceOf(smallConfig(), example);
    }
    /// Ends the session; the number of the intent to save that was sent, 0 where there was none.
    IntentId savingAtEnd() {
        IntentId saving = 0;
        const auto heard =
            connect(m_window->intents(), &Intents::sent, this, [&saving](const Intent& intent) {
                if (intent.get<intent::SaveAtEnd>())
                    saving = intent.id;
            });
        m_window->closeUnasked();
        disconnect(heard);
        return saving;
    }

    std::unique_ptr<MainWindow> m_window;

private:
    KeyGuard m_guard;
    WheelGuard m_wheel;
};

} // namespace gf::test
