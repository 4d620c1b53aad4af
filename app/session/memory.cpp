// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/memory.h"

#include <QFile>

namespace gf {

qint64 availableMemory() {
    // "MemAvailable:   12345678 kB": free memory and caches that would be given up (proc(5)).
    QFile file(QStringLiteral("/proc/meminfo"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith("MemAvailable:"))
            return line.simplified().split(' ').value(1).toLongLong() * 1024;
    return 0;
}

} // namespace gf
