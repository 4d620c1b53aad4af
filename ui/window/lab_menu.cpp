// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lab_menu.h"

#include "ui/labs/labs.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"
#include "ui/window/shown.h"

#include <QAction>

#include <algorithm>

namespace gf {

LabMenu::LabMenu(const Shown& shown, QWidget* parent) : QMenu(parent), m_shown(shown) {
    setToolTipsVisible(true);
    for (const LabPage& page : labPages()) {
        const QString lab = QLatin1String(page.drawing.id);
        QAction* action = addAction(titleOf(page));
        action->setObjectName(QStringLiteral("lab-") + lab);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, lab] { emit chosen(lab); });
    }
    connect(this, &QMenu::aboutToShow, this, &LabMenu::refresh);
    refresh();
}

void LabMenu::refresh() {
    const QList<QAction*> entries = actions();
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const LabPage& page = labPages()[i];
        const bool isOpen = m_shown.focus.focus().lab == QLatin1String(page.drawing.id);
        const auto obstacle =
            m_shown.trace ? obstacleTo(page, *m_shown.trace) : std::optional<Sentence>();
        entries[i]->setEnabled(m_shown.trace && (!obstacle || isOpen));
        entries[i]->setChecked(isOpen);
        entries[i]->setToolTip(
            plainTip(obstacle ? translated(*obstacle) : tr("Tries it on the model that is shown")));
    }
}

} // namespace gf
