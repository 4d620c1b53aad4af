// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <QMetaType>
#include <QString>

#include <memory>
#include <optional>

class QMimeData;

namespace gf {

/// Numbers as a table, with words for its rows and columns where there are such. Matrices of more
/// than two dimensions stand below each other.
struct NumberTable {
    std::shared_ptr<const Tensor> numbers; ///< null: there are none
    Tokens rows;                           ///< one for each row, or none
    Tokens columns;                        ///< one for each column, or none

    bool hasWords() const { return !rows.empty() || !columns.empty(); }
    NumberTable withoutWords() const { return {numbers, {}, {}}; }
};

/// The numbers of a node, of one head or of all, with the tokens along its last two dimensions. The
/// rows of all heads say whose they are, in these words.
NumberTable numberTableOf(const Trace& trace, NodeId id, std::optional<Index> head,
                          const QString& headWords = QStringLiteral("head %1"));

/// The table as text with a tab between cells and a line for each row, as spreadsheets exchange it.
/// Words are as on the screen, without tabs and line ends; none of them is computed.
QString tabbedText(const NumberTable& table);

/// The same as HTML.
QString htmlTable(const NumberTable& table);

/// Puts the table to what a clipboard has to offer: as text, and where that is not too long as
/// HTML.
void addTable(QMimeData& mime, const NumberTable& table);

} // namespace gf

Q_DECLARE_METATYPE(gf::NumberTable)
