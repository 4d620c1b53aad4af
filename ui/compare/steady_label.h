// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QHash>
#include <QLabel>

#include <algorithm>

namespace gf {

/// A label of lines that break, which at one width never gets lower: a sentence that is now shorter
/// and now longer moves nothing that is below it twice.
class SteadyLabel : public QLabel {
public:
    using QLabel::QLabel;

    int heightForWidth(int width) const override {
        int& height = m_heights[width];
        height = std::max(height, QLabel::heightForWidth(width));
        return height;
    }

protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
            m_heights.clear();
        QLabel::changeEvent(event);
    }

private:
    mutable QHash<int, int> m_heights; ///< so far, by width
};

} // namespace gf
