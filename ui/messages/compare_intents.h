// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace gf {

/// What the window may ask of twin runs.
class CompareIntents : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

signals:
    /// Trains the model that is open and its twin from the beginning; `change` is the key of a
    /// TwinChoice, `layers` how many both have.
    void compare(const QString& change, int layers);
    /// Goes on with A alone.
    void endComparison();
};

} // namespace gf
