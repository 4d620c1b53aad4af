// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/device.h"
#include "core/form/field.h"
#include "ui/messages/run_messages.h"

#include <QDialog>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTimer;
class QToolButton;

namespace gf {

class DeviceBox;
class Form;
class ProblemLabel;

/// What the New model dialog needs to know of the outside: fields, tasks, and what values mean.
struct ModelForm {
    std::vector<FormField> model;
    std::vector<FormField> training;
    std::vector<FormField> tokens; ///< what a text is cut into, a choice first: beside its file
    std::vector<FormField> parameters = {}; ///< of some tasks: what their examples are
    FieldValues values;                     ///< of all at first
    std::vector<OfferedTask> tasks;
    std::string task; ///< chosen at first
    std::string file;
    DeviceList devices;  ///< that it can be trained on
    std::string device;  ///< chosen at first
    FieldValues present; ///< the values of the run that is open, of all forms; empty for none
    std::vector<ModelPreset> presets;
    std::function<PresetValues(std::string_view preset, const std::string& task)> preset;
    /// The values that learn a task; the fields take them when the task is chosen.
    std::function<FieldValues(const std::string& task)> defaults;
    std::function<FormCheck(const ModelRequest&)> check;

    // Of an opened model that goes on learning (LearnDialog):
    std::vector<FormField> learning;
    std::function<FieldValues(const FieldValues& model)> learningDefaults;
    std::function<FormCheck(const ModelRequest&)> checkLearning;
};

/// Three cards, what is learnt, how large the model is and how it trains, and behind Advanced every
/// field of the configuration; all begin with what the open run has. What the model would cost is
/// said while one types.
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
        std::string id;
        QString help;
        QToolButton* button = nullptr;
        PresetValues meaning; ///< for the chosen task
    };
    QWidget* makeCards();
    QWidget* makeTaskCard();
    QWidget* makeSizeCard();
    QWidget* makeTrainingCard();
    QWidget* makeTokenRow();
    QWidget* makeParameterRow();
    const OfferedTask* chosenTask() const;
    std::vector<Form*> forms() const;
    FieldValues trainingValues() const;
    void showTokens();
    void showParameters();
    void addPreset(QWidget* card, std::string_view id, const QString& name, const QString& help);
    void addPresets(QWidget* card, bool bringTask);
    FieldValues values() const;
    FieldValues valuesAfter(const PresetValues& preset) const;
    void setValues(const FieldValues& values);
    void take(const std::string& preset);
    void refreshPresets();
    void markPresets();
    void measure();
    void showCost();
    QWidget* makeAdvanced();
    QWidget* makeDevices();
    QWidget* makeFoot();
    void takeDefaults();
    void chooseFile();
    void paste();
    void check();

    ModelForm m_form;
    Form* m_model = nullptr;
    Form* m_training = nullptr;
    Form* m_usual = nullptr;     ///< the fields of training that people change
    std::vector<Form*> m_tokens; ///< a field each, side by side
    QToolButton* m_advanced = nullptr;
    QWidget* m_columns = nullptr; ///< behind it
    QWidget* m_tokenRow = nullptr;
    std::vector<Form*> m_parameters; ///< likewise
    QWidget* m_parameterRow = nullptr;
    QComboBox* m_task = nullptr;
    DeviceBox* m_device = nullptr;
    QLabel* m_summary = nullptr; ///< of the task
    QLineEdit* m_file = nullptr;
    QPushButton* m_browse = nullptr;
    QPushButton* m_paste = nullptr;
    QString m_pasted;
    ProblemLabel* m_taskProblem = nullptr;
    QLabel* m_cost = nullptr;
    QPushButton* m_build = nullptr;
    QPushButton* m_sample = nullptr;
    std::vector<PresetButton> m_presets;
    QLabel* m_presetObstacle = nullptr;
    QTimer* m_measureTimer = nullptr; ///< until nothing was typed for a moment
    IntentId m_awaited = 0;           ///< the last question
    FormCheck m_checked;
    std::optional<ModelMeasure> m_measured; ///< of the values as they are
};

} // namespace gf
