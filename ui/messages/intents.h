// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/edit.h"
#include "ui/figure/number_table.h"
#include "ui/messages/generation_report.h"

#include <QObject>
#include <QString>
#include <QVariantMap>
#include <QVector>

#include <memory>

namespace gf {

/// Everything the window may ask of the rest of the program. Session connects to these signals; the
/// window knows nothing else of it.
class Intents : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

signals:
    void train();
    void pause();
    void hold(); ///< pauses for the tour, which lets it train on
    void stepOnce();
    /// Pauses and shows the next training step for one example of its batch; `after`: with the
    /// weights that the step makes.
    void walkStep(int example, bool after);
    void takeWalkedStep(); ///< for real, and walks the one after it
    void leaveWalk();      ///< without taking the step
    void reset();          ///< fresh weights, same configuration
    void goBack();         ///< to the last good weights of a run that diverged
    void chooseTask(const QString& name, const QString& file);
    void setLearningRate(double rate);
    void setBatchSize(int batch);
    void setBackend(const QString& name);
    /// The person's own example; `padding` extra `<pad>` tokens are shown after each sequence.
    void setExample(const QString& source, const QString& target, int padding);
    void anotherExample(); ///< one that the model is never trained on
    /// Changes the model's numbers while it runs, in one step of undo, until they are taken back.
    void intervene(const QVector<gf::Intervention>& changes);
    void takeBack(int index); ///< of InterventionState::list
    void takeAllBack();
    void undoChange();
    void redoChange();
    /// Lets the model write from the example, token by token.
    void generate(const gf::GenerationSettings& settings);
    void newModel(const QVariantMap& model, const QVariantMap& training, const QString& task,
                  const QString& file);
    /// Gives up building or opening a model; the run before it goes on.
    void cancelBuilding();
    /// Asks how long a model would take; only the newest wish is answered, with its number.
    void measureModel(qint64 wish, const QVariantMap& model, const QVariantMap& training,
                      const QString& task, const QString& file);
    void stopMeasuring(); ///< nobody waits for the answer any more
    void openModel(const QString& path);
    void saveModel(const QString& path);
    /// Writes raw numbers; `format` is "csv", with the words that there are, or "npy".
    void saveNumbers(const QString& path, const QString& format, const gf::NumberTable& numbers);
};

} // namespace gf
