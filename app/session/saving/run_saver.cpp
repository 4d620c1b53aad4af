// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/saving/run_saver.h"

#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/rescue.h"

#include <filesystem>
#include <utility>

namespace gf {

/// What is no number is not saved.
SavedComparison RunSaver::comparison() {
    ComparedRuns* const compared = m_state.open.compared.get();
    if (!compared)
        return {};
    if (compared->leaveDivergence())
        m_state.isPictureOld = true;
    return compared->saved();
}

/// The run as it is now was written there.
void RunSaver::setFile(const std::string& file) {
    m_state.progress.setSaved(m_state.open.run->stepsDone());
    m_state.open.file = file;
    m_state.open.folder.clear();
    m_state.open.isShowcase = false;
    m_copies.drop();
}

void RunSaver::save(const std::string& path, const std::string& view) {
    OpenRun& open = m_state.open;
    open.run->setView(view);
    open.run->save(path, comparison());
    setFile(path);
    const auto publish = [&](bool withCheckpoints) {
        const int runs = static_cast<int>(open.all().size());
        m_state.news.publish(news::Saved{QString::fromStdString(path), withCheckpoints, runs},
                             open.history.status(), m_state.status());
    };
    try {
        publish(open.history.save(path));
    } catch (...) {
        publish(false); // the model is safe, whatever becomes of its past
        throw;
    }
}

void RunSaver::saveCopy(const std::string& path) {
    LiveRun& run = *m_state.open.run;
    run.save(path, comparison());
    m_state.news.publish(news::CopySaved{QString::fromStdString(path), run.stepsDone()});
}

void RunSaver::write(const WriteFile& file, const std::string& path) {
    const LiveRun& run = *m_state.open.run;
    saveOrRescue(path, file, run.description(), run.parameters(), comparison());
}

/// What becomes of it is told at once: the window goes with the first word.
void RunSaver::saveAtEnd(const std::string& path, bool isNew, const std::string& view) {
    OpenRun& open = m_state.open;
    if (m_state.control.reason() == IdleReason::Diverged &&
        !(open.compared && open.history.returnToLastCheckpoint()))
        m_training.goBack(); // what is no number is not saved; all that are compared go back
    open.run->setView(view);
    const std::filesystem::path wanted = pathOf(path);
    std::string file = path;
    const WriteFile asNew = [&](const Fill& fill) {
        file = writeNewFile(wanted.parent_path(), namesLike(wanted.filename()), fill).string();
    };
    try {
        write(isNew ? asNew : replacing(path), path);
    } catch (const Rescued& problem) {
        setFile(problem.place().string());
        const Sentence said = open.history.isKeptInFile()
                                  ? Sentence(phrase("%1, without its moments"), problem.sentence())
                                  : problem.sentence();
        return m_state.news.publish(news::Failure{said, false, QString::fromStdString(open.file)},
                                    m_state.status());
    } catch (const Error&) {
        m_copies.keepForNextStart(); // there is nothing else
        throw;
    }
    setFile(file);
    news::Saved saved{QString::fromStdString(file)};
    try {
        saved.withCheckpoints = open.history.save(file);
    } catch (const Error& problem) {
        return m_state.news.publish(saved, m_state.status(), news::Failure{problem.sentence()});
    }
    m_state.news.publish(saved, m_state.status());
}

void RunSaver::setAside() {
    if (m_state.control.reason() == IdleReason::Diverged)
        m_training.goBack(); // what is no number is not kept
    m_copies.setAside();
}

void RunSaver::keepAtEnd() {
    const OpenRun& open = m_state.open;
    if (m_state.control.reason() == IdleReason::Diverged)
        m_training.goBack();
    if (!isWorthKeeping(m_state.status(), open.isShowcase))
        return;
    m_copies.keepForNextStart();
    const std::string unnamed =
        (m_copies.folder() / (open.describe().name.toStdString() + ".safetensors")).string();
    try {
        write([this](const Fill& fill) { m_copies.write(fill); },
              open.file.empty() ? unnamed : open.file);
        m_lastWords = {
            phrase("The run after training step %1 is in %2, and the next start offers it"),
            open.run->stepsDone(), m_copies.file().string()};
    } catch (const Error& problem) {
        m_lastWords = problem.sentence();
    }
}

} // namespace gf
