// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/lab/lab.h"
#include "core/measure/ablation_losses.h"
#include "core/tensor/sentence.h"
#include "ui/stations/station.h"
#include "ui/stations/station_blocks.h"

#include <functional>
#include <optional>
#include <vector>

namespace gf {

/// What the pages of several labs have in common.

/// The step `part` ("scores", "weights") of the attention that `focused` belongs to; elsewhere that
/// of the last cross-attention, without one of the last attention. noNode without attention heads.
NodeId attentionStep(const Graph& graph, NodeId focused, const char* part);
/// Why a lab about heads has nothing to show.
std::optional<Sentence> noHeads(const Trace& trace);

/// What follows the focus, in room for two lines, three in a narrow window.
Block followingSentence(std::function<QString(const StationInput& now)> words);

/// Names a column: the first of some wordings that finds room in its width, otherwise the last,
/// cut.
void drawColumnName(Drawing& drawing, const QRectF& column, double y, const QStringList& words,
                    const QColor& colour);

/// The head in focus of a node [H,T,S]; 0 of one without heads.
Index headOf(const StationInput& input);
/// The row in focus, otherwise `otherwise`.
Index rowOr(const StationInput& input, Index rows, Index otherwise);

// Names of the part of an attention ("decoder.0.self_attn"), and of a head of it.
/// "Encoder · layer 1 · self-attention".
QString attentionTitle(const Graph& graph, const std::string& attention);
/// "Encoder 1 · self-attention": as short as a name before a bar.
QString attentionName(const Graph& graph, const std::string& attention);
/// "Encoder · layer 1 · self-attention, head 2".
QString headName(const Graph& graph, const HeadName& head);
/// "E1 self 2": beside a matrix of many, where two names that are cut would be one.
QString headInitials(const Graph& graph, const HeadName& head);

/// Where the places of a drawing lie that is made of these blocks; nothing is seen of it.
StationPicture pictureOf(const StationInput& input, const Block& block);

/// The window's fields for the knobs of a lab (core/lab/lab.h): those that have a label. What the
/// model narrows, the page narrows.
std::vector<StationControl> knobFields(const char* lab);
/// As the person has set a knob ("variance.mu"), otherwise as it is at first.
double knobSetting(const StationInput& input, const char* key);

/// What the engine is asked for: the lab's knobs as the person has set them, and what the page
/// knows beside.
LabRequest askedOf(const StationInput& input, const char* lab, const FieldValues& more = {});

/// Of the lab of shuffling, for this order of the source's tokens.
LabRequest shuffledBy(const std::vector<Index>& order);

// Fields for knobs that are lists on the command line; `key` begins with the name of the lab.
/// Of 0 to `most`, at first 0.
StationControl countField(const char* key, const QString& label, const QString& help, Index most);
/// At first the first one.
StationControl choiceField(const char* key, const QString& label, const QString& help,
                           const QStringList& choices);

} // namespace gf
