// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/train_dock.h"

#include "ui/controls/device_box.h"
#include "ui/controls/icons.h"
#include "ui/controls/problem_label.h"
#include "ui/controls/shortcuts.h"
#include "ui/figure/number_format.h"
#include "ui/language/language.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"
#include "ui/train/health_line.h"
#include "ui/train/health_text.h"
#include "ui/train/idle_text.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr int sampleFileRole = Qt::UserRole + 1;
constexpr int enoughKeptAside = 100; ///< of fewer, a share says of how many it is first of all
constexpr int rateFrame = 12;        ///< pixels of a field around its text
/// What the person chose: in a window that is high enough, in a low one.
constexpr std::array foldSettings = {"window/curvesFolded", "window/curvesFoldedWhereLow"};
constexpr std::array foldsAtFirst = {false, true};

QString rateText(double rate) {
    return QLocale::c().toString(rate, 'g', 4);
}

} // namespace

TrainDock::TrainDock(QWidget* parent)
    : QWidget(parent), m_rows(new QVBoxLayout(this)), m_controls(new QHBoxLayout),
      m_task(new QComboBox(this)), m_rate(new QLineEdit(this)),
      m_rateProblem(new ProblemLabel(this)), m_batch(new QSpinBox(this)),
      m_device(new DeviceBox(this)), m_state(new PlainLabel(this)), m_fold(new QToolButton(this)),
      m_health(new HealthLine(this)) {
    m_rows->setContentsMargins(4, 2, 8, 2);
    m_rows->setSpacing(2);
    m_rows->addLayout(m_controls);
    m_rows->addWidget(m_health);
    m_controls->setSpacing(5);

    m_play = addButton(static_cast<int>(Sign::Play), tr("Train"),
                       tipWithKeys(tr("Train"), Command::Train), QStringLiteral("play"));
    connect(m_play, &QToolButton::clicked, this, [this] {
        if (m_needsText)
            emit textWanted();
        else if (m_running)
            emit pauseWanted();
        else
            emit trainWanted();
    });
    auto* once = addButton(static_cast<int>(Sign::StepOnce), tr("Train once"),
                           tipWithKeys(tr("Train for a single training step"), Command::TrainOnce),
                           QStringLiteral("once"));
    connect(once, &QToolButton::clicked, this, &TrainDock::stepWanted);
    auto* walk =
        addButton(static_cast<int>(Sign::WalkStep), tr("Walk through"),
                  tipWithKeys(tr("Walk through the next training step"), Command::WalkStep),
                  QStringLiteral("walk"));
    connect(walk, &QToolButton::clicked, this, &TrainDock::walkWanted);
    auto* reset = addButton(static_cast<int>(Sign::Reset), tr("Start over"),
                            tipWithKeys(tr("Start over with fresh weights"), Command::ResetModel),
                            QStringLiteral("reset"));
    connect(reset, &QToolButton::clicked, this, &TrainDock::resetWanted);
    makeFields();
    makeFold();
}

QToolButton* TrainDock::addButton(int sign, const QString& words, const QString& tip,
                                  const QString& objectName) {
    auto* button = new QToolButton(this);
    button->setText(words);
    button->setIcon(signIcon(static_cast<Sign>(sign)));
    button->setIconSize(QSize(1, 1) * std::max(18, fontMetrics().height()));
    button->setAutoRaise(true);
    button->setToolTip(plainTip(tip));
    button->setAccessibleName(tip);
    button->setObjectName(objectName);
    m_controls->addWidget(button);
    m_buttons.push_back(button);
    m_iconWidth = std::max(m_iconWidth, button->sizeHint().width());
    return button;
}

QLabel* TrainDock::addNamed(const QString& name, QWidget* widget) {
    auto* label = new PlainLabel(name, this);
    label->setBuddy(widget);
    label->setMinimumWidth(1); // the window may be narrower than with all names
    m_names.push_back(label);
    widget->setAccessibleName(name);
    m_controls->addWidget(label);
    m_controls->addWidget(widget);
    return label;
}

void TrainDock::makeFields() {
    m_task->setObjectName(QStringLiteral("task"));
    m_task->setToolTip(tr("What the model learns; another task starts a new run"));
    constexpr int lettersOfName = 5; // in a narrow window it gives way to the state of the run
    m_task->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_task->setMinimumContentsLength(lettersOfName);
    addNamed(tr("task"), m_task);
    connect(m_task, &QComboBox::activated, this, &TrainDock::readTask);

    m_rate->setObjectName(QStringLiteral("rate"));
    m_rate->setFixedWidth(m_rate->fontMetrics().horizontalAdvance(QStringLiteral("0.00000088")) +
                          rateFrame);
    m_rateName = addNamed(QString(), m_rate);
    nameRate({});
    connect(m_rate, &QLineEdit::editingFinished, this, &TrainDock::readRate);
    m_rateProblem->setObjectName(QStringLiteral("rateProblem"));
    m_controls->addWidget(m_rateProblem);

    m_batch->setObjectName(QStringLiteral("batch"));
    m_batch->setRange(1, 1024);
    m_batch->setKeyboardTracking(false);
    m_batch->setToolTip(tr("Examples in one training step"));
    addNamed(tr("batch"), m_batch);
    connect(m_batch, &QSpinBox::valueChanged, this, &TrainDock::batchWanted);

    m_device->setObjectName(QStringLiteral("backend"));
    addNamed(tr("backend"), m_device);
    connect(m_device, &DeviceBox::wanted, this, &TrainDock::deviceWanted);

    m_state->setObjectName(QStringLiteral("state"));
    m_state->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_state->setAccessibleName(tr("State of the run"));
    m_state->setMinimumWidth(
        m_state->fontMetrics().horizontalAdvance(tr("training step %L1").arg(88888)));
    // Its text changes often and must not push the rest around.
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_state->installEventFilter(this);
    m_controls->addWidget(m_state, 1);
}

void TrainDock::showRun(const RunInfo& run) {
    const QSignalBlocker quietBatch(m_batch);
    m_offered = run.tasks;
    m_learnt = run.task;
    fillTasks();
    m_shownRate = run.learningRate;
    m_rate->setText(rateText(run.learningRate));
    nameRate(run.training);
    showRateProblem({});
    m_batch->setValue(run.batch);
    showDevice(run.backend);
    m_time = {};
    m_measured.reset();
    m_measure = run.measure;
    m_keptAside = run.keptAside;
    m_countsTokens = run.countsTokens;
    lookOnly(run);
    fitWords(); // the lists of tasks and of devices say how wide their fields are
}

void TrainDock::fillTasks() {
    const auto nameOf = [](const TaskChoice& task) { return QString::fromUtf8(task.name); };
    std::vector<OfferedTask> offered = m_offered;
    std::erase_if(offered, [&](const TaskChoice& task) {
        return m_hiddenTasks.contains(nameOf(task)) && nameOf(task) != m_learnt;
    });
    m_task->clear();
    // Whoever makes examples of its own can be given others, too; files that come along stand last.
    m_tasks.assign(offered.begin(), offered.end());
    for (TaskChoice task : offered)
        if (task.file != TaskFile::None && !std::exchange(task.needsFile, true))
            m_tasks.push_back(task);
    const auto add = [&](const TaskChoice& task, const QString& text) {
        m_task->addItem(text, nameOf(task));
        m_task->setItemData(m_task->count() - 1, plainTip(translated(Phrase(task.summary))),
                            Qt::ToolTipRole);
    };
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        const TaskChoice& task = m_tasks[i];
        const QString name =
            i < offered.size() ? nameOf(task) : tr("%1: own data").arg(nameOf(task));
        add(task, task.needsFile ? tr("%1…").arg(name) : name);
    }
    for (const OfferedTask& task : offered)
        if (!task.sample.name.empty()) {
            add(task, nameOf(task) + QStringLiteral(": ") + translated(Phrase(task.sample.name)));
            m_task->setItemData(m_task->count() - 1, QString::fromStdString(task.sample.file),
                                sampleFileRole);
        }
    showTask(m_learnt);
}

void TrainDock::takeAway(const QStringList& commands, const QStringList& tasks) {
    m_hiddenTasks = tasks;
    fillTasks();
    constexpr std::array buttons = {"train", "train-once", "walk-step", "reset-model"};
    for (std::size_t i = 0; i < buttons.size(); ++i)
        m_buttons[i]->setVisible(!commands.contains(QLatin1String(buttons[i])));
    fitWords();
}

void TrainDock::showDevices(const DeviceList& devices) {
    m_device->showDevices(devices);
    fitWords();
}

void TrainDock::showDevice(const QString& id) {
    if (!id.isEmpty())
        m_device->choose(id);
}

void TrainDock::showSettings(const RunSettings& settings) {
    const QSignalBlocker quietBatch(m_batch);
    if (m_batch->value() != settings.batch)
        m_batch->setValue(settings.batch);
    showDevice(settings.backend);
    nameRate(settings.training);
    if (std::exchange(m_shownRate, settings.learningRate) != settings.learningRate)
        m_rate->setText(rateText(settings.learningRate));
}

void TrainDock::showTask(const QString& name) {
    m_task->setCurrentIndex(m_task->findData(name));
}

void TrainDock::showStatus(const TrainingStatus& status) {
    if (m_running != status.running) {
        m_running = status.running;
        m_play->setIcon(signIcon(m_running ? Sign::Pause : Sign::Play));
        describePlay();
    }
    m_status = status;
    describeState();
}

void TrainDock::describeState() {
    const TrainingStatus& status = m_status;
    const bool past = m_time.isPast();
    QStringList parts;
    if (m_time.difference)
        parts << tr("training step %L1").arg(m_time.present);
    else if (past)
        parts << tr("training step %L1 of %L2").arg(*m_time.shown).arg(m_time.present);
    else
        parts << tr("training step %L1").arg(status.step);
    if (status.running && status.idleReason == IdleReason::None && status.stepsPerSecond > 0)
        parts += tr("%L1/s").arg(status.stepsPerSecond, 0, 'f', status.stepsPerSecond < 10 ? 1 : 0);
    else
        parts += status.idleReason != IdleReason::None ? idleText(status)
                 : status.running                      ? tr("first training step…")
                                                       : tr("paused");
    if (isFolded() && status.health.isBad() && status.idleReason != IdleReason::Diverged)
        parts.front() += QStringLiteral(" · ") + healthVerdict(status.health);
    std::optional<double> loss;
    if (past)
        loss = m_time.difference ? std::nullopt : m_time.shownLoss;
    else if (status.step > 0 && !(status.loss <= 0)) // a run that was only opened has none yet
        loss = status.loss;
    if (loss)
        parts += tr("loss %1").arg(NumberFormat{0, 4}.text(*loss));
    m_success = successWords(true);
    if (!m_success.isEmpty())
        parts += successWords(false);
    m_stateParts = parts;
    const QString device = m_device->currentText();
    m_where = status.running && !device.isEmpty() ? tr("on %1").arg(device) : QString();
    writeState();
    m_state->setToolTip(plainTip(stateTip()));
}

/// How much was right at the last measurement, or how large the error was; in `whole`, of how many.
QString TrainDock::successWords(bool whole) const {
    if (m_measured && m_measured->error)
        return tr("error %1").arg(NumberFormat{0, 3}.text(*m_measured->error));
    if (!m_measured || !m_measure.isEmpty())
        return {};
    const QString share = NumberFormat{0, 1}.text(100 * m_measured->accuracy);
    if (m_countsTokens)
        return tr("%1 % right").arg(share);
    if (m_keptAside == 0 || (!whole && m_keptAside >= enoughKeptAside))
        return tr("%1 % exact").arg(share);
    return (whole ? tr("%1 % of %L2 kept aside exact") : tr("%1 % of %L2 exact"))
        .arg(share)
        .arg(m_keptAside);
}

QString TrainDock::stateTip() const {
    QStringList sentences;
    if (!m_time.isPast())
        sentences << tr("Learning rate %1, gradient norm %2.")
                         .arg(rateText(m_status.learningRate),
                              numberText(m_status.gradientNorm, 4));
    if (m_measured && m_measured->error)
        sentences << tr("The error is measured on %n examples that are kept aside and never "
                        "trained on: %1.",
                        nullptr, m_keptAside)
                         .arg(translated(m_measure));
    else if (m_measured && m_measure.isEmpty())
        sentences << tr("The share of right answers is of %n examples that are kept aside and "
                        "never trained on.",
                        nullptr, m_keptAside);
    if (m_measured)
        sentences << tr("It was measured after training step %L1.").arg(m_measured->step);
    QString why = idleSentence(m_status.idleReason);
    if (!why.isEmpty())
        why += QStringLiteral("\n\n");
    return why + sentences.join(' ');
}

void TrainDock::showTime(const TimeStatus& time) {
    m_time = time;
    describeState();
}

void TrainDock::showMeasured(const Metrics::Measurement* measured) {
    m_measured = measured ? std::optional(*measured) : std::nullopt;
    describeState();
}

void TrainDock::showRateProblem(const QString& sentence) {
    m_rateProblem->setProblem(sentence);
    m_rate->setAccessibleDescription(sentence);
}

/// Without curves it is what says how far the run has come: names of fields give way to it.
int TrainDock::widthOfState() const {
    const QString usual = tr("training step %L1").arg(88888) + QStringLiteral(" · ") +
                          tr("%1 % of %L2 exact").arg(QStringLiteral("100.0")).arg(88);
    return isFolded() ? m_state->fontMetrics().horizontalAdvance(usual) : m_state->minimumWidth();
}

int TrainDock::neededWidth(bool names) const {
    const int gap = m_controls->spacing();
    int needed = m_rows->contentsMargins().left() + m_rows->contentsMargins().right() - gap;
    for (int i = 0; i < m_controls->count(); ++i) {
        const QWidget* widget = m_controls->itemAt(i)->widget();
        const bool isName = std::ranges::count(m_names, widget) > 0;
        if (widget != m_rateProblem && (isName ? names : !widget->isHidden()))
            needed += gap + (widget == m_state ? widthOfState() : widget->sizeHint().width());
    }
    return needed;
}

/// In a wide window the buttons have words; in a narrow one the names of the fields give way, which
/// their tool tips say too.
void TrainDock::resizeEvent(QResizeEvent* event) {
    fitWords();
    QWidget::resizeEvent(event);
}

/// A name that is shown lays out the window at once, which may resize this.
void TrainDock::fitWords() {
    if (m_isFitting)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    constexpr int mostTries = 3;
    for (int tries = 0, at = -1; at != width() && tries < mostTries; ++tries) {
        at = width();
        const auto fits = [this](bool words) {
            setWords(words);
            return neededWidth(true) <= width();
        };
        const bool names = fits(true) || fits(false);
        for (QLabel* name : m_names)
            name->setVisible(names);
    }
    m_rows->activate();
    writeState();
}

void TrainDock::setWords(bool beside) {
    for (QToolButton* button : m_buttons)
        button->setToolButtonStyle(beside || (m_needsText && button == m_play)
                                       ? Qt::ToolButtonTextBesideIcon
                                       : Qt::ToolButtonIconOnly);
    // As wide in either state: what stands beside it stays under the pointer.
    m_play->setMinimumWidth(beside ? widestPlay() : 0);
}

QSize TrainDock::minimumSizeHint() const {
    QSize least = QWidget::minimumSizeHint();
    for (const QToolButton* button : m_buttons)
        least.rwidth() -=
            std::max(0, std::max(button->minimumWidth(), button->sizeHint().width()) - m_iconWidth);
    return least;
}

int TrainDock::widestPlay() const {
    const auto wide = [this](const QString& words) {
        return m_play->fontMetrics().horizontalAdvance(words);
    };
    constexpr int rounding = 2;
    return rounding + m_play->sizeHint().width() - wide(m_play->text()) +
           (m_needsText ? wide(m_play->text()) : std::max(wide(tr("Train")), wide(tr("Pause"))));
}

/// As much of the state as has room. While it trains, where it does so, speed, loss and accuracy go
/// in this order and the steps stay; at rest the reason stays longest.
void TrainDock::writeState() {
    const QString separator = QStringLiteral(" · ");
    const auto fits = [&](const QStringList& parts) {
        return m_state->fontMetrics().horizontalAdvance(parts.join(separator)) <= m_state->width();
    };
    QStringList parts = m_stateParts;
    const auto ifItFits = [&](qsizetype part, const QString& words) {
        QStringList longer = parts;
        longer[part] = words;
        if (fits(longer))
            parts = longer;
    };
    if (!m_success.isEmpty())
        ifItFits(parts.size() - 1, m_success);
    if (!m_where.isEmpty() && parts.size() > 1)
        ifItFits(1, parts[1] + ' ' + m_where); // the speed
    while (parts.size() > 1 && !fits(parts))
        parts.removeAt(m_status.idleReason == IdleReason::None ? 1 : parts.size() > 2 ? 2 : 0);
    m_state->setText(parts.join(separator));
}

/// What stands beside it may change its width as well as the window does.
bool TrainDock::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_state && event->type() == QEvent::Resize)
        writeState();
    return QWidget::eventFilter(watched, event);
}

void TrainDock::addBelow(QWidget* widget) {
    m_rows->addWidget(widget, 1);
    m_below = widget;
    foldBelow();
}

void TrainDock::makeFold() {
    m_fold->setObjectName(QStringLiteral("curves"));
    m_fold->setAutoRaise(true);
    m_fold->setIconSize(m_play->iconSize());
    m_controls->addWidget(m_fold);
    for (std::size_t i = 0; i < m_folds.size(); ++i)
        m_folds[i] = QSettings().value(QLatin1String(foldSettings[i]), foldsAtFirst[i]).toBool();
    connect(m_fold, &QToolButton::clicked, this, [this] {
        const std::size_t now = m_isLow ? 1 : 0;
        m_folds[now] = !m_folds[now];
        QSettings().setValue(QLatin1String(foldSettings[now]), m_folds[now]);
        foldBelow();
    });
}

void TrainDock::setLow(bool low) {
    if (std::exchange(m_isLow, low) != low)
        foldBelow();
}

void TrainDock::forgetFolding() {
    m_folds = foldsAtFirst;
    for (const char* setting : foldSettings)
        QSettings().remove(QLatin1String(setting));
    foldBelow();
}

QString TrainDock::playWords() const {
    return m_needsText ? tr("Train on a text…") : m_running ? tr("Pause") : tr("Train");
}

void TrainDock::describePlay() {
    const QString tip = m_needsText
                            ? tipWithKeys(idleSentence(IdleReason::NeedsText), Command::TrainOnText)
                            : tipWithKeys(playWords(), Command::Train);
    m_play->setText(playWords());
    m_play->setToolTip(plainTip(tip));
    m_play->setAccessibleName(m_needsText ? tipWithKeys(playWords(), Command::TrainOnText) : tip);
}

/// What would train it is greyed, with the reason. An opened model is trained on a text first.
void TrainDock::lookOnly(const RunInfo& run) {
    const bool only = !run.obstacle.isEmpty();
    m_needsText = only && run.isOpened() && run.textObstacle.isEmpty();
    const QString why = m_needsText ? idleSentence(IdleReason::NeedsText)
                                    : tr("This model can be looked into but not trained further: "
                                         "%1")
                                          .arg(run.obstacle);
    for (QToolButton* button : m_buttons) {
        button->setEnabled(!only);
        button->setToolTip(plainTip(only ? why : button->accessibleName()));
    }
    describePlay();
    m_play->setEnabled(!only || m_needsText);
    if (only && !m_needsText)
        m_play->setToolTip(plainTip(why));
    if (run.isOpened() && !only) { // the last one begins anew
        m_buttons.back()->setEnabled(false);
        m_buttons.back()->setToolTip(plainTip(
            tr("An opened model has no first weights to begin anew with; open it again to have "
               "those that it came with")));
    }
    for (QWidget* field : std::initializer_list<QWidget*>{m_rate, m_batch})
        field->setEnabled(!only);
    m_fold->setVisible(!only);
    fitWords();
    if (std::exchange(m_isOnlyLookedAt, only) != only)
        foldBelow();
}

void TrainDock::foldBelow() {
    const bool away = isFolded();
    m_fold->setIcon(signIcon(away ? Sign::Unfold : Sign::Fold));
    const QString tip = away ? tr("Show the curves and the slider over the run’s past")
                             : tr("Fold the curves and the slider away: the stage gets their room");
    m_fold->setToolTip(plainTip(tip));
    m_fold->setAccessibleName(tip);
    const bool changed = m_below && m_below->isHidden() != away;
    if (m_below)
        m_below->setVisible(!away);
    m_health->setVisible(!away);
    describeState();
    fitWords();
    if (changed)
        emit folded(away);
}

/// What the number beside it is: the rate itself, or the peak of a schedule, which stays when
/// another peak is set.
void TrainDock::nameRate(const FieldValues& training) {
    const QString schedule = QString::fromStdString(choiceIn(training, "schedule"));
    const bool constant = schedule.isEmpty() || schedule == QLatin1String("constant");
    const QString name = constant ? tr("rate") : tr("peak rate");
    m_rateName->setText(name);
    m_rate->setAccessibleName(name);
    m_rate->setToolTip(plainTip(
        constant ? tr("Learning rate; Return sets it")
                 : tr("Learning rate: the peak of the schedule %1, after a warm-up of %n training "
                      "steps; Return sets it, and the schedule stays",
                      nullptr, static_cast<int>(wholeIn(training, "warmup").value_or(0)))
                       .arg(schedule)));
}

void TrainDock::readRate() {
    const QString text = m_rate->text().trimmed();
    if (text == rateText(m_shownRate)) { // nobody has typed what its rounding left out
        showRateProblem({});
        return;
    }
    bool isNumber = false;
    // A decimal comma is what many keyboards offer.
    const double rate = QString(text).replace(',', '.').toDouble(&isNumber);
    if (!isNumber || !std::isfinite(rate) || rate <= 0) {
        showRateProblem(tr("“%1” is not a positive number").arg(text));
        return;
    }
    showRateProblem({});
    if (rate == m_shownRate)
        return;
    m_shownRate = rate;
    emit rateWanted(rate);
}

void TrainDock::readTask(int index) {
    const QString sample = m_task->itemData(index, sampleFileRole).toString();
    if (!sample.isEmpty()) {
        emit sampleWanted(m_task->itemData(index).toString(), sample);
        return;
    }
    emit taskWanted(m_tasks[static_cast<std::size_t>(index)]); // those come before the samples
}

} // namespace gf
