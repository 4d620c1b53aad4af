// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/paper.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace gf {

class ProblemLabel;

/// The fields of a figure's Paper, as they were left the last time.
class PaperForm : public QWidget {
    Q_OBJECT
public:
    explicit PaperForm(QWidget* parent = nullptr);

    /// Further rows, in line with its own.
    void addAbove(const QString& name, QWidget* field);
    void addBelow(QWidget* field);

    Paper paper() const;
    void setCaption(const QString& caption);
    /// Which fields mean something: those of a figure, its caption, those of a picture. A film has
    /// a resolution of its own.
    void offer(bool figure, bool pixels, bool film);
    /// Whether numbers can stand in cells; `reason` where they cannot.
    void offerValues(bool offered, const QString& reason);
    /// What is wrong with the width or the resolution; empty where nothing is.
    void showProblems(const QString& width, const QString& resolution);
    /// For the next time.
    void storeChoices() const;

signals:
    void changed();

private:
    void addRow(const QString& name, QWidget* field, ProblemLabel* problem);
    void recall();
    void choosePreset(int index);
    void showPreset();

    QFormLayout* m_rows;
    int m_above = 0; ///< rows
    QLineEdit* m_caption;
    QComboBox* m_preset;
    QDoubleSpinBox* m_width;
    ProblemLabel* m_widthProblem;
    QFontComboBox* m_family;
    QDoubleSpinBox* m_points;
    QSpinBox* m_resolution;
    ProblemLabel* m_resolutionProblem;
    QCheckBox* m_values;
    bool m_ownFamily = false; ///< the person chose one
    bool m_isFilm = false;
    int m_otherDpi; ///< of a film while it is none, else of a picture
};

} // namespace gf
