// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/device.h"
#include "ui/messages/messages.h"

#include <QDialog>

#include <functional>
#include <optional>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTimer;
class QToolButton;

namespace gf {

class DeviceBox;
class Form;
class ProblemLabel;

/// A model to begin with.
struct ModelPreset {
    QString id;
    QString name;
    QString help; ///< one sentence
};

/// What a preset means for a task.
struct PresetValues {
    QVariantMap values;  ///< by key; fields that are not here stay as they are
    QVariantMap atLeast; ///< fields that only grow, up to this
    QString obstacle;    ///< why the task cannot have it; empty when it can
};

/// What the New model dialog needs to know of the outside: fields, tasks, and what values mean.
struct ModelForm {
    QVector<FormField> model;
    QVector<FormField> training;
    QVector<TaskChoice> tasks;
    QString task; ///< chosen at first
    QString file;
    DeviceList devices;  ///< that it can be trained on
    QString device;      ///< chosen at first
    QVariantMap present; ///< the values of the run that is open, of both forms; empty for none
    QVector<ModelPreset> presets;
    std::function<PresetValues(const QString& preset, const QString& task)> preset;
    /// The values that learn a task, by key; the fields take them when the task is chosen.
    std::function<QVariantMap(const QString& task)> defaults;
    std::function<FormCheck(const ModelRequest&)> check;
};

/// Every field of the configuration, beginning with those of the run that is open, with what the
/// model would cost while one types.
class NewModelDialog : public QDialog {
    Q_OBJECT
public:
    explicit NewModelDialog(const ModelForm& form, QWidget* parent = nullptr);

    ModelRequest request() const;

    /// Chooses a task on this file, with what learns it.
    void learnFrom(const QString& task, const QString& file);

    /// The number of what measureWanted() has just asked for.
    void awaitMeasure(IntentId id) { m_awaited = id; }
    /// Shows the answer to that; the answer to anything older is passed over.
    void showMeasured(const ModelMeasure& measure, IntentId answers);
    /// They are found, and tuned, while one chooses.
    void showDevices(const DeviceList& devices);

    void done(int result) override;

signals:
    /// Asks how long the model of `request` would take. Follows what is typed after a moment.
    void measureWanted(const gf::ModelRequest& request);
    void measureUnwanted(); ///< of whatever was asked before

private:
    struct PresetButton {
        QString id;
        QString help;
        QToolButton* button = nullptr;
        PresetValues meaning; ///< for the chosen task
    };
    QWidget* makeTaskRow();
    QWidget* makePresets();
    void addPreset(QHBoxLayout* row, const ModelPreset& preset);
    QVariantMap valuesAfter(const PresetValues& preset) const;
    void take(const QString& preset);
    void refreshPresets();
    void markPresets();
    void measure();
    void showCost();
    QWidget* makeColumns();
    QWidget* makeDevices();
    QWidget* makeFoot();
    void takeDefaults();
    void chooseFile();
    void check();

    ModelForm m_form;
    Form* m_model = nullptr;
    Form* m_training = nullptr;
    QComboBox* m_task = nullptr;
    DeviceBox* m_device = nullptr;
    QLineEdit* m_file = nullptr;
    QPushButton* m_browse = nullptr;
    ProblemLabel* m_taskProblem = nullptr;
    QLabel* m_cost = nullptr;
    QPushButton* m_build = nullptr;
    QPushButton* m_sample = nullptr;
    QVector<PresetButton> m_presets;
    QLabel* m_presetObstacle = nullptr;
    QTimer* m_measureTimer = nullptr; ///< until nothing was typed for a moment
    IntentId m_awaited = 0;           ///< the last question
    FormCheck m_checked;
    std::optional<ModelMeasure> m_measured; ///< of the values as they are
};

} // namespace gf
