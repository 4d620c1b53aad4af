// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>
#include <QVector>

class QLabel;
class QTableWidget;

namespace gf {

/// An example of real numbers as a table: the points of a series, or the coordinates of cities. A
/// changed number changes that place of the text alone.
class NumbersEditor : public QDialog {
    Q_OBJECT
public:
    explicit NumbersEditor(QWidget* parent = nullptr);

    /// What the columns are called: "x" and "y".
    void setColumns(const QStringList& names);
    /// Rows between blanks, their numbers between commas.
    void setText(const QString& text);
    QString text() const;

signals:
    /// The person changed a number.
    void edited(const QString& text);

private:
    void rebuild();
    void setNumber(int row, int column, double value);

    QStringList m_names;
    QVector<QStringList> m_rows; ///< as they are written
    bool m_filling = false;
    QTableWidget* m_table;
    QLabel* m_problem;
};

/// Rows of numbers as they are written, or nothing where some are none or rows differ in length.
QVector<QStringList> numberRows(const QString& text);

} // namespace gf
