// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

/// The function by which a program of several tests (tests/CMakeLists.txt) runs this one: what
/// QTEST_MAIN, QTEST_GUILESS_MAIN and QTEST_APPLESS_MAIN would call main(). `name` is that of the
/// file, tst_thing, and of the namespace in gf that holds all of it: so files are compiled
/// together.
#define GF_TEST_ENTRY(name, TestClass, ...)                                                        \
    int name(int argc, char** argv) {                                                              \
        __VA_ARGS__                                                                                \
        gf::name::TestClass test;                                                                  \
        QTEST_SET_MAIN_SOURCE_PATH                                                                 \
        return QTest::qExec(&test, argc, argv);                                                    \
    }

/// With a QApplication.
#define GF_TEST(name, TestClass) GF_TEST_ENTRY(name, TestClass, QTEST_MAIN_SETUP())
/// With a QCoreApplication: no fonts, no screen.
#define GF_GUILESS_TEST(name, TestClass)                                                           \
    GF_TEST_ENTRY(name, TestClass, QTEST_QAPP_SETUP(QCoreApplication))
/// With none.
#define GF_APPLESS_TEST(name, TestClass) GF_TEST_ENTRY(name, TestClass)
