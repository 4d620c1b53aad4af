// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/stage/steps.h"

#include <QWidget>

class QLabel;

namespace gf {

/// Where the step in focus stands, for people far away: its path through the model, how far the
/// walk is, and the steps of its block in their order with this one marked.
class PlaceBar : public QWidget {
    Q_OBJECT
public:
    explicit PlaceBar(QWidget* parent = nullptr);

    void show(const Steps& steps, const Focus& focus);
    using QWidget::show;

    /// Gives the path a larger font than the rest; after another font was set.
    void setSizes();

private:
    QLabel* m_path;
    QLabel* m_count;
    QLabel* m_block;
};

} // namespace gf
