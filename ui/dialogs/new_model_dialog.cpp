// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/new_model_dialog.h"

#include "ui/controls/device_box.h"
#include "ui/controls/icons.h"
#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/dialogs/form.h"
#include "ui/dialogs/own_data_dialog.h"
#include "ui/language/duration.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"
#include "ui/theme/type_scale.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <iterator>

namespace gf {

namespace {

constexpr int sampleFileRole = Qt::UserRole + 1;
constexpr int sampleNameRole = Qt::UserRole + 2;
constexpr int whileTyping = 300; ///< milliseconds
constexpr std::string_view presentId = "present";
constexpr const char* taskKey = "task"; // of problems that are no field's
constexpr QSize foldedSize(860, 380);
constexpr int unfoldedBy = 200;

/// Of training, what people change.
bool isUsual(const FormField& field) {
    constexpr std::array<std::string_view, 3> keys{"steps", "learning_rate", "batch"};
    return std::ranges::find(keys, field.key) != keys.end();
}

/// Numbers of a spin box and of a configuration have different types.
bool same(const FieldValue& a, const FieldValue& b) {
    const std::optional<double> number = numberOf(a);
    return number ? number == numberOf(b) : !numberOf(b) && choiceOf(a) == choiceOf(b);
}

QScrollArea* scrolled(QWidget* widget) {
    auto* area = new QScrollArea;
    area->setWidget(widget);
    area->setWidgetResizable(true);
    for (QWidget* layer : {area->viewport(), widget}) // the group's ground shows
        layer->setAutoFillBackground(false);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

QGroupBox* makeCard(const QString& title, QWidget* parent) {
    auto* card = new QGroupBox(title, parent);
    card->setProperty("card", true);
    return card;
}

} // namespace

NewModelDialog::NewModelDialog(const ModelForm& form, QWidget* parent)
    : QDialog(parent), m_form(form) {
    setWindowTitle(tr("New model"));
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(makeCards());
    rows->addWidget(makeAdvanced(), 1);
    rows->addWidget(makeFoot());
    m_measureTimer = new QTimer(this);
    m_measureTimer->setSingleShot(true);
    m_measureTimer->setInterval(whileTyping);
    connect(m_measureTimer, &QTimer::timeout, this, &NewModelDialog::measure);
    setValues(m_form.present);
    refreshPresets();
    check();
}

QWidget* NewModelDialog::makeCards() {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(3 * gridUnit);
    for (QWidget* card : {makeTaskCard(), makeSizeCard(), makeTrainingCard()})
        row->addWidget(card, 1);
    return widget;
}

QWidget* NewModelDialog::makeTaskCard() {
    auto* card = makeCard(tr("What it learns"), this);
    auto* rows = new QVBoxLayout(card);
    m_task = new QComboBox(card);
    m_task->setObjectName(QStringLiteral("newTask"));
    m_task->setAccessibleName(tr("Task"));
    for (const OfferedTask& task : m_form.tasks) {
        m_task->addItem(QString::fromUtf8(task.name), task.file != TaskFile::None);
        const int last = m_task->count() - 1;
        m_task->setItemData(last, plainTip(translated(Phrase(task.summary))), Qt::ToolTipRole);
        m_task->setItemData(last, QString::fromStdString(task.sample.file), sampleFileRole);
        m_task->setItemData(last, translated(Phrase(task.sample.name)), sampleNameRole);
    }
    m_task->setCurrentText(QString::fromStdString(m_form.task));
    m_summary = new PlainLabel(card);
    m_summary->setObjectName(QStringLiteral("taskSummary"));
    m_summary->setWordWrap(true);
    m_file = new QLineEdit(QString::fromStdString(m_form.file), card);
    m_file->setObjectName(QStringLiteral("newFile"));
    m_file->setPlaceholderText(tr("a file of your own"));
    m_file->setAccessibleName(tr("File to learn from"));
    m_browse = new QPushButton(tr("Choose…"), card);
    m_paste = new QPushButton(tr("Paste lines…"), card);
    m_paste->setObjectName(QStringLiteral("paste"));
    m_sample = new QPushButton(card);
    m_sample->setObjectName(QStringLiteral("sample"));
    m_sample->setToolTip(tr("Comes with Glassformer, to try this task at once"));
    m_taskProblem = new ProblemLabel(card);
    m_taskProblem->setObjectName(QStringLiteral("taskProblem"));
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_browse, m_paste, m_sample}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    rows->addWidget(m_task);
    rows->addWidget(m_summary);
    rows->addWidget(m_file);
    rows->addLayout(buttons);
    rows->addWidget(makeTokenRow());
    rows->addWidget(makeParameterRow());
    rows->addWidget(m_taskProblem);
    rows->addStretch();
    addPresets(card, true);
    connect(m_task, &QComboBox::currentIndexChanged, this, &NewModelDialog::takeDefaults);
    connect(m_file, &QLineEdit::textChanged, this, &NewModelDialog::check);
    connect(m_browse, &QPushButton::clicked, this, &NewModelDialog::chooseFile);
    connect(m_paste, &QPushButton::clicked, this, &NewModelDialog::paste);
    connect(m_sample, &QPushButton::clicked, this,
            [this] { m_file->setText(m_task->currentData(sampleFileRole).toString()); });
    return card;
}

const OfferedTask* NewModelDialog::chosenTask() const {
    const int index = m_task->currentIndex();
    return index < 0 ? nullptr : &m_form.tasks[static_cast<std::size_t>(index)];
}

/// What the file's text is cut into.
QWidget* NewModelDialog::makeTokenRow() {
    m_tokenRow = new QWidget(this);
    auto* row = new QHBoxLayout(m_tokenRow);
    row->setContentsMargins(0, 0, 0, 0);
    for (const FormField& field : m_form.tokens) {
        auto* form = new Form({field}, m_form.values, m_tokenRow);
        connect(form, &Form::changed, this, &NewModelDialog::check);
        row->addWidget(form, 0, Qt::AlignTop);
        m_tokens.push_back(form);
    }
    row->addStretch();
    return m_tokenRow;
}

/// What a person may choose of the task's examples.
QWidget* NewModelDialog::makeParameterRow() {
    m_parameterRow = new QWidget(this);
    auto* rows = new QVBoxLayout(m_parameterRow);
    rows->setContentsMargins(0, 0, 0, 0);
    for (const FormField& field : m_form.parameters) {
        auto* form = new Form({field}, m_form.values, m_parameterRow);
        connect(form, &Form::changed, this, &NewModelDialog::check);
        rows->addWidget(form);
        m_parameters.push_back(form);
    }
    return m_parameterRow;
}

/// Those that the task has.
void NewModelDialog::showParameters() {
    bool any = false;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const bool has = !m_checked.limits.absent.contains(m_form.parameters[i].key);
        m_parameters[i]->setVisible(has);
        any = any || has;
    }
    m_parameterRow->setVisible(any);
}

/// Only where there is something to choose, or to set right.
void NewModelDialog::showTokens() {
    const auto shown = [&](const FormField& field) {
        const std::string key(field.key);
        const auto forbidden = m_checked.limits.forbidden.find(key);
        const bool chooses = forbidden == m_checked.limits.forbidden.end() ||
                             forbidden->second.size() + 1 < field.choices.size();
        return (field.type == FieldType::Choice && chooses) || m_checked.problems.contains(key);
    };
    m_tokenRow->setVisible(std::ranges::any_of(m_form.tokens, shown));
}

QWidget* NewModelDialog::makeSizeCard() {
    auto* card = makeCard(tr("How large it is"), this);
    auto* rows = new QVBoxLayout(card);
    rows->setSpacing(gridUnit);
    if (!m_form.present.empty())
        addPreset(card, presentId, tr("What runs now"), tr("Task and model of the open run."));
    addPresets(card, false);
    m_presetObstacle = new PlainLabel(card);
    m_presetObstacle->setObjectName(QStringLiteral("presetObstacle"));
    m_presetObstacle->setWordWrap(true);
    m_presetObstacle->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_presetObstacle);
    rows->addStretch();
    card->setVisible(!m_presets.empty());
    return card;
}

void NewModelDialog::addPreset(QWidget* card, std::string_view id, const QString& name,
                               const QString& help) {
    auto* button = new QToolButton(card);
    button->setText(name);
    button->setObjectName(QStringLiteral("preset-") + QString::fromUtf8(id));
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    card->layout()->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, id = std::string(id)] { take(id); });
    m_presets.push_back({std::string(id), help, button, {}});
}

/// Those that bring their task stand beside it.
void NewModelDialog::addPresets(QWidget* card, bool bringTask) {
    for (const ModelPreset& preset : m_form.presets) {
        const bool brings =
            m_form.preset && m_form.preset(preset.id, m_form.task).values.contains(taskKey);
        if (brings == bringTask)
            addPreset(card, preset.id, translated(Phrase(preset.name)),
                      translated(Phrase(preset.help)));
    }
}

/// What people change of the training; the rest stands behind Advanced.
QWidget* NewModelDialog::makeTrainingCard() {
    auto* card = makeCard(tr("How it trains"), this);
    auto* rows = new QVBoxLayout(card);
    std::vector<FormField> usual;
    std::ranges::copy_if(m_form.training, std::back_inserter(usual), isUsual);
    m_usual = new Form(usual, m_form.values, card);
    connect(m_usual, &Form::changed, this, &NewModelDialog::check);
    rows->addWidget(m_usual);
    rows->addWidget(makeDevices());
    rows->addStretch();
    return card;
}

/// What the presets mean follows from the task.
void NewModelDialog::refreshPresets() {
    QStringList obstacles;
    for (PresetButton& preset : m_presets) {
        if (preset.id == presentId)
            preset.meaning.values = m_form.present;
        else if (m_form.preset)
            preset.meaning = m_form.preset(preset.id, m_task->currentText().toStdString());
        const QString obstacle = translated(preset.meaning.obstacle);
        preset.button->setEnabled(obstacle.isEmpty());
        preset.button->setToolTip(
            plainTip(obstacle.isEmpty() ? preset.help : preset.help + '\n' + obstacle));
        preset.button->setAccessibleDescription(obstacle.isEmpty() ? preset.help : obstacle);
        if (!obstacle.isEmpty())
            obstacles += tr("%1: %2").arg(preset.button->text(), obstacle);
    }
    m_presetObstacle->setText(obstacles.join('\n'));
    m_presetObstacle->setVisible(!obstacles.isEmpty());
}

std::vector<Form*> NewModelDialog::forms() const {
    std::vector<Form*> all = m_tokens;
    all.insert(all.end(), m_parameters.begin(), m_parameters.end());
    all.insert(all.end(), {m_model, m_usual, m_training});
    return all;
}

FieldValues NewModelDialog::trainingValues() const {
    FieldValues values = m_training->values();
    values.merge(m_usual->values());
    for (const auto* row : {&m_tokens, &m_parameters})
        for (const Form* form : *row)
            values.merge(form->values());
    return values;
}

FieldValues NewModelDialog::values() const {
    FieldValues values = m_model->values();
    values.merge(trainingValues());
    return values;
}

void NewModelDialog::setValues(const FieldValues& values) {
    for (Form* form : forms())
        form->setValues(values);
}

/// All forms as they would be with a preset.
FieldValues NewModelDialog::valuesAfter(const PresetValues& preset) const {
    FieldValues after = values();
    for (const auto& [key, least] : preset.atLeast)
        if (numberOf(after[key]) < numberOf(least))
            after[key] = least;
    give(after, preset.values);
    return after;
}

void NewModelDialog::take(const std::string& preset) {
    const auto found = std::ranges::find(m_presets, preset, &PresetButton::id);
    if (found == m_presets.end())
        return;
    if (preset == presentId) {
        m_file->setText(QString::fromStdString(m_form.file));
        m_task->setCurrentText(QString::fromStdString(m_form.task));
    }
    if (const std::string task = choiceIn(found->meaning.values, taskKey); !task.empty())
        m_task->setCurrentText(QString::fromStdString(task));
    setValues(valuesAfter(found->meaning));
    check();
}

/// Those that would change nothing are what is chosen.
void NewModelDialog::markPresets() {
    const FieldValues now = values();
    const ModelRequest asked = request();
    for (const PresetButton& preset : m_presets) {
        const FieldValues then = valuesAfter(preset.meaning);
        bool chosen =
            preset.meaning.obstacle.empty() && std::ranges::all_of(now, [&](const auto& value) {
                return same(value.second, then.at(value.first));
            });
        if (const std::string task = choiceIn(preset.meaning.values, taskKey); !task.empty())
            chosen = chosen && asked.task == task;
        if (preset.id == presentId)
            chosen = chosen && asked.task == m_form.task &&
                     (!m_task->currentData().toBool() || asked.file == m_form.file);
        preset.button->setChecked(chosen);
    }
}

/// Every other field, in two columns under a line that unfolds them.
QWidget* NewModelDialog::makeAdvanced() {
    auto* widget = new QWidget(this);
    auto* rows = new QVBoxLayout(widget);
    rows->setContentsMargins(0, 0, 0, 0);
    m_advanced = new QToolButton(widget);
    m_advanced->setObjectName(QStringLiteral("advanced"));
    m_advanced->setText(tr("Advanced"));
    m_advanced->setToolTip(tr("Every setting of the model and its training"));
    m_advanced->setCheckable(true);
    m_advanced->setFocusPolicy(Qt::StrongFocus);
    m_advanced->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_columns = new QWidget(widget);
    auto* row = new QHBoxLayout(m_columns);
    row->setContentsMargins(0, 0, 0, 0);
    std::vector<FormField> others;
    std::ranges::remove_copy_if(m_form.training, std::back_inserter(others), isUsual);
    m_model = new Form(m_form.model, m_form.values);
    m_training = new Form(others, m_form.values);
    for (const auto& [title, form] :
         {std::pair{tr("Model"), m_model}, std::pair{tr("Training"), m_training}}) {
        auto* group = new QGroupBox(title, m_columns);
        auto* layout = new QVBoxLayout(group);
        layout->addWidget(scrolled(form));
        row->addWidget(group, 1);
        connect(form, &Form::changed, this, &NewModelDialog::check);
    }
    rows->addWidget(m_advanced);
    rows->addWidget(m_columns, 1);
    const auto unfold = [this](bool shown) {
        m_advanced->setIcon(signIcon(shown ? Sign::Unfold : Sign::Fold));
        m_columns->setVisible(shown);
        resize(foldedSize + QSize(0, shown ? unfoldedBy : 0));
    };
    connect(m_advanced, &QToolButton::toggled, this, unfold);
    unfold(false);
    return widget;
}

QWidget* NewModelDialog::makeDevices() {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    m_device = new DeviceBox(widget);
    m_device->setObjectName(QStringLiteral("newDevice"));
    m_device->setAccessibleName(tr("Backend"));
    m_device->showDevices(m_form.devices);
    if (!m_form.device.empty())
        m_device->choose(QString::fromStdString(m_form.device));
    auto* label = new PlainLabel(tr("Backend"), widget);
    label->setBuddy(m_device);
    row->addWidget(label);
    row->addWidget(m_device, 1);
    connect(m_device, &DeviceBox::wanted, this, &NewModelDialog::check);
    widget->setVisible(!m_form.devices.devices.empty());
    return widget;
}

void NewModelDialog::showDevices(const DeviceList& devices) {
    m_device->showDevices(devices);
}

QWidget* NewModelDialog::makeFoot() {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    m_cost = new PlainLabel(widget);
    m_cost->setObjectName(QStringLiteral("cost"));
    m_cost->setAccessibleName(tr("What the model would cost"));
    m_cost->setToolTip(tr("The time is measured: the model is built, and a few training steps of "
                          "it are run. The run that trains waits meanwhile, for a second or so."));
    m_cost->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, widget);
    m_build = buttons->addButton(tr("Build and train"), QDialogButtonBox::AcceptRole);
    m_build->setDefault(true);
    row->addWidget(m_cost, 1);
    row->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return widget;
}

ModelRequest NewModelDialog::request() const {
    const bool ownFile = m_task->currentData().toBool();
    return {m_model->values(), trainingValues(), m_task->currentText().toStdString(),
            ownFile ? m_file->text().toStdString() : std::string(),
            m_device->chosen().toStdString()};
}

void NewModelDialog::takeDefaults() {
    if (m_form.defaults)
        setValues(m_form.defaults(m_task->currentText().toStdString()));
    refreshPresets();
    check();
}

void NewModelDialog::chooseFile() {
    askForFile(this, {tr("A file to learn from"), m_file->text(), tr("All files (*)")},
               [this](const QString& path) { m_file->setText(path); });
}

/// Kept in a file of the program's, as those of the list of tasks are.
void NewModelDialog::paste() {
    const OfferedTask* task = chosenTask();
    if (!task)
        return;
    auto* dialog = new OwnDataDialog(*task, m_pasted, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, task = *task] {
        m_pasted = dialog->lines();
        m_file->setText(dialog->file().isEmpty() ? fileOfLines(task, m_pasted) : dialog->file());
    });
    dialog->open();
}

void NewModelDialog::check() {
    if (!m_build)
        return; // still being put together
    const bool ownFile = m_task->currentData().toBool();
    const OfferedTask* task = chosenTask();
    m_summary->setText(task ? translated(Phrase(task->summary)) : QString());
    for (QWidget* widget : std::initializer_list<QWidget*>{m_file, m_browse, m_paste})
        widget->setVisible(ownFile);
    m_sample->setText(m_task->currentData(sampleNameRole).toString());
    m_sample->setVisible(ownFile && !m_sample->text().isEmpty());
    m_checked = m_form.check ? m_form.check(request()) : FormCheck();
    m_measured.reset();
    for (Form* form : forms())
        form->setLimits(m_checked.limits);
    showTokens();
    showParameters();
    emit measureUnwanted();
    m_measureTimer->stop();
    if (m_checked.problems.empty())
        m_measureTimer->start();
    markPresets();
    showCost();
}

void NewModelDialog::measure() {
    emit measureWanted(request());
}

void NewModelDialog::learnFrom(const QString& task, const QString& file) {
    m_task->setCurrentText(task); // brings its values where it is another one
    m_file->setText(file);
}

void NewModelDialog::showMeasured(const ModelMeasure& measure, IntentId answers) {
    if (answers != m_awaited || m_measureTimer->isActive() || !m_checked.problems.empty())
        return; // of what stood here before
    m_measured = measure;
    if (measure.problem.isEmpty())
        m_checked.parameters = measure.parameters;
    else
        m_checked.problems[taskKey] = measure.problem.said();
    showCost();
}

void NewModelDialog::showCost() {
    const auto& problems = m_checked.problems;
    for (Form* form : forms())
        form->setProblems(problems);
    // What is wrong is never behind a line that is folded.
    if (m_model->hasProblem() || m_training->hasProblem())
        m_advanced->setChecked(true);
    const auto ofTask = problems.find(taskKey);
    m_taskProblem->setProblem(ofTask == problems.end() ? QString() : translated(ofTask->second));
    m_build->setEnabled(problems.empty());
    if (!problems.empty()) {
        m_cost->setText(tr("Something has to be changed before this can be built."));
        return;
    }
    const QString size = tr("%L1 parameters · about %2 of memory")
                             .arg(m_checked.parameters)
                             .arg(locale().formattedDataSize(m_checked.bytes, 1));
    const QString thousand =
        m_measured ? durationText(1000 * m_measured->secondsPerStep) : QString();
    const QString time =
        !m_measured ? tr("trying out a few training steps…")
        : m_measured->atLeast
            ? tr("more than %1 per %L2 training steps on this computer").arg(thousand).arg(1000)
            : tr("about %1 per %L2 training steps on this computer").arg(thousand).arg(1000);
    m_cost->setText(size + '\n' + time);
}

void NewModelDialog::done(int result) {
    m_measureTimer->stop();
    emit measureUnwanted();
    QDialog::done(result);
}

} // namespace gf
