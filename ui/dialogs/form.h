// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/messages.h"

#include <QHash>
#include <QWidget>

class QDoubleSpinBox;
class QFormLayout;

namespace gf {

class ProblemLabel;

/// Input widgets for a list of fields, each with its help as a tooltip and its problem underneath.
class Form : public QWidget {
    Q_OBJECT
public:
    explicit Form(const QVector<FormField>& fields, QWidget* parent = nullptr);

    /// The values by key.
    QVariantMap values() const;
    /// Sets the values of the keys that are there. A range grows to its value; what is more than an
    /// editor can hold is said beside it.
    void setValues(const QVariantMap& values);
    /// Greys fields and choices that do not go with the others, with the reason as their tip.
    void setLimits(const FormLimits& limits);
    /// Shows the sentences of the keys that are here and takes all others away.
    void setProblems(const QVariantMap& problems);

    /// The widget in which the value of `key` is edited.
    QWidget* editor(const QString& key) const;

signals:
    void changed();

private:
    struct Row {
        FormField field;
        QWidget* label = nullptr;
        QWidget* editor = nullptr;
        ProblemLabel* problem = nullptr;
        QString greyed = {}; ///< why it does not apply; empty where it does
        QString beyond = {}; ///< a value that was given and is more than the editor can hold
    };
    static void setWhole(Row& row, QDoubleSpinBox& box, const QVariant& value);
    void addField(QFormLayout* layout, const FormField& field);
    QWidget* makeEditor(const FormField& field);
    QVariant valueOf(const Row& row) const;
    static void setGreyed(Row& row, const QString& why);

    QVector<Row> m_rows;
};

} // namespace gf
