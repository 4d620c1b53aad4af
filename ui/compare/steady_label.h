// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/language/plain_text.h"

#include <QEvent>
#include <QHash>

#include <algorithm>

namespace gf {

/// A label of lines that break, which at one width never gets lower: a sentence that is now shorter
/// and now longer moves nothing that is below it twice.
class SteadyLabel : public PlainLabel {
public:
    using PlainLabel::PlainLabel;

    int heightForWidth(int width) const override {
        int& height = m_heights[width];
        height = std::max(height, PlainLabel::heightForWidth(width));
        return height;
    }

protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
            m_heights.clear();
        PlainLabel::changeEvent(event);
    }

private:
    mutable QHash<int, int> m_heights; ///< so far, by width
};

} // namespace gf
