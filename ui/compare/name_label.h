// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/language/plain_text.h"

namespace gf {

/// A name in bold letters on at most two lines, whatever its width: what has no room is cut. All of
/// these labels are equally high, so that what is below them stands level.
class NameLabel : public PlainLabel {
public:
    explicit NameLabel(QWidget* parent = nullptr);

    void setName(const QString& name);
    /// All of it.
    const QString& name() const { return m_name; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void write();
    void measure();

    QString m_name;
};

} // namespace gf
