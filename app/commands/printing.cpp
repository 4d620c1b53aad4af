// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/printing.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/platform/terminal.h"
#include "core/tensor/error.h"

#include <cstdarg>
#include <cstdio>

namespace gf {

namespace {

std::error_code firstFailure; ///< of print()

void noteFailure(bool failed) {
    if (failed && !firstFailure)
        firstFailure = lastProblem();
}

} // namespace

void print(const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    noteFailure(std::vprintf(format, values) < 0 || std::fflush(stdout) != 0);
    va_end(values);
}

void printText(std::string_view text) {
    noteFailure(std::fwrite(text.data(), 1, text.size(), stdout) < text.size() ||
                std::fflush(stdout) != 0);
}

bool isPrintWanted() {
    return !firstFailure && isOutputRead();
}

std::string outputText(std::string_view text) {
    return isTerminalOutput() ? printableLines(text) : std::string(text);
}

void requirePrinted() {
    if (firstFailure)
        throw Error("cannot write to standard output: " + systemReason(firstFailure).english());
}

} // namespace gf
