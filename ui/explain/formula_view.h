// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explain/formula_picture.h"

#include <QPixmap>
#include <QWidget>

namespace gf {

/// Shows a formula, large, with its symbols in the colours of their matrices. When it is wider than
/// the widget it is set smaller.
class FormulaView : public QWidget {
    Q_OBJECT
public:
    explicit FormulaView(QWidget* parent = nullptr);

    /// By its name, as from formulaFor; an empty one hides the view.
    void setFormula(const QString& name);
    /// In the middle of the width, without a ground of its own.
    void setCentred(bool centred);
    /// As wide as its formula in full size, `most` at most.
    int widthUpTo(int most) const;
    /// A view that is not shown takes no room whatever its formula.
    void setShown(bool shown);
    QString plain() const { return m_picture.plain(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QSizeF pictureSize(double width) const;

    void follow();

    QString m_name;
    bool m_centred = false;
    bool m_shown = true;
    FormulaPicture m_picture;
    QPixmap m_drawn; ///< the picture as it stands in the view
};

} // namespace gf
