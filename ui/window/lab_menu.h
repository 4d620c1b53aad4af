// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace gf {

struct Shown;

/// The labs by their questions. One for which the model that is shown has nothing is grey, and its
/// tip says why.
class LabMenu : public QMenu {
    Q_OBJECT
public:
    /// `shown` must outlive it.
    explicit LabMenu(const Shown& shown, QWidget* parent = nullptr);

signals:
    void chosen(const QString& lab);

private:
    void refresh();

    const Shown& m_shown;
};

} // namespace gf
