// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/complain.h"

#include <QTemporaryFile>
#include <QTest>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <unistd.h>

namespace gf::tst_complain {

namespace {

std::atomic<bool> noMemory = false; ///< asked by every thread

/// What stderr gets while this lives goes to a file.
class StderrTo {
public:
    explicit StderrTo(int file) : m_before(::dup(STDERR_FILENO)) { ::dup2(file, STDERR_FILENO); }
    ~StderrTo() {
        ::dup2(m_before, STDERR_FILENO);
        ::close(m_before);
    }
    StderrTo(const StderrTo&) = delete;
    StderrTo& operator=(const StderrTo&) = delete;

private:
    int m_before;
};

class TstComplain : public QObject {
    Q_OBJECT

private slots:
    void complain_writesOneLineWithoutMemory() {
        const std::string sentence = "first\nsecond\r" + std::string(1000, 'x') + "\n" + "last";
        QTemporaryFile file;
        QVERIFY(file.open());
        int status = 0;
        bool refused = false;
        {
            const StderrTo redirected(file.handle());
            noMemory = true;
            try {
                status = complain(sentence, 3);
            } catch (const std::bad_alloc&) {
                refused = true;
            }
            noMemory = false;
        }
        QVERIFY(!refused);
        QCOMPARE(status, 3);
        QVERIFY(file.seek(0));
        QCOMPARE(file.readAll(),
                 "glassformer: error: first second " + QByteArray(1000, 'x') + " last\n");
    }
};

} // namespace

} // namespace gf::tst_complain

void* operator new(std::size_t size) {
    void* const memory = gf::tst_complain::noMemory ? nullptr : std::malloc(size);
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

#include "tests/entry.h"
GF_APPLESS_TEST(tst_complain, TstComplain)
#include "tst_complain.moc"
