// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPair>
#include <QVector>

class QString;
class QWidget;

namespace gf {

/// A page with what each key does: (keys, what they do).
void showShortcuts(QWidget* parent, const QVector<QPair<QString, QString>>& shortcuts);

} // namespace gf
