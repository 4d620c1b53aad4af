// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explain/text_block.h"

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace gf {

/// What a page asks of the person, on a ground of its own with a line at its side and a word above
/// that says what it is.
class CardFrame : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Question, Experiment };
    CardFrame(Kind kind, const QString& heading, QWidget* parent = nullptr);

protected:
    QVBoxLayout* rows() const { return m_rows; }
    /// A text that wraps, in the next row.
    TextBlock* addText(const QString& html = {});
    /// Tells a screen reader, which is then heard at once.
    void announce(const QString& sentence);

    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind;
    QVBoxLayout* m_rows;
};

/// A text of a page: it wraps, and the keyboard passes it by.
TextBlock* newLessonText(QWidget* parent);

} // namespace gf
