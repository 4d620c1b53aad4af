// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/worker.h"
#include "ui/dialogs/new_model_dialog.h"
#include "ui/messages/compare_intents.h"
#include "ui/messages/intents.h"
#include "ui/messages/time_intents.h"

#include <QObject>

#include <memory>
#include <vector>

namespace gf {

/// Stands between the window and the thread that trains: takes the window's intents and tells it
/// what there is to show. Lives in the window's thread and never blocks it.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    /// Does what the window asks for from now on.
    void serve(Intents* intents);
    void serve(TimeIntents* intents);
    void serve(CompareIntents* intents);

    /// The first start: the date model learns at once.
    void startShowcase();
    void openModel(const QString& path);

    /// Says everything again that a window needs to show what there is, for one that is made anew.
    void retell();

    /// Whether there is a run by now.
    bool hasRun() const { return m_told.run.has_value(); }

    /// What the New model dialog offers and how it is checked.
    ModelForm modelForm() const;

signals:
    void runOpened(const gf::RunInfo& run);
    /// Something takes its time; an empty text: not any more.
    void building(const QString& what);
    void modelMeasured(const gf::ModelMeasure& measure);
    void twinsOffered(const gf::TwinOffer& offer);
    void twinBegan(const gf::TwinInfo& info);
    void twinEnded();
    void twinMoved(const gf::TwinNews& news);
    void timeChanged(const gf::TimeStatus& status);
    void stepWalked(const gf::WalkedStep& step);
    void traced(const std::shared_ptr<const gf::Trace>& trace);
    void settingsChanged(const gf::RunSettings& settings);
    void statusChanged(const gf::TrainingStatus& status);
    void lossMeasured(const std::vector<gf::LossPoint>& points);
    void generated(const gf::GenerationReport& report);
    void interventionsChanged(const gf::InterventionState& state);
    void predicted(const gf::Prediction& prediction);
    void exampleChosen(const QString& source, const QString& target);
    void exampleChecked(const gf::ExampleProblems& problems);
    void diverged(const gf::Diverged& divergence);
    void modelSaved(const QString& path, bool withMoments);
    void noticed(const QString& sentence);
    void failed(const QString& sentence);
    /// From the worker's thread; everything else is emitted in the window's.
    void newsArrived();

private:
    void deliver();
    void tell(const Outbox& news);
    void serveInterventions(Intents* intents);
    void chooseTask(const QString& name, const QString& file);
    void newModel(const QVariantMap& model, const QVariantMap& training, const QString& task,
                  const QString& file);
    void measureModel(qint64 wish, const QVariantMap& model, const QVariantMap& training,
                      const QString& task, const QString& file);
    void saveNumbers(const QString& path, const QString& format, const NumberTable& table);

    std::unique_ptr<Worker> m_worker;
    Outbox m_told;                 ///< what the window knows by now
    bool m_holdsRunBefore = false; ///< until the first picture of another
};

} // namespace gf
