// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <utility>

namespace gf::test {

/// A variable of the environment, as it was once more at the end.
class Surroundings {
public:
    explicit Surroundings(QByteArray name)
        : m_name(std::move(name)), m_was(qEnvironmentVariableIsSet(m_name.constData())),
          m_before(qgetenv(m_name.constData())) {}
    ~Surroundings() {
        if (m_was)
            qputenv(m_name.constData(), m_before);
        else
            qunsetenv(m_name.constData());
    }
    Surroundings(const Surroundings&) = delete;
    Surroundings& operator=(const Surroundings&) = delete;

    void set(const QByteArray& value) { qputenv(m_name.constData(), value); }

private:
    QByteArray m_name;
    bool m_was;
    QByteArray m_before;
};

} // namespace gf::test
