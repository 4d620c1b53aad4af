// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/error.h"

#include <QtTest>

#include <string>

namespace gf::test {

/// The message of the Error that `action` throws; empty when it throws none.
template <class Action> std::string errorOf(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

/// Passes when every one of `parts` is in the message.
template <class... Parts> bool says(const std::string& message, const Parts&... parts) {
    return !message.empty() && ((message.find(parts) != std::string::npos) && ...);
}

} // namespace gf::test

/// Fails the test, and shows the message there was, unless `action` throws an Error whose message
/// holds all the texts that follow.
#define GF_FAILS(action, ...)                                                                      \
    do {                                                                                           \
        const std::string errorMessage = gf::test::errorOf([&] { action; });                       \
        QVERIFY2(gf::test::says(errorMessage, __VA_ARGS__),                                        \
                 ("the error: " + errorMessage).c_str());                                          \
    } while (false)
