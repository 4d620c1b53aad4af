// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_switch.h"

#include "ui/compare/comparison_text.h"
#include "ui/language/plain_text.h"
#include "ui/theme/type_scale.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace gf {

ComparisonSwitch::ComparisonSwitch(QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gridUnit);
    row->addWidget(new PlainLabel(tr("Beside A:"), this));
    connect(m_group, &QButtonGroup::idToggled, this, [this](int, bool checked) {
        if (checked)
            emit changed();
    });
}

void ComparisonSwitch::setNames(const QStringList& names) {
    for (auto run = static_cast<int>(m_group->buttons().size()); run < names.size(); ++run) {
        const QString letter = letterOf(static_cast<std::size_t>(run) + 1);
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("beside") + letter);
        button->setText(letter);
        button->setCheckable(true);
        button->setProperty("alone", true);
        m_group->addButton(button, run);
        layout()->addWidget(button);
    }
    for (QAbstractButton* button : m_group->buttons()) {
        const int run = m_group->id(button);
        button->setVisible(run < names.size());
        if (run >= names.size())
            continue;
        const QString says = tr("Show run %1 (%2) beside A; the window is too narrow for all")
                                 .arg(button->text(), names[run]);
        button->setToolTip(plainTip(says));
        button->setAccessibleName(says);
    }
    if (const int chosen = m_group->checkedId(); chosen < 0 || chosen >= names.size())
        choose(0);
}

std::size_t ComparisonSwitch::chosen() const {
    return static_cast<std::size_t>(std::max(m_group->checkedId(), 0));
}

void ComparisonSwitch::choose(std::size_t comparedRun) {
    if (QAbstractButton* button = m_group->button(static_cast<int>(comparedRun)))
        button->setChecked(true);
}

} // namespace gf
