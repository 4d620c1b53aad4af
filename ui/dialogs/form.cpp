// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form.h"

#include "ui/controls/problem_label.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
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
#include <optional>

namespace gf {

namespace {

/// The sentence of a key; empty where there is none.
QString textIn(const std::map<std::string, Sentence>& sentences, const std::string& key) {
    const auto found = sentences.find(key);
    return found == sentences.end() ? QString() : translated(found->second);
}

/// The choice that is made stays, with its problem beneath.
void setForbidden(QComboBox& box, const std::map<std::string, Sentence>& forbidden) {
    auto* items = qobject_cast<QStandardItemModel*>(box.model());
    for (int i = 0; items && i < items->rowCount(); ++i) {
        const QString why = textIn(forbidden, box.itemText(i).toStdString());
        items->item(i)->setEnabled(why.isEmpty());
        box.setItemData(i, why.isEmpty() ? QVariant() : plainTip(why), Qt::ToolTipRole);
    }
}

/// Takes every whole number that is typed: one that is out of range is said to be so by the check,
/// and not cut short ("999" to "9"). Its arrows stay in the range. Its numbers are doubles, because
/// a seed can be more than an int, which is all that QSpinBox holds.
class WholeNumberBox final : public QDoubleSpinBox {
public:
    WholeNumberBox(const FieldRange& range, QWidget* parent)
        : QDoubleSpinBox(parent), m_least(range.minimum), m_most(std::min(range.maximum, limit)) {
        setDecimals(0);
        setRange(-limit, limit);
        setGroupSeparatorShown(false);
    }

    static constexpr double limit = std::numeric_limits<quint32>::max();

    /// Of what is typed, which can be more than a value of this box.
    qint64 typed() const {
        bool isNumber = false;
        const qint64 number = locale().toLongLong(cleanText(), &isNumber);
        return isNumber ? number : static_cast<qint64>(value());
    }

    /// What 0 stands for, which it then says; nothing: it is a number like others.
    void setAutomatic(std::optional<qint64> number) {
        if (m_automatic == number)
            return;
        m_automatic = number;
        if (value() == 0)
            lineEdit()->setText(textFromValue(0));
    }

    void stepBy(int steps) override { setValue(std::clamp(value() + steps, m_least, m_most)); }

protected:
    StepEnabled stepEnabled() const override {
        return (value() > m_least ? StepDownEnabled : StepNone) |
               (value() < m_most ? StepUpEnabled : StepNone);
    }
    QString textFromValue(double number) const override {
        return number == 0 && m_automatic
                   ? QCoreApplication::translate("gf::Form", "automatic (%L1)").arg(*m_automatic)
                   : QDoubleSpinBox::textFromValue(number);
    }
    QValidator::State validate(QString& text, int& /*cursor*/) const override {
        if (m_automatic && text == textFromValue(0))
            return QValidator::Acceptable;
        const QStringView digits = QStringView(text).mid(text.startsWith(QLatin1Char('-')) ? 1 : 0);
        if (!std::ranges::all_of(digits, [](QChar c) { return c.isDigit(); }))
            return QValidator::Invalid;
        return digits.isEmpty() ? QValidator::Intermediate : QValidator::Acceptable;
    }
    double valueFromText(const QString& text) const override {
        if (m_automatic && text == textFromValue(0))
            return 0;
        bool fits = false;
        const auto number = static_cast<double>(locale().toLongLong(text, &fits));
        const double beyond = text.startsWith(QLatin1Char('-')) ? -limit : limit;
        return std::clamp(fits ? number : beyond, -limit, limit);
    }

private:
    double m_least, m_most;
    std::optional<qint64> m_automatic;
};

} // namespace

Form::Form(const std::vector<FormField>& fields, const FieldValues& values, QWidget* parent)
    : QWidget(parent) {
    auto* layout = new QFormLayout(this);
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout->setVerticalSpacing(5);
    layout->setContentsMargins(2, 2, 2, 2);
    for (const FormField& field : fields)
        addField(layout, field);
    setValues(values);
}

void Form::addField(QFormLayout* layout, const FormField& field) {
    const QString name = translated(Phrase(field.label));
    auto* label = new PlainLabel(name, this);
    Row row{std::string(field.key), translated(Phrase(field.help)), label, makeEditor(field),
            new ProblemLabel(this)};
    row.isList = field.type == FieldType::Numbers;
    const QString key = QString::fromUtf8(field.key);
    row.editor->setObjectName(key);
    row.editor->setToolTip(plainTip(row.help));
    row.editor->setAccessibleName(name);
    row.problem->setObjectName(key + QStringLiteral("Problem"));
    auto* both = new QVBoxLayout;
    both->setSpacing(1);
    both->addWidget(row.editor);
    both->addWidget(row.problem);
    label->setToolTip(plainTip(row.help));
    label->setBuddy(row.editor);
    layout->addRow(label, both);
    m_rows.push_back(row);
}

QWidget* Form::makeEditor(const FormField& field) {
    switch (field.type) {
    case FieldType::Choice: {
        auto* box = new QComboBox(this);
        for (const std::string_view choice : field.choices)
            box->addItem(QString::fromUtf8(choice));
        connect(box, &QComboBox::currentIndexChanged, this, &Form::changed);
        return box;
    }
    case FieldType::Integer:
    case FieldType::Seed: {
        auto* box = new WholeNumberBox(field.range, this);
        connect(box, &QDoubleSpinBox::valueChanged, this, &Form::changed);
        return box;
    }
    case FieldType::Real:
    case FieldType::Text:
    case FieldType::Numbers: {
        // A text field: numbers like 1e-8 do not fit a spin box.
        auto* edit = new QLineEdit(this);
        connect(edit, &QLineEdit::textEdited, this, &Form::changed);
        return edit;
    }
    case FieldType::Switch: {
        auto* box = new QCheckBox(this);
        connect(box, &QCheckBox::toggled, this, &Form::changed);
        return box;
    }
    }
    return new QWidget(this);
}

/// A real that cannot be read is handed on as the text it is: the check says what is wrong with it.
FieldValue Form::valueOf(const Row& row) {
    if (const auto* choice = qobject_cast<const QComboBox*>(row.editor))
        return choice->currentText().toStdString();
    if (const auto* whole = dynamic_cast<const WholeNumberBox*>(row.editor))
        return whole->typed();
    if (const auto* on = qobject_cast<const QCheckBox*>(row.editor))
        return on->isChecked();
    const QString text = static_cast<const QLineEdit*>(row.editor)->text().trimmed();
    if (row.isList)
        return text.toStdString();
    bool isNumber = false;
    const double number = QString(text).replace(',', '.').toDouble(&isNumber);
    return isNumber ? FieldValue(number) : FieldValue(text.toStdString());
}

FieldValues Form::values() const {
    FieldValues values;
    for (const Row& row : m_rows)
        values[row.key] = valueOf(row);
    return values;
}

void Form::setGreyed(Row& row, const QString& why) {
    row.greyed = why;
    const QString tip = why.isEmpty() ? row.help : row.help + QLatin1Char('\n') + why;
    for (QWidget* widget : {row.label, row.editor}) {
        widget->setEnabled(why.isEmpty());
        widget->setToolTip(plainTip(tip));
    }
}

void Form::setLimits(const FormLimits& limits) {
    for (Row& row : m_rows) {
        setGreyed(row, textIn(limits.greyed, row.key));
        if (auto* whole = dynamic_cast<WholeNumberBox*>(row.editor)) {
            const auto found = limits.automatic.find(row.key);
            whole->setAutomatic(found == limits.automatic.end() ? std::nullopt
                                                                : std::optional(found->second));
        }
        if (auto* box = qobject_cast<QComboBox*>(row.editor)) {
            const auto found = limits.forbidden.find(row.key);
            setForbidden(*box, found == limits.forbidden.end() ? std::map<std::string, Sentence>()
                                                               : found->second);
        }
    }
}

/// What runs may lie beyond the numbers that a box can have.
void Form::setWhole(Row& row, QDoubleSpinBox& box, const FieldValue& value) {
    const double whole = numberOf(value).value_or(0);
    const auto* large = std::get_if<std::uint64_t>(&value);
    row.beyond = std::abs(whole) <= WholeNumberBox::limit ? QString()
                 : large                                  ? QString::number(*large)
                         : QString::number(static_cast<qint64>(whole));
    box.setValue(std::min(whole, WholeNumberBox::limit));
}

void Form::setValues(const FieldValues& values) {
    for (Row& row : m_rows) {
        const auto found = values.find(row.key);
        if (found == values.end())
            continue;
        const FieldValue& value = found->second;
        const QSignalBlocker quiet(row.editor);
        if (auto* choice = qobject_cast<QComboBox*>(row.editor))
            choice->setCurrentText(QString::fromStdString(choiceOf(value)));
        else if (auto* whole = qobject_cast<QDoubleSpinBox*>(row.editor))
            setWhole(row, *whole, value);
        else if (auto* on = qobject_cast<QCheckBox*>(row.editor))
            on->setChecked(value == FieldValue(true));
        else if (auto* edit = qobject_cast<QLineEdit*>(row.editor);
                 edit && std::holds_alternative<std::string>(value))
            edit->setText(QString::fromStdString(std::get<std::string>(value)));
        else if (edit)
            edit->setText(QLocale::c().toString(numberOf(value).value_or(0), 'g', 10));
    }
    emit changed();
}

void Form::setProblems(const std::map<std::string, Sentence>& problems) {
    for (const Row& row : m_rows) {
        QString sentence = textIn(problems, row.key);
        const auto* whole = qobject_cast<const QDoubleSpinBox*>(row.editor);
        if (sentence.isEmpty() && !row.beyond.isEmpty() && whole->value() == whole->maximum())
            sentence =
                tr("What runs now has %1, which is more than this field takes.").arg(row.beyond);
        row.problem->setProblem(sentence);
        const QString& help = row.greyed.isEmpty() ? row.help : row.greyed;
        row.editor->setAccessibleDescription(sentence.isEmpty() ? help : sentence);
    }
}

bool Form::hasProblem() const {
    return std::ranges::any_of(m_rows,
                               [](const Row& row) { return !row.problem->text().isEmpty(); });
}

QWidget* Form::editor(std::string_view key) const {
    const auto found = std::ranges::find(m_rows, key, &Row::key);
    return found == m_rows.end() ? nullptr : found->editor;
}

} // namespace gf
