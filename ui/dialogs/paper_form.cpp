// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/paper_form.h"

#include "ui/controls/problem_label.h"
#include "ui/figure/film.h"
#include "ui/language/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontComboBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr int mostLetters = 1000; ///< of a caption
constexpr int firstPreset = 1;    ///< both columns

QString key(const char* name) {
    return QStringLiteral("export/") + QLatin1String(name);
}

/// What was written there, if it is a number that the field can have.
template <class Field> void recallNumber(Field* field, const char* name) {
    bool isNumber = false;
    const double value = QSettings().value(key(name)).toDouble(&isNumber);
    if (isNumber && value >= field->minimum() && value <= field->maximum())
        field->setValue(static_cast<decltype(field->value())>(value));
}

} // namespace

PaperForm::PaperForm(QWidget* parent)
    : QWidget(parent), m_rows(new QFormLayout(this)), m_caption(new QLineEdit(this)),
      m_preset(new QComboBox(this)), m_width(new QDoubleSpinBox(this)),
      m_widthProblem(new ProblemLabel(this)), m_family(new QFontComboBox(this)),
      m_points(new QDoubleSpinBox(this)), m_resolution(new QSpinBox(this)),
      m_resolutionProblem(new ProblemLabel(this)),
      m_values(new QCheckBox(tr("&Numbers in the cells"), this)), m_otherDpi(Film::usualDpi) {
    m_caption->setObjectName(QStringLiteral("caption"));
    m_caption->setMaxLength(mostLetters);
    m_caption->setToolTip(tr("The line below the figure; empty leaves it out"));
    m_preset->setObjectName(QStringLiteral("preset"));
    for (const Paper::Preset& preset : Paper::presets())
        m_preset->addItem(tr(preset.name));
    m_preset->addItem(tr("A size of my own"));
    m_width->setObjectName(QStringLiteral("width"));
    m_width->setRange(20, 1000);
    m_width->setDecimals(1);
    m_width->setSuffix(tr(" mm"));
    m_width->setToolTip(tr("The figure is as high as this width and its letters make it"));
    m_widthProblem->setObjectName(QStringLiteral("widthProblem"));
    m_family->setObjectName(QStringLiteral("family"));
    m_family->setAccessibleName(tr("Font"));
    m_family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_family->setMinimumContentsLength(8);
    m_points->setObjectName(QStringLiteral("points"));
    m_points->setAccessibleName(tr("Size of the letters"));
    m_points->setRange(4, 72);
    m_points->setDecimals(1);
    m_points->setSuffix(tr(" pt"));
    m_points->setToolTip(tr("Of the labels, as printed"));
    m_resolution->setObjectName(QStringLiteral("dpi"));
    m_resolution->setRange(50, 1200);
    m_resolution->setSingleStep(50);
    m_resolution->setSuffix(tr(" dpi"));
    m_resolution->setToolTip(
        tr("Pixels per inch of a PNG or a GIF: 150 for a screen, 300 or more in print"));
    m_resolutionProblem->setObjectName(QStringLiteral("dpiProblem"));
    m_values->setObjectName(QStringLiteral("values"));

    auto* letters = new QWidget(this);
    auto* row = new QHBoxLayout(letters);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_family, 1);
    row->addWidget(m_points);
    QFormLayout* form = m_rows;
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&Caption"), m_caption);
    form->addRow(tr("For"), m_preset);
    addRow(tr("W&idth"), m_width, m_widthProblem);
    form->addRow(tr("Letters"), letters);
    addRow(tr("&Resolution"), m_resolution, m_resolutionProblem);
    form->addRow(QString(), m_values);
    recall();
    showPreset();

    connect(m_caption, &QLineEdit::textChanged, this, &PaperForm::changed);
    connect(m_preset, &QComboBox::activated, this, &PaperForm::choosePreset);
    connect(m_family, &QFontComboBox::currentFontChanged, this, [this] {
        m_ownFamily = true;
        emit changed();
    });
    for (QDoubleSpinBox* field : {m_width, m_points})
        connect(field, &QDoubleSpinBox::valueChanged, this, [this] {
            showPreset();
            emit changed();
        });
    connect(m_resolution, &QSpinBox::valueChanged, this, &PaperForm::changed);
    connect(m_values, &QCheckBox::toggled, this, &PaperForm::changed);
}

/// A field and what is wrong with it as one field of a form, which gives a sentence in a row of its
/// own the height of its narrowest shape.
void PaperForm::addRow(const QString& name, QWidget* field, ProblemLabel* problem) {
    auto* rows = new QVBoxLayout;
    rows->setSpacing(2);
    rows->addWidget(field);
    rows->addWidget(problem);
    m_rows->addRow(name, rows);
    qobject_cast<QLabel*>(m_rows->labelForField(rows))->setBuddy(field);
}

void PaperForm::addAbove(const QString& name, QWidget* field) {
    m_rows->insertRow(m_above++, name, field);
}

void PaperForm::addBelow(QWidget* field) {
    m_rows->addRow(QString(), field);
}

Paper PaperForm::paper() const {
    Paper paper;
    paper.caption = m_caption->text();
    paper.values = m_values->isChecked();
    paper.family = m_ownFamily ? m_family->currentFont().family() : QString();
    paper.points = m_points->value();
    paper.millimetres = m_width->value();
    paper.dpi = m_resolution->value();
    paper.highest = Paper::highestOf(paper.millimetres, paper.points);
    return paper;
}

void PaperForm::setCaption(const QString& caption) {
    const QSignalBlocker quiet(m_caption);
    m_caption->setText(caption);
    m_caption->setCursorPosition(0);
}

void PaperForm::offer(bool figure, bool pixels, bool film) {
    for (QWidget* field : std::initializer_list<QWidget*>{m_preset, m_width, m_family, m_points})
        field->setEnabled(figure);
    m_caption->setEnabled(figure && !film); // each moment has one of its own
    m_resolution->setEnabled(pixels);
    if (std::exchange(m_isFilm, film) == film)
        return;
    const QSignalBlocker quiet(m_resolution);
    const int before = m_resolution->value();
    m_resolution->setValue(std::exchange(m_otherDpi, before));
}

void PaperForm::offerValues(bool offered, const QString& reason) {
    m_values->setEnabled(offered && reason.isEmpty());
    m_values->setToolTip(
        plainTip(reason.isEmpty() ? tr("Where the cells are large enough") : reason));
}

void PaperForm::showProblems(const QString& width, const QString& resolution) {
    m_widthProblem->setProblem(width);
    m_width->setAccessibleDescription(width);
    m_resolutionProblem->setProblem(resolution);
    m_resolution->setAccessibleDescription(resolution);
}

void PaperForm::choosePreset(int index) {
    const auto presets = Paper::presets();
    if (static_cast<std::size_t>(index) < presets.size()) {
        const Paper::Preset& preset = presets[index];
        const QSignalBlocker quietWidth(m_width);
        const QSignalBlocker quietPoints(m_points);
        m_width->setValue(preset.millimetres);
        m_points->setValue(preset.points);
    }
    emit changed();
}

/// The preset that the fields are like.
void PaperForm::showPreset() {
    const auto presets = Paper::presets();
    const Paper::Preset* const preset = Paper::presetOf(m_width->value(), m_points->value());
    m_preset->setCurrentIndex(
        static_cast<int>(preset ? preset - presets.data() : std::ssize(presets)));
}

void PaperForm::recall() {
    const Paper::Preset& first = Paper::presets()[firstPreset];
    m_width->setValue(first.millimetres);
    m_points->setValue(first.points);
    m_resolution->setValue(static_cast<int>(Paper().dpi));
    recallNumber(m_width, "width");
    recallNumber(m_points, "points");
    recallNumber(m_resolution, "dpi");
    m_values->setChecked(QSettings().value(key("values"), true).toBool());
    const QString family = QSettings().value(key("family")).toString();
    m_ownFamily = !family.isEmpty() && QFontDatabase::hasFamily(family);
    m_family->setCurrentFont(m_ownFamily ? QFont(family) : font());
}

void PaperForm::storeChoices() const {
    QSettings settings;
    const Paper now = paper();
    settings.setValue(key("width"), now.millimetres);
    settings.setValue(key("points"), now.points);
    settings.setValue(key("dpi"), m_isFilm ? m_otherDpi : m_resolution->value());
    settings.setValue(key("values"), now.values);
    settings.setValue(key("family"), now.family);
}

} // namespace gf
