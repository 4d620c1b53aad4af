// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"
#include "ui/figure/figure_file.h"

#include <QDialog>
#include <QImage>
#include <QVector>

#include <functional>
#include <memory>
#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QMimeData;
class QPushButton;

namespace gf {

class ProblemLabel;

/// Something that can be exported. What it can be written as follows from what is set.
struct Exportable {
    QString name;     ///< "This matrix"
    QString fileName; ///< proposed, without its ending
    QString caption;
    std::function<QByteArray(FigureFormat format, double scale)> figure;
    std::function<QImage()> preview;
    std::function<std::unique_ptr<QMimeData>()> clipboard;
    std::shared_ptr<const Tensor> numbers; ///< for CSV and NPY through saveNumbers
    std::function<QByteArray()> table;     ///< for CSV when the numbers need a header
};

/// Makes a heatmap figure exportable.
Exportable exportableFigure(const QString& name, const QString& fileName, const Figure& figure,
                            std::shared_ptr<const Tensor> numbers);

/// Chooses what to export and as what, shows it, writes it or copies it.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    ExportDialog(QVector<Exportable> choices, int chosen, QWidget* parent = nullptr);

    /// Writes to `path` in the chosen format; a failure is shown in the dialog. True when written
    /// or handed on.
    bool writeTo(const QString& path);
    /// `path` with the ending of the chosen format, in place of another format's.
    QString withEnding(const QString& path) const;
    /// Writes to `typed` withEnding, unless that is a file which nobody has agreed to replace.
    void saveAs(const QString& typed);

signals:
    /// Raw numbers are written by someone else.
    void numbersWanted(const QString& path, const QString& format,
                       std::shared_ptr<const gf::Tensor> numbers, const QString& caption);
    void written(const QString& path);

private:
    QWidget* makeOptions();
    const Exportable& current() const;
    QString format() const;
    void offerFormats();
    void showPreview();
    void save();
    void copy();

    QVector<Exportable> m_choices;
    QComboBox* m_what;
    QComboBox* m_format;
    QDoubleSpinBox* m_scale;
    QLabel* m_preview;
    ProblemLabel* m_problem;
    QPushButton* m_copy = nullptr;
};

} // namespace gf
