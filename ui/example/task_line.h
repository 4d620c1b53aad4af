// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/language/plain_text.h"

namespace gf {

/// What the open run learns, in one line: "Learns to write dates: 3 march 1997 → 1997-03-03". It
/// asks for no width; where it is cut, its tool tip has the rest.
class TaskLine : public PlainLabel {
    Q_OBJECT
public:
    explicit TaskLine(QWidget* parent = nullptr);

    void setSentence(const QString& sentence);
    const QString& sentence() const { return m_sentence; }
    /// The width that shows all of it.
    int fullWidth() const;

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void write();

    QString m_sentence;
};

} // namespace gf
