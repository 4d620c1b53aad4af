// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPainter>
#include <QPointF>
#include <QSizeF>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace gf {

/// A formula that is set like one: fractions, roots, sub- and superscripts, coloured symbols.
/// Written in a small notation:
///
///     \frac{a}{b}  \sqrt{a}  a_b  a_{bc}  a^T     as in TeX
///     \text{softmax}                              upright words
///     \q{Q} \k{K} \v{V} \a{A} \f{h} \r{x}         the colour of what it is (query, key, value,
///                                                 attention, feed-forward, residual stream)
///
/// Latin letters are italic, everything else stands upright. All drawing is by painter, so it is
/// sharp at any scale and in vector exports.
class Formula {
public:
    /// Gives the colour of a letter class ('q', 'k', …).
    using Colours = std::function<QColor(QChar)>;

    Formula() = default;
    /// Parses the notation. A mistake in it is a programmer's: asserted, and shown as plain text.
    explicit Formula(const QString& notation);
    ~Formula();
    Formula(Formula&&) noexcept;
    Formula& operator=(Formula&&) noexcept;

    bool isEmpty() const { return m_root == nullptr; }
    /// The size of the formula set in `font`.
    QSizeF size(const QFont& font) const;
    /// Draws it with its top left corner at `corner`; uncoloured parts in the painter's pen colour.
    void paint(QPainter& painter, QPointF corner, const QFont& font, const Colours& colours) const;
    /// The formula in one line of plain text, for screen readers: "softmax(q·k^T / √(K))".
    QString plain() const;

    struct Box; ///< a node of the parsed formula

private:
    std::unique_ptr<Box> m_root;
};

} // namespace gf
