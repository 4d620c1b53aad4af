// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/device_list.h"
#include "app/session/worker.h"
#include "ui/dialogs/new_model_dialog.h"
#include "ui/messages/intents.h"
#include "ui/messages/news.h"

#include <QObject>

#include <filesystem>
#include <memory>

namespace gf {

/// Stands between the window and the thread that trains: takes the window's intents and tells it
/// what there is to show. Lives in the window's thread and never blocks it.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr, MakeBackend makeBackend = makeTunedBackend);
    ~Session() override;

    /// Does what the window asks for from now on.
    virtual void serve(Intents* intents);

    /// The first start: the date model learns at once.
    void startShowcase();
    /// `moments` are folders of the same model after other steps of its training.
    void openModel(const QString& path, const std::vector<std::string>& moments = {});

    /// Looks for graphics cards, in the background and in children that are this program.
    void findDevices(const std::string& program);

    /// Keeps a copy in this folder of what is not saved, and offers what others left there.
    void keepCopies(const std::filesystem::path& folder,
                    TimeBudget::Seconds pause = Recovery::usualPause);
    /// Keeps the run for the next start when the program ends by itself; nothing is done any more
    /// then. What to say of it, or nothing. Uses nothing of Qt that may be gone by then.
    Sentence endUnasked();

    /// Says everything again that a window needs to show what there is, for one that is made anew.
    void notifyAll();

    /// Whether there is a run by now.
    bool hasRun() const { return m_told.has<RunInfo>(); }

    /// What the New model dialog offers and how it is checked.
    ModelForm modelForm() const;
    /// What the homework dialog offers.
    std::vector<OfferedExercise> exercises() const;

signals:
    /// In the window's thread, in the language of the window: the engine speaks English.
    void news(const gf::News& news);
    /// From the worker's thread.
    void newsArrived();

private:
    void deliver();
    void perform(const Intent& intent);

    std::unique_ptr<Worker> m_worker;
    std::unique_ptr<DeviceSearch> m_search; ///< uses m_worker
    Outbox m_told;                          ///< what the window knows by now
    bool m_holdsRunBefore = false;          ///< until the first picture of another
};

} // namespace gf
