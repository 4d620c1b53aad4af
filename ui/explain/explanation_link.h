// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"

#include <QColor>
#include <QString>

#include <optional>

namespace gf {

/// In the place of a line: what is left out are lines.
inline constexpr std::size_t allLines = static_cast<std::size_t>(-1);

/// What a link in an explanation leads to.
struct ExplanationLink {
    NodeId node = noNode; ///< this cell of this node,
    Cell cell;
    std::optional<std::size_t> line; ///< or what this line leaves out, to be opened or closed
};

/// A number that leads to its cell; an invalid colour is that of links.
QString cellLinkHtml(const QString& number, NodeId node, const Cell& cell, const QColor& colour);

/// Words that show what a line, or all of them, leave out, or hide it again.
QString openingLinkHtml(const QString& words, std::size_t line, const QColor& colour);

/// Reads a link of these; nothing when it is another one.
std::optional<ExplanationLink> explanationLink(const QString& link);

} // namespace gf
