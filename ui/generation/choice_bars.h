// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/generation_report.h"

#include <QWidget>

namespace gf {

/// The distribution that one token was picked from: a bar for each of the likeliest tokens, what is
/// cut away crossed out, the chosen one framed.
class ChoiceBars : public QWidget {
    Q_OBJECT
public:
    explicit ChoiceBars(QWidget* parent = nullptr);

    void setMoment(const GenerationMoment& moment, const GenerationSettings& settings);

    QSize sizeHint() const override { return {360, 320}; }
    QSize minimumSizeHint() const override { return {220, 140}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double lineHeight() const;
    QString noteFor(const NextChoice& choice) const;
    void describe();

    GenerationMoment m_moment;
    GenerationSettings m_settings;
};

} // namespace gf
