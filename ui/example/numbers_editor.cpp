// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/example/numbers_editor.h"

#include "ui/language/plain_text.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double largest = 1e6;
constexpr double singleStep = 0.05;
constexpr int decimals = 4;

QDoubleSpinBox* fieldAt(const QTableWidget& table, int row, int column) {
    return qobject_cast<QDoubleSpinBox*>(table.cellWidget(row, column));
}

} // namespace

QVector<QStringList> numberRows(const QString& text) {
    static const QRegularExpression blanks(QStringLiteral("\\s+"));
    QVector<QStringList> rows;
    for (const QString& row : text.split(blanks, Qt::SkipEmptyParts)) {
        rows += row.split(QLatin1Char(','));
        const bool numbers = std::ranges::all_of(rows.back(), [](const QString& number) {
            bool isNumber = false;
            const double value = number.toDouble(&isNumber);
            return isNumber && std::abs(value) <= largest;
        });
        if (!numbers || rows.back().size() != rows.front().size())
            return {};
    }
    return rows;
}

NumbersEditor::NumbersEditor(QWidget* parent)
    : QDialog(parent), m_table(new QTableWidget(this)), m_problem(new PlainLabel(this)) {
    setWindowTitle(tr("Numbers of the example"));
    auto* rows = new QVBoxLayout(this);
    auto* words = new PlainLabel(
        tr("Change a number, by its arrows or the wheel too: the answer follows."), this);
    words->setWordWrap(true);
    rows->addWidget(words);
    m_table->setAccessibleName(windowTitle());
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    rows->addWidget(m_table, 1);
    m_problem->setWordWrap(true);
    m_problem->setText(tr("What stands in the field is no table of numbers."));
    rows->addWidget(m_problem);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    rows->addWidget(buttons);
    resize(280, 460);
    rebuild();
}

void NumbersEditor::setColumns(const QStringList& names) {
    m_names = names;
    rebuild();
}

QString NumbersEditor::text() const {
    QStringList rows;
    for (const QStringList& row : m_rows)
        rows += row.join(QLatin1Char(','));
    return rows.join(QLatin1Char(' '));
}

void NumbersEditor::setText(const QString& text) {
    const QVector<QStringList> rows = numberRows(text);
    if (rows == m_rows)
        return;
    const auto widthOf = [](const QVector<QStringList>& table) {
        return table.isEmpty() ? 0 : table.front().size();
    };
    const bool sameShape = rows.size() == m_rows.size() && widthOf(rows) == widthOf(m_rows);
    m_rows = rows;
    if (!sameShape)
        return rebuild();
    m_filling = true;
    for (int row = 0; row < m_rows.size(); ++row)
        for (int column = 0; column < m_rows[row].size(); ++column)
            fieldAt(*m_table, row, column)->setValue(m_rows[row][column].toDouble());
    m_filling = false;
}

void NumbersEditor::rebuild() {
    m_problem->setVisible(m_rows.isEmpty());
    m_table->setVisible(!m_rows.isEmpty());
    m_table->clear();
    m_table->setRowCount(static_cast<int>(m_rows.size()));
    m_table->setColumnCount(m_rows.isEmpty() ? 0 : static_cast<int>(m_rows.front().size()));
    QStringList names = m_names.mid(0, m_table->columnCount());
    while (names.size() < m_table->columnCount())
        names += QString::number(names.size() + 1);
    m_table->setHorizontalHeaderLabels(names);
    for (int row = 0; row < m_table->rowCount(); ++row)
        for (int column = 0; column < m_table->columnCount(); ++column) {
            auto* field = new QDoubleSpinBox;
            field->setDecimals(decimals);
            field->setRange(-largest, largest);
            field->setSingleStep(singleStep);
            field->setFrame(false);
            field->setValue(m_rows[row][column].toDouble());
            field->setAccessibleName(tr("%1, row %2").arg(names[column]).arg(row + 1));
            connect(field, &QDoubleSpinBox::valueChanged, this,
                    [this, row, column](double value) { setNumber(row, column, value); });
            m_table->setCellWidget(row, column, field);
        }
}

void NumbersEditor::setNumber(int row, int column, double value) {
    if (m_filling)
        return;
    m_rows[row][column] = QString::number(value, 'g', 7);
    emit edited(text());
}

} // namespace gf
