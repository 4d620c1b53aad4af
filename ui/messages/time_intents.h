// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace gf {

/// What the window may ask of the run's memory of itself.
class TimeIntents : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

signals:
    void lookAt(qint64 step); ///< the moment nearest to this step; training rests meanwhile
    void backToNow();         ///< and train on, if it did before
    void continueHere();      ///< a new branch from the moment that is shown
    void returnTo(int branch);
    void discard(int branch);
    void setPin(int pin, bool pinned); ///< 0 is A, 1 is B: the moment that is shown
    void showDifference(bool shown);   ///< B less A
    void setLimit(qint64 bytes);
    void keepInFile(bool kept); ///< save the moments beside the model from now on
};

} // namespace gf
