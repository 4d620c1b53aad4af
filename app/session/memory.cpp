// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/memory.h"

#include <QFile>

#ifdef __GLIBC__
#include <malloc.h>
#endif

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

void keepFreedMemory() {
#ifdef __GLIBC__
    constexpr int mebibyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 32 * mebibyte);
    mallopt(M_TRIM_THRESHOLD, 64 * mebibyte);
#endif
}

void giveBackFreedMemory() {
#ifdef __GLIBC__
    malloc_trim(0); // of every arena
#endif
}

} // namespace gf
