// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QTimer>
#include <QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace gf {

class ProblemLabel;
class NumbersEditor;
class PictureEditor;
class TaskLine;
class TokenBars;

/// What the run learns, and the person's own example: what goes in, what should come out, and what
/// the model says.
class ExampleBar : public QWidget {
    Q_OBJECT
public:
    explicit ExampleBar(QWidget* parent = nullptr);

    /// Which fields the model has and what they hold at first.
    void showRun(const RunInfo& run);
    /// Tells nobody.
    void setExample(const QString& source, const QString& target, int padding);
    void setProblems(const ExampleProblems& problems);
    void setPrediction(const Prediction& prediction);

    QString source() const;
    QString target() const;
    int padding() const;

public slots:
    void editSource();
    void editTarget();

signals:
    /// A moment after the last key.
    void edited(const QString& source, const QString& target, int padding, bool wroteTarget);
    void anotherWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A field with its name on the left and its problem underneath.
    struct Field {
        QLabel* name;
        QLineEdit* edit;
        ProblemLabel* problem;
        void setVisible(bool visible) const;
        void setProblem(const QString& sentence) const;
        /// A text that the person did not type: of a long one its beginning can be read. An
        /// unchanged one is left alone, or the cursor of someone who is typing would move.
        void show(const QString& text) const;
    };
    Field makeField(const QString& objectName);
    void arrange();
    void announce();
    void editNumbers();
    void editPicture();
    void showNumbers();
    void takeEdited(const QString& text);
    void showBeside(QWidget* editor);
    void fitAnswer();
    QString verdictOn(const Prediction& prediction) const;
    static QString cosineText(const Prediction& prediction);
    QString tipOn(const Prediction& prediction) const;

    TaskLine* m_learns;
    Field m_source;
    Field m_target;
    QSpinBox* m_padding;
    QToolButton* m_numbers;                   ///< opens the editor of a run that reads numbers
    NumbersEditor* m_editor = nullptr;        ///< null until it is opened
    PictureEditor* m_pictureEditor = nullptr; ///< likewise, of a run that reads pictures
    bool m_readsPictures = false;
    QStringList m_columns; ///< what its columns are called
    QToolButton* m_another;
    QLabel* m_said; ///< what m_answer is
    QLabel* m_answer;
    QString m_predicted;        ///< in full
    bool m_compares = false;    ///< two sentences; the model says nothing of them
    bool m_saysNumbers = false; ///< none of which is right or wrong
    QString m_announced;        ///< the target that whoever answers knows of
    bool m_wroteTarget = false; ///< the person, since it was announced
    QLabel* m_verdict;
    TokenBars* m_bars;
    int m_sourceColumn = 0; ///< of the grid
    QTimer m_pause;         ///< runs while the person is typing
};

} // namespace gf
