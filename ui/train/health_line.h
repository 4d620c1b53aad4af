// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/health.h"

#include <QString>
#include <QWidget>

class QLabel;
class QToolButton;

namespace gf {

/// The line over the curves that says how the run does, with a button for the one thing that is
/// offered. As high whatever it says.
class HealthLine : public QWidget {
    Q_OBJECT
public:
    explicit HealthLine(QWidget* parent = nullptr);

    /// `tip` says more than the sentence; without words there is no button.
    void say(Health::State state, const QString& sentence, const QString& tip,
             const QString& button);
    QString sentence() const { return m_sentence; }

signals:
    /// The button was pressed.
    void wanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void keepHeight();
    void fitSentence();

    Health::State m_state = Health::State::Unknown;
    QString m_sentence;
    QLabel* m_label;
    QToolButton* m_button;
};

} // namespace gf
