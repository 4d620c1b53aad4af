// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace gf {

/// Where a text may be cut: before each character as a person sees it, a letter with its accents
/// and a flag of two letters alike, and at the end. 0 comes first, the size last.
std::vector<qsizetype> placesToCut(const QString& text);

/// The text as it is, or its beginning with "…": at most so many characters as a person sees them.
QString shortened(const QString& text, int most);

} // namespace gf
