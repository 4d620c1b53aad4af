// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_layout.h"
#include "ui/theme/theme.h"

class QPainter;

namespace gf {

/// What the map's painter marks besides the focus.
struct MapMarks {
    int hovered = -1; ///< item under the pointer
    int cursor = -1;  ///< item at the keyboard's cursor
};

/// Paints a map with vectors only. The painter's font is used.
void paintMap(QPainter& painter, const MapModel& model, const MapDrawing& drawing,
              const MapMarks& marks, const Theme& theme);

} // namespace gf
