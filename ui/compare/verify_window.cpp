// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/verify_window.h"

#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/language/titles.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScreen>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace gf {

/// The rows of a report.
class VerifyTable : public QAbstractTableModel {
public:
    enum Column { Difference, Found, Expected, Place, Step, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void set(const VerifyReport& report) {
        beginResetModel();
        m_report = report;
        m_first = nullptr;
        m_first = firstBeyond(m_report.steps, m_report.tolerance);
        endResetModel();
    }
    void clear() { set({}); }

    const VerifyReport& report() const { return m_report; }
    /// The first step out of tolerance in the order of the graph, or null.
    const StepAgreement* first() const { return m_first; }
    const StepAgreement& at(int row) const { return m_report.steps[row]; }
    const Node& nodeAt(int row) const { return (*m_report.graph)[at(row).node]; }
    bool isBeyond(int row) const { return at(row).difference > m_report.tolerance; }

    int rowCount(const QModelIndex& parent) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_report.steps.size());
    }
    int columnCount(const QModelIndex& parent) const override {
        return parent.isValid() ? 0 : Columns;
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
            return alignmentOf(section);
        if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
            return {};
        switch (section) {
        case Difference:
            return VerifyWindow::tr("Difference");
        case Found:
            return QString::fromStdString(m_report.backend);
        case Expected:
            return QString::fromStdString(m_report.reference);
        case Place:
            return VerifyWindow::tr("Cell");
        default:
            return VerifyWindow::tr("Operation");
        }
    }

    QVariant data(const QModelIndex& index, int role) const override {
        const int row = index.row();
        switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::TextAlignmentRole:
            return alignmentOf(index.column());
        case Qt::ToolTipRole:
            return plainTip(titleOf(*m_report.graph, nodeAt(row)) + '\n' +
                            QString::fromStdString(nodeAt(row).name));
        case Qt::FontRole: {
            QFont font;
            font.setBold(isBeyond(row));
            return font;
        }
        default:
            return {};
        }
    }

private:
    static int alignmentOf(int column) {
        return int(Qt::AlignVCenter) | int(column < Place ? Qt::AlignRight : Qt::AlignLeft);
    }

    QString text(int row, int column) const {
        const StepAgreement& step = at(row);
        switch (column) {
        case Difference:
            return numberText(step.difference, 2);
        case Found:
            return numberText(static_cast<double>(step.found), 9);
        case Expected:
            return numberText(static_cast<double>(step.expected), 9);
        case Place:
            return place(row);
        default:
            return title(row);
        }
    }

    /// "1, 4, 2", counted from 1 as rows and columns are everywhere.
    QString place(int row) const {
        QStringList places;
        for (int i = 0; i < nodeAt(row).shape.rank(); ++i)
            places << QString::number(at(row).cell.at[i] + 1);
        return places.join(QStringLiteral(", "));
    }

    QString title(int row) const {
        QString title = titleOf(*m_report.graph, nodeAt(row));
        if (at(row).training)
            title = VerifyWindow::tr("%1, operations joined").arg(title);
        if (&at(row) == m_first)
            return VerifyWindow::tr("first: %1").arg(title);
        return isBeyond(row) ? VerifyWindow::tr("differs: %1").arg(title) : title;
    }

    VerifyReport m_report;
    const StepAgreement* m_first = nullptr;
};

namespace {

/// What a step is in the window: gradients are those of another step.
Focus focusOn(const Graph& graph, const StepAgreement& step) {
    const Node& node = graph[step.node];
    Focus focus;
    focus.gradients =
        node.relation == Relation::Gradient || node.relation == Relation::GradientPart;
    focus.step = QString::fromStdString(focus.gradients ? graph[node.of].name : node.name);
    const int rank = node.shape.rank();
    const auto at = [&](int dimension) {
        return dimension < 0 ? Index(0) : step.cell.at[dimension];
    };
    focus.head = static_cast<int>(rank > 2 ? at(rank - 3) : 0);
    focus.row = at(rank - 2);
    focus.column = at(rank - 1);
    focus.pinned = true;
    return focus;
}

} // namespace

VerifyWindow::VerifyWindow(QWidget* parent)
    : QDialog(parent), m_summary(new PlainLabel), m_earlier(new PlainLabel),
      m_table(new VerifyTable(this)), m_view(new QTableView),
      m_again(new QPushButton(tr("Compare &again"))) {
    setWindowTitle(tr("Two backends, operation by operation"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* rows = new QVBoxLayout(this);
    m_summary->setObjectName(QStringLiteral("summary"));
    m_summary->setWordWrap(true);
    rows->addWidget(m_summary);
    m_earlier->setObjectName(QStringLiteral("earlier"));
    m_earlier->setText(tr("This list is of an earlier example or state of the model."));
    m_earlier->setWordWrap(true);
    m_earlier->hide();
    rows->addWidget(m_earlier);
    m_view->setModel(m_table);
    m_view->setAccessibleName(windowTitle());
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTabKeyNavigation(false);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().lineSpacing() * 3 / 2);
    QHeaderView* head = m_view->horizontalHeader();
    head->setSectionsClickable(false);
    const int letter = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    constexpr std::array letters{14, 20, 20, 14};
    for (int column = 0; column < int(letters.size()); ++column)
        head->resizeSection(column, letters[column] * letter);
    head->setStretchLastSection(true);
    rows->addWidget(m_view, 1);
    auto* foot = new QHBoxLayout;
    auto* hint = new PlainLabel(
        tr("Choose an operation to see it on the stage. A difference is relative to the largest "
           "number of its operation, or to more where float32 cannot compute it that exactly."));
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    m_again->setAutoDefault(false);
    foot->addWidget(hint, 1);
    foot->addWidget(m_again);
    rows->addLayout(foot);
    connect(m_again, &QPushButton::clicked, this, &VerifyWindow::again);
    connect(m_view, &QTableView::clicked, this, &VerifyWindow::choose);
    connect(m_view, &QTableView::activated, this, &VerifyWindow::choose);
    const QSize wanted(letter * 118, fontMetrics().lineSpacing() * 30);
    resize(wanted.boundedTo(screen()->availableGeometry().size() * 9 / 10));
}

void VerifyWindow::wait() {
    m_table->clear();
    m_earlier->hide();
    m_again->setEnabled(false);
    m_summary->setText(tr("The model and its example are computed by both…"));
}

void VerifyWindow::show(const VerifyReport& report) {
    m_table->set(report);
    m_again->setEnabled(true);
    const auto count = static_cast<int>(report.steps.size());
    const auto beyond =
        static_cast<int>(std::ranges::count_if(report.steps, [&](const StepAgreement& step) {
            return step.difference > report.tolerance;
        }));
    const QString tolerance = numberText(report.tolerance, 1);
    const QString backend = QString::fromStdString(report.backend);
    const QString reference = QString::fromStdString(report.reference);
    if (!m_table->first())
        m_summary->setText(
            tr("%1 agrees with %2 in %n operations and gradients, within %3.", "", count)
                .arg(backend, reference, tolerance));
    else
        m_summary->setText(
            tr("%1 differs from %2 in %n operations by more than %3, first in: %4", "", beyond)
                .arg(backend, reference, tolerance,
                     titleOf(*report.graph, (*report.graph)[m_table->first()->node])));
    if (report.turned > 0)
        m_summary->setText(
            m_summary->text() + u' ' +
            tr("In %n places rounding puts the input of a ReLU on the other side of 0; the "
               "gradients are compared on the same side.",
               "", static_cast<int>(report.turned)));
    m_view->scrollToTop();
}

void VerifyWindow::sayWhetherEarlier(bool earlier) {
    m_earlier->setVisible(earlier);
}

void VerifyWindow::giveUp() {
    m_again->setEnabled(true);
    m_summary->setText(tr("It could not be computed."));
}

void VerifyWindow::choose(const QModelIndex& row) {
    if (row.isValid())
        emit chosen(focusOn(*m_table->report().graph, m_table->at(row.row())));
}

} // namespace gf
