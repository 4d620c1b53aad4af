// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/new_model_dialog.h"

#include "ui/controls/device_box.h"
#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/dialogs/form.h"
#include "ui/language/duration.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"

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

namespace gf {

namespace {

constexpr int sampleFileRole = Qt::UserRole + 1;
constexpr int sampleNameRole = Qt::UserRole + 2;
constexpr int whileTyping = 300; ///< milliseconds
constexpr std::string_view presentId = "present";
constexpr const char* taskKey = "task"; // of problems that are no field's

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

} // namespace

NewModelDialog::NewModelDialog(const ModelForm& form, QWidget* parent)
    : QDialog(parent), m_form(form) {
    setWindowTitle(tr("New model"));
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(makeTaskRow());
    rows->addWidget(makePresets());
    rows->addWidget(makeColumns(), 1);
    rows->addWidget(makeFoot());
    m_measureTimer = new QTimer(this);
    m_measureTimer->setSingleShot(true);
    m_measureTimer->setInterval(whileTyping);
    connect(m_measureTimer, &QTimer::timeout, this, &NewModelDialog::measure);
    setValues(m_form.present);
    resize(820, 580);
    refreshPresets();
    check();
}

QWidget* NewModelDialog::makeTaskRow() {
    auto* widget = new QWidget(this);
    auto* rows = new QVBoxLayout(widget);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    rows->addLayout(row);
    m_task = new QComboBox(widget);
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
    m_file = new QLineEdit(QString::fromStdString(m_form.file), widget);
    m_file->setObjectName(QStringLiteral("newFile"));
    m_file->setPlaceholderText(tr("a file of your own"));
    m_file->setAccessibleName(tr("File to learn from"));
    m_browse = new QPushButton(tr("Choose…"), widget);
    m_sample = new QPushButton(widget);
    m_sample->setObjectName(QStringLiteral("sample"));
    m_sample->setToolTip(tr("Comes with Glassformer, to try this task at once"));
    m_taskProblem = new ProblemLabel(widget);
    m_taskProblem->setObjectName(QStringLiteral("taskProblem"));
    auto* label = new PlainLabel(tr("Learns"), widget);
    label->setBuddy(m_task);
    row->addWidget(label);
    row->addWidget(m_task);
    row->addWidget(m_file, 1);
    row->addWidget(m_browse);
    row->addWidget(m_sample);
    row->addStretch();
    rows->addWidget(makeTokenRow());
    rows->addWidget(m_taskProblem);
    connect(m_task, &QComboBox::currentIndexChanged, this, &NewModelDialog::takeDefaults);
    connect(m_file, &QLineEdit::textChanged, this, &NewModelDialog::check);
    connect(m_browse, &QPushButton::clicked, this, &NewModelDialog::chooseFile);
    connect(m_sample, &QPushButton::clicked, this,
            [this] { m_file->setText(m_task->currentData(sampleFileRole).toString()); });
    for (QPushButton* button : {m_browse, m_sample})
        button->setAutoDefault(false);
    return widget;
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

QWidget* NewModelDialog::makePresets() {
    auto* widget = new QWidget(this);
    auto* rows = new QVBoxLayout(widget);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    rows->addLayout(row);
    row->addWidget(new PlainLabel(tr("Begin with"), widget));
    if (!m_form.present.empty())
        addPreset(row, presentId, tr("What runs now"), tr("Task and model of the open run."));
    for (const ModelPreset& preset : m_form.presets)
        addPreset(row, preset.id, translated(Phrase(preset.name)), translated(Phrase(preset.help)));
    row->addStretch();
    m_presetObstacle = new PlainLabel(widget);
    m_presetObstacle->setObjectName(QStringLiteral("presetObstacle"));
    m_presetObstacle->setWordWrap(true);
    m_presetObstacle->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_presetObstacle);
    widget->setVisible(!m_presets.empty());
    return widget;
}

void NewModelDialog::addPreset(QHBoxLayout* row, std::string_view id, const QString& name,
                               const QString& help) {
    auto* button = new QToolButton(this);
    button->setText(name);
    button->setObjectName(QStringLiteral("preset-") + QString::fromUtf8(id));
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, id = std::string(id)] { take(id); });
    m_presets.push_back({std::string(id), help, button, {}});
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
    all.insert(all.end(), {m_model, m_training});
    return all;
}

FieldValues NewModelDialog::trainingValues() const {
    FieldValues values = m_training->values();
    for (const Form* form : m_tokens)
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
        if (preset.id == presentId)
            chosen = chosen && asked.task == m_form.task &&
                     (!m_task->currentData().toBool() || asked.file == m_form.file);
        preset.button->setChecked(chosen);
    }
}

QWidget* NewModelDialog::makeColumns() {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    m_model = new Form(m_form.model, m_form.values);
    m_training = new Form(m_form.training, m_form.values);
    for (const auto& [title, form] :
         {std::pair{tr("Model"), m_model}, std::pair{tr("Training"), m_training}}) {
        auto* group = new QGroupBox(title, widget);
        auto* layout = new QVBoxLayout(group);
        layout->addWidget(scrolled(form));
        if (form == m_training)
            layout->addWidget(makeDevices());
        row->addWidget(group, 1);
        connect(form, &Form::changed, this, &NewModelDialog::check);
    }
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

void NewModelDialog::check() {
    if (!m_build)
        return; // still being put together
    const bool ownFile = m_task->currentData().toBool();
    m_file->setVisible(ownFile);
    m_browse->setVisible(ownFile);
    m_sample->setText(m_task->currentData(sampleNameRole).toString());
    m_sample->setVisible(ownFile && !m_sample->text().isEmpty());
    m_checked = m_form.check ? m_form.check(request()) : FormCheck();
    m_measured.reset();
    for (Form* form : forms())
        form->setLimits(m_checked.limits);
    showTokens();
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
