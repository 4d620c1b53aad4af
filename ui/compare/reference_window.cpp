// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/reference_window.h"

#include "core/tensor/error.h"
#include "ui/compare/comparison_text.h"
#include "ui/compare/name_label.h"
#include "ui/compare/reference_figure.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/file_question.h"
#include "ui/figure/heatmap_view.h"
#include "ui/language/plain_text.h"
#include "ui/language/titles.h"
#include "ui/language/wording.h"
#include "ui/steps/attention_stages.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

/// All matrices of a run by which what is written looks at what is read, the last layer's first
/// head first. Of a model without a source those by which a text looks at itself.
std::vector<RunLooking> lookingsOf(const std::shared_ptr<const Trace>& run) {
    if (!run)
        return {};
    const Trace& trace = *run;
    const Graph& graph = *trace.graph;
    std::vector<RunLooking> cross;
    std::vector<RunLooking> self;
    for (const Node& node : graph.nodes()) {
        if (trace.value(node.id).empty())
            continue;
        if (areAlignmentWeights(node)) {
            (node.axes[0] == node.axes[1] ? self : cross).push_back({{}, {}, {}, run, node.id, 0});
        } else if (areAttentionWeights(graph, node)) {
            auto& list = node.scope.kind() == ScopeKind::CrossAttention ? cross : self;
            std::vector<RunLooking> heads;
            for (Index head = 0; head < node.shape[0]; ++head)
                heads.push_back({{},
                                 {},
                                 ReferenceWindow::tr("layer %1 · %2")
                                     .arg(node.scope.layer() + 1)
                                     .arg(headTitle(head)),
                                 run,
                                 node.id,
                                 static_cast<int>(head)});
            list.insert(list.begin(), heads.begin(), heads.end());
        }
    }
    return cross.empty() ? self : cross;
}

} // namespace

ReferenceWindow::ReferenceWindow(QWidget* parent)
    : QDialog(parent), m_row(new QHBoxLayout),
      m_add(new QPushButton(tr("&Add a run or a real model…"))),
      m_copy(new QPushButton(tr("&Copy the picture"))),
      m_save(new QPushButton(tr("&Save the figure…"))), m_hint(new PlainLabel) {
    setWindowTitle(tr("Where each run looks"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* rows = new QVBoxLayout(this);
    auto* words =
        new PlainLabel(tr("The same example in several models: each row is a token that "
                          "was written last, each column one that is read. Attention is not "
                          "explanation."));
    words->setWordWrap(true);
    rows->addWidget(words);
    m_row->setSpacing(12);
    rows->addLayout(m_row, 1);
    auto* foot = new QHBoxLayout;
    m_add->setObjectName(QStringLiteral("addRun"));
    m_copy->setObjectName(QStringLiteral("copyBeside"));
    m_save->setObjectName(QStringLiteral("saveBeside"));
    for (QPushButton* button : {m_add, m_copy, m_save})
        button->setAutoDefault(false);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    foot->addWidget(m_add);
    foot->addWidget(m_hint, 1);
    foot->addWidget(m_copy);
    foot->addWidget(m_save);
    rows->addLayout(foot);
    connect(m_add, &QPushButton::clicked, this, &ReferenceWindow::addFile);
    connect(m_copy, &QPushButton::clicked, this, &ReferenceWindow::copyFigure);
    connect(m_save, &QPushButton::clicked, this, &ReferenceWindow::saveFigure);
    resize(QSize(1160, 560).boundedTo(screen()->availableGeometry().size() * 9 / 10));
    refreshFoot();
}

ReferenceWindow::Column ReferenceWindow::makeColumn(bool saved) {
    Column column;
    column.widget = new QWidget(this);
    auto* rows = new QVBoxLayout(column.widget);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* head = new QHBoxLayout;
    column.name = new NameLabel(column.widget);
    column.name->setObjectName(QStringLiteral("runName"));
    column.which = new QComboBox(column.widget);
    column.which->setAccessibleName(tr("Layer and head"));
    column.remove = new QToolButton(column.widget);
    column.remove->setText(QStringLiteral("×"));
    column.remove->setAutoRaise(true);
    column.remove->setToolTip(tr("Take this run away"));
    column.remove->setAccessibleName(column.remove->toolTip());
    column.remove->setVisible(saved);
    head->addWidget(column.name, 1);
    head->addWidget(column.which);
    head->addWidget(column.remove);
    rows->addLayout(head);
    column.note = new PlainLabel(column.widget);
    column.note->setObjectName(QStringLiteral("runNote"));
    column.note->setWordWrap(true);
    rows->addWidget(column.note);
    column.view = new HeatmapView(column.widget);
    rows->addWidget(column.view, 1);
    m_row->insertWidget(saved ? -1 : m_open, column.widget, 1);
    const auto at = [this, widget = column.widget] {
        return std::ranges::find(m_columns, widget, &Column::widget);
    };
    connect(column.which, &QComboBox::currentIndexChanged, this, [this, at] { draw(*at()); });
    connect(column.remove, &QToolButton::clicked, this, [this, at] {
        QStringList kept = files();
        kept.removeAt(at() - m_columns.begin() - m_open);
        emit filesWanted(kept);
    });
    connect(column.view, &HeatmapView::hovered, this,
            [this, view = column.view](Index row, Index key) { light(view->data(), row, key); });
    connect(column.view, &HeatmapView::left, this,
            [this, view = column.view] { light(view->data(), -1, -1); });
    return column;
}

void ReferenceWindow::showOpenRuns(const QVector<ReferenceRun>& runs) {
    const bool isOther = m_open != runs.size();
    while (m_open > runs.size()) {
        delete m_columns[--m_open].widget;
        m_columns.erase(m_columns.begin() + m_open);
    }
    while (m_open < runs.size()) {
        m_columns.insert(m_columns.begin() + m_open, makeColumn(false));
        ++m_open;
    }
    for (int i = 0; i < m_open; ++i)
        fill(m_columns[i], runs[i]);
    if (isOther)
        refreshFoot();
    else
        offerFigure();
}

void ReferenceWindow::showSavedRuns(const QVector<ReferenceRun>& runs) {
    while (count() > runs.size() + m_open) {
        delete m_columns.back().widget;
        m_columns.pop_back();
    }
    while (count() < runs.size() + m_open)
        m_columns.push_back(makeColumn(true));
    for (int i = 0; i < runs.size(); ++i)
        fill(m_columns[i + m_open], runs[i]);
    refreshFoot();
}

void ReferenceWindow::fill(Column& column, const ReferenceRun& run) {
    column.run = run;
    const QString name = oneLine(run.name.isEmpty() ? QFileInfo(run.file).fileName() : run.name);
    const QString mechanism = mechanismText(run.configuration);
    column.name->setName(mechanism.isEmpty() ? name : tr("%1 · %2").arg(mechanism, name));
    column.name->setToolTip(plainTip(column.name->name() + QLatin1Char('\n') + run.file));
    const std::vector<RunLooking> all = lookingsOf(run.trace);
    {
        QStringList names;
        for (const RunLooking& looking : all)
            names += looking.which;
        QStringList present;
        for (int i = 0; i < column.which->count(); ++i)
            present += column.which->itemText(i);
        if (names != present) { // a list that is open stays as it is
            const QSignalBlocker quietly(column.which);
            const int chosen = column.which->currentIndex();
            column.which->clear();
            column.which->addItems(names);
            column.which->setCurrentIndex(
                std::clamp(chosen, all.empty() ? -1 : 0, static_cast<int>(all.size()) - 1));
        }
    }
    column.which->setVisible(all.size() > 1);
    QString note = run.problem;
    if (note.isEmpty() && run.trace && all.empty())
        note = tr("This model has no attention: what it knows of the source is a state for each "
                  "layer, or what its mixers gave each token.");
    column.note->setText(note);
    column.note->setVisible(!note.isEmpty());
    draw(column);
}

/// The matrix that is chosen of a run.
std::optional<RunLooking> ReferenceWindow::lookingOf(const Column& column) const {
    const std::vector<RunLooking> all = lookingsOf(column.run.trace);
    const int chosen = column.which->currentIndex();
    if (chosen < 0 || chosen >= static_cast<int>(all.size()))
        return std::nullopt;
    RunLooking looking = all[chosen];
    looking.run = column.name->name();
    looking.model = mechanismText(column.run.configuration);
    return looking;
}

void ReferenceWindow::draw(Column& column) {
    const auto looking = lookingOf(column);
    column.view->setVisible(looking.has_value());
    if (looking)
        column.view->setData(matrixOf(*looking));
}

std::vector<RunLooking> ReferenceWindow::shown() const {
    std::vector<RunLooking> shown;
    for (const Column& column : m_columns)
        if (const auto looking = lookingOf(column))
            shown.push_back(*looking);
    return shown;
}

void ReferenceWindow::copyFigure() {
    const auto figure = referenceFigure(shown());
    if (!figure)
        return;
    try {
        QGuiApplication::clipboard()->setMimeData(figure->copy().release());
        m_hint->setText(areOfOneSize(shown())
                            ? tr("Copied as a picture and as a table")
                            : tr("Copied as a picture; a table needs matrices of one size."));
    } catch (const Error& error) {
        m_hint->setText(translated(error.sentence()));
    }
}

void ReferenceWindow::saveFigure() {
    const auto figure = referenceFigure(shown());
    if (!figure)
        return;
    auto* dialog = new ExportDialog({*figure}, 0, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::numbersWanted, this, &ReferenceWindow::numbersWanted);
    connect(dialog, &ExportDialog::written, this,
            [this](const QString& path) { m_hint->setText(tr("Saved as %1").arg(oneLine(path))); });
    dialog->open();
}

/// The same place in each that has the same tokens; another tokenizer cuts a sentence elsewhere.
void ReferenceWindow::light(const HeatmapData& pointedAt, Index row, Index column) {
    for (const Column& one : m_columns) {
        const HeatmapData& shown = one.view->data();
        const bool has =
            shown.rowLabels == pointedAt.rowLabels && shown.columnLabels == pointedAt.columnLabels;
        one.view->setHighlight(has ? HeatmapHighlight{row, column} : HeatmapHighlight());
    }
}

QStringList ReferenceWindow::files() const {
    QStringList files;
    for (int i = m_open; i < count(); ++i)
        files += m_columns[i].run.file;
    return files;
}

void ReferenceWindow::addFile() {
    const QStringList now = files();
    askForFile(this,
               {tr("A saved run, or the config.json of a real model"),
                now.isEmpty() ? QString() : now.back(), tr("Models (*.safetensors config.json)")},
               [this](const QString& path) {
                   const QFileInfo chosen(path);
                   const bool isOfFolder = chosen.fileName() == QLatin1String("config.json");
                   emit filesWanted(files() + QStringList{isOfFolder ? chosen.path() : path});
               });
}

void ReferenceWindow::refreshFoot() {
    const bool full = count() - m_open >= mostSaved;
    m_add->setEnabled(!full);
    offerFigure();
    m_hint->setText(count() > 1 ? QString()
                                : tr("Train the same task with another family or attention, save "
                                     "it, and add it here; or a real model, which reads the same "
                                     "sentence."));
}

void ReferenceWindow::offerFigure() {
    const std::vector<RunLooking> runs = shown();
    const bool isTable = areOfOneSize(runs);
    m_copy->setEnabled(!runs.empty());
    m_copy->setToolTip(plainTip(
        isTable
            ? tr("All runs beside each other, as a picture and as a table")
            : tr("All runs beside each other, as a picture; a table needs matrices of one size")));
    m_save->setEnabled(!runs.empty());
    m_save->setToolTip(plainTip(
        isTable
            ? tr("All runs beside each other, as PNG, SVG or PDF, or their numbers")
            : tr("All runs beside each other, as PNG, SVG or PDF; their numbers need matrices of "
                 "one size")));
}

} // namespace gf
