// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLabel>

namespace gf {

/// A piece of formatted text that wraps, for a column of such pieces that changes all the time.
/// A plain QLabel lays its text out again for each of the several sizes that layouts ask for, time
/// and again; here only the height at a width counts, and it is measured once.
class TextBlock : public QLabel {
    Q_OBJECT
public:
    explicit TextBlock(QWidget* parent = nullptr);

    /// The same text again changes nothing: what the person has selected stays.
    void write(const QString& html);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    mutable QHash<int, int> m_heights; ///< by width, of the present text
};

} // namespace gf
