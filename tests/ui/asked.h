// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/intents.h"

#include <QList>
#include <QObject>

namespace gf::test {

/// What a window asks for, of one kind, from now on.
template <typename What> class Asked : public QList<What> {
public:
    IntentId id = 0; ///< of the last; 0: there is none

    explicit Asked(const Intents* intents) {
        QObject::connect(intents, &Intents::sent, &m_life, [this](const Intent& intent) {
            if (const What* request = intent.get<What>()) {
                this->append(*request);
                id = intent.id;
            }
        });
    }
    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;

private:
    QObject m_life;
};

} // namespace gf::test
