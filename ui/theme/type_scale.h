// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// The sizes of letters, as shares of that of the text: in window, labs, drawings, dialogs,
/// lessons, presentations and exports alike.
namespace type {
inline constexpr double small = 0.88;   ///< notes, numbers of a scale
inline constexpr double text = 1;       ///< what is read
inline constexpr double section = 1.15; ///< bold: a matrix, a plot, a part of a page
inline constexpr double title = 1.5;    ///< bold: what the picture is about
} // namespace type

/// Presented, the height of a screen is so many sizes of the text.
inline constexpr double presentedLines = 45;
/// Presented, no letters are smaller than this share of the text's: 22 pixels at 1080.
inline constexpr double leastPresented = 22.0 / 24;

/// Distances are multiples of so many pixels.
inline constexpr int gridUnit = 4;

} // namespace gf
