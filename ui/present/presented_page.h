// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gf {

/// A page of the lesson or the lecture that is presented.
struct PresentedPage {
    QString title;  ///< plain
    QString line;   ///< HTML: what the room reads of it; may be empty
    int number = 0; ///< from 1; 0: none is open
    int count = 0;
    QString next;       ///< the title of the page after it; empty after the last
    QString notes = {}; ///< HTML of ours: what whoever teaches says and expects on it
};

} // namespace gf
