// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands do. The other half of MainWindow, main_window.cpp, puts it together.
#include "core/tensor/error.h"
#include "ui/language/plain_text.h"
#include "ui/window/main_window.h"

#include "ui/batch/batch_bar.h"
#include "ui/compare/compare_control.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/about.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/file_question.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/example/example_bar.h"
#include "ui/explain/explain_panel.h"
#include "ui/figure/zoom_gesture.h"
#include "ui/generation/generation_window.h"
#include "ui/glossary/glossary_dialog.h"
#include "ui/map/map_view.h"
#include "ui/present/presentation.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/stations.h"
#include "ui/steps/navigation.h"
#include "ui/theme/motion.h"
#include "ui/theme/text_size.h"
#include "ui/time/time_control.h"
#include "ui/tour/tour.h"
#include "ui/train/loss_chart.h"
#include "ui/train/loss_table.h"
#include "ui/train/train_dock.h"
#include "ui/whatif/what_if.h"
#include "ui/window/banner.h"
#include "ui/window/dropped.h"
#include "ui/window/figures.h"
#include "ui/window/step_search.h"
#include "ui/window/toolbar.h"
#include "ui/window/walk.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>

namespace gf {

namespace {

/// Training worth a question before it is thrown away. What runs by itself at the first start is
/// worth one only after a minute: then somebody has trained on.
constexpr qint64 worthAsking = 200;      ///< steps
constexpr double worthAskingAlways = 60; ///< seconds

constexpr auto numbersSetting = "stage/numbers";

} // namespace

void MainWindow::perform(Command command, bool checked) {
    if (performView(command, checked) || performExport(command) || performLab(command) ||
        m_time->perform(command, checked))
        return;
    switch (command) {
    case Command::NewModel:
        return newModel();
    case Command::OpenModel:
        return openModel();
    case Command::SaveModel:
        return saveModel(false);
    case Command::SaveModelAs:
        return saveModel(true);
    case Command::Train:
        if (checked)
            m_intents.send(intent::Train{});
        else
            m_intents.send(intent::Pause{});
        return;
    case Command::TrainOnce:
        m_intents.send(intent::StepOnce{});
        return;
    case Command::WalkStep:
        return m_batch->toggle();
    case Command::ResetModel:
        return discardThen([this] { m_intents.send(intent::Reset{}); });
    case Command::Quit:
        close();
        return;
    case Command::EditSource:
        return m_example->editSource();
    case Command::EditTarget:
        return m_example->editTarget();
    case Command::AnotherExample:
        m_intents.send(intent::AnotherExample{});
        return;
    case Command::Help:
        return showHelp();
    case Command::Tour:
        return m_tour->isOn() ? m_tour->takeKeyboard() : startTour();
    case Command::Glossary:
        return showGlossary({});
    case Command::Compare:
        return m_compare->ask(this);
    case Command::Shortcuts:
        return showShortcuts();
    case Command::About:
        return showAbout(this);
    default:
        return;
    }
}

/// Everything that only moves the focus or changes what is seen. False for another command.
bool MainWindow::performView(Command command, bool checked) {
    const Focus& focus = m_focus.focus();
    const bool none = !m_steps.graph();
    const auto cell = [&](Index rows, Index columns) {
        if (!none)
            goTo(movedCell(*m_steps.graph(), focus, rows, columns));
        return true;
    };
    const auto step = [&](int delta) {
        // Beyond the loss of an updated step nothing was computed.
        const bool end = m_batch->stop() == WalkStop::After;
        if (const auto moved = movedStep(m_steps, focus, delta);
            moved && !(end && moved->gradients))
            goTo(*moved);
        else
            m_walk->setRunning(false);
        return true;
    };
    const auto layer = [&](int delta) {
        if (const QString there = m_steps.inOtherLayer(focus, delta); !there.isEmpty())
            m_focus.setStep(there);
        return true;
    };
    const auto head = [&](int delta) {
        if (!none)
            goTo(movedHead(*m_steps.graph(), focus, delta));
        return true;
    };
    const auto theme = [&](ThemeChoice choice) {
        setTheme(choice);
        QSettings().setValue(QStringLiteral("window/theme"), themeName(choice));
        return true;
    };
    const auto text = [&](int steps) {
        if (const int size = textSizeBeside(textSize(), steps); size != textSize()) {
            rememberTextSize(size);
            emit renewalWanted();
        }
        return true;
    };
    const auto language = [&](Language chosen) {
        QSettings().setValue(QStringLiteral("window/language"), languageName(chosen));
        emit languageChosen(chosen);
        return true;
    };
    switch (command) {
    case Command::NextStep:
        return step(1);
    case Command::PreviousStep:
        return step(-1);
    case Command::Walk:
        m_walk->setRunning(checked);
        return true;
    case Command::ThemeSystem:
        return theme(ThemeChoice::System);
    case Command::ThemeLight:
        return theme(ThemeChoice::Light);
    case Command::ThemeDark:
        return theme(ThemeChoice::Dark);
    case Command::LargerText:
        return text(1);
    case Command::SmallerText:
        return text(-1);
    case Command::NormalText:
        return text(0);
    case Command::LanguageSystem:
        return language(Language::System);
    case Command::LanguageEnglish:
        return language(Language::English);
    case Command::LanguageGerman:
        return language(Language::German);
    case Command::NextLayer:
        return layer(1);
    case Command::PreviousLayer:
        return layer(-1);
    case Command::NextHead:
        return head(1);
    case Command::PreviousHead:
        return head(-1);
    case Command::AllHeads:
        m_focus.setAllHeads(checked);
        return true;
    case Command::EqualPanels:
        for (auto* stage : findChildren<StageWidget*>()) // of both runs that are compared
            stage->setPanelsEqual(checked);
        return true;
    case Command::Numbers:
        showNumbers(checked);
        return true;
    case Command::ZoomIn:
    case Command::ZoomOut:
        zoomStage(command == Command::ZoomIn ? zoomStep : 1 / zoomStep);
        return true;
    case Command::Gradients:
        m_focus.setGradients(checked);
        return true;
    case Command::NextView:
        if (const NodeId node = none ? noNode : nodeOf(*m_steps.graph(), focus); node != noNode)
            m_focus.setView(nextView(*m_steps.graph(), (*m_steps.graph())[node], focus.view));
        return true;
    case Command::RowUp:
        return cell(-1, 0);
    case Command::RowDown:
        return cell(1, 0);
    case Command::ColumnLeft:
        return cell(0, -1);
    case Command::ColumnRight:
        return cell(0, 1);
    case Command::Release:
        release();
        return true;
    case Command::Search:
        m_toolBar->beginSearch();
        return true;
    case Command::LessMotion:
        setMotionReduced(checked);
        return true;
    case Command::RestoreLayout:
        restoreLayout();
        return true;
    case Command::Present:
        setPresenting(checked);
        return true;
    default:
        return false;
    }
}

void MainWindow::restoreNumbers() {
    if (QSettings().value(numbersSetting).toBool())
        showNumbers(true);
}

/// In the cells of both runs that are compared; remembered for the next time.
void MainWindow::showNumbers(bool shown) {
    QSettings().setValue(numbersSetting, shown);
    (*m_commands)[Command::Numbers]->setChecked(shown);
    for (auto* stage : findChildren<StageWidget*>())
        stage->setNumbersShown(shown);
}

void MainWindow::zoomStage(double factor) {
    auto* twin = m_compare->twinStage();
    (twin->isAncestorOf(focusWidget()) ? twin : m_stage)->zoom(factor);
}

/// ShowBefore is heard of where its switch is turned.
bool MainWindow::performLab(Command command) {
    switch (command) {
    case Command::Change:
        m_whatIf->popUp(m_stage->mapToGlobal(m_stage->rect().center()));
        return true;
    case Command::Generate:
        openGeneration();
        return true;
    case Command::UndoChange:
        m_intents.send(intent::UndoChange{});
        return true;
    case Command::RedoChange:
        m_intents.send(intent::RedoChange{});
        return true;
    case Command::TakeAllBack:
        m_intents.send(intent::TakeAllBack{});
        return true;
    default:
        return false;
    }
}

bool MainWindow::performExport(Command command) {
    switch (command) {
    case Command::ExportMatrix:
    case Command::ExportHeads:
    case Command::ExportPanels:
    case Command::ExportView:
    case Command::ExportLoss:
        exportFigure(command);
        return true;
    case Command::CopyMatrix:
        copyStage();
        return true;
    default:
        return false;
    }
}

void MainWindow::goTo(const Focus& focus) {
    m_focus.set(focus);
}

/// Esc takes back one thing at a time: the keyboard from a field, the matrix over the whole stage,
/// the pin (where the tour asks for none itself), the walk, the tour, present mode.
void MainWindow::release() {
    if (qobject_cast<QLineEdit*>(focusWidget()))
        m_stage->setFocus();
    else if (m_stage->leaveEnlarged() || m_compare->twinStage()->leaveEnlarged())
        return;
    else if (m_focus.focus().pinned && !m_tour->pinsCell())
        m_focus.release();
    else if (m_walk->isRunning())
        m_walk->setRunning(false);
    else if (m_tour->isOn())
        m_tour->end();
    else
        setPresenting(false);
}

void MainWindow::setPresenting(bool on) {
    if (on)
        m_tour->end();
    m_present->setOn(on);
    (*m_commands)[Command::Present]->setChecked(on);
}

/// It starts from what runs now.
ModelForm MainWindow::presentForm() const {
    ModelForm form = m_form;
    if (m_run.configuration.isEmpty())
        return form;
    if (m_run.task.isEmpty())
        return form; // it learns from a file of batches, of which no task can be made
    form.task = m_run.task;
    form.file = m_run.dataFile;
    form.present = m_run.configuration;
    form.present.insert(m_run.training);
    return form;
}

void MainWindow::newModel(const QString& task, const QString& file) {
    auto* dialog = new NewModelDialog(presentForm(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewModelDialog::measureWanted, this,
            [this, dialog](const ModelRequest& request) {
                dialog->awaitMeasure(m_intents.send(intent::MeasureModel{request}));
            });
    connect(dialog, &NewModelDialog::measureUnwanted, &m_intents,
            m_intents.sender<intent::StopMeasuring>());
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        discardThen(
            [this, request = dialog->request()] { m_intents.send(intent::NewModel{request}); });
    });
    if (!task.isEmpty())
        dialog->learnFrom(task, file);
    dialog->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const Dropped dropped = droppedFile(event->mimeData());
    if (dropped.kind == Dropped::Kind::Nothing)
        return;
    const bool fits = dropped.kind != Dropped::Kind::Unknown;
    Banner* banner = fits ? m_dropHint : m_banner;
    banner->say(fits ? Banner::Tone::Work : Banner::Tone::Error, dropped.sentence());
    if (fits)
        event->acceptProposedAction();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    m_dropHint->settle();
}

/// A model is opened as by Open, a text or pairs are offered to learn from.
void MainWindow::dropEvent(QDropEvent* event) {
    m_dropHint->settle();
    const Dropped dropped = droppedFile(event->mimeData());
    if (dropped.kind == Dropped::Kind::Unknown || dropped.kind == Dropped::Kind::Nothing)
        return;
    event->acceptProposedAction();
    if (dropped.kind == Dropped::Kind::Model)
        discardThen([this, path = dropped.path] { m_intents.send(intent::OpenModel{path}); });
    else
        newModel(dropped.kind == Dropped::Kind::Pairs ? QStringLiteral("pairs")
                                                      : QStringLiteral("text"),
                 dropped.path);
}

void MainWindow::openModel() {
    askForFile(this, {tr("Open a model"), m_run.file, tr("Models (*.safetensors);;All files (*)")},
               [this](const QString& path) {
                   discardThen([this, path] { m_intents.send(intent::OpenModel{path}); });
               });
}

void MainWindow::saveModel(bool askName, std::function<void()> refused) {
    const QString ending = QStringLiteral(".safetensors");
    const auto save = [this, ending](const QString& path) {
        m_intents.send(intent::SaveModel{path.contains('.') ? path : path + ending});
    };
    if (!askName && !m_run.file.isEmpty())
        return save(m_run.file);
    askForFile(this,
               {tr("Save the model"), m_run.file.isEmpty() ? m_run.title + ending : m_run.file,
                tr("Models (*.safetensors)"), true},
               save, std::move(refused));
}

bool MainWindow::isWorthAsking() const {
    return m_status.unsavedSeconds >= worthAskingAlways ||
           (!m_run.isShowcase && m_status.unsavedSteps >= worthAsking);
}

void MainWindow::discardThen(std::function<void()> action) {
    if (!isWorthAsking())
        return action();
    auto* box =
        new QMessageBox(QMessageBox::Question, tr("Glassformer"),
                        tr("%Ln steps of training are not saved.", nullptr,
                           static_cast<int>(m_status.unsavedSteps)),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("Save the model, or lose them?"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, action = std::move(action)](int answer) {
        if (answer == QMessageBox::Discard)
            return action();
        m_train->showTask(m_run.task);
        if (answer != QMessageBox::Save)
            return;
        m_whenSaved = action;
        saveModel(false, [this] { m_whenSaved = {}; });
    });
    box->open();
}

void MainWindow::chooseTask(const QString& name, bool needsFile) {
    m_stage->setFocus(); // Space steps again, instead of opening the list
    const auto begin = [this, name](const QString& file) {
        discardThen([this, name, file] { m_intents.send(intent::ChooseTask{name, file}); });
    };
    if (!needsFile)
        return begin({});
    askForFile(
        this,
        {tr("A file to learn from"), QString(), tr("Text files (*.txt *.tsv);;All files (*)")},
        begin, [this] { m_train->showTask(m_run.task); });
}

void MainWindow::chooseFile(const QString& task, const QString& file) {
    m_stage->setFocus();
    discardThen([this, task, file] { m_intents.send(intent::ChooseTask{task, file}); });
}

void MainWindow::exportFigure(Command command, int chart) {
    QVector<Exportable> choices;
    int chosen = 0;
    const auto offer = [&](Command which, const QString& name,
                           const std::optional<FigureOfTrace>& figure) {
        if (!figure)
            return;
        if (which == command)
            chosen = static_cast<int>(choices.size());
        choices += exportableFigure(name, figure->fileName, figure->figure, figure->numbers);
    };
    if (m_trace) {
        offer(Command::ExportMatrix, tr("This matrix"), matrixFigure(*m_trace, m_focus.focus()));
        offer(Command::ExportHeads, tr("All heads"), headsFigure(*m_trace, m_focus.focus()));
        offer(Command::ExportPanels, tr("The four panels"),
              panelsFigure(*m_trace, m_focus.focus()));
    }
    if (const auto view = viewFigure(m_stage->stationView())) {
        if (command == Command::ExportView)
            chosen = static_cast<int>(choices.size());
        choices += *view;
    }
    if (command == Command::ExportLoss)
        chosen = static_cast<int>(choices.size()) + chart;
    if (m_compare->isOn())
        choices += m_compare->exportables(m_run.title);
    choices += exportableLoss(*m_loss, m_run.title);
    auto* dialog = new ExportDialog(choices, chosen, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::numbersWanted, &m_intents,
            m_intents.sender<intent::SaveNumbers>());
    connect(dialog, &ExportDialog::written, this,
            [this](const QString& path) { showNotice(tr("Saved as %1").arg(path)); });
    dialog->open();
}

void MainWindow::showMatrixMenu(const QString& step, int head, bool gradient, const QPoint& place) {
    Focus focus = m_focus.focus();
    const Graph* graph = m_steps.graph();
    const NodeId from = graph ? graph->find(focus.step.toStdString()) : noNode;
    const NodeId to = graph ? graph->find(step.toStdString()) : noNode;
    // Among the stages of attention a cell is the same query and key.
    const bool samePlaces =
        from != noNode && to != noNode && (*graph)[from].shape == (*graph)[to].shape;
    if ((focus.step != step && !samePlaces) || focus.gradients != gradient) {
        focus.column = -1;
        focus.pinned = false;
    }
    focus.step = step;
    focus.head = head;
    focus.gradients = gradient;
    goTo(focus);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_whatIf->addOffers(menu))
        menu->addSeparator();
    for (const Command command :
         {Command::CopyMatrix, Command::ExportMatrix, Command::ExportHeads, Command::ExportPanels})
        menu->addAction((*m_commands)[command]);
    menu->popup(place);
}

void MainWindow::copyStage() {
    std::optional<Exportable> shown = viewFigure(m_stage->stationView());
    if (!shown && m_trace)
        if (const auto figure = matrixFigure(*m_trace, m_focus.focus()))
            shown = exportableFigure({}, {}, figure->figure, figure->numbers);
    if (!shown)
        return;
    try {
        QGuiApplication::clipboard()->setMimeData(shown->copy().release());
    } catch (const Error& error) {
        return showError(QString::fromUtf8(error.what()));
    }
    const Graph& graph = *m_steps.graph();
    const QString what = titleOf(graph, graph[nodeOf(graph, m_focus.focus())]);
    showNotice(tr("Copied as a table and as a picture: %1").arg(what));
}

/// One glossary stays open beside the window and goes where it is asked to.
void MainWindow::showGlossary(const QString& term) {
    auto* dialog = findChild<GlossaryDialog*>();
    if (!dialog) {
        dialog = new GlossaryDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    if (!term.isEmpty())
        dialog->showEntry(term);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::showHelp() {
    auto* dialog = findChild<HelpDialog*>();
    if (!dialog) {
        dialog = new HelpDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &HelpDialog::termWanted, this, &MainWindow::showGlossary);
        connect(dialog, &HelpDialog::shortcutsWanted, this, &MainWindow::showShortcuts);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::openGeneration() {
    if (!m_generation) {
        m_generation = new GenerationWindow(this);
        connect(m_generation, &GenerationWindow::wanted, &m_intents,
                m_intents.sender<intent::Generate>());
    }
    m_generation->show();
    m_generation->raise();
    m_generation->activateWindow();
    m_intents.send(intent::Generate{m_generation->settings()});
}

void MainWindow::showShortcuts() {
    QVector<QPair<QString, QString>> rows;
    for (const CommandInfo& info : commandTable()) {
        QStringList keys;
        for (const QKeySequence& key : info.keys)
            keys += key.toString(QKeySequence::NativeText);
        rows.append({keys.join(tr(" or ")), info.tip});
    }
    gf::showShortcuts(this, rows);
}

} // namespace gf
