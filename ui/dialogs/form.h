// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field.h"
#include "core/form/form_check.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QDoubleSpinBox;
class QFormLayout;

namespace gf {

class ProblemLabel;

/// Input widgets for a list of fields, each with its help as a tooltip and its problem underneath.
class Form : public QWidget {
    Q_OBJECT
public:
    Form(const std::vector<FormField>& fields, const FieldValues& values,
         QWidget* parent = nullptr);

    FieldValues values() const;
    /// Sets the values of the keys that are there. A range grows to its value; what is more than an
    /// editor can hold is said beside it.
    void setValues(const FieldValues& values);
    /// Greys fields and choices that do not go with the others, with the reason as their tip.
    void setLimits(const FormLimits& limits);
    /// Shows the sentences of the keys that are here and takes all others away.
    void setProblems(const std::map<std::string, Sentence>& problems);

    /// Whether a sentence is shown beside one of its fields.
    bool hasProblem() const;

    /// The widget in which the value of `key` is edited.
    QWidget* editor(std::string_view key) const;

signals:
    void changed();

private:
    struct Row {
        std::string key;
        QString help;
        QWidget* label = nullptr;
        QWidget* editor = nullptr;
        ProblemLabel* problem = nullptr;
        QString greyed = {}; ///< why it does not apply; empty where it does
        bool isList = false; ///< whole numbers with commas between them
        QString beyond = {}; ///< a value that was given and is more than the editor can hold
    };
    static void setWhole(Row& row, QDoubleSpinBox& box, const FieldValue& value);
    void addField(QFormLayout* layout, const FormField& field);
    QWidget* makeEditor(const FormField& field);
    static FieldValue valueOf(const Row& row);
    static void setGreyed(Row& row, const QString& why);

    std::vector<Row> m_rows;
};

} // namespace gf
