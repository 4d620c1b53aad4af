// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/export_dialog.h"

#include "core/tensor/error.h"
#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/dialogs/paper_form.h"
#include "ui/figure/film.h"
#include "ui/figure/gif_file.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace gf {

namespace {

constexpr QSize leastPreview(280, 220);
constexpr std::chrono::milliseconds previewInterval{60};

const QString formatKey = QStringLiteral("export/format");
const QString tokensKey = QStringLiteral("export/tokens");

/// Why it cannot be seen over the training; empty where it can.
QString noFilmOf(const Exportable& what) {
    return !GifFile::isThere() ? ExportDialog::tr("This program was built without giflib")
           : !what.film
               ? ExportDialog::tr("A matrix, or all heads of it, can be seen over the training")
           : what.moments < 2
               ? ExportDialog::tr("The time machine has no two moments of this training")
               : QString();
}

} // namespace

ExportDialog::ExportDialog(QVector<Exportable> choices, int chosen, QWidget* parent)
    : QDialog(parent), m_choices(std::move(choices)), m_what(new QComboBox(this)),
      m_format(new QComboBox(this)), m_paper(new PaperForm(this)), m_moments(new QSpinBox(this)),
      m_tokens(new QCheckBox(tr("With the &tokens"), this)), m_preview(new PlainLabel(this)),
      m_size(new PlainLabel(this)), m_problem(new ProblemLabel(this)),
      m_redraw(previewInterval, [this] { showPreview(); }) {
    setWindowTitle(tr("Export"));
    for (const Exportable& choice : std::as_const(m_choices)) {
        m_what->addItem(choice.name);
        m_captions += choice.caption;
    }
    m_what->setCurrentIndex(chosen);
    auto* middle = new QHBoxLayout;
    middle->addWidget(makeOptions());
    middle->addWidget(makePreview(), 1);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(middle, 1);
    rows->addWidget(m_problem);
    rows->addWidget(makeButtons());

    connect(m_what, &QComboBox::currentIndexChanged, this, &ExportDialog::offerFormats);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::offerFields);
    connect(m_moments, &QSpinBox::valueChanged, this, [this] { m_redraw.ask(); });
    connect(m_paper, &PaperForm::changed, this, [this] {
        m_problem->setProblem({}); // it was another figure's
        m_captions[m_what->currentIndex()] = m_paper->paper().caption;
        m_redraw.ask();
    });
    offerFormats();
}

QWidget* ExportDialog::makeOptions() {
    auto* widget = new QWidget(this);
    widget->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    widget->setFixedWidth(fontMetrics().averageCharWidth() * 50);
    m_what->setObjectName(QStringLiteral("what"));
    m_format->setObjectName(QStringLiteral("format"));
    m_tokens->setObjectName(QStringLiteral("tokens"));
    m_tokens->setToolTip(
        tr("A header row and a first column with the tokens; without them bare numbers"));
    m_tokens->setChecked(QSettings().value(tokensKey, true).toBool());
    m_paper->addAbove(tr("&What"), m_what);
    m_paper->addAbove(tr("&Format"), m_format);
    m_moments->setObjectName(QStringLiteral("moments"));
    m_moments->setToolTip(tr("Of the time machine, evenly spread; 12 are seen in a second"));
    m_paper->addAbove(tr("&Moments"), m_moments);
    m_paper->addBelow(m_tokens);
    auto* rows = new QVBoxLayout(widget);
    rows->setContentsMargins(0, 0, 6, 0);
    rows->addWidget(m_paper);
    rows->addStretch(1);
    return widget;
}

QWidget* ExportDialog::makePreview() {
    auto* widget = new QWidget(this);
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setMinimumSize(leastPreview);
    m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFrameShape(QFrame::StyledPanel);
    m_preview->setAccessibleName(tr("Preview"));
    m_size->setObjectName(QStringLiteral("size"));
    m_size->setAlignment(Qt::AlignCenter);
    m_size->setForegroundRole(QPalette::PlaceholderText);
    auto* rows = new QVBoxLayout(widget);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_preview, 1);
    rows->addWidget(m_size);
    return widget;
}

QWidget* ExportDialog::makeButtons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_save = buttons->addButton(tr("Save as…"), QDialogButtonBox::AcceptRole);
    m_save->setDefault(true);
    m_copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    m_copy->setToolTip(
        plainTip(tr("Copy the figure to the clipboard, as a picture and as SVG, and its numbers as "
                    "a table")));
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

const Exportable& ExportDialog::current() const {
    return m_choices[m_what->currentIndex()];
}

QString ExportDialog::format() const {
    return m_format->currentData().toString();
}

bool ExportDialog::isFilm() const {
    return format() == QLatin1String("gif");
}

bool ExportDialog::isFigure() const {
    return isFilm() || figureFormatOf(format());
}

Paper ExportDialog::paper() const {
    return m_paper->paper();
}

void ExportDialog::offerFormats() {
    const QString before =
        m_format->count() > 0 ? format() : QSettings().value(formatKey).toString();
    const Exportable& what = current();
    {
        const QSignalBlocker quiet(m_format);
        m_format->clear();
        m_format->addItem(tr("PNG, a picture"), QStringLiteral("png"));
        m_format->addItem(tr("SVG, vectors"), QStringLiteral("svg"));
        m_format->addItem(tr("PDF, vectors"), QStringLiteral("pdf"));
        m_format->addItem(tr("TikZ, for LaTeX"), QStringLiteral("tikz"));
        if (what.numbers.numbers || what.table)
            m_format->addItem(tr("CSV, numbers"), QStringLiteral("csv"));
        if (what.numbers.numbers)
            m_format->addItem(tr("NPY, numbers for NumPy"), QStringLiteral("npy"));
        m_format->addItem(tr("GIF, over the training"), QStringLiteral("gif"));
        const QString noFilm = noFilmOf(what);
        const int film = m_format->count() - 1;
        m_format->setItemData(film, plainTip(noFilm), Qt::ToolTipRole);
        qobject_cast<QStandardItemModel*>(m_format->model())
            ->item(film)
            ->setEnabled(noFilm.isEmpty());
        const int index = m_format->findData(before);
        m_format->setCurrentIndex(index == film && !noFilm.isEmpty() ? 0 : std::max(0, index));
        const QSignalBlocker still(m_moments);
        m_moments->setRange(std::min(2, what.moments), what.moments);
        m_moments->setValue(what.moments);
    }
    m_paper->setCaption(m_captions[m_what->currentIndex()]);
    offerFields();
}

void ExportDialog::offerFields() {
    m_problem->setProblem({});
    m_paper->offer(isFigure(), isFilm() || format() == QLatin1String("png"), isFilm());
    m_moments->setEnabled(isFilm());
    m_tokens->setEnabled(format() == QLatin1String("csv") && current().numbers.hasWords());
    m_redraw.ask();
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    m_redraw.ask();
}

/// The figure as it is set, where that can be; what is wrong with it stands beside its field.
std::optional<PaperDrawing> ExportDialog::checkedDrawing() {
    const Paper now = paper();
    const bool figure = isFigure();
    std::optional<PaperDrawing> drawing;
    QString width;
    QString resolution;
    try {
        drawing = current().drawing(now);
        const QSize pixels = drawing->pixels(now.dpi);
        if (format() == QLatin1String("png") && !isDrawable(pixels))
            resolution = tr("%L1 × %L2 pixels are more than a picture can have.")
                             .arg(pixels.width())
                             .arg(pixels.height());
        if (isFilm())
            resolution = translated(Film::problem(m_moments->value(), pixels));
    } catch (const Error& error) {
        width = translated(error.sentence());
    }
    m_paper->showProblems(figure ? width : QString(), resolution);
    m_paper->offerValues(figure && current().hasValues,
                         !drawing || drawing->fitsValues
                             ? QString()
                             : tr("No cell of this figure is large enough for a number"));
    m_save->setEnabled(!figure || (drawing && resolution.isEmpty()));
    m_copy->setEnabled(drawing.has_value());
    return drawing;
}

void ExportDialog::showPreview() {
    const std::optional<PaperDrawing> drawing = checkedDrawing();
    if (!drawing) {
        m_preview->clear();
        m_size->clear();
        return;
    }
    const QSizeF room = m_preview->contentsRect().size() * 0.98;
    const double scale =
        std::min(room.width() / drawing->size.width(), room.height() / drawing->size.height());
    const double ratio = devicePixelRatioF();
    constexpr double finer = 2; // so that lines of less than a pixel are all equally thin
    const QImage fine = paperImage(*drawing, std::max(scale, 0.01) * ratio * finer * unitsPerInch);
    QPixmap picture = QPixmap::fromImage(
        fine.scaled(fine.size() / finer, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    picture.setDevicePixelRatio(ratio);
    m_preview->setPixmap(picture);

    const QSizeF paper = drawing->millimetres();
    QString size = tr("%L1 × %L2 mm").arg(paper.width(), 0, 'f', 0).arg(paper.height(), 0, 'f', 0);
    if (isFilm())
        size += tr(" · %n moments", nullptr, m_moments->value());
    if (isFilm() || format() == QLatin1String("png")) {
        const QSize pixels = drawing->pixels(this->paper().dpi);
        size += tr(" · %L1 × %L2 pixels").arg(pixels.width()).arg(pixels.height());
    }
    m_size->setText(isFigure() ? size : QString());
}

void ExportDialog::save() {
    const QString ending = format();
    const QString proposal = proposedFile(current().fileName + '.' + ending);
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

void ExportDialog::storeChoices() const {
    QSettings settings;
    settings.setValue(formatKey, format());
    settings.setValue(tokensKey, m_tokens->isChecked());
    m_paper->storeChoices();
}

bool ExportDialog::writeTo(const QString& path) {
    m_problem->setProblem({});
    storeChoices();
    const Exportable& what = current();
    try {
        if (const auto figure = figureFormatOf(format())) {
            const Paper now = paper();
            saveBytes(path, paperBytes(what.drawing(now), *figure, now.dpi));
        } else if (isFilm()) {
            what.film(path, paper(), m_moments->value());
            return true; // whoever draws it says so
        } else if (what.table && format() == QLatin1String("csv")) {
            saveBytes(path, what.table());
        } else {
            emit numbersWanted(path, format(),
                               m_tokens->isChecked() ? what.numbers : what.numbers.withoutWords());
            return true; // whoever writes them says so
        }
    } catch (const Error& error) {
        m_problem->setProblem(translated(error.sentence()));
        return false;
    }
    emit written(path);
    return true;
}

void ExportDialog::copy() {
    m_problem->setProblem({});
    storeChoices();
    const Paper now = paper();
    const double dpi = format() == QLatin1String("png") ? now.dpi : clipboardDpi;
    try {
        QGuiApplication::clipboard()->setMimeData(
            copyOf(current().drawing(now), dpi, current().numbers).release());
    } catch (const Error& error) {
        m_problem->setProblem(translated(error.sentence()));
    }
}

} // namespace gf
