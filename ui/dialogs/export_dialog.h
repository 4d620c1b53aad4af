// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/paper.h"
#include "ui/theme/throttle.h"

#include <QDialog>
#include <QStringList>
#include <QVector>

#include <functional>
#include <memory>
#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QMimeData;
class QPushButton;

namespace gf {

class PaperForm;
class ProblemLabel;
struct Figure;

/// Something that can be exported. What it can be written as follows from what is set.
struct Exportable {
    QString name;     ///< "This matrix"
    QString fileName; ///< proposed, without its ending
    QString caption;
    bool hasValues = false; ///< cells in which numbers can stand
    /// The figure for this paper, or as it is on the screen. Throws Error where it finds no room.
    std::function<PaperDrawing(const std::optional<Paper>& paper)> drawing;
    NumberTable numbers;               ///< for CSV and NPY through saveNumbers
    std::function<QByteArray()> table; ///< for CSV when the numbers need a header

    /// As it is on the screen, for the clipboard.
    std::unique_ptr<QMimeData> copy() const;
};

/// Makes a heatmap figure exportable.
Exportable exportableFigure(const QString& name, const QString& fileName, const Figure& figure,
                            const NumberTable& numbers);

/// Chooses what to export and as what, shows it as it will be, writes it or copies it.
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

    QSize sizeHint() const override { return {860, 500}; }

signals:
    /// Raw numbers are written by someone else.
    void numbersWanted(const QString& path, const QString& format, const gf::NumberTable& numbers);
    void written(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeOptions();
    QWidget* makePreview();
    QWidget* makeButtons();
    const Exportable& current() const;
    QString format() const;
    Paper paper() const;
    void offerFormats();
    void offerFields();
    std::optional<PaperDrawing> checkedDrawing();
    void showPreview();
    void storeChoices() const;
    void save();
    void copy();

    QVector<Exportable> m_choices;
    QStringList m_captions; ///< of the choices, as the person has them
    QComboBox* m_what;
    QComboBox* m_format;
    PaperForm* m_paper;
    QCheckBox* m_tokens;
    QLabel* m_preview;
    QLabel* m_size;
    ProblemLabel* m_problem;
    QPushButton* m_save = nullptr;
    QPushButton* m_copy = nullptr;
    Throttle m_redraw;
};

} // namespace gf
