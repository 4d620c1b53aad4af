// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form.h"

#include "ui/controls/problem_label.h"
#include "ui/language/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf {

namespace {

/// The choice that is made stays, with its problem beneath.
void setForbidden(QComboBox& box, const QMap<QString, QString>& forbidden) {
    auto* items = qobject_cast<QStandardItemModel*>(box.model());
    for (int i = 0; items && i < items->rowCount(); ++i) {
        const QString why = forbidden.value(box.itemText(i));
        items->item(i)->setEnabled(why.isEmpty());
        box.setItemData(i, why.isEmpty() ? QVariant() : plainTip(why), Qt::ToolTipRole);
    }
}

/// Takes every whole number that is typed: one that is out of range is said to be so by the check,
/// and not cut short ("999" to "9"). Its arrows stay in the range. Its numbers are doubles, because
/// a seed can be more than an int, which is all that QSpinBox holds.
class WholeNumberBox final : public QDoubleSpinBox {
public:
    WholeNumberBox(const FormField& field, QWidget* parent)
        : QDoubleSpinBox(parent), m_least(field.minimum), m_most(std::min(field.maximum, limit)) {
        setDecimals(0);
        setRange(-limit, limit);
        setGroupSeparatorShown(false);
        setValue(field.value.toDouble());
    }

    static constexpr double limit = std::numeric_limits<quint32>::max();

    /// Of what is typed, which can be more than a value of this box.
    qint64 typed() const {
        bool isNumber = false;
        const qint64 number = locale().toLongLong(cleanText(), &isNumber);
        return isNumber ? number : static_cast<qint64>(value());
    }

    void stepBy(int steps) override { setValue(std::clamp(value() + steps, m_least, m_most)); }

protected:
    StepEnabled stepEnabled() const override {
        return (value() > m_least ? StepDownEnabled : StepNone) |
               (value() < m_most ? StepUpEnabled : StepNone);
    }
    QValidator::State validate(QString& text, int& /*cursor*/) const override {
        const QStringView digits = QStringView(text).mid(text.startsWith(QLatin1Char('-')) ? 1 : 0);
        if (!std::ranges::all_of(digits, [](QChar c) { return c.isDigit(); }))
            return QValidator::Invalid;
        return digits.isEmpty() ? QValidator::Intermediate : QValidator::Acceptable;
    }
    double valueFromText(const QString& text) const override {
        bool fits = false;
        const auto number = static_cast<double>(locale().toLongLong(text, &fits));
        const double beyond = text.startsWith(QLatin1Char('-')) ? -limit : limit;
        return std::clamp(fits ? number : beyond, -limit, limit);
    }

private:
    double m_least, m_most;
};

} // namespace

Form::Form(const QVector<FormField>& fields, QWidget* parent) : QWidget(parent) {
    auto* layout = new QFormLayout(this);
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout->setVerticalSpacing(5);
    layout->setContentsMargins(2, 2, 2, 2);
    for (const FormField& field : fields)
        addField(layout, field);
}

void Form::addField(QFormLayout* layout, const FormField& field) {
    auto* label = new PlainLabel(field.label, this);
    Row row{field, label, makeEditor(field), new ProblemLabel(this)};
    row.editor->setObjectName(field.key);
    row.editor->setToolTip(plainTip(field.help));
    row.editor->setAccessibleName(field.label);
    row.problem->setObjectName(field.key + QStringLiteral("Problem"));
    auto* both = new QVBoxLayout;
    both->setSpacing(1);
    both->addWidget(row.editor);
    both->addWidget(row.problem);
    label->setToolTip(plainTip(field.help));
    label->setBuddy(row.editor);
    layout->addRow(label, both);
    m_rows.push_back(row);
}

QWidget* Form::makeEditor(const FormField& field) {
    switch (field.kind) {
    case FormField::Kind::Choice: {
        auto* box = new QComboBox(this);
        box->addItems(field.choices);
        box->setCurrentText(field.value.toString());
        connect(box, &QComboBox::currentIndexChanged, this, &Form::changed);
        return box;
    }
    case FormField::Kind::Integer: {
        auto* box = new WholeNumberBox(field, this);
        connect(box, &QDoubleSpinBox::valueChanged, this, &Form::changed);
        return box;
    }
    case FormField::Kind::Real: {
        // A text field: numbers like 1e-8 do not fit a spin box.
        auto* edit = new QLineEdit(QLocale::c().toString(field.value.toDouble(), 'g', 10), this);
        connect(edit, &QLineEdit::textEdited, this, &Form::changed);
        return edit;
    }
    case FormField::Kind::Switch: {
        auto* box = new QCheckBox(this);
        box->setChecked(field.value.toBool());
        connect(box, &QCheckBox::toggled, this, &Form::changed);
        return box;
    }
    }
    return new QWidget(this);
}

/// A real that cannot be read is handed on as the text it is: the check says what is wrong with it.
QVariant Form::valueOf(const Row& row) const {
    if (const auto* choice = qobject_cast<const QComboBox*>(row.editor))
        return choice->currentText();
    if (const auto* whole = dynamic_cast<const WholeNumberBox*>(row.editor))
        return whole->typed();
    if (const auto* on = qobject_cast<const QCheckBox*>(row.editor))
        return on->isChecked();
    const QString text = static_cast<const QLineEdit*>(row.editor)->text().trimmed();
    bool isNumber = false;
    const double number = QString(text).replace(',', '.').toDouble(&isNumber);
    return isNumber ? QVariant(number) : QVariant(text);
}

QVariantMap Form::values() const {
    QVariantMap values;
    for (const Row& row : m_rows)
        values.insert(row.field.key, valueOf(row));
    return values;
}

void Form::setGreyed(Row& row, const QString& why) {
    row.greyed = why;
    const QString tip = why.isEmpty() ? row.field.help : row.field.help + QLatin1Char('\n') + why;
    for (QWidget* widget : {row.label, row.editor}) {
        widget->setEnabled(why.isEmpty());
        widget->setToolTip(plainTip(tip));
    }
}

void Form::setLimits(const FormLimits& limits) {
    for (Row& row : m_rows) {
        setGreyed(row, limits.greyed.value(row.field.key));
        if (auto* box = qobject_cast<QComboBox*>(row.editor))
            setForbidden(*box, limits.forbidden.value(row.field.key));
    }
}

/// What runs may lie beyond the numbers that a box can have.
void Form::setWhole(Row& row, QDoubleSpinBox& box, const QVariant& value) {
    const double whole = value.toDouble();
    row.beyond = std::abs(whole) <= WholeNumberBox::limit ? QString() : value.toString();
    box.setValue(std::min(whole, WholeNumberBox::limit));
}

void Form::setValues(const QVariantMap& values) {
    for (Row& row : m_rows) {
        const auto found = values.constFind(row.field.key);
        if (found == values.constEnd())
            continue;
        const QSignalBlocker quiet(row.editor);
        if (auto* choice = qobject_cast<QComboBox*>(row.editor))
            choice->setCurrentText(found->toString());
        else if (auto* whole = qobject_cast<QDoubleSpinBox*>(row.editor))
            setWhole(row, *whole, *found);
        else if (auto* on = qobject_cast<QCheckBox*>(row.editor))
            on->setChecked(found->toBool());
        else if (auto* edit = qobject_cast<QLineEdit*>(row.editor))
            edit->setText(QLocale::c().toString(found->toDouble(), 'g', 10));
    }
    emit changed();
}

void Form::setProblems(const QVariantMap& problems) {
    for (const Row& row : m_rows) {
        QString sentence = problems.value(row.field.key).toString();
        const auto* whole = qobject_cast<const QDoubleSpinBox*>(row.editor);
        if (sentence.isEmpty() && !row.beyond.isEmpty() && whole->value() == whole->maximum())
            sentence =
                tr("What runs now has %1, which is more than this field takes.").arg(row.beyond);
        row.problem->setProblem(sentence);
        const QString& help = row.greyed.isEmpty() ? row.field.help : row.greyed;
        row.editor->setAccessibleDescription(sentence.isEmpty() ? help : sentence);
    }
}

QWidget* Form::editor(const QString& key) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&key](const Row& row) { return row.field.key == key; });
    return found == m_rows.end() ? nullptr : found->editor;
}

} // namespace gf
