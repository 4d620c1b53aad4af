// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QString>

#include <map>
#include <utility>

namespace gf {

/// The ranges of colours of what several drawings show: the same thing has one scale in all of
/// them, over the numbers of all. Things are told apart by a key of their own. While locked, each
/// range stays what it was when it was asked for first, and grows where a number would lie outside.
class ColourScales : public QObject {
    Q_OBJECT
public:
    using Range = std::pair<double, double>;
    using Ranges = QHash<QString, Range>;
    using QObject::QObject;

    /// What `drawing` shows from now on, each with the range of its own numbers.
    void show(const void* drawing, const Ranges& ranges);
    /// It shows nothing of the kind any more: another model has other things of these names.
    void forget(const void* drawing);

    /// Of a drawing that is being made, before show() says so: over `own` and what the others show.
    /// Kept as by keptRange().
    Range drawnRange(const void* drawing, const QString& key, Range own);

    /// Over all drawings that show it; `key` must be shown by one of them.
    Range rangeOf(const QString& key) const { return m_common.value(key); }
    /// The same, or the one that is kept while ranges are locked.
    Range keptRange(const QString& key);

    void setLocked(bool locked);

signals:
    /// Something that a drawing showed before has another scale.
    void changed();

private:
    Ranges common() const;
    Range kept(const QString& key, const Range& now);

    std::map<const void*, Ranges> m_shown;
    Ranges m_common;
    Ranges m_kept;
    bool m_locked = false;
};

} // namespace gf
