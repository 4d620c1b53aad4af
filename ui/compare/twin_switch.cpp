// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/twin_switch.h"

#include "ui/compare/twin_words.h"
#include "ui/language/plain_text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace gf {

TwinSwitch::TwinSwitch(QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(new PlainLabel(tr("Beside A:"), this));
    auto* group = new QButtonGroup(this);
    for (std::size_t twin = 0; twin < m_buttons.size(); ++twin) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("beside") + letterOf(twin + 1));
        button->setText(letterOf(twin + 1));
        button->setCheckable(true);
        button->setChecked(twin == 0);
        button->setProperty("alone", true);
        group->addButton(button);
        row->addWidget(button);
        m_buttons[twin] = button;
    }
    connect(group, &QButtonGroup::idToggled, this, [this](int, bool checked) {
        if (checked)
            emit changed();
    });
}

void TwinSwitch::setNames(const QString& b, const QString& c) {
    const std::array names = {b, c};
    for (std::size_t twin = 0; twin < m_buttons.size(); ++twin) {
        const QString says = tr("Show run %1 (%2) beside A; the window is too narrow for all three")
                                 .arg(letterOf(twin + 1), names[twin]);
        m_buttons[twin]->setToolTip(plainTip(says));
        m_buttons[twin]->setAccessibleName(says);
    }
}

std::size_t TwinSwitch::chosen() const {
    return m_buttons[1]->isChecked() ? 1 : 0;
}

void TwinSwitch::choose(std::size_t twin) {
    m_buttons[twin]->setChecked(true);
}

} // namespace gf
