// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/exportable.h"
#include "ui/theme/throttle.h"

#include <QDialog>
#include <QStringList>
#include <QVector>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace gf {

class PaperForm;
class ProblemLabel;

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
    bool isFilm() const;
    bool isFigure() const;
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
    QSpinBox* m_moments;
    QCheckBox* m_tokens;
    QLabel* m_preview;
    QLabel* m_size;
    ProblemLabel* m_problem;
    QPushButton* m_save = nullptr;
    QPushButton* m_copy = nullptr;
    Throttle m_redraw;
};

} // namespace gf
