// SPDX-License-Identifier: GPL-3.0-or-later
// In the place of gif_file.cpp where giflib is not to be had.
#include "core/tensor/error.h"
#include "ui/figure/gif_file.h"

namespace gf {

class GifFile::Writer {};

bool GifFile::isThere() {
    return false;
}

GifFile::GifFile(const QSize&) {
    throw Error(phrase("This program was built without giflib, which GIF needs"));
}

GifFile::~GifFile() = default;

void GifFile::add(const QImage&) {}

QByteArray GifFile::finish() {
    return {};
}

} // namespace gf
