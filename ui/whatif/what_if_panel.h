// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/whatif/effect.h"

#include <QList>
#include <QStringList>
#include <QWidget>

#include <optional>

class QAction;
class QLabel;
class QListWidget;
class QTableWidget;

namespace gf {

/// The changes that hold, one on a line, and what they do to each row of the output.
class WhatIfPanel : public QWidget {
    Q_OBJECT
public:
    /// A button for each of the actions stands under the list.
    explicit WhatIfPanel(const QList<QAction*>& actions, QWidget* parent = nullptr);

    void setChanges(const QStringList& changes);
    void setEffect(const std::optional<Effect>& effect);

    QSize sizeHint() const override { return {300, 320}; }

signals:
    void chosen(int change);       ///< show me where that is
    void takenBack(int change);    ///< Delete, or its button
    void rowChosen(gf::Index row); ///< a row of the output

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QListWidget* m_list;
    QLabel* m_summary;
    QTableWidget* m_rows;
};

} // namespace gf
