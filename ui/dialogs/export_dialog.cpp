// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/export_dialog.h"

#include "core/tensor/error.h"
#include "ui/dialogs/file_question.h"
#include "ui/language/plain_text.h"
#include "ui/window/problem_label.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include <utility>

namespace gf {

namespace {

constexpr QSize previewSize(620, 340);

const QString formatKey = QStringLiteral("export/format");
const QString scaleKey = QStringLiteral("export/scale");

} // namespace

Exportable exportableFigure(const QString& name, const QString& fileName, const Figure& figure,
                            std::shared_ptr<const Tensor> numbers) {
    Exportable result;
    result.name = name;
    result.fileName = fileName;
    result.caption = figure.caption;
    result.figure = [figure](FigureFormat format, double scale) {
        FigureOptions options;
        options.scale = scale;
        return figureBytes(figure, format, options);
    };
    result.preview = [figure] { return figureImage(figure); };
    result.clipboard = [figure] { return figureMime(figure); };
    result.numbers = std::move(numbers);
    return result;
}

ExportDialog::ExportDialog(QVector<Exportable> choices, int chosen, QWidget* parent)
    : QDialog(parent), m_choices(std::move(choices)), m_what(new QComboBox(this)),
      m_format(new QComboBox(this)), m_scale(new QDoubleSpinBox(this)),
      m_preview(new PlainLabel(this)), m_problem(new ProblemLabel(this)) {
    setWindowTitle(tr("Export"));
    for (const Exportable& choice : std::as_const(m_choices))
        m_what->addItem(choice.name);
    m_what->setCurrentIndex(chosen);
    m_preview->setFixedSize(previewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFrameShape(QFrame::StyledPanel);
    m_preview->setAccessibleName(tr("Preview"));

    auto* rows = new QVBoxLayout(this);
    rows->addWidget(m_preview, 1, Qt::AlignCenter);
    rows->addWidget(makeOptions());
    rows->addWidget(m_problem);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* saveButton = buttons->addButton(tr("Save as…"), QDialogButtonBox::AcceptRole);
    saveButton->setDefault(true);
    m_copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    m_copy->setToolTip(tr("Copy the figure to the clipboard, as a picture and as SVG"));
    rows->addWidget(buttons);

    connect(saveButton, &QPushButton::clicked, this, &ExportDialog::save);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_what, &QComboBox::currentIndexChanged, this, &ExportDialog::offerFormats);
    connect(m_format, &QComboBox::currentIndexChanged, this,
            [this] { m_scale->setEnabled(format() == QLatin1String("png")); });
    offerFormats();
}

QWidget* ExportDialog::makeOptions() {
    auto* widget = new QWidget(this);
    auto* form = new QFormLayout(widget);
    form->setContentsMargins(0, 0, 0, 0);
    m_what->setObjectName(QStringLiteral("what"));
    m_format->setObjectName(QStringLiteral("format"));
    m_scale->setObjectName(QStringLiteral("scale"));
    m_scale->setRange(0.5, 8);
    m_scale->setSingleStep(0.5);
    m_scale->setValue(QSettings().value(scaleKey, 2.0).toDouble());
    m_scale->setSuffix(tr(" ×"));
    m_scale->setToolTip(tr("Pixels for each point of the figure; 2 is sharp on a projector"));
    form->addRow(tr("What"), m_what);
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Scale"), m_scale);
    return widget;
}

const Exportable& ExportDialog::current() const {
    return m_choices[m_what->currentIndex()];
}

QString ExportDialog::format() const {
    return m_format->currentData().toString();
}

void ExportDialog::offerFormats() {
    const QString before =
        m_format->count() > 0 ? format() : QSettings().value(formatKey).toString();
    const Exportable& what = current();
    m_format->clear();
    if (what.figure) {
        m_format->addItem(tr("PNG, a picture"), QStringLiteral("png"));
        m_format->addItem(tr("SVG, vectors"), QStringLiteral("svg"));
        m_format->addItem(tr("PDF, vectors"), QStringLiteral("pdf"));
    }
    if (what.numbers || what.table)
        m_format->addItem(tr("CSV, numbers"), QStringLiteral("csv"));
    if (what.numbers)
        m_format->addItem(tr("NPY, numbers for NumPy"), QStringLiteral("npy"));
    m_format->setCurrentIndex(std::max(0, m_format->findData(before)));
    m_copy->setEnabled(static_cast<bool>(what.clipboard));
    showPreview();
}

void ExportDialog::showPreview() {
    const Exportable& what = current();
    if (!what.preview)
        return;
    const double ratio = devicePixelRatioF();
    QPixmap picture = QPixmap::fromImage(what.preview());
    const QSize room = previewSize * ratio;
    if (picture.width() > room.width() || picture.height() > room.height())
        picture = picture.scaled(room, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    m_preview->setPixmap(picture);
}

void ExportDialog::save() {
    const QString ending = format();
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString proposal = QDir(folder).filePath(current().fileName + '.' + ending);
    askForFile(this,
               {tr("Export"), proposal, tr("%1 files (*.%2)").arg(ending.toUpper(), ending), true},
               [this](const QString& path) { saveAs(path); });
}

/// The person was asked about the name that they typed, not about that with another ending.
void ExportDialog::saveAs(const QString& typed) {
    const QString path = withEnding(typed);
    if (path != typed && QFileInfo::exists(path))
        m_problem->setProblem(
            tr("“%1” is there already; to replace it, choose it by its whole name.").arg(path));
    else if (writeTo(path))
        accept();
}

QString ExportDialog::withEnding(const QString& path) const {
    const QString ending = QFileInfo(path).suffix();
    if (ending.compare(format(), Qt::CaseInsensitive) == 0)
        return path;
    const bool ofAnotherFormat = m_format->findData(ending.toLower()) >= 0;
    return (ofAnotherFormat ? path.chopped(ending.size() + 1) : path) + '.' + format();
}

bool ExportDialog::writeTo(const QString& path) {
    m_problem->setProblem({});
    QSettings settings;
    settings.setValue(formatKey, format());
    settings.setValue(scaleKey, m_scale->value());
    const Exportable& what = current();
    try {
        if (const auto figure = figureFormatOf(format())) {
            saveBytes(path, what.figure(*figure, m_scale->value()));
        } else if (what.table && format() == QLatin1String("csv")) {
            saveBytes(path, what.table());
        } else {
            emit numbersWanted(path, format(), what.numbers, what.caption);
            return true; // whoever writes them says so
        }
    } catch (const Error& error) {
        m_problem->setProblem(QString::fromUtf8(error.what()));
        return false;
    }
    emit written(path);
    return true;
}

void ExportDialog::copy() {
    if (current().clipboard)
        QGuiApplication::clipboard()->setMimeData(current().clipboard().release());
}

} // namespace gf
