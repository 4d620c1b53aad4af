// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_switch.h"

#include "ui/compare/comparison_text.h"
#include "ui/language/plain_text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace gf {

ComparisonSwitch::ComparisonSwitch(QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(new PlainLabel(tr("Beside A:"), this));
    auto* group = new QButtonGroup(this);
    for (std::size_t comparedRun = 0; comparedRun < m_buttons.size(); ++comparedRun) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("beside") + letterOf(comparedRun + 1));
        button->setText(letterOf(comparedRun + 1));
        button->setCheckable(true);
        button->setChecked(comparedRun == 0);
        button->setProperty("alone", true);
        group->addButton(button);
        row->addWidget(button);
        m_buttons[comparedRun] = button;
    }
    connect(group, &QButtonGroup::idToggled, this, [this](int, bool checked) {
        if (checked)
            emit changed();
    });
}

void ComparisonSwitch::setNames(const QString& b, const QString& c) {
    const std::array names = {b, c};
    for (std::size_t comparedRun = 0; comparedRun < m_buttons.size(); ++comparedRun) {
        const QString says = tr("Show run %1 (%2) beside A; the window is too narrow for all three")
                                 .arg(letterOf(comparedRun + 1), names[comparedRun]);
        m_buttons[comparedRun]->setToolTip(plainTip(says));
        m_buttons[comparedRun]->setAccessibleName(says);
    }
}

std::size_t ComparisonSwitch::chosen() const {
    return m_buttons[1]->isChecked() ? 1 : 0;
}

void ComparisonSwitch::choose(std::size_t comparedRun) {
    m_buttons[comparedRun]->setChecked(true);
}

} // namespace gf
