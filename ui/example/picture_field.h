// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/shape_picture.h"

#include <QWidget>

#include <vector>

namespace gf {

/// A picture on which shapes are placed, moved and taken away, by mouse or keys. A click on a free
/// place puts the next shape there; the chosen one is moved by dragging or by the arrow keys.
class PictureField : public QWidget {
    Q_OBJECT
public:
    explicit PictureField(QWidget* parent = nullptr);

    const std::vector<PictureShape>& shapes() const { return m_shapes; }
    /// Tells nobody.
    void setShapes(std::vector<PictureShape> shapes);
    /// What the next shape is, and what the chosen one becomes.
    const PictureShape& brush() const { return m_brush; }
    void setBrush(const PictureShape& brush);
    bool hasChosen() const { return m_chosen >= 0; }

    QSize sizeHint() const override;

public slots:
    void removeChosen();
    void clear();

signals:
    /// The person changed the picture.
    void edited();
    /// Another shape was chosen, or none; the brush is as that one.
    void choiceChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF square() const;
    QPoint pointAt(const QPointF& position) const;
    int shapeAt(const QPoint& point) const;
    void choose(int shape);
    void moveChosen(const QPoint& to);

    std::vector<PictureShape> m_shapes;
    PictureShape m_brush;
    int m_chosen = -1; ///< in m_shapes
    QPoint m_held;     ///< of the chosen shape the point under the pointer, from its corner
};

} // namespace gf
