// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/compare_messages.h"

#include <QStringList>

#include <cstddef>

namespace gf {

/// What a change is about: "Where the norms stand".
QString titleOf(const ComparisonChoice& choice);
/// What may be seen by it, in a sentence or two, with its source.
QString whyOf(const ComparisonChoice& choice);
/// Whether the run has nothing that a change of this kind could be about.
bool isLacking(const ComparisonChoice& choice);
/// Why it cannot be chosen; empty when it can.
QString obstacleOf(const ComparisonChoice& choice);
/// What one of the runs has: "Pre-LN", "4 heads". `value` is ComparisonChoice::a, ::b or ::c.
QString comparisonText(const ComparisonChoice& choice, const QString& value);
/// The same of A, B and, where it is there, C.
QStringList comparisonTexts(const ComparisonChoice& choice);
/// What all runs have in common and what each has for itself, in a line.
QString differenceOf(const ComparisonChoice& choice);
/// "A", "B", "C".
QString letterOf(std::size_t run);
/// How a model with this configuration looks at what it reads: "Bahdanau", "cross-attention".
QString mechanismText(const FieldValues& configuration);
/// A layer in a sentence: "encoder 1".
QString layerText(const Scope& layer);
/// "E1", for the axis of a chart.
QString shortLayerText(const Scope& layer);

} // namespace gf
