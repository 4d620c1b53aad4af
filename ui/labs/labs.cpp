// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/labs.h"

#include "core/measure/labs.h"
#include "ui/labs/every_lab.h"
#include "ui/language/wording.h"

#include <algorithm>
#include <vector>

namespace gf {

std::span<const LabPage> labPages() {
    // One line for each; a lab's file holds its row.
    static const std::vector<LabPage> table = {
        linearLab(), costLab(), codeLab(), tourLab(), seriesLab(),
    };
    return table;
}

const LabPage* findLabPage(const QString& name) {
    const auto found = std::ranges::find_if(
        labPages(), [&](const LabPage& page) { return name == QLatin1String(page.drawing.id); });
    return found == labPages().end() ? nullptr : &*found;
}

QString titleOf(const LabPage& page) {
    return translated(findLab(page.drawing.id)->question);
}

} // namespace gf
