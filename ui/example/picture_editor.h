// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAbstractButton;
class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace gf {

class PictureField;
class ProblemLabel;

/// An example that is a picture of shapes, to be drawn by hand: what each shape is, and where.
class PictureEditor : public QDialog {
    Q_OBJECT
public:
    explicit PictureEditor(QWidget* parent = nullptr);

    /// As core/form/shape_picture.h reads it. A text that is no picture leaves the one that is
    /// there, and says so.
    void setText(const QString& text);
    QString text() const;

signals:
    /// The person changed the picture.
    void edited(const QString& text);

private:
    QButtonGroup* addChoice(QHBoxLayout* row, int count);
    void nameButtons();
    void takeBrush();
    void showBrush();

    PictureField* m_field;
    QButtonGroup* m_kinds = nullptr;
    QButtonGroup* m_colours = nullptr;
    QButtonGroup* m_sizes = nullptr;
    QPushButton* m_remove;
    ProblemLabel* m_problem;
};

} // namespace gf
