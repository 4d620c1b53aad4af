// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/language/plain_text.h"

namespace gf {

/// A piece of formatted text that wraps, for a column of such pieces that changes all the time. It
/// is as high as its text and never scrolls by itself. A QLabel would lay its text out five times
/// before it is seen: for every size that a layout asks for, and again for painting.
class TextBlock : public PageView {
    Q_OBJECT
public:
    explicit TextBlock(QWidget* parent = nullptr);

    /// The same text again changes nothing: what the person has selected stays.
    void write(const QString& html);
    /// Likewise letter by letter.
    void writePlain(const QString& text);
    const QString& html() const { return m_html; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    /// A link was followed with the pointer.
    void linkClicked();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void layOut(int width) const;

    QString m_html; ///< or the plain text, as it was written
};

} // namespace gf
