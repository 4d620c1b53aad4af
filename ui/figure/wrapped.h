// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

namespace gf {

/// The text in as few lines as it takes, none wider than `width` where that can be. Lines end at
/// spaces, after hyphens between letters, and at soft hyphens, which are seen nowhere else.
/// `measure` is the width of a piece.
QStringList wrapped(const QString& text, double width,
                    const std::function<double(const QString&)>& measure);

} // namespace gf
